/* play.c: the game goes on: what people decide, what chance, bots and the clock decide for them.
 *
 * Every line goes to the store before anybody hears of it (see sv_hub_flush()). */
#include "server/hub_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- Lines ----------------------------------------------------------------------------------- */

/* The last line of the history goes to the store. */
static void keep_line(sv_table *t, int64_t person, const char *client)
{
	const ap_line *last = &t->history->line[t->history->lines - 1];
	sv_line line = {.at = sv_now(t->hub),
		.person = person,
		.value = last->value,
		.kind = last->kind,
		.seat = last->seat};
	snprintf(line.client, sizeof line.client, "%s", client ? client : "");
	sv_store_add_line(t->hub->store, t->id, t->history->lines - 1, &line);
	t->hub->figures.lines++;
	t->hub->dirty = true;
	sv_remember(t, client);
}

/* Whom the question was put to is kept: nobody is shown who has answered a sealed one. Whether it
 * can be passed, too: later that hangs on what somebody has already written. */
void sv_note_question(sv_table *t)
{
	ap_action pass;
	const void *state = &t->history->state;
	t->question = ap_question(state);
	t->asked = ap_actors(state);
	t->reaction = t->asked && ap_step_sealed(t->game, ap_step_of(state)) &&
		sv_pass(t->game, state, ap_first_seat(t->asked), &pass);
}

/* ---- Deciding -------------------------------------------------------------------------------- */

static void check_over(sv_table *t)
{
	if (ap_actors(&t->history->state) != 0 || t->status == SV_OVER)
		return;
	ap_outcome outcome = {0};
	ap_outcome_of(t->game, &t->history->state, &outcome);
	for (int seat = 0; seat < t->setup.players; seat++)
		t->won |= outcome.result[seat] != AP_LOST ? AP_SEAT(seat) : 0;
	t->status = SV_OVER;
	t->undo.open = false;
	sv_save_table(t);
	sv_lobby_changed(t);
	sv_show_table(t);
	sv_tell_all(t, SV_NOTICE_OVER, 0);
}

/* A new question: its clock starts, and nothing waits from the one before. */
static void new_question(sv_table *t)
{
	const void *state = &t->history->state;
	if (t->question == ap_question(state) && t->status == SV_RUNNING)
		return;
	sv_note_question(t);
	t->closing = false;
	t->asked_at = sv_now(t->hub);
	for (int seat = 0; seat < t->setup.players; seat++) {
		t->seat[seat].auto_at = 0;
		t->seat[seat].thinking = false;
		t->seat[seat].noticed = 0;
	}
}

/* What chance has to say next it says at once (see sv_go_on()), so it is shown along with what
 * called for it: a person sees his throw and its result as one. */
static void show(sv_table *t, const ap_events *events)
{
	ap_events *gathered = &t->hub->gathered;
	if (gathered->count + events->count > AP_MAX_EVENTS) {
		sv_show_change(t, gathered);
		gathered->count = 0;
	}
	memcpy(&gathered->list[gathered->count], events->list,
		(size_t)events->count * sizeof events->list[0]);
	gathered->count += events->count;
	if (ap_actors(&t->history->state) == AP_SEAT(AP_CHANCE))
		return;
	sv_show_change(t, gathered);
	gathered->count = 0;
}

static void decided(sv_table *t, const ap_events *events, int64_t person, const char *client)
{
	keep_line(t, person, client);
	sv_log_events(t, events);
	bool open = t->question == ap_question(&t->history->state) && ap_actors(&t->history->state);
	new_question(t);
	sv_keep_snapshot(t, false);
	if (!open || !t->closing)
		show(t, events);
	check_over(t);
}

ap_result sv_do(sv_table *t, int seat, ap_action a, int64_t person, const char *client)
{
	static ap_events events;
	events.count = events.lost = 0;
	ap_result result = ap_history_apply(t->history, seat, a, &events);
	if (result.code == AP_OK)
		decided(t, &events, person, client);
	return result;
}

ap_result sv_unseal(sv_table *t, int seat, int64_t person, const char *client)
{
	static const ap_events none;
	ap_result result = ap_history_unseal(t->history, seat);
	if (result.code == AP_OK) {
		t->seat[seat].auto_at = INT64_MAX; /* he wants to answer this one himself */
		decided(t, &none, person, client);
	}
	return result;
}

void sv_undo_to(sv_table *t, int seat, int moves)
{
	static const ap_events none;
	ap_history_undo(t->history, moves);
	t->question = -1;
	t->events = 0;
	decided(t, &none, t->seat[seat].person, NULL);
}

void sv_start_game(sv_table *t)
{
	t->status = SV_RUNNING;
	if (!sv_begin_history(t))
		abort(); /* every nonce is open: see lobby.c */
	t->question = -1;
	new_question(t);
	sv_save_table(t);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_PERSON)
			sv_store_put_sitter(t->hub->store, t->seat[seat].person, t->id);
	sv_lobby_changed(t);
	sv_show_table(t); /* there was nothing to look at before */
	sv_tell_all(t, SV_NOTICE_BEGAN, 0);
	sv_go_on(t);
}

/* ---- Bots ------------------------------------------------------------------------------------ */

static ap_action bot_answer(sv_table *t, int seat)
{
	ap_any view;
	ap_rng rng;
	uint64_t seed[2];
	const ap_bot *bot = ap_bot_named(t->game, t->seat[seat].level);
	sv_random(t->hub, seed, sizeof seed);
	ap_seed(&rng, seed[0], seed[1]);
	ap_view(t->game, &t->history->state, seat, &view);
	if (!bot)
		bot = ap_bot_named(t->game, "random");
	t->hub->figures.bot_moves++;
	return bot->choose(t->game, &view, seat, &rng);
}

static bool is_bot(const sv_table *t, int seat)
{
	return t->seat[seat].kind == SV_BOT || t->seat[seat].away;
}

/* Asked in its own process; the answer comes with a later tick. */
static void ask_bot(sv_table *t, int seat)
{
	static sv_job job;
	memset(&job, 0, sizeof job);
	job.table = t->id;
	job.question = ap_question(&t->history->state);
	job.seat = seat;
	snprintf(job.game, sizeof job.game, "%s", ap_game_name(t->game));
	snprintf(job.level, sizeof job.level, "%s", t->seat[seat].level);
	sv_random(t->hub, job.seed, sizeof job.seed);
	ap_view(t->game, &t->history->state, seat, &job.view);
	t->seat[seat].thinking = sv_pool_ask(t->hub->pool, &job);
}

static bool still_asked(const sv_table *t, const sv_verdict *v)
{
	return t->status == SV_RUNNING && t->history && t->seat[v->seat].thinking &&
		is_bot(t, v->seat) && ap_question(&t->history->state) == v->question &&
		(ap_actors(&t->history->state) & AP_SEAT(v->seat));
}

/* A bot that fails, or says what is not allowed, is replaced by chance for this decision. */
void sv_hear_bot(void *to, const sv_verdict *v)
{
	sv_table *t = ((sv_hub *)to)->tables;
	while (t && t->id != v->table)
		t = t->next;
	if (!t || v->seat >= t->setup.players || !still_asked(t, v))
		return;
	t->seat[v->seat].thinking = false;
	t->hub->figures.bot_moves++;
	t->hub->figures.bot_overruns += v->failed;
	if (v->failed || sv_do(t, v->seat, v->action, 0, NULL).code != AP_OK) {
		ap_action legal[AP_MAX_LEGAL];
		int n = ap_legal(t->game, &t->history->state, v->seat, legal);
		uint32_t chance;
		sv_random(t->hub, &chance, sizeof chance);
		sv_do(t, v->seat, legal[chance % (uint32_t)n], 0, NULL);
	}
	sv_go_on(t);
}

static bool bot_acts(sv_table *t, int seat)
{
	if (!t->hub->pool) {
		sv_do(t, seat, bot_answer(t, seat), 0, NULL);
		return true;
	}
	if (!t->seat[seat].thinking)
		ask_bot(t, seat);
	return false;
}

/* Chance, and bots, one at a time; false: somebody else must answer. */
static bool answer_by_itself(sv_table *t)
{
	ap_seats actors = ap_actors(&t->history->state);
	if (actors == AP_SEAT(AP_CHANCE)) {
		sv_do(t, AP_CHANCE, ap_fair_outcome(&t->dice, t->history), 0, NULL);
		return true;
	}
	for (int seat = 0; seat < t->setup.players; seat++)
		if ((actors & AP_SEAT(seat)) && is_bot(t, seat) && bot_acts(t, seat))
			return true;
	return false;
}

/* ---- Automatic answers ----------------------------------------------------------------------- */

/* In every game the verb `pass` is the answer that changes nothing. */
static bool is_pass(const ap_game *game, ap_action a)
{
	return strcmp(ap_verb_name(game, (int)ap_verb_of(a)), "pass") == 0;
}

bool sv_pass(const ap_game *game, const void *view, int seat, ap_action *pass)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(game, view, seat, legal);
	for (int i = 0; i < n; i++)
		if (is_pass(game, legal[i])) {
			*pass = legal[i];
			return true;
		}
	return false;
}

/* A sealed question to which everybody may pass: the rulebook's five seconds. */
bool sv_is_reaction(const sv_table *t)
{
	return t->reaction;
}

static int people_at(const sv_table *t)
{
	int people = 0;
	for (int seat = 0; seat < t->setup.players; seat++)
		people += t->seat[seat].kind == SV_PERSON && !t->seat[seat].away;
	return people;
}

static bool standing_order(const sv_table *t, int seat, const void *view, int *which)
{
	ap_action legal[AP_MAX_LEGAL];
	const sv_seat *s = &t->seat[seat];
	int n = s->orders ? ap_legal(t->game, view, seat, legal) : 0;
	for (*which = 0; *which < s->orders; ++*which)
		for (int i = 0; i < n && s->order[*which].step == ap_step_of(view); i++)
			if (legal[i] == s->order[*which].action)
				return true;
	return false;
}

/* Would the server answer for this person? An order first, then what hardly anybody wants to be
 * asked. */
static bool answers_for(
	const sv_table *t, int seat, const void *view, ap_action *answer, int *order)
{
	if (standing_order(t, seat, view, order)) {
		*answer = t->seat[seat].order[*order].action;
		return true;
	}
	*order = -1;
	if (t->seat[seat].ask_all || ap_worth_asking(t->game, view, seat))
		return false;
	return sv_pass(t->game, view, seat, answer) || ap_legal(t->game, view, seat, answer) == 1;
}

bool sv_answers_for(const sv_table *t, int seat, const void *view, ap_action *answer)
{
	static ap_action room[AP_MAX_LEGAL];
	int order;
	bool answers = answers_for(t, seat, view, room, &order);
	*answer = room[0];
	return answers;
}

/* Is there nothing to be entered before the countdown is over? */
static bool lasts(const sv_table *t)
{
	return sv_is_reaction(t) && !t->slow && !t->fast && people_at(t) > 1;
}

/* When the question was put, or put again by our start: nobody could answer in between. */
static int64_t since_start(const sv_table *t)
{
	return t->asked_at > t->hub->opened ? t->asked_at : t->hub->opened;
}

/* When an automatic answer may be entered outside such rounds, so that its time tells nothing:
 * after a delay drawn for this question. */
static int64_t auto_time(const sv_table *t)
{
	uint32_t chance;
	if (people_at(t) < 2 || t->fast)
		return t->asked_at;
	sv_random(t->hub, &chance, sizeof chance);
	int64_t longest = t->slow ? t->hub->limits.slow_delay : t->hub->limits.live_delay;
	return since_start(t) + (int64_t)(chance % (uint32_t)(longest + 1));
}

static void enter_answer(sv_table *t, int seat)
{
	ap_any view;
	static ap_action answer[AP_MAX_LEGAL];
	int order;
	ap_view(t->game, &t->history->state, seat, &view);
	if (!answers_for(t, seat, &view, answer, &order))
		return;
	sv_seat *s = &t->seat[seat];
	if (order >= 0 && s->order[order].once) {
		memmove(&s->order[order], &s->order[order + 1],
			(size_t)(s->orders - order - 1) * sizeof s->order[0]);
		s->orders--;
		sv_save_quietly(t);
		sv_show_seat(t, seat);
	}
	sv_do(t, seat, answer[0], 0, NULL);
}

/* Whoever has nothing to say gets his answer in due time. */
static void schedule_answers(sv_table *t)
{
	ap_any view;
	static ap_action answer[AP_MAX_LEGAL];
	int order;
	ap_seats actors = lasts(t) ? 0 : ap_actors(&t->history->state);
	for (int seat = 0; seat < t->setup.players; seat++) {
		sv_seat *s = &t->seat[seat];
		if (!(actors & AP_SEAT(seat)) || is_bot(t, seat) || s->auto_at)
			continue;
		ap_view(t->game, &t->history->state, seat, &view);
		if (answers_for(t, seat, &view, answer, &order))
			s->auto_at = auto_time(t);
	}
}

/* ---- Time ------------------------------------------------------------------------------------ */

int64_t sv_deadline(const sv_table *t)
{
	if (t->status != SV_RUNNING || !t->history || ap_actors(&t->history->state) == 0)
		return 0;
	if (t->slow) /* days go on while the server is down; minutes begin anew */
		return t->asked_at + t->move_time;
	bool hurries = sv_is_reaction(t) && people_at(t) > 1; /* who plays alone may think */
	return since_start(t) + (hurries ? t->countdown : t->move_time);
}

static bool is_asked(const sv_table *t, int seat)
{
	return (ap_actors(&t->history->state) & AP_SEAT(seat)) != 0;
}

/* A reaction passes, unless its owner has ordered otherwise; a move is a bot's. */
static void answer_for_silent(sv_table *t, int seat)
{
	ap_any view;
	ap_action pass;
	ap_view(t->game, &t->history->state, seat, &view);
	if (sv_is_reaction(t) && !is_bot(t, seat) && sv_answers_for(t, seat, &view, &pass))
		enter_answer(t, seat);
	else if (sv_is_reaction(t) && sv_pass(t->game, &view, seat, &pass))
		sv_do(t, seat, pass, 0, NULL);
	else
		sv_do(t, seat, bot_answer(t, seat), 0, NULL);
}

/* Time is up. A sealed round closes for all at once: were they shown one after another, the last
 * would know that everybody else had answered. */
static void expire(sv_table *t)
{
	int question = t->question;
	t->closing = ap_step_sealed(t->game, ap_step_of(&t->history->state));
	for (int seat = 0; seat < t->setup.players; seat++)
		while (t->question == question && is_asked(t, seat))
			answer_for_silent(t, seat);
	t->closing = false;
}

static bool is_due(const sv_table *t, int seat, int64_t now)
{
	return is_asked(t, seat) && t->seat[seat].auto_at && t->seat[seat].auto_at <= now;
}

/* All who have not answered a sealed question are answered for now: they see it close as one. */
static bool closes_now(const sv_table *t, int64_t now)
{
	for (int seat = 0; seat < t->setup.players; seat++)
		if (is_asked(t, seat) && !is_due(t, seat, now))
			return false;
	return ap_step_sealed(t->game, ap_step_of(&t->history->state));
}

static bool enter_what_is_due(sv_table *t, int64_t now)
{
	for (int seat = 0; seat < t->setup.players; seat++) {
		sv_seat *s = &t->seat[seat];
		if (!is_due(t, seat, now))
			continue;
		s->auto_at = 0;
		enter_answer(t, seat);
		return true;
	}
	return false;
}

/* When the clock next has something to do here, if nobody acts before. */
static void note_due(sv_table *t)
{
	t->due = INT64_MAX;
	if (t->status != SV_RUNNING)
		return;
	t->due = sv_deadline(t);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].auto_at && t->seat[seat].auto_at < t->due)
			t->due = t->seat[seat].auto_at;
	int64_t notice = sv_tell_asked(t);
	t->due = notice < t->due ? notice : t->due;
	if (t->due < t->hub->due)
		t->hub->due = t->due;
}

void sv_go_on(sv_table *t)
{
	static const ap_events none;
	int64_t now = sv_now(t->hub);
	while (t->status == SV_RUNNING) {
		if (answer_by_itself(t))
			continue;
		schedule_answers(t);
		t->closing = t->closing || closes_now(t, now);
		if (!enter_what_is_due(t, now))
			break;
	}
	if (t->closing) { /* somebody's order was another: it is still open */
		t->closing = false;
		sv_show_change(t, &none);
	}
	note_due(t);
	sv_turns_changed(t);
}

void sv_table_tick(sv_table *t, int64_t now)
{
	if (!sv_load_history(t)) {
		t->due = now + 60 * 1000; /* a store that fails is asked again in a minute */
		return;
	}
	check_over(t); /* else a store that says otherwise would keep us here for ever */
	sv_go_on(t);
	while (t->status == SV_RUNNING && sv_deadline(t) <= now) {
		expire(t);
		sv_go_on(t);
	}
}

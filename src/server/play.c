/* play.c: the course of a game: see play.h. */
#include "server/play.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "server/hub_internal.h"
#include "server/hub_notices.h"
#include "server/lists.h"
#include "server/watch.h"

/* ---- Lines and questions --------------------------------------------------------------------- */

/* Writes the last line of the history to the store. */
static void store_last_line(sv_table *t, int64_t person, const char *message_id)
{
	const ap_line *last = &t->history->line[t->history->lines - 1];
	sv_line line = {.at = sv_now(t->hub),
		.person = person,
		.value = last->value,
		.kind = last->kind,
		.seat = last->seat};
	snprintf(line.message_id, sizeof line.message_id, "%s", message_id ? message_id : "");
	sv_store_add_line(t->hub->store, t->id, sv_line_count(t) - 1, &line);
	t->hub->figures.lines++;
	t->hub->needs_flush = true;
	sv_remember_message(t, message_id);
}

/* The seats that are asked are remembered, because nobody may see who has answered a sealed
 * question. */
void sv_set_question(sv_table *t)
{
	assert(t && t->history);
	const void *state = &t->history->state;
	t->question = ap_question(state);
	t->asked = ap_actors(state);
}

/* ---- Deciding -------------------------------------------------------------------------------- */

static void finish_if_over(sv_table *t)
{
	if (ap_actors(&t->history->state) != 0 || t->status == SV_OVER)
		return;
	ap_outcome outcome = {0};
	ap_outcome_of(t->game, &t->history->state, &outcome);
	for (int seat = 0; seat < t->setup.players; seat++)
		t->winners |= outcome.result[seat] != AP_LOST ? AP_SEAT(seat) : 0;
	t->status = SV_OVER;
	t->hub->has_unkept = true;
	t->undo.open = false;
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
	sv_notify_absent(t, SV_NOTICE_OVER, 0);
}

/* If there is a new question, starts its clock and drops what was scheduled for the one before. */
static void start_new_question(sv_table *t)
{
	const void *state = &t->history->state;
	if (t->question == ap_question(state) && t->status == SV_RUNNING)
		return;
	sv_set_question(t);
	t->closing = false;
	t->asked_at = sv_now(t->hub);
	for (int seat = 0; seat < t->setup.players; seat++) {
		t->seat[seat].auto_answer_at = 0;
		t->seat[seat].bot_thinks = false;
		t->seat[seat].noticed = 0;
	}
}

/* Sends the change, with its events. If chance decides next, it does so at once, and the change is
 * sent together with what comes of it: a person sees a throw and its result as one. */
static void send_or_gather(sv_table *t, const ap_events *events)
{
	ap_events *gathered = &t->hub->gathered_events;
	if (gathered->count + events->count > AP_MAX_EVENTS) {
		sv_send_change(t, gathered);
		gathered->count = 0;
	}
	memcpy(&gathered->list[gathered->count], events->list,
		(size_t)events->count * sizeof events->list[0]);
	gathered->count += events->count;
	if (ap_actors(&t->history->state) == AP_SEAT(AP_CHANCE))
		return;
	sv_send_change(t, gathered);
	gathered->count = 0;
}

static void after_decision(
	sv_table *t, const ap_events *events, int64_t person, const char *message_id)
{
	store_last_line(t, person, message_id);
	sv_log_events(t, events);
	bool open = t->question == ap_question(&t->history->state) && ap_actors(&t->history->state);
	start_new_question(t);
	sv_save_snapshot(t, SV_AFTER_LINE);
	if (!open || !t->closing)
		send_or_gather(t, events);
	finish_if_over(t);
}

ap_result sv_apply_action(
	sv_table *t, int seat, ap_action a, int64_t person, const char *message_id)
{
	assert(t && t->history);
	assert(seat == AP_CHANCE || (seat >= 0 && seat < t->setup.players));
	static ap_events events;
	events.count = events.lost = 0;
	ap_result result = ap_history_apply(t->history, seat, a, &events);
	if (result.code == AP_OK)
		after_decision(t, &events, person, message_id);
	return result;
}

ap_result sv_unseal_answer(sv_table *t, int seat, int64_t person, const char *message_id)
{
	assert(t && t->history && seat >= 0 && seat < t->setup.players);
	static const ap_events none;
	ap_result result = ap_history_unseal(t->history, seat);
	if (result.code == AP_OK) {
		t->seat[seat].auto_answer_at = INT64_MAX; /* the person wants to answer this question */
		after_decision(t, &none, person, message_id);
	}
	return result;
}

void sv_undo_to(sv_table *t, int seat, int moves)
{
	assert(t && t->history && seat >= 0 && seat < t->setup.players);
	assert(moves >= 0 && moves <= t->history->moves);
	static const ap_events none;
	ap_history_undo(t->history, moves);
	t->question = -1;
	t->logged_events = 0;
	after_decision(t, &none, t->seat[seat].person, NULL);
}

void sv_start_game(sv_table *t)
{
	assert(t && t->status == SV_LOBBY);
	t->status = SV_RUNNING;
	sv_set_rules(t);
	t->first_rules = t->rules;
	if (!sv_start_history(t))
		abort(); /* cannot happen: the dice are complete */
	t->question = -1;
	start_new_question(t);
	sv_save_table(t);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_PERSON)
			sv_store_add_player(t->hub->store, t->seat[seat].person, t->id);
	sv_send_lobby_change(t);
	sv_send_table(t); /* the watchers get their first view */
	sv_notify_absent(t, SV_NOTICE_BEGAN, 0);
	sv_continue_game(t);
}

/* ---- Bots ------------------------------------------------------------------------------------ */

static ap_action choose_for_bot(sv_table *t, int seat)
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

static bool acts_as_bot(const sv_table *t, int seat)
{
	return t->seat[seat].kind == SV_SEAT_BOT || t->seat[seat].away;
}

/* Asks a bot in another process; its answer comes with a later tick. */
static void ask_bot(sv_table *t, int seat)
{
	static sv_bot_job job;
	memset(&job, 0, sizeof job);
	job.table = t->id;
	job.question = ap_question(&t->history->state);
	job.seat = seat;
	snprintf(job.game, sizeof job.game, "%s", ap_game_name(t->game));
	snprintf(job.level, sizeof job.level, "%s", t->seat[seat].level);
	sv_random(t->hub, job.seed, sizeof job.seed);
	ap_view(t->game, &t->history->state, seat, &job.view);
	sv_bot_pool_submit(t->hub->pool, &job);
	t->seat[seat].bot_thinks = true;
}

static bool is_expected(const sv_table *t, const sv_bot_answer *v)
{
	return t->status == SV_RUNNING && t->history && t->seat[v->seat].bot_thinks &&
		acts_as_bot(t, v->seat) && ap_question(&t->history->state) == v->question &&
		(ap_actors(&t->history->state) & AP_SEAT(v->seat));
}

/* A bot that fails, or chooses what is not legal, is replaced by a random action. */
void sv_bot_answered(void *hub, const sv_bot_answer *v)
{
	assert(hub && v);
	sv_table *t = ((sv_hub *)hub)->tables;
	while (t && t->id != v->table)
		t = t->next;
	if (!t || v->seat >= t->setup.players || !is_expected(t, v))
		return;
	t->seat[v->seat].bot_thinks = false;
	t->hub->figures.bot_moves++;
	t->hub->figures.bot_overruns += v->failed;
	if (v->failed || sv_apply_action(t, v->seat, v->action, 0, NULL).code != AP_OK) {
		ap_action legal[AP_MAX_LEGAL];
		int n = ap_legal(t->game, &t->history->state, v->seat, legal);
		uint32_t chance;
		sv_random(t->hub, &chance, sizeof chance);
		sv_apply_action(t, v->seat, legal[chance % (uint32_t)n], 0, NULL);
	}
	sv_continue_game(t);
}

static bool let_bot_act(sv_table *t, int seat)
{
	if (!t->hub->pool) {
		sv_apply_action(t, seat, choose_for_bot(t, seat), 0, NULL);
		return true;
	}
	if (!t->seat[seat].bot_thinks)
		ask_bot(t, seat);
	return false;
}

/* Applies one action of chance or of a bot. Returns false if neither can act now. */
static bool apply_chance_or_bot(sv_table *t)
{
	ap_seats actors = ap_actors(&t->history->state);
	if (actors == AP_SEAT(AP_CHANCE)) {
		sv_apply_action(t, AP_CHANCE, ap_fair_outcome(&t->dice_key, t->history), 0, NULL);
		return true;
	}
	for (int seat = 0; seat < t->setup.players; seat++)
		if ((actors & AP_SEAT(seat)) && acts_as_bot(t, seat) && let_bot_act(t, seat))
			return true;
	return false;
}

/* ---- Automatic answers ----------------------------------------------------------------------- */

static int count_people(const sv_table *t)
{
	int people = 0;
	for (int seat = 0; seat < t->setup.players; seat++)
		people += t->seat[seat].kind == SV_SEAT_PERSON && !t->seat[seat].away;
	return people;
}

static bool find_order(const sv_table *t, int seat, const void *view, int *which)
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

/* Like sv_find_automatic_answer(); `answer` has room for AP_MAX_LEGAL actions, of which the first
 * counts. `order` is set to the standing order that answers; -1 if none does. */
static bool find_answer(
	const sv_table *t, int seat, const void *view, ap_action *answer, int *order)
{
	if (find_order(t, seat, view, order)) {
		*answer = t->seat[seat].order[*order].action;
		return true;
	}
	*order = -1;
	if (t->seat[seat].ask_all || ap_worth_asking(t->game, view, seat))
		return false;
	return ap_pass(t->game, view, seat, answer) || ap_legal(t->game, view, seat, answer) == 1;
}

bool sv_find_automatic_answer(const sv_table *t, int seat, const void *view, ap_action *answer)
{
	assert(t && view && answer && seat >= 0 && seat < t->setup.players);
	static ap_action list[AP_MAX_LEGAL];
	int order;
	bool found = find_answer(t, seat, view, list, &order);
	*answer = list[0];
	return found;
}

static bool is_reaction(const sv_table *t)
{
	return ap_step_reaction(t->game, ap_step_of(&t->history->state));
}

/* True if automatic answers wait for the end of the countdown, so that nobody can tell them from
 * the silence of a person who was asked. */
static bool waits_for_countdown(const sv_table *t)
{
	return is_reaction(t) && !t->slow && !t->fast && count_people(t) > 1;
}

/* Returns when the clock of the question started: when it was asked, or when the server was started
 * since, because nobody could answer before. */
static int64_t clock_start(const sv_table *t)
{
	return t->asked_at > t->hub->opened_at ? t->asked_at : t->hub->opened_at;
}

/* Returns when an automatic answer is applied if waits_for_countdown() is false: after a random
 * delay, so that its time tells nothing. */
static int64_t automatic_answer_time(const sv_table *t)
{
	uint32_t chance;
	if (count_people(t) < 2 || t->fast)
		return t->asked_at;
	sv_random(t->hub, &chance, sizeof chance);
	int64_t longest = t->slow ? t->hub->limits.slow_delay : t->hub->limits.live_delay;
	return clock_start(t) + (int64_t)(chance % (uint32_t)(longest + 1));
}

static void apply_automatic_answer(sv_table *t, int seat)
{
	ap_any view;
	static ap_action answer[AP_MAX_LEGAL];
	int order;
	ap_view(t->game, &t->history->state, seat, &view);
	if (!find_answer(t, seat, &view, answer, &order))
		return;
	sv_seat *s = &t->seat[seat];
	if (order >= 0 && s->order[order].once) {
		memmove(&s->order[order], &s->order[order + 1],
			(size_t)(s->orders - order - 1) * sizeof s->order[0]);
		s->orders--;
		sv_save_table_quietly(t);
		sv_send_table_to_seat(t, seat);
	}
	sv_apply_action(t, seat, answer[0], 0, NULL);
}

/* Schedules answers for the people who need not be asked. */
static void schedule_automatic_answers(sv_table *t)
{
	ap_any view;
	static ap_action answer[AP_MAX_LEGAL];
	int order;
	ap_seats actors = waits_for_countdown(t) ? 0 : ap_actors(&t->history->state);
	for (int seat = 0; seat < t->setup.players; seat++) {
		sv_seat *s = &t->seat[seat];
		if (!(actors & AP_SEAT(seat)) || acts_as_bot(t, seat) || s->auto_answer_at)
			continue;
		ap_view(t->game, &t->history->state, seat, &view);
		if (find_answer(t, seat, &view, answer, &order))
			s->auto_answer_at = automatic_answer_time(t);
	}
}

/* ---- Time ------------------------------------------------------------------------------------ */

int64_t sv_deadline(const sv_table *t)
{
	assert(t);
	if (t->status != SV_RUNNING || !t->history || ap_actors(&t->history->state) == 0)
		return 0;
	if (t->slow) /* days count while the server is down; minutes start again */
		return t->asked_at + t->move_time;
	bool is_short = is_reaction(t) && count_people(t) > 1; /* alone among bots one may think */
	return clock_start(t) + (is_short ? t->countdown : t->move_time);
}

static bool is_asked(const sv_table *t, int seat)
{
	return (ap_actors(&t->history->state) & AP_SEAT(seat)) != 0;
}

/* Answers for a person whose time is up: in a reaction by a standing order or a pass, otherwise
 * with a bot's choice. */
static void answer_for_absent(sv_table *t, int seat)
{
	ap_any view;
	ap_action pass;
	ap_view(t->game, &t->history->state, seat, &view);
	if (is_reaction(t) && !acts_as_bot(t, seat) && sv_find_automatic_answer(t, seat, &view, &pass))
		apply_automatic_answer(t, seat);
	else if (is_reaction(t) && ap_pass(t->game, &view, seat, &pass))
		sv_apply_action(t, seat, pass, 0, NULL);
	else
		sv_apply_action(t, seat, choose_for_bot(t, seat), 0, NULL);
}

/* Time is up: answers for everybody. In a sealed question the changes are sent together at the end.
 * If they were sent one by one, the last person would learn that all others had answered. */
static void close_question(sv_table *t)
{
	int question = t->question;
	t->closing = ap_step_sealed(t->game, ap_step_of(&t->history->state));
	for (int seat = 0; seat < t->setup.players; seat++)
		while (t->question == question && is_asked(t, seat))
			answer_for_absent(t, seat);
	t->closing = false;
}

static bool is_answer_due(const sv_table *t, int seat, int64_t now)
{
	return is_asked(t, seat) && t->seat[seat].auto_answer_at && t->seat[seat].auto_answer_at <= now;
}

/* True if the question is sealed and automatic answers are due for all who have not answered: then
 * they are sent as one change. */
static bool closes_at_once(const sv_table *t, int64_t now)
{
	for (int seat = 0; seat < t->setup.players; seat++)
		if (is_asked(t, seat) && !is_answer_due(t, seat, now))
			return false;
	return ap_step_sealed(t->game, ap_step_of(&t->history->state));
}

/* Applies one automatic answer that is due. Returns false if there is none. */
static bool apply_due_answer(sv_table *t, int64_t now)
{
	for (int seat = 0; seat < t->setup.players; seat++) {
		sv_seat *s = &t->seat[seat];
		if (!is_answer_due(t, seat, now))
			continue;
		s->auto_answer_at = 0;
		apply_automatic_answer(t, seat);
		return true;
	}
	return false;
}

/* Sets when the clock has something to do here, if nobody acts before. */
static void update_due(sv_table *t)
{
	t->due = INT64_MAX;
	if (t->status != SV_RUNNING)
		return;
	t->due = sv_deadline(t);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].auto_answer_at && t->seat[seat].auto_answer_at < t->due)
			t->due = t->seat[seat].auto_answer_at;
	int64_t notice = sv_notify_asked(t);
	t->due = notice < t->due ? notice : t->due;
	if (t->due < t->hub->due)
		t->hub->due = t->due;
}

void sv_continue_game(sv_table *t)
{
	assert(t && (t->history || t->status != SV_RUNNING));
	static const ap_events none;
	int64_t now = sv_now(t->hub);
	while (t->status == SV_RUNNING) {
		if (apply_chance_or_bot(t))
			continue;
		schedule_automatic_answers(t);
		t->closing = t->closing || closes_at_once(t, now);
		if (!apply_due_answer(t, now))
			break;
	}
	if (t->closing) { /* a standing order did not close it after all */
		t->closing = false;
		sv_send_change(t, &none);
	}
	update_due(t);
	sv_send_turn_changes(t);
}

void sv_table_tick(sv_table *t, int64_t now)
{
	assert(t && t->status == SV_RUNNING);
	if (!sv_load_history(t)) {
		t->due = now + 60 * 1000; /* the store is tried again in a minute */
		return;
	}
	finish_if_over(t); /* in case the store has the end of the game, but calls it running */
	sv_continue_game(t);
	while (t->status == SV_RUNNING && sv_deadline(t) <= now) {
		close_question(t);
		sv_continue_game(t);
	}
}

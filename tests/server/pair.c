/* pair.c: see pair.h. */
#include "server/pair.h"

#include "server/dice.h"
#include "server/pace.h"
#include "text/memory.h"

/* So few moves are played again for a person in a minute that the log is refused now and then: when
 * it is must not depend on what is hidden. */
enum { REPLAYS = 1500 };

counters counts;

/* ---- Recording ------------------------------------------------------------------------------- */

static void append_bytes(recorder *e, const char *text, size_t length)
{
	if (e->length + length + 1 > e->room) {
		e->room = 2 * (e->length + length + 1);
		e->text = ap_reallocate(e->text, e->room, 1);
	}
	memcpy(e->text + e->length, text, length);
	e->length += length;
	e->text[e->length] = '\0';
}

static bool record(void *to, const char *messages, size_t length)
{
	recorder *e = to;
	char at[32];
	assert_non_null(messages);
	if (!e->records)
		return true;
	for (const char *text = messages; text < messages + length; text += strlen(text) + 1) {
		append_bytes(e, at, (size_t)snprintf(at, sizeof at, "\n%lld ", (long long)e->h->fake.now));
		append_bytes(e, text, strlen(text));
		e->messages++;
	}
	return true;
}

static _Noreturn void fail_told_apart(const pair *p, int who)
{
	const recorder *a = &p->side[0].recorder[who], *b = &p->side[1].recorder[who];
	size_t i = 0;
	while (i < a->length && i < b->length && a->text[i] == b->text[i])
		i++;
	size_t from = i > 120 ? i - 120 : 0;
	fail_msg("%s, %d players, viewer %d, %s, told apart at byte %zu by what %s is sent:\n"
			 "...%.360s\n---- or ----\n...%.360s",
		ap_game_name(p->game), p->setup.players, p->viewer,
		ap_step_name(p->game, ap_step_of(&p->state[0])), i, who == ONLOOKER ? "the onlooker" : "he",
		a->length > from ? a->text + from : "(nothing)",
		b->length > from ? b->text + from : "(nothing)");
	abort();
}

static void compare(pair *p)
{
	for (int who = 0; who < PEOPLE; who++) {
		recorder *a = &p->side[0].recorder[who], *b = &p->side[1].recorder[who];
		if (!a->records)
			continue;
		if (a->length != b->length || (a->length && memcmp(a->text, b->text, a->length) != 0))
			fail_told_apart(p, who);
		counts.messages += a->messages;
		counts.bytes += (long)a->length;
		a->length = b->length = 0;
		a->messages = b->messages = 0;
	}
}

static void record_for(pair *p, int viewer)
{
	p->viewer = viewer;
	p->answered = 0;
	for (int i = 0; i < 2; i++)
		for (int who = 0; who < PEOPLE; who++) {
			recorder *e = &p->side[i].recorder[who];
			e->records = who == ONLOOKER || who == viewer;
			e->length = 0;
			e->messages = 0;
		}
}

/* ---- Messages and ticks ---------------------------------------------------------------------- */

static const void *state_at(const pair *p, int side)
{
	return &p->side[side].table->history->state;
}

int64_t pair_now(const pair *p)
{
	return p->side[0].h.fake.now;
}

static void deliver(pair *p, int side, int who, const char *text)
{
	sv_client_message(p->side[side].recorder[who].client, text, strlen(text));
	sv_hub_flush(p->side[side].h.hub);
}

/* A reaction may close before its time only if everybody asked has answered. */
static void check_closing_time(pair *p, int side, ap_seats asked, int64_t ends)
{
	bool due = pair_now(p) >= ends;
	if (!due && (asked & ~p->side[side].by_hand))
		fail_msg("a round closed %lld ms before its time, and seats %x had not answered",
			(long long)(ends - pair_now(p)), asked & ~p->side[side].by_hand);
	counts.by_clock += due && side == 0;
	counts.early += !due && side == 0;
}

/* The person in the seat sends a message; AP_NOBODY: the clock ticks. */
static void act_or_tick(pair *p, int side, int seat, const char *text)
{
	const sv_table *t = p->side[side].table;
	int question = ap_question(state_at(p, side));
	int64_t ends = sv_deadline(t);
	ap_seats put_to = t->asked;
	if (seat == AP_NOBODY) {
		sv_hub_tick(p->side[side].h.hub);
		sv_hub_flush(p->side[side].h.hub);
	} else {
		deliver(p, side, seat, text);
	}
	bool open = ap_question(state_at(p, side)) == question && ap_actors(state_at(p, side));
	if (seat != AP_NOBODY && (!open || !(ap_actors(state_at(p, side)) & AP_SEAT(seat))))
		p->side[side].by_hand |= AP_SEAT(seat);
	if (open)
		return;
	if (p->live)
		check_closing_time(p, side, put_to, ends);
	p->side[side].by_hand = 0;
}

static void act(pair *p, int side, int seat, ap_action a)
{
	char text[256], action[SV_ACTION_SIZE];
	ap_write_action(p->game, seat, a, action, sizeof action);
	snprintf(text, sizeof text,
		"{\"type\":\"act\",\"id\":\"a%d\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
		p->ids, p->side[side].table->key, ap_question(state_at(p, side)),
		action + strlen(ap_seat_name(p->game, seat)) + 1);
	if (seat == p->viewer && side == 0)
		memcpy(p->sent[p->answered++ % MAX_SENT], text, sizeof text);
	act_or_tick(p, side, seat, text);
}

/* ---- One step at both hubs ------------------------------------------------------------------- */

static void copy_states(pair *p)
{
	for (int i = 0; i < 2; i++)
		memcpy(&p->state[i], state_at(p, i), ap_state_size(p->game));
	p->lines = p->side[0].table->history->lines;
	p->answers = p->outcomes = p->drawn = 0;
	if (p->question != ap_question(&p->state[0])) { /* nobody has written anything yet */
		p->live = !p->side[0].table->slow && is_reaction(p);
		p->side[0].by_hand = p->side[1].by_hand = 0;
	}
	p->question = ap_question(&p->state[0]);
	check_views_still_equal(p);
	/* No clock depends on what is hidden: neither when it starts nor when it ends. */
	assert_int_equal(sv_deadline(p->side[0].table), sv_deadline(p->side[1].table));
	assert_int_equal(p->side[0].table->shown_until, p->side[1].table->shown_until);
	if (p->viewer < p->setup.players)
		assert_int_equal(p->side[0].table->seat[p->viewer].auto_answer_at,
			p->side[1].table->seat[p->viewer].auto_answer_at);
}

/* Compares, and checks that both hubs are in the expected states; within a sealed question they may
 * differ. */
static void check_both(pair *p)
{
	compare(p);
	assert_int_equal(p->drawn, p->outcomes);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(ap_question(&p->state[i]), ap_question(state_at(p, i)));
		if (!is_sealed(p, i))
			assert_memory_equal(&p->state[i], state_at(p, i), ap_state_size(p->game));
	}
	copy_states(p);
}

/* Applies at the second hub what the first has done and the second, by itself, has not. */
static void apply_at_second(pair *p, int question)
{
	for (int i = 0; i < p->answers; i++)
		if (ap_question(state_at(p, 1)) == question &&
			(ap_actors(state_at(p, 1)) & AP_SEAT(p->answer[i].seat)))
			act(p, 1, p->answer[i].seat, p->answer[i].action);
	p->answers = 0;
}

static ap_seats due_at(const pair *p, int side, int64_t then)
{
	ap_seats due = 0;
	for (int seat = 0; seat < p->setup.players; seat++) {
		int64_t at = p->side[side].table->seat[seat].auto_answer_at;
		if (asked(p, side, seat) && at && at <= then)
			due |= AP_SEAT(seat);
	}
	return due;
}

/* Lets these seats answer an open sealed question at one hub. */
static void answer_at_one(pair *p, int side, ap_seats seats)
{
	for (int seat = 0; seat < p->setup.players; seat++)
		while ((seats & AP_SEAT(seat)) && asked(p, side, seat)) {
			act(p, side, seat, minimal_answer(p, side, seat));
			memcpy(&p->state[side], state_at(p, side), ap_state_size(p->game));
		}
	compare(p);
	copy_states(p);
}

static ap_seats still_silent_at(const pair *p, int side, int64_t then)
{
	return ap_actors(&p->state[side]) & (ap_seats)~due_at(p, side, then);
}

/* A question is about to close by itself at one hub: at the other hub all others answer, except one
 * who will close it. */
static void level_before_tick(pair *p, int64_t then)
{
	ap_seats rest[2] = {still_silent_at(p, 0, then), still_silent_at(p, 1, then)};
	counts.automatic += due_at(p, 0, then) || due_at(p, 1, then);
	if (!is_sealed(p, 0) || !rest[0] == !rest[1])
		return;
	int late = !rest[0];
	if (!due_at(p, late, then))
		rest[late] &= (ap_seats)(rest[late] - 1);
	answer_at_one(p, late, rest[late]);
}

/* The second hub is about to continue by itself, and the first is not: there the person does the
 * same. */
static void first_follows_second(pair *p)
{
	if (due_at(p, 0, pair_now(p)) || !due_at(p, 1, pair_now(p)) ||
		still_silent_at(p, 1, pair_now(p)))
		return;
	int seat = ap_first_seat(ap_actors(&p->state[0])), question = ap_question(&p->state[0]);
	while (!p->differs_openly && ap_question(&p->state[0]) == question && asked(p, 0, seat)) {
		ap_action a = minimal_answer(p, asked(p, 1, seat), seat);
		p->differs_openly = !may_do(p, 0, seat, a);
		if (!p->differs_openly)
			act(p, 0, seat, a);
		catch_up(p);
	}
}

static bool has_automatic_answer(const pair *p, int side, int seat)
{
	ap_any view;
	ap_action answer;
	ap_view(p->game, &p->state[side], seat, &view);
	return asked(p, side, seat) &&
		sv_find_automatic_answer(p->side[side].table, seat, &view, &answer);
}

/* Counts rounds in which a seat is silent at one hub because it is not asked, and at the other
 * because its person does not answer. */
static void count_unlike_silence(const pair *p)
{
	bool unlike = false;
	for (int seat = 0; seat < p->setup.players; seat++)
		unlike = unlike ||
			(asked(p, 0, seat) && asked(p, 1, seat) &&
				has_automatic_answer(p, 0, seat) != has_automatic_answer(p, 1, seat));
	counts.unlike += unlike;
}

int64_t next_due(const pair *p)
{
	int64_t next = sv_deadline(p->side[0].table);
	for (int i = 0; i < 2 && !p->live; i++)
		for (int seat = 0; seat < p->setup.players; seat++) {
			int64_t at = p->side[i].table->seat[seat].auto_answer_at;
			if (asked(p, i, seat) && at && at < next)
				next = at;
		}
	return next;
}

void pass_both(pair *p, int64_t to)
{
	int question = ap_question(&p->state[0]);
	p->ids++;
	if (!p->live)
		level_before_tick(p, to);
	else if (to >= sv_deadline(p->side[0].table))
		count_unlike_silence(p);
	for (int i = 0; i < 2; i++)
		p->side[i].h.fake.now = to;
	first_follows_second(p);
	if (!p->differs_openly)
		act_or_tick(p, 0, AP_NOBODY, NULL);
	catch_up(p);
	if (p->differs_openly)
		return;
	act_or_tick(p, 1, AP_NOBODY, NULL);
	if (ap_actors(&p->state[0]) && ap_question(&p->state[0]) == question)
		p->answers = 0; /* the question is still open: each hub keeps its own answers */
	apply_at_second(p, question);
	check_both(p);
}

/* The answer of this seat closes the question at one hub: at the other hub the others answer first,
 * so that it closes there, too. */
static void level_before_action(pair *p, int seat, ap_action a)
{
	bool here = may_do(p, 0, seat, a) && would_close(p, 0, seat, a);
	bool there = may_do(p, 1, seat, a) && would_close(p, 1, seat, a);
	if (is_sealed(p, 0) && here != there)
		answer_at_one(p, here, ap_actors(&p->state[here]) & (ap_seats)~AP_SEAT(seat));
}

static uint32_t answer_chance(int64_t now)
{
	return (uint32_t)now * 2654435761u;
}

/* True if this action completes the answer of the seat, and the hub hands it in at once. */
static bool completes_answer(const pair *p, int side, int seat, ap_action a)
{
	ap_any after, view;
	ap_action answer;
	const sv_table *t = p->side[side].table;
	int64_t at = t->seat[seat].auto_answer_at
		? t->seat[seat].auto_answer_at
		: sv_draw_answer_time(t, seat, answer_chance(pair_now(p)));
	if (!may_do(p, side, seat, a) || !would_close(p, side, seat, a))
		return false;
	memcpy(&after, &p->state[side], ap_state_size(p->game));
	ap_play(p->game, &after, seat, a, NULL);
	ap_view(p->game, &after, seat, &view);
	return ap_question(&after) == ap_question(&p->state[side]) && ap_actors(&after) &&
		sv_find_automatic_answer(t, seat, &view, &answer) && at <= pair_now(p);
}

void act_both(pair *p, int seat, ap_action a)
{
	int question = ap_question(&p->state[0]);
	p->ids++;
	level_before_action(p, seat, a);
	bool there = is_sealed(p, 0) && completes_answer(p, 1, seat, a),
		 here = there && completes_answer(p, 0, seat, a);
	act(p, 0, seat, a);
	catch_up(p);
	if (there && !here &&
		!p->differs_openly) { /* where the hub does not hand it in, the person does */
		assert_int_not_equal(seat, p->viewer);
		act(p, 0, seat, minimal_answer(p, 0, seat));
	}
	catch_up(p);
	if (p->differs_openly)
		return;
	apply_at_second(p, question);
	check_both(p);
}

void act_at(pair *p, int side, int seat, ap_action a)
{
	int question = ap_question(&p->state[side]);
	p->ids++;
	act(p, side, seat, a);
	assert_int_equal(ap_question(state_at(p, side)), question);
	counts.one_sided++;
	compare(p);
	copy_states(p);
}

void send_to(pair *p, int sides, int who, const char *format, ...)
{
	char text[1024];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	for (int i = 0; i < 2; i++)
		if (sides >> i & 1)
			deliver(p, i, who, text);
	compare(p);
	if (p->side[0].table->history)
		copy_states(p);
}

void run_out_of_time(pair *p)
{
	int64_t end = sv_deadline(p->side[0].table);
	for (int i = 0; i < 2; i++) {
		p->side[i].h.fake.now = end;
		act_or_tick(p, i, AP_NOBODY, NULL);
	}
	compare(p);
	copy_states(p);
}

void compare_records(pair *p)
{
	for (int who = 0; who < PEOPLE; who++) {
		size_t length[2];
		char *text[2];
		if (!p->side[0].recorder[who].records)
			continue;
		for (int i = 0; i < 2; i++) {
			sv_table *t = p->side[i].table;
			text[i] = sv_hub_record(p->side[i].h.hub, t->key, who + 1, false, &length[i]);
			assert_non_null(text[i]);
			append_bytes(&p->side[i].recorder[who], text[i], length[i]);
			free(text[i]);
		}
		counts.records++;
	}
	compare(p);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

/* Automatic answers are always delayed, so that people can be faster. The delay is the same at both
 * hubs if it is drawn at the same time. */
static void delaying_random(void *self, void *out, size_t size)
{
	fake_world *world = self;
	uint32_t chance = answer_chance(world->now);
	for (size_t i = 0; i < size; i++)
		((unsigned char *)out)[i] = (unsigned char)ap_below(&world->rng, 256);
	if (size == sizeof chance)
		memcpy(out, &chance, size);
}

static void write_options(const pair *p, char *out, size_t size)
{
	*out = '\0';
	for (int i = 0; ap_option_name(p->game, i); i++) {
		size_t at = strlen(out);
		snprintf(out + at, size - at, "%s\"%s\":\"%s\"", i ? "," : "", ap_option_name(p->game, i),
			ap_option_value(p->game, i, p->setup.option[i]));
	}
}

static void open_side(pair *p, twin *s, const char *extra)
{
	static const char *const names[PEOPLE] = {"Ann", "Ben", "Cem", "Dora", "Ede", "Fay", "Gil"};
	open_limited_fixture(&s->h, "sqlite::memory:", REPLAYS);
	s->h.hub->world.random = delaying_random;
	for (int who = 0; who < PEOPLE; who++) {
		recorder *e = &s->recorder[who];
		*e = (recorder){.h = &s->h};
		e->client = sv_client_open(s->h.hub, who + 1, names[who], record, e);
		deliver(p, s == &p->side[1], who, "{\"type\":\"hello\",\"version\":1}");
	}
	char options[256], text[1024];
	write_options(p, options, sizeof options);
	snprintf(text, sizeof text,
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":%d,\"public\":true,\"options\":{%s},"
		"\"seats\":[\"me\"]%s}",
		ap_game_name(p->game), p->setup.players, options, extra);
	deliver(p, s == &p->side[1], 0, text);
	s->table = s->h.hub->tables;
	assert_non_null(s->table);
	snprintf(text, sizeof text, "{\"type\":\"join\",\"table\":\"%s\"}", s->table->key);
	for (int who = 1; who < p->setup.players; who++)
		deliver(p, s == &p->side[1], who, text);
}

void open_pair(pair *p, const ap_game *game, const ap_setup *setup, const char *extra)
{
	p->game = game;
	p->setup = *setup;
	p->ids = 0;
	for (int i = 0; i < 2; i++)
		open_side(p, &p->side[i], extra);
	record_for(p, AP_OBSERVER);
}

void close_pair(pair *p)
{
	set_playing_pair(NULL);
	for (int i = 0; i < 2; i++) {
		close_fixture(&p->side[i].h);
		for (int who = 0; who < PEOPLE; who++)
			free(p->side[i].recorder[who].text);
	}
}

void watch_again(pair *p)
{
	for (int who = 0; who < PEOPLE; who++)
		if (p->side[0].recorder[who].records)
			send_to(p, BOTH_SIDES, who, "{\"type\":\"watch\",\"table\":\"%s\",\"since\":%lld}",
				p->side[0].table->key, (long long)p->since);
}

/* The viewer and the onlooker watch the table, and nobody else. */
static void watch_alone(pair *p, int viewer)
{
	record_for(p, viewer);
	p->since = pair_now(p);
	for (int who = 0; who < PEOPLE; who++)
		if (!p->side[0].recorder[who].records)
			send_to(p, BOTH_SIDES, who, "{\"type\":\"watch\",\"table\":\"%s\",\"watch\":false}",
				p->side[0].table->key);
	watch_again(p);
}

void begin_pair(pair *p, int viewer)
{
	char text[128];
	watch_alone(p, viewer);
	for (int i = 0; i < 2; i++) {
		ap_start(p->game, &p->setup, &p->state[i], NULL);
		p->side[i].by_hand = 0;
	}
	p->lines = p->answers = p->outcomes = p->drawn = 0;
	p->question = -1;
	p->differs_openly = p->live = false;
	p->whole = true;
	set_playing_pair(p);
	snprintf(text, sizeof text, "{\"type\":\"start\",\"table\":\"%s\"}", p->side[0].table->key);
	deliver(p, 0, 0, text);
	catch_up(p);
	if (p->differs_openly)
		return;
	deliver(p, 1, 0, text);
	check_both(p);
	counts.pairs++;
}

/* Continues the game from this state, before which nothing can be taken back. */
static void set_state(pair *p, int side, const void *state)
{
	sv_table *t = p->side[side].table;
	memcpy(&t->history->state, state, ap_state_size(p->game));
	t->history->moves = t->history->snapshots = t->history->outcomes = 0;
	t->history->begins_within = true;
	sv_forget_outcomes(t);
	t->shown_turns = t->winners = 0;
	t->status = SV_RUNNING;
	t->logged_events = 0;
	memset(t->seen_events, 0, sizeof t->seen_events);
	sv_forget_decisions(t);
	t->undo = (sv_undo){0};
	t->replacement = (sv_replacement){0};
	t->absent = 0;
	t->pause = (sv_pause){0};
	t->clock_from = t->clock_set = 0;
	t->shown_until = 0;
	memset(t->paces, 0, sizeof t->paces);
	sv_set_question(t, pair_now(p));
	t->updated = pair_now(p);
	t->holders = 0;
	for (int seat = 0; seat < p->setup.players; seat++) {
		t->seat[seat].auto_answer_at = 0;
		t->seat[seat].orders = 0;
		t->seat[seat].timeouts = 0;
		t->seat[seat].gone_at = pair_now(p);
		t->seat[seat].ask_all = false;
	}
	p->side[side].by_hand = 0;
	sv_save_table(t); /* the list of tables comes from the store */
}

static void continue_at(pair *p, int side)
{
	sv_continue_game(p->side[side].table);
	sv_hub_flush(p->side[side].h.hub);
}

void set_states(pair *p, int viewer, const void *first, const void *second)
{
	set_playing_pair(p);
	p->differs_openly = p->whole = false;
	p->question = -1;
	p->viewer = viewer;
	set_state(p, 0, first);
	set_state(p, 1, second);
	memcpy(&p->state[0], first, ap_state_size(p->game));
	memcpy(&p->state[1], second, ap_state_size(p->game));
	p->lines = p->side[0].table->history->lines;
	p->answers = p->outcomes = p->drawn = 0;
	/* What goes on by itself is told to those who watched the last pair: nobody compares it. */
	continue_at(p, 0);
	catch_up(p);
	if (p->differs_openly)
		return;
	continue_at(p, 1);
	assert_int_equal(p->drawn, p->outcomes);
	copy_states(p);
	watch_alone(p, viewer);
	counts.pairs++;
}

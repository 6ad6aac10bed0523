/* test_leak.c: what a viewer is sent, and when, tells nothing that the viewer may not know. Games
 * that a viewer cannot tell apart are played at two hubs: see pair.h. */
#include "server/pair.h"

#ifdef NDEBUG
enum {
	PAIRS = 48,
	STEPS = 90,
	DECISIONS = 1200,
	RECORDS = 2
}; /* RECORDS: records are compared once in so many steps */
#else
enum { PAIRS = 4, STEPS = 50, DECISIONS = 100, RECORDS = 8 };
#endif

enum { MAX_TIMES = 6 };

static uint64_t seed, stream;

/* ---- Somewhere in a game --------------------------------------------------------------------- */

static int some_seat(pair *p, ap_seats seats)
{
	int skip = (int)ap_below(&p->rng, (uint32_t)__builtin_popcount(seats));
	while (skip-- > 0)
		seats &= (ap_seats)(seats - 1);
	return ap_first_seat(seats);
}

static int some_viewer(pair *p)
{
	int viewer = (int)ap_below(&p->rng, p->setup.players + 1u);
	return viewer == p->setup.players ? AP_OBSERVER : viewer;
}

/* ---- What people do -------------------------------------------------------------------------- */

static int legal_at_both(const pair *p, int seat, ap_action both[AP_MAX_LEGAL])
{
	int n = ap_legal(p->game, &p->state[0], seat, both), count = 0;
	for (int i = 0; i < n; i++)
		if (may_do(p, 1, seat, both[i]))
			both[count++] = both[i];
	if (seat == p->viewer)
		assert_int_equal(count, n);
	return count;
}

/* In a sealed question mostly a pass; always if the hub would pass after the action at one side
 * only. */
static void act_alike(pair *p, int seat)
{
	ap_action both[AP_MAX_LEGAL], pass;
	int n = legal_at_both(p, seat, both);
	if (n == 0) {
		p->differs_openly = !is_sealed(p, 0); /* nothing is legal at both sides */
		return;
	}
	ap_action a = both[ap_below(&p->rng, (uint32_t)n)];
	if (is_sealed(p, 0) && ap_pass(p->game, &p->state[0], seat, &pass) &&
		may_do(p, 1, seat, pass) &&
		(ap_below(&p->rng, 4) || would_close(p, 0, seat, a) != would_close(p, 1, seat, a)))
		a = pass;
	act_both(p, seat, a);
}

/* In a sealed question another seat answers at one hub only: with a pass or, if it cannot pass or
 * `differ` is set, with any action. */
static void act_at_one_side(pair *p, int seat, bool differ)
{
	ap_action legal[AP_MAX_LEGAL], a;
	int side = (int)ap_below(&p->rng, 2);
	if (!asked(p, side, seat))
		side = !side;
	int n = ap_legal(p->game, &p->state[side], seat, legal);
	a = legal[ap_below(&p->rng, (uint32_t)n)];
	if (!differ && ap_pass(p->game, &p->state[side], seat, &legal[0]))
		a = legal[0];
	if (!would_close(p, side, seat, a))
		act_at(p, side, seat, a);
	else if (asked(p, !side, seat) && side == 0)
		act_both(p, seat, a);
}

/* ---- Everything else that people send -------------------------------------------------------- */

static int some_other(pair *p)
{
	int seat = (int)ap_below(&p->rng, p->setup.players);
	return seat == p->viewer ? (seat + 1) % p->setup.players : seat;
}

static void look_again(pair *p)
{
	const char *key = p->side[0].table->key;
	watch_again(p);
	send_to(p, BOTH_SIDES, p->viewer == AP_OBSERVER ? ONLOOKER : p->viewer,
		"{\"type\":\"log\",\"id\":\"g\",\"table\":\"%s\"}", key);
	if (p->viewer != AP_OBSERVER)
		send_to(p, BOTH_SIDES, p->viewer, "{\"type\":\"lobby\",\"id\":\"l\"}");
}

/* First to everybody, and a little later at one hub only to one other seat: nobody else is told of
 * that. */
static void talk(pair *p)
{
	const char *key = p->side[0].table->key;
	int from = some_other(p), to = some_other(p);
	send_to(p, BOTH_SIDES, from, "{\"type\":\"say\",\"table\":\"%s\",\"text\":\"well\"}", key);
	if (from == to || next_due(p) <= pair_now(p) + 4)
		return;
	pass_both(p, pair_now(p) + 2); /* no two chat messages have the same time */
	send_to(p, 1, from, "{\"type\":\"say\",\"table\":\"%s\",\"text\":\"psst\",\"to\":[\"%s\"]}",
		key, ap_seat_name(p->game, to));
	pass_both(p, pair_now(p) + 2);
}

/* Sets wishes and orders of another seat at one hub only. */
static void set_wishes(pair *p)
{
	int seat = some_other(p), steps = 0;
	if (asked(p, 0, seat) && !p->live)
		return; /* the order would answer at once */
	while (ap_step_name(p->game, steps))
		steps++;
	const char *step = ap_step_name(p->game, (int)ap_below(&p->rng, (uint32_t)steps));
	if (p->live)
		step = ap_step_name(p->game, ap_step_of(&p->state[0]));
	send_to(p, 1, seat,
		"{\"type\":\"wishes\",\"table\":\"%s\",\"ask_all\":%s,\"orders\":[{\"step\":\"%s\","
		"\"action\":\"pass\",\"once\":true}]}",
		p->side[0].table->key, ap_below(&p->rng, 2) ? "true" : "false", step);
}

static void undo(pair *p)
{
	const char *key = p->side[0].table->key;
	const sv_undo *request = &p->side[0].table->undo;
	if (p->viewer == AP_OBSERVER)
		return;
	send_to(p, BOTH_SIDES, p->viewer, "{\"type\":\"undo\",\"id\":\"u\",\"table\":\"%s\"}", key);
	/* Not to where the pair was set: the beginning of its question is not known. */
	bool agree = ap_below(&p->rng, 4) != 0 && (p->whole || request->decision.to > 0);
	counts.undone += request->open && agree;
	for (int seat = 0; seat < p->setup.players && request->open; seat++)
		if (request->needed & AP_SEAT(seat))
			send_to(p, BOTH_SIDES, seat, "{\"type\":\"undo_answer\",\"table\":\"%s\",\"agree\":%s}",
				key, agree ? "true" : "false");
}

/* Somebody holds the round or lets it go, asked or not: at both hubs, since everybody is told. It
 * may be the seat that has answered at one hub only. */
static void hold(pair *p)
{
	int seat = (int)ap_below(&p->rng, p->setup.players);
	const sv_table *t = p->side[0].table;
	if (!p->live)
		return;
	const char *type = t->holders & AP_SEAT(seat) ? "release" : "hold";
	send_to(p, BOTH_SIDES, seat, "{\"type\":\"%s\",\"id\":\"h\",\"table\":\"%s\",\"question\":%d}",
		type, t->key, ap_question(&p->state[0]));
	counts.held += t->holders != 0;
	if (sv_deadline(t) <= pair_now(p)) /* released after it should have ended: it ends now */
		pass_both(p, pair_now(p));
}

/* A pause to which all agree, and which ends after a while: what the clock had left is the same at
 * both hubs. */
static void pause_for_a_while(pair *p)
{
	const char *key = p->side[0].table->key;
	int64_t left = sv_deadline(p->side[0].table) - pair_now(p);
	int by = some_other(p);
	send_to(p, BOTH_SIDES, by, "{\"type\":\"pause\",\"table\":\"%s\"}", key);
	for (int seat = 0; seat < p->setup.players; seat++)
		if (seat != by)
			send_to(p, BOTH_SIDES, seat,
				"{\"type\":\"pause_answer\",\"table\":\"%s\",\"agree\":true}", key);
	assert_int_equal(sv_deadline(p->side[0].table), 0);
	for (int i = 0; i < 2; i++) {
		p->side[i].h.fake.now += 3 * 3600 * 1000;
		sv_hub_tick(p->side[i].h.hub);
	}
	send_to(p, BOTH_SIDES, some_other(p), "{\"type\":\"resume\",\"table\":\"%s\"}", key);
	assert_int_equal(sv_deadline(p->side[1].table) - pair_now(p), left);
	counts.paused++;
}

static void somebody_acts(pair *p, bool differ)
{
	ap_seats actors = ap_actors(&p->state[0]) | ap_actors(&p->state[1]);
	int seat = some_seat(p, actors);
	bool everywhere = asked(p, 0, seat) && asked(p, 1, seat);
	bool alone = is_sealed(p, 0) && seat != p->viewer && (!everywhere || ap_below(&p->rng, 3));
	if (alone)
		act_at_one_side(p, seat, differ);
	else
		act_alike(p, seat);
	if (alone && !p->differs_openly && ap_below(&p->rng, 10) == 0)
		undo(p); /* an undo must not tell that somebody has answered */
}

static void unseal(pair *p)
{
	int seat = (int)ap_below(&p->rng, p->setup.players);
	int sides = seat == p->viewer ? BOTH_SIDES : 1 + (int)ap_below(&p->rng, 3);
	if (!is_sealed(p, 0))
		return;
	send_to(p, sides, seat, "{\"type\":\"unseal\",\"id\":\"s%d\",\"table\":\"%s\",\"question\":%d}",
		++p->ids, p->side[0].table->key, ap_question(&p->state[0]));
	for (int i = 0; i < 2; i++)
		if (sides >> i & 1)
			p->side[i].by_hand &= (ap_seats)~AP_SEAT(seat);
}

/* The viewer repeats an earlier message: the answer must not tell how much others did since. */
static void repeat_message(pair *p)
{
	int known = p->answered < MAX_SENT ? p->answered : MAX_SENT;
	if (known == 0)
		return;
	int back = 1 + (int)ap_below(&p->rng, (uint32_t)known);
	int question = (int)strtol(
		strstr(p->sent[(p->answered - back) % MAX_SENT], "\"question\":") + 11, NULL, 10);
	if (back <= SV_ANSWERED_MESSAGES / 2 ||
		question != ap_question(&p->state[0])) /* otherwise it would be applied */
		send_to(p, BOTH_SIDES, p->viewer, "%s", p->sent[(p->answered - back) % MAX_SENT]);
}

/* The viewer tries what others have done, where it is not legal. */
static void try_forbidden_action(pair *p)
{
	char action[SV_ACTION_SIZE];
	const ap_history *h = p->side[0].table->history;
	for (int i = h->lines - 1; i >= 0 && p->viewer != AP_OBSERVER; i--) {
		if (h->line[i].kind != AP_LINE_ACTION || h->line[i].seat == AP_CHANCE ||
			may_do(p, 0, p->viewer, h->line[i].value))
			continue;
		ap_write_action(p->game, p->viewer, h->line[i].value, action, sizeof action);
		send_to(p, BOTH_SIDES, p->viewer,
			"{\"type\":\"act\",\"id\":\"t\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}",
			p->side[0].table->key, ap_question(&p->state[0]),
			action + strlen(ap_seat_name(p->game, p->viewer)) + 1);
		return;
	}
}

static void something_else(pair *p)
{
	static void (*const what[])(pair *) = {look_again, talk, set_wishes, undo, unseal, unseal,
		try_forbidden_action, repeat_message, repeat_message, hold, hold, pause_for_a_while};
	what[ap_below(&p->rng, sizeof what / sizeof what[0])](p);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static int64_t less_than(pair *p, int64_t left, int64_t most)
{
	return ap_below(&p->rng, (uint32_t)(left < most ? left : most));
}

static void step(pair *p, bool differ)
{
	int64_t left = next_due(p) - pair_now(p);
	assert_true(left > 0);
	if (ap_below(&p->rng, 5) == 0) {
		something_else(p);
		return;
	}
	if (ap_below(&p->rng, p->live ? 2 : 4) == 0) { /* perhaps until something is due */
		bool all = left <= 10000 && ap_below(&p->rng, 2) &&
			(p->live ||
				next_due(p) < sv_deadline(p->side[0].table)); /* but not until a bot moves */
		pass_both(p, pair_now(p) + (all ? left : less_than(p, left, 3000)));
		return;
	}
	pass_both(p, pair_now(p) + less_than(p, left, 300));
	if (!p->differs_openly && ap_actors(&p->state[0]))
		somebody_acts(p, differ);
}

static void run_pair(pair *p, int steps, bool differ)
{
	while (steps-- > 0 && !p->differs_openly && ap_actors(&p->state[0])) {
		if (p->whole && ap_below(&p->rng, RECORDS) == 0)
			compare_records(p); /* when the game is over everybody gets the whole record */
		step(p, differ);
	}
	counts.apart += p->differs_openly;
	counts.over += !p->differs_openly && !ap_actors(&p->state[0]);
}

/* Two different games, or one game with everything hidden drawn again. */
static void pair_from_somewhere(pair *p, bool resampled, bool differ)
{
	ap_any first, second;
	int viewer = some_viewer(p);
	if (!find_moment(p, viewer, &first, &second))
		return;
	if (resampled) {
		ap_view(p->game, &first, viewer, &second);
		ap_determinize(p->game, &second, &p->rng, &second);
	}
	set_states(p, viewer, &first, &second);
	run_pair(p, STEPS, differ);
}

/* One pair from the start of the game, then others from anywhere: more of them where they soon
 * differ openly. */
static void run_pairs_at_table(const ap_game *game, const ap_setup *setup, const char *extra)
{
	static pair p;
	long enough = counts.decisions + DECISIONS;
	ap_seed(&p.rng, seed, stream++);
	open_pair(&p, game, setup, extra);
	begin_pair(&p, some_viewer(&p));
	run_pair(&p, 4 * STEPS, stream % 2);
	for (int i = 0; i < PAIRS || (i < 6 * PAIRS && counts.decisions < enough); i++)
		pair_from_somewhere(&p, i % 2, i % 4 == 3);
	close_pair(&p);
}

/* Every value of the first option, with few and with many players; the other options both ways. */
static void every_table(const ap_game *game, const char *extra, int more)
{
	ap_setup setup = {0};
	int minimal_answer = ap_min_players(game), range = ap_max_players(game) - minimal_answer + 1;
	do {
		for (int i = 0; i < 2; i++) {
			setup.players = (uint8_t)(minimal_answer + (setup.option[0] + more + 2 * i) % range);
			for (int k = 1; ap_option_name(game, k); k++)
				setup.option[k] = (uint8_t)i;
			if (ap_setup_sound(game, &setup))
				run_pairs_at_table(game, &setup, extra);
		}
		setup.option[0]++;
	} while (ap_option_value(game, 0, setup.option[0]));
}

static void print_counts(const char *name)
{
	print_message("%s: %ld pairs (%ld apart, %ld over), %ld messages, %ld bytes, %ld decisions\n",
		name, counts.pairs, counts.apart, counts.over, counts.messages, counts.bytes,
		counts.decisions);
	print_message("  %ld one-sided, %ld automatic, %ld records, %ld undone; rounds: %ld by the "
				  "clock (%ld unlike), %ld early, %ld held; %ld pauses\n",
		counts.one_sided, counts.automatic, counts.records, counts.undone, counts.by_clock,
		counts.unlike, counts.early, counts.held, counts.paused);
}

static bool has_rounds(const ap_game *game)
{
	return strcmp(ap_game_name(game), "kremlin") == 0;
}

static bool has_met_enough(const ap_game *game, bool live)
{
	bool some = counts.pairs >= 2 * PAIRS && counts.decisions >= DECISIONS && counts.records >= 8 &&
		counts.undone >= 2 && counts.paused >= 2;
	bool rounds = counts.one_sided >= DECISIONS &&
		(!live ||
			(counts.by_clock >= 50 && counts.unlike >= 20 && counts.early >= 5 &&
				counts.held >= 5));
	return some && (rounds || !has_rounds(game));
}

/* Plays more tables if the first pairs soon differed openly, so that the test cannot pass by
 * comparing nothing. */
static void every_game(const char *extra, int more)
{
	int automatic = 0; /* some games hardly ever ask a question with one answer */
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		memset(&counts, 0, sizeof counts);
		for (int times = 0; times < MAX_TIMES && (times == 0 || !has_met_enough(game, !more));
			 times++)
			every_table(game, extra, more);
		print_counts(ap_game_name(game));
		assert_true(has_met_enough(game, !more));
		assert_true(counts.messages >= counts.decisions);
		assert_true(counts.bytes >= 100 * counts.messages);
		automatic += (int)counts.automatic;
	}
	assert_true(automatic >= 5 * ap_game_count());
}

static void live_tables_tell_nothing_hidden(void **unused)
{
	(void)unused;
	every_game("", 0);
}

static void slow_tables_tell_nothing_hidden(void **unused)
{
	(void)unused;
	every_game(",\"pace\":\"slow\"", 1);
}

/* ---- Sheets ---------------------------------------------------------------------------------- */

/* When time is up a bot writes the rest. Nothing tells how much somebody had written. */
static void unfinished_sheets_tell_nothing_when_time_is_up(void **unused)
{
	(void)unused;
	static pair p;
	ap_setup setup = {4, {0}};
	ap_seed(&p.rng, seed, stream++);
	open_pair(&p, ap_game_named("kremlin"), &setup, "");
	begin_pair(&p, 1);
	assert_string_equal(ap_step_name(p.game, ap_step_of(&p.state[0])), "write");
	for (int i = 0; i < 12; i++)
		act_at_one_side(&p, i % 3 == 0 ? 0 : 2 + i % 2, true);
	while (asked(&p, 0, 1))
		act_alike(&p, 1); /* a bot would not write the same for the viewer at both sides */
	assert_memory_not_equal(&p.state[0], &p.state[1], ap_state_size(p.game));
	run_out_of_time(&p);
	assert_string_equal(ap_step_name(p.game, ap_step_of(&p.state[0])), "listen");
	compare_records(&p);
	close_pair(&p);
}

/* test_leak [SEED] */
int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(live_tables_tell_nothing_hidden),
		cmocka_unit_test(slow_tables_tell_nothing_hidden),
		cmocka_unit_test(unfinished_sheets_tell_nothing_when_time_is_up)};
	seed = argc > 1 ? (uint64_t)atol(argv[1]) : 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}

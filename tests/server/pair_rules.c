/* pair_rules.c: two states that a viewer cannot tell apart, and what is done in both. See pair.h.
 */
#include "server/pair.h"

#include "properties/told.h"

static pair *playing; /* whose hubs ask for chance */

void let_play(pair *p)
{
	playing = p;
}

/* ---- What the viewer sees -------------------------------------------------------------------- */

bool is_sealed(const pair *p, int side)
{
	const void *state = &p->state[side];
	return ap_actors(state) && ap_step_sealed(p->game, ap_step_of(state));
}

bool asked(const pair *p, int side, int seat)
{
	return (ap_actors(&p->state[side]) & AP_SEAT(seat)) != 0;
}

/* His view; who has answered a sealed question is nobody's business. */
static void look(const pair *p, int side, void *out)
{
	ap_view(p->game, &p->state[side], p->viewer, out);
	if (is_sealed(p, side))
		ap_top(out)->asked = 0;
}

static bool look_the_same(const pair *p)
{
	ap_any a, b;
	look(p, 0, &a);
	look(p, 1, &b);
	return memcmp(&a, &b, ap_state_size(p->game)) == 0;
}

/* ---- What may be done ------------------------------------------------------------------------ */

bool may_do(const pair *p, int side, int seat, ap_action a)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(p->game, &p->state[side], seat, legal);
	for (int i = 0; i < n; i++)
		if (legal[i] == a)
			return true;
	return false;
}

/* What the clock says for a seat, or the hub for one that has nothing else to say. */
ap_action least(const pair *p, int side, int seat)
{
	ap_action legal[AP_MAX_LEGAL], pass;
	if (sv_find_pass(p->game, &p->state[side], seat, &pass))
		return pass;
	assert_true(ap_legal(p->game, &p->state[side], seat, legal) > 0);
	return legal[0];
}

/* Everybody could pass when it was put, whoever has written what since. */
bool is_reaction(const pair *p)
{
	ap_any then;
	ap_action pass;
	for (int i = 0; i < 2 && is_sealed(p, i); i++) {
		memcpy(&then, &p->state[i], ap_state_size(p->game));
		for (int seat = 0; seat < p->setup.players; seat++)
			ap_unseal(p->game, &then, seat);
		for (int seat = 0; seat < p->setup.players; seat++)
			if ((ap_actors(&then) & AP_SEAT(seat)) && !sv_find_pass(p->game, &then, seat, &pass))
				return false;
	}
	return is_sealed(p, 0);
}

static bool closes(const pair *p, int side, int seat, ap_action a, ap_any *after)
{
	memcpy(after, &p->state[side], ap_state_size(p->game));
	ap_play(p->game, after, seat, a, NULL);
	return ap_question(after) != ap_question(&p->state[side]) || !ap_actors(after);
}

/* The hub hands in by itself what is complete, unless the round lasts. */
bool would_close(const pair *p, int side, int seat, ap_action a)
{
	ap_any after, view;
	if (closes(p, side, seat, a, &after))
		return true;
	if (p->live || ap_actors(&after) != AP_SEAT(seat))
		return false;
	ap_view(p->game, &after, seat, &view);
	return !ap_worth_asking(p->game, &view, seat);
}

/* ---- The first goes on, the second follows --------------------------------------------------- */

static ap_events told[2];

static void first_does(pair *p, int seat, ap_action a)
{
	told[0].count = told[1].count = 0;
	ap_play(p->game, &p->state[0], seat, a, &told[0]);
}

static void second_does(pair *p, int seat, ap_action a)
{
	if (!may_do(p, 1, seat, a)) {
		p->apart = true; /* he has it here, and not there */
		return;
	}
	ap_play(p->game, &p->state[1], seat, a, &told[1]);
	if (seat == AP_CHANCE)
		return;
	assert_true(p->answers < MOST_WAITING);
	p->answer[p->answers].seat = seat;
	p->answer[p->answers++].action = a;
}

/* The round has closed at the first: whoever has not answered at the second does. */
static void second_closes(pair *p, int question, int seat, ap_action a)
{
	while (!p->apart && ap_question(&p->state[1]) == question && ap_actors(&p->state[1])) {
		ap_seats others = ap_actors(&p->state[1]) & (ap_seats)~AP_SEAT(seat);
		if (others)
			second_does(p, ap_first_seat(others), least(p, 1, ap_first_seat(others)));
		else
			second_does(p, seat, may_do(p, 1, seat, a) ? a : least(p, 1, seat));
	}
}

/* Nothing tells the viewer a difference but the closing of a sealed round, which shows all. */
static void check_alike(pair *p, bool shows_all)
{
	if (p->apart || (look_the_same(p) && same_events(&told[0], &told[1], p->viewer)))
		return;
	if (!shows_all)
		fail_msg("%s: the rules themselves tell viewer %d something at %s", ap_game_name(p->game),
			p->viewer, ap_step_name(p->game, ap_step_of(&p->state[0])));
	p->apart = true;
}

void check_still_alike(pair *p)
{
	told[0].count = told[1].count = 0;
	check_alike(p, false);
}

static void follow(pair *p, int seat, ap_action a)
{
	ap_any after;
	bool sealed = is_sealed(p, 0);
	int question = ap_question(&p->state[0]);
	first_does(p, seat, a);
	bool open = ap_actors(&p->state[0]) && ap_question(&p->state[0]) == question;
	if (!sealed)
		second_does(p, seat, a);
	else if (!open)
		second_closes(p, question, seat, a);
	else if (may_do(p, 1, seat, a) && !closes(p, 1, seat, a, &after))
		second_does(p, seat, a);
	check_alike(p, sealed && !open);
}

void catch_up(pair *p)
{
	const ap_history *h = p->side[0].table->history;
	while (!p->apart && h && p->lines < h->lines) {
		const ap_line *line = &h->line[p->lines++];
		assert_int_equal(line->kind, AP_LINE_ACTION);
		follow(p, line->seat, line->value);
		met.decisions++;
	}
}

/* ---- Chance ---------------------------------------------------------------------------------- */

ap_action __real_ap_fair_outcome(const ap_fair_key *key, const ap_history *h);
ap_action __wrap_ap_fair_outcome(const ap_fair_key *key, const ap_history *h);

/* An outcome at the second that looks to the viewer as `a` does at the first. */
static bool look_alike(pair *p, ap_action a, ap_action *found)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_action shown = ap_masked(p->game, &p->state[0], AP_CHANCE, a, p->viewer);
	int n = ap_legal(p->game, &p->state[1], AP_CHANCE, legal), alike = 0;
	for (int i = 0; i < n; i++)
		if (ap_masked(p->game, &p->state[1], AP_CHANCE, legal[i], p->viewer) == shown)
			legal[alike++] = legal[i];
	if (alike > 0)
		*found = legal[ap_below(&p->rng, (uint32_t)alike)];
	return alike > 0;
}

/* Dice are the same. What the viewer does not see differs now and then, for the more it does the
 * sooner somebody cannot do the same any more. False: nothing looks the same. */
static bool same_chance(pair *p, ap_action *first, ap_action *second)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(p->game, &p->state[0], AP_CHANCE, legal);
	int from = (int)ap_below(&p->rng, (uint32_t)n);
	bool drifts = ap_below(&p->rng, 12) == 0;
	for (int i = 0; i < n; i++) {
		*first = *second = legal[(from + i) % n];
		if ((!drifts && may_do(p, 1, AP_CHANCE, *first)) || look_alike(p, *first, second))
			return true;
	}
	return false;
}

static bool roll(pair *p, ap_action *first, ap_action *second)
{
	p->apart = p->apart || !same_chance(p, first, second);
	if (p->apart)
		return false;
	first_does(p, AP_CHANCE, *first);
	second_does(p, AP_CHANCE, *second);
	check_alike(p, false);
	return true;
}

static ap_action first_outcome(pair *p, const ap_history *h, ap_action drawn)
{
	ap_action first, second;
	catch_up(p);
	if (!p->apart)
		assert_memory_equal(&p->state[0], &h->state, ap_state_size(p->game));
	if (!roll(p, &first, &second))
		return drawn;
	assert_true(p->outcomes < MOST_WAITING);
	p->outcome[p->outcomes++] = second;
	p->lines++;
	return first;
}

ap_action __wrap_ap_fair_outcome(const ap_fair_key *key, const ap_history *h)
{
	pair *p = playing;
	if (p && h == p->side[0].table->history)
		return first_outcome(p, h, __real_ap_fair_outcome(key, h));
	if (!p || h != p->side[1].table->history)
		return __real_ap_fair_outcome(key, h);
	if (p->drawn == p->outcomes)
		fail_msg("chance is asked at the second hub, and was not at the first");
	return p->outcome[p->drawn++];
}

/* ---- From the start, without hubs ------------------------------------------------------------ */

static int some_seat(pair *p, ap_seats seats)
{
	int skip = (int)ap_below(&p->rng, (uint32_t)__builtin_popcount(seats));
	while (skip-- > 0)
		seats &= (ap_seats)(seats - 1);
	return ap_first_seat(seats);
}

/* Mostly silent in rounds, so that there is always something to hide. */
static ap_action some_choice(pair *p, int side, int seat)
{
	ap_action legal[AP_MAX_LEGAL], pass;
	int n = ap_legal(p->game, &p->state[side], seat, legal);
	if (is_sealed(p, side) && ap_below(&p->rng, 12) &&
		sv_find_pass(p->game, &p->state[side], seat, &pass))
		return pass;
	return legal[ap_below(&p->rng, (uint32_t)n)];
}

/* The same in both, but for what somebody else writes down unseen. */
static void choose_alike(pair *p, int seat)
{
	ap_any after;
	ap_action pass, a = some_choice(p, 0, seat);
	for (int tries = 0; tries < 20 && !may_do(p, 1, seat, a); tries++)
		a = some_choice(p, 0, seat);
	bool writes = is_sealed(p, 0) && !sv_find_pass(p->game, &p->state[0], seat, &pass);
	if (!writes || seat == p->viewer || closes(p, 0, seat, a, &after)) {
		follow(p, seat, a);
		return;
	}
	first_does(p, seat, a);
	second_does(p, seat, some_choice(p, 1, seat));
	check_alike(p, false);
}

/* Of all moments at which they differ and a person is asked, each is as likely. */
bool some_moment(pair *p, int viewer, void *first, void *second)
{
	int moments = 0;
	size_t size = ap_state_size(p->game);
	p->viewer = viewer;
	p->apart = false;
	for (int i = 0; i < 2; i++)
		ap_start(p->game, &p->setup, &p->state[i], NULL);
	while (!p->apart && ap_actors(&p->state[0])) {
		ap_action here, there;
		int seat = some_seat(p, ap_actors(&p->state[0]));
		if (seat == AP_CHANCE) {
			roll(p, &here, &there);
			continue;
		}
		if (memcmp(&p->state[0], &p->state[1], size) && !ap_below(&p->rng, (uint32_t)++moments)) {
			memcpy(first, &p->state[0], size);
			memcpy(second, &p->state[1], size);
		}
		choose_alike(p, seat);
		p->answers = 0;
	}
	return moments > 0;
}

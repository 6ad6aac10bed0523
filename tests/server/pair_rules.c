/* pair_rules.c: two states that a viewer cannot tell apart, and what is applied to both. See
 * pair.h. */
#include "server/pair.h"

#include "properties/told.h"

static pair *playing; /* the pair whose hubs ask for chance */

void set_playing_pair(pair *p)
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

/* Makes the view of the viewer, without who has answered a sealed question. */
static void view_of(const pair *p, int side, void *out)
{
	ap_view(p->game, &p->state[side], p->viewer, out);
	if (is_sealed(p, side))
		ap_top(out)->asked = 0;
}

static bool views_are_equal(const pair *p)
{
	ap_any a, b;
	view_of(p, 0, &a);
	view_of(p, 1, &b);
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

ap_action minimal_answer(const pair *p, int side, int seat)
{
	ap_action legal[AP_MAX_LEGAL], pass;
	if (ap_pass(p->game, &p->state[side], seat, &pass))
		return pass;
	assert_true(ap_legal(p->game, &p->state[side], seat, legal) > 0);
	return legal[0];
}

bool is_reaction(const pair *p)
{
	return ap_actors(&p->state[0]) && ap_step_reaction(p->game, ap_step_of(&p->state[0]));
}

static bool closes(const pair *p, int side, int seat, ap_action a, ap_any *after)
{
	memcpy(after, &p->state[side], ap_state_size(p->game));
	ap_play(p->game, after, seat, a, NULL);
	return ap_question(after) != ap_question(&p->state[side]) || !ap_actors(after);
}

/* The hub hands in an answer that is complete, unless the question lasts its countdown. */
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

/* ---- Applying actions to both states --------------------------------------------------------- */

static ap_events events[2];

static void apply_at_first_state(pair *p, int seat, ap_action a)
{
	events[0].count = events[1].count = 0;
	ap_play(p->game, &p->state[0], seat, a, &events[0]);
}

static void apply_at_second_state(pair *p, int seat, ap_action a)
{
	if (!may_do(p, 1, seat, a)) {
		p->differs_openly = true; /* the action is legal at one side only */
		return;
	}
	ap_play(p->game, &p->state[1], seat, a, &events[1]);
	if (seat == AP_CHANCE)
		return;
	assert_true(p->answers < MAX_WAITING);
	p->answer[p->answers].seat = seat;
	p->answer[p->answers++].action = a;
}

/* The question has closed at the first side: whoever has not answered at the second does so now. */
static void close_at_second_state(pair *p, int question, int seat, ap_action a)
{
	while (!p->differs_openly && ap_question(&p->state[1]) == question && ap_actors(&p->state[1])) {
		ap_seats others = ap_actors(&p->state[1]) & (ap_seats)~AP_SEAT(seat);
		if (others)
			apply_at_second_state(
				p, ap_first_seat(others), minimal_answer(p, 1, ap_first_seat(others)));
		else
			apply_at_second_state(p, seat, may_do(p, 1, seat, a) ? a : minimal_answer(p, 1, seat));
	}
}

/* Only the end of a sealed question may make a difference public. */
static void check_views(pair *p, bool shows_all)
{
	if (p->differs_openly || (views_are_equal(p) && same_events(&events[0], &events[1], p->viewer)))
		return;
	if (!shows_all)
		fail_msg("%s: the rules themselves tell viewer %d something at %s", ap_game_name(p->game),
			p->viewer, ap_step_name(p->game, ap_step_of(&p->state[0])));
	p->differs_openly = true;
}

void check_views_still_equal(pair *p)
{
	events[0].count = events[1].count = 0;
	check_views(p, false);
}

static void apply_at_both_states(pair *p, int seat, ap_action a)
{
	ap_any after;
	bool sealed = is_sealed(p, 0);
	int question = ap_question(&p->state[0]);
	apply_at_first_state(p, seat, a);
	bool open = ap_actors(&p->state[0]) && ap_question(&p->state[0]) == question;
	if (!sealed)
		apply_at_second_state(p, seat, a);
	else if (!open)
		close_at_second_state(p, question, seat, a);
	else if (may_do(p, 1, seat, a) && !closes(p, 1, seat, a, &after))
		apply_at_second_state(p, seat, a);
	check_views(p, sealed && !open);
}

void catch_up(pair *p)
{
	const ap_history *h = p->side[0].table->history;
	while (!p->differs_openly && h && p->lines < h->lines) {
		const ap_line *line = &h->line[p->lines++];
		assert_int_equal(line->kind, AP_LINE_ACTION);
		apply_at_both_states(p, line->seat, line->value);
		counts.decisions++;
	}
}

/* ---- Chance ---------------------------------------------------------------------------------- */

ap_action __real_ap_fair_outcome(const ap_fair_key *key, const ap_history *h);
ap_action __wrap_ap_fair_outcome(const ap_fair_key *key, const ap_history *h);

/* Finds an outcome at the second side that looks to the viewer as `a` does at the first. */
static bool find_look_alike(pair *p, ap_action a, ap_action *found)
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

/* Chooses outcomes that look the same to the viewer. What the viewer does not see differs only now
 * and then: the more it differs, the sooner an action becomes illegal at one side. Returns false if
 * no outcomes look the same. */
static bool choose_outcomes(pair *p, ap_action *first, ap_action *second)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(p->game, &p->state[0], AP_CHANCE, legal);
	int from = (int)ap_below(&p->rng, (uint32_t)n);
	bool drifts = ap_below(&p->rng, 12) == 0;
	for (int i = 0; i < n; i++) {
		*first = *second = legal[(from + i) % n];
		if ((!drifts && may_do(p, 1, AP_CHANCE, *first)) || find_look_alike(p, *first, second))
			return true;
	}
	return false;
}

static bool apply_chance(pair *p, ap_action *first, ap_action *second)
{
	p->differs_openly = p->differs_openly || !choose_outcomes(p, first, second);
	if (p->differs_openly)
		return false;
	apply_at_first_state(p, AP_CHANCE, *first);
	apply_at_second_state(p, AP_CHANCE, *second);
	check_views(p, false);
	return true;
}

static ap_action first_outcome(pair *p, const ap_history *h, ap_action drawn)
{
	ap_action first, second;
	catch_up(p);
	if (!p->differs_openly)
		assert_memory_equal(&p->state[0], &h->state, ap_state_size(p->game));
	if (!apply_chance(p, &first, &second))
		return drawn;
	assert_true(p->outcomes < MAX_WAITING);
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

/* ---- Games without hubs ---------------------------------------------------------------------- */

static int some_seat(pair *p, ap_seats seats)
{
	int skip = (int)ap_below(&p->rng, (uint32_t)__builtin_popcount(seats));
	while (skip-- > 0)
		seats &= (ap_seats)(seats - 1);
	return ap_first_seat(seats);
}

/* Mostly passes in reactions, so that there is always something to hide. */
static ap_action some_choice(pair *p, int side, int seat)
{
	ap_action legal[AP_MAX_LEGAL], pass;
	int n = ap_legal(p->game, &p->state[side], seat, legal);
	if (is_sealed(p, side) && ap_below(&p->rng, 12) &&
		ap_pass(p->game, &p->state[side], seat, &pass))
		return pass;
	return legal[ap_below(&p->rng, (uint32_t)n)];
}

/* Chooses the same action at both sides, except what another seat writes unseen. */
static void choose_for_both(pair *p, int seat)
{
	ap_any after;
	ap_action pass, a = some_choice(p, 0, seat);
	for (int tries = 0; tries < 20 && !may_do(p, 1, seat, a); tries++)
		a = some_choice(p, 0, seat);
	bool writes = is_sealed(p, 0) && !ap_pass(p->game, &p->state[0], seat, &pass);
	if (!writes || seat == p->viewer || closes(p, 0, seat, a, &after)) {
		apply_at_both_states(p, seat, a);
		return;
	}
	apply_at_first_state(p, seat, a);
	apply_at_second_state(p, seat, some_choice(p, 1, seat));
	check_views(p, false);
}

/* Each moment at which the states differ and a person is asked is equally likely. */
bool find_moment(pair *p, int viewer, void *first, void *second)
{
	int moments = 0;
	size_t size = ap_state_size(p->game);
	p->viewer = viewer;
	p->differs_openly = false;
	for (int i = 0; i < 2; i++)
		ap_start(p->game, &p->setup, &p->state[i], NULL);
	while (!p->differs_openly && ap_actors(&p->state[0])) {
		ap_action here, there;
		int seat = some_seat(p, ap_actors(&p->state[0]));
		if (seat == AP_CHANCE) {
			apply_chance(p, &here, &there);
			continue;
		}
		if (memcmp(&p->state[0], &p->state[1], size) != 0 &&
			!ap_below(&p->rng, (uint32_t)++moments)) {
			memcpy(first, &p->state[0], size);
			memcpy(second, &p->state[1], size);
		}
		choose_for_both(p, seat);
		p->answers = 0;
	}
	return moments > 0;
}

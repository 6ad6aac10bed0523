/* resampling.c: if a viewer cannot tell two states apart, he cannot tell apart what follows from
 * them, either. The second state is made by filling in anew what the viewer's view hides; then in
 * both states an action is played that looks the same to the viewer. */
#include "properties/laws.h"
#include "properties/told.h"

/* Returns whether an action may be the last answer to a sealed question, which reveals all answers.
 * Other actions reveal nothing beside themselves. */
static bool may_close_a_round(const run *r, const void *state, int seat)
{
	return ap_step_sealed(r->game, ap_step_of(state)) && ap_actors(state) == AP_SEAT(seat);
}

/* Finds an action in the other state that looks like `a` to the viewer; false if there is none. */
static bool look_alike(
	run *r, const void *other, int seat, ap_action a, int viewer, ap_action *found)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_action shown = ap_masked(r->game, r->state, seat, a, viewer);
	int n = ap_legal(r->game, other, seat, legal), alike = 0;
	for (int i = 0; i < n; i++)
		if (ap_masked(r->game, other, seat, legal[i], viewer) == shown)
			legal[alike++] = legal[i];
	if (alike > 0)
		*found = legal[pick(r, alike)];
	return alike > 0;
}

/* How an action is shown to a viewer does not depend on what is hidden from him. */
static void mask_laws(const run *r, const void *other, int seat, int viewer)
{
	ap_action here[AP_MAX_LEGAL], there[AP_MAX_LEGAL];
	int n = ap_legal(r->game, r->state, seat, here), m = ap_legal(r->game, other, seat, there);
	for (int i = 0, k = 0; i < n; i++) {
		while (k < m && there[k] < here[i])
			k++;
		if (k == m || there[k] != here[i])
			continue;
		ap_action a = ap_masked(r->game, r->state, seat, here[i], viewer);
		ap_action b = ap_masked(r->game, other, seat, here[i], viewer);
		LAW(r, "mask-by-what-is-known", a == b, "%#x of seat %d is %#x or %#x to viewer %d",
			here[i], seat, a, b, viewer);
	}
}

/* A sealed answer may take several actions, and nobody may know how many are still to come;
 * therefore a runner tells nothing of a sealed question while it is open. So this removes from both
 * states whether the seat is still asked. False if the question is closed in one state only. */
static bool hide_open_answer(const run *r, void *now, void *other, int seat)
{
	void *both[2] = {now, other};
	bool open[2];
	for (int i = 0; i < 2; i++)
		open[i] = ap_actors(both[i]) && ap_question(both[i]) == ap_question(r->state);
	for (int i = 0; i < 2; i++) {
		LAW(r, "sealed-alike", !open[i] || open[!i] || (ap_actors(both[i]) & AP_SEAT(seat)),
			"a round closes in one of two states that look alike after seat %d", seat);
		if (open[i])
			ap_top(both[i])->asked &= (ap_seats)~AP_SEAT(seat);
	}
	return open[0] == open[1];
}

static void play_alike(run *r, void *other, int seat, ap_action a, ap_action b, int viewer)
{
	static ap_events told, told_other;
	void *now = copy_of(r, 4, r->state);
	bool closes = may_close_a_round(r, now, seat);
	told.count = told.lost = told_other.count = told_other.lost = 0;
	ap_play(r->game, now, seat, a, &told);
	ap_play(r->game, other, seat, b, &told_other);
	ap_view(r->game, now, viewer, now);
	ap_view(r->game, other, viewer, other);
	if (ap_step_sealed(r->game, ap_step_of(r->state)) && !hide_open_answer(r, now, other, seat))
		return;
	bool alike = same(r, now, other);
	LAW(r, "alike-stay-alike", alike || closes, "%#x and %#x of seat %d tell viewer %d something",
		a, b, seat, viewer);
	LAW(r, "alike-events", !alike || closes || same_events(&told, &told_other, viewer),
		"%#x and %#x of seat %d are told otherwise to viewer %d", a, b, seat, viewer);
}

/* If the viewer sees and is told the same after two actions, the actions themselves are shown to
 * him the same way. Otherwise he could learn from them what the game hides. */
static void mask_tells_law(run *r, int seat, int viewer)
{
	static ap_events told[2];
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(r->game, r->state, seat, legal);
	ap_action a[2] = {legal[pick(r, n)], legal[pick(r, n)]};
	for (int i = 0; i < 2; i++) {
		void *now = copy_of(r, 3 + i, r->state);
		told[i].count = told[i].lost = 0;
		ap_play(r->game, now, seat, a[i], &told[i]);
		ap_view(r->game, now, viewer, now);
	}
	if (!same(r, r->copy[3], r->copy[4]) || !same_events(&told[0], &told[1], viewer))
		return;
	LAW(r, "mask-tells-no-more",
		ap_masked(r->game, r->state, seat, a[0], viewer) ==
			ap_masked(r->game, r->state, seat, a[1], viewer),
		"%#x and %#x of seat %d are told apart by viewer %d", a[0], a[1], seat, viewer);
}

/* An action that is shown to the viewer as "seal" changes nothing that he sees, so that a runner
 * need not tell him of it at all. */
static void seal_law(run *r, int seat, ap_action a, int viewer)
{
	static ap_events told;
	ap_action shown = ap_masked(r->game, r->state, seat, a, viewer);
	if (strcmp(ap_verb_name(r->game, (int)ap_verb_of(shown)), "seal") != 0)
		return;
	void *now = copy_of(r, 4, r->state), *before = r->copy[5];
	told.count = told.lost = 0;
	ap_play(r->game, now, seat, a, &told);
	ap_view(r->game, now, viewer, now);
	ap_view(r->game, r->state, viewer, before);
	LAW(r, "seal-shows-nothing", same(r, now, before) && told.count == 0,
		"%#x of seat %d changes what viewer %d sees", a, seat, viewer);
}

/* What chance can answer with an open verb follows from what everybody knows, and so does what it
 * has answered: the dice may be opened, which tells the number of the answer among all. */
static void open_verb_law(const run *r, const void *other, int viewer)
{
	ap_action here[AP_MAX_LEGAL], there[AP_MAX_LEGAL];
	int n = ap_legal(r->game, r->state, AP_CHANCE, here);
	if (!r->game->verbs[ap_verb_of(here[0])].open)
		return;
	int m = ap_legal(r->game, other, AP_CHANCE, there);
	LAW(r, "open-by-what-is-known", n == m && memcmp(here, there, (size_t)n * sizeof here[0]) == 0,
		"viewer %d can not know what chance can answer with the verb %s", viewer,
		ap_verb_name(r->game, (int)ap_verb_of(here[0])));
	for (int i = 0; i < n; i++)
		LAW(r, "open-is-seen",
			r->game->verbs[ap_verb_of(here[i])].open &&
				ap_masked(r->game, r->state, AP_CHANCE, here[i], viewer) == here[i],
			"viewer %d does not see %#x", viewer, here[i]);
	const ap_verb *verb = &r->game->verbs[ap_verb_of(here[0])];
	for (int i = 0; i < n && verb->x == &ap_plain_number && !verb->y; i++)
		LAW(r, "open-die-in-order", ap_x(here[i]) == (unsigned)i + 1,
			"face %u of a die is outcome %d", ap_x(here[i]), i + 1);
}

/* `other` is a state that fits the same view of the viewer. It is changed. */
void resampling_laws(run *r, int viewer, void *other)
{
	ap_action legal[AP_MAX_LEGAL], b;
	int seat = pick_seat(r, ap_actors(r->state));
	ap_action a = legal[pick(r, ap_legal(r->game, r->state, seat, legal))];
	seal_law(r, seat, a, viewer);
	if (seat == AP_CHANCE)
		open_verb_law(r, other, viewer);
	if (seat == viewer) { /* the list of legal actions is the same: see the law legal-of-view */
		play_alike(r, other, seat, a, a, viewer);
		return;
	}
	if (pick(r, 3) == 0)
		mask_laws(r, other, seat, viewer);
	if (look_alike(r, other, seat, a, viewer, &b))
		play_alike(r, other, seat, a, b, viewer);
	if (pick(r, 3) == 0)
		mask_tells_law(r, seat, viewer);
}

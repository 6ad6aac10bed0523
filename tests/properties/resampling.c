/* resampling.c: two games that a viewer cannot tell apart stay so. The hidden things of a state are
 * filled in anew from a viewer's view; then both games get an action that looks the same to him. */
#include "properties/laws.h"
#include "properties/told.h"

/* Nothing is turned up but by the action itself, and by the last answer of a sealed round, which
 * shows them all. */
static bool may_close_a_round(const run *r, const void *state, int seat)
{
	return ap_step_sealed(r->game, ap_step_of(state)) && ap_actors(state) == AP_SEAT(seat);
}

/* An action of the other game that looks to the viewer as `a` does; false if there is none. */
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

/* The same action is shown the same way, whatever is hidden. */
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

/* A sealed answer may take several decisions, and how many are still to come is his secret: whoever
 * runs the game says nothing of a round before it closes. False: it has closed here alone. */
static bool keep_secret(const run *r, void *now, void *other, int seat)
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
	if (ap_step_sealed(r->game, ap_step_of(r->state)) && !keep_secret(r, now, other, seat))
		return;
	bool alike = same(r, now, other);
	LAW(r, "alike-stay-alike", alike || closes, "%#x and %#x of seat %d tell viewer %d something",
		a, b, seat, viewer);
	LAW(r, "alike-events", !alike || closes || same_events(&told, &told_other, viewer),
		"%#x and %#x of seat %d are told otherwise to viewer %d", a, b, seat, viewer);
}

/* Two actions after which the viewer sees and is told the same are shown to him the same way:
 * what the table hides, the record of the action does not tell. */
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

/* What is shown as a seal changes nothing the viewer knows: a runner need not pass it on at all. */
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

/* `other` fits the viewer's view as the state does; it is played on and spoilt. */
void resampling_laws(run *r, int viewer, void *other)
{
	ap_action legal[AP_MAX_LEGAL], b;
	int seat = pick_seat(r, ap_actors(r->state));
	ap_action a = legal[pick(r, ap_legal(r->game, r->state, seat, legal))];
	seal_law(r, seat, a, viewer);
	if (seat == viewer) { /* his list is the same: see legal-of-view */
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

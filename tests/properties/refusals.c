/* refusals.c: an action that is not in the legal list is refused; the refusal cites a clause and
 * changes nothing. */
#include "properties/laws.h"

enum { TRIES = 100 };

/* Returns an argument that is mostly in range. */
static unsigned some_argument(run *r, const ap_names *names)
{
	if (pick(r, 16) == 0)
		return pick(r, 2) ? AP_UNKNOWN : pick(r, 0x1000);
	if (!names)
		return 0;
	return pick(r, names == &ap_plain_number ? 12 : names->count + 1);
}

/* Returns an action that is mostly well formed. */
static ap_action some_action(run *r)
{
	if (pick(r, 16) == 0)
		return pick(r, 0x10000) << 16 | pick(r, 0x10000);
	const ap_verb *verb = &r->game->verbs[pick(r, r->game->verb_count)];
	unsigned x = some_argument(r, verb->x);
	return ap_act((unsigned)(verb - r->game->verbs), x, some_argument(r, verb->y));
}

/* Returns a legal action with one part replaced. Mistakes are most likely with such actions. */
static ap_action similar_action(run *r, ap_action legal)
{
	ap_action other = some_action(r);
	switch (pick(r, 3)) {
	case 0:
		return ap_act(ap_verb_of(legal), ap_x(other), ap_y(legal));
	case 1:
		return ap_act(ap_verb_of(legal), ap_x(legal), ap_y(other));
	default:
		return ap_act(ap_verb_of(other), ap_x(legal), ap_y(legal));
	}
}

static uint16_t refusal(const run *r, const void *state, int seat, ap_action a)
{
	const ap_step *step = &r->game->steps[ap_step_of(state)];
	return ap_action_sound(r->game, a) ? step->refuse(state, seat, a) : step->clause;
}

/* `seen` is the view of the seat; NULL for chance, which has none. */
static void try_action(run *r, int seat, ap_action a, bool legal, const void *seen)
{
	uint16_t clause = refusal(r, r->state, seat, a);
	LAW(r, "legal-is-what-applies", (clause == 0) == legal, "%#x of seat %d, %s, is refused by %s",
		a, seat, legal ? "legal" : "not legal", clause ? ap_clause_id(r->game, clause) : "nothing");
	if (seen)
		LAW(r, "refused-by-what-is-known", refusal(r, seen, seat, a) == clause,
			"%#x is judged otherwise on the view of seat %d", a, seat);
	if (legal)
		return; /* the game itself applies one of the legal actions */
	void *now = r->copy[2];
	ap_result result = ap_apply(r->game, now, seat, a, NULL);
	LAW(r, "refused", result.code == AP_FORBIDDEN && result.clause == clause,
		"%#x of seat %d: code %d", a, seat, result.code);
	LAW(r, "refusal-cites", cites(r, result), "%#x of seat %d cites %d", a, seat, result.clause);
	LAW(r, "refusal-changes-nothing", same(r, now, r->state), "%#x of seat %d", a, seat);
	met.clause[result.clause] = true;
}

static void try_seat(run *r, int seat)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(r->game, r->state, seat, legal);
	void *seen = NULL;
	if (seat != AP_CHANCE)
		ap_view(r->game, r->state, seat, seen = r->copy[3]);
	for (int i = 0; i < n; i++)
		try_action(r, seat, legal[i], true, seen);
	for (int i = 0; i < TRIES; i++) {
		ap_action a = i % 2 ? some_action(r) : similar_action(r, legal[pick(r, n)]);
		try_action(r, seat, a, in_list(legal, n, a), seen);
	}
}

/* Tries seats that are not asked, and seats that do not exist. */
static void try_others(run *r, ap_action a)
{
	static const int seats[] = {-200, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 31, 32, 200, 255};
	ap_seats actors = ap_actors(r->state);
	for (int i = 0; i < AP_COUNT(seats); i++) {
		int seat = seats[i];
		if (seat >= 0 && seat <= AP_CHANCE && (actors >> seat & 1))
			continue;
		ap_result result = ap_apply(r->game, r->copy[2], seat, a, NULL);
		ap_code code = actors ? AP_NOT_ASKED : AP_GAME_OVER;
		LAW(r, "not-asked", result.code == code, "seat %d: code %d", seat, result.code);
		LAW(r, "refusal-cites", cites(r, result), "seat %d, not asked: %d", seat, result.clause);
		LAW(r, "refusal-changes-nothing", same(r, r->copy[2], r->state), "seat %d, not asked",
			seat);
		met.clause[result.clause] = true;
	}
}

void refusal_laws(run *r)
{
	ap_action legal[AP_MAX_LEGAL];
	copy_of(r, 2, r->state);
	for (ap_seats actors = ap_actors(r->state); actors; actors &= (ap_seats)(actors - 1))
		try_seat(r, ap_first_seat(actors));
	int n = ap_actors(r->state)
		? ap_legal(r->game, r->state, ap_first_seat(ap_actors(r->state)), legal)
		: 0;
	try_others(r, n ? legal[pick(r, n)] : some_action(r));
}

/* sealed.c: sealed answers may come in any order, and can be taken back as long as the question is
 * open. */
#include "properties/laws.h"

/* Returns whether the question of r->state is still open in another state. */
static bool is_question_open(const run *r, const void *state)
{
	return ap_actors(state) != 0 && ap_question(state) == ap_question(r->state);
}

static ap_action some_legal(run *r, const void *state, int seat)
{
	ap_action legal[AP_MAX_LEGAL];
	return legal[pick(r, ap_legal(r->game, state, seat, legal))];
}

static void answer(const run *r, void *state, int seat, ap_action a)
{
	ap_result result = ap_apply(r->game, state, seat, a, NULL);
	LAW(r, "sealed-answers-free", result.code == AP_OK, "%#x of seat %d is refused after another's",
		a, seat);
}

/* It does not matter which of two seats answers first. */
static void order_law(run *r)
{
	ap_seats actors = ap_actors(r->state);
	int a = pick_seat(r, actors), b = pick_seat(r, actors & (ap_seats)~AP_SEAT(a));
	ap_action of_a = some_legal(r, r->state, a), of_b = some_legal(r, r->state, b);
	void *one = copy_of(r, 2, r->state), *other = copy_of(r, 3, r->state);
	answer(r, one, a, of_a);
	answer(r, one, b, of_b);
	answer(r, other, b, of_b);
	answer(r, other, a, of_a);
	LAW(r, "sealed-order", same(r, one, other), "%#x of seat %d and %#x of seat %d", of_a, a, of_b,
		b);
}

/* Plays up to this many actions of a seat's sealed answer, as long as the question stays open, and
 * takes the answer back: the state is as before. */
static void take_back_law(run *r, int seat, int decisions)
{
	void *now = copy_of(r, 2, r->state), *next = r->copy[3];
	int done = 0;
	for (; done < decisions && (ap_actors(now) >> seat & 1); done++) {
		memcpy(next, now, r->size);
		ap_play(r->game, next, seat, some_legal(r, now, seat), NULL);
		if (!is_question_open(r, next))
			break;
		memcpy(now, next, r->size);
	}
	if (done == 0)
		return;
	ap_result result = ap_unseal(r->game, now, seat);
	LAW(r, "unseal", result.code == AP_OK, "seat %d is refused: %d", seat, result.code);
	LAW(r, "unseal-exact", same(r, now, r->state), "seat %d, %d decisions", seat, done);
	met.unseals++;
}

static void unseal_laws(run *r)
{
	static const int seats[] = {-200, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 31, 32, 200, 255};
	bool sealed = ap_step_sealed(r->game, ap_step_of(r->state)) && ap_actors(r->state);
	for (int i = 0; i < AP_COUNT(seats); i++) {
		int seat = seats[i];
		bool answered = sealed && seat >= 0 && seat < AP_CHANCE && (r->answered >> seat & 1);
		void *now = copy_of(r, 2, r->state);
		ap_result result = ap_unseal(r->game, now, seat);
		if (answered) {
			LAW(r, "unseal", result.code == AP_OK, "seat %d has answered: %d", seat, result.code);
			LAW(r, "unseal-asks", ap_actors(now) >> seat & 1, "seat %d is not asked again", seat);
			continue;
		}
		ap_code code = ap_actors(r->state) ? AP_NOT_SEALED : AP_GAME_OVER;
		LAW(r, "unseal-nothing", result.code == code, "seat %d has no answer: %d", seat,
			result.code);
		LAW(r, "unseal-cites", cites(r, result), "seat %d: clause %d", seat, result.clause);
		LAW(r, "unseal-nothing", same(r, now, r->state), "refused to seat %d, and changed", seat);
		if (sealed && seat >= 0 && seat < AP_CHANCE && (ap_actors(r->state) >> seat & 1))
			for (int decisions = 1; decisions <= 3; decisions++)
				take_back_law(r, seat, decisions);
	}
}

void sealed_laws(run *r)
{
	ap_seats actors = ap_actors(r->state);
	if (actors & (actors - 1)) {
		LAW(r, "several-are-sealed", ap_step_sealed(r->game, ap_step_of(r->state)),
			"several are asked at step %s", ap_step_name(r->game, ap_step_of(r->state)));
		order_law(r);
	}
	unseal_laws(r);
}

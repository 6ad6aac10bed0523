/* pawns.c: diplomats and briefcases, and how they leave the game. */
#include "state.h"

int ab_diplomats_each(const ab_state *s)
{
	return s->head.option[OPTION_DIPLOMATS] ? EACH - 1 : EACH;
}

int ab_pawns_in(const ab_state *s, int seat, int space)
{
	int count = 0;
	for (int pawn = seat * EACH; pawn < (seat + 1) * EACH; pawn++)
		count += s->place[pawn] == space;
	return count;
}

/* AB-TU-5 */
bool ab_is_out(const ab_state *s, int seat)
{
	return ab_pawns_in(s, seat, REMOVED) == EACH;
}

/* AB-SU-3 */
int ab_cases_left(const ab_state *s, int kind)
{
	return s->head.players * (kind == NUCLEAR ? NUCLEAR_EACH : TOURIST_EACH) - s->gone[kind];
}

int ab_reserve_size(const ab_state *s)
{
	int size = ab_cases_left(s, NUCLEAR) + ab_cases_left(s, TOURIST);
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		size -= is_loaded(s, pawn);
	return size;
}

int ab_reserve_of(const ab_state *s, int kind)
{
	int size = ab_cases_left(s, kind);
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		size -= s->load[pawn] == kind;
	return size;
}

void ab_ask_chance(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

/* ---- Showing a briefcase to all -------------------------------------------------------------- */

/* What is in it is shown by an action of its own, so that a record as one seat may know it holds
 * everything that seat learns. Chance has one answer. */
void ab_call_reveal(ab_state *s, int pawn, int why)
{
	ap_frame *f = ap_call(s, REVEAL);
	f->v[SHOWN] = (int16_t)pawn;
	f->v[WHY] = (int16_t)why;
}

void ab_reveal_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_OPEN, s->load[ap_peek(s)->v[SHOWN]], 0));
}

uint16_t ab_reveal_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	(void)seat;
	return ap_verb_of(a) == V_OPEN && ap_x(a) == s->load[ap_peek(s)->v[SHOWN]] ? 0 : AB_PR_9;
}

/* Out of the game, by this clause. False: with the last nuclear one the game is over (AB-EN-2). */
static bool case_goes(ab_state *s, int pawn, int clause, ap_events *ev)
{
	ap_tell(ev, EV_CASE_OUT, clause, (int16_t)pawn, s->load[pawn]);
	s->gone[s->load[pawn]]++;
	s->load[pawn] = NONE;
	s->known_to[pawn] = s->barred[pawn] = 0;
	s->idle = 0;
	if (ab_cases_left(s, NUCLEAR) > 0)
		return true;
	ap_tell(ev, EV_NO_NUCLEAR, AB_EN_2, 0);
	ab_end_game(s, NO_NUCLEAR, NONE, ev);
	return false;
}

/* AB-EN-1, AB-PA-3 */
static void flown_home(ab_state *s, int pawn, bool nuclear, ap_events *ev)
{
	int seat = owner_of(pawn);
	ab_put_pawn(s, pawn, HOME);
	ap_tell(ev, nuclear ? EV_NUCLEAR_HOME : EV_TOURIST_HOME, nuclear ? AB_EN_1 : AB_PA_3,
		(int16_t)seat, (int16_t)pawn);
	if (!nuclear) {
		case_goes(s, pawn, AB_PA_3, ev);
		return;
	}
	s->gone[NUCLEAR]++;
	s->load[pawn] = NONE;
	s->known_to[pawn] = 0;
	ab_end_game(s, VICTORY, seat, ev);
}

static void remove_pawn(ab_state *s, int pawn, ap_events *ev);

void ab_reveal_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int pawn = ap_top(s)->v[SHOWN], why = ap_top(s)->v[WHY];
	bool nuclear = ap_x(a) == NUCLEAR;
	(void)seat;
	ap_end(s);
	if (why == FLOWN) {
		flown_home(s, pawn, nuclear, ev);
		return;
	}
	if (why == PRESSED_OPEN)
		ap_tell(ev, nuclear ? EV_OPENED_NUCLEAR : EV_OPENED_TOURIST, nuclear ? AB_PR_8 : AB_PR_7,
			(int16_t)pawn);
	if (!case_goes(s, pawn, why == PRESSED_OPEN ? AB_PR_9 : AB_PR_7, ev))
		return;
	if (why == PRESSED_OPEN)
		s->opened = (uint8_t)ap_x(a);
	else
		remove_pawn(s, pawn, ev);
}

/* ---- Losing a diplomat -------------------------------------------------------------------------
 */

static bool everybody_is_out(const ab_state *s)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (!ab_is_out(s, seat))
			return false;
	return true;
}

/* AB-TU-5, AB-EN-3 */
static void remove_pawn(ab_state *s, int pawn, ap_events *ev)
{
	int seat = owner_of(pawn);
	ab_put_pawn(s, pawn, REMOVED);
	if (!ab_is_out(s, seat))
		return;
	ap_tell(ev, EV_OUT, AB_TU_5, (int16_t)seat);
	ab_end_ballot(s, seat, ev);
	if (everybody_is_out(s)) {
		ap_tell(ev, EV_NO_DIPLOMATS, AB_EN_3, 0);
		ab_end_game(s, NO_DIPLOMATS, NONE, ev);
	} else if (s->hand[seat] != NONE) {
		ap_call(s, GO_OUT)->v[0] = (int16_t)seat;
	}
}

/* AB-PR-7: with what he carries. */
void ab_lose_pawn(ab_state *s, int pawn, ap_events *ev)
{
	ap_tell(ev, EV_LOSES, AB_PR_7, (int16_t)owner_of(pawn), (int16_t)pawn);
	if (is_loaded(s, pawn))
		ab_call_reveal(s, pawn, LOST);
	else
		remove_pawn(s, pawn, ev);
}

/* AB-TU-5: whoever is out lays his Secret card down. */
void ab_go_out_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(ap_top(state)->v[0]));
}

void ab_go_out_legal(const void *state, int seat, ap_list *out)
{
	ap_add(out, ap_act(V_DISCARD, ((const ab_state *)state)->hand[seat], 0));
}

uint16_t ab_go_out_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	return ap_verb_of(a) == V_DISCARD && ap_x(a) == s->hand[seat] ? 0 : AB_TU_5;
}

void ab_go_out_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ap_tell(ev, EV_DISCARDS, AB_TU_5, (int16_t)seat, (int16_t)ap_x(a));
	ab_discard_hand(state, seat);
	ap_end(state);
}

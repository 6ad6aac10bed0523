/* camps.c: a pressure from Immunity to its losses, AB-PR-3 to AB-PR-9. */
#include "state.h"

static int space_of(const ab_state *s)
{
	return s->place[ap_peek(s)->v[BEARER]];
}

const ap_frame *ab_pressure_frame(const ab_state *s)
{
	for (int i = s->head.depth - 1; i > 0; i--) {
		int step = s->head.stack[i].step;
		if (step >= PRESSURE_IMMUNITY && step <= PRESSURE_LOSSES)
			return &s->head.stack[i];
	}
	return NULL;
}

void ab_forget_pressure(ab_state *s)
{
	s->attackers = 0;
	memset(s->bonus, 0, sizeof s->bonus);
	memset(s->malus, 0, sizeof s->malus);
}

static void over(ab_state *s)
{
	ab_forget_pressure(s);
	ap_end(s);
}

/* AB-PR-6 */
static void pressure_fails(ab_state *s, ap_events *ev)
{
	int bearer = ap_peek(s)->v[BEARER];
	ap_tell(ev, EV_FAILS, AB_PR_6, (int16_t)bearer);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->attackers & AP_SEAT(seat))
			ap_tell(ev, EV_BARRED, AB_PR_6, (int16_t)seat, (int16_t)bearer);
	s->barred[bearer] |= s->attackers;
	over(s);
}

/* AB-SC-14: everybody with a card is asked while Immunity may still be out. */
void ab_immunity_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	if (s->immune) {
		s->immune = 0;
		pressure_fails(s, ev);
		return;
	}
	while (ab_still_out(s, AB_EFFECT_IMMUNITY) && f->v[TURNS] < s->head.players) {
		int seat = clockwise(s, turn_of(s), f->v[TURNS]++);
		if (s->hand[seat] != NONE) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
	}
	f->v[TURNS] = 0;
	ap_goto(s, PRESSURE_ALLIES);
}

/* ---- Allies ---------------------------------------------------------------------------------- */

/* AB-PR-3. v[TURNS] keeps who was asked until all have answered. */
ap_seats ab_possible_allies(const ab_state *s, const ap_frame *pressure)
{
	ap_seats allies = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (seat != pressure->v[PRESSER] && ab_may_press(s, seat, pressure->v[BEARER]))
			allies |= AP_SEAT(seat);
	return allies;
}

void ab_allies_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	ap_seats asked = ab_possible_allies(s, f);
	(void)ev;
	f->v[TURNS] = (int16_t)asked;
	if (asked)
		ap_ask(s, asked);
	else
		ap_goto(s, PRESSURE_CARDS);
}

void ab_allies_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(V_ANSWER, JOINS, 0));
	ap_add(out, ap_act(V_ANSWER, NEUTRAL, 0));
}

uint16_t ab_allies_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == V_ANSWER && (ap_x(a) == JOINS || ap_x(a) == NEUTRAL) ? 0 : AB_PR_3;
}

void ab_allies_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	(void)ev;
	s->answer[seat] = (uint8_t)ap_x(a);
}

void ab_allies_close(void *state, ap_events *ev)
{
	ab_state *s = state;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->answer[seat] == JOINS) {
			s->attackers |= (uint8_t)AP_SEAT(seat);
			ap_tell(ev, EV_CAMP_JOINS, AB_PR_3, (int16_t)seat);
		} else if (s->answer[seat] == NEUTRAL) {
			ap_tell(ev, EV_CAMP_NEUTRAL, AB_PR_3, (int16_t)seat);
		}
		s->answer[seat] = 0;
	}
	ap_top(s)->v[TURNS] = 0;
	ap_goto(s, PRESSURE_CARDS);
}

bool ab_allies_unseal(void *state, int seat)
{
	ab_state *s = state;
	bool answered = s->answer[seat] != 0;
	s->answer[seat] = 0;
	return answered;
}

/* ---- Cards and the count -----------------------------------------------------------------------
 */

static bool pressure_cards_out(const ab_state *s)
{
	for (int effect = AB_EFFECT_BODYGUARDS; effect <= AB_EFFECT_INCIDENT; effect++)
		if (ab_still_out(s, effect))
			return true;
	return false;
}

/* AB-PR-4: clockwise from the presser, until all have passed in a row. */
void ab_pressure_cards_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	while (pressure_cards_out(s) && f->v[PASSES] < s->head.players) {
		int seat = clockwise(s, f->v[PRESSER], f->v[TURNS]);
		f->v[TURNS] = (int16_t)((f->v[TURNS] + 1) % s->head.players);
		if (s->hand[seat] != NONE && ab_pawns_in(s, seat, space_of(s)) > 0) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
		f->v[PASSES]++;
	}
	ap_tell(ev, EV_CARDS_DONE, AB_PR_4, f->v[BEARER]);
	f->v[TURNS] = f->v[PASSES] = 0;
	ap_goto(s, PRESSURE_RESULT);
}

static int attacking_pawns(const ab_state *s)
{
	int count = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->attackers & AP_SEAT(seat))
			count += ab_pawns_in(s, seat, space_of(s));
	return count;
}

/* AB-PR-5 */
void ab_result_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	int bearer = ap_peek(s)->v[BEARER];
	int attack = attacking_pawns(s) + s->bonus[ATTACK] - s->malus[ATTACK];
	int defence =
		ab_pawns_in(s, owner_of(bearer), space_of(s)) + s->bonus[DEFENCE] - s->malus[DEFENCE];
	ap_tell(ev, EV_COUNT, AB_PR_5, (int16_t)attack, (int16_t)defence);
	if (attack <= defence) {
		pressure_fails(s, ev);
		return;
	}
	ap_goto(s, PRESSURE_OPENED);
	ab_call_reveal(s, bearer, PRESSED_OPEN);
}

/* AB-PR-7, AB-PR-8: it has been shown and is out of the game. */
void ab_opened_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	bool tourist = s->opened == TOURIST;
	(void)ev;
	s->opened = NONE;
	if (tourist)
		ap_goto(s, PRESSURE_LOSSES);
	else
		over(s);
}

/* ---- Losses ------------------------------------------------------------------------------------
 */

/* AB-PR-7: each attacker in turn, the presser first. With one diplomat there is nothing to choose.
 */
void ab_losses_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	int space = space_of(s);
	while (f->v[TURNS] < s->head.players) {
		int seat = clockwise(s, f->v[PRESSER], f->v[TURNS]++), pawn = seat * EACH;
		if (!(s->attackers & AP_SEAT(seat)))
			continue;
		if (ab_pawns_in(s, seat, space) > 1) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
		while (s->place[pawn] != space)
			pawn++;
		ab_lose_pawn(s, pawn, ev);
		return; /* his briefcase or his card may have to be shown first */
	}
	over(s);
}

void ab_losses_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	for (int pawn = seat * EACH; pawn < (seat + 1) * EACH; pawn++)
		if (s->place[pawn] == space_of(s))
			ap_add(out, ap_act(V_LOSE, (unsigned)pawn, 0));
}

uint16_t ab_losses_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	bool took_part = ap_verb_of(a) == V_LOSE && owner_of((int)ap_x(a)) == seat &&
		s->place[ap_x(a)] == space_of(s);
	return took_part ? 0 : AB_PR_7;
}

void ab_losses_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	ab_lose_pawn(state, (int)ap_x(a), ev);
}

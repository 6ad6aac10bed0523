/* effects.c: what the Secret cards do, AB-SC-1 to AB-SC-18. */
#include "state.h"

/* AB-SE-2 */
void ab_call_played(ab_state *s, int seat, ap_action a, ap_events *ev)
{
	int effect = s->hand[seat];
	ap_tell(ev, EV_PLAYS, AB_SE_2, (int16_t)seat, (int16_t)effect);
	ab_discard_hand(s, seat);
	ap_frame *f = ap_call(s, PLAYED);
	f->v[CARD] = (int16_t)effect;
	f->v[BY] = (int16_t)seat;
	f->v[TARGET] = (int16_t)ap_x(a);
	f->v[OTHER] = (int16_t)ap_y(a);
}

void ab_played_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	int by = ap_top(s)->v[BY];
	(void)ev;
	ap_goto(s, PLAYED_EFFECT);
	if (ab_still_out(s, AB_EFFECT_COUNTER))
		ap_call(s, COUNTER_WINDOW)->v[KIND] = (int16_t)by;
}

/* The clause of each effect, in the order of secrets.csv. */
static uint16_t clause_of(int effect)
{
	return (uint16_t)(AB_SC_1 + effect);
}

_Static_assert(AB_SC_18 - AB_SC_1 == AB_EFFECT_PLATES, "a clause for each effect, in order");

static void bonus(ab_state *s, int effect, int by, ap_events *ev)
{
	int side = s->attackers & AP_SEAT(by) ? ATTACK : DEFENCE, amount = ab_amount_of(effect);
	s->bonus[side] = (uint8_t)(s->bonus[side] + amount);
	ap_tell(ev, EV_BONUS, clause_of(effect), (int16_t)side, (int16_t)amount);
}

static void malus(ab_state *s, int effect, int side, ap_events *ev)
{
	int amount = ab_amount_of(effect);
	s->malus[side] = (uint8_t)(s->malus[side] + amount);
	ap_tell(ev, EV_MALUS, clause_of(effect), (int16_t)side, (int16_t)amount);
}

/* AB-SC-5 to AB-SC-9: he stops where he is taken. */
static void ride(ab_state *s, int effect, int pawn, int way, ap_events *ev)
{
	int to = ab_card_destination(s, pawn, effect, way);
	bool back = effect >= AB_EFFECT_ROADBLOCK;
	ap_tell(ev, back ? EV_CARRIED_BACK : EV_CARRIED_FORWARD, clause_of(effect), (int16_t)pawn,
		(int16_t)to);
	ab_put_pawn(s, pawn, to);
	if (to == PALACE)
		ab_call_take_case(s, pawn, ev);
	else if (ab_stop_matters(s, to))
		ab_call_stop(s, to);
}

/* ---- Looking ------------------------------------------------------------------------------------
 */

enum { LOOKER = 0, LOOKED_AT = 1, WHOLE_SPACE = 2 }; /* locals of LOOK */

static void call_look(ab_state *s, int by, int pawn, int space)
{
	ap_frame *f = ap_call(s, LOOK);
	f->v[LOOKER] = (int16_t)by;
	f->v[LOOKED_AT] = (int16_t)pawn;
	f->v[WHOLE_SPACE] = (int16_t)space;
}

/* One briefcase, or from that pawn on each of a space: chance shows it, to the looker alone. */
void ab_look_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	int space = f->v[WHOLE_SPACE], pawns = s->head.players * EACH;
	(void)ev;
	while (space && f->v[LOOKED_AT] < pawns &&
		(s->place[f->v[LOOKED_AT]] != space || !is_loaded(s, f->v[LOOKED_AT])))
		f->v[LOOKED_AT]++;
	if (f->v[LOOKED_AT] < pawns)
		ap_ask(s, AP_SEAT(AP_CHANCE));
	else
		ap_end(s);
}

void ab_look_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_SEE, s->load[ap_peek(s)->v[LOOKED_AT]], 0));
}

uint16_t ab_look_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	(void)seat;
	return ap_verb_of(a) == V_SEE && ap_x(a) == s->load[ap_peek(s)->v[LOOKED_AT]] ? 0 : AB_SE_8;
}

/* AB-SE-8 */
void ab_look_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	int pawn = f->v[LOOKED_AT], clause = f->v[WHOLE_SPACE] ? AB_SC_12 : AB_SC_10;
	seat = f->v[LOOKER];
	s->known_to[pawn] |= (uint8_t)AP_SEAT(seat);
	ap_tell(ev, EV_LOOKS, AB_SE_8, (int16_t)seat, (int16_t)pawn);
	ap_tell_to(ev, AP_SEAT(seat), EV_SEES, clause, (int16_t)pawn, (int16_t)ap_x(a));
	f->v[LOOKED_AT]++;
	if (!f->v[WHOLE_SPACE])
		ap_end(s);
}

/* ---- Cards --------------------------------------------------------------------------------------
 */

static void swap(uint8_t *a, uint8_t *b)
{
	uint8_t kept = *a;
	*a = *b;
	*b = kept;
}

/* AB-SC-11: what is known of a briefcase goes with it. */
static void mix_up(ab_state *s, int pawn, int other, ap_events *ev)
{
	swap(&s->load[pawn], &s->load[other]);
	swap(&s->known_to[pawn], &s->known_to[other]);
	ap_tell(ev, EV_SWAPPED, AB_SC_11, (int16_t)pawn, (int16_t)other);
}

/* AB-SC-17: chance hands it over, so that only the two learn which it is. */
enum { TAKER = 0, TAKEN_FROM = 1 }; /* locals of LEAKING */

static void leak(ab_state *s, int by, int from, ap_events *ev)
{
	if (s->hand[from] == NONE)
		return;
	ap_tell(ev, EV_LEAKED, AB_SC_17, (int16_t)by, (int16_t)from);
	ap_frame *f = ap_call(s, LEAKING);
	f->v[TAKER] = (int16_t)by;
	f->v[TAKEN_FROM] = (int16_t)from;
}

void ab_leaking_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_TAKE, s->hand[ap_peek(s)->v[TAKEN_FROM]], 0));
}

uint16_t ab_leaking_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	(void)seat;
	return ap_verb_of(a) == V_TAKE && ap_x(a) == s->hand[ap_peek(s)->v[TAKEN_FROM]] ? 0 : AB_SC_17;
}

void ab_leaking_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int by = ap_top(s)->v[TAKER], from = ap_top(s)->v[TAKEN_FROM];
	(void)seat;
	ap_tell_to(
		ev, AP_SEAT(by) | AP_SEAT(from), EV_LEAKED_CARD, AB_SC_17, (int16_t)by, (int16_t)ap_x(a));
	s->hand[by] = s->hand[from];
	s->hand_known[by] = (uint8_t)(s->hand_known[from] | AP_SEAT(by));
	s->hand[from] = NONE;
	s->hand_known[from] = 0;
	ap_end(s);
}

static void special(ab_state *s, const ap_frame *f, ap_events *ev)
{
	switch (f->v[CARD]) {
	case AB_EFFECT_IMMUNITY:
		ap_tell(ev, EV_IMMUNE, AB_SC_14, f->v[BY]);
		s->immune = 1;
		break;
	case AB_EFFECT_BALLOT:
		ap_tell(ev, EV_BALLOT, AB_SC_16, f->v[BY]);
		s->ballot_by = (uint8_t)f->v[BY];
		break;
	case AB_EFFECT_LEAK:
		leak(s, f->v[BY], f->v[TARGET], ev);
		break;
	default:
		ap_tell(ev, EV_PLATES, AB_SC_18, f->v[BY]);
		s->plates = 1;
	}
}

static void take_effect(ab_state *s, const ap_frame *f, ap_events *ev)
{
	int effect = f->v[CARD], by = f->v[BY], target = f->v[TARGET], other = f->v[OTHER];
	switch (effect) {
	case AB_EFFECT_BODYGUARDS:
	case AB_EFFECT_PRESS_PACK:
		bonus(s, effect, by, ev);
		break;
	case AB_EFFECT_GAFFE:
	case AB_EFFECT_INCIDENT:
		malus(s, effect, target, ev);
		break;
	case AB_EFFECT_X_RAY:
		call_look(s, by, target, 0);
		break;
	case AB_EFFECT_MIX_UP:
		mix_up(s, target, other, ev);
		break;
	case AB_EFFECT_CUSTOMS_CHECK:
		call_look(s, by, 0, target);
		break;
	case AB_EFFECT_WRONG_LUGGAGE:
		ap_call(s, WRONG_CASE)->v[0] = (int16_t)target;
		break;
	default:
		if (effect <= AB_EFFECT_TRAFFIC_JAM)
			ride(s, effect, target, other, ev);
		else
			special(s, f, ev);
	}
}

/* The frame of the card ends first: what it sets going belongs to the one below. */
void ab_effect_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame f = *ap_top(s);
	ap_end(s);
	if (s->cancelled)
		ap_tell(ev, EV_CANCELLED, AB_SC_15, f.v[BY], f.v[CARD]);
	else
		take_effect(s, &f, ev);
	s->cancelled = 0;
}

/* AB-SC-13: the old one goes back and is forgotten, the new one is looked at by nobody. */
void ab_wrong_case_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int pawn = ap_top(s)->v[0];
	(void)seat;
	s->load[pawn] = ab_cases[ap_x(a)].nuclear ? NUCLEAR : TOURIST;
	s->known_to[pawn] = 0;
	ap_tell(ev, EV_WRONG_CASE, AB_SC_13, (int16_t)pawn);
	ap_end(s);
}

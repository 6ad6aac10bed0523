/* effects.c: what the Secret cards do, AB-SC-1 to AB-SC-18. */
#include "chapters.h"

_Static_assert(
	(int)AB_SC_18 - AB_SC_1 == (int)AB_EFFECT_PLATES, "a clause for each effect, in order");

int ab_effect_clause(int effect)
{
	assert(effect >= 0 && effect < AB_EFFECT_COUNT);
	return AB_SC_1 + effect;
}

/* ---- A card has been played ------------------------------------------------------------------ */

/* Names the target of a card before anybody is asked to cancel it, AB-SE-9. */
static void tell_target(const ab_state *s, ap_action play, ap_events *ev)
{
	int effect = ab_effect_of(play), x = (int)ap_x(play), y = (int)ap_y(play);
	switch (effect) {
	case AB_EFFECT_GAFFE:
	case AB_EFFECT_INCIDENT:
		ab_tell_target_side(ev, AB_SE_9, AB_SIDE(x), ab_amount_of(effect));
		break;
	case AB_EFFECT_X_RAY:
	case AB_EFFECT_WRONG_LUGGAGE:
		ab_tell_target_case(ev, AB_SE_9, AB_DIPLOMAT(x), AB_SPOT(s->place[x]));
		break;
	case AB_EFFECT_MIX_UP:
		ab_tell_target_cases(ev, AB_SE_9, AB_DIPLOMAT(x), AB_DIPLOMAT(y));
		break;
	case AB_EFFECT_CUSTOMS_CHECK:
		ab_tell_target_space(ev, AB_SE_9, AB_SPOT(x));
		break;
	case AB_EFFECT_LEAK:
		ab_tell_target_hand(ev, AB_SE_9, AB_POWER(x));
		break;
	default:
		if (ab_family_of(effect) == AB_FAMILY_MOVEMENT)
			ab_tell_target_ride(
				ev, AB_SE_9, AB_DIPLOMAT(x), AB_SITE(ab_card_destination(s, x, effect, y)));
	}
}

/* Discards the card and calls the step that carries it out, AB-SE-2. */
void ab_call_played(ab_state *s, int seat, ap_action play, ap_events *ev)
{
	assert(s->hand[seat] == ab_effect_of(play));
	ab_tell_plays(ev, AB_SE_2, AB_POWER(seat), AB_EFFECT(ab_effect_of(play)));
	tell_target(s, play, ev);
	ab_discard_hand(s, seat);
	ab_played_frame *f = ab_played_frame_of(ab_call(s, AB_STEP_PLAYED));
	f->play = play;
	f->by = (uint8_t)seat;
}

void ab_played_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	int by = ab_played_top(s)->by;
	(void)ev;
	ab_goto(s, AB_STEP_PLAYED_EFFECT);
	if (ab_still_out(s, AB_EFFECT_COUNTER))
		ab_counter_frame_of(ab_call(s, AB_STEP_COUNTER_WINDOW))->by = (uint8_t)by;
}

ap_action ab_card_played(const ab_state *s, int *by)
{
	for (int i = s->head.depth - 1; i > 0; i--) {
		int step = s->head.stack[i].step;
		if (step == AB_STEP_PLAYED || step == AB_STEP_PLAYED_EFFECT) {
			const ab_played_frame *f = ab_played_frame_in(&s->head.stack[i]);
			*by = f->by;
			return f->play;
		}
	}
	*by = AB_NONE;
	return AP_NO_ACTION;
}

/* ---- In a pressure, AB-SC-1 to AB-SC-4 ------------------------------------------------------- */

int ab_change_of_strength(const ab_state *s, int by, ap_action play, int side)
{
	int effect = ab_effect_of(play);
	assert(ab_family_of(effect) == AB_FAMILY_PRESSURE);
	if (!ab_is_bonus(effect))
		return (int)ap_x(play) == side ? -ab_amount_of(effect) : 0;
	bool attacks = ab_attackers(s) & AP_SEAT(by);
	return attacks == (side == AB_SIDE_ATTACK) ? ab_amount_of(effect) : 0;
}

static void change_strength(ab_state *s, int by, ap_action play, ap_events *ev)
{
	int clause = ab_effect_clause(ab_effect_of(play)), bearer = ab_pressed(s);
	for (int side = 0; side < AB_SIDE_COUNT; side++) {
		int change = ab_change_of_strength(s, by, play, side);
		if (change == 0)
			continue;
		ab_add_strength(s, side, change);
		int attack = ab_strength(s, AB_SIDE_ATTACK, bearer, ab_attackers(s));
		int defence = ab_strength(s, AB_SIDE_DEFENCE, bearer, ab_attackers(s));
		if (change > 0)
			ab_tell_bonus(ev, clause, AB_SIDE(side), change, attack, defence);
		else
			ab_tell_malus(ev, clause, AB_SIDE(side), -change, attack, defence);
	}
}

/* ---- On the street, AB-SC-5 to AB-SC-9 ------------------------------------------------------- */

/* Moves a diplomat with a movement card. He stops in the space where it takes him, and may have
 * left somebody behind whom others outnumber now, AB-PR-10. */
static void ride(ab_state *s, int effect, int pawn, int way, ap_events *ev)
{
	int to = ab_card_destination(s, pawn, effect, way), clause = ab_effect_clause(effect);
	if (ab_goes_back(effect))
		ab_tell_carried_back(ev, clause, AB_DIPLOMAT(pawn), AB_SITE(to));
	else
		ab_tell_carried_forward(ev, clause, AB_DIPLOMAT(pawn), AB_SITE(to));
	ab_put_pawn(s, pawn, to);
	ab_call_stop(s, to == AB_SPACE_PALACE ? AB_NONE : to);
	if (to == AB_SPACE_PALACE)
		ab_call_take_case(s, pawn, ev);
}

/* ---- Looking, AB-SC-10 and AB-SC-12 ---------------------------------------------------------- */

/* Calls a look at one briefcase, or at all briefcases in a space if `space` is not AB_NONE. */
static void call_look(ab_state *s, int by, int first_bearer, int space)
{
	ab_look_frame *f = ab_look_frame_of(ab_call(s, AB_STEP_LOOK));
	f->looker = (uint8_t)by;
	f->next_bearer = (uint8_t)first_bearer;
	f->space = (uint8_t)space;
}

/* Chance shows the briefcase to the looker alone. In a space it shows one briefcase after
 * another. */
void ab_look_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_look_frame *f = ab_look_top(s);
	int pawns = ab_pawn_count(s);
	(void)ev;
	while (f->space != AB_NONE && f->next_bearer < pawns &&
		(s->place[f->next_bearer] != f->space || !ab_is_loaded(s, f->next_bearer)))
		f->next_bearer++;
	if (f->next_bearer < pawns)
		ap_ask(s, AP_SEAT(AP_CHANCE));
	else
		ap_end(s);
}

void ab_look_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	(void)seat;
	ap_add(out, ap_act(AB_VERB_SEE, s->load[ab_look_peek(s)->next_bearer], 0));
}

uint16_t ab_look_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	(void)seat;
	bool true_kind = ap_x(a) == s->load[ab_look_peek(s)->next_bearer];
	return ap_verb_of(a) == AB_VERB_SEE && true_kind ? 0 : AB_SE_8;
}

/* The looker now knows the briefcase, AB-SE-8. */
void ab_look_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	ab_look_frame *f = ab_look_top(s);
	bool whole_space = f->space != AB_NONE;
	int bearer = f->next_bearer, clause = whole_space ? AB_SC_12 : AB_SC_10;
	seat = f->looker;
	s->known_to[bearer] |= (uint8_t)AP_SEAT(seat);
	ab_tell_looks(ev, AB_SE_8, AB_POWER(seat), AB_DIPLOMAT(bearer));
	ab_tell_sees_to(
		ev, AP_SEAT(seat), clause, AB_DIPLOMAT(bearer), AB_KIND(ap_x(a)), AB_POWER(seat));
	f->next_bearer++;
	if (!whole_space)
		ap_end(s);
}

/* ---- Swapping, AB-SC-11 ---------------------------------------------------------------------- */

static void swap(uint8_t *a, uint8_t *b)
{
	uint8_t kept = *a;
	*a = *b;
	*b = kept;
}

/* The seats that know a briefcase still know it after the swap. */
static void mix_up(ab_state *s, int pawn, int other, ap_events *ev)
{
	swap(&s->load[pawn], &s->load[other]);
	swap(&s->known_to[pawn], &s->known_to[other]);
	ab_tell_swapped(ev, AB_SC_11, AB_DIPLOMAT(pawn), AB_DIPLOMAT(other));
}

/* ---- Leak, AB-SC-17 -------------------------------------------------------------------------- */

/* Chance hands the card over, so that only the two seats learn which card it is. */
static void leak(ab_state *s, int by, int from, ap_events *ev)
{
	if (s->hand[from] == AB_NONE) { /* he has played it since */
		ab_tell_leak_in_vain(ev, AB_SC_17, AB_POWER(by), AB_POWER(from));
		return;
	}
	ab_tell_leaked(ev, AB_SC_17, AB_POWER(by), AB_POWER(from));
	ab_leak_frame *f = ab_leak_frame_of(ab_call(s, AB_STEP_LEAKING));
	f->taker = (uint8_t)by;
	f->from = (uint8_t)from;
}

void ab_leaking_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	(void)seat;
	ap_add(out, ap_act(AB_VERB_TAKE, s->hand[ab_leak_peek(s)->from], 0));
}

uint16_t ab_leaking_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	(void)seat;
	bool true_card = ap_x(a) == s->hand[ab_leak_peek(s)->from];
	return ap_verb_of(a) == AB_VERB_TAKE && true_card ? 0 : AB_SC_17;
}

void ab_leaking_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int by = ab_leak_top(s)->taker, from = ab_leak_top(s)->from;
	(void)seat;
	ab_tell_leaked_card_to(
		ev, AP_SEAT(by) | AP_SEAT(from), AB_SC_17, AB_POWER(by), AB_EFFECT(ap_x(a)));
	s->hand[by] = s->hand[from];
	s->hand_known[by] = (uint8_t)(s->hand_known[from] | AP_SEAT(by));
	s->hand[from] = AB_NONE;
	s->hand_known[from] = 0;
	ap_end(s);
}

/* ---- A card takes effect --------------------------------------------------------------------- */

static void take_special_effect(ab_state *s, int by, ap_action play, ap_events *ev)
{
	switch (ab_effect_of(play)) {
	case AB_EFFECT_IMMUNITY:
		ab_tell_immune(ev, AB_SC_14, AB_POWER(by));
		ab_fail_pressure(s, ev);
		break;
	case AB_EFFECT_BALLOT:
		ab_tell_ballot(ev, AB_SC_16, AB_POWER(by));
		s->ballot_by = (uint8_t)by;
		break;
	case AB_EFFECT_LEAK:
		leak(s, by, (int)ap_x(play), ev);
		break;
	default:
		ab_tell_plates(ev, AB_SC_18, AB_POWER(by));
		s->plates = 1;
	}
}

static void take_effect(ab_state *s, int by, ap_action play, ap_events *ev)
{
	int effect = ab_effect_of(play), x = (int)ap_x(play), y = (int)ap_y(play);
	switch (effect) {
	case AB_EFFECT_X_RAY:
		call_look(s, by, x, AB_NONE);
		break;
	case AB_EFFECT_MIX_UP:
		mix_up(s, x, y, ev);
		break;
	case AB_EFFECT_CUSTOMS_CHECK:
		call_look(s, by, 0, x);
		break;
	case AB_EFFECT_WRONG_LUGGAGE:
		ab_case_frame_of(ab_call(s, AB_STEP_WRONG_CASE))->bearer = (uint8_t)x;
		break;
	default:
		if (ab_family_of(effect) == AB_FAMILY_PRESSURE)
			change_strength(s, by, play, ev);
		else if (ab_family_of(effect) == AB_FAMILY_MOVEMENT)
			ride(s, effect, x, y, ev);
		else
			take_special_effect(s, by, play, ev);
	}
}

/* The frame of the card ends first, because the steps that the card calls belong on the frame
 * below. */
void ab_played_effect_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	int by = ab_played_top(s)->by;
	bool cancelled = ab_played_top(s)->cancelled;
	ap_action play = ab_played_top(s)->play;
	ap_end(s);
	if (cancelled)
		ab_tell_cancelled(ev, AB_SC_15, AB_POWER(by), AB_EFFECT(ab_effect_of(play)));
	else
		take_effect(s, by, play, ev);
}

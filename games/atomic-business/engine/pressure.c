/* pressure.c: who may press, who is asked, and who does, AB-PR-1, AB-PR-2, AB-PR-10 and AB-PR-11.
 */
#include "chapters.h"

/* ---- Who may press --------------------------------------------------------------------------- */

ap_seats ab_barred(const ab_state *s, int pawn)
{
	assert(pawn >= 0 && pawn < AB_DIPLOMATS);
	return s->barred[pawn] | s->spared[ab_owner_of(pawn)][s->place[pawn]];
}

ap_seats ab_who_may_press(const ab_state *s, int pawn)
{
	ap_seats seats = ab_seats_of(s, ab_pawns_at(s, s->place[pawn]));
	return seats & (ap_seats) ~(ab_barred(s, pawn) | AP_SEAT(ab_owner_of(pawn)));
}

bool ab_may_press(const ab_state *s, int seat, int pawn)
{
	return ab_who_may_press(s, pawn) & AP_SEAT(seat);
}

/* Returns the bearers on the street: nobody else can be pressed. */
static ab_pawn_set exposed(const ab_state *s)
{
	return ab_bearers(s) & ab_pawns_on_street(s);
}

/* A bearer can be pressed if those who may still press him outnumber his own side, AB-PR-1. */
static inline int outnumbered_by(const ab_state *s, int pawn)
{
	ab_pawn_set here = ab_pawns_at(s, s->place[pawn]), own = ab_pawns_of_seat(ab_owner_of(pawn));
	for (ap_seats barred = ab_barred(s, pawn); barred; barred &= (ap_seats)(barred - 1))
		here &= ~ab_pawns_of_seat(ap_first_seat(barred));
	/* To count his own side where it is not is to take away those who are here. */
	int balance = ap_count_bits(here ^ own) - AB_DIPLOMATS_EACH;
	return balance > 0 ? balance : 0;
}

int ab_outnumbered_by(const ab_state *s, int pawn)
{
	return ab_is_loaded(s, pawn) && ab_on_street(s, pawn) ? outnumbered_by(s, pawn) : 0;
}

bool ab_pressable(const ab_state *s, int pawn)
{
	return ab_outnumbered_by(s, pawn) > 0;
}

uint16_t ab_press_forbidden(const ab_state *s, int seat, int pawn)
{
	assert(pawn >= 0 && pawn < AB_DIPLOMATS);
	if (!ab_is_loaded(s, pawn) || seat == ab_owner_of(pawn))
		return AB_PR_1;
	if (s->place[pawn] == AB_SPACE_PALACE)
		return AB_PA_2;
	if (ab_barred(s, pawn) & AP_SEAT(seat))
		return AB_PR_6;
	return ab_may_press(s, seat, pawn) && ab_pressable(s, pawn) ? 0 : AB_PR_1;
}

ab_pawn_set ab_pressable_by(const ab_state *s, int seat)
{
	ab_pawn_set own = ab_pawns_of_seat(seat), result = 0;
	for (ab_pawn_set b = exposed(s) & ~own; b; b &= b - 1) {
		int pawn = __builtin_ctz(b);
		if ((ab_pawns_at(s, s->place[pawn]) & own) && !ab_press_forbidden(s, seat, pawn))
			result |= ab_pawn_bit(pawn);
	}
	return result;
}

/* ---- Whom the balance has turned against, AB-PR-10 ------------------------------------------- */

ap_seats ab_asked_to_press(const ab_state *s, int bearer)
{
	ap_seats seats = ab_who_may_press(s, bearer);
	return ab_turn_step(s) == AB_STEP_MOVEMENT ? seats & (ap_seats)~AP_SEAT(ab_turn_of(s)) : seats;
}

/* Returns the bearers who are outnumbered by more than when somebody was last asked. */
static ab_pawn_set worse_off(const ab_state *s)
{
	ab_pawn_set result = 0;
	for (ab_pawn_set b = exposed(s); b; b &= b - 1) {
		int pawn = __builtin_ctz(b);
		result |= (ab_pawn_set)(outnumbered_by(s, pawn) > s->asked_at[pawn]) << pawn;
	}
	return result;
}

ab_pawn_set ab_all_candidates(const ab_state *s)
{
	ab_pawn_set result = 0;
	for (ab_pawn_set b = worse_off(s); b; b &= b - 1)
		if (ab_asked_to_press(s, __builtin_ctz(b)))
			result |= b & -b;
	return result;
}

ab_pawn_set ab_candidates(const ab_state *s, int space)
{
	return ab_all_candidates(s) & ab_pawns_at(s, space);
}

/* Where a bearer is outnumbered by fewer than when his neighbours were last asked, they are asked
 * again as soon as there are more. */
void ab_note_relief(ab_state *s)
{
	ab_pawn_set asked = (ab_pawn_set)ap_differing_bytes(s->asked_at, AB_DIPLOMATS, 0, 0xff);
	for (ab_pawn_set b = asked; b; b &= b - 1) {
		int pawn = __builtin_ctz(b), now = ab_outnumbered_by(s, pawn);
		s->asked_at[pawn] = (uint8_t)(now < s->asked_at[pawn] ? now : s->asked_at[pawn]);
	}
}

/* Returns the space to consider next: this one if one of them is there, otherwise the first;
 * AB_NONE if there are none. */
static int next_space(const ab_state *s, ab_pawn_set all, int first)
{
	int space = AB_NONE;
	for (; all; all &= all - 1) {
		int here = s->place[__builtin_ctz(all)];
		if (here == first)
			return here;
		space = here < space ? here : space;
	}
	return space;
}

_Static_assert((int)AB_NONE > (int)AB_SPACES, "no space comes after all spaces");

/* ---- Looking for them ------------------------------------------------------------------------ */

void ab_call_stop(ab_state *s, int space)
{
	assert(space == AB_NONE || (space >= AB_SPACE_AIRPORT && space < AB_SPACE_PALACE));
	ab_stop_frame_of(ab_call(s, AB_STEP_STOP))->space = (uint8_t)space;
}

static void deal_with(ab_state *s, int bearer, ap_events *ev)
{
	ab_stop_frame *f = ab_stop_top(s);
	int own = ab_pawns_in(s, ab_owner_of(bearer), f->space);
	f->bearer = (uint8_t)bearer;
	ab_tell_outnumbered(ev, AB_PR_10, AB_DIPLOMAT(bearer), AB_SPOT(f->space),
		own + ab_outnumbered_by(s, bearer), own);
	ab_goto(s, AB_STEP_STOP_ASK);
}

/* After each bearer the rules look again for bearers who can be pressed. */
static void look_for_others(ab_state *s)
{
	ab_stop_top(s)->bearer = AB_NONE;
	ab_goto(s, AB_STEP_STOP);
}

/* Where only the power that moves may press it needs no question, AB-PR-11. */
static void note_who_need_not_be_asked(ab_state *s)
{
	for (ab_pawn_set b = worse_off(s); b; b &= b - 1) {
		int pawn = __builtin_ctz(b);
		if (ab_asked_to_press(s, pawn) == 0)
			s->asked_at[pawn] = (uint8_t)outnumbered_by(s, pawn);
	}
}

void ab_stop_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_note_relief(s);
	note_who_need_not_be_asked(s);
	ab_pawn_set all = ab_all_candidates(s);
	int space = next_space(s, all, ab_stop_top(s)->space);
	if (space == AB_NONE) {
		ap_end(s);
		return;
	}
	ab_stop_top(s)->space = (uint8_t)space;
	ab_pawn_set open = all & ab_pawns_at(s, space);
	if (open & (open - 1))
		ab_goto(s, AB_STEP_STOP_PICK);
	else
		deal_with(s, __builtin_ctz(open), ev);
}

/* Returns the first seat that is still in the game; if only one seat could press anybody, that
 * seat, AB-PR-2. */
int ab_order_chooser(const ab_state *s, int space)
{
	ap_seats pressers = 0;
	for (ab_pawn_set b = ab_candidates(s, space); b; b &= b - 1)
		pressers |= ab_asked_to_press(s, __builtin_ctz(b));
	int first = 0;
	while (ab_is_out(s, first))
		first++;
	return pressers & (pressers - 1) ? first : ap_first_seat(pressers);
}

void ab_stop_pick_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(ab_order_chooser(state, ab_stop_top(state)->space)));
}

void ab_stop_pick_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add_each_x(
		out, ap_act(AB_VERB_FIRST, 0, 0), ab_candidates(state, ab_stop_peek(state)->space));
}

uint16_t ab_stop_pick_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool good = ap_verb_of(a) == AB_VERB_FIRST &&
		(ab_candidates(state, ab_stop_peek(state)->space) >> ap_x(a) & 1);
	return good ? 0 : AB_PR_2;
}

void ab_stop_pick_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_tell_case_order(ev, AB_PR_2, AB_POWER(seat), AB_DIPLOMAT(ap_x(a)));
	deal_with(state, (int)ap_x(a), ev);
}

/* All who may press are asked at once: nobody has to wait for those who do not. */
void ab_stop_ask_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_stop_frame *f = ab_stop_top(s);
	(void)ev;
	f->asked_to_press = (uint8_t)ab_asked_to_press(s, f->bearer);
	ap_ask(s, f->asked_to_press);
}

void ab_stop_ask_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(AB_VERB_ANSWER, AB_ANSWER_PRESS, 0));
	ap_add(out, ap_act(AB_VERB_ANSWER, AB_ANSWER_QUIET, 0));
}

uint16_t ab_stop_ask_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	bool answers = ap_x(a) == AB_ANSWER_PRESS || ap_x(a) == AB_ANSWER_QUIET;
	return ap_verb_of(a) == AB_VERB_ANSWER && answers ? 0 : AB_PR_1;
}

void ab_stop_ask_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)ev;
	((ab_state *)state)->answer[seat] = (uint8_t)ap_x(a);
}

/* The first of those who want to press does, clockwise from the power whose turn it is. What the
 * others have said stays a secret: they may join. */
void ab_stop_ask_close(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_stop_frame *f = ab_stop_top(s);
	int presser = AB_NONE, bearer = f->bearer;
	for (int i = s->head.players - 1; i >= 0; i--) {
		int seat = ab_clockwise(s, ab_turn_of(s), i);
		presser = s->answer[seat] == AB_ANSWER_PRESS ? seat : presser;
	}
	for (int i = 0; i < s->head.players && presser == AB_NONE; i++) {
		int seat = ab_clockwise(s, ab_turn_of(s), i);
		if (f->asked_to_press & AP_SEAT(seat))
			ab_tell_does_not_press(ev, AB_PR_1, AB_POWER(seat), AB_DIPLOMAT(bearer));
	}
	memset(s->answer, 0, sizeof s->answer);
	f->asked_to_press = 0;
	if (presser == AB_NONE)
		s->asked_at[bearer] = (uint8_t)ab_outnumbered_by(s, bearer);
	look_for_others(s);
	if (presser == AB_NONE)
		return;
	/* Whoever moves says anew how he goes on after it. */
	ab_turn_frame_of(&s->head.stack[0])->announced = AP_NO_ACTION;
	ab_call_pressure(s, presser, bearer, AB_PR_1, ev);
}

bool ab_stop_ask_unseal(void *state, int seat)
{
	return ab_pressure_allies_unseal(state, seat);
}

/* ---- Announcing a pressure ------------------------------------------------------------------- */

void ab_call_pressure(ab_state *s, int seat, int bearer, int clause, ap_events *ev)
{
	assert(ap_step_of(s) == AB_STEP_STOP);
	int space = s->place[bearer];
	ab_tell_presses(ev, clause, AB_POWER(seat), AB_DIPLOMAT(bearer), AB_SPOT(space),
		ab_pawns_in(s, seat, space), ab_pawns_in(s, ab_owner_of(bearer), space));
	ab_pressure_frame *f = ab_pressure_frame_of(ab_call(s, AB_STEP_PRESSURE_ALLIES));
	f->bearer = (uint8_t)bearer;
	f->presser = (uint8_t)seat;
	f->attackers = (uint8_t)AP_SEAT(seat);
}

/* movement.c: five points, the two ways, stops, the Palace and the Airport, AB-MO and AB-PA. */
#include "state.h"

static int surcharge(const ab_state *s, int pawn)
{
	bool due = is_loaded(s, pawn) && !s->plates && !(s->surcharged >> pawn & 1);
	return due ? 1 : 0;
}

/* AB-MO-3, AB-MO-4: 0, or the clause that forbids this way. */
static uint16_t way_forbidden(const ab_state *s, int pawn, int way, bool reserve_empty)
{
	if (is_loaded(s, pawn))
		return way == TO_AIRPORT ? 0 : AB_MO_3;
	if (!reserve_empty)
		return way == TO_PALACE ? 0 : AB_MO_3;
	return s->way[pawn] == 0 || s->way[pawn] == way ? 0 : AB_MO_4;
}

static uint16_t step_forbidden(const ab_state *s, int seat, int pawn, int way, bool reserve_empty)
{
	if (owner_of(pawn) != seat || s->place[pawn] == REMOVED ||
		(way != TO_PALACE && way != TO_AIRPORT))
		return AB_MO_1;
	uint16_t clause = way_forbidden(s, pawn, way, reserve_empty);
	if (clause != 0)
		return clause;
	if (s->place[pawn] == (way == TO_PALACE ? PALACE : HOME))
		return AB_MO_2;
	if (s->place[pawn] == AIRPORT && way == TO_AIRPORT && s->ballot_by != NONE)
		return AB_SC_16;
	int cost = 1 + surcharge(s, pawn);
	return cost <= s->points ? 0 : cost > 1 ? AB_MO_5 : AB_MO_1;
}

uint16_t ab_step_forbidden(const ab_state *s, int seat, int pawn, int way)
{
	return step_forbidden(s, seat, pawn, way, ab_reserve_size(s) == 0);
}

/* AB-MO-6 */
static bool must_move_on(const ab_state *s, int seat)
{
	bool reserve_empty = ab_reserve_size(s) == 0;
	for (int pawn = seat * EACH; pawn < (seat + 1) * EACH; pawn++)
		for (int way = TO_PALACE; way <= TO_AIRPORT; way++)
			if (s->place[pawn] != PALACE && !step_forbidden(s, seat, pawn, way, reserve_empty))
				return true;
	return false;
}

/* Whoever leaves a space can be pressed anew elsewhere (AB-PR-6). */
void ab_put_pawn(ab_state *s, int pawn, int space)
{
	s->place[pawn] = (uint8_t)space;
	s->barred[pawn] = 0;
}

/* AB-PA-1: chance draws, unless the reserve is empty. */
void ab_call_take_case(ab_state *s, int pawn, ap_events *ev)
{
	if (ab_reserve_size(s) == 0)
		ap_tell(ev, EV_NO_CASE_LEFT, AB_MO_4, (int16_t)pawn);
	else
		ap_call(s, TAKE_CASE)->v[0] = (int16_t)pawn;
}

/* AB-MO-2. What he carries is looked at by all before he is home. */
static void fly_home(ab_state *s, int pawn, ap_events *ev)
{
	ap_tell(ev, EV_FLIES_HOME, AB_MO_2, (int16_t)pawn);
	s->mover = NONE;
	if (is_loaded(s, pawn))
		ab_call_reveal(s, pawn, FLOWN);
	else
		ab_put_pawn(s, pawn, HOME);
}

static void take_step(ab_state *s, int pawn, int way, ap_events *ev)
{
	int from = s->place[pawn], to = from + (way == TO_PALACE ? 1 : -1);
	if (surcharge(s, pawn)) {
		ap_tell(ev, EV_SURCHARGE, AB_MO_5, (int16_t)pawn);
		s->surcharged |= (uint32_t)1 << pawn;
		s->points--;
	}
	s->points--;
	if (s->way[pawn] == 0 && !is_loaded(s, pawn) && ab_reserve_size(s) == 0)
		ap_tell(ev, EV_CHOOSES_WAY, AB_MO_4, (int16_t)pawn);
	s->way[pawn] = (uint8_t)way;
	s->mover = (uint8_t)pawn;
	if (to == HOME) {
		fly_home(s, pawn, ev);
		return;
	}
	ap_tell(ev, from == HOME ? EV_FLIES_IN : EV_MOVES, from == HOME ? AB_MO_2 : AB_MO_1,
		(int16_t)pawn, (int16_t)to, s->points);
	ab_put_pawn(s, pawn, to);
	if (to == PALACE) {
		s->mover = NONE; /* nobody is pressed there */
		ab_call_take_case(s, pawn, ev);
	}
}

/* AB-MO-7: the pawn on his way has stopped; the window opens if somebody could press. */
static bool stopped(ab_state *s, ap_events *ev)
{
	if (s->mover == NONE)
		return false;
	int space = s->place[s->mover];
	bool matters = ab_stop_matters(s, space);
	if (matters)
		ap_tell(ev, EV_STOPS, AB_MO_7, s->mover, (int16_t)space);
	s->mover = NONE;
	if (matters)
		ab_call_stop(s, space);
	return matters;
}

/* A step or the end that was announced before the stop it implies (NEXT_PAWN is one more than the
 * pawn, so that 0 is none). What the stop made impossible is dropped. */
void ab_movement_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	int seat = turn_of(s), pawn = f->v[NEXT_PAWN] - 1, way = f->v[NEXT_WAY];
	bool ending = f->v[ENDING];
	f->v[NEXT_PAWN] = f->v[NEXT_WAY] = f->v[ENDING] = 0;
	if (pawn >= 0 && !ab_step_forbidden(s, seat, pawn, way)) {
		take_step(s, pawn, way, ev);
	} else if (ab_is_out(s, seat) || (ending && !must_move_on(s, seat))) {
		ap_tell(ev, EV_MOVEMENT_ENDS, AB_MO_6, (int16_t)seat, s->points);
		ap_goto(s, CARDS_AFTER);
	} else {
		ap_ask(s, AP_SEAT(seat));
	}
}

void ab_movement_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	bool reserve_empty = ab_reserve_size(s) == 0, must = false;
	for (int pawn = seat * EACH; pawn < (seat + 1) * EACH; pawn++)
		for (int way = TO_PALACE; way <= TO_AIRPORT; way++)
			if (!step_forbidden(s, seat, pawn, way, reserve_empty)) {
				ap_add(out, ap_act(V_MOVE, (unsigned)pawn, (unsigned)way));
				must |= s->place[pawn] != PALACE; /* AB-MO-6 */
			}
	if (s->mover != NONE && ab_stop_matters(s, s->place[s->mover]))
		ap_add(out, ap_act(V_STOP, 0, 0));
	if (!must)
		ap_add(out, ap_act(V_END, 0, 0));
	ab_card_plays(s, seat, out);
}

uint16_t ab_movement_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	switch (ap_verb_of(a)) {
	case V_MOVE:
		return ab_step_forbidden(s, seat, (int)ap_x(a), (int)ap_y(a));
	case V_STOP:
		return s->mover != NONE && ab_stop_matters(s, s->place[s->mover]) ? 0 : AB_MO_7;
	case V_END:
		return must_move_on(s, seat) ? AB_MO_6 : 0;
	default:
		return ap_verb_of(a) >= V_BODYGUARDS ? ab_card_forbidden(s, seat, a) : AB_MO_1;
	}
}

void ab_movement_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	switch (ap_verb_of(a)) {
	case V_MOVE:
		f->v[NEXT_PAWN] = (int16_t)(ap_x(a) + 1);
		f->v[NEXT_WAY] = (int16_t)ap_y(a);
		if (s->mover != ap_x(a))
			stopped(s, ev);
		break;
	case V_STOP:
		stopped(s, ev);
		break;
	case V_END:
		f->v[ENDING] = 1;
		stopped(s, ev);
		break;
	default:
		ab_call_played(s, seat, a, ev);
	}
}

/* ---- Taking a briefcase -------------------------------------------------------------------- */

/* Cases of a kind are told apart only to be drawn: of those in the reserve the first are listed. */
static bool in_reserve(const ab_state *s, int number)
{
	int kind = ab_cases[number].nuclear ? NUCLEAR : TOURIST;
	int first = kind == NUCLEAR ? AB_CASE_NUCLEAR_A : AB_CASE_TOURIST_A;
	return number - first < ab_reserve_of(s, kind);
}

void ab_case_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	int nuclear = ab_reserve_of(s, NUCLEAR), tourist = ab_reserve_of(s, TOURIST);
	(void)seat;
	for (int i = 0; i < nuclear; i++)
		ap_add(out, ap_act(V_CASE, (unsigned)(AB_CASE_NUCLEAR_A + i), 0));
	for (int i = 0; i < tourist; i++)
		ap_add(out, ap_act(V_CASE, (unsigned)(AB_CASE_TOURIST_A + i), 0));
}

uint16_t ab_case_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool there = ap_verb_of(a) == V_CASE && in_reserve(state, (int)ap_x(a));
	return there ? 0 : ap_step_of(state) == TAKE_CASE ? AB_PA_1 : AB_SC_13;
}

void ab_take_case_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int pawn = ap_top(s)->v[0];
	seat = owner_of(pawn);
	s->load[pawn] = ab_cases[ap_x(a)].nuclear ? NUCLEAR : TOURIST;
	s->known_to[pawn] = (uint8_t)AP_SEAT(seat);
	ap_tell(ev, EV_TAKES_CASE, AB_PA_1, (int16_t)pawn);
	ap_tell_to(ev, AP_SEAT(seat), EV_SEES, AB_PA_1, (int16_t)pawn, s->load[pawn]);
	ap_end(s);
}

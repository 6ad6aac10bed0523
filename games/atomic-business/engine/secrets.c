/* secrets.c: when Secret cards may be played, and at whom, AB-SE-1 to AB-SE-8. */
#include "state.h"

/* How many cards there are of each effect, as secrets.csv has them (tests/unit compares). */
const uint8_t ab_copies[AB_EFFECT_COUNT] = {
	[AB_EFFECT_BODYGUARDS] = 4,
	[AB_EFFECT_PRESS_PACK] = 1,
	[AB_EFFECT_GAFFE] = 2,
	[AB_EFFECT_INCIDENT] = 1,
	[AB_EFFECT_MOTORCADE] = 2,
	[AB_EFFECT_LIMOUSINE] = 2,
	[AB_EFFECT_HELICOPTER] = 1,
	[AB_EFFECT_ROADBLOCK] = 1,
	[AB_EFFECT_TRAFFIC_JAM] = 2,
	[AB_EFFECT_X_RAY] = 2,
	[AB_EFFECT_MIX_UP] = 2,
	[AB_EFFECT_CUSTOMS_CHECK] = 1,
	[AB_EFFECT_WRONG_LUGGAGE] = 1,
	[AB_EFFECT_IMMUNITY] = 1,
	[AB_EFFECT_COUNTER] = 1,
	[AB_EFFECT_BALLOT] = 1,
	[AB_EFFECT_LEAK] = 1,
	[AB_EFFECT_PLATES] = 1,
};

bool ab_still_out(const ab_state *s, int effect)
{
	return s->discard[effect] < ab_copies[effect];
}

void ab_discard_hand(ab_state *s, int seat)
{
	if (s->hand[seat] == NONE)
		return;
	s->discard[s->hand[seat]]++;
	s->hand[seat] = NONE;
	s->hand_known[seat] = 0;
}

static int family_of(int effect)
{
	if (effect <= AB_EFFECT_INCIDENT)
		return AB_FAMILY_PRESSURE;
	if (effect <= AB_EFFECT_TRAFFIC_JAM)
		return AB_FAMILY_MOVEMENT;
	return effect <= AB_EFFECT_WRONG_LUGGAGE ? AB_FAMILY_BRIEFCASE : AB_FAMILY_SPECIAL;
}

/* ---- The moment ------------------------------------------------------------------------------ */

static bool fits_window(int kind, int effect)
{
	if (kind == AFTER_MOVEMENT)
		return family_of(effect) == AB_FAMILY_MOVEMENT;
	return family_of(effect) == AB_FAMILY_BRIEFCASE || effect == AB_EFFECT_BALLOT ||
		effect == AB_EFFECT_LEAK;
}

static bool fits_moment(const ab_state *s, int seat, int effect)
{
	switch (ap_step_of(s)) {
	case MOVEMENT:
		return seat == turn_of(s) && effect == AB_EFFECT_PLATES;
	case WINDOW:
		return fits_window(ap_peek(s)->v[KIND], effect);
	case PRESSURE_IMMUNITY:
		return effect == AB_EFFECT_IMMUNITY;
	case PRESSURE_CARDS:
		return family_of(effect) == AB_FAMILY_PRESSURE;
	case COUNTER_WINDOW:
		return effect == AB_EFFECT_COUNTER;
	default:
		return false;
	}
}

/* The clause that says when cards of this kind are played. */
static uint16_t timing_clause(int effect)
{
	switch (family_of(effect)) {
	case AB_FAMILY_PRESSURE:
		return effect <= AB_EFFECT_PRESS_PACK ? AB_SE_3 : AB_SE_4;
	case AB_FAMILY_MOVEMENT:
		return AB_SE_5;
	case AB_FAMILY_BRIEFCASE:
		return AB_SE_7;
	default:
		return effect == AB_EFFECT_PLATES ? AB_SC_18 : AB_SE_1;
	}
}

/* ---- The target ------------------------------------------------------------------------------ */

/* 0 if cards reach this pawn, otherwise the clause that keeps them away. */
static uint16_t out_of_reach(const ab_state *s, int pawn)
{
	if (s->place[pawn] == PALACE)
		return AB_PA_2;
	return on_street(s, pawn) ? 0 : AB_PA_4;
}

static bool goes_back(int effect)
{
	return effect == AB_EFFECT_ROADBLOCK || effect == AB_EFFECT_TRAFFIC_JAM;
}

int ab_amount_of(int effect)
{
	int card = 0;
	while (ab_secrets[card].effect != effect)
		card++;
	return ab_secrets[card].amount;
}

/* AB-SE-6: where a movement card takes him going this way. */
int ab_card_destination(const ab_state *s, int pawn, int effect, int way)
{
	int to = s->place[pawn] + (way == TO_PALACE ? ab_amount_of(effect) : -ab_amount_of(effect));
	int farthest = goes_back(effect) ? PALACE - 1 : PALACE;
	return to < AIRPORT ? AIRPORT : to > farthest ? farthest : to;
}

/* AB-SE-5 */
static uint16_t ride_forbidden(const ab_state *s, int effect, int pawn, int way)
{
	uint16_t clause = out_of_reach(s, pawn);
	if (owner_of(pawn) != turn_of(s) || (way != TO_PALACE && way != TO_AIRPORT))
		return AB_SE_5;
	if (clause != 0)
		return clause;
	bool free = !is_loaded(s, pawn) && ab_reserve_size(s) == 0;
	int own = is_loaded(s, pawn) ? TO_AIRPORT : TO_PALACE;
	if (!free && (way == own) == goes_back(effect))
		return AB_SE_5;
	return ab_card_destination(s, pawn, effect, way) != s->place[pawn] ? 0 : AB_SE_6;
}

static uint16_t case_forbidden(const ab_state *s, int pawn, uint16_t clause)
{
	if (s->place[pawn] == REMOVED || !is_loaded(s, pawn))
		return clause;
	return out_of_reach(s, pawn);
}

static bool cases_in(const ab_state *s, int space)
{
	for (int pawn = 0; pawn < s->head.players * EACH; pawn++)
		if (s->place[pawn] == space && is_loaded(s, pawn))
			return true;
	return false;
}

static int cases_on_street(const ab_state *s)
{
	int count = 0;
	for (int pawn = 0; pawn < s->head.players * EACH; pawn++)
		count += is_loaded(s, pawn) && on_street(s, pawn);
	return count;
}

static bool engaged(const ab_state *s, int seat)
{
	const ap_frame *pressure = ab_pressure_frame(s);
	return (s->attackers & AP_SEAT(seat)) || (pressure && seat == owner_of(pressure->v[BEARER]));
}

uint16_t ab_target_forbidden(const ab_state *s, int seat, int effect, int x, int y)
{
	uint16_t clause;
	switch (effect) {
	case AB_EFFECT_BODYGUARDS:
	case AB_EFFECT_PRESS_PACK:
		return engaged(s, seat) ? 0 : AB_SE_3;
	case AB_EFFECT_X_RAY:
		return case_forbidden(s, x, AB_SC_10);
	case AB_EFFECT_MIX_UP:
		clause = case_forbidden(s, x, AB_SC_11);
		return x >= y ? AB_SC_11 : clause ? clause : case_forbidden(s, y, AB_SC_11);
	case AB_EFFECT_CUSTOMS_CHECK:
		if (x == PALACE)
			return AB_PA_2;
		return x >= AIRPORT && x < PALACE && cases_in(s, x) ? 0 : AB_SC_12;
	case AB_EFFECT_WRONG_LUGGAGE:
		return ab_reserve_size(s) > 0 ? case_forbidden(s, x, AB_SC_13) : AB_SC_13;
	case AB_EFFECT_BALLOT: /* there is nobody it could keep here */
		return cases_on_street(s) > 0 ? 0 : AB_SC_16;
	case AB_EFFECT_LEAK:
		return x != seat && x < s->head.players && s->hand[x] != NONE ? 0 : AB_SC_17;
	default:
		return family_of(effect) == AB_FAMILY_MOVEMENT ? ride_forbidden(s, effect, x, y) : 0;
	}
}

uint16_t ab_card_forbidden(const ab_state *s, int seat, ap_action a)
{
	int effect = (int)ap_verb_of(a) - V_BODYGUARDS;
	if (!fits_moment(s, seat, effect))
		return timing_clause(effect);
	if (s->hand[seat] != effect)
		return AB_SE_1;
	return ab_target_forbidden(s, seat, effect, (int)ap_x(a), (int)ap_y(a));
}

/* ---- What the card in hand can do now ---------------------------------------------------------
 */

static void add_if(const ab_state *s, int seat, int effect, int x, int y, ap_list *out)
{
	if (!ab_target_forbidden(s, seat, effect, x, y))
		ap_add(out, ap_act((unsigned)(V_BODYGUARDS + effect), (unsigned)x, (unsigned)y));
}

static void add_rides(const ab_state *s, int seat, int effect, ap_list *out)
{
	int first = turn_of(s) * EACH;
	for (int pawn = first; pawn < first + EACH; pawn++)
		for (int way = TO_PALACE; way <= TO_AIRPORT; way++)
			add_if(s, seat, effect, pawn, way, out);
}

static void add_cases(const ab_state *s, int seat, int effect, ap_list *out)
{
	int pawns = s->head.players * EACH;
	for (int pawn = 0; pawn < pawns; pawn++) {
		if (effect != AB_EFFECT_MIX_UP)
			add_if(s, seat, effect, pawn, 0, out);
		for (int other = pawn + 1;
			 effect == AB_EFFECT_MIX_UP && is_loaded(s, pawn) && other < pawns; other++)
			add_if(s, seat, effect, pawn, other, out);
	}
}

void ab_card_plays(const ab_state *s, int seat, ap_list *out)
{
	int effect = s->hand[seat];
	if (effect == NONE || !fits_moment(s, seat, effect))
		return;
	switch (effect) {
	case AB_EFFECT_GAFFE:
	case AB_EFFECT_INCIDENT:
		add_if(s, seat, effect, ATTACK, 0, out);
		add_if(s, seat, effect, DEFENCE, 0, out);
		break;
	case AB_EFFECT_X_RAY:
	case AB_EFFECT_MIX_UP:
	case AB_EFFECT_WRONG_LUGGAGE:
		add_cases(s, seat, effect, out);
		break;
	case AB_EFFECT_CUSTOMS_CHECK:
		for (int space = AIRPORT; space < PALACE; space++)
			add_if(s, seat, effect, space, 0, out);
		break;
	case AB_EFFECT_LEAK:
		for (int other = 0; other < s->head.players; other++)
			add_if(s, seat, effect, other, 0, out);
		break;
	default:
		if (family_of(effect) == AB_FAMILY_MOVEMENT)
			add_rides(s, seat, effect, out);
		else
			add_if(s, seat, effect, 0, 0, out);
	}
}

/* ---- Windows -----------------------------------------------------------------------------------
 */

static int holders(const ab_state *s)
{
	int count = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		count += s->hand[seat] != NONE;
	return count;
}

static bool ride_possible(const ab_state *s, int effect)
{
	int first = turn_of(s) * EACH;
	for (int pawn = first; pawn < first + EACH; pawn++)
		for (int way = TO_PALACE; way <= TO_AIRPORT; way++)
			if (on_street(s, pawn) && !ride_forbidden(s, effect, pawn, way))
				return true;
	return false;
}

/* Judged by what all can see: could a card that is still out be played at all? */
bool ab_window_open(const ab_state *s, int kind)
{
	if (kind == AFTER_MOVEMENT) {
		for (int effect = AB_EFFECT_MOTORCADE; effect <= AB_EFFECT_TRAFFIC_JAM; effect++)
			if (ab_still_out(s, effect) && ride_possible(s, effect))
				return true;
		return false;
	}
	int cases = cases_on_street(s);
	if (ab_still_out(s, AB_EFFECT_LEAK) && holders(s) > 1)
		return true;
	if (cases > 0 &&
		(ab_still_out(s, AB_EFFECT_X_RAY) || ab_still_out(s, AB_EFFECT_CUSTOMS_CHECK) ||
			ab_still_out(s, AB_EFFECT_BALLOT)))
		return true;
	if (cases > 1 && ab_still_out(s, AB_EFFECT_MIX_UP))
		return true;
	return cases > 0 && ab_still_out(s, AB_EFFECT_WRONG_LUGGAGE) && ab_reserve_size(s) > 0;
}

void ab_call_window(ab_state *s, int kind)
{
	ap_call(s, WINDOW)->v[KIND] = (int16_t)kind;
}

void ab_window_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	(void)ev;
	while (f->v[AROUND] < s->head.players && ab_window_open(s, f->v[KIND])) {
		int seat = clockwise(s, turn_of(s), f->v[AROUND]++);
		if (s->hand[seat] != NONE) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
	}
	ap_end(s);
}

static bool knows_the_street(const ab_state *s, int seat)
{
	for (int pawn = 0; pawn < s->head.players * EACH; pawn++)
		if (is_loaded(s, pawn) && on_street(s, pawn) && !(s->known_to[pawn] & AP_SEAT(seat)))
			return false;
	return true;
}

/* Few would speed another's diplomat up, hold their own back, or look at what they know. */
bool ab_tiresome(const void *view, int seat)
{
	const ab_state *s = view;
	const ap_frame *f = ap_peek(s);
	int effect = s->hand[seat];
	if (f->step != WINDOW)
		return false;
	if (f->v[KIND] == AFTER_MOVEMENT)
		return goes_back(effect) == (seat == turn_of(s));
	bool look = effect == AB_EFFECT_X_RAY || effect == AB_EFFECT_CUSTOMS_CHECK;
	return look && knows_the_street(s, seat);
}

/* AB-SC-15: everybody else with a card is asked; v[KIND] is the one who played. */
void ab_counter_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	(void)ev;
	while (f->v[AROUND] < s->head.players && !s->cancelled) {
		int seat = clockwise(s, turn_of(s), f->v[AROUND]++);
		if (seat != f->v[KIND] && s->hand[seat] != NONE) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
	}
	ap_end(s);
}

void ab_cards_legal(const void *state, int seat, ap_list *out)
{
	ap_add(out, ap_act(V_PASS, 0, 0));
	ab_card_plays(state, seat, out);
}

uint16_t ab_cards_refuse(const void *state, int seat, ap_action a)
{
	if (ap_verb_of(a) == V_PASS)
		return 0;
	return ap_verb_of(a) >= V_BODYGUARDS ? ab_card_forbidden(state, seat, a) : AB_SE_1;
}

void ab_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	ap_frame *f = ap_top(s);
	bool pass = ap_verb_of(a) == V_PASS;
	if (f->step == PRESSURE_CARDS)
		f->v[PASSES] = (int16_t)(pass ? f->v[PASSES] + 1 : 0);
	if (pass)
		return;
	if (f->step == COUNTER_WINDOW) {
		ap_tell(ev, EV_PLAYS, AB_SE_2, (int16_t)seat, AB_EFFECT_COUNTER);
		ap_tell(ev, EV_COUNTERED, AB_SC_15, (int16_t)seat);
		ab_discard_hand(s, seat);
		s->cancelled = 1;
	} else {
		ab_call_played(s, seat, a, ev);
	}
}

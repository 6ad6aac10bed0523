/* secrets.c: when Secret cards may be played, and on what, AB-SE-1 to AB-SE-8. Who is asked for
 * them between two turns and at the Airport is in windows.c. */
#include "chapters.h"

/* ---- The cards ------------------------------------------------------------------------------- */

/* The same numbers as in data/secrets.csv; tests/test_data.c compares them. */
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

int ab_amount_of(int effect)
{
	int card = 0;
	assert(effect >= 0 && effect < AB_EFFECT_COUNT);
	while (ab_secrets[card].effect != effect)
		card++;
	return ab_secrets[card].amount;
}

bool ab_pressure_cards_out(const ab_state *s)
{
	for (int effect = AB_EFFECT_BODYGUARDS; effect <= AB_EFFECT_INCIDENT; effect++)
		if (ab_still_out(s, effect))
			return true;
	return false;
}

void ab_discard_hand(ab_state *s, int seat)
{
	assert(seat >= 0 && seat < s->head.players);
	if (s->hand[seat] == AB_NONE)
		return;
	s->discard[s->hand[seat]]++;
	s->hand[seat] = AB_NONE;
	s->hand_known[seat] = 0;
}

/* ---- When a card may be played --------------------------------------------------------------- */

/* Special cards fit every window and one's own movement, if there is something they can do there,
 * AB-SE-10. */
static bool special_fits(const ab_state *s, int seat, int effect)
{
	int step = ap_step_of(s);
	switch (effect) {
	case AB_EFFECT_IMMUNITY: /* a pressure has just been announced */
		return step == AB_STEP_PRESSURE_IMMUNITY;
	case AB_EFFECT_COUNTER: /* a card has just been played */
		return step == AB_STEP_COUNTER_WINDOW;
	case AB_EFFECT_PLATES: /* one's own movement is not over */
		return seat == ab_turn_of(s) && ab_turn_step(s) == AB_STEP_MOVEMENT;
	default:
		return ab_is_window(step) || step == AB_STEP_MOVEMENT;
	}
}

/* Returns whether the seat whose turn it is has not begun to move. */
static bool before_movement(const ab_state *s)
{
	return s->points == AB_POINTS;
}

static bool fits_moment(const ab_state *s, int seat, int effect)
{
	int step = ap_step_of(s);
	switch (ab_family_of(effect)) {
	case AB_FAMILY_PRESSURE:
		return step == AB_STEP_PRESSURE_CARDS;
	case AB_FAMILY_MOVEMENT:
		return ab_in_window(s, AB_WINDOW_AFTER_MOVEMENT);
	case AB_FAMILY_BRIEFCASE: /* AB-SE-7 */
		return ab_in_window(s, AB_WINDOW_QUIET) || (step == AB_STEP_MOVEMENT && before_movement(s));
	default:
		return special_fits(s, seat, effect);
	}
}

/* Returns the clause that says when a card may be played. */
static uint16_t timing_clause(int effect)
{
	switch (ab_family_of(effect)) {
	case AB_FAMILY_PRESSURE:
		return ab_is_bonus(effect) ? AB_SE_3 : AB_SE_4;
	case AB_FAMILY_MOVEMENT:
		return AB_SE_5;
	case AB_FAMILY_BRIEFCASE:
		return AB_SE_7;
	default:
		return effect == AB_EFFECT_PLATES ? AB_SC_18 : AB_SE_10;
	}
}

/* ---- On what a card may be played ------------------------------------------------------------ */

/* Returns 0 if cards can be played on this pawn, otherwise the clause that forbids it. */
static uint16_t out_of_reach(const ab_state *s, int pawn)
{
	if (s->place[pawn] == AB_SPACE_PALACE)
		return AB_PA_2;
	return ab_on_street(s, pawn) ? 0 : AB_PA_4;
}

/* Returns where a movement card that goes so far takes a pawn. */
static int destination(const ab_state *s, int pawn, int effect, int amount, int way)
{
	int to = s->place[pawn] + (way == AB_WAY_PALACE ? amount : -amount);
	int farthest = ab_goes_back(effect) ? AB_SPACE_PALACE - 1 : AB_SPACE_PALACE;
	return to < AB_SPACE_AIRPORT ? AB_SPACE_AIRPORT : to > farthest ? farthest : to;
}

int ab_card_destination(const ab_state *s, int pawn, int effect, int way)
{
	assert(ab_family_of(effect) == AB_FAMILY_MOVEMENT);
	return destination(s, pawn, effect, ab_amount_of(effect), way);
}

/* Returns 0 if a movement card that goes so far may take this pawn this way, otherwise the clause
 * that forbids it, AB-SE-5. */
static uint16_t ride_forbidden(
	const ab_state *s, int effect, int amount, int pawn, int way, bool reserve_empty)
{
	uint16_t clause = out_of_reach(s, pawn);
	if (ab_owner_of(pawn) != ab_turn_of(s) || (way != AB_WAY_PALACE && way != AB_WAY_AIRPORT))
		return AB_SE_5;
	if (clause != 0)
		return clause;
	bool free = !ab_is_loaded(s, pawn) && reserve_empty;
	int own = ab_is_loaded(s, pawn) ? AB_WAY_AIRPORT : AB_WAY_PALACE;
	if (!free && (way == own) == ab_goes_back(effect))
		return AB_SE_5;
	return destination(s, pawn, effect, amount, way) != s->place[pawn] ? 0 : AB_SE_6;
}

/* Returns 0 if cards can be played on the briefcase of this pawn, otherwise the clause that
 * forbids it, which is `clause` if he has no briefcase. */
static uint16_t case_forbidden(const ab_state *s, int pawn, uint16_t clause)
{
	if (s->place[pawn] == AB_SPACE_REMOVED || !ab_is_loaded(s, pawn))
		return clause;
	return out_of_reach(s, pawn);
}

static bool cases_in(const ab_state *s, int space)
{
	return (ab_bearers(s) & ab_pawns_at(s, space)) != 0;
}

static int cases_on_street(const ab_state *s)
{
	return ap_count_bits(ab_bearers(s) & ab_pawns_on_street(s));
}

/* Returns whether this seat is an attacker or the defender of the present pressure. */
static bool is_engaged(const ab_state *s, int seat)
{
	int bearer = ab_pressed(s);
	return (ab_attackers(s) & AP_SEAT(seat)) || (bearer != AB_NONE && seat == ab_owner_of(bearer));
}

uint16_t ab_target_forbidden(const ab_state *s, int seat, int effect, int x, int y)
{
	uint16_t clause;
	switch (effect) {
	case AB_EFFECT_BODYGUARDS:
	case AB_EFFECT_PRESS_PACK:
		return is_engaged(s, seat) ? 0 : AB_SE_3;
	case AB_EFFECT_X_RAY:
		return case_forbidden(s, x, AB_SC_10);
	case AB_EFFECT_MIX_UP:
		clause = case_forbidden(s, x, AB_SC_11);
		return x >= y ? AB_SC_11 : clause ? clause : case_forbidden(s, y, AB_SC_11);
	case AB_EFFECT_CUSTOMS_CHECK:
		if (x == AB_SPACE_PALACE)
			return AB_PA_2;
		return x >= AB_SPACE_AIRPORT && x < AB_SPACE_PALACE && cases_in(s, x) ? 0 : AB_SC_12;
	case AB_EFFECT_WRONG_LUGGAGE:
		return ab_reserve_size(s) > 0 ? case_forbidden(s, x, AB_SC_13) : AB_SC_13;
	case AB_EFFECT_BALLOT: /* it has no use while nobody on the street carries a briefcase */
		return cases_on_street(s) > 0 ? 0 : AB_SC_16;
	case AB_EFFECT_LEAK:
		return x != seat && x < s->head.players && s->hand[x] != AB_NONE ? 0 : AB_SC_17;
	default:
		if (ab_family_of(effect) != AB_FAMILY_MOVEMENT)
			return 0;
		return ride_forbidden(s, effect, ab_amount_of(effect), x, y, ab_reserve_size(s) == 0);
	}
}

uint16_t ab_card_forbidden(const ab_state *s, int seat, ap_action a)
{
	int effect = ab_effect_of(a);
	if (!fits_moment(s, seat, effect))
		return timing_clause(effect);
	if (s->hand[seat] != effect)
		return AB_SE_1;
	return ab_target_forbidden(s, seat, effect, (int)ap_x(a), (int)ap_y(a));
}

/* ---- What the card in hand can do now -------------------------------------------------------- */

static void add_if(const ab_state *s, int seat, int effect, int x, int y, ap_list *out)
{
	if (!ab_target_forbidden(s, seat, effect, x, y))
		ap_add(out, ap_act((unsigned)(AB_VERB_BODYGUARDS + effect), (unsigned)x, (unsigned)y));
}

static void add_rides(const ab_state *s, int seat, int effect, ap_list *out)
{
	int first = ab_first_pawn(ab_turn_of(s));
	for (int pawn = first; pawn < first + AB_DIPLOMATS_EACH; pawn++)
		for (int way = AB_WAY_PALACE; way <= AB_WAY_AIRPORT; way++)
			add_if(s, seat, effect, pawn, way, out);
}

static void add_bearers(const ab_state *s, int seat, int effect, ap_list *out)
{
	for (ab_pawn_set b = ab_bearers(s); b; b &= b - 1)
		add_if(s, seat, effect, __builtin_ctz(b), 0, out);
}

static void add_pairs_of_bearers(const ab_state *s, int seat, int effect, ap_list *out)
{
	for (ab_pawn_set b = ab_bearers(s); b; b &= b - 1)
		for (ab_pawn_set others = b & (b - 1); others; others &= others - 1)
			add_if(s, seat, effect, __builtin_ctz(b), __builtin_ctz(others), out);
}

void ab_add_card_plays(const ab_state *s, int seat, ap_list *out)
{
	int effect = s->hand[seat];
	if (effect == AB_NONE || !fits_moment(s, seat, effect))
		return;
	switch (effect) {
	case AB_EFFECT_GAFFE:
	case AB_EFFECT_INCIDENT:
		add_if(s, seat, effect, AB_SIDE_ATTACK, 0, out);
		add_if(s, seat, effect, AB_SIDE_DEFENCE, 0, out);
		break;
	case AB_EFFECT_X_RAY:
	case AB_EFFECT_WRONG_LUGGAGE:
		add_bearers(s, seat, effect, out);
		break;
	case AB_EFFECT_MIX_UP:
		add_pairs_of_bearers(s, seat, effect, out);
		break;
	case AB_EFFECT_CUSTOMS_CHECK:
		for (int space = AB_SPACE_AIRPORT; space < AB_SPACE_PALACE; space++)
			add_if(s, seat, effect, space, 0, out);
		break;
	case AB_EFFECT_LEAK:
		for (int other = 0; other < s->head.players; other++)
			add_if(s, seat, effect, other, 0, out);
		break;
	default:
		if (ab_family_of(effect) == AB_FAMILY_MOVEMENT)
			add_rides(s, seat, effect, out);
		else
			add_if(s, seat, effect, 0, 0, out);
	}
}

/* ---- Windows --------------------------------------------------------------------------------- */

/* Returns how many seats have a Secret card. */
static int holders(const ab_state *s)
{
	int count = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		count += s->hand[seat] != AB_NONE;
	return count;
}

/* Returns whether one of these effects is not in the discards with all its copies. */
static bool any_still_out(const ab_state *s, int first, int last)
{
	bool any = false;
	for (int effect = first; effect <= last; effect++)
		any |= ab_still_out(s, effect);
	return any;
}

/* Returns whether a movement card that goes the way of this one can take somebody along. A card
 * that goes several spaces can if one that goes a single space could. */
static bool ride_possible(const ab_state *s, int effect)
{
	bool reserve_empty = ab_reserve_size(s) == 0;
	ab_pawn_set pawns = ab_pawns_on_street(s) & ab_pawns_of_seat(ab_turn_of(s));
	for (; pawns; pawns &= pawns - 1)
		for (int way = AB_WAY_PALACE; way <= AB_WAY_AIRPORT; way++)
			if (!ride_forbidden(s, effect, 1, __builtin_ctz(pawns), way, reserve_empty))
				return true;
	return false;
}

static bool movement_card_possible(const ab_state *s)
{
	return (any_still_out(s, AB_EFFECT_MOTORCADE, AB_EFFECT_HELICOPTER) &&
			   ride_possible(s, AB_EFFECT_MOTORCADE)) ||
		(any_still_out(s, AB_EFFECT_ROADBLOCK, AB_EFFECT_TRAFFIC_JAM) &&
			ride_possible(s, AB_EFFECT_ROADBLOCK));
}

static bool quiet_card_possible(const ab_state *s)
{
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

/* A Ballot would keep the bearer from flying, AB-SE-10. */
static bool special_card_possible(const ab_state *s)
{
	return ab_still_out(s, AB_EFFECT_BALLOT) || (ab_still_out(s, AB_EFFECT_LEAK) && holders(s) > 1);
}

bool ab_window_is_open(const ab_state *s, int window)
{
	switch (window) {
	case AB_WINDOW_AFTER_MOVEMENT:
		return movement_card_possible(s);
	case AB_WINDOW_AIRPORT:
		return special_card_possible(s);
	default:
		return quiet_card_possible(s);
	}
}

/* Asks each other seat that has a Secret card whether it cancels the card that was played, unless
 * all can see that nobody can, AB-SC-15. */
void ab_counter_window_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_counter_frame *f = ab_counter_top(s);
	(void)ev;
	while (ab_still_out(s, AB_EFFECT_COUNTER) && f->asked_so_far < s->head.players) {
		int seat = ab_clockwise(s, ab_turn_of(s), f->asked_so_far++);
		if (seat != f->by && s->hand[seat] != AB_NONE) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
	}
	ap_end(s);
}

/* ---- Answers of a seat that may play a card -------------------------------------------------- */

void ab_cards_legal(const void *state, int seat, ap_list *out)
{
	ap_add(out, ap_act(AB_VERB_PASS, 0, 0));
	ab_add_card_plays(state, seat, out);
}

uint16_t ab_cards_refuse(const void *state, int seat, ap_action a)
{
	if (ap_verb_of(a) == AB_VERB_PASS)
		return 0;
	return ab_is_card(a) ? ab_card_forbidden(state, seat, a) : AB_SE_1;
}

/* Counter-espionage takes effect at once: the window in which it was played closes. */
static void cancel_card(ab_state *s, int seat, ap_events *ev)
{
	int by;
	int effect = ab_effect_of(ab_card_played(s, &by));
	ab_tell_plays(ev, AB_SE_2, AB_POWER(seat), AB_EFFECT(AB_EFFECT_COUNTER));
	ab_tell_countered(ev, AB_SC_15, AB_POWER(seat), AB_POWER(by), AB_EFFECT(effect));
	ab_discard_hand(s, seat);
	ap_end(s);
	ab_played_top(s)->cancelled = 1;
}

void ab_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int step = ap_step_of(s);
	bool pass = ap_verb_of(a) == AB_VERB_PASS;
	if (step == AB_STEP_PRESSURE_CARDS) {
		ab_pressure_frame *f = ab_pressure_top(s);
		f->passes = pass ? (uint8_t)(f->passes + 1) : 0;
	}
	if (pass)
		return;
	if (step == AB_STEP_WINDOW) /* all are asked again, AB-SE-1 */
		ab_goto(s, AB_STEP_WINDOW_CALL);
	if (ab_effect_of(a) == AB_EFFECT_COUNTER)
		cancel_card(s, seat, ev);
	else
		ab_call_played(s, seat, a, ev);
}

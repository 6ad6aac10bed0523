/* stack.c: the invariants of the stack: which steps can call which, which values their frames
 * can have in this state, and which seats they can ask. The core has already checked that the
 * values are within the ranges that steps.toml declares. */
#include "chapters.h"

static bool is_pawn(const ab_state *s, int pawn)
{
	return pawn >= 0 && pawn < ab_pawn_count(s);
}

/* ---- Which steps can be called --------------------------------------------------------------- */

static bool is_played(int step)
{
	return step == AB_STEP_PLAYED || step == AB_STEP_PLAYED_EFFECT;
}

static bool is_stop(int step)
{
	return step >= AB_STEP_STOP && step <= AB_STEP_STOP_ASK;
}

/* Returns whether a step belongs to the window between two turns, or to that at the Airport. */
static bool is_between(int step)
{
	return step == AB_STEP_WINDOW_CALL || step == AB_STEP_WINDOW;
}

/* Returns whether a step shows or hands over what a card is about. */
static bool is_effect(int step)
{
	return step == AB_STEP_WRONG_CASE || step == AB_STEP_LOOK || step == AB_STEP_LEAKING;
}

/* Returns whether one step can be called by another, which is `below` it. */
static bool fits_on(int step, int below)
{
	switch (below) {
	case AB_STEP_TURN_END:
		return is_between(step);
	case AB_STEP_MOVEMENT:
		return is_stop(step) || is_played(step) || is_effect(step) || is_between(step);
	case AB_STEP_WINDOW_CALL: /* a card was played, and all are called again after it */
		return is_stop(step) || is_played(step) || is_effect(step);
	case AB_STEP_PLAYED_EFFECT:
		return step == AB_STEP_COUNTER_WINDOW;
	case AB_STEP_STOP:
		return (step >= AB_STEP_PRESSURE_IMMUNITY && step <= AB_STEP_PRESSURE_LOSSES) ||
			step == AB_STEP_TAKE_CASE || step == AB_STEP_REVEAL;
	case AB_STEP_COUNTER_WINDOW:
	case AB_STEP_PRESSURE_IMMUNITY:
	case AB_STEP_PRESSURE_CARDS:
		return is_played(step) || step == AB_STEP_LEAKING;
	case AB_STEP_PRESSURE_RESULT:
		return step == AB_STEP_REVEAL;
	case AB_STEP_PRESSURE_LOSSES:
		return step == AB_STEP_REVEAL || step == AB_STEP_GO_OUT;
	default:
		return false;
	}
}

/* Returns whether this card can have been played in the step `below`. */
static bool played_at(const ab_state *s, int effect, int by, const ap_frame *below)
{
	int window = is_between(below->step) ? ab_window_frame_in(below)->window : AB_NONE;
	bool own_movement = below->step == AB_STEP_MOVEMENT && by == ab_turn_of(s);
	bool in_window = below->step != AB_STEP_MOVEMENT;
	switch (ab_family_of(effect)) {
	case AB_FAMILY_PRESSURE:
		return below->step == AB_STEP_PRESSURE_CARDS;
	case AB_FAMILY_MOVEMENT:
		return window == AB_WINDOW_AFTER_MOVEMENT;
	case AB_FAMILY_BRIEFCASE:
		return window == AB_WINDOW_QUIET || own_movement;
	default:
		break;
	}
	switch (effect) {
	case AB_EFFECT_IMMUNITY:
		return below->step == AB_STEP_PRESSURE_IMMUNITY;
	case AB_EFFECT_PLATES:
		return by == ab_turn_of(s) && ab_turn_step(s) == AB_STEP_MOVEMENT;
	case AB_EFFECT_COUNTER: /* it takes effect at once */
		return false;
	default:
		return in_window || own_movement;
	}
}

/* Returns whether a card that has been played is in the discards and could be played on its
 * target. */
static bool played_sound(const ab_state *s, const ab_played_frame *f, const ap_frame *below)
{
	if (!ab_is_card(f->play))
		return false;
	int effect = ab_effect_of(f->play), x = (int)ap_x(f->play), y = (int)ap_y(f->play);
	if (!s->discard[effect] || !played_at(s, effect, f->by, below))
		return false;
	if (effect == AB_EFFECT_LEAK) /* the other power may have no card any more */
		return x < s->head.players && x != f->by && s->hand[f->by] == AB_NONE;
	const ap_verb *verb = &ab_verbs[ap_verb_of(f->play)];
	if ((verb->x == &ab_diplomat_list && !is_pawn(s, x)) ||
		(verb->y == &ab_diplomat_list && !is_pawn(s, y)))
		return false;
	return ab_target_forbidden(s, f->by, effect, x, y) == 0;
}

static bool stop_sound(const ab_state *s, const ab_stop_frame *f)
{
	bool nowhere = f->space == AB_NONE && f->step == AB_STEP_STOP;
	bool street = f->space >= AB_SPACE_AIRPORT && f->space < AB_SPACE_PALACE;
	bool asks = f->step == AB_STEP_STOP_ASK && f->asked;
	bool bears =
		is_pawn(s, f->bearer) && s->place[f->bearer] == f->space && ab_is_loaded(s, f->bearer);
	if ((!street && !nowhere) || (asks && !bears) ||
		f->asked_to_press != (asks ? ab_asked_to_press(s, f->bearer) : 0))
		return false;
	if (f->step == AB_STEP_STOP_PICK)
		return ab_candidates(s, f->space) != 0;
	return bears || f->step == AB_STEP_STOP;
}

/* Returns whether the attackers have diplomats in the space, except those that have already had
 * their turn to lose one. */
static bool attackers_sound(const ab_state *s, const ab_pressure_frame *f)
{
	bool losing = f->step == AB_STEP_PRESSURE_LOSSES;
	int first = losing ? f->losses_taken - (f->asked != 0) : 0;
	ap_seats attackers = f->attackers;
	if (!(attackers & AP_SEAT(f->presser)) || (attackers & AP_SEAT(ab_owner_of(f->bearer))) ||
		attackers >> s->head.players)
		return false;
	for (int i = first; i < s->head.players; i++) {
		int seat = ab_clockwise(s, f->presser, i);
		if ((attackers & AP_SEAT(seat)) && ab_pawns_in(s, seat, s->place[f->bearer]) == 0)
			return false;
	}
	return true;
}

static bool pressure_counters_sound(const ab_state *s, const ab_pressure_frame *f)
{
	int players = s->head.players;
	bool asks_allies = f->step == AB_STEP_PRESSURE_ALLIES && f->asked;
	ap_seats allies = asks_allies ? ab_asked_when_announced(s, f) : 0;
	if (f->step == AB_STEP_PRESSURE_LOSSES && f->asked && f->losses_taken == 0)
		return false;
	if (f->step == AB_STEP_PRESSURE_CARDS && f->asked && f->passes == players)
		return false;
	bool called_sound =
		f->step == AB_STEP_PRESSURE_IMMUNITY ? !(f->called >> players) : f->called == allies;
	return called_sound && f->immunity_asked <= players && f->next_player < players &&
		f->passes <= players && f->losses_taken <= players;
}

static bool pressure_sound(const ab_state *s, const ab_pressure_frame *f, const ap_frame *below)
{
	if (!is_pawn(s, f->bearer) || !ab_on_street(s, f->bearer) ||
		s->place[f->bearer] != ab_stop_frame_in(below)->space)
		return false;
	if (ab_is_loaded(s, f->bearer) != (f->step != AB_STEP_PRESSURE_LOSSES))
		return false;
	return pressure_counters_sound(s, f) && attackers_sound(s, f);
}

/* Returns the last of `count` seats that have had their turn, clockwise from `from`; AB_NONE if
 * none has. */
static int last_of(const ab_state *s, int from, int count)
{
	return count > 0 ? ab_clockwise(s, from, count - 1) : AB_NONE;
}

static bool reveal_sound(const ab_state *s, const ab_reveal_frame *f, const ap_frame *below)
{
	int pawn = f->bearer;
	if (!is_pawn(s, pawn) || !ab_is_loaded(s, pawn))
		return false;
	if (below->step == AB_STEP_STOP)
		return f->why == AB_SHOWING_FLOWN && s->place[pawn] == AB_SPACE_AIRPORT &&
			ab_owner_of(pawn) == ab_turn_of(s);
	const ab_pressure_frame *pressure = ab_pressure_frame_in(below);
	int pressed = pressure->bearer;
	if (below->step == AB_STEP_PRESSURE_RESULT)
		return f->why == AB_SHOWING_PRESSED && pawn == pressed;
	return f->why == AB_SHOWING_LOST && s->place[pawn] == s->place[pressed] &&
		(pressure->attackers & AP_SEAT(ab_owner_of(pawn))) &&
		ab_owner_of(pawn) == last_of(s, pressure->presser, pressure->losses_taken);
}

static bool case_sound(const ab_state *s, const ab_case_frame *f)
{
	if (!is_pawn(s, f->bearer) || ab_reserve_size(s) <= 0)
		return false;
	if (f->step == AB_STEP_TAKE_CASE)
		return s->place[f->bearer] == AB_SPACE_PALACE && !ab_is_loaded(s, f->bearer);
	return ab_on_street(s, f->bearer) && ab_is_loaded(s, f->bearer);
}

static bool look_sound(const ab_state *s, const ab_look_frame *f)
{
	bool one = f->space == AB_NONE;
	if (!one && (f->space < AB_SPACE_AIRPORT || f->space >= AB_SPACE_PALACE))
		return false;
	if (one || f->asked)
		return is_pawn(s, f->next_bearer) && ab_is_loaded(s, f->next_bearer);
	return f->next_bearer <= ab_pawn_count(s);
}

static bool window_sound(const ab_state *s, const ab_window_frame *f, int below)
{
	bool fits = below == AB_STEP_MOVEMENT
		? f->window == AB_WINDOW_AIRPORT
		: f->window == AB_WINDOW_AFTER_MOVEMENT || f->window == AB_WINDOW_QUIET;
	ap_seats called = f->step == AB_STEP_WINDOW_CALL && f->asked ? ab_called_in(s, f->window) : 0;
	return fits && f->called == called && f->asked_so_far <= s->head.players &&
		!(f->wishing >> s->head.players);
}

static bool counter_sound(const ab_state *s, const ab_counter_frame *f, const ap_frame *below)
{
	return f->by == ab_played_frame_in(below)->by && f->asked_so_far <= s->head.players;
}

static bool leak_sound(const ab_state *s, const ab_leak_frame *f)
{
	return f->taker != f->from && s->hand[f->taker] == AB_NONE && s->hand[f->from] != AB_NONE;
}

static bool leaver_sound(const ab_state *s, const ab_leaver_frame *f)
{
	return ab_is_out(s, f->who) && s->hand[f->who] != AB_NONE;
}

static bool called_sound(const ab_state *s, const ap_frame *f, const ap_frame *below)
{
	if (is_played(f->step))
		return played_sound(s, ab_played_frame_in(f), below);
	if (is_stop(f->step))
		return stop_sound(s, ab_stop_frame_in(f));
	switch (f->step) {
	case AB_STEP_WINDOW_CALL:
	case AB_STEP_WINDOW:
		return window_sound(s, ab_window_frame_in(f), below->step);
	case AB_STEP_COUNTER_WINDOW:
		return counter_sound(s, ab_counter_frame_in(f), below);
	case AB_STEP_TAKE_CASE:
	case AB_STEP_WRONG_CASE:
		return case_sound(s, ab_case_frame_in(f));
	case AB_STEP_LOOK:
		return look_sound(s, ab_look_frame_in(f));
	case AB_STEP_LEAKING:
		return leak_sound(s, ab_leak_frame_in(f));
	case AB_STEP_REVEAL:
		return reveal_sound(s, ab_reveal_frame_in(f), below);
	case AB_STEP_GO_OUT:
		return leaver_sound(s, ab_leaver_frame_in(f));
	default:
		return pressure_sound(s, ab_pressure_frame_in(f), below);
	}
}

/* ---- The turn -------------------------------------------------------------------------------- */

static bool nobody_is_out(const ab_state *s)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (ab_is_out(s, seat))
			return false;
	return true;
}

static bool nothing_is_discarded(const ab_state *s)
{
	for (int effect = 0; effect < AB_EFFECT_COUNT; effect++)
		if (s->discard[effect])
			return false;
	return true;
}

static bool announced_sound(const ab_turn_frame *f)
{
	if (f->announced == AP_NO_ACTION)
		return true;
	unsigned verb = ap_verb_of(f->announced);
	return f->step == AB_STEP_MOVEMENT && !f->asked &&
		(verb == AB_VERB_MOVE || verb == AB_VERB_WALK || verb == AB_VERB_END);
}

static bool turn_sound(const ab_state *s, const ab_turn_frame *f)
{
	bool starting = f->step >= AB_STEP_TURN_START && f->step <= AB_STEP_DRAW;
	if ((starting && ab_is_out(s, f->turn)) || !announced_sound(f))
		return false;
	if (f->numbers && f->step != AB_STEP_SERIES)
		return false;
	switch (f->step) {
	case AB_STEP_SERIES:
		return nobody_is_out(s) && nothing_is_discarded(s) &&
			__builtin_popcount(f->numbers) <= AB_NUMBERS_DRAWN - (f->asked != 0) &&
			(!f->asked || s->head.option[AB_OPTION_SERIES] == AB_SERIES_AUTO);
	case AB_STEP_DEAL:
		return nobody_is_out(s) && nothing_is_discarded(s) &&
			(!f->asked || ab_drawing_seat(s) != AB_NONE);
	case AB_STEP_FIRST_LOT:
		return nobody_is_out(s);
	case AB_STEP_DRAW:
		return !f->asked || (s->hand[f->turn] == AB_NONE && ab_secrets_left(s) > 0);
	default:
		return true;
	}
}

/* ---- Who is asked ---------------------------------------------------------------------------- */

static bool holds_a_card(const ab_state *s, int seat)
{
	return seat != AB_NONE && s->hand[seat] != AB_NONE;
}

/* Returns the seat that a step of a pressure asks; AB_NONE if it can ask nobody. */
static int asked_in_pressure(const ab_state *s, const ab_pressure_frame *f)
{
	int players = s->head.players, seat = AB_NONE, space = s->place[f->bearer];
	switch (f->step) {
	case AB_STEP_PRESSURE_IMMUNITY:
		seat = last_of(s, ab_turn_of(s), f->immunity_asked);
		return holds_a_card(s, seat) && (f->called & AP_SEAT(seat)) ? seat : AB_NONE;
	case AB_STEP_PRESSURE_CARDS:
		seat = ab_clockwise(s, f->presser, (f->next_player + players - 1) % players);
		return holds_a_card(s, seat) && ab_pawns_in(s, seat, space) > 0 ? seat : AB_NONE;
	case AB_STEP_PRESSURE_LOSSES:
		seat = last_of(s, f->presser, f->losses_taken);
		return seat != AB_NONE && (f->attackers & AP_SEAT(seat)) && ab_pawns_in(s, seat, space) > 1
			? seat
			: AB_NONE;
	default:
		return AB_NONE;
	}
}

/* Returns the seat that a step of a window or of a stop asks; AB_NONE if it can ask nobody. */
static int asked_in_window(const ab_state *s, const ap_frame *f)
{
	int seat = AB_NONE;
	switch (f->step) {
	case AB_STEP_WINDOW:
		seat = last_of(s, ab_turn_of(s), ab_window_frame_in(f)->asked_so_far);
		return holds_a_card(s, seat) && (ab_window_frame_in(f)->wishing & AP_SEAT(seat)) ? seat
																						 : AB_NONE;
	case AB_STEP_COUNTER_WINDOW:
		seat = last_of(s, ab_turn_of(s), ab_counter_frame_in(f)->asked_so_far);
		return seat != ab_counter_frame_in(f)->by && holds_a_card(s, seat) ? seat : AB_NONE;
	case AB_STEP_STOP_PICK:
		return ab_order_chooser(s, ab_stop_frame_in(f)->space);
	default:
		return AB_NONE;
	}
}

/* Returns the seat that the top step asks, if it asks one; AB_NONE if it can ask nobody. */
static int asked_seat(const ab_state *s)
{
	const ap_frame *f = ap_peek(s);
	int turn = ab_turn_of(s);
	switch (f->step) {
	case AB_STEP_SECRET:
		return s->hand[turn] != AB_NONE ? turn : AB_NONE;
	case AB_STEP_MOVEMENT:
		return ab_is_out(s, turn) ? AB_NONE : turn;
	case AB_STEP_GO_OUT:
		return ab_leaver_frame_in(f)->who;
	case AB_STEP_WINDOW:
	case AB_STEP_COUNTER_WINDOW:
	case AB_STEP_STOP_PICK:
		return asked_in_window(s, f);
	case AB_STEP_PRESSURE_IMMUNITY:
	case AB_STEP_PRESSURE_CARDS:
	case AB_STEP_PRESSURE_LOSSES:
		return asked_in_pressure(s, ab_pressure_frame_in(f));
	case AB_STEP_SERIES:
	case AB_STEP_DEAL:
	case AB_STEP_FIRST_LOT:
	case AB_STEP_DRAW:
	case AB_STEP_TAKE_CASE:
	case AB_STEP_WRONG_CASE:
	case AB_STEP_LOOK:
	case AB_STEP_LEAKING:
	case AB_STEP_REVEAL:
		return AP_CHANCE;
	default:
		return AB_NONE;
	}
}

static bool asked_sound(const ab_state *s)
{
	const ap_frame *f = ap_peek(s);
	if (f->step == AB_STEP_PRESSURE_ALLIES)
		return (f->asked & ~ab_pressure_frame_in(f)->called) == 0;
	if (f->step == AB_STEP_WINDOW_CALL)
		return (f->asked & ~ab_window_frame_in(f)->called) == 0;
	if (f->step == AB_STEP_STOP_ASK)
		return (f->asked & ~ab_stop_frame_in(f)->asked_to_press) == 0;
	int seat = asked_seat(s);
	return seat != AB_NONE && f->asked == AP_SEAT(seat);
}

/* ---- The whole stack ------------------------------------------------------------------------- */

/* Returns whether the cards that have been played and have not taken effect are different cards of
 * the discards. So the stack cannot grow without end, though special cards may be played while
 * another card can be cancelled. */
static bool pending_sound(const ab_state *s)
{
	int pending[AB_EFFECT_COUNT] = {0};
	for (int i = 1; i < s->head.depth; i++) {
		const ap_frame *f = &s->head.stack[i];
		if (!is_played(f->step))
			continue;
		int effect = ab_effect_of(ab_played_frame_in(f)->play);
		if (++pending[effect] > s->discard[effect])
			return false;
	}
	return true;
}

/* Returns whether whoever has moved has stopped: the movement is over, or a pressure can come. */
static bool has_stopped(const ab_state *s)
{
	const ap_frame *stack = s->head.stack;
	return stack[0].step != AB_STEP_MOVEMENT || (s->head.depth > 1 && is_stop(stack[1].step));
}

const char *ab_stack_unsound(const ab_state *s)
{
	const ap_frame *stack = s->head.stack;
	if (stack[0].step > AB_STEP_TURN_END || !turn_sound(s, ab_turn_frame_in(&stack[0])))
		return "the turn is not at the bottom of the stack";
	for (int i = 1; i < s->head.depth; i++)
		if (!fits_on(stack[i].step, stack[i - 1].step) ||
			!called_sound(s, &stack[i], &stack[i - 1]))
			return "a called step does not fit the street";
	if (s->mover != AB_NONE && has_stopped(s))
		return "somebody is on his way who has stopped";
	if (!pending_sound(s))
		return "a card has been played twice";
	return ap_peek(s)->asked && !asked_sound(s) ? "the wrong seat is asked" : NULL;
}

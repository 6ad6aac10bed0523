/* soundness.c: the invariants of the street. A state that passes can be played on safely. */
#include "state.h"

void ab_mend(void *state)
{
	ab_state *s = state;
	for (int seat = 0; seat < s->head.players; seat++) {
		bool holds = s->hand[seat] != NONE;
		s->hand_known[seat] = holds ? (uint8_t)(s->hand_known[seat] | AP_SEAT(seat)) : 0;
	}
}

static bool within(int value, int low, int high)
{
	return value >= low && value <= high;
}

static bool is_seat(const ab_state *s, int seat)
{
	return within(seat, 0, s->head.players - 1);
}

static bool is_pawn(const ab_state *s, int pawn)
{
	return within(pawn, 0, s->head.players * EACH - 1);
}

/* ---- Pawns, briefcases, cards ---------------------------------------------------------------- */

static bool in_the_box(const ab_state *s, int pawn)
{
	return pawn >= s->head.players * EACH || pawn % EACH >= ab_diplomats_each(s);
}

static const char *load_unsound(const ab_state *s, int pawn)
{
	unsigned viewer = s->head.viewer < s->head.players ? AP_SEAT(s->head.viewer) : 0;
	bool knows = s->head.viewer == AP_EVERYTHING || (s->known_to[pawn] & viewer);
	if (!on_board(s, pawn))
		return "a briefcase is carried off the board";
	if (!knows)
		return s->load[pawn] == UNSEEN ? NULL : "a view shows an unknown briefcase";
	return s->load[pawn] < KINDS ? NULL : "there is no such briefcase";
}

static const char *pawns_unsound(const ab_state *s)
{
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++) {
		if (s->place[pawn] > REMOVED || s->way[pawn] > TO_AIRPORT)
			return "a diplomat is nowhere";
		if (in_the_box(s, pawn) && s->place[pawn] != REMOVED)
			return "a diplomat plays who is not in the game";
		if ((s->known_to[pawn] | s->barred[pawn]) >> s->head.players)
			return "somebody knows or is barred who is not at the table";
		if (!is_loaded(s, pawn) && (s->known_to[pawn] | s->barred[pawn]))
			return "there is no briefcase to know or to bar";
		if (s->barred[pawn] && (!on_street(s, pawn) || s->barred[pawn] & AP_SEAT(owner_of(pawn))))
			return "a bar where there was no pressure";
		const char *wrong = is_loaded(s, pawn) ? load_unsound(s, pawn) : NULL;
		if (wrong)
			return wrong;
	}
	for (int kind = 0; kind < KINDS; kind++)
		if (ab_cases_left(s, kind) < 0 || ab_reserve_of(s, kind) < 0)
			return "there are more briefcases than were in play";
	if (ab_reserve_size(s) < 0)
		return "there are more briefcases than were in play";
	return (s->surcharged | s->considered) >> AB_DIPLOMATS ? "there is no such diplomat" : NULL;
}

/* No more cards of a kind in hands and discards than there are. */
static bool too_many_secrets(const ab_state *s)
{
	int left[AB_EFFECT_COUNT];
	for (int effect = 0; effect < AB_EFFECT_COUNT; effect++)
		left[effect] = ab_copies[effect];
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand[seat] < AB_EFFECT_COUNT)
			left[s->hand[seat]]--;
	for (int effect = 0; effect < AB_EFFECT_COUNT; effect++)
		if (left[effect] < s->discard[effect])
			return true;
	return ab_secrets_left(s) < 0;
}

static bool going_out(const ab_state *s, int seat)
{
	return !s->head.over && ap_peek(s)->step == GO_OUT && ap_peek(s)->v[0] == seat;
}

static const char *hands_unsound(const ab_state *s)
{
	unsigned viewer = s->head.viewer < s->head.players ? AP_SEAT(s->head.viewer) : 0;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		int card = s->hand[seat];
		if (card == NONE) {
			if (s->hand_known[seat])
				return "there is no card to know";
			continue;
		}
		if (seat >= s->head.players || (ab_is_out(s, seat) && !going_out(s, seat) && !s->head.over))
			return "a card is held by nobody";
		if (s->hand_known[seat] >> s->head.players || !(s->hand_known[seat] & AP_SEAT(seat)))
			return "a card is not known to its holder";
		bool knows = s->head.viewer == AP_EVERYTHING || (s->hand_known[seat] & viewer);
		if (knows != (card != UNSEEN) || (knows && card >= AB_EFFECT_COUNT))
			return "a view shows an unknown card, or hides a known one";
	}
	return too_many_secrets(s) ? "there are more Secret cards than there were" : NULL;
}

static const char *numbers_unsound(const ab_state *s)
{
	bool in_pressure = !s->head.over && ab_pressure_frame(s);
	if (s->points > POINTS || s->plates > 1 || s->cancelled > 1 || s->immune > 1 ||
		(s->opened != NONE && s->opened >= KINDS))
		return "a counter is out of range";
	if (s->mover != NONE && (!is_pawn(s, s->mover) || !on_street(s, s->mover)))
		return "the mover is not on his way";
	if (s->ballot_by != NONE &&
		(!is_seat(s, s->ballot_by) || (!s->head.over && ab_is_out(s, s->ballot_by))))
		return "the ballot is nobody's";
	if (s->attackers >> s->head.players || (!in_pressure && s->attackers))
		return "attackers attack nobody";
	for (int side = 0; side < SIDES; side++)
		if (s->bonus[side] > MOST_MODIFIER || s->malus[side] > MOST_MODIFIER)
			return "a side has more cards than there are";
	if (!is_seat(s, s->first) || s->idle > IDLE_ROUNDS || s->games_left > SERIES_AUTO)
		return "the series is out of range";
	if (s->winner != NONE && (!s->head.over || !is_seat(s, s->winner)))
		return "somebody has won a game that goes on";
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		if (s->score[seat] > GAME_POINTS * SERIES_AUTO ||
			(seat >= s->head.players && s->score[seat]))
			return "a score is out of range";
	return NULL;
}

/* Only an open question of allies has sealed answers, one of each who has given his. */
static const char *answers_unsound(const ab_state *s)
{
	const ap_frame *f = ap_peek(s);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		bool given = !s->head.over && f->step == PRESSURE_ALLIES && f->asked &&
			(f->v[TURNS] >> seat & 1) && !(f->asked & AP_SEAT(seat));
		if (s->answer[seat] > NEUTRAL || (!given && s->answer[seat]))
			return "an answer was given to no question";
		if (given && ap_sees(s, seat) && !s->answer[seat])
			return "an answer is missing";
		if (given && !ap_sees(s, seat) && s->answer[seat])
			return "a view shows a sealed answer";
	}
	return NULL;
}

static const char *game_unsound(const ab_state *s)
{
	if (ab_cases_left(s, NUCLEAR) == 0)
		return "the game goes on without a nuclear briefcase";
	for (int seat = 0; seat < s->head.players; seat++)
		if (!ab_is_out(s, seat))
			return NULL;
	return "the game goes on without a diplomat";
}

/* ---- The stack --------------------------------------------------------------------------------
 */

static bool is_played(int step)
{
	return step == PLAYED || step == PLAYED_EFFECT;
}

static bool is_stop(int step)
{
	return step >= STOP && step <= STOP_ASK;
}

static bool fits_on(int step, int below)
{
	switch (below) {
	case QUIET_AFTER:
	case TURN_END:
		return step == WINDOW;
	case MOVEMENT:
		return is_stop(step) || is_played(step) || step == TAKE_CASE || step == REVEAL;
	case WINDOW:
		return is_stop(step) || is_played(step) || (step >= TAKE_CASE && step <= LEAKING);
	case PLAYED_EFFECT:
		return step == COUNTER_WINDOW;
	case STOP:
		return step >= PRESSURE_IMMUNITY && step <= PRESSURE_LOSSES;
	case PRESSURE_IMMUNITY:
	case PRESSURE_CARDS:
		return is_played(step);
	case PRESSURE_OPENED:
		return step == REVEAL;
	case PRESSURE_LOSSES:
		return step == REVEAL || step == GO_OUT;
	default:
		return false;
	}
}

/* A card in play has a target it could have been played at. */
static bool played_sound(const ab_state *s, const ap_frame *f, const ap_frame *below)
{
	int effect = f->v[CARD], x = f->v[TARGET], y = f->v[OTHER];
	if (!within(effect, 0, AB_EFFECT_COUNT - 1) || !s->discard[effect] || !is_seat(s, f->v[BY]))
		return false;
	bool pressure = effect <= AB_EFFECT_INCIDENT;
	if (pressure != (below->step == PRESSURE_CARDS))
		return false;
	if ((effect == AB_EFFECT_IMMUNITY) != (below->step == PRESSURE_IMMUNITY) ||
		effect == AB_EFFECT_COUNTER)
		return false;
	if (effect == AB_EFFECT_LEAK)
		return is_seat(s, x) && x != f->v[BY] && s->hand[f->v[BY]] == NONE;
	if (effect == AB_EFFECT_GAFFE || effect == AB_EFFECT_INCIDENT)
		return within(x, ATTACK, DEFENCE);
	bool pawns = effect >= AB_EFFECT_MOTORCADE && effect <= AB_EFFECT_WRONG_LUGGAGE &&
		effect != AB_EFFECT_CUSTOMS_CHECK;
	if (pawns && (!is_pawn(s, x) || (effect == AB_EFFECT_MIX_UP && !is_pawn(s, y))))
		return false;
	if (below->step != WINDOW && effect != AB_EFFECT_PLATES && !pressure &&
		effect != AB_EFFECT_IMMUNITY)
		return false;
	return ab_target_forbidden(s, f->v[BY], effect, x, y) == 0;
}

static bool stop_sound(const ab_state *s, const ap_frame *f)
{
	if (!within(f->v[SPACE], AIRPORT, PALACE - 1) || !within(f->v[SEATS_ASKED], 0, s->head.players))
		return false;
	if (f->step == STOP_PICK)
		return (ab_candidates(s, f->v[SPACE]) & ~s->considered) != 0;
	if (f->step == STOP)
		return true;
	return is_pawn(s, f->v[PRESSED]) && s->place[f->v[PRESSED]] == f->v[SPACE] &&
		is_loaded(s, f->v[PRESSED]);
}

static bool attackers_sound(const ab_state *s, const ap_frame *f)
{
	int bearer = f->v[BEARER],
		first = f->step == PRESSURE_LOSSES ? f->v[TURNS] - (f->asked != 0) : 0;
	if (!(s->attackers & AP_SEAT(f->v[PRESSER])) || (s->attackers & AP_SEAT(owner_of(bearer))))
		return false;
	for (int i = first; i < s->head.players; i++) {
		int seat = clockwise(s, f->v[PRESSER], i);
		if ((s->attackers & AP_SEAT(seat)) && ab_pawns_in(s, seat, s->place[bearer]) == 0)
			return false;
	}
	return true;
}

static bool pressure_sound(const ab_state *s, const ap_frame *f, const ap_frame *below)
{
	if (!is_pawn(s, f->v[BEARER]) || !is_seat(s, f->v[PRESSER]) || !on_street(s, f->v[BEARER]))
		return false;
	if (s->place[f->v[BEARER]] != below->v[SPACE])
		return false;
	bool still_closed = f->step < PRESSURE_OPENED;
	if (f->step != PRESSURE_OPENED && is_loaded(s, f->v[BEARER]) != still_closed)
		return false;
	if (f->step == PRESSURE_ALLIES) {
		if (f->asked ? f->v[TURNS] != (int16_t)ab_possible_allies(s, f) : f->v[TURNS] != 0)
			return false;
	} else if (!within(f->v[TURNS], f->step == PRESSURE_LOSSES && f->asked, s->head.players)) {
		return false;
	}
	return within(f->v[PASSES], 0, s->head.players) && attackers_sound(s, f);
}

static bool reveal_sound(const ab_state *s, const ap_frame *f, const ap_frame *below)
{
	int pawn = f->v[SHOWN];
	if (!is_pawn(s, pawn) || !is_loaded(s, pawn))
		return false;
	if (below->step == MOVEMENT)
		return f->v[WHY] == FLOWN && s->place[pawn] == AIRPORT && owner_of(pawn) == turn_of(s);
	if (below->step == PRESSURE_OPENED)
		return f->v[WHY] == PRESSED_OPEN && pawn == below->v[BEARER];
	return f->v[WHY] == LOST && s->place[pawn] == s->place[below->v[BEARER]] &&
		(s->attackers & AP_SEAT(owner_of(pawn)));
}

static bool called_sound(const ab_state *s, const ap_frame *f, const ap_frame *below)
{
	if (is_played(f->step))
		return played_sound(s, f, below);
	if (is_stop(f->step))
		return stop_sound(s, f);
	switch (f->step) {
	case WINDOW:
		return f->v[KIND] == (below->step == TURN_END ? QUIET : AFTER_MOVEMENT) &&
			within(f->v[AROUND], 0, s->head.players);
	case COUNTER_WINDOW:
		return f->v[KIND] == below->v[BY] && within(f->v[AROUND], 0, s->head.players);
	case TAKE_CASE:
		return is_pawn(s, f->v[0]) && s->place[f->v[0]] == PALACE && !is_loaded(s, f->v[0]) &&
			ab_reserve_size(s) > 0;
	case WRONG_CASE:
		return is_pawn(s, f->v[0]) && on_street(s, f->v[0]) && is_loaded(s, f->v[0]) &&
			ab_reserve_size(s) > 0;
	case LOOK: {
		bool one = f->v[2] == 0;
		return is_seat(s, f->v[0]) && within(f->v[1], 0, s->head.players * EACH - one) &&
			(!(one || f->asked) || (is_pawn(s, f->v[1]) && is_loaded(s, f->v[1]))) &&
			within(f->v[2], 0, PALACE - 1);
	}
	case LEAKING:
		return is_seat(s, f->v[0]) && is_seat(s, f->v[1]) && f->v[0] != f->v[1] &&
			s->hand[f->v[0]] == NONE && s->hand[f->v[1]] != NONE;
	case REVEAL:
		return reveal_sound(s, f, below);
	case GO_OUT:
		return is_seat(s, f->v[0]) && ab_is_out(s, f->v[0]) && s->hand[f->v[0]] != NONE;
	default:
		return pressure_sound(s, f, below);
	}
}

static bool base_sound(const ab_state *s, const ap_frame *f)
{
	bool starting = f->step >= TURN_START && f->step <= DRAW;
	if (!is_seat(s, f->v[TURN]) || (starting && ab_is_out(s, f->v[TURN])))
		return false;
	if (!within(f->v[NEXT_PAWN], 0, s->head.players * EACH) ||
		!within(f->v[NEXT_WAY], 0, TO_AIRPORT) || !within(f->v[ENDING], 0, 1) ||
		(f->step != MOVEMENT && (f->v[NEXT_PAWN] || f->v[NEXT_WAY] || f->v[ENDING])))
		return false;
	switch (f->step) {
	case SERIES:
		return __builtin_popcount(s->considered) <= 4 - (f->asked != 0) &&
			(!f->asked || s->head.option[OPTION_SERIES] == SERIES_AUTO);
	case DEAL:
		for (int seat = 0; seat < s->head.players; seat++)
			if (ab_is_out(s, seat))
				return false;
		return ab_secrets_left(s) > AB_SECRETS - AP_MAX_SEATS - 1 &&
			(!f->asked || ab_drawing_seat(s) != NONE);
	case FIRST_LOT:
		for (int seat = 0; seat < s->head.players; seat++)
			if (ab_is_out(s, seat))
				return false;
		return true;
	case DRAW:
		return !f->asked || (s->hand[f->v[TURN]] == NONE && ab_secrets_left(s) > 0);
	default:
		return true;
	}
}

/* The seat a cursor has just passed, clockwise from another; NONE before the first. */
static int cursor_seat(const ab_state *s, int from, int passed)
{
	return passed > 0 ? clockwise(s, from, passed - 1) : NONE;
}

static bool holder_asked(const ab_state *s, int seat)
{
	return seat != NONE && s->hand[seat] != NONE && ap_peek(s)->asked == AP_SEAT(seat);
}

static bool asked_sound(const ab_state *s)
{
	const ap_frame *f = ap_peek(s);
	int turn = turn_of(s), seat;
	switch (f->step) {
	case SECRET:
		return f->asked == AP_SEAT(turn) && s->hand[turn] != NONE;
	case MOVEMENT:
		return f->asked == AP_SEAT(turn) && !ab_is_out(s, turn) && !f->v[NEXT_PAWN] &&
			!f->v[ENDING];
	case WINDOW:
		return holder_asked(s, cursor_seat(s, turn, f->v[AROUND]));
	case COUNTER_WINDOW:
		seat = cursor_seat(s, turn, f->v[AROUND]);
		return seat != f->v[KIND] && !s->cancelled && holder_asked(s, seat);
	case STOP_PICK:
		return f->asked == AP_SEAT(ab_order_chooser(s, f->v[SPACE]));
	case STOP_ASK:
		seat = cursor_seat(s, turn, f->v[SEATS_ASKED]);
		return seat != NONE && f->asked == AP_SEAT(seat) && ab_may_press(s, seat, f->v[PRESSED]);
	case PRESSURE_IMMUNITY:
		return holder_asked(s, cursor_seat(s, turn, f->v[TURNS]));
	case PRESSURE_ALLIES:
		return (f->asked & ~f->v[TURNS]) == 0;
	case PRESSURE_CARDS:
		seat = clockwise(s, f->v[PRESSER], (f->v[TURNS] + s->head.players - 1) % s->head.players);
		return holder_asked(s, seat) && ab_pawns_in(s, seat, s->place[f->v[BEARER]]) > 0;
	case PRESSURE_LOSSES:
		seat = cursor_seat(s, f->v[PRESSER], f->v[TURNS]);
		return seat != NONE && f->asked == AP_SEAT(seat) && (s->attackers & AP_SEAT(seat)) &&
			ab_pawns_in(s, seat, s->place[f->v[BEARER]]) > 1;
	case SERIES:
	case DEAL:
	case FIRST_LOT:
	case DRAW:
	case TAKE_CASE:
	case WRONG_CASE:
	case LOOK:
	case LEAKING:
	case REVEAL:
		return f->asked == AP_SEAT(AP_CHANCE);
	case GO_OUT:
		return f->asked == AP_SEAT(f->v[0]);
	default:
		return false;
	}
}

/* Flags that a frame raises are down when no such frame is there. */
static bool flags_sound(const ab_state *s)
{
	int top = ap_peek(s)->step;
	bool playing = is_played(top) || top == COUNTER_WINDOW;
	if (s->opened != NONE && top != PRESSURE_OPENED)
		return false;
	if ((s->cancelled && !playing) || (s->immune && top != PRESSURE_IMMUNITY))
		return false;
	for (int side = 0; side < SIDES; side++)
		if ((s->bonus[side] || s->malus[side]) && !ab_pressure_frame(s))
			return false;
	return true;
}

static const char *stack_unsound(const ab_state *s)
{
	const ap_frame *stack = s->head.stack;
	if (stack[0].step > TURN_END || !base_sound(s, &stack[0]))
		return "the turn is not at the bottom of the stack";
	for (int i = 1; i < s->head.depth; i++)
		if (!fits_on(stack[i].step, stack[i - 1].step) ||
			!called_sound(s, &stack[i], &stack[i - 1]))
			return "a called step does not fit the street";
	if (!flags_sound(s))
		return "a flag is up without its step";
	return ap_peek(s)->asked && !asked_sound(s) ? "the wrong seat is asked" : NULL;
}

const char *ab_unsound(const void *state)
{
	const ab_state *s = state;
	const char *wrong = pawns_unsound(s);
	if (!wrong)
		wrong = hands_unsound(s);
	if (!wrong && !s->head.over)
		wrong = game_unsound(s);
	if (!wrong && !s->head.over)
		wrong = stack_unsound(s);
	if (!wrong)
		wrong = numbers_unsound(s);
	if (!wrong)
		wrong = answers_unsound(s);
	return wrong;
}

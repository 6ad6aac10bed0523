/* soundness.c: the invariants of the state: diplomats, briefcases, cards, numbers and answers. A
 * game can be continued safely from a state that passes. The stack is checked in stack.c. */
#include "chapters.h"

void ab_mend(void *state)
{
	ab_state *s = state;
	for (int seat = 0; seat < s->head.players; seat++) {
		bool holds = s->hand[seat] != AB_NONE;
		s->hand_known[seat] = holds ? (uint8_t)(s->hand_known[seat] | AP_SEAT(seat)) : 0;
	}
	for (int i = 1; i < s->head.depth; i++) {
		int step = s->head.stack[i].step;
		if (step < AB_STEP_PRESSURE_IMMUNITY || step > AB_STEP_PRESSURE_LOSSES)
			continue;
		ab_pressure_frame *f = ab_pressure_frame_of(&s->head.stack[i]);
		if (f->presser < s->head.players) /* whoever has announced a pressure presses */
			f->attackers |= (uint8_t)AP_SEAT(f->presser);
	}
}

static bool is_seat(const ab_state *s, int seat)
{
	return seat >= 0 && seat < s->head.players;
}

static bool is_pawn(const ab_state *s, int pawn)
{
	return pawn >= 0 && pawn < ab_pawn_count(s);
}

/* ---- Pawns, briefcases, cards ---------------------------------------------------------------- */

/* Returns the viewer of a view as a set, which is empty if the viewer has no seat. */
static unsigned viewer_of(const ab_state *s)
{
	return s->head.viewer < s->head.players ? AP_SEAT(s->head.viewer) : 0;
}

static const char *load_unsound(const ab_state *s, int pawn)
{
	bool knows = s->head.viewer == AP_EVERYTHING || (s->known_to[pawn] & viewer_of(s));
	if (!ab_on_board(s, pawn))
		return "a briefcase is carried off the board";
	if (!knows)
		return s->load[pawn] == AP_UNSEEN ? NULL : "a view shows an unknown briefcase";
	return s->load[pawn] < AB_KIND_COUNT ? NULL : "there is no such briefcase";
}

static const char *pawn_unsound(const ab_state *s, int pawn)
{
	unsigned seats = s->known_to[pawn] | s->barred[pawn];
	bool on_street = ab_is_loaded(s, pawn) && ab_on_street(s, pawn);
	if (s->place[pawn] > AB_SPACE_REMOVED || s->way[pawn] > AB_WAY_AIRPORT)
		return "a diplomat is nowhere";
	if (!ab_in_game(s, pawn) && s->place[pawn] != AB_SPACE_REMOVED)
		return "a diplomat plays who is not in the game";
	if (seats >> s->head.players)
		return "somebody knows or is barred who is not at the table";
	if (s->asked_at[pawn] > (on_street ? AB_DIPLOMATS : 0))
		return "somebody was asked about a diplomat who cannot be pressed";
	if (!ab_is_loaded(s, pawn))
		return seats ? "there is no briefcase to know or to bar" : NULL;
	bool own_bar = s->barred[pawn] & AP_SEAT(ab_owner_of(pawn));
	if (s->barred[pawn] && (!ab_on_street(s, pawn) || own_bar))
		return "a bar where there was no pressure";
	return load_unsound(s, pawn);
}

static const char *spared_unsound(const ab_state *s)
{
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		for (int space = 0; space < AB_SPACES; space++) {
			unsigned by = s->spared[seat][space];
			bool street = space >= AB_SPACE_AIRPORT && space < AB_SPACE_PALACE;
			if (by &&
				(!street || !is_seat(s, seat) || by >> s->head.players || (by & AP_SEAT(seat))))
				return "somebody is spared where there was no pressure";
		}
	return NULL;
}

static const char *pawns_unsound(const ab_state *s)
{
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (pawn_unsound(s, pawn))
			return pawn_unsound(s, pawn);
	for (int kind = 0; kind < AB_KIND_COUNT; kind++)
		if (ab_cases_left(s, kind) < 0 || ab_reserve_of(s, kind) < 0)
			return "there are more briefcases than were in play";
	if (ab_reserve_size(s) < 0)
		return "there are more briefcases than were in play";
	return s->surcharged >> AB_DIPLOMATS ? "there is no such diplomat" : spared_unsound(s);
}

/* Returns whether hands and discards have more cards of an effect than exist. */
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

/* Returns whether this seat, which is out, is about to discard its card. */
static bool lays_its_card_down(const ab_state *s, int seat)
{
	return !s->head.over && ap_step_of(s) == AB_STEP_GO_OUT && ab_leaver_peek(s)->who == seat;
}

static const char *hand_unsound(const ab_state *s, int seat)
{
	int card = s->hand[seat];
	if (card == AB_NONE)
		return s->hand_known[seat] ? "there is no card to know" : NULL;
	if (!is_seat(s, seat) || (ab_is_out(s, seat) && !lays_its_card_down(s, seat) && !s->head.over))
		return "a card is held by nobody";
	if (s->hand_known[seat] >> s->head.players || !(s->hand_known[seat] & AP_SEAT(seat)))
		return "a card is not known to its holder";
	bool knows = s->head.viewer == AP_EVERYTHING || (s->hand_known[seat] & viewer_of(s));
	if (knows != (card != AP_UNSEEN) || (knows && card >= AB_EFFECT_COUNT))
		return "a view shows an unknown card, or hides a known one";
	return NULL;
}

static const char *hands_unsound(const ab_state *s)
{
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		if (hand_unsound(s, seat))
			return hand_unsound(s, seat);
	return too_many_secrets(s) ? "there are more Secret cards than there were" : NULL;
}

/* ---- Numbers and answers --------------------------------------------------------------------- */

static const char *numbers_unsound(const ab_state *s)
{
	if (s->points > AB_POINTS || s->plates > 1)
		return "a counter is out of range";
	if (s->mover != AB_NONE && (!is_pawn(s, s->mover) || !ab_on_street(s, s->mover)))
		return "the mover is not on his way";
	if (s->ballot_by != AB_NONE &&
		(!is_seat(s, s->ballot_by) || (!s->head.over && ab_is_out(s, s->ballot_by))))
		return "the ballot is nobody's";
	return NULL;
}

static const char *series_unsound(const ab_state *s)
{
	bool too_idle = s->idle > (s->head.over ? AB_IDLE_ROUNDS : AB_IDLE_ROUNDS - 1);
	if (!is_seat(s, s->first) || too_idle || s->games_left > AB_MOST_GAMES)
		return "the series is out of range";
	if (s->winner != AB_NONE && (!s->head.over || !is_seat(s, s->winner)))
		return "somebody has won a game that goes on";
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		if (s->score[seat] > AB_GAME_POINTS * AB_MOST_GAMES ||
			(!is_seat(s, seat) && s->score[seat]))
			return "a score is out of range";
	return NULL;
}

/* Returns whether this seat has given its sealed answer to the open question of pressing or
 * joining.
 */
static bool has_answered(const ab_state *s, int seat)
{
	int step = s->head.over ? AB_NONE : ap_step_of(s);
	if (step != AB_STEP_PRESSURE_ALLIES && step != AB_STEP_STOP_ASK)
		return false;
	ap_seats among = step == AB_STEP_PRESSURE_ALLIES ? ab_pressure_peek(s)->called
													 : ab_stop_peek(s)->asked_to_press;
	return ap_actors(s) && (among & ~ap_actors(s) & AP_SEAT(seat));
}

/* Returns whether this can be its answer. */
static bool answer_fits(const ab_state *s, int seat, int answer)
{
	if (ap_step_of(s) == AB_STEP_STOP_ASK)
		return answer == AB_ANSWER_PRESS || answer == AB_ANSWER_QUIET;
	return ab_may_answer(s, seat, answer);
}

/* Returns whether this seat may have said in the open call that it wants to play its card, or how
 * it begins its turn. */
static bool may_have_said_more(const ab_state *s, int seat)
{
	if (s->head.over || !ap_sees(s, seat) || !ap_actors(s))
		return false;
	return ap_step_of(s) == AB_STEP_WINDOW_CALL && (ab_window_peek(s)->called & AP_SEAT(seat));
}

/* Returns whether what this seat has said in a call is possible. */
static bool call_sound(const ab_state *s, int seat)
{
	if (s->answer[seat] == AB_ANSWER_CARD)
		return true;
	if (s->answer[seat] < AB_ANSWER_KEEPS || s->answer[seat] > AB_ANSWER_SETS_OUT ||
		!ab_may_begin(s, seat))
		return false;
	if (s->answer[seat] == AB_ANSWER_SETS_OUT &&
		(!is_pawn(s, s->opener) || s->opens_to > AB_SPACE_PALACE ||
			s->opens_to == s->place[s->opener]))
		return false;
	ab_state then = ab_at_next_turn(s);
	return ab_secret_refuse(&then, seat, ab_beginning(s)) == 0;
}

static const char *answers_unsound(const ab_state *s)
{
	bool sets_out = false;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		int answer = s->answer[seat];
		if (answer && may_have_said_more(s, seat) && call_sound(s, seat)) {
			sets_out |= answer == AB_ANSWER_SETS_OUT;
			continue;
		}
		bool given = has_answered(s, seat);
		if (answer && (!given || !answer_fits(s, seat, answer)))
			return "an answer was given to no question";
		if (given && ap_sees(s, seat) && !answer)
			return "an answer is missing";
		if (given && !ap_sees(s, seat) && answer)
			return "a view shows a sealed answer";
	}
	if (!sets_out && (s->opener != AB_NONE || s->opens_to))
		return "somebody begins a turn who has not said so";
	return NULL;
}

static const char *game_unsound(const ab_state *s)
{
	if (ab_cases_left(s, AB_KIND_NUCLEAR) == 0 && !ab_pressure_under_way(s)) /* all pay first */
		return "the game goes on without a nuclear briefcase";
	for (int seat = 0; seat < s->head.players; seat++)
		if (!ab_is_out(s, seat))
			return NULL;
	return "the game goes on without a diplomat";
}

/* ---- The whole state ------------------------------------------------------------------------- */

const char *ab_unsound(const void *state)
{
	const ab_state *s = state;
	const char *wrong = pawns_unsound(s);
	if (!wrong)
		wrong = hands_unsound(s);
	if (!wrong && !s->head.over)
		wrong = game_unsound(s);
	if (!wrong && !s->head.over)
		wrong = ab_stack_unsound(s);
	if (!wrong)
		wrong = numbers_unsound(s);
	if (!wrong)
		wrong = series_unsound(s);
	if (!wrong)
		wrong = answers_unsound(s);
	return wrong;
}

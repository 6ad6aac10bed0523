/* soundness.c: the invariants of the board: politicians, influence, cards, the year. Those of
 * the stack are in soundness_stack.c and soundness_cards.c. A state that passes can be played on
 * safely. The core has already checked that frames remember only what their declarations allow. */
#include "soundness.h"

static bool politician_or_none(int p)
{
	return p == KR_NONE || kr_is_politician(p);
}

static bool seat_or_none(const kr_state *s, int seat)
{
	return seat == KR_NONE || kr_is_seat(s, seat);
}

/* ---- Politicians ----------------------------------------------------------------------------- */

static const char *places_unsound(const kr_state *s)
{
	int candidates = 0;
	for (int p = 0; p < KR_POLITICIANS; p++) {
		if (s->place[p] >= KR_PLACE_COUNT || s->stress[p] > KR_MOST_STRESS)
			return "a politician is nowhere, or older than anybody";
		if (kr_is_member(s, p) && s->holder[s->place[p]] != p)
			return "two politicians hold one post";
		candidates += s->place[p] == KR_PLACE_CANDIDATES;
	}
	for (int post = 0; post < KR_POSTS; post++) {
		int p = s->holder[post];
		if (!politician_or_none(p) || (p != KR_NONE && s->place[p] != post))
			return "a post is held by somebody who is elsewhere";
	}
	return candidates > KR_CANDIDATE_PLACES ? "there are too many Candidates" : NULL;
}

static kr_politician_set living_in(const kr_state *s, int from, int to)
{
	kr_politician_set set = 0;
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (s->place[p] >= from && s->place[p] <= to)
			set |= kr_bit(p);
	return set;
}

static const char *health_unsound(const kr_state *s)
{
	kr_politician_set members = living_in(s, KR_PLACE_CHIEF, KR_PLACE_SPORT),
					  board = living_in(s, KR_PLACE_CHIEF, KR_PLACE_PEOPLE);
	if ((s->sick & s->ill) ||
		((s->sick | s->ill) & ~living_in(s, KR_PLACE_CHIEF, KR_PLACE_SIBERIA)))
		return "the dead are ill, or a man is sick and ill";
	if ((s->cure & ~members) || ((s->outing | kr_visitors(s)) & ~s->cure) ||
		(s->vaccinated & ~members))
		return "somebody takes the cure who is not in the Politburo";
	if ((s->suspect | s->unsettled) & ~board)
		return "somebody is suspected or fought for who is not on the board";
	return s->moved & ~KR_ALL_POLITICIANS ? "somebody was moved who does not exist" : NULL;
}

/* ---- Influence ------------------------------------------------------------------------------- */

static bool writing_is_over(const kr_state *s)
{
	return s->head.over || s->head.stack[0].step > KR_STEP_WRITE;
}

static bool knows_sheet(const kr_state *s, int seat, int p)
{
	return ap_sees(s, seat) || (s->bared[seat] & kr_bit(p));
}

static bool point_unsound(const kr_state *s, int seat, int p)
{
	int written = kr_written(s, seat, p), shown = kr_shown(s, seat, p);
	int declared = s->declared[seat][p], rank = kr_rank(s, seat, p);
	bool known = knows_sheet(s, seat, p);
	if (known ? written > KR_NUMBERS || shown > written
			  : written != KR_UNWRITTEN || shown > KR_NUMBERS)
		return true;
	if (p == KR_NESTOR && !kr_advanced(s) && (shown || (known && written)))
		return true;
	if (declared > KR_MOST_DECLARED || (!kr_has_new_points(s) && declared > shown))
		return true;
	bool carries =
		kr_on_board(s, p) || (s->place[p] == KR_PLACE_SIBERIA && kr_version(s) == KR_RULES_SWISS);
	return (declared > 0 && !carries) || (rank > 0) != (declared > 0) || rank > AP_MAX_SEATS;
}

/* Each number is written at most once: all ten when the writing is over, before that the highest
 * ones. */
static bool numbers_unsound(const kr_state *s, int seat)
{
	unsigned numbers = 0, count = 0;
	for (int p = 0; p < KR_POLITICIANS; p++) {
		int written = kr_written(s, seat, p);
		if (written == 0)
			continue;
		if (numbers & 1u << written)
			return true;
		numbers |= 1u << written;
		count++;
	}
	const ap_frame *f = &s->head.stack[0];
	if (writing_is_over(s))
		return count != KR_NUMBERS;
	if (f->step < KR_STEP_WRITE || !f->asked)
		return count != 0;
	bool done = !(f->asked & AP_SEAT(seat));
	return numbers != (KR_NUMBER_BITS & ~((1u << (KR_NUMBERS + 1 - count)) - 1)) ||
		(done && count < KR_NUMBERS);
}

static bool left_unsound(const kr_state *s, int seat)
{
	int left = KR_ALL_POINTS;
	for (int p = 0; p < KR_POLITICIANS; p++)
		left -= kr_shown(s, seat, p);
	return left != s->left[seat];
}

/* Ranks have no gaps, and control is clear wherever it is not being settled. */
static bool order_unsound(const kr_state *s, int p)
{
	unsigned ranks = 1;
	for (int seat = 0; seat < s->head.players; seat++)
		ranks |= 1u << kr_rank(s, seat, p);
	if (ranks & (ranks + 1))
		return true;
	ap_seats first = kr_tied_earliest(s, p);
	return (first & (first - 1)) && !(s->unsettled & kr_bit(p)) && kr_on_board(s, p);
}

static const char *influence_unsound(const kr_state *s)
{
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		bool empty = seat >= s->head.players;
		if (s->bared[seat] & ~(empty ? 0 : KR_ALL_POLITICIANS))
			return "a sheet is bared for somebody who does not exist";
		if (empty && s->left[seat])
			return "an empty chair has influence";
		for (int p = 0; p < KR_POLITICIANS; p++) {
			if (empty && (s->sheet[seat][p] || s->declared[seat][p] || s->mark[seat][p]))
				return "an empty chair has influence";
			if (!empty && point_unsound(s, seat, p))
				return "influence that cannot be";
		}
		if (!empty && (left_unsound(s, seat) || (ap_sees(s, seat) && numbers_unsound(s, seat))))
			return "a sheet is not 10 to 1";
	}
	for (int p = 0; p < KR_POLITICIANS; p++) {
		if (order_unsound(s, p))
			return "the order of totals is unclear";
		if (!seat_or_none(s, s->master[p]) ||
			(!(s->unsettled & kr_bit(p)) && s->master[p] != kr_strongest(s, p)))
			return "a politician obeys the wrong faction";
	}
	return NULL;
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* Returns whether a card lies on the table because its effect lasts. */
static bool is_bound(const kr_state *s, int card)
{
	for (int i = 0; i < KR_PROTECTION_COUNT; i++)
		if (kr_protection_card(i) == card)
			return s->guarded[i] != KR_NONE;
	switch (card) {
	case KR_INTRIGUE_SPECIALIST:
		return s->specialist != KR_NONE;
	case KR_INTRIGUE_BLACKMAIL:
		return s->blackmail[KR_BLACKMAIL_ACTOR] != KR_NONE;
	case KR_INTRIGUE_CHIEF_BLACKMAIL:
		return s->chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR] != KR_NONE;
	case KR_INTRIGUE_PRAVDA:
		return s->pravda != KR_NONE;
	default:
		return false;
	}
}

/* Returns how often a card is announced or being resolved. */
static int in_play(const kr_state *s, int card)
{
	int count = 0;
	for (int i = 1; i < s->head.depth; i++) {
		const ap_frame *f = &s->head.stack[i];
		if (f->step >= KR_STEP_CARD)
			count += kr_card_frame_in(f)->card == card;
		else if (kr_is_listening(f->step))
			for (int seat = 0; seat < s->head.players; seat++)
				count += kr_listen_frame_in(f)->announced[seat] == card;
	}
	return count;
}

static bool card_unsound(const kr_state *s, int card)
{
	int place = s->card[card], known = s->card_known[card];
	bool in_hand = place < AP_MAX_SEATS, view = s->head.viewer != AP_EVERYTHING;
	if (place == AP_UNSEEN ? !view || known
						   : place >= KR_CARD_PLACE_COUNT || (view && place == KR_CARD_PLACE_DECK))
		return true;
	if (in_hand ? !kr_is_seat(s, place) || !(known >> place & 1) || known >> s->head.players
				: known != 0)
		return true;
	if (!kr_has_cards(s) && place != KR_CARD_PLACE_DECK && place != AP_UNSEEN)
		return true;
	if (place == KR_CARD_PLACE_GONE && card != KR_INTRIGUE_BLACKMAIL &&
		card != KR_INTRIGUE_CHIEF_BLACKMAIL)
		return true;
	int uses = is_bound(s, card) + (s->head.over ? 0 : in_play(s, card));
	return s->head.over ? is_bound(s, card) && place != KR_CARD_PLACE_TABLE
						: uses != (place == KR_CARD_PLACE_TABLE);
}

static const char *cards_unsound(const kr_state *s)
{
	int held[AP_MAX_SEATS] = {0};
	for (int card = 0; card < KR_INTRIGUES; card++) {
		if (card_unsound(s, card))
			return "an Intrigue card is where it cannot be";
		if (s->card[card] < AP_MAX_SEATS)
			held[s->card[card]]++;
	}
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		bool exact = s->head.viewer == AP_EVERYTHING || s->head.viewer == seat;
		if (exact ? held[seat] != s->hand_size[seat] : held[seat] > s->hand_size[seat])
			return "a hand is not as large as it should be";
		if (s->hand_size[seat] && seat >= s->head.players)
			return "an empty chair has cards";
	}
	return kr_deck_size(s) < 0 ? "there are more cards than there are" : NULL;
}

static bool men_unsound(const uint8_t *men, int count, const kr_state *s)
{
	for (int i = 0; i < count; i++)
		if (men[i] != KR_NONE && (!kr_is_politician(men[i]) || !kr_on_board(s, men[i])))
			return true;
	return false;
}

/* Returns whether some entries of a bond are set, but not all. */
static bool half_bound(const uint8_t *bond, int count)
{
	int none = 0;
	for (int i = 0; i < count; i++)
		none += bond[i] == KR_NONE;
	return none != 0 && none != count;
}

static bool blackmail_unsound(const kr_state *s)
{
	const uint8_t bond[] = {
		s->blackmail[KR_BLACKMAIL_ACTOR], s->blackmail[KR_BLACKMAIL_TARGET], s->blackmail_holder};
	return half_bound(bond, AP_COUNT(bond)) || !seat_or_none(s, s->blackmail_holder);
}

static bool chief_blackmail_unsound(const kr_state *s)
{
	const uint8_t *seats = s->chief_blackmail, *men = s->chief_blackmail_men;
	const uint8_t bond[] = {seats[0], seats[1], men[0], men[1]};
	return half_bound(bond, AP_COUNT(bond)) || !seat_or_none(s, seats[0]) ||
		!seat_or_none(s, seats[1]);
}

static const char *bonds_unsound(const kr_state *s)
{
	const uint8_t pravda[] = {s->pravda, s->pravda_for};
	if (men_unsound(s->guarded, KR_PROTECTION_COUNT, s) || men_unsound(&s->specialist, 1, s) ||
		men_unsound(s->blackmail, KR_BLACKMAIL_COUNT, s) ||
		men_unsound(s->chief_blackmail_men, KR_CHIEF_BLACKMAIL_MAN_COUNT, s) ||
		!politician_or_none(s->pravda))
		return "a card is about somebody who is not on the board";
	for (int visit = 0; visit < KR_VISIT_COUNT; visit++)
		if (!politician_or_none(s->visiting[visit]))
			return "a card has sent nobody to the Sanatorium";
	if (s->visiting[0] != KR_NONE && s->visiting[0] == s->visiting[1])
		return "two cards have sent one man to the Sanatorium";
	if (s->specialist != KR_NONE && !(s->cure & kr_bit(s->specialist)))
		return "the specialist has no patient";
	if (blackmail_unsound(s) || chief_blackmail_unsound(s) ||
		half_bound(pravda, AP_COUNT(pravda)) || !seat_or_none(s, s->pravda_for))
		return "a card binds nobody";
	return NULL;
}

/* ---- Sealed answers -------------------------------------------------------------------------- */

static bool answer_unsound(const kr_state *s, int seat)
{
	int card = s->intent[seat], gift = s->gift[seat], to = s->gift_to[seat];
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (kr_pending(s, seat, p) > kr_undeclared(s, seat, p) ||
			(kr_pending(s, seat, p) && !kr_on_board(s, p)))
			return true;
	if (card != KR_NONE &&
		(card >= KR_INTRIGUES || s->card[card] != seat ||
			kr_listen_peek(s)->announced[seat] != KR_NONE ||
			kr_card_forbidden(s, seat, card, kr_listened(s))))
		return true;
	if ((gift == KR_NONE) != (to == KR_NONE))
		return true;
	return gift != KR_NONE &&
		(gift >= KR_INTRIGUES || s->card[gift] != seat || gift == card || !kr_is_seat(s, to) ||
			to == seat || (s->gave & AP_SEAT(seat)));
}

static bool no_answer(const kr_state *s, int seat)
{
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (kr_pending(s, seat, p))
			return false;
	return s->intent[seat] == KR_NONE && s->gift[seat] == KR_NONE && s->gift_to[seat] == KR_NONE;
}

static const char *answers_unsound(const kr_state *s)
{
	bool open = !s->head.over && ap_peek(s)->step == KR_STEP_LISTEN && ap_peek(s)->asked;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		bool may =
			open && seat < s->head.players && (kr_speakers(s) & AP_SEAT(seat)) && ap_sees(s, seat);
		if (may ? answer_unsound(s, seat) : !no_answer(s, seat))
			return "an answer was given to no question";
	}
	return NULL;
}

/* ---- The year -------------------------------------------------------------------------------- */

static const char *waves_unsound(const kr_state *s)
{
	for (int year = 1; year <= KR_YEAR_COUNT; year++) {
		int p = s->waved[year - 1], seat = s->waved_for[year - 1];
		if (!politician_or_none(p) || !seat_or_none(s, seat) || (p == KR_NONE && seat != KR_NONE))
			return "somebody waved who does not exist";
		bool past = year < s->year || (year == s->year && s->phase == KR_PHASE_PARADE);
		if (p != KR_NONE && !past)
			return "somebody waved in the future";
	}
	return NULL;
}

static const char *year_unsound(const kr_state *s)
{
	bool last = s->year == KR_LAST_YEAR;
	if (!kr_within(s->year, 1, KR_LAST_YEAR) ||
		!kr_within(s->phase, KR_PHASE_CURE, last ? KR_PHASE_FUNERAL : KR_LAST_PHASE))
		return "the year is out of range";
	if (s->winners && (!s->head.over || s->winners >> s->head.players))
		return "somebody has won a game that goes on";
	if (s->gave >> s->head.players || s->no_visits > 1 || s->kept > 1 || s->fever > KR_MOST_FEVER ||
		(s->unused[0] | s->unused[1]) != 0)
		return "a counter is out of range";
	bool directed = s->imposed != KR_NONE;
	if (directed &&
		(s->imposed >= KR_INTRIGUES || kr_intrigues[s->imposed].effect != KR_EFFECT_IMPOSED ||
			s->phase != KR_PHASE_PURGE))
		return "a card directs no purge";
	if (s->stage > KR_STAGE_STAND_IN_AGAIN || (s->stage != KR_STAGE_FREE) != directed)
		return "the purge is at no stage";
	return waves_unsound(s);
}

const char *kr_unsound(const void *state)
{
	static const char *(*const parts[])(const kr_state *) = {places_unsound, health_unsound,
		bonds_unsound, year_unsound, influence_unsound, kr_stack_unsound, cards_unsound,
		answers_unsound};
	for (int i = 0; i < AP_COUNT(parts); i++) {
		const char *wrong = parts[i](state);
		if (wrong)
			return wrong;
	}
	return NULL;
}

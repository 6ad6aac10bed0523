/* soundness.c: the invariants of the board: politicians, influence, cards, the year. What may be on
 * the stack is in soundness_stack.c. A state that passes can be played on safely. */
#include "soundness.h"

bool kr_is_politician(int p)
{
	return kr_within(p, 0, POLITICIANS - 1);
}

bool kr_is_seat(const kr_state *s, int seat)
{
	return kr_within(seat, 0, s->head.players - 1);
}

static bool politician_or_none(int p)
{
	return p == NONE || kr_is_politician(p);
}

static bool seat_or_none(const kr_state *s, int seat)
{
	return seat == NONE || kr_is_seat(s, seat);
}

/* ---- Politicians ----------------------------------------------------------------------------- */

static const char *places_unsound(const kr_state *s)
{
	int candidates = 0;
	for (int p = 0; p < POLITICIANS; p++) {
		if (s->place[p] >= PLACES || s->stress[p] > 100)
			return "a politician is nowhere, or older than anybody";
		if (kr_member(s, p) && s->holder[s->place[p]] != p)
			return "two politicians hold one post";
		candidates += s->place[p] == CANDIDATES;
	}
	for (int post = 0; post < POSTS; post++) {
		int p = s->holder[post];
		if (!politician_or_none(p) || (p != NONE && s->place[p] != post))
			return "a post is held by somebody who is elsewhere";
	}
	return candidates > CANDIDATE_PLACES ? "there are too many Candidates" : NULL;
}

static uint32_t living_in(const kr_state *s, int from, int to)
{
	uint32_t set = 0;
	for (int p = 0; p < POLITICIANS; p++)
		if (s->place[p] >= from && s->place[p] <= to)
			set |= kr_bit(p);
	return set;
}

static const char *health_unsound(const kr_state *s)
{
	uint32_t members = living_in(s, CHIEF, SPORT), board = living_in(s, CHIEF, PEOPLE);
	if ((s->sick & s->ill) || ((s->sick | s->ill) & ~living_in(s, CHIEF, SIBERIA)))
		return "the dead are ill, or a man is sick and ill";
	if ((s->cure & ~members) || ((s->outing | s->visiting) & ~s->cure) ||
		(s->vaccinated & ~members))
		return "somebody takes the cure who is not in the Politburo";
	if ((s->suspect | s->unsettled) & ~board)
		return "somebody is suspected or fought for who is not on the board";
	return s->moved & ~(uint32_t)ALL_POLITICIANS ? "somebody was moved who does not exist" : NULL;
}

/* ---- Influence ------------------------------------------------------------------------------- */

static bool writing_is_over(const kr_state *s)
{
	return s->head.over || s->head.stack[0].step > WRITE;
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
	if (known ? written > NUMBERS || shown > written : written != UNWRITTEN || shown > NUMBERS)
		return true;
	if (p == NESTOR && !kr_advanced(s) && (shown || (known && written)))
		return true;
	if (declared > MOST_DECLARED || (!kr_advanced(s) && declared > shown))
		return true;
	bool carries = kr_on_board(s, p) || (s->place[p] == SIBERIA && kr_version(s) == SWISS);
	return (declared > 0 && !carries) || (rank > 0) != (declared > 0) || rank > AP_MAX_SEATS;
}

/* Each number at most once; all ten when the writing is over, from 10 down before. */
static bool numbers_unsound(const kr_state *s, int seat)
{
	unsigned numbers = 0, count = 0;
	for (int p = 0; p < POLITICIANS; p++) {
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
		return count != NUMBERS;
	if (f->step < WRITE || !f->asked)
		return count != 0;
	bool done = !(f->asked & AP_SEAT(seat));
	return numbers != (0x7feu & ~((1u << (NUMBERS + 1 - count)) - 1)) || (done && count < NUMBERS);
}

static bool left_unsound(const kr_state *s, int seat)
{
	int left = ALL_POINTS;
	for (int p = 0; p < POLITICIANS; p++)
		left -= kr_shown(s, seat, p);
	return left != s->left[seat];
}

/* Ranks without gaps, and control that is clear where it is not being settled. */
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
		if (s->bared[seat] & ~(uint32_t)(empty ? 0 : ALL_POLITICIANS))
			return "a sheet is bared for somebody who does not exist";
		if (empty && s->left[seat])
			return "an empty chair has influence";
		for (int p = 0; p < POLITICIANS; p++) {
			if (empty && (s->sheet[seat][p] || s->declared[seat][p] || s->mark[seat][p]))
				return "an empty chair has influence";
			if (!empty && point_unsound(s, seat, p))
				return "influence that cannot be";
		}
		if (!empty && (left_unsound(s, seat) || (ap_sees(s, seat) && numbers_unsound(s, seat))))
			return "a sheet is not 10 to 1";
	}
	for (int p = 0; p < POLITICIANS; p++)
		if (order_unsound(s, p))
			return "the order of totals is unclear";
	return NULL;
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* A card that lies on the table because it lasts. */
static bool is_bound(const kr_state *s, int card)
{
	switch (card) {
	case KR_INTRIGUE_OIL_FIELD:
		return s->guarded[OIL_FIELD] != NONE;
	case KR_INTRIGUE_AIRLINER:
		return s->guarded[AIRLINER] != NONE;
	case KR_INTRIGUE_SPACE_SUCCESS:
		return s->guarded[SPACE_SUCCESS] != NONE;
	case KR_INTRIGUE_MEDALS:
		return s->guarded[MEDALS] != NONE;
	case KR_INTRIGUE_SPECIALIST:
		return s->specialist != NONE;
	case KR_INTRIGUE_BLACKMAIL:
		return s->blackmailed[BM_ACTOR] != NONE;
	case KR_INTRIGUE_CHIEF_BLACKMAIL:
		return s->chief_blackmail[CB_AUTHOR] != NONE;
	case KR_INTRIGUE_PRAVDA:
		return s->pravda[PRAVDA_MAN] != NONE;
	default:
		return false;
	}
}

/* How often a card is announced or being resolved. */
static int in_play(const kr_state *s, int card)
{
	int count = 0;
	for (int i = 1; i < s->head.depth; i++) {
		const ap_frame *f = &s->head.stack[i];
		if (f->step >= CARD)
			count += f->v[PLAYED] == card;
		else if (f->step == LISTEN || f->step == LISTEN_CARDS)
			for (int seat = 0; seat < s->head.players; seat++)
				count += kr_announced(f, seat) == card + 1;
	}
	return count;
}

static bool card_unsound(const kr_state *s, int card)
{
	int place = s->card[card], known = s->card_known[card];
	bool in_hand = place < AP_MAX_SEATS, view = s->head.viewer != AP_EVERYTHING;
	if (place == UNSEEN ? !view || known : place >= CARD_PLACES || (view && place == DECK))
		return true;
	if (in_hand ? !kr_is_seat(s, place) || !(known >> place & 1) || known >> s->head.players
				: known != 0)
		return true;
	if (!kr_advanced(s) && place != DECK && place != UNSEEN)
		return true;
	if (place == GONE && card != KR_INTRIGUE_BLACKMAIL && card != KR_INTRIGUE_CHIEF_BLACKMAIL)
		return true;
	int uses = is_bound(s, card) + (s->head.over ? 0 : in_play(s, card));
	return s->head.over ? is_bound(s, card) && place != TABLE : uses != (place == TABLE);
}

static const char *cards_unsound(const kr_state *s)
{
	int held[AP_MAX_SEATS] = {0};
	for (int card = 0; card < CARDS; card++) {
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
		if (men[i] != NONE && (!kr_is_politician(men[i]) || !kr_on_board(s, men[i])))
			return true;
	return false;
}

/* All parts of a bond, or none. */
static bool half_bound(const uint8_t *bond, int count)
{
	int none = 0;
	for (int i = 0; i < count; i++)
		none += bond[i] == NONE;
	return none != 0 && none != count;
}

static const char *bonds_unsound(const kr_state *s)
{
	const uint8_t *b = s->blackmailed, *c = s->chief_blackmail;
	if (men_unsound(s->guarded, PROTECTIONS, s) || men_unsound(&s->specialist, 1, s) ||
		men_unsound(b, 2, s) || men_unsound(&c[CB_CHIEF], 2, s) ||
		!politician_or_none(s->pravda[PRAVDA_MAN]))
		return "a card is about somebody who is not on the board";
	if (s->specialist != NONE && !(s->cure & kr_bit(s->specialist)))
		return "the specialist has no patient";
	if (half_bound(b, 3) || half_bound(c, 4) || half_bound(s->pravda, 2) ||
		!seat_or_none(s, b[BM_SEAT]) || !seat_or_none(s, c[CB_AUTHOR]) ||
		!seat_or_none(s, c[CB_HOLDER]) || !seat_or_none(s, s->pravda[PRAVDA_SEAT]))
		return "a card binds nobody";
	return NULL;
}

/* ---- Sealed answers -------------------------------------------------------------------------- */

static bool answer_unsound(const kr_state *s, int seat)
{
	int card = s->intent[seat], gift = s->gift[seat], to = s->gift_to[seat];
	for (int p = 0; p < POLITICIANS; p++)
		if (kr_pending(s, seat, p) > kr_undeclared(s, seat, p) ||
			(kr_pending(s, seat, p) && !kr_on_board(s, p)))
			return true;
	if (card != NONE &&
		(card >= CARDS || s->card[card] != seat || kr_announced(ap_peek(s), seat) ||
			kr_card_forbidden(s, seat, card, kr_listened(s))))
		return true;
	if ((gift == NONE) != (to == NONE))
		return true;
	return gift != NONE &&
		(gift >= CARDS || s->card[gift] != seat || gift == card || !kr_is_seat(s, to) ||
			to == seat || (s->gave & AP_SEAT(seat)));
}

static bool no_answer(const kr_state *s, int seat)
{
	for (int p = 0; p < POLITICIANS; p++)
		if (kr_pending(s, seat, p))
			return false;
	return s->intent[seat] == NONE && s->gift[seat] == NONE && s->gift_to[seat] == NONE;
}

static const char *answers_unsound(const kr_state *s)
{
	bool open = !s->head.over && ap_peek(s)->step == LISTEN && ap_peek(s)->asked;
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
	for (int year = 1; year < LAST_YEAR; year++) {
		int p = s->waved[year - 1], seat = s->waved_for[year - 1];
		if (!politician_or_none(p) || !seat_or_none(s, seat) || (p == NONE && seat != NONE))
			return "somebody waved who does not exist";
		bool past = year < s->year || (year == s->year && s->phase == 8);
		if (p != NONE && !past)
			return "somebody waved in the future";
	}
	return NULL;
}

static const char *year_unsound(const kr_state *s)
{
	bool last = s->year == LAST_YEAR;
	if (!kr_within(s->year, 1, LAST_YEAR) || !kr_within(s->phase, 1, last ? 5 : 8))
		return "the year is out of range";
	if (s->winners && (!s->head.over || s->winners >> s->head.players))
		return "somebody has won a game that goes on";
	if (s->gave >> s->head.players || s->no_visits > 1 || s->alibi > 1 || s->lapsed > 1 ||
		s->fever > 2)
		return "a counter is out of range";
	bool directed = s->imposed != NONE;
	if (directed &&
		(s->imposed >= CARDS || kr_intrigues[s->imposed].effect != KR_EFFECT_IMPOSED ||
			s->phase != 2))
		return "a card directs no purge";
	if (s->stage > STAND_IN_AGAIN || (s->stage != FREE) != directed)
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

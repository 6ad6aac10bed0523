/* rounds.c: which rounds of listening are held, KR-DE-5. It follows from what
 * all can see, never from what a seat has written or holds: neither a round nor its absence tells
 * anything, and a view gives the same answer as the state. */
#include "chapters.h"

/* ---- What may be written --------------------------------------------------------------------- */

/* Counts for each number how many numbers at least as high a seat has for politicians other than
 * `p`, less the politicians who need one: what was declared on them is not above what is written
 * there. */
static void count_spare(const kr_state *s, int seat, int p, int spare[KR_NUMBERS + 1])
{
	uint8_t needed[KR_NUMBERS + 1] = {0}; /* how many need this number or a higher one */
	kr_politician_set named =
		(kr_politician_set)ap_differing_bytes(s->sheet[seat], KR_POLITICIANS, 0, 0xff);
	for (kr_politician_set b = named & ~kr_bit(p); b; b &= b - 1)
		needed[kr_shown(s, seat, __builtin_ctz(b))]++;
	for (int n = KR_NUMBERS, taken = 0; n >= 1; n--) {
		taken += needed[n];
		spare[n] = KR_NUMBERS + 1 - n - taken;
	}
}

/* Returns the numbers of a seat that all have seen: bit n is the number n. */
static unsigned bared_numbers(const kr_state *s, int seat)
{
	unsigned numbers = 0;
	for (kr_politician_set b = s->bared[seat]; b; b &= b - 1)
		numbers |= 1u << kr_written(s, seat, __builtin_ctz(b));
	return numbers;
}

int kr_most_to_come(const kr_state *s, int seat, int p)
{
	assert(kr_is_seat(s, seat) && kr_is_politician(p) && kr_on_board(s, p));
	int spare[KR_NUMBERS + 1], most = 0;
	if (s->left[seat] == 0 || (p == KR_NESTOR && !kr_advanced(s)))
		return 0;
	if (s->bared[seat] >> p & 1)
		return kr_undeclared(s, seat, p);
	count_spare(s, seat, p, spare);
	unsigned bared = bared_numbers(s, seat);
	for (int n = 1; n <= KR_NUMBERS && spare[n] > 0; n++)
		if (!(bared >> n & 1))
			most = n;
	most -= kr_shown(s, seat, p);
	return most < 0 ? 0 : most < s->left[seat] ? most : s->left[seat];
}

/* ---- Whose control may change ---------------------------------------------------------------- */

/* Returns whether equal totals can be settled against the earlier one, KR-AD-8 and card 22. */
static bool ties_are_settled(const kr_state *s)
{
	return kr_advanced(s) || s->pravda != KR_NONE;
}

bool kr_could_take(const kr_state *s, int seat, int p, int more)
{
	int controller = kr_controller(s, p);
	if (more <= 0 || seat == controller)
		return false;
	if (controller == KR_NONE)
		return true;
	int theirs = s->declared[controller][p], own = s->declared[seat][p] + more;
	return own > theirs || (own == theirs && ties_are_settled(s));
}

bool kr_control_may_change(const kr_state *s, int p)
{
	assert(kr_is_politician(p));
	ap_seats tied = kr_tied(s, p);
	bool is_tied = ties_are_settled(s) && (tied & (tied - 1));
	for (int seat = 0; seat < s->head.players; seat++) {
		int unwritten = KR_NUMBERS - kr_shown(s, seat, p), left = s->left[seat];
		bool could = kr_could_take(s, seat, p, unwritten < left ? unwritten : left);
		if (!could && !(is_tied && left > 0))
			continue; /* no number that may be written is enough */
		int more = kr_most_to_come(s, seat, p);
		if (kr_could_take(s, seat, p, more) || (is_tied && more > 0))
			return true;
	}
	return false;
}

/* ---- Which announcements are open ------------------------------------------------------------ */

static bool any_may_change(const kr_state *s, kr_politician_set men)
{
	for (; men; men &= men - 1)
		if (kr_control_may_change(s, __builtin_ctz(men)))
			return true;
	return false;
}

/* Returns whether somebody who has spoken has a new controller, who decides anew. */
static bool has_new_controller(const kr_state *s, const ap_frame *f)
{
	kr_matter list[KR_POSTS];
	int count = kr_step_anew(f->step) == KR_NONE ? 0 : kr_matters_of(s, f, list);
	for (int i = 0; i < count; i++)
		if (list[i].actor != KR_NONE && kr_controller(s, list[i].actor) != list[i].by)
			return true;
	return false;
}

bool kr_round_is_held(const kr_state *s, const ap_frame *f)
{
	if (f->step == KR_STEP_OPENING)
		return kr_speakers(s) != 0;
	return kr_cards_out(s) || (kr_speakers(s) != 0 && any_may_change(s, kr_men_heard(s, f)));
}

/* A card could still answer the announcement that has fallen. */
bool kr_goes_on(const kr_state *s, const ap_frame *f)
{
	return kr_round_is_held(s, f) && (kr_cards_out(s) || !has_new_controller(s, f));
}

/* ---- Cards that may be in a hand ------------------------------------------------------------- */

/* Returns how many cards in hands are not known to all. */
static int unknown_in_hands(const kr_state *s)
{
	int unknown = 0, all = kr_all_seats(s);
	for (int seat = 0; seat < s->head.players; seat++)
		unknown += s->hand_size[seat];
	for (int card = 0; card < KR_INTRIGUES && unknown > 0; card++)
		unknown -= s->card[card] < AP_MAX_SEATS && s->card_known[card] == all;
	return unknown;
}

bool kr_may_be_held(const kr_state *s, int card)
{
	assert(kr_is_card(card));
	int place = s->card[card];
	bool hidden = place < AP_MAX_SEATS || place == KR_CARD_PLACE_DECK || place == AP_UNSEEN;
	if (!hidden)
		return false;
	if (place < AP_MAX_SEATS && s->card_known[card] == kr_all_seats(s))
		return true;
	return unknown_in_hands(s) > 0;
}

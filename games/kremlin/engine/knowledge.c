/* knowledge.c: what a seat may know. Hidden information is: the sheets (except for what is
 * declared or shown), the Intrigue cards in hands and in the deck, and sealed answers. */
#include "chapters.h"

void kr_hide(void *state, int viewer)
{
	kr_state *s = state;
	unsigned me = viewer < s->head.players ? AP_SEAT(viewer) : 0, all = kr_all_seats(s);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (seat == viewer)
			continue;
		for (int p = 0; p < KR_POLITICIANS; p++) {
			if (!(s->bared[seat] & kr_bit(p)))
				s->sheet[seat][p] |= KR_UNWRITTEN;
			s->mark[seat][p] &= 0xf0;
		}
		s->intent[seat] = s->gift[seat] = s->gift_to[seat] = KR_NONE;
	}
	for (int card = 0; card < KR_INTRIGUES; card++) {
		bool in_hand = s->card[card] < AP_MAX_SEATS;
		bool known = (s->card_known[card] & me) || s->card_known[card] == all;
		if ((in_hand && !known) || s->card[card] == KR_CARD_PLACE_DECK ||
			s->card[card] == AP_UNSEEN) {
			s->card[card] = AP_UNSEEN;
			s->card_known[card] = 0;
		}
	}
}

/* ---- Filling in ------------------------------------------------------------------------------ */

/* Returns the n-th politician of a set. */
static int nth(kr_politician_set set, uint32_t n)
{
	while (n-- > 0)
		set &= set - 1;
	return __builtin_ctz(set);
}

static int some_of(kr_politician_set set, ap_rng *rng)
{
	return nth(set, ap_below(rng, (uint32_t)__builtin_popcount(set)));
}

static void write_down(kr_state *s, int seat, int p, int number)
{
	s->sheet[seat][p] = (uint8_t)((s->sheet[seat][p] & 0xf0) | number);
}

/* Writes a sheet that agrees with everything ever declared. The politicians with the most
 * declared points get their numbers first, so that there is a number high enough for each. */
static void fill_shown(
	kr_state *s, int seat, unsigned *numbers, kr_politician_set *open, ap_rng *rng)
{
	for (int shown = KR_NUMBERS; shown >= 1; shown--)
		for (int p = 0; p < KR_POLITICIANS; p++) {
			if (!(*open & kr_bit(p)) || kr_shown(s, seat, p) != shown)
				continue;
			int number = some_of(*numbers & ~((1u << shown) - 1), rng);
			write_down(s, seat, p, number);
			*numbers &= ~(1u << number);
			*open &= ~kr_bit(p);
		}
}

static void fill_sheet(kr_state *s, int seat, int count, ap_rng *rng)
{
	unsigned numbers = 0;
	kr_politician_set open = KR_ALL_POLITICIANS & ~s->bared[seat];
	for (int number = KR_NUMBERS; number > KR_NUMBERS - count; number--)
		numbers |= 1u << number;
	for (int p = 0; p < KR_POLITICIANS; p++) {
		if (s->bared[seat] & kr_bit(p))
			numbers &= ~(1u << kr_written(s, seat, p));
		else
			write_down(s, seat, p, 0);
	}
	fill_shown(s, seat, &numbers, &open, rng);
	if (!kr_advanced(s))
		open &= ~kr_bit(KR_NESTOR);
	while (numbers) {
		int number = some_of(numbers, rng), p = some_of(open, rng);
		write_down(s, seat, p, number);
		numbers &= ~(1u << number);
		open &= ~kr_bit(p);
	}
}

/* Deals the cards that the viewer has not seen to the hands until these have their sizes; the
 * rest is the deck. */
static void fill_hands(kr_state *s, ap_rng *rng)
{
	int unseen[KR_INTRIGUES], count = 0, held[AP_MAX_SEATS] = {0};
	for (int card = 0; card < KR_INTRIGUES; card++)
		if (s->card[card] == AP_UNSEEN)
			unseen[count++] = card;
		else if (s->card[card] < AP_MAX_SEATS)
			held[s->card[card]]++;
	for (int seat = 0; seat < s->head.players; seat++)
		for (; held[seat] < s->hand_size[seat]; held[seat]++) {
			int i = (int)ap_below(rng, (uint32_t)count), card = unseen[i];
			s->card[card] = (uint8_t)seat;
			s->card_known[card] = (uint8_t)AP_SEAT(seat);
			unseen[i] = unseen[--count];
		}
	for (int i = 0; i < count; i++)
		s->card[unseen[i]] = KR_CARD_PLACE_DECK;
}

static void fill_declarations(kr_state *s, int seat, ap_rng *rng)
{
	for (int p = 0; p < KR_POLITICIANS; p++) {
		int undeclared = kr_undeclared(s, seat, p);
		if (undeclared > 0 && kr_on_board(s, p) && ap_below(rng, 2))
			s->mark[seat][p] |= (uint8_t)ap_below(rng, (uint32_t)undeclared + 1);
	}
}

/* Fills in an answer that a seat may have sealed in an open round of listening. */
static void fill_answer(kr_state *s, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_list list = {legal, 0};
	fill_declarations(s, seat, rng);
	for (int tries = 0; tries < 2 && s->hand_size[seat]; tries++) {
		list.count = 0;
		kr_listen_legal(s, seat, &list);
		int first = 0;
		while (first < list.count && ap_verb_of(legal[first]) < KR_VERB_PLAY)
			first++;
		if (first == list.count || ap_below(rng, 2))
			continue;
		ap_action a = legal[first + (int)ap_below(rng, (uint32_t)(list.count - first))];
		if (ap_verb_of(a) == KR_VERB_PLAY) {
			s->intent[seat] = (uint8_t)ap_x(a);
		} else {
			s->gift[seat] = (uint8_t)ap_x(a);
			s->gift_to[seat] = (uint8_t)ap_y(a);
		}
	}
}

/* Returns how many numbers a seat may have written so far. */
static int numbers_written(const kr_state *s, int seat, ap_rng *rng)
{
	const ap_frame *f = ap_peek(s);
	if (!s->head.over && s->head.depth == 1 && f->step < KR_STEP_WRITE)
		return 0;
	if (!s->head.over && f->step == KR_STEP_WRITE && (f->asked & AP_SEAT(seat)))
		return (int)ap_below(rng, KR_NUMBERS + 1);
	return KR_NUMBERS;
}

void kr_fill(void *state, int viewer, ap_rng *rng)
{
	kr_state *s = state;
	bool open = !s->head.over && ap_peek(s)->step == KR_STEP_LISTEN && ap_peek(s)->asked;
	fill_hands(s, rng);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (seat == viewer)
			continue;
		fill_sheet(s, seat, numbers_written(s, seat, rng), rng);
		if (open && (kr_speakers(s) & AP_SEAT(seat)))
			fill_answer(s, seat, rng);
	}
}

/* ---- Actions --------------------------------------------------------------------------------- */

/* A sealed action shows nothing, not even its verb, until the seat has passed and the round is
 * over. Only one seat sees a drawn card. */
ap_action kr_mask(const void *state, int seat, ap_action a, int viewer)
{
	const kr_state *s = state;
	int step = ap_step_of(s);
	if (step == KR_STEP_WRITE || step == KR_STEP_LISTEN)
		return ap_verb_of(a) == KR_VERB_PASS ? a : ap_act(KR_VERB_SEAL, 0, 0);
	if (seat != AP_CHANCE || ap_verb_of(a) != KR_VERB_DRAW)
		return a;
	int drawer = step == KR_STEP_DEAL_CARDS ? kr_card_receiver(s) : kr_influence_seat(s);
	return viewer == drawer ? a : ap_act(KR_VERB_DRAW, AP_UNKNOWN, 0);
}

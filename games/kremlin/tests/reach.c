/* reach.c: tests that determinize reaches every hidden state that a view allows, from views of
 * games in which nearly everything is declared: each sheet, each hand, each sealed answer; and
 * while influence is being written, each beginning of a sheet. A view does not say who else
 * knows a hidden card: the test assumes that only its holder does. */
#include "engine/chapters.h"
#include "properties/reach.h"

#include <stdio.h>

enum { GAMES = 12, MOST_WAYS = 200, MOST_POINTS = 10, EACH_WAY = 20000 };

/* The search for all ways to fill in a view, one part after another. */
typedef struct search {
	allowed all;
	kr_state full;
	int viewer, ways;
} search;

/* The numbers of views that allow more than one state. */
static struct {
	int views, sheets[KR_RULES_SWISS + 1], hands, answers, writings;
} met;

static void next_seat(search *w, int seat);

static bool is_open(const kr_state *s)
{
	return !s->head.over && ap_peek(s)->step == KR_STEP_LISTEN && ap_peek(s)->asked;
}

/* ---- Sealed answers -------------------------------------------------------------------------- */

static void some_gift(search *w, int seat)
{
	kr_state *s = &w->full;
	next_seat(w, seat + 1);
	for (int card = 0; card < KR_INTRIGUES; card++)
		for (int to = 0; s->card[card] == seat && to < s->head.players; to++) {
			s->gift[seat] = (uint8_t)card;
			s->gift_to[seat] = (uint8_t)to;
			next_seat(w, seat + 1);
		}
	s->gift[seat] = s->gift_to[seat] = KR_NONE;
}

static void some_intent(search *w, int seat)
{
	kr_state *s = &w->full;
	some_gift(w, seat);
	for (int card = 0; card < KR_INTRIGUES; card++)
		if (s->card[card] == seat) {
			s->intent[seat] = (uint8_t)card;
			some_gift(w, seat);
		}
	s->intent[seat] = KR_NONE;
}

/* Tries everything that a seat may have sealed on politicians from `p` on. */
static void some_declarations(search *w, int seat, int p)
{
	kr_state *s = &w->full;
	while (p < KR_POLITICIANS && (kr_undeclared(s, seat, p) == 0 || !kr_on_board(s, p)))
		p++;
	if (w->ways > MOST_WAYS)
		return;
	if (p == KR_POLITICIANS) {
		some_intent(w, seat);
		return;
	}
	uint8_t before = s->mark[seat][p];
	for (int points = 0; points <= kr_undeclared(s, seat, p); points++) {
		s->mark[seat][p] = (uint8_t)(before | points);
		some_declarations(w, seat, p + 1);
	}
	s->mark[seat][p] = before;
}

/* ---- Sheets ---------------------------------------------------------------------------------- */

static void with_sheet(search *w, int seat)
{
	if (is_open(&w->full) && (kr_speakers(&w->full) & AP_SEAT(seat)))
		some_declarations(w, seat, 0);
	else
		next_seat(w, seat + 1);
}

static bool is_bared(const kr_state *s, int seat, int number)
{
	for (int p = 0; p < KR_POLITICIANS; p++)
		if ((s->bared[seat] & kr_bit(p)) && kr_written(s, seat, p) == number)
			return true;
	return false;
}

/* Returns whether the numbers from `number` down are enough for all politicians on whom points
 * were declared. */
static bool enough_left(const kr_state *s, int seat, int number)
{
	int spare[KR_NUMBERS + 1] = {0};
	for (int n = 1; n <= number; n++)
		spare[n] = 1;
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (s->bared[seat] & kr_bit(p))
			spare[kr_written(s, seat, p)] -= kr_written(s, seat, p) <= number;
		else
			spare[kr_shown(s, seat, p)] -= kr_written(s, seat, p) == 0;
	for (int n = KR_NUMBERS, sum = 0; n >= 1; n--)
		if ((sum += spare[n]) < 0)
			return false;
	return true;
}

static void write_from(search *w, int seat, int number)
{
	kr_state *s = &w->full;
	if (w->ways > MOST_WAYS)
		return;
	if (number == 0) {
		with_sheet(w, seat);
		return;
	}
	if (is_bared(s, seat, number)) {
		write_from(w, seat, number - 1);
		return;
	}
	for (int p = kr_advanced(s) ? 0 : KR_NESTOR + 1; p < KR_POLITICIANS; p++) {
		uint8_t *at = &s->sheet[seat][p];
		if ((*at & 15) || (s->bared[seat] & kr_bit(p)) || *at >> 4 > number)
			continue;
		*at = (uint8_t)(*at | number);
		if (enough_left(s, seat, number - 1))
			write_from(w, seat, number - 1);
		*at &= 0xf0;
	}
}

static void next_seat(search *w, int seat)
{
	kr_state *s = &w->full;
	if (seat == w->viewer)
		seat++;
	if (seat < s->head.players) {
		write_from(w, seat, KR_NUMBERS);
	} else if (++w->ways <= MOST_WAYS) {
		allow_if_it_fits(&w->all, s);
	}
}

/* ---- Hands ----------------------------------------------------------------------------------- */

static int held_by(const kr_state *s, int seat)
{
	int held = 0;
	for (int card = 0; card < KR_INTRIGUES; card++)
		held += s->card[card] == seat;
	return held;
}

/* Tries all places of the cards from `card` on. */
static void deal_from(search *w, int card)
{
	kr_state *s = &w->full;
	while (card < KR_INTRIGUES && s->card[card] != AP_UNSEEN)
		card++;
	if (w->ways > MOST_WAYS)
		return;
	if (card == KR_INTRIGUES) {
		next_seat(w, 0);
		return;
	}
	for (int seat = 0; seat < s->head.players; seat++) {
		if (held_by(s, seat) == s->hand_size[seat])
			continue;
		s->card[card] = (uint8_t)seat;
		s->card_known[card] = (uint8_t)AP_SEAT(seat);
		deal_from(w, card + 1);
	}
	s->card_known[card] = 0;
	s->card[card] = AP_UNSEEN;
	if (held_by(s, KR_CARD_PLACE_DECK) < kr_deck_size(s)) {
		s->card[card] = KR_CARD_PLACE_DECK;
		deal_from(w, card + 1);
		s->card[card] = AP_UNSEEN;
	}
}

/* ---- Views ----------------------------------------------------------------------------------- */

static void blank_sheets(kr_state *s, int viewer)
{
	for (int seat = 0; seat < s->head.players; seat++)
		for (int p = 0; p < KR_POLITICIANS; p++)
			if (seat != viewer && !(s->bared[seat] & kr_bit(p)))
				s->sheet[seat][p] &= 0xf0;
}

static void note(const search *w)
{
	const kr_state *view = w->all.view;
	int hidden = 0;
	for (int seat = 0; seat < view->head.players; seat++)
		hidden += view->hand_size[seat] - held_by(view, seat);
	met.views++;
	met.sheets[kr_version(view)] += hidden == 0;
	met.hands += hidden > 0;
	met.answers += is_open(view);
}

static bool too_much_is_hidden(const kr_state *s, int viewer)
{
	int points = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		points += seat == viewer ? 0 : s->left[seat];
	return points > MOST_POINTS;
}

static bool view_is_covered(const kr_state *state, int viewer, ap_rng *rng)
{
	static search w;
	kr_state view;
	if (too_much_is_hidden(state, viewer))
		return true;
	w = (search){.all = {.game = &kremlin, .view = &view}, .viewer = viewer};
	ap_view(&kremlin, state, viewer, &view);
	w.full = view;
	w.full.head.viewer = AP_EVERYTHING;
	blank_sheets(&w.full, viewer);
	deal_from(&w, 0);
	bool covered = w.ways > MOST_WAYS; /* There are too many ways to try them all. */
	if (!covered) {
		if (w.all.count > 1)
			note(&w);
		covered = all_are_reached(&w.all, EACH_WAY, rng);
	}
	forget(&w.all);
	return covered;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* What was found on the sheets of one seat: how many numbers are written, on whom a single
 * number is written, and which number each politician gets. */
typedef struct beginnings {
	bool alone[KR_POLITICIANS];
	bool count[KR_NUMBERS + 1], on[KR_NUMBERS + 1][KR_POLITICIANS];
} beginnings;

static void begun(beginnings *b, const kr_state *s, int seat)
{
	int count = kr_written_count(s, seat);
	b->count[count] = true;
	for (int p = 0; p < KR_POLITICIANS; p++) {
		b->on[kr_written(s, seat, p)][p] = true;
		b->alone[p] = b->alone[p] || (count == 1 && kr_written(s, seat, p) == KR_NUMBERS);
	}
}

/* Returns whether all possibilities were found; a seat that has finished has only complete
 * sheets. */
static bool all_begun(const beginnings *b, const kr_state *s, bool writes)
{
	bool all = b->count[KR_NUMBERS];
	for (int count = 0; count < KR_NUMBERS; count++)
		all = all && b->count[count] == writes;
	for (int p = 0; p < KR_POLITICIANS; p++) {
		bool may = p != KR_NESTOR || kr_advanced(s);
		all = all && b->alone[p] == (writes && may);
		for (int number = 1; number <= KR_NUMBERS; number++)
			all = all && b->on[number][p] == may;
	}
	return all;
}

static bool writing_is_covered(const kr_state *state, int viewer, ap_rng *rng)
{
	enum { SAMPLES = 6000 }; /* the rarest case has a chance of 1 in 286 */
	static beginnings seats[AP_MAX_SEATS];
	kr_state view, full;
	met.writings++;
	memset(seats, 0, sizeof seats);
	ap_view(&kremlin, state, viewer, &view);
	for (int i = 0; i < SAMPLES; i++) {
		ap_determinize(&kremlin, &view, rng, &full);
		for (int seat = 0; seat < view.head.players; seat++)
			begun(&seats[seat], &full, seat);
	}
	for (int seat = 0; seat < view.head.players; seat++)
		if (seat != viewer && !all_begun(&seats[seat], state, ap_actors(state) & AP_SEAT(seat))) {
			printf(
				"viewer %d while seat %d writes: a sheet is missed, or cannot be\n", viewer, seat);
			return false;
		}
	return true;
}

/* ---- Games ----------------------------------------------------------------------------------- */

/* At this moment one seat has handed its sheet in, one is writing, and one has not begun. */
static bool is_sampled(const kr_state *s, int number)
{
	return number < KR_RULES_SWISS + 1 && ap_step_of(s) == KR_STEP_WRITE &&
		ap_actors(s) == (AP_SEAT(1) | AP_SEAT(2)) && kr_written_count(s, 1) == 4;
}

static bool game_is_covered(int number)
{
	kr_state s;
	ap_rng rng;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = 3, .option = {(uint8_t)(number % (KR_RULES_SWISS + 1))}};
	uint32_t one_in = setup.option[0] == KR_RULES_ADVANCED ? 20 : 6;
	ap_seed(&rng, 1, (uint64_t)number);
	ap_start(&kremlin, &setup, &s, NULL);
	for (ap_seats actors; (actors = ap_actors(&s)) != 0;) {
		int viewer = (int)ap_below(&rng, setup.players + 1u);
		viewer = viewer == setup.players ? AP_OBSERVER : viewer;
		if (is_sampled(&s, number) && !writing_is_covered(&s, viewer, &rng))
			return false;
		if (s.head.stack[0].step > KR_STEP_WRITE && ap_below(&rng, one_in) == 0 &&
			!view_is_covered(&s, viewer, &rng))
			return false;
		int seat = ap_first_seat(actors), n = ap_legal(&kremlin, &s, seat, legal);
		bool silent = ap_step_of(&s) == KR_STEP_LISTEN && ap_below(&rng, 3);
		ap_play(&kremlin, &s, seat, silent ? legal[0] : legal[ap_below(&rng, (uint32_t)n)], NULL);
	}
	return true;
}

int main(void)
{
	for (int game = 0; game < GAMES; game++)
		if (!game_is_covered(game))
			return 1;
	printf(
		"%d views with something hidden: sheets %d + %d + %d, hands %d; %d with sealed answers\n",
		met.views, met.sheets[KR_RULES_BASIC], met.sheets[KR_RULES_ADVANCED],
		met.sheets[KR_RULES_SWISS], met.hands, met.answers);
	bool enough = met.sheets[KR_RULES_BASIC] >= 20 && met.sheets[KR_RULES_ADVANCED] >= 5 &&
		met.sheets[KR_RULES_SWISS] >= 20 && met.hands >= 10 && met.answers >= 40 &&
		met.writings == KR_RULES_SWISS + 1;
	return enough ? 0 : 1; /* The test fails if it has covered nothing. */
}

/* reach.c: from views of games with two and three players, ap_determinize() reaches every hidden
 * state that the view allows: each Secret card that is not discarded, each way to fill the
 * briefcases, each sealed answer, and whether each seat that is called wants to play its card. */
#include "engine/chapters.h"
#include "properties/reach.h"

enum { GAMES = 10, ONE_IN = 60, MOST_HIDDEN = 6, EACH_WAY = 20000 };

typedef struct hidden {
	uint8_t *thing[MOST_HIDDEN]; /* bytes of the full state that are filled in */
	uint8_t least[MOST_HIDDEN], kinds[MOST_HIDDEN], apart[MOST_HIDDEN];
	int count;
} hidden;

/* Adds a byte that can have so many values, `apart` from one to the next. */
static void add(hidden *h, uint8_t *thing, int least, int kinds, int apart)
{
	if (h->count < MOST_HIDDEN) {
		h->thing[h->count] = thing;
		h->least[h->count] = (uint8_t)least;
		h->kinds[h->count] = (uint8_t)kinds;
		h->apart[h->count] = (uint8_t)apart;
	}
	h->count++;
}

static void find_hidden(ab_state *s, int viewer, hidden *h)
{
	bool open = ap_step_of(s) == AB_STEP_PRESSURE_ALLIES && ap_actors(s);
	ap_seats answered = open ? ab_pressure_peek(s)->allies_asked & (ap_seats)~ap_actors(s) : 0;
	bool calls = ap_step_of(s) == AB_STEP_WINDOW_CALL && ap_actors(s);
	ap_seats called = calls ? ab_window_peek(s)->called : 0;
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (s->load[pawn] == AP_UNSEEN)
			add(h, &s->load[pawn], 0, AB_KIND_COUNT, 1);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->hand[seat] == AP_UNSEEN)
			add(h, &s->hand[seat], 0, AB_EFFECT_COUNT, 1);
		if ((answered & AP_SEAT(seat)) && seat != viewer)
			add(h, &s->answer[seat], AB_ANSWER_JOIN, 2, 1);
		if ((called & AP_SEAT(seat)) && seat != viewer)
			add(h, &s->answer[seat], AB_ANSWER_NONE, 2, AB_ANSWER_CARD);
	}
}

static void fill_all_ways(allowed *all, ab_state *full, const hidden *h, int n)
{
	if (n == h->count || n == MOST_HIDDEN) {
		allow_if_it_fits(all, full);
		return;
	}
	for (int kind = 0; kind < h->kinds[n]; kind++) {
		*h->thing[n] = (uint8_t)(h->least[n] + kind * h->apart[n]);
		fill_all_ways(all, full, h, n + 1);
	}
}

static bool view_is_covered(const void *state, int viewer, ap_rng *rng)
{
	ap_any view, full;
	hidden h = {.count = 0};
	allowed all = {.game = &atomic_business, .view = &view};
	ap_view(&atomic_business, state, viewer, &view);
	memcpy(&full, &view, sizeof full);
	((ap_head *)&full)->viewer = AP_EVERYTHING;
	find_hidden((ab_state *)&full, viewer, &h);
	if (h.count > MOST_HIDDEN)
		return true; /* there are too many ways to try them all */
	fill_all_ways(&all, (ab_state *)&full, &h, 0);
	bool covered = all_are_reached(&all, EACH_WAY, rng);
	forget(&all);
	return covered;
}

static bool game_is_covered(int players, uint64_t seed)
{
	ap_any state;
	ap_rng rng;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = (uint8_t)players};
	ap_seed(&rng, seed, (uint64_t)players);
	ap_start(&atomic_business, &setup, &state, NULL);
	for (ap_seats actors; (actors = ap_actors(&state)) != 0;) {
		bool sealed = ap_step_of(&state) == AB_STEP_PRESSURE_ALLIES;
		for (int viewer = 0; viewer < players; viewer++)
			if (ap_below(&rng, sealed ? 4 : ONE_IN) == 0 && !view_is_covered(&state, viewer, &rng))
				return false;
		int seat = ap_first_seat(actors), n = ap_legal(&atomic_business, &state, seat, legal);
		ap_play(&atomic_business, &state, seat, legal[ap_below(&rng, (uint32_t)n)], NULL);
	}
	return true;
}

int main(void)
{
	for (uint64_t game = 0; game < GAMES; game++)
		if (!game_is_covered(game % 2 ? 3 : 2, game))
			return 1;
	return 0;
}

/* reach.c: from views of games with two and three players, ap_determinize() reaches every hidden
 * state that the view allows: each Secret card that is not discarded, each way to fill the
 * briefcases, each sealed answer, whether each seat that is called wants to play its card, and how
 * the next one begins its turn. */
#include "engine/chapters.h"
#include "properties/reach.h"

enum { GAMES = 10, ONE_IN = 60, MOST_HIDDEN = 6, EACH_WAY = 20000, MOST_IN_A_CALL = 3 };

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

/* Returns whether a sealed question is open. */
static bool sealed_to_some(const ab_state *s)
{
	int step = ap_step_of(s);
	return ap_actors(s) &&
		(step == AB_STEP_STOP_ASK || step == AB_STEP_PRESSURE_ALLIES ||
			step == AB_STEP_WINDOW_CALL);
}

static void find_hidden(ab_state *s, int viewer, hidden *h)
{
	bool calls = ap_step_of(s) == AB_STEP_WINDOW_CALL && ap_actors(s);
	ap_seats called = calls ? ab_window_peek(s)->called : 0;
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (s->load[pawn] == AP_UNSEEN)
			add(h, &s->load[pawn], 0, AB_KIND_COUNT, 1);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->hand[seat] == AP_UNSEEN)
			add(h, &s->hand[seat], 0, AB_EFFECT_COUNT, 1);
		if (sealed_to_some(s) && ap_step_of(s) != AB_STEP_WINDOW_CALL && seat != viewer)
			add(h, &s->answer[seat], AB_ANSWER_NONE, AB_ANSWER_KEEPS, 1);
		if ((called & AP_SEAT(seat)) && seat != viewer && !ab_may_begin(s, seat))
			add(h, &s->answer[seat], AB_ANSWER_NONE, 2, AB_ANSWER_CARD);
	}
}

/* The next seat may have said nothing, that it wants to play its card, or how it begins. */
static void allow_each_beginning(allowed *all, ab_state *full, int viewer)
{
	bool calls = ap_step_of(full) == AB_STEP_WINDOW_CALL && ap_actors(full);
	int next = calls ? ab_next_turn(full) : AB_NONE;
	allow_if_it_fits(all, full);
	if (!calls || next == viewer || !ab_may_begin(full, next) ||
		!(ab_window_peek(full)->called & AP_SEAT(next)))
		return;
	for (int answer = AB_ANSWER_CARD; answer < AB_ANSWER_SETS_OUT; answer++) {
		full->answer[next] = (uint8_t)answer;
		allow_if_it_fits(all, full);
	}
	full->answer[next] = AB_ANSWER_SETS_OUT;
	for (int pawn = ab_first_pawn(next); pawn < ab_first_pawn(next + 1); pawn++)
		for (int space = 0; space <= AB_SPACE_PALACE; space++) {
			full->opener = (uint8_t)pawn;
			full->opens_to = (uint8_t)space;
			allow_if_it_fits(all, full);
		}
	full->answer[next] = AB_ANSWER_NONE;
	full->opener = AB_NONE;
	full->opens_to = 0;
}

static void fill_all_ways(allowed *all, ab_state *full, const hidden *h, int viewer, int n)
{
	if (n == h->count || n == MOST_HIDDEN) {
		allow_each_beginning(all, full, viewer);
		return;
	}
	for (int kind = 0; kind < h->kinds[n]; kind++) {
		*h->thing[n] = (uint8_t)(h->least[n] + kind * h->apart[n]);
		fill_all_ways(all, full, h, viewer, n + 1);
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
	bool calls = ap_step_of(state) == AB_STEP_WINDOW_CALL;
	if (h.count > (calls ? MOST_IN_A_CALL : MOST_HIDDEN))
		return true; /* there are too many ways to try them all */
	fill_all_ways(&all, (ab_state *)&full, &h, viewer, 0);
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
		bool sealed =
			sealed_to_some((const ab_state *)&state) && ap_step_of(&state) != AB_STEP_WINDOW_CALL;
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

/* knowledge.c: what a seat may know. The deck is hidden, and a hand is known to its holder only.
 * Everybody knows how many cards of a hand can be crises or mandates: its player has said that he
 * had none (RE-TU-4, RE-TU-5), so only cards drawn since can be. */
#include "chapters.h"

void re_hide(void *state, int viewer)
{
	re_state *s = state;
	for (int seat = 0; seat < s->head.players; seat++)
		if (seat != viewer)
			s->hand[seat] = (re_set){{0, 0}};
}

static re_set difference(re_set a, re_set b)
{
	return (re_set){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

/* Moves a random card from the pool to the hand of a seat: one of those in `allowed`, each with the
 * same probability. */
static void add_random_card(re_state *s, int seat, re_set *pool, re_set allowed, ap_rng *rng)
{
	re_set choice = re_intersection(*pool, allowed);
	assert(!re_is_empty(choice));
	for (uint32_t skip = ap_below(rng, (uint32_t)re_count(choice)); skip > 0; skip--)
		re_remove_first(&choice);
	int card = re_remove_first(&choice);
	re_remove(pool, card);
	re_add(&s->hand[seat], card);
}

void re_fill(void *state, int viewer, ap_rng *rng)
{
	re_state *s = state;
	re_set everything = {{~(uint64_t)0, ~(uint64_t)0}};
	re_set no_crisis = difference(everything, re_cards_of_kind[RE_KIND_CRISIS]);
	re_set not_forced = difference(no_crisis, re_mandates);
	re_set pool = s->unseen;
	int crisis_free = s->head.stack[0].step == RE_STEP_MANDATE_CARDS ? re_turn_of(s) : RE_NONE;
	if (viewer < s->head.players)
		pool = difference(pool, s->hand[viewer]);
	/* The cards with the strictest condition are chosen first, so that enough of them are left. */
	for (int seat = 0; seat < s->head.players; seat++)
		for (int i = s->fresh[seat]; seat != viewer && i < s->hand_size[seat]; i++)
			add_random_card(s, seat, &pool, not_forced, rng);
	for (int i = 0; crisis_free != RE_NONE && crisis_free != viewer && i < s->fresh[crisis_free];
		 i++)
		add_random_card(s, crisis_free, &pool, no_crisis, rng);
	for (int seat = 0; seat < s->head.players; seat++)
		for (int i = 0; seat != viewer && seat != crisis_free && i < s->fresh[seat]; i++)
			add_random_card(s, seat, &pool, everything, rng);
}

/* Only draws are private: the seat that gets the card knows it. */
ap_action re_mask(const void *state, int seat, ap_action a, int viewer)
{
	bool draw = seat == AP_CHANCE && ap_verb_of(a) == RE_VERB_DRAW;
	return draw && re_drawing_seat(state) != viewer ? ap_act(RE_VERB_DRAW, AP_UNKNOWN, 0) : a;
}

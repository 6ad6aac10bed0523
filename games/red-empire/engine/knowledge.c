/* knowledge.c: what a seat may know. Hidden are the hands and the deck; a hand is known to its
 * holder, and of the others' hands it is known how many of their cards can be crises or mandates
 * at all (RE-TU-4, RE-TU-5: they said that they had none). */
#include "chapters.h"

void re_hide(void *state, int viewer)
{
	re_state *s = state;
	for (int seat = 0; seat < s->head.players; seat++)
		if (seat != viewer)
			s->hand[seat] = (re_set){{0, 0}};
}

static re_set without(re_set a, re_set b)
{
	return (re_set){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

/* Gives the seat one card of those allowed, each as likely as another. */
static void fill_one(re_state *s, int seat, re_set *pool, re_set allowed, ap_rng *rng)
{
	re_set choice = re_both(*pool, allowed);
	assert(!re_is_empty(choice));
	for (uint32_t skip = ap_below(rng, (uint32_t)re_size_of(choice)); skip > 0; skip--)
		re_take_first(&choice);
	int card = re_take_first(&choice);
	re_take(pool, card);
	re_put(&s->hand[seat], card);
}

void re_fill(void *state, int viewer, ap_rng *rng)
{
	re_state *s = state;
	re_set everything = {{~(uint64_t)0, ~(uint64_t)0}};
	re_set no_crisis = without(everything, re_of_kind[RE_KIND_CRISIS]);
	re_set not_forced = without(no_crisis, re_mandates);
	re_set pool = s->unseen;
	int crisis_free = s->head.stack[0].step == RE_STEP_MANDATE_CARDS ? re_turn_of(s) : RE_NONE;
	if (viewer < s->head.players)
		pool = without(pool, s->hand[viewer]);
	/* The narrowest first, so that none runs out of cards that fit. */
	for (int seat = 0; seat < s->head.players; seat++)
		for (int i = s->fresh[seat]; seat != viewer && i < s->hand_size[seat]; i++)
			fill_one(s, seat, &pool, not_forced, rng);
	for (int i = 0; crisis_free != RE_NONE && crisis_free != viewer && i < s->fresh[crisis_free];
		 i++)
		fill_one(s, crisis_free, &pool, no_crisis, rng);
	for (int seat = 0; seat < s->head.players; seat++)
		for (int i = 0; seat != viewer && seat != crisis_free && i < s->fresh[seat]; i++)
			fill_one(s, seat, &pool, everything, rng);
}

/* Only a draw is private, and only to the one who draws. */
ap_action re_mask(const void *state, int seat, ap_action a, int viewer)
{
	bool draw = seat == AP_CHANCE && ap_verb_of(a) == RE_VERB_DRAW;
	return draw && re_drawing_seat(state) != viewer ? ap_act(RE_VERB_DRAW, AP_UNKNOWN, 0) : a;
}

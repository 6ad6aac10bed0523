/* knowledge.c: what a seat may know of the table.
 *
 * The following is hidden: the cards in the hands of others, except those that the seat was
 * shown; the bids until they are turned up; the answers of an open reaction; and the treasure in
 * a box into which the seat has not looked. A view of an open sealed round contains only the
 * viewer's own answer, because it must not reveal who has answered. */
#include "chapters.h"

/* ---- Hiding ---------------------------------------------------------------------------------- */

/* A seat knows its own cards, the cards it was shown, and which of its own cards others were shown.
 */
static void hide_cards(tg_state *s, int viewer)
{
	bool seated = viewer < s->head.players;
	uint8_t own = seated ? s->hand[viewer] : 0, seen = seated ? s->seen[viewer] : 0;
	for (int seat = 0; seat < TG_SEAT_COUNT; seat++)
		if (seat != viewer) {
			s->hand[seat] &= seen;
			s->seen[seat] &= own;
		}
}

/* Hides a suit that is bid but not turned up as unseen. Removes the answers of an open round
 * altogether. */
static void hide_answers(tg_state *s, int viewer)
{
	bool bids_open = s->head.stack[0].step == TG_STEP_BIDS;
	for (int seat = 0; seat < TG_SEAT_COUNT; seat++) {
		if (seat == viewer)
			continue;
		s->veto[seat] = TG_NONE;
		if (bids_open)
			s->amount[seat] = s->suit[seat] = TG_NONE;
		else if (s->suit[seat] != TG_NONE && seat >= tg_turned_up(s))
			s->suit[seat] = AP_UNSEEN;
	}
}

void tg_hide(void *state, int viewer)
{
	tg_state *s = state;
	hide_cards(s, viewer);
	hide_answers(s, viewer);
	for (int box = 0; box < TG_BOX_COUNT; box++)
		if (s->content[box] != TG_NONE && !tg_knows_box(s, box, viewer))
			s->content[box] = AP_UNSEEN;
}

/* ---- Filling in ------------------------------------------------------------------------------ */

/* Returns one member of a set at random, each with the same chance. */
static int one_of(unsigned set, ap_rng *rng)
{
	assert(set != 0);
	for (uint32_t skip = ap_below(rng, (uint32_t)tg_size_of(set)); skip > 0; skip--)
		set &= set - 1;
	return __builtin_ctz(set);
}

/* Cards that the viewer knows are already in the hands. */
static void fill_hands(tg_state *s, ap_rng *rng)
{
	for (int seat = 0; seat < s->head.players; seat++)
		while (tg_size_of(s->hand[seat]) < s->hand_size[seat])
			s->hand[seat] |= (uint8_t)(1 << one_of(tg_deck(s), rng));
}

/* Any card in a hand into which a seat has looked may be one that it was shown. */
static void fill_seen(tg_state *s, int viewer, ap_rng *rng)
{
	for (int seat = 0; seat < s->head.players; seat++)
		for (int other = 0; other < s->head.players; other++)
			if (seat != viewer && other != viewer && tg_has(s->looked_into[seat], other))
				s->seen[seat] |= s->hand[other] & (uint8_t)ap_below(rng, 1 << TG_CARD_COUNT);
}

/* A seat that is still asked may have chosen its amount already. */
static void fill_open_bid(tg_state *s, int seat, ap_rng *rng)
{
	bool is_complete = !(ap_peek(s)->asked & AP_SEAT(seat));
	if (is_complete || ap_below(rng, 2))
		s->amount[seat] = (uint8_t)ap_below(rng, s->coins[seat] + 1u);
	if (is_complete)
		s->suit[seat] = (uint8_t)ap_below(rng, TG_SUIT_COUNT);
}

/* A seat may have chosen one of its vetoes, whether it has passed or not. */
static void fill_veto(tg_state *s, int seat, ap_rng *rng)
{
	unsigned vetoes = s->hand[seat] & TG_VETOES;
	if (ap_below(rng, (uint32_t)tg_size_of(vetoes) + 1) > 0)
		s->veto[seat] = (uint8_t)one_of(vetoes, rng);
}

void tg_fill(void *state, int viewer, ap_rng *rng)
{
	tg_state *s = state;
	bool is_reaction = ap_step_of(s) == TG_STEP_REACT;
	ap_seats may_veto = is_reaction ? tg_may_veto(s, s->head.depth - 2) : 0;
	fill_hands(s, rng);
	fill_seen(s, viewer, rng);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (seat != viewer && ap_step_of(s) == TG_STEP_BIDS)
			fill_open_bid(s, seat, rng);
		if (seat != viewer && (may_veto & AP_SEAT(seat)))
			fill_veto(s, seat, rng);
		if (s->suit[seat] == AP_UNSEEN)
			s->suit[seat] = (uint8_t)ap_below(rng, TG_SUIT_COUNT);
	}
	for (int box = 0; box < s->head.players; box++)
		if (s->content[box] == AP_UNSEEN)
			s->content[box] = (uint8_t)one_of(tg_treasures_for(s, box), rng);
}

/* ---- Actions as others see them -------------------------------------------------------------- */

/* Returns whether a viewer may see the answer of chance. */
static bool sees_outcome(const tg_state *s, ap_action a, int viewer)
{
	switch (ap_verb_of(a)) {
	case TG_VERB_DRAW:
		return viewer == tg_drawing_seat(s);
	case TG_VERB_FILL:
		return ap_step_of(s) == TG_STEP_OPEN || viewer == tg_leader(s);
	case TG_VERB_SHOW:
		return viewer == tg_leader(s) || viewer == tg_announcement_peek(s)->target;
	default:
		return true;
	}
}

/* Other seats see only a seal in place of a decision that does not complete a sealed answer. */
ap_action tg_mask(const void *state, int seat, ap_action a, int viewer)
{
	switch (ap_verb_of(a)) {
	case TG_VERB_BID:
	case TG_VERB_VETO:
		return ap_act(TG_VERB_SEAL, 0, 0);
	case TG_VERB_SUIT:
		return ap_act(TG_VERB_SUIT, AP_UNKNOWN, 0);
	default:
		return seat == AP_CHANCE && !sees_outcome(state, a, viewer)
			? ap_act(ap_verb_of(a), AP_UNKNOWN, 0)
			: a;
	}
}

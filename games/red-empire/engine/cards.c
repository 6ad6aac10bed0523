/* cards.c: the play cards as sets, and moving them between deck, hands and discards. */
#include "chapters.h"

/* Returns a set of `count` cards that begins with the card `first`, in one word. */
#define BITS(first, count) ((((uint64_t)1 << (count)) - 1) << (first))

/* The sets below depend on the order of data/cards.csv. tests/test_data.c checks them too. */
_Static_assert(RE_CARD_KGB_1A == 14 && RE_CARD_MILITARY_1A == 28 && RE_CARD_GOVERNMENT_1 == 42 &&
		RE_CARD_CRISIS_HARVEST == 48 && RE_CARD_DISREPUTE_PARTY == 54 &&
		RE_CARD_NEW_LEADER_A == 57 && RE_CARD_AILING_A == 63 && RE_CARD_TREATY_A == 66 &&
		RE_CARD_EXPOSES == 68 && RE_CARD_SCANDAL_A == 69 && RE_CARD_HERO_A == 73 &&
		RE_CARD_JUNKET_A == 76 && RE_CARDS == 79,
	"cards.csv is in another order");

const re_set re_cards_of_kind[RE_KIND_COUNT] = {
	[RE_KIND_ACTION] = {{BITS(0, 48), 0}},
	[RE_KIND_CRISIS] = {{BITS(48, 6), 0}},
	[RE_KIND_DISREPUTE] = {{BITS(54, 3), 0}},
	[RE_KIND_NEW_LEADER] = {{BITS(57, 6), 0}},
	[RE_KIND_AILING] = {{BITS(63, 1), BITS(0, 2)}},
	[RE_KIND_TREATY] = {{0, BITS(2, 2)}},
	[RE_KIND_EXPOSES] = {{0, BITS(4, 1)}},
	[RE_KIND_SCANDAL] = {{0, BITS(5, 4)}},
	[RE_KIND_HERO] = {{0, BITS(9, 3)}},
	[RE_KIND_JUNKET] = {{0, BITS(12, 3)}},
};

const re_set re_mandates = {{BITS(54, 10), BITS(0, 2)}};

const uint64_t re_action_cards_of[RE_GROUP_COUNT] = {
	[RE_GROUP_PARTY] = BITS(0, 14),
	[RE_GROUP_KGB] = BITS(14, 14),
	[RE_GROUP_MILITARY] = BITS(28, 14),
	[RE_GROUP_GOVERNMENT] = BITS(42, 6),
};

int re_remove_first(re_set *set)
{
	assert(set);
	for (int w = 0; w < 2; w++)
		if (set->word[w]) {
			int card = w * 64 + __builtin_ctzll(set->word[w]);
			set->word[w] &= set->word[w] - 1;
			return card;
		}
	return RE_NONE;
}

re_set re_deck_of(const re_state *s)
{
	re_set deck;
	for (int w = 0; w < 2; w++) {
		uint64_t held = 0;
		for (int seat = 0; seat < s->head.players; seat++)
			held |= s->hand[seat].word[w];
		deck.word[w] = s->unseen.word[w] & ~held;
	}
	return deck;
}

int re_deck_size(const re_state *s)
{
	int size = re_count(s->unseen);
	for (int seat = 0; seat < s->head.players; seat++)
		size -= s->hand_size[seat];
	return size;
}

bool re_holds(const re_state *s, int seat, int card, int kind)
{
	assert(re_is_seat(s, seat) && re_is_card(card) && kind >= 0 && kind < RE_KIND_COUNT);
	return re_has(&s->hand[seat], card) && re_cards[card].kind == kind;
}

void re_draw_to_hand(re_state *s, int seat, int card)
{
	assert(re_is_seat(s, seat) && s->hand_size[seat] < RE_HAND);
	assert(re_has(&s->unseen, card) && !re_has(&s->hand[seat], card));
	re_add(&s->hand[seat], card);
	s->hand_size[seat]++;
	s->fresh[seat]++;
}

void re_remove_from_hand(re_state *s, int seat, int card)
{
	assert(re_is_seat(s, seat) && re_has(&s->hand[seat], card));
	re_remove(&s->hand[seat], card);
	re_remove(&s->unseen, card);
	s->hand_size[seat]--;
	bool forced = re_has(&re_cards_of_kind[RE_KIND_CRISIS], card) || re_has(&re_mandates, card);
	if (forced || s->fresh[seat] > s->hand_size[seat])
		s->fresh[seat]--;
}

void re_discard_from_hand(re_state *s, int seat, int card)
{
	re_remove_from_hand(s, seat, card);
	re_add(&s->discard, card);
}

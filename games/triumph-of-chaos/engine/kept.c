/* kept.c: what everybody knows about cards that were kept when the cards of a new year joined the
 * decks, TC-7.12: they are among those that nobody had seen before. The cards of both years are
 * flagged (TC_CARD_KNOWN_BEFORE_..), and `kept` has the fewest of them that a side still holds. */
#include "chapters.h"

static const uint8_t flags[TC_KEPT_YEARS] = {TC_CARD_KNOWN_BEFORE_1919, TC_CARD_KNOWN_BEFORE_1920};

int tc_kept_flag(int year)
{
	assert(year >= 0 && year < TC_KEPT_YEARS);
	return flags[year];
}

void tc_note_kept(tc_state *s, int side, int year)
{
	assert(tc_is_side(side));
	assert(year >= TC_FIRST_KEPT && year < TC_FIRST_KEPT + TC_KEPT_YEARS);
	int number = year - TC_FIRST_KEPT;
	s->kept[number][side] = s->hand_size[side];
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side && s->card_at[card] <= TC_CARD_PLACE_HAND)
			s->card_known[card] |= flags[number];
}

void tc_forget_kept(tc_state *s, int side)
{
	assert(tc_is_side(side));
	for (int year = 0; year < TC_KEPT_YEARS; year++)
		s->kept[year][side] = 0;
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side)
			s->card_known[card] &= (uint8_t)~TC_KNOWN_OLDER;
}

void tc_show_kept(tc_state *s, int card)
{
	assert(tc_is_card(card));
	int side = tc_card_side(card);
	for (int year = 0; year < TC_KEPT_YEARS; year++)
		if ((s->card_known[card] & flags[year]) && s->kept[year][side] > 0)
			s->kept[year][side]--;
	s->card_known[card] &= (uint8_t)~TC_KNOWN_OLDER;
}

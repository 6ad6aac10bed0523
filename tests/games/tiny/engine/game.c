/* game.c: the game Tiny as the core sees it: the parts of its state that JSON shows, an empty
 * table, and how long a game can be. */
#include "chapters.h"

#include <stddef.h>

#define AT(member) (uint16_t) offsetof(tg_state, member)

static const ap_field fields[] = {
	{"hands", AP_SETS, AT(hand), 1, &tg_seat_list, &tg_card_list, 0, NULL},
	{"hand_size", AP_NUMBERS, AT(hand_size), 1, &tg_seat_list, NULL, TG_HAND, NULL},
	{"seen", AP_SETS, AT(seen), 1, &tg_seat_list, &tg_card_list, 0, NULL},
	{"looked_into", AP_SETS, AT(looked_into), 1, &tg_seat_list, &tg_seat_list, 0, NULL},
	{"coins", AP_NUMBERS, AT(coins), 1, &tg_seat_list, NULL, TG_AMOUNT_COUNT - 1, NULL},
	{"points", AP_NUMBERS, AT(points), 1, &tg_seat_list, NULL, 5, NULL},
	{"amounts", AP_NAMES, AT(amount), 1, &tg_seat_list, &tg_amount_list, 0, NULL},
	{"suits", AP_NAMES, AT(suit), 1, &tg_seat_list, &tg_suit_list, 0, NULL},
	{"vetoes", AP_NAMES, AT(veto), 1, &tg_seat_list, &tg_card_list, 0, NULL},
	{"contents", AP_NAMES, AT(content), 1, &tg_box_list, &tg_treasure_list, 0, NULL},
	{"known_to", AP_SETS, AT(known_to), 1, &tg_box_list, &tg_seat_list, 0, NULL},
	{"holder", AP_NAMES, AT(holder), 1, &tg_box_list, &tg_seat_list, 0, NULL},
	{"discard", AP_SETS, AT(discard), 1, NULL, &tg_card_list, 0, NULL},
};

/* Only the seats that play have coins and a box, TG-1. */
void tg_blank(void *state)
{
	tg_state *s = state;
	memset(s->amount, TG_NONE, sizeof s->amount);
	memset(s->suit, TG_NONE, sizeof s->suit);
	memset(s->veto, TG_NONE, sizeof s->veto);
	memset(s->content, TG_NONE, sizeof s->content);
	memset(s->holder, TG_NONE, sizeof s->holder);
	for (int seat = 0; seat < s->head.players; seat++) {
		s->coins[seat] = TG_COINS;
		s->holder[seat] = (uint8_t)seat;
	}
}

/* Each card is drawn once. A round has two decisions of each seat for the bids, one choice, one
 * look, one trump and the suits. Each raid card leads to one die and one card that is shown.
 * Each card leads to at most one reaction, in which all seats but one have two decisions. At the
 * end each box is opened. */
int tg_bound(const ap_setup *setup)
{
	int p = setup->players, rounds = setup->option[TG_OPTION_ROUNDS] == TG_ROUNDS_5 ? 5 : 3;
	int raids = TG_CARD_VETO_A, reactions = TG_CARD_COUNT;
	return TG_CARD_COUNT + rounds * (3 * p + 3) + 2 * raids + 2 * reactions * (p - 1) + p;
}

const ap_game tiny = {
	TG_DECLARED,
	.state_size = sizeof(tg_state),
	.fields = fields,
	.field_count = AP_COUNT(fields),
	.foresee = tg_foresee,
};

/* game.c: the game Red Empire as the core sees it: the parts of its state that JSON shows, an empty
 * table, and how long a game can be. */
#include "chapters.h"

#include <stddef.h>

/* ---- What JSON shows ------------------------------------------------------------------------- */

/* `unseen` is not shown: re_mend() computes it from the rest. */

#define AT(member) (uint16_t) offsetof(re_state, member)

static const ap_field fields[] = {
	{"hands", AP_SETS, AT(hand), 16, &re_faction_list, &re_card_list, 0, ap_sees},
	{"hand_size", AP_NUMBERS, AT(hand_size), 1, &re_faction_list, NULL, RE_HAND, NULL},
	{"fresh", AP_NUMBERS, AT(fresh), 1, &re_faction_list, NULL, RE_HAND, NULL},
	{"leaders", AP_SETS, AT(faction), 4, &re_faction_list, &re_leader_list, 0, NULL},
	{"president", AP_NAMES, AT(president), 1, NULL, &re_leader_list, 0, NULL},
	{"purge", AP_SETS, AT(purge), 8, &re_leader_list, &re_action_card_list, 0, NULL},
	{"hero_on", AP_NAMES, AT(hero_on), 1, &re_hero_card_list, &re_leader_list, 0, NULL},
	{"ailing_on", AP_NAMES, AT(ailing_on), 1, &re_ailing_card_list, &re_leader_list, 0, NULL},
	{"disrepute_by", AP_NAMES, AT(disrepute_by), 1, &re_disrepute_card_list, &re_faction_list, 0,
		NULL},
	{"spared", AP_SETS, AT(spared), 1, &re_disrepute_card_list, &re_faction_list, 0, NULL},
	{"scandal_by", AP_NAMES, AT(scandal_by), 1, &re_scandal_card_list, &re_faction_list, 0, NULL},
	{"scandal_on", AP_NAMES, AT(scandal_on), 1, &re_scandal_card_list, &re_faction_list, 0, NULL},
	{"junket_by", AP_NAMES, AT(junket_by), 1, &re_junket_card_list, &re_faction_list, 0, NULL},
	{"pile", AP_SETS, AT(pile), 1, NULL, &re_crisis_card_list, 0, NULL},
	{"won", AP_SETS, AT(won), 16, &re_faction_list, &re_card_list, 0, NULL},
	{"won_leaders", AP_SETS, AT(won_leaders), 4, &re_faction_list, &re_leader_list, 0, NULL},
	{"lost_leaders", AP_SETS, AT(lost_leaders), 4, NULL, &re_leader_list, 0, NULL},
	{"discard", AP_SETS, AT(discard), 16, NULL, &re_card_list, 0, NULL},
};

/* ---- The game -------------------------------------------------------------------------------- */

void re_blank(void *state)
{
	re_state *s = state;
	s->unseen.word[0] = ~(uint64_t)0;
	s->unseen.word[1] = ((uint64_t)1 << (RE_CARDS - 64)) - 1;
	s->president = RE_NONE;
	memset(s->hero_on, RE_NONE, sizeof s->hero_on);
	memset(s->ailing_on, RE_NONE, sizeof s->ailing_on);
	memset(s->disrepute_by, RE_NONE, sizeof s->disrepute_by);
	memset(s->scandal_by, RE_NONE, sizeof s->scandal_by);
	memset(s->scandal_on, RE_NONE, sizeof s->scandal_on);
	memset(s->junket_by, RE_NONE, sizeof s->junket_by);
}

/* Counts the decisions that a game can have. Whenever the presidency is given, there are two: a lot
 * and an appointment.
 * - The deal has a decision for each leader and card, and the first presidency.
 * - In every turn except the first of each seat a card is drawn, which limits the number of turns.
 * - A turn has three rolls for Ailing cards, the end of crises, the end of mandates, a choice, and
 *   a presidency if the choice purges the President.
 * - A crisis is played, each seat answers, and there may be a Treaty and a presidency.
 * - Each of the twelve mandates is played, draws or strikes a leader, and may bring a presidency.
 * - The KGB rolls for each of the twelve Party leaders.
 * - Each of three deaths may bring a presidency. */
int re_bound(const ap_setup *setup)
{
	int players = setup->players, draws = RE_CARDS - RE_HAND * players, turns = draws + players;
	int deal = players * re_factions[players - 1].leaders + RE_HAND * players + 2;
	int crises = RE_CRISIS_CARD_COUNT * (players + 4), mandates = 12 * 4, exposure = 12;
	int deaths = 3 * 2;
	return deal + draws + 8 * turns + crises + mandates + exposure + deaths;
}

const ap_game red_empire = {
	RE_DECLARED,
	.state_size = sizeof(re_state),
	.fields = fields,
	.field_count = AP_COUNT(fields),
	.foresee = re_foresee,
};

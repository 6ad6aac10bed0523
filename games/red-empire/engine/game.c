/* game.c: the game Red Empire as the core sees it: the parts of its state that JSON shows, an empty
 * table, and how long a game can be. */
#include "chapters.h"

#include <stddef.h>

/* ---- What JSON shows: `unseen` and `hand_size` follow from the rest (see re_mend) ------------ */

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
	{"given", AP_NAMES, AT(given), 1, &re_faction_list, &re_card_list, 0, NULL},
	{"pile", AP_SETS, AT(pile), 1, NULL, &re_crisis_card_list, 0, NULL},
	{"won", AP_SETS, AT(won), 16, &re_faction_list, &re_card_list, 0, NULL},
	{"won_leaders", AP_SETS, AT(won_leaders), 4, &re_faction_list, &re_leader_list, 0, NULL},
	{"lost_leaders", AP_SETS, AT(lost_leaders), 4, NULL, &re_leader_list, 0, NULL},
	{"discard", AP_SETS, AT(discard), 16, NULL, &re_card_list, 0, NULL},
};

/* ---- The game ---------------------------------------------------------------------------------
 */

void re_blank(void *state)
{
	re_state *s = state;
	s->unseen.word[0] = ~(uint64_t)0;
	s->unseen.word[1] = ((uint64_t)1 << (RE_CARDS - 64)) - 1;
	s->president = RE_NONE;
	memset(s->given, RE_NONE, sizeof s->given);
	memset(s->hero_on, RE_NONE, sizeof s->hero_on);
	memset(s->ailing_on, RE_NONE, sizeof s->ailing_on);
	memset(s->disrepute_by, RE_NONE, sizeof s->disrepute_by);
	memset(s->scandal_by, RE_NONE, sizeof s->scandal_by);
	memset(s->scandal_on, RE_NONE, sizeof s->scandal_on);
	memset(s->junket_by, RE_NONE, sizeof s->junket_by);
}

/* Each turn but a seat's first draws a card, so there are at most `turns` of them. Beyond the
 * deal and the draws a turn has three Ailing rolls, two words of going on, a choice and, if it
 * purges a President, a lot and an appointment. A crisis has its card, an answer a seat, a Treaty,
 * a lot and an appointment; a mandate itself, a draw or a victim, a lot and an appointment; KGB
 * exposes a die for each of twelve; three deaths and nine homecomings a lot and an appointment. */
int re_bound(const ap_setup *setup)
{
	int p = setup->players, dealt = p * re_factions[p - 1].leaders + RE_HAND * p + 2;
	int draws = RE_CARDS - RE_HAND * p, turns = draws + p;
	return dealt + draws + 8 * turns + RE_CRISIS_CARD_COUNT * (p + 4) + 12 * 4 + 12 + 3 * 2 + 9 * 2;
}

const ap_game red_empire = {
	RE_DECLARED,
	.state_size = sizeof(re_state),
	.fields = fields,
	.field_count = AP_COUNT(fields),
	.foresee = re_foresee,
};

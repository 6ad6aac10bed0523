/* game.c: the game Atomic Business as the core sees it: the parts of its state that JSON shows, an
 * empty table, and how long a game can be. */
#include "chapters.h"

#include <stddef.h>

/* ---- What JSON shows ------------------------------------------------------------------------- */

#define AT(member) (uint16_t) offsetof(ab_state, member)

static bool load_is_known(const void *state, int pawn)
{
	return ((const ab_state *)state)->load[pawn] != AP_UNSEEN;
}

static bool hand_is_known(const void *state, int seat)
{
	return ((const ab_state *)state)->hand[seat] != AP_UNSEEN;
}

/* Who may press none of the bearers of a power, in each space, until the turn ends. */
#define SPARED(name, power)                                                                        \
	{                                                                                              \
		name, AP_SETS, AT(spared) + (power)*AB_SPACES, 1, &ab_space_list, &ab_power_list, 0, NULL  \
	}

static const ap_field fields[] = {
	{"place", AP_NAMES, AT(place), 1, &ab_diplomat_list, &ab_space_list, 0, NULL},
	{"load", AP_NAMES, AT(load), 1, &ab_diplomat_list, &ab_kind_list, 0, load_is_known},
	{"known_to", AP_SETS, AT(known_to), 1, &ab_diplomat_list, &ab_power_list, 0, NULL},
	{"barred", AP_SETS, AT(barred), 1, &ab_diplomat_list, &ab_power_list, 0, NULL},
	{"asked_at", AP_NUMBERS, AT(asked_at), 1, &ab_diplomat_list, NULL, AB_DIPLOMATS, NULL},
	SPARED("spared_francie", AB_POWER_FRANCIE),
	SPARED("spared_cointerre", AB_POWER_COINTERRE),
	SPARED("spared_madintchina", AB_POWER_MADINTCHINA),
	SPARED("spared_roussie", AB_POWER_ROUSSIE),
	SPARED("spared_zussa", AB_POWER_ZUSSA),
	SPARED("spared_indraelstan", AB_POWER_INDRAELSTAN),
	{"way", AP_NAMES, AT(way), 1, &ab_diplomat_list, &ab_way_list, 0, NULL},
	{"surcharged", AP_SETS, AT(surcharged), 4, NULL, &ab_diplomat_list, 0, NULL},
	{"gone", AP_NUMBERS, AT(gone), 1, &ab_kind_list, NULL, AB_CASES, NULL},
	{"hands", AP_NAMES, AT(hand), 1, &ab_power_list, &ab_effect_list, 0, hand_is_known},
	{"hand_known", AP_SETS, AT(hand_known), 1, &ab_power_list, &ab_power_list, 0, NULL},
	{"discard", AP_NUMBERS, AT(discard), 1, &ab_effect_list, NULL, AB_SECRETS, NULL},
	{"answer", AP_NAMES, AT(answer), 1, &ab_power_list, &ab_answer_list, 0, ap_sees},
	{"opener", AP_NAMES, AT(opener), 1, NULL, &ab_diplomat_list, 0, NULL},
	{"opens_to", AP_NAMES, AT(opens_to), 1, NULL, &ab_space_list, 0, NULL},
	{"points", AP_NUMBERS, AT(points), 1, NULL, NULL, AB_POINTS, NULL},
	{"mover", AP_NAMES, AT(mover), 1, NULL, &ab_diplomat_list, 0, NULL},
	{"plates", AP_NUMBERS, AT(plates), 1, NULL, NULL, 1, NULL},
	{"ballot_by", AP_NAMES, AT(ballot_by), 1, NULL, &ab_power_list, 0, NULL},
	{"first", AP_NAMES, AT(first), 1, NULL, &ab_power_list, 0, NULL},
	{"idle", AP_NUMBERS, AT(idle), 1, NULL, NULL, AB_IDLE_ROUNDS, NULL},
	{"games_left", AP_NUMBERS, AT(games_left), 1, NULL, NULL, AB_MOST_GAMES, NULL},
	{"winner", AP_NAMES, AT(winner), 1, NULL, &ab_power_list, 0, NULL},
	{"score", AP_NUMBERS, AT(score), 2, &ab_power_list, NULL, AB_GAME_POINTS *AB_MOST_GAMES, NULL},
};

/* ---- The game -------------------------------------------------------------------------------- */

void ab_blank(void *state)
{
	ab_new_game(state);
}

/* Returns whether the number of diplomats is possible with this number of players, AB-SU-2. */
static bool setup_is_sound(const ap_setup *setup)
{
	return setup->option[AB_OPTION_DIPLOMATS] == AB_DIPLOMATS_5 || setup->players >= 5;
}

/* At most a hundred rounds pass for each briefcase, and another hundred after the last. In a
 * turn each seat is asked in four windows, and each of five steps may be a stop. The questions
 * of a stop are bounded by the bars that failed pressures set: bars are lifted only for the five
 * diplomats of the seat that moves. */
int ab_bound(const ap_setup *setup)
{
	enum { AB_MOST_IN_A_TURN = 1800 };
	int players = setup->players, series = setup->option[AB_OPTION_SERIES];
	int games = series == AB_SERIES_AUTO ? AB_MOST_GAMES : series + 1;
	int rounds = ((AB_NUCLEAR_EACH + AB_TOURIST_EACH) * players + 1) * AB_IDLE_ROUNDS;
	return games * rounds * players * AB_MOST_IN_A_TURN;
}

const ap_game atomic_business = {
	AB_DECLARED,
	.state_size = sizeof(ab_state),
	.fields = fields,
	.field_count = AP_COUNT(fields),
	.setup_sound = setup_is_sound,
	.setup_clause = AB_SU_2,
	.hardly_matters = ab_hardly_matters,
	.foresee = ab_foresee,
};

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

static const ap_field fields[] = {
	{"place", AP_NAMES, AT(place), 1, &ab_diplomat_list, &ab_space_list, 0, NULL},
	{"load", AP_NAMES, AT(load), 1, &ab_diplomat_list, &ab_kind_list, 0, load_is_known},
	{"known_to", AP_SETS, AT(known_to), 1, &ab_diplomat_list, &ab_power_list, 0, NULL},
	{"barred", AP_SETS, AT(barred), 1, &ab_diplomat_list, &ab_power_list, 0, NULL},
	{"way", AP_NAMES, AT(way), 1, &ab_diplomat_list, &ab_way_list, 0, NULL},
	{"surcharged", AP_SETS, AT(surcharged), 4, NULL, &ab_diplomat_list, 0, NULL},
	{"considered", AP_SETS, AT(considered), 4, NULL, &ab_diplomat_list, 0, NULL},
	{"gone", AP_NUMBERS, AT(gone), 1, &ab_kind_list, NULL, AB_CASES, NULL},
	{"hands", AP_NAMES, AT(hand), 1, &ab_power_list, &ab_effect_list, 0, hand_is_known},
	{"hand_known", AP_SETS, AT(hand_known), 1, &ab_power_list, &ab_power_list, 0, NULL},
	{"discard", AP_NUMBERS, AT(discard), 1, &ab_effect_list, NULL, AB_SECRETS, NULL},
	{"answer", AP_NAMES, AT(answer), 1, &ab_power_list, &ab_answer_list, 0, ap_sees},
	{"points", AP_NUMBERS, AT(points), 1, NULL, NULL, AB_POINTS, NULL},
	{"mover", AP_NAMES, AT(mover), 1, NULL, &ab_diplomat_list, 0, NULL},
	{"plates", AP_NUMBERS, AT(plates), 1, NULL, NULL, 1, NULL},
	{"ballot_by", AP_NAMES, AT(ballot_by), 1, NULL, &ab_power_list, 0, NULL},
	{"attackers", AP_SETS, AT(attackers), 1, NULL, &ab_power_list, 0, NULL},
	{"opened", AP_NAMES, AT(opened), 1, NULL, &ab_kind_list, 0, NULL},
	{"cancelled", AP_NUMBERS, AT(cancelled), 1, NULL, NULL, 1, NULL},
	{"immune", AP_NUMBERS, AT(immune), 1, NULL, NULL, 1, NULL},
	{"bonus", AP_NUMBERS, AT(bonus), 1, &ab_side_list, NULL, AB_MOST_MODIFIER, NULL},
	{"malus", AP_NUMBERS, AT(malus), 1, &ab_side_list, NULL, AB_MOST_MODIFIER, NULL},
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
 * turn each seat is asked in three windows, and each of five steps may be a stop. The questions
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
	.hardly_matters = ab_hardly_matters,
	.foresee = ab_foresee,
};

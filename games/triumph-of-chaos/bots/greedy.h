/* greedy.h: what the files of the greedy bot of Triumph of Chaos share. The worth of a thing is how
 * much good it does to the side of the bot, in hundredths of a Victory Point. */
#ifndef APPARAT_TRIUMPH_OF_CHAOS_BOTS_GREEDY_H
#define APPARAT_TRIUMPH_OF_CHAOS_BOTS_GREEDY_H

#include "engine/chapters.h"

enum {
	VP = 100,        /* the worth of a Victory Point */
	NEVER = -100000, /* the worth of what is never done */
	MOST_MARKS = 6   /* spaces that one operation activates at most */
};

/* The board as one side sees it. "Mine" is what the side of the bot uses or owns. */
typedef struct outlook {
	const tc_state *s; /* its supply is up to date */
	int me, foe;       /* the side of the bot, and the other */
	int weight;        /* how much units, steps and events count beside cities: 1, or more where
						* cities decide the game */
	int counts;        /* how often Victory Cities will still be counted, this turn included */
	/* For each space: */
	int16_t mine[TC_SPACES];    /* the combat factors of my units there */
	int16_t theirs[TC_SPACES];  /* the combat factors of the enemy's units there, and of Greens */
	int16_t strike[TC_SPACES];  /* the combat factors of the enemy's units that could attack it */
	int16_t reach[TC_SPACES];   /* of a city of mine: the enemy's combat factors that are near */
	int16_t watched[TC_SPACES]; /* the same, of those that are farther away too */
	int16_t gain[TC_SPACES];    /* the worth of taking it */
	int16_t city[TC_SPACES];    /* of a city of mine: the worth of not losing it */
	int16_t pull[TC_SPACES];    /* how much it attracts units */
	bool open[TC_SPACES];       /* my units may enter it without a fight */
	bool stops[TC_SPACES];      /* a move ends there, TC-MV-5 */
	bool planned;               /* sums is filled in */
	int sums[MOST_MARKS + 1]; /* sums[n]: the worth of n activations, the best n spaces together */
} outlook;

static inline int greater(int a, int b)
{
	return a > b ? a : b;
}
static inline int lesser(int a, int b)
{
	return a < b ? a : b;
}

/* ---- outlook.c ------------------------------------------------------------------------------- */

/* Fills in everything but the map. */
void tc_bot_start_outlook(outlook *o, const tc_state *s, int seat);
/* Fills in the map too. */
void tc_bot_survey_map(outlook *o, const tc_state *s, int seat);
/* Computes the pull of all spaces anew, after the units on the map were changed. */
void tc_bot_spread_pull(outlook *o);
/* How many cities RED does not own that an objective of 1919 asks for. */
int tc_bot_missing_for(const tc_state *s, int objective);
/* Is it a capital of mine, which never stands empty? */
bool tc_bot_is_capital(const outlook *o, int space);
int tc_bot_unit_worth(const tc_state *s, int unit); /* of all its steps */
int tc_bot_step_worth(const tc_state *s, int unit); /* of the step that it would lose next */
/* The worth of so many combat factors in a city of mine, as its garrison. */
int tc_bot_guard_worth(const outlook *o, int space, int strength);
/* What it costs a city of mine to lose so many combat factors. Half of it is never less than what
 * the garrison was worth when it came, the other half looks farther, so that who has come does not
 * leave when the enemy goes a little back. */
int tc_bot_leaving_cost(const outlook *o, int space, int strength);
/* The worth of so many more combat factors in a space. */
int tc_bot_standing_worth(const outlook *o, int space, int strength);
/* The part of that which is due to the pull of the space. */
int tc_bot_pull_worth(const outlook *o, int space, int strength);
/* The part of its pull that keeps so many combat factors in a space. A city that would call them
 * back when they have left holds them already. */
int tc_bot_hold_of(const outlook *o, int space, int strength);

/* ---- battles.c ------------------------------------------------------------------------------- */

/* The worth of an attack on the target from a space; NEVER: nobody there can attack it. Other
 * spaces that are marked for combat join if a leader allows it. */
int tc_bot_attack_worth(const outlook *o, int from, int target);
/* The worth of the best attack from a space, and its target. */
int tc_bot_best_attack(const outlook *o, int from, int *target);
int tc_bot_judge_combat(const outlook *o, ap_action a); /* of all steps of a combat */

/* ---- marches.c ------------------------------------------------------------------------------- */

int tc_bot_march_worth(const outlook *o, int space); /* of the best march out of a space */
/* Changes the map as if the units of the spaces that are marked for movement had marched, so that
 * one operation is planned as a whole. */
void tc_bot_expect_marches(outlook *o);
/* The answer in the steps move and move-on. */
ap_action tc_bot_choose_move(const outlook *o, const ap_action *legal, int count);

/* ---- politics.c ------------------------------------------------------------------------------ */

/* The worth of so much more influence of mine on a faction. */
int tc_bot_influence_worth(const outlook *o, int faction, int ip);
/* The worth of a permission to move the marker of a faction into the Control box of a side. */
int tc_bot_permission_worth(const outlook *o, int faction, int side);
int tc_bot_judge_politics(const outlook *o, ap_action a, ap_rng *rng);

/* ---- wars.c ---------------------------------------------------------------------------------- */

/* The worth of war on a faction on which it can be declared; it is declared above 0. */
int tc_bot_war_worth(const outlook *o, int faction);

/* ---- events.c -------------------------------------------------------------------------------- */

int tc_bot_rounds_left(const tc_state *s);           /* in this turn, the present one included */
int tc_bot_steps_worth(const outlook *o, int count); /* of more steps in the Logistics Phase */
int tc_bot_faction_steps_worth(const outlook *o, int count); /* the same, for factions */
int tc_bot_event_worth(const outlook *o, int card);          /* of playing its event now */
/* What a card may do in the Action Phase: it is lost if the card is laid in a Political Box. */
int tc_bot_card_worth(const outlook *o, int card);
/* What is lost if a card is played for anything but its event, because it may not come again. */
int tc_bot_worth_of_keeping(const outlook *o, int card);

/* ---- deeds.c --------------------------------------------------------------------------------- */

int tc_bot_deeds_worth(const outlook *o, int card); /* of what its event does now */
/* The worth of one use of a card. A choice of TC_CHOICES stands for a card without choices. */
int tc_bot_choice_worth(const outlook *o, int card, int choice);
/* The worth of keeping the most dangerous of the enemy's spaces from acting; of those with one of
 * these markers, if any are given. */
int tc_bot_most_threatening(const outlook *o, int marker);

/* ---- rounds.c -------------------------------------------------------------------------------- */

/* Fills in the worth of activations. */
void tc_bot_plan_activations(outlook *o);
int tc_bot_judge_card(const outlook *o, ap_action a);
/* The worth of keeping the enemy's units in a space from acting. */
int tc_bot_threat_worth(const outlook *o, int space);
int tc_bot_judge_round(const outlook *o, ap_action a);

/* ---- endings.c ------------------------------------------------------------------------------- */

int tc_bot_judge_ending(const outlook *o, ap_action a); /* of the steps about the end of 1919 */

/* ---- placing.c ------------------------------------------------------------------------------- */

int tc_bot_judge_placing(const outlook *o, ap_action a); /* of all steps not named above */

#endif

/* greedy.h: what the files of the greedy bot of Triumph of Chaos share. All of it
 * is judged in hundredths of a victory point. */
#ifndef APPARAT_TRIUMPH_OF_CHAOS_BOTS_GREEDY_H
#define APPARAT_TRIUMPH_OF_CHAOS_BOTS_GREEDY_H

#include "engine/chapters.h"

enum { VP = 100, NEVER = -100000 };

/* The board as one side sees it. */
typedef struct outlook {
	const tc_state *s; /* supply is up to date */
	int me, foe;
	int counts;                /* how often cities will still be counted */
	int16_t mine[TC_SPACES];   /* combat factors of my forces there */
	int16_t theirs[TC_SPACES]; /* of whoever is my enemy there, Greens too */
	int16_t strike[TC_SPACES]; /* of the enemy next to it that can attack it */
	int16_t reach[TC_SPACES];  /* of the enemy within three spaces of a city of mine */
	int16_t gain[TC_SPACES];   /* what it is worth to take it */
	int16_t city[TC_SPACES];   /* what it costs to lose it, if it is a city of mine */
	int16_t pull[TC_SPACES];   /* how much it draws troops */
	bool open[TC_SPACES];      /* my units may walk in */
	bool stops[TC_SPACES];     /* TC-MV-5 */
} outlook;

static inline int greater(int a, int b)
{
	return a > b ? a : b;
}
static inline int lesser(int a, int b)
{
	return a < b ? a : b;
}

/* outlook.c */
void tc_bot_sit(outlook *o, const tc_state *s, int seat); /* without the map */
void tc_bot_look(outlook *o, const tc_state *s, int seat);
int tc_bot_unit_worth(const tc_state *s, int unit);          /* of all it has */
int tc_bot_step_worth(const tc_state *s, int unit);          /* of the step it would lose next */
int tc_bot_guard(const outlook *o, int space, int strength); /* of so much in a city of mine */
int tc_bot_stay(const outlook *o, int space, int strength);  /* of so much more standing there */
int tc_bot_drawn(const outlook *o, int space, int strength); /* by the pull alone */

/* battles.c */
int tc_bot_assault(const outlook *o, int from, int target);
int tc_bot_best_assault(const outlook *o, int from, int *target);
int tc_bot_battle(const outlook *o, ap_action a);

/* marches.c */
int tc_bot_march(const outlook *o, int space); /* the best march out of it */
ap_action tc_bot_move(const outlook *o, const ap_action *legal, int count);

/* politics.c */
int tc_bot_faction(const outlook *o, int faction, int ip); /* of so many IP of mine more on it */
int tc_bot_door(const outlook *o, int faction, int side); /* of its Control box, now barred to it */
int tc_bot_politics(const outlook *o, ap_action a, ap_rng *rng);

/* events.c */
int tc_bot_rounds_left(const tc_state *s);
int tc_bot_steps(const outlook *o, int count); /* of steps in the next Logistics Phase */
int tc_bot_event(const outlook *o, int card);
/* What a card may do for me in the Action Phase, so what it costs to bid it. */
int tc_bot_card_worth(const outlook *o, int card);
/* A card that costs VP unless its event is played is not lightly played for anything else, though
 * it may come again; of equal uses the one that spares the better event. */
int tc_bot_spared(const outlook *o, int card);

/* rounds.c */
enum { MOST_MARKS = 5 };
void tc_bot_plan(const outlook *o, int sums[MOST_MARKS + 1]); /* of so many activations */
int tc_bot_card(const outlook *o, ap_action a, const int sums[MOST_MARKS + 1]);
int tc_bot_threat(const outlook *o, int space); /* of an enemy stack */
int tc_bot_round(const outlook *o, ap_action a);

/* placing.c */
int tc_bot_placing(const outlook *o, ap_action a);

#endif

/* group.h: the group of units and leaders that moves, and the spaces to which it can go. */
#ifndef APPARAT_TRIUMPH_GROUP_H
#define APPARAT_TRIUMPH_GROUP_H

#include "chapters.h"

/* The properties of a group that limit its way. `sort` holds one unit of each sort (army or not,
 * Central Powers, Poles, the Polish garrison, of Finland, or others). */
typedef struct tc_group {
	int side, armies, corps, sorts;
	uint16_t sort[10];
	bool poles, whites;    /* Polish units, and WHITE's own: they are never in one group */
	bool leaders, finnish; /* finnish: one of the leaders must not leave Finland */
} tc_group;

/* Returns whether no group is moving. */
static inline bool tc_no_group(const tc_state *s)
{
	return s->op.from == TC_NOWHERE;
}

/* Returns the group of the picked units and leaders, which are at op.at. */
tc_group tc_gather(const tc_state *s);
/* Returns the points of the slowest member when the group leaves op.from. Needs supply. */
int tc_group_points(const tc_state *s);
bool tc_ends_move(int link); /* TC-MV-3: returns whether the link ends a move */
/* TC-MV-5: returns whether an enemy army stops the side in the space. */
bool tc_meets_army(const tc_state *s, int side, int space);
/* Returns the movement points that the group has left when it has crossed the link. */
int tc_points_after(const tc_state *s, const tc_group *g, int link, int to, int points);
/* Returns whether the group may end its move in the space. */
bool tc_can_stop(const tc_state *s, const tc_group *g, int space);
/* Returns the clause by which it may not. */
uint16_t tc_no_stop(const tc_state *s, const tc_group *g, int space);
/* Returns the clause that forbids the group to cross the link to the space; 0 if it may. */
uint16_t tc_way_forbidden(const tc_state *s, const tc_group *g, int link, int to);
/* Returns the clause that forbids the present group to go to the space; 0 if it may. */
uint16_t tc_go_forbidden(const tc_state *s, unsigned to);
/* Returns whether the group may go to any neighbouring space. */
bool tc_has_way(const tc_state *s, const tc_group *g);
/* Adds the action `go` for each neighbouring space to which the group may go. */
void tc_list_ways(const tc_state *s, const tc_group *g, ap_list *out);

/* ---- march.c --------------------------------------------------------------------------------- */

enum { TC_MOST_MARCH = 9 }; /* most spaces of a way */

/* The ways by which a group can march, TC-MV-7. */
typedef struct tc_marches {
	uint64_t reached[TC_SET_WORDS]; /* the spaces to which there is a way; in some it cannot stop */
	uint8_t cost[TC_SPACES];        /* the movement points to it */
	uint8_t rouses[TC_SPACES];      /* how often the way rouses somebody */
	uint8_t taken[TC_SPACES];       /* how many spaces it takes, the last one included */
	uint16_t last[TC_SPACES];       /* the space before it on the way */
	/* For each number of points: the space before each space on the best way that costs so many. */
	uint16_t before[TC_MOST_MARCH + 1][TC_SPACES];
} tc_marches;

/* Finds the ways of the present group; none for leaders without units. */
void tc_find_marches(const tc_state *s, tc_marches *m);
/* Returns whether the group can march to the space and stop there. For a group that is already
 * `formed`, going to a neighbour where it must stop is the same, and no march. */
bool tc_marches_to(const tc_state *s, const tc_marches *m, int to, bool formed);
/* Fills in the spaces of the way, the last one included. Returns how many they are. */
int tc_march_way(const tc_marches *m, int to, uint16_t way[TC_MOST_MARCH]);
/* Adds the action `march` for each space to which the present group can march. */
void tc_list_marches(const tc_state *s, bool formed, ap_list *out);
/* Returns the next space on the way; TC_NOWHERE if the group cannot march there. */
int tc_next_on_march(const tc_state *s, int to);

/* ---- movement.c ------------------------------------------------------------------------------ */

/* Returns the space from which everybody can march without being mustered: the first that is
 * activated and has units that can leave it; TC_NOWHERE if there is none or a group is formed. */
int tc_first_to_march(const tc_state *s, int side);
/* Forms a group of all units and leaders of an activated space that can leave it. */
void tc_muster(tc_state *s, int side, int space);

#endif

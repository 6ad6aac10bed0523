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
/* Returns the clause that forbids the present group to go to the space; 0 if it may. */
uint16_t tc_go_forbidden(const tc_state *s, unsigned to);
/* Returns whether the group may go to any neighbouring space. */
bool tc_has_way(const tc_state *s, const tc_group *g);
/* Adds the action `go` for each neighbouring space to which the group may go. */
void tc_list_ways(const tc_state *s, const tc_group *g, ap_list *out);

#endif

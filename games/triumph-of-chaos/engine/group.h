/* group.h: the group that moves, and its way. */
#ifndef APPARAT_TRIUMPH_GROUP_H
#define APPARAT_TRIUMPH_GROUP_H

#include "chapters.h"

/* What bears on its way: how many units it has, and of each sort (army or not, Central Powers or
 * not) one of them. */
typedef struct tc_group {
	int side, armies, corps, sorts;
	uint16_t sort[4];
	bool leaders, finnish; /* finnish: one of them does not leave Finland */
} tc_group;

static inline bool tc_no_group(const tc_state *s)
{
	return s->op.from == TC_NOWHERE;
}

tc_group tc_gather(const tc_state *s); /* the units and leaders that are picked, at op.at */
int tc_group_points(
	const tc_state *s);      /* of the slowest, when it sets out from op.from; needs supply */
bool tc_ends_move(int link); /* TC-MV-3: the link ends a move */
bool tc_meets_army(
	const tc_state *s, int side, int space); /* TC-MV-5: an enemy army stops it there */
/* The movement points that the group has left when it has crossed the link. */
int tc_points_after(const tc_state *s, const tc_group *g, int link, int to, int points);
bool tc_can_stop(const tc_state *s, const tc_group *g, int space);
uint16_t tc_go_forbidden(const tc_state *s, unsigned to);
bool tc_has_way(const tc_state *s, const tc_group *g);
void tc_list_ways(const tc_state *s, const tc_group *g,
	ap_list *out); /* adds `go space` for each neighbour to which it may go */

#endif

/* group.h: the group that moves, and its way. */
#ifndef APPARAT_TRIUMPH_GROUP_H
#define APPARAT_TRIUMPH_GROUP_H

#include "chapters.h"

/* What bears on its way: how many units, of each sort (army or not, Central Powers or not) one. */
typedef struct tc_group {
	int side, armies, corps, sorts;
	uint16_t sort[4];
	bool leaders, finnish; /* a leader who does not leave Finland */
} tc_group;

static inline bool tc_no_group(const tc_state *s)
{
	return s->op.from == NOWHERE;
}

tc_group tc_gather(const tc_state *s);  /* those PICKED, at op.at; of the round frame */
int tc_group_points(const tc_state *s); /* as it sets out from op.from; needs supply */
bool tc_ends_move(int link);            /* TC-MV-3 */
bool tc_meets_army(const tc_state *s, int side, int space); /* TC-MV-5 */
int tc_points_after(const tc_state *s, const tc_group *g, int link, int to, int points);
bool tc_can_stop(const tc_state *s, const tc_group *g, int space);
uint16_t tc_go_forbidden(const tc_state *s, unsigned to);
bool tc_has_way(const tc_state *s, const tc_group *g);
void tc_list_ways(const tc_state *s, const tc_group *g, ap_list *out); /* adds V_GO */

#endif

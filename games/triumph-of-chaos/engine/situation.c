/* situation.c */
#include "chapters.h"
int tc_standing(const void *view, int seat)
{
	const tc_state *s = view;
	return s->side_of[seat] < TC_SIDE_COUNT ? s->vp[s->side_of[seat]] : 0;
}
void tc_situation(const void *view, ap_facts *facts)
{
	(void)view;
	(void)facts;
}
void tc_foresee(const void *view, int seat, ap_action a, ap_facts *facts)
{
	(void)view;
	(void)seat;
	(void)a;
	(void)facts;
}

/* polish_figures.c: what displays and bots ask about Poland, TC-8.321. All of it is public. */
#include "chapters.h"

/* Returns whether Poland takes part in the game, or did. */
static bool has_poland(const tc_state *s)
{
	return !tc_introduction(s);
}

int tc_figure_polish_state(const void *view, int key)
{
	const tc_state *s = view;
	(void)key;
	return has_poland(s) ? s->poland : AP_NONE;
}

int tc_figure_polish_reach(const void *view, int key)
{
	return has_poland(view) ? tc_poles_reach(view, key) : AP_NONE;
}

int tc_figure_poles_apart(const void *view, int key)
{
	const tc_state *s = view;
	(void)key;
	return (s->polish & TC_POLISH_FLAG_APART) != 0;
}

int tc_figure_response_waits(const void *view, int key)
{
	const tc_state *s = view;
	int land = tc_response_land(key);
	return land && has_poland(s) ? tc_response_used(s) && !(s->entered & land) : AP_NONE;
}

int tc_figure_response_modifier(const void *view, int key)
{
	const tc_state *s = view;
	int land = tc_response_land(key);
	bool rolls = land && has_poland(s) && tc_response_used(s) &&
		(!(s->entered & land) || (s->response_due & land));
	return rolls && !(s->polish & TC_POLISH_FLAG_APART) ? tc_response_modifier(s, key) : AP_NONE;
}

int tc_figure_may_try_moskva(const void *view, int key)
{
	const tc_state *s = view;
	(void)key;
	return has_poland(s) ? !tc_moskva_forbidden(s, TC_SIDE_WHITE) : AP_NONE;
}

int tc_figure_polish_income(const void *view, int key)
{
	return has_poland(view) ? tc_polish_step_income(view, key) : AP_NONE;
}

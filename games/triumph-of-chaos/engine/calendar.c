/* calendar.c: what the months bring: the season and the weather, TC-TU-4 and TC-TU-5, Gajda's
 * putsch, TC-8.316.5, and leaders who leave, TC-LE-8. */
#include "chapters.h"

/* ---- Seasons and weather --------------------------------------------------------------------- */

int tc_season_of(const tc_state *s)
{
	return s->muddy ? TC_SEASON_MUD : tc_this_turn(s)->season;
}

bool tc_season_slows(const tc_state *s)
{
	return tc_seasons[tc_season_of(s)].movement < 0;
}

bool tc_weather_is_mud(int die)
{
	for (int i = 0; i < TC_DIE_OUTCOMES; i++) {
		const tc_die_outcome *o = &tc_die_outcomes[i];
		if (o->roll == TC_ROLL_WEATHER && die >= o->low && die <= o->high)
			return o->result == TC_RESULT_MUD;
	}
	return false;
}

/* Returns the highest die that brings mud. */
static int highest_mud(void)
{
	int die = TC_FACES;
	while (die > 0 && !tc_weather_is_mud(die))
		die--;
	return die;
}

void tc_weather_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a);
	(void)seat;
	s->muddy = tc_weather_is_mud(die);
	tc_tell_weather_die(ev, TC_TU_5, die, highest_mud());
	if (s->muddy)
		tc_tell_weather_mud(ev, TC_TU_5);
	else
		tc_tell_weather_fair(ev, TC_TU_5);
	tc_begin_chits(s);
}

/* ---- Gajda's putsch -------------------------------------------------------------------------- */

static const tc_effect *putsch(void)
{
	return &tc_effects[TC_EFFECT_W9_4B];
}

bool tc_putsch_due(const tc_state *s)
{
	const tc_effect *e = putsch();
	return tc_played(s, e->card) && s->turn >= e->first && s->turn <= e->last &&
		s->leader_where[e->leaders[0]] == TC_LOCATION_MAP;
}

int tc_putsch_needs(void)
{
	return putsch()->until;
}

/* Lays NO ACT markers on the spaces of the armies that he takes with him. */
static void carry_putsch(tc_state *s, ap_events *ev)
{
	const tc_effect *e = putsch();
	tc_tell_putsch(ev, TC_8_316_5, TC_LEADER(e->leaders[0]));
	tc_take_leader(s, e->leaders[0], TC_LOCATION_GONE);
	for (int i = 0; i < e->units_count; i++) {
		int space = s->unit_at[e->units[i]];
		if (space >= TC_SPACES || (s->marker[space] & TC_MARKER_FLAG_NO_ACT))
			continue;
		s->marker[space] |= TC_MARKER_FLAG_NO_ACT;
		tc_tell_no_act_on(ev, TC_8_316_5, TC_SPACE(space));
	}
}

void tc_putsch_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a);
	(void)seat;
	tc_tell_putsch_die(ev, TC_8_316_5, die, tc_putsch_needs());
	if (die <= tc_putsch_needs())
		carry_putsch(s, ev);
	else
		tc_tell_putsch_fails(ev, TC_8_316_5, TC_LEADER(putsch()->leaders[0]));
	tc_end_preparation(s, ev);
}

/* ---- Leaders who leave ----------------------------------------------------------------------- */

void tc_leaders_leave(tc_state *s, ap_events *ev)
{
	for (int l = 0; l < TC_LEADERS; l++) {
		if (tc_leaders[l].leaves != s->turn || s->leader_where[l] == TC_LOCATION_DEAD ||
			s->leader_where[l] == TC_LOCATION_GONE)
			continue;
		tc_take_leader(s, l, TC_LOCATION_GONE);
		tc_tell_leader_leaves(ev, TC_LE_8, TC_LEADER(l));
	}
}

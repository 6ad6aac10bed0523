/* subjugation.c: RED subjugates republics, TC-8.6 to TC-8.62.4, and their garrisons revolt,
 * TC-10.21. */
#include "chapters.h"

int tc_count_subjugated(const tc_state *s)
{
	int count = 0;
	for (int f = 0; f < TC_FACTIONS; f++)
		count += tc_subjugated(s, f);
	return count;
}

/* ---- Declaring it, TC-8.61 ------------------------------------------------------------------- */

static bool holds_cities(const tc_state *s, int faction)
{
	const tc_faction *f = &tc_factions[faction];
	for (int i = 0; i < f->cities_count; i++)
		if (tc_city_counts_for(s, f->cities[i]) != TC_SIDE_RED)
			return false;
	return f->cities_count > 0;
}

/* Returns the clause that forbids RED to subjugate the faction now; 0 if it may. */
static uint16_t subjugation_forbidden(const tc_state *s, unsigned faction)
{
	if (faction >= TC_FACTIONS || !(tc_factions[faction].rules >> TC_RULES_SUBJUGATION & 1))
		return TC_8_6;
	if (!tc_setting_of(s)->subjugation)
		return TC_5_38;
	if (tc_subjugated(s, (int)faction))
		return TC_8_62;
	return tc_this_turn(s)->subjugation && holds_cities(s, (int)faction) ? 0 : TC_8_61;
}

static bool can_subjugate(const tc_state *s)
{
	for (unsigned f = 0; f < TC_FACTIONS; f++)
		if (!subjugation_forbidden(s, f))
			return true;
	return false;
}

/* ---- What it does, TC-8.62 ------------------------------------------------------------------- */

/* TC-8.62: takes the forces of the faction out of the game, the dead as well. */
static void dismiss_forces(tc_state *s, int faction, ap_events *ev)
{
	for (int u = 0; u < TC_UNITS; u++) {
		if (tc_faction_of(s, u) != faction || s->unit_where[u] == TC_LOCATION_GONE)
			continue;
		bool known = s->unit_where[u] != TC_LOCATION_OUT;
		tc_take_unit(s, u, TC_LOCATION_GONE);
		if (known)
			tc_tell_unit_gone(ev, TC_8_62, TC_UNIT(u));
	}
	for (int l = 0; l < TC_LEADERS; l++) {
		if (tc_leaders[l].faction != faction || s->leader_where[l] == TC_LOCATION_GONE)
			continue;
		bool known = s->leader_where[l] != TC_LOCATION_OUT;
		tc_take_leader(s, l, TC_LOCATION_GONE);
		if (known)
			tc_tell_leader_gone(ev, TC_8_62, TC_LEADER(l));
	}
}

/* TC-8.62.1: places the garrisons of the faction. One that finds no room is dead. */
static void place_garrisons(tc_state *s, int faction, ap_events *ev)
{
	for (int u = 0; u < TC_UNITS; u++) {
		if (!tc_is_garrison(u) || tc_units[u].of != faction)
			continue;
		int city = tc_units[u].anchor;
		if (tc_unit_fits(s, city, u)) {
			tc_put_unit(s, u, city);
			tc_tell_unit_placed(ev, TC_8_62_1, TC_UNIT(u), TC_SPACE(city));
		} else {
			tc_take_unit(s, u, TC_LOCATION_DEAD);
			tc_tell_unit_dead(ev, TC_8_62_1, TC_UNIT(u));
		}
	}
}

static void subjugate(tc_state *s, int faction, ap_events *ev)
{
	int vp = tc_factions[faction].cities_count * tc_number_of(TC_NUMBER_SUBJUGATION_VP);
	tc_tell_subjugated(ev, TC_8_61, TC_FACTION(faction));
	dismiss_forces(s, faction, ev);
	tc_annex(s, faction, TC_SIDE_RED, ev);
	s->faction_flags[faction] |= TC_FACTION_FLAG_SUBJUGATED;
	tc_make_stale(s);
	place_garrisons(s, faction, ev);
	tc_tidy_markers(s, ev);
	tc_gain_vp(s, TC_SIDE_RED, vp, TC_8_62_4, ev);
}

/* ---- SUBJUGATE ------------------------------------------------------------------------------- */

void tc_subjugate_run(void *state, ap_events *ev)
{
	(void)ev;
	if (tc_polish_affairs_due(
			state)) /* TC-8.321.5: garrisons enter a land, before anything is counted */
		tc_call(state, TC_STEP_POLISH_AFFAIRS);
	else if (can_subjugate(state))
		tc_ask(state, TC_SIDE_RED);
	else
		tc_enter(state, TC_STEP_SCORE);
}

void tc_subjugate_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(TC_VERB_PASS, 0, 0));
	for (unsigned f = 0; f < TC_FACTIONS; f++)
		if (!subjugation_forbidden(state, f))
			ap_add(out, ap_act(TC_VERB_SUBJUGATE, f, 0));
}

uint16_t tc_subjugate_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PASS)
		return 0;
	return ap_verb_of(a) == TC_VERB_SUBJUGATE ? subjugation_forbidden(state, ap_x(a)) : TC_8_61;
}

void tc_subjugate_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PASS)
		tc_enter(state, TC_STEP_SCORE);
	else
		subjugate(state, (int)ap_x(a), ev);
}

/* ---- Revolts, TC-10.21, TC-8.62.3 ------------------------------------------------------------ */

static bool is_alone(const tc_state *s, int unit)
{
	int space = s->unit_at[unit];
	return tc_first(s, space) == unit && tc_next(s, unit) >= TC_UNITS;
}

uint16_t tc_rise_forbidden(const tc_state *s, int side, unsigned unit)
{
	if (!(tc_setting_of(s)->actions >> TC_ACTIONS_REVOLT & 1))
		return TC_5_38;
	if (s->hand_size[side] != 0)
		return TC_AC_1;
	if (side != TC_SIDE_WHITE || unit >= TC_UNITS || !tc_is_garrison((int)unit))
		return TC_10_21;
	bool serves = s->unit_at[unit] < TC_SPACES && tc_user(s, (int)unit) == TC_SIDE_RED;
	return serves && is_alone(s, (int)unit) ? 0 : TC_10_21;
}

/* TC-NA-1: takes a marker off that lay on the garrison while it served the other side. */
static void take_marker_off(tc_state *s, int space, ap_events *ev)
{
	if (!(s->marker[space] & TC_MARKER_FLAG_NO_ACT))
		return;
	s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_NO_ACT;
	tc_tell_no_act_off(ev, TC_NA_1, TC_SPACE(space));
}

void tc_garrison_rises(tc_state *s, int unit, ap_events *ev)
{
	assert(tc_is_unit(unit) && tc_is_space(s->unit_at[unit]));
	int space = s->unit_at[unit];
	tc_tell_garrison_rises(ev, TC_10_21, TC_UNIT(unit), TC_SPACE(space));
	tc_turn_unit(s, unit, TC_ALLEGIANCE_WHITE);
	tc_take_space(s, unit, space, ev);
	take_marker_off(s, space, ev);
	tc_leaders_alone(s, space, TC_SIDE_RED, ev);
}

bool tc_revolt_ends(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	return tc_is_garrison(unit) && s->unit_side[unit] != TC_ALLEGIANCE_OWN && is_alone(s, unit);
}

void tc_suppress_revolt(tc_state *s, int unit, ap_events *ev)
{
	assert(tc_revolt_ends(s, unit));
	tc_turn_unit(s, unit, TC_ALLEGIANCE_OWN);
	s->unit_flags[unit] = 0;
	tc_tell_garrison_back(ev, TC_8_62_3, TC_UNIT(unit), TC_SPACE(s->unit_at[unit]));
	tc_take_space(s, unit, s->unit_at[unit], ev);
	take_marker_off(s, s->unit_at[unit], ev);
}

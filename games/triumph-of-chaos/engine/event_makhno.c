/* event_makhno.c: Makhno's Treachery, TC-WC-39: a side uses the forces of a faction that the other
 * side controls, until the turn ends. */
#include "events.h"

static bool has_units_on_map(const tc_state *s, int faction)
{
	for (int u = 0; u < TC_UNITS; u++)
		if (tc_faction_of(s, u) == faction && s->unit_at[u] < TC_SPACES)
			return true;
	return false;
}

bool tc_can_borrow(const tc_state *s, const tc_effect *e)
{
	int faction = e->factions[0], other = tc_other(e->side);
	return tc_controller(s, faction) == other && s->user[faction] == other &&
		has_units_on_map(s, faction);
}

/* Gives the spaces in which the faction stands to the side that uses it now. */
static void take_spaces(tc_state *s, int faction, ap_events *ev)
{
	int side = s->user[faction];
	for (int space = 0; space < TC_SPACES; space++) {
		if (!tc_has_faction(s, space, faction) || s->owner[space] == side)
			continue;
		tc_set_owner(s, space, side);
		tc_tell_owner(ev, TC_WC_39, TC_SPACE(space), TC_OWNER(side));
		if (s->marker[space] & TC_MARKER_FLAG_NO_ACT) {
			s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_NO_ACT;
			tc_tell_no_act_off(ev, TC_NA_1, TC_SPACE(space));
		}
	}
}

/* Returns the nearest space in which the faction has units; TC_NOWHERE if there is none. */
static int nearest_of(const tc_state *s, int faction, int from)
{
	uint8_t far[TC_SPACES];
	int best = TC_NOWHERE;
	tc_distances(from, far);
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_has_faction(s, space, faction) && (best == TC_NOWHERE || far[space] < far[best]))
			best = space;
	return best;
}

/* Leaders of the faction who stand among the others join the nearest of their own units. */
static void join_own(tc_state *s, int faction, ap_events *ev)
{
	for (int l = 0; l < TC_LEADERS; l++) {
		int at = s->leader_at[l];
		if (tc_leaders[l].faction != faction || at >= TC_SPACES || tc_has_faction(s, at, faction))
			continue;
		int to = nearest_of(s, faction, at);
		if (to < TC_SPACES) {
			tc_put_leader(s, l, to);
			tc_tell_leader_placed(ev, TC_WC_39, TC_LEADER(l), TC_SPACE(to));
		} else { /* His units are all lost: he hides until they are rebuilt. */
			tc_take_leader(s, l, TC_LOCATION_RESERVE);
			tc_tell_leader_reserve(ev, TC_WC_39, TC_LEADER(l));
		}
	}
}

static void change_user(tc_state *s, int faction, ap_events *ev)
{
	tc_refresh_users(s);
	take_spaces(s, faction, ev);
	join_own(s, faction, ev);
	tc_call_parting(s, faction, ev);
}

void tc_carry_borrowing(tc_state *s, ap_events *ev)
{
	const tc_effect *e = tc_event_row(tc_event_peek(s));
	int faction = e->factions[0], side = e->side;
	tc_row_done(s);
	s->faction_flags[faction] |= TC_FACTION_FLAG_BORROWED;
	tc_tell_borrowed(ev, TC_WC_39, TC_SIDE(side), TC_FACTION(faction));
	change_user(s, faction, ev);
}

bool tc_return_forces(tc_state *s, ap_events *ev)
{
	int depth = s->head.depth;
	for (int f = 0; f < TC_FACTIONS && s->head.depth == depth; f++) {
		if (!(s->faction_flags[f] & TC_FACTION_FLAG_BORROWED))
			continue;
		s->faction_flags[f] &= (uint16_t)~TC_FACTION_FLAG_BORROWED;
		tc_tell_returned(ev, TC_WC_39, TC_SIDE(tc_controller(s, f)), TC_FACTION(f));
		change_user(s, f, ev);
	}
	return s->head.depth != depth;
}

/* lasting.c: what events lay on spaces until the turn ends: partisans, TC-PA-1, and NO ACT markers
 * that nothing takes off, TC-WC-51. Also the Finns whom RED 21 keeps in their land. */
#include "chapters.h"

/* ---- Partisans, TC-PA-1 ---------------------------------------------------------------------- */

bool tc_has_partisans(const tc_state *s, int space)
{
	return tc_in(s->partisans[TC_SIDE_RED], space) || tc_in(s->partisans[TC_SIDE_WHITE], space);
}

void tc_raise_partisans(tc_state *s, int side, int space, int clause, ap_events *ev)
{
	assert(tc_is_side(side) && tc_is_space(space));
	tc_include(s->partisans[side], space);
	tc_make_stale(s);
	tc_tell_partisans_on(ev, (uint16_t)clause, TC_SIDE(side), TC_SPACE(space));
}

static void take_off(tc_state *s, int side, int space, ap_events *ev)
{
	tc_exclude(s->partisans[side], space);
	tc_make_stale(s);
	tc_tell_partisans_off(ev, TC_PA_1, TC_SIDE(side), TC_SPACE(space));
}

void tc_scatter_partisans(tc_state *s, int space, ap_events *ev)
{
	assert(tc_is_space(space));
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (tc_in(s->partisans[side], space))
			take_off(s, side, space, ev);
}

/* Returns whether the partisans of the side have nothing to do in the space any more. */
static bool is_over(const tc_state *s, int side, int space)
{
	return s->owner[space] != tc_other(side) || tc_first(s, space) < TC_UNITS;
}

/* Takes all partisans off, or only those who have nothing to do any more. */
static void disperse(tc_state *s, bool all, ap_events *ev)
{
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		for (int space = tc_member(s->partisans[side], TC_SET_WORDS, 0); space < TC_SPACES;
			 space = tc_member(s->partisans[side], TC_SET_WORDS, space + 1))
			if (all || is_over(s, side, space))
				take_off(s, side, space, ev);
}

/* ---- Frozen units, TC-WC-51, TC-RC-51 -------------------------------------------------------- */

bool tc_is_frozen(const tc_state *s, int space)
{
	assert(tc_is_space(space));
	return tc_in(s->frozen, space) && (s->marker[space] & TC_MARKER_FLAG_NO_ACT);
}

uint16_t tc_frozen_clause(int side)
{
	assert(tc_is_side(side));
	return side == TC_SIDE_RED ? TC_WC_51 : TC_RC_51;
}

void tc_freeze(tc_state *s, int space, int clause, ap_events *ev)
{
	assert(tc_is_space(space));
	s->marker[space] |= TC_MARKER_FLAG_NO_ACT;
	tc_include(s->frozen, space);
	tc_tell_no_act_on(ev, (uint16_t)clause, TC_SPACE(space));
	tc_tell_mutinous(ev, (uint16_t)clause, TC_SPACE(space));
}

/* ---- The end --------------------------------------------------------------------------------- */

void tc_tidy_lasting(tc_state *s, ap_events *ev)
{
	disperse(s, false, ev);
	for (int space = tc_member(s->frozen, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(s->frozen, TC_SET_WORDS, space + 1))
		if (!(s->marker[space] & TC_MARKER_FLAG_NO_ACT))
			tc_exclude(s->frozen, space);
}

void tc_end_lasting(tc_state *s, ap_events *ev)
{
	disperse(s, true, ev);
	memset(s->frozen, 0, sizeof s->frozen);
	if (s->finns_kept <= s->turn)
		s->finns_kept = 0;
}

/* ---- The Finns, TC-RC-21 --------------------------------------------------------------------- */

bool tc_finn_kept(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	return s->finns_kept && tc_of_finland(unit);
}

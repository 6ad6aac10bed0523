/* narrowing.c: lists that would be too long are shortened, TC-TU-6: the side names a region first,
 * and then what is in it. */
#include "chapters.h"

/* A list of spaces has a few other actions, and ports in which corps land. There are fewer Victory
 * Cities than the second number. */
enum { TC_MORE_THAN_SPACES = 60, TC_MORE_THAN_CITIES = 80 };

/* ---- Where an action takes place ------------------------------------------------------------- */

/* Returns the space that the action names, or the space of the unit or leader that it names;
 * TC_NOWHERE if it names none, or one that is not on the map. */
static int space_of(const tc_state *s, ap_action a)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case TC_VERB_TO:
	case TC_VERB_AT:
	case TC_VERB_TRAIN:
	case TC_VERB_GARRISON:
	case TC_VERB_MOVE_MARKER:
	case TC_VERB_COMBAT_MARKER:
		return x;
	case TC_VERB_PUT:
	case TC_VERB_LEADER_TO:
	case TC_VERB_STRIKE:
		return y;
	case TC_VERB_PICK:
		return ap_step_of(s) == TC_STEP_REDEPLOY ? s->unit_at[x] : TC_NOWHERE;
	case TC_VERB_PICK_LEADER:
		return ap_step_of(s) == TC_STEP_REDEPLOY ? s->leader_at[x] : TC_NOWHERE;
	default:
		return TC_NOWHERE;
	}
}

/* Returns the region in which the action takes place; TC_NONE if it has none. */
static int region_of(const tc_state *s, ap_action a)
{
	int space = space_of(s, a);
	return space < TC_SPACES ? tc_region_of(space) : TC_NONE;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

void tc_keep_listed(const tc_state *s, uint64_t set[TC_SET_WORDS])
{
	if (s->op.region == TC_NONE)
		return;
	for (int space = tc_member(set, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(set, TC_SET_WORDS, space + 1))
		if (!tc_is_listed(s, space))
			tc_exclude(set, space);
}

static void keep_region(const tc_state *s, ap_list *out)
{
	int left = 0;
	for (int i = 0; i < out->count; i++) {
		int region = region_of(s, out->item[i]);
		if (region == TC_NONE || region == s->op.region)
			out->item[left++] = out->item[i];
	}
	out->count = left;
}

/* Replaces all actions that have a region by the names of these regions. */
static void name_regions(const tc_state *s, ap_list *out)
{
	ap_action others[AP_MAX_LEGAL];
	int count = 0, next = 0;
	uint64_t found = 0;
	for (int i = 0; i < out->count; i++) {
		int region = region_of(s, out->item[i]);
		if (region == TC_NONE)
			others[count++] = out->item[i];
		else
			found |= UINT64_C(1) << region;
	}
	out->count = 0;
	while (next < count && ap_verb_of(others[next]) < TC_VERB_REGION)
		ap_add(out, others[next++]);
	for (unsigned region = 0; region < TC_REGIONS; region++)
		if (found >> region & 1)
			ap_add(out, ap_act(TC_VERB_REGION, region, 0));
	while (next < count)
		ap_add(out, others[next++]);
}

void tc_narrow(const tc_state *s, ap_list *out)
{
	if (s->op.region != TC_NONE)
		keep_region(s, out);
	else if (out->count > tc_longest_list())
		name_regions(s, out);
}

/* ---- Answers --------------------------------------------------------------------------------- */

static int stacks_of(const tc_state *s, int side)
{
	int count = 0;
	for (int space = 0; space < TC_SPACES; space++)
		count += tc_first(s, space) < TC_UNITS && tc_occupier(s, space) == side;
	return count;
}

/* Returns how many spaces with units of somebody else lie next to the stacks of the side, for each
 * of these. */
static int meetings_of(const tc_state *s, int side)
{
	int count = 0;
	for (int i = 0; i < TC_LINKS; i++) {
		int a = tc_links[i].a, b = tc_links[i].b;
		if (tc_first(s, a) < TC_UNITS && tc_first(s, b) < TC_UNITS)
			count += (tc_occupier(s, a) == side) != (tc_occupier(s, b) == side);
	}
	return count;
}

static int travellers_of(const tc_state *s, int side)
{
	int count = 0;
	for (int u = 0; u < TC_UNITS; u++)
		count += s->unit_where[u] <= TC_LOCATION_RESERVE && tc_user(s, u) == side;
	return count;
}

static int most_owned(const tc_state *s)
{
	int count[TC_OWNER_COUNT] = {0}, most = 0;
	for (int space = 0; space < TC_SPACES; space++)
		count[s->owner[space]]++;
	for (int owner = 0; owner < TC_OWNER_COUNT; owner++)
		most = count[owner] > most ? count[owner] : most;
	return most;
}

/* Returns whether the list may be too long. This is found out much faster than the list. */
static bool may_be_long(const tc_state *s)
{
	int most = 0;
	switch (ap_step_of(s)) {
	case TC_STEP_MARK:
		most = 2 * stacks_of(s, s->acting) + meetings_of(s, s->acting) + TC_FACTIONS + 1;
		break;
	case TC_STEP_REDEPLOY:
		most = travellers_of(s, s->acting) + TC_LEADERS + TC_FACTIONS + 2 + TC_MORE_THAN_CITIES;
		break;
	default:
		most = most_owned(s) + TC_MORE_THAN_SPACES;
		break;
	}
	return most > tc_longest_list();
}

uint16_t tc_narrow_forbids(const tc_state *s, ap_action a)
{
	ap_action item[AP_MAX_LEGAL];
	ap_list list = {item, 0};
	bool region = ap_verb_of(a) == TC_VERB_REGION;
	if (!region && (region_of(s, a) == TC_NONE || (s->op.region == TC_NONE && !may_be_long(s))))
		return 0;
	tc_steps[ap_step_of(s)].legal(s, TC_SEAT_FIRST, &list);
	for (int i = 0; i < list.count; i++)
		if (list.item[i] == a)
			return 0;
	return TC_TU_6;
}

bool tc_names_region(tc_state *s, ap_action a)
{
	bool region = ap_verb_of(a) == TC_VERB_REGION;
	s->op.region = (uint8_t)(region ? ap_x(a) : TC_NONE);
	return region;
}

bool tc_region_unsound(const tc_state *s)
{
	if (s->op.region == TC_NONE)
		return false;
	if (s->op.region >= TC_REGIONS || s->head.over)
		return true;
	switch (ap_step_of(s)) {
	case TC_STEP_MARK:
	case TC_STEP_REDEPLOY:
	case TC_STEP_REDEPLOY_TO:
	case TC_STEP_MOVE:
	case TC_STEP_EVENT_PUT:
	case TC_STEP_EVENT_TARGET:
		break;
	default:
		return true;
	}
	tc_state before = *s;
	before.op.region = TC_NONE;
	return tc_narrow_forbids(&before, ap_act(TC_VERB_REGION, s->op.region, 0)) != 0;
}

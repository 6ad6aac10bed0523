/* tsar.c: the Tsar, TC-16.22 to TC-16.22.3: WHITE may try to save him, RED may have him shot. He is
 * a leader without abilities: not in play while he is held, on the map when he is saved. */
#include "chapters.h"

enum { TC_TSAR = TC_LEADER_WHITE_TSAR, TC_PRISON = TC_SPACE_EKATERINBURG };

/* ---- The attempt, TC-16.22 ------------------------------------------------------------------- */

static bool prison_is_white(const tc_state *s)
{
	return s->owner[TC_PRISON] == TC_OWNER_WHITE;
}

/* Returns the leader of WHITE, not a faction's, who is in the space, the first if there are
 * several; TC_NONE if there is none. */
static int white_leader_at(const tc_state *s, int space)
{
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && tc_leaders[l].side == TC_SIDE_WHITE && l != TC_TSAR)
			return l;
	return TC_NONE;
}

/* Returns whether the Tsar may come to the space when he is saved. */
static bool may_come_to(const tc_state *s, int space)
{
	return prison_is_white(s) ? space == TC_PRISON : white_leader_at(s, space) != TC_NONE;
}

/* Returns to how many spaces he may come, and gives the last of them. */
static int count_places(const tc_state *s, int *last)
{
	int count = 0;
	for (int space = 0; space < TC_SPACES; space++)
		if (may_come_to(s, space)) {
			count++;
			*last = space;
		}
	return count;
}

static bool is_held(const tc_state *s)
{
	return tc_setting_of(s)->tsar && s->leader_where[TC_TSAR] == TC_LOCATION_OUT;
}

uint16_t tc_rescue_forbidden(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	int place;
	bool may = side == TC_SIDE_WHITE && is_held(s) && s->turn == tc_leaders[TC_TSAR].rescue &&
		tc_controller(s, TC_FACTION_CZECH_LEGION) == TC_SIDE_WHITE && count_places(s, &place) > 0;
	return may ? 0 : TC_16_22;
}

void tc_rescue(tc_state *s, ap_events *ev)
{
	tc_tell_tsar_attempt(ev, TC_16_22, TC_SIDE(TC_SIDE_WHITE));
	tc_call(s, TC_STEP_TSAR_ANSWER);
}

int tc_rescue_needs(const tc_state *s)
{
	int change = prison_is_white(s) ? tc_number_of(TC_NUMBER_TSAR_OWN_SPACE) : 0;
	return tc_number_of(TC_NUMBER_TSAR_DIE) - change;
}

/* ---- RED's answer, TC-16.22.1 ---------------------------------------------------------------- */

/* Returns whether an army of RED is near enough. */
static bool red_is_near(const tc_state *s)
{
	uint8_t distance[TC_SPACES];
	tc_distances(TC_PRISON, distance);
	for (int u = 0; u < TC_UNITS; u++)
		if (s->unit_at[u] < TC_SPACES && tc_is_army(u) && tc_user(s, u) == TC_SIDE_RED &&
			distance[s->unit_at[u]] <= tc_number_of(TC_NUMBER_TSAR_REACH))
			return true;
	return false;
}

void tc_tsar_answer_run(void *state, ap_events *ev)
{
	(void)ev;
	if (red_is_near(state))
		tc_ask(state, TC_SIDE_RED);
	else
		tc_goto(state, TC_STEP_TSAR_DIE);
}

void tc_tsar_answer_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(TC_VERB_SHOOT, 0, 0));
	ap_add(out, ap_act(TC_VERB_PASS, 0, 0));
}

uint16_t tc_tsar_answer_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == TC_VERB_SHOOT || ap_verb_of(a) == TC_VERB_PASS ? 0 : TC_16_22_1;
}

void tc_tsar_answer_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_PASS) {
		tc_goto(s, TC_STEP_TSAR_DIE);
		return;
	}
	ap_end(s);
	tc_take_leader(s, TC_TSAR, TC_LOCATION_DEAD);
	tc_tell_tsar_shot(ev, TC_16_22_1, TC_SIDE(TC_SIDE_RED));
	tc_put_ip(s, TC_SIDE_WHITE, TC_FACTION_BRITAIN, tc_number_of(TC_NUMBER_TSAR_SHOT_INFLUENCE),
		false, TC_16_22_1, ev);
}

/* ---- The die, TC-16.22.2 --------------------------------------------------------------------- */

static void be_saved(tc_state *s, ap_events *ev)
{
	tc_tell_tsar_saved(ev, TC_16_22_2, TC_LEADER(TC_TSAR));
	tc_gain_vp(s, TC_SIDE_WHITE, tc_number_of(TC_NUMBER_TSAR_VP), TC_16_22_2, ev);
	for (int f = 0; f < TC_FACTIONS; f++)
		if (tc_factions[f].type == TC_TYPE_REPUBLIC && tc_controller(s, f) == TC_PARTY_NOBODY)
			tc_put_ip(
				s, TC_SIDE_RED, f, tc_number_of(TC_NUMBER_TSAR_INFLUENCE), false, TC_16_22_2, ev);
}

void tc_tsar_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a);
	(void)seat;
	tc_tell_tsar_die(ev, TC_16_22_2, die, tc_rescue_needs(s));
	if (die <= tc_rescue_needs(s)) {
		be_saved(s, ev);
		tc_goto(s, TC_STEP_TSAR_JOINS);
		return;
	}
	ap_end(s);
	tc_take_leader(s, TC_TSAR, TC_LOCATION_DEAD);
	tc_tell_tsar_dead(ev, TC_16_22_2, TC_LEADER(TC_TSAR));
}

/* ---- Where he goes --------------------------------------------------------------------------- */

static void come_to(tc_state *s, int space, ap_events *ev)
{
	ap_end(s);
	s->tsar_with = prison_is_white(s) ? TC_NONE : (uint8_t)white_leader_at(s, space);
	tc_put_leader(s, TC_TSAR, space);
	tc_tell_leader_placed(ev, TC_16_22_2, TC_LEADER(TC_TSAR), TC_SPACE(space));
}

void tc_tsar_joins_run(void *state, ap_events *ev)
{
	int space = TC_NOWHERE;
	if (count_places(state, &space) == 1)
		come_to(state, space, ev);
	else
		tc_ask(state, TC_SIDE_WHITE);
}

void tc_tsar_joins_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned space = 0; space < TC_SPACES; space++)
		if (may_come_to(state, (int)space))
			ap_add(out, ap_act(TC_VERB_LEADER_TO, TC_TSAR, space));
}

uint16_t tc_tsar_joins_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool comes = ap_verb_of(a) == TC_VERB_LEADER_TO && ap_x(a) == TC_TSAR && ap_y(a) < TC_SPACES &&
		may_come_to(state, (int)ap_y(a));
	return comes ? 0 : TC_16_22_2;
}

void tc_tsar_joins_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	come_to(state, (int)ap_y(a), ev);
}

/* ---- Afterwards, TC-16.22.2, TC-16.22.3 ------------------------------------------------------ */

bool tc_tsar_rallies(const tc_state *s)
{
	if (s->leader_where[TC_TSAR] != TC_LOCATION_MAP)
		return false;
	if (s->tsar_with == TC_NONE)
		return prison_is_white(s) && tc_space_fed(s, TC_SIDE_WHITE, TC_PRISON);
	return s->leader_where[s->tsar_with] == TC_LOCATION_MAP && tc_leader_fed(s, s->tsar_with);
}

void tc_tsar_turn_ends(tc_state *s, ap_events *ev)
{
	if (!is_held(s) || s->turn < tc_leaders[TC_TSAR].rescue)
		return;
	tc_take_leader(s, TC_TSAR, TC_LOCATION_DEAD);
	tc_tell_tsar_dead(ev, TC_16_22_3, TC_LEADER(TC_TSAR));
}

int tc_figure_tsar(const void *view, int key)
{
	const tc_state *s = view;
	(void)key;
	return tc_setting_of(s)->tsar ? s->leader_where[TC_TSAR] : AP_NONE;
}

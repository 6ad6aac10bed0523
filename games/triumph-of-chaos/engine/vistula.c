/* vistula.c: the miracle on the Vistula, TC-8.321.13. */
#include "combat.h"

static bool has_polish_army(const tc_force *force)
{
	for (int i = 0; i < force->count; i++)
		if (tc_is_pole(force->unit[i]) && tc_is_army(force->unit[i]))
			return true;
	return false;
}

static bool polish_leader_at(const tc_state *s, int space)
{
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_at[l] == space && tc_leaders[l].faction == TC_FACTION_POLAND)
			return true;
	return false;
}

bool tc_miracle_possible(const tc_state *s)
{
	int side = s->combat.side[TC_ROLE_DEFENDER], target = s->combat.target;
	tc_force defenders;
	if (tc_combat_peek(s)->miracle || s->combat.kind == TC_COMBAT_KIND_TREACHERY)
		return false;
	if (tc_region_of(target) != TC_REGION_POLAND || s->user[TC_FACTION_POLAND] != side ||
		s->owner[TC_SPACE_WARSZAWA] != side || !polish_leader_at(s, target))
		return false;
	tc_find_force(s, TC_ROLE_DEFENDER, &defenders);
	return tc_steps_of(s, &defenders) > 1 && has_polish_army(&defenders);
}

/* Returns the highest die that saves them. */
int tc_saving_die(void)
{
	int best = 0;
	for (int i = 0; i < TC_DIE_OUTCOMES; i++)
		if (tc_die_outcomes[i].roll == TC_ROLL_VISTULA &&
			tc_die_outcomes[i].result == TC_RESULT_CANCELS)
			best = tc_die_outcomes[i].high;
	return best;
}

void tc_vistula_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int die = (int)ap_x(a);
	(void)seat;
	tc_combat_top(s)->miracle = 1;
	tc_tell_vistula_die(ev, TC_8_321_13, die, tc_saving_die());
	if (die <= tc_saving_die()) {
		tc_tell_vistula_holds(ev, TC_8_321_13);
		tc_goto(s, TC_STEP_VISTULA);
	} else {
		tc_tell_vistula_fails(ev, TC_8_321_13);
		tc_goto(s, TC_STEP_CANCEL);
	}
}

void tc_vistula_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	tc_ask(s, s->combat.side[TC_ROLE_DEFENDER]);
}

void tc_vistula_legal(const void *state, int seat, ap_list *out)
{
	tc_force defenders;
	(void)seat;
	tc_find_force(state, TC_ROLE_DEFENDER, &defenders);
	for (int i = 0; i < defenders.count; i++)
		ap_add(out, ap_act(TC_VERB_CANCEL, defenders.unit[i], 0));
	ap_add(out, ap_act(TC_VERB_RETREAT, 0, 0));
}

uint16_t tc_vistula_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_RETREAT)
		return 0;
	return ap_verb_of(a) == TC_VERB_CANCEL && tc_stands_for(state, (int)ap_x(a), TC_ROLE_DEFENDER)
		? 0
		: TC_8_321_13;
}

void tc_vistula_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_RETREAT)
		tc_begin_retreat(state);
	else
		tc_hold(state, (int)ap_x(a), TC_8_321_13, ev);
}

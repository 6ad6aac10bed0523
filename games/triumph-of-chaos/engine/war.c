/* war.c: war on factions and their protectors, TC-8.51 to TC-8.52, and the treachery of Makhno's
 * men, TC-8.320.1. */
#include "chapters.h"

/* ---- Declaring war --------------------------------------------------------------------------- */

/* TC-8.512: returns whether the side has played the card that it needs to declare war on the
 * faction. */
static bool has_cause(const tc_state *s, int side, int faction)
{
	switch (faction) {
	case TC_FACTION_ESTONIA:
	case TC_FACTION_LATVIA:
	case TC_FACTION_LITHUANIA:
		return tc_may(s, side, TC_MAY_WAR_BALTS);
	case TC_FACTION_KHIVA:
	case TC_FACTION_TURKISTAN:
		return tc_may(s, side, TC_MAY_WAR_EAST);
	case TC_FACTION_ASTRAKHAN:
	case TC_FACTION_BELARUS:
	case TC_FACTION_MAKHNO:
	case TC_FACTION_TRANSCAUCASIA:
	case TC_FACTION_UKRAINE:
	case TC_FACTION_WEST_UKRAINE:
		return tc_may(s, side, TC_MAY_WAR_REPUBLICS);
	default:
		return true;
	}
}

uint16_t tc_war_forbidden(const tc_state *s, int side, int faction)
{
	assert(tc_is_side(side) && tc_is_faction(faction));
	bool left = s->faction_flags[faction] &
		(TC_FACTION_FLAG_WITHDRAWN | TC_FACTION_FLAG_BY_RED | TC_FACTION_FLAG_BY_WHITE |
			TC_FACTION_FLAG_GREEN);
	if (s->box[faction] == TC_BOX_OUT)
		return left ? TC_8_1323 : TC_5_38;
	if (tc_controller(s, faction) == side)
		return TC_8_51;
	if (tc_at_war(s, side, faction))
		return tc_controller(s, faction) == TC_PARTY_NOBODY ? TC_8_317 : TC_8_222;
	bool major = tc_factions[faction].type == TC_TYPE_MAJOR;
	if (side == TC_SIDE_WHITE && major && faction != TC_FACTION_CENTRAL_POWERS)
		return TC_8_512;
	if (tc_shut(s, faction))
		return TC_8_315_2;
	return has_cause(s, side, faction) ? 0 : tc_faction_clause(faction);
}

bool tc_war_frightens(const tc_state *s, int faction, int of)
{
	assert(tc_is_faction(faction) && tc_is_faction(of));
	int group = tc_factions[of].group;
	return group != 0 && faction != of && tc_factions[faction].group == group &&
		s->box[faction] != TC_BOX_OUT;
}

/* TC-8.52: makes the neighbours of the faction turn to its protector. */
static void frighten_neighbours(tc_state *s, int faction, int protector, ap_events *ev)
{
	int ip = tc_number_of(TC_NUMBER_GROUP_INFLUENCE), count = 0;
	for (int f = 0; f < TC_FACTIONS; f++)
		count += tc_war_frightens(s, f, faction);
	if (count == 0)
		return;
	tc_tell_neighbours(ev, TC_8_52, TC_FACTION(faction), TC_SIDE(protector), count);
	for (int f = 0; f < TC_FACTIONS; f++)
		if (tc_war_frightens(s, f, faction))
			tc_put_ip(s, protector, f, ip, false, TC_8_52, ev);
}

/* ---- An action of the round ------------------------------------------------------------------ */

static bool is_last_round(const tc_state *s)
{
	return s->round >= tc_this_turn(s)->rounds;
}

uint16_t tc_declare_forbidden(const tc_state *s, ap_action a)
{
	assert(ap_verb_of(a) == TC_VERB_DECLARE);
	if (ap_x(a) >= TC_FACTIONS || is_last_round(s))
		return TC_8_51;
	return tc_war_forbidden(s, tc_round_peek(s)->side, (int)ap_x(a));
}

/* Returns the set of factions in the game that are not the side's own, and on which it has no war
 * yet. */
static uint64_t at_peace(const tc_state *s, int side)
{
	int own = side == TC_SIDE_RED ? TC_BOX_RED_CONTROL : TC_BOX_WHITE_CONTROL;
	uint64_t others = ap_differing_bytes(s->box, TC_FACTIONS, TC_BOX_OUT, 0xff) &
		ap_differing_bytes(s->box, TC_FACTIONS, (uint8_t)own, 0xff);
	return others & ~ap_differing_bytes(s->war, TC_FACTIONS, 0, (uint8_t)(1 << side));
}

bool tc_can_declare(const tc_state *s)
{
	ap_action item[TC_FACTIONS];
	ap_list list = {item, 0};
	tc_list_wars(s, &list);
	return list.count > 0;
}

void tc_list_wars(const tc_state *s, ap_list *out)
{
	int side = tc_round_peek(s)->side;
	if (is_last_round(s))
		return;
	for (uint64_t left = at_peace(s, side); left != 0; left &= left - 1) {
		unsigned f = (unsigned)__builtin_ctzll(left);
		if (tc_war_forbidden(s, side, (int)f) == 0)
			ap_add(out, ap_act(TC_VERB_DECLARE, f, 0));
	}
}

void tc_declare(tc_state *s, int faction, ap_events *ev)
{
	assert(tc_is_faction(faction));
	int side = tc_round_peek(s)->side;
	tc_round_top(s)->closed = 0;
	s->keeps_peace &= (uint8_t) ~(1u << side);
	tc_tell_war(ev, TC_8_51, TC_SIDE(side), TC_FACTION(faction));
	tc_tell_protector(ev, TC_8_511, TC_SIDE(tc_other(side)), TC_FACTION(faction));
	frighten_neighbours(s, faction, tc_other(side), ev);
	if (faction == TC_FACTION_POLAND)
		tc_begin_polish_war(s, side, ev);
	if (tc_controller(s, faction) == TC_PARTY_NOBODY)
		tc_gain_control(s, faction, tc_other(side), TC_WHEN_PROTECTOR, TC_8_511, ev);
	else
		tc_become_protector(s, faction, ev);
}

/* ---- ROUND_CLOSE ----------------------------------------------------------------------------- */

/* The side is asked only if it could not declare war since it last said that it does nothing
 * more. */
void tc_round_close_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_round_peek(s)->side;
	(void)ev;
	if (tc_settle_influence(s))
		return;
	if (!tc_round_peek(s)->closed && !(s->keeps_peace >> side & 1) && tc_can_declare(s))
		tc_ask(s, side);
	else
		tc_goto(s, TC_STEP_ROUND_END);
}

void tc_round_close_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	tc_list_wars(state, out);
	ap_add(out, ap_act(TC_VERB_KEEP_PEACE, 0, 0));
	ap_add(out, ap_act(TC_VERB_DONE, 0, 0));
}

uint16_t tc_round_close_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_DECLARE:
		return tc_declare_forbidden(state, a);
	case TC_VERB_DONE:
	case TC_VERB_KEEP_PEACE:
		return 0;
	default:
		return TC_8_51;
	}
}

/* After a declaration of war the combat markers that are left may have a target. */
void tc_round_close_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_KEEP_PEACE) {
		int side = tc_round_peek(s)->side;
		s->keeps_peace |= (uint8_t)(1u << side);
		tc_tell_keeps_peace(ev, TC_8_51_1, TC_SIDE(side));
	}
	if (ap_verb_of(a) != TC_VERB_DECLARE) {
		tc_goto(s, TC_STEP_ROUND_END);
		return;
	}
	if (s->op.use == TC_USE_OPERATIONS || tc_event_operates(s))
		tc_goto(s, TC_STEP_FIGHT);
	tc_declare(s, (int)ap_x(a), ev);
}

/* ---- The treachery of Makhno's men ----------------------------------------------------------- */

bool tc_is_treachery(int die)
{
	for (int i = 0; i < TC_DIE_OUTCOMES; i++) {
		const tc_die_outcome *o = &tc_die_outcomes[i];
		if (o->roll == TC_ROLL_MAKHNO && die >= o->low && die <= o->high)
			return o->result == TC_RESULT_TREACHERY;
	}
	return false;
}

/* Returns the lowest die with which they turn traitor. */
static int first_treachery(void)
{
	int die = 1;
	while (die < TC_FACES && !tc_is_treachery(die))
		die++;
	return die;
}

void tc_makhno_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int space = tc_makhno_peek(s)->space, die = (int)ap_x(a);
	(void)seat;
	tc_tell_makhno_die(ev, TC_8_320_1, TC_SPACE(space), die, first_treachery());
	if (tc_is_treachery(die)) {
		tc_goto(s, TC_STEP_MAKHNO_REVOLT);
		return;
	}
	tc_tell_makhno_loyal(ev, TC_8_320_1, TC_SPACE(space));
	ap_end(s);
}

static bool is_makhnos(int unit)
{
	return tc_units[unit].faction == TC_FACTION_MAKHNO;
}

static int first_makhno(const tc_state *s, int space)
{
	int u = tc_first(s, space);
	while (u < TC_UNITS && !is_makhnos(u))
		u = tc_next(s, u);
	return u;
}

/* Returns whether a friend whom they may attack is in the space. */
static bool has_victim(const tc_state *s, int space, int controller)
{
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (!is_makhnos(u) && tc_user(s, u) == controller)
			return true;
	return false;
}

static uint16_t revolt_forbidden(const tc_state *s, int target)
{
	int space = tc_makhno_peek(s)->space, controller = tc_makhno_peek(s)->controller;
	if (!has_victim(s, target, controller))
		return TC_8_320_1;
	if (target == space)
		return 0;
	int link = tc_link_between(space, target);
	if (link < 0 || tc_has_faction(s, target, TC_FACTION_MAKHNO))
		return TC_8_320_1;
	return tc_no_way(s, controller, first_makhno(s, space), link, target, true);
}

static bool can_revolt(const tc_state *s)
{
	for (int space = 0; space < TC_SPACES; space++)
		if (revolt_forbidden(s, space) == 0)
			return true;
	return false;
}

/* Uses up the activation, whatever they do. */
static void spend_marker(tc_state *s, int space)
{
	s->marker[space] &= (uint8_t) ~(TC_MARKER_FLAG_MOVE | TC_MARKER_FLAG_COMBAT);
	s->marker[space] |= TC_MARKER_FLAG_SPENT;
}

static void take_marker_off(tc_state *s, ap_events *ev)
{
	int space = tc_makhno_peek(s)->space;
	spend_marker(s, space);
	tc_tell_makhno_off(ev, TC_8_320_1, TC_SPACE(space));
	ap_end(s);
}

void tc_makhno_revolt_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	if (can_revolt(s))
		tc_ask(s, tc_other(tc_makhno_peek(s)->controller));
	else
		take_marker_off(s, ev);
}

void tc_makhno_revolt_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned space = 0; space < TC_SPACES; space++)
		if (revolt_forbidden(state, (int)space) == 0)
			ap_add(out, ap_act(TC_VERB_REVOLT, space, 0));
	ap_add(out, ap_act(TC_VERB_REVOLT_OFF, 0, 0));
}

uint16_t tc_makhno_revolt_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	switch (ap_verb_of(a)) {
	case TC_VERB_REVOLT:
		return revolt_forbidden(state, (int)ap_x(a));
	case TC_VERB_REVOLT_OFF:
		return 0;
	default:
		return TC_8_320_1;
	}
}

/* The frame ends before the combat begins, because the combat stands on the frame of the round. */
void tc_makhno_revolt_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int space = tc_makhno_peek(s)->space, controller = tc_makhno_peek(s)->controller;
	int target = (int)ap_x(a);
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_REVOLT_OFF) {
		take_marker_off(s, ev);
		return;
	}
	spend_marker(s, space);
	tc_tell_makhno_revolt(ev, TC_8_320_2, TC_SPACE(space), TC_SPACE(target));
	ap_end(s);
	tc_begin_treachery(s, controller, space, target, ev);
}

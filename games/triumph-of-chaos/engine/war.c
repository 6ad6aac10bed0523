/* war.c: war on factions and its protectors, TC-8.51 to TC-8.52; Makhno's treachery, TC-8.320.1. */
#include "chapters.h"

/* ---- Declaring war --------------------------------------------------------------------------- */

/* TC-8.512: the card that must have been played; Finland has no declarations at all. */
static bool has_cause(const tc_state *s, int side, int faction)
{
	switch (faction) {
	case TC_FACTION_ESTONIA:
	case TC_FACTION_LATVIA:
	case TC_FACTION_LITHUANIA:
		return tc_may(s, side, MAY_WAR_BALTS);
	case TC_FACTION_KHIVA:
	case TC_FACTION_TURKISTAN:
		return tc_may(s, side, MAY_WAR_EAST);
	case TC_FACTION_ASTRAKHAN:
	case TC_FACTION_BELARUS:
	case TC_FACTION_MAKHNO:
	case TC_FACTION_TRANSCAUCASIA:
	case TC_FACTION_UKRAINE:
	case TC_FACTION_WEST_UKRAINE:
		return tc_may(s, side, MAY_WAR_REPUBLICS);
	case TC_FACTION_POLAND: /* not here yet, TC-8.321 */
		return false;
	default:
		return true;
	}
}

uint16_t tc_war_forbidden(const tc_state *s, int side, int faction)
{
	bool left = s->faction_flags[faction] & (F_WITHDRAWN | F_BY_RED | F_BY_WHITE);
	if (s->box[faction] == TC_BOX_OUT)
		return left ? TC_8_1323 : TC_5_38;
	int controller = tc_controller(s, faction);
	if (controller != NOBODY) /* with what the enemy controls there is war already */
		return controller == side ? TC_8_51 : TC_8_222;
	if (faction == TC_FACTION_FINLAND && !(s->faction_flags[faction] & F_EVER))
		return TC_8_317;
	bool major = tc_factions[faction].type == TC_TYPE_MAJOR;
	if (side == WHITE && major && faction != TC_FACTION_CENTRAL_POWERS)
		return TC_8_512;
	if (tc_shut(s, faction))
		return TC_8_315_2;
	return has_cause(s, side, faction) ? 0 : tc_faction_clause(faction);
}

static bool is_neighbour(const tc_state *s, int faction, int of, int protector)
{
	int group = tc_factions[of].group;
	return group != 0 && faction != of && tc_factions[faction].group == group &&
		s->box[faction] != TC_BOX_OUT && tc_controller(s, faction) != protector;
}

/* TC-8.52 */
static void frighten(tc_state *s, int faction, int protector, ap_events *ev)
{
	int ip = tc_number_of(TC_NUMBER_GROUP_INFLUENCE), count = 0;
	for (int f = 0; f < FACTIONS; f++)
		count += is_neighbour(s, f, faction, protector);
	if (count == 0)
		return;
	ap_tell(ev, EV_NEIGHBOURS, TC_8_52, (int16_t)faction, (int16_t)protector, (int16_t)count);
	for (int f = 0; f < FACTIONS; f++)
		if (is_neighbour(s, f, faction, protector))
			tc_put_ip(s, protector, f, ip, false, TC_8_52, ev);
}

/* ---- DECLARE --------------------------------------------------------------------------------- */

static uint16_t declare_forbidden(const tc_state *s, ap_action a)
{
	int side = ap_peek(s)->v[0];
	switch (ap_verb_of(a)) {
	case V_DECLARE:
		return tc_war_forbidden(s, side, (int)ap_x(a));
	case V_DONE:
		return 0;
	default:
		return TC_8_51;
	}
}

/* Not in the last round of a turn. */
static bool can_declare(const tc_state *s)
{
	if (s->round >= tc_this_turn(s)->rounds)
		return false;
	for (unsigned f = 0; f < FACTIONS; f++)
		if (declare_forbidden(s, ap_act(V_DECLARE, f, 0)) == 0)
			return true;
	return false;
}

void tc_declare_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (can_declare(s))
		tc_ask(s, ap_peek(s)->v[0]);
	else
		ap_goto(s, PLAY);
}

void tc_declare_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned f = 0; f < FACTIONS; f++)
		if (declare_forbidden(state, ap_act(V_DECLARE, f, 0)) == 0)
			ap_add(out, ap_act(V_DECLARE, f, 0));
	ap_add(out, ap_act(V_DONE, 0, 0));
}

uint16_t tc_declare_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return declare_forbidden(state, a);
}

void tc_declare_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = ap_peek(s)->v[0], faction = (int)ap_x(a);
	(void)seat;
	if (ap_verb_of(a) == V_DONE) {
		ap_goto(s, PLAY);
		return;
	}
	ap_tell(ev, EV_WAR, TC_8_51, (int16_t)side, (int16_t)faction);
	ap_tell(ev, EV_PROTECTOR, TC_8_511, (int16_t)tc_other(side), (int16_t)faction);
	frighten(s, faction, tc_other(side), ev);
	tc_gain_control(s, faction, tc_other(side), TC_WHEN_PROTECTOR, TC_8_511, ev);
}

/* ---- Makhno's men have a will of their own --------------------------------------------------- */

static bool is_treachery(int die)
{
	for (int i = 0; i < TC_DIE_OUTCOMES; i++) {
		const tc_die_outcome *o = &tc_die_outcomes[i];
		if (o->roll == TC_ROLL_MAKHNO && die >= o->low && die <= o->high)
			return o->result == TC_RESULT_TREACHERY;
	}
	return false;
}

void tc_makhno_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int space = ap_peek(s)->v[0], die = (int)ap_x(a);
	(void)seat;
	ap_tell(ev, EV_MAKHNO_DIE, TC_8_320_1, (int16_t)space, (int16_t)die);
	if (is_treachery(die)) {
		ap_goto(s, MAKHNO_REVOLT);
		return;
	}
	ap_tell(ev, EV_MAKHNO_LOYAL, TC_8_320_1, (int16_t)space);
	ap_end(s);
}

static bool is_makhnos(int unit)
{
	return tc_units[unit].faction == TC_FACTION_MAKHNO;
}

static int first_makhno(const tc_state *s, int space)
{
	int u = tc_first(s, space);
	while (u < UNITS && !is_makhnos(u))
		u = tc_next(s, u);
	return u;
}

/* A friend of theirs there whom they may fall upon. */
static bool has_victim(const tc_state *s, int space, int controller)
{
	for (int u = tc_first(s, space); u < UNITS; u = tc_next(s, u))
		if (!is_makhnos(u) && tc_user(s, u) == controller)
			return true;
	return false;
}

static uint16_t revolt_forbidden(const tc_state *s, int target)
{
	const ap_frame *f = ap_peek(s);
	int space = f->v[0], controller = f->v[1];
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
	for (int space = 0; space < SPACES; space++)
		if (revolt_forbidden(s, space) == 0)
			return true;
	return false;
}

/* The activation is spent in every case. */
static void spend_marker(tc_state *s, int space)
{
	s->marker[space] &= (uint8_t) ~(M_MOVE | M_COMBAT);
	s->marker[space] |= M_SPENT;
}

static void take_marker_off(tc_state *s, ap_events *ev)
{
	int space = ap_peek(s)->v[0];
	spend_marker(s, space);
	ap_tell(ev, EV_MAKHNO_OFF, TC_8_320_1, (int16_t)space);
	ap_end(s);
}

void tc_makhno_revolt_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	if (can_revolt(s))
		tc_ask(s, tc_other(ap_peek(s)->v[1]));
	else
		take_marker_off(s, ev);
}

void tc_makhno_revolt_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned space = 0; space < SPACES; space++)
		if (revolt_forbidden(state, (int)space) == 0)
			ap_add(out, ap_act(V_REVOLT, space, 0));
	ap_add(out, ap_act(V_REVOLT_OFF, 0, 0));
}

uint16_t tc_makhno_revolt_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	switch (ap_verb_of(a)) {
	case V_REVOLT:
		return revolt_forbidden(state, (int)ap_x(a));
	case V_REVOLT_OFF:
		return 0;
	default:
		return TC_8_320_1;
	}
}

/* The frame ends first: the combat lies on top of whoever put the marker. */
void tc_makhno_revolt_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int space = ap_peek(s)->v[0], controller = ap_peek(s)->v[1], target = (int)ap_x(a);
	(void)seat;
	if (ap_verb_of(a) == V_REVOLT_OFF) {
		take_marker_off(s, ev);
		return;
	}
	spend_marker(s, space);
	ap_tell(ev, EV_MAKHNO_REVOLT, TC_8_320_2, (int16_t)space, (int16_t)target);
	ap_end(s);
	tc_begin_treachery(s, controller, space, target, ev);
}

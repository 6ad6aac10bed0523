/* markers.c: the markers of the factions: influence and the moves that it causes, TC-8.13 to
 * TC-8.132, and the veto, TC-8.152. See control.c for the results of gaining and losing control. */
#include "chapters.h"

static int control_box(int side)
{
	return side == TC_SIDE_RED ? TC_BOX_RED_CONTROL : TC_BOX_WHITE_CONTROL;
}

static int towards(int box, int side)
{
	return side == TC_SIDE_RED ? box - 1 : box + 1;
}

static bool is_major(int faction)
{
	return tc_factions[faction].type == TC_TYPE_MAJOR;
}

/* ---- Influence, TC-8.13 ---------------------------------------------------------------------- */

void tc_put_ip(tc_state *s, int side, int faction, int n, bool soft, int clause, ap_events *ev)
{
	assert(tc_is_side(side) && tc_is_faction(faction));
	uint8_t *pile = soft ? &s->soft_ip[side][faction] : &s->ip[side][faction];
	if (s->box[faction] == TC_BOX_OUT || n <= 0)
		return;
	*pile = (uint8_t)(*pile + n > 99 ? 99 : *pile + n);
	tc_tell_ip_put(ev, (uint16_t)clause, TC_SIDE(side), TC_FACTION(faction), n);
}

/* TC-IN-3: returns the influence on the marker that does not count because an Initiative card has
 * put it there. */
static int ineffective_influence(const tc_state *s, int faction)
{
	int controller = tc_controller(s, faction);
	return controller < TC_SIDE_COUNT ? s->soft_ip[tc_other(controller)][faction] : 0;
}

/* Returns the influence of a side on the marker that counts. */
static int influence_on_marker(const tc_state *s, int faction, int side)
{
	bool soft = tc_controller(s, faction) != tc_other(side);
	return s->ip[side][faction] + (soft ? s->soft_ip[side][faction] : 0);
}

/* Returns the influence of a side that counts: on the marker, and on the Political Cards that lie
 * open. */
static int influence_of(const tc_state *s, int faction, int side)
{
	int sum = influence_on_marker(s, faction, side);
	for (int p = 0; p < TC_POLITICAL_CARDS; p++) {
		if (s->pcard_at[p] != TC_POLITICAL_CARD_PLACE_TURNED)
			continue;
		int ip = tc_political_cards[p].influence[faction] * (side == TC_SIDE_WHITE ? 1 : -1);
		if (ip > 0)
			sum += ip;
	}
	return sum;
}

int tc_influence_on(const tc_state *s, int faction, int side)
{
	assert(tc_is_faction(faction) && tc_is_side(side));
	return s->ip[side][faction] + s->soft_ip[side][faction];
}

int tc_influence_sum(const tc_state *s, int faction)
{
	assert(tc_is_faction(faction));
	int sum = influence_on_marker(s, faction, TC_SIDE_WHITE) -
		influence_on_marker(s, faction, TC_SIDE_RED);
	uint64_t turned[TC_CARD_WORDS];
	tc_political_cards_in(s, TC_POLITICAL_CARD_PLACE_TURNED, turned);
	for (int p = tc_member(turned, (TC_POLITICAL_CARDS + 63) / 64, 0); p < TC_POLITICAL_CARDS;
		 p = tc_member(turned, (TC_POLITICAL_CARDS + 63) / 64, p + 1))
		sum += tc_political_cards[p].influence[faction];
	return sum;
}

/* ---- What holds a marker, TC-8.132 ----------------------------------------------------------- */

bool tc_marker_held(const tc_state *s, int faction)
{
	assert(tc_is_faction(faction));
	int controller = tc_controller(s, faction);
	if (controller == TC_PARTY_NOBODY || is_major(faction))
		return false;
	if (faction == TC_FACTION_FINLAND &&
		!(s->faction_flags[faction] & TC_FACTION_FLAG_EVER)) /* TC-8.1322.1 */
		return false;
	for (int region = 0; region < TC_REGIONS; region++)
		for (int space = tc_region_spaces[region];
			 tc_regions[region].faction == faction && space < tc_region_spaces[region + 1]; space++)
			if (tc_has_army(s, space, controller))
				return true;
	return false;
}

/* Returns the permission, one of TC_MAY_CONTROL_.., without which the marker may not enter the
 * Control box of a side in a Political Phase; -1 if none is needed. Writes the card to name to
 * *card. */
static int control_needs(const tc_state *s, int faction, int side, int *card)
{
	if (faction == TC_FACTION_UKRAINE && side == TC_SIDE_RED) {
		*card = TC_CARD_R1;
		return TC_MAY_CONTROL_UKRAINE;
	}
	switch (faction) {
	case TC_FACTION_BELARUS:
	case TC_FACTION_UKRAINE:
	case TC_FACTION_WEST_UKRAINE:
		*card = tc_played(s, TC_CARD_R15) ? TC_CARD_R15 : TC_CARD_W15;
		return TC_MAY_CONTROL_COUNCIL;
	case TC_FACTION_POLAND:
		*card = TC_CARD_W2;
		return TC_MAY_CONTROL_POLAND;
	case TC_FACTION_ESTONIA:
	case TC_FACTION_LATVIA:
	case TC_FACTION_LITHUANIA:
	case TC_FACTION_FINLAND:
		*card = TC_CARD_R10;
		return TC_MAY_CONTROL_BALTS;
	default:
		return -1;
	}
}

/* TC-8.1321, TC-8.1321.2, TC-8.1321.3: returns the clause that forbids the marker to enter the
 * Control box of the side; 0 if it may. */
static uint16_t entry_barred(const tc_state *s, int faction, int side, bool political, int *card)
{
	if (s->passive != TC_PASSIVITY_NONE && faction != TC_FACTION_POLAND) {
		*card = TC_CARD_R9;
		return TC_8_1321_2;
	}
	int needs = political ? control_needs(s, faction, side, card) : -1;
	if (needs < 0 || tc_may(s, side, needs))
		return 0;
	return *card == TC_CARD_R15 ? TC_8_1321_3 : TC_8_1321;
}

bool tc_control_barred(const tc_state *s, int faction, int side)
{
	assert(tc_is_side(side));
	int card = TC_NONE;
	assert(tc_is_faction(faction));
	return entry_barred(s, faction, side, true, &card) != 0;
}

/* Returns the clause by which a faction has no marker (it was conquered, has withdrawn, or is not
 * in this scenario); 0 if it has one. */
static uint16_t off_track(const tc_state *s, int faction)
{
	int left = s->faction_flags[faction] &
		(TC_FACTION_FLAG_BY_RED | TC_FACTION_FLAG_BY_WHITE | TC_FACTION_FLAG_WITHDRAWN);
	if (s->box[faction] != TC_BOX_OUT)
		return 0;
	return left || !tc_introduction(s) ? TC_8_1323 : TC_5_38;
}

static uint16_t barred_by(const tc_state *s, int faction, int side, bool political, int *card)
{
	bool allied = tc_factions[faction].rules >> TC_RULES_ALLIED & 1;
	int controller = tc_controller(s, faction);
	uint16_t off = off_track(s, faction);
	if (off)
		return off;
	if (controller == side)
		return TC_8_131;
	if (tc_marker_held(s, faction))
		return TC_8_1322;
	if (political && controller == TC_SIDE_WHITE && is_major(faction) &&
		tc_may(s, TC_SIDE_WHITE, TC_HOLDS_POWERS))
		return TC_8_1321_1;
	if (political && allied && s->powers_friend == side)
		return TC_8_132_1;
	if (towards(s->box[faction], side) != control_box(side))
		return 0;
	return entry_barred(s, faction, side, political, card);
}

uint16_t tc_marker_barred(const tc_state *s, int faction, int side, bool political)
{
	assert(tc_is_faction(faction) && tc_is_side(side));
	int card = TC_NONE;
	return barred_by(s, faction, side, political, &card);
}

static void tell_barred(const tc_state *s, int faction, int side, ap_events *ev)
{
	int card = TC_NONE;
	uint16_t clause = barred_by(s, faction, side, true, &card);
	if (clause == TC_8_1321_2 || clause == TC_8_1321_3)
		tc_tell_marker_stopped(
			ev, clause, TC_FACTION(faction), TC_BOX(control_box(side)), TC_CARD(card));
	else if (card != TC_NONE)
		tc_tell_marker_barred(
			ev, clause, TC_FACTION(faction), TC_BOX(control_box(side)), TC_CARD(card));
	else if (clause == TC_8_1322)
		tc_tell_marker_held(ev, clause, TC_FACTION(faction), TC_SIDE(tc_controller(s, faction)));
	else if (clause != TC_8_131)
		tc_tell_marker_stays(ev, clause, TC_FACTION(faction), TC_SIDE(side));
}

/* ---- The markers move, TC-8.131 -------------------------------------------------------------- */

static void tell_influence(const tc_state *s, int faction, ap_events *ev)
{
	int red = influence_of(s, faction, TC_SIDE_RED),
		white = influence_of(s, faction, TC_SIDE_WHITE);
	int idle = ineffective_influence(s, faction);
	uint16_t off = off_track(s, faction);
	if (off) {
		if (red + white > 0)
			tc_tell_influence_lost(ev, off, TC_FACTION(faction), red + white);
		return;
	}
	if (red + white > 0)
		tc_tell_influence(ev, TC_8_13, TC_FACTION(faction), red, white);
	if (idle > 0)
		tc_tell_influence_idle(ev, TC_IN_3, TC_FACTION(faction), idle);
}

static void next_faction(tc_state *s)
{
	int next = tc_markers_peek(s)->faction + 1;
	tc_enter(s, TC_STEP_MARKERS);
	tc_markers_top(s)->faction = next < TC_FACTIONS ? (uint8_t)next : TC_NONE;
}

static void begin_faction(tc_state *s, ap_events *ev)
{
	tc_markers_frame *f = tc_markers_top(s);
	int faction = f->faction, sum = tc_influence_sum(s, faction);
	if (ev)
		tell_influence(s, faction, ev);
	if (sum == 0 || s->box[faction] == TC_BOX_OUT) {
		next_faction(s);
		return;
	}
	f->influence = (int16_t)sum;
	f->moving = 1;
}

static void lose_rest(tc_state *s, ap_events *ev)
{
	const tc_markers_frame *f = tc_markers_peek(s);
	int left = f->influence < 0 ? -f->influence : f->influence;
	if (left > 0)
		tc_tell_influence_lost(ev, TC_8_131, TC_FACTION(f->faction), left);
	next_faction(s);
}

void tc_move_marker(tc_state *s, int faction, int side, int clause, ap_events *ev)
{
	assert(tc_is_faction(faction) && tc_is_side(side));
	int from = s->box[faction], to = towards(from, side);
	bool free =
		faction == TC_FACTION_FINLAND && !(s->faction_flags[faction] & TC_FACTION_FLAG_EVER);
	tc_tell_marker(
		ev, free ? TC_8_1322_1 : (uint16_t)clause, TC_FACTION(faction), TC_BOX(from), TC_BOX(to));
	if (tc_controller(s, faction) != TC_PARTY_NOBODY)
		tc_lose_control(s, faction, to, ev);
	else if (to == control_box(side))
		tc_gain_control(s, faction, side, TC_WHEN_GAIN, TC_8_221, ev);
	else
		tc_set_box(s, faction, to);
}

int tc_price_out_of(int box)
{
	bool control = box == TC_BOX_RED_CONTROL || box == TC_BOX_WHITE_CONTROL;
	assert(box >= 0 && box < TC_BOX_OUT);
	return tc_number_of(control ? TC_NUMBER_CONTROL_PRICE : TC_NUMBER_MARKER_PRICE);
}

void tc_call_veto(tc_state *s, int faction)
{
	tc_call(s, TC_STEP_VETO);
	tc_veto_frame *f = tc_veto_top(s);
	f->faction = (uint8_t)faction;
	f->side = (uint8_t)tc_other(tc_controller(s, faction));
}

/* Moves the marker of the present faction one box further, or continues with the next faction. */
static void move_on(tc_state *s, ap_events *ev)
{
	tc_markers_frame *f = tc_markers_top(s);
	int faction = f->faction, side = f->influence > 0 ? TC_SIDE_WHITE : TC_SIDE_RED;
	int left = side == TC_SIDE_WHITE ? f->influence : -f->influence;
	bool leaves = tc_controller(s, faction) == tc_other(side);
	int price = tc_price_out_of(s->box[faction]);
	if (left < price) {
		lose_rest(s, ev);
	} else if (tc_marker_barred(s, faction, side, true)) {
		tell_barred(s, faction, side, ev);
		lose_rest(s, ev);
	} else if (leaves && f->veto == TC_VETO_ANSWER_UNASKED) {
		tc_call_veto(s, faction);
	} else if (leaves && f->veto == TC_VETO_ANSWER_VETOED) {
		lose_rest(s, ev);
	} else {
		f->influence = (int16_t)(side == TC_SIDE_WHITE ? left - price : price - left);
		f->veto = TC_VETO_ANSWER_UNASKED;
		tc_move_marker(s, faction, side, TC_8_131, ev);
	}
}

static bool is_frozen(const tc_state *s)
{
	return s->special < TC_POLITICAL_CARDS &&
		tc_specials[tc_political_cards[s->special].special].freezes;
}

void tc_markers_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_markers_frame *f = tc_markers_peek(s);
	if (is_frozen(s)) {
		tc_tell_frozen(ev, TC_8_152_3);
		tc_goto(s, TC_STEP_FORCES_LOT);
	} else if (f->faction == TC_NONE) {
		tc_goto(s, TC_STEP_FORCES_LOT);
	} else if (f->moving) {
		move_on(s, ev);
	} else {
		begin_faction(s, ev);
	}
}

/* ---- The veto, TC-8.152 ---------------------------------------------------------------------- */

int tc_vetoed_faction(const tc_state *s)
{
	return tc_veto_peek(s)->faction;
}

void tc_veto_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, tc_veto_peek(state)->side);
}

void tc_veto_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(TC_VERB_VETO, 0, 0));
	ap_add(out, ap_act(TC_VERB_ALLOW, 0, 0));
}

uint16_t tc_veto_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == TC_VERB_VETO || ap_verb_of(a) == TC_VERB_ALLOW ? 0 : TC_8_152;
}

void tc_veto_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	const tc_veto_frame *f = tc_veto_peek(s);
	bool veto = ap_verb_of(a) == TC_VERB_VETO;
	(void)seat;
	if (veto)
		tc_tell_veto(ev, TC_8_152, TC_SIDE(f->side), TC_FACTION(f->faction));
	else
		tc_tell_vetoed_not(ev, TC_8_152, TC_SIDE(f->side), TC_FACTION(f->faction));
	ap_end(s);
	uint8_t answer = veto ? TC_VETO_ANSWER_VETOED : TC_VETO_ANSWER_ALLOWED;
	if (ap_peek(s)->step == TC_STEP_SETTLE)
		tc_settling_top(s)->veto = answer;
	else
		tc_markers_top(s)->veto = answer;
}

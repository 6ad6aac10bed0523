/* markers.c: the markers of the factions: influence and what it moves, TC-8.13 to TC-8.132, and the
 * veto, TC-8.152. What control brings and takes: control.c. */
#include "chapters.h"

static int control_box(int side)
{
	return side == RED ? TC_BOX_RED_CONTROL : TC_BOX_WHITE_CONTROL;
}

static int towards(int box, int side)
{
	return side == RED ? box - 1 : box + 1;
}

static bool is_major(int faction)
{
	return tc_factions[faction].type == TC_TYPE_MAJOR;
}

/* ---- Influence, TC-8.13 ---------------------------------------------------------------------- */

void tc_put_ip(tc_state *s, int side, int faction, int n, bool soft, int clause, ap_events *ev)
{
	uint8_t *pile = soft ? &s->soft_ip[side][faction] : &s->ip[side][faction];
	if (s->box[faction] == TC_BOX_OUT || n <= 0)
		return;
	*pile = (uint8_t)(*pile + n > 99 ? 99 : *pile + n);
	ap_tell(ev, EV_IP_PUT, (uint16_t)clause, (int16_t)side, (int16_t)faction, (int16_t)n);
}

/* TC-IN-3: what an Initiative card has put there and does not count. */
static int idle_ip(const tc_state *s, int faction)
{
	int controller = tc_controller(s, faction);
	return controller < SIDES ? s->soft_ip[tc_other(controller)][faction] : 0;
}

/* All that lies in the boxes and on the marker of one colour, and counts. */
static int influence_of(const tc_state *s, int faction, int side)
{
	int sum = s->ip[side][faction];
	if (tc_controller(s, faction) != tc_other(side))
		sum += s->soft_ip[side][faction];
	for (int p = 0; p < PCARDS; p++) {
		int ip = tc_political_cards[p].influence[faction] * (side == WHITE ? 1 : -1);
		if (s->pcard_at[p] == P_TURNED && ip > 0)
			sum += ip;
	}
	return sum;
}

int tc_influence_sum(const tc_state *s, int faction)
{
	return influence_of(s, faction, WHITE) - influence_of(s, faction, RED);
}

/* ---- What holds a marker, TC-8.132 ----------------------------------------------------------- */

bool tc_marker_held(const tc_state *s, int faction)
{
	int controller = tc_controller(s, faction);
	if (controller == NOBODY || is_major(faction))
		return false;
	if (faction == TC_FACTION_FINLAND && !(s->faction_flags[faction] & F_EVER)) /* TC-8.1322.1 */
		return false;
	for (int u = 0; u < UNITS; u++)
		if (s->unit_at[u] < SPACES && tc_land_of(s->unit_at[u]) == faction && tc_is_army(u) &&
			tc_user(s, u) == controller)
			return true;
	return false;
}

/* What must have been played before the marker enters the Control box in a Political Phase: one of
 * MAY_CONTROL_..., -1: nothing. `card` is the one to name. */
static int control_needs(const tc_state *s, int faction, int side, int *card)
{
	if (faction == TC_FACTION_UKRAINE && side == RED) {
		*card = TC_CARD_R1;
		return MAY_CONTROL_UKRAINE;
	}
	switch (faction) {
	case TC_FACTION_BELARUS:
	case TC_FACTION_UKRAINE:
	case TC_FACTION_WEST_UKRAINE:
		*card = tc_played(s, TC_CARD_R15) ? TC_CARD_R15 : TC_CARD_W15;
		return MAY_CONTROL_COUNCIL;
	case TC_FACTION_POLAND:
		*card = TC_CARD_W2;
		return MAY_CONTROL_POLAND;
	case TC_FACTION_ESTONIA:
	case TC_FACTION_LATVIA:
	case TC_FACTION_LITHUANIA:
	case TC_FACTION_FINLAND:
		*card = TC_CARD_R10;
		return MAY_CONTROL_BALTS;
	default:
		return -1;
	}
}

/* TC-8.1321, TC-8.1321.2, TC-8.1321.3: into the Control box of the side. */
static uint16_t entry_barred(const tc_state *s, int faction, int side, bool political, int *card)
{
	if (s->passive != PASSIVE_NOT && faction != TC_FACTION_POLAND) {
		*card = TC_CARD_R9;
		return TC_8_1321_2;
	}
	int needs = political ? control_needs(s, faction, side, card) : -1;
	if (needs < 0 || tc_may(s, side, needs))
		return 0;
	return *card == TC_CARD_R15 ? TC_8_1321_3 : TC_8_1321;
}

/* Out of the game: conquered, withdrawn, or not in this scenario. */
static uint16_t off_track(const tc_state *s, int faction)
{
	int left = s->faction_flags[faction] & (F_BY_RED | F_BY_WHITE | F_WITHDRAWN);
	if (s->box[faction] != TC_BOX_OUT)
		return 0;
	return left || tc_campaign(s) ? TC_8_1323 : TC_5_38;
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
	if (political && controller == WHITE && is_major(faction) && tc_may(s, WHITE, HOLDS_POWERS))
		return TC_8_1321_1;
	if (political && allied && s->powers_friend == side)
		return TC_8_132_1;
	if (towards(s->box[faction], side) != control_box(side))
		return 0;
	return entry_barred(s, faction, side, political, card);
}

uint16_t tc_marker_barred(const tc_state *s, int faction, int side, bool political)
{
	int card = NONE;
	return barred_by(s, faction, side, political, &card);
}

static void tell_barred(const tc_state *s, int faction, int side, ap_events *ev)
{
	int card = NONE;
	uint16_t clause = barred_by(s, faction, side, true, &card);
	if (card != NONE)
		ap_tell(ev, EV_MARKER_BARRED, clause, (int16_t)faction, (int16_t)control_box(side),
			(int16_t)card);
	else if (clause == TC_8_1322)
		ap_tell(ev, EV_MARKER_HELD, clause, (int16_t)faction, (int16_t)tc_controller(s, faction));
	else if (clause != TC_8_131)
		ap_tell(ev, EV_MARKER_STAYS, clause, (int16_t)faction, (int16_t)side);
}

/* ---- The markers move, TC-8.131 -------------------------------------------------------------- */

static void tell_influence(const tc_state *s, int faction, ap_events *ev)
{
	int red = influence_of(s, faction, RED), white = influence_of(s, faction, WHITE);
	int idle = idle_ip(s, faction);
	uint16_t off = off_track(s, faction);
	if (off) {
		if (red + white > 0)
			ap_tell(ev, EV_INFLUENCE_LOST, off, (int16_t)faction, (int16_t)(red + white));
		return;
	}
	if (red + white > 0)
		ap_tell(ev, EV_INFLUENCE, TC_8_13, (int16_t)faction, (int16_t)red, (int16_t)white);
	if (idle > 0)
		ap_tell(ev, EV_INFLUENCE_LOST, TC_IN_3, (int16_t)faction, (int16_t)idle);
}

static void next_faction(ap_frame *f)
{
	f->v[0]++;
	f->v[1] = f->v[2] = f->v[3] = 0;
}

static void begin_faction(tc_state *s, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	int faction = f->v[0], sum = tc_influence_sum(s, faction);
	tell_influence(s, faction, ev);
	if (sum == 0 || s->box[faction] == TC_BOX_OUT) {
		next_faction(f);
		return;
	}
	f->v[1] = (int16_t)sum;
	f->v[2] = 1;
	f->v[3] = VETO_UNASKED;
}

static void lose_rest(tc_state *s, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	int left = f->v[1] < 0 ? -f->v[1] : f->v[1];
	if (left > 0)
		ap_tell(ev, EV_INFLUENCE_LOST, TC_8_131, f->v[0], (int16_t)left);
	next_faction(f);
}

/* One box; calls what follows from it. */
static void move_marker(tc_state *s, int faction, int side, ap_events *ev)
{
	int from = s->box[faction], to = towards(from, side);
	bool free = faction == TC_FACTION_FINLAND && !(s->faction_flags[faction] & F_EVER);
	ap_tell(
		ev, EV_MARKER, free ? TC_8_1322_1 : TC_8_131, (int16_t)faction, (int16_t)from, (int16_t)to);
	if (tc_controller(s, faction) != NOBODY)
		tc_lose_control(s, faction, to, ev);
	else if (to == control_box(side))
		tc_gain_control(s, faction, side, TC_WHEN_GAIN, TC_8_221, ev);
	else
		tc_set_box(s, faction, to);
}

/* The faction under the cursor: the next box, or on to the next faction. */
static void go_on_with(tc_state *s, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	int faction = f->v[0], side = f->v[1] > 0 ? WHITE : RED;
	int left = side == WHITE ? f->v[1] : -f->v[1];
	bool leaves = tc_controller(s, faction) == tc_other(side);
	int price = tc_number_of(leaves ? TC_NUMBER_CONTROL_PRICE : TC_NUMBER_MARKER_PRICE);
	if (left < price) {
		lose_rest(s, ev);
	} else if (tc_marker_barred(s, faction, side, true)) {
		tell_barred(s, faction, side, ev);
		lose_rest(s, ev);
	} else if (leaves && f->v[3] == VETO_UNASKED) {
		tc_call_veto(s, faction);
	} else if (leaves && f->v[3] == VETO_USED) {
		lose_rest(s, ev);
	} else {
		f->v[1] = (int16_t)(side == WHITE ? left - price : price - left);
		f->v[3] = VETO_UNASKED;
		move_marker(s, faction, side, ev);
	}
}

static bool is_frozen(const tc_state *s)
{
	return s->special < PCARDS && tc_specials[tc_political_cards[s->special].special].freezes;
}

void tc_markers_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	ap_frame *f = ap_top(s);
	if (is_frozen(s)) {
		ap_tell(ev, EV_FROZEN, TC_8_152_3, 0);
		ap_goto(s, FORCES_LOT);
	} else if (f->v[0] >= FACTIONS) {
		ap_goto(s, FORCES_LOT);
	} else if (f->v[2]) {
		go_on_with(s, ev);
	} else {
		begin_faction(s, ev);
	}
}

/* ---- The veto, TC-8.152 ---------------------------------------------------------------------- */

void tc_call_veto(tc_state *s, int faction)
{
	ap_frame *f = ap_call(s, VETO);
	f->v[0] = (int16_t)faction;
	f->v[1] = (int16_t)tc_other(tc_controller(s, faction));
}

void tc_veto_run(void *state, ap_events *ev)
{
	(void)ev;
	tc_ask(state, ap_peek(state)->v[1]);
}

void tc_veto_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(V_VETO, 0, 0));
	ap_add(out, ap_act(V_ALLOW, 0, 0));
}

uint16_t tc_veto_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return ap_verb_of(a) == V_VETO || ap_verb_of(a) == V_ALLOW ? 0 : TC_8_152;
}

void tc_veto_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	const ap_frame *f = ap_peek(s);
	bool veto = ap_verb_of(a) == V_VETO;
	(void)seat;
	ap_tell(ev, veto ? EV_VETO : EV_VETOED_NOT, TC_8_152, f->v[1], f->v[0]);
	ap_end(s);
	ap_top(s)->v[3] = veto ? VETO_USED : VETO_ALLOWED;
}

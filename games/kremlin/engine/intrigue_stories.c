/* intrigue_stories.c: the cards that ask and roll again and again: assassination (4), misdiagnosis
 * (10), revelations (17), power game (23), glasnost (24), vaccination (34). */
#include "chapters.h"

enum { ONCE = 64 }; /* card 23: the player has had his change; added to the die */

static int effect(const kr_state *s)
{
	return kr_intrigues[ap_peek(s)->v[PLAYED]].effect;
}

uint32_t kr_controlled_by(const kr_state *s, int seat)
{
	uint32_t set = 0;
	for (int p = 0; p < POLITICIANS; p++)
		if (kr_on_board(s, p) && kr_controller(s, p) == seat)
			set |= kr_bit(p);
	return set;
}

/* ---- Card 4 ---------------------------------------------------------------------------------- */

static void rolled_assassination(kr_state *s, int die, ap_events *ev)
{
	int victim = ap_peek(s)->v[TARGET], missed = kr_purge_number(s->place[victim]) - die;
	int crosses = kr_crosses(s, victim) + (missed == 1 ? 2 : missed == 2 ? 1 : 0);
	ap_goto(s, ACCUSE);
	if (missed <= 0 || crosses > 2) {
		kr_dies(s, victim, KR_IC_4, ev);
	} else if (missed <= 2) {
		kr_set_crosses(s, victim, crosses);
		ap_tell(ev, EV_HEALTH_CHANGE, KR_IC_4, (int16_t)victim, (int16_t)crosses);
	}
}

void kr_accuse_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int seat = ap_peek(s)->v[ROLL];
	(void)ev;
	if (seat == NONE)
		kr_card_done(s);
	else
		ap_ask(s, AP_SEAT(seat));
}

void kr_accuse_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_NOTHING, 0, 0));
	for (int p = 0; p < POLITICIANS; p++)
		if (kr_on_board(s, p))
			ap_add(out, ap_act(V_ACCUSE, (unsigned)p, 0));
}

uint16_t kr_accuse_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool fits = ap_verb_of(a) == V_NOTHING ||
		(ap_verb_of(a) == V_ACCUSE && kr_on_board(state, (int)ap_x(a)));
	return fits ? 0 : KR_IC_4;
}

void kr_accuse_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	if (ap_verb_of(a) == V_NOTHING) {
		ap_tell(ev, EV_ACCUSES_NOBODY, KR_IC_4, (int16_t)seat);
		kr_card_done(s);
		return;
	}
	ap_tell(ev, EV_ACCUSES, KR_IC_4, (int16_t)seat, (int16_t)ap_x(a));
	ap_top(s)->v[TARGET] = (int16_t)ap_x(a);
	ap_goto(s, CHARGE_DIE);
}

void kr_charge_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int accused = ap_peek(s)->v[TARGET];
	bool charged = (int)ap_x(a) >= kr_intrigues[KR_INTRIGUE_ASSASSINATION].amount;
	(void)seat;
	ap_tell(
		ev, charged ? EV_CHARGED : EV_CHARGE_FAILS, KR_IC_4, (int16_t)accused, (int16_t)ap_x(a));
	ap_goto(s, CARD_END);
	if (!charged)
		return;
	kr_call_trial(s, accused, NONE);
	kr_listen(s, accused);
}

/* ---- Card 17 --------------------------------------------------------------------------------- */

int kr_reveal_asked(const kr_state *s, const ap_frame *f)
{
	int head = s->holder[KGB], controller = head == NONE ? NONE : kr_controller(s, head);
	return controller == NONE ? f->v[PLAYER] : controller;
}

void kr_reveal_name_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(kr_reveal_asked(state, ap_peek(state))));
}

void kr_reveal_name_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int p = 0; p < POLITICIANS; p++)
		if (kr_on_board(state, p))
			ap_add(out, ap_act(V_TARGET, (unsigned)p, 0));
}

uint16_t kr_reveal_name_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool fits = ap_verb_of(a) == V_TARGET && kr_on_board(state, (int)ap_x(a));
	return fits ? 0 : KR_IC_17;
}

void kr_reveal_name_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	ap_tell(ev, EV_MASKS_OFF, KR_IC_17, (int16_t)seat, (int16_t)ap_x(a));
	ap_top(s)->v[TARGET] = (int16_t)ap_x(a);
	ap_goto(s, UNMASK);
}

/* Points come out of the sheet on the card. */
static void declare(kr_state *s, int seat, int p, int points, int clause, ap_events *ev)
{
	s->sheet[seat][p] = (uint8_t)(s->sheet[seat][p] + (points << 4));
	s->declared[seat][p] = (uint8_t)(s->declared[seat][p] + points);
	s->left[seat] = (uint8_t)(s->left[seat] - points);
	ap_tell(ev, EV_DECLARES, clause, (int16_t)seat, (int16_t)p, (int16_t)points,
		(int16_t)s->declared[seat][p]);
}

static void declare_all_on(kr_state *s, int p, ap_events *ev)
{
	ap_seats changed = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		int points = kr_undeclared(s, seat, p);
		if (points == 0)
			continue;
		changed |= AP_SEAT(seat);
		declare(s, seat, p, points, KR_IC_17, ev);
	}
	if (changed)
		kr_new_totals(s, p, changed);
}

/* First all is shown, seat by seat; then it is declared at the same time. */
void kr_unmask_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	if (ap_peek(s)->v[ROLL] < s->head.players) {
		ap_ask(s, AP_SEAT(AP_CHANCE));
		return;
	}
	declare_all_on(s, ap_peek(s)->v[TARGET], ev);
	ap_goto(s, CARD_END);
	kr_settle_ties(s);
}

void kr_unmask_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = kr_recorded_on(s), whose = kr_recorded_seat(s);
	(void)seat;
	s->bared[whose] |= kr_bit(p);
	ap_tell(ev, EV_RECORDED, KR_IC_17, (int16_t)whose, (int16_t)p, (int16_t)ap_x(a));
	ap_top(s)->v[ROLL]++;
}

/* ---- Card 23 --------------------------------------------------------------------------------- */

static ap_seats other_factions(const kr_state *s)
{
	const ap_frame *f = ap_peek(s);
	ap_seats others = kr_table(s) & (ap_seats)~AP_SEAT(f->v[PLAYER]);
	return f->v[TARGET] == NONE ? others : others & (ap_seats)~AP_SEAT(f->v[TARGET]);
}

void kr_card_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (ap_seats set = other_factions(state); set; set &= (ap_seats)(set - 1))
		ap_add(out, ap_act(V_LOT, (unsigned)ap_first_seat(set), 0));
}

uint16_t kr_card_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool fits = ap_verb_of(a) == V_LOT && (other_factions(state) & AP_SEAT(ap_x(a)));
	return fits ? 0 : KR_IC_23;
}

static void force(kr_state *s, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	f->v[ROLL] &= ONCE - 1;
	ap_tell(ev, EV_POWER_GAME, KR_IC_23, f->v[TARGET], f->v[ROLL]);
	ap_goto(s, FORCED);
}

void kr_card_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	(void)seat;
	f->v[TARGET] = (int16_t)ap_x(a);
	if (f->v[ROLL] & ONCE)
		force(s, ev);
	else
		ap_goto(s, CARD_DIE);
}

static void rolled_power_game(kr_state *s, int die, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	bool again = f->v[ROLL] & ONCE;
	f->v[ROLL] = (int16_t)die;
	if (again)
		force(s, ev);
	else
		ap_goto(s, CARD_CHOICE);
}

static void choose_power_game(kr_state *s, unsigned verb, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	if (verb == V_KEEP) {
		force(s, ev);
		return;
	}
	f->v[ROLL] = (int16_t)(verb == V_OTHER ? f->v[ROLL] | ONCE : ONCE);
	ap_goto(s, verb == V_OTHER ? CARD_LOT : CARD_DIE);
}

/* What the faction could still declare on politicians it controls. */
int kr_forced_points(const kr_state *s, int seat)
{
	int points = 0;
	for (uint32_t set = kr_controlled_by(s, seat); set; set &= set - 1)
		points += kr_undeclared(s, seat, __builtin_ctz(set));
	return points;
}

void kr_forced_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (s->unsettled)
		kr_settle_ties(s);
	else if (ap_peek(s)->v[ROLL] == 0)
		kr_card_done(s);
	else
		ap_ask(s, AP_SEAT(ap_peek(s)->v[TARGET]));
}

static uint16_t forced_forbidden(const kr_state *s, int seat, int p, int points)
{
	int due = ap_peek(s)->v[ROLL];
	bool fits = points >= 1 && points <= due && kr_on_board(s, p) && kr_controller(s, p) == seat &&
		points <= kr_undeclared(s, seat, p) && kr_forced_points(s, seat) >= due;
	return fits ? 0 : KR_IC_23;
}

void kr_forced_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	int due = ap_peek(s)->v[ROLL];
	if (kr_forced_points(s, seat) < due) {
		ap_add(out, ap_act(V_CANNOT, 0, 0));
		return;
	}
	for (uint32_t set = kr_controlled_by(s, seat); set; set &= set - 1) {
		int p = __builtin_ctz(set);
		for (int n = 1; n <= kr_undeclared(s, seat, p) && n <= due; n++)
			ap_add(out, ap_act(V_DECLARE, (unsigned)p, (unsigned)n));
	}
}

uint16_t kr_forced_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	if (ap_verb_of(a) == V_CANNOT)
		return kr_forced_points(s, seat) < ap_peek(s)->v[ROLL] ? 0 : KR_IC_23;
	return ap_verb_of(a) == V_DECLARE ? forced_forbidden(s, seat, (int)ap_x(a), (int)ap_y(a))
									  : KR_IC_23;
}

void kr_forced_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = (int)ap_x(a), points = (int)ap_y(a);
	if (ap_verb_of(a) == V_CANNOT) {
		ap_tell(ev, EV_CANNOT, KR_IC_23, (int16_t)seat);
		ap_top(s)->v[ROLL] = 0;
		return;
	}
	declare(s, seat, p, points, KR_IC_23, ev);
	kr_new_totals(s, p, AP_SEAT(seat));
	ap_top(s)->v[ROLL] = (int16_t)(ap_peek(s)->v[ROLL] - points);
}

/* ---- Card 24 --------------------------------------------------------------------------------- */

static int votes_of(const kr_state *s, int seat)
{
	int votes = 0;
	for (int post = 0; post < POSTS; post++)
		votes += kr_active(s, post) && kr_controller(s, s->holder[post]) == seat;
	return votes;
}

static void lose_points(kr_state *s, int seat, ap_events *ev)
{
	for (uint32_t set = kr_controlled_by(s, seat); set; set &= set - 1) {
		int p = __builtin_ctz(set);
		s->declared[seat][p]--;
		ap_tell(ev, EV_POINT_LOST, KR_IC_24, (int16_t)seat, (int16_t)p);
		kr_new_totals(s, p, AP_SEAT(seat));
	}
}

static void rolled_glasnost(kr_state *s, int die, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	int seat = f->v[PLAYER], sum = die + votes_of(s, seat);
	bool success = sum >= kr_intrigues[KR_INTRIGUE_GLASNOST].amount;
	ap_tell(ev, success ? EV_GLASNOST : EV_GLASNOST_FAILS, KR_IC_24, (int16_t)seat, (int16_t)sum);
	f->v[TARGET] = f->v[ROLL] = 0; /* who has been given a point: 13 letters each */
	ap_goto(s, success ? CARD_CHOICE : CARD_END);
	if (success)
		return;
	lose_points(s, seat, ev);
	kr_settle_ties(s);
}

enum { HALF = POLITICIANS / 2 };

static uint32_t glasnost_open_to(const kr_state *s, int seat)
{
	const ap_frame *f = ap_peek(s);
	uint32_t done = (uint32_t)f->v[TARGET] | (uint32_t)f->v[ROLL] << HALF;
	return kr_controlled_by(s, seat) & ~done;
}

static void add_glasnost(kr_state *s, int seat, int p, ap_events *ev)
{
	kr_add_point(s, seat, p, KR_IC_24, ev);
	ap_top(s)->v[p < HALF ? TARGET : ROLL] |= (int16_t)(1 << p % HALF);
	kr_settle_ties(s);
}

/* ---- What the player of a card decides ------------------------------------------------------- */

static void misdiagnosed(kr_state *s, int die, ap_events *ev)
{
	ap_frame *now = (ap_frame *)kr_listened(s);
	now->v[SAID] = (int16_t)die;
	now->v[MORE] = (int16_t)((ap_peek(s)->v[TARGET] - NEITHER) *
		kr_intrigues[KR_INTRIGUE_MISDIAGNOSIS].amount);
	ap_tell(ev, EV_HEALTH_ROLL, KR_IC_10, (int16_t)s->holder[now->v[ACTING]], (int16_t)die,
		(int16_t)kr_age(s, s->holder[now->v[ACTING]]));
	kr_card_done(s);
}

void kr_card_rolled(kr_state *s, int die, ap_events *ev)
{
	switch (effect(s)) {
	case KR_EFFECT_ASSASSINATION:
		rolled_assassination(s, die, ev);
		break;
	case KR_EFFECT_VISIT:
		kr_visit_rolled(s, die, ev);
		break;
	case KR_EFFECT_MISDIAGNOSIS:
		misdiagnosed(s, die, ev);
		break;
	case KR_EFFECT_POWER_GAME:
		rolled_power_game(s, die, ev);
		break;
	default:
		rolled_glasnost(s, die, ev);
	}
}

void kr_choice_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const ap_frame *f = ap_peek(s);
	int seat = f->v[PLAYER];
	(void)ev;
	bool none = (effect(s) == KR_EFFECT_GLASNOST && glasnost_open_to(s, seat) == 0) ||
		(effect(s) == KR_EFFECT_VACCINATION &&
			kr_card_targets(s, seat, f->v[PLAYED], kr_listened(s)) == 0);
	if (none)
		kr_card_done(s);
	else
		ap_ask(s, AP_SEAT(seat));
}

static void list_politicians(unsigned verb, uint32_t set, ap_list *out)
{
	for (; set; set &= set - 1)
		ap_add(out, ap_act(verb, (unsigned)__builtin_ctz(set), 0));
}

void kr_choice_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	int card = ap_peek(s)->v[PLAYED];
	switch (effect(s)) {
	case KR_EFFECT_MISDIAGNOSIS:
		for (unsigned m = MINUS; m <= PLUS; m++)
			ap_add(out, ap_act(V_DIAGNOSE, m, 0));
		break;
	case KR_EFFECT_POWER_GAME:
		for (unsigned verb = V_KEEP; verb <= V_REROLL; verb++)
			ap_add(out, ap_act(verb, 0, 0));
		break;
	case KR_EFFECT_GLASNOST:
		ap_add(out, ap_act(V_NOTHING, 0, 0));
		list_politicians(V_ADD, glasnost_open_to(s, seat), out);
		break;
	default:
		ap_add(out, ap_act(V_NOTHING, 0, 0));
		list_politicians(V_TARGET, kr_card_targets(s, seat, card, kr_listened(s)), out);
	}
}

uint16_t kr_choice_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	int card = ap_peek(s)->v[PLAYED];
	unsigned verb = ap_verb_of(a);
	bool fits;
	switch (effect(s)) {
	case KR_EFFECT_MISDIAGNOSIS:
		fits = verb == V_DIAGNOSE;
		break;
	case KR_EFFECT_POWER_GAME:
		fits = verb >= V_KEEP && verb <= V_REROLL;
		break;
	case KR_EFFECT_GLASNOST:
		fits = verb == V_NOTHING ||
			(verb == V_ADD && (glasnost_open_to(s, seat) & kr_bit((int)ap_x(a))));
		break;
	default:
		fits = verb == V_NOTHING ||
			(verb == V_TARGET &&
				(kr_card_targets(s, seat, card, kr_listened(s)) & kr_bit((int)ap_x(a))));
	}
	return fits ? 0 : (uint16_t)kr_card_clause(card);
}

void kr_choice_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	if (ap_verb_of(a) == V_NOTHING) {
		kr_card_done(s);
		return;
	}
	switch (effect(s)) {
	case KR_EFFECT_MISDIAGNOSIS:
		ap_top(s)->v[TARGET] = (int16_t)ap_x(a);
		ap_tell(ev, EV_DIAGNOSIS, KR_IC_10, (int16_t)seat, (int16_t)ap_x(a));
		ap_goto(s, CARD_DIE);
		break;
	case KR_EFFECT_POWER_GAME:
		choose_power_game(s, ap_verb_of(a), ev);
		break;
	case KR_EFFECT_GLASNOST:
		add_glasnost(s, seat, (int)ap_x(a), ev);
		break;
	default:
		kr_card_effect(s, (int)ap_x(a), ev);
	}
}

/* intrigue_stories.c: the cards that ask or roll more than once: assassination (4), misdiagnosis
 * (10), revelations (17), power game (23), glasnost (24), vaccination (34). */
#include "chapters.h"

static int effect(const kr_state *s)
{
	return kr_intrigues[kr_card_peek(s)->card].effect;
}

kr_politician_set kr_controlled_by(const kr_state *s, int seat)
{
	assert(kr_is_seat(s, seat));
	assert(!s->unsettled);
	return (kr_politician_set)ap_equal_bytes(s->master, KR_POLITICIANS, (uint8_t)seat) &
		kr_all_on_board(s);
}

/* ---- Card 4 ---------------------------------------------------------------------------------- */

/* A die that misses his purge number by one gives two crosses, by two gives one. */
int kr_crosses_after_attempt(const kr_state *s, int victim, int die)
{
	assert(kr_is_politician(victim) && die >= 1 && die <= KR_FACES);
	int missed = kr_purge_number(s->place[victim]) - die;
	int more = missed <= 0 ? KR_DEADLY_CROSSES : missed == 1 ? 2 : missed == 2 ? 1 : 0;
	int crosses = kr_crosses(s, victim) + more;
	return crosses < KR_DEADLY_CROSSES ? crosses : KR_DEADLY_CROSSES;
}

static void attempt_rolled(kr_state *s, int die, ap_events *ev)
{
	int victim = kr_card_peek(s)->target, crosses = kr_crosses_after_attempt(s, victim, die);
	kr_goto(s, KR_STEP_ACCUSE);
	if (crosses == KR_DEADLY_CROSSES) {
		kr_dies(s, victim, KR_IC_4, ev);
	} else if (crosses != kr_crosses(s, victim)) {
		kr_set_crosses(s, victim, crosses);
		kr_tell_health_change(ev, KR_IC_4, KR_POLITICIAN(victim), crosses);
	} else {
		kr_tell_attempt_fails(ev, KR_IC_4, KR_POLITICIAN(victim));
	}
}

void kr_accuse_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int seat = kr_card_peek(s)->faction;
	(void)ev;
	if (seat == KR_NONE)
		kr_card_done(s);
	else
		ap_ask(s, AP_SEAT(seat));
}

void kr_accuse_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (kr_on_board(s, p))
			ap_add(out, ap_act(KR_VERB_ACCUSE, (unsigned)p, 0));
}

uint16_t kr_accuse_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool fits = ap_verb_of(a) == KR_VERB_NOTHING ||
		(ap_verb_of(a) == KR_VERB_ACCUSE && kr_on_board(state, (int)ap_x(a)));
	return fits ? 0 : KR_IC_4;
}

void kr_accuse_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	if (ap_verb_of(a) == KR_VERB_NOTHING) {
		kr_tell_accuses_nobody(ev, KR_IC_4, KR_FACTION(seat));
		kr_card_done(s);
		return;
	}
	kr_tell_accuses(ev, KR_IC_4, KR_FACTION(seat), KR_POLITICIAN(ap_x(a)));
	kr_card_top(s)->target = (uint8_t)ap_x(a);
	kr_goto(s, KR_STEP_CHARGE_DIE);
}

int kr_charge_needs(void)
{
	return kr_intrigues[KR_INTRIGUE_ASSASSINATION].amount;
}

void kr_charge_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int accused = kr_card_peek(s)->target, die = (int)ap_x(a);
	(void)seat;
	kr_goto(s, KR_STEP_CARD_END);
	if (die < kr_charge_needs()) {
		kr_tell_charge_fails(ev, KR_IC_4, KR_POLITICIAN(accused), die, kr_charge_needs());
		return;
	}
	kr_tell_charged(ev, KR_IC_4, KR_POLITICIAN(accused), die, kr_charge_needs());
	kr_call_trial(s, accused, KR_NONE, false);
	kr_listen(s, accused);
}

/* ---- Card 17 --------------------------------------------------------------------------------- */

int kr_reveal_asked(const kr_state *s, const kr_card_frame *f)
{
	int head = s->holder[KR_PLACE_KGB],
		controller = head == KR_NONE ? KR_NONE : kr_controller(s, head);
	return controller == KR_NONE ? f->player : controller;
}

void kr_reveal_name_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(kr_reveal_asked(state, kr_card_peek(state))));
}

void kr_reveal_name_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (kr_on_board(state, p))
			ap_add(out, ap_act(KR_VERB_TARGET, (unsigned)p, 0));
}

uint16_t kr_reveal_name_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool fits = ap_verb_of(a) == KR_VERB_TARGET && kr_on_board(state, (int)ap_x(a));
	return fits ? 0 : KR_IC_17;
}

void kr_reveal_name_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_tell_masks_off(ev, KR_IC_17, KR_FACTION(seat), KR_POLITICIAN(ap_x(a)));
	kr_card_top(s)->target = (uint8_t)ap_x(a);
	kr_goto(s, KR_STEP_UNMASK);
}

static void declare(kr_state *s, int seat, int p, int points, int clause, ap_events *ev)
{
	kr_put_on_card(s, seat, p, points);
	kr_tell_declares(ev, clause, KR_FACTION(seat), KR_POLITICIAN(p), points, s->declared[seat][p]);
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

/* First every seat shows its number, one after another; then all points are declared at the same
 * time. */
void kr_unmask_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const kr_card_frame *f = kr_card_peek(s);
	if (f->seats_shown < s->head.players) {
		ap_ask(s, AP_SEAT(AP_CHANCE));
		return;
	}
	declare_all_on(s, f->target, ev);
	kr_goto(s, KR_STEP_CARD_END);
	kr_settle_ties(s);
}

void kr_unmask_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	(void)seat;
	kr_show_recorded(s, KR_IC_17, (int)ap_x(a), ev);
	kr_card_top(s)->seats_shown++;
}

/* ---- Card 23 --------------------------------------------------------------------------------- */

static ap_seats other_factions(const kr_state *s)
{
	const kr_card_frame *f = kr_card_peek(s);
	ap_seats others = kr_all_seats(s) & (ap_seats)~AP_SEAT(f->player);
	return f->faction == KR_NONE ? others : others & (ap_seats)~AP_SEAT(f->faction);
}

void kr_card_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (ap_seats set = other_factions(state); set; set &= (ap_seats)(set - 1))
		ap_add(out, ap_act(KR_VERB_LOT, (unsigned)ap_first_seat(set), 0));
}

uint16_t kr_card_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool fits = ap_verb_of(a) == KR_VERB_LOT && (other_factions(state) & AP_SEAT(ap_x(a)));
	return fits ? 0 : KR_IC_23;
}

static void force(kr_state *s, ap_events *ev)
{
	const kr_card_frame *f = kr_card_peek(s);
	kr_tell_power_game(ev, KR_IC_23, KR_FACTION(f->faction), f->due);
	kr_goto(s, KR_STEP_FORCED);
}

void kr_card_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_card_frame *f = kr_card_top(s);
	(void)seat;
	f->faction = (uint8_t)ap_x(a);
	kr_tell_lot_picks(ev, KR_IC_23, KR_INTRIGUE(f->card), KR_FACTION(f->faction));
	if (f->changed)
		force(s, ev);
	else
		kr_goto(s, KR_STEP_CARD_DIE);
}

static void power_game_rolled(kr_state *s, int die, ap_events *ev)
{
	kr_card_frame *f = kr_card_top(s);
	f->due = (uint8_t)die;
	if (f->changed)
		force(s, ev);
	else
		kr_goto(s, KR_STEP_CARD_CHOICE);
}

static void choose_power_game(kr_state *s, unsigned verb, ap_events *ev)
{
	kr_card_frame *f = kr_card_top(s);
	if (verb == KR_VERB_KEEP) {
		force(s, ev);
		return;
	}
	f->changed = 1;
	if (verb == KR_VERB_OTHER) {
		kr_tell_picks_again(ev, KR_IC_23, KR_FACTION(f->player));
		kr_goto(s, KR_STEP_CARD_LOT);
	} else {
		kr_tell_rolls_again(ev, KR_IC_23, KR_FACTION(f->player));
		f->due = 0;
		kr_goto(s, KR_STEP_CARD_DIE);
	}
}

int kr_forced_points(const kr_state *s, int seat)
{
	assert(kr_is_seat(s, seat));
	int points = 0;
	for (kr_politician_set set = kr_controlled_by(s, seat); set; set &= set - 1)
		points += kr_undeclared(s, seat, __builtin_ctz(set));
	return points;
}

void kr_forced_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (s->unsettled)
		kr_settle_ties(s);
	else if (kr_card_peek(s)->due == 0)
		kr_card_done(s);
	else
		ap_ask(s, AP_SEAT(kr_card_peek(s)->faction));
}

static uint16_t forced_forbidden(const kr_state *s, int seat, int p, int points)
{
	int due = kr_card_peek(s)->due;
	bool fits = points >= 1 && points <= due && kr_on_board(s, p) && kr_controller(s, p) == seat &&
		points <= kr_undeclared(s, seat, p) && kr_forced_points(s, seat) >= due;
	return fits ? 0 : KR_IC_23;
}

void kr_forced_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	int due = kr_card_peek(s)->due;
	if (kr_forced_points(s, seat) < due) {
		ap_add(out, ap_act(KR_VERB_CANNOT, 0, 0));
		return;
	}
	for (kr_politician_set set = kr_controlled_by(s, seat); set; set &= set - 1) {
		int p = __builtin_ctz(set);
		for (int n = 1; n <= kr_undeclared(s, seat, p) && n <= due; n++)
			ap_add(out, ap_act(KR_VERB_DECLARE, (unsigned)p, (unsigned)n));
	}
}

uint16_t kr_forced_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	if (ap_verb_of(a) == KR_VERB_CANNOT)
		return kr_forced_points(s, seat) < kr_card_peek(s)->due ? 0 : KR_IC_23;
	return ap_verb_of(a) == KR_VERB_DECLARE ? forced_forbidden(s, seat, (int)ap_x(a), (int)ap_y(a))
											: KR_IC_23;
}

void kr_forced_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = (int)ap_x(a), points = (int)ap_y(a);
	if (ap_verb_of(a) == KR_VERB_CANNOT) {
		kr_tell_cannot(ev, KR_IC_23, KR_FACTION(seat));
		kr_card_top(s)->due = 0;
		return;
	}
	declare(s, seat, p, points, KR_IC_23, ev);
	kr_new_totals(s, p, AP_SEAT(seat));
	kr_card_top(s)->due = (uint8_t)(kr_card_peek(s)->due - points);
}

/* ---- Card 24 --------------------------------------------------------------------------------- */

int kr_votes_of(const kr_state *s, int seat)
{
	assert(kr_is_seat(s, seat));
	int votes = 0;
	for (int post = 0; post < KR_POSTS; post++)
		votes += kr_active(s, post) && kr_controller(s, s->holder[post]) == seat;
	return votes;
}

int kr_glasnost_needs(int votes)
{
	assert(votes >= 0 && votes <= KR_POSTS);
	return kr_intrigues[KR_INTRIGUE_GLASNOST].amount - votes;
}

static void lose_points(kr_state *s, int seat, ap_events *ev)
{
	for (kr_politician_set set = kr_controlled_by(s, seat); set; set &= set - 1) {
		int p = __builtin_ctz(set);
		s->declared[seat][p]--;
		kr_tell_point_lost(ev, KR_IC_24, KR_FACTION(seat), KR_POLITICIAN(p));
		kr_new_totals(s, p, AP_SEAT(seat));
	}
}

static void glasnost_rolled(kr_state *s, int die, ap_events *ev)
{
	int seat = kr_card_peek(s)->player, votes = kr_votes_of(s, seat), sum = die + votes;
	if (die >= kr_glasnost_needs(votes)) {
		kr_tell_glasnost(ev, KR_IC_24, KR_FACTION(seat), sum);
		kr_goto(s, KR_STEP_CARD_CHOICE);
		return;
	}
	kr_tell_glasnost_fails(ev, KR_IC_24, KR_FACTION(seat), sum);
	kr_goto(s, KR_STEP_CARD_END);
	lose_points(s, seat, ev);
	kr_settle_ties(s);
}

static kr_politician_set glasnost_open_to(const kr_state *s, int seat)
{
	return kr_controlled_by(s, seat) & ~kr_card_peek(s)->given;
}

static void add_by_glasnost(kr_state *s, int seat, int p, ap_events *ev)
{
	kr_add_point(s, seat, p, KR_IC_24, ev);
	kr_card_top(s)->given |= kr_bit(p);
	kr_settle_ties(s);
}

/* ---- What the player of a card decides ------------------------------------------------------- */

int kr_diagnosis_value(int diagnosis)
{
	assert(diagnosis >= KR_DIAGNOSIS_MINUS && diagnosis <= KR_DIAGNOSIS_PLUS);
	return (diagnosis - KR_DIAGNOSIS_NONE) * kr_intrigues[KR_INTRIGUE_MISDIAGNOSIS].amount;
}

/* The new roll replaces the one that all listen to. */
static void misdiagnosis_rolled(kr_state *s, int die, ap_events *ev)
{
	kr_health_frame *f = kr_health_frame_of((ap_frame *)kr_listened(s));
	f->die = (uint8_t)die;
	f->change = (int8_t)kr_diagnosis_value(kr_card_peek(s)->diagnosis);
	kr_tell_fallen(s, f, KR_IC_10, ev);
	kr_card_done(s);
}

int kr_card_needs(const kr_state *s)
{
	const kr_card_frame *f = kr_card_peek(s);
	switch (effect(s)) {
	case KR_EFFECT_ASSASSINATION:
		return kr_purge_number(s->place[f->target]);
	case KR_EFFECT_VISIT:
		return kr_visit_needs(s, f->card, f->target);
	case KR_EFFECT_GLASNOST:
		return kr_glasnost_needs(kr_votes_of(s, f->player));
	default:
		return 0;
	}
}

void kr_card_rolled(kr_state *s, int die, ap_events *ev)
{
	switch (effect(s)) {
	case KR_EFFECT_ASSASSINATION:
		attempt_rolled(s, die, ev);
		break;
	case KR_EFFECT_VISIT:
		kr_visit_rolled(s, die, ev);
		break;
	case KR_EFFECT_MISDIAGNOSIS:
		misdiagnosis_rolled(s, die, ev);
		break;
	case KR_EFFECT_POWER_GAME:
		power_game_rolled(s, die, ev);
		break;
	default:
		assert(effect(s) == KR_EFFECT_GLASNOST);
		glasnost_rolled(s, die, ev);
	}
}

void kr_choice_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const kr_card_frame *f = kr_card_peek(s);
	int seat = f->player;
	(void)ev;
	bool none = (effect(s) == KR_EFFECT_GLASNOST && glasnost_open_to(s, seat) == 0) ||
		(effect(s) == KR_EFFECT_VACCINATION && kr_card_targets(s, seat, f->card) == 0);
	if (none)
		kr_card_done(s);
	else
		ap_ask(s, AP_SEAT(seat));
}

static void list_politicians(unsigned verb, kr_politician_set set, ap_list *out)
{
	for (; set; set &= set - 1)
		ap_add(out, ap_act(verb, (unsigned)__builtin_ctz(set), 0));
}

void kr_choice_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	int card = kr_card_peek(s)->card;
	switch (effect(s)) {
	case KR_EFFECT_MISDIAGNOSIS:
		for (unsigned m = KR_DIAGNOSIS_MINUS; m <= KR_DIAGNOSIS_PLUS; m++)
			ap_add(out, ap_act(KR_VERB_DIAGNOSE, m, 0));
		break;
	case KR_EFFECT_POWER_GAME:
		for (unsigned verb = KR_VERB_KEEP; verb <= KR_VERB_REROLL; verb++)
			ap_add(out, ap_act(verb, 0, 0));
		break;
	case KR_EFFECT_GLASNOST:
		ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
		list_politicians(KR_VERB_ADD, glasnost_open_to(s, seat), out);
		break;
	default:
		ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
		list_politicians(KR_VERB_TARGET, kr_card_targets(s, seat, card), out);
	}
}

uint16_t kr_choice_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	int card = kr_card_peek(s)->card;
	unsigned verb = ap_verb_of(a);
	bool fits;
	switch (effect(s)) {
	case KR_EFFECT_MISDIAGNOSIS:
		fits = verb == KR_VERB_DIAGNOSE;
		break;
	case KR_EFFECT_POWER_GAME:
		fits = verb >= KR_VERB_KEEP && verb <= KR_VERB_REROLL;
		break;
	case KR_EFFECT_GLASNOST:
		fits = verb == KR_VERB_NOTHING ||
			(verb == KR_VERB_ADD && (glasnost_open_to(s, seat) & kr_bit((int)ap_x(a))));
		break;
	default:
		fits = verb == KR_VERB_NOTHING ||
			(verb == KR_VERB_TARGET && (kr_card_targets(s, seat, card) & kr_bit((int)ap_x(a))));
	}
	return fits ? 0 : (uint16_t)kr_card_clause(card);
}

void kr_choice_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	if (ap_verb_of(a) == KR_VERB_NOTHING) {
		kr_card_done(s);
		return;
	}
	switch (effect(s)) {
	case KR_EFFECT_MISDIAGNOSIS:
		kr_card_top(s)->diagnosis = (uint8_t)ap_x(a);
		kr_tell_diagnosis(ev, KR_IC_10, KR_FACTION(seat), KR_DIAGNOSIS(ap_x(a)));
		kr_goto(s, KR_STEP_CARD_DIE);
		break;
	case KR_EFFECT_POWER_GAME:
		choose_power_game(s, ap_verb_of(a), ev);
		break;
	case KR_EFFECT_GLASNOST:
		add_by_glasnost(s, seat, (int)ap_x(a), ev);
		break;
	default:
		kr_card_effect(s, (int)ap_x(a), ev);
	}
}

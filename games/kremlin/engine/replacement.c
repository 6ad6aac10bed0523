/* replacement.c: phase 6 from card 20's demand to the chief's new order of posts, KR-6; the
 * protections of cards 3, 28, 30, 32. */
#include "chapters.h"

/* ---- Protections ----------------------------------------------------------------------------- */

static const uint8_t protection_cards[PROTECTIONS] = {
	KR_INTRIGUE_OIL_FIELD, KR_INTRIGUE_AIRLINER, KR_INTRIGUE_SPACE_SUCCESS, KR_INTRIGUE_MEDALS};

bool kr_guarded(const kr_state *s, int p)
{
	for (int i = 0; i < PROTECTIONS; i++)
		if (s->guarded[i] == p)
			return true;
	return false;
}

int kr_guard_clause(const kr_state *s, int p)
{
	int i = 0;
	while (s->guarded[i] != p)
		i++;
	return kr_card_clause(protection_cards[i]);
}

void kr_end_protections(kr_state *s, int p, ap_events *ev)
{
	for (int i = 0; i < PROTECTIONS; i++) {
		int man = s->guarded[i];
		if (man == NONE || (p != NONE && p != man))
			continue;
		s->guarded[i] = NONE;
		kr_card_to(s, protection_cards[i], DISCARDS);
		ap_tell(ev, EV_PROTECTION_ENDS, kr_card_clause(protection_cards[i]), (int16_t)man);
	}
}

static int chief_seat(const kr_state *s)
{
	return kr_controller(s, s->holder[CHIEF]);
}

/* The chief needs another's leave to touch this man. */
bool kr_needs_leave(const kr_state *s, int p)
{
	return kr_guarded(s, p) && kr_controller(s, p) != chief_seat(s);
}

static bool untouchable(const kr_state *s, int p)
{
	return kr_needs_leave(s, p) && kr_controller(s, p) == NONE;
}

/* ---- The phase begins ------------------------------------------------------------------------ */

static void begin_shift(kr_state *s)
{
	memcpy(s->order, s->holder, sizeof s->order);
	s->moved = 0;
	ap_goto(s, SHIFT);
}

static void leave_shift(kr_state *s)
{
	memset(s->order, NONE, sizeof s->order);
	kr_begin_promotions(s, CHIEF);
}

void kr_replacement_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (kr_chief_may_be_fetched(s))
		return;
	kr_clear_locals(s);
	if (!kr_active(s, CHIEF))
		kr_begin_promotions(s, CHIEF);
	else if (s->chief_blackmail[CB_AUTHOR] != NONE)
		ap_goto(s, DEMAND);
	else
		begin_shift(s);
}

/* ---- Card 20: a demand ----------------------------------------------------------------------- */

static bool blackmail_holds(const kr_state *s)
{
	return s->chief_blackmail[CB_AUTHOR] != NONE && kr_active(s, CHIEF) &&
		!kr_too_old(s, s->holder[CHIEF]);
}

void kr_demand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (blackmail_holds(s))
		ap_ask(s, AP_SEAT(s->chief_blackmail[CB_AUTHOR]));
	else
		begin_shift(s);
}

static bool same_level_posts(int from, int to)
{
	return from != to && from >= KGB && to >= KGB && from < POSTS && to < POSTS &&
		kr_level(from) == kr_level(to);
}

/* One man to another post of his level; whoever is there takes his. */
static uint16_t move_forbidden(const kr_state *s, int p, int post)
{
	if (!kr_member(s, p) || !same_level_posts(s->place[p], post))
		return KR_6;
	int other = s->holder[post];
	if (untouchable(s, p))
		return (uint16_t)kr_guard_clause(s, p);
	if (other != NONE && untouchable(s, other))
		return (uint16_t)kr_guard_clause(s, other);
	return 0;
}

uint16_t kr_demand_forbidden(const kr_state *s, ap_action a)
{
	int p = (int)ap_x(a), place = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case V_NOTHING:
		return 0;
	case V_MOVE:
		return move_forbidden(s, p, place);
	case V_PROMOTE:
		return kr_promote_forbidden(s, CHIEF, p, place);
	case V_DEMOTE:
		return kr_demote_forbidden(s, p, place);
	default:
		return KR_IC_20;
	}
}

void kr_demand_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_NOTHING, 0, 0));
	for (unsigned p = 0; p < POLITICIANS; p++)
		for (unsigned post = KGB; post < POSTS && kr_member(s, (int)p); post++)
			if (move_forbidden(s, (int)p, (int)post) == 0)
				ap_add(out, ap_act(V_MOVE, p, post));
	kr_promotions(s, CHIEF, out);
	kr_demotions(s, out);
}

uint16_t kr_demand_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return kr_demand_forbidden(state, a);
}

void kr_demand_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	bool nothing = ap_verb_of(a) == V_NOTHING;
	if (nothing)
		ap_tell(ev, EV_DEMANDS_NOTHING, KR_IC_20, (int16_t)seat);
	else
		ap_tell(ev, EV_DEMANDS, KR_IC_20, (int16_t)seat, (int16_t)ap_x(a), (int16_t)ap_y(a));
	kr_say(s, s->holder[CHIEF], a, DEMAND_STAND);
}

static void swap_posts(kr_state *s, int p, int post, ap_events *ev)
{
	int from = s->place[p], other = s->holder[post];
	kr_put(s, p, post, ev);
	ap_tell(ev, EV_SHIFTED, KR_6, (int16_t)p, (int16_t)post);
	if (other == NONE)
		return;
	kr_put(s, other, from, ev);
	ap_tell(ev, EV_SHIFTED, KR_6, (int16_t)other, (int16_t)from);
}

static void demand_over(kr_state *s)
{
	kr_clear_locals(s);
	s->moved = 0;
	if (kr_active(s, CHIEF))
		begin_shift(s);
	else
		leave_shift(s);
}

/* Whom the demand would cost his post, and who is protected by another: he who is named, then he
 * whose post is taken. NONE: nobody more than `f->v[MORE]` have been asked about. */
int kr_demand_asked(const kr_state *s, const ap_frame *f)
{
	ap_action a = kr_unpack(f->v[SAID]);
	bool moves = ap_verb_of(a) == V_MOVE;
	int man[2] = {NONE, moves ? s->holder[ap_y(a)] : NONE};
	if (moves || ap_verb_of(a) == V_DEMOTE)
		man[0] = (int)ap_x(a);
	for (int i = f->v[MORE]; i < 2; i++)
		if (man[i] != NONE && kr_needs_leave(s, man[i]))
			return man[i];
	return NONE;
}

/* Carried out if the chief is still blackmailed, and still can. The politicians touched may still
 * be touched by the chief. */
void kr_demand_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_action a = kr_unpack(ap_peek(s)->v[SAID]);
	(void)ev;
	ap_top(s)->v[MORE] = 0;
	if (!blackmail_holds(s) || kr_demand_forbidden(s, a) != 0 || ap_verb_of(a) == V_NOTHING)
		demand_over(s);
	else
		ap_goto(s, DEMAND_LEAVE);
}

static void carry_demand_out(kr_state *s, ap_action a, ap_events *ev)
{
	kr_carry_out(s, CHIEF, a, ev);
	s->demanded = (uint8_t)ap_x(a);
}

void kr_demand_leave_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_action a = kr_unpack(ap_peek(s)->v[SAID]);
	int man = kr_demand_asked(s, ap_peek(s));
	if (man != NONE) {
		ap_ask(s, AP_SEAT(kr_controller(s, man)));
		return;
	}
	if (ap_verb_of(a) == V_MOVE)
		swap_posts(s, (int)ap_x(a), (int)ap_y(a), ev);
	else
		carry_demand_out(s, a, ev);
	demand_over(s);
}

void kr_demand_leave_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int man = kr_demand_asked(s, f), clause = kr_guard_clause(s, man);
	bool allowed = ap_verb_of(a) == V_ALLOW;
	(void)seat;
	ap_tell(ev, allowed ? EV_LEAVE_GIVEN : EV_LEAVE_REFUSED, clause, (int16_t)man);
	if (allowed)
		f->v[MORE] = man == (int)ap_x(kr_unpack(f->v[SAID])) ? 1 : 2;
	else
		demand_over(s);
}

/* ---- The new order, KR-6 --------------------------------------------------------------------- */

static int post_in_order(const kr_state *s, int p)
{
	for (int post = KGB; post < POSTS; post++)
		if (s->order[post] == p)
			return post;
	return NONE;
}

static uint16_t shift_forbidden(const kr_state *s, int p, int post)
{
	int from = post_in_order(s, p), other = post < POSTS ? s->order[post] : NONE;
	if (from == NONE || !same_level_posts(from, post) || (s->moved & kr_bit(p)) ||
		(other != NONE && (s->moved & kr_bit(other))))
		return KR_6;
	if (untouchable(s, p))
		return (uint16_t)kr_guard_clause(s, p);
	return other != NONE && untouchable(s, other) ? (uint16_t)kr_guard_clause(s, other) : 0;
}

void kr_shift_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int chief = s->holder[CHIEF];
	if (!kr_active(s, CHIEF)) {
		leave_shift(s);
	} else if (kr_controller(s, chief) == NONE) {
		ap_tell(ev, EV_NO_WILL, KR_IN_2, (int16_t)chief);
		kr_announce(s, chief, SHIFT_STAND);
	} else {
		ap_ask(s, AP_SEAT(kr_controller(s, chief)));
	}
}

void kr_shift_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(V_NOTHING, 0, 0));
	for (unsigned p = 0; p < POLITICIANS; p++)
		for (unsigned post = KGB; post < POSTS && kr_member(s, (int)p); post++)
			if (shift_forbidden(s, (int)p, (int)post) == 0)
				ap_add(out, ap_act(V_MOVE, p, post));
}

uint16_t kr_shift_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == V_NOTHING)
		return 0;
	return ap_verb_of(a) == V_MOVE ? shift_forbidden(state, (int)ap_x(a), (int)ap_y(a)) : KR_6;
}

void kr_shift_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = (int)ap_x(a), post = (int)ap_y(a);
	(void)seat;
	if (ap_verb_of(a) == V_NOTHING) {
		bool same = memcmp(s->order, s->holder, sizeof s->order) == 0;
		ap_tell(ev, same ? EV_ORDER_KEPT : EV_ORDER, KR_6, (int16_t)s->holder[CHIEF]);
		kr_announce(s, s->holder[CHIEF], SHIFT_STAND);
		return;
	}
	int from = post_in_order(s, p);
	ap_tell(ev, EV_MOVED, KR_6, (int16_t)p, (int16_t)post);
	s->order[from] = s->order[post];
	s->order[post] = (uint8_t)p;
	s->moved |= kr_bit(p);
}

/* Whoever is still in the Politburo takes the post he was given. */
static void carry_order_out(kr_state *s, ap_events *ev)
{
	uint8_t order[POSTS];
	memcpy(order, s->order, sizeof order);
	for (int post = KGB; post < POSTS; post++) {
		int p = order[post];
		if (p == NONE || !kr_member(s, p) || s->place[p] == post)
			continue;
		kr_put(s, p, post, ev);
		ap_tell(ev, EV_SHIFTED, KR_6, (int16_t)p, (int16_t)post);
	}
	for (int post = KGB; post < POSTS; post++) /* kr_put() leaves what it has overwritten */
		s->holder[post] = NONE;
	for (int p = 0; p < POLITICIANS; p++)
		if (kr_member(s, p))
			s->holder[s->place[p]] = (uint8_t)p;
	kr_lapse_cards(s, ev);
}

/* The next protected man who would lose his post, from a post on; his post, or NONE. */
static int next_to_ask(const kr_state *s, int from)
{
	for (int post = from; post < POSTS; post++) {
		int p = s->holder[post];
		if (p != NONE && s->order[post] != p && post_in_order(s, p) != NONE && kr_needs_leave(s, p))
			return post;
	}
	return NONE;
}

void kr_shift_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	if (!kr_active(s, CHIEF)) {
		leave_shift(s);
	} else if (!kr_stands(s, s->holder[CHIEF], ev)) {
		begin_shift(s);
	} else {
		ap_top(s)->v[MORE] = KGB;
		ap_goto(s, SHIFT_LEAVE);
	}
}

int kr_shift_asked(const kr_state *s, const ap_frame *f)
{
	return next_to_ask(s, f->v[MORE]);
}

void kr_shift_leave_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int post = next_to_ask(s, f->v[MORE]);
	if (post == NONE) {
		carry_order_out(s, ev);
		leave_shift(s);
		return;
	}
	f->v[MORE] = (int16_t)post;
	int controller = kr_controller(s, s->holder[post]);
	if (controller != NONE) {
		ap_ask(s, AP_SEAT(controller));
		return;
	}
	ap_tell(ev, EV_LEAVE_REFUSED, kr_guard_clause(s, s->holder[post]), (int16_t)s->holder[post]);
	leave_shift(s);
}

void kr_leave_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(V_ALLOW, 0, 0));
	ap_add(out, ap_act(V_FORBID, 0, 0));
}

/* The protected man about whom his controller is asked. */
static int man_in_question(const kr_state *s)
{
	const ap_frame *f = ap_peek(s);
	return f->step == SHIFT_LEAVE ? s->holder[f->v[MORE]]
		: f->step == DEMAND_LEAVE ? kr_demand_asked(s, f)
								  : (int)ap_x(kr_unpack(f->v[SAID]));
}

uint16_t kr_leave_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool fits = ap_verb_of(a) == V_ALLOW || ap_verb_of(a) == V_FORBID;
	return fits ? 0 : (uint16_t)kr_guard_clause(state, man_in_question(state));
}

void kr_shift_leave_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int p = s->holder[f->v[MORE]], clause = kr_guard_clause(s, p);
	(void)seat;
	if (ap_verb_of(a) == V_ALLOW) {
		ap_tell(ev, EV_LEAVE_GIVEN, clause, (int16_t)p);
		f->v[MORE]++;
		return;
	}
	ap_tell(ev, EV_LEAVE_REFUSED, clause, (int16_t)p);
	leave_shift(s);
}

/* replacement.c: phase 6 from the demand of card 20 to the chief's new order of posts, KR-6;
 * also what the protections of cards 3, 28, 30 and 32 forbid. */
#include "chapters.h"

/* ---- Protections ----------------------------------------------------------------------------- */

bool kr_guarded(const kr_state *s, int p)
{
	assert(kr_is_politician(p));
	for (int i = 0; i < KR_PROTECTION_COUNT; i++)
		if (s->guarded[i] == p)
			return true;
	return false;
}

int kr_guard_clause(const kr_state *s, int p)
{
	int i = 0;
	assert(kr_guarded(s, p));
	while (s->guarded[i] != p)
		i++;
	return kr_card_clause(kr_protection_card(i));
}

void kr_end_protections(kr_state *s, int p, ap_events *ev)
{
	for (int i = 0; i < KR_PROTECTION_COUNT; i++) {
		int man = s->guarded[i], card = kr_protection_card(i);
		if (man == KR_NONE || (p != KR_NONE && p != man))
			continue;
		s->guarded[i] = KR_NONE;
		kr_card_to(s, card, KR_CARD_PLACE_DISCARDS);
		kr_tell_protection_ends(ev, kr_card_clause(card), KR_POLITICIAN(man));
	}
}

static int chief_seat(const kr_state *s)
{
	return kr_controller(s, s->holder[KR_PLACE_CHIEF]);
}

bool kr_needs_leave(const kr_state *s, int p)
{
	assert(kr_is_politician(p));
	return kr_guarded(s, p) && kr_controller(s, p) != chief_seat(s);
}

/* Returns whether a politician cannot be moved, because no seat can give leave. */
static bool is_untouchable(const kr_state *s, int p)
{
	return kr_needs_leave(s, p) && kr_controller(s, p) == KR_NONE;
}

/* ---- The phase begins ------------------------------------------------------------------------ */

void kr_begin_shift(kr_state *s)
{
	memcpy(s->order, s->holder, sizeof s->order);
	s->moved = 0;
	s->kept = 0;
	kr_enter(s, KR_STEP_SHIFT);
}

static void end_shift(kr_state *s)
{
	memset(s->order, KR_NONE, sizeof s->order);
	kr_begin_promotions(s);
}

void kr_replacement_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (kr_asks_to_fetch_chief(s))
		return;
	if (!kr_active(s, KR_PLACE_CHIEF))
		kr_begin_promotions(s);
	else if (s->chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR] != KR_NONE)
		kr_enter(s, KR_STEP_DEMAND);
	else
		kr_begin_shift(s);
}

/* ---- Card 20: a demand ----------------------------------------------------------------------- */

static bool blackmail_holds(const kr_state *s)
{
	return s->chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR] != KR_NONE &&
		kr_active(s, KR_PLACE_CHIEF) && !kr_too_old(s, s->holder[KR_PLACE_CHIEF]);
}

void kr_demand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (blackmail_holds(s))
		ap_ask(s, AP_SEAT(s->chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR]));
	else
		kr_begin_shift(s);
}

static bool same_level_posts(int from, int to)
{
	return from != to && from >= KR_PLACE_KGB && to >= KR_PLACE_KGB && from < KR_POSTS &&
		to < KR_POSTS && kr_level_of(from) == kr_level_of(to);
}

/* A politician may get another post of his level; the holder of that post takes his. */
static uint16_t move_forbidden(const kr_state *s, int p, int post)
{
	if (!kr_is_member(s, p) || !same_level_posts(s->place[p], post))
		return KR_6;
	int other = s->holder[post];
	if (is_untouchable(s, p))
		return (uint16_t)kr_guard_clause(s, p);
	if (other != KR_NONE && is_untouchable(s, other))
		return (uint16_t)kr_guard_clause(s, other);
	return 0;
}

uint16_t kr_demand_forbidden(const kr_state *s, ap_action a)
{
	int p = (int)ap_x(a), place = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case KR_VERB_NOTHING:
		return 0;
	case KR_VERB_MOVE:
		return move_forbidden(s, p, place);
	case KR_VERB_PROMOTE:
		return kr_promote_forbidden(s, KR_PLACE_CHIEF, p, place);
	case KR_VERB_DEMOTE:
		return kr_demote_forbidden(s, p, place);
	default:
		return KR_IC_20;
	}
}

void kr_demand_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
	for (unsigned p = 0; p < KR_POLITICIANS; p++)
		for (unsigned post = KR_PLACE_KGB; post < KR_POSTS && kr_is_member(s, (int)p); post++)
			if (move_forbidden(s, (int)p, (int)post) == 0)
				ap_add(out, ap_act(KR_VERB_MOVE, p, post));
	kr_promotions(s, KR_PLACE_CHIEF, out);
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
	if (ap_verb_of(a) == KR_VERB_NOTHING)
		kr_tell_demands_nothing(ev, KR_IC_20, KR_FACTION(seat));
	else
		kr_tell_demands(ev, KR_IC_20, KR_FACTION(seat), KR_POLITICIAN(ap_x(a)), KR_PLACE(ap_y(a)));
	kr_demand_top(s)->said = a;
	kr_announce(s, s->holder[KR_PLACE_CHIEF], KR_STEP_DEMAND_STAND);
}

static void shift_to(kr_state *s, int p, int post, ap_events *ev)
{
	kr_put(s, p, post, ev);
	kr_tell_shifted(ev, KR_6, KR_POLITICIAN(p), KR_PLACE(post));
	kr_tell_if_absent(s, p, ev);
}

static void swap_posts(kr_state *s, int p, int post, ap_events *ev)
{
	int from = s->place[p], other = s->holder[post];
	shift_to(s, p, post, ev);
	if (other != KR_NONE)
		shift_to(s, other, from, ev);
}

static void end_demand(kr_state *s)
{
	s->moved = 0;
	if (kr_active(s, KR_PLACE_CHIEF))
		kr_begin_shift(s);
	else
		end_shift(s);
}

/* A demand concerns the politician whom it names, then the one whose post he would take. */
int kr_demand_asked(const kr_state *s, const kr_demand_frame *f)
{
	bool moves = ap_verb_of(f->said) == KR_VERB_MOVE;
	int man[2] = {KR_NONE, moves ? s->holder[ap_y(f->said)] : KR_NONE};
	if (moves || ap_verb_of(f->said) == KR_VERB_DEMOTE)
		man[0] = (int)ap_x(f->said);
	for (int i = f->leave_asked; i < 2; i++)
		if (man[i] != KR_NONE && kr_needs_leave(s, man[i]))
			return man[i];
	return KR_NONE;
}

/* The demand is carried out if the chief is still blackmailed and the demand is still possible. */
void kr_demand_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_action a = kr_demand_peek(s)->said;
	(void)ev;
	if (!blackmail_holds(s) || kr_demand_forbidden(s, a) != 0 || ap_verb_of(a) == KR_VERB_NOTHING)
		end_demand(s);
	else
		kr_goto(s, KR_STEP_DEMAND_LEAVE);
}

void kr_demand_leave_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_action a = kr_demand_peek(s)->said;
	int man = kr_demand_asked(s, kr_demand_peek(s));
	if (man != KR_NONE) {
		ap_ask(s, AP_SEAT(kr_controller(s, man)));
		return;
	}
	if (ap_verb_of(a) == KR_VERB_MOVE) {
		swap_posts(s, (int)ap_x(a), (int)ap_y(a), ev);
	} else {
		kr_carry_out(s, KR_PLACE_CHIEF, a, ev);
		s->demanded = (uint8_t)ap_x(a);
	}
	end_demand(s);
}

void kr_tell_leave(const kr_state *s, int man, bool allowed, ap_events *ev)
{
	int clause = kr_guard_clause(s, man), seat = kr_controller(s, man);
	if (seat == KR_NONE)
		kr_tell_leave_lacking(ev, clause, KR_POLITICIAN(man));
	else if (allowed)
		kr_tell_leave_given(ev, clause, KR_POLITICIAN(man), KR_FACTION(seat));
	else
		kr_tell_leave_refused(ev, clause, KR_POLITICIAN(man), KR_FACTION(seat));
}

void kr_demand_leave_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_demand_frame *f = kr_demand_top(s);
	int man = kr_demand_asked(s, f);
	bool allowed = ap_verb_of(a) == KR_VERB_ALLOW;
	(void)seat;
	kr_tell_leave(s, man, allowed, ev);
	if (allowed)
		f->leave_asked = man == (int)ap_x(f->said) ? 1 : 2;
	else
		end_demand(s);
}

/* ---- The new order, KR-6 --------------------------------------------------------------------- */

/* Returns the post of a politician in the chief's new order; KR_NONE if he has none. */
static int post_in_order(const kr_state *s, int p)
{
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++)
		if (s->order[post] == p)
			return post;
	return KR_NONE;
}

static uint16_t shift_forbidden(const kr_state *s, int p, int post)
{
	int from = post_in_order(s, p), other = post < KR_POSTS ? s->order[post] : KR_NONE;
	if (from == KR_NONE || !same_level_posts(from, post) || (s->moved & kr_bit(p)) ||
		(other != KR_NONE && (s->moved & kr_bit(other))))
		return KR_6;
	if (is_untouchable(s, p))
		return (uint16_t)kr_guard_clause(s, p);
	return other != KR_NONE && is_untouchable(s, other) ? (uint16_t)kr_guard_clause(s, other) : 0;
}

bool kr_order_is_kept(const kr_state *s)
{
	return memcmp(s->order, s->holder, sizeof s->order) == 0;
}

/* Lets all listen to the chief's order. The frame is fetched first, because listening puts
 * another on top. */
static void announce_order(kr_state *s, int chief)
{
	kr_shift_frame *f = kr_shift_top(s);
	f->by = kr_announce(s, chief, KR_STEP_SHIFT_STAND);
}

void kr_shift_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int chief = s->holder[KR_PLACE_CHIEF];
	(void)ev;
	if (!kr_active(s, KR_PLACE_CHIEF)) {
		end_shift(s);
	} else if (kr_controller(s, chief) == KR_NONE) {
		s->kept = 1; /* promote_run() tells that he has no will */
		end_shift(s);
	} else {
		ap_ask(s, AP_SEAT(kr_controller(s, chief)));
	}
}

void kr_shift_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
	for (kr_politician_set b = kr_members(s) & ~s->moved; b; b &= b - 1) {
		int p = __builtin_ctz(b), from = post_in_order(s, p);
		for (unsigned post = KR_PLACE_KGB; post < KR_POSTS && from != KR_NONE; post++)
			if (same_level_posts(from, (int)post) && shift_forbidden(s, p, (int)post) == 0)
				ap_add(out, ap_act(KR_VERB_MOVE, (unsigned)p, post));
	}
}

uint16_t kr_shift_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	if (ap_verb_of(a) == KR_VERB_NOTHING)
		return 0;
	return ap_verb_of(a) == KR_VERB_MOVE ? shift_forbidden(state, (int)ap_x(a), (int)ap_y(a))
										 : KR_6;
}

/* Who keeps the order has changed nothing: all listen to that together with what he says next,
 * KR-DE-8. */
static void finish_order(kr_state *s, int chief, ap_events *ev)
{
	if (kr_order_is_kept(s)) {
		kr_tell_order_kept(ev, KR_6, KR_POLITICIAN(chief));
		s->kept = 1;
		end_shift(s);
	} else {
		kr_tell_order(ev, KR_6, KR_POLITICIAN(chief));
		announce_order(s, chief);
	}
}

void kr_shift_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = (int)ap_x(a), post = (int)ap_y(a), chief = s->holder[KR_PLACE_CHIEF];
	(void)seat;
	if (ap_verb_of(a) == KR_VERB_NOTHING) {
		finish_order(s, chief, ev);
		return;
	}
	int from = post_in_order(s, p);
	kr_tell_moved(ev, KR_6, KR_POLITICIAN(p), KR_PLACE(post));
	s->order[from] = s->order[post];
	s->order[post] = (uint8_t)p;
	s->moved |= kr_bit(p);
}

/* Everybody who is still in the Politburo takes the post that the order gives him. kr_put()
 * empties the post that a politician leaves even if another has just taken it, so all holders
 * are computed again. */
static void carry_order_out(kr_state *s, ap_events *ev)
{
	uint8_t order[KR_POSTS];
	memcpy(order, s->order, sizeof order);
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++) {
		int p = order[post];
		if (p != KR_NONE && kr_is_member(s, p) && s->place[p] != post)
			shift_to(s, p, post, ev);
	}
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++)
		s->holder[post] = KR_NONE;
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (kr_is_member(s, p))
			s->holder[s->place[p]] = (uint8_t)p;
	kr_lapse_cards(s, ev);
}

void kr_shift_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_shift_frame *f = kr_shift_top(s);
	if (!kr_active(s, KR_PLACE_CHIEF)) {
		end_shift(s);
	} else if (!kr_stands(s, s->holder[KR_PLACE_CHIEF], f->by, ev)) {
		kr_begin_shift(s);
	} else {
		f->leave_from = KR_PLACE_KGB;
		kr_goto(s, KR_STEP_SHIFT_LEAVE);
	}
}

/* Returns the posts that change hands together with this one: one exchange of places, or a chain
 * that ends in a vacancy. */
static unsigned posts_exchanged(const kr_state *s, int post)
{
	unsigned set = 1u << post, before = 0;
	while (set != before) {
		before = set;
		for (int from = KR_PLACE_KGB; from < KR_POSTS; from++) {
			int leaves = s->holder[from], comes = s->order[from];
			if (!(set >> from & 1))
				continue;
			if (leaves != KR_NONE && post_in_order(s, leaves) != KR_NONE)
				set |= 1u << post_in_order(s, leaves);
			if (comes != KR_NONE && kr_is_member(s, comes))
				set |= 1u << s->place[comes];
		}
	}
	return set;
}

unsigned kr_posts_at_stake(const kr_state *s, int man)
{
	assert(kr_is_member(s, man));
	bool all = s->head.option[KR_OPTION_LEAVE] == KR_LEAVE_ORDER;
	return all ? (1u << KR_POSTS) - 1 : posts_exchanged(s, s->place[man]);
}

/* KR-6: the protected politician keeps his post, and so does everybody with whom he would have
 * changed places. Returns whether the rest of the order stands. */
static bool stands_without(kr_state *s, int man, ap_events *ev)
{
	if (s->head.option[KR_OPTION_LEAVE] == KR_LEAVE_ORDER) {
		kr_tell_order_falls(ev, KR_6, KR_POLITICIAN(s->holder[KR_PLACE_CHIEF]));
		return false;
	}
	unsigned set = kr_posts_at_stake(s, man);
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++) {
		int p = s->holder[post];
		if (!(set >> post & 1))
			continue;
		s->order[post] = (uint8_t)p;
		if (p != KR_NONE && p != man)
			kr_tell_keeps_post(ev, KR_6, KR_POLITICIAN(p), KR_PLACE(post));
	}
	return true;
}

int kr_shift_asked(const kr_state *s, const kr_shift_frame *f)
{
	for (int post = f->leave_from; post < KR_POSTS; post++) {
		int p = s->holder[post];
		if (p != KR_NONE && s->order[post] != p && post_in_order(s, p) != KR_NONE &&
			kr_needs_leave(s, p))
			return post;
	}
	return KR_NONE;
}

void kr_shift_leave_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_shift_frame *f = kr_shift_top(s);
	int post = kr_shift_asked(s, f);
	if (post == KR_NONE) {
		carry_order_out(s, ev);
		end_shift(s);
		return;
	}
	int man = s->holder[post], controller = kr_controller(s, man);
	f->leave_from = (uint8_t)post;
	if (controller != KR_NONE) {
		ap_ask(s, AP_SEAT(controller));
		return;
	}
	kr_tell_leave(s, man, false, ev);
	if (!stands_without(s, man, ev))
		end_shift(s);
}

void kr_leave_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_ALLOW, 0, 0));
	ap_add(out, ap_act(KR_VERB_FORBID, 0, 0));
}

int kr_leave_asked_for(const kr_state *s, const ap_frame *f)
{
	switch (f->step) {
	case KR_STEP_SHIFT_LEAVE: {
		int post = kr_shift_asked(s, kr_shift_frame_in(f));
		return post == KR_NONE ? KR_NONE : s->holder[post];
	}
	case KR_STEP_DEMAND_LEAVE:
		return kr_demand_asked(s, kr_demand_frame_in(f));
	case KR_STEP_PROMOTE_LEAVE:
		return (int)ap_x(kr_promote_frame_in(f)->said);
	default:
		return KR_NONE;
	}
}

uint16_t kr_leave_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool fits = ap_verb_of(a) == KR_VERB_ALLOW || ap_verb_of(a) == KR_VERB_FORBID;
	int man = kr_leave_asked_for(state, ap_peek(state));
	return fits ? 0 : (uint16_t)kr_guard_clause(state, man);
}

void kr_shift_leave_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_shift_frame *f = kr_shift_top(s);
	int man = s->holder[f->leave_from];
	bool allowed = ap_verb_of(a) == KR_VERB_ALLOW;
	(void)seat;
	kr_tell_leave(s, man, allowed, ev);
	if (allowed)
		f->leave_from++;
	else if (!stands_without(s, man, ev))
		end_shift(s);
}

/* purge.c: phase 2, KR-2 and KR-2.1, and the cards that direct it: 14, 15, 18, 26, 27, 29, 31. */
#include "chapters.h"

/* KR-2.1 */
static const uint8_t purge_order[] = {
	KR_PLACE_KGB, KR_PLACE_IDEOLOGY, KR_PLACE_CHIEF, KR_PLACE_INDUSTRY};

/* ---- Cards that direct the purge ------------------------------------------------------------- */

/* With card 18 the first purge is the Ideology Chief's, and the phase continues after it. */
static bool is_defector(const kr_state *s)
{
	return s->imposed == KR_INTRIGUE_DEFECTOR;
}

int kr_stand_in_post(int card)
{
	assert(kr_is_card(card) && kr_intrigues[card].effect == KR_EFFECT_IMPOSED);
	switch (card) {
	case KR_INTRIGUE_DEFECTOR:
	case KR_INTRIGUE_WAR_CRITICS:
	case KR_INTRIGUE_CAR_EXPORTS:
	case KR_INTRIGUE_BOYCOTT:
		return KR_PLACE_CHIEF;
	default:
		return KR_PLACE_IDEOLOGY;
	}
}

int kr_imposed_target(const kr_state *s)
{
	if (s->stage == KR_STAGE_FREE)
		return KR_NONE;
	if (s->stage == KR_STAGE_STAND_IN_AGAIN)
		return s->holder[is_defector(s) ? KR_PLACE_IDEOLOGY : KR_PLACE_KGB];
	return s->holder[kr_card_post(s->imposed)];
}

static int active_holder(const kr_state *s, int post)
{
	return kr_active(s, post) ? s->holder[post] : KR_NONE;
}

int kr_purger(const kr_state *s)
{
	if (s->stage == KR_STAGE_IMPOSED && is_defector(s))
		return active_holder(s, KR_PLACE_IDEOLOGY);
	if (s->stage == KR_STAGE_STAND_IN || s->stage == KR_STAGE_STAND_IN_AGAIN)
		return active_holder(s, kr_stand_in_post(s->imposed));
	return kr_first_active(s, purge_order, AP_COUNT(purge_order));
}

/* Returns whether who purges now does so by KR-2.1, and not because a card lets him. */
static bool is_own_power(const kr_state *s)
{
	return s->stage == KR_STAGE_FREE || (s->stage == KR_STAGE_IMPOSED && !is_defector(s));
}

static void end_imposed(kr_state *s, ap_events *ev)
{
	kr_tell_imposed_over(ev, kr_card_clause(s->imposed), KR_INTRIGUE(s->imposed));
	if (!is_own_power(s))
		kr_purge_top(s)->purger = KR_NONE; /* who has the power now is told anew */
	s->imposed = KR_NONE;
	s->stage = KR_STAGE_FREE;
}

/* The purge of the card is over: the phase ends, except after card 18. */
static void end_imposed_phase(kr_state *s, ap_events *ev)
{
	bool goes_on = is_defector(s);
	end_imposed(s, ev);
	if (goes_on)
		kr_goto(s, KR_STEP_PURGE);
	else
		kr_end_phase(s);
}

/* No purge takes place at this stage, because `purger` declines or, if he is KR_NONE, there is
 * no purger. */
static void decline(kr_state *s, int purger, ap_events *ev)
{
	if (s->stage == KR_STAGE_FREE) {
		kr_end_phase(s);
		return;
	}
	int stand_in = s->holder[kr_stand_in_post(s->imposed)];
	if (s->stage == KR_STAGE_IMPOSED && stand_in != purger) {
		s->stage = KR_STAGE_STAND_IN;
		kr_goto(s, KR_STEP_PURGE);
	} else {
		end_imposed_phase(s, ev);
	}
}

/* ---- Who purges whom ------------------------------------------------------------------------- */

void kr_purge_open_run(void *state, ap_events *ev)
{
	(void)ev;
	kr_goto(state, KR_STEP_PURGE);
	kr_listen_for_cards(state, KR_NONE);
}

/* It is told once, when the power passes, and not before each purge. */
static void tell_power(const kr_state *s, int purger, ap_events *ev)
{
	int clause = is_own_power(s) ? KR_2_1 : kr_card_clause(s->imposed);
	if (purger != kr_purge_peek(s)->purger && purger != s->holder[KR_PLACE_KGB])
		kr_tell_power_passes(ev, clause, KR_POLITICIAN(purger), KR_PLACE(s->place[purger]));
}

/* The target of a card that directs the purge may have left his post. */
static bool nobody_purges(kr_state *s, int purger, ap_events *ev)
{
	bool has_target = kr_imposed_target(s) != KR_NONE;
	if (purger != KR_NONE && (s->stage == KR_STAGE_FREE || has_target))
		return false;
	if (s->stage == KR_STAGE_FREE) {
		kr_tell_nobody_active(ev, KR_2_1, KR_PHASE_PURGE);
		kr_end_phase(s);
	} else if (!has_target && s->stage == KR_STAGE_IMPOSED) {
		end_imposed(s, ev); /* nobody has purged yet */
		kr_goto(s, KR_STEP_PURGE);
	} else if (!has_target) {
		end_imposed_phase(s, ev);
	} else {
		decline(s, KR_NONE, ev);
	}
	return true;
}

void kr_purge_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_purge_frame *f = kr_purge_top(s);
	int purger = kr_purger(s);
	if (nobody_purges(s, purger, ev))
		return;
	tell_power(s, purger, ev);
	f->purger = (uint8_t)purger;
	if (kr_too_old(s, purger)) {
		kr_tell_too_old(ev, KR_RE_2, KR_POLITICIAN(purger));
		decline(s, purger, ev);
	} else if (kr_controller(s, purger) == KR_NONE) {
		kr_tell_no_will(ev, KR_IN_2, KR_POLITICIAN(purger));
		f->said = ap_act(KR_VERB_NOTHING, 0, 0);
		f->by = kr_announce(s, purger, KR_STEP_PURGE_STAND);
	} else {
		ap_ask(s, AP_SEAT(kr_controller(s, purger)));
	}
}

static uint16_t purge_forbidden(const kr_state *s, int purger, int victim)
{
	int imposed = kr_imposed_target(s);
	if (s->place[victim] > KR_PLACE_CANDIDATES)
		return KR_2;
	if (imposed != KR_NONE && imposed != victim)
		return (uint16_t)kr_card_clause(s->imposed);
	return kr_bars(s, purger, victim) ? KR_IC_19 : 0;
}

void kr_purge_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
	for (kr_politician_set b = kr_members(s) | kr_at(s, KR_PLACE_CANDIDATES); b; b &= b - 1)
		if (purge_forbidden(s, kr_purge_peek(s)->purger, __builtin_ctz(b)) == 0)
			ap_add(out, ap_act(KR_VERB_PURGE, (unsigned)__builtin_ctz(b), 0));
}

uint16_t kr_purge_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == KR_VERB_NOTHING)
		return 0;
	return ap_verb_of(a) == KR_VERB_PURGE
		? purge_forbidden(s, kr_purge_peek(s)->purger, (int)ap_x(a))
		: KR_2;
}

void kr_purge_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_purge_frame *f = kr_purge_top(s);
	(void)seat;
	if (ap_verb_of(a) == KR_VERB_PURGE)
		kr_tell_purge_announced(ev, KR_2, KR_POLITICIAN(f->purger), KR_POLITICIAN(ap_x(a)));
	else
		kr_tell_no_purge(ev, KR_2_1, KR_POLITICIAN(f->purger));
	f->said = a;
	f->by = kr_announce(s, f->purger, KR_STEP_PURGE_STAND);
}

/* ---- The roll -------------------------------------------------------------------------------- */

static bool can_still_be_carried_out(const kr_state *s, const kr_purge_frame *f)
{
	return ap_verb_of(f->said) == KR_VERB_PURGE &&
		purge_forbidden(s, f->purger, (int)ap_x(f->said)) == 0;
}

bool kr_purge_will_be_rolled(const kr_state *s, const kr_purge_frame *f)
{
	if (f->step == KR_STEP_PURGE_ROLL)
		return true;
	return f->step == KR_STEP_PURGE_STAND && !f->lapsed && f->purger == kr_purger(s) &&
		kr_controller(s, f->purger) == f->by && can_still_be_carried_out(s, f);
}

void kr_purge_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_purge_frame *f = kr_purge_top(s);
	bool lapsed = f->lapsed;
	f->lapsed = 0;
	kr_goto(s, KR_STEP_PURGE);
	if (lapsed || f->purger != kr_purger(s) || !kr_stands(s, f->purger, f->by, ev))
		return;
	if (ap_verb_of(f->said) == KR_VERB_NOTHING)
		decline(s, f->purger, ev);
	else if (can_still_be_carried_out(s, f))
		kr_goto(s, KR_STEP_PURGE_ROLL);
}

/* Protections may still be played: those count with the result. */
void kr_purge_roll_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_purge_frame *f = kr_purge_top(s);
	int victim = (int)ap_x(f->said), die = (int)ap_x(a);
	kr_purge_terms terms = kr_purge_terms_of(s, victim);
	(void)seat;
	kr_tell_purge_roll(
		ev, KR_2, KR_POLITICIAN(f->purger), KR_POLITICIAN(victim), die, terms.number, terms.needs);
	kr_tell_modifiers(&terms.modifiers, ev);
	f->margin = (int8_t)(die + terms.modifiers.sum - terms.number);
	f->counted = 0;
	for (int i = 0; i < KR_PROTECTION_COUNT; i++)
		f->counted |= (uint8_t)((s->guarded[i] == victim) << i);
	kr_goto(s, KR_STEP_PURGE_RESULT);
	kr_listen_for_cards(s, f->purger);
}

static bool can_purge_on(const kr_state *s, int purger, ap_events *ev)
{
	if (kr_on_board(s, purger) && kr_too_old(s, purger))
		kr_tell_too_old(ev, KR_RE_2, KR_POLITICIAN(purger));
	return kr_is_member(s, purger) && kr_active(s, s->place[purger]) && !kr_too_old(s, purger);
}

/* KR-2.1: the purge power is still the purger's, or passes if he is inactive or gone. Who has
 * purged himself has ended the phase. */
static void go_on(kr_state *s, int purger, int victim)
{
	if (purger == victim)
		kr_end_phase(s);
	else
		kr_goto(s, KR_STEP_PURGE);
}

/* The phase continues with the next purge if one is allowed. */
static void after_success(kr_state *s, int purger, int victim, ap_events *ev)
{
	if (s->stage == KR_STAGE_STAND_IN && can_purge_on(s, purger, ev)) {
		s->stage = KR_STAGE_STAND_IN_AGAIN;
		kr_goto(s, KR_STEP_PURGE);
	} else if (s->stage == KR_STAGE_STAND_IN || s->stage == KR_STAGE_STAND_IN_AGAIN) {
		end_imposed_phase(s, ev);
	} else if (s->stage == KR_STAGE_IMPOSED) {
		bool own_power = !is_defector(s);
		end_imposed(s, ev);
		if (own_power)
			go_on(s, purger, victim);
		else
			kr_goto(s, KR_STEP_PURGE);
	} else {
		go_on(s, purger, victim);
	}
}

static void after_failure(kr_state *s, ap_events *ev)
{
	if (s->stage == KR_STAGE_FREE) {
		kr_end_phase(s);
	} else if (s->stage == KR_STAGE_IMPOSED && !is_defector(s)) {
		end_imposed(s, ev);
		kr_end_phase(s);
	} else {
		end_imposed_phase(s, ev);
	}
}

int kr_purge_margin(const kr_state *s, const kr_purge_frame *f)
{
	assert(f->step == KR_STEP_PURGE_RESULT);
	return f->margin + kr_protections_of(s, (int)ap_x(f->said), f->counted).sum;
}

/* The die has fallen: it counts wherever the victim is now. */
void kr_purge_result_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const kr_purge_frame *f = kr_purge_peek(s);
	int purger = f->purger, victim = (int)ap_x(f->said);
	kr_modifiers protections = kr_protections_of(s, victim, f->counted);
	bool success = kr_purge_margin(s, f) >= 0;
	bool pays = kr_on_board(s, purger);
	kr_tell_modifiers(&protections, ev);
	if (!success)
		kr_tell_purge_fails(ev, KR_2, KR_POLITICIAN(purger), KR_POLITICIAN(victim));
	else if (kr_on_board(s, victim))
		kr_to_siberia(s, victim, KR_2, ev);
	if (pays)
		kr_stress(s, purger, success ? KR_PURGE_COST : KR_FAILED_PURGE_COST, KR_2, ev);
	if (success)
		after_success(s, purger, victim, ev);
	else
		after_failure(s, ev);
}

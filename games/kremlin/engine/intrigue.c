/* intrigue.c: when an Intrigue card may be announced, at whom it may be aimed, and the steps that
 * all cards share: KR-AD-4 and the conditions of KR-IC-1 to KR-IC-34. What they do is in
 * intrigue_effects.c. */
#include "chapters.h"

static int effect_of(int card)
{
	return kr_intrigues[card].effect;
}

/* ---- When ------------------------------------------------------------------------------------ */

static bool at(const ap_frame *now, int step)
{
	return now && now->step == step;
}

/* A purge, trial or "?" that another faction's politician has just announced. */
static bool can_be_blackmailed(const kr_state *s, int seat, const ap_frame *now)
{
	if (!at(now, PURGE_STAND) && !at(now, SPY_STAND))
		return false;
	ap_action said = kr_unpack(now->v[SAID]);
	unsigned verb = ap_verb_of(said);
	bool hostile = verb == V_PURGE || verb == V_TRIAL || verb == V_INVESTIGATE;
	int controller = kr_controller(s, now->v[ACTING]);
	if (!hostile || controller == NONE || controller == seat || s->lapsed)
		return false;
	/* Another card may have killed either since. */
	return kr_on_board(s, now->v[ACTING]) && kr_on_board(s, (int)ap_x(said));
}

static bool trial_is_opening(const kr_state *s, const ap_frame *now)
{
	if (s->alibi)
		return false;
	return at(now, TRIAL) || (at(now, SPY_STAND) && ap_verb_of(kr_unpack(now->v[SAID])) == V_TRIAL);
}

static bool in_health_phase(const ap_frame *now)
{
	return at(now, HEALTH) || at(now, HEALTH_RESULT);
}

static bool controls_chief(const kr_state *s, int seat)
{
	return s->holder[CHIEF] != NONE && kr_controller(s, s->holder[CHIEF]) == seat;
}

static bool chief_is_anothers(const kr_state *s, int seat)
{
	int chief = s->holder[CHIEF];
	return chief != NONE && kr_controller(s, chief) != NONE && kr_controller(s, chief) != seat;
}

static bool right_moment(const kr_state *s, int seat, int card, const ap_frame *now)
{
	int post = kr_card_post(card);
	switch (effect_of(card)) {
	case KR_EFFECT_FEVER:
		return at(now, HEALTH) && s->fever == 0;
	case KR_EFFECT_PROTECTION:
	case KR_EFFECT_FALL:
		return s->holder[post] != NONE;
	case KR_EFFECT_ALIBI:
		return trial_is_opening(s, now);
	case KR_EFFECT_MISDIAGNOSIS:
		return at(now, HEALTH_RESULT) && s->holder[now->v[ACTING]] != NONE;
	case KR_EFFECT_IMPOSED:
		return at(now, PURGE) && s->imposed == NONE && s->holder[post] != NONE;
	case KR_EFFECT_BLACKMAIL:
		return can_be_blackmailed(s, seat, now);
	case KR_EFFECT_CHIEF_BLACKMAIL:
		return chief_is_anothers(s, seat);
	case KR_EFFECT_PRAVDA:
		return s->holder[post] != NONE && s->pravda[PRAVDA_MAN] == NONE &&
			kr_politicians[s->holder[post]].strength + KGB == IDEOLOGY &&
			kr_controller(s, s->holder[post]) != NONE;
	case KR_EFFECT_GLASNOST:
		return controls_chief(s, seat);
	case KR_EFFECT_VACCINATION:
		return in_health_phase(now);
	default:
		return true;
	}
}

/* ---- At whom --------------------------------------------------------------------------------- */

bool kr_card_has_target(int card)
{
	switch (effect_of(card)) {
	case KR_EFFECT_ASSASSINATION:
	case KR_EFFECT_OUTING:
	case KR_EFFECT_VISIT:
	case KR_EFFECT_SPECIALIST:
	case KR_EFFECT_PARDON:
	case KR_EFFECT_HORMONES:
	case KR_EFFECT_CHIEF_BLACKMAIL:
	case KR_EFFECT_DRUG:
	case KR_EFFECT_VACCINATION:
		return true;
	default:
		return false;
	}
}

static bool has_rolled(const kr_state *s, int p, const ap_frame *now)
{
	return in_health_phase(now) && kr_member(s, p) &&
		s->place[p] < now->v[ACTING] + (now->step == HEALTH_RESULT);
}

static bool is_target(const kr_state *s, int seat, int card, int p, const ap_frame *now)
{
	bool away = s->cure & kr_bit(p);
	switch (effect_of(card)) {
	case KR_EFFECT_ASSASSINATION:
		return s->place[p] <= CANDIDATES;
	case KR_EFFECT_OUTING:
		return away && !(s->outing & kr_bit(p));
	case KR_EFFECT_VISIT:
		return kr_member(s, p) && !away;
	case KR_EFFECT_SPECIALIST:
		return away && kr_controller(s, p) == seat && !has_rolled(s, p, now);
	case KR_EFFECT_PARDON:
		return s->place[p] == SIBERIA;
	case KR_EFFECT_HORMONES:
		return kr_on_board(s, p) && s->stress[p] > 0 && kr_controller(s, p) == seat;
	case KR_EFFECT_CHIEF_BLACKMAIL:
		return kr_on_board(s, p) && kr_controller(s, p) == seat;
	case KR_EFFECT_DRUG:
		return kr_on_board(s, p) && kr_crosses(s, p) > 0;
	case KR_EFFECT_VACCINATION:
		return kr_member(s, p) && !(s->vaccinated & kr_bit(p)) && !has_rolled(s, p, now);
	default:
		return false;
	}
}

uint32_t kr_card_targets(const kr_state *s, int seat, int card, const ap_frame *now)
{
	uint32_t targets = 0;
	for (int p = 0; p < POLITICIANS; p++)
		if (is_target(s, seat, card, p, now))
			targets |= kr_bit(p);
	return targets;
}

uint16_t kr_card_forbidden(const kr_state *s, int seat, int card, const ap_frame *now)
{
	if (effect_of(card) == KR_EFFECT_VISIT && s->no_visits)
		return KR_IC_33;
	bool may = right_moment(s, seat, card, now) &&
		(!kr_card_has_target(card) || kr_card_targets(s, seat, card, now) != 0);
	return may ? 0 : (uint16_t)kr_card_clause(card);
}

/* ---- A card is resolved ---------------------------------------------------------------------- */

void kr_card_done(kr_state *s)
{
	int card = ap_peek(s)->v[PLAYED];
	if (s->card[card] == TABLE)
		kr_card_to(s, card, DISCARDS);
	ap_end(s);
}

void kr_card_end_run(void *state, ap_events *ev)
{
	(void)ev;
	kr_card_done(state);
}

/* All have seen it. */
static void returns_to_owner(kr_state *s, ap_events *ev)
{
	int card = ap_peek(s)->v[PLAYED], seat = ap_peek(s)->v[PLAYER];
	kr_card_to(s, card, seat);
	s->card_known[card] = (uint8_t)kr_table(s);
	ap_tell(ev, EV_CARD_RETURNS, KR_AD_4, (int16_t)seat, (int16_t)card);
	ap_end(s);
}

void kr_card_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const ap_frame *f = ap_peek(s);
	if (kr_card_forbidden(s, f->v[PLAYER], f->v[PLAYED], kr_listened(s)))
		returns_to_owner(s, ev);
	else if (kr_card_has_target(f->v[PLAYED]))
		ap_ask(s, AP_SEAT(f->v[PLAYER]));
	else
		kr_card_effect(s, NONE, ev);
}

void kr_card_legal(const void *state, int seat, ap_list *out)
{
	const ap_frame *f = ap_peek(state);
	uint32_t targets = kr_card_targets(state, seat, f->v[PLAYED], kr_listened(state));
	for (; targets; targets &= targets - 1)
		ap_add(out, ap_act(V_TARGET, (unsigned)__builtin_ctz(targets), 0));
}

uint16_t kr_card_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	int card = ap_peek(s)->v[PLAYED];
	bool fits = ap_verb_of(a) == V_TARGET && is_target(s, seat, card, (int)ap_x(a), kr_listened(s));
	return fits ? 0 : (uint16_t)kr_card_clause(card);
}

void kr_card_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int card = ap_peek(s)->v[PLAYED];
	ap_tell(ev, EV_TARGETS, kr_card_clause(card), (int16_t)seat, (int16_t)card, (int16_t)ap_x(a));
	ap_top(s)->v[TARGET] = (int16_t)ap_x(a);
	kr_card_effect(s, (int)ap_x(a), ev);
}

void kr_card_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	(void)seat;
	ap_tell(ev, EV_CARD_ROLL, kr_card_clause(ap_peek(s)->v[PLAYED]), ap_peek(s)->v[PLAYED],
		(int16_t)ap_x(a));
	kr_card_rolled(s, (int)ap_x(a), ev);
}

/* ---- Cards that bind ------------------------------------------------------------------------- */

bool kr_bars(const kr_state *s, int actor, int target)
{
	return s->blackmailed[BM_ACTOR] == actor && s->blackmailed[BM_TARGET] == target;
}

static bool off_the_board(const kr_state *s, int p)
{
	return s->place[p] > PEOPLE;
}

static void end_blackmail(kr_state *s, int card, uint8_t *bonds, size_t size, ap_events *ev)
{
	memset(bonds, NONE, size);
	kr_card_to(s, card, GONE);
	ap_tell(ev, EV_BLACKMAIL_ENDS, kr_card_clause(card), (int16_t)card);
}

/* Cards 19 and 20 end when one of the two politicians is gone, or the chief is lost. */
void kr_lapse_cards(kr_state *s, ap_events *ev)
{
	const uint8_t *b = s->blackmailed, *c = s->chief_blackmail;
	if (b[BM_ACTOR] != NONE && (off_the_board(s, b[BM_ACTOR]) || off_the_board(s, b[BM_TARGET])))
		end_blackmail(s, KR_INTRIGUE_BLACKMAIL, s->blackmailed, sizeof s->blackmailed, ev);
	if (c[CB_AUTHOR] == NONE)
		return;
	int chief = c[CB_CHIEF];
	if (s->holder[CHIEF] != chief || kr_controller(s, chief) != c[CB_HOLDER] ||
		off_the_board(s, c[CB_BLACKMAILER]))
		end_blackmail(
			s, KR_INTRIGUE_CHIEF_BLACKMAIL, s->chief_blackmail, sizeof s->chief_blackmail, ev);
}

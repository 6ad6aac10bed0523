/* intrigue.c: when an Intrigue card may be announced, at whom it may be aimed, and the steps
 * that all cards share: KR-AD-4 and the conditions of KR-IC-1 to KR-IC-34. The effects of the
 * cards are in intrigue_effects.c. */
#include "chapters.h"

static int effect_of(int card)
{
	return kr_intrigues[card].effect;
}

/* ---- When a card may be announced ------------------------------------------------------------ */

static bool at(const ap_frame *now, int step)
{
	return now && now->step == step;
}

/* Returns whether a politician of another faction has just announced a purge, a trial or a "?".
 * Another card may have removed either of the two since. */
static bool can_be_blackmailed(const kr_state *s, int seat, const ap_frame *now)
{
	if (!at(now, KR_STEP_PURGE_STAND) && !at(now, KR_STEP_SPY_STAND))
		return false;
	kr_matter m = kr_matter_of(s, now);
	unsigned verb = ap_verb_of(m.said);
	bool hostile = verb == KR_VERB_PURGE || verb == KR_VERB_TRIAL || verb == KR_VERB_INVESTIGATE;
	int controller = kr_controller(s, m.actor);
	if (!hostile || controller == KR_NONE || controller == seat || m.lapses)
		return false;
	return kr_on_board(s, m.actor) && kr_on_board(s, m.subject);
}

/* Returns whether a trial has just been called whose accused has no alibi yet, and neither he nor
 * who has called it has been removed since. */
static bool trial_is_opening(const kr_state *s, const ap_frame *now)
{
	if (at(now, KR_STEP_TRIAL)) {
		const kr_ballot_frame *f = kr_ballot_frame_in(now);
		return !f->alibi && kr_on_board(s, f->subject);
	}
	if (!at(now, KR_STEP_SPY_STAND))
		return false;
	const kr_spy_frame *f = kr_spy_frame_in(now);
	if (ap_verb_of(f->said) != KR_VERB_TRIAL || f->alibi || f->lapsed)
		return false;
	return f->investigator == kr_investigator(s) && kr_is_member(s, (int)ap_x(f->said));
}

/* Returns the frame of phase 4, whatever lies on top of it; NULL in other phases. */
static const kr_health_frame *health_phase(const kr_state *s)
{
	const ap_frame *year = &s->head.stack[0];
	bool health = year->step == KR_STEP_HEALTH || year->step == KR_STEP_HEALTH_RESULT;
	return health ? kr_health_frame_in(year) : NULL;
}

/* KR-AD-4: returns whether this politician's Health die has fallen and does not yet count. */
static bool die_lies(const kr_state *s, int p)
{
	const kr_health_frame *f = health_phase(s);
	return f && f->step == KR_STEP_HEALTH_RESULT && f->who == p;
}

/* KR-AD-4: returns whether a card would change a Health roll that has fallen. */
static bool would_change_die(const kr_state *s, int card, int p)
{
	int effect = effect_of(card);
	bool changes =
		effect == KR_EFFECT_FALL || effect == KR_EFFECT_HORMONES || effect == KR_EFFECT_DRUG;
	return changes && p != KR_NONE && die_lies(s, p);
}

static bool controls_chief(const kr_state *s, int seat)
{
	return s->holder[KR_PLACE_CHIEF] != KR_NONE &&
		kr_controller(s, s->holder[KR_PLACE_CHIEF]) == seat;
}

static bool chief_is_anothers(const kr_state *s, int seat)
{
	int chief = s->holder[KR_PLACE_CHIEF];
	return chief != KR_NONE && kr_controller(s, chief) != KR_NONE &&
		kr_controller(s, chief) != seat;
}

static bool right_moment(const kr_state *s, int seat, int card, const ap_frame *now)
{
	int post = kr_card_post(card);
	switch (effect_of(card)) {
	case KR_EFFECT_FEVER:
		return at(now, KR_STEP_HEALTH) && s->fever == 0;
	case KR_EFFECT_PROTECTION:
	case KR_EFFECT_FALL:
		return s->holder[post] != KR_NONE;
	case KR_EFFECT_ALIBI:
		return trial_is_opening(s, now);
	case KR_EFFECT_MISDIAGNOSIS:
		return at(now, KR_STEP_HEALTH_RESULT) && kr_is_member(s, kr_health_frame_in(now)->who);
	case KR_EFFECT_IMPOSED:
		return at(now, KR_STEP_PURGE) && s->imposed == KR_NONE && s->holder[post] != KR_NONE;
	case KR_EFFECT_BLACKMAIL:
		return can_be_blackmailed(s, seat, now);
	case KR_EFFECT_CHIEF_BLACKMAIL:
		return chief_is_anothers(s, seat);
	case KR_EFFECT_PRAVDA:
		return s->holder[post] != KR_NONE && s->pravda == KR_NONE &&
			kr_suits(s, s->holder[post], post) > 0 && kr_controller(s, s->holder[post]) != KR_NONE;
	case KR_EFFECT_GLASNOST:
		return controls_chief(s, seat);
	case KR_EFFECT_VACCINATION:
		return health_phase(s) != NULL;
	default:
		return true;
	}
}

/* ---- At whom a card may be aimed ------------------------------------------------------------- */

bool kr_card_has_target(int card)
{
	assert(kr_is_card(card));
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

/* Returns the members of the Politburo whose Health roll has fallen in this phase. */
static kr_politician_set who_have_rolled(const kr_state *s)
{
	const kr_health_frame *f = health_phase(s);
	int end = f ? f->member + (f->step == KR_STEP_HEALTH_RESULT) : 0;
	kr_politician_set set = 0;
	for (int post = 0; post < end && post < KR_POSTS; post++)
		if (s->holder[post] != KR_NONE)
			set |= kr_bit(s->holder[post]);
	return set;
}

/* Returns the politicians at whom a card could be aimed if no die lay on the table. */
static kr_politician_set possible_targets(const kr_state *s, int seat, int card)
{
	switch (effect_of(card)) {
	case KR_EFFECT_ASSASSINATION:
		return kr_members(s) | kr_at(s, KR_PLACE_CANDIDATES);
	case KR_EFFECT_OUTING:
		return s->cure & ~s->outing;
	case KR_EFFECT_VISIT:
		return kr_members(s) & ~s->cure;
	case KR_EFFECT_SPECIALIST:
		return s->cure ? s->cure & kr_controlled_by(s, seat) & ~who_have_rolled(s) : 0;
	case KR_EFFECT_PARDON:
		return kr_at(s, KR_PLACE_SIBERIA);
	case KR_EFFECT_HORMONES:
		return kr_controlled_by(s, seat) & kr_all_aged(s);
	case KR_EFFECT_CHIEF_BLACKMAIL:
		return kr_controlled_by(s, seat);
	case KR_EFFECT_DRUG:
		return kr_all_on_board(s) & (s->sick | s->ill);
	case KR_EFFECT_VACCINATION:
		return kr_members(s) & ~s->vaccinated & ~who_have_rolled(s);
	default:
		return 0;
	}
}

/* Returns those of them whose fallen die the card would change. */
static kr_politician_set barred_by_die(const kr_state *s, int card, kr_politician_set targets)
{
	const kr_health_frame *f = health_phase(s);
	int p = f ? f->who : KR_NONE;
	return p != KR_NONE && would_change_die(s, card, p) ? targets & kr_bit(p) : 0;
}

kr_politician_set kr_card_targets(const kr_state *s, int seat, int card)
{
	kr_politician_set targets = possible_targets(s, seat, card);
	return targets & ~barred_by_die(s, card, targets);
}

/* Returns whether a seat cannot play this card now because of a die that has fallen, though it
 * could otherwise. A card that aims at nobody may be about the holder of a post. */
static bool die_bars(const kr_state *s, int card, kr_politician_set possible)
{
	if (effect_of(card) == KR_EFFECT_FALL)
		return would_change_die(s, card, s->holder[kr_card_post(card)]);
	return barred_by_die(s, card, possible) != 0;
}

uint16_t kr_card_forbidden(const kr_state *s, int seat, int card, const ap_frame *now)
{
	assert(kr_is_seat(s, seat) && kr_is_card(card));
	if (effect_of(card) == KR_EFFECT_VISIT && s->no_visits)
		return KR_IC_33;
	if (!right_moment(s, seat, card, now))
		return (uint16_t)kr_card_clause(card);
	kr_politician_set possible = possible_targets(s, seat, card);
	bool aims = kr_card_has_target(card);
	if (aims && (possible & ~barred_by_die(s, card, possible)))
		return 0;
	if (die_bars(s, card, possible))
		return KR_AD_4;
	return aims ? (uint16_t)kr_card_clause(card) : 0;
}

/* ---- A card is resolved ---------------------------------------------------------------------- */

void kr_card_done(kr_state *s)
{
	int card = kr_card_peek(s)->card;
	if (s->card[card] == KR_CARD_PLACE_TABLE)
		kr_card_to(s, card, KR_CARD_PLACE_DISCARDS);
	ap_end(s);
}

void kr_card_end_run(void *state, ap_events *ev)
{
	(void)ev;
	kr_card_done(state);
}

/* All have seen the card, and know from now on where it is. */
static void return_to_owner(kr_state *s, ap_events *ev)
{
	int card = kr_card_peek(s)->card, seat = kr_card_peek(s)->player;
	kr_card_to(s, card, seat);
	s->card_known[card] = (uint8_t)kr_all_seats(s);
	kr_tell_card_returns(ev, KR_AD_4, KR_FACTION(seat), KR_INTRIGUE(card));
	ap_end(s);
}

void kr_card_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const kr_card_frame *f = kr_card_peek(s);
	if (kr_card_forbidden(s, f->player, f->card, kr_listened(s)))
		return_to_owner(s, ev);
	else if (kr_card_has_target(f->card))
		ap_ask(s, AP_SEAT(f->player));
	else
		kr_card_effect(s, KR_NONE, ev);
}

void kr_card_legal(const void *state, int seat, ap_list *out)
{
	int card = kr_card_peek(state)->card;
	ap_add_each_x(out, ap_act(KR_VERB_TARGET, 0, 0), kr_card_targets(state, seat, card));
}

uint16_t kr_card_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	int card = kr_card_peek(s)->card, p = (int)ap_x(a);
	if (ap_verb_of(a) != KR_VERB_TARGET || !(possible_targets(s, seat, card) & kr_bit(p)))
		return (uint16_t)kr_card_clause(card);
	return would_change_die(s, card, p) ? KR_AD_4 : 0;
}

void kr_card_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int card = kr_card_peek(s)->card, p = (int)ap_x(a);
	kr_tell_targets(
		ev, kr_card_clause(card), KR_FACTION(seat), KR_INTRIGUE(card), KR_POLITICIAN(p));
	kr_card_top(s)->target = (uint8_t)p;
	kr_card_effect(s, p, ev);
}

void kr_card_die_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int card = kr_card_peek(s)->card, die = (int)ap_x(a);
	(void)seat;
	if (kr_card_needs(s) > 0)
		kr_tell_card_roll(ev, kr_card_clause(card), KR_INTRIGUE(card), die, kr_card_needs(s));
	else if (effect_of(card) != KR_EFFECT_MISDIAGNOSIS) /* that is told as a Health roll */
		kr_tell_card_die(ev, kr_card_clause(card), KR_INTRIGUE(card), die);
	kr_card_rolled(s, die, ev);
}

/* ---- Cards that bind ------------------------------------------------------------------------- */

bool kr_bars(const kr_state *s, int actor, int target)
{
	assert(kr_is_politician(actor) && kr_is_politician(target));
	return s->blackmail[KR_BLACKMAIL_ACTOR] == actor && s->blackmail[KR_BLACKMAIL_TARGET] == target;
}

static void end_blackmail(kr_state *s, int card, ap_events *ev)
{
	kr_card_to(s, card, KR_CARD_PLACE_GONE);
	kr_tell_blackmail_ends(ev, kr_card_clause(card), KR_INTRIGUE(card));
}

/* Card 19 ends when one of its two politicians has left the board. */
static void check_blackmail(kr_state *s, ap_events *ev)
{
	int actor = s->blackmail[KR_BLACKMAIL_ACTOR], target = s->blackmail[KR_BLACKMAIL_TARGET];
	if (actor == KR_NONE || (kr_on_board(s, actor) && kr_on_board(s, target)))
		return;
	memset(s->blackmail, KR_NONE, sizeof s->blackmail);
	s->blackmail_holder = KR_NONE;
	end_blackmail(s, KR_INTRIGUE_BLACKMAIL, ev);
}

/* Card 20 ends when its holder has lost the chief, or one of its two politicians has left. */
static void check_chief_blackmail(kr_state *s, ap_events *ev)
{
	int chief = s->chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_CHIEF];
	int blackmailer = s->chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_BLACKMAILER];
	if (s->chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR] == KR_NONE)
		return;
	if (s->holder[KR_PLACE_CHIEF] == chief && kr_on_board(s, blackmailer) &&
		kr_controller(s, chief) == s->chief_blackmail[KR_CHIEF_BLACKMAIL_HOLDER])
		return;
	memset(s->chief_blackmail, KR_NONE, sizeof s->chief_blackmail);
	memset(s->chief_blackmail_men, KR_NONE, sizeof s->chief_blackmail_men);
	end_blackmail(s, KR_INTRIGUE_CHIEF_BLACKMAIL, ev);
}

void kr_lapse_cards(kr_state *s, ap_events *ev)
{
	check_blackmail(s, ev);
	check_chief_blackmail(s, ev);
}

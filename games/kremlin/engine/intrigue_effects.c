/* intrigue_effects.c: what each Intrigue card does, KR-IC-1 to KR-IC-34, except for cards that
 * ask or roll more than once (intrigue_stories.c) and the directed purges (purge.c). */
#include "chapters.h"

/* ---- Cards 3, 28, 30, 32 --------------------------------------------------------------------- */

/* The card stays on the table. */
static void protect(kr_state *s, int card, ap_events *ev)
{
	int man = s->holder[kr_card_post(card)], protection = 0;
	while (kr_protection_card(protection) != card)
		protection++;
	s->guarded[protection] = (uint8_t)man;
	kr_tell_protected(ev, kr_card_clause(card), KR_POLITICIAN(man));
	ap_end(s);
}

/* ---- The Sanatorium: cards 6 to 9, 11, 33 ---------------------------------------------------- */

int kr_visit_needs(const kr_state *s, int card, int p)
{
	assert(kr_intrigues[card].effect == KR_EFFECT_VISIT);
	return kr_intrigues[card].amount - kr_crosses(s, p);
}

void kr_visit_rolled(kr_state *s, int die, ap_events *ev)
{
	assert(die >= 1 && die <= KR_FACES);
	int card = kr_card_peek(s)->card, p = kr_card_peek(s)->target, clause = kr_card_clause(card);
	kr_modifiers by_health = {0};
	kr_modify(&by_health, kr_crosses(s, p), clause, KR_GROUND_CROSSES);
	kr_tell_modifiers(&by_health, ev);
	if (die >= kr_visit_needs(s, card, p)) {
		kr_begin_visit(s, p, card);
		kr_tell_visit(ev, clause, KR_POLITICIAN(p));
	} else {
		kr_tell_visit_fails(ev, clause, KR_POLITICIAN(p));
	}
	kr_card_done(s);
}

/* The card stays on the table. */
static void send_specialist(kr_state *s, int p, ap_events *ev)
{
	s->specialist = (uint8_t)p;
	kr_tell_specialist(ev, KR_IC_11, KR_POLITICIAN(p));
	ap_end(s);
}

static void close_sanatorium(kr_state *s, ap_events *ev)
{
	s->no_visits = 1;
	kr_tell_crisis(ev, KR_IC_33);
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (s->cure & kr_bit(p)) {
			kr_end_cure(s, p);
			kr_tell_back_at_work(ev, KR_IC_33, KR_POLITICIAN(p));
		}
	kr_card_done(s);
}

/* ---- Blackmail: cards 19 and 20 stay on the table -------------------------------------------- */

/* Returns the frame that is listened to, to change what it remembers. */
static ap_frame *listened_frame(kr_state *s)
{
	return (ap_frame *)kr_listened(s);
}

static void blackmail(kr_state *s, ap_events *ev)
{
	kr_matter m = kr_matter_of(s, kr_listened(s));
	int player = kr_card_peek(s)->player, holder = kr_controller(s, m.actor);
	s->blackmail[KR_BLACKMAIL_ACTOR] = (uint8_t)m.actor;
	s->blackmail[KR_BLACKMAIL_TARGET] = (uint8_t)m.subject;
	s->blackmail_holder = (uint8_t)holder;
	if (m.step == KR_STEP_PURGE_STAND)
		kr_purge_frame_of(listened_frame(s))->lapsed = 1;
	else
		kr_spy_frame_of(listened_frame(s))->lapsed = 1;
	kr_tell_blackmails(ev, KR_IC_19, KR_FACTION(player), KR_FACTION(holder), KR_POLITICIAN(m.actor),
		KR_POLITICIAN(m.subject));
	ap_end(s);
}

static void blackmail_chief(kr_state *s, int blackmailer, ap_events *ev)
{
	int player = kr_card_peek(s)->player, chief = s->holder[KR_PLACE_CHIEF];
	int holder = kr_controller(s, chief);
	s->chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR] = (uint8_t)player;
	s->chief_blackmail[KR_CHIEF_BLACKMAIL_HOLDER] = (uint8_t)holder;
	s->chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_CHIEF] = (uint8_t)chief;
	s->chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_BLACKMAILER] = (uint8_t)blackmailer;
	kr_tell_chief_blackmailed(ev, KR_IC_20, KR_FACTION(player), KR_FACTION(holder),
		KR_POLITICIAN(chief), KR_POLITICIAN(blackmailer));
	ap_end(s);
}

/* ---- Card 5 ---------------------------------------------------------------------------------- */

/* The alibi belongs to the trial that all listen to: one that is announced, or one that opens. */
static void give_alibi(kr_state *s)
{
	ap_frame *f = listened_frame(s);
	if (f->step == KR_STEP_SPY_STAND)
		kr_spy_frame_of(f)->alibi = 1;
	else
		kr_ballot_frame_of(f)->alibi = 1;
}

/* ---- Other cards ----------------------------------------------------------------------------- */

/* Card 22 also settles old ties, and stays on the table. */
static void reveal_in_pravda(kr_state *s, ap_events *ev)
{
	int man = s->holder[KR_PLACE_IDEOLOGY];
	s->pravda = (uint8_t)man;
	s->pravda_for = (uint8_t)kr_controller(s, man);
	kr_tell_pravda(ev, KR_IC_22, KR_POLITICIAN(man));
	ap_end(s);
	for (int p = 0; p < KR_POLITICIANS; p++) {
		ap_seats tied = kr_tied(s, p);
		if (p != man && kr_on_board(s, p) && (tied & (tied - 1)))
			s->unsettled |= kr_bit(p);
	}
	kr_settle_ties(s);
}

static void make_younger(kr_state *s, int p, ap_events *ev)
{
	int years = kr_intrigues[KR_INTRIGUE_BEE_HORMONES].amount;
	if (years > s->stress[p])
		years = s->stress[p];
	s->stress[p] = (uint8_t)(s->stress[p] - years);
	kr_tell_younger(ev, KR_IC_13, KR_POLITICIAN(p), years, kr_age(s, p));
	kr_card_done(s);
}

static void make_fall(kr_state *s, int card, ap_events *ev)
{
	int p = s->holder[kr_card_post(card)];
	kr_tell_falls(ev, kr_card_clause(card), KR_POLITICIAN(p));
	kr_put(s, p, KR_PLACE_PEOPLE, ev);
	kr_lapse_cards(s, ev);
	kr_card_done(s);
}

static void direct_purge(kr_state *s, int card, ap_events *ev)
{
	s->imposed = (uint8_t)card;
	s->stage = KR_STAGE_IMPOSED;
	kr_tell_imposed(ev, kr_card_clause(card), KR_POLITICIAN(s->holder[kr_card_post(card)]));
	kr_card_done(s);
}

static void effect_on(kr_state *s, int card, int p, ap_events *ev)
{
	int clause = kr_card_clause(card);
	switch (kr_intrigues[card].effect) {
	case KR_EFFECT_ASSASSINATION:
		kr_card_top(s)->faction = (uint8_t)kr_controller(s, p); /* the seat that may accuse */
		kr_goto(s, KR_STEP_CARD_DIE);
		break;
	case KR_EFFECT_OUTING:
		s->outing |= kr_bit(p);
		kr_tell_outing(ev, clause, KR_POLITICIAN(p));
		kr_card_done(s);
		break;
	case KR_EFFECT_VISIT:
		kr_goto(s, KR_STEP_CARD_DIE);
		break;
	case KR_EFFECT_SPECIALIST:
		send_specialist(s, p, ev);
		break;
	case KR_EFFECT_PARDON:
		kr_put(s, p, KR_PLACE_PEOPLE, ev);
		kr_tell_pardoned(ev, clause, KR_POLITICIAN(p));
		kr_card_done(s);
		break;
	case KR_EFFECT_HORMONES:
		make_younger(s, p, ev);
		break;
	case KR_EFFECT_CHIEF_BLACKMAIL:
		blackmail_chief(s, p, ev);
		break;
	case KR_EFFECT_DRUG:
		kr_set_crosses(s, p, kr_crosses(s, p) - 1);
		kr_tell_cured_one(ev, clause, KR_POLITICIAN(p));
		kr_card_done(s);
		break;
	default:
		assert(kr_intrigues[card].effect == KR_EFFECT_VACCINATION);
		s->vaccinated |= kr_bit(p);
		kr_tell_vaccinated(ev, KR_IC_34, KR_POLITICIAN(p));
		kr_goto(s, KR_STEP_CARD_CHOICE);
	}
}

static void effect_alone(kr_state *s, int card, ap_events *ev)
{
	switch (kr_intrigues[card].effect) {
	case KR_EFFECT_FEVER:
		s->fever = (uint8_t)kr_intrigues[card].amount;
		kr_tell_fever(ev, kr_card_clause(card), s->fever);
		kr_card_done(s);
		break;
	case KR_EFFECT_PROTECTION:
		protect(s, card, ev);
		break;
	case KR_EFFECT_ALIBI:
		give_alibi(s);
		kr_card_done(s);
		break;
	case KR_EFFECT_MISDIAGNOSIS:
		kr_goto(s, KR_STEP_CARD_CHOICE);
		break;
	case KR_EFFECT_IMPOSED:
		direct_purge(s, card, ev);
		break;
	case KR_EFFECT_FALL:
		make_fall(s, card, ev);
		break;
	case KR_EFFECT_REVELATIONS:
		kr_goto(s, KR_STEP_REVEAL_NAME);
		kr_listen(s, s->holder[KR_PLACE_KGB]);
		break;
	case KR_EFFECT_BLACKMAIL:
		blackmail(s, ev);
		break;
	case KR_EFFECT_PRAVDA:
		reveal_in_pravda(s, ev);
		break;
	case KR_EFFECT_POWER_GAME:
		kr_goto(s, KR_STEP_CARD_LOT);
		break;
	case KR_EFFECT_GLASNOST:
		kr_goto(s, KR_STEP_CARD_DIE);
		break;
	default:
		assert(kr_intrigues[card].effect == KR_EFFECT_CRISIS);
		close_sanatorium(s, ev);
	}
}

void kr_card_effect(kr_state *s, int target, ap_events *ev)
{
	assert(target == KR_NONE || kr_is_politician(target));
	int card = kr_card_peek(s)->card;
	if (target == KR_NONE)
		effect_alone(s, card, ev);
	else
		effect_on(s, card, target, ev);
}

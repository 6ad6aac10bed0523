/* intrigue_effects.c: what each Intrigue card does, KR-IC-1 to KR-IC-34, but for the longer stories
 * of cards 4, 17, 23 and 24 (intrigue_stories.c) and the directed purges (purge.c). */
#include "chapters.h"

static int player(const kr_state *s)
{
	return ap_peek(s)->v[PLAYER];
}

static void roll(kr_state *s)
{
	ap_goto(s, CARD_DIE);
}

/* ---- Cards 3, 28, 30, 32 --------------------------------------------------------------------- */

static void protect(kr_state *s, int card, ap_events *ev)
{
	int slot = card == KR_INTRIGUE_OIL_FIELD ? OIL_FIELD
		: card == KR_INTRIGUE_AIRLINER       ? AIRLINER
		: card == KR_INTRIGUE_SPACE_SUCCESS  ? SPACE_SUCCESS
											 : MEDALS;
	int man = s->holder[kr_card_post(card)];
	s->guarded[slot] = (uint8_t)man;
	ap_tell(ev, EV_PROTECTED, kr_card_clause(card), (int16_t)man);
	ap_end(s); /* the card stays on the table */
}

/* ---- The Sanatorium: cards 6 to 9, 11, 33 ---------------------------------------------------- */

void kr_visit_rolled(kr_state *s, int die, ap_events *ev)
{
	int card = ap_peek(s)->v[PLAYED], p = ap_peek(s)->v[TARGET];
	bool there = die + kr_crosses(s, p) >= kr_intrigues[card].amount;
	if (there) {
		s->cure |= kr_bit(p);
		s->visiting |= kr_bit(p);
	}
	ap_tell(ev, there ? EV_VISIT : EV_VISIT_FAILS, kr_card_clause(card), (int16_t)p);
	kr_card_done(s);
}

static void specialist(kr_state *s, int p, ap_events *ev)
{
	s->specialist = (uint8_t)p;
	ap_tell(ev, EV_SPECIALIST, KR_IC_11, (int16_t)p);
	ap_end(s);
}

static void crisis(kr_state *s, ap_events *ev)
{
	for (int p = 0; p < POLITICIANS; p++)
		if (s->cure & kr_bit(p)) {
			kr_end_cure(s, p);
			ap_tell(ev, EV_AT_WORK, KR_IC_33, (int16_t)p);
		}
	s->no_visits = 1;
	ap_tell(ev, EV_CRISIS, KR_IC_33, 0);
	kr_card_done(s);
}

/* ---- Blackmail: cards 19 and 20 -------------------------------------------------------------- */

static void blackmail(kr_state *s, ap_events *ev)
{
	const ap_frame *now = kr_listened(s);
	int actor = now->v[ACTING], target = (int)ap_x(kr_unpack(now->v[SAID]));
	s->blackmailed[BM_ACTOR] = (uint8_t)actor;
	s->blackmailed[BM_TARGET] = (uint8_t)target;
	s->blackmailed[BM_SEAT] = (uint8_t)kr_controller(s, actor);
	s->lapsed = 1;
	ap_tell(ev, EV_BLACKMAILS, KR_IC_19, (int16_t)player(s), (int16_t)s->blackmailed[BM_SEAT],
		(int16_t)actor, (int16_t)target);
	ap_end(s);
}

static void blackmail_chief(kr_state *s, int blackmailer, ap_events *ev)
{
	int chief = s->holder[CHIEF];
	s->chief_blackmail[CB_AUTHOR] = (uint8_t)player(s);
	s->chief_blackmail[CB_HOLDER] = (uint8_t)kr_controller(s, chief);
	s->chief_blackmail[CB_CHIEF] = (uint8_t)chief;
	s->chief_blackmail[CB_BLACKMAILER] = (uint8_t)blackmailer;
	ap_tell(ev, EV_CHIEF_BLACKMAILED, KR_IC_20, (int16_t)player(s),
		(int16_t)s->chief_blackmail[CB_HOLDER], (int16_t)chief, (int16_t)blackmailer);
	ap_end(s);
}

/* ---- The rest -------------------------------------------------------------------------------- */

/* Card 22 settles old ties, too. */
static void pravda(kr_state *s, ap_events *ev)
{
	int man = s->holder[IDEOLOGY];
	s->pravda[PRAVDA_MAN] = (uint8_t)man;
	s->pravda[PRAVDA_SEAT] = (uint8_t)kr_controller(s, man);
	ap_tell(ev, EV_PRAVDA, KR_IC_22, (int16_t)man);
	ap_end(s);
	for (int p = 0; p < POLITICIANS; p++) {
		ap_seats tied = kr_tied(s, p);
		if (p != man && kr_on_board(s, p) && (tied & (tied - 1)))
			s->unsettled |= kr_bit(p);
	}
	kr_settle_ties(s);
}

static void hormones(kr_state *s, int p, ap_events *ev)
{
	int years = kr_intrigues[KR_INTRIGUE_BEE_HORMONES].amount;
	if (years > s->stress[p])
		years = s->stress[p];
	s->stress[p] = (uint8_t)(s->stress[p] - years);
	ap_tell(ev, EV_YOUNGER, KR_IC_13, (int16_t)p, (int16_t)years, (int16_t)kr_age(s, p));
	kr_card_done(s);
}

static void fall(kr_state *s, int card, ap_events *ev)
{
	int p = s->holder[kr_card_post(card)];
	ap_tell(ev, EV_FALLS, kr_card_clause(card), (int16_t)p);
	kr_put(s, p, PEOPLE, ev);
	kr_lapse_cards(s, ev);
	kr_card_done(s);
}

static void told_done(kr_state *s, int event, int arg, ap_events *ev)
{
	ap_tell(ev, event, kr_card_clause(ap_peek(s)->v[PLAYED]), (int16_t)arg);
	kr_card_done(s);
}

static void effect_on(kr_state *s, int card, int p, ap_events *ev)
{
	switch (kr_intrigues[card].effect) {
	case KR_EFFECT_ASSASSINATION:
		ap_top(s)->v[ROLL] = (int16_t)kr_controller(s, p); /* who may accuse */
		roll(s);
		break;
	case KR_EFFECT_OUTING:
		s->outing |= kr_bit(p);
		told_done(s, EV_OUTING, p, ev);
		break;
	case KR_EFFECT_VISIT:
		roll(s);
		break;
	case KR_EFFECT_SPECIALIST:
		specialist(s, p, ev);
		break;
	case KR_EFFECT_PARDON:
		kr_put(s, p, PEOPLE, ev);
		told_done(s, EV_PARDONED, p, ev);
		break;
	case KR_EFFECT_HORMONES:
		hormones(s, p, ev);
		break;
	case KR_EFFECT_CHIEF_BLACKMAIL:
		blackmail_chief(s, p, ev);
		break;
	case KR_EFFECT_DRUG:
		kr_set_crosses(s, p, kr_crosses(s, p) - 1);
		told_done(s, EV_CURED_ONE, p, ev);
		break;
	default: /* vaccination: perhaps more of them */
		s->vaccinated |= kr_bit(p);
		ap_tell(ev, EV_VACCINATED, KR_IC_34, (int16_t)p);
		ap_goto(s, CARD_CHOICE);
	}
}

static void effect_alone(kr_state *s, int card, ap_events *ev)
{
	switch (kr_intrigues[card].effect) {
	case KR_EFFECT_FEVER:
		s->fever = (uint8_t)kr_intrigues[card].amount;
		told_done(s, EV_FEVER, s->fever, ev);
		break;
	case KR_EFFECT_PROTECTION:
		protect(s, card, ev);
		break;
	case KR_EFFECT_ALIBI:
		s->alibi = 1;
		kr_card_done(s);
		break;
	case KR_EFFECT_MISDIAGNOSIS:
		ap_goto(s, CARD_CHOICE);
		break;
	case KR_EFFECT_IMPOSED:
		s->imposed = (uint8_t)card;
		s->stage = IMPOSED;
		told_done(s, EV_IMPOSED, s->holder[kr_card_post(card)], ev);
		break;
	case KR_EFFECT_FALL:
		fall(s, card, ev);
		break;
	case KR_EFFECT_REVELATIONS:
		ap_goto(s, REVEAL_NAME);
		kr_listen(s, s->holder[KGB]);
		break;
	case KR_EFFECT_BLACKMAIL:
		blackmail(s, ev);
		break;
	case KR_EFFECT_PRAVDA:
		pravda(s, ev);
		break;
	case KR_EFFECT_POWER_GAME:
		ap_top(s)->v[TARGET] = NONE;
		ap_goto(s, CARD_LOT);
		break;
	case KR_EFFECT_GLASNOST:
		roll(s);
		break;
	default:
		crisis(s, ev);
	}
}

void kr_card_effect(kr_state *s, int target, ap_events *ev)
{
	int card = ap_peek(s)->v[PLAYED];
	if (target == NONE)
		effect_alone(s, card, ev);
	else
		effect_on(s, card, target, ev);
}

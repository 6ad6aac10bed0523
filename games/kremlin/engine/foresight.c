/* foresight.c: what a legal action of Kremlin would lead to, for the seat that is asked. */
#include "chapters.h"

/* An open question, and the politician whose action it is about. */
typedef struct question {
	const kr_state *s;
	int seat;  /* the seat that is asked */
	int frame; /* the number of the frame that asks */
	kr_matter is;
} question;

static void state_costs(const question *q, int clause, int years, ap_facts *facts)
{
	kr_state_costs(facts, q->frame, clause, KR_POLITICIAN(q->is.actor), years);
}

static void state_risks(const question *q, int clause, int years, ap_facts *facts)
{
	kr_state_risks(facts, q->frame, clause, KR_POLITICIAN(q->is.actor), years);
}

/* ---- Influence ------------------------------------------------------------------------------- */

static void foresee_points(const question *q, int p, int more, ap_facts *facts)
{
	const kr_state *s = q->s;
	int own = s->declared[q->seat][p] + kr_pending(s, q->seat, p) + more, most = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (seat != q->seat && s->declared[seat][p] > most)
			most = s->declared[seat][p];
	bool takes = own > most && kr_controller(s, p) != q->seat;
	kr_state_would_hold(facts, q->frame, KR_DE_2, KR_POLITICIAN(p), own, most, takes);
}

/* ---- The phases ------------------------------------------------------------------------------ */

static void foresee_purge(const question *q, int victim, ap_facts *facts)
{
	kr_state_purge_terms(q->s, q->is.actor, victim, q->frame, facts);
	state_costs(q, KR_2, KR_PURGE_COST, facts);
	state_risks(q, KR_2, KR_FAILED_PURGE_COST, facts);
	kr_state_purge_odds(q->s, victim, q->frame, facts);
}

static void foresee_vote(const question *q, int vote, ap_facts *facts)
{
	kr_vote_count count = kr_votes_in(&q->s->head.stack[q->frame]);
	bool aye = vote == KR_VOTE_INNOCENT || vote == KR_VOTE_YES;
	if (aye == count.trial) /* Only these votes decide: "innocent" at a trial, "no" on a nominee. */
		kr_state_would_count(facts, q->frame, count.trial ? KR_3 : KR_5, KR_VOTE(vote),
			(aye ? count.ayes : count.nays) + 1, count.needed);
}

static void foresee_post(const question *q, int p, int place, ap_facts *facts)
{
	int suits = kr_suits(q->s, p, place);
	if (suits)
		kr_state_would_suit(facts, q->frame, KR_AD_1, KR_POLITICIAN(p), KR_PLACE(place), suits);
}

/* The chief also pays for what card 20 demands of him; a new order of posts is free. */
static void foresee_step(const question *q, ap_action a, ap_facts *facts)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	if (ap_verb_of(a) == KR_VERB_EXCHANGE) {
		state_costs(q, KR_6_1, KR_EXCHANGE_COST, facts);
		foresee_post(q, y, q->s->place[x], facts);
		foresee_post(q, x, q->s->place[y], facts);
		return;
	}
	if (ap_verb_of(a) != KR_VERB_MOVE)
		state_costs(q, KR_6_1, KR_STEP_COST, facts);
	foresee_post(q, x, y, facts);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

static void foresee_target(const question *q, int p, ap_facts *facts)
{
	int card = kr_card_resolved(q->s).card;
	if (ap_step_of(q->s) != KR_STEP_CARD)
		return;
	if (kr_intrigues[card].effect == KR_EFFECT_VISIT)
		kr_state_visit_odds(q->s, card, p, q->frame, facts);
	else if (kr_intrigues[card].effect == KR_EFFECT_ASSASSINATION)
		kr_state_attempt_odds(q->s, p, q->frame, facts);
}

/* ---- All actions ----------------------------------------------------------------------------- */

void kr_foresee(const void *view, int seat, ap_action a, ap_facts *facts)
{
	const kr_state *s = view;
	int x = (int)ap_x(a), y = (int)ap_y(a);
	question q = {s, seat, s->head.depth - 1, kr_matter_of(s, ap_peek(s))};
	switch (ap_verb_of(a)) {
	case KR_VERB_DECLARE:
		foresee_points(&q, x, y, facts);
		break;
	case KR_VERB_ADD:
		foresee_points(&q, x, 1, facts);
		break;
	case KR_VERB_CURE:
		kr_state_in_cure_odds(s, q.is.actor, q.frame, facts);
		break;
	case KR_VERB_WORK:
		kr_state_at_work_odds(s, q.is.actor, q.frame, facts);
		break;
	case KR_VERB_PURGE:
		foresee_purge(&q, x, facts);
		break;
	case KR_VERB_TRIAL:
		state_risks(&q, KR_3, KR_ACQUITTAL_COST, facts);
		break;
	case KR_VERB_CONDEMN:
		state_costs(&q, KR_3_1, KR_CONDEMNATION_COST, facts);
		break;
	case KR_VERB_INVESTIGATE:
		state_costs(&q, KR_3_2, KR_INVESTIGATION_COST, facts);
		break;
	case KR_VERB_CLOSE:
		state_costs(&q, KR_3_3, KR_CLOSING_COST, facts);
		break;
	case KR_VERB_VOTE:
		foresee_vote(&q, x, facts);
		break;
	case KR_VERB_NOMINATE:
		state_risks(&q, KR_5, KR_DEFEAT_COST, facts);
		break;
	case KR_VERB_MOVE:
	case KR_VERB_PROMOTE:
	case KR_VERB_DEMOTE:
	case KR_VERB_EXCHANGE:
		foresee_step(&q, a, facts);
		break;
	case KR_VERB_REHABILITATE:
		state_costs(&q, KR_7, KR_RELEASE_COST, facts);
		break;
	case KR_VERB_TARGET:
		foresee_target(&q, x, facts);
		break;
	case KR_VERB_ACCUSE:
		kr_state_charge_odds(q.frame, facts);
		break;
	case KR_VERB_DIAGNOSE:
		kr_state_misdiagnosis_odds(s, x, q.frame, facts);
		break;
	case KR_VERB_REROLL:
		kr_state_power_game_odds(q.frame, facts);
		break;
	default:
		break;
	}
}

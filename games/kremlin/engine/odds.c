/* odds.c: what each face of the dice of Kremlin leads to, for situation.c and foresight.c. */
#include "chapters.h"

/* What one face of a die leads to. */
typedef struct outcome {
	int event; /* the event that follows; AP_NONE if there is none to tell */
	int value; /* the value of the event's argument that differs; AP_NONE if there is none */
} outcome;

/* States the outcomes of all faces. Neighbouring faces with the same outcome are stated
 * together. */
static void state_faces(const outcome face[KR_FACES], int clause, int frame, ap_facts *facts)
{
	for (int first = 0, last; first < KR_FACES; first = last + 1) {
		for (last = first; last + 1 < KR_FACES; last++)
			if (face[last + 1].event != face[first].event ||
				face[last + 1].value != face[first].value)
				break;
		ap_state_odds(facts, frame, clause, face[first].event, face[first].value, first + 1,
			last + 1, KR_FACES);
	}
}

/* States success for all faces from `needs` on, and failure below it. */
static void state_needs(int needs, int failure, int success, int clause, int frame, ap_facts *facts)
{
	int failing = KR_FACES - kr_faces_reaching(needs);
	ap_state_odds(facts, frame, clause, failure, AP_NONE, 1, failing, KR_FACES);
	ap_state_odds(facts, frame, clause, success, AP_NONE, failing + 1, KR_FACES, KR_FACES);
}

static outcome outcome_of_crosses(const kr_state *s, int p, int crosses)
{
	if (crosses == KR_DEADLY_CROSSES)
		return (outcome){KR_EVENT_DIES, AP_NONE};
	if (crosses != kr_crosses(s, p))
		return (outcome){KR_EVENT_HEALTH_CHANGE, crosses};
	return (outcome){AP_NONE, AP_NONE};
}

/* ---- The phases ------------------------------------------------------------------------------ */

static void state_modifier(const kr_modifier *m, int frame, ap_facts *facts)
{
	if (m->ground == KR_NONE)
		kr_state_card_modifier(facts, frame, m->clause, KR_INTRIGUE(m->clause - KR_IC_1), m->value);
	else
		kr_state_modifier(facts, frame, m->clause, m->value, KR_GROUND(m->ground));
}

void kr_state_modifiers(const kr_modifiers *m, int frame, ap_facts *facts)
{
	for (int i = 0; i < m->count; i++)
		state_modifier(&m->list[i], frame, facts);
}

void kr_state_purge_terms(const kr_state *s, int purger, int victim, int frame, ap_facts *facts)
{
	assert(kr_is_politician(purger) && kr_is_politician(victim));
	kr_purge_terms terms = kr_purge_terms_of(s, victim);
	kr_state_purge(facts, frame, KR_2, KR_POLITICIAN(purger), KR_POLITICIAN(victim), terms.number,
		terms.needs, kr_chance(terms.needs));
	kr_state_modifiers(&terms.modifiers, frame, facts);
}

void kr_state_purge_odds(const kr_state *s, int victim, int frame, ap_facts *facts)
{
	state_needs(kr_purge_terms_of(s, victim).needs, KR_EVENT_PURGE_FAILS, KR_EVENT_TO_SIBERIA, KR_2,
		frame, facts);
}

void kr_state_health_odds(
	const kr_state *s, int p, bool in_cure, int added, int frame, ap_facts *facts)
{
	outcome face[KR_FACES];
	for (int die = 1; die <= KR_FACES; die++)
		face[die - 1] = outcome_of_crosses(s, p, kr_crosses_after(s, p, in_cure, die + added));
	state_faces(face, KR_4, frame, facts);
}

void kr_state_wave_odds(const kr_state *s, int chief, int frame, ap_facts *facts)
{
	bool scores = kr_controller(s, chief) != KR_NONE;
	state_needs(kr_wave_needs(s, chief), KR_EVENT_DOES_NOT_WAVE,
		scores ? KR_EVENT_WAVES : KR_EVENT_WAVES_FOR_NOBODY, KR_8, frame, facts);
}

void kr_state_in_cure_odds(const kr_state *s, int p, int frame, ap_facts *facts)
{
	kr_health_odds odds = kr_health_odds_of(s, p, true);
	kr_state_in_cure(facts, frame, KR_4, KR_POLITICIAN(p), odds.better, odds.worse, odds.dies);
}

void kr_state_at_work_odds(const kr_state *s, int p, int frame, ap_facts *facts)
{
	kr_health_odds odds = kr_health_odds_of(s, p, false);
	kr_state_at_work(facts, frame, KR_4, KR_POLITICIAN(p), odds.better, odds.worse, odds.dies);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

void kr_state_visit_odds(const kr_state *s, int card, int p, int frame, ap_facts *facts)
{
	state_needs(kr_visit_needs(s, card, p), KR_EVENT_VISIT_FAILS, KR_EVENT_VISIT,
		kr_card_clause(card), frame, facts);
}

void kr_state_attempt_odds(const kr_state *s, int victim, int frame, ap_facts *facts)
{
	outcome face[KR_FACES];
	for (int die = 1; die <= KR_FACES; die++)
		face[die - 1] = outcome_of_crosses(s, victim, kr_crosses_after_attempt(s, victim, die));
	state_faces(face, KR_IC_4, frame, facts);
}

void kr_state_charge_odds(int frame, ap_facts *facts)
{
	state_needs(kr_charge_needs(), KR_EVENT_CHARGE_FAILS, KR_EVENT_CHARGED, KR_IC_4, frame, facts);
}

void kr_state_power_game_odds(int frame, ap_facts *facts)
{
	outcome face[KR_FACES];
	for (int die = 1; die <= KR_FACES; die++)
		face[die - 1] = (outcome){KR_EVENT_POWER_GAME, die};
	state_faces(face, KR_IC_23, frame, facts);
}

void kr_state_glasnost_odds(const kr_state *s, int seat, int frame, ap_facts *facts)
{
	state_needs(kr_glasnost_needs(kr_votes_of(s, seat)), KR_EVENT_GLASNOST_FAILS, KR_EVENT_GLASNOST,
		KR_IC_24, frame, facts);
}

/* While another card waits, the outcome of the roll cannot be known. */
void kr_state_misdiagnosis_odds(const kr_state *s, int diagnosis, int frame, ap_facts *facts)
{
	const kr_health_frame *f = kr_health_frame_in(kr_listened(s));
	if (kr_cards_wait(s))
		ap_state_odds(facts, frame, KR_IC_10, AP_NONE, AP_NONE, 1, KR_FACES, KR_FACES);
	else
		kr_state_health_odds(s, f->who, f->in_cure,
			kr_fallen_modifiers(f).sum + kr_diagnosis_value(diagnosis), frame, facts);
}

/* One number is to be shown, and only the seat that wrote it knows which one. */
void kr_state_recorded_odds(int clause, int frame, ap_facts *facts)
{
	ap_state_odds(facts, frame, clause, KR_EVENT_RECORDED, AP_NONE, 1, 1, 1);
}

/* situation_poland.c: the situation while Poland answers, intervenes or goes on to Moskva. */
#include "situation.h"

/* States the odds of the die that the step rolls. */
static void state_odds(
	const tc_state *s, const tc_poland_frame *f, int clause, int frame, ap_facts *facts)
{
	tc_outcome_of_die outcome[TC_FACES];
	for (int die = 1; die <= TC_FACES; die++)
		outcome[die - 1] = (tc_outcome_of_die){tc_polish_event(s, f, die), AP_NONE};
	tc_state_die(facts, frame, clause, outcome);
}

void tc_state_poland_frame(const tc_state *s, const tc_poland_frame *f, int frame, ap_facts *facts)
{
	switch (f->step) {
	case TC_STEP_RESPONSE_DIE:
		tc_state_response(
			facts, frame, TC_8_321_6, TC_FACTION(f->land), tc_response_modifier(s, f->land));
		state_odds(s, f, TC_8_321_6, frame, facts);
		break;
	case TC_STEP_INTERVENTION_DIE:
		state_odds(s, f, TC_8_321_10, frame, facts);
		break;
	case TC_STEP_MOSKVA_DIE:
		state_odds(s, f, TC_8_321_12, frame, facts);
		break;
	case TC_STEP_POLISH_CORPS:
		tc_state_polish_corps(facts, frame, TC_8_321_17, TC_UNIT(TC_UNIT_RED_POLISH_CORPS));
		break;
	default:
		break;
	}
}

/* test_unsound_stack.c: tests that states whose stack the rules cannot lead to are refused: a state
 * or more for each thing that can be wrong with a step, with what lies below it, and with what its
 * frame remembers. */
#include "tests/unsound.h"

static const char bottom[] = "the year is not at the bottom of the stack";
static const char called[] = "a called step does not fit the board";

/* ---- The year -------------------------------------------------------------------------------- */

static void a_step_has_its_phase(void **unused)
{
	(void)unused;
	static const struct {
		int first, last, phase;
	} steps[] = {{KR_STEP_CURE, KR_STEP_CURE_STAND, KR_PHASE_CURE},
		{KR_STEP_PURGE_OPEN, KR_STEP_PURGE_RESULT, KR_PHASE_PURGE},
		{KR_STEP_SPY_OPEN, KR_STEP_SPY_STAND, KR_PHASE_SPY},
		{KR_STEP_HEALTH_OPEN, KR_STEP_HEALTH_RESULT, KR_PHASE_HEALTH},
		{KR_STEP_FUNERAL_OPEN, KR_STEP_BALLOT_STAND, KR_PHASE_FUNERAL},
		{KR_STEP_REPLACEMENT, KR_STEP_FEWER, KR_PHASE_REPLACEMENT},
		{KR_STEP_REHABILITATE_OPEN, KR_STEP_REHABILITATE_STAND, KR_PHASE_REHABILITATION},
		{KR_STEP_PARADE, KR_STEP_PARADE_ROLL, KR_PHASE_PARADE},
		{KR_STEP_YEAR_END, KR_STEP_INFLUENCE_DRAW, KR_PHASE_PARADE}};
	for (int i = 0; i < AP_COUNT(steps); i++)
		for (int step = steps[i].first; step <= steps[i].last; step++)
			for (int phase = KR_PHASE_CURE; phase <= KR_PHASE_PARADE; phase++) {
				kr_state s = year_at(step, phase);
				if (phase != steps[i].phase)
					refused(&s, bottom);
			}
	for (int phase = KR_PHASE_CURE; phase <= KR_PHASE_PARADE; phase++) {
		kr_state s = year_at(KR_STEP_PHASE_END, phase);
		accepted(&s);
	}
}

static void the_year_is_at_the_bottom(void **unused)
{
	(void)unused;
	for (int step = KR_STEP_ENDING + 1; step < KR_STEP_COUNT; step++) {
		kr_state s = year_at(step, KR_PHASE_PARADE);
		refused(&s, bottom);
	}
	kr_state s = year_at(KR_STEP_OPENING, KR_PHASE_CURE);
	refused(&s, bottom); /* in the second year */
	s.year = 1;
	accepted(&s);
	s = year_at(KR_STEP_ELEVENTH, KR_PHASE_FUNERAL);
	refused(&s, bottom);
	s.year = KR_LAST_YEAR;
	accepted(&s);
	s = year_at(KR_STEP_INFLUENCE, KR_PHASE_PARADE);
	kr_influence_top(&s)->seats_done = 3;
	accepted(&s);
	kr_influence_top(&s)->seats_done = 4;
	refused(&s, bottom);
	s = year_at(KR_STEP_ENDING, KR_PHASE_PARADE);
	kr_ending_top(&s)->seats_shown = 4;
	refused(&s, bottom);
}

/* KR-AD-9 */
static void steps_belong_to_versions(void **unused)
{
	(void)unused;
	static const uint8_t with_cards[] = {
		KR_STEP_DEMAND, KR_STEP_DEMAND_STAND, KR_STEP_DEMAND_LEAVE};
	kr_state s;
	for (int i = 0; i < AP_COUNT(with_cards); i++) {
		s = position(BASIC);
		put_year(&s, with_cards[i], KR_PHASE_REPLACEMENT);
		if (with_cards[i] != KR_STEP_DEMAND)
			kr_demand_top(&s)->said = ap_act(KR_VERB_PROMOTE, CANDIDATE, KR_PLACE_SPORT);
		refused(&s, bottom);
		s.head.option[KR_OPTION_INTRIGUE] = KR_INTRIGUE_YES;
		accepted(&s);
	}
	s = position("start kremlin players=3 rules=basic\n");
	put_year(&s, KR_STEP_DEAL_CARDS, KR_PHASE_CURE);
	refused(&s, bottom);
	s = position(BASIC);
	s.head.option[KR_OPTION_INTRIGUE] = KR_INTRIGUE_YES;
	put_year(&s, KR_STEP_INFLUENCE, KR_PHASE_PARADE); /* is of the Advanced game */
	refused(&s, bottom);
	put_year(&s, KR_STEP_INFLUENCE_DRAW, KR_PHASE_PARADE);
	refused(&s, bottom);
}

/* Sets what the frame on top remembers as announced. */
static void say(kr_state *s, ap_action said)
{
	int step = ap_step_of(s);
	if (step >= KR_STEP_PURGE_OPEN && step <= KR_STEP_PURGE_RESULT)
		kr_purge_top(s)->said = said;
	else if (step >= KR_STEP_SPY_OPEN && step <= KR_STEP_SPY_STAND)
		kr_spy_top(s)->said = said;
	else if (step >= KR_STEP_DEMAND && step <= KR_STEP_DEMAND_LEAVE)
		kr_demand_top(s)->said = said;
	else if (step >= KR_STEP_PROMOTE && step <= KR_STEP_PROMOTE_LEAVE)
		kr_promote_top(s)->said = said;
	else
		kr_rehabilitate_top(s)->said = said;
}

/* Checks that only these verbs can have been announced at a step; the list ends with 0, which is a
 * verb of no politician. */
static void only_these_are_said(kr_state s, const uint8_t *verbs)
{
	for (unsigned verb = 0; verb < KR_VERB_COUNT; verb++) {
		bool may = false;
		for (const uint8_t *v = verbs; *v; v++)
			may |= *v == verb;
		say(&s, ap_act(verb, kr_verbs[verb].x ? 1 : 0, kr_verbs[verb].y ? 1 : 0));
		if (may)
			accepted(&s);
		else
			refused(&s, bottom);
	}
	say(&s, AP_NO_ACTION);
	refused(&s, bottom);
}
#define ONLY(s, ...) only_these_are_said(s, (const uint8_t[]){__VA_ARGS__, 0})

static void each_step_has_its_announcements(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_PURGE_STAND, KR_PHASE_PURGE);
	kr_purge_top(&s)->purger = KGB;
	ONLY(s, KR_VERB_PURGE, KR_VERB_NOTHING);
	kr_goto(&s, KR_STEP_PURGE_ROLL);
	ONLY(s, KR_VERB_PURGE);
	kr_goto(&s, KR_STEP_PURGE_RESULT);
	ONLY(s, KR_VERB_PURGE);
	s = year_at(KR_STEP_SPY_STAND, KR_PHASE_SPY);
	kr_spy_top(&s)->investigator = PATIENT;
	ONLY(s, KR_VERB_NOTHING, KR_VERB_TRIAL, KR_VERB_CONDEMN, KR_VERB_INVESTIGATE, KR_VERB_CLOSE);
	s = year_at(KR_STEP_DEMAND_STAND, KR_PHASE_REPLACEMENT);
	ONLY(s, KR_VERB_MOVE, KR_VERB_PROMOTE, KR_VERB_DEMOTE, KR_VERB_NOTHING);
	kr_goto(&s, KR_STEP_DEMAND_LEAVE);
	ONLY(s, KR_VERB_MOVE, KR_VERB_PROMOTE, KR_VERB_DEMOTE);
	s = year_at(KR_STEP_PROMOTE_STAND, KR_PHASE_REPLACEMENT);
	ONLY(s, KR_VERB_DEMOTE, KR_VERB_EXCHANGE, KR_VERB_PROMOTE, KR_VERB_NOTHING);
	kr_goto(&s, KR_STEP_PROMOTE_LEAVE);
	ONLY(s, KR_VERB_DEMOTE, KR_VERB_EXCHANGE);
	s = year_at(KR_STEP_REHABILITATE_STAND, KR_PHASE_REHABILITATION);
	ONLY(s, KR_VERB_NOTHING, KR_VERB_REHABILITATE);
}

static void somebody_has_announced_it(void **unused)
{
	(void)unused;
	static const uint8_t purge[] = {KR_STEP_PURGE_STAND, KR_STEP_PURGE_ROLL, KR_STEP_PURGE_RESULT};
	kr_state s;
	for (int i = 0; i < AP_COUNT(purge); i++) {
		s = year_at(purge[i], KR_PHASE_PURGE);
		say(&s, ap_act(KR_VERB_PURGE, CANDIDATE, 0));
		refused(&s, bottom);
		kr_purge_top(&s)->purger = KGB;
		accepted(&s);
	}
	s = year_at(KR_STEP_SPY_STAND, KR_PHASE_SPY);
	say(&s, ap_act(KR_VERB_NOTHING, 0, 0));
	refused(&s, bottom);
	s = year_at(KR_STEP_REHABILITATE_STAND, KR_PHASE_REHABILITATION);
	say(&s, ap_act(KR_VERB_REHABILITATE, EXILE, 0));
	kr_rehabilitate_top(&s)->member = KR_POSTS;
	refused(&s, bottom);
	say(&s, ap_act(KR_VERB_NOTHING, 0, 0));
	accepted(&s);
}

static void a_health_die_is_somebodys(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_HEALTH_RESULT, KR_PHASE_HEALTH), other;
	kr_health_top(&s)->member = KR_PLACE_KGB;
	kr_health_top(&s)->who = KGB;
	kr_health_top(&s)->die = 1;
	accepted(&s);
	other = s;
	kr_health_top(&other)->die = 0;
	refused(&other, bottom);
	other = s;
	kr_health_top(&other)->member = KR_POSTS;
	refused(&other, bottom);
	kr_health_top(&s)->who = KR_NONE;
	refused(&s, bottom);
}

/* KR-DE-8 */
static void those_who_have_spoken_stand_in_order(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_CURE, KR_PHASE_CURE);
	kr_cure_top(&s)->member = KR_PLACE_FOREIGN;
	kr_cure_top(&s)->spoken = 1 << KR_PLACE_KGB;
	accepted(&s);
	kr_cure_top(&s)->spoken = 1 << KR_PLACE_FOREIGN;
	refused(&s, bottom);
	s = year_at(KR_STEP_PROMOTE, KR_PHASE_REPLACEMENT);
	kr_promote_top(&s)->first = KR_PLACE_KGB;
	kr_promote_top(&s)->sponsor = KR_PLACE_FOREIGN;
	kr_promote_top(&s)->spoken = 1 << KR_PLACE_KGB | 1 << KR_PLACE_FOREIGN;
	accepted(&s);
	kr_promote_top(&s)->spoken = 1 << KR_PLACE_DEFENSE;
	refused(&s, bottom);
	kr_promote_top(&s)->spoken = 1 << KR_PLACE_CHIEF;
	refused(&s, bottom);
	kr_promote_top(&s)->spoken = 0;
	kr_promote_top(&s)->first = KR_PLACE_DEFENSE;
	refused(&s, bottom);
	s = year_at(KR_STEP_REHABILITATE, KR_PHASE_REHABILITATION);
	kr_rehabilitate_top(&s)->first = KR_PLACE_KGB;
	kr_rehabilitate_top(&s)->member = KR_PLACE_FOREIGN;
	kr_rehabilitate_top(&s)->spoken = 1 << KR_PLACE_KGB;
	accepted(&s);
	kr_rehabilitate_top(&s)->spoken = 1 << KR_PLACE_DEFENSE;
	refused(&s, bottom);
	kr_rehabilitate_top(&s)->spoken = 1 << KR_PLACE_CHIEF;
	refused(&s, bottom);
	kr_rehabilitate_top(&s)->spoken = 0;
	kr_rehabilitate_top(&s)->first = KR_PLACE_DEFENSE;
	refused(&s, bottom);
}

static void a_nominee_is_voted_on(void **unused)
{
	(void)unused;
	kr_state s = at_a_ballot(KR_STEP_BALLOT);
	kr_ballot_top(&s)->vote = KR_VOTE_NO;
	accepted(&s);
	kr_ballot_top(&s)->vote = KR_VOTE_GUILTY;
	refused(&s, bottom);
	s = at_a_ballot(KR_STEP_BALLOT);
	kr_ballot_frame_set_votes(kr_ballot_top(&s), KR_PLACE_SPORT, KR_VOTE_YES);
	accepted(&s);
	kr_ballot_frame_set_votes(kr_ballot_top(&s), KR_PLACE_SPORT, KR_VOTE_INNOCENT);
	refused(&s, bottom);
	s = at_a_ballot(KR_STEP_BALLOT);
	kr_ballot_top(&s)->first = KR_PLACE_KGB; /* after the one who is asked */
	refused(&s, bottom);
	s = at_a_ballot(KR_STEP_BALLOT);
	kr_ballot_top(&s)->alibi = 1;
	refused(&s, bottom);
	s = at_a_ballot(KR_STEP_NOMINATED);
	kr_ballot_top(&s)->subject = KR_NONE;
	refused(&s, bottom);
	s = at_a_ballot(KR_STEP_NOMINATED);
	kr_ballot_top(&s)->caller = KR_NONE;
	refused(&s, bottom);
	s = at_a_ballot(KR_STEP_BALLOT_STAND);
	s.place[KR_POLITICIAN_PALAVRIAN] = KR_PLACE_CHIEF; /* the chair is taken */
	s.holder[KR_PLACE_ECONOMY] = KR_NONE;
	s.holder[KR_PLACE_CHIEF] = KR_POLITICIAN_PALAVRIAN;
	refused(&s, bottom);
}

static void an_order_moves_people_within_their_level(void **unused)
{
	(void)unused;
	kr_state s = position(PURGING);
	s.order[KR_PLACE_KGB] = KGB; /* nobody gives an order */
	refused(&s, bottom);
	s = at_an_order(KR_STEP_SHIFT_STAND);
	s.order[KR_PLACE_KGB] = BEYOND;
	refused(&s, bottom);
	s.order[KR_PLACE_KGB] = KR_POLITICIAN_GOFERBROK; /* who keeps his post, too */
	refused(&s, bottom);
	s.order[KR_PLACE_FOREIGN] = KGB;
	accepted(&s);
	s = at_an_order(KR_STEP_SHIFT_STAND);
	s.order[KR_PLACE_KGB] = KR_POLITICIAN_PALAVRIAN; /* of the second level */
	s.order[KR_PLACE_ECONOMY] = KGB;
	refused(&s, bottom);
}

static void an_order_is_for_those_in_office(void **unused)
{
	(void)unused;
	for (int step = KR_STEP_SHIFT; step <= KR_STEP_SHIFT_LEAVE; step++) {
		kr_state s = at_an_order(step);
		s.order[KR_PLACE_SPORT] = KR_NONE; /* whose holder keeps his post all the same */
		refused(&s, bottom);
		s.order[KR_PLACE_SPORT] = PERSON;
		refused(&s, bottom);
	}
	kr_state s = at_an_order(KR_STEP_SHIFT_STAND);
	s.place[s.holder[KR_PLACE_SPORT]] = KR_PLACE_PEOPLE; /* he has left since it was given */
	s.holder[KR_PLACE_SPORT] = KR_NONE;
	accepted(&s);
	s.head.stack[0].step = KR_STEP_SHIFT;
	ap_top(&s)->asked = AP_SEAT(RED);
	refused(&s, bottom);
}

static void cards_act_on_what_is_announced(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_PURGE_STAND, KR_PHASE_PURGE);
	kr_purge_top(&s)->purger = KGB;
	say(&s, ap_act(KR_VERB_PURGE, CANDIDATE, 0));
	kr_purge_top(&s)->lapsed = 1;
	accepted(&s);
	kr_goto(&s, KR_STEP_PURGE_ROLL);
	refused(&s, bottom);
	s = year_at(KR_STEP_SPY_STAND, KR_PHASE_SPY);
	kr_spy_top(&s)->investigator = PATIENT;
	say(&s, ap_act(KR_VERB_TRIAL, KR_POLITICIAN_PALAVRIAN, 0));
	kr_spy_top(&s)->lapsed = kr_spy_top(&s)->alibi = 1;
	accepted(&s);
	say(&s, ap_act(KR_VERB_CLOSE, KR_POLITICIAN_PALAVRIAN, 0));
	refused(&s, bottom); /* there is no trial for an alibi */
	kr_spy_top(&s)->alibi = 0;
	accepted(&s);
	kr_goto(&s, KR_STEP_SPY);
	refused(&s, bottom);
	s = position(PURGING);
	s.kept = 1; /* an order of posts, long before the chief gives one */
	refused(&s, bottom);
	s = position(PURGING);
	s.demanded = CANDIDATE;
	refused(&s, bottom);
	s = at_an_order(KR_STEP_SHIFT_STAND);
	s.demanded = CANDIDATE;
	accepted(&s);
	s.demanded = BEYOND;
	refused(&s, bottom);
}

/* ---- Called steps ---------------------------------------------------------------------------- */

static void a_step_is_called_by_some(void **unused)
{
	(void)unused;
	kr_state s = year_at(KR_STEP_SPY_OPEN, KR_PHASE_SPY); /* its round is that of the next step */
	kr_call(&s, KR_STEP_LISTEN);
	refused(&s, called);
	s = year_at(KR_STEP_PURGE, KR_PHASE_PURGE);
	s.unsettled = kr_bit(CANDIDATE);
	kr_call(&s, KR_STEP_TIES);
	refused(&s, called);
	s = year_at(KR_STEP_PURGE, KR_PHASE_PURGE);
	kr_call(&s, KR_STEP_CARD);
	refused(&s, called);
	s = year_at(KR_STEP_PURGE, KR_PHASE_PURGE);
	kr_call(&s, KR_STEP_TRIAL);
	kr_ballot_top(&s)->subject = KR_POLITICIAN_PALAVRIAN;
	kr_ballot_top(&s)->caller = PATIENT;
	refused(&s, called);
	s = year_at(KR_STEP_PURGE, KR_PHASE_PURGE);
	kr_call(&s, KR_STEP_LISTEN);
	accepted(&s);
	kr_call(&s, KR_STEP_TIES); /* nothing is to be settled */
	refused(&s, called);
	s = position(BASIC);
	put_year(&s, KR_STEP_PURGE, KR_PHASE_PURGE);
	kr_call(&s, KR_STEP_LISTEN);
	accepted(&s);
	kr_listen_top(&s)->announced[RED] = KR_INTRIGUE_HAIL;
	refused(&s, called);
	kr_listen_top(&s)->announced[RED] = KR_NONE;
	kr_call(&s, KR_STEP_CARD);
	refused(&s, called);
}

static void somebody_is_on_trial(void **unused)
{
	(void)unused;
	kr_state s = at_a_trial();
	kr_ballot_top(&s)->subject = KR_NONE;
	refused(&s, called);
	s = at_a_trial();
	kr_ballot_top(&s)->caller = KR_NONE;
	refused(&s, called);
	s = at_a_trial();
	kr_ballot_top(&s)->vote = KR_VOTE_NO;
	refused(&s, called);
	kr_ballot_top(&s)->vote = KR_VOTE_GUILTY;
	accepted(&s);
}

static void a_trial_by_card_is_for_an_attempt(void **unused)
{
	(void)unused;
	kr_state s = resolving(KR_STEP_CARD_END, KR_INTRIGUE_ASSASSINATION);
	kr_call(&s, KR_STEP_TRIAL);
	kr_ballot_top(&s)->subject = PERSON;
	accepted(&s);
	kr_ballot_top(&s)->caller = PATIENT; /* nobody pays for it */
	refused(&s, called);
	s = resolving(KR_STEP_CARD_END, KR_INTRIGUE_PARDON);
	kr_call(&s, KR_STEP_TRIAL);
	kr_ballot_top(&s)->subject = PERSON;
	refused(&s, called);
}

static void a_card_begins_with_nothing(void **unused)
{
	(void)unused;
	kr_state s = resolving(KR_STEP_CARD, KR_INTRIGUE_ASSASSINATION);
	accepted(&s);
	kr_card_top(&s)->target = CANDIDATE;
	refused(&s, called);
	s = resolving(KR_STEP_CARD, KR_INTRIGUE_MISDIAGNOSIS);
	kr_card_top(&s)->diagnosis = KR_DIAGNOSIS_PLUS;
	refused(&s, called);
	s = resolving(KR_STEP_CARD, KR_INTRIGUE_GLASNOST);
	kr_card_top(&s)->given = kr_bit(KGB);
	refused(&s, called);
	s = resolving(KR_STEP_CARD, KR_INTRIGUE_POWER_GAME);
	pick(&s, BLUE, 0, 0);
	refused(&s, called);
	pick(&s, BLUE, 5, 0);
	refused(&s, called);
	pick(&s, KR_NONE, 0, 1);
	refused(&s, called);
	s = resolving(KR_STEP_CARD, KR_INTRIGUE_REVELATIONS);
	kr_card_top(&s)->seats_shown = 1;
	refused(&s, called);
}

static void points_are_due_in_a_power_game(void **unused)
{
	(void)unused;
	kr_state s = resolving(KR_STEP_CARD_DIE, KR_INTRIGUE_ASSASSINATION);
	kr_card_top(&s)->target = CANDIDATE;
	pick(&s, BLUE, 0, 0); /* Blue may accuse somebody */
	accepted(&s);
	pick(&s, BLUE, 5, 0);
	refused(&s, called);
}

static void a_die_is_rolled_for_a_target(void **unused)
{
	(void)unused;
	kr_state s = resolving(KR_STEP_CARD_DIE, KR_INTRIGUE_ASSASSINATION);
	refused(&s, called);
	kr_card_top(&s)->target = PERSON; /* who is not in office */
	refused(&s, called);
	kr_card_top(&s)->target = CANDIDATE;
	accepted(&s);
	s = resolving(KR_STEP_CARD_DIE, KR_INTRIGUE_CHECK_UP);
	refused(&s, called);
	kr_card_top(&s)->target = CANDIDATE;
	refused(&s, called);
	kr_card_top(&s)->target = PATIENT;
	accepted(&s);
	s.cure = kr_bit(PATIENT);
	refused(&s, called);
	s = resolving(KR_STEP_CARD_DIE, KR_INTRIGUE_PARDON);
	refused(&s, called);
	s = resolving(KR_STEP_CARD_DIE, KR_INTRIGUE_GLASNOST);
	accepted(&s);
}

static kr_state diagnosing(int step)
{
	kr_state s = year_at(KR_STEP_HEALTH_RESULT, KR_PHASE_HEALTH);
	kr_health_top(&s)->member = KR_PLACE_KGB;
	kr_health_top(&s)->who = KGB;
	kr_health_top(&s)->die = 5;
	kr_call(&s, KR_STEP_LISTEN);
	kr_call(&s, step);
	kr_card_top(&s)->card = KR_INTRIGUE_MISDIAGNOSIS;
	kr_card_top(&s)->player = RED;
	s.card[KR_INTRIGUE_MISDIAGNOSIS] = KR_CARD_PLACE_TABLE;
	return s;
}

static void a_diagnosis_is_of_a_roll(void **unused)
{
	(void)unused;
	kr_state s = diagnosing(KR_STEP_CARD_CHOICE);
	accepted(&s);
	s.place[KGB] = KR_PLACE_PEOPLE; /* and he has just lost his post */
	s.holder[KR_PLACE_KGB] = KR_NONE;
	refused(&s, called);
	s = diagnosing(KR_STEP_CARD_DIE);
	refused(&s, called); /* before the player has picked anything */
	kr_card_top(&s)->diagnosis = KR_DIAGNOSIS_PLUS;
	accepted(&s);
	s = resolving(KR_STEP_CARD_CHOICE, KR_INTRIGUE_MISDIAGNOSIS);
	refused(&s, called); /* there is no Health roll in phase 2 */
	s = resolving(KR_STEP_CARD_DIE, KR_INTRIGUE_MISDIAGNOSIS);
	kr_card_top(&s)->diagnosis = KR_DIAGNOSIS_PLUS;
	refused(&s, called);
	s = resolving(KR_STEP_CARD_CHOICE, KR_INTRIGUE_PARDON);
	refused(&s, called);
}

/* KR-IC-23 */
static void a_power_game_goes_step_by_step(void **unused)
{
	(void)unused;
	static const struct {
		int step, faction, due, changed;
		bool sound;
	} cases[] = {
		{KR_STEP_CARD_LOT, KR_NONE, 0, 0, true},
		{KR_STEP_CARD_LOT, KR_NONE, 0, 1, false},
		{KR_STEP_CARD_LOT, KR_NONE, 5, 1, false},
		{KR_STEP_CARD_LOT, BLUE, 5, 1, true},
		{KR_STEP_CARD_LOT, BLUE, 5, 0, false},
		{KR_STEP_CARD_LOT, BLUE, 0, 1, false},
		{KR_STEP_CARD_LOT, RED, 5, 1, false}, /* the player's own */
		{KR_STEP_CARD_DIE, BLUE, 0, 0, true},
		{KR_STEP_CARD_DIE, KR_NONE, 0, 0, false},
		{KR_STEP_CARD_DIE, RED, 0, 0, false},
		{KR_STEP_CARD_DIE, BLUE, 5, 0, false},
		{KR_STEP_CARD_CHOICE, BLUE, 5, 0, true},
		{KR_STEP_CARD_CHOICE, BLUE, 5, 1, false},
		{KR_STEP_CARD_CHOICE, BLUE, 0, 0, false},
		{KR_STEP_CARD_CHOICE, KR_NONE, 5, 0, false},
		{KR_STEP_FORCED, BLUE, 5, 0, true},
		{KR_STEP_FORCED, KR_NONE, 5, 0, false},
		{KR_STEP_FORCED, RED, 5, 0, false},
	};
	for (int i = 0; i < AP_COUNT(cases); i++) {
		kr_state s = resolving(cases[i].step, KR_INTRIGUE_POWER_GAME);
		pick(&s, cases[i].faction, cases[i].due, cases[i].changed);
		if (cases[i].sound)
			accepted(&s);
		else
			refused(&s, called);
	}
}

static void a_step_is_of_its_card(void **unused)
{
	(void)unused;
	static const uint8_t steps[] = {KR_STEP_CARD_LOT, KR_STEP_ACCUSE, KR_STEP_CHARGE_DIE,
		KR_STEP_REVEAL_NAME, KR_STEP_UNMASK, KR_STEP_FORCED};
	for (int i = 0; i < AP_COUNT(steps); i++) {
		kr_state s = resolving(steps[i], KR_INTRIGUE_PARDON);
		kr_card_top(&s)->target = CANDIDATE;
		if (steps[i] != KR_STEP_CARD_LOT)
			pick(&s, BLUE, 0, 0);
		refused(&s, called);
	}
	kr_state s = resolving(KR_STEP_CHARGE_DIE, KR_INTRIGUE_ASSASSINATION);
	refused(&s, called);
	kr_card_top(&s)->target = EXILE;
	refused(&s, called);
	kr_card_top(&s)->target = PERSON;
	accepted(&s);
}

static void masks_fall_one_by_one(void **unused)
{
	(void)unused;
	kr_state s = resolving(KR_STEP_REVEAL_NAME, KR_INTRIGUE_REVELATIONS);
	accepted(&s);
	kr_card_top(&s)->seats_shown = 1;
	refused(&s, called);
	s = resolving(KR_STEP_UNMASK, KR_INTRIGUE_REVELATIONS);
	refused(&s, called);
	kr_card_top(&s)->target = EXILE;
	refused(&s, called);
	kr_card_top(&s)->target = CANDIDATE;
	kr_card_top(&s)->seats_shown = 3;
	accepted(&s);
	kr_card_top(&s)->seats_shown = 4;
	refused(&s, called);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_step_has_its_phase),
		cmocka_unit_test(the_year_is_at_the_bottom),
		cmocka_unit_test(steps_belong_to_versions),
		cmocka_unit_test(each_step_has_its_announcements),
		cmocka_unit_test(somebody_has_announced_it),
		cmocka_unit_test(a_health_die_is_somebodys),
		cmocka_unit_test(those_who_have_spoken_stand_in_order),
		cmocka_unit_test(a_nominee_is_voted_on),
		cmocka_unit_test(an_order_moves_people_within_their_level),
		cmocka_unit_test(an_order_is_for_those_in_office),
		cmocka_unit_test(cards_act_on_what_is_announced),
		cmocka_unit_test(a_step_is_called_by_some),
		cmocka_unit_test(somebody_is_on_trial),
		cmocka_unit_test(a_trial_by_card_is_for_an_attempt),
		cmocka_unit_test(a_card_begins_with_nothing),
		cmocka_unit_test(points_are_due_in_a_power_game),
		cmocka_unit_test(a_die_is_rolled_for_a_target),
		cmocka_unit_test(a_diagnosis_is_of_a_roll),
		cmocka_unit_test(a_power_game_goes_step_by_step),
		cmocka_unit_test(a_step_is_of_its_card),
		cmocka_unit_test(masks_fall_one_by_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

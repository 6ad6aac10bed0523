/* offices.c: how a bot judges the powers of the Politburo: purges, investigations, trials,
 * funerals, posts. */
#include "offices.h"

enum {
	BOTHER = 8,            /* an action must gain at least this much */
	IN_OFFICE = 200,       /* the part of his worth that a year at work adds */
	AT_PARADE = 300,       /* the part of the chief's next wave that counts */
	RETURNS_HOME = 1500,   /* a released politician is worth more than others: he may rise */
	LONG_ODDS = 250,       /* below this chance a purge will probably fail */
	WORTH_LONG_ODDS = 500, /* above this gain I try such a purge all the same */
	DECIDES = SURE,        /* the weight of a vote that decides */
	MAY_DECIDE = 150,      /* the weight of any other vote */
	AWAITS_TRIAL = 250,    /* the chance that a "?" leads to a trial */
	PASSES = 900,          /* the chance of a nominee who should not meet three "no" */
	FAILS = 250,
};

/* ---- Phase 1 --------------------------------------------------------------------------------- */

/* Returns what a year at work is worth. The chief must live until the parade. */
static int worth_of_working(const outlook *o, int p)
{
	int worth = part(kr_worth(o, p), IN_OFFICE);
	if (o->s->place[p] != KR_PLACE_CHIEF)
		return worth;
	int now = kr_worth(o, p), then = kr_worth_after_roll(o, p, false, 0);
	int alive = now == 0 ? 0 : lesser(SURE, SURE * then / now);
	int wave = part(kr_worth_of_wave(o, p, o->owner[p]), kr_wave_chance(o->s, p));
	return worth + part(part(wave, greater(alive, 0)), AT_PARADE);
}

/* KR-1, KR-1.1: a politician at work ages and makes the worse Health roll. */
static int judge_cure(const outlook *o, int p, ap_action a)
{
	if (ap_verb_of(a) == KR_VERB_CURE)
		return kr_worth_after_roll(o, p, true, 0);
	return kr_worth_after_roll(o, p, false, 0) + worth_of_working(o, p) -
		kr_cost_of_years(o, p, kr_years_of_illness(o->s, p));
}

/* ---- Phase 2 --------------------------------------------------------------------------------- */

/* Returns what the fall of a politician is worth to me. The succession of a chief counts, unless he
 * is mine: losing one of mine is never a gain. */
static int worth_of_fall(const outlook *o, int victim)
{
	int worth = -kr_worth(o, victim);
	if (o->owner[victim] == o->me)
		return lesser(worth, 0);
	return o->s->place[victim] == KR_PLACE_CHIEF ? worth + kr_worth_of_succession(o) : worth;
}

/* After a success the purger may purge again; a failure costs him more years. */
static int worth_of_purge(const outlook *o, int purger, int victim, int next)
{
	int chance = kr_purge_chance(o->s, victim), fall = worth_of_fall(o, victim);
	int success = fall + next - kr_cost_of_years(o, purger, KR_PURGE_COST);
	if (chance < LONG_ODDS && fall < WORTH_LONG_ODDS && o->owner[purger] == o->me)
		return -BOTHER;
	int failure = -kr_cost_of_years(o, purger, KR_FAILED_PURGE_COST);
	return part(success, chance) + part(failure, SURE - chance) - BOTHER;
}

static int best_purge(const outlook *o, int purger, int but)
{
	int best = 0;
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (p != but && p != purger && o->s->place[p] <= KR_PLACE_CANDIDATES &&
			!kr_bars(o->s, purger, p))
			best = greater(best, worth_of_purge(o, purger, p, 0));
	return best;
}

int kr_worth_of_purging(const outlook *o, int purger)
{
	return best_purge(o, purger, KR_NONE);
}

static int judge_purge(const outlook *o, int purger, ap_action a)
{
	int victim = (int)ap_x(a);
	if (ap_verb_of(a) == KR_VERB_NOTHING)
		return 0;
	bool goes_on = o->s->stage == KR_STAGE_FREE && o->owner[purger] == o->me && victim != purger;
	return worth_of_purge(o, purger, victim, goes_on ? best_purge(o, purger, victim) : 0);
}

/* ---- Phase 3 --------------------------------------------------------------------------------- */

static int judge_trial(const outlook *o, int accuser, int accused)
{
	int guilty = kr_guilty_chance(o, accused, accuser);
	int acquittal = kr_cost_of_years(o, accuser, KR_ACQUITTAL_COST);
	return part(worth_of_fall(o, accused), guilty) - part(acquittal, SURE - guilty) - BOTHER;
}

/* A "?" ages the suspect every year, and may lead to a trial. */
static int harm_of_suspicion(const outlook *o, int suspect, int accuser)
{
	int trial = part(kr_guilty_chance(o, suspect, accuser), AWAITS_TRIAL);
	return kr_cost_of_years(o, suspect, 1) - part(worth_of_fall(o, suspect), trial);
}

static int judge_spy(const outlook *o, int p, ap_action a)
{
	int target = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case KR_VERB_NOTHING:
		return 0;
	case KR_VERB_TRIAL:
		return judge_trial(o, p, target);
	case KR_VERB_CONDEMN:
		return -kr_worth(o, target) - kr_cost_of_years(o, p, KR_CONDEMNATION_COST) - BOTHER;
	case KR_VERB_INVESTIGATE:
		return -harm_of_suspicion(o, target, p) - kr_cost_of_years(o, p, KR_INVESTIGATION_COST) -
			2 * BOTHER;
	default:
		return harm_of_suspicion(o, target, p) - kr_cost_of_years(o, p, KR_CLOSING_COST) -
			2 * BOTHER;
	}
}

/* Returns the weight of the vote that is asked for: whether it decides. At a trial the ayes
 * decide, on a nominee the nays. */
static int weight_of_vote(const outlook *o, const kr_vote_count *v)
{
	ballot b = {v->trial, v->subject, v->caller};
	int taken = v->trial ? v->ayes : v->nays;
	if (taken >= v->needed)
		return 0;
	int others = taken +
		(v->trial ? kr_expected_ayes(o, b, v->post + 1) : kr_expected_nays(o, b, v->post + 1));
	return others == v->needed - 1 ? DECIDES : MAY_DECIDE;
}

static int judge_verdict(const outlook *o, ap_action a)
{
	kr_vote_count v = kr_votes_in(ap_peek(o->s));
	int worth = worth_of_fall(o, v.subject);
	if (ap_x(a) == KR_VOTE_INNOCENT)
		worth = v.caller == KR_NONE ? 0 : -kr_cost_of_years(o, v.caller, KR_ACQUITTAL_COST);
	return part(worth, weight_of_vote(o, &v));
}

/* ---- Phase 5 --------------------------------------------------------------------------------- */

/* Returns what it is worth that another politician becomes chief, if the nominee fails. */
static int worth_of_another(const outlook *o, int nominee)
{
	int sum = 0, count = 0;
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++) {
		int p = o->s->holder[post];
		if (p == KR_NONE || p == nominee)
			continue;
		sum += kr_worth_in(o, p, KR_PLACE_CHIEF);
		count++;
	}
	return count ? sum / count : 0;
}

static int judge_nomination(const outlook *o, int nominator, int nominee)
{
	int another = worth_of_another(o, nominee);
	int nays = kr_expected_nays(o, (ballot){false, nominee, nominator}, KR_PLACE_KGB);
	bool fails = nays >= KR_DEFEAT_VOTES;
	return another +
		part(kr_worth_in(o, nominee, KR_PLACE_CHIEF) - another, fails ? FAILS : PASSES);
}

static int judge_ballot(const outlook *o, ap_action a)
{
	kr_vote_count v = kr_votes_in(ap_peek(o->s));
	int worth = ap_x(a) == KR_VOTE_YES ? kr_worth_in(o, v.subject, KR_PLACE_CHIEF)
									   : worth_of_another(o, v.subject);
	return part(worth, weight_of_vote(o, &v));
}

/* ---- Phase 6 --------------------------------------------------------------------------------- */

/* Returns what the chief's order is worth to me in these posts. */
static int worth_in_posts(const outlook *o, unsigned posts)
{
	int sum = 0;
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++) {
		int p = o->s->order[post];
		if ((posts >> post & 1) && p != KR_NONE && kr_is_member(o->s, p))
			sum += kr_worth_in(o, p, post) - kr_worth(o, p);
	}
	return sum;
}

int kr_worth_of_order(const outlook *o)
{
	return worth_in_posts(o, ~0u);
}

/* The holder of the post takes the politician's old one. */
static int worth_of_swap(const outlook *o, const uint8_t *order, int p, int from, int post)
{
	int other = order[post], worth = kr_worth_in(o, p, post) - kr_worth_in(o, p, from);
	if (other != KR_NONE)
		worth += kr_worth_in(o, other, from) - kr_worth_in(o, other, post);
	return worth;
}

static int judge_move(const outlook *o, const uint8_t *order, ap_action a)
{
	int p = (int)ap_x(a), from = KR_PLACE_KGB;
	if (ap_verb_of(a) == KR_VERB_NOTHING)
		return 0;
	while (from < KR_POSTS && order[from] != p)
		from++;
	return worth_of_swap(o, order, p, from, (int)ap_y(a)) - 1;
}

static int worth_of_step(const outlook *o, int p, int place)
{
	return kr_worth_in(o, p, place) - kr_worth(o, p);
}

static int worth_of_promotion(const outlook *o, int p, int place)
{
	bool tied;
	int heir = kr_next_by_age(o->s, kr_level_of(place), &tied); /* who gets it by age */
	if (heir == p)
		return 0;
	return worth_of_step(o, p, place) - (heir == KR_NONE ? 0 : worth_of_step(o, heir, place));
}

static int judge_sponsor(const outlook *o, int payer, ap_action a)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case KR_VERB_NOTHING:
		return 0;
	case KR_VERB_PROMOTE:
		return worth_of_promotion(o, x, y) - kr_cost_of_years(o, payer, KR_STEP_COST) - BOTHER;
	case KR_VERB_DEMOTE:
		return worth_of_step(o, x, y) - kr_cost_of_years(o, payer, KR_STEP_COST) - BOTHER;
	default: /* an exchange */
		return worth_of_step(o, x, o->s->place[y]) + worth_of_step(o, y, o->s->place[x]) -
			kr_cost_of_years(o, payer, KR_EXCHANGE_COST) - 2 * BOTHER;
	}
}

static int judge_demand(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == KR_VERB_MOVE || ap_verb_of(a) == KR_VERB_NOTHING)
		return judge_move(o, o->s->holder, a);
	return judge_sponsor(o, o->s->holder[KR_PLACE_CHIEF], a);
}

/* I give leave to move my protected politician if I gain by it. */
static int judge_leave(const outlook *o, ap_action said, ap_action a)
{
	if (ap_verb_of(a) == KR_VERB_FORBID)
		return 0;
	if (ap_step_of(o->s) == KR_STEP_SHIFT_LEAVE) {
		int man = kr_leave_asked_for(o->s, ap_peek(o->s));
		return worth_in_posts(o, kr_posts_at_stake(o->s, man)) - BOTHER;
	}
	return judge_sponsor(o, o->s->holder[KR_PLACE_CHIEF], said);
}

/* ---- Phase 7 --------------------------------------------------------------------------------- */

static int judge_rehabilitation(const outlook *o, int p, ap_action a)
{
	if (ap_verb_of(a) == KR_VERB_NOTHING)
		return 0;
	return part(kr_worth_in(o, (int)ap_x(a), KR_PLACE_PEOPLE), RETURNS_HOME) -
		kr_cost_of_years(o, p, KR_RELEASE_COST) - 2 * BOTHER;
}

/* ---- All phases ------------------------------------------------------------------------------ */

int kr_judge_office(const outlook *o, ap_action a)
{
	kr_matter m = kr_matter_of(o->s, ap_peek(o->s));
	switch (m.step) {
	case KR_STEP_CURE:
	case KR_STEP_PHASE_END:
		return judge_cure(o, m.actor, a);
	case KR_STEP_PURGE:
		return judge_purge(o, m.actor, a);
	case KR_STEP_SPY:
		return judge_spy(o, m.actor, a);
	case KR_STEP_TRIAL:
		return judge_verdict(o, a);
	case KR_STEP_NOMINATE:
		return judge_nomination(o, m.actor, (int)ap_x(a));
	case KR_STEP_BALLOT:
		return judge_ballot(o, a);
	case KR_STEP_DEMAND:
		return judge_demand(o, a);
	case KR_STEP_SHIFT:
		return judge_move(o, o->s->order, a);
	case KR_STEP_PROMOTE:
		return judge_sponsor(o, m.actor, a);
	case KR_STEP_SHIFT_LEAVE:
	case KR_STEP_PROMOTE_LEAVE:
		return judge_leave(o, m.said, a);
	case KR_STEP_DEMAND_LEAVE:
		return 0; /* This happens so seldom that the lot may decide. */
	default:
		assert(m.step == KR_STEP_REHABILITATE);
		return judge_rehabilitation(o, m.actor, a);
	}
}

/* offices.c: the powers of the Politburo as a bot judges them: purges, investigations,
 * trials, funerals, posts. */
#include "offices.h"

enum {
	BOTHER = 8,          /* nothing is done for less */
	IN_OFFICE = 200,     /* of his worth, for a year at work */
	AT_PARADE = 300,     /* of the chief's, times his chance to wave */
	RETURNS_HOME = 1500, /* a man in Siberia may rise again: of what he is worth among the People */
	REHABILITATION = 5,  /* years */
	LONG_ODDS = 250,     /* a purge that will probably fail */
	WORTH_LONG_ODDS = 500, /* for more than this I try it all the same */
	DECIDES = SURE,        /* a vote on which it hangs */
	MAY_DECIDE = 150,      /* another */
	AWAITS_TRIAL = 250,    /* the chance that a "?" leads to a trial */
	PASSES = 900,          /* a nominee who does not seem to meet three "no" */
	FAILS = 250,
};

/* ---- Phase 1 --------------------------------------------------------------------------------- */

/* What a year at work is worth. The chief must live until the parade. */
static int worth_of_working(const outlook *o, int p)
{
	int worth = part(kr_worth(o, p), IN_OFFICE);
	if (o->s->place[p] != CHIEF)
		return worth;
	int now = kr_worth(o, p), then = kr_worth_after_roll(o, p, false, 0);
	int alive = now == 0 ? 0 : lesser(SURE, SURE * then / now);
	int wave = part(kr_worth_of_wave(o, p, o->owner[p]), kr_wave_chance(o->s, p));
	return worth + part(part(wave, greater(alive, 0)), AT_PARADE);
}

/* KR-1, KR-1.1: at work he ages and makes the worse roll. */
static int judge_cure(const outlook *o, int p, ap_action a)
{
	if (ap_verb_of(a) == V_CURE)
		return kr_worth_after_roll(o, p, true, 0);
	int ageing = kr_version(o->s) == SWISS ? 1 : kr_crosses(o->s, p);
	return kr_worth_after_roll(o, p, false, 0) + worth_of_working(o, p) -
		kr_cost_of_years(o, p, ageing);
}

/* ---- Phase 2 --------------------------------------------------------------------------------- */

/* What his fall means to me: his chair goes to somebody else. My own men I do not speculate on. */
static int worth_of_fall(const outlook *o, int victim)
{
	int worth = -kr_worth(o, victim);
	if (o->owner[victim] == o->me)
		return lesser(worth, 0);
	return o->s->place[victim] == CHIEF ? worth + kr_worth_of_succession(o) : worth;
}

/* Success costs the purger a year and lets him go on; failure costs three. */
static int worth_of_purge(const outlook *o, int purger, int victim, int next)
{
	int chance = kr_purge_chance(o->s, victim), fall = worth_of_fall(o, victim);
	int success = fall + next - kr_cost_of_years(o, purger, 1);
	if (chance < LONG_ODDS && fall < WORTH_LONG_ODDS && o->owner[purger] == o->me)
		return -BOTHER;
	int failure = -kr_cost_of_years(o, purger, 3);
	return part(success, chance) + part(failure, SURE - chance) - BOTHER;
}

static int best_purge(const outlook *o, int purger, int but)
{
	int best = 0;
	for (int p = 0; p < POLITICIANS; p++)
		if (p != but && p != purger && o->s->place[p] <= CANDIDATES && !kr_bars(o->s, purger, p))
			best = greater(best, worth_of_purge(o, purger, p, 0));
	return best;
}

int kr_worth_of_purging(const outlook *o, int purger)
{
	return best_purge(o, purger, NONE);
}

static int judge_purge(const outlook *o, ap_action a)
{
	int purger = ap_peek(o->s)->v[ACTING], victim = (int)ap_x(a);
	if (ap_verb_of(a) == V_NOTHING)
		return 0;
	bool goes_on = o->s->stage == FREE && o->owner[purger] == o->me && victim != purger;
	return worth_of_purge(o, purger, victim, goes_on ? best_purge(o, purger, victim) : 0);
}

/* ---- Phase 3 --------------------------------------------------------------------------------- */

static int judge_trial(const outlook *o, int accuser, int accused)
{
	int guilty = kr_guilty_chance(o, accused, accuser);
	int acquittal = kr_cost_of_years(o, accuser, 3);
	return part(worth_of_fall(o, accused), guilty) - part(acquittal, SURE - guilty) - BOTHER;
}

/* A "?" ages him year by year, and a trial may come. */
static int harm_of_suspicion(const outlook *o, int suspect, int accuser)
{
	int trial = part(kr_guilty_chance(o, suspect, accuser), AWAITS_TRIAL);
	return kr_cost_of_years(o, suspect, 1) - part(worth_of_fall(o, suspect), trial);
}

static int judge_spy(const outlook *o, ap_action a)
{
	int p = ap_peek(o->s)->v[ACTING], target = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case V_NOTHING:
		return 0;
	case V_TRIAL:
		return judge_trial(o, p, target);
	case V_CONDEMN:
		return -kr_worth(o, target) - kr_cost_of_years(o, p, 2) - BOTHER;
	case V_INVESTIGATE:
		return -harm_of_suspicion(o, target, p) - kr_cost_of_years(o, p, 1) - 2 * BOTHER;
	default:
		return harm_of_suspicion(o, target, p) - kr_cost_of_years(o, p, 1) - 2 * BOTHER;
	}
}

/* Does it hang on the vote of the one who is asked? Two "innocent" acquit, three "no" defeat. */
static int weight_of_vote(const outlook *o, bool trial)
{
	const ap_frame *f = ap_peek(o->s);
	int counts = trial ? FOR : AGAINST, enough = trial ? NO_NAYS : NO_NAYS + 1;
	int taken = kr_votes(f, counts);
	if (taken >= enough)
		return 0;
	int others = taken + kr_expected_votes(o, f, trial, kr_cursor(f) + 1, counts);
	return others == enough - 1 ? DECIDES : MAY_DECIDE;
}

static int judge_verdict(const outlook *o, ap_action a)
{
	const ap_frame *f = ap_peek(o->s);
	int accused = kr_subject(f), accuser = kr_caller(f), worth = worth_of_fall(o, accused);
	if (ap_x(a) == FOR)
		worth = accuser == NONE ? 0 : -kr_cost_of_years(o, accuser, 3);
	return part(worth, weight_of_vote(o, true));
}

/* ---- Phase 5 --------------------------------------------------------------------------------- */

/* Somebody else in the chair, if the nominee fails. */
static int worth_of_another(const outlook *o, int nominee)
{
	int sum = 0, count = 0;
	for (int post = KGB; post < POSTS; post++) {
		int p = o->s->holder[post];
		if (p == NONE || p == nominee)
			continue;
		sum += kr_worth_in(o, p, CHIEF);
		count++;
	}
	return count ? sum / count : 0;
}

static int judge_nomination(const outlook *o, int nominee)
{
	ap_frame f = *ap_peek(o->s);
	int nominator = kr_caller(&f), another = worth_of_another(o, nominee);
	f.v[SUBJECT] = (int16_t)(uint16_t)(nominator << 8 | nominee);
	bool fails = kr_expected_votes(o, &f, false, KGB, AGAINST) > NO_NAYS;
	return another + part(kr_worth_in(o, nominee, CHIEF) - another, fails ? FAILS : PASSES);
}

static int judge_ballot(const outlook *o, ap_action a)
{
	int nominee = kr_subject(ap_peek(o->s));
	bool yes = ap_x(a) == FOR + IN_BALLOT;
	int worth = yes ? kr_worth_in(o, nominee, CHIEF) : worth_of_another(o, nominee);
	return part(worth, weight_of_vote(o, false));
}

/* ---- Phase 6 --------------------------------------------------------------------------------- */

int kr_worth_of_order(const outlook *o)
{
	int sum = 0;
	for (int post = KGB; post < POSTS; post++) {
		int p = o->s->order[post];
		if (p != NONE && kr_member(o->s, p))
			sum += kr_worth_in(o, p, post) - kr_worth(o, p);
	}
	return sum;
}

/* Whoever held the post takes his old one. */
static int worth_of_swap(const outlook *o, const uint8_t *order, int p, int from, int post)
{
	int other = order[post], worth = kr_worth_in(o, p, post) - kr_worth_in(o, p, from);
	if (other != NONE)
		worth += kr_worth_in(o, other, from) - kr_worth_in(o, other, post);
	return worth;
}

static int judge_move(const outlook *o, const uint8_t *order, ap_action a)
{
	int p = (int)ap_x(a), from = KGB;
	if (ap_verb_of(a) == V_NOTHING)
		return 0;
	while (from < POSTS && order[from] != p)
		from++;
	return worth_of_swap(o, order, p, from, (int)ap_y(a)) - 1;
}

static int worth_of_step(const outlook *o, int p, int place)
{
	return kr_worth_in(o, p, place) - kr_worth(o, p);
}

/* KR-6.11 to KR-6.31: who would get the place by his age. */
static int heir_by_age(const outlook *o, int level)
{
	bool tied;
	int p = level == FIRST_LEVEL ? kr_oldest_in(o->s, SECOND_LEVEL, &tied) : NONE;
	if (p == NONE && level < CANDIDATE_LEVEL)
		p = kr_oldest_in(o->s, CANDIDATES, &tied);
	return p != NONE ? p : kr_oldest_in(o->s, PEOPLE, &tied);
}

static int worth_of_promotion(const outlook *o, int p, int place)
{
	int heir = heir_by_age(o, kr_level(place));
	if (heir == p)
		return 0;
	return worth_of_step(o, p, place) - (heir == NONE ? 0 : worth_of_step(o, heir, place));
}

static int judge_sponsor(const outlook *o, int payer, ap_action a)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case V_NOTHING:
		return 0;
	case V_PROMOTE:
		return worth_of_promotion(o, x, y) - kr_cost_of_years(o, payer, 1) - BOTHER;
	case V_DEMOTE:
		return worth_of_step(o, x, y) - kr_cost_of_years(o, payer, 1) - BOTHER;
	default: /* an exchange */
		return worth_of_step(o, x, o->s->place[y]) + worth_of_step(o, y, o->s->place[x]) -
			kr_cost_of_years(o, payer, 2) - 2 * BOTHER;
	}
}

static int judge_demand(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == V_MOVE || ap_verb_of(a) == V_NOTHING)
		return judge_move(o, o->s->holder, a);
	return judge_sponsor(o, o->s->holder[CHIEF], a);
}

/* Leave to move my protected man: if he is the better for it. */
static int judge_leave(const outlook *o, ap_action a)
{
	const ap_frame *f = ap_peek(o->s);
	if (ap_verb_of(a) == V_FORBID)
		return 0;
	if (f->step == SHIFT_LEAVE)
		return kr_worth_of_order(o) - BOTHER;
	return judge_sponsor(o, o->s->holder[CHIEF], kr_unpack(f->v[SAID]));
}

/* ---- Phase 7 --------------------------------------------------------------------------------- */

static int judge_rehabilitation(const outlook *o, ap_action a)
{
	int p = o->s->holder[ap_peek(o->s)->v[ACTING]];
	if (ap_verb_of(a) == V_NOTHING)
		return 0;
	return part(kr_worth_in(o, (int)ap_x(a), PEOPLE), RETURNS_HOME) -
		kr_cost_of_years(o, p, REHABILITATION) - 2 * BOTHER;
}

/* ---- All of them ----------------------------------------------------------------------------- */

int kr_judge_office(const outlook *o, ap_action a)
{
	const ap_frame *f = ap_peek(o->s);
	switch (f->step) {
	case CURE:
		return judge_cure(o, o->s->holder[f->v[ACTING]], a);
	case PHASE_END:
		return judge_cure(o, f->v[ACTING], a);
	case PURGE:
		return judge_purge(o, a);
	case SPY:
		return judge_spy(o, a);
	case TRIAL:
		return judge_verdict(o, a);
	case NOMINATE:
		return judge_nomination(o, (int)ap_x(a));
	case BALLOT:
		return judge_ballot(o, a);
	case DEMAND:
		return judge_demand(o, a);
	case SHIFT:
		return judge_move(o, o->s->order, a);
	case PROMOTE:
		return judge_sponsor(o, o->s->holder[f->v[ACTING]], a);
	case SHIFT_LEAVE:
	case PROMOTE_LEAVE:
		return judge_leave(o, a);
	default:
		assert(f->step == REHABILITATE);
		return judge_rehabilitation(o, a);
	}
}

/* cards.c: how a bot judges Intrigue cards: what a card gains now, compared with keeping it. */
#include "cards.h"
#include "offices.h"

enum {
	NEVER = -10000,
	SETTLED_YEAR = 3,   /* from this year on it is worth knowing what others have written */
	CURIOSITY = 35,     /* the worth of knowing what others have written */
	DEMANDS = 150,      /* the worth of what a blackmailed chief will do for me in later years */
	TIE_BREAKER = 60,   /* the worth of settling ties */
	ONE_POINT = 15,     /* the worth of one point of influence */
	SUSPICION = 250,    /* the part of a politician's worth that a "?" would cost */
	MAY_PURGE_ME = 400, /* the chance that a purge would be aimed at me */
	MAY_STAND_IN = 500, /* the chance that the holder of the purge power declines */
	HOME_AGAIN = 3000,  /* a pardoned politician is worth more than others: he may rise */
	CHARGED = 450,      /* the chance that an accusation sticks */
	DUE = 8,            /* the points that a power game should cost */
};

/* The worth of keeping a card in hand. */
static const int keeping[KR_EFFECT_COUNT] = {
	[KR_EFFECT_FEVER] = 30,
	[KR_EFFECT_PROTECTION] = 10,
	[KR_EFFECT_ASSASSINATION] = 90,
	[KR_EFFECT_ALIBI] = 50,
	[KR_EFFECT_OUTING] = 30,
	[KR_EFFECT_VISIT] = 60,
	[KR_EFFECT_MISDIAGNOSIS] = 70,
	[KR_EFFECT_SPECIALIST] = 25,
	[KR_EFFECT_PARDON] = 30,
	[KR_EFFECT_HORMONES] = 40,
	[KR_EFFECT_IMPOSED] = 15,
	[KR_EFFECT_FALL] = 90,
	[KR_EFFECT_REVELATIONS] = 20,
	[KR_EFFECT_BLACKMAIL] = 50,
	[KR_EFFECT_CHIEF_BLACKMAIL] = 60,
	[KR_EFFECT_DRUG] = 60,
	[KR_EFFECT_PRAVDA] = 20,
	[KR_EFFECT_POWER_GAME] = 20,
	[KR_EFFECT_GLASNOST] = 20,
	[KR_EFFECT_CRISIS] = 40,
	[KR_EFFECT_VACCINATION] = 20,
};

static int effect_of(int card)
{
	return kr_intrigues[card].effect;
}

/* Returns the target of what another seat's politician has just announced with this verb, or
 * KR_NONE. */
static int target_of(const kr_matter *now, unsigned verb)
{
	if (now->step != KR_STEP_PURGE_STAND && now->step != KR_STEP_SPY_STAND)
		return KR_NONE;
	return ap_verb_of(now->said) == verb ? now->subject : KR_NONE;
}

/* ---- The wave that is expected --------------------------------------------------------------- */

/* Returns what it is worth to me that the chief on the rostrum does not wave. */
static int worth_of_no_wave(const outlook *o, const kr_matter *now, int p)
{
	if (now->step != KR_STEP_PARADE_STAND || p != o->s->holder[KR_PLACE_CHIEF])
		return 0;
	return -part(kr_worth_of_wave(o, p, o->owner[p]), kr_wave_chance(o->s, p));
}

/* ---- Health ---------------------------------------------------------------------------------- */

static int gain_by_roll(const outlook *o, int p, int added)
{
	bool cured = kr_is_away(o->s, p);
	return kr_worth_after_roll(o, p, cured, added) - kr_worth_after_roll(o, p, cured, 0);
}

static int gain_by_fever(const outlook *o, int amount)
{
	int gain = 0;
	for (int post = KR_PLACE_CHIEF; post < KR_POSTS; post++)
		if (o->s->holder[post] != KR_NONE)
			gain += gain_by_roll(o, o->s->holder[post], -amount);
	return gain;
}

static int gain_at_work(const outlook *o, int p)
{
	return kr_worth_after_roll(o, p, false, 0) - kr_worth_after_roll(o, p, true, 0);
}

/* Card 33: everybody leaves the Sanatorium just before the Health rolls. */
static int gain_by_crisis(const outlook *o, const kr_matter *now)
{
	int gain = 0;
	if (now->step != KR_STEP_HEALTH)
		return NEVER;
	for (int post = KR_PLACE_CHIEF; post < KR_POSTS; post++)
		if (o->s->holder[post] != KR_NONE && kr_is_away(o->s, o->s->holder[post]))
			gain += gain_at_work(o, o->s->holder[post]);
	return gain;
}

/* Returns what I would gain at the Funeral Commission if this patient of mine took part in it. */
static int gain_by_nominating(const outlook *o, int p)
{
	kr_state fetched = *o->s;
	outlook with = *o;
	fetched.outing |= kr_bit(p);
	with.s = &fetched;
	if (o->s->holder[KR_PLACE_CHIEF] != KR_NONE || o->owner[p] != o->me ||
		kr_first_nominator(&fetched) != p)
		return NEVER;
	return kr_worth_of_succession(&with) - kr_worth_of_succession(o);
}

/* Cards 6 and 9: a rival's patient makes the worse Health roll, my KGB Head can purge, or my
 * minister can nominate. */
static int gain_by_outing(const outlook *o, const kr_matter *now, int p)
{
	if (now->step == KR_STEP_HEALTH)
		return gain_at_work(o, p);
	if (now->step == KR_STEP_PURGE && o->s->place[p] == KR_PLACE_KGB && o->owner[p] == o->me)
		return kr_worth_of_purging(o, p);
	return now->step == KR_STEP_NOMINATE ? gain_by_nominating(o, p) : NEVER;
}

/* Card 10 is played once in a Health roll, so what is added so far is no diagnosis. */
static int worth_of_diagnosis(const outlook *o, const kr_matter *now, int diagnosis)
{
	int added = now->added + kr_diagnosis_value(diagnosis);
	return kr_worth_after_roll(o, now->actor, now->in_cure, added);
}

static int gain_by_misdiagnosis(const outlook *o, const kr_matter *now)
{
	int best = greater(worth_of_diagnosis(o, now, KR_DIAGNOSIS_MINUS),
		worth_of_diagnosis(o, now, KR_DIAGNOSIS_PLUS));
	return best - kr_worth_rolled(o, now->actor, now->in_cure, now->die + now->added);
}

/* Card 21 is worth most when my chief might fail to wave. */
static int gain_by_drug(const outlook *o, const kr_matter *now, int p)
{
	int crosses = kr_crosses(o->s, p) - 1;
	int gain = kr_worth_as(o, p, o->s->place[p], kr_age(o->s, p), crosses) - kr_worth(o, p);
	if (now->step == KR_STEP_PARADE_STAND && p == o->s->holder[KR_PLACE_CHIEF])
		gain += part(kr_worth_of_wave(o, p, o->owner[p]), SURE - kr_wave_chance(o->s, p));
	return gain;
}

/* Cards 7 and 8 keep a politician from the parade, or from the purge of one of mine. */
static int gain_by_visit(const outlook *o, const kr_matter *now, int card, int p)
{
	int chance = kr_die_chance(kr_visit_needs(o->s, card, p));
	int victim = target_of(now, KR_VERB_PURGE);
	int gain = worth_of_no_wave(o, now, p);
	if (now->step == KR_STEP_PURGE_STAND && victim != KR_NONE && now->actor == p)
		gain = part(kr_worth(o, victim), kr_purge_chance(o->s, victim));
	return part(gain, chance);
}

/* ---- Purges ---------------------------------------------------------------------------------- */

/* Cards 3, 28, 30, 32 are played when the die has fallen and three points decide. */
static int gain_by_protection(const outlook *o, const kr_matter *now, int card)
{
	int man = o->s->holder[kr_card_post(card)];
	if (now->step != KR_STEP_PURGE_RESULT || now->subject != man)
		return NEVER;
	int over = kr_purge_margin(o->s, kr_purge_frame_in(kr_listened(o->s)));
	return over >= 0 && over < kr_intrigues[card].amount ? kr_worth(o, man) : NEVER;
}

static bool holds_for_me(const outlook *o, int post)
{
	return kr_active(o->s, post) && o->owner[o->s->holder[post]] == o->me;
}

/* Returns what the holder of the purge power could cost me this year. */
static int danger_from(const outlook *o, int purger)
{
	int danger = 0;
	if (purger == KR_NONE || o->owner[purger] == KR_NONE || o->owner[purger] == o->me)
		return 0;
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (o->s->place[p] <= KR_PLACE_CANDIDATES && o->owner[p] == o->me)
			danger = greater(danger, part(kr_worth(o, p), kr_purge_chance(o->s, p)));
	return part(danger, MAY_PURGE_ME);
}

/* Cards that direct the first purge: one of my politicians may carry it out, and the holder of
 * the purge power cannot do anything worse. */
static int gain_by_imposing(const outlook *o, int card)
{
	int victim = o->s->holder[kr_card_post(card)], purger = kr_purger(o->s);
	int helps = SURE * kr_intrigues[card].amount / KR_FACES;
	int chance = lesser(SURE, kr_purge_chance(o->s, victim) + helps);
	int gain = part(-kr_worth(o, victim), chance);
	if (card == KR_INTRIGUE_DEFECTOR)
		return holds_for_me(o, KR_PLACE_IDEOLOGY) ? gain : NEVER;
	if (purger == KR_NONE || kr_worth(o, victim) > 0)
		return NEVER;
	if (o->owner[purger] == o->me)
		return gain - kr_worth_of_purging(o, purger);
	bool stands_in = holds_for_me(o, kr_stand_in_post(card));
	return danger_from(o, purger) + (stands_in ? part(gain, MAY_STAND_IN) : 0);
}

static int gain_by_assassination(const outlook *o, const kr_matter *now, int p)
{
	int chance = kr_die_chance(kr_purge_number(o->s->place[p]));
	int gain = worth_of_no_wave(o, now, p) - kr_worth(o, p);
	return part(o->s->place[p] == KR_PLACE_CHIEF ? gain + kr_worth_of_succession(o) : gain, chance);
}

/* Card 19: returns what the announced action would have cost me. */
static int gain_by_blackmail(const outlook *o, const kr_matter *now)
{
	int victim = target_of(now, KR_VERB_PURGE), accused = target_of(now, KR_VERB_TRIAL);
	if (victim != KR_NONE)
		return part(kr_worth(o, victim), kr_purge_chance(o->s, victim));
	if (accused != KR_NONE)
		return part(kr_worth(o, accused), kr_guilty_chance(o, accused, now->actor));
	return part(kr_worth(o, target_of(now, KR_VERB_INVESTIGATE)), SUSPICION);
}

static int gain_by_alibi(const outlook *o, const kr_matter *now)
{
	int accuser = now->step == KR_STEP_TRIAL ? now->caller : now->actor;
	return part(kr_worth(o, now->subject), kr_guilty_chance(o, now->subject, accuser));
}

/* ---- Influence ------------------------------------------------------------------------------- */

static int gain_by_knowing(const outlook *o)
{
	return o->s->year >= SETTLED_YEAR ? CURIOSITY : NEVER;
}

/* Card 17 is useful to the seat that controls the KGB Head. */
static int gain_by_revelations(const outlook *o)
{
	int head = o->s->holder[KR_PLACE_KGB];
	bool mine = head == KR_NONE || o->owner[head] == KR_NONE || o->owner[head] == o->me;
	return mine ? gain_by_knowing(o) : NEVER;
}

/* Card 24: one point more or less on each politician whom I control. */
static int gain_by_glasnost(const outlook *o)
{
	int votes = 0, points = __builtin_popcount(kr_controlled_by(o->s, o->me));
	for (int post = KR_PLACE_CHIEF; post < KR_POSTS; post++)
		votes += holds_for_me(o, post);
	int chance = kr_die_chance(kr_glasnost_needs(votes));
	return part(points * ONE_POINT, 2 * chance - SURE);
}

/* The author of card 20 must stay on the board: he should be young and safe from purges. */
static int gain_by_demands(const outlook *o, int p)
{
	int chief = o->s->holder[KR_PLACE_CHIEF], safe = o->s->place[p] + o->mine[p] / 100;
	if (o->owner[chief] == o->me || kr_crosses(o->s, chief) > 0)
		return NEVER;
	return DEMANDS + safe - kr_age(o->s, p);
}

static int gain_by_pravda(const outlook *o)
{
	return o->owner[o->s->holder[KR_PLACE_IDEOLOGY]] == o->me ? TIE_BREAKER : NEVER;
}

/* ---- Any card -------------------------------------------------------------------------------- */

static int gain_at(const outlook *o, int card, int p, const kr_matter *now)
{
	int years = kr_intrigues[card].amount;
	switch (effect_of(card)) {
	case KR_EFFECT_ASSASSINATION:
		return gain_by_assassination(o, now, p);
	case KR_EFFECT_OUTING:
		return gain_by_outing(o, now, p);
	case KR_EFFECT_VISIT:
		return gain_by_visit(o, now, card, p);
	case KR_EFFECT_SPECIALIST:
		return now->step == KR_STEP_HEALTH ? gain_by_roll(o, p, kr_intrigues[card].amount) : NEVER;
	case KR_EFFECT_PARDON:
		return part(kr_worth_in(o, p, KR_PLACE_PEOPLE), HOME_AGAIN);
	case KR_EFFECT_HORMONES:
		return -kr_cost_of_years(o, p, -lesser(years, o->s->stress[p]));
	case KR_EFFECT_CHIEF_BLACKMAIL:
		return gain_by_demands(o, p);
	case KR_EFFECT_DRUG:
		return gain_by_drug(o, now, p);
	default:
		assert(effect_of(card) == KR_EFFECT_VACCINATION);
		return o->s->fever ? -gain_by_roll(o, p, -o->s->fever) : NEVER;
	}
}

static int gain_without_target(const outlook *o, int card, const kr_matter *now)
{
	int man = o->s->holder[greater(kr_card_post(card), KR_PLACE_CHIEF)];
	switch (effect_of(card)) {
	case KR_EFFECT_FEVER:
		return gain_by_fever(o, kr_intrigues[card].amount);
	case KR_EFFECT_PROTECTION:
		return gain_by_protection(o, now, card);
	case KR_EFFECT_ALIBI:
		return gain_by_alibi(o, now);
	case KR_EFFECT_MISDIAGNOSIS:
		return gain_by_misdiagnosis(o, now);
	case KR_EFFECT_IMPOSED:
		return gain_by_imposing(o, card);
	case KR_EFFECT_FALL:
		return kr_worth_in(o, man, KR_PLACE_PEOPLE) - kr_worth(o, man);
	case KR_EFFECT_REVELATIONS:
		return gain_by_revelations(o);
	case KR_EFFECT_BLACKMAIL:
		return gain_by_blackmail(o, now);
	case KR_EFFECT_PRAVDA:
		return gain_by_pravda(o);
	case KR_EFFECT_POWER_GAME:
		return gain_by_knowing(o);
	case KR_EFFECT_GLASNOST:
		return gain_by_glasnost(o);
	default:
		assert(effect_of(card) == KR_EFFECT_CRISIS);
		return gain_by_crisis(o, now);
	}
}

static int best_gain(const outlook *o, int card)
{
	kr_matter now = kr_matter_heard(o->s);
	if (!kr_card_has_target(card))
		return gain_without_target(o, card, &now);
	int best = NEVER;
	kr_politician_set targets = kr_card_targets(o->s, o->me, card);
	for (; targets; targets &= targets - 1)
		best = greater(best, gain_at(o, card, __builtin_ctz(targets), &now));
	return best;
}

/* The later the year, the less a card is worth keeping. */
int kr_judge_play(const outlook *o, int card)
{
	int keep = keeping[effect_of(card)] * (KR_LAST_YEAR - o->s->year) / KR_LAST_YEAR;
	return best_gain(o, card) - keep;
}

/* ---- While a card is resolved ---------------------------------------------------------------- */

/* The leading rival should pay, and enough. */
static int judge_power_game(const outlook *o, const kr_resolution *r, ap_action a)
{
	switch (ap_verb_of(a)) {
	case KR_VERB_OTHER:
		return o->weight[r->faction] < o->anybody ? 1 : -1;
	case KR_VERB_REROLL:
		return r->due < DUE ? 1 : -1;
	default:
		return 0;
	}
}

/* Card 24 takes the politicians in the order of the letters, so that none is left out. */
static int judge_choice(const outlook *o, ap_action a)
{
	kr_matter now = kr_matter_heard(o->s);
	kr_resolution r = kr_card_resolved(o->s);
	if (ap_verb_of(a) == KR_VERB_NOTHING)
		return 0;
	switch (effect_of(r.card)) {
	case KR_EFFECT_MISDIAGNOSIS:
		return worth_of_diagnosis(o, &now, (int)ap_x(a));
	case KR_EFFECT_POWER_GAME:
		return judge_power_game(o, &r, a);
	case KR_EFFECT_GLASNOST:
		return KR_POLITICIANS - (int)ap_x(a);
	default:
		return gain_at(o, r.card, (int)ap_x(a), &now) - 1;
	}
}

static int judge_target(const outlook *o, int p)
{
	kr_matter now = kr_matter_heard(o->s);
	return gain_at(o, kr_card_resolved(o->s).card, p, &now);
}

static int judge_accusation(const outlook *o, ap_action a)
{
	int p = (int)ap_x(a);
	if (ap_verb_of(a) == KR_VERB_NOTHING)
		return 0;
	return part(part(-kr_worth(o, p), kr_guilty_chance(o, p, KR_NONE)), CHARGED) - 1;
}

/* Card 17: a politician on whom I have nothing to hide, the higher the better. */
static int judge_unmasking(const outlook *o, int p)
{
	bool watched = o->owner[p] != KR_NONE && o->owner[p] != o->me;
	return -kr_my_reserve(o, p) * KR_PLACE_COUNT - o->s->place[p] + (watched ? 2 : 0);
}

int kr_judge_card(const outlook *o, ap_action a)
{
	switch (ap_step_of(o->s)) {
	case KR_STEP_CARD:
		return judge_target(o, (int)ap_x(a));
	case KR_STEP_CARD_CHOICE:
		return judge_choice(o, a);
	case KR_STEP_ACCUSE:
		return judge_accusation(o, a);
	default:
		assert(ap_step_of(o->s) == KR_STEP_REVEAL_NAME);
		return judge_unmasking(o, (int)ap_x(a));
	}
}

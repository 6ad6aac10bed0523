/* cards.c: Intrigue cards as a bot judges them: what a card does now, against keeping it
 * for a better day. */
#include "cards.h"
#include "offices.h"

enum {
	NEVER = -10000,
	SETTLED_YEAR = 3,   /* from then on it is worth knowing what others have written */
	CURIOSITY = 35,     /* what it is worth to know it */
	DEMANDS = 150,      /* what a blackmailed chief will do for me in the years to come */
	TIE_BREAKER = 60,   /* what it is worth to settle ties */
	ONE_POINT = 15,     /* of influence */
	SUSPICION = 250,    /* of a man's worth, for a "?" averted */
	MAY_PURGE_ME = 400, /* rather than somebody else */
	MAY_STAND_IN = 500, /* the chance that the holder of the purge power declines */
	HOME_AGAIN = 3000,  /* of what a pardoned man is worth among the People: he may rise again */
	CHARGED = 450,      /* the chance that an accusation sticks */
	DUE = 8,            /* points that a power game should cost */
};

/* What a card is worth in hand. */
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

static bool at(const ap_frame *now, int step)
{
	return now && now->step == step;
}

static bool away(const kr_state *s, int p)
{
	return (s->cure & ~s->outing) >> p & 1;
}

/* What another's politician has just announced: his target, or NONE. */
static int target_of(const ap_frame *now, unsigned verb)
{
	if (!at(now, PURGE_STAND) && !at(now, SPY_STAND))
		return NONE;
	ap_action a = kr_unpack(now->v[SAID]);
	return ap_verb_of(a) == verb ? (int)ap_x(a) : NONE;
}

/* ---- The wave that is about to come ---------------------------------------------------------- */

/* What it is worth to me that the chief on the rostrum does not wave. */
static int worth_of_no_wave(const outlook *o, const ap_frame *now, int p)
{
	if (!at(now, PARADE_STAND) || p != o->s->holder[CHIEF])
		return 0;
	return -part(kr_worth_of_wave(o, p, o->owner[p]), kr_wave_chance(o->s, p));
}

/* ---- Health ---------------------------------------------------------------------------------- */

static int gain_by_roll(const outlook *o, int p, int added)
{
	bool cured = away(o->s, p);
	return kr_worth_after_roll(o, p, cured, added) - kr_worth_after_roll(o, p, cured, 0);
}

static int gain_by_fever(const outlook *o, int amount)
{
	int gain = 0;
	for (int post = CHIEF; post < POSTS; post++)
		if (o->s->holder[post] != NONE)
			gain += gain_by_roll(o, o->s->holder[post], -amount);
	return gain;
}

static int gain_at_work(const outlook *o, int p)
{
	return kr_worth_after_roll(o, p, false, 0) - kr_worth_after_roll(o, p, true, 0);
}

/* Card 33: everybody out of the Sanatorium, just before the Health rolls. */
static int gain_by_crisis(const outlook *o, const ap_frame *now)
{
	int gain = 0;
	if (!at(now, HEALTH))
		return NEVER;
	for (int post = CHIEF; post < POSTS; post++)
		if (o->s->holder[post] != NONE && away(o->s, o->s->holder[post]))
			gain += gain_at_work(o, o->s->holder[post]);
	return gain;
}

/* Cards 6 and 9: a rival's patient shall catch his death; my KGB Head shall purge. */
static int gain_by_outing(const outlook *o, const ap_frame *now, int p)
{
	if (at(now, HEALTH))
		return gain_at_work(o, p);
	if (at(now, PURGE) && o->s->place[p] == KGB && o->owner[p] == o->me)
		return kr_worth_of_purging(o, p);
	return NEVER;
}

static int added_to_roll(const kr_state *s, int p)
{
	int fever = s->vaccinated >> p & 1 ? 0 : s->fever;
	return (s->specialist == p ? kr_intrigues[KR_INTRIGUE_SPECIALIST].amount : 0) - fever;
}

static int worth_of_diagnosis(const outlook *o, int p, int diagnosis)
{
	int amount = kr_intrigues[KR_INTRIGUE_MISDIAGNOSIS].amount * (diagnosis - NEITHER);
	return kr_worth_after_roll(o, p, away(o->s, p), added_to_roll(o->s, p) + amount);
}

static int gain_by_misdiagnosis(const outlook *o, const ap_frame *now)
{
	int p = o->s->holder[now->v[ACTING]], die = now->v[SAID] + added_to_roll(o->s, p);
	int best = greater(worth_of_diagnosis(o, p, MINUS), worth_of_diagnosis(o, p, PLUS));
	return best - kr_worth_rolled(o, p, away(o->s, p), die);
}

/* Card 21, best when my chief would stumble on the rostrum. */
static int gain_by_drug(const outlook *o, const ap_frame *now, int p)
{
	int crosses = kr_crosses(o->s, p) - 1;
	int gain = kr_worth_as(o, p, o->s->place[p], kr_age(o->s, p), crosses) - kr_worth(o, p);
	if (at(now, PARADE_STAND) && p == o->s->holder[CHIEF])
		gain += part(kr_worth_of_wave(o, p, o->owner[p]), SURE - kr_wave_chance(o->s, p));
	return gain;
}

/* Cards 7 and 8: away from the rostrum, or from the purge of one of mine. */
static int gain_by_visit(const outlook *o, const ap_frame *now, int card, int p)
{
	int needed = kr_intrigues[card].amount - kr_crosses(o->s, p);
	int chance = SURE * (FACES + 1 - needed) / FACES, victim = target_of(now, V_PURGE);
	int gain = worth_of_no_wave(o, now, p);
	if (at(now, PURGE_STAND) && victim != NONE && now->v[ACTING] == p)
		gain = part(kr_worth(o, victim), kr_purge_chance(o->s, victim));
	return part(gain, chance);
}

/* ---- Purges ---------------------------------------------------------------------------------- */

/* Cards 3, 28, 30, 32: when the die has fallen and three points decide. */
static int gain_by_protection(const outlook *o, const ap_frame *now, int card)
{
	int man = o->s->holder[kr_card_post(card)];
	if (!at(now, PURGE_RESULT) || (int)ap_x(kr_unpack(now->v[SAID])) != man)
		return NEVER;
	int over = now->v[MORE] + kr_purge_modifiers(o->s, man) - kr_purge_number(o->s->place[man]);
	return over >= 0 && over < kr_intrigues[card].amount ? kr_worth(o, man) : NEVER;
}

static int stand_in_for(int card)
{
	bool chief = card == KR_INTRIGUE_WAR_CRITICS || card == KR_INTRIGUE_CAR_EXPORTS ||
		card == KR_INTRIGUE_BOYCOTT;
	return chief ? CHIEF : IDEOLOGY;
}

static bool holds_for_me(const outlook *o, int post)
{
	return kr_active(o->s, post) && o->owner[o->s->holder[post]] == o->me;
}

/* What the holder of the purge power could do to me this year. */
static int danger_from(const outlook *o, int purger)
{
	int danger = 0;
	if (purger == NONE || o->owner[purger] == NONE || o->owner[purger] == o->me)
		return 0;
	for (int p = 0; p < POLITICIANS; p++)
		if (o->s->place[p] <= CANDIDATES && o->owner[p] == o->me)
			danger = greater(danger, part(kr_worth(o, p), kr_purge_chance(o->s, p)));
	return part(danger, MAY_PURGE_ME);
}

/* Cards that direct the first purge: one of mine may carry it out, and whoever has the power does
 * nothing worse. */
static int gain_by_imposing(const outlook *o, int card)
{
	int victim = o->s->holder[kr_card_post(card)], purger = kr_purger(o->s);
	int helps = SURE * kr_intrigues[card].amount / FACES;
	int chance = lesser(SURE, kr_purge_chance(o->s, victim) + helps);
	int gain = part(-kr_worth(o, victim), chance);
	if (card == KR_INTRIGUE_DEFECTOR)
		return holds_for_me(o, IDEOLOGY) ? gain : NEVER;
	if (purger == NONE || kr_worth(o, victim) > 0)
		return NEVER;
	if (o->owner[purger] == o->me)
		return gain - kr_worth_of_purging(o, purger);
	bool stands_in = holds_for_me(o, stand_in_for(card));
	return danger_from(o, purger) + (stands_in ? part(gain, MAY_STAND_IN) : 0);
}

static int gain_by_assassination(const outlook *o, const ap_frame *now, int p)
{
	int chance = SURE * (FACES + 1 - kr_purge_number(o->s->place[p])) / FACES;
	int gain = worth_of_no_wave(o, now, p) - kr_worth(o, p);
	return part(o->s->place[p] == CHIEF ? gain + kr_worth_of_succession(o) : gain, chance);
}

/* Card 19: what the announced deed would have cost me. */
static int gain_by_blackmail(const outlook *o, const ap_frame *now)
{
	int victim = target_of(now, V_PURGE), accused = target_of(now, V_TRIAL);
	if (victim != NONE)
		return part(kr_worth(o, victim), kr_purge_chance(o->s, victim));
	if (accused != NONE)
		return part(kr_worth(o, accused), kr_guilty_chance(o, accused, now->v[ACTING]));
	return part(kr_worth(o, target_of(now, V_INVESTIGATE)), SUSPICION);
}

static int gain_by_alibi(const outlook *o, const ap_frame *now)
{
	int accused = at(now, TRIAL) ? kr_subject(now) : target_of(now, V_TRIAL);
	int accuser = at(now, TRIAL) ? kr_caller(now) : now->v[ACTING];
	return part(kr_worth(o, accused), kr_guilty_chance(o, accused, accuser));
}

/* ---- Influence ------------------------------------------------------------------------------- */

static int gain_by_knowing(const outlook *o)
{
	return o->s->year >= SETTLED_YEAR ? CURIOSITY : NEVER;
}

/* Card 17 serves whoever controls the KGB Head. */
static int gain_by_revelations(const outlook *o)
{
	int head = o->s->holder[KGB];
	bool mine = head == NONE || o->owner[head] == NONE || o->owner[head] == o->me;
	return mine ? gain_by_knowing(o) : NEVER;
}

/* Card 24: one point more or less on each of mine. */
static int gain_by_glasnost(const outlook *o)
{
	int votes = 0, points = __builtin_popcount(kr_controlled_by(o->s, o->me));
	for (int post = CHIEF; post < POSTS; post++)
		votes += holds_for_me(o, post);
	int needed = kr_intrigues[KR_INTRIGUE_GLASNOST].amount - votes;
	int chance = lesser(SURE, SURE * (FACES + 1 - needed) / FACES);
	return part(points * ONE_POINT, 2 * chance - SURE);
}

/* The author of card 20 must stay: a young man whom nobody can purge. */
static int gain_by_demands(const outlook *o, int p)
{
	int chief = o->s->holder[CHIEF], safe = o->s->place[p] + o->mine[p] / 100;
	if (o->owner[chief] == o->me || kr_crosses(o->s, chief) > 0)
		return NEVER;
	return DEMANDS + safe - kr_age(o->s, p);
}

static int gain_by_pravda(const outlook *o)
{
	return o->owner[o->s->holder[IDEOLOGY]] == o->me ? TIE_BREAKER : NEVER;
}

/* ---- Any card -------------------------------------------------------------------------------- */

static int gain_at(const outlook *o, int card, int p, const ap_frame *now)
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
		return at(now, HEALTH) ? gain_by_roll(o, p, kr_intrigues[card].amount) : NEVER;
	case KR_EFFECT_PARDON:
		return part(kr_worth_in(o, p, PEOPLE), HOME_AGAIN);
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

static int gain_without_target(const outlook *o, int card, const ap_frame *now)
{
	int man = o->s->holder[greater(kr_card_post(card), CHIEF)];
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
		return kr_worth_in(o, man, PEOPLE) - kr_worth(o, man);
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

static int best_gain(const outlook *o, int card, const ap_frame *now)
{
	if (!kr_card_has_target(card))
		return gain_without_target(o, card, now);
	int best = NEVER;
	uint32_t targets = kr_card_targets(o->s, o->me, card, now);
	for (; targets; targets &= targets - 1)
		best = greater(best, gain_at(o, card, __builtin_ctz(targets), now));
	return best;
}

/* The later the year, the fewer better days. */
int kr_judge_play(const outlook *o, int card)
{
	int keep = keeping[effect_of(card)] * (LAST_YEAR - o->s->year) / LAST_YEAR;
	return best_gain(o, card, kr_listened(o->s)) - keep;
}

/* ---- While a card is resolved ---------------------------------------------------------------- */

/* The leader shall pay, and not too little. */
static int judge_power_game(const outlook *o, ap_action a)
{
	const ap_frame *f = ap_peek(o->s);
	switch (ap_verb_of(a)) {
	case V_OTHER:
		return o->weight[f->v[TARGET]] < o->anybody ? 1 : -1;
	case V_REROLL:
		return f->v[ROLL] < DUE ? 1 : -1;
	default:
		return 0;
	}
}

/* Card 24 goes through the letters: from the first on, so that none is left out. */
static int judge_choice(const outlook *o, ap_action a)
{
	const ap_frame *f = ap_peek(o->s), *now = kr_listened(o->s);
	if (ap_verb_of(a) == V_NOTHING)
		return 0;
	switch (effect_of(f->v[PLAYED])) {
	case KR_EFFECT_MISDIAGNOSIS:
		return worth_of_diagnosis(o, o->s->holder[now->v[ACTING]], (int)ap_x(a));
	case KR_EFFECT_POWER_GAME:
		return judge_power_game(o, a);
	case KR_EFFECT_GLASNOST:
		return POLITICIANS - (int)ap_x(a);
	default:
		return gain_at(o, f->v[PLAYED], (int)ap_x(a), now) - 1;
	}
}

static int judge_accusation(const outlook *o, ap_action a)
{
	int p = (int)ap_x(a);
	if (ap_verb_of(a) == V_NOTHING)
		return 0;
	return part(part(-kr_worth(o, p), kr_guilty_chance(o, p, NONE)), CHARGED) - 1;
}

/* Card 17: a man I have nothing to hide about; the higher the better. */
static int judge_unmasking(const outlook *o, int p)
{
	bool watched = o->owner[p] != NONE && o->owner[p] != o->me;
	return -kr_my_reserve(o, p) * PLACES - o->s->place[p] + (watched ? 2 : 0);
}

int kr_judge_card(const outlook *o, ap_action a)
{
	const ap_frame *f = ap_peek(o->s);
	switch (f->step) {
	case CARD:
		return gain_at(o, f->v[PLAYED], (int)ap_x(a), kr_listened(o->s));
	case CARD_CHOICE:
		return judge_choice(o, a);
	case ACCUSE:
		return judge_accusation(o, a);
	default:
		assert(f->step == REVEAL_NAME);
		return judge_unmasking(o, (int)ap_x(a));
	}
}

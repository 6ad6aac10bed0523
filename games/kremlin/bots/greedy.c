/* greedy.c: a bot for Kremlin with hand-written judgement that looks one step ahead, from a
 * view alone.
 *
 * It judges every legal action by what it is worth to its seat and takes the best. In a
 * round of listening it computes what it would gain by controlling the politician who acts, and
 * declares just enough for that: undeclared influence gives rivals no reason to purge. */
#include "bots/choice.h"
#include "bots/bots.h"
#include "cards.h"
#include "offices.h"

enum {
	/* Writing numbers. */
	FANCY = 80,   /* the range of the random part of a promise */
	SPREAD = 50,  /* what counts instead of the promise for small numbers */
	NESTORS = 60, /* the promise of the first chief, who waves at once, but not for long */
	VETERAN = 64, /* the age from which on each year lowers the promise */
	TOO_OLD = 3,  /* what each of these years takes off */
	UNTRIED = 60, /* below this age a politician waits long for a post */

	/* Declaring points. */
	SHOWING = 12,       /* what it costs to show an interest */
	PER_POINT = 4,      /* what each declared point costs */
	HOLDS_ANYWAY = 600, /* the least chance that a gain lasts, even if I may be outbid */
	EARNEST = 80,       /* from this gain on I declare all I have in a contest */
	WHIM = 3,           /* one time in so many I declare a point more than needed */

	/* New influence. */
	NEW_CARD = 25,
};

/* What a place promises to a seat that writes on the politician there. */
static const int promise[KR_PLACE_COUNT] = {[KR_PLACE_CHIEF] = NESTORS,
	[KR_PLACE_KGB] = 100,
	[KR_PLACE_FOREIGN] = 95,
	[KR_PLACE_DEFENSE] = 95,
	[KR_PLACE_IDEOLOGY] = 75,
	[KR_PLACE_INDUSTRY] = 70,
	[KR_PLACE_ECONOMY] = 68,
	[KR_PLACE_SPORT] = 68,
	[KR_PLACE_CANDIDATES] = 50,
	[KR_PLACE_PEOPLE] = 30};

/* ---- Writing influence ----------------------------------------------------------------------- */

static int judge_writing(const outlook *o, ap_action a, ap_rng *rng)
{
	int p = (int)ap_x(a), number = (int)ap_y(a), age = kr_age(o->s, p);
	int worth = promise[o->s->place[p]] - TOO_OLD * greater(0, age - VETERAN);
	if (o->s->place[p] == KR_PLACE_PEOPLE)
		worth -= greater(0, UNTRIED - age);
	worth = (worth * number + SPREAD * (KR_NUMBERS - number)) / KR_NUMBERS;
	return worth + (int)ap_below(rng, FANCY);
}

/* ---- Declaring ------------------------------------------------------------------------------- */

/* Returns whether the politician is still where he has spoken; a card may have moved him. */
static bool still_speaks(const kr_state *s, const kr_matter *now)
{
	return now->actor != KR_NONE && kr_is_member(s, now->actor);
}

/* Returns the action that another seat would probably choose, judged from what all know. */
static ap_action in_his_place(const kr_state *s, int seat, const ap_action *legal, int count)
{
	outlook his = kr_look(s, seat);
	int best = 0, most = 0;
	for (int i = 0; i < count; i++) {
		int worth = kr_judge_office(&his, legal[i]);
		if (i > 0 && worth <= most)
			continue;
		best = i;
		most = worth;
	}
	return legal[best];
}

/* Returns what it is worth to decide instead of the seat that has spoken. */
static int gain_by_deciding(const ap_game *game, const outlook *o, const kr_matter *now)
{
	ap_action legal[AP_MAX_LEGAL];
	kr_state then = *o->s;
	outlook mine = *o;
	kr_ask_anew(&then, now->actor, o->me);
	int count = ap_legal(game, &then, o->me, legal), best = 0, owner = o->owner[now->actor];
	mine.s = &then;
	for (int i = 0; i < count; i++) {
		int worth = kr_judge_office(&mine, legal[i]);
		best = i == 0 ? worth : greater(best, worth);
	}
	if (owner == KR_NONE || now->said == AP_NO_ACTION)
		return best; /* whom nobody controls does nothing */
	if (owner != now->by)
		return best - kr_judge_office(&mine, in_his_place(&then, owner, legal, count));
	if (now->step == KR_STEP_SHIFT_STAND)
		return best - kr_worth_of_order(o);
	return best - kr_judge_office(&mine, now->said);
}

/* KR-8: the gain is a wave for me, and none for the seat that would have scored it. */
static int gain_by_wave(const outlook *o, int chief)
{
	int gain = kr_worth_of_wave(o, chief, o->me) - kr_worth_of_wave(o, chief, o->owner[chief]);
	return part(gain, kr_wave_chance(o->s, chief));
}

/* A chief who has kept the order of posts may make a new one under another controller. */
static int gain_by_order(const ap_game *game, const outlook *o, const kr_matter *now)
{
	ap_action legal[AP_MAX_LEGAL];
	kr_state then = *o->s;
	outlook mine = *o;
	if (!o->s->kept || now->actor != o->s->holder[KR_PLACE_CHIEF])
		return 0;
	ap_end(&then);
	kr_begin_shift(&then);
	ap_ask(&then, AP_SEAT(o->me));
	mine.s = &then;
	int best = 0, count = ap_legal(game, &then, o->me, legal);
	for (int i = 0; i < count; i++)
		best = greater(best, kr_judge_office(&mine, legal[i]));
	return best;
}

static int gain_by_control(const ap_game *game, const outlook *o, const kr_matter *now)
{
	switch (now->step) {
	case KR_STEP_PARADE_STAND:
		return gain_by_wave(o, now->actor);
	case KR_STEP_ELEVENTH:
	case KR_STEP_FEWER:
		return kr_version(o->s) == KR_RULES_SWISS ? 0 : 4 * WAVE;
	default:
		if (kr_step_anew(now->step) == KR_NONE || !still_speaks(o->s, now))
			return 0;
		return greater(gain_by_deciding(game, o, now), gain_by_order(game, o, now));
	}
}

/* Returns the points to declare: enough to take control. In a contest it is some more, so that
 * the contest is short; where much is at stake and I have been outbid, it is all I have, because
 * of equal totals the earlier counts. */
static int points_for(const outlook *o, int p, int gain, ap_rng *rng)
{
	int theirs = kr_their_total(o, p), needed = theirs + 1 - kr_my_total(o, p);
	int spare = kr_my_reserve(o, p) - needed;
	if (spare <= 0)
		return spare < 0 ? 0 : needed;
	if (theirs == 0)
		return ap_below(rng, WHIM) == 0 ? needed + 1 : needed;
	bool all = gain >= EARNEST && kr_my_total(o, p) > 0;
	return needed + (all ? spare : (int)ap_below(rng, (uint32_t)spare + 1));
}

/* Returns the points to declare on the politician of an announcement; 0 for none. */
static int declaration(const ap_game *game, const outlook *o, const kr_matter *now, ap_rng *rng)
{
	int p = now->actor;
	if (p == KR_NONE || !kr_on_board(o->s, p) || o->owner[p] == o->me ||
		kr_pending(o->s, o->me, p) ||
		kr_my_total(o, p) + kr_my_reserve(o, p) <= kr_their_total(o, p))
		return 0;
	int holds = HOLDS_ANYWAY + part(o->mine[p], SURE - HOLDS_ANYWAY);
	int gain = part(gain_by_control(game, o, now), holds), points = points_for(o, p, gain, rng);
	return gain > SHOWING + PER_POINT * points ? points : 0;
}

static ap_action listen(
	const ap_game *game, const outlook *o, const ap_action *legal, int count, ap_rng *rng)
{
	kr_matter heard[KR_POSTS];
	int most = 0, matters = kr_matters_of(o->s, kr_listened(o->s), heard);
	ap_action best = ap_act(KR_VERB_PASS, 0, 0);
	for (int i = 0; i < matters; i++) {
		int points = declaration(game, o, &heard[i], rng);
		if (points > 0)
			return ap_act(KR_VERB_DECLARE, (unsigned)heard[i].actor, (unsigned)points);
	}
	for (int i = 0; i < count; i++) {
		int worth =
			ap_verb_of(legal[i]) == KR_VERB_PLAY ? kr_judge_play(o, (int)ap_x(legal[i])) : 0;
		if (worth > most) {
			most = worth;
			best = legal[i];
		}
	}
	return best;
}

/* ---- Other questions about influence --------------------------------------------------------- */

/* KR-AD-8: I prefer myself, then the least dangerous rival. */
static int judge_favour(const outlook *o, int seat)
{
	return seat == o->me ? SURE : -o->weight[seat];
}

/* KR-AD-6: returns what one more point changes. */
static int judge_influence(const outlook *o, ap_action a)
{
	kr_state then = *o->s;
	int p = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case KR_VERB_NOTHING:
		return 0;
	case KR_VERB_INTRIGUE:
		return NEW_CARD;
	default:
		then.declared[o->me][p]++;
		then.unsettled |= kr_bit(p);
	}
	outlook after = kr_look(&then, o->me);
	return kr_worth(&after, p) - kr_worth(o, p);
}

/* Card 23: declares where it costs least, on politicians in high places, whom rivals watch
 * anyway. */
static int judge_forced(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == KR_VERB_CANNOT)
		return 0;
	return (KR_PLACE_COUNT - o->s->place[ap_x(a)]) * KR_NUMBERS + (int)ap_y(a);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static int judge(const outlook *o, ap_action a, ap_rng *rng)
{
	switch (ap_step_of(o->s)) {
	case KR_STEP_WRITE:
		return judge_writing(o, a, rng);
	case KR_STEP_TIES:
		return judge_favour(o, (int)ap_x(a));
	case KR_STEP_INFLUENCE:
		return judge_influence(o, a);
	case KR_STEP_FORCED:
		return judge_forced(o, a);
	case KR_STEP_CARD:
	case KR_STEP_CARD_CHOICE:
	case KR_STEP_ACCUSE:
	case KR_STEP_REVEAL_NAME:
		return kr_judge_card(o, a);
	default:
		return kr_judge_office(o, a);
	}
}

/* Returns the best action; the lot decides between equal ones. */
static ap_action choose_greedily(const ap_game *game, const void *view, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_best found = {0};
	int count = ap_legal(game, view, seat, legal);
	assert(count > 0);
	if (count == 1)
		return legal[0];
	outlook o = kr_look(view, seat);
	if (ap_step_of(view) == KR_STEP_LISTEN)
		return listen(game, &o, legal, count, rng);
	for (int i = 0; i < count; i++)
		ap_weigh(&found, legal[i], judge(&o, legal[i], rng), rng);
	return found.best;
}

const ap_bot kremlin_bots[] = {{"greedy", choose_greedily}, {NULL, NULL}};

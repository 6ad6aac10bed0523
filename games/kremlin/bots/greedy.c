/* greedy.c: Kremlin by hand-written judgement, one step ahead, from a view alone.
 *
 * Whoever is asked judges every legal action by what it is worth to him and takes the best. In a
 * listening round he asks himself what he would gain by having the acting politician in his hand,
 * and declares just enough for that: what nobody knows of, nobody purges. */
#include "bots/choice.h"
#include "bots/bots.h"
#include "cards.h"
#include "offices.h"

enum {
	/* Writing. */
	FANCY = 80,   /* of a politician's promise, a matter of taste */
	SPREAD = 50,  /* small numbers go anywhere */
	NESTORS = 60, /* promise of the first chief: he waves at once, but not for long */
	VETERAN = 64, /* from this age on each year */
	TOO_OLD = 3,  /* takes so much of his promise */
	UNTRIED = 60, /* younger ones wait long for a post */

	/* Declaring. */
	SHOWING = 12,       /* what it costs to show an interest */
	PER_POINT = 4,      /* and each point shown */
	HOLDS_ANYWAY = 600, /* a gain counts that much even if I should be outbid */
	EARNEST = 80,       /* a gain for which I do not let myself be outbid */
	WHIM = 3,           /* one time in so many a point more than needed */

	/* New influence. */
	NEW_CARD = 25,
};

/* What a post promises whoever writes on its holder. */
static const int promise[PLACES] = {[CHIEF] = NESTORS,
	[KGB] = 100,
	[FOREIGN] = 95,
	[DEFENSE] = 95,
	[IDEOLOGY] = 75,
	[INDUSTRY] = 70,
	[ECONOMY] = 68,
	[SPORT] = 68,
	[CANDIDATES] = 50,
	[PEOPLE] = 30};

/* ---- Writing influence ----------------------------------------------------------------------- */

static int judge_writing(const outlook *o, ap_action a, ap_rng *rng)
{
	int p = (int)ap_x(a), number = (int)ap_y(a), age = kr_age(o->s, p);
	int worth = promise[o->s->place[p]] - TOO_OLD * greater(0, age - VETERAN);
	if (o->s->place[p] == PEOPLE)
		worth -= greater(0, UNTRIED - age);
	worth = (worth * number + SPREAD * (NUMBERS - number)) / NUMBERS;
	return worth + (int)ap_below(rng, FANCY);
}

/* ---- Declaring ------------------------------------------------------------------------------- */

/* The step at which a new controller would decide anew, KR-DE-6; NONE: there is none. */
static int step_anew(int step)
{
	switch (step) {
	case CURE_STAND:
		return CURE;
	case PURGE_STAND:
		return PURGE;
	case SPY_STAND:
		return SPY;
	case TRIAL_STAND:
		return TRIAL;
	case NOMINATED:
		return NOMINATE;
	case BALLOT_STAND:
		return BALLOT;
	case SHIFT_STAND:
		return SHIFT;
	case PROMOTE_STAND:
		return PROMOTE;
	case REHABILITATE_STAND:
		return REHABILITATE;
	default:
		return NONE;
	}
}

/* What has been announced, as an action of that step. */
static ap_action announced(const ap_frame *f)
{
	unsigned vote = (unsigned)f->v[CURSOR] >> 4 & 3;
	switch (f->step) {
	case TRIAL_STAND:
		return ap_act(V_VOTE, vote, 0);
	case BALLOT_STAND:
		return ap_act(V_VOTE, vote + IN_BALLOT, 0);
	case NOMINATED:
		return ap_act(V_NOMINATE, (unsigned)kr_subject(f), 0);
	default:
		return kr_unpack(f->v[SAID]);
	}
}

static bool no_vote(const ap_frame *f)
{
	return (f->step == TRIAL_STAND || f->step == BALLOT_STAND) &&
		(f->v[CURSOR] >> 4 & 3) == NO_VOTE;
}

/* The board as it would be if I were asked in the place of whoever has spoken. */
static kr_state as_if_asked(const kr_state *s, int me)
{
	kr_state then = *s;
	then.head.depth--;
	ap_frame *f = ap_top(&then);
	f->step = (uint16_t)step_anew(f->step);
	f->asked = AP_SEAT(me);
	if (f->step == SHIFT) {
		memcpy(then.order, then.holder, sizeof then.order);
		then.moved = 0;
	}
	return then;
}

/* A card may have taken him away from where he has spoken. */
static bool still_speaks(const kr_state *s, const ap_frame *f, int actor)
{
	switch (f->step) {
	case CURE_STAND:
	case PROMOTE_STAND:
	case REHABILITATE_STAND:
		return s->place[actor] == f->v[ACTING];
	case TRIAL_STAND:
	case BALLOT_STAND:
		return s->place[actor] == kr_cursor(f);
	case SHIFT_STAND:
		return s->place[actor] == CHIEF;
	default:
		return kr_member(s, actor);
	}
}

/* What he would do, as far as one can put oneself in his place knowing only what all know. */
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

static int gain_by_deciding(const ap_game *game, const outlook *o, const ap_frame *f, int actor)
{
	ap_action legal[AP_MAX_LEGAL];
	kr_state then = as_if_asked(o->s, o->me);
	outlook mine = *o;
	int count = ap_legal(game, &then, o->me, legal), best = 0;
	mine.s = &then;
	for (int i = 0; i < count; i++) {
		int worth = kr_judge_office(&mine, legal[i]);
		best = i == 0 ? worth : greater(best, worth);
	}
	if (o->owner[actor] != f->v[BY])
		return best - kr_judge_office(&mine, in_his_place(&then, o->owner[actor], legal, count));
	if (no_vote(f))
		return best;
	if (f->step == SHIFT_STAND)
		return best - kr_worth_of_order(o);
	return best - kr_judge_office(&mine, announced(f));
}

/* KR-8: a wave for me and none for whoever would have it otherwise. */
static int gain_by_wave(const outlook *o, int chief)
{
	int gain = kr_worth_of_wave(o, chief, o->me) - kr_worth_of_wave(o, chief, o->owner[chief]);
	return part(gain, kr_wave_chance(o->s, chief));
}

static int gain_by_control(const ap_game *game, const outlook *o, int p)
{
	const ap_frame *f = kr_listened(o->s);
	switch (f->step) {
	case PARADE_STAND:
		return gain_by_wave(o, p);
	case ELEVENTH:
	case FEWER:
		return kr_version(o->s) == SWISS ? 0 : 4 * WAVE;
	default:
		if (step_anew(f->step) == NONE || !still_speaks(o->s, f, p))
			return 0;
		return gain_by_deciding(game, o, f, p);
	}
}

/* Enough to take him. In a contest some more, so that it is soon over; outbid where much is at
 * stake, I show all I have: of equal totals the earlier counts. */
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

/* The points I should declare on whom it is about; 0: hold my tongue. */
static int declaration(const ap_game *game, const outlook *o, int p, ap_rng *rng)
{
	if (p < 0 || !kr_on_board(o->s, p) || o->owner[p] == o->me || kr_pending(o->s, o->me, p) ||
		kr_my_total(o, p) + kr_my_reserve(o, p) <= kr_their_total(o, p))
		return 0;
	int holds = HOLDS_ANYWAY + part(o->mine[p], SURE - HOLDS_ANYWAY);
	int gain = part(gain_by_control(game, o, p), holds), points = points_for(o, p, gain, rng);
	return gain > SHOWING + PER_POINT * points ? points : 0;
}

static ap_action listen(
	const ap_game *game, const outlook *o, const ap_action *legal, int count, ap_rng *rng)
{
	int about = ap_peek(o->s)->v[ABOUT] - 1, most = 0;
	int points = declaration(game, o, about, rng);
	ap_action best = ap_act(V_PASS, 0, 0);
	if (points > 0)
		return ap_act(V_DECLARE, (unsigned)about, (unsigned)points);
	for (int i = 0; i < count; i++) {
		int worth = ap_verb_of(legal[i]) == V_PLAY ? kr_judge_play(o, (int)ap_x(legal[i])) : 0;
		if (worth > most) {
			most = worth;
			best = legal[i];
		}
	}
	return best;
}

/* ---- Other questions about influence --------------------------------------------------------- */

/* KR-AD-8: myself, or the one who is least dangerous. */
static int judge_favour(const outlook *o, int seat)
{
	return seat == o->me ? SURE : -o->weight[seat];
}

/* KR-AD-6: what one more point changes. */
static int judge_influence(const outlook *o, ap_action a)
{
	kr_state then = *o->s;
	int p = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case V_NOTHING:
		return 0;
	case V_INTRIGUE:
		return NEW_CARD;
	default:
		then.declared[o->me][p]++;
	}
	outlook after = kr_look(&then, o->me);
	return kr_worth(&after, p) - kr_worth(o, p);
}

/* Card 23: where it hurts least, on those high up, for they are in sight anyway. */
static int judge_forced(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == V_CANNOT)
		return 0;
	return (PLACES - o->s->place[ap_x(a)]) * NUMBERS + (int)ap_y(a);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

static int judge(const outlook *o, ap_action a, ap_rng *rng)
{
	switch (ap_step_of(o->s)) {
	case WRITE:
		return judge_writing(o, a, rng);
	case TIES:
		return judge_favour(o, (int)ap_x(a));
	case INFLUENCE:
		return judge_influence(o, a);
	case FORCED:
		return judge_forced(o, a);
	case CARD:
	case CARD_CHOICE:
	case ACCUSE:
	case REVEAL_NAME:
		return kr_judge_card(o, a);
	default:
		return kr_judge_office(o, a);
	}
}

/* The best of them; equals are drawn by lot. */
static ap_action choose_greedily(const ap_game *game, const void *view, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_best found = {0};
	int count = ap_legal(game, view, seat, legal);
	assert(count > 0);
	if (count == 1)
		return legal[0];
	outlook o = kr_look(view, seat);
	if (ap_step_of(view) == LISTEN)
		return listen(game, &o, legal, count, rng);
	for (int i = 0; i < count; i++)
		ap_weigh(&found, legal[i], judge(&o, legal[i], rng), rng);
	return found.best;
}

const ap_bot kremlin_bots[] = {{"greedy", choose_greedily}, {NULL, NULL}};

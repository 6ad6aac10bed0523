/* greedy.c: Red Empire by hand-written judgement, one step ahead, from a view alone.
 *
 * Every legal action is judged by what it is worth to me and the best is taken. */
#include "bots/choice.h"
#include "bots/bots.h"
#include "outlook.h"

enum {
	MOST_NEEDED = 8, /* by a crisis */

	/* What I expect of the others. */
	GIVES_BEST = 800,      /* who can help with a crisis does, with his best card */
	GIVES_IN_OFFICE = 950, /* the same of the President, who would fall */
	GIVES_AS_HEIR = 450,   /* and of the one who would follow him */
	GIVES_TO_SAVE = 950,   /* of anybody when the Union would collapse */
	STRIKES = 800,         /* who can finish a leader off does */

	/* Leaders: what losing one costs his faction while crises are still to come. */
	ANY_LEADER = 120,
	PER_STATURE = 30,    /* totals decide about a free office */
	LAST_OF_GROUP = 500, /* his colour can be played no longer */
	LAST_OF_PARTY = 500, /* nor can the faction hold the office */
	ENOUGH_CRISES = 3,   /* with fewer to come these fade */
	UNWELL = 100,        /* no stature makes an ailing President worth appointing */
	DEAR = 1000,         /* rather a new leader falls ill than one worth this */

	/* Crises. */
	COLLAPSE_LOSS = 60 * POINT, /* more than anything a crisis can bring */
	FACTIONS_FALL = 3,          /* how much worse failures are when whole factions fall */
	MISSED_CRISIS = 2500,       /* what I lose by one that comes while I am abroad */

	/* Purges. */
	READY = 850,    /* a finishing card already in my hand will find its victim */
	PER_PURGE = 30, /* each point on a leader will help somebody against him some day */

	/* Cards in hand. */
	FRESH_CARD = 700,                /* from the deck, in place of the one I play */
	UNPLAYABLE = 110,                /* of a card's value: I may yet gain a leader of its colour */
	FOR_PURGES = 100,                /* of a card's value when no crisis is to come */
	PILE_CARE = 30,                  /* each point of failures makes me keep cards that much more */
	KEEP_TREATY = 2000,              /* it is a second life in office */
	KEEP_TREATY_OUT_OF_OFFICE = 800, /* which may come */
	KEEP_EXPOSES = 400,              /* there may be more Party leaders to catch */
	KEEP_SCANDAL = 600,              /* somebody may come within its reach */
	KEEP_HERO = 700,                 /* one of mine may come to need it */
	KEEP_JUNKET = 150,               /* seldom better than staying */

	/* Options played, apart from what they do at once. */
	SMEAR = 100,          /* a Scandal that fells nobody still hinders whoever leads */
	HERO_LASTS = 300,     /* 2 more stature for good */
	HERO_PRESIDENT = 500, /* of the office: the same on my President */
};

/* Of its value, what the best action card in hand is worth to me for the crises to come, then the
 * second best, and so on. */
static const int rank_worth[RE_HAND] = {1000, 900, 500, 400, 300};

/* ---- What leaders are worth ---------------------------------------------------------------- */

/* What his faction loses with him, the office and the purger's point apart. */
static int worth_of_leader(const outlook *o, int owner, int leader)
{
	int group = re_leaders[leader].group;
	int worth = ANY_LEADER + PER_STATURE * re_leaders[leader].stature;
	re_leader_set others = o->s->faction[owner] & ~re_leader_bit(leader);
	if (o->deck == 0)
		return 0;
	if (!(others & re_leaders_of[group]))
		worth += group == RE_GROUP_PARTY ? LAST_OF_GROUP + LAST_OF_PARTY : LAST_OF_GROUP;
	return worth * (1 + least(o->crises, ENOUGH_CRISES)) / (1 + ENOUGH_CRISES);
}

/* What it means to me that `by` purges this leader: RE-VI-1, RE-AC-9. */
static int worth_of_purge(const outlook *o, int by, int leader)
{
	int owner = re_owner_of(o->s, leader);
	int worth = re_stake(o, by, POINT) - re_stake(o, owner, worth_of_leader(o, owner, leader));
	if (o->s->president != leader)
		return worth;
	bool takes = re_has_group(o->s, by, RE_GROUP_PARTY);
	int heir = takes ? by : re_heir_without(o->s, re_leader_bit(leader));
	return worth - re_stake(o, owner, o->office) + re_stake(o, heir, o->office);
}

/* A leader as he stands, or as he would stand after a card. */
typedef struct footing {
	uint64_t laid; /* purge cards on him */
	int need;      /* what they lack to his stature */
} footing;

static footing footing_of(const re_state *s, int leader)
{
	return (footing){s->purge[leader], re_stature(s, leader) - re_purge_total(s, leader)};
}

/* Hidden Scandals and Disreputes would do it as well: RE-MA-2. */
static int hidden_stains(const outlook *o, int leader, footing f)
{
	if (f.laid == 0 || f.need > RE_STAIN)
		return 0;
	int disrepute = RE_CARD_DISREPUTE_PARTY + re_leaders[leader].group;
	return re_hidden_of(o, RE_KIND_SCANDAL) + re_has(&o->unseen, disrepute);
}

/* The chance that this opponent finishes the leader off in his next turn. */
static int chance_he_strikes(const outlook *o, int seat, int leader, footing f)
{
	unsigned colours = re_colours_of(o, seat) & re_colours_open(leader, f.laid);
	int good = re_hidden_actions(o, colours, f.need) + hidden_stains(o, leader, f);
	return part(re_chance_of(o, good, RE_HAND), STRIKES);
}

static int chance_i_strike(const outlook *o, int leader, footing f)
{
	unsigned colours = re_colours_of(o, o->me) & re_colours_open(leader, f.laid);
	uint64_t mine = o->s->hand[o->me].word[0] & re_of_kind[RE_KIND_ACTION].word[0] & ~f.laid;
	if (o->last)
		return 0;
	for (; mine; mine &= mine - 1) {
		const re_card *card = &re_cards[__builtin_ctzll(mine)];
		if ((colours >> card->group & 1) && card->value >= f.need)
			return READY;
	}
	if (f.laid && f.need <= RE_STAIN && re_holds_kind(o->s, o->me, RE_KIND_SCANDAL))
		return READY;
	return re_chance_of(
		o, re_hidden_actions(o, colours, f.need), 1 + RE_HAND - o->s->hand_size[o->me]);
}

static int chance_of_strike(const outlook *o, int seat, int leader, footing f)
{
	return seat == o->me ? chance_i_strike(o, leader, f) : chance_he_strikes(o, seat, leader, f);
}

/* What this leader's footing means to me until the end of my next turn: whoever comes first may
 * purge him. */
static int prospect(const outlook *o, int leader, footing f)
{
	int owner = re_owner_of(o->s, leader), standing = SURE, worth = 0;
	if (o->deck == 0 || f.laid == 0)
		return 0;
	for (int i = 1; i <= o->s->head.players; i++) {
		int seat = re_clockwise(o->s, o->me, i);
		if (seat == owner)
			continue;
		int chance = part(standing, chance_of_strike(o, seat, leader, f));
		worth += part(worth_of_purge(o, seat, leader), chance);
		standing -= chance;
	}
	return worth - re_stake(o, owner, PER_PURGE * re_value_of(f.laid));
}

/* ---- What cards in hand are worth ---------------------------------------------------------- */

static int worth_of_option(const outlook *o, int card)
{
	bool in_office = o->president == o->me;
	if (o->last && re_cards[card].kind != RE_KIND_TREATY)
		return 0;
	switch (re_cards[card].kind) {
	case RE_KIND_TREATY:
		return in_office && o->crises > 0 ? KEEP_TREATY : KEEP_TREATY_OUT_OF_OFFICE;
	case RE_KIND_EXPOSES:
		return re_has_group(o->s, o->me, RE_GROUP_KGB) ? KEEP_EXPOSES : 0;
	case RE_KIND_SCANDAL:
		return KEEP_SCANDAL;
	case RE_KIND_HERO:
		return KEEP_HERO;
	default:
		return KEEP_JUNKET;
	}
}

/* Of a card's value, what it is worth to have so many better ones. The more of them, the more
 * crises it takes to need them all. */
static int share_of_rank(const outlook *o, int rank)
{
	int uses = rank + 2;
	return rank_worth[rank] * least(o->crises, uses) / uses;
}

/* Action cards wait for crises, the best first. */
static int worth_of_actions(const outlook *o, uint64_t actions)
{
	unsigned colours = re_colours_of(o, o->me);
	int worth = 0, rank = 0;
	for (int value = MOST_VALUE; value > 0; value--)
		for (uint64_t b = actions; b; b &= b - 1) {
			const re_card *card = &re_cards[__builtin_ctzll(b)];
			if (card->value != value)
				continue;
			bool playable = colours >> card->group & 1;
			int share = playable ? share_of_rank(o, rank++) : UNPLAYABLE;
			worth += value * (o->crises > 0 ? share : FOR_PURGES);
		}
	return part(worth, SURE + PILE_CARE * re_pile_total(o->s));
}

/* What I give up when this card leaves my hand. */
static int worth_of_keeping(const outlook *o, int card)
{
	uint64_t actions = o->s->hand[o->me].word[0] & re_of_kind[RE_KIND_ACTION].word[0];
	if (o->last && o->crises == 0)
		return 0;
	if (re_cards[card].kind != RE_KIND_ACTION)
		return worth_of_option(o, card);
	return worth_of_actions(o, actions) - worth_of_actions(o, actions & ~((uint64_t)1 << card));
}

/* ---- Crises -------------------------------------------------------------------------------- */

/* The open crisis, as the one who is asked sees it. */
typedef struct crisis_view {
	int need;                    /* value still missing */
	bool collapse;               /* of the Union, if it fails */
	int heir;                    /* of the President who would fall */
	int failure, solution;       /* what they mean to me, cards still to be laid apart */
	int solved[MOST_NEEDED + 1]; /* by what is missing: the chance that those after me solve it */
	int cost[MOST_NEEDED + 1];   /* and what their points for it mean to me */
} crisis_view;

/* RE-CR-10, RE-CR-11 */
static re_leader_set who_would_fall(const outlook *o)
{
	if (o->president == RE_NONE)
		return 0;
	bool all = o->s->head.option[0] == RE_FALL_FACTION;
	return all ? o->s->faction[o->president] : re_leader_bit(o->s->president);
}

static int worth_of_fall(const outlook *o, int heir)
{
	int seat = o->president, saved = 0;
	if (seat == o->me && re_holds_kind(o->s, seat, RE_KIND_TREATY))
		return -KEEP_TREATY;
	int worth = re_stake(o, heir, o->office) - re_stake(o, seat, o->office);
	for (re_leader_set b = who_would_fall(o); b; b &= b - 1)
		worth -= re_stake(o, seat, worth_of_leader(o, seat, __builtin_ctz(b)));
	if (seat != o->me && seat != RE_NONE)
		saved = re_chance_of(o, re_hidden_of(o, RE_KIND_TREATY), o->s->hand_size[seat]);
	return part(worth, SURE - saved);
}

static int values_to_come(const re_state *s)
{
	int total = 0;
	for (int card = RE_CARD_CRISIS_HARVEST; card < RE_CARD_CRISIS_HARVEST + RE_CRISIS_CARD_COUNT;
		 card++)
		total += re_has(&s->unseen, card) ? re_cards[card].value : 0;
	return total;
}

/* The fuller the pile, the nearer the collapse, by the square; no danger if all the crises still
 * to come cannot fill it. Where whole factions fall (RE-CR-11) each failure makes the next
 * likelier, for their colours are gone. */
static int danger_of(const outlook *o, int pile)
{
	if (pile + values_to_come(o->s) < RE_COLLAPSE_AT)
		return 0;
	bool worse = o->s->head.option[0] == RE_FALL_FACTION;
	int full = worse ? FACTIONS_FALL * COLLAPSE_LOSS : COLLAPSE_LOSS;
	return full * pile * pile / (RE_COLLAPSE_AT * RE_COLLAPSE_AT);
}

/* RE-CR-7 to RE-CR-10 */
static void look_at_failure(const outlook *o, int crisis, crisis_view *c)
{
	int pile = re_pile_total(o->s), after = pile + re_cards[crisis].value;
	c->collapse = after >= RE_COLLAPSE_AT;
	c->heir = o->president == RE_NONE ? RE_NONE : re_heir_without(o->s, who_would_fall(o));
	if (c->collapse)
		c->failure = -COLLAPSE_LOSS;
	else
		c->failure = worth_of_fall(o, c->heir) - danger_of(o, after) + danger_of(o, pile);
}

/* RE-CR-5, RE-CR-6 */
static void look_at_solution(const outlook *o, int crisis, crisis_view *c)
{
	c->need = re_cards[crisis].value;
	c->solution = re_stake(o, o->president, POINT);
	for (int seat = 0; seat < o->s->head.players; seat++)
		if (o->s->given[seat] != RE_NONE) {
			int value = re_cards[o->s->given[seat]].value;
			c->need -= value;
			c->solution += re_stake(o, seat, value * POINT);
		}
}

/* The chance that a seat which can help does. */
static int willingness(const outlook *o, int seat, const crisis_view *c)
{
	if (c->collapse)
		return GIVES_TO_SAVE;
	if (seat == o->president)
		return GIVES_IN_OFFICE;
	return seat == c->heir ? GIVES_AS_HEIR : GIVES_BEST;
}

/* The chance for each value that the best card this seat can give has it, and that he gives it. */
static void chances_of_gift(const outlook *o, int seat, int willing, int gift[MOST_VALUE + 1])
{
	unsigned colours = re_is_abroad(o->s, seat) ? 0 : re_colours_of(o, seat);
	int better = 0;
	gift[0] = SURE;
	for (int value = MOST_VALUE; value > 0; value--) {
		int good = re_hidden_actions(o, colours, value);
		int chance = part(re_chance_of(o, good, o->s->hand_size[seat]), willing);
		gift[value] = chance - better;
		gift[0] -= gift[value];
		better = chance;
	}
}

/* Reckons with one more seat, asked before those already reckoned with. */
static void reckon_with(const outlook *o, int seat, crisis_view *c)
{
	int gift[MOST_VALUE + 1];
	crisis_view later = *c;
	chances_of_gift(o, seat, willingness(o, seat, c), gift);
	for (int need = 1; need <= MOST_NEEDED; need++) {
		c->solved[need] = c->cost[need] = 0;
		for (int value = 0; value <= MOST_VALUE; value++) {
			int left = value >= need ? 0 : need - value;
			int points = part(value * POINT, later.solved[left]);
			c->solved[need] += part(later.solved[left], gift[value]);
			c->cost[need] += part(later.cost[left] + re_stake(o, seat, points), gift[value]);
		}
	}
}

static crisis_view look_at_crisis(const outlook *o)
{
	crisis_view c = {.solved = {SURE}};
	int crisis = re_crisis_peek(o->s)->crisis, players = o->s->head.players, seat;
	look_at_failure(o, crisis, &c);
	look_at_solution(o, crisis, &c);
	for (int i = 0; (seat = re_clockwise(o->s, re_turn_of(o->s), players - i)) != o->me; i++)
		reckon_with(o, seat, &c);
	return c;
}

static int judge_gift(const outlook *o, const crisis_view *c, ap_action a)
{
	bool gives = ap_verb_of(a) == RE_VERB_GIVE;
	int card = (int)ap_x(a), value = gives ? re_cards[card].value : 0;
	int left = value >= c->need ? 0 : c->need - value;
	int worth = part(c->solution + value * POINT, c->solved[left]);
	worth += part(c->failure, SURE - c->solved[left]) + c->cost[left];
	return worth - (gives ? worth_of_keeping(o, card) : 0);
}

/* ---- My one choice ------------------------------------------------------------------------- */

static int judge_purge(const outlook *o, int leader, int card)
{
	footing now = footing_of(o->s, leader), then = now;
	then.laid |= (uint64_t)1 << card;
	then.need -= re_cards[card].value;
	if (then.need <= 0)
		return worth_of_purge(o, o->me, leader);
	if (re_colours_open(leader, then.laid) == 0) /* RE-AC-8: the purge is spent */
		then = (footing){0, re_stature(o->s, leader)};
	return prospect(o, leader, then) - prospect(o, leader, now);
}

/* What it is worth that the purges on my leaders come to nothing. */
static int worth_of_relief(const outlook *o)
{
	int worth = 0;
	for (re_leader_set b = o->s->faction[o->me]; b; b &= b - 1) {
		int leader = __builtin_ctz(b);
		worth -= prospect(o, leader, footing_of(o->s, leader));
	}
	return worth;
}

/* RE-OP-4 to RE-OP-6: one Party leader in three, mine included. */
static int judge_exposes(const outlook *o)
{
	int worth = 0;
	ap_seats abroad = re_seats_abroad(o->s);
	for (int seat = 0; seat < o->s->head.players; seat++) {
		if (abroad & AP_SEAT(seat))
			continue;
		for (re_leader_set b = o->s->faction[seat] & re_leaders_of[RE_GROUP_PARTY]; b; b &= b - 1) {
			int leader = __builtin_ctz(b);
			if (leader == o->s->president)
				continue;
			worth += seat == o->me ? -worth_of_leader(o, seat, leader)
								   : worth_of_purge(o, o->me, leader);
		}
	}
	return worth / 3;
}

/* RE-OP-7: it has ended when my next turn comes, so what it fells at once is what counts. */
static int judge_scandal(const outlook *o, int target)
{
	int worth = -re_stake(o, target, SMEAR);
	for (re_leader_set b = o->s->faction[target]; b; b &= b - 1) {
		int leader = __builtin_ctz(b);
		footing f = footing_of(o->s, leader);
		if (f.laid && f.need <= RE_STAIN)
			worth += worth_of_purge(o, o->me, leader);
	}
	return worth;
}

/* RE-OP-8, for my own leaders only: whom it saves, and what it is good for later. */
static int judge_hero(const outlook *o, int leader)
{
	if (!(o->s->faction[o->me] & re_leader_bit(leader)))
		return -POINT;
	if (o->deck == 0)
		return 0;
	int worth = HERO_LASTS - prospect(o, leader, footing_of(o->s, leader));
	return worth + (leader == o->s->president ? part(o->office, HERO_PRESIDENT) : 0);
}

/* RE-OP-10 to RE-OP-13: safe from everything but a crisis, and of no help in one. */
static int judge_junket(const outlook *o)
{
	int crisis = re_chance_of(o, o->crises, o->draws);
	return worth_of_relief(o) - part(MISSED_CRISIS, crisis);
}

/* What playing the card does; nothing for a discard. */
static int worth_of_playing(const outlook *o, ap_action a)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case RE_VERB_TREATY:
		return worth_of_relief(o);
	case RE_VERB_PURGE:
		return judge_purge(o, x, y);
	case RE_VERB_EXPOSE:
		return judge_exposes(o);
	case RE_VERB_SCANDAL:
		return judge_scandal(o, y);
	case RE_VERB_HERO:
		return judge_hero(o, y);
	case RE_VERB_JUNKET:
		return judge_junket(o);
	default:
		return 0;
	}
}

/* RE-TU-6: what the card does, against keeping it; another comes in its place. */
static int judge_choice(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == RE_VERB_PASS)
		return 0;
	int card = (int)(ap_verb_of(a) == RE_VERB_PURGE ? ap_y(a) : ap_x(a));
	int fresh = o->last ? 0 : FRESH_CARD;
	return worth_of_playing(o, a) + fresh - worth_of_keeping(o, card);
}

/* ---- Forced cards and appointments --------------------------------------------------------- */

/* The greatest crisis first, while hands are full. */
static int judge_crisis(ap_action a)
{
	return re_cards[ap_x(a)].value;
}

/* Losing this leader of mine, of which the office may be a part. A doomed one is no great loss. */
static int loss_of(const outlook *o, int leader)
{
	int office = o->s->president == leader ? o->office : 0;
	int doom = prospect(o, leader, footing_of(o->s, leader));
	return worth_of_leader(o, o->me, leader) + office + doom;
}

static bool ailing_would_hurt(const outlook *o)
{
	re_leader_set able = re_may_fall_ill(o->s, o->me);
	for (re_leader_set b = able; b; b &= b - 1)
		if (loss_of(o, __builtin_ctz(b)) < DEAR)
			return false;
	return able != 0;
}

/* An Ailing card strikes the highest: before a new leader can outrank those I have, unless one
 * of them is dear to me; and in any case before my own Disrepute fells whom it could strike.
 * Disrepute comes last: a new Party leader lets me take the office of a President it fells. */
static int judge_mandate(const outlook *o, ap_action a)
{
	switch (re_cards[ap_x(a)].kind) {
	case RE_KIND_NEW_LEADER:
		return 2;
	case RE_KIND_AILING:
		return ailing_would_hurt(o) ? 1 : 3;
	default:
		return 0;
	}
}

/* RE-PR-5: whoever is hardest to bring down, if he is well. */
static int judge_appointment(const outlook *o, int leader)
{
	int need = footing_of(o->s, leader).need;
	return re_is_ailing(o->s, leader) ? need - UNWELL : need;
}

/* ---- Choosing ------------------------------------------------------------------------------ */

static int judge(const outlook *o, const crisis_view *c, ap_action a)
{
	switch (ap_step_of(o->s)) {
	case RE_STEP_CRISIS_CARDS:
		return judge_crisis(a);
	case RE_STEP_MANDATE_CARDS:
		return judge_mandate(o, a);
	case RE_STEP_CHOICE:
		return judge_choice(o, a);
	case RE_STEP_OFFICE_PICK:
		return judge_appointment(o, (int)ap_x(a));
	case RE_STEP_CONTRIBUTIONS:
		return judge_gift(o, c, a);
	case RE_STEP_TREATY_PLEA:
		return ap_verb_of(a) == RE_VERB_TREATY;
	default:
		assert(ap_step_of(o->s) == RE_STEP_AFFLICT);
		return -loss_of(o, (int)ap_x(a));
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
	outlook o = re_look(view, seat);
	crisis_view c = {0};
	if (ap_step_of(view) == RE_STEP_CONTRIBUTIONS)
		c = look_at_crisis(&o);
	for (int i = 0; i < count; i++)
		ap_weigh(&found, legal[i], judge(&o, &c, legal[i]), rng);
	return found.best;
}

const ap_bot red_empire_bots[] = {{"greedy", choose_greedily}, {NULL, NULL}};

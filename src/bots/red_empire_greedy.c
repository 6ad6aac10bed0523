/* red_empire_greedy.c: Red Empire by hand-written judgement, one step ahead, from a view alone.
 *
 * Every action gets a worth and the best is chosen. Worths are thousandths of a victory point,
 * chances thousandths of certainty: integers, so that every build plays the same. What an opponent
 * wins counts against me by his weight, which is greatest for the one who leads. */
#include "bots/levels.h"
#include "games/red_empire/state.h"

enum {
	POINT = 1000,
	SURE = 1000,
	MOST_VALUE = 4,  /* of an action card */
	MOST_NEEDED = 8, /* by a crisis */

	/* How I see the others. */
	RIVALRY = 675,         /* the weights of all opponents together */
	CLOSE_RACE = 2,        /* this many points behind the first opponent halve a weight */
	GIVES_BEST = 800,      /* who can help with a crisis does, with his best card */
	GIVES_IN_OFFICE = 950, /* the same of the President, who would fall */
	GIVES_AS_HEIR = 600,   /* and of the one who would follow him */
	GIVES_TO_SAVE = 950,   /* of anybody when the Union would collapse */
	STRIKES = 600,         /* who can finish a leader off does */

	/* The office. */
	KEPT_A_CARD = 985,   /* for each card in the deck: the President will still be there */
	CRISIS_CREDIT = 300, /* what each crisis to come is worth to the office */

	/* Leaders: what losing one costs his faction while crises are still to come. */
	ANY_LEADER = 200,
	PER_STATURE = 30,    /* totals decide about a free office */
	LAST_OF_GROUP = 700, /* his colour can be played no longer */
	LAST_OF_PARTY = 500, /* nor can the faction hold the office */
	ENOUGH_CRISES = 3,   /* with fewer to come these fade */

	AILING_HURTS = 1000, /* a loss this great I would rather put on a new leader */

	/* Crises. */
	COLLAPSE_LOSS = 20 * POINT,
	PILE_DANGER = 25 * POINT, /* what an almost full pile of failures costs */

	/* Purges. */
	READY = 850,     /* a finishing card already in my hand will find its victim */
	LASTING = 900,   /* a threat not carried out this round remains one */
	PER_PURGE = 30,  /* a card on an opponent's leader will help somebody some day */
	FOR_PURGES = 60, /* each point of an action card when no crisis is to come */

	/* Cards in hand. */
	FRESH_CARD = 405, /* what a card from the deck is worth */
	UNPLAYABLE = 150, /* of a card's value: I may yet gain a leader of its colour */
	KEEP_TREATY = 1875,
	KEEP_TREATY_OUT_OF_OFFICE = 850,
	KEEP_EXPOSES = 400,
	KEEP_SCANDAL = 600,
	KEEP_HERO = 700,
	KEEP_JUNKET = 200,
	HERO_LASTS = 500,     /* 2 more stature for good */
	HERO_PRESIDENT = 500, /* of the office: the same on my President */
	MISSED_CRISIS = 2500, /* points I could have had while abroad */
};

/* Of its value, what the best action card in hand is worth to me for the crises to come, then the
 * second best, and so on. */
static const int rank_worth[HAND] = {1000, 900, 480, 700, 600};

typedef struct outlook {
	const re_state *s;
	int me, president;        /* seats */
	int deck;                 /* cards left in it */
	int draws;                /* from it before my next turn */
	bool last;                /* RE-EN-1: after this I shall have no other choice */
	int crises;               /* still to come */
	int office;               /* what it is worth to hold it now */
	int weight[AP_MAX_SEATS]; /* what a point of theirs costs me */
	int hidden;               /* cards I cannot see: the deck and the other hands */
	re_set unseen;            /* which they are */
	int actions[RE_GROUP_COUNT][MOST_VALUE + 1]; /* of these, actions of at least that value */
} outlook;

static int part(int worth, int chance)
{
	return worth * chance / SURE;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* What it means to me that this seat gains so much. */
static int stake(const outlook *o, int seat, int gain)
{
	if (seat == NONE)
		return 0;
	return seat == o->me ? gain : -part(gain, o->weight[seat]);
}

/* ---- Looking at the table ------------------------------------------------------------------ */

static int value_of(uint64_t actions)
{
	int total = 0;
	for (; actions; actions &= actions - 1)
		total += re_cards[__builtin_ctzll(actions)].value;
	return total;
}

static int crises_in(const re_set *set)
{
	return size_of(both(*set, re_of_kind[RE_KIND_CRISIS]));
}

static int points_of(const re_state *s, int seat)
{
	uint64_t given = s->won[seat].word[0] & re_of_kind[RE_KIND_ACTION].word[0];
	return __builtin_popcount(s->won_leaders[seat]) + crises_in(&s->won[seat]) + value_of(given);
}

static int pile_total(const re_state *s)
{
	int total = 0;
	for (int i = 0; i < CRISES; i++)
		if (s->pile >> i & 1)
			total += re_cards[RE_CARD_CRISIS_HARVEST + i].value;
	return total;
}

/* RE-PR-7, as if the leaders in `gone` were already out of play. */
static int standing_of(const re_state *s, int seat, re_leader_set gone)
{
	int total = 0;
	for (re_leader_set b = s->faction[seat] & ~gone; b; b &= b - 1) {
		int leader = __builtin_ctz(b);
		total += re_leaders[leader].stature + (re_is_hero(s, leader) ? HERO_BONUS : 0);
	}
	return total;
}

/* RE-PR-6: who gets the office when these are gone. Ties are rare: the first will do. */
static int heir_without(const re_state *s, re_leader_set gone)
{
	int heir = NONE, most = -1;
	for (int seat = 0; seat < s->head.players; seat++) {
		bool able = s->faction[seat] & ~gone & re_leaders_of[RE_GROUP_PARTY];
		int total = able ? standing_of(s, seat, gone) : -1;
		if (total > most) {
			most = total;
			heir = seat;
		}
	}
	return heir;
}

/* Groups as bits: those whose action cards this seat may play while at home. */
static unsigned colours_of(const outlook *o, int seat)
{
	unsigned colours = o->president == seat ? 1u << RE_GROUP_GOVERNMENT : 0;
	for (int group = RE_GROUP_PARTY; group <= RE_GROUP_MILITARY; group++)
		if (re_has_group(o->s, seat, group))
			colours |= 1u << group;
	return colours;
}

/* RE-AC-3, RE-AC-4: groups that may still be laid on a leader who has these cards on him. */
static unsigned colours_open(int leader, uint64_t laid)
{
	unsigned colours = 0;
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (!(laid & re_actions_of[group]) && (laid || group != re_leaders[leader].group))
			colours |= 1u << group;
	return colours;
}

static int hidden_of(const outlook *o, int kind)
{
	return size_of(both(o->unseen, re_of_kind[kind]));
}

/* Hidden action cards of these groups worth at least so much. */
static int hidden_actions(const outlook *o, unsigned colours, int at_least)
{
	int count = 0;
	for (int group = 0; group < RE_GROUP_COUNT && at_least <= MOST_VALUE; group++)
		if (colours >> group & 1)
			count += o->actions[group][at_least];
	return count;
}

/* The chance that among so many cards I cannot see there is one of `good`. */
static int chance_of(const outlook *o, int good, int cards)
{
	int none = SURE;
	for (int i = 0; i < cards && good > 0; i++) {
		int left = o->hidden - i;
		none = left > good ? none * (left - good) / left : 0;
	}
	return SURE - none;
}

/* ---- The outlook --------------------------------------------------------------------------- */

static void count_hidden(outlook *o)
{
	const re_set *mine = &o->s->hand[o->me];
	for (int w = 0; w < 2; w++)
		o->unseen.word[w] = o->s->unseen.word[w] & ~mine->word[w];
	o->hidden = size_of(o->unseen);
	uint64_t actions = o->unseen.word[0] & re_of_kind[RE_KIND_ACTION].word[0];
	for (; actions; actions &= actions - 1) {
		const re_card *card = &re_cards[__builtin_ctzll(actions)];
		for (int value = 0; value <= card->value; value++)
			o->actions[card->group][value]++;
	}
}

/* RE-VI-3 if it is kept to the end, RE-CR-6 until then. */
static int worth_of_office(const outlook *o)
{
	int kept = SURE;
	for (int card = 0; card < o->deck; card++)
		kept = part(kept, KEPT_A_CARD);
	return part(PRESIDENT_POINTS * POINT, kept) + o->crises * CRISIS_CREDIT;
}

/* The nearer to the first of my opponents, the more his points matter. */
static void weigh_opponents(outlook *o)
{
	int score[AP_MAX_SEATS], first = 0, sum = 0;
	for (int seat = 0; seat < o->s->head.players; seat++) {
		score[seat] = points_of(o->s, seat) * POINT + (seat == o->president ? o->office : 0);
		if (seat != o->me && score[seat] > first)
			first = score[seat];
	}
	for (int seat = 0; seat < o->s->head.players; seat++) {
		int behind = first - score[seat];
		o->weight[seat] =
			SURE * CLOSE_RACE * POINT / (CLOSE_RACE * POINT + (behind > 0 ? behind : 0));
		sum += seat == o->me ? 0 : o->weight[seat];
	}
	for (int seat = 0; seat < o->s->head.players; seat++)
		o->weight[seat] = o->weight[seat] * RIVALRY / sum;
}

/* Cards the others draw, if none of them plays another, until it is my turn again. */
static int draws_before_me(const re_state *s, int me)
{
	int draws = 0;
	for (int i = 1; clockwise(s, turn_of(s), i) != me; i++)
		draws += HAND - s->hand_size[clockwise(s, turn_of(s), i)];
	return draws;
}

static outlook look(const re_state *s, int me)
{
	outlook o = {.s = s, .me = me, .president = re_president_seat(s), .deck = re_deck_size(s)};
	bool chosen = turn_of(s) != me || ap_step_of(s) == CHOICE;
	o.draws = draws_before_me(s, me);
	o.last = chosen && o.deck <= o.draws;
	o.crises = crises_in(&s->unseen);
	count_hidden(&o);
	o.office = worth_of_office(&o);
	weigh_opponents(&o);
	return o;
}

/* ---- What leaders are worth ---------------------------------------------------------------- */

/* What his faction loses with him, the office and the purger's point apart. */
static int worth_of_leader(const outlook *o, int owner, int leader)
{
	int group = re_leaders[leader].group,
		worth = ANY_LEADER + PER_STATURE * re_leaders[leader].stature;
	re_leader_set others = o->s->faction[owner] & ~leader_bit(leader);
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
	int worth = stake(o, by, POINT) - stake(o, owner, worth_of_leader(o, owner, leader));
	if (o->s->president != leader)
		return worth;
	bool takes = re_has_group(o->s, by, RE_GROUP_PARTY);
	int heir = takes ? by : heir_without(o->s, leader_bit(leader));
	return worth - stake(o, owner, o->office) + stake(o, heir, o->office);
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
	if (f.laid == 0 || f.need > STAIN)
		return 0;
	int disrepute = RE_CARD_DISREPUTE_PARTY + re_leaders[leader].group;
	return hidden_of(o, RE_KIND_SCANDAL) + has(&o->unseen, disrepute);
}

/* The chance that this opponent finishes the leader off in his next turn. */
static int chance_he_strikes(const outlook *o, int seat, int leader, footing f)
{
	unsigned colours = colours_of(o, seat) & colours_open(leader, f.laid);
	int good = hidden_actions(o, colours, f.need) + hidden_stains(o, leader, f);
	return part(chance_of(o, good, HAND), STRIKES);
}

static int chance_i_strike(const outlook *o, int leader, footing f)
{
	unsigned colours = colours_of(o, o->me) & colours_open(leader, f.laid);
	uint64_t mine = o->s->hand[o->me].word[0] & re_of_kind[RE_KIND_ACTION].word[0] & ~f.laid;
	if (o->last)
		return 0;
	for (; mine; mine &= mine - 1) {
		const re_card *card = &re_cards[__builtin_ctzll(mine)];
		if ((colours >> card->group & 1) && card->value >= f.need)
			return READY;
	}
	if (f.laid && f.need <= STAIN && holds_kind(o->s, o->me, RE_KIND_SCANDAL))
		return READY;
	return chance_of(o, hidden_actions(o, colours, f.need), 1 + HAND - o->s->hand_size[o->me]);
}

/* What this leader's footing means to me until the end of my next turn: whoever comes first may
 * purge him. */
static int prospect(const outlook *o, int leader, footing f)
{
	int owner = re_owner_of(o->s, leader), standing = SURE, worth = 0;
	if (o->deck == 0 || f.laid == 0)
		return 0;
	for (int i = 1; i <= o->s->head.players; i++) {
		int seat = clockwise(o->s, o->me, i), chance;
		if (seat == owner)
			continue;
		chance =
			seat == o->me ? chance_i_strike(o, leader, f) : chance_he_strikes(o, seat, leader, f);
		chance = part(standing, chance);
		worth += part(worth_of_purge(o, seat, leader), chance);
		standing -= chance;
	}
	worth = part(worth, LASTING);
	int help = PER_PURGE * value_of(f.laid);
	return worth - stake(o, owner, help);
}

/* ---- What cards in hand are worth ---------------------------------------------------------- */

static int worth_of_option(const outlook *o, int card)
{
	if (o->last && re_cards[card].kind != RE_KIND_TREATY)
		return 0;
	switch (re_cards[card].kind) {
	case RE_KIND_TREATY:
		return o->president == o->me ? KEEP_TREATY : KEEP_TREATY_OUT_OF_OFFICE;
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

/* Action cards wait for crises, the best first; more than will come are of little use. */
static int worth_of_actions(const outlook *o, uint64_t actions)
{
	unsigned colours = colours_of(o, o->me);
	int worth = 0, rank = 0;
	for (int value = MOST_VALUE; value > 0; value--)
		for (uint64_t b = actions; b; b &= b - 1) {
			const re_card *card = &re_cards[__builtin_ctzll(b)];
			if (card->value != value)
				continue;
			int share = UNPLAYABLE;
			if (colours >> card->group & 1)
				share = rank_worth[rank++];
			worth +=
				value * (o->crises ? share * least(o->crises, rank + 1) / (rank + 1) : FOR_PURGES);
		}
	return worth;
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
	if (o->president == NONE)
		return 0;
	bool all = o->s->head.option[0] == FALL_FACTION;
	return all ? o->s->faction[o->president] : leader_bit(o->s->president);
}

static int worth_of_fall(const outlook *o, int heir)
{
	int seat = o->president, saved = 0;
	if (seat == o->me && holds_kind(o->s, seat, RE_KIND_TREATY))
		return -KEEP_TREATY;
	int worth = stake(o, heir, o->office) - stake(o, seat, o->office);
	for (re_leader_set b = who_would_fall(o); b; b &= b - 1)
		worth -= stake(o, seat, worth_of_leader(o, seat, __builtin_ctz(b)));
	if (seat != o->me && seat != NONE)
		saved = chance_of(o, hidden_of(o, RE_KIND_TREATY), o->s->hand_size[seat]);
	return part(worth, SURE - saved);
}

static int values_to_come(const re_state *s)
{
	int total = 0;
	for (int card = RE_CARD_CRISIS_HARVEST; card < RE_CARD_CRISIS_HARVEST + CRISES; card++)
		total += has(&s->unseen, card) ? re_cards[card].value : 0;
	return total;
}

/* The fuller the pile, the nearer the collapse, by the square; no danger if all the crises still
 * to come cannot fill it. */
static int danger_of(const outlook *o, int pile)
{
	if (pile + values_to_come(o->s) < COLLAPSE_AT)
		return 0;
	return PILE_DANGER * pile * pile / (COLLAPSE_AT * COLLAPSE_AT);
}

/* RE-CR-7 to RE-CR-10 */
static void look_at_failure(const outlook *o, int crisis, crisis_view *c)
{
	int pile = pile_total(o->s), after = pile + re_cards[crisis].value;
	c->collapse = after >= COLLAPSE_AT;
	c->heir = o->president == NONE ? NONE : heir_without(o->s, who_would_fall(o));
	c->failure = worth_of_fall(o, c->heir) - danger_of(o, after) + danger_of(o, pile);
	if (c->collapse)
		c->failure = -COLLAPSE_LOSS;
}

/* RE-CR-5, RE-CR-6 */
static void look_at_solution(const outlook *o, int crisis, crisis_view *c)
{
	c->need = re_cards[crisis].value;
	c->solution = stake(o, o->president, POINT);
	for (int seat = 0; seat < o->s->head.players; seat++)
		if (o->s->given[seat] != NONE) {
			int value = re_cards[o->s->given[seat]].value;
			c->need -= value;
			c->solution += stake(o, seat, value * POINT);
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
	unsigned colours = re_is_abroad(o->s, seat) ? 0 : colours_of(o, seat);
	int better = 0;
	gift[0] = SURE;
	for (int value = MOST_VALUE; value > 0; value--) {
		int good = hidden_actions(o, colours, value);
		int chance = part(chance_of(o, good, o->s->hand_size[seat]), willing);
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
			c->cost[need] += part(later.cost[left] + stake(o, seat, points), gift[value]);
		}
	}
}

static crisis_view look_at_crisis(const outlook *o)
{
	crisis_view c = {.solved = {SURE}};
	int crisis = ap_peek(o->s)->v[OPEN_CRISIS], players = o->s->head.players, seat;
	look_at_failure(o, crisis, &c);
	look_at_solution(o, crisis, &c);
	for (int i = 0; (seat = clockwise(o->s, turn_of(o->s), players - i)) != o->me; i++)
		reckon_with(o, seat, &c);
	return c;
}

static int judge_gift(const outlook *o, const crisis_view *c, ap_action a)
{
	bool gives = ap_verb_of(a) == GIVE;
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
	if (colours_open(leader, then.laid) == 0) /* RE-AC-8: the purge is spent */
		then = (footing){0, re_stature(o->s, leader)};
	return prospect(o, leader, then) - prospect(o, leader, now);
}

/* RE-OP-1 */
static int judge_treaty(const outlook *o)
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

/* RE-OP-7: only those whom it fells at once count; it has ended when my next turn comes. */
static int judge_scandal(const outlook *o, int target)
{
	int worth = 0;
	for (re_leader_set b = o->s->faction[target]; b; b &= b - 1) {
		int leader = __builtin_ctz(b);
		footing f = footing_of(o->s, leader);
		if (f.laid && f.need <= STAIN)
			worth += worth_of_purge(o, o->me, leader);
	}
	return worth;
}

/* RE-OP-8, for my own leaders only. */
static int judge_hero(const outlook *o, int leader)
{
	if (!(o->s->faction[o->me] & leader_bit(leader)))
		return -POINT;
	int worth = -prospect(o, leader, footing_of(o->s, leader));
	if (o->deck > 0)
		worth += HERO_LASTS;
	return worth + (leader == o->s->president ? part(o->office, HERO_PRESIDENT) : 0);
}

/* RE-OP-10 to RE-OP-13: safe from everything but a crisis, and of no help in one. */
static int judge_junket(const outlook *o)
{
	int crisis = chance_of(o, o->crises, o->draws);
	return judge_treaty(o) - part(MISSED_CRISIS, crisis);
}

static int judge_choice(const outlook *o, ap_action a)
{
	int x = (int)ap_x(a), y = (int)ap_y(a), fresh = o->last ? 0 : FRESH_CARD;
	switch (ap_verb_of(a)) {
	case PASS:
		return 0;
	case PURGE:
		return judge_purge(o, x, y) - worth_of_keeping(o, y) + fresh;
	case TREATY:
		return judge_treaty(o) - worth_of_keeping(o, x) + fresh;
	case EXPOSES:
		return judge_exposes(o) - worth_of_keeping(o, x) + fresh;
	case SCANDAL:
		return judge_scandal(o, y) - worth_of_keeping(o, x) + fresh;
	case HERO:
		return judge_hero(o, y) - worth_of_keeping(o, x) + fresh;
	case JUNKET:
		return judge_junket(o) - worth_of_keeping(o, x) + fresh;
	default:
		return fresh - worth_of_keeping(o, x);
	}
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
		if (loss_of(o, __builtin_ctz(b)) < AILING_HURTS)
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
	return re_is_ailing(o->s, leader) ? need - COLLAPSE_AT : need;
}

/* ---- Choosing ------------------------------------------------------------------------------ */

static int judge(const outlook *o, const crisis_view *c, ap_action a)
{
	switch (ap_step_of(o->s)) {
	case CRISIS_CARDS:
		return judge_crisis(a);
	case MANDATE_CARDS:
		return judge_mandate(o, a);
	case CHOICE:
		return judge_choice(o, a);
	case OFFICE_PICK:
		return judge_appointment(o, (int)ap_x(a));
	case CONTRIBUTIONS:
		return judge_gift(o, c, a);
	case TREATY_PLEA:
		return ap_verb_of(a) == TREATY;
	default:
		assert(ap_step_of(o->s) == AFFLICT);
		return -loss_of(o, (int)ap_x(a));
	}
}

/* The best of them; equals are drawn by lot. */
ap_action re_greedy_choose(const ap_game *game, const void *view, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL], best = 0;
	int count = ap_legal(game, view, seat, legal), most = 0;
	uint32_t equals = 0;
	assert(count > 0);
	if (count == 1)
		return legal[0];
	outlook o = look(view, seat);
	crisis_view c = {0};
	if (ap_step_of(view) == CONTRIBUTIONS)
		c = look_at_crisis(&o);
	for (int i = 0; i < count; i++) {
		int worth = judge(&o, &c, legal[i]);
		if (equals > 0 && worth < most)
			continue;
		equals = equals > 0 && worth == most ? equals + 1 : 1;
		most = worth;
		if (ap_below(rng, equals) == 0)
			best = legal[i];
	}
	return best;
}

/* greedy.c: a bot that judges every legal action by hand-written rules, one step ahead, and takes
 * the one that is worth most to it. It knows the view of its seat only. outlook.h says what worths
 * and chances are. */
#include "bots/choice.h"
#include "bots/bots.h"
#include "outlook.h"

enum {
	MOST_NEEDED = 8, /* the greatest value of a crisis */

	/* The chances that others do what I expect. */
	GIVES_BEST = 800,      /* a seat that can help with a crisis gives its best card */
	GIVES_IN_OFFICE = 950, /* so does the seat whose President would fall */
	GIVES_AS_HEIR = 450,   /* so does the seat that would get the presidency */
	GIVES_TO_SAVE = 950,   /* so does any seat if the Union would collapse */
	STRIKES = 800,         /* a seat that can purge a leader does it */

	/* Leaders: what losing one costs his faction while crises are still to come. */
	ANY_LEADER = 120,
	PER_STATURE = 30,    /* for each point of stature: totals decide about a free presidency */
	LAST_OF_GROUP = 500, /* for the last of his group, whose cards cannot be played without him */
	LAST_OF_PARTY = 500, /* for the last of the Party: without him there is no presidency */
	ENOUGH_CRISES = 3,   /* with fewer crises to come, these worths are smaller */
	UNWELL = 100,        /* more than any stature: an ailing leader is appointed last */
	DEAR = 1000,         /* a leader worth this much is protected from Ailing cards if possible */

	/* Crises. */
	COLLAPSE_LOSS = 60 * RE_POINT, /* the collapse: more than anything a crisis can bring */
	FACTIONS_FALL = 3,             /* failures are so many times worse if whole factions fall */
	MISSED_CRISIS = 2500,          /* what I lose if a crisis comes while I am abroad */

	/* Purges. */
	READY = 850,    /* the chance that I can use a card in my hand that purges a leader */
	PER_PURGE = 30, /* each point on a leader may help somebody to purge him later */

	/* Cards in hand. */
	FRESH_CARD = 700,                /* the card that I draw in place of the one I play */
	UNPLAYABLE = 110,                /* per value: a leader of the card's group may still come */
	FOR_PURGES = 100,                /* per value, when no crisis is to come */
	PILE_CARE = 30,                  /* the more failures, the more my cards are worth */
	KEEP_TREATY = 2000,              /* it can save my President */
	KEEP_TREATY_OUT_OF_OFFICE = 800, /* I may get the presidency later */
	KEEP_EXPOSES = 400,              /* there may be more Party leaders to expose later */
	KEEP_SCANDAL = 600,              /* a leader may come near enough to his fall later */
	KEEP_HERO = 700,                 /* one of my leaders may need it later */
	KEEP_JUNKET = 150,               /* it is seldom better than to stay */

	/* Options played, apart from what they do at once. */
	SMEAR = 100,          /* a Scandal that purges nobody still harms its faction */
	HERO_LASTS = 300,     /* the stature that a Hero card adds for the rest of the game */
	HERO_PRESIDENT = 500, /* part of the presidency's worth that a Hero card on my President adds */
};

/* The worth per value, for the crises to come, of the best Action Card in my hand, of the second
 * best, and so on. */
static const int rank_worth[RE_HAND] = {1000, 900, 500, 400, 300};

/* ---- What leaders are worth ---------------------------------------------------------------- */

/* Returns what a faction loses with a leader, without the presidency and without the point for the
 * seat that purges him. */
static int worth_of_leader(const outlook *o, int owner, int leader)
{
	int group = re_leaders[leader].group;
	int worth = ANY_LEADER + PER_STATURE * re_leaders[leader].stature;
	re_leader_set others = o->s->faction[owner] & ~re_leader_bit(leader);
	if (o->deck == 0)
		return 0;
	if (!(others & re_leaders_of[group]))
		worth += group == RE_GROUP_PARTY ? LAST_OF_GROUP + LAST_OF_PARTY : LAST_OF_GROUP;
	return worth * (1 + re_lesser(o->crises, ENOUGH_CRISES)) / (1 + ENOUGH_CRISES);
}

/* Returns the worth for me if the seat `by` purges this leader: RE-VI-1, RE-AC-9. */
static int worth_of_purge(const outlook *o, int by, int leader)
{
	int owner = re_owner_of(o->s, leader);
	int worth = re_worth_to_me(o, by, RE_POINT) -
		re_worth_to_me(o, owner, worth_of_leader(o, owner, leader));
	if (o->s->president != leader)
		return worth;
	bool takes = re_has_group(o->s, by, RE_GROUP_PARTY);
	int heir = takes ? by : re_heir_without(o->s, re_leader_bit(leader));
	return worth - re_worth_to_me(o, owner, o->office) + re_worth_to_me(o, heir, o->office);
}

/* How near a leader is to his fall, now or after a card. */
typedef struct footing {
	uint64_t laid; /* the purge cards on him */
	int need;      /* the value that is missing to purge him */
} footing;

static footing footing_of(const re_state *s, int leader)
{
	return (footing){s->purge[leader], re_stature(s, leader) - re_purge_total(s, leader)};
}

/* RE-MA-2: returns the number of hidden Scandals and Disreputes that would purge a leader. */
static int hidden_stains(const outlook *o, int leader, footing f)
{
	if (f.laid == 0 || f.need > RE_STAIN)
		return 0;
	int disrepute = RE_CARD_DISREPUTE_PARTY + re_leaders[leader].group;
	return re_hidden_of_kind(o, RE_KIND_SCANDAL) + re_has(&o->unseen, disrepute);
}

/* Returns the chance that an opponent purges a leader in his next turn. */
static int chance_he_strikes(const outlook *o, int seat, int leader, footing f)
{
	unsigned groups = re_playable_groups(o, seat) & re_open_groups(leader, f.laid);
	int good = re_hidden_actions(o, groups, f.need) + hidden_stains(o, leader, f);
	return re_expected(re_chance_of_any(o, good, RE_HAND), STRIKES);
}

/* Returns the chance that I purge a leader in my next turn. */
static int chance_i_strike(const outlook *o, int leader, footing f)
{
	unsigned groups = re_playable_groups(o, o->me) & re_open_groups(leader, f.laid);
	uint64_t mine = o->s->hand[o->me].word[0] & re_cards_of_kind[RE_KIND_ACTION].word[0] & ~f.laid;
	if (o->last)
		return 0;
	for (; mine; mine &= mine - 1) {
		const re_card *card = &re_cards[__builtin_ctzll(mine)];
		if ((groups >> card->group & 1) && card->value >= f.need)
			return READY;
	}
	if (f.laid && f.need <= RE_STAIN && re_holds_kind(o->s, o->me, RE_KIND_SCANDAL))
		return READY;
	return re_chance_of_any(
		o, re_hidden_actions(o, groups, f.need), 1 + RE_HAND - o->s->hand_size[o->me]);
}

static int chance_of_strike(const outlook *o, int seat, int leader, footing f)
{
	return seat == o->me ? chance_i_strike(o, leader, f) : chance_he_strikes(o, seat, leader, f);
}

/* Returns the worth for me of a leader's footing until the end of my next turn. The seats may purge
 * him in the order of their turns. */
static int prospect(const outlook *o, int leader, footing f)
{
	int owner = re_owner_of(o->s, leader), still_there = RE_SURE, worth = 0;
	if (o->deck == 0 || f.laid == 0)
		return 0;
	for (int i = 1; i <= o->s->head.players; i++) {
		int seat = re_clockwise(o->s, o->me, i);
		if (seat == owner)
			continue;
		int chance = re_expected(still_there, chance_of_strike(o, seat, leader, f));
		worth += re_expected(worth_of_purge(o, seat, leader), chance);
		still_there -= chance;
	}
	return worth - re_worth_to_me(o, owner, PER_PURGE * re_total_value(f.laid));
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

/* Returns the worth per value of an Action Card if I have `rank` better ones. The more I have, the
 * more crises are needed to use them all. */
static int worth_of_rank(const outlook *o, int rank)
{
	int uses = rank + 2;
	return rank_worth[rank] * re_lesser(o->crises, uses) / uses;
}

/* Returns the worth of Action Cards in my hand: the best ones are used first. */
static int worth_of_actions(const outlook *o, uint64_t actions)
{
	unsigned groups = re_playable_groups(o, o->me);
	int worth = 0, rank = 0;
	for (int value = RE_MOST_VALUE; value > 0; value--)
		for (uint64_t b = actions; b; b &= b - 1) {
			const re_card *card = &re_cards[__builtin_ctzll(b)];
			if (card->value != value)
				continue;
			bool playable = groups >> card->group & 1;
			int share = playable ? worth_of_rank(o, rank++) : UNPLAYABLE;
			worth += value * (o->crises > 0 ? share : FOR_PURGES);
		}
	return re_expected(worth, RE_SURE + PILE_CARE * re_pile_total(o->s));
}

/* Returns what I lose when a card leaves my hand. */
static int worth_of_keeping(const outlook *o, int card)
{
	uint64_t actions = o->s->hand[o->me].word[0] & re_cards_of_kind[RE_KIND_ACTION].word[0];
	if (o->last && o->crises == 0)
		return 0;
	if (re_cards[card].kind != RE_KIND_ACTION)
		return worth_of_option(o, card);
	return worth_of_actions(o, actions) - worth_of_actions(o, actions & ~((uint64_t)1 << card));
}

/* ---- Crises -------------------------------------------------------------------------------- */

/* The open crisis when I am asked for a card. */
typedef struct crisis_view {
	int need;      /* the value that is still missing */
	bool collapse; /* the Union collapses if the crisis fails */
	int heir;      /* the seat that gets the presidency if it fails; RE_NONE if nobody does */
	int failure;   /* the worth for me if it fails */
	int solution;  /* the worth for me if it is solved, without cards still to be given */
	/* For each missing value: the chance that those who are asked after me solve it, and the worth
	 * for me of the points that they get for it. */
	int solved[MOST_NEEDED + 1];
	int cost[MOST_NEEDED + 1];
} crisis_view;

/* RE-CR-10, RE-CR-11: returns the leaders who are lost if the crisis fails. */
static re_leader_set who_would_fall(const outlook *o)
{
	if (o->president == RE_NONE)
		return 0;
	bool all = o->s->head.option[RE_OPTION_FALL] == RE_FALL_FACTION;
	return all ? o->s->faction[o->president] : re_leader_bit(o->s->president);
}

/* Returns the worth for me if the President falls and `heir` gets the presidency. */
static int worth_of_fall(const outlook *o, int heir)
{
	int seat = o->president, saved = 0;
	if (seat == o->me && re_holds_kind(o->s, seat, RE_KIND_TREATY))
		return -KEEP_TREATY;
	int worth = re_worth_to_me(o, heir, o->office) - re_worth_to_me(o, seat, o->office);
	for (re_leader_set b = who_would_fall(o); b; b &= b - 1)
		worth -= re_worth_to_me(o, seat, worth_of_leader(o, seat, __builtin_ctz(b)));
	if (seat != o->me && seat != RE_NONE)
		saved = re_chance_of_any(o, re_hidden_of_kind(o, RE_KIND_TREATY), o->s->hand_size[seat]);
	return re_expected(worth, RE_SURE - saved);
}

/* Returns the sum of the crises that can still come. */
static int values_to_come(const re_state *s)
{
	int total = 0;
	for (int card = RE_CARD_CRISIS_HARVEST; card < RE_CARD_CRISIS_HARVEST + RE_CRISIS_CARD_COUNT;
		 card++)
		total += re_has(&s->unseen, card) ? re_cards[card].value : 0;
	return total;
}

/* Returns the loss that a pile of unsolved crises is likely to bring. It grows with the square of
 * the pile, and is 0 if the crises that can still come are not enough for a collapse. If whole
 * factions fall (RE-CR-11), each failure makes the next one more likely. */
static int danger_of(const outlook *o, int pile)
{
	if (pile + values_to_come(o->s) < RE_COLLAPSE_AT)
		return 0;
	bool worse = o->s->head.option[RE_OPTION_FALL] == RE_FALL_FACTION;
	int full = worse ? FACTIONS_FALL * COLLAPSE_LOSS : COLLAPSE_LOSS;
	return full * pile * pile / (RE_COLLAPSE_AT * RE_COLLAPSE_AT);
}

/* RE-CR-7 to RE-CR-10: computes what happens if the crisis fails. */
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

/* RE-CR-5, RE-CR-6: computes what is missing, and what happens if the crisis is solved. */
static void look_at_solution(const outlook *o, int crisis, crisis_view *c)
{
	const re_crisis_frame *open = re_crisis_under_way(o->s);
	c->need = re_cards[crisis].value;
	c->solution = re_worth_to_me(o, o->president, RE_POINT);
	for (int seat = 0; seat < o->s->head.players && open; seat++)
		if (open->given[seat] != RE_NONE) {
			int value = re_cards[open->given[seat]].value;
			c->need -= value;
			c->solution += re_worth_to_me(o, seat, value * RE_POINT);
		}
}

/* Returns the chance that a seat gives a card if it can. */
static int willingness(const outlook *o, int seat, const crisis_view *c)
{
	if (c->collapse)
		return GIVES_TO_SAVE;
	if (seat == o->president)
		return GIVES_IN_OFFICE;
	return seat == c->heir ? GIVES_AS_HEIR : GIVES_BEST;
}

/* Computes for each value the chance that a seat gives a card of this value: its best one. */
static void chances_of_gift(const outlook *o, int seat, int willing, int gift[RE_MOST_VALUE + 1])
{
	unsigned groups = re_is_abroad(o->s, seat) ? 0 : re_playable_groups(o, seat);
	int better = 0;
	gift[0] = RE_SURE;
	for (int value = RE_MOST_VALUE; value > 0; value--) {
		int good = re_hidden_actions(o, groups, value);
		int chance = re_expected(re_chance_of_any(o, good, o->s->hand_size[seat]), willing);
		gift[value] = chance - better;
		gift[0] -= gift[value];
		better = chance;
	}
}

/* Includes one more seat in the chances. It is asked before those that are included already. */
static void include_seat(const outlook *o, int seat, crisis_view *c)
{
	int gift[RE_MOST_VALUE + 1];
	crisis_view later = *c;
	chances_of_gift(o, seat, willingness(o, seat, c), gift);
	for (int need = 1; need <= MOST_NEEDED; need++) {
		c->solved[need] = c->cost[need] = 0;
		for (int value = 0; value <= RE_MOST_VALUE; value++) {
			int left = value >= need ? 0 : need - value;
			int points = re_expected(value * RE_POINT, later.solved[left]);
			c->solved[need] += re_expected(later.solved[left], gift[value]);
			c->cost[need] +=
				re_expected(later.cost[left] + re_worth_to_me(o, seat, points), gift[value]);
		}
	}
}

static crisis_view look_at_crisis(const outlook *o)
{
	crisis_view c = {.solved = {RE_SURE}};
	int crisis = re_crisis_peek(o->s)->crisis, players = o->s->head.players, seat;
	look_at_failure(o, crisis, &c);
	look_at_solution(o, crisis, &c);
	for (int i = 0; (seat = re_clockwise(o->s, re_turn_of(o->s), players - i)) != o->me; i++)
		include_seat(o, seat, &c);
	return c;
}

static int judge_gift(const outlook *o, const crisis_view *c, ap_action a)
{
	bool gives = ap_verb_of(a) == RE_VERB_GIVE;
	int card = (int)ap_x(a), value = gives ? re_cards[card].value : 0;
	int left = value >= c->need ? 0 : c->need - value;
	int worth = re_expected(c->solution + value * RE_POINT, c->solved[left]);
	worth += re_expected(c->failure, RE_SURE - c->solved[left]) + c->cost[left];
	return worth - (gives ? worth_of_keeping(o, card) : 0);
}

/* ---- The choice of a turn ------------------------------------------------------------------- */

static int judge_purge(const outlook *o, int leader, int card)
{
	footing now = footing_of(o->s, leader), then = now;
	then.laid |= (uint64_t)1 << card;
	then.need -= re_cards[card].value;
	if (then.need <= 0)
		return worth_of_purge(o, o->me, leader);
	if (re_open_groups(leader, then.laid) == 0) /* RE-AC-8: the purge is spent */
		then = (footing){0, re_stature(o->s, leader)};
	return prospect(o, leader, then) - prospect(o, leader, now);
}

/* Returns the worth of discarding all purge cards on my leaders. */
static int worth_of_relief(const outlook *o)
{
	int worth = 0;
	for (re_leader_set b = o->s->faction[o->me]; b; b &= b - 1) {
		int leader = __builtin_ctz(b);
		worth -= prospect(o, leader, footing_of(o->s, leader));
	}
	return worth;
}

/* RE-OP-4 to RE-OP-6: each Party leader, mine too, is exposed with a chance of one in three. */
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

/* RE-OP-7: a Scandal ends before my next turn, so only the leaders whom it purges at once count. */
static int judge_scandal(const outlook *o, int target)
{
	int worth = -re_worth_to_me(o, target, SMEAR);
	for (re_leader_set b = o->s->faction[target]; b; b &= b - 1) {
		int leader = __builtin_ctz(b);
		footing f = footing_of(o->s, leader);
		if (f.laid && f.need <= RE_STAIN)
			worth += worth_of_purge(o, o->me, leader);
	}
	return worth;
}

/* RE-OP-8: I make Heroes of my own leaders only. */
static int judge_hero(const outlook *o, int leader)
{
	if (!(o->s->faction[o->me] & re_leader_bit(leader)))
		return -RE_POINT;
	if (o->deck == 0)
		return 0;
	int worth = HERO_LASTS - prospect(o, leader, footing_of(o->s, leader));
	return worth + (leader == o->s->president ? re_expected(o->office, HERO_PRESIDENT) : 0);
}

/* RE-OP-10 to RE-OP-13: abroad, I am safe from everything but crises, and cannot help in them. */
static int judge_junket(const outlook *o)
{
	int crisis = re_chance_of_any(o, o->crises, o->draws);
	return worth_of_relief(o) - re_expected(MISSED_CRISIS, crisis);
}

/* Returns the worth of the effect of a card; 0 for a discard. */
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

/* RE-TU-6: compares the effect of a card with keeping it. I draw another one in its place. */
static int judge_choice(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == RE_VERB_PASS)
		return 0;
	int card = (int)(ap_verb_of(a) == RE_VERB_PURGE ? ap_y(a) : ap_x(a));
	int fresh = o->last ? 0 : FRESH_CARD;
	return worth_of_playing(o, a) + fresh - worth_of_keeping(o, card);
}

/* ---- Forced cards and appointments --------------------------------------------------------- */

/* I play the greatest crisis first, while hands are full. */
static int judge_crisis(ap_action a)
{
	return re_cards[ap_x(a)].value;
}

/* Returns what I lose with a leader of mine, with the presidency if he holds it. A leader who will
 * probably be purged anyway is worth less. */
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

/* Decides the order of mandates. An Ailing card strikes my highest leader. I play it before a New
 * Leader, unless it would strike one whom I want to keep: the new one may be higher. Disrepute
 * comes last: the leaders whom it purges can be struck before, and with a new Party leader I can
 * get the presidency if it purges the President. */
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

/* RE-PR-5: I appoint the leader who is hardest to purge; ailing ones come last. */
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

/* Returns the action with the greatest worth; chance decides between equal ones. */
static ap_action choose_greedily(const ap_game *game, const void *view, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_best found = {0};
	int count = ap_legal(game, view, seat, legal);
	assert(count > 0);
	if (count == 1)
		return legal[0];
	outlook o = re_outlook_of(view, seat);
	crisis_view c = {0};
	if (ap_step_of(view) == RE_STEP_CONTRIBUTIONS)
		c = look_at_crisis(&o);
	for (int i = 0; i < count; i++)
		ap_weigh(&found, legal[i], judge(&o, &c, legal[i]), rng);
	return found.best;
}

const ap_bot red_empire_bots[] = {{"greedy", choose_greedily}, {NULL, NULL}};

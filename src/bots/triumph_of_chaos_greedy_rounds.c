/* triumph_of_chaos_greedy_rounds.c: which card for what, which spaces are activated, what is
 * redeployed, when to interrupt. */
#include "bots/triumph_of_chaos_greedy.h"

enum {
	NO_CHANCE = 20,  /* percent of a penalty that counts before the last moment */
	LAST_MOMENT = 6, /* and how many times over in it */
	HEALING = 9,     /* a reduced army */
	RAISING = 14,    /* a dead one, for each of two steps */
	REST = 3,        /* any other step */
	KEPT = 4,        /* corps that stay in the reserve for fallen armies */
	INFIGHTING = 10, /* for each turn to come */
	PASSIVITY = 8,   /* for each round left and army that stands still */
	ACTIVATION = 4,  /* a card for politics is worth so much a point at least */
};

/* What events bring by troops and such; penalties aside. */
static const uint8_t plain_worth[2][16] = {[RED] = {[1] = 110,
											   [2] = 70,
											   [3] = 70,
											   [4] = 25,
											   [6] = 10,
											   [10] = 45,
											   [11] = 40,
											   [12] = 10,
											   [13] = 40,
											   [14] = 0,
											   [15] = 10},
	[WHITE] = {[1] = 45,
		[2] = 60,
		[3] = 75,
		[4] = 25,
		[6] = 10,
		[10] = 10,
		[11] = 10,
		[12] = 10,
		[15] = 8}};

static int rounds_left(const tc_state *s)
{
	return greater(1, tc_this_turn(s)->rounds - s->round + 1);
}

/* ---- Events ---------------------------------------------------------------------------------- */

static int penal_cards(const outlook *o)
{
	int count = 0;
	for (int card = 0; card < CARDS; card++)
		count += tc_card_side(card) == o->me && o->s->card_at[card] == CARD_HAND &&
			tc_cards[card].penalty > 0 && !tc_played(o->s, card);
	return count;
}

static int due_penalty(const outlook *o, int card)
{
	return tc_campaign(o->s) || tc_played(o->s, card) ? 0 : tc_cards[card].penalty * VP;
}

/* Steps I could use in the next Logistics Phase: the best `count` of them. */
static int worth_of_steps(const outlook *o, int count)
{
	const tc_state *s = o->s;
	int raise = 0, heal = 0, rest = 0, booked = s->steps[o->me];
	if (tc_last_turn(s))
		return 0;
	for (int u = 0; u < UNITS; u++) {
		if (tc_side_from(tc_units[u].side) != o->me)
			continue;
		bool army = tc_is_army(u), here = s->unit_at[u] < SPACES || s->unit_where[u] == RESERVE;
		raise += army && s->unit_where[u] == DEAD ? 2 : 0;
		heal += army && here && tc_reduced(s, u);
		rest += !army && (s->unit_where[u] == DEAD || (here && tc_reduced(s, u)));
	}
	int worth = 0;
	for (int i = 0; i < booked + count; i++) {
		int step = raise > 0 ? RAISING : heal > 0 ? HEALING : rest > 0 ? REST : 0;
		if (raise > 0)
			raise--;
		else if (heal > 0)
			heal--;
		else
			rest--;
		worth += i >= booked ? step : 0;
	}
	return worth;
}

static int idle_armies(const outlook *o)
{
	int count = 0;
	for (int u = 0; u < UNITS; u++)
		count += tc_units[u].faction < FACTIONS && tc_is_army(u) && o->s->unit_at[u] < SPACES &&
			tc_user(o->s, u) == o->foe;
	return count;
}

/* TC-WC-1: one time in two the army of the Socialist Revolutionaries goes over, with its space. */
static int mutiny(const outlook *o)
{
	int at = o->s->unit_at[TC_UNIT_WHITE_SR_ARMY];
	return at < SPACES ? -o->city[at] / 2 - 10 : 0;
}

static int special_worth(const outlook *o, int card)
{
	const tc_state *s = o->s;
	switch (card) {
	case TC_CARD_W7:
	case TC_CARD_R7:
		return worth_of_steps(o, 4) * 5 / 4;
	case TC_CARD_W9:
		return tc_controller(s, TC_FACTION_CZECH_LEGION) == WHITE
			? 35
			: 60 + tc_bot_faction(o, TC_FACTION_CZECH_LEGION, 9);
	case TC_CARD_W10:
	case TC_CARD_R12:
		return INFIGHTING * (o->counts - 1);
	case TC_CARD_R9:
		return PASSIVITY * rounds_left(s) * idle_armies(o) / 2;
	case TC_CARD_W1:
		return mutiny(o);
	case TC_CARD_W13:
	case TC_CARD_W14:
		return -1;
	default:
		return 0;
	}
}

static int event_worth(const outlook *o, int card)
{
	const tc_state *s = o->s;
	int penalty = due_penalty(o, card);
	int number = tc_cards[card].number;
	int worth = (number < 16 ? plain_worth[o->me][number] : 0) + special_worth(o, card);
	if (o->counts < 2)
		worth = worth * lesser(rounds_left(s), 4) / 4;
	if (tc_last_turn(s) && rounds_left(s) <= penal_cards(o))
		return worth + penalty * LAST_MOMENT;
	return worth + penalty * NO_CHANCE / 100;
}

/* What a card may do for me in the Action Phase, so what it costs to bid it. */
int tc_bot_card_worth(const outlook *o, int card)
{
	int worth = ACTIVATION * tc_cards[card].value, penalty = due_penalty(o, card);
	if (tc_cards[card].kind == TC_KIND_INITIATIVE)
		return 30;
	if (penalty)
		return penalty * 2;
	return greater(worth, event_worth(o, card) * 2 / 3);
}

/* ---- Operations ------------------------------------------------------------------------------ */

static int mark_worth(const outlook *o, int space, bool combat)
{
	int target;
	return combat ? tc_bot_best_assault(o, space, &target) : tc_bot_march(o, space);
}

void tc_bot_plan(const outlook *o, int sums[MOST_MARKS + 1])
{
	int best[MOST_MARKS + 1] = {0};
	for (int space = 0; space < SPACES; space++) {
		if (o->mine[space] == 0 || (o->s->marker[space] & M_NO_ACT))
			continue;
		int worth = greater(mark_worth(o, space, false), mark_worth(o, space, true));
		int at = MOST_MARKS;
		for (; at > 0 && best[at - 1] < worth; at--)
			best[at] = best[at - 1];
		best[at] = worth;
	}
	sums[0] = 0;
	for (int i = 0; i < MOST_MARKS; i++)
		sums[i + 1] = sums[i] + greater(0, best[i]);
}

/* ---- Redeployment ---------------------------------------------------------------------------- */

static int reserves(const outlook *o)
{
	int count = 0;
	for (int u = 0; u < UNITS; u++)
		count += o->s->unit_where[u] == RESERVE && tc_user(o->s, u) == o->me;
	return count;
}

/* A corps more in a city of mine. */
static int city_need(const outlook *o, int space)
{
	if (o->city[space] == 0 || !tc_space_fed(o->s, o->me, space) ||
		!tc_fits(o->s, space, o->me, 0, 1, 0))
		return 0;
	return tc_bot_guard(o, space, o->mine[space] + 1) - tc_bot_guard(o, space, o->mine[space]);
}

static int worth_of_redeployment(const outlook *o, int points)
{
	int best[MOST_MARKS + 1] = {0}, sum = 0;
	points = lesser(points, reserves(o) - KEPT);
	for (int space = 0; space < SPACES; space++) {
		int worth = city_need(o, space), at = MOST_MARKS;
		for (; at > 0 && best[at - 1] < worth; at--)
			best[at] = best[at - 1];
		best[at] = worth;
	}
	for (int i = 0; i < points && i < MOST_MARKS; i++)
		sum += best[i];
	return sum;
}

static int judge_redeployed(const outlook *o, ap_action a)
{
	int best = 0;
	if (ap_verb_of(a) != V_PICK)
		return ap_verb_of(a) == V_DONE ? 0 : -1;
	if (o->s->unit_where[ap_x(a)] != RESERVE || reserves(o) <= KEPT)
		return -1;
	for (int space = 0; space < SPACES; space++)
		best = greater(best, city_need(o, space));
	return best > 0 ? best + tc_combat_of(o->s, (int)ap_x(a)) : -1;
}

static int judge_destination(const outlook *o, ap_action a)
{
	int space = (int)ap_x(a);
	return ap_verb_of(a) == V_TO ? city_need(o, space) * 2 + tc_bot_stay(o, space, 1) : NEVER;
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* A card that costs VP unless its event is played is not lightly played for anything else, though
 * it may come again; of equal uses the one that spares the better event. */
static int spared(const outlook *o, int card)
{
	int number = tc_cards[card].number;
	if (due_penalty(o, card))
		return due_penalty(o, card) * (tc_last_turn(o->s) ? LAST_MOMENT : 1);
	if (tc_cards[card].kind == TC_KIND_INITIATIVE)
		return 12;
	return tc_played(o->s, card) || number > 15 ? 0 : plain_worth[o->me][number] / 3;
}

int tc_bot_card(const outlook *o, ap_action a, const int sums[MOST_MARKS + 1])
{
	int card = (int)ap_x(a), value = tc_cards[card].value;
	if (ap_verb_of(a) == V_SPECIAL)
		return ap_x(a) == TO_ACTIVATE ? greater(1, sums[1]) : -(int)ap_x(a);
	switch (ap_y(a)) {
	case FOR_OPERATIONS:
		if (o->me == WHITE && o->s->bonus)
			value = greater(value, tc_number_of(TC_NUMBER_BONUS_SPACES));
		return sums[lesser(value, MOST_MARKS)] - spared(o, card);
	case FOR_REDEPLOYMENT:
		return worth_of_redeployment(o, value) - spared(o, card);
	case FOR_REPLACEMENTS:
		return worth_of_steps(o, value) - spared(o, card);
	default:
		return event_worth(o, card);
	}
}

/* ---- Interrupting ---------------------------------------------------------------------------- */

/* How it would hurt to be attacked from there. */
static int threat(const outlook *o, int space)
{
	int worst = 0;
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++) {
		int there = tc_across(tc_link_of[i], space);
		if (o->mine[there] > 0)
			worst = greater(worst, o->city[there] / 4 + 6 * (o->theirs[space] - o->mine[there]));
	}
	return worst;
}

static int judge_interruption(const outlook *o, ap_action a)
{
	const tc_state *s = o->s;
	int worst = 0;
	if (ap_verb_of(a) == V_PASS)
		return 0;
	if (s->op.use != FOR_OPERATIONS)
		return rounds_left(s) == 1 ? 1 : -1;
	for (int space = 0; space < SPACES; space++)
		if (s->marker[space] & (M_COMBAT | M_MOVE))
			worst = greater(worst, threat(o, space));
	return rounds_left(s) == 1 ? 1 : worst - 25;
}

int tc_bot_round(const outlook *o, ap_action a)
{
	switch (ap_step_of(o->s)) {
	case DECLARE:
		return ap_verb_of(a) == V_DONE;
	case MARK:
		return ap_verb_of(a) == V_READY
			? 0
			: mark_worth(o, (int)ap_x(a), ap_verb_of(a) == V_COMBAT_MARKER);
	case LIFT:
		return ap_verb_of(a) == V_LIFT ? o->mine[ap_x(a)] : 0;
	case REDEPLOY:
		return judge_redeployed(o, a);
	case REDEPLOY_TO:
		return judge_destination(o, a);
	default:
		return judge_interruption(o, a);
	}
}

/* What a NO ACT marker on an enemy stack, or a combat marker off it, saves. */
int tc_bot_threat(const outlook *o, int space)
{
	return threat(o, space) + 2 * o->theirs[space];
}

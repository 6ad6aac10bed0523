/* rounds.c: the bot in an Action Round: which card it plays for what, which spaces it activates,
 * what it redeploys, and when it interrupts. */
#include "greedy.h"

enum {
	URGENT = 30000,     /* the worth of a corps that comes to an empty capital */
	FURTHER_ATTACK = 8, /* each further attack of a round must be worth so much more */
	KEPT = 4            /* corps that stay in the reserve to take the places of destroyed armies */
};

/* ---- Operations ------------------------------------------------------------------------------ */

static int mark_worth(const outlook *o, int space, bool combat)
{
	int target;
	return combat ? tc_bot_best_attack(o, space, &target) : tc_bot_march_worth(o, space);
}

void tc_bot_plan_activations(outlook *o)
{
	int best[MOST_MARKS + 1] = {0};
	for (int space = 0; space < TC_SPACES; space++) {
		if (o->mine[space] == 0 || (o->s->marker[space] & TC_MARKER_FLAG_NO_ACT))
			continue;
		int worth = greater(mark_worth(o, space, false), mark_worth(o, space, true));
		int at = MOST_MARKS;
		for (; at > 0 && best[at - 1] < worth; at--)
			best[at] = best[at - 1];
		best[at] = worth;
	}
	o->sums[0] = 0;
	for (int i = 0; i < MOST_MARKS; i++)
		o->sums[i + 1] = o->sums[i] + greater(0, best[i]);
	o->planned = true;
}

/* ---- Redeployment ---------------------------------------------------------------------------- */

static int reserves(const outlook *o)
{
	return tc_count_units(o->s, o->me, TC_LOCATION_RESERVE);
}

/* Does a corps already take the room in a capital that armies need? */
static bool has_its_corps(const outlook *o, int space)
{
	for (int u = tc_first(o->s, space); u < TC_UNITS; u = tc_next(o->s, u))
		if (!tc_is_army(u))
			return tc_bot_is_capital(o, space);
	return false;
}

/* The worth of one more corps in a city of mine; 0: none can be redeployed there. */
static int city_need(const outlook *o, int space)
{
	if (has_its_corps(o, space))
		return 0;
	if ((o->city[space] == 0 && !tc_bot_is_capital(o, space)) ||
		!tc_space_fed(o->s, o->me, space) || !tc_fits(o->s, space, o->me, 0, 1, 0) ||
		tc_partisans_bar(o->s, o->me, space))
		return 0;
	return tc_bot_guard_worth(o, space, o->mine[space] + 1) -
		tc_bot_guard_worth(o, space, o->mine[space]);
}

static bool stands_empty(const outlook *o, int space)
{
	return tc_bot_is_capital(o, space) && o->mine[space] == 0 && o->open[space] &&
		o->s->owner[space] == o->me && tc_space_fed(o->s, o->me, space) &&
		!tc_partisans_bar(o->s, o->me, space);
}

static bool has_empty_capital(const outlook *o)
{
	for (int space = 0; space < TC_SPACES; space++)
		if (stands_empty(o, space))
			return true;
	return false;
}

/* Finds the spaces from which a corps can be redeployed to a capital that stands empty: a chain of
 * spaces of mine leads there. */
static void find_chains(const outlook *o, bool chained[TC_SPACES])
{
	uint16_t queue[TC_SPACES];
	int count = 0;
	for (int space = 0; space < TC_SPACES; space++) {
		chained[space] = stands_empty(o, space);
		if (chained[space])
			queue[count++] = (uint16_t)space;
	}
	for (int next = 0; next < count; next++)
		for (int i = tc_link_from[queue[next]]; i < tc_link_from[queue[next] + 1]; i++) {
			int there = tc_link_to[i], link = tc_link_of[i];
			if (chained[there] || o->s->owner[there] != o->me ||
				tc_partisans_bar(o->s, o->me, there) ||
				tc_link_kinds[tc_links[link].kind].redeploys == TC_REDEPLOYS_NOBODY ||
				tc_link_barred(o->s, link))
				continue;
			chained[there] = true;
			queue[count++] = (uint16_t)there;
		}
}

/* Can a corps be spared for a capital that stands empty? Finns may have to stay in Finland. */
static bool is_spare(const outlook *o, int unit, const bool chained[TC_SPACES])
{
	const tc_state *s = o->s;
	int at = s->unit_at[unit];
	if (tc_user(s, unit) != o->me || tc_is_army(unit) || tc_is_garrison(unit) ||
		tc_unit_waits(s, unit) ||
		(tc_of_finland(unit) && (!s->border_open || tc_finn_kept(s, unit))))
		return false;
	if (s->unit_where[unit] == TC_LOCATION_RESERVE)
		return true;
	return at < TC_SPACES && chained[at] && !tc_bot_is_capital(o, at) && tc_fed(s, unit) &&
		!(s->marker[at] & TC_MARKER_FLAG_NO_ACT);
}

/* How many corps can be spared for a capital that stands empty: those of the reserve, or all. */
static int count_spare(const outlook *o, bool reserve_only)
{
	bool chained[TC_SPACES];
	int count = 0;
	find_chains(o, chained);
	for (int u = 0; u < TC_UNITS; u++)
		count += is_spare(o, u, chained) &&
			(!reserve_only || o->s->unit_where[u] == TC_LOCATION_RESERVE);
	return count;
}

/* Corps that may leave the reserve now: all of them if a capital stands empty. */
static int spare_corps(const outlook *o)
{
	return has_empty_capital(o) ? count_spare(o, true) : reserves(o) - KEPT;
}

static int worth_of_redeployment(const outlook *o, int points)
{
	int best[MOST_MARKS + 1] = {0}, sum = 0;
	points = lesser(points, spare_corps(o));
	for (int space = 0; space < TC_SPACES; space++) {
		int worth = city_need(o, space), at = MOST_MARKS;
		for (; at > 0 && best[at - 1] < worth; at--)
			best[at] = best[at - 1];
		best[at] = worth;
	}
	for (int i = 0; i < points && i < MOST_MARKS; i++)
		sum += best[i];
	return has_empty_capital(o) && count_spare(o, false) > 0 ? sum + URGENT : sum;
}

/* The worth of a corps that comes to a space. */
static int judge_destination(const outlook *o, int space)
{
	return city_need(o, space) * 2 + tc_bot_standing_worth(o, space, 1);
}

static int judge_redeployed(const outlook *o, ap_action a)
{
	int best = 0;
	if (ap_verb_of(a) == TC_VERB_GARRISON) /* the same as to pick the corps, and in one answer */
		return spare_corps(o) > 0 && city_need(o, (int)ap_x(a)) > 0
			? judge_destination(o, (int)ap_x(a)) - NEVER
			: -1;
	if (ap_verb_of(a) != TC_VERB_PICK)
		return ap_verb_of(a) == TC_VERB_DONE ? 0 : -1;
	int unit = (int)ap_x(a);
	if (o->s->unit_where[unit] == TC_LOCATION_MAP) {
		bool chained[TC_SPACES];
		find_chains(o, chained); /* nothing is, if no capital stands empty */
		return is_spare(o, unit, chained)
			? greater(1, URGENT - tc_bot_leaving_cost(o, o->s->unit_at[unit], 1))
			: -1;
	}
	if (o->s->unit_where[unit] != TC_LOCATION_RESERVE || spare_corps(o) <= 0)
		return -1;
	for (int space = 0; space < TC_SPACES; space++)
		best = greater(best, city_need(o, space));
	return best > 0 ? best + tc_combat_of(o->s, unit) : -1;
}

/* ---- Playing --------------------------------------------------------------------------------- */

int tc_bot_judge_card(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == TC_VERB_RISE) /* RED loses the city, and has to come back for it */
		return 2 * VP + o->gain[o->s->unit_at[ap_x(a)]];
	if (ap_verb_of(a) == TC_VERB_RESCUE) /* Two Victory Points, on some of the faces of a die. */
		return tc_number_of(TC_NUMBER_TSAR_VP) * VP * tc_rescue_needs(o->s) / TC_FACES;
	if (ap_verb_of(a) == TC_VERB_SPECIAL)
		return ap_x(a) == TC_SPECIAL_ACTION_ACTIVATE ? greater(1, o->sums[1]) : -(int)ap_x(a);
	int card = (int)ap_x(a), value = tc_cards[card].value;
	switch (ap_y(a)) {
	case TC_USE_OPERATIONS:
		return o->sums[lesser(tc_spaces_of(o->s, o->me, card), MOST_MARKS)] -
			tc_bot_worth_of_keeping(o, card);
	case TC_USE_REDEPLOYMENT:
		return worth_of_redeployment(o, value) - tc_bot_worth_of_keeping(o, card);
	case TC_USE_REPLACEMENTS:
		return tc_bot_steps_worth(o, value) - tc_bot_worth_of_keeping(o, card);
	default:
		return tc_bot_event_worth(o, card);
	}
}

/* ---- Interrupting ---------------------------------------------------------------------------- */

/* The harm that an attack of the enemy's units in this space could do. */
static int threat(const outlook *o, int space)
{
	int worst = 0;
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++) {
		int there = tc_link_to[i];
		if (o->mine[there] > 0)
			worst = greater(worst, o->city[there] / 4 + 6 * (o->theirs[space] - o->mine[there]));
	}
	return worst;
}

static bool holds_initiative(const outlook *o)
{
	for (int card = 0; card < TC_CARDS; card++)
		if (o->s->card_at[card] == TC_CARD_PLACE_HAND && tc_card_side(card) == o->me &&
			tc_cards[card].kind == TC_KIND_INITIATIVE)
			return true;
	return false;
}

static int judge_interruption(const outlook *o, ap_action a)
{
	const tc_state *s = o->s;
	int worst = 0;
	if (ap_verb_of(a) == TC_VERB_PASS)
		return 0;
	if (ap_verb_of(a) == TC_VERB_LET_PASS)
		return holds_initiative(o) ? NEVER : 1;
	if (s->op.use != TC_USE_OPERATIONS && !tc_event_operates(s))
		return tc_bot_rounds_left(s) == 1 ? 1 : -1;
	for (int space = 0; space < TC_SPACES; space++)
		if (s->marker[space] & (TC_MARKER_FLAG_COMBAT | TC_MARKER_FLAG_MOVE))
			worst = greater(worst, threat(o, space));
	return tc_bot_rounds_left(s) == 1 ? 1 : worst - 25;
}

/* The best attack from a space is ordered at once, if it can do without spaces that are not
 * activated yet. */
static int judge_activation(const outlook *o, ap_action a)
{
	int target = TC_NOWHERE, worth,
		further = tc_introduction(o->s) ? 0 : FURTHER_ATTACK * o->s->op.put;
	switch (ap_verb_of(a)) {
	case TC_VERB_READY:
		return 0;
	case TC_VERB_STRIKE: /* In the three turns of 1918 attacks are weighed once more. */
		if (tc_introduction(o->s))
			return NEVER;
		worth = tc_bot_best_attack(o, (int)ap_y(a), &target);
		return target == (int)ap_x(a) && tc_bot_attack_worth(o, (int)ap_y(a), target) > 0
			? 2 * (worth - further) + 1
			: NEVER;
	case TC_VERB_COMBAT_MARKER:
		return 2 * (mark_worth(o, (int)ap_x(a), true) - further);
	default:
		return 2 * mark_worth(o, (int)ap_x(a), false);
	}
}

int tc_bot_judge_round(const outlook *o, ap_action a)
{
	switch (ap_step_of(o->s)) {
	case TC_STEP_ROUND_CLOSE: /* war is declared before the card is played */
		return ap_verb_of(a) == TC_VERB_KEEP_PEACE;
	case TC_STEP_MARK:
		return judge_activation(o, a);
	case TC_STEP_LIFT:
		return ap_verb_of(a) == TC_VERB_LIFT ? o->mine[ap_x(a)] : 0;
	case TC_STEP_REDEPLOY:
		return judge_redeployed(o, a);
	case TC_STEP_REDEPLOY_TO:
		return ap_verb_of(a) == TC_VERB_TO ? judge_destination(o, (int)ap_x(a)) : NEVER;
	default:
		return judge_interruption(o, a);
	}
}

int tc_bot_threat_worth(const outlook *o, int space)
{
	return threat(o, space) + 2 * o->theirs[space];
}

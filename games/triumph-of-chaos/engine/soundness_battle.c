/* soundness_battle.c: the invariants of an Action Round: its operation, the group that moves, the
 * present combat, and the flags that these leave on units, leaders and spaces. */
#include "combat.h"
#include "events.h"
#include "soundness.h"

/* ---- Flags ----------------------------------------------------------------------------------- */

enum {
	TC_UNIT_COMBAT =
		TC_UNIT_FLAG_FIGHTS | TC_UNIT_FLAG_FELL | TC_UNIT_FLAG_BACK | TC_UNIT_FLAG_AHEAD,
	TC_LEADER_COMBAT = TC_LEADER_FLAG_BACK | TC_LEADER_FLAG_AHEAD,
	TC_MARKER_ROUND =
		TC_MARKER_FLAG_MOVE | TC_MARKER_FLAG_COMBAT | TC_MARKER_FLAG_SPENT | TC_MARKER_FLAG_ATTACKED
};

static bool in_attrition(const tc_state *s)
{
	return tc_find_step(s, TC_STEP_ATTRITION) != NULL;
}

static int unit_marks(const tc_state *s)
{
	if (!tc_find_round(s))
		return TC_UNIT_FLAG_REDUCED;
	return TC_UNIT_FLAG_REDUCED | TC_UNIT_FLAG_MOVED | TC_UNIT_FLAG_ATTACKED | TC_UNIT_FLAG_PICKED |
		(tc_find_combat(s) ? TC_UNIT_COMBAT : 0);
}

static int leader_marks(const tc_state *s)
{
	if (!tc_find_round(s))
		return TC_LEADER_FLAG_IDLE | (in_attrition(s) ? TC_LEADER_FLAG_BACK : 0);
	return TC_LEADER_FLAG_IDLE | TC_LEADER_FLAG_MOVED | TC_LEADER_FLAG_USED |
		TC_LEADER_FLAG_PICKED | (tc_find_combat(s) ? TC_LEADER_COMBAT : 0);
}

static int marker_marks(const tc_state *s)
{
	int always = TC_MARKER_FLAG_NO_ACT | TC_MARKER_FLAG_CREDIT;
	if (!tc_find_round(s))
		return always;
	return always | TC_MARKER_ROUND | (tc_find_combat(s) ? TC_MARKER_FLAG_FROM : 0);
}

static const char *marks_unsound(const tc_state *s)
{
	int units = unit_marks(s), leaders = leader_marks(s), markers = marker_marks(s);
	for (int u = 0; u < TC_UNITS; u++)
		if (s->unit_flags[u] & ~units)
			return "a unit is marked for something that is not under way";
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_flags[l] & ~leaders)
			return "a leader is marked for something that is not under way";
	for (int space = 0; space < TC_SPACES; space++)
		if (s->marker[space] & ~markers)
			return "a space is marked for something that is not under way";
	return NULL;
}

/* ---- The operation --------------------------------------------------------------------------- */

static bool under_way(const tc_state *s)
{
	const tc_round_frame *f = tc_find_round(s);
	return f && f->step != TC_STEP_PLAY && f->step != TC_STEP_LIFT;
}

static int use_of(int step)
{
	switch (step) {
	case TC_STEP_MARK:
	case TC_STEP_MOVE:
	case TC_STEP_MOVE_ON:
	case TC_STEP_FIGHT:
	case TC_STEP_AGAIN:
		return TC_USE_OPERATIONS;
	case TC_STEP_REDEPLOY:
	case TC_STEP_REDEPLOY_TO:
		return TC_USE_REDEPLOYMENT;
	default:
		return TC_NONE;
	}
}

static bool card_unsound(const tc_state *s)
{
	int card = s->op.card, use = s->op.use;
	if (card == TC_NONE)
		return use != TC_USE_OPERATIONS && use != TC_USE_COUNT;
	return card >= TC_CARDS || use >= TC_USE_COUNT || tc_card_side(card) != s->acting ||
		!tc_in_play(s, card) ||
		(s->card_at[card] != TC_CARD_PLACE_DISCARDS && s->card_at[card] != TC_CARD_PLACE_GONE);
}

/* Returns whether the round belongs to an event that is an operation. Its spaces are 0 until the
 * event has taken place. */
static bool event_activates(const tc_state *s)
{
	return s->op.use == TC_USE_EVENT && s->op.card < TC_CARDS &&
		tc_row_with(s->op.card, TC_DEED_ACTIVATE) < TC_EFFECTS;
}

/* Checks the Initiative cards that help in combats. */
static bool aids_unsound(const tc_state *s)
{
	for (int side = 0; side < TC_SIDE_COUNT; side++) {
		int card = s->op.aid[side];
		if (card == TC_NONE)
			continue;
		if (card >= TC_CARDS || tc_card_side(card) != side ||
			tc_cards[card].kind != TC_KIND_INITIATIVE || !tc_in_play(s, card) ||
			(s->card_at[card] != TC_CARD_PLACE_DISCARDS && s->card_at[card] != TC_CARD_PLACE_GONE))
			return true;
	}
	for (int aid = 0; aid < TC_AID_COUNT; aid++)
		if (s->op.aided[aid] > 9 || (s->op.aided[aid] && tc_aid_card(s, aid) == TC_NONE))
			return true;
	return false;
}

/* Checks the attacks that were ordered: there are no more of them than activations, and no gaps. */
static bool orders_unsound(const tc_operation *op)
{
	for (int i = 0; i < TC_ORDER_COUNT; i++) {
		bool none = op->order_at[i] == TC_NOWHERE;
		if (none != (op->order_from[i] == TC_NOWHERE))
			return true;
		if (!none &&
			(op->order_at[i] >= TC_SPACES || op->order_from[i] >= TC_SPACES || i >= op->put ||
				(i > 0 && op->order_at[i - 1] == TC_NOWHERE)))
			return true;
	}
	return false;
}

static bool operation_unsound(const tc_state *s)
{
	const tc_operation *op = &s->op,
					   none = {.from = TC_NOWHERE,
						   .at = TC_NOWHERE,
						   .order_at = TC_NO_ORDERS,
						   .order_from = TC_NO_ORDERS,
						   .card = TC_NONE,
						   .use = TC_USE_COUNT,
						   .aid = {TC_NONE, TC_NONE},
						   .region = op->region};
	if (!under_way(s))
		return memcmp(op, &none, sizeof none) != 0;
	int step = tc_find_round(s)->step, use = use_of(step);
	bool event = event_activates(s), fits = op->use == use || (event && use == TC_USE_OPERATIONS);
	if (card_unsound(s) || aids_unsound(s) || (use != TC_NONE && !fits))
		return true;
	if (step == TC_STEP_AGAIN && tc_most_again(s) == 0)
		return true;
	if ((step == TC_STEP_ANNOUNCED || step == TC_STEP_CARRY_OUT) && op->use >= TC_USE_COUNT)
		return true;
	if (op->use != TC_USE_OPERATIONS && !event && (op->alone || op->put))
		return true;
	return orders_unsound(op) || op->spaces > 6 || op->put > op->spaces || op->points > 9 ||
		op->alone >= TC_ALONE_COUNT || op->interrupted > 1 || op->gold > TC_GOLD_HAS_MOVED;
}

/* ---- The group ------------------------------------------------------------------------------- */

/* Checks that the picked units and leaders stand together where the group is. */
static bool picked_unsound(const tc_state *s, int *picked)
{
	int at = s->op.at;
	*picked = 0;
	for (int u = 0; u < TC_UNITS; u++)
		if (s->unit_flags[u] & TC_UNIT_FLAG_PICKED) {
			++*picked;
			if (s->unit_at[u] != at || tc_user(s, u) != s->acting || tc_units[u].move == 0)
				return true;
		}
	for (int l = 0; l < TC_LEADERS; l++)
		if (s->leader_flags[l] & TC_LEADER_FLAG_PICKED) {
			++*picked;
			if (s->leader_at[l] != at || tc_leader_user(s, l) != s->acting ||
				tc_leaders[l].bound == TC_BOUND_STAYS)
				return true;
		}
	return false;
}

static int units_picked(const tc_state *s)
{
	int count = 0;
	for (int u = 0; u < TC_UNITS; u++)
		count += (s->unit_flags[u] & TC_UNIT_FLAG_PICKED) != 0;
	return count;
}

static bool none_picked(const tc_state *s, bool leaders)
{
	if (units_picked(s) > 0)
		return false;
	for (int l = 0; l < TC_LEADERS && leaders; l++)
		if (s->leader_flags[l] & TC_LEADER_FLAG_PICKED)
			return false;
	return true;
}

/* Checks that the gold train is with the group or the side that moves it. */
static bool gold_unsound(const tc_state *s)
{
	const tc_round_frame *f = tc_find_round(s);
	if (s->op.gold == TC_GOLD_STILL)
		return false;
	if (!f || s->gold_at == TC_NOWHERE)
		return true;
	if (s->op.gold == TC_GOLD_HAS_MOVED)
		return false;
	bool redeployed =
		f->step == TC_STEP_REDEPLOY_TO && f->unit == TC_NOWHERE && f->leader == TC_NONE;
	return !redeployed &&
		(s->op.from == TC_NOWHERE || s->op.at != s->gold_at || units_picked(s) == 0);
}

static bool group_unsound(const tc_state *s)
{
	const tc_round_frame *f = tc_find_round(s);
	int from = s->op.from, at = s->op.at, picked;
	if (!f || (f->step != TC_STEP_MOVE && f->step != TC_STEP_MOVE_ON)) {
		if (from != TC_NOWHERE || at != TC_NOWHERE)
			return true;
		if (tc_find_step(s, TC_STEP_EVENT_RETREAT)) /* units that have left are picked */
			return false;
		return !none_picked(s, tc_find_combat(s) == NULL);
	}
	if (from == TC_NOWHERE && at == TC_NOWHERE && f->step == TC_STEP_MOVE)
		return !none_picked(s, true);
	if (from >= TC_SPACES || at >= TC_SPACES || (f->step == TC_STEP_MOVE && from != at))
		return true;
	return picked_unsound(s, &picked) || picked == 0;
}

/* ---- The combat ------------------------------------------------------------------------------ */

static bool no_combat(const tc_state *s)
{
	const tc_combat none = {.target = TC_NOWHERE,
		.back_unit = TC_NOWHERE,
		.back_at = TC_NOWHERE,
		.side = {TC_PARTY_NOBODY, TC_PARTY_NOBODY},
		.leader = {TC_NONE, TC_NONE}};
	return memcmp(&s->combat, &none, sizeof none) == 0;
}

static bool parties_unsound(const tc_state *s)
{
	const tc_combat *c = &s->combat;
	const tc_combat_frame *f = tc_find_combat(s);
	int attacker = c->side[TC_ROLE_ATTACKER], defender = c->side[TC_ROLE_DEFENDER];
	if (c->target >= TC_SPACES ||
		!tc_between(c->kind, TC_COMBAT_KIND_PLAIN, TC_COMBAT_KIND_LANDING))
		return true;
	if (!tc_is_side(attacker) || defender > TC_PARTY_NOBODY || attacker == defender)
		return true;
	if (c->kind == TC_COMBAT_KIND_TREACHERY && f->step != TC_STEP_COMBAT &&
		f->step < TC_STEP_ROLL_ATTACKER)
		return true;
	if (c->kind != TC_COMBAT_KIND_PLAIN && c->kind != TC_COMBAT_KIND_LANDING &&
		tc_between(f->step, TC_STEP_COMBAT_ALSO, TC_STEP_WITHDRAW))
		return true;
	for (int role = 0; role < TC_ROLE_COUNT; role++)
		if (c->die[role] > TC_FACES || c->loss[role] > 9 || c->left[role] > c->loss[role] ||
			(c->leader[role] != TC_NONE && c->leader[role] >= TC_LEADERS))
			return true;
	return (f->step == TC_STEP_ROLL_DEFENDER && c->die[TC_ROLE_ATTACKER] == 0) || c->retreat > 2 ||
		c->withdrawn > 1 || c->held > 1 || c->aided >> TC_AID_COUNT || c->all_join > 1 ||
		c->all_advance > 1 || c->unused;
}

/* Checks that the attack comes from spaces next to the target. */
static bool ways_unsound(const tc_state *s)
{
	int count = 0, target = s->combat.target;
	for (int space = 0; space < TC_SPACES; space++) {
		if (!(s->marker[space] & TC_MARKER_FLAG_FROM))
			continue;
		count++;
		bool within = space == target && s->combat.kind == TC_COMBAT_KIND_TREACHERY;
		bool lands = s->combat.kind == TC_COMBAT_KIND_LANDING && tc_spaces[space].port &&
			tc_region_of(space) == TC_REGION_FINLAND && space != target;
		if (!within && !lands && tc_link_between(space, target) < 0)
			return true;
	}
	return count == 0;
}

static bool fighter_unsound(const tc_state *s, int u)
{
	int flags = s->unit_flags[u], step = tc_find_combat(s)->step;
	if ((flags & (TC_UNIT_FLAG_FELL | TC_UNIT_FLAG_BACK)) && !(flags & TC_UNIT_FLAG_FIGHTS))
		return true;
	if ((flags & TC_UNIT_FLAG_FELL) && (!tc_is_army(u) || tc_is_green(s, u)))
		return true;
	bool fired_at = step == TC_STEP_ROLL_DEFENDER && tc_first_fire_card(s) != TC_NONE;
	if ((flags & TC_UNIT_FLAG_FELL) && !fired_at &&
		!tc_between(step, TC_STEP_LOSE, TC_STEP_RELIEVE))
		return true;
	return (flags & TC_UNIT_FLAG_BACK) &&
		(step != TC_STEP_BACK || s->unit_at[u] != s->combat.target);
}

/* Checks the unit that is retreating or waits to advance. */
static bool way_back_unsound(const tc_state *s)
{
	const tc_combat_frame *f = tc_find_combat(s);
	int unit = s->combat.back_unit, at = s->combat.back_at, step = f->step;
	bool waits = f->entering != TC_NOWHERE;
	if (unit == TC_NOWHERE)
		return at != TC_NOWHERE || waits || f->gone;
	if (unit >= TC_UNITS || s->unit_at[unit] >= TC_SPACES)
		return true;
	if (waits)
		return at != TC_NOWHERE || tc_user(s, unit) != s->combat.side[TC_ROLE_ATTACKER];
	return step != TC_STEP_BACK || !(s->unit_flags[unit] & TC_UNIT_FLAG_BACK) ||
		s->combat.retreat != 2 || f->gone != 1 || at >= TC_SPACES ||
		tc_link_between(s->combat.target, at) < 0 || !tc_is_side(s->combat.side[TC_ROLE_DEFENDER]);
}

static const char *combat_unsound(const tc_state *s)
{
	if (!tc_find_combat(s))
		return no_combat(s) ? NULL : "there is a combat that nobody fights";
	if (!tc_find_round(s) || parties_unsound(s) || ways_unsound(s) || way_back_unsound(s))
		return "the combat under way cannot be";
	for (int u = 0; u < TC_UNITS; u++)
		if (fighter_unsound(s, u))
			return "a unit fights in no combat";
	return NULL;
}

const char *tc_battle_unsound(const tc_state *s)
{
	const char *wrong = marks_unsound(s);
	if (wrong)
		return wrong;
	if (operation_unsound(s) || tc_region_unsound(s))
		return "the operation under way cannot be";
	if (group_unsound(s) || gold_unsound(s))
		return "the group that moves is not together";
	return combat_unsound(s);
}

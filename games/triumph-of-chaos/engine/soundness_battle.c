/* soundness_battle.c: the invariants of an Action Round: its operation, the group that moves, the
 * combat under way, and the marks these leave on units, leaders and spaces. */
#include "soundness.h"

/* ---- Marks ----------------------------------------------------------------------------------- */

enum {
	UNIT_COMBAT = U_FIGHTS | U_FELL | U_BACK | U_AHEAD,
	LEADER_COMBAT = L_BACK | L_AHEAD,
	MARKER_ROUND = M_MOVE | M_COMBAT | M_SPENT | M_ATTACKED
};

static bool starving(const tc_state *s)
{
	return tc_frame_of(s, ATTRITION, ATTRITION) != NULL;
}

static int unit_marks(const tc_state *s)
{
	if (!tc_round_frame(s))
		return U_REDUCED;
	return U_REDUCED | U_MOVED | U_ATTACKED | U_PICKED | (tc_combat_frame(s) ? UNIT_COMBAT : 0);
}

static int leader_marks(const tc_state *s)
{
	if (!tc_round_frame(s))
		return L_IDLE | (starving(s) ? L_BACK : 0);
	return L_IDLE | L_MOVED | L_USED | L_PICKED | (tc_combat_frame(s) ? LEADER_COMBAT : 0);
}

static int marker_marks(const tc_state *s)
{
	int always = M_NO_ACT | M_CREDIT;
	if (!tc_round_frame(s))
		return always;
	return always | MARKER_ROUND | (tc_combat_frame(s) ? M_FROM : 0);
}

static const char *marks_unsound(const tc_state *s)
{
	int units = unit_marks(s), leaders = leader_marks(s), markers = marker_marks(s);
	for (int u = 0; u < UNITS; u++)
		if (s->unit_flags[u] & ~units)
			return "a unit is marked for something that is not under way";
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_flags[l] & ~leaders)
			return "a leader is marked for something that is not under way";
	for (int space = 0; space < SPACES; space++)
		if (s->marker[space] & ~markers)
			return "a space is marked for something that is not under way";
	return NULL;
}

/* ---- The operation --------------------------------------------------------------------------- */

static bool under_way(const tc_state *s)
{
	const ap_frame *f = tc_round_frame(s);
	return f && f->step != DECLARE && f->step != PLAY && f->step != LIFT;
}

static int use_of(int step)
{
	switch (step) {
	case MARK:
	case MOVE:
	case MOVE_ON:
	case FIGHT:
		return FOR_OPERATIONS;
	case REDEPLOY:
	case REDEPLOY_TO:
		return FOR_REDEPLOYMENT;
	default:
		return NONE;
	}
}

static bool card_unsound(const tc_state *s)
{
	int card = s->op.card, use = s->op.use;
	if (card == NONE)
		return use != FOR_OPERATIONS && use != USES;
	return card >= CARDS || use >= USES || tc_card_side(card) != s->acting ||
		tc_cards[card].year != 1918 ||
		(s->card_at[card] != CARD_DISCARDS && s->card_at[card] != CARD_GONE);
}

static bool operation_unsound(const tc_state *s)
{
	const tc_operation *op = &s->op,
					   none = {.from = NOWHERE, .at = NOWHERE, .card = NONE, .use = USES};
	if (!under_way(s))
		return memcmp(op, &none, sizeof none) != 0;
	int step = tc_round_frame(s)->step, use = use_of(step);
	if (card_unsound(s) || (use != NONE && op->use != use))
		return true;
	if ((step == ANNOUNCED || step == CARRY_OUT) && op->use >= USES)
		return true;
	if (op->use != FOR_OPERATIONS && (op->alone || op->put))
		return true;
	return op->spaces > 5 || op->put > op->spaces || op->points > 9 || op->alone > ALONE_BOTH ||
		op->interrupted > 1 || op->spare;
}

/* ---- The group ------------------------------------------------------------------------------- */

/* Those picked stand together where the group is. */
static bool picked_unsound(const tc_state *s, int *picked)
{
	int at = s->op.at;
	*picked = 0;
	for (int u = 0; u < UNITS; u++)
		if (s->unit_flags[u] & U_PICKED) {
			++*picked;
			if (s->unit_at[u] != at || tc_user(s, u) != s->acting || tc_units[u].move == 0)
				return true;
		}
	for (int l = 0; l < LEADERS; l++)
		if (s->leader_flags[l] & L_PICKED) {
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
	for (int u = 0; u < UNITS; u++)
		count += (s->unit_flags[u] & U_PICKED) != 0;
	return count;
}

static bool none_picked(const tc_state *s, bool leaders)
{
	if (units_picked(s) > 0)
		return false;
	for (int l = 0; l < LEADERS && leaders; l++)
		if (s->leader_flags[l] & L_PICKED)
			return false;
	return true;
}

static bool group_unsound(const tc_state *s)
{
	const ap_frame *f = tc_round_frame(s);
	int from = s->op.from, at = s->op.at, picked;
	if (!f || (f->step != MOVE && f->step != MOVE_ON)) {
		if (from != NOWHERE || at != NOWHERE)
			return true;
		if (tc_frame_of(s, EVENT_RETREAT, EVENT_RETREAT)) /* who has gone back */
			return false;
		if (tc_frame_of(s, EVENT_DIE, EVENT_DIE)) /* whom the die is about */
			return units_picked(s) > 1;
		return !none_picked(s, tc_combat_frame(s) == NULL);
	}
	if (from == NOWHERE && at == NOWHERE && f->step == MOVE)
		return !none_picked(s, true);
	if (from >= SPACES || at >= SPACES || (f->step == MOVE && from != at))
		return true;
	return picked_unsound(s, &picked) || picked == 0;
}

/* ---- The combat ------------------------------------------------------------------------------ */

static bool quiet(const tc_state *s)
{
	const tc_combat none = {.target = NOWHERE,
		.back_unit = NOWHERE,
		.back_at = NOWHERE,
		.side = {NOBODY, NOBODY},
		.leader = {NONE, NONE}};
	return memcmp(&s->combat, &none, sizeof none) == 0;
}

static bool parties_unsound(const tc_state *s)
{
	const tc_combat *c = &s->combat;
	const ap_frame *f = tc_combat_frame(s);
	int attacker = c->side[ATTACKER], defender = c->side[DEFENDER];
	if (c->target >= SPACES || !tc_between(c->kind, COMBAT_PLAIN, COMBAT_TREACHERY))
		return true;
	if (!tc_is_side(attacker) || defender > NOBODY || attacker == defender)
		return true;
	if (c->kind == COMBAT_TREACHERY && f->step != COMBAT && f->step < ROLL_ATTACKER)
		return true;
	if (c->kind != COMBAT_PLAIN && tc_between(f->step, COMBAT_ALSO, WITHDRAW))
		return true;
	for (int role = 0; role < ROLES; role++)
		if (c->die[role] > FACES || c->loss[role] > 9 || c->left[role] > c->loss[role] ||
			(c->leader[role] != NONE && c->leader[role] >= LEADERS))
			return true;
	return (f->step == ROLL_DEFENDER && c->die[ATTACKER] == 0) || c->retreat > 2 ||
		c->withdrawn > 1 || c->held > 1 || c->spare[0] || c->spare[1];
}

/* The attack comes from somewhere next to the target. */
static bool ways_unsound(const tc_state *s)
{
	int count = 0, target = s->combat.target;
	for (int space = 0; space < SPACES; space++) {
		if (!(s->marker[space] & M_FROM))
			continue;
		count++;
		bool within = space == target && s->combat.kind == COMBAT_TREACHERY;
		if (!within && tc_link_between(space, target) < 0)
			return true;
	}
	return count == 0;
}

static bool fighter_unsound(const tc_state *s, int u)
{
	int flags = s->unit_flags[u], step = tc_combat_frame(s)->step;
	if ((flags & (U_FELL | U_BACK)) && !(flags & U_FIGHTS))
		return true;
	if ((flags & U_FELL) && (!tc_is_army(u) || tc_is_green(u)))
		return true;
	if ((flags & U_FELL) && !tc_between(step, LOSE, RELIEVE))
		return true;
	return (flags & U_BACK) && (step != BACK || s->unit_at[u] != s->combat.target);
}

/* Who is on his way back, or waits to advance. */
static bool way_back_unsound(const tc_state *s)
{
	const ap_frame *f = tc_combat_frame(s);
	int unit = s->combat.back_unit, at = s->combat.back_at, step = f->step;
	bool waits = (step == ADVANCE || step == FURTHER) && f->v[3];
	if (unit == NOWHERE)
		return at != NOWHERE || waits || (step == BACK && f->v[1]);
	if (unit >= UNITS || s->unit_at[unit] >= SPACES)
		return true;
	if (waits)
		return at != NOWHERE || tc_user(s, unit) != s->combat.side[ATTACKER];
	return step != BACK || !(s->unit_flags[unit] & U_BACK) || s->combat.retreat != 2 ||
		f->v[1] != 1 || at >= SPACES || tc_link_between(s->combat.target, at) < 0 ||
		!tc_is_side(s->combat.side[DEFENDER]);
}

static const char *combat_unsound(const tc_state *s)
{
	if (!tc_combat_frame(s))
		return quiet(s) ? NULL : "there is a combat that nobody fights";
	if (!tc_round_frame(s) || parties_unsound(s) || ways_unsound(s) || way_back_unsound(s))
		return "the combat under way cannot be";
	for (int u = 0; u < UNITS; u++)
		if (fighter_unsound(s, u))
			return "a unit fights in no combat";
	return NULL;
}

const char *tc_battle_unsound(const tc_state *s)
{
	const char *wrong = marks_unsound(s);
	if (wrong)
		return wrong;
	if (operation_unsound(s))
		return "the operation under way cannot be";
	if (group_unsound(s))
		return "the group that moves is not together";
	return combat_unsound(s);
}

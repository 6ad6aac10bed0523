/* soundness_stack.c: what may be on the stack: which step on which, with which locals, asking whom.
 */
#include "events.h"
#include "soundness.h"
#include "triumph_of_chaos.h"

enum { DEEPEST = AP_MAX_DEPTH - 2, WIDTH = 16 /* of the cursor of FORCES */ };

/* ---- Which step on which --------------------------------------------------------------------- */

static bool is_politics(int step)
{
	return tc_between(step, POLITICS, POLITICS_END);
}

static bool is_event(int step)
{
	return tc_between(step, EVENT, EVENT_RETREAT);
}

static bool is_combat(int step)
{
	return tc_between(step, COMBAT, COMBAT_END);
}

static bool is_loss(int step)
{
	return step == LOSS_LEADERS || step == LOSS_UNITS;
}

static bool is_forces(int step)
{
	return step == FORCES || step == FORCES_ONE;
}

static bool is_leader_step(int step)
{
	return step == LEADER_DIE || step == LEADER_FLEES;
}

/* What control gained or lost may call. */
static bool changes_control(int step)
{
	return step == MARKERS || step == EVENT || step == DECLARE || step == FORCES_LOT ||
		is_loss(step) || is_forces(step);
}

/* Where a leader may be left alone. */
static bool leaves_alone(int step)
{
	return step == MOVE || step == MOVE_ON || step == EVENT || step == CANCEL || step == ADVANCE ||
		step == FURTHER || step == COUNTER || step == WITHDRAWAL || step == ATTRITION ||
		step == LEADER_DIE || is_forces(step) || is_loss(step);
}

static bool stands_on(int step, int below)
{
	switch (step) {
	case CHIT_REGION:
	case CHIT_SPACES:
	case CHIT_CARD:
	case CHIT_LEADER:
		return below == CHITS;
	case VETO:
		return below == MARKERS;
	case LOSS_LEADERS:
	case LOSS_UNITS:
		return changes_control(below);
	case FORCES:
	case FORCES_ONE:
		return changes_control(below) || below == MOVE_ON || below == ADVANCE || below == FURTHER ||
			below == PREACH;
	case MAKHNO_DIE:
	case MAKHNO_REVOLT:
		return below == MARK;
	case INTERRUPT:
		return below == CARRY_OUT;
	case PREACH:
	case PREACH_DIE:
		return below == MOVE_ON || below == COMBAT_PREACHED || below == FURTHER;
	case LEADER_DIE:
	case LEADER_FLEES:
		return leaves_alone(below);
	default:
		if (is_politics(step) || tc_is_round_step(step))
			return below == PHASE_ACTION;
		if (tc_between(step, CONQUEST, LOGISTICS_END))
			return below == TURN_END;
		if (is_combat(step))
			return below == FIGHT || below == MARK;
		return is_event(step) && (below == ROUND_END || below == INTERRUPT);
	}
}

/* ---- Locals ---------------------------------------------------------------------------------- */

static bool is_space(int space)
{
	return tc_between(space, 0, SPACES - 1);
}

static bool is_faction(int f)
{
	return tc_between(f, 0, FACTIONS - 1);
}

static bool is_unit(int u)
{
	return tc_between(u, 0, UNITS - 1);
}

static bool is_box(int box)
{
	return tc_between(box, 0, BOXES - 1);
}

static bool base_sound(const tc_state *s, const ap_frame *f)
{
	bool called = s->head.depth > 1, politics = tc_politics_frame(s) != NULL;
	switch (f->step) {
	case BID:
	case BID_LOT:
		return !called;
	case TURN_BEGIN:
		return !called;
	case DRAW:
	case CHIT:
		return tc_is_side(f->v[0]) && s->phase == PREPARATION && !called;
	case CHITS:
		return tc_between(f->v[0], 0, SIDES) && s->phase == PREPARATION;
	case PHASE_POLITICS:
		return !called;
	case PHASE_ACTION:
		return f->v[0] == 0 ? s->phase == POLITICAL && politics == called
							: s->phase == ACTION && called && f->v[0] == 1 + s->acting;
	case PHASE_LOGISTICS:
		return !called;
	case TURN_END:
		return s->phase == LOGISTICS;
	default:
		return false;
	}
}

static bool politics_sound(const tc_state *s, const ap_frame *f)
{
	switch (f->step) {
	case BOX_OPEN:
		return tc_between(f->v[0], 0, BOXES);
	case INFLUENCE_DIE:
		return is_box(f->v[0]) && tc_is_side(f->v[1]);
	case BOX_COUNT:
		return is_box(f->v[0]);
	case CHOOSE:
		return is_box(f->v[0]) && tc_between(f->v[1], 0, 3) && tc_is_side(f->v[2]) &&
			s->chooser[f->v[0]] == f->v[2] &&
			s->box_chosen[f->v[0]] + f->v[1] + s->box_random[f->v[0]] <= 3;
	case TURN_CARDS:
		return is_box(f->v[0]) && tc_between(f->v[1], 0, 1) &&
			(!f->asked || s->box_chosen[f->v[0]] + s->box_random[f->v[0]] > 0);
	case SPY_BOX:
		return tc_is_side(f->v[2]);
	case MARKERS:
		return tc_between(f->v[0], 0, FACTIONS) && tc_between(f->v[1], -999, 999) &&
			tc_between(f->v[2], 0, 1) && tc_between(f->v[3], VETO_UNASKED, VETO_USED);
	default:
		return true;
	}
}

static bool round_sound(const tc_state *s, const ap_frame *f)
{
	bool unit = is_unit(f->v[1]) && f->v[2] == -1;
	bool leader = tc_between(f->v[2], 0, LEADERS - 1) && f->v[1] == -1;
	if (f->v[0] != s->acting)
		return false;
	switch (f->step) {
	case LIFT:
		return tc_between(f->v[1], 0, 2);
	case REDEPLOY_TO:
		return f == ap_peek(s) && (unit || leader) &&
			!tc_redeploy_refuse(s, 0,
				unit ? ap_act(V_PICK, (unsigned)f->v[1], 0)
					 : ap_act(V_PICK_LEADER, (unsigned)f->v[2], 0));
	case MOVE_ON:
		if (!tc_between(f->v[1], 0, SPACES) || !tc_between(f->v[2], 0, 1) ||
			!tc_between(f->v[3], 0, 2))
			return false;
		return f->v[1] == 0 ? !f->v[2] : tc_link_between(s->op.at, f->v[1] - 1) >= 0;
	default:
		return true;
	}
}

/* The cursor is on something that this faction brings. */
static bool forces_sound(const tc_state *s, const ap_frame *f)
{
	bool way = f->v[2] == TC_WHEN_GAIN || f->v[2] == TC_WHEN_PROTECTOR;
	if (!is_faction(f->v[0]) || !tc_is_side(f->v[1]) || !way ||
		!tc_between(f->v[3], 0, TC_SETUPS * WIDTH + WIDTH))
		return false;
	if (f != ap_peek(s) || !f->asked)
		return f->step == FORCES;
	int row = f->v[3] / WIDTH, index = f->v[3] % WIDTH;
	if (row >= TC_SETUPS || tc_setups[row].faction != f->v[0])
		return false;
	const tc_setup *r = &tc_setups[row];
	return f->step == FORCES_ONE ? index < r->units_count && r->fate == TC_FATE_ONE_OF
								 : index < r->units_count + r->leaders_count;
}

static bool names_target(int verb)
{
	return verb == TC_DEED_SWITCH_CORPS || verb == TC_DEED_GREEN || verb == TC_DEED_STOP_COMBAT ||
		verb == TC_DEED_NO_ACT || verb == TC_DEED_LIFT_NO_ACT || verb == TC_DEED_INFLUENCE_ONE ||
		verb == TC_DEED_SPREAD;
}

static int count_picked(const tc_state *s)
{
	int count = 0;
	for (int u = 0; u < UNITS; u++)
		count += (s->unit_flags[u] & U_PICKED) != 0;
	return count;
}

static bool row_sound(const tc_state *s, const ap_frame *f)
{
	const tc_effect *e = tc_event_row(f);
	switch (f->step) {
	case EVENT_PUT:
		return (e->deed == TC_DEED_PLACE || e->deed == TC_DEED_RESERVE_SOME) &&
			f->v[E_ITEM] < e->units_count + e->leaders_count;
	case EVENT_TARGET:
		return names_target(e->deed);
	case EVENT_DIE:
		return e->until > 0 && (e->deed == TC_DEED_SWITCH_CORPS) == (count_picked(s) == 1);
	case EVENT_RETREAT:
		return e->deed == TC_DEED_MUTINY;
	default:
		return true;
	}
}

static bool event_sound(const tc_state *s, const ap_frame *f)
{
	const ap_frame *below = f - 1;
	int card = f->v[E_CARD], side = f->v[E_SIDE] & 1;
	if (!tc_between(card, 0, CARDS - 1) || !tc_between(f->v[E_SIDE], 0, 3) ||
		tc_card_side(card) != side || tc_cards[card].year != 1918)
		return false;
	if (!tc_between(f->v[E_ROW], 0, TC_EFFECTS) || f->v[E_ITEM] < 0)
		return false;
	bool round = below->step == ROUND_END && s->op.card == card && s->op.use == FOR_EVENT;
	bool window = below->step == INTERRUPT && below->v[2] == card + 1 && below->v[0] == side;
	if (!round && !window)
		return false;
	if (f->step == EVENT_CHOICE)
		return tc_has_choices(card);
	if (f->step == EVENT)
		return f->v[E_ROW] >= tc_first_row(card) && f->v[E_ITEM] <= 30;
	return f->v[E_ROW] < TC_EFFECTS && tc_row_of_card(f->v[E_ROW], card) && row_sound(s, f);
}

static bool combat_sound(const tc_state *s, const ap_frame *f)
{
	switch (f->step) {
	case BRING:
	case LOSE:
		return tc_between(f->v[1], ATTACKER, DEFENDER);
	case RELIEVE:
		if (!tc_between(f->v[1], ATTACKER, DEFENDER) || !is_unit(f->v[2]))
			return false;
		return !f->asked || (s->unit_flags[f->v[2]] & U_FELL);
	case BACK:
		return tc_between(f->v[1], 0, 1) && s->combat.retreat > 0;
	case COMBAT_PREACHED:
		return tc_between(f->v[2], 0, 1);
	case ADVANCE:
		return tc_between(f->v[3], 0, 1);
	case FURTHER:
		return tc_between(f->v[1], 0, 1) && tc_between(f->v[2], 0, 1) &&
			tc_between(f->v[3], 0, SPACES);
	default:
		return true;
	}
}

/* A leader is rolled for once. */
static bool leader_sound(const tc_state *s, const ap_frame *f)
{
	int leader = f->v[0];
	if (!tc_between(leader, 0, LEADERS - 1) || s->leader_where[leader] != ON_MAP)
		return false;
	if (f->step == LEADER_FLEES && !tc_is_side(tc_leader_user(s, leader)))
		return false; /* one of nobody's, as Syrovy under RED, rolls and has nowhere to go */
	for (const ap_frame *other = &s->head.stack[1]; other < f; other++)
		if (is_leader_step(other->step) && other->v[0] == leader)
			return false;
	return true;
}

static bool interrupt_sound(const tc_state *s, const ap_frame *f)
{
	int with = f->v[2], under_way = s->op.card == NONE ? 0 : s->op.card + 1;
	if (f->v[0] != tc_other(s->acting) || f->v[1] != under_way || !tc_between(with, 0, CARDS))
		return false;
	return f == ap_peek(s) ? with == 0 : with > 0;
}

static bool logistics_sound(const tc_state *s, const ap_frame *f)
{
	bool power = is_faction(f->v[0]) && tc_between(f->v[1], -1, 2) && tc_between(f->v[2], 0, 2);
	switch (f->step) {
	case WITHDRAWAL:
		return power || f->v[0] == FACTIONS;
	case WITHDRAWAL_DIE:
		return power && tc_this_turn(s)->withdrawals[f->v[0]] > 0 && s->box[f->v[0]] != TC_BOX_OUT;
	case ATTRITION:
		return tc_between(f->v[0], 0, 1);
	case REPLACE:
		return tc_is_side(f->v[0]) && tc_between(f->v[3], f->asked ? 1 : 0, 1);
	case REPLACE_AT:
		if (!tc_is_side(f->v[0]) || f->v[3] != 1 || s->stale)
			return false;
		if (is_unit(f->v[1]))
			return f->v[2] == -1 && tc_is_army(f->v[1]) &&
				!tc_rebuild_forbidden(s, f->v[0], f->v[1]);
		return f->v[1] == -1 && tc_between(f->v[2], 0, LEADERS - 1) &&
			!tc_buy_forbidden(s, f->v[0], f->v[2]);
	default:
		return true;
	}
}

static bool called_sound(const tc_state *s, const ap_frame *f)
{
	switch (f->step) {
	case CHIT_REGION:
	case CHIT_CARD:
	case CHIT_LEADER:
		return tc_is_side(f->v[0]);
	case CHIT_SPACES:
		return tc_is_side(f->v[0]) && tc_between(f->v[1], 0, REGIONS - 1) &&
			tc_between(f->v[2], 0, 2);
	case VETO:
		return is_faction(f->v[0]) && tc_is_side(f->v[1]);
	case LOSS_LEADERS:
	case LOSS_UNITS:
		return is_faction(f->v[0]) && tc_is_side(f->v[1]) && tc_between(f->v[2], 0, UNITS);
	case MAKHNO_DIE:
	case MAKHNO_REVOLT:
		return is_space(f->v[0]) && f->v[1] == s->acting &&
			tc_has_faction(s, f->v[0], TC_FACTION_MAKHNO);
	case INTERRUPT:
		return interrupt_sound(s, f);
	case PREACH:
	case PREACH_DIE:
		return is_space(f->v[0]) && tc_between(f->v[1], 0, 1);
	default:
		if (is_leader_step(f->step))
			return leader_sound(s, f);
		if (is_forces(f->step))
			return forces_sound(s, f);
		if (is_event(f->step))
			return event_sound(s, f);
		if (is_combat(f->step))
			return combat_sound(s, f);
		if (tc_is_round_step(f->step))
			return round_sound(s, f);
		return is_politics(f->step) ? politics_sound(s, f) : logistics_sound(s, f);
	}
}

/* ---- Who is asked ---------------------------------------------------------------------------- */

/* The side asked by a step; NOBODY: chance. */
static int side_asked(const tc_state *s, const ap_frame *f)
{
	const uint8_t *side = s->combat.side;
	switch (f->step) {
	case CHIT_SPACES:
	case CHIT_LEADER:
		return tc_other(f->v[0]);
	case CHOOSE:
	case SPY_BOX:
		return f->v[2];
	case VETO:
	case FORCES:
		return f->v[1];
	case LOSS_LEADERS:
		return f->v[2] < LEADERS ? tc_leader_user(s, f->v[2]) : NOBODY;
	case LOSS_UNITS:
		return is_unit(f->v[2]) ? tc_user(s, f->v[2]) : NOBODY;
	case MAKHNO_REVOLT:
		return tc_other(f->v[1]);
	case COMBAT_ALSO:
	case JOIN:
	case ADVANCE:
	case FURTHER:
		return side[ATTACKER];
	case WITHDRAW:
	case CANCEL:
	case BACK:
	case BACK_LEADERS:
	case COUNTER:
		return side[DEFENDER];
	case BRING:
	case LOSE:
		return side[f->v[1]];
	case RELIEVE:
		return tc_user(s, f->v[2]);
	case PREACH:
	case BELARUS_ARMY:
		return RED;
	case LEADER_FLEES:
		return tc_leader_user(s, f->v[0]);
	case EVENT_CHOICE:
	case EVENT_PUT:
	case EVENT_TARGET:
		return tc_event_side(f);
	case INTERRUPT:
	case REPLACE:
	case REPLACE_AT:
		return f->v[0];
	default:
		return tc_is_round_step(f->step) ? s->acting : NOBODY;
	}
}

static bool seats_sound(const tc_state *s, const ap_frame *f)
{
	bool both = f->step == BID || f->step == POLITICS_PLACE;
	bool either = f->step == EVENT_RETREAT || f->step == WITHDRAWAL;
	if (both)
		return !(f->asked & ~3u);
	if (either)
		return f->asked == AP_SEAT(0) || f->asked == AP_SEAT(1);
	int side = side_asked(s, f);
	return f->asked == AP_SEAT(tc_is_side(side) ? s->seat_of[side] : AP_CHANCE);
}

/* Whoever is asked has an answer. Of a view nobody can tell. */
static bool answers_sound(const tc_state *s, const ap_frame *f)
{
	ap_action legal[AP_MAX_LEGAL];
	const ap_step *step = &triumph_of_chaos.steps[f->step];
	if (s->head.viewer != AP_EVERYTHING)
		return true;
	for (int seat = 0; seat <= AP_CHANCE; seat++) {
		ap_list list = {legal, 0};
		if (!(f->asked & AP_SEAT(seat)))
			continue;
		if (!step->legal)
			return false;
		step->legal(s, seat, &list);
		if (list.count == 0)
			return false;
	}
	return true;
}

/* A frame that waits for the one on top of it has nothing to answer; the top does. */
static bool shape_sound(const tc_state *s, int i)
{
	const ap_frame *f = &s->head.stack[i];
	return stands_on(f->step, s->head.stack[i - 1].step) && called_sound(s, f);
}

const char *tc_stack_unsound(const tc_state *s)
{
	const ap_frame *top = ap_peek(s);
	if (s->head.over)
		return NULL;
	if (s->head.depth > DEEPEST || !base_sound(s, &s->head.stack[0]))
		return "the turn is not at the bottom of the stack";
	for (int i = 1; i < s->head.depth; i++)
		if (!shape_sound(s, i))
			return "a called step does not fit the board";
	if (!top->asked)
		return NULL;
	if (!seats_sound(s, top))
		return "the wrong seat is asked";
	return answers_sound(s, top) ? NULL : "there is no answer to what is asked";
}

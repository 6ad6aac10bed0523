/* soundness_stack.c: the invariants of the stack: which step may stand on which, what its frame
 * stores, and who is asked. The core has already checked that the stored values are in range. */
#include "events.h"
#include "soundness.h"

enum { TC_DEEPEST = AP_MAX_DEPTH - 2 };

/* ---- Which step may stand on which ----------------------------------------------------------- */

static bool is_kind(int step, const ap_frame_kind *kind)
{
	return tc_steps[step].frame == kind;
}

/* TC-8.51: returns whether war can be declared at this step. */
static bool allows_war(int step)
{
	return step == TC_STEP_PLAY || step == TC_STEP_MARK || step == TC_STEP_LIFT ||
		step == TC_STEP_REDEPLOY || step == TC_STEP_MOVE || step == TC_STEP_FIGHT ||
		step == TC_STEP_AGAIN || step == TC_STEP_ROUND_CLOSE;
}

/* Returns whether gaining or losing control of a faction can call a step on top of this one. */
static bool changes_control(int step)
{
	return step == TC_STEP_MARKERS || step == TC_STEP_SETTLE || step == TC_STEP_EVENT ||
		is_kind(step, &tc_poland_frame_kind) || allows_war(step) || step == TC_STEP_FORCES_LOT ||
		is_kind(step, &tc_departure_frame_kind) || is_kind(step, &tc_forces_frame_kind);
}

/* Returns whether a leader can be left alone during this step. */
static bool leaves_leaders_alone(int step)
{
	return step == TC_STEP_MOVE || step == TC_STEP_MOVE_ON || step == TC_STEP_EVENT ||
		step == TC_STEP_CANCEL || step == TC_STEP_ADVANCE || step == TC_STEP_FURTHER ||
		step == TC_STEP_COUNTER || step == TC_STEP_WITHDRAWAL || step == TC_STEP_ATTRITION ||
		step == TC_STEP_LEADER_DIE || step == TC_STEP_ROUND_CLOSE ||
		is_kind(step, &tc_forces_frame_kind) || is_kind(step, &tc_departure_frame_kind);
}

static bool forces_stand_on(int below)
{
	return changes_control(below) || below == TC_STEP_MOVE_ON || below == TC_STEP_ADVANCE ||
		below == TC_STEP_FURTHER || below == TC_STEP_PREACH || below == TC_STEP_REPLACE;
}

/* TC-8.321.5: returns whether Poland's affairs are settled on top of this step. */
static bool poland_stands_on(int step, int below)
{
	if (step == TC_STEP_MOSKVA_DIE)
		return below == TC_STEP_PLAY;
	return is_kind(below, &tc_round_frame_kind) || is_kind(below, &tc_replacement_frame_kind) ||
		is_kind(below, &tc_logistics_frame_kind);
}

static bool stands_on(int step, int below)
{
	const ap_frame_kind *kind = tc_steps[step].frame;
	if (kind == &tc_boxes_frame_kind || kind == &tc_markers_frame_kind ||
		kind == &tc_round_frame_kind)
		return below == TC_STEP_PHASE_ACTION;
	if (kind == &tc_withdrawal_frame_kind || kind == &tc_logistics_frame_kind ||
		kind == &tc_replacement_frame_kind)
		return below == TC_STEP_TURN_END;
	if (kind == &tc_chit_frame_kind)
		return below == TC_STEP_CHITS;
	if (kind == &tc_ending_frame_kind)
		return below == TC_STEP_CHITS || below == TC_STEP_TURN_END;
	if (kind == &tc_veto_frame_kind)
		return below == TC_STEP_MARKERS || below == TC_STEP_SETTLE;
	if (kind == &tc_allotment_frame_kind)
		return below == TC_STEP_PHASE_POLITICS;
	if (kind == &tc_tsar_frame_kind)
		return below == TC_STEP_ROUND_CLOSE;
	if (kind == &tc_settling_frame_kind)
		return below == TC_STEP_ROUND_CLOSE || below == TC_STEP_REPLACE;
	if (kind == &tc_departure_frame_kind)
		return changes_control(below) || below == TC_STEP_TURN_END;
	if (kind == &tc_forces_frame_kind)
		return forces_stand_on(below);
	if (kind == &tc_makhno_frame_kind)
		return below == TC_STEP_MARK;
	if (kind == &tc_poland_frame_kind)
		return poland_stands_on(step, below);
	if (kind == &tc_interruption_frame_kind)
		return below == TC_STEP_CARRY_OUT || below == TC_STEP_FIGHT;
	if (kind == &tc_preaching_frame_kind)
		return below == TC_STEP_MOVE_ON || below == TC_STEP_COMBAT_PREACHED ||
			below == TC_STEP_FURTHER;
	if (kind == &tc_lone_leader_frame_kind)
		return leaves_leaders_alone(below);
	if (kind == &tc_combat_frame_kind)
		return below == TC_STEP_FIGHT || below == TC_STEP_MARK || below == TC_STEP_EVENT;
	return kind == &tc_event_frame_kind &&
		(below == TC_STEP_ROUND_CLOSE || below == TC_STEP_MARK || below == TC_STEP_INTERRUPT);
}

/* ---- What the frames remember ---------------------------------------------------------------- */

static bool turn_sound(const tc_state *s, const tc_turn_frame *f)
{
	bool called = s->head.depth > 1;
	switch (f->step) {
	case TC_STEP_DRAW:
		return f->drawing != TC_NONE && s->phase == TC_PHASE_PREPARATION && !called;
	case TC_STEP_CHIT:
		return f->divided != TC_NONE && s->phase == TC_PHASE_PREPARATION && !called;
	case TC_STEP_MUSTER_DIE:
		return tc_muster_due(s) && f->army != TC_NOWHERE && tc_has_two_steps(s, f->army) &&
			s->unit_where[f->army] == TC_LOCATION_MAP && s->phase == TC_PHASE_PREPARATION &&
			!called;
	case TC_STEP_PHASE_POLITICS:
		return !called || (tc_muster_due(s) && s->phase == TC_PHASE_PREPARATION);
	case TC_STEP_WEATHER:
		return tc_this_turn(s)->weather && s->phase == TC_PHASE_PREPARATION && !called;
	case TC_STEP_PUTSCH_DIE:
		return tc_putsch_due(s) && s->phase == TC_PHASE_PREPARATION && !called;
	case TC_STEP_CHITS:
		return s->phase == TC_PHASE_PREPARATION;
	case TC_STEP_PHASE_ACTION:
		if (f->acted == TC_NONE)
			return s->phase == TC_PHASE_POLITICAL && tc_in_politics(s) == called;
		return s->phase == TC_PHASE_ACTION && called && f->acted == s->acting;
	case TC_STEP_TURN_END:
		return s->phase == TC_PHASE_LOGISTICS;
	default:
		return !called;
	}
}

static bool chit_sound(const tc_chit_frame *f)
{
	return f->step != TC_STEP_CHIT_SPACES || f->region != TC_NONE;
}

/* Checks that the 1919 scenario can be at this step of its end. */
static bool ending_sound(const tc_state *s, const tc_ending_frame *f, int below)
{
	if (!tc_tournament(s) || (f->read & ~s->objectives && tc_sees_objectives(s)))
		return false;
	bool dice = below == TC_STEP_CHITS && tc_ends_on(s) > 0;
	switch (f->step) {
	case TC_STEP_END_CHANGE:
		return dice && f->chooser != TC_NONE;
	case TC_STEP_OBJECTIVES:
		return below == TC_STEP_TURN_END && tc_secret_objectives(s) &&
			s->turn == tc_number_of(TC_NUMBER_OBJECTIVES_TURN);
	case TC_STEP_OBJECTIVES_READ:
		return tc_secret_objectives(s) && (dice || tc_last_turn(s));
	default:
		return dice;
	}
}

static bool boxes_sound(const tc_state *s, const tc_boxes_frame *f)
{
	switch (f->step) {
	case TC_STEP_BOX_OPEN:
		return !f->asked || f->box != TC_NONE;
	case TC_STEP_INFLUENCE_DIE:
		return f->box != TC_NONE && f->roller != TC_NONE;
	case TC_STEP_BOX_COUNT:
		return f->box != TC_NONE;
	case TC_STEP_CHOOSE:
		return (!f->asked || f->to_choose > 0) && f->box != TC_NONE && f->chooser != TC_NONE &&
			s->chooser[f->box] == f->chooser &&
			s->box_chosen[f->box] + f->to_choose + s->box_random[f->box] <= 3;
	case TC_STEP_TURN_CARDS:
		return !f->asked ||
			(f->box != TC_NONE && s->box_chosen[f->box] + s->box_random[f->box] > 0);
	case TC_STEP_SPY_BOX:
		return f->spies_for != TC_NONE;
	default:
		return true;
	}
}

static bool markers_sound(const tc_markers_frame *f)
{
	return !f->moving || f->faction != TC_NONE;
}

/* Checks that a marker that can move is looked at, while no other step stands on the frame. */
static bool settling_sound(const tc_state *s, const tc_settling_frame *f)
{
	return tc_politics_over(s) && (f->faction != TC_NONE || (const void *)f == ap_peek(s));
}

/* Checks that the faction is controlled, and that its enemy is asked about the marker that moves.
 */
static bool veto_sound(const tc_state *s, const tc_veto_frame *f, const ap_frame *below)
{
	int faction = below->step == TC_STEP_SETTLE ? tc_settling_frame_in(below)->faction
												: tc_markers_frame_in(below)->faction;
	int controller = tc_controller(s, f->faction);
	return f->faction == faction && tc_is_side(controller) && f->side == tc_other(controller);
}

/* Checks that the gold train that is redeployed could be picked. */
static bool gold_redeployment_sound(const tc_state *s, const tc_round_frame *f)
{
	tc_state before = *s;
	before.op.gold = TC_GOLD_STILL;
	return f->unit == TC_NOWHERE && f->leader == TC_NONE &&
		!tc_redeploy_refuse(&before, TC_SEAT_FIRST, ap_act(TC_VERB_LOAD, 0, 0));
}

/* Checks that the unit or leader that is redeployed could be picked. */
static bool redeployment_sound(const tc_state *s, const tc_round_frame *f)
{
	if ((const void *)f == ap_peek(s) && tc_gold_goes(s))
		return gold_redeployment_sound(s, f);
	if ((const void *)f != ap_peek(s) || (f->unit != TC_NOWHERE) == (f->leader != TC_NONE))
		return false;
	return !tc_redeploy_refuse(s, TC_SEAT_FIRST,
		f->unit != TC_NOWHERE ? ap_act(TC_VERB_PICK, f->unit, 0)
							  : ap_act(TC_VERB_PICK_LEADER, f->leader, 0));
}

static bool round_sound(const tc_state *s, const tc_round_frame *f)
{
	bool redeploying = f->unit != TC_NOWHERE || f->leader != TC_NONE;
	bool begun = f->entering == TC_NOWHERE && f->approach == TC_APPROACH_BEGUN;
	if (f->side != s->acting)
		return false;
	switch (f->step) {
	case TC_STEP_REDEPLOY_TO:
		return begun && f->marching == TC_NOWHERE && redeployment_sound(s, f);
	case TC_STEP_MOVE_ON:
		return !redeploying &&
			(f->entering == TC_NOWHERE ? begun : tc_link_between(s->op.at, f->entering) >= 0);
	default:
		return begun && f->marching == TC_NOWHERE && !redeploying;
	}
}

static bool is_polish_way(int way)
{
	return way == TC_WHEN_POLISH_ENTRY || way == TC_WHEN_POLISH_UKRAINE ||
		way == TC_WHEN_POLISH_BALTIC || way == TC_WHEN_ENEMY_IN_POLAND ||
		way == TC_WHEN_POLAND_AND_UKRAINE || way == TC_WHEN_R37;
}

/* Checks that the die is rolled for one of the four lands, and that somebody controls the armies of
 * an Intervention. */
static bool poland_sound(const tc_state *s, const tc_poland_frame *f)
{
	if (f->step == TC_STEP_INTERVENTION_DIE && !tc_is_side(tc_controller(s, TC_FACTION_POLAND)))
		return false;
	return f->step != TC_STEP_RESPONSE_DIE || tc_response_land(f->land);
}

/* Checks that the item of the frame is something that this faction brings. */
static bool forces_sound(const tc_state *s, const tc_forces_frame *f)
{
	if (f->way != TC_WHEN_GAIN && f->way != TC_WHEN_PROTECTOR && f->way != TC_WHEN_R37 &&
		!is_polish_way(f->way))
		return false;
	if (f->fate != TC_NONE &&
		(tc_setups[f->row].fate != TC_FATE_ROLLED || f->fate > TC_FORCES_FATE_REVOLT))
		return false;
	if ((const void *)f != ap_peek(s) || !f->asked)
		return f->step == TC_STEP_FORCES;
	const tc_setup *r = &tc_setups[f->row];
	if (r->faction != f->faction)
		return false;
	bool within = f->item < r->units_count + r->leaders_count;
	switch (f->step) {
	case TC_STEP_FORCES_ONE:
		return f->item < r->units_count && r->fate == TC_FATE_ONE_OF;
	case TC_STEP_FORCES_DIE:
		return within && r->fate == TC_FATE_ROLLED && f->fate == TC_NONE;
	case TC_STEP_FORCES_SPACE:
		return f->item < r->units_count && r->fate == TC_FATE_GREEN;
	default:
		return within;
	}
}

/* Checks that the frame has a target, and that it is on the map. */
static bool target_sound(const tc_state *s, const tc_event_frame *f)
{
	return f->target != TC_NOWHERE && s->unit_at[f->target] < TC_SPACES;
}

/* Checks that the row that is carried out fits the step. */
static bool row_sound(const tc_state *s, const tc_event_frame *f)
{
	const tc_effect *e = tc_event_row(f);
	switch (f->step) {
	case TC_STEP_EVENT_PUT:
		return (e->deed == TC_DEED_PLACE || e->deed == TC_DEED_RESERVE_SOME) &&
			f->item < e->units_count + e->leaders_count;
	case TC_STEP_EVENT_TARGET:
		return tc_is_aimed(e->deed);
	case TC_STEP_EVENT_DIE:
		return e->until > 0 &&
			(e->deed == TC_DEED_SWITCH_CORPS || e->deed == TC_DEED_TYPHOID) == target_sound(s, f) &&
			(e->deed != TC_DEED_MOVE_MARKER || f->item < e->factions_count);
	case TC_STEP_EVENT_CARD:
		return e->deed == TC_DEED_DISCARD;
	case TC_STEP_EVENT_LOOK:
		return e->deed == TC_DEED_LOOK;
	case TC_STEP_EVENT_STEPS:
		return e->deed == TC_DEED_STEPS_NOW && f->item <= e->amount;
	case TC_STEP_EVENT_LANDING:
		return (e->deed == TC_DEED_ENTER_PORT || e->deed == TC_DEED_INVADE_PORT) &&
			(f->item == 0 || (target_sound(s, f) && f->on_last > 0));
	case TC_STEP_EVENT_LOSS:
		return e->deed == TC_DEED_TYPHOID && target_sound(s, f);
	case TC_STEP_EVENT_RETREAT:
		return e->deed == TC_DEED_MUTINY;
	case TC_STEP_WEST_UKRAINE_DIE:
		return e->deed == TC_DEED_ROLL_WEST_UKRAINE;
	default:
		return true;
	}
}

/* Checks that the event is that of the card of the round, or of the Initiative card that interrupts
 * it. */
static bool event_card_sound(const tc_state *s, const tc_event_frame *f, const ap_frame *below)
{
	if (below->step == TC_STEP_ROUND_CLOSE || below->step == TC_STEP_MARK)
		return s->op.card == f->card && s->op.use == TC_USE_EVENT &&
			(below->step == TC_STEP_MARK) == (tc_row_with(f->card, TC_DEED_ACTIVATE) < TC_EFFECTS);
	const tc_interruption_frame *window = tc_interruption_frame_in(below);
	return window->with == f->card && window->side == f->side;
}

static bool event_sound(const tc_state *s, const tc_event_frame *f, const ap_frame *below)
{
	if (tc_card_side(f->card) != f->side || !tc_in_play(s, f->card) ||
		!event_card_sound(s, f, below))
		return false;
	if (f->step == TC_STEP_EVENT_CHOICE)
		return tc_has_choices(f->card);
	if (f->step == TC_STEP_EVENT)
		return f->row >= tc_first_row(f->card);
	return tc_row_of_card(f->row, f->card) && row_sound(s, f);
}

/* Checks that the stored values fit the step. */
static bool combat_sound(const tc_state *s, const tc_combat_frame *f)
{
	bool enters = f->step == TC_STEP_FURTHER ||
		(f->step == TC_STEP_ADVANCE && f->entering == s->combat.target);
	if ((f->entering != TC_NOWHERE && !enters) || (f->gone && f->step != TC_STEP_BACK))
		return false;
	switch (f->step) {
	case TC_STEP_RELIEVE:
		return !f->asked || (f->army != TC_NOWHERE && (s->unit_flags[f->army] & TC_UNIT_FLAG_FELL));
	case TC_STEP_BACK:
		return s->combat.retreat > 0;
	default:
		return true;
	}
}

/* Checks that a leader is rolled for only once. A leader whom nobody uses, like Syrovy under RED,
 * has nowhere to go. */
static bool leader_sound(const tc_state *s, const tc_lone_leader_frame *f)
{
	if (s->leader_where[f->leader] != TC_LOCATION_MAP)
		return false;
	if (f->step == TC_STEP_LEADER_FLEES && !tc_is_side(tc_leader_user(s, f->leader)))
		return false;
	for (const ap_frame *other = &s->head.stack[1]; (const void *)other < (const void *)f; other++)
		if (is_kind(other->step, &tc_lone_leader_frame_kind) &&
			tc_lone_leader_frame_in(other)->leader == f->leader)
			return false;
	return true;
}

static bool interruption_sound(const tc_state *s, const tc_interruption_frame *f)
{
	bool own = tc_find_round(s) && tc_find_round(s)->step == TC_STEP_FIGHT;
	if ((f->side == s->acting) != own || f->under_way != s->op.card)
		return false;
	return ((const void *)f == ap_peek(s)) == (f->with == TC_NONE);
}

static bool makhno_sound(const tc_state *s, const tc_makhno_frame *f)
{
	return f->controller == s->acting && tc_has_faction(s, f->space, TC_FACTION_MAKHNO);
}

/* Lenin speaks in the city that is about to be entered, or that is attacked. */
static bool preaching_sound(const tc_state *s, const tc_preaching_frame *f, const ap_frame *below)
{
	if (below->step == TC_STEP_MOVE_ON)
		return tc_round_frame_in(below)->entering == f->city &&
			tc_round_frame_in(below)->approach == TC_APPROACH_PREACHED;
	return below->step != TC_STEP_COMBAT_PREACHED || s->combat.target == f->city;
}

static bool withdrawal_sound(const tc_state *s, const tc_withdrawal_frame *f)
{
	if (f->step == TC_STEP_WITHDRAWAL_DIE)
		return f->power != TC_NONE && tc_this_turn(s)->withdrawals[f->power] > 0 &&
			s->box[f->power] != TC_BOX_OUT;
	return !f->asked ||
		(f->power != TC_NONE && (f->step != TC_STEP_WITHDRAWAL || f->next != TC_MODIFIES_NOBODY));
}

static bool replacement_sound(const tc_state *s, const tc_replacement_frame *f)
{
	if (f->step == TC_STEP_REPLACE)
		return !f->asked || f->counted;
	if (!f->counted || s->stale || (f->unit != TC_NOWHERE) == (f->leader != TC_NONE))
		return false;
	if (f->unit != TC_NOWHERE)
		return (tc_is_army(f->unit) || tc_is_garrison(f->unit)) &&
			!tc_rebuild_forbidden(s, f->side, f->unit);
	return !tc_buy_forbidden(s, f->side, f->leader);
}

static bool allotment_sound(const tc_state *s, const tc_allotment_frame *f)
{
	switch (f->step) {
	case TC_STEP_ALLOT:
		return f->red == 0 && f->white == 0;
	case TC_STEP_ALLOT_LOT:
		return f->red == f->white && f->red > 0;
	default:
		return !f->asked || tc_musters(s, f, f->side);
	}
}

/* Checks that WHITE could try to save the Tsar. */
static bool tsar_sound(const tc_state *s)
{
	return s->acting == TC_SIDE_WHITE && !tc_rescue_forbidden(s, TC_SIDE_WHITE);
}

static bool called_sound(const tc_state *s, const ap_frame *f)
{
	const ap_frame_kind *kind = tc_steps[f->step].frame;
	if (kind == &tc_tsar_frame_kind)
		return tsar_sound(s);
	if (kind == &tc_allotment_frame_kind)
		return allotment_sound(s, tc_allotment_frame_in(f));
	if (kind == &tc_chit_frame_kind)
		return chit_sound(tc_chit_frame_in(f));
	if (kind == &tc_ending_frame_kind)
		return ending_sound(s, tc_ending_frame_in(f), f[-1].step);
	if (kind == &tc_boxes_frame_kind)
		return boxes_sound(s, tc_boxes_frame_in(f));
	if (kind == &tc_markers_frame_kind)
		return markers_sound(tc_markers_frame_in(f));
	if (kind == &tc_settling_frame_kind)
		return settling_sound(s, tc_settling_frame_in(f));
	if (kind == &tc_veto_frame_kind)
		return veto_sound(s, tc_veto_frame_in(f), f - 1);
	if (kind == &tc_round_frame_kind)
		return round_sound(s, tc_round_frame_in(f));
	if (kind == &tc_makhno_frame_kind)
		return makhno_sound(s, tc_makhno_frame_in(f));
	if (kind == &tc_poland_frame_kind)
		return poland_sound(s, tc_poland_frame_in(f));
	if (kind == &tc_interruption_frame_kind)
		return interruption_sound(s, tc_interruption_frame_in(f));
	if (kind == &tc_lone_leader_frame_kind)
		return leader_sound(s, tc_lone_leader_frame_in(f));
	if (kind == &tc_forces_frame_kind)
		return forces_sound(s, tc_forces_frame_in(f));
	if (kind == &tc_event_frame_kind)
		return event_sound(s, tc_event_frame_in(f), f - 1);
	if (kind == &tc_combat_frame_kind)
		return combat_sound(s, tc_combat_frame_in(f));
	if (kind == &tc_preaching_frame_kind)
		return preaching_sound(s, tc_preaching_frame_in(f), f - 1);
	if (kind == &tc_withdrawal_frame_kind)
		return withdrawal_sound(s, tc_withdrawal_frame_in(f));
	return kind != &tc_replacement_frame_kind || replacement_sound(s, tc_replacement_frame_in(f));
}

/* ---- Who is asked ---------------------------------------------------------------------------- */

static int side_in_combat(const tc_state *s, const tc_combat_frame *f)
{
	switch (f->step) {
	case TC_STEP_COMBAT_ALSO:
	case TC_STEP_JOIN:
	case TC_STEP_ADVANCE:
	case TC_STEP_FURTHER:
		return s->combat.side[TC_ROLE_ATTACKER];
	case TC_STEP_WITHDRAW:
	case TC_STEP_CANCEL:
	case TC_STEP_VISTULA:
	case TC_STEP_BACK:
	case TC_STEP_BACK_LEADERS:
	case TC_STEP_COUNTER:
		return s->combat.side[TC_ROLE_DEFENDER];
	case TC_STEP_BRING:
	case TC_STEP_LOSE:
		return s->combat.side[f->role];
	case TC_STEP_RELIEVE:
		return f->army != TC_NOWHERE ? tc_user(s, f->army) : TC_PARTY_NOBODY;
	default:
		return TC_PARTY_NOBODY;
	}
}

static int side_that_leaves(const tc_state *s, const tc_departure_frame *f)
{
	int leader = f->next_leader, unit = f->next_unit;
	if (f->step == TC_STEP_LOSS_LEADERS)
		return leader < TC_LEADERS && tc_leader_departs(s, f, leader) ? tc_leader_user(s, leader)
																	  : TC_PARTY_NOBODY;
	return unit < TC_UNITS && tc_unit_departs(s, f, unit) ? tc_user(s, unit) : TC_PARTY_NOBODY;
}

/* Returns the side that a step asks; TC_PARTY_NOBODY if it asks chance. */
static int side_asked(const tc_state *s, const ap_frame *f)
{
	switch (f->step) {
	case TC_STEP_CHIT_SPACES:
	case TC_STEP_CHIT_LEADER:
		return tc_other(tc_chit_frame_in(f)->side);
	case TC_STEP_CHOOSE:
		return tc_boxes_frame_in(f)->chooser;
	case TC_STEP_SPY_BOX:
		return tc_boxes_frame_in(f)->spies_for;
	case TC_STEP_END_CHANGE:
		return tc_ending_frame_in(f)->chooser;
	case TC_STEP_OBJECTIVES:
		return TC_SIDE_RED;
	case TC_STEP_VETO:
		return tc_veto_frame_in(f)->side;
	case TC_STEP_FORCES:
		return tc_forces_placer(tc_forces_frame_in(f));
	case TC_STEP_LOSS_LEADERS:
	case TC_STEP_LOSS_UNITS:
		return side_that_leaves(s, tc_departure_frame_in(f));
	case TC_STEP_MAKHNO_REVOLT:
		return tc_other(tc_makhno_frame_in(f)->controller);
	case TC_STEP_PREACH:
	case TC_STEP_POLISH_CORPS:
	case TC_STEP_BELARUS_ARMY:
	case TC_STEP_SUBJUGATE:
	case TC_STEP_TSAR_ANSWER:
		return TC_SIDE_RED;
	case TC_STEP_TSAR_JOINS:
		return TC_SIDE_WHITE;
	case TC_STEP_ALLOT_TURN:
		return tc_allotment_frame_in(f)->side;
	case TC_STEP_GOLD:
		return tc_gold_owner(s);
	case TC_STEP_LEADER_FLEES:
		return tc_leader_user(s, tc_lone_leader_frame_in(f)->leader);
	case TC_STEP_EVENT_CHOICE:
	case TC_STEP_EVENT_PUT:
	case TC_STEP_EVENT_TARGET:
	case TC_STEP_EVENT_STEPS:
	case TC_STEP_EVENT_LANDING:
		return tc_event_frame_in(f)->side;
	case TC_STEP_EVENT_LOSS:
		return tc_sick_side(tc_event_frame_in(f));
	case TC_STEP_INTERRUPT:
		return tc_interruption_frame_in(f)->side;
	case TC_STEP_REPLACE:
	case TC_STEP_REPLACE_AT:
		return tc_replacement_frame_in(f)->side;
	default:
		if (is_kind(f->step, &tc_combat_frame_kind))
			return side_in_combat(s, tc_combat_frame_in(f));
		return is_kind(f->step, &tc_round_frame_kind) ? s->acting : TC_PARTY_NOBODY;
	}
}

static bool seats_sound(const tc_state *s, const ap_frame *f)
{
	ap_seats both = AP_SEAT(TC_SEAT_FIRST) | AP_SEAT(TC_SEAT_SECOND);
	if (f->step == TC_STEP_BID || f->step == TC_STEP_POLITICS_PLACE || f->step == TC_STEP_ALLOT ||
		f->step == TC_STEP_END_CARDS)
		return !(f->asked & ~both);
	if (f->step == TC_STEP_EVENT_RETREAT || f->step == TC_STEP_WITHDRAWAL)
		return f->asked == AP_SEAT(TC_SEAT_FIRST) || f->asked == AP_SEAT(TC_SEAT_SECOND);
	int side = side_asked(s, f);
	if (is_kind(f->step, &tc_departure_frame_kind) && !tc_is_side(side)) /* nobody has to leave */
		return false;
	return f->asked == AP_SEAT(tc_is_side(side) ? s->seat_of[side] : AP_CHANCE);
}

/* Checks that whoever is asked has an answer. In a view this cannot be known. */
static bool answers_sound(const tc_state *s, const ap_frame *f)
{
	ap_action legal[AP_MAX_LEGAL];
	const ap_step *step = &tc_steps[f->step];
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

const char *tc_stack_unsound(const tc_state *s)
{
	const ap_frame *top = ap_peek(s), *base = &s->head.stack[0];
	if (s->head.over)
		return NULL;
	if (s->head.depth > TC_DEEPEST || !is_kind(base->step, &tc_turn_frame_kind) ||
		!turn_sound(s, tc_turn_frame_in(base)))
		return "the turn is not at the bottom of the stack";
	for (const ap_frame *f = base + 1; f <= top; f++)
		if (!stands_on(f->step, f[-1].step) || !called_sound(s, f))
			return "a called step does not fit the board";
	if (!top->asked)
		return NULL;
	if (!seats_sound(s, top))
		return "the wrong seat is asked";
	return answers_sound(s, top) ? NULL : "there is no answer to what is asked";
}

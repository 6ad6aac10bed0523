/* influence.c: influence after the last Political Phase, TC-8.11.2: it stays on the marker and
 * moves it as soon as there is enough. */
#include "chapters.h"

bool tc_politics_over(const tc_state *s)
{
	if (s->turn == 0)
		return false;
	bool more = s->turn < TC_TURNS && tc_turns[s->turn].political;
	bool now = tc_this_turn(s)->political && s->phase <= TC_PHASE_POLITICAL;
	return !now && !more;
}

/* Returns the side towards which the influence on the marker is enough to move it; TC_PARTY_NOBODY
 * if there is none. */
static int moved_by(const tc_state *s, int faction)
{
	if (s->box[faction] == TC_BOX_OUT)
		return TC_PARTY_NOBODY;
	int sum = tc_influence_sum(s, faction), side = sum > 0 ? TC_SIDE_WHITE : TC_SIDE_RED;
	bool enough = (sum > 0 ? sum : -sum) >= tc_price_out_of(s->box[faction]);
	return enough && !tc_marker_barred(s, faction, side, false) ? side : TC_PARTY_NOBODY;
}

/* Returns the first faction whose marker can move; TC_FACTIONS if there is none. */
static int next_moved(const tc_state *s)
{
	int faction = 0;
	while (faction < TC_FACTIONS && moved_by(s, faction) == TC_PARTY_NOBODY)
		faction++;
	return faction;
}

bool tc_settle_influence(tc_state *s)
{
	if (!tc_politics_over(s) || next_moved(s) == TC_FACTIONS)
		return false;
	tc_call(s, TC_STEP_SETTLE);
	tc_settling_top(s)->faction = (uint8_t)next_moved(s);
	return true;
}

/* Leaves so much of the influence that counts for the side on the marker; all that counts against
 * it is gone. Influence of Initiative cards that does not count (TC-IN-3) stays. */
static void leave_influence(tc_state *s, int faction, int side, int left)
{
	int other = tc_other(side);
	bool soft_counts = tc_controller(s, faction) != other;
	int hard = left < s->ip[side][faction] ? left : s->ip[side][faction];
	s->ip[side][faction] = (uint8_t)hard;
	if (soft_counts)
		s->soft_ip[side][faction] = (uint8_t)(left - hard);
	s->ip[other][faction] = s->soft_ip[other][faction] = 0;
}

static void next_faction(tc_state *s)
{
	int faction = next_moved(s);
	tc_enter(s, TC_STEP_SETTLE);
	tc_settling_top(s)->faction = faction < TC_FACTIONS ? (uint8_t)faction : TC_NONE;
}

/* Moves the marker one box, and calls the steps that follow. */
static void move(tc_state *s, int faction, int side, ap_events *ev)
{
	int sum = tc_influence_sum(s, faction), price = tc_price_out_of(s->box[faction]);
	leave_influence(s, faction, side, (sum > 0 ? sum : -sum) - price);
	tc_settling_top(s)->veto = TC_VETO_ANSWER_UNASKED;
	tc_move_marker(s, faction, side, TC_8_11_2, ev);
}

void tc_settle_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	const tc_settling_frame *f = tc_settling_peek(s);
	int faction = f->faction;
	if (faction == TC_NONE) {
		ap_end(s);
		return;
	}
	int side = moved_by(s, faction);
	if (side == TC_PARTY_NOBODY) {
		next_faction(s);
	} else if (tc_controller(s, faction) == TC_PARTY_NOBODY || f->veto == TC_VETO_ANSWER_ALLOWED) {
		move(s, faction, side, ev);
	} else if (f->veto == TC_VETO_ANSWER_UNASKED) {
		tc_call_veto(s, faction);
	} else {
		tc_tell_influence_lost(
			ev, TC_8_152, TC_FACTION(faction), tc_influence_on(s, faction, side));
		leave_influence(s, faction, side, 0);
		s->soft_ip[side][faction] = 0; /* TC-8.11.2: after a veto nothing stays */
		next_faction(s);
	}
}

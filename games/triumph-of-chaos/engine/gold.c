/* gold.c: the gold train, TC-16.31 to TC-16.31.3: whose it is, how it travels, what it pays for. */
#include "group.h"

int tc_gold_owner(const tc_state *s)
{
	int owner = s->gold_at < TC_SPACES ? s->owner[s->gold_at] : TC_OWNER_NOBODY;
	return owner < TC_SIDE_COUNT ? owner : TC_PARTY_NOBODY;
}

/* ---- With a group, TC-16.31.1 ---------------------------------------------------------------- */

uint16_t tc_load_forbidden(const tc_state *s, int side)
{
	if (s->gold_at >= TC_SPACES || tc_gold_owner(s) != side)
		return TC_16_31;
	if (s->op.gold != TC_GOLD_STILL || tc_no_group(s) || s->op.from != s->gold_at)
		return TC_16_31_1;
	return tc_gather(s).sorts > 0 ? 0 : TC_16_31_1;
}

bool tc_gold_goes(const tc_state *s)
{
	return s->op.gold == TC_GOLD_ON_ITS_WAY;
}

bool tc_gold_passes(int link)
{
	assert(tc_is_link(link));
	return tc_links[link].kind == TC_LINK_KIND_RAIL;
}

void tc_gold_follows(tc_state *s, int to, ap_events *ev)
{
	assert(tc_is_space(to));
	if (!tc_gold_goes(s))
		return;
	tc_tell_gold_moves(ev, TC_16_31_1, TC_SPACE(s->gold_at), TC_SPACE(to));
	s->gold_at = (uint16_t)to;
}

void tc_gold_stops(tc_state *s)
{
	if (tc_gold_goes(s))
		s->op.gold = TC_GOLD_HAS_MOVED;
}

/* ---- What it pays for, TC-16.31.3 ------------------------------------------------------------ */

void tc_gold_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	(void)ev;
	if (tc_gold_owner(s) != TC_PARTY_NOBODY) {
		tc_ask(s, tc_gold_owner(s));
		return;
	}
	tc_enter(s, TC_STEP_REPLACE);
	tc_replacement_top(s)->side = TC_SIDE_WHITE;
}

void tc_gold_legal(const void *state, int seat, ap_list *out)
{
	const tc_state *s = state;
	(void)seat;
	for (unsigned f = 0; f < TC_FACTIONS; f++)
		if (s->box[f] != TC_BOX_OUT)
			ap_add(out, ap_act(TC_VERB_ON, f, 0));
	ap_add(out, ap_act(TC_VERB_GOLD_STEP, 0, 0));
}

uint16_t tc_gold_refuse(const void *state, int seat, ap_action a)
{
	const tc_state *s = state;
	(void)seat;
	if (ap_verb_of(a) == TC_VERB_GOLD_STEP)
		return 0;
	bool on = ap_verb_of(a) == TC_VERB_ON && ap_x(a) < TC_FACTIONS && s->box[ap_x(a)] != TC_BOX_OUT;
	return on ? 0 : TC_16_31_3;
}

static void pay_for_steps(tc_state *s, int side, ap_events *ev)
{
	int gained = tc_number_of(TC_NUMBER_GOLD_STEPS), now = s->steps[side] + gained;
	s->steps[side] = (uint8_t)(now < TC_MOST_STEPS ? now : TC_MOST_STEPS);
	tc_tell_steps_booked(ev, TC_16_31_3, TC_SIDE(side), gained, s->steps[side]);
}

void tc_gold_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_seat_side(s, seat);
	if (ap_verb_of(a) == TC_VERB_GOLD_STEP)
		pay_for_steps(s, side, ev);
	else
		tc_put_ip(
			s, side, (int)ap_x(a), tc_number_of(TC_NUMBER_GOLD_INFLUENCE), false, TC_16_31_3, ev);
	tc_enter(s, TC_STEP_REPLACE);
	tc_replacement_top(s)->side = TC_SIDE_WHITE;
	tc_settle_influence(s);
}

/* crisis.c: a crisis from the moment it is played until it is solved or has failed, RE-CR-1 to
 * RE-CR-11. */
#include "chapters.h"

/* When this crisis is over, the frame below asks for the next one. */
void re_open_crisis(re_state *s, int seat, int card, ap_events *ev)
{
	assert(re_holds(s, seat, card, RE_KIND_CRISIS));
	re_tell_crisis(ev, RE_CR_1, RE_FACTION(seat), RE_CARD(card), re_cards[card].value);
	re_remove_from_hand(s, seat, card);
	re_call(s, RE_STEP_CONTRIBUTIONS);
	re_crisis_top(s)->crisis = (uint8_t)card;
}

int re_given_total(const re_crisis_frame *f)
{
	assert(f);
	int total = 0;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		bool gave = f->given[seat] != RE_NONE;
		total += gave * re_cards[gave ? f->given[seat] : 0].value;
	}
	return total;
}

/* RE-CR-4 to RE-CR-6: ends the crisis; cards and crisis go to the victory piles. */
static void solve_crisis(re_state *s, ap_events *ev)
{
	const re_crisis_frame *f = re_crisis_peek(s);
	int crisis = f->crisis;
	re_tell_crisis_solved(ev, RE_CR_4, RE_CARD(crisis), re_given_total(f), re_cards[crisis].value);
	for (int place = 1; place <= s->head.players; place++) {
		int seat = re_clockwise(s, re_turn_of(s), place), card = f->given[seat];
		if (card == RE_NONE)
			continue;
		re_tell_contribution_kept(
			ev, RE_CR_5, RE_FACTION(seat), RE_CARD(card), re_cards[card].value);
		re_add(&s->won[seat], card);
	}
	int president = re_president_seat(s);
	if (president == RE_NONE) {
		re_tell_crisis_unclaimed(ev, RE_PR_8, RE_CARD(crisis));
		re_add(&s->discard, crisis);
	} else {
		re_tell_crisis_credited(ev, RE_CR_6, RE_FACTION(president), RE_CARD(crisis));
		re_add(&s->won[president], crisis);
	}
	ap_end(s);
}

const re_crisis_frame *re_crisis_under_way(const re_state *s)
{
	for (int i = 0; i < s->head.depth && !s->head.over; i++)
		if (re_steps[s->head.stack[i].step].frame == &re_crisis_frame_kind)
			return re_crisis_frame_in(&s->head.stack[i]);
	return NULL;
}

int re_pile_total(const re_state *s)
{
	int total = 0;
	for (int i = 0; i < RE_CRISIS_CARD_COUNT; i++)
		if (s->pile >> i & 1)
			total += re_cards[RE_CARD_CRISIS_HARVEST + i].value;
	return total;
}

/* RE-CR-10, RE-CR-11: ends the crisis; the President is lost, with the option his whole faction.
 * Then the presidency is given to another. */
static void lose_president(re_state *s, ap_events *ev)
{
	int seat = re_president_seat(s), leader = s->president;
	if (re_is_abroad(s, seat))
		re_tell_reached_abroad(ev, RE_OP_15, RE_FACTION(seat));
	re_tell_president_falls(ev, RE_CR_10, RE_FACTION(seat), RE_LEADER(leader));
	re_leader_set others = 0;
	if (s->head.option[RE_OPTION_FALL] == RE_FALL_FACTION)
		others = s->faction[seat] & ~re_leader_bit(leader);
	re_leave_play(s, leader, ev);
	for (re_leader_set b = others; b; b &= b - 1) {
		int fallen = __builtin_ctz(b);
		re_tell_falls_with_him(ev, RE_CR_11, RE_FACTION(seat), RE_LEADER(fallen));
		re_leave_play(s, fallen, ev);
	}
	s->lost_leaders |= others | re_leader_bit(leader);
	ap_end(s);
	re_office_falls_free(s, RE_AWARD_FREE, ev);
}

/* RE-CR-7 to RE-CR-9: the crisis goes to the pile, which may end the game. */
static void fail_crisis(re_state *s, ap_events *ev)
{
	re_crisis_frame *f = re_crisis_top(s);
	int crisis = f->crisis, given = re_given_total(f);
	for (int seat = 0; seat < s->head.players; seat++)
		if (f->given[seat] != RE_NONE) {
			re_add(&s->discard, f->given[seat]);
			f->given[seat] = RE_NONE;
		}
	s->pile |= (uint8_t)(1u << (crisis - RE_CARD_CRISIS_HARVEST));
	int total = re_pile_total(s), president = re_president_seat(s);
	re_tell_crisis_failed(
		ev, RE_CR_7, RE_CARD(crisis), total, RE_COLLAPSE_AT, given, re_cards[crisis].value);
	if (total >= RE_COLLAPSE_AT) {
		re_tell_collapse(ev, RE_CR_8, total);
		ap_finish(s, RE_REASON_COLLAPSE);
	} else if (president == RE_NONE) {
		re_tell_nobody_falls(ev, RE_PR_8);
		ap_end(s);
	} else if (s->hand_size[president] > 0) {
		re_goto(s, RE_STEP_TREATY_PLEA);
	} else {
		re_tell_crisis_empty_hand(ev, RE_CR_9, RE_FACTION(president));
		lose_president(s, ev);
	}
}

/* RE-CR-2: asks the next seat that has a card. The seat that has the turn comes last. */
void re_contributions_run(void *state, ap_events *ev)
{
	re_state *s = state;
	re_crisis_frame *f = re_crisis_top(s);
	if (re_given_total(f) >= re_cards[f->crisis].value) {
		solve_crisis(s, ev);
		return;
	}
	while (f->asked_so_far < s->head.players) {
		int seat = re_clockwise(s, re_turn_of(s), ++f->asked_so_far);
		if (s->hand_size[seat] > 0) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
		re_tell_crisis_empty_hand(ev, RE_CR_2, RE_FACTION(seat));
	}
	fail_crisis(s, ev);
}

void re_contributions_legal(const void *state, int seat, ap_list *out)
{
	ap_add(out, ap_act(RE_VERB_PASS, 0, 0));
	re_add_card_actions(out, RE_VERB_GIVE, (re_set){{re_playable_action_cards(state, seat), 0}});
}

uint16_t re_contributions_refuse(const void *state, int seat, ap_action a)
{
	const re_state *s = state;
	if (ap_verb_of(a) == RE_VERB_PASS)
		return 0;
	if (ap_verb_of(a) != RE_VERB_GIVE || !re_holds(s, seat, (int)ap_x(a), RE_KIND_ACTION))
		return RE_CR_1;
	return re_action_card_forbidden(s, seat, (int)ap_x(a));
}

void re_contributions_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	if (ap_verb_of(a) == RE_VERB_PASS) {
		re_tell_crisis_pass(ev, RE_CR_1, RE_FACTION(seat));
		return;
	}
	int card = (int)ap_x(a);
	re_crisis_frame *f = re_crisis_top(s);
	re_remove_from_hand(s, seat, card);
	f->given[seat] = (uint8_t)card;
	re_tell_contribution(
		ev, RE_CR_3, RE_FACTION(seat), RE_CARD(card), re_given_total(f), re_cards[f->crisis].value);
}

/* RE-CR-9 */
void re_treaty_plea_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(re_president_seat(state)));
}

void re_treaty_plea_legal(const void *state, int seat, ap_list *out)
{
	const re_state *s = state;
	re_add_card_actions(
		out, RE_VERB_TREATY, re_intersection(s->hand[seat], re_cards_of_kind[RE_KIND_TREATY]));
	ap_add(out, ap_act(RE_VERB_DECLINE, 0, 0));
}

uint16_t re_treaty_plea_refuse(const void *state, int seat, ap_action a)
{
	if (ap_verb_of(a) == RE_VERB_DECLINE)
		return 0;
	bool held =
		ap_verb_of(a) == RE_VERB_TREATY && re_holds(state, seat, (int)ap_x(a), RE_KIND_TREATY);
	return held ? 0 : RE_CR_9;
}

void re_treaty_plea_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	if (ap_verb_of(a) == RE_VERB_DECLINE) {
		re_tell_no_treaty(ev, RE_CR_9, RE_FACTION(seat));
		lose_president(s, ev);
		return;
	}
	if (re_is_abroad(s, seat))
		re_tell_reached_abroad(ev, RE_OP_15, RE_FACTION(seat));
	re_tell_treaty_saves(ev, RE_OP_2, RE_FACTION(seat), RE_LEADER(s->president));
	re_discard_from_hand(s, seat, (int)ap_x(a));
	ap_end(s);
}

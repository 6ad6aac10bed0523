/* mandates.c: Disrepute, New Leader and Ailing Leader, RE-MA-1 to RE-MA-13. */
#include "chapters.h"

void re_bring_down(re_state *s, int by, re_leader_set among, ap_events *ev)
{
	assert(re_is_seat(s, by));
	int heir = RE_NONE, fallen_president = RE_NONE;
	for (int i = 0; i < s->head.players; i++) {
		int owner = re_clockwise(s, by, i);
		int credited = owner == by ? re_clockwise(s, by, 1) : by;
		for (re_leader_set b = s->faction[owner] & among; b; b &= b - 1) {
			int leader = __builtin_ctz(b);
			if (s->purge[leader] == 0 || re_purge_total(s, leader) < re_stature(s, leader))
				continue;
			re_tell_what_changes_stature(s, leader, ev);
			re_tell_brought_down(ev, RE_MA_2, RE_FACTION(owner), RE_LEADER(leader),
				re_purge_total(s, leader), re_stature(s, leader));
			if (owner == by)
				re_tell_credited_left(ev, RE_MA_4, RE_FACTION(credited), RE_LEADER(leader));
			else
				re_tell_credited(ev, RE_MA_3, RE_FACTION(credited), RE_LEADER(leader));
			if (s->president == leader) {
				heir = credited;
				fallen_president = leader;
			}
			re_leave_play(s, leader, ev);
			s->won_leaders[credited] |= re_leader_bit(leader);
		}
	}
	if (heir != RE_NONE)
		re_office_to_purger(s, heir, fallen_president, ev);
}

/* RE-MA-1 */
static void play_disrepute(re_state *s, int seat, int card, ap_events *ev)
{
	int i = card - RE_CARD_DISREPUTE_PARTY, group = re_cards[card].group;
	ap_seats abroad = re_seats_abroad(s);
	re_remove_from_hand(s, seat, card);
	s->disrepute_by[i] = (uint8_t)seat;
	s->spared[i] = (uint8_t)abroad;
	re_tell_disrepute(ev, RE_MA_1, RE_FACTION(seat), RE_GROUP(group), RE_STAIN, RE_CARD(card));
	for (int other = 0; other < s->head.players; other++)
		if (abroad & AP_SEAT(other))
			re_tell_out_of_reach(ev, RE_OP_13, RE_FACTION(other));
	re_bring_down(s, seat, re_leaders_of[group], ev);
}

static void play_new_leader(re_state *s, int seat, int card, ap_events *ev)
{
	re_tell_new_leader_played(ev, RE_MA_5, RE_FACTION(seat));
	re_discard_from_hand(s, seat, card);
	if (re_leader_deck(s) != 0)
		re_call(s, RE_STEP_NEW_LEADER);
	else
		re_tell_no_new_leader(ev, RE_MA_6, RE_FACTION(seat));
}

/* RE-MA-5 */
void re_new_leader_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

void re_new_leader_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	int leader = (int)ap_x(a);
	seat = re_turn_of(s);
	s->faction[seat] |= re_leader_bit(leader);
	re_tell_new_leader(ev, RE_MA_5, RE_FACTION(seat), RE_LEADER(leader),
		RE_GROUP(re_leaders[leader].group), re_leaders[leader].stature);
	if (s->president == RE_NONE && re_leaders[leader].group == RE_GROUP_PARTY) {
		s->president = (uint8_t)leader;
		re_tell_office_filled(ev, RE_PR_8, RE_FACTION(seat), RE_LEADER(leader));
	}
	ap_end(s);
}

/* They are those with the highest printed stature among the leaders without an Ailing card. */
re_leader_set re_may_fall_ill(const re_state *s, int seat)
{
	assert(re_is_seat(s, seat));
	re_leader_set result = 0;
	int highest = 0;
	for (re_leader_set b = s->faction[seat]; b; b &= b - 1) {
		int leader = __builtin_ctz(b), printed = re_leaders[leader].stature;
		if (re_is_ailing(s, leader) || printed < highest)
			continue;
		result = printed > highest ? re_leader_bit(leader) : result | re_leader_bit(leader);
		highest = printed;
	}
	return result;
}

/* RE-MA-8: tells which leaders the card would have struck if they had not been ailing already. */
static void tell_passed_over(const re_state *s, int seat, re_leader_set able, ap_events *ev)
{
	if (!ev)
		return;
	int highest = able ? re_leaders[__builtin_ctz(able)].stature : 0;
	for (int i = 0; i < RE_AILING_CARD_COUNT; i++) {
		int leader = s->ailing_on[i];
		if (leader != RE_NONE && re_owner_of(s, leader) == seat &&
			re_leaders[leader].stature >= highest)
			re_tell_already_ailing(ev, RE_MA_8, RE_FACTION(seat), RE_LEADER(leader));
	}
}

static void fall_ill(re_state *s, int seat, int card, int leader, ap_events *ev)
{
	s->ailing_on[card - RE_CARD_AILING_A] = (uint8_t)leader;
	re_tell_ailing(ev, RE_MA_7, RE_FACTION(seat), RE_LEADER(leader));
}

static void play_ailing_leader(re_state *s, int seat, int card, ap_events *ev)
{
	re_leader_set able = re_may_fall_ill(s, seat);
	re_tell_ailing_played(ev, RE_MA_7, RE_FACTION(seat));
	re_remove_from_hand(s, seat, card);
	tell_passed_over(s, seat, able, ev);
	if (able == 0) {
		re_tell_nobody_ails(ev, RE_MA_13, RE_FACTION(seat));
		re_add(&s->discard, card);
	} else if (able & (able - 1)) {
		re_call(s, RE_STEP_AFFLICT);
		re_illness_top(s)->card = (uint8_t)card;
	} else {
		fall_ill(s, seat, card, __builtin_ctz(able), ev);
	}
}

void re_afflict_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(re_turn_of(state)));
}

void re_afflict_legal(const void *state, int seat, ap_list *out)
{
	ap_add_each_x(out, ap_act(RE_VERB_STRIKE, 0, 0), re_may_fall_ill(state, seat));
}

uint16_t re_afflict_refuse(const void *state, int seat, ap_action a)
{
	const re_state *s = state;
	if (ap_verb_of(a) != RE_VERB_STRIKE || !(s->faction[seat] & re_leader_bit((int)ap_x(a))))
		return RE_MA_7;
	if (re_is_ailing(s, (int)ap_x(a)))
		return RE_MA_8;
	return re_may_fall_ill(s, seat) & re_leader_bit((int)ap_x(a)) ? 0 : RE_MA_7;
}

void re_afflict_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	fall_ill(state, seat, re_illness_peek(state)->card, (int)ap_x(a), ev);
	ap_end(state);
}

void re_play_mandate(re_state *s, int seat, int card, ap_events *ev)
{
	assert(re_has(&re_mandates, card) && re_has(&s->hand[seat], card));
	switch (re_cards[card].kind) {
	case RE_KIND_DISREPUTE:
		play_disrepute(s, seat, card, ev);
		break;
	case RE_KIND_NEW_LEADER:
		play_new_leader(s, seat, card, ev);
		break;
	default:
		play_ailing_leader(s, seat, card, ev);
	}
}

/* RE-MA-9: asks chance to roll for the next Ailing card on a leader of the faction. */
void re_ailing_rolls_run(void *state, ap_events *ev)
{
	(void)ev;
	re_state *s = state;
	re_turn_frame *f = re_turn_top(s);
	re_leader_set own = s->faction[re_turn_of(s)];
	for (; f->rolled < RE_AILING_CARD_COUNT; f->rolled++) {
		int leader = s->ailing_on[f->rolled];
		if (leader != RE_NONE && (own & re_leader_bit(leader))) {
			ap_ask(s, AP_SEAT(AP_CHANCE));
			return;
		}
	}
	f->rolled = 0;
	re_goto(s, RE_STEP_REFILL);
}

void re_die_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	ap_add_run_x(out, ap_act(RE_VERB_DIE, 1, 0), RE_FACES, RE_FACES);
}

static bool is_roll(ap_action a)
{
	return ap_verb_of(a) == RE_VERB_DIE && ap_x(a) >= 1 && ap_x(a) <= RE_FACES;
}

uint16_t re_ailing_die_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return is_roll(a) ? 0 : RE_MA_9;
}

uint16_t re_expose_die_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return is_roll(a) ? 0 : RE_OP_4;
}

/* RE-MA-10 to RE-MA-12 */
void re_ailing_rolls_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	int i = re_turn_top(s)->rolled++, leader = s->ailing_on[i], die = (int)ap_x(a);
	seat = re_turn_of(s);
	re_tell_ailing_roll(
		ev, RE_MA_9, RE_FACTION(seat), RE_LEADER(leader), die, RE_RECOVERS_AT, RE_LINGERS_AT + 1);
	if (die <= RE_RECOVERS_AT) {
		re_tell_recovers(ev, RE_MA_10, RE_LEADER(leader));
		s->ailing_on[i] = RE_NONE;
		re_add(&s->discard, RE_CARD_AILING_A + i);
	} else if (die <= RE_LINGERS_AT) {
		re_tell_lingers(ev, RE_MA_11, RE_LEADER(leader));
	} else {
		bool was_president = s->president == leader;
		re_tell_dies(ev, RE_MA_12, RE_LEADER(leader));
		re_leave_play(s, leader, ev);
		s->lost_leaders |= re_leader_bit(leader);
		if (was_president)
			re_office_falls_free(s, RE_AWARD_FREE, ev);
	}
}

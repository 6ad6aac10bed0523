/* mandates.c: Disrepute, New Leader and Ailing Leader, RE-MA-1 to RE-MA-13. */
#include "state.h"

/* RE-MA-2 to RE-MA-4: those of `among` who cannot stand any longer fall, all at once, to the
 * credit of `by`; then the office is settled. */
void re_bring_down(re_state *s, int by, re_leader_set among, ap_events *ev)
{
	int heir = NONE, fallen_president = NONE;
	for (int i = 0; i < s->head.players; i++) {
		int owner = clockwise(s, by, i);
		int credited = owner == by ? clockwise(s, by, 1) : by;
		for (re_leader_set b = s->faction[owner] & among; b; b &= b - 1) {
			int leader = __builtin_ctz(b);
			if (s->purge[leader] == 0 || re_purge_total(s, leader) < re_stature(s, leader))
				continue;
			ap_tell(ev, EV_BROUGHT_DOWN, RE_MA_2, (int16_t)owner, (int16_t)leader);
			ap_tell(ev, owner == by ? EV_CREDITED_LEFT : EV_CREDITED,
				owner == by ? RE_MA_4 : RE_MA_3, (int16_t)credited, (int16_t)leader);
			if (s->president == leader) {
				heir = credited;
				fallen_president = leader;
			}
			re_leave_play(s, leader, ev);
			s->won_leaders[credited] |= leader_bit(leader);
		}
	}
	if (heir != NONE)
		re_office_to_purger(s, heir, fallen_president, ev);
}

/* RE-MA-1 */
static void disrepute(re_state *s, int seat, int card, ap_events *ev)
{
	int i = card - RE_CARD_DISREPUTE_PARTY, group = re_cards[card].group;
	ap_seats abroad = re_seats_abroad(s);
	re_out_of_hand(s, seat, card);
	s->disrepute_by[i] = (uint8_t)seat;
	s->spared[i] = (uint8_t)abroad;
	ap_tell(ev, EV_DISREPUTE, RE_MA_1, (int16_t)seat, (int16_t)group);
	for (int other = 0; other < s->head.players; other++)
		if (abroad & AP_SEAT(other))
			ap_tell(ev, EV_OUT_OF_REACH, RE_OP_13, (int16_t)other);
	re_bring_down(s, seat, re_leaders_of[group], ev);
}

static void new_leader(re_state *s, int seat, int card, ap_events *ev)
{
	re_discard_from_hand(s, seat, card);
	if (re_leader_deck(s) != 0)
		ap_call(s, NEW_LEADER);
	else
		ap_tell(ev, EV_NO_NEW_LEADER, RE_MA_6, (int16_t)seat);
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
	seat = turn_of(s);
	s->faction[seat] |= leader_bit(leader);
	ap_tell(ev, EV_NEW_LEADER, RE_MA_5, (int16_t)seat, (int16_t)leader);
	if (s->president == NONE && re_leaders[leader].group == RE_GROUP_PARTY) {
		s->president = (uint8_t)leader;
		ap_tell(ev, EV_OFFICE_FILLED, RE_PR_8, (int16_t)seat, (int16_t)leader);
	}
	ap_end(s);
}

/* RE-MA-7, RE-MA-8: the highest printed stature among those without an Ailing card. */
re_leader_set re_may_fall_ill(const re_state *s, int seat)
{
	re_leader_set result = 0;
	int highest = 0;
	for (re_leader_set b = s->faction[seat]; b; b &= b - 1) {
		int leader = __builtin_ctz(b), printed = re_leaders[leader].stature;
		if (re_is_ailing(s, leader) || printed < highest)
			continue;
		result = printed > highest ? leader_bit(leader) : result | leader_bit(leader);
		highest = printed;
	}
	return result;
}

/* Those who would have taken the card had they not been ailing already. */
static void tell_passed_over(const re_state *s, int seat, re_leader_set able, ap_events *ev)
{
	int highest = able ? re_leaders[__builtin_ctz(able)].stature : 0;
	for (int i = 0; i < AILINGS; i++) {
		int leader = s->ailing_on[i];
		if (leader != NONE && re_owner_of(s, leader) == seat &&
			re_leaders[leader].stature >= highest)
			ap_tell(ev, EV_ALREADY_AILING, RE_MA_8, (int16_t)seat, (int16_t)leader);
	}
}

static void fall_ill(re_state *s, int seat, int card, int leader, ap_events *ev)
{
	s->ailing_on[card - RE_CARD_AILING_A] = (uint8_t)leader;
	ap_tell(ev, EV_AILING, RE_MA_7, (int16_t)seat, (int16_t)leader);
}

static void ailing_leader(re_state *s, int seat, int card, ap_events *ev)
{
	re_leader_set able = re_may_fall_ill(s, seat);
	re_out_of_hand(s, seat, card);
	tell_passed_over(s, seat, able, ev);
	if (able == 0) {
		ap_tell(ev, EV_NOBODY_AILS, RE_MA_13, (int16_t)seat);
		put(&s->discard, card);
	} else if (able & (able - 1)) {
		ap_call(s, AFFLICT)->v[0] = (int16_t)card;
	} else {
		fall_ill(s, seat, card, __builtin_ctz(able), ev);
	}
}

void re_afflict_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(turn_of(state)));
}

void re_afflict_legal(const void *state, int seat, ap_list *out)
{
	for (re_leader_set b = re_may_fall_ill(state, seat); b; b &= b - 1)
		ap_add(out, ap_act(STRIKE, (unsigned)__builtin_ctz(b), 0));
}

uint16_t re_afflict_refuse(const void *state, int seat, ap_action a)
{
	const re_state *s = state;
	if (ap_verb_of(a) != STRIKE || !(s->faction[seat] & leader_bit((int)ap_x(a))))
		return RE_MA_7;
	if (re_is_ailing(s, (int)ap_x(a)))
		return RE_MA_8;
	return re_may_fall_ill(s, seat) & leader_bit((int)ap_x(a)) ? 0 : RE_MA_7;
}

void re_afflict_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	fall_ill(state, seat, ap_top(state)->v[0], (int)ap_x(a), ev);
	ap_end(state);
}

void re_play_mandate(re_state *s, int seat, int card, ap_events *ev)
{
	switch (re_cards[card].kind) {
	case RE_KIND_DISREPUTE:
		disrepute(s, seat, card, ev);
		break;
	case RE_KIND_NEW_LEADER:
		new_leader(s, seat, card, ev);
		break;
	default:
		ailing_leader(s, seat, card, ev);
	}
}

/* RE-MA-9: v[ROLLED] counts the Ailing cards already looked at this turn. */
void re_ailing_rolls_run(void *state, ap_events *ev)
{
	(void)ev;
	re_state *s = state;
	ap_frame *f = ap_top(s);
	for (; f->v[ROLLED] < AILINGS; f->v[ROLLED]++) {
		int leader = s->ailing_on[f->v[ROLLED]];
		if (leader != NONE && re_owner_of(s, leader) == turn_of(s)) {
			ap_ask(s, AP_SEAT(AP_CHANCE));
			return;
		}
	}
	f->v[ROLLED] = 0;
	ap_goto(s, REFILL);
}

void re_die_legal(const void *state, int seat, ap_list *out)
{
	(void)state;
	(void)seat;
	for (unsigned face = 1; face <= 6; face++)
		ap_add(out, ap_act(DIE, face, 0));
}

static bool is_die(ap_action a)
{
	return ap_verb_of(a) == DIE && ap_x(a) >= 1 && ap_x(a) <= 6;
}

uint16_t re_ailing_die_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return is_die(a) ? 0 : RE_MA_9;
}

uint16_t re_expose_die_refuse(const void *state, int seat, ap_action a)
{
	(void)state;
	(void)seat;
	return is_die(a) ? 0 : RE_OP_4;
}

/* RE-MA-10 to RE-MA-12 */
void re_ailing_rolls_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	int i = ap_top(s)->v[ROLLED]++, leader = s->ailing_on[i], die = (int)ap_x(a);
	seat = turn_of(s);
	ap_tell(ev, EV_AILING_ROLL, RE_MA_9, (int16_t)seat, (int16_t)leader, (int16_t)die);
	if (die == 1) {
		ap_tell(ev, EV_RECOVERS, RE_MA_10, (int16_t)leader);
		s->ailing_on[i] = NONE;
		put(&s->discard, RE_CARD_AILING_A + i);
	} else if (die <= 3) {
		ap_tell(ev, EV_LINGERS, RE_MA_11, (int16_t)leader);
	} else {
		bool was_president = s->president == leader;
		ap_tell(ev, EV_DIES, RE_MA_12, (int16_t)leader);
		re_leave_play(s, leader, ev);
		s->lost_leaders |= leader_bit(leader);
		if (was_president)
			re_office_falls_free(s, RE_PR_6, ev);
	}
}

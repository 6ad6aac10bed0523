/* crisis.c: a crisis from its card to its end, RE-CR-1 to RE-CR-11. */
#include "state.h"

/* RE-CR-1. The frame below asks for the next crisis when this one is settled. */
void re_open_crisis(re_state *s, int seat, int card, ap_events *ev)
{
	ap_tell(ev, EV_CRISIS, RE_CR_1, (int16_t)seat, (int16_t)card, re_cards[card].value);
	re_out_of_hand(s, seat, card);
	ap_call(s, CONTRIBUTIONS)->v[OPEN_CRISIS] = (int16_t)card;
}

int re_given_total(const re_state *s)
{
	int total = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->given[seat] != NONE)
			total += re_cards[s->given[seat]].value;
	return total;
}

/* RE-CR-4 to RE-CR-6 */
static void crisis_solved(re_state *s, int crisis, ap_events *ev)
{
	ap_tell(ev, EV_CRISIS_SOLVED, RE_CR_4, (int16_t)crisis);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->given[seat] != NONE) {
			ap_tell(ev, EV_CONTRIBUTION_KEPT, RE_CR_5, (int16_t)seat, s->given[seat]);
			put(&s->won[seat], s->given[seat]);
			s->given[seat] = NONE;
		}
	int president = re_president_seat(s);
	if (president == NONE) {
		ap_tell(ev, EV_CRISIS_UNCLAIMED, RE_PR_8, (int16_t)crisis);
		put(&s->discard, crisis);
	} else {
		ap_tell(ev, EV_CRISIS_CREDITED, RE_CR_6, (int16_t)president, (int16_t)crisis);
		put(&s->won[president], crisis);
	}
	ap_end(s);
}

int re_pile_total(const re_state *s)
{
	int total = 0;
	for (int i = 0; i < CRISES; i++)
		if (s->pile >> i & 1)
			total += re_cards[RE_CARD_CRISIS_HARVEST + i].value;
	return total;
}

/* RE-CR-10, RE-CR-11; then the office passes. */
static void president_falls(re_state *s, ap_events *ev)
{
	int seat = re_president_seat(s), leader = s->president;
	if (re_is_abroad(s, seat))
		ap_tell(ev, EV_REACHED_ABROAD, RE_OP_15, (int16_t)seat);
	ap_tell(ev, EV_PRESIDENT_FALLS, RE_CR_10, (int16_t)seat, (int16_t)leader);
	re_leader_set falling = leader_bit(leader);
	if (s->head.option[0] == FALL_FACTION)
		falling = s->faction[seat];
	for (re_leader_set b = falling; b; b &= b - 1) {
		int fallen = __builtin_ctz(b);
		if (fallen != leader)
			ap_tell(ev, EV_FALLS_WITH_HIM, RE_CR_11, (int16_t)seat, (int16_t)fallen);
		re_leave_play(s, fallen, ev);
	}
	s->lost_leaders |= falling;
	ap_end(s);
	re_office_falls_free(s, RE_PR_6, ev);
}

/* RE-CR-7 to RE-CR-9 */
static void crisis_failed(re_state *s, int crisis, ap_events *ev)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->given[seat] != NONE) {
			put(&s->discard, s->given[seat]);
			s->given[seat] = NONE;
		}
	s->pile |= (uint8_t)(1u << (crisis - RE_CARD_CRISIS_HARVEST));
	int total = re_pile_total(s), president = re_president_seat(s);
	ap_tell(ev, EV_CRISIS_FAILED, RE_CR_7, (int16_t)crisis, (int16_t)total);
	if (total >= COLLAPSE_AT) {
		ap_tell(ev, EV_COLLAPSE, RE_CR_8, (int16_t)total);
		ap_finish(s, COLLAPSE);
	} else if (president == NONE) {
		ap_tell(ev, EV_NOBODY_FALLS, RE_PR_8, 0);
		ap_end(s);
	} else if (s->hand_size[president] > 0) {
		ap_goto(s, TREATY_PLEA);
	} else {
		president_falls(s, ev);
	}
}

/* Asks the next seat with a card (RE-CR-2), the one who drew the crisis last. */
void re_contributions_run(void *state, ap_events *ev)
{
	re_state *s = state;
	ap_frame *f = ap_top(s);
	int crisis = f->v[OPEN_CRISIS];
	if (re_given_total(s) >= re_cards[crisis].value) {
		crisis_solved(s, crisis, ev);
		return;
	}
	while (f->v[ASKED] < s->head.players) {
		int seat = clockwise(s, turn_of(s), ++f->v[ASKED]);
		if (s->hand_size[seat] > 0) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
		ap_tell(ev, EV_CRISIS_EMPTY_HAND, RE_CR_2, (int16_t)seat);
	}
	crisis_failed(s, crisis, ev);
}

void re_contributions_legal(const void *state, int seat, ap_list *out)
{
	ap_add(out, ap_act(PASS, 0, 0));
	re_add_cards(out, GIVE, (re_set){{re_playable_actions(state, seat), 0}});
}

uint16_t re_contributions_refuse(const void *state, int seat, ap_action a)
{
	const re_state *s = state;
	if (ap_verb_of(a) == PASS)
		return 0;
	if (ap_verb_of(a) != GIVE || !re_holds(s, seat, (int)ap_x(a), RE_KIND_ACTION))
		return RE_CR_1;
	return re_action_card_forbidden(s, seat, (int)ap_x(a));
}

void re_contributions_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	if (ap_verb_of(a) == PASS) {
		ap_tell(ev, EV_CRISIS_PASS, RE_CR_1, (int16_t)seat);
		return;
	}
	int card = (int)ap_x(a), crisis = ap_top(s)->v[OPEN_CRISIS];
	re_out_of_hand(s, seat, card);
	s->given[seat] = (uint8_t)card;
	ap_tell(ev, EV_CONTRIBUTION, RE_CR_3, (int16_t)seat, (int16_t)card, (int16_t)re_given_total(s),
		re_cards[crisis].value);
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
	re_add_cards(out, TREATY, both(s->hand[seat], re_of_kind[RE_KIND_TREATY]));
	ap_add(out, ap_act(DECLINE, 0, 0));
}

uint16_t re_treaty_plea_refuse(const void *state, int seat, ap_action a)
{
	if (ap_verb_of(a) == DECLINE)
		return 0;
	bool held = ap_verb_of(a) == TREATY && re_holds(state, seat, (int)ap_x(a), RE_KIND_TREATY);
	return held ? 0 : RE_CR_9;
}

void re_treaty_plea_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	if (ap_verb_of(a) == DECLINE) {
		ap_tell(ev, EV_NO_TREATY, RE_CR_9, (int16_t)seat);
		president_falls(s, ev);
		return;
	}
	if (re_is_abroad(s, seat))
		ap_tell(ev, EV_REACHED_ABROAD, RE_OP_15, (int16_t)seat);
	ap_tell(ev, EV_TREATY_SAVES, RE_OP_2, (int16_t)seat, s->president);
	re_discard_from_hand(s, seat, (int)ap_x(a));
	ap_end(s);
}

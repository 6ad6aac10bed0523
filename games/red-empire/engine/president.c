/* president.c: which faction gets the presidency, and whom it appoints: RE-PR-1 to RE-PR-8. */
#include "chapters.h"

/* Printed stature and Hero cards count; Disrepute and Scandals do not. */
int re_stature_total(const re_state *s, int seat, re_leader_set among)
{
	assert(re_is_seat(s, seat));
	int total = 0;
	re_leader_set counted = s->faction[seat] & among;
	for (re_leader_set b = counted; b; b &= b - 1)
		total += re_leaders[__builtin_ctz(b)].stature;
	for (int i = 0; i < RE_HERO_CARD_COUNT; i++)
		if (s->hero_on[i] != RE_NONE && (counted & re_leader_bit(s->hero_on[i])))
			total += RE_HERO_BONUS;
	return total;
}

/* Returns those of `seats` with the highest total, and that total in `best`. */
static ap_seats seats_with_highest_total(
	const re_state *s, ap_seats seats, re_leader_set among, int *best)
{
	ap_seats result = 0;
	*best = -1;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (!(seats & AP_SEAT(seat)))
			continue;
		int total = re_stature_total(s, seat, among);
		if (total >= *best)
			result = total > *best ? AP_SEAT(seat) : result | AP_SEAT(seat);
		*best = total > *best ? total : *best;
	}
	return result;
}

void re_office_falls_free(re_state *s, int award, ap_events *ev)
{
	assert(s->president == RE_NONE && (award == RE_AWARD_FIRST || award == RE_AWARD_FREE));
	if (award == RE_AWARD_FREE)
		re_tell_office_free(ev, RE_PR_6);
	re_call(s, RE_STEP_OFFICE);
	re_office_top(s)->award = (uint8_t)award;
}

void re_office_to_purger(re_state *s, int seat, int leader, ap_events *ev)
{
	assert(re_is_seat(s, seat) && s->president == RE_NONE);
	re_tell_president_purged(ev, RE_AC_9, RE_FACTION(seat), RE_LEADER(leader));
	if (!re_has_group(s, seat, RE_GROUP_PARTY)) {
		re_tell_office_not_taken(ev, RE_AC_9, RE_FACTION(seat), RE_LEADER(leader));
		re_office_falls_free(s, RE_AWARD_FREE, ev);
		return;
	}
	re_tell_office_taken(ev, RE_AC_9, RE_FACTION(seat), RE_LEADER(leader));
	re_call(s, RE_STEP_OFFICE_PICK);
	re_office_top(s)->who = (uint8_t)seat;
	re_office_top(s)->award = RE_AWARD_PURGE;
}

static ap_seats seats_with_party_leader(const re_state *s)
{
	ap_seats seats = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (re_has_group(s, seat, RE_GROUP_PARTY))
			seats |= AP_SEAT(seat);
	return seats;
}

/* RE-PR-4, RE-PR-7: tells all totals, and which seats cannot get the presidency with a total that
 * is high enough. */
static void tell_totals(const re_state *s, ap_seats able, int best, ap_events *ev)
{
	if (!ev)
		return;
	for (int seat = 0; seat < s->head.players; seat++)
		re_tell_total(ev, RE_PR_7, RE_FACTION(seat), re_stature_total(s, seat, ~(re_leader_set)0),
			re_stature_total(s, seat, re_leaders_of[RE_GROUP_PARTY]));
	for (int seat = 0; seat < s->head.players; seat++)
		if (!(able & AP_SEAT(seat)) && re_stature_total(s, seat, ~(re_leader_set)0) >= best)
			re_tell_passed_over(ev, RE_PR_4, RE_FACTION(seat));
}

void re_office_run(void *state, ap_events *ev)
{
	re_state *s = state;
	int best, best_party;
	ap_seats able = seats_with_party_leader(s);
	if (able == 0) {
		re_tell_office_vacant(ev, RE_PR_8);
		ap_end(s);
		return;
	}
	ap_seats first = seats_with_highest_total(s, able, ~(re_leader_set)0, &best);
	tell_totals(s, able, best, ev);
	if (first & (first - 1)) {
		re_tell_totals_tied(ev, RE_PR_2, best);
		first = seats_with_highest_total(s, first, re_leaders_of[RE_GROUP_PARTY], &best_party);
	}
	if (first & (first - 1)) {
		re_office_top(s)->tied = (uint8_t)first;
		re_goto(s, RE_STEP_OFFICE_LOT);
	} else {
		re_office_top(s)->who = (uint8_t)ap_first_seat(first);
		re_goto(s, RE_STEP_OFFICE_PICK);
	}
}

/* RE-PR-3 */
void re_office_lot_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

void re_office_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add_each_x(out, ap_act(RE_VERB_LOT, 0, 0), re_office_peek(state)->tied);
}

uint16_t re_office_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool tied = ap_verb_of(a) == RE_VERB_LOT && re_office_peek(state)->tied >> ap_x(a) & 1;
	return tied ? 0 : RE_PR_3;
}

void re_office_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	seat = (int)ap_x(a);
	re_tell_lot(ev, RE_PR_3, RE_FACTION(seat));
	re_office_top(state)->tied = 0;
	re_office_top(state)->who = (uint8_t)seat;
	re_goto(state, RE_STEP_OFFICE_PICK);
}

/* RE-PR-1, RE-PR-6: tells who has won the office. His stature in the Party is told if the totals
 * were tied, so that it counted (RE-PR-2). */
static void tell_office_won(const re_state *s, int seat, int award, ap_events *ev)
{
	int best;
	if (!ev)
		return;
	ap_seats first =
		seats_with_highest_total(s, seats_with_party_leader(s), ~(re_leader_set)0, &best);
	bool tied = first & (first - 1);
	re_tell_office_won(ev, award == RE_AWARD_FIRST ? RE_PR_1 : RE_PR_6, RE_FACTION(seat), best,
		tied ? re_stature_total(s, seat, re_leaders_of[RE_GROUP_PARTY]) : 0);
}

/* RE-PR-5. If the President was purged (RE-AC-9), it has been told already who gets the office. */
static void appoint(re_state *s, int seat, int leader, ap_events *ev)
{
	int award = re_office_peek(s)->award;
	if (award != RE_AWARD_PURGE)
		tell_office_won(s, seat, award, ev);
	re_tell_president_named(ev, RE_PR_5, RE_FACTION(seat), RE_LEADER(leader));
	s->president = (uint8_t)leader;
	ap_end(s);
}

void re_office_pick_run(void *state, ap_events *ev)
{
	re_state *s = state;
	int seat = re_office_peek(s)->who;
	re_leader_set able = s->faction[seat] & re_leaders_of[RE_GROUP_PARTY];
	if (able & (able - 1))
		ap_ask(s, AP_SEAT(seat));
	else
		appoint(s, seat, __builtin_ctz(able), ev);
}

void re_office_pick_legal(const void *state, int seat, ap_list *out)
{
	const re_state *s = state;
	ap_add_each_x(
		out, ap_act(RE_VERB_APPOINT, 0, 0), s->faction[seat] & re_leaders_of[RE_GROUP_PARTY]);
}

uint16_t re_office_pick_refuse(const void *state, int seat, ap_action a)
{
	const re_state *s = state;
	if (ap_verb_of(a) != RE_VERB_APPOINT || !(s->faction[seat] & re_leader_bit((int)ap_x(a))))
		return RE_PR_5;
	return re_leaders[ap_x(a)].group == RE_GROUP_PARTY ? 0 : RE_PR_4;
}

void re_office_pick_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	appoint(state, seat, (int)ap_x(a), ev);
}

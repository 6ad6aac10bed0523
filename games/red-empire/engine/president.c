/* president.c: who gets the office, RE-PR-1 to RE-PR-8. */
#include "state.h"

/* RE-PR-7: printed stature and Heroes; all leaders of the faction, or those of one group. */
static int total_of(const re_state *s, int seat, re_leader_set among)
{
	int total = 0;
	for (re_leader_set b = s->faction[seat] & among; b; b &= b - 1) {
		int leader = __builtin_ctz(b);
		total += re_leaders[leader].stature + (re_is_hero(s, leader) ? HERO_BONUS : 0);
	}
	return total;
}

/* Those among `seats` with the highest total. */
static ap_seats highest(const re_state *s, ap_seats seats, re_leader_set among, int *best)
{
	ap_seats result = 0;
	*best = -1;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (!(seats & AP_SEAT(seat)))
			continue;
		int total = total_of(s, seat, among);
		if (total >= *best)
			result = total > *best ? AP_SEAT(seat) : result | AP_SEAT(seat);
		*best = total > *best ? total : *best;
	}
	return result;
}

void re_office_falls_free(re_state *s, int award, ap_events *ev)
{
	assert(s->president == NONE);
	if (award == RE_PR_6)
		ap_tell(ev, EV_OFFICE_FREE, RE_PR_6, 0);
	ap_call(s, OFFICE)->v[AWARD] = (int16_t)award;
}

/* RE-AC-9. The frame that called has already moved on. */
void re_office_to_purger(re_state *s, int seat, int leader, ap_events *ev)
{
	ap_tell(ev, EV_PRESIDENT_PURGED, RE_AC_9, (int16_t)seat, (int16_t)leader);
	if (!re_has_group(s, seat, RE_GROUP_PARTY)) {
		re_office_falls_free(s, RE_PR_6, ev);
		return;
	}
	ap_frame *f = ap_call(s, OFFICE_PICK);
	f->v[WHO] = (int16_t)seat;
	f->v[AWARD] = RE_AC_9;
}

static ap_seats with_party_leader(const re_state *s)
{
	ap_seats seats = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (re_has_group(s, seat, RE_GROUP_PARTY))
			seats |= AP_SEAT(seat);
	return seats;
}

static void tell_totals(const re_state *s, ap_seats able, int best, ap_events *ev)
{
	if (!ev)
		return;
	for (int seat = 0; seat < s->head.players; seat++) {
		int total = total_of(s, seat, ~(re_leader_set)0);
		ap_tell(ev, EV_TOTAL, RE_PR_7, (int16_t)seat, (int16_t)total,
			(int16_t)total_of(s, seat, re_leaders_of[RE_GROUP_PARTY]));
		if (total >= best && !(able & AP_SEAT(seat)))
			ap_tell(ev, EV_PASSED_OVER, RE_PR_4, (int16_t)seat);
	}
}

void re_office_run(void *state, ap_events *ev)
{
	re_state *s = state;
	int best, best_party;
	ap_seats able = with_party_leader(s);
	if (able == 0) {
		ap_tell(ev, EV_OFFICE_VACANT, RE_PR_8, 0);
		ap_end(s);
		return;
	}
	ap_seats first = highest(s, able, ~(re_leader_set)0, &best);
	tell_totals(s, able, best, ev);
	if (first & (first - 1)) {
		ap_tell(ev, EV_TOTALS_TIED, RE_PR_2, (int16_t)best);
		first = highest(s, first, re_leaders_of[RE_GROUP_PARTY], &best_party);
	}
	bool tied = first & (first - 1);
	ap_top(s)->v[WHO] = (int16_t)(tied ? first : ap_first_seat(first));
	ap_goto(s, tied ? OFFICE_LOT : OFFICE_PICK);
}

/* RE-PR-3 */
void re_lot_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

void re_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (unsigned b = (unsigned)ap_peek(state)->v[WHO]; b; b &= b - 1)
		ap_add(out, ap_act(LOT, (unsigned)__builtin_ctz(b), 0));
}

uint16_t re_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == LOT && (ap_peek(state)->v[WHO] >> ap_x(a) & 1) ? 0 : RE_PR_3;
}

void re_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	seat = (int)ap_x(a);
	ap_tell(ev, EV_LOT, RE_PR_3, (int16_t)seat);
	ap_top(state)->v[WHO] = (int16_t)seat;
	ap_goto(state, OFFICE_PICK);
}

/* RE-PR-5. An office won by purge (RE-AC-9) has been told already. */
static void appoint(re_state *s, int seat, int leader, ap_events *ev)
{
	int award = ap_top(s)->v[AWARD];
	if (award != RE_AC_9)
		ap_tell(ev, EV_OFFICE_WON, award, (int16_t)seat);
	ap_tell(ev, EV_PRESIDENT_NAMED, RE_PR_5, (int16_t)seat, (int16_t)leader);
	s->president = (uint8_t)leader;
	ap_end(s);
}

void re_pick_run(void *state, ap_events *ev)
{
	re_state *s = state;
	int seat = ap_top(s)->v[WHO];
	re_leader_set able = s->faction[seat] & re_leaders_of[RE_GROUP_PARTY];
	if (able & (able - 1))
		ap_ask(s, AP_SEAT(seat));
	else
		appoint(s, seat, __builtin_ctz(able), ev);
}

void re_pick_legal(const void *state, int seat, ap_list *out)
{
	const re_state *s = state;
	for (re_leader_set b = s->faction[seat] & re_leaders_of[RE_GROUP_PARTY]; b; b &= b - 1)
		ap_add(out, ap_act(APPOINT, (unsigned)__builtin_ctz(b), 0));
}

uint16_t re_pick_refuse(const void *state, int seat, ap_action a)
{
	const re_state *s = state;
	if (ap_verb_of(a) != APPOINT || !(s->faction[seat] & leader_bit((int)ap_x(a))))
		return RE_PR_5;
	return re_leaders[ap_x(a)].group == RE_GROUP_PARTY ? 0 : RE_PR_4;
}

void re_pick_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	appoint(state, seat, (int)ap_x(a), ev);
}

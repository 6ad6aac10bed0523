/* victory.c: the points and the end of the game, RE-EN-1 and RE-VI-1 to RE-VI-6. */
#include "chapters.h"

re_points re_points_of(const re_state *s, int seat)
{
	assert(re_is_seat(s, seat));
	re_points p = {0};
	p.leaders = __builtin_popcount(s->won_leaders[seat]);
	p.crises = re_count(re_intersection(s->won[seat], re_cards_of_kind[RE_KIND_CRISIS]));
	p.office = re_has_president(s, seat) ? RE_PRESIDENT_POINTS : 0;
	for (uint64_t b = re_intersection(s->won[seat], re_cards_of_kind[RE_KIND_ACTION]).word[0]; b;
		 b &= b - 1)
		p.cards += re_cards[__builtin_ctzll(b)].value;
	return p;
}

/* Returns the seats with the most points, and that number of points in `best`. */
static ap_seats seats_with_most_points(const re_state *s, int *best)
{
	ap_seats result = 0;
	*best = -1;
	for (int seat = 0; seat < s->head.players; seat++) {
		int total = re_sum_of_points(re_points_of(s, seat));
		if (total >= *best)
			result = total > *best ? AP_SEAT(seat) : result | AP_SEAT(seat);
		*best = total > *best ? total : *best;
	}
	return result;
}

static void tell_points(const re_state *s, int seat, ap_events *ev)
{
	re_points p = re_points_of(s, seat);
	if (p.leaders)
		re_tell_score_leaders(ev, RE_VI_1, RE_FACTION(seat), p.leaders);
	if (p.crises)
		re_tell_score_crises(ev, RE_VI_2, RE_FACTION(seat), p.crises);
	if (p.office)
		re_tell_score_office(ev, RE_VI_3, RE_FACTION(seat), p.office);
	if (p.cards)
		re_tell_score_cards(ev, RE_VI_4, RE_FACTION(seat), p.cards);
	re_tell_score_total(ev, RE_VI_5, RE_FACTION(seat), re_sum_of_points(p));
}

void re_end_game(re_state *s, ap_events *ev)
{
	assert(re_deck_size(s) == 0);
	int best;
	ap_seats first = seats_with_most_points(s, &best);
	bool shared = first & (first - 1);
	for (int seat = 0; seat < s->head.players; seat++)
		tell_points(s, seat, ev);
	for (int seat = 0; seat < s->head.players; seat++)
		if (first & AP_SEAT(seat))
			(shared ? re_tell_shares : re_tell_wins)(
				ev, shared ? RE_VI_6 : RE_VI_5, RE_FACTION(seat), best);
	ap_finish(s, shared ? RE_REASON_SHARED_VICTORY : RE_REASON_VICTORY);
}

void re_outcome(const void *state, ap_outcome *out)
{
	const re_state *s = state;
	int best;
	ap_seats first = seats_with_most_points(s, &best);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (out->reason ==
			RE_REASON_COLLAPSE) /* RE-CR-8: nobody has points, and everybody has lost */
			continue;
		out->score[seat] = (int16_t)re_sum_of_points(re_points_of(s, seat));
		if (first & AP_SEAT(seat))
			out->result[seat] = out->reason == RE_REASON_VICTORY ? AP_WON : AP_SHARED;
	}
}

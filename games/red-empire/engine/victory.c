/* victory.c: the end of the game and the count, RE-EN-1 and RE-VI-1 to RE-VI-6. */
#include "state.h"

typedef struct points {
	int leaders, crises, office, cards;
} points;

static points count(const re_state *s, int seat)
{
	points p = {0};
	p.leaders = __builtin_popcount(s->won_leaders[seat]);
	p.crises = size_of(both(s->won[seat], re_of_kind[RE_KIND_CRISIS]));
	p.office = re_president_seat(s) == seat ? PRESIDENT_POINTS : 0;
	for (uint64_t b = both(s->won[seat], re_of_kind[RE_KIND_ACTION]).word[0]; b; b &= b - 1)
		p.cards += re_cards[__builtin_ctzll(b)].value;
	return p;
}

static int sum(points p)
{
	return p.leaders + p.crises + p.office + p.cards;
}

/* The seats with the most points, and how many points that is. */
static ap_seats winners(const re_state *s, int *best)
{
	ap_seats result = 0;
	*best = -1;
	for (int seat = 0; seat < s->head.players; seat++) {
		int total = sum(count(s, seat));
		if (total >= *best)
			result = total > *best ? AP_SEAT(seat) : result | AP_SEAT(seat);
		*best = total > *best ? total : *best;
	}
	return result;
}

static void tell_points(const re_state *s, int seat, ap_events *ev)
{
	points p = count(s, seat);
	if (p.leaders)
		ap_tell(ev, EV_SCORE_LEADERS, RE_VI_1, (int16_t)seat, (int16_t)p.leaders);
	if (p.crises)
		ap_tell(ev, EV_SCORE_CRISES, RE_VI_2, (int16_t)seat, (int16_t)p.crises);
	if (p.office)
		ap_tell(ev, EV_SCORE_OFFICE, RE_VI_3, (int16_t)seat, (int16_t)p.office);
	if (p.cards)
		ap_tell(ev, EV_SCORE_CARDS, RE_VI_4, (int16_t)seat, (int16_t)p.cards);
}

void re_end_game(re_state *s, ap_events *ev)
{
	int best;
	ap_seats first = winners(s, &best);
	bool shared = first & (first - 1);
	for (int seat = 0; seat < s->head.players; seat++)
		tell_points(s, seat, ev);
	for (int seat = 0; seat < s->head.players; seat++)
		if (first & AP_SEAT(seat))
			ap_tell(ev, shared ? EV_SHARES : EV_WINS, shared ? RE_VI_6 : RE_VI_5, (int16_t)seat,
				(int16_t)best);
	ap_finish(s, shared ? SHARED_VICTORY : VICTORY);
}

void re_outcome(const void *state, ap_outcome *out)
{
	const re_state *s = state;
	int best;
	ap_seats first = winners(s, &best);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (out->reason == COLLAPSE) /* RE-CR-8: nobody scores, everybody has lost */
			continue;
		out->score[seat] = (int16_t)sum(count(s, seat));
		if (first & AP_SEAT(seat))
			out->result[seat] = out->reason == VICTORY ? AP_WON : AP_SHARED;
	}
}

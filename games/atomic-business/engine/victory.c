/* victory.c: the end of a game, the points of a series, AB-EN-1 to AB-EN-4, AB-SR-1 to AB-SR-3. */
#include "state.h"

static bool is_series(const ab_state *s)
{
	return s->head.option[OPTION_SERIES] != 0;
}

/* AB-SR-2 */
static void score_game(ab_state *s, int winner, ap_events *ev)
{
	for (int seat = 0; seat < s->head.players; seat++) {
		int points = seat == winner ? GAME_POINTS : EACH - ab_pawns_in(s, seat, REMOVED);
		s->score[seat] = (uint16_t)(s->score[seat] + points);
		if (is_series(s))
			ap_tell(ev, EV_GAME_POINTS, AB_SR_2, (int16_t)seat, (int16_t)points,
				(int16_t)s->score[seat]);
	}
}

static ap_seats leaders(const ab_state *s, int *best)
{
	ap_seats first = 0;
	*best = -1;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->score[seat] >= *best)
			first = s->score[seat] > *best ? AP_SEAT(seat) : first | AP_SEAT(seat);
		*best = s->score[seat] > *best ? s->score[seat] : *best;
	}
	return first;
}

/* AB-SR-3 */
static void end_series(ab_state *s, ap_events *ev)
{
	int best;
	ap_seats first = leaders(s, &best);
	bool shared = first & (first - 1);
	ab_forget_pressure(s);
	s->considered = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (first & AP_SEAT(seat))
			ap_tell(ev, shared ? EV_SHARES : EV_WINS, AB_SR_3, (int16_t)seat, (int16_t)best);
	ap_finish(s, shared ? SHARED_VICTORY : VICTORY);
}

static void next_game(ab_state *s, ap_events *ev)
{
	ap_tell(ev, EV_NEXT_GAME, AB_SR_1, s->games_left);
	s->games_left--;
	ab_new_game(s);
	memset(s->head.stack, 0, sizeof s->head.stack);
	s->head.depth = 1;
	ap_goto(s, DEAL);
}

/* Whoever calls this returns at once: the stack is another. */
void ab_end_game(ab_state *s, int reason, int winner, ap_events *ev)
{
	score_game(s, winner, ev);
	if (winner != NONE)
		ap_tell(ev, EV_GAME_WON, AB_EN_1, (int16_t)winner);
	if (!is_series(s)) {
		ab_forget_pressure(s);
		s->considered = 0;
		s->winner = (uint8_t)winner;
		ap_finish(s, reason);
	} else if (s->games_left > 0) {
		next_game(s, ev);
	} else {
		end_series(s, ev);
	}
}

void ab_outcome(const void *state, ap_outcome *out)
{
	const ab_state *s = state;
	int best;
	ap_seats first = is_series(s) ? leaders(s, &best) : s->winner == NONE ? 0 : AP_SEAT(s->winner);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		out->score[seat] = (int16_t)s->score[seat];
		if (first & AP_SEAT(seat))
			out->result[seat] = out->reason == SHARED_VICTORY ? AP_SHARED : AP_WON;
	}
}

/* victory.c: the end of a game and the scores of a series, AB-EN-1 to AB-EN-4, AB-SR-1 to
 * AB-SR-3. */
#include "chapters.h"

/* Adds the score of a game to the scores of the series, AB-SR-2. */
static void score_game(ab_state *s, int winner, ap_events *ev)
{
	for (int seat = 0; seat < s->head.players; seat++) {
		int points = seat == winner ? AB_GAME_POINTS : ab_diplomats_left(s, seat);
		s->score[seat] = (uint16_t)(s->score[seat] + points);
		if (ab_is_series(s))
			ab_tell_game_points(ev, AB_SR_2, AB_POWER(seat), points, s->score[seat]);
	}
}

/* Returns the seats with the highest score, and writes that score to `best`. */
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

/* The seats with the highest score win the series, AB-SR-3. */
static void end_series(ab_state *s, ap_events *ev)
{
	int best;
	ap_seats first = leaders(s, &best);
	bool shared = first & (first - 1);
	for (int seat = 0; seat < s->head.players; seat++)
		if ((first & AP_SEAT(seat)) && shared)
			ab_tell_shares(ev, AB_SR_3, AB_POWER(seat), best);
		else if (first & AP_SEAT(seat))
			ab_tell_wins(ev, AB_SR_3, AB_POWER(seat), best);
	ap_finish(s, shared ? AB_REASON_SHARED_VICTORY : AB_REASON_VICTORY);
}

static void next_game(ab_state *s, ap_events *ev)
{
	ab_tell_next_game(ev, AB_SR_1, s->games_left);
	s->games_left--;
	ab_new_game(s);
	memset(s->head.stack, 0, sizeof s->head.stack);
	s->head.depth = 1;
	ab_enter(s, AB_STEP_DEAL);
}

void ab_end_game(ab_state *s, int reason, int winner, ap_events *ev)
{
	assert(winner == AB_NONE || winner < s->head.players);
	if (winner != AB_NONE)
		ab_tell_game_won(ev, AB_EN_1, AB_POWER(winner));
	score_game(s, winner, ev);
	if (!ab_is_series(s)) {
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
	ap_seats first = ab_is_series(s) ? leaders(s, &best)
		: s->winner == AB_NONE       ? 0
									 : AP_SEAT(s->winner);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		out->score[seat] = (int16_t)s->score[seat];
		if (first & AP_SEAT(seat))
			out->result[seat] = out->reason == AB_REASON_SHARED_VICTORY ? AP_SHARED : AP_WON;
	}
}

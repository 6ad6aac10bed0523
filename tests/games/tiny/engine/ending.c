/* ending.c: the end of a round and of the game, TG-13 to TG-15. */
#include "chapters.h"

/* ---- TG-13: the trump ------------------------------------------------------------------------ */

enum { ALL_SUITS = (1 << TG_SUIT_COUNT) - 1 };

void tg_trump_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

void tg_trump_legal(const void *state, int chance, ap_list *out)
{
	(void)state;
	(void)chance;
	tg_add_each(out, TG_VERB_TRUMP, ALL_SUITS);
}

uint16_t tg_trump_refuse(const void *state, int chance, ap_action a)
{
	(void)state;
	(void)chance;
	return tg_is_one_of(a, TG_VERB_TRUMP, ALL_SUITS) ? 0 : TG_13;
}

void tg_trump_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tg_tell_trump(ev, TG_13, TG_SUIT((int)ap_x(a)));
	tg_goto(state, TG_STEP_NEXT_ROUND);
	tg_call(state, TG_STEP_TURN_UP);
	tg_suits_top(state)->trump = (uint8_t)ap_x(a);
}

/* ---- TG-13: the suits, seat after seat ------------------------------------------------------- */

int tg_turned_up(const tg_state *s)
{
	bool turning_up = !s->head.over && ap_step_of(s) == TG_STEP_TURN_UP;
	return turning_up ? tg_suits_peek(s)->turned_up : 0;
}

void tg_turn_up_run(void *state, ap_events *ev)
{
	(void)ev;
	if (tg_turned_up(state) == ap_players(state))
		ap_end(state);
	else
		ap_ask(state, AP_SEAT(AP_CHANCE));
}

/* Returns the only answer that chance has: the suit that the next seat has bid. */
static ap_action next_suit(const tg_state *s)
{
	return ap_act(TG_VERB_TURN_UP, s->suit[tg_turned_up(s)], 0);
}

void tg_turn_up_legal(const void *state, int chance, ap_list *out)
{
	(void)chance;
	ap_add(out, next_suit(state));
}

uint16_t tg_turn_up_refuse(const void *state, int chance, ap_action a)
{
	(void)chance;
	return a == next_suit(state) ? 0 : TG_13;
}

void tg_turn_up_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tg_state *s = state;
	int seat = tg_suits_top(s)->turned_up++;
	tg_tell_suit(ev, TG_13, TG_SEAT(seat), TG_SUIT((int)ap_x(a)));
	if (ap_x(a) == tg_suits_peek(s)->trump) {
		s->points[seat]++;
		tg_tell_point(ev, TG_13, TG_SEAT(seat));
	}
}

/* ---- TG-14: the next round, or the end ------------------------------------------------------- */

void tg_next_round_run(void *state, ap_events *ev)
{
	tg_state *s = state;
	tg_round_frame *f = tg_round_top(s);
	for (int seat = 0; seat < s->head.players; seat++)
		s->amount[seat] = s->suit[seat] = TG_NONE;
	if (f->round == tg_rounds(s)) {
		tg_enter(s, TG_STEP_OPEN);
		return;
	}
	f->round++;
	f->leader = TG_NONE;
	tg_tell_round(ev, TG_2, f->round, tg_rounds(s));
	tg_goto(s, TG_STEP_DEAL);
}

/* ---- TG-14, TG-15: scores -------------------------------------------------------------------- */

int tg_score(const tg_state *s, int seat)
{
	int treasure = s->content[tg_box_of(s, seat)];
	return s->coins[seat] + s->points[seat] +
		(treasure < TG_TREASURE_COUNT ? tg_worth(treasure) : 0);
}

void tg_outcome(const void *state, ap_outcome *out)
{
	const tg_state *s = state;
	int highest = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		out->score[seat] = (int16_t)tg_score(s, seat);
		if (out->score[seat] > highest)
			highest = out->score[seat];
	}
	int best = out->reason == TG_REASON_VICTORY ? AP_WON : AP_SHARED;
	for (int seat = 0; seat < s->head.players; seat++)
		out->result[seat] = (uint8_t)(out->score[seat] == highest ? best : AP_LOST);
}

static void end_game(tg_state *s, ap_events *ev)
{
	ap_outcome end = {.reason = TG_REASON_VICTORY};
	int winners = 0;
	tg_outcome(s, &end);
	for (int seat = 0; seat < s->head.players; seat++) {
		winners += end.result[seat] == AP_WON;
		tg_tell_score(ev, TG_14, TG_SEAT(seat), end.score[seat]);
	}
	for (int seat = 0; seat < s->head.players; seat++)
		if (end.result[seat] == AP_WON && winners == 1)
			tg_tell_wins(ev, TG_14, TG_SEAT(seat));
		else if (end.result[seat] == AP_WON)
			tg_tell_shares(ev, TG_15, TG_SEAT(seat));
	ap_finish(s, winners == 1 ? TG_REASON_VICTORY : TG_REASON_SHARED_VICTORY);
}

/* ---- TG-14: the boxes, one after another ----------------------------------------------------- */

void tg_open_run(void *state, ap_events *ev)
{
	if (tg_ending_peek(state)->opened == ap_players(state))
		end_game(state, ev);
	else
		ap_ask(state, AP_SEAT(AP_CHANCE));
}

void tg_open_legal(const void *state, int chance, ap_list *out)
{
	(void)chance;
	tg_add_each(out, TG_VERB_FILL, tg_treasures_for(state, tg_ending_peek(state)->opened));
}

uint16_t tg_open_refuse(const void *state, int chance, ap_action a)
{
	(void)chance;
	unsigned treasures = tg_treasures_for(state, tg_ending_peek(state)->opened);
	return tg_is_one_of(a, TG_VERB_FILL, treasures) ? 0 : TG_14;
}

void tg_open_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tg_state *s = state;
	int box = tg_ending_top(s)->opened++, treasure = (int)ap_x(a);
	s->content[box] = (uint8_t)treasure;
	tg_tell_opened(ev, TG_14, TG_SEAT(s->holder[box]), TG_BOX(box), TG_TREASURE(treasure));
}

/* turn.c: the frame at the bottom of the stack: turns, phases and draws: TC-TU-1 to TC-TU-4,
 * TC-7.1, TC-7.11. */
#include "chapters.h"

int tc_final_turn(const tc_state *s)
{
	return tc_setting_of(s)->final;
}

bool tc_last_turn(const tc_state *s)
{
	return s->turn >= tc_final_turn(s);
}

static void begin_phase(tc_state *s, int phase, int clause, ap_events *ev)
{
	s->phase = (uint8_t)phase;
	s->round = 0;
	s->acting = TC_NONE;
	tc_tell_phase(ev, (uint16_t)clause, TC_PHASE(phase), s->turn);
}

/* ---- The turn begins ------------------------------------------------------------------------- */

static void forget_turn(tc_state *s)
{
	memset(s->steps, 0, sizeof s->steps);
	memset(s->faction_steps, 0, sizeof s->faction_steps);
	memset(s->announced, 0, sizeof s->announced);
	memset(s->duty, 0, sizeof s->duty);
	memset(s->duty_reserve, 0, sizeof s->duty_reserve);
	memset(s->half, 0, sizeof s->half);
	s->fewer_spaces = s->fewer_steps = s->duty_lifted = 0;
	s->lenin_spoke = s->red_five = s->bonus = s->muddy = s->lets_pass = 0;
	s->polish_steps = 0;
	s->polish &= (uint8_t) ~(TC_POLISH_FLAG_ACTIVATED | TC_POLISH_FLAG_TRIED);
}

/* Notes that everybody knows which cards the side holds, because its deck is empty. */
static void note_held(tc_state *s, int side)
{
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side && s->card_at[card] == TC_CARD_PLACE_HAND)
			s->card_known[card] |= TC_CARD_KNOWN_HELD;
	tc_forget_kept(s, side);
}

/* Returns the year whose cards join the decks in a turn, 0 if none do: those of the first turn are
 * the decks. */
static int year_joining(const tc_state *s, int turn)
{
	int year = tc_turns[turn - 1].joins;
	bool played = turn > tc_setting_of(s)->first && turn <= tc_final_turn(s);
	return played && year > 1918 ? year : 0;
}

int tc_figure_cards_join(const void *view, int key)
{
	int year = year_joining(view, key + 1);
	return year ? year : AP_NONE;
}

/* TC-7.12: when a year begins, its cards are shuffled together with the decks and the discards. */
static void join_year(tc_state *s, ap_events *ev)
{
	int year = year_joining(s, s->turn);
	if (!year)
		return;
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (s->deck_size[side] == 0)
			note_held(s, side);
		else
			tc_note_kept(s, side, year);
	for (int card = 0; card < TC_CARDS; card++) {
		bool joins = s->card_at[card] == TC_CARD_PLACE_LATER && tc_cards[card].year <= year;
		if (joins || s->card_at[card] == TC_CARD_PLACE_DISCARDS)
			tc_card_to(s, card, TC_CARD_PLACE_DECK);
	}
	tc_tell_year_joins(ev, TC_7_12, year);
}

void tc_begin_draw(tc_state *s)
{
	tc_enter(s, TC_STEP_DRAW);
	tc_turn_top(s)->drawing = TC_SIDE_WHITE;
}

void tc_turn_begin_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	s->turn = s->turn ? (uint8_t)(s->turn + 1) : tc_setting_of(s)->first;
	forget_turn(s);
	memset(s->bid_side, TC_NONE, sizeof s->bid_side); /* the bids are settled and have been told */
	memset(s->bid_vp, TC_NONE, sizeof s->bid_vp);
	const tc_turn *turn = &tc_turns[s->turn - 1];
	tc_tell_turn(
		ev, TC_7_11, s->turn, turn->year, TC_SEASON(turn->season), turn->rounds, turn->hand);
	begin_phase(s, TC_PHASE_PREPARATION, TC_TU_1, ev);
	join_year(s, ev);
	tc_deal_opening(s, ev);
	if (tc_muster_due(s))
		tc_begin_muster(s);
	else
		tc_begin_draw(s);
}

/* ---- Draws ----------------------------------------------------------------------------------- */

static int count_cards(const tc_state *s, int side, int place)
{
	int count = 0;
	for (int card = 0; card < TC_CARDS; card++)
		count += tc_card_side(card) == side && s->card_at[card] == place;
	return count;
}

/* Makes the discards the new deck. The old deck is empty, so everybody knows which cards the side
 * holds, and still will. */
static void reshuffle(tc_state *s, int side, ap_events *ev)
{
	note_held(s, side);
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side && s->card_at[card] == TC_CARD_PLACE_DISCARDS)
			tc_card_to(s, card, TC_CARD_PLACE_DECK);
	tc_tell_reshuffled(ev, TC_TU_3, TC_SIDE(side));
}

/* Returns whether the side must draw a card and there is one. Makes a new deck if the old one is
 * used up. */
static bool must_draw(tc_state *s, int side, ap_events *ev)
{
	if (s->hand_size[side] >= tc_this_turn(s)->hand)
		return false;
	if (s->deck_size[side] == 0 && count_cards(s, side, TC_CARD_PLACE_DISCARDS) > 0)
		reshuffle(s, side, ev);
	if (s->deck_size[side] == 0)
		tc_tell_no_card(ev, TC_TU_3, TC_SIDE(side));
	return s->deck_size[side] > 0;
}

void tc_draw_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	tc_turn_frame *f = tc_turn_top(s);
	if (must_draw(s, f->drawing, ev)) {
		tc_ask_chance(s);
		return;
	}
	if (f->drawing == TC_SIDE_WHITE) {
		f->drawing = TC_SIDE_RED;
		return;
	}
	if (tc_this_turn(s)->weather)
		tc_goto(s, TC_STEP_WEATHER);
	else
		tc_begin_chits(s);
}

static bool can_draw(const tc_state *s, int card)
{
	return tc_card_side(card) == tc_turn_peek(s)->drawing && s->card_at[card] == TC_CARD_PLACE_DECK;
}

void tc_draw_legal(const void *state, int seat, ap_list *out)
{
	uint64_t deck[TC_CARD_WORDS];
	const uint64_t *own = tc_card_by_side[tc_turn_peek(state)->drawing];
	(void)seat;
	tc_cards_in(state, TC_CARD_PLACE_DECK, deck);
	for (unsigned word = 0; word < TC_CARD_WORDS; word++)
		ap_add_many_x(out, ap_act(TC_VERB_DRAW, 64 * word, 0), deck[word] & own[word]);
}

uint16_t tc_draw_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return ap_verb_of(a) == TC_VERB_DRAW && can_draw(state, (int)ap_x(a)) ? 0 : TC_7_1;
}

void tc_draw_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_turn_peek(s)->drawing, card = (int)ap_x(a);
	ap_seats owner = AP_SEAT(s->seat_of[side]);
	(void)seat;
	tc_card_to(s, card, TC_CARD_PLACE_HAND);
	tc_tell_draws_to(ev, owner, TC_7_1, TC_SIDE(side), TC_CARD(card));
	tc_tell_draws_hidden_to(ev, (ap_seats)~owner, TC_7_1, TC_SIDE(side));
}

/* ---- Chits ----------------------------------------------------------------------------------- */

static void take_extra_cards(tc_state *s, ap_events *ev)
{
	static const uint8_t extra[TC_SIDE_COUNT] = {TC_CARD_R53, TC_CARD_W53};
	for (int side = TC_SIDE_WHITE; side >= TC_SIDE_RED; side--) {
		int taken = 0;
		for (int card = extra[side]; card < extra[side] + 2; card++)
			if (s->card_at[card] == TC_CARD_PLACE_ASIDE) {
				tc_card_to(s, card, TC_CARD_PLACE_HAND);
				taken++;
			}
		if (taken)
			tc_tell_extra_cards(ev, TC_7_1, TC_SIDE(side));
	}
}

void tc_begin_chits(tc_state *s)
{
	tc_enter(s, TC_STEP_CHITS);
	tc_turn_top(s)->divided = TC_SIDE_WHITE;
	tc_call_end_cards(s);
}

void tc_end_preparation(tc_state *s, ap_events *ev)
{
	if (tc_this_turn(s)->political)
		take_extra_cards(s, ev);
	tc_goto(s, TC_STEP_PHASE_POLITICS);
	if (tc_muster_due(s))
		tc_call_allotment(s);
}

void tc_next_divided(tc_state *s)
{
	tc_turn_frame *f = tc_turn_top(s);
	f->divided = f->divided == TC_SIDE_WHITE ? TC_SIDE_RED : TC_NONE;
}

void tc_chits_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int side = tc_turn_peek(s)->divided;
	if (side == TC_NONE) {
		if (tc_putsch_due(s))
			tc_goto(s, TC_STEP_PUTSCH_DIE);
		else
			tc_end_preparation(s, ev);
	} else if ((s->infighting >> side & 1) && s->no_chits[side]) {
		s->no_chits[side]--;
		tc_tell_chit_spared(ev, TC_IF_1, TC_SIDE(side), s->no_chits[side]);
		tc_next_divided(s);
	} else if (s->infighting >> side & 1) {
		tc_goto(s, TC_STEP_CHIT);
	} else {
		tc_next_divided(s);
	}
}

/* ---- Phases ---------------------------------------------------------------------------------- */

void tc_phase_politics_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	begin_phase(s, TC_PHASE_POLITICAL, TC_8_1, ev);
	s->powers_friend = (uint8_t)tc_controller(s, TC_FACTION_CENTRAL_POWERS);
	tc_enter(s, TC_STEP_PHASE_ACTION);
	if (tc_this_turn(s)->political)
		tc_call(s, TC_STEP_POLITICS);
	else
		tc_tell_no_politics(ev, TC_8_11_1, s->turn);
}

/* TC-8.111: begins the Action Phase. */
static void begin_action_phase(tc_state *s, ap_events *ev)
{
	begin_phase(s, TC_PHASE_ACTION, tc_season_slows(s) ? TC_TU_4 : TC_AC_1, ev);
	s->bonus = s->red_five && (s->turn == 1 || tc_ahead(s) != TC_SIDE_RED);
	if (s->bonus)
		tc_tell_bonus_operation(ev, TC_8_111, TC_SIDE(TC_SIDE_WHITE));
}

static void drop_flags(tc_state *s, int flags)
{
	for (int f = 0; f < TC_FACTIONS; f++)
		s->faction_flags[f] &= (uint16_t)~flags;
}

static void begin_round(tc_state *s, int side, ap_events *ev)
{
	if (side == TC_SIDE_WHITE)
		s->round++;
	drop_flags(s,
		s->round > 1 ? TC_FACTION_FLAG_NEW | TC_FACTION_FLAG_NEW_ROUND : TC_FACTION_FLAG_NEW_ROUND);
	s->acting = (uint8_t)side;
	if (side == TC_SIDE_RED && s->polish_corps == TC_POLISH_CORPS_WAITS)
		s->polish_corps = TC_POLISH_CORPS_DUE;
	tc_tell_round(ev, TC_AC_1, s->round, TC_SIDE(side));
	tc_turn_top(s)->acted = (uint8_t)side;
	tc_call(s, TC_STEP_PLAY);
	tc_round_top(s)->side = (uint8_t)side;
}

void tc_phase_action_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	int acted = tc_turn_peek(s)->acted;
	if (acted == TC_NONE)
		begin_action_phase(s, ev);
	if (acted == TC_SIDE_RED && s->round >= tc_this_turn(s)->rounds)
		tc_goto(s, TC_STEP_PHASE_LOGISTICS);
	else
		begin_round(s, acted == TC_SIDE_WHITE ? TC_SIDE_RED : TC_SIDE_WHITE, ev);
}

void tc_phase_logistics_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	begin_phase(s, TC_PHASE_LOGISTICS, TC_LG_1, ev);
	if (s->polish_corps == TC_POLISH_CORPS_FED) {
		s->polish_corps = TC_POLISH_CORPS_NONE;
		tc_make_stale(s);
	}
	drop_flags(s, TC_FACTION_FLAG_NEW | TC_FACTION_FLAG_NEW_ROUND);
	tc_enter(s, TC_STEP_TURN_END);
	tc_call(s, TC_STEP_CONQUEST);
}

void tc_turn_end_run(void *state, ap_events *ev)
{
	tc_state *s = state;
	if (tc_call_objectives(s) || tc_return_forces(s, ev))
		return;
	for (int space = 0; space < TC_SPACES; space++)
		if (s->marker[space] & TC_MARKER_FLAG_NO_ACT) {
			s->marker[space] &= (uint8_t)~TC_MARKER_FLAG_NO_ACT;
			tc_tell_no_act_off(ev, TC_NA_1, TC_SPACE(space));
		}
	tc_end_lasting(s, ev);
	for (int leader = 0; leader < TC_LEADERS; leader++)
		s->leader_flags[leader] &= (uint8_t)~TC_LEADER_FLAG_IDLE;
	tc_leaders_leave(s, ev);
	tc_tsar_turn_ends(s, ev);
	s->this_turn = 0;
	if (s->passive == TC_PASSIVITY_NOW)
		s->passive = tc_politics_over(s) ? TC_PASSIVITY_NONE : TC_PASSIVITY_NEXT;
	tc_tell_turn_over(ev, TC_LG_1, s->turn);
	if (tc_last_turn(s) && tc_tournament(s))
		tc_end_tournament(s, ev);
	else if (tc_last_turn(s))
		tc_finish_game(s, ev);
	else
		tc_goto(s, TC_STEP_TURN_BEGIN);
}

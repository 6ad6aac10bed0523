/* turn.c: the turn from its start to its end, RE-TU-1 to RE-TU-8. */
#include "chapters.h"

static void begin_turn(re_state *s, int seat, ap_events *ev)
{
	re_turn_top(s)->turn = (uint8_t)seat;
	re_turn_top(s)->played = 0;
	re_tell_turn(ev, RE_TU_1, RE_FACTION(seat));
	if (s->faction[seat] == 0)
		re_tell_no_leaders(ev, RE_TU_8, RE_FACTION(seat));
	re_goto(s, RE_STEP_TURN_START);
}

void re_first_turn_run(void *state, ap_events *ev)
{
	re_state *s = state;
	begin_turn(s, re_clockwise(s, re_president_seat(s), 1), ev);
}

/* Discards a card whose effect has ended. `by` is the field with the seat that has played it. */
static void discard_lapsed_card(re_state *s, uint8_t *by, int card, ap_events *ev)
{
	re_tell_lapses(ev, RE_TU_2, RE_FACTION(*by), RE_CARD(card));
	re_add(&s->discard, card);
	*by = RE_NONE;
}

/* RE-TU-2: discards the Disrepute, Scandal and Junket cards that a seat has played. */
static void discard_lapsed_cards_of(re_state *s, int seat, ap_events *ev)
{
	for (int i = 0; i < RE_DISREPUTE_CARD_COUNT; i++)
		if (s->disrepute_by[i] == seat) {
			discard_lapsed_card(s, &s->disrepute_by[i], RE_CARD_DISREPUTE_PARTY + i, ev);
			s->spared[i] = 0;
		}
	for (int i = 0; i < RE_SCANDAL_CARD_COUNT; i++)
		if (s->scandal_by[i] == seat) {
			discard_lapsed_card(s, &s->scandal_by[i], RE_CARD_SCANDAL_A + i, ev);
			s->scandal_on[i] = RE_NONE;
		}
	for (int i = 0; i < RE_JUNKET_CARD_COUNT; i++)
		if (s->junket_by[i] == seat)
			discard_lapsed_card(s, &s->junket_by[i], RE_CARD_JUNKET_A + i, ev);
}

/* RE-OP-14: whoever comes home now is spared from what was played meanwhile. */
void re_turn_start_run(void *state, ap_events *ev)
{
	re_state *s = state;
	int seat = re_turn_of(s);
	discard_lapsed_cards_of(s, seat, ev);
	re_tell_what_was_missed(s, seat, ev);
	re_goto(s, RE_STEP_AILING_ROLLS);
}

/* RE-TU-3: asks chance to draw until the hand is full or the deck is empty. */
void re_refill_run(void *state, ap_events *ev)
{
	(void)ev;
	re_state *s = state;
	if (s->hand_size[re_turn_of(s)] < RE_HAND && !re_deck_is_empty(s))
		ap_ask(s, AP_SEAT(AP_CHANCE));
	else
		re_goto(s, RE_STEP_CRISIS_CARDS);
}

void re_refill_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	seat = re_drawing_seat(s);
	re_draw_to_hand(s, seat, (int)ap_x(a));
	re_tell_card_drawn_to(ev, AP_SEAT(seat), RE_TU_3, RE_FACTION(seat), RE_CARD(ap_x(a)));
	re_tell_card_drawn_hidden_to(ev, (ap_seats)~AP_SEAT(seat), RE_TU_3, RE_FACTION(seat));
	if (ev && re_deck_is_empty(s))
		re_tell_last_card(ev, RE_EN_1, RE_FACTION(seat));
}

/* Asks the seat that has the turn, or goes to the next step if its hand is empty: everybody knows
 * that then. */
static void ask_unless_hand_is_empty(re_state *s, int next)
{
	int seat = re_turn_of(s);
	if (s->hand_size[seat] == 0) {
		s->fresh[seat] = 0;
		re_turn_top(s)->played = 0;
		re_goto(s, next);
	} else {
		ap_ask(s, AP_SEAT(seat));
	}
}

/* RE-TU-4 */
void re_crisis_cards_run(void *state, ap_events *ev)
{
	(void)ev;
	ask_unless_hand_is_empty(state, RE_STEP_MANDATE_CARDS);
}

/* Adds an action for each card that the seat must play, or RE_VERB_GO_ON if it has none. */
static void add_forced_actions(const re_state *s, int seat, int verb, re_set kinds, ap_list *out)
{
	re_set forced = re_intersection(s->hand[seat], kinds);
	if (re_is_empty(forced))
		ap_add(out, ap_act(RE_VERB_GO_ON, 0, 0));
	else
		re_add_card_actions(out, verb, forced);
}

static bool is_forced_action_allowed(
	const re_state *s, int seat, int verb, re_set kinds, ap_action a)
{
	re_set forced = re_intersection(s->hand[seat], kinds);
	if (ap_verb_of(a) == RE_VERB_GO_ON)
		return re_is_empty(forced);
	return ap_verb_of(a) == (unsigned)verb && re_has(&forced, (int)ap_x(a));
}

void re_crisis_cards_legal(const void *state, int seat, ap_list *out)
{
	add_forced_actions(state, seat, RE_VERB_CRISIS, re_cards_of_kind[RE_KIND_CRISIS], out);
}

uint16_t re_crisis_cards_refuse(const void *state, int seat, ap_action a)
{
	return is_forced_action_allowed(
			   state, seat, RE_VERB_CRISIS, re_cards_of_kind[RE_KIND_CRISIS], a)
		? 0
		: RE_TU_4;
}

void re_crisis_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_turn_frame *f = re_turn_top(state);
	if (ap_verb_of(a) == RE_VERB_CRISIS) {
		f->played++;
		re_open_crisis(state, seat, (int)ap_x(a), ev);
		return;
	}
	re_tell_no_crisis(ev, RE_TU_4, RE_FACTION(seat), f->played);
	f->played = 0;
	re_goto(state, RE_STEP_MANDATE_CARDS);
}

/* RE-TU-5 */
void re_mandate_cards_run(void *state, ap_events *ev)
{
	(void)ev;
	ask_unless_hand_is_empty(state, RE_STEP_CHOICE);
}

void re_mandate_cards_legal(const void *state, int seat, ap_list *out)
{
	add_forced_actions(state, seat, RE_VERB_MANDATE, re_mandates, out);
}

uint16_t re_mandate_cards_refuse(const void *state, int seat, ap_action a)
{
	return is_forced_action_allowed(state, seat, RE_VERB_MANDATE, re_mandates, a) ? 0 : RE_TU_5;
}

void re_mandate_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	re_turn_frame *f = re_turn_top(s);
	if (ap_verb_of(a) == RE_VERB_MANDATE) {
		f->played++;
		re_play_mandate(s, seat, (int)ap_x(a), ev);
		return;
	}
	re_tell_no_mandate(ev, RE_TU_5, RE_FACTION(seat), f->played);
	f->played = 0;
	s->fresh[seat] = 0;
	re_goto(s, RE_STEP_CHOICE);
}

/* RE-TU-6: the seat plays an option or a purge card, discards a card, or does nothing. */
void re_choice_run(void *state, ap_events *ev)
{
	re_state *s = state;
	int seat = re_turn_of(s);
	if (s->hand_size[seat] == 0)
		re_tell_hand_empty(ev, RE_TU_6, RE_FACTION(seat));
	ask_unless_hand_is_empty(s, RE_STEP_TURN_END);
}

void re_choice_legal(const void *state, int seat, ap_list *out)
{
	const re_state *s = state;
	if (s->hand_size[seat] < RE_HAND)
		ap_add(out, ap_act(RE_VERB_PASS, 0, 0));
	re_options_legal_before_purge(s, seat, out);
	re_purge_legal(s, seat, out);
	re_options_legal_after_purge(s, seat, out);
	re_add_card_actions(out, RE_VERB_DISCARD, s->hand[seat]);
}

uint16_t re_choice_refuse(const void *state, int seat, ap_action a)
{
	const re_state *s = state;
	switch (ap_verb_of(a)) {
	case RE_VERB_PASS:
		return s->hand_size[seat] < RE_HAND ? 0 : RE_TU_7;
	case RE_VERB_DISCARD:
		return re_has(&s->hand[seat], (int)ap_x(a)) ? 0 : RE_TU_6;
	case RE_VERB_PURGE:
		return re_purge_refuse(s, seat, a);
	default:
		return re_option_refuse(s, seat, a);
	}
}

void re_choice_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	int card = (int)ap_x(a);
	re_goto(s, RE_STEP_TURN_END);
	switch (ap_verb_of(a)) {
	case RE_VERB_PASS:
		re_tell_nothing_done(ev, RE_TU_6, RE_FACTION(seat));
		break;
	case RE_VERB_DISCARD:
		re_tell_discarded(
			ev, s->hand_size[seat] == RE_HAND ? RE_TU_7 : RE_TU_6, RE_FACTION(seat), RE_CARD(card));
		re_discard_from_hand(s, seat, card);
		break;
	case RE_VERB_PURGE:
		re_lay_purge_card(s, seat, a, ev);
		break;
	default:
		re_play_option(s, seat, a, ev);
	}
}

void re_turn_end_run(void *state, ap_events *ev)
{
	re_state *s = state;
	if (re_deck_is_empty(s))
		re_end_game(s, ev);
	else
		begin_turn(s, re_clockwise(s, re_turn_of(s), 1), ev);
}

/* windows.c: who is asked for a Secret card between two turns and at the Airport, AB-SE-1, and whom
 * it is worth asking. */
#include "chapters.h"

/* ---- The call: who wants to play ---------------------------------------------------------------
 */

/* Returns the window that follows this one, without another call; AB_NONE if none does. */
static int window_after(int window)
{
	return window == AB_WINDOW_AFTER_MOVEMENT ? AB_WINDOW_QUIET : AB_NONE;
}

void ab_call_window(ab_state *s, int window)
{
	assert(window == AB_WINDOW_AFTER_MOVEMENT || window == AB_WINDOW_AIRPORT);
	ab_window_frame_of(ab_call(s, AB_STEP_WINDOW_CALL))->window = (uint8_t)window;
}

/* All that have a card are called, if one may be played in this window or in the one that follows.
 * At the Airport the seat whose diplomat it is is not. */
ap_seats ab_called_in(const ab_state *s, int window)
{
	int next = window_after(window);
	bool open = ab_window_is_open(s, window) || (next != AB_NONE && ab_window_is_open(s, next));
	ap_seats seats = 0;
	for (int seat = 0; seat < s->head.players && open; seat++)
		if (s->hand[seat] != AB_NONE && (window != AB_WINDOW_AIRPORT || seat != ab_turn_of(s)))
			seats |= AP_SEAT(seat);
	return seats;
}

/* All are asked at once and in secret, so that nobody has to wait for those who have nothing to
 * play, and nobody can tell who they are. */
void ab_window_call_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_window_frame *f = ab_window_top(s);
	(void)ev;
	f->called = (uint8_t)ab_called_in(s, f->window);
	if (f->called)
		ap_ask(s, f->called);
	else
		ap_end(s);
}

/* ---- How the next turn begins ------------------------------------------------------------------
 */

/* The seat whose turn comes next need not wait for the others: it may say in secret how it begins.
 * That counts if nobody wants to play a card. */
bool ab_may_begin(const ab_state *s, int seat)
{
	return ab_window_peek(s)->window == AB_WINDOW_AFTER_MOVEMENT && seat == ab_next_turn(s);
}

ap_action ab_beginning(const ab_state *s)
{
	int seat = ab_next_turn(s), pawn = s->opener, to = s->opens_to;
	if (s->answer[seat] == AB_ANSWER_KEEPS)
		return ap_act(AB_VERB_KEEP, 0, 0);
	if (s->answer[seat] == AB_ANSWER_DISCARDS)
		return ap_act(AB_VERB_DISCARD, s->hand[seat], 0);
	if (s->answer[seat] != AB_ANSWER_SETS_OUT)
		return AP_NO_ACTION;
	int way = ab_way_to(s, pawn, to);
	return ab_step_destination(s, pawn, way) == to
		? ap_act(AB_VERB_MOVE, (unsigned)pawn, (unsigned)way)
		: ap_act(AB_VERB_WALK, (unsigned)pawn, (unsigned)to);
}

void ab_note_beginning(ab_state *s, ap_action a)
{
	int pawn = (int)ap_x(a), y = (int)ap_y(a);
	uint8_t *answer = &s->answer[ab_next_turn(s)];
	if (ap_verb_of(a) == AB_VERB_KEEP || ap_verb_of(a) == AB_VERB_DISCARD) {
		*answer = ap_verb_of(a) == AB_VERB_KEEP ? AB_ANSWER_KEEPS : AB_ANSWER_DISCARDS;
		return;
	}
	*answer = AB_ANSWER_SETS_OUT;
	s->opener = (uint8_t)pawn;
	s->opens_to = (uint8_t)(ap_verb_of(a) == AB_VERB_WALK ? y : ab_step_destination(s, pawn, y));
}

static void forget_beginning(ab_state *s)
{
	s->opener = AB_NONE;
	s->opens_to = 0;
}

void ab_forget_answers(ab_state *s)
{
	memset(s->answer, 0, sizeof s->answer);
	forget_beginning(s);
}

/* ---- What is answered --------------------------------------------------------------------------
 */

void ab_window_call_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	ap_add(out, ap_act(AB_VERB_PASS, 0, 0));
	if (s->answer[seat] != AB_ANSWER_NONE)
		return;
	if (ab_may_begin(s, seat)) {
		ab_state then = ab_at_next_turn(s);
		ab_secret_legal(&then, seat, out);
	}
	ap_add(out, ap_act(AB_VERB_WISH, 0, 0));
}

uint16_t ab_window_call_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	if (ap_verb_of(a) == AB_VERB_PASS)
		return 0;
	if (s->answer[seat] != AB_ANSWER_NONE)
		return AB_SE_1;
	if (ap_verb_of(a) == AB_VERB_WISH)
		return 0;
	if (!ab_may_begin(s, seat))
		return AB_SE_1;
	ab_state then = ab_at_next_turn(s);
	return ab_secret_refuse(&then, seat, a);
}

/* Nobody can tell from who is still asked who has said more: whoever does is asked until he passes
 * like all others. */
void ab_window_call_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	(void)ev;
	if (ap_verb_of(a) == AB_VERB_PASS || ap_verb_of(a) == AB_VERB_SEAL)
		return;
	if (ap_verb_of(a) == AB_VERB_WISH)
		s->answer[seat] = AB_ANSWER_CARD;
	else
		ab_note_beginning(s, a);
	ap_top(s)->asked |= AP_SEAT(seat);
}

void ab_window_call_close(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_window_frame *f = ab_window_top(s);
	ap_action begins = ab_beginning(s);
	f->called = f->wishing = f->asked_so_far = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->answer[seat] == AB_ANSWER_CARD) {
			f->wishing |= (uint8_t)AP_SEAT(seat);
			ab_tell_wishes(ev, AB_SE_1, AB_POWER(seat));
		}
		s->answer[seat] = AB_ANSWER_NONE;
	}
	forget_beginning(s);
	if (!f->wishing && f->window == AB_WINDOW_AFTER_MOVEMENT)
		ab_turn_frame_of(&s->head.stack[0])->announced = begins;
	ab_goto(s, AB_STEP_WINDOW);
}

bool ab_window_call_unseal(void *state, int seat)
{
	ab_state *s = state;
	const ab_window_frame *f = ab_window_peek(s);
	bool passed = f->called & ~f->asked & AP_SEAT(seat);
	bool said_more = s->answer[seat] != AB_ANSWER_NONE;
	if (s->answer[seat] == AB_ANSWER_SETS_OUT)
		forget_beginning(s);
	s->answer[seat] = AB_ANSWER_NONE;
	return passed || said_more;
}

/* ---- Those who want to play --------------------------------------------------------------------
 */

/* Returns the next seat that wants to play its card in the window on top; AB_NONE if there is none
 * left. */
static int next_in_window(ab_state *s)
{
	ab_window_frame *f = ab_window_top(s);
	if (!f->wishing || !ab_window_is_open(s, f->window))
		return AB_NONE;
	while (f->asked_so_far < s->head.players) {
		int seat = ab_clockwise(s, ab_turn_of(s), f->asked_so_far++);
		if ((f->wishing & AP_SEAT(seat)) && s->hand[seat] != AB_NONE)
			return seat;
	}
	return AB_NONE;
}

/* Movement cards come first, then briefcase cards. */
void ab_window_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_window_frame *f = ab_window_top(s);
	int seat = next_in_window(s), next = window_after(f->window);
	if (seat == AB_NONE && next != AB_NONE) {
		bool asked = ab_window_is_open(s, f->window);
		f->window = (uint8_t)next;
		f->asked_so_far = 0;
		seat = next_in_window(s);
		if (seat != AB_NONE && asked)
			ab_tell_movement_cards_over(ev, AB_SE_1);
	}
	if (seat == AB_NONE)
		ap_end(s);
	else
		ap_ask(s, AP_SEAT(seat));
}

/* ---- Whom it is worth asking -------------------------------------------------------------------
 */

static bool knows_the_street(const ab_state *s, int seat)
{
	for (int pawn = 0; pawn < ab_pawn_count(s); pawn++)
		if (ab_is_loaded(s, pawn) && ab_on_street(s, pawn) && !(s->known_to[pawn] & AP_SEAT(seat)))
			return false;
	return true;
}

/* A Ballot always matters. A Leak can wait for a quiet moment, and Plates for the next step. */
static bool special_hardly_matters(const ab_state *s, int effect)
{
	return effect == AB_EFFECT_PLATES ||
		(effect == AB_EFFECT_LEAK && !ab_in_window(s, AB_WINDOW_QUIET));
}

/* Returns whether a seat that is asked for its card would hardly ever play it now. */
static bool card_hardly_matters(const ab_state *s, int seat)
{
	int step = ap_step_of(s), effect = s->hand[seat];
	if (!ab_is_window(step) || effect == AB_NONE)
		return false;
	if (ab_is_special(effect))
		return special_hardly_matters(s, effect);
	if (step != AB_STEP_WINDOW)
		return false;
	if (ab_family_of(effect) == AB_FAMILY_MOVEMENT)
		return ab_goes_back(effect) == (seat == ab_turn_of(s));
	bool look = effect == AB_EFFECT_X_RAY || effect == AB_EFFECT_CUSTOMS_CHECK;
	return look && knows_the_street(s, seat);
}

ab_state ab_asked_in_window(const ab_state *s, int window, int seat)
{
	assert(ap_step_of(s) == AB_STEP_WINDOW_CALL);
	ab_state then = *s;
	ab_goto(&then, AB_STEP_WINDOW);
	ab_window_top(&then)->window = (uint8_t)window;
	ap_ask(&then, AP_SEAT(seat));
	return then;
}

ab_state ab_asked_for_immunity(const ab_state *s, int seat)
{
	assert(ap_step_of(s) == AB_STEP_PRESSURE_ALLIES);
	ab_state then = *s;
	ab_goto(&then, AB_STEP_PRESSURE_IMMUNITY);
	ap_ask(&then, AP_SEAT(seat));
	return then;
}

/* Returns whether a seat that is called would hardly ever play its card in any window to come. The
 * next one can begin its turn. */
static bool wish_hardly_matters(const ab_state *s, int seat)
{
	ap_action plays[AP_MAX_LEGAL];
	if (ab_may_begin(s, seat))
		return false;
	for (int window = ab_window_peek(s)->window; window != AB_NONE; window = window_after(window)) {
		ab_state then = ab_asked_in_window(s, window, seat);
		ap_list list = {plays, 0};
		ab_add_card_plays(&then, seat, &list);
		if (list.count > 0 && !card_hardly_matters(&then, seat))
			return false;
	}
	return true;
}

/* Players rarely help another power's diplomat forward, hold their own diplomat back, or look at
 * briefcases that they know. To press is never held back, nor is a pressure that has been
 * announced: those who could join think about it under seal, and who answers at once would show
 * what he has not in his hand. */
bool ab_hardly_matters(const void *view, int seat)
{
	return ap_step_of(view) == AB_STEP_WINDOW_CALL ? wish_hardly_matters(view, seat)
												   : card_hardly_matters(view, seat);
}

/* camps.c: a pressure from its announcement to its losses, AB-PR-3 to AB-PR-9. */
#include "chapters.h"

/* ---- The pressure that is going on ----------------------------------------------------------- */

const ab_pressure_frame *ab_pressure_under_way(const ab_state *s)
{
	for (int i = s->head.depth - 1; i > 0; i--) {
		int step = s->head.stack[i].step;
		if (step >= AB_STEP_PRESSURE_IMMUNITY && step <= AB_STEP_PRESSURE_LOSSES)
			return ab_pressure_frame_in(&s->head.stack[i]);
	}
	return NULL;
}

int ab_pressed(const ab_state *s)
{
	const ab_pressure_frame *f = ab_pressure_under_way(s);
	return f ? f->bearer : AB_NONE;
}

int ab_presser(const ab_state *s)
{
	const ab_pressure_frame *f = ab_pressure_under_way(s);
	return f ? f->presser : AB_NONE;
}

ap_seats ab_attackers(const ab_state *s)
{
	const ab_pressure_frame *f = ab_pressure_under_way(s);
	return f ? f->attackers : 0;
}

/* Returns the space of the pressure whose frame is on top. */
static int space_of(const ab_state *s)
{
	return s->place[ab_pressure_peek(s)->bearer];
}

int ab_strength(const ab_state *s, int side, int bearer, ap_seats attackers)
{
	assert(bearer >= 0 && bearer < ab_pawn_count(s) && side >= 0 && side < AB_SIDE_COUNT);
	const ab_pressure_frame *f = ab_pressure_under_way(s);
	ap_seats seats = side == AB_SIDE_ATTACK ? attackers : AP_SEAT(ab_owner_of(bearer));
	return ab_pawns_of(s, seats, s->place[bearer]) + (f ? f->bonus[side] - f->malus[side] : 0);
}

bool ab_opens(int attack, int defence)
{
	return attack > defence;
}

void ab_add_strength(ab_state *s, int side, int change)
{
	ab_pressure_frame *f = ab_pressure_top(s);
	assert(side >= 0 && side < AB_SIDE_COUNT);
	if (change > 0)
		f->bonus[side] = (uint8_t)(f->bonus[side] + change);
	else
		f->malus[side] = (uint8_t)(f->malus[side] - change);
}

/* ---- How a pressure ends --------------------------------------------------------------------- */

/* Without a nuclear briefcase the game ends, but only when all have paid, AB-EN-2. */
static void end_pressure(ab_state *s, ap_events *ev)
{
	ap_end(s);
	if (ab_cases_left(s, AB_KIND_NUCLEAR) > 0)
		return;
	ab_tell_no_nuclear(ev, AB_EN_2);
	ab_end_game(s, AB_REASON_NO_NUCLEAR, AB_NONE, ev);
}

/* The attackers may not press this bearer again in this space, nor any other of his power there in
 * this turn, AB-PR-6. All others may, and are asked again. */
void ab_fail_pressure(ab_state *s, ap_events *ev)
{
	const ab_pressure_frame *f = ab_pressure_top(s);
	int bearer = f->bearer, owner = ab_owner_of(bearer);
	ab_tell_fails(ev, AB_PR_6, AB_DIPLOMAT(bearer));
	for (int seat = 0; seat < s->head.players; seat++)
		if (f->attackers & AP_SEAT(seat))
			ab_tell_barred(ev, AB_PR_6, AB_POWER(seat), AB_DIPLOMAT(bearer), AB_POWER(owner));
	s->barred[bearer] |= f->attackers;
	s->spared[owner][s->place[bearer]] |= f->attackers;
	s->asked_at[bearer] = 0;
	end_pressure(s, ev);
}

/* ---- Immunity -------------------------------------------------------------------------------- */

/* Asks each seat that wants to play a card, AB-SC-14. */
void ab_pressure_immunity_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_pressure_frame *f = ab_pressure_top(s);
	(void)ev;
	while (ab_still_out(s, AB_EFFECT_IMMUNITY) && f->immunity_asked < s->head.players) {
		int seat = ab_clockwise(s, ab_turn_of(s), f->immunity_asked++);
		if ((f->called & AP_SEAT(seat)) && s->hand[seat] != AB_NONE) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
	}
	f->immunity_asked = (uint8_t)s->head.players;
	f->called = 0;
	ab_goto(s, AB_STEP_PRESSURE_ALLIES);
}

/* ---- Allies, AB-PR-3 ------------------------------------------------------------------------- */

ap_seats ab_possible_allies(const ab_state *s, int bearer, int presser)
{
	ap_seats allies = ab_who_may_press(s, bearer);
	return presser == AB_NONE ? allies : allies & (ap_seats)~AP_SEAT(presser);
}

/* Returns whether all can see that somebody with a card may hold Immunity, and has not been asked
 * for it. */
static bool calls_for_immunity(const ab_state *s, const ab_pressure_frame *f)
{
	return f->immunity_asked == 0 && ab_still_out(s, AB_EFFECT_IMMUNITY);
}

ap_seats ab_asked_when_announced(const ab_state *s, const ab_pressure_frame *f)
{
	ap_seats seats = ab_possible_allies(s, f->bearer, f->presser);
	for (int seat = 0; seat < s->head.players; seat++)
		if (calls_for_immunity(s, f) && s->hand[seat] != AB_NONE)
			seats |= AP_SEAT(seat);
	return seats;
}

bool ab_may_call_for_immunity(const ab_state *s, int seat)
{
	return calls_for_immunity(s, ab_pressure_peek(s)) && s->hand[seat] != AB_NONE;
}

static bool may_join(const ab_state *s, const ab_pressure_frame *f, int seat)
{
	return ab_possible_allies(s, f->bearer, f->presser) & AP_SEAT(seat);
}

static void go_on_without_allies(ab_state *s, ap_events *ev)
{
	ab_tell_alone(ev, AB_PR_3, AB_POWER(ab_pressure_top(s)->presser));
	ab_goto(s, AB_STEP_PRESSURE_CARDS);
}

/* Who could join and who has a card are asked at once, so that nobody waits for the others. */
void ab_pressure_allies_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_pressure_frame *f = ab_pressure_top(s);
	f->called = (uint8_t)ab_asked_when_announced(s, f);
	if (f->called)
		ap_ask(s, f->called);
	else
		go_on_without_allies(s, ev);
}

/* Each gives one answer, in which nobody can see whether he joins or wants to play his card.
 * Whoever wants to is asked whether he joins when that is done. */
void ab_pressure_allies_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	bool joins = may_join(s, ab_pressure_peek(s), seat);
	if (joins) {
		ap_add(out, ap_act(AB_VERB_ANSWER, AB_ANSWER_JOIN, 0));
		ap_add(out, ap_act(AB_VERB_ANSWER, AB_ANSWER_NEUTRAL, 0));
	}
	if (ab_may_call_for_immunity(s, seat))
		ap_add(out, ap_act(AB_VERB_ANSWER, AB_ANSWER_CARD, 0));
	if (!joins)
		ap_add(out, ap_act(AB_VERB_ANSWER, AB_ANSWER_QUIET, 0));
}

bool ab_may_answer(const ab_state *s, int seat, int answer)
{
	bool joins = may_join(s, ab_pressure_peek(s), seat);
	switch (answer) {
	case AB_ANSWER_JOIN:
	case AB_ANSWER_NEUTRAL:
		return joins;
	case AB_ANSWER_CARD:
		return ab_may_call_for_immunity(s, seat);
	default:
		return answer == AB_ANSWER_QUIET && !joins;
	}
}

uint16_t ab_pressure_allies_refuse(const void *state, int seat, ap_action a)
{
	bool answers = ap_verb_of(a) == AB_VERB_ANSWER;
	if (answers && ap_x(a) == AB_ANSWER_CARD)
		return ab_may_answer(state, seat, AB_ANSWER_CARD) ? 0 : AB_SC_14;
	return answers && ab_may_answer(state, seat, (int)ap_x(a)) ? 0 : AB_PR_3;
}

void ab_pressure_allies_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	(void)ev;
	s->answer[seat] = (uint8_t)ap_x(a);
}

/* Returns the seats that want to play a card, and tells who they are. */
static ap_seats take_wishes(const ab_state *s, ap_events *ev)
{
	ap_seats wishing = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->answer[seat] != AB_ANSWER_CARD)
			continue;
		wishing |= AP_SEAT(seat);
		ab_tell_wishes(ev, AB_SC_14, AB_POWER(seat));
	}
	return wishing;
}

/* If somebody wants to play a card, what has been answered about joining is not shown, and asked
 * again if the pressure goes on. */
void ab_pressure_allies_close(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_pressure_frame *f = ab_pressure_top(s);
	f->called = (uint8_t)take_wishes(s, ev);
	for (int seat = 0; seat < s->head.players && !f->called; seat++) {
		if (s->answer[seat] == AB_ANSWER_JOIN) {
			f->attackers |= (uint8_t)AP_SEAT(seat);
			ab_tell_camp_joins(ev, AB_PR_3, AB_POWER(seat), ab_pawns_in(s, seat, space_of(s)));
		} else if (s->answer[seat] == AB_ANSWER_NEUTRAL) {
			ab_tell_camp_neutral(ev, AB_PR_3, AB_POWER(seat));
		}
	}
	memset(s->answer, 0, sizeof s->answer);
	if (f->called)
		ab_goto(s, AB_STEP_PRESSURE_IMMUNITY);
	else if (ab_possible_allies(s, f->bearer, f->presser))
		ab_goto(s, AB_STEP_PRESSURE_CARDS);
	else
		go_on_without_allies(s, ev);
}

bool ab_pressure_allies_unseal(void *state, int seat)
{
	ab_state *s = state;
	const ap_frame *f = ap_peek(s);
	bool asked = (f->step == AB_STEP_STOP_ASK ? ab_stop_peek(s)->asked_to_press
											  : ab_pressure_peek(s)->called) &
		AP_SEAT(seat);
	bool answered = (asked && !(f->asked & AP_SEAT(seat))) || s->answer[seat] != AB_ANSWER_NONE;
	s->answer[seat] = AB_ANSWER_NONE;
	return answered;
}

/* ---- Cards and the count --------------------------------------------------------------------- */

/* Asks the seats clockwise from the presser, until all have passed one after another, AB-PR-4. */
void ab_pressure_cards_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_pressure_frame *f = ab_pressure_top(s);
	while (ab_pressure_cards_out(s) && f->passes < s->head.players) {
		int seat = ab_clockwise(s, f->presser, f->next_player);
		f->next_player = (uint8_t)((f->next_player + 1) % s->head.players);
		if (s->hand[seat] != AB_NONE && ab_pawns_in(s, seat, space_of(s)) > 0) {
			ap_ask(s, AP_SEAT(seat));
			return;
		}
		f->passes++;
	}
	ab_tell_cards_done(ev, AB_PR_4, AB_DIPLOMAT(f->bearer));
	ab_goto(s, AB_STEP_PRESSURE_RESULT);
}

/* Compares the two sides, AB-PR-5. */
void ab_pressure_result_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	const ab_pressure_frame *f = ab_pressure_top(s);
	int bearer = f->bearer, space = s->place[bearer];
	int attack = ab_strength(s, AB_SIDE_ATTACK, bearer, f->attackers);
	int defence = ab_strength(s, AB_SIDE_DEFENCE, bearer, f->attackers);
	int attackers = ab_pawns_of(s, f->attackers, space);
	int defenders = ab_pawns_in(s, ab_owner_of(bearer), space);
	ab_tell_count(ev, AB_PR_5, attack, defence, attackers, defenders, attack - attackers,
		defence - defenders);
	if (ab_opens(attack, defence))
		ab_call_reveal(s, bearer, AB_SHOWING_PRESSED);
	else
		ab_fail_pressure(s, ev);
}

void ab_pressure_opened(ab_state *s, int kind, ap_events *ev)
{
	assert(ap_step_of(s) == AB_STEP_PRESSURE_RESULT);
	if (kind == AB_KIND_TOURIST)
		ab_goto(s, AB_STEP_PRESSURE_LOSSES);
	else
		end_pressure(s, ev);
}

/* ---- Losses, AB-PR-7 ------------------------------------------------------------------------- */

static int first_pawn_in(const ab_state *s, int seat, int space)
{
	int pawn = ab_first_pawn(seat);
	while (s->place[pawn] != space)
		pawn++;
	return pawn;
}

/* Each attacker in turn loses a diplomat, beginning with the presser. A seat with only one
 * diplomat in the space has no choice. This runs again after each loss, because a briefcase or a
 * Secret card may have to be shown first. */
void ab_pressure_losses_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_pressure_frame *f = ab_pressure_top(s);
	int space = space_of(s);
	while (f->losses_taken < s->head.players) {
		int seat = ab_clockwise(s, f->presser, f->losses_taken++);
		if (!(f->attackers & AP_SEAT(seat)))
			continue;
		if (ab_pawns_in(s, seat, space) > 1)
			ap_ask(s, AP_SEAT(seat));
		else
			ab_lose_pawn(s, first_pawn_in(s, seat, space), ev);
		return;
	}
	end_pressure(s, ev);
}

void ab_pressure_losses_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	for (int pawn = ab_first_pawn(seat); pawn < ab_first_pawn(seat + 1); pawn++)
		if (s->place[pawn] == space_of(s))
			ap_add(out, ap_act(AB_VERB_LOSE, (unsigned)pawn, 0));
}

uint16_t ab_pressure_losses_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	bool took_part = ap_verb_of(a) == AB_VERB_LOSE && ab_owner_of((int)ap_x(a)) == seat &&
		s->place[ap_x(a)] == space_of(s);
	return took_part ? 0 : AB_PR_7;
}

void ab_pressure_losses_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	ab_lose_pawn(state, (int)ap_x(a), ev);
}

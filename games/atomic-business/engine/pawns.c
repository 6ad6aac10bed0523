/* pawns.c: diplomats and briefcases, and how they leave the game. */
#include "chapters.h"

/* ---- Counting -------------------------------------------------------------------------------- */

int ab_diplomats_each(const ab_state *s)
{
	return s->head.option[AB_OPTION_DIPLOMATS] == AB_DIPLOMATS_4 ? AB_DIPLOMATS_EACH - 1
																 : AB_DIPLOMATS_EACH;
}

bool ab_in_game(const ab_state *s, int pawn)
{
	assert(pawn >= 0 && pawn < AB_DIPLOMATS);
	return pawn < ab_pawn_count(s) && pawn % AB_DIPLOMATS_EACH < ab_diplomats_each(s);
}

int ab_pawns_of(const ab_state *s, ap_seats seats, int space)
{
	int count = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (seats & AP_SEAT(seat))
			count += ab_pawns_in(s, seat, space);
	return count;
}

int ab_reserve_size(const ab_state *s)
{
	return ab_cases_left(s, AB_KIND_NUCLEAR) + ab_cases_left(s, AB_KIND_TOURIST) -
		ap_count_bits(ab_bearers(s));
}

int ab_reserve_of(const ab_state *s, int kind)
{
	return ab_cases_left(s, kind) -
		ap_count_bits(ap_equal_bytes(s->load, AB_DIPLOMATS, (uint8_t)kind));
}

/* ---- Showing a briefcase to all -------------------------------------------------------------- */

/* The `run` function of all steps that only ask chance. */
void ab_chance_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

/* A separate action of chance shows the briefcase, so that the record as one seat sees it
 * contains all that this seat learns. Chance has only one answer. */
void ab_call_reveal(ab_state *s, int pawn, int why)
{
	assert(ab_is_loaded(s, pawn));
	ab_reveal_frame *f = ab_reveal_frame_of(ab_call(s, AB_STEP_REVEAL));
	f->bearer = (uint8_t)pawn;
	f->why = (uint8_t)why;
}

void ab_reveal_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	(void)seat;
	ap_add(out, ap_act(AB_VERB_OPEN, s->load[ab_reveal_peek(s)->bearer], 0));
}

uint16_t ab_reveal_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	(void)seat;
	bool true_kind = ap_x(a) == s->load[ab_reveal_peek(s)->bearer];
	return ap_verb_of(a) == AB_VERB_OPEN && true_kind ? 0 : AB_PR_9;
}

/* Takes a briefcase out of the game by this clause. */
static void case_goes(ab_state *s, int pawn, int clause, ap_events *ev)
{
	ab_tell_case_out(ev, clause, AB_DIPLOMAT(pawn), AB_KIND(s->load[pawn]));
	s->gone[s->load[pawn]]++;
	s->load[pawn] = AB_NONE;
	s->known_to[pawn] = s->barred[pawn] = s->asked_at[pawn] = 0;
	s->idle = 0;
}

/* A tourist briefcase leaves the game at home, AB-PA-3. A nuclear briefcase wins the game,
 * AB-EN-1. */
static void bring_home(ab_state *s, int pawn, bool nuclear, ap_events *ev)
{
	int seat = ab_owner_of(pawn);
	ab_put_pawn(s, pawn, AB_SPACE_HOME);
	if (!nuclear) {
		ab_tell_tourist_home(ev, AB_PA_3, AB_POWER(seat), AB_DIPLOMAT(pawn));
		case_goes(s, pawn, AB_PA_3, ev);
		return;
	}
	ab_tell_nuclear_home(ev, AB_EN_1, AB_POWER(seat), AB_DIPLOMAT(pawn));
	s->gone[AB_KIND_NUCLEAR]++;
	s->load[pawn] = AB_NONE;
	s->known_to[pawn] = 0;
	ab_end_game(s, AB_REASON_VICTORY, seat, ev);
}

static void remove_pawn(ab_state *s, int pawn, ap_events *ev);

void ab_reveal_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int pawn = ab_reveal_top(s)->bearer, why = ab_reveal_top(s)->why;
	bool nuclear = ap_x(a) == AB_KIND_NUCLEAR;
	(void)seat;
	ap_end(s);
	switch (why) {
	case AB_SHOWING_FLOWN:
		bring_home(s, pawn, nuclear, ev);
		break;
	case AB_SHOWING_PRESSED:
		if (nuclear)
			ab_tell_opened_nuclear(ev, AB_PR_8, AB_DIPLOMAT(pawn));
		else
			ab_tell_opened_tourist(ev, AB_PR_7, AB_DIPLOMAT(pawn));
		case_goes(s, pawn, AB_PR_9, ev);
		ab_pressure_opened(s, (int)ap_x(a), ev);
		break;
	default:
		case_goes(s, pawn, AB_PR_7, ev);
		remove_pawn(s, pawn, ev);
	}
}

/* ---- Losing a diplomat ----------------------------------------------------------------------- */

static bool everybody_is_out(const ab_state *s)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (!ab_is_out(s, seat))
			return false;
	return true;
}

/* Removes a pawn. A power without diplomats is out, AB-TU-5, and without any power the game
 * ends, AB-EN-3. */
static void remove_pawn(ab_state *s, int pawn, ap_events *ev)
{
	int seat = ab_owner_of(pawn);
	ab_put_pawn(s, pawn, AB_SPACE_REMOVED);
	if (!ab_is_out(s, seat))
		return;
	ab_tell_out(ev, AB_TU_5, AB_POWER(seat));
	ab_end_ballot(s, seat, ev);
	if (everybody_is_out(s)) {
		ab_tell_no_diplomats(ev, AB_EN_3);
		ab_end_game(s, AB_REASON_NO_DIPLOMATS, AB_NONE, ev);
	} else if (s->hand[seat] != AB_NONE) {
		ab_leaver_frame_of(ab_call(s, AB_STEP_GO_OUT))->who = (uint8_t)seat;
	}
}

/* The briefcase of a lost diplomat is shown before he is removed, AB-PR-7. */
void ab_lose_pawn(ab_state *s, int pawn, ap_events *ev)
{
	assert(pawn >= 0 && pawn < ab_pawn_count(s) && s->place[pawn] != AB_SPACE_REMOVED);
	ab_tell_loses(ev, AB_PR_7, AB_POWER(ab_owner_of(pawn)), AB_DIPLOMAT(pawn));
	if (ab_is_loaded(s, pawn))
		ab_call_reveal(s, pawn, AB_SHOWING_LOST);
	else
		remove_pawn(s, pawn, ev);
}

/* A power that is out discards its Secret card, AB-TU-5. */
void ab_go_out_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(ab_leaver_top(state)->who));
}

void ab_go_out_legal(const void *state, int seat, ap_list *out)
{
	ap_add(out, ap_act(AB_VERB_DISCARD, ((const ab_state *)state)->hand[seat], 0));
}

uint16_t ab_go_out_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	return ap_verb_of(a) == AB_VERB_DISCARD && ap_x(a) == s->hand[seat] ? 0 : AB_TU_5;
}

void ab_go_out_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_tell_discards(ev, AB_TU_5, AB_POWER(seat), AB_EFFECT(ap_x(a)));
	ab_discard_hand(state, seat);
	ap_end(state);
}

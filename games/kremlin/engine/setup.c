/* setup.c: the set-up: Nestor is Party Chief, twelve politicians are dealt, ten numbers are
 * written: KR-SU-1 to KR-SU-4, KR-AD-3. */
#include "chapters.h"

/* ---- Options, KR-AD-9 ------------------------------------------------------------------------ */

/* Without cards nobody is protected, and nobody refuses leave. */
bool kr_setup_sound(const ap_setup *setup)
{
	assert(setup);
	return kr_options_bring_cards(setup->option) ||
		setup->option[KR_OPTION_LEAVE] == KR_LEAVE_CYCLE;
}

/* ---- Twelve politicians, KR-SU-2 ------------------------------------------------------------- */

int kr_deal_place(const kr_state *s)
{
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++)
		if (s->holder[post] == KR_NONE)
			return post;
	return kr_candidates(s) < KR_CANDIDATE_PLACES ? KR_PLACE_CANDIDATES : KR_NONE;
}

/* KR-AD-9: tells where a table has chosen otherwise than the version says. */
static void tell_cards(const kr_state *s, ap_events *ev)
{
	if (kr_has_cards(s) && !kr_advanced(s))
		kr_tell_cards_added(ev, KR_AD_9);
	else if (kr_advanced(s) && !kr_has_cards(s))
		kr_tell_cards_left_out(ev, KR_AD_9);
}

void kr_deal_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int place = kr_deal_place(s);
	if (place == KR_NONE) {
		kr_goto(s, kr_has_cards(s) ? KR_STEP_DEAL_CARDS : KR_STEP_WRITE);
		return;
	}
	if (place == KR_PLACE_KGB) {
		kr_tell_set_up(ev, KR_SU_1, KR_POLITICIAN(KR_NESTOR));
		tell_cards(s, ev);
	}
	ap_ask(s, AP_SEAT(AP_CHANCE));
}

void kr_deal_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add_many_x(out, ap_act(KR_VERB_DEAL, 0, 0), kr_at(s, KR_PLACE_PEOPLE));
}

uint16_t kr_deal_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	return ap_verb_of(a) == KR_VERB_DEAL && s->place[ap_x(a)] == KR_PLACE_PEOPLE ? 0 : KR_SU_2;
}

void kr_deal_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int place = kr_deal_place(s);
	(void)seat;
	kr_tell_dealt(ev, KR_SU_2, KR_POLITICIAN(ap_x(a)), KR_PLACE(place));
	kr_put(s, (int)ap_x(a), place, ev);
}

/* ---- Three Intrigue cards each, KR-AD-3 ------------------------------------------------------ */

int kr_card_receiver(const kr_state *s)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand_size[seat] < KR_CARDS_EACH)
			return seat;
	return KR_NONE;
}

void kr_deal_cards_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (kr_card_receiver(s) == KR_NONE)
		kr_goto(s, KR_STEP_WRITE);
	else
		ap_ask(s, AP_SEAT(AP_CHANCE));
}

void kr_deal_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	(void)seat;
	kr_deal_card(s, kr_card_receiver(s), (int)ap_x(a), ev);
}

/* ---- Ten numbers, KR-SU-3, KR-SU-4 ----------------------------------------------------------- */

kr_politician_set kr_written_on(const kr_state *s, int seat)
{
	assert(kr_is_seat(s, seat));
	return (kr_politician_set)ap_differing_bytes(s->sheet[seat], KR_POLITICIANS, 0, 15);
}

int kr_written_count(const kr_state *s, int seat)
{
	return ap_count_bits(kr_written_on(s, seat));
}

void kr_write_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	ap_ask(s, kr_all_seats(s));
}

void kr_write_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	unsigned number = (unsigned)(KR_NUMBERS - kr_written_count(s, seat));
	kr_politician_set closed = kr_written_on(s, seat) | (kr_advanced(s) ? 0 : kr_bit(KR_NESTOR));
	if (number == 0)
		ap_add(out, ap_act(KR_VERB_PASS, 0, 0)); /* A pass hands the sheet in. */
	else
		ap_add_many_x(out, ap_act(KR_VERB_WRITE, 0, number), KR_ALL_POLITICIANS & ~closed);
}

uint16_t kr_write_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	int p = (int)ap_x(a), number = KR_NUMBERS - kr_written_count(s, seat);
	if (ap_verb_of(a) != KR_VERB_WRITE)
		return ap_verb_of(a) == KR_VERB_PASS && number == 0 ? 0 : KR_SU_3;
	if (p == KR_NESTOR && !kr_advanced(s))
		return KR_SU_4;
	return number && kr_written(s, seat, p) == 0 && (int)ap_y(a) == number ? 0 : KR_SU_3;
}

void kr_write_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (ap_verb_of(a) == KR_VERB_PASS)
		return;
	assert(ap_y(a) >= 1 && ap_y(a) <= KR_NUMBERS);
	s->sheet[seat][ap_x(a)] = (uint8_t)ap_y(a);
	ap_top(s)->asked |= AP_SEAT(seat);
}

void kr_write_close(void *state, ap_events *ev)
{
	kr_tell_written(ev, KR_SU_3);
	kr_goto(state, KR_STEP_OPENING);
}

bool kr_write_unseal(void *state, int seat)
{
	kr_state *s = state;
	bool any = kr_written_count(s, seat) > 0;
	memset(s->sheet[seat], 0, sizeof s->sheet[seat]);
	return any;
}

void kr_opening_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_set_up_frame *f = kr_set_up_top(s);
	if (f->asked_once) {
		kr_begin_year(s, ev);
		return;
	}
	f->asked_once = 1;
	kr_listen(s, KR_NONE);
}

/* setup.c: Nestor in the chair, twelve politicians dealt, ten numbers written; KR-SU-1 to KR-SU-4.
 */
#include "chapters.h"

void kr_blank(void *state)
{
	kr_state *s = state;
	memset(s->place, PEOPLE, sizeof s->place);
	memset(s->holder, NONE, sizeof s->holder);
	memset(s->order, NONE, sizeof s->order);
	memset(s->card, DECK, sizeof s->card);
	memset(s->intent, NONE, sizeof s->intent);
	memset(s->gift, NONE, sizeof s->gift);
	memset(s->gift_to, NONE, sizeof s->gift_to);
	memset(s->waved, NONE, sizeof s->waved);
	memset(s->waved_for, NONE, sizeof s->waved_for);
	memset(s->guarded, NONE, sizeof s->guarded);
	memset(s->blackmailed, NONE, sizeof s->blackmailed);
	memset(s->chief_blackmail, NONE, sizeof s->chief_blackmail);
	memset(s->pravda, NONE, sizeof s->pravda);
	memset(s->left, ALL_POINTS, s->head.players);
	s->imposed = s->specialist = s->demanded = NONE;
	s->place[NESTOR] = CHIEF; /* KR-SU-1 */
	s->holder[CHIEF] = NESTOR;
	s->sick = kr_bit(NESTOR);
	s->year = s->phase = 1;
	ap_top(s)->step = DEAL;
}

/* ---- Twelve politicians, KR-SU-2 ------------------------------------------------------------- */

/* Where the next one goes; NONE: all are dealt. */
int kr_deal_place(const kr_state *s)
{
	for (int post = KGB; post < POSTS; post++)
		if (s->holder[post] == NONE)
			return post;
	return kr_candidates(s) < CANDIDATE_PLACES ? CANDIDATES : NONE;
}

void kr_deal_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int place = kr_deal_place(s);
	if (place == NONE) {
		ap_goto(s, kr_advanced(s) ? DEAL_CARDS : WRITE);
		return;
	}
	if (place == KGB)
		ap_tell(ev, EV_SET_UP, KR_SU_1, NESTOR);
	ap_ask(s, AP_SEAT(AP_CHANCE));
}

void kr_deal_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	for (int p = 0; p < POLITICIANS; p++)
		if (s->place[p] == PEOPLE)
			ap_add(out, ap_act(V_DEAL, (unsigned)p, 0));
}

uint16_t kr_deal_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	return ap_verb_of(a) == V_DEAL && s->place[ap_x(a)] == PEOPLE ? 0 : KR_SU_2;
}

void kr_deal_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int place = kr_deal_place(s);
	(void)seat;
	ap_tell(ev, EV_DEALT, KR_SU_2, (int16_t)ap_x(a), (int16_t)place);
	kr_put(s, (int)ap_x(a), place, ev);
}

/* ---- Three Intrigue cards each, KR-AD-3 ------------------------------------------------------ */

int kr_card_receiver(const kr_state *s)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand_size[seat] < CARDS_EACH)
			return seat;
	return NONE;
}

void kr_deal_cards_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (kr_card_receiver(s) == NONE)
		ap_goto(s, WRITE);
	else
		ap_ask(s, AP_SEAT(AP_CHANCE));
}

void kr_deal_cards_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	(void)seat;
	kr_drawn(s, kr_card_receiver(s), (int)ap_x(a), ev, true);
}

/* ---- Ten numbers, KR-SU-3, KR-SU-4 ----------------------------------------------------------- */

int kr_written_count(const kr_state *s, int seat)
{
	int count = 0;
	for (int p = 0; p < POLITICIANS; p++)
		count += kr_written(s, seat, p) != 0;
	return count;
}

void kr_write_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	ap_ask(s, kr_table(s));
}

void kr_write_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	unsigned number = (unsigned)(NUMBERS - kr_written_count(s, seat));
	if (number == 0)
		ap_add(out, ap_act(V_PASS, 0, 0)); /* hands it in */
	for (int p = kr_advanced(s) ? 0 : NESTOR + 1; p < POLITICIANS && number; p++)
		if (kr_written(s, seat, p) == 0)
			ap_add(out, ap_act(V_WRITE, (unsigned)p, number));
}

uint16_t kr_write_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	int p = (int)ap_x(a), number = NUMBERS - kr_written_count(s, seat);
	if (ap_verb_of(a) != V_WRITE)
		return ap_verb_of(a) == V_PASS && number == 0 ? 0 : KR_SU_3;
	if (p == NESTOR && !kr_advanced(s))
		return KR_SU_4;
	return number && kr_written(s, seat, p) == 0 && (int)ap_y(a) == number ? 0 : KR_SU_3;
}

void kr_write_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	if (ap_verb_of(a) == V_PASS)
		return;
	s->sheet[seat][ap_x(a)] = (uint8_t)ap_y(a);
	ap_top(s)->asked |= AP_SEAT(seat);
}

void kr_write_close(void *state, ap_events *ev)
{
	ap_tell(ev, EV_WRITTEN, KR_SU_3, 0);
	ap_goto(state, OPENING);
}

bool kr_write_unseal(void *state, int seat)
{
	kr_state *s = state;
	bool any = kr_written_count(s, seat) > 0;
	memset(s->sheet[seat], 0, sizeof s->sheet[seat]);
	return any;
}

/* A first round about nobody, then the first year. */
void kr_opening_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	if (f->v[MORE] == 0) {
		f->v[MORE] = 1;
		kr_listen(s, NONE);
		return;
	}
	kr_clear_locals(s);
	kr_begin_year(s, ev);
}

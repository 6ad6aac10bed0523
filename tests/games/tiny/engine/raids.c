/* raids.c: a raid, the vetoes against it and the vetoes against vetoes, TG-9 to TG-12.
 *
 * Each announcement, a raid or a veto, has a frame. On top of it is a reaction, in which the
 * others are asked. If they veto, the reaction becomes the announcement of their veto, with a
 * new reaction on top. If they do not, the reaction ends, and the announcement is carried out. */
#include "chapters.h"

/* ---- TG-9 ------------------------------------------------------------------------------------ */

void tg_announce_raid(tg_state *s, int seat, int target, int card, ap_events *ev)
{
	assert(target >= 0 && target < s->head.players && target != seat);
	tg_discard(s, seat, card);
	tg_tell_raid(ev, TG_9, TG_SEAT(seat), TG_SEAT(target), TG_CARD(card));
	tg_call(s, TG_STEP_RAID);
	tg_announcement_top(s)->by = (uint8_t)(1 << seat);
	tg_announcement_top(s)->target = (uint8_t)target;
	tg_call(s, TG_STEP_REACT);
}

/* ---- TG-10, TG-11: reactions ----------------------------------------------------------------- */

ap_seats tg_may_veto(const tg_state *s, int frame)
{
	ap_seats seats = 0;
	unsigned by = tg_announcement_frame_in(&s->head.stack[frame])->by;
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand_size[seat] > 0 && !tg_has(by, seat))
			seats |= AP_SEAT(seat);
	return seats;
}

/* An announcement stands unless the frame above it is a veto that stands itself. */
bool tg_stands(const tg_state *s, int frame)
{
	const ap_frame *above = &s->head.stack[frame + 1];
	bool is_vetoed = frame + 1 < s->head.depth && above->step == TG_STEP_VETO;
	return !is_vetoed || !tg_stands(s, frame + 1);
}

void tg_react_run(void *state, ap_events *ev)
{
	(void)ev;
	const tg_state *s = state;
	ap_seats seats = tg_may_veto(s, s->head.depth - 2);
	if (seats)
		ap_ask(state, seats);
	else
		ap_end(state);
}

/* A seat that has chosen a veto can only pass, or take its answer back. */
static unsigned veto_choices(const tg_state *s, int seat)
{
	return s->veto[seat] == TG_NONE ? s->hand[seat] & TG_VETOES : 0;
}

void tg_react_legal(const void *state, int seat, ap_list *out)
{
	tg_add_each(out, TG_VERB_VETO, veto_choices(state, seat));
	ap_add(out, ap_act(TG_VERB_PASS, 0, 0));
}

uint16_t tg_react_refuse(const void *state, int seat, ap_action a)
{
	bool allowed =
		ap_verb_of(a) == TG_VERB_PASS || tg_is_one_of(a, TG_VERB_VETO, veto_choices(state, seat));
	return allowed ? 0 : TG_10;
}

void tg_react_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)ev;
	tg_state *s = state;
	if (ap_verb_of(a) == TG_VERB_PASS)
		return;
	s->veto[seat] = (uint8_t)ap_x(a);
	ap_top(s)->asked |= AP_SEAT(seat); /* the seat has not passed yet */
}

bool tg_react_unseal(void *state, int seat)
{
	tg_state *s = state;
	bool was_asked = tg_may_veto(s, s->head.depth - 2) & AP_SEAT(seat);
	bool has_passed = !(ap_top(s)->asked & AP_SEAT(seat));
	bool was_there = was_asked && (has_passed || s->veto[seat] != TG_NONE);
	s->veto[seat] = TG_NONE;
	return was_there;
}

/* Turns the answers up and returns the seats that have vetoed. */
static unsigned turn_up_answers(tg_state *s, ap_events *ev)
{
	unsigned by = 0;
	ap_seats asked = tg_may_veto(s, s->head.depth - 2);
	for (int seat = 0; seat < s->head.players; seat++) {
		int card = s->veto[seat];
		if (card != TG_NONE) {
			by |= 1u << seat;
			s->veto[seat] = TG_NONE;
			tg_discard(s, seat, card);
			tg_tell_veto(ev, TG_10, TG_SEAT(seat), TG_CARD(card));
		} else if (asked & AP_SEAT(seat)) {
			tg_tell_no_veto(ev, TG_10, TG_SEAT(seat));
		}
	}
	return by;
}

void tg_react_close(void *state, ap_events *ev)
{
	unsigned by = turn_up_answers(state, ev);
	if (!by) {
		ap_end(state);
		return;
	}
	tg_enter(state, TG_STEP_VETO);
	tg_announcement_top(state)->by = (uint8_t)by;
	tg_call(state, TG_STEP_REACT);
}

/* Called when all have reacted to this veto. If it stands, the announcement below is cancelled. */
void tg_veto_run(void *state, ap_events *ev)
{
	bool stands = !tg_announcement_peek(state)->cancelled;
	ap_end(state);
	if (stands) {
		tg_announcement_top(state)->cancelled = 1;
		tg_tell_cancelled(ev, TG_11);
	}
}

/* ---- TG-12: the die -------------------------------------------------------------------------- */

void tg_raid_run(void *state, ap_events *ev)
{
	(void)ev;
	if (tg_announcement_peek(state)->cancelled)
		ap_end(state);
	else
		ap_ask(state, AP_SEAT(AP_CHANCE));
}

enum { ALL_FACES = ((1 << TG_FACES) - 1) << 1 };

void tg_raid_legal(const void *state, int chance, ap_list *out)
{
	(void)state;
	(void)chance;
	tg_add_each(out, TG_VERB_DIE, ALL_FACES);
}

uint16_t tg_raid_refuse(const void *state, int chance, ap_action a)
{
	(void)state;
	(void)chance;
	return tg_is_one_of(a, TG_VERB_DIE, ALL_FACES) ? 0 : TG_12;
}

void tg_raid_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tg_state *s = state;
	int raider = tg_leader(s), target = tg_announcement_peek(s)->target, die = (int)ap_x(a);
	tg_tell_raid_roll(ev, TG_12, TG_SEAT(raider), TG_SEAT(target), die);
	if (die < TG_RAID_NEEDS) {
		tg_tell_raid_fails(ev, TG_12, TG_SEAT(raider), TG_SEAT(target));
		ap_end(s);
		return;
	}
	int coins = s->coins[target] > 0;
	s->coins[target] -= (uint8_t)coins;
	s->coins[raider] += (uint8_t)coins;
	tg_tell_raid_succeeds(ev, TG_12, TG_SEAT(raider), TG_SEAT(target), coins);
	tg_goto(s, TG_STEP_SHOW);
}

/* ---- TG-12: the card that the raider is shown ------------------------------------------------ */

void tg_show_run(void *state, ap_events *ev)
{
	(void)ev;
	const tg_state *s = state;
	if (s->hand_size[tg_announcement_peek(s)->target] == 0)
		ap_end(state);
	else
		ap_ask(state, AP_SEAT(AP_CHANCE));
}

void tg_show_legal(const void *state, int chance, ap_list *out)
{
	(void)chance;
	const tg_state *s = state;
	tg_add_each(out, TG_VERB_SHOW, s->hand[tg_announcement_peek(s)->target]);
}

uint16_t tg_show_refuse(const void *state, int chance, ap_action a)
{
	(void)chance;
	const tg_state *s = state;
	return tg_is_one_of(a, TG_VERB_SHOW, s->hand[tg_announcement_peek(s)->target]) ? 0 : TG_12;
}

void tg_show_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tg_state *s = state;
	int raider = tg_leader(s), target = tg_announcement_peek(s)->target, card = (int)ap_x(a);
	ap_seats both = AP_SEAT(raider) | AP_SEAT(target);
	s->seen[raider] |= (uint8_t)(1 << card);
	s->looked_into[raider] |= (uint8_t)(1 << target);
	tg_tell_card_shown_to(ev, both, TG_12, TG_SEAT(raider), TG_SEAT(target), TG_CARD(card));
	tg_tell_card_shown_hidden_to(ev, (ap_seats)~both, TG_12, TG_SEAT(raider), TG_SEAT(target));
	ap_end(s);
}

/* boxes.c: what is in the boxes, who knows it and who holds them, TG-7 and TG-8. */
#include "chapters.h"

bool tg_is_open(const tg_state *s, int box)
{
	const ap_frame *bottom = &s->head.stack[0];
	return s->head.over ||
		(bottom->step == TG_STEP_OPEN && box < tg_ending_frame_in(bottom)->opened);
}

bool tg_knows_box(const tg_state *s, int box, int viewer)
{
	return viewer == AP_EVERYTHING || tg_is_open(s, box) || tg_has(s->known_to[box], viewer);
}

int tg_box_of(const tg_state *s, int seat)
{
	for (int box = 0; box < TG_BOX_COUNT; box++)
		if (s->holder[box] == seat)
			return box;
	return TG_NONE;
}

unsigned tg_treasures_for(const tg_state *s, int box)
{
	unsigned left = (1u << TG_TREASURE_COUNT) - 1;
	if (s->content[box] < TG_TREASURE_COUNT)
		return 1u << s->content[box];
	for (int other = 0; other < s->head.players; other++)
		if (s->content[other] < TG_TREASURE_COUNT)
			left &= ~(1u << s->content[other]);
	return left;
}

/* ---- TG-7 ------------------------------------------------------------------------------------ */

void tg_look_into(tg_state *s, int seat, int box, ap_events *ev)
{
	assert(box >= 0 && box < s->head.players);
	tg_tell_looks(ev, TG_7, TG_SEAT(seat), TG_BOX(box));
	tg_call(s, TG_STEP_LOOK);
	tg_look_top(s)->box = (uint8_t)box;
}

void tg_look_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

void tg_look_legal(const void *state, int chance, ap_list *out)
{
	(void)chance;
	tg_add_each(out, TG_VERB_FILL, tg_treasures_for(state, tg_look_peek(state)->box));
}

uint16_t tg_look_refuse(const void *state, int chance, ap_action a)
{
	(void)chance;
	unsigned treasures = tg_treasures_for(state, tg_look_peek(state)->box);
	return tg_is_one_of(a, TG_VERB_FILL, treasures) ? 0 : TG_7;
}

void tg_look_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tg_state *s = state;
	int leader = tg_leader(s), box = tg_look_peek(s)->box, treasure = (int)ap_x(a);
	s->content[box] = (uint8_t)treasure;
	s->known_to[box] |= (uint8_t)(1 << leader);
	tg_tell_content_to(
		ev, AP_SEAT(leader), TG_7, TG_SEAT(leader), TG_BOX(box), TG_TREASURE(treasure));
	ap_end(s);
}

/* ---- TG-8: only the holders change ----------------------------------------------------------- */

void tg_swap(tg_state *s, int seat, int one, int other, ap_events *ev)
{
	assert(one >= 0 && one < other && other < s->head.players);
	uint8_t holder = s->holder[one];
	s->holder[one] = s->holder[other];
	s->holder[other] = holder;
	tg_tell_swapped(ev, TG_8, TG_SEAT(seat), TG_BOX(one), TG_BOX(other));
}

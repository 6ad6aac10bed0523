/* parade.c: phase 8, KR-8, and the third wave, KR-WI-1, KR-SW-1. */
#include "chapters.h"

void kr_parade_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	if (kr_chief_may_be_fetched(s))
		return;
	int chief = s->holder[CHIEF];
	if (!kr_active(s, CHIEF)) {
		ap_tell(ev, EV_NO_PARADE, KR_8, (int16_t)s->year);
		kr_end_phase(s);
		return;
	}
	ap_tell(ev, EV_ROSTRUM, KR_8, (int16_t)chief);
	ap_goto(s, PARADE_STAND);
	kr_listen(s, chief);
}

int kr_waves_for(const kr_state *s, int seat)
{
	int count = 0;
	for (int year = 0; year < LAST_YEAR - 1; year++)
		count += s->waved_for[year] == seat;
	return count;
}

int kr_waves_of(const kr_state *s, int p)
{
	int count = 0;
	for (int year = 0; year < LAST_YEAR - 1; year++)
		count += s->waved[year] == p;
	return count;
}

static void waves(kr_state *s, ap_events *ev)
{
	int chief = s->holder[CHIEF], seat = kr_controller(s, chief);
	s->waved[s->year - 1] = (uint8_t)chief;
	s->waved_for[s->year - 1] = (uint8_t)seat;
	if (seat == NONE)
		ap_tell(ev, EV_WAVES_FOR_NOBODY, KR_8, (int16_t)chief);
	else
		ap_tell(ev, EV_WAVES, KR_8, (int16_t)chief, (int16_t)seat, (int16_t)kr_waves_for(s, seat));
	bool swiss = kr_version(s) == SWISS;
	bool won = swiss ? kr_waves_of(s, chief) == WAVES_TO_WIN
					 : seat != NONE && kr_waves_for(s, seat) == WAVES_TO_WIN;
	if (won)
		kr_end_game(s, swiss ? ONE_CHIEF : THREE_WAVES, chief, ev);
	else
		kr_end_phase(s);
}

/* All have listened: who controls him now scores. The sick age before they roll. */
void kr_parade_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int chief = s->holder[CHIEF];
	if (!kr_active(s, CHIEF)) {
		ap_tell(ev, EV_NO_PARADE, KR_8, (int16_t)s->year);
		kr_end_phase(s);
	} else if (kr_crosses(s, chief) == 0) {
		waves(s, ev);
	} else {
		kr_stress(s, chief, kr_crosses(s, chief), KR_8, ev);
		ap_goto(s, PARADE_ROLL);
	}
}

void kr_parade_roll_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int chief = s->holder[CHIEF], needed = 7 * kr_crosses(s, chief);
	(void)seat;
	ap_tell(ev, EV_PARADE_ROLL, KR_8, (int16_t)chief, (int16_t)ap_x(a), (int16_t)needed);
	if ((int)ap_x(a) >= needed) {
		waves(s, ev);
	} else {
		ap_tell(ev, EV_DOES_NOT_WAVE, KR_8, (int16_t)chief);
		kr_end_phase(s);
	}
}

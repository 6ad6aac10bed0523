/* parade.c: phase 8, KR-8, and the third wave, KR-WI-1, KR-SW-1. */
#include "chapters.h"

/* ---- Waves ----------------------------------------------------------------------------------- */

int kr_waves_for(const kr_state *s, int seat)
{
	assert(kr_is_seat(s, seat));
	int count = 0;
	for (int year = 0; year < KR_YEAR_COUNT; year++)
		count += s->waved_for[year] == seat;
	return count;
}

int kr_waves_of(const kr_state *s, int p)
{
	assert(kr_is_politician(p));
	int count = 0;
	for (int year = 0; year < KR_YEAR_COUNT; year++)
		count += s->waved[year] == p;
	return count;
}

int kr_wave_needs(const kr_state *s, int p)
{
	assert(kr_is_politician(p));
	return KR_WAVE_ROLL * kr_crosses(s, p);
}

static bool is_third_wave(const kr_state *s, int chief, int seat)
{
	if (kr_version(s) == KR_RULES_SWISS)
		return kr_waves_of(s, chief) == KR_WAVES_TO_WIN;
	return seat != KR_NONE && kr_waves_for(s, seat) == KR_WAVES_TO_WIN;
}

static void wave(kr_state *s, ap_events *ev)
{
	int chief = s->holder[KR_PLACE_CHIEF], seat = kr_controller(s, chief);
	bool swiss = kr_version(s) == KR_RULES_SWISS;
	s->waved[s->year - 1] = (uint8_t)chief;
	s->waved_for[s->year - 1] = (uint8_t)seat;
	if (seat == KR_NONE)
		kr_tell_waves_for_nobody(ev, KR_8, KR_POLITICIAN(chief));
	else
		kr_tell_waves(
			ev, KR_8, KR_POLITICIAN(chief), KR_FACTION(seat), swiss ? 0 : kr_waves_for(s, seat));
	if (swiss)
		kr_tell_waves_so_far(ev, KR_SW_1, KR_POLITICIAN(chief), kr_waves_of(s, chief));
	if (is_third_wave(s, chief, seat))
		kr_end_game(s, swiss ? KR_REASON_ONE_CHIEF : KR_REASON_THREE_WAVES, chief);
	else
		kr_end_phase(s);
}

/* ---- The phase ------------------------------------------------------------------------------- */

static void hold_no_parade(kr_state *s, ap_events *ev)
{
	kr_tell_no_parade(ev, KR_8, s->year);
	kr_end_phase(s);
}

void kr_parade_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	if (kr_asks_to_fetch_chief(s))
		return;
	if (!kr_active(s, KR_PLACE_CHIEF)) {
		hold_no_parade(s, ev);
		return;
	}
	int chief = s->holder[KR_PLACE_CHIEF];
	kr_tell_rostrum(ev, KR_8, KR_POLITICIAN(chief));
	kr_goto(s, KR_STEP_PARADE_STAND);
	kr_listen(s, chief);
}

/* All have listened: the seat that controls the chief now scores the wave. A chief in poor
 * health ages before he rolls. */
void kr_parade_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int chief = s->holder[KR_PLACE_CHIEF];
	if (!kr_active(s, KR_PLACE_CHIEF)) {
		hold_no_parade(s, ev);
	} else if (kr_crosses(s, chief) == 0) {
		wave(s, ev);
	} else {
		int crosses = kr_crosses(s, chief);
		kr_add_years(s, chief, crosses);
		kr_tell_ages(ev, KR_8, KR_POLITICIAN(chief), crosses, kr_age(s, chief), 0, crosses, 0);
		kr_goto(s, KR_STEP_PARADE_ROLL);
	}
}

void kr_parade_roll_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int chief = s->holder[KR_PLACE_CHIEF], needs = kr_wave_needs(s, chief), die = (int)ap_x(a);
	(void)seat;
	kr_tell_parade_roll(ev, KR_8, KR_POLITICIAN(chief), die, needs);
	if (die >= needs) {
		wave(s, ev);
	} else {
		kr_tell_does_not_wave(ev, KR_8, KR_POLITICIAN(chief));
		kr_end_phase(s);
	}
}

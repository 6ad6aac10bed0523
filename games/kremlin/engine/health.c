/* health.c: phase 4, KR-4. */
#include "chapters.h"

enum { DEADLY = 3 };

/* Red crosses more or less by the Health Table; three kill. */
int kr_health_change(int age, bool away, int roll)
{
	int row = 0;
	while (kr_rolls[row].table != (away ? KR_TABLE_CURE : KR_TABLE_WORK))
		row++;
	while (kr_rolls[row].until < age && row + 1 < KR_ROLLS &&
		kr_rolls[row + 1].table == kr_rolls[row].table)
		row++;
	return roll <= kr_rolls[row].dies ? DEADLY
		: roll <= kr_rolls[row].two   ? 2
		: roll <= kr_rolls[row].one   ? 1
		: roll <= kr_rolls[row].same  ? 0
									  : -1;
}

void kr_health_open_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_goto(state, HEALTH);
	kr_listen_for_cards(state, NONE);
}

void kr_health_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	(void)ev;
	while (f->v[ACTING] < POSTS && s->holder[f->v[ACTING]] == NONE)
		f->v[ACTING]++;
	if (f->v[ACTING] < POSTS)
		ap_ask(s, AP_SEAT(AP_CHANCE));
	else
		kr_end_phase(s);
}

void kr_health_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int p = s->holder[f->v[ACTING]];
	(void)seat;
	f->v[SAID] = (int16_t)ap_x(a);
	f->v[BY] = (s->cure & ~s->outing) >> p & 1; /* later comings and goings are too late */
	f->v[MORE] = 0;
	ap_tell(ev, EV_HEALTH_ROLL, KR_4, (int16_t)p, (int16_t)ap_x(a), (int16_t)kr_age(s, p));
	ap_goto(s, HEALTH_RESULT);
	kr_listen_for_cards(s, p);
}

static int modified(const kr_state *s, int p, ap_events *ev)
{
	const ap_frame *f = ap_peek(s);
	int roll = f->v[SAID] + f->v[MORE];
	if (s->fever && !(s->vaccinated & kr_bit(p))) {
		roll -= s->fever;
		ap_tell(ev, EV_MODIFIER, s->fever == 1 ? KR_IC_1 : KR_IC_2, (int16_t)-s->fever);
	}
	if (s->specialist == p && f->v[BY]) {
		roll += kr_intrigues[KR_INTRIGUE_SPECIALIST].amount;
		ap_tell(ev, EV_MODIFIER, KR_IC_11, (int16_t)kr_intrigues[KR_INTRIGUE_SPECIALIST].amount);
	}
	return roll < 1 ? 1 : roll > FACES ? FACES : roll;
}

/* The die counts now. The locals are free again for the next member. */
void kr_health_result_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int p = s->holder[f->v[ACTING]];
	if (p != NONE) {
		int crosses = kr_crosses(s, p),
			change = kr_health_change(kr_age(s, p), f->v[BY] != 0, modified(s, p, ev));
		int now = crosses + change < 0 ? 0 : crosses + change;
		if (now >= DEADLY) {
			kr_dies(s, p, KR_4, ev);
		} else if (now != crosses) {
			kr_set_crosses(s, p, now);
			ap_tell(ev, EV_HEALTH_CHANGE, KR_4, (int16_t)p, (int16_t)now);
		}
	}
	f->v[SAID] = f->v[BY] = f->v[MORE] = 0;
	f->v[ACTING]++;
	ap_goto(s, HEALTH);
}

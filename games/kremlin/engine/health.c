/* health.c: phase 4, KR-4, and the cards that change a Health roll. */
#include "chapters.h"

/* ---- The Health Table ------------------------------------------------------------------------ */

const kr_roll *kr_health_row(int age, bool in_cure)
{
	assert(age > 0);
	int row = 0;
	while (kr_rolls[row].table != (in_cure ? KR_TABLE_CURE : KR_TABLE_WORK))
		row++;
	while (kr_rolls[row].until < age && row + 1 < KR_ROLLS &&
		kr_rolls[row + 1].table == kr_rolls[row].table)
		row++;
	return &kr_rolls[row];
}

int kr_health_change(int age, bool in_cure, int roll)
{
	int die = roll < 1 ? 1 : roll > KR_FACES ? KR_FACES : roll;
	const kr_roll *row = kr_health_row(age, in_cure);
	return die <= row->dies ? KR_DEADLY_CROSSES
		: die <= row->two   ? 2
		: die <= row->one   ? 1
		: die <= row->same  ? 0
							: -1;
}

static int fever_of(const kr_state *s, int p)
{
	return s->vaccinated & kr_bit(p) ? 0 : s->fever;
}

static bool is_treated(const kr_state *s, int p, bool in_cure)
{
	return s->specialist == p && in_cure;
}

/* `change` is what Misdiagnosis adds. */
static kr_modifiers modifiers_by(int fever, bool treated, int change)
{
	kr_modifiers m = {0};
	bool light = fever == kr_intrigues[KR_INTRIGUE_LIGHT_FEVER].amount;
	kr_modify_by_card(&m, -fever, light ? KR_INTRIGUE_LIGHT_FEVER : KR_INTRIGUE_HIGH_FEVER);
	if (treated)
		kr_modify_by_card(&m, kr_intrigues[KR_INTRIGUE_SPECIALIST].amount, KR_INTRIGUE_SPECIALIST);
	kr_modify_by_card(&m, change, KR_INTRIGUE_MISDIAGNOSIS);
	return m;
}

kr_modifiers kr_health_modifiers(const kr_state *s, int p, bool in_cure)
{
	assert(kr_is_politician(p));
	return modifiers_by(fever_of(s, p), is_treated(s, p, in_cure), 0);
}

kr_modifiers kr_fallen_modifiers(const kr_health_frame *f)
{
	return modifiers_by(f->fever, f->treated, f->change);
}

int kr_crosses_with(int crosses, int change)
{
	int after = crosses + change;
	return after < 0 ? 0 : after < KR_DEADLY_CROSSES ? after : KR_DEADLY_CROSSES;
}

int kr_crosses_after(const kr_state *s, int p, bool in_cure, int roll)
{
	return kr_crosses_with(kr_crosses(s, p), kr_health_change(kr_age(s, p), in_cure, roll));
}

/* ---- The phase ------------------------------------------------------------------------------- */

void kr_health_open_run(void *state, ap_events *ev)
{
	(void)ev;
	kr_goto(state, KR_STEP_HEALTH);
	kr_listen_for_cards(state, KR_NONE);
}

int kr_next_to_roll(const kr_state *s, int post)
{
	assert(post >= 0 && post <= KR_POSTS);
	while (post < KR_POSTS && s->holder[post] == KR_NONE)
		post++;
	return post;
}

void kr_health_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_health_frame *f = kr_health_top(s);
	(void)ev;
	f->member = (uint8_t)kr_next_to_roll(s, f->member);
	if (f->member < KR_POSTS)
		ap_ask(s, AP_SEAT(AP_CHANCE));
	else
		kr_end_phase(s);
}

/* Returns the lowest roll that changes his red crosses by no more than `change`; 0 if there is
 * none. */
static int lowest_roll(int age, bool in_cure, int change)
{
	for (int roll = 1; roll <= KR_FACES; roll++)
		if (kr_health_change(age, in_cure, roll) <= change)
			return roll;
	return 0;
}

void kr_tell_fallen(const kr_state *s, const kr_health_frame *f, int clause, ap_events *ev)
{
	assert(kr_is_politician(f->who));
	if (!ev)
		return;
	kr_modifiers modifiers = kr_fallen_modifiers(f);
	int age = kr_age(s, f->who), safe = lowest_roll(age, f->in_cure, 0);
	int better = kr_crosses(s, f->who) > 0 ? lowest_roll(age, f->in_cure, -1) : 0;
	kr_tell_health_roll(ev, clause, KR_POLITICIAN(f->who), f->die, age, f->in_cure, safe, better);
	kr_tell_modifiers(&modifiers, ev);
}

/* Everything that matters to the roll counts at this moment: a later move to or from the Sanatorium
 * does not change the result, nor does the end of a treatment, KR-AD-4. */
void kr_health_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_health_frame *f = kr_health_top(s);
	int p = s->holder[f->member];
	(void)seat;
	f->who = (uint8_t)p;
	f->die = (uint8_t)ap_x(a);
	f->in_cure = kr_is_away(s, p);
	f->fever = (uint8_t)fever_of(s, p);
	f->treated = is_treated(s, p, f->in_cure);
	f->change = 0;
	kr_tell_fallen(s, f, KR_4, ev);
	kr_goto(s, KR_STEP_HEALTH_RESULT);
	if (kr_may_be_held(s, KR_INTRIGUE_MISDIAGNOSIS))
		kr_listen_for_cards(s, p);
}

static void count_roll(kr_state *s, const kr_health_frame *f, int p, ap_events *ev)
{
	int crosses = kr_crosses_after(s, p, f->in_cure, f->die + kr_fallen_modifiers(f).sum);
	if (crosses == KR_DEADLY_CROSSES) {
		kr_dies(s, p, KR_4, ev);
	} else if (crosses != kr_crosses(s, p)) {
		kr_set_crosses(s, p, crosses);
		kr_tell_health_change(ev, KR_4, KR_POLITICIAN(p), crosses);
	} else {
		kr_tell_health_same(ev, KR_4, KR_POLITICIAN(p));
	}
}

/* The die counts now, if the politician is still there. */
void kr_health_result_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_health_frame *f = kr_health_top(s);
	if (kr_on_board(s, f->who))
		count_roll(s, f, f->who, ev);
	f->who = KR_NONE;
	f->die = 0;
	f->in_cure = 0;
	f->fever = 0;
	f->treated = 0;
	f->change = 0;
	f->member++;
	kr_goto(s, KR_STEP_HEALTH);
}

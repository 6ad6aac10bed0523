/* funeral.c: phase 5, KR-5 and KR-5.1. The frame holds the nominee and the nominator, the votes,
 * and in the cursor's local whether it is the second attempt. */
#include "chapters.h"

/* KR-5.1 */
static const uint8_t funeral_order[] = {FOREIGN, IDEOLOGY, KGB, INDUSTRY, ECONOMY, SPORT, DEFENSE};

enum { SECOND = 0x100, NAYS = 3 };

static void end_funeral(kr_state *s)
{
	kr_clear_locals(s);
	if (s->year == LAST_YEAR)
		ap_goto(s, ELEVENTH);
	else
		kr_end_phase(s);
}

void kr_begin_funeral(kr_state *s, ap_events *ev)
{
	(void)ev;
	ap_goto(s, NOMINATE);
	if (s->holder[CHIEF] != NONE)
		end_funeral(s);
}

int kr_nominator(const kr_state *s, const ap_frame *f)
{
	int first = kr_caller(f);
	bool again = (f->v[CURSOR] & SECOND) && kr_member(s, first) && kr_active(s, s->place[first]);
	return again ? first : kr_first_active(s, funeral_order, AP_COUNT(funeral_order));
}

static uint32_t holders(const kr_state *s, int from, int to, int but)
{
	uint32_t set = 0;
	for (int post = from; post < to; post++)
		if (s->holder[post] != NONE && s->holder[post] != but)
			set |= kr_bit(s->holder[post]);
	return set;
}

uint32_t kr_nominees(const kr_state *s, const ap_frame *f, int nominator)
{
	uint32_t set = 0;
	if (f->v[CURSOR] & SECOND) {
		for (int post = KGB; post < POSTS; post++)
			if (kr_vote_of(f, post) == AGAINST && s->holder[post] != NONE &&
				s->holder[post] != nominator)
				set |= kr_bit(s->holder[post]);
		return set;
	}
	set = holders(s, KGB, IDEOLOGY, nominator);
	return set ? set : holders(s, IDEOLOGY, POSTS, nominator);
}

static int oldest_of(const kr_state *s, uint32_t set)
{
	int oldest = NONE; /* the letters are in the order of the printed ages */
	for (; set; set &= set - 1) {
		int p = __builtin_ctz(set);
		if (oldest == NONE || kr_age(s, p) > kr_age(s, oldest))
			oldest = p;
	}
	return oldest;
}

static void becomes_chief(kr_state *s, int p, int event, ap_events *ev)
{
	ap_tell(ev, event, KR_5, (int16_t)p);
	kr_put(s, p, CHIEF, ev);
	kr_lapse_cards(s, ev);
	end_funeral(s);
}

static void nominate(kr_state *s, int nominator, int nominee, ap_events *ev)
{
	ap_top(s)->v[SUBJECT] = (int16_t)(uint16_t)(nominator << 8 | nominee);
	ap_tell(ev, EV_NOMINATES, KR_5, (int16_t)nominator, (int16_t)nominee);
	kr_announce(s, nominator, NOMINATED);
}

void kr_nominate_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int nominator = kr_nominator(s, f);
	if (nominator == NONE) {
		ap_tell(ev, EV_CHAIR_EMPTY, KR_5_1, 0);
		end_funeral(s);
		return;
	}
	uint32_t nominees = kr_nominees(s, f, nominator);
	f->v[SUBJECT] = (int16_t)(uint16_t)(nominator << 8 | NONE);
	if (nominator != s->holder[FOREIGN])
		ap_tell(ev, EV_POWER_PASSES, KR_5_1, (int16_t)nominator, (int16_t)s->place[nominator]);
	if (nominees == 0) {
		becomes_chief(s, nominator, EV_ACCEDES, ev);
	} else if (kr_controller(s, nominator) != NONE) {
		ap_ask(s, AP_SEAT(kr_controller(s, nominator)));
	} else {
		ap_tell(ev, EV_NO_WILL, KR_IN_2, (int16_t)nominator);
		nominate(s, nominator, oldest_of(s, nominees), ev);
	}
}

void kr_nominate_legal(const void *state, int seat, ap_list *out)
{
	const ap_frame *f = ap_peek(state);
	(void)seat;
	for (uint32_t set = kr_nominees(state, f, kr_caller(f)); set; set &= set - 1)
		ap_add(out, ap_act(V_NOMINATE, (unsigned)__builtin_ctz(set), 0));
}

uint16_t kr_nominate_refuse(const void *state, int seat, ap_action a)
{
	const ap_frame *f = ap_peek(state);
	(void)seat;
	bool fits =
		ap_verb_of(a) == V_NOMINATE && (kr_nominees(state, f, kr_caller(f)) & kr_bit((int)ap_x(a)));
	return fits ? 0 : KR_5;
}

void kr_nominate_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	nominate(state, kr_caller(ap_peek(state)), (int)ap_x(a), ev);
}

/* The ballot begins, unless the minister has a new mind or somebody is no longer there. The votes
 * of the first ballot have done their duty then. */
void kr_nominated_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int nominator = kr_caller(f), nominee = kr_subject(f);
	ap_goto(s, NOMINATE);
	if (nominator != kr_nominator(s, f) || !kr_stands(s, nominator, ev) ||
		!(kr_nominees(s, f, nominator) & kr_bit(nominee)))
		return;
	f->v[VOTES] = 0;
	f->v[CURSOR] = (int16_t)(f->v[CURSOR] & SECOND);
	ap_goto(s, BALLOT);
}

void kr_count_ballot(kr_state *s, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	int nominee = kr_subject(f), nominator = kr_caller(f);
	if (kr_votes(f, AGAINST) < NAYS) {
		if (kr_member(s, nominee))
			becomes_chief(s, nominee, EV_BECOMES_CHIEF, ev);
		else
			ap_goto(s, NOMINATE); /* a card was quicker */
		return;
	}
	ap_tell(ev, EV_NOMINEE_FAILS, KR_5, (int16_t)nominee, (int16_t)kr_votes(f, AGAINST));
	if (kr_on_board(s, nominator))
		kr_stress(s, nominator, 1, KR_5, ev);
	if ((f->v[CURSOR] & SECOND) && kr_member(s, nominator)) {
		becomes_chief(s, nominator, EV_ACCEDES, ev);
		return;
	}
	f->v[CURSOR] = SECOND;
	ap_goto(s, NOMINATE);
}

/* KR-WI-2: one last round, then the chief's controller has won. */
void kr_eleventh_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	if (f->v[MORE] == 0) {
		f->v[MORE] = 1;
		kr_listen(s, s->holder[CHIEF]);
		return;
	}
	kr_end_game(s, YEAR_ELEVEN, s->holder[CHIEF], ev);
}

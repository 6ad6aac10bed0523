/* funeral.c: phase 5, KR-5 and KR-5.1, and the end of year 11, KR-WI-2. */
#include "chapters.h"

/* KR-5.1: the posts in the order of succession. */
static const uint8_t funeral_order[] = {KR_PLACE_FOREIGN, KR_PLACE_IDEOLOGY, KR_PLACE_KGB,
	KR_PLACE_INDUSTRY, KR_PLACE_ECONOMY, KR_PLACE_SPORT, KR_PLACE_DEFENSE};

static void end_funeral(kr_state *s)
{
	if (s->year == KR_LAST_YEAR)
		kr_enter(s, KR_STEP_ELEVENTH);
	else
		kr_end_phase(s);
}

void kr_funeral_open_run(void *state, ap_events *ev)
{
	(void)ev;
	kr_goto(state, KR_STEP_NOMINATE);
	kr_listen_for_cards(state, KR_NONE);
}

/* ---- Who nominates whom ---------------------------------------------------------------------- */

int kr_first_nominator(const kr_state *s)
{
	return kr_first_active(s, funeral_order, AP_COUNT(funeral_order));
}

/* The first nominator also makes the second nomination, if he still can. */
int kr_nominator(const kr_state *s, const kr_ballot_frame *f)
{
	bool again = f->against && f->caller != KR_NONE && kr_is_member(s, f->caller) &&
		kr_active(s, s->place[f->caller]);
	return again ? f->caller : kr_first_nominator(s);
}

static kr_politician_set holders(const kr_state *s, int from, int to, int but)
{
	kr_politician_set set = 0;
	for (int post = from; post < to; post++)
		if (s->holder[post] != KR_NONE && s->holder[post] != but)
			set |= kr_bit(s->holder[post]);
	return set;
}

kr_politician_set kr_first_nominees(const kr_state *s, int nominator)
{
	assert(kr_is_politician(nominator));
	kr_politician_set set = holders(s, KR_PLACE_KGB, KR_PLACE_IDEOLOGY, nominator);
	return set ? set : holders(s, KR_PLACE_IDEOLOGY, KR_POSTS, nominator);
}

kr_politician_set kr_nominees(const kr_state *s, const kr_ballot_frame *f, int nominator)
{
	assert(kr_is_politician(nominator));
	kr_politician_set set = 0;
	if (!f->against)
		return kr_first_nominees(s, nominator);
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++)
		if (f->against >> post & 1)
			set |= holders(s, post, post + 1, nominator);
	return set;
}

/* ---- Nominations ----------------------------------------------------------------------------- */

static void become_chief(kr_state *s, int p, ap_events *ev)
{
	kr_put(s, p, KR_PLACE_CHIEF, ev);
	kr_tell_if_absent(s, p, ev);
	kr_lapse_cards(s, ev);
	end_funeral(s);
}

static void accede(kr_state *s, int p, ap_events *ev)
{
	kr_tell_accedes(ev, KR_5, KR_POLITICIAN(p));
	become_chief(s, p, ev);
}

static void nominate(kr_state *s, int nominee, ap_events *ev)
{
	kr_ballot_frame *f = kr_ballot_top(s);
	f->subject = (uint8_t)nominee;
	kr_tell_nominates(ev, KR_5, KR_POLITICIAN(f->caller), KR_POLITICIAN(nominee));
	f->by = kr_announce(s, f->caller, KR_STEP_NOMINATED);
}

void kr_nominate_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_ballot_frame *f = kr_ballot_top(s);
	int nominator = kr_nominator(s, f);
	bool tied;
	if (s->holder[KR_PLACE_CHIEF] != KR_NONE) {
		end_funeral(s);
		return;
	}
	if (nominator == KR_NONE) {
		kr_tell_chair_empty(ev, KR_5_1);
		end_funeral(s);
		return;
	}
	kr_politician_set nominees = kr_nominees(s, f, nominator);
	bool passes = nominator != f->caller && nominator != s->holder[KR_PLACE_FOREIGN];
	f->caller = (uint8_t)nominator;
	f->subject = KR_NONE;
	if (passes)
		kr_tell_power_passes(ev, KR_5_1, KR_POLITICIAN(nominator), KR_PLACE(s->place[nominator]));
	if (nominees == 0) {
		accede(s, nominator, ev);
	} else if (kr_controller(s, nominator) != KR_NONE) {
		ap_ask(s, AP_SEAT(kr_controller(s, nominator)));
	} else {
		kr_tell_names_oldest(ev, KR_IN_2, KR_POLITICIAN(nominator));
		nominate(s, kr_oldest_of(s, nominees, &tied), ev);
	}
}

void kr_nominate_legal(const void *state, int seat, ap_list *out)
{
	const kr_ballot_frame *f = kr_ballot_peek(state);
	(void)seat;
	for (kr_politician_set set = kr_nominees(state, f, f->caller); set; set &= set - 1)
		ap_add(out, ap_act(KR_VERB_NOMINATE, (unsigned)__builtin_ctz(set), 0));
}

uint16_t kr_nominate_refuse(const void *state, int seat, ap_action a)
{
	const kr_ballot_frame *f = kr_ballot_peek(state);
	(void)seat;
	bool fits = ap_verb_of(a) == KR_VERB_NOMINATE &&
		(kr_nominees(state, f, f->caller) & kr_bit((int)ap_x(a)));
	return fits ? 0 : KR_5;
}

void kr_nominate_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	(void)seat;
	nominate(state, (int)ap_x(a), ev);
}

static void begin_votes(kr_ballot_frame *f)
{
	memset(&f->votes, 0xff, sizeof f->votes); /* nobody has voted yet */
	f->cursor = f->first = KR_PLACE_CHIEF;
	f->vote = KR_NONE;
}

/* The votes begin, unless the nominator has a new controller, or one of the two is no longer
 * there. */
void kr_nominated_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_ballot_frame *f = kr_ballot_top(s);
	kr_goto(s, KR_STEP_NOMINATE);
	if (f->caller != kr_nominator(s, f) || !kr_stands(s, f->caller, f->by, ev) ||
		!(kr_nominees(s, f, f->caller) & kr_bit(f->subject)))
		return;
	begin_votes(f);
	kr_goto(s, KR_STEP_BALLOT);
}

static unsigned posts_against(const kr_ballot_frame *f)
{
	unsigned set = 0;
	for (int post = 0; post < KR_POSTS; post++)
		set |= (unsigned)(kr_ballot_frame_votes(f, post) == KR_VOTE_NO) << post;
	return set;
}

/* Two nominees are defeated: the nominator becomes Party Chief; if he is no longer there, the
 * next in the order of succession. */
static void accede_after_defeats(kr_state *s, int nominator, ap_events *ev)
{
	int p = kr_is_member(s, nominator) ? nominator : kr_first_nominator(s);
	if (p != KR_NONE) {
		accede(s, p, ev);
		return;
	}
	kr_tell_chair_empty(ev, KR_5_1);
	end_funeral(s);
}

/* After the first defeat the nominator must choose one of those who voted no. */
static void defeat(kr_state *s, kr_ballot_frame *f, int nays, ap_events *ev)
{
	kr_tell_nominee_fails(ev, KR_5, KR_POLITICIAN(f->subject), nays);
	if (kr_on_board(s, f->caller))
		kr_stress(s, f->caller, KR_DEFEAT_COST, KR_5, ev);
	if (f->against) {
		accede_after_defeats(s, f->caller, ev);
		return;
	}
	f->against = (uint8_t)posts_against(f);
	f->cursor = f->first = KR_PLACE_CHIEF;
	kr_goto(s, KR_STEP_NOMINATE);
}

void kr_count_ballot(kr_state *s, ap_events *ev)
{
	kr_ballot_frame *f = kr_ballot_top(s);
	int nays = kr_votes(f, KR_VOTE_NO);
	assert(kr_is_member(s, f->subject));
	if (nays >= KR_DEFEAT_VOTES) {
		defeat(s, f, nays, ev);
	} else {
		kr_tell_becomes_chief(ev, KR_5, KR_POLITICIAN(f->subject), nays);
		become_chief(s, f->subject, ev);
	}
}

/* KR-WI-2: after one last round of listening the seat that controls the chief wins. */
void kr_eleventh_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_last_round_frame *f = kr_last_round_top(s);
	(void)ev;
	if (f->asked_once) {
		kr_end_game(s, KR_REASON_YEAR_ELEVEN, s->holder[KR_PLACE_CHIEF]);
		return;
	}
	f->asked_once = 1;
	kr_listen(s, s->holder[KR_PLACE_CHIEF]);
}

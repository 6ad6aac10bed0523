/* ballot.c: votes that are taken one after another in voting order, at trials (KR-3, card 4) and
 * at funerals (KR-5). A trial has a frame of its own; the vote on a nominee takes place in the
 * frame of phase 5. */
#include "chapters.h"

/* ---- Votes ----------------------------------------------------------------------------------- */

bool kr_is_trial(int step)
{
	return step == KR_STEP_TRIAL || step == KR_STEP_TRIAL_STAND;
}

/* Returns the name of a vote for the accused or the nominee. */
static int aye(const kr_ballot_frame *f)
{
	return kr_is_trial(f->step) ? KR_VOTE_INNOCENT : KR_VOTE_YES;
}

static int nay(const kr_ballot_frame *f)
{
	return kr_is_trial(f->step) ? KR_VOTE_GUILTY : KR_VOTE_NO;
}

int kr_votes(const kr_ballot_frame *f, int vote)
{
	assert(vote >= 0 && vote < KR_VOTE_COUNT);
	int count = 0;
	for (int post = 0; post < KR_POSTS; post++)
		count += kr_ballot_frame_votes(f, post) == vote;
	return count;
}

/* Stores the vote of the present post, KR_NONE if he does not vote, and goes on to the next
 * post. */
static void next_voter(kr_ballot_frame *f, int vote)
{
	if (vote != KR_NONE)
		kr_ballot_frame_set_votes(f, f->cursor, vote);
	f->vote = KR_NONE;
	f->cursor++;
}

/* The nominator and the nominee cannot vote against the nominee. */
static bool must_agree(const kr_ballot_frame *f, int p)
{
	return !kr_is_trial(f->step) && (p == f->subject || p == f->caller);
}

static void agree(kr_state *s, kr_ballot_frame *f, int p, ap_events *ev)
{
	bool votes = kr_controller(s, p) != KR_NONE;
	if (votes)
		kr_tell_bound(ev, KR_5, KR_POLITICIAN(p), KR_VOTE(KR_VOTE_YES));
	else
		kr_tell_no_vote(ev, KR_IN_2, KR_POLITICIAN(p));
	next_voter(f, votes ? KR_VOTE_YES : KR_NONE);
}

/* KR-IN-2: a politician whom nobody controls votes only at his own trial. */
static void vote_without_will(kr_state *s, kr_ballot_frame *f, int p, int stand, ap_events *ev)
{
	if (kr_is_trial(f->step) && p == f->subject) {
		f->vote = KR_VOTE_INNOCENT;
		kr_tell_bound(ev, KR_IN_2, KR_POLITICIAN(p), KR_VOTE(KR_VOTE_INNOCENT));
	} else {
		kr_tell_no_vote(ev, KR_IN_2, KR_POLITICIAN(p));
	}
	f->by = kr_announce(s, p, stand);
}

/* Asks the next voter, or lets all listen to one whom nobody controls. Returns false if all have
 * voted. */
static bool ask_voter(kr_state *s, int stand, ap_events *ev)
{
	kr_ballot_frame *f = kr_ballot_top(s);
	while (f->cursor < KR_POSTS) {
		int p = s->holder[f->cursor];
		if (p == KR_NONE) {
			next_voter(f, KR_NONE);
		} else if (!kr_active(s, f->cursor)) {
			kr_tell_inactive(ev, KR_IN_1, KR_POLITICIAN(p));
			next_voter(f, KR_NONE);
		} else if (must_agree(f, p)) {
			agree(s, f, p, ev);
		} else if (kr_controller(s, p) != KR_NONE) {
			ap_ask(s, AP_SEAT(kr_controller(s, p)));
			return true;
		} else {
			vote_without_will(s, f, p, stand, ev);
			return true;
		}
	}
	return false;
}

void kr_vote_legal(const void *state, int seat, ap_list *out)
{
	const kr_ballot_frame *f = kr_ballot_peek(state);
	(void)seat;
	ap_add(out, ap_act(KR_VERB_VOTE, (unsigned)aye(f), 0));
	ap_add(out, ap_act(KR_VERB_VOTE, (unsigned)nay(f), 0));
}

uint16_t kr_vote_refuse(const void *state, int seat, ap_action a)
{
	const kr_ballot_frame *f = kr_ballot_peek(state);
	int vote = (int)ap_x(a);
	(void)seat;
	bool fits = ap_verb_of(a) == KR_VERB_VOTE && (vote == aye(f) || vote == nay(f));
	return fits ? 0 : kr_is_trial(f->step) ? KR_3 : KR_5;
}

void kr_vote_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_ballot_frame *f = kr_ballot_top(s);
	bool trial = kr_is_trial(f->step);
	int p = s->holder[f->cursor];
	(void)seat;
	kr_tell_votes(ev, trial ? KR_3 : KR_5, KR_POLITICIAN(p), KR_VOTE(ap_x(a)));
	f->vote = (uint8_t)ap_x(a);
	f->by = kr_announce(s, p, trial ? KR_STEP_TRIAL_STAND : KR_STEP_BALLOT_STAND);
}

/* Returns whether a card has removed whom the vote is about: then there is nothing to vote on. */
static bool subject_is_gone(const kr_state *s, const kr_ballot_frame *f)
{
	return kr_is_trial(f->step) ? !kr_on_board(s, f->subject) : !kr_is_member(s, f->subject);
}

/* The vote counts, unless the voter has a new controller or cannot vote any more. */
void kr_vote_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_ballot_frame *f = kr_ballot_top(s);
	int p = s->holder[f->cursor];
	kr_goto(s, kr_is_trial(f->step) ? KR_STEP_TRIAL : KR_STEP_BALLOT);
	if (subject_is_gone(s, f))
		f->vote = KR_NONE;
	else if (p == KR_NONE || !kr_active(s, f->cursor))
		next_voter(f, KR_NONE);
	else if (kr_stands(s, p, f->by, ev))
		next_voter(f, f->vote);
	else
		f->vote = KR_NONE;
}

/* A card may have removed the nominee in the meantime: he is not defeated, and another is named. */
void kr_ballot_run(void *state, ap_events *ev)
{
	if (subject_is_gone(state, kr_ballot_peek(state)))
		kr_goto(state, KR_STEP_NOMINATE);
	else if (!ask_voter(state, KR_STEP_BALLOT_STAND, ev))
		kr_count_ballot(state, ev);
}

/* ---- Trials ---------------------------------------------------------------------------------- */

void kr_call_trial(kr_state *s, int accused, int accuser, bool alibi)
{
	assert(kr_is_politician(accused) && (accuser == KR_NONE || kr_is_politician(accuser)));
	kr_ballot_frame *f = kr_ballot_frame_of(kr_call(s, KR_STEP_TRIAL));
	f->subject = (uint8_t)accused;
	f->caller = (uint8_t)accuser;
	f->alibi = alibi;
}

static void acquit(kr_state *s, bool by_alibi, ap_events *ev)
{
	const kr_ballot_frame *f = kr_ballot_peek(s);
	int accused = f->subject, accuser = f->caller;
	if (by_alibi)
		kr_tell_alibi(ev, KR_IC_5, KR_POLITICIAN(accused));
	else
		kr_tell_acquitted(ev, accuser == KR_NONE ? KR_IC_4 : KR_3, KR_POLITICIAN(accused),
			kr_votes(f, KR_VOTE_INNOCENT));
	s->suspect &= ~kr_bit(accused);
	ap_end(s);
	if (accuser != KR_NONE) {
		kr_spy_top(s)->acquitted = (uint8_t)accused;
		if (kr_on_board(s, accuser))
			kr_stress(s, accuser, KR_ACQUITTAL_COST, KR_3, ev);
	} else if (!by_alibi) {
		s->suspect |= kr_bit(accused);
		kr_tell_suspected(ev, KR_IC_4, KR_POLITICIAN(accused));
	}
}

static void pass_verdict(kr_state *s, ap_events *ev)
{
	const kr_ballot_frame *f = kr_ballot_peek(s);
	int accused = f->subject, accuser = f->caller, innocent = kr_votes(f, KR_VOTE_INNOCENT);
	if (innocent >= KR_ACQUITTAL_VOTES) {
		acquit(s, false, ev);
		return;
	}
	kr_tell_guilty(ev, accuser == KR_NONE ? KR_IC_4 : KR_3, KR_POLITICIAN(accused), innocent);
	ap_end(s);
	if (accuser == KR_NONE)
		kr_dies(s, accused, KR_IC_4, ev);
	else
		kr_to_siberia(s, accused, KR_3, ev);
}

/* A card may have removed the accused in the meantime. */
void kr_trial_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	if (subject_is_gone(s, kr_ballot_peek(s)))
		ap_end(s);
	else if (kr_ballot_peek(s)->alibi)
		acquit(s, true, ev);
	else if (!ask_voter(s, KR_STEP_TRIAL_STAND, ev))
		pass_verdict(s, ev);
}

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

bool kr_must_agree(const kr_ballot_frame *f, int p)
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

/* KR-IN-2: a politician whom nobody controls votes only at his own trial. All listen to that
 * together with the next vote, KR-DE-8. */
static void vote_without_will(const kr_state *s, kr_ballot_frame *f, int p, ap_events *ev)
{
	bool own_trial = kr_is_trial(f->step) && p == f->subject;
	(void)s;
	if (own_trial)
		kr_tell_bound(ev, KR_IN_2, KR_POLITICIAN(p), KR_VOTE(KR_VOTE_INNOCENT));
	else
		kr_tell_no_vote(ev, KR_IN_2, KR_POLITICIAN(p));
	next_voter(f, own_trial ? KR_VOTE_INNOCENT : KR_NONE);
}

/* Asks the next voter. If there is none, all listen once more to those at the end whom nobody
 * controls. Returns false if all have voted. */
static bool ask_voter(kr_state *s, int stand, ap_events *ev)
{
	kr_ballot_frame *f = kr_ballot_top(s);
	kr_matter silent[KR_POSTS];
	while (f->cursor < KR_POSTS) {
		int p = s->holder[f->cursor];
		if (p == KR_NONE) {
			next_voter(f, KR_NONE);
		} else if (!kr_active(s, f->cursor)) {
			kr_tell_inactive(ev, KR_IN_1, KR_POLITICIAN(p));
			next_voter(f, KR_NONE);
		} else if (kr_must_agree(f, p)) {
			agree(s, f, p, ev);
		} else if (kr_controller(s, p) != KR_NONE) {
			ap_ask(s, AP_SEAT(kr_controller(s, p)));
			return true;
		} else {
			vote_without_will(s, f, p, ev);
		}
	}
	if (f->first == KR_POSTS)
		return false;
	kr_goto(s, stand);
	int count = kr_matters_of(s, ap_peek(s), silent);
	f->by = KR_NONE;
	if (count > 0)
		kr_listen(s, silent[count - 1].actor);
	return true;
}

bool kr_vote_matters(const kr_state *s, const kr_ballot_frame *f)
{
	bool trial = kr_is_trial(f->step);
	int taken = 0, open = 0, needed = trial ? KR_ACQUITTAL_VOTES : KR_DEFEAT_VOTES;
	for (int post = 0; post < KR_POSTS; post++)
		if (post < f->first)
			taken += kr_ballot_frame_votes(f, post) == (trial ? KR_VOTE_INNOCENT : KR_VOTE_NO);
		else
			open += kr_active(s, post) && !kr_must_agree(f, s->holder[post]);
	if (taken >= needed)
		return !trial && !f->against; /* the second nominee is one of those who voted no */
	return taken + open >= needed;
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

/* Returns whether somebody before the voter, whom nobody controlled, is controlled now: then he
 * votes, and those after him are asked again. */
static bool is_one_woken(kr_state *s, kr_ballot_frame *f, ap_events *ev)
{
	for (int post = f->first; post < f->cursor; post++) {
		int p = s->holder[post];
		if (!kr_active(s, post) || kr_must_agree(f, p) || kr_stands(s, p, KR_NONE, ev))
			continue;
		for (int after = post; after < KR_POSTS; after++)
			kr_ballot_frame_set_votes(f, after, kr_to_remember(KR_NONE));
		f->cursor = (uint8_t)post;
		return true;
	}
	return false;
}

/* The vote counts, unless the voter has a new controller or cannot vote any more. */
void kr_vote_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_ballot_frame *f = kr_ballot_top(s);
	int vote = f->vote;
	kr_goto(s, kr_is_trial(f->step) ? KR_STEP_TRIAL : KR_STEP_BALLOT);
	f->vote = KR_NONE;
	if (subject_is_gone(s, f) || is_one_woken(s, f, ev))
		return;
	if (f->cursor < KR_POSTS) {
		int p = s->holder[f->cursor];
		bool votes = p != KR_NONE && kr_active(s, f->cursor);
		if (votes && !kr_stands(s, p, f->by, ev))
			return;
		next_voter(f, votes ? vote : KR_NONE);
	}
	f->first = f->cursor;
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

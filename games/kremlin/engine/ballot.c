/* ballot.c: votes one after another in voting order, at trials (KR-3, card 4) and at funerals
 * (KR-5). A trial has a frame of its own; a ballot is held in the frame of phase 5. */
#include "chapters.h"

static bool is_trial(const ap_frame *f)
{
	return f->step == TRIAL || f->step == TRIAL_STAND;
}

int kr_votes(const ap_frame *f, int vote)
{
	int count = 0;
	for (int post = 0; post < POSTS; post++)
		count += kr_vote_of(f, post) == vote;
	return count;
}

/* The word for a vote in this place. */
static int word_of(const ap_frame *f, int vote)
{
	return is_trial(f) ? vote : vote + IN_BALLOT;
}

static int said_vote(const ap_frame *f)
{
	return f->v[CURSOR] >> 4 & 3;
}

static void set_said(ap_frame *f, int vote)
{
	f->v[CURSOR] = (int16_t)((f->v[CURSOR] & ~0x30) | vote << 4);
}

/* To the next post, with this vote for the present one. */
static void next_voter(ap_frame *f, int vote)
{
	f->v[VOTES] = (int16_t)(uint16_t)((uint16_t)f->v[VOTES] | vote << 2 * kr_cursor(f));
	set_said(f, NO_VOTE);
	f->v[CURSOR]++;
}

/* Minister and nominee cannot vote against the nominee. */
static bool bound_to_agree(const ap_frame *f, int p)
{
	return !is_trial(f) && (p == kr_subject(f) || p == kr_caller(f));
}

/* Puts the question to the next voter, or lets all listen to a man without a will. False: all
 * have voted. */
static bool ask_voter(kr_state *s, int stand_step, ap_events *ev)
{
	ap_frame *f = ap_top(s);
	int clause = is_trial(f) ? KR_3 : KR_5;
	while (kr_cursor(f) < POSTS) {
		int post = kr_cursor(f), p = s->holder[post];
		if (p == NONE) {
			next_voter(f, NO_VOTE);
		} else if (!kr_active(s, post)) {
			ap_tell(ev, EV_INACTIVE, KR_IN_1, (int16_t)p);
			next_voter(f, NO_VOTE);
		} else if (bound_to_agree(f, p)) {
			bool votes = kr_controller(s, p) != NONE;
			if (votes)
				ap_tell(ev, EV_VOTES, clause, (int16_t)p, (int16_t)word_of(f, FOR));
			else
				ap_tell(ev, EV_NO_WILL, KR_IN_2, (int16_t)p);
			next_voter(f, votes ? FOR : NO_VOTE);
		} else if (kr_controller(s, p) != NONE) {
			ap_ask(s, AP_SEAT(kr_controller(s, p)));
			return true;
		} else {
			ap_tell(ev, EV_NO_WILL, KR_IN_2, (int16_t)p);
			set_said(f, is_trial(f) && p == kr_subject(f) ? FOR : NO_VOTE);
			if (said_vote(f) == FOR)
				ap_tell(ev, EV_VOTES, clause, (int16_t)p, (int16_t)word_of(f, FOR));
			kr_announce(s, p, stand_step);
			return true;
		}
	}
	return false;
}

void kr_vote_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	ap_add(out, ap_act(V_VOTE, (unsigned)word_of(ap_peek(state), FOR), 0));
	ap_add(out, ap_act(V_VOTE, (unsigned)word_of(ap_peek(state), AGAINST), 0));
}

uint16_t kr_vote_refuse(const void *state, int seat, ap_action a)
{
	const ap_frame *f = ap_peek(state);
	int word = (int)ap_x(a);
	(void)seat;
	bool vote = ap_verb_of(a) == V_VOTE && (word == word_of(f, FOR) || word == word_of(f, AGAINST));
	return vote ? 0 : is_trial(f) ? KR_3 : KR_5;
}

void kr_vote_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	bool trial = is_trial(f);
	int p = s->holder[kr_cursor(f)];
	(void)seat;
	ap_tell(ev, EV_VOTES, trial ? KR_3 : KR_5, (int16_t)p, (int16_t)ap_x(a));
	set_said(f, trial ? (int)ap_x(a) : (int)ap_x(a) - IN_BALLOT);
	kr_announce(s, p, trial ? TRIAL_STAND : BALLOT_STAND);
}

/* The vote is taken, unless he has a new controller or cannot vote any more. */
void kr_vote_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int post = kr_cursor(f), p = s->holder[post];
	ap_goto(s, is_trial(f) ? TRIAL : BALLOT);
	if (p == NONE || !kr_active(s, post))
		next_voter(f, NO_VOTE);
	else if (kr_stands(s, p, ev))
		next_voter(f, said_vote(f));
	else
		set_said(f, NO_VOTE);
}

void kr_ballot_run(void *state, ap_events *ev)
{
	if (!ask_voter(state, BALLOT_STAND, ev))
		kr_count_ballot(state, ev);
}

/* ---- Trials ---------------------------------------------------------------------------------- */

/* accuser: NONE after an assassination, where nobody pays. */
void kr_call_trial(kr_state *s, int accused, int accuser)
{
	ap_call(s, TRIAL)->v[SUBJECT] = (int16_t)(uint16_t)(accuser << 8 | accused);
}

static void acquit(kr_state *s, bool by_alibi, ap_events *ev)
{
	const ap_frame *f = ap_peek(s);
	int accused = kr_subject(f), accuser = kr_caller(f);
	if (by_alibi)
		ap_tell(ev, EV_ALIBI, KR_IC_5, (int16_t)accused);
	else
		ap_tell(ev, EV_ACQUITTED, accuser == NONE ? KR_IC_4 : KR_3, (int16_t)accused);
	s->suspect &= ~kr_bit(accused);
	ap_end(s);
	if (accuser != NONE) {
		ap_top(s)->v[MORE] = (int16_t)((ap_peek(s)->v[MORE] & 1) | (accused + 1) << 1);
		if (kr_on_board(s, accuser))
			kr_stress(s, accuser, 3, KR_3, ev);
	} else if (!by_alibi) {
		s->suspect |= kr_bit(accused);
		ap_tell(ev, EV_SUSPECTED, KR_IC_4, (int16_t)accused);
	}
}

static void verdict(kr_state *s, ap_events *ev)
{
	int accused = kr_subject(ap_peek(s)), accuser = kr_caller(ap_peek(s));
	if (kr_votes(ap_peek(s), FOR) >= 2) {
		acquit(s, false, ev);
		return;
	}
	ap_tell(ev, EV_GUILTY, accuser == NONE ? KR_IC_4 : KR_3, (int16_t)accused);
	ap_end(s);
	if (accuser == NONE)
		kr_dies(s, accused, KR_IC_4, ev);
	else
		kr_to_siberia(s, accused, KR_3, ev);
}

void kr_trial_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	bool alibi = s->alibi;
	s->alibi = 0;
	if (!kr_on_board(s, kr_subject(ap_peek(s))))
		ap_end(s); /* a card was quicker */
	else if (alibi)
		acquit(s, true, ev);
	else if (!ask_voter(s, TRIAL_STAND, ev))
		verdict(s, ev);
}

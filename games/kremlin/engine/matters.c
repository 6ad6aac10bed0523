/* matters.c: what the frames of the stack are about, in the same form for all of them. The
 * facts, the bots and the cards that answer an announcement use it. */
#include "chapters.h"

/* ---- The politician who acts ----------------------------------------------------------------- */

static int holder_of(const kr_state *s, int post)
{
	return post < KR_POSTS ? s->holder[post] : KR_NONE;
}

static int next_to_roll(const kr_state *s, int member)
{
	return holder_of(s, kr_next_to_roll(s, member));
}

static int actor_of(const kr_state *s, const ap_frame *f)
{
	switch (f->step) {
	case KR_STEP_CURE:
	case KR_STEP_CURE_STAND:
		return holder_of(s, kr_cure_frame_in(f)->member);
	case KR_STEP_PURGE:
	case KR_STEP_PURGE_STAND:
	case KR_STEP_PURGE_ROLL:
	case KR_STEP_PURGE_RESULT:
		return kr_purge_frame_in(f)->purger;
	case KR_STEP_SPY:
	case KR_STEP_SPY_STAND:
		return kr_spy_frame_in(f)->investigator;
	case KR_STEP_HEALTH:
		return next_to_roll(s, kr_health_frame_in(f)->member);
	case KR_STEP_HEALTH_RESULT:
		return kr_health_frame_in(f)->who;
	case KR_STEP_NOMINATE:
	case KR_STEP_NOMINATED:
		return kr_ballot_frame_in(f)->caller;
	case KR_STEP_BALLOT:
	case KR_STEP_BALLOT_STAND:
	case KR_STEP_TRIAL:
	case KR_STEP_TRIAL_STAND:
		return holder_of(s, kr_ballot_frame_in(f)->cursor);
	case KR_STEP_ELEVENTH:
	case KR_STEP_DEMAND:
	case KR_STEP_DEMAND_STAND:
	case KR_STEP_SHIFT:
	case KR_STEP_SHIFT_STAND:
	case KR_STEP_PARADE_STAND:
	case KR_STEP_PARADE_ROLL:
		return s->holder[KR_PLACE_CHIEF];
	case KR_STEP_DEMAND_LEAVE:
	case KR_STEP_SHIFT_LEAVE:
	case KR_STEP_PROMOTE_LEAVE:
		return kr_leave_asked_for(s, f);
	case KR_STEP_PROMOTE:
	case KR_STEP_PROMOTE_STAND:
		return s->holder[kr_promote_frame_in(f)->sponsor];
	case KR_STEP_FEWER:
		return kr_highest_active(s);
	case KR_STEP_REHABILITATE:
	case KR_STEP_REHABILITATE_STAND:
		return holder_of(s, kr_rehabilitate_frame_in(f)->member);
	case KR_STEP_PHASE_END:
		return kr_phase_end_frame_in(f)->visitor;
	case KR_STEP_TIES:
	case KR_STEP_TIES_LOT:
		return kr_ties_frame_in(f)->tied;
	default:
		return KR_NONE;
	}
}

/* ---- Announcements --------------------------------------------------------------------------- */

static void add_said(kr_matter *m, ap_action said, int by)
{
	m->said = said;
	m->by = by;
	if (said != AP_NO_ACTION && kr_verbs[ap_verb_of(said)].x == &kr_politician_list)
		m->subject = (int)ap_x(said);
}

static void add_ballot(kr_matter *m, const kr_ballot_frame *f)
{
	m->by = f->by;
	m->subject = f->subject;
	m->caller = f->caller;
	if (f->step == KR_STEP_NOMINATED)
		m->said = ap_act(KR_VERB_NOMINATE, f->subject, 0);
	else if (f->vote != KR_NONE)
		m->said = ap_act(KR_VERB_VOTE, f->vote, 0);
}

/* Adds what a frame remembers of an announcement, whether or not the round of listening is over. */
static void add_announcement(kr_matter *m, const ap_frame *f)
{
	switch (f->step) {
	case KR_STEP_CURE_STAND:
		add_said(m, kr_cure_frame_in(f)->said, kr_cure_frame_in(f)->by);
		break;
	case KR_STEP_PURGE_STAND:
	case KR_STEP_PURGE_ROLL:
	case KR_STEP_PURGE_RESULT:
		add_said(m, kr_purge_frame_in(f)->said, kr_purge_frame_in(f)->by);
		m->lapses = kr_purge_frame_in(f)->lapsed;
		break;
	case KR_STEP_SPY_STAND:
		add_said(m, kr_spy_frame_in(f)->said, kr_spy_frame_in(f)->by);
		m->lapses = kr_spy_frame_in(f)->lapsed;
		break;
	case KR_STEP_HEALTH_RESULT:
		m->die = kr_health_frame_in(f)->die;
		m->in_cure = kr_health_frame_in(f)->in_cure;
		m->added = kr_fallen_modifiers(kr_health_frame_in(f)).sum;
		break;
	case KR_STEP_NOMINATE:
	case KR_STEP_NOMINATED:
	case KR_STEP_BALLOT:
	case KR_STEP_BALLOT_STAND:
	case KR_STEP_TRIAL:
	case KR_STEP_TRIAL_STAND:
		add_ballot(m, kr_ballot_frame_in(f));
		break;
	case KR_STEP_DEMAND_STAND:
	case KR_STEP_DEMAND_LEAVE:
		add_said(m, kr_demand_frame_in(f)->said, KR_NONE);
		break;
	case KR_STEP_SHIFT_STAND:
	case KR_STEP_SHIFT_LEAVE:
		add_said(m, ap_act(KR_VERB_NOTHING, 0, 0), kr_shift_frame_in(f)->by);
		break;
	case KR_STEP_PROMOTE_STAND:
	case KR_STEP_PROMOTE_LEAVE:
		add_said(m, kr_promote_frame_in(f)->said, kr_promote_frame_in(f)->by);
		break;
	case KR_STEP_REHABILITATE_STAND:
		add_said(m, kr_rehabilitate_frame_in(f)->said, kr_rehabilitate_frame_in(f)->by);
		break;
	default:
		break;
	}
}

kr_matter kr_matter_of(const kr_state *s, const ap_frame *f)
{
	kr_matter m = {.step = KR_NONE,
		.actor = KR_NONE,
		.said = AP_NO_ACTION,
		.by = KR_NONE,
		.subject = KR_NONE,
		.caller = KR_NONE};
	if (!f)
		return m;
	m.step = f->step;
	m.actor = actor_of(s, f);
	add_announcement(&m, f);
	return m;
}

kr_matter kr_matter_heard(const kr_state *s)
{
	return kr_matter_of(s, kr_listened(s));
}

/* ---- Deciding anew, KR-DE-6 ------------------------------------------------------------------ */

int kr_step_anew(int step)
{
	switch (step) {
	case KR_STEP_CURE_STAND:
		return KR_STEP_CURE;
	case KR_STEP_PURGE_STAND:
		return KR_STEP_PURGE;
	case KR_STEP_SPY_STAND:
		return KR_STEP_SPY;
	case KR_STEP_TRIAL_STAND:
		return KR_STEP_TRIAL;
	case KR_STEP_NOMINATED:
		return KR_STEP_NOMINATE;
	case KR_STEP_BALLOT_STAND:
		return KR_STEP_BALLOT;
	case KR_STEP_SHIFT_STAND:
		return KR_STEP_SHIFT;
	case KR_STEP_PROMOTE_STAND:
		return KR_STEP_PROMOTE;
	case KR_STEP_REHABILITATE_STAND:
		return KR_STEP_REHABILITATE;
	default:
		return KR_NONE;
	}
}

void kr_ask_anew(kr_state *s, int seat)
{
	assert(kr_is_listening(ap_step_of(s)) && s->head.depth > 1);
	ap_end(s);
	int step = kr_step_anew(ap_step_of(s));
	assert(step != KR_NONE);
	kr_goto(s, step);
	if (step == KR_STEP_SHIFT) {
		memcpy(s->order, s->holder, sizeof s->order);
		s->moved = 0;
	}
	ap_ask(s, AP_SEAT(seat));
}

/* ---- A vote of the Politburo ----------------------------------------------------------------- */

kr_vote_count kr_votes_in(const ap_frame *f)
{
	const kr_ballot_frame *b = kr_ballot_frame_in(f);
	bool trial = kr_is_trial(f->step);
	return (kr_vote_count){.trial = trial,
		.subject = b->subject,
		.caller = b->caller,
		.post = b->cursor,
		.ayes = kr_votes(b, trial ? KR_VOTE_INNOCENT : KR_VOTE_YES),
		.nays = kr_votes(b, trial ? KR_VOTE_GUILTY : KR_VOTE_NO),
		.needed = trial ? KR_ACQUITTAL_VOTES : KR_DEFEAT_VOTES};
}

/* ---- A card ---------------------------------------------------------------------------------- */

kr_resolution kr_card_resolved(const kr_state *s)
{
	const kr_card_frame *f = kr_card_peek(s);
	return (kr_resolution){.card = f->card, .faction = f->faction, .due = f->due};
}

/* ---- A round of listening -------------------------------------------------------------------- */

int kr_listening_about(const kr_state *s)
{
	return kr_listen_peek(s)->about;
}

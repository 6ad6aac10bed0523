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
	case KR_STEP_TRIAL:
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
		return s->holder[kr_promote_frame_in(f)->sponsor];
	case KR_STEP_FEWER:
		return kr_highest_active(s);
	case KR_STEP_REHABILITATE:
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
static void add_announcement(const kr_state *s, kr_matter *m, const ap_frame *f)
{
	switch (f->step) {
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
	case KR_STEP_TRIAL:
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
	case KR_STEP_PROMOTE_LEAVE:
		add_said(m, kr_promote_frame_in(f)->said, kr_controller(s, s->holder[KR_PLACE_CHIEF]));
		break;
	default:
		break;
	}
}

static kr_matter no_matter(void)
{
	return (kr_matter){.step = KR_NONE,
		.actor = KR_NONE,
		.said = AP_NO_ACTION,
		.by = KR_NONE,
		.subject = KR_NONE,
		.caller = KR_NONE};
}

/* ---- Announcements that are listened to together, KR-DE-8 -------------------------------------
 */

static kr_matter spoken(const kr_state *s, const ap_frame *f, int post, ap_action said, int by)
{
	kr_matter m = no_matter();
	m.step = f->step;
	m.actor = s->holder[post];
	add_said(&m, said, by);
	return m;
}

static int cures(const kr_state *s, const ap_frame *frame, kr_matter *out)
{
	const kr_cure_frame *f = kr_cure_frame_in(frame);
	int count = 0;
	for (int post = 0; post < KR_POSTS; post++) {
		unsigned verb = f->going >> post & 1 ? KR_VERB_CURE : KR_VERB_WORK;
		if ((f->spoken >> post & 1) && s->holder[post] != KR_NONE)
			out[count++] = spoken(s, frame, post, ap_act(verb, 0, 0),
				kr_remembered(kr_cure_frame_controllers(f, post)));
	}
	return count;
}

/* All but the last have finished. */
static int promotions(const kr_state *s, const ap_frame *frame, kr_matter *out)
{
	const kr_promote_frame *f = kr_promote_frame_in(frame);
	int count = 0;
	for (int post = 0; post < KR_POSTS; post++)
		if ((f->spoken >> post & 1) && s->holder[post] != KR_NONE)
			out[count++] =
				spoken(s, frame, post, post == f->sponsor ? f->said : ap_act(KR_VERB_NOTHING, 0, 0),
					kr_remembered(kr_promote_frame_controllers(f, post)));
	return count;
}

/* All but the last release nobody. */
static int releases(const kr_state *s, const ap_frame *frame, kr_matter *out)
{
	const kr_rehabilitate_frame *f = kr_rehabilitate_frame_in(frame);
	int count = 0;
	for (int post = 0; post < KR_POSTS; post++)
		if ((f->spoken >> post & 1) && s->holder[post] != KR_NONE)
			out[count++] =
				spoken(s, frame, post, post == f->member ? f->said : ap_act(KR_VERB_NOTHING, 0, 0),
					kr_remembered(kr_rehabilitate_frame_controllers(f, post)));
	return count;
}

/* A voter, after those before him whom nobody controlled. */
static int votes(const kr_state *s, const ap_frame *frame, kr_matter *out)
{
	const kr_ballot_frame *f = kr_ballot_frame_in(frame);
	int count = 0;
	for (int post = f->first; post <= f->cursor && post < KR_POSTS; post++) {
		if (!kr_active(s, post) || kr_must_agree(f, s->holder[post]))
			continue;
		int vote = post == f->cursor ? f->vote : kr_remembered(kr_ballot_frame_votes(f, post));
		kr_matter m = spoken(s, frame, post, AP_NO_ACTION, post == f->cursor ? f->by : KR_NONE);
		m.said = vote == KR_NONE ? AP_NO_ACTION : ap_act(KR_VERB_VOTE, (unsigned)vote, 0);
		m.subject = f->subject;
		m.caller = f->caller;
		out[count++] = m;
	}
	return count;
}

static kr_matter only_matter(const kr_state *s, const ap_frame *f)
{
	kr_matter m = no_matter();
	m.step = f->step;
	m.actor = actor_of(s, f);
	add_announcement(s, &m, f);
	return m;
}

int kr_matters_of(const kr_state *s, const ap_frame *f, kr_matter out[KR_POSTS])
{
	assert(f && out);
	switch (f->step) {
	case KR_STEP_CURE_STAND:
		return cures(s, f, out);
	case KR_STEP_PROMOTE_STAND:
		return promotions(s, f, out);
	case KR_STEP_REHABILITATE_STAND:
		return releases(s, f, out);
	case KR_STEP_BALLOT_STAND:
	case KR_STEP_TRIAL_STAND:
		return votes(s, f, out);
	default:
		out[0] = only_matter(s, f);
		return 1;
	}
}

kr_matter kr_matter_of(const kr_state *s, const ap_frame *f)
{
	kr_matter list[KR_POSTS];
	int count = f ? kr_matters_of(s, f, list) : 0;
	if (count > 0)
		return list[count - 1];
	kr_matter m = no_matter();
	m.step = f ? f->step : KR_NONE;
	return m;
}

/* Returns whether the control of those who have spoken makes a difference at this step. */
static bool control_counts(const kr_state *s, const ap_frame *f)
{
	switch (f->step) {
	case KR_STEP_CURE_STAND:
		return !s->no_visits;
	case KR_STEP_BALLOT_STAND:
	case KR_STEP_TRIAL_STAND:
		return kr_vote_matters(s, kr_ballot_frame_in(f));
	case KR_STEP_ELEVENTH:
	case KR_STEP_DEMAND_STAND:
	case KR_STEP_PARADE_STAND:
	case KR_STEP_FEWER:
		return true;
	default:
		return kr_step_anew(f->step) != KR_NONE;
	}
}

kr_politician_set kr_men_heard(const kr_state *s, const ap_frame *f)
{
	kr_matter list[KR_POSTS];
	kr_politician_set men = 0;
	if (f->step == KR_STEP_REVEAL_NAME && s->holder[KR_PLACE_KGB] != KR_NONE)
		return kr_bit(s->holder[KR_PLACE_KGB]);
	int count = control_counts(s, f) ? kr_matters_of(s, f, list) : 0;
	for (int i = 0; i < count; i++)
		if (list[i].actor != KR_NONE && kr_on_board(s, list[i].actor))
			men |= kr_bit(list[i].actor);
	return men;
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

/* Makes the frame ask about this politician again, as after a round in which he got a new
 * controller. */
static void go_back_to(kr_state *s, ap_frame *f, int post)
{
	uint8_t before = (uint8_t)((1u << post) - 1);
	switch (f->step) {
	case KR_STEP_CURE:
		kr_cure_frame_of(f)->member = (uint8_t)post;
		kr_cure_frame_of(f)->spoken &= before;
		break;
	case KR_STEP_PROMOTE:
		kr_promote_frame_of(f)->sponsor = (uint8_t)post;
		kr_promote_frame_of(f)->spoken &= before;
		break;
	case KR_STEP_REHABILITATE:
		kr_rehabilitate_frame_of(f)->member = (uint8_t)post;
		kr_rehabilitate_frame_of(f)->spoken &= before;
		break;
	case KR_STEP_BALLOT:
	case KR_STEP_TRIAL:
		kr_ballot_frame_of(f)->cursor = (uint8_t)post;
		break;
	case KR_STEP_SHIFT:
		memcpy(s->order, s->holder, sizeof s->order);
		s->moved = 0;
		break;
	default:
		break;
	}
}

void kr_ask_anew(kr_state *s, int p, int seat)
{
	assert(kr_is_listening(ap_step_of(s)) && s->head.depth > 1 && kr_is_member(s, p));
	ap_end(s);
	int step = kr_step_anew(ap_step_of(s));
	assert(step != KR_NONE);
	kr_goto(s, step);
	go_back_to(s, ap_top(s), s->place[p]);
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

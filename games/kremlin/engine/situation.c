/* situation.c: the facts about the present situation of Kremlin, frame by frame, for displays. */
#include "chapters.h"

/* A frame of the stack about which facts are stated. */
typedef struct matter {
	const kr_state *s;
	const ap_frame *f;
	int frame;    /* the number of the frame */
	int clause;   /* the clause of its step */
	bool heard;   /* whether all listen to it */
	kr_matter is; /* what the frame is about */
} matter;

static bool has_listening_above(const kr_state *s, int frame)
{
	return frame + 1 < s->head.depth && kr_is_listening(s->head.stack[frame + 1].step);
}

static matter matter_at(const kr_state *s, int frame)
{
	const ap_frame *f = &s->head.stack[frame];
	return (matter){.s = s,
		.f = f,
		.frame = frame,
		.clause = kr_steps[f->step].clause,
		.heard = has_listening_above(s, frame),
		.is = kr_matter_of(s, f)};
}

/* ---- The politician who acts ----------------------------------------------------------------- */

typedef void state_actor(ap_facts *facts, int frame, int clause, kr_politician_name who,
	kr_place_name place, kr_faction_name controller);

/* States a fact about the politician who acts, if there is one. */
static void state_acting(const matter *m, state_actor *state, ap_facts *facts)
{
	int p = m->is.actor;
	if (p != KR_NONE)
		state(facts, m->frame, m->clause, KR_POLITICIAN(p), KR_PLACE(m->s->place[p]),
			KR_MAYBE_FACTION(kr_controller(m->s, p)));
}

/* ---- Announcements --------------------------------------------------------------------------- */

static bool is_vote(int step)
{
	return step == KR_STEP_TRIAL_STAND || step == KR_STEP_BALLOT_STAND;
}

/* KR-IN-2: nobody controlled the politician when he was asked, and so he does nothing. */
static bool has_no_will(const matter *m)
{
	if (m->is.by != KR_NONE)
		return false;
	if (is_vote(m->f->step))
		return m->is.said == AP_NO_ACTION;
	return ap_verb_of(m->is.said) == KR_VERB_NOTHING || ap_verb_of(m->is.said) == KR_VERB_WORK;
}

/* Returns the kind of event that tells an announcement to do nothing. */
static int told_of_nothing(const matter *m)
{
	switch (m->f->step) {
	case KR_STEP_PURGE_STAND:
		return KR_EVENT_NO_PURGE;
	case KR_STEP_PROMOTE_STAND:
		return KR_EVENT_FINISHED;
	case KR_STEP_DEMAND_STAND:
		return KR_EVENT_DEMANDS_NOTHING;
	case KR_STEP_SHIFT_STAND:
	case KR_STEP_SHIFT_LEAVE:
		return kr_order_is_kept(m->s) ? KR_EVENT_ORDER_KEPT : KR_EVENT_ORDER;
	case KR_STEP_REHABILITATE_STAND:
		return KR_EVENT_RELEASES_NOBODY;
	default:
		return kr_spy_frame_in(m->f)->late ? KR_EVENT_NOTHING_MORE : KR_EVENT_NO_INQUIRY;
	}
}

/* Returns the kind of event that has told what was announced. */
static int told_of(const matter *m)
{
	static const uint8_t event[KR_VERB_COUNT] = {[KR_VERB_CURE] = KR_EVENT_CURE_CHOSEN,
		[KR_VERB_WORK] = KR_EVENT_WORK_CHOSEN,
		[KR_VERB_PURGE] = KR_EVENT_PURGE_ANNOUNCED,
		[KR_VERB_TRIAL] = KR_EVENT_TRIAL_CALLED,
		[KR_VERB_CONDEMN] = KR_EVENT_CONDEMNED,
		[KR_VERB_INVESTIGATE] = KR_EVENT_INVESTIGATED,
		[KR_VERB_CLOSE] = KR_EVENT_CLOSED,
		[KR_VERB_VOTE] = KR_EVENT_VOTES,
		[KR_VERB_NOMINATE] = KR_EVENT_NOMINATES,
		[KR_VERB_PROMOTE] = KR_EVENT_PROMOTES,
		[KR_VERB_DEMOTE] = KR_EVENT_DEMOTES,
		[KR_VERB_EXCHANGE] = KR_EVENT_EXCHANGES,
		[KR_VERB_REHABILITATE] = KR_EVENT_REHABILITATES};
	unsigned verb = ap_verb_of(m->is.said);
	bool demand = m->f->step == KR_STEP_DEMAND_STAND || m->f->step == KR_STEP_DEMAND_LEAVE;
	if (verb == KR_VERB_NOTHING)
		return told_of_nothing(m);
	return demand ? KR_EVENT_DEMANDS : event[verb];
}

/* KR-DE-6: the controller may have changed since the announcement. */
static void state_control(const matter *m, ap_facts *facts)
{
	int p = m->is.actor, controller = kr_controller(m->s, p);
	if (controller == KR_NONE)
		kr_state_uncontrolled(facts, m->frame, KR_IN_2, KR_POLITICIAN(p));
	else if (controller != m->is.by)
		kr_state_anew(facts, m->frame, KR_DE_6, KR_POLITICIAN(p), KR_FACTION(controller));
}

static void state_announcement(const matter *m, ap_facts *facts)
{
	int p = m->is.actor;
	bool decision = kr_step_anew(m->f->step) != KR_NONE && p != KR_NONE && kr_on_board(m->s, p);
	if (decision && has_no_will(m))
		kr_state_no_will(facts, m->frame, KR_IN_2, KR_POLITICIAN(p));
	else if (m->is.said != AP_NO_ACTION)
		kr_state_announced(facts, m->frame, m->clause, KR_MAYBE_POLITICIAN(p), m->is.said,
			KR_MAYBE_FACTION(m->is.by), told_of(m));
	if (decision && m->heard)
		state_control(m, facts);
}

/* The last announcement comes first: it is the one that the frame is about. The others are
 * listened to together with it, KR-DE-8. */
static void state_decision(const matter *m, ap_facts *facts)
{
	kr_matter list[KR_POSTS];
	matter other = *m;
	state_acting(m, kr_state_decides, facts);
	state_announcement(m, facts);
	for (int i = 0; i < kr_matters_of(m->s, m->f, list) - 1; i++) {
		other.is = list[i];
		state_announcement(&other, facts);
	}
}

/* ---- Phases 1 to 4 --------------------------------------------------------------------------- */

static void state_cure(const matter *m, ap_facts *facts)
{
	if (m->f->step == KR_STEP_PHASE_END && !m->f->asked)
		return;
	state_decision(m, facts);
	if (m->f->asked) {
		kr_state_in_cure_odds(m->s, m->is.actor, m->frame, facts);
		kr_state_at_work_odds(m->s, m->is.actor, m->frame, facts);
	}
}

static void state_purge_result(const matter *m, ap_facts *facts)
{
	const kr_purge_frame *f = kr_purge_frame_in(m->f);
	kr_modifiers protections = kr_protections_of(m->s, m->is.subject, f->counted);
	kr_state_die_cast(
		facts, m->frame, KR_2, KR_POLITICIAN(m->is.subject), kr_purge_margin(m->s, f));
	kr_state_modifiers(&protections, m->frame, facts);
}

static void state_purge(const matter *m, ap_facts *facts)
{
	const kr_state *s = m->s;
	const kr_purge_frame *f = kr_purge_frame_in(m->f);
	int victim = m->is.subject;
	if (s->imposed != KR_NONE)
		kr_state_imposed(facts, m->frame, kr_card_clause(s->imposed), KR_INTRIGUE(s->imposed),
			KR_MAYBE_POLITICIAN(kr_imposed_target(s)));
	if (f->step == KR_STEP_PURGE && m->heard) {
		kr_state_opens(facts, m->frame, KR_AD_4, KR_PHASE(KR_PHASE_PURGE));
		return;
	}
	state_decision(m, facts);
	if (f->lapsed)
		kr_state_lapses(facts, m->frame, KR_IC_19);
	if (f->step == KR_STEP_PURGE_RESULT)
		state_purge_result(m, facts);
	else if (victim != KR_NONE && s->place[victim] <= KR_PLACE_CANDIDATES)
		kr_state_purge_terms(s, f->purger, victim, m->frame, facts);
	if (kr_purge_will_be_rolled(s, f) && !kr_cards_wait(s))
		kr_state_purge_odds(s, victim, m->frame, facts);
}

static void state_spy(const matter *m, ap_facts *facts)
{
	const kr_spy_frame *f = kr_spy_frame_in(m->f);
	if (f->step == KR_STEP_SPY && m->heard) {
		kr_state_opens(facts, m->frame, KR_AD_4, KR_PHASE(KR_PHASE_SPY));
		return;
	}
	state_decision(m, facts);
	if (f->late)
		kr_state_late(facts, m->frame, KR_3_2);
	if (f->acquitted != KR_NONE)
		kr_state_acquitted(facts, m->frame, KR_3_2, KR_POLITICIAN(f->acquitted));
	if (f->lapsed)
		kr_state_lapses(facts, m->frame, KR_IC_19);
	if (f->alibi)
		kr_state_alibi(facts, m->frame, KR_IC_5);
}

static void state_health(const matter *m, ap_facts *facts)
{
	const kr_state *s = m->s;
	const kr_health_frame *f = kr_health_frame_in(m->f);
	int p = m->is.actor;
	bool fallen = f->step == KR_STEP_HEALTH_RESULT;
	if (!fallen && m->heard)
		kr_state_opens(facts, m->frame, KR_AD_4, KR_PHASE(KR_PHASE_HEALTH));
	state_acting(m, kr_state_rolls, facts);
	if (p == KR_NONE)
		return;
	bool in_cure = fallen ? f->in_cure : kr_is_away(s, p);
	if (fallen)
		kr_state_health_roll(facts, m->frame, KR_4, KR_POLITICIAN(p), f->die, kr_age(s, p),
			kr_crosses_after(s, p, in_cure, f->die + m->is.added));
	kr_modifiers terms = fallen ? kr_fallen_modifiers(f) : kr_health_modifiers(s, p, in_cure);
	kr_state_modifiers(&terms, m->frame, facts);
	if (!fallen && !kr_cards_wait(s))
		kr_state_health_odds(s, p, in_cure, terms.sum, m->frame, facts);
}

/* ---- Votes ----------------------------------------------------------------------------------- */

static void state_votes(const matter *m, ap_facts *facts)
{
	const kr_ballot_frame *f = kr_ballot_frame_in(m->f);
	for (int post = 0; post < KR_POSTS; post++) {
		int vote = kr_ballot_frame_votes(f, post);
		if (vote < KR_VOTE_COUNT)
			kr_state_vote(facts, m->frame, m->clause, KR_MAYBE_POLITICIAN(m->s->holder[post]),
				KR_PLACE(post), KR_VOTE(vote));
	}
}

static void state_ballot(const matter *m, ap_facts *facts)
{
	kr_vote_count count = kr_votes_in(m->f);
	if (m->f->step == KR_STEP_NOMINATE && m->heard) {
		kr_state_opens(facts, m->frame, KR_AD_4, KR_PHASE(KR_PHASE_FUNERAL));
		return;
	}
	bool opening = m->f->step == KR_STEP_TRIAL && m->heard; /* Nobody has been asked to vote yet. */
	if (!opening)
		state_decision(m, facts);
	if (count.trial)
		kr_state_trial(facts, m->frame, KR_3, KR_POLITICIAN(count.subject),
			KR_MAYBE_POLITICIAN(count.caller), count.ayes, count.nays, count.needed);
	else if (m->f->step != KR_STEP_NOMINATE && m->f->step != KR_STEP_NOMINATED)
		kr_state_election(facts, m->frame, KR_5, KR_POLITICIAN(count.subject),
			KR_POLITICIAN(count.caller), count.ayes, count.nays, count.needed);
	state_votes(m, facts);
	if (count.trial && kr_ballot_frame_in(m->f)->alibi)
		kr_state_alibi(facts, m->frame, KR_IC_5);
}

/* ---- Phases 6 to 8 --------------------------------------------------------------------------- */

static void state_leave(const matter *m, ap_facts *facts)
{
	int p = m->is.actor;
	if (p != KR_NONE)
		kr_state_needs_leave(facts, m->frame, kr_guard_clause(m->s, p), KR_POLITICIAN(p),
			KR_MAYBE_FACTION(kr_controller(m->s, p)));
}

static void state_demand(const matter *m, ap_facts *facts)
{
	int author = m->s->chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR];
	int chief = m->s->holder[KR_PLACE_CHIEF];
	if (author != KR_NONE && chief != KR_NONE)
		kr_state_demands(facts, m->frame, KR_IC_20, KR_FACTION(author), KR_POLITICIAN(chief));
	if (m->f->step == KR_STEP_DEMAND_LEAVE)
		state_acting(m, kr_state_decides, facts);
	state_announcement(m, facts);
	if (m->f->step == KR_STEP_DEMAND_LEAVE)
		state_leave(m, facts);
}

static void state_shift(const matter *m, ap_facts *facts)
{
	const kr_state *s = m->s;
	state_decision(m, facts);
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++)
		if (s->order[post] != s->holder[post] && s->order[post] != KR_NONE)
			kr_state_order(facts, m->frame, KR_6, KR_POLITICIAN(s->order[post]), KR_PLACE(post));
	if (m->f->step == KR_STEP_SHIFT_LEAVE)
		state_leave(m, facts);
}

static void state_promote(const matter *m, ap_facts *facts)
{
	state_decision(m, facts);
	if (m->f->step == KR_STEP_PROMOTE_LEAVE)
		state_leave(m, facts);
}

static void state_rehabilitation(const matter *m, ap_facts *facts)
{
	if (m->f->step == KR_STEP_REHABILITATE && m->heard)
		kr_state_opens(facts, m->frame, KR_AD_4, KR_PHASE(KR_PHASE_REHABILITATION));
	else
		state_decision(m, facts);
}

static void state_parade(const matter *m, ap_facts *facts)
{
	const kr_state *s = m->s;
	int chief = m->is.actor;
	state_acting(m, kr_state_rostrum, facts);
	if (chief == KR_NONE || kr_crosses(s, chief) == 0)
		return;
	int needs = kr_wave_needs(s, chief);
	kr_state_wave_needs(facts, m->frame, KR_8, KR_POLITICIAN(chief), needs, kr_chance(needs));
	if (kr_active(s, KR_PLACE_CHIEF) && !kr_cards_wait(s))
		kr_state_wave_odds(s, chief, m->frame, facts);
}

/* ---- The rest of the year -------------------------------------------------------------------- */

static void state_date(const kr_state *s, ap_facts *facts)
{
	bool setting_up = s->head.stack[0].step <= KR_STEP_WRITE;
	kr_state_date(facts, 0, KR_TU_1, s->year, KR_PHASE(setting_up ? KR_PHASE_SET_UP : s->phase));
}

static void state_deal(const matter *m, ap_facts *facts)
{
	if (m->f->step == KR_STEP_DEAL && kr_deal_place(m->s) != KR_NONE)
		kr_state_deals(facts, m->frame, KR_SU_2, KR_PLACE(kr_deal_place(m->s)));
	if (m->f->step == KR_STEP_DEAL_CARDS && kr_card_receiver(m->s) != KR_NONE)
		kr_state_draws(facts, m->frame, KR_AD_3, KR_FACTION(kr_card_receiver(m->s)));
	if (m->f->step == KR_STEP_OPENING)
		kr_state_opens(facts, m->frame, KR_DE_5, KR_PHASE(KR_PHASE_SET_UP));
}

static void state_influence(const matter *m, ap_facts *facts)
{
	const kr_influence_frame *f = kr_influence_frame_in(m->f);
	if (f->seats_done >= m->s->head.players)
		return;
	int seat = kr_clockwise(m->s, f->first, f->seats_done);
	if (f->step == KR_STEP_INFLUENCE_DRAW)
		kr_state_draws(facts, m->frame, KR_AD_6, KR_FACTION(seat));
	else
		kr_state_new_influence(facts, m->frame, KR_AD_6, KR_FACTION(seat), f->decided + 1);
}

static void state_ending(const matter *m, ap_facts *facts)
{
	const kr_ending_frame *f = kr_ending_frame_in(m->f);
	kr_state_ending(facts, m->frame, kr_over_clauses[f->why], KR_REASON(f->why),
		KR_MAYBE_POLITICIAN(f->decides));
	if (!f->asked)
		return;
	kr_state_shows(facts, m->frame, KR_SW_1, KR_FACTION(f->seats_shown), KR_POLITICIAN(f->decides));
	kr_state_recorded_odds(KR_SW_1, m->frame, facts);
}

/* ---- Rounds and ties ------------------------------------------------------------------------- */

static void state_listening(const matter *m, ap_facts *facts)
{
	const kr_state *s = m->s;
	const kr_listen_frame *f = kr_listen_frame_in(m->f);
	kr_state_listening(facts, m->frame, KR_DE_5, KR_MAYBE_POLITICIAN(f->about));
	for (int seat = 0; seat < s->head.players; seat++) {
		if (kr_speakers(s) & AP_SEAT(seat))
			kr_state_may_speak(
				facts, m->frame, KR_DE_5, KR_FACTION(seat), s->left[seat], s->hand_size[seat]);
		if (f->announced[seat] != KR_NONE)
			kr_state_waits(
				facts, m->frame, KR_AD_4, KR_FACTION(seat), KR_INTRIGUE(f->announced[seat]));
	}
}

static void state_ties(const matter *m, ap_facts *facts)
{
	const kr_state *s = m->s;
	int p = m->is.actor;
	state_acting(m, kr_state_contested, facts);
	if (p == KR_NONE)
		return;
	ap_seats tied = m->f->step == KR_STEP_TIES ? kr_tied(s, p) : kr_tied_earliest(s, p);
	for (int seat = 0; seat < s->head.players; seat++)
		if (tied & AP_SEAT(seat))
			kr_state_tied(facts, m->frame, KR_DE_3, KR_FACTION(seat), s->declared[seat][p]);
	if (kr_tie_arbiter(s, p) != KR_NONE)
		kr_state_settles(facts, m->frame, m->clause, KR_FACTION(kr_tie_arbiter(s, p)));
}

/* ---- Cards ----------------------------------------------------------------------------------- */

static void state_card_die(const matter *m, const kr_card_frame *f, ap_facts *facts)
{
	switch (kr_intrigues[f->card].effect) {
	case KR_EFFECT_ASSASSINATION:
		kr_state_attempt_odds(m->s, f->target, m->frame, facts);
		break;
	case KR_EFFECT_VISIT:
		kr_state_visit_odds(m->s, f->card, f->target, m->frame, facts);
		break;
	case KR_EFFECT_MISDIAGNOSIS:
		kr_state_misdiagnosis_odds(m->s, f->diagnosis, m->frame, facts);
		break;
	case KR_EFFECT_POWER_GAME:
		kr_state_power_game_odds(m->frame, facts);
		break;
	default:
		assert(kr_intrigues[f->card].effect == KR_EFFECT_GLASNOST);
		kr_state_glasnost_odds(m->s, f->player, m->frame, facts);
	}
}

static void state_revelations(const matter *m, const kr_card_frame *f, ap_facts *facts)
{
	if (f->step == KR_STEP_REVEAL_NAME)
		kr_state_names(facts, m->frame, KR_IC_17, KR_FACTION(kr_reveal_asked(m->s, f)),
			KR_MAYBE_POLITICIAN(m->s->holder[KR_PLACE_KGB]));
	if (f->step != KR_STEP_UNMASK)
		return;
	kr_state_unmasks(facts, m->frame, KR_IC_17, KR_POLITICIAN(f->target));
	if (f->asked) {
		kr_state_shows(
			facts, m->frame, KR_IC_17, KR_FACTION(f->seats_shown), KR_POLITICIAN(f->target));
		kr_state_recorded_odds(KR_IC_17, m->frame, facts);
	}
}

static void state_card(const matter *m, ap_facts *facts)
{
	const kr_card_frame *f = kr_card_frame_in(m->f);
	int clause = kr_card_clause(f->card);
	int target = kr_card_has_target(f->card) ? f->target : KR_NONE;
	kr_state_card(facts, m->frame, clause, KR_INTRIGUE(f->card), KR_FACTION(f->player),
		KR_MAYBE_POLITICIAN(target));
	if (f->step == KR_STEP_CARD_DIE)
		state_card_die(m, f, facts);
	if (f->step == KR_STEP_ACCUSE && f->faction != KR_NONE)
		kr_state_may_accuse(facts, m->frame, clause, KR_FACTION(f->faction), kr_charge_needs());
	if (f->step == KR_STEP_CHARGE_DIE) {
		kr_state_accused(facts, m->frame, clause, KR_POLITICIAN(f->target), kr_charge_needs());
		kr_state_charge_odds(m->frame, facts);
	}
	if (f->due > 0)
		kr_state_due(facts, m->frame, clause, KR_FACTION(f->faction), f->due);
	state_revelations(m, f, facts);
}

/* ---- All frames ------------------------------------------------------------------------------ */

typedef void state_facts(const matter *m, ap_facts *facts);

/* Returns the function that states the facts of a step; NULL if the step has no facts of its
 * own. */
static state_facts *facts_of(int step)
{
	switch (step) {
	case KR_STEP_DEAL:
	case KR_STEP_DEAL_CARDS:
	case KR_STEP_OPENING:
		return state_deal;
	case KR_STEP_CURE:
	case KR_STEP_CURE_STAND:
	case KR_STEP_PHASE_END:
		return state_cure;
	case KR_STEP_PURGE:
	case KR_STEP_PURGE_STAND:
	case KR_STEP_PURGE_ROLL:
	case KR_STEP_PURGE_RESULT:
		return state_purge;
	case KR_STEP_SPY:
	case KR_STEP_SPY_STAND:
		return state_spy;
	case KR_STEP_HEALTH:
	case KR_STEP_HEALTH_RESULT:
		return state_health;
	case KR_STEP_NOMINATE:
	case KR_STEP_NOMINATED:
	case KR_STEP_BALLOT:
	case KR_STEP_BALLOT_STAND:
	case KR_STEP_TRIAL:
	case KR_STEP_TRIAL_STAND:
		return state_ballot;
	case KR_STEP_DEMAND:
	case KR_STEP_DEMAND_STAND:
	case KR_STEP_DEMAND_LEAVE:
		return state_demand;
	case KR_STEP_SHIFT:
	case KR_STEP_SHIFT_STAND:
	case KR_STEP_SHIFT_LEAVE:
		return state_shift;
	case KR_STEP_PROMOTE:
	case KR_STEP_PROMOTE_STAND:
	case KR_STEP_PROMOTE_LEAVE:
		return state_promote;
	case KR_STEP_REHABILITATE:
	case KR_STEP_REHABILITATE_STAND:
		return state_rehabilitation;
	case KR_STEP_PARADE_STAND:
	case KR_STEP_PARADE_ROLL:
		return state_parade;
	case KR_STEP_INFLUENCE:
	case KR_STEP_INFLUENCE_DRAW:
		return state_influence;
	case KR_STEP_ENDING:
		return state_ending;
	case KR_STEP_LISTEN:
	case KR_STEP_LISTEN_CARDS:
		return state_listening;
	case KR_STEP_TIES:
	case KR_STEP_TIES_LOT:
		return state_ties;
	default:
		return step >= KR_STEP_CARD ? state_card : NULL;
	}
}

void kr_situation(const void *view, ap_facts *facts)
{
	const kr_state *s = view;
	state_date(s, facts);
	for (int frame = 0; frame < s->head.depth; frame++) {
		matter m = matter_at(s, frame);
		state_facts *state = facts_of(m.f->step);
		if (m.f->step == KR_STEP_ELEVENTH || m.f->step == KR_STEP_FEWER)
			state_acting(&m, kr_state_ends_with, facts);
		else if (state)
			state(&m, facts);
	}
}

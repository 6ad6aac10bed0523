/* soundness_stack.c: the invariants of the stack: which step may lie on which, what its frame
 * remembers, and who is asked. The core checks the declared ranges of locals. */
#include "soundness.h"

/* ---- The frame of the year ------------------------------------------------------------------- */

/* Returns the phase to which a step of the year belongs; KR_PHASE_SET_UP if it may be any. */
static int phase_of(int step)
{
	return step <= KR_STEP_CURE_STAND                         ? KR_PHASE_CURE
		: step <= KR_STEP_PURGE_RESULT                        ? KR_PHASE_PURGE
		: step <= KR_STEP_SPY_STAND                           ? KR_PHASE_SPY
		: step <= KR_STEP_HEALTH_RESULT                       ? KR_PHASE_HEALTH
		: step <= KR_STEP_ELEVENTH                            ? KR_PHASE_FUNERAL
		: step <= KR_STEP_FEWER                               ? KR_PHASE_REPLACEMENT
		: step <= KR_STEP_REHABILITATE_STAND                  ? KR_PHASE_REHABILITATION
		: step <= KR_STEP_PARADE_ROLL                         ? KR_PHASE_PARADE
		: step == KR_STEP_PHASE_END || step == KR_STEP_ENDING ? KR_PHASE_SET_UP
															  : KR_PHASE_PARADE;
}

static bool says(ap_action said, const uint8_t *verbs, int count)
{
	for (int i = 0; i < count && said != AP_NO_ACTION; i++)
		if (ap_verb_of(said) == verbs[i])
			return true;
	return false;
}

/* Checks what may have been announced at a step that waits for a round of listening. */
static bool said_sound(const ap_frame *f)
{
	static const uint8_t purge[] = {KR_VERB_PURGE, KR_VERB_NOTHING};
	static const uint8_t spy[] = {
		KR_VERB_NOTHING, KR_VERB_TRIAL, KR_VERB_CONDEMN, KR_VERB_INVESTIGATE, KR_VERB_CLOSE};
	static const uint8_t demand[] = {
		KR_VERB_MOVE, KR_VERB_PROMOTE, KR_VERB_DEMOTE, KR_VERB_NOTHING};
	static const uint8_t promote[] = {
		KR_VERB_DEMOTE, KR_VERB_EXCHANGE, KR_VERB_PROMOTE, KR_VERB_NOTHING};
	static const uint8_t release[] = {KR_VERB_NOTHING, KR_VERB_REHABILITATE};
	switch (f->step) {
	case KR_STEP_PURGE_STAND:
		return says(kr_purge_frame_in(f)->said, purge, 2);
	case KR_STEP_PURGE_ROLL:
	case KR_STEP_PURGE_RESULT:
		return says(kr_purge_frame_in(f)->said, purge, 1);
	case KR_STEP_SPY_STAND:
		return says(kr_spy_frame_in(f)->said, spy, 5);
	case KR_STEP_DEMAND_STAND:
		return says(kr_demand_frame_in(f)->said, demand, 4);
	case KR_STEP_DEMAND_LEAVE:
		return says(kr_demand_frame_in(f)->said, demand, 3);
	case KR_STEP_PROMOTE_STAND:
		return says(kr_promote_frame_in(f)->said, promote, 4);
	case KR_STEP_PROMOTE_LEAVE:
		return says(kr_promote_frame_in(f)->said, promote, 2);
	case KR_STEP_REHABILITATE_STAND:
		return says(kr_rehabilitate_frame_in(f)->said, release, 2);
	default:
		return true;
	}
}

/* The politician who acts at a step that waits for a round of listening must be able to have
 * spoken. */
static bool actor_sound(const ap_frame *f)
{
	switch (f->step) {
	case KR_STEP_PURGE_STAND:
	case KR_STEP_PURGE_ROLL:
	case KR_STEP_PURGE_RESULT:
		return kr_purge_frame_in(f)->purger != KR_NONE;
	case KR_STEP_SPY_STAND:
		return kr_spy_frame_in(f)->investigator != KR_NONE;
	case KR_STEP_HEALTH_RESULT:
		return kr_health_frame_in(f)->member < KR_POSTS && kr_health_frame_in(f)->die >= 1 &&
			kr_health_frame_in(f)->who != KR_NONE;
	case KR_STEP_REHABILITATE_STAND:
		return ap_verb_of(kr_rehabilitate_frame_in(f)->said) == KR_VERB_NOTHING ||
			kr_rehabilitate_frame_in(f)->member < KR_POSTS;
	default:
		return true;
	}
}

/* KR-DE-8: those who have spoken come before the one who is asked, and after those who are done. */
static bool spoken_sound(const ap_frame *f)
{
	switch (f->step) {
	case KR_STEP_CURE:
		return kr_cure_frame_in(f)->spoken >> kr_cure_frame_in(f)->member == 0;
	case KR_STEP_PROMOTE:
	case KR_STEP_PROMOTE_STAND:
	case KR_STEP_PROMOTE_LEAVE: {
		const kr_promote_frame *promote = kr_promote_frame_in(f);
		return promote->first <= promote->sponsor && promote->spoken >> promote->sponsor <= 1 &&
			(promote->spoken & ((1u << promote->first) - 1)) == 0;
	}
	case KR_STEP_REHABILITATE_OPEN:
	case KR_STEP_REHABILITATE:
	case KR_STEP_REHABILITATE_STAND: {
		const kr_rehabilitate_frame *release = kr_rehabilitate_frame_in(f);
		return release->first <= release->member && release->spoken >> release->member <= 1 &&
			(release->spoken & ((1u << release->first) - 1)) == 0;
	}
	default:
		return true;
	}
}

/* The votes of a trial are innocent and guilty, those on a nominee are yes and no. */
static bool votes_sound(const kr_ballot_frame *f)
{
	bool trial = kr_is_trial(f->step);
	int first = trial ? KR_VOTE_INNOCENT : KR_VOTE_YES;
	for (int post = 0; post < KR_POSTS; post++) {
		int vote = kr_ballot_frame_votes(f, post);
		if (vote < KR_VOTE_COUNT && !kr_within(vote, first, first + 1))
			return false;
	}
	return f->first <= f->cursor && (f->vote == KR_NONE || kr_within(f->vote, first, first + 1));
}

/* While all are asked for cards there may still be a Party Chief. */
static bool funeral_sound(const kr_state *s, const kr_ballot_frame *f)
{
	bool vacant = s->holder[KR_PLACE_CHIEF] == KR_NONE;
	if (f->alibi || !votes_sound(f))
		return false;
	if (f->step == KR_STEP_FUNERAL_OPEN || (f->step == KR_STEP_NOMINATE && !f->asked))
		return true;
	return vacant &&
		(f->step == KR_STEP_NOMINATE || (f->subject != KR_NONE && f->caller != KR_NONE));
}

static bool is_ordering(int step)
{
	return step >= KR_STEP_SHIFT && step <= KR_STEP_SHIFT_LEAVE;
}

static bool politician_or_none(int p)
{
	return p == KR_NONE || kr_is_politician(p);
}

/* The chief's order names each politician once, at his own level: all who are in office and, once
 * it is given, perhaps some who have left since. */
static bool order_sound(const kr_state *s, const ap_frame *f)
{
	kr_politician_set seen = 0, in_office = 0;
	for (int post = 0; post < KR_POSTS; post++) {
		int p = s->order[post];
		if (s->holder[post] != KR_NONE)
			in_office |= kr_bit(s->holder[post]);
		if (!is_ordering(f->step) ? p != KR_NONE : !politician_or_none(p))
			return false;
		if (p == KR_NONE)
			continue;
		if ((seen & kr_bit(p)) ||
			(kr_is_member(s, p) && kr_level_of(s->place[p]) != kr_level_of(post)))
			return false;
		seen |= kr_bit(p);
	}
	if (is_ordering(f->step) && (in_office & ~seen))
		return false;
	return f->step != KR_STEP_SHIFT || !f->asked || seen == in_office;
}

/* Returns whether a step belongs to the versions with cards, or to the Advanced game, and is not
 * possible at this table. */
static bool is_of_other_game(const kr_state *s, int step)
{
	bool cards = step == KR_STEP_DEAL_CARDS || step == KR_STEP_INFLUENCE_DRAW ||
		(step >= KR_STEP_DEMAND && step <= KR_STEP_DEMAND_LEAVE);
	bool influence = step == KR_STEP_INFLUENCE || step == KR_STEP_INFLUENCE_DRAW;
	return (cards && !kr_has_cards(s)) || (influence && !kr_advanced(s));
}

/* Card 5 and card 19 act on what is announced, and only while it is. An alibi lasts until the
 * trial is announced anew. */
static bool answers_sound(const ap_frame *f)
{
	if (f->step >= KR_STEP_PURGE_OPEN && f->step <= KR_STEP_PURGE_RESULT)
		return !kr_purge_frame_in(f)->lapsed || f->step == KR_STEP_PURGE_STAND;
	if (f->step < KR_STEP_SPY_OPEN || f->step > KR_STEP_SPY_STAND)
		return true;
	const kr_spy_frame *spy = kr_spy_frame_in(f);
	bool trial = spy->said != AP_NO_ACTION && ap_verb_of(spy->said) == KR_VERB_TRIAL;
	return (!spy->lapsed || f->step == KR_STEP_SPY_STAND) && (!spy->alibi || trial);
}

static bool year_sound(const kr_state *s, const ap_frame *f)
{
	int phase = phase_of(f->step);
	if (f->step > KR_STEP_ENDING || (phase != KR_PHASE_SET_UP && phase != s->phase))
		return false;
	if (is_of_other_game(s, f->step) || !answers_sound(f))
		return false;
	if (s->kept && (f->step < KR_STEP_PROMOTE || f->step > KR_STEP_PROMOTE_STAND))
		return false;
	if (s->demanded != KR_NONE && (!is_ordering(f->step) || !kr_is_politician(s->demanded)))
		return false;
	if ((f->step <= KR_STEP_OPENING && s->year != 1) ||
		(f->step == KR_STEP_ELEVENTH && s->year != KR_LAST_YEAR))
		return false;
	if (f->step >= KR_STEP_FUNERAL_OPEN && f->step <= KR_STEP_BALLOT_STAND)
		return funeral_sound(s, kr_ballot_frame_in(f));
	if (f->step == KR_STEP_INFLUENCE || f->step == KR_STEP_INFLUENCE_DRAW)
		return kr_influence_frame_in(f)->seats_done <= s->head.players;
	if (f->step == KR_STEP_ENDING)
		return kr_ending_frame_in(f)->seats_shown <= s->head.players;
	return actor_sound(f) && said_sound(f) && spoken_sound(f);
}

/* ---- Frames on top of the year --------------------------------------------------------------- */

static bool can_be_listened_to(int step)
{
	switch (step) {
	case KR_STEP_OPENING:
	case KR_STEP_CURE_STAND:
	case KR_STEP_PURGE:
	case KR_STEP_PURGE_STAND:
	case KR_STEP_PURGE_RESULT:
	case KR_STEP_SPY:
	case KR_STEP_SPY_STAND:
	case KR_STEP_HEALTH:
	case KR_STEP_HEALTH_RESULT:
	case KR_STEP_NOMINATE:
	case KR_STEP_NOMINATED:
	case KR_STEP_BALLOT_STAND:
	case KR_STEP_ELEVENTH:
	case KR_STEP_DEMAND_STAND:
	case KR_STEP_SHIFT_STAND:
	case KR_STEP_PROMOTE_STAND:
	case KR_STEP_FEWER:
	case KR_STEP_REHABILITATE:
	case KR_STEP_REHABILITATE_STAND:
	case KR_STEP_PARADE_STAND:
	case KR_STEP_TRIAL:
	case KR_STEP_TRIAL_STAND:
	case KR_STEP_REVEAL_NAME:
	case KR_STEP_REPLACEMENT:
	case KR_STEP_PARADE:
	case KR_STEP_PHASE_END:
		return true;
	default:
		return false;
	}
}

static bool fits_on(int step, int below)
{
	if (kr_is_listening(step))
		return can_be_listened_to(below);
	if (step == KR_STEP_TIES || step == KR_STEP_TIES_LOT)
		return kr_is_listening(below) || below == KR_STEP_INFLUENCE || below == KR_STEP_CARD_END ||
			below == KR_STEP_CARD_CHOICE || below == KR_STEP_FORCED;
	if (kr_is_trial(step))
		return below == KR_STEP_SPY || below == KR_STEP_CARD_END;
	return step >= KR_STEP_CARD && kr_is_listening(below);
}

static bool listen_sound(const kr_state *s, const kr_listen_frame *f)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (f->announced[seat] != KR_NONE && !kr_has_cards(s))
			return false;
	return true;
}

static bool trial_sound(const kr_ballot_frame *f, const ap_frame *below)
{
	bool by_card = below->step == KR_STEP_CARD_END;
	if (by_card && kr_card_frame_in(below)->card != KR_INTRIGUE_ASSASSINATION)
		return false;
	return f->subject != KR_NONE && by_card == (f->caller == KR_NONE) && votes_sound(f);
}

static bool called_sound(const kr_state *s, int at)
{
	const ap_frame *f = &s->head.stack[at], *below = f - 1;
	if (!fits_on(f->step, below->step))
		return false;
	if (kr_is_listening(f->step))
		return listen_sound(s, kr_listen_frame_in(f));
	if (f->step == KR_STEP_TIES || f->step == KR_STEP_TIES_LOT)
		return s->unsettled != 0;
	if (kr_is_trial(f->step))
		return trial_sound(kr_ballot_frame_in(f), below);
	return kr_card_frame_sound(s, kr_card_frame_in(f), at >= 2 ? below - 1 : below);
}

/* ---- Who is asked ---------------------------------------------------------------------------- */

static bool asked_controller(const kr_state *s, int p)
{
	int seat = p == KR_NONE ? KR_NONE : kr_controller(s, p);
	return seat != KR_NONE && ap_peek(s)->asked == AP_SEAT(seat);
}

static int holder_of(const kr_state *s, int post)
{
	return post < KR_POSTS ? s->holder[post] : KR_NONE;
}

static bool voter_asked(const kr_state *s, const kr_ballot_frame *f)
{
	int p = holder_of(s, f->cursor);
	bool free = kr_is_trial(f->step) || (p != f->subject && p != f->caller);
	return p != KR_NONE && kr_active(s, f->cursor) && free && asked_controller(s, p);
}

static bool tie_asked(const kr_state *s, const kr_ties_frame *f)
{
	int p = f->tied;
	if (p == KR_NONE || !(s->unsettled & kr_bit(p)))
		return false;
	ap_seats tied = kr_tied(s, p), first = kr_tied_earliest(s, p);
	int arbiter = kr_tie_arbiter(s, p);
	if (f->step == KR_STEP_TIES)
		return (tied & (tied - 1)) && arbiter != KR_NONE && f->asked == AP_SEAT(arbiter);
	return (first & (first - 1)) && arbiter == KR_NONE && f->asked == AP_SEAT(AP_CHANCE);
}

static bool nominator_asked(const kr_state *s, const kr_ballot_frame *f)
{
	int p = f->caller;
	return s->holder[KR_PLACE_CHIEF] == KR_NONE && p != KR_NONE && p == kr_nominator(s, f) &&
		kr_nominees(s, f, p) && asked_controller(s, p);
}

static bool sponsor_asked(const kr_state *s, const kr_promote_frame *f)
{
	int post = f->sponsor;
	return kr_active(s, post) && !kr_too_old(s, s->holder[post]) &&
		(post == KR_PLACE_CHIEF || kr_can_promote(s, post)) && asked_controller(s, s->holder[post]);
}

static bool promote_leave_asked(const kr_state *s, const kr_promote_frame *f)
{
	int p = (int)ap_x(f->said), y = (int)ap_y(f->said);
	if (f->sponsor != KR_PLACE_CHIEF || !kr_active(s, KR_PLACE_CHIEF) || !kr_needs_leave(s, p))
		return false;
	uint16_t forbidden = ap_verb_of(f->said) == KR_VERB_DEMOTE
		? kr_demote_forbidden(s, p, y)
		: kr_exchange_forbidden(s, KR_PLACE_CHIEF, p, y);
	return forbidden == 0 && asked_controller(s, p);
}

static bool demand_asked(const kr_state *s, const ap_frame *f)
{
	int author = s->chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR];
	return author != KR_NONE && kr_active(s, KR_PLACE_CHIEF) &&
		!kr_too_old(s, s->holder[KR_PLACE_CHIEF]) && f->asked == AP_SEAT(author);
}

static bool demand_leave_asked(const kr_state *s, const kr_demand_frame *f)
{
	bool holds = kr_active(s, KR_PLACE_CHIEF) && kr_demand_forbidden(s, f->said) == 0;
	return holds && asked_controller(s, kr_demand_asked(s, f));
}

static bool shift_leave_asked(const kr_state *s, const kr_shift_frame *f)
{
	if (!kr_active(s, KR_PLACE_CHIEF) || f->leave_from == KR_POSTS)
		return false;
	return kr_shift_asked(s, f) == f->leave_from && asked_controller(s, s->holder[f->leave_from]);
}

static bool releaser_asked(const kr_state *s, const kr_rehabilitate_frame *f)
{
	int p = holder_of(s, f->member);
	return p != KR_NONE && kr_active(s, f->member) && !kr_too_old(s, p) &&
		kr_at(s, KR_PLACE_SIBERIA) && asked_controller(s, p);
}

static bool purger_asked(const kr_state *s, const kr_purge_frame *f)
{
	int p = f->purger;
	return p != KR_NONE && p == kr_purger(s) && asked_controller(s, p) && !kr_too_old(s, p) &&
		(s->stage == KR_STAGE_FREE || kr_imposed_target(s) != KR_NONE);
}

static bool investigator_asked(const kr_state *s, const kr_spy_frame *f)
{
	int p = f->investigator;
	return p != KR_NONE && p == kr_investigator(s) && asked_controller(s, p) && !kr_too_old(s, p);
}

static bool patient_asked(const kr_state *s, const kr_cure_frame *f)
{
	int p = holder_of(s, f->member);
	return p != KR_NONE && kr_crosses(s, p) > 0 && !s->no_visits && asked_controller(s, p);
}

static bool visitor_asked(const kr_state *s, const kr_phase_end_frame *f)
{
	int p = f->visitor;
	return p != KR_NONE && (kr_visitors(s) & kr_bit(p)) && asked_controller(s, p);
}

/* Checks steps that ask only seats, never chance. */
static bool seat_asked(const kr_state *s, const ap_frame *f)
{
	switch (f->step) {
	case KR_STEP_WRITE:
		return (f->asked & ~kr_all_seats(s)) == 0;
	case KR_STEP_CURE:
		return patient_asked(s, kr_cure_frame_in(f));
	case KR_STEP_PURGE:
		return purger_asked(s, kr_purge_frame_in(f));
	case KR_STEP_SPY:
		return investigator_asked(s, kr_spy_frame_in(f));
	case KR_STEP_NOMINATE:
		return nominator_asked(s, kr_ballot_frame_in(f));
	case KR_STEP_BALLOT:
		return voter_asked(s, kr_ballot_frame_in(f));
	case KR_STEP_DEMAND:
		return demand_asked(s, f);
	case KR_STEP_DEMAND_LEAVE:
		return demand_leave_asked(s, kr_demand_frame_in(f));
	case KR_STEP_SHIFT:
		return kr_active(s, KR_PLACE_CHIEF) && asked_controller(s, s->holder[KR_PLACE_CHIEF]);
	case KR_STEP_SHIFT_LEAVE:
		return shift_leave_asked(s, kr_shift_frame_in(f));
	case KR_STEP_PROMOTE:
		return sponsor_asked(s, kr_promote_frame_in(f));
	case KR_STEP_PROMOTE_LEAVE:
		return promote_leave_asked(s, kr_promote_frame_in(f));
	case KR_STEP_REHABILITATE:
		return releaser_asked(s, kr_rehabilitate_frame_in(f));
	case KR_STEP_PHASE_END:
		return visitor_asked(s, kr_phase_end_frame_in(f));
	case KR_STEP_INFLUENCE:
		return kr_influence_frame_in(f)->seats_done < s->head.players &&
			kr_influence_frame_in(f)->decided < KR_NEW_DECISIONS &&
			f->asked == AP_SEAT(kr_influence_seat(s));
	default:
		return false;
	}
}

/* Returns whether a step of the year asks chance. */
static bool chance_has_question(const kr_state *s, const ap_frame *f)
{
	int chief = s->holder[KR_PLACE_CHIEF];
	switch (f->step) {
	case KR_STEP_DEAL:
		return kr_deal_place(s) != KR_NONE && kr_living(s) == KR_POLITICIANS;
	case KR_STEP_DEAL_CARDS:
		return kr_card_receiver(s) != KR_NONE && kr_deck_size(s) > 0;
	case KR_STEP_PURGE_ROLL:
		return s->place[ap_x(kr_purge_frame_in(f)->said)] <= KR_PLACE_CANDIDATES;
	case KR_STEP_HEALTH:
		return holder_of(s, kr_health_frame_in(f)->member) != KR_NONE;
	case KR_STEP_PARADE_ROLL:
		return chief != KR_NONE && kr_crosses(s, chief) > 0;
	case KR_STEP_INFLUENCE_DRAW:
		return kr_influence_frame_in(f)->seats_done < s->head.players &&
			kr_influence_frame_in(f)->decided > 0 && kr_deck_size(s) > 0;
	case KR_STEP_ENDING:
		return kr_ending_shows_sheets(s, kr_ending_frame_in(f)->decides) &&
			kr_ending_frame_in(f)->seats_shown < s->head.players;
	default:
		return false;
	}
}

static bool card_asked(const kr_state *s, const kr_card_frame *f)
{
	bool player = f->asked == AP_SEAT(f->player), chance = f->asked == AP_SEAT(AP_CHANCE);
	switch (f->step) {
	case KR_STEP_CARD:
		return player && kr_card_has_target(f->card) && kr_card_targets(s, f->player, f->card) != 0;
	case KR_STEP_CARD_CHOICE:
		return player;
	case KR_STEP_ACCUSE:
		return f->faction != KR_NONE && f->asked == AP_SEAT(f->faction);
	case KR_STEP_REVEAL_NAME:
		return f->asked == AP_SEAT(kr_reveal_asked(s, f));
	case KR_STEP_UNMASK:
		return chance && f->seats_shown < s->head.players;
	case KR_STEP_FORCED:
		return f->asked == AP_SEAT(f->faction) && f->due > 0;
	case KR_STEP_CARD_DIE:
	case KR_STEP_CARD_LOT:
	case KR_STEP_CHARGE_DIE:
		return chance;
	default:
		return false;
	}
}

static bool asked_sound(const kr_state *s)
{
	const ap_frame *f = ap_peek(s);
	if (f->step == KR_STEP_LISTEN)
		return (f->asked & ~kr_speakers(s)) == 0;
	if (f->step == KR_STEP_TIES || f->step == KR_STEP_TIES_LOT)
		return tie_asked(s, kr_ties_frame_in(f));
	if (f->step == KR_STEP_TRIAL)
		return voter_asked(s, kr_ballot_frame_in(f)) &&
			kr_on_board(s, kr_ballot_frame_in(f)->subject);
	if (f->step >= KR_STEP_CARD)
		return card_asked(s, kr_card_frame_in(f));
	return f->asked == AP_SEAT(AP_CHANCE) ? chance_has_question(s, f) : seat_asked(s, f);
}

/* When the game is over an order has no effect any more, but it must still name politicians. */
static bool order_names_men(const kr_state *s)
{
	for (int post = 0; post < KR_POSTS; post++)
		if (!politician_or_none(s->order[post]))
			return false;
	return politician_or_none(s->demanded);
}

const char *kr_stack_unsound(const kr_state *s)
{
	const ap_frame *stack = s->head.stack;
	if (s->head.over)
		return order_names_men(s) ? NULL : "an order is about nobody";
	if (!year_sound(s, &stack[0]) || !order_sound(s, &stack[0]))
		return "the year is not at the bottom of the stack";
	for (int i = 1; i < s->head.depth; i++)
		if (!called_sound(s, i))
			return "a called step does not fit the board";
	bool settling = ap_peek(s)->step == KR_STEP_TIES || ap_peek(s)->step == KR_STEP_TIES_LOT;
	if (s->unsettled && ap_peek(s)->asked && !settling)
		return "control is unclear while somebody is asked";
	return ap_peek(s)->asked && !asked_sound(s) ? "the wrong seat is asked" : NULL;
}

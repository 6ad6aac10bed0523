/* concern.c: whom a round of listening concerns, seen from his own seat: whether a person should be
 * asked at all. Who is not asked passes; he may wish to be asked always. */
#include "chapters.h"

/* ---- Points ---------------------------------------------------------------------------------- */

/* Returns whether a seat has points with which it could become the controller of a politician, or
 * stay it where another could outbid it. */
static bool has_points_for(const kr_state *s, int seat, int p)
{
	int more = kr_on_board(s, p) ? kr_undeclared(s, seat, p) : 0;
	if (more <= kr_pending(s, seat, p))
		return false;
	if (kr_controller(s, p) == seat)
		return kr_control_may_change(s, p);
	return kr_could_take(s, seat, p, more);
}

static bool has_points_for_any(const kr_state *s, int seat, kr_politician_set men)
{
	for (; men; men &= men - 1)
		if (has_points_for(s, seat, __builtin_ctz(men)))
			return true;
	return false;
}

/* ---- Cards ----------------------------------------------------------------------------------- */

static bool is_mine(const kr_state *s, int seat, int p)
{
	return p != KR_NONE && kr_controller(s, p) == seat;
}

/* Returns whether something is announced, and not only that nothing is done. */
static bool is_deed(const kr_matter *m)
{
	unsigned verb = m->said == AP_NO_ACTION ? KR_VERB_NOTHING : ap_verb_of(m->said);
	return verb != KR_VERB_NOTHING && verb != KR_VERB_WORK;
}

/* Returns whether the chief's new order moves a politician of this seat. */
static bool order_moves_mine(const kr_state *s, int seat)
{
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++)
		if (s->order[post] != s->holder[post] && is_mine(s, seat, s->holder[post]))
			return true;
	return false;
}

/* Returns whether something is about to be done to a politician of this seat. */
static bool touches_mine(const kr_state *s, int seat, const kr_matter *m)
{
	unsigned vote = m->said == AP_NO_ACTION ? KR_NONE : ap_x(m->said);
	switch (m->step) {
	case KR_STEP_SHIFT_STAND:
		return order_moves_mine(s, seat);
	case KR_STEP_TRIAL_STAND:
		return vote == KR_VOTE_GUILTY && is_mine(s, seat, m->subject);
	case KR_STEP_BALLOT_STAND:
		return vote == KR_VOTE_NO && is_mine(s, seat, m->subject);
	default:
		return is_deed(m) && is_mine(s, seat, m->subject);
	}
}

/* Returns whether a card would answer what was announced. Most cards can be played in any round;
 * they are asked for when a phase opens. */
static bool answers(const kr_state *s, int seat, int card, const kr_matter *m)
{
	int post = kr_card_post(card);
	bool of_another = m->actor != KR_NONE && !is_mine(s, seat, m->actor) && is_deed(m);
	switch (kr_intrigues[card].effect) {
	case KR_EFFECT_FEVER:
	case KR_EFFECT_ALIBI:
	case KR_EFFECT_MISDIAGNOSIS:
	case KR_EFFECT_IMPOSED:
	case KR_EFFECT_BLACKMAIL:
		return true;
	case KR_EFFECT_PROTECTION:
		return is_deed(m) && m->subject != KR_NONE && s->holder[post] == m->subject;
	case KR_EFFECT_FALL:
		return of_another && s->holder[post] == m->actor;
	case KR_EFFECT_VISIT:
		return of_another && m->step != KR_STEP_TRIAL_STAND && m->step != KR_STEP_BALLOT_STAND;
	default:
		return false;
	}
}

/* Returns whether this is the round of a phase in which all cards are asked for: the one that opens
 * it, or in phases 1 and 8 the one after the only announcement. */
static bool asks_for_all_cards(const kr_state *s, const kr_matter *m)
{
	switch (m->step) {
	case KR_STEP_PURGE:
	case KR_STEP_SPY:
	case KR_STEP_HEALTH:
	case KR_STEP_NOMINATE:
	case KR_STEP_REPLACEMENT:
	case KR_STEP_PARADE:
	case KR_STEP_PHASE_END:
	case KR_STEP_TRIAL:
	case KR_STEP_REVEAL_NAME:
	case KR_STEP_CURE_STAND:
	case KR_STEP_PARADE_STAND:
	case KR_STEP_ELEVENTH:
	case KR_STEP_FEWER:
		return true;
	case KR_STEP_REHABILITATE:
		return kr_at(s, KR_PLACE_SIBERIA) != 0; /* otherwise nothing happens in that phase */
	default:
		return false;
	}
}

static bool has_card_for(const kr_state *s, int seat, const kr_matter *m)
{
	bool any = asks_for_all_cards(s, m) || touches_mine(s, seat, m);
	for (int card = 0; card < KR_INTRIGUES && s->hand_size[seat]; card++)
		if (s->card[card] == seat && kr_play_forbidden(s, seat, card) == 0 &&
			(any || answers(s, seat, card, m)))
			return true;
	return false;
}

/* ---- Rounds ---------------------------------------------------------------------------------- */

bool kr_hardly_matters(const void *view, int seat)
{
	const kr_state *s = view;
	if (ap_step_of(s) != KR_STEP_LISTEN)
		return false;
	kr_matter m = kr_matter_heard(s);
	if (m.step == KR_STEP_OPENING || has_points_for_any(s, seat, kr_men_heard(s, kr_listened(s))))
		return false;
	return !has_card_for(s, seat, &m);
}

/* ---- Occasions ------------------------------------------------------------------------------- */

static uint32_t mix(uint32_t hash, uint32_t value)
{
	return (hash ^ value) * 16777619u;
}

/* What is announced is what the frame remembers to which all listen. */
static uint32_t announcement(const kr_state *s)
{
	const ap_frame *f = kr_listened(s) ? kr_listened(s) : ap_peek(s);
	uint32_t hash = mix(s->head.depth, f->step);
	for (int i = 0; i < AP_LOCAL_BYTES; i++)
		hash = mix(hash, f->local[i]);
	return hash;
}

/* All can see the points that are left, and how many cards are in hands. */
static uint32_t spoken(const kr_state *s)
{
	uint32_t hash = s->gave;
	for (int seat = 0; seat < s->head.players; seat++)
		hash = mix(mix(hash, s->left[seat]), s->hand_size[seat]);
	return hash;
}

static ap_concern concern_in(const kr_state *s, int seat, int p)
{
	if (p == KR_NONE || !kr_on_board(s, p))
		return AP_NO_CONCERN;
	if (is_mine(s, seat, p))
		return AP_OWN;
	return s->declared[seat][p] > 0 || kr_undeclared(s, seat, p) > 0 ? AP_STAKE : AP_NO_CONCERN;
}

static ap_concern greatest_concern(const kr_state *s, int seat)
{
	kr_matter list[KR_POSTS];
	const ap_frame *f = kr_listened(s) ? kr_listened(s) : ap_peek(s);
	ap_concern most = AP_NO_CONCERN;
	for (int i = 0, count = kr_matters_of(s, f, list); i < count; i++) {
		ap_concern actor = concern_in(s, seat, list[i].actor);
		ap_concern subject = concern_in(s, seat, list[i].subject);
		most = actor > most ? actor : most;
		most = subject > most ? subject : most;
		if (list[i].step == KR_STEP_SHIFT_STAND && order_moves_mine(s, seat))
			most = AP_OWN;
	}
	return most;
}

/* The opening round comes before the first phase, though its year has begun. */
static uint32_t phase(const kr_state *s)
{
	const ap_frame *f = kr_listened(s);
	bool opens = f && f->step == KR_STEP_OPENING;
	return opens ? 0 : (uint32_t)(s->year << 4 | kr_phase_now(s));
}

ap_occasion kr_occasion(const void *view, int seat)
{
	const kr_state *s = view;
	return (ap_occasion){announcement(s), phase(s), spoken(s), greatest_concern(s, seat)};
}

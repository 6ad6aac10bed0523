/* situation.c: what boards, bots and lessons are told about a game of Red Empire: figures, the
 * standing, facts, and what an action would bring about. */
#include "chapters.h"

/* ---- Figures --------------------------------------------------------------------------------- */

static int faction_or_none(int seat)
{
	return seat == RE_NONE ? AP_NONE : seat;
}

int re_figure_stature(const void *view, int key)
{
	return re_owner_of(view, key) == RE_NONE ? re_leaders[key].stature : re_stature(view, key);
}

int re_figure_purge_total(const void *view, int key)
{
	return re_purge_total(view, key);
}

int re_figure_owner(const void *view, int key)
{
	return faction_or_none(re_owner_of(view, key));
}

int re_figure_waiting(const void *view, int key)
{
	return (re_leader_deck(view) & re_leader_bit(key)) != 0;
}

int re_figure_unseen(const void *view, int key)
{
	return re_has(&((const re_state *)view)->unseen, key);
}

int re_figure_deck_size(const void *view, int key)
{
	(void)key;
	return re_deck_size(view);
}

int re_figure_pile(const void *view, int key)
{
	(void)key;
	return re_pile_total(view);
}

int re_figure_collapse_at(const void *view, int key)
{
	(void)view;
	(void)key;
	return RE_COLLAPSE_AT;
}

int re_figure_hand_limit(const void *view, int key)
{
	(void)view;
	(void)key;
	return RE_HAND;
}

int re_figure_office_worth(const void *view, int key)
{
	(void)view;
	(void)key;
	return RE_PRESIDENT_POINTS;
}

int re_figure_stain(const void *view, int key)
{
	(void)view;
	(void)key;
	return RE_STAIN;
}

int re_figure_hero_bonus(const void *view, int key)
{
	(void)view;
	(void)key;
	return RE_HERO_BONUS;
}

int re_figure_exposed_at(const void *view, int key)
{
	(void)view;
	(void)key;
	return RE_EXPOSED_AT;
}

int re_figure_recovers_at(const void *view, int key)
{
	(void)view;
	(void)key;
	return RE_RECOVERS_AT;
}

int re_figure_lingers_at(const void *view, int key)
{
	(void)view;
	(void)key;
	return RE_LINGERS_AT;
}

int re_figure_presidency(const void *view, int key)
{
	(void)key;
	return faction_or_none(re_president_seat(view));
}

int re_figure_total(const void *view, int key)
{
	return re_stature_total(view, key, ~(re_leader_set)0);
}

int re_figure_points_leaders(const void *view, int key)
{
	return re_points_of(view, key).leaders;
}

int re_figure_points_crises(const void *view, int key)
{
	return re_points_of(view, key).crises;
}

int re_figure_points_office(const void *view, int key)
{
	return re_points_of(view, key).office;
}

int re_figure_points_cards(const void *view, int key)
{
	return re_points_of(view, key).cards;
}

/* Returns the points that a seat would have if the game ended now. */
int re_standing(const void *view, int seat)
{
	return re_sum_of_points(re_points_of(view, seat));
}

/* ---- The turn -------------------------------------------------------------------------------- */

/* RE-MA-10 to RE-MA-12: the odds of the roll for an ailing leader. */
static void state_illness(const re_state *s, int leader, ap_facts *facts)
{
	re_state_treats(facts, 0, RE_MA_9, RE_FACTION(re_owner_of(s, leader)), RE_LEADER(leader));
	ap_state_odds(facts, 0, RE_MA_10, RE_EVENT_RECOVERS, AP_NONE, 1, RE_RECOVERS_AT, RE_FACES);
	ap_state_odds(
		facts, 0, RE_MA_11, RE_EVENT_LINGERS, AP_NONE, RE_RECOVERS_AT + 1, RE_LINGERS_AT, RE_FACES);
	ap_state_odds(
		facts, 0, RE_MA_12, RE_EVENT_DIES, AP_NONE, RE_LINGERS_AT + 1, RE_FACES, RE_FACES);
}

static void state_turn(const re_state *s, ap_facts *facts)
{
	const re_turn_frame *f = re_turn_frame_in(&s->head.stack[0]);
	if (f->step > RE_STEP_FIRST_TURN)
		re_state_turn(facts, 0, RE_TU_1, RE_FACTION(f->turn));
	if (f->step == RE_STEP_AILING_ROLLS && f->asked)
		state_illness(s, s->ailing_on[f->rolled], facts);
}

/* ---- A crisis -------------------------------------------------------------------------------- */

/* Returns the RE_ANSWER of the seat that is asked as number `place`, counted from 1. */
static int answer_of(const re_state *s, const re_crisis_frame *f, int place)
{
	int seat = re_clockwise(s, re_turn_of(s), place);
	if (f->given[seat] != RE_NONE)
		return RE_ANSWER_GIVEN;
	if (f->step == RE_STEP_TREATY_PLEA || place < f->asked_so_far)
		return RE_ANSWER_PASSED;
	return place == f->asked_so_far ? RE_ANSWER_ASKED : RE_ANSWER_LATER;
}

static void state_crisis(const re_state *s, const re_crisis_frame *f, int frame, ap_facts *facts)
{
	re_state_crisis(
		facts, frame, RE_CR_1, RE_CARD(f->crisis), re_given_total(f), re_cards[f->crisis].value);
	for (int place = 1; place <= s->head.players; place++) {
		int seat = re_clockwise(s, re_turn_of(s), place);
		re_state_answer(facts, frame, RE_CR_3, RE_FACTION(seat), RE_ANSWER(answer_of(s, f, place)),
			RE_MAYBE_CARD(f->given[seat]));
	}
	if (f->step == RE_STEP_TREATY_PLEA)
		re_state_plea(
			facts, frame, RE_CR_9, RE_FACTION(re_president_seat(s)), RE_LEADER(s->president));
}

/* ---- Other steps that are called ------------------------------------------------------------- */

static void state_office(const re_state *s, const re_office_frame *f, int frame, ap_facts *facts)
{
	re_state_presidency(facts, frame, RE_PR_6, RE_AWARD(f->award), RE_MAYBE_FACTION(f->who));
	for (int seat = 0; seat < s->head.players; seat++)
		if (f->tied >> seat & 1)
			re_state_tied(facts, frame, RE_PR_3, RE_FACTION(seat));
}

/* RE-OP-4, RE-OP-5: the odds of the roll for a Party leader. */
static void state_exposure(
	const re_state *s, const re_exposure_frame *f, int frame, ap_facts *facts)
{
	if (!f->asked)
		return;
	int owner = re_owner_of(s, f->next_leader);
	int event = owner == f->exposer ? RE_EVENT_EXPOSED_OWN : RE_EVENT_EXPOSED;
	re_state_looks_into(facts, frame, RE_OP_4, RE_FACTION(f->exposer), RE_FACTION(owner),
		RE_LEADER(f->next_leader));
	ap_state_odds(facts, frame, RE_OP_4, AP_NONE, AP_NONE, 1, RE_EXPOSED_AT - 1, RE_FACES);
	ap_state_odds(facts, frame, owner == f->exposer ? RE_OP_5 : RE_OP_4, event, AP_NONE,
		RE_EXPOSED_AT, RE_FACES, RE_FACES);
}

static void state_called(const re_state *s, int frame, ap_facts *facts)
{
	const ap_frame *f = &s->head.stack[frame];
	switch (f->step) {
	case RE_STEP_CONTRIBUTIONS:
	case RE_STEP_TREATY_PLEA:
		state_crisis(s, re_crisis_frame_in(f), frame, facts);
		break;
	case RE_STEP_AFFLICT:
		re_state_falls_ill(facts, frame, RE_MA_7, RE_FACTION(re_turn_of(s)));
		break;
	case RE_STEP_EXPOSE:
		state_exposure(s, re_exposure_frame_in(f), frame, facts);
		break;
	case RE_STEP_OFFICE:
	case RE_STEP_OFFICE_LOT:
	case RE_STEP_OFFICE_PICK:
		state_office(s, re_office_frame_in(f), frame, facts);
		break;
	default: /* a leader is drawn: there is nothing to add */
		break;
	}
}

void re_situation(const void *view, ap_facts *facts)
{
	const re_state *s = view;
	state_turn(s, facts);
	for (int frame = 1; frame < s->head.depth; frame++)
		state_called(s, frame, facts);
}

/* ---- What an action would bring about -------------------------------------------------------- */

static void foresee_leader(const re_state *s, int leader, int frame, ap_facts *facts)
{
	int owner = re_owner_of(s, leader);
	if (owner != RE_NONE)
		re_state_belongs_to(facts, frame, RE_AC_4, RE_LEADER(leader), RE_FACTION(owner),
			re_purge_total(s, leader), re_stature(s, leader));
}

void re_foresee(const void *view, int seat, ap_action a, ap_facts *facts)
{
	const re_state *s = view;
	assert(s->head.depth > 0 && facts);
	int frame = s->head.depth - 1, x = (int)ap_x(a), y = (int)ap_y(a);
	(void)seat;
	switch (ap_verb_of(a)) {
	case RE_VERB_PURGE:
		foresee_leader(s, x, frame, facts);
		re_state_would_purge(facts, frame, RE_AC_5, RE_LEADER(x),
			re_purge_total(s, x) + re_cards[y].value, re_stature(s, x));
		break;
	case RE_VERB_GIVE:
		re_state_would_give(facts, frame, RE_CR_3,
			re_given_total(re_crisis_peek(s)) + re_cards[x].value,
			re_cards[re_crisis_peek(s)->crisis].value);
		break;
	case RE_VERB_CRISIS:
		re_state_value(facts, frame, RE_CR_1, RE_CARD(x), re_cards[x].value);
		break;
	case RE_VERB_STRIKE:
	case RE_VERB_APPOINT:
		foresee_leader(s, x, frame, facts);
		break;
	case RE_VERB_HERO:
		foresee_leader(s, y, frame, facts);
		break;
	default:
		break;
	}
}

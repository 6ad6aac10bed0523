/* situation.c: facts about what is going on in Atomic Business, and about what an action would
 * lead to. They say who may still answer only as far as this is public, and never who has given
 * a sealed answer. */
#include "chapters.h"

/* ---- The series and the turn ----------------------------------------------------------------- */

static void state_series(const ab_state *s, ap_facts *facts)
{
	if (ab_turn_step(s) == AB_STEP_SERIES) {
		ab_pawn_set drawn = ab_turn_frame_in(&s->head.stack[0])->numbers;
		for (; drawn; drawn &= drawn - 1)
			ab_state_number_drawn(facts, 0, AB_SR_1, AB_DIPLOMAT(__builtin_ctz(drawn)));
		return;
	}
	ab_state_series(facts, 0, AB_SR_1, s->games_left + 1);
	for (int seat = 0; seat < s->head.players; seat++)
		ab_state_score(facts, 0, AB_SR_2, AB_POWER(seat), s->score[seat]);
}

static void state_movement(const ab_state *s, const ab_turn_frame *f, ap_facts *facts)
{
	ab_state_movement(facts, 0, AB_MO_1, AB_POWER(f->turn), s->points);
	if (s->mover != AB_NONE)
		ab_state_on_his_way(facts, 0, AB_MO_7, AB_DIPLOMAT(s->mover), AB_SPOT(s->place[s->mover]));
	if (f->announced != AP_NO_ACTION)
		ab_state_announced(facts, 0, AB_MO_7, f->announced);
}

static void state_turn(const ab_state *s, ap_facts *facts)
{
	const ab_turn_frame *f = ab_turn_frame_in(&s->head.stack[0]);
	if (ab_is_series(s))
		state_series(s, facts);
	if (f->step == AB_STEP_DEAL && f->asked)
		ab_state_gets_secret(facts, 0, AB_SU_4, AB_POWER(ab_drawing_seat(s)));
	if (!ab_turns_have_begun(s))
		return;
	ab_state_turn(facts, 0, AB_TU_1, AB_POWER(f->turn));
	if (f->step == AB_STEP_DRAW && f->asked)
		ab_state_gets_secret(facts, 0, AB_TU_3, AB_POWER(f->turn));
	if (f->step == AB_STEP_MOVEMENT)
		state_movement(s, f, facts);
	if (s->ballot_by != AB_NONE)
		ab_state_ballot(facts, 0, AB_SC_16, AB_POWER(s->ballot_by));
	if (s->plates)
		ab_state_plates(facts, 0, AB_SC_18, AB_POWER(f->turn));
}

/* ---- Questions that are put to one power after another --------------------------------------- */

/* A question that is asked of one seat after another. */
typedef struct round {
	int clause;
	int from;       /* the seat that has the first turn */
	int had_turn;   /* the number of seats that have had their turn, clockwise from there */
	ap_seats among; /* the seats that are asked when it is their turn */
} round;

static void state_round(
	const ab_state *s, const round *r, ap_seats asked, int frame, ap_facts *facts)
{
	for (int i = 0; i < s->head.players; i++) {
		int seat = ab_clockwise(s, r->from, i);
		int reply = asked & AP_SEAT(seat) ? AB_REPLY_ASKED
			: i < r->had_turn             ? AB_REPLY_GIVEN
										  : AB_REPLY_LATER;
		if (r->among & AP_SEAT(seat))
			ab_state_reply(facts, frame, r->clause, AB_POWER(seat), AB_REPLY(reply));
	}
}

static ap_seats holders_of_cards(const ab_state *s)
{
	ap_seats seats = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand[seat] != AB_NONE)
			seats |= AP_SEAT(seat);
	return seats;
}

static void state_window(
	const ab_state *s, int window, const round *r, ap_seats asked, int frame, ap_facts *facts)
{
	ab_state_window(facts, frame, r->clause, AB_WINDOW(window));
	state_round(s, r, asked, frame, facts);
}

/* ---- The sides of a pressure ----------------------------------------------------------------- */

static int camp_of(const ab_state *s, int seat, int bearer, bool undecided)
{
	if (seat == ab_owner_of(bearer))
		return AB_CAMP_DEFENCE;
	if (ab_attackers(s) & AP_SEAT(seat))
		return AB_CAMP_ATTACK;
	return undecided && ab_may_press(s, seat, bearer) ? AB_CAMP_UNDECIDED : AB_CAMP_NEUTRAL;
}

/* States the camp of each power that has diplomats in the space, and of attackers that have lost
 * theirs. `undecided` is true while others may still join. */
static void state_camps(const ab_state *s, int bearer, bool undecided, int frame, ap_facts *facts)
{
	for (int seat = 0; seat < s->head.players; seat++) {
		int diplomats = ab_pawns_in(s, seat, s->place[bearer]);
		int camp = camp_of(s, seat, bearer, undecided);
		if (diplomats > 0 || camp == AB_CAMP_ATTACK)
			ab_state_camp(facts, frame, AB_PR_3, AB_POWER(seat), AB_CAMP(camp), diplomats);
	}
}

static void state_strength(const ab_state *s, int side, int bearer, int frame, ap_facts *facts)
{
	const ab_pressure_frame *f = ab_pressure_under_way(s);
	int bonus = f ? f->bonus[side] : 0, malus = f ? f->malus[side] : 0;
	int total = ab_strength(s, side, bearer, ab_attackers(s));
	ab_state_strength(facts, frame, AB_PR_5, AB_SIDE(side), total - bonus + malus, total);
	if (bonus)
		ab_state_bonus(facts, frame, AB_SE_3, AB_SIDE(side), bonus);
	if (malus)
		ab_state_malus(facts, frame, AB_SE_4, AB_SIDE(side), malus);
}

static void state_verdict(int bearer, int attack, int defence, int frame, ap_facts *facts)
{
	if (ab_opens(attack, defence))
		ab_state_opens(facts, frame, AB_PR_5, AB_DIPLOMAT(bearer));
	else
		ab_state_holds(facts, frame, AB_PR_5, AB_DIPLOMAT(bearer));
}

/* In a view, the only sealed answer is that of the viewer. */
static void state_sealed_answers(const ab_state *s, int clause, int frame, ap_facts *facts)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->answer[seat] != AB_ANSWER_NONE)
			ab_state_sealed(facts, frame, clause, AB_POWER(seat), AB_ANSWER(s->answer[seat]));
}

/* ---- A stop ---------------------------------------------------------------------------------- */

static void state_candidates(ab_pawn_set bearers, int clause, int frame, ap_facts *facts)
{
	for (; bearers; bearers &= bearers - 1)
		ab_state_candidate(facts, frame, clause, AB_DIPLOMAT(__builtin_ctz(bearers)));
}

static void state_outnumbered(const ab_state *s, const ab_stop_frame *f, int frame, ap_facts *facts)
{
	int bearer = f->bearer;
	ab_state_outnumbered(facts, frame, AB_PR_1, AB_DIPLOMAT(bearer), AB_SPOT(f->space),
		AB_POWER(ab_owner_of(bearer)));
	state_camps(s, bearer, true, frame, facts);
	state_strength(s, AB_SIDE_DEFENCE, bearer, frame, facts);
	state_sealed_answers(s, AB_PR_1, frame, facts);
}

static void state_stop(const ab_state *s, const ab_stop_frame *f, int frame, ap_facts *facts)
{
	if (f->space != AB_NONE)
		ab_state_stop(facts, frame, AB_PR_10, AB_SPOT(f->space));
	if (f->step == AB_STEP_STOP_PICK) {
		state_candidates(ab_candidates(s, f->space), AB_PR_10, frame, facts);
		ab_state_chooses(facts, frame, AB_PR_2, AB_POWER(ab_order_chooser(s, f->space)));
	} else if (f->step == AB_STEP_STOP_ASK) {
		state_outnumbered(s, f, frame, facts);
	}
}

/* ---- A pressure ------------------------------------------------------------------------------ */

/* States which powers with diplomats in the space and with a card may still play, clockwise from
 * the one that is asked now or next. They are asked until all have passed one after another,
 * AB-PR-4. */
static void state_pressure_cards(
	const ab_state *s, const ab_pressure_frame *f, int frame, ap_facts *facts)
{
	int players = s->head.players, now = f->asked ? 1 : 0;
	int left = players - f->passes, next = (f->next_player + players - now) % players;
	ap_seats holders = holders_of_cards(s);
	ab_state_window(facts, frame, AB_PR_4, AB_WINDOW(AB_WINDOW_PRESSURE));
	for (int i = 0; i < players; i++) {
		int seat = ab_clockwise(s, f->presser, (next + i) % players);
		int reply = i < now ? AB_REPLY_ASKED : i < left ? AB_REPLY_LATER : AB_REPLY_GIVEN;
		if ((holders & AP_SEAT(seat)) && ab_pawns_in(s, seat, s->place[f->bearer]) > 0)
			ab_state_reply(facts, frame, AB_PR_4, AB_POWER(seat), AB_REPLY(reply));
	}
}

static void state_question_of_pressure(
	const ab_state *s, const ab_pressure_frame *f, int frame, ap_facts *facts)
{
	round immunity = {AB_SC_14, ab_turn_of(s), f->immunity_asked, holders_of_cards(s) & f->called};
	round losses = {AB_PR_7, f->presser, f->losses_taken, ab_attackers(s)};
	switch (f->step) {
	case AB_STEP_PRESSURE_IMMUNITY:
		state_window(s, AB_WINDOW_IMMUNITY, &immunity, f->asked, frame, facts);
		break;
	case AB_STEP_PRESSURE_ALLIES:
		state_sealed_answers(s, AB_PR_3, frame, facts);
		break;
	case AB_STEP_PRESSURE_CARDS:
		state_pressure_cards(s, f, frame, facts);
		break;
	case AB_STEP_PRESSURE_LOSSES:
		state_round(s, &losses, f->asked, frame, facts);
		break;
	default: /* nobody is asked */
		break;
	}
}

static void state_pressure(
	const ab_state *s, const ab_pressure_frame *f, int frame, ap_facts *facts)
{
	int bearer = f->bearer;
	bool undecided = f->step == AB_STEP_PRESSURE_IMMUNITY || f->step == AB_STEP_PRESSURE_ALLIES;
	ab_state_pressure(facts, frame, AB_PR_1, AB_DIPLOMAT(bearer), AB_SPOT(s->place[bearer]),
		AB_POWER(ab_owner_of(bearer)), AB_POWER(f->presser));
	state_camps(s, bearer, undecided, frame, facts);
	for (int side = 0; side < AB_SIDE_COUNT; side++)
		state_strength(s, side, bearer, frame, facts);
	if (ab_is_loaded(s, bearer)) /* the briefcase has not been opened */
		state_verdict(bearer, ab_strength(s, AB_SIDE_ATTACK, bearer, ab_attackers(s)),
			ab_strength(s, AB_SIDE_DEFENCE, bearer, ab_attackers(s)), frame, facts);
	state_question_of_pressure(s, f, frame, facts);
}

/* ---- What else can be called ----------------------------------------------------------------- */

/* While all are called nobody can tell who has answered, and those who want to play are not known.
 */
static void state_window_between_turns(
	const ab_state *s, const ab_window_frame *f, int frame, ap_facts *facts)
{
	round r = {AB_SE_1, ab_turn_of(s), f->asked_so_far, holders_of_cards(s) & f->wishing};
	if (f->step == AB_STEP_WINDOW) {
		state_window(s, f->window, &r, f->asked, frame, facts);
		return;
	}
	ab_state_window(facts, frame, AB_SE_1, AB_WINDOW(f->window));
	if (f->window == AB_WINDOW_AFTER_MOVEMENT)
		ab_state_window(facts, frame, AB_SE_1, AB_WINDOW(AB_WINDOW_QUIET));
	state_sealed_answers(s, AB_SE_1, frame, facts);
}

static void state_counter_window(
	const ab_state *s, const ab_counter_frame *f, int frame, ap_facts *facts)
{
	ap_seats others = holders_of_cards(s) & (ap_seats)~AP_SEAT(f->by);
	round r = {AB_SC_15, ab_turn_of(s), f->asked_so_far, others};
	state_window(s, AB_WINDOW_COUNTER, &r, f->asked, frame, facts);
}

static void state_played(const ab_played_frame *f, int frame, ap_facts *facts)
{
	int effect = ab_effect_of(f->play);
	ab_state_played(
		facts, frame, ab_effect_clause(effect), AB_POWER(f->by), AB_EFFECT(effect), f->play);
}

/* States what chance is about to show or hand over, and that a power that is out discards its
 * card. */
static void state_shown(const ap_frame *f, int frame, ap_facts *facts)
{
	switch (f->step) {
	case AB_STEP_TAKE_CASE:
		ab_state_takes_case(facts, frame, AB_PA_1, AB_DIPLOMAT(ab_case_frame_in(f)->bearer));
		break;
	case AB_STEP_WRONG_CASE:
		ab_state_swaps_case(facts, frame, AB_SC_13, AB_DIPLOMAT(ab_case_frame_in(f)->bearer));
		break;
	case AB_STEP_LOOK:
		if (f->asked)
			ab_state_looks(facts, frame, AB_SE_8, AB_POWER(ab_look_frame_in(f)->looker),
				AB_DIPLOMAT(ab_look_frame_in(f)->next_bearer));
		break;
	case AB_STEP_LEAKING:
		ab_state_leaks(facts, frame, AB_SC_17, AB_POWER(ab_leak_frame_in(f)->taker),
			AB_POWER(ab_leak_frame_in(f)->from));
		break;
	case AB_STEP_REVEAL:
		ab_state_shows(facts, frame, AB_PR_9, AB_DIPLOMAT(ab_reveal_frame_in(f)->bearer),
			AB_SHOWING(ab_reveal_frame_in(f)->why));
		break;
	default:
		ab_state_lays_down(facts, frame, AB_TU_5, AB_POWER(ab_leaver_frame_in(f)->who));
	}
}

static void state_called(const ab_state *s, int frame, ap_facts *facts)
{
	const ap_frame *f = &s->head.stack[frame];
	switch (f->step) {
	case AB_STEP_WINDOW_CALL:
	case AB_STEP_WINDOW:
		state_window_between_turns(s, ab_window_frame_in(f), frame, facts);
		break;
	case AB_STEP_PLAYED:
	case AB_STEP_PLAYED_EFFECT:
		state_played(ab_played_frame_in(f), frame, facts);
		break;
	case AB_STEP_COUNTER_WINDOW:
		state_counter_window(s, ab_counter_frame_in(f), frame, facts);
		break;
	case AB_STEP_STOP:
	case AB_STEP_STOP_PICK:
	case AB_STEP_STOP_ASK:
		state_stop(s, ab_stop_frame_in(f), frame, facts);
		break;
	case AB_STEP_PRESSURE_IMMUNITY:
	case AB_STEP_PRESSURE_ALLIES:
	case AB_STEP_PRESSURE_CARDS:
	case AB_STEP_PRESSURE_RESULT:
	case AB_STEP_PRESSURE_LOSSES:
		state_pressure(s, ab_pressure_frame_in(f), frame, facts);
		break;
	default:
		state_shown(f, frame, facts);
	}
}

void ab_situation(const void *view, ap_facts *facts)
{
	const ab_state *s = view;
	state_turn(s, facts);
	for (int frame = 1; frame < s->head.depth; frame++)
		state_called(s, frame, facts);
}

/* ---- What an action would lead to ------------------------------------------------------------ */

/* A stop that an action implies is stated only if somebody would be asked about a bearer, where the
 * pawn stops or where it has left somebody, AB-MO-7 and AB-PR-10. */
static void foresee_stop(const ab_state *s, int frame, ap_facts *facts)
{
	ab_pawn_set all = s->mover == AB_NONE ? 0 : ab_all_candidates(s);
	if (all == 0)
		return;
	ab_state_stop(facts, frame, AB_MO_7, AB_SPOT(s->place[s->mover]));
	state_candidates(all, AB_PR_10, frame, facts);
}

static void foresee_step(const ab_state *s, int pawn, int way, int frame, ap_facts *facts)
{
	int to = ab_step_destination(s, pawn, way), cost = ab_step_cost(s, pawn);
	bool flies = to == AB_SPACE_HOME || s->place[pawn] == AB_SPACE_HOME;
	int clause = ab_surcharge(s, pawn) ? AB_MO_5 : flies ? AB_MO_2 : AB_MO_1;
	if (s->mover != pawn)
		foresee_stop(s, frame, facts);
	ab_state_step(facts, frame, clause, AB_DIPLOMAT(pawn), AB_SITE(to), cost);
}

static void foresee_walk(const ab_state *s, int pawn, int to, int frame, ap_facts *facts)
{
	int steps = to > s->place[pawn] ? to - s->place[pawn] : s->place[pawn] - to;
	if (s->mover != pawn)
		foresee_stop(s, frame, facts);
	ab_state_step(facts, frame, ab_surcharge(s, pawn) ? AB_MO_5 : AB_MO_1, AB_DIPLOMAT(pawn),
		AB_SITE(to), ab_step_cost(s, pawn) + steps - 1);
}

static void foresee_count(int bearer, int attack, int defence, int frame, ap_facts *facts)
{
	ab_state_count(facts, frame, AB_PR_5, attack, defence);
	state_verdict(bearer, attack, defence, frame, facts);
}

/* States the strengths of the two sides if these seats pressed this bearer. */
static void foresee_attack(
	const ab_state *s, int bearer, ap_seats attackers, int frame, ap_facts *facts)
{
	foresee_count(bearer, ab_strength(s, AB_SIDE_ATTACK, bearer, attackers),
		ab_strength(s, AB_SIDE_DEFENCE, bearer, attackers), frame, facts);
}

/* Whoever does not press leaves everything as it is. */
static void foresee_answer(const ab_state *s, int seat, int answer, int frame, ap_facts *facts)
{
	ap_seats joining = answer == AB_ANSWER_JOIN ? AP_SEAT(seat) : 0;
	if (answer == AB_ANSWER_PRESS)
		foresee_attack(s, ab_stop_peek(s)->bearer, AP_SEAT(seat), frame, facts);
	else if (answer == AB_ANSWER_JOIN || answer == AB_ANSWER_NEUTRAL)
		foresee_attack(s, ab_pressed(s), ab_attackers(s) | joining, frame, facts);
}

static void foresee_pressure_card(
	const ab_state *s, int seat, ap_action play, int frame, ap_facts *facts)
{
	int bearer = ab_pressed(s), strength[AB_SIDE_COUNT];
	for (int side = 0; side < AB_SIDE_COUNT; side++)
		strength[side] = ab_strength(s, side, bearer, ab_attackers(s)) +
			ab_change_of_strength(s, seat, play, side);
	foresee_count(bearer, strength[AB_SIDE_ATTACK], strength[AB_SIDE_DEFENCE], frame, facts);
}

static void foresee_pawn(const ab_state *s, int pawn, int clause, int frame, ap_facts *facts)
{
	ab_state_stands(facts, frame, clause, AB_DIPLOMAT(pawn), AB_SPOT(s->place[pawn]));
}

static void foresee_customs_check(const ab_state *s, int space, int frame, ap_facts *facts)
{
	for (int pawn = 0; pawn < ab_pawn_count(s); pawn++)
		if (s->place[pawn] == space && ab_is_loaded(s, pawn))
			foresee_pawn(s, pawn, AB_SC_12, frame, facts);
}

static void foresee_counter(const ab_state *s, int frame, ap_facts *facts)
{
	int by;
	ap_action play = ab_card_played(s, &by);
	ab_state_cancels(facts, frame, AB_SC_15, AB_POWER(by), AB_EFFECT(ab_effect_of(play)));
}

static void foresee_card(const ab_state *s, int seat, ap_action play, ap_facts *facts)
{
	int frame = s->head.depth - 1, x = (int)ap_x(play), y = (int)ap_y(play);
	int effect = ab_effect_of(play), clause = ab_effect_clause(effect);
	switch (effect) {
	case AB_EFFECT_X_RAY:
	case AB_EFFECT_WRONG_LUGGAGE:
		foresee_pawn(s, x, clause, frame, facts);
		break;
	case AB_EFFECT_MIX_UP:
		foresee_pawn(s, x, clause, frame, facts);
		foresee_pawn(s, y, clause, frame, facts);
		break;
	case AB_EFFECT_CUSTOMS_CHECK:
		foresee_customs_check(s, x, frame, facts);
		break;
	case AB_EFFECT_IMMUNITY:
		ab_state_holds(facts, frame, clause, AB_DIPLOMAT(ab_pressed(s)));
		break;
	case AB_EFFECT_COUNTER:
		foresee_counter(s, frame, facts);
		break;
	default:
		if (ab_family_of(effect) == AB_FAMILY_PRESSURE)
			foresee_pressure_card(s, seat, play, frame, facts);
		else if (ab_family_of(effect) == AB_FAMILY_MOVEMENT)
			ab_state_carried(facts, frame, clause, AB_DIPLOMAT(x),
				AB_SITE(ab_card_destination(s, x, effect, y)));
	}
}

void ab_foresee(const void *view, int seat, ap_action a, ap_facts *facts)
{
	const ab_state *s = view;
	int frame = s->head.depth - 1, x = (int)ap_x(a);
	switch (ap_verb_of(a)) {
	case AB_VERB_MOVE:
		foresee_step(s, x, (int)ap_y(a), frame, facts);
		break;
	case AB_VERB_WALK:
		foresee_walk(s, x, (int)ap_y(a), frame, facts);
		break;
	case AB_VERB_STOP:
	case AB_VERB_END:
		foresee_stop(s, frame, facts);
		break;
	case AB_VERB_FIRST:
		foresee_pawn(s, x, AB_PR_2, frame, facts);
		break;
	case AB_VERB_PRESS:
		foresee_attack(s, x, AP_SEAT(seat), frame, facts);
		break;
	case AB_VERB_ANSWER:
		foresee_answer(s, seat, x, frame, facts);
		break;
	case AB_VERB_LOSE:
		foresee_pawn(s, x, AB_PR_7, frame, facts);
		break;
	default:
		if (ab_is_card(a))
			foresee_card(s, seat, a, facts);
	}
}

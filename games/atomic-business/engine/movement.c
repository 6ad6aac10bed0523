/* movement.c: five points, the two ways, stops, the Palace and the Airport, AB-MO and AB-PA. */
#include "chapters.h"

/* ---- Steps ----------------------------------------------------------------------------------- */

int ab_step_destination(const ab_state *s, int pawn, int way)
{
	assert(way == AB_WAY_PALACE || way == AB_WAY_AIRPORT);
	return s->place[pawn] + (way == AB_WAY_PALACE ? 1 : -1);
}

/* Returns the pawns that may go this way, AB-MO-3; those without a briefcase have a choice once the
 * reserve is empty, AB-MO-4. */
static ab_pawn_set bound_for(const ab_state *s, int way, bool reserve_empty)
{
	int other = way == AB_WAY_PALACE ? AB_WAY_AIRPORT : AB_WAY_PALACE;
	ab_pawn_set bearers = ab_bearers(s), unloaded = way == AB_WAY_PALACE ? ~bearers : 0;
	if (reserve_empty)
		unloaded = ~(bearers | (ab_pawn_set)ap_equal_bytes(s->way, AB_DIPLOMATS, (uint8_t)other));
	return way == AB_WAY_PALACE ? unloaded : unloaded | bearers;
}

/* Returns the pawns that can pay a step. */
static ab_pawn_set solvent(const ab_state *s)
{
	return s->points > AB_SURCHARGE ? ~(ab_pawn_set)0 : s->points > 0 ? ~ab_owing(s) : 0;
}

uint16_t ab_step_forbidden(const ab_state *s, int seat, int pawn, int way)
{
	assert(pawn >= 0 && pawn < AB_DIPLOMATS);
	bool reserve_empty = ab_reserve_size(s) == 0;
	if (ab_owner_of(pawn) != seat || s->place[pawn] == AB_SPACE_REMOVED ||
		(way != AB_WAY_PALACE && way != AB_WAY_AIRPORT))
		return AB_MO_1;
	if (!(bound_for(s, way, reserve_empty) & ab_pawn_bit(pawn)))
		return reserve_empty && !ab_is_loaded(s, pawn) ? AB_MO_4 : AB_MO_3;
	if (s->place[pawn] == (way == AB_WAY_PALACE ? AB_SPACE_PALACE : AB_SPACE_HOME))
		return AB_MO_2;
	if (s->place[pawn] == AB_SPACE_AIRPORT && way == AB_WAY_AIRPORT && s->ballot_by != AB_NONE)
		return AB_SC_16;
	if (solvent(s) & ab_pawn_bit(pawn))
		return 0;
	return ab_surcharge(s, pawn) ? AB_MO_5 : AB_MO_1;
}

int ab_way_to(const ab_state *s, int pawn, int space)
{
	assert(pawn >= 0 && pawn < AB_DIPLOMATS && space != s->place[pawn]);
	return space > s->place[pawn] ? AB_WAY_PALACE : AB_WAY_AIRPORT;
}

/* A walk is several steps. Nothing may happen before its end: it does not lead past the Airport
 * with a briefcase, where others may play a card, nor home from there while nobody flies. */
uint16_t ab_walk_forbidden(const ab_state *s, int seat, int pawn, int space)
{
	assert(pawn >= 0 && pawn < AB_DIPLOMATS);
	int from = s->place[pawn], steps = space > from ? space - from : from - space;
	if (steps < 2 || space > AB_SPACE_PALACE)
		return AB_MO_1;
	uint16_t clause = ab_step_forbidden(s, seat, pawn, ab_way_to(s, pawn, space));
	if (clause != 0)
		return clause;
	if (space == AB_SPACE_HOME && ab_is_loaded(s, pawn))
		return AB_SE_10;
	if (space == AB_SPACE_HOME && s->ballot_by != AB_NONE)
		return AB_SC_16;
	int cost = ab_step_cost(s, pawn) + steps - 1;
	return cost <= s->points ? 0 : ab_surcharge(s, pawn) ? AB_MO_5 : AB_MO_1;
}

/* ---- Who may take a step --------------------------------------------------------------------- */

/* The pawns that may take a step each way. */
typedef struct ways {
	ab_pawn_set palace, airport;
} ways;

/* Returns the pawns of a seat that may take a step. */
static ways who_may_step(const ab_state *s, int seat)
{
	if (s->points == 0)
		return (ways){0, 0};
	bool reserve_empty = ab_reserve_size(s) == 0;
	ab_pawn_set grounded = s->ballot_by == AB_NONE ? 0 : ab_pawns_at(s, AB_SPACE_AIRPORT);
	ab_pawn_set pawns = ab_pawns_of_seat(seat) & solvent(s) & ~ab_pawns_at(s, AB_SPACE_REMOVED);
	return (ways){
		.palace =
			pawns & bound_for(s, AB_WAY_PALACE, reserve_empty) & ~ab_pawns_at(s, AB_SPACE_PALACE),
		.airport = pawns & bound_for(s, AB_WAY_AIRPORT, reserve_empty) &
			~(ab_pawns_at(s, AB_SPACE_HOME) | grounded),
	};
}

/* Returns whether a seat whose pawns may take these steps may not end its movement: a diplomat
 * outside the Palace can still move, AB-MO-6. */
static bool must_move_on(const ab_state *s, ways may)
{
	return ((may.palace | may.airport) & ~ab_pawns_at(s, AB_SPACE_PALACE)) != 0;
}

/* Returns whether Diplomatic Plates, if this seat may hold them, would let one of its bearers move
 * whom the surcharge holds back, AB-SC-18. */
static bool plates_could_help(const ab_state *s, int seat)
{
	if (s->plates || s->points == 0 || s->hand[seat] == AB_NONE ||
		!ab_still_out(s, AB_EFFECT_PLATES))
		return false;
	return (ab_pawns_of_seat(seat) & ab_pawns_on_street(s) & ~solvent(s)) != 0;
}

static bool has_moved(const ab_state *s, int seat)
{
	ab_pawn_set moved = (ab_pawn_set)ap_differing_bytes(s->way, AB_DIPLOMATS, AB_WAY_NONE, 0xff);
	return (moved & ab_pawns_of_seat(seat)) != 0;
}

/* Returns whether all can see that a seat that has begun to move has nothing left to decide: no
 * step fits its points, with Plates or without, and it may press nobody. What other cards can do
 * they can do in the call that follows, AB-MO-6. */
static bool movement_is_over(const ab_state *s, int seat)
{
	if (!has_moved(s, seat))
		return false;
	ways may = who_may_step(s, seat);
	return !(may.palace | may.airport) && !plates_could_help(s, seat) && !ab_pressable_by(s, seat);
}

/* A bearer who has left a space can be pressed by everybody again, AB-PR-6. */
void ab_put_pawn(ab_state *s, int pawn, int space)
{
	assert(pawn >= 0 && pawn < ab_pawn_count(s) && space >= 0 && space < AB_SPACES);
	s->place[pawn] = (uint8_t)space;
	s->barred[pawn] = s->asked_at[pawn] = 0;
}

/* A diplomat flies home. His briefcase is shown to all before he is home, AB-MO-2. He may leave
 * somebody behind whom others outnumber now, AB-PR-10. */
static void fly_home(ab_state *s, int pawn, ap_events *ev)
{
	ab_tell_flies_home(ev, AB_MO_2, AB_DIPLOMAT(pawn), s->points);
	s->mover = AB_NONE;
	ab_call_stop(s, AB_NONE);
	if (ab_is_loaded(s, pawn))
		ab_call_reveal(s, pawn, AB_SHOWING_FLOWN);
	else
		ab_put_pawn(s, pawn, AB_SPACE_HOME);
}

/* In the Palace he has stopped, though nobody can be pressed there. At the Airport others may keep
 * him from flying home with a briefcase, AB-SE-10. */
static void arrive(ab_state *s, int pawn, int space, ap_events *ev)
{
	if (s->place[pawn] == AB_SPACE_HOME)
		ab_tell_flies_in(ev, AB_MO_2, AB_DIPLOMAT(pawn), AB_SITE(space), s->points);
	else
		ab_tell_moves(ev, AB_MO_1, AB_DIPLOMAT(pawn), AB_SITE(space), s->points);
	ab_put_pawn(s, pawn, space);
	if (space == AB_SPACE_PALACE) {
		s->mover = AB_NONE;
		ab_call_stop(s, AB_NONE);
		ab_call_take_case(s, pawn, ev);
	} else if (space == AB_SPACE_AIRPORT && ab_is_loaded(s, pawn)) {
		ab_call_window(s, AB_WINDOW_AIRPORT);
	}
}

static void take_step(ab_state *s, int pawn, int way, ap_events *ev)
{
	int to = ab_step_destination(s, pawn, way), cost = ab_step_cost(s, pawn);
	if (ab_surcharge(s, pawn)) {
		ab_tell_surcharge(ev, AB_MO_5, AB_DIPLOMAT(pawn));
		s->surcharged |= ab_pawn_bit(pawn);
	}
	s->points = (uint8_t)(s->points - cost);
	if (ev && s->way[pawn] == AB_WAY_NONE && !ab_is_loaded(s, pawn) && ab_reserve_size(s) == 0)
		ab_tell_chooses_way(ev, AB_MO_4, AB_DIPLOMAT(pawn));
	s->way[pawn] = (uint8_t)way;
	s->mover = (uint8_t)pawn;
	if (to == AB_SPACE_HOME)
		fly_home(s, pawn, ev);
	else
		arrive(s, pawn, to, ev);
}

/* ---- The movement of a turn ------------------------------------------------------------------ */

/* Stops the pawn that has moved. Returns the space where he stops; AB_NONE if nobody moves. */
static int stop_mover(ab_state *s, ap_events *ev)
{
	if (s->mover == AB_NONE)
		return AB_NONE;
	int pawn = s->mover, space = s->place[pawn];
	s->mover = AB_NONE;
	if (ev && ab_candidates(s, space))
		ab_tell_stops(ev, AB_MO_7, AB_DIPLOMAT(pawn), AB_SPOT(space));
	return space;
}

/* Stops the pawn that has moved, and looks for bearers whom others outnumber now: where he stops,
 * and where he has left somebody, AB-MO-7 and AB-PR-10. */
static void end_displacement(ab_state *s, ap_events *ev)
{
	int space = stop_mover(s, ev);
	if (space != AB_NONE)
		ab_call_stop(s, space);
}

/* A pressure in one's own turn, AB-PR-11. It comes before the questions to others. */
static void press_in_own_turn(ab_state *s, int seat, int bearer, ap_events *ev)
{
	stop_mover(s, ev);
	ab_note_relief(s);
	ab_call_stop(s, s->place[bearer]);
	ab_call_pressure(s, seat, bearer, AB_PR_11, ev);
}

/* Returns whether a pawn has moved and somebody would be asked if he stopped. */
static bool stop_matters(const ab_state *s)
{
	return s->mover != AB_NONE && ab_all_candidates(s) != 0;
}

/* Returns the next step of what was announced, as a move; of a walk that goes on after it, `rest`
 * is set to the walk. Returns AP_NO_ACTION if there is no such step, or if a stop has made it
 * impossible. */
static ap_action next_step(const ab_state *s, int seat, ap_action announced, ap_action *rest)
{
	*rest = AP_NO_ACTION;
	if (announced == AP_NO_ACTION || ap_verb_of(announced) == AB_VERB_END)
		return AP_NO_ACTION;
	int pawn = (int)ap_x(announced), way = (int)ap_y(announced);
	if (ap_verb_of(announced) == AB_VERB_WALK) {
		int to = (int)ap_y(announced);
		if (to == s->place[pawn])
			return AP_NO_ACTION;
		way = ab_way_to(s, pawn, to);
		*rest = ab_step_destination(s, pawn, way) == to ? AP_NO_ACTION : announced;
	}
	return ab_step_forbidden(s, seat, pawn, way)
		? AP_NO_ACTION
		: ap_act(AB_VERB_MOVE, (unsigned)pawn, (unsigned)way);
}

/* Carries out the action that was announced, after the stop that it implies. */
void ab_movement_run(void *state, ap_events *ev)
{
	ab_state *s = state;
	ab_turn_frame *f = ab_turn_top(s);
	int seat = f->turn;
	ap_action rest, step = next_step(s, seat, f->announced, &rest);
	bool ends = f->announced != AP_NO_ACTION && ap_verb_of(f->announced) == AB_VERB_END;
	f->announced = step == AP_NO_ACTION ? AP_NO_ACTION : rest;
	if (step != AP_NO_ACTION) {
		take_step(s, (int)ap_x(step), (int)ap_y(step), ev);
	} else if (ab_is_out(s, seat) || (ends && !must_move_on(s, who_may_step(s, seat)))) {
		ab_tell_movement_ends(ev, AB_MO_6, AB_POWER(seat), s->points);
		ab_goto(s, AB_STEP_CARDS_AFTER);
	} else if (movement_is_over(s, seat)) {
		f->announced = ap_act(AB_VERB_END, 0, 0);
		end_displacement(s, ev);
	} else {
		ap_ask(s, AP_SEAT(seat));
	}
}

static int at_most(int number, int limit)
{
	return number < limit ? number : limit;
}

/* Adds the walks of a pawn one way, beginning with that which leads to the lowest space, if he may
 * take so many steps. A single step is no walk. */
static void add_walks(ap_list *out, int pawn, int lowest, int steps)
{
	ap_action first = ap_act(AB_VERB_WALK, (unsigned)pawn, (unsigned)lowest);
	ap_add_run_y(out, first, steps > 1 ? steps - 1 : 0, AB_POINTS - 1);
}

/* Adds the walks of a pawn both ways, as ab_walk_forbidden() allows them; `points` are those that
 * are left when he has paid his surcharge. */
static void add_walks_of(const ab_state *s, int pawn, ways may, int points, ap_list *out)
{
	int place = s->place[pawn];
	bool stays = ab_is_loaded(s, pawn) | (s->ballot_by != AB_NONE);
	int last = stays ? AB_SPACE_AIRPORT : AB_SPACE_HOME;
	int down = may.airport >> pawn & 1 ? at_most(place - last, points) : 0;
	int up = may.palace >> pawn & 1 ? at_most(AB_SPACE_PALACE - place, points) : 0;
	add_walks(out, pawn, place - down, down);
	add_walks(out, pawn, place + 2, up);
}

bool ab_add_steps(const ab_state *s, int seat, ap_list *out)
{
	ap_list list = *out; /* which the compiler can keep in registers */
	ways may = who_may_step(s, seat);
	ab_pawn_set owing = ab_owing(s);
	int first = ab_first_pawn(seat), after = ab_first_pawn(seat + 1);
	if (!(may.palace | may.airport))
		return false;
	for (int pawn = first; pawn < after; pawn++) {
		ap_action move = ap_act(AB_VERB_MOVE, (unsigned)pawn, 0);
		ap_add_if(&list, move + AB_WAY_PALACE, may.palace >> pawn & 1);
		ap_add_if(&list, move + AB_WAY_AIRPORT, may.airport >> pawn & 1);
	}
	for (int pawn = first; pawn < after; pawn++)
		add_walks_of(s, pawn, may, s->points - (owing >> pawn & 1 ? AB_SURCHARGE : 0), &list);
	*out = list;
	return must_move_on(s, may);
}

void ab_movement_legal(const void *state, int seat, ap_list *out)
{
	const ab_state *s = state;
	bool must = ab_add_steps(s, seat, out);
	if (stop_matters(s))
		ap_add(out, ap_act(AB_VERB_STOP, 0, 0));
	if (!must)
		ap_add(out, ap_act(AB_VERB_END, 0, 0));
	ap_add_each_x(out, ap_act(AB_VERB_PRESS, 0, 0), ab_pressable_by(s, seat));
	ab_add_card_plays(s, seat, out);
}

uint16_t ab_movement_refuse(const void *state, int seat, ap_action a)
{
	const ab_state *s = state;
	switch (ap_verb_of(a)) {
	case AB_VERB_MOVE:
		return ab_step_forbidden(s, seat, (int)ap_x(a), (int)ap_y(a));
	case AB_VERB_WALK:
		return ab_walk_forbidden(s, seat, (int)ap_x(a), (int)ap_y(a));
	case AB_VERB_STOP:
		return stop_matters(s) ? 0 : AB_MO_7;
	case AB_VERB_PRESS:
		return ab_press_forbidden(s, seat, (int)ap_x(a));
	case AB_VERB_END:
		return must_move_on(s, who_may_step(s, seat)) ? AB_MO_6 : 0;
	default:
		return ab_is_card(a) ? ab_card_forbidden(s, seat, a) : AB_MO_1;
	}
}

/* A step of another pawn, or the end of the movement, implies a stop and is carried out after
 * it. */
void ab_movement_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	switch (ap_verb_of(a)) {
	case AB_VERB_MOVE:
	case AB_VERB_WALK:
		ab_turn_top(s)->announced = a;
		if (s->mover != ap_x(a))
			end_displacement(s, ev);
		break;
	case AB_VERB_STOP:
		end_displacement(s, ev);
		break;
	case AB_VERB_END:
		ab_turn_top(s)->announced = a;
		end_displacement(s, ev);
		break;
	case AB_VERB_PRESS:
		press_in_own_turn(s, seat, (int)ap_x(a), ev);
		break;
	default:
		ab_call_played(s, seat, a, ev);
	}
}

/* ---- Taking a briefcase, AB-PA-1 ------------------------------------------------------------- */

void ab_call_take_case(ab_state *s, int pawn, ap_events *ev)
{
	assert(s->place[pawn] == AB_SPACE_PALACE && !ab_is_loaded(s, pawn));
	if (ab_reserve_size(s) == 0)
		ab_tell_no_case_left(ev, AB_MO_4, AB_DIPLOMAT(pawn));
	else
		ab_case_frame_of(ab_call(s, AB_STEP_TAKE_CASE))->bearer = (uint8_t)pawn;
}

static int first_case_of(int kind)
{
	return kind == AB_KIND_NUCLEAR ? AB_CASE_NUCLEAR_A : AB_CASE_TOURIST_A;
}

static int kind_of(int number)
{
	return ab_cases[number].nuclear ? AB_KIND_NUCLEAR : AB_KIND_TOURIST;
}

/* Returns whether the reserve has the briefcase with this number. Briefcases of a kind have
 * different numbers only while they are drawn; the lowest numbers stand for those in the
 * reserve. */
static bool in_reserve(const ab_state *s, int number)
{
	int kind = kind_of(number);
	return number - first_case_of(kind) < ab_reserve_of(s, kind);
}

void ab_case_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	for (int kind = 0; kind < AB_KIND_COUNT; kind++) {
		int first = first_case_of(kind), after = first + ab_reserve_of(state, kind);
		for (int number = first; number < after; number++)
			ap_add(out, ap_act(AB_VERB_CASE, (unsigned)number, 0));
	}
}

uint16_t ab_case_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	bool there = ap_verb_of(a) == AB_VERB_CASE && in_reserve(state, (int)ap_x(a));
	return there ? 0 : ap_step_of(state) == AB_STEP_TAKE_CASE ? AB_PA_1 : AB_SC_13;
}

void ab_take_case_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int pawn = ab_case_top(s)->bearer;
	seat = ab_owner_of(pawn);
	s->load[pawn] = (uint8_t)kind_of((int)ap_x(a));
	s->known_to[pawn] = (uint8_t)AP_SEAT(seat);
	ab_tell_takes_case(ev, AB_PA_1, AB_DIPLOMAT(pawn));
	ab_tell_sees_to(
		ev, AP_SEAT(seat), AB_PA_1, AB_DIPLOMAT(pawn), AB_KIND(s->load[pawn]), AB_POWER(seat));
	ap_end(s);
}

/* The old briefcase goes back into the reserve. Nobody looks at the new one, AB-SC-13. */
void ab_wrong_case_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	ab_state *s = state;
	int pawn = ab_case_top(s)->bearer;
	(void)seat;
	s->load[pawn] = (uint8_t)kind_of((int)ap_x(a));
	s->known_to[pawn] = 0;
	ab_tell_wrong_case(ev, AB_SC_13, AB_DIPLOMAT(pawn));
	ap_end(s);
}

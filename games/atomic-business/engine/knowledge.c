/* knowledge.c: what a seat may know. The Secret cards, the kinds of the briefcases and the
 * sealed answers are hidden. Each card and each carried briefcase has the set of seats that know
 * it. The set moves together with the card or the briefcase. */
#include "chapters.h"

void ab_hide(void *state, int viewer)
{
	ab_state *s = state;
	unsigned me = viewer < s->head.players ? AP_SEAT(viewer) : 0;
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (ab_is_loaded(s, pawn) && !(s->known_to[pawn] & me))
			s->load[pawn] = AP_UNSEEN;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->hand[seat] != AB_NONE && !(s->hand_known[seat] & me))
			s->hand[seat] = AP_UNSEEN;
		if (seat != viewer)
			s->answer[seat] = AB_ANSWER_NONE;
	}
	if (s->opener != AB_NONE && ab_owner_of(s->opener) != viewer) {
		s->opener = AB_NONE;
		s->opens_to = 0;
	}
}

/* Takes one thing out at random, each with the same chance, and returns its kind. `left` is the
 * number of things of each kind. */
static int draw_from(uint8_t *left, int kinds, ap_rng *rng)
{
	uint32_t total = 0;
	for (int kind = 0; kind < kinds; kind++)
		total += left[kind];
	uint32_t skip = ap_below(rng, total);
	int kind = 0;
	while (skip >= left[kind])
		skip -= left[kind++];
	left[kind]--;
	return kind;
}

static void fill_cases(ab_state *s, ap_rng *rng)
{
	uint8_t left[AB_KIND_COUNT];
	for (int kind = 0; kind < AB_KIND_COUNT; kind++)
		left[kind] = (uint8_t)ab_reserve_of(s, kind);
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (s->load[pawn] == AP_UNSEEN)
			s->load[pawn] = (uint8_t)draw_from(left, AB_KIND_COUNT, rng);
}

static void fill_hands(ab_state *s, ap_rng *rng)
{
	uint8_t left[AB_EFFECT_COUNT];
	for (int effect = 0; effect < AB_EFFECT_COUNT; effect++)
		left[effect] = (uint8_t)(ab_copies[effect] - s->discard[effect]);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand[seat] < AB_EFFECT_COUNT)
			left[s->hand[seat]]--;
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand[seat] == AP_UNSEEN)
			s->hand[seat] = (uint8_t)draw_from(left, AB_EFFECT_COUNT, rng);
}

/* Each of these powers that is not asked any more has given an answer that it could give. */
static void fill_answers(ab_state *s, ap_seats among, int viewer, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	bool presses = ap_step_of(s) == AB_STEP_STOP_ASK;
	for (int seat = 0; seat < s->head.players; seat++) {
		ap_list list = {legal, 0};
		if (seat == viewer || !(among & ~ap_actors(s) & AP_SEAT(seat)))
			continue;
		if (presses)
			ab_stop_ask_legal(s, seat, &list);
		else
			ab_pressure_allies_legal(s, seat, &list);
		s->answer[seat] = (uint8_t)ap_x(legal[ap_below(rng, (uint32_t)list.count)]);
	}
}

/* The next power may have said how it begins its turn, in any way that its hand allows. */
static void fill_beginning(ab_state *s, int seat, ap_rng *rng)
{
	ap_action ways[AP_MAX_LEGAL];
	ap_list list = {ways, 0};
	ab_state then = ab_at_next_turn(s);
	ab_secret_legal(&then, seat, &list);
	ab_note_beginning(s, ways[ap_below(rng, (uint32_t)list.count)]);
}

/* Whoever is called may want to play his card, whether he has passed already or not. */
static void fill_wishes(ab_state *s, int viewer, ap_rng *rng)
{
	const ab_window_frame *f = ab_window_peek(s);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (seat == viewer || !(f->called & AP_SEAT(seat)))
			continue;
		if (ab_may_begin(s, seat) && ap_below(rng, 2))
			fill_beginning(s, seat, rng);
		else if (ap_below(rng, 2))
			s->answer[seat] = AB_ANSWER_CARD;
	}
}

void ab_fill(void *state, int viewer, ap_rng *rng)
{
	ab_state *s = state;
	fill_cases(s, rng);
	fill_hands(s, rng);
	if (ap_step_of(s) == AB_STEP_STOP_ASK && ap_actors(s))
		fill_answers(s, ab_stop_peek(s)->asked_to_press, viewer, rng);
	if (ap_step_of(s) == AB_STEP_PRESSURE_ALLIES && ap_actors(s))
		fill_answers(s, ab_pressure_peek(s)->called, viewer, rng);
	if (ap_step_of(s) == AB_STEP_WINDOW_CALL && ap_actors(s))
		fill_wishes(s, viewer, rng);
}

/* Returns the seats that see what chance shows in the present step. */
static ap_seats shown_to(const ab_state *s)
{
	switch (ap_step_of(s)) {
	case AB_STEP_DEAL:
	case AB_STEP_DRAW:
		return AP_SEAT(ab_drawing_seat(s));
	case AB_STEP_TAKE_CASE:
		return AP_SEAT(ab_owner_of(ab_case_peek(s)->bearer));
	case AB_STEP_WRONG_CASE:
		return 0;
	case AB_STEP_LOOK:
		return AP_SEAT(ab_look_peek(s)->looker);
	case AB_STEP_LEAKING:
		return AP_SEAT(ab_leak_peek(s)->taker) | AP_SEAT(ab_leak_peek(s)->from);
	default:
		return AP_ALL_VIEWERS;
	}
}

/* A seat that sees a draw cannot tell copies of a card apart, so the first copy stands for all. */
static ap_action without_number(ap_action a)
{
	unsigned x = ap_x(a);
	if (ap_verb_of(a) == AB_VERB_CASE)
		return ap_act(AB_VERB_CASE, ab_cases[x].nuclear ? AB_CASE_NUCLEAR_A : AB_CASE_TOURIST_A, 0);
	if (ap_verb_of(a) != AB_VERB_DRAW)
		return a;
	while (x > 0 && ab_secrets[x - 1].effect == ab_secrets[x].effect)
		x--;
	return ap_act(AB_VERB_DRAW, x, 0);
}

/* Draws and looks are shown only to the seats concerned; answers are sealed,
 * and so is what is said in a call. */
ap_action ab_mask(const void *state, int seat, ap_action a, int viewer)
{
	if (seat != AP_CHANCE && ap_step_of(state) == AB_STEP_WINDOW_CALL)
		return ap_verb_of(a) == AB_VERB_PASS ? a : ap_act(AB_VERB_SEAL, 0, 0);
	bool hidden =
		seat == AP_CHANCE ? !(shown_to(state) & AP_SEAT(viewer)) : ap_verb_of(a) == AB_VERB_ANSWER;
	if (hidden)
		return ap_act(ap_verb_of(a), AP_UNKNOWN, 0);
	return seat == AP_CHANCE && ap_x(a) != AP_UNKNOWN ? without_number(a) : a;
}

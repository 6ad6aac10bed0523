/* knowledge.c: what a seat may know. Hidden are the Secret cards, what is in the briefcases, and
 * sealed answers. Each card and each carried briefcase has the set of seats that know it, which
 * goes where the thing goes. */
#include "state.h"

void ab_hide(void *state, int viewer)
{
	ab_state *s = state;
	unsigned me = viewer < s->head.players ? AP_SEAT(viewer) : 0;
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (is_loaded(s, pawn) && !(s->known_to[pawn] & me))
			s->load[pawn] = UNSEEN;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->hand[seat] != NONE && !(s->hand_known[seat] & me))
			s->hand[seat] = UNSEEN;
		if (seat != viewer)
			s->answer[seat] = 0;
	}
}

/* One of so many kinds of things, each thing as likely as another; takes it out. */
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
	uint8_t left[KINDS];
	for (int kind = 0; kind < KINDS; kind++)
		left[kind] = (uint8_t)ab_reserve_of(s, kind);
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		if (s->load[pawn] == UNSEEN)
			s->load[pawn] = (uint8_t)draw_from(left, KINDS, rng);
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
		if (s->hand[seat] == UNSEEN)
			s->hand[seat] = (uint8_t)draw_from(left, AB_EFFECT_COUNT, rng);
}

void ab_fill(void *state, int viewer, ap_rng *rng)
{
	ab_state *s = state;
	const ap_frame *f = ap_peek(s);
	fill_cases(s, rng);
	fill_hands(s, rng);
	if (f->step != PRESSURE_ALLIES || !f->asked)
		return;
	for (int seat = 0; seat < s->head.players; seat++) {
		bool answered = (f->v[TURNS] >> seat & 1) && !(f->asked & AP_SEAT(seat));
		if (seat != viewer && answered)
			s->answer[seat] = (uint8_t)(JOINS + ap_below(rng, 2));
	}
}

/* Who, apart from nobody, sees what chance shows in this step. */
static ap_seats shown_to(const ab_state *s)
{
	const ap_frame *f = ap_peek(s);
	switch (f->step) {
	case DEAL:
	case DRAW:
		return AP_SEAT(ab_drawing_seat(s));
	case TAKE_CASE:
		return AP_SEAT(owner_of(f->v[0]));
	case WRONG_CASE:
		return 0;
	case LOOK:
		return AP_SEAT(f->v[0]);
	case LEAKING:
		return AP_SEAT(f->v[0]) | AP_SEAT(f->v[1]);
	default:
		return AP_ALL_VIEWERS;
	}
}

/* Copies are not told apart by whoever sees them. */
static ap_action without_number(ap_action a)
{
	unsigned x = ap_x(a);
	if (ap_verb_of(a) == V_CASE)
		return ap_act(V_CASE, ab_cases[x].nuclear ? AB_CASE_NUCLEAR_A : AB_CASE_TOURIST_A, 0);
	if (ap_verb_of(a) != V_DRAW)
		return a;
	while (x > 0 && ab_secrets[x - 1].effect == ab_secrets[x].effect)
		x--;
	return ap_act(V_DRAW, x, 0);
}

/* Draws and looks are for some alone; answers are sealed. */
ap_action ab_mask(const void *state, int seat, ap_action a, int viewer)
{
	bool hidden =
		seat == AP_CHANCE ? !(shown_to(state) & AP_SEAT(viewer)) : ap_verb_of(a) == V_ANSWER;
	if (hidden)
		return ap_act(ap_verb_of(a), AP_UNKNOWN, 0);
	return seat == AP_CHANCE && ap_x(a) != AP_UNKNOWN ? without_number(a) : a;
}

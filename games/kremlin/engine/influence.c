/* influence.c: who controls whom, KR-DE-1 to KR-DE-4, KR-AD-8, card 22. */
#include "chapters.h"

enum { RANKS = 16 }; /* the number of possible ranks: a rank has four bits */

/* kr_ties_run() has settled which of equal totals is the earlier one. */
int kr_strongest(const kr_state *s, int p)
{
	assert(p >= 0 && p < KR_POLITICIANS);
	int most = 0, controller = KR_NONE;
	for (int seat = 0; seat < s->head.players; seat++) {
		int points = s->declared[seat][p];
		int claim = points > 0 ? points * RANKS + RANKS - 1 - kr_rank(s, seat, p) : 0;
		controller = claim > most ? seat : controller;
		most = claim > most ? claim : most;
	}
	return controller;
}

static void set_rank(kr_state *s, int seat, int p, int rank)
{
	s->mark[seat][p] = (uint8_t)((s->mark[seat][p] & 15) | rank << 4);
}

/* Renumbers the ranks as 1, 2, 3.. without gaps. A seat without points has no rank. */
static void close_ranks(kr_state *s, int p)
{
	int present = 0, place[RANKS], next = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->declared[seat][p] == 0)
			set_rank(s, seat, p, 0);
		present |= 1 << kr_rank(s, seat, p);
	}
	for (int rank = 1; rank < RANKS; rank++)
		place[rank] = present >> rank & 1 ? ++next : 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (kr_rank(s, seat, p) > 0)
			set_rank(s, seat, p, place[kr_rank(s, seat, p)]);
}

/* KR-DE-3: these totals were reached at the same time, and later than all others. */
void kr_new_totals(kr_state *s, int p, ap_seats changed)
{
	assert(kr_is_politician(p));
	int last = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (!(changed & AP_SEAT(seat)) && kr_rank(s, seat, p) > last)
			last = kr_rank(s, seat, p);
	for (int seat = 0; seat < s->head.players; seat++)
		if (changed & AP_SEAT(seat))
			set_rank(s, seat, p, last + 1);
	close_ranks(s, p);
	s->unsettled |= kr_bit(p);
}

void kr_forget_influence(kr_state *s, int p)
{
	assert(kr_is_politician(p));
	for (int seat = 0; seat < s->head.players; seat++) {
		s->declared[seat][p] = 0;
		set_rank(s, seat, p, 0);
	}
	s->unsettled &= ~kr_bit(p);
	s->master[p] = KR_NONE;
}

uint16_t kr_declare_forbidden(const kr_state *s, int seat, int p, int points)
{
	assert(kr_is_seat(s, seat) && kr_is_politician(p));
	if (!kr_on_board(s, p))
		return KR_DE_7;
	return points >= 1 && points <= kr_undeclared(s, seat, p) ? 0 : KR_DE_1;
}

void kr_put_on_card(kr_state *s, int seat, int p, int points)
{
	assert(points > 0 && kr_shown(s, seat, p) + points <= KR_NUMBERS);
	s->sheet[seat][p] = (uint8_t)(s->sheet[seat][p] + (points << 4));
	s->declared[seat][p] = (uint8_t)(s->declared[seat][p] + points);
	s->left[seat] = (uint8_t)(s->left[seat] - points);
}

/* ---- Ties ------------------------------------------------------------------------------------ */

ap_seats kr_tied(const kr_state *s, int p)
{
	assert(kr_is_politician(p));
	int most = 1;
	ap_seats tied = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		int points = s->declared[seat][p];
		if (points > most)
			tied = 0;
		if (points >= most) {
			most = points;
			tied |= AP_SEAT(seat);
		}
	}
	return tied;
}

ap_seats kr_tied_earliest(const kr_state *s, int p)
{
	ap_seats tied = kr_tied(s, p), earliest = 0;
	int first = RANKS;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (!(tied & AP_SEAT(seat)) || kr_rank(s, seat, p) > first)
			continue;
		if (kr_rank(s, seat, p) < first)
			earliest = 0;
		first = kr_rank(s, seat, p);
		earliest |= AP_SEAT(seat);
	}
	return earliest;
}

/* KR-AD-8: returns the faction with the most points on the politician among those that are not
 * tied; of several the earlier. Returns KR_NONE if there is none, or if two are equal in that as
 * well. */
static int third_faction(const kr_state *s, int p)
{
	ap_seats tied = kr_tied(s, p);
	int third = KR_NONE, most = 0, rank = 0;
	bool alone = true;
	for (int seat = 0; seat < s->head.players; seat++) {
		int points = s->declared[seat][p];
		if ((tied & AP_SEAT(seat)) || points == 0 || points < most)
			continue;
		if (points > most || kr_rank(s, seat, p) < rank) {
			third = seat;
			most = points;
			rank = kr_rank(s, seat, p);
			alone = true;
		} else if (kr_rank(s, seat, p) == rank) {
			alone = false;
		}
	}
	return alone ? third : KR_NONE;
}

/* Card 22: returns the seat that settles a tie for this politician by it; KR_NONE if there is none.
 * The Ideology Chief of the card may have left his post, but nobody commands one in Siberia. */
static int editor(const kr_state *s, int p)
{
	bool edits = s->pravda != KR_NONE && p != s->pravda && kr_on_board(s, s->pravda);
	return edits ? kr_controller(s, s->pravda) : KR_NONE;
}

int kr_tie_arbiter(const kr_state *s, int p)
{
	assert(kr_is_politician(p));
	if (editor(s, p) != KR_NONE)
		return editor(s, p);
	return kr_advanced(s) ? third_faction(s, p) : KR_NONE;
}

static bool several(ap_seats seats)
{
	return seats & (seats - 1);
}

/* Puts a seat before all that share its total. The order of the others does not change. */
static void put_ahead(kr_state *s, int p, int seat)
{
	int first = kr_rank(s, ap_first_seat(kr_tied_earliest(s, p)), p);
	for (int other = 0; other < s->head.players; other++)
		if (kr_rank(s, other, p) >= first)
			set_rank(s, other, p, kr_rank(s, other, p) + 1);
	set_rank(s, seat, p, first);
	close_ranks(s, p);
}

void kr_settle_ties(kr_state *s)
{
	if (s->unsettled)
		kr_call(s, KR_STEP_TIES);
}

/* Returns the next politician whose control is unsettled. The Ideology Chief of card 22 comes
 * first, because his controller may have to settle the other ties. */
static int next_unsettled(const kr_state *s)
{
	if (s->pravda != KR_NONE && (s->unsettled & kr_bit(s->pravda)))
		return s->pravda;
	return __builtin_ctz(s->unsettled);
}

/* Control is told when it changes hands. */
static void settle(kr_state *s, int p, ap_events *ev)
{
	int controller = kr_controller(s, p);
	s->unsettled &= ~kr_bit(p);
	if (controller != KR_NONE && controller != s->master[p])
		kr_tell_controls(ev, KR_DE_2, KR_FACTION(controller), KR_POLITICIAN(p));
	s->master[p] = (uint8_t)controller;
}

void kr_ties_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	while (s->unsettled) {
		int p = next_unsettled(s), arbiter;
		if (!several(kr_tied(s, p))) {
			settle(s, p, ev);
			continue;
		}
		kr_ties_top(s)->tied = (uint8_t)p;
		arbiter = kr_tie_arbiter(s, p);
		if (arbiter != KR_NONE) {
			ap_ask(s, AP_SEAT(arbiter));
			return;
		}
		if (several(kr_tied_earliest(s, p))) {
			kr_goto(s, KR_STEP_TIES_LOT);
			return;
		}
		kr_tell_tie_earlier(
			ev, KR_DE_3, KR_FACTION(ap_first_seat(kr_tied_earliest(s, p))), KR_POLITICIAN(p));
		settle(s, p, ev);
	}
	kr_lapse_cards(s, ev);
	ap_end(s);
}

static int tied_politician(const kr_state *s)
{
	return kr_ties_peek(s)->tied;
}

static void list_seats(unsigned verb, ap_seats seats, ap_list *out)
{
	for (; seats; seats &= (ap_seats)(seats - 1))
		ap_add(out, ap_act(verb, (unsigned)ap_first_seat(seats), 0));
}

void kr_favour_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	list_seats(KR_VERB_FAVOUR, kr_tied(state, tied_politician(state)), out);
}

uint16_t kr_favour_refuse(const void *state, int seat, ap_action a)
{
	int p = tied_politician(state);
	bool fits = ap_verb_of(a) == KR_VERB_FAVOUR && (kr_tied(state, p) & AP_SEAT(ap_x(a)));
	return fits ? 0 : editor(state, p) == seat ? KR_IC_22 : KR_AD_8;
}

void kr_favour_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = tied_politician(s), winner = (int)ap_x(a);
	int clause = editor(s, p) == seat ? KR_IC_22 : KR_AD_8;
	if (winner == seat)
		kr_tell_tie_own(ev, clause, KR_FACTION(seat), KR_POLITICIAN(p));
	else
		kr_tell_tie_favoured(ev, clause, KR_FACTION(seat), KR_FACTION(winner), KR_POLITICIAN(p));
	put_ahead(s, p, winner);
	kr_ties_top(s)->tied = KR_NONE;
	settle(s, p, ev);
}

void kr_tie_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	list_seats(KR_VERB_LOT, kr_tied_earliest(state, tied_politician(state)), out);
}

uint16_t kr_tie_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	ap_seats tied = kr_tied_earliest(state, tied_politician(state));
	return ap_verb_of(a) == KR_VERB_LOT && (tied & AP_SEAT(ap_x(a))) ? 0 : KR_DE_4;
}

void kr_tie_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = tied_politician(s);
	(void)seat;
	kr_tell_tie_lot(ev, KR_DE_4, KR_FACTION(ap_x(a)), KR_POLITICIAN(p));
	put_ahead(s, p, (int)ap_x(a));
	kr_ties_top(s)->tied = KR_NONE;
	settle(s, p, ev);
	kr_goto(s, KR_STEP_TIES);
}

/* influence.c: who controls whom, KR-DE-1 to KR-DE-4, KR-AD-8, card 22. */
#include "chapters.h"

/* The order of equal totals is settled before anybody needs to know: see kr_ties_run(). */
int kr_controller(const kr_state *s, int p)
{
	int most = 0, rank = 0, controller = NONE;
	for (int seat = 0; seat < s->head.players; seat++) {
		int points = s->declared[seat][p];
		if (points > most || (points == most && most > 0 && kr_rank(s, seat, p) < rank)) {
			most = points;
			rank = kr_rank(s, seat, p);
			controller = seat;
		}
	}
	return controller;
}

static void set_rank(kr_state *s, int seat, int p, int rank)
{
	s->mark[seat][p] = (uint8_t)((s->mark[seat][p] & 15) | rank << 4);
}

/* Ranks are 1, 2, 3.. without gaps; none without points. */
static void close_ranks(kr_state *s, int p)
{
	int present = 0, place[16], next = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->declared[seat][p] == 0)
			set_rank(s, seat, p, 0);
		present |= 1 << kr_rank(s, seat, p);
	}
	for (int rank = 1; rank < 16; rank++)
		place[rank] = present >> rank & 1 ? ++next : 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (kr_rank(s, seat, p) > 0)
			set_rank(s, seat, p, place[kr_rank(s, seat, p)]);
}

/* KR-DE-3: these have new totals, reached at the same time and after all others. */
void kr_new_totals(kr_state *s, int p, ap_seats changed)
{
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
	for (int seat = 0; seat < s->head.players; seat++) {
		s->declared[seat][p] = 0;
		set_rank(s, seat, p, 0);
	}
	s->unsettled &= ~kr_bit(p);
}

uint16_t kr_declare_forbidden(const kr_state *s, int seat, int p, int points)
{
	if (!kr_on_board(s, p))
		return KR_DE_7;
	return points >= 1 && points <= kr_undeclared(s, seat, p) ? 0 : KR_DE_1;
}

/* ---- Ties ------------------------------------------------------------------------------------ */

/* Those who share the most points. */
ap_seats kr_tied(const kr_state *s, int p)
{
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
	int first = 16;
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

/* KR-AD-8 */
static int third_faction(const kr_state *s, int p)
{
	ap_seats tied = kr_tied(s, p);
	int third = NONE, most = 0, rank = 0;
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
	return alone ? third : NONE;
}

/* Who settles a tie: card 22, then a third faction; NONE: time and die. */
int kr_tie_arbiter(const kr_state *s, int p)
{
	if (!kr_advanced(s))
		return NONE;
	int chief = s->pravda[PRAVDA_MAN];
	if (chief != NONE && p != chief && kr_controller(s, chief) != NONE)
		return kr_controller(s, chief);
	return third_faction(s, p);
}

static bool several(ap_seats seats)
{
	return seats & (seats - 1);
}

/* Ahead of all who share his total; the others as before. */
static void put_ahead(kr_state *s, int p, int seat)
{
	ap_seats tied = kr_tied(s, p);
	int first = 16;
	for (int other = 0; other < s->head.players; other++)
		if ((tied & AP_SEAT(other)) && kr_rank(s, other, p) < first)
			first = kr_rank(s, other, p);
	for (int other = 0; other < s->head.players; other++)
		if (other != seat && kr_rank(s, other, p) >= first)
			set_rank(s, other, p, kr_rank(s, other, p) + 1);
	set_rank(s, seat, p, first);
	close_ranks(s, p);
}

void kr_settle_ties(kr_state *s)
{
	if (s->unsettled)
		ap_call(s, TIES);
}

/* The Ideology Chief first: he may have to settle the others. */
static int next_unsettled(const kr_state *s)
{
	int chief = s->pravda[PRAVDA_MAN];
	if (chief != NONE && (s->unsettled & kr_bit(chief)))
		return chief;
	return __builtin_ctz(s->unsettled);
}

static void settled(kr_state *s, int p, ap_events *ev)
{
	s->unsettled &= ~kr_bit(p);
	if (kr_controller(s, p) != NONE)
		ap_tell(ev, EV_CONTROLS, KR_DE_2, (int16_t)kr_controller(s, p), (int16_t)p);
}

void kr_ties_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	while (s->unsettled) {
		int p = next_unsettled(s), arbiter;
		if (!several(kr_tied(s, p))) {
			settled(s, p, ev);
			continue;
		}
		ap_top(s)->v[TIED] = (int16_t)(p + 1);
		arbiter = kr_tie_arbiter(s, p);
		if (arbiter != NONE) {
			ap_ask(s, AP_SEAT(arbiter));
			return;
		}
		if (several(kr_tied_earliest(s, p))) {
			ap_goto(s, TIES_LOT);
			ap_ask(s, AP_SEAT(AP_CHANCE));
			return;
		}
		ap_tell(ev, EV_TIE_EARLIER, KR_DE_3, (int16_t)ap_first_seat(kr_tied_earliest(s, p)),
			(int16_t)p);
		settled(s, p, ev);
	}
	kr_lapse_cards(s, ev);
	ap_end(s);
}

static int tied_politician(const kr_state *s)
{
	return ap_peek(s)->v[TIED] - 1;
}

static void list_seats(unsigned verb, ap_seats seats, ap_list *out)
{
	for (; seats; seats &= (ap_seats)(seats - 1))
		ap_add(out, ap_act(verb, (unsigned)ap_first_seat(seats), 0));
}

static bool by_pravda(const kr_state *s, int p, int seat)
{
	int chief = s->pravda[PRAVDA_MAN];
	return chief != NONE && p != chief && kr_controller(s, chief) == seat;
}

void kr_favour_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	list_seats(V_FAVOUR, kr_tied(state, tied_politician(state)), out);
}

uint16_t kr_favour_refuse(const void *state, int seat, ap_action a)
{
	int p = tied_politician(state);
	bool fits = ap_verb_of(a) == V_FAVOUR && (kr_tied(state, p) & AP_SEAT(ap_x(a)));
	return fits ? 0 : by_pravda(state, p, seat) ? KR_IC_22 : KR_AD_8;
}

void kr_favour_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = tied_politician(s);
	ap_tell(ev, EV_TIE_FAVOURED, by_pravda(s, p, seat) ? KR_IC_22 : KR_AD_8, (int16_t)seat,
		(int16_t)ap_x(a), (int16_t)p);
	put_ahead(s, p, (int)ap_x(a));
	ap_top(s)->v[TIED] = 0;
	settled(s, p, ev);
}

void kr_tie_lot_legal(const void *state, int seat, ap_list *out)
{
	(void)seat;
	list_seats(V_LOT, kr_tied_earliest(state, tied_politician(state)), out);
}

uint16_t kr_tie_lot_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	ap_seats tied = kr_tied_earliest(state, tied_politician(state));
	return ap_verb_of(a) == V_LOT && (tied & AP_SEAT(ap_x(a))) ? 0 : KR_DE_4;
}

void kr_tie_lot_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int p = tied_politician(s);
	(void)seat;
	ap_tell(ev, EV_TIE_LOT, KR_DE_4, (int16_t)ap_x(a), (int16_t)p);
	put_ahead(s, p, (int)ap_x(a));
	ap_top(s)->v[TIED] = 0;
	settled(s, p, ev);
	ap_goto(s, TIES);
}

/* promotion.c: promotions, demotions and progress by age, KR-6.1 to KR-6.5. The sponsor's post is
 * the acting local: the Party Chief, then each minister in turn. */
#include "chapters.h"

/* ---- What a sponsor may announce ------------------------------------------------------------- */

static uint16_t clause_of(int sponsor)
{
	return sponsor == CHIEF ? KR_6_1 : sponsor < IDEOLOGY ? KR_6_2 : KR_6_3;
}

static bool has_room(const kr_state *s, int place)
{
	if (place < POSTS)
		return place >= KGB && s->holder[place] == NONE;
	return place == PEOPLE || (place == CANDIDATES && kr_candidates(s) < CANDIDATE_PLACES);
}

/* The chief promotes to the 1st level too; 1st level ministers to the 2nd and the Candidates; 2nd
 * level ministers to the Candidates. */
static bool within_reach(int sponsor, int level)
{
	return level >= (sponsor == CHIEF            ? FIRST_LEVEL
							: sponsor < IDEOLOGY ? SECOND_LEVEL
												 : CANDIDATE_LEVEL);
}

uint16_t kr_promote_forbidden(const kr_state *s, int sponsor, int p, int place)
{
	bool fits = kr_on_board(s, p) && place <= CANDIDATES && s->place[p] != CHIEF &&
		kr_level(place) == kr_level(s->place[p]) - 1 && within_reach(sponsor, kr_level(place)) &&
		!(s->moved & kr_bit(p)) && has_room(s, place);
	return fits ? 0 : clause_of(sponsor);
}

static uint16_t guard_forbids(const kr_state *s, int p)
{
	bool refused = kr_needs_leave(s, p) && kr_controller(s, p) == NONE;
	return refused ? (uint16_t)kr_guard_clause(s, p) : 0;
}

uint16_t kr_demote_forbidden(const kr_state *s, int p, int place)
{
	bool fits = kr_on_board(s, p) && s->place[p] != CHIEF && s->place[p] <= CANDIDATES &&
		place <= PEOPLE && kr_level(place) == kr_level(s->place[p]) + 1 &&
		!(s->moved & kr_bit(p)) && has_room(s, place);
	return fits ? guard_forbids(s, p) : KR_6_1;
}

/* Costs two years, so that a man of 95 could not start the second half. */
uint16_t kr_exchange_forbidden(const kr_state *s, int sponsor, int down, int up)
{
	bool fits = sponsor == CHIEF && kr_member(s, down) && s->place[down] != CHIEF &&
		s->place[up] <= CANDIDATES && kr_level(s->place[up]) == kr_level(s->place[down]) + 1 &&
		!(s->moved & (kr_bit(down) | kr_bit(up)));
	if (!fits)
		return clause_of(sponsor);
	if (kr_age(s, s->holder[CHIEF]) + 1 >= RETIREMENT)
		return KR_RE_2;
	return guard_forbids(s, down);
}

static uint16_t forbidden(const kr_state *s, int sponsor, ap_action a)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case V_NOTHING:
		return 0;
	case V_PROMOTE:
		return kr_promote_forbidden(s, sponsor, x, y);
	case V_DEMOTE:
		return sponsor == CHIEF ? kr_demote_forbidden(s, x, y) : clause_of(sponsor);
	case V_EXCHANGE:
		return kr_exchange_forbidden(s, sponsor, x, y);
	default:
		return clause_of(sponsor);
	}
}

/* Places of one level below or above. */
static void places_of(int level, int *from, int *to)
{
	static const uint8_t first[] = {CHIEF, KGB, IDEOLOGY, CANDIDATES, PEOPLE, PEOPLE + 1};
	*from = first[level];
	*to = first[level + 1];
}

/* Places with room, as a set. */
static unsigned vacancies(const kr_state *s)
{
	unsigned set = 1u << PEOPLE;
	for (int post = KGB; post < POSTS; post++)
		set |= (unsigned)(s->holder[post] == NONE) << post;
	return kr_candidates(s) < CANDIDATE_PLACES ? set | 1u << CANDIDATES : set;
}

static void list_into(
	const kr_state *s, unsigned verb, int p, unsigned rooms, int sponsor, ap_list *out)
{
	int from, to, level = kr_level(s->place[p]) + (verb == V_PROMOTE ? -1 : 1);
	places_of(level, &from, &to);
	for (int place = from; place < to; place++) {
		uint16_t forbids = !(rooms >> place & 1) ? KR_6_1
			: verb == V_PROMOTE                  ? kr_promote_forbidden(s, sponsor, p, place)
												 : kr_demote_forbidden(s, p, place);
		if (forbids == 0)
			ap_add(out, ap_act(verb, (unsigned)p, (unsigned)place));
	}
}

void kr_promotions(const kr_state *s, int sponsor, ap_list *out)
{
	unsigned rooms = vacancies(s) & ~(1u << PEOPLE);
	for (int p = 0; p < POLITICIANS && rooms; p++)
		if (s->place[p] >= IDEOLOGY && s->place[p] <= PEOPLE)
			list_into(s, V_PROMOTE, p, rooms, sponsor, out);
}

void kr_demotions(const kr_state *s, ap_list *out)
{
	unsigned rooms = vacancies(s);
	for (int p = 0; p < POLITICIANS; p++)
		if (s->place[p] >= KGB && s->place[p] <= CANDIDATES)
			list_into(s, V_DEMOTE, p, rooms, CHIEF, out);
}

static void exchanges(const kr_state *s, ap_list *out)
{
	uint32_t members = kr_members(s), below = members | kr_at(s, CANDIDATES);
	for (uint32_t set = members; set; set &= set - 1)
		for (uint32_t ups = below; ups; ups &= ups - 1) {
			int down = __builtin_ctz(set), up = __builtin_ctz(ups);
			if (kr_level(s->place[up]) == kr_level(s->place[down]) + 1 &&
				kr_exchange_forbidden(s, CHIEF, down, up) == 0)
				ap_add(out, ap_act(V_EXCHANGE, (unsigned)down, (unsigned)up));
		}
}

/* A vacancy within reach, and somebody to fill it (KR-DE-5 asks no further). */
bool kr_can_promote(const kr_state *s, int sponsor)
{
	if (kr_candidates(s) < CANDIDATE_PLACES && kr_at(s, PEOPLE))
		return true;
	for (int post = IDEOLOGY; post < POSTS && sponsor < IDEOLOGY; post++)
		if (s->holder[post] == NONE && kr_at(s, CANDIDATES))
			return true;
	return false;
}

/* ---- One sponsor after another --------------------------------------------------------------- */

void kr_begin_promotions(kr_state *s, int sponsor)
{
	kr_clear_locals(s);
	ap_top(s)->v[ACTING] = (int16_t)sponsor;
	s->moved = s->demanded == NONE ? 0 : kr_bit(s->demanded); /* that was the chief's one step */
	s->demanded = NONE;
	ap_goto(s, PROMOTE);
}

static void end_replacement(kr_state *s, ap_events *ev)
{
	kr_clear_locals(s);
	s->moved = 0;
	if (kr_living(s) < ENOUGH) {
		ap_goto(s, FEWER);
		kr_listen(s, kr_highest_active(s));
		return;
	}
	kr_end_protections(s, NONE, ev);
	kr_end_phase(s);
}

/* The sponsor is done: what is still vacant of his level is filled by age. */
static void next_sponsor(kr_state *s, ap_events *ev)
{
	int sponsor = ap_peek(s)->v[ACTING];
	if (sponsor == CHIEF)
		kr_progress(s, FIRST_LEVEL, ev);
	else if (sponsor == DEFENSE)
		kr_progress(s, SECOND_LEVEL, ev);
	if (sponsor == SPORT) {
		kr_progress(s, CANDIDATE_LEVEL, ev);
		end_replacement(s, ev);
	} else {
		kr_begin_promotions(s, sponsor + 1);
	}
}

void kr_promote_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int sponsor = ap_peek(s)->v[ACTING], p = s->holder[sponsor];
	if (!kr_active(s, sponsor) || (sponsor != CHIEF && !kr_can_promote(s, sponsor))) {
		next_sponsor(s, ev);
	} else if (kr_too_old(s, p)) {
		ap_tell(ev, EV_TOO_OLD, KR_RE_2, (int16_t)p);
		next_sponsor(s, ev);
	} else if (kr_controller(s, p) == NONE) {
		ap_tell(ev, EV_NO_WILL, KR_IN_2, (int16_t)p);
		kr_say(s, p, ap_act(V_NOTHING, 0, 0), PROMOTE_STAND);
	} else {
		ap_ask(s, AP_SEAT(kr_controller(s, p)));
	}
}

void kr_promote_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	int sponsor = ap_peek(s)->v[ACTING];
	(void)seat;
	ap_add(out, ap_act(V_NOTHING, 0, 0));
	kr_promotions(s, sponsor, out);
	if (sponsor != CHIEF)
		return;
	kr_demotions(s, out);
	exchanges(s, out);
}

uint16_t kr_promote_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return forbidden(state, ap_peek(state)->v[ACTING], a);
}

static void tell_announced(int p, int sponsor, ap_action a, ap_events *ev)
{
	int clause = clause_of(sponsor);
	switch (ap_verb_of(a)) {
	case V_NOTHING:
		ap_tell(ev, EV_FINISHED, clause, (int16_t)p);
		break;
	case V_PROMOTE:
		ap_tell(ev, EV_PROMOTES, clause, (int16_t)p, (int16_t)ap_x(a), (int16_t)ap_y(a));
		break;
	case V_DEMOTE:
		ap_tell(ev, EV_DEMOTES, clause, (int16_t)p, (int16_t)ap_x(a), (int16_t)ap_y(a));
		break;
	default:
		ap_tell(ev, EV_EXCHANGES, clause, (int16_t)p, (int16_t)ap_x(a), (int16_t)ap_y(a));
	}
}

void kr_promote_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int sponsor = ap_peek(s)->v[ACTING], p = s->holder[sponsor];
	(void)seat;
	tell_announced(p, sponsor, a, ev);
	kr_say(s, p, a, PROMOTE_STAND);
}

/* ---- It stands ------------------------------------------------------------------------------- */

static void goes_to(kr_state *s, int p, int place, int clause, ap_events *ev)
{
	kr_put(s, p, place, ev);
	s->moved |= kr_bit(p);
	ap_tell(ev, EV_SHIFTED, clause, (int16_t)p, (int16_t)place);
}

void kr_carry_out(kr_state *s, int sponsor, ap_action a, ap_events *ev)
{
	int payer = s->holder[sponsor], clause = clause_of(sponsor);
	int x = (int)ap_x(a), y = (int)ap_y(a);
	if (ap_verb_of(a) == V_EXCHANGE) {
		int above = s->place[x], below = s->place[y];
		goes_to(s, y, above, clause, ev);
		goes_to(s, x, below, clause, ev);
		kr_stress(s, payer, 2, clause, ev);
	} else {
		goes_to(s, x, y, clause, ev);
		kr_stress(s, payer, 1, clause, ev);
	}
	kr_lapse_cards(s, ev);
}

static bool touches_protected(const kr_state *s, ap_action a)
{
	bool down = ap_verb_of(a) == V_DEMOTE || ap_verb_of(a) == V_EXCHANGE;
	return down && kr_needs_leave(s, (int)ap_x(a));
}

void kr_promote_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	const ap_frame *f = ap_peek(s);
	int sponsor = f->v[ACTING], p = s->holder[sponsor];
	ap_action a = kr_unpack(f->v[SAID]);
	ap_goto(s, PROMOTE);
	if (!kr_active(s, sponsor) || !kr_stands(s, p, ev))
		return;
	if (ap_verb_of(a) == V_NOTHING)
		next_sponsor(s, ev);
	else if (forbidden(s, sponsor, a) != 0 || kr_too_old(s, p))
		return;
	else if (touches_protected(s, a))
		ap_goto(s, PROMOTE_LEAVE);
	else
		kr_carry_out(s, sponsor, a, ev);
}

void kr_promote_leave_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	int p = (int)ap_x(kr_unpack(ap_peek(s)->v[SAID]));
	(void)ev;
	ap_ask(s, AP_SEAT(kr_controller(s, p)));
}

/* Refused: the chief cannot try it again in this phase. */
void kr_promote_leave_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	ap_action said = kr_unpack(ap_peek(s)->v[SAID]);
	int p = (int)ap_x(said), clause = kr_guard_clause(s, p);
	bool allowed = ap_verb_of(a) == V_ALLOW;
	(void)seat;
	ap_goto(s, PROMOTE);
	ap_tell(ev, allowed ? EV_LEAVE_GIVEN : EV_LEAVE_REFUSED, clause, (int16_t)p);
	if (allowed)
		kr_carry_out(s, CHIEF, said, ev);
	else
		s->moved |= kr_bit(p);
}

/* ---- Progress by age ------------------------------------------------------------------------- */

/* KR-6.5: the oldest of the first of these places where there is somebody. */
static int oldest_below(const kr_state *s, int level, bool *tied)
{
	int p = level == FIRST_LEVEL ? kr_oldest_in(s, SECOND_LEVEL, tied) : NONE;
	if (p == NONE && level < CANDIDATE_LEVEL)
		p = kr_oldest_in(s, CANDIDATES, tied);
	return p != NONE ? p : kr_oldest_in(s, PEOPLE, tied);
}

static bool progress_one(kr_state *s, int level, int place, int clause, ap_events *ev)
{
	bool tied;
	int p = oldest_below(s, level, &tied);
	if (p == NONE)
		return false;
	if (tied)
		ap_tell(ev, EV_OLDER_IN_PRINT, KR_6_5, (int16_t)p);
	ap_tell(ev, EV_PROGRESSES, clause, (int16_t)p, (int16_t)place);
	kr_put(s, p, place, ev);
	return true;
}

void kr_progress(kr_state *s, int level, ap_events *ev)
{
	static const uint16_t clause[] = {
		[FIRST_LEVEL] = KR_6_11, [SECOND_LEVEL] = KR_6_21, [CANDIDATE_LEVEL] = KR_6_31};
	int from, to;
	places_of(level, &from, &to);
	if (level == CANDIDATE_LEVEL)
		while (kr_candidates(s) < CANDIDATE_PLACES &&
			progress_one(s, level, CANDIDATES, clause[level], ev))
			;
	for (int post = from; post < to && post < POSTS; post++)
		if (s->holder[post] == NONE)
			progress_one(s, level, post, clause[level], ev);
	kr_lapse_cards(s, ev);
}

/* ---- KR-6.4 ---------------------------------------------------------------------------------- */

int kr_highest_active(const kr_state *s)
{
	for (int post = 0; post < POSTS; post++)
		if (kr_active(s, post))
			return s->holder[post];
	return NONE;
}

void kr_fewer_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_tell(ev, EV_FEWER, KR_6_4, (int16_t)kr_living(s));
	kr_end_game(s, TOO_FEW, kr_highest_active(s), ev);
}

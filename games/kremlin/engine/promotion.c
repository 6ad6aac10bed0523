/* promotion.c: promotions, demotions and progress by age, KR-6.1 to KR-6.5. The sponsors are the
 * Party Chief, then each minister in turn. */
#include "chapters.h"

/* ---- What a sponsor may announce ------------------------------------------------------------- */

static uint16_t clause_of(int sponsor)
{
	return sponsor == KR_PLACE_CHIEF ? KR_6_1 : sponsor < KR_PLACE_IDEOLOGY ? KR_6_2 : KR_6_3;
}

static bool has_room(const kr_state *s, int place)
{
	if (place < KR_POSTS)
		return place >= KR_PLACE_KGB && s->holder[place] == KR_NONE;
	return place == KR_PLACE_PEOPLE ||
		(place == KR_PLACE_CANDIDATES && kr_candidates(s) < KR_CANDIDATE_PLACES);
}

/* The chief may promote to the 1st level as well; 1st level ministers to the 2nd level and the
 * Candidates; 2nd level ministers to the Candidates. */
static bool within_reach(int sponsor, int level)
{
	return level >= (sponsor == KR_PLACE_CHIEF            ? KR_LEVEL_FIRST
							: sponsor < KR_PLACE_IDEOLOGY ? KR_LEVEL_SECOND
														  : KR_LEVEL_CANDIDATES);
}

kr_politician_set kr_moved_by(const kr_state *s, int sponsor)
{
	const ap_frame *year = &s->head.stack[0];
	bool promotes = year->step >= KR_STEP_PROMOTE && year->step <= KR_STEP_PROMOTE_LEAVE;
	return promotes && kr_promote_frame_in(year)->first != sponsor ? 0 : s->moved;
}

/* Returns whether a sponsor may promote a politician to a place if there is room. */
static bool may_rise(const kr_state *s, int sponsor, int p, int place)
{
	return kr_on_board(s, p) && place <= KR_PLACE_CANDIDATES &&
		kr_level_of(place) == kr_level_of(s->place[p]) - 1 &&
		within_reach(sponsor, kr_level_of(place)) && !(kr_moved_by(s, sponsor) & kr_bit(p));
}

uint16_t kr_promote_forbidden(const kr_state *s, int sponsor, int p, int place)
{
	assert(sponsor >= 0 && sponsor < KR_POSTS && kr_is_politician(p));
	return may_rise(s, sponsor, p, place) && has_room(s, place) ? 0 : clause_of(sponsor);
}

static uint16_t guard_forbids(const kr_state *s, int p)
{
	bool refused = kr_needs_leave(s, p) && kr_controller(s, p) == KR_NONE;
	return refused ? (uint16_t)kr_guard_clause(s, p) : 0;
}

/* Returns whether the chief may demote a politician to a place if there is room and no card
 * forbids it. */
static bool may_fall(const kr_state *s, int p, int place)
{
	return s->place[p] != KR_PLACE_CHIEF && kr_level_of(place) == kr_level_of(s->place[p]) + 1 &&
		!(kr_moved_by(s, KR_PLACE_CHIEF) & kr_bit(p));
}

uint16_t kr_demote_forbidden(const kr_state *s, int p, int place)
{
	assert(kr_is_politician(p));
	return may_fall(s, p, place) && has_room(s, place) ? guard_forbids(s, p) : KR_6_1;
}

/* Returns whether leave to demote a protected politician was refused in this phase. */
static bool leave_was_refused(const kr_state *s, int p)
{
	const kr_promote_frame *f = kr_promote_frame_in(&s->head.stack[0]);
	for (int i = 0; i < KR_PROTECTION_COUNT; i++)
		if (s->guarded[i] == p && (f->refused >> i & 1))
			return true;
	return false;
}

/* An exchange costs two years, so a politician of 95 could not start its second half. */
uint16_t kr_exchange_forbidden(const kr_state *s, int sponsor, int down, int up)
{
	assert(sponsor >= 0 && sponsor < KR_POSTS && kr_is_politician(down) && kr_is_politician(up));
	bool fits = sponsor == KR_PLACE_CHIEF && kr_is_member(s, down) &&
		s->place[down] != KR_PLACE_CHIEF && s->place[up] <= KR_PLACE_CANDIDATES &&
		kr_level_of(s->place[up]) == kr_level_of(s->place[down]) + 1 &&
		!(kr_moved_by(s, sponsor) & (kr_bit(down) | kr_bit(up)));
	if (!fits)
		return clause_of(sponsor);
	if (kr_age(s, s->holder[KR_PLACE_CHIEF]) + 1 >= KR_RETIREMENT_AGE)
		return KR_RE_2;
	return guard_forbids(s, down);
}

static uint16_t forbidden(const kr_state *s, int sponsor, ap_action a)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case KR_VERB_NOTHING:
		return 0;
	case KR_VERB_PROMOTE:
		return kr_promote_forbidden(s, sponsor, x, y);
	case KR_VERB_DEMOTE:
		if (sponsor != KR_PLACE_CHIEF || leave_was_refused(s, x))
			return clause_of(sponsor);
		return kr_demote_forbidden(s, x, y);
	case KR_VERB_EXCHANGE:
		return leave_was_refused(s, x) ? clause_of(sponsor)
									   : kr_exchange_forbidden(s, sponsor, x, y);
	default:
		return clause_of(sponsor);
	}
}

/* Sets the range of the places of a level: from `from`, up to but not including `to`. */
static void places_of(int level, int *from, int *to)
{
	static const uint8_t first[] = {KR_PLACE_CHIEF, KR_PLACE_KGB, KR_PLACE_IDEOLOGY,
		KR_PLACE_CANDIDATES, KR_PLACE_PEOPLE, KR_PLACE_PEOPLE + 1};
	*from = first[level];
	*to = first[level + 1];
}

/* Returns the set of places that have a vacancy. */
static unsigned vacancies(const kr_state *s)
{
	unsigned set = 1u << KR_PLACE_PEOPLE;
	for (int post = KR_PLACE_KGB; post < KR_POSTS; post++)
		set |= (unsigned)(s->holder[post] == KR_NONE) << post;
	return kr_candidates(s) < KR_CANDIDATE_PLACES ? set | 1u << KR_PLACE_CANDIDATES : set;
}

/* Lists the places of the next level, up or down, that have a vacancy. A politician may go to all
 * of them, or to none. Whoever is to be demoted is of a level from which one may fall. */
static void list_into(
	const kr_state *s, unsigned verb, int p, unsigned rooms, int sponsor, ap_list *out)
{
	int from, to, level = kr_level_of(s->place[p]) + (verb == KR_VERB_PROMOTE ? -1 : 1);
	places_of(level, &from, &to);
	unsigned open = rooms & ((1u << to) - (1u << from));
	bool may = verb == KR_VERB_PROMOTE ? may_rise(s, sponsor, p, from) : guard_forbids(s, p) == 0;
	if (may)
		ap_add_each_y(out, ap_act(verb, (unsigned)p, 0), open);
}

/* Returns the politicians of a level. */
static kr_politician_set at_level(const kr_state *s, int level)
{
	int from, to;
	kr_politician_set set = 0;
	places_of(level, &from, &to);
	if (from >= KR_POSTS)
		return kr_at(s, from);
	for (int post = from; post < to; post++)
		if (s->holder[post] != KR_NONE)
			set |= kr_bit(s->holder[post]);
	return set;
}

/* Returns whether one of these places is of a level. */
static bool has_place_of(unsigned places, int level)
{
	int from, to;
	places_of(level, &from, &to);
	return places >> from & ((1u << (to - from)) - 1);
}

void kr_promotions(const kr_state *s, int sponsor, ap_list *out)
{
	assert(sponsor >= 0 && sponsor < KR_POSTS && out);
	unsigned rooms = vacancies(s);
	kr_politician_set able = 0;
	for (int level = KR_LEVEL_FIRST; level <= KR_LEVEL_CANDIDATES; level++)
		if (within_reach(sponsor, level) && has_place_of(rooms, level))
			able |= at_level(s, level + 1);
	for (kr_politician_set b = able & ~kr_moved_by(s, sponsor); b; b &= b - 1)
		list_into(s, KR_VERB_PROMOTE, __builtin_ctz(b), rooms, sponsor, out);
}

void kr_demotions(const kr_state *s, ap_list *out)
{
	unsigned rooms = vacancies(s);
	kr_politician_set able = 0;
	for (int level = KR_LEVEL_FIRST; level <= KR_LEVEL_CANDIDATES; level++)
		if (has_place_of(rooms, level + 1))
			able |= at_level(s, level);
	for (kr_politician_set b = able & ~kr_moved_by(s, KR_PLACE_CHIEF); b; b &= b - 1)
		list_into(s, KR_VERB_DEMOTE, __builtin_ctz(b), rooms, KR_PLACE_CHIEF, out);
}

static void exchanges(const kr_state *s, ap_list *out)
{
	kr_politician_set still = ~kr_moved_by(s, KR_PLACE_CHIEF);
	kr_politician_set first = at_level(s, KR_LEVEL_FIRST), second = at_level(s, KR_LEVEL_SECOND);
	kr_politician_set candidates = kr_at(s, KR_PLACE_CANDIDATES);
	for (kr_politician_set b = (first | second) & still; b; b &= b - 1) {
		int down = __builtin_ctz(b);
		kr_politician_set ups = (first & kr_bit(down) ? second : candidates) & still;
		/* of two who may both come up, none is forbidden while the other is not */
		if (ups && kr_exchange_forbidden(s, KR_PLACE_CHIEF, down, __builtin_ctz(ups)) == 0)
			ap_add_each_y(out, ap_act(KR_VERB_EXCHANGE, (unsigned)down, 0), ups);
	}
}

/* Checks only that there is a vacancy within reach and a politician to fill it; KR-DE-5 does not
 * require more. */
bool kr_can_promote(const kr_state *s, int sponsor)
{
	assert(sponsor >= 0 && sponsor < KR_POSTS);
	if (kr_candidates(s) < KR_CANDIDATE_PLACES && kr_at(s, KR_PLACE_PEOPLE))
		return true;
	for (int post = KR_PLACE_IDEOLOGY; post < KR_POSTS && sponsor < KR_PLACE_IDEOLOGY; post++)
		if (s->holder[post] == KR_NONE && kr_at(s, KR_PLACE_CANDIDATES))
			return true;
	return false;
}

/* ---- Progress by age ------------------------------------------------------------------------- */

static bool progress_one(kr_state *s, int level, int place, int clause, ap_events *ev)
{
	bool tied;
	int p = kr_next_by_age(s, level, &tied);
	if (p == KR_NONE)
		return false;
	if (tied)
		kr_tell_older_in_print(ev, KR_6_5, KR_POLITICIAN(p));
	kr_tell_progresses(ev, clause, KR_POLITICIAN(p), KR_PLACE(place));
	kr_put(s, p, place, ev);
	kr_tell_if_absent(s, p, ev);
	return true;
}

static void progress(kr_state *s, int level, ap_events *ev)
{
	static const uint16_t clause[] = {
		[KR_LEVEL_FIRST] = KR_6_11, [KR_LEVEL_SECOND] = KR_6_21, [KR_LEVEL_CANDIDATES] = KR_6_31};
	int from, to;
	places_of(level, &from, &to);
	if (level == KR_LEVEL_CANDIDATES)
		while (kr_candidates(s) < KR_CANDIDATE_PLACES &&
			progress_one(s, level, KR_PLACE_CANDIDATES, clause[level], ev))
			;
	for (int post = from; post < to && post < KR_POSTS; post++)
		if (s->holder[post] == KR_NONE)
			progress_one(s, level, post, clause[level], ev);
	kr_lapse_cards(s, ev);
}

/* Returns whether a vacancy of a level would be filled by age. */
static bool progress_is_due(const kr_state *s, int level)
{
	int from, to;
	bool tied, vacant = level == KR_LEVEL_CANDIDATES && kr_candidates(s) < KR_CANDIDATE_PLACES;
	places_of(level, &from, &to);
	for (int post = from; post < to && post < KR_POSTS; post++)
		vacant = vacant || s->holder[post] == KR_NONE;
	return vacant && kr_next_by_age(s, level, &tied) != KR_NONE;
}

/* ---- One sponsor after another --------------------------------------------------------------- */

/* A politician whom card 20 has promoted or demoted has already made the one step that the chief
 * may give him. */
void kr_begin_promotions(kr_state *s)
{
	kr_enter(s, KR_STEP_PROMOTE);
	s->moved = s->demanded == KR_NONE ? 0 : kr_bit(s->demanded);
	s->demanded = KR_NONE;
}

static void end_replacement(kr_state *s, ap_events *ev)
{
	kr_end_protections(s, KR_NONE, ev);
	kr_end_phase(s);
}

/* All vacancies are filled that can be. */
static void finish_promotions(kr_state *s, ap_events *ev)
{
	s->moved = 0;
	if (kr_living(s) >= KR_ENOUGH_LIVING) {
		end_replacement(s, ev);
		return;
	}
	kr_enter(s, KR_STEP_FEWER);
	kr_listen(s, kr_highest_active(s));
}

/* Returns the level that is filled by age when this sponsor has finished; KR_LEVEL_TOP if none is.
 */
static int level_filled_after(int sponsor)
{
	return sponsor == KR_PLACE_CHIEF  ? KR_LEVEL_FIRST
		: sponsor == KR_PLACE_DEFENSE ? KR_LEVEL_SECOND
		: sponsor == KR_PLACE_SPORT   ? KR_LEVEL_CANDIDATES
									  : KR_LEVEL_TOP;
}

/* The sponsor has finished: the vacancies that are left on his level are filled by age. Those who
 * have finished are listened to together, before anything happens on the board: KR-DE-8. */
static void next_sponsor(kr_state *s, ap_events *ev)
{
	kr_promote_frame *f = kr_promote_top(s);
	int level = level_filled_after(f->sponsor);
	bool last = f->sponsor == KR_PLACE_SPORT;
	if (f->spoken && (last || (level != KR_LEVEL_TOP && progress_is_due(s, level)))) {
		f->said = ap_act(KR_VERB_NOTHING, 0, 0);
		kr_announce(s, s->holder[31 - __builtin_clz(f->spoken)], KR_STEP_PROMOTE_STAND);
		return;
	}
	if (level != KR_LEVEL_TOP)
		progress(s, level, ev);
	if (last) {
		finish_promotions(s, ev);
		return;
	}
	f->sponsor++;
	if (f->spoken)
		return;
	f->first = f->sponsor;
	s->moved = 0;
}

/* Remembers that the sponsor has spoken, and for whom. */
static void speak(kr_state *s, kr_promote_frame *f)
{
	int by = kr_controller(s, s->holder[f->sponsor]);
	f->spoken |= (uint8_t)(1u << f->sponsor);
	kr_promote_frame_set_controllers(f, f->sponsor, kr_to_remember(by));
}

/* A chief who is too old can still make an order of posts, which costs nothing: so all listen to
 * one who has kept it. */
static bool is_too_old(const kr_state *s, int sponsor)
{
	return kr_too_old(s, s->holder[sponsor]) && !(sponsor == KR_PLACE_CHIEF && s->kept);
}

static bool may_sponsor(const kr_state *s, int sponsor)
{
	return kr_active(s, sponsor) && (sponsor == KR_PLACE_CHIEF || kr_can_promote(s, sponsor));
}

void kr_promote_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_promote_frame *f = kr_promote_top(s);
	int sponsor = f->sponsor, p = s->holder[sponsor];
	if (!may_sponsor(s, sponsor)) {
		next_sponsor(s, ev);
	} else if (kr_too_old(s, p)) {
		kr_tell_too_old(ev, KR_RE_2, KR_POLITICIAN(p));
		if (!is_too_old(s, sponsor))
			speak(s, f);
		next_sponsor(s, ev);
	} else if (kr_controller(s, p) == KR_NONE) {
		kr_tell_no_will(ev, KR_IN_2, KR_POLITICIAN(p));
		speak(s, f);
		next_sponsor(s, ev);
	} else {
		ap_ask(s, AP_SEAT(kr_controller(s, p)));
	}
}

/* Takes those demotions and exchanges off the list for which leave was refused. */
static void drop_refused(const kr_state *s, ap_list *out)
{
	int kept = 0;
	for (int i = 0; i < out->count; i++)
		if (forbidden(s, KR_PLACE_CHIEF, out->item[i]) == 0)
			out->item[kept++] = out->item[i];
	out->count = kept;
}

void kr_promote_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	int sponsor = kr_promote_peek(s)->sponsor;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
	kr_promotions(s, sponsor, out);
	if (sponsor != KR_PLACE_CHIEF)
		return;
	kr_demotions(s, out);
	exchanges(s, out);
	if (kr_promote_peek(s)->refused)
		drop_refused(s, out);
}

uint16_t kr_promote_refuse(const void *state, int seat, ap_action a)
{
	(void)seat;
	return forbidden(state, kr_promote_peek(state)->sponsor, a);
}

static void tell_announced(int p, int sponsor, ap_action a, ap_events *ev)
{
	int clause = clause_of(sponsor);
	switch (ap_verb_of(a)) {
	case KR_VERB_NOTHING:
		kr_tell_finished(ev, clause, KR_POLITICIAN(p));
		break;
	case KR_VERB_PROMOTE:
		kr_tell_promotes(ev, clause, KR_POLITICIAN(p), KR_POLITICIAN(ap_x(a)), KR_PLACE(ap_y(a)));
		break;
	case KR_VERB_DEMOTE:
		kr_tell_demotes(ev, clause, KR_POLITICIAN(p), KR_POLITICIAN(ap_x(a)), KR_PLACE(ap_y(a)));
		break;
	default:
		kr_tell_exchanges(
			ev, clause, KR_POLITICIAN(p), KR_POLITICIAN(ap_x(a)), KR_POLITICIAN(ap_y(a)));
	}
}

void kr_promote_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_promote_frame *f = kr_promote_top(s);
	int p = s->holder[f->sponsor];
	(void)seat;
	tell_announced(p, f->sponsor, a, ev);
	speak(s, f);
	if (ap_verb_of(a) == KR_VERB_NOTHING) {
		next_sponsor(s, ev);
		return;
	}
	f->said = a;
	kr_announce(s, p, KR_STEP_PROMOTE_STAND);
}

/* ---- Announcements that stand ---------------------------------------------------------------- */

static void goes_to(kr_state *s, int p, int place, int clause, ap_events *ev)
{
	kr_put(s, p, place, ev);
	s->moved |= kr_bit(p);
	kr_tell_shifted(ev, clause, KR_POLITICIAN(p), KR_PLACE(place));
	kr_tell_if_absent(s, p, ev);
}

void kr_carry_out(kr_state *s, int sponsor, ap_action a, ap_events *ev)
{
	assert(sponsor >= 0 && sponsor < KR_POSTS);
	int payer = s->holder[sponsor], clause = clause_of(sponsor);
	int x = (int)ap_x(a), y = (int)ap_y(a);
	if (ap_verb_of(a) == KR_VERB_EXCHANGE) {
		int above = s->place[x], below = s->place[y];
		goes_to(s, y, above, clause, ev);
		goes_to(s, x, below, clause, ev);
		kr_stress(s, payer, KR_EXCHANGE_COST, clause, ev);
	} else {
		goes_to(s, x, y, clause, ev);
		kr_stress(s, payer, KR_STEP_COST, clause, ev);
	}
	kr_lapse_cards(s, ev);
}

static bool touches_protected(const kr_state *s, ap_action a)
{
	bool down = ap_verb_of(a) == KR_VERB_DEMOTE || ap_verb_of(a) == KR_VERB_EXCHANGE;
	return down && kr_needs_leave(s, (int)ap_x(a));
}

/* Returns the first sponsor who decides anew, or can act only since a card has been played;
 * KR_POSTS if there is none. */
static int first_to_ask(const kr_state *s, const kr_promote_frame *f, ap_events *ev)
{
	for (int post = f->first; post <= f->sponsor; post++) {
		int by = kr_remembered(kr_promote_frame_controllers(f, post));
		if (!may_sponsor(s, post) || is_too_old(s, post))
			continue;
		if (!(f->spoken >> post & 1) || !kr_stands(s, s->holder[post], by, ev))
			return post;
	}
	return KR_POSTS;
}

/* A chief who has kept the order of posts may now make one after all. */
static void ask_again(kr_state *s, kr_promote_frame *f, int sponsor)
{
	f->sponsor = (uint8_t)sponsor;
	f->spoken &= (uint8_t)((1u << sponsor) - 1);
	if (sponsor != KR_PLACE_CHIEF || !s->kept)
		return;
	s->demanded = s->moved ? (uint8_t)__builtin_ctz(s->moved) : KR_NONE;
	kr_begin_shift(s);
}

/* What all have listened to stands: the sponsors before this one are done. */
static void settle(kr_state *s, kr_promote_frame *f)
{
	if (f->first != f->sponsor)
		s->moved = 0;
	f->first = f->sponsor;
	f->spoken = 0;
	s->kept = 0;
}

void kr_promote_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_promote_frame *f = kr_promote_top(s);
	int sponsor = f->sponsor, anew = first_to_ask(s, f, ev);
	ap_action a = f->said;
	kr_goto(s, KR_STEP_PROMOTE);
	if (anew < KR_POSTS) {
		ask_again(s, f, anew);
	} else if (ap_verb_of(a) == KR_VERB_NOTHING) {
		settle(s, f);
		next_sponsor(s, ev);
	} else if (!kr_active(s, sponsor) || forbidden(s, sponsor, a) != 0 ||
		kr_too_old(s, s->holder[sponsor])) {
		f->spoken &= (uint8_t) ~(1u << sponsor);
	} else {
		settle(s, f);
		if (touches_protected(s, a))
			kr_goto(s, KR_STEP_PROMOTE_LEAVE);
		else
			kr_carry_out(s, sponsor, a, ev);
	}
}

static void refuse_leave(kr_state *s, int p)
{
	for (int i = 0; i < KR_PROTECTION_COUNT; i++)
		if (s->guarded[i] == p)
			kr_promote_top(s)->refused |= (uint8_t)(1u << i);
}

void kr_promote_leave_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	(void)ev;
	ap_ask(s, AP_SEAT(kr_controller(s, (int)ap_x(kr_promote_peek(s)->said))));
}

/* If leave is refused, nothing was done: the chief may still promote the politician, but cannot
 * try to demote him again in this phase. */
void kr_promote_leave_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	ap_action said = kr_promote_peek(s)->said;
	int p = (int)ap_x(said);
	(void)seat;
	kr_goto(s, KR_STEP_PROMOTE);
	kr_tell_leave(s, p, ap_verb_of(a) == KR_VERB_ALLOW, ev);
	if (ap_verb_of(a) == KR_VERB_ALLOW)
		kr_carry_out(s, KR_PLACE_CHIEF, said, ev);
	else
		refuse_leave(s, p);
}

/* KR-6.4: all have spoken, and the board counts as it is now. A card may have brought somebody
 * back. */
void kr_fewer_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	if (kr_living(s) >= KR_ENOUGH_LIVING) {
		kr_tell_enough_again(ev, KR_6_4, kr_living(s));
		for (int level = KR_LEVEL_FIRST; level <= KR_LEVEL_CANDIDATES; level++)
			progress(s, level, ev);
		end_replacement(s, ev);
		return;
	}
	kr_tell_fewer(ev, KR_6_4, kr_living(s));
	kr_end_game(s, KR_REASON_TOO_FEW, kr_highest_active(s));
}

/* politicians.c: the places of politicians, their age and their health: KR-1.3, KR-2.2, KR-6.5,
 * KR-AD-1, KR-RE-1. */
#include "chapters.h"

int kr_first_active(const kr_state *s, const uint8_t *posts, int count)
{
	assert(posts && count > 0);
	for (int i = 0; i < count; i++)
		if (kr_active(s, posts[i]))
			return s->holder[posts[i]];
	return KR_NONE;
}

int kr_highest_active(const kr_state *s)
{
	for (int post = 0; post < KR_POSTS; post++)
		if (kr_active(s, post))
			return s->holder[post];
	return KR_NONE;
}

kr_politician_set kr_members(const kr_state *s)
{
	kr_politician_set set = 0;
	for (int post = 0; post < KR_POSTS; post++)
		if (s->holder[post] != KR_NONE)
			set |= kr_bit(s->holder[post]);
	return set;
}

kr_politician_set kr_at(const kr_state *s, int place)
{
	assert(place >= 0 && place < KR_PLACE_COUNT);
	return (kr_politician_set)ap_equal_bytes(s->place, KR_POLITICIANS, (uint8_t)place);
}

kr_politician_set kr_all_on_board(const kr_state *s)
{
	return kr_members(s) | kr_at(s, KR_PLACE_CANDIDATES) | kr_at(s, KR_PLACE_PEOPLE);
}

int kr_candidates(const kr_state *s)
{
	return ap_count_bits(kr_at(s, KR_PLACE_CANDIDATES));
}

int kr_living(const kr_state *s)
{
	return ap_count_bits(kr_all_on_board(s));
}

/* The lists of strengths and weaknesses begin with the KGB post. */
int kr_suits(const kr_state *s, int p, int post)
{
	assert(p >= 0 && p < KR_POLITICIANS);
	if (!kr_has_strengths(s) || post < KR_PLACE_KGB || post >= KR_POSTS)
		return 0;
	return (kr_politicians[p].strength + KR_PLACE_KGB == post) -
		(kr_politicians[p].weakness + KR_PLACE_KGB == post);
}

/* ---- Age ------------------------------------------------------------------------------------- */

/* The letters are in the order of the printed ages: of two politicians of equal age the first
 * letter is the older, KR-6.5. */
int kr_oldest_of(const kr_state *s, kr_politician_set set, bool *tied)
{
	int oldest = KR_NONE;
	*tied = false;
	for (; set; set &= set - 1) {
		int p = __builtin_ctz(set);
		if (oldest == KR_NONE || kr_age(s, p) > kr_age(s, oldest)) {
			oldest = p;
			*tied = false;
		} else if (kr_age(s, p) == kr_age(s, oldest)) {
			*tied = true;
		}
	}
	return oldest;
}

static kr_politician_set ministers_of_second_level(const kr_state *s)
{
	kr_politician_set set = 0;
	for (int post = KR_PLACE_IDEOLOGY; post < KR_POSTS; post++)
		if (s->holder[post] != KR_NONE)
			set |= kr_bit(s->holder[post]);
	return set;
}

/* The politician comes from the first lower place that is not empty. */
int kr_next_by_age(const kr_state *s, int level, bool *tied)
{
	assert(level >= KR_LEVEL_FIRST && level <= KR_LEVEL_CANDIDATES);
	int p = KR_NONE;
	if (level == KR_LEVEL_FIRST)
		p = kr_oldest_of(s, ministers_of_second_level(s), tied);
	if (p == KR_NONE && level < KR_LEVEL_CANDIDATES)
		p = kr_oldest_of(s, kr_at(s, KR_PLACE_CANDIDATES), tied);
	return p != KR_NONE ? p : kr_oldest_of(s, kr_at(s, KR_PLACE_PEOPLE), tied);
}

/* Nobody is so old by his printed age. */
kr_politician_set kr_all_too_old(const kr_state *s)
{
	kr_politician_set old = 0;
	for (kr_politician_set b = kr_all_aged(s); b; b &= b - 1)
		old |= kr_too_old(s, __builtin_ctz(b)) ? b & -b : 0;
	return old;
}

kr_politician_set kr_all_aged(const kr_state *s)
{
	return (kr_politician_set)ap_differing_bytes(s->stress, KR_POLITICIANS, 0, 0xff);
}

int kr_oldest_first(const kr_state *s, int place, uint8_t out[KR_POLITICIANS])
{
	assert(place >= 0 && place < KR_PLACE_COUNT && out);
	kr_politician_set set = kr_at(s, place);
	bool tied;
	int count = 0;
	for (; set; count++) {
		out[count] = (uint8_t)kr_oldest_of(s, set, &tied);
		set &= ~kr_bit(out[count]);
	}
	return count;
}

void kr_add_years(kr_state *s, int p, int years)
{
	assert(p >= 0 && p < KR_POLITICIANS && years > 0);
	int stress = s->stress[p] + years;
	s->stress[p] = (uint8_t)(stress < KR_MOST_STRESS ? stress : KR_MOST_STRESS);
}

void kr_stress(kr_state *s, int p, int years, int clause, ap_events *ev)
{
	kr_add_years(s, p, years);
	kr_tell_ages(ev, clause, KR_POLITICIAN(p), years, kr_age(s, p), 0, 0, 0);
}

/* ---- The Sanatorium -------------------------------------------------------------------------- */

kr_politician_set kr_visitors(const kr_state *s)
{
	kr_politician_set set = 0;
	for (int visit = 0; visit < KR_VISIT_COUNT; visit++)
		if (kr_is_politician(s->visiting[visit]))
			set |= kr_bit(s->visiting[visit]);
	return set;
}

int kr_visit_clause(const kr_state *s, int p)
{
	assert(kr_visitors(s) & kr_bit(p));
	return kr_card_clause(
		s->visiting[KR_VISIT_CHECK_UP] == p ? KR_INTRIGUE_CHECK_UP : KR_INTRIGUE_SECOND_OPINION);
}

void kr_begin_visit(kr_state *s, int p, int card)
{
	assert(kr_is_politician(p) && kr_intrigues[card].effect == KR_EFFECT_VISIT);
	int visit = card == KR_INTRIGUE_CHECK_UP ? KR_VISIT_CHECK_UP : KR_VISIT_SECOND_OPINION;
	s->cure |= kr_bit(p);
	s->visiting[visit] = (uint8_t)p;
}

void kr_end_visit(kr_state *s, int p)
{
	for (int visit = 0; visit < KR_VISIT_COUNT; visit++)
		if (s->visiting[visit] == p)
			s->visiting[visit] = KR_NONE;
}

void kr_end_cure(kr_state *s, int p)
{
	assert(p >= 0 && p < KR_POLITICIANS);
	s->cure &= ~kr_bit(p);
	s->outing &= ~kr_bit(p);
	kr_end_visit(s, p);
	if (s->specialist == p) {
		s->specialist = KR_NONE;
		kr_card_to(s, KR_INTRIGUE_SPECIALIST, KR_CARD_PLACE_DISCARDS);
	}
}

/* ---- Moving ---------------------------------------------------------------------------------- */

/* The politician may hold a post already, and another may have taken that post in the meantime. */
void kr_put(kr_state *s, int p, int place, ap_events *ev)
{
	assert(p >= 0 && p < KR_POLITICIANS && place >= 0 && place < KR_PLACE_COUNT);
	if (kr_is_member(s, p) && s->holder[s->place[p]] == p)
		s->holder[s->place[p]] = KR_NONE;
	if (place >= KR_POSTS && (s->cure & kr_bit(p))) {
		kr_end_cure(s, p);
		if (place < KR_PLACE_SIBERIA)
			kr_tell_leaves_sanatorium(ev, KR_1_3, KR_POLITICIAN(p));
	}
	s->place[p] = (uint8_t)place;
	if (place < KR_POSTS)
		s->holder[place] = (uint8_t)p;
	else
		s->vaccinated &= ~kr_bit(p);
}

void kr_tell_if_absent(const kr_state *s, int p, ap_events *ev)
{
	assert(kr_is_politician(p));
	if (kr_is_member(s, p) && kr_is_away(s, p))
		kr_tell_in_absence(ev, KR_1_2, KR_POLITICIAN(p));
}

void kr_set_crosses(kr_state *s, int p, int crosses)
{
	assert(crosses >= 0 && crosses < KR_DEADLY_CROSSES);
	s->sick &= ~kr_bit(p);
	s->ill &= ~kr_bit(p);
	if (crosses == 1)
		s->sick |= kr_bit(p);
	else if (crosses == 2)
		s->ill |= kr_bit(p);
}

static void leave_board(kr_state *s, int p, int place, ap_events *ev)
{
	kr_put(s, p, place, ev);
	s->suspect &= ~kr_bit(p);
	if (place != KR_PLACE_SIBERIA)
		kr_set_crosses(s, p, 0);
	kr_end_protections(s, p, ev);
	if (place != KR_PLACE_SIBERIA || kr_version(s) != KR_RULES_SWISS)
		kr_forget_influence(s, p);
	else if (kr_controller(s, p) != KR_NONE)
		kr_tell_influence_kept(ev, KR_SW_3, KR_POLITICIAN(p));
	kr_lapse_cards(s, ev);
}

/* KR-2.2 */
void kr_to_siberia(kr_state *s, int p, int clause, ap_events *ev)
{
	assert(kr_is_politician(p) && kr_on_board(s, p));
	kr_tell_to_siberia(ev, clause, KR_POLITICIAN(p));
	for (int seat = 0; seat < s->head.players && kr_version(s) != KR_RULES_SWISS; seat++)
		if (s->declared[seat][p])
			kr_tell_influence_lost(
				ev, KR_2_2, KR_FACTION(seat), KR_POLITICIAN(p), s->declared[seat][p]);
	leave_board(s, p, KR_PLACE_SIBERIA, ev);
}

void kr_dies(kr_state *s, int p, int clause, ap_events *ev)
{
	assert(kr_is_politician(p));
	kr_tell_dies(ev, clause, KR_POLITICIAN(p), kr_age(s, p));
	leave_board(s, p, KR_PLACE_WALL, ev);
}

/* KR-RE-1: politicians in Siberia retire, too. */
void kr_retire_old(kr_state *s, ap_events *ev)
{
	for (kr_politician_set b = kr_all_too_old(s); b; b &= b - 1) {
		int p = __builtin_ctz(b);
		if (s->place[p] > KR_PLACE_SIBERIA)
			continue;
		kr_tell_retires(ev, KR_RE_1, KR_POLITICIAN(p), kr_age(s, p));
		leave_board(s, p, KR_PLACE_RETIRED, ev);
	}
}

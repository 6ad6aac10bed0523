/* politicians.c: where politicians are, how old and how well they are; KR-1.3, KR-2.2, KR-6.5,
 * KR-RE-1. */
#include "chapters.h"

int kr_first_active(const kr_state *s, const uint8_t *posts, int count)
{
	for (int i = 0; i < count; i++)
		if (kr_active(s, posts[i]))
			return s->holder[posts[i]];
	return NONE;
}

int kr_purge_number(int place)
{
	static const uint8_t number[] = {
		[TOP] = 18, [FIRST_LEVEL] = 14, [SECOND_LEVEL] = 10, [CANDIDATE_LEVEL] = 6};
	assert(place <= CANDIDATES);
	return number[kr_level(place)];
}

uint32_t kr_members(const kr_state *s)
{
	uint32_t set = 0;
	for (int post = 0; post < POSTS; post++)
		if (s->holder[post] != NONE)
			set |= kr_bit(s->holder[post]);
	return set;
}

/* Which of eight bytes are this one, a bit each. Places are below 128. */
static uint32_t equal_bytes(uint64_t bytes, int place)
{
	const uint64_t ones = 0x0101010101010101u;
	uint64_t differ = (bytes ^ ones * (uint64_t)place) + 0x7f * ones;
	uint64_t equal = (~differ >> 7) & ones;
	return (uint32_t)(equal * 0x0102040810204080u >> 56);
}

/* Asked so often that eight at a time pay. */
uint32_t kr_at(const kr_state *s, int place)
{
	uint8_t places[32];
	uint32_t set = 0;
	memset(places, PLACES, sizeof places);
	memcpy(places, s->place, sizeof s->place);
	for (int i = 0; i < 4; i++) {
		uint64_t eight;
		memcpy(&eight, places + 8 * i, sizeof eight);
		set |= equal_bytes(eight, place) << 8 * i;
	}
	return set;
}

int kr_candidates(const kr_state *s)
{
	return __builtin_popcount(kr_at(s, CANDIDATES));
}

int kr_living(const kr_state *s)
{
	int count = 0;
	for (int p = 0; p < POLITICIANS; p++)
		count += kr_on_board(s, p);
	return count;
}

static bool in_place(const kr_state *s, int p, int place)
{
	return place == SECOND_LEVEL ? s->place[p] >= IDEOLOGY && s->place[p] < POSTS
								 : s->place[p] == place;
}

/* KR-6.5. The letters are in the order of the printed ages. `place` is CANDIDATES, PEOPLE, or
 * SECOND_LEVEL for its four ministers. */
int kr_oldest_in(const kr_state *s, int place, bool *tied)
{
	int oldest = NONE;
	*tied = false;
	for (int p = 0; p < POLITICIANS; p++) {
		if (!in_place(s, p, place))
			continue;
		if (oldest == NONE || kr_age(s, p) > kr_age(s, oldest)) {
			oldest = p;
			*tied = false;
		} else if (kr_age(s, p) == kr_age(s, oldest)) {
			*tied = true;
		}
	}
	return oldest;
}

/* Whatever lasts only as long as he takes the cure. */
void kr_end_cure(kr_state *s, int p)
{
	s->cure &= ~kr_bit(p);
	s->outing &= ~kr_bit(p);
	s->visiting &= ~kr_bit(p);
	if (s->specialist == p) {
		s->specialist = NONE;
		kr_card_to(s, KR_INTRIGUE_SPECIALIST, DISCARDS);
	}
}

/* He may hold a post already, and somebody else may have taken it meanwhile. */
void kr_put(kr_state *s, int p, int place, ap_events *ev)
{
	assert(p >= 0 && p < POLITICIANS);
	if (kr_member(s, p) && s->holder[s->place[p]] == p)
		s->holder[s->place[p]] = NONE;
	if (place >= POSTS && (s->cure & kr_bit(p))) {
		kr_end_cure(s, p);
		if (place < SIBERIA)
			ap_tell(ev, EV_LEAVES_SANATORIUM, KR_1_3, (int16_t)p);
	} else if (place < SIBERIA && kr_member(s, p) && (s->cure & kr_bit(p))) {
		ap_tell(ev, EV_IN_ABSENCE, KR_1_2, (int16_t)p);
	}
	s->place[p] = (uint8_t)place;
	if (place < POSTS)
		s->holder[place] = (uint8_t)p;
	else
		s->vaccinated &= ~kr_bit(p);
}

void kr_stress(kr_state *s, int p, int years, int clause, ap_events *ev)
{
	int stress = s->stress[p] + years;
	s->stress[p] = (uint8_t)(stress < 100 ? stress : 100);
	ap_tell(ev, EV_AGES, clause, (int16_t)p, (int16_t)years, (int16_t)kr_age(s, p));
}

void kr_set_crosses(kr_state *s, int p, int crosses)
{
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
	if (place != SIBERIA)
		kr_set_crosses(s, p, 0);
	kr_end_protections(s, p, ev);
	if (place == SIBERIA && kr_version(s) == SWISS)
		ap_tell(ev, EV_INFLUENCE_KEPT, KR_SW_3, (int16_t)p);
	else
		kr_forget_influence(s, p);
	kr_lapse_cards(s, ev);
}

/* KR-2.2 */
void kr_to_siberia(kr_state *s, int p, int clause, ap_events *ev)
{
	ap_tell(ev, EV_TO_SIBERIA, clause, (int16_t)p);
	for (int seat = 0; seat < s->head.players && kr_version(s) != SWISS; seat++)
		if (s->declared[seat][p])
			ap_tell(ev, EV_INFLUENCE_LOST, KR_2_2, (int16_t)seat, (int16_t)p,
				(int16_t)s->declared[seat][p]);
	leave_board(s, p, SIBERIA, ev);
}

void kr_dies(kr_state *s, int p, int clause, ap_events *ev)
{
	ap_tell(ev, EV_DIES, clause, (int16_t)p, (int16_t)kr_age(s, p));
	leave_board(s, p, WALL, ev);
}

/* KR-RE-1: at the end of a phase, in Siberia too. */
void kr_retire_old(kr_state *s, ap_events *ev)
{
	for (int p = 0; p < POLITICIANS; p++) {
		if (!kr_too_old(s, p) || s->place[p] > SIBERIA)
			continue;
		ap_tell(ev, EV_RETIRES, KR_RE_1, (int16_t)p, (int16_t)kr_age(s, p));
		leave_board(s, p, RETIRED, ev);
	}
}

/* purge_terms.c: what a purge of a politician needs: the purge number of his level, KR-2, and
 * all modifiers of the die, KR-2, KR-AD-2, cards 3, 14, 15, 18, 26 to 32. The roll, the displays
 * and the bots all use it. */
#include "chapters.h"

static const uint8_t protection_cards[KR_PROTECTION_COUNT] = {
	[KR_PROTECTION_OIL_FIELD] = KR_INTRIGUE_OIL_FIELD,
	[KR_PROTECTION_AIRLINER] = KR_INTRIGUE_AIRLINER,
	[KR_PROTECTION_SPACE_SUCCESS] = KR_INTRIGUE_SPACE_SUCCESS,
	[KR_PROTECTION_MEDALS] = KR_INTRIGUE_MEDALS};

int kr_purge_number(int place)
{
	assert(place >= 0 && place <= KR_PLACE_CANDIDATES);
	return kr_levels[kr_level_of(place)].purge;
}

int kr_protection_card(int protection)
{
	assert(protection >= 0 && protection < KR_PROTECTION_COUNT);
	return protection_cards[protection];
}

static void add_protections(const kr_state *s, int victim, unsigned but, kr_modifiers *m)
{
	for (int i = 0; i < KR_PROTECTION_COUNT; i++)
		if (s->guarded[i] == victim && !(but >> i & 1))
			kr_modify_by_card(m, -kr_intrigues[protection_cards[i]].amount, protection_cards[i]);
}

kr_modifiers kr_protections_of(const kr_state *s, int victim, unsigned but)
{
	assert(kr_is_politician(victim));
	kr_modifiers m = {0};
	add_protections(s, victim, but, &m);
	return m;
}

kr_purge_terms kr_purge_terms_of(const kr_state *s, int victim)
{
	assert(victim >= 0 && victim < KR_POLITICIANS && s->place[victim] <= KR_PLACE_CANDIDATES);
	int place = s->place[victim];
	int suits = kr_suits(s, victim, place);
	kr_purge_terms t = {.number = kr_purge_number(place)};
	if (kr_is_away(s, victim))
		kr_modify(&t.modifiers, KR_AWAY_MODIFIER, KR_2, KR_GROUND_SANATORIUM);
	kr_modify(&t.modifiers, -KR_SUITS_MODIFIER * suits, KR_AD_2,
		suits < 0 ? KR_GROUND_WEAKNESS : KR_GROUND_STRENGTH);
	if (s->stage != KR_STAGE_FREE)
		kr_modify_by_card(&t.modifiers, kr_intrigues[s->imposed].amount, s->imposed);
	add_protections(s, victim, 0, &t.modifiers);
	int needs = t.number - t.modifiers.sum;
	t.needs = needs < 1 ? 1 : needs;
	return t;
}

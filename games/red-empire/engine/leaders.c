/* leaders.c: the faction of a leader, his stature, the cards on him, and how he leaves play. */
#include "chapters.h"

_Static_assert(RE_LEADER_BAKHAROV == 7 && RE_LEADER_POSKREBYSHEV == 14 && RE_LEADERS == 26,
	"leaders.csv is in another order");

/* The sets depend on the order of data/leaders.csv. */
const re_leader_set re_leaders_of[RE_GROUP_COUNT] = {
	[RE_GROUP_KGB] = 0x7f,
	[RE_GROUP_MILITARY] = 0x7f << 7,
	[RE_GROUP_PARTY] = 0xfff << 14,
	[RE_GROUP_GOVERNMENT] = 0,
};

re_leader_set re_leader_deck(const re_state *s)
{
	re_leader_set gone = s->lost_leaders;
	for (int seat = 0; seat < s->head.players; seat++)
		gone |= s->faction[seat] | s->won_leaders[seat];
	return ~gone & ((1u << RE_LEADERS) - 1);
}

/* Returns whether a list of leaders or seats contains this one. */
static bool is_one_of(const uint8_t *list, int count, int wanted)
{
	bool found = false;
	for (int i = 0; i < count; i++)
		found |= list[i] == wanted;
	return found;
}

bool re_is_hero(const re_state *s, int leader)
{
	assert(re_is_leader(leader));
	return is_one_of(s->hero_on, RE_HERO_CARD_COUNT, leader);
}

bool re_is_ailing(const re_state *s, int leader)
{
	assert(re_is_leader(leader));
	return is_one_of(s->ailing_on, RE_AILING_CARD_COUNT, leader);
}

bool re_is_abroad(const re_state *s, int seat)
{
	assert(re_is_seat(s, seat));
	return is_one_of(s->junket_by, RE_JUNKET_CARD_COUNT, seat);
}

ap_seats re_seats_abroad(const re_state *s)
{
	ap_seats abroad = 0;
	for (int i = 0; i < RE_JUNKET_CARD_COUNT; i++)
		if (s->junket_by[i] != RE_NONE)
			abroad |= AP_SEAT(s->junket_by[i]);
	return abroad;
}

/* What adds to the stature of a leader, and what takes from it. */
typedef struct stature_parts {
	int hero, disrepute, scandal;
} stature_parts;

/* RE-MA-1, RE-OP-7, RE-OP-8, RE-OP-14 */
static stature_parts what_changes_stature(const re_state *s, int leader)
{
	stature_parts parts = {.hero = re_is_hero(s, leader) ? RE_HERO_BONUS : 0};
	int owner = re_owner_of(s, leader);
	assert(owner != RE_NONE);
	for (int i = 0; i < RE_DISREPUTE_CARD_COUNT; i++) {
		bool same_group = re_cards[RE_CARD_DISREPUTE_PARTY + i].group == re_leaders[leader].group;
		bool lies = s->disrepute_by[i] != RE_NONE, spared = s->spared[i] >> owner & 1;
		parts.disrepute += RE_STAIN * (same_group & lies & !spared);
	}
	for (int i = 0; i < RE_SCANDAL_CARD_COUNT; i++)
		parts.scandal += RE_STAIN * (s->scandal_on[i] == owner);
	return parts;
}

int re_stature(const re_state *s, int leader)
{
	stature_parts parts = what_changes_stature(s, leader);
	return re_leaders[leader].stature + parts.hero - parts.disrepute - parts.scandal;
}

void re_tell_what_changes_stature(const re_state *s, int leader, ap_events *ev)
{
	if (!ev)
		return;
	stature_parts parts = what_changes_stature(s, leader);
	if (parts.hero || parts.disrepute || parts.scandal)
		re_tell_stature(ev,
			parts.disrepute     ? RE_MA_1
				: parts.scandal ? RE_OP_7
								: RE_OP_8,
			RE_LEADER(leader), re_leaders[leader].stature, parts.hero, parts.disrepute,
			parts.scandal, re_stature(s, leader));
}

int re_purge_total(const re_state *s, int leader)
{
	assert(re_is_leader(leader));
	int total = 0;
	for (uint64_t b = s->purge[leader]; b; b &= b - 1)
		total += re_cards[__builtin_ctzll(b)].value;
	return total;
}

void re_discard_purge_cards(re_state *s, int leader)
{
	assert(re_is_leader(leader));
	s->discard.word[0] |= s->purge[leader];
	s->purge[leader] = 0;
}

/* Discards the Hero or Ailing card on a leader; returns whether there was one. `list` has the
 * leaders on whom the cards lie, from the card `first_card` on. */
static bool discard_card_on(re_state *s, uint8_t *list, int count, int first_card, int leader)
{
	for (int i = 0; i < count; i++)
		if (list[i] == leader) {
			list[i] = RE_NONE;
			re_add(&s->discard, first_card + i);
			return true;
		}
	return false;
}

void re_leave_play(re_state *s, int leader, ap_events *ev)
{
	int owner = re_owner_of(s, leader);
	assert(owner != RE_NONE);
	bool had_cards = s->purge[leader] != 0;
	re_discard_purge_cards(s, leader);
	had_cards |= discard_card_on(s, s->hero_on, RE_HERO_CARD_COUNT, RE_CARD_HERO_A, leader);
	had_cards |= discard_card_on(s, s->ailing_on, RE_AILING_CARD_COUNT, RE_CARD_AILING_A, leader);
	if (had_cards)
		re_tell_cards_go(ev, RE_AC_10, RE_LEADER(leader));
	s->faction[owner] &= ~re_leader_bit(leader);
	if (s->president == leader)
		s->president = RE_NONE;
}

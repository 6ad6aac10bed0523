/* action_cards.c: who may use which Action Card, and the purge: RE-AC-1 to RE-AC-9. */
#include "chapters.h"

uint16_t re_action_card_forbidden(const re_state *s, int seat, int card)
{
	assert(re_is_seat(s, seat) && re_cards[card].kind == RE_KIND_ACTION);
	int group = re_cards[card].group;
	if (re_is_abroad(s, seat))
		return RE_OP_12;
	if (group == RE_GROUP_GOVERNMENT)
		return re_has_president(s, seat) ? 0 : RE_AC_2;
	return re_has_group(s, seat, group) ? 0 : RE_AC_1;
}

uint64_t re_playable_action_cards(const re_state *s, int seat)
{
	assert(re_is_seat(s, seat));
	uint64_t groups = 0;
	if (re_is_abroad(s, seat))
		return 0;
	for (int group = RE_GROUP_PARTY; group <= RE_GROUP_MILITARY; group++)
		groups |= re_has_group(s, seat, group) ? re_action_cards_of[group] : 0;
	if (re_has_president(s, seat))
		groups |= re_action_cards_of[RE_GROUP_GOVERNMENT];
	return s->hand[seat].word[0] & groups;
}

/* RE-AC-3, RE-AC-4: returns Action Cards that forbid any of their groups on a leader: those that
 * were laid on him, or all of his own group if he has none on him. */
static uint64_t barring_cards(const re_state *s, int leader)
{
	uint64_t laid = s->purge[leader], own = re_action_cards_of[re_leaders[leader].group];
	return laid | (own & -(uint64_t)(laid == 0)); /* a branch here could not be foreseen */
}

/* Returns the leaders of all other factions that are not abroad. */
static re_leader_set leaders_within_reach(const re_state *s, int seat)
{
	re_leader_set targets = 0;
	ap_seats abroad = re_seats_abroad(s);
	for (int other = 0; other < s->head.players; other++)
		if (other != seat && !(abroad & AP_SEAT(other)))
			targets |= s->faction[other];
	return targets;
}

void re_purge_legal(const re_state *s, int seat, ap_list *out)
{
	assert(out);
	ap_action with[RE_HAND];
	uint64_t group[RE_HAND];
	int cards = 0;
	for (uint64_t b = re_playable_action_cards(s, seat); b; b &= b - 1, cards++) {
		int card = __builtin_ctzll(b);
		with[cards] = ap_act(RE_VERB_PURGE, 0, (unsigned)card);
		group[cards] = re_action_cards_of[re_cards[card].group];
	}
	if (cards == 0)
		return;
	ap_list list = *out; /* which the compiler can keep in registers */
	for (re_leader_set t = leaders_within_reach(s, seat); t; t &= t - 1) {
		int leader = __builtin_ctz(t);
		uint64_t barring = barring_cards(s, leader);
		for (int i = 0; i < cards; i++)
			ap_add_if(&list, with[i] + ap_act(0, (unsigned)leader, 0), !(barring & group[i]));
	}
	*out = list;
}

uint16_t re_purge_refuse(const re_state *s, int seat, ap_action a)
{
	assert(re_is_seat(s, seat) && ap_verb_of(a) == RE_VERB_PURGE);
	int leader = (int)ap_x(a), card = (int)ap_y(a), owner = re_owner_of(s, leader);
	if (!re_holds(s, seat, card, RE_KIND_ACTION))
		return RE_TU_6;
	if (owner == RE_NONE || owner == seat)
		return RE_AC_5;
	if (re_is_abroad(s, owner))
		return RE_OP_11;
	uint16_t clause = re_action_card_forbidden(s, seat, card);
	if (clause != 0)
		return clause;
	if (!(barring_cards(s, leader) & re_action_cards_of[re_cards[card].group]))
		return 0;
	return s->purge[leader] == 0 ? RE_AC_3 : RE_AC_4;
}

static bool has_one_of_each_group(uint64_t cards)
{
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (!(cards & re_action_cards_of[group]))
			return false;
	return true;
}

/* RE-AC-7, RE-AC-9: the leader goes to the victory pile of the seat. */
static void purge_leader(re_state *s, int seat, int leader, ap_events *ev)
{
	bool was_president = s->president == leader;
	re_tell_purged(
		ev, RE_AC_7, RE_FACTION(seat), RE_LEADER(leader), RE_FACTION(re_owner_of(s, leader)));
	re_leave_play(s, leader, ev);
	s->won_leaders[seat] |= re_leader_bit(leader);
	if (was_president)
		re_office_to_purger(s, seat, leader, ev);
}

void re_lay_purge_card(re_state *s, int seat, ap_action a, ap_events *ev)
{
	assert(re_purge_refuse(s, seat, a) == 0);
	int leader = (int)ap_x(a), card = (int)ap_y(a);
	re_remove_from_hand(s, seat, card);
	s->purge[leader] |= (uint64_t)1 << card;
	int total = re_purge_total(s, leader), needed = re_stature(s, leader);
	re_tell_purge_card(ev, RE_AC_6, RE_FACTION(seat), RE_LEADER(leader), RE_CARD(card), total,
		needed, RE_FACTION(re_owner_of(s, leader)));
	re_tell_what_changes_stature(s, leader, ev);
	if (total >= needed) {
		purge_leader(s, seat, leader, ev);
	} else if (has_one_of_each_group(s->purge[leader])) {
		re_tell_purge_spent(ev, RE_AC_8, RE_LEADER(leader), total, needed);
		re_discard_purge_cards(s, leader);
	}
}

/* action_cards.c: the limits on action cards and the purge, RE-AC-1 to RE-AC-9. */
#include "chapters.h"

/* The limits that hold for crises and purges alike: RE-OP-12, RE-AC-1, RE-AC-2. */
uint16_t re_action_card_forbidden(const re_state *s, int seat, int card)
{
	int group = re_cards[card].group;
	if (re_is_abroad(s, seat))
		return RE_OP_12;
	if (group == RE_GROUP_GOVERNMENT)
		return re_president_seat(s) == seat ? 0 : RE_AC_2;
	return re_has_group(s, seat, group) ? 0 : RE_AC_1;
}

/* The same for the whole hand at once. */
uint64_t re_playable_actions(const re_state *s, int seat)
{
	uint64_t groups = 0;
	if (re_is_abroad(s, seat))
		return 0;
	for (int group = RE_GROUP_PARTY; group <= RE_GROUP_MILITARY; group++)
		if (re_has_group(s, seat, group))
			groups |= re_actions_of[group];
	if (re_president_seat(s) == seat)
		groups |= re_actions_of[RE_GROUP_GOVERNMENT];
	return s->hand[seat].word[0] & groups;
}

/* RE-AC-3, RE-AC-4: what may still be laid on a leader. */
static uint64_t open_to(const re_state *s, int leader)
{
	uint64_t laid = s->purge[leader], open = re_of_kind[RE_KIND_ACTION].word[0];
	if (laid == 0)
		return open & ~re_actions_of[re_leaders[leader].group];
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (laid & re_actions_of[group])
			open &= ~re_actions_of[group];
	return open;
}

static re_leader_set within_reach(const re_state *s, int seat)
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
	uint64_t playable = re_playable_actions(s, seat);
	if (playable == 0)
		return;
	for (re_leader_set t = within_reach(s, seat); t; t &= t - 1) {
		int leader = __builtin_ctz(t);
		for (uint64_t b = playable & open_to(s, leader); b; b &= b - 1)
			ap_add(out, ap_act(RE_VERB_PURGE, (unsigned)leader, (unsigned)__builtin_ctzll(b)));
	}
}

uint16_t re_purge_refuse(const re_state *s, int seat, ap_action a)
{
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
	if (open_to(s, leader) >> card & 1)
		return 0;
	return s->purge[leader] == 0 ? RE_AC_3 : RE_AC_4;
}

static bool one_of_each_type(uint64_t cards)
{
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (!(cards & re_actions_of[group]))
			return false;
	return true;
}

/* RE-AC-7, RE-AC-9 */
static void purged(re_state *s, int seat, int leader, ap_events *ev)
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
	int leader = (int)ap_x(a), card = (int)ap_y(a);
	re_out_of_hand(s, seat, card);
	s->purge[leader] |= (uint64_t)1 << card;
	int total = re_purge_total(s, leader), needed = re_stature(s, leader);
	re_tell_purge_card(
		ev, RE_AC_6, RE_FACTION(seat), RE_LEADER(leader), RE_CARD(card), total, needed);
	if (total >= needed) {
		purged(s, seat, leader, ev);
	} else if (one_of_each_type(s->purge[leader])) {
		re_tell_purge_spent(ev, RE_AC_8, RE_LEADER(leader));
		re_discard_purge(s, leader);
	}
}

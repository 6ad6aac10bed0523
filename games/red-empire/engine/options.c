/* options.c: Treaty, KGB exposes, Scandal, Hero and Foreign Junket, RE-OP-1 to RE-OP-15. */
#include "chapters.h"

static re_set held_of_kind(const re_state *s, int seat, int kind)
{
	return re_intersection(s->hand[seat], re_cards_of_kind[kind]);
}

static re_leader_set leaders_in_play(const re_state *s)
{
	re_leader_set all = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		all |= s->faction[seat];
	return all;
}

/* RE-OP-11: returns all other seats that are not abroad. */
static ap_seats scandal_targets(const re_state *s, int seat)
{
	ap_seats all = (ap_seats)((1u << s->head.players) - 1);
	return (ap_seats)(all & ~AP_SEAT(seat) & ~re_seats_abroad(s));
}

/* RE-OP-9: returns the leaders in play who are no Heroes yet. */
static re_leader_set hero_targets(const re_state *s)
{
	re_leader_set targets = leaders_in_play(s);
	for (int i = 0; i < RE_HERO_CARD_COUNT; i++)
		if (s->hero_on[i] != RE_NONE)
			targets &= ~re_leader_bit(s->hero_on[i]);
	return targets;
}

void re_options_legal_before_purge(const re_state *s, int seat, ap_list *out)
{
	assert(out);
	if (re_holds_kind(s, seat, RE_KIND_TREATY) && re_has_president(s, seat))
		re_add_card_actions(out, RE_VERB_TREATY, held_of_kind(s, seat, RE_KIND_TREATY));
}

/* Adds the action `verb card target` for each card and each target. */
static void add_targeted_actions(ap_list *out, int verb, re_set cards, uint32_t targets)
{
	for (int card = re_remove_first(&cards); card != RE_NONE; card = re_remove_first(&cards))
		ap_add_each_y(out, ap_act((unsigned)verb, (unsigned)card, 0), targets);
}

void re_options_legal_after_purge(const re_state *s, int seat, ap_list *out)
{
	assert(re_is_seat(s, seat) && out);
	if (s->hand[seat].word[1] == 0) /* all these cards lie in the second word */
		return;
	if (re_holds_kind(s, seat, RE_KIND_EXPOSES) && re_has_group(s, seat, RE_GROUP_KGB))
		re_add_card_actions(out, RE_VERB_EXPOSE, held_of_kind(s, seat, RE_KIND_EXPOSES));
	if (re_holds_kind(s, seat, RE_KIND_SCANDAL))
		add_targeted_actions(
			out, RE_VERB_SCANDAL, held_of_kind(s, seat, RE_KIND_SCANDAL), scandal_targets(s, seat));
	if (re_holds_kind(s, seat, RE_KIND_HERO))
		add_targeted_actions(
			out, RE_VERB_HERO, held_of_kind(s, seat, RE_KIND_HERO), hero_targets(s));
	if (re_holds_kind(s, seat, RE_KIND_JUNKET))
		re_add_card_actions(out, RE_VERB_JUNKET, held_of_kind(s, seat, RE_KIND_JUNKET));
}

static uint16_t scandal_refuse(const re_state *s, int seat, int target)
{
	if (target == seat || target >= s->head.players)
		return RE_OP_7;
	return re_is_abroad(s, target) ? RE_OP_11 : 0;
}

static uint16_t hero_refuse(const re_state *s, int leader)
{
	if (!(leaders_in_play(s) & re_leader_bit(leader)))
		return RE_OP_8;
	return re_is_hero(s, leader) ? RE_OP_9 : 0;
}

uint16_t re_option_refuse(const re_state *s, int seat, ap_action a)
{
	static const uint8_t kind_of[RE_VERB_COUNT] = {
		[RE_VERB_TREATY] = RE_KIND_TREATY,
		[RE_VERB_EXPOSE] = RE_KIND_EXPOSES,
		[RE_VERB_SCANDAL] = RE_KIND_SCANDAL,
		[RE_VERB_HERO] = RE_KIND_HERO,
		[RE_VERB_JUNKET] = RE_KIND_JUNKET,
	};
	unsigned verb = ap_verb_of(a);
	bool is_option = kind_of[verb] != RE_KIND_ACTION;
	assert(re_is_seat(s, seat));
	if (!is_option || !re_holds(s, seat, (int)ap_x(a), kind_of[verb]))
		return RE_TU_6;
	switch (verb) {
	case RE_VERB_TREATY:
		return re_has_president(s, seat) ? 0 : RE_OP_1;
	case RE_VERB_EXPOSE:
		return re_has_group(s, seat, RE_GROUP_KGB) ? 0 : RE_OP_3;
	case RE_VERB_SCANDAL:
		return scandal_refuse(s, seat, (int)ap_y(a));
	case RE_VERB_HERO:
		return hero_refuse(s, (int)ap_y(a));
	default:
		return 0;
	}
}

/* RE-OP-1 */
static void play_treaty(re_state *s, int seat, int card, ap_events *ev)
{
	int lifted = 0;
	re_discard_from_hand(s, seat, card);
	for (re_leader_set b = s->faction[seat]; b; b &= b - 1) {
		lifted += re_purge_total(s, __builtin_ctz(b));
		re_discard_purge_cards(s, __builtin_ctz(b));
	}
	re_tell_treaty_clears(ev, RE_OP_1, RE_FACTION(seat), lifted);
}

/* RE-OP-3: calls the step that rolls for each Party leader. */
static void play_exposes(re_state *s, int seat, int card, ap_events *ev)
{
	re_tell_exposes(ev, RE_OP_3, RE_FACTION(seat));
	re_discard_from_hand(s, seat, card);
	re_call(s, RE_STEP_EXPOSE);
	re_exposure_top(s)->exposer = (uint8_t)seat;
}

/* RE-OP-7 */
static void play_scandal(re_state *s, int seat, int card, int target, ap_events *ev)
{
	int i = card - RE_CARD_SCANDAL_A;
	re_tell_scandal(ev, RE_OP_7, RE_FACTION(seat), RE_FACTION(target), RE_STAIN);
	re_remove_from_hand(s, seat, card);
	s->scandal_by[i] = (uint8_t)seat;
	s->scandal_on[i] = (uint8_t)target;
	re_bring_down(s, seat, s->faction[target], ev);
}

/* RE-OP-8 */
static void play_hero(re_state *s, int seat, int card, int leader, ap_events *ev)
{
	re_tell_hero(ev, RE_OP_8, RE_FACTION(seat), RE_LEADER(leader),
		RE_FACTION(re_owner_of(s, leader)), RE_HERO_BONUS, re_purge_total(s, leader));
	re_remove_from_hand(s, seat, card);
	re_discard_purge_cards(s, leader);
	s->hero_on[card - RE_CARD_HERO_A] = (uint8_t)leader;
}

/* RE-OP-10 */
static void play_junket(re_state *s, int seat, int card, ap_events *ev)
{
	re_tell_junket(ev, RE_OP_10, RE_FACTION(seat));
	re_remove_from_hand(s, seat, card);
	s->junket_by[card - RE_CARD_JUNKET_A] = (uint8_t)seat;
}

void re_play_option(re_state *s, int seat, ap_action a, ap_events *ev)
{
	assert(re_option_refuse(s, seat, a) == 0);
	int card = (int)ap_x(a), target = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case RE_VERB_TREATY:
		play_treaty(s, seat, card, ev);
		break;
	case RE_VERB_EXPOSE:
		play_exposes(s, seat, card, ev);
		break;
	case RE_VERB_SCANDAL:
		play_scandal(s, seat, card, target, ev);
		break;
	case RE_VERB_HERO:
		play_hero(s, seat, card, target, ev);
		break;
	default:
		play_junket(s, seat, card, ev);
	}
}

/* RE-OP-4, RE-OP-6, RE-OP-13: asks chance to roll for the next Party leader who is neither abroad
 * nor President. */
void re_expose_run(void *state, ap_events *ev)
{
	re_state *s = state;
	re_exposure_frame *f = re_exposure_top(s);
	for (; f->seats_done < s->head.players; f->seats_done++, f->next_leader = 0) {
		int owner = re_clockwise(s, f->exposer, f->seats_done);
		re_leader_set party = s->faction[owner] & re_leaders_of[RE_GROUP_PARTY];
		if (party && re_is_abroad(s, owner)) {
			re_tell_out_of_reach(ev, RE_OP_13, RE_FACTION(owner));
			continue;
		}
		for (; f->next_leader < RE_LEADERS; f->next_leader++) {
			if (!(party & re_leader_bit(f->next_leader)))
				continue;
			if (f->next_leader != s->president) {
				ap_ask(s, AP_SEAT(AP_CHANCE));
				return;
			}
			re_tell_expose_immune(ev, RE_OP_6, RE_LEADER(f->next_leader));
		}
	}
	ap_end(s);
}

void re_expose_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	re_exposure_frame *f = re_exposure_top(s);
	int leader = f->next_leader++, owner = re_owner_of(s, leader), die = (int)ap_x(a);
	seat = f->exposer;
	re_tell_expose_roll(ev, RE_OP_4, RE_FACTION(owner), RE_LEADER(leader), die, RE_EXPOSED_AT);
	if (die < RE_EXPOSED_AT)
		return;
	if (owner == seat) {
		re_tell_exposed_own(ev, RE_OP_5, RE_FACTION(seat), RE_LEADER(leader));
		s->lost_leaders |= re_leader_bit(leader);
	} else {
		re_tell_exposed(ev, RE_OP_4, RE_FACTION(seat), RE_LEADER(leader));
		s->won_leaders[seat] |= re_leader_bit(leader);
	}
	re_leave_play(s, leader, ev);
}

void re_tell_what_was_missed(const re_state *s, int seat, ap_events *ev)
{
	assert(re_is_seat(s, seat) && !re_is_abroad(s, seat));
	if (!ev)
		return;
	for (int i = 0; i < RE_DISREPUTE_CARD_COUNT; i++) {
		int card = RE_CARD_DISREPUTE_PARTY + i;
		if (s->spared[i] & AP_SEAT(seat))
			re_tell_comes_home(
				ev, RE_OP_14, RE_FACTION(seat), RE_GROUP(re_cards[card].group), RE_CARD(card));
	}
}

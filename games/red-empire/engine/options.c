/* options.c: Treaty, KGB exposes, Scandal, Hero and Foreign Junket, RE-OP-1 to RE-OP-15. */
#include "state.h"

static re_set held(const re_state *s, int seat, int kind)
{
	return both(s->hand[seat], re_of_kind[kind]);
}

static re_leader_set in_play(const re_state *s)
{
	re_leader_set all = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		all |= s->faction[seat];
	return all;
}

/* RE-OP-11, and not on oneself. */
static ap_seats scandal_targets(const re_state *s, int seat)
{
	ap_seats all = (ap_seats)((1u << s->head.players) - 1);
	return (ap_seats)(all & ~AP_SEAT(seat) & ~re_seats_abroad(s));
}

static re_leader_set hero_targets(const re_state *s)
{
	re_leader_set targets = in_play(s);
	for (int i = 0; i < HEROES; i++)
		if (s->hero_on[i] != NONE)
			targets &= ~leader_bit(s->hero_on[i]);
	return targets;
}

/* In the order of the verbs the purge stands between the Treaty and the other options. */
void re_options_legal_before_purge(const re_state *s, int seat, ap_list *out)
{
	if (holds_kind(s, seat, RE_KIND_TREATY) && re_president_seat(s) == seat)
		re_add_cards(out, TREATY, held(s, seat, RE_KIND_TREATY));
}

/* `verb card target` for each card of the kind and each target. */
static void add_aimed(ap_list *out, int verb, re_set cards, uint32_t targets)
{
	for (int card = re_take_first(&cards); card != NONE; card = re_take_first(&cards))
		for (uint32_t b = targets; b; b &= b - 1)
			ap_add(out, ap_act((unsigned)verb, (unsigned)card, (unsigned)__builtin_ctz(b)));
}

void re_options_legal_after_purge(const re_state *s, int seat, ap_list *out)
{
	if (s->hand[seat].word[1] == 0) /* every option card lies in the second word */
		return;
	if (re_has_group(s, seat, RE_GROUP_KGB))
		re_add_cards(out, EXPOSES, held(s, seat, RE_KIND_EXPOSES));
	if (holds_kind(s, seat, RE_KIND_SCANDAL))
		add_aimed(out, SCANDAL, held(s, seat, RE_KIND_SCANDAL), scandal_targets(s, seat));
	if (holds_kind(s, seat, RE_KIND_HERO))
		add_aimed(out, HERO, held(s, seat, RE_KIND_HERO), hero_targets(s));
	re_add_cards(out, JUNKET, held(s, seat, RE_KIND_JUNKET));
}

static uint16_t scandal_refuse(const re_state *s, int seat, int target)
{
	if (target == seat || target >= s->head.players)
		return RE_OP_7;
	return re_is_abroad(s, target) ? RE_OP_11 : 0;
}

static uint16_t hero_refuse(const re_state *s, int leader)
{
	if (!(in_play(s) & leader_bit(leader)))
		return RE_OP_8;
	return re_is_hero(s, leader) ? RE_OP_9 : 0;
}

uint16_t re_option_refuse(const re_state *s, int seat, ap_action a)
{
	static const uint8_t kind_of[VERBS] = {
		[TREATY] = RE_KIND_TREATY,
		[EXPOSES] = RE_KIND_EXPOSES,
		[SCANDAL] = RE_KIND_SCANDAL,
		[HERO] = RE_KIND_HERO,
		[JUNKET] = RE_KIND_JUNKET,
	};
	unsigned verb = ap_verb_of(a);
	bool option = kind_of[verb] != RE_KIND_ACTION;
	if (!option || !re_holds(s, seat, (int)ap_x(a), kind_of[verb]))
		return RE_TU_6;
	switch (verb) {
	case TREATY:
		return re_president_seat(s) == seat ? 0 : RE_OP_1;
	case EXPOSES:
		return re_has_group(s, seat, RE_GROUP_KGB) ? 0 : RE_OP_3;
	case SCANDAL:
		return scandal_refuse(s, seat, (int)ap_y(a));
	case HERO:
		return hero_refuse(s, (int)ap_y(a));
	default:
		return 0;
	}
}

/* RE-OP-1 */
static void treaty(re_state *s, int seat, int card, ap_events *ev)
{
	ap_tell(ev, EV_TREATY_CLEARS, RE_OP_1, (int16_t)seat);
	re_discard_from_hand(s, seat, card);
	for (re_leader_set b = s->faction[seat]; b; b &= b - 1)
		re_discard_purge(s, __builtin_ctz(b));
}

/* RE-OP-3; the dice follow in expose_run. */
static void exposes(re_state *s, int seat, int card, ap_events *ev)
{
	ap_tell(ev, EV_EXPOSES, RE_OP_3, (int16_t)seat);
	re_discard_from_hand(s, seat, card);
	ap_call(s, EXPOSE)->v[EXPOSER] = (int16_t)seat;
}

/* RE-OP-7 */
static void scandal(re_state *s, int seat, int card, int target, ap_events *ev)
{
	int i = card - RE_CARD_SCANDAL_A;
	ap_tell(ev, EV_SCANDAL, RE_OP_7, (int16_t)seat, (int16_t)target);
	re_out_of_hand(s, seat, card);
	s->scandal_by[i] = (uint8_t)seat;
	s->scandal_on[i] = (uint8_t)target;
	re_bring_down(s, seat, s->faction[target], ev);
}

/* RE-OP-8 */
static void hero(re_state *s, int seat, int card, int leader, ap_events *ev)
{
	ap_tell(ev, EV_HERO, RE_OP_8, (int16_t)seat, (int16_t)leader);
	re_out_of_hand(s, seat, card);
	re_discard_purge(s, leader);
	s->hero_on[card - RE_CARD_HERO_A] = (uint8_t)leader;
}

/* RE-OP-10 */
static void junket(re_state *s, int seat, int card, ap_events *ev)
{
	ap_tell(ev, EV_JUNKET, RE_OP_10, (int16_t)seat);
	re_out_of_hand(s, seat, card);
	s->junket_by[card - RE_CARD_JUNKET_A] = (uint8_t)seat;
}

void re_play_option(re_state *s, int seat, ap_action a, ap_events *ev)
{
	int card = (int)ap_x(a), target = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case TREATY:
		treaty(s, seat, card, ev);
		break;
	case EXPOSES:
		exposes(s, seat, card, ev);
		break;
	case SCANDAL:
		scandal(s, seat, card, target, ev);
		break;
	case HERO:
		hero(s, seat, card, target, ev);
		break;
	default:
		junket(s, seat, card, ev);
	}
}

/* RE-OP-4, RE-OP-6, RE-OP-13. v[AROUND] counts the seats done, v[AT] the leaders of this one. */
void re_expose_run(void *state, ap_events *ev)
{
	re_state *s = state;
	ap_frame *f = ap_top(s);
	for (; f->v[AROUND] < s->head.players; f->v[AROUND]++, f->v[AT] = 0) {
		int owner = clockwise(s, f->v[EXPOSER], f->v[AROUND]);
		re_leader_set party = s->faction[owner] & re_leaders_of[RE_GROUP_PARTY];
		if (party && re_is_abroad(s, owner)) {
			ap_tell(ev, EV_OUT_OF_REACH, RE_OP_13, (int16_t)owner);
			continue;
		}
		for (; f->v[AT] < RE_LEADERS; f->v[AT]++) {
			if (!(party & leader_bit(f->v[AT])))
				continue;
			if (f->v[AT] != s->president) {
				ap_ask(s, AP_SEAT(AP_CHANCE));
				return;
			}
			ap_tell(ev, EV_EXPOSE_IMMUNE, RE_OP_6, f->v[AT]);
		}
	}
	ap_end(s);
}

void re_expose_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	re_state *s = state;
	ap_frame *f = ap_top(s);
	int leader = f->v[AT]++, owner = re_owner_of(s, leader), die = (int)ap_x(a);
	seat = f->v[EXPOSER];
	ap_tell(ev, EV_EXPOSE_ROLL, RE_OP_4, (int16_t)owner, (int16_t)leader, (int16_t)die);
	if (die < 5)
		return;
	re_leave_play(s, leader, ev);
	if (owner == seat) {
		ap_tell(ev, EV_EXPOSED_OWN, RE_OP_5, (int16_t)seat, (int16_t)leader);
		s->lost_leaders |= leader_bit(leader);
	} else {
		ap_tell(ev, EV_EXPOSED, RE_OP_4, (int16_t)seat, (int16_t)leader);
		s->won_leaders[seat] |= leader_bit(leader);
	}
}

/* RE-OP-14 */
void re_come_home(re_state *s, int seat, int disrepute, ap_events *ev)
{
	int group = re_cards[RE_CARD_DISREPUTE_PARTY + disrepute].group;
	s->spared[disrepute] &= (uint8_t)~AP_SEAT(seat);
	ap_tell(ev, EV_COMES_HOME, RE_OP_14, (int16_t)seat, (int16_t)group);
	re_bring_down(s, s->disrepute_by[disrepute], s->faction[seat] & re_leaders_of[group], ev);
}

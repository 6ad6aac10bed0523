/* soundness.c: checks that a state or view is one that the rules can lead to, as far as the other
 * chapters depend on it. It also computes what JSON does not have (re_mend). */
#include "chapters.h"

/* ---- Every card is in one place ------------------------------------------------------------ */

typedef struct census {
	re_set counted;
	bool twice; /* a card was counted twice */
} census;

static void count_cards(census *c, re_set cards)
{
	c->twice |= !re_is_empty(re_intersection(c->counted, cards));
	c->counted.word[0] |= cards.word[0];
	c->counted.word[1] |= cards.word[1];
}

static void count_card(census *c, int card)
{
	re_set one = {{0, 0}};
	if (!re_is_card(card)) /* possible in re_mend(): the stack has not been checked yet */
		return;
	re_add(&one, card);
	count_cards(c, one);
}

/* Counts the cards from `first_card` on that lie on a leader or before a seat. */
static void count_laid_cards(census *c, const uint8_t *on, int count, int first_card)
{
	for (int i = 0; i < count; i++)
		if (on[i] != RE_NONE)
			count_card(c, first_card + i);
}

/* Counts the cards that have been given to the open crisis. */
static void count_given_cards(census *c, const re_crisis_frame *f)
{
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		if (f->given[seat] != RE_NONE)
			count_card(c, f->given[seat]);
}

/* Counts all cards that are neither in the deck nor in a hand. */
static void count_public_cards(census *c, const re_state *s)
{
	int step = ap_step_of(s);
	count_cards(c, s->discard);
	for (int seat = 0; seat < s->head.players; seat++)
		count_cards(c, s->won[seat]);
	for (int leader = 0; leader < RE_LEADERS; leader++)
		count_cards(c, (re_set){{s->purge[leader], 0}});
	count_cards(c, (re_set){{(uint64_t)s->pile << RE_CARD_CRISIS_HARVEST, 0}});
	count_laid_cards(c, s->hero_on, RE_HERO_CARD_COUNT, RE_CARD_HERO_A);
	count_laid_cards(c, s->ailing_on, RE_AILING_CARD_COUNT, RE_CARD_AILING_A);
	count_laid_cards(c, s->disrepute_by, RE_DISREPUTE_CARD_COUNT, RE_CARD_DISREPUTE_PARTY);
	count_laid_cards(c, s->scandal_by, RE_SCANDAL_CARD_COUNT, RE_CARD_SCANDAL_A);
	count_laid_cards(c, s->junket_by, RE_JUNKET_CARD_COUNT, RE_CARD_JUNKET_A);
	if (step == RE_STEP_CONTRIBUTIONS) {
		count_card(c, re_crisis_peek(s)->crisis);
		count_given_cards(c, re_crisis_peek(s));
	}
	if (step == RE_STEP_AFFLICT)
		count_card(c, re_illness_peek(s)->card);
}

/* Returns the number of crises and mandates in a hand. */
static int forced_cards_in(re_set hand)
{
	return re_count(re_intersection(hand, re_cards_of_kind[RE_KIND_CRISIS])) +
		re_count(re_intersection(hand, re_mandates));
}

void re_mend(void *state)
{
	re_state *s = state;
	census c = {0};
	count_public_cards(&c, s);
	s->unseen.word[0] = ~c.counted.word[0];
	s->unseen.word[1] = ~c.counted.word[1] & (((uint64_t)1 << (RE_CARDS - 64)) - 1);
	for (int seat = 0; seat < s->head.players; seat++) {
		int size = re_count(s->hand[seat]), forced = forced_cards_in(s->hand[seat]);
		s->hand_size[seat] = (uint8_t)size;
		if (s->fresh[seat] < forced)
			s->fresh[seat] = (uint8_t)forced;
		if (s->fresh[seat] > size)
			s->fresh[seat] = (uint8_t)size;
	}
}

static const char *cards_unsound(const re_state *s)
{
	census c = {0};
	count_public_cards(&c, s);
	count_cards(&c, s->unseen);
	if (c.twice)
		return "a card is in two places";
	return re_count(c.counted) != RE_CARDS || c.counted.word[1] >> (RE_CARDS - 64)
		? "a card is nowhere"
		: NULL;
}

static const char *hands_unsound(const re_state *s)
{
	census c = {0};
	int held = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		count_cards(&c, s->hand[seat]);
		held += s->hand_size[seat];
		if (s->hand_size[seat] > RE_HAND)
			return "a hand has more than five cards";
		if (s->fresh[seat] > s->hand_size[seat])
			return "more fresh cards than cards in a hand";
		if (!ap_sees(s, seat) && !re_is_empty(s->hand[seat]))
			return "a view shows another hand";
		if (!ap_sees(s, seat))
			continue;
		if (re_count(s->hand[seat]) != s->hand_size[seat])
			return "hand_size does not count the hand";
		if (forced_cards_in(s->hand[seat]) > s->fresh[seat])
			return "a crisis or mandate is held by one who said he had none";
	}
	if (c.twice ||
		!re_is_empty(
			re_intersection(c.counted, (re_set){{~s->unseen.word[0], ~s->unseen.word[1]}})))
		return "a card is in a hand and elsewhere";
	return held > re_count(s->unseen) ? "hands are larger than what is left" : NULL;
}

/* RE-TU-4, RE-TU-5: after the crises of a turn its player holds none, and after the mandates he can
 * hold neither. */
static const char *forced_cards_unsound(const re_state *s)
{
	int seat = re_turn_of(s), step = s->head.stack[0].step;
	bool playing = step == RE_STEP_CRISIS_CARDS || step == RE_STEP_MANDATE_CARDS;
	int played = re_turn_frame_in(&s->head.stack[0])->played;
	if (played > (playing ? RE_HAND - s->hand_size[seat] : 0))
		return "more cards were played than a hand has";
	bool past_crises =
		s->head.stack[0].step >= RE_STEP_MANDATE_CARDS && s->head.stack[0].step <= RE_STEP_TURN_END;
	if (past_crises && ap_sees(s, seat) && re_holds_kind(s, seat, RE_KIND_CRISIS))
		return "a crisis is held after the crises";
	bool past_mandates =
		s->head.stack[0].step >= RE_STEP_CHOICE && s->head.stack[0].step <= RE_STEP_TURN_END;
	return past_mandates && s->fresh[seat] != 0 ? "a mandate could be held after the mandates"
												: NULL;
}

/* RE-TU-2: whoever has the turn has come home at its start, and may leave again when he chooses. */
static const char *turn_is_abroad(const re_state *s)
{
	int step = s->head.stack[0].step;
	bool at_home = step >= RE_STEP_AILING_ROLLS && step <= RE_STEP_CHOICE;
	return at_home && re_is_abroad(s, re_turn_of(s)) ? "a faction that has the turn is abroad"
													 : NULL;
}

/* ---- Leaders ------------------------------------------------------------------------------- */

/* Returns whether all leaders in a list are in play, and none is in it twice. */
static bool are_in_play_once(const re_state *s, const uint8_t *on, int count)
{
	re_leader_set counted = 0;
	for (int i = 0; i < count; i++) {
		if (on[i] == RE_NONE)
			continue;
		if (on[i] >= RE_LEADERS || re_owner_of(s, on[i]) == RE_NONE ||
			(counted & re_leader_bit(on[i])))
			return false;
		counted |= re_leader_bit(on[i]);
	}
	return true;
}

static const char *purge_unsound(const re_state *s, int leader)
{
	uint64_t laid = s->purge[leader];
	if (laid == 0)
		return NULL;
	if (re_owner_of(s, leader) == RE_NONE)
		return "purge cards lie on a leader who is not in play";
	if (laid & ~re_cards_of_kind[RE_KIND_ACTION].word[0])
		return "only action cards purge";
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (__builtin_popcountll(laid & re_action_cards_of[group]) > 1)
			return "two purge cards of a type lie on a leader";
	return re_purge_total(s, leader) >= re_stature(s, leader) ? "a leader stands who should fall"
															  : NULL;
}

static const char *leaders_unsound(const re_state *s)
{
	re_leader_set counted = s->lost_leaders;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		re_leader_set own = s->faction[seat], won = s->won_leaders[seat];
		if ((own & won) || (counted & (own | won)))
			return "a leader is in two places";
		counted |= own | won;
	}
	if (counted >> RE_LEADERS)
		return "there is no such leader";
	if (!are_in_play_once(s, s->hero_on, RE_HERO_CARD_COUNT) ||
		!are_in_play_once(s, s->ailing_on, RE_AILING_CARD_COUNT))
		return "a Hero or Ailing card lies on nobody, or twice on one";
	if (s->president != RE_NONE &&
		(s->president >= RE_LEADERS || re_owner_of(s, s->president) == RE_NONE ||
			re_leaders[s->president].group != RE_GROUP_PARTY))
		return "the President is no Party leader in play";
	for (int leader = 0; leader < RE_LEADERS; leader++)
		if (purge_unsound(s, leader))
			return purge_unsound(s, leader);
	return NULL;
}

/* Seats that nobody has are as re_blank() leaves them, because states are compared as bytes. */
static const char *empty_seats_unsound(const re_state *s)
{
	for (int seat = s->head.players; seat < AP_MAX_SEATS; seat++)
		if (!re_is_empty(s->hand[seat]) || !re_is_empty(s->won[seat]) || s->faction[seat] ||
			s->won_leaders[seat] || s->hand_size[seat] || s->fresh[seat])
			return "an empty chair has something";
	for (int i = 0; i < (int)sizeof s->unused; i++)
		if (s->unused[i])
			return "unused bytes are not zero";
	return NULL;
}

/* ---- Cards with an effect -----------------------------------------------------------------------
 */

static bool are_seats_or_none(const re_state *s, const uint8_t *by, int count)
{
	for (int i = 0; i < count; i++)
		if (by[i] != RE_NONE && by[i] >= s->head.players)
			return false;
	return true;
}

static const char *effects_unsound(const re_state *s)
{
	if (!are_seats_or_none(s, s->disrepute_by, RE_DISREPUTE_CARD_COUNT) ||
		!are_seats_or_none(s, s->scandal_by, RE_SCANDAL_CARD_COUNT) ||
		!are_seats_or_none(s, s->scandal_on, RE_SCANDAL_CARD_COUNT) ||
		!are_seats_or_none(s, s->junket_by, RE_JUNKET_CARD_COUNT))
		return "an effect belongs to nobody at the table";
	for (int i = 0; i < RE_DISREPUTE_CARD_COUNT; i++)
		if (s->spared[i] >> s->head.players || (s->disrepute_by[i] == RE_NONE && s->spared[i]))
			return "a Disrepute spares nobody at the table";
	for (int i = 0; i < RE_SCANDAL_CARD_COUNT; i++) {
		if ((s->scandal_by[i] == RE_NONE) != (s->scandal_on[i] == RE_NONE))
			return "a Scandal has an author and a victim";
		if (s->scandal_by[i] != RE_NONE && s->scandal_by[i] == s->scandal_on[i])
			return "a Scandal is on its author";
	}
	for (int i = 1; i < RE_JUNKET_CARD_COUNT; i++)
		for (int k = 0; k < i; k++)
			if (s->junket_by[i] != RE_NONE && s->junket_by[i] == s->junket_by[k])
				return "a faction is abroad twice";
	return s->pile >> RE_CRISIS_CARD_COUNT ? "there is no such crisis" : NULL;
}

/* ---- The stack ----------------------------------------------------------------------------- */

/* Returns whether the step `base` of the turn can have called the step `step`. */
static bool may_be_called_from(int step, int base)
{
	switch (step) {
	case RE_STEP_CONTRIBUTIONS:
	case RE_STEP_TREATY_PLEA:
		return base == RE_STEP_CRISIS_CARDS;
	case RE_STEP_NEW_LEADER:
	case RE_STEP_AFFLICT:
		return base == RE_STEP_MANDATE_CARDS;
	case RE_STEP_EXPOSE:
		return base == RE_STEP_TURN_END;
	default: /* the presidency can fall free in many ways */
		return base == RE_STEP_FIRST_TURN || base == RE_STEP_AILING_ROLLS ||
			base == RE_STEP_CRISIS_CARDS || base == RE_STEP_MANDATE_CARDS ||
			base == RE_STEP_TURN_END;
	}
}

static bool within(int value, int low, int high)
{
	return value >= low && value <= high;
}

static bool office_frame_sound(const re_state *s, const re_office_frame *f)
{
	if (s->president != RE_NONE)
		return false;
	if (f->step == RE_STEP_OFFICE)
		return true;
	if (f->step == RE_STEP_OFFICE_PICK)
		return f->who != RE_NONE && re_has_group(s, f->who, RE_GROUP_PARTY);
	for (int seat = 0; seat < s->head.players; seat++)
		if ((f->tied >> seat & 1) && !re_has_group(s, seat, RE_GROUP_PARTY))
			return false;
	return f->tied != 0;
}

static bool exposure_frame_sound(const re_state *s, const re_exposure_frame *f)
{
	if (f->seats_done > s->head.players)
		return false;
	if (!f->asked)
		return true;
	bool at_leader = f->seats_done < s->head.players && f->next_leader < RE_LEADERS;
	return at_leader && f->next_leader != s->president &&
		re_leaders[f->next_leader].group == RE_GROUP_PARTY &&
		re_owner_of(s, f->next_leader) == re_clockwise(s, f->exposer, f->seats_done);
}

/* Returns the seats that have answered whether they give a card to an open crisis. */
static ap_seats seats_that_answered(const re_state *s, const re_crisis_frame *f)
{
	ap_seats seats = 0;
	for (int place = 1; place <= f->asked_so_far && place <= s->head.players; place++)
		seats |= AP_SEAT(re_clockwise(s, re_turn_of(s), place));
	return seats & ~f->asked;
}

/* Only Action Cards are given, by seats that have been asked, and only while the crisis is open. */
static bool given_cards_sound(const re_state *s, const re_crisis_frame *f)
{
	ap_seats may_give = f->step == RE_STEP_CONTRIBUTIONS ? seats_that_answered(s, f) : 0;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		if (f->given[seat] != RE_NONE &&
			(!(may_give & AP_SEAT(seat)) || re_cards[f->given[seat]].kind != RE_KIND_ACTION))
			return false;
	return true;
}

static bool crisis_frame_sound(const re_state *s, const re_crisis_frame *f)
{
	return given_cards_sound(s, f) && re_cards[f->crisis].kind == RE_KIND_CRISIS &&
		within(f->asked_so_far, f->asked ? 1 : 0, s->head.players);
}

static bool called_frame_sound(const re_state *s, const ap_frame *f)
{
	switch (f->step) {
	case RE_STEP_CONTRIBUTIONS:
		return crisis_frame_sound(s, re_crisis_frame_in(f));
	case RE_STEP_TREATY_PLEA:
		return s->president != RE_NONE && given_cards_sound(s, re_crisis_frame_in(f));
	case RE_STEP_NEW_LEADER:
		return re_leader_deck(s) != 0;
	case RE_STEP_AFFLICT:
		return re_cards[re_illness_frame_in(f)->card].kind == RE_KIND_AILING &&
			re_may_fall_ill(s, re_turn_of(s));
	case RE_STEP_EXPOSE:
		return exposure_frame_sound(s, re_exposure_frame_in(f));
	default:
		return office_frame_sound(s, re_office_frame_in(f));
	}
}

static bool somebody_has_party(const re_state *s)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (re_has_group(s, seat, RE_GROUP_PARTY))
			return true;
	return false;
}

/* Returns whether the state is one of the deal of leaders: no seat has too many, and nothing else
 * has happened. */
static bool leaders_being_dealt(const re_state *s, bool asked)
{
	int each = re_factions[s->head.players - 1].leaders;
	bool complete = true;
	if (re_deck_size(s) != RE_CARDS || s->lost_leaders || s->president != RE_NONE)
		return false;
	for (int seat = 0; seat < s->head.players; seat++) {
		int dealt = __builtin_popcount(s->faction[seat]);
		if (s->won_leaders[seat] || dealt > each)
			return false;
		complete &= dealt == each;
	}
	return !(asked && complete);
}

static bool base_frame_sound(const re_state *s, const re_turn_frame *f)
{
	bool alone = s->head.depth == 1;
	if (f->rolled && f->step != RE_STEP_AILING_ROLLS)
		return false;
	switch (f->step) {
	case RE_STEP_DEAL_LEADERS:
		return leaders_being_dealt(s, f->asked);
	case RE_STEP_DEAL_CARDS:
		if (f->asked && re_drawing_seat(s) == RE_NONE)
			return false;
		/* fall through */
	case RE_STEP_FIRST_PRESIDENT:
		return re_count(s->unseen) == RE_CARDS && s->president == RE_NONE && somebody_has_party(s);
	case RE_STEP_FIRST_TURN:
		return alone ? s->president != RE_NONE : somebody_has_party(s);
	case RE_STEP_AILING_ROLLS:
		if (f->asked) {
			int leader = f->rolled < RE_AILING_CARD_COUNT ? s->ailing_on[f->rolled] : RE_NONE;
			return leader != RE_NONE && re_owner_of(s, leader) == re_turn_of(s);
		}
		return true;
	case RE_STEP_REFILL:
		return !f->asked || (s->hand_size[re_turn_of(s)] < RE_HAND && re_deck_size(s) > 0);
	default:
		return true;
	}
}

/* Returns the seats that the top step asks whenever it asks; 0 if it never does. */
static ap_seats seats_to_ask(const re_state *s)
{
	const ap_frame *f = ap_peek(s);
	switch (f->step) {
	case RE_STEP_CRISIS_CARDS:
	case RE_STEP_MANDATE_CARDS:
	case RE_STEP_CHOICE:
		return s->hand_size[re_turn_of(s)] > 0 ? AP_SEAT(re_turn_of(s)) : 0;
	case RE_STEP_AFFLICT:
		return AP_SEAT(re_turn_of(s));
	case RE_STEP_OFFICE_PICK:
		return AP_SEAT(re_office_frame_in(f)->who);
	case RE_STEP_CONTRIBUTIONS:
		return AP_SEAT(re_clockwise(s, re_turn_of(s), re_crisis_frame_in(f)->asked_so_far));
	case RE_STEP_TREATY_PLEA:
		return AP_SEAT(re_president_seat(s));
	case RE_STEP_DEAL_LEADERS:
	case RE_STEP_DEAL_CARDS:
	case RE_STEP_AILING_ROLLS:
	case RE_STEP_REFILL:
	case RE_STEP_OFFICE_LOT:
	case RE_STEP_NEW_LEADER:
	case RE_STEP_EXPOSE:
		return AP_SEAT(AP_CHANCE);
	default:
		return 0;
	}
}

static const char *stack_unsound(const re_state *s)
{
	const ap_frame *base = &s->head.stack[0], *top = ap_peek(s);
	if (base->step > RE_STEP_TURN_END || s->head.depth > 2)
		return "the turn is not at the bottom of the stack";
	if (!base_frame_sound(s, re_turn_frame_in(base)))
		return "the step does not fit the table";
	if (top != base &&
		(top->step <= RE_STEP_TURN_END || !may_be_called_from(top->step, base->step) ||
			!called_frame_sound(s, top)))
		return "a called step does not fit the table";
	return top->asked && top->asked != seats_to_ask(s) ? "the wrong seat is asked" : NULL;
}

const char *re_unsound(const void *state)
{
	const re_state *s = state;
	const char *wrong = leaders_unsound(s);
	if (!wrong)
		wrong = empty_seats_unsound(s);
	if (!wrong)
		wrong = effects_unsound(s);
	if (!wrong && !s->head.over)
		wrong = stack_unsound(s);
	if (!wrong)
		wrong = cards_unsound(s);
	if (!wrong)
		wrong = hands_unsound(s);
	if (!wrong && !s->head.over)
		wrong = forced_cards_unsound(s);
	if (!wrong && !s->head.over)
		wrong = turn_is_abroad(s);
	return wrong;
}

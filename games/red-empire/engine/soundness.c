/* soundness.c: the invariants of the table. A state that passes can be played on safely. */
#include "chapters.h"

/* ---- Every card is in one place ------------------------------------------------------------ */

typedef struct census {
	re_set seen;
	bool twice;
} census;

static void claim(census *c, re_set cards)
{
	c->twice |= !re_is_empty(re_both(c->seen, cards));
	c->seen.word[0] |= cards.word[0];
	c->seen.word[1] |= cards.word[1];
}

static void claim_card(census *c, int card)
{
	re_set one = {{0, 0}};
	if (card < 0 || card >= RE_CARDS) /* an import's; the stack is checked after it is mended */
		return;
	re_put(&one, card);
	claim(c, one);
}

/* Cards that lie on a leader or before a seat: one of these each. */
static void claim_laid(census *c, const uint8_t *on, int count, int first_card)
{
	for (int i = 0; i < count; i++)
		if (on[i] != RE_NONE)
			claim_card(c, first_card + i);
}

/* Everything that is neither in the deck nor in a hand. */
static void claim_public(census *c, const re_state *s)
{
	int step = ap_step_of(s);
	claim(c, s->discard);
	for (int seat = 0; seat < s->head.players; seat++) {
		claim(c, s->won[seat]);
		if (s->given[seat] != RE_NONE)
			claim_card(c, s->given[seat]);
	}
	for (int leader = 0; leader < RE_LEADERS; leader++)
		claim(c, (re_set){{s->purge[leader], 0}});
	claim(c, (re_set){{(uint64_t)s->pile << RE_CARD_CRISIS_HARVEST, 0}});
	claim_laid(c, s->hero_on, RE_HERO_CARD_COUNT, RE_CARD_HERO_A);
	claim_laid(c, s->ailing_on, RE_AILING_CARD_COUNT, RE_CARD_AILING_A);
	claim_laid(c, s->disrepute_by, RE_DISREPUTE_CARD_COUNT, RE_CARD_DISREPUTE_PARTY);
	claim_laid(c, s->scandal_by, RE_SCANDAL_CARD_COUNT, RE_CARD_SCANDAL_A);
	claim_laid(c, s->junket_by, RE_JUNKET_CARD_COUNT, RE_CARD_JUNKET_A);
	if (step == RE_STEP_CONTRIBUTIONS)
		claim_card(c, re_crisis_peek(s)->crisis);
	if (step == RE_STEP_AFFLICT)
		claim_card(c, re_illness_peek(s)->card);
}

static int forced_in(re_set hand)
{
	return re_size_of(re_both(hand, re_of_kind[RE_KIND_CRISIS])) +
		re_size_of(re_both(hand, re_mandates));
}

void re_mend(void *state)
{
	re_state *s = state;
	census c = {0};
	claim_public(&c, s);
	s->unseen.word[0] = ~c.seen.word[0];
	s->unseen.word[1] = ~c.seen.word[1] & (((uint64_t)1 << (RE_CARDS - 64)) - 1);
	for (int seat = 0; seat < s->head.players; seat++) {
		int size = re_size_of(s->hand[seat]), forced = forced_in(s->hand[seat]);
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
	claim_public(&c, s);
	claim(&c, s->unseen);
	if (c.twice)
		return "a card is in two places";
	if (re_size_of(c.seen) != RE_CARDS || c.seen.word[1] >> (RE_CARDS - 64))
		return "a card is nowhere";
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->given[seat] != RE_NONE && s->given[seat] >= RE_CARD_CRISIS_HARVEST)
			return "only action cards are laid on a crisis";
		if (s->given[seat] != RE_NONE && ap_peek(s)->step != RE_STEP_CONTRIBUTIONS)
			return "cards are laid on no crisis";
	}
	return NULL;
}

static const char *hands_unsound(const re_state *s)
{
	census c = {0};
	int held = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		claim(&c, s->hand[seat]);
		held += s->hand_size[seat];
		if (s->hand_size[seat] > RE_HAND)
			return "a hand has more than five cards";
		if (s->fresh[seat] > s->hand_size[seat])
			return "more fresh cards than cards in a hand";
		if (!ap_sees(s, seat) && !re_is_empty(s->hand[seat]))
			return "a view shows another hand";
		if (!ap_sees(s, seat))
			continue;
		if (re_size_of(s->hand[seat]) != s->hand_size[seat])
			return "hand_size does not count the hand";
		if (forced_in(s->hand[seat]) > s->fresh[seat])
			return "a crisis or mandate is held by one who said he had none";
	}
	if (c.twice ||
		!re_is_empty(re_both(c.seen, (re_set){{~s->unseen.word[0], ~s->unseen.word[1]}})))
		return "a card is in a hand and elsewhere";
	return held > re_size_of(s->unseen) ? "hands are larger than what is left" : NULL;
}

/* RE-TU-4: whoever has gone on to his mandates has no crisis. */
static const char *word_broken(const re_state *s)
{
	int seat = re_turn_of(s);
	bool past_crises =
		s->head.stack[0].step >= RE_STEP_MANDATE_CARDS && s->head.stack[0].step <= RE_STEP_TURN_END;
	if (past_crises && ap_sees(s, seat) && re_holds_kind(s, seat, RE_KIND_CRISIS))
		return "a crisis is held after the crises";
	bool past_mandates =
		s->head.stack[0].step >= RE_STEP_CHOICE && s->head.stack[0].step <= RE_STEP_TURN_END;
	return past_mandates && s->fresh[seat] != 0 ? "a mandate could be held after the mandates"
												: NULL;
}

/* ---- Leaders ------------------------------------------------------------------------------- */

static bool all_in_play_once(const re_state *s, const uint8_t *on, int count)
{
	re_leader_set seen = 0;
	for (int i = 0; i < count; i++) {
		if (on[i] == RE_NONE)
			continue;
		if (on[i] >= RE_LEADERS || re_owner_of(s, on[i]) == RE_NONE ||
			(seen & re_leader_bit(on[i])))
			return false;
		seen |= re_leader_bit(on[i]);
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
	if (laid & ~re_of_kind[RE_KIND_ACTION].word[0])
		return "only action cards purge";
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (__builtin_popcountll(laid & re_actions_of[group]) > 1)
			return "two purge cards of a type lie on a leader";
	return re_purge_total(s, leader) >= re_stature(s, leader) ? "a leader stands who should fall"
															  : NULL;
}

static const char *leaders_unsound(const re_state *s)
{
	re_leader_set seen = s->lost_leaders;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		re_leader_set own = s->faction[seat], won = s->won_leaders[seat];
		if ((own & won) || (seen & (own | won)))
			return "a leader is in two places";
		seen |= own | won;
	}
	if (seen >> RE_LEADERS)
		return "there is no such leader";
	if (!all_in_play_once(s, s->hero_on, RE_HERO_CARD_COUNT) ||
		!all_in_play_once(s, s->ailing_on, RE_AILING_CARD_COUNT))
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

/* Chairs nobody sits on are as they were laid out, so that equal tables have equal bytes. */
static const char *chairs_unsound(const re_state *s)
{
	for (int seat = s->head.players; seat < AP_MAX_SEATS; seat++)
		if (!re_is_empty(s->hand[seat]) || !re_is_empty(s->won[seat]) || s->faction[seat] ||
			s->won_leaders[seat] || s->hand_size[seat] || s->fresh[seat] ||
			s->given[seat] != RE_NONE)
			return "an empty chair has something";
	return s->unused ? "unused bytes are not zero" : NULL;
}

/* ---- Passing effects ----------------------------------------------------------------------- */

static bool seats_or_none(const re_state *s, const uint8_t *by, int count)
{
	for (int i = 0; i < count; i++)
		if (by[i] != RE_NONE && by[i] >= s->head.players)
			return false;
	return true;
}

static const char *effects_unsound(const re_state *s)
{
	if (!seats_or_none(s, s->disrepute_by, RE_DISREPUTE_CARD_COUNT) ||
		!seats_or_none(s, s->scandal_by, RE_SCANDAL_CARD_COUNT) ||
		!seats_or_none(s, s->scandal_on, RE_SCANDAL_CARD_COUNT) ||
		!seats_or_none(s, s->junket_by, RE_JUNKET_CARD_COUNT))
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

static bool fits_below(int step, int base)
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
	default: /* the office can fall free at many a time */
		return base == RE_STEP_FIRST_TURN || base == RE_STEP_TURN_START ||
			base == RE_STEP_AILING_ROLLS || base == RE_STEP_CRISIS_CARDS ||
			base == RE_STEP_MANDATE_CARDS || base == RE_STEP_TURN_END;
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

static bool crisis_frame_sound(const re_state *s, const re_crisis_frame *f)
{
	return re_cards[f->crisis].kind == RE_KIND_CRISIS &&
		within(f->asked_so_far, f->asked ? 1 : 0, s->head.players);
}

static bool called_frame_sound(const re_state *s, const ap_frame *f)
{
	switch (f->step) {
	case RE_STEP_CONTRIBUTIONS:
		return crisis_frame_sound(s, re_crisis_frame_in(f));
	case RE_STEP_TREATY_PLEA:
		return s->president != RE_NONE;
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

/* While leaders are dealt there are enough of them, and nothing else has happened. */
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
	switch (f->step) {
	case RE_STEP_DEAL_LEADERS:
		return leaders_being_dealt(s, f->asked);
	case RE_STEP_DEAL_CARDS:
		if (f->asked && re_drawing_seat(s) == RE_NONE)
			return false;
		/* fall through */
	case RE_STEP_FIRST_PRESIDENT:
		return re_size_of(s->unseen) == RE_CARDS && s->president == RE_NONE &&
			somebody_has_party(s);
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

/* Whom the top step asks when it asks. */
static ap_seats expected(const re_state *s)
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
		(top->step <= RE_STEP_TURN_END || !fits_below(top->step, base->step) ||
			!called_frame_sound(s, top)))
		return "a called step does not fit the table";
	return top->asked && top->asked != expected(s) ? "the wrong seat is asked" : NULL;
}

const char *re_unsound(const void *state)
{
	const re_state *s = state;
	const char *wrong = leaders_unsound(s);
	if (!wrong)
		wrong = chairs_unsound(s);
	if (!wrong)
		wrong = effects_unsound(s);
	if (!wrong && !s->head.over)
		wrong = stack_unsound(s);
	if (!wrong)
		wrong = cards_unsound(s);
	if (!wrong)
		wrong = hands_unsound(s);
	if (!wrong && !s->head.over)
		wrong = word_broken(s);
	return wrong;
}

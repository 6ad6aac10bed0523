/* soundness.c: the invariants of the table. A state that passes can be played on safely. */
#include "state.h"

/* ---- Every card is in one place ------------------------------------------------------------ */

typedef struct census {
	re_set seen;
	bool twice;
} census;

static void claim(census *c, re_set cards)
{
	c->twice |= !is_empty(both(c->seen, cards));
	c->seen.word[0] |= cards.word[0];
	c->seen.word[1] |= cards.word[1];
}

static void claim_card(census *c, int card)
{
	re_set one = {{0, 0}};
	if (card < 0 || card >= RE_CARDS) /* an import's; the stack is checked after it is mended */
		return;
	put(&one, card);
	claim(c, one);
}

/* Cards that lie on a leader or before a seat: one of these each. */
static void claim_laid(census *c, const uint8_t *on, int count, int first_card)
{
	for (int i = 0; i < count; i++)
		if (on[i] != NONE)
			claim_card(c, first_card + i);
}

/* Everything that is neither in the deck nor in a hand. */
static void claim_public(census *c, const re_state *s)
{
	const ap_frame *top = ap_peek(s);
	claim(c, s->discard);
	for (int seat = 0; seat < s->head.players; seat++) {
		claim(c, s->won[seat]);
		if (s->given[seat] != NONE)
			claim_card(c, s->given[seat]);
	}
	for (int leader = 0; leader < RE_LEADERS; leader++)
		claim(c, (re_set){{s->purge[leader], 0}});
	claim(c, (re_set){{(uint64_t)s->pile << RE_CARD_CRISIS_HARVEST, 0}});
	claim_laid(c, s->hero_on, HEROES, RE_CARD_HERO_A);
	claim_laid(c, s->ailing_on, AILINGS, RE_CARD_AILING_A);
	claim_laid(c, s->disrepute_by, DISREPUTES, RE_CARD_DISREPUTE_PARTY);
	claim_laid(c, s->scandal_by, SCANDALS, RE_CARD_SCANDAL_A);
	claim_laid(c, s->junket_by, JUNKETS, RE_CARD_JUNKET_A);
	if (top->step == CONTRIBUTIONS)
		claim_card(c, top->v[OPEN_CRISIS]);
	if (top->step == AFFLICT)
		claim_card(c, top->v[0]);
}

static int forced_in(re_set hand)
{
	return size_of(both(hand, re_of_kind[RE_KIND_CRISIS])) + size_of(both(hand, re_mandates));
}

void re_mend(void *state)
{
	re_state *s = state;
	census c = {0};
	claim_public(&c, s);
	s->unseen.word[0] = ~c.seen.word[0];
	s->unseen.word[1] = ~c.seen.word[1] & (((uint64_t)1 << (RE_CARDS - 64)) - 1);
	for (int seat = 0; seat < s->head.players; seat++) {
		int size = size_of(s->hand[seat]), forced = forced_in(s->hand[seat]);
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
	if (size_of(c.seen) != RE_CARDS || c.seen.word[1] >> (RE_CARDS - 64))
		return "a card is nowhere";
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->given[seat] != NONE && s->given[seat] >= RE_CARD_CRISIS_HARVEST)
			return "only action cards are laid on a crisis";
		if (s->given[seat] != NONE && ap_peek(s)->step != CONTRIBUTIONS)
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
		if (s->hand_size[seat] > HAND)
			return "a hand has more than five cards";
		if (s->fresh[seat] > s->hand_size[seat])
			return "more fresh cards than cards in a hand";
		if (!ap_sees(s, seat) && !is_empty(s->hand[seat]))
			return "a view shows another hand";
		if (!ap_sees(s, seat))
			continue;
		if (size_of(s->hand[seat]) != s->hand_size[seat])
			return "hand_size does not count the hand";
		if (forced_in(s->hand[seat]) > s->fresh[seat])
			return "a crisis or mandate is held by one who said he had none";
	}
	if (c.twice || !is_empty(both(c.seen, (re_set){{~s->unseen.word[0], ~s->unseen.word[1]}})))
		return "a card is in a hand and elsewhere";
	return held > size_of(s->unseen) ? "hands are larger than what is left" : NULL;
}

/* RE-TU-4: whoever has gone on to his mandates has no crisis. */
static const char *word_broken(const re_state *s)
{
	int seat = turn_of(s);
	bool past_crises = s->head.stack[0].step >= MANDATE_CARDS && s->head.stack[0].step <= TURN_END;
	if (past_crises && ap_sees(s, seat) && holds_kind(s, seat, RE_KIND_CRISIS))
		return "a crisis is held after the crises";
	bool past_mandates = s->head.stack[0].step >= CHOICE && s->head.stack[0].step <= TURN_END;
	return past_mandates && s->fresh[seat] != 0 ? "a mandate could be held after the mandates"
												: NULL;
}

/* ---- Leaders ------------------------------------------------------------------------------- */

static bool all_in_play_once(const re_state *s, const uint8_t *on, int count)
{
	re_leader_set seen = 0;
	for (int i = 0; i < count; i++) {
		if (on[i] == NONE)
			continue;
		if (on[i] >= RE_LEADERS || re_owner_of(s, on[i]) == NONE || (seen & leader_bit(on[i])))
			return false;
		seen |= leader_bit(on[i]);
	}
	return true;
}

static const char *purge_unsound(const re_state *s, int leader)
{
	uint64_t laid = s->purge[leader];
	if (laid == 0)
		return NULL;
	if (re_owner_of(s, leader) == NONE)
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
	if (!all_in_play_once(s, s->hero_on, HEROES) || !all_in_play_once(s, s->ailing_on, AILINGS))
		return "a Hero or Ailing card lies on nobody, or twice on one";
	if (s->president != NONE &&
		(s->president >= RE_LEADERS || re_owner_of(s, s->president) == NONE ||
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
		if (!is_empty(s->hand[seat]) || !is_empty(s->won[seat]) || s->faction[seat] ||
			s->won_leaders[seat] || s->hand_size[seat] || s->fresh[seat] || s->given[seat] != NONE)
			return "an empty chair has something";
	return s->unused ? "unused bytes are not zero" : NULL;
}

/* ---- Passing effects ----------------------------------------------------------------------- */

static bool seats_or_none(const re_state *s, const uint8_t *by, int count)
{
	for (int i = 0; i < count; i++)
		if (by[i] != NONE && by[i] >= s->head.players)
			return false;
	return true;
}

static const char *effects_unsound(const re_state *s)
{
	if (!seats_or_none(s, s->disrepute_by, DISREPUTES) ||
		!seats_or_none(s, s->scandal_by, SCANDALS) || !seats_or_none(s, s->scandal_on, SCANDALS) ||
		!seats_or_none(s, s->junket_by, JUNKETS))
		return "an effect belongs to nobody at the table";
	for (int i = 0; i < DISREPUTES; i++)
		if (s->spared[i] >> s->head.players || (s->disrepute_by[i] == NONE && s->spared[i]))
			return "a Disrepute spares nobody at the table";
	for (int i = 0; i < SCANDALS; i++) {
		if ((s->scandal_by[i] == NONE) != (s->scandal_on[i] == NONE))
			return "a Scandal has an author and a victim";
		if (s->scandal_by[i] != NONE && s->scandal_by[i] == s->scandal_on[i])
			return "a Scandal is on its author";
	}
	for (int i = 1; i < JUNKETS; i++)
		for (int k = 0; k < i; k++)
			if (s->junket_by[i] != NONE && s->junket_by[i] == s->junket_by[k])
				return "a faction is abroad twice";
	return s->pile >> CRISES ? "there is no such crisis" : NULL;
}

/* ---- The stack ----------------------------------------------------------------------------- */

static bool fits_below(int step, int base)
{
	switch (step) {
	case CONTRIBUTIONS:
	case TREATY_PLEA:
		return base == CRISIS_CARDS;
	case NEW_LEADER:
	case AFFLICT:
		return base == MANDATE_CARDS;
	case EXPOSE:
		return base == TURN_END;
	default: /* the office can fall free at many a time */
		return base == FIRST_TURN || base == TURN_START || base == AILING_ROLLS ||
			base == CRISIS_CARDS || base == MANDATE_CARDS || base == TURN_END;
	}
}

static bool within(int value, int low, int high)
{
	return value >= low && value <= high;
}

static bool office_frame_sound(const re_state *s, const ap_frame *f)
{
	bool award = f->v[AWARD] == RE_PR_1 || f->v[AWARD] == RE_PR_6 || f->v[AWARD] == RE_AC_9;
	if (s->president != NONE || !award)
		return false;
	if (f->step == OFFICE)
		return true;
	if (f->step == OFFICE_PICK)
		return within(f->v[WHO], 0, s->head.players - 1) &&
			re_has_group(s, f->v[WHO], RE_GROUP_PARTY);
	if (f->v[WHO] <= 0 || f->v[WHO] >> s->head.players)
		return false;
	for (int seat = 0; seat < s->head.players; seat++)
		if ((f->v[WHO] >> seat & 1) && !re_has_group(s, seat, RE_GROUP_PARTY))
			return false;
	return true;
}

static bool expose_frame_sound(const re_state *s, const ap_frame *f)
{
	if (!within(f->v[EXPOSER], 0, s->head.players - 1) ||
		!within(f->v[AROUND], 0, s->head.players) || !within(f->v[AT], 0, RE_LEADERS))
		return false;
	if (!f->asked)
		return true;
	bool at_leader = f->v[AROUND] < s->head.players && f->v[AT] < RE_LEADERS;
	return at_leader && f->v[AT] != s->president && re_leaders[f->v[AT]].group == RE_GROUP_PARTY &&
		re_owner_of(s, f->v[AT]) == clockwise(s, f->v[EXPOSER], f->v[AROUND]);
}

static bool called_frame_sound(const re_state *s, const ap_frame *f)
{
	switch (f->step) {
	case CONTRIBUTIONS:
		return within(f->v[OPEN_CRISIS], RE_CARD_CRISIS_HARVEST, RE_CARD_CRISIS_WARSAW_PACT) &&
			within(f->v[ASKED], f->asked ? 1 : 0, s->head.players);
	case TREATY_PLEA:
		return s->president != NONE;
	case NEW_LEADER:
		return re_leader_deck(s) != 0;
	case AFFLICT:
		return within(f->v[0], RE_CARD_AILING_A, RE_CARD_AILING_C) &&
			re_may_fall_ill(s, turn_of(s));
	case EXPOSE:
		return expose_frame_sound(s, f);
	default:
		return office_frame_sound(s, f);
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
	if (re_deck_size(s) != RE_CARDS || s->lost_leaders || s->president != NONE)
		return false;
	for (int seat = 0; seat < s->head.players; seat++) {
		int dealt = __builtin_popcount(s->faction[seat]);
		if (s->won_leaders[seat] || dealt > each)
			return false;
		complete &= dealt == each;
	}
	return !(asked && complete);
}

static bool base_frame_sound(const re_state *s, const ap_frame *f)
{
	bool alone = s->head.depth == 1;
	switch (f->step) {
	case DEAL_LEADERS:
		return leaders_being_dealt(s, f->asked);
	case DEAL_CARDS:
		if (f->asked && re_drawing_seat(s) == NONE)
			return false;
		/* fall through */
	case FIRST_PRESIDENT:
		return size_of(s->unseen) == RE_CARDS && s->president == NONE && somebody_has_party(s);
	case FIRST_TURN:
		return alone ? s->president != NONE : somebody_has_party(s);
	case AILING_ROLLS:
		if (f->asked) {
			int leader = f->v[ROLLED] < AILINGS ? s->ailing_on[f->v[ROLLED]] : NONE;
			return leader != NONE && re_owner_of(s, leader) == turn_of(s);
		}
		return true;
	case REFILL:
		return !f->asked || (s->hand_size[turn_of(s)] < HAND && re_deck_size(s) > 0);
	default:
		return true;
	}
}

/* Whom the top step asks when it asks. */
static ap_seats expected(const re_state *s)
{
	const ap_frame *f = ap_peek(s);
	switch (f->step) {
	case CRISIS_CARDS:
	case MANDATE_CARDS:
	case CHOICE:
		return s->hand_size[turn_of(s)] > 0 ? AP_SEAT(turn_of(s)) : 0;
	case AFFLICT:
		return AP_SEAT(turn_of(s));
	case OFFICE_PICK:
		return AP_SEAT(f->v[WHO]);
	case CONTRIBUTIONS:
		return AP_SEAT(clockwise(s, turn_of(s), f->v[ASKED]));
	case TREATY_PLEA:
		return AP_SEAT(re_president_seat(s));
	case DEAL_LEADERS:
	case DEAL_CARDS:
	case AILING_ROLLS:
	case REFILL:
	case OFFICE_LOT:
	case NEW_LEADER:
	case EXPOSE:
		return AP_SEAT(AP_CHANCE);
	default:
		return 0;
	}
}

static const char *stack_unsound(const re_state *s)
{
	const ap_frame *base = &s->head.stack[0], *top = ap_peek(s);
	if (base->step > TURN_END || s->head.depth > 2)
		return "the turn is not at the bottom of the stack";
	if (!within(base->v[TURN], 0, s->head.players - 1) || !within(base->v[ROLLED], 0, AILINGS))
		return "nobody has the turn";
	if (!base_frame_sound(s, base))
		return "the step does not fit the table";
	if (top != base &&
		(top->step <= TURN_END || !fits_below(top->step, base->step) ||
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

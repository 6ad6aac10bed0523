/* aids.c: how events help in the combats of a round: the card that was played for an operation of
 * its event, and the Initiative cards of both sides, TC-IN-4. */
#include "combat.h"
#include "events.h"

/* ---- The operation of an event --------------------------------------------------------------- */

int tc_row_with(int card, int deed)
{
	assert(tc_is_card(card));
	for (int row = tc_first_row(card); tc_row_of_card(row, card); row++)
		if (tc_effects[row].deed == deed)
			return row;
	return TC_EFFECTS;
}

bool tc_event_operates(const tc_state *s)
{
	return s->op.card != TC_NONE && s->op.use == TC_USE_EVENT && s->op.spaces > 0 &&
		tc_row_with(s->op.card, TC_DEED_ACTIVATE) < TC_EFFECTS;
}

/* Returns the regions in which the space lies or to which it is next, as a set of bits. */
static uint32_t regions_around(int space)
{
	uint32_t set = (uint32_t)1 << tc_region_of(space);
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		set |= (uint32_t)1 << tc_region_of(tc_link_to[i]);
	return set;
}

uint16_t tc_event_forbids(const tc_state *s, int space)
{
	enum { ACTIVATED = TC_MARKER_FLAG_MOVE | TC_MARKER_FLAG_COMBAT | TC_MARKER_FLAG_SPENT };
	assert(tc_is_space(space));
	_Static_assert(TC_REGIONS <= 32, "a set of regions fits");
	if (!tc_event_operates(s))
		return 0;
	const tc_effect *e = &tc_effects[tc_row_with(s->op.card, TC_DEED_ACTIVATE)];
	if (e->where == TC_WHERE_WITH_FACTION) /* TC-WC-39 */
		return tc_has_faction(s, space, e->factions[0]) ? 0 : tc_card_clause(s->op.card);
	if (e->where != TC_WHERE_REGION_AND_AROUND)
		return 0;
	uint32_t common = regions_around(space);
	for (int other = tc_next_marked(s, ACTIVATED, 0); other < TC_SPACES && common;
		 other = tc_next_marked(s, ACTIVATED, other + 1))
		common &= regions_around(other);
	return common ? 0 : tc_card_clause(s->op.card);
}

/* ---- Who helps ------------------------------------------------------------------------------- */

int tc_aid_card(const tc_state *s, int aid)
{
	assert(aid >= 0 && aid < TC_AID_COUNT);
	if (aid == TC_AID_CARD)
		return tc_event_operates(s) ? s->op.card : TC_NONE;
	return s->op.aid[aid == TC_AID_RED ? TC_SIDE_RED : TC_SIDE_WHITE];
}

int tc_aid_of(int side)
{
	assert(tc_is_side(side));
	return side == TC_SIDE_RED ? TC_AID_RED : TC_AID_WHITE;
}

static bool row_used(const tc_state *s, const tc_effect *e)
{
	return e->choice >= TC_CHOICES || tc_chose(s, e->choice);
}

static bool rides(const tc_state *s)
{
	tc_force attackers;
	tc_find_force(s, TC_ROLE_ATTACKER, &attackers);
	for (int i = 0; i < attackers.count; i++)
		if (tc_troops[tc_units[attackers.unit[i]].troop].rides)
			return true;
	return false;
}

/* Returns whether the row helps in the combat under way. What has begun to help goes on to. */
static bool row_helps(const tc_state *s, int aid, const tc_effect *e)
{
	if (s->combat.aided >> aid & 1)
		return true;
	if (e->most && s->op.aided[aid] >= e->most)
		return false;
	switch (e->where) {
	case TC_WHERE_WITH_CAVALRY:
		return rides(s);
	case TC_WHERE_CLEAR_GROUND:
		return tc_spaces[s->combat.target].terrain == TC_TERRAIN_CLEAR;
	default:
		return true;
	}
}

/* Returns the row with this deed by which the aid helps the role in the combat under way;
 * TC_EFFECTS if there is none. Only attacks are helped, no counter-attack and no treachery. */
static int helping_row(const tc_state *s, int role, int aid, int deed)
{
	int card = tc_aid_card(s, aid);
	if (card == TC_NONE || s->combat.kind != TC_COMBAT_KIND_PLAIN ||
		tc_card_side(card) != s->combat.side[role])
		return TC_EFFECTS;
	for (int row = tc_first_row(card); tc_row_of_card(row, card); row++) {
		const tc_effect *e = &tc_effects[row];
		if (e->deed == deed && row_used(s, e) && row_helps(s, aid, e))
			return row;
	}
	return TC_EFFECTS;
}

int tc_aid_amount(const tc_state *s, int aid, int deed)
{
	int row = helping_row(s, TC_ROLE_ATTACKER, aid, deed);
	return row < TC_EFFECTS ? tc_effects[row].amount : 0;
}

int tc_first_fire_card(const tc_state *s)
{
	for (int aid = 0; aid < TC_AID_COUNT; aid++)
		if (helping_row(s, TC_ROLE_ATTACKER, aid, TC_DEED_FIRST_FIRE) < TC_EFFECTS)
			return tc_aid_card(s, aid);
	return TC_NONE;
}

int tc_lender(const tc_state *s, int role, int ability)
{
	assert(tc_is_role(role));
	if ((ability == TC_ABILITIES_WITHDRAW) != (role == TC_ROLE_DEFENDER))
		return TC_AID_COUNT;
	for (int aid = 0; aid < TC_AID_COUNT; aid++) {
		int row = helping_row(s, role, aid, TC_DEED_LEND);
		if (row < TC_EFFECTS && (tc_effects[row].abilities >> ability & 1))
			return aid;
	}
	return TC_AID_COUNT;
}

int tc_presser(const tc_state *s)
{
	for (int aid = 0; aid < TC_AID_COUNT; aid++)
		if (helping_row(s, TC_ROLE_ATTACKER, aid, TC_DEED_ADVANCE) < TC_EFFECTS)
			return aid;
	return tc_lender(s, TC_ROLE_ATTACKER, TC_ABILITIES_EXPLOIT);
}

/* ---- When it is used up ---------------------------------------------------------------------- */

void tc_use_aid(tc_state *s, int aid)
{
	assert(aid >= 0 && aid < TC_AID_COUNT);
	if (s->combat.aided >> aid & 1)
		return;
	s->combat.aided |= (uint8_t)(1 << aid);
	s->op.aided[aid]++;
}

void tc_use_aids_in_fire(tc_state *s)
{
	static const uint8_t deeds[] = {TC_DEED_ATTACK_BONUS, TC_DEED_COLUMN_BONUS, TC_DEED_FIRST_FIRE,
		TC_DEED_LEND, TC_DEED_ADVANCE};
	for (int aid = 0; aid < TC_AID_COUNT; aid++)
		for (int i = 0; i < AP_COUNT(deeds); i++) {
			int row = helping_row(s, TC_ROLE_ATTACKER, aid, deeds[i]);
			if (row < TC_EFFECTS && tc_effects[row].most)
				tc_use_aid(s, aid);
		}
}

/* ---- What an event says about it ------------------------------------------------------------- */

bool tc_is_help(int deed)
{
	return deed == TC_DEED_ATTACK_BONUS || deed == TC_DEED_COLUMN_BONUS ||
		deed == TC_DEED_FIRST_FIRE || deed == TC_DEED_LEND || deed == TC_DEED_ADVANCE;
}

uint32_t tc_helps_of(const tc_effect *e)
{
	static const struct {
		uint8_t ability, help;
	} lent[] = {{TC_ABILITIES_MULTI_SPACE, TC_HELP_MULTI_SPACE},
		{TC_ABILITIES_EXPLOIT, TC_HELP_EXPLOIT}, {TC_ABILITIES_WITHDRAW, TC_HELP_WITHDRAW},
		{TC_ABILITIES_CAVALRY_SURPRISE, TC_HELP_CAVALRY_SURPRISE}};
	uint32_t set = 0;
	switch (e->deed) {
	case TC_DEED_ATTACK_BONUS:
		return 1 << TC_HELP_BONUS;
	case TC_DEED_COLUMN_BONUS:
		return 1 << TC_HELP_COLUMN;
	case TC_DEED_FIRST_FIRE:
		return 1 << TC_HELP_FIRST_FIRE;
	case TC_DEED_ADVANCE:
		return 1 << TC_HELP_ADVANCE;
	case TC_DEED_LEND:
		for (int i = 0; i < AP_COUNT(lent); i++)
			if (e->abilities >> lent[i].ability & 1)
				set |= (uint32_t)1 << lent[i].help;
		return set;
	default:
		return 0;
	}
}

bool tc_row_aids(const tc_state *s, int row)
{
	return tc_is_help(tc_effects[row].deed) && row_used(s, &tc_effects[row]);
}

bool tc_help_timely(const tc_state *s, int side, const tc_effect *e)
{
	bool own = tc_is_help(e->deed) && !(e->abilities >> TC_ABILITIES_WITHDRAW & 1);
	return (s->acting == side) == own;
}

void tc_carry_help(tc_state *s, int side, int row, ap_events *ev)
{
	assert(tc_is_side(side));
	const tc_effect *e = &tc_effects[row];
	uint16_t clause = tc_card_clause(e->card);
	if (e->deed == TC_DEED_ACTIVATE) {
		s->op.spaces = (uint8_t)e->amount;
		tc_tell_operates(ev, clause, TC_SIDE(side), TC_CARD(e->card), e->amount);
		return;
	}
	if (tc_cards[e->card].kind == TC_KIND_INITIATIVE)
		s->op.aid[side] = (uint8_t)e->card;
	for (int help = 0; help < TC_HELP_COUNT; help++)
		if (tc_helps_of(e) >> help & 1)
			tc_tell_helps(ev, clause, TC_SIDE(side), TC_CARD(e->card), TC_HELP(help), e->most);
}

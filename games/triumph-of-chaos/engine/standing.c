/* standing.c: where the factions stand, whose the Victory Cities are, where the cards lie. */
#include "chapters.h"

/* ---- Factions -------------------------------------------------------------------------------- */

int tc_controller(const tc_state *s, int faction)
{
	int box = s->box[faction];
	return box == TC_BOX_RED_CONTROL ? RED : box == TC_BOX_WHITE_CONTROL ? WHITE : NOBODY;
}

int tc_conqueror(const tc_state *s, int faction)
{
	int flags = s->faction_flags[faction];
	return flags & F_BY_RED ? RED : flags & F_BY_WHITE ? WHITE : NOBODY;
}

bool tc_powers_active(const tc_state *s)
{
	return tc_setting_of(s)->central_powers &&
		!(s->faction_flags[TC_FACTION_CENTRAL_POWERS] & F_WITHDRAWN);
}

bool tc_shut(const tc_state *s, int faction)
{
	return (tc_factions[faction].rules >> TC_RULES_CENTRAL_POWERS & 1) && tc_powers_active(s);
}

/* TC-8.24, TC-8.24.1, TC-8.24.2. The units of a conquered faction serve the conqueror (TC-8.53). */
static int user_of(const tc_state *s, int faction)
{
	int controller = tc_controller(s, faction);
	if (controller == NOBODY)
		return tc_conqueror(s, faction);
	bool barred = tc_factions[faction].barred == controller;
	return barred && !(s->faction_flags[faction] & (F_PROTECTED | F_CALLED)) ? NOBODY : controller;
}

void tc_refresh_users(tc_state *s)
{
	for (int f = 0; f < FACTIONS; f++)
		s->user[f] = (uint8_t)user_of(s, f);
	tc_make_stale(s);
}

void tc_set_box(tc_state *s, int faction, int box)
{
	s->box[faction] = (uint8_t)box;
	s->user[faction] = (uint8_t)user_of(s, faction);
	tc_make_stale(s);
}

/* ---- Victory Cities -------------------------------------------------------------------------- */

static bool czechs_lean_white(const tc_state *s)
{
	int box = s->box[TC_FACTION_CZECH_LEGION];
	return box == TC_BOX_WHITE_INFLUENCE || box == TC_BOX_WHITE_CONTROL;
}

int tc_city_counts_for(const tc_state *s, int space)
{
	int owner = s->owner[space], land = tc_land_of(space);
	if (!tc_spaces[space].city)
		return NOBODY;
	if (owner == CZECHS) /* TC-8.316.1 */
		return czechs_lean_white(s) ? WHITE : NOBODY;
	if (owner >= SIDES)
		return NOBODY;
	if (tc_powers_active(s)) { /* TC-8.315.6 */
		if (s->marker[space] & M_CREDIT)
			return tc_other(owner);
		if (tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS))
			return NOBODY;
	}
	return land < FACTIONS && tc_shut(s, land) ? NOBODY : owner;
}

int tc_count_cities(const tc_state *s, int side)
{
	int count = 0;
	for (int space = 0; space < SPACES; space++)
		if (tc_spaces[space].city)
			count += tc_city_counts_for(s, space) == side;
	return count;
}

int tc_ahead(const tc_state *s)
{
	int red = tc_count_cities(s, RED), white = tc_count_cities(s, WHITE);
	return red > white ? RED : white > red ? WHITE : NOBODY;
}

void tc_gain_vp(tc_state *s, int side, int vp, int clause, ap_events *ev)
{
	if (vp > MOST_VP - s->vp[side])
		vp = MOST_VP - s->vp[side];
	if (vp <= 0)
		return;
	s->vp[side] = (uint8_t)(s->vp[side] + vp);
	ap_tell(ev, EV_VP, (uint16_t)clause, (int16_t)side, (int16_t)vp, s->vp[side]);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

static uint8_t *size_of(tc_state *s, int card)
{
	int side = tc_card_side(card), place = s->card_at[card];
	return place == CARD_HAND ? &s->hand_size[side]
		: place == CARD_DECK  ? &s->deck_size[side]
							  : NULL;
}

/* Who knows a card that lies face down: its owner, but not in the deck. */
static uint8_t natural_knowledge(const tc_state *s, int card)
{
	int place = s->card_at[card], seat = s->seat_of[tc_card_side(card)];
	bool held = place >= CARD_HAND && place < CARD_DISCARDS;
	return held && seat != NONE ? (uint8_t)AP_SEAT(seat) : 0;
}

void tc_card_to(tc_state *s, int card, int place)
{
	uint8_t *size = size_of(s, card);
	if (size)
		--*size;
	s->card_at[card] = (uint8_t)place;
	size = size_of(s, card);
	if (size)
		++*size;
	s->card_known[card] = natural_knowledge(s, card);
}

/* While cards are being placed nobody is to see how many already are. */
static bool in_hand(const tc_state *s, int place)
{
	bool placing = !s->head.over && ap_peek(s)->step == POLITICS_PLACE;
	return place == CARD_HAND || (placing && place > CARD_HAND && place < CARD_DISCARDS);
}

void tc_count_hands(tc_state *s)
{
	memset(s->hand_size, 0, sizeof s->hand_size);
	memset(s->deck_size, 0, sizeof s->deck_size);
	for (int card = 0; card < CARDS; card++) {
		int side = tc_card_side(card), place = s->card_at[card];
		s->hand_size[side] += in_hand(s, place);
		s->deck_size[side] += place == CARD_DECK;
	}
}

int tc_action_cards(const tc_state *s, int side)
{
	int count = s->hand_size[side];
	int extra = side == WHITE ? TC_CARD_W53 : TC_CARD_R53;
	return count - (s->card_at[extra] == CARD_HAND) - (s->card_at[extra + 1] == CARD_HAND);
}

void tc_pcard_to(tc_state *s, int pcard, int place)
{
	s->pcard_at[pcard] = (uint8_t)place;
	if (place != P_CHOSEN)
		s->pcard_known[pcard] = 0;
}

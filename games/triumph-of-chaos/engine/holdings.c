/* holdings.c: what the sides hold: factions, Victory Cities and cards. */
#include "chapters.h"

/* ---- Factions -------------------------------------------------------------------------------- */

/* TC-8.24, TC-8.24.1, TC-8.24.2: returns who uses the forces of a faction. Forces of a conquered
 * faction serve the conqueror (TC-8.53). */
static int user_of(const tc_state *s, int faction)
{
	int controller = tc_controller(s, faction);
	if (controller == TC_PARTY_NOBODY)
		return tc_conqueror(s, faction);
	if (s->faction_flags[faction] & TC_FACTION_FLAG_BORROWED) /* TC-WC-39 */
		return tc_other(controller);
	bool barred = tc_factions[faction].barred == controller;
	return barred &&
			!(s->faction_flags[faction] & (TC_FACTION_FLAG_PROTECTED | TC_FACTION_FLAG_CALLED))
		? TC_PARTY_NOBODY
		: controller;
}

void tc_refresh_users(tc_state *s)
{
	for (int f = 0; f < TC_FACTIONS; f++)
		s->user[f] = (uint8_t)user_of(s, f);
	tc_make_stale(s);
}

/* ---- War, TC-8.222 --------------------------------------------------------------------------- */

int tc_war_by_control(const tc_state *s, int faction)
{
	assert(tc_is_faction(faction));
	int controller = tc_controller(s, faction);
	bool ever = s->faction_flags[faction] & TC_FACTION_FLAG_EVER;
	if (controller == TC_PARTY_NOBODY) /* TC-8.317: Finland is at war with both at the start. */
		return faction == TC_FACTION_FINLAND && !ever && s->box[faction] != TC_BOX_OUT
			? TC_BOTH_SIDES
			: 0;
	int enemy = 1 << tc_other(controller);
	return faction == TC_FACTION_POLAND ? s->war[faction] & enemy : enemy;
}

void tc_set_box(tc_state *s, int faction, int box)
{
	assert(tc_is_faction(faction));
	int controller = tc_controller(s, faction), user = s->user[faction];
	s->box[faction] = (uint8_t)box;
	s->war[faction] = (uint8_t)tc_war_by_control(s, faction);
	s->user[faction] = (uint8_t)user_of(s, faction);
	s->stale = 1;
	if (tc_controller(s, faction) != controller || s->user[faction] != user)
		tc_make_stale(s);
}

int tc_count_factions(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	int count = 0;
	for (int f = 0; f < TC_FACTIONS; f++)
		count += tc_controller(s, f) == side || tc_conqueror(s, f) == side;
	return count;
}

/* ---- Victory Cities -------------------------------------------------------------------------- */

static bool czechs_lean_white(const tc_state *s)
{
	int box = s->box[TC_FACTION_CZECH_LEGION];
	return box == TC_BOX_WHITE_INFLUENCE || box == TC_BOX_WHITE_CONTROL;
}

/* TC-WC-17: returns whether an event has taken the city out of the side's count. */
static bool no_credit(const tc_state *s, int side, int space)
{
	if (!tc_played(s, TC_CARD_W17))
		return false;
	for (int row = 0; row < TC_EFFECTS; row++) {
		const tc_effect *e = &tc_effects[row];
		if (e->deed == TC_DEED_NO_CREDIT && e->side == side && e->spaces[0] == space &&
			tc_played(s, e->card))
			return true;
	}
	return false;
}

int tc_city_counts_for(const tc_state *s, int space)
{
	assert(tc_is_space(space));
	int owner = s->owner[space], land = tc_land_of(space);
	if (!tc_spaces[space].city)
		return TC_PARTY_NOBODY;
	if (land == TC_FACTION_POLAND && tc_polish_peace_made(s)) /* TC-8.321.19 */
		return s->marker[space] & TC_MARKER_FLAG_CREDIT ? TC_SIDE_RED : TC_PARTY_NOBODY;
	if (owner == TC_OWNER_CZECH_LEGION) /* TC-8.316.1 */
		return czechs_lean_white(s) ? TC_SIDE_WHITE : TC_PARTY_NOBODY;
	if (owner >= TC_SIDE_COUNT)
		return TC_PARTY_NOBODY;
	if (tc_powers_active(s)) { /* TC-8.315.6 */
		if (s->marker[space] & TC_MARKER_FLAG_CREDIT)
			return tc_other(owner);
		if (tc_has_faction(s, space, TC_FACTION_CENTRAL_POWERS))
			return TC_PARTY_NOBODY;
	}
	if (no_credit(s, owner, space))
		return TC_PARTY_NOBODY;
	return land < TC_FACTIONS && tc_shut(s, land) ? TC_PARTY_NOBODY : owner;
}

/* Counts the cities of each party. */
static void count_cities(const tc_state *s, int count[TC_PARTY_COUNT])
{
	memset(count, 0, TC_PARTY_COUNT * sizeof count[0]);
	const uint64_t *cities = tc_space_by_city[1];
	for (int space = tc_member(cities, TC_SET_WORDS, 0); space < TC_SPACES;
		 space = tc_member(cities, TC_SET_WORDS, space + 1))
		count[tc_city_counts_for(s, space)]++;
}

int tc_count_cities(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	int count[TC_PARTY_COUNT];
	count_cities(s, count);
	return count[side];
}

int tc_ahead(const tc_state *s)
{
	int count[TC_PARTY_COUNT];
	count_cities(s, count);
	int red = count[TC_SIDE_RED], white = count[TC_SIDE_WHITE];
	return red > white ? TC_SIDE_RED : white > red ? TC_SIDE_WHITE : TC_PARTY_NOBODY;
}

void tc_gain_vp(tc_state *s, int side, int vp, int clause, ap_events *ev)
{
	assert(tc_is_side(side));
	if (vp > TC_MOST_VP - s->vp[side])
		vp = TC_MOST_VP - s->vp[side];
	if (vp <= 0)
		return;
	s->vp[side] = (uint8_t)(s->vp[side] + vp);
	tc_tell_vp(ev, (uint16_t)clause, TC_SIDE(side), vp, s->vp[side]);
	tc_note_victory(s, ev);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* Returns the counter of the hand or deck that includes this card; NULL if it is in neither. */
static uint8_t *count_with(tc_state *s, int card)
{
	int side = tc_card_side(card), place = s->card_at[card];
	return place == TC_CARD_PLACE_HAND ? &s->hand_size[side]
		: place == TC_CARD_PLACE_DECK  ? &s->deck_size[side]
									   : NULL;
}

/* Returns who knows a card in its present place: its owner, unless it is in the deck or lies
 * open. */
static uint8_t known_in_place(const tc_state *s, int card)
{
	int place = s->card_at[card], seat = s->seat_of[tc_card_side(card)];
	bool held = place >= TC_CARD_PLACE_HAND && place < TC_CARD_PLACE_DISCARDS;
	return held && seat != TC_NONE ? (uint8_t)AP_SEAT(seat) : 0;
}

void tc_card_to(tc_state *s, int card, int place)
{
	assert(tc_is_card(card));
	assert(place >= 0 && place < TC_CARD_PLACE_COUNT);
	uint8_t *size = count_with(s, card);
	if (size)
		--*size;
	if (place >= TC_CARD_PLACE_DISCARDS)
		tc_show_kept(s, card);
	uint8_t older = s->card_known[card] & TC_KNOWN_OLDER;
	s->card_at[card] = (uint8_t)place;
	size = count_with(s, card);
	if (size)
		++*size;
	s->card_known[card] = known_in_place(s, card) | older;
}

/* Returns whether a card in this place counts as held. While cards are being laid, cards in the
 * boxes count as held, so that nobody sees how many there are. */
static bool is_held(const tc_state *s, int place)
{
	bool placing = !s->head.over &&
		(ap_peek(s)->step == TC_STEP_POLITICS_PLACE || ap_peek(s)->step == TC_STEP_END_CARDS);
	return place == TC_CARD_PLACE_HAND ||
		(placing && place > TC_CARD_PLACE_HAND && place < TC_CARD_PLACE_DISCARDS);
}

void tc_count_hands(tc_state *s)
{
	memset(s->hand_size, 0, sizeof s->hand_size);
	memset(s->deck_size, 0, sizeof s->deck_size);
	for (int card = 0; card < TC_CARDS; card++) {
		int side = tc_card_side(card), place = s->card_at[card];
		s->hand_size[side] += is_held(s, place);
		s->deck_size[side] += place == TC_CARD_PLACE_DECK;
	}
}

int tc_card_value(int card)
{
	assert(tc_is_card(card));
	return tc_cards[card].kind == TC_KIND_INFLUENCE ? AP_NONE : tc_cards[card].value;
}

int tc_action_cards(const tc_state *s, int side)
{
	assert(tc_is_side(side));
	int count = s->hand_size[side];
	int extra = side == TC_SIDE_WHITE ? TC_CARD_W53 : TC_CARD_R53;
	return count - (s->card_at[extra] == TC_CARD_PLACE_HAND) -
		(s->card_at[extra + 1] == TC_CARD_PLACE_HAND);
}

void tc_political_card_to(tc_state *s, int card, int place)
{
	assert(card >= 0 && card < TC_POLITICAL_CARDS);
	s->pcard_at[card] = (uint8_t)place;
	if (place != TC_POLITICAL_CARD_PLACE_CHOSEN)
		s->pcard_known[card] = 0;
}

int tc_pile_size(const tc_state *s, int pile)
{
	int lying = 0, chosen = 0;
	assert(tc_is_pile(pile));
	for (int card = 0; card < TC_POLITICAL_CARDS; card++) {
		int place = s->pcard_at[card];
		if (tc_political_cards[card].pile != pile)
			continue;
		lying += place == TC_POLITICAL_CARD_PLACE_PILE || place == AP_UNSEEN;
		chosen += place == TC_POLITICAL_CARD_PLACE_CHOSEN;
	}
	/* A view does not show which cards were chosen. */
	return lying - (s->box_chosen[pile] - chosen);
}

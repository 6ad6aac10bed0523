/* chapters.h: the functions that the chapters of Triumph of Chaos offer one another, and the rules
 * that all of them follow. The functions of the steps are declared with the steps.
 *
 * Rules for all chapters:
 * - A step asks with tc_ask, tc_ask_seats or tc_ask_chance, never with ap_ask, because these
 *   functions update supply first. Only the step move-on asks with tc_ask_stale: it does not need
 *   supply, because the points of a group are fixed when it sets out.
 * - A step that calls another step (tc_call) first sets the step with which its own frame continues
 *   (tc_goto, tc_enter), because the called frame runs first. The comment of a function that may
 *   call a step says so; its caller must return without touching a frame.
 * - A step that must ask about several things in turn stores the next of them in its frame. Its run
 *   function finds the next one, carries out everything that leaves no choice, and continues.
 * - For each question, one function whose name ends in `forbidden` returns 0 or the first clause
 *   that fails. The refuse function of the step uses it, and the legal function lists the
 *   candidates that pass it. Lists are sorted by verb in the order of verbs.toml, then by the first
 *   argument, then by the second.
 * - Only the functions of board.c and holdings.c move units, leaders, owners, markers of factions
 *   and cards.
 * - "Forces of a side" are the units u with tc_user(s, u) == side.
 * - Events may be NULL. The caller that moves something tells it; functions of board.c and
 *   holdings.c tell nothing unless their comment says so.
 *
 * When parts of the state change:
 * - A played card moves from the hand to the discards in the step play (or interrupt). The step
 *   round-end (or interrupt) takes it out of the game if its event is a starred one.
 * - bonus (TC-8.111) is set when the Action Phase begins, used in the step play and cleared at the
 *   end of WHITE's round. red_five is set when boxes are opened.
 * - The flag `new` of a faction is cleared when round 2 begins, and `new-round` when any round
 *   begins. Both are cleared when the faction is attacked.
 * - passive is set by the event of RED 9, changed when the turn ends, and cleared at the end of the
 *   next Political Phase.
 * - steps, faction_steps, announced, duty, fewer_spaces, fewer_steps, duty_lifted and lenin_spoke
 *   are cleared when a turn begins. NO ACT markers and the flags of idle leaders are cleared when
 *   it ends. infighting is kept from turn to turn.
 * - this_turn is cleared when the turn ends. What helps in the combats of a round is in op (aid,
 * aided) and forgotten with it.
 * - Bluff and Influence are added to the hands after the chits, and laid aside when the Political
 *   Phase ends, wherever they are. So in the Action Phase hand_size counts only Action Cards.
 * - The step score sets the counters `cities`. Before that, tc_ahead() returns who is ahead.
 * - When a side that may use the Czech Legion or the Central Powers gains them, it becomes the
 *   owner of the spaces in which they stand. When it loses them, they become the owner again.
 * - entered and response_due are set by tc_put_unit() and tc_put_leader(). What is due in Poland is
 *   settled by the step polish-affairs, which tc_ask() calls before anybody is asked in a frame of
 *   a round, of replacements or of the Logistics Phase, and round-end and logistics-end call.
 * - polish_steps are counted when a side begins to spend its steps, and lost when it ends.
 * - border_open is set by every function that gives RED control of Finland, and never cleared.
 * - unit_side is set by tc_turn_unit, and cleared when the unit leaves the map.
 * - The flag `borrowed` of a faction is set by WHITE 39, and cleared when the turn ends or the
 *   faction is lost. `aggression` is set when RED 37 gives control, and cleared with it. `green` is
 *   never cleared.
 * - Every function that removes the last unit of a space, or enters a space, calls
 *   tc_leaders_alone(). */
#ifndef APPARAT_TRIUMPH_CHAPTERS_H
#define APPARAT_TRIUMPH_CHAPTERS_H

#include "state.h"

/* ---- questions.c: who is asked, and the die ------------------------------------------------- */

void tc_ask(tc_state *s, int side);             /* asks the seat of that side */
void tc_ask_stale(tc_state *s, int side);       /* asks the same seat without updating supply */
void tc_ask_seats(tc_state *s, ap_seats seats); /* asks several seats, in sealed steps */
/* Asks every side that holds cards, in secret. Returns whether there is one. */
bool tc_ask_holders(tc_state *s);
/* Asks chance, for a die or a card. */
void tc_ask_chance(tc_state *s);
int tc_longest_list(void); /* returns the most actions that a player may have to choose from */
/* Returns the side that the seat plays; TC_NONE before the bid is decided. */
static inline int tc_seat_side(const tc_state *s, int seat)
{
	assert(seat == TC_SEAT_FIRST || seat == TC_SEAT_SECOND);
	return s->side_of[seat];
}

/* ---- board.c: units, leaders and owners of spaces ------------------------------------------- */

/* Puts a unit in a space, wherever it was. The unit keeps its flags. The owner of the space does
 * not change: see tc_take_space. */
void tc_put_unit(tc_state *s, int unit, int space);
/* Takes a unit off the map. The unit loses its flags, but a unit in the reserve stays reduced. */
void tc_take_unit(tc_state *s, int unit, int location);
/* Turns a unit to its reduced side or to its full side. */
void tc_set_reduced(tc_state *s, int unit, bool reduced);
/* TC-LS-2: takes a step from the unit. Returns true if that destroys it. A destroyed unit keeps its
 * place until the caller takes it off the map or marks it as fallen. */
bool tc_lose_step(tc_state *s, int unit);
/* Takes a destroyed unit off the map. Greens of the pool go back to it. Insurgents and units that
 * have changed sides leave the game (TC-16.34, TC-16.34.1). Other units go to the dead or, if
 * `for_good`, out of the game. Makhno's armies always go to the dead (TC-8.320.3). */
void tc_destroy(tc_state *s, int unit, bool for_good);
/* Puts a leader in a space, wherever he was. */
void tc_put_leader(tc_state *s, int leader, int space);
/* Takes a leader off the map and puts him in this location: TC_LOCATION_.. */
void tc_take_leader(tc_state *s, int leader, int location);

/* Finds the bytes that are equal to a value. There are at least 64. */
void tc_find_equal(const uint8_t *bytes, int count, int value, uint64_t *set);
/* Finds the spaces with units. */
void tc_occupied(const tc_state *s, uint64_t set[TC_SET_WORDS]);
/* Finds the spaces of an owner. */
void tc_owned_by(const tc_state *s, int owner, uint64_t set[TC_SET_WORDS]);
/* Finds the spaces of a side where no partisans bar it, TC-PA-1. */
void tc_open_to(const tc_state *s, int side, uint64_t set[TC_SET_WORDS]);
/* Finds the units in a location: TC_LOCATION_.. */
void tc_units_in(const tc_state *s, int location, uint64_t set[TC_UNIT_WORDS]);
/* Finds the units with one of these flags: TC_UNIT_FLAG_.. */
void tc_units_flagged(const tc_state *s, int flags, uint64_t set[TC_UNIT_WORDS]);
/* Finds the units that the side uses, wherever they are. */
void tc_units_of(const tc_state *s, int side, uint64_t set[TC_UNIT_WORDS]);
/* Finds the spaces with one of these markers: TC_MARKER_FLAG_.. */
void tc_marked(const tc_state *s, int flags, uint64_t set[TC_SET_WORDS]);
/* Finds the cards in a place, TC_CARD_PLACE_.., and the Political Cards in one:
 * TC_POLITICAL_CARD_PLACE_.. */
void tc_cards_in(const tc_state *s, int place, uint64_t set[TC_CARD_WORDS]);
void tc_political_cards_in(const tc_state *s, int place, uint64_t set[TC_CARD_WORDS]);
/* Gives a space to another owner; supply is stale then. */
void tc_set_owner(tc_state *s, int space, int owner);
/* TC-CO-1: gives the space to the side of a unit that has entered it, and tells the change. */
void tc_take_space(tc_state *s, int unit, int space, ap_events *ev);
/* TC-8.315.6: a city that the Central Powers have left to those who followed them counts for these.
 */
void tc_end_credit(tc_state *s, int space);
/* Returns the first space from this one on with one of these markers (TC_MARKER_FLAG_..);
 * TC_SPACES if there is none. */
int tc_next_marked(const tc_state *s, int flags, int from);
/* The same for leaders: TC_LEADER_FLAG_.., TC_LEADERS if there is none. */
int tc_next_leader(const tc_state *s, int flags, int from);
/* TC-NA-1: takes NO ACT markers off spaces without units, and tells each removal. */
void tc_tidy_markers(tc_state *s, ap_events *ev);

/* Returns who uses a unit: a side, or nobody. Nobody uses Greens, neutrals, and forces that their
 * controller may not use. */
static inline int tc_user(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	if (s->unit_side[unit] != TC_ALLEGIANCE_OWN)
		return s->unit_side[unit] - 1;
	if (tc_units[unit].side != TC_PARTY_NOBODY)
		return tc_units[unit].side;
	return tc_units[unit].faction < TC_FACTIONS ? s->user[tc_units[unit].faction] : TC_PARTY_NOBODY;
}
/* Returns who uses a leader: TC_PARTY_.. */
static inline int tc_leader_user(const tc_state *s, int leader)
{
	assert(tc_is_leader(leader));
	const tc_leader *l = &tc_leaders[leader];
	if (l->side != TC_PARTY_NOBODY)
		return l->side;
	return l->faction < TC_FACTIONS ? s->user[l->faction] : TC_PARTY_NOBODY;
}
/* Returns the set of the factions whose forces a side uses. */
static inline uint64_t tc_factions_of(const tc_state *s, int side)
{
	return ap_equal_bytes(s->user, TC_FACTIONS, (uint8_t)side);
}
/* Returns the set of the leaders that a side uses, wherever they are. */
static inline uint64_t tc_leaders_of(const tc_state *s, int side)
{
	_Static_assert(TC_LEADERS <= 64, "a set of leaders fits");
	uint64_t set = 0;
	for (uint64_t left = tc_factions_of(s, side); left != 0; left &= left - 1)
		set |= tc_leader_by_faction[__builtin_ctzll(left)][0];
	return (set & tc_leader_by_side[TC_PARTY_NOBODY][0]) | tc_leader_by_side[side][0];
}
/* Returns the faction to which a unit belongs now; TC_FACTIONS if it belongs to none. A unit that
 * has changed sides is no longer its faction's (TC-16.34.1). */
static inline int tc_faction_of(const tc_state *s, int unit)
{
	return s->unit_side[unit] == TC_ALLEGIANCE_OWN ? tc_units[unit].faction : TC_FACTIONS;
}
/* Returns the side of which the unit is an own unit, not a faction's: TC_PARTY_.. */
static inline int tc_own_side(const tc_state *s, int unit)
{
	return s->unit_side[unit] == TC_ALLEGIANCE_OWN ? tc_units[unit].side : s->unit_side[unit] - 1;
}
static inline bool tc_is_green(const tc_state *s, int unit)
{
	return tc_units[unit].troop == TC_TROOP_GREEN || s->unit_side[unit] == TC_ALLEGIANCE_GREEN;
}
/* TC-16.34: returns whether the unit is an insurgent army. */
static inline bool tc_is_insurgent(const tc_state *s, int unit)
{
	bool rises =
		s->unit_side[unit] == TC_ALLEGIANCE_RED || s->unit_side[unit] == TC_ALLEGIANCE_WHITE;
	return tc_units[unit].troop == TC_TROOP_INSURGENT ||
		(rises && tc_units[unit].entry != TC_ENTRY_SUBJUGATION);
}
/* Returns the clause by which the unit is out of the game if it is lost for good now. */
static inline uint16_t tc_end_clause(const tc_state *s, int unit)
{
	return s->unit_side[unit] != TC_ALLEGIANCE_OWN ? TC_16_34_1
		: tc_is_insurgent(s, unit)                 ? TC_16_34
												   : TC_LS_4;
}
/* TC-16.34.1, TC-10.21: gives a unit another allegiance: TC_ALLEGIANCE_.. It loses it when it
 * leaves the map.
 */
void tc_turn_unit(tc_state *s, int unit, int allegiance);
/* Returns whether the unit is a Red or White Finn. Units of the faction Finland are not. */
static inline bool tc_is_finn(int unit)
{
	assert(tc_is_unit(unit));
	switch (unit) {
	case TC_UNIT_RED_FINN_ARMY_1:
	case TC_UNIT_RED_FINN_ARMY_2:
	case TC_UNIT_RED_FINN_CORPS_1:
	case TC_UNIT_RED_FINN_CORPS_2:
	case TC_UNIT_WHITE_FINN_ARMY_1:
	case TC_UNIT_WHITE_FINN_ARMY_2:
	case TC_UNIT_WHITE_FINN_CORPS_1:
	case TC_UNIT_WHITE_FINN_CORPS_2:
	case TC_UNIT_WHITE_FINN_CORPS_3:
	case TC_UNIT_WHITE_FINN_CORPS_4:
		return true;
	default:
		return false;
	}
}
/* Returns whether the unit is a Finn of any kind: of a side, or of the faction Finland. */
static inline bool tc_of_finland(int unit)
{
	return tc_units[unit].faction == TC_FACTION_FINLAND || tc_is_finn(unit);
}
/* Returns who uses the units in a space: TC_PARTY_..; TC_NONE if there are no units. The first unit
 * decides: units of two parties share a space only while mutineers drive the others out, or while a
 * faction is being lost. */
static inline int tc_occupier(const tc_state *s, int space)
{
	assert(tc_is_space(space));
	int unit = tc_first(s, space);
	return unit < TC_UNITS ? tc_user(s, unit) : TC_NONE;
}
/* Returns whether a unit of the faction is in the space. */
static inline bool tc_has_faction(const tc_state *s, int space, int faction)
{
	assert(tc_is_space(space) && tc_is_faction(faction));
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		if (tc_faction_of(s, u) == faction)
			return true;
	return false;
}
/* Returns whether a unit that the side uses is in the space. */
bool tc_has_army(const tc_state *s, int space, int side);
/* Returns whether a unit that the side uses is in a neighbouring space. */
bool tc_unit_near(const tc_state *s, int space, int side);
/* Returns whether a leader of the side's forces is in the space. */
bool tc_leaders_at(const tc_state *s, int space, int side);
/* Returns how many units that a side uses are in this location: TC_LOCATION_.. */
int tc_count_units(const tc_state *s, int side, int location);
/* TC-ST-1: returns whether so many more units fit into the space beside the forces of the side.
 * Units with one of the flags `without` are not counted. */
bool tc_fits(const tc_state *s, int space, int side, int armies, int corps, int without);
bool tc_mixes(const tc_state *s, int space, int unit); /* TC-8.321.9, see below */
static inline bool tc_unit_fits(const tc_state *s, int space, int unit)
{
	bool army = tc_is_army(unit);
	return tc_first(s, space) >= TC_UNITS ||
		(tc_fits(s, space, tc_user(s, unit), army, !army, 0) && !tc_mixes(s, space, unit));
}

/* ---- lasting.c: what lies on spaces until the turn ends ---------------------------------------
 */

/* TC-PA-1: returns whether partisans keep the side from tracing supply and redeploying through the
 * space. */
static inline bool tc_partisans_bar(const tc_state *s, int side, int space)
{
	assert(tc_is_side(side) && tc_is_space(space));
	return tc_in(s->partisans[tc_other(side)], space) && tc_first(s, space) >= TC_UNITS;
}
/* Returns whether partisans of either side lie in the space. */
bool tc_has_partisans(const tc_state *s, int space);
/* Lays partisans of a side in a space and tells it. */
void tc_raise_partisans(tc_state *s, int side, int space, int clause, ap_events *ev);
/* TC-PA-1: takes partisans off a space that a unit has entered, and tells it. */
void tc_scatter_partisans(tc_state *s, int space, ap_events *ev);
/* TC-WC-51, TC-RC-51: returns whether nothing takes the NO ACT marker off the space. */
bool tc_is_frozen(const tc_state *s, int space);
/* Returns the clause of the event that froze units of the side. */
uint16_t tc_frozen_clause(int side);
/* Lays a NO ACT marker that nothing takes off, and tells it. */
void tc_freeze(tc_state *s, int space, int clause, ap_events *ev);
/* Takes off what no longer belongs on the map, or everything that lasts until the turn ends. */
void tc_tidy_lasting(tc_state *s, ap_events *ev);
void tc_end_lasting(tc_state *s, ap_events *ev);
/* TC-RC-21: returns whether the unit is a Finn who may not cross the Finnish border now. */
bool tc_finn_kept(const tc_state *s, int unit);

/* ---- ways.c: the map ------------------------------------------------------------------------ */

/* To visit the links of a space: for (int i = tc_link_from[space]; i < tc_link_from[space + 1];
 * i++). The link tc_link_of[i] leads to the space tc_link_to[i]. */
/* Returns the link between two spaces; -1 if they are not neighbours. */
int tc_link_between(int a, int b);
/* Writes how many links away each space of the map is; 0xff if it cannot be reached. */
void tc_distances(int from, uint8_t out[TC_SPACES]);
/* Finds the neighbours of the spaces of a set. */
void tc_find_near(const uint64_t set[TC_SET_WORDS], uint64_t near[TC_SET_WORDS]);
/* Finds the spaces that are at most so many links away from a space. */
void tc_find_within(int space, int links, uint64_t within[TC_SET_WORDS]);
/* Returns whether the link crosses the border between Finland and Russia. */
static inline bool tc_border_link(int link)
{
	return (tc_region_of(tc_links[link].a) == TC_REGION_FINLAND) !=
		(tc_region_of(tc_links[link].b) == TC_REGION_FINLAND);
}
/* TC-8.317.2: returns whether the Finnish border bars the link. */
static inline bool tc_link_barred(const tc_state *s, int link)
{
	assert(tc_is_link(link));
	return !s->border_open && tc_border_link(link);
}
/* Returns whether nobody may enter the region in this scenario. */
bool tc_region_closed(const tc_state *s, int region);
/* Returns the clause that closes a space to forces of a side, whoever stands there (TC-CO-2,
 * TC-5.38, TC-8.315.2, TC-8.319.1, TC-8.321.4); 0 if it is open. The unit TC_NOWHERE stands for a
 * leader, whoever he is, and tc_as_unit(leader) for this one. */
uint16_t tc_closed(const tc_state *s, int side, int unit, int space);
/* Returns the clause that keeps a unit from crossing a link into a space; 0 if it may cross. It
 * considers closed spaces, the border (TC-8.317.2), the ferry (TC-MV-4) and, unless `fight`, who
 * stands in the space (TC-CO-2). It does not consider stacking and movement points. */
uint16_t tc_no_way(const tc_state *s, int side, int unit, int link, int to, bool fight);

/* ---- holdings.c: what the sides hold: factions, Victory Cities, cards ------------------------ */

/* Returns the party in whose Control box the marker of the faction lies: TC_PARTY_.. */
static inline int tc_controller(const tc_state *s, int faction)
{
	assert(tc_is_faction(faction));
	int box = s->box[faction];
	return box == TC_BOX_RED_CONTROL  ? TC_SIDE_RED
		: box == TC_BOX_WHITE_CONTROL ? TC_SIDE_WHITE
									  : TC_PARTY_NOBODY;
}
/* Returns the party that has conquered the faction: TC_PARTY_.. */
static inline int tc_conqueror(const tc_state *s, int faction)
{
	assert(tc_is_faction(faction));
	int flags = s->faction_flags[faction];
	return flags & TC_FACTION_FLAG_BY_RED  ? TC_SIDE_RED
		: flags & TC_FACTION_FLAG_BY_WHITE ? TC_SIDE_WHITE
										   : TC_PARTY_NOBODY;
}
/* Returns whether the Central Powers take part in the game and have not withdrawn. */
static inline bool tc_powers_active(const tc_state *s)
{
	return tc_setting_of(s)->central_powers &&
		!(s->faction_flags[TC_FACTION_CENTRAL_POWERS] & TC_FACTION_FLAG_WITHDRAWN);
}
/* TC-8.315.2: returns whether the Central Powers shut the land of the faction. */
static inline bool tc_shut(const tc_state *s, int faction)
{
	assert(tc_is_faction(faction));
	return (tc_factions[faction].rules >> TC_RULES_CENTRAL_POWERS & 1) && tc_powers_active(s);
}
/* TC-8.222: returns whether the side is at war with the faction. */
static inline bool tc_at_war(const tc_state *s, int side, int faction)
{
	assert(tc_is_side(side) && tc_is_faction(faction));
	return s->war[faction] >> side & 1;
}
/* Returns the set of sides that are at war with the faction now that its marker lies where it does:
 * control brings war with the other side, except for Poland, whose wars have causes of their own
 * and last only as long as its control. */
int tc_war_by_control(const tc_state *s, int faction);
/* Moves the marker of a faction, updates who is at war with it and who uses its forces, and marks
 * supply as stale. */
void tc_set_box(tc_state *s, int faction, int box);
/* Updates who uses the forces of each faction. Call it after flags of factions have changed. */
void tc_refresh_users(tc_state *s);
/* Returns how many factions the side controls or has conquered. */
int tc_count_factions(const tc_state *s, int side);

/* TC-VP-1: returns the party for which a Victory City counts: TC_PARTY_.. */
int tc_city_counts_for(const tc_state *s, int space);
/* Returns how many Victory Cities count for the side. */
int tc_count_cities(const tc_state *s, int side);
/* Returns the party that has more Victory Cities now: TC_PARTY_.. */
int tc_ahead(const tc_state *s);
/* Gives a side Victory Points and tells it, unless their number is 0. */
void tc_gain_vp(tc_state *s, int side, int vp, int clause, ap_events *ev);

/* Moves an Action Card and updates the sizes of hand and deck. Then only the owner knows the
 * card. */
void tc_card_to(tc_state *s, int card, int place);
void tc_count_hands(tc_state *s); /* counts the cards of hands and decks again */
/* Returns the value of a card; AP_NONE if a die decides it (TC-8.12.1). */
int tc_card_value(int card);
/* Returns how many cards are in the hand of the side, without Bluff and Influence. */
int tc_action_cards(const tc_state *s, int side);
/* Moves a Political Card. */
void tc_political_card_to(tc_state *s, int card, int place);
/* Returns how many Political Cards a pile has. The number is public; the cards are not. */
int tc_pile_size(const tc_state *s, int pile);

/* ---- insurgents.c ---------------------------------------------------------------------------- */

/* TC-16.34: returns whether the insurgent army can have risen in the region. */
bool tc_rises_in(int unit, int region);

/* ---- supply.c, supply_change.c --------------------------------------------------------------- */

/* Finds supply if it is not known, and makes it known to everybody. */
void tc_supply(tc_state *s);
void tc_find_supply(tc_state *s); /* only finds it: fed and full */
static inline void tc_make_stale(tc_state *s)
{
	s->stale = 1;
	if (s->unfed)
		return;
	memset(s->fed, 0, sizeof s->fed);
	memset(s->full, 0, sizeof s->full);
	s->unfed = 1;
}
/* A space has changed hands, and supply was known before. Returns whether supply is known still:
 * fed and full follow the change if not much follows from it. */
bool tc_supply_follows(tc_state *s, int space, int before);
/* Lists the nets that follow the chains of a side; not that of the Central Powers, who have chains
 * of their own (TC-8.315.5). Returns how many there are. */
int tc_nets_of(const tc_state *s, int side, uint8_t nets[TC_NET_COUNT]);
/* Returns whether chains of the Central Powers, whom `user` uses, lead through the space if this is
 * its owner. */
bool tc_open_to_powers(int user, int owner, int space);
/* Adds the spaces through which only chains of the Central Powers lead: their own, and those behind
 * their line that belong to nobody. */
void tc_open_for_powers(const tc_state *s, uint64_t open[TC_SET_WORDS]);
/* TC-SU-2: return whether a link is limited, and the spaces where such links end. */
bool tc_is_limited(int link);
void tc_find_limited_ends(uint64_t ends[TC_SET_WORDS]);
/* Nobody asks for supply when the game is over: it is forgotten if it is stale. The second function
 * ends the game (TC_REASON_..), and does so. */
void tc_forget_stale_supply(tc_state *s);
void tc_end_game(tc_state *s, int reason);
/* The functions below need a state whose supply is not stale. */
/* TC-SU-2: returns whether the unit is in limited supply. */
bool tc_limited(const tc_state *s, int unit);
/* Returns whether the unit would be in supply in the space. */
bool tc_unit_fed_at(const tc_state *s, int unit, int space);
/* Returns whether the unit is on the map and in supply, limited or not. Most are a side's own, and
 * its net feeds them. */
static inline bool tc_fed(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	int space = s->unit_at[unit], side = tc_own_side(s, unit);
	if (space >= TC_SPACES)
		return false;
	bool own = side < TC_SIDE_COUNT && tc_faction_of(s, unit) >= TC_FACTIONS && !tc_is_finn(unit);
	return (own && tc_in(s->fed[TC_NET_RED + side], space)) || tc_unit_fed_at(s, unit, space);
}
/* Returns whether the leader is on the map and in supply. */
bool tc_leader_fed(const tc_state *s, int leader);
/* Returns whether the leader would be in supply in the space. */
bool tc_leader_fed_at(const tc_state *s, int leader, int space);
/* Return the net that feeds the unit or leader, TC_NET_.., where he does not live off the land;
 * TC_NET_COUNT if he never needs one. */
int tc_net_of_unit(const tc_state *s, int unit);
int tc_net_of_leader(const tc_state *s, int leader);
/* Return whether there may be spaces in which the unit or leader needs no net. */
bool tc_unit_forages(const tc_state *s, int unit);
bool tc_leader_forages(int leader);
/* Returns the net that feeds the unit in the space, TC_NET_..; TC_NET_COUNT if it needs none. */
int tc_net_at(const tc_state *s, int unit, int space);
/* Returns whether the space is a source of the net, whose forces the side uses. */
bool tc_is_source(const tc_state *s, int net, int side, int space);
/* Returns whether units of the side are in supply in the space, by the side's own net. */
bool tc_space_fed(const tc_state *s, int side, int space);

/* ---- kept.c ---------------------------------------------------------------------------------- */

/* Returns the flag of cards that were there before a year, by its number from TC_FIRST_KEPT on. */
int tc_kept_flag(int year);
/* Notes which cards the side may have kept when the cards of the year join its deck, TC-7.12. */
void tc_note_kept(tc_state *s, int side, int year);
void tc_forget_kept(tc_state *s, int side); /* everybody knows all cards that it holds */
void tc_show_kept(tc_state *s, int card);   /* the card is about to be known to everybody */

/* ---- setup.c, turn.c ------------------------------------------------------------------------ */

/* Returns the number of the last turn that the scenario can have. */
int tc_final_turn(const tc_state *s);
/* Returns whether this turn is the last one. */
bool tc_last_turn(const tc_state *s);
void tc_next_divided(tc_state *s); /* goes on to the next side in the step chits */
void tc_begin_draw(tc_state *s);   /* goes on with the draw, WHITE's first */
void tc_begin_chits(tc_state *s);  /* goes on with the chits, after cards and weather */
/* Goes on with the Political Phase, after the chits and what follows them. */
void tc_end_preparation(tc_state *s, ap_events *ev);

/* ---- muster.c ------------------------------------------------------------------------------- */

/* TC-5.15: returns whether the optional set-up belongs to this turn. */
bool tc_muster_due(const tc_state *s);
void tc_begin_muster(tc_state *s);   /* goes on with the dice for the armies */
void tc_call_allotment(tc_state *s); /* calls the step allot */
/* TC-5.15.1: returns how many armies the card brings back. */
int tc_armies_for(int card);
/* TC-5.15.1: returns whether the side may turn the army to its full face. */
bool tc_can_muster(const tc_state *s, int side, int unit);
/* TC-5.15.1: returns whether the side has an army to turn, and the right to. */
bool tc_musters(const tc_state *s, const tc_allotment_frame *f, int side);

/* ---- calendar.c ----------------------------------------------------------------------------- */

/* Returns the season of this turn, which its weather may have changed: TC_SEASON_.. */
int tc_season_of(const tc_state *s);
/* TC-TU-4: returns whether units move less in this season. */
bool tc_season_slows(const tc_state *s);
/* TC-TU-5: returns whether this die brings mud. */
bool tc_weather_is_mud(int die);
/* TC-8.316.5: returns whether a die is rolled for Gajda in this turn. */
bool tc_putsch_due(const tc_state *s);
/* TC-8.316.5: returns the highest die with which Gajda rises. */
int tc_putsch_needs(void);
/* TC-LE-8: takes the leaders away who leave at the end of this turn. */
void tc_leaders_leave(tc_state *s, ap_events *ev);

/* ---- tournament.c, tournament_end.c: the 1919 scenario ----------------------------------------
 */

/* TC-5.21, TC-5.281: completes the start position of the 1919 scenario. */
void tc_set_up_tournament(tc_state *s);
/* TC-5.281: returns the place of an Action Card at the start of the 1919 scenario. */
int tc_tournament_card_place(int card);
/* TC-5.282: gives both sides the cards with which they begin. Does nothing in other turns or
 * scenarios. */
void tc_deal_opening(tc_state *s, ap_events *ev);
/* TC-5.26.1: returns whether the condition holds now. */
bool tc_objective_holds(const tc_state *s, int objective);
/* TC-5.26.1: returns how many Victory Cities of its home regions RED does not own. */
int tc_home_cities_lost(const tc_state *s);
/* TC-5.26: notes and tells it if WHITE wins now. The game ends before the next question. */
void tc_note_victory(tc_state *s, ap_events *ev);
/* Ends the game if a victory was noted. Returns whether the game is over; the caller must then
 * return without touching a frame. */
bool tc_end_if_won(tc_state *s);
/* TC-5.26.1: ends the game and decides who has won it. */
void tc_settle_tournament(tc_state *s, ap_events *ev);
/* TC-5.26.1, TC-5.26.2: the scenario is at its end: reads RED's secret objectives, if there are
 * any, and settles it. May call. */
void tc_end_tournament(tc_state *s, ap_events *ev);
/* TC-5.26.2: returns whether RED's objectives are secret. */
bool tc_secret_objectives(const tc_state *s);
/* Returns whether the viewer of the state may know RED's objectives. */
bool tc_sees_objectives(const tc_state *s);
/* Returns how many objectives RED has written by now. */
int tc_objectives_written(const tc_state *s);
/* TC-5.26.2: calls the step objectives if RED has to write. Returns whether it has called. */
bool tc_call_objectives(tc_state *s);
/* TC-5.27: calls the step end-cards if the game may end in this turn. */
void tc_call_end_cards(tc_state *s);
/* TC-5.27.1: returns the highest total that ends the game in this turn; 0 if no die is rolled. */
int tc_ends_on(const tc_state *s);
/* TC-5.27: returns the card that the side has laid; TC_NONE if there is none or it is unknown. */
int tc_end_card(const tc_state *s, int side);

/* ---- politics.c, political_cards.c, markers.c, control.c ------------------------------------ */

/* Returns the card that the side has laid in a box; TC_NONE if there is none or it is unknown. */
int tc_card_in_box(const tc_state *s, int side, int box);
void tc_clear_politics(tc_state *s); /* puts away all cards of a Political Phase */
void tc_next_box(tc_state *s);       /* goes on to the next box, or ends with the last one */
/* TC-8.11: returns how many boxes the side fills, which its cards may limit. */
int tc_boxes_to_fill(const tc_state *s, int side);
/* TC-8.12.1: returns what an Influence card of the side is worth with this die. */
int tc_influence_worth(const tc_state *s, int side, int die);
/* Returns whether this row of modifiers.csv changes the die for the side's Influence card. */
bool tc_influence_changed(const tc_state *s, int modifier, int side);
/* Returns whether it is one of the special Political Cards 64 to 66. */
bool tc_is_special(int political_card);
/* TC-8.152.2: returns the side that names a box with this die. */
int tc_spies_serve(const tc_state *s, int die);
/* TC-8.132: returns the clause that keeps the marker from moving one box towards the side now; 0 if
 * it may move. Rules for Political Phases are considered only if `political`. The veto is not
 * considered. */
uint16_t tc_marker_barred(const tc_state *s, int faction, int side, bool political);
/* TC-8.1322: returns whether an army of its controller holds the marker. */
bool tc_marker_held(const tc_state *s, int faction);
/* TC-8.1321: returns whether the side's Control box is closed to the marker in a Political Phase,
 * wherever the marker lies now. */
bool tc_control_barred(const tc_state *s, int faction, int side);
/* Returns how much influence it costs to move a marker out of this box. */
int tc_price_out_of(int box);
/* Moves the marker one box towards the side, and calls the steps that follow. */
void tc_move_marker(tc_state *s, int faction, int side, int clause, ap_events *ev);
/* TC-8.152: asks the side that does not control the faction whether it vetoes the loss. */
void tc_call_veto(tc_state *s, int faction);
/* TC-8.11.2: returns whether no Political Phase is left in the game. */
bool tc_politics_over(const tc_state *s);
/* TC-8.11.2: calls the step settle if influence can move a marker now. Returns whether it has
 * called. */
bool tc_settle_influence(tc_state *s);
/* Returns the faction that the step veto asks about. */
int tc_vetoed_faction(const tc_state *s);
/* Returns the influence of the side that lies on the marker of the faction. */
int tc_influence_on(const tc_state *s, int faction, int side);
/* TC-8.13: returns WHITE's influence on the faction minus RED's. */
int tc_influence_sum(const tc_state *s, int faction);
/* Gives a side control of a faction at once; the old controller loses it first. In a Political
 * Phase the forces are placed later; in an Action Phase this calls the step forces. `way` is
 * TC_WHEN_GAIN or TC_WHEN_PROTECTOR. West Ukraine may change sides with Poland (TC-8.321). */
void tc_gain_control(tc_state *s, int faction, int side, int way, int clause, ap_events *ev);
/* TC-8.511: makes the side that controls the faction its protector. May call. */
void tc_become_protector(tc_state *s, int faction, ap_events *ev);
/* Moves the marker out of a Control box to another box, with what follows: TC-8.151 to TC-8.151.2,
 * TC-8.54. May call. */
void tc_lose_control(tc_state *s, int faction, int box, ap_events *ev);
/* TC-8.151.1: returns whether the unit must leave the land of a faction that has been lost. */
bool tc_unit_must_go(const tc_state *s, int faction, int unit);
/* TC-8.151.1, TC-WC-39: returns whether the unit has to leave because of this frame. */
bool tc_unit_departs(const tc_state *s, const tc_departure_frame *f, int unit);
bool tc_leader_departs(const tc_state *s, const tc_departure_frame *f, int leader);
/* TC-WC-39: makes those leave who stand with forces of a faction that another side uses now. May
 * call. */
void tc_call_parting(tc_state *s, int faction, ap_events *ev);
/* Lays influence on a marker and tells it. Does nothing if the faction has no marker. `soft` means
 * that an Initiative card brought the influence (TC-IN-3). */
void tc_put_ip(tc_state *s, int side, int faction, int n, bool soft, int clause, ap_events *ev);
/* Returns which boxes hold cards, TC_LAID_.., read from the cards of a full state. */
int tc_laid_now(const tc_state *s);

/* ---- factions.c, forces.c, war.c ------------------------------------------------------------ */

/* Lets a side place the forces of a faction: calls the step forces, or tells why the forces are not
 * placed. First gives the side those spaces of the land that belong to nobody (TC-8.141). */
void tc_call_forces(tc_state *s, int faction, int side, int way, ap_events *ev);
/* TC-8.42.1: gives the lands that the Central Powers have shut until now to those who control
 * them. */
void tc_open_lands(tc_state *s, ap_events *ev);
/* Counts the armies and corps of a faction that its protector would have in a war: those that stand
 * on the map or in reserve, and those that he would place. */
void tc_forces_in_war(const tc_state *s, int faction, int *armies, int *corps);
/* These two return what a frame of the step forces places next, a unit or a leader. */
int tc_forces_unit(const tc_forces_frame *f);   /* TC_NOWHERE if it is a leader */
int tc_forces_leader(const tc_forces_frame *f); /* TC_NONE if it is a unit */
/* Returns the side that places what the frame places next: the enemy of the controller if peasants
 * rise for him (TC-8.324.3). */
int tc_forces_placer(const tc_forces_frame *f);
/* Returns the clause that keeps all forces of a faction from acting in this round; 0 if they may
 * act. A faction of TC_FACTIONS or more stands for none. */
uint16_t tc_faction_waits(const tc_state *s, int faction);
/* Returns the clause that keeps a unit from acting in this round, NO ACT markers aside; 0 if it may
 * act. */
static inline uint16_t tc_unit_waits(const tc_state *s, int unit)
{
	assert(tc_is_unit(unit));
	int faction = tc_faction_of(s, unit);
	return faction < TC_FACTIONS ? tc_faction_waits(s, faction) : 0;
}
/* Returns the clause that keeps a leader from acting in this round; 0 if he may act. */
uint16_t tc_leader_waits(const tc_state *s, int leader);
/* Returns the clause by which the forces in a space keep it from being activated: because some of
 * them wait (TC-OP-2), or may not be activated with what has been in this round (TC-8.315.1,
 * TC-8.316.4, TC-8.324.5) or in this turn (TC-8.321.8); 0 if it may be. */
uint16_t tc_forces_forbid(const tc_state *s, int side, int space);
/* Notes what the activation of a space means for the spaces that are activated after it. */
void tc_note_activation(tc_state *s, int side, int space);
/* TC-8.142: notes that the enemy has attacked the faction, so that its forces no longer wait. */
void tc_faction_attacked(tc_state *s, int faction);
/* Returns the clause that forbids a side to declare war on a faction; 0 if it may. */
uint16_t tc_war_forbidden(const tc_state *s, int side, int faction);
/* TC-8.51: an action of the round. The first returns the clause that forbids the side whose round
 * it is to declare war so; 0 if it may. The others say whether it can declare any war, add the
 * action for each to a list, and carry it out; that may call. */
uint16_t tc_declare_forbidden(const tc_state *s, ap_action a);
bool tc_can_declare(const tc_state *s);
void tc_list_wars(const tc_state *s, ap_list *out);
void tc_declare(tc_state *s, int faction, ap_events *ev);
/* TC-8.52: returns whether war on the faction `of` would put influence on the marker of
 * `faction`. */
bool tc_war_frightens(const tc_state *s, int faction, int of);
/* TC-8.24.1: returns the faction whose forces are called up if the side enters the space; TC_NONE
 * if there is none. The caller then calls tc_call_up. */
int tc_violates(const tc_state *s, int side, int space);
/* TC-8.24.1: calls the step forces for a faction whose land is violated at a space of it. */
void tc_call_up(tc_state *s, int faction, int space, ap_events *ev);
/* TC-8.53: carries out every conquest that is due. Returns whether there was one. May call. */
bool tc_conquer_all(tc_state *s, ap_events *ev);
/* TC-8.1323: takes the influence on a faction that leaves the game off the table. */
void tc_take_influence_off(tc_state *s, int faction, ap_events *ev);
/* Takes the marker of a conquered or subjugated faction off the table, and gives its land to the
 * side, but for spaces of the other side. */
void tc_annex(tc_state *s, int faction, int side, ap_events *ev);
/* Returns the clause of TC-8.3 that is about the faction. */
uint16_t tc_faction_clause(int faction);
/* TC-8.3: finds the spaces in which a rebuilt army of a faction, or of the Finns, may appear,
 * whoever owns them. */
void tc_find_homes(int unit, uint64_t homes[TC_SET_WORDS]);
/* TC-8.320.1: returns whether Makhno's men turn traitor with this die. */
bool tc_is_treachery(int die);

/* ---- ukraine.c ------------------------------------------------------------------------------- */

/* TC-8.324.1: returns what becomes of the forces of a row of the set-up: TC_FATE_..; after its die,
 * what that has brought. */
int tc_fate_of_forces(const tc_forces_frame *f);
/* Returns what a die brings for the forces of a row: TC_FORCES_FATE_.. */
int tc_forces_fate(int roll, int side, int die);
/* TC-8.324.3: returns whether peasants may rise for the side in the space. */
bool tc_may_rise_at(const tc_state *s, int side, int space);
/* TC-8.324.3: makes peasants who have been put in a space rise for the side. */
void tc_rise(tc_state *s, int unit, int side, ap_events *ev);
/* TC-16.34.1: puts an army of a faction in a space, where it turns Green. */
void tc_go_green(tc_state *s, int unit, int space, uint16_t clause, ap_events *ev);
/* TC-16.32, TC-16.34.1: takes a Green army that is destroyed off the map, and tells it. */
void tc_green_dies(tc_state *s, int unit, ap_events *ev);
/* TC-8.326.1: puts the Greens of West Ukraine on the map, if they have not come and its land is
 * open. */
void tc_place_greens(tc_state *s, ap_events *ev);
/* TC-8.324.4: returns how many own steps the cities of Ukraine bring a side, and how many for
 * factions. */
int tc_ukraine_steps(const tc_state *s, int side);
int tc_ukraine_faction_steps(const tc_state *s, int side);
/* TC-8.14: returns how forces that had to wait for the Central Powers are set up: TC_WHEN_.. */
int tc_way_of_waiting(const tc_state *s, int faction);

/* ---- event_makhno.c: TC-WC-39 ---------------------------------------------------------------- */

/* Gives forces that were borrowed back to the side that controls their faction. Returns whether
 * that has called a step. */
bool tc_return_forces(tc_state *s, ap_events *ev);
/* ---- poland.c, polish_response.c, vistula.c ------------------------------------------------- */

/* Returns the number by which tc_closed() and tc_no_way() know a leader. */
static inline int tc_as_unit(int leader)
{
	return TC_UNITS + leader;
}
/* Returns whether it is a Polish unit or, as tc_as_unit() numbers him, a Polish leader. */
static inline bool tc_is_pole(int unit)
{
	if (unit < TC_UNITS)
		return tc_units[unit].faction == TC_FACTION_POLAND;
	return unit < TC_UNITS + TC_LEADERS && tc_leaders[unit - TC_UNITS].faction == TC_FACTION_POLAND;
}
/* Returns whether Polish units or leaders are in the space. */
bool tc_poles_at(const tc_state *s, int space);
/* TC-8.321.5: returns the bit TC_RESPONSE_LAND_.. of a land; 0 if it is not one of the four. */
int tc_response_land(int faction);
/* Returns the first land of such a set; TC_NONE if it is empty. */
int tc_first_land(int set);
/* TC-8.321.4: returns whether Polish forces may enter the region, by their state. */
bool tc_poles_reach(const tc_state *s, int region);
/* TC-8.321.11: returns whether Poles may enter West Ukraine in this turn because of WHITE 36. */
bool tc_beyond_west_ukraine(const tc_state *s);
/* TC-8.321.11: notes the turn in which they may, if the conditions are met now. */
void tc_open_west_ukraine(tc_state *s);
/* Returns the clause that keeps a Polish unit or leader out of the space; 0 if he may enter. */
uint16_t tc_pole_closed(const tc_state *s, int unit, int space);
/* TC-8.321.4: lets Polish forces go further; a narrower state changes nothing. */
void tc_widen_poland(tc_state *s, int state, ap_events *ev);
/* TC-8.321.9: returns whether Poles, or WHITE's own units, could stand in the space without the
 * others there. Units with one of the flags `without` are not considered. */
bool tc_stand_apart(const tc_state *s, int space, bool poles, bool whites, int without);
/* Returns the clause by which a unit does not fit into a space. */
uint16_t tc_crowded(const tc_state *s, int space, int unit);
/* TC-8.321.9: returns whether units of the space may join the attack that is being prepared. */
bool tc_attack_together(const tc_state *s, int space);
/* Returns the clause by which a unit that is out of supply does not act: TC-SU-3, or that of the
 * Poles, who have sources of their own. */
uint16_t tc_hunger_clause(int unit);
/* TC-8.321.1: begins war between Poland and a side. Its controller then has still to place its
 * forces. */
void tc_begin_polish_war(tc_state *s, int side, ap_events *ev);
/* TC-8.321.19: takes Poland out of the game. May call. */
void tc_make_polish_peace(tc_state *s, ap_events *ev);
/* Returns whether that has happened. */
bool tc_polish_peace_made(const tc_state *s);
/* Returns how many Polish Victory Cities count for RED. */
int tc_polish_credit(const tc_state *s);
/* TC-8.321.5: returns whether Poland still answers to what RED enters. */
bool tc_response_used(const tc_state *s);
/* Returns what is added to the die if RED enters this land now. */
int tc_response_modifier(const tc_state *s, int faction);
/* Returns the event that tells what this die of the frame brings: TC_EVENT_.. */
int tc_polish_event(const tc_state *s, const tc_poland_frame *f, int die);
/* These note that a unit or a leader has come to a space: TC-8.321.5, TC-8.321.15. */
void tc_unit_enters(tc_state *s, int unit, int space);
void tc_leader_enters(tc_state *s, int leader, int space);
/* Returns whether the step polish-affairs must be called before anybody is asked. */
bool tc_polish_affairs_due(const tc_state *s);
/* TC-8.321.16: returns whether the Polish Ukrainian Legion comes now. */
bool tc_polish_legion_due(const tc_state *s);
/* Calls the step forces for Polish forces that come in another way than by the set-up. */
void tc_call_polish(tc_state *s, int way, uint16_t clause, ap_events *ev);
/* TC-8.321.15: calls the step forces if the garrison is due. Returns whether it has called. */
bool tc_call_garrison(tc_state *s, int side, ap_events *ev);
/* TC-8.321.14: returns how many steps Poland has for the side. */
int tc_polish_step_income(const tc_state *s, int side);
/* TC-8.321.12: returns the clause that forbids the side to have the die rolled; 0 if it may. */
uint16_t tc_moskva_forbidden(const tc_state *s, int side);
void tc_call_moskva(tc_state *s); /* calls the step moskva-die */
/* control.c: sends everybody out of a land that nobody controls any more. May call. */
void tc_leave_land(tc_state *s, int faction, ap_events *ev);

/* ---- narrowing.c: a region is named first, TC-TU-6 ------------------------------------------ */

/* Shortens the list of a step: to what is in the region that was named or, if the list is too long,
 * to the regions that can be named. */
void tc_narrow(const tc_state *s, ap_list *out);
/* Returns whether what has to do with a space is in such a list: false if the side has named
 * another region. TC_NOWHERE is nowhere else. */
static inline bool tc_is_listed(const tc_state *s, int space)
{
	return s->op.region == TC_NONE || space >= TC_SPACES || tc_region_of(space) == s->op.region;
}
/* Takes the spaces off a set that are not in such a list. */
void tc_keep_listed(const tc_state *s, uint64_t set[TC_SET_WORDS]);
/* Returns the clause that forbids an action that the step allows, or the naming of a region; 0 if
 * it may be done. */
uint16_t tc_narrow_forbids(const tc_state *s, ap_action a);
/* If the action names a region, notes it and returns true; the question is put again. Otherwise
 * forgets the region that was named. */
bool tc_names_region(tc_state *s, ap_action a);
bool tc_region_unsound(const tc_state *s); /* whether a region is named that cannot be */

/* ---- round.c, operations.c, redeployment.c, movement.c -------------------------------------- */

void tc_forget_round(tc_state *s); /* removes everything that lasts only one round */
/* Returns the clause that forbids the side to play the card for this use; 0 if it may. */
uint16_t tc_play_forbidden(const tc_state *s, int side, int card, int use);
/* TC-OP-1, TC-8.111, TC-IF-3: returns how many spaces an operation with the card activates. */
int tc_spaces_of(const tc_state *s, int side, int card);
/* Returns what it costs in points to redeploy a unit; TC_NOWHERE stands for a leader. */
int tc_redeployment_cost(int unit);
/* TC-MV-2: returns the movement points of the unit. Needs supply. */
int tc_unit_points(const tc_state *s, int unit);
/* Returns the clause that forbids the unit to march in this round, activation and NO ACT markers
 * aside; 0 if it may. */
uint16_t tc_march_forbidden(const tc_state *s, int unit);

/* ---- combat.c, fire.c, losses.c, retreat.c, advance.c, leaders.c ---------------------------- */
/* A unit that must retreat and cannot is destroyed. */
void tc_no_way_back(tc_state *s, int unit, ap_events *ev);

/* Returns the role of a unit in the combat: TC_ROLE_.. Use it instead of comparing users, because
 * in a treachery both sides have the same user. */
int tc_role_of(const tc_state *s, int unit);
/* Returns the part of a unit in the present combat: TC_ROLE_..; TC_NONE if it has none. Before the
 * dice are rolled every unit in the attacked space counts as a defender. */
int tc_part_of(const tc_state *s, int unit);
/* Returns the sum of the combat factors of the units that have this part in the present combat and
 * have not fallen. */
int tc_strength_of_part(const tc_state *s, int role);
/* Starts an attack of a side on a space from another space: calls the step combat. */
void tc_begin_combat(tc_state *s, int side, int target, int from, ap_events *ev);
/* Returns the clause that forbids an attack from the space, if it were activated for combat; 0 if
 * it can be made. */
uint16_t tc_strike_forbidden(const tc_state *s, int side, int target, int from);
/* Returns the clause that forbids the side to attack the space from wherever; 0 if it is allowed.
 */
uint16_t tc_no_target(const tc_state *s, int side, int target);
/* Returns whether an attack can be made on such a space from one next to it, if that were activated
 * for combat. */
bool tc_strikes(const tc_state *s, int side, int target, int from);
/* TC-CB-1.1: whether an attack is ordered, and orders one. */
bool tc_has_order(const tc_state *s);
void tc_give_order(tc_state *s, int target, int from);
/* TC-8.320.2: starts an attack of Makhno's men in `space` on their friends in `target`: calls the
 * step combat. */
void tc_begin_treachery(tc_state *s, int controller, int space, int target, ap_events *ev);
int tc_strength_at(
	const tc_state *s, int space);             /* returns the combat factors of all units there */
int tc_combat_of(const tc_state *s, int unit); /* returns its present combat factor */
int tc_loss_of(const tc_state *s, int unit);   /* returns its present loss factor */
int tc_move_of(const tc_state *s, int unit);   /* returns its printed movement points */
/* Returns whether the leader may use the ability now. He must be on the map, in supply, with units,
 * not idle, not under a NO ACT marker, and must not have used an ability in this round. */
bool tc_leader_can(const tc_state *s, int leader, int ability);
/* Notes that the leader has used his ability of this round. */
void tc_leader_used(tc_state *s, int leader);
/* TC-15.5: calls the step leader-die for the leaders of the side that are alone in the space.
 * Returns whether it has called. */
bool tc_leaders_alone(tc_state *s, int space, int side, ap_events *ev);
/* TC-15.5: moves a leader to the dead, tells it, and gives the enemy Victory Points for him. */
void tc_leader_dies(tc_state *s, int leader, ap_events *ev);
/* TC-LE-2: returns whether the leader may not enter the space: Mannerheim does not leave
 * Finland. */
static inline bool tc_kept_from(int leader, int space)
{
	return tc_leaders[leader].bound == TC_BOUND_BORDER && tc_region_of(space) != TC_REGION_FINLAND;
}

/* Lists the cities to which a leader may escape, in the order of the map. Returns how many there
 * are. */
int tc_list_refuges(const tc_state *s, int leader, uint16_t out[TC_SPACES]);
/* TC-LE-7: returns whether Lenin may speak to those of a side who come to the space. */
bool tc_lenin_may_speak(const tc_state *s, int side, int space);
/* TC-LE-7: calls the step preach if the space is such a city and RED can use Lenin. Returns whether
 * it has called. */
bool tc_call_preach(tc_state *s, int side, int space, bool attack);
/* TC-LE-2: moves Lenin out of Moskva if Moskva has fallen. */
void tc_lenin_moves(tc_state *s, ap_events *ev);

/* ---- events.c, places.c, permissions.c, initiative.c ---------------------------------------- */

/* Returns the clause that forbids playing the event of a card with this choice (TC_NONE stands for
 * any choice); 0 if it can be played. */
uint16_t tc_event_forbidden(const tc_state *s, int side, int card, int choice);
/* Plays the event of a card: calls the step event or event-choice. */
void tc_play_event(tc_state *s, int side, int card, ap_events *ev);
/* Returns the deed of the event row that is being carried out: TC_DEED_.. */
int tc_event_deed(const tc_state *s);
/* TC-EV-2: discards a card after its use, or takes it out of the game. */
void tc_card_used(tc_state *s, int card, bool as_event, ap_events *ev);
/* Returns whether the side can interrupt, judged only by public knowledge: it holds cards, and its
 * Initiative card of 1918 does not lie open elsewhere. The hand itself is never looked at. */
bool tc_may_interrupt(const tc_state *s, int side);
/* TC-IN-4: returns whether the side may hold an Initiative card for its own attacks, by what
 * everybody knows. */
bool tc_may_help(const tc_state *s, int side);
/* TC-IN-4: returns the clause that forbids the side to play this Initiative card for its own
 * attacks; 0 if it may. Lists the cards that it may play. Plays one; calls. */
uint16_t tc_own_initiative_forbidden(const tc_state *s, int side, int card);
void tc_list_own_initiatives(const tc_state *s, int side, ap_list *out);
void tc_play_own_initiative(tc_state *s, int side, int card, ap_events *ev);

/* ---- aids.c, again.c: operations of events, and help in combats -------------------------------
 */

/* Returns whether the event of the card of this round is an operation that has begun. */
bool tc_event_operates(const tc_state *s);
/* Returns the clause by which that event does not let the space be activated; 0 if it does. */
uint16_t tc_event_forbids(const tc_state *s, int space);
/* Returns the card that helps: TC_AID_..; TC_NONE if there is none. */
int tc_aid_card(const tc_state *s, int aid);
/* Returns the aid that stands for the Initiative card of the side. */
int tc_aid_of(int side);
/* Continues with the naming of spaces that move once more, if the event of the round has any.
 * Returns whether it does. */
bool tc_go_again(tc_state *s);
/* Calls the step interrupt for the other side, once a round, if that side can interrupt. */
void tc_call_interrupt(tc_state *s, int acting);

/* The spaces where units and leaders of an event or a faction may be put, as effects.csv and
 * setups.csv describe them. */
typedef struct tc_spot {
	const uint16_t *spaces;
	uint32_t regions; /* a set; empty if everywhere */
	uint8_t where, faction, space_count;
	bool lands; /* corps of Britain and the USA land there from the sea: TC-8.314, TC-8.325 */
} tc_spot;
/* Returns the spaces that a row of effects.csv names. */
tc_spot tc_spot_of_effect(int row);
/* Returns the spaces that a row of setups.csv names. */
tc_spot tc_spot_of_setup(int row);
/* Returns whether the unit may be put in the space; TC_NOWHERE stands for a leader. Needs
 * supply. */
bool tc_spot_allows(const tc_state *s, const tc_spot *spot, int side, int unit, int space);
/* Returns the next such space after `space` (-1 for the first); TC_SPACES if there is none. */
int tc_next_place(const tc_state *s, const tc_spot *spot, int side, int unit, int space);

/* Returns what a row with this deed permits: TC_PERMISSION_.. Gives the clause that says so, if it
 * is not that of the card. */
int tc_permission_of(int deed, uint16_t *clause);
/* The permissions and duties that a side has because of events that were played. */
enum {
	TC_MAY_ACTIVATE_ALLIES,  /* TC-8.314.1: after WHITE 1 British and American units may act */
	TC_MUST_CZECHS_ALONE,    /* TC-8.316.4: after WHITE 1 the Czechs must be activated alone */
	TC_MAY_ARMIES_SOUTHEAST, /* TC-8.319.1: granted by the side's card 42 */
	TC_MAY_WAR_REPUBLICS,    /* granted by the side's card 14 */
	TC_MAY_WAR_BALTS,        /* WHITE always may; RED may after RED 10 was used for aggression */
	TC_MAY_WAR_EAST,         /* on Khiva and Turkistan: granted by the side's card 42 */
	TC_MAY_CONTROL_BALTS,    /* WHITE always may; RED may after any use of RED 10 */
	TC_MAY_CONTROL_COUNCIL, /* RED always may; WHITE may after WHITE 15, unless RED 15 was played */
	TC_MAY_CONTROL_POLAND,  /* RED always may; WHITE may after WHITE 2 was used for the Poles */
	TC_MAY_CONTROL_UKRAINE, /* WHITE always may; RED may after RED 1 was used for Ukraine */
	TC_HOLDS_POWERS,        /* TC-8.1321.1: WHITE 12 keeps the Major Powers */
	TC_MAY_ADD_WITHDRAWAL   /* TC-8.41: after WHITE 12, WHITE may add to a withdrawal die */
};
/* Returns whether the side has this permission or duty. */
bool tc_may(const tc_state *s, int side, int what);

/* ---- subjugation.c -------------------------------------------------------------------------- */

/* Returns whether the unit is a garrison of a subjugated republic. */
static inline bool tc_is_garrison(int unit)
{
	return tc_units[unit].entry == TC_ENTRY_SUBJUGATION;
}
/* Returns whether RED has subjugated the faction. */
static inline bool tc_subjugated(const tc_state *s, int faction)
{
	return s->faction_flags[faction] & TC_FACTION_FLAG_SUBJUGATED;
}
/* Returns how many republics RED has subjugated. */
int tc_count_subjugated(const tc_state *s);
/* TC-10.21: a special action of WHITE. The first returns the clause that forbids the side to let
 * the garrison revolt; 0 if it may. The other carries it out; it may call. */
uint16_t tc_rise_forbidden(const tc_state *s, int side, unsigned unit);
void tc_garrison_rises(tc_state *s, int unit, ap_events *ev);
/* TC-8.62.3: returns whether the unit is a garrison in revolt that a lost step gives back to RED.
 */
bool tc_revolt_ends(const tc_state *s, int unit);
/* TC-8.62.3: gives the garrison and its city back to RED. It fights no longer. */
void tc_suppress_revolt(tc_state *s, int unit, ap_events *ev);
/* ---- victory.c ------------------------------------------------------------------------------ */

/* TC-6.0: ends the game if a side has won before the last turn is over. Returns whether the game
 * is over; the caller must then return without touching a frame. Call it when a Political Phase,
 * an Action Round, the withdrawals or the count of Victory Points is over. */
bool tc_check_victory(tc_state *s, ap_events *ev);
/* Ends the game with this winner: TC_REASON_.. */
void tc_win(tc_state *s, int side, int reason, int clause, ap_events *ev);
/* TC-6.2: returns in how many of WHITE's home regions a Victory City counts for RED. */
int tc_white_regions_of_red(const tc_state *s);

/* ---- gold.c, tsar.c ------------------------------------------------------------------------- */

/* TC-16.31: returns whose the gold train is: TC_PARTY_.. */
int tc_gold_owner(const tc_state *s);
/* TC-16.31.1: returns the clause that forbids the side to take the gold train along with the group
 * that it has picked; 0 if it may. */
uint16_t tc_load_forbidden(const tc_state *s, int side);
/* Returns whether the gold train goes with the group that moves, or is being redeployed. */
bool tc_gold_goes(const tc_state *s);
/* Returns whether the link is a railway. */
bool tc_gold_passes(int link);
/* Takes the gold train to a space if it goes with the group, and tells it. */
void tc_gold_follows(tc_state *s, int to, ap_events *ev);
/* Notes that the gold train, if it was on its way, has moved in this round. */
void tc_gold_stops(tc_state *s);
/* TC-16.22: returns the clause that forbids the side to try to save the Tsar; 0 if it may. */
uint16_t tc_rescue_forbidden(const tc_state *s, int side);
/* TC-16.22: tells the attempt and calls the step tsar-answer. */
void tc_rescue(tc_state *s, ap_events *ev);
/* TC-16.22.2: returns the highest die that saves the Tsar. */
int tc_rescue_needs(const tc_state *s);
/* TC-16.22.2: returns whether the Tsar brings WHITE steps. Needs supply. */
bool tc_tsar_rallies(const tc_state *s);
/* TC-16.22.3: if he was not saved in his turn, he is dead when it ends. */
void tc_tsar_turn_ends(tc_state *s, ap_events *ev);

/* ---- logistics.c, replacements.c ------------------------------------------------------------ */

/* TC-5.36, TC-5.36.1, TC-5.17: settles penalties and decides who has won. */
void tc_finish_game(tc_state *s, ap_events *ev);
/* TC-5.36.1: returns the Victory Points that the other side gains if the event of the card has not
 * been played by the end. */
int tc_penalty_of(const tc_state *s, int card);
/* free_steps.c: gives a side the steps that its events bring every turn. Needs supply. */
void tc_give_free_steps(tc_state *s, int side, ap_events *ev);
/* TC-8.41: returns the highest total with which a Power withdraws; 0 if it does not roll this
 * turn. */
int tc_withdraws_at(const tc_state *s, int faction);
/* TC-8.41: returns the side that may change the die now; TC_PARTY_NOBODY if there is none. */
int tc_modifier_side(const tc_state *s, const tc_withdrawal_frame *f);
/* Returns the clause that forbids bringing a unit to full strength with a step; 0 if it is
 * allowed. */
uint16_t tc_heal_forbidden(const tc_state *s, int side, int unit);
/* Returns the clause that forbids rebuilding a unit with a step; 0 if it is allowed. */
uint16_t tc_rebuild_forbidden(const tc_state *s, int side, int unit);
/* Returns the clause that forbids buying a leader; 0 if it is allowed. */
uint16_t tc_buy_forbidden(const tc_state *s, int side, int leader);
/* Return whether the turn of the leader has come, and whether he may join an army in the space. */
bool tc_leader_due(const tc_state *s, int side, int leader);
bool tc_leader_joins_at(const tc_state *s, int side, int leader, int space);
/* TC-RP-4: returns whether the unit takes a step of the factions. Otherwise it takes an own step of
 * the side. */
bool tc_takes_faction_step(const tc_state *s, int side, int unit);
/* Returns the army that is rebuilt in the step replace-at; TC_NOWHERE if a leader is bought. */
int tc_unit_to_appear(const tc_state *s);

/* ---- mending.c ------------------------------------------------------------------------------ */

void tc_build_lists(tc_state *s); /* computes first_unit and next_unit from unit_at */

/* ---- situation.c ---------------------------------------------------------------------------- */

/* States what an action of the seat would lead to: see foresight.c. */
void tc_foresee(const void *view, int seat, ap_action a, ap_facts *facts);

#endif

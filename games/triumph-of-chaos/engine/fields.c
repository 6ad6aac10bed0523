/* fields.c: the parts of a state of Triumph of Chaos that JSON shows. */
#include "chapters.h"
#include "names.h"

#define NAMES(kind, list)                                                                          \
	{                                                                                              \
		kind, AP_COUNT(list), list, list                                                           \
	}

static const char *const where_words[WHERES] = {"map", "reserve", "dead", "gone", "out"};
static const ap_names wheres = NAMES("where", where_words);
static const char *const unit_flag_words[] = {
	"reduced", "picked", "moved", "attacked", "fights", "fell", "back", "ahead"};
static const ap_names unit_flags = NAMES("unit-flag", unit_flag_words);
static const char *const leader_flag_words[] = {"picked", "moved", "used", "idle", "back", "ahead"};
static const ap_names leader_flags = NAMES("leader-flag", leader_flag_words);
static const char *const marker_flag_words[] = {
	"no-act", "move", "combat", "spent", "attacked", "from", "credit"};
static const ap_names marker_flags = NAMES("marker-flag", marker_flag_words);
static const char *const faction_flag_words[] = {"placed", "protected", "called", "ever", "new",
	"new-round", "owed", "by-red", "by-white", "withdrawn", "gained"};
static const ap_names faction_flags = NAMES("faction-flag", faction_flag_words);
static const char *const card_place_words[CARD_PLACES] = {
	"deck", "hand", "red-box", "white-box", "other-box", "discards", "gone", "later", "aside"};
static const ap_names card_places = NAMES("card-place", card_place_words);
static const char *const known_words[] = {"first", "second", "held"};
static const ap_names knowns = NAMES("card-known", known_words);
static const char *const laid_words[SIDES * BOXES] = {"red-in-red", "red-in-white", "red-in-other",
	"white-in-red", "white-in-white", "white-in-other"};
static const ap_names laids = NAMES("laid", laid_words);
static const char *const pcard_place_words[P_PLACES] = {"pile", "chosen", "turned", "used"};
static const ap_names pcard_places = NAMES("pcard-place", pcard_place_words);
static const char *const role_words[ROLES] = {"attacker", "defender"};
static const ap_names roles = NAMES("role", role_words);

/* As tc_use_words, and none. */
static const char *const op_use_words[USES + 1] = {
	"operations", "redeployment", "replacements", "event", "none"};
static const ap_names op_uses = NAMES("op-use", op_use_words);

static bool card_known(const void *state, int card)
{
	return ((const tc_state *)state)->card_at[card] != UNSEEN;
}

static bool pcard_known(const void *state, int pcard)
{
	return ((const tc_state *)state)->pcard_at[pcard] != UNSEEN;
}

#define AT(member) (uint16_t) offsetof(tc_state, member)

const ap_field tc_fields[TC_FIELDS] = {
	{"turn", AP_NUMBERS, AT(turn), 1, NULL, NULL, TC_TURNS, NULL},
	{"round", AP_NUMBERS, AT(round), 1, NULL, NULL, 9, NULL},
	{"phase", AP_NAMES, AT(phase), 1, NULL, &tc_phase_words, 0, NULL},
	{"acting", AP_NAMES, AT(acting), 1, NULL, &tc_side_words, 0, NULL},
	{"side", AP_NAMES, AT(side_of), 1, &tc_seat_words, &tc_side_words, 0, NULL},
	{"bid_side", AP_NAMES, AT(bid_side), 1, &tc_seat_words, &tc_side_words, 0, NULL},
	{"bid_vp", AP_NUMBERS, AT(bid_vp), 1, &tc_seat_words, NULL, 255, NULL},
	{"vp", AP_NUMBERS, AT(vp), 1, &tc_side_words, NULL, MOST_VP, NULL},
	{"cities", AP_NUMBERS, AT(cities), 1, &tc_side_words, NULL, 50, NULL},
	{"unit_at", AP_NAMES, AT(unit_at), 2, &tc_unit_words, &tc_space_words, 0, NULL},
	{"unit_where", AP_NAMES, AT(unit_where), 1, &tc_unit_words, &wheres, 0, NULL},
	{"unit_flags", AP_SETS, AT(unit_flags), 1, &tc_unit_words, &unit_flags, 0, NULL},
	{"leader_at", AP_NAMES, AT(leader_at), 2, &tc_leader_words, &tc_space_words, 0, NULL},
	{"leader_where", AP_NAMES, AT(leader_where), 1, &tc_leader_words, &wheres, 0, NULL},
	{"leader_flags", AP_SETS, AT(leader_flags), 1, &tc_leader_words, &leader_flags, 0, NULL},
	{"owner", AP_NAMES, AT(owner), 1, &tc_space_words, &tc_owner_words, 0, NULL},
	{"marker", AP_SETS, AT(marker), 1, &tc_space_words, &marker_flags, 0, NULL},
	{"card_at", AP_NAMES, AT(card_at), 1, &tc_card_words, &card_places, 0, card_known},
	{"card_known", AP_SETS, AT(card_known), 1, &tc_card_words, &knowns, 0, NULL},
	{"laid", AP_SETS, AT(laid), 1, NULL, &laids, 0, NULL},
	{"pcard_at", AP_NAMES, AT(pcard_at), 1, &tc_pcard_words, &pcard_places, 0, pcard_known},
	{"pcard_known", AP_SETS, AT(pcard_known), 1, &tc_pcard_words, &tc_seat_words, 0, NULL},
	{"box", AP_NAMES, AT(box), 1, &tc_faction_words, &tc_marker_box_words, 0, NULL},
	{"faction_flags", AP_SETS, AT(faction_flags), 2, &tc_faction_words, &faction_flags, 0, NULL},
	{"played", AP_SETS, AT(played), 16, NULL, &tc_card_words, 0, NULL},
	{"chosen", AP_SETS, AT(chosen), 8, NULL, &tc_choice_words, 0, NULL},
	{"steps", AP_NUMBERS, AT(steps), 1, &tc_side_words, NULL, MOST_STEPS, NULL},
	{"faction_steps", AP_NUMBERS, AT(faction_steps), 1, &tc_side_words, NULL, MOST_STEPS, NULL},
	{"half", AP_NUMBERS, AT(half), 1, &tc_side_words, NULL, MOST_STEPS, NULL},
	{"duty_reserve", AP_NUMBERS, AT(duty_reserve), 1, &tc_side_words, NULL, MOST_STEPS, NULL},
	{"hand_size", AP_NUMBERS, AT(hand_size), 1, &tc_side_words, NULL, 54, NULL},
	{"deck_size", AP_NUMBERS, AT(deck_size), 1, &tc_side_words, NULL, 54, NULL},
	{"box_chosen", AP_NUMBERS, AT(box_chosen), 1, &tc_box_words, NULL, 3, NULL},
	{"box_random", AP_NUMBERS, AT(box_random), 1, &tc_box_words, NULL, 3, NULL},
	{"box_ones", AP_NUMBERS, AT(box_ones), 1, &tc_box_words, NULL, 3, NULL},
	{"box_twos", AP_NUMBERS, AT(box_twos), 1, &tc_box_words, NULL, 3, NULL},
	{"chooser", AP_NAMES, AT(chooser), 1, &tc_box_words, &tc_side_words, 0, NULL},
	{"announced", AP_NUMBERS, AT(announced), 1, &tc_side_words, NULL, 2, NULL},
	{"special", AP_NAMES, AT(special), 1, NULL, &tc_pcard_words, 0, NULL},
	{"powers_friend", AP_NAMES, AT(powers_friend), 1, NULL, &tc_party_words, 0, NULL},
	{"red_five", AP_NUMBERS, AT(red_five), 1, NULL, NULL, 1, NULL},
	{"bonus", AP_NUMBERS, AT(bonus), 1, NULL, NULL, 1, NULL},
	{"passive", AP_NUMBERS, AT(passive), 1, NULL, NULL, 2, NULL},
	{"border_open", AP_NUMBERS, AT(border_open), 1, NULL, NULL, 1, NULL},
	{"infighting", AP_SETS, AT(infighting), 1, NULL, &tc_side_words, 0, NULL},
	{"fewer_spaces", AP_SETS, AT(fewer_spaces), 1, NULL, &tc_side_words, 0, NULL},
	{"fewer_steps", AP_SETS, AT(fewer_steps), 1, NULL, &tc_side_words, 0, NULL},
	{"duty_lifted", AP_SETS, AT(duty_lifted), 1, NULL, &tc_side_words, 0, NULL},
	{"lenin_spoke", AP_NUMBERS, AT(lenin_spoke), 1, NULL, NULL, 1, NULL},
	{"belarus", AP_NUMBERS, AT(belarus), 1, NULL, NULL, 2, NULL},
	{"stale", AP_NUMBERS, AT(stale), 1, NULL, NULL, 1, NULL},
	{"winner", AP_NAMES, AT(winner), 1, NULL, &tc_party_words, 0, NULL},
	{"op_from", AP_NAMES, AT(op.from), 2, NULL, &tc_space_words, 0, NULL},
	{"op_at", AP_NAMES, AT(op.at), 2, NULL, &tc_space_words, 0, NULL},
	{"op_card", AP_NAMES, AT(op.card), 1, NULL, &tc_card_words, 0, NULL},
	{"op_use", AP_NAMES, AT(op.use), 1, NULL, &op_uses, 0, NULL},
	{"op_spaces", AP_NUMBERS, AT(op.spaces), 1, NULL, NULL, 20, NULL},
	{"op_put", AP_NUMBERS, AT(op.put), 1, NULL, NULL, 20, NULL},
	{"op_points", AP_NUMBERS, AT(op.points), 1, NULL, NULL, 20, NULL},
	{"op_alone", AP_NUMBERS, AT(op.alone), 1, NULL, NULL, 4, NULL},
	{"op_interrupted", AP_NUMBERS, AT(op.interrupted), 1, NULL, NULL, 1, NULL},
	{"combat_target", AP_NAMES, AT(combat.target), 2, NULL, &tc_space_words, 0, NULL},
	{"combat_back_unit", AP_NAMES, AT(combat.back_unit), 2, NULL, &tc_unit_words, 0, NULL},
	{"combat_back_at", AP_NAMES, AT(combat.back_at), 2, NULL, &tc_space_words, 0, NULL},
	{"combat_kind", AP_NUMBERS, AT(combat.kind), 1, NULL, NULL, 3, NULL},
	{"combat_side", AP_NAMES, AT(combat.side), 1, &roles, &tc_party_words, 0, NULL},
	{"combat_die", AP_NUMBERS, AT(combat.die), 1, &roles, NULL, 6, NULL},
	{"combat_loss", AP_NUMBERS, AT(combat.loss), 1, &roles, NULL, 9, NULL},
	{"combat_left", AP_NUMBERS, AT(combat.left), 1, &roles, NULL, 9, NULL},
	{"combat_leader", AP_NAMES, AT(combat.leader), 1, &roles, &tc_leader_words, 0, NULL},
	{"combat_retreat", AP_NUMBERS, AT(combat.retreat), 1, NULL, NULL, 2, NULL},
	{"combat_withdrawn", AP_NUMBERS, AT(combat.withdrawn), 1, NULL, NULL, 1, NULL},
	{"combat_held", AP_NUMBERS, AT(combat.held), 1, NULL, NULL, 1, NULL},
};

const ap_grid tc_grids[TC_GRIDS] = {
	{"ip", AT(ip), 0, 8, &tc_side_words, &tc_faction_words, 99, NULL},
	{"soft_ip", AT(soft_ip), 0, 8, &tc_side_words, &tc_faction_words, 99, NULL},
	{"duty", AT(duty), 0, 8, &tc_side_words, &tc_region_words, MOST_STEPS, NULL},
	{"worth", AT(worth), 0, 8, &tc_side_words, &tc_box_words, 5, NULL},
};

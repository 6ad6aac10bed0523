/* words.c: the tables of Triumph of Chaos: names, steps, verbs, and the game itself. Events stand
 * in event_words.c, the parts JSON shows in fields.c. */
#include "triumph_of_chaos.h"

#include "chapters.h"
#include "names.h"

/* ---- Names ----------------------------------------------------------------------------------- */

#define NAMES(kind, list)                                                                          \
	{                                                                                              \
		kind, AP_COUNT(list), list, list                                                           \
	}

static const char *const seat_list[] = {"first", "second"};
static const char *const side_list[OWNERS] = {
	"red", "white", "nobody", "czech-legion", "central-powers"};
static const char *const phase_list[PHASES] = {
	"before", "preparation", "political", "action", "logistics"};
static const char *const use_list[USES] = {"operations", "redeployment", "replacements", "event"};
static const char *const special_list[SPECIALS] = {"activate", "lift", "pass"};
static const char *const marker_kind_list[MARKER_KINDS] = {"movement", "combat"};
static const char *const reason_list[REASONS] = {
	"red-ahead", "white-ahead", "tie", "campaign-turn"};

const ap_names tc_seat_words = NAMES("seat", seat_list);
const ap_names tc_side_words = {"side", SIDES, side_list, side_list};
const ap_names tc_party_words = {"side", SIDES + 1, side_list, side_list};
const ap_names tc_owner_words = {"side", OWNERS, side_list, side_list};
const ap_names tc_space_words = {"space", SPACES, tc_space_names, tc_space_labels};
const ap_names tc_unit_words = {"unit", UNITS, tc_unit_names, tc_unit_labels};
const ap_names tc_leader_words = {"leader", LEADERS, tc_leader_names, tc_leader_labels};
const ap_names tc_card_words = {"card", CARDS, tc_card_names, tc_card_labels};
const ap_names tc_pcard_words = {
	"political-card", PCARDS, tc_political_card_names, tc_political_card_labels};
const ap_names tc_faction_words = {"faction", FACTIONS, tc_faction_names, tc_faction_labels};
const ap_names tc_choice_words = {"choice", TC_CHOICES, tc_choice_names, tc_choice_labels};
const ap_names tc_region_words = {"region", REGIONS, tc_region_names, tc_region_labels};
const ap_names tc_chit_words = {"chit", TC_CHITS, tc_chit_names, tc_chit_labels};
const ap_names tc_box_words = {"pile", BOXES, tc_pile_names, tc_pile_names};
const ap_names tc_marker_box_words = {"box", TC_BOX_COUNT, tc_box_names, tc_box_names};
const ap_names tc_phase_words = NAMES("phase", phase_list);
const ap_names tc_use_words = NAMES("use", use_list);
const ap_names tc_special_words = NAMES("special", special_list);
const ap_names tc_marker_kind_words = NAMES("marker", marker_kind_list);
static const ap_names reasons = NAMES("reason", reason_list);

static const ap_names *const names[] = {&tc_seat_words, &tc_owner_words, &tc_space_words,
	&tc_unit_words, &tc_leader_words, &tc_card_words, &tc_pcard_words, &tc_faction_words,
	&tc_choice_words, &tc_region_words, &tc_chit_words, &tc_box_words, &tc_marker_box_words,
	&tc_phase_words, &tc_use_words, &tc_special_words, &tc_marker_kind_words, &reasons, NULL};

/* ---- Steps ----------------------------------------------------------------------------------- */

#define RUNS(name, clause, what)                                                                   \
	{                                                                                              \
		name, clause, tc_##what##_run, NULL, NULL, NULL, NULL, NULL                                \
	}
#define ASKS(name, clause, what)                                                                   \
	{                                                                                              \
		name, clause, tc_##what##_run, tc_##what##_legal, tc_##what##_refuse, tc_##what##_apply,   \
			NULL, NULL                                                                             \
	}
#define ROLLS(name, clause, what)                                                                  \
	{                                                                                              \
		name, clause, tc_chance_run, tc_die_legal, tc_die_refuse, tc_##what##_apply, NULL, NULL    \
	}
#define SEALS(name, clause, what)                                                                  \
	{                                                                                              \
		name, clause, tc_##what##_run, tc_##what##_legal, tc_##what##_refuse, tc_##what##_apply,   \
			tc_##what##_close, tc_##what##_unseal                                                  \
	}

static const ap_step steps[STEPS] = {
	[BID] = SEALS("bid", TC_6_4, bid),
	[BID_LOT] = ASKS("bid-lot", TC_6_4, bid_lot),
	[TURN_BEGIN] = RUNS("turn-begin", TC_TU_1, turn_begin),
	[DRAW] = ASKS("draw", TC_7_1, draw),
	[CHITS] = RUNS("chits", TC_IF_1, chits),
	[CHIT] = ASKS("chit", TC_IF_1, chit),
	[PHASE_POLITICS] = RUNS("phase-politics", TC_8_1, phase_politics),
	[PHASE_ACTION] = RUNS("phase-action", TC_AC_1, phase_action),
	[PHASE_LOGISTICS] = RUNS("phase-logistics", TC_LG_1, phase_logistics),
	[TURN_END] = RUNS("turn-end", TC_LG_1, turn_end),
	[CHIT_REGION] = ASKS("chit-region", TC_IF_4, chit_region),
	[CHIT_SPACES] = ASKS("chit-spaces", TC_IF_4, chit_spaces),
	[CHIT_CARD] = ASKS("chit-card", TC_IF_6, chit_card),
	[CHIT_LEADER] = ASKS("chit-leader", TC_IF_7, chit_leader),
	[POLITICS] = RUNS("politics", TC_8_1, politics),
	[POLITICS_PLACE] = SEALS("politics-place", TC_8_11, place),
	[BOX_OPEN] = ASKS("box-open", TC_8_12, box_open),
	[INFLUENCE_DIE] = ROLLS("influence-die", TC_8_12_1, influence_die),
	[BOX_COUNT] = RUNS("box-count", TC_8_12_2, box_count),
	[CHOOSE] = ASKS("choose", TC_8_12_3, choose),
	[TURN_CARDS] = ASKS("turn-cards", TC_8_12_4, turn_cards),
	[SPECIAL_LOT] = ASKS("special-lot", TC_8_152_1, special_lot),
	[SPY_DIE] = ROLLS("spy-die", TC_8_152_2, spy_die),
	[SPY_BOX] = ASKS("spy-box", TC_8_152_2, spy_box),
	[MARKERS] = RUNS("markers", TC_8_131, markers),
	[FORCES_LOT] = ASKS("forces-lot", TC_8_14, forces_lot),
	[POLITICS_END] = RUNS("politics-end", TC_8_16, politics_end),
	[VETO] = ASKS("veto", TC_8_152, veto),
	[LOSS_LEADERS] = ASKS("loss-leaders", TC_8_151, loss_leaders),
	[LOSS_UNITS] = ASKS("loss-units", TC_8_151_1, loss_units),
	[FORCES] = ASKS("forces", TC_8_141, forces),
	[FORCES_ONE] = ASKS("forces-one", TC_8_312_1, forces_one),
	[DECLARE] = ASKS("declare", TC_8_51, declare),
	[MAKHNO_DIE] = ROLLS("makhno-die", TC_8_320_1, makhno_die),
	[MAKHNO_REVOLT] = ASKS("makhno-revolt", TC_8_320_1, makhno_revolt),
	[PLAY] = ASKS("play", TC_AC_1, play),
	[ANNOUNCED] = RUNS("announced", TC_IN_1, announced),
	[CARRY_OUT] = RUNS("carry-out", TC_AC_1, carry_out),
	[MARK] = ASKS("mark", TC_OP_1, mark),
	[LIFT] = ASKS("lift", TC_10_2, lift),
	[REDEPLOY] = ASKS("redeploy", TC_SR_1, redeploy),
	[REDEPLOY_TO] = ASKS("redeploy-to", TC_SR_1, redeploy_to),
	[ROUND_END] = RUNS("round-end", TC_AC_1, round_end),
	[MOVE] = ASKS("move", TC_MV_1, move),
	[MOVE_ON] = ASKS("move-on", TC_MV_1, move_on),
	[FIGHT] = ASKS("fight", TC_CB_1, fight),
	[COMBAT] = RUNS("combat", TC_CB_1, combat),
	[COMBAT_ALSO] = ASKS("combat-also", TC_CB_3, combat_also),
	[COMBAT_PREACHED] = RUNS("combat-preached", TC_LE_7, combat_preached),
	[WITHDRAW] = ASKS("withdraw", TC_LE_4, withdraw),
	[JOIN] = ASKS("join", TC_CB_4, join),
	[BRING] = ASKS("bring", TC_LE_3, bring),
	[ROLL_ATTACKER] = ROLLS("roll-attacker", TC_CB_10, roll_attacker),
	[ROLL_DEFENDER] = ROLLS("roll-defender", TC_CB_10, roll_defender),
	[LOSE] = ASKS("lose", TC_LS_1, lose),
	[RELIEVE] = ASKS("relieve", TC_LS_3, relieve),
	[CANCEL] = ASKS("cancel", TC_RT_2, cancel),
	[BACK] = ASKS("back", TC_RT_3, back),
	[BACK_LEADERS] = ASKS("back-leaders", TC_RT_5, back_leaders),
	[ADVANCE] = ASKS("advance", TC_AD_1, advance),
	[FURTHER] = ASKS("further", TC_LE_5, further),
	[COUNTER] = ASKS("counter", TC_LE_6, counter),
	[COMBAT_END] = RUNS("combat-end", TC_CB_1, combat_end),
	[PREACH] = ASKS("preach", TC_LE_7, preach),
	[PREACH_DIE] = ROLLS("preach-die", TC_LE_7, preach_die),
	[LEADER_DIE] = ROLLS("leader-die", TC_15_5, leader_die),
	[LEADER_FLEES] = ASKS("leader-flees", TC_15_5, leader_flees),
	[EVENT] = RUNS("event", TC_EV_1, event),
	[EVENT_CHOICE] = ASKS("event-choice", TC_EV_1, event_choice),
	[EVENT_PUT] = ASKS("event-put", TC_EV_4, event_put),
	[EVENT_TARGET] = ASKS("event-target", TC_EV_1, event_target),
	[EVENT_DIE] = ROLLS("event-die", TC_EV_1, event_die),
	[EVENT_RETREAT] = ASKS("event-retreat", TC_WC_1, event_retreat),
	[INTERRUPT] = ASKS("interrupt", TC_IN_1, interrupt),
	[CONQUEST] = RUNS("conquest", TC_8_53, conquest),
	[WITHDRAWAL] = ASKS("withdrawal", TC_8_41, withdrawal),
	[WITHDRAWAL_DIE] = ROLLS("withdrawal-die", TC_8_41, withdrawal_die),
	[ATTRITION] = RUNS("attrition", TC_AT_1, attrition),
	[SCORE] = RUNS("score", TC_VP_2, score),
	[REPLACE] = ASKS("replace", TC_RP_2, replace),
	[REPLACE_AT] = ASKS("replace-at", TC_RP_3, replace_at),
	[BELARUS_ARMY] = ASKS("belarus-army", TC_8_313_1, belarus_army),
	[LOGISTICS_END] = RUNS("logistics-end", TC_LG_1, logistics_end),
};

/* ---- Verbs ----------------------------------------------------------------------------------- */

#define N &ap_plain_number

static const ap_verb verbs[VERBS] = {
	[V_SEAL] = {"seal", NULL, NULL},
	[V_LOT_SEAT] = {"lot-seat", &tc_seat_words, NULL},
	[V_LOT_REGION] = {"lot-region", &tc_region_words, NULL},
	[V_LOT_FACTION] = {"lot-faction", &tc_faction_words, NULL},
	[V_LOT_UNIT] = {"lot-unit", &tc_unit_words, NULL},
	[V_DRAW] = {"draw", &tc_card_words, NULL},
	[V_CHIT] = {"chit", &tc_chit_words, NULL},
	[V_DISCARD] = {"discard", &tc_card_words, NULL},
	[V_DIE] = {"die", N, NULL},
	[V_TURN] = {"turn", &tc_pcard_words, NULL},
	[V_OPEN] = {"open", &tc_card_words, NULL},
	[V_BID] = {"bid", &tc_side_words, N},
	[V_PLACE] = {"place", &tc_card_words, &tc_box_words},
	[V_CHOOSE] = {"choose", &tc_pcard_words, NULL},
	[V_ANNOUNCE] = {"announce", &tc_pcard_words, N},
	[V_NAME] = {"name", &tc_box_words, NULL},
	[V_VETO] = {"veto", NULL, NULL},
	[V_ALLOW] = {"allow", NULL, NULL},
	[V_DECLARE] = {"declare", &tc_faction_words, NULL},
	[V_PLAY] = {"play", &tc_card_words, &tc_use_words},
	[V_SPECIAL] = {"special", &tc_special_words, NULL},
	[V_PASS] = {"pass", NULL, NULL, true},
	[V_DONE] = {"done", NULL, NULL},
	[V_READY] = {"ready", NULL, NULL},
	[V_NO_ACT] = {"no-act", &tc_space_words, NULL},
	[V_IDLE] = {"idle", &tc_leader_words, NULL},
	[V_MOVE_MARKER] = {"move-marker", &tc_space_words, NULL},
	[V_COMBAT_MARKER] = {"combat-marker", &tc_space_words, NULL},
	[V_LIFT] = {"lift", &tc_space_words, NULL},
	[V_PICK] = {"pick", &tc_unit_words, NULL},
	[V_PICK_LEADER] = {"pick-leader", &tc_leader_words, NULL},
	[V_GO] = {"go", &tc_space_words, NULL},
	[V_STOP] = {"stop", NULL, NULL},
	[V_TRAIN] = {"train", &tc_space_words, NULL},
	[V_TO] = {"to", &tc_space_words, NULL},
	[V_TO_RESERVE] = {"to-reserve", NULL, NULL},
	[V_PUT] = {"put", &tc_unit_words, &tc_space_words},
	[V_RESERVE] = {"reserve", &tc_unit_words, NULL},
	[V_LEADER_TO] = {"leader-to", &tc_leader_words, &tc_space_words},
	[V_ATTACK] = {"attack", &tc_space_words, &tc_space_words},
	[V_ALSO] = {"also", &tc_space_words, NULL},
	[V_FIGHT] = {"fight", NULL, NULL},
	[V_WITHDRAW] = {"withdraw", NULL, NULL},
	[V_STAND] = {"stand", NULL, NULL},
	[V_JOIN] = {"join", &tc_unit_words, NULL},
	[V_JOIN_ALL] = {"join-all", NULL, NULL},
	[V_FIRE] = {"fire", NULL, NULL},
	[V_BRING] = {"bring", &tc_unit_words, NULL},
	[V_LOSE] = {"lose", &tc_unit_words, NULL},
	[V_RELIEVE] = {"relieve", &tc_unit_words, &tc_unit_words},
	[V_CANCEL] = {"cancel", &tc_unit_words, NULL},
	[V_RETREAT] = {"retreat", NULL, NULL},
	[V_BACK] = {"back", &tc_unit_words, &tc_space_words},
	[V_WITH] = {"with", &tc_leader_words, &tc_unit_words},
	[V_ADVANCE] = {"advance", &tc_unit_words, NULL},
	[V_FURTHER] = {"further", &tc_unit_words, &tc_space_words},
	[V_COUNTER] = {"counter", &tc_space_words, NULL},
	[V_PREACH] = {"preach", NULL, NULL},
	[V_REVOLT] = {"revolt", &tc_space_words, NULL},
	[V_REVOLT_OFF] = {"revolt-off", NULL, NULL},
	[V_USE] = {"use", &tc_choice_words, NULL},
	[V_TARGET] = {"target", &tc_unit_words, NULL},
	[V_AT] = {"at", &tc_space_words, NULL},
	[V_ON] = {"on", &tc_faction_words, NULL},
	[V_INTERRUPT] = {"interrupt", &tc_card_words, NULL},
	[V_MODIFY] = {"modify", N, NULL},
	[V_HEAL] = {"heal", &tc_unit_words, NULL},
	[V_REBUILD] = {"rebuild", &tc_unit_words, NULL},
	[V_BUY] = {"buy", &tc_leader_words, NULL},
};
#undef N

/* ---- The game -------------------------------------------------------------------------------- */

/* A turn has at most 7 rounds of both sides; a round at most 5 markers, 15 units with a leader each
 * that take a pick and four spaces, 5 combats of about 60 questions, 13 declarations with their
 * forces, an event and a reaction; politics fewer than 200, logistics fewer than 300 a side. */
static int bound(const ap_setup *setup)
{
	int turns = setup->option[OPTION_SCENARIO] == SCENARIO_CAMPAIGN ? 1 : 3;
	return 40 + turns * (7 * 2 * 800 + 200 + 2 * 300 + 100);
}

static const char *const scenario_values[] = {"1918", "campaign", NULL};
static const char *const politics_values[] = {"full", "random", NULL};
static const char *const sides_values[] = {"bid", "fixed", NULL};
static const ap_option options[] = {
	{"scenario", scenario_values}, {"politics", politics_values}, {"sides", sides_values}};

static const uint16_t over_clauses[REASONS] = {
	[RED_AHEAD] = TC_5_36, [WHITE_AHEAD] = TC_5_36, [TIE_VP] = TC_5_36, [CAMPAIGN_TURN] = TC_CA_1};

const ap_game triumph_of_chaos = {
	.name = "triumph-of-chaos",
	.min_players = 2,
	.max_players = 2,
	.rules_version = 1,
	.state_size = sizeof(tc_state),
	.clause_count = TC_CLAUSES,
	.step_count = STEPS,
	.verb_count = VERBS,
	.event_count = EVENTS,
	.field_count = TC_FIELDS,
	.grid_count = TC_GRIDS,
	.option_count = AP_COUNT(options),
	.turn_clause = TC_TU_2,
	.over_clause = over_clauses,
	.clause_ids = tc_clause_ids,
	.seats = &tc_seat_words,
	.reasons = &reasons,
	.steps = steps,
	.verbs = verbs,
	.events = tc_event_kinds,
	.fields = tc_fields,
	.grids = tc_grids,
	.options = options,
	.names = names,
	.blank = tc_blank,
	.mend = tc_mend,
	.unsound = tc_unsound,
	.hardly_matters = tc_tiresome,
	.hide = tc_hide,
	.fill = tc_fill,
	.mask = tc_mask,
	.outcome = tc_ending,
	.bound = bound,
};

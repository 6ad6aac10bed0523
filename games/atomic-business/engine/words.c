/* words.c: the tables of Atomic Business: steps, verbs, events, names, and the parts JSON shows. */
#include "atomic_business.h"

#include "state.h"

/* ---- Names --------------------------------------------------------------------------------- */

#define NAMES(kind, list)                                                                          \
	{                                                                                              \
		kind, AP_COUNT(list), list, list                                                           \
	}

static const ap_names powers = {"power", AB_POWERS, ab_power_names, ab_power_labels};
static const ap_names diplomats = {"diplomat", AB_DIPLOMATS, ab_diplomat_names, ab_diplomat_labels};
static const ap_names spaces = {"space", AB_SPACES, ab_space_names, ab_space_labels};
/* Secret cards as they are drawn, and by what they do. */
static const ap_names drawn = {"secret", AB_SECRETS, ab_secret_names, ab_secret_labels};
static const ap_names secrets = {"secret", AB_EFFECT_COUNT, ab_effect_names, ab_effect_names};
/* Briefcases as they are drawn, and by what is in them. */
static const ap_names cases = {"case", AB_CASES, ab_case_names, ab_case_labels};
static const char *const kind_words[KINDS] = {"nuclear", "tourist"};
static const ap_names kinds = NAMES("case", kind_words);

static const char *const way_words[] = {"none", "palace", "airport"};
static const ap_names ways = NAMES("way", way_words);
static const char *const side_words[SIDES] = {"attack", "defence"};
static const ap_names sides = NAMES("side", side_words);
static const char *const answer_words[] = {"none", "join", "neutral"};
static const ap_names answers = NAMES("answer", answer_words);
static const char *const reason_words[REASONS] = {
	"victory", "shared-victory", "no-nuclear", "no-diplomats", "idle"};
static const ap_names reasons = NAMES("reason", reason_words);

static const ap_names *const names[] = {
	&powers, &diplomats, &spaces, &secrets, &kinds, &ways, &sides, &answers, &reasons, NULL};

/* ---- Steps --------------------------------------------------------------------------------- */

#define SILENT(name, clause, run)                                                                  \
	{                                                                                              \
		name, clause, run, NULL, NULL, NULL, NULL, NULL                                            \
	}
#define CARDS(name, clause, run)                                                                   \
	{                                                                                              \
		name, clause, run, ab_cards_legal, ab_cards_refuse, ab_cards_apply, NULL, NULL             \
	}

static const ap_step steps[STEPS] = {
	[SERIES] = {"series", AB_SR_1, ab_series_run, ab_number_legal, ab_number_refuse,
		ab_series_apply, NULL, NULL},
	[DEAL] = {"deal", AB_SU_4, ab_deal_run, ab_draw_legal, ab_draw_refuse, ab_deal_apply, NULL,
		NULL},
	[FIRST_LOT] = {"first-lot", AB_SU_5, ab_ask_chance, ab_lot_legal, ab_lot_refuse, ab_lot_apply,
		NULL, NULL},
	[TURN_START] = SILENT("turn-start", AB_TU_1, ab_turn_start_run),
	[SECRET] = {"secret", AB_TU_2, ab_secret_run, ab_secret_legal, ab_secret_refuse,
		ab_secret_apply, NULL, NULL},
	[DRAW] = {"draw", AB_TU_3, ab_draw_run, ab_draw_legal, ab_draw_refuse, ab_draw_apply, NULL,
		NULL},
	[MOVEMENT] = {"movement", AB_MO_1, ab_movement_run, ab_movement_legal, ab_movement_refuse,
		ab_movement_apply, NULL, NULL},
	[CARDS_AFTER] = SILENT("cards-after", AB_SE_1, ab_cards_after_run),
	[QUIET_AFTER] = SILENT("quiet-after", AB_SE_1, ab_quiet_after_run),
	[TURN_END] = SILENT("turn-end", AB_TU_1, ab_turn_end_run),
	[WINDOW] = CARDS("window", AB_SE_1, ab_window_run),
	[PLAYED] = SILENT("played", AB_SE_2, ab_played_run),
	[PLAYED_EFFECT] = SILENT("played-effect", AB_SE_2, ab_effect_run),
	[COUNTER_WINDOW] = CARDS("counter-window", AB_SC_15, ab_counter_run),
	[TAKE_CASE] = {"take-case", AB_PA_1, ab_ask_chance, ab_case_legal, ab_case_refuse,
		ab_take_case_apply, NULL, NULL},
	[WRONG_CASE] = {"wrong-case", AB_SC_13, ab_ask_chance, ab_case_legal, ab_case_refuse,
		ab_wrong_case_apply, NULL, NULL},
	[LOOK] = {"look", AB_SE_8, ab_look_run, ab_look_legal, ab_look_refuse, ab_look_apply, NULL,
		NULL},
	[LEAKING] = {"leaking", AB_SC_17, ab_ask_chance, ab_leaking_legal, ab_leaking_refuse,
		ab_leaking_apply, NULL, NULL},
	[REVEAL] = {"reveal", AB_PR_9, ab_ask_chance, ab_reveal_legal, ab_reveal_refuse,
		ab_reveal_apply, NULL, NULL},
	[GO_OUT] = {"go-out", AB_TU_5, ab_go_out_run, ab_go_out_legal, ab_go_out_refuse,
		ab_go_out_apply, NULL, NULL},
	[STOP] = SILENT("stop", AB_PR_1, ab_stop_run),
	[STOP_PICK] = {"stop-pick", AB_PR_2, ab_stop_pick_run, ab_stop_pick_legal, ab_stop_pick_refuse,
		ab_stop_pick_apply, NULL, NULL},
	[STOP_ASK] = {"stop-ask", AB_PR_1, ab_stop_ask_run, ab_stop_ask_legal, ab_stop_ask_refuse,
		ab_stop_ask_apply, NULL, NULL},
	[PRESSURE_IMMUNITY] = CARDS("pressure-immunity", AB_SC_14, ab_immunity_run),
	[PRESSURE_ALLIES] = {"pressure-allies", AB_PR_3, ab_allies_run, ab_allies_legal,
		ab_allies_refuse, ab_allies_apply, ab_allies_close, ab_allies_unseal},
	[PRESSURE_CARDS] = CARDS("pressure-cards", AB_PR_4, ab_pressure_cards_run),
	[PRESSURE_RESULT] = SILENT("pressure-result", AB_PR_5, ab_result_run),
	[PRESSURE_OPENED] = SILENT("pressure-opened", AB_PR_9, ab_opened_run),
	[PRESSURE_LOSSES] = {"pressure-losses", AB_PR_7, ab_losses_run, ab_losses_legal,
		ab_losses_refuse, ab_losses_apply, NULL, NULL},
};

/* ---- Verbs --------------------------------------------------------------------------------- */

static const ap_verb verbs[VERBS] = {
	[V_NUMBER] = {"number", &diplomats, NULL},
	[V_DRAW] = {"draw", &drawn, NULL},
	[V_LOT] = {"lot", &powers, NULL},
	[V_CASE] = {"case", &cases, NULL},
	[V_SEE] = {"see", &kinds, NULL},
	[V_OPEN] = {"open", &kinds, NULL},
	[V_TAKE] = {"take", &secrets, NULL},
	[V_PASS] = {"pass", NULL, NULL, true},
	[V_KEEP] = {"keep", NULL, NULL},
	[V_DISCARD] = {"discard", &secrets, NULL},
	[V_MOVE] = {"move", &diplomats, &ways},
	[V_STOP] = {"stop", NULL, NULL},
	[V_END] = {"end", NULL, NULL},
	[V_FIRST] = {"first", &diplomats, NULL},
	[V_PRESS] = {"press", &diplomats, NULL},
	[V_ANSWER] = {"answer", &answers, NULL},
	[V_LOSE] = {"lose", &diplomats, NULL},
	[V_BODYGUARDS] = {"bodyguards", NULL, NULL},
	[V_PRESS_PACK] = {"press-pack", NULL, NULL},
	[V_GAFFE] = {"gaffe", &sides, NULL},
	[V_INCIDENT] = {"incident", &sides, NULL},
	[V_MOTORCADE] = {"motorcade", &diplomats, &ways},
	[V_LIMOUSINE] = {"limousine", &diplomats, &ways},
	[V_HELICOPTER] = {"helicopter", &diplomats, &ways},
	[V_ROADBLOCK] = {"roadblock", &diplomats, &ways},
	[V_TRAFFIC_JAM] = {"traffic-jam", &diplomats, &ways},
	[V_X_RAY] = {"x-ray", &diplomats, NULL},
	[V_MIX_UP] = {"mix-up", &diplomats, &diplomats},
	[V_CUSTOMS_CHECK] = {"customs-check", &spaces, NULL},
	[V_WRONG_LUGGAGE] = {"wrong-luggage", &diplomats, NULL},
	[V_IMMUNITY] = {"immunity", NULL, NULL},
	[V_COUNTER] = {"counter", NULL, NULL},
	[V_BALLOT] = {"ballot", NULL, NULL},
	[V_LEAK] = {"leak", &powers, NULL},
	[V_PLATES] = {"plates", NULL, NULL},
};

/* ---- Events -------------------------------------------------------------------------------- */

#define N &ap_plain_number
static const ap_event_kind events[EVENTS] = {
	[EV_NUMBER] = {"number", {&diplomats}},
	[EV_SERIES] = {"series", {N}},
	[EV_SET_UP] = {"set-up", {N}},
	[EV_FOUR_EACH] = {"four-each", {N}},
	[EV_CASES] = {"cases", {N, N}},
	[EV_SECRET_DEALT] = {"secret-dealt", {&powers, &secrets}},
	[EV_SECRET_DEALT_HIDDEN] = {"secret-dealt-hidden", {&powers}},
	[EV_BEGINS] = {"begins", {&powers}},
	[EV_TURN] = {"turn", {&powers}},
	[EV_KEEPS] = {"keeps", {&powers}},
	[EV_DISCARDS] = {"discards", {&powers, &secrets}},
	[EV_SECRET_DRAWN] = {"secret-drawn", {&powers, &secrets}},
	[EV_SECRET_DRAWN_HIDDEN] = {"secret-drawn-hidden", {&powers}},
	[EV_RESHUFFLED] = {"reshuffled", {NULL}},
	[EV_OUT] = {"out", {&powers}},
	[EV_FLIES_IN] = {"flies-in", {&diplomats, &spaces, N}},
	[EV_MOVES] = {"moves", {&diplomats, &spaces, N}},
	[EV_CHOOSES_WAY] = {"chooses-way", {&diplomats}},
	[EV_SURCHARGE] = {"surcharge", {&diplomats}},
	[EV_STOPS] = {"stops", {&diplomats, &spaces}},
	[EV_MOVEMENT_ENDS] = {"movement-ends", {&powers, N}},
	[EV_TAKES_CASE] = {"takes-case", {&diplomats}},
	[EV_SEES] = {"sees", {&diplomats, &kinds}},
	[EV_NO_CASE_LEFT] = {"no-case-left", {&diplomats}},
	[EV_FLIES_HOME] = {"flies-home", {&diplomats}},
	[EV_TOURIST_HOME] = {"tourist-home", {&powers, &diplomats}},
	[EV_NUCLEAR_HOME] = {"nuclear-home", {&powers, &diplomats}},
	[EV_CASE_ORDER] = {"case-order", {&powers, &diplomats}},
	[EV_PRESSES] = {"presses", {&powers, &diplomats}},
	[EV_DOES_NOT_PRESS] = {"does-not-press", {&powers, &diplomats}},
	[EV_CAMP_JOINS] = {"camp-joins", {&powers}},
	[EV_CAMP_NEUTRAL] = {"camp-neutral", {&powers}},
	[EV_CARDS_DONE] = {"cards-done", {&diplomats}},
	[EV_COUNT] = {"count", {N, N}},
	[EV_FAILS] = {"fails", {&diplomats}},
	[EV_BARRED] = {"barred", {&powers, &diplomats}},
	[EV_OPENED_TOURIST] = {"opened-tourist", {&diplomats}},
	[EV_OPENED_NUCLEAR] = {"opened-nuclear", {&diplomats}},
	[EV_CASE_OUT] = {"case-out", {&diplomats, &kinds}},
	[EV_LOSES] = {"loses", {&powers, &diplomats}},
	[EV_PLAYS] = {"plays", {&powers, &secrets}},
	[EV_CANCELLED] = {"cancelled", {&powers, &secrets}},
	[EV_BONUS] = {"bonus", {&sides, N}},
	[EV_MALUS] = {"malus", {&sides, N}},
	[EV_CARRIED_FORWARD] = {"carried-forward", {&diplomats, &spaces}},
	[EV_CARRIED_BACK] = {"carried-back", {&diplomats, &spaces}},
	[EV_LOOKS] = {"looks", {&powers, &diplomats}},
	[EV_SWAPPED] = {"swapped", {&diplomats, &diplomats}},
	[EV_WRONG_CASE] = {"wrong-case", {&diplomats}},
	[EV_IMMUNE] = {"immune", {&powers}},
	[EV_COUNTERED] = {"countered", {&powers}},
	[EV_BALLOT] = {"ballot", {&powers}},
	[EV_BALLOT_ENDS] = {"ballot-ends", {&powers}},
	[EV_LEAKED] = {"leaked", {&powers, &powers}},
	[EV_LEAKED_CARD] = {"leaked-card", {&powers, &secrets}},
	[EV_PLATES] = {"plates", {&powers}},
	[EV_NO_NUCLEAR] = {"no-nuclear", {NULL}},
	[EV_NO_DIPLOMATS] = {"no-diplomats", {NULL}},
	[EV_IDLE] = {"idle", {N}},
	[EV_GAME_WON] = {"game-won", {&powers}},
	[EV_GAME_POINTS] = {"game-points", {&powers, N, N}},
	[EV_NEXT_GAME] = {"next-game", {N}},
	[EV_WINS] = {"wins", {&powers, N}},
	[EV_SHARES] = {"shares", {&powers, N}},
};
#undef N

/* ---- Fields -------------------------------------------------------------------------------- */

#define AT(member) (uint16_t) offsetof(ab_state, member)

static bool load_known(const void *state, int pawn)
{
	return ((const ab_state *)state)->load[pawn] != UNSEEN;
}

static bool hand_is_known(const void *state, int seat)
{
	return ((const ab_state *)state)->hand[seat] != UNSEEN;
}

static const ap_field fields[] = {
	{"place", AP_NAMES, AT(place), 1, &diplomats, &spaces, 0, NULL},
	{"load", AP_NAMES, AT(load), 1, &diplomats, &kinds, 0, load_known},
	{"known_to", AP_SETS, AT(known_to), 1, &diplomats, &powers, 0, NULL},
	{"barred", AP_SETS, AT(barred), 1, &diplomats, &powers, 0, NULL},
	{"way", AP_NAMES, AT(way), 1, &diplomats, &ways, 0, NULL},
	{"surcharged", AP_SETS, AT(surcharged), 4, NULL, &diplomats, 0, NULL},
	{"considered", AP_SETS, AT(considered), 4, NULL, &diplomats, 0, NULL},
	{"gone", AP_NUMBERS, AT(gone), 1, &kinds, NULL, AB_CASES, NULL},
	{"hands", AP_NAMES, AT(hand), 1, &powers, &secrets, 0, hand_is_known},
	{"hand_known", AP_SETS, AT(hand_known), 1, &powers, &powers, 0, NULL},
	{"discard", AP_NUMBERS, AT(discard), 1, &secrets, NULL, AB_SECRETS, NULL},
	{"answer", AP_NAMES, AT(answer), 1, &powers, &answers, 0, ap_sees},
	{"points", AP_NUMBERS, AT(points), 1, NULL, NULL, POINTS, NULL},
	{"mover", AP_NAMES, AT(mover), 1, NULL, &diplomats, 0, NULL},
	{"plates", AP_NUMBERS, AT(plates), 1, NULL, NULL, 1, NULL},
	{"ballot_by", AP_NAMES, AT(ballot_by), 1, NULL, &powers, 0, NULL},
	{"attackers", AP_SETS, AT(attackers), 1, NULL, &powers, 0, NULL},
	{"opened", AP_NAMES, AT(opened), 1, NULL, &kinds, 0, NULL},
	{"cancelled", AP_NUMBERS, AT(cancelled), 1, NULL, NULL, 1, NULL},
	{"immune", AP_NUMBERS, AT(immune), 1, NULL, NULL, 1, NULL},
	{"bonus", AP_NUMBERS, AT(bonus), 1, &sides, NULL, MOST_MODIFIER, NULL},
	{"malus", AP_NUMBERS, AT(malus), 1, &sides, NULL, MOST_MODIFIER, NULL},
	{"first", AP_NAMES, AT(first), 1, NULL, &powers, 0, NULL},
	{"idle", AP_NUMBERS, AT(idle), 1, NULL, NULL, IDLE_ROUNDS, NULL},
	{"games_left", AP_NUMBERS, AT(games_left), 1, NULL, NULL, SERIES_AUTO, NULL},
	{"winner", AP_NAMES, AT(winner), 1, NULL, &powers, 0, NULL},
	{"score", AP_NUMBERS, AT(score), 2, &powers, NULL, GAME_POINTS *SERIES_AUTO, NULL},
};

/* ---- The game ------------------------------------------------------------------------------ */

/* A round passes at most a hundred times for each briefcase, and once more. In a turn each seat is
 * asked in three windows, each of five steps may be a stop, and what a stop asks is bounded by the
 * bars it raises: they fall only for the mover's own five diplomats. */
static int bound(const ap_setup *setup)
{
	int p = setup->players, series = setup->option[OPTION_SERIES];
	int games = series == SERIES_AUTO ? SERIES_AUTO : series + 1;
	int rounds = ((NUCLEAR_EACH + TOURIST_EACH) * p + 1) * IDLE_ROUNDS;
	return games * rounds * p * 1800;
}

static const char *const diplomats_values[] = {"5", "4", NULL};
static const char *const series_values[SERIES_VALUES + 1] = {"1", "2", "3", "4", "5", "6", "7", "8",
	"9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "auto", NULL};
static const ap_option options[] = {
	[OPTION_DIPLOMATS] = {"diplomats", diplomats_values},
	[OPTION_SERIES] = {"series", series_values},
};

/* AB-SU-2 */
static bool setup_sound(const ap_setup *setup)
{
	return setup->option[OPTION_DIPLOMATS] == 0 || setup->players >= 5;
}

static const uint16_t over_clauses[REASONS] = {
	[VICTORY] = AB_EN_1,
	[SHARED_VICTORY] = AB_SR_3,
	[NO_NUCLEAR] = AB_EN_2,
	[NO_DIPLOMATS] = AB_EN_3,
	[IDLE] = AB_EN_4,
};

const ap_game atomic_business = {
	.name = "atomic-business",
	.min_players = 2,
	.max_players = 6,
	.rules_version = 1,
	.state_size = sizeof(ab_state),
	.clause_count = AB_CLAUSES,
	.step_count = STEPS,
	.verb_count = VERBS,
	.event_count = EVENTS,
	.field_count = AP_COUNT(fields),
	.option_count = AP_COUNT(options),
	.turn_clause = AB_TU_1,
	.over_clause = over_clauses,
	.clause_ids = ab_clause_ids,
	.seats = &powers,
	.reasons = &reasons,
	.steps = steps,
	.verbs = verbs,
	.events = events,
	.fields = fields,
	.options = options,
	.names = names,
	.setup_sound = setup_sound,
	.blank = ab_blank,
	.mend = ab_mend,
	.unsound = ab_unsound,
	.hardly_matters = ab_tiresome,
	.hide = ab_hide,
	.fill = ab_fill,
	.mask = ab_mask,
	.outcome = ab_outcome,
	.bound = bound,
};

/* words.c: the tables of Red Empire: steps, verbs, events, names, and the parts JSON shows. */
#include "red_empire.h"

#include "state.h"

/* ---- Names --------------------------------------------------------------------------------- */

#define NAMES(kind, list)                                                                          \
	{                                                                                              \
		kind, AP_COUNT(list), list, list                                                           \
	}

static const ap_names factions = {"faction", RE_FACTIONS, re_faction_names, re_faction_labels};
static const ap_names leaders = {"leader", RE_LEADERS, re_leader_names, re_leader_labels};
static const ap_names cards = {"card", RE_CARDS, re_card_names, re_card_labels};
static const ap_names groups = {"group", RE_GROUP_COUNT, re_group_names, re_group_names};

static const char *const reason_words[REASONS] = {"victory", "shared-victory", "collapse"};
static const ap_names reasons = NAMES("reason", reason_words);

/* Runs of equal cards, as keys and values of JSON fields. */
#define RUN(first, count)                                                                          \
	{                                                                                              \
		"card", count, re_card_names + (first), re_card_labels + (first)                           \
	}
static const ap_names crises = RUN(RE_CARD_CRISIS_HARVEST, CRISES);
static const ap_names disreputes = RUN(RE_CARD_DISREPUTE_PARTY, DISREPUTES);
static const ap_names ailings = RUN(RE_CARD_AILING_A, AILINGS);
static const ap_names scandals = RUN(RE_CARD_SCANDAL_A, SCANDALS);
static const ap_names heroes = RUN(RE_CARD_HERO_A, HEROES);
static const ap_names junkets = RUN(RE_CARD_JUNKET_A, JUNKETS);
static const ap_names actions = RUN(0, RE_CARD_CRISIS_HARVEST);

static const ap_names *const names[] = {&factions, &leaders, &cards, &groups, &reasons, NULL};

/* ---- Steps: who is asked is set by run ----------------------------------------------------- */

static const ap_step steps[STEPS] = {
	[DEAL_LEADERS] = {"deal-leaders", RE_SU_1, re_deal_leaders_run, re_leader_legal,
		re_leader_refuse, re_deal_leaders_apply, NULL, NULL},
	[DEAL_CARDS] = {"deal-cards", RE_SU_2, re_deal_cards_run, re_draw_legal, re_draw_refuse,
		re_deal_cards_apply, NULL, NULL},
	[FIRST_PRESIDENT] = {"first-president", RE_PR_1, re_first_president_run, NULL, NULL, NULL, NULL,
		NULL},
	[FIRST_TURN] = {"first-turn", RE_TU_1, re_first_turn_run, NULL, NULL, NULL, NULL, NULL},
	[TURN_START] = {"turn-start", RE_TU_2, re_turn_start_run, NULL, NULL, NULL, NULL, NULL},
	[AILING_ROLLS] = {"ailing-rolls", RE_MA_9, re_ailing_rolls_run, re_die_legal,
		re_ailing_die_refuse, re_ailing_rolls_apply, NULL, NULL},
	[REFILL] = {"refill", RE_TU_3, re_refill_run, re_draw_legal, re_draw_refuse, re_refill_apply,
		NULL, NULL},
	[CRISIS_CARDS] = {"crisis-cards", RE_TU_4, re_crisis_cards_run, re_crisis_cards_legal,
		re_crisis_cards_refuse, re_crisis_cards_apply, NULL, NULL},
	[MANDATE_CARDS] = {"mandate-cards", RE_TU_5, re_mandate_cards_run, re_mandate_cards_legal,
		re_mandate_cards_refuse, re_mandate_cards_apply, NULL, NULL},
	[CHOICE] = {"choice", RE_TU_6, re_choice_run, re_choice_legal, re_choice_refuse,
		re_choice_apply, NULL, NULL},
	[TURN_END] = {"turn-end", RE_TU_1, re_turn_end_run, NULL, NULL, NULL, NULL, NULL},
	[OFFICE] = {"office", RE_PR_6, re_office_run, NULL, NULL, NULL, NULL, NULL},
	[OFFICE_LOT] = {"office-lot", RE_PR_3, re_lot_run, re_lot_legal, re_lot_refuse, re_lot_apply,
		NULL, NULL},
	[OFFICE_PICK] = {"office-pick", RE_PR_5, re_pick_run, re_pick_legal, re_pick_refuse,
		re_pick_apply, NULL, NULL},
	[CONTRIBUTIONS] = {"contributions", RE_CR_1, re_contributions_run, re_contributions_legal,
		re_contributions_refuse, re_contributions_apply, NULL, NULL},
	[TREATY_PLEA] = {"treaty-plea", RE_CR_9, re_treaty_plea_run, re_treaty_plea_legal,
		re_treaty_plea_refuse, re_treaty_plea_apply, NULL, NULL},
	[NEW_LEADER] = {"new-leader", RE_MA_5, re_new_leader_run, re_leader_legal, re_leader_refuse,
		re_new_leader_apply, NULL, NULL},
	[AFFLICT] = {"afflict", RE_MA_7, re_afflict_run, re_afflict_legal, re_afflict_refuse,
		re_afflict_apply, NULL, NULL},
	[EXPOSE] = {"expose", RE_OP_4, re_expose_run, re_die_legal, re_expose_die_refuse,
		re_expose_apply, NULL, NULL},
};

/* ---- Verbs --------------------------------------------------------------------------------- */

static const ap_verb verbs[VERBS] = {
	[DIE] = {"die", &ap_plain_number, NULL},
	[DRAW] = {"draw", &cards, NULL},
	[LEADER] = {"leader", &leaders, NULL},
	[LOT] = {"lot", &factions, NULL},
	[APPOINT] = {"appoint", &leaders, NULL},
	[CRISIS] = {"crisis", &cards, NULL},
	[MANDATE] = {"mandate", &cards, NULL},
	[GO_ON] = {"go-on", NULL, NULL},
	[PASS] = {"pass", NULL, NULL},
	[GIVE] = {"give", &cards, NULL},
	[TREATY] = {"treaty", &cards, NULL},
	[DECLINE] = {"decline", NULL, NULL},
	[STRIKE] = {"strike", &leaders, NULL},
	[PURGE] = {"purge", &leaders, &cards},
	[EXPOSES] = {"expose", &cards, NULL},
	[SCANDAL] = {"scandal", &cards, &factions},
	[HERO] = {"hero", &cards, &leaders},
	[JUNKET] = {"junket", &cards, NULL},
	[DISCARD] = {"discard", &cards, NULL},
};

/* ---- Events -------------------------------------------------------------------------------- */

#define N &ap_plain_number
static const ap_event_kind events[EVENTS] = {
	[EV_LEADER_DEALT] = {"leader-dealt", {&factions, &leaders}},
	[EV_CARD_DEALT] = {"card-dealt", {&factions, &cards}},
	[EV_CARD_DEALT_HIDDEN] = {"card-dealt-hidden", {&factions}},
	[EV_TOTAL] = {"total", {&factions, N, N}},
	[EV_TOTALS_TIED] = {"totals-tied", {N}},
	[EV_LOT] = {"lot", {&factions}},
	[EV_PASSED_OVER] = {"passed-over", {&factions}},
	[EV_OFFICE_WON] = {"office-won", {&factions}},
	[EV_PRESIDENT_NAMED] = {"president-named", {&factions, &leaders}},
	[EV_OFFICE_FREE] = {"office-free", {NULL}},
	[EV_OFFICE_VACANT] = {"office-vacant", {NULL}},
	[EV_OFFICE_FILLED] = {"office-filled", {&factions, &leaders}},
	[EV_TURN] = {"turn", {&factions}},
	[EV_LAPSES] = {"lapses", {&factions, &cards}},
	[EV_CARD_DRAWN] = {"card-drawn", {&factions, &cards}},
	[EV_CARD_DRAWN_HIDDEN] = {"card-drawn-hidden", {&factions}},
	[EV_NO_CRISIS] = {"no-crisis", {&factions}},
	[EV_NO_MANDATE] = {"no-mandate", {&factions}},
	[EV_NOTHING_DONE] = {"nothing-done", {&factions}},
	[EV_DISCARDED] = {"discarded", {&factions, &cards}},
	[EV_NO_LEADERS] = {"no-leaders", {&factions}},
	[EV_CRISIS] = {"crisis", {&factions, &cards, N}},
	[EV_CRISIS_PASS] = {"crisis-pass", {&factions}},
	[EV_CRISIS_EMPTY_HAND] = {"crisis-empty-hand", {&factions}},
	[EV_CONTRIBUTION] = {"contribution", {&factions, &cards, N, N}},
	[EV_CRISIS_SOLVED] = {"crisis-solved", {&cards}},
	[EV_CONTRIBUTION_KEPT] = {"contribution-kept", {&factions, &cards}},
	[EV_CRISIS_CREDITED] = {"crisis-credited", {&factions, &cards}},
	[EV_CRISIS_UNCLAIMED] = {"crisis-unclaimed", {&cards}},
	[EV_CRISIS_FAILED] = {"crisis-failed", {&cards, N}},
	[EV_COLLAPSE] = {"collapse", {N}},
	[EV_NO_TREATY] = {"no-treaty", {&factions}},
	[EV_PRESIDENT_FALLS] = {"president-falls", {&factions, &leaders}},
	[EV_FALLS_WITH_HIM] = {"falls-with-him", {&factions, &leaders}},
	[EV_NOBODY_FALLS] = {"nobody-falls", {NULL}},
	[EV_DISREPUTE] = {"disrepute", {&factions, &groups}},
	[EV_BROUGHT_DOWN] = {"brought-down", {&factions, &leaders}},
	[EV_CREDITED] = {"credited", {&factions, &leaders}},
	[EV_CREDITED_LEFT] = {"credited-left", {&factions, &leaders}},
	[EV_NEW_LEADER] = {"new-leader", {&factions, &leaders}},
	[EV_NO_NEW_LEADER] = {"no-new-leader", {&factions}},
	[EV_AILING] = {"ailing", {&factions, &leaders}},
	[EV_ALREADY_AILING] = {"already-ailing", {&factions, &leaders}},
	[EV_AILING_ROLL] = {"ailing-roll", {&factions, &leaders, N}},
	[EV_RECOVERS] = {"recovers", {&leaders}},
	[EV_LINGERS] = {"lingers", {&leaders}},
	[EV_DIES] = {"dies", {&leaders}},
	[EV_NOBODY_AILS] = {"nobody-ails", {&factions}},
	[EV_TREATY_CLEARS] = {"treaty-clears", {&factions}},
	[EV_TREATY_SAVES] = {"treaty-saves", {&factions, &leaders}},
	[EV_EXPOSES] = {"exposes", {&factions}},
	[EV_EXPOSE_ROLL] = {"expose-roll", {&factions, &leaders, N}},
	[EV_EXPOSED] = {"exposed", {&factions, &leaders}},
	[EV_EXPOSED_OWN] = {"exposed-own", {&factions, &leaders}},
	[EV_EXPOSE_IMMUNE] = {"expose-immune", {&leaders}},
	[EV_SCANDAL] = {"scandal", {&factions, &factions}},
	[EV_HERO] = {"hero", {&factions, &leaders}},
	[EV_JUNKET] = {"junket", {&factions}},
	[EV_OUT_OF_REACH] = {"out-of-reach", {&factions}},
	[EV_COMES_HOME] = {"comes-home", {&factions, &groups}},
	[EV_REACHED_ABROAD] = {"reached-abroad", {&factions}},
	[EV_PURGE_CARD] = {"purge-card", {&factions, &leaders, &cards, N, N}},
	[EV_PURGED] = {"purged", {&factions, &leaders, &factions}},
	[EV_PURGE_SPENT] = {"purge-spent", {&leaders}},
	[EV_PRESIDENT_PURGED] = {"president-purged", {&factions, &leaders}},
	[EV_CARDS_GO] = {"cards-go", {&leaders}},
	[EV_LAST_CARD] = {"last-card", {&factions}},
	[EV_SCORE_LEADERS] = {"score-leaders", {&factions, N}},
	[EV_SCORE_CRISES] = {"score-crises", {&factions, N}},
	[EV_SCORE_OFFICE] = {"score-office", {&factions, N}},
	[EV_SCORE_CARDS] = {"score-cards", {&factions, N}},
	[EV_WINS] = {"wins", {&factions, N}},
	[EV_SHARES] = {"shares", {&factions, N}},
};
#undef N

/* ---- Fields: unseen and hand_size follow from the rest (see mend) -----------------------------
 */

#define AT(member) (uint16_t) offsetof(re_state, member)

static const ap_field fields[] = {
	{"hands", AP_SETS, AT(hand), 16, &factions, &cards, 0, ap_sees},
	{"hand_size", AP_NUMBERS, AT(hand_size), 1, &factions, NULL, HAND, NULL},
	{"fresh", AP_NUMBERS, AT(fresh), 1, &factions, NULL, HAND, NULL},
	{"leaders", AP_SETS, AT(faction), 4, &factions, &leaders, 0, NULL},
	{"president", AP_NAMES, AT(president), 1, NULL, &leaders, 0, NULL},
	{"purge", AP_SETS, AT(purge), 8, &leaders, &actions, 0, NULL},
	{"hero_on", AP_NAMES, AT(hero_on), 1, &heroes, &leaders, 0, NULL},
	{"ailing_on", AP_NAMES, AT(ailing_on), 1, &ailings, &leaders, 0, NULL},
	{"disrepute_by", AP_NAMES, AT(disrepute_by), 1, &disreputes, &factions, 0, NULL},
	{"spared", AP_SETS, AT(spared), 1, &disreputes, &factions, 0, NULL},
	{"scandal_by", AP_NAMES, AT(scandal_by), 1, &scandals, &factions, 0, NULL},
	{"scandal_on", AP_NAMES, AT(scandal_on), 1, &scandals, &factions, 0, NULL},
	{"junket_by", AP_NAMES, AT(junket_by), 1, &junkets, &factions, 0, NULL},
	{"given", AP_NAMES, AT(given), 1, &factions, &cards, 0, NULL},
	{"pile", AP_SETS, AT(pile), 1, NULL, &crises, 0, NULL},
	{"won", AP_SETS, AT(won), 16, &factions, &cards, 0, NULL},
	{"won_leaders", AP_SETS, AT(won_leaders), 4, &factions, &leaders, 0, NULL},
	{"lost_leaders", AP_SETS, AT(lost_leaders), 4, NULL, &leaders, 0, NULL},
	{"discard", AP_SETS, AT(discard), 16, NULL, &cards, 0, NULL},
};

/* ---- The game ---------------------------------------------------------------------------------
 */

static void blank(void *state)
{
	re_state *s = state;
	s->unseen.word[0] = ~(uint64_t)0;
	s->unseen.word[1] = ((uint64_t)1 << (RE_CARDS - 64)) - 1;
	s->president = NONE;
	memset(s->given, NONE, sizeof s->given);
	memset(s->hero_on, NONE, sizeof s->hero_on);
	memset(s->ailing_on, NONE, sizeof s->ailing_on);
	memset(s->disrepute_by, NONE, sizeof s->disrepute_by);
	memset(s->scandal_by, NONE, sizeof s->scandal_by);
	memset(s->scandal_on, NONE, sizeof s->scandal_on);
	memset(s->junket_by, NONE, sizeof s->junket_by);
}

/* Each turn but a seat's first draws a card, so there are at most `turns` of them. Beyond the
 * deal and the draws a turn has three Ailing rolls, two words of going on, a choice and, if it
 * purges a President, a lot and an appointment. A crisis has its card, an answer a seat, a Treaty,
 * a lot and an appointment; a mandate itself, a draw or a victim, a lot and an appointment; KGB
 * exposes a die for each of twelve; three deaths and nine homecomings a lot and an appointment. */
static int bound(const ap_setup *setup)
{
	int p = setup->players, dealt = p * re_factions[p - 1].leaders + HAND * p + 2;
	int draws = RE_CARDS - HAND * p, turns = draws + p;
	return dealt + draws + 8 * turns + CRISES * (p + 4) + 12 * 4 + 12 + 3 * 2 + 9 * 2;
}

static const char *const fall_values[] = {"president", "faction", NULL};
static const ap_option options[] = {{"fall", fall_values}};

static const uint16_t over_clauses[REASONS] = {
	[VICTORY] = RE_EN_1,
	[SHARED_VICTORY] = RE_EN_1,
	[COLLAPSE] = RE_CR_8,
};

const ap_game red_empire = {
	.name = "red-empire",
	.min_players = 3,
	.max_players = 6,
	.rules_version = 1,
	.state_size = sizeof(re_state),
	.clause_count = RE_CLAUSES,
	.step_count = STEPS,
	.verb_count = VERBS,
	.event_count = EVENTS,
	.field_count = AP_COUNT(fields),
	.option_count = AP_COUNT(options),
	.turn_clause = RE_TU_1,
	.over_clause = over_clauses,
	.clause_ids = re_clause_ids,
	.seats = &factions,
	.reasons = &reasons,
	.steps = steps,
	.verbs = verbs,
	.events = events,
	.fields = fields,
	.options = options,
	.names = names,
	.blank = blank,
	.mend = re_mend,
	.unsound = re_unsound,
	.hide = re_hide,
	.fill = re_fill,
	.mask = re_mask,
	.outcome = re_outcome,
	.bound = bound,
};

/* words.c: the tables of Kremlin: steps, verbs, events, names, and the parts JSON shows. */
#include "kremlin.h"

#include "chapters.h"

/* ---- Names ----------------------------------------------------------------------------------- */

#define NAMES(kind, list)                                                                          \
	{                                                                                              \
		kind, AP_COUNT(list), list, list                                                           \
	}

static const ap_names factions = {"faction", KR_FACTIONS, kr_faction_names, kr_faction_labels};
static const ap_names politicians = {
	"politician", KR_POLITICIANS, kr_politician_names, kr_politician_labels};
static const ap_names intrigues = {"intrigue", KR_INTRIGUES, kr_intrigue_names, kr_intrigue_labels};

static const char *const place_words[PLACES] = {"chief", "kgb", "foreign", "defense", "ideology",
	"industry", "economy", "sport", "candidates", "people", "siberia", "wall", "retired"};
static const ap_names places = NAMES("place", place_words);
static const ap_names posts = {"place", POSTS, place_words, place_words};
static const char *const card_place_words[CARD_PLACES] = {
	"red", "blue", "green", "orange", "purple", "brown", "deck", "discards", "table", "gone"};
static const ap_names card_places = NAMES("card-place", card_place_words);
static const char *const phase_words[] = {"set-up", "cure", "purge", "spy", "health", "funeral",
	"replacement", "rehabilitation", "parade"};
static const ap_names phases = NAMES("phase", phase_words);
static const char *const vote_words[] = {"none", "innocent", "guilty", "yes", "no"};
static const ap_names votes = NAMES("vote", vote_words);
static const char *const diagnosis_words[] = {"minus", "none", "plus"};
static const ap_names diagnoses = NAMES("diagnosis", diagnosis_words);
static const char *const stage_words[] = {"free", "imposed", "stand-in", "stand-in-again"};
static const ap_names stages = NAMES("stage", stage_words);
static const char *const protection_words[PROTECTIONS] = {
	"oil-field", "airliner", "space-success", "medals"};
static const ap_names protections = NAMES("intrigue", protection_words);
static const char *const year_words[LAST_YEAR - 1] = {
	"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};
static const ap_names years = NAMES("year", year_words);
static const char *const blackmail_words[] = {"actor", "target"};
static const ap_names blackmails = NAMES("blackmail", blackmail_words);
static const char *const chief_words[] = {"author", "holder"};
static const ap_names chief_blackmails = NAMES("chief-blackmail", chief_words);
static const char *const chief_man_words[] = {"chief", "blackmailer"};
static const ap_names chief_men = NAMES("chief-blackmail-man", chief_man_words);
static const char *const reason_words[REASONS] = {
	"three-waves", "year-eleven", "too-few", "one-chief"};
static const ap_names reasons = NAMES("reason", reason_words);

static const ap_names *const names[] = {
	&factions, &politicians, &intrigues, &places, &phases, &votes, &diagnoses, &reasons, NULL};

/* ---- Steps ----------------------------------------------------------------------------------- */

#define SILENT(name, clause, run)                                                                  \
	{                                                                                              \
		name, clause, run, NULL, NULL, NULL, NULL, NULL                                            \
	}
#define ASKS(name, clause, run, what)                                                              \
	{                                                                                              \
		name, clause, run, what##_legal, what##_refuse, what##_apply, NULL, NULL                   \
	}
#define ROLLS(name, clause, apply)                                                                 \
	{                                                                                              \
		name, clause, kr_ask_chance, kr_die_legal, kr_die_refuse, apply, NULL, NULL                \
	}

static const ap_step steps[STEPS] = {
	[DEAL] = ASKS("deal", KR_SU_2, kr_deal_run, kr_deal),
	[DEAL_CARDS] = {"deal-cards", KR_AD_3, kr_deal_cards_run, kr_draw_legal, kr_draw_refuse,
		kr_deal_cards_apply, NULL, NULL},
	[WRITE] = {"write", KR_SU_3, kr_write_run, kr_write_legal, kr_write_refuse, kr_write_apply,
		kr_write_close, kr_write_unseal},
	[OPENING] = SILENT("opening", KR_DE_5, kr_opening_run),
	[CURE] = ASKS("cure", KR_1, kr_cure_run, kr_cure),
	[CURE_STAND] = SILENT("cure-stand", KR_1, kr_cure_stand_run),
	[PURGE_OPEN] = SILENT("purge-open", KR_AD_4, kr_purge_open_run),
	[PURGE] = ASKS("purge", KR_2, kr_purge_run, kr_purge),
	[PURGE_STAND] = SILENT("purge-stand", KR_2, kr_purge_stand_run),
	[PURGE_ROLL] = ROLLS("purge-roll", KR_2, kr_purge_roll_apply),
	[PURGE_RESULT] = SILENT("purge-result", KR_2, kr_purge_result_run),
	[SPY] = ASKS("spy", KR_3, kr_spy_run, kr_spy),
	[SPY_STAND] = SILENT("spy-stand", KR_3, kr_spy_stand_run),
	[HEALTH_OPEN] = SILENT("health-open", KR_AD_4, kr_health_open_run),
	[HEALTH] = {"health", KR_4, kr_health_run, kr_die_legal, kr_die_refuse, kr_health_apply, NULL,
		NULL},
	[HEALTH_RESULT] = SILENT("health-result", KR_4, kr_health_result_run),
	[NOMINATE] = ASKS("nominate", KR_5, kr_nominate_run, kr_nominate),
	[NOMINATED] = SILENT("nominated", KR_5, kr_nominated_run),
	[BALLOT] = ASKS("ballot", KR_5, kr_ballot_run, kr_vote),
	[BALLOT_STAND] = SILENT("ballot-stand", KR_5, kr_vote_stand_run),
	[ELEVENTH] = SILENT("eleventh", KR_WI_2, kr_eleventh_run),
	[REPLACEMENT] = SILENT("replacement", KR_6, kr_replacement_run),
	[DEMAND] = ASKS("demand", KR_IC_20, kr_demand_run, kr_demand),
	[DEMAND_STAND] = SILENT("demand-stand", KR_IC_20, kr_demand_stand_run),
	[DEMAND_LEAVE] = {"demand-leave", KR_IC_3, kr_demand_leave_run, kr_leave_legal, kr_leave_refuse,
		kr_demand_leave_apply, NULL, NULL},
	[SHIFT] = ASKS("shift", KR_6, kr_shift_run, kr_shift),
	[SHIFT_STAND] = SILENT("shift-stand", KR_6, kr_shift_stand_run),
	[SHIFT_LEAVE] = {"shift-leave", KR_IC_3, kr_shift_leave_run, kr_leave_legal, kr_leave_refuse,
		kr_shift_leave_apply, NULL, NULL},
	[PROMOTE] = ASKS("promote", KR_6_1, kr_promote_run, kr_promote),
	[PROMOTE_STAND] = SILENT("promote-stand", KR_6_1, kr_promote_stand_run),
	[PROMOTE_LEAVE] = {"promote-leave", KR_IC_3, kr_promote_leave_run, kr_leave_legal,
		kr_leave_refuse, kr_promote_leave_apply, NULL, NULL},
	[FEWER] = SILENT("fewer", KR_6_4, kr_fewer_run),
	[REHABILITATE] = ASKS("rehabilitate", KR_7, kr_rehabilitate_run, kr_rehabilitate),
	[REHABILITATE_STAND] = SILENT("rehabilitate-stand", KR_7, kr_rehabilitate_stand_run),
	[PARADE] = SILENT("parade", KR_8, kr_parade_run),
	[PARADE_STAND] = SILENT("parade-stand", KR_8, kr_parade_stand_run),
	[PARADE_ROLL] = ROLLS("parade-roll", KR_8, kr_parade_roll_apply),
	[PHASE_END] = {"phase-end", KR_IC_7, kr_phase_end_run, kr_cure_legal, kr_cure_refuse,
		kr_visit_apply, NULL, NULL},
	[YEAR_END] = SILENT("year-end", KR_TU_1, kr_year_end_run),
	[INFLUENCE] = ASKS("influence", KR_AD_6, kr_influence_run, kr_influence),
	[INFLUENCE_DRAW] = {"influence-draw", KR_AD_6, kr_ask_chance, kr_draw_legal, kr_draw_refuse,
		kr_influence_draw_apply, NULL, NULL},
	[ENDING] = {"ending", KR_SW_1, kr_ending_run, kr_recorded_legal, kr_recorded_refuse,
		kr_ending_apply, NULL, NULL},
	[LISTEN] = {"listen", KR_DE_5, kr_listen_run, kr_listen_legal, kr_listen_refuse,
		kr_listen_apply, kr_listen_close, kr_listen_unseal},
	[LISTEN_CARDS] = SILENT("listen-cards", KR_AD_4, kr_listen_cards_run),
	[TIES] = ASKS("ties", KR_AD_8, kr_ties_run, kr_favour),
	[TIES_LOT] = ASKS("ties-lot", KR_DE_4, kr_ask_chance, kr_tie_lot),
	[TRIAL] = ASKS("trial", KR_3, kr_trial_run, kr_vote),
	[TRIAL_STAND] = SILENT("trial-stand", KR_3, kr_vote_stand_run),
	[CARD] = ASKS("card", KR_AD_4, kr_card_run, kr_card),
	[CARD_DIE] = ROLLS("card-die", KR_AD_4, kr_card_die_apply),
	[CARD_CHOICE] = ASKS("card-choice", KR_AD_4, kr_choice_run, kr_choice),
	[CARD_LOT] = ASKS("card-lot", KR_IC_23, kr_ask_chance, kr_card_lot),
	[ACCUSE] = ASKS("accuse", KR_IC_4, kr_accuse_run, kr_accuse),
	[CHARGE_DIE] = ROLLS("charge-die", KR_IC_4, kr_charge_die_apply),
	[REVEAL_NAME] = ASKS("reveal-name", KR_IC_17, kr_reveal_name_run, kr_reveal_name),
	[UNMASK] = {"unmask", KR_IC_17, kr_unmask_run, kr_recorded_legal, kr_recorded_refuse,
		kr_unmask_apply, NULL, NULL},
	[FORCED] = ASKS("forced", KR_IC_23, kr_forced_run, kr_forced),
	[CARD_END] = SILENT("card-end", KR_AD_4, kr_card_end_run),
};

/* ---- Verbs ----------------------------------------------------------------------------------- */

#define N &ap_plain_number

static const ap_verb verbs[VERBS] = {
	[V_SEAL] = {"seal", NULL, NULL},
	[V_DEAL] = {"deal", &politicians, NULL},
	[V_DRAW] = {"draw", &intrigues, NULL},
	[V_DIE] = {"die", N, NULL},
	[V_LOT] = {"lot", &factions, NULL},
	[V_RECORDED] = {"recorded", N, NULL},
	[V_WRITE] = {"write", &politicians, N},
	[V_PASS] = {"pass", NULL, NULL, true},
	[V_DECLARE] = {"declare", &politicians, N},
	[V_PLAY] = {"play", &intrigues, NULL},
	[V_GIVE] = {"give", &intrigues, &factions},
	[V_FAVOUR] = {"favour", &factions, NULL},
	[V_NOTHING] = {"nothing", NULL, NULL},
	[V_CURE] = {"cure", NULL, NULL},
	[V_WORK] = {"work", NULL, NULL},
	[V_PURGE] = {"purge", &politicians, NULL},
	[V_TRIAL] = {"trial", &politicians, NULL},
	[V_CONDEMN] = {"condemn", &politicians, NULL},
	[V_INVESTIGATE] = {"investigate", &politicians, NULL},
	[V_CLOSE] = {"close", &politicians, NULL},
	[V_VOTE] = {"vote", &votes, NULL},
	[V_NOMINATE] = {"nominate", &politicians, NULL},
	[V_MOVE] = {"move", &politicians, &places},
	[V_PROMOTE] = {"promote", &politicians, &places},
	[V_DEMOTE] = {"demote", &politicians, &places},
	[V_EXCHANGE] = {"exchange", &politicians, &politicians},
	[V_ALLOW] = {"allow", NULL, NULL},
	[V_FORBID] = {"forbid", NULL, NULL},
	[V_REHABILITATE] = {"rehabilitate", &politicians, NULL},
	[V_ADD] = {"add", &politicians, NULL},
	[V_INTRIGUE] = {"intrigue", NULL, NULL},
	[V_TARGET] = {"target", &politicians, NULL},
	[V_ACCUSE] = {"accuse", &politicians, NULL},
	[V_DIAGNOSE] = {"diagnose", &diagnoses, NULL},
	[V_KEEP] = {"keep", NULL, NULL},
	[V_OTHER] = {"other", NULL, NULL},
	[V_REROLL] = {"reroll", NULL, NULL},
	[V_CANNOT] = {"cannot", NULL, NULL},
};

/* ---- Events ---------------------------------------------------------------------------------- */

#define P &politicians
#define F &factions
#define C &intrigues

static const ap_event_kind events[EVENTS] = {
	[EV_SET_UP] = {"set-up", {P}},
	[EV_DEALT] = {"dealt", {P, &places}},
	[EV_CARD_DEALT] = {"card-dealt", {F, C}},
	[EV_CARD_DEALT_HIDDEN] = {"card-dealt-hidden", {F}},
	[EV_WRITTEN] = {"written", {NULL}},
	[EV_YEAR] = {"year", {N}},
	[EV_PHASE] = {"phase", {&phases, N}},
	[EV_DECLARES] = {"declares", {F, P, N, N}},
	[EV_NESTOR_WOOED] = {"nestor-wooed", {F}},
	[EV_CONTROLS] = {"controls", {F, P}},
	[EV_TIE_EARLIER] = {"tie-earlier", {F, P}},
	[EV_TIE_LOT] = {"tie-lot", {F, P}},
	[EV_TIE_FAVOURED] = {"tie-favoured", {F, F, P}},
	[EV_ALL_SILENT] = {"all-silent", {NULL}},
	[EV_DECIDES_ANEW] = {"decides-anew", {F, P}},
	[EV_INACTIVE] = {"inactive", {P}},
	[EV_NO_WILL] = {"no-will", {P}},
	[EV_HEALED] = {"healed", {P}},
	[EV_TO_SANATORIUM] = {"to-sanatorium", {P}},
	[EV_AT_WORK] = {"at-work", {P}},
	[EV_AGES] = {"ages", {P, N, N}},
	[EV_POST_GALLS] = {"post-galls", {P, &places}},
	[EV_POST_SUITS] = {"post-suits", {P, &places}},
	[EV_AGEING_CAPPED] = {"ageing-capped", {P, N}},
	[EV_LEAVES_SANATORIUM] = {"leaves-sanatorium", {P}},
	[EV_POWER_PASSES] = {"power-passes", {P, &places}},
	[EV_NOBODY_ACTIVE] = {"nobody-active", {N}},
	[EV_PURGE_ANNOUNCED] = {"purge-announced", {P, P}},
	[EV_NO_PURGE] = {"no-purge", {P}},
	[EV_PURGE_ROLL] = {"purge-roll", {P, P, N}},
	[EV_MODIFIER] = {"modifier", {N}},
	[EV_PURGE_FAILS] = {"purge-fails", {P, P}},
	[EV_TO_SIBERIA] = {"to-siberia", {P}},
	[EV_INFLUENCE_LOST] = {"influence-lost", {F, P, N}},
	[EV_INFLUENCE_KEPT] = {"influence-kept", {P}},
	[EV_TRIAL_CALLED] = {"trial-called", {P, P}},
	[EV_CONDEMNED] = {"condemned", {P, P}},
	[EV_INVESTIGATED] = {"investigated", {P, P}},
	[EV_CLOSED] = {"closed", {P, P}},
	[EV_NOTHING_MORE] = {"nothing-more", {P}},
	[EV_VOTES] = {"votes", {P, &votes}},
	[EV_GUILTY] = {"guilty", {P}},
	[EV_ACQUITTED] = {"acquitted", {P}},
	[EV_HEALTH_ROLL] = {"health-roll", {P, N, N}},
	[EV_HEALTH_CHANGE] = {"health-change", {P, N}},
	[EV_DIES] = {"dies", {P, N}},
	[EV_NOMINATES] = {"nominates", {P, P}},
	[EV_NOMINEE_FAILS] = {"nominee-fails", {P, N}},
	[EV_BECOMES_CHIEF] = {"becomes-chief", {P}},
	[EV_ACCEDES] = {"accedes", {P}},
	[EV_CHAIR_EMPTY] = {"chair-empty", {NULL}},
	[EV_ORDER] = {"order", {P}},
	[EV_ORDER_KEPT] = {"order-kept", {P}},
	[EV_SHIFTED] = {"shifted", {P, &places}},
	[EV_IN_ABSENCE] = {"in-absence", {P}},
	[EV_PROMOTES] = {"promotes", {P, P, &places}},
	[EV_DEMOTES] = {"demotes", {P, P, &places}},
	[EV_EXCHANGES] = {"exchanges", {P, P, P}},
	[EV_MOVED] = {"moved", {P, &places}},
	[EV_FINISHED] = {"finished", {P}},
	[EV_PROGRESSES] = {"progresses", {P, &places}},
	[EV_OLDER_IN_PRINT] = {"older-in-print", {P}},
	[EV_FEWER] = {"fewer", {N}},
	[EV_REHABILITATES] = {"rehabilitates", {P, P}},
	[EV_RETURNS] = {"returns", {P}},
	[EV_ROSTRUM] = {"rostrum", {P}},
	[EV_NO_PARADE] = {"no-parade", {N}},
	[EV_PARADE_ROLL] = {"parade-roll", {P, N, N}},
	[EV_WAVES] = {"waves", {P, F, N}},
	[EV_WAVES_FOR_NOBODY] = {"waves-for-nobody", {P}},
	[EV_DOES_NOT_WAVE] = {"does-not-wave", {P}},
	[EV_RETIRES] = {"retires", {P, N}},
	[EV_TOO_OLD] = {"too-old", {P}},
	[EV_NEW_INFLUENCE] = {"new-influence", {F, P, N}},
	[EV_DRAWS] = {"draws", {F, C}},
	[EV_DRAWS_HIDDEN] = {"draws-hidden", {F}},
	[EV_RESHUFFLED] = {"reshuffled", {NULL}},
	[EV_PLAYS] = {"plays", {F, C}},
	[EV_CARD_RETURNS] = {"card-returns", {F, C}},
	[EV_GIVES] = {"gives", {F, F}},
	[EV_GIVES_CARD] = {"gives-card", {F, F, C}},
	[EV_TARGETS] = {"targets", {F, C, P}},
	[EV_FEVER] = {"fever", {N}},
	[EV_PROTECTED] = {"protected", {P}},
	[EV_PROTECTION_ENDS] = {"protection-ends", {P}},
	[EV_LEAVE_GIVEN] = {"leave-given", {P}},
	[EV_LEAVE_REFUSED] = {"leave-refused", {P}},
	[EV_CARD_ROLL] = {"card-roll", {C, N}},
	[EV_ACCUSES] = {"accuses", {F, P}},
	[EV_ACCUSES_NOBODY] = {"accuses-nobody", {F}},
	[EV_CHARGED] = {"charged", {P, N}},
	[EV_CHARGE_FAILS] = {"charge-fails", {P, N}},
	[EV_ALIBI] = {"alibi", {P}},
	[EV_SUSPECTED] = {"suspected", {P}},
	[EV_OUTING] = {"outing", {P}},
	[EV_VISIT] = {"visit", {P}},
	[EV_VISIT_FAILS] = {"visit-fails", {P}},
	[EV_DIAGNOSIS] = {"diagnosis", {F, &diagnoses}},
	[EV_SPECIALIST] = {"specialist", {P}},
	[EV_PARDONED] = {"pardoned", {P}},
	[EV_YOUNGER] = {"younger", {P, N, N}},
	[EV_IMPOSED] = {"imposed", {P}},
	[EV_IMPOSED_OVER] = {"imposed-over", {C}},
	[EV_FALLS] = {"falls", {P}},
	[EV_MASKS_OFF] = {"masks-off", {F, P}},
	[EV_BLACKMAILS] = {"blackmails", {F, F, P, P}},
	[EV_BLACKMAIL_ENDS] = {"blackmail-ends", {C}},
	[EV_CHIEF_BLACKMAILED] = {"chief-blackmailed", {F, F, P, P}},
	[EV_DEMANDS] = {"demands", {F, P, &places}},
	[EV_DEMANDS_NOTHING] = {"demands-nothing", {F}},
	[EV_CURED_ONE] = {"cured-one", {P}},
	[EV_PRAVDA] = {"pravda", {P}},
	[EV_PRAVDA_ENDS] = {"pravda-ends", {P}},
	[EV_POWER_GAME] = {"power-game", {F, N}},
	[EV_CANNOT] = {"cannot", {F}},
	[EV_GLASNOST] = {"glasnost", {F, N}},
	[EV_GLASNOST_FAILS] = {"glasnost-fails", {F, N}},
	[EV_POINT_LOST] = {"point-lost", {F, P}},
	[EV_CRISIS] = {"crisis", {NULL}},
	[EV_VACCINATED] = {"vaccinated", {P}},
	[EV_RECORDED] = {"recorded", {F, P, N}},
	[EV_WINS] = {"wins", {F}},
	[EV_NOBODY_WINS] = {"nobody-wins", {NULL}},
};
#undef N
#undef P
#undef F
#undef C

/* ---- Fields ---------------------------------------------------------------------------------- */

#define AT(member) (uint16_t) offsetof(kr_state, member)
#define SET(name, member)                                                                          \
	{                                                                                              \
		name, AP_SETS, AT(member), 4, NULL, &politicians, 0, NULL                                  \
	}

static bool card_known(const void *state, int card)
{
	return ((const kr_state *)state)->card[card] != UNSEEN;
}

static bool sheet_known(const void *state, int seat, int p)
{
	return ap_sees(state, seat) || (((const kr_state *)state)->bared[seat] & kr_bit(p));
}

static bool own_known(const void *state, int seat, int p)
{
	(void)p;
	return ap_sees(state, seat);
}

static const ap_field fields[] = {
	{"year", AP_NUMBERS, AT(year), 1, NULL, NULL, LAST_YEAR, NULL},
	{"phase", AP_NUMBERS, AT(phase), 1, NULL, NULL, 8, NULL},
	{"place", AP_NAMES, AT(place), 1, &politicians, &places, 0, NULL},
	{"stress", AP_NUMBERS, AT(stress), 1, &politicians, NULL, 100, NULL},
	SET("sick", sick),
	SET("ill", ill),
	SET("cure", cure),
	SET("suspect", suspect),
	{"waved", AP_NAMES, AT(waved), 1, &years, &politicians, 0, NULL},
	{"waved_for", AP_NAMES, AT(waved_for), 1, &years, &factions, 0, NULL},
	{"winners", AP_SETS, AT(winners), 1, NULL, &factions, 0, NULL},
	SET("moved", moved),
	{"order", AP_NAMES, AT(order), 1, &posts, &politicians, 0, NULL},
	SET("unsettled", unsettled),
	{"bared", AP_SETS, AT(bared), 4, &factions, &politicians, 0, NULL},
	{"card", AP_NAMES, AT(card), 1, &intrigues, &card_places, 0, card_known},
	{"card_known", AP_SETS, AT(card_known), 1, &intrigues, &factions, 0, NULL},
	{"hand_size", AP_NUMBERS, AT(hand_size), 1, &factions, NULL, CARDS, NULL},
	{"intent", AP_NAMES, AT(intent), 1, &factions, &intrigues, 0, ap_sees},
	{"gift", AP_NAMES, AT(gift), 1, &factions, &intrigues, 0, ap_sees},
	{"gift_to", AP_NAMES, AT(gift_to), 1, &factions, &factions, 0, ap_sees},
	{"gave", AP_SETS, AT(gave), 1, NULL, &factions, 0, NULL},
	{"fever", AP_NUMBERS, AT(fever), 1, NULL, NULL, 2, NULL},
	SET("vaccinated", vaccinated),
	SET("outing", outing),
	SET("visiting", visiting),
	{"no_visits", AP_NUMBERS, AT(no_visits), 1, NULL, NULL, 1, NULL},
	{"specialist", AP_NAMES, AT(specialist), 1, NULL, &politicians, 0, NULL},
	{"guarded", AP_NAMES, AT(guarded), 1, &protections, &politicians, 0, NULL},
	{"imposed", AP_NAMES, AT(imposed), 1, NULL, &intrigues, 0, NULL},
	{"stage", AP_NAMES, AT(stage), 1, NULL, &stages, 0, NULL},
	{"alibi", AP_NUMBERS, AT(alibi), 1, NULL, NULL, 1, NULL},
	{"lapsed", AP_NUMBERS, AT(lapsed), 1, NULL, NULL, 1, NULL},
	{"blackmail", AP_NAMES, AT(blackmailed), 1, &blackmails, &politicians, 0, NULL},
	{"blackmail_holder", AP_NAMES, AT(blackmailed) + BM_SEAT, 1, NULL, &factions, 0, NULL},
	{"chief_blackmail", AP_NAMES, AT(chief_blackmail), 1, &chief_blackmails, &factions, 0, NULL},
	{"chief_blackmail_men", AP_NAMES, AT(chief_blackmail) + CB_CHIEF, 1, &chief_men, &politicians,
		0, NULL},
	{"demanded", AP_NAMES, AT(demanded), 1, NULL, &politicians, 0, NULL},
	{"pravda", AP_NAMES, AT(pravda), 1, NULL, &politicians, 0, NULL},
	{"pravda_for", AP_NAMES, AT(pravda) + PRAVDA_SEAT, 1, NULL, &factions, 0, NULL},
};

static const ap_grid grids[] = {
	{"written", AT(sheet), 0, 4, &factions, &politicians, NUMBERS, sheet_known},
	{"shown", AT(sheet), 4, 4, &factions, &politicians, NUMBERS, NULL},
	{"declared", AT(declared), 0, 8, &factions, &politicians, MOST_DECLARED, NULL},
	{"since", AT(mark), 4, 4, &factions, &politicians, AP_MAX_SEATS, NULL},
	{"pending", AT(mark), 0, 4, &factions, &politicians, NUMBERS, own_known},
};

/* ---- The game -------------------------------------------------------------------------------- */

/* Every action that costs years brings a politician nearer to 96: 26 men, 46 years each at most and
 * what card 13 gives back. Beside those a year asks fewer than 150 questions of its own; each may
 * be asked again when control changes, once for each of 55 points a seat. Each announcement is
 * heard by all, with as many rounds as there are points and cards to speak of. */
static int bound(const ap_setup *setup)
{
	int p = setup->players, announcements = 26 * 60 + LAST_YEAR * 150 + ALL_POINTS * p + 60 * p;
	return 60 + 16 * p + announcements * (4 + 2 * p) + (ALL_POINTS + 60) * p * (p + 4);
}

static const char *const rules_values[] = {"basic", "advanced", "swiss", NULL};
static const ap_option options[] = {{"rules", rules_values}};

static const uint16_t over_clauses[REASONS] = {
	[THREE_WAVES] = KR_WI_1, [YEAR_ELEVEN] = KR_WI_2, [TOO_FEW] = KR_6_4, [ONE_CHIEF] = KR_SW_1};

const ap_game kremlin = {
	.name = "kremlin",
	.min_players = 3,
	.max_players = 6,
	.rules_version = 1,
	.state_size = sizeof(kr_state),
	.clause_count = KR_CLAUSES,
	.step_count = STEPS,
	.verb_count = VERBS,
	.event_count = EVENTS,
	.field_count = AP_COUNT(fields),
	.grid_count = AP_COUNT(grids),
	.option_count = AP_COUNT(options),
	.turn_clause = KR_TU_1,
	.over_clause = over_clauses,
	.clause_ids = kr_clause_ids,
	.seats = &factions,
	.reasons = &reasons,
	.steps = steps,
	.verbs = verbs,
	.events = events,
	.fields = fields,
	.grids = grids,
	.options = options,
	.names = names,
	.blank = kr_blank,
	.mend = kr_mend,
	.unsound = kr_unsound,
	.hardly_matters = kr_tiresome,
	.hide = kr_hide,
	.fill = kr_fill,
	.mask = kr_mask,
	.outcome = kr_outcome,
	.bound = bound,
};

/* words.c: the tables of the tiny game. */
#include "tiny/state.h"

#define NAMES(kind, ...)                                                                           \
	{                                                                                              \
		kind, AP_COUNT(((const char *const[]){__VA_ARGS__})), (const char *const[]){__VA_ARGS__},  \
			(const char *const[])                                                                  \
		{                                                                                          \
			__VA_ARGS__                                                                            \
		}                                                                                          \
	}

static const ap_names seats = NAMES("seat", "ann", "bob", "cat");
static const ap_names reasons = NAMES("reason", "victory", "shared-victory");
static const ap_names boxes = NAMES("box", "oak", "iron", "brass");
static const ap_names treasures = NAMES("treasure", "dust", "copper", "silver", "gold", "ruby");
static const ap_names cards =
	NAMES("card", "raid-a", "raid-b", "raid-c", "veto-a", "veto-b", "veto-c", "veto-d", "veto-e");
static const ap_names slots = NAMES("slot", "ann-1", "ann-2", "bob-1", "bob-2", "cat-1", "cat-2");
static const ap_names amounts = NAMES("amount", "0", "1", "2", "3", "4", "5", "6");
static const ap_names suits = NAMES("suit", "anchors", "barrels", "crowns");
static const ap_names answers =
	NAMES("answer", "pass", "veto-a", "veto-b", "veto-c", "veto-d", "veto-e");
static const ap_names things = NAMES("thing", "oak", "iron", "brass", "ann-1", "ann-2", "bob-1",
	"bob-2", "cat-1", "cat-2", "ann-amount", "bob-amount", "cat-amount", "ann-suit", "bob-suit",
	"cat-suit", "ann-answer", "bob-answer", "cat-answer");
static const ap_names knowers = NAMES("knower", "ann", "bob", "cat", "everybody");

static const ap_names *const names[] = {
	&seats, &reasons, &boxes, &treasures, &cards, &suits, &answers, NULL};

static const ap_verb verbs[VERBS] = {
	[V_DIE] = {"die", &ap_plain_number, NULL},
	[V_DRAW] = {"draw", &cards, NULL},
	[V_FILL] = {"fill", &treasures, NULL},
	[V_TRUMP] = {"trump", &suits, NULL},
	[V_BID] = {"bid", &ap_plain_number, NULL},
	[V_SUIT] = {"suit", &suits, NULL},
	[V_LOOK] = {"look", &boxes, NULL},
	[V_SWAP] = {"swap", &boxes, &boxes},
	[V_RAID] = {"raid", &seats, &cards},
	[V_PASS] = {"pass", NULL, NULL},
	[V_ANSWER] = {"answer", &answers, NULL},
};

#define N &ap_plain_number
static const ap_event_kind events[EVENTS] = {
	[EV_DRAWN] = {"drawn", {&seats, &cards}},
	[EV_DRAWN_HIDDEN] = {"drawn-hidden", {&seats}},
	[EV_AMOUNT] = {"amount", {&seats, N}},
	[EV_LEADS] = {"leads", {&seats, N}},
	[EV_LOOKS] = {"looks", {&seats, &boxes}},
	[EV_CONTENT] = {"content", {&boxes, &treasures}},
	[EV_SWAPPED] = {"swapped", {&seats, &boxes, &boxes}},
	[EV_RAID] = {"raid", {&seats, &seats, &cards}},
	[EV_NOTHING_DONE] = {"nothing-done", {&seats}},
	[EV_ANSWER] = {"answer", {&seats, &answers}},
	[EV_CANCELLED] = {"cancelled", {N}},
	[EV_RAID_ROLL] = {"raid-roll", {&seats, &seats, N}},
	[EV_CARD_SEEN] = {"card-seen", {&seats, &seats, &cards}},
	[EV_TRUMP] = {"trump", {&suits}},
	[EV_SUIT] = {"suit", {&seats, &suits}},
	[EV_OPENED] = {"opened", {&seats, &boxes, &treasures}},
	[EV_SCORE] = {"score", {&seats, N}},
	[EV_WINS] = {"wins", {&seats}},
};
#undef N

#define AT(member) (uint16_t) offsetof(tiny_state, member)

static const ap_field fields[] = {
	{"boxes", AP_NAMES, AT(face) + BOX, 1, &boxes, &treasures, 0, NULL},
	{"hands", AP_NAMES, AT(face) + SLOT, 1, &slots, &cards, 0, NULL},
	{"amounts", AP_NAMES, AT(face) + AMOUNT, 1, &seats, &amounts, 0, NULL},
	{"suits", AP_NAMES, AT(face) + SUIT, 1, &seats, &suits, 0, NULL},
	{"answers", AP_NAMES, AT(face) + ANSWER, 1, &seats, &answers, 0, NULL},
	{"known_to", AP_SETS, AT(known_to), 1, &things, &knowers, 0, NULL},
	{"holder", AP_NAMES, AT(holder), 1, &boxes, &seats, 0, NULL},
	{"hand_size", AP_NUMBERS, AT(hand_size), 1, &seats, NULL, HAND, NULL},
	{"coins", AP_NUMBERS, AT(coins), 1, &seats, NULL, COINS + RAIDS, NULL},
	{"points", AP_NUMBERS, AT(points), 1, &seats, NULL, ROUNDS, NULL},
	{"discard", AP_SETS, AT(discard), 1, NULL, &cards, 0, NULL},
};

static void blank(void *state)
{
	tiny_state *s = state;
	memset(s->face, NOTHING, sizeof s->face);
	memset(s->holder, NOTHING, sizeof s->holder);
	for (int seat = 0; seat < s->head.players; seat++) {
		s->holder[seat] = (uint8_t)seat;
		s->coins[seat] = COINS;
	}
}

/* Each card is drawn once; a round has two answers a seat, a choice, a look, a die and a
 * trump; there are as many reactions as raids and vetoes; in the end each box is opened. */
static int bound(const ap_setup *setup)
{
	int p = setup->players;
	return CARDS + ROUNDS * (2 * p + 4) + (RAIDS + VETOES) * (p - 1) + p;
}

static const uint16_t over_clauses[REASONS] = {TG_14, TG_15};

const ap_game tiny = {
	.name = "tiny",
	.min_players = 2,
	.max_players = SEATS,
	.rules_version = 1,
	.state_size = sizeof(tiny_state),
	.clause_count = TG_CLAUSES,
	.step_count = STEPS,
	.verb_count = VERBS,
	.event_count = EVENTS,
	.field_count = AP_COUNT(fields),
	.turn_clause = TG_16,
	.over_clause = over_clauses,
	.clause_ids = tg_clause_ids,
	.seats = &seats,
	.reasons = &reasons,
	.steps = tiny_steps,
	.verbs = verbs,
	.events = events,
	.fields = fields,
	.names = names,
	.blank = blank,
	.mend = tiny_mend,
	.unsound = tiny_unsound,
	.hide = tiny_hide,
	.fill = tiny_fill,
	.mask = tiny_mask,
	.outcome = tiny_outcome,
	.bound = bound,
};

const ap_game *tiny_or_named(const char *name)
{
	return strcmp(name, tiny.name) == 0 ? &tiny : ap_game_named(name);
}

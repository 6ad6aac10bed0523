/* engine.c: the engine in a browser: a game that is replayed, or played against bots without a
 * server. The same sources as everywhere else, for WebAssembly.
 *
 * One game at a time. Texts go in through en_input(), answers come out as JSON in en_output(); what
 * fails returns 0, otherwise the length of the answer. The state is flat, so the page keeps copies
 * of en_state() and puts one back to go anywhere. */
#include <stdio.h>

#include "bots/bots.h"
#include "core/telling.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { INPUT = 4096, OUTPUT = 512 << 10 };

static char input[INPUT], output[OUTPUT];
static const ap_game *game;
static ap_any state;
static ap_events events;
static ap_rng rng;

EXPORT(en_input) char *en_input(void);
EXPORT(en_input_size) int en_input_size(void);
EXPORT(en_output) char *en_output(void);
EXPORT(en_state) void *en_state(void);
EXPORT(en_state_size) int en_state_size(void);
EXPORT(en_seed) void en_seed(uint32_t low, uint32_t high);
EXPORT(en_begin) int en_begin(void);
EXPORT(en_apply) int en_apply(void);
EXPORT(en_view) int en_view(int viewer);
EXPORT(en_question) int en_question(int viewer);
EXPORT(en_chance) int en_chance(void);
EXPORT(en_bot) int en_bot(int seat);

char *en_input(void)
{
	return input;
}

int en_input_size(void)
{
	return INPUT;
}

char *en_output(void)
{
	return output;
}

void *en_state(void)
{
	return &state;
}

int en_state_size(void)
{
	return game ? (int)ap_state_size(game) : 0;
}

void en_seed(uint32_t low, uint32_t high)
{
	ap_seed(&rng, low, high);
}

/* ---- What happened --------------------------------------------------------------------------- */

/* With who may see each: a set of seats, as numbers. */
static void write_events(ap_json *j)
{
	ap_json_key(j, "events");
	ap_json_open(j, '[');
	for (int i = 0; i < events.count; i++) {
		ap_json_open(j, '{');
		ap_json_key(j, "seen_by");
		ap_json_int(j, events.list[i].seen_by);
		ap_json_key(j, "event");
		ap_write_event(j, game, &events.list[i]);
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

static void begin_answer(ap_json *j)
{
	*j = ap_json_into(output, sizeof output);
	ap_json_open(j, '{');
}

static int end_answer(ap_json *j)
{
	ap_json_close(j, '}');
	size_t length = ap_json_done(j);
	return length < sizeof output ? (int)length : 0;
}

static void forget_events(void)
{
	events.count = events.lost = 0;
}

/* ---- Beginning ------------------------------------------------------------------------------- */

static bool set_option(ap_setup *setup, const char *name, const char *value)
{
	for (int i = 0; ap_option_name(game, i); i++)
		for (int v = 0; strcmp(ap_option_name(game, i), name) == 0 && ap_option_value(game, i, v);
			 v++)
			if (strcmp(ap_option_value(game, i, v), value) == 0) {
				setup->option[i] = (uint8_t)v;
				return true;
			}
	return false;
}

/* Words of the input, one after another; NULL: no more. */
static char *next_word(char **at)
{
	while (**at == ' ')
		++*at;
	if (!**at)
		return NULL;
	char *word = *at;
	while (**at && **at != ' ')
		++*at;
	if (**at)
		*(*at)++ = '\0';
	return word;
}

/* "kremlin 4 rules advanced": game, players, options. */
int en_begin(void)
{
	ap_setup setup = {0};
	char *at = input, *name = next_word(&at), *players = next_word(&at), *option;
	game = name ? ap_game_named(name) : NULL;
	if (!game || !players)
		return 0;
	setup.players = (uint8_t)(players[0] - '0');
	while ((option = next_word(&at))) {
		char *value = next_word(&at);
		if (!value || !set_option(&setup, option, value))
			return 0;
	}
	if (!ap_setup_sound(game, &setup))
		return 0;
	ap_json j;
	forget_events();
	memset(&state, 0, sizeof state);
	ap_start(game, &setup, &state, &events);
	begin_answer(&j);
	write_events(&j);
	return end_answer(&j);
}

/* ---- Going on -------------------------------------------------------------------------------- */

static void write_refusal(ap_json *j, ap_result result)
{
	static const char *const codes[] = {[AP_OK] = "ok",
		[AP_GAME_OVER] = "game-over",
		[AP_NOT_ASKED] = "not-asked",
		[AP_FORBIDDEN] = "forbidden",
		[AP_NOT_SEALED] = "not-sealed"};
	ap_json_key(j, "code");
	ap_json_string(j, codes[result.code]);
	ap_json_key(j, "clause");
	ap_json_string(j, ap_clause_id(game, result.clause));
}

static int told(ap_result result, int seat, ap_action action)
{
	ap_json j;
	char text[AP_MAX_NOTATION];
	begin_answer(&j);
	if (result.code != AP_OK) {
		write_refusal(&j, result);
		return end_answer(&j);
	}
	ap_write_action(game, seat, action, text, sizeof text);
	ap_json_key(&j, "action");
	ap_json_string(&j, text);
	write_events(&j);
	return end_answer(&j);
}

static int apply(int seat, ap_action action)
{
	forget_events();
	return told(ap_apply(game, &state, seat, action, &events), seat, action);
}

/* "blue unseal" */
static bool is_unseal(int *seat)
{
	for (*seat = 0; *seat < ap_players(&state); ++*seat) {
		const char *name = ap_seat_name(game, *seat);
		size_t length = strlen(name);
		if (strncmp(input, name, length) == 0 && strcmp(input + length, " unseal") == 0)
			return true;
	}
	return false;
}

/* A line of a record: "blue declare palavrian 5", "chance d20 17", "blue unseal". */
int en_apply(void)
{
	int seat;
	ap_action action;
	if (!game)
		return 0;
	if (is_unseal(&seat)) {
		forget_events();
		return told(ap_unseal(game, &state, seat), seat, 0);
	}
	return ap_read_action(game, input, &seat, &action) ? apply(seat, action) : 0;
}

/* Chance answers from the seed. */
int en_chance(void)
{
	ap_action legal[AP_MAX_LEGAL];
	if (!game || ap_actors(&state) != AP_SEAT(AP_CHANCE))
		return 0;
	int n = ap_legal(game, &state, AP_CHANCE, legal);
	return apply(AP_CHANCE, legal[ap_below(&rng, (uint32_t)n)]);
}

/* What a bot of the level in the input would do, as an action; nothing is done. */
int en_bot(int seat)
{
	ap_any view;
	char text[AP_MAX_NOTATION];
	ap_json j;
	const ap_bot *bot = game ? ap_bot_named(game, input) : NULL;
	if (!bot || !(ap_actors(&state) & AP_SEAT(seat)))
		return 0;
	ap_view(game, &state, seat, &view);
	ap_write_action(game, seat, bot->choose(game, &view, seat, &rng), text, sizeof text);
	begin_answer(&j);
	ap_json_key(&j, "action");
	ap_json_string(&j, text);
	return end_answer(&j);
}

/* ---- Looking --------------------------------------------------------------------------------- */

/* Everything, or what a seat or an observer may know. */
int en_view(int viewer)
{
	ap_any view;
	if (!game)
		return 0;
	if (viewer == AP_EVERYTHING)
		view = state;
	else
		ap_view(game, &state, viewer, &view);
	size_t length = ap_write_state(game, &view, output, sizeof output);
	return length < sizeof output ? (int)length : 0;
}

/* What is open, what a seat is asked, what follows from what it may know, and how it ended. */
int en_question(int viewer)
{
	ap_any view;
	ap_json j;
	if (!game)
		return 0;
	bool seated = viewer < ap_players(&state);
	if (viewer == AP_EVERYTHING)
		view = state;
	else
		ap_view(game, &state, seated ? viewer : AP_OBSERVER, &view);
	begin_answer(&j);
	ap_json_key(&j, "open");
	ap_write_open_question(&j, game, &view);
	ap_json_key(&j, "ask");
	ap_write_seat_question(&j, game, &view, seated ? viewer : AP_OBSERVER,
		seated && !ap_worth_asking(game, &view, viewer));
	ap_json_key(&j, "figures");
	ap_write_figures(&j, game, NULL, &view);
	ap_json_key(&j, "situation");
	ap_write_situation(&j, game, &view);
	ap_json_key(&j, "outcome");
	ap_write_outcome(&j, game, &state);
	return end_answer(&j);
}

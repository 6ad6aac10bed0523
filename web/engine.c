/* engine.c: the engine for the browser, compiled to WebAssembly from the same sources as in the
 * program. A page uses it to replay a game, or to play one against bots without a server.
 *
 * There is one game at a time. A page writes a text to en_input(), ended by a zero, and calls a
 * function. Functions that return a length have written an answer of that length to en_output(), as
 * JSON; they return 0 if they could not do what they were asked. The state is flat: a page may copy
 * the en_state_size() bytes at en_state() and write them back later, to return to that moment. */
#include <assert.h>
#include <stdio.h>

#include "bots/bots.h"
#include "bots/game_list.h"
#include "core/telling.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { INPUT = 4096, OUTPUT = 512 << 10 };

static char input[INPUT], output[OUTPUT];
static const ap_game *game;
static ap_any state;
static ap_events events;
static ap_rng rng;

/* Where the page writes its input, and how many bytes that may be. */
EXPORT(en_input) char *en_input(void);
EXPORT(en_input_size) int en_input_size(void);
/* Where the page reads answers. */
EXPORT(en_output) char *en_output(void);
/* The state of the game; its size is 0 before a game has begun. */
EXPORT(en_state) void *en_state(void);
EXPORT(en_state_size) int en_state_size(void);
/* Fixes what chance and bots choose from now on. */
EXPORT(en_seed) void en_seed(uint32_t low, uint32_t high);
/* These are described where they are defined. */
EXPORT(en_games) int en_games(void);
EXPORT(en_rules) int en_rules(void);
EXPORT(en_begin) int en_begin(void);
EXPORT(en_apply) int en_apply(void);
EXPORT(en_view) int en_view(int viewer);
EXPORT(en_question) int en_question(int viewer);
EXPORT(en_chance) int en_chance(void);
EXPORT(en_bot) int en_bot(int seat);
EXPORT(en_end) int en_end(void);

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

/* ---- Answers --------------------------------------------------------------------------------- */

/* Writes the events, each with the set of the viewers who may see it, one bit each. */
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

/* Returns the length of the answer; 0 if it was too long. */
static int end_answer(ap_json *j)
{
	ap_json_close(j, '}');
	size_t length = ap_json_done(j);
	return length < sizeof output ? (int)length : 0;
}

static void clear_events(void)
{
	events.count = events.lost = 0;
}

/* ---- Beginning a game ------------------------------------------------------------------------ */

/* Returns false if the game has no such option, or the option no such value. */
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

/* Cuts the next word off a text and returns it; NULL if there is none. `at` moves behind it. */
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

/* Answers with the list of the games, as the server tells it to its clients. */
int en_games(void)
{
	ap_json j;
	begin_answer(&j);
	ap_json_key(&j, "games");
	ap_write_games(&j);
	return end_answer(&j);
}

/* Answers with the version of a game's rules and the hash of its data, as a record has them. The
 * input is the name of the game. */
int en_rules(void)
{
	ap_json j;
	char text[32];
	const ap_game *named = ap_game_named(input);
	if (!named)
		return 0;
	snprintf(text, sizeof text, "%d %016llx", ap_rules_version(named),
		(unsigned long long)ap_data_hash(named));
	begin_answer(&j);
	ap_json_key(&j, "rules");
	ap_json_string(&j, text);
	return end_answer(&j);
}

/* Begins a game. The input is "GAME PLAYERS [OPTION VALUE]..". */
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
	clear_events();
	memset(&state, 0, sizeof state);
	ap_start(game, &setup, &state, &events);
	begin_answer(&j);
	write_events(&j);
	return end_answer(&j);
}

/* ---- Playing --------------------------------------------------------------------------------- */

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

/* Answers with the action, the line that a record has for it, and its events; or with the refusal.
 */
static int answer_result(ap_result result, const char *action, const char *line)
{
	ap_json j;
	begin_answer(&j);
	if (result.code != AP_OK) {
		write_refusal(&j, result);
		return end_answer(&j);
	}
	ap_json_key(&j, "action");
	ap_json_string(&j, action);
	ap_json_key(&j, "line");
	ap_json_string(&j, line);
	write_events(&j);
	return end_answer(&j);
}

static int apply(int seat, ap_action action)
{
	char text[AP_MAX_NOTATION], line[AP_MAX_RECORD_LINE] = "";
	clear_events();
	ap_write_action(game, seat, action, text, sizeof text);
	if (ap_actors(&state) & AP_SEAT(seat))
		ap_write_record_action(game, &state, seat, action, line);
	return answer_result(ap_apply(game, &state, seat, action, &events), text, line);
}

/* Whether the input is "SEAT unseal"; stores the seat. */
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

/* Applies a line of a record: "SEAT ACTION", "chance ACTION" or "SEAT unseal". */
int en_apply(void)
{
	int seat;
	ap_action action;
	if (!game)
		return 0;
	if (is_unseal(&seat)) {
		clear_events();
		return answer_result(ap_unseal(game, &state, seat), input, input);
	}
	return ap_read_action(game, input, &seat, &action) ? apply(seat, action) : 0;
}

/* Applies an action of chance, which en_seed() decides. Chance must be asked. */
int en_chance(void)
{
	ap_action legal[AP_MAX_LEGAL];
	if (!game || ap_actors(&state) != AP_SEAT(AP_CHANCE))
		return 0;
	int n = ap_legal(game, &state, AP_CHANCE, legal);
	return apply(AP_CHANCE, legal[ap_below(&rng, (uint32_t)n)]);
}

/* Answers with the action that a bot would choose for the seat, and does not apply it. The input is
 * the level of the bot. */
int en_bot(int seat)
{
	assert(seat >= 0 && seat < AP_CHANCE);
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

/* Answers with what follows "end" in the last line of a record: the reason for which the game has
 * ended, or "open", and the fingerprint of the state. */
int en_end(void)
{
	ap_json j;
	char text[96];
	if (!game)
		return 0;
	ap_write_record_end(game, &state, text, sizeof text);
	begin_answer(&j);
	ap_json_key(&j, "end");
	ap_json_string(&j, text);
	return end_answer(&j);
}

/* ---- Looking at the game --------------------------------------------------------------------- */

/* Answers with the state as a seat or an observer may know it, or with everything. */
int en_view(int viewer)
{
	assert(viewer >= 0 && viewer <= AP_EVERYTHING);
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

/* Answers with the open question, what the viewer is asked, the figures and the situation as the
 * viewer may know them, and the outcome. */
int en_question(int viewer)
{
	assert(viewer >= 0 && viewer <= AP_EVERYTHING);
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

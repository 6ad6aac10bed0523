/* setup.c: see setup.h. */
#include "cli/setup.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game.h"

/* ---- The game -------------------------------------------------------------------------------- */

static const char *game_name_at(const void *from, int n)
{
	(void)from;
	return n < ap_game_count() ? ap_game_name(ap_game_at(n)) : NULL;
}

const ap_game *ap_cli_game(const char *command, const char *name)
{
	assert(command && name);
	const ap_game *game = ap_game_named(name);
	char hint[AP_CLI_HINT];
	if (!game)
		ap_cli_misuse(command, "unknown game '%s': %s", name,
			ap_cli_hint(game_name_at, NULL, name, hint, sizeof hint));
	return game;
}

/* ---- Players --------------------------------------------------------------------------------- */

/* Reads a number of players that the game allows. */
static bool read_player_count(const ap_game *game, const char *text, int *count)
{
	uint64_t number;
	if (!ap_cli_read_number(text, AP_MAX_SEATS, &number))
		return false;
	*count = (int)number;
	return *count >= ap_min_players(game) && *count <= ap_max_players(game);
}

/* Reports that `text` is no number of players; returns false. */
static bool report_bad_players(
	const char *command, const ap_game *game, const char *text, bool range)
{
	int least = ap_min_players(game), most = ap_max_players(game);
	char or_range[48] = "";
	if (range && least < most)
		snprintf(or_range, sizeof or_range, ap_translated(AP_TEXT(", or a range such as %d..%d")),
			least, most);
	ap_cli_misuse(command, "--players of %s must be a number from %d to %d%s, not '%s'",
		ap_game_name(game), least, most, or_range, text);
	return false;
}

/* Returns whether so many can play with these options. */
static bool fits_options(const ap_game *game, const ap_setup *options, int count)
{
	ap_setup setup = *options;
	setup.players = (uint8_t)count;
	return ap_setup_sound(game, &setup);
}

/* Returns the id of the clause that refuses so many players with these options; "" if none does. */
static const char *setup_rule(const ap_game *game, const ap_setup *options, int count)
{
	ap_setup setup = *options;
	setup.players = (uint8_t)count;
	return ap_setup_refused_by(game, &setup);
}

/* Returns the fewest players who can play with these options; 0 if nobody can. */
static int fewest_players(const ap_game *game, const ap_setup *options)
{
	for (int count = ap_min_players(game); count <= ap_max_players(game); count++)
		if (fits_options(game, options, count))
			return count;
	return 0;
}

/* Reports numbers of players that do not go with the options; returns false. The rule is cited
 * where one says so. */
static bool report_bad_options(const char *command, const ap_game *game, const ap_setup *options)
{
	char counts[64] = "";
	const char *rule = "";
	for (int count = ap_min_players(game); count <= ap_max_players(game); count++)
		if (fits_options(game, options, count))
			snprintf(counts + strlen(counts), sizeof counts - strlen(counts), "%s%d",
				counts[0] ? ap_translated(AP_TEXT(" or ")) : "", count);
		else
			rule = setup_rule(game, options, count);
	if (counts[0])
		ap_cli_misuse(command, "with these options %s is for %s players%s%s%s", ap_game_name(game),
			counts, rule[0] ? " (" : "", rule, rule[0] ? ")" : "");
	else
		ap_cli_misuse(command, "these options of %s do not go together%s%s%s", ap_game_name(game),
			rule[0] ? " (" : "", rule, rule[0] ? ")" : "");
	return false;
}

bool ap_cli_players(const char *command, const ap_game *game, const char *text,
	const ap_setup *options, ap_cli_range *players)
{
	assert(command && game && options && players);
	players->least = players->most = fewest_players(game, options);
	if (!text)
		return players->least > 0 || report_bad_options(command, game, options);
	const char *dots = strstr(text, "..");
	char first[8];
	ap_cli_copy_part(text, dots ? (size_t)(dots - text) : 0, first, sizeof first);
	bool good = read_player_count(game, dots ? first : text, &players->least) &&
		read_player_count(game, dots ? dots + 2 : text, &players->most) &&
		players->least <= players->most;
	if (!good)
		return report_bad_players(command, game, text, true);
	for (int count = players->least; count <= players->most; count++)
		if (!fits_options(game, options, count))
			return report_bad_options(command, game, options);
	return true;
}

/* ---- Options --------------------------------------------------------------------------------- */

static const char *option_at(const void *game, int n)
{
	return ap_option_name(game, n);
}

/* An option whose values can be chosen. */
typedef struct game_option {
	const ap_game *game;
	int option;
} game_option;

static const char *value_at(const void *from, int n)
{
	const game_option *o = from;
	return ap_option_value(o->game, o->option, n);
}

/* Returns the number of the choice that a word of this length names; -1 if it is none. */
static int find_choice(
	ap_cli_choice_at *choice_at, const void *from, const char *word, size_t length)
{
	for (int n = 0; choice_at(from, n); n++)
		if (strlen(choice_at(from, n)) == length && strncmp(choice_at(from, n), word, length) == 0)
			return n;
	return -1;
}

static bool report_unknown_option(const char *command, const ap_game *game, const char *word)
{
	char hint[AP_CLI_HINT], name[64];
	ap_cli_copy_part(word, strcspn(word, "="), name, sizeof name);
	if (!ap_option_name(game, 0))
		ap_cli_misuse(command, "unknown option '%s': %s has none", name, ap_game_name(game));
	else
		ap_cli_misuse(command, "unknown option '%s' of %s: %s", name, ap_game_name(game),
			ap_cli_hint(option_at, game, name, hint, sizeof hint));
	return false;
}

static bool set_option(const char *command, const ap_game *game, const char *word, ap_setup *setup)
{
	const char *value = strchr(word, '=');
	int option = find_choice(option_at, game, word, strcspn(word, "="));
	if (option < 0)
		return report_unknown_option(command, game, word);
	game_option values = {game, option};
	char hint[AP_CLI_HINT];
	int index = value ? find_choice(value_at, &values, value + 1, strlen(value + 1)) : -1;
	if (index < 0) {
		ap_cli_misuse(command, "option %s of %s has no value '%s': %s",
			ap_option_name(game, option), ap_game_name(game), value ? value + 1 : "",
			ap_cli_hint(value_at, &values, value ? value + 1 : "", hint, sizeof hint));
		return false;
	}
	setup->option[option] = (uint8_t)index;
	return true;
}

bool ap_cli_options(
	const char *command, const ap_game *game, const ap_cli_words *options, ap_setup *setup)
{
	assert(command && game && options && setup);
	for (int i = 0; i < options->count; i++)
		if (!set_option(command, game, options->item[i], setup))
			return false;
	return true;
}

bool ap_cli_setup(const char *command, const ap_game *game, const char *players,
	const ap_cli_words *options, ap_setup *setup)
{
	assert(command && game && options && setup);
	memset(setup, 0, sizeof *setup);
	if (!ap_cli_options(command, game, options, setup))
		return false;
	int count = fewest_players(game, setup);
	if (players && !read_player_count(game, players, &count))
		return report_bad_players(command, game, players, false);
	setup->players = (uint8_t)count;
	return ap_setup_sound(game, setup) || report_bad_options(command, game, setup);
}

/* ---- Seats and languages --------------------------------------------------------------------- */

static const char *level_at(const void *game, int n)
{
	const ap_bot *bot = ap_bot_at(game, n);
	return bot ? bot->level : NULL;
}

const ap_bot *ap_cli_bot(const char *command, const ap_game *game, const char *level)
{
	assert(command && game && level);
	const ap_bot *bot = ap_bot_named(game, level);
	char hint[AP_CLI_HINT];
	if (!bot)
		ap_cli_misuse(command, "unknown bot '%s': %s", level,
			ap_cli_hint(level_at, game, level, hint, sizeof hint));
	return bot;
}

/* A table whose viewers can be chosen. */
typedef struct table_seats {
	const ap_game *game;
	int players;
} table_seats;

static const char *viewer_at(const void *from, int n)
{
	const table_seats *s = from;
	if (n <= s->players)
		return ap_seat_name(s->game, n < s->players ? n : AP_OBSERVER);
	return NULL;
}

bool ap_cli_viewer(
	const char *command, const ap_game *game, int players, const char *name, int *viewer)
{
	assert(command && game && viewer);
	*viewer = name ? ap_seat_named(game, name) : AP_EVERYTHING;
	if (!name || *viewer < players || *viewer == AP_OBSERVER)
		return true;
	table_seats seats = {game, players};
	char hint[AP_CLI_HINT];
	ap_cli_misuse(command, "no seat '%s' at this table: %s", name,
		ap_cli_hint(viewer_at, &seats, name, hint, sizeof hint));
	return false;
}

/* Returns the first of these variables that is set, as gettext does. */
static const char *environment_language(void)
{
	static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
	for (int i = 0; i < 3; i++) {
		const char *code = getenv(variables[i]);
		if (code && *code)
			return code;
	}
	return "en";
}

bool ap_cli_language(const char *command, const char *code, ap_language *language)
{
	assert(command && language);
	*language = AP_ENGLISH;
	if (code && !ap_language_named(code, language)) {
		ap_cli_misuse(command, "--lang must be en or fr, not '%s'", code);
		return false;
	}
	if (!code)
		ap_language_named(environment_language(), language);
	ap_cli_speak(*language);
	return true;
}

void ap_cli_speak_as_environment(void)
{
	ap_language language = AP_ENGLISH;
	ap_language_named(environment_language(), &language);
	ap_cli_speak(language);
}

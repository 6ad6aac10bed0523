/* words.c: writes what the browser says: the catalogue, the names and the rules, as JSON.
 *
 * words FOLDER: common.LANGUAGE.json, and for each game GAME.LANGUAGE.json and
 * GAME.rules.LANGUAGE.json. Runs when the client is built. */
#include <stdio.h>
#include <stdlib.h>

#include "core/game.h"
#include "core/json_writer.h"
#include "text/catalogue.h"
#include "text/rules.h"

static char room[2 << 20];

static void write_string(ap_json *j, const char *key, const char *text)
{
	ap_json_key(j, key);
	ap_json_string(j, text);
}

static bool starts_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* The kind of an argument: "number", a list of names, or none. */
static void write_kind(ap_json *j, const ap_names *names)
{
	ap_json_string(j, names == &ap_plain_number ? "number" : names->kind);
}

/* ---- Of a game ------------------------------------------------------------------------------- */

static void write_words(ap_json *j, const ap_game *game, ap_language language)
{
	const char *name = ap_game_name(game), *key;
	size_t length = strlen(name);
	ap_json_key(j, "words");
	ap_json_open(j, '{');
	for (int i = 0; (key = ap_word_key(language, i)); i++)
		if (strncmp(key, name, length) == 0 && key[length] == '.' &&
			!starts_with(key + length, ".terminal."))
			write_string(j, key + length + 1, ap_word(language, key));
	ap_json_close(j, '}');
}

static void write_verbs(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "verbs");
	ap_json_open(j, '{');
	for (int i = 0; i < game->verb_count; i++) {
		const ap_verb *v = &game->verbs[i];
		ap_json_key(j, v->name);
		ap_json_open(j, '[');
		if (v->x)
			write_kind(j, v->x);
		if (v->y)
			write_kind(j, v->y);
		ap_json_close(j, ']');
	}
	ap_json_close(j, '}');
}

static void write_events(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "events");
	ap_json_open(j, '{');
	for (int i = 0; i < game->event_count; i++) {
		const ap_event_kind *e = &game->events[i];
		ap_json_key(j, e->name);
		ap_json_open(j, '[');
		for (int n = 0; n < AP_EVENT_ARGS && e->arg[n]; n++)
			write_kind(j, e->arg[n]);
		ap_json_close(j, ']');
	}
	ap_json_close(j, '}');
}

/* Copies of a thing share a label, which has the word. */
static void write_names(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "names");
	ap_json_open(j, '{');
	for (int i = 0; game->names[i]; i++) {
		const ap_names *names = game->names[i];
		ap_json_key(j, names->kind);
		ap_json_open(j, '{');
		for (int n = 0; n < names->count; n++)
			write_string(j, names->name[n], names->label[n]);
		ap_json_close(j, '}');
	}
	ap_json_close(j, '}');
}

static void write_steps(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "steps");
	ap_json_open(j, '{');
	for (int i = 0; i < game->step_count; i++)
		write_string(j, game->steps[i].name, ap_clause_id(game, game->steps[i].clause));
	ap_json_close(j, '}');
}

static void write_titles(ap_json *j, const ap_game *game, ap_language language)
{
	ap_json_key(j, "titles");
	ap_json_open(j, '{');
	for (int i = 1; i < ap_clause_count(game); i++)
		write_string(j, ap_clause_id(game, i), ap_clause(game, language, i)->title);
	ap_json_close(j, '}');
}

static void write_game(ap_json *j, const ap_game *game, ap_language language)
{
	ap_json_open(j, '{');
	write_string(j, "game", ap_game_name(game));
	write_words(j, game, language);
	write_verbs(j, game);
	write_events(j, game);
	write_names(j, game);
	write_steps(j, game);
	write_titles(j, game, language);
	ap_json_close(j, '}');
}

static void write_rules(ap_json *j, const ap_game *game, ap_language language)
{
	ap_json_open(j, '[');
	for (int i = 1; i < ap_clause_count(game); i++) {
		ap_json_open(j, '{');
		write_string(j, "id", ap_clause_id(game, i));
		write_string(j, "title", ap_clause(game, language, i)->title);
		write_string(j, "body", ap_clause(game, language, i)->body);
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

/* ---- Of all ---------------------------------------------------------------------------------- */

/* The page's own words, and of each game what a list of games shows. */
static bool is_common(const char *key)
{
	if (starts_with(key, "web.") || starts_with(key, "seat.") || starts_with(key, "level.") ||
		starts_with(key, "language.") || starts_with(key, "refusal."))
		return true;
	const char *part = strchr(key, '.');
	return part && !starts_with(key, "cli.") &&
		(starts_with(part, ".title") || starts_with(part, ".summary") ||
			starts_with(part, ".option.") || starts_with(part, ".web.learn.about"));
}

static bool is_seat(const char *key)
{
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		size_t length = strlen(ap_game_name(game)), kind = strlen(game->seats->kind);
		if (starts_with(key, ap_game_name(game)) && key[length] == '.' &&
			strncmp(key + length + 1, game->seats->kind, kind) == 0 &&
			key[length + 1 + kind] == '.')
			return true;
	}
	return false;
}

static void write_common(ap_json *j, ap_language language)
{
	const char *key;
	ap_json_open(j, '{');
	for (int i = 0; (key = ap_word_key(language, i)); i++)
		if (is_common(key) || is_seat(key))
			write_string(j, key, ap_word(language, key));
	ap_json_close(j, '}');
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void save(const char *folder, const char *name, ap_language language, ap_json *j)
{
	char path[1024];
	size_t length = ap_json_done(j);
	snprintf(path, sizeof path, "%s/%s.%s.json", folder, name, ap_language_code(language));
	FILE *out = length < sizeof room ? fopen(path, "w") : NULL;
	if (!out || fwrite(room, 1, length, out) != length || fclose(out) != 0) {
		fprintf(stderr, "words: cannot write %s\n", path);
		exit(1);
	}
}

static void save_all(const char *folder, ap_language language)
{
	char name[64];
	ap_json j = ap_json_into(room, sizeof room);
	write_common(&j, language);
	save(folder, "common", language, &j);
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		j = ap_json_into(room, sizeof room);
		write_game(&j, game, language);
		save(folder, ap_game_name(game), language, &j);
		j = ap_json_into(room, sizeof room);
		write_rules(&j, game, language);
		snprintf(name, sizeof name, "%s.rules", ap_game_name(game));
		save(folder, name, language, &j);
	}
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: words FOLDER\n");
		return 2;
	}
	for (int language = 0; language < AP_LANGUAGES; language++)
		save_all(argv[1], (ap_language)language);
	return 0;
}

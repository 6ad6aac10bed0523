/* words.c: a program that writes the words of the browser client as JSON when the client is built.
 *
 * Usage: words FOLDER. It writes these files into the folder:
 *   common.LANGUAGE.json      the words that the client needs whichever game is played
 *   GAME.LANGUAGE.json        the words of a game, with its verbs, events, facts and names
 *   GAME.rules.LANGUAGE.json  the rules of a game
 *   GAME.declared.json        the fields and attributes of a game, for generic boards */
#include <stdio.h>
#include <stdlib.h>

#include "core/game.h"
#include "core/json_writer.h"
#include "core/telling.h"
#include "text/catalogue.h"

static char buffer[2 << 20]; /* one file */

static void write_string(ap_json *j, const char *key, const char *text)
{
	ap_json_key(j, key);
	ap_json_string(j, text);
}

static bool starts_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* Writes the kind of an argument: the name of a list of names, or "number". */
static void write_kind(ap_json *j, const ap_names *names)
{
	ap_json_string(j, names == &ap_plain_number ? "number" : names->kind);
}

/* ---- The words of a game --------------------------------------------------------------------- */

/* Returns whether the client has no use for a key of a game: words of the terminal, and those of
 * which the tables of the rules are made. */
static bool is_of_no_use(const char *key)
{
	return starts_with(key, ".terminal.") || starts_with(key, ".table.") ||
		starts_with(key, ".cell.");
}

/* Writes the words of the game, and those about odds, which all games have. */
static void write_words(ap_json *j, const ap_game *game, ap_language language)
{
	const char *name = ap_game_name(game), *key;
	size_t length = strlen(name);
	ap_json_key(j, "words");
	ap_json_open(j, '{');
	for (int i = 0; (key = ap_word_key(language, i)); i++)
		if (strncmp(key, name, length) == 0 && key[length] == '.' && !is_of_no_use(key + length))
			write_string(j, key + length + 1, ap_word(language, key));
		else if (starts_with(key, "fact."))
			write_string(j, key, ap_word(language, key));
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

/* Writes the names of each list with their labels. Copies of a thing have the same label, and the
 * catalogue has a word for the label. */
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

/* Writes which lists are implied: see ap_names. */
static void write_implied(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "implied");
	ap_json_open(j, '[');
	for (int i = 0; game->names[i]; i++)
		if (game->names[i]->implied)
			ap_json_string(j, game->names[i]->kind);
	ap_json_close(j, ']');
}

/* Writes the arguments of each fact: what they are called, and their kinds. */
static void write_facts(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "facts");
	ap_json_open(j, '{');
	for (int i = 0; i < game->fact_count; i++) {
		const ap_event_kind *f = &game->facts[i];
		ap_json_key(j, f->name);
		ap_json_open(j, '{');
		for (int n = 0; n < AP_EVENT_ARGS && f->arg[n]; n++) {
			ap_json_key(j, f->called[n]);
			write_kind(j, f->arg[n]);
		}
		ap_json_close(j, '}');
	}
	ap_json_close(j, '}');
}

/* Writes the kind, or null for NULL. */
static void write_optional_kind(ap_json *j, const char *key, const ap_names *names)
{
	ap_json_key(j, key);
	if (names)
		write_kind(j, names);
	else
		ap_json_null(j);
}

static void write_figures(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "figures");
	ap_json_open(j, '{');
	for (int i = 0; i < game->figure_count; i++) {
		const ap_figure_row *f = &game->figures[i];
		ap_json_key(j, f->name);
		ap_json_open(j, '{');
		write_string(j, "clause", ap_clause_id(game, f->clause));
		write_optional_kind(j, "each", f->keys);
		write_optional_kind(j, "is", f->values);
		if (f->is_standing) {
			ap_json_key(j, "standing");
			ap_json_bool(j, true);
		}
		ap_json_close(j, '}');
	}
	ap_json_close(j, '}');
}

/* Writes which events are turning points, which ones a short log leaves out, which ones tell the
 * result of a die, and of which ones odds tell by the value of an argument; for the last two with
 * the index of that argument. */
static void write_event_properties(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "turning");
	ap_json_open(j, '[');
	for (int i = 0; i < game->event_count; i++)
		if (game->events[i].turning_point)
			ap_json_string(j, game->events[i].name);
	ap_json_close(j, ']');
	ap_json_key(j, "quiet");
	ap_json_open(j, '[');
	for (int i = 0; i < game->event_count; i++)
		if (game->events[i].quiet)
			ap_json_string(j, game->events[i].name);
	ap_json_close(j, ']');
	ap_json_key(j, "dice");
	ap_json_open(j, '{');
	for (int i = 0; i < game->event_count; i++)
		if (game->events[i].die_argument) {
			ap_json_key(j, game->events[i].name);
			ap_json_int(j, game->events[i].die_argument - 1);
		}
	ap_json_close(j, '}');
	ap_json_key(j, "drawn");
	ap_json_open(j, '{');
	for (int i = 0; i < game->event_count; i++)
		if (game->events[i].drawn_argument) {
			ap_json_key(j, game->events[i].name);
			ap_json_int(j, game->events[i].drawn_argument - 1);
		}
	ap_json_close(j, '}');
	ap_json_key(j, "differ");
	ap_json_open(j, '{');
	for (int i = 0; i < game->event_count; i++)
		if (game->events[i].odds_argument) {
			ap_json_key(j, game->events[i].name);
			ap_json_int(j, game->events[i].odds_argument - 1);
		}
	ap_json_close(j, '}');
}

/* Writes for how long events are shown, in milliseconds: those that differ from a plain line. */
static void write_shown(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "shown");
	ap_json_open(j, '{');
	for (int i = 0; i < game->event_count; i++)
		if (ap_event_shown(game, i) != AP_EVENT_SHOWN) {
			ap_json_key(j, game->events[i].name);
			ap_json_int(j, ap_event_shown(game, i));
		}
	ap_json_close(j, '}');
	ap_json_key(j, "shown_default");
	ap_json_int(j, AP_EVENT_SHOWN);
}

/* Writes which steps are reactions, which verbs give up something large or are answers of chance
 * that are opened at once, and at which steps the pass gives up something. */
static void write_marks(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "reactions");
	ap_json_open(j, '[');
	for (int i = 0; i < game->step_count; i++)
		if (game->steps[i].reaction)
			ap_json_string(j, game->steps[i].name);
	ap_json_close(j, ']');
	ap_json_key(j, "final_verbs");
	ap_json_open(j, '[');
	for (int i = 0; i < game->verb_count; i++)
		if (game->verbs[i].final)
			ap_json_string(j, game->verbs[i].name);
	ap_json_close(j, ']');
	ap_json_key(j, "open_verbs");
	ap_json_open(j, '[');
	for (int i = 0; i < game->verb_count; i++)
		if (game->verbs[i].open)
			ap_json_string(j, game->verbs[i].name);
	ap_json_close(j, ']');
	ap_json_key(j, "die_verbs");
	ap_json_open(j, '[');
	for (int i = 0; i < game->verb_count; i++)
		if (game->verbs[i].open && game->verbs[i].x == &ap_plain_number && !game->verbs[i].y)
			ap_json_string(j, game->verbs[i].name);
	ap_json_close(j, ']');
	ap_json_key(j, "final_steps");
	ap_json_open(j, '[');
	for (int i = 0; i < game->step_count; i++)
		if (game->steps[i].final)
			ap_json_string(j, game->steps[i].name);
	ap_json_close(j, ']');
}

/* Writes the clause of each step. */
static void write_steps(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "steps");
	ap_json_open(j, '{');
	for (int i = 0; i < game->step_count; i++)
		write_string(j, game->steps[i].name, ap_clause_id(game, game->steps[i].clause));
	ap_json_close(j, '}');
}

/* Writes the titles of the clauses; clause 0 is none. */
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
	write_string(j, "seats", game->seats->kind);
	write_words(j, game, language);
	write_verbs(j, game);
	write_events(j, game);
	write_facts(j, game);
	write_figures(j, game);
	write_event_properties(j, game);
	write_shown(j, game);
	write_names(j, game);
	write_implied(j, game);
	write_steps(j, game);
	write_marks(j, game);
	write_titles(j, game, language);
	ap_json_close(j, '}');
}

static void write_row(ap_json *j, const ap_rules_table *table, int row)
{
	ap_json_open(j, '[');
	for (int i = 0; i < table->columns; i++)
		ap_json_string(j, table->cells[row * table->columns + i]);
	ap_json_close(j, ']');
}

/* Writes the tables that belong to a clause. */
static void write_tables(ap_json *j, const ap_game *game, ap_language language, int clause)
{
	const ap_rules_table *table;
	ap_json_key(j, "tables");
	ap_json_open(j, '[');
	for (int n = 0; (table = ap_rules_table_at(game, language, n)); n++) {
		if (table->clause != clause)
			continue;
		ap_json_open(j, '{');
		write_string(j, "name", table->name);
		write_string(j, "title", table->title);
		write_string(j, "about", table->about);
		ap_json_key(j, "headings");
		write_row(j, table, 0);
		ap_json_key(j, "rows");
		ap_json_open(j, '[');
		for (int row = 1; row <= table->rows; row++)
			write_row(j, table, row);
		ap_json_close(j, ']');
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

static void write_rules(ap_json *j, const ap_game *game, ap_language language)
{
	ap_json_open(j, '[');
	for (int i = 1; i < ap_clause_count(game); i++) {
		const ap_clause_text *text = ap_clause(game, language, i);
		ap_json_open(j, '{');
		write_string(j, "id", ap_clause_id(game, i));
		write_string(j, "title", text->title);
		write_string(j, "body", text->body);
		write_string(j, "provenance", text->provenance ? text->provenance : "");
		write_tables(j, game, language, i);
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

/* ---- The declarations of a game -------------------------------------------------------------- */

static void write_field(ap_json *j, const ap_field *f)
{
	static const char *const kinds[] = {
		[AP_NUMBERS] = "number", [AP_NAMES] = "name", [AP_SETS] = "set"};
	ap_json_key(j, f->name);
	ap_json_open(j, '{');
	write_string(j, "kind", kinds[f->kind]);
	write_optional_kind(j, "each", f->keys);
	write_optional_kind(j, "is", f->values);
	ap_json_close(j, '}');
}

static void write_grid(ap_json *j, const ap_grid *g)
{
	ap_json_key(j, g->name);
	ap_json_open(j, '{');
	write_string(j, "kind", "table");
	write_optional_kind(j, "each", g->rows);
	write_optional_kind(j, "is", g->columns);
	ap_json_close(j, '}');
}

static void write_fields(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "fields");
	ap_json_open(j, '{');
	for (int i = 0; i < game->field_count; i++)
		write_field(j, &game->fields[i]);
	for (int i = 0; i < game->grid_count; i++)
		write_grid(j, &game->grids[i]);
	ap_json_close(j, '}');
}

static void write_attribute(ap_json *j, const ap_game *game, int list, int n, int attribute)
{
	enum { MOST_VALUES = 512 };
	static int32_t values[MOST_VALUES];
	ap_attribute_info about;
	ap_attribute_about(game, list, attribute, &about);
	int count = ap_attribute_of(game, list, n, attribute, values, MOST_VALUES);
	const ap_names *names = game->names[list]->attributes[attribute].values;
	ap_json_key(j, about.name);
	if (about.kind != AP_ONE)
		ap_json_open(j, '[');
	for (int i = 0; i < count && i < MOST_VALUES; i++) {
		if (values[i] == AP_NONE)
			ap_json_null(j);
		else if (names)
			ap_json_string(j, names->name[values[i]]);
		else
			ap_json_int(j, values[i]);
	}
	if (about.kind != AP_ONE)
		ap_json_close(j, ']');
}

static void write_attributes(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "attributes");
	ap_json_open(j, '{');
	for (int list = 0; list < ap_list_count(game); list++) {
		const ap_names *names = game->names[list];
		ap_json_key(j, names->kind);
		ap_json_open(j, '{');
		for (int n = 0; n < names->count && names->attribute_count > 0; n++) {
			ap_json_key(j, names->name[n]);
			ap_json_open(j, '{');
			write_string(j, "label", names->label[n]);
			for (int a = 0; a < names->attribute_count; a++)
				write_attribute(j, game, list, n, a);
			ap_json_close(j, '}');
		}
		ap_json_close(j, '}');
	}
	ap_json_close(j, '}');
}

/* Writes the figures of a new game with as few players as possible. Those that the rules fix are
 * the same in every game. */
static void write_first_figures(ap_json *j, const ap_game *game)
{
	ap_any state;
	ap_setup setup = {.players = game->min_players};
	ap_start(game, &setup, &state, NULL);
	ap_json_key(j, "figures");
	ap_write_figures(j, game, NULL, &state);
}

static void write_declared(ap_json *j, const ap_game *game)
{
	ap_json_open(j, '{');
	write_fields(j, game);
	write_attributes(j, game);
	write_first_figures(j, game);
	ap_json_close(j, '}');
}

/* ---- The words for every page ---------------------------------------------------------------- */

/* Whether the part of a key after the game is the title of a lesson, or says what it is about. */
static bool introduces_lesson(const char *part)
{
	const char *last = strrchr(part, '.');
	return starts_with(part, ".web.learn.") && (!strcmp(last, ".title") || !strcmp(last, ".about"));
}

/* Whether the key is one of the client's own words, or a word of a game that a list of games needs.
 */
static bool is_common(const char *key)
{
	if (starts_with(key, "web.") || starts_with(key, "seat.") || starts_with(key, "level.") ||
		starts_with(key, "language.") || starts_with(key, "refusal.") || starts_with(key, "table."))
		return true;
	const char *part = strchr(key, '.');
	return part && !starts_with(key, "cli.") &&
		(starts_with(part, ".title") || starts_with(part, ".summary") ||
			starts_with(part, ".option.") || introduces_lesson(part));
}

/* Whether the key is the name of a seat of some game: GAME.KIND.SEAT. */
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

/* Writes the buffer to FOLDER/NAME.PART.json; ends the program if that is not possible. */
static void save(const char *folder, const char *name, const char *part, ap_json *j)
{
	char path[1024];
	size_t length = ap_json_done(j);
	snprintf(path, sizeof path, "%s/%s.%s.json", folder, name, part);
	FILE *out = length < sizeof buffer ? fopen(path, "w") : NULL;
	bool good = out && fwrite(buffer, 1, length, out) == length;
	if (out && fclose(out) != 0)
		good = false;
	if (!good) {
		fprintf(stderr, "words: cannot write %s\n", path);
		exit(1);
	}
}

static void save_all(const char *folder, ap_language language)
{
	char name[64];
	const char *code = ap_language_code(language);
	ap_json j = ap_json_into(buffer, sizeof buffer);
	write_common(&j, language);
	save(folder, "common", code, &j);
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		j = ap_json_into(buffer, sizeof buffer);
		write_game(&j, game, language);
		save(folder, ap_game_name(game), code, &j);
		j = ap_json_into(buffer, sizeof buffer);
		write_rules(&j, game, language);
		snprintf(name, sizeof name, "%s.rules", ap_game_name(game));
		save(folder, name, code, &j);
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
	for (int i = 0; i < ap_game_count(); i++) {
		ap_json j = ap_json_into(buffer, sizeof buffer);
		write_declared(&j, ap_game_at(i));
		save(argv[1], ap_game_name(ap_game_at(i)), "declared", &j);
	}
	return 0;
}

/* generic.c: a board for any game. It has the situation in sentences, a line for each seat, and a
 * section for each of the game's lists of names. */
#include "terminal/generic.h"

#include <assert.h>

#include "core/fields.h"
#include "core/grids.h"
#include "terminal/words.h"
#include "text/phrases.h"

enum { LONG_LINE = 8 * TEXT_LINE, SENTENCE = 400, MOST_NAMES = 0xfff };

/* ---- Values ---------------------------------------------------------------------------------- */

/* The text of a value. Zero, an unknown value and an empty set have none: `count` stays 0. */
typedef struct value_text {
	const board *board;
	char *text;
	size_t size;
	int count; /* number of names and numbers in the text */
} value_text;

static void add_name(value_text *v, const ap_names *names, int n)
{
	text_add(v->text, v->size, "%s", v->count++ ? ", " : "");
	text_add_whole(v->text, v->size, ap_name_word(v->board->game, v->board->language, names, n));
}

static void add_number(value_text *v, int64_t number)
{
	if (number == 0)
		return;
	text_add(v->text, v->size, "%lld", (long long)number);
	v->count++;
}

static void add_field(value_text *v, const ap_field *field, int index)
{
	const void *view = v->board->view;
	if (field->known && !field->known(view, index) && field->kind != AP_NAMES)
		return;
	uint64_t value = field->kind == AP_SETS ? 0 : ap_field_get(field, view, index);
	if (field->kind == AP_NUMBERS)
		add_number(v, (int64_t)value);
	else if (field->kind == AP_SETS)
		for (int m = 0; m < field->values->count; m++) {
			if (ap_field_has(field, view, index, m))
				add_name(v, field->values, m);
		}
	else if (value < (uint64_t)field->values->count && (!field->known || field->known(view, index)))
		add_name(v, field->values, (int)value);
	else if (value == AP_UNSEEN)
		text_add(v->text, v->size, "%s", v->count++ ? ", ?" : "?");
}

static void add_grid_row(value_text *v, const ap_grid *grid, int row)
{
	const void *view = v->board->view;
	for (int column = 0; column < grid->columns->count; column++) {
		bool known = !grid->known || grid->known(view, row, column);
		int value = known ? ap_grid_get(grid, view, row, column) : 0;
		if (value == 0)
			continue;
		add_name(v, grid->columns, column);
		text_add(v->text, v->size, "\u00a0%d", value);
	}
}

static void add_figure(value_text *v, int n, int key)
{
	const ap_figure_row *figure = &v->board->game->figures[n];
	int value = ap_figure(v->board->game, v->board->view, n, key);
	if (value != AP_NONE && figure->values)
		add_name(v, figure->values, value);
	else if (value != AP_NONE)
		add_number(v, value);
}

/* ---- Labels and values of one key ------------------------------------------------------------ */

/* A line with every value that the game has for one name of a list, for example
 * "Strength 7   Owner North". */
typedef struct key_text {
	const board *board;
	const ap_names *keys; /* the list; NULL for the values of the table as a whole */
	int key;              /* the position of the name in the list */
	bool brief;           /* only numbers are added */
	char *line;
	size_t size;
	const char *between; /* what separates two values */
} key_text;

/* `part` and `name` are the catalogue's: see ap_game_word(). */
static void add_labelled(key_text *k, const char *part, const char *name, const value_text *v)
{
	const board *b = k->board;
	if (v->count == 0)
		return;
	text_add(k->line, k->size, "%s" S_DIM "%s" S_PLAIN "\u00a0%s", k->line[0] ? k->between : "",
		ap_game_word(b->game, b->language, part, name), v->text);
}

/* Returns the position in `keys` of the name that `k` is about; -1 if it is not there. A field may
 * have values for a part of a list only: then `keys` is a shorter list of the same kind. */
static int position_in(const ap_names *keys, const key_text *k)
{
	if (keys == k->keys)
		return k->key;
	if (!keys || !k->keys || strcmp(keys->kind, k->keys->kind) != 0)
		return -1;
	for (int i = 0; i < keys->count; i++)
		if (strcmp(keys->name[i], k->keys->name[k->key]) == 0)
			return i;
	return -1;
}

static void add_values(key_text *k)
{
	const ap_game *game = k->board->game;
	char text[LONG_LINE];
	for (int i = 0; i < game->figure_count; i++) {
		value_text v = {k->board, text, sizeof text, 0};
		text[0] = '\0';
		int index = position_in(game->figures[i].keys, k);
		if (index >= 0)
			add_figure(&v, i, index);
		add_labelled(k, "figure", game->figures[i].name, &v);
	}
	for (int i = 0; i < game->field_count; i++) {
		value_text v = {k->board, text, sizeof text, 0};
		text[0] = '\0';
		int index = position_in(game->fields[i].keys, k);
		if (index >= 0 && !(k->brief && game->fields[i].kind != AP_NUMBERS))
			add_field(&v, &game->fields[i], index);
		add_labelled(k, "field", game->fields[i].name, &v);
	}
	for (int i = 0; i < game->grid_count; i++) {
		value_text v = {k->board, text, sizeof text, 0};
		text[0] = '\0';
		int index = position_in(game->grids[i].rows, k);
		if (index >= 0 && !k->brief)
			add_grid_row(&v, &game->grids[i], index);
		add_labelled(k, "field", game->grids[i].name, &v);
	}
}

/* ---- The situation --------------------------------------------------------------------------- */

static void add_fact(const board *b, page *out, const ap_fact *fact)
{
	char sentence[SENTENCE], line[TEXT_LINE], clause[40];
	ap_say_fact(b->game, b->language, fact, sentence, sizeof sentence);
	snprintf(line, sizeof line, "%*s%s %s", fact->frame, "", page_symbol(out, "·", "-"), sentence);
	snprintf(clause, sizeof clause, S_DIM "%s" S_PLAIN, ap_clause_id(b->game, fact->clause));
	page_wrap_with(out, fact->frame + 2, line, clause);
}

void generic_facts(const board *b, page *out, const ap_facts *facts)
{
	assert(b && out && facts);
	for (int i = 0; i < facts->count; i++)
		add_fact(b, out, &facts->list[i]);
}

/* A brief board has only the facts of the innermost frame: the question is about them. */
static void add_situation(const board *b, page *out, bool brief)
{
	ap_facts facts;
	ap_situation(b->game, b->view, &facts);
	int innermost = facts.count > 0 ? facts.list[facts.count - 1].frame : 0;
	for (int i = 0; i < facts.count; i++)
		if (!brief || facts.list[i].frame == innermost)
			add_fact(b, out, &facts.list[i]);
}

/* ---- The table ------------------------------------------------------------------------------- */

/* Returns what the standing of the seats is counted in, for example "Points". */
static const char *standing_word(const board *b)
{
	char key[80];
	snprintf(key, sizeof key, "%s.standing", ap_game_name(b->game));
	const char *word = ap_word(b->language, key);
	return word ? word : ap_standing_name(b->game);
}

/* For example "▶NORTH Greedy  8 Points". The mark shows who is asked. */
static void add_seat(const board *b, page *out, int seat, int32_t standing, bool brief)
{
	char line[LONG_LINE], rest[LONG_LINE] = "", name[80];
	bool own = seat == b->viewer;
	bool asked = (ap_actors(b->view) & AP_SEAT(seat)) != 0;
	snprintf(name, sizeof name, "%s", ap_seat_word(b->game, b->language, seat));
	text_upper(name);
	snprintf(line, sizeof line,
		"%s%s%s" S_PLAIN " " S_DIM "%s" S_PLAIN "  " S_BOLD "%d" S_PLAIN " %s",
		asked ? S_RED : S_BOLD, board_turn_mark(out, asked, own), name, b->who[seat], standing,
		standing_word(b));
	key_text k = {b, b->game->seats, seat, brief && !own, rest, sizeof rest, "  "};
	add_values(&k);
	text_add(line, sizeof line, "%s%s", rest[0] ? "  " : "", rest);
	page_wrap(out, 3, line);
}

static void add_seats(const board *b, page *out, bool brief)
{
	int32_t standing[AP_MAX_SEATS] = {0};
	ap_standing(b->game, b->view, standing);
	for (int seat = 0; seat < ap_players(b->view); seat++)
		add_seat(b, out, seat, standing[seat], brief);
}

/* Adds the values that belong to no name of a list. */
static void add_table_values(const board *b, page *out)
{
	char line[LONG_LINE] = "";
	key_text k = {b, NULL, 0, false, line, sizeof line, "   "};
	add_values(&k);
	if (line[0])
		page_wrap(out, 2, line);
}

/* Writes all values of one name; "" if it has none. Returns `text`. */
static const char *values_of(const board *b, const ap_names *names, int n, char text[LONG_LINE])
{
	key_text k = {b, names, n, false, text, LONG_LINE, "  "};
	text[0] = '\0';
	add_values(&k);
	return text;
}

static uint64_t hash_of(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325u;
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
	return hash;
}

/* Adds all names from `first` on that have the same values as it, for example "Card 1 ×4, Card 2",
 * and sets their `hashes` to 0. Copies of one thing are counted. */
static void add_equal_names(const board *b, const page *p, const ap_names *names, uint64_t *hashes,
	int first, char line[LONG_LINE])
{
	uint64_t wanted = hashes[first];
	int copies = 0;
	for (int n = first; n < names->count; n++) {
		if (hashes[n] != wanted)
			continue;
		hashes[n] = 0;
		copies++;
		bool copy_follows = n + 1 < names->count && hashes[n + 1] == wanted &&
			strcmp(names->label[n], names->label[n + 1]) == 0;
		if (copy_follows)
			continue;
		text_add(line, LONG_LINE, "%s", line[1] ? ", " : "");
		text_add_whole(line, LONG_LINE, ap_name_word(b->game, b->language, names, n));
		if (copies > 1)
			text_add(line, LONG_LINE, "\u00a0%s%d", page_symbol(p, "×", "x"), copies);
		copies = 0;
	}
}

/* Adds a line for all names that have the same values; names without values are left out. `hashes`
 * has the hash of the values of each name, 0 for none. */
static void add_list(const board *b, page *out, const ap_names *names)
{
	uint64_t hashes[MOST_NAMES];
	char text[LONG_LINE];
	bool has_title = false;
	assert(names->count <= MOST_NAMES);
	for (int n = 0; n < names->count; n++)
		hashes[n] = values_of(b, names, n, text)[0] ? hash_of(text) : 0;
	for (int n = 0; n < names->count; n++) {
		char line[LONG_LINE] = S_BOLD;
		if (hashes[n] == 0)
			continue;
		if (!has_title)
			page_rule(out, ap_game_word(b->game, b->language, "list", names->kind));
		has_title = true;
		add_equal_names(b, out, names, hashes, n, line);
		text_add(line, sizeof line, S_PLAIN "  %s", values_of(b, names, n, text));
		page_wrap(out, 3, line);
	}
}

static void draw_table(const board *b, page *out, bool brief)
{
	char line[TEXT_LINE];
	board_bar_start(b, line);
	board_bar_end(out, line, "");
	add_situation(b, out, brief);
	page_rule(out, "");
	add_seats(b, out, brief);
	if (brief)
		return;
	add_table_values(b, out);
	for (int i = 0; b->game->names[i]; i++)
		if (b->game->names[i] != b->game->seats)
			add_list(b, out, b->game->names[i]);
}

/* ---- One thing ------------------------------------------------------------------------------- */

static void add_attribute(const board *b, page *out, int list, int n, int attribute)
{
	enum { MOST = 64 };
	int32_t values[MOST];
	char line[LONG_LINE], text[LONG_LINE] = "";
	ap_attribute_info about;
	ap_attribute_about(b->game, list, attribute, &about);
	int count = ap_attribute_of(b->game, list, n, attribute, values, MOST);
	const ap_names *names = b->game->names[list]->attributes[attribute].values;
	value_text v = {b, text, sizeof text, 0};
	for (int i = 0; i < count && i < MOST; i++) {
		if (values[i] == AP_NONE)
			continue;
		if (names)
			add_name(&v, names, values[i]);
		else
			text_add(text, sizeof text, "%s%d", v.count++ ? ", " : "", values[i]);
	}
	if (v.count == 0)
		return;
	snprintf(line, sizeof line, S_DIM "%s" S_PLAIN "\u00a0",
		ap_game_word(b->game, b->language, "attribute", about.name));
	text_add(line, sizeof line, "%s", text);
	page_wrap(out, 2, line);
}

/* Adds the name, its note if the catalogue has one, its attributes and its values. */
bool generic_about(const board *b, page *out, board_thing thing)
{
	assert(b && out && thing.names && thing.index >= 0 && thing.index < thing.names->count);
	char note[TEXT_LINE], line[LONG_LINE] = "";
	int list = ap_list_of_kind(b->game, thing.names->kind);
	if (list < 0)
		return false;
	page_rule(out, ap_name_word(b->game, b->language, thing.names, thing.index));
	if (ap_say_note(b->game, b->language, b->view, list, thing.index, note, sizeof note))
		page_wrap(out, 0, note);
	for (int i = 0; i < thing.names->attribute_count; i++)
		add_attribute(b, out, list, thing.index, i);
	key_text k = {b, thing.names, thing.index, false, line, sizeof line, "\n"};
	if (thing.names != b->game->seats || thing.index < ap_players(b->view))
		add_values(&k);
	if (line[0])
		page_wrap(out, 2, line);
	return true;
}

/* ---- Actions --------------------------------------------------------------------------------- */

/* Writes the first consequence of an action if it is short. The command `c` shows all of them. */
static void note_action(
	const board *b, const page *p, ap_action a, bool whole, char *out, size_t size)
{
	ap_facts facts;
	if (!whole)
		return;
	ap_foresee(b->game, b->view, b->viewer, a, &facts);
	if (facts.count == 0)
		return;
	ap_say_fact(b->game, b->language, &facts.list[0], out, size);
	if (text_width(out) > p->columns * 2 / 5)
		out[0] = '\0';
}

const board_drawing generic_board = {
	.table = draw_table, .note = note_action, .about = generic_about};

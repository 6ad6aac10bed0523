/* state_json.c: see state_json.h. Nothing in the text is trusted before it is checked. */
#include "text/state_json.h"

#include <jansson.h>
#include <stdio.h>

#include "core/fields.h"
#include "core/grids.h"
#include "core/locals.h"

typedef struct reader {
	const ap_game *game;
	ap_head *state;
	int line;
	ap_error *error;
	bool is_view;  /* what the viewer may not know is null or "unseen" */
	bool is_older; /* it was written by other rules: what is not known is left out */
} reader;

static bool fail(reader *r, const char *key, const char *expected)
{
	return ap_fail(
		r->error, r->line, "\"%.60s\" is wrong: expected %s", key, ap_translated(expected));
}

static bool read_int(const json_t *value, int64_t low, int64_t high, int64_t *out)
{
	if (!json_is_integer(value))
		return false;
	*out = json_integer_value(value);
	return *out >= low && *out <= high;
}

/* ---- Fields and grids ------------------------------------------------------------------------ */

/* Returns the index of the name that a JSON string is; -1 if it is none. */
static int name_index(const ap_names *names, const json_t *value)
{
	const char *word = json_string_value(value);
	return word ? ap_index_of(names, word, strlen(word)) : -1;
}

static bool read_set(reader *r, const ap_field *field, int index, const json_t *value)
{
	size_t i;
	const json_t *member;
	if (!json_is_array(value))
		return fail(r, field->name, "a list of names");
	ap_field_clear(field, r->state, index);
	json_array_foreach(value, i, member)
	{
		int n = name_index(field->values, member);
		if (n < 0)
			return fail(r, field->name, "names that the game knows");
		ap_field_add(field, r->state, index, n);
	}
	return true;
}

static bool is_unseen(const reader *r, const json_t *value)
{
	return r->is_view && json_is_string(value) && strcmp(json_string_value(value), "unseen") == 0;
}

static bool read_element(reader *r, const ap_field *field, int index, const json_t *value)
{
	int64_t number = 0;
	bool unknown = r->is_view && field->known && json_is_null(value);
	if (field->kind == AP_SETS && unknown) {
		ap_field_clear(field, r->state, index);
		return true;
	}
	if (field->kind == AP_SETS)
		return read_set(r, field, index, value);
	if (field->kind == AP_NUMBERS) {
		if (!unknown && !read_int(value, 0, field->most, &number))
			return fail(r, field->name, "a number in range");
	} else if (json_is_null(value)) {
		number = field->bytes > 1 ? 0xffff : AP_NOBODY; /* greater than the index of any name */
	} else if (is_unseen(r, value)) {
		number = AP_UNSEEN;
	} else {
		number = name_index(field->values, value);
		if (number < 0)
			return fail(r, field->name, "a name that the game knows, or null");
	}
	ap_field_set(field, r->state, index, (uint64_t)number);
	return true;
}

static bool read_field(reader *r, const ap_field *field, json_t *value)
{
	const char *key;
	json_t *element;
	if (!field->keys)
		return read_element(r, field, 0, value);
	if (!json_is_object(value))
		return fail(r, field->name, "an object");
	int count = ap_field_count(r->game, field, r->state->players);
	json_object_foreach(value, key, element)
	{
		int index = ap_index_of(field->keys, key, strlen(key));
		if (index < 0 || index >= count)
			return fail(r, key, "a name that this table knows");
		if (!read_element(r, field, index, element))
			return false;
	}
	return true;
}

/* Reads a whole row: columns that are left out are zero. */
static bool read_row(reader *r, const ap_grid *grid, int row, json_t *value)
{
	const char *key;
	json_t *element;
	bool may_be_unknown = r->is_view && grid->known;
	if (!json_is_object(value) && !(may_be_unknown && json_is_null(value)))
		return fail(r, grid->name, "rows that are objects");
	for (int column = 0; column < grid->columns->count; column++)
		ap_grid_set(grid, r->state, row, column, 0);
	json_object_foreach(value, key, element)
	{
		int64_t number = 0;
		int column = ap_index_of(grid->columns, key, strlen(key));
		if (column < 0)
			return fail(r, key, "a name that this table knows");
		if (!(may_be_unknown && json_is_null(element)) &&
			!read_int(element, 0, grid->most, &number))
			return fail(r, grid->name, "numbers in range");
		ap_grid_set(grid, r->state, row, column, (int)number);
	}
	return true;
}

static bool read_grid(reader *r, const ap_grid *grid, json_t *value)
{
	const char *key;
	json_t *element;
	if (!json_is_object(value))
		return fail(r, grid->name, "an object");
	int rows = ap_grid_rows(r->game, grid, r->state->players);
	json_object_foreach(value, key, element)
	{
		int row = ap_index_of(grid->rows, key, strlen(key));
		if (row < 0 || row >= rows)
			return fail(r, key, "a name that this table knows");
		if (!read_row(r, grid, row, element))
			return false;
	}
	return true;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static int step_named(const ap_game *game, const char *word)
{
	for (int i = 0; word && i < game->step_count; i++)
		if (strcmp(ap_step_name(game, i), word) == 0)
			return i;
	return -1;
}

static bool read_asked(reader *r, const json_t *value, ap_seats *asked)
{
	size_t i;
	const json_t *member;
	*asked = 0;
	if (!json_is_array(value))
		return fail(r, "asked", "a list of seats");
	json_array_foreach(value, i, member)
	{
		const char *word = json_string_value(member);
		int seat = word ? ap_seat_named(r->game, word) : AP_NOBODY;
		if (seat > AP_CHANCE)
			return fail(r, "asked", "a list of seats");
		*asked |= AP_SEAT(seat);
	}
	return true;
}

/* Reads an action in notation without the seat. */
static bool read_local_action(const ap_game *game, const json_t *value, int64_t *out)
{
	char line[160];
	int seat;
	ap_action action;
	const char *text = json_string_value(value);
	if (!text || strlen(text) > 100)
		return false;
	snprintf(line, sizeof line, "%s %s", ap_seat_name(game, AP_CHANCE), text);
	if (!ap_read_action(game, line, &seat, &action) || !ap_action_sound(game, action))
		return false;
	*out = action;
	return true;
}

static bool read_local_set(const ap_names *names, const json_t *value, int64_t *out)
{
	size_t i;
	const json_t *member;
	uint64_t set = 0;
	assert(names->count <= 64);
	json_array_foreach(value, i, member)
	{
		int n = name_index(names, member);
		if (n < 0)
			return false;
		set |= (uint64_t)1 << n;
	}
	*out = (int64_t)set;
	return json_is_array(value);
}

static bool read_local_element(reader *r, const ap_local *local, const json_t *value, int64_t *out)
{
	if (json_is_null(value)) {
		*out = AP_NO_LOCAL;
		return local->optional;
	}
	switch (local->kind) {
	case AP_LOCAL_NUMBER: /* a finished game has nothing but zeros on its stack */
		return (r->state->over && read_int(value, 0, 0, out)) ||
			read_int(value, local->low, local->high, out);
	case AP_LOCAL_SET:
		return read_local_set(local->values, value, out);
	case AP_LOCAL_ACTION:
		return read_local_action(r->game, value, out);
	default:
		*out = name_index(local->values, value);
		return *out >= 0;
	}
}

static bool read_local_row(reader *r, const ap_local *local, json_t *value, ap_frame *frame)
{
	const char *key;
	json_t *element;
	int64_t number;
	if (!json_is_object(value))
		return fail(r, local->name, "an object");
	json_object_foreach(value, key, element)
	{
		int index = ap_index_of(local->keys, key, strlen(key));
		if (index < 0 || !read_local_element(r, local, element, &number))
			return fail(r, local->name, "names and values that the frame can hold");
		ap_local_set(local, frame, index, number);
	}
	return true;
}

static bool read_local(reader *r, const ap_local *local, json_t *value, ap_frame *frame)
{
	int64_t number;
	if (local->keys)
		return read_local_row(r, local, value, frame);
	if (!read_local_element(r, local, value, &number))
		return fail(r, local->name, "something that the frame can hold");
	ap_local_set(local, frame, 0, number);
	return true;
}

static const ap_local *local_named(const ap_frame_kind *kind, const char *name)
{
	for (int i = 0; i < kind->count; i++)
		if (strcmp(kind->locals[i].name, name) == 0)
			return &kind->locals[i];
	return NULL;
}

/* Reads the locals of a frame. Those that are left out are as in a new frame. */
static bool read_locals(reader *r, const ap_frame_kind *kind, json_t *value, ap_frame *frame)
{
	const char *key;
	json_t *element;
	memcpy(frame->local, kind->blank, AP_LOCAL_BYTES);
	json_object_foreach(value, key, element)
	{
		const ap_local *local = local_named(kind, key);
		if (strcmp(key, "step") == 0 || strcmp(key, "asked") == 0)
			continue;
		if (!local && r->is_older)
			continue;
		if (!local)
			return fail(r, key, "what a frame of this step remembers");
		if (!read_local(r, local, element, frame))
			return false;
	}
	return true;
}

static bool read_frame(reader *r, json_t *value, ap_frame *frame)
{
	int step = step_named(r->game, json_string_value(json_object_get(value, "step")));
	const json_t *asked = json_object_get(value, "asked");
	if (step < 0)
		return fail(r, "step", "a step of the game");
	frame->step = (uint16_t)step;
	if (asked && !read_asked(r, asked, &frame->asked))
		return false;
	return read_locals(r, r->game->steps[step].frame, value, frame);
}

static bool read_stack(reader *r, json_t *value)
{
	size_t depth = json_array_size(value);
	if (depth < 1 || depth > AP_MAX_DEPTH)
		return fail(r, "stack", "a list of 1 to 12 frames");
	memset(r->state->stack, 0, sizeof r->state->stack);
	r->state->depth = (uint8_t)depth;
	for (size_t i = 0; i < depth; i++)
		if (!read_frame(r, json_array_get(value, i), &r->state->stack[i]))
			return false;
	return true;
}

/* ---- The rest of the head -------------------------------------------------------------------- */

static bool read_over(reader *r, const json_t *value)
{
	if (json_is_null(value)) {
		r->state->over = 0;
		return true;
	}
	int reason = name_index(r->game->reasons, value);
	if (reason < 0)
		return fail(r, "over", "null or a reason the game can end for");
	ap_finish(r->state, reason);
	return true;
}

static bool read_options(reader *r, json_t *value, uint8_t *option)
{
	const char *key;
	json_t *element;
	if (!json_is_object(value))
		return fail(r, "options", "an object");
	json_object_foreach(value, key, element)
	{
		int i = 0, v = 0;
		const char *word = json_string_value(element);
		while (ap_option_name(r->game, i) && strcmp(ap_option_name(r->game, i), key) != 0)
			i++;
		while (word && ap_option_value(r->game, i, v) &&
			strcmp(ap_option_value(r->game, i, v), word) != 0)
			v++;
		if (word && ap_option_value(r->game, i, v))
			option[i] = (uint8_t)v;
		else if (!r->is_older)
			return fail(r, key, "an option of the game and one of its values");
	}
	return true;
}

/* Checks a key whose value a patch may repeat but not change. */
static bool check_fixed_key(reader *r, const char *key, json_t *value)
{
	uint8_t option[AP_MAX_OPTIONS];
	memcpy(option, r->state->option, sizeof option);
	if (strcmp(key, "game") == 0) {
		const char *name = json_string_value(value);
		return (name && strcmp(name, ap_game_name(r->game)) == 0) || fail(r, key, "the same game");
	}
	if (strcmp(key, "rules") == 0)
		return r->is_older || json_integer_value(value) == ap_rules_version(r->game) ||
			fail(r, key, "the same version of the rules");
	if (strcmp(key, "players") == 0)
		return json_integer_value(value) == r->state->players || fail(r, key, "the same players");
	if (strcmp(key, "viewer") == 0)
		return r->is_view || json_is_null(value) || fail(r, key, "null: a view cannot be played");
	return read_options(r, value, option) &&
		(memcmp(option, r->state->option, sizeof option) == 0 || fail(r, key, "the same options"));
}

static bool read_part(reader *r, const char *key, json_t *value)
{
	int64_t number;
	static const char *const fixed_keys[] = {"game", "rules", "players", "viewer", "options"};
	for (int i = 0; i < AP_COUNT(fixed_keys); i++)
		if (strcmp(key, fixed_keys[i]) == 0)
			return check_fixed_key(r, key, value);
	if (strcmp(key, "over") == 0)
		return read_over(r, value);
	if (strcmp(key, "stack") == 0)
		return read_stack(r, value);
	if (strcmp(key, "question") == 0) {
		if (!read_int(value, 0, UINT16_MAX, &number))
			return fail(r, key, "a number in range");
		r->state->question = (uint16_t)number;
		return true;
	}
	for (int i = 0; i < r->game->field_count; i++)
		if (strcmp(key, r->game->fields[i].name) == 0)
			return read_field(r, &r->game->fields[i], value);
	for (int i = 0; i < r->game->grid_count; i++)
		if (strcmp(key, r->game->grids[i].name) == 0)
			return read_grid(r, &r->game->grids[i], value);
	return r->is_older || fail(r, key, "a part of the state");
}

/* ---- Whole texts ----------------------------------------------------------------------------- */

static json_t *parse(const char *json, size_t length, int line, ap_error *error)
{
	json_error_t wrong;
	json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &wrong);
	if (!root)
		ap_fail(error, line + (wrong.line > 0 ? wrong.line - 1 : 0), "this is not JSON: %s",
			wrong.text);
	else if (!json_is_object(root))
		ap_fail(error, line, "expected a JSON object");
	else
		return root;
	json_decref(root);
	return NULL;
}

static bool read_parts(reader *r, json_t *root)
{
	const char *key;
	json_t *value;
	json_object_foreach(root, key, value)
	{
		if (!read_part(r, key, value))
			return false;
	}
	return true;
}

static bool read_parts_and_mend(reader *r, json_t *root)
{
	if (!read_parts(r, root))
		return false;
	r->game->mend(r->state);
	return true;
}

bool ap_patch_state(
	const ap_game *game, void *state, const char *json, size_t length, int line, ap_error *error)
{
	assert(game && state && (json || length == 0) && line >= 0 && error);
	reader r = {game, state, line, error, false, false};
	json_t *root = parse(json, length, line, error);
	bool done = root && read_parts(&r, root);
	json_decref(root);
	return done;
}

/* Sets up an empty table with the players and options that the text names. */
static bool read_setup(reader *r, const json_t *root)
{
	int64_t players;
	ap_setup setup = {0};
	if (!read_int(json_object_get(root, "players"), ap_min_players(r->game),
			ap_max_players(r->game), &players))
		return fail(r, "players", "a number of players the game allows");
	setup.players = (uint8_t)players;
	if (!read_options(r, json_object_get(root, "options"), setup.option))
		return false;
	if (r->is_older && !ap_setup_sound(r->game, &setup))
		return fail(r, "options", "options that can be played together");
	ap_blank(r->game, &setup, r->state);
	return true;
}

static bool is_sound(reader *r)
{
	const char *wrong = ap_unsound(r->game, r->state);
	if (!wrong && !r->state->over && ap_actors(r->state) == 0)
		wrong = "the game is not over and asks nobody";
	return !wrong || ap_fail(r->error, r->line, "the state is unsound: %s", wrong);
}

static bool read_whole(reader *r, json_t *root)
{
	return read_setup(r, root) && read_parts_and_mend(r, root) && is_sound(r);
}

static bool read_full(const ap_game *game, void *state, const char *json, size_t length,
	bool is_older, ap_error *error)
{
	reader r = {game, state, 1, error, false, is_older};
	json_t *root = parse(json, length, 1, error);
	bool done = root && read_whole(&r, root);
	json_decref(root);
	return done;
}

bool ap_read_state(
	const ap_game *game, void *state, const char *json, size_t length, ap_error *error)
{
	assert(game && state && (json || length == 0) && error);
	return read_full(game, state, json, length, false, error);
}

bool ap_read_older_state(
	const ap_game *game, void *state, const char *json, size_t length, ap_error *error)
{
	assert(game && state && (json || length == 0) && error);
	return read_full(game, state, json, length, true, error);
}

/* The game's `mend` computes what JSON does not have, but it treats hands that the viewer may not
 * see as empty; therefore the parts are read a second time. Finally `hide` sets what the viewer may
 * not know to the values that it has in a view. */
static bool read_whole_view(reader *r, json_t *root)
{
	const char *name = json_string_value(json_object_get(root, "viewer"));
	int viewer = name ? ap_seat_named(r->game, name) : AP_NOBODY;
	if (!read_setup(r, root))
		return false;
	if (viewer != AP_OBSERVER && viewer >= r->state->players)
		return fail(r, "viewer", "a seat of this table, or observer");
	r->state->viewer = (uint8_t)viewer;
	if (!read_parts_and_mend(r, root) || !read_parts(r, root))
		return false;
	r->game->hide(r->state, viewer);
	return is_sound(r);
}

bool ap_read_view(const ap_game *game, void *view, const char *json, size_t length, ap_error *error)
{
	assert(game && view && (json || length == 0) && error);
	reader r = {game, view, 1, error, true, false};
	json_t *root = parse(json, length, 1, error);
	bool done = root && read_whole_view(&r, root);
	json_decref(root);
	return done;
}

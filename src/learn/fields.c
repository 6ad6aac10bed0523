/* fields.c: the parts of a view that a game describes as fields and grids. */
#include "learn/layout.h"

#include <stdio.h>

#include "core/fields.h"
#include "core/grids.h"
#include "text/memory.h"

/* ---- Fields: columns ------------------------------------------------------------------------- */

/* An element that the viewer may not know is null in JSON. For a name that is no different from no
 * name; numbers and sets have a flag. The flag comes first. */
static bool has_known_flag(const ap_field *field)
{
	return field->known && field->kind != AP_NAMES;
}

/* Names have a last flag for "unseen", unless the list is so long that the value means a name. */
static bool has_unseen_flag(const ln_field *f)
{
	return f->values->names->count <= AP_UNSEEN;
}

static int value_width(const ln_field *f)
{
	if (f->field->kind == AP_NUMBERS)
		return ln_is_wide(0, f->field->most) ? 2 : 1;
	if (f->field->kind == AP_SETS)
		return f->values->count;
	return ln_name_width(f->values) + has_unseen_flag(f);
}

static void add_element(ap_layout *layout, const ln_field *f, const char *name)
{
	ln_columns *columns = &layout->columns;
	if (has_known_flag(f->field))
		ln_add_column(columns, AP_FLAG_COLUMN, 0, 1, -1, "%s.known", name);
	if (f->field->kind == AP_NUMBERS)
		ln_add_number(columns, 0, f->field->most, name);
	else if (f->field->kind == AP_SETS)
		ln_add_set(columns, &layout->lists, f->values, name);
	else {
		ln_add_name(columns, &layout->lists, f->values, name);
		if (has_unseen_flag(f))
			ln_add_column(columns, AP_FLAG_COLUMN, 0, 1, -1, "%s.unseen", name);
	}
}

static void add_field(ap_layout *layout, ln_field *f, const char *called)
{
	char name[200], key[LN_NAME_ROOM];
	f->column = layout->columns.count;
	for (int i = 0; i < f->count; i++) {
		if (f->keys)
			snprintf(name, sizeof name, "%s.%s", called,
				ln_relative_name(&layout->lists, f->keys, i, key));
		add_element(layout, f, f->keys ? name : called);
	}
}

/* ---- Fields that are one for each seat ------------------------------------------------------- */

/* Returns the seat whose name a field's name ends with, after an underscore, and the length of what
 * comes before; -1 if there is none. */
static int seat_of_field(const ap_game *game, const char *name, size_t *length)
{
	for (int seat = 0; seat < game->seats->count; seat++) {
		size_t all = strlen(name), end = strlen(game->seats->name[seat]);
		if (all > end + 1 && name[all - end - 1] == '_' &&
			strcmp(name + all - end, game->seats->name[seat]) == 0) {
			*length = all - end;
			return seat;
		}
	}
	return -1;
}

/* Returns whether, from this field on, there is one for each seat in the order of the seats, and
 * all are alike. */
static bool begins_group(const ap_game *game, int n)
{
	size_t length = 0, other;
	const ap_field *first = &game->fields[n];
	if (seat_of_field(game, first->name, &length) != 0 ||
		n + game->seats->count > game->field_count)
		return false;
	for (int seat = 0; seat < game->seats->count; seat++) {
		const ap_field *f = &game->fields[n + seat];
		if (seat_of_field(game, f->name, &other) != seat || other != length ||
			strncmp(f->name, first->name, length) != 0 || f->kind != first->kind ||
			f->keys != first->keys || f->values != first->values || f->most != first->most)
			return false;
	}
	return true;
}

static void add_group(ap_layout *layout, int n)
{
	const ap_game *game = layout->game;
	char called[96];
	size_t length = 0;
	seat_of_field(game, game->fields[n].name, &length);
	for (int seat = 0; seat < game->seats->count; seat++) {
		ln_field *f = &layout->field[n + seat];
		snprintf(called, sizeof called, "%.*sseat+%d", (int)length, f->field->name, seat);
		add_field(layout, f, called);
		f->seat = seat;
		f->span = f->count * f->width;
	}
}

static void add_all_fields(ap_layout *layout)
{
	const ap_game *game = layout->game;
	layout->field = ap_allocate(game->field_count + 1u, sizeof *layout->field);
	layout->fields = game->field_count;
	for (int i = 0; i < game->field_count; i++) {
		const ap_field *field = &game->fields[i];
		ln_field *f = &layout->field[i];
		*f = (ln_field){field, ln_list_of(&layout->lists, field->keys),
			ln_list_of(&layout->lists, field->values), .seat = -1};
		f->count = f->keys ? f->keys->count : 1;
		f->width = value_width(f) + has_known_flag(field);
	}
	for (int i = 0; i < game->field_count; i++)
		if (begins_group(game, i)) {
			add_group(layout, i);
			i += game->seats->count - 1;
		} else
			add_field(layout, &layout->field[i], game->fields[i].name);
}

/* ---- Fields: values -------------------------------------------------------------------------- */

static inline uint64_t number_at(const unsigned char *at, int bytes)
{
	uint64_t value = 0;
	if (bytes == 1)
		return *at;
	if (bytes == 2) {
		uint16_t two;
		memcpy(&two, at, sizeof two);
		return two;
	}
	memcpy(&value, at, (size_t)bytes);
	return value;
}

static inline uint8_t *element_row(const ln_field *f, int rotation, int i, uint8_t *out)
{
	return out + (f->keys ? ln_place(f->keys, rotation, i) : 0) * f->width;
}

static void put_numbers(const ln_field *f, const void *view, int count, int rotation, uint8_t *out)
{
	const ap_field *field = f->field;
	const unsigned char *at = (const unsigned char *)view + field->offset;
	if (field->bytes == 1 && !field->known && !(f->keys && f->keys->place)) {
		memcpy(out, at, (size_t)count);
		return;
	}
	for (int i = 0; i < count; i++) {
		uint8_t *row = element_row(f, rotation, i, out);
		if (field->known && !field->known(view, i))
			continue;
		if (field->known)
			*row++ = 1;
		ln_put_number(row, 0, field->most, (int64_t)number_at(at + i * field->bytes, field->bytes));
	}
}

static inline bool all_zero(const unsigned char *at, size_t bytes)
{
	uint64_t word, any = 0;
	for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
		memcpy(&word, at, sizeof word);
		any |= word;
	}
	for (; bytes > 0; bytes--)
		any |= *at++;
	return any == 0;
}

static void put_sets(const ln_field *f, const void *view, int count, int rotation, uint8_t *out)
{
	const ap_field *field = f->field;
	const unsigned char *at = (const unsigned char *)view + field->offset;
	if (!field->known && all_zero(at, (size_t)count * field->bytes))
		return;
	for (int i = 0; i < count; i++, at += field->bytes) {
		if (!field->known && all_zero(at, field->bytes))
			continue;
		uint8_t *row = element_row(f, rotation, i, out);
		if (field->known && !field->known(view, i))
			continue;
		if (field->known)
			*row++ = 1;
		ln_put_set(row, f->values, rotation, at, field->bytes);
	}
}

/* The names of a field of bytes that everybody may know, from a list that has flags. */
static inline void put_plain_names(const ln_field *f, const unsigned char *at, int count,
	const uint16_t *key_place, const uint16_t *place, uint8_t *out)
{
	unsigned names = (unsigned)f->values->names->count;
	for (int i = 0; i < count; i++) {
		uint8_t *row = out + (key_place ? key_place[i] : i) * f->width;
		if (at[i] < names)
			row[place ? place[at[i]] : at[i]] = 1;
		else if (at[i] == AP_UNSEEN)
			row[f->width - 1] = 1;
	}
}

static void put_names(const ln_field *f, const void *view, int count, int rotation, uint8_t *out)
{
	const ap_field *field = f->field;
	const unsigned char *at = (const unsigned char *)view + field->offset;
	const uint16_t *key_place = f->keys && f->keys->place ? f->keys->place[rotation] : NULL;
	const uint16_t *place = f->values->place ? f->values->place[rotation] : NULL;
	bool digits = ln_has_digits(f->values);
	if (!digits && !field->known && field->bytes == 1) {
		if (!key_place && !place)
			put_plain_names(f, at, count, NULL, NULL, out);
		else
			put_plain_names(f, at, count, key_place, place, out);
		return;
	}
	uint64_t names = (uint64_t)f->values->names->count;
	for (int i = 0; i < count; i++, at += field->bytes) {
		uint8_t *row = out + (key_place ? key_place[i] : i) * f->width;
		uint64_t value = number_at(at, field->bytes);
		if (value >= names) {
			if (value == AP_UNSEEN)
				row[f->width - 1] = 1;
		} else if (!field->known || field->known(view, i)) {
			unsigned where = place ? place[value] : (unsigned)value;
			if (digits)
				ln_put_digits(row, where);
			else
				row[where] = 1;
		}
	}
}

static void put_field(
	const ap_layout *layout, const ln_field *f, const void *view, int rotation, uint8_t *row)
{
	int count = f->keys && f->keys->names == layout->game->seats ? ap_players(view) : f->count;
	uint8_t *out = row + f->column;
	if (f->seat >= 0)
		out += (ln_relative(rotation, f->seat) - f->seat) * f->span;
	if (f->field->kind == AP_NUMBERS)
		put_numbers(f, view, count, rotation, out);
	else if (f->field->kind == AP_SETS)
		put_sets(f, view, count, rotation, out);
	else
		put_names(f, view, count, rotation, out);
}

/* ---- Grids ----------------------------------------------------------------------------------- */

static void add_grid(ap_layout *layout, ln_grid *g)
{
	char row[LN_NAME_ROOM], column[LN_NAME_ROOM], name[256];
	for (int known = 0; known <= (g->grid->known ? 1 : 0); known++) {
		*(known ? &g->known_at : &g->column) = layout->columns.count;
		for (int r = 0; r < g->row_count; r++)
			for (int c = 0; c < g->column_count; c++) {
				snprintf(name, sizeof name, "%s.%s.%s", g->grid->name,
					ln_relative_name(&layout->lists, g->rows, r, row),
					ln_relative_name(&layout->lists, g->columns, c, column));
				if (known)
					ln_add_column(&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "%s.known", name);
				else
					ln_add_number(&layout->columns, 0, g->grid->most, name);
			}
	}
}

static void add_grids(ap_layout *layout)
{
	const ap_game *game = layout->game;
	layout->grid = ap_allocate(game->grid_count + 1u, sizeof *layout->grid);
	for (int i = 0; i < game->grid_count; i++) {
		const ap_grid *grid = &game->grids[i];
		ln_grid *g = &layout->grid[i];
		assert(grid->most <= 255);
		*g = (ln_grid){grid, ln_list_of(&layout->lists, grid->rows),
			ln_list_of(&layout->lists, grid->columns), .known_at = -1};
		g->row_count = g->rows->count;
		g->column_count = g->columns->count;
		add_grid(layout, g);
	}
}

static inline void put_cells(
	const ap_grid *grid, const uint16_t *place, const uint8_t *cells, int count, uint8_t *out)
{
	unsigned mask = (1u << grid->bits) - 1;
	if (place)
		for (int c = 0; c < count; c++)
			out[place[c]] = (uint8_t)(cells[c] >> grid->shift & mask);
	else
		for (int c = 0; c < count; c++)
			out[c] = (uint8_t)(cells[c] >> grid->shift & mask);
}

/* Of a row with unknown numbers those become 0, and the others have their flag. */
static void put_known(const ln_grid *g, const void *view, int r, const uint16_t *place,
	uint8_t *values, uint8_t *flags)
{
	for (int c = 0; c < g->column_count; c++) {
		int at = place ? place[c] : c;
		bool known = g->grid->known(view, r, c);
		flags[at] = known;
		if (!known)
			values[at] = 0;
	}
}

static void put_grid(
	const ap_layout *layout, const ln_grid *g, const void *view, int rotation, uint8_t *row)
{
	int rows = ap_grid_rows(layout->game, g->grid, ap_players(view));
	const uint16_t *place = g->columns->place ? g->columns->place[rotation] : NULL;
	const uint8_t *cells = (const uint8_t *)view + g->grid->offset;
	for (int r = 0; r < rows; r++, cells += g->grid->columns->count) {
		int at = ln_place(g->rows, rotation, r) * g->column_count;
		put_cells(g->grid, place, cells, g->column_count, row + g->column + at);
		if (g->grid->known)
			put_known(g, view, r, place, row + g->column + at, row + g->known_at + at);
	}
}

void ln_add_fields(ap_layout *layout)
{
	add_all_fields(layout);
	add_grids(layout);
}

void ln_put_fields(const ap_layout *layout, const void *view, int rotation, uint8_t *row)
{
	for (int i = 0; i < layout->fields; i++)
		put_field(layout, &layout->field[i], view, rotation, row);
	for (int i = 0; i < layout->game->grid_count; i++)
		put_grid(layout, &layout->grid[i], view, rotation, row);
}

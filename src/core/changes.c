/* changes.c: writes the difference between two states as JSON: see ap_write_change(). */
#include "core/fields.h"
#include "core/grids.h"

/* ---- Fields ---------------------------------------------------------------------------------- */

static bool is_known(const ap_field *f, const void *state, int i)
{
	return !f->known || f->known(state, i);
}

static bool element_differs(const ap_field *f, const void *before, const void *now, int i)
{
	size_t at = f->offset + (size_t)i * f->bytes;
	if (is_known(f, before, i) != is_known(f, now, i))
		return true;
	return is_known(f, now, i) &&
		memcmp((const char *)before + at, (const char *)now + at, f->bytes) != 0;
}

static void write_field_change(
	ap_json *j, const ap_game *game, const ap_field *f, const void *before, const void *now)
{
	int count = ap_field_count(game, f, ap_players(now));
	ap_json_object object = {j, f->name, false};
	size_t bytes = (size_t)count * f->bytes;
	if (!f->known &&
		memcmp((const char *)before + f->offset, (const char *)now + f->offset, bytes) == 0)
		return;
	for (int i = 0; i < count; i++) {
		if (!element_differs(f, before, now, i))
			continue;
		if (f->keys)
			ap_json_object_key(&object, f->keys->name[i]);
		else
			ap_json_key(j, f->name);
		ap_write_element(j, f, now, i);
	}
	ap_json_object_end(&object);
}

/* ---- Grids ----------------------------------------------------------------------------------- */

static bool is_cell_known(const ap_grid *g, const void *state, int row, int column)
{
	return !g->known || g->known(state, row, column);
}

static bool cell_differs(const ap_grid *g, const void *before, const void *now, int row, int column)
{
	bool was = is_cell_known(g, before, row, column), is = is_cell_known(g, now, row, column);
	return was != is ||
		(is && ap_grid_get(g, before, row, column) != ap_grid_get(g, now, row, column));
}

static bool row_differs(const ap_grid *g, const void *before, const void *now, int row)
{
	size_t width = (size_t)g->columns->count, at = g->offset + (size_t)row * width;
	if (memcmp((const char *)before + at, (const char *)now + at, width) == 0 && !g->known)
		return false;
	for (int column = 0; column < g->columns->count; column++)
		if (cell_differs(g, before, now, row, column))
			return true;
	return false;
}

static void write_row_change(
	ap_json *j, const ap_grid *g, const void *before, const void *now, int row)
{
	ap_json_open(j, '{');
	for (int column = 0; column < g->columns->count; column++) {
		if (!cell_differs(g, before, now, row, column))
			continue;
		ap_json_key(j, g->columns->name[column]);
		if (is_cell_known(g, now, row, column))
			ap_json_int(j, ap_grid_get(g, now, row, column));
		else
			ap_json_null(j);
	}
	ap_json_close(j, '}');
}

static void write_grid_change(
	ap_json *j, const ap_game *game, const ap_grid *g, const void *before, const void *now)
{
	int rows = ap_grid_rows(game, g, ap_players(now));
	ap_json_object table = {j, g->name, false};
	for (int row = 0; row < rows; row++) {
		if (!row_differs(g, before, now, row))
			continue;
		ap_json_object_key(&table, g->rows->name[row]);
		if (ap_grid_row_unknown(g, now, row)) /* what was taken back is hidden again */
			ap_json_null(j);
		else if (ap_grid_row_unknown(g, before, row)) /* the row was null: nothing can be merged */
			ap_write_grid_row(j, g, now, row);
		else
			write_row_change(j, g, before, now, row);
	}
	ap_json_object_end(&table);
}

/* ---- All ------------------------------------------------------------------------------------- */

static bool progress_differs(const ap_head *before, const ap_head *now)
{
	return before->over != now->over || before->question != now->question ||
		before->depth != now->depth || memcmp(before->stack, now->stack, sizeof now->stack) != 0;
}

size_t ap_write_change(
	const ap_game *game, const void *before, const void *now, char *out, size_t size)
{
	assert(game && before && now);
	assert(ap_viewer(before) == ap_viewer(now) && ap_players(before) == ap_players(now));
	ap_json j = ap_json_into(out, size);
	ap_json_open(&j, '{');
	if (progress_differs(before, now))
		ap_write_progress(&j, game, now);
	for (int i = 0; i < game->field_count; i++)
		write_field_change(&j, game, &game->fields[i], before, now);
	for (int i = 0; i < game->grid_count; i++)
		write_grid_change(&j, game, &game->grids[i], before, now);
	ap_json_close(&j, '}');
	return ap_json_done(&j);
}

/* grids.c: see grids.h. */
#include "core/grids.h"

static const uint8_t *cell(const ap_grid *grid, const void *state, int row, int column)
{
	assert(row >= 0 && row < grid->rows->count);
	assert(column >= 0 && column < grid->columns->count);
	return (const uint8_t *)state + grid->offset + (size_t)row * (size_t)grid->columns->count +
		column;
}

static unsigned mask_of(const ap_grid *grid)
{
	return (1u << grid->bits) - 1;
}

int ap_grid_rows(const ap_game *game, const ap_grid *grid, int players)
{
	assert(game && grid && players >= 0 && players <= AP_MAX_SEATS);
	return grid->rows == game->seats ? players : grid->rows->count;
}

int ap_grid_get(const ap_grid *grid, const void *state, int row, int column)
{
	return (int)(*cell(grid, state, row, column) >> grid->shift & mask_of(grid));
}

/* The other bits of the byte may belong to another grid, and stay as they are. */
void ap_grid_set(const ap_grid *grid, void *state, int row, int column, int value)
{
	uint8_t *byte = (uint8_t *)cell(grid, state, row, column);
	assert(grid->shift + grid->bits <= 8 && ((unsigned)value & ~mask_of(grid)) == 0);
	*byte = (uint8_t)((*byte & ~(mask_of(grid) << grid->shift)) | (unsigned)value << grid->shift);
}

static bool is_known(const ap_grid *grid, const void *state, int row, int column)
{
	return !grid->known || grid->known(state, row, column);
}

bool ap_grid_row_unknown(const ap_grid *grid, const void *state, int row)
{
	assert(grid && state && row >= 0 && row < grid->rows->count);
	for (int column = 0; column < grid->columns->count; column++)
		if (is_known(grid, state, row, column))
			return false;
	return true;
}

void ap_write_grid_row(ap_json *j, const ap_grid *grid, const void *state, int row)
{
	assert(j && grid && state && row >= 0 && row < grid->rows->count);
	ap_json_open(j, '{');
	for (int column = 0; column < grid->columns->count; column++) {
		bool known = is_known(grid, state, row, column);
		int value = known ? ap_grid_get(grid, state, row, column) : 0;
		if (known && value == 0)
			continue;
		ap_json_key(j, grid->columns->name[column]);
		if (known)
			ap_json_int(j, value);
		else
			ap_json_null(j);
	}
	ap_json_close(j, '}');
}

void ap_write_grid(ap_json *j, const ap_game *game, const ap_grid *grid, const void *state)
{
	assert(j && game && grid && state);
	ap_json_key(j, grid->name);
	ap_json_open(j, '{');
	int rows = ap_grid_rows(game, grid, ap_players(state));
	for (int row = 0; row < rows; row++) {
		ap_json_key(j, grid->rows->name[row]);
		if (ap_grid_row_unknown(grid, state, row))
			ap_json_null(j);
		else
			ap_write_grid_row(j, grid, state, row);
	}
	ap_json_close(j, '}');
}

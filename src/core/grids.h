/* grids.h: reads and writes the tables of numbers in a state (ap_grid), and writes them as JSON.
 * A row must be below ap_grid_rows(), a column below grid->columns->count. */
#ifndef APPARAT_CORE_GRIDS_H
#define APPARAT_CORE_GRIDS_H

#include "core/game.h"
#include "core/json_writer.h"

/* Returns the number of rows of a grid. A grid with a row for each seat has one for each player. */
int ap_grid_rows(const ap_game *game, const ap_grid *grid, int players);

int ap_grid_get(const ap_grid *grid, const void *state, int row, int column);
/* The value must fit the bits that the grid has for a number. */
void ap_grid_set(const ap_grid *grid, void *state, int row, int column, int value);

/* Returns whether the viewer may know none of the numbers in a row. */
bool ap_grid_row_unknown(const ap_grid *grid, const void *state, int row);

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Writes a row as an object with a key for each column, without those that are zero. */
void ap_write_grid_row(ap_json *j, const ap_grid *grid, const void *state, int row);
/* Writes the name of the grid as a key, and its rows as an object. */
void ap_write_grid(ap_json *j, const ap_game *game, const ap_grid *grid, const void *state);

#endif

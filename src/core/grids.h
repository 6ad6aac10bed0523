/* grids.h: reading and writing the tables of a state by their description. */
#ifndef APPARAT_CORE_GRIDS_H
#define APPARAT_CORE_GRIDS_H

#include "core/game.h"
#include "core/json_writer.h"

/* How many rows a table has: seats beyond the players have none. */
int ap_grid_rows(const ap_game *game, const ap_grid *grid, int players);

int ap_grid_get(const ap_grid *grid, const void *state, int row, int column);
void ap_grid_set(const ap_grid *grid, void *state, int row, int column, int value);

bool ap_grid_row_unknown(const ap_grid *grid, const void *state, int row);
void ap_write_grid_row(ap_json *j, const ap_grid *grid, const void *state, int row);
void ap_write_grid(ap_json *j, const ap_game *game, const ap_grid *grid, const void *state);

#endif

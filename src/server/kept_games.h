/* kept_games.h: games as text that can be read without the rules by which they were played. A game
 * that is over is kept as a whole record (see film.h), without the names of its people. A running
 * game is kept when the server is stopped: its lines so far. For the files of the hub only. */
#ifndef APPARAT_SERVER_KEPT_GAMES_H
#define APPARAT_SERVER_KEPT_GAMES_H

#include "server/table.h"

/* Does the next step of keeping finished games: takes one that is written, begins another. Returns
 * whether more is to be done soon. */
bool sv_keep_games(sv_hub *hub);

/* Notes that the table's game is over and not kept. */
void sv_note_unkept(const sv_table *t);
/* The same of any games: all finished ones in the store are looked at, however many there are. */
void sv_look_for_unkept(sv_hub *hub);
/* Whether its game is over and will soon be looked at, to be kept if it is not: then it need not be
 * read again. */
bool sv_may_be_unkept(const sv_table *t);

/* Keeps the lines of a running game, which must be in memory. */
void sv_keep_running_game(sv_table *t);

/* Returns whether all lines of the table's game, which must be in memory, are kept. */
bool sv_game_is_kept(sv_table *t);

/* Returns what is kept of the table's game; NULL if there is nothing. The caller frees it. */
char *sv_kept_text(sv_table *t, size_t *length);

/* Returns whether what is kept is a finished game: a record, and not only the lines so far. */
bool sv_is_whole_record(const char *kept);

/* Fills in a record of the table's game, which must be in memory, without the names of its people.
 * The record borrows the history; sv_free_table_record() frees the rest. False if what was kept of
 * an earlier part is damaged. */
bool sv_make_table_record(sv_table *t, ap_record *record);
void sv_free_table_record(ap_record *record);

#endif

/* game_log.h: the log of a game: the events of all moves in force, as each viewer may see them. The
 * last of them are in memory; any others are found by playing the moves again. For the files of the
 * hub only. */
#ifndef APPARAT_SERVER_GAME_LOG_H
#define APPARAT_SERVER_GAME_LOG_H

#include "server/requests.h"
#include "server/table.h"

/* Adds the events of the move that was just made, or of the beginning. */
void sv_log_events(sv_table *t, const ap_events *events);

/* Begins the log in memory after so many events, and adds to it without counting. */
void sv_begin_log_at(sv_table *t, int logged);
void sv_add_to_log(sv_table *t, const ap_event *event);

/* Removes the events of all moves after the first `moves`, which are about to be undone. After the
 * undo sv_restore_log() must be called. */
void sv_remove_events(sv_table *t, int moves);

/* Puts the last events of the moves in force back into memory. */
void sv_restore_log(sv_table *t);

/* Counts all events from the beginning. */
void sv_count_events(sv_table *t);

/* The game begins with a base: all that is known of events before it is what is in memory now. */
void sv_keep_earlier_log(sv_table *t);

/* Writes how many events the viewer may see, and the last of them, as fields of an open object. */
void sv_write_last_events(ap_json *j, const sv_table *t, int viewer);

/* Returns about how many moves it takes to play the game again, as what everybody knows has it: the
 * moves themselves would tell how many have answered an open question in secret. */
int sv_replay_cost(const sv_table *t);

/* Refuses the request, and returns true, if too many moves were played again in the last minute for
 * its person, its address or all together; otherwise these are added to them. */
bool sv_refuse_replay(const sv_request *r, int moves);

#endif

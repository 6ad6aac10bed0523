/* checkpoints.h: SQLite's log is carried into the database by a thread with a connection of its
 * own. In the loop it would hold everybody up for as long as a disk takes for some megabytes. */
#ifndef APPARAT_SERVER_CHECKPOINTS_H
#define APPARAT_SERVER_CHECKPOINTS_H

#include <sqlite3.h>

typedef struct sv_checkpoints sv_checkpoints;

/* Of the file of this connection, which makes none by itself any more. NULL: no thread could be
 * had, and nothing has changed. */
sv_checkpoints *sv_checkpoints_open(sqlite3 *db);
void sv_checkpoints_close(sv_checkpoints *c); /* before the connection */

/* After a commit. */
void sv_checkpoints_look(sv_checkpoints *c);

#endif

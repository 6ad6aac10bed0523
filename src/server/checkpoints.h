/* checkpoints.h: a thread that copies SQLite's write-ahead log into the database file. Without it
 * a commit would do that now and then, and the server's loop would wait for the disk. */
#ifndef APPARAT_SERVER_CHECKPOINTS_H
#define APPARAT_SERVER_CHECKPOINTS_H

#include <sqlite3.h>

typedef struct sv_checkpoints sv_checkpoints;

/* Starts the thread for the file of this connection; the connection's automatic checkpoints are
 * turned off. Returns NULL, and changes nothing, if there is no file or no thread can be started.
 */
sv_checkpoints *sv_checkpoints_open(sqlite3 *db);

/* Ends the thread. To be called before the connection is closed. */
void sv_checkpoints_close(sv_checkpoints *c);

/* To be called after each commit: calls the thread if the log has become long. */
void sv_checkpoints_after_commit(sv_checkpoints *c);

#endif

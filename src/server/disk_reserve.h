/* disk_reserve.h: space that is kept back on the disk of a database, in a file beside it
 * (PATH-reserve). When the disk is full it is given up, so that SQLite can move its log into the
 * database, which frees the space of the log; it is kept again when there is room. */
#ifndef APPARAT_SERVER_DISK_RESERVE_H
#define APPARAT_SERVER_DISK_RESERVE_H

#include <stdbool.h>

enum { SV_RESERVE = 16 << 20 }; /* bytes: as much as the log usually has at most */

/* Keeps the space for the database at this path, if it is not kept yet. Returns false if there is
 * no room for it. */
bool sv_keep_reserve(const char *path);

/* True if there is room for more than the reserve: enough to go on for a while. */
bool sv_has_room(const char *path);

/* Gives it up. Returns false if nothing was kept. */
bool sv_release_reserve(const char *path);

#endif

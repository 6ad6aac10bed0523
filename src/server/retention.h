/* retention.h: what is deleted when it is old: as the settings say, or as whoever runs the server
 * asks. It is done a little at a time, so that nobody waits for it. For the files of the front
 * only. */
#ifndef APPARAT_SERVER_RETENTION_H
#define APPARAT_SERVER_RETENTION_H

#include "server/front_internal.h"

/* Deletes a little of what is due. Returns when to call it again. */
int64_t sv_retention_tick(sv_front *front);

/* From now on what is older than the time `before` is deleted, once. */
void sv_prune(sv_front *front, sv_kept kind, int64_t before);

#endif

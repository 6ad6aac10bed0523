/* shared_limits.h: limits hold for all nodes together. Each node tells the others, once a second,
 * what its meters have counted: deeds since the last time, and amounts as they are. The others
 * count that, too, and take amounts back when that node is gone. Bytes that wait are not told:
 * their limit protects the memory of one node. */
#ifndef APPARAT_SERVER_SHARED_LIMITS_H
#define APPARAT_SERVER_SHARED_LIMITS_H

#include <stddef.h>

#include "server/limits.h"

/* From now on the meters note what is to be told. To be called before anything is counted. */
void sv_share_meters(sv_meters *meters);

/* Writes what was counted since the last time; or, for a node that knows nothing yet, all amounts.
 * The writer gets it in pieces, each of which sv_take_counts() understands by itself. */
typedef void sv_counts_writer(void *to, const uint8_t *bytes, size_t length);
void sv_write_counts(sv_meters *meters, bool all, sv_counts_writer *write, void *to);

/* Counts what another node has counted. Returns false if the bytes mean nothing. */
bool sv_take_counts(
	sv_meters *meters, int64_t node, const uint8_t *bytes, size_t length, int64_t now);

/* That node is gone, and with it all that there was. */
void sv_forget_counts(sv_meters *meters, int64_t node);

#endif

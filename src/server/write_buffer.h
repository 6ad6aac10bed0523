/* write_buffer.h: statements that write, with copies of their values, to be run later in this
 * order. For the drivers of the store. */
#ifndef APPARAT_SERVER_WRITE_BUFFER_H
#define APPARAT_SERVER_WRITE_BUFFER_H

#include "server/store_internal.h"

enum { SV_MOST_PARAMETERS = 16 /* of a statement */ };

typedef struct sv_write_buffer {
	unsigned char *bytes;
	size_t used, room;
} sv_write_buffer;

/* Adds a statement with so many values. */
void sv_buffer_write(
	sv_write_buffer *buffer, sv_statement which, const sv_value *values, int count);

/* Reads the statement that begins at byte `at`, and moves `at` behind it. What the values point to
 * lies in the buffer. Returns false if there are no more. */
bool sv_next_write(const sv_write_buffer *buffer, size_t *at, sv_statement *which,
	sv_value values[SV_MOST_PARAMETERS]);

/* Empties it. Its memory is kept, unless it is much. */
void sv_empty_buffer(sv_write_buffer *buffer);

void sv_free_buffer(sv_write_buffer *buffer);

#endif

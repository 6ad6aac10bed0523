/* write_buffer.c: see write_buffer.h. Each statement is a head, and for each of its values a head
 * and its bytes, with a zero behind them as texts have it. */
#include "server/write_buffer.h"

#include <assert.h>
#include <stdlib.h>

#include "text/memory.h"

typedef struct statement_head {
	sv_statement which;
	int count;
} statement_head;

typedef struct value_head {
	int64_t number;
	size_t size;
	uint8_t type;
	bool has_bytes; /* otherwise it is NULL, whatever its type */
} value_head;

/* Makes room for so many bytes, and returns where they go. */
static unsigned char *add(sv_write_buffer *b, size_t size)
{
	if (b->used + size > b->room) {
		b->room = 2 * (b->used + size);
		b->bytes = ap_reallocate(b->bytes, b->room, 1);
	}
	b->used += size;
	return b->bytes + b->used - size;
}

static void add_value(sv_write_buffer *b, const sv_value *v)
{
	value_head head = {0};
	head.type = (uint8_t)v->type;
	head.number = v->type == SV_NUMBER ? v->number : 0;
	head.has_bytes = v->type != SV_NUMBER && v->type != SV_NOTHING && v->bytes;
	head.size = head.has_bytes ? v->size : 0;
	memcpy(add(b, sizeof head), &head, sizeof head);
	if (!head.has_bytes)
		return;
	unsigned char *bytes = add(b, head.size + 1);
	memcpy(bytes, v->bytes, head.size);
	bytes[head.size] = '\0';
}

void sv_buffer_write(sv_write_buffer *buffer, sv_statement which, const sv_value *values, int count)
{
	assert(buffer && count >= 0 && count <= SV_MOST_PARAMETERS && (values || count == 0));
	statement_head head = {which, count};
	memcpy(add(buffer, sizeof head), &head, sizeof head);
	for (int i = 0; i < count; i++)
		add_value(buffer, &values[i]);
}

static const unsigned char *read_value(const unsigned char *from, sv_value *v)
{
	value_head head;
	memcpy(&head, from, sizeof head);
	from += sizeof head;
	*v = (sv_value){.number = head.number, .size = head.size};
	v->type = head.type;
	if (!head.has_bytes)
		return from;
	v->bytes = from;
	return from + head.size + 1;
}

bool sv_next_write(const sv_write_buffer *buffer, size_t *at, sv_statement *which,
	sv_value values[SV_MOST_PARAMETERS])
{
	assert(buffer && at && which && values && *at <= buffer->used);
	if (*at == buffer->used)
		return false;
	statement_head head;
	const unsigned char *from = buffer->bytes + *at;
	memcpy(&head, from, sizeof head);
	from += sizeof head;
	for (int i = 0; i < head.count; i++)
		from = read_value(from, &values[i]);
	*which = head.which;
	*at = (size_t)(from - buffer->bytes);
	return true;
}

void sv_empty_buffer(sv_write_buffer *buffer)
{
	assert(buffer);
	enum { KEPT = 256 << 10 };
	buffer->used = 0;
	if (buffer->room > KEPT)
		sv_free_buffer(buffer);
}

void sv_free_buffer(sv_write_buffer *buffer)
{
	assert(buffer);
	free(buffer->bytes);
	*buffer = (sv_write_buffer){0};
}

/* answered.c: see answered.h. There are many tables with several of these lists each, and ids are
 * short: so messages lie one after the other, each with no more bytes than it needs. */
#include "server/answered.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

/* A message: its numbers, and its id with a zero at its end. */
typedef struct numbers {
	int32_t question;
	ap_line line;
} numbers;

static size_t length_at(const sv_answered *list, size_t at)
{
	return sizeof(numbers) + strlen(list->bytes + at + sizeof(numbers)) + 1;
}

static void drop_first(sv_answered *list)
{
	size_t length = length_at(list, 0);
	list->length = (uint16_t)(list->length - length);
	memmove(list->bytes, list->bytes + length, list->length);
	list->count--;
}

void sv_add_answered(sv_answered *list, const sv_answered_message *m)
{
	assert(list && m);
	numbers n = {m->question, m->line};
	size_t size = strlen(m->id) + 1;
	if (list->count == SV_ANSWERED_MESSAGES)
		drop_first(list);
	list->bytes = ap_reallocate(list->bytes, list->length + sizeof n + size, 1);
	memcpy(list->bytes + list->length, &n, sizeof n);
	memcpy(list->bytes + list->length + sizeof n, m->id, size);
	list->length = (uint16_t)(list->length + sizeof n + size);
	list->count++;
	list->ever++;
}

bool sv_next_answered(const sv_answered *list, size_t *at, sv_answered_message *out)
{
	assert(list && at && out);
	if (*at >= list->length)
		return false;
	numbers n;
	size_t length = length_at(list, *at);
	memcpy(&n, list->bytes + *at, sizeof n);
	out->question = n.question;
	out->line = n.line;
	memcpy(out->id, list->bytes + *at + sizeof n, length - sizeof n);
	*at += length;
	return true;
}

void sv_forget_answered(sv_answered *list)
{
	assert(list);
	free(list->bytes);
	*list = (sv_answered){0};
}

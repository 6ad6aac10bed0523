/* records.c: the game of a table as a record: the whole record when the game is over, before that
 * the view of one person. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"
#include "text/memory.h"
#include "text/record.h"

/* A record has less room for names than the store: cuts the name between characters. */
static void copy_name(const char *name, char out[AP_WHO_SIZE])
{
	size_t length = strlen(name);
	if (length >= AP_WHO_SIZE) {
		length = AP_WHO_SIZE - 1;
		while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80)
			length--;
	}
	memcpy(out, name, length);
	out[length] = '\0';
}

static void name_seats(const sv_table *t, ap_record *record)
{
	for (int seat = 0; seat < t->setup.players; seat++) {
		const sv_seat *s = &t->seat[seat];
		if (s->kind == SV_SEAT_BOT)
			snprintf(record->who[seat], sizeof record->who[seat], "bot %s", s->level);
		else
			copy_name(s->name, record->who[seat]);
	}
}

/* The record borrows the table's history: it is copied without what it points to, and not freed. */
static char *write_record(const sv_table *t, int viewer, size_t *length)
{
	char *text = NULL;
	ap_record *record = ap_allocate(1, sizeof *record);
	FILE *out = open_memstream(&text, length);
	bool good = out != NULL;
	if (good) {
		memcpy(&record->history, t->history, ap_history_size(t->game));
		record->fair = t->fair;
		name_seats(t, record);
		good = ap_record_write(record, viewer, out);
		good = fclose(out) == 0 && good;
		ap_fair_wipe(&record->fair);
	}
	free(record);
	if (good)
		return text;
	free(text);
	return NULL;
}

char *sv_hub_record(sv_hub *hub, const char *key, int64_t person, size_t *length)
{
	assert(hub && key && length);
	sv_table *t = sv_find_table(hub, key);
	int seat = t ? sv_seat_of(t, person) : AP_OBSERVER;
	/* A key cannot be guessed: somebody who knows the key of a finished game was sent a link to
	 * it. */
	bool may_read = t &&
		(t->status == SV_OVER ||
			(t->status == SV_RUNNING &&
				(t->is_public || t->owner == person || seat != AP_OBSERVER)));
	if (!may_read || !sv_load_history(t))
		return NULL;
	return write_record(t, t->status == SV_OVER ? AP_EVERYTHING : seat, length);
}

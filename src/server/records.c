/* records.c: a table's game as a record: all of it when it is over, one's own view before. */
#include "server/hub_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/record.h"

/* Names are longer here than a record has room for: cut between letters. */
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
		if (s->kind == SV_BOT)
			snprintf(record->who[seat], sizeof record->who[seat], "bot %s", s->level);
		else
			copy_name(s->name, record->who[seat]);
	}
}

/* The history stays the table's: only its head is copied. */
static char *written(const sv_table *t, int viewer, size_t *length)
{
	char *text = NULL;
	ap_record *record = calloc(1, sizeof *record);
	FILE *out = record ? open_memstream(&text, length) : NULL;
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
	sv_table *t = sv_find_table(hub, key);
	int seat = t ? sv_seat_of(t, person) : AP_OBSERVER;
	/* Nobody guesses a key: who has that of a finished game was sent a link to it. */
	bool may = t &&
		(t->status == SV_OVER ||
			(t->status == SV_RUNNING && (t->open || t->owner == person || seat != AP_OBSERVER)));
	if (!may || !sv_load_history(t))
		return NULL;
	return written(t, t->status == SV_OVER ? AP_EVERYTHING : seat, length);
}

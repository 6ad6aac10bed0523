/* records.c: the game of a table as a record: the whole record when the game is over, before that
 * the view of one person. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"
#include "server/kept_games.h"
#include "server/nodes.h"
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

/* ---- Games of these rules -------------------------------------------------------------------- */

static bool write_to(const ap_record *record, int viewer, bool whole, FILE *out)
{
	return whole ? ap_record_write_whole(record, out) : ap_record_write(record, viewer, out);
}

static char *write_record(sv_table *t, int viewer, bool whole, size_t *length)
{
	char *text = NULL;
	ap_record *record = ap_allocate(1, sizeof *record);
	FILE *out = sv_make_table_record(t, record) ? open_memstream(&text, length) : NULL;
	name_seats(t, record);
	bool good = out && write_to(record, viewer, whole, out);
	good = out && fclose(out) == 0 && good;
	sv_free_table_record(record);
	free(record);
	if (good)
		return text;
	free(text);
	return NULL;
}

/* ---- Games of other rules -------------------------------------------------------------------- */

/* A kept record that is written for somebody: without the names it is kept without them. */
typedef struct copying {
	const sv_table *table;
	bool whole;
	bool has_names; /* the names were written */
	FILE *out;
} copying;

static void write_names(copying *c)
{
	ap_record *record = ap_allocate(1, sizeof *record);
	name_seats(c->table, record);
	for (int seat = 0; seat < c->table->setup.players; seat++)
		if (record->who[seat][0])
			fprintf(c->out, "seat %s %s\n", ap_seat_name(c->table->game, seat), record->who[seat]);
	free(record);
	c->has_names = true;
}

/* The names come before the dice, which end the header. */
static void copy_line(copying *c, const char *line, size_t length)
{
	if (!c->has_names && (length == 1 || strncmp(line, "dice ", 5) == 0))
		write_names(c);
	if (c->whole || *line != '{')
		fwrite(line, 1, length, c->out);
}

/* Copies the lines before the last one, which is returned. */
static const char *copy_lines(copying *c, const char *kept)
{
	const char *line = kept, *end;
	while ((end = strchr(line, '\n')) && end[1]) {
		copy_line(c, line, (size_t)(end + 1 - line));
		line = end + 1;
	}
	return line;
}

/* Returns the kept record with the names that the people have now, up to its last line. */
static char *copy_with_names(
	const sv_table *t, const char *kept, bool whole, const char **last, size_t *length)
{
	char *text = NULL;
	copying c = {t, whole, false, open_memstream(&text, length)};
	if (!c.out)
		return NULL;
	*last = copy_lines(&c, kept);
	if (fclose(c.out) == 0)
		return text;
	free(text);
	return NULL;
}

/* The last line has a digest of the others, names included: it is computed again. */
static void write_last_line(
	const sv_table *t, const char *last, const char *plain, size_t length, char out[256])
{
	unsigned char digest[AP_FAIR_BYTES];
	char hex[AP_FAIR_HEX + 1], reason[64] = "", hash[32] = "";
	if (sscanf(last, "end %63s %31s", reason, hash) != 2) {
		snprintf(out, 256, "%s", last);
		return;
	}
	ap_fair_digest(plain, length, digest);
	ap_fair_write_hex(digest, hex);
	snprintf(out, 256, "end %s %s%s%s\n", reason, hash, t->fair.players ? " " : "",
		t->fair.players ? hex : "");
}

/* Frees what was kept, which may be NULL. */
static char *write_kept_record(sv_table *t, char *kept, bool whole, size_t *length)
{
	const char *last;
	char end[256];
	size_t plain_length;
	if (kept && !sv_is_whole_record(kept)) { /* the game was kept when the server was stopped */
		free(kept);
		return NULL;
	}
	char *plain = kept ? copy_with_names(t, kept, false, &last, &plain_length) : NULL;
	char *text = plain ? copy_with_names(t, kept, whole, &last, length) : NULL;
	if (text) {
		write_last_line(t, last, plain, plain_length, end);
		text = ap_reallocate(text, *length + strlen(end) + 1, 1);
		memcpy(text + *length, end, strlen(end) + 1);
		*length += strlen(end);
	}
	free(plain);
	free(kept);
	return text;
}

/* ---- Who may have it ------------------------------------------------------------------------- */

sv_table *sv_look_at_table(sv_hub *hub, const char *key, bool *is_copy)
{
	assert(hub && key && is_copy);
	sv_table *t = hub->nodes ? sv_find_in_memory(hub, key) : sv_find_table(hub, key);
	*is_copy = !t && hub->nodes;
	if (*is_copy)
		t = sv_read_table_only(hub, key);
	if (*is_copy && t && t->status == SV_CANCELLED) {
		sv_free_table(t);
		t = NULL;
	}
	*is_copy = *is_copy && t;
	return t;
}

bool sv_hub_is_over(sv_hub *hub, const char *key)
{
	assert(hub && key);
	bool is_copy;
	sv_table *t = sv_look_at_table(hub, key, &is_copy);
	bool is_over = t && t->status == SV_OVER;
	if (is_copy)
		sv_free_table(t);
	return is_over;
}

/* A finished game with fair dice is signed; nobody else has seen the dice of others. */
static char *sign(const sv_table *t, char *text, size_t *length)
{
	if (!text || t->status != SV_OVER || !t->fair.players || !t->hub->has_signing_key)
		return text;
	return ap_sign_record(text, &t->hub->signing_key, length);
}

static char *record_of(sv_table *t, int64_t person, bool whole, size_t *length)
{
	int seat = sv_seat_of(t, person);
	/* A key cannot be guessed: somebody who knows the key of a finished game was sent a link to
	 * it. Person 0 is nobody: it also stands for those who were deleted. */
	bool may_read = t->status == SV_OVER ||
		(t->status == SV_RUNNING && person && !whole &&
			(t->is_public || t->owner == person || seat != AP_OBSERVER));
	if (!may_read)
		return NULL;
	/* What was played by other rules cannot be written again; and to write a long game with what
	 * every seat saw would hold up everybody else. */
	bool known = t->changes == 0 && ap_rules_are_known(t->game, &t->rules), loaded = false;
	if (t->status == SV_OVER && (!known || ((loaded = sv_load_history(t)) && sv_game_is_kept(t)))) {
		char *text = write_kept_record(t, sv_kept_text(t, length), whole, length);
		if (text)
			return sign(t, text, length);
	}
	if (!loaded && !sv_load_history(t))
		return NULL;
	return sign(
		t, write_record(t, t->status == SV_OVER ? AP_EVERYTHING : seat, whole, length), length);
}

/* The record of a game that is over, for whoever knows the key; NULL if the replica lacks it. */
static char *replica_record(sv_hub *hub, const char *key, bool whole, size_t *length)
{
	char *kept;
	sv_table *t = sv_replica_kept_game(hub, key, &kept, length);
	if (!t)
		return NULL;
	char *text = sign(t, write_kept_record(t, kept, whole, length), length);
	sv_free_table(t);
	return text;
}

char *sv_hub_record(sv_hub *hub, const char *key, int64_t person, bool whole, size_t *length)
{
	assert(hub && key && length);
	bool is_copy;
	char *found = replica_record(hub, key, whole, length);
	if (found)
		return found;
	sv_table *t = sv_look_at_table(hub, key, &is_copy);
	char *text = t ? record_of(t, person, whole, length) : NULL;
	if (is_copy)
		sv_free_table(t);
	return text;
}

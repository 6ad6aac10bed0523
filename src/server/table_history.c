/* table_history.c: the game of a table: how it is read from the store, and kept there. Reading
 * takes the latest snapshot and plays the lines after it again.
 *
 * A snapshot only saves work. One that is missing, damaged, of other rules or written by another
 * program is ignored, and all lines are played again. */
#include "server/table.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"
#include "server/play.h"
#include "text/memory.h"

enum {
	FORMAT = 0x53560003, /* format of snapshots; wrong on a machine with another byte order */
	SNAPSHOT_LINES = 64, /* lines after which a snapshot is written */
	UNLOAD_LINES = 16,   /* lines after which one is written before the game is unloaded */
	SUM_SIZE = crypto_generichash_BYTES_MIN,
	MINUTE = 60 * 1000
};

/* ---- Messages, events, allocation ------------------------------------------------------------ */

void sv_remember_message(sv_table *t, const char *message_id)
{
	assert(t && t->history && t->history->lines > 0);
	if (!message_id || !*message_id)
		return;
	const ap_line *last = &t->history->line[t->history->lines - 1];
	sv_answered_message *m =
		&t->answered[last->seat][t->answered_count[last->seat]++ % SV_ANSWERED_MESSAGES];
	m->question = t->question;
	m->line = *last;
	snprintf(m->id, sizeof m->id, "%s", message_id);
}

void sv_log_events(sv_table *t, const ap_events *events)
{
	assert(t && t->log && events);
	for (int i = 0; i < events->count; i++)
		t->log[t->logged_events++ % SV_LOGGED_EVENTS] = events->list[i];
}

/* Returns false if the dice are not complete. */
static bool allocate_history(sv_table *t)
{
	t->history = ap_allocate(1, ap_history_size(t->game));
	t->answered = ap_allocate(AP_MAX_SEATS, sizeof *t->answered);
	t->log = ap_allocate(SV_LOGGED_EVENTS, sizeof *t->log);
	t->logged_events = 0;
	t->snapshot_lines = 0;
	memset(t->answered_count, 0, sizeof t->answered_count);
	return ap_fair_key_of(&t->fair, &t->dice_key);
}

bool sv_start_history(sv_table *t)
{
	assert(t && t->game && !t->history);
	static ap_events events;
	events.count = events.lost = 0;
	if (!allocate_history(t))
		return false;
	ap_history_start(t->history, t->game, &t->setup, &events);
	sv_log_events(t, &events);
	return true;
}

void sv_free_history(sv_table *t)
{
	assert(t);
	if (t->history)
		ap_history_free(t->history);
	free(t->history);
	free(t->answered);
	free(t->log);
	t->history = NULL;
	t->answered = NULL;
	t->log = NULL;
}

/* ---- Snapshots ------------------------------------------------------------------------------- */

/* The first part of a snapshot. Before the other parts are read, `format` and `rules_of` are
 * compared byte by byte with those of this program. */
typedef struct snapshot_head {
	uint32_t format;
	struct {
		char game[32];
		ap_setup setup;
		uint8_t rules;
		uint16_t state, steps, verbs, kinds, clauses; /* sizes of the game's tables */
	} rules_of;
	ap_seats asked;
	int64_t asked_at;
	int32_t lines, events; /* numbers of lines, of logged events and, below, of messages */
	int32_t answered[AP_MAX_SEATS];
} snapshot_head;

static int smaller(int count, int most)
{
	return count < most ? count : most;
}

static void describe_game(const sv_table *t, snapshot_head *h)
{
	const ap_game *game = t->game;
	memset(h, 0, sizeof *h); /* padding is compared, too */
	h->format = FORMAT;
	snprintf(h->rules_of.game, sizeof h->rules_of.game, "%s", game->name);
	h->rules_of.setup = t->setup;
	h->rules_of.rules = game->rules_version;
	h->rules_of.state = game->state_size;
	h->rules_of.steps = game->step_count;
	h->rules_of.verbs = game->verb_count;
	h->rules_of.kinds = game->event_count;
	h->rules_of.clauses = game->clause_count;
}

static void fill_head(const sv_table *t, snapshot_head *h)
{
	describe_game(t, h);
	h->asked = t->asked;
	h->asked_at = t->asked_at;
	h->lines = t->history->lines;
	h->events = t->logged_events;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		h->answered[seat] = t->answered_count[seat];
}

static size_t log_size(const snapshot_head *h)
{
	return (size_t)smaller(h->events, SV_LOGGED_EVENTS) * sizeof(ap_event);
}

static size_t answered_size(const snapshot_head *h, int seat)
{
	return (size_t)smaller(h->answered[seat], SV_ANSWERED_MESSAGES) * sizeof(sv_answered_message);
}

static size_t snapshot_size(const snapshot_head *h)
{
	size_t size =
		SUM_SIZE + sizeof *h + h->rules_of.state + (size_t)h->lines * sizeof(ap_line) + log_size(h);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		size += answered_size(h, seat);
	return size;
}

/* The parts of a snapshot after its checksum, in this order: head, state, lines, logged events,
 * answered messages of each seat, and an empty part at the end. */
enum { PARTS = 5 + AP_MAX_SEATS };

typedef struct snapshot_part {
	const void *at; /* NULL: the end of the list */
	size_t size;
} snapshot_part;

static void list_parts(const sv_table *t, const snapshot_head *h, snapshot_part out[PARTS])
{
	*out++ = (snapshot_part){h, sizeof *h};
	*out++ = (snapshot_part){&t->history->state, ap_state_size(t->game)};
	*out++ = (snapshot_part){t->history->line, (size_t)h->lines * sizeof(ap_line)};
	*out++ = (snapshot_part){t->log, log_size(h)};
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		*out++ = (snapshot_part){t->answered[seat], answered_size(h, seat)};
	*out = (snapshot_part){0};
}

static void compute_sum(unsigned char sum[SUM_SIZE], const unsigned char *bytes, size_t size)
{
	crypto_generichash(sum, SUM_SIZE, bytes, size, NULL, 0);
}

void sv_save_snapshot(sv_table *t, bool before_unload)
{
	assert(t && t->history);
	snapshot_head h;
	snapshot_part parts[PARTS];
	if (t->history->lines - t->snapshot_lines < (before_unload ? UNLOAD_LINES : SNAPSHOT_LINES))
		return;
	fill_head(t, &h);
	list_parts(t, &h, parts);
	size_t size = snapshot_size(&h);
	unsigned char *bytes = ap_allocate(1, size), *to = bytes + SUM_SIZE;
	for (const snapshot_part *p = parts; p->at; to += p->size, p++)
		memcpy(to, p->at, p->size);
	compute_sum(bytes, bytes + SUM_SIZE, size - SUM_SIZE);
	sv_store_put_snapshot(t->hub->store, t->id, h.lines, bytes, size);
	t->hub->needs_flush = true;
	t->snapshot_lines = h.lines;
	free(bytes);
}

/* True if the snapshot is whole, and of this game with these rules. */
static bool is_usable(const sv_table *t, const sv_snapshot *s, snapshot_head *h)
{
	snapshot_head own;
	unsigned char sum[SUM_SIZE];
	if (s->size < SUM_SIZE + sizeof *h)
		return false;
	const unsigned char *bytes = s->bytes;
	compute_sum(sum, bytes + SUM_SIZE, s->size - SUM_SIZE);
	memcpy(h, bytes + SUM_SIZE, sizeof *h);
	describe_game(t, &own);
	return memcmp(sum, bytes, SUM_SIZE) == 0 && h->format == own.format &&
		memcmp(&h->rules_of, &own.rules_of, sizeof own.rules_of) == 0 && h->lines == s->seq &&
		h->lines > 0 && snapshot_size(h) == s->size;
}

static const unsigned char *copy_part(const unsigned char *from, void *to, size_t size)
{
	memcpy(to, from, size);
	return from + size;
}

/* A snapshot that is usable has all its parts, since its checksum is right. */
static bool use_snapshot(sv_table *t, const sv_snapshot *s)
{
	snapshot_head h;
	ap_any state;
	if (!is_usable(t, s, &h))
		return false;
	size_t lines = (size_t)h.lines * sizeof(ap_line);
	ap_line *line = ap_allocate(1, lines);
	const unsigned char *from = (const unsigned char *)s->bytes + SUM_SIZE + sizeof h;
	from = copy_part(from, &state, ap_state_size(t->game));
	from = copy_part(from, line, lines);
	bool resumed = allocate_history(t) && !ap_unsound(t->game, &state) &&
		ap_history_resume(t->history, t->game, &t->setup, line, h.lines, &state);
	free(line);
	if (!resumed)
		return false;
	t->logged_events = h.events;
	from = copy_part(from, t->log, log_size(&h));
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		t->answered_count[seat] = h.answered[seat];
		from = copy_part(from, t->answered[seat], answered_size(&h, seat));
	}
	t->question = ap_question(&state);
	t->asked = h.asked;
	t->asked_at = h.asked_at;
	t->snapshot_lines = h.lines;
	return true;
}

/* ---- Reading lines --------------------------------------------------------------------------- */

typedef struct line_reader {
	sv_table *table;
	int known_lines;     /* lines that the snapshot contains; they are not replayed */
	bool met_last_known; /* the store has the last of them, or there are none */
} line_reader;

static bool same_line(const ap_line *ours, const sv_line *stored)
{
	return ours->kind == stored->kind && ours->seat == stored->seat && ours->value == stored->value;
}

static bool replay_line(sv_table *t, const sv_line *line)
{
	static ap_events events;
	ap_history *h = t->history;
	events.count = events.lost = 0;
	t->hub->figures.replayed++;
	if (line->kind == AP_LINE_ACTION &&
		ap_history_apply(h, line->seat, line->value, &events).code != AP_OK)
		return false;
	if (line->kind == AP_LINE_UNSEAL && ap_history_unseal(h, line->seat).code != AP_OK)
		return false;
	if (line->kind == AP_LINE_UNDO && !ap_history_undo(h, (int)line->value))
		return false;
	sv_remember_message(t, line->message_id);
	if (line->kind == AP_LINE_UNDO)
		t->logged_events = 0;
	sv_log_events(t, &events);
	if (line->kind == AP_LINE_UNDO || t->question != ap_question(&h->state)) {
		sv_set_question(t);
		t->asked_at = line->at;
	}
	return true;
}

static bool read_line(void *to, int seq, const sv_line *line)
{
	line_reader *r = to;
	const ap_history *h = r->table->history;
	if (seq == r->known_lines - 1)
		return r->met_last_known = same_line(&h->line[seq], line);
	return seq == h->lines && line->kind <= AP_LINE_UNDO && replay_line(r->table, line);
}

static bool read_lines(sv_table *t, int known_lines)
{
	line_reader r = {.table = t, .known_lines = known_lines, .met_last_known = known_lines == 0};
	int from = known_lines > 0 ? known_lines - 1 : 0;
	return sv_store_each_line(t->hub->store, t->id, from, read_line, &r) && r.met_last_known;
}

static bool load_with_snapshot(sv_table *t)
{
	sv_snapshot s;
	return sv_store_find_snapshot(t->hub->store, t->id, &s) && use_snapshot(t, &s) &&
		read_lines(t, t->snapshot_lines);
}

static bool load_from_start(sv_table *t)
{
	if (!sv_start_history(t))
		return false;
	sv_set_question(t);
	t->asked_at = t->updated;
	return read_lines(t, 0);
}

bool sv_load_history(sv_table *t)
{
	assert(t);
	if (t->history || t->status == SV_LOBBY)
		return true;
	if (load_with_snapshot(t))
		return true;
	sv_free_history(t);
	if (load_from_start(t))
		return true;
	sv_free_history(t);
	return false;
}

/* ---- Unloading ------------------------------------------------------------------------------- */

/* True if the game waits for a long time and nobody watches it. */
static bool is_idle(const sv_table *t, int64_t now)
{
	if (!t->history || t->status != SV_RUNNING || t->watchers || t->undo.open)
		return false;
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].bot_thinks)
			return false;
	return now - t->asked_at > MINUTE && t->due - now > 10 * MINUTE;
}

void sv_unload_if_idle(sv_table *t, int64_t now)
{
	assert(t);
	if (!is_idle(t, now))
		return;
	sv_save_snapshot(t, true);
	sv_free_history(t);
}

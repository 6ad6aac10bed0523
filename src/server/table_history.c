/* table_history.c: the game of a table: how it is read from the store, and kept there. Reading
 * takes the latest snapshot and plays the lines after it again. A snapshot only saves work: one
 * that is missing or damaged is ignored, and all lines are played again.
 *
 * If the rules have changed during the game, its lines are played from the state at that moment,
 * the base: see upgrade.c. */
#include "server/table.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/answered.h"
#include "server/dice.h"
#include "server/game_log.h"
#include "server/hub_internal.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/play.h"
#include "server/snapshots.h"
#include "text/memory.h"

enum {
	SNAPSHOT_LINES = 64, /* lines after which a snapshot is written */
	UNLOAD_LINES = 16,   /* lines after which one is written before the game is unloaded */
	MINUTE = 60 * 1000
};

/* ---- Messages, events, allocation ------------------------------------------------------------ */

/* Remembers that a message was answered by the last line, so that it is not answered twice. */
static void remember_message(sv_table *t, const char *message_id)
{
	if (!message_id || !*message_id)
		return;
	sv_answered_message m = {
		.question = t->question, .line = t->history->line[t->history->lines - 1]};
	snprintf(m.id, sizeof m.id, "%s", message_id);
	sv_add_answered(&t->answered[m.line.seat], &m);
}

static ap_result undo(sv_table *t, int moves)
{
	if (moves < 0 || moves > t->history->moves)
		return (ap_result){.code = AP_FORBIDDEN};
	sv_remove_events(t, moves);
	ap_history_undo(t->history, moves);
	sv_restore_log(t);
	sv_forget_decisions(t);
	t->question = -1;
	return (ap_result){.code = AP_OK};
}

ap_result sv_apply_line(sv_table *t, const sv_line *line, ap_events *events)
{
	assert(t && t->history && line && line->kind <= AP_LINE_UNDO && events);
	events->count = events->lost = 0;
	int question = ap_question(&t->history->state);
	if (line->kind == AP_LINE_ACTION && line->seat == AP_CHANCE)
		sv_note_outcome(t, line->value);
	bool sealed = ap_actors(&t->history->state) != 0 &&
		ap_step_sealed(t->game, ap_step_of(&t->history->state));
	ap_result result = line->kind == AP_LINE_UNDO ? undo(t, (int)line->value)
		: line->kind == AP_LINE_UNSEAL
		? ap_history_unseal(t->history, line->seat)
		: ap_history_apply(t->history, line->seat, line->value, events);
	if (result.code == AP_OK) {
		remember_message(t, line->message_id);
		sv_log_events(t, events);
		sv_count_decision(t, line, sealed, question);
	}
	return result;
}

bool sv_allocate_history(sv_table *t)
{
	assert(t && t->game && !t->history);
	t->history = ap_allocate(1, ap_history_size(t->game));
	t->logged_events = 0;
	memset(t->seen_events, 0, sizeof t->seen_events);
	sv_forget_decisions(t);
	t->snapshot_lines = 0;
	return t->sent[0] || ap_fair_key_of(&t->fair, &t->dice_key);
}

bool sv_start_history(sv_table *t, int64_t at)
{
	assert(t && t->game && !t->history);
	static ap_events events;
	events.count = events.lost = 0;
	if (!sv_allocate_history(t))
		return false;
	ap_history_start(t->history, t->game, &t->setup, &events);
	sv_log_events(t, &events);
	t->shown_until = 0;
	sv_note_shown(t, &events, at);
	return true;
}

void sv_free_history(sv_table *t)
{
	assert(t);
	if (t->history)
		ap_history_free(t->history);
	free(t->history);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		sv_forget_answered(&t->answered[seat]);
	free(t->log);
	free(t->earlier_log);
	sv_forget_outcomes(t);
	t->history = NULL;
	t->log = t->earlier_log = NULL;
	t->log_room = 0;
	t->earlier_events = 0;
}

/* ---- Snapshots ------------------------------------------------------------------------------- */

void sv_save_snapshot(sv_table *t, sv_snapshot_time when)
{
	assert(t && t->history);
	static const int least_lines[] = {
		[SV_AFTER_LINE] = SNAPSHOT_LINES, [SV_BEFORE_UNLOAD] = UNLOAD_LINES, [SV_BEFORE_STOP] = 1};
	if (t->history->lines - t->snapshot_lines < least_lines[when])
		return;
	size_t size;
	char *text = sv_write_snapshot(t, &size);
	sv_store_put_snapshot(t->hub->store, t->id, sv_line_count(t), text, size);
	t->hub->needs_flush = true;
	t->snapshot_lines = t->history->lines;
	free(text);
}

int sv_line_count(const sv_table *t)
{
	assert(t && t->history);
	return t->history->earlier.lines + t->history->lines;
}

/* ---- Reading lines --------------------------------------------------------------------------- */

/* Reads lines in their order. Those that a snapshot has are only collected; when all of them are
 * there, the snapshot's state is taken. Those after it are played. */
typedef struct line_reader {
	sv_table *table;
	const sv_loaded_snapshot *snapshot; /* NULL: there is none */
	ap_line *collected;
	int count;
} line_reader;

static bool replay_line(sv_table *t, const sv_line *line)
{
	static ap_events events;
	t->hub->figures.replayed++;
	if (sv_apply_line(t, line, &events).code != AP_OK)
		return false;
	sv_note_shown(t, &events, sv_time_of_stored(t, line->served));
	if (t->question != ap_question(&t->history->state))
		sv_set_question(t, sv_time_of_stored(t, line->served));
	return true;
}

/* The snapshot must have been made after the line that is the last of these. */
static bool use_snapshot(line_reader *r)
{
	const sv_loaded_snapshot *s = r->snapshot;
	const ap_line *last = &r->collected[r->count - 1];
	return last->kind == s->last.kind && last->seat == s->last.seat &&
		last->value == s->last.value &&
		ap_history_resume(r->table->history, r->collected, r->count, &s->state) &&
		sv_apply_snapshot(r->table, s);
}

static bool read_line(void *to, int seq, const sv_line *line)
{
	line_reader *r = to;
	const ap_history *h = r->table->history;
	int n = seq - h->earlier.lines;
	if (line->kind > AP_LINE_UNDO)
		return false;
	if (!r->snapshot || n >= r->snapshot->lines)
		return n == h->lines && replay_line(r->table, line);
	if (n != r->count)
		return false;
	r->collected[r->count++] = (ap_line){line->kind, line->seat, line->value};
	return r->count < r->snapshot->lines || use_snapshot(r);
}

/* Reads the lines after the base, or all. `snapshot` may be NULL. */
static bool read_lines(sv_table *t, const sv_loaded_snapshot *snapshot)
{
	line_reader r = {.table = t, .snapshot = snapshot};
	if (snapshot)
		r.collected = ap_allocate((size_t)snapshot->lines + 1, sizeof *r.collected);
	bool good =
		sv_store_each_line(t->hub->store, t->id, t->history->earlier.lines, read_line, &r) &&
		(!snapshot || r.count == snapshot->lines);
	free(r.collected);
	return good;
}

/* Starts the game with its base, or from its beginning. */
static bool start_loading(sv_table *t)
{
	sv_snapshot base;
	ap_error error;
	if (!sv_store_find_base(t->hub->store, t->id, &base)) {
		if (*sv_store_error(t->hub->store) || !sv_start_history(t, t->began_at))
			return false;
		sv_set_question(t, t->began_at);
		return true;
	}
	sv_loaded_snapshot *loaded = sv_read_snapshot(t, &base, false, &error);
	bool good = loaded && sv_begin_with_snapshot(t, loaded);
	sv_free_snapshot(loaded);
	return good;
}

static bool load_with_snapshot(sv_table *t)
{
	sv_snapshot found;
	ap_error error;
	if (!sv_store_find_snapshot(t->hub->store, t->id, &found))
		return false;
	sv_loaded_snapshot *loaded = sv_read_snapshot(t, &found, false, &error);
	bool good = loaded && loaded->lines > 0 && start_loading(t) &&
		loaded->earlier.lines == t->history->earlier.lines && read_lines(t, loaded);
	sv_free_snapshot(loaded);
	return good;
}

/* The others go on; whoever runs the server learns of it once. If the database is away the table is
 * read again when that is back. */
static void report_damage(sv_table *t)
{
	const char *why = sv_store_error(t->hub->store);
	if (t->is_damaged || sv_store_is_away(t->hub->store))
		return;
	t->is_damaged = true;
	t->hub->figures.damaged++;
	sv_log(SV_LOG_ERROR, "damaged", t->key,
		"the game cannot be read (%s); it stays as it is, and all others go on",
		*why ? why : "its lines do not follow the rules");
}

bool sv_load_history(sv_table *t)
{
	assert(t);
	if (t->history || t->status == SV_LOBBY)
		return true;
	if (!ap_rules_are_known(t->game, &t->rules))
		return false;
	sv_show_life(t->hub);
	if (load_with_snapshot(t))
		return true;
	sv_free_history(t);
	if (start_loading(t) && read_lines(t, NULL))
		return true;
	report_damage(t);
	sv_free_history(t);
	return false;
}

/* ---- Unloading ------------------------------------------------------------------------------- */

/* True if the game waits for a long time and nobody watches it. */
static bool is_idle(const sv_table *t, int64_t now)
{
	if (!t->history || t->status != SV_RUNNING || t->watchers || t->undo.open || t->pause.open)
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
	sv_save_snapshot(t, SV_BEFORE_UNLOAD);
	sv_free_history(t);
}

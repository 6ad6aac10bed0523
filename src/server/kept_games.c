/* kept_games.c: see kept_games.h. */
#include "server/kept_games.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"
#include "server/keeper.h"
#include "server/nodes.h"
#include "text/memory.h"

/* ---- Reading --------------------------------------------------------------------------------- */

char *sv_kept_text(sv_table *t, size_t *length)
{
	assert(t && length);
	sv_kept_game game;
	if (!sv_store_find_game(t->hub->store, t->id, &game))
		return NULL;
	*length = game.full_size;
	return sv_decompress(&game);
}

bool sv_is_whole_record(const char *kept)
{
	static const char first[] = "apparat record ";
	assert(kept);
	return strncmp(kept, first, sizeof first - 1) == 0;
}

/* Writes the lines before the present rules, then these rules and the state they began with. */
static char *write_earlier(const sv_table *t, const char *kept)
{
	const ap_game *game = t->game;
	ap_any first;
	ap_history_at(t->history, 0, &first);
	size_t state = ap_write_state(game, &first, NULL, 0) + 1, size = strlen(kept) + state + 64;
	char *text = ap_allocate(size, 1);
	int used = snprintf(text, size, "%srules %d %016" PRIx64 "\nstate ", kept,
		ap_rules_version(game), ap_data_hash(game));
	size_t length = (size_t)used;
	length += ap_write_state(game, &first, text + length, size - length);
	memcpy(text + length, "\n", 2);
	return text;
}

bool sv_make_table_record(sv_table *t, ap_record *record)
{
	assert(t && t->history && record);
	size_t length;
	memset(record, 0, sizeof *record);
	memcpy(&record->history, t->history, ap_history_size(t->game));
	record->rules = t->first_rules;
	record->fair = t->fair;
	record->aborted_count = t->aborted_count;
	if (t->aborted_count > 0)
		memcpy(record->aborted, t->aborted, (size_t)t->aborted_count * sizeof t->aborted[0]);
	if (t->sent[0])
		snprintf(record->dice, sizeof record->dice, "unsigned");
	if (t->history->earlier.lines == 0)
		return true;
	char *kept = sv_kept_text(t, &length);
	if (kept && !sv_is_whole_record(kept))
		record->earlier = write_earlier(t, kept);
	free(kept);
	return record->earlier != NULL;
}

void sv_free_table_record(ap_record *record)
{
	assert(record);
	free(record->earlier);
	ap_fair_wipe(&record->fair);
}

/* ---- Running games --------------------------------------------------------------------------- */

bool sv_game_is_kept(sv_table *t)
{
	assert(t && t->history);
	sv_kept_game game;
	return sv_store_find_game(t->hub->store, t->id, &game) && game.lines == sv_line_count(t);
}

void sv_keep_running_game(sv_table *t)
{
	assert(t && t->history && t->status == SV_RUNNING);
	char *text = NULL;
	size_t length = 0;
	ap_record *record = ap_allocate(1, sizeof *record);
	FILE *memory = !sv_game_is_kept(t) && sv_make_table_record(t, record)
		? open_memstream(&text, &length)
		: NULL;
	bool good = memory && ap_record_write_lines(record, memory);
	good = memory && fclose(memory) == 0 && good;
	if (good) {
		sv_kept_game game = {.lines = sv_line_count(t), .full_size = length};
		void *bytes = sv_compress(text, length, &game.size);
		game.bytes = bytes;
		sv_store_put_game(t->hub->store, t->id, &game);
		t->hub->needs_flush = true;
		free(bytes);
	}
	free(text);
	sv_free_table_record(record);
	free(record);
}

/* ---- Finished games -------------------------------------------------------------------------- */

/* Copies the record with a history of its own, since the table may be freed before it is written.
 */
static ap_record *copy_record(const ap_record *from)
{
	ap_any first;
	const ap_history *h = &from->history;
	ap_record *copy = ap_allocate(1, sizeof *copy);
	memcpy(copy, from, sizeof *copy);
	ap_history_at(h, 0, &first);
	ap_history_start_at(&copy->history, h->game, &first, &h->earlier);
	ap_history_resume(&copy->history, h->line, h->lines, &h->state);
	if (from->earlier) {
		size_t size = strlen(from->earlier) + 1;
		copy->earlier = ap_allocate(size, 1);
		memcpy(copy->earlier, from->earlier, size);
	}
	return copy;
}

static bool make_job(sv_table *t, sv_keeper_job *job)
{
	if (!sv_load_history(t))
		return false;
	ap_record *record = ap_allocate(1, sizeof *record);
	bool good = sv_make_table_record(t, record);
	if (good)
		*job = (sv_keeper_job){t->id, sv_line_count(t), copy_record(record)};
	sv_free_table_record(record);
	free(record);
	if (!t->watchers)
		sv_free_history(t);
	return good;
}

static void store_result(sv_hub *hub, const sv_keeper_result *result)
{
	if (!result->game.bytes)
		return;
	sv_store_put_game(hub->store, result->table, &result->game);
	hub->needs_flush = true;
	free((void *)result->game.bytes);
}

void sv_note_unkept(const sv_table *t)
{
	assert(t);
	sv_hub *hub = t->hub;
	if (!hub->has_unkept || t->id <= hub->last_kept)
		hub->last_kept = t->id - 1;
	hub->has_unkept = true;
}

bool sv_may_be_unkept(const sv_table *t)
{
	assert(t);
	const sv_hub *hub = t->hub;
	return hub->keeper && hub->has_unkept && t->status == SV_OVER && t->id > hub->last_kept;
}

void sv_look_for_unkept(sv_hub *hub)
{
	assert(hub);
	hub->has_unkept = true;
	hub->last_kept = 0;
}

/* Finds the next finished game that is not kept, and prepares it. False if there is none. */
static bool next_job(sv_hub *hub, sv_keeper_job *job)
{
	sv_table_row row;
	while (sv_store_next_unkept(hub->store, hub->last_kept, sv_is_steward(hub), &row)) {
		char key[SV_KEY_SIZE];
		memcpy(key, row.key, sizeof key);
		hub->last_kept = row.id;
		sv_table *t = sv_find_table(hub, key);
		if (t && make_job(t, job))
			return true;
	}
	hub->has_unkept = false;
	hub->last_kept = 0;
	return false;
}

/* There is time for this, but not for ever: a busy store is asked all the same in the end. */
static bool is_put_off(sv_hub *hub)
{
	enum { MOST = 200 };
	if (sv_store_is_busy(hub->store) && ++hub->put_off < MOST)
		return true;
	hub->put_off = 0;
	return false;
}

bool sv_keep_games(sv_hub *hub)
{
	assert(hub);
	sv_keeper_result result;
	sv_keeper_job job;
	if (hub->keeper && sv_keeper_take(hub->keeper, &result))
		store_result(hub, &result);
	if (hub->keeper && sv_keeper_is_busy(hub->keeper))
		return true;
	if (!hub->has_unkept)
		return false;
	if (is_put_off(hub))
		return true;
	if (!next_job(hub, &job))
		return false;
	if (hub->keeper) {
		sv_keeper_submit(hub->keeper, &job);
	} else {
		sv_keep_now(&job, &result);
		store_result(hub, &result);
	}
	return true;
}

/* upgrade.c: see upgrade.h. A game is settled if another program can go on with it: if it runs, its
 * last snapshot has all its lines; if it is over, all of it is kept (see kept_games.h). */
#include "server/upgrade.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hub_internal.h"
#include "server/log.h"
#include "server/kept_games.h"
#include "server/play.h"
#include "server/snapshots.h"

/* Programs before this release did not leave their games in such a way, but their rules were the
 * same as its own. */
static const char first_settling_release[] = "0.2.0";

static bool has_known_rules(const sv_table *t)
{
	return ap_rules_are_known(t->game, &t->rules);
}

/* ---- What was left in the middle ------------------------------------------------------------- */

static bool is_settled(sv_table *t)
{
	sv_snapshot found;
	int lines = sv_store_count_lines(t->hub->store, t->id);
	return lines == 0 ||
		(sv_store_find_snapshot(t->hub->store, t->id, &found) &&
			sv_lines_in_snapshot(&found, &t->rules) == lines);
}

typedef struct unsettled {
	int count;
	char key[SV_KEY_SIZE], release[SV_RELEASE_SIZE]; /* of the first one */
} unsettled;

static void add_unsettled(unsettled *u, const sv_table *t)
{
	if (u->count++ > 0)
		return;
	memcpy(u->key, t->key, sizeof u->key);
	memcpy(u->release, t->release, sizeof u->release);
	if (!*t->release)
		memcpy(u->release, first_settling_release, sizeof first_settling_release);
}

static void find_unsettled(sv_hub *hub, unsettled *out)
{
	sv_table_row row;
	for (sv_table *t = hub->tables; t; t = t->next)
		if (t->status == SV_RUNNING && !has_known_rules(t) && !is_settled(t))
			add_unsettled(out, t);
	for (int64_t id = 0; sv_store_next_unkept(hub->store, id, true, &row); id = row.id) {
		sv_table *t = sv_read_table(hub, &row);
		if (t && !has_known_rules(t))
			add_unsettled(out, t);
		if (t)
			sv_free_table(t);
	}
}

/* ---- Going on -------------------------------------------------------------------------------- */

static void note_change(sv_table *t, int moves)
{
	sv_add_rule_change(t, (sv_rule_change){moves, t->rules.version, ap_rules_version(t->game)});
	sv_set_rules(t);
	sv_save_table_quietly(t);
}

/* Makes the state of the snapshot the base of the game. */
static void begin_again(sv_table *t, sv_loaded_snapshot *s)
{
	size_t size;
	s->earlier =
		(ap_earlier){s->earlier.lines + s->lines, s->earlier.moves + s->moves, s->outcomes};
	s->lines = s->moves = 0;
	sv_begin_with_snapshot(t, s);
	/* Who has answered a sealed question stays unknown: all who were asked count as asked. */
	t->asked |= ap_actors(&t->history->state);
	char *base = sv_write_snapshot(t, &size);
	sv_store_put_base(t->hub->store, t->id, base, size);
	free(base);
	note_change(t, s->earlier.moves);
	sv_free_history(t);
}

/* Returns false, with an error, if the state cannot be played by the rules of this program. */
static bool upgrade_game(sv_table *t, ap_error *error)
{
	sv_snapshot found;
	if (sv_store_count_lines(t->hub->store, t->id) == 0) {
		note_change(t, 0);
		t->first_rules = t->rules;
		return true;
	}
	sv_loaded_snapshot *s = sv_store_find_snapshot(t->hub->store, t->id, &found)
		? sv_read_snapshot(t, &found, true, error)
		: NULL;
	if (!s)
		return false;
	begin_again(t, s);
	sv_free_snapshot(s);
	return true;
}

bool sv_upgrade_games(sv_hub *hub, ap_error *error)
{
	assert(hub && error);
	unsettled left = {0};
	find_unsettled(hub, &left);
	if (left.count > 0)
		return ap_fail(error, 0,
			"%d games (the first is %s) were left in the middle by other rules. Start apparat %s with "
			"this database and stop it again with SIGTERM: then this release can go on. Nothing was "
			"changed.",
			left.count, left.key, left.release);
	for (sv_table *t = hub->tables, *next; t; t = next) {
		ap_error why = {0};
		next = t->next;
		if (t->status != SV_RUNNING || has_known_rules(t) || upgrade_game(t, &why))
			continue;
		sv_log(SV_LOG_ERROR, "rules", t->key,
			"the game cannot go on by rules %d of %s, and stays as it was: %s",
			ap_rules_version(t->game), ap_game_name(t->game), why.message);
		sv_remove_table(t);
	}
	return true;
}

bool sv_upgrade_game(sv_table *t)
{
	assert(t);
	ap_error why = {0};
	return t->status != SV_RUNNING || has_known_rules(t) ||
		(is_settled(t) && upgrade_game(t, &why));
}

/* ---- A clean stop ---------------------------------------------------------------------------- */

/* Calls a function for every running game, which is read for it if it is not in memory. */
static bool each_running_game(sv_hub *hub, void (*leave)(sv_table *))
{
	enum { AT_ONCE = 50 }; /* games in one transaction */
	int count = 0;
	for (sv_table *t = hub->tables; t; t = t->next) {
		bool was_loaded = t->history != NULL;
		if (t->status != SV_RUNNING || !sv_load_history(t))
			continue;
		leave(t);
		if (!was_loaded)
			sv_free_history(t);
		if (++count % AT_ONCE == 0 && !sv_hub_flush(hub))
			return false;
	}
	return sv_hub_flush(hub);
}

static void leave_state(sv_table *t)
{
	sv_save_snapshot(t, SV_BEFORE_STOP);
}

void sv_settle_game(sv_table *t)
{
	assert(t && t->history);
	leave_state(t);
	sv_keep_running_game(t);
}

bool sv_hub_settle(sv_hub *hub)
{
	assert(hub);
	bool good = each_running_game(hub, leave_state) && each_running_game(hub, sv_keep_running_game);
	while (good && sv_keep_games(hub))
		good = sv_hub_flush(hub);
	return good;
}

/* admin_tables.c: commands of administration about tables, talk and reports.
 *
 * Nothing that is hidden at a table whose game is not over is shown, unless the command has
 * "hidden". Then it is logged, and everybody at the table is told. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "server/admin.h"
#include "server/requests.h"
#include "text/memory.h"
#include "text/scenario.h"

static const char *const statuses[] = {"lobby", "running", "over", "cancelled"};

static bool wants_hidden(const sv_admin_call *c)
{
	return json_is_true(json_object_get(c->request, "hidden"));
}

/* True if what is hidden at the table may be shown. If its game is not over, that is logged and
 * told there. */
static bool may_show_hidden(sv_admin_call *c, sv_table *t)
{
	if (!t || t->status > SV_RUNNING)
		return true;
	if (!wants_hidden(c))
		return false;
	c->acts = true;
	sv_note_inspection(t);
	return true;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Returns the names at the table, such as "Ann, Ben, bot". */
static void write_names(const json_t *seats, char *out, size_t size)
{
	size_t i, length = 0;
	const json_t *seat;
	*out = '\0';
	json_array_foreach(seats, i, seat)
	{
		const char *kind = json_string_value(json_object_get(seat, "kind"));
		const char *name = json_string_value(json_object_get(seat, "name"));
		length += (size_t)snprintf(out + length, size - length, "%s%s", i > 0 ? ", " : "",
			name && *name ? name
				: kind    ? kind
						  : "");
		if (length >= size)
			return;
	}
}

static bool add_table_row(void *to, const sv_table_row *row)
{
	char names[AP_MAX_SEATS * (SV_NAME_SIZE + 2)];
	json_t *meta = json_loads(row->meta, 0, NULL);
	const char *game = json_string_value(json_object_get(meta, "game"));
	write_names(json_object_get(meta, "seats"), names, sizeof names);
	json_array_append_new(to,
		json_pack("{sI ss ss ss sI sb ss}", "id", (json_int_t)row->id, "table", row->key, "status",
			statuses[row->status], "game", game ? game : "", "updated", (json_int_t)row->updated,
			"public", json_is_true(json_object_get(meta, "public")), "seats", names));
	json_decref(meta);
	return true;
}

static int status_named(const char *word)
{
	for (int i = 0; i < 4; i++)
		if (strcmp(word, statuses[i]) == 0)
			return i;
	return -1;
}

bool sv_admin_tables_list(sv_admin_call *c)
{
	assert(c);
	const char *word = sv_admin_text(c, "status");
	int status = word ? status_named(word) : -1;
	json_t *rows = json_array();
	json_object_set_new(c->answer, "tables", rows);
	if (word && status < 0)
		return sv_admin_fail(
			c, "bad-request", "a status is lobby, running, over or cancelled, not \"%.40s\"", word);
	return sv_store_each_recent_table(
			   c->store, status, sv_admin_before(c), sv_admin_most(c), add_table_row, rows) ||
		sv_admin_fail_store(c);
}

/* Adds the whole position, as a scenario. */
static void add_position(sv_admin_call *c, sv_table *t)
{
	bool was_loaded = t->history != NULL;
	if (t->status == SV_LOBBY || !sv_load_history(t) || !t->history)
		return;
	char *scenario = ap_scenario_of(t->game, &t->history->state);
	if (scenario)
		json_object_set_new(c->answer, "position", json_string(scenario));
	free(scenario);
	if (!was_loaded && t->status == SV_OVER && !t->watchers)
		sv_free_history(t);
}

bool sv_admin_tables_show(sv_admin_call *c)
{
	assert(c);
	sv_person_row owner;
	sv_table *t = sv_admin_table(c);
	if (!t)
		return false;
	bool shows_position = wants_hidden(c) && may_show_hidden(c, t);
	ap_json j = ap_json_into(c->hub->scratch, sizeof c->hub->scratch);
	ap_json_open(&j, '{');
	sv_write_table_summary(&j, t);
	ap_json_close(&j, '}');
	ap_json_done(&j);
	json_t *summary = json_loads(c->hub->scratch, 0, NULL);
	json_object_update(c->answer, summary);
	json_decref(summary);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].person)
			json_object_set_new(json_array_get(json_object_get(c->answer, "seats"), (size_t)seat),
				"person", json_integer(t->seat[seat].person));
	json_object_set_new(c->answer, "created", json_integer(t->created));
	if (t->owner && sv_store_find_person(c->store, t->owner, &owner))
		json_object_set_new(c->answer, "owner",
			json_pack("{sI ss}", "person", (json_int_t)t->owner, "name", owner.name));
	if (shows_position)
		add_position(c, t);
	return true;
}

bool sv_admin_tables_close(sv_admin_call *c)
{
	assert(c);
	sv_table *t = sv_admin_table(c);
	if (!t)
		return false;
	if (t->status > SV_RUNNING)
		return sv_admin_fail(c, "not-now", "the game is over: tables delete removes it");
	sv_close_table(t);
	return true;
}

static bool hand_to_person(sv_admin_call *c, sv_table *t, int seat)
{
	sv_person_row person;
	char about[sizeof c->about];
	memcpy(about, c->about, sizeof about);
	bool found = sv_admin_person(c, &person);
	memcpy(c->about, about, sizeof about);
	if (!found)
		return false;
	if (sv_seat_of(t, person.id) != AP_OBSERVER)
		return sv_admin_fail(c, "seated", "this person has a seat there already");
	if (sv_store_is_restrained(c->store, SV_BAN, person.id, c->now))
		return sv_admin_fail(c, "banned", "this person is banned");
	sv_give_seat_to_person(t, seat, &person);
	return true;
}

bool sv_admin_tables_hand_over(sv_admin_call *c)
{
	assert(c);
	sv_table *t = sv_admin_table(c);
	const char *name = sv_admin_text(c, "seat"), *level = sv_admin_text(c, "bot");
	if (!t)
		return false;
	int seat = ap_seat_named(t->game, name);
	if (seat >= t->setup.players)
		return sv_admin_fail(c, "bad-request", "there is no seat \"%.40s\" at this table", name);
	if (!level == !sv_admin_text(c, "who"))
		return sv_admin_fail(c, "bad-request", "a seat goes to a person, or to a bot");
	if (!sv_can_give_seats(t))
		return sv_admin_fail(c, "not-now", "the game is over, or about to begin");
	if (!level)
		return hand_to_person(c, t, seat);
	if (!ap_bot_named(t->game, level))
		return sv_admin_fail(c, "bad-request", "there is no bot of the level \"%.40s\"", level);
	sv_give_seat_to_bot(t, seat, level);
	return true;
}

bool sv_admin_tables_delete(sv_admin_call *c)
{
	assert(c);
	sv_table_row row;
	const char *key = sv_admin_text(c, "table");
	if (!sv_store_find_table(c->store, key, &row))
		return sv_admin_fail(c, "no-such-table", "there is no table \"%.40s\"", key);
	sv_admin_about(c, "table %s", row.key);
	if (row.status < SV_OVER)
		return sv_admin_fail(c, "not-now", "the table is not over: close it first");
	return sv_delete_ended_table(c->hub, &row) || sv_admin_fail_store(c);
}

/* ---- Talk ------------------------------------------------------------------------------------ */

typedef struct talk_list {
	sv_admin_call *call;
	const sv_table *table;
	bool shows_hidden;
	json_t *lines;
} talk_list;

/* What not everybody at the table may read, players and those who look on, is hidden. */
static bool add_line(void *to, int n, const sv_talk *talk)
{
	talk_list *list = to;
	sv_person_row person;
	(void)n;
	bool hidden = talk->seen_by != AP_ALL_VIEWERS;
	bool known = talk->person && sv_store_find_person(list->call->store, talk->person, &person);
	json_t *line =
		json_pack("{sI sI ss ss}", "line", (json_int_t)talk->at, "person", (json_int_t)talk->person,
			"name", known ? person.name : "", "from", ap_seat_name(list->table->game, talk->from));
	if (hidden)
		json_object_set_new(line, "whispered", json_true());
	json_object_set_new(
		line, "text", hidden && !list->shows_hidden ? json_null() : json_string(talk->text));
	json_array_append_new(list->lines, line);
	return true;
}

bool sv_admin_talk_list(sv_admin_call *c)
{
	assert(c);
	sv_table *t = sv_admin_table(c);
	if (!t)
		return false;
	talk_list list = {c, t, may_show_hidden(c, t), json_array()};
	json_object_set_new(c->answer, "talk", list.lines);
	return sv_store_each_talk(c->store, t->id, 0, add_line, &list) || sv_admin_fail_store(c);
}

typedef struct found_line {
	int64_t at;
	int n; /* -1: there is none */
	uint16_t seen_by;
} found_line;

static bool find_line(void *to, int n, const sv_talk *talk)
{
	found_line *found = to;
	if (talk->at != found->at)
		return true;
	found->n = n;
	found->seen_by = talk->seen_by;
	return false;
}

bool sv_admin_talk_delete(sv_admin_call *c)
{
	assert(c);
	found_line found = {sv_admin_number(c, "line", 0), -1, 0};
	sv_table *t = sv_admin_table(c);
	if (!t)
		return false;
	sv_store_each_talk(c->store, t->id, 0, find_line, &found);
	if (found.n < 0)
		return sv_admin_fail(c, "no-such-line", "nothing was said there at that time");
	if (sv_store_delete_talk(c->store, t->id, found.n) < 0)
		return sv_admin_fail_store(c);
	sv_send_talk_gone(t, found.at, found.seen_by);
	return true;
}

/* ---- Reports --------------------------------------------------------------------------------- */

static void add_person(sv_admin_call *c, json_t *to, const char *key, int64_t id)
{
	sv_person_row person;
	if (id && sv_store_find_person(c->store, id, &person))
		json_object_set_new(
			to, key, json_pack("{sI ss}", "person", (json_int_t)id, "name", person.name));
}

typedef struct report_list {
	sv_admin_call *call;
	json_t *reports;
	bool whole;
	bool found;
} report_list;

/* What the person was shown, and the position, are left out while that game runs. */
static void add_hidden_parts(sv_admin_call *c, json_t *to, const sv_report *r)
{
	sv_table *t = sv_find_table(c->hub, r->table);
	sv_admin_about(c, "table %s", r->table);
	if (!may_show_hidden(c, t))
		return;
	json_object_set_new(to, "shown", json_string(r->shown));
	if (*r->scenario)
		json_object_set_new(to, "position", json_string(r->scenario));
}

static bool add_report(void *to, const sv_report *r)
{
	report_list *list = to;
	json_t *report = json_pack("{sI sI ss ss ss si}", "report", (json_int_t)r->id, "at",
		(json_int_t)r->at, "kind", r->kind, "table", r->table, "game", r->game, "rules", r->rules);
	add_person(list->call, report, "from", r->person);
	add_person(list->call, report, "against", r->against);
	if (*r->said)
		json_object_set_new(report, "said", json_string(r->said));
	json_object_set_new(report, "text", json_string(r->text));
	if (list->whole) {
		add_hidden_parts(list->call, report, r);
		json_object_update(list->call->answer, report);
		json_decref(report);
	} else {
		json_array_append_new(list->reports, report);
	}
	list->found = true;
	return true;
}

bool sv_admin_reports_list(sv_admin_call *c)
{
	assert(c);
	report_list list = {.call = c, .reports = json_array()};
	json_object_set_new(c->answer, "reports", list.reports);
	return sv_store_each_report(c->store, 0, add_report, &list) || sv_admin_fail_store(c);
}

bool sv_admin_reports_show(sv_admin_call *c)
{
	assert(c);
	int64_t id = sv_admin_number(c, "report", 0);
	report_list list = {.call = c, .whole = true};
	if (id > 0 && !sv_store_each_report(c->store, id, add_report, &list))
		return sv_admin_fail_store(c);
	return list.found ||
		sv_admin_fail(c, "no-such-report", "there is no report %lld", (long long)id);
}

bool sv_admin_reports_delete(sv_admin_call *c)
{
	assert(c);
	int64_t id = sv_admin_number(c, "report", 0);
	int count = sv_store_delete_report(c->store, id);
	sv_admin_about(c, "report %lld", (long long)id);
	if (count < 0)
		return sv_admin_fail_store(c);
	return count > 0 ||
		sv_admin_fail(c, "no-such-report", "there is no report %lld", (long long)id);
}

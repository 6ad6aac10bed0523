/* personal_data.c: all that is kept of a person, for himself. What others whispered to him is
 * theirs, and what is hidden at a table is not his. Whoever runs the server is not shown what the
 * person keeps from others at a table whose game is not over: moves, orders, whispers. */
#include <assert.h>
#include <jansson.h>
#include <string.h>

#include "core/notation.h"
#include "server/account.h"
#include "server/hub_internal.h"
#include "server/notices_internal.h"

typedef struct collection {
	sv_front *front;
	int64_t person;
	bool own; /* it is for the person himself */
	json_t *rows;
	sv_table *table; /* whose lines are collected */
} collection;

/* True if what is hidden at this table, which may be NULL, is left out. */
static bool hides(const collection *c, const sv_table *t)
{
	return !c->own && t && t->status <= SV_RUNNING;
}

static bool hides_at(const collection *c, const char *key)
{
	sv_table_row row;
	return !c->own && sv_store_find_table(c->front->store, key, &row) && row.status <= SV_RUNNING;
}

/* ---- Tables and moves ------------------------------------------------------------------------ */

static bool add_move(void *to, int seq, const sv_line *line)
{
	collection *c = to;
	char text[SV_ACTION_SIZE] = "";
	(void)seq;
	if (line->person != c->person)
		return true;
	if (line->kind == AP_LINE_ACTION && ap_rules_are_known(c->table->game, &c->table->rules))
		ap_write_action(c->table->game, line->seat, line->value, text, sizeof text);
	json_array_append_new(c->rows,
		json_pack("{sI ss}", "at", (json_int_t)line->at, "action",
			*text                              ? text
				: line->kind == AP_LINE_ACTION ? "action"
				: line->kind == AP_LINE_UNSEAL ? "unseal"
											   : "undo"));
	return true;
}

static json_t *describe_orders(const sv_table *t, int seat)
{
	char text[SV_ACTION_SIZE];
	json_t *orders = json_array();
	for (int i = 0; i < t->seat[seat].orders; i++) {
		const sv_order *order = &t->order[seat][i];
		ap_write_action(t->game, seat, order->action, text, sizeof text);
		json_array_append_new(orders,
			json_pack("{ss ss}", "step", ap_step_name(t->game, order->step), "action", text));
	}
	return orders;
}

static json_t *describe_table(collection *c, sv_table *t)
{
	static const char *const statuses[] = {"lobby", "running", "over", "cancelled"};
	int seat = sv_seat_of(t, c->person);
	json_t *moves = hides(c, t) ? NULL : json_array();
	collection lines = {c->front, c->person, c->own, moves, t};
	if (moves)
		sv_store_each_line(c->front->store, t->id, 0, add_move, &lines);
	json_t *row = json_pack("{ss ss ss sI sI sb so*}", "table", t->key, "game",
		ap_game_name(t->game), "status", statuses[t->status], "created", (json_int_t)t->created,
		"updated", (json_int_t)t->updated, "owner", t->owner == c->person, "moves", moves);
	if (seat == AP_OBSERVER)
		return row;
	const sv_seat *s = &t->seat[seat];
	json_object_set_new(row, "seat", json_string(ap_seat_name(t->game, seat)));
	if (hides(c, t))
		return row;
	json_object_set_new(row, "ask_all", json_boolean(s->ask_all));
	json_object_set_new(row, "orders", describe_orders(t, seat));
	json_object_set_new(row, "muted_seats", json_integer(s->muted));
	if (t->status == SV_OVER || t->status == SV_RUNNING)
		json_object_set_new(row, "record", json_sprintf("/records/%s.apr", t->key));
	return row;
}

static bool has_table(const json_t *rows, const char *key)
{
	size_t i;
	const json_t *row;
	json_array_foreach(rows, i, row)
	{
		if (strcmp(json_string_value(json_object_get(row, "table")), key) == 0)
			return true;
	}
	return false;
}

static bool add_stored_table(void *to, const sv_table_row *row)
{
	collection *c = to;
	if (has_table(c->rows, row->key))
		return true;
	sv_table *t = sv_read_table(c->front->hub, row);
	if (t)
		json_array_append_new(c->rows, describe_table(c, t));
	if (t)
		sv_free_table(t);
	return true;
}

/* Tables of which he has a seat or had one, or that he has made. */
static bool collect_tables(collection *c)
{
	enum { ALL = 1 << 30 };
	sv_hub *hub = c->front->hub;
	return sv_store_each_own(hub->store, c->person, ALL, add_stored_table, c) &&
		sv_store_each_table_of(hub->store, c->person, SV_RUNNING, ALL, add_stored_table, c) &&
		sv_store_each_table_of(hub->store, c->person, SV_OVER, ALL, add_stored_table, c) &&
		sv_store_each_table_of(hub->store, c->person, SV_CANCELLED, ALL, add_stored_table, c) &&
		sv_store_each_owned(hub->store, c->person, add_stored_table, c);
}

/* ---- The rest -------------------------------------------------------------------------------- */

static bool add_said(void *to, const char *table, const sv_talk *talk)
{
	collection *c = to;
	bool whispered = talk->seen_by != AP_ALL_VIEWERS;
	json_array_append_new(c->rows,
		json_pack("{ss sI sb ss*}", "table", table, "at", (json_int_t)talk->at, "whispered",
			whispered, "text", whispered && hides_at(c, table) ? NULL : talk->text));
	return true;
}

static bool add_report(void *to, const sv_report *r)
{
	collection *c = to;
	json_array_append_new(c->rows,
		json_pack("{sI sI ss ss ss ss*}", "report", (json_int_t)r->id, "at", (json_int_t)r->at,
			"table", r->table, "kind", r->kind, "text", r->text, "shown",
			hides_at(c, r->table) ? NULL : r->shown));
	return true;
}

static bool add_push(void *to, const sv_push_row *row)
{
	collection *c = to;
	json_array_append_new(c->rows, json_string(row->endpoint));
	return true;
}

static bool add_restraint(void *to, const sv_restraint *r)
{
	collection *c = to;
	if (r->person == c->person)
		json_array_append_new(c->rows,
			json_pack("{ss sI sI ss}", "kind", r->kind == SV_BAN ? "ban" : "silence", "at",
				(json_int_t)r->at, "until", (json_int_t)r->until, "reason", r->reason));
	return true;
}

/* The hash of the password, and secrets of sessions and webhooks, are left out: they are no
 * knowledge of the person, but keys. */
static json_t *describe_person(const sv_person_row *row)
{
	sv_notice_settings settings;
	sv_read_notice_settings(row, &settings);
	json_t *person = json_pack("{sI ss sb sI sI ss}", "number", (json_int_t)row->id, "name",
		row->name, "account", row->password[0] != '\0', "created", (json_int_t)row->created, "seen",
		(json_int_t)row->seen, "language", ap_language_code(settings.language));
	if (*settings.mail)
		json_object_set_new(person, "mail", json_string(settings.mail));
	if (*settings.webhook)
		json_object_set_new(person, "webhook", json_string(settings.webhook));
	return person;
}

/* Begins another list about the same person. */
static collection begin(const collection *all, json_t *data, const char *key)
{
	collection c = *all;
	c.rows = json_array();
	json_object_set_new(data, key, c.rows);
	return c;
}

json_t *sv_export_person(sv_front *front, const sv_person_row *row, bool own)
{
	assert(front && row);
	sv_store *store = front->store;
	int64_t id = row->id;
	json_t *data = json_object();
	json_object_set_new(data, "person", describe_person(row));
	json_object_set_new(data, "sessions", sv_list_sessions(front, id, NULL));
	const collection all = {front, id, own, NULL, NULL};
	collection tables = begin(&all, data, "tables"), said = begin(&all, data, "talk"),
			   reports = begin(&all, data, "reports"), push = begin(&all, data, "push"),
			   bans = begin(&all, data, "bans");
	if (collect_tables(&tables) && sv_store_each_said(store, id, add_said, &said) &&
		sv_store_each_report_of(store, id, add_report, &reports) &&
		sv_store_each_push(store, id, add_push, &push) &&
		sv_store_each_restraint(store, sv_front_wall_now(front), add_restraint, &bans))
		return data;
	json_decref(data);
	return NULL;
}

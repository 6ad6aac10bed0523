/* store_copy.c: see store_copy.h. Rows are read a page at a time, in the order of their keys, which
 * is the same in every database; so equal tables have equal digests. */
#include "server/store_copy.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "server/store_internal.h"
#include "text/memory.h"

enum { MOST_COLUMNS = 16, MOST_KEYS = 2, PAGE = 500, SQL_SIZE = 512 };

/* The tables in an order in which none refers to a later one. The columns of the key come first. A
 * test compares this with the schema. */
static const struct table {
	const char *name;
	int keys; /* columns of the key */
	const char *columns;
	const char *read; /* what is read to be copied there, if that is not the same */
} tables[] = {
	{"tables", 1,
		"id, key, status, updated, meta, owner, game, public, open_seats, bots, expires, rules,"
		" left_at, ahead",
		/* A copy has no nodes: its tables were let go when their nodes were last seen. */
		"id, key, status, updated, meta, owner, game, public, open_seats, bots, expires, rules,"
		" coalesce(left_at, (SELECT nodes.served FROM nodes WHERE nodes.id = tables.node)), ahead"},
	{"lines", 2, "table_id, seq, at, person, value, kind, seat, client, served", NULL},
	{"snapshots", 2, "table_id, seq, bytes", NULL},
	{"bases", 1, "table_id, bytes", NULL},
	{"games", 1, "table_id, seq, size, bytes", NULL},
	{"sitters", 2, "person, table_id", NULL},
	{"seats", 2, "table_id, person", NULL},
	{"names", 2, "table_id, name", NULL},
	{"talk", 2, "table_id, n, at, person, seen_by, sender, text", NULL},
	{"people", 1, "id, name, account, password, created, seen, settings, look, folded_look, used",
		NULL},
	{"sessions", 1, "hash, person, expires, created, agent", NULL},
	{"recoveries", 1, "hash, person, expires", NULL},
	{"pushes", 1, "endpoint, person, added, point, auth", NULL},
	{"restraints", 1, "id, kind, person, address, bits, at, until, reason", NULL},
	{"reports", 1,
		"id, at, person, table_key, game, rules, text, shown, scenario, kind, against, said", NULL},
	{"acts", 1, "id, at, who, act, about, details", NULL},
	{"announcements", 1, "id, at, until, text", NULL},
	{"secrets", 1, "name, bytes", NULL},
	{"service", 1, "id, served, shared", NULL},
};

enum { TABLES = sizeof tables / sizeof *tables };

typedef struct digest {
	crypto_generichash_state state;
	int64_t rows;
} digest;

/* The key of the last row that was read, with bytes of its own. */
typedef struct place {
	sv_value key[MOST_KEYS];
	char *bytes[MOST_KEYS];
} place;

/* What is done with each row. */
typedef bool row_handler(void *to, const sv_value *values, int count);

const char *sv_store_copied_columns(int n, const char **table)
{
	*table = n < TABLES ? tables[n].name : NULL;
	return n < TABLES ? tables[n].columns : NULL;
}

static int count_columns(const struct table *t)
{
	int count = 1;
	for (const char *c = t->columns; *c; c++)
		count += *c == ',';
	return count;
}

/* Copies the names of the first columns. */
static const char *first_columns(const struct table *t, int count, char out[SQL_SIZE])
{
	const char *end = t->columns;
	for (; *end && count > 0; end++)
		if (*end == ',' && --count == 0)
			break;
	snprintf(out, SQL_SIZE, "%.*s", (int)(end - t->columns), t->columns);
	return out;
}

/* Prepares reading a page: the first, or the one after a row. */
static bool prepare_page(sv_store *s, const struct table *t, bool is_first)
{
	char sql[SQL_SIZE], keys[SQL_SIZE], after[SQL_SIZE] = "";
	first_columns(t, t->keys, keys);
	if (!is_first)
		snprintf(after, sizeof after, "WHERE (%.100s) > (%s)", keys, t->keys == 2 ? "?, ?" : "?");
	snprintf(sql, sizeof sql, "SELECT %s FROM %s %.150s ORDER BY %.100s LIMIT %d",
		t->read ? t->read : t->columns, t->name, after, keys, PAGE);
	return sv_store_prepare(s, SQL_ANY_READ, sql);
}

static void keep_place(place *p, const struct table *t, const sv_value *values)
{
	for (int i = 0; i < t->keys; i++) {
		free(p->bytes[i]);
		p->bytes[i] = NULL;
		p->key[i] = values[i];
		if (values[i].type == SV_NUMBER)
			continue;
		p->bytes[i] = ap_allocate(values[i].size + 1, 1);
		if (values[i].size > 0)
			memcpy(p->bytes[i], values[i].bytes, values[i].size);
		p->key[i].bytes = p->bytes[i];
	}
}

/* Returns how many rows the page had; -1 on failure. */
static int read_page(sv_store *s, const struct table *t, place *p, row_handler *handle, void *to)
{
	sv_value values[MOST_COLUMNS];
	int count = 0, columns = count_columns(t);
	bool good = true;
	sv_rows *row = sv_store_read(s, SQL_ANY_READ, p->key);
	while (good && sv_next_row(row)) {
		for (int i = 0; i < columns; i++)
			values[i] = sv_value_at(row, i);
		good = handle(to, values, columns);
		keep_place(p, t, values);
		count++;
	}
	return sv_end_rows(row) && good ? count : -1;
}

static bool read_table(sv_store *s, const struct table *t, row_handler *handle, void *to)
{
	place p = {.bytes = {NULL}};
	int count = prepare_page(s, t, true) ? read_page(s, t, &p, handle, to) : -1;
	if (count == PAGE && !prepare_page(s, t, false))
		count = -1;
	while (count == PAGE)
		count = read_page(s, t, &p, handle, to);
	for (int i = 0; i < MOST_KEYS; i++)
		free(p.bytes[i]);
	return count >= 0;
}

/* ---- Copying, and comparing ------------------------------------------------------------------ */

static void add_to_digest(digest *d, const sv_value *values, int count)
{
	d->rows++;
	for (int i = 0; i < count; i++) {
		const sv_value *v = &values[i];
		bool is_number = v->type == SV_NUMBER;
		int64_t head[2] = {(int64_t)v->type, is_number ? v->number : (int64_t)v->size};
		crypto_generichash_update(&d->state, (const unsigned char *)head, sizeof head);
		if (!is_number && v->size > 0)
			crypto_generichash_update(&d->state, v->bytes, v->size);
	}
}

typedef struct copying {
	sv_store *target; /* NULL: rows are only counted */
	digest digest;
} copying;

static bool copy_row(void *to, const sv_value *values, int count)
{
	copying *c = to;
	add_to_digest(&c->digest, values, count);
	return !c->target || sv_store_write_row(c->target, SQL_ANY_WRITE, values);
}

static bool copy_table(sv_store *from, copying *c, const struct table *t)
{
	char sql[SQL_SIZE], marks[3 * MOST_COLUMNS + 1] = "?";
	crypto_generichash_init(&c->digest.state, NULL, 0, crypto_generichash_BYTES);
	c->digest.rows = 0;
	for (int i = 1; i < count_columns(t); i++)
		strcat(marks, ", ?");
	snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (%s)", t->name, t->columns, marks);
	return (!c->target || sv_store_prepare(c->target, SQL_ANY_WRITE, sql)) &&
		read_table(from, t, copy_row, c);
}

static bool fail(ap_error *error, sv_store *from, sv_store *target)
{
	return ap_fail(error, 0, "%.250s",
		*sv_store_error(target) ? sv_store_error(target) : sv_store_error(from));
}

static bool is_empty(sv_store *s, ap_error *error)
{
	copying c = {.target = NULL};
	for (int i = 0; i < TABLES; i++) {
		if (!copy_table(s, &c, &tables[i]))
			return fail(error, s, s);
		if (c.digest.rows > 0)
			return ap_fail(
				error, 0, "there is something in the database already: it must be empty");
	}
	return true;
}

bool sv_store_copy_rows(
	sv_store *from, sv_store *target, sv_on_copied *on_copied, void *to, ap_error *error)
{
	assert(from && target && on_copied && error);
	unsigned char is[crypto_generichash_BYTES], should[TABLES][crypto_generichash_BYTES];
	copying c = {.target = target};
	int64_t last = sv_store_last_person(from);
	if (!is_empty(target, error))
		return false;
	for (int i = 0; i < TABLES; i++) {
		if (!copy_table(from, &c, &tables[i]))
			return fail(error, from, target);
		crypto_generichash_final(&c.digest.state, should[i], sizeof should[i]);
	}
	if (last < 0 || !sv_store_finish_copy(target, last) || !sv_store_commit(target))
		return fail(error, from, target);
	c.target = NULL;
	for (int i = 0; i < TABLES; i++) {
		if (!copy_table(target, &c, &tables[i]))
			return fail(error, target, target);
		crypto_generichash_final(&c.digest.state, is, sizeof is);
		if (memcmp(is, should[i], sizeof is) != 0)
			return ap_fail(error, 0, "the copy of the table %s differs", tables[i].name);
		on_copied(to, tables[i].name, c.digest.rows);
	}
	if (sv_store_last_person(target) != last)
		return ap_fail(error, 0, "the copy of the table %s differs", "people");
	return true;
}

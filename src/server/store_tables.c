/* store_tables.c: the tables in the store: see store.h. */
#include "server/store.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/names.h"
#include "server/store_internal.h"

/* ---- Tables ---------------------------------------------------------------------------------- */

bool sv_store_put_table(sv_store *s, const sv_table_row *row)
{
	assert(s && row);
	if (!row->meta || !row->key[0] || !sv_store_is_terminated(row->key, sizeof row->key))
		return sv_store_reject(s, "a table cannot be kept: it needs a key and a meta");
	if (!sv_store_write_row(s, SQL_PUT_TABLE,
			(sv_value[]){sv_number(row->id), sv_text(row->key), sv_number(row->status),
				sv_number(row->updated), sv_text(row->meta), sv_number(row->owner),
				sv_text(row->game ? row->game : ""), sv_number(row->is_public),
				sv_number(row->open_seats), sv_number(row->bots), sv_number(row->expires)}))
		return false;
	if (sqlite3_changes(s->db) == 1)
		return true;
	sv_store_set_error(s, "a table cannot be kept: %lld has another key", (long long)row->id);
	return sv_store_fail_transaction(s);
}

bool sv_store_add_line(sv_store *s, int64_t table, int seq, const sv_line *line)
{
	assert(s && line);
	bool had_failed = s->has_failed;
	if (!sv_store_is_terminated(line->message_id, sizeof line->message_id))
		return sv_store_reject(s, "a line cannot be added: the client's id does not end");
	if (sv_store_write_row(s, SQL_ADD_LINE,
			(sv_value[]){sv_number(table), sv_number(seq), sv_number(line->at),
				sv_number(line->person), sv_number(line->value), sv_number(line->kind),
				sv_number(line->seat), sv_text(line->message_id[0] ? line->message_id : NULL),
				sv_number(line->served)}))
		return true;
	if (had_failed || sqlite3_extended_errcode(s->db) != SQLITE_CONSTRAINT_PRIMARYKEY)
		return false;
	sv_store_set_error(s, "line %d of table %lld is there already", seq, (long long)table);
	return sv_store_fail_transaction(s);
}

bool sv_store_put_snapshot(sv_store *s, int64_t table, int seq, const void *from, size_t size)
{
	assert(s && (from || size == 0));
	return sv_store_write_row(s, SQL_DROP_SNAPSHOT, (sv_value[]){sv_number(table)}) &&
		sv_store_write_row(s, SQL_PUT_SNAPSHOT,
			(sv_value[]){sv_number(table), sv_number(seq), sv_bytes(from, size)});
}

void sv_store_read_table(sqlite3_stmt *st, sv_table_row *row)
{
	assert(st && row);
	*row = (sv_table_row){.expires = sqlite3_column_int64(st, 5)};
	row->id = sqlite3_column_int64(st, 0);
	snprintf(row->key, sizeof row->key, "%s", sv_store_text_at(st, 1));
	row->status = sqlite3_column_int(st, 2);
	row->updated = sqlite3_column_int64(st, 3);
	row->meta = sv_store_text_at(st, 4);
}

bool sv_store_find_table(sv_store *s, const char *key, sv_table_row *out)
{
	assert(s && key && out);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_TABLE, (sv_value[]){sv_text(key)});
	if (!st)
		return false;
	sv_store_read_table(st, out);
	out->meta = sv_store_copy_column(s, SQL_TABLE, 4);
	sqlite3_reset(st);
	return true;
}

static bool list_tables(
	sv_store *s, sv_statement which, const sv_value *v, sv_table_visitor *visit, void *to)
{
	int rc;
	sv_table_row row;
	sqlite3_stmt *st = sv_store_bind_statement(s, which, v);
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_store_read_table(st, &row);
		if (!visit(to, &row))
			break;
	}
	return sv_store_end_list(s, which, rc);
}

bool sv_store_each_table(sv_store *s, int status, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	return list_tables(s, SQL_TABLES, (sv_value[]){sv_number(status)}, visit, to);
}

bool sv_store_add_player(sv_store *s, int64_t person, int64_t table)
{
	assert(s);
	return sv_store_write_row(s, SQL_PUT_SITTER, (sv_value[]){sv_number(person), sv_number(table)});
}

bool sv_store_each_table_of(
	sv_store *s, int64_t person, int status, int most, sv_table_visitor *visit, void *to)
{
	assert(s && visit && most > 0);
	return list_tables(s, SQL_TABLES_OF,
		(sv_value[]){sv_number(person), sv_number(status), sv_number(most)}, visit, to);
}

bool sv_store_each_line(sv_store *s, int64_t table, int from, sv_line_visitor *visit, void *to)
{
	assert(s && visit);
	int rc;
	sqlite3_stmt *st =
		sv_store_bind_statement(s, SQL_LINES, (sv_value[]){sv_number(table), sv_number(from)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_line line = {.at = sqlite3_column_int64(st, 1),
			.person = sqlite3_column_int64(st, 2),
			.value = (uint32_t)sqlite3_column_int64(st, 3),
			.kind = (uint8_t)sqlite3_column_int(st, 4),
			.seat = (uint8_t)sqlite3_column_int(st, 5),
			.served = sqlite3_column_int64(st, 7)};
		if (!line.served) /* an older program did not know it */
			line.served = line.at;
		snprintf(line.message_id, sizeof line.message_id, "%s", sv_store_text_at(st, 6));
		if (!visit(to, sqlite3_column_int(st, 0), &line))
			break;
	}
	return sv_store_end_list(s, SQL_LINES, rc);
}

bool sv_store_find_snapshot(sv_store *s, int64_t table, sv_snapshot *out)
{
	assert(s && out);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_SNAPSHOT, (sv_value[]){sv_number(table)});
	if (!st)
		return false;
	out->seq = sqlite3_column_int(st, 0);
	out->bytes = sv_store_copy_column(s, SQL_SNAPSHOT, 1);
	out->size = (size_t)sqlite3_column_bytes(st, 1);
	sqlite3_reset(st);
	return true;
}

int sv_store_count_lines(sv_store *s, int64_t table)
{
	assert(s);
	return (int)sv_store_find_number(s, SQL_COUNT_LINES, (sv_value[]){sv_number(table)});
}

bool sv_store_put_base(sv_store *s, int64_t table, const void *from, size_t size)
{
	assert(s && from);
	return sv_store_write_row(
		s, SQL_PUT_BASE, (sv_value[]){sv_number(table), sv_bytes(from, size)});
}

bool sv_store_find_base(sv_store *s, int64_t table, sv_snapshot *out)
{
	assert(s && out);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_BASE, (sv_value[]){sv_number(table)});
	if (!st)
		return false;
	out->seq = 0;
	out->bytes = sv_store_copy_column(s, SQL_BASE, 0);
	out->size = (size_t)sqlite3_column_bytes(st, 0);
	sqlite3_reset(st);
	return true;
}

bool sv_store_put_game(sv_store *s, int64_t table, const sv_kept_game *game)
{
	assert(s && game && game->bytes);
	return sv_store_write_row(s, SQL_PUT_GAME,
		(sv_value[]){sv_number(table), sv_number(game->lines), sv_number((int64_t)game->full_size),
			sv_bytes(game->bytes, game->size)});
}

bool sv_store_find_game(sv_store *s, int64_t table, sv_kept_game *out)
{
	assert(s && out);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_GAME, (sv_value[]){sv_number(table)});
	if (!st)
		return false;
	out->lines = sqlite3_column_int(st, 0);
	out->full_size = (size_t)sqlite3_column_int64(st, 1);
	out->bytes = sv_store_copy_column(s, SQL_GAME, 2);
	out->size = (size_t)sqlite3_column_bytes(st, 2);
	sqlite3_reset(st);
	return true;
}

bool sv_store_next_unkept(sv_store *s, int64_t id, sv_table_row *out)
{
	assert(s && out);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_NEXT_UNKEPT, (sv_value[]){sv_number(id)});
	if (!st)
		return false;
	sv_store_read_table(st, out);
	out->meta = sv_store_copy_column(s, SQL_NEXT_UNKEPT, 4);
	sqlite3_reset(st);
	return true;
}

int64_t sv_store_count_tables(sv_store *s, int status)
{
	assert(s);
	return sv_store_find_number(s, SQL_COUNT_TABLES, (sv_value[]){sv_number(status)});
}

int64_t sv_store_last_table(sv_store *s)
{
	assert(s);
	return sv_store_find_number(s, SQL_LAST_TABLE, NULL);
}

/* ---- Lists, limits and what expires ---------------------------------------------------------- */

/* Adds a name as it is searched for, and again from the beginning of each of its words. */
static bool add_name(sv_store *s, int64_t table, const char *name)
{
	char key[SV_LOOK_SIZE];
	if (!name || !*name || !sv_name_search_key(name, key))
		return true;
	for (const char *word = key; word; word = strchr(word, ' ')) {
		word += *word == ' ';
		if (!sv_store_write_row(s, SQL_ADD_NAME, (sv_value[]){sv_number(table), sv_text(word)}))
			return false;
	}
	return true;
}

bool sv_store_put_seats(
	sv_store *s, int64_t table, const int64_t *people, const char *const *names, int count)
{
	assert(s && ((people && names) || count == 0));
	bool good = sv_store_write_row(s, SQL_CLEAR_SEATS, (sv_value[]){sv_number(table)}) &&
		sv_store_write_row(s, SQL_CLEAR_NAMES, (sv_value[]){sv_number(table)});
	for (int i = 0; good && i < count; i++)
		if (people[i])
			good = sv_store_write_row(
					   s, SQL_ADD_SEAT, (sv_value[]){sv_number(table), sv_number(people[i])}) &&
				add_name(s, table, names[i]);
	return good;
}

/* Names that begin with a text are not less than it, and less than the text with the greatest
 * character after it. */
static bool list_named(
	sv_store *s, const sv_list_filter *f, int most, sv_table_visitor *visit, void *to)
{
	char least[SV_LOOK_SIZE], most_name[SV_LOOK_SIZE + 8];
	s->error[0] = '\0';
	if (!sv_name_search_key(f->name, least))
		return true;
	snprintf(most_name, sizeof most_name, "%s\xf4\x8f\xbf\xbf", least);
	return list_tables(s, SQL_LIST_NAMED,
		(sv_value[]){sv_number(f->before), sv_number(f->before_id), sv_number(f->since),
			sv_number(most), sv_number(f->status), sv_text(f->game), sv_number(f->with_room),
			sv_text(least), sv_text(most_name)},
		visit, to);
}

bool sv_store_each_listed(
	sv_store *s, const sv_list_filter *f, int most, sv_table_visitor *visit, void *to)
{
	assert(s && f && f->game && f->name && visit);
	if (f->name[0])
		return list_named(s, f, most, visit, to);
	sv_value from = sv_number(f->before), from_id = sv_number(f->before_id),
			 since = sv_number(f->since);
	sv_value status = sv_number(f->status), game = sv_text(f->game), limit = sv_number(most);
	if (f->with_room && f->game[0])
		return list_tables(s, SQL_LIST_WITH_ROOM_OF_GAME,
			(sv_value[]){from, from_id, since, limit, game}, visit, to);
	if (f->with_room)
		return list_tables(
			s, SQL_LIST_WITH_ROOM, (sv_value[]){from, from_id, since, limit}, visit, to);
	return list_tables(s, f->game[0] ? SQL_LIST_OF_GAME : SQL_LIST,
		(sv_value[]){from, from_id, since, limit, status, game}, visit, to);
}

bool sv_store_each_own(sv_store *s, int64_t person, int most, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	return list_tables(
		s, SQL_OWN_TABLES, (sv_value[]){sv_number(person), sv_number(most)}, visit, to);
}

static bool find_amounts(sv_store *s, sv_statement which, const sv_value *v, sv_table_amounts *out)
{
	sqlite3_stmt *st = sv_store_find_row(s, which, v);
	*out = (sv_table_amounts){0};
	if (!st)
		return false;
	*out = (sv_table_amounts){
		sqlite3_column_int(st, 0), sqlite3_column_int(st, 1), sqlite3_column_int(st, 2)};
	sqlite3_reset(st);
	return true;
}

bool sv_store_amounts_of(sv_store *s, int64_t person, sv_table_amounts *out)
{
	assert(s && out);
	return person ? find_amounts(s, SQL_AMOUNTS_OF, (sv_value[]){sv_number(person)}, out)
				  : find_amounts(s, SQL_AMOUNTS, NULL, out);
}

bool sv_store_amounts_at(sv_store *s, int64_t table, sv_table_amounts *out)
{
	assert(s && out);
	return find_amounts(s, SQL_AMOUNTS_AT, (sv_value[]){sv_number(table)}, out);
}

int64_t sv_store_count_seats(sv_store *s, int64_t person)
{
	assert(s);
	return sv_store_find_number(s, SQL_COUNT_SEATS, (sv_value[]){sv_number(person)});
}

bool sv_store_find_expired(sv_store *s, int64_t now, sv_table_row *out)
{
	assert(s && out);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_EXPIRED, (sv_value[]){sv_number(now)});
	if (!st)
		return false;
	sv_store_read_table(st, out);
	out->meta = sv_store_copy_column(s, SQL_EXPIRED, 4);
	sqlite3_reset(st);
	return true;
}

bool sv_store_set_expiry(sv_store *s, int64_t table, int64_t expires)
{
	assert(s);
	return sv_store_write_row(
		s, SQL_SET_EXPIRY, (sv_value[]){sv_number(expires), sv_number(table)});
}

bool sv_store_delete_table(sv_store *s, int64_t table)
{
	assert(s);
	static const sv_statement parts[] = {SQL_DELETE_LINES, SQL_DELETE_SNAPSHOTS, SQL_DELETE_BASE,
		SQL_DELETE_GAME, SQL_DELETE_TALK, SQL_DELETE_SITTERS, SQL_CLEAR_SEATS, SQL_CLEAR_NAMES,
		SQL_DELETE_TABLE};
	bool good = true;
	for (size_t i = 0; good && i < sizeof parts / sizeof parts[0]; i++)
		good = sv_store_write_row(s, parts[i], (sv_value[]){sv_number(table)});
	return good;
}

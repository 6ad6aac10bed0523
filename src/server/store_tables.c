/* store_tables.c: the tables in the store: see store.h. */
#include "server/store.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/names.h"
#include "server/store_internal.h"
#include "server/store_nodes.h"

/* ---- Tables ---------------------------------------------------------------------------------- */

bool sv_store_put_table(sv_store *s, const sv_table_row *row)
{
	assert(s && row);
	if (!row->meta || !row->key[0] || !sv_store_is_terminated(row->key, sizeof row->key))
		return sv_store_reject(s, "a table cannot be kept: it needs a key and a meta");
	return sv_store_write_row(s, SQL_PUT_TABLE,
		VALUES(sv_number(row->id), sv_text(row->key), sv_number(row->status),
			sv_number(row->updated), sv_text(row->meta), sv_number(row->owner),
			sv_text(row->game ? row->game : ""), sv_number(row->is_public),
			sv_number(row->open_seats), sv_number(row->bots), sv_number(row->expires),
			sv_number(row->rules),
			sv_store_own_node(s) ? sv_number(sv_store_own_node(s)) : sv_nothing()));
}

bool sv_store_add_line(sv_store *s, int64_t table, int seq, const sv_line *line)
{
	assert(s && line);
	if (!sv_store_is_terminated(line->message_id, sizeof line->message_id))
		return sv_store_reject(s, "a line cannot be added: the client's id does not end");
	return sv_store_write_row(s, SQL_ADD_LINE,
		VALUES(sv_number(table), sv_number(seq), sv_number(line->at), sv_number(line->person),
			sv_number(line->value), sv_number(line->kind), sv_number(line->seat),
			sv_text(line->message_id[0] ? line->message_id : NULL), sv_number(line->served)));
}

bool sv_store_put_snapshot(sv_store *s, int64_t table, int seq, const void *from, size_t size)
{
	assert(s && (from || size == 0));
	return sv_store_write_row(s, SQL_DROP_SNAPSHOT, VALUES(sv_number(table))) &&
		sv_store_write_row(
			s, SQL_PUT_SNAPSHOT, VALUES(sv_number(table), sv_number(seq), sv_bytes(from, size)));
}

void sv_store_read_table(const sv_rows *row, sv_table_row *out)
{
	assert(row && out);
	*out = (sv_table_row){.expires = sv_number_at(row, 5),
		.node = sv_number_at(row, 6),
		.ahead = sv_number_at(row, 7),
		.rules = (int)sv_number_at(row, 8)};
	out->id = sv_number_at(row, 0);
	sv_copy_text_at(row, 1, out->key, sizeof out->key);
	out->status = (int)sv_number_at(row, 2);
	out->updated = sv_number_at(row, 3);
	out->meta = sv_text_at(row, 4);
}

/* Takes the table of a row that was found, and ends reading. */
static bool take_table(sv_rows *row, sv_table_row *out)
{
	size_t size;
	if (!row)
		return false;
	sv_store_read_table(row, out);
	out->meta = sv_store_copy_column(row, 4, &size);
	sv_end_rows(row);
	return true;
}

bool sv_store_find_table(sv_store *s, const char *key, sv_table_row *out)
{
	assert(s && key && out);
	return take_table(sv_store_find_row(s, SQL_TABLE, VALUES(sv_text(key))), out);
}

bool sv_store_find_table_of_id(sv_store *s, int64_t id, sv_table_row *out)
{
	assert(s && out);
	return take_table(sv_store_find_row(s, SQL_TABLE_OF_ID, VALUES(sv_number(id))), out);
}

bool sv_store_list_tables(
	sv_store *s, sv_statement which, const sv_value *v, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	sv_table_row table;
	sv_rows *row = sv_store_read(s, which, v);
	while (sv_next_row(row)) {
		sv_store_read_table(row, &table);
		if (!visit(to, &table))
			break;
	}
	return sv_end_rows(row);
}

bool sv_store_each_table(sv_store *s, int status, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	return sv_store_list_tables(s, SQL_TABLES, VALUES(sv_number(status)), visit, to);
}

bool sv_store_add_player(sv_store *s, int64_t person, int64_t table)
{
	assert(s);
	return sv_store_write_row(s, SQL_PUT_SITTER, VALUES(sv_number(person), sv_number(table)));
}

bool sv_store_each_table_of(
	sv_store *s, int64_t person, int status, int most, sv_table_visitor *visit, void *to)
{
	assert(s && visit && most > 0);
	return sv_store_list_tables(
		s, SQL_TABLES_OF, VALUES(sv_number(person), sv_number(status), sv_number(most)), visit, to);
}

bool sv_store_each_line(sv_store *s, int64_t table, int from, sv_line_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_LINES, VALUES(sv_number(table), sv_number(from)));
	while (sv_next_row(row)) {
		sv_line line = {.at = sv_number_at(row, 1),
			.person = sv_number_at(row, 2),
			.value = (uint32_t)sv_number_at(row, 3),
			.kind = (uint8_t)sv_number_at(row, 4),
			.seat = (uint8_t)sv_number_at(row, 5),
			.served = sv_number_at(row, 7)};
		if (!line.served) /* an older program did not know it */
			line.served = line.at;
		sv_copy_text_at(row, 6, line.message_id, sizeof line.message_id);
		if (!visit(to, (int)sv_number_at(row, 0), &line))
			break;
	}
	return sv_end_rows(row);
}

bool sv_store_find_snapshot(sv_store *s, int64_t table, sv_snapshot *out)
{
	assert(s && out);
	sv_rows *row = sv_store_find_row(s, SQL_SNAPSHOT, VALUES(sv_number(table)));
	if (!row)
		return false;
	out->seq = (int)sv_number_at(row, 0);
	out->bytes = sv_store_copy_column(row, 1, &out->size);
	sv_end_rows(row);
	return true;
}

int sv_store_count_lines(sv_store *s, int64_t table)
{
	assert(s);
	return (int)sv_store_find_number(s, SQL_COUNT_LINES, VALUES(sv_number(table)));
}

bool sv_store_put_base(sv_store *s, int64_t table, const void *from, size_t size)
{
	assert(s && from);
	return sv_store_write_row(s, SQL_PUT_BASE, VALUES(sv_number(table), sv_bytes(from, size)));
}

bool sv_store_find_base(sv_store *s, int64_t table, sv_snapshot *out)
{
	assert(s && out);
	sv_rows *row = sv_store_find_row(s, SQL_BASE, VALUES(sv_number(table)));
	if (!row)
		return false;
	out->seq = 0;
	out->bytes = sv_store_copy_column(row, 0, &out->size);
	sv_end_rows(row);
	return true;
}

bool sv_store_put_game(sv_store *s, int64_t table, const sv_kept_game *game)
{
	assert(s && game && game->bytes);
	return sv_store_write_row(s, SQL_PUT_GAME,
		VALUES(sv_number(table), sv_number(game->lines), sv_number((int64_t)game->full_size),
			sv_bytes(game->bytes, game->size)));
}

bool sv_store_find_game(sv_store *s, int64_t table, sv_kept_game *out)
{
	assert(s && out);
	sv_rows *row = sv_store_find_row(s, SQL_GAME, VALUES(sv_number(table)));
	if (!row)
		return false;
	out->lines = (int)sv_number_at(row, 0);
	out->full_size = (size_t)sv_number_at(row, 1);
	out->bytes = sv_store_copy_column(row, 2, &out->size);
	sv_end_rows(row);
	return true;
}

bool sv_store_next_unkept(sv_store *s, int64_t id, bool is_steward, sv_table_row *out)
{
	assert(s && out);
	return take_table(
		sv_store_find_row(s, SQL_NEXT_UNKEPT,
			VALUES(sv_number(id), sv_number(sv_store_own_node(s)), sv_number(is_steward))),
		out);
}

int64_t sv_store_count_tables(sv_store *s, int status)
{
	assert(s);
	return sv_store_find_number(s, SQL_COUNT_TABLES, VALUES(sv_number(status)));
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
		if (!sv_store_write_row(s, SQL_ADD_NAME, VALUES(sv_number(table), sv_text(word))))
			return false;
	}
	return true;
}

bool sv_store_put_seats(
	sv_store *s, int64_t table, const int64_t *people, const char *const *names, int count)
{
	assert(s && ((people && names) || count == 0));
	bool good = sv_store_write_row(s, SQL_CLEAR_SEATS, VALUES(sv_number(table))) &&
		sv_store_write_row(s, SQL_CLEAR_NAMES, VALUES(sv_number(table)));
	for (int i = 0; good && i < count; i++)
		if (people[i])
			good = sv_store_write_row(
					   s, SQL_ADD_SEAT, VALUES(sv_number(table), sv_number(people[i]))) &&
				add_name(s, table, names[i]);
	return good;
}

/* Names that begin with a text are not less than it, and less than the text with the greatest
 * character after it. */
static bool list_named(
	sv_store *s, const sv_list_filter *f, int most, sv_table_visitor *visit, void *to)
{
	char least[SV_LOOK_SIZE], most_name[SV_LOOK_SIZE + 8];
	sv_store_clear_error(s);
	if (!sv_name_search_key(f->name, least))
		return true;
	snprintf(most_name, sizeof most_name, "%s\xf4\x8f\xbf\xbf", least);
	return sv_store_list_tables(s, SQL_LIST_NAMED,
		VALUES(sv_number(f->before), sv_number(f->before_id), sv_number(f->since), sv_number(most),
			sv_number(f->status), sv_text(f->game), sv_number(f->with_room), sv_text(least),
			sv_text(most_name)),
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
		return sv_store_list_tables(
			s, SQL_LIST_WITH_ROOM_OF_GAME, VALUES(from, from_id, since, limit, game), visit, to);
	if (f->with_room)
		return sv_store_list_tables(
			s, SQL_LIST_WITH_ROOM, VALUES(from, from_id, since, limit), visit, to);
	return sv_store_list_tables(s, f->game[0] ? SQL_LIST_OF_GAME : SQL_LIST,
		VALUES(from, from_id, since, limit, status, game), visit, to);
}

bool sv_store_each_own(sv_store *s, int64_t person, int most, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	return sv_store_list_tables(
		s, SQL_OWN_TABLES, VALUES(sv_number(person), sv_number(most)), visit, to);
}

static bool find_amounts(sv_store *s, sv_statement which, const sv_value *v, sv_table_amounts *out)
{
	sv_rows *row = sv_store_find_row(s, which, v);
	*out = (sv_table_amounts){0};
	if (!row)
		return false;
	*out = (sv_table_amounts){
		(int)sv_number_at(row, 0), (int)sv_number_at(row, 1), (int)sv_number_at(row, 2)};
	sv_end_rows(row);
	return true;
}

bool sv_store_amounts_of(sv_store *s, int64_t person, sv_table_amounts *out)
{
	assert(s && out);
	return person ? find_amounts(s, SQL_AMOUNTS_OF, VALUES(sv_number(person)), out)
				  : find_amounts(s, SQL_AMOUNTS, NULL, out);
}

bool sv_store_amounts_at(sv_store *s, int64_t table, sv_table_amounts *out)
{
	assert(s && out);
	return find_amounts(s, SQL_AMOUNTS_AT, VALUES(sv_number(table)), out);
}

int64_t sv_store_count_seats(sv_store *s, int64_t person)
{
	assert(s);
	return sv_store_find_number(s, SQL_COUNT_SEATS, VALUES(sv_number(person)));
}

bool sv_store_find_expired(sv_store *s, int64_t now, bool is_steward, sv_table_row *out)
{
	assert(s && out);
	return take_table(
		sv_store_find_row(s, SQL_EXPIRED,
			VALUES(sv_number(now), sv_number(sv_store_own_node(s)), sv_number(is_steward))),
		out);
}

bool sv_store_set_expiry(sv_store *s, int64_t table, int64_t expires)
{
	assert(s);
	return sv_store_write_row(s, SQL_SET_EXPIRY, VALUES(sv_number(expires), sv_number(table)));
}

bool sv_store_delete_table(sv_store *s, int64_t table)
{
	assert(s);
	static const sv_statement parts[] = {SQL_DELETE_LINES, SQL_DELETE_SNAPSHOTS, SQL_DELETE_BASE,
		SQL_DELETE_GAME, SQL_DELETE_TALK, SQL_DELETE_SITTERS, SQL_CLEAR_SEATS, SQL_CLEAR_NAMES,
		SQL_DELETE_TABLE};
	bool good = true;
	for (size_t i = 0; good && i < sizeof parts / sizeof parts[0]; i++)
		good = sv_store_write_row(s, parts[i], VALUES(sv_number(table)));
	return good;
}

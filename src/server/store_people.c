/* store_people.c: people, their sessions and subscriptions in the store: see store.h. */
#include "server/store.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/names.h"
#include "server/store_internal.h"

/* ---- People ---------------------------------------------------------------------------------- */

/* Only ASCII letters change: all others would need tables of Unicode. So "É" and "é" are
 * different. */
static const char *to_lower_case(const char *name, char out[SV_NAME_SIZE])
{
	size_t i = 0;
	for (; i < SV_NAME_SIZE - 1 && name[i]; i++)
		out[i] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
	out[i] = '\0';
	return out;
}

bool sv_store_put_person(sv_store *s, const sv_person_row *row)
{
	assert(s && row);
	char lower[SV_NAME_SIZE];
	sv_look look;
	bool is_account = row->password[0] != '\0';
	if (!sv_store_is_terminated(row->name, sizeof row->name) ||
		!sv_store_is_terminated(row->password, sizeof row->password) ||
		!sv_store_is_terminated(row->settings, sizeof row->settings))
		return sv_store_reject(s, "a person cannot be kept: name, password or settings do not end");
	if (is_account)
		sv_name_look(row->name, &look);
	return sv_store_write_row(s, SQL_PUT_PERSON,
		(sv_value[]){sv_number(row->id), sv_text(row->name),
			sv_text(is_account ? to_lower_case(row->name, lower) : NULL), sv_text(row->password),
			sv_number(row->created), sv_number(row->seen), sv_text(row->settings),
			sv_text(is_account ? look.as_written : NULL),
			sv_text(is_account ? look.folded : NULL)});
}

void sv_store_read_person(sqlite3_stmt *st, sv_person_row *out)
{
	assert(st && out);
	out->id = sqlite3_column_int64(st, 0);
	snprintf(out->name, sizeof out->name, "%s", sv_store_text_at(st, 1));
	snprintf(out->password, sizeof out->password, "%s", sv_store_text_at(st, 2));
	out->created = sqlite3_column_int64(st, 3);
	out->seen = sqlite3_column_int64(st, 4);
	snprintf(out->settings, sizeof out->settings, "%s", sv_store_text_at(st, 5));
}

static bool find_person_row(sv_store *s, sv_statement which, const sv_value *v, sv_person_row *out)
{
	sqlite3_stmt *st = sv_store_find_row(s, which, v);
	if (!st)
		return false;
	sv_store_read_person(st, out);
	sqlite3_reset(st);
	return true;
}

bool sv_store_find_person(sv_store *s, int64_t id, sv_person_row *out)
{
	assert(s && out);
	return find_person_row(s, SQL_PERSON, (sv_value[]){sv_number(id)}, out);
}

bool sv_store_find_account(sv_store *s, const char *name, sv_person_row *out)
{
	assert(s && name && out);
	char lower[SV_NAME_SIZE];
	s->error[0] = '\0';
	if (strlen(name) >= SV_NAME_SIZE)
		return false; /* it would be cut to somebody else's name */
	return find_person_row(
		s, SQL_PERSON_NAMED, (sv_value[]){sv_text(to_lower_case(name, lower))}, out);
}

bool sv_store_delete_person(sv_store *s, int64_t id)
{
	assert(s);
	return sv_store_write_row(s, SQL_SILENCE_PERSON, (sv_value[]){sv_number(id)}) &&
		sv_store_write_row(s, SQL_FORGET_REPORTER, (sv_value[]){sv_number(id)}) &&
		sv_store_write_row(s, SQL_DELETE_RESTRAINTS_OF, (sv_value[]){sv_number(id)}) &&
		sv_store_write_row(s, SQL_DROP_SITTER, (sv_value[]){sv_number(id)}) &&
		sv_store_write_row(s, SQL_DELETE_PERSON, (sv_value[]){sv_number(id)});
}

int64_t sv_store_last_person(sv_store *s)
{
	assert(s);
	return sv_store_find_number(s, SQL_LAST_PERSON, NULL);
}

bool sv_store_put_session(
	sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t person, int64_t expires)
{
	assert(s && hash);
	return sv_store_write_row(s, SQL_PUT_SESSION,
		(sv_value[]){sv_bytes(hash, SV_SECRET_SIZE), sv_number(person), sv_number(expires)});
}

bool sv_store_find_session(
	sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t now, int64_t *person, int64_t *expires)
{
	assert(s && hash && person && expires);
	sqlite3_stmt *st = sv_store_find_row(
		s, SQL_SESSION, (sv_value[]){sv_bytes(hash, SV_SECRET_SIZE), sv_number(now)});
	if (!st)
		return false;
	*person = sqlite3_column_int64(st, 0);
	*expires = sqlite3_column_int64(st, 1);
	sqlite3_reset(st);
	return true;
}

bool sv_store_delete_session(sv_store *s, const uint8_t hash[SV_SECRET_SIZE])
{
	assert(s && hash);
	return sv_store_write_row(s, SQL_DELETE_SESSION, (sv_value[]){sv_bytes(hash, SV_SECRET_SIZE)});
}

bool sv_store_delete_sessions_of(sv_store *s, int64_t person)
{
	assert(s);
	return sv_store_write_row(s, SQL_DELETE_SESSIONS_OF, (sv_value[]){sv_number(person)});
}

bool sv_store_delete_sessions_before(sv_store *s, int64_t now)
{
	assert(s);
	return sv_store_write_row(s, SQL_DELETE_SESSIONS_BEFORE, (sv_value[]){sv_number(now)});
}

bool sv_store_find_alike(sv_store *s, const char *name, sv_person_row *out)
{
	assert(s && name && out);
	sv_look look;
	sv_name_look(name, &look);
	return find_person_row(
		s, SQL_PERSON_ALIKE, (sv_value[]){sv_text(look.as_written), sv_text(look.folded)}, out);
}

bool sv_store_mark_used(sv_store *s, int64_t person)
{
	assert(s);
	return sv_store_write_row(s, SQL_MARK_USED, (sv_value[]){sv_number(person)});
}

bool sv_store_mark_unused(sv_store *s, int64_t person)
{
	assert(s);
	return sv_store_write_row(s, SQL_MARK_UNUSED, (sv_value[]){sv_number(person)});
}

int sv_store_unused_guests(sv_store *s, int64_t before, int most, int64_t *out)
{
	assert(s && out);
	int count = 0, rc;
	sqlite3_stmt *st = sv_store_bind_statement(
		s, SQL_UNUSED_GUESTS, (sv_value[]){sv_number(before), sv_number(most)});
	if (!st)
		return -1;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW && count < most)
		out[count++] = sqlite3_column_int64(st, 0);
	return sv_store_end_list(s, SQL_UNUSED_GUESTS, rc) ? count : -1;
}

/* ---- Web Push -------------------------------------------------------------------------------- */

bool sv_store_put_push(sv_store *s, int64_t person, const sv_push_row *row, int64_t now)
{
	assert(s && row && row->endpoint);
	const sv_push_receiver *r = &row->receiver;
	return sv_store_write_row(s, SQL_PUT_PUSH,
		(sv_value[]){sv_text(row->endpoint), sv_number(person), sv_number(now),
			sv_bytes(r->point, sizeof r->point), sv_bytes(r->auth, sizeof r->auth)});
}

bool sv_store_each_push(sv_store *s, int64_t person, sv_push_visitor *visit, void *to)
{
	assert(s && visit);
	int rc;
	sqlite3_stmt *st = sv_store_bind_statement(s, SQL_PUSHES_OF, (sv_value[]){sv_number(person)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_push_row row = {.endpoint = sv_store_text_at(st, 0)};
		if (!sv_store_copy_bytes(st, 1, row.receiver.point, sizeof row.receiver.point) ||
			!sv_store_copy_bytes(st, 2, row.receiver.auth, sizeof row.receiver.auth) ||
			!visit(to, &row))
			break;
	}
	return sv_store_end_list(s, SQL_PUSHES_OF, rc);
}

bool sv_store_delete_push(sv_store *s, int64_t person, const char *endpoint)
{
	assert(s);
	return endpoint
		? sv_store_write_row(s, SQL_DELETE_PUSH, (sv_value[]){sv_text(endpoint), sv_number(person)})
		: sv_store_write_row(s, SQL_DELETE_PUSHES_OF, (sv_value[]){sv_number(person)});
}

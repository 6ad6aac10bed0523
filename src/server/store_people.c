/* store_people.c: the part of the store that has people: accounts, sessions, secrets, subscriptions
 * to Web Push, talk and reports. */
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
	for (; name[i] && i < SV_NAME_SIZE - 1; i++)
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
	if (!sv_is_terminated(row->name, sizeof row->name) ||
		!sv_is_terminated(row->password, sizeof row->password) ||
		!sv_is_terminated(row->settings, sizeof row->settings))
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

static bool find_person_row(sv_store *s, sv_statement which, const sv_value *v, sv_person_row *out)
{
	sqlite3_stmt *st = sv_store_find_row(s, which, v);
	if (!st)
		return false;
	out->id = sqlite3_column_int64(st, 0);
	snprintf(out->name, sizeof out->name, "%s", sv_store_text_at(st, 1));
	snprintf(out->password, sizeof out->password, "%s", sv_store_text_at(st, 2));
	out->created = sqlite3_column_int64(st, 3);
	out->seen = sqlite3_column_int64(st, 4);
	snprintf(out->settings, sizeof out->settings, "%s", sv_store_text_at(st, 5));
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
	sv_store_set_error(s, "");
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
	sqlite3_stmt *st =
		sv_store_begin_list(s, SQL_UNUSED_GUESTS, (sv_value[]){sv_number(before), sv_number(most)});
	if (!st)
		return -1;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW && count < most)
		out[count++] = sqlite3_column_int64(st, 0);
	return sv_store_end_list(s, SQL_UNUSED_GUESTS, rc) ? count : -1;
}

/* ---- Secrets of the server, Web Push --------------------------------------------------------- */

bool sv_store_add_secret(sv_store *s, const char *name, const void *secret, size_t size)
{
	assert(s && name && secret);
	return sv_store_write_row(
		s, SQL_PUT_SECRET, (sv_value[]){sv_text(name), sv_bytes(secret, size)});
}

/* Copies a column of bytes. Returns false if it has another size. */
static bool copy_bytes(sqlite3_stmt *st, int column, void *out, size_t size)
{
	if ((size_t)sqlite3_column_bytes(st, column) != size)
		return false;
	memcpy(out, sqlite3_column_blob(st, column), size);
	return true;
}

bool sv_store_find_secret(sv_store *s, const char *name, void *out, size_t size)
{
	assert(s && name && out && size > 0);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_SECRET, (sv_value[]){sv_text(name)});
	if (!st)
		return false;
	bool found = copy_bytes(st, 0, out, size);
	sqlite3_reset(st);
	if (!found)
		sv_store_set_error(s, "a secret cannot be read: it has another size");
	return found;
}

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
	sqlite3_stmt *st = sv_store_begin_list(s, SQL_PUSHES_OF, (sv_value[]){sv_number(person)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_push_row row = {.endpoint = sv_store_text_at(st, 0)};
		if (!copy_bytes(st, 1, row.receiver.point, sizeof row.receiver.point) ||
			!copy_bytes(st, 2, row.receiver.auth, sizeof row.receiver.auth) || !visit(to, &row))
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

/* ---- Talk ------------------------------------------------------------------------------------ */

bool sv_store_add_talk(sv_store *s, int64_t table, int n, const sv_talk *talk)
{
	assert(s && talk);
	return sv_store_write_row(s, SQL_ADD_TALK,
		(sv_value[]){sv_number(table), sv_number(n), sv_number(talk->at), sv_number(talk->person),
			sv_number(talk->seen_by), sv_number(talk->from), sv_text(talk->text)});
}

bool sv_store_each_talk(sv_store *s, int64_t table, int from, sv_talk_visitor *visit, void *to)
{
	assert(s && visit);
	int rc;
	sqlite3_stmt *st =
		sv_store_begin_list(s, SQL_TALK, (sv_value[]){sv_number(table), sv_number(from)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_talk talk = {.at = sqlite3_column_int64(st, 1),
			.person = sqlite3_column_int64(st, 2),
			.seen_by = (uint16_t)sqlite3_column_int(st, 3),
			.from = (uint8_t)sqlite3_column_int(st, 4),
			.text = sv_store_text_at(st, 5)};
		if (!visit(to, sqlite3_column_int(st, 0), &talk))
			break;
	}
	return sv_store_end_list(s, SQL_TALK, rc);
}

int sv_store_next_talk(sv_store *s, int64_t table)
{
	assert(s);
	return (int)sv_store_find_number(s, SQL_NEXT_TALK, (sv_value[]){sv_number(table)});
}

/* ---- Reports --------------------------------------------------------------------------------- */

int64_t sv_store_add_report(sv_store *s, const sv_report *r)
{
	assert(s && r && r->text && r->shown && r->scenario);
	if (!sv_store_write_row(s, SQL_ADD_REPORT,
			(sv_value[]){sv_number(r->at), sv_number(r->person), sv_text(r->table),
				sv_text(r->game), sv_number(r->rules), sv_text(r->text), sv_text(r->shown),
				sv_text(r->scenario), sv_text(r->kind ? r->kind : SV_PROBLEM),
				sv_number(r->against), sv_text(r->said ? r->said : "")}))
		return -1;
	int64_t id = sv_store_last_id(s);
	return sv_store_write_row(s, SQL_DROP_REPORTS, (sv_value[]){sv_number(SV_MOST_REPORTS)}) ? id
																							 : -1;
}

bool sv_store_each_report(sv_store *s, int64_t id, sv_report_visitor *visit, void *to)
{
	assert(s && visit);
	int rc;
	sqlite3_stmt *st = sv_store_begin_list(s, SQL_REPORTS, (sv_value[]){sv_number(id)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_report report = {.id = sqlite3_column_int64(st, 0),
			.at = sqlite3_column_int64(st, 1),
			.person = sqlite3_column_int64(st, 2),
			.table = sv_store_text_at(st, 3),
			.game = sv_store_text_at(st, 4),
			.rules = sqlite3_column_int(st, 5),
			.text = sv_store_text_at(st, 6),
			.shown = sv_store_text_at(st, 7),
			.scenario = sv_store_text_at(st, 8),
			.kind = sv_store_text_at(st, 9),
			.against = sqlite3_column_int64(st, 10),
			.said = sv_store_text_at(st, 11)};
		if (!visit(to, &report))
			break;
	}
	return sv_store_end_list(s, SQL_REPORTS, rc);
}

int64_t sv_store_count_reports(sv_store *s, int64_t since, int64_t person)
{
	assert(s);
	return sv_store_find_number(
		s, SQL_COUNT_REPORTS, (sv_value[]){sv_number(since), sv_number(person)});
}

/* store_people.c: people, their sessions and subscriptions in the store: see store.h. */
#include "server/store.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/names.h"
#include "server/store_internal.h"

/* ---- People ---------------------------------------------------------------------------------- */

void sv_store_to_lower_case(const char *text, char *out, size_t size)
{
	assert(text && out && size > 0);
	size_t i = 0;
	for (; i < size - 1 && text[i]; i++)
		out[i] = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
	out[i] = '\0';
}

/* The name by which an account is found. */
static const char *account_name(const char *name, char out[SV_NAME_SIZE])
{
	sv_store_to_lower_case(name, out, SV_NAME_SIZE);
	return out;
}

static bool write_person(sv_store *s, sv_statement which, const sv_person_row *row)
{
	char lower[SV_NAME_SIZE];
	sv_look look;
	bool is_account = row->password[0] != '\0';
	if (!sv_store_is_terminated(row->name, sizeof row->name) ||
		!sv_store_is_terminated(row->password, sizeof row->password) ||
		!sv_store_is_terminated(row->settings, sizeof row->settings))
		return sv_store_reject(s, "a person cannot be kept: name, password or settings do not end");
	if (is_account)
		sv_name_look(row->name, &look);
	return sv_store_write_row(s, which,
		VALUES(sv_number(row->id), sv_text(row->name),
			sv_text(is_account ? account_name(row->name, lower) : NULL), sv_text(row->password),
			sv_number(row->created), sv_number(row->seen), sv_text(row->settings),
			sv_text(is_account ? look.as_written : NULL),
			sv_text(is_account ? look.folded : NULL)));
}

bool sv_store_put_person(sv_store *s, const sv_person_row *row)
{
	assert(s && row);
	return write_person(s, SQL_PUT_PERSON, row);
}

bool sv_store_change_person(sv_store *s, const sv_person_row *row)
{
	assert(s && row);
	return write_person(s, SQL_CHANGE_PERSON, row);
}

void sv_store_read_person(const sv_rows *row, sv_person_row *out)
{
	assert(row && out);
	out->id = sv_number_at(row, 0);
	sv_copy_text_at(row, 1, out->name, sizeof out->name);
	sv_copy_text_at(row, 2, out->password, sizeof out->password);
	out->created = sv_number_at(row, 3);
	out->seen = sv_number_at(row, 4);
	sv_copy_text_at(row, 5, out->settings, sizeof out->settings);
}

static bool find_person_row(sv_store *s, sv_statement which, const sv_value *v, sv_person_row *out)
{
	sv_rows *row = sv_store_find_row(s, which, v);
	if (!row)
		return false;
	sv_store_read_person(row, out);
	sv_end_rows(row);
	return true;
}

bool sv_store_find_person(sv_store *s, int64_t id, sv_person_row *out)
{
	assert(s && out);
	return find_person_row(s, SQL_PERSON, VALUES(sv_number(id)), out);
}

bool sv_store_find_account(sv_store *s, const char *name, sv_person_row *out)
{
	assert(s && name && out);
	char lower[SV_NAME_SIZE];
	sv_store_clear_error(s);
	if (strlen(name) >= SV_NAME_SIZE)
		return false; /* it would be cut to somebody else's name */
	return find_person_row(s, SQL_PERSON_NAMED, VALUES(sv_text(account_name(name, lower))), out);
}

bool sv_store_delete_person(sv_store *s, int64_t id)
{
	assert(s);
	return sv_store_write_row(s, SQL_SILENCE_PERSON, VALUES(sv_number(id))) &&
		sv_store_write_row(s, SQL_FORGET_REPORTER, VALUES(sv_number(id))) &&
		sv_store_write_row(s, SQL_DELETE_RESTRAINTS_OF, VALUES(sv_number(id))) &&
		sv_store_write_row(s, SQL_DROP_SITTER, VALUES(sv_number(id))) &&
		sv_store_write_row(s, SQL_DELETE_PERSON, VALUES(sv_number(id)));
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
		VALUES(sv_bytes(hash, SV_SECRET_SIZE), sv_number(person), sv_number(expires)));
}

bool sv_store_extend_session(sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t expires)
{
	assert(s && hash);
	return sv_store_write_row(
		s, SQL_EXTEND_SESSION, VALUES(sv_number(expires), sv_bytes(hash, SV_SECRET_SIZE)));
}

bool sv_store_find_session(
	sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t now, int64_t *person, int64_t *expires)
{
	assert(s && hash && person && expires);
	sv_rows *row =
		sv_store_find_row(s, SQL_SESSION, VALUES(sv_bytes(hash, SV_SECRET_SIZE), sv_number(now)));
	if (!row)
		return false;
	*person = sv_number_at(row, 0);
	*expires = sv_number_at(row, 1);
	sv_end_rows(row);
	return true;
}

bool sv_store_delete_session(sv_store *s, const uint8_t hash[SV_SECRET_SIZE])
{
	assert(s && hash);
	return sv_store_write_row(s, SQL_DELETE_SESSION, VALUES(sv_bytes(hash, SV_SECRET_SIZE)));
}

bool sv_store_delete_sessions_of(sv_store *s, int64_t person)
{
	assert(s);
	return sv_store_write_row(s, SQL_DELETE_SESSIONS_OF, VALUES(sv_number(person)));
}

bool sv_store_delete_sessions_before(sv_store *s, int64_t now)
{
	assert(s);
	return sv_store_write_row(s, SQL_DELETE_SESSIONS_BEFORE, VALUES(sv_number(now)));
}

bool sv_store_find_alike(sv_store *s, const char *name, sv_person_row *out)
{
	assert(s && name && out);
	sv_look look;
	sv_name_look(name, &look);
	return find_person_row(
		s, SQL_PERSON_ALIKE, VALUES(sv_text(look.as_written), sv_text(look.folded)), out);
}

bool sv_store_mark_used(sv_store *s, int64_t person)
{
	assert(s);
	return sv_store_write_row(s, SQL_MARK_USED, VALUES(sv_number(person)));
}

bool sv_store_mark_unused(sv_store *s, int64_t person)
{
	assert(s);
	return sv_store_write_row(s, SQL_MARK_UNUSED, VALUES(sv_number(person)));
}

int sv_store_unused_guests(sv_store *s, int64_t before, int most, int64_t *out)
{
	assert(s && out);
	int count = 0;
	sv_rows *row = sv_store_read(s, SQL_UNUSED_GUESTS, VALUES(sv_number(before), sv_number(most)));
	while (sv_next_row(row) && count < most)
		out[count++] = sv_number_at(row, 0);
	return sv_end_rows(row) ? count : -1;
}

/* ---- Web Push -------------------------------------------------------------------------------- */

bool sv_store_put_push(sv_store *s, int64_t person, const sv_push_row *row, int64_t now)
{
	assert(s && row && row->endpoint);
	const sv_push_receiver *r = &row->receiver;
	return sv_store_write_row(s, SQL_PUT_PUSH,
		VALUES(sv_text(row->endpoint), sv_number(person), sv_number(now),
			sv_bytes(r->point, sizeof r->point), sv_bytes(r->auth, sizeof r->auth)));
}

bool sv_store_each_push(sv_store *s, int64_t person, sv_push_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_PUSHES_OF, VALUES(sv_number(person)));
	while (sv_next_row(row)) {
		sv_push_row push = {.endpoint = sv_text_at(row, 0)};
		if (!sv_copy_bytes_at(row, 1, push.receiver.point, sizeof push.receiver.point) ||
			!sv_copy_bytes_at(row, 2, push.receiver.auth, sizeof push.receiver.auth) ||
			!visit(to, &push))
			break;
	}
	return sv_end_rows(row);
}

bool sv_store_delete_push(sv_store *s, int64_t person, const char *endpoint)
{
	assert(s);
	return endpoint
		? sv_store_write_row(s, SQL_DELETE_PUSH, VALUES(sv_text(endpoint), sv_number(person)))
		: sv_store_write_row(s, SQL_DELETE_PUSHES_OF, VALUES(sv_number(person)));
}

/* store.c: the store: how its statements run in whatever database it is kept in, and when what they
 * write is kept. See store.h. store_tables.c, store_people.c, store_talk.c, store_admin.c and
 * store_nodes.c have what is stored, store_statements.c the statements; store_driver.h is what a
 * database does.
 *
 * The server collects all writes of one run of its loop in one transaction, which begins with the
 * first of them.
 *
 * Invariant: unless `has_failed` is set, `in_transaction` says whether our transaction is open.
 * After an error the database may have rolled it back by itself; then `has_failed` is set, and
 * nothing is written. */
#include "server/store.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_driver.h"
#include "server/store_file.h"
#include "server/store_nodes.h"
#include "text/memory.h"

/* ---- Failures -------------------------------------------------------------------------------- */

void sv_store_set_error(sv_store *s, const char *format, ...)
{
	assert(s && format);
	va_list list;
	va_start(list, format);
	vsnprintf(s->error, sizeof s->error, format, list);
	va_end(list);
}

void sv_store_clear_error(sv_store *s)
{
	assert(s);
	s->error[0] = '\0';
}

const char *sv_store_error(const sv_store *s)
{
	assert(s);
	return s->error;
}

bool sv_store_report(sv_store *s, sv_statement which, const char *reason)
{
	assert(s && reason);
	sv_store_set_error(s, "%s: %s", sv_statements[which].failure, reason);
	return false;
}

bool sv_store_fail_transaction(sv_store *s)
{
	assert(s);
	s->has_failed = true;
	memcpy(s->failure_cause, s->error, sizeof s->failure_cause);
	return false;
}

/* True, with an error, if the transaction has failed already. */
static bool refuse_after_failure(sv_store *s)
{
	if (s->has_failed)
		sv_store_set_error(s, "nothing is kept since this failed: %.280s", s->failure_cause);
	return s->has_failed;
}

bool sv_store_reject(sv_store *s, const char *why)
{
	assert(s && why);
	if (refuse_after_failure(s))
		return false;
	sv_store_set_error(s, "%s", why);
	return sv_store_fail_transaction(s);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Begins a transaction unless one is open. */
static bool begin(sv_store *s)
{
	s->error[0] = '\0';
	if (refuse_after_failure(s))
		return false;
	if (!s->in_transaction && !s->driver->begin(s))
		return sv_store_fail_transaction(s);
	s->in_transaction = true;
	return true;
}

bool sv_store_write_row(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	return begin(s) && (s->driver->write(s, which, v, NULL) || sv_store_fail_transaction(s));
}

int sv_store_count_changed(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	int changed = -1;
	if (begin(s) && !s->driver->write(s, which, v, &changed))
		sv_store_fail_transaction(s);
	return s->has_failed ? -1 : changed;
}

int64_t sv_store_add_numbered(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	if (!begin(s))
		return -1;
	int64_t number = sv_store_find_number(s, which, v);
	if (number < 0)
		sv_store_fail_transaction(s);
	return number;
}

/* The last commit has failed because of the last error, and with it all that was written since. */
static void after_failed_commit(sv_store *s)
{
	if (!s->has_failed)
		sv_store_fail_transaction(s);
	s->driver->roll_back(s);
	s->in_transaction = false;
	memcpy(s->error, s->failure_cause, sizeof s->error);
}

/* Starts to commit what was collected. */
static sv_commit_state start_commit(sv_store *s)
{
	sv_commit_state state = SV_COMMIT_FAILED;
	s->error[0] = '\0';
	if (!s->has_failed)
		state = s->in_transaction ? s->driver->start_commit(s) : SV_COMMITTED;
	if (state == SV_COMMIT_FAILED)
		after_failed_commit(s);
	s->in_transaction = false;
	return state;
}

static sv_commit_state poll_commit(sv_store *s, sv_commit_state state, bool wait)
{
	if (state == SV_COMMITTING)
		state = s->driver->poll_commit(s, wait);
	if (state == SV_COMMIT_FAILED)
		after_failed_commit(s);
	return state;
}

void sv_store_begin_commit(sv_store *s)
{
	assert(s && s->commit == SV_NO_COMMIT);
	s->commit = start_commit(s);
}

sv_commit_state sv_store_end_commit(sv_store *s, bool wait)
{
	assert(s);
	sv_commit_state state = s->commit = poll_commit(s, s->commit, wait);
	if (state != SV_COMMITTING)
		s->commit = SV_NO_COMMIT;
	if (state == SV_COMMIT_FAILED)
		memcpy(s->error, s->failure_cause, sizeof s->error);
	return state;
}

/* The outcome of a commit that was begun before remains to be told. */
bool sv_store_commit(sv_store *s)
{
	assert(s);
	s->commit = poll_commit(s, s->commit, true);
	if (s->commit == SV_COMMIT_FAILED)
		return false;
	sv_commit_state state = poll_commit(s, start_commit(s), true);
	if (state == SV_COMMITTING) { /* the database is away, and nobody will ask for the outcome */
		sv_store_set_error(s, "the connection to the database is lost");
		sv_store_fail_transaction(s);
	}
	return state == SV_COMMITTED;
}

bool sv_store_is_busy(const sv_store *s)
{
	assert(s);
	return s->driver->is_busy && s->driver->is_busy(s);
}

bool sv_store_has_uncommitted(const sv_store *s)
{
	assert(s);
	return s->in_transaction || s->has_failed;
}

void sv_store_roll_back(sv_store *s)
{
	assert(s);
	s->driver->roll_back(s);
	s->in_transaction = s->has_failed = false;
	s->error[0] = '\0';
}

/* ---- Reading --------------------------------------------------------------------------------- */

sv_rows *sv_store_read(sv_store *s, sv_statement which, const sv_value *v)
{
	assert(s);
	sv_rows *rows = &s->rows[which];
	s->error[0] = '\0';
	if (rows->is_open) {
		sv_store_report(s, which, "this list is being read");
		return NULL;
	}
	rows->last = SV_ROW; /* the end was not seen yet */
	rows->is_open = s->driver->read(rows, v);
	return rows->is_open ? rows : NULL;
}

bool sv_next_row(sv_rows *rows)
{
	if (!rows)
		return false;
	rows->last = rows->store->driver->next(rows);
	return rows->last == SV_ROW;
}

bool sv_end_rows(sv_rows *rows)
{
	if (!rows)
		return false;
	rows->store->driver->end(rows);
	rows->is_open = false;
	return rows->last == SV_END;
}

sv_rows *sv_store_find_row(sv_store *s, sv_statement which, const sv_value *v)
{
	sv_rows *rows = sv_store_read(s, which, v);
	if (sv_next_row(rows))
		return rows;
	sv_end_rows(rows);
	return NULL;
}

int64_t sv_store_find_number(sv_store *s, sv_statement which, const sv_value *v)
{
	sv_rows *row = sv_store_find_row(s, which, v);
	if (!row)
		return -1;
	int64_t n = sv_number_at(row, 0);
	sv_end_rows(row);
	return n;
}

sv_value sv_value_at(const sv_rows *row, int column)
{
	sv_value v = {.type = row->store->driver->type(row, column)};
	if (v.type == SV_NUMBER)
		v.number = sv_number_at(row, column);
	else if (v.type != SV_NOTHING)
		v.bytes = sv_bytes_at(row, column, &v.size);
	if (v.type != SV_NUMBER && v.type != SV_NOTHING && !v.bytes)
		v.bytes = ""; /* it is empty, and not NULL */
	return v;
}

bool sv_store_prepare(sv_store *s, sv_statement which, const char *sql)
{
	assert(s && sql && (which == SQL_ANY_READ || which == SQL_ANY_WRITE));
	s->error[0] = '\0';
	return s->driver->prepare(s, which, sql);
}

bool sv_store_finish_copy(sv_store *s, int64_t last_person)
{
	assert(s);
	s->error[0] = '\0';
	return s->driver->finish_copy(s, last_person);
}

int64_t sv_number_at(const sv_rows *row, int column)
{
	return row->store->driver->number(row, column);
}

const void *sv_bytes_at(const sv_rows *row, int column, size_t *size)
{
	return row->store->driver->bytes(row, column, size);
}

const char *sv_text_at(const sv_rows *row, int column)
{
	size_t size;
	const char *text = row->store->driver->bytes(row, column, &size);
	return text ? text : "";
}

void sv_copy_text_at(const sv_rows *row, int column, char *out, size_t size)
{
	assert(row && out && size > 0);
	snprintf(out, size, "%s", sv_text_at(row, column));
}

const void *sv_store_copy_column(const sv_rows *row, int column, size_t *size)
{
	assert(row && size);
	sv_store *s = row->store;
	const void *from = sv_bytes_at(row, column, size);
	if (*size + 1 > s->copied_size) {
		s->copied_size = *size + 1;
		s->copied = ap_reallocate(s->copied, s->copied_size, 1);
	}
	if (*size > 0)
		memcpy(s->copied, from, *size);
	s->copied[*size] = '\0';
	return s->copied;
}

bool sv_copy_bytes_at(const sv_rows *row, int column, void *out, size_t size)
{
	assert(row && out);
	size_t found;
	const void *from = sv_bytes_at(row, column, &found);
	if (found != size)
		return false;
	memcpy(out, from, size);
	return true;
}

/* ---- The server itself ----------------------------------------------------------------------- */

bool sv_store_add_secret(sv_store *s, const char *name, const void *secret, size_t size)
{
	assert(s && name && secret);
	return sv_store_write_row(s, SQL_PUT_SECRET, VALUES(sv_text(name), sv_bytes(secret, size)));
}

bool sv_store_find_secret(sv_store *s, const char *name, void *out, size_t size)
{
	assert(s && name && out && size > 0);
	sv_rows *row = sv_store_find_row(s, SQL_SECRET, VALUES(sv_text(name)));
	if (!row)
		return false;
	bool found = sv_copy_bytes_at(row, 0, out, size);
	sv_end_rows(row);
	if (!found)
		sv_store_set_error(s, "a secret cannot be read: it has another size");
	return found;
}

bool sv_store_put_time_served(sv_store *s, int64_t ms)
{
	assert(s);
	if (s->is_shared)
		return sv_store_beat(s, ms);
	return sv_store_write_row(s, SQL_PUT_TIME_SERVED, VALUES(sv_number(ms)));
}

bool sv_store_find_time_served(sv_store *s, int64_t *ms)
{
	assert(s && ms);
	sv_rows *row = sv_store_find_row(s, SQL_TIME_SERVED, NULL);
	if (!row)
		return false;
	*ms = sv_number_at(row, 0);
	sv_end_rows(row);
	return true;
}

/* ---- A database in another process ----------------------------------------------------------- */

int sv_store_socket(const sv_store *s)
{
	assert(s);
	return s->driver->socket ? s->driver->socket(s) : -1;
}

bool sv_store_is_away(const sv_store *s)
{
	assert(s);
	return s->driver->is_away && s->driver->is_away(s);
}

bool sv_store_reach(sv_store *s)
{
	assert(s);
	return !s->driver->reach || s->driver->reach(s);
}

bool sv_store_claim(sv_store *s, ap_error *error)
{
	assert(s && error);
	return !s->driver->claim || s->driver->claim(s, error);
}

/* ---- Room on the disk, waiting, checking ------------------------------------------------------
 */

void sv_store_start_threads(sv_store *s)
{
	assert(s);
	if (s->driver->start_threads)
		s->driver->start_threads(s);
}

bool sv_store_keep_room(sv_store *s)
{
	assert(s);
	return !s->driver->keep_room || s->driver->keep_room(s);
}

bool sv_store_has_room(const sv_store *s)
{
	assert(s);
	return !s->driver->has_room || s->driver->has_room(s);
}

void sv_store_make_room(sv_store *s)
{
	assert(s);
	if (s->driver->make_room)
		s->driver->make_room(s);
}

bool sv_store_take_room_back(sv_store *s)
{
	assert(s);
	return !s->driver->take_room_back || s->driver->take_room_back(s);
}

void sv_store_be_patient(sv_store *s, bool patient)
{
	assert(s);
	if (s->driver->be_patient)
		s->driver->be_patient(s, patient);
}

int64_t sv_store_waits(const sv_store *s)
{
	assert(s);
	return s->driver->waits ? s->driver->waits(s) : 0;
}

void sv_store_check(sv_store *s, void (*on_damage)(void *to, const char *text), void *to)
{
	assert(s && on_damage);
	if (s->driver->check)
		s->driver->check(s, on_damage, to);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

/* Returns what follows the scheme in a URL; NULL if it has another scheme, or nothing follows. */
static const char *after_scheme(const char *url, const char *scheme)
{
	size_t length = strlen(scheme);
	return strncmp(url, scheme, length) == 0 && url[length] ? url + length : NULL;
}

/* What follows the scheme may have a password, and is not told. */
static bool refuse_url(const char *url, ap_error *error)
{
	int length = (int)strcspn(url, ":");
	return ap_fail(error, 0, "\"%.*s\" is no store: sqlite:PATH and postgresql://HOST/NAME are",
		length < 100 ? length : 100, url);
}

bool sv_store_copy(const char *url, const char *to, ap_error *error)
{
	assert(url && to && error);
	ap_error why = {0};
	const char *path = after_scheme(url, "sqlite:");
	if (after_scheme(url, "postgresql:"))
		return ap_fail(error, 0, "a database of PostgreSQL is copied with pg_dump");
	if (!path)
		return refuse_url(url, error);
	return sv_store_file_copy(path, to, &why) ||
		ap_fail(error, 0, "%.150s %.160s", path, why.message);
}

sv_store *sv_store_open_replica(const char *url, ap_error *error)
{
	assert(url && error);
	if (after_scheme(url, "postgresql:"))
		return sv_postgresql_open_replica(url, error);
	ap_fail(error, 0, "'%.100s' is no replica: only a database of PostgreSQL has them", url);
	return NULL;
}

sv_store *sv_store_open(const char *url, ap_error *error)
{
	assert(url && error);
	const char *path = after_scheme(url, "sqlite:");
	if (path)
		return sv_sqlite_open(path, error);
	if (after_scheme(url, "postgresql:"))
		return sv_postgresql_open(url, error);
	refuse_url(url, error);
	return NULL;
}

void sv_store_set_up(sv_store *s, const sv_driver *driver)
{
	assert(s && driver);
	s->driver = driver;
	for (int i = 0; i < SV_STATEMENTS; i++) {
		s->rows[i].store = s;
		s->rows[i].which = (sv_statement)i;
	}
}

void sv_store_close(sv_store *s)
{
	if (!s)
		return;
	free(s->copied);
	s->driver->close(s);
}

/* store_postgresql.c: the store in a PostgreSQL database: see store_driver.h.
 *
 * There is one connection, in pipeline mode: what is written is sent without waiting for the
 * answer, and the answers come in the same order. `expected` says what they will be. So a write
 * costs no round trip, its failure shows at the next read or with the commit, and a transaction can
 * begin behind a commit that is under way. PostgreSQL carries out nothing behind a failure until
 * the next sync; one follows each read and each commit.
 *
 * A connection can be lost when the commit was sent and not answered. Therefore the first thing
 * that each transaction writes is a row of `commits`, with the number of this writer and its own.
 * After reconnecting the same row is written again: if that is refused the commit was done;
 * otherwise it can never be, even if the old connection still lives somewhere. A node writes a row
 * of `node_commits` instead, which refers to its row of `nodes`: where that is gone, because the
 * node was put out, the transaction fails, and until it has ended nobody can take that row away. */
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "server/store_driver.h"
#include "server/store_postgresql.h"
#include "text/memory.h"

enum { KEPT_COMMITS = 1000 /* rows of `commits` between two deletions */ };

static sv_postgresql *postgresql_of(sv_store *s)
{
	return (sv_postgresql *)s;
}

/* ---- Failures -------------------------------------------------------------------------------- */

void sv_postgresql_copy_line(const char *text, char *out, size_t size)
{
	snprintf(out, size, "%.*s", (int)strcspn(text, "\n"), text);
}

/* Notes that the transaction has failed; only the first reason counts. */
static void note_failure(sv_postgresql *s, sv_statement which, const char *reason)
{
	if (s->has_failed)
		return;
	s->has_failed = true;
	snprintf(s->failure, sizeof s->failure, "%s: %s",
		which < SV_STATEMENTS ? sv_statements[which].failure : "the store cannot be written",
		reason);
}

/* All answers that were expected will never come. */
static void lose(sv_postgresql *s, const char *why)
{
	char reason[200];
	sv_postgresql_copy_line(why, reason, sizeof reason);
	s->is_lost = true;
	s->count = 0;
	s->is_open = false;
	note_failure(s, SV_STATEMENTS, *reason ? reason : "the connection to the database is lost");
}

/* Says why the last call has failed; returns false. */
static bool report_failure(sv_postgresql *s)
{
	sv_store_set_error(&s->base, "%s", s->failure);
	return false;
}

/* ---- Answers --------------------------------------------------------------------------------- */

void sv_postgresql_expect(sv_postgresql *s, sv_answer_kind kind, sv_statement which)
{
	if (s->count == s->room) {
		size_t room = s->room ? 2 * s->room : 256;
		sv_answer_expected *grown = ap_allocate(room, sizeof *grown);
		for (size_t i = 0; i < s->count; i++)
			grown[i] = s->expected[(s->first + i) % s->room];
		free(s->expected);
		s->expected = grown;
		s->room = room;
		s->first = 0;
	}
	s->expected[(s->first + s->count++) % s->room] = (sv_answer_expected){kind, which};
}

static const char *reason_of(const PGresult *result, sv_statement which)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY), *own = NULL;
	if (state && which < SV_STATEMENTS)
		own = strcmp(state, "23505") == 0 ? sv_statement_reason(which, SV_ROW_EXISTS)
			: strcmp(state, "23502") == 0 ? sv_statement_reason(which, SV_NO_VALUE)
										  : NULL;
	return own ? own : text ? text : "an earlier statement has failed";
}

static void take_commit(sv_postgresql *s, const PGresult *result, bool good)
{
	s->commit = good && strcmp(PQcmdStatus((PGresult *)result), "COMMIT") == 0 && !s->has_failed
		? SV_COMMITTED
		: SV_COMMIT_FAILED;
	if (s->commit == SV_COMMIT_FAILED && !s->has_failed) {
		note_failure(s, SV_STATEMENTS, "");
		snprintf(s->failure, sizeof s->failure, "the commit failed: %s",
			reason_of(result, SV_STATEMENTS));
	}
}

/* True if this tells that the connection ends, and not what has become of a statement: the library
 * makes such an answer to each that was not answered, and the server says FATAL when it closes. */
static bool tells_of_the_end(const PGresult *result)
{
	const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
	return PQresultStatus(result) == PGRES_FATAL_ERROR &&
		(!severity || strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0);
}

/* Takes the answer that was expected first. */
static void take_answer(sv_postgresql *s, PGresult *result)
{
	sv_answer_expected a = s->expected[s->first];
	ExecStatusType status = PQresultStatus(result);
	bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
	s->first = (s->first + 1) % s->room;
	s->count--;
	if (a.kind == SV_ANSWER_TO_READ) { /* its reader tells what has become of it */
		PQclear(s->read);
		s->read = result;
		return;
	}
	if (a.kind == SV_ANSWER_TO_COMMIT)
		take_commit(s, result, good);
	else if (a.kind == SV_ANSWER_TO_BEGINNING && !good)
		sv_postgresql_note_put_out(s, result);
	if (a.kind != SV_ANSWER_TO_COMMIT && a.kind != SV_ANSWER_TO_SYNC && !good)
		note_failure(s, a.which, reason_of(result, a.which));
	if (a.kind == SV_ANSWER_TO_WRITE && good)
		s->changed = (int)strtol(PQcmdTuples(result), NULL, 10);
	PQclear(result);
}

/* The foreign key of `node_commits` says so. */
bool sv_postgresql_note_put_out(sv_postgresql *s, const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	if (s->base.node && state && strcmp(state, "23503") == 0)
		s->base.was_put_out = true;
	return s->base.was_put_out;
}

int64_t sv_postgresql_milliseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Sends and receives what it can, and waits so many ms for that, or until a signal comes. Returns
 * false if the connection is lost. */
static bool exchange(sv_postgresql *s, int wait)
{
	int unsent = PQflush(s->connection);
	struct pollfd socket = {.fd = PQsocket(s->connection), .events = POLLIN};
	if (unsent > 0)
		socket.events |= POLLOUT;
	if (unsent >= 0 && (poll(&socket, 1, wait) >= 0 || errno == EINTR) &&
		PQconsumeInput(s->connection) && PQstatus(s->connection) == CONNECTION_OK)
		return true;
	lose(s, PQerrorMessage(s->connection));
	return false;
}

/* Takes the answers that are there; waits until there are only so many left if `wait` is true.
 * Returns false if the connection is lost. */
bool sv_postgresql_take_answers(sv_postgresql *s, size_t left, bool wait)
{
	int64_t since = sv_postgresql_milliseconds();
	if (s->is_lost || !exchange(s, 0))
		return false;
	for (int nulls = 0; s->count > (wait ? left : 0);) {
		if (PQisBusy(s->connection)) {
			if (!wait)
				return true;
			if (sv_postgresql_milliseconds() - since > s->patience) {
				lose(s, "the database does not answer");
				return false;
			}
			if (!exchange(s, 1000))
				return false;
			continue;
		}
		PGresult *result = PQgetResult(s->connection);
		if (result && tells_of_the_end(result)) {
			lose(s, PQresultErrorMessage(result));
			PQclear(result);
			return false;
		}
		if (result) {
			since = sv_postgresql_milliseconds();
			nulls = 0;
			take_answer(s, result);
		} else if (++nulls > 2) { /* one ends the answers to each statement */
			if (PQstatus(s->connection) == CONNECTION_OK && !wait)
				return true;
			lose(s, PQerrorMessage(s->connection));
			return false;
		}
	}
	return true;
}

bool sv_postgresql_sync(sv_postgresql *s)
{
	if (s->is_lost || !PQpipelineSync(s->connection)) {
		lose(s, s->is_lost ? "" : PQerrorMessage(s->connection));
		return false;
	}
	sv_postgresql_expect(s, SV_ANSWER_TO_SYNC, SV_STATEMENTS);
	return true;
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* Sends a statement that is no statement of the store. Numbers are its parameters. */
static bool send_step(
	sv_postgresql *s, sv_answer_kind kind, const char *sql, const int64_t *numbers, int count)
{
	char text[4][24];
	const char *values[4] = {NULL};
	assert(count <= 4);
	for (int i = 0; i < count; i++) {
		snprintf(text[i], sizeof text[i], "%lld", (long long)numbers[i]);
		values[i] = text[i];
	}
	if (s->is_lost || !PQsendQueryParams(s->connection, sql, count, NULL, values, NULL, NULL, 0)) {
		lose(s, s->is_lost ? "" : PQerrorMessage(s->connection));
		return false;
	}
	sv_postgresql_expect(s, kind, SV_STATEMENTS);
	return true;
}

const char *sv_postgresql_statement_name(sv_statement which, char out[16])
{
	snprintf(out, 16, "s%d", (int)which);
	return out;
}

/* The library copies the values. */
static bool send_statement(
	sv_postgresql *s, sv_answer_kind kind, sv_statement which, const sv_value *v)
{
	char name[16], numbers[SV_MOST_PARAMETERS][24];
	const char *values[SV_MOST_PARAMETERS];
	int lengths[SV_MOST_PARAMETERS], formats[SV_MOST_PARAMETERS], count = s->parameters[which];
	for (int i = 0; i < count; i++) {
		values[i] = v[i].type == SV_NUMBER ? numbers[i]
			: v[i].type == SV_NOTHING      ? NULL
										   : v[i].bytes;
		lengths[i] = (int)v[i].size;
		formats[i] = v[i].type == SV_BYTES;
		if (v[i].type == SV_NUMBER)
			snprintf(numbers[i], sizeof numbers[i], "%lld", (long long)v[i].number);
	}
	if (s->is_lost ||
		!PQsendQueryPrepared(s->connection, sv_postgresql_statement_name(which, name), count,
			values, lengths, formats, 1)) {
		lose(s, s->is_lost ? "" : PQerrorMessage(s->connection));
		return false;
	}
	sv_postgresql_expect(s, kind, which);
	return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static bool postgresql_begin(sv_store *store)
{
	sv_postgresql *s = postgresql_of(store);
	if (s->has_failed || s->is_lost)
		return report_failure(s);
	s->number++;
	s->is_open = true;
	int64_t commit[] = {store->node ? store->node : s->writer, s->number};
	bool sent = send_step(s, SV_ANSWER_TO_STEP, "BEGIN", NULL, 0) &&
		send_step(s, SV_ANSWER_TO_BEGINNING,
			store->node ? "INSERT INTO node_commits (node, number) VALUES ($1, $2)"
						: "INSERT INTO commits (writer, number) VALUES ($1, $2)",
			commit, 2);
	if (sent && s->number % KEPT_COMMITS == 0)
		sent = send_step(s, SV_ANSWER_TO_STEP,
			store->node ? "DELETE FROM node_commits WHERE node = $1 AND number < $2 - 1"
						: "DELETE FROM commits WHERE writer = $1 AND number < $2 - 1",
			commit, 2);
	return sent || report_failure(s);
}

static bool postgresql_write(sv_store *store, sv_statement which, const sv_value *v, int *changed)
{
	enum { MANY = 4096 }; /* more answers do not wait to be taken */
	sv_postgresql *s = postgresql_of(store);
	if (s->has_failed || !send_statement(s, SV_ANSWER_TO_WRITE, which, v))
		return report_failure(s);
	if (s->count > MANY && !sv_postgresql_take_answers(s, MANY / 2, true))
		return report_failure(s);
	if (!changed)
		return true;
	if (!sv_postgresql_sync(s) || !sv_postgresql_take_answers(s, 0, true) || s->has_failed)
		return report_failure(s);
	*changed = s->changed;
	return true;
}

/* Once anything of it is sent, only an answer tells what has become of it. */
static sv_commit_state postgresql_start_commit(sv_store *store)
{
	sv_postgresql *s = postgresql_of(store);
	if (s->has_failed) {
		report_failure(s);
		return SV_COMMIT_FAILED;
	}
	s->commit = SV_COMMITTING;
	s->unsettled = s->number;
	s->is_open = false;
	int64_t since = s->committed_at = sv_postgresql_milliseconds();
	if (send_step(s, SV_ANSWER_TO_COMMIT, "COMMIT", NULL, 0) && sv_postgresql_sync(s))
		while (PQflush(s->connection) > 0 && exchange(s, 1000))
			if (sv_postgresql_milliseconds() - since > s->patience)
				lose(s, "the database does not read what it is sent");
	return SV_COMMITTING;
}

static sv_commit_state postgresql_poll_commit(sv_store *store, bool wait)
{
	sv_postgresql *s = postgresql_of(store);
	while (s->commit == SV_COMMITTING &&
		sv_postgresql_take_answers(s, s->count > 0 ? s->count - 1 : 0, wait) && wait)
		;
	if (s->commit == SV_COMMIT_FAILED)
		report_failure(s);
	return s->commit;
}

static int64_t postgresql_silence(const sv_store *store)
{
	return sv_postgresql_milliseconds() - ((const sv_postgresql *)store)->committed_at;
}

/* The answer to a commit that is under way is taken, too. */
static void undo(sv_postgresql *s)
{
	if (!s->is_lost && sv_postgresql_sync(s) &&
		send_step(s, SV_ANSWER_TO_STEP, "ROLLBACK", NULL, 0) && sv_postgresql_sync(s))
		sv_postgresql_take_answers(s, 0, true);
	s->is_open = false;
}

static void postgresql_roll_back(sv_store *store)
{
	sv_postgresql *s = postgresql_of(store);
	if (s->is_open || s->has_failed)
		undo(s);
	s->has_failed = s->is_lost;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool postgresql_read(sv_rows *rows, const sv_value *v)
{
	sv_postgresql *s = postgresql_of(rows->store);
	if (s->has_failed && s->is_open)
		undo(s); /* otherwise nothing could be read; the writer will be told */
	if (!send_statement(s, SV_ANSWER_TO_READ, rows->which, v) || !sv_postgresql_sync(s) ||
		!sv_postgresql_take_answers(s, 0, true))
		return report_failure(s);
	rows->handle = s->read;
	rows->at = -1;
	s->read = NULL;
	if (PQresultStatus(rows->handle) == PGRES_TUPLES_OK)
		return true;
	sv_store_report(rows->store, rows->which, reason_of(rows->handle, rows->which));
	if (s->is_open) /* PostgreSQL does nothing more in this transaction */
		note_failure(s, rows->which, reason_of(rows->handle, rows->which));
	PQclear(rows->handle);
	return false;
}

static sv_step postgresql_next(sv_rows *rows)
{
	return ++rows->at < PQntuples(rows->handle) ? SV_ROW : SV_END;
}

static void postgresql_end(sv_rows *rows)
{
	PQclear(rows->handle);
	rows->handle = NULL;
}

/* Numbers have two, four or eight bytes, the highest first. */
static int64_t postgresql_number(const sv_rows *rows, int column)
{
	const unsigned char *bytes = (const unsigned char *)PQgetvalue(rows->handle, rows->at, column);
	int length = PQgetlength(rows->handle, rows->at, column);
	uint64_t n = length > 0 && (bytes[0] & 0x80) ? UINT64_MAX : 0;
	for (int i = 0; i < length; i++)
		n = n << 8 | bytes[i];
	return (int64_t)n;
}

static const void *postgresql_bytes(const sv_rows *rows, int column, size_t *size)
{
	*size = (size_t)PQgetlength(rows->handle, rows->at, column);
	return PQgetisnull(rows->handle, rows->at, column) ? NULL
													   : PQgetvalue(rows->handle, rows->at, column);
}

/* Numbers of types as the server has them in its catalogue: pg_type.dat. */
static int postgresql_type(const sv_rows *rows, int column)
{
	enum { BYTEA = 17, TEXT = 25 };
	Oid type = PQftype(rows->handle, column);
	if (PQgetisnull(rows->handle, rows->at, column))
		return SV_NOTHING;
	return type == BYTEA ? SV_BYTES : type == TEXT ? SV_TEXT : SV_NUMBER;
}

/* ---- Copying --------------------------------------------------------------------------------- */

/* Waits for the answers to what was sent. */
static bool succeed(sv_postgresql *s)
{
	return (sv_postgresql_sync(s) && sv_postgresql_take_answers(s, 0, true) && !s->has_failed) ||
		report_failure(s);
}

static bool postgresql_prepare(sv_store *store, sv_statement which, const char *sql)
{
	sv_postgresql *s = postgresql_of(store);
	char text[SV_STATEMENT_SIZE], name[16], drop[32];
	snprintf(drop, sizeof drop, "DEALLOCATE %s", sv_postgresql_statement_name(which, name));
	if (!send_step(s, SV_ANSWER_TO_STEP, drop, NULL, 0) || !succeed(s))
		return false;
	s->parameters[which] = sv_postgresql_translate(sql, text);
	if (!PQsendPrepare(s->connection, name, text, 0, NULL))
		return sv_store_report(store, which, PQerrorMessage(s->connection));
	sv_postgresql_expect(s, SV_ANSWER_TO_PREPARATION, which);
	return succeed(s);
}

/* Rows came with their numbers: the next ones have to be greater. */
static bool postgresql_finish_copy(sv_store *store, int64_t last_person)
{
	static const char *const numbered[] = {"reports", "restraints", "acts"};
	sv_postgresql *s = postgresql_of(store);
	char sql[160];
	bool sent = last_person == 0 ||
		send_step(s, SV_ANSWER_TO_STEP, "SELECT setval('people_ids', $1)", &last_person, 1);
	for (int i = 0; sent && i < 3; i++) {
		snprintf(sql, sizeof sql,
			"SELECT setval(pg_get_serial_sequence('%s', 'id'), max(id)) FROM %s", numbered[i],
			numbered[i]);
		sent = send_step(s, SV_ANSWER_TO_STEP, sql, NULL, 0);
	}
	return sent && succeed(s);
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static void postgresql_close(sv_store *store)
{
	sv_postgresql *s = postgresql_of(store);
	PQclear(s->read);
	PQfinish(s->connection);
	free(s->expected);
	free(s->url);
	free(s);
}

static const sv_driver postgresql_driver = {
	.begin = postgresql_begin,
	.write = postgresql_write,
	.start_commit = postgresql_start_commit,
	.poll_commit = postgresql_poll_commit,
	.roll_back = postgresql_roll_back,
	.read = postgresql_read,
	.next = postgresql_next,
	.end = postgresql_end,
	.number = postgresql_number,
	.bytes = postgresql_bytes,
	.type = postgresql_type,
	.prepare = postgresql_prepare,
	.finish_copy = postgresql_finish_copy,
	.close = postgresql_close,
	.is_away = sv_postgresql_is_away,
	.reach = sv_postgresql_reach,
	.socket = sv_postgresql_socket,
	.claim = sv_postgresql_claim,
	.listen = sv_postgresql_listen,
	.silence = postgresql_silence,
};

/* libpq takes "postgresql://.." as it is, and "KEY=VALUE .." without a scheme. */
static char *conninfo_of(const char *url)
{
	static const char scheme[] = "postgresql:";
	const char *rest = url + sizeof scheme - 1;
	return ap_copy_text(strncmp(rest, "//", 2) == 0 ? url : rest);
}

static sv_postgresql *start(const char *url, int64_t patience)
{
	sv_postgresql *s = ap_allocate(1, sizeof *s);
	sv_store_set_up(&s->base, &postgresql_driver);
	s->url = conninfo_of(url);
	s->patience = patience;
	randombytes_buf(&s->writer, sizeof s->writer);
	s->writer &= INT64_MAX;
	snprintf(s->name, sizeof s->name, "apparat %016llx", (unsigned long long)s->writer);
	s->base.backend = s->name;
	s->connection = sv_postgresql_start_connection(s);
	sv_postgresql_connect_for(s, patience);
	return s;
}

sv_store *sv_postgresql_open(const char *url, ap_error *error)
{
	assert(url && error);
	ap_error why = {0};
	if (!sv_load_libpq(error))
		return NULL;
	sv_postgresql *s = start(url, SV_POSTGRESQL_PATIENCE);
	if (sv_postgresql_set_up(s, &why))
		return &s->base;
	ap_fail(error, 0, "the database %.250s", why.message);
	sv_store_close(&s->base);
	return NULL;
}

sv_store *sv_postgresql_open_replica(const char *url, ap_error *error)
{
	assert(url && error);
	ap_error why = {0};
	if (!sv_load_libpq(error))
		return NULL;
	sv_postgresql *s = start(url, SV_REPLICA_PATIENCE);
	s->is_replica = true;
	s->is_lost = !sv_postgresql_set_up(s, &why); /* one that is away now can be reached later */
	return &s->base;
}

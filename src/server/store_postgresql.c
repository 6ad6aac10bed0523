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
 * otherwise it can never be, even if the old connection still lives somewhere. */
#include <assert.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

#include "server/store_driver.h"
#include "server/store_postgresql.h"
#include "text/memory.h"

enum {
	PATIENCE = 10 * 1000, /* ms without an answer, after which the connection is given up */
	KEPT_COMMITS = 1000   /* rows of `commits` between two deletions */
};

/* What an answer will belong to. */
typedef enum answer_kind { PREPARATION, STEP, WRITE, READ, COMMIT, SYNC } answer_kind;

/* Advisory locks of this program: "APRT", and what for. */
#define LOCK_OF_SCHEMA "1095783508, 0"
#define LOCK_OF_SERVER "1095783508, 1"

typedef struct answer {
	answer_kind kind;
	sv_statement which;
} answer;

typedef struct postgresql_store {
	sv_store base;
	PGconn *connection;
	char *url;
	char name[40];                 /* as which the database knows this store */
	int64_t writer, number;        /* of the transaction that began last */
	int parameters[SV_STATEMENTS]; /* how many each statement has */
	answer *expected;              /* a ring */
	size_t first, count, room;
	PGresult *read;         /* the answer to the last read */
	int changed;            /* rows that the last write has changed */
	sv_commit_state commit; /* the one that was started last */
	bool is_open;           /* a transaction was begun, and neither committed nor undone */
	bool has_failed;        /* what was sent since the last commit, or that, has failed */
	char failure[320];
	bool is_lost;      /* the connection is, or is being made again */
	int64_t unsettled; /* the transaction that was committed last */
	bool is_connecting;
	int64_t connecting_since;
	bool has_claim; /* this store is the one that serves the database */
} postgresql_store;

static postgresql_store *postgresql_of(sv_store *s)
{
	return (postgresql_store *)s;
}

/* ---- Failures -------------------------------------------------------------------------------- */

/* Messages of libpq end with a new line, and some have several. */
static void copy_line(const char *text, char *out, size_t size)
{
	snprintf(out, size, "%.*s", (int)strcspn(text, "\n"), text);
}

/* Notes that the transaction has failed; only the first reason counts. */
static void note_failure(postgresql_store *s, sv_statement which, const char *reason)
{
	if (s->has_failed)
		return;
	s->has_failed = true;
	snprintf(s->failure, sizeof s->failure, "%s: %s",
		which < SV_STATEMENTS ? sv_statements[which].failure : "the store cannot be written",
		reason);
}

/* All answers that were expected will never come. */
static void lose(postgresql_store *s, const char *why)
{
	char reason[200];
	copy_line(why, reason, sizeof reason);
	s->is_lost = true;
	s->count = 0;
	s->is_open = false;
	note_failure(s, SV_STATEMENTS, *reason ? reason : "the connection to the database is lost");
}

/* Says why the last call has failed; returns false. */
static bool report_failure(postgresql_store *s)
{
	sv_store_set_error(&s->base, "%s", s->failure);
	return false;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void expect(postgresql_store *s, answer_kind kind, sv_statement which)
{
	if (s->count == s->room) {
		size_t room = s->room ? 2 * s->room : 256;
		answer *grown = ap_allocate(room, sizeof *grown);
		for (size_t i = 0; i < s->count; i++)
			grown[i] = s->expected[(s->first + i) % s->room];
		free(s->expected);
		s->expected = grown;
		s->room = room;
		s->first = 0;
	}
	s->expected[(s->first + s->count++) % s->room] = (answer){kind, which};
}

static const char *reason_of(const PGresult *result, sv_statement which)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *text = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY), *own = NULL;
	if (state && which < SV_STATEMENTS)
		own = strcmp(state, "23505") == 0 ? sv_statements[which].exists
			: strcmp(state, "23502") == 0 ? sv_statements[which].no_value
										  : NULL;
	return own ? own : text ? text : "an earlier statement has failed";
}

static void take_commit(postgresql_store *s, const PGresult *result, bool good)
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

/* Takes the answer that was expected first. */
static void take_answer(postgresql_store *s, PGresult *result)
{
	answer a = s->expected[s->first];
	ExecStatusType status = PQresultStatus(result);
	bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
	s->first = (s->first + 1) % s->room;
	s->count--;
	if (a.kind == READ) { /* its reader tells what has become of it */
		PQclear(s->read);
		s->read = result;
		return;
	}
	if (a.kind == COMMIT)
		take_commit(s, result, good);
	else if (a.kind != SYNC && !good)
		note_failure(s, a.which, reason_of(result, a.which));
	if (a.kind == WRITE && good)
		s->changed = atoi(PQcmdTuples(result));
	PQclear(result);
}

static int64_t milliseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Sends and receives what it can, and waits so many ms for that. Returns false if the connection is
 * lost. */
static bool exchange(postgresql_store *s, int wait)
{
	int unsent = PQflush(s->connection);
	struct pollfd socket = {.fd = PQsocket(s->connection), .events = POLLIN};
	if (unsent > 0)
		socket.events |= POLLOUT;
	if (unsent >= 0 && poll(&socket, 1, wait) >= 0 && PQconsumeInput(s->connection) &&
		PQstatus(s->connection) == CONNECTION_OK)
		return true;
	lose(s, PQerrorMessage(s->connection));
	return false;
}

/* Takes the answers that are there; waits until there are only so many left if `wait` is true.
 * Returns false if the connection is lost. */
static bool take_answers(postgresql_store *s, size_t left, bool wait)
{
	int64_t since = milliseconds();
	if (s->is_lost || !exchange(s, 0))
		return false;
	for (int nulls = 0; s->count > (wait ? left : 0);) {
		if (PQisBusy(s->connection)) {
			if (!wait)
				return true;
			if (milliseconds() - since > PATIENCE) {
				lose(s, "the database does not answer");
				return false;
			}
			if (!exchange(s, 1000))
				return false;
			continue;
		}
		PGresult *result = PQgetResult(s->connection);
		if (result) {
			since = milliseconds();
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

static bool sync(postgresql_store *s)
{
	if (s->is_lost || !PQpipelineSync(s->connection)) {
		lose(s, s->is_lost ? "" : PQerrorMessage(s->connection));
		return false;
	}
	expect(s, SYNC, SV_STATEMENTS);
	return true;
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* Sends a statement that is no statement of the store. Numbers are its parameters. */
static bool send_step(
	postgresql_store *s, answer_kind kind, const char *sql, const int64_t *numbers, int count)
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
	expect(s, kind, SV_STATEMENTS);
	return true;
}

static const char *statement_name(sv_statement which, char out[16])
{
	snprintf(out, 16, "s%d", (int)which);
	return out;
}

/* The library copies the values. */
static bool send_statement(
	postgresql_store *s, answer_kind kind, sv_statement which, const sv_value *v)
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
		!PQsendQueryPrepared(
			s->connection, statement_name(which, name), count, values, lengths, formats, 1)) {
		lose(s, s->is_lost ? "" : PQerrorMessage(s->connection));
		return false;
	}
	expect(s, kind, which);
	return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static bool postgresql_begin(sv_store *store)
{
	postgresql_store *s = postgresql_of(store);
	if (s->has_failed || s->is_lost)
		return report_failure(s);
	s->number++;
	s->is_open = true;
	bool sent = send_step(s, STEP, "BEGIN", NULL, 0) &&
		send_step(s, STEP, "INSERT INTO commits (writer, number) VALUES ($1, $2)",
			(int64_t[]){s->writer, s->number}, 2);
	if (sent && s->number % KEPT_COMMITS == 0)
		sent = send_step(s, STEP, "DELETE FROM commits WHERE writer = $1 AND number < $2 - 1",
			(int64_t[]){s->writer, s->number}, 2);
	return sent || report_failure(s);
}

static bool postgresql_write(sv_store *store, sv_statement which, const sv_value *v, int *changed)
{
	enum { MANY = 4096 }; /* so many answers are not left to wait */
	postgresql_store *s = postgresql_of(store);
	if (s->has_failed || !send_statement(s, WRITE, which, v))
		return report_failure(s);
	if (s->count > MANY && !take_answers(s, 0, false))
		return report_failure(s);
	if (!changed)
		return true;
	if (!sync(s) || !take_answers(s, 0, true) || s->has_failed)
		return report_failure(s);
	*changed = s->changed;
	return true;
}

/* Once anything of it is sent, only an answer tells what has become of it. */
static sv_commit_state postgresql_start_commit(sv_store *store)
{
	postgresql_store *s = postgresql_of(store);
	if (s->has_failed) {
		report_failure(s);
		return SV_COMMIT_FAILED;
	}
	s->commit = SV_COMMITTING;
	s->unsettled = s->number;
	s->is_open = false;
	int64_t since = milliseconds();
	if (send_step(s, COMMIT, "COMMIT", NULL, 0) && sync(s))
		while (PQflush(s->connection) > 0 && exchange(s, 1000))
			if (milliseconds() - since > PATIENCE)
				lose(s, "the database does not read what it is sent");
	return SV_COMMITTING;
}

static sv_commit_state postgresql_poll_commit(sv_store *store, bool wait)
{
	postgresql_store *s = postgresql_of(store);
	while (s->commit == SV_COMMITTING && take_answers(s, s->count > 0 ? s->count - 1 : 0, wait) &&
		wait)
		;
	if (s->commit == SV_COMMIT_FAILED)
		report_failure(s);
	return s->commit;
}

/* The answer to a commit that is under way is taken, too. */
static void undo(postgresql_store *s)
{
	if (!s->is_lost && sync(s) && send_step(s, STEP, "ROLLBACK", NULL, 0) && sync(s))
		take_answers(s, 0, true);
	s->is_open = false;
}

static void postgresql_roll_back(sv_store *store)
{
	postgresql_store *s = postgresql_of(store);
	if (s->is_open || s->has_failed)
		undo(s);
	s->has_failed = s->is_lost;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static bool postgresql_read(sv_rows *rows, const sv_value *v)
{
	postgresql_store *s = postgresql_of(rows->store);
	if (s->has_failed && s->is_open)
		undo(s); /* otherwise nothing could be read; the writer will be told */
	if (!send_statement(s, READ, rows->which, v) || !sync(s) || !take_answers(s, 0, true))
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

/* ---- Connecting ------------------------------------------------------------------------------ */

static void ignore_notice(void *to, const PGresult *result)
{
	(void)to;
	(void)result;
}

/* What the URL says goes before all but the last. A dead connection is noticed within seconds. */
static PGconn *start_connection(const postgresql_store *s)
{
	const char *const keys[] = {"connect_timeout", "keepalives_idle", "keepalives_interval",
		"keepalives_count", "tcp_user_timeout", "dbname", "application_name", "client_encoding",
		NULL};
	const char *const values[] = {"5", "10", "5", "3", "10000", s->url, s->name, "UTF8", NULL};
	return PQconnectStartParams(keys, values, 1);
}

/* Runs a statement before the pipeline begins. Returns the number in its first column; 0 if it has
 * none, -1 on failure. */
static int64_t ask(postgresql_store *s, const char *sql)
{
	PGresult *result = PQexec(s->connection, sql);
	ExecStatusType status = PQresultStatus(result);
	int64_t n = status == PGRES_COMMAND_OK ? 0 : -1;
	if (status == PGRES_TUPLES_OK)
		n = PQntuples(result) > 0 ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
	PQclear(result);
	return n;
}

static bool fail_to_open(postgresql_store *s, ap_error *error)
{
	char reason[200];
	copy_line(PQerrorMessage(s->connection), reason, sizeof reason);
	return ap_fail(error, 0, "cannot be opened: %s", reason);
}

/* Brings the schema up to date, or makes it. Other servers wait meanwhile. */
static bool migrate(postgresql_store *s, ap_error *error)
{
	char sql[128];
	if (ask(s, "BEGIN") < 0 || ask(s, "SELECT pg_advisory_xact_lock(" LOCK_OF_SCHEMA ")") < 0)
		return fail_to_open(s, error);
	int64_t is_there = ask(s, "SELECT (to_regclass('apparat_schema') IS NOT NULL)::int");
	int64_t version = is_there > 0 ? ask(s, "SELECT version FROM apparat_schema") : 0;
	if (is_there < 0 || version < 0)
		return fail_to_open(s, error);
	if (version > SV_POSTGRESQL_LATEST)
		return ap_fail(error, 0,
			"is of version %d, this program knows versions up to %d: use a newer one", (int)version,
			SV_POSTGRESQL_LATEST);
	if (!is_there &&
		(ask(s, "CREATE TABLE apparat_schema (version INTEGER NOT NULL)") < 0 ||
			ask(s, "INSERT INTO apparat_schema VALUES (0)") < 0))
		return fail_to_open(s, error);
	int next = version < SV_POSTGRESQL_FIRST ? SV_POSTGRESQL_FIRST : (int)version + 1;
	for (; next <= SV_POSTGRESQL_LATEST; next++) {
		const char *const *parts = sv_postgresql_migration(next);
		snprintf(sql, sizeof sql, "UPDATE apparat_schema SET version = %d", next);
		for (int i = 0; i < SV_MIGRATION_PARTS && parts[i]; i++)
			if (ask(s, parts[i]) < 0)
				return fail_to_open(s, error);
		if (ask(s, sql) < 0)
			return fail_to_open(s, error);
	}
	return ask(s, "COMMIT") >= 0 || fail_to_open(s, error);
}

/* An acknowledged decision is on the disk, whatever the database is set to; an administrator may
 * demand more, such as that replicas have it. */
static bool set_up_session(postgresql_store *s, ap_error *error)
{
	if (ask(s, "SELECT 1 WHERE current_setting('server_encoding') = 'UTF8'") != 1)
		return ap_fail(error, 0, "must have the encoding UTF8");
	return (ask(s,
				"SELECT set_config('synchronous_commit', 'on', false)"
				" WHERE current_setting('synchronous_commit') = 'off'") >= 0 &&
			   ask(s, "SELECT set_config('lock_timeout', '5s', false)") >= 0) ||
		fail_to_open(s, error);
}

static bool prepare_all(postgresql_store *s, ap_error *error)
{
	char sql[SV_STATEMENT_SIZE], name[16];
	if (!PQenterPipelineMode(s->connection) || PQsetnonblocking(s->connection, 1) != 0)
		return fail_to_open(s, error);
	s->is_lost = s->has_failed = false;
	for (int i = 0; i < SV_STATEMENTS; i++) {
		s->parameters[i] = sv_postgresql_statement((sv_statement)i, sql);
		if (!PQsendPrepare(s->connection, statement_name((sv_statement)i, name), sql, 0, NULL))
			return fail_to_open(s, error);
		expect(s, PREPARATION, (sv_statement)i);
	}
	if (!sync(s) || !take_answers(s, 0, true) || s->has_failed)
		return ap_fail(error, 0, "is damaged: %.200s", s->failure);
	return true;
}

/* One server has a database. If the lock is held by this server's own lost connection, that is
 * ended; then the next attempt will have it. */
static bool claim(postgresql_store *s, ap_error *error)
{
	char sql[256];
	if (ask(s, "SELECT pg_try_advisory_lock(" LOCK_OF_SERVER ")::int") == 1)
		return true;
	snprintf(sql, sizeof sql,
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
		" WHERE application_name = '%s' AND pid <> pg_backend_pid()",
		s->name);
	ask(s, sql);
	return ap_fail(error, 0, "is being served already");
}

/* Finds out what has become of a commit that was under way when the connection was lost. Returns
 * false if that cannot be known yet. */
static bool settle(postgresql_store *s, ap_error *error)
{
	char sql[128];
	if (s->commit != SV_COMMITTING)
		return true;
	snprintf(sql, sizeof sql, "INSERT INTO commits (writer, number) VALUES (%lld, %lld)",
		(long long)s->writer, (long long)s->unsettled);
	PGresult *result = PQexec(s->connection, sql);
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	if (PQresultStatus(result) == PGRES_COMMAND_OK)
		s->commit = SV_COMMIT_FAILED;
	else if (state && strcmp(state, "23505") == 0)
		s->commit = SV_COMMITTED;
	PQclear(result);
	return s->commit != SV_COMMITTING || fail_to_open(s, error);
}

static bool set_up(postgresql_store *s, ap_error *error)
{
	if (PQstatus(s->connection) != CONNECTION_OK)
		return fail_to_open(s, error);
	PQsetNoticeReceiver(s->connection, ignore_notice, NULL);
	s->first = s->count = 0;
	return migrate(s, error) && set_up_session(s, error) && (!s->has_claim || claim(s, error)) &&
		settle(s, error) && prepare_all(s, error);
}

/* Goes on with connecting, for so many ms. Returns false if that has not come to an end. */
static bool connect_for(postgresql_store *s, int64_t most)
{
	int64_t since = milliseconds(), passed = 0;
	while (passed <= most && PQstatus(s->connection) != CONNECTION_BAD) {
		PostgresPollingStatusType status = PQconnectPoll(s->connection);
		if (status == PGRES_POLLING_OK || status == PGRES_POLLING_FAILED)
			return true;
		struct pollfd socket = {.fd = PQsocket(s->connection),
			.events = status == PGRES_POLLING_WRITING ? POLLOUT : POLLIN};
		poll(&socket, 1, (int)(most - passed));
		passed = milliseconds() - since;
	}
	return PQstatus(s->connection) == CONNECTION_BAD;
}

static bool postgresql_is_away(const sv_store *store)
{
	return ((const postgresql_store *)store)->is_lost;
}

/* A transaction that was open is lost, and has to be given up. */
static bool postgresql_reach(sv_store *store)
{
	enum { AT_ONCE = 100, LONGEST = 10 * 1000 };
	postgresql_store *s = postgresql_of(store);
	ap_error why = {0};
	if (!s->is_lost)
		return true;
	if (!s->is_connecting) {
		PQfinish(s->connection);
		s->connection = start_connection(s);
		s->connecting_since = milliseconds();
	}
	s->is_connecting = !connect_for(s, AT_ONCE) && milliseconds() - s->connecting_since < LONGEST;
	if (s->is_connecting || !set_up(s, &why)) {
		s->is_lost = true;
		sv_store_set_error(
			store, "the database %.250s", s->is_connecting ? "does not answer" : why.message);
		return false;
	}
	s->has_failed = store->in_transaction;
	return true;
}

/* The connection has no pipeline while it asks. */
static bool postgresql_claim(sv_store *store, ap_error *error)
{
	postgresql_store *s = postgresql_of(store);
	ap_error why = {0};
	if (!PQexitPipelineMode(s->connection) || PQsetnonblocking(s->connection, 0) != 0)
		return fail_to_open(s, error);
	s->has_claim = claim(s, &why);
	if (!PQenterPipelineMode(s->connection) || PQsetnonblocking(s->connection, 1) != 0)
		return fail_to_open(s, error);
	return s->has_claim || ap_fail(error, 0, "the database %.250s", why.message);
}

static int postgresql_socket(const sv_store *store)
{
	const postgresql_store *s = (const postgresql_store *)store;
	return s->is_lost ? -1 : PQsocket(s->connection);
}

static void postgresql_close(sv_store *store)
{
	postgresql_store *s = postgresql_of(store);
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
	.close = postgresql_close,
	.is_away = postgresql_is_away,
	.reach = postgresql_reach,
	.socket = postgresql_socket,
	.claim = postgresql_claim,
};

/* libpq takes "postgresql://.." as it is, and "KEY=VALUE .." without a scheme. */
static char *conninfo_of(const char *url)
{
	static const char scheme[] = "postgresql:";
	const char *rest = url + sizeof scheme - 1;
	return ap_copy_text(strncmp(rest, "//", 2) == 0 ? url : rest);
}

sv_store *sv_postgresql_open(const char *url, ap_error *error)
{
	assert(url && error);
	postgresql_store *s = ap_allocate(1, sizeof *s);
	ap_error why = {0};
	sv_store_set_up(&s->base, &postgresql_driver);
	s->url = conninfo_of(url);
	randombytes_buf(&s->writer, sizeof s->writer);
	s->writer &= INT64_MAX;
	snprintf(s->name, sizeof s->name, "apparat %016llx", (unsigned long long)s->writer);
	s->connection = start_connection(s);
	connect_for(s, PATIENCE);
	if (set_up(s, &why))
		return &s->base;
	ap_fail(error, 0, "the database %.250s", why.message);
	sv_store_close(&s->base);
	return NULL;
}

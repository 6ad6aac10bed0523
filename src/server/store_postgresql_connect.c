/* store_postgresql_connect.c: how the connection to PostgreSQL begins, and begins again: see
 * store_postgresql.h. Before its pipeline begins, questions wait for their answers. */
#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_postgresql.h"

/* Advisory locks of this program: "APRT", and what for. */
#define LOCK_OF_SCHEMA "1095783508, 0"
#define LOCK_OF_SERVER "1095783508, 1"

/* ---- Connecting ------------------------------------------------------------------------------ */

static void ignore_notice(void *to, const PGresult *result)
{
	(void)to;
	(void)result;
}

/* What the URL says goes before all but the last. A dead connection is noticed within seconds. */
PGconn *sv_postgresql_start_connection(const sv_postgresql *s)
{
	const char *const keys[] = {"connect_timeout", "keepalives_idle", "keepalives_interval",
		"keepalives_count", "tcp_user_timeout", "dbname", "application_name", "client_encoding",
		NULL};
	const char *const values[] = {"5", "10", "5", "3", "10000", s->url, s->name, "UTF8", NULL};
	return PQconnectStartParams(keys, values, 1);
}

/* Runs a statement before the pipeline begins. Returns the number in its first column; 0 if it has
 * none, -1 on failure. */
static int64_t ask(sv_postgresql *s, const char *sql)
{
	PGresult *result = PQexec(s->connection, sql);
	ExecStatusType status = PQresultStatus(result);
	int64_t n = status == PGRES_COMMAND_OK ? 0 : -1;
	if (status == PGRES_TUPLES_OK)
		n = PQntuples(result) > 0 ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : 0;
	PQclear(result);
	return n;
}

static bool fail_to_open(sv_postgresql *s, ap_error *error)
{
	char reason[200];
	sv_postgresql_copy_line(PQerrorMessage(s->connection), reason, sizeof reason);
	return ap_fail(error, 0, "cannot be opened: %s", reason);
}

/* Brings the schema up to date, or makes it. Other servers wait meanwhile. */
static bool migrate(sv_postgresql *s, ap_error *error)
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
static bool set_up_session(sv_postgresql *s, ap_error *error)
{
	if (ask(s, "SELECT 1 WHERE current_setting('server_encoding') = 'UTF8'") != 1)
		return ap_fail(error, 0, "must have the encoding UTF8");
	return (ask(s,
				"SELECT set_config('synchronous_commit', 'on', false)"
				" WHERE current_setting('synchronous_commit') = 'off'") >= 0 &&
			   ask(s, "SELECT set_config('lock_timeout', '5s', false)") >= 0) ||
		fail_to_open(s, error);
}

static bool prepare_all(sv_postgresql *s, ap_error *error)
{
	char sql[SV_STATEMENT_SIZE], name[16];
	if (!PQenterPipelineMode(s->connection) || PQsetnonblocking(s->connection, 1) != 0)
		return fail_to_open(s, error);
	s->is_lost = s->has_failed = false;
	for (int i = 0; i < SV_STATEMENTS; i++) {
		s->parameters[i] = sv_postgresql_statement((sv_statement)i, sql);
		if (!PQsendPrepare(
				s->connection, sv_postgresql_statement_name((sv_statement)i, name), sql, 0, NULL))
			return fail_to_open(s, error);
		sv_postgresql_expect(s, SV_ANSWER_TO_PREPARATION, (sv_statement)i);
	}
	if (!sv_postgresql_sync(s) || !sv_postgresql_take_answers(s, 0, true) || s->has_failed)
		return ap_fail(error, 0, "is damaged: %.200s", s->failure);
	return true;
}

/* One server has a database, or several that share it. If the lock is held by this server's own
 * lost connection, that is ended; then the next attempt will have it. */
static bool claim(sv_postgresql *s, ap_error *error)
{
	char sql[256];
	if (ask(s,
			s->base.is_shared ? "SELECT pg_try_advisory_lock_shared(" LOCK_OF_SERVER ")::int"
							  : "SELECT pg_try_advisory_lock(" LOCK_OF_SERVER ")::int") == 1)
		return !s->base.is_shared || ask(s, "LISTEN " SV_POSTGRESQL_NEWS) >= 0 ||
			fail_to_open(s, error);
	snprintf(sql, sizeof sql,
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
		" WHERE application_name = '%s' AND pid <> pg_backend_pid()",
		s->name);
	ask(s, sql);
	return s->base.is_shared
		? ap_fail(error, 0, "is being served by a server that does not share it")
		: ap_fail(error, 0, "is being served already");
}

/* Finds out what has become of a commit that was under way when the connection was lost. Returns
 * false if that cannot be known yet. */
static bool settle(sv_postgresql *s, ap_error *error)
{
	char sql[128];
	if (s->commit != SV_COMMITTING)
		return true;
	snprintf(sql, sizeof sql, "INSERT INTO %s VALUES (%lld, %lld)",
		s->base.node ? "node_commits (node, number)" : "commits (writer, number)",
		(long long)(s->base.node ? s->base.node : s->writer), (long long)s->unsettled);
	PGresult *result = PQexec(s->connection, sql);
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	if (PQresultStatus(result) == PGRES_COMMAND_OK || sv_postgresql_note_put_out(s, result))
		s->commit = SV_COMMIT_FAILED; /* of a node that was put out: all will be read again */
	else if (state && strcmp(state, "23505") == 0)
		s->commit = SV_COMMITTED;
	PQclear(result);
	return s->commit != SV_COMMITTING || fail_to_open(s, error);
}

/* A replica gets the schema from the database that it copies. */
static bool has_schema(sv_postgresql *s, ap_error *error)
{
	int64_t version = ask(s, "SELECT version FROM apparat_schema");
	return version == SV_POSTGRESQL_LATEST || fail_to_open(s, error);
}

bool sv_postgresql_set_up(sv_postgresql *s, ap_error *error)
{
	if (PQstatus(s->connection) != CONNECTION_OK)
		return fail_to_open(s, error);
	PQsetNoticeReceiver(s->connection, ignore_notice, NULL);
	s->first = s->count = 0;
	if (s->is_replica)
		return has_schema(s, error) && prepare_all(s, error);
	return migrate(s, error) && set_up_session(s, error) && (!s->has_claim || claim(s, error)) &&
		settle(s, error) && prepare_all(s, error);
}

/* Goes on with connecting, for so many ms. Returns false if that has not come to an end. */
bool sv_postgresql_connect_for(sv_postgresql *s, int64_t most)
{
	int64_t since = sv_postgresql_milliseconds(), passed = 0;
	while (passed <= most && PQstatus(s->connection) != CONNECTION_BAD) {
		PostgresPollingStatusType status = PQconnectPoll(s->connection);
		if (status == PGRES_POLLING_OK || status == PGRES_POLLING_FAILED)
			return true;
		struct pollfd socket = {.fd = PQsocket(s->connection),
			.events = status == PGRES_POLLING_WRITING ? POLLOUT : POLLIN};
		poll(&socket, 1, (int)(most - passed));
		passed = sv_postgresql_milliseconds() - since;
	}
	return PQstatus(s->connection) == CONNECTION_BAD;
}

bool sv_postgresql_is_away(const sv_store *store)
{
	return ((const sv_postgresql *)store)->is_lost;
}

/* A transaction that was open is lost, and has to be given up. */
bool sv_postgresql_reach(sv_store *store)
{
	enum { LONGEST = 10 * 1000 };
	sv_postgresql *s = (sv_postgresql *)store;
	ap_error why = {0};
	if (!s->is_lost)
		return true;
	if (!s->is_connecting) {
		PQfinish(s->connection);
		s->connection = sv_postgresql_start_connection(s);
		s->connecting_since = sv_postgresql_milliseconds();
	}
	s->is_connecting = !sv_postgresql_connect_for(s, s->is_replica ? 20 : 100) &&
		sv_postgresql_milliseconds() - s->connecting_since < LONGEST;
	if (s->is_connecting || !sv_postgresql_set_up(s, &why)) {
		s->is_lost = true;
		sv_store_set_error(
			store, "the database %.250s", s->is_connecting ? "does not answer" : why.message);
		return false;
	}
	s->has_failed = store->in_transaction;
	return true;
}

/* The connection has no pipeline while it asks. */
bool sv_postgresql_claim(sv_store *store, ap_error *error)
{
	sv_postgresql *s = (sv_postgresql *)store;
	ap_error why = {0};
	if (!PQexitPipelineMode(s->connection) || PQsetnonblocking(s->connection, 0) != 0)
		return fail_to_open(s, error);
	s->has_claim = claim(s, &why);
	if (!PQenterPipelineMode(s->connection) || PQsetnonblocking(s->connection, 1) != 0)
		return fail_to_open(s, error);
	return s->has_claim || ap_fail(error, 0, "the database %.250s", why.message);
}

bool sv_postgresql_listen(sv_store *store)
{
	sv_postgresql *s = (sv_postgresql *)store;
	PGnotify *news;
	if (!sv_postgresql_take_answers(s, 0, false)) {
		sv_store_set_error(store, "%s", s->failure);
		return false;
	}
	while ((news = PQnotifies(s->connection))) {
		store->has_news = true;
		PQfreemem(news);
	}
	return true;
}

int sv_postgresql_socket(const sv_store *store)
{
	const sv_postgresql *s = (const sv_postgresql *)store;
	bool may_tell = store->commit == SV_COMMITTING || store->node;
	return s->is_lost || !may_tell ? -1 : PQsocket(s->connection);
}

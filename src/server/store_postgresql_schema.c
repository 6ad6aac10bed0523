/* store_postgresql_schema.c: see store_postgresql.h. */
#include "server/store_postgresql.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The advisory lock of a name that somebody wants: see sv_store_lock_name(). */
#define LOCK_OF_NAMES "1095783509"

/* The same of the server's secrets: see sv_store_find_secret(). */
#define LOCK_OF_SECRETS "1095783508, 2"

/* ---- Schema ---------------------------------------------------------------------------------- */

/* A text that is ordered and compared by its bytes, as SQLite does it. */
#define TEXT "TEXT COLLATE \"C\" NOT NULL"
#define NUMBER "BIGINT NOT NULL"

/* Migrations are never changed, only added. A test compares the result with SQLite's schema, where
 * the comments are. `commits` and `node_commits` are PostgreSQL's own: see store_postgresql.c. */
static const char *const migrations[][SV_MIGRATION_PARTS] = {
	{
		"CREATE TABLE tables ("
		" id BIGINT PRIMARY KEY, key " TEXT " UNIQUE,"
		" status SMALLINT NOT NULL CHECK (status BETWEEN 0 AND 3), updated " NUMBER ", meta " TEXT
		","
		" owner " NUMBER ", game " TEXT ", public SMALLINT NOT NULL, open_seats INTEGER NOT NULL,"
		" bots INTEGER NOT NULL, expires " NUMBER ");"
		"CREATE INDEX tables_by_status ON tables (status);"
		"CREATE INDEX tables_by_owner ON tables (owner, status) WHERE owner <> 0;"
		"CREATE INDEX tables_listed ON tables (status, updated, id) WHERE public = 1;"
		"CREATE INDEX tables_listed_by_game ON tables (status, game, updated, id) WHERE public = 1;"
		"CREATE INDEX tables_with_room ON tables (updated, id)"
		" WHERE public = 1 AND status = 0 AND open_seats > 0;"
		"CREATE INDEX tables_with_room_by_game ON tables (game, updated, id)"
		" WHERE public = 1 AND status = 0 AND open_seats > 0;"
		"CREATE INDEX tables_by_end ON tables (expires) WHERE expires > 0;"
		"CREATE INDEX ended_tables_by_time ON tables (updated) WHERE status >= 2;"

		"CREATE TABLE lines ("
		" table_id BIGINT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL CHECK (seq >= 0),"
		" at " NUMBER ", person " NUMBER ", value " NUMBER ", kind SMALLINT NOT NULL,"
		" seat SMALLINT NOT NULL, client TEXT COLLATE \"C\", served " NUMBER ","
		" PRIMARY KEY (table_id, seq));"
		"CREATE TABLE snapshots ("
		" table_id BIGINT NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL CHECK (seq >= 0),"
		" bytes BYTEA NOT NULL, PRIMARY KEY (table_id, seq));"
		"CREATE TABLE bases ("
		" table_id BIGINT PRIMARY KEY REFERENCES tables (id), bytes BYTEA NOT NULL);"
		"CREATE TABLE games ("
		" table_id BIGINT PRIMARY KEY REFERENCES tables (id), seq INTEGER NOT NULL CHECK (seq >= 0),"
		" size BIGINT NOT NULL, bytes BYTEA NOT NULL);"
		"CREATE TABLE sitters ("
		" person BIGINT NOT NULL, table_id BIGINT NOT NULL REFERENCES tables (id),"
		" PRIMARY KEY (person, table_id));"
		"CREATE INDEX sitters_by_table ON sitters (table_id);"
		"CREATE TABLE seats ("
		" table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, person BIGINT NOT NULL,"
		" PRIMARY KEY (table_id, person));"
		"CREATE INDEX seats_by_person ON seats (person);"
		"CREATE TABLE names ("
		" table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, name " TEXT ","
		" PRIMARY KEY (table_id, name));"
		"CREATE INDEX names_by_name ON names (name, table_id);",

		/* An id of a person is never given again: the sequence keeps the greatest there ever was.
		 */
		"CREATE TABLE people ("
		" id BIGINT PRIMARY KEY CHECK (id > 0), name " TEXT ","
		" account TEXT COLLATE \"C\" UNIQUE, password " TEXT ","
		" created " NUMBER ", seen " NUMBER ", settings " TEXT ","
		" look TEXT COLLATE \"C\", folded_look TEXT COLLATE \"C\","
		" used SMALLINT NOT NULL DEFAULT 0);"
		"CREATE INDEX people_by_look ON people (look) WHERE look IS NOT NULL;"
		"CREATE INDEX people_by_folded_look ON people (folded_look) WHERE folded_look IS NOT NULL;"
		"CREATE INDEX guests_by_time ON people (seen) WHERE account IS NULL AND used = 0;"
		"CREATE INDEX all_guests_by_time ON people (seen) WHERE account IS NULL;"
		"CREATE SEQUENCE people_ids;"
		"CREATE FUNCTION note_person_id() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
		" IF NOT (SELECT is_called AND last_value >= NEW.id FROM people_ids) THEN"
		" PERFORM setval('people_ids', NEW.id); END IF; RETURN NULL; END $$;"
		"CREATE TRIGGER note_person_id AFTER INSERT ON people"
		" FOR EACH ROW EXECUTE FUNCTION note_person_id();"
		"CREATE TABLE sessions ("
		" hash BYTEA PRIMARY KEY, person BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,"
		" expires " NUMBER ", created BIGINT NOT NULL DEFAULT 0,"
		" agent TEXT COLLATE \"C\" NOT NULL DEFAULT '');"
		"CREATE INDEX sessions_by_person ON sessions (person);"
		"CREATE INDEX sessions_by_end ON sessions (expires);"
		"CREATE TABLE recoveries ("
		" hash BYTEA PRIMARY KEY, person BIGINT REFERENCES people (id) ON DELETE CASCADE,"
		" expires " NUMBER ");"
		"CREATE INDEX recoveries_by_person ON recoveries (person);"
		"CREATE TABLE pushes ("
		" endpoint TEXT COLLATE \"C\" PRIMARY KEY,"
		" person BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE, added " NUMBER ","
		" point BYTEA NOT NULL CHECK (length(point) = 65),"
		" auth BYTEA NOT NULL CHECK (length(auth) = 16));"
		"CREATE INDEX pushes_by_person ON pushes (person);"
		"CREATE TABLE restraints ("
		" id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
		" kind SMALLINT NOT NULL CHECK (kind BETWEEN 0 AND 1),"
		" person BIGINT REFERENCES people (id) ON DELETE SET NULL,"
		" address BYTEA CHECK (length(address) = 16), bits INTEGER NOT NULL,"
		" at " NUMBER ", until " NUMBER ", reason " TEXT ");"
		"CREATE INDEX restraints_by_person ON restraints (person);",

		"CREATE TABLE talk ("
		" table_id BIGINT NOT NULL REFERENCES tables (id), n INTEGER NOT NULL CHECK (n >= 0),"
		" at " NUMBER ", person " NUMBER ", seen_by INTEGER NOT NULL, sender SMALLINT NOT NULL,"
		" text " TEXT ", PRIMARY KEY (table_id, n));"
		"CREATE INDEX talk_by_person ON talk (person) WHERE person <> 0;"
		"CREATE INDEX talk_by_time ON talk (at);"
		"CREATE TABLE reports ("
		" id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, at " NUMBER ", person " NUMBER ","
		" table_key " TEXT ", game " TEXT ", rules INTEGER NOT NULL, text " TEXT ", shown " TEXT ","
		" scenario " TEXT ", kind " TEXT ", against " NUMBER ", said " TEXT ");"
		"CREATE INDEX reports_by_time ON reports (at);"
		"CREATE TABLE acts ("
		" id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, at " NUMBER ", who " TEXT ","
		" act " TEXT ", about " TEXT ", details " TEXT ");"
		"CREATE INDEX acts_by_time ON acts (at);"
		"CREATE TABLE announcements ("
		" id SMALLINT PRIMARY KEY CHECK (id = 1), at " NUMBER ", until " NUMBER ", text " TEXT ");"
		"CREATE TABLE secrets (name TEXT COLLATE \"C\" PRIMARY KEY, bytes BYTEA NOT NULL);"
		"CREATE TABLE service (id SMALLINT PRIMARY KEY CHECK (id = 1), served " NUMBER ");"

		"CREATE TABLE commits ("
		" writer BIGINT NOT NULL, number BIGINT NOT NULL,"
		" at TIMESTAMPTZ NOT NULL DEFAULT now(), PRIMARY KEY (writer, number));",
	},
	{
		"CREATE TABLE nodes ("
		" id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, address " TEXT ", release " TEXT
		","
		" backend " TEXT ", beat " NUMBER ", served " NUMBER ", joined " NUMBER ");"
		"CREATE TABLE node_rules ("
		" node BIGINT NOT NULL REFERENCES nodes (id) ON DELETE CASCADE, game " TEXT ","
		" version INTEGER NOT NULL, PRIMARY KEY (node, game));"
		"CREATE TABLE node_commits ("
		" node BIGINT NOT NULL REFERENCES nodes (id) ON DELETE CASCADE, number BIGINT NOT NULL,"
		" at TIMESTAMPTZ NOT NULL DEFAULT now(), PRIMARY KEY (node, number));"
		"CREATE TABLE news ("
		" id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, node " NUMBER ", kind " TEXT ","
		" about " NUMBER ");"
		"CREATE FUNCTION tell_news() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
		" PERFORM pg_notify('" SV_POSTGRESQL_NEWS "', ''); RETURN NULL; END $$;"
		"CREATE TRIGGER tell_news AFTER INSERT ON news"
		" FOR EACH STATEMENT EXECUTE FUNCTION tell_news();",

		"ALTER TABLE tables ADD COLUMN rules INTEGER NOT NULL DEFAULT 0,"
		" ADD COLUMN node BIGINT REFERENCES nodes (id) ON DELETE SET NULL,"
		" ADD COLUMN left_at BIGINT, ADD COLUMN ahead BIGINT NOT NULL DEFAULT 0;"
		"CREATE INDEX tables_by_node ON tables (node, status) WHERE node IS NOT NULL;"
		"CREATE INDEX orphans ON tables (id) WHERE node IS NULL AND status = 1;"
		"ALTER TABLE service ADD COLUMN shared BIGINT NOT NULL DEFAULT 0;",

		/* Ids of tables come from a sequence when several servers make some. */
		"CREATE SEQUENCE table_ids;"
		"SELECT setval('table_ids', max(id)) FROM tables HAVING max(id) > 0;"
		"CREATE FUNCTION note_table_id() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
		" IF NOT (SELECT is_called AND last_value >= NEW.id FROM table_ids) THEN"
		" PERFORM setval('table_ids', NEW.id); END IF; RETURN NULL; END $$;"
		"CREATE TRIGGER note_table_id AFTER INSERT ON tables"
		" FOR EACH ROW EXECUTE FUNCTION note_table_id();",
	}};

const char *const *sv_postgresql_migration(int version)
{
	assert(version >= SV_POSTGRESQL_FIRST && version <= SV_POSTGRESQL_LATEST);
	return migrations[version - SV_POSTGRESQL_FIRST];
}

/* Steps that programs of the version before tolerate: they add tables, indexes, or columns that may
 * be left out. Any other step waits until no server runs. */
static const bool only_adds[] = {
	false, false, /* tables have leaders */
};

int sv_postgresql_least(int version)
{
	static_assert(sizeof only_adds / sizeof *only_adds == sizeof migrations / sizeof *migrations,
		"of each step is known what it does");
	assert(version >= SV_POSTGRESQL_FIRST && version <= SV_POSTGRESQL_LATEST);
	while (only_adds[version - SV_POSTGRESQL_FIRST])
		version--;
	return version;
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* What is said in another way altogether. */
static const struct {
	sv_statement which;
	const char *sql;
} own_statements[] = {
	{SQL_LAST_PERSON, "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM people_ids"},
	{SQL_COUNT_BACKENDS,
		"SELECT count(*) FROM pg_stat_activity"
		" WHERE datname = current_database()"
		" AND application_name = (SELECT backend FROM nodes WHERE id = ?1)"},
	{SQL_END_BACKENDS,
		"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
		" WHERE datname = current_database() AND pid <> pg_backend_pid()"
		" AND application_name = (SELECT backend FROM nodes WHERE id = ?1)"},
	{SQL_LOCK_NODE,
		"SELECT count(*) FROM (SELECT 1 FROM nodes WHERE id = ?1 AND beat = ?2"
		" FOR UPDATE SKIP LOCKED) AS found"},
	{SQL_NEXT_TABLE_ID, "SELECT nextval('table_ids')"},
	{SQL_NEXT_PERSON_ID, "SELECT nextval('people_ids')"},
	{SQL_LOCK_SECRETS, "SELECT count(*) FROM pg_advisory_xact_lock(" LOCK_OF_SECRETS ")"},
	{SQL_LOCK_NAME, "SELECT pg_try_advisory_xact_lock(" LOCK_OF_NAMES ", hashtext(?1))::int"},
};

/* Returns NULL if the statement is said as in all databases. */
static const char *own_statement(sv_statement which)
{
	for (size_t i = 0; i < sizeof own_statements / sizeof *own_statements; i++)
		if (own_statements[i].which == which)
			return own_statements[i].sql;
	return NULL;
}

/* Claims of tables do not wait for each other: whoever comes later finds no table. It is said where
 * the tables are chosen, which is the last that is in brackets. */
static const char *skip_locked(sv_statement which, char out[SV_STATEMENT_SIZE])
{
	const char *sql = sv_statements[which].sql, *end = strrchr(sql, ')');
	snprintf(out, SV_STATEMENT_SIZE, "%.*s FOR UPDATE SKIP LOCKED%s", (int)(end - sql), sql, end);
	return out;
}

/* What belongs to a person is not added if he is being deleted at another node: that is waited for.
 */
static const char *hold_person(sv_statement which, char out[SV_STATEMENT_SIZE])
{
	const char *sql = sv_statements[which].sql, *end = strstr(sql, " ON CONFLICT");
	snprintf(out, SV_STATEMENT_SIZE, "%.*s FOR KEY SHARE%s", (int)(end - sql), sql, end);
	return out;
}

/* Hints for SQLite's planner, which PostgreSQL does not know. */
static size_t skip_hint(const char *sql)
{
	static const char index[] = "INDEXED BY ", cross[] = "CROSS JOIN";
	if (strncmp(sql, index, sizeof index - 1) == 0)
		return sizeof index - 1 + strcspn(sql + sizeof index - 1, " ");
	return strncmp(sql, cross, sizeof cross - 1) == 0 ? strlen("CROSS ") : 0;
}

int sv_postgresql_statement(sv_statement which, char out[SV_STATEMENT_SIZE])
{
	assert(which < SV_STATEMENTS && out);
	char sql[SV_STATEMENT_SIZE];
	const char *own = own_statement(which);
	if (which == SQL_CLAIM_TABLE || which == SQL_ADOPT_TABLES)
		own = skip_locked(which, sql);
	else if (which == SQL_PUT_SESSION || which == SQL_PUT_PUSH)
		own = hold_person(which, sql);
	return sv_postgresql_translate(own ? own : sv_statements[which].sql, out);
}

int sv_postgresql_translate(const char *sql, char out[SV_STATEMENT_SIZE])
{
	assert(sql && out);
	int count = 0;
	size_t length = 0;
	while (*sql) {
		sql += skip_hint(sql);
		if (*sql != '?') {
			out[length++] = *sql++;
		} else {
			size_t digits = strspn(sql + 1, "0123456789");
			int number = digits ? (int)strtol(sql + 1, NULL, 10) : count + 1;
			count = number > count ? number : count;
			length += (size_t)snprintf(out + length, SV_STATEMENT_SIZE - length, "$%d", number);
			sql += 1 + digits;
		}
		assert(length + 8 < SV_STATEMENT_SIZE && count <= SV_MOST_PARAMETERS);
	}
	out[length] = '\0';
	return count;
}

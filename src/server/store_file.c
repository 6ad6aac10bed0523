/* store_file.c: see store_file.h. */
#include "server/store_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
	BUSY_TIMEOUT = 2000,        /* ms to wait while another process writes */
	APPLICATION_ID = 0x41505254 /* "APRT": marks the database as one of this program */
};

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* ---- Schema ---------------------------------------------------------------------------------- */

/* Migration n brings a database from version n to version n + 1. Migrations are never changed, only
 * added, since databases of every version exist.
 *
 * People are AUTOINCREMENT because an id must never be given again: lines and metas contain it even
 * after the person was deleted. Talk has no foreign key to people, because a deleted person who is
 * still connected may talk, and that must not make the commit of all others fail. */
static const char *const migrations[] = {
	"PRAGMA application_id = 0x41505254;"
	"CREATE TABLE tables ("
	" id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"
	" status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),"
	" updated INTEGER NOT NULL, meta TEXT NOT NULL) STRICT;"
	"CREATE INDEX tables_by_status ON tables (status);"
	"CREATE TABLE lines ("
	" table_id INTEGER NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL CHECK (seq >= 0),"
	" at INTEGER NOT NULL, person INTEGER NOT NULL, value INTEGER NOT NULL,"
	" kind INTEGER NOT NULL, seat INTEGER NOT NULL, client TEXT,"
	" PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID;"
	"CREATE TABLE snapshots ("
	" table_id INTEGER NOT NULL REFERENCES tables (id), seq INTEGER NOT NULL CHECK (seq >= 0),"
	" bytes BLOB NOT NULL, PRIMARY KEY (table_id, seq)) STRICT, WITHOUT ROWID;"
	"CREATE TABLE people ("
	" id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0), name TEXT NOT NULL,"
	" account TEXT UNIQUE," /* the name in lower case; NULL: a guest */
	" password TEXT NOT NULL, created INTEGER NOT NULL, seen INTEGER NOT NULL,"
	" settings TEXT NOT NULL) STRICT;"
	"CREATE TABLE sessions ("
	" hash BLOB PRIMARY KEY, person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,"
	" expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
	"CREATE INDEX sessions_by_person ON sessions (person);"
	"CREATE INDEX sessions_by_end ON sessions (expires);"
	"CREATE TABLE talk ("
	" table_id INTEGER NOT NULL REFERENCES tables (id), n INTEGER NOT NULL CHECK (n >= 0),"
	" at INTEGER NOT NULL, person INTEGER NOT NULL, seen_by INTEGER NOT NULL,"
	" sender INTEGER NOT NULL, text TEXT NOT NULL,"
	" PRIMARY KEY (table_id, n)) STRICT, WITHOUT ROWID;"
	"CREATE INDEX talk_by_person ON talk (person) WHERE person <> 0;",

	"CREATE TABLE sitters ("
	" person INTEGER NOT NULL, table_id INTEGER NOT NULL REFERENCES tables (id),"
	" PRIMARY KEY (person, table_id)) STRICT, WITHOUT ROWID;"
	"INSERT OR IGNORE INTO sitters"
	" SELECT json_extract(p.value, '$.person'), t.id FROM tables t, json_each(t.meta, '$.private') p"
	" WHERE t.status IN (1, 2) AND json_extract(p.value, '$.person') > 0;",

	"CREATE TABLE bases ("
	" table_id INTEGER PRIMARY KEY REFERENCES tables (id), bytes BLOB NOT NULL) STRICT;"
	"CREATE TABLE games ("
	" table_id INTEGER PRIMARY KEY REFERENCES tables (id), seq INTEGER NOT NULL CHECK (seq >= 0),"
	" size INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;",
};

/* ---- Statements ------------------------------------------------------------------------------ */

const sv_statement_text sv_statements[SV_STATEMENTS] = {
	[SQL_BEGIN] = {"the store cannot be written", "BEGIN IMMEDIATE"},
	[SQL_COMMIT] = {"the commit failed", "COMMIT"},
	[SQL_PUT_TABLE] = {"a table cannot be kept",
		"INSERT INTO tables (id, key, status, updated, meta) VALUES (?, ?, ?, ?, ?)"
		" ON CONFLICT (id) DO UPDATE SET status = excluded.status, updated = excluded.updated,"
		" meta = excluded.meta WHERE key = excluded.key"},
	[SQL_ADD_LINE] = {"a line cannot be added",
		"INSERT INTO lines (table_id, seq, at, person, value, kind, seat, client)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?)"},
	[SQL_PUT_SNAPSHOT] = {"a snapshot cannot be kept",
		"INSERT INTO snapshots (table_id, seq, bytes) VALUES (?, ?, ?)"},
	[SQL_DROP_SNAPSHOT] = {"a snapshot cannot be kept", "DELETE FROM snapshots WHERE table_id = ?"},
	[SQL_TABLE] = {"a table cannot be read",
		"SELECT id, key, status, updated, meta FROM tables WHERE key = ?"},
	[SQL_TABLES] = {"the tables cannot be read",
		"SELECT id, key, status, updated, meta FROM tables WHERE status = ? ORDER BY id"},
	[SQL_PUT_SITTER] = {"a table cannot be kept",
		"INSERT OR IGNORE INTO sitters (person, table_id) VALUES (?, ?)"},
	[SQL_DROP_SITTER] = {"a person cannot be deleted", "DELETE FROM sitters WHERE person = ?"},
	[SQL_TABLES_OF] = {"the tables cannot be read",
		"SELECT id, key, status, updated, meta FROM sitters JOIN tables ON id = table_id"
		" WHERE person = ? AND status = ? ORDER BY updated DESC, id DESC LIMIT ?"},
	[SQL_LINES] = {"the lines cannot be read",
		"SELECT seq, at, person, value, kind, seat, client FROM lines"
		" WHERE table_id = ? AND seq >= ? ORDER BY seq"},
	[SQL_SNAPSHOT] = {"a snapshot cannot be read",
		"SELECT seq, bytes FROM snapshots WHERE table_id = ? ORDER BY seq DESC LIMIT 1"},
	[SQL_COUNT_LINES] = {"the lines cannot be counted",
		"SELECT ifnull(max(seq) + 1, 0) FROM lines WHERE table_id = ?"},
	[SQL_PUT_BASE] = {"a state cannot be kept",
		"INSERT INTO bases (table_id, bytes) VALUES (?, ?)"
		" ON CONFLICT (table_id) DO UPDATE SET bytes = excluded.bytes"},
	[SQL_BASE] = {"a state cannot be read", "SELECT bytes FROM bases WHERE table_id = ?"},
	[SQL_PUT_GAME] = {"a game cannot be kept",
		"INSERT INTO games (table_id, seq, size, bytes) VALUES (?, ?, ?, ?)"
		" ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, size = excluded.size,"
		" bytes = excluded.bytes"},
	[SQL_GAME] = {"a game cannot be read", "SELECT seq, size, bytes FROM games WHERE table_id = ?"},
	[SQL_NEXT_UNKEPT] = {"the tables cannot be read",
		"SELECT id, key, status, updated, meta FROM tables WHERE status = 2 AND id > ?"
		" AND NOT EXISTS (SELECT 1 FROM games WHERE table_id = id"
		" AND seq = (SELECT ifnull(max(seq) + 1, 0) FROM lines WHERE lines.table_id = id))"
		" ORDER BY id LIMIT 1"},
	[SQL_COUNT_TABLES] = {"the tables cannot be counted",
		"SELECT count(*) FROM tables WHERE status = ?"},
	[SQL_LAST_TABLE] = {"the tables cannot be read", "SELECT ifnull(max(id), 0) FROM tables"},
	[SQL_PUT_PERSON] = {"a person cannot be kept",
		"INSERT INTO people (id, name, account, password, created, seen, settings)"
		" VALUES (?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT (id) DO UPDATE SET name = excluded.name, account = excluded.account,"
		" password = excluded.password, created = excluded.created, seen = excluded.seen,"
		" settings = excluded.settings"},
	[SQL_PERSON] = {"a person cannot be read",
		"SELECT id, name, password, created, seen, settings FROM people WHERE id = ?"},
	[SQL_PERSON_NAMED] = {"a person cannot be read",
		"SELECT id, name, password, created, seen, settings FROM people WHERE account = ?"},
	[SQL_SILENCE_PERSON] = {"a person cannot be deleted",
		"UPDATE talk SET person = 0 WHERE person = ? AND person <> 0"},
	[SQL_DELETE_PERSON] = {"a person cannot be deleted", "DELETE FROM people WHERE id = ?"},
	[SQL_LAST_PERSON] = {"the people cannot be read",
		"SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'people'"},
	[SQL_PUT_SESSION] = {"a session cannot be kept",
		"INSERT INTO sessions (hash, person, expires) VALUES (?, ?, ?)"
		" ON CONFLICT (hash) DO UPDATE SET person = excluded.person, expires = excluded.expires"},
	[SQL_SESSION] = {"a session cannot be read",
		"SELECT person, expires FROM sessions WHERE hash = ? AND expires > ?"},
	[SQL_DELETE_SESSION] = {"a session cannot be deleted", "DELETE FROM sessions WHERE hash = ?"},
	[SQL_DELETE_SESSIONS_OF] = {"sessions cannot be deleted",
		"DELETE FROM sessions WHERE person = ?"},
	[SQL_DELETE_SESSIONS_BEFORE] = {"sessions cannot be deleted",
		"DELETE FROM sessions WHERE expires <= ?"},
	[SQL_ADD_TALK] = {"talk cannot be added",
		"INSERT INTO talk (table_id, n, at, person, seen_by, sender, text)"
		" VALUES (?, ?, ?, ?, ?, ?, ?)"},
	[SQL_TALK] = {"talk cannot be read",
		"SELECT n, at, person, seen_by, sender, text FROM talk"
		" WHERE table_id = ? AND n >= ? ORDER BY n"},
	[SQL_NEXT_TALK] = {"talk cannot be read",
		"SELECT ifnull(max(n) + 1, 0) FROM talk WHERE table_id = ?"},
};

/* ---- Migrating ------------------------------------------------------------------------------- */

static bool run_migrations(sqlite3 *db, int version)
{
	char sql[64];
	for (; version < COUNT(migrations); version++) {
		snprintf(sql, sizeof sql, "PRAGMA user_version = %d", version + 1);
		if (sqlite3_exec(db, migrations[version], NULL, NULL, NULL) != SQLITE_OK ||
			sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
			return false;
	}
	return true;
}

/* Returns the number that the pragma has; -1 on failure. */
static int read_pragma(sqlite3 *db, const char *sql)
{
	int value = -1;
	sqlite3_stmt *st = NULL;
	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
		value = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return value;
}

/* All migrations are one transaction, so that a second server cannot migrate the same file at the
 * same time. That of an older database stays open: see sv_store_file_open(). */
static bool migrate(sqlite3 *db, ap_error *error)
{
	if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK)
		return ap_fail(error, 0, "cannot be opened: %s", sqlite3_errmsg(db));
	int version = read_pragma(db, "PRAGMA user_version");
	int application = read_pragma(db, "PRAGMA application_id");
	if (application != APPLICATION_ID && (application != 0 || version != 0))
		ap_fail(error, 0, "is the database of another program");
	else if (version < 0 || version > COUNT(migrations))
		ap_fail(error, 0, "is of version %d, this program knows versions up to %d: use a newer one",
			version, COUNT(migrations));
	else if (!run_migrations(db, version) ||
		((version == 0 || version == COUNT(migrations)) &&
			sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK))
		ap_fail(error, 0, "cannot be brought from version %d to %d: %s", version, COUNT(migrations),
			sqlite3_errmsg(db));
	else
		return true;
	sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	return false;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Creates the file, readable by its owner only; SQLite gives its log and index files the same mode.
 * A file that exists is not opened here: closing it would release the locks that this process may
 * have on it. */
static bool create_file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
	return fd >= 0 && close(fd) == 0;
}

static bool configure(sqlite3 *db, ap_error *error)
{
	if (sqlite3_db_readonly(db, "main") == 1)
		return ap_fail(error, 0, "cannot be written");
	sqlite3_busy_timeout(db, BUSY_TIMEOUT);
	/* secure_delete: deleted data must not remain in free pages. The cache holds the last pages of
	 * a thousand tables that are being played. */
	if (sqlite3_exec(db,
			"PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
			"PRAGMA secure_delete = ON; PRAGMA cache_size = -8192",
			NULL, NULL, NULL) != SQLITE_OK)
		return ap_fail(error, 0, "cannot be opened: %s", sqlite3_errmsg(db));
	return migrate(db, error);
}

static sqlite3 *connect_to(const char *path, int flags, ap_error *error)
{
	sqlite3 *db = NULL;
	flags |= SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
	if (sqlite3_open_v2(path, &db, flags, NULL) == SQLITE_OK)
		return db;
	ap_fail(error, 0, "cannot be opened: %s", sqlite3_errmsg(db));
	sqlite3_close(db);
	return NULL;
}

sqlite3 *sv_store_file_open(const char *path, ap_error *error)
{
	assert(path && error);
	if (strcmp(path, ":memory:") != 0 && !create_file(path) && errno != EEXIST) {
		ap_fail(error, 0, "cannot be made: %s", strerror(errno));
		return NULL;
	}
	sqlite3 *db = connect_to(path, SQLITE_OPEN_READWRITE, error);
	if (!db || configure(db, error))
		return db;
	sqlite3_close(db);
	return NULL;
}

bool sv_store_file_in_memory(sqlite3 *db)
{
	assert(db);
	const char *path = sqlite3_db_filename(db, "main");
	return !path || !*path;
}

/* ---- Copying --------------------------------------------------------------------------------- */

/* Copies all pages in one step: a write cannot make the copy start again, and no writer waits for
 * it. */
static bool copy_pages(sqlite3 *from, sqlite3 *to, ap_error *error)
{
	sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
	bool copied = copy && sqlite3_backup_step(copy, -1) == SQLITE_DONE;
	if (copy && sqlite3_backup_finish(copy) != SQLITE_OK)
		copied = false;
	if (!copied)
		ap_fail(error, 0, "%s", sqlite3_errmsg(to));
	return copied;
}

static bool copy_into(sqlite3 *from, const char *path, ap_error *error)
{
	sqlite3 *to = connect_to(path, SQLITE_OPEN_READWRITE, error);
	bool copied = to && copy_pages(from, to, error);
	sqlite3_close(to);
	return copied;
}

/* Copies through another connection: through the given one it would see what is not committed. */
static bool copy_committed(sqlite3 *db, const char *path, ap_error *error)
{
	sqlite3 *from = connect_to(sqlite3_db_filename(db, "main"), SQLITE_OPEN_READONLY, error);
	if (!from)
		return false;
	sqlite3_busy_timeout(from, BUSY_TIMEOUT);
	bool copied = copy_into(from, path, error);
	sqlite3_close(from);
	return copied;
}

bool sv_store_file_copy(sqlite3 *db, const char *path, ap_error *error)
{
	assert(db && path && error);
	if (!create_file(path))
		return ap_fail(error, 0, "%s", strerror(errno));
	if (sv_store_file_in_memory(db) ? copy_into(db, path, error) : copy_committed(db, path, error))
		return true;
	unlink(path);
	return false;
}

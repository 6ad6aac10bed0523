/* store_file.c: see store_file.h. */
#include "server/store_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/disk_reserve.h"
#include "server/names.h"

enum {
	BUSY_TIMEOUT = 2000,        /* ms to wait while another process writes */
	APPLICATION_ID = 0x41505254 /* "APRT": marks the database as one of this program */
};

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* ---- Schema ---------------------------------------------------------------------------------- */

/* Migration n brings a database from version n to version n + 1; it has one part or two. Migrations
 * are never changed, only added, since databases of every version exist.
 *
 * People are AUTOINCREMENT because an id must never be given again: lines and metas contain it even
 * after the person was deleted. Talk has no foreign key to people, because a deleted person who is
 * still connected may talk, and that must not make the commit of all others fail. */
static const char *const migrations[][2] = {
	{"PRAGMA application_id = 0x41505254;"
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
	 "CREATE INDEX talk_by_person ON talk (person) WHERE person <> 0;"},

	{"CREATE TABLE sitters ("
	 " person INTEGER NOT NULL, table_id INTEGER NOT NULL REFERENCES tables (id),"
	 " PRIMARY KEY (person, table_id)) STRICT, WITHOUT ROWID;"
	 "INSERT OR IGNORE INTO sitters"
	 " SELECT json_extract(p.value, '$.person'), t.id FROM tables t, json_each(t.meta, '$.private') p"
	 " WHERE t.status IN (1, 2) AND json_extract(p.value, '$.person') > 0;"},

	{"CREATE TABLE bases ("
	 " table_id INTEGER PRIMARY KEY REFERENCES tables (id), bytes BLOB NOT NULL) STRICT;"
	 "CREATE TABLE games ("
	 " table_id INTEGER PRIMARY KEY REFERENCES tables (id), seq INTEGER NOT NULL CHECK (seq >= 0),"
	 " size INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;"},

	{"CREATE TABLE reports ("
	 " id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, person INTEGER NOT NULL,"
	 " table_key TEXT NOT NULL, game TEXT NOT NULL, rules INTEGER NOT NULL,"
	 " text TEXT NOT NULL, shown TEXT NOT NULL, scenario TEXT NOT NULL) STRICT;"
	 "CREATE INDEX reports_by_time ON reports (at);"
	 "CREATE TABLE secrets (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT, WITHOUT ROWID;"
	 "CREATE TABLE pushes ("
	 " endpoint TEXT PRIMARY KEY, person INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,"
	 " added INTEGER NOT NULL, point BLOB NOT NULL CHECK (length(point) = 65),"
	 " auth BLOB NOT NULL CHECK (length(auth) = 16)) STRICT, WITHOUT ROWID;"
	 "CREATE INDEX pushes_by_person ON pushes (person);"},

	{/* The clock of the server. Lines of older programs have 0: it was not known then. */
		"ALTER TABLE lines ADD COLUMN served INTEGER NOT NULL DEFAULT 0;"
		"CREATE TABLE service (id INTEGER PRIMARY KEY CHECK (id = 1), served INTEGER NOT NULL) STRICT;"
		/* Lists, limits and what expires. The columns of tables repeat what their metas have, so
		 * that it can be searched for; `expires`: 0 is never. */
		"ALTER TABLE tables ADD COLUMN owner INTEGER NOT NULL DEFAULT 0;"
		"ALTER TABLE tables ADD COLUMN game TEXT NOT NULL DEFAULT '';"
		"ALTER TABLE tables ADD COLUMN public INTEGER NOT NULL DEFAULT 0;"
		"ALTER TABLE tables ADD COLUMN open_seats INTEGER NOT NULL DEFAULT 0;"
		"ALTER TABLE tables ADD COLUMN bots INTEGER NOT NULL DEFAULT 0;"
		"ALTER TABLE tables ADD COLUMN expires INTEGER NOT NULL DEFAULT 0;"
		"UPDATE tables SET owner = ifnull(json_extract(meta, '$.owner'), 0),"
		" game = ifnull(json_extract(meta, '$.game'), ''),"
		" public = ifnull(json_extract(meta, '$.public'), 0),"
		" open_seats = CASE WHEN status = 0 THEN (SELECT count(*) FROM json_each(meta, '$.seats')"
		"  WHERE json_extract(value, '$.kind') = 'open') ELSE 0 END,"
		" bots = (SELECT count(*) FROM json_each(meta, '$.seats')"
		"  WHERE json_extract(value, '$.kind') = 'bot'),"
		" expires = CASE status WHEN 0 THEN updated + 14 * 86400000 WHEN 3 THEN updated + 3600000"
		"  ELSE 0 END"
		" WHERE json_valid(meta);"
		"CREATE INDEX tables_by_owner ON tables (owner, status) WHERE owner <> 0;"
		"CREATE INDEX tables_listed ON tables (status, updated, id) WHERE public = 1;"
		"CREATE INDEX tables_listed_by_game ON tables (status, game, updated, id) WHERE public = 1;"
		"CREATE INDEX tables_with_room ON tables (updated, id)"
		" WHERE public = 1 AND status = 0 AND open_seats > 0;"
		"CREATE INDEX tables_with_room_by_game ON tables (game, updated, id)"
		" WHERE public = 1 AND status = 0 AND open_seats > 0;"
		"CREATE INDEX tables_by_end ON tables (expires) WHERE expires > 0;"
		"CREATE INDEX sitters_by_table ON sitters (table_id);"
		/* Who sits at tables whose games are not over; and the names there, as they are searched
		 * for.
		 */
		"CREATE TABLE seats ("
		" table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE, person INTEGER NOT NULL,"
		" PRIMARY KEY (table_id, person)) STRICT, WITHOUT ROWID;"
		"CREATE INDEX seats_by_person ON seats (person);"
		"INSERT OR IGNORE INTO seats"
		" SELECT t.id, json_extract(p.value, '$.person') FROM tables t, json_each(t.meta, '$.private') p"
		" WHERE t.status IN (0, 1) AND json_valid(t.meta) AND json_extract(p.value, '$.person') > 0;"
		"CREATE TABLE names ("
		" table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE, name TEXT NOT NULL,"
		" PRIMARY KEY (table_id, name)) STRICT, WITHOUT ROWID;"
		"CREATE INDEX names_by_name ON names (name, table_id);"
		"INSERT OR IGNORE INTO names"
		" SELECT t.id, search_key(json_extract(s.value, '$.name'))"
		" FROM tables t, json_each(t.meta, '$.seats') s"
		" WHERE t.status IN (0, 1) AND t.public = 1 AND json_valid(t.meta)"
		" AND json_extract(s.value, '$.name') <> '';"
		/* How the names of accounts look; which guests have never done anything. */
		"ALTER TABLE people ADD COLUMN look TEXT;"
		"ALTER TABLE people ADD COLUMN folded_look TEXT;"
		"ALTER TABLE people ADD COLUMN used INTEGER NOT NULL DEFAULT 0;"
		"UPDATE people SET used = 1;"
		"UPDATE people SET look = look_as_written(name), folded_look = look_folded(name)"
		" WHERE account IS NOT NULL;"
		"CREATE INDEX people_by_look ON people (look) WHERE look IS NOT NULL;"
		"CREATE INDEX people_by_folded_look ON people (folded_look) WHERE folded_look IS NOT NULL;"
		"CREATE INDEX guests_by_time ON people (seen) WHERE account IS NULL AND used = 0;",
		/* Administration. A ban is for a person, for addresses that begin like `address`, or for
		 * both; a link that sets a password may be nobody's, so that no clock tells who has an
		 * account. */
		"ALTER TABLE sessions ADD COLUMN created INTEGER NOT NULL DEFAULT 0;"
		"ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT '';"
		"ALTER TABLE reports ADD COLUMN kind TEXT NOT NULL DEFAULT 'problem';"
		"ALTER TABLE reports ADD COLUMN against INTEGER NOT NULL DEFAULT 0;"
		"ALTER TABLE reports ADD COLUMN said TEXT NOT NULL DEFAULT '';"
		"CREATE TABLE restraints ("
		" id INTEGER PRIMARY KEY AUTOINCREMENT, kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 1),"
		" person INTEGER REFERENCES people (id) ON DELETE SET NULL,"
		" address BLOB CHECK (length(address) = 16), bits INTEGER NOT NULL,"
		" at INTEGER NOT NULL, until INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;"
		"CREATE INDEX restraints_by_person ON restraints (person);"
		"CREATE TABLE recoveries ("
		" hash BLOB PRIMARY KEY, person INTEGER REFERENCES people (id) ON DELETE CASCADE,"
		" expires INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
		"CREATE INDEX recoveries_by_person ON recoveries (person);"
		"CREATE TABLE acts ("
		" id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, who TEXT NOT NULL,"
		" act TEXT NOT NULL, about TEXT NOT NULL, details TEXT NOT NULL) STRICT;"
		"CREATE INDEX acts_by_time ON acts (at);"
		"CREATE TABLE announcements ("
		" id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL, until INTEGER NOT NULL,"
		" text TEXT NOT NULL) STRICT;"
		"CREATE INDEX talk_by_time ON talk (at);"
		"CREATE INDEX ended_tables_by_time ON tables (updated) WHERE status >= 2;"
		"CREATE INDEX all_guests_by_time ON people (seen) WHERE account IS NULL;"},

	{/* Servers that share the database: `backend` is their connection, `beat` grows while they
	  * live, `served` is what their clocks show. What one of them has to tell the others is news.
	  */
		"CREATE TABLE nodes ("
		" id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT NOT NULL, release TEXT NOT NULL,"
		" backend TEXT NOT NULL, beat INTEGER NOT NULL, served INTEGER NOT NULL,"
		" joined INTEGER NOT NULL) STRICT;"
		"CREATE TABLE node_rules ("
		" node INTEGER NOT NULL REFERENCES nodes (id) ON DELETE CASCADE, game TEXT NOT NULL,"
		" version INTEGER NOT NULL, PRIMARY KEY (node, game)) STRICT, WITHOUT ROWID;"
		"CREATE TABLE news ("
		" id INTEGER PRIMARY KEY AUTOINCREMENT, node INTEGER NOT NULL, kind TEXT NOT NULL,"
		" about INTEGER NOT NULL) STRICT;"
		/* The version of the rules by which the row was written; which node leads the table; what
		 * the clock of the last one showed when it let the table go, NULL: `served` of the service;
		 * and by how much the times that are stored of the table are ahead of its leader's clock.
		 */
		"ALTER TABLE tables ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;"
		"ALTER TABLE tables ADD COLUMN node INTEGER REFERENCES nodes (id) ON DELETE SET NULL;"
		"ALTER TABLE tables ADD COLUMN left_at INTEGER;"
		"ALTER TABLE tables ADD COLUMN ahead INTEGER NOT NULL DEFAULT 0;"
		"CREATE INDEX tables_by_node ON tables (node, status) WHERE node IS NOT NULL;"
		"CREATE INDEX orphans ON tables (id) WHERE node IS NULL AND status = 1;"
		/* What the clock of the node that was ahead of all showed; 0: there were none since a
		 * server had the store for itself. */
		"ALTER TABLE service ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;"},
};

/* ---- Functions of SQL that migrations use ------------------------------------------------------
 */

static const char *text_of(sqlite3_value *value)
{
	const unsigned char *text = sqlite3_value_text(value);
	return text ? (const char *)text : "";
}

static void sql_look_as_written(sqlite3_context *context, int count, sqlite3_value **values)
{
	sv_look look;
	(void)count;
	sv_name_look(text_of(values[0]), &look);
	sqlite3_result_text(context, look.as_written, -1, SQLITE_TRANSIENT);
}

static void sql_look_folded(sqlite3_context *context, int count, sqlite3_value **values)
{
	sv_look look;
	(void)count;
	sv_name_look(text_of(values[0]), &look);
	sqlite3_result_text(context, look.folded, -1, SQLITE_TRANSIENT);
}

static void sql_search_key(sqlite3_context *context, int count, sqlite3_value **values)
{
	char key[SV_LOOK_SIZE];
	(void)count;
	sqlite3_result_text(
		context, sv_name_search_key(text_of(values[0]), key) ? key : "", -1, SQLITE_TRANSIENT);
}

static bool add_functions(sqlite3 *db)
{
	const int how = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
	return sqlite3_create_function(
			   db, "look_as_written", 1, how, NULL, sql_look_as_written, NULL, NULL) == SQLITE_OK &&
		sqlite3_create_function(db, "look_folded", 1, how, NULL, sql_look_folded, NULL, NULL) ==
		SQLITE_OK &&
		sqlite3_create_function(db, "search_key", 1, how, NULL, sql_search_key, NULL, NULL) ==
		SQLITE_OK;
}

/* ---- Migrating ------------------------------------------------------------------------------- */

static bool run_migrations(sqlite3 *db, int version)
{
	char sql[64];
	for (; version < COUNT(migrations); version++) {
		snprintf(sql, sizeof sql, "PRAGMA user_version = %d", version + 1);
		for (int part = 0; part < 2 && migrations[version][part]; part++)
			if (sqlite3_exec(db, migrations[version][part], NULL, NULL, NULL) != SQLITE_OK)
				return false;
		if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
			return false;
	}
	return true;
}

/* Returns the last error in words. Where there is no room for a file beside the database SQLite
 * speaks of input and output. */
static const char *reason(sqlite3 *db)
{
	const char *path = sqlite3_db_filename(db, "main");
	bool is_vague = (sqlite3_errcode(db) & 0xff) == SQLITE_IOERR && path && *path;
	return is_vague && !sv_has_room(path) ? sqlite3_errstr(SQLITE_FULL) : sqlite3_errmsg(db);
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
		return ap_fail(error, 0, "cannot be opened: %s", reason(db));
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
			reason(db));
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
			"PRAGMA secure_delete = ON; PRAGMA cache_size = -3584",
			NULL, NULL, NULL) != SQLITE_OK ||
		!add_functions(db))
		return ap_fail(error, 0, "cannot be opened: %s", reason(db));
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

/* A file of this program has its mark. What cannot be read as a database at all has none. */
static bool is_ours(sqlite3 *db)
{
	return read_pragma(db, "PRAGMA application_id") == APPLICATION_ID;
}

/* In a folder that cannot be written, SQLite cannot make the files beside the database that it
 * shares with writers. If there are none there is no writer, and it is told to do without. */
static sqlite3 *connect_to_read(const char *path, ap_error *error)
{
	char url[4096 + 64];
	sqlite3 *db = connect_to(path, SQLITE_OPEN_READONLY, error);
	if (!db || read_pragma(db, "PRAGMA user_version") >= 0)
		return db;
	snprintf(url, sizeof url, "%.4000s-wal", path);
	if (access(url, F_OK) == 0 || strpbrk(path, "?#%"))
		return db;
	sqlite3_close(db);
	snprintf(url, sizeof url, "file:%.4000s?immutable=1", path);
	return connect_to(url, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error);
}

bool sv_store_file_copy(const char *from, const char *path, ap_error *error)
{
	assert(from && path && error);
	sqlite3 *db = connect_to_read(from, error);
	if (!db)
		return false;
	sqlite3_busy_timeout(db, BUSY_TIMEOUT);
	bool copied = false;
	if (!is_ours(db))
		ap_fail(error, 0, "is no database of this program");
	else if (!create_file(path))
		ap_fail(error, 0, "cannot be copied to %.150s: %s", path, strerror(errno));
	else if (!(copied = copy_into(db, path, error)))
		unlink(path);
	sqlite3_close(db);
	return copied;
}

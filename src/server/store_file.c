/* store_file.c: see store_file.h. */
#include "server/store_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
};

/* ---- Statements ------------------------------------------------------------------------------ */

#define TABLE_COLUMNS "id, key, status, updated, meta, expires"

/* A page of a list of public tables. The first two parameters are the time and the id of the last
 * table of the page before, the third is the earliest time, the fourth the greatest number. */
#define PAGE(from, where)                                                                          \
	"SELECT " TABLE_COLUMNS " FROM " from " WHERE public = 1 AND (updated, id) < (?1, ?2)"         \
	" AND updated >= ?3 AND " where " ORDER BY updated DESC, id DESC LIMIT ?4"

const sv_statement_text sv_statements[SV_STATEMENTS] = {
	[SQL_BEGIN] = {"the store cannot be written", "BEGIN IMMEDIATE"},
	[SQL_COMMIT] = {"the commit failed", "COMMIT"},
	[SQL_PUT_TABLE] = {"a table cannot be kept",
		"INSERT INTO tables (id, key, status, updated, meta, owner, game, public, open_seats, bots,"
		" expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT (id) DO UPDATE SET status = excluded.status, updated = excluded.updated,"
		" meta = excluded.meta, owner = excluded.owner, game = excluded.game,"
		" public = excluded.public, open_seats = excluded.open_seats, bots = excluded.bots,"
		" expires = excluded.expires WHERE key = excluded.key"},
	[SQL_ADD_LINE] = {"a line cannot be added",
		"INSERT INTO lines (table_id, seq, at, person, value, kind, seat, client, served)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"},
	[SQL_PUT_SNAPSHOT] = {"a snapshot cannot be kept",
		"INSERT INTO snapshots (table_id, seq, bytes) VALUES (?, ?, ?)"},
	[SQL_DROP_SNAPSHOT] = {"a snapshot cannot be kept", "DELETE FROM snapshots WHERE table_id = ?"},
	[SQL_TABLE] = {"a table cannot be read", "SELECT " TABLE_COLUMNS " FROM tables WHERE key = ?"},
	[SQL_TABLES] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE status = ? ORDER BY id"},
	[SQL_PUT_SITTER] = {"a table cannot be kept",
		"INSERT OR IGNORE INTO sitters (person, table_id) VALUES (?, ?)"},
	[SQL_DROP_SITTER] = {"a person cannot be deleted", "DELETE FROM sitters WHERE person = ?"},
	[SQL_TABLES_OF] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM sitters JOIN tables ON id = table_id"
		" WHERE person = ? AND status = ? ORDER BY updated DESC, id DESC LIMIT ?"},
	[SQL_LINES] = {"the lines cannot be read",
		"SELECT seq, at, person, value, kind, seat, client, served FROM lines"
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
		"INSERT INTO games (table_id, seq, size, bytes) SELECT ?1, ?2, ?3, ?4"
		" WHERE EXISTS (SELECT 1 FROM tables WHERE id = ?1)" /* it may have expired meanwhile */
		" ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, size = excluded.size,"
		" bytes = excluded.bytes"},
	[SQL_GAME] = {"a game cannot be read", "SELECT seq, size, bytes FROM games WHERE table_id = ?"},
	[SQL_NEXT_UNKEPT] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE status = 2 AND id > ?"
		" AND NOT EXISTS (SELECT 1 FROM games WHERE table_id = id"
		" AND seq = (SELECT ifnull(max(seq) + 1, 0) FROM lines WHERE lines.table_id = id))"
		" ORDER BY id LIMIT 1"},
	[SQL_COUNT_TABLES] = {"the tables cannot be counted",
		"SELECT count(*) FROM tables WHERE status = ?"},
	[SQL_LAST_TABLE] = {"the tables cannot be read", "SELECT ifnull(max(id), 0) FROM tables"},
	[SQL_PUT_PERSON] = {"a person cannot be kept",
		"INSERT INTO people (id, name, account, password, created, seen, settings, look, folded_look)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT (id) DO UPDATE SET name = excluded.name, account = excluded.account,"
		" look = excluded.look, folded_look = excluded.folded_look,"
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
	[SQL_PUT_TIME_SERVED] = {"the clock cannot be kept",
		"INSERT INTO service (id, served) VALUES (1, ?)"
		" ON CONFLICT (id) DO UPDATE SET served = excluded.served"},
	[SQL_TIME_SERVED] = {"the clock cannot be read", "SELECT served FROM service"},
	[SQL_PUT_SECRET] = {"a secret cannot be kept",
		"INSERT INTO secrets (name, bytes) VALUES (?, ?)"},
	[SQL_SECRET] = {"a secret cannot be read", "SELECT bytes FROM secrets WHERE name = ?"},
	[SQL_PUT_PUSH] = {"a subscription cannot be kept",
		/* After a kill the clock of the server may be behind what is stored. */
		"INSERT INTO pushes (endpoint, person, added, point, auth) VALUES (?1, ?2,"
		" max(?3, (SELECT coalesce(max(added) + 1, 0) FROM pushes WHERE person = ?2)), ?4, ?5)"
		" ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, added = excluded.added,"
		" point = excluded.point, auth = excluded.auth"},
	[SQL_PUSHES_OF] = {"the subscriptions cannot be read",
		"SELECT endpoint, point, auth FROM pushes WHERE person = ? ORDER BY added, endpoint"},
	[SQL_DELETE_PUSH] = {"a subscription cannot be deleted",
		"DELETE FROM pushes WHERE endpoint = ? AND person = ?"},
	[SQL_DELETE_PUSHES_OF] = {"subscriptions cannot be deleted",
		"DELETE FROM pushes WHERE person = ?"},
	[SQL_ADD_TALK] = {"talk cannot be added",
		"INSERT INTO talk (table_id, n, at, person, seen_by, sender, text)"
		" VALUES (?, ?, ?, ?, ?, ?, ?)"},
	[SQL_TALK] = {"talk cannot be read",
		"SELECT n, at, person, seen_by, sender, text FROM talk"
		" WHERE table_id = ? AND n >= ? ORDER BY n"},
	[SQL_NEXT_TALK] = {"talk cannot be read",
		"SELECT ifnull(max(n) + 1, 0) FROM talk WHERE table_id = ?"},
	[SQL_ADD_REPORT] = {"a report cannot be kept",
		"INSERT INTO reports (at, person, table_key, game, rules, text, shown, scenario, kind,"
		" against, said) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
	[SQL_DROP_REPORTS] = {"a report cannot be kept",
		"DELETE FROM reports WHERE id <= (SELECT max(id) FROM reports) - ?"},
	[SQL_REPORTS] = {"the reports cannot be read",
		"SELECT id, at, person, table_key, game, rules, text, shown, scenario, kind, against, said"
		" FROM reports"
		" WHERE ?1 IN (0, id) ORDER BY id"},
	[SQL_COUNT_REPORTS] = {"the reports cannot be counted",
		"SELECT count(*) FROM reports WHERE at > ?1 AND ?2 IN (0, person)"},
	[SQL_LIST] = {"the tables cannot be read",
		PAGE("tables INDEXED BY tables_listed", "status = ?5")},
	[SQL_LIST_OF_GAME] = {"the tables cannot be read",
		PAGE("tables INDEXED BY tables_listed_by_game", "status = ?5 AND game = ?6")},
	[SQL_LIST_WITH_ROOM] = {"the tables cannot be read",
		PAGE("tables INDEXED BY tables_with_room", "status = 0 AND open_seats > 0")},
	[SQL_LIST_WITH_ROOM_OF_GAME] = {"the tables cannot be read",
		PAGE("tables INDEXED BY tables_with_room_by_game",
			"status = 0 AND open_seats > 0 AND game = ?5")},
	[SQL_LIST_NAMED] = {"the tables cannot be read", /* CROSS JOIN: the names are looked up first */
		PAGE("(SELECT DISTINCT table_id FROM names WHERE name >= ?8 AND name < ?9 LIMIT 500)"
			 " CROSS JOIN tables ON id = table_id",
			"status = ?5 AND (?6 = '' OR game = ?6) AND (?7 = 0 OR open_seats > 0)")},
	[SQL_OWN_TABLES] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE id IN"
		" (SELECT table_id FROM seats WHERE person = ?1"
		" UNION SELECT id FROM tables WHERE owner = ?1 AND owner <> 0 AND status IN (0, 1))"
		" AND status IN (0, 1) ORDER BY updated DESC, id DESC LIMIT ?2"},
	[SQL_ADD_SEAT] = {"a table cannot be kept",
		"INSERT OR IGNORE INTO seats (table_id, person) VALUES (?, ?)"},
	[SQL_CLEAR_SEATS] = {"a table cannot be kept", "DELETE FROM seats WHERE table_id = ?"},
	[SQL_COUNT_SEATS] = {"the seats cannot be counted",
		"SELECT count(*) FROM seats WHERE person = ?"},
	[SQL_ADD_NAME] = {"a table cannot be kept",
		"INSERT OR IGNORE INTO names (table_id, name) VALUES (?, ?)"},
	[SQL_CLEAR_NAMES] = {"a table cannot be kept", "DELETE FROM names WHERE table_id = ?"},
	[SQL_AMOUNTS_OF] = {"the tables cannot be counted",
		"SELECT count(*), ifnull(sum(open_seats), 0), ifnull(sum(bots), 0) FROM tables"
		" WHERE owner = ? AND owner <> 0 AND status IN (0, 1)"},
	[SQL_AMOUNTS] = {"the tables cannot be counted",
		"SELECT count(*), ifnull(sum(open_seats), 0), ifnull(sum(bots), 0) FROM tables"
		" WHERE status IN (0, 1)"},
	[SQL_AMOUNTS_AT] = {"the tables cannot be counted",
		"SELECT count(*), ifnull(sum(open_seats), 0), ifnull(sum(bots), 0) FROM tables"
		" WHERE id = ? AND status IN (0, 1)"},
	[SQL_EXPIRED] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE expires > 0 AND expires <= ?"
		" ORDER BY expires LIMIT 1"},
	[SQL_SET_EXPIRY] = {"a table cannot be kept", "UPDATE tables SET expires = ? WHERE id = ?"},
	[SQL_DELETE_LINES] = {"a table cannot be deleted", "DELETE FROM lines WHERE table_id = ?"},
	[SQL_DELETE_SNAPSHOTS] = {"a table cannot be deleted",
		"DELETE FROM snapshots WHERE table_id = ?"},
	[SQL_DELETE_BASE] = {"a table cannot be deleted", "DELETE FROM bases WHERE table_id = ?"},
	[SQL_DELETE_GAME] = {"a table cannot be deleted", "DELETE FROM games WHERE table_id = ?"},
	[SQL_DELETE_TALK] = {"a table cannot be deleted", "DELETE FROM talk WHERE table_id = ?"},
	[SQL_DELETE_SITTERS] = {"a table cannot be deleted", "DELETE FROM sitters WHERE table_id = ?"},
	[SQL_DELETE_TABLE] = {"a table cannot be deleted", "DELETE FROM tables WHERE id = ?"},
	[SQL_PERSON_ALIKE] = {"a person cannot be read",
		"SELECT id, name, password, created, seen, settings FROM people"
		" WHERE look = ?1 AND look IS NOT NULL"
		" UNION ALL SELECT id, name, password, created, seen, settings FROM people"
		" WHERE folded_look = ?2 AND folded_look IS NOT NULL LIMIT 1"},
	[SQL_MARK_USED] = {"a person cannot be kept",
		"UPDATE people SET used = 1 WHERE id = ? AND used = 0"},
	[SQL_MARK_UNUSED] = {"a person cannot be kept",
		"UPDATE people SET used = 0 WHERE id = ?1 AND account IS NULL AND settings = '{}'"
		" AND NOT EXISTS (SELECT 1 FROM seats WHERE person = ?1)"
		" AND NOT EXISTS (SELECT 1 FROM sitters WHERE person = ?1)"
		" AND NOT EXISTS (SELECT 1 FROM tables WHERE owner = ?1 AND owner <> 0)"
		" AND NOT EXISTS (SELECT 1 FROM talk WHERE person = ?1 AND person <> 0)"
		" AND NOT EXISTS (SELECT 1 FROM pushes WHERE person = ?1)"},
	[SQL_UNUSED_GUESTS] = {"the people cannot be read",
		"SELECT id FROM people WHERE account IS NULL AND used = 0 AND seen < ? ORDER BY seen LIMIT ?"},
	[SQL_FORGET_REPORTER] = {"a person cannot be deleted",
		"UPDATE reports SET person = iif(person = ?1, 0, person),"
		" against = iif(against = ?1, 0, against) WHERE ?1 IN (person, against)"},
	/* Administration. */
	[SQL_PEOPLE] = {"the people cannot be read",
		"SELECT id, name, password, created, seen, settings FROM people WHERE id < ?1"
		" AND (?2 = '' OR instr(lower(name), lower(?2)) > 0) ORDER BY id DESC LIMIT ?3"},
	[SQL_RECENT_TABLES] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE id < ?1"
		" AND (?2 < 0 OR status = ?2) ORDER BY id DESC LIMIT ?3"},
	[SQL_DESCRIBE_SESSION] = {"a session cannot be kept",
		"UPDATE sessions SET created = ?, agent = ? WHERE hash = ?"},
	[SQL_SESSIONS_OF] = {"the sessions cannot be read",
		"SELECT hash, created, expires, agent FROM sessions WHERE person = ?"
		" ORDER BY expires DESC, hash"},
	[SQL_ADD_RESTRAINT] = {"a ban cannot be kept",
		"INSERT INTO restraints (kind, person, address, bits, at, until, reason)"
		" VALUES (?, ?, ?, ?, ?, ?, ?)"},
	[SQL_RESTRAINTS] = {"the bans cannot be read",
		"SELECT id, kind, person, address, bits, at, until, reason FROM restraints"
		" WHERE until > ? ORDER BY id"},
	[SQL_COUNT_RESTRAINTS] = {"the bans cannot be read",
		"SELECT count(*) FROM restraints WHERE kind = ? AND person = ? AND until > ?"},
	[SQL_LIFT_RESTRAINTS] = {"a ban cannot be lifted",
		"DELETE FROM restraints WHERE kind = ? AND person = ?"},
	[SQL_LIFT_RESTRAINT] = {"a ban cannot be lifted", "DELETE FROM restraints WHERE id = ?"},
	[SQL_DELETE_RESTRAINTS_OF] = {"a person cannot be deleted",
		"DELETE FROM restraints WHERE person = ? AND address IS NULL"},
	[SQL_DELETE_RESTRAINTS_BEFORE] = {"bans cannot be deleted",
		"DELETE FROM restraints WHERE until <= ?"},
	[SQL_PUT_RECOVERY] = {"a link cannot be kept",
		"INSERT INTO recoveries (hash, person, expires) VALUES (?, ?, ?)"},
	[SQL_RECOVERY] = {"a link cannot be read",
		"SELECT person FROM recoveries WHERE hash = ? AND expires > ? AND person IS NOT NULL"},
	[SQL_DELETE_RECOVERIES_OF] = {"links cannot be deleted",
		"DELETE FROM recoveries WHERE person = ?"},
	[SQL_DELETE_RECOVERIES_BEFORE] = {"links cannot be deleted",
		"DELETE FROM recoveries WHERE expires <= ?"},
	[SQL_ADD_ACT] = {"an act cannot be logged",
		"INSERT INTO acts (at, who, act, about, details) VALUES (?, ?, ?, ?, ?)"},
	[SQL_ACTS] = {"the log cannot be read",
		"SELECT id, at, who, act, about, details FROM acts WHERE id < ? ORDER BY id DESC LIMIT ?"},
	[SQL_PUT_ANNOUNCEMENT] = {"the announcement cannot be kept",
		"INSERT OR REPLACE INTO announcements (id, at, until, text) VALUES (1, ?, ?, ?)"},
	[SQL_DELETE_ANNOUNCEMENT] = {"the announcement cannot be deleted", "DELETE FROM announcements"},
	[SQL_ANNOUNCEMENT] = {"the announcement cannot be read",
		"SELECT at, until, text FROM announcements WHERE until > ?"},
	[SQL_DELETE_TALK_LINE] = {"talk cannot be deleted",
		"DELETE FROM talk WHERE table_id = ? AND n = ?"},
	[SQL_DELETE_REPORT] = {"a report cannot be deleted", "DELETE FROM reports WHERE id = ?"},
	[SQL_COUNT_OLD_TABLES] = {"the tables cannot be counted",
		"SELECT count(*) FROM tables WHERE status >= 2 AND updated < ?1 AND ?2 IS NOT NULL"},
	[SQL_COUNT_OLD_TALK] = {"talk cannot be counted",
		"SELECT count(*) FROM talk WHERE at < ?1 AND ?2 IS NOT NULL"},
	[SQL_COUNT_OLD_GUESTS] = {"the people cannot be counted",
		"SELECT count(*) FROM people WHERE account IS NULL AND seen < ?1 AND NOT EXISTS"
		" (SELECT 1 FROM sessions WHERE person = people.id AND expires > ?2)"},
	[SQL_COUNT_OLD_REPORTS] = {"the reports cannot be counted",
		"SELECT count(*) FROM reports WHERE at < ?1 AND ?2 IS NOT NULL"},
	[SQL_COUNT_OLD_ACTS] = {"the log cannot be counted",
		"SELECT count(*) FROM acts WHERE at < ?1 AND ?2 IS NOT NULL"},
	[SQL_DELETE_OLD_TALK] = {"talk cannot be deleted",
		"DELETE FROM talk WHERE (table_id, n) IN"
		" (SELECT table_id, n FROM talk WHERE at < ? LIMIT ?)"},
	[SQL_DELETE_OLD_REPORTS] = {"reports cannot be deleted",
		"DELETE FROM reports WHERE id IN (SELECT id FROM reports WHERE at < ? LIMIT ?)"},
	[SQL_DELETE_OLD_ACTS] = {"the log cannot be deleted",
		"DELETE FROM acts WHERE id IN (SELECT id FROM acts WHERE at < ? LIMIT ?)"},
	[SQL_OLD_TABLE] = {"the tables cannot be read",
		"SELECT key FROM tables WHERE status >= 2 AND updated < ? ORDER BY updated LIMIT 1"},
	[SQL_OLD_GUEST] = {"the people cannot be read",
		"SELECT id FROM people WHERE account IS NULL AND seen < ? AND NOT EXISTS"
		" (SELECT 1 FROM sessions WHERE person = people.id AND expires > ?)"
		" ORDER BY seen LIMIT 1"},
	[SQL_SAID_BY] = {"talk cannot be read",
		"SELECT key, at, seen_by, sender, text FROM talk JOIN tables ON id = table_id"
		" WHERE person = ?1 AND person <> 0 ORDER BY at"},
	[SQL_REPORTS_OF] = {"the reports cannot be read",
		"SELECT id, at, table_key, text, shown, kind, said FROM reports WHERE person = ?"
		" ORDER BY id"},
	[SQL_TABLES_OF_OWNER] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE owner = ? AND owner <> 0 ORDER BY id"},
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
			NULL, NULL, NULL) != SQLITE_OK ||
		!add_functions(db))
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

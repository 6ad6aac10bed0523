/* store_statements.c: see store_statements.h. Parameters are question marks, with numbers where one
 * is used twice. */
#include "server/store_statements.h"

#include <stddef.h>

#define TABLE_COLUMNS "id, key, status, updated, meta, expires, node, ahead, rules"

/* A page of a list of public tables. The first two parameters are the time and the id of the last
 * table of the page before, the third is the earliest time, the fourth the greatest number. */
#define PAGE(from, where)                                                                          \
	"SELECT " TABLE_COLUMNS " FROM " from " WHERE public = 1 AND (updated, id) < (?1, ?2)"         \
	" AND updated >= ?3 AND " where " ORDER BY updated DESC, id DESC LIMIT ?4"

/* Which tables a node looks after: its own and, if it is the steward, those that nobody leads. A
 * server whose store is not shared looks after all: its node is 0. */
#define LED_BY(node, steward)                                                                      \
	" AND (CAST(" node " AS BIGINT) = 0 OR node = CAST(" node " AS BIGINT)"                        \
	" OR (node IS NULL AND CAST(" steward " AS BIGINT) = 1))"

/* Claims tables for node ?1, whose clock shows ?2: what has passed since their last leader let them
 * go does not count for anybody. */
#define CLAIM(which)                                                                               \
	"UPDATE tables SET node = ?1, ahead = ahead - ?2"                                              \
	" + coalesce(left_at, (SELECT served FROM service WHERE id = 1), ?2), left_at = NULL"          \
	" WHERE id IN (SELECT id FROM tables AS t WHERE node IS NULL AND " which ")"

/* The version of the rules that node ?1 has of the game of table t. */
#define RULES_HERE "(SELECT version FROM node_rules AS r WHERE r.node = ?1 AND r.game = t.game)"

const sv_statement_text sv_statements[SV_STATEMENTS] = {
	[SQL_PUT_TABLE] = {"a table cannot be kept",
		"INSERT INTO tables (id, key, status, updated, meta, owner, game, public, open_seats, bots,"
		" expires, rules, node) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT (id) DO UPDATE SET status = excluded.status, updated = excluded.updated,"
		" meta = CASE WHEN tables.key = excluded.key THEN excluded.meta END,"
		" owner = excluded.owner, game = excluded.game, public = excluded.public,"
		" open_seats = excluded.open_seats, bots = excluded.bots, expires = excluded.expires,"
		" rules = excluded.rules"},
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
		"INSERT INTO sitters (person, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"},
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
		"SELECT coalesce(max(seq) + 1, 0) FROM lines WHERE table_id = ?"},
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
		"SELECT " TABLE_COLUMNS " FROM tables WHERE status = 2 AND id > ?1" LED_BY("?2",
			"?3") " AND NOT EXISTS (SELECT 1 FROM games WHERE table_id = id"
				  " AND seq = (SELECT coalesce(max(seq) + 1, 0) FROM lines WHERE lines.table_id = id))"
				  " ORDER BY id LIMIT 1"},
	[SQL_COUNT_TABLES] = {"the tables cannot be counted",
		"SELECT count(*) FROM tables WHERE status = ?"},
	[SQL_LAST_TABLE] = {"the tables cannot be read", "SELECT coalesce(max(id), 0) FROM tables"},
	[SQL_PUT_PERSON] = {"a person cannot be kept",
		"INSERT INTO people (id, name, account, password, created, seen, settings, look, folded_look)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT (id) DO UPDATE SET name = excluded.name, account = excluded.account,"
		" look = excluded.look, folded_look = excluded.folded_look,"
		" password = excluded.password, created = excluded.created, seen = excluded.seen,"
		" settings = excluded.settings"},
	[SQL_CHANGE_PERSON] = {"a person cannot be kept",
		"UPDATE people SET name = ?2, account = ?3, password = ?4, created = ?5, seen = ?6,"
		" settings = ?7, look = ?8, folded_look = ?9 WHERE id = ?1"},
	[SQL_PERSON] = {"a person cannot be read",
		"SELECT id, name, password, created, seen, settings FROM people WHERE id = ?"},
	[SQL_PERSON_NAMED] = {"a person cannot be read",
		"SELECT id, name, password, created, seen, settings FROM people WHERE account = ?"},
	[SQL_SILENCE_PERSON] = {"a person cannot be deleted",
		"UPDATE talk SET person = 0 WHERE person = ? AND person <> 0"},
	[SQL_DELETE_PERSON] = {"a person cannot be deleted", "DELETE FROM people WHERE id = ?"},
	[SQL_LAST_PERSON] = {"the people cannot be read",
		"SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'people'"},
	[SQL_PUT_SESSION] = {"a session cannot be kept",
		"INSERT INTO sessions (hash, person, expires) SELECT ?1, id, ?3 FROM people WHERE id = ?2"
		" ON CONFLICT (hash) DO UPDATE SET person = excluded.person, expires = excluded.expires"},
	[SQL_EXTEND_SESSION] = {"a session cannot be kept",
		"UPDATE sessions SET expires = ? WHERE hash = ?"},
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
	[SQL_TIME_SERVED] = {"the clock cannot be read",
		"SELECT served FROM (SELECT max(served) AS served FROM (SELECT served FROM service"
		" UNION ALL SELECT shared FROM service UNION ALL SELECT served FROM nodes) AS clocks) AS greatest"
		" WHERE served IS NOT NULL"},
	[SQL_PUT_SECRET] = {"a secret cannot be kept",
		"INSERT INTO secrets (name, bytes) VALUES (?, ?)"},
	[SQL_SECRET] = {"a secret cannot be read", "SELECT bytes FROM secrets WHERE name = ?"},
	[SQL_PUT_PUSH] = {"a subscription cannot be kept",
		/* After a kill the clock of the server may be behind what is stored. */
		"INSERT INTO pushes (endpoint, person, added, point, auth) SELECT ?1, id,"
		" (SELECT max(added_at) FROM (SELECT CAST(?3 AS BIGINT) AS added_at UNION ALL"
		" SELECT added + 1 FROM pushes WHERE person = ?2) AS times), ?4, ?5"
		" FROM people WHERE id = ?2"
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
		"SELECT coalesce(max(n) + 1, 0) FROM talk WHERE table_id = ?"},
	[SQL_ADD_REPORT] = {"a report cannot be kept",
		"INSERT INTO reports (at, person, table_key, game, rules, text, shown, scenario, kind,"
		" against, said) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"},
	[SQL_DROP_REPORTS] = {"a report cannot be kept",
		"DELETE FROM reports WHERE id <= (SELECT max(id) FROM reports) - ?"},
	[SQL_REPORTS] = {"the reports cannot be read",
		"SELECT id, at, person, table_key, game, rules, text, shown, scenario, kind, against, said"
		" FROM reports"
		" WHERE CAST(?1 AS BIGINT) IN (0, id) ORDER BY id"},
	[SQL_COUNT_REPORTS] = {"the reports cannot be counted",
		"SELECT count(*) FROM reports WHERE at > ?1 AND CAST(?2 AS BIGINT) IN (0, person)"},
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
		PAGE(
			"(SELECT DISTINCT table_id FROM names WHERE name >= ?8 AND name < ?9 LIMIT 500) AS subquery"
			" CROSS JOIN tables ON id = table_id",
			"status = ?5 AND (?6 = '' OR game = ?6) AND (?7 = 0 OR open_seats > 0)")},
	[SQL_OWN_TABLES] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE id IN"
		" (SELECT table_id FROM seats WHERE person = ?1"
		" UNION SELECT id FROM tables WHERE owner = ?1 AND owner <> 0 AND status IN (0, 1))"
		" AND status IN (0, 1) ORDER BY updated DESC, id DESC LIMIT ?2"},
	[SQL_ADD_SEAT] = {"a table cannot be kept",
		"INSERT INTO seats (table_id, person) VALUES (?, ?) ON CONFLICT DO NOTHING"},
	[SQL_CLEAR_SEATS] = {"a table cannot be kept", "DELETE FROM seats WHERE table_id = ?"},
	[SQL_COUNT_SEATS] = {"the seats cannot be counted",
		"SELECT count(*) FROM seats WHERE person = ?"},
	[SQL_ADD_NAME] = {"a table cannot be kept",
		"INSERT INTO names (table_id, name) VALUES (?, ?) ON CONFLICT DO NOTHING"},
	[SQL_CLEAR_NAMES] = {"a table cannot be kept", "DELETE FROM names WHERE table_id = ?"},
	[SQL_AMOUNTS_OF] = {"the tables cannot be counted",
		"SELECT count(*), CAST(coalesce(sum(open_seats), 0) AS BIGINT),"
		" CAST(coalesce(sum(bots), 0) AS BIGINT) FROM tables"
		" WHERE owner = ? AND owner <> 0 AND status IN (0, 1)"},
	[SQL_AMOUNTS] = {"the tables cannot be counted",
		"SELECT count(*), CAST(coalesce(sum(open_seats), 0) AS BIGINT),"
		" CAST(coalesce(sum(bots), 0) AS BIGINT) FROM tables"
		" WHERE status IN (0, 1)"},
	[SQL_AMOUNTS_AT] = {"the tables cannot be counted",
		"SELECT count(*), CAST(coalesce(sum(open_seats), 0) AS BIGINT),"
		" CAST(coalesce(sum(bots), 0) AS BIGINT) FROM tables"
		" WHERE id = ? AND status IN (0, 1)"},
	[SQL_EXPIRED] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE expires > 0 AND expires <= ?1" LED_BY(
			"?2", "?3") " ORDER BY expires LIMIT 1"},
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
		"UPDATE reports SET person = CASE person WHEN ?1 THEN 0 ELSE person END,"
		" against = CASE against WHEN ?1 THEN 0 ELSE against END WHERE ?1 IN (person, against)"},
	/* Administration. */
	[SQL_PEOPLE] = {"the people cannot be read",
		"SELECT id, name, password, created, seen, settings FROM people WHERE id < ?1"
		" AND (?2 = '' OR replace(lower(name), ?2, '') <> lower(name)) ORDER BY id DESC LIMIT ?3"},
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
		"INSERT INTO announcements (id, at, until, text) VALUES (1, ?, ?, ?)"
		" ON CONFLICT (id) DO UPDATE SET at = excluded.at, until = excluded.until,"
		" text = excluded.text"},
	[SQL_DELETE_ANNOUNCEMENT] = {"the announcement cannot be deleted", "DELETE FROM announcements"},
	[SQL_ANNOUNCEMENT] = {"the announcement cannot be read",
		"SELECT at, until, text FROM announcements WHERE until > ?"},
	[SQL_DELETE_TALK_LINE] = {"talk cannot be deleted",
		"DELETE FROM talk WHERE table_id = ? AND n = ?"},
	[SQL_DELETE_REPORT] = {"a report cannot be deleted", "DELETE FROM reports WHERE id = ?"},
	[SQL_COUNT_OLD_TABLES] = {"the tables cannot be counted",
		"SELECT count(*) FROM tables WHERE status >= 2 AND updated < ?1 AND CAST(?2 AS BIGINT) IS NOT NULL"},
	[SQL_COUNT_OLD_TALK] = {"talk cannot be counted",
		"SELECT count(*) FROM talk WHERE at < ?1 AND CAST(?2 AS BIGINT) IS NOT NULL"},
	[SQL_COUNT_OLD_GUESTS] = {"the people cannot be counted",
		"SELECT count(*) FROM people WHERE account IS NULL AND seen < ?1 AND NOT EXISTS"
		" (SELECT 1 FROM sessions WHERE person = people.id AND expires > ?2)"},
	[SQL_COUNT_OLD_REPORTS] = {"the reports cannot be counted",
		"SELECT count(*) FROM reports WHERE at < ?1 AND CAST(?2 AS BIGINT) IS NOT NULL"},
	[SQL_COUNT_OLD_ACTS] = {"the log cannot be counted",
		"SELECT count(*) FROM acts WHERE at < ?1 AND CAST(?2 AS BIGINT) IS NOT NULL"},
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
	/* Nodes. What PostgreSQL says in another way is in store_postgresql_schema.c. */
	[SQL_ADD_NODE] = {"the node cannot join",
		"INSERT INTO nodes (address, release, backend, beat, served, joined)"
		" VALUES (?1, ?2, ?3, 0, ?4, ?5) RETURNING id"},
	[SQL_ADD_NODE_RULES] = {"the node cannot join",
		"INSERT INTO node_rules (node, game, version) VALUES (?, ?, ?)"},
	[SQL_COUNT_NODE] = {"the nodes cannot be read", "SELECT count(*) FROM nodes WHERE id = ?"},
	[SQL_BEAT] = {"the node cannot show that it lives",
		"UPDATE nodes SET beat = beat + 1, served = ? WHERE id = ?"},
	[SQL_NODES] = {"the nodes cannot be read",
		"SELECT id, address, release, beat FROM nodes ORDER BY id"},
	[SQL_COUNT_BACKENDS] = {"the nodes cannot be read", "SELECT 0 * ?1"},
	[SQL_END_BACKENDS] = {"a node cannot be put out", "SELECT 0 * ?1"},
	[SQL_LOCK_NODE] = {"a node cannot be put out",
		"SELECT count(*) FROM nodes WHERE id = ?1 AND beat = ?2"},
	[SQL_LEAVE_TABLES] = {"a node cannot be put out",
		"UPDATE tables SET left_at = (SELECT served FROM nodes WHERE nodes.id = ?1), node = NULL"
		" WHERE node = ?1"},
	[SQL_DELETE_NODE] = {"a node cannot be put out", "DELETE FROM nodes WHERE id = ?"},
	[SQL_CLAIM_TABLE] = {"a table cannot be led",
		CLAIM("id = ?3 AND rules <= coalesce(" RULES_HERE ", 0)")},
	[SQL_ADOPT_TABLES] = {"tables cannot be led",
		CLAIM("status = 1 AND id > ?3 AND (rules IN (0, " RULES_HERE ") OR (rules < " RULES_HERE
			  " AND coalesce((SELECT max(seq) FROM snapshots WHERE table_id = t.id), 0)"
			  " = (SELECT coalesce(max(seq) + 1, 0) FROM lines WHERE table_id = t.id)))"
			  " ORDER BY id LIMIT ?4") " RETURNING " TABLE_COLUMNS},
	[SQL_LET_TABLE_GO] = {"a table cannot be let go",
		"UPDATE tables SET node = NULL, left_at = ? WHERE id = ? AND node = ?"},
	[SQL_LED_TABLES] = {"the tables cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE node = ? AND status = ? ORDER BY id"},
	[SQL_TABLE_OF_ID] = {"a table cannot be read",
		"SELECT " TABLE_COLUMNS " FROM tables WHERE id = ?"},
	[SQL_MISSING_PEOPLE] = {"the people cannot be read",
		"SELECT person FROM seats WHERE table_id = ?1"
		" AND NOT EXISTS (SELECT 1 FROM people WHERE people.id = seats.person)"
		" UNION SELECT person FROM sitters WHERE table_id = ?1"
		" AND NOT EXISTS (SELECT 1 FROM people WHERE people.id = sitters.person)"
		" UNION SELECT owner FROM tables WHERE id = ?1 AND owner <> 0"
		" AND NOT EXISTS (SELECT 1 FROM people WHERE people.id = tables.owner)"},
	[SQL_NEXT_TABLE_ID] = {"a table cannot be made", "SELECT coalesce(max(id), 0) + 1 FROM tables"},
	[SQL_NEXT_PERSON_ID] = {"a person cannot be added",
		"SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'people'"},
	[SQL_LOCK_SECRETS] = {"a secret cannot be kept", "SELECT 1"},
	[SQL_LOCK_NAME] = {"a name cannot be kept", "SELECT ?1 IS NOT NULL"},
	[SQL_ADD_NEWS] = {"news cannot be told",
		"INSERT INTO news (node, kind, about) VALUES (?, ?, ?)"},
	[SQL_NEWS] = {"news cannot be read",
		"SELECT id, kind, about FROM news WHERE id > ? AND node <> ? ORDER BY id"},
	[SQL_LAST_NEWS] = {"news cannot be read", "SELECT coalesce(max(id), 0) FROM news"},
	[SQL_DROP_NEWS] = {"news cannot be deleted", "DELETE FROM news WHERE id <= ?"},
	[SQL_KEEP_SHARED_CLOCK] = {"the clock cannot be kept",
		"INSERT INTO service (id, served, shared) VALUES (1, ?1, ?1) ON CONFLICT (id) DO UPDATE"
		" SET shared = CASE WHEN service.shared < excluded.shared THEN excluded.shared"
		" ELSE service.shared END"},
	[SQL_COUNT_SHARED] = {"the nodes cannot be read",
		"SELECT (SELECT count(*) FROM nodes) + (SELECT count(*) FROM service WHERE shared > 0)"},
	[SQL_LEAVE_ALL_TABLES] = {"the nodes cannot be put out",
		"UPDATE tables SET left_at = (SELECT served FROM nodes WHERE nodes.id = tables.node),"
		" node = NULL WHERE node IS NOT NULL"},
	[SQL_DELETE_NODES] = {"the nodes cannot be put out", "DELETE FROM nodes"},
	[SQL_SET_CLOCKS] = {"the clocks of the tables cannot be set",
		"UPDATE tables SET ahead = ahead - ?1 + coalesce(left_at, (SELECT served FROM service WHERE id = 1), ?1),"
		" left_at = NULL WHERE left_at IS NOT NULL OR status IN (0, 1)"},
	[SQL_END_SHARED_CLOCK] = {"the clock cannot be kept",
		"INSERT INTO service (id, served, shared) VALUES (1, ?, 0) ON CONFLICT (id) DO UPDATE"
		" SET served = excluded.served, shared = 0"},
	[SQL_ANY_READ] = {"the rows cannot be read", "SELECT 1"},
	[SQL_ANY_WRITE] = {"a row cannot be written", "DELETE FROM service WHERE id = 0"},
};

const char *sv_statement_reason(sv_statement which, sv_reason reason)
{
	if (which == SQL_ADD_LINE && reason == SV_ROW_EXISTS)
		return "it is there already";
	if (which == SQL_PUT_TABLE && reason == SV_NO_VALUE)
		return "its id has another key"; /* see its text */
	return NULL;
}

/* store.h: the database of the server: tables, the lines of their games, people, sessions, talk.
 *
 * Writes are collected in one transaction. They become durable together when sv_store_commit()
 * returns true, or sv_store_end_commit() says so; nothing may be acknowledged to anybody before
 * that. Reads see uncommitted writes.
 *
 * A write that fails makes the whole transaction fail: all further writes and commits return false
 * until the caller gives the transaction up with sv_store_roll_back(). It may be only a later call
 * that says so, the commit at the latest, with PostgreSQL and with sv_store_start_threads(); and a
 * read that fails in a transaction makes it fail, too. The primary key (table, seq) of a line is
 * the protection against concurrent servers: adding a line that exists already is such a failure.
 *
 * Functions that return bool return false on failure and leave a message in sv_store_error().
 * sv_store_find_..() returns false, with an empty error, if there is no such row.
 * sv_store_each_..() calls a visitor for each row; it returns false, with an empty error, if the
 * visitor returned false to stop. A visitor must not list the same kind of rows again.
 *
 * All functions must be called by the same thread, which need not be one of the store's. */
#ifndef APPARAT_SERVER_STORE_H
#define APPARAT_SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/limits.h"
#include "server/push_crypto.h"
#include "text/error.h"

/* Sizes of texts include the zero at the end. */
enum {
	SV_KEY_SIZE = 28,        /* a table's key: 26 letters and digits; one byte is unused */
	SV_NAME_SIZE = 100,      /* a person's name in UTF-8: 24 characters of any script fit */
	SV_MESSAGE_ID_SIZE = 40, /* the id that a client gives to a message */
	SV_SECRET_SIZE = 32,     /* bytes of a secret, and of the hash of one; no text */
	SV_HEX_SIZE = 65         /* 32 bytes in hexadecimal digits */
};

typedef struct sv_store sv_store;

/* ---- Opening, committing --------------------------------------------------------------------- */

/* Opens "sqlite:PATH" or "sqlite::memory:"; makes the file if there is none, and brings an older
 * database up to date, which becomes durable with the first commit. A new file can be read by its
 * owner alone, since it contains what players must not know. Or opens an existing database of
 * PostgreSQL: "postgresql://HOST/NAME" or "postgresql:KEY=VALUE ..", as libpq has them; if it is
 * empty, what is needed is made in it. Returns NULL and sets `error` on failure. */
sv_store *sv_store_open(const char *url, ap_error *error);

/* Opens a copy of a database of PostgreSQL that the database itself keeps up to date (a standby),
 * to be read only. It may lack what was written last. If it cannot be reached now it is away: see
 * sv_store_is_away(). Returns NULL and sets `error` if it never can be. */
sv_store *sv_store_open_replica(const char *url, ap_error *error);

/* Closes the store; what is not committed is lost. Does nothing if `store` is NULL. */
void sv_store_close(sv_store *store);

/* Starts threads that write what SQLite is to keep, and copy its log into the database, so that the
 * caller need not wait for that: see sv_store_begin_commit(). To be called by a server after it has
 * forked its child processes. Does nothing for a store in memory or of PostgreSQL, or if they
 * cannot be started. */
void sv_store_start_threads(sv_store *store);

/* Keeps space back on the disk: see disk_reserve.h. To be called by a server. Returns false if
 * there is no room for it. */
bool sv_store_keep_room(sv_store *store);

/* True if there is more room on the disk than that. */
bool sv_store_has_room(const sv_store *store);

/* Gives that space up, if it is kept, and lets SQLite move its log into the database, which frees
 * the space of the log. */
void sv_store_make_room(sv_store *store);

/* Keeps back again what sv_store_make_room() has given up. Returns false if there is no room for
 * it. Where there never was any, nothing was given up. */
bool sv_store_take_room_back(sv_store *store);

/* Whether to wait for a while if another process has locked the database. */
void sv_store_be_patient(sv_store *store, bool patient);

/* Returns how often something had to wait because another process had locked the database. */
int64_t sv_store_waits(const sv_store *store);

/* Looks for damage in the whole database. `on_damage` is called with each line of what is found. */
void sv_store_check(sv_store *store, void (*on_damage)(void *to, const char *text), void *to);

/* Says why the last call failed; "" if it did not. */
const char *sv_store_error(const sv_store *store);

/* Makes all collected writes durable, and returns when they are. Returns false if they, or one of
 * them, or a commit that was begun before, failed: then none of them is kept, and
 * sv_store_roll_back() must be called. */
bool sv_store_commit(sv_store *store);

/* What has become of a commit that was begun. */
typedef enum sv_commit_state {
	SV_NO_COMMIT,    /* none was begun, or its outcome was told already */
	SV_COMMITTING,   /* it is under way */
	SV_COMMITTED,    /* what it has written is durable */
	SV_COMMIT_FAILED /* nothing is kept of it, nor of what was written after it */
} sv_commit_state;

/* Begins to make all collected writes durable. What is written from now on belongs to the next
 * commit, which may be begun when sv_store_end_commit() has told the outcome of this one. If it
 * fails, all that was written since fails, too, until sv_store_roll_back() is called. */
void sv_store_begin_commit(sv_store *store);

/* Tells what has become of the commit that was begun, and its outcome once. If `wait` is true, it
 * returns when that is known. */
sv_commit_state sv_store_end_commit(sv_store *store, bool wait);

/* Returns a socket that can be read when sv_store_end_commit() or sv_store_heard_news() may have
 * something to tell; -1 if neither has. */
int sv_store_socket(const sv_store *store);

/* True if the database, which is another process, cannot be reached: then nothing can be written
 * nor read, and the outcome of a commit that is under way is not known. */
bool sv_store_is_away(const sv_store *store);

/* Tries to reach it again; takes a moment at most. When it returns true, sv_store_end_commit()
 * knows the outcome; what was written after that commit is lost, and sv_store_roll_back() must be
 * called. Returns false, with an error, if it is still away. */
bool sv_store_reach(sv_store *store);

/* Makes this store the only one that serves the database; for a file store_lock.h does that. */
bool sv_store_claim(sv_store *store, ap_error *error);

/* True if a read would have to wait for what is written now. Whoever has time comes back later. */
bool sv_store_is_busy(const sv_store *store);

/* True if there are writes to commit, or a failure that awaits sv_store_roll_back(). */
bool sv_store_has_uncommitted(const sv_store *store);

/* Undoes everything since the last commit. */
void sv_store_roll_back(sv_store *store);

/* Writes a consistent copy of the database at this URL to a new file at `path`; fails if there is
 * such a file. A server may have it open. It is opened to be read only, and must be one of this
 * program, of any version. */
bool sv_store_copy(const char *url, const char *path, ap_error *error);

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The status of a table. */
enum { SV_LOBBY, SV_RUNNING, SV_OVER, SV_CANCELLED };

typedef struct sv_table_row {
	int64_t id;
	char key[SV_KEY_SIZE];
	int status;
	int64_t updated;  /* ms since 1970 */
	const char *meta; /* JSON with everything but the lines; when read: valid until the next call */
	int64_t expires;  /* when it is deleted unless somebody looks at it; 0: never */

	int rules; /* the version of the game's rules by which it is played */

	/* What the table is searched for and counted by; not set when read. */
	int64_t owner;    /* 0: nobody */
	const char *game; /* NULL: "" */
	bool is_public;
	int open_seats, bots;

	/* Of nodes, which share a store: see store_nodes.h. Set when read. */
	int64_t node;  /* which leads the table; 0: none */
	int64_t ahead; /* ms by which the times that are stored of the table are ahead of the clock of
					  its leader */
} sv_table_row;

/* A line of a game's record (see ap_line): an action, an unseal or an undo. */
typedef struct sv_line {
	int64_t at;     /* ms since 1970 */
	int64_t served; /* the same by the clock of the server: see service_clock.h */
	int64_t person; /* who did it; 0: chance, a bot or the clock */
	uint32_t value;
	uint8_t kind, seat;
	char message_id[SV_MESSAGE_ID_SIZE]; /* of the client's message that asked for it; "": none */
} sv_line;

/* A table's game after its first `seq` lines. The bytes mean something to their writer only. */
typedef struct sv_snapshot {
	int seq;
	const void *bytes; /* valid until the next call */
	size_t size;
} sv_snapshot;

/* A visitor is called for each row of a list; it returns false to stop. */
typedef bool sv_table_visitor(void *to, const sv_table_row *row);
typedef bool sv_line_visitor(void *to, int seq, const sv_line *line);

/* Adds the table, or changes it. The key of an id never changes. A node leads what it adds. */
bool sv_store_put_table(sv_store *store, const sv_table_row *row);

bool sv_store_find_table(sv_store *store, const char *key, sv_table_row *out);
bool sv_store_find_table_of_id(sv_store *store, int64_t id, sv_table_row *out);

/* Lists the tables of this status by ascending id. */
bool sv_store_each_table(sv_store *store, int status, sv_table_visitor *visit, void *to);

/* Sets who sits at a table: people, 0 for nobody, and, if the table is public, their names. Of a
 * table whose game is over there are none. */
bool sv_store_put_seats(
	sv_store *store, int64_t table, const int64_t *people, const char *const *names, int count);

/* Which public tables are listed: those of one status that have last changed at `since` or later,
 * the latest first. */
typedef struct sv_list_filter {
	int status;
	const char *game;          /* "": any */
	bool with_room;            /* only those with an open seat; the status is SV_LOBBY then */
	const char *name;          /* only those with somebody whose name begins so; "": any */
	int64_t since;             /* the earliest `updated` */
	int64_t before, before_id; /* `updated` and id of the last table before; INT64_MAX: none */
} sv_list_filter;

bool sv_store_each_listed(
	sv_store *store, const sv_list_filter *filter, int most, sv_table_visitor *visit, void *to);

/* Lists the tables whose games are not over, at which the person sits or which he has made. */
bool sv_store_each_own(
	sv_store *store, int64_t person, int most, sv_table_visitor *visit, void *to);

/* How many tables whose games are not over somebody has made, with how many open seats and bots;
 * all together if the person is 0. Returns false on failure. */
bool sv_store_amounts_of(sv_store *store, int64_t person, sv_table_amounts *out);

/* The same for one table; zeros if there is no such table, or its game is over. */
bool sv_store_amounts_at(sv_store *store, int64_t table, sv_table_amounts *out);

/* Returns the number of tables whose games are not over at which the person sits; -1 on failure. */
int64_t sv_store_count_seats(sv_store *store, int64_t person);

/* Finds a table that expires at this time or before: one that this node leads or, if it is the
 * steward of all nodes, one that nobody leads. */
bool sv_store_find_expired(sv_store *store, int64_t now, bool is_steward, sv_table_row *out);

/* Changes when a table expires, and nothing else. */
bool sv_store_set_expiry(sv_store *store, int64_t table, int64_t expires);

/* Deletes a table with all that belongs to it. */
bool sv_store_delete_table(sv_store *store, int64_t table);

/* Returns the number of tables of this status; -1 on failure. */
int64_t sv_store_count_tables(sv_store *store, int status);

/* Returns the greatest id of a table; 0 if there is none, -1 on failure. */
int64_t sv_store_last_table(sv_store *store);

/* Notes that the person takes part in the table's game. */
bool sv_store_add_player(sv_store *store, int64_t person, int64_t table);

/* Lists the tables of this status at which the person takes part: the latest first, `most` of them
 * at most. */
bool sv_store_each_table_of(
	sv_store *store, int64_t person, int status, int most, sv_table_visitor *visit, void *to);

/* Adds line `seq` of the table. Lines are counted from 0. */
bool sv_store_add_line(sv_store *store, int64_t table, int seq, const sv_line *line);

/* Lists the lines of the table from line `from` on. */
bool sv_store_each_line(sv_store *store, int64_t table, int from, sv_line_visitor *visit, void *to);

/* Stores a snapshot after the first `seq` lines; the table's older snapshot is deleted. */
bool sv_store_put_snapshot(sv_store *store, int64_t table, int seq, const void *bytes, size_t size);
bool sv_store_find_snapshot(sv_store *store, int64_t table, sv_snapshot *out);

/* Returns the number of lines of the table; -1 on failure. */
int sv_store_count_lines(sv_store *store, int64_t table);

/* Stores the state with which the table's game began under other rules. */
bool sv_store_put_base(sv_store *store, int64_t table, const void *bytes, size_t size);
bool sv_store_find_base(sv_store *store, int64_t table, sv_snapshot *out);

/* A table's game as text that can be read without the rules: see kept_games.h. */
typedef struct sv_kept_game {
	int lines;         /* it has the first `lines` lines of the table */
	size_t full_size;  /* of the text, which is stored compressed */
	const void *bytes; /* valid until the next call */
	size_t size;
} sv_kept_game;

bool sv_store_put_game(sv_store *store, int64_t table, const sv_kept_game *game);
bool sv_store_find_game(sv_store *store, int64_t table, sv_kept_game *out);

/* Finds the next table after `id` whose game is over and was not kept with all its lines: one that
 * this node leads or, if it is the steward of all nodes, one that nobody leads. */
bool sv_store_next_unkept(sv_store *store, int64_t id, bool is_steward, sv_table_row *out);

/* ---- People ---------------------------------------------------------------------------------- */

/* A guest has only a name; an account has a name and a password. */
typedef struct sv_person_row {
	int64_t id; /* greater than 0 */
	char name[SV_NAME_SIZE];
	char password[128];    /* argon2id hash in libsodium's format; "": a guest */
	int64_t created, seen; /* ms since 1970 */
	char settings[512];    /* JSON: language, notices */
} sv_person_row;

/* Adds the person, or changes him. Two accounts cannot have the same name: ASCII letters are
 * compared without regard to case, all other characters by their bytes. Guests may share a name. */
bool sv_store_put_person(sv_store *store, const sv_person_row *row);
bool sv_store_find_person(sv_store *store, int64_t id, sv_person_row *out);

/* Finds the account of this name; guests are not looked at. */
bool sv_store_find_account(sv_store *store, const char *name, sv_person_row *out);

/* Finds an account whose name looks like this one: see names.h. */
bool sv_store_find_alike(sv_store *store, const char *name, sv_person_row *out);

/* Notes that the person has done something: a guest who never has is deleted after a while. */
bool sv_store_mark_used(sv_store *store, int64_t person);

/* If the person is a guest of whom nothing is left, he is one who has never done anything. */
bool sv_store_mark_unused(sv_store *store, int64_t person);

/* Fills `out` with guests who have never done anything and were last seen before this time: `most`
 * at most. Returns how many; -1 on failure. */
int sv_store_unused_guests(sv_store *store, int64_t before, int most, int64_t *out);

/* Deletes the person, his sessions and the list of his tables. What he said and reported remains,
 * without his id. Lines keep the id, which is never given to anybody else. The caller removes the
 * person from the metas of tables. Returns true as well if there is no such person. */
bool sv_store_delete_person(sv_store *store, int64_t id);

/* Returns the greatest id that a person ever had; 0 if there was none, -1 on failure. */
int64_t sv_store_last_person(sv_store *store);

/* ---- Sessions -------------------------------------------------------------------------------- */

/* Adds a session, or changes when it expires. The person must exist. `hash` is the hash of the
 * session's token: the token itself is not stored. */
bool sv_store_put_session(
	sv_store *store, const uint8_t hash[SV_SECRET_SIZE], int64_t person, int64_t expires);

/* Finds a session that has not expired at the time `now`. */
bool sv_store_find_session(sv_store *store, const uint8_t hash[SV_SECRET_SIZE], int64_t now,
	int64_t *person, int64_t *expires);
bool sv_store_delete_session(sv_store *store, const uint8_t hash[SV_SECRET_SIZE]);
bool sv_store_delete_sessions_of(sv_store *store, int64_t person);

/* Deletes the sessions that have expired at the time `now`. */
bool sv_store_delete_sessions_before(sv_store *store, int64_t now);

/* ---- The clock of the server ----------------------------------------------------------------- */

/* Stores for how long the server has served: see service_clock.h. Each node has a clock of its own;
 * what is found is never less than what any node has shown. */
bool sv_store_put_time_served(sv_store *store, int64_t ms);
bool sv_store_find_time_served(sv_store *store, int64_t *ms);

/* ---- Secrets of the server ------------------------------------------------------------------- */

/* Adds a secret of the server itself, which never changes. */
bool sv_store_add_secret(sv_store *store, const char *name, const void *bytes, size_t size);

/* Finds a secret that has this size. */
bool sv_store_find_secret(sv_store *store, const char *name, void *out, size_t size);

/* ---- Web Push -------------------------------------------------------------------------------- */

/* A browser that a person wants to be notified by. An endpoint is an address of the browser's push
 * service, and belongs to one person: whoever subscribed last. It goes with the person. */
typedef struct sv_push_row {
	const char *endpoint; /* when read: valid until the visitor returns */
	sv_push_receiver receiver;
} sv_push_row;

typedef bool sv_push_visitor(void *to, const sv_push_row *row);

/* Adds a subscription, at the time `now`, or changes it. The person must exist. */
bool sv_store_put_push(sv_store *store, int64_t person, const sv_push_row *row, int64_t now);

/* Lists the subscriptions of the person: the oldest first. */
bool sv_store_each_push(sv_store *store, int64_t person, sv_push_visitor *visit, void *to);

/* Deletes a subscription of the person; all of them if the endpoint is NULL. Returns true as well
 * if there is none. */
bool sv_store_delete_push(sv_store *store, int64_t person, const char *endpoint);

/* ---- Talk ------------------------------------------------------------------------------------ */

/* A chat message at a table. */
typedef struct sv_talk {
	int64_t at;       /* ms since 1970 */
	int64_t person;   /* 0: somebody whose data was deleted */
	uint16_t seen_by; /* the viewers who may read it, one bit each, AP_OBSERVER's among them */
	uint8_t from;     /* a seat, or AP_OBSERVER */
	const char *text; /* when read: valid until the visitor returns */
} sv_talk;

typedef bool sv_talk_visitor(void *to, int n, const sv_talk *talk);

/* Adds chat message `n` of the table. They are counted from 0. */
bool sv_store_add_talk(sv_store *store, int64_t table, int n, const sv_talk *talk);

/* Lists the chat messages of the table from number `from` on. */
bool sv_store_each_talk(sv_store *store, int64_t table, int from, sv_talk_visitor *visit, void *to);

/* Returns the number of the table's next chat message; -1 on failure. */
int sv_store_next_talk(sv_store *store, int64_t table);

/* ---- Reports --------------------------------------------------------------------------------- */

/* A problem that somebody at a table has reported, for whoever runs the server alone: the scenario
 * has what players must not know. Texts that are read are valid until the visitor returns. */
typedef struct sv_report {
	int64_t id;        /* its number; set when read */
	int64_t at;        /* ms since 1970 */
	int64_t person;    /* 0: somebody whose data was deleted */
	const char *table; /* the table's key */
	const char *game;
	int rules;            /* the version of the rules */
	const char *text;     /* the person's words */
	const char *shown;    /* what the person was shown, as his client describes it */
	const char *scenario; /* the position; "": there was none */
	const char *kind;     /* what it is about: SV_PROBLEM, SV_ABOUT_PERSON or SV_ABOUT_TALK */
	int64_t against;      /* the person that it is about; 0: none, or deleted */
	const char *said;     /* the chat message that it is about; "": none */
} sv_report;

#define SV_PROBLEM "problem"
#define SV_ABOUT_PERSON "person"
#define SV_ABOUT_TALK "talk"

enum { SV_MOST_REPORTS = 1000 }; /* reports that are kept: the latest */

typedef bool sv_report_visitor(void *to, const sv_report *report);

/* Adds a report, and drops the oldest if there are too many. Returns its number; -1 on failure. */
int64_t sv_store_add_report(sv_store *store, const sv_report *report);

/* Lists the report with this number, or all if it is 0. */
bool sv_store_each_report(sv_store *store, int64_t id, sv_report_visitor *visit, void *to);

/* Returns how many reports there are after the time `since`, of this person or, if it is 0, of all;
 * -1 on failure. */
int64_t sv_store_count_reports(sv_store *store, int64_t since, int64_t person);

#endif

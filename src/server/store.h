/* store.h: what survives: tables, their lines, people, sessions, talk. Append-only where it can be.
 *
 * Writes are gathered and become durable together with sv_store_commit(): nothing may be
 * acknowledged before. Reads see what was gathered. The key (table, seq) is the concurrency
 * control: a line that is already there makes the commit fail, and nothing of it stays. So does
 * every other write that fails: from then on all writes and commits fail until sv_store_forget(),
 * by which the caller says that he has forgotten it, too.
 *
 * All functions return false on failure and leave a line about it in sv_store_error(). What looks
 * for one row returns false as well when there is none, and a list when its `each` ends it: that is
 * no failure, and sv_store_error() is empty. Within `each` the same list cannot be asked for again.
 *
 * One thread calls all of this. */
#ifndef APPARAT_SERVER_STORE_H
#define APPARAT_SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/error.h"

enum {
	SV_KEY = 28,    /* a table's public name, with its zero: 26 letters and digits */
	SV_NAME = 100,  /* a person's name in UTF-8, with its zero: 24 characters of any script */
	SV_CLIENT = 40, /* a client's id of a message, with its zero */
	SV_SECRET = 32  /* bytes of a session's token, kept only as a hash */
};

typedef struct sv_store sv_store;

/* "sqlite:PATH", "sqlite::memory:"; NULL: see `error`. Makes or migrates the schema. A new file can
 * be read by its owner alone: it holds what players may not know. */
sv_store *sv_store_open(const char *url, ap_error *error);
void sv_store_close(sv_store *store); /* what is not committed is lost */

/* It will be written to for long, and must keep nobody waiting: a thread tidies up after the
 * commits from now on. In memory, or if there is no thread to be had, nothing changes. */
void sv_store_stay(sv_store *store);

const char *sv_store_error(const sv_store *store);

bool sv_store_commit(sv_store *store);
bool sv_store_waiting(const sv_store *store); /* for a commit, or after a failure to be forgotten */
void sv_store_forget(sv_store *store);        /* what was gathered since the last commit */

/* A consistent copy of what is committed, while in use; never over a file that is there. A store in
 * memory can only be copied when nothing waits. */
bool sv_store_backup(sv_store *store, const char *path);

/* ---- Tables ---------------------------------------------------------------------------------- */

enum { SV_LOBBY, SV_RUNNING, SV_OVER, SV_CANCELLED };

typedef struct sv_table_row {
	int64_t id;
	char key[SV_KEY];
	int status;
	int64_t updated;  /* ms since 1970 */
	const char *meta; /* JSON: everything but the lines; valid until the next call when read */
} sv_table_row;

/* A line of the record: an action, an unseal or an undo (ap_line), by whom and when. */
typedef struct sv_line {
	int64_t at;
	int64_t person; /* 0: chance, a bot, or the clock */
	uint32_t value;
	uint8_t kind, seat;
	char client[SV_CLIENT]; /* "": none */
} sv_line;

/* A table's game after the first `seq` lines, as its writer keeps it. */
typedef struct sv_snapshot {
	int seq;
	const void *bytes; /* valid until the next call */
	size_t size;
} sv_snapshot;

/* New, or changed; id and key belong together for ever. */
bool sv_store_put_table(sv_store *store, const sv_table_row *row);
bool sv_store_add_line(sv_store *store, int64_t table, int seq, const sv_line *line);
/* In the place of an older one. */
bool sv_store_put_snapshot(sv_store *store, int64_t table, int seq, const void *bytes, size_t size);

typedef bool sv_each_table(void *to, const sv_table_row *row); /* false: enough */
typedef bool sv_each_line(void *to, int seq, const sv_line *line);

bool sv_store_table(sv_store *store, const char *key, sv_table_row *out);
bool sv_store_tables(sv_store *store, int status, sv_each_table *each, void *to); /* by id */
/* Tables at which somebody sat when they began: the latest first. */
bool sv_store_put_sitter(sv_store *store, int64_t person, int64_t table);
bool sv_store_tables_of(
	sv_store *store, int64_t person, int status, int most, sv_each_table *each, void *to);
bool sv_store_lines(sv_store *store, int64_t table, int from, sv_each_line *each, void *to);
bool sv_store_snapshot(sv_store *store, int64_t table, sv_snapshot *out);
int64_t sv_store_count_tables(sv_store *store, int status); /* -1: failed */
int64_t sv_store_last_table(sv_store *store); /* the greatest id; 0: none; -1: failed */

/* ---- People ---------------------------------------------------------------------------------- */

typedef struct sv_person_row {
	int64_t id;
	char name[SV_NAME];
	char password[128]; /* argon2id, as libsodium writes it; "": a guest */
	int64_t created, seen;
	char settings[512]; /* JSON: language, notices */
} sv_person_row;

/* New, or changed. No two accounts have the same name; case does not count in ASCII, every other
 * letter is compared by its bytes as they are. Guests may share a name. */
bool sv_store_put_person(sv_store *store, const sv_person_row *row);
bool sv_store_person(sv_store *store, int64_t id, sv_person_row *out);
bool sv_store_person_named(sv_store *store, const char *name, sv_person_row *out); /* accounts */

/* With the sessions, and the list of his tables. Talk stays, as said by nobody. Lines keep the
 * number, which stands for nobody any more and is never given again. What a table's meta says of a
 * person is its writer's affair. Somebody who is not there is deleted already: true. */
bool sv_store_delete_person(sv_store *store, int64_t id);
int64_t sv_store_last_person(sv_store *store); /* the greatest id ever; 0: none; -1: failed */

/* A new session, or a new end of one; the person must be there. */
bool sv_store_put_session(
	sv_store *store, const uint8_t hash[SV_SECRET], int64_t person, int64_t expires);
bool sv_store_session(
	sv_store *store, const uint8_t hash[SV_SECRET], int64_t now, int64_t *person, int64_t *expires);
bool sv_store_delete_session(sv_store *store, const uint8_t hash[SV_SECRET]);
bool sv_store_delete_sessions_of(sv_store *store, int64_t person);
bool sv_store_delete_sessions_before(sv_store *store, int64_t now); /* those that have expired */

/* ---- Talk ------------------------------------------------------------------------------------ */

typedef struct sv_talk {
	int64_t at, person; /* 0: somebody whose data was deleted */
	uint16_t seen_by;   /* seats, and AP_OBSERVER's bit; who may read it */
	uint8_t from;       /* a seat, or AP_OBSERVER */
	const char *text;   /* valid until the next call when read */
} sv_talk;

typedef bool sv_each_talk(void *to, int n, const sv_talk *talk);

bool sv_store_add_talk(sv_store *store, int64_t table, int n, const sv_talk *talk);
bool sv_store_talk(sv_store *store, int64_t table, int from, sv_each_talk *each, void *to);
int sv_store_next_talk(sv_store *store, int64_t table); /* the first n that is free; -1: failed */

#endif

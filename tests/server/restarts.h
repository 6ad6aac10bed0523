/* restarts.h: a table of Ann, Ben and a bot, on a server whose store is a file, so that the server
 * can be restarted; and everything that the two are shown before and after. */
#ifndef APPARAT_TESTS_SERVER_RESTARTS_H
#define APPARAT_TESTS_SERVER_RESTARTS_H

#include "server/hub_fixture.h"

#include "server/hub_internal.h"

enum { MAX_STEPS = 4000 };

extern fixture server;

/* ---- The store ------------------------------------------------------------------------------- */

/* For the set-up and tear-down of a test. */
int open_server(void **unused);
int close_server(void **unused);

/* Restarts the server; no client connects. */
void restart_server(void);

/* Changes the database behind the server's back. */
void execute_sql(const char *sql);
int count_lines(int64_t table);

/* Returns how many lines the snapshot of the table contains; 0 if there is no snapshot. */
int lines_in_snapshot(int64_t table);
int64_t replayed_lines(void);
int unread_tables(void);

typedef struct snapshot_copy {
	int seq;
	size_t size;
	unsigned char *bytes;
} snapshot_copy;

/* Copies the snapshot of the first table; the caller frees the bytes. */
snapshot_copy copy_snapshot(void);

/* ---- Ann and Ben ----------------------------------------------------------------------------- */

typedef struct sent_action {
	int client; /* 0 or 1 */
	char id[32], action[SV_ACTION_SIZE];
	json_int_t question;
} sent_action;

void watch_table(test_client *g, const char *key);
void stop_watching(void);

/* Starts a game that both watch; a bot plays if there is a third seat. `extra` are more fields of
 * `create`. */
void start_game(const char *game, const char *extra);
json_t *send_action(test_client *g, const char *id, json_int_t question, const char *action);

/* True if the game is over. */
bool is_over(void);

/* Lets one of the two who is asked choose any legal action. Returns what was sent. */
sent_action play_one_action(void);

/* Plays until the store has so many lines of the first table, or the game is over. */
void play_to_line(int lines);

/* Restarts the server; both watch again. */
void restart_and_watch(void);

/* What the two are shown, and the record. */
typedef struct shown_state {
	json_t *shown[2];
	char *record;
} shown_state;

shown_state take_shown_state(void);
void free_shown_state(shown_state *s);

/* Fails if the two are shown anything else than before. */
void assert_shown(shown_state *before);

#endif

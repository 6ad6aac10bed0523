/* restarts.h: a table of Ann, Ben and a bot whose store is a file, so that its server can start
 * again, and all that the two are shown before and after. */
#ifndef APPARAT_TESTS_SERVER_RESTARTS_H
#define APPARAT_TESTS_SERVER_RESTARTS_H

#include "server/hub_fixture.h"

#include "server/hub_internal.h"

enum { MOST_STEPS = 4000 };

extern house here;

/* ---- The store ------------------------------------------------------------------------------- */

int new_store(void **unused); /* before each test, and after it */
int drop_store(void **unused);
void reopen(void);             /* the server alone: nobody comes in */
void by_hand(const char *sql); /* what our own store would not do */
int lines_of(int64_t table);
int snapshot_of(int64_t table); /* lines before the snapshot; 0: there is none */
int64_t replayed(void);
int unread(void);

typedef struct copy {
	int seq;
	size_t size;
	unsigned char *bytes;
} copy;

copy copy_snapshot(void); /* of the first table; the bytes are the caller's */

/* ---- Ann and Ben ----------------------------------------------------------------------------- */

typedef struct said {
	int guest;
	char id[32], action[SV_ACTION_SIZE];
	json_int_t question;
} said;

void look(guest *g, const char *key);
void look_away(void);
void begin(const char *game, const char *extra); /* both look; a bot, if there is a seat for it */
json_t *act(guest *g, const char *id, json_int_t question, const char *action);
bool is_over(void);
said step(void);         /* somebody who is asked decides anything; what he said */
void play_to(int lines); /* until the store has so many lines of the table, or it is over */
void restart(void);      /* and both look again */

/* All that the two are shown, and the record, as they stand. */
typedef struct sight {
	json_t *shown[2];
	char *record;
} sight;

sight see(void);
void forget(sight *s);
void assert_sees(sight *before);

#endif

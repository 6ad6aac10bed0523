/* record.h: a game as text (.apr), see docs/records.md. */
#ifndef APPARAT_TEXT_RECORD_H
#define APPARAT_TEXT_RECORD_H

#include <stdio.h>

#include "text/error.h"
#include "text/fair_dice.h"

enum { AP_WHO = 64 };

/* The format that is written. In format 1 the hash at the end was one of a state's bytes, which no
 * other layout has: such records are read, and that hash is not checked. */
enum { AP_RECORD_FORMAT = 2 };

typedef struct ap_record {
	int format; /* of a record that was read */
	ap_history history;
	char who[AP_MAX_SEATS][AP_WHO]; /* "Ann", "bot greedy"; "" unknown */
	char dice[AP_WHO];              /* where chance came from: "seed 1 stream 7", "fair 1" */
	ap_fair fair;                   /* with "fair 1"; `dice` is then not looked at when writing */
} ap_record;

typedef const ap_game *ap_find_game(const char *name);

/* Reads and plays a record action by action; whatever is not legal is an error with its line and
 * clause, and so is what contradicts the fair dice as far as they are open. `find` is
 * ap_game_named, or a test's own. On failure there is nothing to free. */
bool ap_record_read(
	ap_record *record, const char *text, size_t length, ap_find_game *find, ap_error *error);

/* Writes it as `viewer` may know it (AP_EVERYTHING: all, a secret that is known among it). False if
 * writing failed, or if fair dice are not published yet. */
bool ap_record_write(const ap_record *record, int viewer, FILE *out);

void ap_record_free(ap_record *record);

#endif

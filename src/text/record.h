/* record.h: a game as text (.apr). docs/records.md describes the format. */
#ifndef APPARAT_TEXT_RECORD_H
#define APPARAT_TEXT_RECORD_H

#include <stdio.h>

#include "text/error.h"
#include "text/fair_dice.h"

/* Room for the name of a player, or for the source of the dice, with the zero byte. */
enum { AP_WHO_SIZE = 64 };

/* The format in which records are written. Records of format 1 can be read, but the hash at their
 * end is not checked: it was computed from the bytes of the state, whose layout has changed. */
enum { AP_RECORD_FORMAT = 2 };

typedef struct ap_record {
	int format; /* of a record that was read */
	ap_history history;
	char who[AP_MAX_SEATS]
			[AP_WHO_SIZE];  /* who plays each seat: "Ann", "bot greedy"; "": not known */
	char dice[AP_WHO_SIZE]; /* the source of the dice: "seed 1 stream 7", "fair 1" */
	ap_fair fair;           /* the fair dice, if players is not 0; `dice` is then not written */
} ap_record;

/* Finds a game by its name; NULL if there is none. ap_game_named() is one. */
typedef const ap_game *ap_find_game(const char *name);

/* Reads a record and plays it action by action. It is an error, with its line, if an action is not
 * legal, or if an outcome contradicts the fair dice (as far as they can be checked). If it fails,
 * it fills `error` and there is nothing to free. */
bool ap_record_read(
	ap_record *record, const char *text, size_t length, ap_find_game *find, ap_error *error);

/* Writes a record as `viewer` may know it; for AP_EVERYTHING all of it, including the secret of the
 * fair dice if it is known. False if writing fails, or if the commitment of the fair dice is not
 * published yet. */
bool ap_record_write(const ap_record *record, int viewer, FILE *out);

/* Frees what belongs to a record, and wipes its secrets. */
void ap_record_free(ap_record *record);

#endif

/* records.h: games as text. Records (.apr) can be read and checked, walked through move by move,
 * and written; docs/records.md describes the format. States can be read from JSON.
 *
 *     ap_error error;
 *     ap_record_file *file = ap_record_file_read("evening.apr", &error);
 *     if (!file)
 *         fprintf(stderr, "evening.apr:%d: %s\n", error.line, error.message);
 *
 * An ap_record_file is a record together with the game that it tells: the moves, the state after
 * the last of them, and who sat where. It belongs to the caller, who frees it. One thread at a time
 * may use it.
 *
 * The functions here allocate memory. If the system has none left, they write one line to stderr
 * and abort the process. */
#ifndef APPARAT_RECORDS_H
#define APPARAT_RECORDS_H

#include <apparat/apparat.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ap_record_file ap_record_file;

/* What is wrong with a text or a file: one sentence for a person, in English. */
typedef struct ap_error {
	int line; /* the line of the input, counted from 1; 0: the whole input */
	char message[320];
} ap_error;

/* ---- Begin and end --------------------------------------------------------------------------- */

/* Reads a record and plays it move by move. It is refused if an action is not legal, if its end is
 * not the one that it states, or if an outcome of chance contradicts its fair dice (as far as they
 * can be checked). Returns NULL, and fills `error`, if it is refused or cannot be read. A game that
 * was last played by rules which the library does not have cannot be read, only checked: see
 * ap_check_record(). The record of a game as one seat knows it hides actions and cannot be read. */
AP_API ap_record_file *ap_record_file_read(const char *path, ap_error *error);
/* Does the same with a text in memory. It need not end with a zero byte. */
AP_API ap_record_file *ap_record_file_parse(const char *text, size_t length, ap_error *error);

/* Starts a new game, and with it a record. The set-up must be sound. `events` may be NULL, here and
 * below. */
AP_API ap_record_file *ap_record_file_start(
	const ap_game *game, const ap_setup *setup, ap_events *events);

/* Frees a record. `file` may be NULL. */
AP_API void ap_record_file_free(ap_record_file *file);

/* ---- What a record tells --------------------------------------------------------------------- */

AP_API const ap_game *ap_record_file_game(const ap_record_file *file);
AP_API void ap_record_file_setup(const ap_record_file *file, ap_setup *out);
/* Returns the state after the last move. It changes with every move that is added or undone, and
 * ends with the record. */
AP_API const void *ap_record_file_state(const ap_record_file *file);
/* Returns who sits at a seat of the table, such as "Ann" or "bot greedy"; "" if it is not known. */
AP_API const char *ap_record_file_player(const ap_record_file *file, int seat);
/* Returns where chance came from, such as "seed 1 stream 7", or "fair 2" for fair dice; "" if it is
 * not known. */
AP_API const char *ap_record_file_dice(const ap_record_file *file);

/* ---- Checking -------------------------------------------------------------------------------- */

/* What is known about a record, and what could be checked. Everything that could be checked is
 * right: a record with a fault is refused. */
typedef struct ap_record_check {
	const ap_game *game;
	int format;          /* of the record */
	int rules;           /* the version of the rules by which the game was last played */
	bool rules_known;    /* the library has these rules: the game can be read, and played on */
	bool over;           /* the game is over */
	bool dice_fair;      /* the record has fair dice */
	bool dice_checked;   /* every outcome of chance was compared with the fair dice */
	bool dice_withheld;  /* the game is over, but its fair dice cannot be checked: their secret,
							which must then be told, is missing. `apparat verify` refuses this */
	bool has_views;      /* it is a whole record: it has what every viewer saw */
	bool views_checked;  /* and that is what the rules of the library show */
	int moves;           /* the actions and unseals that are in force */
	int unchecked_moves; /* how many of them were played by rules that the library does not have */
	int outcomes;        /* the outcomes of chance, also those that were undone */
	uint64_t hash;       /* ap_hash() of the last state; 0 if its rules are not known */
} ap_record_check;

/* Checks a record as far as the library can, as `apparat verify` does. Of moves that were played by
 * rules which it does not have, it checks the form, the fair dice and the digest. False, and fills
 * `error`, if anything is wrong. */
AP_API bool ap_check_record(const char *text, size_t length, ap_record_check *out, ap_error *error);
/* Does the same with a file. */
AP_API bool ap_check_record_file(const char *path, ap_record_check *out, ap_error *error);

/* Says the same of a record that was read or started, with the moves that it has now. What viewers
 * saw is not kept in it. */
AP_API void ap_record_file_check(const ap_record_file *file, ap_record_check *out);

/* ---- Walking through the moves --------------------------------------------------------------- */

/* Moves are the actions, and the sealed answers taken back, that are in force; what was undone is
 * left out. They are numbered from 0.
 *
 *     int n = ap_record_file_first(file);
 *     ap_record_file_at(file, n, &state);
 *     for (; ap_record_file_advance(file, n, &state, &events); n++)
 *         print_and_clear(&events);
 */
typedef struct ap_record_move {
	int seat;
	ap_action action; /* if it is not an unseal */
	bool unseal;      /* the seat took its sealed answer back: see ap_unseal() */
} ap_record_move;

/* Returns the number of the first move that can be walked through. It is 0, unless the rules
 * changed during the game: then it is the first move by the last rules. */
AP_API int ap_record_file_first(const ap_record_file *file);
/* Finds a move; false before the first and past the last one. */
AP_API bool ap_record_file_move(const ap_record_file *file, int n, ap_record_move *out);
/* Writes the state after the first `moves` moves. There must be that many, and no fewer than
 * ap_record_file_first(). */
AP_API void ap_record_file_at(const ap_record_file *file, int moves, void *state);
/* Makes move number n in `state`, which must be the state before it, and tells its events. False,
 * and nothing changes, before the first and past the last move. */
AP_API bool ap_record_file_advance(
	const ap_record_file *file, int n, void *state, ap_events *events);

/* ---- Playing on ------------------------------------------------------------------------------ */

/* Do what ap_apply() and ap_unseal() do, to the last state of the record, and add a move unless
 * they refuse. In a record with fair dice chance can do only what the dice say: another action, or
 * any if the secret of the dice is missing, is AP_FORBIDDEN without a clause. */
AP_API ap_result ap_record_file_apply(
	ap_record_file *file, int seat, ap_action action, ap_events *events);
AP_API ap_result ap_record_file_unseal(ap_record_file *file, int seat);

/* Undoes all but the first `moves` moves; the record tells that they were made and undone. False if
 * there are not that many, or if some of them were played by other rules. */
AP_API bool ap_record_file_undo(ap_record_file *file, int moves);

/* ---- Writing --------------------------------------------------------------------------------- */

/* Says who sits at a seat of the table, such as "Ann" or "bot greedy". False, and nothing changes,
 * if the text has more than 63 bytes or a control character. */
AP_API bool ap_record_file_set_player(ap_record_file *file, int seat, const char *who);
/* Says where chance comes from, such as "seed 1". The same holds for the text; it is also false if
 * the record has fair dice, or if the text begins with the word "fair". */
AP_API bool ap_record_file_set_dice(ap_record_file *file, const char *dice);

/* Returns the record as text, which is `*length` bytes long and has a zero byte after them; NULL if
 * it cannot be written. `viewer` is AP_EVERYTHING for the whole record, or a seat of the table or
 * AP_OBSERVER for what that viewer may know. ap_free_text() frees the text. */
AP_API char *ap_record_file_text(const ap_record_file *file, int viewer, size_t *length);
AP_API void ap_free_text(char *text);
/* Writes the same to a file. False, and fills `error`, if that fails. */
AP_API bool ap_record_file_write(
	const ap_record_file *file, int viewer, const char *path, ap_error *error);

/* ---- States as JSON -------------------------------------------------------------------------- */

/* Reads a full state that ap_write_state() has written. The text may be anything: if it is no sound
 * state of the game, the function returns false and fills `error`. */
AP_API bool ap_read_state(
	const ap_game *game, void *state, const char *json, size_t length, ap_error *error);
/* Reads a view in the same way. `view` has then the same bytes as the view that was written. */
AP_API bool ap_read_view(
	const ap_game *game, void *view, const char *json, size_t length, ap_error *error);

#ifdef __cplusplus
}
#endif
#endif

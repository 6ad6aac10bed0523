/* record.h: a game as text (.apr). docs/records.md describes the format. */
#ifndef APPARAT_TEXT_RECORD_H
#define APPARAT_TEXT_RECORD_H

#include <stdio.h>

#include "text/error.h"
#include "text/fair_dice.h"

enum {
	/* Room for the name of a player, or for the source of the dice, with the zero byte. */
	AP_WHO_SIZE = 64,
	/* The format in which records are written. Records of format 1 can be read, but the hash at
	 * their end is not checked: it was computed from the bytes of the state. */
	AP_RECORD_FORMAT = 2,
	/* The largest record that is read: one that has the views of all seats is large. */
	AP_MAX_RECORD = 256 << 20
};

/* By which rules a game was played. */
typedef struct ap_rules_id {
	int version;
	uint64_t data;   /* see ap_data_hash() */
	bool data_known; /* records of format 1 do not have it */
} ap_rules_id;

/* Returns the rules of this program. */
ap_rules_id ap_rules_here(const ap_game *game);

/* Returns whether these are the same rules, as far as is known. */
bool ap_rules_are_same(const ap_rules_id *a, const ap_rules_id *b);

/* Returns whether a game that was played by these rules can be played on and checked here. */
bool ap_rules_are_known(const ap_game *game, const ap_rules_id *rules);

/* A recorded game. If the rules changed during the game, `history` begins at the last change, and
 * what came before is kept as text. */
typedef struct ap_record {
	int format;        /* of a record that was read */
	ap_rules_id rules; /* by which the game began */
	ap_history history;
	char *earlier; /* the lines before `history`, each with its newline; NULL: there are none */
	int unchecked_moves; /* how many moves there were played by rules that this program does not
							have */
	char who[AP_MAX_SEATS]
			[AP_WHO_SIZE];  /* who plays each seat: "Ann", "bot greedy"; "": not known */
	char dice[AP_WHO_SIZE]; /* the source of the dice: "seed 1 stream 7", "fair 2" */
	ap_fair fair;           /* the fair dice, if players is not 0; `dice` is then not written */
	ap_fair_aborted aborted[AP_FAIR_MOST_ABORTED]; /* starts that came to nothing */
	int aborted_count;
} ap_record;

/* What was found in a record, and what could be checked. */
typedef struct ap_record_report {
	const ap_game *game;
	int format;
	ap_rules_id rules;   /* the last by which the game was played */
	int rules_line;      /* the line that names them */
	int parts;           /* the number of rules by which it was played, one after the other */
	int moves;           /* the number of moves in force */
	int unchecked_moves; /* how many of them were played by rules that this program does not have */
	int outcomes;        /* the number of actions of chance, those that were undone included */
	bool has_fair_dice;
	bool secret_known;   /* the record has the secret of the fair dice */
	bool dice_checked;   /* all outcomes are what the fair dice say */
	bool digest_checked; /* the last line has the right digest of all others */
	bool hash_checked;   /* the last line has the right hash of the state */
	uint64_t hash;       /* of the last state, if it was played; otherwise 0 */
	bool is_whole;       /* it has what each viewer saw */
	bool views_checked;  /* and that is what the rules of this program show */
	int dice_version;    /* of the fair dice */
	int aborted;         /* the number of starts that came to nothing */
	int players;
	char seat[AP_MAX_SEATS][24]; /* the names of the seats, of fair dice of version 2 */
	uint8_t whose[AP_MAX_SEATS]; /* ap_fair_whose of each of them */
	bool is_signed;              /* by the owner of `signer`, and the signature is right */
	unsigned char signer[AP_FAIR_BYTES];
	bool has_end;    /* it has a last line */
	char reason[64]; /* for which the game ended; "open": it has not */
} ap_record_report;

/* Finds a game by its name; NULL if there is none. ap_game_named() is one. */
typedef const ap_game *ap_find_game(const char *name);

/* Reads a record and plays it action by action. It is an error, with its line, if an action is not
 * legal, or if an outcome contradicts the fair dice (as far as they can be checked), or if the game
 * was last played by rules that this program does not have. If it fails, it fills `error` and there
 * is nothing to free. */
bool ap_record_read(
	ap_record *record, const char *text, size_t length, ap_find_game *find, ap_error *error);

/* Checks a record as far as that is possible. What was played by the rules of this program is
 * played again; of the rest the form, the fair dice and the digest are checked. False, with an
 * error, if anything is wrong. */
bool ap_record_examine(
	const char *text, size_t length, ap_find_game *find, ap_record_report *report, ap_error *error);

/* Writes a record as `viewer` may know it; for AP_EVERYTHING all of it, including the secret of the
 * fair dice if it is known. False if writing fails, or if the commitment of the fair dice is not
 * published yet. */
bool ap_record_write(const ap_record *record, int viewer, FILE *out);

/* Writes all of a record and, after each move, what every viewer then saw and what happened: such a
 * record can be watched without the rules (see film.h). Also false if the beginning was played by
 * other rules and what was seen of it is not known. */
bool ap_record_write_whole(const ap_record *record, FILE *out);

/* Writes the lines of the game, without a header and an end, in the same way. */
bool ap_record_write_lines(const ap_record *record, FILE *out);

/* Frees what belongs to a record, and wipes its secrets. */
void ap_record_free(ap_record *record);

#endif

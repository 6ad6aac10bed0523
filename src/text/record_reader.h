/* record_reader.h: what the files that read a record share.
 *
 * A record has one or more parts, each played by one version of the rules. A part whose rules this
 * program has is played again, action by action. Of any other part only the form is checked, and
 * that its outcomes of chance are what the fair dice say. */
#ifndef APPARAT_TEXT_RECORD_READER_H
#define APPARAT_TEXT_RECORD_READER_H

#include <sodium.h>

#include "text/record.h"
#include "text/record_internal.h"
#include "text/record_moments.h"

typedef struct ap_record_reader {
	const char *start, *at, *end; /* the record, and where the next line begins */
	int line;                     /* the number of the current line */
	const char *line_start;
	size_t line_length;
	char text[AP_RECORD_LINE]; /* the current line; of a line with JSON its beginning */
	ap_find_game *find;
	ap_record *record;
	ap_rules_id rules;          /* of the part that is read */
	int rules_line;             /* the line that names them */
	bool known;                 /* this program has these rules */
	const char *body;           /* where the first line after the header begins */
	int lines, moves, outcomes; /* so far, of all parts */
	int parts;                  /* that have begun */
	int part_moves;             /* moves in force when the part began */
	ap_moment_places moments;
	bool has_key; /* the outcomes of chance can be checked with `key` */
	ap_fair_key key;
	crypto_generichash_state digest; /* of all lines so far, without what viewers saw */
	ap_record_report *report;
	ap_error *error;
} ap_record_reader;

/* ---- record_reader.c: lines ------------------------------------------------------------------ */

/* Reads the next line into r->text. False at the end, and, with an error, if it is malformed. */
bool ap_reader_next_line(ap_record_reader *r);

/* Does the same, but the end is an error, too: `what` was expected. */
bool ap_reader_need_line(ap_record_reader *r, const char *what);

/* Returns what follows a word at the beginning of the line; NULL if the line begins otherwise. */
const char *ap_reader_rest_after(const ap_record_reader *r, const char *word);

/* Reports that something else was expected, unless ap_reader_next_line() has reported an error.
 * Returns false. */
bool ap_reader_expected(ap_record_reader *r, const char *what);

/* Reads a number from 0 to `most`, without a sign or zeros before it. `text` may be NULL. */
bool ap_reader_number(const char *text, long most, long *value);

/* ---- record_read_header.c -------------------------------------------------------------------- */

bool ap_reader_header(ap_record_reader *r);

/* Reads "rules N HASH": the line that is there begins a header or a part. */
bool ap_reader_rules(ap_record_reader *r, const ap_game *game, bool hash_needed);

/* ---- record_read_moves.c --------------------------------------------------------------------- */

/* Reads an action or an unseal; if the rules are known it is played. */
bool ap_reader_move(ap_record_reader *r);

#endif

/* record_moments.h: the moments of a whole record (see film.h): whether they stand where they must,
 * and whether they are what the rules show. */
#ifndef APPARAT_TEXT_RECORD_MOMENTS_H
#define APPARAT_TEXT_RECORD_MOMENTS_H

#include "text/record.h"

/* Where the moments stand in a record that is being read. A record has a moment after the header,
 * after the state with which other rules begin, and after each move that is in force at the end; or
 * it has none at all. */
typedef struct ap_moment_places {
	bool is_decided;   /* the first line after the header was read */
	bool is_whole;     /* it was a moment: the record has moments */
	bool after_start;  /* the line before is the end of the header, or a state */
	bool after_move;   /* the line before is a move */
	int *line_of;      /* for each move in force: its line if no moment follows it, otherwise 0 */
	int moves, room;   /* the number of moves in force */
	int earlier_moves; /* how many of them were played before the present rules */
} ap_moment_places;

/* To be called at the end of the header. */
void ap_moments_begin(ap_moment_places *m);
void ap_moments_free(ap_moment_places *m);

/* These are called for the lines after the header, in their order: for a state with which other
 * rules begin, a moment, a move, an undo that leaves so many moves in force, and the last line of
 * the record. Each returns false, with an error, if a moment is missing or stands where none may
 * be. */
bool ap_moments_state(ap_moment_places *m, int line, ap_error *error);
bool ap_moments_moment(ap_moment_places *m, int line, ap_error *error);
bool ap_moments_move(ap_moment_places *m, int line, ap_error *error);
bool ap_moments_undo(ap_moment_places *m, int moves, int line, ap_error *error);
bool ap_moments_end(ap_moment_places *m, int line, ap_error *error);

/* Checks that the moments are what is seen when the game of the record is played again; those of
 * other rules are not checked. */
bool ap_moments_check(const ap_record *record, const char *text, size_t length, ap_error *error);

#endif

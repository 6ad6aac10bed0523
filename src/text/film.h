/* film.h: what every viewer saw of a game, moment by moment, so that it can be watched without the
 * rules by which it was played. A moment is the game before its first move, or after a move. In a
 * record it is a line of JSON: see docs/records.md. */
#ifndef APPARAT_TEXT_FILM_H
#define APPARAT_TEXT_FILM_H

#include <jansson.h>
#include <stdio.h>

#include "core/game.h"
#include "text/error.h"

/* ---- Making a film --------------------------------------------------------------------------- */

typedef struct ap_film_maker ap_film_maker;

ap_film_maker *ap_film_begin(const ap_game *game, int players);
void ap_film_end(ap_film_maker *film);

/* Writes the next moment as a line. The first line has the views as they are, every other one has
 * what has changed since the line before. `events` is what has just happened. */
void ap_film_write_moment(
	ap_film_maker *film, const void *state, const ap_events *events, FILE *out);

/* ---- Watching a film ------------------------------------------------------------------------- */

typedef struct ap_film ap_film;

/* Returns whether a line has the form of a moment. */
bool ap_film_is_moment(const char *line, size_t length);

/* Finds the moments in the text of a record, which must outlive the film. Of a record that does not
 * have what was seen, only the moves are known. Returns NULL, with an error, if its form is wrong.
 */
ap_film *ap_film_open(const char *text, size_t length, ap_error *error);
void ap_film_close(ap_film *film);

/* Returns the number of moves; moments are numbered from 0 to this. */
int ap_film_moves(const ap_film *film);

/* Returns the move that led to a moment, as the record has it; NULL for the first one, and for a
 * moment of which only the number is known. It is not zero-terminated. */
const char *ap_film_move(const ap_film *film, int at, size_t *length);

/* Returns what a viewer saw at a moment: an object with "view", "figures", "situation" and "open".
 * `viewer` is the name of a seat, "observer" or "everything". Returns NULL, with an error, if the
 * film does not have it. The caller owns the reference. */
json_t *ap_film_view(const ap_film *film, int at, const char *viewer, ap_error *error);

/* Returns the events that led to a moment, as far as the viewer may know them: a list of the
 * protocol's events. The caller owns the reference. NULL, with an error, if the film does not have
 * them. */
json_t *ap_film_events(const ap_film *film, int at, const char *viewer, ap_error *error);

#endif

/* telling.h: events, questions, figures, facts and outcomes as JSON. The server sends them to its
 * clients, and the engine in the browser gives them to the page. Each function writes one value. */
#ifndef APPARAT_CORE_TELLING_H
#define APPARAT_CORE_TELLING_H

#include "core/game.h"
#include "core/json_writer.h"
#include "core/notation.h"

/* ---- Events, questions, outcomes (telling.c) ------------------------------------------------- */

void ap_write_event(ap_json *j, const ap_game *game, const ap_event *event);

/* Writes the open question as everybody may know it; null if the game is over. */
void ap_write_open_question(ap_json *j, const ap_game *game, const void *view);

/* The same as fields of an open object. The game is not over. */
void ap_write_open_fields(ap_json *j, const ap_game *game, const void *view);

/* Writes the question that a seat is asked, with its legal actions in notation without the seat;
 * null if the seat is not asked. `automatic` says that the runner will answer it for the seat. Any
 * viewer may be given as `seat`. */
void ap_write_seat_question(
	ap_json *j, const ap_game *game, const void *view, int seat, bool automatic);

/* Writes how the game has ended; null while it runs. */
void ap_write_outcome(ap_json *j, const ap_game *game, const void *state);

/* ---- Figures and facts (figures.c) ----------------------------------------------------------- */

/* Writes the figures of a view, and under "standing" how the seats stand. If `before`, an earlier
 * view of the same viewer, is not NULL, only what has changed since is written; the reader merges
 * it as with ap_write_change(). */
void ap_write_figures(ap_json *j, const ap_game *game, const void *before, const void *now);
/* The same in two parts, as fields of an open object: the figures that everybody knows, which are
 * alike in the views of all viewers, and the rest, which each viewer is told for himself. */
void ap_write_known_figures(ap_json *j, const ap_game *game, const void *before, const void *now);
void ap_write_own_figures(ap_json *j, const ap_game *game, const void *before, const void *now);

/* Writes the situation as a list of facts. */
void ap_write_situation(ap_json *j, const ap_game *game, const void *view);
void ap_write_facts(ap_json *j, const ap_game *game, const ap_facts *facts);
/* Writes what the legal actions of a seat would bring about: an object with an action in notation
 * as each key and a list of facts as its value. Actions without facts are left out. */
void ap_write_foreseen(
	ap_json *j, const ap_game *game, const void *view, int seat, const ap_action *legal, int count);

#endif

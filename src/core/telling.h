/* telling.h: events, questions and outcomes as JSON: what a server tells its clients, and what the
 * engine tells the page in a browser. Each writes one value; null where there is none. */
#ifndef APPARAT_CORE_TELLING_H
#define APPARAT_CORE_TELLING_H

#include "core/game.h"
#include "core/json_writer.h"

enum { AP_NOTATION = 96 }; /* an action in notation, with its zero */

void ap_write_event(ap_json *j, const ap_game *game, const ap_event *event);

/* What follows from a view by the rules: every figure, and as "standing" how the seats stand. With
 * a view from `before` only what is different now, to be merged like ap_write_change(). */
void ap_write_figures(ap_json *j, const ap_game *game, const void *before, const void *now);

/* The situation: a list of facts. */
void ap_write_situation(ap_json *j, const ap_game *game, const void *view);
void ap_write_facts(ap_json *j, const ap_game *game, const ap_facts *facts);
/* What the legal actions of a seat would come to: an object of actions in notation, each with its
 * facts. */
void ap_write_foreseen(
	ap_json *j, const ap_game *game, const void *view, int seat, const ap_action *legal, int count);

/* The question that is open, which everybody may know. */
void ap_write_open(ap_json *j, const ap_game *game, const void *view);

/* What a seat is asked: the words of the notation, without the seat. `automatic`: whoever runs the
 * game will answer it by himself. */
void ap_write_ask(ap_json *j, const ap_game *game, const void *view, int seat, bool automatic);

void ap_write_outcome(ap_json *j, const ap_game *game, const void *state);

#endif

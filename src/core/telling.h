/* telling.h: events, questions and outcomes as JSON: what a server tells its clients, and what the
 * engine tells the page in a browser. Each writes one value; null where there is none. */
#ifndef APPARAT_CORE_TELLING_H
#define APPARAT_CORE_TELLING_H

#include "core/game.h"
#include "core/json_writer.h"

enum { AP_NOTATION = 96 }; /* an action in notation, with its zero */

void ap_write_event(ap_json *j, const ap_game *game, const ap_event *event);

/* The question that is open, which everybody may know. */
void ap_write_open(ap_json *j, const ap_game *game, const void *view);

/* What a seat is asked: the words of the notation, without the seat. `automatic`: whoever runs the
 * game will answer it by himself. */
void ap_write_ask(ap_json *j, const ap_game *game, const void *view, int seat, bool automatic);

void ap_write_outcome(ap_json *j, const ap_game *game, const void *state);

#endif

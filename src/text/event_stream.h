/* event_stream.h: a game as lines of JSON, for programs that want to know all that happens: a
 * state, every move with its events, and the last state. docs/records.md describes the lines. */
#ifndef APPARAT_TEXT_EVENT_STREAM_H
#define APPARAT_TEXT_EVENT_STREAM_H

#include <stdio.h>

#include "core/game.h"
#include "core/json_writer.h"

typedef struct ap_event_stream {
	FILE *out;
	int moves; /* how many were written since the last state */
	/* If it is not NULL, scenarios show it every state that they reach, and write nothing. */
	void (*look)(void *context, const ap_game *game, const void *state);
	void *context;
} ap_event_stream;

/* Writes a state in which the game begins or, in a scenario, goes on, and what has just happened.
 */
void ap_stream_state(
	ap_event_stream *s, const ap_game *game, const void *state, const ap_events *events);

/* Writes a move and what happened. `action` is NULL if the seat took its sealed answer back. */
void ap_stream_move(ap_event_stream *s, const ap_game *game, int players, int seat,
	const ap_action *action, const ap_events *events);

/* Writes how the game ended, and the last state. */
void ap_stream_end(ap_event_stream *s, const ap_game *game, const void *state);

/* Returns whether an event is told to a viewer. What is hidden from some seats is told by two
 * events: one for those who may know it, and one for all others. A viewer who sees everything is
 * not told the second. */
bool ap_event_is_told(const ap_event *event, int viewer, int players);

/* Writes the key "seen_by" and who may know of an event; nothing if everybody may. */
void ap_write_seen_by(ap_json *j, const ap_game *game, int players, const ap_event *event);

#endif

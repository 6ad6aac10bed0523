/* history.h: a game together with everything that was done in it, so that moves can be taken back,
 * any earlier state can be computed, and the game can be written as a record.
 *
 * Lines are everything that was written: actions, unseals and undos. Moves are the actions and
 * unseals that are in force, that is, have not been undone. */
#ifndef APPARAT_TEXT_HISTORY_H
#define APPARAT_TEXT_HISTORY_H

#include "core/game.h"

typedef enum ap_line_kind {
	AP_LINE_ACTION,
	AP_LINE_UNSEAL, /* a seat took back its sealed answer */
	AP_LINE_UNDO    /* only the first `value` moves stay in force */
} ap_line_kind;

/* One line of a record. */
typedef struct ap_line {
	uint8_t kind, seat;
	uint32_t value; /* of an action the action, of an undo the number of moves that stay */
} ap_line;

/* What has happened before the first line of a history. It is empty if the history has the whole
 * game. If the rules changed during a game, its history begins with the state at that moment. */
typedef struct ap_earlier {
	int lines, moves; /* the number of lines, and of moves in force */
	int outcomes;     /* the number of actions of chance, undone ones too */
} ap_earlier;

/* A snapshot is kept of the state before each move whose number is a multiple of this. */
enum { AP_SNAPSHOT_EVERY = 128 };

typedef struct ap_history {
	const ap_game *game;
	ap_setup setup;
	ap_line *line; /* all lines, in order */
	int lines, line_room;
	ap_line *move; /* all moves; the same array as `line` as long as nothing was undone */
	int moves, move_room;
	int outcomes;            /* the number of actions of chance so far, undone ones too */
	ap_earlier earlier;      /* what came before the first line */
	bool begins_within;      /* its first state is not that of ap_start() */
	unsigned char *snapshot; /* states, one after the other; missing ones can be computed, and the
								first one is not here unless it must be */
	int snapshots;           /* the number of states that are known, with the first one */
	ap_any state; /* the present state; the last field, because a game uses only its beginning */
} ap_history;

/* Returns the number of bytes of an ap_history that a game uses. A program that has many histories
 * need not allocate more. */
size_t ap_history_size(const ap_game *game);

/* ---- Begin and end --------------------------------------------------------------------------- */

/* Starts a game. `h` need not be initialised; `events` may be NULL. */
void ap_history_start(ap_history *h, const ap_game *game, const ap_setup *setup, ap_events *events);

/* Begins a history with a state in the middle of a game. Moves before that cannot be undone. */
void ap_history_start_at(
	ap_history *h, const ap_game *game, const void *state, const ap_earlier *earlier);

/* Restores a history that has just been started from all its lines and the state that they led to,
 * without playing them again. False if there can be no such lines; there is then nothing to free.
 */
bool ap_history_resume(ap_history *h, const ap_line *line, int lines, const void *state);

/* Frees what belongs to a history, but not `h` itself. */
void ap_history_free(ap_history *h);

/* ---- Playing --------------------------------------------------------------------------------- */

/* These do what ap_apply() and ap_unseal() do, and write a line unless they refuse. */
ap_result ap_history_apply(ap_history *h, int seat, ap_action action, ap_events *events);
ap_result ap_history_unseal(ap_history *h, int seat);

/* Undoes all but the first `moves` moves. False if there are not that many. */
bool ap_history_undo(ap_history *h, int moves);

/* ---- Looking back ---------------------------------------------------------------------------- */

/* Writes the state after the first `moves` moves, of which there must be that many. */
void ap_history_at(const ap_history *h, int moves, void *state);

/* Plays a move of a history once more, from the state before it; `events` may be NULL. */
void ap_history_replay(const ap_game *game, void *state, const ap_line *move, ap_events *events);

/* Computes the snapshots that a resumed history does not have, so that ap_history_at() is fast. */
void ap_history_fill_snapshots(ap_history *h);

#endif

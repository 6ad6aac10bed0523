/* history.h: a game in memory with all that was done in it, so that it can be taken back,
 * replayed to any point, and written as a record. */
#ifndef APPARAT_TEXT_HISTORY_H
#define APPARAT_TEXT_HISTORY_H

#include "core/game.h"

typedef enum ap_line_kind { AP_LINE_ACTION, AP_LINE_UNSEAL, AP_LINE_UNDO } ap_line_kind;

/* One line of a record. `undo N` leaves the first N moves in force. */
typedef struct ap_line {
	uint8_t kind, seat;
	uint32_t value; /* the action, or N */
} ap_line;

typedef struct ap_history {
	const ap_game *game;
	ap_setup setup;
	ap_line *line; /* all that was written, in order */
	int lines, line_room;
	ap_line *move; /* what is in force: actions and unseals; the lines, if nothing was taken back */
	int moves, move_room;
	int outcomes;            /* actions of chance among the lines, those taken back too */
	unsigned char *snapshot; /* the state before every AP_SNAPSHOT_EVERY-th move */
	int snapshots;           /* of them, from the first on; others can be worked out */
	int snapshot_room;
	ap_any state; /* now; last, because a game uses only the beginning of it */
} ap_history;

enum { AP_SNAPSHOT_EVERY = 128 };

/* Bytes of it that a game uses: who has many need not make room for more. */
size_t ap_history_size(const ap_game *game);

void ap_history_start(ap_history *h, const ap_game *game, const ap_setup *setup, ap_events *events);
void ap_history_free(ap_history *h);

/* As if these lines had been written one by one, and led to this state: nothing is played again.
 * False: they cannot have been written so. */
bool ap_history_resume(ap_history *h, const ap_game *game, const ap_setup *setup,
	const ap_line *line, int lines, const void *state);

/* As ap_apply() and ap_unseal(); what is refused is not written. */
ap_result ap_history_apply(ap_history *h, int seat, ap_action action, ap_events *events);
ap_result ap_history_unseal(ap_history *h, int seat);

/* Goes on from the state after the first `moves` moves. False: there are not so many. */
bool ap_history_undo(ap_history *h, int moves);

/* Works out all snapshots a history that was resumed does not have: for who looks back often. */
void ap_history_recall(ap_history *h);

/* The state after the first `moves` moves. */
void ap_history_at(const ap_history *h, int moves, void *state);

#endif

/* table.h: a game that is played at one keyboard: its record, its log, and who sits where.
 *
 * `apparat play` plays the game with the functions below. `apparat join` fills a table itself, from
 * the server's messages: see join/join.h. */
#ifndef APPARAT_TERMINAL_TABLE_H
#define APPARAT_TERMINAL_TABLE_H

#include "bots/bots.h"
#include "text/catalogue.h"
#include "text/record.h"

/* ---- Types ----------------------------------------------------------------------------------- */

typedef struct table_event {
	ap_event event;
	int moves; /* the number of moves that were made up to the event */
} table_event;

typedef struct table {
	ap_record record;
	const ap_game *game;
	const ap_bot *bot[AP_MAX_SEATS]; /* NULL for a seat of a person */
	int people;                      /* number of people at the keyboard */
	uint64_t seed;                   /* of chance and of bots */
	const char *record_path;         /* the file of the record; NULL if there is none */
	bool is_kept; /* the program has chosen that file: nobody has named one to save the game in */
	const char *save_error; /* why it could not be written the last time; NULL if it could */
	int saved_lines; /* number of lines of the record that are in a file which somebody has named */
	table_event *log;
	int log_length, log_capacity; /* number of events in the log, and room for how many */
} table;

/* ---- Beginning and end ----------------------------------------------------------------------- */

/* Begins a game. Before it is called these must be set: game, bot, people, seed, record_path, and
 * who sits where in the record. */
void table_begin(table *t, const ap_setup *setup);
/* Continues the game of a record that was read into the table; the same must be set. `write` writes
 * the record at once. */
void table_continue(table *t, bool write);
/* Frees what the table has allocated. */
void table_free(table *t);

/* ---- What is known about the game ------------------------------------------------------------ */

/* Returns the present state. */
static inline const void *table_state(const table *t)
{
	return &t->record.history.state;
}
/* Returns the number of players. */
static inline int table_players(const table *t)
{
	return t->record.history.setup.players;
}
/* Returns whether a person sits there; false for AP_CHANCE and AP_NOBODY, too. */
static inline bool table_is_person(const table *t, int seat)
{
	return seat < table_players(t) && !t->bot[seat];
}
/* Writes the name of who sits there, in words that are safe to print: "you", "Ann", "Greedy".
 * Returns `out`. */
const char *table_player_name(
	const table *t, ap_language language, int seat, char *out, size_t size);

/* ---- Playing --------------------------------------------------------------------------------- */

/* Applies an action and writes the record; returns the refusal if it is not allowed. */
ap_result table_apply(table *t, int seat, ap_action action);
/* Lets chance (AP_CHANCE) or a bot answer the question that it is asked. */
ap_result table_answer_automatically(table *t, int seat);
/* Returns whether the seat need not be asked because it has only one legal action, and sets `only`
 * to it. With several people at the keyboard it is always false: the others could conclude from a
 * question that is left out what the person holds. */
bool table_only_action(const table *t, int seat, ap_action *only);
/* Returns whether the seat may pass, and sets `pass` to that action. */
bool table_find_pass(const table *t, int seat, ap_action *pass);
/* Returns whether the seat may take its last choice back, and sets `moves` to the number of moves
 * before it. It may if nobody else has acted since and no sealed answers were revealed. */
bool table_can_undo(const table *t, int seat, int *moves);
/* Takes the last choice of the seat back; returns false if it may not. */
bool table_undo(table *t, int seat);

/* ---- The record ------------------------------------------------------------------------------ */

/* Writes the record to a file. If that fails, returns false with errno and leaves the file as it
 * is. */
bool table_save(table *t, const char *path);

#endif

/* table.h: a game at one keyboard: who sits where, what was done, the log, the record. */
#ifndef APPARAT_TERMINAL_TABLE_H
#define APPARAT_TERMINAL_TABLE_H

#include "bots/bots.h"
#include "text/catalogue.h"
#include "text/record.h"

typedef struct table_event {
	ap_event event;
	int move; /* it followed the first `move` moves */
} table_event;

typedef struct table {
	ap_record record;
	const ap_game *game;
	const ap_bot *bot[AP_MAX_SEATS]; /* NULL: a person */
	int people;
	uint64_t seed;       /* of dice, draws and bots */
	const char *path;    /* where every action is recorded; NULL: nowhere */
	const char *trouble; /* why that failed the last time; NULL: it did not */
	int kept;            /* so many lines are in some file */
	table_event *log;
	int events, event_room;
} table;

/* All of this is set before: game, bots, people, seed, path, and in the record who sits where. */
void table_begin(table *t, const ap_setup *setup);
void table_continue(table *t, bool write); /* after the record was read */
void table_free(table *t);

static inline const void *table_state(const table *t)
{
	return &t->record.history.state;
}
static inline int table_players(const table *t)
{
	return t->record.history.setup.players;
}
static inline bool table_is_person(const table *t, int seat)
{
	return seat < table_players(t) && !t->bot[seat];
}

/* Does it, or says why not. What is done is recorded. */
ap_result table_do(table *t, int seat, ap_action action);
/* Chance or a bot answers. */
ap_result table_answer(table *t, int seat);
/* Is there nothing to choose, and nobody who could learn something from the question not being
 * put? Then `only` is the answer. */
bool table_forced(const table *t, int seat, ap_action *only);
/* The answer that changes nothing, if there is one. */
bool table_pass(const table *t, int seat, ap_action *pass);
/* Takes back the seat's last choice if only the seat itself has acted since, and has learnt nothing
 * by it. */
bool table_can_undo(const table *t, int seat, int *moves);
bool table_undo(table *t, int seat);

/* Writes the record whole, or leaves the file as it was: false, and errno says why. */
bool table_save(table *t, const char *path);

/* "you", "Ann", "Greedy", safe to print. */
const char *table_who(const table *t, ap_language language, int seat, char *out, size_t size);

#endif

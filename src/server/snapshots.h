/* snapshots.h: the state of a table's game, its log and its last answered messages as JSON, with a
 * checksum. Everything has the name that the game gives it, so that a program in which the layout
 * of the state or the numbers of verbs and events differ can read it. For the files of the hub
 * only. */
#ifndef APPARAT_SERVER_SNAPSHOTS_H
#define APPARAT_SERVER_SNAPSHOTS_H

#include <jansson.h>

#include "server/table.h"
#include "text/record.h"

/* A snapshot that was read. */
typedef struct sv_loaded_snapshot {
	ap_rules_id rules;  /* by which it was written */
	ap_earlier earlier; /* what came before the lines that were played by these rules */
	int lines, moves;   /* the number of those lines, and of the moves in force among them */
	int outcomes;       /* the number of all actions of chance */
	ap_line last;       /* the last of those lines, if there are any */
	ap_any state;
	json_t *json; /* the rest */
} sv_loaded_snapshot;

/* Returns the text, which the caller frees. */
char *sv_write_snapshot(const sv_table *t, size_t *size);

/* Reads a snapshot of the table. If `older` is true, it was written by other rules: what this
 * program does not know is left out. Returns NULL, with an error, if it is damaged or if the state
 * cannot be played. */
sv_loaded_snapshot *sv_read_snapshot(
	const sv_table *t, const sv_snapshot *from, bool older, ap_error *error);
/* Returns how many lines of the table a snapshot has in all; -1 if it is damaged, or was not
 * written by these rules. */
int sv_lines_in_snapshot(const sv_snapshot *from, const ap_rules_id *rules);
void sv_free_snapshot(sv_loaded_snapshot *s);

/* Takes the log, the answered messages and the open question over into the table, whose history is
 * at the snapshot's state. Returns true. */
bool sv_apply_snapshot(sv_table *t, const sv_loaded_snapshot *s);

/* Begins the table's history with the snapshot's state. */
bool sv_begin_with_snapshot(sv_table *t, const sv_loaded_snapshot *s);

#endif

/* dice.h: the fair dice of a table: who pledges and opens nonces, starts that come to nothing,
 * outcomes that are opened when they fall, and the key with which records are signed. For the files
 * of the hub only. */
#ifndef APPARAT_SERVER_DICE_H
#define APPARAT_SERVER_DICE_H

#include "server/table.h"

/* ---- Before the game ------------------------------------------------------------------------- */

/* Pledges a nonce for each seat that has none, commits the secret, and opens the nonces that the
 * server knows. Returns false if too many starts of this table came to nothing. */
bool sv_draw_dice(sv_table *t);

/* The person of a seat has left: if the dice were to depend on him, all pledge anew. */
void sv_leave_dice(sv_table *t, int seat);

/* Returns when whoever has not opened his nonce loses his seat; 0: nobody is waited for. */
int64_t sv_dice_due(const sv_table *t);

/* Frees the seats of those who have not opened their nonces in time. */
void sv_dice_tick(sv_table *t, int64_t now);

/* Starts the time for opening if somebody has to open his nonce; otherwise stops it. If it ran when
 * the table was read, it goes on, but leaves as much as a live table has: clients have to come back
 * first. */
void sv_start_dice_clock(sv_table *t);

/* ---- During the game ------------------------------------------------------------------------- */

/* An outcome as everybody may know it. */
struct sv_outcome {
	ap_action shown;     /* the action, masked */
	uint16_t number, of; /* it is this one, from 1, of so many */
};

/* Notes an outcome of chance, which is about to be applied to the game. */
void sv_note_outcome(sv_table *t, ap_action action);

/* Frees what was noted. */
void sv_forget_outcomes(sv_table *t);

/* Writes the field "outcomes": how many there were. */
void sv_write_outcome_count(ap_json *j, const sv_table *t);

/* Writes the field "dice": what everybody may know of how the dice were made. */
void sv_write_dice(ap_json *j, const sv_table *t);

/* ---- Records --------------------------------------------------------------------------------- */

/* Reads the key with which records are signed from the store, or makes one. False if the store
 * fails. */
bool sv_load_signing_key(sv_hub *hub);

#endif

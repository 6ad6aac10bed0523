/* play.h: the course of a game: what people, bots, chance and the clock decide. Every decision is
 * written to the store before anybody is told of it. For the files of the hub only. */
#ifndef APPARAT_SERVER_PLAY_H
#define APPARAT_SERVER_PLAY_H

#include "server/bot_pool.h"
#include "server/table.h"

/* ---- Decisions ------------------------------------------------------------------------------- */

/* Begins the game of a table in the lobby whose dice are complete. */
void sv_start_game(sv_table *t);

/* Applies an action of the seat, or of AP_CHANCE. `person` is who decided it, 0 if the server did;
 * `message_id` is the id of the message that asked for it, or NULL. Returns what the rules say to
 * it; the game is not continued (see sv_continue_game()). */
ap_result sv_apply_action(
	sv_table *t, int seat, ap_action a, int64_t person, const char *message_id);

/* Takes back the sealed answer of the seat; arguments and result as above. */
ap_result sv_unseal_answer(sv_table *t, int seat, int64_t person, const char *message_id);

/* Takes back all moves but the first `moves`, as the seat has asked. */
void sv_undo_to(sv_table *t, int seat, int moves);

/* Lets chance, bots and automatic answers decide until a person must answer. To be called after
 * each change; the game must be in memory. */
void sv_continue_game(sv_table *t);

/* Takes the number of the open question and the seats it asks from the game's state. */
void sv_set_question(sv_table *t);

/* Takes the answer of a bot; `hub` is the sv_hub. An sv_on_bot_answer. */
void sv_bot_answered(void *hub, const sv_bot_answer *answer);

/* ---- Automatic answers ----------------------------------------------------------------------- */

/* True if the server will answer for the seat by itself, by a standing order or because there is
 * nothing worth asking; `answer` is set to the action. `view` is the seat's view. */
bool sv_find_automatic_answer(const sv_table *t, int seat, const void *view, ap_action *answer);

/* ---- Time ------------------------------------------------------------------------------------ */

/* Returns when the clock answers the open question; 0 if there is none. */
int64_t sv_deadline(const sv_table *t);

/* Does what is due at a running table, and sets `due` to the next time. */
void sv_table_tick(sv_table *t, int64_t now);

#endif

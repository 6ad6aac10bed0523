/* play.h: the course of a game: what people, bots, chance and the clock decide. Every decision is
 * written to the store before anybody is told of it.
 *
 * Whatever is decided, the game goes on in the same call, until a person must answer or the game is
 * over. The functions that choose what the server decides by itself are in choices.h. For the files
 * of the hub only. */
#ifndef APPARAT_SERVER_PLAY_H
#define APPARAT_SERVER_PLAY_H

#include "server/bot_pool.h"
#include "server/table.h"

/* ---- play.c: decisions ----------------------------------------------------------------------- */

/* Begins the game of a table in the lobby whose dice are complete, and lets it go on. */
void sv_start_game(sv_table *t);

/* Applies a decision, which becomes a line of the game's record, and lets the game go on. The time
 * of the decision is set here. The game must be in memory. Returns what the rules say; if they
 * refuse the decision, nothing happens. */
ap_result sv_decide(sv_table *t, const sv_line *decision);

/* Lets a running game go on; does nothing if none is being played, or if it cannot be read. To be
 * called when something other than a decision has changed what the server decides by itself: the
 * time, or who answers for a seat. */
void sv_continue_game(sv_table *t);

/* Answers the open question for everybody who is asked, because the time is up, and lets the game
 * go on. */
void sv_close_question(sv_table *t);

/* Takes the number of the open question and the seats it asks from the game's state. */
void sv_set_question(sv_table *t);

/* ---- bot_seats.c: bots ----------------------------------------------------------------------- */

/* Takes the answer of a bot; `hub` is the sv_hub. An sv_on_bot_answer. */
void sv_bot_answered(void *hub, const sv_bot_answer *answer);

/* ---- automatic_answers.c --------------------------------------------------------------------- */

/* True if the server will answer for the seat by itself, by a standing order or because there is
 * nothing worth asking; `answer` is set to the action. `view` is the seat's view. */
bool sv_find_automatic_answer(const sv_table *t, int seat, const void *view, ap_action *answer);

/* ---- clock.c: time --------------------------------------------------------------------------- */

/* Returns when the clock answers the open question; 0 if there is none. */
int64_t sv_deadline(const sv_table *t);

/* Does what is due at a running table, and sets `due` to the next time. */
void sv_table_tick(sv_table *t, int64_t now);

#endif

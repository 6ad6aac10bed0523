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

/* Takes the number of the open question and the seats it asks from the game's state; it was asked
 * at this time, after its events were noted with sv_note_shown(). */
void sv_set_question(sv_table *t, int64_t asked_at);

/* ---- bot_seats.c: bots ----------------------------------------------------------------------- */

/* Takes the answer of a bot; `hub` is the sv_hub. An sv_on_bot_answer. */
void sv_bot_answered(void *hub, const sv_bot_answer *v);

/* ---- automatic_answers.c --------------------------------------------------------------------- */

/* True if the server will answer for the seat by itself, by a standing order or because there is
 * nothing worth asking; `answer` is set to the action. `view` is the seat's view. */
bool sv_find_automatic_answer(const sv_table *t, int seat, const void *view, ap_action *answer);

/* ---- undo.c: taking moves back --------------------------------------------------------------- */

/* Counts the decision of a line that was just applied, if it is one that all know of. An answer to
 * a sealed question counts when the question closes, together with those of all who were asked: so
 * nobody learns how many have answered. `sealed` and `question` are of the question that was open
 * before it. */
void sv_count_decision(sv_table *t, const sv_line *line, bool sealed, int question);

/* Returns what an undo of this line, which is to be applied now, would take back: the state before
 * it is at hand only now. `to` is -1 if it is no decision of a person, or that must be looked for
 * later. sv_note_decision() is called with it when the line was applied. */
sv_decision sv_foresee_undo(sv_table *t, const sv_line *line);
void sv_note_decision(sv_table *t, const sv_line *line, const sv_decision *decision);

/* Forgets what undos would take back: it will be looked for again. */
void sv_forget_decisions(sv_table *t);

/* Writes the undo that is asked for, if there is one, and what one of this viewer would take back,
 * as fields of an open object. */
void sv_write_undo(ap_json *j, sv_table *t, int viewer);

/* ---- replace.c: absent people ---------------------------------------------------------------- */

/* Finds out who is absent, and tells the watchers if it has changed. */
void sv_update_absence(sv_table *t);

/* A person looks at the table, or does so no longer. */
void sv_note_come(sv_table *t, int64_t person);
void sv_note_gone(sv_table *t, int64_t person);

/* A question that all know to be for this seat is answered in time, by the person or, which nobody
 * can tell from that, by his orders; or the clock answers it, since his time is up. */
void sv_note_answer(sv_table *t, int seat);
void sv_note_timeout(sv_table *t, int seat);

/* Returns when something is due here: a request that expires, or somebody who will be absent. */
int64_t sv_votes_due(const sv_table *t);

/* Gives up what others have not agreed to in time. */
void sv_expire_votes(sv_table *t, int64_t now);

/* Writes the proposal to replace somebody, as a field of an open object. */
void sv_write_replacement(ap_json *j, const sv_table *t);

/* ---- clock.c: time --------------------------------------------------------------------------- */

/* Notes that these events were told at this time: those that everybody may see take time to be
 * seen. */
void sv_note_shown(sv_table *t, const ap_events *events, int64_t at);

/* Returns when the clock answers the open question; 0 if there is none, or no clock. */
int64_t sv_deadline(const sv_table *t);

/* True if the open question is a round that ends with a countdown, and so can be held. */
bool sv_has_countdown(const sv_table *t);

/* pause.c: forgets a request for a pause to which not everybody has agreed in time. */
void sv_forget_old_pause(sv_table *t, int64_t now);

/* Lets the clock of the open question start now. The caller saves the table. */
void sv_restart_clock(sv_table *t);

/* Does what is due at a running table, and sets `due` to the next time. */
void sv_table_tick(sv_table *t, int64_t now);

#endif

/* requests.h: requests of clients: how the handlers read them, and the handlers themselves. Each
 * handler answers its request exactly once, with an answer or a refusal. For the files of the hub
 * only. */
#ifndef APPARAT_SERVER_REQUESTS_H
#define APPARAT_SERVER_REQUESTS_H

#include <jansson.h>

#include "server/hub_internal.h"
#include "server/watch.h"

/* A message of a client. Its fields have been checked: see the list in messages.c. */
typedef struct sv_request {
	sv_client *client;
	const char *id; /* "": it has none */
	json_t *body;
	const char *text; /* the message itself */
	size_t length;
	bool is_counted; /* what it does was counted already */
	bool is_kept;    /* it has waited until its table was led here */
} sv_request;

/* True if the request is complete. For assertions. */
static inline bool sv_is_request(const sv_request *r)
{
	return r && r->client && r->id && r->body;
}

/* ---- messages.c: reading and answering ------------------------------------------------------- */

/* Returns the string in this field; NULL if the field is missing or no string. */
const char *sv_request_text(const sv_request *r, const char *key);

/* Returns the table that the request names and its client may see. Otherwise refuses the request
 * and returns NULL. */
sv_table *sv_request_table(const sv_request *r);

/* The same for a table at which the client's person has a seat, which is put into `seat`. */
sv_table *sv_request_seat(const sv_request *r, int *seat);

/* The same for a person who has not resigned. */
sv_table *sv_request_player(const sv_request *r, int *seat);

/* True if the object has these fields and no others. "s:table i?question": first the type (string,
 * integer, boolean, object or array), then ':' if the field is required and '?' if not, then its
 * name. `body` may be NULL or no object. */
bool sv_has_fields(const json_t *body, const char *fields);

/* Handles a message that was accepted before, and had to wait until its table was led here: it is
 * not counted again. */
void sv_handle_kept_message(sv_client *client, const char *text, size_t length);

/* Queues the answer "done". */
void sv_answer_done(const sv_request *r, const sv_table *t);

/* ---- Handlers -------------------------------------------------------------------------------- */

/* lists.c */
void sv_on_games(const sv_request *r);
void sv_on_lobby(const sv_request *r);
void sv_on_past(const sv_request *r);

/* lobby.c */
void sv_on_create(const sv_request *r);
void sv_on_join(const sv_request *r);
void sv_on_leave(const sv_request *r);
void sv_on_cancel(const sv_request *r);
void sv_on_start(const sv_request *r);
void sv_on_rematch(const sv_request *r);

/* dice.c */
void sv_on_nonce(const sv_request *r);
void sv_on_dice(const sv_request *r);

/* removal.c */
void sv_on_remove(const sv_request *r);

/* game_log.c */
void sv_on_log(const sv_request *r);

/* hold.c */
void sv_on_hold(const sv_request *r);
void sv_on_release(const sv_request *r);

/* pause.c */
void sv_on_pause(const sv_request *r);
void sv_on_pause_answer(const sv_request *r);
void sv_on_resume(const sv_request *r);

/* undo.c */
void sv_on_undo(const sv_request *r);
void sv_on_undo_answer(const sv_request *r);

/* talk.c */
void sv_on_say(const sv_request *r);
void sv_on_mute(const sv_request *r);

/* reports.c */
void sv_on_report(const sv_request *r);

/* wishes.c */
void sv_on_wishes(const sv_request *r);
void sv_on_take_time(const sv_request *r);
void sv_on_hand_over(const sv_request *r);
void sv_on_take_back(const sv_request *r);
void sv_on_resign(const sv_request *r);

/* replace.c */
void sv_on_replace(const sv_request *r);
void sv_on_replace_answer(const sv_request *r);

/* ---- Parts of handlers that other files use -------------------------------------------------- */

/* table_limits.c: refuses the request, and returns true, if its person, its address or all together
 * would have too many tables, open seats or bots with so many more. */
bool sv_refuse_table(const sv_request *r, const sv_table_amounts *more);

/* table_limits.c: refuses the request, and returns true, if its person sits at too many tables. */
bool sv_refuse_seat(const sv_request *r);

/* lobby.c: makes the seat free again, before the game has begun. */
void sv_leave_seat(sv_table *t, int seat);

/* removal.c: true if whoever made the table has removed this person. */
bool sv_is_removed(const sv_table *t, int64_t person);

/* talk.c: sends the watcher the last chat messages after the time `since`. */
void sv_send_recent_talk(sv_watcher *w, int64_t since);

/* talk.c: true if the text has control characters other than the end of a line. */
bool sv_has_control_characters(const char *text);

/* pause.c: refuses the request and returns true if the table is paused. */
bool sv_refuse_paused(const sv_request *r, const sv_table *t);

/* pause.c: an open request for a pause does not need the agreement of this seat any more; one that
 * the seat itself has made is withdrawn. A pause that nobody is left to end is over. */
void sv_remove_from_pause(sv_table *t, int seat);

/* undo.c: an open undo does not need the agreement of this seat any more, if it has no vote now. */
void sv_remove_from_undo(sv_table *t, int seat);

/* replace.c: nothing needs the agreement of this seat any more, and no round is held for it. */
void sv_remove_from_votes(sv_table *t, int seat);

#endif

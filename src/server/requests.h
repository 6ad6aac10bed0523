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

/* True if the object has these fields and no others. "s:table i?question": first the type (string,
 * integer, boolean, object or array), then ':' if the field is required and '?' if not, then its
 * name. `body` may be NULL or no object. */
bool sv_has_fields(const json_t *body, const char *fields);

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
void sv_on_nonce(const sv_request *r);

/* undo.c */
void sv_on_undo(const sv_request *r);
void sv_on_undo_answer(const sv_request *r);

/* talk.c */
void sv_on_say(const sv_request *r);
void sv_on_mute(const sv_request *r);

/* wishes.c */
void sv_on_wishes(const sv_request *r);
void sv_on_hand_over(const sv_request *r);
void sv_on_take_back(const sv_request *r);

/* ---- Parts of handlers that other files use -------------------------------------------------- */

/* lobby.c: makes the seat free again, before the game has begun. */
void sv_leave_seat(sv_table *t, int seat);

/* talk.c: sends the watcher the last chat messages after the time `since`. */
void sv_send_recent_talk(sv_watcher *w, int64_t since);

/* undo.c: an open undo does not need the agreement of this seat any more. */
void sv_remove_from_undo(sv_table *t, int seat);

#endif

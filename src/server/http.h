/* http.h: requests over HTTP and their answers. For the files of the front only. */
#ifndef APPARAT_SERVER_HTTP_H
#define APPARAT_SERVER_HTTP_H

#include "server/front_internal.h"

enum {
	SV_MAX_BODY = 4 << 10,          /* bytes of a request's body */
	SV_MAX_RECORD_BODY = 512 << 10, /* the same, for a record */
	SV_MAX_HEAD = 2 << 10,          /* bytes of an answer's head */
	SV_ERROR_SIZE = 256             /* bytes of an error's body */
};

typedef struct sv_answer {
	int status;
	const char *content_type;  /* NULL: JSON */
	const char *cache_control; /* NULL: no-store */
	char extra_headers[512];   /* further lines of the head, each with its line end */
	const char *body;
	size_t length;
	bool owned;  /* the body is freed when it is sent */
	bool framed; /* pages of other sites may show it in a frame */
} sv_answer;

typedef struct sv_refusal {
	int status; /* 0: the request is not refused */
	const char *code, *text;
} sv_refusal;

typedef struct sv_exchange sv_exchange;
typedef void sv_handler(sv_exchange *x);

/* A request and its answer. libwebsockets allocates it for each request. */
struct sv_exchange {
	sv_front *front;
	struct lws *wsi;
	bool counted;        /* it is counted in the front's `exchanges` */
	bool is_head;        /* the method is HEAD: no body is sent */
	sv_handler *handler; /* of a POST: is called when the whole body is here */
	sv_refusal refusal;  /* of a POST: is sent when the whole body is here */
	const char *path;    /* of a GET: valid while its handler runs */
	char *received;      /* the body, with a zero after it; NULL: it is empty */
	size_t received_length;
	bool answered;
	sv_answer answer;
	size_t sent;               /* bytes of the answer's body that were written */
	sv_hash_tasks *hash_tasks; /* hashes of passwords that were needed so far; NULL: none */
	bool waits_for_hash;
	bool hash_ready;                          /* the handler is to be called again */
	sv_examined *examined;                    /* the record that was sent, once it was examined */
	size_t counted_incoming, counted_waiting; /* bytes that count for the limits: see peers.h */
};

/* ---- answer.c: writing answers --------------------------------------------------------------- */

/* Makes an answer with an error as JSON; its body is written to `room`. */
sv_answer sv_make_error_answer(
	int status, const char *code, const char *text, char room[SV_ERROR_SIZE]);

/* Writes the head to the front's scratch, after LWS_PRE bytes. Returns its length; 0 if it is too
 * long. */
size_t sv_write_answer_head(sv_front *front, const sv_answer *answer);

/* Sends a short answer at once, when there is no exchange. */
void sv_send_answer_at_once(struct lws *wsi, const sv_answer *answer);

/* ---- http.c: requests ------------------------------------------------------------------------ */

/* The callback of libwebsockets for HTTP. */
int sv_on_http(
	struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* Answers the request; to be called exactly once for each. A body that is not `owned` must remain
 * valid until it is sent, unless it is so short that it is sent together with its head. */
void sv_respond(sv_exchange *x, const sv_answer *answer);
void sv_respond_error(sv_exchange *x, int status, const char *code, const char *text);

/* A hash that the exchange waits for is ready: its handler will be called again. An
 * sv_on_hashed. */
void sv_http_hash_ready(void *exchange);

/* A record that the exchange waits for was examined. An sv_on_examined. */
void sv_http_examined(void *exchange, sv_examined *found);

/* Reads a header of the request. Returns false if it is missing or does not fit. */
bool sv_read_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t size);

/* True if the request comes from a page of this server, or from a program, which has no origin. */
bool sv_has_own_origin(struct lws *wsi);

/* Returns the name of the limit because of which the connection is refused; NULL if it is not. */
const char *sv_connection_refusal(struct lws *wsi);

/* True if the client's address is banned: it may read pages, and nothing else. */
bool sv_is_banned_here(struct lws *wsi);

/* ---- people_api.c: sessions, and changes in the store of people ------------------------------ */

/* Finds the session of the request's cookie. Returns false if there is none. */
bool sv_read_session(struct lws *wsi, sv_session *out, char token[SV_TOKEN_SIZE]);

/* Before a change: commits what waits, so that a failure concerns this change alone. */
void sv_begin_change(sv_exchange *x);

/* After a change: commits it if `code` is SV_PEOPLE_OK, otherwise rolls it back. Returns the code;
 * SV_STORAGE if the commit failed. */
sv_people_code sv_end_change(sv_exchange *x, sv_people_code code);

/* ---- Handlers -------------------------------------------------------------------------------- */

/* people_api.c */
sv_handler sv_api_guest, sv_api_register, sv_api_login, sv_api_logout, sv_api_password,
	sv_api_delete, sv_api_me, sv_api_recovered;

/* account_api.c */
sv_handler sv_get_sessions, sv_post_sessions, sv_post_recover, sv_get_export;

/* notices_api.c */
sv_handler sv_get_notices, sv_post_notices;

/* tables_api.c */
sv_handler sv_get_table, sv_post_record;

/* pages.c, static_files.c */
sv_handler sv_get_record, sv_get_embedded, sv_get_identity, sv_get_health, sv_get_metrics,
	sv_get_static;

/* static_files.c: answers with the page of the client, which reads the path itself. */
void sv_respond_page(sv_exchange *x, bool framed);

#endif

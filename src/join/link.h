/* link.h: the connection to a server, which is opened again by itself when it is lost.
 *
 * First come HTTP requests, one at a time, then a WebSocket with messages in both directions. No
 * function waits: link_watch() tells what to wait for, link_serve() does what there is to do. */
#ifndef APPARAT_JOIN_LINK_H
#define APPARAT_JOIN_LINK_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "join/address.h"

/* ---- Types ----------------------------------------------------------------------------------- */

/* Sizes in bytes of the texts below. */
enum { LINK_COOKIE = 256, LINK_BODY = 4096, LINK_ERROR = 240, LINK_WHOLE = 16 << 20 };

typedef enum link_state {
	LINK_IDLE,       /* nothing is open */
	LINK_REQUESTING, /* an HTTP request is under way */
	LINK_CONNECTING, /* the WebSocket is being opened */
	LINK_UP,         /* the WebSocket is open */
	LINK_LOST,       /* the WebSocket was lost; it is opened again after a while */
	LINK_BROKEN      /* the WebSocket cannot be opened, or not again: see `error` */
} link_state;

typedef struct link_outgoing link_outgoing; /* a message that waits to be sent */

typedef struct join_link {
	const join_address *address;
	link_state state;
	char error[LINK_ERROR];   /* why the connection is lost or broken, or why a request failed */
	char cookie[LINK_COOKIE]; /* the session of the person at the server: "apparat=..." */
	/* The answer to the last request. */
	int status; /* the HTTP status; 0 if there was no answer */
	char body[LINK_BODY];
	size_t body_length;
	bool keeps_whole; /* the answer is put into `whole` instead, however long it is */
	char *whole;      /* with a zero byte at its end; freed by link_close() */
	size_t whole_length;
	/* The functions that are called for each message and each time the WebSocket is open (again).
	 */
	void *self; /* passed to both */
	void (*on_message)(void *self, const char *text, size_t length);
	void (*on_connected)(void *self);
	int failed_attempts; /* number of attempts to open it again; who uses the link resets it */

	/* What only link.c uses. */
	struct lws_context *context;
	struct lws *wsi;
	const char *method; /* of the request */
	char *request_body; /* NULL once it is sent; the text begins behind LWS_PRE bytes */
	size_t request_length;
	char *partial; /* the beginning of a message that has not arrived completely */
	size_t partial_length;
	link_outgoing *first_outgoing, **last_outgoing; /* a queue; where its next element goes */
	bool was_up;                                    /* the WebSocket has been open once */
	int64_t retry_at;                               /* when it is opened again, by link_now() */
} join_link;

/* ---- Opening and closing --------------------------------------------------------------------- */

/* Prepares a link to this server; the address must stay valid. Returns false if the WebSocket
 * library cannot be started. */
bool link_open(join_link *l, const join_address *address);
/* Closes the connection and frees everything. */
void link_close(join_link *l);

/* ---- Requests and messages ------------------------------------------------------------------- */

/* Starts a GET request, or a POST of a body in JSON. The state is LINK_REQUESTING until it is
 * answered or has failed. */
void link_request(join_link *l, const char *method, const char *path, const char *body);
/* Opens the WebSocket; from then on it is opened again whenever it is lost. */
void link_connect(join_link *l);
/* Queues a message; it is dropped if the WebSocket is not open. */
void link_send(join_link *l, const char *text);

/* ---- Serving --------------------------------------------------------------------------------- */

/* Returns after how many milliseconds link_serve() is to be called at the latest. Sets `fd` to a
 * socket to wait for, if there is one, and `writes` if it waits to be writable, too. */
int link_watch(join_link *l, int *fd, bool *writes);
/* Does what there is to do, and calls on_message() and on_connected(). */
void link_serve(join_link *l);

/* Returns the time in milliseconds, of a clock that is never set back. */
int64_t link_now(void);

#endif

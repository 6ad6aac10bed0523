/* link.h: the connection to a server, which comes back by itself when it is lost.
 *
 * One request over HTTP at a time, before the WebSocket is opened; then whole messages both ways.
 * Nothing here waits: link_watch() says what to wait for, link_serve() does what has come. */
#ifndef APPARAT_JOIN_LINK_H
#define APPARAT_JOIN_LINK_H

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "join/address.h"

enum { LINK_COOKIE = 256, LINK_BODY = 4096, LINK_ERROR = 240 };

typedef enum link_state {
	LINK_IDLE,
	LINK_ASKING,     /* a request over HTTP is under way */
	LINK_CONNECTING, /* the WebSocket opens */
	LINK_UP,
	LINK_LOST,  /* it is tried again in a while */
	LINK_BROKEN /* for good: see `error` */
} link_state;

typedef struct link_words link_words; /* that wait to be sent */

typedef struct join_link {
	const join_address *to;
	link_state state;
	char error[LINK_ERROR];   /* why it is lost or broken, or why a request failed */
	char cookie[LINK_COOKIE]; /* who we are: "apparat=..." */
	/* Of the last request: 0 if it failed. */
	int status;
	char body[LINK_BODY];
	size_t body_length;
	/* Who is told: of each message, and that the connection stands (again). */
	void *self;
	void (*hear)(void *self, const char *text, size_t length);
	void (*risen)(void *self);
	/* Its own affairs. */
	struct lws_context *context;
	struct lws *wsi;
	const char *method;
	char *asked, *part;
	size_t asked_length, part_length;
	link_words *first, **last;
	bool was_up;
	int tries;
	int64_t retry_at;
} join_link;

bool link_open(join_link *l, const join_address *to); /* false: no memory */
void link_close(join_link *l);

/* GET, or POST of a body in JSON; it is under way while the state is LINK_ASKING. */
void link_ask(join_link *l, const char *method, const char *path, const char *body);
/* Opens the WebSocket; from now on it is opened again when it is lost. */
void link_connect(join_link *l);
void link_send(join_link *l, const char *text); /* dropped if the connection does not stand */

int link_watch(join_link *l, int *fd, bool *writes);
void link_serve(join_link *l);

int64_t link_now(void); /* milliseconds, of a clock that only goes forward */

#endif

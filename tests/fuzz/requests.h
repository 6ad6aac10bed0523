/* requests.h: makes what can be sent to a socket from the bytes of the input: HTTP requests,
 * upgrades to WebSocket, frames. Most of them are well formed, because the library refuses others
 * before our own code sees them. */
#ifndef APPARAT_TESTS_FUZZ_REQUESTS_H
#define APPARAT_TESTS_FUZZ_REQUESTS_H

#include <stdbool.h>

#include "fuzz/bytes.h"

enum { REQUEST_ROOM = 40 << 10 };

/* What a request can refer to. */
typedef struct request_facts {
	const char *token; /* the token of a session */
	const char *key;   /* the key of a table that has a record */
	const char *host;  /* the host and port of the server */
	bool token_used;   /* whether some request had the token */
} request_facts;

/* These functions write to `out` and return the length. */

size_t make_request(bytes *in, request_facts *facts, char out[REQUEST_ROOM]);
/* Mostly with the cookie and the subprotocol of the server. */
size_t make_upgrade(bytes *in, request_facts *facts, char out[REQUEST_ROOM]);
/* Makes a frame with this payload. The head of the frame may be wrong. */
size_t make_frame(bytes *in, const void *payload, size_t length, char out[REQUEST_ROOM]);

#endif

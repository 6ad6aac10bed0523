/* requests.h: what comes over a socket, made from bytes: requests, upgrades, frames. Mostly good
 * ones, for the library reads them before we do. */
#ifndef APPARAT_TESTS_FUZZ_REQUESTS_H
#define APPARAT_TESTS_FUZZ_REQUESTS_H

#include "fuzz/bytes.h"

enum { REQUEST_ROOM = 40 << 10 };

/* Who is known to the server, and where a record is. */
typedef struct known {
	const char *token, *key, *host;
	bool told; /* the token was used */
} known;

size_t make_request(bytes *in, known *k, char out[REQUEST_ROOM]);
/* With the cookie and our subprotocol unless the input would rather not. */
size_t make_upgrade(bytes *in, known *k, char out[REQUEST_ROOM]);
/* A frame around this payload; its head may lie. */
size_t make_frame(bytes *in, const void *payload, size_t length, char out[REQUEST_ROOM]);

#endif

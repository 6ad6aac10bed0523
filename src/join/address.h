/* address.h: the address of a server, and of a table there: what `apparat join` is given. */
#ifndef APPARAT_JOIN_ADDRESS_H
#define APPARAT_JOIN_ADDRESS_H

#include <stdbool.h>

/* Sizes in bytes of the texts below, with the zero at their end. */
enum { JOIN_HOST = 256, JOIN_KEY = 64, JOIN_URL = JOIN_HOST + 24 };

typedef struct join_address {
	bool tls;
	char host[JOIN_HOST];
	int port;
	char table[JOIN_KEY],
		invite[JOIN_KEY]; /* the keys of a table and of its invitation; "" for none */
} join_address;

/* Reads http://HOST:PORT or an invitation, http://HOST:PORT/t/TABLE?invite=KEY. Returns NULL, or
 * what is wrong with the text. */
const char *join_read_address(const char *url, join_address *out);

/* Reads a key, which has only letters and digits. Returns false if the text is none. */
bool join_read_key(const char *text, char out[JOIN_KEY]);

/* Writes "http://HOST:PORT". Returns `out`. */
const char *join_write_address(const join_address *address, char out[JOIN_URL]);

#endif

/* address.h: where a server is, and which table there one is invited to. */
#ifndef APPARAT_JOIN_ADDRESS_H
#define APPARAT_JOIN_ADDRESS_H

#include <stdbool.h>

enum { JOIN_HOST = 256, JOIN_KEY = 64, JOIN_URL = JOIN_HOST + 24 };

typedef struct join_address {
	bool tls;
	char host[JOIN_HOST];
	int port;
	char table[JOIN_KEY], invite[JOIN_KEY]; /* "": none */
} join_address;

/* http://HOST:PORT, or an invitation: http://HOST:PORT/t/TABLE?invite=KEY. NULL: it is good;
 * otherwise what is wrong with it. */
const char *join_read_address(const char *url, join_address *out);

/* Keys are letters and digits. False: this is none. */
bool join_read_key(const char *text, char out[JOIN_KEY]);

/* "http://HOST:PORT". Returns `out`. */
const char *join_write_address(const join_address *address, char out[JOIN_URL]);

#endif

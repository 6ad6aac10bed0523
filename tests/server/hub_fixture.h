/* hub_fixture.h: a hub for tests: its clock moves only when the test says so, its random numbers
 * are always the same, and its clients record what they are sent. */
#ifndef APPARAT_TESTS_SERVER_HUB_FIXTURE_H
#define APPARAT_TESTS_SERVER_HUB_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apparat/apparat.h"
#include "server/hub.h"

typedef struct fake_world {
	int64_t now;        /* by which everything is measured */
	int64_t wall_ahead; /* by how much the clock of the day is ahead of it */
	ap_rng rng;
} fake_world;

typedef struct test_client {
	sv_client *connection;
	const char *name;
	json_t *received[4096]; /* the messages it was sent, in order */
	int count;              /* number of these messages */
	bool is_stuck;          /* set by a test: it takes no messages */
	bool is_dropped;        /* the hub wants to close its connection */
	char table[SV_KEY_SIZE];
	json_t *view; /* what the messages add up to */
	json_t *ask;
	json_t *summary;
} test_client;

typedef struct fixture {
	fake_world fake;
	sv_world world;
	sv_limits limits;
	const char *address; /* of a node; NULL: the store is this server's own */
	sv_store *store;
	sv_hub *hub;
	test_client client[6];
	int clients;
} fixture;

/* A store in a temporary file, which does not exist yet. */
typedef struct disk_store {
	char path[64], url[80];
} disk_store;

void new_disk_store(disk_store *d);

/* Deletes the file, and those that SQLite puts beside it. */
void drop_disk_store(const disk_store *d);

/* Opens the store and a hub in it; no client is connected. */
void open_fixture(fixture *h, const char *url);

/* The same with a limit on how much is played again for a person in a minute. */
void open_limited_fixture(fixture *h, const char *url, int replays);
void close_fixture(fixture *h);

/* The same as a node at this address, whose clock begins so. */
void open_node(fixture *h, const char *url, const char *address, int64_t now);

/* As after a crash: only the store and the clock remain. */
void reopen_fixture(fixture *h, const char *url);

/* Connects a client of this person, who says hello. */
test_client *connect_client(fixture *h, const char *name, int64_t person);

/* Sends a message, written as by printf, and flushes. Returns the answer to its id, or else the
 * last message that came; NULL if none came. */
json_t *send_request(fixture *h, test_client *g, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Moves the clock on, ticks and flushes. */
void pass_time(fixture *h, int64_t ms);

/* Returns the string in this field; "" if there is none. */
const char *text_in(const json_t *message, const char *key);

/* Returns the last message of this type that the client was sent; NULL if there is none. */
const json_t *last_message_of(const test_client *g, const char *type);

/* Returns how many messages of this type the client was sent. */
int count_messages_of(const test_client *g, const char *type);

#endif

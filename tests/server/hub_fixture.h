/* hub_fixture.h: a hub in a world where time stands still and chance repeats itself, and clients that
 * keep what they are told. */
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
	int64_t now;
	ap_rng rng;
} fake_world;

typedef struct guest {
	sv_client *client;
	const char *name;
	json_t *heard[4096]; /* messages, in order */
	int count;
	char table[SV_KEY_SIZE];
	json_t *view; /* what it makes of them */
	json_t *ask;
	json_t *summary;
} guest;

typedef struct house {
	fake_world outside;
	sv_world world;
	sv_limits limits;
	sv_store *store;
	sv_hub *hub;
	guest guest[6];
	int guests;
} house;

/* A store in a file of its own, not there yet. */
typedef struct disk_store {
	char path[64], url[80];
} disk_store;

void new_disk_store(disk_store *d);
void drop_disk_store(const disk_store *d); /* and the files beside it */

void open_house(house *h, const char *url);
void close_house(house *h);
void reopen_house(house *h, const char *url); /* as after a crash: nothing is kept but the store */
guest *enter(house *h, const char *name, int64_t person);
/* A message in printf's way, flushed; the answer to its id, or the last message. */
json_t *say(house *h, guest *g, const char *format, ...) __attribute__((format(printf, 3, 4)));
void pass_time(house *h, int64_t ms);
const char *word(const json_t *message, const char *key); /* "" if there is none */
const json_t *last_of(const guest *g, const char *type);  /* the last message of a type; NULL */
int heard(const guest *g, const char *type);              /* how many */

#endif

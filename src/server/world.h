/* world.h: everything the server takes from outside: the time, random bytes and its limits. Tests
 * replace the time and the random bytes by their own. */
#ifndef APPARAT_SERVER_WORLD_H
#define APPARAT_SERVER_WORLD_H

#include <stddef.h>
#include <stdint.h>

typedef struct sv_world {
	int64_t (*now)(void *self);                         /* returns milliseconds since 1970 */
	void (*random)(void *self, void *out, size_t size); /* fills `out` with random bytes */
	void *self;                                         /* first argument of both functions */
} sv_world;

/* The system's clock, and random bytes from libsodium. */
extern const sv_world sv_real_world;

/* `apparat serve --limit` can set each of them. No value means "without limit". */
typedef struct sv_limits {
	int message_bytes;            /* length of one message from a client */
	int messages_a_second;        /* messages that a client may send in the long run */
	int message_burst;            /* messages that a client may send at once */
	int connections_an_address;   /* connections from one address at a time */
	int passwords_a_minute;       /* passwords that one address may try */
	int tables_a_person;          /* tables of one owner whose games are not over */
	int name_length;              /* characters of a person's name */
	int talk_length;              /* bytes of one chat message */
	int talk_a_minute;            /* chat messages of one client */
	int waiting_bytes;            /* bytes that may wait for a client before it is dropped */
	int64_t idle;                 /* ms after which a silent connection is closed */
	int64_t session;              /* ms for which a session is valid after its last use */
	int64_t countdown;            /* ms for a reaction at a live table, unless it says otherwise */
	int64_t live_move, slow_move; /* ms for a move, unless the table says otherwise */
	int64_t live_delay, slow_delay; /* longest delay, in ms, of an automatic answer */
	int bot_workers;                /* processes for bots; 0: bots answer at once, in the loop */
	int64_t notice_delay;           /* ms without looking at a slow table before a notice is sent */
	int64_t notice_retry;           /* ms before the second attempt to deliver a notice */
	int64_t bot_time;               /* ms for a bot, after which a random action replaces its own */
} sv_limits;

extern const sv_limits sv_default_limits;

#endif

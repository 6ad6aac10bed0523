/* world.h: all that the server takes from outside: the time, chance, its limits. Tests fix it. */
#ifndef APPARAT_SERVER_WORLD_H
#define APPARAT_SERVER_WORLD_H

#include <stddef.h>
#include <stdint.h>

typedef struct sv_world {
	int64_t (*now)(void *self); /* milliseconds since 1970 */
	void (*random)(void *self, void *out, size_t size);
	void *self;
} sv_world;

extern const sv_world sv_real_world; /* the clock, and libsodium */

/* Each can be set; zero is never "without limit". */
typedef struct sv_limits {
	int message_bytes; /* of one message from a client */
	int messages_a_second, message_burst;
	int connections_an_address;
	int passwords_a_minute; /* tried from one address: each takes time */
	int tables_a_person;    /* that are not over */
	int name_length;        /* in characters */
	int talk_length;        /* in bytes */
	int talk_a_minute;
	int waiting_bytes;              /* to a client that does not read: then it is let go */
	int64_t idle;                   /* a silent connection is closed; milliseconds here and below */
	int64_t session;                /* a session lasts so long after its last use */
	int64_t countdown;              /* of a sealed round at live pace */
	int64_t live_move, slow_move;   /* defaults of a table's clock */
	int64_t live_delay, slow_delay; /* automatic answers outside sealed rounds come within it */
	int bot_workers;                /* processes; 0: bots answer at once, in the loop */
	int64_t notice_delay;           /* who does not look for so long is told of a slow game */
	int64_t notice_retry;           /* before a notice is sent again; then six times as long */
	int64_t bot_time;               /* a bot that thinks longer is replaced by a random answer */
} sv_limits;

extern const sv_limits sv_usual_limits;

#endif

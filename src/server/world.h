/* world.h: everything the server takes from outside: the time, random bytes and its limits. Tests
 * replace them by their own. */
#ifndef APPARAT_SERVER_WORLD_H
#define APPARAT_SERVER_WORLD_H

#include <stddef.h>
#include <stdint.h>

typedef struct sv_world {
	int64_t (*now)(void *self);     /* returns milliseconds since 1970, for what people read: this
									   clock can be set, and jumps then */
	int64_t (*elapsed)(void *self); /* returns milliseconds since any time, for durations */
	void (*random)(void *self, void *out, size_t size); /* fills `out` with random bytes */
	void *self;                                         /* first argument of all functions */
} sv_world;

/* The system's clocks, and random bytes from libsodium. */
extern const sv_world sv_real_world;

/* `apparat serve --limit` can set each of them. No value means "without limit". Those whose names
 * end with "a_person", "an_address" and "in_all" limit the same thing for one person, for one
 * address and for everybody together: see limits.h. */
typedef struct sv_limits {
	int message_bytes;     /* length of one message from a client */
	int messages_a_second; /* messages that a client may send in the long run */
	int message_burst;     /* messages that a client may send at once */

	/* Which part of an IPv6 address counts as one address, and which part as one network, whose
	 * addresses together may do `network_factor` times what one of them may. */
	int ipv6_prefix, ipv6_network_prefix, network_factor;

	/* What is there at a time. */
	int connections_a_person, connections_an_address, connections_in_all;
	int tables_a_person, tables_an_address, tables_in_all; /* whose games are not over */
	int open_seats_a_person, open_seats_an_address, open_seats_in_all; /* at tables one has made */
	int bots_a_person, bots_an_address, bots_in_all; /* bots' seats at tables one has made */
	int seats_a_person; /* tables whose games are not over at which one sits */
	int waiting_bytes;  /* that wait for one client, before it is dropped; and for all of these: */
	int waiting_bytes_a_person, waiting_bytes_an_address, waiting_bytes_in_all;
	int incoming_bytes_an_address, incoming_bytes_in_all; /* of messages that are not whole yet */
	int watches_a_person, watches_an_address, watches_in_all; /* tables that clients watch */

	/* What is done in a minute; guests and reports: in an hour. */
	int requests_an_address, requests_in_all;           /* connections that are begun */
	int guests_an_address, guests_in_all;               /* new guests */
	int names_an_address, names_in_all;                 /* names that are asked for */
	int passwords_a_minute, passwords_in_all;           /* passwords that an address may try */
	int records_a_minute, records_in_all;               /* records that an address may send */
	int downloads_an_address, downloads_in_all;         /* records that are fetched */
	int talk_a_minute, talk_an_address, talk_in_all;    /* chat messages; of a person */
	int lists_a_person, lists_an_address, lists_in_all; /* requests for lists */
	int looks_a_person, looks_an_address, looks_in_all; /* requests to watch a table */
	int changes_a_person, changes_an_address,
		changes_in_all; /* tables made, seats taken and left */
	int wishes_a_person, wishes_an_address,
		wishes_in_all; /* what is wanted at a table, but decisions of the game, of which all are
						  told */
	int acts_a_person, acts_an_address, acts_in_all; /* decisions of games */
	int replays_a_person, replays_an_address,
		replays_in_all;     /* moves that are played again for logs, records and dice */
	int reports_an_address; /* what is reported to whoever runs the server */

	int name_length;                /* characters of a person's name */
	int talk_length;                /* bytes of one chat message */
	int64_t idle;                   /* ms after which a silent connection is closed */
	int64_t session;                /* ms for which a session is valid after its last use */
	int64_t empty_table;            /* ms without a look at a table at which nobody sits */
	int64_t waiting_table;          /* the same for one that people wait at; then it is deleted */
	int64_t unused_guest;           /* ms after which a guest who has done nothing is deleted */
	int64_t countdown;              /* ms for a reaction; 0: as the tempo of the table says */
	int64_t live_move, slow_move;   /* ms for a move; 0: as the tempo of the table says */
	int64_t bot_delay;              /* ms that bots take at live tables; -1: as the tempo says */
	int64_t shown_most;             /* ms for which public events are shown before a clock starts */
	int64_t opening, slow_opening;  /* ms for a client to open its nonce, live and slow */
	int64_t live_delay, slow_delay; /* longest delay, in ms, of an automatic answer: see pace.h */
	int bot_workers;                /* processes for bots; 0: bots answer at once, in the loop */
	int64_t notice_delay;           /* ms without looking at a slow table before a notice is sent */
	int64_t notice_retry;           /* ms before the second attempt to deliver a notice */
	int64_t bot_time;               /* ms for a bot, after which a random action replaces its own */
} sv_limits;

extern const sv_limits sv_default_limits;

#endif

/* two_hubs.h: two hubs that could be nodes, whose frames a test carries between them. Each has a
 * store of its own: a table is led by the hub whose store has it. Clients of the first hub play at
 * tables of the second. */
#ifndef APPARAT_TESTS_SERVER_TWO_HUBS_H
#define APPARAT_TESTS_SERVER_TWO_HUBS_H

#include "server/hub_fixture.h"

#include "server/hub_internal.h"
#include "server/relay.h"

enum { MOST_CARRIED = 4096, MOST_BACK = 64 };

typedef struct carried {
	int to; /* the hub */
	sv_side side;
	size_t length;
	uint8_t *bytes;
} carried;

typedef struct two_hubs {
	fixture hub[2]; /* nodes 1 and 2 */
	sv_relay *relay[2];
	sv_link_events events[2];
	carried frame[MOST_CARRIED];
	int frames;            /* that are on their way */
	long sent[2];          /* by each hub, ever */
	bool is_open;          /* the links are there */
	bool is_full[2];       /* what this hub sends cannot be taken now */
	bool is_cut;           /* a hub has said that the other breaks the rules */
	bool no_leader;        /* nobody leads any table */
	bool moved;            /* the second hub does not lead its tables now */
	void *back[MOST_BACK]; /* the clients that were sent back */
	int backs;
} two_hubs;

/* There can be one pair at a time. */
void open_two_hubs(two_hubs *w);

/* Both hubs count anew, with these limits. To be called before clients connect. */
void limit_both(two_hubs *w, const sv_limits *limits);
void close_two_hubs(two_hubs *w);

/* Opens or breaks the links. */
void link_hubs(two_hubs *w, bool open);

/* Carries one frame. Returns false if there is none. */
bool carry_one(two_hubs *w);

/* Commits and carries until nothing moves. */
void settle(two_hubs *w);

/* Moves the clocks of both on. */
void pass_time_at_both(two_hubs *w, int64_t ms);

/* Sends a message of a client of this hub, settles, and returns the answer to its id. */
json_t *request_at(two_hubs *w, int hub, test_client *g, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

bool was_sent_back(const two_hubs *w, const test_client *g);

#endif

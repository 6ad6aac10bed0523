/* relay_lanes.h: lanes: see relay.h and relay_lanes.c. For relay.c. */
#ifndef APPARAT_SERVER_RELAY_LANES_H
#define APPARAT_SERVER_RELAY_LANES_H

#include "server/relay_internal.h"

enum { SV_MOST_MIRRORS = 32 /* nodes with a mirror of one client */ };

typedef struct sv_kept sv_kept; /* a message that waits */

/* What a client has to do with a table that is led elsewhere. Its messages go to `node`; while that
 * is not known, or not reached, they wait. If that node does not lead the table any more it sends
 * messages back: until all have come, others wait behind them. */
struct sv_lane {
	sv_relayed *of;
	char key[SV_KEY_SIZE];
	int64_t node; /* 0: not known */
	bool waits, returns;
	sv_kept *first, **last,
		**last_returned; /* where the next goes; where the next returned one does */
	int count;
	int64_t since, used_at; /* when it began to wait; when it was last used */
	int64_t returned_at;    /* when something came back last; 0: never */
	sv_lane *next;          /* of this client: the one that was used last comes first */
	sv_lane *next_waiting, *previous_waiting;
};

struct sv_relayed {
	sv_relay *relay;
	sv_client *client;
	uint64_t number;
	int64_t node[SV_MOST_MIRRORS]; /* those that have a mirror */
	int nodes;
	sv_lane *lanes;
	int lane_count;
	bool is_sent_back;
	sv_relayed *next, *previous, *next_in_bucket;
};

/* ---- relay.c --------------------------------------------------------------------------------- */

/* Makes the node open a mirror of the client, if it has none. Returns false if there are too many
 * nodes. */
bool sv_open_mirror_at(sv_relayed *relayed, int64_t node);

/* The client connects again, looks again and repeats what was not answered. */
void sv_send_relayed_back(sv_relayed *relayed);

/* ---- relay_lanes.c --------------------------------------------------------------------------- */

/* Says who leads the table. What is known of a leader that can be reached is believed: it would say
 * so if it were wrong. */
sv_leading sv_relay_find_leader(sv_relay *relay, const char *key, int64_t *node);
void sv_relay_forget_leader(sv_relay *relay, const char *key);

/* Finds the lane for this table, and puts it first. */
sv_lane *sv_find_lane(sv_relayed *relayed, const char *key);

/* Returns NULL if the client has too many lanes, all of which it uses. */
sv_lane *sv_add_lane(sv_relayed *relayed, const char *key);
void sv_remove_lane(sv_lane *lane);

/* True if the node of the lane can be sent something now. */
bool sv_lane_is_reached(const sv_lane *lane);

/* Passes the message on behind those that wait. Both return true: it is dealt with. */
bool sv_use_lane(sv_lane *lane, const sv_request *r);
bool sv_refuse_too_many(const sv_request *r);

/* Take what a node sends because it does not lead a table any more, and the sign that all of that
 * has come. `relayed` may be NULL. Return false if the frame breaks the rules. */
bool sv_take_returned(sv_relay *relay, int64_t node, sv_relayed *relayed, sv_reading *r);
bool sv_take_there(int64_t node, sv_relayed *relayed, sv_reading *r);

#endif

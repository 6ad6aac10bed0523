/* relay_internal.h: what relay.c, mirrors.c and shared_limits.c share. */
#ifndef APPARAT_SERVER_RELAY_INTERNAL_H
#define APPARAT_SERVER_RELAY_INTERNAL_H

#include "server/hub_internal.h"
#include "server/nodes.h"
#include "server/relay.h"

enum { SV_RELAY_BUCKETS = 4096, SV_KNOWN_LEADERS = 4096 };

/* ---- Frames ---------------------------------------------------------------------------------- */

/* A frame begins with its kind and a number: that of a client at the node that asks, or of a
 * command. What follows depends on the kind. */
typedef enum sv_frame_kind {
	/* From the node that asks. */
	SV_FRAME_OPEN,    /* make a mirror: person, whether the address is known, address, name */
	SV_FRAME_CLOSE,   /* the client is gone */
	SV_FRAME_REQUEST, /* a message of the client: the key of its table, text */
	SV_FRAME_LOBBY,   /* the client watches the list of tables (1), or not (0) */
	SV_FRAME_LIST,    /* somebody there does (1), or nobody (0); without a client */
	SV_FRAME_COMMAND, /* of administration: who asks, a zero, the command */
	SV_FRAME_COUNTS,  /* what was counted: see shared_limits.c */
	SV_FRAME_WHERE,   /* are there messages about this table (its key) that come back? */
	/* From the node that answers. */
	SV_FRAME_TEXT,     /* messages for the client, each ended by a zero */
	SV_FRAME_GONE,     /* the mirror is closed, and the client has to come back */
	SV_FRAME_RETURNED, /* another node leads that table now: its key, text */
	SV_FRAME_THERE,    /* all that came back about this table (its key) has been sent */
	SV_FRAME_ROWS,     /* rows for all who watch the list: see sv_list_row_people() */
	SV_FRAME_ANSWER,   /* to a command */
	SV_FRAME_KINDS
} sv_frame_kind;

/* A frame that is being written, or read. */
typedef struct sv_frame {
	uint8_t *bytes;
	size_t length, room;
} sv_frame;

typedef struct sv_reading {
	const uint8_t *at;
	size_t left;
	bool is_bad; /* there was less than was read */
} sv_reading;

/* ---- The relay ------------------------------------------------------------------------------- */

typedef struct sv_known_leader {
	char key[SV_KEY_SIZE];
	int64_t node; /* 0: nothing is known */
} sv_known_leader;

typedef struct sv_asked_command sv_asked_command; /* see relay_commands.c */
typedef struct sv_lane sv_lane;                   /* see relay_lanes.h */

struct sv_relay {
	sv_hub *hub;
	sv_transport transport;
	sv_relay_owner owner;
	sv_frame frame; /* that is being written */

	/* The clients of this node that other nodes have mirrors of. */
	sv_relayed *relayed;
	sv_relayed *bucket[SV_RELAY_BUCKETS]; /* by their numbers */
	uint64_t next_number;
	sv_lane *first_waiting, *last_waiting; /* lanes whose messages wait */
	int64_t look_at;                       /* when these are looked at */
	sv_known_leader leader[SV_KNOWN_LEADERS];
	bool asks_for_lists; /* others were asked for changes of the list */

	/* The mirrors of clients of other nodes. */
	sv_mirror *mirrors;
	sv_mirror *mirror_bucket[SV_RELAY_BUCKETS];
	bool has_doomed; /* some are to be closed */

	sv_asked_command *commands; /* that others carry out */
	int64_t told_node;          /* that is told what was counted now; 0: all */
	int64_t count_at;           /* when what was counted is told */
	sv_relay_figures figures;
};

/* ---- relay_frames.c: writing and reading frames ---------------------------------------------- */

/* Begins a frame, of which only one can be written at a time. */
sv_frame *sv_frame_begin(sv_relay *relay, sv_frame_kind kind, uint64_t number);
void sv_frame_add(sv_frame *frame, const void *bytes, size_t length);
void sv_frame_add_number(sv_frame *frame, uint64_t value, int bytes);
void sv_frame_send(sv_relay *relay, int64_t node, sv_side side);

/* Sends a frame that has nothing but these bytes. */
void sv_frame_send_with(sv_relay *relay, int64_t node, sv_side side, sv_frame_kind kind,
	uint64_t number, const void *bytes, size_t length);

uint64_t sv_read_number(sv_reading *r, int bytes);
const void *sv_read_bytes(sv_reading *r, size_t length);

/* Reads the key of a table, which may be "". Returns false if it is none. */
bool sv_read_frame_key(sv_reading *r, char key[SV_KEY_SIZE]);
void sv_frame_add_key(sv_frame *frame, const char *key);

/* ---- relay.c --------------------------------------------------------------------------------- */

/* A frame for a client of this node. Returns false if it breaks the rules. */
bool sv_relay_take_answer(
	sv_relay *relay, int64_t node, sv_frame_kind kind, uint64_t number, sv_reading *r);
void sv_relay_link_opened(sv_relay *relay, int64_t node);
void sv_relay_link_closed(sv_relay *relay, int64_t node);

/* Tells a node all that is counted here; 0: tells all nodes what was counted since the last time.
 */
void sv_tell_counts(sv_relay *relay, int64_t node);

/* ---- relay_lanes.c --------------------------------------------------------------------------- */

/* Looks at the messages that have waited longest, and sends what can be sent now. */
void sv_relay_try_lanes(sv_relay *relay, int64_t now);

/* ---- mirrors.c ------------------------------------------------------------------------------- */

/* A frame from a node that asks. Returns false if it breaks the rules. */
bool sv_mirrors_take(
	sv_relay *relay, int64_t node, sv_frame_kind kind, uint64_t number, sv_reading *r);
void sv_mirrors_link_closed(sv_relay *relay, int64_t node);
void sv_mirrors_have_room(sv_relay *relay, int64_t node);
void sv_close_doomed_mirrors(sv_relay *relay);
void sv_close_mirrors(sv_relay *relay);

/* The request came from another node, but this one does not lead the table: sends it back. */
void sv_return_request(const sv_request *r, const char *key);

/* ---- relay_commands.c ------------------------------------------------------------------------ */

bool sv_take_command(sv_relay *relay, int64_t node, uint64_t number, sv_reading *r);
bool sv_take_command_answer(sv_relay *relay, int64_t node, uint64_t number, const sv_reading *r);
void sv_fail_commands(sv_relay *relay, int64_t node); /* 0: those to all nodes */
void sv_fail_old_commands(sv_relay *relay, int64_t now);

#endif

/* simulation.h: servers, a store, people and a network, all in one thread, with a clock of their
 * own and everything that can go wrong, from one seed.
 *
 *   disk.c, vfs.c    the disk, and SQLite's way to it
 *   servers.c        hubs on the store; they are killed, lose power, stall
 *   links.c          what servers that share the store say to each other
 *   network.c        connections: messages are late, lost, doubled, overtake each other
 *   people.c         people who open tables and play, and repeat what was not answered
 *   judge.c, told.c  what must hold, seen from outside
 *   course.c         the course of one seed
 *
 * In some seeds several servers share the store: people choose one when they connect. */
#ifndef APPARAT_TESTS_SIMULATION_H
#define APPARAT_TESTS_SIMULATION_H

#include <setjmp.h>

#include "server/hub_internal.h"
#include "server/nodes.h"
#include "server/relay.h"
#include "server/service_clock.h"
#include "server/store_nodes.h"
#include "simulation/disk.h"

enum {
	MOST_SERVERS = 4,
	MOST_PEOPLE = 12,
	MOST_PLAYS = 2, /* tables at which people play */
	MOST_ACTS = 2048,
	MOST_PARCELS = 512,
	MOST_LINK_ITEMS = 4096,
	NEVER = 0 /* of times */
};

/* Defects that are planted, so that the judge can be judged. */
typedef enum plant {
	NO_PLANT,
	PLANT_LIE,      /* the disk lies and does not admit it: what was acknowledged is lost */
	PLANT_MISROUTE, /* a message comes over the connection of somebody else */
	PLANT_LEAK,     /* somebody is sent what was meant for somebody else */
	PLANT_WHISPER,  /* somebody is told the events that another was told */
	PLANT_LOSS,     /* a change is never sent */
	PLANT_HASTE,    /* the clock of the servers runs too fast */
	PLANT_ZOMBIE,   /* a node that was put out still writes */
	PLANTS
} plant;

typedef struct sim sim;

/* ---- Servers --------------------------------------------------------------------------------- */

typedef struct server {
	sim *sim;
	sv_store *store; /* NULL: it does not run */
	sv_hub *hub;
	sv_service_clock clock;
	sv_world source, world;
	int64_t wakes_at; /* when its next pass is due; while it does not run: when it is started */
	int64_t waits;    /* for how long it means to wait */
	int64_t began;    /* since when time was not counted yet */
	int64_t left;     /* how much more of this pass can count */
	int64_t try_at;   /* when to look whether the store can be written again */
	int attempts;     /* to start it that have failed */
	int64_t lines;    /* `figures.lines` of the hub when the judge last read */
	int number;
	/* If several share the store: */
	sv_relay *relay;
	sv_link_events link;
	int64_t linked_as;     /* the node as which others reach it */
	int64_t last_item;     /* when the last of what is under way to it arrives */
	int64_t stopped_until; /* it is stopped, and does nothing at all */
} server;

typedef enum link_kind { LINK_OPENED, LINK_CLOSED, LINK_FRAME } link_kind;

/* Something that comes to a server from another one. */
typedef struct link_item {
	int64_t at; /* when it arrives; NEVER: there is none */
	int order;
	server *to;
	link_kind kind;
	int64_t node; /* from whom it is */
	sv_side side;
	uint8_t *bytes;
	size_t length;
} link_item;

/* ---- People ---------------------------------------------------------------------------------- */

typedef enum request_kind {
	NOTHING,
	HELLO,
	CREATE,
	JOIN,
	WISH,
	WATCH,
	START,
	ACT,
	UNSEAL
} request_kind;

typedef struct request {
	request_kind kind;
	char id[16];
	char text[320];
	int64_t sent_at;
} request;

typedef struct person {
	int number;
	int64_t id; /* in the store */
	int play;   /* the table */
	int seat;   /* of the table; AP_OBSERVER: he looks on */
	/* The connection. */
	server *at; /* NULL: there is none */
	sv_client *client;
	int connection;  /* its number */
	bool is_dropped; /* the server wants to close it */
	char *out;       /* what the server has sent in this pass */
	size_t out_length, out_room;
	int64_t last_arrives; /* what the server sends arrives in order */
	char *shown; /* the last "table" he was sent, and all "change" since, each ended by a zero */
	size_t shown_length, shown_room; /* 0: he has not been shown a game */
	/* What he knows and does. */
	int64_t next_at; /* when he does something next */
	bool greeted, joined, wished, watches, started;
	bool asked;
	int question;
	char *legal;     /* actions in JSON, as they were sent; NULL: none */
	int choices;     /* how many */
	int requests;    /* how many he has made */
	request request; /* the one that waits for its answer */
} person;

/* ---- The judge's knowledge ------------------------------------------------------------------- */

typedef struct act {
	int person;
	char id[16];
	bool is_unseal;
	int question;
	char action[SV_ACTION_SIZE];
	int stored; /* how many lines of the record it is */
	bool acknowledged, refused;
} act;

typedef struct told told; /* see told.c */

typedef struct play {
	char key[SV_KEY_SIZE], invite[SV_KEY_SIZE]; /* "": not made yet */
	const ap_game *game;
	int players, people, bots;
	bool slow;
	int64_t countdown, move;
	bool is_running, is_over;
	/* The record, as the judge has read it from the store. */
	int64_t id;
	ap_history *history; /* NULL: not begun */
	sv_line *line;
	int lines, line_room;
	told *told; /* events, and who may know them */
	int told_count;
	int question;      /* that is open */
	int64_t served;    /* time for which its leaders have served */
	int64_t woke;      /* the same when the pass of the server began that runs now */
	int64_t opened_at; /* when the question was, in that time */
} play;

typedef struct parcel {
	int64_t at; /* when it arrives; NEVER: there is none */
	int order;  /* of those that arrive together */
	int person, connection;
	bool to_server;
	char *text;
} parcel;

typedef struct tallies {
	int64_t decisions, acknowledged, lines, restarts, power_cuts, clean_stops, failed_commits, cuts,
		lost, doubled, repeated, stalls, clock_sets, failed_operations, by_the_clock, lost_by_lies,
		views, events, over, seeds, frames, put_out, kills, stops;
} tallies;

struct sim {
	uint64_t seed;
	plant plant;
	ap_rng rng, network_rng, people_rng, world_rng;
	int64_t now, end, wall_ahead;
	int64_t served; /* by all servers together */
	disk disk;
	char url[120];
	server server[MOST_SERVERS];
	int servers;
	person person[MOST_PEOPLE];
	int people;
	play play[MOST_PLAYS];
	int plays;
	parcel parcel[MOST_PARCELS];
	int parcels_sent, connections;
	link_item link_item[MOST_LINK_ITEMS];
	int items_sent;
	int at_once; /* how often something was due since the clock has moved */
	bool is_linked[MOST_SERVERS][MOST_SERVERS];    /* the first has a connection to the second */
	int64_t linked_at[MOST_SERVERS][MOST_SERVERS]; /* when there can be one again */
	act act[MOST_ACTS];
	int acts;
	int network_trouble; /* in a thousand messages */
	bool calm;           /* at the end nothing goes wrong any more */
	uint64_t hash;
	tallies *tallies;
	jmp_buf failed;
	char verdict[400];
};

/* Ends the seed: something does not hold. */
void fail_sim(sim *s, const char *format, ...) __attribute__((format(printf, 2, 3), noreturn));

/* Makes something that has happened part of the hash. */
void note_sim(sim *s, const char *what, int64_t a, int64_t b);

static inline int sim_below(ap_rng *rng, int n)
{
	return (int)ap_below(rng, (uint32_t)n);
}

/* ---- course.c -------------------------------------------------------------------------------- */

/* Makes the disk that most seeds begin with: an empty store. */
void prepare_sims(const char *folder);
void finish_sims(void);

/* Plays a seed. Returns false if something did not hold: `verdict` says what. */
bool play_seed(sim *s, uint64_t seed, plant planted, tallies *counts);

/* ---- servers.c ------------------------------------------------------------------------------- */

void begin_servers(sim *s);

/* Does what is due at a server. */
void run_server(server *v);

/* Ends a server: it leaves its games cleanly, or as they are. */
void stop_server(server *v, bool cleanly);

/* The time by which the simulation runs, for the tables of libraries that ask. */
int64_t sim_wall(void *self);

/* Ends one server while others run on: as kill -9 does. */
void kill_server(server *v);

/* Stops one server for a while, which does not know it. */
void suspend_server(server *v);

/* ---- links.c --------------------------------------------------------------------------------- */

/* Connects a server that has started with the others. */
void link_server(server *v);
/* Breaks all its connections. */
void break_links(sim *s, server *v);
/* Gives it what has arrived from others. */
void hear_links(server *v);
int64_t next_link_item(const sim *s, const server *to);
void drop_link_items(sim *s);

/* ---- network.c ------------------------------------------------------------------------------- */

void connect_person(person *p, sim *s);
void cut_connection(person *p, sim *s);
void send_to_server(sim *s, person *p, const char *text, bool may_be_doubled);
/* Hands over what a server has sent to everybody in this pass. */
void deliver_sent(sim *s, server *v);
/* Gives a server what has arrived for it. */
void deliver_to_server(sim *s, server *v);
/* Gives people what has arrived for them. */
void deliver_to_people(sim *s);
int64_t next_arrival(const sim *s);
void drop_parcels(sim *s);

/* ---- people.c -------------------------------------------------------------------------------- */

void begin_people(sim *s);
void act_as_person(sim *s, person *p);
void person_receives(sim *s, person *p, const char *text);
void forget_connection(person *p);
bool is_at_rest(const sim *s);
/* What a message says, without reading all of it, which would take longer than everything else. */
bool is_of_type(const char *message, const char *type);
/* Copies the text after the first `name`, which ends with a quote; "" if there is none. */
void copy_field(const char *message, const char *name, char *out, size_t size);

/* ---- judge.c --------------------------------------------------------------------------------- */

act *find_act(sim *s, int who, const char *id);
/* Reads what a server has committed since the last time. */
void judge_lines(sim *s, server *v);
/* Looks at a message that is sent to somebody. */
void judge_message(sim *s, person *p, const char *text);
/* Compares what people were shown with what they may see. */
void judge_views(sim *s, server *v);
/* After a server has started: nothing that was committed may be missing. */
void judge_start(sim *s, server *v);
/* When everything has come to rest; `last`: after the last start, when everybody has looked anew.
 */
void judge_end(sim *s, server *v, bool last);
void forget_plays(sim *s);

/* ---- told.c ---------------------------------------------------------------------------------- */

void note_told(sim *s, play *g, const ap_events *events);
void forget_told(play *g);
/* Checks that the person may know the events that a message tells. */
void judge_events(sim *s, const person *p, const char *message);
/* Returns where the list of events in a message begins, after its bracket; "" if it has none. */
const char *events_in(const char *message);

#endif

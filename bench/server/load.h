/* load.h: the load client. It connects many people to many tables of a server and measures how fast
 * their moves are acknowledged. It has one process and one thread, so that it takes little time of
 * the processor from the server that it measures.
 *
 *   load.c               connects, opens the tables, plays, counts and reports
 *   wire.c               sockets, HTTP and WebSocket, as much as a client needs
 *   apparat_protocol.c   the messages of a client of apparat serve
 *   peer_protocol.c      the messages of a client of boardgame.io
 *
 * The client trusts the server: anything unexpected ends the program with an error. */
#ifndef APPARAT_BENCH_LOAD_H
#define APPARAT_BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEATS = 4, KEY_SIZE = 32, ACTION_SIZE = 128, COOKIE_SIZE = 96 };

typedef struct table table;

/* Bytes that wait to be read or sent. */
typedef struct buffer {
	char *bytes;
	size_t length, capacity;
} buffer;

/* The connection of somebody who sits in this seat at one table or at several. */
typedef struct connection {
	table *first; /* the first of the tables, which lie one after the other */
	int tables;
	int seat;
	int fd;
	int port;      /* of the node; 0: it was not connected yet */
	bool upgraded; /* the connection is a WebSocket */
	buffer in;     /* the received part of a message that is not complete */
	buffer out;    /* what the socket has not taken yet */
	char cookie[COOKIE_SIZE];
} connection;

/* A person at a table. */
typedef struct person {
	table *table;
	connection *connection;
	int seat;
	bool asked;        /* has a question to answer */
	bool queued;       /* is in the queue of people who will answer */
	bool awaits_reply; /* has sent a move that is not acknowledged yet */
	int question;
	char action[ACTION_SIZE];
	int64_t due; /* when the move was to be sent, in microseconds */
} person;

struct table {
	int number;
	const char *game;
	char key[KEY_SIZE], invite[KEY_SIZE];
	bool running;
	int stage;           /* the step of opening the table; each protocol has its own */
	int missing_answers; /* the number of answers until the stage is complete */
	person person[SEATS];
};

/* What a client sends to a kind of server, and how it takes what the server sends. */
typedef struct protocol {
	void (*on_connect)(connection *c); /* sends the first request */
	void (*on_http_answer)(
		connection *c, const char *text);                /* `text` is the answer with its head */
	void (*on_upgrade)(connection *c);                   /* the WebSocket is open */
	void (*on_message)(connection *c, const char *text); /* `text` ends with a zero byte */
	void (*open_table)(table *t);
	void (*send_move)(person *p);
} protocol;

extern const protocol apparat_protocol, peer_protocol;

/* ---- load.c: what the protocols report ------------------------------------------------------- */

/* Prints the message to stderr and ends the program. */
void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Returns the time in microseconds since some fixed moment. */
int64_t now_us(void);

/* Returns a random number from 0 to `below` - 1; 0 if `below` is 0. */
uint32_t random_below(uint32_t below);

/* Returns the table with this number; it must be one of those of the connection. */
table *table_of(const connection *c, int number);

/* Counts a connection that is welcomed. */
void count_connection(void);

/* Counts a table whose game has started. */
void count_open_table(void);

/* Counts a game that is over; its table is not open until the next game starts. */
void count_end_of_game(void);

/* Puts the person into the queue of those who will answer, unless the person is in it. */
void queue_person(person *p);

/* Notes that the move of the person was acknowledged, or refused. */
void move_acknowledged(person *p);
void move_refused(person *p);

/* ---- wire.c: the network --------------------------------------------------------------------- */

/* Prepares connections to these ports of the loopback address, with commas between them. Called
 * once, before all others. */
void wire_open(const char *server_ports, const protocol *p);

/* Opens the connection; closes the old connection first if there is one. */
void wire_connect(connection *c);

/* Sends bytes; those that the socket does not take are sent later. */
void wire_send(connection *c, const void *bytes, size_t length);

/* Asks for a WebSocket. `more_headers` are lines that end with CR LF; they may be "". */
void wire_upgrade(connection *c, const char *path, const char *more_headers);

/* Sends a text message over the WebSocket. */
void wire_say(connection *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Waits up to `ms` milliseconds for events, and passes on all messages that have come. */
void wire_wait(int ms);

#endif

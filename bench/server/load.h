/* load.h: the load client: many people at many tables, in one process and one thread, so that it
 * takes little from the server it measures.
 *
 *   load.c     connects, opens the tables, plays for as long as it is told, counts
 *   wire.c     sockets, HTTP and WebSocket, as much as a client needs
 *   people.c   what a client of apparat serve says
 *   peer.c     what a client of boardgame.io says
 *
 * It trusts the server: whatever it did not expect ends the program. */
#ifndef APPARAT_BENCH_LOAD_H
#define APPARAT_BENCH_LOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEATS = 4, KEY = 32, ACTION = 128, COOKIE = 96 };

typedef struct table table;

/* Somebody at a table, and his connection. */
typedef struct person {
	table *table;
	int seat;
	int fd;
	bool upgraded;
	char *in, *out; /* what came in part; what the socket did not take */
	size_t in_length, in_room, out_length, out_room;
	char cookie[COOKIE];
	bool asked, in_line, busy; /* has a question; stands in line to answer; waits for the answer */
	int question;
	char action[ACTION];
	int64_t since; /* when he ought to have sent it, in microseconds */
} person;

struct table {
	int number;
	const char *game;
	char key[KEY], invite[KEY];
	bool running;
	int stage, waits; /* of its being opened: how many answers are still to come */
	person person[SEATS];
};

/* What is said to a server. */
typedef struct speech {
	void (*connected)(person *p);                /* sends a request */
	void (*answered)(person *p, const char *in); /* over HTTP: sends the next one */
	void (*upgraded)(person *p);
	void (*heard)(person *p, char *text); /* a message, with a zero after it */
	void (*open_table)(table *t);
	void (*act)(person *p);
} speech;

extern const speech people_speech, peer_speech;

/* ---- load.c ---------------------------------------------------------------------------------- */

void fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
int64_t now_us(void);
uint32_t chance(uint32_t below);
void is_here(person *p);      /* he is connected and greeted */
void table_opened(table *t);  /* or opened again, when its game was over */
void table_over(void);        /* counts games */
void is_asked(person *p);     /* stands in line from now on */
void was_answered(person *p); /* his move is acknowledged */
void was_refused(person *p);

/* ---- wire.c ---------------------------------------------------------------------------------- */

void wire_open(int port, const speech *s);
void wire_connect(person *p); /* anew, if he is connected */
void wire_send(person *p, const void *bytes, size_t length);
void wire_upgrade(person *p, const char *path, const char *more); /* `more`: lines of the head */
void say(person *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void wire_wait(int ms); /* and hand on what came */

#endif

/* join.h: what the files of `apparat join` share.
 *
 * The table one looks at is kept in a session of terminal play, with the view in the place of its
 * state: a view of a view is the same view, so that screens, menus and pages need not know. */
#ifndef APPARAT_JOIN_H
#define APPARAT_JOIN_H

#include <jansson.h>

#include "cli/arguments.h"
#include "join/link.h"
#include "terminal/session.h"

enum { JOIN_LINE = 640, JOIN_TALKS = 60, JOIN_ID = 40 };

typedef struct join_talk {
	char who[64], to[160]; /* "": to all */
	char text[JOIN_LINE];
} join_talk;

typedef struct join {
	const char *command;
	int status;        /* of the program, when it ends */
	char failure[400]; /* what is said then, when the screen is the shell's again; "": nothing */
	session s;
	join_link link;
	join_address to;
	int64_t ahead; /* the server's clock is so many milliseconds ahead of ours */

	json_t *tables; /* of the lobby: key to summary */
	bool in_lobby;

	char table[JOIN_KEY], invite[JOIN_KEY]; /* where we look; "": nowhere */
	json_t *about;                          /* the table's last whole message, kept up to date */
	json_t *view;
	bool told;   /* how it stands, since the connection does */
	bool seen;   /* there is a view, in s.table */
	char *wrong; /* why it cannot be read; NULL: it can */
	int viewer;
	int asked;      /* the question we are to answer; -1: none */
	bool automatic; /* the server will answer it for us */
	bool ask_all;   /* was wished for */

	join_talk talk[JOIN_TALKS]; /* the last of them, a ring */
	int talks, talks_shown;
	int64_t talked_at;

	char name[16]; /* of this run, in ids: who comes back must not use one twice */
	int requests;
	char id[JOIN_ID]; /* of the request that waits for an answer; "": none */
	char *request;    /* its text, where it may be sent again */
	json_t *answer;

	bool changed, woken; /* something is to be drawn; somebody waits for this */
	int64_t drawn_at;
	int drawn_events;

	menu menu; /* of this question */
	int menu_question;
	/* Where nothing scrolls away: this is still to be printed. */
	bool fresh, fresh_seats, fresh_end;
	bool made; /* we made the table just now */
} join;

/* ---- join_read.c: what messages say ---------------------------------------------------------- */

void join_take_table(join *j, json_t *message); /* whole */
void join_take_change(join *j, json_t *message);
void join_take_talk(join *j, const json_t *talk);
void join_forget_table(join *j);
const char *join_string(const json_t *object, const char *key); /* "" if there is none */
/* A seat by its name, its word, or who sits there, or how these begin; AP_NOBODY: none. */
int join_seat_named(const join *j, const char *word);
bool join_is_full(const json_t *summary);
bool join_has_free(const json_t *summary);

/* ---- join_client.c: asking and hearing ------------------------------------------------------- */

bool join_open(join *j); /* false: see `failure` */
void join_close(join *j);

/* A message to the server about the table we are at; more fields as json_pack() has them. */
json_t *join_message(const join *j, const char *type);
/* Sends it, which takes it, and waits for what is answered; NULL: nothing was, and it was said. A
 * refusal is said, too, and is NULL. */
json_t *join_ask(join *j, json_t *message);
/* The same; the answer is only whether it was done. */
bool join_do(join *j, json_t *message);
/* Ends the program with this status and line. Returns false. */
bool join_fail(join *j, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Waits until the link has done what it is doing; false: we are to stop. */
bool join_wait(join *j, link_state during);
void join_drawn(join *j); /* what has changed is on the screen */

/* ---- join_session.c: who we are -------------------------------------------------------------- */

/* A name the server takes, or who we were there before; false: see `failure`. */
bool join_sign_in(join *j, const char *name);

/* ---- join_lobby.c, join_seats.c, join_table.c, join_commands.c: what people type ------------- */

typedef enum join_go {
	JOIN_ON,
	JOIN_LOBBY, /* the table was left */
	JOIN_TABLE, /* to the table in j->table */
	JOIN_LEFT   /* the program is left */
} join_go;

typedef struct join_wishes {
	const char *game, *players, *seats;
	ap_cli_words options;
	bool open, slow;
} join_wishes;

join_go join_lobby(join *j);
join_go join_at_table(join *j);
/* Asks for a new table and goes there: JOIN_TABLE, or JOIN_ON if nothing came of it. */
join_go join_create(join *j, json_t *new_table);
/* The message that makes it; NULL: it was said what is wrong. */
json_t *join_new_table(const char *command, const join_wishes *wishes);
/* Reads a line, going on with everything else; LINE_RESIZED: draw again. */
terminal_input join_read(join *j, const char *prompt, char line[JOIN_LINE]);

/* A line that is an order to the program; false: it is none. */
bool join_command(join *j, const char *line, join_go *go);

/* The table before the game begins: what may be done there, numbered. */
join_go join_seats(join *j);
bool join_sit(join *j, const char *seat); /* "": any */
bool join_start(join *j);

/* What is to be told besides the board: the clock, an undo that is asked for, the last talk. */
void join_aside(const join *j, page *p, int talks);
void join_print_talk(join *j); /* what nobody has been shown yet, where nothing scrolls away */

#endif

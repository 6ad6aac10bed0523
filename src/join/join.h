/* join.h: what the files of `apparat join` share.
 *
 * The client shows its table with the screens, menus and pages of terminal/session.h. Its session
 * has the viewer's view in the place of the state: a view of a view is the same view, so they need
 * not know the difference. */
#ifndef APPARAT_JOIN_H
#define APPARAT_JOIN_H

#include <jansson.h>

#include "cli/arguments.h"
#include "join/link.h"
#include "terminal/session.h"
#include "text/dice_witness.h"

/* ---- Types ----------------------------------------------------------------------------------- */

enum {
	JOIN_LINE = 640, /* bytes of a line that is typed */
	JOIN_TALKS = 60, /* number of chat messages that are kept */
	JOIN_ID = 40     /* bytes of the id of a request */
};

/* A chat message. */
typedef struct join_talk {
	char who[64];
	char to[160]; /* the seats that it is meant for; "" if for all */
	char text[JOIN_LINE];
} join_talk;

/* The client. */
typedef struct join {
	const char *command; /* the name of the command, for error messages */
	int status;          /* the exit status of the program */
	char failure[400];   /* what is printed when the program ends; "" for nothing */
	session session;
	join_link link;
	join_address address;
	int64_t server_clock_ahead; /* milliseconds by which the server's clock is ahead of ours */

	/* The lobby. */
	json_t *lobby_tables; /* key of a table -> its summary */
	bool in_lobby;

	/* The table that the client looks at. */
	char table_key[JOIN_KEY]; /* "" if it looks at none */
	char invite_key[JOIN_KEY];
	bool just_created;     /* the client has just made the table itself */
	json_t *table_info;    /* the last "table" message, brought up to date by "change" messages */
	bool table_is_current; /* it has come since the connection was last opened */
	json_t *view_json;     /* the view, brought up to date by "change" messages */
	bool has_view;         /* the session has the view */
	char *view_error;      /* why the view cannot be read; NULL if it can */
	int viewer;            /* our own seat, or AP_OBSERVER */
	int question;          /* the number of the question that we are asked; -1 for none */
	bool answered_automatically; /* the server will answer it for us */
	bool ask_all;                /* --ask-all was given */

	/* The dice: see dice.c. */
	ap_witness witness;
	ap_lie lie;                   /* of the server, that was noticed */
	char verdict[TEXT_LINE];      /* on the dice, for the page of the end; "": none yet */
	bool pledge_sent, nonce_sent; /* to this server, since it was connected */
	bool dice_asked;              /* outcomes were asked for, and have not come */
	bool record_checked;

	/* Chat. */
	join_talk talk[JOIN_TALKS]; /* a ring of the last messages; message n is at n % JOIN_TALKS */
	int talk_count;             /* number of messages so far */
	int talks_printed;          /* how many were printed, where pages follow each other */
	int64_t last_talk_at;       /* the server's time of the last message */
	int64_t look_told;          /* the look at what is hidden that the person was told of */
	size_t rule_changes_told;   /* how many changes of the rules the person was told of */

	/* The request that waits for its answer. */
	char run_id[16];   /* random, a part of each id, so that no other run uses the same ids */
	int request_count; /* number of requests so far */
	char request_id[JOIN_ID]; /* "" if no request waits */
	char *repeatable_request; /* its text; NULL if it must not be sent again */
	json_t *answer;           /* NULL until it comes */

	/* Drawing. */
	bool needs_drawing; /* something has changed since the screen was drawn */
	bool draw_at_once;  /* the screen is drawn without delay: somebody waits for the change */
	int64_t drawn_at;   /* when it was last drawn, by link_now() */
	int events_drawn;   /* the length of the log that was drawn then */
	menu menu;
	int menu_question; /* the question that the menu belongs to; -1 for none */
	/* What must still be printed, where pages follow each other. */
	bool print_question, print_seats, print_result;
} join;

/* What the client does next. */
typedef enum join_next {
	JOIN_STAY,        /* stays where it is */
	JOIN_GO_TO_LOBBY, /* leaves the table */
	JOIN_GO_TO_TABLE, /* goes to the table of table_key */
	JOIN_QUIT         /* ends */
} join_next;

/* What the command line says about a table that is to be made. Texts may be NULL. */
typedef struct join_table_options {
	const char *game, *players, *seats;
	ap_cli_words game_options;
	bool open; /* everybody sees the table in the lobby and may sit down */
	bool slow; /* days for a move instead of minutes */
} join_table_options;

/* ---- client.c: requests and answers ---------------------------------------------------------- */

/* Prepares the client. Returns false after a failure: see join_fail(). */
bool join_open(join *j);
/* Closes the connection and frees everything. */
void join_close(join *j);

/* Returns a new message of this type about the table that the client looks at. */
json_t *join_message(const join *j, const char *type);
/* Sends a message, which it frees, and waits for the answer. Returns the answer, which stays valid
 * until the next request. Returns NULL and sets the session's message if there is none or if it is
 * a refusal. */
json_t *join_request(join *j, json_t *message);
/* Does the same; returns only whether it succeeded. */
bool join_perform(join *j, json_t *message);
/* Sends a message, which it frees, and waits for nothing. */
void join_send(join *j, json_t *message);
/* Waits while the link is in this state. Returns false if a signal asks the program to stop. */
bool join_wait_while(join *j, link_state state);
/* Notes that everything that has changed is on the screen. */
void join_mark_drawn(join *j);
/* Sets the exit status and what is printed when the program ends. Returns false. */
bool join_fail(join *j, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* ---- table_messages.c: what messages say about a table --------------------------------------- */

/* Takes over a "table" message: the whole table. */
void join_receive_table(join *j, json_t *message);
/* Takes over a "change" message. */
void join_receive_change(join *j, json_t *message);
/* Adds a chat message, unless it is known already. */
void join_receive_talk(join *j, const json_t *from);
/* Forgets the table that the client looks at. */
void join_clear_table(join *j);
/* Returns the text under the key; "" if there is none. */
const char *join_string(const json_t *object, const char *key);
/* Returns the seat with this name, or whose name or player's name begins so; AP_NOBODY if there is
 * none. */
int join_find_seat(const join *j, const char *word);
/* Returns whether no seat of a table is free. */
bool join_table_is_full(const json_t *summary);
/* Returns whether somebody can sit down: the game has not begun and a seat is free. */
bool join_has_free_seat(const json_t *summary);

/* ---- dice.c: the dice of the table ----------------------------------------------------------- */

/* Looks at the dice of the table as it was last told, with its last events: pledges a nonce or
 * opens it, and notes if something does not fit. */
void join_see_dice(join *j, const ap_event *events, int events_count);
/* These events were told, and so many outcomes: asks for those that are not known. `count` may be
 * NULL. */
void join_see_outcomes(join *j, const ap_event *events, int events_count, const json_t *count);
/* Takes a "dice" message. */
void join_receive_dice(join *j, const json_t *message);
/* What was sent may not have come: the connection was lost. */
void join_forget_sent_dice(join *j);
/* Compares the record of the finished game with all that was told, once, and sets the session's
 * message. */
void join_check_record(join *j);
/* Adds a lie that was noticed, and who is waited for. */
void join_add_dice(const join *j, page *p);

/* ---- sign_in.c: the person at the server ----------------------------------------------------- */

/* Signs in as a guest: under this name or, if it is NULL, as before or under a name that is asked
 * for. Returns false after a failure: see join_fail(). */
bool join_sign_in(join *j, const char *name);

/* ---- lobby.c: the lobby, and making tables --------------------------------------------------- */

/* Shows the lobby until the person goes to a table or quits. */
join_next join_run_lobby(join *j);
/* Returns the message that makes a table; NULL after printing what is wrong with the options. */
json_t *join_new_table_message(const char *command, const join_table_options *options);
/* Sends such a message, or another that makes a table. Returns JOIN_GO_TO_TABLE, or JOIN_STAY if
 * the table was not made. */
join_next join_create_table(join *j, json_t *new_table);
/* Prints a prompt and reads a line while the connection is served. */
terminal_input join_read_line(join *j, const char *prompt, char line[JOIN_LINE]);

/* ---- seats.c: a table whose game has not begun ----------------------------------------------- */

/* Shows the seats and asks once what to do. */
join_next join_run_seats(join *j);
/* Takes a seat by its name; "" for any. Returns whether that succeeded. */
bool join_sit(join *j, const char *seat);
/* Begins the game. Returns whether that succeeded. */
bool join_start(join *j);

/* ---- table.c: a table whose game runs or is over --------------------------------------------- */

/* Looks at the table of table_key until the person leaves it. */
join_next join_run_table(join *j);
/* Adds what is shown besides the board: the last chat messages (at most `talks`), a request to take
 * back a move, and the deadline. */
void join_add_notices(const join *j, page *p, int talks);
/* Prints the chat messages that were not printed yet, where pages follow each other. */
void join_print_new_talks(join *j);

/* ---- commands.c: what can be typed at any time ----------------------------------------------- */

/* Runs a command. Returns false if the line is none. Sets `next` if the person leaves. */
bool join_run_command(join *j, const char *line, join_next *next);

#endif

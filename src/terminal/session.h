/* session.h: a table, a terminal, and the person who looks at it. */
#ifndef APPARAT_TERMINAL_SESSION_H
#define APPARAT_TERMINAL_SESSION_H

#include "terminal/board.h"
#include "terminal/menu.h"
#include "terminal/table.h"
#include "terminal/terminal.h"

enum { MOST_STEPS = 256 };

typedef struct session {
	terminal terminal;
	table table;
	ap_language language;
	char message[TEXT_LINE];                /* shown once, above the input */
	const page *aside;                      /* more to be told, above the question; NULL: nothing */
	int seen[AP_OBSERVER + 1];              /* how much of the log each viewer has been shown */
	bool passing[AP_MAX_SEATS][MOST_STEPS]; /* steps that a person has left word to pass */
	bool ask_all;                           /* even what hardly anybody wants to be asked */
	bool generic_board;                     /* even for a game that brings its own */
	bool broken;                            /* a bot has broken the rules */
	int at_keyboard; /* the person whose view is on the screen, or AP_NOBODY */
	/* What the board is drawn from. */
	ap_any view;
	board board;
	char names[AP_MAX_SEATS][64];
} session;

const board_drawing *session_drawing(const session *s);
/* The board as the viewer may know it, in s->board. */
void session_look(session *s, int viewer);
const char *session_word(const session *s, const char *key);
void session_message(session *s, const char *key, const char *arg);
/* Prints a prompt and reads a line, spaces around it removed. */
terminal_line session_read(session *s, const char *prompt, char *line, size_t size);

/* ---- play_screen.c: the screens of the game ------------------------------------------------ */

/* How much to show again where nothing scrolls away. A live screen is always drawn whole. */
typedef enum screen_part { SCREEN_MESSAGE, SCREEN_CHOICES, SCREEN_ALL } screen_part;

/* The board, the log, and what may be done; without a menu, what one has just done. */
void screen_show(session *s, int seat, menu *m, screen_part part);
void screen_message(session *s); /* the message alone, and only once */
/* What happened since the person last looked, if it is more than the board has room for. */
void screen_news(session *s, int seat, menu *m);
/* The list of choices as the screen would show it, or its next page. */
void screen_fit(session *s, int seat, menu *m, bool next_page);

/* ---- play_pages.c: pages one asks for ------------------------------------------------------ */

typedef enum pages_kind { PAGES_ASKED, PAGES_NEWS, PAGES_LOG /* from its end */ } pages_kind;

void pages_show(session *s, const page *p, pages_kind kind);
void pages_help(session *s);
void pages_board(session *s, int viewer); /* the whole of it, however long */
void pages_log(session *s, int viewer);
void pages_clause(session *s, int clause);
void pages_thing(session *s, const char *what, const menu *m);
/* The sentences of some events of the log, those the viewer may see. */
void pages_add_events(session *s, page *p, int viewer, int first, int end, bool all);

/* ---- play_dialogue.c: people and what they answer ------------------------------------------ */

typedef enum dialogue {
	DIALOGUE_ON,   /* answered: the game goes on */
	DIALOGUE_BACK, /* something was taken back */
	DIALOGUE_LEFT  /* the game is left: asked to, at the end of the input, or by a signal */
} dialogue;

dialogue dialogue_question(session *s, int seat);
dialogue dialogue_pause(session *s, int seat); /* go on, or take it back */
dialogue dialogue_hand_over(session *s, int seat);

/* A command that answers no question; false: it is none. `result` changes if the game is left or
 * something taken back. */
bool dialogue_command(session *s, int seat, const char *typed, const menu *m, dialogue *result);
/* "2 3 1": opens groups and takes the last; "1x3": three times. False: nothing is taken yet. */
bool dialogue_numbers(
	session *s, int seat, menu *m, const char *line, ap_action *chosen, int *times);
/* A game that is in no file is offered one. */
void dialogue_offer_to_save(session *s);

/* ---- play_end.c ---------------------------------------------------------------------------- */

dialogue dialogue_end(session *s); /* the result, and the offer to save it */
void dialogue_result(session *s);  /* the result alone */

#endif

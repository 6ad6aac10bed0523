/* session.h: one table on one terminal, and the people who look at it.
 *
 * A session holds what the screens, pages and dialogues of a game share. `apparat play` and
 * `apparat join` each have one. */
#ifndef APPARAT_TERMINAL_SESSION_H
#define APPARAT_TERMINAL_SESSION_H

#include "terminal/board.h"
#include "terminal/menu.h"
#include "terminal/table.h"
#include "terminal/terminal.h"

/* ---- Types ----------------------------------------------------------------------------------- */

enum { MOST_STEPS = 256 }; /* no game has more steps */

typedef struct session {
	terminal terminal;
	table table;
	ap_language language;
	char message[TEXT_LINE];          /* shown once, above the input; "" for none */
	const page *extra_lines;          /* shown above the question; NULL for none */
	int events_seen[AP_OBSERVER + 1]; /* how many events of the log each viewer has been shown */
	/* The steps that each person passes without being asked, until the person's own turn. */
	bool passes_at[AP_MAX_SEATS][MOST_STEPS];
	bool ask_all; /* questions at which hardly anybody does anything but pass are asked, too */
	bool generic_board;   /* the generic board is used even if the game has its own */
	bool has_decided;     /* somebody has answered a question, now or before the game was resumed */
	bool bot_broke_rules; /* the game has ended because a bot chose a forbidden action */
	int at_keyboard;      /* the person whose view is on the screen, or AP_NOBODY */
	/* What the board is drawn from: see session_set_viewer(). */
	ap_any view;
	board board;
	char names[AP_MAX_SEATS][64];
} session;

/* How much is printed again where pages follow each other. A full screen is always drawn whole. */
typedef enum screen_part { SCREEN_MESSAGE, SCREEN_CHOICES, SCREEN_ALL } screen_part;

/* Why pages are shown. It decides the words of the prompt; a log is shown from its end. */
typedef enum pages_kind { PAGES_REQUESTED, PAGES_NEWS, PAGES_LOG } pages_kind;

/* What a dialogue ends with. */
typedef enum dialogue_outcome {
	DIALOGUE_CONTINUE, /* the game continues */
	DIALOGUE_UNDONE,   /* a choice was taken back */
	DIALOGUE_QUIT      /* the game is left: on request, at the end of the input, or by a signal */
} dialogue_outcome;

/* ---- session.c: the session itself ----------------------------------------------------------- */

/* Returns the drawing that the session uses for its game. */
const board_drawing *session_drawing(const session *s);
/* Sets s->board to the table as this viewer sees it: a seat or AP_OBSERVER. */
void session_set_viewer(session *s, int viewer);
/* Returns the text of a key in the session's language. */
const char *session_word(const session *s, const char *key);
/* Sets the message to the text of a key, in which {0} is `arg`; "" if it has none. */
void session_set_message(session *s, const char *key, const char *arg);

/* Adds news to the message that waits to be shown, so that no news hides another. */
void session_add_message(session *s, const char *text);
/* Prints a prompt and reads a line; spaces around the line are removed. */
terminal_input session_read_line(session *s, const char *prompt, char *line, size_t size);

/* ---- screen.c: the screen of the game -------------------------------------------------------- */

/* Shows the board, the log and the menu; without a menu (NULL) the log ends with the person's own
 * action. Marks all events as seen. */
void screen_show(session *s, int seat, menu *m, screen_part part);
/* Prints the message, if there is one, and clears it. */
void screen_print_message(session *s);
/* Shows what happened since the person last looked, if it does not fit into the screen's log. */
void screen_show_news(session *s, int seat, menu *m);
/* Makes the menu's list as the screen would show it, or turns to its next page. */
void screen_fit_menu(session *s, int seat, menu *m, bool next_page);

/* ---- pages.c: pages that a person asks for --------------------------------------------------- */

/* Shows a page, screen by screen if it is longer than the screen. */
void pages_show(session *s, const page *p, pages_kind kind);
/* Shows the commands and the legend of the board. */
void pages_show_help(session *s);
/* Shows the whole board. */
void pages_show_board(session *s, int viewer);
/* Shows a part of the map, from which a person goes on to others: `what` is the beginning of the
 * name of a part or of a thing in it, "" for the part that the question is about, and "all" for the
 * whole map. */
void pages_show_map(session *s, int viewer, const char *what);
/* Shows the whole log. */
void pages_show_log(session *s, int viewer);
/* Shows the text of a clause. */
void pages_show_clause(session *s, int clause);
/* Shows what is known about a thing: `what` is the letter of a thing in the hand, the number of an
 * item of the menu (which may be NULL), or the beginning of a name; "" shows the whole hand. */
void pages_show_thing(session *s, const char *what, const menu *m);
/* Adds the sentences of the events from `first` up to but not including `end` that the viewer may
 * see; without `all` only those of the short log. */
void pages_add_events(session *s, page *p, int viewer, int first, int end, bool all);

/* ---- dialogue.c: questions and answers ------------------------------------------------------- */

/* Asks a person the question of the game until it is answered. */
dialogue_outcome dialogue_ask_question(session *s, int seat);
/* Shows a person what came of the answer, and lets the person continue or take it back. */
dialogue_outcome dialogue_confirm_move(session *s, int seat);
/* Asks for the keyboard to be passed to a person; nothing of anybody's view is on the screen. */
dialogue_outcome dialogue_hand_over(session *s, int seat);

/* Runs a command that does not answer the question, such as help. `m` is the menu of the question;
 * NULL if none is asked. Returns false if the line is no such command. `result` is changed if the
 * game is left or a choice is taken back. */
bool dialogue_run_command(
	session *s, int seat, const char *typed, const menu *m, dialogue_outcome *result);
/* Reads numbers of items: "2 3 1" opens two groups and chooses from the second; "1x3" chooses item
 * 1 three times. Returns whether an action was chosen, and sets `chosen` and `times`. */
bool dialogue_read_choice(
	session *s, int seat, menu *m, const char *line, ap_action *chosen, int *times);
/* Shows only choices that have the part of a name; a '/' before it is left out. Returns false, with
 * a message, if there are none. */
bool dialogue_filter_choices(session *s, int seat, menu *m, const char *part);
/* Offers to save a game that is not in a file, or not all of it. */
void dialogue_offer_to_save(session *s);

/* ---- end.c: the end of a game ---------------------------------------------------------------- */

/* Shows the result, runs commands, and offers to save the game. */
dialogue_outcome dialogue_end_game(session *s);
/* Shows the result. */
void dialogue_show_result(session *s);

#endif

/* board.h: the table of a game as lines of text.
 *
 * A game may bring a drawing of its own (board_drawing); a game without one is shown on the generic
 * board (generic.h). The functions board_* ask the drawing and answer for what it leaves out; those
 * at the end are helpers for drawings. */
#ifndef APPARAT_TERMINAL_BOARD_H
#define APPARAT_TERMINAL_BOARD_H

#include "terminal/page.h"
#include "core/game.h"
#include "text/catalogue.h"

/* ---- Types ----------------------------------------------------------------------------------- */

/* A table as one viewer sees it: all that a drawing needs. */
typedef struct board {
	const ap_game *game;
	const struct board_drawing *drawing;
	ap_language language;
	const void *view;              /* the viewer's view of the state */
	int viewer;                    /* a seat, or AP_OBSERVER */
	const char *who[AP_MAX_SEATS]; /* the name of the person or bot in each seat */
} board;

/* One name of a list of names, for example one card. */
typedef struct board_thing {
	const ap_names *names; /* the list; NULL means that there is no such thing */
	int index;             /* the position in the list */
} board_thing;

/* What a step means for people who have chosen to pass until their own turn. */
typedef enum board_word {
	WORD_OTHER, /* nothing: they are asked as usual */
	WORD_HOLDS, /* it is asked so often that they may choose to pass it each time */
	WORD_ENDS   /* it is their own turn: the choice to pass ends here */
} board_word;

/* How a game draws itself. Every function but `table` may be NULL. */
typedef struct board_drawing {
	/* Adds the table to `out`; in few lines if `brief`. */
	void (*table)(const board *b, page *out, bool brief);
	/* The list of the parts of a map that is too large for one screen, for example its regions;
	 * NULL if there is no such map. */
	const ap_names *parts;
	/* Adds one part of the map. */
	void (*part)(const board *b, page *out, int part);
	/* Returns the part that the question to the viewer is about, or the most interesting one. */
	int (*part_asked)(const board *b);
	/* Returns what a thing belongs to, for example the region of a space: long lists are grouped by
	 * it, and the map is opened at it. Its names are NULL if there is no such thing. */
	board_thing (*belongs)(const board *b, board_thing thing);
	/* Adds what the viewer holds. */
	void (*hand)(const board *b, page *out);
	/* Adds what the viewer holds, each thing with what it does. */
	void (*hand_at_length)(const board *b, page *out);
	/* Returns the n-th thing that the viewer holds; its names are NULL behind the last one. */
	board_thing (*held)(const board *b, int n);
	/* Writes an action in fewer words than the catalogue has. `rest` is true in a group of the menu
	 * that is open: its title already says the verb. Returns false if there are no such words. */
	bool (*say)(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size);
	/* Writes a few words that follow an action in the menu. `whole` is false if only the first
	 * argument of the action is chosen yet. */
	void (*note)(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
	/* Returns the catalogue's key for a group of actions with this verb, such as "Play a card";
	 * NULL if there is none. */
	const char *(*group)(int verb);
	/* Adds what there is to know about a thing. Returns false if that is nothing. */
	bool (*about)(const board *b, page *out, board_thing thing);
	/* Returns whether the next event of the short log says all that this one does. */
	bool (*outdated)(const ap_event *event, const ap_event *next);
	/* Returns the symbol of an event that the log shows in colour; NULL for any other event. */
	const char *(*loud)(const page *p, const ap_event *event);
	/* Adds the meaning of the symbols. */
	void (*legend)(const board *b, page *out);
	/* Adds the points of a game that is over, clause by clause. */
	void (*points)(const board *b, page *out);
} board_drawing;

/* ---- Asking the drawing ---------------------------------------------------------------------- */

/* Returns the game's own drawing; the generic one if the game has none or if `generic` is true. */
const board_drawing *board_drawing_for(const ap_game *game, bool generic);

/* Each of these calls the function of the same name in board_drawing, where it is described. What
 * the drawing leaves out adds nothing, is false or NULL. */
void board_table(const board *b, page *out, bool brief);
void board_part(const board *b, page *out, int part);
int board_part_asked(const board *b);
board_thing board_belongs(const board *b, board_thing thing);
void board_hand(const board *b, page *out);
/* Adds what board_hand() does if the drawing has nothing longer. */
void board_hand_at_length(const board *b, page *out);
board_thing board_held(const board *b, int n);
bool board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size);
void board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
const char *board_group(const board *b, int verb);
bool board_about(const board *b, page *out, board_thing thing);
bool board_outdated(const board_drawing *drawing, const ap_event *event, const ap_event *next);
const char *board_loud(const board_drawing *drawing, const page *p, const ap_event *event);
void board_legend(const board *b, page *out);
void board_points(const board *b, page *out);

/* ---- What the game declares ------------------------------------------------------------------ */

/* Returns whether the event is too unimportant for the short log. */
bool board_quiet(const ap_game *game, const ap_event *event);
/* Returns whether the action changes nothing, so that nobody needs to confirm it. */
bool board_calm(const ap_game *game, ap_action a);
/* Returns what the step means for people who have chosen to pass. */
board_word board_standing(const ap_game *game, int step);
/* Returns the face of the die that the event reports, or 0. */
int board_die(const ap_game *game, const ap_event *event);

/* ---- Helpers for drawings -------------------------------------------------------------------- */

/* Writes the title of the game in capitals. Returns `out`. */
const char *board_title(const board *b, char *out, size_t size);
/* Returns the game's list of names of this kind; NULL if it has none. */
const ap_names *board_list(const ap_game *game, const char *kind);
/* Writes a number in digits, with a minus sign if it is negative. Returns `out`. */
const char *board_number(char out[12], int n);
/* Returns the symbol before the name of a seat: its turn, the viewer's own seat, or neither. */
const char *board_turn_mark(const page *p, bool turn, bool own);

/* The bar at the top of the table, for example " GAME  ◢ ROUND 4 ◢ NORTH TO PLAY     LONG GAME ".
 * board_bar_start() begins the line, the next two append to it, board_bar_end() fills it up to the
 * right margin, where it writes `right`, and adds it to the page. */
void board_bar_start(const board *b, char line[TEXT_LINE]);
/* Appends a part, in capitals. */
void board_bar_part(const page *p, char line[TEXT_LINE], const char *part);
/* Appends whose turn it is or, if the game has not `started`, that it is being set up. */
void board_bar_turn(const board *b, const page *p, char line[TEXT_LINE], int seat, bool started);
void board_bar_end(page *out, char line[TEXT_LINE], const char *right);

/* Appends to the line what stands before a card's name: a symbol and its style. */
typedef void board_mark(const page *p, int card, char line[TEXT_LINE]);
/* Adds a line with all that the viewer holds (board_held()), each under a letter. */
void board_list_hand(const board *b, page *out, board_mark *mark);

#endif

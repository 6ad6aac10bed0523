/* board.h: a game's table as lines of text. A game may bring a drawing of its own; any other is
 * shown on the generic board (generic.h). */
#ifndef APPARAT_TERMINAL_BOARD_H
#define APPARAT_TERMINAL_BOARD_H

#include "terminal/page.h"
#include "core/game.h"
#include "text/catalogue.h"

/* Somebody looks at a table. */
typedef struct board {
	const ap_game *game;
	const struct board_drawing *drawing;
	ap_language language;
	const void *view; /* what the viewer may know, and nothing else */
	int viewer;
	const char *who[AP_MAX_SEATS]; /* who sits there, as people are told */
} board;

/* One of a list of names: a card, a leader. */
typedef struct board_thing {
	const ap_names *names; /* NULL: nothing */
	int index;
} board_thing;

/* At a step asked so often that people may leave word to pass, at one that ends it, elsewhere. */
typedef enum board_word { WORD_OTHER, WORD_HOLDS, WORD_ENDS } board_word;

/* All but the table may be NULL. */
typedef struct board_drawing {
	/* The table, in few lines if `brief`. */
	void (*table)(const board *b, page *out, bool brief);
	/* What the viewer holds, and the n-th thing of it. */
	void (*hand)(const board *b, page *out);
	board_thing (*held)(const board *b, int n);
	/* An action in words shorter than the catalogue's; `rest`: in an open group. False: it has
	 * none. */
	bool (*say)(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size);
	/* A few words after an action; `whole` is false when only its first argument is chosen. */
	void (*note)(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
	/* The catalogue's key for many actions of one verb: "Purge a leader"; NULL: none. */
	const char *(*group)(int verb);
	/* What there is to know about a thing; false: nothing. */
	bool (*about)(const board *b, page *out, board_thing thing);
	/* Not worth a line in the short log. */
	bool (*quiet)(const ap_event *event);
	/* The next line of the short log says it all; */
	bool (*outdated)(const ap_event *event, const ap_event *next);
	/* a big moment, and its symbol; */
	const char *(*loud)(const page *p, const ap_event *event);
	/* an action that changes nothing and needs no second thought; */
	bool (*calm)(ap_action a);
	/* whether people may leave word to be calm whenever the step is asked. */
	board_word (*standing)(int step);
	/* The face of the die that the event tells, or 0; NULL: no die has a face to show. */
	int (*die)(const ap_event *event);
	void (*legend)(const board *b, page *out);
	/* The count at the end, clause by clause. */
	void (*points)(const board *b, page *out);
} board_drawing;

/* The game's own drawing; where it has none, or where that is wanted, the generic one. */
const board_drawing *board_drawing_for(const ap_game *game, bool generic);

void board_table(const board *b, page *out, bool brief);
void board_hand(const board *b, page *out);
board_thing board_held(const board *b, int n);
bool board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size);
void board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size);
const char *board_group(const board *b, int verb);
bool board_about(const board *b, page *out, board_thing thing);
bool board_quiet(const ap_game *game, const ap_event *event);
bool board_outdated(const board_drawing *drawing, const ap_event *event, const ap_event *next);
/* NULL: it is no big moment. */
const char *board_loud(const board_drawing *drawing, const page *p, const ap_event *event);
bool board_calm(const ap_game *game, ap_action a);
board_word board_standing(const ap_game *game, int step);
int board_die(const ap_game *game, const ap_event *event);
void board_legend(const board *b, page *out);
void board_points(const board *b, page *out);

/* ---- What the drawings share ----------------------------------------------------------------- */

const char *board_title(const board *b, char *out, size_t size); /* the game's name, in capitals */
const ap_names *board_list(const ap_game *game, const char *kind); /* of names; NULL: none */
const char *board_number(char out[12], int n);
const char *board_turn_mark(const page *p, bool turn, bool own); /* before a seat's name */

/* The bar at the head of the table: " KREMLIN  ◢ YEAR 4 ◢ PURGE PHASE     ADVANCED ". */
void board_bar_start(const board *b, char line[TEXT_LINE]);
void board_bar_part(const page *p, char line[TEXT_LINE], const char *part);
void board_bar_turn(const board *b, const page *p, char line[TEXT_LINE], int seat, bool started);
void board_bar_end(page *out, char line[TEXT_LINE], const char *right);

/* What the viewer holds; `mark` adds what goes before a card's name, and its style. */
typedef void board_mark(const page *p, int card, char line[TEXT_LINE]);
void board_list_hand(const board *b, page *out, board_mark *mark);

#endif

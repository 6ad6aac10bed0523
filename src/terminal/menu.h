/* menu.h: the actions that a person may choose from, as a numbered list.
 *
 * Actions that differ only in equal copies of a card are one item. A list that is too long for the
 * screen is chosen from in steps: first the verb, then the first argument, then the second. Before
 * an argument of which there are too many comes what it belongs to, for example the region of a
 * space (board_belongs()). A part of a name that is typed leaves only the actions that have it. */
#ifndef APPARAT_TERMINAL_MENU_H
#define APPARAT_TERMINAL_MENU_H

#include "terminal/board.h"

typedef struct menu_item {
	ap_action action; /* the action; of a group, its first action */
	int count;        /* number of actions: 1 for an action, more for a group */
} menu_item;

/* What makes one item of the list: an action, an argument, what it belongs to, or a verb. */
typedef enum menu_grouping {
	MENU_BY_ACTION,
	MENU_BY_X,
	MENU_BY_OWNER_OF_X,
	MENU_BY_OWNER_OF_Y,
	MENU_BY_VERB
} menu_grouping;

typedef struct menu {
	const board *board;
	ap_action action[AP_MAX_LEGAL]; /* all legal actions, without equal copies */
	int actions;
	int open_verb;   /* the verb that was chosen; -1 if none was */
	int open_action; /* index of an action whose first argument was chosen; -1 if none was */
	/* What the arguments belong to, once that was chosen. */
	bool has_owner_of_x, has_owner_of_y;
	board_thing owner_of_x, owner_of_y;
	char filter[80];              /* the part of a name that was typed; "" for none */
	bool hidden[AP_MAX_LEGAL];    /* the actions that do not have it */
	menu_item item[AP_MAX_LEGAL]; /* what can be chosen now */
	int items;
	menu_grouping by; /* what the items are */
	int page, pages;  /* the page of the list that is shown, from 0, and their number */
} menu;

typedef enum menu_choice {
	MENU_NO_SUCH, /* there is no item of this number */
	MENU_CHANGED, /* a group was opened or closed: the list is another one */
	MENU_CHOSEN   /* an action was chosen */
} menu_choice;

/* ---- The list -------------------------------------------------------------------------------- */

/* Fills the menu with the legal actions of the board's viewer; nothing is chosen yet. The board
 * must stay where it is as long as the menu is used. */
void menu_start(menu *m, const board *b);
/* Makes the list of items for a page like `p` with this number of lines: of single actions if they
 * fit, otherwise of groups. */
void menu_fit(menu *m, const page *p, int lines);
/* Returns the number of lines that the list takes, which is at most `most`, and sets m->pages. */
int menu_line_count(menu *m, const page *p, int most);
/* Adds the list to the page, in columns and in this number of lines. */
void menu_draw(const menu *m, page *p, int lines);
/* Shows the next page of the list, after the last one the first. */
void menu_next_page(menu *m, const page *p, int lines);

/* ---- Choosing -------------------------------------------------------------------------------- */

/* Chooses the n-th item, counted from 1; 0 closes the group that is open. Sets `chosen` to the
 * action if the result is MENU_CHOSEN. */
menu_choice menu_choose(menu *m, int n, ap_action *chosen);
/* Shows only actions whose words have this part. Returns false, and changes nothing, if no action
 * has it. */
bool menu_filter(menu *m, const char *part);
/* Returns what the n-th item, counted from 1, belongs to if that makes the item a group; its names
 * are NULL if not, or if it belongs to nothing. */
board_thing menu_owner(const menu *m, int n);
/* Returns whether a group is open, or some actions are not shown. */
bool menu_is_open(const menu *m);
/* Writes what was chosen so far, for example "Play a card ▸ Ace"; "" if nothing was. */
void menu_write_path(const menu *m, const page *p, char *out, size_t size);
/* Returns the clause of the first event that the action would cause. */
int menu_action_clause(const menu *m, ap_action action);

#endif

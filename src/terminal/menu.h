/* menu.h: what a person may do, as a numbered list. Equal copies of a card are one entry; a
 * long list is chosen from in steps: what to do, to whom, with which card. */
#ifndef APPARAT_TERMINAL_MENU_H
#define APPARAT_TERMINAL_MENU_H

#include "terminal/board.h"

typedef struct menu_item {
	ap_action action; /* the action, or the first of a group */
	int count;        /* 1: an action; more: a group to be opened */
} menu_item;

typedef struct menu {
	const board *board;
	ap_action action[AP_MAX_LEGAL]; /* without equal copies */
	int actions;
	int verb; /* chosen so far; -1: nothing */
	int x;    /* the action whose first argument is chosen; -1: none */
	menu_item item[AP_MAX_LEGAL];
	int items;
	int page, pages;
} menu;

/* All that the seat may do, nothing chosen yet. */
void menu_start(menu *m, const board *b);
/* Makes the list for a screen of so many lines. */
void menu_fit(menu *m, const page *p, int lines);
/* The lines the list takes on a page, at most so many. */
void menu_add(const menu *m, page *p, int lines);
int menu_lines(menu *m, const page *p, int most);
void menu_next_page(menu *m, const page *p, int lines);

typedef enum menu_choice { MENU_NO_SUCH, MENU_OPENED, MENU_CHOSEN } menu_choice;

/* Takes the n-th item, counted from 1. 0 closes a group. */
menu_choice menu_take(menu *m, int n, ap_action *chosen);
bool menu_is_open(const menu *m);
/* "Purge a leader / Zakharov" */
void menu_path(const menu *m, const page *p, char *out, size_t size);
/* The clause an action rests on: that of the first thing it would tell. */
int menu_clause(const menu *m, ap_action action);

#endif

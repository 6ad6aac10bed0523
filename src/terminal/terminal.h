/* terminal.h: the screen and the keyboard, or the pipes that stand in for them. */
#ifndef APPARAT_TERMINAL_TERMINAL_H
#define APPARAT_TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Somebody else who has things to do while a line is awaited: a connection. */
typedef struct terminal_company {
	void *self;
	/* What to wait for besides the keyboard (-1: nothing), and for how many milliseconds. */
	int (*watch)(void *self, int *fd, bool *writes);
	bool (*serve)(void *self); /* true: there is something new to be drawn */
} terminal_company;

typedef struct terminal {
	bool keyboard; /* lines are typed, and seen while they are */
	bool live;     /* people at a screen: each page replaces the last */
	bool wipes;    /* understands what clears it */
	bool colour;   /* and colours */
	bool utf8;     /* and more than ASCII */
	bool symbols;  /* and stars and lines are welcome */
	bool ended;    /* nothing more can be read */
	int columns, rows;
	size_t held; /* bytes read but not yet handed out */
	char input[1024];
	terminal_company company; /* all zero: none */
} terminal;

typedef enum terminal_line {
	LINE_READ,
	LINE_ENDED,   /* the input is at its end */
	LINE_STOPPED, /* a signal asks the program to stop */
	LINE_RESIZED  /* draw again, for the screen or the company has changed, then read again */
} terminal_line;

void terminal_open(terminal *t, bool plain);
void terminal_close(terminal *t); /* puts everything back */
void terminal_measure(terminal *t);
void terminal_clear(const terminal *t); /* before a page; only a live screen is cleared */
void terminal_wipe(const terminal *t);  /* nothing that was shown can be scrolled back to */

/* The next line without its end; what does not fit is dropped. */
terminal_line terminal_read(terminal *t, char *line, size_t size);
/* Waits for the company alone, until there is something to be drawn. */
terminal_line terminal_wait(terminal *t);
int terminal_signal(void); /* the signal that asked to stop, or 0 */

#endif

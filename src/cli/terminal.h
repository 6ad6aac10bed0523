/* terminal.h: the screen and the keyboard, or the pipes that stand in for them. */
#ifndef APPARAT_CLI_TERMINAL_H
#define APPARAT_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

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
} terminal;

typedef enum terminal_line {
	LINE_READ,
	LINE_ENDED,   /* the input is at its end */
	LINE_STOPPED, /* a signal asks the program to stop */
	LINE_RESIZED  /* draw again, then read again */
} terminal_line;

void terminal_open(terminal *t, bool plain);
void terminal_close(terminal *t); /* puts everything back */
void terminal_measure(terminal *t);
void terminal_clear(const terminal *t); /* before a page; only a live screen is cleared */
void terminal_wipe(const terminal *t);  /* nothing that was shown can be scrolled back to */

/* The next line without its end; what does not fit is dropped. */
terminal_line terminal_read(terminal *t, char *line, size_t size);
int terminal_signal(void); /* the signal that asked to stop, or 0 */

#endif

/* terminal.h: the screen and the keyboard, or the pipes that take their place.
 *
 * A program opens the terminal once, prints to the standard output, reads lines with
 * terminal_read(), and closes it at the end. */
#ifndef APPARAT_TERMINAL_TERMINAL_H
#define APPARAT_TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "terminal/line_editor.h"

/* What reading ends with. */
typedef enum terminal_input {
	INPUT_LINE,    /* a line was read */
	INPUT_ENDED,   /* the input has ended */
	INPUT_STOPPED, /* a signal asks the program to stop: see terminal_stop_signal() */
	INPUT_REDRAW   /* no line yet: the screen must be drawn again before the next call */
} terminal_input;

/* Work that goes on while a line is awaited, for example serving a network connection. */
typedef struct terminal_background {
	void *self; /* passed to both functions; NULL if there is no such work */
	/* Returns after how many milliseconds serve() is to be called at the latest; -1 for no limit.
	 * May set `fd` to a file descriptor to wait for, and `writes` if it waits to be writable, too.
	 */
	int (*watch)(void *self, int *fd, bool *writes);
	/* Does what there is to do. Returns whether the screen must be drawn again. */
	bool (*serve)(void *self);
} terminal_background;

typedef struct terminal {
	bool keyboard;    /* lines are typed at a keyboard, not piped in */
	bool full_screen; /* each page replaces the one before it; otherwise pages follow each other */
	bool can_clear;   /* the terminal understands escape sequences */
	bool colour;      /* colours are printed */
	bool utf8;        /* characters other than ASCII are printed */
	bool symbols;     /* stars, lines and other symbols are printed */
	bool input_ended; /* nothing more can be read */
	int columns, rows;
	char input[1024];          /* what was read and is not handed out yet */
	size_t input_length;       /* number of bytes in `input` */
	line_editor *editor;       /* NULL: lines are not edited by the program */
	terminal_input broken_off; /* why the editor got no more input */
	terminal_background background;
} terminal;

/* ---- The screen ------------------------------------------------------------------------------ */

/* Finds out what the terminal can do and takes over its screen and the signals. `plain` forbids
 * colours, symbols and the full screen. */
void terminal_open(terminal *t, bool plain);
/* Gives screen and signals back. */
void terminal_close(terminal *t);
/* Sets `columns` and `rows` to the present size. */
void terminal_measure(terminal *t);
/* Clears a full screen for the next page. */
void terminal_clear(const terminal *t);
/* Clears the screen so that what was on it cannot be scrolled back to, and forgets what was typed.
 */
void terminal_clear_history(const terminal *t);

/* ---- Reading --------------------------------------------------------------------------------- */

/* Prints the prompt and reads the next line, without its end; what does not fit into `size` bytes
 * is dropped. */
terminal_input terminal_read(terminal *t, const char *prompt, char *line, size_t size);
/* Reads nothing, but waits until the background work asks for the screen to be drawn again, or
 * until a signal comes. */
terminal_input terminal_wait_for_background(terminal *t);
/* Returns the signal that has asked the program to stop, or 0. */
int terminal_stop_signal(void);

#endif

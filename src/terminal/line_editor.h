/* line_editor.h: lets people edit the line they type, with cursor keys and a history of the lines
 * before it. The work is done by libedit. */
#ifndef APPARAT_TERMINAL_LINE_EDITOR_H
#define APPARAT_TERMINAL_LINE_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

typedef struct line_editor line_editor;

/* Returns the next byte that was typed, and waits for it; -1 breaks reading off. */
typedef int line_editor_source(void *context);

/* What reading a line ends with. */
typedef enum line_editor_result {
	LINE_EDITOR_LINE,
	LINE_EDITOR_ENDED,     /* Ctrl-D in an empty line */
	LINE_EDITOR_BROKEN_OFF /* by the source; what was typed so far is in the next line again */
} line_editor_result;

/* Begins to edit lines on the terminal of stdin and stdout. Returns NULL if it cannot be done. */
line_editor *line_editor_new(line_editor_source *source, void *context);
/* Ends it; the editor may be NULL. */
void line_editor_free(line_editor *e);

/* Prints the prompt and reads a line, without its end; what does not fit into `size` bytes is
 * dropped. Escape sequences in the prompt take no room. */
line_editor_result line_editor_read(line_editor *e, const char *prompt, char *line, size_t size);
/* Takes the keyboard over again, after the program was suspended while it read a line. */
void line_editor_resume(line_editor *e);
/* Forgets the lines that were typed, so that the next person at the keyboard does not find them. */
void line_editor_forget(line_editor *e);

#endif

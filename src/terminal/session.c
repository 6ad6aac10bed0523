/* session.c: see session.h. */
#include "terminal/session.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/words.h"

const board_drawing *session_drawing(const session *s)
{
	return board_drawing_for(s->table.game, s->generic_board);
}

void session_set_viewer(session *s, int viewer)
{
	assert(s->table.game && viewer >= 0 && viewer <= AP_OBSERVER);
	ap_view(s->table.game, table_state(&s->table), viewer, &s->view);
	s->board = (board){
		.game = s->table.game,
		.drawing = session_drawing(s),
		.language = s->language,
		.view = &s->view,
		.viewer = viewer,
	};
	for (int seat = 0; seat < table_players(&s->table); seat++)
		s->board.who[seat] =
			table_player_name(&s->table, s->language, seat, s->names[seat], sizeof s->names[seat]);
}

const char *session_word(const session *s, const char *key)
{
	return play_word(s->language, key);
}

void session_set_message(session *s, const char *key, const char *arg)
{
	assert(key && arg);
	char clean[200];
	snprintf(clean, sizeof clean, "%s", arg);
	text_clean(clean);
	play_say(s->message, sizeof s->message, s->language, key, clean, NULL);
}

void session_add_message(session *s, const char *text)
{
	assert(text);
	size_t used = strlen(s->message);
	snprintf(s->message + used, sizeof s->message - used, "%s%s", used > 0 ? " " : "", text);
}

static void print(const session *s, const char *text, FILE *out)
{
	char ascii[TEXT_LINE];
	text_to_ascii(text, ascii, sizeof ascii);
	text_print(s->terminal.utf8 ? text : ascii, s->terminal.colour, out);
}

/* Prints the prompt but for its last line, and returns that as it is to be printed. A prompt ends
 * with a space, which lines do not. */
static char *begin_prompt(const session *s, const char *prompt)
{
	char *last = NULL;
	size_t length;
	page p = page_for(&s->terminal);
	page_wrap(&p, 0, prompt);
	page_print(&p, &s->terminal, 0, p.lines - 1);
	FILE *out = open_memstream(&last, &length);
	if (out) {
		text_print(p.line[p.lines - 1], s->terminal.colour, out);
		fputc(' ', out);
		fclose(out);
	}
	page_free(&p);
	return last;
}

terminal_input session_read_line(session *s, const char *prompt, char *line, size_t size)
{
	assert(line && size > 0);
	char *printed = begin_prompt(s, prompt);
	terminal_input result = terminal_read(&s->terminal, printed ? printed : "", line, size);
	free(printed);
	if (result == INPUT_REDRAW)
		return result;
	if (result != INPUT_LINE) {
		putchar('\n');
		return result;
	}
	size_t length = strlen(line), start = strspn(line, " \t\r");
	while (length > start && strchr(" \t\r", line[length - 1]))
		line[--length] = '\0';
	memmove(line, line + start, length - start + 1);
	if (!s->terminal.keyboard) { /* the output has the line only if it is printed here */
		char copy[TEXT_LINE];
		snprintf(copy, sizeof copy, "%s", line);
		text_clean(copy);
		print(s, copy, stdout);
		putchar('\n');
	}
	return result;
}

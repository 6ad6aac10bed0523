/* session.c: see session.h. */
#include "terminal/session.h"

#include <assert.h>
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

static void print(const session *s, const char *text)
{
	char ascii[TEXT_LINE];
	text_to_ascii(text, ascii, sizeof ascii);
	text_print(s->terminal.utf8 ? text : ascii, s->terminal.colour, stdout);
}

terminal_input session_read_line(session *s, const char *prompt, char *line, size_t size)
{
	assert(line && size > 0);
	print(s, prompt);
	terminal_input result = terminal_read(&s->terminal, line, size);
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
		print(s, copy);
		putchar('\n');
	}
	return result;
}

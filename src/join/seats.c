/* seats.c: a table before its game begins: who sits where, how to invite others, beginning. */
#include "join/join.h"

#include <stdio.h>
#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

/* ---- What may be done ------------------------------------------------------------------------ */

bool join_sit(join *j, const char *seat)
{
	json_t *message = join_message(j, "join");
	if (seat[0])
		json_object_set_new(message, "seat", json_string(seat));
	return join_do(j, message);
}

/* What begins comes after the word that it does: a ping is answered after both. */
bool join_start(join *j)
{
	return join_do(j, join_message(j, "start")) && join_do(j, json_pack("{ss}", "type", "ping"));
}

typedef enum seats_choice { BEGIN, SIT, GET_UP, CANCEL, GO, CHOICES } seats_choice;

static int choices_now(const join *j, seats_choice out[CHOICES])
{
	int count = 0;
	bool owner = json_is_true(json_object_get(j->about, "owner"));
	bool seated = j->viewer != AP_OBSERVER;
	if (owner && join_is_full(j->about))
		out[count++] = BEGIN;
	if (!seated && join_has_free(j->about))
		out[count++] = SIT;
	if (seated)
		out[count++] = GET_UP;
	if (owner)
		out[count++] = CANCEL;
	out[count++] = GO;
	return count;
}

static join_go do_choice(join *j, seats_choice choice)
{
	switch (choice) {
	case BEGIN:
		join_start(j);
		return JOIN_ON;
	case SIT:
		join_sit(j, "");
		return JOIN_ON;
	case GET_UP:
		return join_do(j, join_message(j, "leave")) ? JOIN_LOBBY : JOIN_ON;
	case CANCEL:
		return join_do(j, join_message(j, "cancel")) ? JOIN_LOBBY : JOIN_ON;
	default:
		return JOIN_LOBBY;
	}
}

/* ---- The page -------------------------------------------------------------------------------- */

static void add_seats(const join *j, page *p)
{
	const table *t = &j->s.table;
	char line[TEXT_LINE], who[64];
	for (int seat = 0; seat < table_players(t); seat++) {
		const json_t *from = json_array_get(json_object_get(j->about, "seats"), (size_t)seat);
		bool free_seat = strcmp(join_string(from, "kind"), "open") == 0;
		snprintf(line, sizeof line, "  %s%s" S_PLAIN, seat == j->viewer ? S_BOLD : "",
			ap_seat_word(t->game, j->s.language, seat));
		text_pad(line, sizeof line, 20);
		text_add(line, sizeof line, "%s",
			free_seat ? session_word(&j->s, "cli.join.free")
					  : table_player_name(t, j->s.language, seat, who, sizeof who));
		page_add(p, line);
	}
}

/* To be copied: longer than a line it may be, but it is one line. Returns how many it takes. */
static int print_invitation(const join *j)
{
	char url[JOIN_URL];
	if (!j->invite[0] || !join_has_free(j->about))
		return 0;
	int length = printf("apparat join '%s/t/%s?invite=%s'\n\n", join_write_address(&j->to, url),
		j->table, j->invite);
	return length / j->s.terminal.columns + 2;
}

static void add_choices(const join *j, page *p, const seats_choice *choices, int count)
{
	static const char *const words[CHOICES] = {[BEGIN] = "cli.join.begin",
		[SIT] = "cli.join.sit",
		[GET_UP] = "cli.join.get-up",
		[CANCEL] = "cli.join.cancel",
		[GO] = "cli.join.go"};
	char line[TEXT_LINE];
	for (int i = 0; i < count; i++) {
		snprintf(line, sizeof line, S_BOLD "%2d" S_PLAIN " %s", i + 1,
			session_word(&j->s, words[choices[i]]));
		page_add(p, line);
	}
}

static void draw(join *j, const seats_choice *choices, int count)
{
	page top = page_for(&j->s.terminal), rest = top;
	char title[80];
	j->s.board = (board){.game = j->s.table.game, .language = j->s.language};
	page_rule(&top, board_title(&j->s.board, title, sizeof title));
	add_seats(j, &top);
	page_add(&top, "");
	if (j->invite[0] && join_has_free(j->about))
		page_add(&top, session_word(&j->s, "cli.join.invite"));
	terminal_clear(&j->s.terminal);
	page_print(&top, &j->s.terminal, 0, top.lines);
	int room = j->s.terminal.rows - top.lines - print_invitation(j) - count - 3;
	add_choices(j, &rest, choices, count);
	if (j->s.terminal.full_screen)
		join_aside(j, &rest, room > 0 ? room : 0);
	page_print(&rest, &j->s.terminal, 0, rest.lines);
	page_free(&top);
	page_free(&rest);
	j->fresh_seats = false;
}

join_go join_seats(join *j)
{
	char line[JOIN_LINE];
	seats_choice choices[CHOICES];
	int count = choices_now(j, choices);
	join_go go = JOIN_ON;
	terminal_measure(&j->s.terminal);
	if (j->s.terminal.full_screen || j->fresh_seats)
		draw(j, choices, count);
	join_print_talk(j);
	screen_print_message(&j->s);
	join_drawn(j);
	terminal_input read = join_read(j, session_word(&j->s, "cli.join.choose"), line);
	if (read == INPUT_REDRAW)
		return JOIN_ON;
	if (read != INPUT_LINE)
		return JOIN_LEFT;
	if (!line[0] || join_command(j, line, &go))
		return go;
	if (line[0] < '1' || line[0] > '0' + count || line[1]) {
		session_set_message(&j->s, "cli.no-such", line);
		return JOIN_ON;
	}
	return do_choice(j, choices[line[0] - '1']);
}

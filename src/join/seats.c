/* seats.c: a table whose game has not begun: who sits where, how to invite others, and starting. */
#include "join/join.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

/* ---- What a person may do -------------------------------------------------------------------- */

bool join_sit(join *j, const char *seat)
{
	assert(seat);
	json_t *message = join_message(j, "join");
	if (seat[0])
		json_object_set_new(message, "seat", json_string(seat));
	return join_perform(j, message);
}

/* The server answers before it sends the table with its commitment to the dice. A ping is answered
 * after both, so the client waits for that; and for another, after it has opened its nonce. */
bool join_start(join *j)
{
	return join_perform(j, join_message(j, "start")) &&
		join_perform(j, json_pack("{ss}", "type", "ping")) &&
		join_perform(j, json_pack("{ss}", "type", "ping"));
}

typedef enum seats_choice { START, SIT, LEAVE_SEAT, CANCEL, GO_TO_LOBBY, CHOICES } seats_choice;

/* Writes what the person may do now. Returns how many choices there are. */
static int list_choices(const join *j, seats_choice out[CHOICES])
{
	int count = 0;
	bool is_owner = json_is_true(json_object_get(j->table_info, "owner"));
	bool is_seated = j->viewer != AP_OBSERVER;
	if (is_owner && join_table_is_full(j->table_info))
		out[count++] = START;
	if (!is_seated && join_has_free_seat(j->table_info))
		out[count++] = SIT;
	if (is_seated)
		out[count++] = LEAVE_SEAT;
	if (is_owner)
		out[count++] = CANCEL;
	out[count++] = GO_TO_LOBBY;
	return count;
}

static join_next perform_choice(join *j, seats_choice choice)
{
	switch (choice) {
	case START:
		join_start(j);
		return JOIN_STAY;
	case SIT:
		join_sit(j, "");
		return JOIN_STAY;
	case LEAVE_SEAT:
		return join_perform(j, join_message(j, "leave")) ? JOIN_GO_TO_LOBBY : JOIN_STAY;
	case CANCEL:
		return join_perform(j, join_message(j, "cancel")) ? JOIN_GO_TO_LOBBY : JOIN_STAY;
	default:
		return JOIN_GO_TO_LOBBY;
	}
}

/* ---- The page -------------------------------------------------------------------------------- */

static void add_seats(const join *j, page *p)
{
	const table *t = &j->session.table;
	char line[TEXT_LINE], who[64];
	for (int seat = 0; seat < table_players(t); seat++) {
		const json_t *from = json_array_get(json_object_get(j->table_info, "seats"), (size_t)seat);
		bool free_seat = strcmp(join_string(from, "kind"), "open") == 0;
		snprintf(line, sizeof line, "  %s%s" S_PLAIN, seat == j->viewer ? S_BOLD : "",
			ap_seat_word(t->game, j->session.language, seat));
		text_pad(line, sizeof line, 20);
		text_add(line, sizeof line, "%s",
			free_seat ? session_word(&j->session, "cli.join.free")
					  : table_player_name(t, j->session.language, seat, who, sizeof who));
		page_add(p, line);
	}
}

/* Prints the invitation as one line, however long, so that it can be copied. Returns how many lines
 * of the screen it takes. */
static int print_invitation(const join *j)
{
	char url[JOIN_URL];
	if (!j->invite_key[0] || !join_has_free_seat(j->table_info))
		return 0;
	int length = printf("apparat join '%s/t/%s?invite=%s'\n\n",
		join_write_address(&j->address, url), j->table_key, j->invite_key);
	return length / j->session.terminal.columns + 2;
}

static void add_choices(const join *j, page *p, const seats_choice *choices, int count)
{
	static const char *const words[CHOICES] = {[START] = "cli.join.begin",
		[SIT] = "cli.join.sit",
		[LEAVE_SEAT] = "cli.join.get-up",
		[CANCEL] = "cli.join.cancel",
		[GO_TO_LOBBY] = "cli.join.go"};
	char line[TEXT_LINE];
	for (int i = 0; i < count; i++) {
		snprintf(line, sizeof line, S_BOLD "%2d" S_PLAIN " %s", i + 1,
			session_word(&j->session, words[choices[i]]));
		page_add(p, line);
	}
}

static void draw(join *j, const seats_choice *choices, int count)
{
	page top = page_for(&j->session.terminal), rest = top;
	char title[80];
	j->session.board = (board){.game = j->session.table.game, .language = j->session.language};
	page_rule(&top, board_title(&j->session.board, title, sizeof title));
	add_seats(j, &top);
	page_add(&top, "");
	if (j->invite_key[0] && join_has_free_seat(j->table_info))
		page_add(&top, session_word(&j->session, "cli.join.invite"));
	terminal_clear(&j->session.terminal);
	page_print(&top, &j->session.terminal, 0, top.lines);
	int room = j->session.terminal.rows - top.lines - print_invitation(j) - count - 3;
	add_choices(j, &rest, choices, count);
	if (j->session.terminal.full_screen)
		join_add_notices(j, &rest, room > 0 ? room : 0);
	page_print(&rest, &j->session.terminal, 0, rest.lines);
	page_free(&top);
	page_free(&rest);
	j->print_seats = false;
}

join_next join_run_seats(join *j)
{
	assert(j->table_info && j->session.table.game);
	char line[JOIN_LINE];
	seats_choice choices[CHOICES];
	int count = list_choices(j, choices);
	join_next next = JOIN_STAY;
	terminal_measure(&j->session.terminal);
	if (j->session.terminal.full_screen || j->print_seats)
		draw(j, choices, count);
	join_print_new_talks(j);
	screen_print_message(&j->session);
	join_mark_drawn(j);
	terminal_input read = join_read_line(j, session_word(&j->session, "cli.join.choose"), line);
	if (read == INPUT_REDRAW)
		return JOIN_STAY;
	if (read != INPUT_LINE)
		return JOIN_QUIT;
	if (!line[0] || join_run_command(j, line, &next))
		return next;
	if (line[0] < '1' || line[0] > '0' + count || line[1]) {
		session_set_message(&j->session, "cli.no-such", line);
		return JOIN_STAY;
	}
	return perform_choice(j, choices[line[0] - '1']);
}

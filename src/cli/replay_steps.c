/* replay_steps.c: see replay_steps.h. */
#include "cli/replay_steps.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "terminal/session.h"
#include "terminal/words.h"

enum { LINE_SIZE = 256 };

/* Where the person is in the game. */
typedef struct player {
	session *session;
	int moves, events; /* of the whole game; the table has those up to the present moment */
	int before;        /* moves that were made by other rules, which are not shown */
	int viewer;
} player;

/* Shows the moment after so many moves: the table is made to be as it was then. */
static void go_to(player *p, int moves)
{
	table *t = &p->session->table;
	ap_history *h = &t->record.history;
	assert(moves >= 0 && moves <= p->moves);
	h->moves = p->moves;
	ap_history_at(h, moves, &h->state);
	h->moves = moves;
	t->log_length = p->events;
	while (t->log_length > 0 && t->log[t->log_length - 1].moves > moves)
		t->log_length--;
	if (p->session->events_seen[p->viewer] > t->log_length)
		p->session->events_seen[p->viewer] = t->log_length;
}

/* Returns whether the viewer was told anything worth a moment by the move before it. */
static bool tells_something(const player *p, int moves)
{
	const table *t = &p->session->table;
	for (int i = 0; i < p->events; i++) {
		const ap_event *event = &t->log[i].event;
		if (t->log[i].moves == moves && (event->seen_by & AP_SEAT(p->viewer)) &&
			!board_quiet(t->game, event))
			return true;
	}
	return false;
}

/* Goes on or back to the next moment of which the viewer was told something. */
static void go_on(player *p, int direction)
{
	int moves = p->session->table.record.history.moves;
	do
		moves += direction;
	while (moves > 0 && moves < p->moves && !tells_something(p, moves));
	if (moves >= 0 && moves <= p->moves)
		go_to(p, moves);
}

/* Looks at the game as somebody else. Returns false if there is no such seat. */
static bool change_viewer(player *p, const char *name)
{
	const table *t = &p->session->table;
	int viewer = strcmp(name, "observer") == 0 ? AP_OBSERVER : -1;
	for (int seat = 0; seat < table_players(t); seat++)
		if (strcmp(name, ap_seat_name(t->game, seat)) == 0)
			viewer = seat;
	if (viewer >= 0)
		p->viewer = viewer;
	return viewer >= 0;
}

/* Does what was typed. Returns false if the person wants to leave. */
static bool run_line(player *p, char *line)
{
	dialogue_outcome result = DIALOGUE_CONTINUE;
	uint64_t number;
	char typed[LINE_SIZE];
	snprintf(typed, sizeof typed, "%s", line);
	char *rest = text_split_word(typed);
	if (strcmp(line, "q") == 0)
		return false;
	if (!line[0])
		go_on(p, 1);
	else if (strcmp(line, "-") == 0)
		go_on(p, -1);
	else if (strcmp(line, "h") == 0)
		session_set_message(p->session, "cli.replay.help", "");
	else if (ap_cli_read_number(line, (uint64_t)(p->before + p->moves), &number) &&
		(int)number >= p->before)
		go_to(p, (int)number - p->before);
	else if (strcmp(typed, "seat") == 0 && change_viewer(p, rest))
		p->session->events_seen[p->viewer] = p->session->table.log_length;
	else if (strcmp(line, "u") == 0 || strcmp(typed, "seat") == 0 ||
		!dialogue_run_command(p->session, p->viewer, line, NULL, &result))
		session_set_message(p->session, "cli.no-such", line);
	return true;
}

/* Shows moments until the person leaves. */
static void step_through(player *p)
{
	session *s = p->session;
	char line[LINE_SIZE], prompt[LINE_SIZE], now[12], all[12];
	for (;;) {
		snprintf(now, sizeof now, "%d", p->before + s->table.record.history.moves);
		snprintf(all, sizeof all, "%d", p->before + p->moves);
		play_say(prompt, sizeof prompt, s->language, "cli.replay.prompt", now, all, NULL);
		screen_show(s, p->viewer, NULL, SCREEN_ALL);
		terminal_input read = session_read_line(s, prompt, line, sizeof line);
		if (read == INPUT_REDRAW)
			continue;
		if (read != INPUT_LINE || !run_line(p, line))
			return;
	}
}

int ap_cli_step_through(ap_record *record, int at, int viewer, ap_language language, bool plain)
{
	static session s;
	assert(record && viewer >= 0 && viewer <= AP_OBSERVER);
	s = (session){.language = language, .at_keyboard = viewer};
	s.table = (table){.record = *record, .game = record->history.game, .people = 1};
	for (int seat = 0; seat < table_players(&s.table); seat++)
		if (strncmp(record->who[seat], "bot ", 4) == 0)
			s.table.bot[seat] = ap_bot_named(s.table.game, record->who[seat] + 4);
	table_continue(&s.table, false);
	const ap_history *h = &s.table.record.history;
	player p = {&s, h->moves, s.table.log_length, h->earlier.moves, viewer};
	go_to(&p, at);
	terminal_open(&s.terminal, plain);
	step_through(&p);
	terminal_close(&s.terminal);
	s.table.record.history.moves = p.moves;
	*record = s.table.record;
	s.table.record = (ap_record){0};
	table_free(&s.table);
	return terminal_stop_signal() ? 128 + terminal_stop_signal() : 0;
}

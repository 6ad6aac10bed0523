/* table.c: a table whose game runs or is over. It has the screens of `apparat play`, but answers go
 * to the server and everything else comes from there. */
#include "join/join.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum {
	SEEN_AFTER = 1500,  /* ms after which events on the screen count as seen */
	TALKS_ON_SCREEN = 3 /* chat messages beside the board */
};

/* ---- Chat, undo and clock -------------------------------------------------------------------- */

/* Writes chat message n, counted from 0 over all of them. */
static void write_talk(const join *j, int n, char *out, size_t size)
{
	const join_talk *talk = &j->talk[n % JOIN_TALKS];
	snprintf(out, size, S_BLUE "%s%s%s:" S_PLAIN " %s", talk->who, talk->to[0] ? " > " : "",
		talk->to, talk->text);
}

void join_print_new_talks(join *j)
{
	char line[TEXT_LINE];
	page p = page_for(&j->session.terminal);
	for (; !j->session.terminal.full_screen && j->talks_printed < j->talk_count;
		 j->talks_printed++) {
		write_talk(j, j->talks_printed, line, sizeof line);
		page_wrap(&p, 2, line);
	}
	page_print(&p, &j->session.terminal, 0, p.lines);
	page_free(&p);
}

/* Writes that a seat asks to take a move back; "" if none does. */
static void write_undo(const join *j, char *out, size_t size)
{
	const json_t *undo = json_object_get(j->table_info, "undo");
	int by = ap_seat_named(j->session.table.game, join_string(undo, "by"));
	out[0] = '\0';
	if (json_is_object(undo) && by < AP_MAX_SEATS)
		play_say(out, size, j->session.language,
			by == j->viewer ? "cli.join.undo.own" : "cli.join.undo",
			ap_seat_word(j->session.table.game, j->session.language, by), NULL);
}

/* Writes the deadline by the clock of this machine; "" if there is none. */
static void write_deadline(const join *j, char *out, size_t size)
{
	json_int_t deadline = json_integer_value(json_object_get(j->table_info, "deadline"));
	time_t at = (time_t)((deadline - j->server_clock_ahead) / 1000);
	struct tm parts;
	char text[32] = "";
	out[0] = '\0';
	if (deadline <= 0 || !localtime_r(&at, &parts))
		return;
	bool is_far = at - time(NULL) > 12 * 3600;
	strftime(text, sizeof text, is_far ? "%Y-%m-%d %H:%M" : "%H:%M:%S", &parts);
	play_say(out, size, j->session.language, "cli.join.clock", text, NULL);
}

void join_add_notices(const join *j, page *p, int talks)
{
	char line[TEXT_LINE], text[TEXT_LINE - 16];
	assert(talks >= 0);
	int kept = j->talk_count < JOIN_TALKS ? j->talk_count : JOIN_TALKS;
	for (int n = j->talk_count - (kept < talks ? kept : talks); n < j->talk_count; n++) {
		write_talk(j, n, line, sizeof line);
		page_add(p, line);
	}
	join_add_dice(j, p);
	write_undo(j, text, sizeof text);
	if (text[0]) {
		snprintf(line, sizeof line, S_RED "%s" S_PLAIN, text);
		page_add(p, line);
	}
	write_deadline(j, text, sizeof text);
	if (text[0] && j->has_view) {
		snprintf(line, sizeof line, S_DIM "%s" S_PLAIN, text);
		page_add(p, line);
	}
}

/* ---- Screens --------------------------------------------------------------------------------- */

static void show_screen(join *j, menu *m, screen_part part)
{
	page notices = page_for(&j->session.terminal);
	if (j->session.terminal.full_screen)
		join_add_notices(j, &notices, TALKS_ON_SCREEN);
	j->session.extra_lines = &notices;
	join_print_new_talks(j);
	screen_show(&j->session, j->viewer, m, part);
	j->session.extra_lines = NULL;
	page_free(&notices);
}

/* Shows the game while others are asked. On a full screen events count as seen only if they were on
 * it for a while: bots may act several times in a moment. */
static void show_waiting(join *j)
{
	int *seen = &j->session.events_seen[j->viewer], really_seen = *seen;
	if (link_now() - j->drawn_at >= SEEN_AFTER && j->events_drawn > really_seen)
		really_seen = j->events_drawn;
	if (j->session.terminal.full_screen) {
		show_screen(j, NULL, SCREEN_ALL);
		j->events_drawn = j->session.table.log_length;
		*seen =
			really_seen < j->session.table.log_length ? really_seen : j->session.table.log_length;
		return;
	}
	page p = page_for(&j->session.terminal);
	pages_add_events(&j->session, &p, j->viewer, *seen, j->session.table.log_length, false);
	page_print(&p, &j->session.terminal, 0, p.lines);
	page_free(&p);
	*seen = j->session.table.log_length;
	join_print_new_talks(j);
	screen_print_message(&j->session);
}

/* ---- The question ---------------------------------------------------------------------------- */

/* Makes the menu of the question. A menu with the same actions is left as it is, so that a group
 * that is open in it stays open. */
static void prepare_menu(join *j)
{
	static menu now;
	session_set_viewer(&j->session, j->viewer);
	menu_start(&now, &j->session.board);
	bool same = j->menu_question == j->question && now.actions == j->menu.actions &&
		memcmp(now.action, j->menu.action, (size_t)now.actions * sizeof *now.action) == 0;
	if (same)
		return;
	j->menu = now;
	j->menu_question = j->question;
	j->print_question = true;
	screen_show_news(&j->session, j->viewer, &j->menu);
}

/* Sends an action in the notation of records. Returns whether the server has accepted it. */
static bool send_action(join *j, const char *words, int question)
{
	json_t *message = join_message(j, "act");
	json_object_set_new(message, "question", json_integer(question));
	json_object_set_new(message, "action", json_string(words));
	return join_perform(j, message);
}

/* Sends the action `times` times, but stops when somebody else or something else is asked. */
static void send_repeatedly(join *j, ap_action a, int times)
{
	char text[128];
	const ap_game *game = j->session.table.game;
	const void *view = table_state(&j->session.table);
	int step = ap_step_of(view), question = j->menu_question;
	ap_write_action(game, j->viewer, a, text, sizeof text);
	const char *words = text + strlen(ap_seat_name(game, j->viewer)) + 1;
	while (send_action(j, words, question) && --times > 0) {
		if (ap_actors(view) != AP_SEAT(j->viewer) || ap_step_of(view) != step)
			return;
		question = j->question;
	}
}

/* Returns whether the line is an action in the notation of records, allowed or not. */
static bool is_action(const join *j, const char *line)
{
	const ap_game *game = j->session.table.game;
	char text[JOIN_LINE + 64];
	int who;
	ap_action action;
	snprintf(text, sizeof text, "%s %s", ap_seat_name(game, j->viewer), line);
	return ap_read_action(game, text, &who, &action);
}

/* Handles a line that is no command: numbers of items, a part of a name that the menu has, or an
 * action in the notation of records. The server reports what is wrong with the latter. */
static void answer(join *j, const char *line)
{
	ap_action chosen;
	int times;
	if (strcmp(line, "n") == 0)
		screen_fit_menu(&j->session, j->viewer, &j->menu, true);
	else if (line[0] == '/' ||
		(line[0] > '9' && !is_action(j, line) && menu_filter(&j->menu, line)))
		dialogue_filter_choices(&j->session, j->viewer, &j->menu, line);
	else if (line[0] < '0' || line[0] > '9')
		send_action(j, line, j->menu_question);
	else if (dialogue_read_choice(&j->session, j->viewer, &j->menu, line, &chosen, &times))
		send_repeatedly(j, chosen, times);
}

static const char *write_question_prompt(const join *j, char *out, size_t size)
{
	char range[16];
	const menu *m = &j->menu;
	snprintf(range, sizeof range, m->items > 1 ? "1-%d" : "%d", m->items);
	return play_say(out, size, j->session.language, m->pages > 1 ? "cli.input.more" : "cli.input",
		range, ap_seat_word(j->session.table.game, j->session.language, j->viewer), NULL);
}

static join_next ask_question(join *j)
{
	char line[JOIN_LINE], prompt[TEXT_LINE];
	join_next next = JOIN_STAY;
	prepare_menu(j);
	if (j->question < 0 || j->menu.actions == 0)
		return JOIN_STAY; /* it was answered while the news was shown */
	bool has_message = j->session.message[0] != '\0';
	show_screen(j, &j->menu,
		j->print_question ? SCREEN_ALL
			: has_message ? SCREEN_MESSAGE
						  : SCREEN_CHOICES);
	j->print_question = false;
	join_mark_drawn(j);
	terminal_input read = join_read_line(j, write_question_prompt(j, prompt, sizeof prompt), line);
	if (read == INPUT_REDRAW || (read == INPUT_LINE && !line[0]))
		return JOIN_STAY;
	if (read != INPUT_LINE)
		return JOIN_QUIT;
	if (!join_run_command(j, line, &next))
		answer(j, line);
	return next;
}

/* ---- Between questions ----------------------------------------------------------------------- */

/* Writes who is asked. Where pages follow each other it is "": otherwise it would be printed after
 * every line of the log. */
static const char *write_waiting_prompt(const join *j, char *out, size_t size)
{
	char names[200] = "";
	ap_seats asked = ap_actors(table_state(&j->session.table));
	if (!j->session.terminal.full_screen)
		return "";
	for (int seat = 0; seat < table_players(&j->session.table); seat++)
		if (asked & AP_SEAT(seat))
			text_add(names, sizeof names, "%s%s", names[0] ? ", " : "",
				ap_seat_word(j->session.table.game, j->session.language, seat));
	return play_say(out, size, j->session.language, "cli.join.waiting", names, NULL);
}

/* Reads a line while nothing is asked. Lines that are piped in are kept for the next question. */
static terminal_input read_meanwhile(join *j, const char *prompt, char line[JOIN_LINE])
{
	return j->session.terminal.keyboard ? join_read_line(j, prompt, line)
										: terminal_wait_for_background(&j->session.terminal);
}

/* Runs the command that was read while nothing is asked. */
static join_next run_line(join *j, terminal_input read, const char *line)
{
	join_next next = JOIN_STAY;
	if (read == INPUT_REDRAW || (read == INPUT_LINE && !line[0]))
		return JOIN_STAY;
	if (read != INPUT_LINE)
		return JOIN_QUIT;
	if (!join_run_command(j, line, &next))
		session_set_message(&j->session, "cli.join.not-now", line);
	return next;
}

static join_next wait_for_others(join *j)
{
	char line[JOIN_LINE], prompt[TEXT_LINE];
	show_waiting(j);
	join_mark_drawn(j);
	return run_line(
		j, read_meanwhile(j, write_waiting_prompt(j, prompt, sizeof prompt), line), line);
}

/* Waits while the link opens the connection again by itself. */
static join_next wait_for_link(join *j)
{
	char line[JOIN_LINE], text[TEXT_LINE];
	if (j->link.state == LINK_LOST && j->link.error[0]) {
		play_say(j->session.message, sizeof j->session.message, j->session.language,
			"cli.join.lost", j->link.error, NULL);
		text_clean(j->session.message);
		screen_print_message(&j->session);
		j->link.error[0] = '\0';
	}
	join_mark_drawn(j);
	snprintf(text, sizeof text, "%s",
		j->session.terminal.full_screen ? session_word(&j->session, "cli.join.back") : "");
	return run_line(j, read_meanwhile(j, text, line), line);
}

/* Asks the server for the table again after the connection was lost. Nothing is shown or asked
 * before the answer: the question that the client knows may be answered or taken back by now. */
static join_next watch_again(join *j)
{
	json_t *message = join_message(j, "watch");
	json_object_set_new(message, "since", json_integer(j->last_talk_at));
	bool refused = !join_perform(j, message) && j->link.state == LINK_UP;
	return refused ? JOIN_GO_TO_LOBBY : JOIN_STAY;
}

static join_next show_end(join *j)
{
	char line[JOIN_LINE];
	join_check_record(j);
	if (j->session.terminal.full_screen || j->print_result) {
		dialogue_show_result(&j->session);
		if (j->verdict[0]) /* however often the page is drawn, it says so */
			session_add_message(&j->session, j->verdict);
	}
	j->print_result = false;
	join_print_new_talks(j);
	screen_print_message(&j->session);
	join_mark_drawn(j);
	terminal_input read = join_read_line(j, session_word(&j->session, "cli.join.end"), line);
	if (read == INPUT_LINE && !line[0])
		return JOIN_GO_TO_LOBBY;
	return run_line(j, read, line);
}

/* Of a finished game of other rules the server sends no view; its record has what everybody saw. */
static join_next point_to_record(join *j)
{
	char url[JOIN_URL], record[JOIN_URL + JOIN_KEY + 32];
	snprintf(record, sizeof record, "%s/records/%s.whole.apr", join_write_address(&j->address, url),
		j->table_key);
	session_set_message(&j->session, "cli.join.other-rules", record);
	return JOIN_GO_TO_LOBBY;
}

/* ---- The table ------------------------------------------------------------------------------- */

/* Shows what the state of connection and table demands, and reads one line. */
static join_next run_once(join *j)
{
	const char *status = join_string(j->table_info, "status");
	if (j->link.state != LINK_UP)
		return wait_for_link(j);
	if (!j->table_is_current)
		return watch_again(j);
	if (strcmp(status, "cancelled") == 0) {
		session_set_message(&j->session, "cli.join.cancelled", "");
		return JOIN_GO_TO_LOBBY;
	}
	if (strcmp(status, "over") == 0 && !j->has_view)
		return point_to_record(j);
	if (strcmp(status, "lobby") == 0 || !j->has_view)
		return join_run_seats(j);
	if (strcmp(status, "over") == 0)
		return show_end(j);
	return j->question >= 0 && !j->answered_automatically ? ask_question(j) : wait_for_others(j);
}

/* Does what follows the first look at a table: takes a free seat, tells the server of --ask-all,
 * and starts the game of a table that the client has made if no seat is free. */
static void arrive(join *j)
{
	bool not_begun = strcmp(join_string(j->table_info, "status"), "lobby") == 0;
	bool created = j->just_created;
	j->just_created = false;
	if (not_begun && j->viewer == AP_OBSERVER && join_has_free_seat(j->table_info))
		join_sit(j, "");
	if (j->ask_all && j->viewer != AP_OBSERVER) {
		json_t *message = join_message(j, "wishes");
		json_object_set_new(message, "ask_all", json_true());
		join_perform(j, message);
	}
	if (not_begun && created && join_table_is_full(j->table_info))
		join_start(j);
}

join_next join_run_table(join *j)
{
	assert(j->table_key[0]);
	join_next next = JOIN_STAY;
	if (!join_perform(j, join_message(j, "watch")))
		return JOIN_GO_TO_LOBBY;
	if (!j->view_error)
		arrive(j);
	while (next == JOIN_STAY && j->link.state != LINK_BROKEN && !j->view_error && j->table_info)
		next = run_once(j);
	if (j->view_error)
		join_fail(j, AP_FAILED, "this game cannot be shown: %s", j->view_error);
	if (j->view_error || j->link.state == LINK_BROKEN)
		return JOIN_QUIT;
	if (next == JOIN_GO_TO_LOBBY && j->link.state == LINK_UP) {
		json_t *message = join_message(j, "watch");
		json_object_set_new(message, "watch", json_false());
		join_perform(j, message);
	}
	return next;
}

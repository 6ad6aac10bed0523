/* table.c: at a table: the same screens as terminal play, but the answers go to the server and
 * everything else comes from there. */
#include "join/join.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum {
	LOOKED = 1500, /* ms: what stood on the screen so long has been seen */
	LAST_TALKS = 3
};

/* ---- What is told besides the board ---------------------------------------------------------- */

static void talk_line(const join *j, int n, char *out, size_t size)
{
	const join_talk *talk = &j->talk[n % JOIN_TALKS];
	snprintf(out, size, S_BLUE "%s%s%s:" S_PLAIN " %s", talk->who, talk->to[0] ? " > " : "",
		talk->to, talk->text);
}

void join_print_talk(join *j)
{
	char line[TEXT_LINE];
	page p = page_for(&j->s.terminal);
	for (; !j->s.terminal.full_screen && j->talks_shown < j->talks; j->talks_shown++) {
		talk_line(j, j->talks_shown, line, sizeof line);
		page_wrap(&p, 2, line);
	}
	page_print(&p, &j->s.terminal, 0, p.lines);
	page_free(&p);
}

static void undo_line(const join *j, char *out, size_t size)
{
	const json_t *undo = json_object_get(j->about, "undo");
	int by = ap_seat_named(j->s.table.game, join_string(undo, "by"));
	out[0] = '\0';
	if (json_is_object(undo) && by < AP_MAX_SEATS)
		play_say(out, size, j->s.language, by == j->viewer ? "cli.join.undo.own" : "cli.join.undo",
			ap_seat_word(j->s.table.game, j->s.language, by), NULL);
}

/* When the time is up, by our own clock on the wall. */
static void clock_line(const join *j, char *out, size_t size)
{
	json_int_t deadline = json_integer_value(json_object_get(j->about, "deadline"));
	time_t at = (time_t)((deadline - j->ahead) / 1000);
	struct tm parts;
	char text[32] = "";
	out[0] = '\0';
	if (deadline <= 0 || !localtime_r(&at, &parts))
		return;
	bool far = at - time(NULL) > 12 * 3600;
	strftime(text, sizeof text, far ? "%Y-%m-%d %H:%M" : "%H:%M:%S", &parts);
	play_say(out, size, j->s.language, "cli.join.clock", text, NULL);
}

void join_aside(const join *j, page *p, int talks)
{
	char line[TEXT_LINE], text[TEXT_LINE - 16];
	int last = j->talks < JOIN_TALKS ? j->talks : JOIN_TALKS;
	for (int n = j->talks - (last < talks ? last : talks); n < j->talks; n++) {
		talk_line(j, n, line, sizeof line);
		page_add(p, line);
	}
	undo_line(j, text, sizeof text);
	if (text[0]) {
		snprintf(line, sizeof line, S_RED "%s" S_PLAIN, text);
		page_add(p, line);
	}
	clock_line(j, text, sizeof text);
	if (text[0] && j->seen) {
		snprintf(line, sizeof line, S_DIM "%s" S_PLAIN, text);
		page_add(p, line);
	}
}

/* ---- Screens --------------------------------------------------------------------------------- */

static void show(join *j, menu *m, screen_part part)
{
	page extra_lines = page_for(&j->s.terminal);
	if (j->s.terminal.full_screen)
		join_aside(j, &extra_lines, LAST_TALKS);
	j->s.extra_lines = &extra_lines;
	join_print_talk(j);
	screen_show(&j->s, j->viewer, m, part);
	j->s.extra_lines = NULL;
	page_free(&extra_lines);
}

/* Only what has stood there for a while is taken for seen: bots do much in a moment. */
static void show_waiting(join *j)
{
	int *seen = &j->s.events_seen[j->viewer], before = *seen;
	if (link_now() - j->drawn_at >= LOOKED && j->drawn_events > before)
		before = j->drawn_events;
	if (j->s.terminal.full_screen) {
		show(j, NULL, SCREEN_ALL);
		j->drawn_events = j->s.table.log_length;
		*seen = before < j->s.table.log_length ? before : j->s.table.log_length;
		return;
	}
	page p = page_for(&j->s.terminal);
	pages_add_events(&j->s, &p, j->viewer, *seen, j->s.table.log_length, false);
	page_print(&p, &j->s.terminal, 0, p.lines);
	page_free(&p);
	*seen = j->s.table.log_length;
	join_print_talk(j);
	screen_print_message(&j->s);
}

/* ---- The question ---------------------------------------------------------------------------- */

/* The list stays as it was opened while it is the same list. */
static void prepare_menu(join *j)
{
	static menu now;
	session_set_viewer(&j->s, j->viewer);
	menu_start(&now, &j->s.board);
	bool same = j->menu_question == j->asked && now.actions == j->menu.actions &&
		memcmp(now.action, j->menu.action, (size_t)now.actions * sizeof *now.action) == 0;
	if (same)
		return;
	j->menu = now;
	j->menu_question = j->asked;
	j->fresh = true;
	screen_show_news(&j->s, j->viewer, &j->menu);
}

static bool send_action(join *j, const char *words, int question)
{
	json_t *message = join_message(j, "act");
	json_object_set_new(message, "question", json_integer(question));
	json_object_set_new(message, "action", json_string(words));
	return join_do(j, message);
}

/* Once, then as often as said while nobody else is asked, and nothing else. */
static void do_action(join *j, ap_action a, int times)
{
	char text[128];
	const ap_game *game = j->s.table.game;
	const void *view = table_state(&j->s.table);
	int step = ap_step_of(view), question = j->menu_question;
	ap_write_action(game, j->viewer, a, text, sizeof text);
	const char *words = text + strlen(ap_seat_name(game, j->viewer)) + 1;
	while (send_action(j, words, question) && --times > 0) {
		if (ap_actors(view) != AP_SEAT(j->viewer) || ap_step_of(view) != step)
			return;
		question = j->asked;
	}
}

static void answer(join *j, const char *line)
{
	ap_action chosen;
	int times;
	if (strcmp(line, "n") == 0)
		screen_fit_menu(&j->s, j->viewer, &j->menu, true);
	else if (line[0] < '0' || line[0] > '9') /* as records have it: the server says what is wrong */
		send_action(j, line, j->menu_question);
	else if (dialogue_read_choice(&j->s, j->viewer, &j->menu, line, &chosen, &times))
		do_action(j, chosen, times);
}

static const char *question_prompt(const join *j, char *out, size_t size)
{
	char range[16];
	const menu *m = &j->menu;
	snprintf(range, sizeof range, m->items > 1 ? "1-%d" : "%d", m->items);
	return play_say(out, size, j->s.language, m->pages > 1 ? "cli.input.more" : "cli.input", range,
		ap_seat_word(j->s.table.game, j->s.language, j->viewer), NULL);
}

static join_go ask_question(join *j)
{
	char line[JOIN_LINE], prompt[TEXT_LINE];
	join_go go = JOIN_ON;
	prepare_menu(j);
	if (j->asked < 0 || j->menu.actions == 0)
		return JOIN_ON; /* it was answered while the news was read */
	bool message = j->s.message[0] != '\0';
	show(j, &j->menu, j->fresh ? SCREEN_ALL : message ? SCREEN_MESSAGE : SCREEN_CHOICES);
	j->fresh = false;
	join_drawn(j);
	terminal_input read = join_read(j, question_prompt(j, prompt, sizeof prompt), line);
	if (read == INPUT_REDRAW || (read == INPUT_LINE && !line[0]))
		return JOIN_ON;
	if (read != INPUT_LINE)
		return JOIN_LEFT;
	if (!join_command(j, line, &go))
		answer(j, line);
	return go;
}

/* ---- Between questions ----------------------------------------------------------------------- */

static const char *waiting_prompt(const join *j, char *out, size_t size)
{
	char names[200] = "";
	ap_seats asked = ap_actors(table_state(&j->s.table));
	if (!j->s.terminal.full_screen)
		return ""; /* it would stand between every two lines of the log */
	for (int seat = 0; seat < table_players(&j->s.table); seat++)
		if (asked & AP_SEAT(seat))
			text_add(names, sizeof names, "%s%s", names[0] ? ", " : "",
				ap_seat_word(j->s.table.game, j->s.language, seat));
	return play_say(out, size, j->s.language, "cli.join.waiting", names, NULL);
}

/* Lines that are piped in are answers to questions: they wait for them. */
static terminal_input read_meanwhile(join *j, const char *prompt, char line[JOIN_LINE])
{
	return j->s.terminal.keyboard ? join_read(j, prompt, line) : terminal_wait_for_background(&j->s.terminal);
}

static join_go take_line(join *j, terminal_input read, const char *line)
{
	join_go go = JOIN_ON;
	if (read == INPUT_REDRAW || (read == INPUT_LINE && !line[0]))
		return JOIN_ON;
	if (read != INPUT_LINE)
		return JOIN_LEFT;
	if (!join_command(j, line, &go))
		session_set_message(&j->s, "cli.join.not-now", line);
	return go;
}

static join_go wait_for_others(join *j)
{
	char line[JOIN_LINE], prompt[TEXT_LINE];
	show_waiting(j);
	join_drawn(j);
	return take_line(j, read_meanwhile(j, waiting_prompt(j, prompt, sizeof prompt), line), line);
}

/* Everything that was said stays where it is; the link tries again by itself. */
static join_go wait_for_link(join *j)
{
	char line[JOIN_LINE], text[TEXT_LINE];
	if (j->link.state == LINK_LOST && j->link.error[0]) {
		play_say(
			j->s.message, sizeof j->s.message, j->s.language, "cli.join.lost", j->link.error, NULL);
		text_clean(j->s.message);
		screen_print_message(&j->s);
		j->link.error[0] = '\0';
	}
	join_drawn(j);
	snprintf(
		text, sizeof text, "%s", j->s.terminal.full_screen ? session_word(&j->s, "cli.join.back") : "");
	return take_line(j, read_meanwhile(j, text, line), line);
}

/* After we came back: much may have happened. What we still know might be answered already, or be
 * taken back, so that nobody is asked anything by it. */
static join_go look_again(join *j)
{
	json_t *message = join_message(j, "watch");
	json_object_set_new(message, "since", json_integer(j->talked_at));
	bool gone = !join_do(j, message) && j->link.state == LINK_UP; /* and it was said why */
	return gone ? JOIN_LOBBY : JOIN_ON;
}

static join_go after_the_end(join *j)
{
	char line[JOIN_LINE];
	if (j->s.terminal.full_screen || j->fresh_end)
		dialogue_show_result(&j->s);
	j->fresh_end = false;
	join_print_talk(j);
	screen_print_message(&j->s);
	join_drawn(j);
	terminal_input read = join_read(j, session_word(&j->s, "cli.join.end"), line);
	if (read == INPUT_LINE && !line[0])
		return JOIN_LOBBY;
	return take_line(j, read, line);
}

/* ---- The table ------------------------------------------------------------------------------- */

static join_go go_on(join *j)
{
	const char *status = join_string(j->about, "status");
	if (j->link.state != LINK_UP)
		return wait_for_link(j);
	if (!j->told)
		return look_again(j);
	if (strcmp(status, "cancelled") == 0) {
		session_set_message(&j->s, "cli.join.cancelled", "");
		return JOIN_LOBBY;
	}
	if (strcmp(status, "lobby") == 0 || !j->seen)
		return join_seats(j);
	if (strcmp(status, "over") == 0)
		return after_the_end(j);
	return j->asked >= 0 && !j->automatic ? ask_question(j) : wait_for_others(j);
}

/* Who comes by an invitation or from the list wants to play; a table we made may be full at once.
 */
static void arrive(join *j)
{
	bool waits = strcmp(join_string(j->about, "status"), "lobby") == 0;
	bool made = j->made;
	j->made = false;
	if (waits && j->viewer == AP_OBSERVER && join_has_free(j->about))
		join_sit(j, "");
	if (j->ask_all && j->viewer != AP_OBSERVER) {
		json_t *message = join_message(j, "wishes");
		json_object_set_new(message, "ask_all", json_true());
		join_do(j, message);
	}
	if (waits && made && join_is_full(j->about))
		join_start(j);
}

join_go join_at_table(join *j)
{
	join_go go = JOIN_ON;
	if (!join_do(j, join_message(j, "watch")))
		return JOIN_LOBBY;
	if (!j->wrong)
		arrive(j);
	while (go == JOIN_ON && j->link.state != LINK_BROKEN && !j->wrong && j->about)
		go = go_on(j);
	if (j->wrong)
		join_fail(j, AP_FAILED, "this game cannot be shown: %s", j->wrong);
	if (j->wrong || j->link.state == LINK_BROKEN)
		return JOIN_LEFT;
	if (go == JOIN_LOBBY && j->link.state == LINK_UP) {
		json_t *message = join_message(j, "watch");
		json_object_set_new(message, "watch", json_false());
		join_do(j, message);
	}
	return go;
}

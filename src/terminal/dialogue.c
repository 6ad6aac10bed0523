/* dialogue.c: what people type, and what comes of it. */
#include "terminal/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { LINE = 256 };

/* ---- Leaving and saving -------------------------------------------------------------------- */

static bool is_yes(const char *line)
{
	static const char *const words[] = {"y", "yes", "o", "oui"};
	for (int i = 0; i < AP_COUNT(words); i++)
		if (strcasecmp(line, words[i]) == 0)
			return true;
	return false;
}

/* Reads an answer to a small question; "" at the end of the input. */
static bool ask(session *s, const char *prompt, char *line)
{
	terminal_line read;
	while ((read = session_read(s, prompt, line, LINE)) == LINE_RESIZED)
		;
	return read == LINE_READ;
}

static bool save_as(session *s, const char *path)
{
	bool own = s->table.path && strcmp(path, s->table.path) == 0;
	if (!own && access(path, F_OK) == 0) {
		session_message(s, "cli.save.exists", path);
		return false;
	}
	bool good = table_save(&s->table, path);
	if (good)
		session_message(s, "cli.save.done", path);
	else
		session_message(s, "cli.save.failed", strerror(errno));
	return good;
}

/* The record's own file, or the first free name: red-empire-1.apr. */
static void save(session *s, const char *path)
{
	char free_name[80];
	if (!path[0] && s->table.path)
		path = s->table.path;
	for (int n = 1; !path[0]; n++) {
		snprintf(free_name, sizeof free_name, "%s-%d.apr", ap_game_name(s->table.game), n);
		if (access(free_name, F_OK) != 0 || n == 1000)
			path = free_name;
	}
	save_as(s, path);
}

/* A game that is in no file is offered one. */
void dialogue_offer_to_save(session *s)
{
	char line[LINE];
	while (s->table.kept != s->table.record.history.lines) {
		if (!ask(s, session_word(s, "cli.save.offer"), line) || !line[0])
			return;
		save_as(s, line);
		screen_message(s);
	}
}

static bool leave(session *s)
{
	char line[LINE];
	if (!ask(s, session_word(s, "cli.quit.sure"), line))
		return true;
	if (!is_yes(line))
		return false;
	dialogue_offer_to_save(s);
	return true;
}

/* The game goes on, but whoever plays should know that it is not being recorded. */
static void tell_trouble(session *s)
{
	if (s->table.trouble)
		session_message(s, "cli.save.failed", s->table.trouble);
}

/* ---- Commands that do not answer the question ---------------------------------------------- */

/* The clause that asks or, where nothing is asked, that of what was done last. */
static int clause_now(const session *s, const menu *m)
{
	const table *t = &s->table;
	int first = t->events;
	while (!m && first > 0 && t->log[first - 1].move == t->record.history.moves)
		first--;
	return first < t->events ? t->log[first].event.clause
							 : ap_step_clause(t->game, ap_step_of(table_state(t)));
}

static void explain(session *s, const char *what, const menu *m)
{
	const ap_game *game = s->table.game;
	char id[LINE];
	int n = (int)strtol(what, NULL, 10);
	snprintf(id, sizeof id, "%s", what);
	text_upper(id);
	if (!what[0])
		pages_clause(s, clause_now(s, m));
	else if (ap_clause_named(game, id) > 0)
		pages_clause(s, ap_clause_named(game, id));
	else if (m && n >= 1 && n <= m->items)
		pages_clause(s, menu_clause(m, m->item[n - 1].action));
	else
		session_message(s, "cli.rule.unknown", what);
}

static void speak(session *s, const char *code)
{
	static const char *const name[AP_LANGUAGES] = {"language.en", "language.fr"};
	if (ap_language_named(code, &s->language))
		session_message(s, name[s->language], "");
	else
		session_message(s, "cli.lang.unknown", code);
}

static dialogue take_back(session *s, int seat)
{
	if (table_undo(&s->table, seat)) {
		if (s->seen[seat] > s->table.events)
			s->seen[seat] = s->table.events;
		return DIALOGUE_BACK;
	}
	session_message(s, "cli.undo.nothing", "");
	return DIALOGUE_ON;
}

/* Splits off the first word; returns the rest. */
static char *after_word(char *line)
{
	char *rest = line + strcspn(line, " ");
	if (*rest)
		*rest++ = '\0';
	return rest + strspn(rest, " ");
}

bool dialogue_command(session *s, int seat, const char *typed, const menu *m, dialogue *result)
{
	char line[LINE];
	snprintf(line, sizeof line, "%s", typed);
	char *rest = after_word(line);
	if (line[0] == '?' && line[1]) /* ?RE-AC-3 */
		explain(s, line + 1, m);
	else if (strcmp(line, "?") == 0)
		explain(s, rest, m);
	else if (strcmp(line, "c") == 0)
		pages_thing(s, rest, m);
	else if (strcmp(line, "b") == 0)
		pages_board(s, seat);
	else if (strcmp(line, "l") == 0)
		pages_log(s, seat);
	else if (strcmp(line, "h") == 0 || strcmp(line, "help") == 0)
		pages_help(s);
	else if (strcmp(line, "s") == 0)
		save(s, rest);
	else if (strcmp(line, "lang") == 0)
		speak(s, rest);
	else if (strcmp(line, "u") == 0)
		*result = take_back(s, seat);
	else if (strcmp(line, "q") == 0)
		*result = leave(s) ? DIALOGUE_LEFT : DIALOGUE_ON;
	else
		return false;
	return true;
}

/* ---- The question -------------------------------------------------------------------------- */

/* "2", "2x3" */
static bool read_number(const char *line, char **end, int *n, int *times)
{
	long number = strtol(line, end, 10), often = 1;
	if (*end > line && **end == 'x') {
		const char *start = *end + 1;
		often = strtol(start, end, 10);
		if (*end == start || often < 1 || often > 99)
			return false;
	}
	*n = (int)number;
	*times = (int)often;
	return *end > line && (**end == ' ' || !**end) && number >= 0 && number <= AP_MAX_LEGAL;
}

bool dialogue_numbers(
	session *s, int seat, menu *m, const char *line, ap_action *chosen, int *times)
{
	while (*line) {
		char *end;
		int n;
		bool number = read_number(line, &end, &n, times);
		menu_choice choice = number ? menu_take(m, n, chosen) : MENU_NO_SUCH;
		if (choice == MENU_CHOSEN)
			return true;
		if (choice == MENU_NO_SUCH) {
			session_message(s, "cli.no-such", line);
			return false;
		}
		screen_fit(s, seat, m, false);
		line = end + strspn(end, " ");
	}
	return false;
}

/* Once, then as often as said while nobody else is asked, and nothing else. */
static void do_often(session *s, int seat, ap_action action, int times)
{
	const void *state = table_state(&s->table);
	int step = ap_step_of(state);
	while (table_do(&s->table, seat, action).code == AP_OK && --times > 0)
		if (ap_actors(state) != AP_SEAT(seat) || ap_step_of(state) != step)
			return;
}

static bool take_numbers(session *s, int seat, menu *m, const char *line)
{
	ap_action chosen;
	int times;
	bool taken = dialogue_numbers(s, seat, m, line, &chosen, &times);
	if (taken)
		do_often(s, seat, chosen, times);
	return taken;
}

/* "p": now, and each time this is asked until the seat's own turn. */
static bool leave_word(session *s, int seat)
{
	const table *t = &s->table;
	ap_action pass;
	if (board_standing(t->game, ap_step_of(table_state(t))) != WORD_HOLDS ||
		!table_pass(t, seat, &pass))
		return false;
	s->passing[seat][ap_step_of(table_state(t))] = true;
	return table_do(&s->table, seat, pass).code == AP_OK;
}

/* "purge zakharov kgb-3a": as records have it, so that a refusal can be asked for. */
static bool take_notation(session *s, int seat, const char *line)
{
	char text[LINE + 64];
	int who;
	ap_action action;
	snprintf(text, sizeof text, "%s %s", ap_seat_name(s->table.game, seat), line);
	if (!ap_read_action(s->table.game, text, &who, &action)) {
		session_message(s, "cli.no-such", line);
		return false;
	}
	ap_result result = table_do(&s->table, seat, action);
	if (result.code != AP_OK)
		ap_say_refusal(s->table.game, s->language, result, s->message, sizeof s->message);
	return result.code == AP_OK;
}

static const char *input_prompt(const session *s, int seat, const menu *m, char *out, size_t size)
{
	char range[16];
	snprintf(range, sizeof range, m->items > 1 ? "1-%d" : "%d", m->items);
	bool standing = board_standing(s->table.game, ap_step_of(table_state(&s->table))) == WORD_HOLDS;
	const char *key = m->pages > 1 ? "cli.input.more" : standing ? "cli.input.pass" : "cli.input";
	return play_say(
		out, size, s->language, key, range, ap_seat_word(s->table.game, s->language, seat), NULL);
}

/* Takes a line that is no command of its own: true if it answers the question. */
static bool answer(session *s, int seat, menu *m, const char *line, screen_part *part)
{
	bool number = line[0] >= '0' && line[0] <= '9';
	if (strcmp(line, "n") == 0)
		screen_fit(s, seat, m, true);
	if (strcmp(line, "p") == 0 && leave_word(s, seat))
		return true;
	bool answered = number && take_numbers(s, seat, m, line);
	if (!number && strcmp(line, "n") != 0)
		answered = take_notation(s, seat, line);
	*part = s->message[0] ? SCREEN_MESSAGE : SCREEN_CHOICES;
	return answered;
}

dialogue dialogue_question(session *s, int seat)
{
	char line[LINE], prompt[LINE];
	menu m;
	screen_part part = SCREEN_ALL;
	session_look(s, seat);
	menu_start(&m, &s->board);
	screen_news(s, seat, &m);
	tell_trouble(s);
	for (;;) {
		dialogue result = DIALOGUE_ON;
		ap_language language = s->language;
		screen_show(s, seat, &m, part);
		part = SCREEN_ALL;
		input_prompt(s, seat, &m, prompt, sizeof prompt);
		terminal_line read = session_read(s, prompt, line, sizeof line);
		if (read == LINE_RESIZED || (read == LINE_READ && !line[0]))
			continue;
		if (read != LINE_READ)
			return DIALOGUE_LEFT;
		if (dialogue_command(s, seat, line, &m, &result))
			part = s->language == language ? SCREEN_MESSAGE : SCREEN_ALL;
		else if (answer(s, seat, &m, line, &part))
			return DIALOGUE_ON;
		if (result != DIALOGUE_ON)
			return result;
	}
}

/* ---- Between questions --------------------------------------------------------------------- */

dialogue dialogue_pause(session *s, int seat)
{
	char line[LINE];
	tell_trouble(s);
	for (screen_part part = SCREEN_ALL;; part = SCREEN_MESSAGE) {
		dialogue result = DIALOGUE_ON;
		screen_show(s, seat, NULL, part);
		terminal_line read = session_read(s, session_word(s, "cli.pause"), line, sizeof line);
		if (read == LINE_RESIZED)
			continue;
		if (read != LINE_READ)
			return DIALOGUE_LEFT;
		if (!line[0])
			return DIALOGUE_ON;
		if (!dialogue_command(s, seat, line, NULL, &result))
			session_message(s, "cli.no-such", line);
		if (result != DIALOGUE_ON)
			return result;
	}
}

dialogue dialogue_hand_over(session *s, int seat)
{
	char line[LINE], text[TEXT_LINE], name[64], title[80];
	for (;;) {
		page p = page_for(&s->terminal);
		terminal_wipe(&s->terminal);
		table_who(&s->table, s->language, seat, name, sizeof name);
		session_look(s, AP_OBSERVER);
		snprintf(text, sizeof text, S_TITLE " %s", board_title(&s->board, title, sizeof title));
		text_pad(text, sizeof text, p.columns);
		page_add(&p, text);
		page_add(&p, "");
		play_say(text, sizeof text, s->language, "cli.hand-over", name,
			ap_seat_word(s->table.game, s->language, seat), NULL);
		page_wrap(&p, 0, text);
		page_print(&p, &s->terminal, 0, p.lines);
		page_free(&p);
		terminal_line read =
			session_read(s, session_word(s, "cli.hand-over.enter"), line, sizeof line);
		if (read == LINE_RESIZED)
			continue;
		s->at_keyboard = seat;
		return read == LINE_READ ? DIALOGUE_ON : DIALOGUE_LEFT;
	}
}

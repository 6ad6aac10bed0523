/* dialogue.c: reads what people type, and runs commands and answers. */
#include "terminal/session.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { LINE_SIZE = 256 };

/* ---- Leaving and saving ---------------------------------------------------------------------- */

static bool is_yes(const char *line)
{
	static const char *const words[] = {"y", "yes", "o", "oui"};
	for (int i = 0; i < AP_COUNT(words); i++)
		if (strcasecmp(line, words[i]) == 0)
			return true;
	return false;
}

/* Reads the answer to a question of the program. Returns false if there is none: at the end of the
 * input or after a signal. */
static bool ask(session *s, const char *prompt, char *line)
{
	terminal_input read;
	while ((read = session_read_line(s, prompt, line, LINE_SIZE)) == INPUT_REDRAW)
		;
	return read == INPUT_LINE;
}

static bool save_as(session *s, const char *path)
{
	bool is_record = s->table.record_path && strcmp(path, s->table.record_path) == 0;
	if (!is_record && access(path, F_OK) == 0) {
		session_set_message(s, "cli.save.exists", path);
		return false;
	}
	bool saved = table_save(&s->table, path);
	if (saved)
		session_set_message(s, "cli.save.done", path);
	else
		session_set_message(s, "cli.save.failed", strerror(errno));
	return saved;
}

/* Saves the game: under `path`; if that is "", in the file of its record; if nobody has named one,
 * under the first free name of GAME-1.apr, GAME-2.apr and so on. */
static void save(session *s, const char *path)
{
	char free_name[80];
	if (!path[0] && s->table.record_path && !s->table.is_kept)
		path = s->table.record_path;
	for (int n = 1; !path[0]; n++) {
		snprintf(free_name, sizeof free_name, "%s-%d.apr", ap_game_name(s->table.game), n);
		if (access(free_name, F_OK) != 0 || n == 1000)
			path = free_name;
	}
	save_as(s, path);
}

void dialogue_offer_to_save(session *s)
{
	assert(s->table.game);
	char line[LINE_SIZE];
	while (s->table.saved_lines != s->table.record.history.lines) {
		if (!ask(s, session_word(s, "cli.save.offer"), line) || !line[0])
			return;
		save_as(s, line);
		screen_print_message(s);
	}
}

/* Returns whether the person really wants to leave. */
static bool confirm_quit(session *s)
{
	char line[LINE_SIZE];
	if (!ask(s, session_word(s, "cli.quit.sure"), line))
		return true;
	if (!is_yes(line))
		return false;
	if (!s->table.is_kept) /* otherwise it can be taken up again */
		dialogue_offer_to_save(s);
	return true;
}

/* Tells the person if the game could not be recorded; it continues all the same. */
static void report_save_error(session *s)
{
	if (s->table.save_error)
		session_set_message(s, "cli.save.failed", s->table.save_error);
}

/* ---- Commands that do not answer the question ------------------------------------------------ */

/* Returns the clause of the question or, if nothing is asked, of what the last move caused. */
static int current_clause(const session *s, const menu *m)
{
	const table *t = &s->table;
	int first = t->log_length;
	while (!m && first > 0 && t->log[first - 1].moves == t->record.history.moves)
		first--;
	return first < t->log_length ? t->log[first].event.clause
								 : ap_step_clause(t->game, ap_step_of(table_state(t)));
}

/* Shows a clause: of the question, by its id, or of an item of the menu. */
static void explain_rule(session *s, const char *what, const menu *m)
{
	const ap_game *game = s->table.game;
	char id[LINE_SIZE];
	int n = (int)strtol(what, NULL, 10);
	snprintf(id, sizeof id, "%s", what);
	text_upper(id);
	if (!what[0])
		pages_show_clause(s, current_clause(s, m));
	else if (ap_clause_named(game, id) > 0)
		pages_show_clause(s, ap_clause_named(game, id));
	else if (m && n >= 1 && n <= m->items)
		pages_show_clause(s, menu_action_clause(m, m->item[n - 1].action));
	else
		session_set_message(s, "cli.rule.unknown", what);
}

static void change_language(session *s, const char *code)
{
	static const char *const name[AP_LANGUAGES] = {"language.en", "language.fr"};
	if (ap_language_named(code, &s->language))
		session_set_message(s, name[s->language], "");
	else
		session_set_message(s, "cli.lang.unknown", code);
}

static dialogue_outcome undo(session *s, int seat)
{
	if (table_undo(&s->table, seat)) {
		if (s->events_seen[seat] > s->table.log_length)
			s->events_seen[seat] = s->table.log_length;
		return DIALOGUE_UNDONE;
	}
	session_set_message(s, "cli.undo.nothing", "");
	return DIALOGUE_CONTINUE;
}

bool dialogue_run_command(
	session *s, int seat, const char *typed, const menu *m, dialogue_outcome *result)
{
	assert(typed && result);
	char line[LINE_SIZE];
	snprintf(line, sizeof line, "%s", typed);
	char *rest = text_split_word(line);
	if (line[0] == '?' && line[1]) /* "?CLAUSE", without a space */
		explain_rule(s, line + 1, m);
	else if (strcmp(line, "?") == 0)
		explain_rule(s, rest, m);
	else if (strcmp(line, "c") == 0)
		pages_show_thing(s, rest, m);
	else if (strcmp(line, "b") == 0)
		pages_show_board(s, seat);
	else if (strcmp(line, "m") == 0)
		pages_show_map(s, seat, rest);
	else if (strcmp(line, "l") == 0)
		pages_show_log(s, seat);
	else if (strcmp(line, "h") == 0 || strcmp(line, "help") == 0)
		pages_show_help(s);
	else if (strcmp(line, "s") == 0)
		save(s, rest);
	else if (strcmp(line, "lang") == 0)
		change_language(s, rest);
	else if (strcmp(line, "u") == 0)
		*result = undo(s, seat);
	else if (strcmp(line, "q") == 0)
		*result = confirm_quit(s) ? DIALOGUE_QUIT : DIALOGUE_CONTINUE;
	else
		return false;
	return true;
}

/* ---- The question ---------------------------------------------------------------------------- */

/* Reads "2", or "2x3" for three times 2. */
static bool read_number(const char *line, char **end, int *n, int *times)
{
	long number = strtol(line, end, 10), count = 1;
	if (*end > line && **end == 'x') {
		const char *start = *end + 1;
		count = strtol(start, end, 10);
		if (*end == start || count < 1 || count > 99)
			return false;
	}
	*n = (int)number;
	*times = (int)count;
	return *end > line && (**end == ' ' || !**end) && number >= 0 && number <= AP_MAX_LEGAL;
}

bool dialogue_read_choice(
	session *s, int seat, menu *m, const char *line, ap_action *chosen, int *times)
{
	assert(m && chosen && times);
	while (*line) {
		char *end;
		int n;
		bool is_number = read_number(line, &end, &n, times);
		menu_choice choice = is_number ? menu_choose(m, n, chosen) : MENU_NO_SUCH;
		if (choice == MENU_CHOSEN)
			return true;
		if (choice == MENU_NO_SUCH) {
			session_set_message(s, "cli.no-such", line);
			return false;
		}
		screen_fit_menu(s, seat, m, false);
		line = end + strspn(end, " ");
	}
	return false;
}

bool dialogue_filter_choices(session *s, int seat, menu *m, const char *part)
{
	assert(m && part);
	if (!menu_filter(m, part + (part[0] == '/'))) {
		session_set_message(s, "cli.no-such", part);
		return false;
	}
	screen_fit_menu(s, seat, m, false);
	return true;
}

/* Applies the action `times` times, but stops when somebody else or something else is asked. */
static void apply_repeatedly(session *s, int seat, ap_action action, int times)
{
	const void *state = table_state(&s->table);
	int step = ap_step_of(state);
	while (table_apply(&s->table, seat, action).code == AP_OK && --times > 0)
		if (ap_actors(state) != AP_SEAT(seat) || ap_step_of(state) != step)
			return;
}

/* Answers with the numbers of items. Returns whether that was an answer. */
static bool answer_by_number(session *s, int seat, menu *m, const char *line)
{
	ap_action chosen;
	int times;
	if (!dialogue_read_choice(s, seat, m, line, &chosen, &times))
		return false;
	apply_repeatedly(s, seat, chosen, times);
	return true;
}

/* Passes now, and each time this is asked until the seat's own turn. Returns false if the step does
 * not allow that. */
static bool pass_until_own_turn(session *s, int seat)
{
	const table *t = &s->table;
	ap_action pass;
	if (board_standing(t->game, ap_step_of(table_state(t))) != WORD_HOLDS ||
		!table_find_pass(t, seat, &pass))
		return false;
	s->passes_at[seat][ap_step_of(table_state(t))] = true;
	return table_apply(&s->table, seat, pass).code == AP_OK;
}

/* Answers with an action as records have it. Unlike the menu it takes forbidden actions, too, so
 * that a person can find out which clause refuses them. Anything else is a part of a name, which
 * chooses what the menu shows. Returns whether the action was applied. */
static bool answer_by_notation(session *s, int seat, menu *m, const char *line)
{
	char text[LINE_SIZE + 64];
	int who;
	ap_action action;
	snprintf(text, sizeof text, "%s %s", ap_seat_name(s->table.game, seat), line);
	if (!ap_read_action(s->table.game, text, &who, &action)) {
		dialogue_filter_choices(s, seat, m, line);
		return false;
	}
	ap_result result = table_apply(&s->table, seat, action);
	if (result.code != AP_OK)
		ap_say_refusal(s->table.game, s->language, result, s->message, sizeof s->message);
	return result.code == AP_OK;
}

static const char *input_prompt(const session *s, int seat, const menu *m, char *out, size_t size)
{
	char range[16];
	snprintf(range, sizeof range, m->items > 1 ? "1-%d" : "%d", m->items);
	bool may_pass = board_standing(s->table.game, ap_step_of(table_state(&s->table))) == WORD_HOLDS;
	const char *key = m->pages > 1 ? "cli.input.more" : may_pass ? "cli.input.pass" : "cli.input";
	return play_say(
		out, size, s->language, key, range, ap_seat_word(s->table.game, s->language, seat), NULL);
}

/* Handles a line that is no command. Returns whether it answers the question; if not, sets `part`
 * to what must be shown again. */
static bool answer(session *s, int seat, menu *m, const char *line, screen_part *part)
{
	bool is_number = line[0] >= '0' && line[0] <= '9';
	if (strcmp(line, "n") == 0)
		screen_fit_menu(s, seat, m, true);
	if (strcmp(line, "p") == 0 && pass_until_own_turn(s, seat))
		return true;
	bool answered = is_number && answer_by_number(s, seat, m, line);
	if (!is_number && strcmp(line, "n") != 0)
		answered = answer_by_notation(s, seat, m, line);
	*part = s->message[0] ? SCREEN_MESSAGE : SCREEN_CHOICES;
	return answered;
}

dialogue_outcome dialogue_ask_question(session *s, int seat)
{
	assert(table_is_person(&s->table, seat));
	char line[LINE_SIZE], prompt[LINE_SIZE];
	menu m;
	screen_part part = SCREEN_ALL;
	session_set_viewer(s, seat);
	menu_start(&m, &s->board);
	screen_show_news(s, seat, &m);
	report_save_error(s);
	for (;;) {
		dialogue_outcome result = DIALOGUE_CONTINUE;
		ap_language language = s->language;
		screen_show(s, seat, &m, part);
		part = SCREEN_ALL;
		input_prompt(s, seat, &m, prompt, sizeof prompt);
		terminal_input read = session_read_line(s, prompt, line, sizeof line);
		if (read == INPUT_REDRAW || (read == INPUT_LINE && !line[0]))
			continue;
		if (read != INPUT_LINE)
			return DIALOGUE_QUIT;
		if (dialogue_run_command(s, seat, line, &m, &result))
			part = s->language == language ? SCREEN_MESSAGE : SCREEN_ALL;
		else if (answer(s, seat, &m, line, &part))
			return DIALOGUE_CONTINUE;
		if (result != DIALOGUE_CONTINUE)
			return result;
	}
}

/* ---- Between questions ----------------------------------------------------------------------- */

dialogue_outcome dialogue_confirm_move(session *s, int seat)
{
	assert(table_is_person(&s->table, seat));
	char line[LINE_SIZE];
	report_save_error(s);
	for (screen_part part = SCREEN_ALL;; part = SCREEN_MESSAGE) {
		dialogue_outcome result = DIALOGUE_CONTINUE;
		screen_show(s, seat, NULL, part);
		terminal_input read = session_read_line(s, session_word(s, "cli.pause"), line, sizeof line);
		if (read == INPUT_REDRAW)
			continue;
		if (read != INPUT_LINE)
			return DIALOGUE_QUIT;
		if (!line[0])
			return DIALOGUE_CONTINUE;
		if (!dialogue_run_command(s, seat, line, NULL, &result))
			session_set_message(s, "cli.no-such", line);
		if (result != DIALOGUE_CONTINUE)
			return result;
	}
}

dialogue_outcome dialogue_hand_over(session *s, int seat)
{
	assert(table_is_person(&s->table, seat));
	char line[LINE_SIZE], text[TEXT_LINE], name[64], title[80];
	for (;;) {
		page p = page_for(&s->terminal);
		terminal_clear_history(&s->terminal);
		table_player_name(&s->table, s->language, seat, name, sizeof name);
		session_set_viewer(s, AP_OBSERVER);
		snprintf(text, sizeof text, S_TITLE " %s", board_title(&s->board, title, sizeof title));
		text_pad(text, sizeof text, p.columns);
		page_add(&p, text);
		page_add(&p, "");
		play_say(text, sizeof text, s->language, "cli.hand-over", name,
			ap_seat_word(s->table.game, s->language, seat), NULL);
		page_wrap(&p, 0, text);
		page_print(&p, &s->terminal, 0, p.lines);
		page_free(&p);
		terminal_input read =
			session_read_line(s, session_word(s, "cli.hand-over.enter"), line, sizeof line);
		if (read == INPUT_REDRAW)
			continue;
		s->at_keyboard = seat;
		return read == INPUT_LINE ? DIALOGUE_CONTINUE : DIALOGUE_QUIT;
	}
}

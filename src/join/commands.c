/* commands.c: the commands that can be typed at any time; none answers a question of the game. */
#include "join/join.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "terminal/words.h"

enum { COMMAND_WIDTH = 20 }; /* columns of the help for the commands themselves */

/* ---- Chat ------------------------------------------------------------------------------------ */

/* Sends a chat message to some seats, as an array of their names; NULL for all. */
static void say(join *j, json_t *to, const char *text)
{
	json_t *message = join_message(j, "say");
	if (to)
		json_object_set_new(message, "to", to);
	json_object_set_new(message, "text", json_string(text));
	join_perform(j, message);
}

static void on_say(join *j, char *rest)
{
	say(j, NULL, rest);
}

/* Returns the seat; if there is none, AP_NOBODY, and sets the session's message. */
static int find_seat(join *j, const char *word)
{
	int seat = join_find_seat(j, word);
	if (seat == AP_NOBODY)
		session_set_message(&j->session, "cli.join.no-seat", word);
	return seat;
}

static void on_whisper(join *j, char *rest)
{
	char *text = text_split_word(rest);
	int seat = find_seat(j, rest);
	if (seat != AP_NOBODY)
		say(j, json_pack("[s]", ap_seat_name(j->session.table.game, seat)), text);
}

static void set_muted(join *j, const char *word, bool muted)
{
	int seat = find_seat(j, word);
	if (seat == AP_NOBODY)
		return;
	json_t *message = join_message(j, "mute");
	json_object_set_new(message, "seat", json_string(ap_seat_name(j->session.table.game, seat)));
	json_object_set_new(message, "muted", json_boolean(muted));
	join_perform(j, message);
}

static void on_mute(join *j, char *rest)
{
	set_muted(j, rest, true);
}

static void on_unmute(join *j, char *rest)
{
	set_muted(j, rest, false);
}

/* ---- The own seat ---------------------------------------------------------------------------- */

static void on_undo(join *j, char *rest)
{
	(void)rest;
	join_perform(j, join_message(j, "undo"));
}

/* Takes back the sealed answer to the question that is still open. */
static void on_unseal(join *j, char *rest)
{
	json_t *message = join_message(j, "unseal");
	const json_t *open = json_object_get(j->table_info, "open");
	json_int_t question = json_integer_value(json_object_get(open, "question"));
	(void)rest;
	json_object_set_new(message, "question", json_integer(question));
	join_perform(j, message);
}

static void answer_undo(join *j, bool agree)
{
	json_t *message = join_message(j, "undo_answer");
	json_object_set_new(message, "agree", json_boolean(agree));
	join_perform(j, message);
}

static void on_agree(join *j, char *rest)
{
	(void)rest;
	answer_undo(j, true);
}

static void on_refuse(join *j, char *rest)
{
	(void)rest;
	answer_undo(j, false);
}

static void on_bot(join *j, char *rest)
{
	json_t *message = join_message(j, "hand_over");
	const char *level = *rest ? rest : ap_strongest_bot(j->session.table.game)->level;
	json_object_set_new(message, "level", json_string(level));
	join_perform(j, message);
}

static void on_back(join *j, char *rest)
{
	(void)rest;
	join_perform(j, join_message(j, "take_back"));
}

/* Switches between being asked everything and being asked only what is worth asking. */
static void on_ask(join *j, char *rest)
{
	const json_t *wishes = json_object_get(j->table_info, "wishes");
	bool all = json_is_true(json_object_get(wishes, "ask_all"));
	json_t *message = join_message(j, "wishes");
	(void)rest;
	json_object_set_new(message, "ask_all", json_boolean(!all));
	if (join_perform(j, message))
		session_set_message(&j->session, all ? "cli.join.asked-some" : "cli.join.asked-all", "");
}

/* Says that clocks must wait for the person, or that they need not any more. */
static void on_time(join *j, char *rest)
{
	const json_t *seats = json_object_get(j->table_info, "seats");
	const json_t *own = json_array_get(seats, (size_t)j->viewer);
	bool takes_time = json_is_true(json_object_get(own, "takes_time"));
	json_t *message = join_message(j, "take_time");
	(void)rest;
	json_object_set_new(message, "on", json_boolean(!takes_time));
	if (join_perform(j, message))
		session_set_message(
			&j->session, takes_time ? "cli.join.clocks-run" : "cli.join.clocks-wait", "");
}

static void on_sit(join *j, char *rest)
{
	int seat = *rest ? find_seat(j, rest) : AP_OBSERVER;
	if (seat != AP_NOBODY)
		join_sit(j, *rest ? ap_seat_name(j->session.table.game, seat) : "");
}

static void on_start(join *j, char *rest)
{
	(void)rest;
	join_start(j);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

/* Returns the text of KEY.GAME, with examples from the game; if there is none, the text of KEY. */
static const char *help_text(const join *j, const char *key)
{
	char own[80];
	snprintf(own, sizeof own, "%s.%s", key,
		j->session.table.game ? ap_game_name(j->session.table.game) : "");
	const char *text = ap_word(j->session.language, own);
	return text ? text : session_word(&j->session, key);
}

/* Adds a line of the help: what is before the '|' of the text is the command. */
static void add_help(const join *j, page *p, const char *key)
{
	const char *text = help_text(j, key), *bar = strchr(text, '|');
	char line[TEXT_LINE];
	snprintf(line, sizeof line, S_BOLD "%.*s" S_PLAIN, bar ? (int)(bar - text) : 0, text);
	text_pad(line, sizeof line, COMMAND_WIDTH);
	text_add(line, sizeof line, "%s", bar ? bar + 1 : text);
	page_wrap(p, COMMAND_WIDTH, line);
}

static void on_help(join *j, char *rest)
{
	static const char *const lines[] = {"cli.help.number", "cli.help.rule", "cli.help.card",
		"cli.help.board", "cli.help.log", "cli.help.language", "cli.join.help.say",
		"cli.join.help.whisper", "cli.join.help.undo", "cli.join.help.agree",
		"cli.join.help.unseal", "cli.join.help.bot", "cli.join.help.ask", "cli.join.help.time",
		"cli.join.help.rematch", "cli.join.help.lobby", "cli.join.help.quit"};
	page p = page_for(&j->session.terminal);
	(void)rest;
	page_rule(&p, session_word(&j->session, "cli.help"));
	for (int i = 0; i < AP_COUNT(lines); i++)
		add_help(j, &p, lines[i]);
	if (j->has_view) {
		session_set_viewer(&j->session, j->viewer);
		page_rule(&p, session_word(&j->session, "cli.legend"));
		board_legend(&j->session.board, &p);
	}
	pages_show(&j->session, &p, PAGES_REQUESTED);
	page_free(&p);
}

static void on_talk(join *j, char *rest)
{
	page p = page_for(&j->session.terminal);
	(void)rest;
	page_rule(&p, session_word(&j->session, "cli.join.talk"));
	join_add_notices(j, &p, JOIN_TALKS);
	pages_show(&j->session, &p, PAGES_LOG);
	page_free(&p);
}

/* ---- All commands ---------------------------------------------------------------------------- */

/* The commands that need a table. */
static const struct {
	const char *word;
	void (*run)(join *j, char *rest);
} table_commands[] = {{"/say", on_say}, {"/whisper", on_whisper}, {"/mute", on_mute},
	{"/hear", on_unmute}, {"/undo", on_undo}, {"/unseal", on_unseal}, {"/agree", on_agree},
	{"/refuse", on_refuse}, {"/bot", on_bot}, {"/back", on_back}, {"/ask", on_ask},
	{"/time", on_time}, {"/sit", on_sit}, {"/start", on_start}, {"/talk", on_talk}};

static bool is_one_of(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

/* Runs a command of terminal/dialogue.c, if it is one of those that need nothing but the board. */
static bool run_board_command(join *j, const char *line, const char *word)
{
	static const char *const words[] = {"b", "c", "l", "lang", NULL};
	dialogue_outcome ignored = DIALOGUE_CONTINUE; /* these commands never change it */
	if (word[0] != '?' && !is_one_of(word, words))
		return false;
	if (!j->has_view)
		return false;
	session_set_viewer(&j->session, j->viewer);
	bool has_menu = j->question >= 0 && j->menu_question == j->question;
	dialogue_run_command(&j->session, j->viewer, line, has_menu ? &j->menu : NULL, &ignored);
	j->print_question = j->print_question || strcmp(word, "lang") == 0;
	return true;
}

/* Runs a command that leads to another place. */
static bool run_leave_command(join *j, const char *word, join_next *next)
{
	static const char *const quits[] = {"q", "/quit", "/q", NULL};
	if (is_one_of(word, quits))
		*next = JOIN_QUIT;
	else if (strcmp(word, "/lobby") == 0)
		*next = JOIN_GO_TO_LOBBY;
	else if (strcmp(word, "/rematch") == 0 && j->table_key[0])
		*next = join_create_table(j, join_message(j, "rematch"));
	else
		return false;
	return true;
}

bool join_run_command(join *j, const char *typed, join_next *next)
{
	assert(typed && next);
	static const char *const helps[] = {"h", "help", "/help", "/h", NULL};
	char line[JOIN_LINE];
	snprintf(line, sizeof line, "%s", typed);
	char *rest = text_split_word(line);
	if (run_leave_command(j, line, next))
		return true;
	if (is_one_of(line, helps)) {
		on_help(j, rest);
		return true;
	}
	for (int i = 0; i < AP_COUNT(table_commands); i++)
		if (strcmp(table_commands[i].word, line) == 0 && j->table_info) {
			table_commands[i].run(j, rest);
			return true;
		}
	if (run_board_command(j, typed, line))
		return true;
	if (line[0] == '/')
		session_set_message(&j->session, "cli.join.no-command", line);
	return line[0] == '/';
}

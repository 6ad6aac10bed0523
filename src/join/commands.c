/* commands.c: orders to the program and to the server that answer no question of the game. */
#include "join/join.h"

#include <stdio.h>
#include <string.h>

#include "terminal/words.h"

/* ---- Talk ------------------------------------------------------------------------------------ */

static void say(join *j, json_t *to, const char *text)
{
	json_t *message = join_message(j, "say");
	if (to)
		json_object_set_new(message, "to", to);
	json_object_set_new(message, "text", json_string(text));
	join_do(j, message);
}

static void on_say(join *j, char *rest)
{
	say(j, NULL, rest);
}

/* Splits off the first word; returns the rest. */
static char *after_word(char *line)
{
	char *rest = line + strcspn(line, " ");
	if (*rest)
		*rest++ = '\0';
	return rest + strspn(rest, " ");
}

static int seat_or_say(join *j, const char *word)
{
	int seat = join_seat_named(j, word);
	if (seat == AP_NOBODY)
		session_set_message(&j->s, "cli.join.no-seat", word);
	return seat;
}

static void on_whisper(join *j, char *rest)
{
	char *text = after_word(rest);
	int seat = seat_or_say(j, rest);
	if (seat != AP_NOBODY)
		say(j, json_pack("[s]", ap_seat_name(j->s.table.game, seat)), text);
}

static void set_muted(join *j, const char *word, bool muted)
{
	int seat = seat_or_say(j, word);
	if (seat == AP_NOBODY)
		return;
	json_t *message = join_message(j, "mute");
	json_object_set_new(message, "seat", json_string(ap_seat_name(j->s.table.game, seat)));
	json_object_set_new(message, "muted", json_boolean(muted));
	join_do(j, message);
}

static void on_mute(join *j, char *rest)
{
	set_muted(j, rest, true);
}

static void on_hear(join *j, char *rest)
{
	set_muted(j, rest, false);
}

/* ---- The seat -------------------------------------------------------------------------------- */

static void on_undo(join *j, char *rest)
{
	(void)rest;
	join_do(j, join_message(j, "undo"));
}

/* The sealed answer to the question that is open. */
static void on_unseal(join *j, char *rest)
{
	json_t *message = join_message(j, "unseal");
	const json_t *open = json_object_get(j->about, "open");
	json_int_t question = json_integer_value(json_object_get(open, "question"));
	(void)rest;
	json_object_set_new(message, "question", json_integer(question));
	join_do(j, message);
}

static void answer_undo(join *j, bool agree)
{
	json_t *message = join_message(j, "undo_answer");
	json_object_set_new(message, "agree", json_boolean(agree));
	join_do(j, message);
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
	json_object_set_new(message, "level", json_string(*rest ? rest : "greedy"));
	join_do(j, message);
}

static void on_back(join *j, char *rest)
{
	(void)rest;
	join_do(j, join_message(j, "take_back"));
}

/* Asked everything, or only what is worth asking; the other way round each time. */
static void on_ask(join *j, char *rest)
{
	const json_t *wishes = json_object_get(j->about, "wishes");
	bool all = json_is_true(json_object_get(wishes, "ask_all"));
	json_t *message = join_message(j, "wishes");
	(void)rest;
	json_object_set_new(message, "ask_all", json_boolean(!all));
	if (join_do(j, message))
		session_set_message(&j->s, all ? "cli.join.asked-some" : "cli.join.asked-all", "");
}

static void on_sit(join *j, char *rest)
{
	int seat = *rest ? seat_or_say(j, rest) : AP_OBSERVER;
	if (seat != AP_NOBODY)
		join_sit(j, *rest ? ap_seat_name(j->s.table.game, seat) : "");
}

static void on_start(join *j, char *rest)
{
	(void)rest;
	join_start(j);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

/* With the game's own examples, where it has some. */
static const char *help_text(const join *j, const char *key)
{
	char own[80];
	snprintf(own, sizeof own, "%s.%s", key, j->s.table.game ? ap_game_name(j->s.table.game) : "");
	const char *text = ap_word(j->s.language, own);
	return text ? text : session_word(&j->s, key);
}

static void add_help(const join *j, page *p, const char *key)
{
	const char *text = help_text(j, key), *bar = strchr(text, '|');
	char line[TEXT_LINE];
	snprintf(line, sizeof line, S_BOLD "%.*s" S_PLAIN, bar ? (int)(bar - text) : 0, text);
	text_pad(line, sizeof line, 20);
	text_add(line, sizeof line, "%s", bar ? bar + 1 : text);
	page_wrap(p, 20, line);
}

static void on_help(join *j, char *rest)
{
	static const char *const lines[] = {"cli.help.number", "cli.help.rule", "cli.help.card", "cli.help.board",
		"cli.help.log", "cli.help.language", "cli.join.help.say", "cli.join.help.whisper",
		"cli.join.help.undo", "cli.join.help.agree", "cli.join.help.unseal", "cli.join.help.bot",
		"cli.join.help.ask", "cli.join.help.rematch", "cli.join.help.lobby", "cli.join.help.quit"};
	page p = page_for(&j->s.terminal);
	(void)rest;
	page_rule(&p, session_word(&j->s, "cli.help"));
	for (int i = 0; i < AP_COUNT(lines); i++)
		add_help(j, &p, lines[i]);
	if (j->seen) {
		session_set_viewer(&j->s, j->viewer);
		page_rule(&p, session_word(&j->s, "cli.legend"));
		board_legend(&j->s.board, &p);
	}
	pages_show(&j->s, &p, PAGES_REQUESTED);
	page_free(&p);
}

static void on_talk(join *j, char *rest)
{
	page p = page_for(&j->s.terminal);
	(void)rest;
	page_rule(&p, session_word(&j->s, "cli.join.talk"));
	join_aside(j, &p, JOIN_TALKS);
	pages_show(&j->s, &p, PAGES_LOG);
	page_free(&p);
}

/* ---- All of them ----------------------------------------------------------------------------- */

/* At a table only. */
static const struct {
	const char *word;
	void (*run)(join *j, char *rest);
} orders[] = {{"/say", on_say}, {"/whisper", on_whisper}, {"/mute", on_mute}, {"/hear", on_hear},
	{"/undo", on_undo}, {"/unseal", on_unseal}, {"/agree", on_agree}, {"/refuse", on_refuse},
	{"/bot", on_bot}, {"/back", on_back}, {"/ask", on_ask}, {"/sit", on_sit}, {"/start", on_start},
	{"/talk", on_talk}};

static bool is_one_of(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

/* Those of terminal play that need nothing but the board. */
static bool play_command(join *j, const char *line, const char *word)
{
	static const char *const words[] = {"b", "c", "l", "lang", NULL};
	dialogue_outcome result = DIALOGUE_CONTINUE;
	if (word[0] != '?' && !is_one_of(word, words))
		return false;
	if (!j->seen)
		return false;
	session_set_viewer(&j->s, j->viewer);
	bool asked = j->asked >= 0 && j->menu_question == j->asked;
	dialogue_run_command(&j->s, j->viewer, line, asked ? &j->menu : NULL, &result);
	j->fresh = j->fresh || strcmp(word, "lang") == 0;
	return true;
}

static bool go_somewhere(join *j, const char *word, join_go *go)
{
	static const char *const quits[] = {"q", "/quit", "/q", NULL};
	if (is_one_of(word, quits))
		*go = JOIN_LEFT;
	else if (strcmp(word, "/lobby") == 0)
		*go = JOIN_LOBBY;
	else if (strcmp(word, "/rematch") == 0 && j->table[0])
		*go = join_create(j, join_message(j, "rematch"));
	else
		return false;
	return true;
}

bool join_command(join *j, const char *typed, join_go *go)
{
	static const char *const helps[] = {"h", "help", "/help", "/h", NULL};
	char line[JOIN_LINE];
	snprintf(line, sizeof line, "%s", typed);
	char *rest = after_word(line);
	if (go_somewhere(j, line, go))
		return true;
	if (is_one_of(line, helps)) {
		on_help(j, rest);
		return true;
	}
	for (int i = 0; i < AP_COUNT(orders); i++)
		if (strcmp(orders[i].word, line) == 0 && j->about) {
			orders[i].run(j, rest);
			return true;
		}
	if (play_command(j, typed, line))
		return true;
	if (line[0] == '/')
		session_set_message(&j->s, "cli.join.no-command", line);
	return line[0] == '/';
}

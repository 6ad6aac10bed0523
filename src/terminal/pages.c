/* pages.c: pages one asks for: help, the log, a clause, a card or a leader. */
#include "terminal/session.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "terminal/generic.h"
#include "terminal/words.h"
#include "text/phrases.h"
#include "text/rules.h"

enum { TEXT = 1024 };

/* Page by page on a screen, all at once where nothing scrolls away. */
void pages_show(session *s, const page *p, pages_kind kind)
{
	static const char *const alone[] = {"cli.pages.one", "cli.pages.news", "cli.pages.one"};
	bool from_the_end = kind == PAGES_LOG;
	int each = s->terminal.rows - 2, pages = (p->lines + each - 1) / each;
	if (!s->terminal.live) {
		page_print(p, &s->terminal, 0, p->lines);
		return;
	}
	for (int at = from_the_end ? pages - 1 : 0; at < pages;) {
		char prompt[TEXT], line[80], now[12], all[12];
		int first =
			from_the_end && at == pages - 1 && p->lines > each ? p->lines - each : at * each;
		terminal_clear(&s->terminal);
		page_print(p, &s->terminal, first, each);
		snprintf(now, sizeof now, "%d", at + 1);
		snprintf(all, sizeof all, "%d", pages);
		play_say(prompt, sizeof prompt, s->language, pages > 1 ? "cli.pages.some" : alone[kind],
			now, all, NULL);
		terminal_line read = session_read(s, prompt, line, sizeof line);
		if (read == LINE_RESIZED)
			continue;
		if (read != LINE_READ || strcmp(line, "q") == 0)
			return;
		if (line[0] != 'p')
			at++;
		else if (at > 0)
			at--;
	}
}

/* ---- The log ------------------------------------------------------------------------------- */

static const char *bullet(const page *p, int die)
{
	static const char *const face[] = {"·", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"};
	return page_symbol(p, face[die >= 0 && die <= 6 ? die : 0], die ? "#" : "-");
}

static bool in_log(const session *s, int viewer, int i, bool all)
{
	const ap_event *event = &s->table.log[i].event;
	return (event->seen_by & AP_SEAT(viewer)) && (all || !board_quiet(s->table.game, event));
}

/* Does the next line say all that matters of this one? */
static bool goes_on(const session *s, int viewer, int i, int end)
{
	const table_event *log = s->table.log;
	int next = i + 1;
	while (next < end && !in_log(s, viewer, next, false))
		next++;
	return next < end && board_outdated(session_drawing(s), &log[i].event, &log[next].event);
}

void pages_add_events(session *s, page *p, int viewer, int first, int end, bool all)
{
	const ap_game *game = s->table.game;
	char sentence[TEXT], line[TEXT + 16], right[80];
	for (int i = first; i < end; i++) {
		const ap_event *event = &s->table.log[i].event;
		if (!in_log(s, viewer, i, all) || (!all && goes_on(s, viewer, i, end)))
			continue;
		int die = board_die(game, event);
		const char *loud = board_loud(session_drawing(s), p, event);
		ap_say_event(game, s->language, event, sentence, sizeof sentence);
		if (loud)
			snprintf(line, sizeof line, S_TITLE " %s " S_RED " %s" S_PLAIN, loud, sentence);
		else
			snprintf(line, sizeof line, "%s%s" S_PLAIN " %s", die ? S_BOLD : S_DIM, bullet(p, die),
				sentence);
		snprintf(right, sizeof right, S_DIM "%s" S_PLAIN, ap_clause_id(game, event->clause));
		page_wrap_with(p, 2, line, right);
	}
}

void pages_board(session *s, int viewer)
{
	page p = page_for(&s->terminal);
	session_look(s, viewer);
	board_table(&s->board, &p, false);
	board_hand(&s->board, &p);
	pages_show(s, &p, PAGES_ASKED);
	page_free(&p);
}

void pages_log(session *s, int viewer)
{
	page p = page_for(&s->terminal);
	page_rule(&p, session_word(s, "cli.log"));
	pages_add_events(s, &p, viewer, 0, s->table.events, true);
	pages_show(s, &p, PAGES_LOG);
	page_free(&p);
}

/* ---- Words with the game's own examples ----------------------------------------------------- */

typedef struct own_key {
	const char *any, *own; /* "cli.help.rule" and "%s.terminal.help.rule"; NULL: games have none */
} own_key;

static const char *key_for(const session *s, own_key key, char out[80])
{
	if (!key.own)
		return key.any;
	snprintf(out, 80, "%s%s", ap_game_name(s->table.game), key.own + strlen("%s"));
	return ap_word(s->language, out) ? out : key.any;
}

/* ---- Help and rules ------------------------------------------------------------------------ */

void pages_help(session *s)
{
	static const own_key lines[] = {{"cli.help.number", NULL}, {"cli.help.repeat", NULL},
		{"cli.help.pass", NULL}, {"cli.help.rule", "%s.terminal.help.rule"},
		{"cli.help.card", "%s.terminal.help.card"}, {"cli.help.board", NULL},
		{"cli.help.undo", NULL}, {"cli.help.log", NULL}, {"cli.help.save", NULL},
		{"cli.help.language", NULL}, {"cli.help.quit", NULL},
		{"cli.help.notation", "%s.terminal.help.notation"}};
	page p = page_for(&s->terminal);
	char title[80], key[80];
	page_rule(&p, board_title(&s->board, title, sizeof title));
	snprintf(key, sizeof key, "%s.summary", ap_game_name(s->table.game));
	page_wrap(&p, 0, play_word(s->language, key));
	page_rule(&p, session_word(s, "cli.help"));
	for (int i = 0; i < AP_COUNT(lines); i++) {
		char line[TEXT], command[40];
		const char *text = session_word(s, key_for(s, lines[i], key)), *bar = strchr(text, '|');
		int length = bar ? (int)(bar - text) : 0;
		snprintf(command, sizeof command, "%.*s", length, text);
		snprintf(line, sizeof line, S_BOLD "%s" S_PLAIN, command);
		text_pad(line, sizeof line, 14);
		text_add(line, sizeof line, "%s", bar ? bar + 1 : text);
		page_wrap(&p, 14, line);
	}
	page_rule(&p, session_word(s, "cli.legend"));
	board_legend(&s->board, &p);
	pages_show(s, &p, PAGES_ASKED);
	page_free(&p);
}

void pages_clause(session *s, int clause)
{
	const ap_clause_text *text = ap_clause(s->table.game, s->language, clause);
	page p = page_for(&s->terminal);
	char line[TEXT];
	page_rule(&p, ap_clause_id(s->table.game, clause));
	if (text) {
		snprintf(line, sizeof line, S_BOLD "%s" S_PLAIN, text->title);
		page_wrap(&p, 0, line);
		page_wrap(&p, 0, text->body);
	}
	pages_show(s, &p, PAGES_ASKED);
	page_free(&p);
}

/* ---- A card or a leader -------------------------------------------------------------------- */

static bool starts_with(const char *text, const char *start)
{
	return strncasecmp(text, start, strlen(start)) == 0;
}

/* By its name on the screen or in records, or how it begins. */
static bool about_named(session *s, page *p, const char *what)
{
	for (int i = 0; s->table.game->names[i]; i++) {
		const ap_names *names = s->table.game->names[i];
		for (int n = 0; n < names->count; n++) {
			const char *word = ap_name_word(s->table.game, s->language, names, n);
			bool named = starts_with(word, what) || starts_with(names->name[n], what);
			if (named && board_about(&s->board, p, (board_thing){names, n}))
				return true;
		}
	}
	return false;
}

/* What the action would come to, as far as that can be told. */
static bool would_come_of(session *s, page *p, ap_action a)
{
	char words[TEXT];
	ap_facts facts;
	ap_foresee(s->table.game, &s->view, s->board.viewer, a, &facts);
	if (facts.count == 0)
		return false;
	ap_say_action(s->table.game, s->language, a, words, sizeof words);
	page_rule(p, words);
	generic_facts(&s->board, p, &facts);
	return true;
}

/* What the n-th action is about. */
static bool about_action(session *s, page *p, const menu *m, int n)
{
	if (!m || n < 1 || n > m->items)
		return false;
	ap_action a = m->item[n - 1].action;
	const ap_verb *verb = &s->table.game->verbs[ap_verb_of(a)];
	bool x = verb->x && m->x < 0 && board_about(&s->board, p, (board_thing){verb->x, (int)ap_x(a)});
	bool whole = m->item[n - 1].count == 1;
	bool y = verb->y && whole && board_about(&s->board, p, (board_thing){verb->y, (int)ap_y(a)});
	return (whole && would_come_of(s, p, a)) || x || y;
}

void pages_thing(session *s, const char *what, const menu *m)
{
	static const own_key unknown = {"cli.card.unknown", "%s.terminal.card.unknown"};
	static const own_key which = {"cli.card.which", "%s.terminal.card.which"};
	page p = page_for(&s->terminal);
	board_thing held = {NULL, 0};
	char key[80];
	bool found;
	if (what[0] >= 'a' && what[0] <= 'z' && what[1] == '\0')
		held = board_held(&s->board, what[0] - 'a');
	if (held.names)
		found = board_about(&s->board, &p, held);
	else if (what[0] >= '0' && what[0] <= '9')
		found = about_action(s, &p, m, (int)strtol(what, NULL, 10));
	else
		found = what[0] && about_named(s, &p, what);
	if (found)
		pages_show(s, &p, PAGES_ASKED);
	else
		session_message(s, key_for(s, what[0] ? unknown : which, key), what);
	page_free(&p);
}

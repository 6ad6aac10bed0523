/* pages.c: pages that a person asks for: help, board, log, a clause, a card or another thing. */
#include "terminal/session.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "terminal/generic.h"
#include "terminal/words.h"
#include "text/phrases.h"

enum {
	SENTENCE = 1024,
	COMMAND_WIDTH = 14, /* columns of the help for the commands themselves */
	MOST_COLUMNS = 16   /* of a table of the rules */
};

void pages_show(session *s, const page *p, pages_kind kind)
{
	static const char *const one_page[] = {[PAGES_REQUESTED] = "cli.pages.one",
		[PAGES_NEWS] = "cli.pages.news",
		[PAGES_LOG] = "cli.pages.one"};
	bool from_the_end = kind == PAGES_LOG;
	int height = s->terminal.rows - 2, pages = (p->lines + height - 1) / height;
	if (!s->terminal.full_screen) {
		page_print(p, &s->terminal, 0, p->lines);
		return;
	}
	for (int at = from_the_end ? pages - 1 : 0; at < pages;) {
		char prompt[SENTENCE], line[80], now[12], all[12];
		bool full_last = from_the_end && at == pages - 1 && p->lines > height;
		int first = full_last ? p->lines - height : at * height;
		terminal_clear(&s->terminal);
		page_print(p, &s->terminal, first, height);
		snprintf(now, sizeof now, "%d", at + 1);
		snprintf(all, sizeof all, "%d", pages);
		play_say(prompt, sizeof prompt, s->language, pages > 1 ? "cli.pages.some" : one_page[kind],
			now, all, NULL);
		terminal_input read = session_read_line(s, prompt, line, sizeof line);
		if (read == INPUT_REDRAW)
			continue;
		if (read != INPUT_LINE || strcmp(line, "q") == 0)
			return;
		if (line[0] != 'p')
			at++;
		else if (at > 0)
			at--;
	}
}

/* ---- The log --------------------------------------------------------------------------------- */

static const char *bullet(const page *p, int die)
{
	static const char *const face[] = {"·", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"};
	return page_symbol(p, face[die >= 0 && die <= 6 ? die : 0], die ? "#" : "-");
}

/* Returns whether the log shows the event to the viewer; without `all` it is the short log. */
static bool is_in_log(const session *s, int viewer, int i, bool all)
{
	const ap_event *event = &s->table.log[i].event;
	return (event->seen_by & AP_SEAT(viewer)) && (all || !board_quiet(s->table.game, event));
}

/* Returns whether the next event of the short log says all that this one does. */
static bool is_outdated(const session *s, int viewer, int i, int end)
{
	const table_event *log = s->table.log;
	int next = i + 1;
	while (next < end && !is_in_log(s, viewer, next, false))
		next++;
	return next < end && board_outdated(session_drawing(s), &log[i].event, &log[next].event);
}

void pages_add_events(session *s, page *p, int viewer, int first, int end, bool all)
{
	assert(viewer >= 0 && viewer <= AP_OBSERVER && first >= 0 && end <= s->table.log_length);
	const ap_game *game = s->table.game;
	char sentence[SENTENCE], line[SENTENCE + 16], right[80];
	for (int i = first; i < end; i++) {
		const ap_event *event = &s->table.log[i].event;
		if (!is_in_log(s, viewer, i, all) || (!all && is_outdated(s, viewer, i, end)))
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

void pages_show_board(session *s, int viewer)
{
	page p = page_for(&s->terminal);
	session_set_viewer(s, viewer);
	board_table(&s->board, &p, false);
	board_hand_at_length(&s->board, &p);
	pages_show(s, &p, PAGES_REQUESTED);
	page_free(&p);
}

/* ---- The map --------------------------------------------------------------------------------- */

static bool starts_with(const char *text, const char *start)
{
	return strncasecmp(text, start, strlen(start)) == 0;
}

/* Returns whether the name of the thing begins so, on the screen or in records. */
static bool is_named(const session *s, board_thing thing, const char *what)
{
	const char *word = ap_name_word(s->table.game, s->language, thing.names, thing.index);
	return starts_with(word, what) || starts_with(thing.names->name[thing.index], what);
}

/* Returns the part of the map that is named so, or in which the first thing lies that is; -1 if
 * there is none. */
static int part_named(const session *s, const char *what)
{
	const ap_names *parts = s->board.drawing->parts;
	for (int n = 0; n < parts->count; n++)
		if (is_named(s, (board_thing){parts, n}, what))
			return n;
	for (int i = 0; s->table.game->names[i]; i++)
		for (int n = 0; n < s->table.game->names[i]->count; n++) {
			board_thing thing = {s->table.game->names[i], n};
			if (!is_named(s, thing, what))
				continue;
			board_thing part = board_belongs(&s->board, thing);
			if (part.names == parts)
				return part.index;
		}
	return -1;
}

/* Shows one screen of a part of the map and asks where to go. Returns the part to show next, and
 * changes `at`, the screen; -1 to go back. */
static int show_part(session *s, int part, int *at)
{
	page p = page_for(&s->terminal);
	int parts = s->board.drawing->parts->count, height = s->terminal.rows - 2;
	char prompt[SENTENCE], line[80], now[12], all[12];
	board_part(&s->board, &p, part);
	int screens = (p.lines + height - 1) / height;
	*at = *at < screens ? *at : screens - 1;
	terminal_clear(&s->terminal);
	page_print(&p, &s->terminal, *at * height, height);
	page_free(&p);
	snprintf(now, sizeof now, "%d", *at + 1);
	snprintf(all, sizeof all, "%d", screens);
	play_say(prompt, sizeof prompt, s->language, "cli.map.prompt", now, all, NULL);
	terminal_input read = session_read_line(s, prompt, line, sizeof line);
	if (read == INPUT_REDRAW)
		return part;
	if (read != INPUT_LINE || strcmp(line, "q") == 0)
		return -1;
	if (!line[0] && *at + 1 < screens) {
		++*at;
		return part;
	}
	if (strcmp(line, "p") == 0 && *at > 0) {
		--*at;
		return part;
	}
	*at = 0;
	if (!line[0])
		return (part + 1) % parts;
	if (strcmp(line, "p") == 0)
		return (part + parts - 1) % parts;
	int named = part_named(s, line);
	return named >= 0 ? named : part;
}

static void show_all_parts(session *s)
{
	page p = page_for(&s->terminal);
	for (int part = 0; part < s->board.drawing->parts->count; part++)
		board_part(&s->board, &p, part);
	pages_show(s, &p, PAGES_REQUESTED);
	page_free(&p);
}

void pages_show_map(session *s, int viewer, const char *what)
{
	assert(what);
	session_set_viewer(s, viewer);
	if (!s->board.drawing->parts) {
		session_set_message(s, "cli.map.none", "");
		return;
	}
	if (strcmp(what, "all") == 0 || strcmp(what, "tout") == 0) {
		show_all_parts(s);
		return;
	}
	int part = what[0] ? part_named(s, what) : board_part_asked(&s->board), at = 0;
	if (part < 0) {
		session_set_message(s, "cli.map.unknown", what);
		return;
	}
	if (s->terminal.full_screen) {
		while (part >= 0)
			part = show_part(s, part, &at);
		return;
	}
	page p = page_for(&s->terminal);
	board_part(&s->board, &p, part);
	page_print(&p, &s->terminal, 0, p.lines);
	page_free(&p);
}

/* ---- The whole log --------------------------------------------------------------------------- */

void pages_show_log(session *s, int viewer)
{
	page p = page_for(&s->terminal);
	page_rule(&p, session_word(s, "cli.log"));
	pages_add_events(s, &p, viewer, 0, s->table.log_length, true);
	pages_show(s, &p, PAGES_LOG);
	page_free(&p);
}

/* ---- Texts with the game's own examples ------------------------------------------------------ */

/* A key of the catalogue, and the key of the text that a game may have in its place: %s is the name
 * of the game. */
typedef struct own_key {
	const char *any;
	const char *own; /* NULL if games have no text of their own */
} own_key;

static const char *choose_key(const session *s, own_key key, char out[80])
{
	if (!key.own)
		return key.any;
	snprintf(out, 80, "%s%s", ap_game_name(s->table.game), key.own + strlen("%s"));
	return ap_word(s->language, out) ? out : key.any;
}

/* ---- Help and rules -------------------------------------------------------------------------- */

void pages_show_help(session *s)
{
	static const own_key lines[] = {{"cli.help.number", NULL}, {"cli.help.repeat", NULL},
		{"cli.help.pass", NULL}, {"cli.help.rule", "%s.terminal.help.rule"},
		{"cli.help.card", "%s.terminal.help.card"}, {"cli.help.map", NULL},
		{"cli.help.board", NULL}, {"cli.help.filter", NULL}, {"cli.help.undo", NULL},
		{"cli.help.log", NULL}, {"cli.help.save", NULL}, {"cli.help.language", NULL},
		{"cli.help.quit", NULL}, {"cli.help.notation", "%s.terminal.help.notation"}};
	page p = page_for(&s->terminal);
	char title[80], key[80];
	page_rule(&p, board_title(&s->board, title, sizeof title));
	snprintf(key, sizeof key, "%s.summary", ap_game_name(s->table.game));
	page_wrap(&p, 0, play_word(s->language, key));
	page_rule(&p, session_word(s, "cli.help"));
	for (int i = 0; i < AP_COUNT(lines); i++) {
		char line[SENTENCE], command[40];
		if (strcmp(lines[i].any, "cli.help.map") == 0 && !s->board.drawing->parts)
			continue;
		const char *text = session_word(s, choose_key(s, lines[i], key)), *bar = strchr(text, '|');
		int length = bar ? (int)(bar - text) : 0;
		snprintf(command, sizeof command, "%.*s", length, text);
		snprintf(line, sizeof line, S_BOLD "%s" S_PLAIN, command);
		text_pad(line, sizeof line, COMMAND_WIDTH);
		text_add(line, sizeof line, "%s", bar ? bar + 1 : text);
		page_wrap(&p, COMMAND_WIDTH, line);
	}
	page_rule(&p, session_word(s, "cli.legend"));
	board_legend(&s->board, &p);
	pages_show(s, &p, PAGES_REQUESTED);
	page_free(&p);
}

/* Adds a row of a table: every cell but the last as wide as its column. What is too long goes on
 * below the last cell. */
static void add_row(page *p, const ap_rules_table *shown, int row, const int *widths)
{
	char line[SENTENCE] = "";
	int at = 0;
	for (int i = 0; i < shown->columns; i++) {
		text_add(line, sizeof line, "%s", shown->cells[row * shown->columns + i]);
		if (i + 1 < shown->columns)
			text_pad(line, sizeof line, at += widths[i] + 2);
	}
	page_wrap(p, at < p->columns * 2 / 3 ? at : 4, line);
}

static void add_table(page *p, const ap_rules_table *shown)
{
	int widths[MOST_COLUMNS] = {0};
	char title[SENTENCE];
	assert(shown->columns <= MOST_COLUMNS);
	for (int i = 0; i < shown->columns * (shown->rows + 1); i++) {
		int width = text_width(shown->cells[i]), *widest = &widths[i % shown->columns];
		*widest = width > *widest ? width : *widest;
	}
	snprintf(title, sizeof title, S_BOLD "%s" S_PLAIN, shown->title);
	page_add(p, "");
	page_wrap(p, 0, title);
	if (shown->about[0])
		page_wrap(p, 0, shown->about);
	for (int row = 0; row <= shown->rows; row++)
		add_row(p, shown, row, widths);
}

void pages_show_clause(session *s, int clause)
{
	assert(clause >= 0); /* 0: a step that no clause describes */
	const ap_clause_text *text = ap_clause(s->table.game, s->language, clause);
	const ap_rules_table *shown;
	page p = page_for(&s->terminal);
	char line[SENTENCE];
	page_rule(&p, ap_clause_id(s->table.game, clause));
	if (text) {
		snprintf(line, sizeof line, S_BOLD "%s" S_PLAIN, text->title);
		page_wrap(&p, 0, line);
		page_wrap(&p, 0, text->body);
	}
	for (int n = 0; (shown = ap_rules_table_at(s->table.game, s->language, n)); n++)
		if (shown->clause == clause)
			add_table(&p, shown);
	pages_show(s, &p, PAGES_REQUESTED);
	page_free(&p);
}

/* ---- A card or another thing ----------------------------------------------------------------- */

/* Adds what is known about the first thing whose name begins so, on the screen or in records. */
static bool add_thing_named(session *s, page *p, const char *what)
{
	for (int i = 0; s->table.game->names[i]; i++) {
		const ap_names *names = s->table.game->names[i];
		for (int n = 0; n < names->count; n++) {
			board_thing thing = {names, n};
			if (is_named(s, thing, what) && board_about(&s->board, p, thing))
				return true;
		}
	}
	return false;
}

/* Adds what would follow from the action, as far as the game can tell. */
static bool add_consequences(session *s, page *p, ap_action a)
{
	char words[SENTENCE];
	ap_facts facts;
	ap_foresee(s->table.game, &s->view, s->board.viewer, a, &facts);
	if (facts.count == 0)
		return false;
	ap_say_action(s->table.game, s->language, a, words, sizeof words);
	page_rule(p, words);
	generic_facts(&s->board, p, &facts);
	return true;
}

/* Adds what is known about the arguments of the n-th item of the menu, and its consequences. */
static bool add_item(session *s, page *p, const menu *m, int n)
{
	if (!m || n < 1 || n > m->items)
		return false;
	ap_action a = m->item[n - 1].action;
	board_thing owner = menu_owner(m, n);
	if (owner.names)
		return board_about(&s->board, p, owner);
	const ap_verb *verb = &s->table.game->verbs[ap_verb_of(a)];
	bool x = verb->x && m->open_action < 0 &&
		board_about(&s->board, p, (board_thing){verb->x, (int)ap_x(a)});
	bool whole = m->item[n - 1].count == 1;
	bool y = verb->y && whole && board_about(&s->board, p, (board_thing){verb->y, (int)ap_y(a)});
	return (whole && add_consequences(s, p, a)) || x || y;
}

void pages_show_thing(session *s, const char *what, const menu *m)
{
	assert(what);
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
		found = add_item(s, &p, m, (int)strtol(what, NULL, 10));
	else if (what[0])
		found = add_thing_named(s, &p, what);
	else if ((found = s->board.drawing->hand_at_length && board_held(&s->board, 0).names))
		board_hand_at_length(&s->board, &p);
	if (found)
		pages_show(s, &p, PAGES_REQUESTED);
	else
		session_set_message(s, choose_key(s, what[0] ? unknown : which, key), what);
	page_free(&p);
}

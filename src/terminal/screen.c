/* screen.c: the screen of a game: board, hand, log, question and menu share its lines. */
#include "terminal/session.h"

#include <assert.h>
#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum {
	LEAST_LOG = 2,  /* lines of the log that a long menu leaves */
	GOOD_LOG = 5,   /* lines of the log for which the board gives up its long form */
	LEAST_MENU = 3, /* lines of the menu that a high board leaves */
	PATH_TEXT = 400
};

/* The parts of a screen, from top to bottom. */
typedef struct layout {
	page table, hand, log, question, menu, message;
	int menu_lines, log_lines; /* the room that these two parts have */
} layout;

static void free_layout(layout *l)
{
	page_free(&l->table);
	page_free(&l->hand);
	page_free(&l->log);
	page_free(&l->question);
	page_free(&l->menu);
	page_free(&l->message);
}

/* ---- The log --------------------------------------------------------------------------------- */

/* Returns how many lines the events take that the person has not seen yet. */
static int count_unseen_lines(session *s, int seat)
{
	page p = page_for(&s->terminal);
	pages_add_events(s, &p, seat, s->events_seen[seat], s->table.log_length, false);
	int lines = p.lines;
	page_free(&p);
	return lines;
}

/* Adds the last events that fit, each of them whole. Where pages follow each other it adds all new
 * events. */
static void add_log(session *s, int seat, page *p, int lines)
{
	page last = page_for(&s->terminal);
	int first = s->table.log_length;
	if (!s->terminal.full_screen && count_unseen_lines(s, seat) == 0)
		return;
	page_rule(p, play_word(s->language, "cli.log"));
	for (; first > 0 && s->terminal.full_screen; first--) {
		page_free(&last);
		pages_add_events(s, &last, seat, first - 1, s->table.log_length, false);
		if (last.lines > lines)
			break;
	}
	page_free(&last);
	pages_add_events(s, p, seat, s->terminal.full_screen ? first : s->events_seen[seat],
		s->table.log_length, false);
}

/* ---- The question ---------------------------------------------------------------------------- */

/* Adds the question and its clause; in an open group of the menu, what was chosen so far. */
static void add_question(session *s, page *p, const menu *m)
{
	const ap_game *game = s->table.game;
	char line[TEXT_LINE], path[PATH_TEXT], right[80];
	int step = ap_step_of(&s->view), clause = ap_step_clause(game, step);
	const char *mark = page_symbol(p, "▌ ", "> ");
	menu_write_path(m, p, path, sizeof path);
	if (path[0]) {
		clause = menu_action_clause(m, m->item[0].action);
		snprintf(line, sizeof line, S_RED "%s" S_BOLD "%s" S_DIM "  %s" S_PLAIN, mark, path,
			session_word(s, "cli.menu.back"));
	} else {
		snprintf(line, sizeof line, S_RED "%s" S_BOLD "%s" S_PLAIN, mark,
			ap_prompt(game, s->language, step));
	}
	snprintf(right, sizeof right, S_DIM "%s" S_PLAIN, ap_clause_id(game, clause));
	page_wrap_with(p, 2, line, right);
}

/* Returns the number of lines that depend on nothing else: all but board, log and menu. */
static int count_fixed_lines(const session *s, const layout *l)
{
	int extra = s->extra_lines ? s->extra_lines->lines : 0;
	int input = 1;
	return l->hand.lines + extra + l->question.lines + l->message.lines + input;
}

/* Adds the message, in as many lines as it needs. */
static void add_message(const session *s, page *p)
{
	page plain = page_for(&s->terminal);
	char line[TEXT_LINE + 8];
	if (s->message[0])
		page_wrap(&plain, 0, s->message);
	for (int i = 0; i < plain.lines; i++) {
		snprintf(line, sizeof line, S_RED "%s" S_PLAIN, plain.line[i]);
		page_add(p, line);
	}
	page_free(&plain);
}

/* Fills all parts. The menu gets its lines first, then the log; the board is drawn in its long form
 * only if that leaves enough lines for both. */
static void make_layout(session *s, int seat, menu *m, layout *l)
{
	page blank = page_for(&s->terminal), brief = blank;
	int rows = s->terminal.rows, log_with_title = LEAST_LOG + 1;
	*l = (layout){.table = blank,
		.hand = blank,
		.log = blank,
		.question = blank,
		.menu = blank,
		.message = blank};
	add_message(s, &l->message);
	session_set_viewer(s, seat);
	board_table(&s->board, &l->table, false);
	board_table(&s->board, &brief, true);
	if (seat != AP_OBSERVER)
		board_hand(&s->board, &l->hand);
	if (m) {
		menu_fit(m, &blank, rows); /* the question may need the first item */
		add_question(s, &l->question, m);
		int room = rows - brief.lines - count_fixed_lines(s, l) - log_with_title;
		room = room > LEAST_MENU ? room : LEAST_MENU;
		menu_fit(m, &blank, room);
		l->menu_lines = menu_line_count(m, &blank, room);
		menu_draw(m, &l->menu, l->menu_lines);
	}
	bool long_board_fits =
		l->table.lines + count_fixed_lines(s, l) + l->menu.lines + GOOD_LOG < rows;
	if (long_board_fits || !s->terminal.full_screen) {
		page_free(&brief);
	} else {
		page_free(&l->table);
		l->table = brief;
	}
	int rest = rows - l->table.lines - count_fixed_lines(s, l) - l->menu.lines - 1;
	l->log_lines = rest > 1 ? rest : 1;
	add_log(s, seat, &l->log, l->log_lines);
}

void screen_print_message(session *s)
{
	page p = page_for(&s->terminal);
	add_message(s, &p);
	page_print(&p, &s->terminal, 0, p.lines);
	page_free(&p);
	s->message[0] = '\0';
}

static void print_layout(session *s, const layout *l, screen_part part)
{
	static const page nothing;
	const page *extra = s->extra_lines ? s->extra_lines : &nothing;
	const page *parts[] = {&l->table, &l->hand, &l->log, extra, &l->question, &l->menu};
	const int question = 4;
	int first = part == SCREEN_ALL ? 0 : part == SCREEN_CHOICES ? question : AP_COUNT(parts);
	terminal_clear(&s->terminal);
	for (int i = first; i < AP_COUNT(parts); i++)
		page_print(parts[i], &s->terminal, 0, parts[i]->lines);
	screen_print_message(s);
}

/* ---- The screens ----------------------------------------------------------------------------- */

void screen_show(session *s, int seat, menu *m, screen_part part)
{
	assert(seat >= 0 && seat <= AP_OBSERVER);
	layout l;
	terminal_measure(&s->terminal);
	make_layout(s, seat, m, &l);
	print_layout(s, &l, s->terminal.full_screen ? SCREEN_ALL : part);
	free_layout(&l);
	s->events_seen[seat] = s->table.log_length;
}

void screen_show_news(session *s, int seat, menu *m)
{
	assert(seat >= 0 && seat <= AP_OBSERVER);
	layout l;
	terminal_measure(&s->terminal);
	if (!s->terminal.full_screen)
		return;
	make_layout(s, seat, m, &l);
	bool fits = count_unseen_lines(s, seat) <= l.log_lines;
	free_layout(&l);
	if (fits)
		return;
	page p = page_for(&s->terminal);
	page_rule(&p, play_word(s->language, "cli.news"));
	pages_add_events(s, &p, seat, s->events_seen[seat], s->table.log_length, false);
	pages_show(s, &p, PAGES_NEWS);
	page_free(&p);
	s->events_seen[seat] = s->table.log_length;
}

void screen_fit_menu(session *s, int seat, menu *m, bool next_page)
{
	assert(m);
	page p = page_for(&s->terminal);
	layout l;
	make_layout(s, seat, m, &l);
	if (next_page)
		menu_next_page(m, &p, l.menu_lines);
	free_layout(&l);
}

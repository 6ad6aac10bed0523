/* menu.c: see menu.h. */
#include "terminal/menu.h"

#include <assert.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum {
	LONGEST_FLAT = 12, /* a list with more items is grouped even if it fits on the screen */
	COLUMN_GAP = 2,    /* spaces between two columns */
	ITEM_TEXT = 400    /* bytes for the words of an item */
};

/* ---- Equal copies ---------------------------------------------------------------------------- */

static bool is_same_name(const ap_names *names, unsigned a, unsigned b)
{
	if (a == b || !names || !names->label)
		return a == b;
	return strcmp(names->label[a], names->label[b]) == 0;
}

static bool has_same_x(const menu *m, ap_action a, ap_action b)
{
	return is_same_name(m->board->game->verbs[ap_verb_of(a)].x, ap_x(a), ap_x(b));
}

static bool is_same_action(const menu *m, ap_action a, ap_action b)
{
	return ap_verb_of(a) == ap_verb_of(b) && has_same_x(m, a, b) &&
		is_same_name(m->board->game->verbs[ap_verb_of(a)].y, ap_y(a), ap_y(b));
}

void menu_start(menu *m, const board *b)
{
	assert(b && b->game && b->view);
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(b->game, b->view, b->viewer, legal);
	memset(m, 0, sizeof *m);
	m->board = b;
	m->open_verb = m->open_action = -1;
	for (int i = 0; i < n; i++) {
		bool copy = false;
		for (int j = 0; j < m->actions && !copy; j++)
			copy = is_same_action(m, m->action[j], legal[i]);
		if (!copy)
			m->action[m->actions++] = legal[i];
	}
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Returns whether the action is in the open group, or no group is open. */
static bool is_in_open_group(const menu *m, ap_action a)
{
	if (m->open_verb >= 0 && ap_verb_of(a) != (unsigned)m->open_verb)
		return false;
	return m->open_action < 0 || has_same_x(m, a, m->action[m->open_action]);
}

static int count_in_open_group(const menu *m)
{
	int n = 0;
	for (int i = 0; i < m->actions; i++)
		n += is_in_open_group(m, m->action[i]);
	return n;
}

/* What makes one item of the list: an action, a first argument, or a verb. */
typedef enum { BY_ACTION, BY_X, BY_VERB } grouping;

static void list_items(menu *m, grouping by)
{
	m->items = 0;
	for (int i = 0; i < m->actions; i++) {
		ap_action a = m->action[i];
		bool has_item = false;
		if (!is_in_open_group(m, a))
			continue;
		for (int j = 0; j < m->items && by != BY_ACTION; j++) {
			ap_action other = m->item[j].action;
			bool equal =
				ap_verb_of(a) == ap_verb_of(other) && (by == BY_VERB || has_same_x(m, a, other));
			m->item[j].count += equal;
			has_item |= equal;
		}
		if (!has_item)
			m->item[m->items++] = (menu_item){a, 1};
	}
}

/* ---- Words ----------------------------------------------------------------------------------- */

static void write_group(const menu *m, ap_action a, char *out, size_t size)
{
	const board *b = m->board;
	const char *key = board_group(b, (int)ap_verb_of(a));
	if (key)
		snprintf(out, size, "%s", play_word(b->language, key));
	else
		ap_say_action(
			b->game, b->language, ap_act(ap_verb_of(a), AP_UNKNOWN, AP_UNKNOWN), out, size);
}

static void add_argument(
	const menu *m, const ap_names *names, unsigned value, char *out, size_t size)
{
	const board *b = m->board;
	if (names && names->label)
		text_add(out, size, "%s", ap_name_word(b->game, b->language, names, (int)value));
	else if (names)
		text_add(out, size, "%u", value);
}

/* Returns whether all items have the same first argument. */
static bool has_one_x(const menu *m)
{
	for (int i = 1; i < m->items; i++)
		if (!has_same_x(m, m->item[i].action, m->item[0].action))
			return false;
	return true;
}

/* Writes an item of an open group: only the arguments that are still to be chosen, for example
 * "Ace" or "Ace: North". */
static void write_rest(const menu *m, const menu_item *item, char *out, size_t size)
{
	const ap_verb *verb = &m->board->game->verbs[ap_verb_of(item->action)];
	bool x = !verb->y || item->count > 1 || (m->open_action < 0 && !has_one_x(m));
	bool y = verb->y && item->count == 1;
	out[0] = '\0';
	if (x)
		add_argument(m, verb->x, ap_x(item->action), out, size);
	if (x && y)
		text_add(out, size, ": ");
	if (y)
		add_argument(m, verb->y, ap_y(item->action), out, size);
}

int menu_action_clause(const menu *m, ap_action action)
{
	const board *b = m->board;
	ap_any state;
	ap_events events = {0};
	ap_rng rng;
	assert(b && ap_verb_of(action) < b->game->verb_count);
	/* The first event of a pass belongs to whatever follows it. */
	if (board_calm(b->game, action))
		return ap_step_clause(b->game, ap_step_of(b->view));
	ap_seed(&rng, 1, 0);
	ap_determinize(b->game, b->view, &rng, &state);
	if (ap_apply(b->game, &state, b->viewer, action, &events).code == AP_OK && events.count > 0)
		return events.list[0].clause;
	return ap_step_clause(b->game, ap_step_of(b->view));
}

static void write_item(const menu *m, const page *p, int n, char *out, size_t size)
{
	const menu_item *item = &m->item[n];
	char text[ITEM_TEXT], note[ITEM_TEXT];
	bool group = item->count > 1;
	bool said =
		!group && board_say(m->board, p, item->action, m->open_verb >= 0, text, sizeof text);
	if (m->open_verb < 0 && group)
		write_group(m, item->action, text, sizeof text);
	else if (m->open_verb < 0 && !said)
		ap_say_action(m->board->game, m->board->language, item->action, text, sizeof text);
	else if (!said)
		write_rest(m, item, text, sizeof text);
	board_note(m->board, p, item->action, !group, note, sizeof note);
	snprintf(out, size, S_BOLD "%2d" S_PLAIN " %s", n + 1, text);
	if (note[0] && !(m->open_verb < 0 && group))
		text_add(out, size, " " S_DIM "%s" S_PLAIN, note);
	if (group)
		text_add(out, size, "%s", p->utf8 ? "…" : "...");
	if (m->open_verb < 0)
		text_add(out, size, " " S_DIM "%s" S_PLAIN,
			ap_clause_id(m->board->game, menu_action_clause(m, item->action)));
}

void menu_write_path(const menu *m, const page *p, char *out, size_t size)
{
	assert(size > 0);
	out[0] = '\0';
	if (m->open_verb < 0 || m->items == 0)
		return;
	ap_action a = m->item[0].action;
	write_group(m, a, out, size);
	if (m->open_action >= 0) {
		text_add(out, size, " %s ", page_symbol(p, "▸", ">"));
		add_argument(m, m->board->game->verbs[ap_verb_of(a)].x, ap_x(a), out, size);
	}
}

/* ---- Columns and pages ----------------------------------------------------------------------- */

typedef struct grid {
	int columns, width; /* number of columns, and the width of each */
	int lines;          /* number of lines on the page that is shown */
	int first, count;   /* the items on that page */
	int pages;
} grid;

static grid grid_of(const menu *m, const page *p, int lines)
{
	char text[TEXT_LINE];
	grid g = {.width = 1};
	for (int i = 0; i < m->items; i++) {
		write_item(m, p, i, text, sizeof text);
		int width = text_width(text) + COLUMN_GAP;
		g.width = width > g.width ? width : g.width;
	}
	g.columns = (p->columns + COLUMN_GAP) / g.width;
	g.columns = g.columns > 0 ? g.columns : 1;
	int rows = (m->items + g.columns - 1) / g.columns;
	g.lines = rows < lines ? rows : lines > 1 ? lines : 1;
	int items_per_page = g.lines * g.columns;
	g.pages = m->items > 0 ? (m->items + items_per_page - 1) / items_per_page : 1;
	g.first = m->page % g.pages * items_per_page;
	g.count = m->items - g.first < items_per_page ? m->items - g.first : items_per_page;
	g.lines = g.count < items_per_page ? (g.count + g.columns - 1) / g.columns : g.lines;
	return g;
}

int menu_line_count(menu *m, const page *p, int most)
{
	assert(m->board && most > 0);
	grid g = grid_of(m, p, most);
	m->pages = g.pages;
	return g.pages > 1 ? most : g.lines;
}

/* The items are numbered down each column, then across. */
void menu_draw(const menu *m, page *p, int lines)
{
	grid g = grid_of(m, p, lines);
	for (int row = 0; row < g.lines; row++) {
		char line[TEXT_LINE] = "", text[TEXT_LINE];
		for (int column = 0; column < g.columns; column++) {
			int n = column * g.lines + row;
			if (n >= g.count)
				break;
			write_item(m, p, g.first + n, text, sizeof text);
			text_pad(line, sizeof line, column * g.width);
			text_add(line, sizeof line, "%s", text);
		}
		page_add(p, line);
	}
}

void menu_next_page(menu *m, const page *p, int lines)
{
	assert(m->board);
	m->page = (m->page + 1) % grid_of(m, p, lines).pages;
}

static bool fits(const menu *m, const page *p, int lines)
{
	grid g = grid_of(m, p, lines);
	return m->items <= LONGEST_FLAT && g.pages == 1 && g.width <= p->columns + COLUMN_GAP;
}

void menu_fit(menu *m, const page *p, int lines)
{
	assert(m->board);
	list_items(m, BY_ACTION);
	if (fits(m, p, lines) || m->open_action >= 0)
		return;
	if (m->open_verb < 0) {
		list_items(m, BY_VERB);
		if (m->items == 1)
			list_items(m, BY_ACTION);
		return;
	}
	/* A list of first arguments is of no use if there is only one, or one for each action. */
	list_items(m, BY_X);
	if (m->items == 1 || m->items == count_in_open_group(m))
		list_items(m, BY_ACTION);
}

/* ---- Choosing -------------------------------------------------------------------------------- */

bool menu_is_open(const menu *m)
{
	return m->open_verb >= 0;
}

static void close_group(menu *m)
{
	if (m->open_action >= 0)
		m->open_action = -1;
	else
		m->open_verb = -1;
	m->page = 0;
}

static int index_of(const menu *m, ap_action a)
{
	for (int i = 0; i < m->actions; i++)
		if (m->action[i] == a)
			return i;
	return -1;
}

menu_choice menu_choose(menu *m, int n, ap_action *chosen)
{
	assert(m->board && chosen);
	if (n == 0 && menu_is_open(m)) {
		close_group(m);
		return MENU_CHANGED;
	}
	if (n < 1 || n > m->items)
		return MENU_NO_SUCH;
	const menu_item *item = &m->item[n - 1];
	*chosen = item->action;
	if (item->count == 1)
		return MENU_CHOSEN;
	if (m->open_verb < 0)
		m->open_verb = (int)ap_verb_of(item->action);
	else
		m->open_action = index_of(m, item->action);
	m->page = 0;
	return MENU_CHANGED;
}

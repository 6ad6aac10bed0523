/* menu.c: see play_menu.h. */
#include "terminal/menu.h"

#include "terminal/words.h"
#include "text/phrases.h"

enum {
	FLAT = 12, /* a longer list is grouped even if it fits */
	GAP = 2,
	TEXT = 400
};

/* ---- Equal copies -------------------------------------------------------------------------- */

static bool same(const ap_names *names, unsigned a, unsigned b)
{
	if (a == b || !names || !names->label)
		return a == b;
	return strcmp(names->label[a], names->label[b]) == 0;
}

static bool same_x(const menu *m, ap_action a, ap_action b)
{
	return same(m->board->game->verbs[ap_verb_of(a)].x, ap_x(a), ap_x(b));
}

static bool same_action(const menu *m, ap_action a, ap_action b)
{
	return ap_verb_of(a) == ap_verb_of(b) && same_x(m, a, b) &&
		same(m->board->game->verbs[ap_verb_of(a)].y, ap_y(a), ap_y(b));
}

void menu_start(menu *m, const board *b)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(b->game, b->view, b->viewer, legal);
	memset(m, 0, sizeof *m);
	m->board = b;
	m->verb = m->x = -1;
	for (int i = 0; i < n; i++) {
		bool copy = false;
		for (int j = 0; j < m->actions && !copy; j++)
			copy = same_action(m, m->action[j], legal[i]);
		if (!copy)
			m->action[m->actions++] = legal[i];
	}
}

/* ---- The list ------------------------------------------------------------------------------ */

static bool within(const menu *m, ap_action a)
{
	if (m->verb >= 0 && ap_verb_of(a) != (unsigned)m->verb)
		return false;
	return m->x < 0 || same_x(m, a, m->action[m->x]);
}

static int count_within(const menu *m)
{
	int n = 0;
	for (int i = 0; i < m->actions; i++)
		n += within(m, m->action[i]);
	return n;
}

/* Each action of the part of the list that is open, or its verbs, or the first arguments. */
typedef enum { BY_ACTION, BY_X, BY_VERB } grouping;

static void list(menu *m, grouping by)
{
	m->items = 0;
	for (int i = 0; i < m->actions; i++) {
		ap_action a = m->action[i];
		bool known = false;
		if (!within(m, a))
			continue;
		for (int j = 0; j < m->items && by != BY_ACTION; j++) {
			ap_action other = m->item[j].action;
			bool equal =
				ap_verb_of(a) == ap_verb_of(other) && (by == BY_VERB || same_x(m, a, other));
			m->item[j].count += equal;
			known |= equal;
		}
		if (!known)
			m->item[m->items++] = (menu_item){a, 1};
	}
}

/* ---- Words --------------------------------------------------------------------------------- */

static void group_word(const menu *m, ap_action a, char *out, size_t size)
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

/* Do all actions of the open part have the same first argument? */
static bool one_x(const menu *m)
{
	for (int i = 1; i < m->items; i++)
		if (!same_x(m, m->item[i].action, m->item[0].action))
			return false;
	return true;
}

/* In an open group only what is left to choose: "Zakharov", "KGB 3", "Zakharov: KGB 3". */
static void rest_text(const menu *m, const menu_item *item, char *out, size_t size)
{
	const ap_verb *verb = &m->board->game->verbs[ap_verb_of(item->action)];
	bool x = !verb->y || item->count > 1 || (m->x < 0 && !one_x(m));
	bool y = verb->y && item->count == 1;
	out[0] = '\0';
	if (x)
		add_argument(m, verb->x, ap_x(item->action), out, size);
	if (x && y)
		text_add(out, size, ": ");
	if (y)
		add_argument(m, verb->y, ap_y(item->action), out, size);
}

int menu_clause(const menu *m, ap_action action)
{
	const board *b = m->board;
	ap_any state;
	ap_events events = {0};
	ap_rng rng;
	if (board_calm(b->game, action)) /* what it tells is what comes next */
		return ap_step_clause(b->game, ap_step_of(b->view));
	ap_seed(&rng, 1, 0);
	ap_determinize(b->game, b->view, &rng, &state);
	if (ap_apply(b->game, &state, b->viewer, action, &events).code == AP_OK && events.count > 0)
		return events.list[0].clause;
	return ap_step_clause(b->game, ap_step_of(b->view));
}

static void item_text(const menu *m, const page *p, int n, char *out, size_t size)
{
	const menu_item *item = &m->item[n];
	char text[TEXT], note[TEXT];
	bool group = item->count > 1;
	bool said = !group && board_say(m->board, p, item->action, m->verb >= 0, text, sizeof text);
	if (m->verb < 0 && group)
		group_word(m, item->action, text, sizeof text);
	else if (m->verb < 0 && !said)
		ap_say_action(m->board->game, m->board->language, item->action, text, sizeof text);
	else if (!said)
		rest_text(m, item, text, sizeof text);
	board_note(m->board, p, item->action, !group, note, sizeof note);
	snprintf(out, size, S_BOLD "%2d" S_PLAIN " %s", n + 1, text);
	if (note[0] && !(m->verb < 0 && group))
		text_add(out, size, " " S_DIM "%s" S_PLAIN, note);
	if (group)
		text_add(out, size, "%s", p->utf8 ? "…" : "...");
	if (m->verb < 0)
		text_add(out, size, " " S_DIM "%s" S_PLAIN,
			ap_clause_id(m->board->game, menu_clause(m, item->action)));
}

void menu_path(const menu *m, const page *p, char *out, size_t size)
{
	out[0] = '\0';
	if (m->verb < 0 || m->items == 0)
		return;
	ap_action a = m->item[0].action;
	group_word(m, a, out, size);
	if (m->x >= 0) {
		text_add(out, size, " %s ", page_symbol(p, "▸", ">"));
		add_argument(m, m->board->game->verbs[ap_verb_of(a)].x, ap_x(a), out, size);
	}
}

/* ---- Columns and pages --------------------------------------------------------------------- */

typedef struct grid {
	int columns, width, lines; /* lines: on this page */
	int first, count, pages;
} grid;

static grid grid_of(const menu *m, const page *p, int lines)
{
	char text[TEXT_LINE];
	grid g = {.width = 1};
	for (int i = 0; i < m->items; i++) {
		item_text(m, p, i, text, sizeof text);
		int width = text_width(text) + GAP;
		g.width = width > g.width ? width : g.width;
	}
	g.columns = (p->columns + GAP) / g.width;
	g.columns = g.columns > 0 ? g.columns : 1;
	int rows = (m->items + g.columns - 1) / g.columns;
	g.lines = rows < lines ? rows : lines > 1 ? lines : 1;
	int each = g.lines * g.columns;
	g.pages = m->items > 0 ? (m->items + each - 1) / each : 1;
	g.first = m->page % g.pages * each;
	g.count = m->items - g.first < each ? m->items - g.first : each;
	g.lines = g.count < each ? (g.count + g.columns - 1) / g.columns : g.lines;
	return g;
}

int menu_lines(menu *m, const page *p, int most)
{
	grid g = grid_of(m, p, most);
	m->pages = g.pages;
	return g.pages > 1 ? most : g.lines;
}

/* Reads down, then across. */
void menu_add(const menu *m, page *p, int lines)
{
	grid g = grid_of(m, p, lines);
	for (int row = 0; row < g.lines; row++) {
		char line[TEXT_LINE] = "", text[TEXT_LINE];
		for (int column = 0; column < g.columns; column++) {
			int n = column * g.lines + row;
			if (n >= g.count)
				break;
			item_text(m, p, g.first + n, text, sizeof text);
			text_pad(line, sizeof line, column * g.width);
			text_add(line, sizeof line, "%s", text);
		}
		page_add(p, line);
	}
}

void menu_next_page(menu *m, const page *p, int lines)
{
	m->page = (m->page + 1) % grid_of(m, p, lines).pages;
}

static bool fits(const menu *m, const page *p, int lines)
{
	grid g = grid_of(m, p, lines);
	return m->items <= FLAT && g.pages == 1 && g.width <= p->columns + GAP;
}

void menu_fit(menu *m, const page *p, int lines)
{
	list(m, BY_ACTION);
	if (fits(m, p, lines) || m->x >= 0)
		return;
	if (m->verb < 0) {
		list(m, BY_VERB);
		if (m->items == 1)
			list(m, BY_ACTION);
		return;
	}
	/* All have the same first argument: it is the second that matters. */
	list(m, BY_X);
	if (m->items == 1 || m->items == count_within(m))
		list(m, BY_ACTION);
}

/* ---- Choosing ------------------------------------------------------------------------------ */

bool menu_is_open(const menu *m)
{
	return m->verb >= 0;
}

/* A verb whose actions all have the same first argument has no step for it. */
static void close_group(menu *m)
{
	if (m->x >= 0)
		m->x = -1;
	else
		m->verb = -1;
	m->page = 0;
}

static int index_of(const menu *m, ap_action a)
{
	for (int i = 0; i < m->actions; i++)
		if (m->action[i] == a)
			return i;
	return -1;
}

menu_choice menu_take(menu *m, int n, ap_action *chosen)
{
	if (n == 0 && menu_is_open(m)) {
		close_group(m);
		return MENU_OPENED;
	}
	if (n < 1 || n > m->items)
		return MENU_NO_SUCH;
	const menu_item *item = &m->item[n - 1];
	*chosen = item->action;
	if (item->count == 1)
		return MENU_CHOSEN;
	if (m->verb < 0)
		m->verb = (int)ap_verb_of(item->action);
	else
		m->x = index_of(m, item->action);
	m->page = 0;
	return MENU_OPENED;
}

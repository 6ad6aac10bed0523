/* menu.c: see menu.h. */
#include "terminal/menu.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

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

static board_thing owner_of_x(const menu *m, ap_action a)
{
	const ap_names *names = m->board->game->verbs[ap_verb_of(a)].x;
	return board_belongs(m->board, (board_thing){names, (int)ap_x(a)});
}

static board_thing owner_of_y(const menu *m, ap_action a)
{
	const ap_names *names = m->board->game->verbs[ap_verb_of(a)].y;
	return board_belongs(m->board, (board_thing){names, (int)ap_y(a)});
}

static bool is_same_thing(board_thing a, board_thing b)
{
	return a.names == b.names && a.index == b.index;
}

/* Returns whether the action is in the open group and has what was typed. */
static bool is_in_open_group(const menu *m, int i)
{
	ap_action a = m->action[i];
	if (m->hidden[i] || (m->open_verb >= 0 && ap_verb_of(a) != (unsigned)m->open_verb))
		return false;
	if (m->has_owner_of_x && !is_same_thing(owner_of_x(m, a), m->owner_of_x))
		return false;
	if (m->has_owner_of_y && !is_same_thing(owner_of_y(m, a), m->owner_of_y))
		return false;
	return m->open_action < 0 || has_same_x(m, a, m->action[m->open_action]);
}

static int count_in_open_group(const menu *m)
{
	int n = 0;
	for (int i = 0; i < m->actions; i++)
		n += is_in_open_group(m, i);
	return n;
}

/* Returns whether the two actions are one item. */
static bool is_one_item(const menu *m, menu_grouping by, ap_action a, ap_action b)
{
	if (by == MENU_BY_ACTION || ap_verb_of(a) != ap_verb_of(b))
		return false;
	switch (by) {
	case MENU_BY_X:
		return has_same_x(m, a, b);
	case MENU_BY_OWNER_OF_X:
		return is_same_thing(owner_of_x(m, a), owner_of_x(m, b));
	case MENU_BY_OWNER_OF_Y:
		return is_same_thing(owner_of_y(m, a), owner_of_y(m, b));
	default:
		return true;
	}
}

static void list_items(menu *m, menu_grouping by)
{
	m->items = 0;
	m->by = by;
	for (int i = 0; i < m->actions; i++) {
		ap_action a = m->action[i];
		bool has_item = false;
		if (!is_in_open_group(m, i))
			continue;
		for (int j = 0; j < m->items && by != MENU_BY_ACTION; j++) {
			bool equal = is_one_item(m, by, a, m->item[j].action);
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

/* Writes what the actions of a group belong to, and their number, for example "Don (7)". */
static void write_owner(const menu *m, board_thing owner, int count, char *out, size_t size)
{
	const board *b = m->board;
	if (owner.names)
		snprintf(out, size, "%s", ap_name_word(b->game, b->language, owner.names, owner.index));
	else
		snprintf(out, size, "%s", play_word(b->language, "cli.menu.others"));
	text_add(out, size, " (%d)", count);
}

board_thing menu_owner(const menu *m, int n)
{
	assert(m->board && n >= 1 && n <= m->items);
	const menu_item *item = &m->item[n - 1];
	if (item->count == 1 || (m->by != MENU_BY_OWNER_OF_X && m->by != MENU_BY_OWNER_OF_Y))
		return (board_thing){NULL, 0};
	return m->by == MENU_BY_OWNER_OF_X ? owner_of_x(m, item->action) : owner_of_y(m, item->action);
}

static void write_item(const menu *m, const page *p, int n, char *out, size_t size)
{
	const menu_item *item = &m->item[n];
	char text[ITEM_TEXT], note[ITEM_TEXT];
	bool group = item->count > 1;
	bool by_owner = group && (m->by == MENU_BY_OWNER_OF_X || m->by == MENU_BY_OWNER_OF_Y);
	bool said =
		!group && board_say(m->board, p, item->action, m->open_verb >= 0, text, sizeof text);
	if (by_owner)
		write_owner(m, menu_owner(m, n + 1), item->count, text, sizeof text);
	else if (m->by == MENU_BY_VERB && group)
		write_group(m, item->action, text, sizeof text);
	else if (m->open_verb < 0 && !group && !said)
		ap_say_action(m->board->game, m->board->language, item->action, text, sizeof text);
	else if (!said)
		write_rest(m, item, text, sizeof text);
	board_note(m->board, p, item->action, !group, note, sizeof note);
	snprintf(out, size, S_BOLD "%2d" S_PLAIN " %s", n + 1, text);
	if (note[0] && !by_owner && !(m->by == MENU_BY_VERB && group))
		text_add(out, size, " " S_DIM "%s" S_PLAIN, note);
	if (group)
		text_add(out, size, "%s", p->utf8 ? "…" : "...");
}

static void add_owner_to_path(
	const menu *m, const page *p, board_thing owner, char *out, size_t size)
{
	const board *b = m->board;
	if (owner.names)
		text_add(out, size, " %s %s", page_symbol(p, "▸", ">"),
			ap_name_word(b->game, b->language, owner.names, owner.index));
}

void menu_write_path(const menu *m, const page *p, char *out, size_t size)
{
	assert(size > 0);
	out[0] = '\0';
	if (m->items == 0)
		return;
	ap_action a = m->item[0].action;
	const ap_verb *verb = &m->board->game->verbs[ap_verb_of(a)];
	if (m->open_verb >= 0)
		write_group(m, a, out, size);
	if (m->has_owner_of_x)
		add_owner_to_path(m, p, m->owner_of_x, out, size);
	if (m->open_action >= 0) {
		text_add(out, size, " %s ", page_symbol(p, "▸", ">"));
		add_argument(m, verb->x, ap_x(a), out, size);
	}
	if (m->has_owner_of_y)
		add_owner_to_path(m, p, m->owner_of_y, out, size);
	if (m->filter[0])
		text_add(out, size, "%s\"%s\"", out[0] ? " " : "", m->filter);
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

/* Makes the list of what the arguments belong to, if it is shorter than the list of the arguments;
 * if not, returns false. */
static bool list_owners(menu *m, menu_grouping by, int arguments)
{
	list_items(m, by);
	return m->items > 1 && m->items < arguments;
}

/* Makes the list of the actions of one first argument. */
static void list_second_arguments(menu *m)
{
	int actions = count_in_open_group(m);
	bool one_owner = m->has_owner_of_y || !m->board->game->verbs[m->open_verb].y;
	if (one_owner || !list_owners(m, MENU_BY_OWNER_OF_Y, actions))
		list_items(m, MENU_BY_ACTION);
}

/* Makes the list of the actions of the open verb. */
static void list_first_arguments(menu *m, const page *p, int lines)
{
	list_items(m, MENU_BY_X);
	int arguments = m->items, actions = count_in_open_group(m);
	if (!m->has_owner_of_x && !fits(m, p, lines) && arguments > 1 &&
		list_owners(m, MENU_BY_OWNER_OF_X, arguments))
		return;
	/* A list of first arguments is of no use if there is only one, or one for each action. */
	if (arguments == 1)
		list_second_arguments(m);
	else
		list_items(m, arguments == actions ? MENU_BY_ACTION : MENU_BY_X);
}

void menu_fit(menu *m, const page *p, int lines)
{
	assert(m->board);
	list_items(m, MENU_BY_ACTION);
	if (fits(m, p, lines))
		return;
	if (m->open_verb >= 0 && m->open_action >= 0) {
		list_second_arguments(m);
	} else if (m->open_verb >= 0) {
		list_first_arguments(m, p, lines);
	} else {
		list_items(m, MENU_BY_VERB);
		bool one_verb = m->items == 1; /* nothing else can be done: it need not be chosen */
		if (one_verb && count_in_open_group(m) <= LONGEST_FLAT) {
			list_items(m, MENU_BY_ACTION);
		} else if (one_verb) {
			m->open_verb = (int)ap_verb_of(m->item[0].action);
			list_first_arguments(m, p, lines);
			m->open_verb = -1;
		}
	}
}

/* ---- Choosing -------------------------------------------------------------------------------- */

bool menu_is_open(const menu *m)
{
	return m->open_verb >= 0 || m->filter[0];
}

static int index_of(const menu *m, ap_action a)
{
	for (int i = 0; i < m->actions; i++)
		if (m->action[i] == a)
			return i;
	return -1;
}

/* Closes the group that was opened last; first of all it shows what a filter hides. */
static void close_group(menu *m)
{
	if (m->filter[0]) {
		m->filter[0] = '\0';
		memset(m->hidden, 0, sizeof m->hidden);
	} else if (m->has_owner_of_y) {
		m->has_owner_of_y = false;
	} else if (m->open_action >= 0) {
		m->open_action = -1;
	} else if (m->has_owner_of_x) {
		m->has_owner_of_x = false;
	} else {
		m->open_verb = -1;
	}
	m->page = 0;
}

/* Opens the group that the item stands for. */
static void open_group(menu *m, const menu_item *item)
{
	ap_action a = item->action;
	m->open_verb = (int)ap_verb_of(a);
	if (m->by == MENU_BY_X)
		m->open_action = index_of(m, a);
	m->has_owner_of_x |= m->by == MENU_BY_OWNER_OF_X;
	m->has_owner_of_y |= m->by == MENU_BY_OWNER_OF_Y;
	if (m->by == MENU_BY_OWNER_OF_X)
		m->owner_of_x = owner_of_x(m, a);
	if (m->by == MENU_BY_OWNER_OF_Y)
		m->owner_of_y = owner_of_y(m, a);
	m->page = 0;
}

/* Returns whether the words of the action, or of what its arguments belong to, have the part. */
static bool has_part(const menu *m, ap_action a, const char *part)
{
	const board *b = m->board;
	char words[ITEM_TEXT], plain[2 * ITEM_TEXT];
	board_thing owner[] = {owner_of_x(m, a), owner_of_y(m, a)};
	ap_say_action(b->game, b->language, a, words, sizeof words);
	for (int i = 0; i < AP_COUNT(owner); i++)
		if (owner[i].names)
			text_add(words, sizeof words, " %s",
				ap_name_word(b->game, b->language, owner[i].names, owner[i].index));
	text_to_ascii(words, plain, sizeof plain);
	for (const char *at = plain; *at; at++)
		if (strncasecmp(at, part, strlen(part)) == 0)
			return true;
	return false;
}

bool menu_filter(menu *m, const char *part)
{
	assert(m->board && part);
	char plain[2 * sizeof m->filter];
	bool hidden[AP_MAX_LEGAL], any = false;
	text_to_ascii(part, plain, sizeof plain);
	for (int i = 0; i < m->actions; i++) {
		hidden[i] = !has_part(m, m->action[i], plain);
		bool in_group = m->open_verb < 0 || ap_verb_of(m->action[i]) == (unsigned)m->open_verb;
		any |= !hidden[i] && in_group;
	}
	if (!any || !part[0])
		return false;
	memcpy(m->hidden, hidden, sizeof hidden);
	snprintf(m->filter, sizeof m->filter, "%s", part);
	text_clean(m->filter);
	m->has_owner_of_x = m->has_owner_of_y = false;
	m->open_action = -1;
	m->page = 0;
	return true;
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
	open_group(m, item);
	return MENU_CHANGED;
}

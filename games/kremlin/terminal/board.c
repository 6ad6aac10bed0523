/* board.c: the table of Kremlin: the year, the pyramid of the Politburo, the politicians outside
 * it, the viewer's own sheet and Intrigue cards. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum {
	TEXT = 400,
	BRIEF_LINES = 15, /* the lines of a brief table, the hand included, on a screen of 24 lines */
	YEAR_COLUMNS = 6
};

/* ---- Words --------------------------------------------------------------------------------- */

const char *kr_board_name(const board *b, int politician)
{
	return ap_name_word(b->game, b->language, board_list(b->game, "politician"), politician);
}

const char *kr_board_place(const board *b, int place)
{
	return ap_name_word(b->game, b->language, board_list(b->game, "place"), place);
}

const char *kr_board_post(const board *b, int place)
{
	char key[80];
	snprintf(
		key, sizeof key, "kremlin.terminal.post.%s", board_list(b->game, "place")->name[place]);
	return play_word(b->language, key);
}

const char *kr_board_short(const board *b, int place)
{
	char key[80];
	snprintf(
		key, sizeof key, "kremlin.terminal.short.%s", board_list(b->game, "place")->name[place]);
	return play_word(b->language, key);
}

const char *kr_board_card(const board *b, int card)
{
	return ap_name_word(b->game, b->language, board_list(b->game, "intrigue"), card);
}

const char *kr_board_seat(const board *b, int seat)
{
	return ap_seat_word(b->game, b->language, seat);
}

bool kr_board_plays(const board *b)
{
	return b->viewer < ((const kr_state *)b->view)->head.players;
}

const char *kr_board_flag(const page *p)
{
	return page_symbol(p, "⚑", "*");
}

/* ---- The head of the table ------------------------------------------------------------------ */

/* Returns "R" for the faction that scored, or "-" if nobody controlled the chief. */
static const char *wave_mark(const board *b, int year)
{
	const kr_state *s = b->view;
	int seat = s->waved_for[year - 1];
	return seat == KR_NONE ? "-" : kr_board_mark(b, seat);
}

/* Writes "⚑ 1R 2- 3B" for the years that are over. */
static void add_short_tally(const board *b, const page *p, char *out, size_t size)
{
	const kr_state *s = b->view;
	for (int year = 1; year < s->year; year++)
		text_add(out, size, "%s %d%s", year == 1 ? kr_board_flag(p) : "", year, wave_mark(b, year));
}

/* Writes " KREMLIN  ◢ YEAR 4 ◢ PURGE PHASE". */
static void add_date(const board *b, const page *p, char line[TEXT_LINE])
{
	const kr_state *s = b->view;
	char part[TEXT], digits[12];
	int phase = kr_phase_now(s);
	board_bar_start(b, line);
	if (phase != KR_PHASE_SET_UP)
		board_bar_part(p, line,
			play_say(part, sizeof part, b->language, "kremlin.terminal.year",
				board_number(digits, s->year), NULL));
	board_bar_part(
		p, line, ap_name_word(b->game, b->language, board_list(b->game, "phase"), phase));
}

static const char *version_key(const kr_state *s)
{
	static const char *const key[] = {
		"kremlin.terminal.basic", "kremlin.terminal.advanced", "kremlin.terminal.swiss"};
	static const char *const otherwise[] = {"kremlin.terminal.basic-cards",
		"kremlin.terminal.advanced-bare", "kremlin.terminal.swiss-cards"};
	bool as_usual = kr_has_cards(s) == kr_advanced(s);
	return (as_usual ? key : otherwise)[kr_version(s)];
}

static void add_title(const board *b, page *out, bool brief)
{
	char line[TEXT_LINE], right[TEXT] = "";
	add_date(b, out, line);
	if (brief)
		add_short_tally(b, out, right, sizeof right);
	else
		play_title(right, sizeof right, b->language, version_key(b->view));
	board_bar_end(out, line, right);
}

/* Writes "⚑R" in its colour, "⚑" if nobody controlled the chief, a dash for a year without a
 * wave. */
static void add_banner(const board *b, const page *p, int year, char *line, size_t size)
{
	const kr_state *s = b->view;
	int seat = s->waved_for[year - 1];
	bool over = year < s->year || s->waved[year - 1] != KR_NONE;
	text_add(line, size, "%s%d" S_PLAIN " ", year == s->year ? S_BOLD : S_DIM, year);
	if (seat != KR_NONE)
		text_add(line, size, "%s%s%s" S_PLAIN, kr_board_style(seat), kr_board_flag(p),
			kr_board_mark(b, seat));
	else if (s->waved[year - 1] != KR_NONE)
		text_add(line, size, S_DIM "%s" S_PLAIN, kr_board_flag(p));
	else if (over)
		text_add(line, size, S_DIM "%s" S_PLAIN, page_symbol(p, "–", "-"));
}

/* In the Swiss version the waves of the chief count. */
static void add_chiefs_waves(const board *b, const page *p, char *line, size_t size)
{
	const kr_state *s = b->view;
	for (int man = 0; man < KR_POLITICIANS; man++) {
		int waves = kr_waves_of(s, man);
		if (waves == 0)
			continue;
		text_add(line, size, "   %s\u00a0", kr_board_name(b, man));
		while (waves-- > 0)
			text_add(line, size, "%s", kr_board_flag(p));
	}
}

static void add_tally(const board *b, page *out)
{
	const kr_state *s = b->view;
	char line[TEXT_LINE], title[80];
	snprintf(line, sizeof line, S_RED "%s" S_PLAIN "  ",
		play_title(title, sizeof title, b->language, "kremlin.terminal.waves"));
	int at = text_width(line);
	for (int year = 1; year <= KR_YEAR_COUNT; year++) {
		text_pad(line, sizeof line, at + (year - 1) * YEAR_COLUMNS);
		add_banner(b, out, year, line, sizeof line);
	}
	if (kr_version(s) == KR_RULES_SWISS)
		add_chiefs_waves(b, out, line, sizeof line);
	page_wrap(out, 2, line);
}

/* ---- The table ------------------------------------------------------------------------------ */

static void hand(const board *b, page *out);

static int hand_lines(const board *b, const page *p)
{
	page scratch = page_like(p);
	hand(b, &scratch);
	int lines = scratch.lines;
	page_free(&scratch);
	return lines;
}

/* Moves the lines to another page if there is room for them and for `kept` further lines. */
static void take_if_room(page *from, page *to, int *room, int kept)
{
	if (from->lines + kept <= *room) {
		*room -= from->lines;
		page_join(to, from);
	}
	page_free(from);
}

/* A small screen leaves out what does not fit, the least important first. The lines that are
 * left go to the People. */
static void brief_table(const board *b, page *out)
{
	page scene = page_like(out), sheet = page_like(out), cards = page_like(out),
		 gone = page_like(out);
	page below = page_like(out);
	add_title(b, out, true);
	kr_board_factions(b, out, true);
	kr_board_pyramid(b, out, true, NULL, 0);
	kr_board_scene(b, &scene, true);
	kr_board_sheet(b, &sheet, 1);
	kr_board_cards(b, &cards, 1);
	kr_board_gone(b, &gone, 1);
	int room = BRIEF_LINES - out->lines - scene.lines - hand_lines(b, out);
	take_if_room(&sheet, &below, &room, 0);
	take_if_room(&cards, &below, &room, 1);
	take_if_room(&gone, &below, &room, 1);
	if (room > 0)
		kr_board_people(b, out, room > 3 ? 3 : room);
	page_join(out, &below);
	page_join(out, &scene);
	page_free(&below);
	page_free(&scene);
}

static void full_table(const board *b, page *out)
{
	const kr_state *s = b->view;
	char factions[AP_MAX_SEATS][TEXT_LINE];
	int room = kr_board_room_beside(out);
	for (int seat = 0; seat < s->head.players; seat++)
		kr_board_faction(b, out, seat, room, factions[seat], TEXT_LINE);
	add_title(b, out, false);
	add_tally(b, out);
	kr_board_pyramid(b, out, false, factions, room ? s->head.players : 0);
	if (!room)
		kr_board_factions(b, out, false);
	kr_board_people(b, out, 0);
	kr_board_gone(b, out, 0);
	kr_board_cards(b, out, 0);
	kr_board_sheet(b, out, 0);
	kr_board_scene(b, out, false);
}

static void table(const board *b, page *out, bool brief)
{
	if (brief)
		brief_table(b, out);
	else
		full_table(b, out);
}

/* ---- The hand ------------------------------------------------------------------------------- */

static board_thing held(const board *b, int n)
{
	const kr_state *s = b->view;
	for (int card = 0; card < KR_INTRIGUES && kr_board_plays(b); card++)
		if (s->card[card] == b->viewer && n-- == 0)
			return (board_thing){board_list(b->game, "intrigue"), card};
	return (board_thing){NULL, 0};
}

static void mark_bold(const page *p, int card, char line[TEXT_LINE])
{
	(void)p;
	(void)card;
	text_add(line, TEXT_LINE, S_BOLD);
}

static void hand(const board *b, page *out)
{
	if (kr_has_cards(b->view) && kr_board_plays(b))
		board_list_hand(b, out, mark_bold);
}

/* ---- Events --------------------------------------------------------------------------------- */

/* Returns whether an event is the beginning of a phase or year in which nothing else was told. */
static bool outdated(const ap_event *event, const ap_event *next)
{
	bool empty = next->kind == KR_EVENT_PHASE || next->kind == KR_EVENT_YEAR;
	bool same_year = event->kind == KR_EVENT_YEAR && next->kind == KR_EVENT_PHASE;
	return (event->kind == KR_EVENT_PHASE && empty) || same_year;
}

static const char *loud(const page *p, const ap_event *event)
{
	switch (event->kind) {
	case KR_EVENT_WAVES:
		return kr_board_flag(p);
	case KR_EVENT_TO_SIBERIA:
		return page_symbol(p, "❄", "*");
	case KR_EVENT_DIES:
		return page_symbol(p, "✝", "+");
	case KR_EVENT_BECOMES_CHIEF:
	case KR_EVENT_ACCEDES:
		return page_symbol(p, "★", "*");
	default:
		return NULL;
	}
}

const board_drawing kremlin_board = {
	.table = table,
	.hand = hand,
	.held = held,
	.note = kr_board_note,
	.say = kr_board_say,
	.group = kr_board_group,
	.about = kr_board_about,
	.outdated = outdated,
	.loud = loud,
	.legend = kr_board_legend,
	.points = kr_board_points,
};

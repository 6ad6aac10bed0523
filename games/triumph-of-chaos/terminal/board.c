/* board.c: the terminal's board of Triumph of Chaos: the date and the score, the hand of the
 * viewer, and how events are shown. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum {
	TEXT = 400,
	BRIEF_LINES = 13 /* lines that a brief board and the hand have on a screen of 24 lines */
};

/* ---- Words ----------------------------------------------------------------------------------- */

const char *tc_board_word(const board *b, const char *name)
{
	char key[120];
	snprintf(key, sizeof key, "triumph-of-chaos.terminal.%s", name);
	const char *word = ap_word(b->language, key);
	return word ? word : name;
}

/* Writes the word with this key, which has a hole for a number. Returns `out`. */
static const char *say(const board *b, char out[TEXT], const char *name, int n)
{
	char key[120], digits[12];
	snprintf(key, sizeof key, "triumph-of-chaos.terminal.%s", name);
	snprintf(digits, sizeof digits, "%d", n);
	return play_say(out, TEXT, b->language, key, digits, NULL);
}

const char *tc_board_side(const board *b, int owner)
{
	return ap_name_word(b->game, b->language, &tc_owner_list, owner);
}

const char *tc_board_mark(const board *b, int owner)
{
	static const char *const name[TC_OWNER_COUNT] = {[TC_SIDE_RED] = "mark.red",
		[TC_SIDE_WHITE] = "mark.white",
		[TC_PARTY_NOBODY] = "mark.nobody",
		[TC_OWNER_CZECH_LEGION] = "mark.czech-legion",
		[TC_OWNER_CENTRAL_POWERS] = "mark.central-powers"};
	return tc_board_word(b, name[owner]);
}

const char *tc_board_style(int owner)
{
	static const char *const style[TC_OWNER_COUNT] = {[TC_SIDE_RED] = S_DARK_RED,
		[TC_SIDE_WHITE] = S_BOLD,
		[TC_PARTY_NOBODY] = S_DIM,
		[TC_OWNER_CZECH_LEGION] = S_CYAN,
		[TC_OWNER_CENTRAL_POWERS] = S_YELLOW};
	return style[owner];
}

const char *tc_board_space(const board *b, int space)
{
	return ap_name_word(b->game, b->language, &tc_space_list, space);
}

const char *tc_board_card(const board *b, int card)
{
	return ap_name_word(b->game, b->language, &tc_card_list, card);
}

int tc_board_own(const board *b)
{
	const tc_state *s = b->view;
	return b->viewer < s->head.players ? tc_seat_side(s, b->viewer) : TC_NONE;
}

/* ---- Lines of pieces ------------------------------------------------------------------------- */

enum { OVERFLOW = 6 }; /* room for " +123" */

tc_flow tc_flow_start(page *out, int most, const char *label)
{
	tc_flow f = {.out = out, .most = most};
	snprintf(f.line, sizeof f.line, "%s", label);
	return f;
}

void tc_flow_add(tc_flow *f, const char *between, const char *text)
{
	bool last = f->most > 0 && f->lines + 1 == f->most;
	int room = f->out->columns - (last ? OVERFLOW : 0);
	int comma = between[0] == ','; /* a line that goes on ends with it */
	bool fits = text_width(f->line) + text_width(between) + text_width(text) + comma <= room;
	if (f->left_out > 0 || (!fits && last && f->begun)) {
		f->left_out++;
		return;
	}
	if (!fits && f->begun) {
		if (between[0] == ',')
			text_add(f->line, sizeof f->line, ",");
		page_add(f->out, f->line);
		f->lines++;
		snprintf(f->line, sizeof f->line, "  ");
		f->begun = false;
	}
	text_add(f->line, sizeof f->line, "%s%s", f->begun ? between : "", text);
	f->begun = true;
}

void tc_flow_end(tc_flow *f)
{
	if (f->left_out > 0)
		text_add(f->line, sizeof f->line, S_DIM " +%d" S_PLAIN, f->left_out);
	if (f->begun)
		page_add(f->out, f->line);
}

/* ---- The head of the table ------------------------------------------------------------------- */

/* For example " TRIUMPH OF CHAOS  ◢ TURN 2 ◢ ACTION PHASE ◢ ROUND 3 ◢ RED    1918 AUTUMN ". */
static void add_title(const board *b, page *out)
{
	const tc_state *s = b->view;
	char line[TEXT_LINE], part[TEXT], right[TEXT];
	board_bar_start(b, line);
	if (s->turn > 0)
		board_bar_part(out, line, say(b, part, "turn", s->turn));
	board_bar_part(out, line, ap_name_word(b->game, b->language, &tc_phase_list, s->phase));
	if (s->round > 0)
		board_bar_part(out, line, say(b, part, "round", s->round));
	if (s->acting < TC_SIDE_COUNT)
		board_bar_part(out, line, tc_board_side(b, s->acting));
	right[0] = '\0';
	if (s->turn > 0) {
		snprintf(right, sizeof right, "%d %s", tc_this_turn(s)->year,
			ap_name_word(b->game, b->language, &tc_season_list, tc_season_of(s)));
		text_upper(right);
	}
	board_bar_end(out, line, right);
}

/* Is the player of this side asked now? */
static bool asked(const tc_state *s, int side)
{
	return s->seat_of[side] != TC_NONE && (ap_actors(s) & AP_SEAT(s->seat_of[side]));
}

/* For example "▶ RED (you) 3 VP  Victory Cities 9  hand 5  pile 8  steps 2+0". */
static void add_side(const board *b, const page *p, int side, bool brief, char *line, size_t size)
{
	const tc_state *s = b->view;
	int seat = s->seat_of[side];
	text_add(line, size, S_RED "%s%s%s" S_PLAIN,
		board_turn_mark(p, asked(s, side), tc_board_own(b) == side), tc_board_style(side),
		tc_board_side(b, side));
	if (seat != TC_NONE && !brief)
		text_add(line, size, " (%s)", b->who[seat]);
	text_add(line, size, " " S_BOLD "%d" S_PLAIN " %s", s->vp[side], tc_board_word(b, "short.vp"));
	text_add(line, size, "  %s %d", tc_board_word(b, brief ? "short.cities" : "cities"),
		tc_count_cities(s, side));
	text_add(line, size, "  %s %d", tc_board_word(b, "short.hand"), s->hand_size[side]);
	if (!brief)
		text_add(line, size, "  %s %d", tc_board_word(b, "short.deck"), s->deck_size[side]);
	if (s->steps[side] + s->faction_steps[side] > 0)
		text_add(line, size, "  %s %d+%d", tc_board_word(b, "short.steps"), s->steps[side],
			s->faction_steps[side]);
}

static void add_sides(const board *b, page *out, bool brief)
{
	char line[TEXT_LINE] = "";
	for (int side = 0; side < TC_SIDE_COUNT; side++) {
		add_side(b, out, side, brief, line, sizeof line);
		if (side == TC_SIDE_WHITE || !brief) {
			page_add(out, line);
			line[0] = '\0';
		} else {
			text_pad(line, sizeof line, out->columns / 2);
		}
	}
}

/* ---- The table ------------------------------------------------------------------------------- */

static void hand(const board *b, page *out);

static void table(const board *b, page *out, bool brief)
{
	page cards = page_like(out);
	add_title(b, out);
	add_sides(b, out, brief);
	tc_board_factions(b, out, brief);
	tc_board_affairs(b, out, brief);
	tc_board_boxes(b, out, brief);
	if (brief) {
		hand(b, &cards);
		tc_board_combat(b, out);
		int room = BRIEF_LINES - out->lines - cards.lines;
		tc_board_hot(b, out, room > 2 ? room : 2);
		page_free(&cards);
		return;
	}
	tc_board_map(b, out);
	tc_board_played(b, out);
	tc_board_reserves(b, out);
	tc_board_combat(b, out);
}

/* ---- The hand -------------------------------------------------------------------------------- */

/* The card with this number in the viewer's hand. */
static board_thing held(const board *b, int n)
{
	const tc_state *s = b->view;
	int side = tc_board_own(b);
	for (int card = 0; card < TC_CARDS && side != TC_NONE; card++)
		if (tc_card_side(card) == side && s->card_at[card] == TC_CARD_PLACE_HAND && n-- == 0)
			return (board_thing){&tc_card_list, card};
	return (board_thing){NULL, 0};
}

static void mark_value(const page *p, int card, char line[TEXT_LINE])
{
	tc_board_value(p, card, line, TEXT_LINE);
	text_add(line, TEXT_LINE, "\u00a0");
}

static void hand(const board *b, page *out)
{
	if (tc_board_own(b) != TC_NONE)
		board_list_hand(b, out, mark_value);
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* Is this event the heading of a phase or a round in which nothing is told? */
static bool outdated(const ap_event *event, const ap_event *next)
{
	bool heading = event->kind == TC_EVENT_PHASE || event->kind == TC_EVENT_ROUND;
	return heading &&
		(next->kind == TC_EVENT_PHASE || next->kind == TC_EVENT_TURN || next->kind == event->kind);
}

/* The sign before an event that deserves attention; NULL: it is an ordinary one. */
static const char *loud(const page *p, const ap_event *event)
{
	switch (event->kind) {
	case TC_EVENT_WAR:
	case TC_EVENT_MAKHNO_REVOLT:
		return page_symbol(p, "⚔", "x");
	case TC_EVENT_LEADER_DEAD:
		return page_symbol(p, "✝", "+");
	case TC_EVENT_GAINS:
	case TC_EVENT_LOSES:
	case TC_EVENT_CONQUERED:
	case TC_EVENT_WINS:
		return page_symbol(p, "★", "*");
	default:
		return NULL;
	}
}

const board_drawing triumph_of_chaos_board = {
	.table = table,
	.parts = &tc_region_list,
	.part = tc_board_region,
	.part_asked = tc_board_region_asked,
	.belongs = tc_board_belongs,
	.hand = hand,
	.hand_at_length = tc_board_hand_at_length,
	.say = tc_board_say,
	.held = held,
	.note = tc_board_note,
	.group = tc_board_group,
	.about = tc_board_about,
	.outdated = outdated,
	.loud = loud,
	.legend = tc_board_legend,
	.points = tc_board_points,
};

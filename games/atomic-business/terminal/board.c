/* board.c: the table of Atomic Business: the street, what is known of the briefcases, the
 * present pressure, each power's diplomats, and the viewer's own Secret card. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { TEXT = 400, TWO_COLUMNS = 76, NAME_COLUMNS = 21, WHO_COLUMNS = 12, MANY_IDLE = 50 };

/* ---- Words --------------------------------------------------------------------------------- */

const char *ab_board_seat(const board *b, int seat)
{
	return ap_seat_word(b->game, b->language, seat);
}

const char *ab_board_place(const board *b, int space)
{
	char key[80];
	snprintf(key, sizeof key, "atomic-business.terminal.space.%s", ab_space_labels[space]);
	const char *word = ap_word(b->language, key);
	return word ? word : ap_name_word(b->game, b->language, &ab_space_list, space);
}

char ab_board_letter(const board *b, int seat)
{
	return ab_board_seat(b, seat)[0];
}

static const char *word(const board *b, const char *key)
{
	return play_word(b->language, key);
}

/* Adds the letters of these seats, each in its colour: "F C". */
static void add_seats(const board *b, ap_seats seats, char *out, size_t size)
{
	const ab_state *s = b->view;
	const char *space = "";
	for (int seat = 0; seat < s->head.players; seat++)
		if (seats & AP_SEAT(seat)) {
			text_add(
				out, size, "%s%s%c" S_PLAIN, space, ab_board_style(seat), ab_board_letter(b, seat));
			space = " ";
		}
}

/* ---- The head of the table ------------------------------------------------------------------ */

static void add_title(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE], right[TEXT] = "", left[12];
	board_bar_start(b, line);
	board_bar_turn(b, out, line, ab_turn_of(s), ab_turns_have_begun(s));
	if (ab_is_series(s))
		play_say(right, sizeof right, b->language, "atomic-business.terminal.games",
			board_number(left, s->games_left + 1), NULL);
	text_upper(right);
	board_bar_end(out, line, right);
}

/* Adds the status line: "POINTS ●●●○○  RESERVE 14  GONE ☢ 1/4 ☼ 3/8". */
static void add_status(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE], title[80], idle[12], most[12];
	snprintf(line, sizeof line, S_RED "%s " S_PLAIN,
		play_title(title, sizeof title, b->language, "atomic-business.terminal.points"));
	for (int i = 0; i < AB_POINTS; i++)
		text_add(line, sizeof line, "%s%s", i == s->points ? S_DIM : "",
			i < s->points ? page_symbol(out, "●", "*") : page_symbol(out, "○", "."));
	text_add(line, sizeof line, S_PLAIN "   " S_RED "%s" S_PLAIN " %s %d",
		play_title(title, sizeof title, b->language, "atomic-business.terminal.reserve"),
		ab_board_closed(out), ab_reserve_size(s));
	text_add(line, sizeof line, "   " S_RED "%s" S_PLAIN " %s %d/%d  %s %d/%d",
		play_title(title, sizeof title, b->language, "atomic-business.terminal.gone"),
		ab_board_nuclear(out), s->gone[AB_KIND_NUCLEAR], ab_cases_in_all(s, AB_KIND_NUCLEAR),
		ab_board_tourist(out), s->gone[AB_KIND_TOURIST], ab_cases_in_all(s, AB_KIND_TOURIST));
	if (ap_step_of(s) == AB_STEP_MOVEMENT && ap_actors(s) == AP_SEAT(b->viewer) && s->points > 1)
		text_add(
			line, sizeof line, S_DIM "   %s" S_PLAIN, word(b, "atomic-business.terminal.repeat"));
	if (s->idle >= MANY_IDLE) {
		char text[TEXT];
		play_say(text, sizeof text, b->language, "atomic-business.terminal.idle",
			board_number(idle, s->idle), board_number(most, AB_IDLE_ROUNDS), NULL);
		text_add(line, sizeof line, "   " S_BOLD "%s" S_PLAIN, text);
	}
	page_wrap(out, 2, line);
}

/* Adds the effects that last: "Pilots on strike: nobody flies home until it is Roussie's turn". */
static void add_effects(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE] = "", text[TEXT];
	if (s->ballot_by != AB_NONE)
		text_add(line, sizeof line, S_RED "%s " S_PLAIN "%s", page_symbol(out, "✈", "*"),
			play_say(text, sizeof text, b->language, "atomic-business.terminal.ballot",
				ab_board_seat(b, s->ballot_by), NULL));
	if (s->plates)
		text_add(line, sizeof line, "%s" S_RED "%s " S_PLAIN "%s", line[0] ? "   " : "",
			page_symbol(out, "◆", "*"), word(b, "atomic-business.terminal.plates"));
	if (line[0])
		page_wrap(out, 2, line);
}

/* ---- A pressure ------------------------------------------------------------------------------ */

/* The present pressure, or a possible one, as the engine states it. */
typedef struct sides {
	int bearer, space;
	bool announced; /* false if the pressure is only possible */
	ap_seats camp[AB_CAMP_COUNT];
	int strength[AB_SIDE_COUNT];
} sides;

/* Finds the present or possible pressure. Returns false if there is none. */
static bool find_sides(const board *b, sides *out)
{
	ap_facts facts;
	bool found = false;
	ap_situation(b->game, b->view, &facts);
	for (int i = 0; i < facts.count; i++) {
		const int32_t *arg = facts.list[i].arg;
		switch (facts.list[i].kind) {
		case AB_FACT_OUTNUMBERED:
		case AB_FACT_PRESSURE:
			*out = (sides){arg[0], arg[1], facts.list[i].kind == AB_FACT_PRESSURE, {0}, {0}};
			found = true;
			break;
		case AB_FACT_CAMP:
			out->camp[arg[1]] |= AP_SEAT(arg[0]);
			break;
		case AB_FACT_STRENGTH:
			out->strength[arg[0]] = arg[2];
			break;
		default:
			break;
		}
	}
	return found;
}

static void add_camp(
	const board *b, const page *p, const char *key, ap_seats seats, char *line, size_t size)
{
	if (!seats)
		return;
	text_add(line, size, " %s %s ", page_symbol(p, "·", "-"), word(b, key));
	add_seats(b, seats, line, size);
}

/* Adds the line of a pressure: " PRESSURE  M2▣ Market  2 against 1 · attack F C · neutral R". */
static void add_pressure(const board *b, page *out)
{
	char line[TEXT_LINE], title[80], text[TEXT], attack[12], defence[12];
	sides now = {0};
	if (!find_sides(b, &now))
		return;
	snprintf(line, sizeof line, S_TITLE " %s " S_PLAIN " ",
		play_title(title, sizeof title, b->language,
			now.announced ? "atomic-business.terminal.pressure"
						  : "atomic-business.terminal.outnumbered"));
	ab_board_pawn(b, out, now.bearer, line, sizeof line);
	text_add(line, sizeof line, " %s", ab_board_place(b, now.space));
	if (now.announced)
		text_add(line, sizeof line, S_BOLD "  %s" S_PLAIN,
			play_say(text, sizeof text, b->language, "atomic-business.terminal.against",
				board_number(attack, now.strength[AB_SIDE_ATTACK]),
				board_number(defence, now.strength[AB_SIDE_DEFENCE]), NULL));
	add_camp(
		b, out, "atomic-business.terminal.attack", now.camp[AB_CAMP_ATTACK], line, sizeof line);
	add_camp(b, out, "atomic-business.terminal.undecided", now.camp[AB_CAMP_UNDECIDED], line,
		sizeof line);
	add_camp(
		b, out, "atomic-business.terminal.neutral", now.camp[AB_CAMP_NEUTRAL], line, sizeof line);
	page_wrap(out, 2, line);
}

/* Adds each Secret card that has been played and may still be cancelled, with its target:
 * "✉ Francie has played Roadblock, which has not taken effect yet (..)". */
static void add_played(const board *b, page *out)
{
	ap_facts facts;
	char line[TEXT_LINE], text[TEXT];
	ap_situation(b->game, b->view, &facts);
	for (int i = 0; i < facts.count; i++) {
		if (facts.list[i].kind != AB_FACT_PLAYED)
			continue;
		ap_say_fact(b->game, b->language, &facts.list[i], text, sizeof text);
		snprintf(line, sizeof line, S_RED "%s " S_PLAIN "%s", ab_board_card(out), text);
		page_wrap(out, 2, line);
	}
}

/* ---- The powers ------------------------------------------------------------------------------ */

/* Writes the name of a power's diplomats without the number: "Jacques" for "Jacques 1". */
static void first_name(const board *b, int seat, char *out, size_t size)
{
	snprintf(out, size, "%s",
		ap_name_word(b->game, b->language, &ab_diplomat_list, ab_first_pawn(seat)));
	char *space = strrchr(out, ' ');
	if (space)
		*space = '\0';
}

/* Adds the numbers of a power's diplomats in a space: "home 345". */
static void add_pawns_in(
	const board *b, int seat, int space, const char *before, char *line, size_t size)
{
	const ab_state *s = b->view;
	for (int n = 0; n < ab_diplomats_each(s); n++)
		if (s->place[ab_first_pawn(seat) + n] == space) {
			text_add(line, size, "%s%d", before, n + 1);
			before = "";
		}
}

/* Adds "✉" if a power has a Secret card, and its name if the viewer knows another power's card. */
static void add_secret(const board *b, const page *p, int seat, char *line, size_t size)
{
	const ab_state *s = b->view;
	text_add(line, size, S_BOLD "%s" S_PLAIN, s->hand[seat] != AB_NONE ? ab_board_card(p) : " ");
	if (s->hand[seat] < AB_EFFECT_COUNT && seat != b->viewer)
		text_add(
			line, size, " %s", ap_name_word(b->game, b->language, &ab_effect_list, s->hand[seat]));
}

/* Writes the line of a power: "▶F Francie Jacques   ✉ home 345 ✗1". */
static void power_text(const board *b, const page *p, int seat, bool brief, char *line, size_t size)
{
	const ab_state *s = b->view;
	char name[80], text[TEXT], score[12];
	bool turn = ab_turn_of(s) == seat && ab_turns_have_begun(s);
	first_name(b, seat, name, sizeof name);
	snprintf(line, size, "%s%s%s%c %s" S_PLAIN " %s", turn ? S_RED : S_PLAIN,
		board_turn_mark(p, turn, seat == b->viewer), ab_board_style(seat), ab_board_letter(b, seat),
		ab_board_seat(b, seat), name);
	text_pad(line, size, NAME_COLUMNS);
	if (!brief) {
		snprintf(text, sizeof text, "%s", b->who[seat]);
		text_clip(text, WHO_COLUMNS - 1);
		text_pad(text, sizeof text, WHO_COLUMNS);
		text_add(line, size, S_DIM "%s" S_PLAIN, text);
	}
	if (ab_is_series(s))
		text_add(line, size, S_BOLD "%s " S_PLAIN,
			play_say(text, sizeof text, b->language, "atomic-business.terminal.score",
				board_number(score, s->score[seat]), NULL));
	if (ab_is_out(s, seat)) {
		text_add(line, size, "%s", word(b, "atomic-business.terminal.out"));
		return;
	}
	add_secret(b, p, seat, line, size);
	snprintf(text, sizeof text, " %s ", word(b, "atomic-business.terminal.home"));
	add_pawns_in(b, seat, AB_SPACE_HOME, text, line, size);
	snprintf(text, sizeof text, " %s", ab_board_lost(p));
	add_pawns_in(b, seat, AB_SPACE_REMOVED, text, line, size);
}

static void add_powers(const board *b, page *out, bool brief)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE] = "", text[TEXT];
	int players = s->head.players, half = out->columns / 2;
	bool two = brief && out->columns >= TWO_COLUMNS;
	int rows = two ? (players + 1) / 2 : players;
	for (int row = 0; row < rows; row++) {
		power_text(b, out, row, brief, line, sizeof line);
		if (two && row + rows < players) {
			text_clip(line, half - 1);
			text_pad(line, sizeof line, half);
			power_text(b, out, row + rows, brief, text, sizeof text);
			text_add(line, sizeof line, "%s", text);
		}
		page_add(out, line);
	}
}

static void table(const board *b, page *out, bool brief)
{
	add_title(b, out);
	add_status(b, out);
	ab_board_street(b, out, brief);
	page_rule(out, "");
	add_powers(b, out, brief);
	add_effects(b, out);
	add_pressure(b, out);
	add_played(b, out);
}

/* ---- The hand ------------------------------------------------------------------------------- */

static board_thing held(const board *b, int n)
{
	const ab_state *s = b->view;
	if (n > 0 || b->viewer >= s->head.players || s->hand[b->viewer] >= AB_EFFECT_COUNT)
		return (board_thing){NULL, 0};
	return (board_thing){&ab_effect_list, s->hand[b->viewer]};
}

static void hand(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE], title[80], note[200];
	board_thing card = held(b, 0);
	if (b->viewer >= s->head.players)
		return;
	snprintf(line, sizeof line, S_RED "%s" S_PLAIN "  ",
		play_title(title, sizeof title, b->language, "atomic-business.terminal.secret"));
	if (card.names) {
		int list = ap_list_of_kind(b->game, card.names->kind);
		ap_say_note(b->game, b->language, s, list, card.index, note, sizeof note);
		text_add(line, sizeof line, S_DIM "a" S_PLAIN " " S_BOLD "%s" S_PLAIN " %s %s",
			ap_name_word(b->game, b->language, card.names, card.index), page_symbol(out, "·", "-"),
			note);
	} else {
		text_add(line, sizeof line, "%s", word(b, "atomic-business.terminal.none"));
	}
	page_wrap(out, 2, line);
}

/* ---- Events --------------------------------------------------------------------------------- */

/* Of several steps of the same diplomat, only the last is shown. */
static bool outdated(const ap_event *event, const ap_event *next)
{
	bool moves = event->kind == AB_EVENT_MOVES || event->kind == AB_EVENT_FLIES_IN;
	bool on = next->kind == AB_EVENT_MOVES || next->kind == AB_EVENT_TAKES_CASE ||
		next->kind == AB_EVENT_FLIES_HOME;
	return moves && on && next->arg[0] == event->arg[0];
}

/* Returns the symbol of an event that is announced in large: a briefcase is opened, or a nuclear
 * one has come home. Returns NULL for other events. */
static const char *loud(const page *p, const ap_event *event)
{
	switch (event->kind) {
	case AB_EVENT_OPENED_NUCLEAR:
	case AB_EVENT_NUCLEAR_HOME:
		return ab_board_nuclear(p);
	case AB_EVENT_OPENED_TOURIST:
		return ab_board_tourist(p);
	default:
		return NULL;
	}
}

const board_drawing atomic_business_board = {
	.table = table,
	.hand = hand,
	.held = held,
	.note = ab_board_note,
	.say = ab_board_say,
	.group = ab_board_group,
	.about = ab_board_about,
	.outdated = outdated,
	.loud = loud,
	.legend = ab_board_legend,
	.points = ab_board_points,
};

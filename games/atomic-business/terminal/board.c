/* board.c: the table of Atomic Business: the street, what is known of the
 * briefcases, an open pressure, each power's diplomats, and one's own Secret card. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "engine/atomic_business.h"
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
	return word ? word : ap_name_word(b->game, b->language, board_list(b->game, "space"), space);
}

char ab_board_letter(const board *b, int seat)
{
	return ab_board_seat(b, seat)[0];
}

static const char *word(const board *b, const char *key)
{
	return play_word(b->language, key);
}

/* "F C", each in its colour. */
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

static bool is_series(const ab_state *s)
{
	return s->head.option[OPTION_SERIES] != 0;
}

static void add_title(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE], right[TEXT] = "", left[12];
	board_bar_start(b, line);
	board_bar_turn(b, out, line, turn_of(s), s->head.stack[0].step >= TURN_START);
	if (is_series(s))
		play_say(right, sizeof right, b->language, "atomic-business.terminal.games",
			board_number(left, s->games_left + 1), NULL);
	text_upper(right);
	board_bar_end(out, line, right);
}

/* "POINTS ●●●○○  RESERVE 14  GONE ☢ 1/4 ☼ 3/8" */
static void add_status(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE], title[80], idle[12], most[12];
	int players = s->head.players;
	snprintf(line, sizeof line, S_RED "%s " S_PLAIN,
		play_title(title, sizeof title, b->language, "atomic-business.terminal.points"));
	for (int i = 0; i < POINTS; i++)
		text_add(line, sizeof line, "%s%s", i == s->points ? S_DIM : "",
			i < s->points ? page_symbol(out, "●", "*") : page_symbol(out, "○", "."));
	text_add(line, sizeof line, S_PLAIN "   " S_RED "%s" S_PLAIN " %s %d",
		play_title(title, sizeof title, b->language, "atomic-business.terminal.reserve"),
		ab_board_closed(out), ab_reserve_size(s));
	text_add(line, sizeof line, "   " S_RED "%s" S_PLAIN " %s %d/%d  %s %d/%d",
		play_title(title, sizeof title, b->language, "atomic-business.terminal.gone"),
		ab_board_nuclear(out), s->gone[NUCLEAR], NUCLEAR_EACH * players, ab_board_tourist(out),
		s->gone[TOURIST], TOURIST_EACH * players);
	if (ap_step_of(s) == MOVEMENT && ap_actors(s) == AP_SEAT(b->viewer) && s->points > 1)
		text_add(
			line, sizeof line, S_DIM "   %s" S_PLAIN, word(b, "atomic-business.terminal.repeat"));
	if (s->idle >= MANY_IDLE) {
		char text[TEXT];
		play_say(text, sizeof text, b->language, "atomic-business.terminal.idle",
			board_number(idle, s->idle), board_number(most, IDLE_ROUNDS), NULL);
		text_add(line, sizeof line, "   " S_BOLD "%s" S_PLAIN, text);
	}
	page_wrap(out, 2, line);
}

/* What lasts: "NO FLIGHTS HOME until Roussie's turn". */
static void add_effects(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE] = "", text[TEXT];
	if (s->ballot_by != NONE)
		text_add(line, sizeof line, S_RED "%s " S_PLAIN "%s", page_symbol(out, "✈", "*"),
			play_say(text, sizeof text, b->language, "atomic-business.terminal.ballot",
				ab_board_seat(b, s->ballot_by), NULL));
	if (s->plates)
		text_add(line, sizeof line, "%s" S_RED "%s " S_PLAIN "%s", line[0] ? "   " : "",
			page_symbol(out, "◆", "*"), word(b, "atomic-business.terminal.plates"));
	if (line[0])
		page_wrap(out, 2, line);
}

/* ---- A pressure --------------------------------------------------------------------------------
 */

int ab_board_strength(const ab_state *s, ap_seats seats, int space)
{
	int count = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (seats & AP_SEAT(seat))
			count += ab_pawns_in(s, seat, space);
	return count;
}

static ap_seats present(const ab_state *s, int space)
{
	ap_seats seats = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (ab_pawns_in(s, seat, space) > 0)
			seats |= AP_SEAT(seat);
	return seats;
}

static ap_seats may_press(const ab_state *s, int pawn)
{
	ap_seats seats = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (ab_may_press(s, seat, pawn))
			seats |= AP_SEAT(seat);
	return seats;
}

bool ab_board_sides(const ab_state *s, ab_sides *out)
{
	const ap_frame *f = ab_pressure_frame(s), *top = ap_peek(s);
	if (!f && top->step != STOP_ASK)
		return false;
	*out = (ab_sides){.bearer = f ? f->v[BEARER] : top->v[PRESSED], .announced = f != NULL};
	int space = out->space = s->place[out->bearer];
	ap_seats own = AP_SEAT(owner_of(out->bearer));
	if (f)
		out->attackers = s->attackers;
	bool open = !f || f->step == PRESSURE_IMMUNITY || f->step == PRESSURE_ALLIES;
	if (open)
		out->undecided = may_press(s, out->bearer) & (ap_seats)~out->attackers;
	out->neutral = present(s, space) & (ap_seats) ~(own | out->attackers | out->undecided);
	out->attack = ab_board_strength(s, out->attackers, space) + s->bonus[ATTACK] - s->malus[ATTACK];
	out->defence = ab_board_strength(s, own, space) + s->bonus[DEFENCE] - s->malus[DEFENCE];
	return true;
}

static void add_camp(
	const board *b, const page *p, const char *key, ap_seats seats, char *line, size_t size)
{
	if (!seats)
		return;
	text_add(line, size, " %s %s ", page_symbol(p, "·", "-"), word(b, key));
	add_seats(b, seats, line, size);
}

/* " PRESSURE  M2▣ Market  2 against 1 · attack F C · neutral R" */
static void add_pressure(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE], title[80], text[TEXT], attack[12], defence[12];
	ab_sides sides;
	if (!ab_board_sides(s, &sides))
		return;
	snprintf(line, sizeof line, S_TITLE " %s " S_PLAIN " ",
		play_title(title, sizeof title, b->language,
			sides.announced ? "atomic-business.terminal.pressure"
							: "atomic-business.terminal.outnumbered"));
	ab_board_pawn(b, out, sides.bearer, line, sizeof line);
	text_add(line, sizeof line, " %s", ab_board_place(b, sides.space));
	if (sides.announced)
		text_add(line, sizeof line, S_BOLD "  %s" S_PLAIN,
			play_say(text, sizeof text, b->language, "atomic-business.terminal.against",
				board_number(attack, sides.attack), board_number(defence, sides.defence), NULL));
	add_camp(b, out, "atomic-business.terminal.attack", sides.attackers, line, sizeof line);
	add_camp(b, out, "atomic-business.terminal.undecided", sides.undecided, line, sizeof line);
	add_camp(b, out, "atomic-business.terminal.neutral", sides.neutral, line, sizeof line);
	page_wrap(out, 2, line);
}

/* ---- The powers
 * ---------------------------------------------------------------------------------- */

/* "Jacques", of "Jacques 1". */
static void first_name(const board *b, int seat, char *out, size_t size)
{
	snprintf(out, size, "%s",
		ap_name_word(b->game, b->language, board_list(b->game, "diplomat"), seat * EACH));
	char *space = strrchr(out, ' ');
	if (space)
		*space = '\0';
}

/* "home 345" */
static void add_pawns_in(
	const board *b, int seat, int space, const char *before, char *line, size_t size)
{
	const ab_state *s = b->view;
	for (int n = 0; n < ab_diplomats_each(s); n++)
		if (s->place[seat * EACH + n] == space) {
			text_add(line, size, "%s%d", before, n + 1);
			before = "";
		}
}

/* "✉", and what it is if another's is known to the viewer. */
static void add_secret(const board *b, const page *p, int seat, char *line, size_t size)
{
	const ab_state *s = b->view;
	text_add(line, size, S_BOLD "%s" S_PLAIN, s->hand[seat] != NONE ? ab_board_card(p) : " ");
	if (s->hand[seat] < AB_EFFECT_COUNT && seat != b->viewer)
		text_add(line, size, " %s",
			ap_name_word(b->game, b->language, board_list(b->game, "secret"), s->hand[seat]));
}

/* "▶F Francie Jacques   ✉ home 345 ✗1" */
static void power_text(const board *b, const page *p, int seat, bool brief, char *line, size_t size)
{
	const ab_state *s = b->view;
	char name[80], text[TEXT], score[12];
	bool turn = turn_of(s) == seat && s->head.stack[0].step >= TURN_START;
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
	if (is_series(s))
		text_add(line, size, S_BOLD "%s " S_PLAIN,
			play_say(text, sizeof text, b->language, "atomic-business.terminal.score",
				board_number(score, s->score[seat]), NULL));
	if (ab_is_out(s, seat)) {
		text_add(line, size, "%s", word(b, "atomic-business.terminal.out"));
		return;
	}
	add_secret(b, p, seat, line, size);
	snprintf(text, sizeof text, " %s ", word(b, "atomic-business.terminal.home"));
	add_pawns_in(b, seat, HOME, text, line, size);
	snprintf(text, sizeof text, " %s", ab_board_lost(p));
	add_pawns_in(b, seat, REMOVED, text, line, size);
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
}

/* ---- The hand ------------------------------------------------------------------------------- */

static board_thing held(const board *b, int n)
{
	const ab_state *s = b->view;
	if (n > 0 || b->viewer >= s->head.players || s->hand[b->viewer] >= AB_EFFECT_COUNT)
		return (board_thing){NULL, 0};
	return (board_thing){board_list(b->game, "secret"), s->hand[b->viewer]};
}

static void hand(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE], title[80], key[120];
	board_thing card = held(b, 0);
	if (b->viewer >= s->head.players)
		return;
	snprintf(line, sizeof line, S_RED "%s" S_PLAIN "  ",
		play_title(title, sizeof title, b->language, "atomic-business.terminal.secret"));
	if (card.names) {
		snprintf(key, sizeof key, "%s.secret.%s.note", ap_game_name(b->game),
			ab_effect_names[card.index]);
		text_add(line, sizeof line, S_DIM "a" S_PLAIN " " S_BOLD "%s" S_PLAIN " %s %s",
			ap_name_word(b->game, b->language, card.names, card.index), page_symbol(out, "·", "-"),
			word(b, key));
	} else {
		text_add(line, sizeof line, "%s", word(b, "atomic-business.terminal.none"));
	}
	page_wrap(out, 2, line);
}

/* ---- Events --------------------------------------------------------------------------------- */

/* What the board shows anyway, or what follows from the line before. */
static bool quiet(const ap_event *event)
{
	static const uint8_t kinds[] = {EV_SET_UP, EV_FOUR_EACH, EV_CASES, EV_SECRET_DEALT_HIDDEN,
		EV_TURN, EV_KEEPS, EV_SECRET_DRAWN_HIDDEN, EV_CHOOSES_WAY, EV_SURCHARGE, EV_STOPS,
		EV_MOVEMENT_ENDS, EV_DOES_NOT_PRESS, EV_CASE_OUT, EV_BARRED};
	return memchr(kinds, event->kind, sizeof kinds) != NULL;
}

/* Of a way only its end is told. */
static bool outdated(const ap_event *event, const ap_event *next)
{
	bool moves = event->kind == EV_MOVES || event->kind == EV_FLIES_IN;
	bool on = next->kind == EV_MOVES || next->kind == EV_TAKES_CASE || next->kind == EV_FLIES_HOME;
	return moves && on && next->arg[0] == event->arg[0];
}

/* A briefcase is opened, or a contract has come home. */
static const char *loud(const page *p, const ap_event *event)
{
	switch (event->kind) {
	case EV_OPENED_NUCLEAR:
	case EV_NUCLEAR_HOME:
		return ab_board_nuclear(p);
	case EV_OPENED_TOURIST:
		return ab_board_tourist(p);
	default:
		return NULL;
	}
}

/* ---- Passing -------------------------------------------------------------------------------- */

static bool calm(ap_action a)
{
	return ap_verb_of(a) == V_PASS;
}

/* The windows for cards, until one's own turn. */
static board_word standing(int step)
{
	if (step == WINDOW || step == COUNTER_WINDOW || step == PRESSURE_IMMUNITY)
		return WORD_HOLDS;
	return step == SECRET || step == MOVEMENT ? WORD_ENDS : WORD_OTHER;
}

const board_drawing atomic_business_board = {
	.table = table,
	.hand = hand,
	.held = held,
	.note = ab_board_note,
	.say = ab_board_say,
	.group = ab_board_group,
	.about = ab_board_about,
	.quiet = quiet,
	.outdated = outdated,
	.loud = loud,
	.calm = calm,
	.standing = standing,
	.legend = ab_board_legend,
	.points = ab_board_points,
};

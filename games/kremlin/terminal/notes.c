/* notes.c: the notes on the table of Kremlin that a player can ask for: a politician, an
 * Intrigue card, the symbols, and what an action would lead to. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { TEXT = 400, COLUMNS_AT = 30, COLUMN = 10 };

/* ---- What an action leads to ----------------------------------------------------------------- */

/* Writes "(KGB 69++ R5)". */
static void note_on_man(const board *b, const page *p, int man, char *out, size_t size)
{
	const kr_state *s = b->view;
	char points[TEXT] = "";
	kr_board_influence(b, p, man, points, sizeof points);
	text_add(out, size, S_PLAIN "(");
	if (s->place[man] < KR_POSTS)
		text_add(out, size, "%s ", kr_board_short(b, s->place[man]));
	kr_board_condition(b, p, man, out, size);
	text_add(out, size, "%s%s)", points[0] ? " " : "", points);
}

/* Writes "→ 7:5!": one's own declared points against the most of another faction; "!" if control
 * changes. */
static void note_on_points(const page *p, const int32_t *would_hold, char *out, size_t size)
{
	text_add(out, size, "%s %d:%d%s", page_symbol(p, "→", "=>"), would_hold[1], would_hold[2],
		would_hold[3] ? "!" : "");
}

/* Writes "(better 50%, worse 15%, dies 5%)" for his next Health roll, in the Sanatorium or at
 * work. */
static void note_on_cure(const board *b, const int32_t *odds, char *out, size_t size)
{
	char better[12], worse[12], dies[12];
	play_say(out, size, b->language, "kremlin.terminal.odds", board_number(better, odds[1]),
		board_number(worse, odds[2]), board_number(dies, odds[3]), NULL);
}

/* Writes what the engine foresees of an action. */
static void note_foreseen(const board *b, const page *p, ap_action a, char *out, size_t size)
{
	ap_facts facts;
	ap_foresee(b->game, b->view, b->viewer, a, &facts);
	for (int i = 0; i < facts.count; i++) {
		const int32_t *arg = facts.list[i].arg;
		switch (facts.list[i].kind) {
		case KR_FACT_PURGE:
			text_add(out, size, " %d+ %d%%", arg[3], arg[4]);
			break;
		case KR_FACT_WOULD_HOLD:
			note_on_points(p, arg, out, size);
			break;
		case KR_FACT_WOULD_SUIT:
			text_add(out, size, " %s", arg[2] > 0 ? kr_board_strong(p) : kr_board_weak(p));
			break;
		case KR_FACT_IN_CURE:
		case KR_FACT_AT_WORK:
			note_on_cure(b, arg, out, size);
			break;
		default:
			break;
		}
	}
}

/* `whole` tells whether both arguments are chosen. */
void kr_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case KR_VERB_DECLARE:
		if (whole)
			note_foreseen(b, p, a, out, size);
		else
			note_on_man(b, p, x, out, size);
		break;
	case KR_VERB_ADD:
	case KR_VERB_CURE:
	case KR_VERB_WORK:
		note_foreseen(b, p, a, out, size);
		break;
	case KR_VERB_PURGE:
		note_on_man(b, p, x, out, size);
		note_foreseen(b, p, a, out, size);
		break;
	case KR_VERB_MOVE:
	case KR_VERB_PROMOTE:
	case KR_VERB_DEMOTE:
		note_on_man(b, p, x, out, size);
		if (whole)
			note_foreseen(b, p, a, out, size);
		break;
	case KR_VERB_EXCHANGE:
		note_on_man(b, p, whole ? y : x, out, size);
		break;
	case KR_VERB_TRIAL:
	case KR_VERB_CONDEMN:
	case KR_VERB_INVESTIGATE:
	case KR_VERB_CLOSE:
	case KR_VERB_NOMINATE:
	case KR_VERB_REHABILITATE:
	case KR_VERB_TARGET:
	case KR_VERB_ACCUSE:
		note_on_man(b, p, x, out, size);
		break;
	default:
		break;
	}
}

/* The lines are short because a list of numbers to write may have twenty-five names. */
bool kr_board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size)
{
	const char *arrow = page_symbol(p, "→", "=>"), *both = page_symbol(p, "↔", "<=>");
	const char *name = b->game->verbs[ap_verb_of(a)].x ? kr_board_name(b, (int)ap_x(a)) : "";
	switch (ap_verb_of(a)) {
	case KR_VERB_PASS:
		snprintf(out, size, "%s", play_word(b->language, "kremlin.terminal.hand-in"));
		return ap_step_of(b->view) == KR_STEP_WRITE;
	case KR_VERB_WRITE:
		snprintf(out, size, "%u %s %s", ap_y(a), arrow, name);
		return true;
	case KR_VERB_MOVE:
	case KR_VERB_PROMOTE:
	case KR_VERB_DEMOTE:
		snprintf(out, size, "%s %s %s", name, arrow, kr_board_place(b, (int)ap_y(a)));
		return rest;
	case KR_VERB_EXCHANGE:
		snprintf(out, size, "%s %s %s", name, both, kr_board_name(b, (int)ap_y(a)));
		return rest;
	default:
		return false;
	}
}

const char *kr_board_group(int verb)
{
	static const char *const key[KR_VERB_COUNT] = {
		[KR_VERB_WRITE] = "kremlin.terminal.group.write",
		[KR_VERB_DECLARE] = "kremlin.terminal.group.declare",
		[KR_VERB_PLAY] = "kremlin.terminal.group.play",
		[KR_VERB_GIVE] = "kremlin.terminal.group.give",
		[KR_VERB_PURGE] = "kremlin.terminal.group.purge",
		[KR_VERB_TRIAL] = "kremlin.terminal.group.trial",
		[KR_VERB_CONDEMN] = "kremlin.terminal.group.condemn",
		[KR_VERB_INVESTIGATE] = "kremlin.terminal.group.investigate",
		[KR_VERB_CLOSE] = "kremlin.terminal.group.close",
		[KR_VERB_NOMINATE] = "kremlin.terminal.group.nominate",
		[KR_VERB_MOVE] = "kremlin.terminal.group.move",
		[KR_VERB_PROMOTE] = "kremlin.terminal.group.promote",
		[KR_VERB_DEMOTE] = "kremlin.terminal.group.demote",
		[KR_VERB_EXCHANGE] = "kremlin.terminal.group.exchange",
		[KR_VERB_REHABILITATE] = "kremlin.terminal.group.rehabilitate",
		[KR_VERB_ADD] = "kremlin.terminal.group.add",
		[KR_VERB_TARGET] = "kremlin.terminal.group.target",
		[KR_VERB_ACCUSE] = "kremlin.terminal.group.accuse",
	};
	return key[verb];
}

/* ---- A politician ---------------------------------------------------------------------------- */

static void add_health(const board *b, page *out, int man)
{
	const kr_state *s = b->view;
	static const char *const key[] = {"kremlin.terminal.health.well",
		"kremlin.terminal.health.sick", "kremlin.terminal.health.ill"};
	char line[TEXT_LINE] = "", text[TEXT], number[12], chance[12];
	text_add(line, sizeof line, "%s", play_word(b->language, key[kr_crosses(s, man)]));
	if (s->suspect & kr_bit(man))
		text_add(
			line, sizeof line, " %s", play_word(b->language, "kremlin.terminal.about.suspect"));
	if (s->cure & kr_bit(man))
		text_add(line, sizeof line, " %s", play_word(b->language, "kremlin.terminal.about.cure"));
	page_wrap(out, 2, line);
	if (s->place[man] > KR_PLACE_CANDIDATES)
		return;
	int needs = kr_figure_purge_needs(s, man);
	page_wrap(out, 2,
		play_say(text, sizeof text, b->language, "kremlin.terminal.about.purge",
			board_number(number, needs), board_number(chance, kr_chance(needs)), NULL));
}

static void add_odds(const board *b, page *out, int man)
{
	const kr_state *s = b->view;
	char text[TEXT], better[12], worse[12], dies[12];
	kr_health_odds odds = kr_health_odds_of(s, man, kr_is_away(s, man));
	play_say(text, sizeof text, b->language, "kremlin.terminal.about.roll",
		board_number(better, odds.better), board_number(worse, odds.worse),
		board_number(dies, odds.dies), NULL);
	page_wrap(out, 2, text);
}

static void add_control(const board *b, page *out, int man)
{
	const kr_state *s = b->view;
	char line[TEXT_LINE] = "", points[TEXT] = "", written[12], shown[12];
	int controller = kr_controller(s, man);
	kr_board_influence(b, out, man, points, sizeof points);
	if (controller == KR_NONE)
		text_add(line, sizeof line, "%s", play_word(b->language, "kremlin.terminal.about.nobody"));
	else
		play_say(line, sizeof line, b->language, "kremlin.terminal.about.control",
			kr_board_seat(b, controller), NULL);
	text_add(line, sizeof line, "%s%s", points[0] ? " " : "", points);
	page_wrap(out, 2, line);
	if (kr_board_plays(b) && kr_written(s, b->viewer, man))
		page_wrap(out, 2,
			play_say(line, sizeof line, b->language, "kremlin.terminal.about.sheet",
				board_number(written, kr_written(s, b->viewer, man)),
				board_number(shown, kr_shown(s, b->viewer, man)), NULL));
}

static void about_man(const board *b, page *out, int man)
{
	const kr_state *s = b->view;
	char line[TEXT_LINE], age[12], printed[12];
	page_rule(out, kr_board_name(b, man));
	play_say(line, sizeof line, b->language, "kremlin.terminal.about",
		kr_board_place(b, s->place[man]), board_number(age, kr_age(s, man)),
		board_number(printed, kr_politicians[man].age), NULL);
	page_wrap(out, 2, line);
	if (s->place[man] == KR_PLACE_WALL || s->place[man] == KR_PLACE_RETIRED)
		return;
	add_health(b, out, man);
	if (kr_is_member(s, man))
		add_odds(b, out, man);
	add_control(b, out, man);
	if (kr_has_strengths(s))
		page_wrap(out, 2,
			play_say(line, sizeof line, b->language, "kremlin.terminal.about.suits",
				kr_board_place(b, kr_politicians[man].strength + KR_PLACE_KGB),
				kr_board_place(b, kr_politicians[man].weakness + KR_PLACE_KGB), NULL));
}

/* ---- An Intrigue card ------------------------------------------------------------------------ */

static void about_card(const board *b, page *out, int card)
{
	char line[TEXT_LINE], key[120];
	const ap_clause_text *text = ap_clause(b->game, b->language, kr_card_clause(card));
	page_rule(out, kr_board_card(b, card));
	snprintf(
		key, sizeof key, "%s.intrigue.%s.note", ap_game_name(b->game), kr_intrigue_labels[card]);
	page_wrap(out, 0, play_word(b->language, key));
	if (!text)
		return;
	const char *end =
		strstr(text->body, "\n\nProvenance"); /* Only the text of the rule is shown here. */
	snprintf(line, sizeof line, "%.*s (%s)",
		(int)(end ? (size_t)(end - text->body) : strlen(text->body)), text->body,
		ap_clause_id(b->game, kr_card_clause(card)));
	page_wrap(out, 0, line);
}

bool kr_board_about(const board *b, page *out, board_thing thing)
{
	if (strcmp(thing.names->kind, "politician") == 0)
		about_man(b, out, thing.index);
	else if (strcmp(thing.names->kind, "intrigue") == 0 && kr_has_cards(b->view))
		about_card(b, out, thing.index);
	else
		return false;
	return true;
}

/* ---- The symbols ----------------------------------------------------------------------------- */

void kr_board_legend(const board *b, page *out)
{
	const kr_state *s = b->view;
	char line[TEXT_LINE] = "";
	for (int seat = 0; seat < s->head.players; seat++)
		text_add(line, sizeof line, "%s%s%s" S_PLAIN "\u00a0%s", seat ? "   " : "",
			kr_board_style(seat), kr_board_mark(b, seat), kr_board_seat(b, seat));
	page_wrap(out, 2, line);
	page_wrap(out, 2, play_word(b->language, "kremlin.terminal.legend.points"));
	page_wrap(out, 2,
		play_say(line, sizeof line, b->language, "kremlin.terminal.legend.marks",
			kr_board_away(out), kr_board_flag(out), NULL));
	if (kr_has_strengths(s))
		page_wrap(out, 2,
			play_say(line, sizeof line, b->language, "kremlin.terminal.legend.advanced",
				kr_board_strong(out), kr_board_weak(out), kr_board_guard(out),
				page_symbol(out, "✉", "c"), NULL));
}

/* ---- The count ------------------------------------------------------------------------------- */

static void add_waves_of(const board *b, page *out, int seat)
{
	const kr_state *s = b->view;
	char line[TEXT_LINE], years[TEXT] = "";
	int waves = 0;
	for (int year = 1; year <= KR_YEAR_COUNT; year++)
		if (s->waved_for[year - 1] == seat) {
			text_add(years, sizeof years, "%s%d\u00a0%s", waves ? ", " : "", year,
				kr_board_name(b, s->waved[year - 1]));
			waves++;
		}
	snprintf(line, sizeof line, "%s%s%s %s (%s)" S_PLAIN, kr_board_style(seat),
		kr_board_mark(b, seat), s->winners & AP_SEAT(seat) ? page_symbol(out, " ★", " *") : "",
		kr_board_seat(b, seat), b->who[seat]);
	text_clip(line, COLUMNS_AT - 1);
	text_pad(line, sizeof line, COLUMNS_AT);
	text_add(line, sizeof line, S_BOLD "%d" S_PLAIN, waves);
	text_pad(line, sizeof line, COLUMNS_AT + COLUMN);
	text_add(line, sizeof line, "%s", years);
	page_wrap(out, COLUMNS_AT + COLUMN, line);
}

void kr_board_points(const board *b, page *out)
{
	const kr_state *s = b->view;
	char line[TEXT_LINE] = "";
	text_pad(line, sizeof line, COLUMNS_AT);
	text_add(line, sizeof line, "%s", play_word(b->language, "kremlin.terminal.waves"));
	text_pad(line, sizeof line, COLUMNS_AT + COLUMN);
	text_add(line, sizeof line, "%s", play_word(b->language, "kremlin.terminal.waves.years"));
	page_add(out, line);
	for (int seat = 0; seat < s->head.players; seat++)
		add_waves_of(b, out, seat);
}

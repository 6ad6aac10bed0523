/* lists.c: the lists below the pyramid: factions, the People, Siberia, the Wall, the cards on
 * the table, and the viewer's own sheet. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"

enum { TEXT = 400, NEXT_IN_LINE = 4, OVERFLOW = 5 };

/* ---- Pieces that follow each other ----------------------------------------------------------- */

/* Pieces of text that fill lines one after another. A piece is never broken; those that do not
 * fit into the last line are counted. */
typedef struct flow {
	page *out;
	int most, lines, left_out; /* `most` is the greatest number of lines, 0 for no limit */
	char label[TEXT];          /* a label that waits for its first piece */
	char line[TEXT_LINE];
} flow;

static flow start_flow(page *out, int most)
{
	return (flow){.out = out, .most = most};
}

static void next_line(flow *f)
{
	page_add(f->out, f->line);
	f->lines++;
	snprintf(f->line, sizeof f->line, "  ");
}

static void put(flow *f, const char *between, const char *text)
{
	bool last = f->most > 0 && f->lines + 1 == f->most;
	int room = f->out->columns - (last ? OVERFLOW : 1);
	bool fits = text_width(f->line) + text_width(between) + text_width(text) <= room;
	bool first = text_width(f->line) <= 2;
	if (f->left_out > 0 || (!fits && last && !first)) {
		f->left_out++;
		return;
	}
	if (!fits && !first) {
		if (between[0] == ',')
			text_add(f->line, sizeof f->line, ",");
		next_line(f);
		between = "";
	}
	text_add(f->line, sizeof f->line, "%s%s", first ? "" : between, text);
}

static void add_piece(flow *f, const char *text)
{
	char labelled[TEXT_LINE];
	snprintf(labelled, sizeof labelled, "%s%s", f->label, text);
	put(f, f->label[0] ? "   " : ", ", labelled);
	f->label[0] = '\0';
}

/* Adds a label in capitals, such as "PEOPLE", before its pieces. */
static void add_label(flow *f, const board *b, const char *key)
{
	char title[80];
	snprintf(f->label, sizeof f->label, S_RED "%s" S_PLAIN " ",
		play_title(title, sizeof title, b->language, key));
}

static void end_flow(flow *f)
{
	if (f->left_out > 0)
		text_add(f->line, sizeof f->line, S_DIM " +%d" S_PLAIN, f->left_out);
	if (text_width(f->line) > 2)
		page_add(f->out, f->line);
}

/* ---- The factions ---------------------------------------------------------------------------- */

/* Returns whether this seat alone has to decide. */
static bool decides(const kr_state *s, int seat)
{
	return ap_actors(s) == AP_SEAT(seat) && ap_step_of(s) != KR_STEP_LISTEN;
}

static void add_pointer(const board *b, const page *p, int seat, char *out, size_t size)
{
	const kr_state *s = b->view;
	text_add(out, size, S_RED "%s%s%s",
		decides(s, seat)        ? page_symbol(p, "▶", ">")
			: seat == b->viewer ? page_symbol(p, "▷", "*")
								: " ",
		kr_board_style(seat), kr_board_mark(b, seat));
}

static void add_flags(const kr_state *s, const page *p, int seat, char *out, size_t size)
{
	for (int i = 0; i < kr_waves_for(s, seat); i++)
		text_add(out, size, "%s" S_RED "%s" S_PLAIN, i ? "" : " ", kr_board_flag(p));
}

/* Writes " (43) ✉3": points never declared, Intrigue cards. */
static void add_means(const board *b, const page *p, int seat, char *out, size_t size)
{
	const kr_state *s = b->view;
	text_add(out, size, S_PLAIN " (%d)", s->left[seat]);
	if (kr_has_cards(s))
		text_add(out, size, " %s%d", page_symbol(p, "✉", "c"), s->hand_size[seat]);
}

/* Writes "▷R Stalinist Red (you) ⚑⚑ (43) ✉3", or as much of it as there is room for. */
void kr_board_faction(const board *b, const page *p, int seat, int room, char *out, size_t size)
{
	char name[TEXT], means[TEXT] = "", flags[TEXT] = "";
	add_flags(b->view, p, seat, flags, sizeof flags);
	add_means(b, p, seat, means, sizeof means);
	int rest = room - 3 - text_width(means);
	snprintf(name, sizeof name, "%s (%s)", kr_board_seat(b, seat), b->who[seat]);
	if (text_width(name) + text_width(flags) > rest)
		snprintf(name, sizeof name, "%s", kr_board_seat(b, seat));
	if (text_width(name) + text_width(flags) > rest)
		flags[0] = '\0'; /* The tally shows the waves already. */
	text_clip(name, rest);
	out[0] = '\0';
	add_pointer(b, p, seat, out, size);
	text_add(out, size, " %s" S_PLAIN "%s%s", name, flags, means);
}

typedef enum naming { BY_FACTION, BY_PLAYER, BY_MARK } naming;

static void all_factions(const board *b, const page *p, naming by, char *line, size_t size)
{
	const kr_state *s = b->view;
	line[0] = '\0';
	for (int seat = 0; seat < s->head.players; seat++) {
		text_add(line, size, "%s", seat ? "  " : "");
		add_pointer(b, p, seat, line, size);
		if (by != BY_MARK)
			text_add(line, size, " %s", by == BY_FACTION ? kr_board_seat(b, seat) : b->who[seat]);
		add_flags(s, p, seat, line, size);
		add_means(b, p, seat, line, size);
	}
}

void kr_board_factions(const board *b, page *out, bool brief)
{
	const kr_state *s = b->view;
	char line[TEXT_LINE];
	if (brief) {
		for (int by = BY_FACTION; by <= BY_MARK; by++) {
			all_factions(b, out, (naming)by, line, sizeof line);
			if (text_width(line) <= out->columns)
				break;
		}
		page_add(out, line);
		return;
	}
	for (int seat = 0; seat < s->head.players; seat++) {
		kr_board_faction(b, out, seat, out->columns, line, sizeof line);
		page_add(out, line);
	}
}

/* ---- The People ------------------------------------------------------------------------------ */

/* Adds "Palavrian 70++ R5(2)" in the colour of his faction. */
static void add_man(const board *b, flow *f, int man)
{
	const kr_state *s = b->view;
	char text[TEXT] = "", points[TEXT] = "";
	int controller = kr_controller(s, man);
	kr_board_influence(b, f->out, man, points, sizeof points);
	text_add(text, sizeof text, "%s%s" S_PLAIN " ",
		controller == KR_NONE ? S_PLAIN : kr_board_style(controller), kr_board_name(b, man));
	kr_board_condition(b, f->out, man, text, sizeof text);
	text_add(text, sizeof text, "%s%s", points[0] ? " " : "", points);
	add_piece(f, text);
}

/* The oldest come next, KR-SU-2; the first four have a label of their own. */
void kr_board_people(const board *b, page *out, int most)
{
	uint8_t men[KR_POLITICIANS];
	int count = kr_oldest_first(b->view, KR_PLACE_PEOPLE, men);
	flow f = start_flow(out, most);
	if (count == 0)
		return;
	add_label(&f, b, "kremlin.terminal.next");
	for (int i = 0; i < count; i++) {
		if (i == NEXT_IN_LINE) {
			if (most == 0) {
				next_line(&f);
				f.line[0] = '\0';
			}
			add_label(&f, b, "kremlin.terminal.people");
		}
		add_man(b, &f, men[i]);
	}
	end_flow(&f);
}

static void add_place(const board *b, flow *f, int place, const char *key)
{
	uint8_t men[KR_POLITICIANS];
	int count = kr_oldest_first(b->view, place, men);
	if (count > 0)
		add_label(f, b, key);
	for (int i = 0; i < count; i++)
		if (place == KR_PLACE_SIBERIA)
			add_man(b, f, men[i]);
		else
			add_piece(f, kr_board_name(b, men[i]));
}

void kr_board_gone(const board *b, page *out, int most)
{
	flow f = start_flow(out, most);
	add_place(b, &f, KR_PLACE_SIBERIA, "kremlin.terminal.siberia");
	add_place(b, &f, KR_PLACE_WALL, "kremlin.terminal.wall");
	add_place(b, &f, KR_PLACE_RETIRED, "kremlin.terminal.retired");
	end_flow(&f);
}

/* ---- Cards that lie on the table ------------------------------------------------------------- */

static void add_binding(const board *b, flow *f)
{
	const kr_state *s = b->view;
	int author = s->chief_blackmail[KR_CHIEF_BLACKMAIL_AUTHOR];
	int blackmailer = s->chief_blackmail_men[KR_CHIEF_BLACKMAIL_MAN_BLACKMAILER];
	char text[TEXT];
	if (s->blackmail[KR_BLACKMAIL_ACTOR] != KR_NONE)
		add_piece(f,
			play_say(text, sizeof text, b->language, "kremlin.terminal.card.blackmail",
				kr_board_name(b, s->blackmail[KR_BLACKMAIL_ACTOR]),
				kr_board_name(b, s->blackmail[KR_BLACKMAIL_TARGET]), NULL));
	if (author != KR_NONE)
		add_piece(f,
			play_say(text, sizeof text, b->language, "kremlin.terminal.card.chief-blackmail",
				kr_board_name(b, blackmailer), kr_board_seat(b, author), NULL));
	if (s->pravda != KR_NONE)
		add_piece(f,
			play_say(text, sizeof text, b->language, "kremlin.terminal.card.pravda",
				kr_board_seat(b, s->pravda_for), NULL));
}

static void add_medical(const board *b, flow *f)
{
	const kr_state *s = b->view;
	char text[TEXT], digits[12];
	if (s->fever)
		add_piece(f,
			play_say(text, sizeof text, b->language, "kremlin.terminal.card.fever",
				board_number(digits, s->fever), NULL));
	if (s->specialist != KR_NONE)
		add_piece(f,
			play_say(text, sizeof text, b->language, "kremlin.terminal.card.specialist",
				kr_board_name(b, s->specialist),
				board_number(digits, kr_intrigues[KR_INTRIGUE_SPECIALIST].amount), NULL));
	if (s->no_visits)
		add_piece(f, play_word(b->language, "kremlin.terminal.card.crisis"));
	const char *key = "kremlin.terminal.card.vaccinated";
	for (int man = 0; man < KR_POLITICIANS; man++)
		if (s->vaccinated & kr_bit(man)) {
			snprintf(text, sizeof text, "%s", kr_board_name(b, man));
			if (key)
				play_say(text, sizeof text, b->language, key, kr_board_name(b, man), NULL);
			add_piece(f, text);
			key = NULL;
		}
}

static void add_guards(const board *b, flow *f)
{
	const kr_state *s = b->view;
	char text[TEXT], digits[12];
	for (int i = 0; i < KR_PROTECTION_COUNT; i++)
		if (s->guarded[i] != KR_NONE) {
			snprintf(text, sizeof text, "%s %s %s", kr_board_card(b, kr_protection_card(i)),
				kr_board_guard(f->out), kr_board_name(b, s->guarded[i]));
			add_piece(f, text);
		}
	if (s->imposed != KR_NONE && kr_imposed_target(s) != KR_NONE)
		add_piece(f,
			play_say(text, sizeof text, b->language, "kremlin.terminal.card.imposed",
				kr_board_name(b, kr_imposed_target(s)),
				board_number(digits, kr_intrigues[s->imposed].amount), NULL));
}

static bool is_anothers(const board *b, int card)
{
	const kr_state *s = b->view;
	return s->card[card] < s->head.players && s->card[card] != b->viewer;
}

/* Adds the cards in the hands of others that the viewer has seen. */
static void add_known(const board *b, flow *f)
{
	const kr_state *s = b->view;
	char text[TEXT];
	for (int card = 0; card < KR_INTRIGUES; card++)
		if (is_anothers(b, card)) {
			snprintf(text, sizeof text, "%s%s" S_PLAIN " %s %s", kr_board_style(s->card[card]),
				kr_board_mark(b, s->card[card]), page_symbol(f->out, "✉", "c"),
				kr_board_card(b, card));
			add_piece(f, text);
		}
}

void kr_board_cards(const board *b, page *out, int most)
{
	flow f = start_flow(out, most);
	add_label(&f, b, "kremlin.terminal.table");
	add_guards(b, &f);
	add_medical(b, &f);
	add_binding(b, &f);
	add_label(&f, b, "kremlin.terminal.known");
	add_known(b, &f);
	end_flow(&f);
}

/* ---- The viewer's sheet ---------------------------------------------------------------------- */

static int man_with(const kr_state *s, int seat, int number)
{
	for (int man = 0; man < KR_POLITICIANS; man++)
		if (kr_written(s, seat, man) == number)
			return man;
	return KR_NONE;
}

static bool still_counts(const kr_state *s, int man)
{
	return s->place[man] != KR_PLACE_WALL && s->place[man] != KR_PLACE_RETIRED;
}

/* Adds "Palavrian 10", or "Palavrian 4/10" if four of ten are declared. */
static void add_entry(const board *b, flow *f, int man, int number)
{
	const kr_state *s = b->view;
	int shown = kr_shown(s, b->viewer, man);
	char text[TEXT];
	bool over = shown == number || !still_counts(s, man);
	if (over && f->most > 0)
		return;
	snprintf(text, sizeof text, "%s%s %s", over ? S_DIM : S_PLAIN, kr_board_name(b, man),
		over ? "" : S_BOLD);
	if (shown)
		text_add(text, sizeof text, "%d/", shown);
	text_add(text, sizeof text, "%d", number);
	if (!kr_on_board(s, man))
		text_add(text, sizeof text, "%s",
			s->place[man] == KR_PLACE_SIBERIA ? page_symbol(f->out, "❄", "*")
											  : page_symbol(f->out, "†", "x"));
	text_add(text, sizeof text, S_PLAIN);
	add_piece(f, text);
}

/* Adds "12 declared, 43 left:". */
static void add_sums(const board *b, flow *f)
{
	const kr_state *s = b->view;
	char text[TEXT], left[12], shown[12];
	play_say(text, sizeof text, b->language, "kremlin.terminal.sheet.sums",
		board_number(shown, kr_figure_points_shown(s, b->viewer)),
		board_number(left, kr_figure_points_left(s, b->viewer)), NULL);
	text_add(f->label, sizeof f->label, "%s ", text);
}

void kr_board_sheet(const board *b, page *out, int most)
{
	const kr_state *s = b->view;
	flow f = start_flow(out, most);
	if (!kr_board_plays(b) || kr_written_count(s, b->viewer) == 0)
		return;
	add_label(&f, b, "kremlin.terminal.sheet");
	if (kr_phase_now(s) != KR_PHASE_SET_UP)
		add_sums(b, &f);
	for (int number = KR_NUMBERS; number > 0; number--) {
		int man = man_with(s, b->viewer, number);
		if (man != KR_NONE)
			add_entry(b, &f, man, number);
	}
	end_flow(&f);
}

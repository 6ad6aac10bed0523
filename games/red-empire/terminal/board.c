/* board.c: the table of Red Empire as text: the thermometer of crises, a row of leaders with their
 * purge cards for each faction, and the hand of the viewer. */
#include "terminal/board.h"

#include <string.h>

#include "parts.h"
#include "terminal/words.h"
#include "engine/chapters.h"
#include "text/phrases.h"

enum {
	LABEL = 20, /* columns of the name of a faction */
	SLOT = 20,  /* the least columns of a leader */
	TEXT = 400  /* bytes of a short text */
};

/* ---- Words --------------------------------------------------------------------------------- */

const char *re_board_seat(const board *b, int seat)
{
	assert(b && seat >= 0 && seat < AP_MAX_SEATS);
	return ap_seat_word(b->game, b->language, seat);
}

const char *re_board_leader(const board *b, int leader)
{
	assert(b && re_is_leader(leader));
	return ap_name_word(b->game, b->language, board_list(b->game, "leader"), leader);
}

const char *re_board_card(const board *b, int card)
{
	assert(b && re_is_card(card));
	return ap_name_word(b->game, b->language, board_list(b->game, "card"), card);
}

const char *re_board_group(const board *b, int group)
{
	assert(b && group >= 0 && group < RE_GROUP_COUNT);
	return ap_name_word(b->game, b->language, board_list(b->game, "group"), group);
}

/* ---- Symbols: each group has a colour, a symbol and a letter ------------------------------- */

static const char *group_style(int group)
{
	static const char *const style[RE_GROUP_COUNT] = {
		[RE_GROUP_PARTY] = S_DARK_RED,
		[RE_GROUP_KGB] = S_CYAN,
		[RE_GROUP_MILITARY] = S_GREEN,
		[RE_GROUP_GOVERNMENT] = S_YELLOW,
	};
	return style[group];
}

const char *re_board_symbol(const page *p, int group)
{
	assert(p && group >= 0 && group < RE_GROUP_COUNT);
	static const char *const symbol[RE_GROUP_COUNT] = {
		[RE_GROUP_PARTY] = "★",
		[RE_GROUP_KGB] = "◆",
		[RE_GROUP_MILITARY] = "▲",
		[RE_GROUP_GOVERNMENT] = "■",
	};
	return page_symbol(p, symbol[group], "");
}

/* Adds the symbol and the letter of a group in its colour: "★P". */
static void add_group(const board *b, const page *p, int group, char *out, size_t size)
{
	text_add(out, size, "%s%s%c" S_PLAIN, group_style(group), re_board_symbol(p, group),
		re_board_group(b, group)[0]);
}

/* Adds the letter of the group and the value of an Action Card: "K3". */
static void add_purge_card(const board *b, int card, char *out, size_t size)
{
	int group = re_cards[card].group;
	text_add(out, size, "%s%c%d" S_PLAIN, group_style(group), re_board_group(b, group)[0],
		re_cards[card].value);
}

/* Adds the marks of a leader: President, Hero, ailing. */
static void add_marks(const board *b, const page *p, int leader, char *out, size_t size)
{
	const re_state *s = b->view;
	if (s->president == leader)
		text_add(out, size, " " S_RED "%s" S_PLAIN,
			page_symbol(p, "♛", play_word(b->language, "red-empire.terminal.mark.president")));
	if (re_is_hero(s, leader))
		text_add(out, size, " " S_BOLD "%s" S_PLAIN,
			page_symbol(p, "✪", play_word(b->language, "red-empire.terminal.mark.hero")));
	if (re_is_ailing(s, leader))
		text_add(out, size, " " S_BOLD "%s" S_PLAIN,
			page_symbol(p, "✚", play_word(b->language, "red-empire.terminal.mark.ailing")));
}

void re_board_write_stature(const re_state *s, int leader, char *out, size_t size)
{
	assert(out && size > 0);
	int stature = re_stature(s, leader), printed = re_leaders[leader].stature;
	out[0] = '\0';
	if (s->purge[leader])
		text_add(out, size, "%d/", re_purge_total(s, leader));
	text_add(out, size, "%d", stature);
	if (stature != printed)
		text_add(out, size, "(%d)", printed);
}

/* ---- The head of the table ----------------------------------------------------------------- */

static void add_title(const board *b, page *out)
{
	const re_state *s = b->view;
	char line[TEXT_LINE], right[TEXT], digits[12];
	board_bar_start(b, line);
	board_bar_turn(b, out, line, re_turn_of(s), s->head.stack[0].step > RE_STEP_FIRST_TURN);
	play_say(right, sizeof right, b->language, "red-empire.terminal.deck",
		board_number(digits, re_deck_size(s)), NULL);
	text_upper(right);
	board_bar_end(out, line, right);
}

static void add_thermometer(const board *b, page *out)
{
	const re_state *s = b->view;
	char line[TEXT_LINE], word[80];
	int total = re_pile_total(s);
	snprintf(line, sizeof line, S_RED "%s ",
		play_title(word, sizeof word, b->language, "red-empire.terminal.unsolved"));
	for (int i = 0; i < RE_COLLAPSE_AT; i++)
		text_add(line, sizeof line, "%s%s", i == total ? S_DIM : "",
			i < total ? page_symbol(out, "█", "#") : page_symbol(out, "░", "."));
	text_add(line, sizeof line, S_BOLD " %d/%d" S_PLAIN, total, RE_COLLAPSE_AT);
	text_add(line, sizeof line, "   " S_RED "%s" S_PLAIN " ",
		play_title(word, sizeof word, b->language, "red-empire.terminal.president"));
	if (s->president == RE_NONE)
		text_add(line, sizeof line, "%s", play_word(b->language, "red-empire.terminal.vacant"));
	else
		text_add(line, sizeof line, "%s%s (%s)", page_symbol(out, "♛ ", ""),
			re_board_leader(b, s->president), re_board_seat(b, re_president_seat(s)));
	page_add(out, line);
}

/* Adds a line about the open crisis: what it needs, and what the factions have answered so far. */
static void add_crisis(const board *b, page *out)
{
	ap_facts facts;
	char line[TEXT_LINE] = "", word[80];
	ap_situation(b->game, b->view, &facts);
	for (int i = 0; i < facts.count; i++) {
		const int32_t *arg = facts.list[i].arg;
		if (facts.list[i].kind == RE_FACT_CRISIS)
			snprintf(line, sizeof line, S_TITLE " %s " S_BOLD " %s  %d/%d" S_PLAIN,
				play_title(word, sizeof word, b->language, "red-empire.terminal.pravda"),
				re_board_card(b, arg[0]), arg[1], arg[2]);
		if (facts.list[i].kind != RE_FACT_ANSWER || arg[1] > RE_ANSWER_PASSED)
			continue;
		text_add(
			line, sizeof line, " %s %s: ", page_symbol(out, "·", "-"), re_board_seat(b, arg[0]));
		if (arg[2] == AP_NONE)
			text_add(line, sizeof line, "0");
		else
			add_purge_card(b, arg[2], line, sizeof line);
	}
	if (line[0])
		page_wrap(out, 2, line);
}

/* Adds a faction or group that an effect harms: "DISREPUTE -2 KGB (Kiev)". The effect lasts until
 * the faction in brackets, `by`, has the turn again. The title is added before the first one. */
static void add_effect(
	const board *b, char *line, size_t size, const char *key, bool *first, const char *whom, int by)
{
	char word[80];
	if (*first)
		text_add(line, size, "%s" S_RED "%s" S_PLAIN " %s", line[0] ? "  " : "",
			play_title(word, sizeof word, b->language, key), whom);
	else
		text_add(line, size, ", %s", whom);
	if (by != RE_NONE)
		text_add(line, size, "\u00a0(%s)", re_board_seat(b, by));
	*first = false;
}

/* RE-OP-14: adds the factions that a Disrepute does not touch: ", not Moscow". */
static void add_spared(const board *b, ap_seats spared, char *line, size_t size)
{
	const re_state *s = b->view;
	for (int seat = 0; seat < s->head.players; seat++)
		if (spared & AP_SEAT(seat))
			text_add(line, size, "\u00a0%s\u00a0%s",
				ap_word(b->language, "red-empire.terminal.effect.spared"), re_board_seat(b, seat));
}

static void add_effects(const board *b, page *out)
{
	const re_state *s = b->view;
	char line[TEXT_LINE] = "";
	bool first = true;
	for (int i = 0; i < RE_DISREPUTE_CARD_COUNT; i++)
		if (s->disrepute_by[i] != RE_NONE) {
			add_effect(b, line, sizeof line, "red-empire.terminal.effect.disrepute", &first,
				re_board_group(b, re_cards[RE_CARD_DISREPUTE_PARTY + i].group), s->disrepute_by[i]);
			add_spared(b, s->spared[i], line, sizeof line);
		}
	first = true;
	for (int i = 0; i < RE_SCANDAL_CARD_COUNT; i++)
		if (s->scandal_by[i] != RE_NONE)
			add_effect(b, line, sizeof line, "red-empire.terminal.effect.scandal", &first,
				re_board_seat(b, s->scandal_on[i]), s->scandal_by[i]);
	first = true;
	for (int seat = 0; seat < s->head.players; seat++)
		if (re_is_abroad(s, seat))
			add_effect(b, line, sizeof line, "red-empire.terminal.effect.abroad", &first,
				re_board_seat(b, seat), RE_NONE);
	if (line[0])
		page_wrap(out, 2, line);
}

/* ---- The factions -------------------------------------------------------------------------- */

/* Writes a leader with everything on him: "★P Zakharov 5/7 K3M2 ♛". */
static void write_leader(const board *b, const page *p, int leader, char *out, size_t size)
{
	const re_state *s = b->view;
	char standing[24];
	out[0] = '\0';
	add_group(b, p, re_leaders[leader].group, out, size);
	re_board_write_stature(s, leader, standing, sizeof standing);
	text_add(out, size, " %s " S_BOLD "%s" S_PLAIN, re_board_leader(b, leader), standing);
	if (s->purge[leader])
		text_add(out, size, " ");
	for (uint64_t bits = s->purge[leader]; bits; bits &= bits - 1)
		add_purge_card(b, __builtin_ctzll(bits), out, size);
	add_marks(b, p, leader, out, size);
}

/* Writes the leaders of a faction to as few lines as possible and returns the number of lines. The
 * width of a leader is a multiple of a slot. */
static int write_leaders(const board *b, const page *p, int seat, char line[][TEXT_LINE], int most)
{
	const re_state *s = b->view;
	int slots = p->columns > LABEL + SLOT ? (p->columns - LABEL) / SLOT : 1;
	int slot = p->columns > LABEL + SLOT ? (p->columns - LABEL) / slots : SLOT;
	int lines = 0, used = slots;
	for (re_leader_set set = s->faction[seat]; set; set &= set - 1) {
		char cell[TEXT];
		write_leader(b, p, __builtin_ctz(set), cell, sizeof cell);
		int needs = text_width(cell) / slot + 1;
		if (used + needs > slots && used > 0) {
			if (lines == most)
				return lines;
			line[lines++][0] = '\0';
			used = 0;
		}
		text_pad(cell, sizeof cell, needs * slot);
		text_add(line[lines - 1], TEXT_LINE, "%s", cell);
		used += needs;
	}
	return lines;
}

/* Writes the cards and points of a faction: "4 cards, 3 pts", or "3+5 pts" if 5 of the points are
 * for the presidency. */
static void write_tally(const board *b, int seat, bool brief, char *out, size_t size)
{
	const re_state *s = b->view;
	re_points p = re_points_of(s, seat);
	char cards[12], points[32], all[12];
	int won = re_sum_of_points(p) - p.office;
	snprintf(points, sizeof points, "%d", won);
	if (p.office)
		text_add(points, sizeof points, "+%d", p.office);
	play_say(out, size, b->language,
		brief ? "red-empire.terminal.tally.brief" : "red-empire.terminal.tally",
		board_number(cards, s->hand_size[seat]), points, board_number(all, won + p.office), NULL);
}

/* Writes what is left of the leaders of a faction: who it is, and its cards and points. */
static void write_labels(
	const board *b, const page *p, int seat, bool brief, char first[TEXT], char second[TEXT])
{
	const re_state *s = b->view;
	char name[80], tally[80];
	bool turn = re_turn_of(s) == seat && s->head.stack[0].step > RE_STEP_FIRST_TURN;
	snprintf(name, sizeof name, "%s", re_board_seat(b, seat));
	text_upper(name);
	snprintf(first, TEXT, "%s%s%s" S_PLAIN, turn ? S_RED : S_BOLD,
		board_turn_mark(p, turn, seat == b->viewer), name);
	write_tally(b, seat, brief, tally, sizeof tally);
	if (brief) {
		text_pad(first, TEXT, 11);
		text_add(first, TEXT, "%s", tally);
		second[0] = '\0';
	} else {
		text_add(first, TEXT, S_DIM " %s" S_PLAIN, b->who[seat]);
		text_clip(first, LABEL - 1);
		snprintf(second, TEXT, " %s", tally);
	}
}

static void add_faction(const board *b, page *out, int seat, bool brief)
{
	char line[RE_LEADERS][TEXT_LINE], first[TEXT], second[TEXT], whole[TEXT_LINE + TEXT];
	int lines = write_leaders(b, out, seat, line, RE_LEADERS);
	write_labels(b, out, seat, brief, first, second);
	for (int i = 0; i < lines || i == 0 || (i == 1 && !brief); i++) {
		snprintf(whole, sizeof whole, "%s", i == 0 ? first : i == 1 ? second : "");
		text_pad(whole, sizeof whole, LABEL);
		text_add(whole, sizeof whole, "%s", i < lines ? line[i] : "");
		page_add(out, whole);
	}
}

static void draw_table(const board *b, page *out, bool brief)
{
	const re_state *s = b->view;
	add_title(b, out);
	add_thermometer(b, out);
	add_crisis(b, out);
	add_effects(b, out);
	page_rule(out, "");
	for (int seat = 0; seat < s->head.players; seat++)
		add_faction(b, out, seat, brief);
}

/* ---- The hand ------------------------------------------------------------------------------ */

static board_thing nth_held(const board *b, int n)
{
	const re_state *s = b->view;
	if (b->viewer >= s->head.players)
		return (board_thing){NULL, 0};
	re_set hand = s->hand[b->viewer];
	for (int card; (card = re_remove_first(&hand)) != RE_NONE; n--)
		if (n == 0)
			return (board_thing){board_list(b->game, "card"), card};
	return (board_thing){NULL, 0};
}

static void mark_group(const page *p, int card, char line[TEXT_LINE])
{
	int group = re_cards[card].group;
	if (re_cards[card].kind == RE_KIND_ACTION)
		text_add(line, TEXT_LINE, "%s%s", group_style(group), re_board_symbol(p, group));
	else
		text_add(line, TEXT_LINE, S_BOLD);
}

static void draw_hand(const board *b, page *out)
{
	board_list_hand(b, out, mark_group);
}

/* ---- Actions --------------------------------------------------------------------------- */

/* Writes a fact that the engine foresees: "(Kiev 5/7)", "→ 6/7". */
static void write_note(
	const board *b, const page *p, const ap_fact *fact, bool whole, char *out, size_t size)
{
	const char *arrow = page_symbol(p, "→", "=>");
	const int32_t *arg = fact->arg;
	char standing[24];
	switch (fact->kind) {
	case RE_FACT_WOULD_PURGE:
		if (whole)
			snprintf(out, size, "%s %d/%d%s", arrow, arg[1], arg[2], arg[1] >= arg[2] ? "!" : "");
		break;
	case RE_FACT_WOULD_GIVE:
		snprintf(out, size, "%s %d/%d%s", arrow, arg[0], arg[1], arg[0] >= arg[1] ? "!" : "");
		break;
	case RE_FACT_VALUE:
		snprintf(out, size, "(%d)", arg[1]);
		break;
	case RE_FACT_BELONGS_TO:
		re_board_write_stature(b->view, arg[0], standing, sizeof standing);
		if (arg[1] == b->viewer)
			snprintf(out, size, "(%s)", standing);
		else
			snprintf(out, size, "(%s %s)", re_board_seat(b, arg[1]), standing);
		break;
	default:
		break;
	}
}

static void note_action(
	const board *b, const page *p, ap_action a, bool whole, char *out, size_t size)
{
	ap_facts facts;
	if (ap_verb_of(a) == RE_VERB_HERO && !whole)
		return; /* the leader is not chosen yet */
	ap_foresee(b->game, b->view, b->viewer, a, &facts);
	for (int i = 0; i < facts.count; i++)
		write_note(b, p, &facts.list[i], whole, out, size);
}

/* Returns the key of the question under which actions with this verb are listed; NULL: none. */
static const char *group_of_verb(int verb)
{
	static const char *const key[RE_VERB_COUNT] = {
		[RE_VERB_APPOINT] = "red-empire.terminal.appoint",
		[RE_VERB_CRISIS] = "red-empire.terminal.crisis",
		[RE_VERB_MANDATE] = "red-empire.terminal.mandate",
		[RE_VERB_GIVE] = "red-empire.terminal.give",
		[RE_VERB_STRIKE] = "red-empire.terminal.strike",
		[RE_VERB_PURGE] = "red-empire.terminal.purge",
		[RE_VERB_SCANDAL] = "red-empire.terminal.scandal",
		[RE_VERB_HERO] = "red-empire.terminal.hero",
		[RE_VERB_DISCARD] = "red-empire.terminal.discard",
	};
	return key[verb];
}

const board_drawing red_empire_board = {
	.table = draw_table,
	.hand = draw_hand,
	.held = nth_held,
	.note = note_action,
	.group = group_of_verb,
	.about = re_board_about,
	.legend = re_board_legend,
	.points = re_board_points,
};

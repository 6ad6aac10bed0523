/* board.c: the table of Red Empire: the thermometer of crises, each faction a row of
 * leaders with the purge cards on them, and one's own hand. */
#include "terminal/board.h"

#include <string.h>

#include "parts.h"
#include "terminal/words.h"
#include "engine/chapters.h"
#include "engine/chapters.h"
#include "text/phrases.h"

enum { LABEL = 20, SLOT = 20, TEXT = 400 };

/* ---- Words --------------------------------------------------------------------------------- */

const char *re_board_seat(const board *b, int seat)
{
	return ap_seat_word(b->game, b->language, seat);
}

const char *re_board_leader(const board *b, int leader)
{
	return ap_name_word(b->game, b->language, board_list(b->game, "leader"), leader);
}

const char *re_board_card(const board *b, int card)
{
	return ap_name_word(b->game, b->language, board_list(b->game, "card"), card);
}

const char *re_board_group(const board *b, int group)
{
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
	static const char *const symbol[RE_GROUP_COUNT] = {
		[RE_GROUP_PARTY] = "★",
		[RE_GROUP_KGB] = "◆",
		[RE_GROUP_MILITARY] = "▲",
		[RE_GROUP_GOVERNMENT] = "■",
	};
	return page_symbol(p, symbol[group], "");
}

/* "★P", in its colour. */
static void add_group(const board *b, const page *p, int group, char *out, size_t size)
{
	text_add(out, size, "%s%s%c" S_PLAIN, group_style(group), re_board_symbol(p, group),
		re_board_group(b, group)[0]);
}

/* "K3", in its colour. */
static void add_purge_card(const board *b, int card, char *out, size_t size)
{
	int group = re_cards[card].group;
	text_add(out, size, "%s%c%d" S_PLAIN, group_style(group), re_board_group(b, group)[0],
		re_cards[card].value);
}

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

/* "5/7", or just "7"; "5/5(7)" if his stature is not the printed one. */
void re_board_standing(const re_state *s, int leader, char *out, size_t size)
{
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

/* What the open crisis needs, and what each has answered so far. */
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

/* "DISREPUTE -2 KGB (Kiev)": what lasts until the one in brackets has the turn again. */
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

static void add_effects(const board *b, page *out)
{
	const re_state *s = b->view;
	char line[TEXT_LINE] = "";
	bool first = true;
	for (int i = 0; i < RE_DISREPUTE_CARD_COUNT; i++)
		if (s->disrepute_by[i] != RE_NONE)
			add_effect(b, line, sizeof line, "red-empire.terminal.effect.disrepute", &first,
				re_board_group(b, re_cards[RE_CARD_DISREPUTE_PARTY + i].group), s->disrepute_by[i]);
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

/* "★P Zakharov 5/7 K3M2 ♛" */
static void leader_cell(const board *b, const page *p, int leader, char *out, size_t size)
{
	const re_state *s = b->view;
	char standing[24];
	out[0] = '\0';
	add_group(b, p, re_leaders[leader].group, out, size);
	re_board_standing(s, leader, standing, sizeof standing);
	text_add(out, size, " %s " S_BOLD "%s" S_PLAIN, re_board_leader(b, leader), standing);
	if (s->purge[leader])
		text_add(out, size, " ");
	for (uint64_t bits = s->purge[leader]; bits; bits &= bits - 1)
		add_purge_card(b, __builtin_ctzll(bits), out, size);
	add_marks(b, p, leader, out, size);
}

/* The faction's leaders in as few lines as they fit on, each on whole slots. Returns how many. */
static int leader_lines(const board *b, const page *p, int seat, char line[][TEXT_LINE], int most)
{
	const re_state *s = b->view;
	int slots = p->columns > LABEL + SLOT ? (p->columns - LABEL) / SLOT : 1;
	int slot = p->columns > LABEL + SLOT ? (p->columns - LABEL) / slots : SLOT;
	int lines = 0, used = slots;
	for (re_leader_set set = s->faction[seat]; set; set &= set - 1) {
		char cell[TEXT];
		leader_cell(b, p, __builtin_ctz(set), cell, sizeof cell);
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

/* "4 cards, 3 pts"; "3+5 pts" while the office is worth 5 to them. */
static void tally_of(const board *b, int seat, bool brief, char *out, size_t size)
{
	const re_state *s = b->view;
	re_points p = re_points_of(s, seat);
	char cards[12], points[32], all[12];
	int won = re_sum_of(p) - p.office;
	snprintf(points, sizeof points, "%d", won);
	if (p.office)
		text_add(points, sizeof points, "+%d", p.office);
	play_say(out, size, b->language,
		brief ? "red-empire.terminal.tally.brief" : "red-empire.terminal.tally",
		board_number(cards, s->hand_size[seat]), points, board_number(all, won + p.office), NULL);
}

static void label_lines(
	const board *b, const page *p, int seat, bool brief, char first[TEXT], char second[TEXT])
{
	const re_state *s = b->view;
	char name[80], tally[80];
	bool turn = re_turn_of(s) == seat && s->head.stack[0].step > RE_STEP_FIRST_TURN;
	snprintf(name, sizeof name, "%s", re_board_seat(b, seat));
	text_upper(name);
	snprintf(first, TEXT, "%s%s%s" S_PLAIN, turn ? S_RED : S_BOLD,
		board_turn_mark(p, turn, seat == b->viewer), name);
	tally_of(b, seat, brief, tally, sizeof tally);
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
	int lines = leader_lines(b, out, seat, line, RE_LEADERS);
	label_lines(b, out, seat, brief, first, second);
	for (int i = 0; i < lines || i == 0 || (i == 1 && !brief); i++) {
		snprintf(whole, sizeof whole, "%s", i == 0 ? first : i == 1 ? second : "");
		text_pad(whole, sizeof whole, LABEL);
		text_add(whole, sizeof whole, "%s", i < lines ? line[i] : "");
		page_add(out, whole);
	}
}

static void table(const board *b, page *out, bool brief)
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

static board_thing held(const board *b, int n)
{
	const re_state *s = b->view;
	if (b->viewer >= s->head.players)
		return (board_thing){NULL, 0};
	re_set hand = s->hand[b->viewer];
	for (int card; (card = re_take_first(&hand)) != RE_NONE; n--)
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

static void hand(const board *b, page *out)
{
	board_list_hand(b, out, mark_group);
}

/* ---- Actions and events -------------------------------------------------------------------- */

/* "(Kiev 5/7)", "→ 6/7" */
static void add_note(
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
		re_board_standing(b->view, arg[0], standing, sizeof standing);
		if (arg[1] == b->viewer)
			snprintf(out, size, "(%s)", standing);
		else
			snprintf(out, size, "(%s %s)", re_board_seat(b, arg[1]), standing);
		break;
	default:
		break;
	}
}

static void note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size)
{
	ap_facts facts;
	if (ap_verb_of(a) == RE_VERB_HERO && !whole)
		return; /* of whom is not chosen yet */
	ap_foresee(b->game, b->view, b->viewer, a, &facts);
	for (int i = 0; i < facts.count; i++)
		add_note(b, p, &facts.list[i], whole, out, size);
}

static const char *group(int verb)
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
	.table = table,
	.hand = hand,
	.held = held,
	.note = note,
	.group = group,
	.about = re_board_about,
	.legend = re_board_legend,
	.points = re_board_points,
};

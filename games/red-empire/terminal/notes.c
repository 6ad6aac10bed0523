/* notes.c: explanations of the table of Red Empire: a leader, a card, the symbols, and the points
 * at the end. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum {
	TEXT = 400,      /* bytes of a short text */
	COLUMNS_AT = 24, /* where the columns of points begin */
	COLUMN = 11      /* the width of a column of points */
};

/* ---- A leader ------------------------------------------------------------------------------ */

/* Writes where a leader is and returns the text. */
static const char *write_place(const board *b, int leader, char *out, size_t size)
{
	const re_state *s = b->view;
	int owner = re_owner_of(s, leader);
	if (owner != RE_NONE)
		return play_say(
			out, size, b->language, "red-empire.terminal.leader.of", re_board_seat(b, owner), NULL);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->won_leaders[seat] & re_leader_bit(leader))
			return play_say(out, size, b->language, "red-empire.terminal.leader.purged",
				re_board_seat(b, seat), NULL);
	return play_say(out, size, b->language,
		s->lost_leaders & re_leader_bit(leader) ? "red-empire.terminal.leader.lost"
												: "red-empire.terminal.leader.deck",
		NULL);
}

static void add_cards_on(const board *b, page *out, int leader)
{
	const re_state *s = b->view;
	char line[TEXT_LINE], cards[TEXT] = "", standing[24];
	for (uint64_t bits = s->purge[leader]; bits; bits &= bits - 1)
		text_add(cards, sizeof cards, "%s%s", cards[0] ? ", " : "",
			re_board_card(b, __builtin_ctzll(bits)));
	re_board_write_stature(s, leader, standing, sizeof standing);
	page_wrap(out, 2,
		play_say(line, sizeof line, b->language,
			s->purge[leader] ? "red-empire.terminal.leader.cards"
							 : "red-empire.terminal.leader.clear",
			cards, standing, NULL));
}

static void about_leader(const board *b, page *out, int leader)
{
	const re_state *s = b->view;
	char line[TEXT_LINE], printed[12], place[TEXT];
	snprintf(printed, sizeof printed, "%d", re_leaders[leader].stature);
	page_rule(out, re_board_leader(b, leader));
	snprintf(line, sizeof line, "%s ", re_board_symbol(out, re_leaders[leader].group));
	play_say(line + strlen(line), sizeof line - strlen(line), b->language,
		"red-empire.terminal.leader", re_board_group(b, re_leaders[leader].group), printed,
		write_place(b, leader, place, sizeof place), NULL);
	page_wrap(out, 2, line + strspn(line, " "));
	if (re_owner_of(s, leader) == RE_NONE)
		return;
	add_cards_on(b, out, leader);
	if (s->president == leader)
		page_wrap(out, 2, play_word(b->language, "red-empire.terminal.leader.president"));
	if (re_is_hero(s, leader))
		page_wrap(out, 2, play_word(b->language, "red-empire.terminal.leader.hero"));
	if (re_is_ailing(s, leader))
		page_wrap(out, 2, play_word(b->language, "red-empire.terminal.leader.ailing"));
}

/* ---- A card: the catalogue has a note on all but the action cards -------------------------- */

static void about_action_card(const board *b, page *out, int card)
{
	char line[TEXT_LINE], value[12];
	int group = re_cards[card].group;
	snprintf(value, sizeof value, "%d", re_cards[card].value);
	page_rule(out, re_board_card(b, card));
	page_wrap(out, 0,
		play_say(line, sizeof line, b->language,
			group == RE_GROUP_GOVERNMENT ? "red-empire.terminal.card.government"
										 : "red-empire.terminal.card.action",
			re_board_group(b, group), value, NULL));
}

bool re_board_about(const board *b, page *out, board_thing thing)
{
	assert(b && out && thing.names && thing.index >= 0 && thing.index < thing.names->count);
	if (strcmp(thing.names->kind, "leader") == 0) {
		about_leader(b, out, thing.index);
		return true;
	}
	if (strcmp(thing.names->kind, "card") == 0 && re_cards[thing.index].kind == RE_KIND_ACTION) {
		about_action_card(b, out, thing.index);
		return true;
	}
	return false;
}

/* ---- The symbols --------------------------------------------------------------------------- */

void re_board_legend(const board *b, page *out)
{
	assert(b && out);
	char line[TEXT_LINE] = "";
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		text_add(line, sizeof line, "%s%s%c %s", group ? "   " : "", re_board_symbol(out, group),
			re_board_group(b, group)[0], re_board_group(b, group));
	page_wrap(out, 2, line);
	play_say(line, sizeof line, b->language, "red-empire.terminal.legend.marks",
		page_symbol(out, "♛", play_word(b->language, "red-empire.terminal.mark.president")),
		page_symbol(out, "✪", play_word(b->language, "red-empire.terminal.mark.hero")),
		page_symbol(out, "✚", play_word(b->language, "red-empire.terminal.mark.ailing")), NULL);
	page_wrap(out, 2, line);
	page_wrap(out, 2, play_word(b->language, "red-empire.terminal.legend.numbers"));
}

/* ---- The points ---------------------------------------------------------------------------- */

static void add_points_of(const board *b, page *out, int seat, int best)
{
	re_points p = re_points_of(b->view, seat);
	char line[TEXT_LINE];
	snprintf(line, sizeof line, "%s%s (%s)", re_sum_of_points(p) == best ? S_RED : S_PLAIN,
		re_board_seat(b, seat), b->who[seat]);
	text_clip(line, COLUMNS_AT - 1);
	text_pad(line, sizeof line, COLUMNS_AT);
	text_add(line, sizeof line, S_PLAIN "%-11d%-11d%-11d%-11d" S_BOLD "%d" S_PLAIN, p.leaders,
		p.crises, p.office, p.cards, re_sum_of_points(p));
	page_add(out, line);
}

void re_board_points(const board *b, page *out)
{
	assert(b && out);
	static const char *const column[] = {"red-empire.terminal.points.leaders",
		"red-empire.terminal.points.crises", "red-empire.terminal.points.office",
		"red-empire.terminal.points.cards", "cli.points.total"};
	static const uint16_t clause[] = {RE_VI_1, RE_VI_2, RE_VI_3, RE_VI_4, RE_VI_5};
	const re_state *s = b->view;
	char heads[TEXT_LINE] = "", ids[TEXT_LINE] = S_DIM;
	int best = 0;
	for (int i = 0; i < AP_COUNT(column); i++) {
		text_pad(heads, sizeof heads, COLUMNS_AT + COLUMN * i);
		text_pad(ids, sizeof ids, COLUMNS_AT + COLUMN * i);
		text_add(heads, sizeof heads, "%s", play_word(b->language, column[i]));
		text_add(ids, sizeof ids, "%s", ap_clause_id(b->game, clause[i]));
	}
	page_add(out, heads);
	page_add(out, ids);
	for (int seat = 0; seat < s->head.players; seat++)
		best = re_sum_of_points(re_points_of(s, seat)) > best
			? re_sum_of_points(re_points_of(s, seat))
			: best;
	for (int seat = 0; seat < s->head.players; seat++)
		add_points_of(b, out, seat, best);
}

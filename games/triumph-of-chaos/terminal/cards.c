/* cards.c: the cards of Triumph of Chaos in the terminal: Action Cards with their value, star and
 * effect, and Political Cards with the influence that they bring. */
#include "parts.h"

#include "text/phrases.h"

enum { TEXT = 400 };

/* ---- Action Cards ---------------------------------------------------------------------------- */

void tc_board_value(const page *p, int card, char *out, size_t size)
{
	int value = tc_card_value(card);
	text_add(out, size, S_BOLD "%c%s" S_PLAIN, value == AP_NONE ? '?' : '0' + value,
		tc_cards[card].starred ? page_symbol(p, "★", "*") : "");
}

const char *tc_board_effect(const board *b, int card)
{
	char key[80];
	snprintf(key, sizeof key, "triumph-of-chaos.card.%s.note", tc_card_names[card]);
	const char *note = ap_word(b->language, key);
	return note ? note : "";
}

/* Cuts a text off in the middle if it does not fit. */
void tc_board_shorten(const page *p, char *text, int columns)
{
	if (text_width(text) <= columns || columns < 4)
		return;
	text_clip(text, columns - 3);
	text_add(text, TEXT_LINE, "%s", p->utf8 ? "…" : "...");
}

void tc_board_hand_at_length(const board *b, page *out)
{
	char line[TEXT_LINE];
	board_thing card;
	if (tc_board_own(b) == TC_NONE)
		return;
	page_rule(out, tc_board_word(b, "cards"));
	for (int n = 0; (card = b->drawing->held(b, n)).names != NULL; n++) {
		snprintf(line, sizeof line, S_DIM "%c" S_PLAIN " ", 'a' + n);
		tc_board_value(out, card.index, line, sizeof line);
		text_pad(line, sizeof line, 5);
		text_add(line, sizeof line, S_BOLD "%s" S_PLAIN "  %s", tc_board_card(b, card.index),
			tc_board_effect(b, card.index));
		tc_board_shorten(out, line, out->columns);
		page_add(out, line);
	}
	page_wrap(out, 0, tc_board_word(b, "cards.more"));
}

/* ---- Political Cards ------------------------------------------------------------------------- */

/* For example "Be-1 Li-2 Po+1": what lies towards RED is below zero, as on the faction table. */
void tc_board_influence(const board *b, int card, char *out, size_t size)
{
	const tc_political_card *c = &tc_political_cards[card];
	bool first = true;
	for (int faction = 0; faction < TC_FACTIONS; faction++) {
		int amount = c->influence[faction];
		if (amount == 0)
			continue;
		text_add(out, size, "%s%s%s%+d" S_PLAIN, first ? "" : " ", amount < 0 ? S_DARK_RED : S_BOLD,
			tc_factions[faction].code, amount);
		first = false;
	}
	if (c->steps > 0)
		text_add(
			out, size, "%s%s %d", first ? "" : "  ", tc_board_word(b, "short.steps"), c->steps);
	if (c->special < TC_SPECIALS)
		text_add(out, size, "%s", tc_board_word(b, "special-card"));
}

void tc_board_about_political_card(const board *b, page *out, int card)
{
	char line[TEXT_LINE] = "";
	page_rule(out, ap_name_word(b->game, b->language, &tc_political_card_list, card));
	tc_board_influence(b, card, line, sizeof line);
	page_wrap(out, 2, line);
	for (int faction = 0; faction < TC_FACTIONS; faction++) {
		int amount = tc_political_cards[card].influence[faction];
		if (amount == 0)
			continue;
		snprintf(line, sizeof line, "  %s%+d" S_PLAIN " %s", amount < 0 ? S_DARK_RED : S_BOLD,
			amount, ap_name_word(b->game, b->language, &tc_faction_list, faction));
		page_add(out, line);
	}
}

/* ---- Words of actions ------------------------------------------------------------------------ */

bool tc_board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size)
{
	static const char *const change[] = {"die.less", "die.same", "die.more"};
	(void)p;
	if (rest && ap_verb_of(a) == TC_VERB_ANNOUNCE) { /* the note tells the steps */
		snprintf(out, size, "%s",
			ap_name_word(b->game, b->language, &tc_political_card_list, (int)ap_x(a)));
		return true;
	}
	bool changes = ap_verb_of(a) == TC_VERB_MODIFY || ap_verb_of(a) == TC_VERB_END_DIE;
	if (!changes || ap_x(a) >= AP_COUNT(change))
		return false;
	snprintf(out, size, "%s", tc_board_word(b, change[ap_x(a)]));
	return true;
}

/* lists.c: what lies beside the map of Triumph of Chaos: the Faction Control Table, the Political
 * Boxes, the reserves, and the combat under way. */
#include "parts.h"

#include "text/phrases.h"

enum { TEXT = 400 };

/* Writes the word in red capitals, with a space after it. */
static void label(char *out, size_t size, const char *word)
{
	char capitals[TEXT];
	snprintf(capitals, sizeof capitals, "%s", word);
	text_upper(capitals);
	out[0] = '\0';
	text_add(out, size, S_RED "%s" S_PLAIN " ", capitals);
}

/* ---- The factions ---------------------------------------------------------------------------- */

/* The party towards which a box lies; it gives the faction its colour. */
static int side_of_box(int box)
{
	return box < TC_BOX_NEUTRAL ? TC_SIDE_RED
		: box > TC_BOX_NEUTRAL  ? TC_SIDE_WHITE
								: TC_PARTY_NOBODY;
}

/* Adds the name of a faction, or its code if brief, and the influence that lies on its marker: "-2"
 * for RED, "+1" for WHITE. */
static void add_faction(const board *b, tc_flow *f, int faction, bool brief)
{
	const tc_state *s = b->view;
	char text[TEXT];
	int red = tc_influence_on(s, faction, TC_SIDE_RED);
	int white = tc_influence_on(s, faction, TC_SIDE_WHITE);
	const char *name = brief ? tc_factions[faction].code
							 : ap_name_word(b->game, b->language, &tc_faction_list, faction);
	snprintf(text, sizeof text, "%s%s" S_PLAIN, tc_board_style(side_of_box(s->box[faction])), name);
	if (red)
		text_add(text, sizeof text, S_DARK_RED "-%d" S_PLAIN, red);
	if (white)
		text_add(text, sizeof text, S_BOLD "+%d" S_PLAIN, white);
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (tc_at_war(s, side, faction))
			text_add(text, sizeof text, "%s%s" S_PLAIN, tc_board_style(side),
				page_symbol(f->out, "⚔", "(w)"));
	if (s->faction_flags[faction] & TC_FACTION_FLAG_PROTECTED)
		text_add(text, sizeof text, "%s", page_symbol(f->out, "◆", "(p)"));
	if (tc_conqueror(s, faction) != TC_PARTY_NOBODY)
		text_add(text, sizeof text, "%s", page_symbol(f->out, "✕", "(x)"));
	tc_flow_add(f, brief ? " " : ", ", text);
}

static void add_brief(const board *b, page *out)
{
	const tc_state *s = b->view;
	char text[TEXT];
	tc_flow f = tc_flow_start(out, 2, "");
	for (int box = 0; box < TC_BOX_OUT; box++) {
		char name[40];
		snprintf(name, sizeof name, "short.%s", tc_box_names[box]);
		snprintf(text, sizeof text, S_RED "%s" S_PLAIN, tc_board_word(b, name));
		tc_flow_add(&f, "  ", text);
		for (int faction = 0; faction < TC_FACTIONS; faction++)
			if (s->box[faction] == box)
				add_faction(b, &f, faction, true);
	}
	tc_flow_end(&f);
}

void tc_board_factions(const board *b, page *out, bool brief)
{
	const tc_state *s = b->view;
	char text[TEXT];
	if (brief) {
		add_brief(b, out);
		return;
	}
	page_rule(out, tc_board_word(b, "factions"));
	for (int box = 0; box < TC_BOX_OUT; box++) {
		label(text, sizeof text, ap_name_word(b->game, b->language, &tc_box_list, box));
		text_pad(text, sizeof text, 20);
		tc_flow f = tc_flow_start(out, 0, text);
		bool first = true;
		for (int faction = 0; faction < TC_FACTIONS; faction++)
			if (s->box[faction] == box) {
				add_faction(b, &f, faction, false);
				first = false;
			}
		if (first)
			tc_flow_add(&f, "", page_symbol(out, S_DIM "–" S_PLAIN, "-"));
		tc_flow_end(&f);
	}
}

/* ---- The Political Boxes --------------------------------------------------------------------- */

/* Adds the cards that lie in a Political Box, as far as the viewer knows: the Action Cards of both
 * sides, and the backs of Political Cards. */
static void add_laid(const board *b, const page *p, int box, char *out, size_t size)
{
	const tc_state *s = b->view;
	for (int card = 0; card < TC_CARDS; card++)
		if (s->card_at[card] == TC_CARD_PLACE_RED_BOX + box) {
			int side = tc_card_side(card), worth = s->worth[side][box];
			text_add(out, size, " %s%s%d" S_PLAIN, tc_board_style(side), tc_board_mark(b, side),
				worth ? worth : tc_cards[card].value);
		}
	for (int i = 0; i < s->box_chosen[box]; i++)
		text_add(out, size, " %s", page_symbol(p, "▮", "[]"));
}

/* Adds the Political Cards that lie open in a box; with their influence unless `brief`. */
static void add_open_cards(const board *b, tc_flow *f, int box, bool brief)
{
	const tc_state *s = b->view;
	char text[TEXT_LINE];
	for (int card = 0; card < TC_POLITICAL_CARDS; card++) {
		if (s->pcard_at[card] != TC_POLITICAL_CARD_PLACE_TURNED ||
			tc_political_cards[card].pile != box)
			continue;
		snprintf(text, sizeof text, "\"%s\"%s",
			ap_name_word(b->game, b->language, &tc_political_card_list, card), brief ? "" : " ");
		if (!brief)
			tc_board_influence(b, card, text, sizeof text);
		tc_flow_add(f, " ", text);
	}
}

/* The influence that counts for each faction now, for example "INFLUENCE Be-2 Po+1". */
static void add_sums(const board *b, page *out)
{
	char text[TEXT];
	label(text, sizeof text, tc_board_word(b, "influence"));
	tc_flow f = tc_flow_start(out, 0, text);
	for (int faction = 0; faction < TC_FACTIONS; faction++) {
		int sum = tc_figure_influence(b->view, faction);
		if (sum == AP_NONE || sum == 0)
			continue;
		snprintf(text, sizeof text, "%s%s%+d" S_PLAIN, sum < 0 ? S_DARK_RED : S_BOLD,
			tc_factions[faction].code, sum);
		tc_flow_add(&f, " ", text);
	}
	tc_flow_end(&f);
}

void tc_board_boxes(const board *b, page *out, bool brief)
{
	const tc_state *s = b->view;
	char text[TEXT_LINE];
	if (s->phase != TC_PHASE_POLITICAL)
		return;
	label(text, sizeof text, tc_board_word(b, "boxes"));
	tc_flow f = tc_flow_start(out, brief ? 3 : 0, text);
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		snprintf(text, sizeof text, S_BOLD "%s" S_PLAIN,
			ap_name_word(b->game, b->language, &tc_pile_list, box));
		add_laid(b, out, box, text, sizeof text);
		tc_flow_add(&f, page_symbol(out, S_DIM " │ " S_PLAIN, " | "), text);
		add_open_cards(b, &f, box, brief);
	}
	tc_flow_end(&f);
	add_sums(b, out);
}

/* ---- The combat ------------------------------------------------------------------------------ */

/* For example "COMBAT W Velikokniazh ▣V1/4 ▶ R Belaya Kalitva ▣9/4  attacker 5: 1": each die comes
 * with the loss number that it inflicts. */
void tc_board_combat(const board *b, page *out)
{
	const tc_state *s = b->view;
	const tc_combat *c = &s->combat;
	char line[TEXT_LINE];
	if (c->target >= TC_SPACES)
		return;
	label(line, sizeof line, tc_board_word(b, "combat"));
	for (int space = 0; space < TC_SPACES; space++)
		if ((s->marker[space] & TC_MARKER_FLAG_FROM) && space != c->target) {
			tc_board_place(b, out, space, line, sizeof line);
			text_add(line, sizeof line, " ");
		}
	text_add(line, sizeof line, S_RED "%s" S_PLAIN " ", page_symbol(out, "▶", "=>"));
	tc_board_place(b, out, c->target, line, sizeof line);
	for (int role = 0; role < TC_ROLE_COUNT; role++)
		if (c->die[role])
			text_add(line, sizeof line, "  %s%s %d: %d" S_PLAIN,
				tc_board_style(c->side[role] < TC_SIDE_COUNT ? c->side[role] : TC_PARTY_NOBODY),
				ap_name_word(b->game, b->language, &tc_role_list, role), c->die[role],
				c->loss[role == TC_ROLE_ATTACKER ? TC_ROLE_DEFENDER : TC_ROLE_ATTACKER]);
	page_wrap(out, 2, line);
}

/* ---- Reserves -------------------------------------------------------------------------------- */

static void add_reserve(const board *b, page *out, int side)
{
	const tc_state *s = b->view;
	char text[TEXT];
	snprintf(text, sizeof text, "%s%s" S_PLAIN " %s ", tc_board_style(side), tc_board_side(b, side),
		tc_board_word(b, "short.reserve"));
	tc_flow f = tc_flow_start(out, 0, text);
	for (int u = 0; u < TC_UNITS; u++)
		if (s->unit_where[u] == TC_LOCATION_RESERVE && tc_user(s, u) == side) {
			text[0] = '\0';
			tc_board_unit(b, out, u, text, sizeof text);
			tc_flow_add(&f, " ", text);
		}
	snprintf(text, sizeof text, S_DIM "%s %d" S_PLAIN, tc_board_word(b, "short.dead"),
		tc_count_units(s, side, TC_LOCATION_DEAD));
	tc_flow_add(&f, "  ", text);
	tc_flow_end(&f);
}

void tc_board_reserves(const board *b, page *out)
{
	page_rule(out, tc_board_word(b, "reserve"));
	add_reserve(b, out, TC_SIDE_RED);
	add_reserve(b, out, TC_SIDE_WHITE);
}

/* tables.c: the Faction Control Table, which has five columns and a pin for each faction, and the
 * three Political Boxes. */
#include "parts.h"

#include "terminal/parts.h"

#include "text/phrases.h"

enum { LEFT = TC_MAP_WIDTH + 30, RIGHT = TC_MAP_WIDTH + TC_PANEL_WIDTH - 30 };
enum { TRACK = LEFT + 210, TRACKS = TC_BOX_OUT, COLUMN = (RIGHT - TRACK) / TRACKS, ROW = 39 };

/* ---- The factions ---------------------------------------------------------------------------- */

static double column_at(int box)
{
	return TRACK + COLUMN * box + COLUMN / 2.0;
}

/* The name of a box in two lines: "RED", "Control". */
static void put_column(const drawing *d, int box, double y)
{
	char first[80];
	const char *name = ap_name_word(&triumph_of_chaos, d->language, &tc_box_list, box);
	const char *space = strchr(name, ' ');
	snprintf(first, sizeof first, "%.*s", space ? (int)(space - name) : 79, name);
	svg_text(d->out, "column", column_at(box), space ? y - 15 : y - 7, first);
	if (space)
		svg_text(d->out, "column", column_at(box), y, space + 1);
}

static void put_ground(const drawing *d, double y, double height)
{
	static const char *const tint[TRACKS] = {"#e2a394", "#f0cfc3", "#e4dfca", "#fbf7ea", "#ffffff"};
	for (int box = 0; box < TRACKS; box++)
		svg_put(d->out,
			"<rect x=\"%d\" y=\"%.0f\" width=\"%d\" height=\"%.0f\" fill=\"%s\" class=\"hair\"/>",
			TRACK + COLUMN * box, y, COLUMN, height, tint[box]);
}

/* The influence that lies on a marker: a number and a wedge for each side. */
static void put_influence(const drawing *d, int faction, double x, double y)
{
	const tc_state *s = d->view;
	char digits[12];
	for (int side = 0; side < TC_SIDE_COUNT; side++) {
		int ip = tc_influence_on(s, faction, side);
		double way = side == TC_SIDE_RED ? -1 : 1;
		if (ip == 0)
			continue;
		snprintf(digits, sizeof digits, "%d", ip);
		svg_put(d->out, "<path class=\"pin o%s\" d=\"M%.1f,%.1fv14l%.1f,-7Z\"/>",
			tc_draw_owner(side), x + way * 32, y - 7, way * 12);
		svg_text(d->out, "code", x + way * 25, y + 4, digits);
	}
}

static const char *flag_word(const tc_state *s, int faction)
{
	int flags = s->faction_flags[faction];
	if (tc_subjugated(s, faction))
		return "subjugated";
	if (s->box[faction] == TC_BOX_OUT)
		return flags & TC_FACTION_FLAG_WITHDRAWN ? "withdrawn" : "out";
	if (tc_conqueror(s, faction) != TC_PARTY_NOBODY)
		return "conquered";
	if (flags & TC_FACTION_FLAG_PROTECTED)
		return "protected";
	return flags & TC_FACTION_FLAG_WITHDRAWN ? "withdrawn" : NULL;
}

static bool has_influence(const tc_state *s, int faction)
{
	return tc_influence_on(s, faction, TC_SIDE_RED) + tc_influence_on(s, faction, TC_SIDE_WHITE) >
		0;
}

static void put_faction(const drawing *d, int faction, double y)
{
	const tc_state *s = d->view;
	int box = s->box[faction], user = s->user[faction];
	const char *flag = flag_word(s, faction);
	svg_put(d->out, "<path class=\"hair\" d=\"M%d,%.1fH%d\"/>", LEFT, y + ROW / 2.0, RIGHT);
	svg_text(d->out, box == TC_BOX_OUT ? "row dim" : "row", LEFT, y + 6,
		ap_name_word(&triumph_of_chaos, d->language, &tc_faction_list, faction));
	if (box < TRACKS) {
		svg_put(d->out, "<circle class=\"pin o%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"15\"/>",
			tc_draw_owner(user), column_at(box), y);
		svg_text(d->out, user == TC_SIDE_RED ? "code light" : "code", column_at(box), y + 4,
			tc_factions[faction].code);
		put_influence(d, faction, column_at(box), y);
	}
	if (!flag)
		return;
	double away = has_influence(s, faction) ? 50 : 20;
	if (box == TC_BOX_WHITE_CONTROL)
		svg_text(d->out, "small end dim", column_at(box) - away, y + 4, tc_draw_word(d, flag));
	else
		svg_text(d->out, "small dim", box < TRACKS ? column_at(box) + away : TRACK + 12, y + 4,
			tc_draw_word(d, flag));
}

double tc_draw_factions(const drawing *d, double y)
{
	svg_put(d->out, "<path class=\"rule\" d=\"M%d,%.0fH%d\"/>", LEFT, y, RIGHT);
	svg_capitals(d->out, "heading", LEFT, y + 28, tc_draw_word(d, "factions"));
	double top = y + 68;
	put_ground(d, top, ROW * TC_FACTIONS);
	for (int box = 0; box < TRACKS; box++)
		put_column(d, box, top - 8);
	for (int faction = 0; faction < TC_FACTIONS; faction++)
		put_faction(d, faction, top + ROW * faction + ROW / 2.0);
	return top + ROW * TC_FACTIONS;
}

/* ---- The Political Boxes --------------------------------------------------------------------- */

enum { BOX_WIDTH = (RIGHT - LEFT - 24) / TC_PILE_COUNT, CARD = 34, CARD_HEIGHT = 48 };

static void put_card(const drawing *d, double x, double y, int number, const char *title)
{
	svg_put(d->out, "<g transform=\"translate(%.0f,%.0f)\">", x, y);
	if (title)
		svg_title(d->out, title);
	svg_put(d->out, "<rect class=\"%s\" width=\"%d\" height=\"%d\"/>", number ? "face" : "back",
		CARD, CARD_HEIGHT);
	if (number) {
		char digits[12];
		snprintf(digits, sizeof digits, "%d", number);
		svg_text(d->out, "row middle", CARD / 2.0, 31, digits);
	} else {
		svg_put(d->out, "<path class=\"red\" d=\"M8,14L26,24L8,34Z\"/>");
	}
	fputs("</g>\n", d->out);
}

/* What each side has laid there: known to the viewer, opened, or face down. */
static double put_laid(const drawing *d, int box, double x, double y)
{
	const tc_state *s = d->view;
	for (int side = TC_SIDE_COUNT - 1; side >= 0; side--)
		for (int card = 0; card < TC_CARDS; card++) {
			if (tc_card_side(card) != side || s->card_at[card] != TC_CARD_PLACE_RED_BOX + box)
				continue;
			int worth = s->worth[side][box] ? s->worth[side][box] : tc_cards[card].value;
			svg_put(d->out,
				"<rect class=\"o%s pin\" x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"6\"/>",
				tc_draw_owner(side), x, y + CARD_HEIGHT + 2, CARD);
			put_card(
				d, x, y, worth, ap_name_word(&triumph_of_chaos, d->language, &tc_card_list, card));
			x += CARD + 5;
		}
	return x;
}

/* The title of a Political Card and the influence that it brings. */
static void tell_political_card(const drawing *d, int card, char out[TEXT_LINE])
{
	board b = tc_draw_board(d);
	snprintf(out, TEXT_LINE,
		"%s: ", ap_name_word(&triumph_of_chaos, d->language, &tc_political_card_list, card));
	tc_board_influence(&b, card, out, TEXT_LINE);
	tc_draw_unstyled(out);
}

/* Political Cards turned up, by number; then those chosen that lie face down. */
static void put_turned(const drawing *d, int box, double x, double y, double right)
{
	const tc_state *s = d->view;
	for (int card = 0; card < TC_POLITICAL_CARDS; card++)
		if (s->pcard_at[card] == TC_POLITICAL_CARD_PLACE_TURNED &&
			tc_political_cards[card].pile == box && x + CARD <= right) {
			char title[TEXT_LINE];
			tell_political_card(d, card, title);
			put_card(d, x, y, tc_political_cards[card].number, title);
			x += CARD + 5;
		}
	for (int i = 0; i < s->box_chosen[box] && x + CARD <= right; i++) {
		put_card(d, x, y, 0, NULL);
		x += CARD + 5;
	}
}

double tc_draw_boxes(const drawing *d, double y)
{
	svg_put(d->out, "<path class=\"rule\" d=\"M%d,%.0fH%d\"/>", LEFT, y, RIGHT);
	svg_capitals(d->out, "heading", LEFT, y + 28, tc_draw_word(d, "boxes"));
	for (int box = 0; box < TC_PILE_COUNT; box++) {
		double x = LEFT + box * (BOX_WIDTH + 12);
		svg_put(d->out,
			"<rect class=\"cartouche\" x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"94\"/>", x,
			y + 40, BOX_WIDTH);
		svg_put(d->out, "<rect class=\"o%s\" x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"6\"/>",
			tc_draw_owner(box), x, y + 40, BOX_WIDTH);
		svg_text(d->out, "small", x + 8, y + 62,
			ap_name_word(&triumph_of_chaos, d->language, &tc_pile_list, box));
		double at = put_laid(d, box, x + 8, y + 70);
		put_turned(d, box, at + 4, y + 70, x + BOX_WIDTH - 4);
	}
	return y + 140;
}

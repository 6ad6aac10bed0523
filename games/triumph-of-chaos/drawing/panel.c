/* panel.c: what lies beside the map: the date, the score, reserves and hands. The Faction Control
 * Table and the Political Boxes are in tables.c. */
#include "parts.h"

#include "terminal/words.h"
#include "terminal/text.h"
#include "text/phrases.h"

enum { TEXT = 300, LEFT = TC_MAP_WIDTH + 30, RIGHT = TC_MAP_WIDTH + TC_PANEL_WIDTH - 30 };
enum { HALF = (RIGHT - LEFT) / 2 };

static const double scale = 1.35; /* of counters beside the map */

static const char *say(const drawing *d, char out[TEXT], const char *name, int n)
{
	char key[120], digits[12];
	snprintf(key, sizeof key, "triumph-of-chaos.terminal.%s", name);
	snprintf(digits, sizeof digits, "%d", n);
	return play_say(out, TEXT, d->language, key, digits, NULL);
}

static const char *side_word(const drawing *d, int side)
{
	return ap_name_word(&triumph_of_chaos, d->language, &tc_owner_list, side);
}

/* ---- The date -------------------------------------------------------------------------------- */

static void join(char text[TEXT], const char *more)
{
	text_add(text, TEXT, "%s%s", text[0] ? " · " : "", more);
}

static const char *result(const drawing *d, char out[TEXT])
{
	const tc_state *s = d->view;
	if (s->winner >= TC_SIDE_COUNT)
		return tc_draw_word(d, "shared");
	return play_say(
		out, TEXT, d->language, "triumph-of-chaos.terminal.won", side_word(d, s->winner), NULL);
}

/* For example "Turn 2 · September–October 1918". */
static void put_turn(const drawing *d, double y)
{
	const tc_turn *turn = tc_this_turn(d->view);
	char text[TEXT] = "", part[TEXT], key[40];
	join(text, say(d, part, "turn", (int)(turn - tc_turns) + 1));
	snprintf(key, sizeof key, "months.%d", turn->month);
	snprintf(part, sizeof part, "%s %d", tc_draw_word(d, key), turn->year);
	join(text, part);
	svg_text(d->out, "date", LEFT, y, text);
}

/* For example "Action Phase · round 3 · RED · winter"; after the end, the result. */
static void put_phase(const drawing *d, double y)
{
	const tc_state *s = d->view;
	char text[TEXT] = "", part[TEXT];
	join(text, ap_name_word(&triumph_of_chaos, d->language, &tc_phase_list, s->phase));
	if (s->round > 0)
		join(text, say(d, part, "round", s->round));
	if (s->acting < TC_SIDE_COUNT)
		join(text, side_word(d, s->acting));
	if (s->turn > 0)
		join(text, ap_name_word(&triumph_of_chaos, d->language, &tc_season_list, tc_season_of(s)));
	svg_text(d->out, "line", LEFT, y, s->head.over ? result(d, part) : text);
}

static void put_banner(const drawing *d)
{
	const tc_state *s = d->view;
	int x = TC_MAP_WIDTH;
	svg_put(d->out, "<rect class=\"paper\" x=\"%d\" width=\"%d\" height=\"%d\"/>", x,
		TC_PANEL_WIDTH, TC_MAP_HEIGHT);
	svg_put(
		d->out, "<rect class=\"ink\" x=\"%d\" width=\"%d\" height=\"104\"/>", x, TC_PANEL_WIDTH);
	svg_put(d->out, "<path class=\"red\" d=\"M%d,0H%dL%d,52L%d,104Z\"/>", x + TC_PANEL_WIDTH - 190,
		x + TC_PANEL_WIDTH, x + TC_PANEL_WIDTH, x + TC_PANEL_WIDTH - 90);
	svg_capitals(d->out, "banner", LEFT, 74, ap_game_title(&triumph_of_chaos, d->language));
	svg_put(d->out, "<path class=\"rule\" d=\"M%d,0V%d\"/>", x, TC_MAP_HEIGHT);
	if (s->turn > 0)
		put_turn(d, 146);
	else
		svg_text(d->out, "date", LEFT, 146,
			tc_draw_word(d,
				tc_introduction(s)     ? "scenario.1918"
					: tc_tournament(s) ? "scenario.1919"
									   : "scenario.campaign"));
	put_phase(d, 176);
}

/* ---- The score ------------------------------------------------------------------------------- */

static void figure(const drawing *d, int side, int line, const char *name, int n)
{
	double x = LEFT + side * (HALF + 10), y = 300 + line * 25;
	char digits[12];
	snprintf(digits, sizeof digits, "%d", n);
	svg_text(d->out, "figure", x + 150, y, tc_draw_word(d, name));
	svg_text(d->out, "figure value", x + HALF - 18, y, digits);
}

static void put_who(const drawing *d, int side, double x, double y)
{
	const tc_state *s = d->view;
	if (s->seat_of[side] == TC_NONE)
		return;
	svg_text(d->out, side == TC_SIDE_RED ? "figure value light" : "figure value", x, y,
		ap_seat_word(&triumph_of_chaos, d->language, s->seat_of[side]));
}

static void put_side(const drawing *d, int side)
{
	const tc_state *s = d->view;
	double x = LEFT + side * (HALF + 10);
	char digits[12];
	svg_put(d->out, "<rect class=\"o%s rule\" x=\"%.0f\" y=\"204\" width=\"%d\" height=\"44\"/>",
		tc_draw_owner(side), x, HALF - 10);
	tc_draw_sign(d, side, x + 26, 226, 12);
	svg_text(d->out, side == TC_SIDE_RED ? "side-name light" : "side-name", x + 52, 237,
		side_word(d, side));
	put_who(d, side, x + HALF - 24, 232);
	snprintf(digits, sizeof digits, "%d", s->vp[side]);
	svg_text(d->out, "big", x + 70, 346, digits);
	svg_text(d->out, "small middle", x + 70, 372, tc_draw_word(d, "vp"));
	figure(d, side, 0, "cities", tc_count_cities(s, side));
	figure(d, side, 1, "hand", s->hand_size[side]);
	figure(d, side, 2, "deck", s->deck_size[side]);
	figure(d, side, 3, "steps", s->steps[side] + s->faction_steps[side]);
}

/* ---- Reserves -------------------------------------------------------------------------------- */

enum { RESERVE_LINES = 4 };

/* Where the next counter of a reserve is drawn. */
typedef struct shelf {
	double left, x, y;
	int line, left_out;
} shelf;

static bool find_room(shelf *at, double width)
{
	if (at->x + width > at->left + (HALF - 10) / scale && at->line < RESERVE_LINES) {
		at->x = at->left;
		at->y += TC_ARMY_HEIGHT + 5;
		at->line++;
	}
	if (at->line == RESERVE_LINES)
		at->left_out++;
	return at->line < RESERVE_LINES;
}

static void put_counters(const drawing *d, int side, shelf *at)
{
	const tc_state *s = d->view;
	for (int u = 0; u < TC_UNITS; u++) {
		bool army = tc_is_army(u);
		double width = army ? TC_ARMY_WIDTH : TC_CORPS_WIDTH;
		if (s->unit_where[u] != TC_LOCATION_RESERVE || tc_user(s, u) != side ||
			!find_room(at, width))
			continue;
		tc_draw_unit(d, u, at->x, at->y + (army ? 0 : TC_ARMY_HEIGHT - TC_CORPS_HEIGHT));
		at->x += width + 5;
	}
}

static void put_leaders(const drawing *d, int side, shelf *at)
{
	const tc_state *s = d->view;
	for (int leader = 0; leader < TC_LEADERS; leader++) {
		const double width = 90;
		if (s->leader_where[leader] != TC_LOCATION_RESERVE || tc_leader_user(s, leader) != side ||
			!find_room(at, width))
			continue;
		tc_draw_leader(d, leader, at->x + width / 2, at->y + TC_ARMY_HEIGHT - 10);
		at->x += width + 5;
	}
}

static void put_reserve(const drawing *d, int side, double y)
{
	double left = LEFT + side * (HALF + 10);
	shelf at = {0};
	svg_put(d->out, "<g transform=\"translate(%.0f,%.0f) scale(%.2f)\">", left, y, scale);
	put_counters(d, side, &at);
	put_leaders(d, side, &at);
	fputs("</g>\n", d->out);
	if (at.x == 0 && at.line == 0)
		svg_text(d->out, "line dim", left, y + 22, tc_draw_word(d, "empty"));
	if (at.left_out > 0)
		svg_put(d->out, "<text class=\"figure value\" x=\"%.0f\" y=\"%.0f\">+%d</text>",
			left + HALF - 14, y + RESERVE_LINES * (TC_ARMY_HEIGHT + 5) * scale, at.left_out);
}

static double put_reserves(const drawing *d, double y)
{
	const tc_state *s = d->view;
	char text[TEXT];
	svg_put(d->out, "<path class=\"rule\" d=\"M%d,%.0fH%d\"/>", LEFT, y, RIGHT);
	svg_capitals(d->out, "heading", LEFT, y + 28, tc_draw_word(d, "reserve"));
	for (int side = 0; side < TC_SIDE_COUNT; side++) {
		double x = LEFT + side * (HALF + 10) + HALF - 14;
		svg_text(d->out, "figure value dim", x, y + 27,
			say(d, text, "dead", tc_count_units(s, side, TC_LOCATION_DEAD)));
		put_reserve(d, side, y + 42);
	}
	return y + 256;
}

/* ---- Hands ----------------------------------------------------------------------------------- */

enum { CARD_ROW = 27 };

static void put_card(const drawing *d, int card, double x, double y)
{
	char text[TEXT], digits[12];
	double room = HALF - 62;
	snprintf(digits, sizeof digits, "%d", tc_card_value(card));
	svg_put(d->out, "<rect class=\"face\" x=\"%.0f\" y=\"%.0f\" width=\"26\" height=\"24\"/>", x,
		y - 18);
	svg_text(d->out, "row middle", x + 13, y, tc_card_value(card) == AP_NONE ? "?" : digits);
	snprintf(
		text, sizeof text, "%s", ap_name_word(&triumph_of_chaos, d->language, &tc_card_list, card));
	bool tight = svg_width(text, 15) > room;
	svg_put(d->out, "<g%s>", tight ? " style=\"font-stretch:condensed\"" : "");
	fprintf(d->out, "<text class=\"card-text\" x=\"%.0f\" y=\"%.0f\"", x + 34, y - 1);
	if (tight)
		fprintf(d->out, " textLength=\"%.0f\" lengthAdjust=\"spacingAndGlyphs\"", room);
	fputs(">", d->out);
	svg_escape(d->out, text);
	fputs("</text></g>\n", d->out);
}

/* The cards that the viewer knows; the back of each card if he knows none. */
static void put_hand(const drawing *d, int side, double y)
{
	const tc_state *s = d->view;
	double x = LEFT + side * (HALF + 10);
	int known = 0;
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side && s->card_at[card] == TC_CARD_PLACE_HAND)
			put_card(d, card, x, y + CARD_ROW * known++);
	for (int i = known; i < s->hand_size[side] && known == 0; i++)
		svg_put(d->out,
			"<g transform=\"translate(%.0f,%.0f)\"><rect class=\"back\" width=\"34\" "
			"height=\"48\"/><path class=\"red\" d=\"M8,14L26,24L8,34Z\"/></g>",
			x + i * 38, y - 14);
	if (s->hand_size[side] == 0)
		svg_text(d->out, "line dim", x, y, tc_draw_word(d, "empty"));
}

void tc_draw_panel(const drawing *d)
{
	put_banner(d);
	put_side(d, TC_SIDE_RED);
	put_side(d, TC_SIDE_WHITE);
	double y = tc_draw_factions(d, 400);
	y = tc_draw_boxes(d, y + 14);
	y = put_reserves(d, y + 14);
	svg_put(d->out, "<path class=\"rule\" d=\"M%d,%.0fH%d\"/>", LEFT, y + 8, RIGHT);
	svg_capitals(d->out, "heading", LEFT, y + 36, tc_draw_word(d, "hands"));
	put_hand(d, TC_SIDE_RED, y + 66);
	put_hand(d, TC_SIDE_WHITE, y + 66);
}

/* pieces.c: what stands on the map: counters with the usual symbols, leaders, markers, and the
 * arrows of a combat. */
#include "parts.h"

#include <string.h>

#include "text/phrases.h"

enum { TEXT = 200 };

/* ---- Counters -------------------------------------------------------------------------------- */

/* A counter's ground and ink. */
typedef struct colours {
	const char *ground, *ink;
} colours;

static const colours of_faction[TC_FACTIONS] = {
	[TC_FACTION_ASTRAKHAN] = {"#6fa39a", "#14110d"},
	[TC_FACTION_BELARUS] = {"#86b096", "#14110d"},
	[TC_FACTION_BRITAIN] = {"#c3a36c", "#14110d"},
	[TC_FACTION_CENTRAL_POWERS] = {"#54565e", "#ffffff"},
	[TC_FACTION_CZECH_LEGION] = {"#1d6872", "#ffffff"},
	[TC_FACTION_ESTONIA] = {"#8fa9cf", "#14110d"},
	[TC_FACTION_FINLAND] = {"#a9c6df", "#14110d"},
	[TC_FACTION_FRANCE] = {"#3f639b", "#ffffff"},
	[TC_FACTION_KHIVA] = {"#c9b34e", "#14110d"},
	[TC_FACTION_LATVIA] = {"#b4899a", "#14110d"},
	[TC_FACTION_LITHUANIA] = {"#a7bb74", "#14110d"},
	[TC_FACTION_MAKHNO] = {"#17150f", "#ffffff"},
	[TC_FACTION_POLAND] = {"#8f3d63", "#ffffff"},
	[TC_FACTION_TRANSCAUCASIA] = {"#c08a55", "#14110d"},
	[TC_FACTION_TURKISTAN] = {"#d9a24a", "#14110d"},
	[TC_FACTION_UKRAINE] = {"#e6c752", "#14110d"},
	[TC_FACTION_USA] = {"#66754a", "#ffffff"},
	[TC_FACTION_WEST_UKRAINE] = {"#dfb76a", "#14110d"},
};

static colours colours_of(const tc_state *s, int unit)
{
	int side = tc_own_side(s, unit), faction = tc_faction_of(s, unit);
	if (tc_is_insurgent(s, unit))
		return (colours){"#7c9a3a", "#14110d"};
	if (side == TC_SIDE_RED && tc_is_garrison(unit))
		return (colours){"#8c2f3a", "#ffffff"};
	if (side == TC_SIDE_RED)
		return (colours){"#bf1e2e", "#ffffff"};
	if (side == TC_SIDE_WHITE)
		return (colours){"#fffdf6", "#14110d"};
	if (faction < TC_FACTIONS)
		return of_faction[faction];
	return (colours){"#4d7c3a", "#ffffff"};
}

/* What is drawn in the box of 16 by 10 that stands for the sort of troops. */
static const char *symbol_of(int troop)
{
	static const char *const symbol[TC_TROOPS] = {
		[TC_TROOP_REGULAR] = "M0,0L16,10M0,10L16,0",
		[TC_TROOP_ELITE] = "M0,0L16,10M0,10L16,0M8,0V10",
		[TC_TROOP_CAVALRY] = "M0,10L16,0",
		[TC_TROOP_SHOCK] = "M0,0L16,10M0,10L16,0M0,5H16",
		[TC_TROOP_PEOPLES] = "M0,10L8,0L16,10",
		[TC_TROOP_PEASANT] = "M0,0L8,10L16,0",
		[TC_TROOP_GARRISON] = "M5,2H11V8H5Z",
		[TC_TROOP_TANK] = "M4,3H12A2,2 0 0 1 12,7H4A2,2 0 0 1 4,3Z",
		[TC_TROOP_AIR] = "M3,2V8L13,2V8Z",
		[TC_TROOP_ARTILLERY] = "M8,5m-2,0a2,2 0 1 0 4,0a2,2 0 1 0 -4,0",
		[TC_TROOP_MOUNTAIN] = "M0,0L16,10M0,10L16,0M5,10L8,5L11,10",
		[TC_TROOP_INSURGENT] = "M8,0V10",
		[TC_TROOP_GREEN] = "M8,1L12,8H4Z",
		[TC_TROOP_SUBJUGATION] = "M0,5H16",
	};
	return symbol[troop];
}

static void add_if(const drawing *d, char text[TEXT], bool holds, const char *name)
{
	size_t length = strlen(text);
	if (holds)
		snprintf(text + length, TEXT - length, ", %s", tc_draw_word(d, name));
}

/* The title of a counter, for example "Red Army 1 3-3-3, reduced". */
static void tell_unit(const drawing *d, int unit)
{
	const tc_state *s = d->view;
	bool reduced = tc_reduced(s, unit);
	char text[TEXT];
	snprintf(text, sizeof text, "%s %d-%d-%d",
		ap_name_word(&triumph_of_chaos, d->language, &tc_unit_list, unit), tc_combat_of(s, unit),
		tc_loss_of(s, unit), tc_move_of(s, unit));
	add_if(d, text, s->unit_side[unit] != TC_ALLEGIANCE_OWN, "turned");
	add_if(d, text, tc_is_insurgent(s, unit), "insurgents");
	add_if(d, text, tc_is_garrison(unit), "garrison");
	add_if(d, text, reduced, "reduced");
	svg_title(d->out, text);
}

/* The mark on a counter, as small as it must be to fit. */
static void put_mark(const drawing *d, int unit, double width, const char *ink)
{
	const char *mark = tc_units[unit].mark;
	double size = 8, room = width - 4;
	if (svg_width(mark, size) > room)
		size *= room / svg_width(mark, size);
	fprintf(d->out, "<g font-size=\"%.1f\" fill=\"%s\">", size, ink);
	svg_text(d->out, "mark", width / 2, 7.6, mark);
	fputs("</g>\n", d->out);
}

/* The combat factor in large figures, then the loss factor and the movement points. */
static void put_numbers(const drawing *d, int unit, double width, double height, const char *ink)
{
	const tc_state *s = d->view;
	svg_put(d->out, "<text class=\"strength\" fill=\"%s\" x=\"2.5\" y=\"%.1f\">%d</text>", ink,
		height - 2.4, tc_combat_of(s, unit));
	svg_put(d->out, "<text class=\"rest\" fill=\"%s\" x=\"%.1f\" y=\"%.1f\">%d %d</text>", ink,
		width - 2, height - 2.8, tc_loss_of(s, unit), tc_move_of(s, unit));
}

static void put_symbol(const drawing *d, int unit, double y, const char *ink)
{
	bool thick = tc_units[unit].troop == TC_TROOP_ELITE || tc_units[unit].troop == TC_TROOP_SHOCK;
	svg_put(d->out,
		"<path transform=\"translate(3,%.1f) scale(.85)\" d=\"M0,0H16V10H0Z%s\" fill=\"none\" "
		"stroke=\"%s\" stroke-width=\"%s\"/>",
		y, symbol_of(tc_units[unit].troop), ink, thick ? "1.7" : "1.1");
}

/* The ground of a counter; if it is reduced, the lower half is pale with a slanting edge. */
static void put_body(const drawing *d, int unit, double width, double height, colours c)
{
	const tc_state *s = d->view;
	static const char *const edge[] = {"ur", "uw", "un"};
	bool turned = s->unit_side[unit] != TC_ALLEGIANCE_OWN;
	svg_put(d->out, "<rect class=\"unit %s%s%s\" width=\"%.0f\" height=\"%.0f\" fill=\"%s\"/>",
		edge[tc_user(s, unit)], turned ? " turned" : "", tc_is_garrison(unit) ? " garrison" : "",
		width, height, c.ground);
	if (tc_reduced(s, unit))
		svg_put(d->out, "<path fill=\"%s\" d=\"M1,%.1fL%.1f,%.1fV%.1fH1Z\"/>",
			tc_own_side(s, unit) == TC_SIDE_WHITE ? "#b9b2a0" : "#f3ead6", height - 9, width - 1,
			height - 15, height - 1);
	if (tc_is_army(unit))
		svg_put(d->out, "<rect width=\"%.0f\" height=\"9.5\" fill=\"#14110d\"/>", width);
}

void tc_draw_unit(const drawing *d, int unit, double x, double y)
{
	const tc_state *s = d->view;
	bool army = tc_is_army(unit);
	double width = army ? TC_ARMY_WIDTH : TC_CORPS_WIDTH;
	double height = army ? TC_ARMY_HEIGHT : TC_CORPS_HEIGHT;
	colours c = colours_of(s, unit);
	svg_put(d->out, "<g transform=\"translate(%.1f,%.1f)\"%s>", x, y,
		s->unit_flags[unit] & TC_UNIT_FLAG_FELL ? " opacity=\"0.45\"" : "");
	tell_unit(d, unit);
	put_body(d, unit, width, height, c);
	put_mark(d, unit, width, army ? "#ffffff" : c.ink);
	put_symbol(d, unit, army ? 11.5 : 9, c.ink);
	put_numbers(d, unit, width, height, tc_reduced(s, unit) ? "#14110d" : c.ink);
	fputs("</g>\n", d->out);
}

/* ---- Stacks ---------------------------------------------------------------------------------- */

/* How much of a counter shows beneath the next one. */
static double step_of(int units)
{
	return units <= 2 ? 23 : 18;
}

static int count_units(const tc_state *s, int space)
{
	int count = 0;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		count++;
	return count;
}

double tc_draw_stack_width(const tc_state *s, int space)
{
	int units = count_units(s, space), last = TC_NOWHERE;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
		last = u;
	if (units == 0)
		return 0;
	return (units - 1) * step_of(units) + (tc_is_army(last) ? TC_ARMY_WIDTH : TC_CORPS_WIDTH);
}

double tc_draw_stack_height(const tc_state *s, int space)
{
	double height = 0;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
		double own = tc_is_army(u) ? TC_ARMY_HEIGHT : TC_CORPS_HEIGHT;
		height = own > height ? own : height;
	}
	return height;
}

/* All counters of a space, on a plate in the colour of its owner. */
void tc_draw_stack(const drawing *d, int space)
{
	const tc_state *s = d->view;
	double width = tc_draw_stack_width(s, space), height = tc_draw_stack_height(s, space);
	double x = tc_spaces[space].x - width / 2, foot = tc_spaces[space].y + 14;
	int units = count_units(s, space);
	if (units == 0)
		return;
	svg_put(d->out,
		"<rect class=\"plate o%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
		tc_draw_owner(s->owner[space]), x - 3, foot - height - 3, width + 6, height + 6);
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
		tc_draw_unit(d, u, x, foot - (tc_is_army(u) ? TC_ARMY_HEIGHT : TC_CORPS_HEIGHT));
		x += step_of(units);
	}
}

/* ---- Leaders --------------------------------------------------------------------------------- */

void tc_draw_leader(const drawing *d, int leader, double x, double y)
{
	const tc_state *s = d->view;
	const char *name = ap_name_word(&triumph_of_chaos, d->language, &tc_leader_list, leader);
	int user = tc_leader_user(s, leader);
	double half = svg_width(name, 10) / 2 + 10;
	bool idle = s->leader_flags[leader] & (TC_LEADER_FLAG_IDLE | TC_LEADER_FLAG_USED);
	svg_put(d->out,
		"<g%s><rect class=\"leader o%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"13\"/>",
		idle ? " opacity=\"0.6\"" : "", tc_draw_owner(user), x - half, y - 6.5, 2 * half);
	svg_star(d->out, user == TC_SIDE_RED ? "on-red" : "on-white", x - half + 8, y, 4.5);
	svg_text(d->out, user == TC_SIDE_RED ? "leader-name on-red" : "leader-name on-white", x + 6,
		y + 3.6, name);
	if (s->leader_flags[leader] & TC_LEADER_FLAG_IDLE)
		svg_put(d->out, "<path class=\"struck\" d=\"M%.1f,%.1fH%.1f\"/>", x - half, y, x + half);
	fputs("</g>\n", d->out);
}

/* ---- Markers --------------------------------------------------------------------------------- */

static void draw_order(FILE *out, const char *style, const char *sign, double x, double y)
{
	svg_put(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"9\"/>", style, x, y);
	svg_put(out, "<path class=\"order-sign\" transform=\"translate(%.1f,%.1f)\" d=\"%s\"/>", x, y,
		sign);
}

void tc_draw_marker(const drawing *d, int marker, double x, double y)
{
	FILE *out = d->out;
	switch (marker) {
	case TC_MARKER_FLAG_NO_ACT:
		svg_put(out,
			"<path class=\"no-act\" transform=\"translate(%.1f,%.1f)\" "
			"d=\"M-4,-9H4L9,-4V4L4,9H-4L-9,4V-4Z\"/>",
			x, y);
		svg_put(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"11\" height=\"4\" fill=\"#fff\"/>",
			x - 5.5, y - 2);
		break;
	case TC_MARKER_FLAG_MOVE:
		draw_order(out, "order", "M-5,0H4M0,-4L5,0L0,4", x, y);
		break;
	case TC_MARKER_FLAG_COMBAT:
		draw_order(out, "order fight", "M-4,-4L4,4M-4,4L4,-4", x, y);
		break;
	case TC_MARKER_FLAG_SPENT:
		svg_put(out, "<circle class=\"spent\" cx=\"%.1f\" cy=\"%.1f\" r=\"7\"/>", x, y);
		break;
	}
}

void tc_draw_partisans(const drawing *d, int side, double x, double y)
{
	svg_put(d->out, "<g class=\"partisans\">");
	svg_title(d->out, tc_draw_word(d, "partisans"));
	svg_put(d->out,
		"<path class=\"pole\" d=\"M%.1f,%.1fv-18\"/>"
		"<path class=\"flag o%s\" d=\"M%.1f,%.1fh13l-4,4.5l4,4.5h-13Z\"/></g>",
		x - 5, y + 9, tc_draw_owner(side), x - 5, y - 9);
}

/* A truck of gold on two wheels. */
void tc_draw_gold(const drawing *d, double x, double y)
{
	svg_put(d->out, "<g class=\"gold-train\">");
	svg_title(d->out, tc_draw_word(d, "gold-train"));
	svg_put(d->out,
		"<path class=\"gold\" d=\"M%.1f,%.1fh22l-3,11h-16Z\"/>"
		"<circle class=\"wheel\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>"
		"<circle class=\"wheel\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/></g>",
		x - 11, y - 7, x - 5, y + 6, x + 5, y + 6);
}

void tc_draw_markers(const drawing *d, int space)
{
	static const uint8_t kinds[] = {
		TC_MARKER_FLAG_NO_ACT, TC_MARKER_FLAG_MOVE, TC_MARKER_FLAG_COMBAT, TC_MARKER_FLAG_SPENT};
	const tc_state *s = d->view;
	double width = tc_draw_stack_width(s, space);
	double x = tc_spaces[space].x - (width > 0 ? width / 2 : 12) - 7, y = tc_spaces[space].y + 8;
	for (int i = 0; i < AP_COUNT(kinds); i++)
		if (s->marker[space] & kinds[i]) {
			tc_draw_marker(d, kinds[i], x, y);
			y -= 18;
		}
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (tc_in(s->partisans[side], space)) {
			tc_draw_partisans(d, side, x, y);
			y -= 20;
		}
	if (s->gold_at == space)
		tc_draw_gold(d, tc_spaces[space].x + (width > 0 ? width / 2 : 12) + 16, tc_spaces[space].y);
}

/* ---- Combat ---------------------------------------------------------------------------------- */

static void arrow(const drawing *d, int from, int to)
{
	double ax = tc_spaces[from].x, ay = tc_spaces[from].y;
	double x = tc_spaces[to].x - ax, y = tc_spaces[to].y - ay, length = svg_root(x * x + y * y);
	x /= length;
	y /= length;
	double tip = length - 22;
	svg_put(d->out,
		"<path class=\"attack\" d=\"M%.1f,%.1fL%.1f,%.1fL%.1f,%.1fL%.1f,%.1fL%.1f,%.1fL%.1f,%.1f"
		"L%.1f,%.1fZ\"/>",
		ax + 20 * x - 4 * y, ay + 20 * y + 4 * x, ax + (tip - 16) * x - 6 * y,
		ay + (tip - 16) * y + 6 * x, ax + (tip - 16) * x - 13 * y, ay + (tip - 16) * y + 13 * x,
		ax + tip * x, ay + tip * y, ax + (tip - 16) * x + 13 * y, ay + (tip - 16) * y - 13 * x,
		ax + (tip - 16) * x + 6 * y, ay + (tip - 16) * y - 6 * x, ax + 20 * x + 4 * y,
		ay + 20 * y - 4 * x);
}

void tc_draw_combat(const drawing *d)
{
	const tc_state *s = d->view;
	if (s->combat.target >= TC_SPACES)
		return;
	for (int space = 0; space < TC_SPACES; space++)
		if ((s->marker[space] & TC_MARKER_FLAG_FROM) && space != s->combat.target)
			arrow(d, space, s->combat.target);
}

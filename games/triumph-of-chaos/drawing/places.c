/* places.c: the spaces of the map with their signs and names, and with all that stands on them; and
 * the legend. */
#include "parts.h"

#include <string.h>

#include "text/phrases.h"

enum { TEXT = 200 };

/* ---- Spaces ---------------------------------------------------------------------------------- */

static void tell_space(const drawing *d, int space)
{
	const tc_state *s = d->view;
	char text[TEXT];
	snprintf(text, sizeof text, "%s %d: %s",
		ap_name_word(&triumph_of_chaos, d->language, &tc_space_list, space),
		tc_spaces[space].number,
		ap_name_word(&triumph_of_chaos, d->language, &tc_owner_list, s->owner[space]));
	svg_title(d->out, text);
}

static void draw_disc(const drawing *d, int space)
{
	const tc_state *s = d->view;
	const tc_space *p = &tc_spaces[space];
	const char *owner = tc_draw_owner(s->owner[space]);
	double radius = p->city ? 14 : 10;
	fputs("<g>", d->out);
	tell_space(d, space);
	if (p->boxed)
		svg_put(d->out, "<rect class=\"disc o%s\" x=\"%d\" y=\"%d\" width=\"36\" height=\"24\"/>",
			owner, p->x - 18, p->y - 12);
	else
		svg_put(d->out, "<circle class=\"disc o%s\" cx=\"%d\" cy=\"%d\" r=\"%.0f\"/>", owner, p->x,
			p->y, radius);
	if (p->city)
		svg_put(d->out, "<circle class=\"ring\" cx=\"%d\" cy=\"%d\" r=\"17\"/>", p->x, p->y);
	tc_draw_sign(d, s->owner[space], p->x, p->y, p->city ? 7 : 5);
	fputs("</g>\n", d->out);
}

static void draw_terrain(FILE *out, int terrain, double x, double y)
{
	static const char *const path[TC_TERRAINS] = {
		[TC_TERRAIN_FOREST] = "M0,-7L5,1H-5ZM0,-2L6,6H-6Z",
		[TC_TERRAIN_MOUNTAIN] = "M-8,6L-1,-7L3,1L5,-2L9,6Z",
		[TC_TERRAIN_SWAMP] = "M-6,5H6M-4,5V0M0,5V-4M4,5V0",
		[TC_TERRAIN_CITY] = "M-7,6V-2H-3V-7H2V-2H7V6Z",
	};
	static const char *const class[TC_TERRAINS] = {[TC_TERRAIN_FOREST] = "forest",
		[TC_TERRAIN_MOUNTAIN] = "mountain",
		[TC_TERRAIN_SWAMP] = "swamp",
		[TC_TERRAIN_CITY] = "houses"};
	if (path[terrain])
		svg_put(out, "<path class=\"%s\" transform=\"translate(%.1f,%.1f)\" d=\"%s\"/>",
			class[terrain], x, y, path[terrain]);
}

static void draw_anchor(FILE *out, double x, double y)
{
	svg_put(out,
		"<path class=\"anchor\" transform=\"translate(%.1f,%.1f)\" "
		"d=\"M0,-3V7M-4,-1H4M-6,2Q-5,7 0,7Q5,7 6,2M-2,-5a2,2 0 1 0 4,0a2,2 0 1 0 -4,0\"/>",
		x, y);
}

/* The terrain and the anchor of a port, to the right of what stands in the space. */
static void draw_ground(const drawing *d, int space)
{
	const tc_state *s = d->view;
	const tc_space *p = &tc_spaces[space];
	double width = tc_draw_stack_width(s, space);
	double x = p->x + (width > 0 ? width / 2 + 3 : p->boxed ? 18 : p->city ? 16 : 10) + 8;
	draw_terrain(d->out, p->terrain, x, p->y + 7);
	if (p->port != TC_PORT_NONE)
		draw_anchor(d->out, x, p->y - 9);
}

/* Where a long name is broken: at the space or hyphen nearest to its middle; 0: nowhere. */
static size_t break_at(const char *name)
{
	size_t length = strlen(name), best = 0;
	for (size_t i = 1; length > 11 && i + 1 < length; i++) {
		size_t now = i * 2 > length ? i * 2 - length : length - i * 2;
		size_t then = best * 2 > length ? best * 2 - length : length - best * 2;
		if ((name[i] == ' ' || name[i] == '-') && (best == 0 || now < then))
			best = i;
	}
	return best;
}

static void draw_name(const drawing *d, int space)
{
	const tc_space *p = &tc_spaces[space];
	const char *name = ap_name_word(&triumph_of_chaos, d->language, &tc_space_list, space);
	const char *class = p->city ? "name city" : "name";
	double x = p->x, y = p->y + 28 + (p->city ? 2 : 0), widest;
	size_t end = break_at(name);
	char first[TEXT];
	snprintf(first, sizeof first, "%.*s%s", end ? (int)end : TEXT - 1, name,
		end && name[end] == '-' ? "-" : "");
	widest = svg_width(first, p->city ? 14 : 13);
	fprintf(d->out, "<text class=\"%s\" y=\"%.0f\"><tspan x=\"%.0f\">", class, y, x);
	svg_escape(d->out, first);
	fputs("</tspan>", d->out);
	if (end) {
		/* The space between the lines lets a reader search for the whole name. */
		fprintf(d->out, "%s<tspan x=\"%.0f\" dy=\"12\">", name[end] == ' ' ? " " : "", x);
		svg_escape(d->out, name + end + 1);
		fputs("</tspan>", d->out);
	}
	fputs("</text>\n", d->out);
	if (p->city)
		svg_star(d->out, "city-star", x - widest / 2 - 9, y - 5, 8);
}

static void draw_leaders(const drawing *d, int space)
{
	const tc_state *s = d->view;
	double height = tc_draw_stack_height(s, space);
	double y = tc_spaces[space].y + (height > 0 ? 14 - height - 10 : -22);
	for (int leader = 0; leader < TC_LEADERS; leader++)
		if (s->leader_at[leader] == space) {
			tc_draw_leader(d, leader, tc_spaces[space].x, y);
			y -= 14;
		}
}

void tc_draw_spaces(const drawing *d)
{
	const tc_state *s = d->view;
	for (int space = 0; space < TC_SPACES; space++) {
		if (tc_first(s, space) >= TC_UNITS)
			draw_disc(d, space);
		draw_ground(d, space);
	}
	for (int space = 0; space < TC_SPACES; space++)
		draw_name(d, space);
	tc_draw_combat(d);
	for (int space = 0; space < TC_SPACES; space++)
		tc_draw_stack(d, space);
	for (int space = 0; space < TC_SPACES; space++) {
		draw_leaders(d, space);
		tc_draw_markers(d, space);
	}
}

/* ---- The legend ------------------------------------------------------------------------------ */

enum { LEGEND_X = 20, LEGEND_Y = 1648, LEGEND_ROW = 24, LEGEND_COLUMN = 210 };

static const char *row(const drawing *d, const char *key, int column, int line)
{
	svg_text(d->out, "key", LEGEND_X + 58 + column * LEGEND_COLUMN,
		LEGEND_Y + 50 + line * LEGEND_ROW, tc_draw_word(d, key));
	return key;
}

static void owner_rows(const drawing *d)
{
	for (int owner = 0; owner < TC_OWNER_COUNT; owner++) {
		double x = LEGEND_X + 30, y = LEGEND_Y + 45 + owner * LEGEND_ROW;
		svg_put(d->out, "<circle class=\"disc o%s\" cx=\"%.0f\" cy=\"%.0f\" r=\"9\"/>",
			tc_draw_owner(owner), x, y);
		tc_draw_sign(d, owner, x, y, 5);
		svg_text(d->out, "key", x + 28, y + 5,
			ap_name_word(&triumph_of_chaos, d->language, &tc_owner_list, owner));
	}
}

static void link_rows(const drawing *d)
{
	static const char *const class[] = {"road", "rail", "track", "ferry"};
	static const char *const key[] = {"road", "rail", "track", "ferry"};
	for (int i = 0; i < AP_COUNT(class); i++) {
		double x = LEGEND_X + 10 + LEGEND_COLUMN, y = LEGEND_Y + 45 + i * LEGEND_ROW;
		svg_put(d->out, "<path class=\"%s\" d=\"M%.0f,%.0fh40\"/>", class[i], x, y);
		if (i == 1)
			svg_put(d->out, "<path class=\"sleepers\" d=\"M%.0f,%.0fh40\"/>", x, y);
		row(d, key[i], 1, i);
	}
}

static void sign_rows(const drawing *d)
{
	double x = LEGEND_X + 30 + LEGEND_COLUMN;
	int line = 4;
	svg_put(d->out,
		"<path class=\"road\" d=\"M%.0f,%dh40\"/><path class=\"crossing\" d=\"M%.0f,%dv18\"/>",
		x - 20, LEGEND_Y + 45 + line * LEGEND_ROW, x, LEGEND_Y + 36 + line * LEGEND_ROW);
	row(d, "crossing", 1, line++);
	svg_put(d->out, "<path class=\"front\" d=\"M%.0f,%dh40\"/>", x - 20,
		LEGEND_Y + 45 + line * LEGEND_ROW);
	row(d, "front", 1, line++);
	svg_star(d->out, "city-star", x, LEGEND_Y + 45 + line * LEGEND_ROW, 9);
	row(d, "city", 1, line++);
	tc_draw_marker(d, TC_MARKER_FLAG_NO_ACT, LEGEND_X + 30, LEGEND_Y + 45 + 5 * LEGEND_ROW);
	row(d, "no-act", 0, 5);
	tc_draw_marker(d, TC_MARKER_FLAG_MOVE, LEGEND_X + 19, LEGEND_Y + 45 + 6 * LEGEND_ROW);
	tc_draw_marker(d, TC_MARKER_FLAG_COMBAT, LEGEND_X + 41, LEGEND_Y + 45 + 6 * LEGEND_ROW);
	row(d, "orders", 0, 6);
	tc_draw_partisans(d, TC_SIDE_RED, LEGEND_X + 30, LEGEND_Y + 45 + 7 * LEGEND_ROW);
	row(d, "partisans", 0, 7);
	tc_draw_gold(d, x, LEGEND_Y + 45 + 7 * LEGEND_ROW);
	row(d, "gold-train", 1, 7);
}

/* An army, a corps, and a reduced army. */
static void counter_rows(const drawing *d)
{
	tc_state s = *(const tc_state *)d->view;
	drawing sample = {d->out, d->language, &s};
	double x = LEGEND_X + 14, y = LEGEND_Y + 45 + 8 * LEGEND_ROW;
	s.unit_flags[TC_UNIT_RED_ARMY_1] = s.unit_flags[TC_UNIT_RED_CORPS_1] = 0;
	tc_draw_unit(&sample, TC_UNIT_RED_ARMY_1, x, y);
	svg_text(d->out, "key", x + 44, y + 22, tc_draw_word(d, "army"));
	tc_draw_unit(&sample, TC_UNIT_RED_CORPS_1, x + 138, y + 3);
	svg_text(d->out, "key", x + 170, y + 22, tc_draw_word(d, "corps"));
	s.unit_flags[TC_UNIT_RED_ARMY_1] = TC_UNIT_FLAG_REDUCED;
	tc_draw_unit(&sample, TC_UNIT_RED_ARMY_1, x + 250, y);
	svg_text(d->out, "key", x + 288, y + 22, tc_draw_word(d, "reduced"));
	svg_text(d->out, "key small", x, y + 54, tc_draw_word(d, "numbers"));
	svg_put(d->out,
		"<rect class=\"closed rule\" x=\"%.0f\" y=\"%.0f\" width=\"30\" height=\"18\"/>", x,
		y + 63);
	svg_text(d->out, "key", x + 44, y + 77, tc_draw_word(d, "closed"));
	svg_put(d->out,
		"<path class=\"road\" d=\"M%.0f,%.0fh40\"/>"
		"<path class=\"barrier\" d=\"M%.0f,%.0fv18m6,0v-18\"/>",
		x + 206, y + 72, x + 223, y + 63);
	svg_text(d->out, "key", x + 254, y + 77, tc_draw_word(d, "barrier"));
}

void tc_draw_legend(const drawing *d)
{
	svg_put(d->out, "<rect class=\"cartouche\" x=\"%d\" y=\"%d\" width=\"440\" height=\"334\"/>",
		LEGEND_X, LEGEND_Y);
	svg_capitals(d->out, "heading", LEGEND_X + 14, LEGEND_Y + 26, tc_draw_word(d, "legend"));
	owner_rows(d);
	link_rows(d);
	sign_rows(d);
	counter_rows(d);
}

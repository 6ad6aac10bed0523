/* land.c: the ground of the map: the land nearest to each space has the colour of its owner; then
 * come coasts, rivers, borders, links and the names of the regions. */
#include "parts.h"

#include <stdlib.h>

#include "text/memory.h"
#include "text/phrases.h"

typedef struct point {
	double x, y;
} point;

/* A place that land belongs to: a space, or a point that extends a region's. */
typedef struct place {
	point at;
	int region, space;
} place;

enum { PLACES = TC_SPACES + TC_SHAPES, CORNERS = 96, ROUND = 32, EDGE = -1 };

static const double reach = 420; /* of a space's land */

typedef struct cell {
	int corners;
	point corner[CORNERS];
	int beyond[CORNERS]; /* the place behind the edge that begins there, or EDGE */
} cell;

typedef struct land {
	const drawing *d;
	int places;
	place place[PLACES];
} land;

/* ---- Whose land is it? ----------------------------------------------------------------------- */

static double square(point a, point b)
{
	return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static point of_space(int space)
{
	return (point){tc_spaces[space].x, tc_spaces[space].y};
}

static int nearest_space(point at, int region)
{
	int best = TC_NOWHERE;
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_region_of(space) == region &&
			(best == TC_NOWHERE || square(at, of_space(space)) < square(at, of_space(best))))
			best = space;
	return best;
}

static void find_places(land *l)
{
	for (int space = 0; space < TC_SPACES; space++)
		l->place[l->places++] = (place){of_space(space), tc_region_of(space), space};
	for (int i = 0; i < TC_SHAPES; i++) {
		char *end;
		if (tc_shapes[i].drawn != TC_DRAWN_FILL)
			continue;
		double x = strtod(tc_shapes[i].points, &end);
		point at = {x, strtod(end + 1, NULL)};
		l->place[l->places++] =
			(place){at, tc_shapes[i].region, nearest_space(at, tc_shapes[i].region)};
	}
}

/* Keeps the part of a cell on one side of a line: where x * nx + y * ny <= most. */
static void cut(cell *c, double nx, double ny, double most, int beyond)
{
	cell old = *c;
	c->corners = 0;
	for (int i = 0; i < old.corners; i++) {
		point a = old.corner[i], b = old.corner[(i + 1) % old.corners];
		double from = nx * a.x + ny * a.y - most, to = nx * b.x + ny * b.y - most;
		if (from <= 0) {
			c->corner[c->corners] = a;
			c->beyond[c->corners++] = old.beyond[i];
		}
		if ((from < 0 && to > 0) || (from > 0 && to < 0)) {
			double part = from / (from - to);
			c->corner[c->corners] = (point){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
			c->beyond[c->corners++] = from < 0 ? beyond : old.beyond[i];
		}
	}
}

static void find_cell(const land *l, int n, cell *c)
{
	const double turn_x = 0.980785, turn_y = 0.195090; /* a 32nd of a turn */
	point at = l->place[n].at, ray = {reach, 0};
	c->corners = ROUND;
	for (int i = 0; i < ROUND; i++) {
		c->corner[i] = (point){at.x + ray.x, at.y + ray.y};
		c->beyond[i] = EDGE;
		ray = (point){ray.x * turn_x - ray.y * turn_y, ray.x * turn_y + ray.y * turn_x};
	}
	for (int other = 0; other < l->places; other++) {
		point to = l->place[other].at;
		double nx = to.x - at.x, ny = to.y - at.y;
		if (other != n && square(at, to) < 4 * reach * reach)
			cut(c, nx, ny, nx * (at.x + to.x) / 2 + ny * (at.y + to.y) / 2, other);
	}
	cut(c, 1, 0, TC_MAP_WIDTH, EDGE);
	cut(c, -1, 0, 0, EDGE);
	cut(c, 0, 1, TC_MAP_HEIGHT, EDGE);
	cut(c, 0, -1, 0, EDGE);
}

/* ---- Land ------------------------------------------------------------------------------------ */

static void put_points(FILE *out, const cell *c)
{
	for (int i = 0; i < c->corners; i++)
		fprintf(out, "%s%.1f,%.1f", i ? " " : "", c->corner[i].x, c->corner[i].y);
}

static void tint(const land *l, int n)
{
	const tc_state *s = l->d->view;
	FILE *out = l->d->out;
	cell c;
	find_cell(l, n, &c);
	int owner = s->owner[l->place[n].space];
	fprintf(out, "<polygon class=\"land l%s\" points=\"", tc_draw_owner(owner));
	put_points(out, &c);
	fputs("\"/>\n", out);
	if (!tc_region_closed(s, l->place[n].region))
		return;
	fputs("<polygon class=\"closed\" points=\"", out);
	put_points(out, &c);
	fputs("\"/>\n", out);
}

typedef enum line_kind { LINE_NONE, LINE_REGION, LINE_POWERS, LINE_FRONT } line_kind;

/* What the line between the land of two places is. */
static line_kind line_between(const land *l, int a, int b)
{
	const tc_state *s = l->d->view;
	const place *p = &l->place[a], *q = &l->place[b];
	int one = s->owner[p->space], two = s->owner[q->space];
	bool sides = (one == TC_SIDE_RED && two == TC_SIDE_WHITE) ||
		(one == TC_SIDE_WHITE && two == TC_SIDE_RED);
	if (sides)
		return LINE_FRONT;
	if (p->region == q->region)
		return LINE_NONE;
	bool restricted = tc_regions[p->region].west != tc_regions[q->region].west;
	return restricted && tc_powers_active(s) ? LINE_POWERS : LINE_REGION;
}

static void lines_of(const land *l, int n, line_kind wanted)
{
	static const char *const class[] = {"", "border", "powers-line", "front"};
	cell c;
	find_cell(l, n, &c);
	for (int i = 0; i < c.corners; i++) {
		int other = c.beyond[i];
		if (other <= n || line_between(l, n, other) != wanted)
			continue;
		point a = c.corner[i], b = c.corner[(i + 1) % c.corners];
		svg_put(l->d->out, "<path class=\"%s\" d=\"M%.1f,%.1fL%.1f,%.1f\"/>", class[wanted], a.x,
			a.y, b.x, b.y);
	}
}

void tc_draw_land(const drawing *d)
{
	land *l = ap_allocate(1, sizeof *l);
	l->d = d;
	find_places(l);
	for (int n = 0; n < l->places; n++)
		tint(l, n);
	for (line_kind kind = LINE_REGION; kind <= LINE_FRONT; kind++)
		for (int n = 0; n < l->places; n++)
			lines_of(l, n, kind);
	free(l);
}

/* ---- Water ----------------------------------------------------------------------------------- */

/* Where the names of the seas are written. */
static const struct {
	uint8_t shape;
	int x, y, size;
} sea_names[] = {
	{TC_SHAPE_SEA_BALTIC_SEA, 94, 745, 24},
	{TC_SHAPE_SEA_WHITE_SEA, 1560, 62, 30},
	{TC_SHAPE_SEA_BLACK_SEA, 1010, 1812, 34},
	{TC_SHAPE_SEA_SEA_OF_AZOV, 1272, 1641, 15},
	{TC_SHAPE_SEA_CASPIAN_SEA, 2290, 1810, 30},
	{TC_SHAPE_SEA_ARAL_SEA, 2672, 1752, 14},
};

void tc_draw_water(const drawing *d)
{
	static const char *const class[TC_DRAWN_COUNT] = {[TC_DRAWN_SEA] = "sea",
		[TC_DRAWN_LAKE] = "sea",
		[TC_DRAWN_FOREIGN] = "foreign",
		[TC_DRAWN_RIVER] = "river",
		[TC_DRAWN_STREAM] = "stream"};
	static const uint8_t order[] = {
		TC_DRAWN_FOREIGN, TC_DRAWN_STREAM, TC_DRAWN_RIVER, TC_DRAWN_SEA, TC_DRAWN_LAKE};
	for (int k = 0; k < AP_COUNT(order); k++)
		for (int i = 0; i < TC_SHAPES; i++) {
			int kind = tc_shapes[i].drawn;
			bool line = kind == TC_DRAWN_RIVER || kind == TC_DRAWN_STREAM;
			if (kind == order[k])
				svg_put(d->out, "<poly%s class=\"%s\" points=\"%s\"/>", line ? "line" : "gon",
					class[kind], tc_shapes[i].points);
		}
	for (int i = 0; i < AP_COUNT(sea_names); i++) {
		char key[80];
		snprintf(key, sizeof key, "sea.%s", tc_shape_names[sea_names[i].shape]);
		fprintf(d->out, "<g font-size=\"%d\">", sea_names[i].size);
		svg_text(d->out, "sea-name", sea_names[i].x, sea_names[i].y, tc_draw_word(d, key));
		fputs("</g>\n", d->out);
	}
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* Draws a short line across a link, `half` long to either side, `off` away from its middle. */
static void across(FILE *out, const char *class, point a, point b, double half, double off)
{
	double length = svg_root(square(a, b));
	double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
	double mx = (a.x + b.x) / 2 + off * x, my = (a.y + b.y) / 2 + off * y;
	svg_put(out, "<path class=\"%s\" d=\"M%.1f,%.1fL%.1f,%.1f\"/>", class, mx - half * y,
		my + half * x, mx + half * y, my - half * x);
}

static void draw_link(const drawing *d, int link)
{
	static const char *const class[TC_LINK_KINDS] = {[TC_LINK_KIND_NORMAL] = "road",
		[TC_LINK_KIND_RAIL] = "rail",
		[TC_LINK_KIND_LIMITED] = "track",
		[TC_LINK_KIND_SEA] = "ferry"};
	const tc_state *s = d->view;
	const tc_link *l = &tc_links[link];
	point a = of_space(l->a), b = of_space(l->b);
	svg_put(d->out, "<path class=\"%s\" d=\"M%.0f,%.0fL%.0f,%.0f\"/>", class[l->kind], a.x, a.y,
		b.x, b.y);
	if (l->kind == TC_LINK_KIND_RAIL)
		svg_put(
			d->out, "<path class=\"sleepers\" d=\"M%.0f,%.0fL%.0f,%.0f\"/>", a.x, a.y, b.x, b.y);
	if (l->river < TC_SHAPES)
		across(d->out, "crossing", a, b, 9, 0);
	if (tc_link_barred(s, link)) {
		across(d->out, "barrier", a, b, 9, -3);
		across(d->out, "barrier", a, b, 9, 3);
	}
}

void tc_draw_links(const drawing *d)
{
	for (int link = 0; link < TC_LINKS; link++)
		draw_link(d, link);
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* Where the names of the regions are written. */
static const struct {
	uint8_t region;
	int x, y;
} region_names[] = {
	{TC_REGION_POLAND, 150, 1250},
	{TC_REGION_LITHUANIA, 214, 838},
	{TC_REGION_LATVIA, 245, 622},
	{TC_REGION_ESTONIA, 290, 553},
	{TC_REGION_FINLAND, 740, 218},
	{TC_REGION_WEST_UKRAINE, 330, 1556},
	{TC_REGION_UKRAINE, 810, 1360},
	{TC_REGION_MAKHNO, 975, 1540},
	{TC_REGION_BELARUS, 590, 882},
	{TC_REGION_RUMANIA, 590, 1722},
	{TC_REGION_KUBAN, 1640, 1763},
	{TC_REGION_DON, 1540, 1352},
	{TC_REGION_TRANSCAUCASIA, 1800, 1945},
	{TC_REGION_ASTRAKHAN, 2130, 1580},
	{TC_REGION_KHIVA, 2668, 1812},
	{TC_REGION_TURKISTAN, 2868, 1826},
	{TC_REGION_SOUTHEAST, 2770, 1620},
	{TC_REGION_URALS_CENTRAL, 2780, 1100},
	{TC_REGION_URALS_NORTH, 2795, 742},
	{TC_REGION_EAST, 2265, 1150},
	{TC_REGION_NORTH, 1260, 330},
	{TC_REGION_CENTRAL, 1180, 980},
};

void tc_draw_regions(const drawing *d)
{
	for (int i = 0; i < AP_COUNT(region_names); i++)
		svg_capitals(d->out, "region", region_names[i].x, region_names[i].y,
			ap_name_word(&triumph_of_chaos, d->language, &tc_region_list, region_names[i].region));
}

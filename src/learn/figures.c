/* figures.c: how the seats stand, and what follows from a view by the rules. Games do not declare
 * how great such numbers can be: those that do not fit into a byte become the nearest that does. */
#include "learn/layout.h"

#include <stdio.h>

#include "text/memory.h"

enum { LEAST = -128, MOST = 127 };

void ln_add_standing(ap_layout *layout)
{
	layout->standing_at = layout->columns.count;
	for (int seat = 0; seat < layout->players; seat++)
		ln_add_column(
			&layout->columns, AP_NUMBER_COLUMN, LEAST, MOST, -1, "standing.seat+%d", seat);
}

void ln_put_standing(const ap_layout *layout, const void *view, int rotation, uint8_t *row)
{
	int32_t standing[AP_MAX_SEATS];
	ap_standing(layout->game, view, standing);
	for (int seat = 0; seat < ap_players(view); seat++)
		ln_put_number(
			row + layout->standing_at + ln_relative(rotation, seat), LEAST, MOST, standing[seat]);
}

/* A number has a flag that says that there is one. */
static void add_value(ap_layout *layout, const ln_figure *f, const char *name)
{
	if (f->values) {
		ln_add_name(&layout->columns, &layout->lists, f->values, name);
		return;
	}
	ln_add_column(&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "%s.known", name);
	ln_add_number(&layout->columns, LEAST, MOST, name);
}

static void add_figure(ap_layout *layout, ln_figure *f)
{
	char name[200], key[LN_NAME_ROOM];
	f->column = layout->columns.count;
	for (int i = 0; i < f->count; i++) {
		snprintf(name, sizeof name, "figure.%s%s%s", f->figure->name, f->keys ? "." : "",
			f->keys ? ln_relative_name(&layout->lists, f->keys, i, key) : "");
		add_value(layout, f, name);
	}
}

void ln_add_figures(ap_layout *layout)
{
	const ap_game *game = layout->game;
	layout->figure = ap_allocate(game->figure_count + 1u, sizeof *layout->figure);
	for (int i = 0; i < game->figure_count; i++) {
		const ap_figure_row *figure = &game->figures[i];
		ln_figure *f = &layout->figure[i];
		*f = (ln_figure){figure, ln_list_of(&layout->lists, figure->keys),
			ln_list_of(&layout->lists, figure->values), 0, 0, 0};
		f->count = f->keys ? f->keys->count : 1;
		f->width = f->values ? ln_name_width(f->values) : 2;
		add_figure(layout, f);
	}
}

void ln_put_figures(const ap_layout *layout, const void *view, int rotation, uint8_t *row)
{
	for (int i = 0; i < layout->game->figure_count; i++) {
		const ln_figure *f = &layout->figure[i];
		bool seats = f->keys && f->keys->names == layout->game->seats;
		for (int key = 0; key < (seats ? ap_players(view) : f->count); key++) {
			int value = f->figure->get(view, key);
			uint8_t *out =
				row + f->column + (f->keys ? ln_place(f->keys, rotation, key) : 0) * f->width;
			if (value == AP_NONE || (f->values && (value < 0 || value >= f->values->count)))
				continue;
			if (f->values)
				ln_put_name(out, f->values, rotation, value);
			else {
				out[0] = 1;
				ln_put_number(out + 1, LEAST, MOST, value);
			}
		}
	}
}

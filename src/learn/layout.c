/* layout.c: makes layouts, describes their columns, and writes observations. */
#include "learn/layout.h"

#include <stdlib.h>

#include "text/memory.h"

/* ---- Making ---------------------------------------------------------------------------------- */

typedef struct named {
	const char *name;
	int column;
} named;

static int by_name(const void *a, const void *b)
{
	return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

static void sort_names(ap_layout *layout)
{
	size_t count = (size_t)layout->columns.count;
	named *list = ap_allocate(count + 1, sizeof *list);
	for (int i = 0; i < layout->columns.count; i++)
		list[i] = (named){layout->columns.item[i].name, i};
	qsort(list, count, sizeof *list, by_name);
	layout->by_name = ap_allocate(count + 1, sizeof *layout->by_name);
	for (int i = 0; i < layout->columns.count; i++) {
		assert(i == 0 || strcmp(list[i - 1].name, list[i].name) != 0);
		layout->by_name[i] = list[i].column;
	}
	free(list);
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
	for (const unsigned char *b = bytes; count > 0; count--, b++)
		hash = (hash ^ *b) * 0x100000001b3u;
	return hash;
}

static void finish_columns(ap_layout *layout)
{
	layout->hash = 0xcbf29ce484222325u;
	layout->scale = ap_allocate((size_t)layout->columns.count + 1, sizeof *layout->scale);
	for (int i = 0; i < layout->columns.count; i++) {
		const ap_column *c = &layout->columns.item[i];
		int32_t about[] = {(int32_t)c->kind, c->low, c->high};
		layout->scale[i] = 1.0f / (float)(c->high - c->low);
		layout->hash = hash_bytes(layout->hash, c->name, strlen(c->name) + 1);
		layout->hash = hash_bytes(layout->hash, about, sizeof about);
	}
	sort_names(layout);
}

ap_layout *ap_layout_new(const ap_game *game, int players, unsigned parts)
{
	assert(game && players >= 0 && players <= game->max_players);
	ap_layout *layout = ap_allocate(1, sizeof *layout);
	layout->game = game;
	layout->players = players > 0 ? players : game->max_players;
	layout->parts = parts;
	layout->lists = (ln_lists){.game = game, .players = layout->players};
	if (parts & AP_STATE_COLUMNS) {
		ln_add_stack(layout);
		ln_add_fields(layout);
	}
	if (parts & AP_STANDING_COLUMNS)
		ln_add_standing(layout);
	if (parts & AP_FIGURE_COLUMNS)
		ln_add_figures(layout);
	if (parts & AP_MEMORY_COLUMNS)
		ln_add_memory(layout);
	finish_columns(layout);
	ln_add_actions(layout);
	return layout;
}

void ap_layout_free(ap_layout *layout)
{
	if (!layout)
		return;
	ln_free_actions(layout);
	ln_free_lists(&layout->lists);
	ln_free_columns(&layout->columns);
	free(layout->by_name);
	free(layout->scale);
	free(layout->field);
	free(layout->grid);
	free(layout->figure);
	free(layout->memory.event);
	free(layout);
}

/* ---- Describing ------------------------------------------------------------------------------ */

const ap_game *ap_layout_game(const ap_layout *layout)
{
	assert(layout);
	return layout->game;
}

int ap_layout_players(const ap_layout *layout)
{
	assert(layout);
	return layout->players;
}

unsigned ap_layout_parts(const ap_layout *layout)
{
	assert(layout);
	return layout->parts;
}

int ap_layout_width(const ap_layout *layout)
{
	assert(layout);
	return layout->columns.count;
}

uint64_t ap_layout_hash(const ap_layout *layout)
{
	assert(layout);
	return layout->hash;
}

bool ap_column_at(const ap_layout *layout, int column, ap_column *out)
{
	assert(layout && out);
	if (column < 0 || column >= layout->columns.count)
		return false;
	*out = layout->columns.item[column];
	return true;
}

int ap_column_named(const ap_layout *layout, const char *name)
{
	assert(layout && name);
	int low = 0, high = layout->columns.count;
	while (low < high) {
		int middle = (low + high) / 2, column = layout->by_name[middle];
		int order = strcmp(name, layout->columns.item[column].name);
		if (order == 0)
			return column;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return -1;
}

int ap_bind_columns(const ap_layout *layout, const char *const *names, int count, int32_t *columns)
{
	assert(layout && count >= 0 && (count == 0 || (names && columns)));
	int found = 0;
	for (int i = 0; i < count; i++) {
		columns[i] = ap_column_named(layout, names[i]);
		found += columns[i] >= 0;
	}
	return found;
}

/* ---- Observing ------------------------------------------------------------------------------- */

void ap_observe(const ap_layout *layout, const void *view, const void *memory, uint8_t *out)
{
	assert(layout && view && out && ap_players(view) <= layout->players);
	int rotation = ln_viewer_rotation(view);
	memset(out, 0, (size_t)layout->columns.count);
	if (layout->parts & AP_STATE_COLUMNS) {
		ln_put_stack(layout, view, rotation, out);
		ln_put_fields(layout, view, rotation, out);
	}
	if (layout->parts & AP_STANDING_COLUMNS)
		ln_put_standing(layout, view, rotation, out);
	if (layout->parts & AP_FIGURE_COLUMNS)
		ln_put_figures(layout, view, rotation, out);
	if (layout->parts & AP_MEMORY_COLUMNS && memory)
		ln_put_memory(layout, view, memory, out);
}

/* The bytes are written to the end of the row of floats, which is then filled from its beginning, a
 * portion at a time: floats never reach bytes that are still to be read. */
void ap_observe_floats(const ap_layout *layout, const void *view, const void *memory, float *out)
{
	enum { PORTION = 64 };
	assert(out);
	int width = layout->columns.count;
	const uint8_t *bytes = (uint8_t *)(out + width) - width;
	uint8_t portion[PORTION];
	ap_observe(layout, view, memory, (uint8_t *)bytes);
	for (int from = 0; from < width; from += PORTION) {
		int count = width - from < PORTION ? width - from : PORTION;
		memcpy(portion, bytes + from, (size_t)count);
		for (int i = 0; i < count; i++)
			out[from + i] = (float)portion[i] * layout->scale[from + i];
	}
}

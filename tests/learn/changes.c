/* changes.c: views that differ in one value. If their JSON differs their observations do, and if it
 * is the same these are. */
#include "learn/laws.h"

#include "core/fields.h"
#include "core/grids.h"
#include "core/locals.h"

enum { CHANGES = 24 };

static uint32_t pick(run *r, int n)
{
	return ap_below(&r->rng, (uint32_t)n);
}

static int names_at(const run *r, const ap_names *names)
{
	return names == r->game->seats ? r->setup.players : names->count;
}

static void change_field(run *r, void *view)
{
	const ap_field *f = &r->game->fields[pick(r, r->game->field_count)];
	int i = (int)pick(r, ap_field_count(r->game, f, r->setup.players));
	if (f->kind == AP_NUMBERS)
		ap_field_set(f, view, i, pick(r, f->most + 1));
	else if (f->kind == AP_NAMES)
		ap_field_set(f, view, i,
			pick(r, 8)          ? pick(r, names_at(r, f->values))
				: f->bytes == 1 ? (uint64_t)(pick(r, 2) ? 0xff : AP_UNSEEN)
								: 0xffff);
	else {
		if (pick(r, 2))
			ap_field_clear(f, view, i);
		ap_field_add(f, view, i, (int)pick(r, names_at(r, f->values)));
	}
}

static void change_grid(run *r, void *view)
{
	const ap_grid *g = &r->game->grids[pick(r, r->game->grid_count)];
	int row = (int)pick(r, ap_grid_rows(r->game, g, r->setup.players));
	int most = g->most < (1 << g->bits) - 1 ? g->most : (1 << g->bits) - 1;
	ap_grid_set(g, view, row, (int)pick(r, g->columns->count), (int)pick(r, most + 1));
}

static void change_local(run *r, void *view)
{
	ap_head *h = view;
	ap_frame *frame = &h->stack[pick(r, h->depth)];
	const ap_frame_kind *kind = r->game->steps[frame->step].frame;
	if (kind->count == 0 || h->over)
		return;
	const ap_local *local = &kind->locals[pick(r, kind->count)];
	int i = (int)pick(r, local->keys ? names_at(r, local->keys) : 1);
	int64_t value = -1; /* missing */
	if (local->kind == AP_LOCAL_NUMBER)
		value = local->low + (int)pick(r, local->high - local->low + 1);
	else if (local->kind == AP_LOCAL_NAME && !(local->optional && pick(r, 4) == 0))
		value = pick(r, names_at(r, local->values));
	else if (local->kind == AP_LOCAL_SET)
		value = ap_local_get(local, frame, i) ^ (int64_t)1 << pick(r, names_at(r, local->values));
	else if (local->kind == AP_LOCAL_ACTION) {
		unsigned verb = pick(r, r->game->verb_count);
		const ap_verb *v = &r->game->verbs[verb];
		unsigned x = !v->x ? 0 : pick(r, v->x == &ap_plain_number ? 20 : names_at(r, v->x));
		unsigned y = !v->y ? 0 : pick(r, v->y == &ap_plain_number ? 20 : names_at(r, v->y));
		value = ap_act(verb, x, y);
	}
	if (local->kind == AP_LOCAL_NAME && value < 0 && !local->optional)
		return;
	ap_local_set(local, frame, i, value);
}

static void change_head(run *r, void *view)
{
	ap_head *h = view;
	if (pick(r, 2))
		h->question = (uint16_t)pick(r, 5000);
	else if (!h->over)
		h->stack[h->depth - 1].asked ^= AP_SEAT(pick(r, r->setup.players));
}

static void change(run *r, void *view)
{
	uint32_t what = pick(r, 8);
	if (what == 0)
		change_head(r, view);
	else if (what <= 2)
		change_local(r, view);
	else if (what <= 4 && r->game->grid_count > 0)
		change_grid(r, view);
	else
		change_field(r, view);
}

void change_laws(run *r, int viewer)
{
	static ap_any changed;
	size_t length = ap_write_state(r->game, &r->view, r->json, JSON_ROOM);
	LAW(r, "room", length < JSON_ROOM, "JSON is too long");
	ap_observe(r->plain, &r->view, NULL, r->row);
	for (int i = 0; i < CHANGES; i++) {
		memcpy(&changed, &r->view, r->size);
		change(r, &changed);
		ap_write_state(r->game, &changed, r->other_json, JSON_ROOM);
		ap_observe(r->plain, &changed, NULL, r->other);
		bool same_text = strcmp(r->json, r->other_json) == 0;
		bool same_row = memcmp(r->row, r->other, (size_t)ap_layout_width(r->plain)) == 0;
		if (same_text == same_row)
			continue;
		char difference[512];
		ap_write_change(r->game, &r->view, &changed, difference, sizeof difference);
		LAW(r, "told-apart", false, "seat %d: views are %s, their observations are %s: %.400s",
			viewer, same_text ? "equal" : "different", same_row ? "equal" : "different",
			difference);
	}
}

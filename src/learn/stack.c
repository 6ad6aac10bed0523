/* stack.c: the head of a view: players, options, who looks, who is asked, and the stack of frames
 * with their locals. */
#include "learn/layout.h"

#include <stdio.h>

#include "core/locals.h"

/* ---- Actions that a frame remembers ---------------------------------------------------------- */

static void plan_argument(ap_layout *layout, int place, const ap_names *names)
{
	ln_action_value *action = &layout->stack.action;
	const ln_list *list = ln_list_of(&layout->lists, names);
	for (int i = 0; i < action->count[place]; i++)
		if (action->part[place][i].list == list)
			return;
	assert(action->count[place] < LN_MOST_ACTION_PARTS);
	action->part[place][action->count[place]++] = (ln_action_part){list, action->width};
	action->width += list ? ln_name_width(list) : LN_NUMBER_DIGITS;
}

static void plan_action(ap_layout *layout)
{
	layout->stack.action.width = layout->game->verb_count;
	for (int place = 0; place < 2; place++)
		for (int v = 0; v < layout->game->verb_count; v++) {
			const ap_verb *verb = &layout->game->verbs[v];
			if (place == 0 ? verb->x : verb->y)
				plan_argument(layout, place, place == 0 ? verb->x : verb->y);
		}
}

static void add_action(ap_layout *layout, const char *name)
{
	char part[320], title[LN_NAME_ROOM];
	for (int v = 0; v < layout->game->verb_count; v++)
		ln_add_column(&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "%s.verb.%s", name,
			layout->game->verbs[v].name);
	for (int place = 0; place < 2; place++)
		for (int i = 0; i < layout->stack.action.count[place]; i++) {
			const ln_list *list = layout->stack.action.part[place][i].list;
			snprintf(part, sizeof part, "%s.%c.%s", name, "xy"[place],
				list ? ln_list_title(layout->game, list->names, title) : "number");
			if (list)
				ln_add_name(&layout->columns, &layout->lists, list, part);
			for (int digit = 0; !list && digit < LN_NUMBER_DIGITS; digit++)
				ln_add_column(
					&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "%s.digit-%d", part, 1 << digit);
		}
}

static void put_argument(const ap_layout *layout, int place, const ap_names *names, unsigned value,
	int rotation, uint8_t *out)
{
	const ln_action_value *action = &layout->stack.action;
	for (int i = 0; names && i < action->count[place]; i++) {
		const ln_action_part *part = &action->part[place][i];
		if (part->list ? part->list->names != names : names != &ap_plain_number)
			continue;
		if (!part->list)
			ln_put_digits(out + part->column, value < AP_UNKNOWN ? value : AP_UNKNOWN - 1);
		else if ((int)value < part->list->count)
			ln_put_name(out + part->column, part->list, rotation, (int)value);
	}
}

static void put_action(const ap_layout *layout, ap_action a, int rotation, uint8_t *out)
{
	if (ap_verb_of(a) >= layout->game->verb_count)
		return;
	const ap_verb *verb = &layout->game->verbs[ap_verb_of(a)];
	out[ap_verb_of(a)] = 1;
	put_argument(layout, 0, verb->x, ap_x(a), rotation, out);
	put_argument(layout, 1, verb->y, ap_y(a), rotation, out);
}

/* ---- Locals ---------------------------------------------------------------------------------- */

/* An optional number, and an optional set, have a flag that says that they are missing. */
static bool has_missing_flag(const ap_local *local)
{
	return local->optional && (local->kind == AP_LOCAL_NUMBER || local->kind == AP_LOCAL_SET);
}

static int local_width(const ap_layout *layout, const ln_local *l)
{
	switch (l->local->kind) {
	case AP_LOCAL_NUMBER:
		return (ln_is_wide(l->local->low, l->local->high) ? 2 : 1) + has_missing_flag(l->local);
	case AP_LOCAL_NAME:
		return ln_name_width(l->values);
	case AP_LOCAL_SET:
		return l->values->count + has_missing_flag(l->local);
	default:
		return layout->stack.action.width;
	}
}

static void add_local_element(ap_layout *layout, const ln_local *l, const char *name)
{
	ln_columns *columns = &layout->columns;
	if (l->local->kind == AP_LOCAL_NUMBER)
		ln_add_number(columns, l->local->low, l->local->high, name);
	else if (l->local->kind == AP_LOCAL_NAME)
		ln_add_name(columns, &layout->lists, l->values, name);
	else if (l->local->kind == AP_LOCAL_SET)
		ln_add_set(columns, &layout->lists, l->values, name);
	else
		add_action(layout, name);
	if (has_missing_flag(l->local))
		ln_add_column(columns, AP_FLAG_COLUMN, 0, 1, -1, "%s.missing", name);
}

static void add_local(ap_layout *layout, const ln_local *l, const char *frame)
{
	char name[200], key[LN_NAME_ROOM];
	for (int i = 0; i < (l->keys ? l->keys->count : 1); i++) {
		if (l->keys)
			snprintf(name, sizeof name, "%s.%s.%s", frame, l->local->name,
				ln_relative_name(&layout->lists, l->keys, i, key));
		else
			snprintf(name, sizeof name, "%s.%s", frame, l->local->name);
		add_local_element(layout, l, name);
	}
}

static void put_local_element(
	const ap_layout *layout, const ln_local *l, int64_t value, int rotation, uint8_t *out)
{
	const ap_local *local = l->local;
	bool missing = local->optional && value == AP_NO_LOCAL;
	if (missing) {
		if (has_missing_flag(local))
			out[l->width - 1] = 1;
	} else if (local->kind == AP_LOCAL_NUMBER)
		ln_put_number(out, local->low, local->high, value);
	else if (local->kind == AP_LOCAL_SET)
		ln_put_set(out, l->values, rotation, (const unsigned char *)&value, (int)sizeof value);
	else if (local->kind == AP_LOCAL_ACTION)
		put_action(layout, (ap_action)value, rotation, out);
	else if (value >= 0 && value < l->values->count)
		ln_put_name(out, l->values, rotation, (int)value);
}

static void put_local(const ap_layout *layout, const ln_local *l, const ap_frame *frame,
	int players, int rotation, uint8_t *out)
{
	int count = !l->keys ? 1 : l->keys->names == layout->game->seats ? players : l->keys->count;
	for (int i = 0; i < count; i++) {
		int place = l->keys ? ln_place(l->keys, rotation, i) : 0;
		put_local_element(
			layout, l, ap_local_get(l->local, frame, i), rotation, out + place * l->width);
	}
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static void plan_frame(ap_layout *layout, int step)
{
	ln_stack *stack = &layout->stack;
	const ap_frame_kind *kind = layout->game->steps[step].frame;
	int n = 0;
	while (n < stack->frames && stack->frame[n].kind != kind)
		n++;
	stack->frame_of_step[step] = (uint8_t)n;
	if (n < stack->frames)
		return;
	assert(stack->frames < LN_MOST_FRAMES && stack->locals + kind->count <= LN_MOST_LOCALS);
	stack->frame[stack->frames++] =
		(ln_frame){.kind = kind, .first = stack->locals, .count = kind->count};
	int column = 0;
	for (int i = 0; i < kind->count; i++) {
		const ap_local *local = &kind->locals[i];
		ln_local *l = &stack->local[stack->locals++];
		*l = (ln_local){local, ln_list_of(&layout->lists, local->keys),
			ln_list_of(&layout->lists, local->values), column, 0};
		l->width = local_width(layout, l);
		column += l->width * (l->keys ? l->keys->count : 1);
	}
	assert(column <= LN_MOST_FRAME_WIDTH);
	stack->frame[stack->frames - 1].width = column;
}

static void add_frames(ap_layout *layout, int occurrence)
{
	ln_stack *stack = &layout->stack;
	char name[96];
	stack->levels_at[occurrence] = layout->columns.count;
	for (int step = 0; step < layout->game->step_count; step++)
		ln_add_column(&layout->columns, AP_NUMBER_COLUMN, 0, AP_MAX_DEPTH, -1, "level%s.%s",
			occurrence ? "-again" : "", layout->game->steps[step].name);
	for (int f = 0; f < stack->frames; f++) {
		ln_frame *frame = &stack->frame[f];
		frame->column[occurrence] = layout->columns.count;
		snprintf(name, sizeof name, "frame%s.%s", occurrence ? "-again" : "", frame->kind->name);
		for (int i = 0; i < frame->count; i++)
			add_local(layout, &stack->local[frame->first + i], name);
	}
}

static void put_locals(const ap_layout *layout, const ap_head *h, const ap_frame *frame,
	const ln_frame *f, int rotation, uint8_t *out)
{
	for (int i = 0; i < f->count && !h->over; i++) {
		const ln_local *l = &layout->stack.local[f->first + i];
		put_local(layout, l, frame, h->players, rotation, out + l->column);
	}
}

/* Adds a frame that lies below others of its kind to the digest: a hash of the columns that it
 * would have. */
static void digest_frame(const ap_layout *layout, const ap_head *h, int level, const ln_frame *f,
	int rotation, uint8_t *digest)
{
	uint8_t room[LN_MOST_FRAME_WIDTH];
	uint64_t hash;
	const ap_frame *frame = &h->stack[level];
	memset(room, 0, (size_t)f->width);
	put_locals(layout, h, frame, f, rotation, room);
	memcpy(&hash, digest, sizeof hash);
	hash = (hash ^ ((uint64_t)frame->step << 8 | (unsigned)level)) * 0x9e3779b97f4a7c15u;
	for (int i = 0; i < f->width; i++)
		hash = (hash ^ room[i] ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
	memcpy(digest, &hash, sizeof hash);
}

static void put_frames(const ap_layout *layout, const ap_head *h, int rotation, uint8_t *row)
{
	const ln_stack *stack = &layout->stack;
	uint8_t met[LN_MOST_FRAMES] = {0};
	for (int level = h->depth - 1; level >= 0; level--) {
		const ap_frame *frame = &h->stack[level];
		int n = stack->frame_of_step[frame->step];
		const ln_frame *f = &stack->frame[n];
		int occurrence = met[n]++;
		if (occurrence >= LN_OCCURRENCES) {
			digest_frame(layout, h, level, f, rotation, row + stack->digest_at);
			continue;
		}
		row[stack->levels_at[occurrence] + frame->step] = (uint8_t)(level + 1);
		put_locals(layout, h, frame, f, rotation, row + f->column[occurrence]);
	}
}

/* ---- The head -------------------------------------------------------------------------------- */

static void add_options(ap_layout *layout)
{
	const ap_game *game = layout->game;
	for (int i = 0; i < game->option_count; i++) {
		layout->stack.option_at[i] = layout->columns.count;
		for (int v = 0; ap_option_value(game, i, v); v++)
			ln_add_column(&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "option.%s.%s",
				ap_option_name(game, i), ap_option_value(game, i, v));
	}
}

static void add_question(ap_layout *layout)
{
	const ap_game *game = layout->game;
	layout->stack.question_at = layout->columns.count;
	ln_add_number(&layout->columns, 0, UINT16_MAX, "question");
	layout->stack.asked_at = layout->columns.count;
	for (int seat = 0; seat < layout->players; seat++)
		ln_add_column(&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "asked.seat+%d", seat);
	ln_add_column(&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "asked.chance");
	layout->stack.steps_at = layout->columns.count;
	for (int step = 0; step < game->step_count; step++)
		ln_add_column(
			&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "step.%s", game->steps[step].name);
}

void ln_add_stack(ap_layout *layout)
{
	const ap_game *game = layout->game;
	ln_stack *stack = &layout->stack;
	assert(game->step_count <= LN_MOST_STEPS);
	plan_action(layout);
	for (int step = 0; step < game->step_count; step++)
		plan_frame(layout, step);
	stack->players_at = layout->columns.count;
	for (int n = 1; n <= layout->players; n++)
		ln_add_column(&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "players.%d", n);
	stack->viewer_at = layout->columns.count;
	for (int seat = 0; seat < layout->players; seat++)
		ln_add_column(
			&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "viewer.%s", game->seats->name[seat]);
	ln_add_column(&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "viewer.everything");
	add_options(layout);
	stack->over_at = layout->columns.count;
	for (int reason = 0; reason < game->reasons->count; reason++)
		ln_add_column(
			&layout->columns, AP_FLAG_COLUMN, 0, 1, -1, "over.%s", game->reasons->name[reason]);
	add_question(layout);
	for (int occurrence = 0; occurrence < LN_OCCURRENCES; occurrence++)
		add_frames(layout, occurrence);
	stack->digest_at = layout->columns.count;
	for (int i = 0; i < LN_DIGEST; i++)
		ln_add_column(&layout->columns, AP_NAME_COLUMN, 0, 255, -1, "deeper.digest-%d", i);
}

void ln_put_stack(const ap_layout *layout, const ap_head *h, int rotation, uint8_t *row)
{
	const ln_stack *stack = &layout->stack;
	assert(h->players <= layout->players && h->depth >= 1 && h->depth <= AP_MAX_DEPTH);
	const ap_frame *top = &h->stack[h->depth - 1];
	row[stack->players_at + h->players - 1] = 1;
	if (h->viewer < h->players)
		row[stack->viewer_at + h->viewer] = 1;
	else if (h->viewer == AP_EVERYTHING)
		row[stack->viewer_at + layout->players] = 1;
	for (int i = 0; i < layout->game->option_count; i++)
		row[stack->option_at[i] + h->option[i]] = 1;
	if (h->over)
		row[stack->over_at + h->over - 1] = 1;
	ln_put_number(row + stack->question_at, 0, UINT16_MAX, h->question);
	for (int seat = 0; seat < h->players; seat++)
		row[stack->asked_at + ln_relative(rotation, seat)] = top->asked >> seat & 1;
	row[stack->asked_at + layout->players] = top->asked >> AP_CHANCE & 1;
	row[stack->steps_at + top->step] = 1;
	put_frames(layout, h, rotation, row);
}

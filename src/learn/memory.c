/* memory.c: what a seat has witnessed: events. An answer under seal shows nothing to others, not
 * even how many actions it had; when it is opened, events tell of it. So events that the seat may
 * see are all that there is to remember.
 *
 * A memory has a head, the times of its rows, and bytes that are columns already: ap_observe()
 * copies them. */
#include "learn/layout.h"

#include <stdio.h>
#include <stdlib.h>

#include "text/memory.h"

typedef struct memory_head {
	uint8_t players, viewer;
	uint16_t rotation;
	uint32_t seen;                   /* how many events were witnessed */
	uint16_t recent_when[LN_RECENT]; /* 1 + the question; 0: nothing yet */
	uint8_t recent[LN_RECENT][LN_RECENT_BYTES];
} memory_head;

/* How an argument is one byte: 0 if it is missing; 1 + the place of a name, 255 for all beyond; a
 * number between these two, plus 128. */
enum { LEAST = -127, MOST = 127, ZERO = 128 };

/* ---- The columns ----------------------------------------------------------------------------- */

static void plan_event(ap_layout *layout, int kind)
{
	ln_memory_plan *plan = &layout->memory;
	const ap_event_kind *about = &layout->game->events[kind];
	ln_event *event = &plan->event[kind];
	*event = (ln_event){.row = plan->rows, .subject = -1, .data = plan->data, .width = 1};
	for (int i = 0; i < AP_EVENT_ARGS && about->arg[i]; i++) {
		event->list[i] = ln_list_of(&layout->lists, about->arg[i]);
		event->names[i] = (int16_t)(event->list[i] ? event->list[i]->names->count : 0);
		bool seat = about->arg[i] == layout->game->seats;
		bool follows = !seat && event->list[i] && event->list[i]->place;
		event->seats |= (uint8_t)(seat << i);
		event->follows |= (uint8_t)(follows << i);
		event->arguments = i + 1;
		if (event->subject < 0 && about->arg[i] == layout->game->seats)
			event->subject = i;
		else
			event->at[i] = (uint8_t)event->width++;
	}
	int rows = event->subject < 0 ? 1 : layout->players;
	plan->rows += rows;
	plan->data += rows * event->width;
}

static void row_name(const ap_layout *layout, int kind, int row, char *out, size_t size)
{
	const char *name = layout->game->events[kind].name;
	if (layout->memory.event[kind].subject < 0)
		snprintf(out, size, "witnessed.%s", name);
	else
		snprintf(out, size, "witnessed.%s.seat+%d", name, row);
}

static int rows_of(const ap_layout *layout, int kind)
{
	return layout->memory.event[kind].subject < 0 ? 1 : layout->players;
}

static void add_argument(
	ap_layout *layout, const ln_list *list, const char *row, const char *called)
{
	if (!list)
		ln_add_column(
			&layout->columns, AP_NUMBER_COLUMN, LEAST - 1, MOST, -1, "%s.%s", row, called);
	else
		ln_add_column(&layout->columns, AP_NAME_COLUMN, 0, list->count < 255 ? list->count : 255,
			list->number, "%s.%s", row, called);
}

static void add_rows(ap_layout *layout, int kind)
{
	const ln_event *event = &layout->memory.event[kind];
	const ap_event_kind *about = &layout->game->events[kind];
	char name[128];
	for (int row = 0; row < rows_of(layout, kind); row++) {
		row_name(layout, kind, row, name, sizeof name);
		ln_add_column(&layout->columns, AP_NUMBER_COLUMN, 0, 255, -1, "%s.times", name);
		for (int i = 0; i < AP_EVENT_ARGS; i++)
			if (event->at[i])
				add_argument(layout, event->list[i], name, about->called[i]);
	}
}

static void add_recent(ap_layout *layout)
{
	ln_columns *columns = &layout->columns;
	for (int n = 0; n < LN_RECENT; n++)
		ln_add_column(columns, AP_NUMBER_COLUMN, 0, 255, -1, "recent.%d.lately", n);
	for (int n = 0; n < LN_RECENT; n++) {
		ln_add_column(columns, AP_NAME_COLUMN, 0, 255, -1, "recent.%d.kind-low", n);
		ln_add_column(columns, AP_NAME_COLUMN, 0, 255, -1, "recent.%d.kind-high", n);
		for (int i = 0; i < AP_EVENT_ARGS; i++)
			ln_add_column(columns, AP_NAME_COLUMN, 0, 255, -1, "recent.%d.argument-%d", n, i);
	}
}

void ln_add_memory(ap_layout *layout)
{
	ln_memory_plan *plan = &layout->memory;
	char name[128];
	plan->event = ap_allocate(layout->game->event_count + 1u, sizeof *plan->event);
	for (int kind = 0; kind < layout->game->event_count; kind++)
		plan_event(layout, kind);
	for (int r = 0; r < LN_ROTATIONS; r++)
		for (int seat = 0; seat < r / AP_MAX_SEATS && r % AP_MAX_SEATS < r / AP_MAX_SEATS; seat++)
			plan->relative[r][seat] = (uint8_t)(1 + ln_relative(r, seat));
	plan->when_at = sizeof(memory_head);
	plan->data_at = plan->when_at + (size_t)plan->rows * sizeof(uint16_t);
	plan->size = (plan->data_at + (size_t)plan->data + 7) / 8 * 8;
	plan->column = layout->columns.count;
	for (int kind = 0; kind < layout->game->event_count; kind++)
		for (int row = 0; row < rows_of(layout, kind); row++) {
			row_name(layout, kind, row, name, sizeof name);
			ln_add_column(&layout->columns, AP_NUMBER_COLUMN, 0, 255, -1, "%s.lately", name);
		}
	for (int kind = 0; kind < layout->game->event_count; kind++)
		add_rows(layout, kind);
	add_recent(layout);
}

/* ---- Witnessing ------------------------------------------------------------------------------ */

size_t ap_memory_size(const ap_layout *layout)
{
	assert(layout);
	return layout->memory.event ? layout->memory.size : sizeof(memory_head);
}

void ap_memory_begin(const ap_layout *layout, void *memory, int players, int seat)
{
	assert(layout && memory && players >= 1 && players <= layout->players);
	assert((seat >= 0 && seat < players) || seat == AP_OBSERVER);
	memset(memory, 0, ap_memory_size(layout));
	memory_head *head = memory;
	head->players = (uint8_t)players;
	head->viewer = (uint8_t)seat;
	head->rotation = (uint16_t)ln_rotation(players, seat);
}

/* An event as one byte for each argument, with seats as they are. */
typedef union witnessed {
	uint8_t byte[LN_RECENT_BYTES];
	uint64_t word;
} witnessed;

static_assert(LN_RECENT_BYTES == sizeof(uint64_t), "an event is copied as one word");

static inline uint8_t byte_of_place(int place)
{
	return (uint8_t)(place < 255 ? place + 1 : 255);
}

static inline witnessed read_event(const ln_event *event, const ap_event *e)
{
	witnessed w = {.word = 0};
	w.byte[0] = (uint8_t)(e->kind + 1);
	w.byte[1] = (uint8_t)((e->kind + 1) >> 8);
	for (int i = 0; i < event->arguments; i++) {
		int value = e->arg[i];
		if (value == AP_NONE)
			continue;
		if (event->names[i] == 0)
			w.byte[2 + i] = (uint8_t)(ZERO + (value < LEAST ? LEAST : value > MOST ? MOST : value));
		else if (value >= 0 && value < event->names[i])
			w.byte[2 + i] = byte_of_place(value);
	}
	return w;
}

/* Turns the arguments that follow the seats to where they are for the owner of the memory. */
static inline void turn_event(const ap_layout *layout, const ln_event *event, const ap_event *e,
	const memory_head *head, witnessed *w)
{
	const uint8_t *relative = layout->memory.relative[head->rotation];
	for (unsigned seats = event->seats; seats; seats &= seats - 1) {
		int i = __builtin_ctz(seats);
		if (w->byte[2 + i])
			w->byte[2 + i] = e->arg[i] < AP_MAX_SEATS ? relative[e->arg[i]] : 0;
	}
	for (unsigned follow = event->follows; follow; follow &= follow - 1) {
		int i = __builtin_ctz(follow);
		if (w->byte[2 + i])
			w->byte[2 + i] = byte_of_place(event->list[i]->place[head->rotation][e->arg[i]]);
	}
}

static inline void remember(
	const ap_layout *layout, memory_head *head, uint16_t now, const ln_event *event, witnessed w)
{
	unsigned recent = head->seen++ % LN_RECENT;
	int row = 0;
	head->recent_when[recent] = now;
	memcpy(head->recent[recent], &w.word, sizeof w.word);
	if (event->subject >= 0) {
		row = w.byte[2 + event->subject] - 1;
		if (row < 0 || row >= head->players) /* it is about nobody at the table */
			return;
	}
	((uint16_t *)((uint8_t *)head + layout->memory.when_at))[event->row + row] = now;
	uint8_t *data = (uint8_t *)head + layout->memory.data_at + event->data + row * event->width;
	data[0] += data[0] < 255;
	for (int i = 0, at = 1; i < event->arguments; i++)
		if (i != event->subject)
			data[at++] = w.byte[2 + i];
}

void ln_witness(const ap_layout *layout, void *const *memories, int count, const void *state,
	const ap_events *events)
{
	uint16_t now = (uint16_t)(ap_question(state) + 1);
	for (int i = 0; i < events->count; i++) {
		const ap_event *e = &events->list[i];
		const ln_event *event = &layout->memory.event[e->kind];
		witnessed plain = read_event(event, e);
		for (int n = 0; n < count; n++) {
			memory_head *head = memories[n];
			if (!(e->seen_by & AP_SEAT(head->viewer)))
				continue;
			witnessed w = plain;
			turn_event(layout, event, e, head, &w);
			remember(layout, head, now, event, w);
		}
	}
}

void ap_memory_witness(
	const ap_layout *layout, void *memory, const void *state, const ap_events *events)
{
	assert(layout && memory && state && events);
	if (layout->memory.event)
		ln_witness(layout, &memory, 1, state, events);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* 255 for what was told with the open question, one less for each question since, but at least 1.
 */
static inline void put_lately(const uint16_t *when, int count, uint16_t now, uint8_t *out)
{
	for (int i = 0; i < count; i++) {
		uint16_t age = (uint16_t)(now - when[i]), capped = age < 254 ? age : 254;
		out[i] = (uint8_t)(when[i] ? 255 - capped : 0);
	}
}

void ln_put_memory(const ap_layout *layout, const void *view, const void *memory, uint8_t *row)
{
	const ln_memory_plan *plan = &layout->memory;
	const memory_head *head = memory;
	uint16_t now = (uint16_t)(ap_question(view) + 1);
	uint8_t *out = row + plan->column;
	put_lately((const uint16_t *)((const uint8_t *)memory + plan->when_at), plan->rows, now, out);
	out += plan->rows;
	memcpy(out, (const uint8_t *)memory + plan->data_at, (size_t)plan->data);
	out += plan->data;
	for (unsigned n = 0; n < LN_RECENT; n++) {
		unsigned from = (head->seen - 1 - n) % LN_RECENT; /* the latest comes first */
		put_lately(&head->recent_when[from], 1, now, out + n);
		memcpy(out + LN_RECENT + n * LN_RECENT_BYTES, head->recent[from], LN_RECENT_BYTES);
	}
}

/* layout.h: what a layout is made of. Each part has a function that adds its columns when the
 * layout is made, and one that writes them. The row is 0 before it is written. */
#ifndef APPARAT_LEARN_LAYOUT_H
#define APPARAT_LEARN_LAYOUT_H

#include "learn/columns.h"

/* ---- The stack (stack.c) --------------------------------------------------------------------- */

/* A frame of one kind may lie on the stack more than once. The topmost ones of each kind have
 * columns of their own. Those that lie deeper are rare and hardly matter: a digest of them tells
 * them apart. */
enum { LN_OCCURRENCES = 2, LN_DIGEST = 8, LN_MOST_FRAME_WIDTH = 8192 };

/* A local of a kind of frame, and its first column counted from that of the frame. */
typedef struct ln_local {
	const ap_local *local;
	const ln_list *keys, *values;
	int column, width; /* the width of one element */
} ln_local;

typedef struct ln_frame {
	const ap_frame_kind *kind;
	int column[LN_OCCURRENCES];
	int first, count; /* its locals */
	int width;
} ln_frame;

enum { LN_MOST_LOCALS = 512, LN_MOST_FRAMES = 96, LN_MOST_STEPS = 256 };

/* The columns of an action as a value: a flag for each verb, then each list that an argument can be
 * of. */
typedef struct ln_action_part {
	const ln_list *list; /* NULL: numbers */
	int column;
} ln_action_part;
enum { LN_MOST_ACTION_PARTS = 32, LN_NUMBER_DIGITS = 12 };
typedef struct ln_action_value {
	ln_action_part part[2][LN_MOST_ACTION_PARTS];
	int count[2], width;
} ln_action_value;

typedef struct ln_stack {
	int players_at, viewer_at, options_at, over_at, question_at, asked_at, steps_at;
	int levels_at[LN_OCCURRENCES], digest_at;
	int option_at[AP_MAX_OPTIONS];
	ln_frame frame[LN_MOST_FRAMES];
	int frames;
	uint8_t frame_of_step[LN_MOST_STEPS];
	ln_local local[LN_MOST_LOCALS];
	int locals;
	ln_action_value action;
} ln_stack;

/* ---- Fields and grids (fields.c) ------------------------------------------------------------- */

typedef struct ln_field {
	const ap_field *field;
	const ln_list *keys, *values;
	int column;
	int count; /* elements with columns */
	int width; /* columns of an element */
	/* One of several fields that are alike, one for each seat: which one, or -1, and the columns of
	 * one of them. They lie one after another. */
	int seat, span;
} ln_field;

typedef struct ln_grid {
	const ap_grid *grid;
	const ln_list *rows, *columns;
	int column, known_at;
	int row_count, column_count;
} ln_grid;

/* ---- Figures (figures.c) --------------------------------------------------------------------- */

typedef struct ln_figure {
	const ap_figure_row *figure;
	const ln_list *keys, *values;
	int column, count, width;
} ln_figure;

/* ---- Memory (memory.c) ----------------------------------------------------------------------- */

/* What is remembered of a kind of event. There is a row for each seat that it can be about, or one.
 */
typedef struct ln_event {
	int row;         /* its first row */
	int subject;     /* the argument that is the seat; -1: none */
	int data, width; /* the first byte of its rows among the data, and the bytes of a row */
	int arguments;
	uint8_t at[AP_EVENT_ARGS];          /* the byte of each argument in a row; 0: none */
	int16_t names[AP_EVENT_ARGS];       /* how many names its list has; 0: it is a number */
	const ln_list *list[AP_EVENT_ARGS]; /* NULL: it is a number */
	uint8_t seats,
		follows; /* bit n: argument n is a seat, or of another list that follows the seats */
} ln_event;

enum { LN_RECENT = 16, LN_RECENT_BYTES = 2 + AP_EVENT_ARGS };

typedef struct ln_memory_plan {
	uint8_t relative[LN_ROTATIONS][AP_MAX_SEATS]; /* 1 + where each seat is, see ln_relative() */
	ln_event *event;
	int rows, data; /* how many rows there are, and bytes of data */
	int column;
	size_t when_at, data_at, size; /* bytes of a memory */
} ln_memory_plan;

/* ---- Actions (actions.c) --------------------------------------------------------------------- */

typedef struct ln_verb {
	const ln_list *x, *y; /* NULL: a number, or no argument */
	int32_t base;
	int x_count, y_count;
	bool has_x, has_y, has_copies;
} ln_verb;

/* A verb for one rotation: the index of a sound action is base + x[its x] * y_count + y[its y]. */
typedef struct ln_turned_verb {
	const uint16_t *x, *y;
	int32_t base, y_count;
	bool has_copies;
} ln_turned_verb;

/* ---- All ------------------------------------------------------------------------------------- */

struct ap_layout {
	const ap_game *game;
	int players;
	unsigned parts;
	uint64_t hash;
	ln_lists lists;
	ln_columns columns;
	int *by_name; /* the columns in the order of their names */
	float *scale; /* 1 / (high - low) of each column */
	ln_stack stack;
	ln_field *field;
	int fields;
	ln_grid *grid;
	ln_figure *figure;
	int standing_at, figures_at, memory_at;
	ln_memory_plan memory;
	ln_verb *verb;
	ln_turned_verb *turned; /* for each rotation, for each verb */
	uint16_t **numbers;     /* for each verb: which word a number is; NULL: it takes no number */
	int32_t indices;
	int words, number_words, numbers_at;
	char **word_name;
};

void ln_add_stack(ap_layout *layout);
void ln_put_stack(const ap_layout *layout, const ap_head *head, int rotation, uint8_t *row);
void ln_add_fields(ap_layout *layout);
void ln_put_fields(const ap_layout *layout, const void *view, int rotation, uint8_t *row);
void ln_add_standing(ap_layout *layout);
void ln_put_standing(const ap_layout *layout, const void *view, int rotation, uint8_t *row);
void ln_add_figures(ap_layout *layout);
void ln_put_figures(const ap_layout *layout, const void *view, int rotation, uint8_t *row);
void ln_add_memory(ap_layout *layout);
void ln_put_memory(const ap_layout *layout, const void *view, const void *memory, uint8_t *row);
/* ap_memory_witness() for several memories of one game; the layout has columns of memory. */
void ln_witness(const ap_layout *layout, void *const *memories, int count, const void *state,
	const ap_events *events);
void ln_add_actions(ap_layout *layout);
void ln_free_actions(ap_layout *layout);

/* Returns the rotation of a view; nobody is rotated for an observer. */
static inline int ln_viewer_rotation(const ap_head *head)
{
	return ln_rotation(head->players, head->viewer);
}

#endif

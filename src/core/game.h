/* game.h: what a game gives to the core, and what the core gives to a game's rule files.
 *
 * A state begins with an ap_head. The head holds a stack of frames: each is a step of the rules
 * with its locals. A frame with somebody asked waits for an answer; otherwise the rules `run`.
 * Everything in the head is public. */
#ifndef APPARAT_CORE_GAME_H
#define APPARAT_CORE_GAME_H

#include <assert.h>
#include <string.h>

#include "apparat/apparat.h"

#define AP_COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

enum { AP_MAX_DEPTH = 16, AP_LOCALS = 4 };

typedef struct ap_frame {
	uint16_t step;
	ap_seats asked;
	int16_t v[AP_LOCALS];
} ap_frame;

typedef struct ap_head {
	uint8_t players;
	uint8_t viewer; /* AP_EVERYTHING: the full state */
	uint8_t depth;
	uint8_t over; /* 0, or 1 + the reason */
	uint8_t option[AP_MAX_OPTIONS];
	uint16_t question;
	uint16_t spare[3];
	ap_frame stack[AP_MAX_DEPTH];
} ap_head;

/* A list of words: seats, cards, people. `label` is what copies of one thing share; the
 * catalogue has a word for each label under GAME.kind.label. */
typedef struct ap_names {
	const char *kind;
	int count;
	const char *const *name;
	const char *const *label;
} ap_names;

extern const ap_names ap_plain_number; /* an argument that is just a number */

/* A verb of the notation, and what its arguments name (NULL: none). */
typedef struct ap_verb {
	const char *name;
	const ap_names *x, *y;
} ap_verb;

/* A kind of event, and what its arguments name. */
typedef struct ap_event_kind {
	const char *name;
	const ap_names *arg[AP_EVENT_ARGS];
} ap_event_kind;

typedef struct ap_list {
	ap_action *item;
	int count;
} ap_list;

static inline void ap_add(ap_list *list, ap_action a)
{
	assert(list->count < AP_MAX_LEGAL);
	list->item[list->count++] = a;
}

/* A step of the rules: a row of the game's table. */
typedef struct ap_step {
	const char *name;
	uint16_t clause; /* the rule that asks */
	/* Nobody is asked: what the rules do by themselves. Asks, or moves on. */
	void (*run)(void *state, ap_events *events);
	void (*legal)(const void *state, int seat, ap_list *out);
	/* 0, or the clause that forbids. Sees any action whatever, judges by what the seat knows. */
	uint16_t (*refuse)(const void *state, int seat, ap_action a);
	void (*apply)(void *state, int seat, ap_action a, ap_events *events);
	/* Sealed steps only: all have answered; a seat takes its answer back (false: has none). */
	void (*close)(void *state, ap_events *events);
	bool (*unseal)(void *state, int seat);
} ap_step;

/* A part of the state that JSON shows, one element or one for each key. */
typedef enum { AP_NUMBERS, AP_NAMES, AP_SETS } ap_field_kind;

/* The byte of a name in a view: something is there, but which one the viewer does not know. JSON
 * says "unseen", so that it is not taken for nothing, which is null. */
enum { AP_UNSEEN = 0xfe };

typedef struct ap_field {
	const char *name;
	ap_field_kind kind;
	uint16_t offset;
	uint8_t bytes;                               /* of one element */
	const ap_names *keys;                        /* NULL: a single element */
	const ap_names *values;                      /* of names and sets */
	int32_t most;                                /* numbers: 0 .. most */
	bool (*known)(const void *state, int index); /* NULL: always */
} ap_field;

/* A table of small numbers, one byte for each row and column; a byte may hold two of them. JSON
 * leaves zeros out. */
typedef struct ap_grid {
	const char *name;
	uint16_t offset;     /* of the first byte: rows one after another, columns->count bytes each */
	uint8_t shift, bits; /* where the number lies in its byte */
	const ap_names *rows, *columns;
	int32_t most;                                          /* 0 .. most */
	bool (*known)(const void *state, int row, int column); /* NULL: always */
} ap_grid;

typedef struct ap_option {
	const char *name;
	const char *const *values; /* NULL-terminated, the first is the default */
} ap_option;

struct ap_game {
	const char *name;
	uint8_t min_players, max_players, rules_version;
	uint16_t state_size;
	uint16_t clause_count, step_count, verb_count, event_count, field_count, option_count;
	uint16_t grid_count;
	uint16_t turn_clause;        /* cited to a seat that is not asked */
	const uint16_t *over_clause; /* by reason: cited after the end */
	const char *const *clause_ids;
	const ap_names *seats;
	const ap_names *reasons;
	const ap_step *steps;
	const ap_verb *verbs;
	const ap_event_kind *events;
	const ap_field *fields;
	const ap_grid *grids; /* few games have any */
	const ap_option *options;
	const ap_names *const *names; /* every list of words, NULL-terminated */

	bool (*setup_sound)(const ap_setup *setup); /* NULL: every number goes with every option */
	void (*blank)(void *state); /* an empty table, the head already set; first step on the stack */
	void (*mend)(void *state);  /* after an import: recomputes what JSON does not say */
	const char *(*unsound)(const void *state);
	bool (*tiresome)(const void *view, int seat); /* NULL: never; see ap_worth_asking() */
	void (*hide)(void *state, int viewer);
	void (*fill)(void *state, int viewer, ap_rng *rng);
	ap_action (*mask)(const void *state, int seat, ap_action a, int viewer);
	void (*outcome)(const void *state, ap_outcome *out);
	int (*bound)(const ap_setup *setup);
};

/* ---- Moving between steps ------------------------------------------------------------------ */

static inline ap_frame *ap_top(void *state)
{
	ap_head *h = state;
	return &h->stack[h->depth - 1];
}
static inline const ap_frame *ap_peek(const void *state)
{
	const ap_head *h = state;
	return &h->stack[h->depth - 1];
}

/* Puts the question of the top step to these seats. */
static inline void ap_ask(void *state, ap_seats seats)
{
	assert(seats != 0);
	ap_top(state)->asked = seats;
	((ap_head *)state)->question++;
}

/* The top frame goes on with another step; its locals stay. */
static inline void ap_goto(void *state, int step)
{
	ap_top(state)->step = (uint16_t)step;
	ap_top(state)->asked = 0;
}

ap_frame *ap_call(void *state, int step); /* a new frame on top; the one below runs after it */
void ap_end(void *state);                 /* the top frame is done */
void ap_finish(void *state, int reason);  /* the game is over */
void ap_settle(const ap_game *game, void *state, ap_events *events); /* run to the next question */

/* A state with nothing on the table, for ap_start() and for imports. */
void ap_blank(const ap_game *game, const ap_setup *setup, void *state);

/* ---- Telling ------------------------------------------------------------------------------- */

void ap_record_event(
	ap_events *events, ap_seats seen_by, int kind, int clause, const int16_t arg[AP_EVENT_ARGS]);

#define ap_tell_to(events, seen_by, kind, clause, ...)                                             \
	do {                                                                                           \
		if (events)                                                                                \
			ap_record_event(                                                                       \
				events, seen_by, kind, clause, (const int16_t[AP_EVENT_ARGS]){__VA_ARGS__});       \
	} while (0)
#define ap_tell(events, kind, clause, ...)                                                         \
	ap_tell_to(events, AP_ALL_VIEWERS, kind, clause, __VA_ARGS__)

/* ---- Small things -------------------------------------------------------------------------- */

int ap_index_of(const ap_names *names, const char *word, size_t length); /* -1: not there */

/* May this viewer (of a view or of the full state) see what `seat` alone knows? */
static inline bool ap_sees(const void *state, int seat)
{
	int viewer = ((const ap_head *)state)->viewer;
	return viewer == AP_EVERYTHING || viewer == seat;
}

#endif

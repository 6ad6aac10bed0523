/* game.h: what a game gives to the core, and what the core gives to a game's rule files.
 *
 * A state begins with an ap_head. The head holds a stack of frames: each is a step of the rules
 * with its locals. A frame in which somebody is asked waits for an answer; in any other the rules
 * `run`. Everything in the head is public.
 *
 * Most of the tables below are written by tools/declarations.py from the TOML files in a game's
 * engine folder; docs/adding-a-game.md tells how. */
#ifndef APPARAT_CORE_GAME_H
#define APPARAT_CORE_GAME_H

#include <assert.h>
#include <string.h>

#include "apparat/apparat.h"

#define AP_COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- Frames and the head --------------------------------------------------------------------- */

enum { AP_MAX_DEPTH = 12, AP_LOCAL_BYTES = 12 };

/* What a step remembers between its questions. The game declares what the locals of each step are
 * called and of what kind they are (ap_frame_kind), and reads them through structs that are
 * generated from the declaration. */
typedef struct ap_frame {
	uint16_t step;
	ap_seats asked; /* who has still to answer; empty: the rules run */
	union {
		uint32_t aligned;
		unsigned char local[AP_LOCAL_BYTES];
		int16_t v[4];
	};
} ap_frame;

typedef struct ap_head {
	uint8_t players;
	uint8_t viewer; /* AP_EVERYTHING: the full state */
	uint8_t depth;  /* how many frames are in use */
	uint8_t over;   /* 0, or 1 + the reason */
	uint8_t option[AP_MAX_OPTIONS];
	uint16_t question; /* how many have been put */
	uint16_t spare[3]; /* zero */
	ap_frame stack[AP_MAX_DEPTH];
} ap_head;

/* ---- Names ----------------------------------------------------------------------------------- */

/* What a name carries in the game's data: the value of a card, the region of a space. */
typedef struct ap_attribute {
	const char *name;
	ap_attribute_kind kind;
	const struct ap_names *values; /* of names; NULL: numbers */
	const void *rows;              /* the data, a row for each name */
	uint16_t stride, offset;       /* from row to row, and of the value in its row, in bytes */
	uint8_t bytes;                 /* of one number */
	bool is_signed;
	uint16_t most;         /* numbers in a row of AP_SEVERAL; otherwise 1 */
	uint16_t count_offset; /* where a row says how many of them it has; 0xffff: always `most` */
} ap_attribute;

/* A list of words: seats, cards, people. `label` is what copies of one thing share; the
 * catalogue has a word for each label under GAME.kind.label. */
typedef struct ap_names {
	const char *kind;
	int count;
	const char *const *name;
	const char *const *label;
	const ap_attribute *attributes;
	int attribute_count;
	/* In a client a person chooses an action by pointing at what it names. Arguments from this list
	 * need not be pointed at once the others leave only one action. */
	bool implied;
} ap_names;

/* Arguments that are no names. */
extern const ap_names ap_plain_number; /* a number */
extern const ap_names ap_plain_action; /* of facts only: an action */
extern const ap_names ap_plain_event;  /* of facts only: a kind of event */

/* ---- Verbs, events, facts -------------------------------------------------------------------- */

/* A verb of the notation, and what its arguments name (NULL: there is none). */
typedef struct ap_verb {
	const char *name;
	const ap_names *x, *y;
	bool nothing; /* whoever says it does nothing: see ap_pass() */
} ap_verb;

/* A kind of event or of fact: what its arguments are called, and what they name. */
typedef struct ap_event_kind {
	const char *name;
	const ap_names *arg[AP_EVENT_ARGS]; /* NULL: no more */
	const char *called[AP_EVENT_ARGS];
	ap_seats optional;     /* bit n: argument n may be AP_NONE */
	bool turning_point;    /* of events: whoever looks at the game again wants to find it */
	bool quiet;            /* of events: a short log can do without it */
	uint8_t die_argument;  /* of events: 1 + the argument that is the face of a die; 0: none */
	bool in_odds;          /* of events: odds may tell of it */
	uint8_t odds_argument; /* of such: 1 + the argument by which its outcomes differ; 0: none */
} ap_event_kind;

/* Every game's first kind of fact. */
enum { AP_FACT_ODDS };

/* ---- Steps ----------------------------------------------------------------------------------- */

typedef struct ap_list {
	ap_action *item;
	int count;
} ap_list;

static inline void ap_add(ap_list *list, ap_action a)
{
	assert(list->count < AP_MAX_LEGAL);
	list->item[list->count++] = a;
}

typedef enum ap_local_kind {
	AP_LOCAL_NUMBER,
	AP_LOCAL_NAME,
	AP_LOCAL_SET, /* of names, a bit each */
	AP_LOCAL_ACTION
} ap_local_kind;

/* One thing that a frame remembers. What may be missing is then all ones: AP_NOBODY in a byte,
 * AP_NO_ACTION. */
#define AP_NO_ACTION ((ap_action)0xffffffff)

typedef struct ap_local {
	const char *name;
	ap_local_kind kind;
	bool optional;          /* may be missing: JSON shows null */
	uint8_t offset;         /* of its first byte among the locals */
	uint8_t bytes;          /* of one element, or of all where elements are smaller than a byte */
	uint8_t bits;           /* of one element that is smaller than a byte; 0: it is not */
	const ap_names *keys;   /* one element for each of these; NULL: a single one */
	const ap_names *values; /* of names and sets */
	int32_t low, high;      /* of numbers */
} ap_local;

typedef struct ap_frame_kind {
	const char *name;
	const ap_local *locals;
	int count;
	unsigned char blank[AP_LOCAL_BYTES]; /* nothing is remembered yet */
} ap_frame_kind;

/* A step of the rules: a row of the game's table. */
typedef struct ap_step {
	const char *name;
	uint16_t clause; /* the rule that asks */
	/* Nobody is asked: what the rules do by themselves. It asks somebody or moves on. */
	void (*run)(void *state, ap_events *events);
	void (*legal)(const void *state, int seat, ap_list *out);
	/* 0, or the clause that forbids it. It sees any action whatever, and judges by what the seat
	 * may know. */
	uint16_t (*refuse)(const void *state, int seat, ap_action a);
	void (*apply)(void *state, int seat, ap_action a, ap_events *events);
	/* Sealed steps only: all have answered; a seat takes its answer back (false: it has none). */
	void (*close)(void *state, ap_events *events);
	bool (*unseal)(void *state, int seat);
	const ap_frame_kind *frame; /* NULL: it remembers nothing that is declared */
	bool often;                 /* asked so often that people may ask to be passed for here, */
	bool own_turn;              /* until they are asked at a step that is this */
} ap_step;

/* ---- What JSON shows ------------------------------------------------------------------------- */

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

/* A number or a name that follows from the state by the rules: one, or one for each key. */
typedef struct ap_figure_row {
	const char *name;
	uint16_t clause;
	const ap_names *keys;                  /* NULL: a single one */
	const ap_names *values;                /* NULL: numbers */
	int (*get)(const void *view, int key); /* AP_NONE: there is none, or the viewer cannot know */
} ap_figure_row;

/* ---- A game ---------------------------------------------------------------------------------- */

typedef struct ap_option {
	const char *name;
	const char *const *values; /* NULL-terminated; the first is the default */
} ap_option;

struct ap_game {
	const char *name;
	uint8_t min_players, max_players, rules_version;
	uint16_t state_size;
	uint16_t clause_count, step_count, verb_count, event_count, field_count, option_count;
	uint16_t grid_count, fact_count, figure_count;
	uint16_t turn_clause;        /* cited to a seat that is not asked */
	const uint16_t *over_clause; /* by reason: cited after the end */
	const char *const *clause_ids;
	const ap_names *seats;
	const ap_names *reasons;
	const ap_step *steps;
	const ap_verb *verbs;
	const ap_event_kind *events;
	const ap_event_kind *facts; /* the first is AP_FACT_ODDS */
	const ap_field *fields;
	const ap_grid *grids; /* few games have any */
	const ap_figure_row *figures;
	const ap_option *options;
	const ap_names *const *names; /* every list that has words in the catalogue, NULL-terminated */
	const char *standing_name;    /* the currency of ap_standing(): "points" */

	bool (*setup_sound)(const ap_setup *setup); /* NULL: every number goes with every option */
	void (*blank)(void *state); /* an empty table; the head and the first frame are set */
	void (*mend)(void *state);  /* after an import: recomputes what JSON does not say */
	const char *(*unsound)(const void *state);
	/* Whether hardly anybody would answer anything but ap_pass() here. NULL: never. */
	bool (*hardly_matters)(const void *view, int seat);
	void (*hide)(void *state, int viewer);
	void (*fill)(void *state, int viewer, ap_rng *rng);
	ap_action (*mask)(const void *state, int seat, ap_action a, int viewer);
	void (*outcome)(const void *state, ap_outcome *out);
	int (*bound)(const ap_setup *setup);
	int (*standing)(const void *view, int seat);
	/* What is going on, by what the viewer may know; the stack is not empty. */
	void (*situation)(const void *view, ap_facts *facts);
	/* What an action of a seat that is asked would come to. NULL: nothing can be told. */
	void (*foresee)(const void *view, int seat, ap_action a, ap_facts *facts);
};

/* ---- Moving between steps -------------------------------------------------------------------- */

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

/* The top frame goes on with another step of the same kind of frame; its locals stay. */
static inline void ap_goto(void *state, int step)
{
	ap_top(state)->step = (uint16_t)step;
	ap_top(state)->asked = 0;
}

/* The top frame goes on with a step whose frame is of this kind, and remembers nothing. */
static inline void ap_enter(void *state, int step, const ap_frame_kind *kind)
{
	ap_goto(state, step);
	memcpy(ap_top(state)->local, kind->blank, AP_LOCAL_BYTES);
}

ap_frame *ap_call(void *state, int step); /* a new frame on top; the one below runs after it */
void ap_end(void *state);                 /* the top frame is done */
void ap_finish(void *state, int reason);  /* the game is over */
void ap_settle(const ap_game *game, void *state, ap_events *events); /* runs to the next question */

/* A state with nothing on the table, for ap_start() and for imports. */
void ap_blank(const ap_game *game, const ap_setup *setup, void *state);

/* ---- Telling --------------------------------------------------------------------------------- */

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

/* A fact about the frame with this number. */
void ap_state_fact(
	ap_facts *facts, int frame, int kind, int clause, const int32_t arg[AP_EVENT_ARGS]);

/* Odds: the outcomes of a chance question from `first` to `last` of `of` bring about this event
 * (AP_NONE: none of those that the odds of this frame name), with this value of the argument that
 * the event declares for odds (AP_NONE: whatever its value). */
static inline void ap_state_odds(
	ap_facts *facts, int frame, int clause, int event, int value, int first, int last, int of)
{
	if (first <= last)
		ap_state_fact(facts, frame, AP_FACT_ODDS, clause,
			(const int32_t[AP_EVENT_ARGS]){event, value, first, last, of});
}

/* The index of a name that is about to be told: it must be on its list. */
static inline int16_t ap_checked(int index, int count)
{
	assert(index >= 0 && index < count);
	(void)count;
	return (int16_t)index;
}

/* The same of what may be missing: whatever is not on the list. */
static inline int16_t ap_maybe(int index, int count)
{
	return index >= 0 && index < count ? (int16_t)index : AP_NONE;
}

/* ---- Small things ---------------------------------------------------------------------------- */

int ap_index_of(const ap_names *names, const char *word, size_t length); /* -1: not there */

/* May this viewer (of a view or of the full state) see what `seat` alone knows? */
static inline bool ap_sees(const void *state, int seat)
{
	int viewer = ((const ap_head *)state)->viewer;
	return viewer == AP_EVERYTHING || viewer == seat;
}

#endif

/* game.h: the tables that a game gives to the core, and the functions that the core gives to a
 * game's rule files.
 *
 * A state begins with an ap_head. The head holds a stack of frames; each frame is at a step of the
 * rules and has locals, which are the values that the step remembers. If the top frame asks
 * somebody, the game waits for the answer; otherwise the step's `run` is called. Everything in the
 * head is public.
 *
 * tools/declarations.py writes most of the tables below from the TOML files in a game's engine
 * folder; docs/adding-a-game.md explains how. */
#ifndef APPARAT_CORE_GAME_H
#define APPARAT_CORE_GAME_H

#include <assert.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "apparat/apparat.h"

#define AP_COUNT(array) ((int)(sizeof(array) / sizeof(array)[0]))

/* ---- Frames and the head --------------------------------------------------------------------- */

enum { AP_MAX_DEPTH = 12, AP_LOCAL_BYTES = 12 };

/* A step and the values that it remembers between its questions. The game declares the names and
 * kinds of the locals of each step (ap_frame_kind), and reads them through structs that are
 * generated from the declaration. */
typedef struct ap_frame {
	uint16_t step;
	ap_seats asked; /* the seats that still have to answer; empty if nobody is asked */
	union {
		uint32_t aligned;
		unsigned char local[AP_LOCAL_BYTES];
	};
} ap_frame;

typedef struct ap_head {
	uint8_t players;
	uint8_t viewer; /* AP_EVERYTHING: the full state */
	uint8_t depth;  /* the number of frames in use */
	uint8_t over;   /* 0 while the game runs; afterwards 1 + the reason for the end */
	uint8_t option[AP_MAX_OPTIONS];
	uint16_t question; /* the number of questions asked so far */
	uint16_t spare;    /* always zero */
	ap_frame stack[AP_MAX_DEPTH];
} ap_head;

/* ---- Names ----------------------------------------------------------------------------------- */

/* An attribute of the names in a list, such as the value of a card or the region of a space. It
 * describes where the values lie in the game's data. */
typedef struct ap_attribute {
	const char *name;
	ap_attribute_kind kind;
	const struct ap_names *values; /* the list that the values are names of; NULL: numbers */
	const void *rows;              /* the data; one row for each name */
	uint16_t stride;               /* bytes from one row to the next */
	uint16_t offset;               /* byte of the value in its row */
	uint8_t bytes;                 /* size of one number, 1 to 8 */
	bool is_signed;
	uint16_t most;         /* AP_SEVERAL: the most numbers that a row can have; otherwise 1 */
	uint16_t count_offset; /* byte of a row that counts its numbers; 0xffff: always `most` */
} ap_attribute;

/* A list of names: seats, cards, people. Copies of one thing have different names and the same
 * label; the catalogue has a word for each label under GAME.kind.label. */
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

/* These stand in the place of a list where an argument is not a name. */
extern const ap_names ap_plain_number; /* a number */
extern const ap_names ap_plain_action; /* an action; only facts have such arguments */
extern const ap_names ap_plain_event;  /* a kind of event; only facts have such arguments */

/* ---- Verbs, events, facts -------------------------------------------------------------------- */

/* A verb of the notation, and the lists that its arguments are names of (NULL: no argument). */
typedef struct ap_verb {
	const char *name;
	const ap_names *x, *y;
	bool nothing; /* an action with this verb does nothing: see ap_pass() */
	bool final;   /* it gives up something large: clients ask once whether it is meant */
	bool open; /* of chance: all see the answer, and what it could have been follows from what all
				  know, so that the dice can be opened when it falls */
	uint16_t most; /* the greatest number that is an argument of it; 0: none is */
} ap_verb;

/* A kind of event or of fact. The fields from `turning_point` on are for events only. */
typedef struct ap_event_kind {
	const char *name;
	const ap_names *arg[AP_EVENT_ARGS]; /* what each argument names; NULL after the last one */
	const char *called[AP_EVENT_ARGS];  /* the name of each argument */
	ap_seats optional;                  /* bit n: argument n may be AP_NONE */
	bool turning_point;                 /* replays offer to jump to it */
	bool quiet;                         /* short logs leave it out */
	uint8_t die_argument;               /* 1 + the argument that is the face of a die; 0: none */
	uint8_t drawn_argument;             /* 1 + the one that is what chance answered; 0: none */
	bool in_odds;                       /* odds may tell of it */
	uint8_t odds_argument;              /* 1 + the argument that differs in odds; 0: none */
	uint16_t shown;                     /* see ap_event_shown() */
} ap_event_kind;

/* The first kind of fact in every game. */
enum { AP_FACT_ODDS };

/* ---- Steps ----------------------------------------------------------------------------------- */

/* A list of actions, with room for AP_MAX_LEGAL. */
typedef struct ap_list {
	ap_action *item;
	int count;
} ap_list;

static inline void ap_add(ap_list *list, ap_action a)
{
	assert(list->count < AP_MAX_LEGAL);
	list->item[list->count++] = a;
}
/* Adds an action, or not. This takes the same time for both, which is less than a branch that
 * cannot be foreseen. There must be room in any case. */
static inline void ap_add_if(ap_list *list, ap_action a, bool added)
{
	assert(list->count < AP_MAX_LEGAL);
	list->item[list->count] = a;
	list->count += added;
}
/* Add an action for each member of a set, in ascending order: `first` with the number of the member
 * added to its x, or to its y. Bit n of the set is the member n. */
static inline void ap_add_each_x(ap_list *list, ap_action first, uint64_t set)
{
	ap_list longer = *list; /* which the compiler can keep in registers */
	for (; set != 0; set &= set - 1)
		ap_add(&longer, first + ((ap_action)__builtin_ctzll(set) << 12));
	*list = longer;
}
static inline void ap_add_each_y(ap_list *list, ap_action first, uint64_t set)
{
	ap_list longer = *list;
	for (; set != 0; set &= set - 1)
		ap_add(&longer, first + (ap_action)__builtin_ctzll(set));
	*list = longer;
}
/* Add `count` actions whose x, or y, are consecutive numbers, beginning with `first`. They write
 * `most` actions, a constant, and keep `count` of them: this takes the same time for every count.
 * There must be room for `most`. */
static inline void ap_add_run_x(ap_list *list, ap_action first, int count, int most)
{
	assert(count >= 0 && count <= most && list->count + most <= AP_MAX_LEGAL);
	ap_action *out = list->item + list->count;
	for (int i = 0; i < most; i++)
		out[i] = first + ((ap_action)i << 12);
	list->count += count;
}
static inline void ap_add_run_y(ap_list *list, ap_action first, int count, int most)
{
	assert(count >= 0 && count <= most && list->count + most <= AP_MAX_LEGAL);
	ap_action *out = list->item + list->count;
	for (int i = 0; i < most; i++)
		out[i] = first + (ap_action)i;
	list->count += count;
}
/* The same as ap_add_each_x() and ap_add_each_y(), but faster if the set has many members, such as
 * the cards of a deck. */
void ap_add_many_x(ap_list *list, ap_action first, uint64_t set);
void ap_add_many_y(ap_list *list, ap_action first, uint64_t set);

typedef enum ap_local_kind {
	AP_LOCAL_NUMBER,
	AP_LOCAL_NAME,
	AP_LOCAL_SET, /* a set of names, one bit for each */
	AP_LOCAL_ACTION
} ap_local_kind;

/* In an optional local of kind action, stands for a missing action. In general a missing value has
 * all its bits set. */
#define AP_NO_ACTION ((ap_action)0xffffffff)

/* One of the values that a frame remembers. */
typedef struct ap_local {
	const char *name;
	ap_local_kind kind;
	bool optional;          /* the value may be missing; JSON then shows null */
	uint8_t offset;         /* its first byte among the locals */
	uint8_t bytes;          /* size of one element, or of all of them if `bits` is not 0 */
	uint8_t bits;           /* size of one element that is smaller than a byte; otherwise 0 */
	const ap_names *keys;   /* there is one element for each of these; NULL: there is one */
	const ap_names *values; /* names and sets: what they name */
	int32_t low, high;      /* numbers: the least and the greatest value */
} ap_local;

/* The locals of a frame. Steps that one frame goes through have the same kind of frame. */
typedef struct ap_frame_kind {
	const char *name;
	const ap_local *locals;
	int count;
	unsigned char blank[AP_LOCAL_BYTES]; /* the locals of a new frame */
} ap_frame_kind;

/* A step of the rules: a row of the game's table. */
typedef struct ap_step {
	const char *name;
	uint16_t clause; /* the clause under which the step asks */
	/* Called while nobody is asked: does what the rules do by themselves, then asks somebody or
	 * moves to another step. */
	void (*run)(void *state, ap_events *events);
	/* Adds the actions that the seat may choose from, in ascending order. */
	void (*legal)(const void *state, int seat, ap_list *out);
	/* Returns 0, or the clause that forbids the action. Any sound action may be given; the answer
	 * follows from what the seat may know. */
	uint16_t (*refuse)(const void *state, int seat, ap_action a);
	void (*apply)(void *state, int seat, ap_action a, ap_events *events);
	/* Sealed steps only. `close` is called when all have answered; `unseal` takes back the answer
	 * of a seat, and returns false if it has none. */
	void (*close)(void *state, ap_events *events);
	bool (*unseal)(void *state, int seat);
	const ap_frame_kind *frame; /* NULL: no locals are declared */
	bool often;                 /* asked so often that people may choose to pass here always */
	bool own_turn;              /* that choice ends when they are asked at this step */
	bool final;                 /* to pass here gives up something large: clients ask once */
	bool reaction;              /* see ap_step_reaction() */
	bool open;                  /* see ap_step_open() */
} ap_step;

/* ---- What JSON shows ------------------------------------------------------------------------- */

typedef enum { AP_NUMBERS, AP_NAMES, AP_SETS } ap_field_kind;

/* The byte of a name in a view that says: there is something, but the viewer may not know what.
 * JSON shows "unseen". (Where there is nothing, JSON shows null.) */
enum { AP_UNSEEN = 0xfe };

/* A part of the state that JSON shows: one element, or one for each key. */
typedef struct ap_field {
	const char *name;
	ap_field_kind kind;
	uint16_t offset;        /* its first byte in the state */
	uint8_t bytes;          /* size of one element */
	const ap_names *keys;   /* there is one element for each of these; NULL: there is one */
	const ap_names *values; /* names and sets: what they name */
	int32_t most;           /* numbers: the greatest value; the least is 0 */
	bool (*known)(const void *state, int index); /* may the viewer know it? NULL: always */
} ap_field;

/* A table of small numbers, one for each row and column. Each lies in a byte of its own, or two
 * tables share the bytes. JSON leaves zeros out. */
typedef struct ap_grid {
	const char *name;
	uint16_t offset;     /* the first byte; each row has columns->count bytes */
	uint8_t shift, bits; /* where the number lies in its byte */
	const ap_names *rows, *columns;
	int32_t most; /* the greatest value; the least is 0 */
	bool (*known)(
		const void *state, int row, int column); /* may the viewer know it? NULL: always */
} ap_grid;

/* A number or a name that follows from the state by the rules: one, or one for each key. */
typedef struct ap_figure_row {
	const char *name;
	uint16_t clause;
	const ap_names *keys;                  /* NULL: there is one figure */
	const ap_names *values;                /* NULL: numbers */
	bool is_standing;                      /* of each seat: a part of its ap_standing() */
	bool is_hidden;                        /* there are viewers who may not know it */
	int (*get)(const void *view, int key); /* AP_NONE: no value, or the viewer may not know it */
} ap_figure_row;

/* ---- A game ---------------------------------------------------------------------------------- */

typedef struct ap_option {
	const char *name;
	const char *const *values; /* NULL-terminated; the first is the default */
} ap_option;

struct ap_game {
	const char *name;
	uint8_t min_players, max_players, rules_version;
	uint64_t data_hash; /* see ap_data_hash() */
	uint16_t state_size;
	uint16_t clause_count, step_count, verb_count, event_count, field_count, option_count;
	uint16_t grid_count, fact_count, figure_count;
	uint16_t turn_clause;        /* cited to a seat that is not asked */
	const uint16_t *over_clause; /* cited after the end; one for each reason */
	const char *const *clause_ids;
	const ap_names *seats;
	const ap_names *reasons;
	const ap_step *steps;
	const ap_verb *verbs;
	const ap_event_kind *events;
	const ap_event_kind *facts; /* the first is AP_FACT_ODDS */
	const ap_field *fields;
	const ap_grid *grids;
	const ap_figure_row *figures;
	const ap_option *options;
	const ap_names *const *names; /* every list that has words in the catalogue, NULL-terminated */
	const char *standing_name;    /* what ap_standing() counts; NULL: "points" */

	/* Whether the options go with the number of players. NULL: always. */
	bool (*setup_sound)(const ap_setup *setup);
	uint16_t setup_clause; /* the clause by which they do not, if there is one */
	/* Sets up an empty table. The head and the first frame are set already. */
	void (*blank)(void *state);
	/* Computes the parts of the state that follow from those that JSON has. Called after reading.
	 */
	void (*mend)(void *state);
	/* Returns NULL, or what is wrong with the game's own part of a state or view. */
	const char *(*unsound)(const void *state);
	/* Whether hardly anybody would answer anything but ap_pass() here. NULL: never. */
	bool (*hardly_matters)(const void *view, int seat);
	/* The occasion of the open question, see ap_occasion_of(). NULL: each is one of its own. */
	ap_occasion (*occasion)(const void *view, int seat);
	/* Makes a view of a state: removes what the viewer may not know. */
	void (*hide)(void *state, int viewer);
	/* Makes a full state of a view: fills in at random what the viewer may not know. */
	void (*fill)(void *state, int viewer, ap_rng *rng);
	/* Returns the action as another viewer than `seat` may know it: see ap_masked(). */
	ap_action (*mask)(const void *state, int seat, ap_action a, int viewer);
	/* Writes results and scores of a game that is over; the reason is set already. */
	void (*outcome)(const void *state, ap_outcome *out);
	int (*bound)(const ap_setup *setup);         /* see ap_bound() */
	int (*standing)(const void *view, int seat); /* see ap_standing(); NULL: always 0 */
	/* Adds the facts that are true now; the game is not over. NULL: there are none. */
	void (*situation)(const void *view, ap_facts *facts);
	/* Adds what a legal action of a seat that is asked would bring about. NULL: nothing. */
	void (*foresee)(const void *view, int seat, ap_action a, ap_facts *facts);
};

/* ---- Moving between steps -------------------------------------------------------------------- */

/* Both return the top frame of the stack. */
static inline ap_frame *ap_top(void *state)
{
	ap_head *h = state;
	assert(h->depth >= 1 && h->depth <= AP_MAX_DEPTH);
	return &h->stack[h->depth - 1];
}
static inline const ap_frame *ap_peek(const void *state)
{
	const ap_head *h = state;
	assert(h->depth >= 1 && h->depth <= AP_MAX_DEPTH);
	return &h->stack[h->depth - 1];
}

/* Asks these seats the question of the top frame's step. */
static inline void ap_ask(void *state, ap_seats seats)
{
	assert(seats != 0);
	ap_top(state)->asked = seats;
	((ap_head *)state)->question++;
}

/* Moves the top frame to another step with the same kind of frame. Its locals stay. */
static inline void ap_goto(void *state, int step)
{
	assert(step >= 0 && step <= UINT16_MAX);
	ap_top(state)->step = (uint16_t)step;
	ap_top(state)->asked = 0;
}

/* Moves the top frame to a step with this kind of frame, and sets its locals to those of a new
 * frame. */
static inline void ap_enter(void *state, int step, const ap_frame_kind *kind)
{
	ap_goto(state, step);
	memcpy(ap_top(state)->local, kind->blank, AP_LOCAL_BYTES);
}

/* Puts a new frame on the stack and returns it. The frame below runs again when it has ended. */
ap_frame *ap_call(void *state, int step);
/* Takes the top frame off the stack; it must not be the only one. */
void ap_end(void *state);
/* Ends the game for one of the game's reasons. */
void ap_finish(void *state, int reason);
/* Runs the rules until somebody is asked or the game is over. */
void ap_settle(const ap_game *game, void *state, ap_events *events);

/* Sets up a state of an empty table, at its first step and before anything has run. */
void ap_blank(const ap_game *game, const ap_setup *setup, void *state);

/* ---- Telling --------------------------------------------------------------------------------- */

/* The first of several arguments. */
#define AP_FIRST(first, ...) (first)

/* Adds an event to the buffer. Games call the functions that are generated for each kind of event;
 * those do nothing if `events` is NULL, and their arguments are then not computed. */
void ap_record_event(
	ap_events *events, ap_seats seen_by, int kind, int clause, const int16_t arg[AP_EVENT_ARGS]);

/* Adds a fact about the frame with this number. */
void ap_state_fact(
	ap_facts *facts, int frame, int kind, int clause, const int32_t arg[AP_EVENT_ARGS]);

/* Adds odds (see ap_odds): the outcomes from `first` to `last` of `of` bring about this event, with
 * this value of the argument that the event declares for odds. Either may be AP_NONE. Adds nothing
 * if `first` is greater than `last`. */
static inline void ap_state_odds(
	ap_facts *facts, int frame, int clause, int event, int value, int first, int last, int of)
{
	if (first <= last)
		ap_state_fact(facts, frame, AP_FACT_ODDS, clause,
			(const int32_t[AP_EVENT_ARGS]){event, value, first, last, of});
}

/* Returns the index of a name for an event or a fact. It must be in range. */
static inline int16_t ap_checked(int index, int count)
{
	assert(index >= 0 && index < count);
	(void)count;
	return (int16_t)index;
}

/* Returns the index if it is in range, otherwise AP_NONE. */
static inline int16_t ap_maybe(int index, int count)
{
	return index >= 0 && index < count ? (int16_t)index : AP_NONE;
}

/* ---- Helpers --------------------------------------------------------------------------------- */

/* Returns how many bits are set. Processors that have an instruction for this are too new to be
 * relied on, and the compiler's own function is slower. */
static inline int ap_count_bits(uint64_t set)
{
	set -= set >> 1 & 0x5555555555555555u;
	set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
	set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
	return (int)(set * 0x0101010101010101u >> 56);
}

/* Returns as a set which of the bytes differ from `value` in one of the bits of `mask`: bit n is
 * the byte n. There are 8 to 64 of them. They are compared eight at a time; the last eight, too,
 * even if some of them were compared already. */
static inline uint64_t ap_differing_by_eight(
	const uint8_t *bytes, int count, uint8_t value, uint8_t mask)
{
	const uint64_t ones = 0x0101010101010101u;
	uint64_t set = 0;
	assert(count >= 8 && count <= 64);
	for (int next = 0; next < count; next += 8) {
		unsigned from = (unsigned)(next + 8 <= count ? next : count - 8);
		uint64_t eight;
		memcpy(&eight, bytes + from, sizeof eight);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		eight = __builtin_bswap64(eight);
#endif
		eight = (eight ^ ones * value) & ones * mask;
		uint64_t differ = (((eight & 0x7f * ones) + 0x7f * ones) | eight) >> 7 & ones;
		set |= (differ * 0x0102040810204080u >> 56) << from;
	}
	return set;
}

#ifdef __SSE2__
/* The same for 16 to 64 bytes, sixteen at a time. Every x86-64 processor can do this. */
static inline uint64_t ap_differing_by_sixteen(
	const uint8_t *bytes, int count, uint8_t value, uint8_t mask)
{
	const __m128i values = _mm_set1_epi8((char)value), masks = _mm_set1_epi8((char)mask);
	uint64_t same = 0;
	assert(count >= 16 && count <= 64);
	for (int next = 0; next < count; next += 16) {
		int from = next + 16 <= count ? next : count - 16;
		__m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)(bytes + from));
		__m128i differ = _mm_and_si128(_mm_xor_si128(sixteen, values), masks);
		unsigned equal = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(differ, _mm_setzero_si128()));
		same |= (uint64_t)equal << from;
	}
	return ~same & ~(uint64_t)0 >> (64 - count);
}
#endif

/* The same for 8 to 64 bytes, as fast as the processor can do it. */
static inline uint64_t ap_differing_bytes(
	const uint8_t *bytes, int count, uint8_t value, uint8_t mask)
{
#ifdef __SSE2__
	if (count >= 16)
		return ap_differing_by_sixteen(bytes, count, value, mask);
#endif
	return ap_differing_by_eight(bytes, count, value, mask);
}

/* Returns as a set which of the bytes are equal to a value. */
static inline uint64_t ap_equal_bytes(const uint8_t *bytes, int count, uint8_t value)
{
	uint64_t all = ~(uint64_t)0 >> (64 - count);
	return all & ~ap_differing_bytes(bytes, count, value, 0xff);
}

/* Returns the index of the name that is equal to the first `length` bytes of `word`; -1 if there is
 * none. */
int ap_index_of(const ap_names *names, const char *word, size_t length);

/* Returns whether the viewer of this state or view may see what only `seat` knows. */
static inline bool ap_sees(const void *state, int seat)
{
	int viewer = ((const ap_head *)state)->viewer;
	return viewer == AP_EVERYTHING || viewer == seat;
}

/* Returns the id of the clause by which a set-up is refused whose options do not go with its number
 * of players; "" if no clause says so, or the set-up is sound. */
const char *ap_setup_refused_by(const ap_game *game, const ap_setup *setup);

#endif

/* learn.h: games as numbers, for programs that learn to play.
 *
 * A layout says what the numbers mean. It is made once for a game, from what the game declares
 * about itself, and never changes; any number of threads may use it at the same time. An
 * observation is a view as a row of numbers, one for each column of the layout. An action is a
 * number below ap_index_count(). A memory is what a seat has witnessed; it is kept up to date while
 * the game is played, and is a part of the observation.
 *
 *     ap_layout *layout = ap_layout_new(game, 0, AP_USUAL_COLUMNS);
 *     uint8_t *row = malloc(ap_layout_width(layout));
 *     void *memory = malloc(ap_memory_size(layout));
 *     ap_start(game, &setup, &state, &events);
 *     ap_memory_begin(layout, memory, setup.players, seat);
 *     ap_memory_witness(layout, memory, &state, &events);
 *     ...
 *     ap_view(game, &state, seat, &view);
 *     ap_observe(layout, &view, memory, row);
 *     n = ap_encode_legal(layout, &view, seat, indices, actions, NULL);
 *
 * In all of this seats are relative: seat+0 is whoever looks, seat+1 sits next in the order of the
 * seats, and so on. Names that begin with the name of a seat follow it: the third diplomat of
 * whoever looks is always in the same column.
 *
 * An observation is a function of what its viewer may know and nothing else. Two views that differ
 * in their JSON differ in their observations, too. docs/learning.md explains the columns. */
#ifndef APPARAT_LEARN_H
#define APPARAT_LEARN_H

#include <apparat/apparat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Layouts --------------------------------------------------------------------------------- */

typedef struct ap_layout ap_layout;

/* The parts that a layout can have. The figures of some games take long to compute. */
enum {
	AP_STATE_COLUMNS = 1, /* all that JSON shows of a view: steps and their locals, fields, grids */
	AP_STANDING_COLUMNS = 2, /* ap_standing() */
	AP_MEMORY_COLUMNS = 4,   /* what the seat has witnessed */
	AP_FIGURE_COLUMNS = 8,   /* every ap_figure() */
	AP_USUAL_COLUMNS = AP_STATE_COLUMNS | AP_STANDING_COLUMNS | AP_MEMORY_COLUMNS
};

/* Makes a layout for tables with up to this many players; 0: as many as the game can have. It is
 * good for all options and for fewer players, too. Free it with ap_layout_free(), which takes NULL.
 */
AP_API ap_layout *ap_layout_new(const ap_game *game, int players, unsigned parts);
AP_API void ap_layout_free(ap_layout *layout);

AP_API const ap_game *ap_layout_game(const ap_layout *layout);
AP_API int ap_layout_players(const ap_layout *layout);
AP_API unsigned ap_layout_parts(const ap_layout *layout);
/* Returns the number of columns. */
AP_API int ap_layout_width(const ap_layout *layout);
/* Returns a hash of the names, kinds and ranges of all columns, in their order. */
AP_API uint64_t ap_layout_hash(const ap_layout *layout);

typedef enum ap_column_kind {
	AP_FLAG_COLUMN,   /* 0 or 1 */
	AP_NUMBER_COLUMN, /* a number: more is more */
	AP_NAME_COLUMN    /* 0, or 1 + the number of a name in a list: more means nothing */
} ap_column_kind;

/* The values of a column lie from `low` to `high`, which are at most 255 apart. */
typedef struct ap_column {
	const char *name; /* such as "hands.seat+0.hero-a"; unique, and good as long as the layout */
	ap_column_kind kind;
	int32_t low, high;
	int list; /* of names: the list, as in ap_list_name(); -1 if it is not one of those */
} ap_column;

/* Describes a column, numbered from 0; false past the last one. */
AP_API bool ap_column_at(const ap_layout *layout, int column, ap_column *out);
/* Returns the column with this name; -1 if there is none. */
AP_API int ap_column_named(const ap_layout *layout, const char *name);

/* Finds columns by the names that they had in another layout: of an older version, of fewer
 * players, of other parts. Sets columns[i] to the column called names[i], or to -1, and returns how
 * many were found. Weights of the old columns are then those of the columns that were found;
 * columns that the old layout did not have begin with weights of zero. */
AP_API int ap_bind_columns(
	const ap_layout *layout, const char *const *names, int count, int32_t *columns);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* A memory is ap_memory_size() bytes without pointers, aligned to 8 bytes: copy it with memcpy,
 * compare it with memcmp. It remembers, for each kind of event and each seat that an event can be
 * about, how long ago the last one was, how often there was one, and what the last one said; and
 * the last events of all. Time is counted in questions of the game. */
AP_API size_t ap_memory_size(const ap_layout *layout);

/* Begins the memory of a seat, or of AP_OBSERVER, at a table with this many players. */
AP_API void ap_memory_begin(const ap_layout *layout, void *memory, int players, int seat);

/* Adds those of the events that the seat may see. `state` is the state, or any view of it, after
 * what the events tell. */
AP_API void ap_memory_witness(
	const ap_layout *layout, void *memory, const void *state, const ap_events *events);

/* ---- Observations ---------------------------------------------------------------------------- */

/* Writes a view as ap_layout_width() numbers. Each is the value of its column less `low`. `memory`
 * is the memory of the viewer; it may be NULL, and all columns of the memory are then 0.
 *
 * A view of AP_OBSERVER and a full state can be observed, too: seats then keep their places. */
AP_API void ap_observe(const ap_layout *layout, const void *view, const void *memory, uint8_t *out);
/* The same with values from 0 to 1: what ap_observe() writes, divided by `high` less `low`. */
AP_API void ap_observe_floats(
	const ap_layout *layout, const void *view, const void *memory, float *out);

/* ---- Actions --------------------------------------------------------------------------------- */

/* Every action has an index, which is the same in every state: it follows from the verb and the
 * words that are its arguments. Equal copies, such as two equal cards, are one word. So several
 * legal actions may have the same index; the viewer could not say how they differ. */
AP_API int ap_index_count(const ap_layout *layout);

/* Returns the index of an action of a seat; -1 if the game has no such action. Arguments that are
 * AP_UNKNOWN have no index. */
AP_API int32_t ap_encode(const ap_layout *layout, int players, int seat, ap_action action);

/* Writes the indices of the legal actions of a seat, each once, in the order of ap_legal(), and the
 * first legal action with each index. Returns how many there are. `view` is the state or a view of
 * that seat. `actions` may be NULL. `mask` has ap_index_count() bytes, which become 1 at these
 * indices and 0 elsewhere; it may be NULL. */
AP_API int ap_encode_legal(const ap_layout *layout, const void *view, int seat,
	int32_t indices[AP_MAX_LEGAL], ap_action actions[AP_MAX_LEGAL], uint8_t *mask);

/* Finds the first legal action of a seat that has this index; false if there is none. */
AP_API bool ap_decode(
	const ap_layout *layout, const void *view, int seat, int32_t index, ap_action *out);

/* An index as words of one vocabulary, for networks that read an action: the verb and its
 * arguments. Word 0 is no word. An argument of one list is the same word with every verb. */
enum { AP_INDEX_WORDS = 3 };
AP_API int ap_word_count(const ap_layout *layout);
/* Returns a name for a word, such as "verb purge" or "card hero"; NULL past the last word. */
AP_API const char *ap_word_name(const ap_layout *layout, int word);
/* Says from which list of ap_list_name() a word is, and the number of the first name that it stands
 * for. Seats, and what follows them, are as whoever sits first would see them. False if the word is
 * a verb, a number, no word at all, or of a list that has no number. */
AP_API bool ap_word_about(const ap_layout *layout, int word, int *list, int *name);
/* Writes the words of an index; false past the last index. */
AP_API bool ap_index_about(const ap_layout *layout, int32_t index, int32_t words[AP_INDEX_WORDS]);

#ifdef __cplusplus
}
#endif
#endif

/* apparat.h: political board games by their full rules, as a library.
 *
 * A game is played by seats (people or bots) and by chance. The program that runs the game, called
 * the runner below, asks ap_actors() who may act and ap_legal() what each of them may do, and
 * passes every decision to ap_apply().
 *
 *     ap_any state;
 *     ap_start(game, &setup, &state, NULL);
 *     while ((actors = ap_actors(&state)) != 0) {
 *         int seat = ap_first_seat(actors);
 *         int n = ap_legal(game, &state, seat, actions);
 *         ap_apply(game, &state, seat, actions[ap_below(&rng, n)], NULL);
 *     }
 *
 * The functions of this header allocate nothing, print nothing, and read no clock, no file and no
 * global variable. A state has no pointers: copy it with memcpy, compare it with memcmp. Its bytes
 * mean the same only to the same version of the library; a record (records.h) outlives it.
 *
 * Other headers have bots (bots.h), sentences and rules for people (text.h), games as text
 * (records.h), games as numbers for programs that learn (learn.h, vector.h) and the version of the
 * library (version.h). docs/library.md explains how to use them.
 *
 * Pointer arguments must not be NULL unless their comment says so. Indices that a caller counts up
 * until there are no more (options, steps, verbs, ...) may be out of range; other indices must be
 * valid. Debug builds assert all of this.
 */
#ifndef APPARAT_H
#define APPARAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stands before every function of the library. Whatever does not have it stays inside. */
#ifdef __GNUC__
#define AP_API __attribute__((visibility("default")))
#else
#define AP_API
#endif

/* ---- Seats ----------------------------------------------------------------------------------- */

enum {
	AP_MAX_SEATS = 6,
	AP_CHANCE = 6,     /* the seat that rolls dice and draws cards */
	AP_OBSERVER = 7,   /* a viewer who has no seat */
	AP_EVERYTHING = 8, /* the viewer of a full state: nothing is hidden */
	AP_NOBODY = 0xff   /* no seat at all */
};

/* A set of seats: bit n stands for seat n. */
typedef uint16_t ap_seats;
#define AP_SEAT(n) ((ap_seats)(1u << (n)))
#define AP_ALL_VIEWERS ((ap_seats)0xffff)

/* Returns the lowest seat of a set, which must not be empty. */
AP_API int ap_first_seat(ap_seats set);

/* ---- Actions --------------------------------------------------------------------------------- */

/* One small decision: a verb and up to two arguments, packed into a number. Each game has its own
 * verbs and arguments; ap_write_action() and ap_read_action() translate them to text and back. */
typedef uint32_t ap_action;

enum {
	AP_MAX_LEGAL = 512, /* the most actions that a seat can choose from */
	AP_UNKNOWN = 0xfff  /* stands for an argument that the viewer may not know */
};

/* Packs an action; ap_verb_of(), ap_x() and ap_y() return its parts. */
static inline ap_action ap_act(unsigned verb, unsigned x, unsigned y)
{
	return (ap_action)(verb << 24 | x << 12 | y);
}
static inline unsigned ap_verb_of(ap_action a)
{
	return a >> 24;
}
static inline unsigned ap_x(ap_action a)
{
	return a >> 12 & 0xfff;
}
static inline unsigned ap_y(ap_action a)
{
	return a & 0xfff;
}

/* ---- Games ----------------------------------------------------------------------------------- */

enum { AP_MAX_OPTIONS = 16, AP_MAX_STATE = 8192 };

typedef struct ap_game ap_game;

/* Holds a state of any game. */
typedef union ap_any {
	uint64_t aligned;
	unsigned char bytes[AP_MAX_STATE];
} ap_any;

/* What a table agrees on before the game: the number of players, and for each option the index of
 * its value (0 is the default). */
typedef struct ap_setup {
	uint8_t players;
	uint8_t option[AP_MAX_OPTIONS];
} ap_setup;

/* The games that are built in, numbered from 0. ap_game_named() returns NULL, and ap_game_index()
 * returns -1, if there is no such game. */
AP_API int ap_game_count(void);
AP_API const ap_game *ap_game_at(int index);
AP_API const ap_game *ap_game_named(const char *name);
AP_API int ap_game_index(const ap_game *game);

AP_API const char *ap_game_name(const ap_game *game);
AP_API int ap_min_players(const ap_game *game);
AP_API int ap_max_players(const ap_game *game);
AP_API int ap_rules_version(const ap_game *game);
/* Returns a hash of the game's data: its cards, people, spaces and tables. Two programs play a game
 * by the same rules if both its version and this hash are equal. */
AP_API uint64_t ap_data_hash(const ap_game *game);
AP_API size_t ap_state_size(const ap_game *game);

/* AP_CHANCE and AP_OBSERVER have a name, too. ap_seat_name() returns "nobody", and ap_seat_named()
 * returns AP_NOBODY, if there is no such seat. */
AP_API const char *ap_seat_name(const ap_game *game, int seat);
AP_API int ap_seat_named(const ap_game *game, const char *name);

/* The options of a game, the values of an option, and the reasons for which a game can end, all
 * numbered from 0. Each returns NULL past the last one. */
AP_API const char *ap_option_name(const ap_game *game, int option);
AP_API const char *ap_option_value(const ap_game *game, int option, int value);
AP_API const char *ap_reason_name(const ap_game *game, int reason);

/* The clauses of the rules, numbered from 1 to ap_clause_count() - 1; 0 stands for no clause.
 * ap_clause_id() returns the identifier that the rules use, such as "XY-2-1", and "" if there is no
 * such clause; ap_clause_named() returns 0 if there is none. */
AP_API int ap_clause_count(const ap_game *game);
AP_API const char *ap_clause_id(const ap_game *game, int clause);
AP_API int ap_clause_named(const ap_game *game, const char *id);

/* Returns the greatest number of actions that a game with this set-up can have, those of chance
 * included. */
AP_API int ap_bound(const ap_game *game, const ap_setup *setup);

/* ---- Names and their attributes -------------------------------------------------------------- */

/* The lists of names that notation, events and states use: seats, cards, people, spaces. */
AP_API int ap_list_count(const ap_game *game);
/* Returns the kind of the names in a list, such as "card"; NULL past the last list. */
AP_API const char *ap_list_kind(const ap_game *game, int list);
/* Returns the list with names of this kind; -1 if there is none. */
AP_API int ap_list_of_kind(const ap_game *game, const char *kind);
/* Returns the number of names in a list; 0 if there is no such list. */
AP_API int ap_list_size(const ap_game *game, int list);
/* Returns the n-th name of a list; NULL past the last one, or if there is no such list. */
AP_API const char *ap_list_name(const ap_game *game, int list, int n);

/* The names of a list may have attributes: the value of a card, the region of a space and its
 * neighbours. A value is a number, or the index of a name in another list. */
typedef enum ap_attribute_kind {
	AP_ONE,    /* each name has one value, or AP_NONE */
	AP_SET,    /* each name has a set of other names */
	AP_SEVERAL /* each name has a row of values */
} ap_attribute_kind;

typedef struct ap_attribute_info {
	const char *name;
	ap_attribute_kind kind;
	int values; /* the list that the values are names of; -1 if they are numbers */
	int most;   /* the greatest number of values that a name has */
} ap_attribute_info;

/* Stands for a missing value: no neighbour, nobody, not known. */
enum { AP_NONE = -0x8000 };

/* Describes an attribute of a list, numbered from 0; false past the last one. */
AP_API bool ap_attribute_about(
	const ap_game *game, int list, int attribute, ap_attribute_info *out);
/* Returns the attribute with this name; -1 if there is none. */
AP_API int ap_attribute_named(const ap_game *game, int list, const char *name);
/* Writes the values of the n-th name to `values`, which has room for `room` of them, and returns
 * how many there are. The values of an AP_SET are the names in the set. */
AP_API int ap_attribute_of(
	const ap_game *game, int list, int n, int attribute, int32_t *values, int room);

/* ---- Events ---------------------------------------------------------------------------------- */

/* An event tells what happened, under which clause, with which arguments, and who may know it. */
enum { AP_EVENT_ARGS = 6, AP_MAX_EVENTS = 160 };

typedef struct ap_event {
	uint16_t kind;
	uint16_t clause;
	ap_seats seen_by;
	int16_t arg[AP_EVENT_ARGS];
} ap_event;

/* A buffer that the caller provides. Functions add their events behind those in it; set `count` and
 * `lost` to 0 to empty it. Events that do not fit are counted in `lost`. */
typedef struct ap_events {
	int count, lost;
	ap_event list[AP_MAX_EVENTS];
} ap_events;

/* Returns the name of a kind of event; NULL past the last kind. */
AP_API const char *ap_event_name(const ap_game *game, int kind);

/* What the values of an argument are, where they are not names of a list. */
enum { AP_NUMBER_ARGUMENT = -1, AP_ACTION_ARGUMENT = -2, AP_EVENT_ARGUMENT = -3 };
/* Returns the name of the n-th argument of a kind of event, such as "who"; NULL past the last one.
 * `list` is set to the list that its values are names of, or to one of the constants above. */
AP_API const char *ap_event_argument(const ap_game *game, int kind, int n, int *list);

/* For how many milliseconds a person who watches at normal speed is shown an event of this kind; 0:
 * nobody needs to see it. AP_EVENT_SHOWN is what a plain line has. */
enum { AP_EVENT_SHOWN = 250 };
AP_API int ap_event_shown(const ap_game *game, int kind);

/* ---- Playing --------------------------------------------------------------------------------- */

typedef enum ap_code {
	AP_OK,
	AP_GAME_OVER, /* the game is over */
	AP_NOT_ASKED, /* this seat has no question to answer now */
	AP_FORBIDDEN, /* a rule forbids the action */
	AP_NOT_SEALED /* this seat has no sealed answer that it could take back */
} ap_code;

/* The result of an attempt. If it is refused, the state has not changed, and `clause` is the clause
 * that forbids it. */
typedef struct ap_result {
	ap_code code;
	uint16_t clause;
} ap_result;

/* Returns whether the game can be played by this many players with these options. */
AP_API bool ap_setup_sound(const ap_game *game, const ap_setup *setup);
/* Sets up `state` and runs the rules to the first question. The set-up must be sound. `events` may
 * be NULL, here and below. */
AP_API void ap_start(const ap_game *game, const ap_setup *setup, void *state, ap_events *events);

/* Returns the seats that may act now; empty when the game is over. It is the same in every view. */
AP_API ap_seats ap_actors(const void *state);

/* Returns the step that the game is at. It is the same in every view. */
AP_API int ap_step_of(const void *state);
/* Returns the name of a step; NULL past the last step. */
AP_API const char *ap_step_name(const ap_game *game, int step);
/* Returns the clause under which a step asks its question. */
AP_API int ap_step_clause(const ap_game *game, int step);
/* Returns whether the answers to a step's question stay secret until all have answered. */
AP_API bool ap_step_sealed(const ap_game *game, int step);
/* Returns whether a sealed step is a reaction: everybody may answer with ap_pass(), most do, and
 * silence means the same. */
AP_API bool ap_step_reaction(const ap_game *game, int step);
/* Returns whether everybody can tell what the asked seat may answer, and whether it is worth
 * asking: both follow from what an onlooker may know. */
AP_API bool ap_step_open(const ap_game *game, int step);
/* Returns the number of the open question. It grows with each question that is asked; answers to a
 * sealed question do not change it. */
AP_API int ap_question(const void *state);

/* Writes the actions that `seat` may choose from, and returns how many there are. They are sorted
 * and all different; there is at least one while the seat is asked, and none otherwise. They follow
 * from what the seat may know: a view of that seat gives the same list. The actions of AP_CHANCE
 * are equally likely, and only the full state gives them. */
AP_API int ap_legal(const ap_game *game, const void *state, int seat, ap_action out[AP_MAX_LEGAL]);

/* Returns whether a runner should by default ask the person at a seat: not if there is only one
 * answer, nor where the game knows that hardly anybody would do anything but pass. It follows from
 * what the seat may know. */
AP_API bool ap_worth_asking(const ap_game *game, const void *view, int seat);

/* How much a question concerns a seat: not at all; somebody or something in which it has a stake is
 * involved; something is done by or to what is its own. */
typedef enum ap_concern { AP_NO_CONCERN, AP_STAKE, AP_OWN } ap_concern;

/* The occasion of a question, for runners that pass for a person for a while. The numbers mean
 * nothing by themselves: what counts is when they change. */
typedef struct ap_occasion {
	uint32_t announcement; /* what the question reacts to */
	uint32_t phase;        /* the part of the game in which it is asked */
	uint32_t spoken;       /* what everybody has reacted with so far, except for passing */
	ap_concern concern;
} ap_occasion;

/* Returns the occasion of the open question. It follows from what the seat may know. For a game
 * that does not tell, every question is an occasion of its own and concerns everybody. */
AP_API ap_occasion ap_occasion_of(const ap_game *game, const void *view, int seat);

/* Finds the answer that does nothing: pass, done, no more. False if every answer does something, or
 * if the seat is not asked. */
AP_API bool ap_pass(const ap_game *game, const void *view, int seat, ap_action *out);

/* Applies an action, or refuses it. Any seat and any action may be given: all is checked here. */
AP_API ap_result ap_apply(
	const ap_game *game, void *state, int seat, ap_action action, ap_events *events);

/* Applies an action that ap_legal() has just listed, without checking it again. */
AP_API void ap_play(
	const ap_game *game, void *state, int seat, ap_action action, ap_events *events);

/* Takes back a seat's whole sealed answer, however many actions it had, as long as not all seats
 * have answered. Any seat may be given. */
AP_API ap_result ap_unseal(const ap_game *game, void *state, int seat);

/* ---- What a seat may know -------------------------------------------------------------------- */

/* Writes a view: the state as `viewer`, a seat or AP_OBSERVER, may know it. A view has the same
 * layout as a state. `out` may be `state` itself. */
AP_API void ap_view(const ap_game *game, const void *state, int viewer, void *out);
/* Returns the viewer of a view; AP_EVERYTHING for a full state. */
AP_API int ap_viewer(const void *state);

/* A random generator for playouts and for ap_determinize(). It is not meant for the dice of a table
 * at which people play. */
typedef struct ap_rng {
	uint64_t s[2];
} ap_rng;
AP_API void ap_seed(ap_rng *rng, uint64_t seed, uint64_t stream);
/* Returns a number from 0 to n - 1, each equally likely; n must not be 0. */
AP_API uint32_t ap_below(ap_rng *rng, uint32_t n);

/* Writes a full state that fits the view: everything unknown is filled in at random. `out` may be
 * `view` itself. */
AP_API void ap_determinize(const ap_game *game, const void *view, ap_rng *rng, void *out);

/* Returns an action of `seat` as `viewer` may know it; `state` is the state before the action.
 * Arguments that he may not know become AP_UNKNOWN. Where several copies look alike (two equal
 * cards), the first copy stands for all. */
AP_API ap_action ap_masked(
	const ap_game *game, const void *state, int seat, ap_action a, int viewer);

/* ---- What is going on ------------------------------------------------------------------------ */

/* The situation of a game: who acts on whom, what is announced, what others have answered so far,
 * what a die needs and what may still interrupt. It is a list of facts. Each fact has a kind that
 * the game declares, the clause from which it follows, and named arguments. Like a view it holds
 * only what its viewer may know. Programs that show a game use it, so that they need not compute
 * the rules again. */
enum { AP_MAX_FACTS = 128 };

typedef struct ap_fact {
	uint16_t kind;
	uint16_t clause;
	uint8_t frame;              /* the frame that it is about; 0 is the outermost */
	int32_t arg[AP_EVENT_ARGS]; /* numbers, indices of names, actions, or AP_NONE */
} ap_fact;

/* Facts that do not fit are counted in `lost`. */
typedef struct ap_facts {
	int count, lost;
	ap_fact list[AP_MAX_FACTS];
} ap_facts;

/* Writes the facts that are true now; none when the game is over. */
AP_API void ap_situation(const ap_game *game, const void *view, ap_facts *out);

/* Writes what a legal action of `seat`, which must be asked, would bring about: what it costs, what
 * the die would need. There are no facts if nothing can be foreseen. */
AP_API void ap_foresee(
	const ap_game *game, const void *view, int seat, ap_action action, ap_facts *out);

/* Returns the name of a kind of fact; NULL past the last kind. The first kind is "odds" in every
 * game: see ap_odds. */
AP_API const char *ap_fact_name(const ap_game *game, int kind);
/* Returns the name of the n-th argument of a kind of fact, such as "who"; NULL past the last one.
 * `list` is set as by ap_event_argument(). */
AP_API const char *ap_fact_argument(const ap_game *game, int kind, int n, int *list);

/* The odds of an event at a chance question that is open or will be asked: the outcomes from number
 * `first` to number `last`, of `of` outcomes in the order of ap_legal(), bring about the event. A
 * die with 20 faces that must show 12 or more has the odds 12, 20, 20. */
typedef struct ap_odds {
	int event; /* AP_NONE: none of the events of which other odds tell */
	int value; /* the value of the argument that differs between outcomes; AP_NONE: any value */
	int first, last, of;
} ap_odds;
/* Reads odds from a fact; false if the fact is of another kind. */
AP_API bool ap_odds_of(const ap_fact *fact, ap_odds *out);

/* A figure is a value that follows from a view by the rules, such as the age of a person or the
 * strength of an army. There is one figure, or one for each name of a list. */
typedef struct ap_figure_info {
	const char *name;
	int clause;
	int keys;   /* the list with a figure for each name; -1: there is one figure */
	int values; /* the list that the values are names of; -1 if they are numbers */
} ap_figure_info;
/* Describes a figure, numbered from 0; false past the last one. */
AP_API bool ap_figure_about(const ap_game *game, int figure, ap_figure_info *out);
/* Returns the figure with this name; -1 if there is none. */
AP_API int ap_figure_named(const ap_game *game, const char *name);
/* Returns a figure's value for a key (0 if there is one figure); AP_NONE if it has no value, as a
 * seat that is not at the table, or the viewer may not know it. */
AP_API int ap_figure(const ap_game *game, const void *view, int figure, int key);

/* Writes how the seats stand at this moment, by what the viewer may know. The numbers count what
 * ap_standing_name() says, such as "points". */
AP_API void ap_standing(const ap_game *game, const void *view, int32_t out[AP_MAX_SEATS]);
AP_API const char *ap_standing_name(const ap_game *game);

/* ---- The end --------------------------------------------------------------------------------- */

enum { AP_LOST, AP_SHARED, AP_WON };

typedef struct ap_outcome {
	uint8_t reason;
	uint8_t result[AP_MAX_SEATS];
	int16_t score[AP_MAX_SEATS];
} ap_outcome;

/* Writes the outcome of a game that is over. While the game runs it returns false and leaves `out`
 * as it is. */
AP_API bool ap_outcome_of(const ap_game *game, const void *state, ap_outcome *out);

/* The number of players, and the set-up, that a state was started with. */
AP_API int ap_players(const void *state);
AP_API void ap_setup_of(const void *state, ap_setup *out);

/* ---- Text ------------------------------------------------------------------------------------ */

/* Like snprintf, the functions that write text never write more than `size` bytes, put a zero byte
 * at the end (unless `size` is 0) and return the length of the whole text. */

/* Writes an action of `seat` in the game's notation: seat, verb and arguments, separated by spaces.
 * An argument that is out of range is written as "?". */
AP_API size_t ap_write_action(
	const ap_game *game, int seat, ap_action action, char *out, size_t size);
/* Reads an action; false if the text is not in this game's notation. Whether the action is legal is
 * not checked. */
AP_API bool ap_read_action(const ap_game *game, const char *text, int *seat, ap_action *action);
/* Returns whether the verb and the arguments of an action exist in this game. */
AP_API bool ap_action_sound(const ap_game *game, ap_action action);
/* Returns the name of a verb; NULL past the last verb. */
AP_API const char *ap_verb_name(const ap_game *game, int verb);

/* Writes a state or a view as JSON. */
AP_API size_t ap_write_state(const ap_game *game, const void *state, char *out, size_t size);

/* Writes the difference between two states, or two views of the same viewer, as JSON: the parts of
 * ap_write_state() that differ, and of objects only the keys that differ. The reader merges objects
 * key by key and replaces all other values. It is "{}" if nothing has changed. */
AP_API size_t ap_write_change(
	const ap_game *game, const void *before, const void *now, char *out, size_t size);

/* Returns a fingerprint of the state, which is the same in every build. */
AP_API uint64_t ap_hash(const ap_game *game, const void *state);

/* Returns NULL if a state or a view satisfies the game's invariants, otherwise a text that says
 * what is wrong. */
AP_API const char *ap_unsound(const ap_game *game, const void *state);

/* Plays at random until the game is over. Returns the number of actions, or -1 if there would be
 * more than `limit`. */
AP_API int ap_playout(const ap_game *game, void *state, ap_rng *rng, int limit);

#ifdef __cplusplus
}
#endif
#endif

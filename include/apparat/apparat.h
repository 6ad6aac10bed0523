/* apparat.h: political board games by their full rules, as a library.
 *
 * A game is played by seats (people or machines) and by chance. Whoever runs the game asks
 * ap_actors() who may act, ap_legal() what each may do, and hands each decision to ap_apply().
 *
 *     ap_any state;
 *     ap_start(game, &setup, &state, NULL);
 *     while ((actors = ap_actors(&state)) != 0) {
 *         int seat = ap_first_seat(actors);
 *         int n = ap_legal(game, &state, seat, actions);
 *         ap_apply(game, &state, seat, actions[ap_below(&rng, n)], NULL);
 *     }
 *
 * The library allocates nothing, prints nothing, reads no clock, no file and no global variable.
 * A state is flat: copy it with memcpy, compare it with memcmp, save it as bytes.
 */
#ifndef APPARAT_H
#define APPARAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Seats --------------------------------------------------------------------------------- */

enum {
	AP_MAX_SEATS = 6,
	AP_CHANCE = 6,     /* the seat that rolls dice and draws cards */
	AP_OBSERVER = 7,   /* a viewer who sits nowhere */
	AP_EVERYTHING = 8, /* the "viewer" of a full state: nothing is hidden */
	AP_NOBODY = 0xff
};

/* A set of seats: bit n stands for seat n. */
typedef uint16_t ap_seats;
#define AP_SEAT(n) ((ap_seats)(1u << (n)))
#define AP_ALL_VIEWERS ((ap_seats)0xffff)

int ap_first_seat(ap_seats set); /* the lowest seat of a set that is not empty */

/* ---- Actions ------------------------------------------------------------------------------- */

/* One micro-decision: a verb and up to two arguments, packed. What the verbs and arguments are
 * called is the game's affair; ap_write_action() and ap_read_action() translate exactly. */
typedef uint32_t ap_action;

enum { AP_MAX_LEGAL = 512, AP_UNKNOWN = 0xfff /* an argument the viewer may not know */ };

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

/* ---- Games --------------------------------------------------------------------------------- */

enum { AP_MAX_OPTIONS = 4, AP_MAX_STATE = 8192 };

typedef struct ap_game ap_game;

/* Room for a state of any game. */
typedef union ap_any {
	uint64_t aligned;
	unsigned char bytes[AP_MAX_STATE];
} ap_any;

/* What a table agrees on before the game: players, and for each option the index of its value
 * (0 is the default). */
typedef struct ap_setup {
	uint8_t players;
	uint8_t option[AP_MAX_OPTIONS];
} ap_setup;

int ap_game_count(void);
const ap_game *ap_game_at(int index);
const ap_game *ap_game_named(const char *name); /* NULL: no such game */
int ap_game_index(const ap_game *game);         /* the other way; -1: not among them */

const char *ap_game_name(const ap_game *game);
int ap_min_players(const ap_game *game);
int ap_max_players(const ap_game *game);
int ap_rules_version(const ap_game *game);
size_t ap_state_size(const ap_game *game);
const char *ap_seat_name(const ap_game *game, int seat);     /* chance and observer have one too */
int ap_seat_named(const ap_game *game, const char *name);    /* AP_NOBODY: no such seat */
const char *ap_option_name(const ap_game *game, int option); /* NULL: no more */
const char *ap_option_value(const ap_game *game, int option, int value); /* NULL: no more */
const char *ap_reason_name(const ap_game *game, int reason);             /* NULL: no more */
int ap_clause_count(const ap_game *game);                  /* clauses are numbered 1 .. count - 1 */
const char *ap_clause_id(const ap_game *game, int clause); /* "RE-CR-3" */
int ap_clause_named(const ap_game *game, const char *id);  /* 0: no such clause */

/* The greatest number of actions a game of this set-up can have, chance included. */
int ap_bound(const ap_game *game, const ap_setup *setup);

/* ---- Names and what they carry ------------------------------------------------------------- */

/* The lists of names that notation, events and states speak of: seats, cards, people, spaces. */
int ap_list_count(const ap_game *game);
const char *ap_list_kind(const ap_game *game, int list);        /* "card"; NULL: no more */
int ap_list_of_kind(const ap_game *game, const char *kind);     /* -1: there is no such list */
int ap_list_size(const ap_game *game, int list);                /* how many names it has */
const char *ap_list_name(const ap_game *game, int list, int n); /* NULL: no more */

/* What the names of a list carry: the value of a card, the region of a space and its neighbours. A
 * value is a number, or the index of a name of the list `values`. */
typedef enum ap_attribute_kind {
	AP_ONE,    /* each name has one value, or AP_NONE */
	AP_SET,    /* any number of names, as the bits of one number */
	AP_SEVERAL /* a row of values */
} ap_attribute_kind;

typedef struct ap_attribute_info {
	const char *name;
	ap_attribute_kind kind;
	int values; /* a list; -1: numbers */
	int most;   /* how many values a name has at most */
} ap_attribute_info;

/* What there is instead of a value: no neighbour, nobody, nothing known. */
enum { AP_NONE = -0x8000 };

bool ap_attribute_about(
	const ap_game *game, int list, int attribute, ap_attribute_info *out); /* false: no more */
int ap_attribute_named(const ap_game *game, int list, const char *name);   /* -1: none */
/* The values of the n-th name, `room` of them at most; returns how many there are. Of AP_SET they
 * are the names that are in the set. */
int ap_attribute_of(const ap_game *game, int list, int n, int attribute, int32_t *values, int room);

/* ---- Events -------------------------------------------------------------------------------- */

/* What happened, under which clause, with what, and who may know it. */
enum { AP_EVENT_ARGS = 5, AP_MAX_EVENTS = 160 };

typedef struct ap_event {
	uint16_t kind;
	uint16_t clause;
	ap_seats seen_by;
	int16_t arg[AP_EVENT_ARGS];
} ap_event;

/* A caller's buffer. A full buffer loses events (and counts them), never memory. */
typedef struct ap_events {
	int count, lost;
	ap_event list[AP_MAX_EVENTS];
} ap_events;

const char *ap_event_name(const ap_game *game, int kind); /* NULL: no more */

/* ---- Playing ------------------------------------------------------------------------------- */

typedef enum ap_code {
	AP_OK,
	AP_GAME_OVER, /* nothing more can be done */
	AP_NOT_ASKED, /* this seat has no question to answer now */
	AP_FORBIDDEN, /* a rule forbids it */
	AP_NOT_SEALED /* there is no sealed answer of this seat to take back */
} ap_code;

/* The answer to an attempt. A refusal changes nothing and cites the clause that forbids it. */
typedef struct ap_result {
	ap_code code;
	uint16_t clause;
} ap_result;

/* Sets `state` up and plays on to the first question. Events may be NULL here and below.
 * Players and options must be in range: ap_setup_sound() tells. */
bool ap_setup_sound(const ap_game *game, const ap_setup *setup);
void ap_start(const ap_game *game, const ap_setup *setup, void *state, ap_events *events);

/* Who may act now; empty when the game is over. Public: the same in every view. */
ap_seats ap_actors(const void *state);

/* The step the game is at, and the clause that asks: also public. */
int ap_step_of(const void *state);
const char *ap_step_name(const ap_game *game, int step); /* NULL: no more */
int ap_step_clause(const ap_game *game, int step);
bool ap_step_sealed(const ap_game *game, int step);
/* A number that grows with each question put; answers of others to a sealed one leave it alone. */
int ap_question(const void *state);

/* What `seat` may do: sorted, unique, never empty while the seat is asked, otherwise empty.
 * Computed from what the seat may know: a view of that seat gives the same list. For AP_CHANCE
 * the outcomes are equally likely, and the full state is needed. Returns how many. */
int ap_legal(const ap_game *game, const void *state, int seat, ap_action out[AP_MAX_LEGAL]);

/* Whether a seat that is asked should be troubled with it when nobody has said otherwise: not if
 * there is only one answer, nor where the game knows that hardly anybody would want another. For
 * runners that pass for people; judged by what the seat may know. */
bool ap_worth_asking(const ap_game *game, const void *view, int seat);

/* The action that means "nothing" to the question a seat is asked: pass, done, no more. False:
 * there is none, every answer does something. */
bool ap_pass(const ap_game *game, const void *view, int seat, ap_action *out);

/* Does it, or says which clause forbids it; legality is decided here, from scratch. */
ap_result ap_apply(const ap_game *game, void *state, int seat, ap_action action, ap_events *events);

/* The same without asking, for actions that ap_legal() has just listed. */
void ap_play(const ap_game *game, void *state, int seat, ap_action action, ap_events *events);

/* Takes back the whole of a seat's sealed answer, however many decisions it had, while the round
 * is open. */
ap_result ap_unseal(const ap_game *game, void *state, int seat);

/* ---- What a seat may know ------------------------------------------------------------------ */

/* The state as `viewer` (a seat or AP_OBSERVER) may know it, in the same struct. */
void ap_view(const ap_game *game, const void *state, int viewer, void *out);
int ap_viewer(const void *state); /* AP_EVERYTHING for a full state */

/* The generator for playouts and for what is filled in; not for a table's dice. */
typedef struct ap_rng {
	uint64_t s[2];
} ap_rng;
void ap_seed(ap_rng *rng, uint64_t seed, uint64_t stream);
uint32_t ap_below(ap_rng *rng, uint32_t n); /* 0 .. n-1, unbiased; n > 0 */

/* A full state that fits the view: everything unknown is filled in at random. */
void ap_determinize(const ap_game *game, const void *view, ap_rng *rng, void *out);

/* The action as `viewer` may know it, judged in the state before it: unknown arguments become
 * AP_UNKNOWN; of copies that nobody can tell apart it is the first. */
ap_action ap_masked(const ap_game *game, const void *state, int seat, ap_action a, int viewer);

/* ---- What is going on ---------------------------------------------------------------------- */

/* The situation: who acts, as what and on whom, what is announced, what has been said so far, what
 * a die needs and what may still interrupt. It is told as facts, each of a kind that the game
 * declares, with the clause it follows from and arguments that have names. Like a view it tells
 * only what its viewer may know. Who shows a game reads it here and computes no rule again. */
enum { AP_MAX_FACTS = 128 };

typedef struct ap_fact {
	uint16_t kind;
	uint16_t clause;
	uint8_t frame;              /* which matter it is about: 0 is the outermost that is going on */
	int32_t arg[AP_EVENT_ARGS]; /* numbers, indices of names, an action; AP_NONE */
} ap_fact;

typedef struct ap_facts {
	int count, lost;
	ap_fact list[AP_MAX_FACTS];
} ap_facts;

void ap_situation(const ap_game *game, const void *view, ap_facts *out);

/* What a legal action of `seat`, the viewer, would come to: what it costs, where it leads, what
 * the die would need. Empty where nothing can be told beforehand. */
void ap_foresee(const ap_game *game, const void *view, int seat, ap_action action, ap_facts *out);

/* Kinds of facts. The first is "odds" in every game: see ap_odds. */
const char *ap_fact_name(const ap_game *game, int kind); /* NULL: no more */
/* An argument's name ("who") and what it names: a list, or one of these. NULL: no more. */
enum { AP_NUMBER_ARGUMENT = -1, AP_ACTION_ARGUMENT = -2, AP_EVENT_ARGUMENT = -3 };
const char *ap_fact_argument(const ap_game *game, int kind, int n, int *list);

/* The odds of a chance question, open or to come: the outcomes `first` to `last` of `of`, in the
 * order of ap_legal(), bring about an event. A die that needs 12 of 20 has the odds 12, 20, 20. */
typedef struct ap_odds {
	int event; /* AP_NONE: none of those that the others tell of */
	int value; /* of the argument by which outcomes of one event differ; AP_NONE: they do not */
	int first, last, of;
} ap_odds;
bool ap_odds_of(const ap_fact *fact, ap_odds *out); /* false: the fact is of another kind */

/* Figures follow from a view by the rules: the age of a politician, the stature of a leader. One,
 * or one for each name of a list. */
typedef struct ap_figure_info {
	const char *name;
	int clause;
	int keys;   /* a list; -1: there is one figure */
	int values; /* a list; -1: numbers */
} ap_figure_info;
bool ap_figure_about(const ap_game *game, int figure, ap_figure_info *out); /* false: no more */
int ap_figure_named(const ap_game *game, const char *name);                 /* -1: none */
/* AP_NONE: there is none, or the viewer cannot know it. */
int ap_figure(const ap_game *game, const void *view, int figure, int key);

/* How the seats stand at any moment, in the game's own currency, whose name is "points" or the
 * like: by what the viewer may know, before the end. */
void ap_standing(const ap_game *game, const void *view, int32_t out[AP_MAX_SEATS]);
const char *ap_standing_name(const ap_game *game);

/* ---- The end ------------------------------------------------------------------------------- */

enum { AP_LOST, AP_SHARED, AP_WON };

typedef struct ap_outcome {
	uint8_t reason;
	uint8_t result[AP_MAX_SEATS];
	int16_t score[AP_MAX_SEATS];
} ap_outcome;

/* False, and `out` untouched, while the game runs. */
bool ap_outcome_of(const ap_game *game, const void *state, ap_outcome *out);
int ap_players(const void *state);
void ap_setup_of(const void *state, ap_setup *out);

/* ---- Text ---------------------------------------------------------------------------------- */

/* All writers end with a zero byte, never write more than `size` bytes, and return the length
 * the whole text needs (as snprintf does). */

/* "kiev purge zakharov kgb-3a" */
size_t ap_write_action(const ap_game *game, int seat, ap_action action, char *out, size_t size);
/* False: not an action in this game's notation. Whether it is legal is another question. */
bool ap_read_action(const ap_game *game, const char *text, int *seat, ap_action *action);
bool ap_action_sound(const ap_game *game, ap_action action); /* verb and arguments exist */
const char *ap_verb_name(const ap_game *game, int verb);     /* NULL: no more */

/* The state, or a view of it, as JSON. */
size_t ap_write_state(const ap_game *game, const void *state, char *out, size_t size);

/* What has changed from one state, or view, of a game to another of the same viewer: the parts of
 * ap_write_state() that differ, of keyed parts only the keys that do. To be merged: objects key by
 * key, all else replaced. "{}": nothing. */
size_t ap_write_change(
	const ap_game *game, const void *before, const void *now, char *out, size_t size);

/* A fingerprint of the state, the same on every build. */
uint64_t ap_hash(const ap_game *game, const void *state);

/* NULL if the state satisfies the game's invariants, otherwise what is wrong. Works for full
 * states and for views. */
const char *ap_unsound(const ap_game *game, const void *state);

/* Plays at random to the end; returns the number of actions, or -1 past `limit`. */
int ap_playout(const ap_game *game, void *state, ap_rng *rng, int limit);

#ifdef __cplusplus
}
#endif
#endif

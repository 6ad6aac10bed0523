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

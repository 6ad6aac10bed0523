/* pair.h: the same table at two hubs, which differ only in what a viewer may not know. Both hubs
 * get the same messages at the same time. What they send to the viewer and to an onlooker must be
 * the same, byte by byte and at the same time, until the rules themselves make a difference public.
 *
 * The first hub goes first. Whatever happens there, by a person, by chance or by the clock, is
 * applied to both states in `state[]`; then the second hub is given what it lacks. In a sealed
 * question the other seats may answer at one hub only, or differently: nobody is told before it
 * closes. */
#ifndef APPARAT_TESTS_SERVER_PAIR_H
#define APPARAT_TESTS_SERVER_PAIR_H

#include "server/hub_fixture.h"

#include "server/hub_internal.h"
#include "server/play.h"

enum { ONLOOKER = AP_MAX_SEATS, PEOPLE, BOTH_SIDES = 3, MAX_WAITING = 512, MAX_SENT = 20 };

/* A client that records the bytes it is sent, and when. */
typedef struct recorder {
	sv_client *client;
	const fixture *h;
	bool records;
	char *text;
	size_t length, room;
	long messages;
} recorder;

typedef struct twin {
	fixture h;
	sv_table *table;
	recorder recorder[PEOPLE];
	ap_seats by_hand; /* seats whose people have answered the open question */
} twin;

typedef struct pair {
	const ap_game *game;
	ap_setup setup;
	twin side[2];
	int viewer; /* a seat, or AP_OBSERVER */
	ap_rng rng;
	ap_any state[2]; /* the states of both games, when the second hub has got everything */
	int lines;       /* lines of the first history that are applied to `state` */
	struct {
		int seat;
		ap_action action;
	} answer[MAX_WAITING];
	int answers;
	ap_action outcome[MAX_WAITING];
	int outcomes, drawn;
	char sent[MAX_SENT][256]; /* the last messages of the viewer */
	int answered;
	bool whole;          /* the pair began with the game: the records can be compared, too */
	bool differs_openly; /* a difference has become public: the pair is finished */
	bool live;           /* the open question lasts its whole countdown */
	int question;        /* the question for which `live` was set */
	int64_t since;       /* when the pair began; earlier talk is not compared */
	int ids;             /* the number of the next message id, the same at both hubs */
} pair;

/* What the tests have met, so that none can pass by comparing nothing. */
typedef struct counters {
	long pairs, apart, over, messages, bytes, decisions, one_sided, automatic, records, undone;
	long by_clock; /* reactions that the clock has closed */
	long early;    /* reactions that were closed before their time */
	long held;     /* times that a round was held */
	long paused;   /* pauses */
	long unlike;   /* reactions in which a seat was silent at both hubs for different reasons */
} counters;
extern counters counts;

/* Opens two hubs with a person at every seat and an onlooker; the game has not begun. `extra` are
 * more fields of `create`. */
void open_pair(pair *p, const ap_game *game, const ap_setup *setup, const char *extra);
void close_pair(pair *p);

/* Starts the game at both hubs. Everything that chance hides differs. */
void begin_pair(pair *p, int viewer);

/* Continues both tables from these states, which are equal to the viewer. */
void set_states(pair *p, int viewer, const void *first, const void *second);

/* ---- pair_rules.c: the two states ------------------------------------------------------------ */

bool is_sealed(const pair *p, int side);

/* True if the question is sealed and everybody may pass. */
bool is_reaction(const pair *p);
bool asked(const pair *p, int side, int seat);
bool may_do(const pair *p, int side, int seat, ap_action a);

/* True if this action closes the sealed question. */
bool would_close(const pair *p, int side, int seat, ap_action a);

/* Returns a pass, or else the first legal action. */
ap_action minimal_answer(const pair *p, int side, int seat);

/* Applies the new lines of the first hub to both states. */
void catch_up(pair *p);
void check_views_still_equal(pair *p);

/* Sets the pair whose hubs ask for chance; NULL: none. */
void set_playing_pair(pair *p);

/* Plays two games that the viewer cannot tell apart, and picks a moment of them. Returns false if
 * there is none. */
bool find_moment(pair *p, int viewer, void *first, void *second);

/* ---- pair.c: the two hubs -------------------------------------------------------------------- */

int64_t pair_now(const pair *p);

/* Returns when something is due at one of them. */
int64_t next_due(const pair *p);

/* The functions below end with a comparison. */

/* Lets time pass until `to`. */
void pass_both(pair *p, int64_t to);

/* Applies the action at both hubs. */
void act_both(pair *p, int seat, ap_action a);

/* Applies the action at one hub only; it must not close the question. */
void act_at(pair *p, int side, int seat, ap_action a);

/* Sends a message that decides nothing to sides 1, 2 or BOTH_SIDES. */
void send_to(pair *p, int sides, int who, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Lets the viewer and the onlooker ask for the whole table. */
void watch_again(pair *p);
void compare_records(pair *p);

/* Lets the time run out while people have not handed in what they write: bots write for them. */
void run_out_of_time(pair *p);

#endif

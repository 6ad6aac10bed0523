/* pair.h: one table at two hubs, which differs in nothing a viewer may know. Both hear the same at
 * the same time; what they send him, and whoever looks on, must be the same, byte by byte and at
 * the same time, until the rules themselves make a difference public.
 *
 * The first hub goes first. Whatever is done there, by a person, by chance or by itself, is done in
 * `state[]` for both; then the second hub is given what it lacks. In a sealed round the others may
 * answer here and not there, and otherwise: nobody is told before it closes. */
#ifndef APPARAT_TESTS_SERVER_PAIR_H
#define APPARAT_TESTS_SERVER_PAIR_H

#include "server/hub_fixture.h"

#include "server/hub_internal.h"
#include "server/play.h"

enum { ONLOOKER = AP_MAX_SEATS, PEOPLE, BOTH = 3, MOST_WAITING = 512, SAID = 20 };

/* A client that keeps the bytes, and when they came. */
typedef struct ear {
	sv_client *client;
	const house *h;
	bool listens;
	char *text;
	size_t length, room;
	long messages;
} ear;

typedef struct twin {
	house h;
	sv_table *table;
	ear ear[PEOPLE];
	ap_seats by_hand; /* who has answered the open question himself */
} twin;

typedef struct pair {
	const ap_game *game;
	ap_setup setup;
	twin side[2];
	int viewer; /* a seat, or AP_OBSERVER */
	ap_rng rng;
	ap_any state[2]; /* where both are, once the second has been given what waits for it */
	int lines;       /* of the first's history that are in it */
	struct {
		int seat;
		ap_action action;
	} answer[MOST_WAITING];
	int answers;
	ap_action outcome[MOST_WAITING];
	int outcomes, drawn;
	char said[SAID][256]; /* the viewer's last answers */
	int answered;
	bool whole;    /* from the start: the records can be compared, too */
	bool apart;    /* a difference has become public */
	bool live;     /* the open round lasts its countdown */
	int question;  /* that is open, when `live` was found */
	int64_t since; /* when the pair began: talk from before was for others */
	int ids;       /* of messages: the same at both */
} pair;

/* What was met, so that nothing can pass by comparing nothing. */
typedef struct pair_counts {
	long pairs, apart, over, messages, bytes, decisions, one_sided, automatic, records, undone;
	long by_clock, early, unlike; /* rounds closed; with somebody silent who is asked only here */
} pair_counts;
extern pair_counts met;

/* Two hubs, a person at every seat and one who looks on; the game has not begun. `extra` are more
 * fields of `create`. */
void open_pair(pair *p, const ap_game *game, const ap_setup *setup, const char *extra);
void close_pair(pair *p);

void begin_pair(pair *p, int viewer); /* starts the game at both: all that chance hides differs */
/* Both tables go on from these states, which are the same to the viewer. */
void put_states(pair *p, int viewer, const void *first, const void *second);

/* ---- pair_rules.c: what is so in both -------------------------------------------------------- */

bool is_sealed(const pair *p, int side);
bool is_reaction(const pair *p); /* a sealed round that everybody may pass */
bool asked(const pair *p, int side, int seat);
bool may_do(const pair *p, int side, int seat, ap_action a);
bool would_close(const pair *p, int side, int seat, ap_action a); /* the sealed round */
ap_action least(const pair *p, int side, int seat); /* a pass, or the only thing he can do */
void catch_up(pair *p); /* what the first hub has done is done in both states */
void check_still_alike(pair *p);
void let_play(pair *p); /* chance is the same to the viewer at its hubs; NULL: nobody's */
/* Two games from the start that the viewer cannot tell apart, somewhere on their way. */
bool some_moment(pair *p, int viewer, void *first, void *second);

/* ---- pair.c: two hubs ------------------------------------------------------------------------ */

int64_t pair_now(const pair *p);
int64_t next_due(const pair *p); /* when something happens by itself, at the earliest */

/* Each ends with a comparison. */
void pass_both(pair *p, int64_t to); /* time */
void act_both(pair *p, int seat, ap_action a);
void act_at(pair *p, int side, int seat, ap_action a); /* closes nothing */
void tell(pair *p, int sides, int who, const char *format, ...)
	__attribute__((format(printf, 4, 5))); /* what is no decision: sides 1, 2 or BOTH */
void look_on(pair *p);                     /* he and the onlooker ask to be shown it whole */
void same_records(pair *p);

/* The clock answers for those who have not handed in what they write. What bots write is theirs. */
void run_out_of_time(pair *p);

#endif

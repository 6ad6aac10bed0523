/* table.h: a table in memory, how it is stored, and the history of its game. For the files of the
 * hub only; hub.h is for all others. */
#ifndef APPARAT_SERVER_TABLE_H
#define APPARAT_SERVER_TABLE_H

#include "core/game.h"
#include "core/json_writer.h"
#include "server/hub.h"
#include "text/fair_dice.h"
#include "text/history.h"
#include "text/record.h"

enum {
	SV_LEVEL_SIZE = 16,        /* the name of a bot's level, with its zero */
	SV_ACTION_SIZE = 96,       /* an action in notation, with its zero */
	SV_MAX_ORDERS = 8,         /* standing orders of a seat */
	SV_ANSWERED_MESSAGES = 16, /* answered messages that are remembered for each seat */
	SV_LOGGED_EVENTS = 120,    /* events that a new viewer is sent */
	SV_RELEASE_SIZE = 16,      /* the version of a program, with its zero */
	SV_PACES = 12,             /* times of answers that are remembered for each seat: see pace.h */
	SV_MAX_REMOVED = 16,       /* people whom the owner has removed; later ones replace the first */
	SV_MAX_RULE_CHANGES = 8    /* changes of the rules during a game that are remembered */
};

typedef struct sv_table sv_table;
typedef struct sv_watcher sv_watcher; /* see watch.h */
typedef struct sv_told sv_told;       /* see watch.h */
typedef struct sv_outcome sv_outcome; /* see dice.h */
typedef struct sv_outcomes sv_outcomes;

typedef enum sv_seat_kind { SV_SEAT_FREE, SV_SEAT_PERSON, SV_SEAT_BOT } sv_seat_kind;

/* When a standing order ends by itself: never; with the announcement, or with the phase, in which
 * it was given, or sooner if something is done by or to what is the person's own; with the phase,
 * or sooner if it involves anything in which he has a stake. The last three end, too, when anybody
 * has reacted with something else than a pass. */
typedef enum sv_until {
	SV_UNTIL_CANCELLED,
	SV_UNTIL_ANNOUNCEMENT,
	SV_UNTIL_PHASE,
	SV_UNTIL_CONCERNED,
	SV_UNTIL_COUNT
} sv_until;

/* Returns the word for an end in messages and in the store; "" for SV_UNTIL_CANCELLED. */
const char *sv_until_word(sv_until until);
/* Returns the end for a word; SV_UNTIL_COUNT if there is none. */
sv_until sv_until_named(const char *word);

/* A standing order: the action with which the server answers for a seat when this step asks it.
 * Only the person in the seat knows of it. */
typedef struct sv_order {
	uint16_t step;
	ap_action action;
	bool once;         /* it is deleted when it has been used */
	sv_until until;    /* when it is deleted otherwise */
	ap_occasion given; /* the question that was open when it was given, if it ends by itself */
} sv_order;

typedef struct sv_seat {
	sv_seat_kind kind;
	int64_t person; /* 0: none, or somebody whose data was deleted */
	char name[SV_NAME_SIZE];
	char level[SV_LEVEL_SIZE]; /* level of the bot, or of the bot that may act for the person */
	bool away;                 /* a bot acts for the person */
	bool resigned;             /* for good: the person does not come back */
	bool takes_time;           /* the person has said that clocks must wait for him */
	int timeouts;              /* clocks that ran out for the person in a row, and all know it */
	int64_t gone_at;           /* when the person last stopped looking at the table */
	bool ask_all;              /* the server does not pass for the person by itself */
	ap_seats muted;            /* seats whose talk the person does not want to see */
	int orders;                /* standing orders: see `order` of the table */
	int64_t auto_answer_at;    /* when an automatic answer is applied; 0: none is scheduled */
	bool bot_thinks;           /* a bot was asked, and has not answered */
	bool bot_has_chosen;       /* it has chosen `bot_choice`, which is not applied yet */
	ap_action bot_choice;
	int64_t bot_at;    /* when the bot answers; 0: that was not drawn yet */
	int64_t notice_at; /* when a notice of the open question is due */
	int noticed;       /* 1 + the last question of which a notice was sent; 0: none */
} sv_seat;

/* The last decision of a seat that its person has made: what an undo of his would take back. See
 * undo.c. */
typedef struct sv_decision {
	int searched;  /* the number of moves among which it was looked for */
	int to;        /* the number of moves that would remain; -1: there is no such decision */
	int move;      /* the number of the move itself */
	int question;  /* the question that would be open again */
	uint16_t step; /* its step */
	ap_action action;
	bool is_one_of_many; /* the answer to a sealed question had more than this action */
	int before;          /* `decisions` of the table before it */
} sv_decision;

/* Where the open question began, as far as that was seen when lines were applied. See undo.c. */
typedef struct sv_round {
	int question;
	int from;      /* the number of moves before it; -1: not known */
	int moves;     /* the number of moves when it was last looked at; -1: never */
	int decisions; /* `decisions` of the table when it began */
	uint16_t step; /* its step then */
} sv_round;

/* A request to take moves back, to which other people must agree. */
typedef struct sv_undo {
	bool open;
	uint8_t by;           /* the seat that asked for it */
	sv_decision decision; /* what is taken back, with all that came after it */
	ap_seats needed;      /* seats that must agree */
	ap_seats agreed;      /* seats that have agreed */
	int64_t expires;      /* when it is given up */
} sv_undo;

/* A proposal to let a bot play for somebody who is absent: see replace.c. */
typedef struct sv_replacement {
	bool open;
	uint8_t by, seat;        /* who proposes it, and for which seat */
	ap_seats needed, agreed; /* seats that must agree, and that have agreed */
	int64_t expires;         /* when it is given up */
} sv_replacement;

/* A pause of the table, or a request for one, to which all people must agree. */
typedef struct sv_pause {
	int64_t since;   /* when the pause began; 0: the table is not paused */
	int64_t elapsed; /* time that the clock of the open question had run then; less than 0: it had
						not started */
	bool open;       /* somebody asks for a pause; the fields below are about that */
	uint8_t by;
	ap_seats needed; /* seats that must agree */
	ap_seats agreed;
	int64_t expires; /* when the request is forgotten */
} sv_pause;

/* The last messages of a seat that were answered with "done": see answered.h. */
typedef struct sv_answered {
	char *bytes;
	uint16_t length; /* of them */
	uint8_t count;   /* messages, of SV_ANSWERED_MESSAGES at most */
	int ever;        /* messages that were ever added */
} sv_answered;

/* How long somebody took to answer: see pace.h. */
typedef struct sv_pace {
	int32_t ms; /* from the start of the clock; less than 0: before it */
	uint16_t step;
	uint8_t seat;
} sv_pace;

/* A change of the rules during a game, as a newer program went on with it. */
typedef struct sv_rule_change {
	int moves;    /* the number of moves before it */
	int from, to; /* versions of the rules */
} sv_rule_change;

struct sv_table {
	sv_hub *hub;
	int64_t id;
	int64_t owner;            /* the person who made it; 0: somebody whose data was deleted */
	int64_t created, updated; /* ms since 1970; all other times are those of sv_now() */
	int64_t ahead;  /* ms by which times in the store are ahead of those here: 0 unless the
					   table had another leader, see nodes.h */
	int64_t led_at; /* since when people can look at it at this server: clocks did not run before */
	char key[SV_KEY_SIZE], invite[SV_KEY_SIZE];
	int status; /* SV_LOBBY, ... */
	const ap_game *game;
	ap_setup setup;
	bool is_public;    /* everybody may see it in the lobby and join it */
	bool slow;         /* it is played over days, not minutes */
	bool fast;         /* reactions end as soon as everybody has answered */
	bool poker_face;   /* what the server answers for people may take as long as theirs */
	bool away_agrees;  /* who is away need not agree to an undo */
	int tempo;         /* the preset of the times below: see tempo.h */
	int64_t move_time; /* ms for a move; 0: there is no clock */
	int64_t countdown; /* ms for a reaction */
	int64_t hold_time; /* ms for which a reaction can be held */
	int64_t bot_delay; /* ms around which bots take their time */
	sv_seat *seat;     /* of each player */
	sv_order (*order)[SV_MAX_ORDERS]; /* of each seat; NULL: nobody has ever given one */
	ap_rules_id rules;                /* by which the game is played */
	char release[SV_RELEASE_SIZE];    /* of the program that wrote its last lines */
	ap_rules_id first_rules;          /* by which it began */
	sv_rule_change *change;           /* SV_MAX_RULE_CHANGES at most */
	int changes;
	char sent[AP_FAIR_HEX + 1]; /* the digest of the record, of a game that was played without the
								   server and sent: it has no fair dice. Otherwise "" */
	ap_fair fair;               /* pledges, nonces and the secret of the fair dice */
	int64_t opens_by;           /* when whoever has not opened his nonce loses his seat; 0: none */
	ap_fair_aborted *aborted;   /* starts that came to nothing; NULL: there are none */
	int aborted_count;
	ap_fair_key dice_key; /* what the outcomes of chance are drawn with; set with `history` */

	/* The game. `history` is NULL before the game begins, and while the game is only in the store;
	 * `answered` and `log` are there together with it. */
	ap_history *history;
	sv_answered answered[AP_MAX_SEATS];
	ap_event *log;                    /* a ring of SV_LOGGED_EVENTS, as far as there were so many */
	int log_room;                     /* events for which there is room */
	int logged_events;                /* events of the moves in force */
	int seen_events[AP_OBSERVER + 1]; /* those that each viewer may see */
	sv_outcomes *outcomes;            /* outcomes of chance, if there are any: see dice.c */
	ap_event *earlier_log;            /* what is known of events before the base; NULL: nothing */
	int earlier_events;
	bool is_damaged;    /* the game could not be read, and the log says so */
	int snapshot_lines; /* lines before the last snapshot */
	sv_decision decision[AP_MAX_SEATS];
	sv_pace (*pace)[SV_PACES]; /* for each seat a ring of the last ones; NULL: there are none */
	int paces[AP_MAX_SEATS];   /* ever put into each ring */
	int decisions; /* the decisions so far, counted from any number: see sv_count_decision() */
	sv_round round;

	sv_told *told;    /* while decisions are applied: what the watchers know; otherwise NULL */
	int64_t began_at; /* when the game began */

	/* The open question, or the last one. */
	int question;
	int64_t asked_at;    /* when it was asked */
	int64_t seen_at;     /* when the public events before it could have been seen */
	ap_seats asked;      /* seats that were asked when it was put */
	ap_seats holders;    /* seats that hold it, if it is a reaction */
	unsigned times;      /* `times` of the hub when those of this table were told */
	int64_t wall_ahead;  /* what people are told of a time is so much more: the hour of the day */
	int64_t shown_until; /* when a person has seen all public events so far: see clock.c */
	int64_t clock_from;  /* when its clock would have started but for a pause; 0: there was none */
	int64_t clock_set;   /* when that was set */
	int64_t due; /* when sv_table_tick() has something to do; 0: the game was not read yet */

	sv_undo undo;
	ap_seats absent; /* seats whose people are absent, as all are told */
	sv_replacement replacement;
	sv_pause pause;
	int64_t last_talk_at; /* ms since 1970 */
	int next_talk;        /* the number of the next line of talk; -1: the store knows */
	int64_t inspected;    /* when whoever runs the server last looked at what is hidden, in ms since
							 1970; 0: never */
	ap_seats winners;     /* set when the game is over */
	ap_seats shown_turns; /* seats that were told "your turn" in their list of tables */
	int64_t *removed; /* people who may not sit down here, SV_MAX_REMOVED at most: see removal.c */
	int removed_count;
	char rematch[SV_KEY_SIZE]; /* key of the table of the next game; "": none */
	sv_watcher *watchers;
	int64_t bot_used;         /* of the bots' time: see bot_pool.h */
	int64_t used_at;          /* when it was read, or somebody last looked at it */
	int64_t looked_at;        /* when somebody last looked at it; 0: not since it was read */
	int64_t expires;          /* when it is deleted unless somebody looks: see expiry.c; 0: never */
	sv_table_amounts counted; /* what the meters have counted it with */
	struct sv_list_change *list_change; /* a change that the lists were not told yet; NULL: none */
	sv_table *next, *previous, *next_in_bucket, *next_of_id;
};

/* ---- table.c: tables and their rows in the store --------------------------------------------- */

/* Makes a table from its row. Returns NULL if the row is damaged, or of a game that this program
 * does not know. */
sv_table *sv_read_table(sv_hub *hub, const sv_table_row *row);
void sv_free_table(sv_table *t);

/* Writes the table's row; sets the time of its last change. */
void sv_save_table(sv_table *t);

/* Writes the table's row for a change that only one seat may know of: the time of its last change,
 * which everybody sees, remains. */
void sv_save_table_quietly(sv_table *t);

/* Returns a time of sv_now() as the store has it, and the other way round. 0 is no time. */
static inline int64_t sv_stored_time(const sv_table *t, int64_t at)
{
	return at ? at + t->ahead : 0;
}

static inline int64_t sv_time_of_stored(const sv_table *t, int64_t at)
{
	return at ? at - t->ahead : 0;
}

/* Notes that the game is played by the rules of this program. */
void sv_set_rules(sv_table *t);

/* Returns the seat of the person; AP_OBSERVER if there is none. */
int sv_seat_of(const sv_table *t, int64_t person);

/* Writes what everybody may know of the table, as fields of an open object. */
void sv_write_table_summary(ap_json *j, const sv_table *t);

/* ---- table_parts.c: what few tables have, or not for all seats ------------------------------- */

/* Sets the set-up of a table that has none yet, and with it its seats. */
void sv_set_setup(sv_table *t, const ap_setup *setup);

/* Returns the standing orders of a seat, to which some can be added. */
sv_order *sv_orders_of(sv_table *t, int seat);

/* Adds a note of how long somebody took. */
void sv_add_pace(sv_table *t, const sv_pace *pace);

/* Adds somebody who may not sit down here, or a change of the rules; of too many the oldest is
 * forgotten. */
void sv_add_removed(sv_table *t, int64_t person);
void sv_add_rule_change(sv_table *t, sv_rule_change change);

void sv_free_parts(sv_table *t);

/* ---- table_history.c: the game of a table ---------------------------------------------------- */

/* Reads the game from the store if it is not in memory. Returns true as well if no game has begun.
 * Returns false if the store fails or what it has is damaged. */
bool sv_load_history(sv_table *t);

/* Starts a new game, whose first events are logged and were told at this time. Returns false if the
 * dice are not complete. */
bool sv_start_history(sv_table *t, int64_t at);

/* Frees the game in memory; it remains in the store. */
void sv_free_history(sv_table *t);

/* Applies a line to the game in memory, and remembers the message that it answers and its events.
 * If the rules refuse it, nothing changes. The question of the table may then be an old one. */
ap_result sv_apply_line(sv_table *t, const sv_line *line, ap_events *events);

/* Allocates what is kept of a game in memory. Returns false if the dice are not complete. */
bool sv_allocate_history(sv_table *t);

/* Returns the number of lines that the store has of the table, which must be in memory. */
int sv_line_count(const sv_table *t);

/* Writes a snapshot if enough lines were added since the last one: fewer are enough if the game is
 * about to be unloaded, and one before a clean stop. */
typedef enum sv_snapshot_time { SV_AFTER_LINE, SV_BEFORE_UNLOAD, SV_BEFORE_STOP } sv_snapshot_time;
void sv_save_snapshot(sv_table *t, sv_snapshot_time when);

/* Frees the game in memory if nobody watches the table and nothing is due soon. */
void sv_unload_if_idle(sv_table *t, int64_t now);

#endif

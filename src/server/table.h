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
	SV_MAX_RULE_CHANGES = 8    /* changes of the rules during a game that are remembered */
};

typedef struct sv_table sv_table;
typedef struct sv_watcher sv_watcher; /* see watch.h */

typedef enum sv_seat_kind { SV_SEAT_FREE, SV_SEAT_PERSON, SV_SEAT_BOT } sv_seat_kind;

/* A standing order: the action with which the server answers for a seat when this step asks it.
 * Only the person in the seat knows of it. */
typedef struct sv_order {
	uint16_t step;
	ap_action action;
	bool once; /* it is deleted when it has been used */
} sv_order;

typedef struct sv_seat {
	sv_seat_kind kind;
	int64_t person; /* 0: none, or somebody whose data was deleted */
	char name[SV_NAME_SIZE];
	char level[SV_LEVEL_SIZE]; /* level of the bot, or of the bot that may act for the person */
	bool own_nonce;            /* the person's client pledged a nonce, and must open it */
	bool away;                 /* a bot acts for the person */
	bool ask_all;              /* the server does not pass for the person by itself */
	ap_seats muted;            /* seats whose talk the person does not want to see */
	sv_order order[SV_MAX_ORDERS];
	int orders;
	int64_t auto_answer_at; /* when an automatic answer is applied; 0: none is scheduled */
	bool bot_thinks;        /* a bot was asked, and has not answered */
	int64_t notice_at;      /* when a notice of the open question is due */
	int noticed;            /* 1 + the last question of which a notice was sent; 0: none */
} sv_seat;

/* A request to take moves back, to which other people must agree. */
typedef struct sv_undo {
	bool open;
	uint8_t by;      /* the seat that asked for it */
	int to;          /* number of moves that remain */
	ap_seats needed; /* seats that must agree */
	ap_seats agreed; /* seats that have agreed */
} sv_undo;

/* A client's message that was answered with "done". The same message is not applied twice. */
typedef struct sv_answered_message {
	char id[SV_MESSAGE_ID_SIZE];
	int question;
	ap_line line;
} sv_answered_message;

/* A change of the rules during a game, as a newer program went on with it. */
typedef struct sv_rule_change {
	int moves;    /* the number of moves before it */
	int from, to; /* versions of the rules */
} sv_rule_change;

struct sv_table {
	sv_hub *hub;
	int64_t id;
	int64_t owner;            /* the person who made it; 0: somebody whose data was deleted */
	int64_t created, updated; /* ms since 1970 */
	char key[SV_KEY_SIZE], invite[SV_KEY_SIZE];
	int status; /* SV_LOBBY, ... */
	const ap_game *game;
	ap_setup setup;
	bool is_public;    /* everybody may see it in the lobby and join it */
	bool slow;         /* it is played over days, not minutes */
	bool fast;         /* reactions end as soon as everybody has answered */
	int64_t move_time; /* ms for a move */
	int64_t countdown; /* ms for a reaction */
	sv_seat seat[AP_MAX_SEATS];
	ap_rules_id rules;             /* by which the game is played */
	char release[SV_RELEASE_SIZE]; /* of the program that wrote its last lines */
	ap_rules_id first_rules;       /* by which it began */
	sv_rule_change change[SV_MAX_RULE_CHANGES];
	int changes;
	ap_fair fair;         /* pledges, nonces and the secret of the fair dice */
	ap_fair_key dice_key; /* what the outcomes of chance are drawn with; set with `history` */

	/* The game. `history` is NULL before the game begins, and while the game is only in the store;
	 * `answered` and `log` are allocated together with it. */
	ap_history *history;
	sv_answered_message (*answered)[SV_ANSWERED_MESSAGES]; /* for each seat a ring */
	int answered_count[AP_MAX_SEATS];                      /* messages ever put into each ring */
	ap_event *log;                                         /* a ring of SV_LOGGED_EVENTS */
	int logged_events;                                     /* events ever put into the ring */
	int snapshot_lines;                                    /* lines before the last snapshot */

	/* The open question, or the last one. */
	int question;
	int64_t asked_at; /* when it was asked */
	ap_seats asked;   /* seats that were asked when it was put */
	int64_t due;      /* when sv_table_tick() has something to do; 0: the game was not read yet */

	sv_undo undo;
	int64_t last_talk_at;
	ap_seats winners;          /* set when the game is over */
	ap_seats shown_turns;      /* seats that were told "your turn" in their list of tables */
	char rematch[SV_KEY_SIZE]; /* key of the table of the next game; "": none */
	sv_watcher *watchers;
	sv_table *next, *next_in_bucket;
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

/* Notes that the game is played by the rules of this program. */
void sv_set_rules(sv_table *t);

/* Returns the seat of the person; AP_OBSERVER if there is none. */
int sv_seat_of(const sv_table *t, int64_t person);

/* Writes what everybody may know of the table, as fields of an open object. */
void sv_write_table_summary(ap_json *j, const sv_table *t);

/* ---- table_history.c: the game of a table ---------------------------------------------------- */

/* Reads the game from the store if it is not in memory. Returns true as well if no game has begun.
 * Returns false if the store fails or what it has is damaged. */
bool sv_load_history(sv_table *t);

/* Starts a new game, whose first events are logged. Returns false if the dice are not complete. */
bool sv_start_history(sv_table *t);

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

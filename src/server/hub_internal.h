/* hub_internal.h: what the files of the hub share. hub.h is for everybody else. */
#ifndef APPARAT_SERVER_HUB_INTERNAL_H
#define APPARAT_SERVER_HUB_INTERNAL_H

#include <jansson.h>

#include "bots/bots.h"
#include "core/game.h"
#include "core/json_writer.h"
#include "server/hub.h"
#include "server/notices.h"
#include "server/pool.h"
#include "text/fair_dice.h"
#include "text/history.h"

enum {
	SV_BUCKETS = 4096,
	SV_LEVEL = 16,   /* a bot's level, with its zero */
	SV_RECENT = 16,  /* answered messages of a seat that a table remembers */
	SV_LOGGED = 120, /* events a newcomer is shown */
	SV_TALKED = 60,  /* lines of talk, too */
	SV_ORDERS = 8,   /* standing orders of a seat */
	SV_ACTION = 96   /* an action in notation, with its zero */
};

typedef enum sv_sitter { SV_NOBODY, SV_PERSON, SV_BOT } sv_sitter;

/* "Do this when that step asks me": kept for its owner alone. */
typedef struct sv_order {
	uint16_t step;
	ap_action action;
	bool once;
} sv_order;

typedef struct sv_seat {
	sv_sitter kind;
	int64_t person;
	char name[SV_NAME];
	char level[SV_LEVEL]; /* of the bot, or of the bot that stands in */
	bool own_nonce;       /* the person's program drew it: it must open it, too */
	bool away;            /* a bot stands in */
	bool ask_all;         /* asks even what hardly anybody wants to be asked */
	ap_seats muted;       /* whose talk he does not want to hear */
	sv_order order[SV_ORDERS];
	int orders;
	int64_t auto_at;   /* when an automatic answer is entered; 0: none waits */
	bool thinking;     /* a bot has been asked */
	int64_t notice_at; /* he has not looked for long enough then */
	int noticed;       /* 1 + the question he was last told of */
} sv_seat;

typedef struct sv_undo {
	bool open;
	uint8_t by;
	int to; /* moves that stay */
	ap_seats needed, agreed;
} sv_undo;

/* A message that was answered: what it said. */
typedef struct sv_recent {
	char id[SV_CLIENT];
	int question;
	ap_line line;
} sv_recent;

typedef struct sv_watcher sv_watcher;
typedef struct sv_untold sv_untold;
typedef struct sv_table sv_table;

struct sv_table {
	sv_hub *hub;
	int64_t id, owner, created, updated;
	char key[SV_KEY], invite[SV_KEY];
	int status;
	const ap_game *game;
	ap_setup setup;
	bool open, slow, fast; /* listed for all; days instead of minutes; rounds close at once */
	int64_t move_time, countdown;
	sv_seat seat[AP_MAX_SEATS];
	ap_fair fair;
	ap_fair_key dice;
	ap_history *history; /* NULL: it is only in the store */
	int question;        /* that was put last, and when */
	int64_t asked_at;
	int64_t due;    /* when the clock has something to do here; 0: it has not been read */
	ap_seats asked; /* to whom it was put */
	bool reaction;  /* it is sealed, and could be passed when it was put */
	bool closing;   /* by the clock, and nobody is shown how until it has */
	sv_undo undo;
	sv_recent (*recent)[SV_RECENT]; /* of each seat: others' do not push his out; with `history` */
	int recents[AP_MAX_SEATS];
	ap_event *log; /* the last SV_LOGGED of them, a ring; with `history` */
	int events;
	int snapped; /* lines there were when the last snapshot was kept */
	int64_t talked_at;
	ap_seats won;         /* once it is over */
	ap_seats turns;       /* whose lists say that it is their turn */
	char rematch[SV_KEY]; /* the table that goes on from this one; "": none */
	sv_watcher *watchers;
	sv_table *next, *next_in_bucket;
};

/* A client that looks at a table: what it was shown last. */
struct sv_watcher {
	sv_client *client;
	sv_table *table;
	int viewer;
	unsigned char *view;
	sv_watcher *next, *next_of_client;
};

typedef struct sv_message {
	struct sv_message *next;
	size_t length;
	char text[];
} sv_message;

struct sv_client {
	sv_hub *hub;
	int64_t person;
	char name[SV_NAME];
	sv_send *send;
	void *to;
	bool greeted, in_lobby, lost;
	sv_message *first, **last;
	size_t waiting;
	double tokens; /* messages it may still send now */
	int64_t tokens_at;
	int64_t talked_at;
	int talked; /* in the minute that began then */
	sv_watcher *watchers;
	sv_client *next, *previous;
	sv_client *next_in_lobby;
	bool in_line; /* something waits to be sent */
	sv_client *next_in_line;
};

struct sv_hub {
	sv_store *store;
	sv_world world;
	sv_limits limits;
	int64_t opened;               /* when: see sv_deadline() */
	int64_t due;                  /* of all tables */
	sv_table *bucket[SV_BUCKETS]; /* tables by key */
	sv_table *tables;             /* those that are not over, and those somebody looks at */
	sv_pool *pool;                /* NULL: bots answer at once */
	sv_client *clients, *line;
	sv_client *lobby; /* who looks at the list of tables */
	int64_t next_table;
	sv_figures figures;
	bool dirty;        /* something waits for a commit */
	sv_notify *notify; /* NULL: nobody is told anything */
	void *notify_to;
	sv_untold *untold;  /* what waits for the commit, too */
	ap_events gathered; /* of the table that goes on just now, to be shown together */
	char scratch[256 << 10];
};

/* ---- hub.c ----------------------------------------------------------------------------------- */

static inline int64_t sv_now(const sv_hub *hub)
{
	return hub->world.now(hub->world.self);
}
void sv_random(const sv_hub *hub, void *out, size_t size);
void sv_random_key(const sv_hub *hub, char key[SV_KEY]); /* letters and digits, unguessable */
sv_table *sv_find_table(sv_hub *hub, const char *key);   /* reads it if need be; NULL: none */
sv_table *sv_new_table(sv_hub *hub);
void sv_forget_table(sv_table *t); /* the store may still know it */

/* ---- send.c: messages out -------------------------------------------------------------------- */

/* A message is written into the hub's scratch and queued for a client. */
ap_json sv_begin(sv_hub *hub, const char *type, const char *id);
void sv_queue(sv_client *client, ap_json *j);
void sv_refuse(sv_client *client, const char *id, const char *code, const char *text);
void sv_refuse_rule(sv_client *client, const char *id, const sv_table *t, ap_result result);

/* ---- table.c: a table and what the store knows of it ----------------------------------------- */

void sv_save_table(sv_table *t);   /* its meta, with the next commit */
void sv_save_quietly(sv_table *t); /* what only one seat may know of: nobody sees it was touched */
sv_table *sv_read_table(sv_hub *hub, const sv_table_row *row);
void sv_free_table(sv_table *t);
int sv_seat_of(const sv_table *t, int64_t person); /* AP_OBSERVER: sits nowhere */
void sv_write_summary(ap_json *j, const sv_table *t);

/* ---- load.c: its game out of the store ------------------------------------------------------- */

bool sv_load_history(sv_table *t);  /* true as well where no game has begun */
bool sv_begin_history(sv_table *t); /* a new one; its first events are logged */
void sv_drop_history(sv_table *t);
void sv_remember(sv_table *t, const char *client); /* who sent the last line */
void sv_log_events(sv_table *t, const ap_events *events);
void sv_keep_snapshot(sv_table *t, bool rests); /* if the last is some time ago */
void sv_let_rest(sv_table *t, int64_t now);     /* if it waits long, and nobody looks */

/* ---- play.c: the game goes on ---------------------------------------------------------------- */

void sv_start_game(sv_table *t);
ap_result sv_do(sv_table *t, int seat, ap_action a, int64_t person, const char *client);
ap_result sv_unseal(sv_table *t, int seat, int64_t person, const char *client);
void sv_undo_to(sv_table *t, int seat, int moves);
void sv_go_on(sv_table *t);                   /* chance and bots, until somebody must answer */
int64_t sv_deadline(const sv_table *t);       /* of the question that is open; 0: none */
void sv_table_tick(sv_table *t, int64_t now); /* t->due: when it wants to be called again */
bool sv_is_reaction(const sv_table *t);
void sv_note_question(sv_table *t); /* that has just been put */
void sv_hear_bot(void *to, const sv_verdict *v);
/* Would the server answer for this seat by itself, in due time? What? */
bool sv_answers_for(const sv_table *t, int seat, const void *view, ap_action *answer);
bool sv_pass(const ap_game *game, const void *view, int seat, ap_action *pass);

/* ---- watch.c --------------------------------------------------------------------------------- */

void sv_watch(sv_client *client, sv_table *t, const char *id, int64_t since);
void sv_unwatch(sv_watcher *w);
bool sv_watches(const sv_client *client, const sv_table *t);
void sv_show_change(sv_table *t, const ap_events *events); /* to all who look */
void sv_show_table(sv_table *t);                           /* seats, status: not the game */
void sv_show_seat(sv_table *t, int seat);                  /* the same, to its person alone */
void sv_write_events(ap_json *j, const ap_game *game, const ap_event *list, int count, int viewer);

/* ---- notices.c: telling those who are not looking ------------------------------------------- */

void sv_tell(sv_hub *hub, bool durable); /* what was queued; or it is dropped */
void sv_tell_all(sv_table *t, sv_notice_kind kind, int64_t but);
int64_t sv_tell_asked(sv_table *t); /* whose time has come; returns the next one's */
void sv_looked_away(sv_table *t, int64_t person);

/* ---- lobby.c, talk.c, wishes.c, undo.c: what clients ask for --------------------------------- */

typedef struct sv_request {
	sv_client *client;
	const char *id; /* "" : none */
	json_t *body;
} sv_request;

const char *sv_text_of(const sv_request *r, const char *key); /* NULL: missing or no string */
sv_table *sv_table_of(const sv_request *r);                   /* NULL: already answered */
sv_table *sv_seated_at(const sv_request *r, int *seat);       /* NULL: already answered */
/* Has it these fields, and no others? "s:table i?question": the kind (string, integer, boolean,
 * object, array), ':' where it must be there, the name. */
bool sv_fits(const json_t *body, const char *fields);

void sv_on_games(const sv_request *r);
void sv_on_lobby(const sv_request *r);
void sv_on_past(const sv_request *r);
void sv_on_create(const sv_request *r);
void sv_on_join(const sv_request *r);
void sv_on_leave(const sv_request *r);
void sv_on_cancel(const sv_request *r);
void sv_on_start(const sv_request *r);
void sv_on_rematch(const sv_request *r);
void sv_on_nonce(const sv_request *r);
void sv_on_watch(const sv_request *r);
void sv_on_act(const sv_request *r);
void sv_on_unseal(const sv_request *r);
void sv_on_undo(const sv_request *r);
void sv_on_undo_answer(const sv_request *r);
void sv_on_say(const sv_request *r);
void sv_on_mute(const sv_request *r);
void sv_on_wishes(const sv_request *r);
void sv_on_hand_over(const sv_request *r);
void sv_on_take_back(const sv_request *r);
void sv_done(const sv_request *r, const sv_table *t); /* "done", to the client alone */
void sv_lobby_changed(sv_table *t);
void sv_turns_changed(sv_table *t);              /* perhaps: who looks at the lists is told */
void sv_leave_lobby(sv_client *client);          /* he looks at the list no more */
void sv_get_up(sv_table *t, int seat);           /* before the game has begun */
void sv_show_talk(sv_watcher *w, int64_t since); /* what was said after that */
void sv_undo_without(sv_table *t, int seat);     /* it is asked no more */

#endif

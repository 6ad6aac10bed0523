/* notices.h: notices tell a person who is not watching that a slow game has begun, waits for an
 * answer, or is over. They are sent to a webhook, to browsers by Web Push, or by mail.
 *
 * The hub decides who is sent a notice (hub_notices.c) and calls a handler when the cause is
 * durable. sv_notices is that handler: it writes the notice in the person's language and sends it
 * as the person's settings say. A child process does the sending (courier.c), so that nothing here
 * waits. A notice that cannot be delivered is tried again a few times and then dropped; notices
 * that are not delivered are lost when the server restarts. */
#ifndef APPARAT_SERVER_NOTICES_H
#define APPARAT_SERVER_NOTICES_H

#include "server/hub.h"
#include "server/people.h"

struct ap_game;

typedef enum sv_notice_kind {
	SV_NOTICE_ASKED,   /* the person must answer a question */
	SV_NOTICE_BEGAN,   /* the game has begun */
	SV_NOTICE_OVER,    /* the game is over */
	SV_NOTICE_REMATCH, /* there is a table for the next game */
	SV_NOTICE_KINDS
} sv_notice_kind;

typedef struct sv_notice {
	sv_notice_kind kind;
	int64_t person;
	char table[SV_KEY_SIZE];
	char rematch[SV_KEY_SIZE]; /* key of the table for the next game; "": none */
	const struct ap_game *game;
	int seat;
	int question, step; /* for SV_NOTICE_ASKED only, like the deadline */
	int64_t deadline;   /* 0: there is no clock */
} sv_notice;

/* Called when a notice is to be sent. It must not call the hub. */
typedef void sv_notice_handler(void *to, const sv_notice *notice);

/* Sets the handler of the hub's notices. */
void sv_hub_on_notice(sv_hub *hub, sv_notice_handler *handler, void *to);

/* ---- Sending --------------------------------------------------------------------------------- */

typedef struct sv_notices sv_notices;

/* Strings are not copied. */
typedef struct sv_notices_options {
	sv_store *store;
	const sv_world *world;
	const sv_limits *limits;
	const char *public_url;      /* URL of the server, for links; NULL: notices have no links */
	const char *smtp;            /* "smtp://HOST:PORT" or "smtps://HOST:PORT"; NULL: no mail */
	const char *user, *password; /* for the SMTP server; NULL: none */
	const char *from;            /* the sender's mail address; needed if `smtp` is set */
	bool allow_private;          /* webhooks may be in the server's own network */
} sv_notices_options;

typedef struct sv_notice_figures {
	int waiting; /* notices that are not delivered yet */
	int64_t delivered;
	int64_t dropped;  /* notices that were given up */
	int64_t restarts; /* child processes that were replaced */
} sv_notice_figures;

/* Starts the child process. Returns NULL and sets `error` on failure. */
sv_notices *sv_notices_open(const sv_notices_options *options, ap_error *error);

/* Waits a moment for what is being delivered, then drops the rest. */
void sv_notices_close(sv_notices *notices);

/* The handler for sv_hub_on_notice(); `to` is the sv_notices. */
sv_notice_handler sv_notices_queue;

/* Hands notices that are due to the child process and takes its results. */
void sv_notices_tick(sv_notices *notices);

/* Returns when sv_notices_tick() is to be called again. */
int64_t sv_notices_due(const sv_notices *notices);

/* Drops what waits for this person, who is deleted or has changed the settings. */
void sv_notices_drop_person(sv_notices *notices, int64_t person);

void sv_notices_figures(const sv_notices *notices, sv_notice_figures *out);

#endif

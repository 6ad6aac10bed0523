/* notices.h: whoever is not looking is told that a slow game waits for him: by a webhook, by mail.
 *
 * The hub says what is to be told (notices.c), once it is durable. Whoever hears it writes it in
 * the person's language and sends it as that person has set: sv_notices. Sending is the work of a
 * process of its own (courier.c); nothing here waits for anybody. A notice that cannot be delivered
 * is tried again a few times and then dropped; a restart forgets what has not been delivered. */
#ifndef APPARAT_SERVER_NOTICES_H
#define APPARAT_SERVER_NOTICES_H

#include "server/hub.h"
#include "server/people.h"

struct ap_game;

typedef enum sv_notice_kind {
	SV_NOTICE_ASKED,
	SV_NOTICE_BEGAN,
	SV_NOTICE_OVER,
	SV_NOTICE_REMATCH,
	SV_NOTICE_KINDS
} sv_notice_kind;

typedef struct sv_notice {
	sv_notice_kind kind;
	int64_t person;
	char table[SV_KEY], rematch[SV_KEY];
	const struct ap_game *game;
	int seat;
	int question, step; /* of SV_NOTICE_ASKED, like the deadline */
	int64_t deadline;
} sv_notice;

typedef void sv_notify(void *to, const sv_notice *notice);

/* From now on the hub tells `notify`. It may not call the hub. */
void sv_hub_on_notice(sv_hub *hub, sv_notify *notify, void *to);

/* ---- Sending --------------------------------------------------------------------------------- */

typedef struct sv_notices sv_notices;

typedef struct sv_notices_options {
	sv_store *store;
	const sv_world *world;
	const sv_limits *limits;
	const char *public_url;      /* where people find the server; NULL: links are left out */
	const char *smtp;            /* "smtp://HOST:PORT" or "smtps://..."; NULL: no mail */
	const char *user, *password; /* there; NULL: none */
	const char *from;            /* whose address mail has */
	bool private_too;            /* webhooks may be in the server's own network */
} sv_notices_options;

/* NULL: see `error`. Strings are not copied. */
sv_notices *sv_notices_open(const sv_notices_options *options, ap_error *error);
/* What is on its way gets a moment to arrive. */
void sv_notices_close(sv_notices *notices);

sv_notify sv_notices_take; /* `to`: the sv_notices */
void sv_notices_tick(sv_notices *notices);
int64_t sv_notices_due(const sv_notices *notices); /* when it wants that again */
/* He is gone, or has changed where he is told: what waits for him is dropped. */
void sv_notices_drop(sv_notices *notices, int64_t person);

typedef struct sv_notice_figures {
	int waiting;
	int64_t delivered, dropped, restarts;
} sv_notice_figures;
void sv_notices_figures(const sv_notices *notices, sv_notice_figures *out);

#endif

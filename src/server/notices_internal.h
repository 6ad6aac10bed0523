/* notices_internal.h: the parts of sending notices: a person's settings, what is sent, the queue,
 * and the child process that sends. notices.h is for all others. */
#ifndef APPARAT_SERVER_NOTICES_INTERNAL_H
#define APPARAT_SERVER_NOTICES_INTERNAL_H

#include "server/notices.h"
#include "text/catalogue.h"

/* Sizes of texts include the zero at the end. */
enum {
	SV_URL_SIZE = 181,       /* the URL of a webhook */
	SV_MAIL_SIZE = 101,      /* a mail address */
	SV_CODE_SIZE = 9,        /* the code that confirms a mail address */
	SV_PARCEL_SIZE = 4096,   /* bytes of a notice as it is sent */
	SV_SIGNATURE_SIZE = 128, /* the signature of a webhook's body */
	SV_UNIQUE_SIZE = 33,     /* the first part of a Message-ID: 32 hexadecimal digits */
	SV_ENDPOINT_SIZE = 641,  /* the endpoint of a subscription to Web Push */
	SV_HEADERS_SIZE = 1536   /* the headers of a request */
};

enum { SV_MAX_PUSHES = 6 }; /* browsers by which a person can be notified */

/* ---- notices_settings.c: how a person wants to be notified ----------------------------------- */

typedef struct sv_notice_settings {
	char webhook[SV_URL_SIZE];  /* "": none */
	char secret[SV_TOKEN_SIZE]; /* the key of the webhook's signatures */
	char mail[SV_MAIL_SIZE];    /* "": none */
	char code[SV_CODE_SIZE];    /* the code that must be entered first; "": confirmed */
	int tries;                  /* codes that were entered */
	int64_t code_until;         /* when the code expires */
	ap_language language;
} sv_notice_settings;

void sv_read_notice_settings(const sv_person_row *row, sv_notice_settings *out);

/* Puts the settings into the row. Returns false if they do not fit. */
bool sv_write_notice_settings(sv_person_row *row, const sv_notice_settings *settings);

/* True if a person may set this text as a webhook, or as a mail address. */
bool sv_is_good_webhook(const char *url);
bool sv_is_good_mail(const char *address);

/* True if a person may set this text as the endpoint of a subscription. Push services have HTTPS;
 * one in the server's own network need not. */
bool sv_is_good_endpoint(const char *url, bool allow_private);

/* ---- notices_write.c: what is sent ----------------------------------------------------------- */

/* Each of them writes to `out`, which has SV_PARCEL_SIZE bytes, and returns the length; 0 if it
 * does not fit. `unique` is the first part of the mail's Message-ID. */
size_t sv_write_webhook_body(
	const sv_notice *n, const char *public_url, ap_language language, int64_t now, char *out);
size_t sv_write_notice_mail(const sv_notice *n, const sv_notices_options *o,
	const sv_notice_settings *settings, const char *unique, char *out);
size_t sv_write_code_mail(
	const sv_notices_options *o, const sv_notice_settings *settings, const char *unique, char *out);

size_t sv_write_link_mail(const sv_notices_options *o, const sv_notice_settings *settings,
	const char *link, const char *unique, char *out);

/* Writes the signature of a webhook's body: "t=SECONDS,v1=HEX". */
void sv_sign_webhook(
	const char *secret, int64_t now, const char *body, size_t length, char out[SV_SIGNATURE_SIZE]);

/* ---- courier.c: the child process ------------------------------------------------------------ */

/* How a notice is sent. */
typedef enum sv_way { SV_BY_WEBHOOK, SV_BY_PUSH, SV_BY_MAIL } sv_way;

/* What the server hands to the process. */
typedef struct sv_parcel {
	int64_t id;
	sv_way way;
	char to[SV_ENDPOINT_SIZE];     /* a URL or a mail address */
	char headers[SV_HEADERS_SIZE]; /* of a request: lines, each with a line end */
	int length;
	char body[SV_PARCEL_SIZE];
} sv_parcel;

/* What the process answers to each parcel. */
typedef struct sv_receipt {
	int64_t id;
	bool delivered;
	bool gone; /* the push service says that there is no such subscription any more */
} sv_receipt;

/* True if the address (a struct sockaddr) is on the public internet, and not in the server's own
 * network. */
bool sv_is_public_address(const void *address);

/* The work of the child process (see child.h): takes parcels from the socket and answers with
 * receipts until the socket is closed. `options` are the sv_notices_options. */
void sv_run_courier(int socket, const void *options);

/* ---- notices_push.c: Web Push ---------------------------------------------------------------- */

/* Reads the server's own keys from the store. If there are none, makes them, which becomes durable
 * at once. Returns false and sets `error` on failure. */
bool sv_load_push_pair(sv_store *store, sv_push_pair *out, ap_error *error);

/* Writes the notice, encrypted for this subscription, to the parcel: its body, its headers, and
 * where it goes. `own` are the server's keys. Returns the length of the body; 0 on failure. */
size_t sv_write_push(const sv_notice *n, const sv_notices_options *o, const sv_push_pair *own,
	ap_language language, const sv_push_row *to, sv_parcel *out);

/* ---- notices_queue.c: notices that wait ------------------------------------------------------ */

/* True if a code may be sent to this address for this person. Their number is limited, so that
 * nobody can use the server to send unwanted mail. */
bool sv_notices_may_send_code(const sv_notices *notices, int64_t person, const char *mail);
void sv_notices_send_code(sv_notices *notices, int64_t person, const sv_notice_settings *settings);

/* Mails a link that sets a new password; it counts as a code. */
void sv_notices_send_link(
	sv_notices *notices, int64_t person, const sv_notice_settings *settings, const char *link);

/* Returns the URL of the server; NULL if it is not known. */
const char *sv_notices_public_url(const sv_notices *notices);

/* True if the server can send mail. */
bool sv_notices_can_mail(const sv_notices *notices);

/* True if this text may be set as an endpoint (see sv_is_good_endpoint()). */
bool sv_notices_may_push_to(const sv_notices *notices, const char *endpoint);

/* Drops what waits for this subscription, which has ended or belongs to somebody else now. */
void sv_notices_drop_push(sv_notices *notices, const char *endpoint);

/* Returns the server's public key for Web Push. */
const uint8_t *sv_notices_push_point(const sv_notices *notices);

#endif

/* notices_internal.h: what the files of sending share. notices.h is for everybody else. */
#ifndef APPARAT_SERVER_NOTICES_INTERNAL_H
#define APPARAT_SERVER_NOTICES_INTERNAL_H

#include "server/notices.h"
#include "text/catalogue.h"

enum {
	SV_URL = 181,      /* a webhook, with its zero */
	SV_MAIL = 101,     /* an address of mail, too */
	SV_CODE = 9,       /* that confirms one */
	SV_PARCEL = 4096,  /* bytes of a notice as it is sent */
	SV_SIGNATURE = 128 /* a webhook's header, with its zero */
};

/* ---- notices_settings.c: how a person wants to be told --------------------------------------- */

typedef struct sv_wanted {
	char webhook[SV_URL], secret[SV_TOKEN]; /* "": none */
	char mail[SV_MAIL];
	char code[SV_CODE]; /* not given back yet: nothing else is sent there; "": confirmed */
	int tries;          /* of the code */
	int64_t code_until;
	ap_language language;
} sv_wanted;

void sv_read_wanted(const sv_person_row *row, sv_wanted *out);
bool sv_write_wanted(sv_person_row *row, const sv_wanted *wanted); /* false: no room */
bool sv_good_webhook(const char *url);
bool sv_good_mail(const char *address);

/* ---- notices_write.c: what is sent ----------------------------------------------------------- */

/* Each returns the length; 0: it does not fit. */
size_t sv_write_webhook(
	const sv_notice *n, const char *public_url, ap_language language, int64_t now, char *out);
size_t sv_write_mail(const sv_notice *n, const sv_notices_options *o, const sv_wanted *w,
	const char *unique, char *out);
size_t sv_write_code(
	const sv_notices_options *o, const sv_wanted *w, const char *unique, char *out);
/* "t=SECONDS,v1=HEX" */
void sv_sign(
	const char *secret, int64_t now, const char *body, size_t length, char out[SV_SIGNATURE]);

/* ---- courier.c: the process that sends ------------------------------------------------------- */

typedef struct sv_parcel {
	int64_t id;
	bool mail;
	char to[SV_URL];              /* a URL, or an address */
	char signature[SV_SIGNATURE]; /* of a webhook, for this attempt */
	int length;
	char body[SV_PARCEL];
} sv_parcel;

typedef struct sv_receipt {
	int64_t id;
	bool delivered;
} sv_receipt;

/* May a webhook be there? Not in the server's own network. `address`: a struct sockaddr. */
bool sv_is_public(const void *address);
/* Takes parcels from the socket and answers with receipts, until it is closed. `options` is what
 * the server was opened with. */
void sv_courier(int socket, const void *options);

/* ---- notices_queue.c ------------------------------------------------------------------------- */

/* Nobody is to be pestered by us: few codes go to one address, few for one person, and not many in
 * all. */
bool sv_notices_may_send_code(const sv_notices *notices, int64_t person, const char *mail);
void sv_notices_send_code(sv_notices *notices, int64_t person, const sv_wanted *wanted);
bool sv_notices_can_mail(const sv_notices *notices);

#endif

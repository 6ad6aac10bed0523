/* courier.c: the process that sends notices, with libcurl: several at a time, so that one that
 * hangs keeps nobody waiting.
 *
 * Whoever names a webhook makes this machine talk to whatever he names. So: HTTP only, no
 * redirects, no proxy, nothing of the answer is kept, and by default no address of the server's own
 * network, checked when the name has been resolved and the socket is about to be opened. */
#include "server/notices_internal.h"

#include <curl/curl.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	WEBHOOK_TIME = 10 * 1000, /* ms */
	MAIL_TIME = 20 * 1000,
	SWALLOWED = 64 << 10 /* bytes of an answer that are read and forgotten */
};

typedef struct errand {
	sv_parcel parcel;
	const sv_notices_options *options;
	CURL *easy;
	struct curl_slist *list; /* headers, or whom mail is for */
	size_t read, swallowed;
} errand;

/* ---- Where a webhook may be ------------------------------------------------------------------ */

typedef struct block {
	unsigned char start[4];
	int bits;
} block;

static bool within(const unsigned char *address, const unsigned char *start, int bits)
{
	int whole = bits / 8, rest = bits % 8;
	return memcmp(address, start, (size_t)whole) == 0 &&
		(rest == 0 || (address[whole] ^ start[whole]) >> (8 - rest) == 0);
}

/* IANA's registry of special addresses: this network, private, shared, loopback, link-local,
 * assignments, documentation, benchmarks, multicast, reserved. */
static bool public_v4(const unsigned char *a)
{
	static const block special[] = {{{0}, 8}, {{10}, 8}, {{100, 64}, 10}, {{127}, 8},
		{{169, 254}, 16}, {{172, 16}, 12}, {{192, 0, 0}, 24}, {{192, 0, 2}, 24},
		{{192, 88, 99}, 24}, {{192, 168}, 16}, {{198, 18}, 15}, {{198, 51, 100}, 24},
		{{203, 0, 113}, 24}, {{224}, 3}};
	for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
		if (within(a, special[i].start, special[i].bits))
			return false;
	return true;
}

/* Global unicast only (2000::/3), less what is special in it; what wraps IPv4 (64:ff9b::/96,
 * 2002::/16) is what it wraps. */
static bool public_v6(const unsigned char *a)
{
	static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff},
							   nat64[12] = {0, 0x64, 0xff, 0x9b};
	if (memcmp(a, mapped, 12) == 0 || memcmp(a, nat64, 12) == 0)
		return public_v4(a + 12);
	if (a[0] == 0x20 && a[1] == 0x02)
		return public_v4(a + 2);
	bool assigned = a[0] == 0x20 && a[1] == 0x01 && a[2] < 2; /* 2001::/23: Teredo and others */
	bool example = within(a, (const unsigned char[]){0x20, 0x01, 0x0d, 0xb8}, 32);
	return a[0] >> 5 == 1 && !assigned && !example;
}

bool sv_is_public(const void *address)
{
	const struct sockaddr *a = address;
	if (a->sa_family == AF_INET)
		return public_v4((const unsigned char *)&((const struct sockaddr_in *)address)->sin_addr);
	if (a->sa_family == AF_INET6)
		return public_v6((const unsigned char *)&((const struct sockaddr_in6 *)address)->sin6_addr);
	return false;
}

static curl_socket_t open_socket(void *user, curlsocktype purpose, struct curl_sockaddr *to)
{
	const errand *e = user;
	(void)purpose;
	if (!e->options->private_too && !sv_is_public(&to->addr))
		return CURL_SOCKET_BAD;
	return socket(to->family, to->socktype, to->protocol);
}

/* ---- Errands --------------------------------------------------------------------------------- */

static size_t swallow(char *bytes, size_t one, size_t count, void *user)
{
	errand *e = user;
	(void)bytes;
	e->swallowed += one * count;
	return e->swallowed > SWALLOWED ? 0 : one * count;
}

static size_t read_mail(char *out, size_t one, size_t count, void *user)
{
	errand *e = user;
	size_t left = (size_t)e->parcel.length - e->read, room = one * count;
	size_t piece = left < room ? left : room;
	memcpy(out, e->parcel.body + e->read, piece);
	e->read += piece;
	return piece;
}

/* The environment could name a proxy, which would not heed our rules. */
static void prepare(errand *e, long time)
{
	curl_easy_setopt(e->easy, CURLOPT_PRIVATE, e);
	curl_easy_setopt(e->easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(e->easy, CURLOPT_PROXY, "");
	curl_easy_setopt(e->easy, CURLOPT_TIMEOUT_MS, time);
	curl_easy_setopt(e->easy, CURLOPT_WRITEFUNCTION, swallow);
	curl_easy_setopt(e->easy, CURLOPT_WRITEDATA, e);
}

static void prepare_webhook(errand *e)
{
	char line[SV_SIGNATURE + 32];
	prepare(e, WEBHOOK_TIME);
	snprintf(line, sizeof line, "Apparat-Signature: %s", e->parcel.signature);
	e->list = curl_slist_append(NULL, "Content-Type: application/json");
	e->list = curl_slist_append(e->list, "User-Agent: apparat");
	e->list = curl_slist_append(e->list, line);
	curl_easy_setopt(e->easy, CURLOPT_URL, e->parcel.to);
	curl_easy_setopt(e->easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(e->easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(e->easy, CURLOPT_POSTFIELDS, e->parcel.body);
	curl_easy_setopt(e->easy, CURLOPT_POSTFIELDSIZE, (long)e->parcel.length);
	curl_easy_setopt(e->easy, CURLOPT_HTTPHEADER, e->list);
	curl_easy_setopt(e->easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(e->easy, CURLOPT_OPENSOCKETDATA, e);
}

/* A password goes over TLS or not at all. */
static void prepare_mail(errand *e)
{
	char from[SV_MAIL + 2], to[SV_MAIL + 2];
	const sv_notices_options *o = e->options;
	prepare(e, MAIL_TIME);
	snprintf(from, sizeof from, "<%s>", o->from);
	snprintf(to, sizeof to, "<%.*s>", SV_MAIL - 1, e->parcel.to);
	e->list = curl_slist_append(NULL, to);
	curl_easy_setopt(e->easy, CURLOPT_URL, o->smtp);
	curl_easy_setopt(e->easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(
		e->easy, CURLOPT_USE_SSL, o->user ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_TRY);
	if (o->user) {
		curl_easy_setopt(e->easy, CURLOPT_USERNAME, o->user);
		curl_easy_setopt(e->easy, CURLOPT_PASSWORD, o->password);
	}
	curl_easy_setopt(e->easy, CURLOPT_MAIL_FROM, from);
	curl_easy_setopt(e->easy, CURLOPT_MAIL_RCPT, e->list);
	curl_easy_setopt(e->easy, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(e->easy, CURLOPT_READFUNCTION, read_mail);
	curl_easy_setopt(e->easy, CURLOPT_READDATA, e);
}

static void end_errand(int socket, errand *e, bool delivered)
{
	sv_receipt receipt = {.id = e->parcel.id, .delivered = delivered};
	(void)!send(socket, &receipt, sizeof receipt, MSG_NOSIGNAL);
	curl_easy_cleanup(e->easy);
	curl_slist_free_all(e->list);
	free(e);
}

static void begin_errand(
	int socket, CURLM *multi, const sv_parcel *parcel, const sv_notices_options *options)
{
	errand *e = calloc(1, sizeof *e);
	if (!e)
		_exit(1); /* the server starts another one */
	e->parcel = *parcel;
	e->options = options;
	e->easy = curl_easy_init();
	if (e->easy && parcel->mail)
		prepare_mail(e);
	else if (e->easy)
		prepare_webhook(e);
	if (!e->easy || curl_multi_add_handle(multi, e->easy) != CURLM_OK)
		end_errand(socket, e, false);
}

/* Of a webhook 2xx is a yes; that its answer was too long to read is its own affair. */
static bool has_arrived(const errand *e, CURLcode code)
{
	long status = 0;
	curl_easy_getinfo(e->easy, CURLINFO_RESPONSE_CODE, &status);
	if (e->parcel.mail)
		return code == CURLE_OK;
	return (code == CURLE_OK || code == CURLE_WRITE_ERROR) && status >= 200 && status < 300;
}

static void end_errands(int socket, CURLM *multi)
{
	int left;
	for (CURLMsg *m; (m = curl_multi_info_read(multi, &left));) {
		errand *e = NULL;
		CURLcode code = m->data.result;
		CURL *easy = m->easy_handle;
		curl_easy_getinfo(easy, CURLINFO_PRIVATE, &e);
		bool arrived = has_arrived(e, code);
		curl_multi_remove_handle(multi, easy);
		end_errand(socket, e, arrived);
	}
}

/* False: the server is gone. */
static bool take_parcels(int socket, CURLM *multi, const sv_notices_options *options)
{
	static sv_parcel parcel;
	for (;;) {
		ssize_t got = recv(socket, &parcel, sizeof parcel, MSG_DONTWAIT);
		if (got == (ssize_t)sizeof parcel)
			begin_errand(socket, multi, &parcel, options);
		else
			return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
	}
}

void sv_courier(int socket, const void *options)
{
	int running;
	struct curl_waitfd inbox = {.fd = socket, .events = CURL_WAIT_POLLIN};
	curl_global_init(CURL_GLOBAL_DEFAULT);
	CURLM *multi = curl_multi_init();
	while (multi && take_parcels(socket, multi, options)) {
		curl_multi_perform(multi, &running);
		end_errands(socket, multi);
		inbox.revents = 0;
		curl_multi_poll(multi, &inbox, 1, 60 * 1000, NULL);
	}
}

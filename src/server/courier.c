/* courier.c: the child process that sends notices with libcurl: several at a time, so that one that
 * hangs keeps no other waiting.
 *
 * Anybody can make this machine connect to the address of a webhook, or to what he says is the push
 * service of his browser. So it speaks HTTP only,
 * follows no redirects, uses no proxy and keeps nothing of the answer. By default it connects to no
 * address of the server's own network; that is checked after the name was resolved, when the socket
 * is about to be opened. */
#include "server/notices_internal.h"

#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "server/late_curl.h"
#include "text/memory.h"

enum {
	WEBHOOK_TIMEOUT = 10 * 1000, /* ms */
	MAIL_TIMEOUT = 20 * 1000,    /* ms */
	MAX_DISCARDED = 64 << 10     /* bytes of an answer that are read; the rest is not waited for */
};

static const sv_curl *curl; /* in the courier's process */

typedef struct delivery {
	sv_parcel parcel;
	const sv_notices_options *options;
	CURL *easy;
	struct curl_slist *list; /* the headers of a request, or the receivers of a mail */
	size_t sent;             /* bytes of the mail that libcurl has taken */
	size_t discarded;        /* bytes of the answer that were read */
} delivery;

/* ---- Where a request may go -------------------------------------------------------------------
 */

/* A block of IPv4 addresses: all that begin with the first `bits` bits of `start`. */
typedef struct block {
	unsigned char start[4];
	int bits;
} block;

static bool is_within(const unsigned char *address, const unsigned char *start, int bits)
{
	int whole = bits / 8, rest = bits % 8;
	return memcmp(address, start, (size_t)whole) == 0 &&
		(rest == 0 || (address[whole] ^ start[whole]) >> (8 - rest) == 0);
}

/* The blocks of IANA's registry of special addresses: this network, private, shared, loopback,
 * link-local, assignments, documentation, benchmarks, multicast, reserved. */
static bool is_public_v4(const unsigned char *a)
{
	static const block special[] = {{{0}, 8}, {{10}, 8}, {{100, 64}, 10}, {{127}, 8},
		{{169, 254}, 16}, {{172, 16}, 12}, {{192, 0, 0}, 24}, {{192, 0, 2}, 24},
		{{192, 88, 99}, 24}, {{192, 168}, 16}, {{198, 18}, 15}, {{198, 51, 100}, 24},
		{{203, 0, 113}, 24}, {{224}, 3}};
	for (size_t i = 0; i < sizeof special / sizeof special[0]; i++)
		if (is_within(a, special[i].start, special[i].bits))
			return false;
	return true;
}

/* Only global unicast (2000::/3) is public, less its special blocks. An address that contains an
 * IPv4 address (64:ff9b::/96, 2002::/16) is judged by that. */
static bool is_public_v6(const unsigned char *a)
{
	static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff},
							   nat64[12] = {0, 0x64, 0xff, 0x9b};
	if (memcmp(a, mapped, 12) == 0 || memcmp(a, nat64, 12) == 0)
		return is_public_v4(a + 12);
	if (a[0] == 0x20 && a[1] == 0x02)
		return is_public_v4(a + 2);
	bool assigned = a[0] == 0x20 && a[1] == 0x01 && a[2] < 2; /* 2001::/23: Teredo and others */
	bool example = is_within(a, (const unsigned char[]){0x20, 0x01, 0x0d, 0xb8}, 32);
	return a[0] >> 5 == 1 && !assigned && !example;
}

bool sv_is_public_address(const void *address)
{
	assert(address);
	const struct sockaddr *a = address;
	if (a->sa_family == AF_INET)
		return is_public_v4(
			(const unsigned char *)&((const struct sockaddr_in *)address)->sin_addr);
	if (a->sa_family == AF_INET6)
		return is_public_v6(
			(const unsigned char *)&((const struct sockaddr_in6 *)address)->sin6_addr);
	return false;
}

static curl_socket_t open_socket(void *user, curlsocktype purpose, struct curl_sockaddr *to)
{
	const delivery *d = user;
	(void)purpose;
	if (!d->options->allow_private && !sv_is_public_address(&to->addr))
		return CURL_SOCKET_BAD;
	return socket(to->family, to->socktype, to->protocol);
}

/* ---- Deliveries ------------------------------------------------------------------------------ */

static size_t discard(char *bytes, size_t one, size_t count, void *user)
{
	delivery *d = user;
	(void)bytes;
	d->discarded += one * count;
	return d->discarded > MAX_DISCARDED ? 0 : one * count;
}

static size_t read_mail(char *out, size_t one, size_t count, void *user)
{
	delivery *d = user;
	size_t left = (size_t)d->parcel.length - d->sent, room = one * count;
	size_t piece = left < room ? left : room;
	memcpy(out, d->parcel.body + d->sent, piece);
	d->sent += piece;
	return piece;
}

/* No proxy is used, because it would not check addresses; the environment could name one. */
static void prepare(delivery *d, long time)
{
	curl->easy_setopt(d->easy, CURLOPT_PRIVATE, d);
	curl->easy_setopt(d->easy, CURLOPT_NOSIGNAL, 1L);
	curl->easy_setopt(d->easy, CURLOPT_PROXY, "");
	curl->easy_setopt(d->easy, CURLOPT_TIMEOUT_MS, time);
	curl->easy_setopt(d->easy, CURLOPT_WRITEFUNCTION, discard);
	curl->easy_setopt(d->easy, CURLOPT_WRITEDATA, d);
}

/* Adds the lines of the parcel to the headers of the request. */
static void add_headers(delivery *d)
{
	char *rest = NULL, *line = strtok_r(d->parcel.headers, "\n", &rest);
	for (; line; line = strtok_r(NULL, "\n", &rest))
		d->list = curl->slist_append(d->list, line);
	d->list = curl->slist_append(d->list, "User-Agent: apparat");
}

/* For a webhook, or for a push service. */
static void prepare_request(delivery *d)
{
	prepare(d, WEBHOOK_TIMEOUT);
	add_headers(d);
	curl->easy_setopt(d->easy, CURLOPT_URL, d->parcel.to);
	curl->easy_setopt(d->easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl->easy_setopt(d->easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl->easy_setopt(d->easy, CURLOPT_POSTFIELDS, d->parcel.body);
	curl->easy_setopt(d->easy, CURLOPT_POSTFIELDSIZE, (long)d->parcel.length);
	curl->easy_setopt(d->easy, CURLOPT_HTTPHEADER, d->list);
	curl->easy_setopt(d->easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl->easy_setopt(d->easy, CURLOPT_OPENSOCKETDATA, d);
}

/* A password is sent over TLS only. */
static void prepare_mail(delivery *d)
{
	char from[SV_MAIL_SIZE + 2], to[SV_MAIL_SIZE + 2];
	const sv_notices_options *o = d->options;
	prepare(d, MAIL_TIMEOUT);
	snprintf(from, sizeof from, "<%s>", o->from);
	snprintf(to, sizeof to, "<%.*s>", SV_MAIL_SIZE - 1, d->parcel.to);
	d->list = curl->slist_append(NULL, to);
	curl->easy_setopt(d->easy, CURLOPT_URL, o->smtp);
	curl->easy_setopt(d->easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl->easy_setopt(
		d->easy, CURLOPT_USE_SSL, o->user ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_TRY);
	if (o->user) {
		curl->easy_setopt(d->easy, CURLOPT_USERNAME, o->user);
		curl->easy_setopt(d->easy, CURLOPT_PASSWORD, o->password);
	}
	curl->easy_setopt(d->easy, CURLOPT_MAIL_FROM, from);
	curl->easy_setopt(d->easy, CURLOPT_MAIL_RCPT, d->list);
	curl->easy_setopt(d->easy, CURLOPT_UPLOAD, 1L);
	curl->easy_setopt(d->easy, CURLOPT_READFUNCTION, read_mail);
	curl->easy_setopt(d->easy, CURLOPT_READDATA, d);
}

static void end_delivery(int socket, delivery *d, sv_receipt receipt)
{
	receipt.id = d->parcel.id;
	(void)!send(socket, &receipt, sizeof receipt, MSG_NOSIGNAL);
	curl->easy_cleanup(d->easy);
	curl->slist_free_all(d->list);
	free(d);
}

static void start_delivery(
	int socket, CURLM *multi, const sv_parcel *parcel, const sv_notices_options *options)
{
	delivery *d = ap_allocate(1, sizeof *d);
	d->parcel = *parcel;
	d->options = options;
	d->easy = curl->easy_init();
	if (d->easy && parcel->way == SV_BY_MAIL)
		prepare_mail(d);
	else if (d->easy)
		prepare_request(d);
	if (!d->easy || curl->multi_add_handle(multi, d->easy) != CURLM_OK)
		end_delivery(socket, d, (sv_receipt){0});
}

/* A request must be answered with a status of 2xx; it does not matter if the answer was too
 * long. */
static sv_receipt judge(const delivery *d, CURLcode code)
{
	long status = 0;
	curl->easy_getinfo(d->easy, CURLINFO_RESPONSE_CODE, &status);
	if (d->parcel.way == SV_BY_MAIL)
		return (sv_receipt){.delivered = code == CURLE_OK};
	bool answered = code == CURLE_OK || code == CURLE_WRITE_ERROR;
	return (sv_receipt){.delivered = answered && status >= 200 && status < 300,
		.gone = answered && d->parcel.way == SV_BY_PUSH && (status == 404 || status == 410)};
}

static void end_deliveries(int socket, CURLM *multi)
{
	int left;
	for (CURLMsg *m; (m = curl->multi_info_read(multi, &left));) {
		delivery *d = NULL;
		CURLcode code = m->data.result;
		CURL *easy = m->easy_handle;
		curl->easy_getinfo(easy, CURLINFO_PRIVATE, &d);
		sv_receipt receipt = judge(d, code);
		curl->multi_remove_handle(multi, easy);
		end_delivery(socket, d, receipt);
	}
}

/* Returns false if the server is gone. */
static bool take_parcels(int socket, CURLM *multi, const sv_notices_options *options)
{
	static sv_parcel parcel;
	for (;;) {
		ssize_t got = recv(socket, &parcel, sizeof parcel, MSG_DONTWAIT);
		if (got == (ssize_t)sizeof parcel)
			start_delivery(socket, multi, &parcel, options);
		else
			return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
	}
}

void sv_run_courier(int socket, const void *options)
{
	assert(options);
	int running;
	struct curl_waitfd inbox = {.fd = socket, .events = CURL_WAIT_POLLIN};
	curl = sv_load_curl();
	if (!curl)
		return;
	curl->global_init(CURL_GLOBAL_DEFAULT);
	CURLM *multi = curl->multi_init();
	while (multi && take_parcels(socket, multi, options)) {
		curl->multi_perform(multi, &running);
		end_deliveries(socket, multi);
		inbox.revents = 0;
		curl->multi_poll(multi, &inbox, 1, 60 * 1000, NULL);
	}
}

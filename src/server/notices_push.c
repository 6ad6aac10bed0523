/* notices_push.c: notices by Web Push (RFC 8030): a browser's push service keeps them until the
 * browser takes them. It can read none of them, and learns no table: what it sees of the table is a
 * hash of its key, by which a later notice replaces an earlier one that was not taken yet. */
#include "server/notices_internal.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/late_curl.h"

enum {
	SECOND = 1000,
	DAY = 24 * 3600,                 /* seconds */
	LONGEST_KEPT = 28 * DAY,         /* seconds for which a service is asked to keep a notice */
	KEPT_WITHOUT_DEADLINE = 3 * DAY, /* the same, for a notice that asks nothing */
	TOKEN_TIME = DAY / 2,            /* seconds for which a token is valid */
	LONGEST_TEXT = 3000,             /* bytes before they are encrypted */
	PADDED_TEXT = 1024,              /* shorter texts are made as long as this */
	TOPIC_BYTES = 24                 /* of the hash: 32 characters */
};

/* ---- The server's keys ----------------------------------------------------------------------- */

static const char secret_name[] = "push";

/* Writes a new pair to a pipe. */
static void make_and_write(int to)
{
	sv_push_pair pair;
	bool written = sv_push_make_pair(&pair) && write(to, &pair, sizeof pair) == sizeof pair;
	sodium_memzero(&pair, sizeof pair);
	_exit(written ? 0 : 1);
}

/* A process of its own makes the pair, once for a database: OpenSSL sets up megabytes of tables for
 * it, which most servers never need again. */
static bool make_pair(sv_push_pair *out)
{
	int ends[2], status = 1;
	if (pipe(ends) != 0)
		return false;
	pid_t child = fork();
	if (child == 0)
		make_and_write(ends[1]);
	close(ends[1]);
	/* What it writes is short, so that it comes whole. */
	bool made = child > 0 && read(ends[0], out, sizeof *out) == sizeof *out;
	close(ends[0]);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return made && status == 0;
}

static bool add_pair(sv_store *store, sv_push_pair *out)
{
	if (make_pair(out) && sv_store_add_secret(store, secret_name, out, sizeof *out) &&
		sv_store_commit(store))
		return true;
	sv_store_roll_back(store);
	return false;
}

bool sv_load_push_pair(sv_store *store, sv_push_pair *out, ap_error *error)
{
	assert(store && out && error);
	static_assert(sizeof *out == 32 + SV_POINT_SIZE, "it is stored as its bytes");
	if (sv_store_find_secret(store, secret_name, out, sizeof *out))
		return true;
	if (!*sv_store_error(store) && add_pair(store, out))
		return true;
	return ap_fail(error, 0, "no keys for Web Push: %s", sv_store_error(store));
}

/* ---- What the push service is told ----------------------------------------------------------- */

/* Writes the origin of a URL, such as "https://push.example.org". */
static bool write_origin(const char *url, char *out, size_t size)
{
	char *scheme = NULL, *host = NULL, *port = NULL;
	const sv_curl *curl = sv_load_curl();
	if (!curl)
		return false;
	CURLU *parsed = curl->url();
	bool good = parsed && curl->url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK &&
		curl->url_get(parsed, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
		curl->url_get(parsed, CURLUPART_HOST, &host, 0) == CURLUE_OK;
	if (good)
		curl->url_get(parsed, CURLUPART_PORT, &port, CURLU_NO_DEFAULT_PORT);
	int length = good
		? snprintf(out, size, "%s://%s%s%s", scheme, host, port ? ":" : "", port ? port : "")
		: -1;
	curl->free(scheme);
	curl->free(host);
	curl->free(port);
	curl->url_cleanup(parsed);
	return length > 0 && (size_t)length < size;
}

/* Writes whom a push service can turn to. Returns NULL if the server does not know. */
static const char *write_contact(const sv_notices_options *o, char *out, size_t size)
{
	if (!o->from && (!o->public_url || strncmp(o->public_url, "https://", 8) != 0))
		return NULL;
	snprintf(out, size, "%s%s", o->from ? "mailto:" : "", o->from ? o->from : o->public_url);
	return out;
}

/* Returns for how many seconds the notice is of use. */
static long long time_to_live(const sv_notice *n, int64_t now)
{
	int64_t left = (n->deadline - now) / SECOND;
	if (n->kind != SV_NOTICE_ASKED || n->deadline == 0)
		return KEPT_WITHOUT_DEADLINE;
	return left < 0 ? 0 : left < LONGEST_KEPT ? left : LONGEST_KEPT;
}

/* Nobody can find the table by this, since its key is drawn at random. */
static void write_topic(const char *table, char out[TOPIC_BYTES / 3 * 4 + 1])
{
	unsigned char hash[TOPIC_BYTES];
	crypto_generichash(hash, sizeof hash, (const unsigned char *)table, strlen(table), NULL, 0);
	sodium_bin2base64(
		out, TOPIC_BYTES / 3 * 4 + 1, hash, sizeof hash, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static bool write_headers(const sv_notice *n, const sv_notices_options *o, const sv_push_pair *own,
	int64_t now, sv_parcel *parcel)
{
	char audience[300], contact[256], token[SV_TOKEN_TEXT_SIZE], point[SV_POINT_TEXT_SIZE];
	char topic[TOPIC_BYTES / 3 * 4 + 1];
	if (!write_origin(parcel->to, audience, sizeof audience) ||
		!sv_push_write_token(own, audience, now / SECOND + TOKEN_TIME,
			write_contact(o, contact, sizeof contact), token))
		return false;
	sv_push_write_point(own->point, point);
	write_topic(n->table, topic);
	int length = snprintf(parcel->headers, sizeof parcel->headers,
		"Authorization: vapid t=%s, k=%s\nTTL: %lld\nUrgency: %s\nTopic: %s\n"
		"Content-Encoding: aes128gcm\nContent-Type: application/octet-stream\n",
		token, point, time_to_live(n, now), n->kind == SV_NOTICE_ASKED ? "normal" : "low", topic);
	return length > 0 && (size_t)length < sizeof parcel->headers;
}

/* ---- What the browser reads ------------------------------------------------------------------ */

static size_t write_body(const sv_notice *n, const sv_notices_options *o, ap_language language,
	const sv_push_receiver *to, int64_t now, char *out)
{
	char text[SV_PARCEL_SIZE];
	uint8_t salt[SV_PUSH_SALT_SIZE];
	sv_push_pair once;
	size_t length = sv_write_webhook_body(n, o->public_url, language, now, text), whole = 0;
	if (length == 0 || length > LONGEST_TEXT || !sv_push_make_pair(&once))
		return 0;
	o->world->random(o->world->self, salt, sizeof salt);
	whole =
		sv_push_encrypt(&once, to, salt, text, length, PADDED_TEXT, (uint8_t *)out, SV_PARCEL_SIZE);
	sodium_memzero(&once, sizeof once);
	return whole;
}

size_t sv_write_push(const sv_notice *n, const sv_notices_options *o, const sv_push_pair *own,
	ap_language language, const sv_push_row *to, sv_parcel *out)
{
	assert(n && n->kind < SV_NOTICE_KINDS && o && own && to && out);
	int64_t now = o->world->now(o->world->self);
	out->way = SV_BY_PUSH;
	snprintf(out->to, sizeof out->to, "%s", to->endpoint);
	return write_headers(n, o, own, now, out)
		? write_body(n, o, language, &to->receiver, now, out->body)
		: 0;
}

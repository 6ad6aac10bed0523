/* notices_api.c: /api/notices: how a person wants to be notified. docs/protocol.md describes the
 * fields. */
#include <assert.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/json_writer.h"
#include "server/http.h"
#include "server/notices_internal.h"
#include "server/peers.h"

enum {
	CODE_TRIES = 5,               /* times that a code may be entered */
	CODE_TIME = 24 * 3600 * 1000, /* ms for which a code is valid */
	BODY_SIZE = 8192              /* bytes of an answer */
};

static const sv_refusal bad_request = {400, "bad-request", "see docs/protocol.md"},
						bad_webhook = {400, "bad-webhook",
							"a webhook is a short http or https URL"},
						bad_mail = {400, "bad-mail", "this is no plain address of mail"},
						no_mail = {409, "no-mail", "this server sends no mail"},
						wrong_code = {403, "wrong-code",
							"this is not the code, or it is too old: set the address again"},
						too_many = {429, "too-many-tries", "too many tries, come back in an hour"},
						bad_push = {400, "bad-push",
							"a subscription has an https endpoint and the browser's two keys"},
						too_many_pushes = {409, "too-many-pushes",
							"too many browsers are subscribed, remove one first"},
						too_long = {413, "too-long", "this is too long"},
						storage = {503, "storage", "the store failed, try again later"};

/* ---- Answers --------------------------------------------------------------------------------- */

static void write_string(ap_json *j, const char *key, const char *value)
{
	ap_json_key(j, key);
	if (*value)
		ap_json_string(j, value);
	else
		ap_json_null(j);
}

static void write_flag(ap_json *j, const char *key, bool value)
{
	ap_json_key(j, key);
	ap_json_bool(j, value);
}

static bool write_endpoint(void *to, const sv_push_row *row)
{
	ap_json_string(to, row->endpoint);
	return true;
}

/* The subscriptions, and the key that a browser needs to make one. */
static void write_pushes(sv_exchange *x, ap_json *j, int64_t person)
{
	char point[SV_POINT_TEXT_SIZE];
	sv_push_write_point(sv_notices_push_point(x->front->notices), point);
	write_string(j, "push_key", point);
	ap_json_key(j, "push");
	ap_json_open(j, '[');
	sv_store_each_push(x->front->store, person, write_endpoint, j);
	ap_json_close(j, ']');
}

/* Answers with the settings. The secret is sent only once, when it is new. */
static void respond_settings(
	sv_exchange *x, int64_t person, const sv_notice_settings *settings, bool new_secret)
{
	static_assert(SV_MAX_PUSHES * (SV_ENDPOINT_SIZE + 2) < BODY_SIZE / 2, "all of them fit");
	char body[BODY_SIZE];
	ap_json j = ap_json_into(body, sizeof body);
	ap_json_open(&j, '{');
	write_string(&j, "webhook", settings->webhook);
	if (new_secret)
		write_string(&j, "secret", settings->secret);
	write_string(&j, "mail", settings->mail);
	write_flag(&j, "confirmed", *settings->mail && !*settings->code);
	write_string(&j, "language", ap_language_code(settings->language));
	write_flag(&j, "can_mail", sv_notices_can_mail(x->front->notices));
	write_pushes(x, &j, person);
	ap_json_close(&j, '}');
	sv_answer a = {.status = 200, .body = body, .length = ap_json_done(&j)};
	sv_respond(x, &a); /* the body is sent together with its head */
}

/* Finds the person of the request. Otherwise answers it and returns false. */
static bool find_person(sv_exchange *x, sv_person_row *row)
{
	char token[SV_TOKEN_SIZE];
	sv_session session;
	if (!x->front->notices) {
		sv_respond_error(x, 404, "not-found", "this server sends no notices");
		return false;
	}
	if (sv_read_session(x->wsi, &session, token) &&
		sv_store_find_person(x->front->store, session.person, row))
		return true;
	sv_respond_error(x, 401, "no-session", "log in first, or say who you are as a guest");
	return false;
}

void sv_get_notices(sv_exchange *x)
{
	assert(x && !x->answered);
	sv_person_row row;
	sv_notice_settings settings;
	if (!find_person(x, &row))
		return;
	sv_read_notice_settings(&row, &settings);
	respond_settings(x, row.id, &settings, false);
}

/* ---- Changes --------------------------------------------------------------------------------- */

static const char *text_in(const json_t *body, const char *key)
{
	return json_string_value(json_object_get(body, key));
}

/* True if the fields are known, and strings; null is allowed for those that can be ended. Of a
 * subscription read_push() checks the fields. */
static bool is_valid_change(const json_t *body)
{
	static const char *const keys[] = {"webhook", "mail", "push", "code", "language"};
	size_t known = 0;
	for (int i = 0; i < 5; i++) {
		const json_t *value = json_object_get(body, keys[i]);
		bool has_type = i == 2 ? json_is_object(value) : json_is_string(value);
		known += value != NULL;
		if (value && !has_type && !(i < 3 && json_is_null(value)))
			return false;
	}
	return json_is_object(body) && known == json_object_size(body) && known > 0;
}

/* ---- Subscriptions to Web Push --------------------------------------------------------------- */

/* Reads bytes in base64url, which browsers write without padding. */
static bool read_bytes(const json_t *value, uint8_t *out, size_t size)
{
	size_t length;
	const char *text = json_string_value(value);
	return text &&
		sodium_base642bin(out, size, text, strlen(text), NULL, &length, NULL,
			sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
		length == size;
}

/* Reads a subscription as browsers write it: PushSubscription.toJSON(). `keys` may be null, or
 * missing, if it is to be removed. */
static bool read_push(const sv_exchange *x, const json_t *push, sv_push_row *out, bool *adds)
{
	const json_t *keys = json_object_get(push, "keys"),
				 *expires = json_object_get(push, "expirationTime");
	out->endpoint = text_in(push, "endpoint");
	*adds = keys && !json_is_null(keys);
	if (!out->endpoint || json_object_size(push) != 1u + (keys != NULL) + (expires != NULL) ||
		!sv_notices_may_push_to(x->front->notices, out->endpoint))
		return false;
	return !*adds ||
		(json_object_size(keys) == 2 &&
			read_bytes(
				json_object_get(keys, "p256dh"), out->receiver.point, sizeof out->receiver.point) &&
			read_bytes(
				json_object_get(keys, "auth"), out->receiver.auth, sizeof out->receiver.auth) &&
			sv_push_is_point(out->receiver.point));
}

/* Which subscriptions there are besides one. */
typedef struct other_pushes {
	const char *endpoint;
	int count;
} other_pushes;

static bool count_other(void *to, const sv_push_row *row)
{
	other_pushes *others = to;
	others->count += strcmp(row->endpoint, others->endpoint) != 0;
	return true;
}

/* Adds or removes a subscription; null removes all. */
static const sv_refusal *change_push(sv_exchange *x, const json_t *push, int64_t person)
{
	sv_push_row row = {0};
	bool adds = false;
	sv_store *store = x->front->store;
	if (push && !json_is_null(push) && !read_push(x, push, &row, &adds))
		return &bad_push;
	other_pushes others = {row.endpoint, 0};
	if (adds && sv_store_each_push(store, person, count_other, &others) &&
		others.count >= SV_MAX_PUSHES)
		return &too_many_pushes;
	if (adds)
		sv_store_put_push(store, person, &row, sv_front_now(x->front));
	else if (push)
		sv_store_delete_push(store, person, row.endpoint);
	return NULL; /* a write that failed makes the commit fail */
}

/* ---- Webhooks and mail ----------------------------------------------------------------------- */

static const sv_refusal *set_webhook(
	sv_exchange *x, const json_t *value, sv_notice_settings *settings)
{
	uint8_t secret[SV_SECRET_SIZE];
	const char *url = json_string_value(value);
	if (url && !sv_is_good_webhook(url))
		return &bad_webhook;
	*settings->secret = '\0';
	snprintf(settings->webhook, sizeof settings->webhook, "%s", url ? url : "");
	if (!url)
		return NULL;
	x->front->world.random(x->front->world.self, secret, sizeof secret);
	sodium_bin2base64(settings->secret, sizeof settings->secret, secret, sizeof secret,
		sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(secret, sizeof secret);
	return NULL;
}

static void draw_code(const sv_front *front, char code[SV_CODE_SIZE])
{
	static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
	uint8_t bytes[SV_CODE_SIZE - 1];
	front->world.random(front->world.self, bytes, sizeof bytes);
	for (int i = 0; i < SV_CODE_SIZE - 1; i++)
		code[i] = letters[bytes[i] & 31];
	code[SV_CODE_SIZE - 1] = '\0';
}

static const sv_refusal *set_mail(sv_exchange *x, const json_t *value, sv_notice_settings *settings)
{
	const char *address = json_string_value(value);
	if (address && !sv_notices_can_mail(x->front->notices))
		return &no_mail;
	if (address && !sv_is_good_mail(address))
		return &bad_mail;
	if (address && strcmp(address, settings->mail) == 0 && !*settings->code)
		return NULL; /* this address is confirmed already */
	*settings->code = '\0';
	snprintf(settings->mail, sizeof settings->mail, "%s", address ? address : "");
	if (!address)
		return NULL;
	draw_code(x->front, settings->code);
	settings->tries = 0;
	settings->code_until = sv_front_now(x->front) + CODE_TIME;
	return NULL;
}

/* Counts the attempt, even if the code is wrong. */
static bool try_code(sv_exchange *x, const char *code, sv_notice_settings *settings)
{
	bool right = *settings->code && strlen(code) == SV_CODE_SIZE - 1 &&
		settings->tries < CODE_TRIES && sv_front_now(x->front) < settings->code_until &&
		sodium_memcmp(code, settings->code, SV_CODE_SIZE - 1) == 0;
	settings->tries++;
	if (right)
		*settings->code = '\0';
	return right;
}

/* True if the request sets a mail address that must be confirmed. */
static bool needs_code(const json_t *body, const sv_notice_settings *settings)
{
	return text_in(body, "mail") && *settings->code;
}

static const sv_refusal *apply_change(
	sv_exchange *x, const json_t *body, sv_notice_settings *settings)
{
	const sv_refusal *refusal = NULL;
	const json_t *webhook = json_object_get(body, "webhook"), *mail = json_object_get(body, "mail");
	const char *language = text_in(body, "language"), *code = text_in(body, "code");
	if (language && !ap_language_named(language, &settings->language))
		refusal = &bad_request;
	if (!refusal && webhook)
		refusal = set_webhook(x, webhook, settings);
	if (!refusal && mail)
		refusal = set_mail(x, mail, settings);
	if (!refusal && code && !try_code(x, code, settings))
		refusal = &wrong_code;
	return refusal;
}

/* The settings are stored before the code is mailed: otherwise it could not be entered. */
static const sv_refusal *change_and_store(
	sv_exchange *x, const json_t *body, sv_person_row *row, sv_notice_settings *settings)
{
	sv_front *front = x->front;
	const sv_refusal *refusal = apply_change(x, body, settings);
	if (refusal && refusal != &wrong_code)
		return refusal;
	if (needs_code(body, settings) &&
		!sv_notices_may_send_code(front->notices, row->id, settings->mail))
		return &too_many;
	if (!sv_write_notice_settings(row, settings))
		return &too_long;
	const sv_refusal *bad = refusal ? NULL : change_push(x, json_object_get(body, "push"), row->id);
	if (bad)
		return bad;
	bool stored = sv_store_change_person(front->store, row);
	return sv_end_change(x, stored ? SV_PEOPLE_OK : SV_STORAGE) == SV_PEOPLE_OK ? refusal
																				: &storage;
}

/* What waits for the old addresses is dropped. */
static void drop_waiting(sv_notices *notices, const json_t *body, int64_t person)
{
	const json_t *push = json_object_get(body, "push");
	const char *endpoint = text_in(push, "endpoint");
	if (json_object_get(body, "webhook") || json_object_get(body, "mail") || json_is_null(push))
		sv_notices_drop_person(notices, person);
	else if (endpoint)
		sv_notices_drop_push(notices, endpoint);
}

static void change_settings(sv_exchange *x, const json_t *body, sv_person_row *row)
{
	sv_notice_settings settings;
	sv_notices *notices = x->front->notices;
	sv_read_notice_settings(row, &settings);
	const sv_refusal *refusal = change_and_store(x, body, row, &settings);
	if (refusal) {
		sv_respond_error(x, refusal->status, refusal->code, refusal->text);
		return;
	}
	drop_waiting(notices, body, row->id);
	if (needs_code(body, &settings))
		sv_notices_send_code(notices, row->id, &settings);
	respond_settings(x, row->id, &settings, text_in(body, "webhook") != NULL);
}

void sv_post_notices(sv_exchange *x)
{
	assert(x && !x->answered);
	sv_person_row row;
	json_t *body = json_loadb(
		x->received ? x->received : "", x->received_length, JSON_REJECT_DUPLICATES, NULL);
	sv_begin_change(x);
	if (!is_valid_change(body) || (text_in(body, "mail") && text_in(body, "code")))
		sv_respond_error(x, bad_request.status, bad_request.code, bad_request.text);
	else if (sv_peer_may(x, SV_PASSWORD) && find_person(x, &row))
		change_settings(x, body, &row);
	json_decref(body);
}

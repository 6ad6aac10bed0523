/* notices_api.c: /api/notices: how a person wants to be told. docs/protocol.md says what it takes.
 */
#include "server/front_internal.h"

#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "core/json_writer.h"
#include "server/notices_internal.h"

enum { CODE_TRIES = 5, CODE_TIME = 24 * 3600 * 1000, ROOM = 2048 };

static const sv_refusal bad_request = {400, "bad-request", "see docs/protocol.md"},
						bad_webhook = {400, "bad-webhook",
							"a webhook is a short http or https URL"},
						bad_mail = {400, "bad-mail", "this is no plain address of mail"},
						no_mail = {409, "no-mail", "this server sends no mail"},
						wrong_code = {403, "wrong-code",
							"this is not the code, or it is too old: set the address again"},
						too_many = {429, "too-many-tries", "too many tries, come back in an hour"},
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

/* The secret is shown once, when it is new. */
static void show(sv_exchange *x, const sv_wanted *w, bool new_secret)
{
	char said[ROOM];
	ap_json j = ap_json_into(said, sizeof said);
	ap_json_open(&j, '{');
	write_string(&j, "webhook", w->webhook);
	if (new_secret)
		write_string(&j, "secret", w->secret);
	write_string(&j, "mail", w->mail);
	write_flag(&j, "confirmed", *w->mail && !*w->code);
	write_string(&j, "language", ap_language_code(w->language));
	write_flag(&j, "can_mail", sv_notices_can_mail(x->front->notices));
	ap_json_close(&j, '}');
	sv_answer a = {.status = 200, .body = said, .length = ap_json_done(&j)};
	sv_respond(x, &a); /* short enough to be sent with its head */
}

/* Whose settings they are; false: it was answered. */
static bool find_person(sv_exchange *x, sv_person_row *row)
{
	char token[SV_TOKEN];
	sv_session session;
	if (!x->front->notices) {
		sv_respond_error(x, 404, "not-found", "this server sends no notices");
		return false;
	}
	if (sv_session_of(x->wsi, &session, token) &&
		sv_store_person(x->front->store, session.person, row))
		return true;
	sv_respond_error(x, 401, "no-session", "log in first, or say who you are as a guest");
	return false;
}

void sv_get_notices(sv_exchange *x)
{
	sv_person_row row;
	sv_wanted w;
	if (!find_person(x, &row))
		return;
	sv_read_wanted(&row, &w);
	show(x, &w, false);
}

/* ---- Changes --------------------------------------------------------------------------------- */

static const char *text_in(const json_t *body, const char *key)
{
	return json_string_value(json_object_get(body, key));
}

/* Strings, and null for what is to end; nothing else. */
static bool is_change(const json_t *body)
{
	static const char *const keys[] = {"webhook", "mail", "code", "language"};
	size_t known = 0;
	for (int i = 0; i < 4; i++) {
		const json_t *value = json_object_get(body, keys[i]);
		known += value != NULL;
		if (value && !json_is_string(value) && !(i < 2 && json_is_null(value)))
			return false;
	}
	return json_is_object(body) && known == json_object_size(body) && known > 0;
}

static const sv_refusal *set_webhook(sv_exchange *x, const json_t *value, sv_wanted *w)
{
	uint8_t secret[SV_SECRET];
	const char *url = json_string_value(value);
	if (url && !sv_good_webhook(url))
		return &bad_webhook;
	*w->secret = '\0';
	snprintf(w->webhook, sizeof w->webhook, "%s", url ? url : "");
	if (!url)
		return NULL;
	x->front->world.random(x->front->world.self, secret, sizeof secret);
	sodium_bin2base64(w->secret, sizeof w->secret, secret, sizeof secret,
		sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(secret, sizeof secret);
	return NULL;
}

static void draw_code(const sv_front *front, char code[SV_CODE])
{
	static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
	uint8_t bytes[SV_CODE - 1];
	front->world.random(front->world.self, bytes, sizeof bytes);
	for (int i = 0; i < SV_CODE - 1; i++)
		code[i] = letters[bytes[i] & 31];
	code[SV_CODE - 1] = '\0';
}

static const sv_refusal *set_mail(sv_exchange *x, const json_t *value, sv_wanted *w)
{
	const char *address = json_string_value(value);
	if (address && !sv_notices_can_mail(x->front->notices))
		return &no_mail;
	if (address && !sv_good_mail(address))
		return &bad_mail;
	if (address && strcmp(address, w->mail) == 0 && !*w->code)
		return NULL; /* it is confirmed */
	*w->code = '\0';
	snprintf(w->mail, sizeof w->mail, "%s", address ? address : "");
	if (!address)
		return NULL;
	draw_code(x->front, w->code);
	w->tries = 0;
	w->code_until = sv_front_now(x->front) + CODE_TIME;
	return NULL;
}

/* A wrong code changes something, too: it was a try. */
static bool try_code(sv_exchange *x, const char *code, sv_wanted *w)
{
	bool right = *w->code && strlen(code) == SV_CODE - 1 && w->tries < CODE_TRIES &&
		sv_front_now(x->front) < w->code_until && sodium_memcmp(code, w->code, SV_CODE - 1) == 0;
	w->tries++;
	if (right)
		*w->code = '\0';
	return right;
}

static bool is_to_confirm(const json_t *body, const sv_wanted *w)
{
	return text_in(body, "mail") && *w->code;
}

static const sv_refusal *change(sv_exchange *x, const json_t *body, sv_wanted *w)
{
	const sv_refusal *no = NULL;
	const json_t *webhook = json_object_get(body, "webhook"), *mail = json_object_get(body, "mail");
	const char *language = text_in(body, "language"), *code = text_in(body, "code");
	if (language && !ap_language_named(language, &w->language))
		no = &bad_request;
	if (!no && webhook)
		no = set_webhook(x, webhook, w);
	if (!no && mail)
		no = set_mail(x, mail, w);
	if (!no && code && !try_code(x, code, w))
		no = &wrong_code;
	return no;
}

/* First kept, then mailed: a code that was not kept would be of no use. */
static const sv_refusal *carry_out(
	sv_exchange *x, const json_t *body, sv_person_row *row, sv_wanted *w)
{
	sv_front *front = x->front;
	const sv_refusal *no = change(x, body, w);
	if (no && no != &wrong_code)
		return no;
	if (is_to_confirm(body, w) && !sv_notices_may_send_code(front->notices, row->id, w->mail))
		return &too_many;
	if (!sv_write_wanted(row, w))
		return &too_long;
	bool kept = sv_store_put_person(front->store, row);
	return sv_end_change(x, kept ? SV_PEOPLE_OK : SV_STORAGE) == SV_PEOPLE_OK ? no : &storage;
}

/* What waits for the old addresses is dropped. */
static void settle(sv_exchange *x, const json_t *body, sv_person_row *row)
{
	sv_wanted w;
	sv_notices *notices = x->front->notices;
	sv_read_wanted(row, &w);
	const sv_refusal *no = carry_out(x, body, row, &w);
	if (no) {
		sv_respond_error(x, no->status, no->code, no->text);
		return;
	}
	if (json_object_get(body, "webhook") || json_object_get(body, "mail"))
		sv_notices_drop(notices, row->id);
	if (is_to_confirm(body, &w))
		sv_notices_send_code(notices, row->id, &w);
	show(x, &w, text_in(body, "webhook") != NULL);
}

void sv_post_notices(sv_exchange *x)
{
	sv_person_row row;
	json_t *body = json_loadb(
		x->received ? x->received : "", x->received_length, JSON_REJECT_DUPLICATES, NULL);
	sv_begin_change(x);
	if (!is_change(body) || (text_in(body, "mail") && text_in(body, "code")))
		sv_respond_error(x, bad_request.status, bad_request.code, bad_request.text);
	else if (!sv_peer_may_try(x->front, lws_get_opaque_user_data(x->wsi)))
		sv_respond_error(x, 429, "too-many-tries", "too many changes, wait a minute");
	else if (find_person(x, &row))
		settle(x, body, &row);
	json_decref(body);
}

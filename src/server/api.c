/* api.c: who somebody is: guests, accounts and their sessions, over HTTP.
 *
 * A session is a cookie that no script can read and no other site can send. Strict, because a page
 * reached by an invitation is the same for everybody and asks for /api/me by itself. */
#include "server/front_internal.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_writer.h"

#define COOKIE "apparat"

enum {
	SAID = SV_NAME * 6 + 64, /* a name in JSON, and what is around it */
	PATIENCE = 20            /* seconds for the hash of a password */
};

/* ---- Sessions -------------------------------------------------------------------------------- */

/* The value of our cookie among all that the browser sends. */
static bool read_cookie(struct lws *wsi, char token[SV_TOKEN])
{
	char all[2048], *rest = all;
	if (!sv_header(wsi, WSI_TOKEN_HTTP_COOKIE, all, sizeof all))
		return false;
	for (char *pair; (pair = strtok_r(rest, "; ", &rest));) {
		if (strncmp(pair, COOKIE "=", sizeof COOKIE) != 0)
			continue;
		const char *value = pair + sizeof COOKIE;
		if (strlen(value) != SV_TOKEN - 1)
			return false;
		memcpy(token, value, SV_TOKEN);
		return true;
	}
	return false;
}

bool sv_session_of(struct lws *wsi, sv_session *out, char token[SV_TOKEN])
{
	if (read_cookie(wsi, token) &&
		sv_people_who(sv_front_of(wsi)->people, token, out) == SV_PEOPLE_OK)
		return true;
	*out = (sv_session){0};
	return false;
}

/* A proxy in front of us may have taken the TLS off; who lies about it harms himself. */
static bool over_tls(struct lws *wsi)
{
	static const char name[] = "x-forwarded-proto:";
	char word[8];
	if (sv_front_of(wsi)->tls)
		return true;
	int n = lws_hdr_custom_copy(wsi, word, sizeof word, name, sizeof name - 1);
	return n > 0 && strcmp(word, "https") == 0;
}

static void set_cookie(const sv_exchange *x, sv_answer *a, const char *token)
{
	long long age = *token ? (long long)x->front->limits.session / 1000 : 0;
	snprintf(a->more, sizeof a->more,
		"Set-Cookie: " COOKIE "=%s; Path=/; Max-Age=%lld; HttpOnly; SameSite=Strict%s\r\n", token,
		age, over_tls(x->wsi) ? "; Secure" : "");
}

/* ---- Answers --------------------------------------------------------------------------------- */

static const sv_refusal refusals[SV_PEOPLE_CODES] = {
	[SV_BAD_NAME] = {400, NULL, "a name is short, and all of it can be seen"},
	[SV_NAME_TAKEN] = {409, NULL, "somebody else has this name"},
	[SV_WEAK_PASSWORD] = {400, NULL, "a password has at least 8 characters"},
	[SV_BAD_PASSWORD] = {400, NULL, "a password is text of at most 256 bytes"},
	[SV_WRONG_PASSWORD] = {403, NULL, "the name or the password is wrong"},
	[SV_NOT_AN_ACCOUNT] = {409, NULL, "a guest has no password"},
	[SV_ALREADY_AN_ACCOUNT] = {409, NULL, "you have an account"},
	[SV_NO_SESSION] = {401, NULL, "log in first, or say who you are as a guest"},
	[SV_NO_SUCH_PERSON] = {404, NULL, "there is nobody of this name"},
	[SV_STORAGE] = {503, NULL, "the store failed, try again later"},
	[SV_NO_MEMORY] = {503, NULL, "the server is too busy, try again later"},
};

/* Others are served while a password is hashed; then the handler is called again, from its
 * beginning: what was true before need not be true any more. */
static void wait_for_hash(sv_exchange *x)
{
	x->waiting = sv_hasher_ask(x->front->hasher, x->proofs, x);
	if (x->waiting)
		lws_set_timeout(x->wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
	else
		sv_respond_error(x, 503, "busy", "the server is too busy, try again later");
}

static void refuse(sv_exchange *x, sv_people_code code)
{
	if (code == SV_NOT_HASHED) {
		wait_for_hash(x);
		return;
	}
	sv_respond_error(x, refusals[code].status, sv_people_word(code), refusals[code].text);
}

/* Who you are now. `token` NULL: your cookie stays as it is. */
static void welcome(sv_exchange *x, const sv_session *session, const char *token)
{
	char said[SAID];
	ap_json j = ap_json_into(said, sizeof said);
	ap_json_open(&j, '{');
	ap_json_key(&j, "name");
	ap_json_string(&j, session->name);
	ap_json_key(&j, "account");
	ap_json_bool(&j, session->account);
	ap_json_close(&j, '}');
	sv_answer a = {.status = 200, .body = said, .length = ap_json_done(&j)};
	set_cookie(x, &a, token);
	sv_respond(x, &a); /* short enough to be sent with its head: `said` may go */
}

static void farewell(sv_exchange *x)
{
	sv_answer a = {.status = 200, .body = "{}", .length = 2};
	set_cookie(x, &a, "");
	sv_respond(x, &a);
}

/* ---- Changes --------------------------------------------------------------------------------- */

void sv_begin_change(sv_exchange *x)
{
	sv_hub_flush(x->front->hub);
	sv_people_use(x->front->people, x->proofs);
}

sv_people_code sv_end_change(sv_exchange *x, sv_people_code code)
{
	sv_store *store = x->front->store;
	if (code == SV_PEOPLE_OK && !sv_store_commit(store))
		code = SV_STORAGE;
	if (code != SV_PEOPLE_OK && sv_store_waiting(store))
		sv_store_forget(store);
	return code;
}

/* The words a request must have, in this order; false: it was answered. */
static bool read_words(sv_exchange *x, json_t **body, const char *const *keys, const char **words)
{
	*body = json_loadb(
		x->received ? x->received : "", x->received_length, JSON_REJECT_DUPLICATES, NULL);
	bool good = json_is_object(*body);
	for (int i = 0; good && keys[i]; i++) {
		words[i] = json_string_value(json_object_get(*body, keys[i]));
		good = words[i] != NULL;
	}
	if (good)
		return true;
	json_decref(*body);
	sv_respond_error(x, 400, "bad-request", "expected a JSON object, see docs/protocol.md");
	return false;
}

/* Every hash of a password takes its time; guessing must not take all of ours. Whoever waited for
 * his was let in before. */
static bool may_try_password(sv_exchange *x)
{
	if (x->proofs)
		return true;
	if (!sv_peer_may_try(x->front, lws_get_opaque_user_data(x->wsi))) {
		sv_respond_error(x, 429, "too-many-tries", "too many passwords, wait a minute");
		return false;
	}
	x->proofs = calloc(1, sizeof *x->proofs);
	if (!x->proofs)
		refuse(x, SV_NO_MEMORY);
	return x->proofs != NULL;
}

void sv_api_guest(sv_exchange *x)
{
	static const char *const keys[] = {"name", NULL};
	const char *words[1];
	char token[SV_TOKEN];
	sv_session session;
	json_t *body;
	if (!read_words(x, &body, keys, words))
		return;
	sv_begin_change(x);
	sv_people_code code =
		sv_end_change(x, sv_people_guest(x->front->people, words[0], &session, token));
	json_decref(body);
	if (code == SV_PEOPLE_OK)
		welcome(x, &session, token);
	else
		refuse(x, code);
}

/* A guest who registers stays who he is, at his tables. */
void sv_api_register(sv_exchange *x)
{
	static const char *const keys[] = {"name", "password", NULL};
	const char *words[2];
	char token[SV_TOKEN];
	sv_session before, session;
	json_t *body;
	if (!may_try_password(x) || !read_words(x, &body, keys, words))
		return;
	sv_begin_change(x);
	sv_session_of(x->wsi, &before, token);
	sv_people_code code = sv_end_change(x,
		sv_people_register(x->front->people, before.person, words[0], words[1], &session, token));
	json_decref(body);
	if (code != SV_PEOPLE_OK) {
		refuse(x, code);
		return;
	}
	if (before.person)
		sv_sockets_end(x->front, before.person, NULL);
	welcome(x, &session, token);
}

void sv_api_login(sv_exchange *x)
{
	static const char *const keys[] = {"name", "password", NULL};
	const char *words[2];
	char token[SV_TOKEN];
	sv_session session;
	json_t *body;
	if (!may_try_password(x) || !read_words(x, &body, keys, words))
		return;
	sv_begin_change(x);
	sv_people_code code =
		sv_end_change(x, sv_people_log_in(x->front->people, words[0], words[1], &session, token));
	json_decref(body);
	if (code == SV_PEOPLE_OK)
		welcome(x, &session, token);
	else
		refuse(x, code);
}

void sv_api_logout(sv_exchange *x)
{
	char token[SV_TOKEN];
	sv_session session;
	sv_begin_change(x);
	if (!sv_session_of(x->wsi, &session, token)) {
		farewell(x);
		return;
	}
	sv_people_code code = sv_end_change(x, sv_people_log_out(x->front->people, token));
	if (code != SV_PEOPLE_OK) {
		refuse(x, code);
		return;
	}
	sv_sockets_end(x->front, session.person, session.hash);
	farewell(x);
}

void sv_api_password(sv_exchange *x)
{
	static const char *const keys[] = {"password", "new_password", NULL};
	const char *words[2];
	char token[SV_TOKEN];
	sv_session session, fresh;
	json_t *body;
	if (!may_try_password(x) || !read_words(x, &body, keys, words))
		return;
	sv_begin_change(x);
	sv_people_code code = SV_NO_SESSION;
	if (sv_session_of(x->wsi, &session, token))
		code = sv_end_change(x,
			sv_people_change_password(
				x->front->people, session.person, words[0], words[1], &fresh, token));
	json_decref(body);
	if (code != SV_PEOPLE_OK) {
		refuse(x, code);
		return;
	}
	sv_sockets_end(x->front, session.person, NULL);
	welcome(x, &fresh, token);
}

/* The hub's commit is the one for all of it: were it to fail, the tables would have to be read
 * again. */
static sv_people_code delete (sv_exchange *x, int64_t person, const char *password)
{
	sv_people_code code = sv_people_delete(x->front->people, person, password);
	if (code == SV_PEOPLE_OK &&
		(!sv_hub_forget_person(x->front->hub, person) || !sv_hub_flush(x->front->hub)))
		code = SV_STORAGE;
	code = sv_end_change(x, code);
	if (code == SV_PEOPLE_OK && x->front->notices)
		sv_notices_drop(x->front->notices, person);
	return code;
}

void sv_api_delete(sv_exchange *x)
{
	static const char *const keys[] = {NULL};
	char token[SV_TOKEN];
	sv_session session;
	json_t *body;
	if (!may_try_password(x) || !read_words(x, &body, keys, NULL))
		return;
	const char *password = json_string_value(json_object_get(body, "password"));
	sv_begin_change(x);
	sv_people_code code = SV_NO_SESSION;
	if (sv_session_of(x->wsi, &session, token))
		code = delete (x, session.person, password ? password : "");
	json_decref(body);
	if (code != SV_PEOPLE_OK) {
		refuse(x, code);
		return;
	}
	sv_sockets_end(x->front, session.person, NULL);
	farewell(x);
}

/* The cookie is given again: it lives as long as its session, which each use prolongs. */
void sv_api_me(sv_exchange *x)
{
	char token[SV_TOKEN];
	sv_session session;
	if (sv_session_of(x->wsi, &session, token))
		welcome(x, &session, token);
	else
		refuse(x, SV_NO_SESSION);
}

/* people_api.c: guests, accounts and their sessions over HTTP.
 *
 * A session is a cookie that no script can read and no other site can send. SameSite=Strict is
 * possible because the page that an invitation leads to is the same for everybody, and asks for
 * /api/me itself. */
#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_writer.h"
#include "server/account.h"
#include "server/http.h"
#include "server/nodes.h"
#include "server/peers.h"
#include "server/sockets.h"
#include "text/memory.h"

#define COOKIE "apparat"

enum {
	BODY_SIZE = SV_NAME_SIZE * 6 + 64, /* in JSON a byte of the name can take six */
	HASH_TIMEOUT = 20                  /* seconds for the hash of a password */
};

/* ---- Sessions -------------------------------------------------------------------------------- */

/* Reads the token from the cookie of this server, among all cookies of the request. */
static bool read_cookie(struct lws *wsi, char token[SV_TOKEN_SIZE])
{
	char all[2048], *rest = all;
	if (!sv_read_header(wsi, WSI_TOKEN_HTTP_COOKIE, all, sizeof all))
		return false;
	for (char *pair; (pair = strtok_r(rest, "; ", &rest));) {
		if (strncmp(pair, COOKIE "=", sizeof COOKIE) != 0)
			continue;
		const char *value = pair + sizeof COOKIE;
		if (strlen(value) != SV_TOKEN_SIZE - 1)
			return false;
		memcpy(token, value, SV_TOKEN_SIZE);
		return true;
	}
	return false;
}

bool sv_read_session(struct lws *wsi, sv_session *out, char token[SV_TOKEN_SIZE])
{
	assert(wsi && out);
	if (read_cookie(wsi, token) &&
		sv_people_find_session(sv_front_of(wsi)->people, token, out) == SV_PEOPLE_OK)
		return true;
	*out = (sv_session){0};
	return false;
}

/* A proxy may have ended the TLS connection. A client that lies about it harms only itself. */
static bool is_over_tls(struct lws *wsi)
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
	snprintf(a->extra_headers, sizeof a->extra_headers,
		"Set-Cookie: " COOKIE "=%s; Path=/; Max-Age=%lld; HttpOnly; SameSite=Strict%s\r\n", token,
		age, is_over_tls(x->wsi) ? "; Secure" : "");
}

/* ---- Answers --------------------------------------------------------------------------------- */

static const sv_refusal refusals[SV_PEOPLE_CODES] = {
	[SV_BAD_NAME] = {400, NULL, "a name is short, and all of it can be seen"},
	[SV_NAME_TAKEN] = {409, NULL, "somebody else has this name, or one that looks like it"},
	[SV_WEAK_PASSWORD] = {400, NULL, "a password has at least 8 characters"},
	[SV_BAD_PASSWORD] = {400, NULL, "a password is text of at most 256 bytes"},
	[SV_WRONG_PASSWORD] = {403, NULL, "the name or the password is wrong"},
	[SV_NOT_AN_ACCOUNT] = {409, NULL, "a guest has no password"},
	[SV_ALREADY_AN_ACCOUNT] = {409, NULL, "you have an account"},
	[SV_NO_SESSION] = {401, NULL, "log in first, or say who you are as a guest"},
	[SV_NO_SUCH_PERSON] = {404, NULL, "there is nobody of this name"},
	[SV_BANNED] = {403, NULL, "you may not play on this server for now"},
	[SV_BAD_LINK] = {403, NULL, "this link was used already, or is too old: ask for another"},
	[SV_STORAGE] = {503, NULL, "the store failed, try again later"},
	[SV_BUSY] = {503, NULL, "the server is too busy, try again later"},
};

/* Other requests are served while a password is hashed. Then the handler is called again from its
 * beginning, because what it has checked may have changed. */
static void wait_for_hash(sv_exchange *x)
{
	x->waits_for_hash = sv_hasher_submit(x->front->hasher, x->hash_tasks, x);
	if (x->waits_for_hash)
		lws_set_timeout(x->wsi, PENDING_TIMEOUT_HTTP_CONTENT, HASH_TIMEOUT);
	else
		sv_respond_error(x, 503, "busy", "the server is too busy, try again later");
}

static void refuse(sv_exchange *x, sv_people_code code)
{
	if (code == SV_NOT_HASHED) {
		wait_for_hash(x);
		return;
	}
	sv_respond_error(x, refusals[code].status, sv_people_code_name(code), refusals[code].text);
}

/* Answers with the person of the session. An empty `token` deletes the cookie. */
static void respond_session(sv_exchange *x, const sv_session *session, const char *token)
{
	char text[BODY_SIZE];
	ap_json j = ap_json_into(text, sizeof text);
	ap_json_open(&j, '{');
	ap_json_key(&j, "name");
	ap_json_string(&j, session->name);
	ap_json_key(&j, "account");
	ap_json_bool(&j, session->account);
	ap_json_close(&j, '}');
	sv_answer a = {.status = 200, .body = text, .length = ap_json_done(&j)};
	set_cookie(x, &a, token);
	sv_respond(x, &a); /* the body is sent together with its head */
}

static void respond_logged_out(sv_exchange *x)
{
	sv_answer a = {.status = 200, .body = "{}", .length = 2};
	set_cookie(x, &a, "");
	sv_respond(x, &a);
}

/* ---- Changes --------------------------------------------------------------------------------- */

void sv_begin_change(sv_exchange *x)
{
	assert(x);
	char header[512], agent[SV_AGENT_SIZE] = "";
	sv_hub_flush(x->front->hub);
	sv_people_use_tasks(x->front->people, x->hash_tasks);
	if (sv_read_header(x->wsi, WSI_TOKEN_HTTP_USER_AGENT, header, sizeof header))
		sv_describe_agent(header, agent);
	sv_people_use_agent(x->front->people, agent);
}

/* Ends a change after which sessions of the person have ended, which other nodes are told. */
static sv_people_code end_change_of_sessions(sv_exchange *x, int64_t person, sv_people_code code)
{
	if (code == SV_PEOPLE_OK && !sv_tell_nodes(x->front->hub, SV_NEWS_SESSIONS, person))
		code = SV_STORAGE;
	return sv_end_change(x, code);
}

sv_people_code sv_end_change(sv_exchange *x, sv_people_code code)
{
	assert(x);
	sv_store *store = x->front->store;
	if (code == SV_PEOPLE_OK && !sv_store_commit(store))
		code = SV_STORAGE;
	if (code != SV_PEOPLE_OK && sv_store_has_uncommitted(store))
		sv_store_roll_back(store);
	return code;
}

/* Reads the strings that the request must have, in the order of `keys`. Otherwise answers it and
 * returns false. */
static bool read_strings(
	sv_exchange *x, json_t **body, const char *const *keys, const char **values)
{
	*body = json_loadb(
		x->received ? x->received : "", x->received_length, JSON_REJECT_DUPLICATES, NULL);
	bool is_good = json_is_object(*body);
	for (int i = 0; is_good && keys[i]; i++) {
		values[i] = json_string_value(json_object_get(*body, keys[i]));
		is_good = values[i] != NULL;
	}
	if (is_good)
		return true;
	json_decref(*body);
	sv_respond_error(x, 400, "bad-request", "expected a JSON object, see docs/protocol.md");
	return false;
}

/* Limits how many passwords an address may try, since each hash takes time. A request that has
 * waited for a hash was counted before. Returns false if the request was answered. */
static bool allow_password(sv_exchange *x)
{
	if (x->hash_tasks)
		return true;
	if (!sv_peer_may(x, SV_PASSWORD))
		return false;
	x->hash_tasks = ap_allocate(1, sizeof *x->hash_tasks);
	return true;
}

void sv_api_guest(sv_exchange *x)
{
	assert(x && !x->answered);
	static const char *const keys[] = {"name", NULL};
	const char *values[1];
	char token[SV_TOKEN_SIZE];
	sv_session session;
	json_t *body;
	if (!sv_peer_may(x, SV_NAME) || !read_strings(x, &body, keys, values))
		return;
	if (!sv_peer_may(x, SV_GUEST)) {
		json_decref(body);
		return;
	}
	sv_begin_change(x);
	sv_people_code code =
		sv_end_change(x, sv_people_add_guest(x->front->people, values[0], &session, token));
	json_decref(body);
	if (code == SV_PEOPLE_OK)
		respond_session(x, &session, token);
	else
		refuse(x, code);
}

/* A guest who registers keeps the seats. */
void sv_api_register(sv_exchange *x)
{
	assert(x && !x->answered);
	static const char *const keys[] = {"name", "password", NULL};
	const char *values[2];
	char token[SV_TOKEN_SIZE];
	sv_session before, session;
	json_t *body;
	if ((!x->hash_tasks && !sv_peer_may(x, SV_NAME)) || !allow_password(x) ||
		!read_strings(x, &body, keys, values))
		return;
	sv_begin_change(x);
	sv_read_session(x->wsi, &before, token);
	sv_people_code code = end_change_of_sessions(x, before.person,
		sv_people_register(x->front->people, before.person, values[0], values[1], &session, token));
	json_decref(body);
	if (code != SV_PEOPLE_OK) {
		refuse(x, code);
		return;
	}
	if (before.person)
		sv_sockets_close_sessions(x->front, before.person, NULL);
	respond_session(x, &session, token);
}

void sv_api_login(sv_exchange *x)
{
	assert(x && !x->answered);
	static const char *const keys[] = {"name", "password", NULL};
	const char *values[2];
	char token[SV_TOKEN_SIZE];
	sv_session session;
	json_t *body;
	if (!allow_password(x) || !read_strings(x, &body, keys, values))
		return;
	sv_begin_change(x);
	sv_people_code code =
		sv_end_change(x, sv_people_log_in(x->front->people, values[0], values[1], &session, token));
	json_decref(body);
	if (code == SV_PEOPLE_OK)
		respond_session(x, &session, token);
	else
		refuse(x, code);
}

void sv_api_logout(sv_exchange *x)
{
	assert(x && !x->answered);
	char token[SV_TOKEN_SIZE];
	sv_session session;
	sv_begin_change(x);
	if (!sv_read_session(x->wsi, &session, token)) {
		respond_logged_out(x);
		return;
	}
	sv_people_code code =
		end_change_of_sessions(x, session.person, sv_people_log_out(x->front->people, token));
	if (code != SV_PEOPLE_OK) {
		refuse(x, code);
		return;
	}
	sv_sockets_close_sessions(x->front, session.person, session.hash);
	respond_logged_out(x);
}

void sv_api_password(sv_exchange *x)
{
	assert(x && !x->answered);
	static const char *const keys[] = {"password", "new_password", NULL};
	const char *values[2];
	char token[SV_TOKEN_SIZE];
	sv_session session, fresh;
	json_t *body;
	if (!allow_password(x) || !read_strings(x, &body, keys, values))
		return;
	sv_begin_change(x);
	sv_people_code code = SV_NO_SESSION;
	if (sv_read_session(x->wsi, &session, token))
		code = end_change_of_sessions(x, session.person,
			sv_people_change_password(
				x->front->people, session.person, values[0], values[1], &fresh, token));
	json_decref(body);
	if (code != SV_PEOPLE_OK) {
		refuse(x, code);
		return;
	}
	sv_sockets_close_sessions(x->front, session.person, NULL);
	respond_session(x, &fresh, token);
}

/* Whose link it is, is known only when it was used. */
static sv_people_code recover(
	sv_exchange *x, const char *values[2], sv_session *session, char token[SV_TOKEN_SIZE])
{
	sv_people_code code = sv_people_recover(x->front->people, values[0], values[1], session, token);
	return end_change_of_sessions(x, code == SV_PEOPLE_OK ? session->person : 0, code);
}

void sv_api_recovered(sv_exchange *x)
{
	assert(x && !x->answered);
	static const char *const keys[] = {"token", "new_password", NULL};
	const char *values[2];
	char token[SV_TOKEN_SIZE];
	sv_session session;
	json_t *body;
	if (!allow_password(x) || !read_strings(x, &body, keys, values))
		return;
	sv_begin_change(x);
	sv_people_code code = recover(x, values, &session, token);
	json_decref(body);
	if (code != SV_PEOPLE_OK) {
		refuse(x, code);
		return;
	}
	sv_sockets_close_sessions(x->front, session.person, NULL);
	respond_session(x, &session, token);
}

/* The flush of the hub commits all of it: if it fails, the tables must be read again. */
static sv_people_code delete_person(sv_exchange *x, int64_t person, const char *password)
{
	sv_people_code code = sv_people_delete(x->front->people, person, password);
	if (code == SV_PEOPLE_OK &&
		(!sv_hub_forget_person(x->front->hub, person) || !sv_hub_flush(x->front->hub)))
		code = SV_STORAGE;
	code = sv_end_change(x, code);
	if (code == SV_PEOPLE_OK && x->front->notices)
		sv_notices_drop_person(x->front->notices, person);
	return code;
}

void sv_api_delete(sv_exchange *x)
{
	assert(x && !x->answered);
	static const char *const keys[] = {NULL};
	char token[SV_TOKEN_SIZE];
	sv_session session;
	json_t *body;
	if (!allow_password(x) || !read_strings(x, &body, keys, NULL))
		return;
	const char *password = json_string_value(json_object_get(body, "password"));
	sv_begin_change(x);
	sv_people_code code = SV_NO_SESSION;
	if (sv_read_session(x->wsi, &session, token))
		code = delete_person(x, session.person, password ? password : "");
	json_decref(body);
	if (code != SV_PEOPLE_OK) {
		refuse(x, code);
		return;
	}
	sv_sockets_close_sessions(x->front, session.person, NULL);
	respond_logged_out(x);
}

/* The cookie is set again, so that it lives as long as its session, which each use extends. */
void sv_api_me(sv_exchange *x)
{
	assert(x && !x->answered);
	char token[SV_TOKEN_SIZE];
	sv_session session;
	if (sv_read_session(x->wsi, &session, token))
		respond_session(x, &session, token);
	else
		refuse(x, SV_NO_SESSION);
}

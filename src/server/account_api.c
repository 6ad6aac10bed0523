/* account_api.c: one's own sessions, a new password by mail, and all that is kept of oneself, over
 * HTTP. docs/protocol.md describes them. */
#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "server/account.h"
#include "server/http.h"
#include "server/peers.h"

static const char no_session[] = "log in first, or say who you are as a guest";

static json_t *read_body(const sv_exchange *x)
{
	return json_loadb(
		x->received ? x->received : "", x->received_length, JSON_REJECT_DUPLICATES, NULL);
}

static void respond_json(sv_exchange *x, json_t *body, const char *headers)
{
	char *text = json_dumps(body, JSON_COMPACT);
	json_decref(body);
	sv_answer a = {.status = 200, .body = text, .length = strlen(text), .owned = true};
	strncpy(a.extra_headers, headers, sizeof a.extra_headers - 1);
	sv_respond(x, &a);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

void sv_get_sessions(sv_exchange *x)
{
	assert(x && !x->answered);
	char token[SV_TOKEN_SIZE];
	sv_session session;
	if (!sv_read_session(x->wsi, &session, token)) {
		sv_respond_error(x, 401, "no-session", no_session);
		return;
	}
	json_t *list = sv_list_sessions(x->front, session.person, session.hash);
	respond_json(x, json_pack("{so}", "sessions", list), "");
}

/* Ends one session, or all others. */
static void end_sessions(sv_exchange *x, const json_t *body, const sv_session *session)
{
	const char *id = json_string_value(json_object_get(body, "session"));
	bool others = json_is_true(json_object_get(body, "others"));
	if (!json_is_object(body) || json_object_size(body) != 1 || (!id && !others)) {
		sv_respond_error(x, 400, "bad-request", "a session, or \"others\": true");
		return;
	}
	int ended = sv_end_sessions(x->front, session->person, id, others ? session->hash : NULL);
	if (sv_end_change(x, ended < 0 ? SV_STORAGE : SV_PEOPLE_OK) != SV_PEOPLE_OK)
		sv_respond_error(x, 503, "storage", "the store failed, try again later");
	else if (id && ended == 0)
		sv_respond_error(x, 404, "not-found", "there is no such session of yours");
	else
		respond_json(x, json_pack("{si}", "ended", ended), "");
}

void sv_post_sessions(sv_exchange *x)
{
	assert(x && !x->answered);
	char token[SV_TOKEN_SIZE];
	sv_session session;
	json_t *body = read_body(x);
	sv_begin_change(x);
	if (sv_read_session(x->wsi, &session, token))
		end_sessions(x, body, &session);
	else
		sv_respond_error(x, 401, "no-session", no_session);
	json_decref(body);
}

/* ---- A new password by mail ------------------------------------------------------------------ */

/* The answer is the same whether there is such an account or not. */
void sv_post_recover(sv_exchange *x)
{
	assert(x && !x->answered);
	json_t *body = read_body(x);
	const char *name = json_string_value(json_object_get(body, "name"));
	if (!name || json_object_size(body) != 1)
		sv_respond_error(x, 400, "bad-request", "expected the name of an account");
	else if (!sv_can_recover(x->front))
		sv_respond_error(x, 409, "no-mail", "this server sends no mail");
	else if (sv_peer_may(x, SV_PASSWORD) && !sv_queue_recovery(x->front, name))
		sv_respond_error(x, 503, "busy", "the server is too busy, try again later");
	else if (!x->answered)
		respond_json(x, json_object(), "");
	json_decref(body);
}

/* ---- All that is kept ------------------------------------------------------------------------ */

void sv_get_export(sv_exchange *x)
{
	assert(x && !x->answered);
	char token[SV_TOKEN_SIZE];
	sv_session session;
	sv_person_row row;
	if (!sv_read_session(x->wsi, &session, token) ||
		!sv_store_find_person(x->front->store, session.person, &row)) {
		sv_respond_error(x, 401, "no-session", no_session);
		return;
	}
	if (!sv_peer_may(x, SV_DOWNLOAD))
		return;
	json_t *data = sv_export_person(x->front, &row, true);
	if (data)
		respond_json(
			x, data, "Content-Disposition: attachment; filename=\"apparat-data.json\"\r\n");
	else
		sv_respond_error(x, 503, "storage", "the store failed, try again later");
}

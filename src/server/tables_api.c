/* tables_api.c: tables over HTTP: what a link to a table shows before anybody has said who he is,
 * and games that were played without the server. */
#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json_writer.h"
#include "server/http.h"
#include "server/peers.h"
#include "server/sent_games.h"
#include "text/memory.h"

enum {
	SUMMARY_SIZE = 8 << 10, /* more bytes than a summary has */
	EXAMINING_TIMEOUT = 60  /* seconds in which a record must be examined */
};

/* ---- What a link shows ----------------------------------------------------------------------- */

static bool read_table_key(const char *path, char key[SV_KEY_SIZE])
{
	static const char prefix[] = "/api/table/";
	const char *from = path + sizeof prefix - 1;
	size_t length = strspn(from, "abcdefghijklmnopqrstuvwxyz0123456789");
	if (length == 0 || length >= SV_KEY_SIZE || from[length] != '\0')
		return false;
	memcpy(key, from, length + 1);
	return true;
}

/* The invitation is in a header: addresses get into logs. */
static void read_invite(struct lws *wsi, char invite[SV_KEY_SIZE])
{
	static const char name[] = "apparat-invite:";
	int length = lws_hdr_custom_copy(wsi, invite, SV_KEY_SIZE, name, sizeof name - 1);
	if (length <= 0)
		invite[0] = '\0';
}

void sv_get_table(sv_exchange *x)
{
	assert(x && !x->answered);
	char key[SV_KEY_SIZE], invite[SV_KEY_SIZE], token[SV_TOKEN_SIZE];
	sv_session session;
	sv_read_session(x->wsi, &session, token); /* nobody, if there is none */
	read_invite(x->wsi, invite);
	char *text = ap_allocate(SUMMARY_SIZE, 1);
	size_t length = read_table_key(x->path, key)
		? sv_hub_summary(x->front->hub, key, session.person, invite, text, SUMMARY_SIZE)
		: 0;
	if (length == 0) {
		free(text);
		sv_respond_error(x, 404, "not-found", "there is no such table, or not for you");
		return;
	}
	sv_answer a = {.status = 200, .body = text, .length = length, .owned = true};
	sv_respond(x, &a);
}

/* ---- Games that were played without the server ----------------------------------------------- */

/* Reads the record from the body and gives it to the examiner. The handler is called again when it
 * was read. */
static void submit_record(sv_exchange *x)
{
	json_t *body = json_loadb(
		x->received ? x->received : "", x->received_length, JSON_REJECT_DUPLICATES, NULL);
	const char *record = json_string_value(json_object_get(body, "record"));
	if (!record) {
		json_decref(body);
		sv_respond_error(x, 400, "bad-request", "expected a JSON object, see docs/protocol.md");
		return;
	}
	size_t length = strlen(record);
	char *text = ap_allocate(length + 1, 1);
	memcpy(text, record, length + 1);
	json_decref(body);
	x->waits_for_hash = sv_examiner_submit(x->front->examiner, text, length, x);
	if (x->waits_for_hash) {
		lws_set_timeout(x->wsi, PENDING_TIMEOUT_HTTP_CONTENT, EXAMINING_TIMEOUT);
		return;
	}
	free(text);
	sv_respond_error(x, 503, "busy", "another record is being read, try again later");
}

static void respond_added(sv_exchange *x, const char *key)
{
	char text[SV_KEY_SIZE + 32];
	int length = snprintf(text, sizeof text, "{\"table\":\"%s\"}", key);
	sv_answer a = {.status = 201, .body = text, .length = (size_t)length};
	sv_respond(x, &a); /* the body is sent together with its head */
}

/* The text of the error is not repeated: it may have anything that stands in the record. */
static void refuse_unread(sv_exchange *x)
{
	char why[96];
	snprintf(why, sizeof why, "line %d: this is no record of a game by the rules of this server",
		x->examined->error.line);
	sv_respond_error(x, 400, "bad-record", why);
}

static void add_record(sv_exchange *x, const sv_session *session)
{
	static const char *const refusals[] = {[SV_SENT_NOT_OVER] = "the game is not over",
		[SV_SENT_NOT_LOCAL] = "this is no game of one person and bots without fair dice"};
	char key[SV_KEY_SIZE];
	sv_hub *hub = x->front->hub;
	if (!x->examined->record) {
		refuse_unread(x);
		return;
	}
	sv_hub_flush(hub); /* a failure is to concern this game alone */
	sv_sent_code code = sv_hub_add_sent_game(
		hub, session->person, session->name, x->examined->record, x->examined->digest, key);
	if (code == SV_SENT_TOO_MANY)
		sv_respond_error(x, 409, "too-many-tables", "you have sent too many games");
	else if (code != SV_SENT_OK)
		sv_respond_error(x, 400, "bad-record", refusals[code]);
	else if (!sv_hub_flush(hub))
		sv_respond_error(x, 503, "storage", "the store failed, try again later");
	else
		respond_added(x, key);
}

void sv_post_record(sv_exchange *x)
{
	assert(x && !x->answered);
	char token[SV_TOKEN_SIZE];
	sv_session session;
	if (!sv_read_session(x->wsi, &session, token))
		sv_respond_error(x, 401, "no-session", "log in first, or say who you are as a guest");
	else if (x->examined)
		add_record(x, &session);
	else if (sv_peer_may(x, SV_RECORD))
		submit_record(x);
}

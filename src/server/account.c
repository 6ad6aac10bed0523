/* account.c: see account.h. */
#include "server/account.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/nodes.h"
#include "server/notices_internal.h"
#include "server/sockets.h"
#include "text/memory.h"

/* ---- Sessions -------------------------------------------------------------------------------- */

/* The beginning of the hash of its token names a session: nobody can find the token by it. */
static void write_id(const uint8_t hash[SV_SECRET_SIZE], char out[SV_SESSION_ID_SIZE])
{
	sodium_bin2hex(out, SV_SESSION_ID_SIZE, hash, (SV_SESSION_ID_SIZE - 1) / 2);
}

typedef struct session_list {
	const sv_front *front;
	const uint8_t *current;
	json_t *rows;
} session_list;

static bool add_session(void *to, const sv_session_row *row)
{
	session_list *list = to;
	char id[SV_SESSION_ID_SIZE];
	if (row->expires <= sv_front_now(list->front))
		return true;
	write_id(row->hash, id);
	int64_t expires = row->expires + sv_front_wall_now(list->front) - sv_front_now(list->front);
	bool current = list->current && memcmp(row->hash, list->current, SV_SECRET_SIZE) == 0;
	/* When it was used last follows from its end, which each use puts off. */
	json_array_append_new(list->rows,
		json_pack("{ss sI sI sI ss sb}", "session", id, "created", (json_int_t)row->created, "used",
			(json_int_t)(expires - list->front->limits.session), "expires", (json_int_t)expires,
			"agent", row->agent, "current", current));
	return true;
}

json_t *sv_list_sessions(sv_front *front, int64_t person, const uint8_t current[SV_SECRET_SIZE])
{
	assert(front);
	session_list list = {front, current, json_array()};
	sv_store_each_session(front->store, person, add_session, &list);
	return list.rows;
}

/* The sessions that are to end. */
typedef struct ending {
	const char *id;
	const uint8_t *kept;
	uint8_t (*hash)[SV_SECRET_SIZE];
	int count;
} ending;

static bool add_ending(void *to, const sv_session_row *row)
{
	ending *e = to;
	char id[SV_SESSION_ID_SIZE];
	write_id(row->hash, id);
	if ((e->id && strcmp(e->id, id) != 0) ||
		(e->kept && memcmp(row->hash, e->kept, SV_SECRET_SIZE) == 0))
		return true;
	e->hash = ap_reallocate(e->hash, (size_t)e->count + 1, sizeof *e->hash);
	memcpy(e->hash[e->count++], row->hash, SV_SECRET_SIZE);
	return true;
}

int sv_end_sessions(
	sv_front *front, int64_t person, const char *id, const uint8_t kept[SV_SECRET_SIZE])
{
	assert(front && person > 0);
	ending e = {.id = id, .kept = kept};
	bool good = sv_store_each_session(front->store, person, add_ending, &e);
	for (int i = 0; good && i < e.count; i++) {
		good = sv_store_delete_session(front->store, e.hash[i]);
		sv_sockets_close_sessions(front, person, e.hash[i]);
	}
	good = good && (e.count == 0 || sv_tell_nodes(front->hub, SV_NEWS_SESSIONS, person));
	free(e.hash);
	return good ? e.count : -1;
}

/* Returns the first word whose mark is in the text. */
static const char *word_for(const char *const (*marks)[2], const char *text)
{
	for (; (*marks)[0]; marks++)
		if (strstr(text, (*marks)[0]))
			return (*marks)[1];
	return "";
}

void sv_describe_agent(const char *header, char out[SV_AGENT_SIZE])
{
	assert(header && out);
	/* Most browsers claim to be others, too: those that do come first. */
	static const char *const browsers[][2] = {{"apparat", "apparat join"}, {"Edg", "Edge"},
		{"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"curl/", "curl"}, {NULL, NULL}};
	static const char *const systems[][2] = {{"Android", "Android"}, {"iPhone", "iOS"},
		{"iPad", "iOS"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"},
		{"Linux", "Linux"}, {NULL, NULL}};
	const char *browser = word_for(browsers, header), *system = word_for(systems, header);
	snprintf(out, SV_AGENT_SIZE, "%s%s%s", browser, *browser && *system ? ", " : "", system);
}

/* ---- Links that set a password --------------------------------------------------------------- */

bool sv_make_recovery_link(sv_front *front, int64_t person, char link[SV_LINK_SIZE])
{
	assert(front && link);
	uint8_t secret[SV_SECRET_SIZE], hash[SV_SECRET_SIZE];
	char token[SV_TOKEN_SIZE];
	const char *url = front->notices ? sv_notices_public_url(front->notices) : NULL;
	front->world.random(front->world.self, secret, sizeof secret);
	sodium_bin2base64(
		token, sizeof token, secret, sizeof secret, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	crypto_generichash(hash, sizeof hash, secret, sizeof secret, NULL, 0);
	/* What follows "#" is not sent to the server, so that it gets into no log. */
	snprintf(link, SV_LINK_SIZE, "%.250s/recover#%s", url ? url : front->url, token);
	sodium_memzero(secret, sizeof secret);
	sodium_memzero(token, sizeof token);
	int64_t expires = sv_front_wall_now(front) + (person ? SV_RECOVERY_TIME : 0);
	return sv_store_put_recovery(front->store, hash, person, expires);
}

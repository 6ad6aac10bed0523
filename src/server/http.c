/* http.c: requests: which there are, what each must contain, and how its answer is sent.
 *
 * Only HTTP/1.1 is spoken, over TLS too. Over HTTP/2, libwebsockets 4.1 offers browsers WebSockets
 * inside it, and then respects neither the window nor the largest frame of the other side. */
#include "server/http.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/peers.h"
#include "server/sockets.h"
#include "text/memory.h"

enum {
	SEND_TIMEOUT = 20,      /* seconds in which the client must take the next piece of an answer */
	MAX_DISCARDED = 1 << 20 /* bytes of a too long body that are read before it is refused */
};

/* ---- What a request says --------------------------------------------------------------------- */

bool sv_read_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t size)
{
	assert(wsi && out && size > 0);
	return lws_hdr_total_length(wsi, which) > 0 && lws_hdr_copy(wsi, out, (int)size, which) > 0;
}

bool sv_has_own_origin(struct lws *wsi)
{
	assert(wsi);
	char origin[256], host[256];
	if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
		return true;
	if (!sv_read_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) ||
		!sv_read_header(wsi, WSI_TOKEN_HOST, host, sizeof host))
		return false;
	const char *rest = strstr(origin, "://");
	return rest && strcasecmp(rest + 3, host) == 0;
}

const char *sv_connection_refusal(struct lws *wsi)
{
	assert(wsi);
	const sv_peer *peer = lws_get_opaque_user_data(wsi);
	return peer ? peer->refusal : "connections_an_address";
}

bool sv_is_banned_here(struct lws *wsi)
{
	assert(wsi);
	const sv_front *front = sv_front_of(wsi);
	const sv_peer *peer = lws_get_opaque_user_data(wsi);
	return peer && sv_is_address_banned(&front->banned, peer->from, sv_front_wall_now(front));
}

/* Reads Content-Length, which must be digits only; -1 if there is none. Two lengths or a sign in it
 * are an attempt to mislead proxies. */
static bool read_length(struct lws *wsi, long *length)
{
	char text[16];
	*length = -1;
	if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0)
		return true;
	if (!sv_read_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text) ||
		strspn(text, "0123456789") != strlen(text))
		return false;
	*length = strtol(text, NULL, 10);
	return true;
}

static bool is_json(struct lws *wsi)
{
	static const char json[] = "application/json";
	char type[64];
	if (!sv_read_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type))
		return false;
	size_t n = strcspn(type, "; ");
	return n == sizeof json - 1 && strncasecmp(type, json, n) == 0;
}

/* ---- Answering ------------------------------------------------------------------------------- */

/* Takes what was counted for the limits of bytes away again. */
static void forget_bytes(sv_exchange *x)
{
	const sv_peer *peer = x->wsi ? lws_get_opaque_user_data(x->wsi) : NULL;
	if (peer && x->counted_incoming)
		sv_peer_add_bytes(x->front, peer, SV_INCOMING_BYTES, -(int64_t)x->counted_incoming);
	if (peer && x->counted_waiting)
		sv_peer_add_bytes(x->front, peer, SV_WAITING_BYTES, -(int64_t)x->counted_waiting);
	x->counted_incoming = x->counted_waiting = 0;
}

static void release(sv_exchange *x)
{
	if (x->counted)
		x->front->exchanges--;
	x->counted = false;
	free(x->received);
	x->received = NULL;
	forget_bytes(x);
	if (x->hash_tasks) {
		sv_hasher_cancel(x->front->hasher, x);
		sodium_memzero(x->hash_tasks, sizeof *x->hash_tasks);
		free(x->hash_tasks);
		x->hash_tasks = NULL;
	}
	if (x->waits_for_hash)
		sv_examiner_cancel(x->front->examiner, x);
	sv_free_examined(x->examined);
	x->examined = NULL;
	if (x->answer.owned)
		free((char *)x->answer.body);
	x->answer.owned = false;
}

/* Writes the next piece of the body; `used` bytes of the scratch, the head, go before it. */
static bool send_piece(sv_exchange *x, size_t used)
{
	unsigned char *out = x->front->scratch + LWS_PRE;
	size_t left = x->is_head ? 0 : x->answer.length - x->sent;
	size_t piece = left < SV_CHUNK_SIZE - used ? left : SV_CHUNK_SIZE - used;
	if (piece > 0)
		memcpy(out + used, x->answer.body + x->sent, piece);
	x->sent += piece;
	lws_set_timeout(x->wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_TIMEOUT);
	return lws_write(x->wsi, out, used + piece, used ? LWS_WRITE_HTTP_HEADERS : LWS_WRITE_HTTP) >=
		0;
}

/* Counts a body that waits in memory until the client has taken it. If too much waits for the
 * client's address already, answers the request with an error instead. */
static bool may_wait(sv_exchange *x, const sv_answer *answer)
{
	if (sv_peer_add_bytes(x->front, lws_get_opaque_user_data(x->wsi), SV_WAITING_BYTES,
			(int64_t)answer->length)) {
		x->counted_waiting = answer->length;
		return true;
	}
	free((char *)answer->body);
	sv_respond_error(x, 429, "too-many-bytes", "your address does not read what it is sent");
	return false;
}

void sv_respond(sv_exchange *x, const sv_answer *answer)
{
	assert(x && !x->answered);
	assert(answer && answer->status > 0);
	if (answer->owned && !may_wait(x, answer))
		return;
	x->answered = true;
	x->answer = *answer;
	x->front->requests++;
	x->front->refused_requests += answer->status >= 400;
	size_t head = sv_write_answer_head(x->front, answer);
	if (head == 0 || !send_piece(x, head))
		x->sent = x->answer.length;
}

void sv_respond_error(sv_exchange *x, int status, const char *code, const char *text)
{
	assert(x && code && text);
	char room[SV_ERROR_SIZE];
	sv_answer a = sv_make_error_answer(status, code, text, room);
	sv_respond(x, &a); /* the body is sent together with its head */
}

/* Returns what the library is told: 0 to go on, -1 to close the connection. A connection serves one
 * request only: after an answer libwebsockets 4.1 misreads what was sent along with the request,
 * and can be made to loop for ever. */
static int continue_or_close(sv_exchange *x)
{
	if (!x->answered)
		return 0;
	if (!x->is_head && x->sent < x->answer.length) {
		lws_callback_on_writable(x->wsi);
		return 0;
	}
	return -1;
}

void sv_http_hash_ready(void *exchange)
{
	assert(exchange);
	sv_exchange *x = exchange;
	x->hash_ready = true;
	lws_callback_on_writable(x->wsi);
}

void sv_http_examined(void *exchange, sv_examined *found)
{
	assert(exchange && found);
	sv_exchange *x = exchange;
	x->examined = found;
	sv_http_hash_ready(exchange);
}

static int continue_exchange(sv_exchange *x)
{
	if (!x->answered && x->hash_ready) {
		x->hash_ready = x->waits_for_hash = false;
		x->handler(x);
		return continue_or_close(x);
	}
	if (!x->answered)
		return 0;
	return send_piece(x, 0) ? continue_or_close(x) : -1;
}

/* ---- Which requests there are ---------------------------------------------------------------- */

typedef struct route {
	const char *path;
	bool whole; /* the whole path; false: only its beginning */
	bool post;  /* POST; false: GET and HEAD */
	sv_handler *handler;
	bool large; /* of a POST: its body may be a record; it needs a session before it is read */
} route;

static const route routes[] = {
	{"/.well-known/apparat", true, false, sv_get_identity, false},
	{"/healthz", true, false, sv_get_health, false},
	{"/metrics", true, false, sv_get_metrics, false},
	{"/api/me", true, false, sv_api_me, false},
	{"/api/guest", true, true, sv_api_guest, false},
	{"/api/register", true, true, sv_api_register, false},
	{"/api/login", true, true, sv_api_login, false},
	{"/api/logout", true, true, sv_api_logout, false},
	{"/api/password", true, true, sv_api_password, false},
	{"/api/delete", true, true, sv_api_delete, false},
	{"/api/sessions", true, false, sv_get_sessions, false},
	{"/api/sessions", true, true, sv_post_sessions, false},
	{"/api/recover", true, true, sv_post_recover, false},
	{"/api/recovered", true, true, sv_api_recovered, false},
	{"/api/export", true, false, sv_get_export, false},
	{"/api/notices", true, false, sv_get_notices, false},
	{"/api/notices", true, true, sv_post_notices, false},
	{"/api/table/", false, false, sv_get_table, false},
	{"/api/records", true, true, sv_post_record, true},
	{"/records/", false, false, sv_get_record, false},
	{"/embed/", false, false, sv_get_embedded, false},
	{"/", false, false, sv_get_static, false},
};

static bool matches(const route *r, const char *path)
{
	return r->whole ? strcmp(r->path, path) == 0 : strncmp(r->path, path, strlen(r->path)) == 0;
}

/* Returns the first route that matches the path; if several do, one with the same path and this
 * method. */
static const route *find_route(const char *path, bool post)
{
	const route *best = NULL;
	for (const route *r = routes; r < routes + sizeof routes / sizeof routes[0]; r++)
		if (matches(r, path) && (!best || (strcmp(r->path, best->path) == 0 && r->post == post)))
			best = r;
	return best;
}

static void refuse_method(sv_exchange *x, bool post)
{
	char room[SV_ERROR_SIZE];
	sv_answer a = sv_make_error_answer(
		405, "bad-method", post ? "expected POST" : "expected GET or HEAD", room);
	snprintf(a.extra_headers, sizeof a.extra_headers, "Allow: %s\r\n", post ? "POST" : "GET, HEAD");
	sv_respond(x, &a);
}

/* ---- POST requests --------------------------------------------------------------------------- */

/* Pages of other sites can send forms and text, but not JSON without permission, and they cannot
 * hide their origin. */
static void check_post(sv_exchange *x, const route *r, long length)
{
	sv_session session;
	char token[SV_TOKEN_SIZE];
	x->handler = r->handler;
	if (!sv_has_own_origin(x->wsi))
		x->refusal = (sv_refusal){403, "foreign-origin", "only pages of this server may do this"};
	else if (!is_json(x->wsi))
		x->refusal = (sv_refusal){415, "not-json", "expected Content-Type: application/json"};
	else if (r->large && !sv_read_session(x->wsi, &session, token))
		x->refusal = (sv_refusal){401, "no-session", "log in first, or say who you are as a guest"};
	else if (length > (r->large ? SV_MAX_RECORD_BODY : SV_MAX_BODY))
		x->refusal = (sv_refusal){413, "too-long", "this is too long"};
}

static void begin_post(sv_exchange *x, const route *r, long length)
{
	if (length >= 0 && length <= MAX_DISCARDED) {
		check_post(x, r, length);
		return;
	}
	if (length < 0)
		sv_respond_error(x, 411, "no-length", "expected Content-Length");
	else
		sv_respond_error(x, 413, "too-long", "this is too long");
}

static int add_to_body(sv_exchange *x, const void *bytes, size_t length)
{
	if (x->waits_for_hash)
		return -1;
	if (x->answered || x->refusal.status || length == 0)
		return 0;
	if (!sv_peer_add_bytes(
			x->front, lws_get_opaque_user_data(x->wsi), SV_INCOMING_BYTES, (int64_t)length)) {
		x->refusal = (sv_refusal){429, "too-many-bytes", "your address sends too much at once"};
		return 0;
	}
	x->counted_incoming += length;
	x->received = ap_reallocate(x->received, x->received_length + length + 1, 1);
	memcpy(x->received + x->received_length, bytes, length);
	x->received_length += length;
	x->received[x->received_length] = '\0';
	return 0;
}

/* While an answer waits for a hash, the library treats what the client sends as more of the body.
 * No browser and no proxy sends anything then, so the connection is closed. */
static int finish_body(sv_exchange *x)
{
	if (x->waits_for_hash)
		return -1;
	if (x->answered)
		return continue_or_close(x);
	if (x->refusal.status)
		sv_respond_error(x, x->refusal.status, x->refusal.code, x->refusal.text);
	else
		x->handler(x);
	return continue_or_close(x);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static void refuse_connection(sv_exchange *x)
{
	char text[SV_ERROR_SIZE / 2];
	snprintf(text, sizeof text, "your address has too many connections (%s)",
		sv_connection_refusal(x->wsi));
	sv_respond_error(x, 429, "too-many-connections", text);
}

/* While the store is away, whatever is kept in it would look as if it were not there. */
static bool reads_the_store(const char *path)
{
	static const char *const beginnings[] = {"/api/", "/records/", "/embed/", "/.well-known/"};
	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		if (strncmp(path, beginnings[i], strlen(beginnings[i])) == 0)
			return true;
	return false;
}

static void start_exchange(sv_exchange *x, const char *path)
{
	char *uri;
	int uri_length;
	long length;
	int method = lws_http_get_uri_and_method(x->wsi, &uri, &uri_length);
	bool post = method == LWSHUMETH_POST, get = method == LWSHUMETH_GET;
	const route *r = find_route(path, post);
	x->is_head = method == LWSHUMETH_HEAD;
	if (sv_store_is_away(x->front->store) && reads_the_store(path))
		sv_respond_error(x, 503, "storage", "the store failed, try again later");
	else if (strncmp(path, "/api/", 5) == 0 && sv_is_banned_here(x->wsi))
		sv_respond_error(x, 403, "banned", "nobody may play from here for now");
	else if (sv_connection_refusal(x->wsi))
		refuse_connection(x);
	else if (!read_length(x->wsi, &length) ||
		lws_hdr_total_length(x->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
		sv_respond_error(x, 411, "no-length", "expected one Content-Length in digits");
	else if (!r)
		sv_respond_error(x, 404, "not-found", "there is nothing here");
	else if (r->post ? !post : !get && !x->is_head)
		refuse_method(x, r->post);
	else if (post)
		begin_post(x, r, length);
	else if (length > 0)
		sv_respond_error(x, 400, "bad-request", "this request needs no body");
	else {
		x->path = path;
		r->handler(x);
	}
}

static int on_request(sv_exchange *x, struct lws *wsi, const char *path)
{
	release(x);
	*x = (sv_exchange){.front = sv_front_of(wsi), .wsi = wsi, .counted = true};
	x->front->exchanges++;
	sv_peer_apply_forwarded(wsi);
	start_exchange(x, path);
	return continue_or_close(x);
}

static int on_connection(struct lws *wsi)
{
	sv_peer *peer = sv_peer_connected(sv_front_of(wsi), lws_get_socket_fd(wsi));
	lws_set_opaque_user_data(wsi, peer);
	return peer ? 0 : -1;
}

static void on_disconnect(struct lws *wsi)
{
	sv_peer *peer = lws_get_opaque_user_data(wsi);
	lws_set_opaque_user_data(wsi, NULL);
	if (peer)
		sv_peer_disconnected(sv_front_of(wsi), peer);
}

int sv_on_http(
	struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	switch (reason) {
	case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
		return sv_peer_may_connect(sv_front_of(wsi), (int)(intptr_t)in) ? 0 : -1;
	case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
		return on_connection(wsi);
	case LWS_CALLBACK_WSI_DESTROY:
		on_disconnect(wsi);
		return 0;
	case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
		return sv_on_upgrade(wsi);
	case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
		return -1; /* a WebSocket that asks for the subprotocol "http" */
	case LWS_CALLBACK_RAW_ADOPT:
	case LWS_CALLBACK_RAW_RX:
		return -1; /* CONNECT: the library would keep the connection open for ever */
	case LWS_CALLBACK_HTTP:
		return on_request(user, wsi, in);
	case LWS_CALLBACK_HTTP_BODY:
		return add_to_body(user, in, length);
	case LWS_CALLBACK_HTTP_BODY_COMPLETION:
		return finish_body(user);
	case LWS_CALLBACK_HTTP_WRITEABLE:
		return continue_exchange(user);
	case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
	case LWS_CALLBACK_CLOSED_HTTP:
		if (user)
			release(user);
		return 0;
	default:
		return 0;
	}
}

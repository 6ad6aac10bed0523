/* http.c: requests: which there are, what each must bring, and how its answer is sent.
 *
 * HTTP/1.1 only, with TLS too. Over HTTP/2 this library (4.1) offers browsers to carry WebSockets
 * in it and then heeds neither the window nor the greatest frame of the other side. */
#include "server/front_internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
	PATIENCE = 20,      /* seconds for the next piece of an answer to be taken */
	SWALLOWED = 1 << 20 /* of a body that is too long, so that its sender reads why */
};

/* ---- What a request says --------------------------------------------------------------------- */

bool sv_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t size)
{
	return lws_hdr_total_length(wsi, which) > 0 && lws_hdr_copy(wsi, out, (int)size, which) > 0;
}

bool sv_own_origin(struct lws *wsi)
{
	char origin[256], host[256];
	if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
		return true;
	if (!sv_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) ||
		!sv_header(wsi, WSI_TOKEN_HOST, host, sizeof host))
		return false;
	const char *rest = strstr(origin, "://");
	return rest && strcasecmp(rest + 3, host) == 0;
}

bool sv_address_welcome(struct lws *wsi)
{
	const sv_peer *peer = lws_get_opaque_user_data(wsi);
	return peer &&
		(peer->proxy || peer->connections <= sv_front_of(wsi)->limits.connections_an_address);
}

/* Digits and nothing else; a request with two lengths or a sign in it is up to no good. */
static bool read_length(struct lws *wsi, long *length)
{
	char text[16];
	*length = -1;
	if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0)
		return true;
	if (!sv_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text) ||
		strspn(text, "0123456789") != strlen(text))
		return false;
	*length = strtol(text, NULL, 10);
	return true;
}

static bool is_json(struct lws *wsi)
{
	static const char json[] = "application/json";
	char type[64];
	if (!sv_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof type))
		return false;
	size_t n = strcspn(type, "; ");
	return n == sizeof json - 1 && strncasecmp(type, json, n) == 0;
}

/* ---- Answering ------------------------------------------------------------------------------- */

static void clean(sv_exchange *x)
{
	if (x->counted)
		x->front->exchanges--;
	x->counted = false;
	free(x->received);
	x->received = NULL;
	if (x->proofs) {
		sv_hasher_cancel(x->front->hasher, x);
		sodium_memzero(x->proofs, sizeof *x->proofs);
		free(x->proofs);
		x->proofs = NULL;
	}
	if (x->answer.owned)
		free((char *)x->answer.body);
	x->answer.owned = false;
}

/* The next piece of the body after `used` bytes of scratch. */
static bool send_piece(sv_exchange *x, size_t used)
{
	unsigned char *out = x->front->scratch + LWS_PRE;
	size_t left = x->head ? 0 : x->answer.length - x->sent;
	size_t piece = left < SV_CHUNK - used ? left : SV_CHUNK - used;
	if (piece > 0)
		memcpy(out + used, x->answer.body + x->sent, piece);
	x->sent += piece;
	lws_set_timeout(x->wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE);
	return lws_write(x->wsi, out, used + piece, used ? LWS_WRITE_HTTP_HEADERS : LWS_WRITE_HTTP) >=
		0;
}

void sv_respond(sv_exchange *x, const sv_answer *answer)
{
	x->answered = true;
	x->answer = *answer;
	x->front->requests++;
	size_t head = sv_answer_head(x->front, answer);
	if (head == 0 || !send_piece(x, head))
		x->sent = x->answer.length;
}

void sv_respond_error(sv_exchange *x, int status, const char *code, const char *text)
{
	char room[SV_ERROR];
	sv_answer a = sv_answer_error(status, code, text, room);
	sv_respond(x, &a); /* it is short enough to be sent with its head */
}

/* What the library is told: go on, or hang up. A connection has one request: after an answer
 * libwebsockets 4.1 mistakes what was sent along with it for something else, and can be made to
 * spin on it for ever. */
static int settle(sv_exchange *x)
{
	if (!x->answered)
		return 0;
	if (!x->head && x->sent < x->answer.length) {
		lws_callback_on_writable(x->wsi);
		return 0;
	}
	return -1;
}

void sv_http_go_on(void *exchange)
{
	sv_exchange *x = exchange;
	x->hashed = true;
	lws_callback_on_writable(x->wsi);
}

static int go_on(sv_exchange *x)
{
	if (!x->answered && x->hashed) {
		x->hashed = x->waiting = false;
		x->handler(x);
		return settle(x);
	}
	if (!x->answered)
		return 0;
	return send_piece(x, 0) ? settle(x) : -1;
}

/* ---- Which requests there are ---------------------------------------------------------------- */

typedef struct route {
	const char *path;
	bool whole; /* or is it only how the path begins? */
	bool post;  /* or GET, and HEAD with it */
	sv_handler *handler;
} route;

static const route routes[] = {
	{"/healthz", true, false, sv_get_health},
	{"/metrics", true, false, sv_get_metrics},
	{"/api/me", true, false, sv_api_me},
	{"/api/guest", true, true, sv_api_guest},
	{"/api/register", true, true, sv_api_register},
	{"/api/login", true, true, sv_api_login},
	{"/api/logout", true, true, sv_api_logout},
	{"/api/password", true, true, sv_api_password},
	{"/api/delete", true, true, sv_api_delete},
	{"/api/notices", true, false, sv_get_notices},
	{"/api/notices", true, true, sv_post_notices},
	{"/records/", false, false, sv_get_record},
	{"/", false, false, sv_get_static},
};

static bool leads_to(const route *r, const char *path)
{
	return r->whole ? strcmp(r->path, path) == 0 : strncmp(r->path, path, strlen(r->path)) == 0;
}

/* The first that fits the path, and if there is one the method. */
static const route *route_of(const char *path, bool post)
{
	const route *found = NULL;
	for (const route *r = routes; r < routes + sizeof routes / sizeof routes[0]; r++)
		if (leads_to(r, path) && (!found || (strcmp(r->path, found->path) == 0 && r->post == post)))
			found = r;
	return found;
}

static void wrong_method(sv_exchange *x, bool post)
{
	char room[SV_ERROR];
	sv_answer a =
		sv_answer_error(405, "bad-method", post ? "expected POST" : "expected GET or HEAD", room);
	snprintf(a.more, sizeof a.more, "Allow: %s\r\n", post ? "POST" : "GET, HEAD");
	sv_respond(x, &a);
}

/* ---- Requests that change something ---------------------------------------------------------- */

/* Foreign pages can send forms and text, but no JSON without asking, and they cannot hide where
 * they come from. */
static void check_post(sv_exchange *x, const route *r, long length)
{
	x->handler = r->handler;
	if (!sv_own_origin(x->wsi))
		x->refusal = (sv_refusal){403, "foreign-origin", "only pages of this server may do this"};
	else if (!is_json(x->wsi))
		x->refusal = (sv_refusal){415, "not-json", "expected Content-Type: application/json"};
	else if (length > SV_BODY)
		x->refusal = (sv_refusal){413, "too-long", "this is too long"};
}

static void begin_post(sv_exchange *x, const route *r, long length)
{
	if (length >= 0 && length <= SWALLOWED) {
		check_post(x, r, length);
		return;
	}
	if (length < 0)
		sv_respond_error(x, 411, "no-length", "expected Content-Length");
	else
		sv_respond_error(x, 413, "too-long", "this is too long");
}

static int take_body(sv_exchange *x, const void *bytes, size_t length)
{
	if (x->waiting)
		return -1;
	if (x->answered || x->refusal.status || length == 0)
		return 0;
	char *longer = realloc(x->received, x->received_length + length + 1);
	if (!longer)
		return -1;
	memcpy(longer + x->received_length, bytes, length);
	x->received = longer;
	x->received_length += length;
	longer[x->received_length] = '\0';
	return 0;
}

/* The library takes what comes while an answer is waited for as more of the body. No browser and no
 * proxy sends that. */
static int take_end(sv_exchange *x)
{
	if (x->waiting)
		return -1;
	if (x->answered)
		return settle(x);
	if (x->refusal.status)
		sv_respond_error(x, x->refusal.status, x->refusal.code, x->refusal.text);
	else
		x->handler(x);
	return settle(x);
}

/* ---- Requests -------------------------------------------------------------------------------- */

static void begin(sv_exchange *x, const char *path)
{
	char *uri;
	int uri_length;
	long length;
	int method = lws_http_get_uri_and_method(x->wsi, &uri, &uri_length);
	bool post = method == LWSHUMETH_POST, get = method == LWSHUMETH_GET;
	const route *r = route_of(path, post);
	x->head = method == LWSHUMETH_HEAD;
	if (!sv_address_welcome(x->wsi))
		sv_respond_error(x, 429, "too-many-connections", "your address has too many connections");
	else if (!read_length(x->wsi, &length) ||
		lws_hdr_total_length(x->wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
		sv_respond_error(x, 411, "no-length", "expected one Content-Length in digits");
	else if (!r)
		sv_respond_error(x, 404, "not-found", "there is nothing here");
	else if (r->post ? !post : !get && !x->head)
		wrong_method(x, r->post);
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
	clean(x);
	*x = (sv_exchange){.front = sv_front_of(wsi), .wsi = wsi, .counted = true};
	x->front->exchanges++;
	sv_peer_behind_proxy(wsi);
	begin(x, path);
	return settle(x);
}

static int on_connection(struct lws *wsi)
{
	sv_peer *peer = sv_peer_come(sv_front_of(wsi), lws_get_socket_fd(wsi));
	lws_set_opaque_user_data(wsi, peer);
	return peer ? 0 : -1;
}

static void on_end(struct lws *wsi)
{
	sv_peer *peer = lws_get_opaque_user_data(wsi);
	lws_set_opaque_user_data(wsi, NULL);
	if (peer)
		sv_peer_go(sv_front_of(wsi), peer);
}

int sv_on_http(
	struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	switch (reason) {
	case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
		return sv_peer_may_come(sv_front_of(wsi), (int)(intptr_t)in) ? 0 : -1;
	case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
		return on_connection(wsi);
	case LWS_CALLBACK_WSI_DESTROY:
		on_end(wsi);
		return 0;
	case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
		return sv_on_upgrade(wsi);
	case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
		return -1; /* a WebSocket that asks for this protocol instead of ours */
	case LWS_CALLBACK_RAW_ADOPT:
	case LWS_CALLBACK_RAW_RX:
		return -1; /* CONNECT: the library would keep it open without end */
	case LWS_CALLBACK_HTTP:
		return on_request(user, wsi, in);
	case LWS_CALLBACK_HTTP_BODY:
		return take_body(user, in, length);
	case LWS_CALLBACK_HTTP_BODY_COMPLETION:
		return take_end(user);
	case LWS_CALLBACK_HTTP_WRITEABLE:
		return go_on(user);
	case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
	case LWS_CALLBACK_CLOSED_HTTP:
		if (user)
			clean(user);
		return 0;
	default:
		return 0;
	}
}

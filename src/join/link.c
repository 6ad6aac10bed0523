/* link.c: see link.h. */
#include "join/link.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text/memory.h"

#define SUBPROTOCOL "apparat.1"

enum {
	LONGEST_MESSAGE = 4 << 20, /* bytes; the server's messages are far shorter */
	FIRST_WAIT = 250,     /* ms before the first attempt to connect again; then twice as long */
	LONGEST_WAIT = 15000, /* ms between two attempts at most */
	SECOND = 1000,        /* ms */
	POLL_EVERY = 10, /* ms: while a connection opens, its socket is not known and must be polled */
	PING_AFTER = 60, /* seconds of silence after which the library pings the server */
	DEAD_AFTER = 75, /* seconds of silence after which the connection counts as lost */
	SERVICE_RESTART = 1012 /* the code with which a WebSocket of a server that restarts is closed */
};

struct link_outgoing {
	link_outgoing *next;
	size_t length;
	unsigned char bytes[]; /* LWS_PRE bytes for the library's own use, then the text */
};

int64_t link_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- Losing the connection ------------------------------------------------------------------- */

static void drop_messages(join_link *l)
{
	while (l->first_outgoing) {
		link_outgoing *message = l->first_outgoing;
		l->first_outgoing = message->next;
		free(message);
	}
	l->last_outgoing = &l->first_outgoing;
	free(l->partial);
	l->partial = NULL;
	l->partial_length = 0;
}

/* The wait doubles each time. Its second half is random, so that not all clients of a server that
 * was restarted connect at once. */
static void schedule_retry(join_link *l)
{
	int64_t wait = FIRST_WAIT;
	for (int i = 0; i < l->failed_attempts && wait < LONGEST_WAIT; i++)
		wait *= 2;
	wait = wait < LONGEST_WAIT ? wait : LONGEST_WAIT;
	l->failed_attempts++;
	l->retry_at = link_now() + wait / 2 + (int64_t)randombytes_uniform((uint32_t)wait / 2 + 1);
	l->state = LINK_LOST;
}

/* Ends the request or the connection. A connection is opened again later, unless that is useless
 * (`for_good`) or it has never been open. */
static void lose(join_link *l, const char *why, bool for_good)
{
	bool requesting = l->state == LINK_REQUESTING;
	l->wsi = NULL;
	snprintf(l->error, sizeof l->error, "%s", why);
	drop_messages(l);
	if (requesting) {
		l->status = 0;
		l->state = LINK_IDLE;
	} else if (for_good || !l->was_up) {
		l->state = LINK_BROKEN;
	} else {
		schedule_retry(l);
	}
}

/* Returns whether a later attempt would be answered with the same status. */
static bool is_final(unsigned status)
{
	return status == 400 || status == 401 || status == 403 || status == 404;
}

static void on_error(join_link *l, struct lws *wsi, const char *text, size_t length)
{
	char why[LINK_ERROR];
	unsigned status = l->state == LINK_CONNECTING ? lws_http_client_http_response(wsi) : 0;
	if (status == 401)
		snprintf(why, sizeof why, "it does not know you any more");
	else if (status >= 300)
		snprintf(why, sizeof why, "it answers with status %u", status);
	else if (text && length > 0)
		snprintf(why, sizeof why, "%.*s", (int)length, text);
	else
		snprintf(why, sizeof why, "no connection");
	lose(l, why, is_final(status));
}

/* ---- Requests -------------------------------------------------------------------------------- */

static int add_header(unsigned char **at, unsigned char *end, const char *name, const char *value)
{
	int n = snprintf((char *)*at, (size_t)(end - *at), "%s: %s\r\n", name, value);
	if (n < 0 || n >= end - *at)
		return -1;
	*at += n;
	return 0;
}

static int add_headers(join_link *l, unsigned char **at, size_t room)
{
	unsigned char *end = *at + room;
	char length[24];
	if (l->cookie[0] && add_header(at, end, "Cookie", l->cookie) != 0)
		return -1;
	if (l->state != LINK_REQUESTING || strcmp(l->method, "POST") != 0)
		return 0;
	snprintf(length, sizeof length, "%zu", l->request_length);
	lws_client_http_body_pending(l->wsi, 1);
	return add_header(at, end, "Content-Type", "application/json") != 0 ||
			add_header(at, end, "Content-Length", length) != 0
		? -1
		: 0;
}

static int write_body(join_link *l, struct lws *wsi)
{
	if (!l->request_body)
		return 0;
	int n = lws_write(
		wsi, (unsigned char *)l->request_body + LWS_PRE, l->request_length, LWS_WRITE_HTTP_FINAL);
	free(l->request_body);
	l->request_body = NULL;
	lws_client_http_body_pending(wsi, 0);
	return n < 0 ? -1 : 0;
}

/* Takes over status and cookie; the attributes of the cookie, behind the ';', are for browsers. */
static void read_head(join_link *l, struct lws *wsi)
{
	char cookie[2 * LINK_COOKIE];
	l->status = (int)lws_http_client_http_response(wsi);
	if (lws_hdr_copy(wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_SET_COOKIE) <= 0)
		return;
	cookie[strcspn(cookie, ";")] = '\0';
	if (strlen(cookie) < sizeof l->cookie && strncmp(cookie, "apparat=", 8) == 0)
		memcpy(l->cookie, cookie, strlen(cookie) + 1);
}

static int read_body(struct lws *wsi)
{
	char room[LWS_PRE + LINK_BODY], *at = room + LWS_PRE;
	int length = LINK_BODY;
	return lws_http_client_read(wsi, &at, &length) < 0 ? -1 : 0;
}

static void append_body(join_link *l, const void *bytes, size_t length)
{
	if (l->keeps_whole && l->whole_length + length < LINK_WHOLE) {
		l->whole = ap_reallocate(l->whole, l->whole_length + length + 1, 1);
		memcpy(l->whole + l->whole_length, bytes, length);
		l->whole_length += length;
		l->whole[l->whole_length] = '\0';
		return;
	}
	if (l->body_length + length >= sizeof l->body)
		return;
	memcpy(l->body + l->body_length, bytes, length);
	l->body_length += length;
	l->body[l->body_length] = '\0';
}

static void end_request(join_link *l)
{
	if (l->state != LINK_REQUESTING)
		return;
	l->state = LINK_IDLE;
	l->wsi = NULL;
}

/* ---- Messages -------------------------------------------------------------------------------- */

void link_send(join_link *l, const char *text)
{
	assert(text);
	if (l->state != LINK_UP)
		return;
	size_t length = strlen(text);
	link_outgoing *message = ap_allocate(1, sizeof *message + LWS_PRE + length);
	message->length = length;
	memcpy(message->bytes + LWS_PRE, text, length);
	*l->last_outgoing = message;
	l->last_outgoing = &message->next;
	lws_callback_on_writable(l->wsi);
}

static int send_next(join_link *l, struct lws *wsi)
{
	link_outgoing *message = l->first_outgoing;
	if (!message)
		return 0;
	int n = lws_write(wsi, message->bytes + LWS_PRE, message->length, LWS_WRITE_TEXT);
	l->first_outgoing = message->next;
	if (!l->first_outgoing)
		l->last_outgoing = &l->first_outgoing;
	free(message);
	if (n < 0)
		return -1;
	if (l->first_outgoing)
		lws_callback_on_writable(wsi);
	return 0;
}

/* Collects the parts of a message and passes it on when it is complete. */
static int receive(join_link *l, struct lws *wsi, const void *bytes, size_t length)
{
	if (l->partial_length + length > LONGEST_MESSAGE)
		return -1;
	l->partial = ap_reallocate(l->partial, l->partial_length + length + 1, 1);
	memcpy(l->partial + l->partial_length, bytes, length);
	l->partial_length += length;
	if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi) > 0)
		return 0;
	char *message = l->partial;
	length = l->partial_length;
	l->partial = NULL;
	l->partial_length = 0;
	l->on_message(l->self, message, length);
	free(message);
	return 0;
}

static void on_open(join_link *l)
{
	l->state = LINK_UP;
	l->was_up = true;
	l->error[0] = '\0';
	l->on_connected(l->self);
}

/* Keeps the reason that the server gives for closing the connection. */
static void on_close_frame(join_link *l, const unsigned char *bytes, size_t length)
{
	unsigned code = length >= 2 ? (unsigned)bytes[0] << 8 | bytes[1] : 0;
	if (code == SERVICE_RESTART)
		snprintf(l->error, sizeof l->error, "the server restarts");
	else if (length > 2)
		snprintf(l->error, sizeof l->error, "%.*s", (int)(length - 2), (const char *)bytes + 2);
}

static void on_closed(join_link *l)
{
	char why[LINK_ERROR];
	snprintf(why, sizeof why, "%s", l->error[0] ? l->error : "it was cut off");
	lose(l, why, false);
}

/* ---- The library ----------------------------------------------------------------------------- */

static int on_event(
	struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	join_link *l = lws_context_user(lws_get_context(wsi));
	(void)user;
	switch (reason) {
	case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
		l->wsi = wsi;
		return add_headers(l, in, length);
	case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
		return write_body(l, wsi);
	case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
		read_head(l, wsi);
		return 0;
	case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
		return read_body(wsi);
	case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
		append_body(l, in, length);
		return 0;
	case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
	case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
		end_request(l);
		return 0;
	case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
		on_error(l, wsi, in, length);
		return 0;
	case LWS_CALLBACK_CLIENT_ESTABLISHED:
		on_open(l);
		return 0;
	case LWS_CALLBACK_CLIENT_RECEIVE:
		return receive(l, wsi, in, length);
	case LWS_CALLBACK_CLIENT_WRITEABLE:
		return send_next(l, wsi);
	case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
		on_close_frame(l, in, length);
		return 0;
	case LWS_CALLBACK_CLIENT_CLOSED:
		on_closed(l);
		return 0;
	default:
		return 0;
	}
}

bool link_open(join_link *l, const join_address *address)
{
	assert(l && address && !l->context);
	static const struct lws_protocols protocols[] = {
		{"http", on_event, 0, 0, 0, NULL, 0},
		{SUBPROTOCOL, on_event, 0, 1 << 14, 0, NULL, 0},
		{NULL, NULL, 0, 0, 0, NULL, 0},
	};
	static const lws_retry_bo_t pings = {
		.secs_since_valid_ping = PING_AFTER, .secs_since_valid_hangup = DEAD_AFTER};
	struct lws_context_creation_info info = {
		.port = CONTEXT_PORT_NO_LISTEN,
		.protocols = protocols,
		.options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
		.user = l,
		.retry_and_idle_policy = &pings,
		.fd_limit_per_thread = 32, /* otherwise memory for every possible descriptor is taken */
	};
	lws_set_log_level(0, NULL); /* failures are reported through `error` */
	l->address = address;
	l->last_outgoing = &l->first_outgoing;
	l->state = LINK_IDLE;
	l->context = lws_create_context(&info);
	return l->context != NULL;
}

void link_close(join_link *l)
{
	if (l->context)
		lws_context_destroy(l->context);
	l->context = NULL;
	drop_messages(l);
	free(l->whole);
	l->whole = NULL;
	free(l->request_body);
	l->request_body = NULL;
}

/* Opens a WebSocket with this protocol or, if it is NULL, sends the request. */
static void open_connection(join_link *l, const char *path, const char *protocol)
{
	char host[JOIN_HOST + 16];
	snprintf(host, sizeof host, strchr(l->address->host, ':') ? "[%s]:%d" : "%s:%d",
		l->address->host, l->address->port);
	struct lws_client_connect_info info = {
		.context = l->context,
		.address = l->address->host,
		.port = l->address->port,
		.path = path,
		.host = host,
		.method = protocol ? NULL : l->method,
		.protocol = protocol,
		.local_protocol_name = protocol ? protocol : "http",
		.ssl_connection = l->address->tls ? LCCSCF_USE_SSL : 0,
		.alpn = "http/1.1",
	};
	link_state before = l->state;
	l->wsi = NULL;
	struct lws *wsi = lws_client_connect_via_info(&info);
	if (wsi && l->state == before)
		l->wsi = wsi;
	else if (!wsi && l->state == before) /* on_error() was not called */
		lose(l, "no connection", false);
}

void link_request(join_link *l, const char *method, const char *path, const char *body)
{
	assert(l->context && l->state == LINK_IDLE && method && path && body);
	free(l->request_body);
	l->request_length = strlen(body);
	l->request_body = ap_allocate(LWS_PRE + l->request_length + 1, 1);
	memcpy(l->request_body + LWS_PRE, body, l->request_length + 1);
	l->method = method;
	l->status = 0;
	l->body_length = 0;
	l->body[0] = '\0';
	l->error[0] = '\0';
	l->state = LINK_REQUESTING;
	open_connection(l, path, NULL);
}

void link_connect(join_link *l)
{
	assert(l->context && (l->state == LINK_IDLE || l->state == LINK_LOST));
	l->state = LINK_CONNECTING;
	open_connection(l, "/ws", SUBPROTOCOL);
}

int link_watch(join_link *l, int *fd, bool *writes)
{
	assert(l->context && fd && writes);
	int64_t rest = l->retry_at - link_now();
	if (l->state == LINK_LOST)
		return rest <= 0 ? 0 : rest < SECOND ? (int)rest : SECOND;
	if (l->state != LINK_UP)
		return POLL_EVERY;
	*fd = lws_get_socket_fd(l->wsi);
	*writes = l->first_outgoing != NULL;
	return lws_service_adjust_timeout(l->context, SECOND, 0);
}

void link_serve(join_link *l)
{
	assert(l->context);
	if (l->state == LINK_LOST && link_now() >= l->retry_at)
		link_connect(l);
	lws_service(l->context, -1);
}

/* sockets.c: see sockets.h.
 *
 * What the socket cannot take remains in the hub's queue for the client. A message from the client
 * is collected until it is whole; nothing is kept of one that is too long. */
#include "server/sockets.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/http.h"
#include "server/peers.h"
#include "text/memory.h"

struct sv_socket {
	sv_front *front;
	struct lws *wsi;
	sv_client *client; /* NULL: the socket was never opened, or is closed */
	int64_t person;
	uint8_t session[SV_SECRET_SIZE];
	char *part; /* the beginning of a message whose end has not come */
	size_t part_length;
	int64_t last_heard;       /* when something came from the client */
	int64_t check_session_at; /* when to look whether its session is over */
	bool ping_wanted;         /* a ping is to be written */
	bool ping_sent;           /* a ping was written, and nothing came since */
	int closing;           /* the code with which it is closed when all is written; 0: it is open */
	uint64_t closing_pass; /* the pass of the loop in which that was decided */
	sv_socket *next, *previous;
};

const size_t sv_socket_size = sizeof(sv_socket);

enum {
	CLOSED = 1,            /* a value of `closing`: nothing more is written */
	MAX_FRAME_HEAD = 10,   /* bytes of the head of a frame */
	FRAME_ROOM = 64 << 10, /* bytes of frames that are usually written at once */
	MAX_REASON = 64        /* bytes of the reason in a close frame */
};

/* ---- Closing --------------------------------------------------------------------------------- */

/* Closes the socket with this code, after everything that waits, and what the hub sends with the
 * next flush, is written. */
static void start_closing(sv_socket *s, int code)
{
	if (s->closing)
		return;
	s->closing = code;
	s->closing_pass = s->front->pass;
	lws_callback_on_writable(s->wsi);
}

/* Closes the socket without another word, because the client does not read. The hub may be sending
 * at this moment, so the library does it later. */
static void close_now(sv_socket *s)
{
	s->closing = CLOSED;
	lws_set_timeout(s->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

static int close_by_library(sv_socket *s, int code, const char *text)
{
	s->closing = CLOSED;
	lws_close_reason(s->wsi, (enum lws_close_status)code, (unsigned char *)text, strlen(text));
	return -1;
}

static const char *close_reason(int code)
{
	switch (code) {
	case SV_CLOSE_RESTART:
		return "the server restarts: come back";
	case SV_CLOSE_POLICY:
		return "too much was sent, or the session is over";
	default:
		return "";
	}
}

void sv_socket_close(void *socket, int code)
{
	assert(socket && code > 0);
	start_closing(socket, code);
}

void sv_sockets_close_all(sv_front *front, int code)
{
	assert(front && code > 0);
	for (sv_socket *s = front->sockets; s; s = s->next)
		start_closing(s, code);
}

void sv_sockets_close_sessions(
	sv_front *front, int64_t person, const uint8_t session[SV_SECRET_SIZE])
{
	assert(front && person > 0);
	for (sv_socket *s = front->sockets; s; s = s->next)
		if (s->person == person && (!session || memcmp(s->session, session, SV_SECRET_SIZE) == 0))
			start_closing(s, SV_CLOSE_POLICY);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* The server frames messages itself. The library would write each message separately; so several
 * messages for one socket go in one packet. */
static size_t write_frame_head(unsigned char *at, size_t length)
{
	enum { WHOLE_TEXT = 0x81, TWO_BYTES = 126, EIGHT_BYTES = 127 };
	int bytes = length < TWO_BYTES ? 0 : length <= UINT16_MAX ? 2 : 8;
	at[0] = WHOLE_TEXT;
	at[1] = bytes == 0 ? (unsigned char)length : bytes == 2 ? TWO_BYTES : EIGHT_BYTES;
	for (int i = 0; i < bytes; i++)
		at[2 + i] = (unsigned char)((uint64_t)length >> 8 * (bytes - 1 - i));
	return (size_t)(2 + bytes);
}

/* Writes messages, each ended by a zero, as frames. To the library the frames are just bytes. The
 * hub hands over a portion of a known size at a time, unless a single message is longer. */
static bool write_frames(sv_socket *s, const char *messages, size_t length)
{
	static unsigned char usual[FRAME_ROOM];
	const char *end = messages + length;
	size_t used = 0, size;
	/* The shortest message has two characters, and each has a zero at its end. */
	size_t room = length + (length / 3 + 1) * MAX_FRAME_HEAD;
	unsigned char *out = room <= sizeof usual ? usual : ap_reallocate(NULL, room, 1);
	for (const char *text = messages; text < end; text += size + 1) {
		size = strlen(text);
		used += write_frame_head(out + used, size);
		memcpy(out + used, text, size);
		used += size;
	}
	bool good = lws_write(s->wsi, out, used, LWS_WRITE_HTTP) >= 0;
	if (out != usual)
		free(out);
	sv_client_hold(s->client, good && lws_partial_buffered(s->wsi) ? used : 0);
	return good;
}

/* Takes messages from the hub (see sv_send). They are written at once instead of asking the library
 * first, which would cost another poll: most sockets take everything. The library keeps what the
 * socket does not take, and is given nothing more until that is written. */
static bool send_messages(void *to, const char *messages, size_t length)
{
	sv_socket *s = to;
	if (s->closing == CLOSED)
		return true;
	if (messages && lws_partial_buffered(s->wsi)) {
		lws_callback_on_writable(s->wsi);
		return false;
	}
	if (!messages || !write_frames(s, messages, length))
		close_now(s);
	return true;
}

/* The ping has a byte, because the library does not report an empty pong. */
static int write_ping(sv_socket *s)
{
	unsigned char room[LWS_PRE + 1] = {[LWS_PRE] = '?'};
	s->ping_wanted = false;
	s->ping_sent = true;
	return lws_write(s->wsi, room + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
}

/* Writes the close frame, and gives the client a while to answer it. The library's own way (see
 * close_by_library()) closes the connection without that frame when libuv drives it. */
static int write_close_frame(sv_socket *s)
{
	enum { CLOSE = 0x88, ANSWER = 5 /* seconds */ };
	unsigned char frame[4 + MAX_REASON];
	const char *reason = close_reason(s->closing);
	size_t length = strlen(reason);
	frame[0] = CLOSE;
	frame[1] = (unsigned char)(2 + length);
	frame[2] = (unsigned char)(s->closing >> 8);
	frame[3] = (unsigned char)s->closing;
	memcpy(frame + 4, reason, length);
	s->closing = CLOSED;
	lws_set_timeout(s->wsi, PENDING_TIMEOUT_USER_REASON_BASE, ANSWER);
	return lws_write(s->wsi, frame, 4 + length, LWS_WRITE_HTTP) < 0 ? -1 : 0;
}

static int on_writeable(sv_socket *s)
{
	if (s->closing == CLOSED)
		return 0;
	if (!lws_partial_buffered(s->wsi))
		sv_client_hold(s->client, 0);
	if (s->ping_wanted && write_ping(s) != 0)
		return -1;
	bool all_sent = sv_client_send(s->client);
	if (s->closing == CLOSED) /* the messages could not be written */
		return 0;
	if (!all_sent || lws_partial_buffered(s->wsi) ||
		(s->closing && s->closing_pass == s->front->pass))
		lws_callback_on_writable(s->wsi);
	else if (s->closing)
		return write_close_frame(s);
	return 0;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Returns false if the client's address has too many messages of which the end has not come. */
static bool add_to_part(sv_socket *s, const void *bytes, size_t length)
{
	if (!sv_peer_add_bytes(
			s->front, lws_get_opaque_user_data(s->wsi), SV_INCOMING_BYTES, (int64_t)length))
		return false;
	s->part = ap_reallocate(s->part, s->part_length + length, 1);
	memcpy(s->part + s->part_length, bytes, length);
	s->part_length += length;
	return true;
}

static void drop_part(sv_socket *s)
{
	const sv_peer *peer = lws_get_opaque_user_data(s->wsi);
	if (peer && s->part_length > 0)
		sv_peer_add_bytes(s->front, peer, SV_INCOMING_BYTES, -(int64_t)s->part_length);
	free(s->part);
	s->part = NULL;
	s->part_length = 0;
}

static int receive(sv_socket *s, const void *bytes, size_t length)
{
	size_t remaining = lws_remaining_packet_payload(s->wsi),
		   max_length = (size_t)s->front->limits.message_bytes;
	bool whole = lws_is_final_fragment(s->wsi) && remaining == 0;
	s->last_heard = sv_front_now(s->front);
	s->ping_sent = false;
	if (s->closing)
		return 0;
	if (lws_frame_is_binary(s->wsi))
		return close_by_library(s, SV_CLOSE_BINARY, "messages are text");
	if (length > max_length || s->part_length + length > max_length ||
		remaining > max_length - length - s->part_length)
		return close_by_library(s, SV_CLOSE_TOO_LONG, "this message is too long");
	bool is_part = !whole || s->part_length > 0;
	if (is_part && length > 0 && !add_to_part(s, bytes, length))
		return close_by_library(s, SV_CLOSE_POLICY, "your address sends too much at once");
	if (!whole)
		return 0;
	s->front->hub_has_input = true;
	if (!sv_client_message(s->client, is_part ? s->part : bytes, is_part ? s->part_length : length))
		start_closing(s, SV_CLOSE_POLICY);
	drop_part(s);
	return 0;
}

/* An open socket is a use of its session. */
static void check_session(sv_socket *s, int64_t now)
{
	enum { HOUR = 3600 * 1000 };
	int64_t step = s->front->limits.session / 32;
	if (now < s->check_session_at)
		return;
	s->check_session_at = now + (step < HOUR ? step : HOUR);
	if (sv_people_extend_session(s->front->people, s->session) == SV_NO_SESSION)
		start_closing(s, SV_CLOSE_POLICY);
}

void sv_sockets_check_sessions(sv_front *front, int64_t person)
{
	assert(front);
	for (sv_socket *s = front->sockets; s; s = s->next)
		if (s->person == person) {
			s->check_session_at = 0;
			check_session(s, sv_front_now(front));
		}
}

/* A silent socket is sent a ping after half of the idle time, and closed after all of it. */
void sv_sockets_check(sv_front *front)
{
	assert(front);
	int64_t now = sv_front_now(front);
	for (sv_socket *s = front->sockets; s; s = s->next) {
		int64_t silent = now - s->last_heard;
		if (silent >= front->limits.idle) {
			close_now(s);
		} else if (silent >= front->limits.idle / 2 && !s->ping_sent && !s->ping_wanted) {
			s->ping_wanted = true;
			lws_callback_on_writable(s->wsi);
		}
		check_session(s, now);
	}
}

/* ---- Opening --------------------------------------------------------------------------------- */

static int refuse(struct lws *wsi, int status, const char *code, const char *text)
{
	char room[SV_ERROR_SIZE];
	sv_answer answer = sv_make_error_answer(status, code, text, room);
	sv_send_answer_at_once(wsi, &answer);
	return -1;
}

static bool wants_our_protocol(struct lws *wsi)
{
	char list[128], *rest = list;
	if (!sv_read_header(wsi, WSI_TOKEN_PROTOCOL, list, sizeof list))
		return false;
	for (char *word; (word = strtok_r(rest, ", \t", &rest));)
		if (strcmp(word, SV_SUBPROTOCOL) == 0)
			return true;
	return false;
}

/* If the library does not know the upgrade it has answered the request before it calls this. Then
 * there are no headers any more, and the connection can only be closed. */
int sv_on_upgrade(struct lws *wsi)
{
	assert(wsi);
	sv_front *front = sv_front_of(wsi);
	char word[16], path[8], token[SV_TOKEN_SIZE];
	front->upgrading.person = 0;
	if (!sv_read_header(wsi, WSI_TOKEN_UPGRADE, word, sizeof word))
		return -1;
	if (strcasecmp(word, "websocket") != 0)
		return refuse(wsi, 400, "bad-request", "this is no upgrade we know: expected websocket");
	if (!sv_read_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws") != 0)
		return refuse(wsi, 404, "not-found", "there is no such WebSocket: expected /ws");
	if (front->stop_at)
		return refuse(wsi, 503, "stopping", "the server restarts: come back");
	sv_peer_apply_forwarded(wsi);
	if (sv_is_banned_here(wsi))
		return refuse(wsi, 403, "banned", "nobody may play from here for now");
	if (sv_connection_refusal(wsi))
		return refuse(wsi, 429, "too-many-connections", "your address has too many connections");
	if (!sv_has_own_origin(wsi))
		return refuse(wsi, 403, "foreign-origin", "only pages of this server may do this");
	if (!wants_our_protocol(wsi))
		return refuse(wsi, 400, "bad-protocol", "expected the subprotocol " SV_SUBPROTOCOL);
	bool has_session = sv_read_session(wsi, &front->upgrading, token);
	if (sv_store_is_away(front->store)) /* which may just have been noticed */
		return refuse(wsi, 503, "storage", "the store failed, try again later");
	if (!has_session)
		return refuse(wsi, 401, "no-session", "log in first, or say who you are as a guest");
	if (sv_person_is_full(front, front->upgrading.person))
		return refuse(wsi, 429, "too-many-connections",
			"you have too many connections (connections_a_person)");
	return 0;
}

static int on_open(sv_socket *s, struct lws *wsi)
{
	sv_front *front = sv_front_of(wsi);
	*s = (sv_socket){.front = front, .wsi = wsi, .person = front->upgrading.person};
	memcpy(s->session, front->upgrading.hash, sizeof s->session);
	front->upgrading.person = 0;
	s->last_heard = sv_front_now(front);
	s->client = sv_client_open(front->hub, s->person, front->upgrading.name, send_messages, s);
	sv_peer *peer = lws_get_opaque_user_data(wsi);
	sv_peer_set_person(front, peer, s->person);
	sv_client_set_address(s->client, peer->address);
	s->next = front->sockets;
	if (front->sockets)
		front->sockets->previous = s;
	front->sockets = s;
	return 0;
}

static void on_close(sv_socket *s)
{
	if (!s->client)
		return; /* it was never opened */
	sv_client_close(s->client);
	s->client = NULL;
	s->front->hub_has_input = true; /* its person does not watch any more: notices may be due */
	drop_part(s);
	if (s->previous)
		s->previous->next = s->next;
	else
		s->front->sockets = s->next;
	if (s->next)
		s->next->previous = s->previous;
}

/* The client closes, or answers our close frame. The library answers the former; nothing may be
 * written after it. */
static int on_close_frame(sv_socket *s)
{
	int answered = s->closing == CLOSED;
	s->closing = CLOSED;
	return answered ? -1 : 0;
}

int sv_on_socket(
	struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	switch (reason) {
	case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
		return sv_front_of(wsi)->upgrading.person ? 0 : -1; /* sv_on_upgrade() has accepted it */
	case LWS_CALLBACK_ESTABLISHED:
		return on_open(user, wsi);
	case LWS_CALLBACK_RECEIVE:
		return receive(user, in, length);
	case LWS_CALLBACK_RECEIVE_PONG:
		((sv_socket *)user)->last_heard = sv_front_now(sv_front_of(wsi));
		((sv_socket *)user)->ping_sent = false;
		return 0;
	case LWS_CALLBACK_SERVER_WRITEABLE:
		return on_writeable(user);
	case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
		return on_close_frame(user);
	case LWS_CALLBACK_CLOSED:
		on_close(user);
		return 0;
	default:
		return 0;
	}
}

/* socket.c: WebSockets: whole messages to the hub, its answers back, and who is let go.
 *
 * What the hub sends waits here until the socket takes it. Messages come in whole, however they
 * were cut; nothing is kept of one that is longer than it may be. */
#include "server/front_internal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct sv_socket {
	sv_front *front;
	struct lws *wsi;
	sv_client *client;
	int64_t person;
	uint8_t session[SV_SECRET];
	unsigned char *out; /* frames that wait, one after the other */
	size_t out_length, out_room;
	char *part; /* of a message whose end has not come */
	size_t part_length;
	int64_t heard;
	int64_t look_at;   /* the time to see whether its session is over */
	bool ping, pinged; /* one is to be sent; one was, and nothing came since */
	int leaving;       /* with this code, when all is sent; 0: it stays */
	uint64_t left_in;  /* that pass of the loop: the flush after it may bring a last word */
	bool in_line;      /* it has something new to write */
	sv_socket *next_in_line;
	sv_socket *next, *previous;
};

const size_t sv_socket_size = sizeof(sv_socket);

enum {
	LOST = 1,        /* a `leaving` that can be told nothing more */
	FRAME_HEAD = 10, /* bytes at most */
	LONGEST_REASON = 64
};

/* ---- Going ----------------------------------------------------------------------------------- */

static void leave(sv_socket *s, int code)
{
	if (s->leaving)
		return;
	s->leaving = code;
	s->left_in = s->front->pass;
	lws_callback_on_writable(s->wsi);
}

/* It does not read: nothing can be told to it. The hub may be sending just now, so it is closed
 * when the library comes round. */
static void lose(sv_socket *s)
{
	s->leaving = LOST;
	lws_set_timeout(s->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

static int close_with(sv_socket *s, int code, const char *text)
{
	s->leaving = LOST;
	lws_close_reason(s->wsi, (enum lws_close_status)code, (unsigned char *)text, strlen(text));
	return -1;
}

static const char *reason_of(int code)
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

void sv_sockets_leave(sv_front *front, int code)
{
	for (sv_socket *s = front->sockets; s; s = s->next)
		leave(s, code);
}

void sv_sockets_end(sv_front *front, int64_t person, const uint8_t session[SV_SECRET])
{
	for (sv_socket *s = front->sockets; s; s = s->next)
		if (s->person == person && (!session || memcmp(s->session, session, SV_SECRET) == 0))
			leave(s, SV_CLOSE_POLICY);
}

/* ---- Out ------------------------------------------------------------------------------------- */

/* Messages are framed here and not by the library, which would write each by itself: several that
 * go to one socket are one packet. */
static size_t write_head(unsigned char *at, size_t length)
{
	enum { WHOLE_TEXT = 0x81, TWO_BYTES = 126, EIGHT_BYTES = 127 };
	int bytes = length < TWO_BYTES ? 0 : length <= UINT16_MAX ? 2 : 8;
	at[0] = WHOLE_TEXT;
	at[1] = bytes == 0 ? (unsigned char)length : bytes == 2 ? TWO_BYTES : EIGHT_BYTES;
	for (int i = 0; i < bytes; i++)
		at[2 + i] = (unsigned char)((uint64_t)length >> 8 * (bytes - 1 - i));
	return (size_t)(2 + bytes);
}

static bool add_frame(sv_socket *s, const char *text, size_t length)
{
	size_t needed = s->out_length + FRAME_HEAD + length;
	if (needed > (size_t)s->front->limits.waiting_bytes)
		return false;
	if (needed > s->out_room) {
		size_t room = needed + needed / 2;
		unsigned char *more = realloc(s->out, room);
		if (!more)
			return false;
		s->out = more;
		s->out_room = room;
	}
	s->out_length += write_head(s->out + s->out_length, length);
	memcpy(s->out + s->out_length, text, length);
	s->out_length += length;
	return true;
}

static void send_text(void *to, const char *text, size_t length)
{
	sv_socket *s = to;
	if (s->leaving == LOST)
		return;
	if (!text || !add_frame(s, text, length)) {
		lose(s);
		return;
	}
	if (s->in_line)
		return;
	sv_sockets_write(s->front); /* those before have all they get: it need not lie here twice */
	s->in_line = true;
	s->next_in_line = s->front->line;
	s->front->line = s;
}

static void leave_line(sv_socket *s)
{
	sv_socket **at = &s->front->line;
	while (s->in_line && *at != s)
		at = &(*at)->next_in_line;
	if (s->in_line)
		*at = s->next_in_line;
	s->in_line = false;
}

static void drop_waiting(sv_socket *s)
{
	free(s->out);
	s->out = NULL;
	s->out_length = s->out_room = 0;
}

/* Of an empty pong the library would not tell us. */
static int write_ping(sv_socket *s)
{
	unsigned char room[LWS_PRE + 1] = {[LWS_PRE] = '?'};
	s->ping = false;
	s->pinged = true;
	return lws_write(s->wsi, room + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
}

/* To the library they are bytes. It keeps what the socket does not take, and is asked for nothing
 * more until that is gone. */
static int write_waiting(sv_socket *s)
{
	if (s->out_length == 0 || lws_partial_buffered(s->wsi))
		return 0;
	bool good = lws_write(s->wsi, s->out, s->out_length, LWS_WRITE_HTTP) >= 0;
	drop_waiting(s);
	return good ? 0 : -1;
}

/* The last frame, and a while for its answer. The library's own way (see close_with()) hangs up
 * without a word here when libuv drives it. */
static int say_goodbye(sv_socket *s)
{
	enum { CLOSE = 0x88, ANSWER = 5 /* seconds */ };
	unsigned char frame[4 + LONGEST_REASON];
	const char *reason = reason_of(s->leaving);
	size_t length = strlen(reason);
	frame[0] = CLOSE;
	frame[1] = (unsigned char)(2 + length);
	frame[2] = (unsigned char)(s->leaving >> 8);
	frame[3] = (unsigned char)s->leaving;
	memcpy(frame + 4, reason, length);
	s->leaving = LOST;
	lws_set_timeout(s->wsi, PENDING_TIMEOUT_USER_REASON_BASE, ANSWER);
	return lws_write(s->wsi, frame, 4 + length, LWS_WRITE_HTTP) < 0 ? -1 : 0;
}

/* The library says that it takes something. */
static int on_writeable(sv_socket *s)
{
	if (s->leaving == LOST)
		return 0;
	if ((s->ping && write_ping(s) != 0) || write_waiting(s) != 0)
		return -1;
	if (s->out_length || lws_partial_buffered(s->wsi) ||
		(s->leaving && s->left_in == s->front->pass))
		lws_callback_on_writable(s->wsi);
	else if (s->leaving)
		return say_goodbye(s);
	return 0;
}

/* Most sockets take it all at once: to ask the library first would cost another poll of all. */
void sv_sockets_write(sv_front *front)
{
	while (front->line) {
		sv_socket *s = front->line;
		front->line = s->next_in_line;
		s->in_line = false;
		if (s->leaving != LOST && write_waiting(s) != 0)
			lose(s);
		else if (s->out_length)
			lws_callback_on_writable(s->wsi);
	}
}

/* ---- In -------------------------------------------------------------------------------------- */

static void take(sv_socket *s, const char *text, size_t length)
{
	s->front->heard = true;
	if (!sv_client_message(s->client, text, length))
		leave(s, SV_CLOSE_POLICY);
}

static bool keep_part(sv_socket *s, const void *bytes, size_t length)
{
	char *longer = realloc(s->part, s->part_length + length);
	if (!longer)
		return false;
	memcpy(longer + s->part_length, bytes, length);
	s->part = longer;
	s->part_length += length;
	return true;
}

static void drop_part(sv_socket *s)
{
	free(s->part);
	s->part = NULL;
	s->part_length = 0;
}

static int receive(sv_socket *s, const void *bytes, size_t length)
{
	size_t comes = lws_remaining_packet_payload(s->wsi),
		   most = (size_t)s->front->limits.message_bytes;
	bool whole = lws_is_final_fragment(s->wsi) && comes == 0;
	s->heard = sv_front_now(s->front);
	s->pinged = false;
	if (s->leaving)
		return 0;
	if (lws_frame_is_binary(s->wsi))
		return close_with(s, SV_CLOSE_BINARY, "messages are text");
	if (length > most || s->part_length + length > most || comes > most - length - s->part_length)
		return close_with(s, SV_CLOSE_TOO_LONG, "this message is too long");
	if (whole && s->part_length == 0) {
		take(s, bytes, length);
		return 0;
	}
	if (length > 0 && !keep_part(s, bytes, length))
		return -1;
	if (whole) {
		take(s, s->part, s->part_length);
		drop_part(s);
	}
	return 0;
}

/* As long as it is open it is a use of its session. */
static void check_session(sv_socket *s, int64_t now)
{
	enum { HOUR = 3600 * 1000 };
	int64_t step = s->front->limits.session / 32;
	if (now < s->look_at)
		return;
	s->look_at = now + (step < HOUR ? step : HOUR);
	if (sv_people_stays(s->front->people, s->session) == SV_NO_SESSION)
		leave(s, SV_CLOSE_POLICY);
}

/* A silent one is asked after half the time, and let go after all of it. */
void sv_sockets_sweep(sv_front *front)
{
	int64_t now = sv_front_now(front);
	for (sv_socket *s = front->sockets; s; s = s->next) {
		int64_t silent = now - s->heard;
		if (silent >= front->limits.idle) {
			lose(s);
		} else if (silent >= front->limits.idle / 2 && !s->pinged && !s->ping) {
			s->ping = true;
			lws_callback_on_writable(s->wsi);
		}
		check_session(s, now);
	}
}

/* ---- Coming ---------------------------------------------------------------------------------- */

static int refuse(struct lws *wsi, int status, const char *code, const char *text)
{
	char room[SV_ERROR];
	sv_answer answer = sv_answer_error(status, code, text, room);
	sv_answer_at_once(wsi, &answer);
	return -1;
}

static bool wants_our_protocol(struct lws *wsi)
{
	char list[128], *rest = list;
	if (!sv_header(wsi, WSI_TOKEN_PROTOCOL, list, sizeof list))
		return false;
	for (char *word; (word = strtok_r(rest, ", \t", &rest));)
		if (strcmp(word, SV_SUBPROTOCOL) == 0)
			return true;
	return false;
}

/* The library has answered an unknown upgrade by itself before it asks: then there are no headers
 * any more, and all we may do is hang up. */
int sv_on_upgrade(struct lws *wsi)
{
	sv_front *front = sv_front_of(wsi);
	char word[16], path[8], token[SV_TOKEN];
	front->arriving.person = 0;
	if (!sv_header(wsi, WSI_TOKEN_UPGRADE, word, sizeof word))
		return -1;
	if (strcasecmp(word, "websocket") != 0)
		return refuse(wsi, 400, "bad-request", "this is no upgrade we know: expected websocket");
	if (!sv_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || strcmp(path, "/ws") != 0)
		return refuse(wsi, 404, "not-found", "there is no such WebSocket: expected /ws");
	if (front->stop_at)
		return refuse(wsi, 503, "stopping", "the server restarts: come back");
	sv_peer_behind_proxy(wsi);
	if (!sv_address_welcome(wsi))
		return refuse(wsi, 429, "too-many-connections", "your address has too many connections");
	if (!sv_own_origin(wsi))
		return refuse(wsi, 403, "foreign-origin", "only pages of this server may do this");
	if (!wants_our_protocol(wsi))
		return refuse(wsi, 400, "bad-protocol", "expected the subprotocol " SV_SUBPROTOCOL);
	if (!sv_session_of(wsi, &front->arriving, token))
		return refuse(wsi, 401, "no-session", "log in first, or say who you are as a guest");
	return 0;
}

static int arrive(sv_socket *s, struct lws *wsi)
{
	sv_front *front = sv_front_of(wsi);
	*s = (sv_socket){.front = front, .wsi = wsi, .person = front->arriving.person};
	memcpy(s->session, front->arriving.hash, sizeof s->session);
	front->arriving.person = 0;
	s->heard = sv_front_now(front);
	s->client = sv_client_open(front->hub, s->person, front->arriving.name, send_text, s);
	if (!s->client)
		return -1;
	s->next = front->sockets;
	if (front->sockets)
		front->sockets->previous = s;
	front->sockets = s;
	return 0;
}

static void depart(sv_socket *s)
{
	if (!s->client)
		return; /* it never arrived */
	sv_client_close(s->client);
	s->client = NULL;
	s->front->heard = true; /* who has looked away is to be told things */
	leave_line(s);
	drop_waiting(s);
	drop_part(s);
	if (s->previous)
		s->previous->next = s->next;
	else
		s->front->sockets = s->next;
	if (s->next)
		s->next->previous = s->previous;
}

/* The library answers it, if it is none itself; nothing may follow. */
static int on_goodbye(sv_socket *s)
{
	int answered = s->leaving == LOST;
	s->leaving = LOST;
	return answered ? -1 : 0;
}

int sv_on_socket(
	struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
	switch (reason) {
	case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
		return sv_front_of(wsi)->arriving.person ? 0 : -1; /* whom sv_on_upgrade() let in */
	case LWS_CALLBACK_ESTABLISHED:
		return arrive(user, wsi);
	case LWS_CALLBACK_RECEIVE:
		return receive(user, in, length);
	case LWS_CALLBACK_RECEIVE_PONG:
		((sv_socket *)user)->heard = sv_front_now(sv_front_of(wsi));
		((sv_socket *)user)->pinged = false;
		return 0;
	case LWS_CALLBACK_SERVER_WRITEABLE:
		return on_writeable(user);
	case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
		return on_goodbye(user);
	case LWS_CALLBACK_CLOSED:
		depart(user);
		return 0;
	default:
		return 0;
	}
}

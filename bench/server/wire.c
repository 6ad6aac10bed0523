/* wire.c: sockets, and as much of HTTP and WebSocket (RFC 6455) as a client needs that trusts its
 * server. It uses level-triggered epoll and reads once from each socket that has data. */
#include "load.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "text/memory.h"

enum { READ_SIZE = 256 << 10, MAX_EVENTS = 512, MAX_MESSAGE = 2048, MAX_PORTS = 16 };

enum opcode { TEXT = 1, PING = 9, PONG = 10 };

static int poller, ports[MAX_PORTS], port_count, next_port;
static const protocol *spoken;
static char received[READ_SIZE + 1];

void wire_open(const char *server_ports, const protocol *p)
{
	assert(server_ports && p);
	poller = epoll_create1(0);
	spoken = p;
	for (const char *at = server_ports; at; at = strchr(at, ','), at = at ? at + 1 : NULL) {
		int port = atoi(at);
		if (port < 1 || port > UINT16_MAX || port_count == MAX_PORTS)
			fail("these are no ports: %s", server_ports);
		ports[port_count++] = port;
	}
}

static void set_events(connection *c, int operation, uint32_t events)
{
	struct epoll_event e = {.events = events, .data.ptr = c};
	if (epoll_ctl(poller, operation, c->fd, &e) != 0)
		fail("epoll: %s", strerror(errno));
}

void wire_connect(connection *c)
{
	assert(c && spoken);
	if (c->port == 0)
		c->port = ports[next_port++ % port_count];
	struct sockaddr_in to = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)c->port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	if (c->fd > 0)
		close(c->fd);
	c->fd = socket(AF_INET, SOCK_STREAM, 0);
	if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof to) != 0)
		fail("cannot connect: %s", strerror(errno));
	setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
	fcntl(c->fd, F_SETFL, O_NONBLOCK);
	set_events(c, EPOLL_CTL_ADD, EPOLLIN);
	spoken->on_connect(c);
}

/* ---- Sending --------------------------------------------------------------------------------- */

/* Adds bytes to the end. There is always room for one more byte, so that a zero can follow. */
static void append_bytes(buffer *b, const char *bytes, size_t count)
{
	if (b->length + count + 1 > b->capacity) {
		b->capacity = 2 * (b->length + count) + 1;
		b->bytes = ap_reallocate(b->bytes, b->capacity, 1);
	}
	memcpy(b->bytes + b->length, bytes, count);
	b->length += count;
}

static void remove_first_bytes(buffer *b, size_t count)
{
	b->length -= count;
	memmove(b->bytes, b->bytes + count, b->length);
}

void wire_send(connection *c, const void *bytes, size_t length)
{
	assert(c && c->fd > 0 && bytes);
	ssize_t sent = c->out.length ? 0 : send(c->fd, bytes, length, MSG_NOSIGNAL);
	if (sent < 0 && errno != EAGAIN)
		fail("cannot send: %s", strerror(errno));
	size_t taken = sent < 0 ? 0 : (size_t)sent;
	if (taken == length)
		return;
	append_bytes(&c->out, (const char *)bytes + taken, length - taken);
	set_events(c, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
}

static void send_rest(connection *c)
{
	ssize_t sent = send(c->fd, c->out.bytes, c->out.length, MSG_NOSIGNAL);
	if (sent < 0 && errno != EAGAIN)
		fail("cannot send: %s", strerror(errno));
	if (sent <= 0)
		return;
	remove_first_bytes(&c->out, (size_t)sent);
	if (c->out.length == 0)
		set_events(c, EPOLL_CTL_MOD, EPOLLIN);
}

void wire_upgrade(connection *c, const char *path, const char *more_headers)
{
	assert(c && path && more_headers);
	char head[1024];
	int n = snprintf(head, sizeof head,
		"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
		"Sec-WebSocket-Key: YSBsb2FkIGJlbmNobWFyaw==\r\nSec-WebSocket-Version: 13\r\n%s\r\n",
		path, c->port, more_headers);
	wire_send(c, head, (size_t)n);
}

/* Sends a masked frame. The mask is always the same: it protects nothing here. */
static void send_frame(connection *c, enum opcode opcode, const char *text, size_t length)
{
	static const unsigned char mask[4] = {0x5a, 0x17, 0xc3, 0x88};
	unsigned char frame[MAX_MESSAGE + 8];
	size_t head = 2;
	frame[0] = (unsigned char)(0x80 | opcode);
	frame[1] = (unsigned char)(0x80 | (length < 126 ? length : 126));
	if (length >= 126) {
		frame[2] = (unsigned char)(length >> 8);
		frame[3] = (unsigned char)length;
		head = 4;
	}
	memcpy(frame + head, mask, sizeof mask);
	head += sizeof mask;
	for (size_t i = 0; i < length; i++)
		frame[head + i] = (unsigned char)text[i] ^ mask[i & 3];
	wire_send(c, frame, head + length);
}

void wire_say(connection *c, const char *format, ...)
{
	assert(c && c->upgraded && format);
	char text[MAX_MESSAGE];
	va_list list;
	va_start(list, format);
	int n = vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (n < 0 || n >= MAX_MESSAGE)
		fail("a message is too long: %s", text);
	send_frame(c, TEXT, text, (size_t)n);
}

/* ---- Receiving ------------------------------------------------------------------------------- */

/* Takes the HTTP answer at the beginning of `in`. Returns its length in bytes; 0 if it is not
 * complete. */
static size_t take_answer(connection *c, char *in, size_t length)
{
	in[length] = '\0';
	char *end = strstr(in, "\r\n\r\n");
	if (!end)
		return 0;
	end += 4;
	if (strncmp(in, "HTTP/1.1 101 ", 13) == 0) {
		c->upgraded = true;
		spoken->on_upgrade(c);
		return (size_t)(end - in);
	}
	const char *field = strstr(in, "Content-Length: ");
	size_t body = field ? strtoul(field + 16, NULL, 10) : 0;
	if ((size_t)(end - in) + body > length)
		return 0;
	if (strncmp(in, "HTTP/1.1 200 ", 13) != 0)
		fail("an answer that was not expected: %.300s", in);
	spoken->on_http_answer(c, in);
	return (size_t)(end - in) + body;
}

static void take_message(connection *c, int opcode, char *text, size_t length)
{
	char after = text[length];
	text[length] = '\0';
	if (opcode == TEXT)
		spoken->on_message(c, text);
	else if (opcode == PING)
		send_frame(c, PONG, text, length);
	else
		fail("a frame of kind %d: %.100s", opcode, length > 2 ? text + 2 : "");
	text[length] = after;
}

/* Takes the frame at the beginning of `in`. Returns its length in bytes; 0 if it is not complete.
 */
static size_t take_frame(connection *c, char *in, size_t length)
{
	const unsigned char *head = (unsigned char *)in;
	size_t size = length < 2 ? 0 : head[1], begin = 2;
	if (length < 2 || (size == 126 && length < 4) || (size == 127 && length < 10))
		return 0;
	if (size == 126) {
		size = (size_t)head[2] << 8 | head[3];
		begin = 4;
	} else if (size == 127) {
		size = 0;
		for (int i = 2; i < 10; i++)
			size = size << 8 | head[i];
		begin = 10;
	}
	if (begin + size > length)
		return 0;
	if (!(head[0] & 0x80))
		fail("a message in several frames");
	take_message(c, head[0] & 15, in + begin, size);
	return begin + size;
}

/* Takes all complete answers and frames; returns their length in bytes. */
static size_t take_all(connection *c, char *in, size_t length)
{
	size_t done = 0, taken = 1;
	while (taken && done < length) {
		taken = (c->upgraded ? take_frame : take_answer)(c, in + done, length - done);
		done += taken;
	}
	return done;
}

/* Most messages come as a whole: they are read without copying them. */
static void receive(connection *c)
{
	ssize_t n = recv(c->fd, received, READ_SIZE, 0);
	if (n < 0 && errno == EAGAIN)
		return;
	if (n <= 0)
		fail("the server hung up: %s", n < 0 ? strerror(errno) : "end");
	if (c->in.length == 0) {
		size_t done = take_all(c, received, (size_t)n);
		append_bytes(&c->in, received + done, (size_t)n - done);
		return;
	}
	append_bytes(&c->in, received, (size_t)n);
	remove_first_bytes(&c->in, take_all(c, c->in.bytes, c->in.length));
}

void wire_wait(int ms)
{
	struct epoll_event events[MAX_EVENTS];
	int n = epoll_wait(poller, events, MAX_EVENTS, ms);
	for (int i = 0; i < n; i++) {
		connection *c = events[i].data.ptr;
		if (events[i].events & EPOLLOUT)
			send_rest(c);
		if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
			receive(c);
	}
}

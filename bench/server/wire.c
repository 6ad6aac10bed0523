/* wire.c: sockets, and as much of HTTP and WebSocket (RFC 6455) as a client needs that trusts its
 * server. Level-triggered epoll; one read for each socket that has something. */
#include "load.h"

#include <arpa/inet.h>
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

enum { READ = 256 << 10, EVENTS = 512, FRAME = 2048 };

static int poller, port;
static const speech *speaks;
static char room[READ + 1];

void wire_open(int to, const speech *s)
{
	poller = epoll_create1(0);
	port = to;
	speaks = s;
}

static void watch_for(person *p, int how, uint32_t events)
{
	struct epoll_event e = {.events = events, .data.ptr = p};
	if (epoll_ctl(poller, how, p->fd, &e) != 0)
		fail("epoll: %s", strerror(errno));
}

void wire_connect(person *p)
{
	struct sockaddr_in to = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	if (p->fd > 0)
		close(p->fd);
	p->fd = socket(AF_INET, SOCK_STREAM, 0);
	if (p->fd < 0 || connect(p->fd, (struct sockaddr *)&to, sizeof to) != 0)
		fail("cannot connect: %s", strerror(errno));
	setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
	fcntl(p->fd, F_SETFL, O_NONBLOCK);
	watch_for(p, EPOLL_CTL_ADD, EPOLLIN);
	speaks->connected(p);
}

/* ---- Out ------------------------------------------------------------------------------------- */

static void keep(char **list, size_t *length, size_t *size, const char *bytes, size_t more)
{
	if (*length + more + 1 > *size) {
		*size = 2 * (*length + more) + 1;
		*list = realloc(*list, *size);
		if (!*list)
			fail("out of memory");
	}
	memmove(*list + *length, bytes, more);
	*length += more;
}

void wire_send(person *p, const void *bytes, size_t length)
{
	ssize_t sent = p->out_length ? 0 : send(p->fd, bytes, length, MSG_NOSIGNAL);
	if (sent < 0 && errno != EAGAIN)
		fail("cannot send: %s", strerror(errno));
	size_t took = sent < 0 ? 0 : (size_t)sent;
	if (took == length)
		return;
	keep(&p->out, &p->out_length, &p->out_room, (const char *)bytes + took, length - took);
	watch_for(p, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
}

static void send_rest(person *p)
{
	ssize_t sent = send(p->fd, p->out, p->out_length, MSG_NOSIGNAL);
	if (sent < 0 && errno != EAGAIN)
		fail("cannot send: %s", strerror(errno));
	if (sent <= 0)
		return;
	p->out_length -= (size_t)sent;
	memmove(p->out, p->out + sent, p->out_length);
	if (p->out_length == 0)
		watch_for(p, EPOLL_CTL_MOD, EPOLLIN);
}

void wire_upgrade(person *p, const char *path, const char *more)
{
	char head[1024];
	int n = snprintf(head, sizeof head,
		"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
		"Sec-WebSocket-Key: YSBsb2FkIGJlbmNobWFyaw==\r\nSec-WebSocket-Version: 13\r\n%s\r\n",
		path, port, more);
	wire_send(p, head, (size_t)n);
}

/* A masked frame. The mask need not be unpredictable here, only undone by the server. */
static void send_frame(person *p, int opcode, const char *text, size_t length)
{
	static const unsigned char mask[4] = {0x5a, 0x17, 0xc3, 0x88};
	unsigned char frame[FRAME + 8];
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
	wire_send(p, frame, head + length);
}

void say(person *p, const char *format, ...)
{
	char text[FRAME];
	va_list list;
	va_start(list, format);
	int n = vsnprintf(text, sizeof text, format, list);
	va_end(list);
	if (n < 0 || n >= FRAME)
		fail("a message is too long: %s", text);
	send_frame(p, 1, text, (size_t)n);
}

/* ---- In -------------------------------------------------------------------------------------- */

/* The bytes of a whole answer at the beginning of `in`; 0: it is not all here. */
static size_t take_answer(person *p, char *in, size_t length)
{
	in[length] = '\0';
	char *end = strstr(in, "\r\n\r\n");
	if (!end)
		return 0;
	end += 4;
	if (strncmp(in, "HTTP/1.1 101 ", 13) == 0) {
		p->upgraded = true;
		speaks->upgraded(p);
		return (size_t)(end - in);
	}
	const char *field = strstr(in, "Content-Length: ");
	size_t body = field ? strtoul(field + 16, NULL, 10) : 0;
	if ((size_t)(end - in) + body > length)
		return 0;
	if (strncmp(in, "HTTP/1.1 200 ", 13) != 0)
		fail("an answer that was not expected: %.300s", in);
	speaks->answered(p, in);
	return (size_t)(end - in) + body;
}

static void hear(person *p, int opcode, char *text, size_t length)
{
	char after = text[length];
	text[length] = '\0';
	if (opcode == 1)
		speaks->heard(p, text);
	else if (opcode == 9)
		send_frame(p, 10, text, length);
	else
		fail("a frame of kind %d: %.100s", opcode, length > 2 ? text + 2 : "");
	text[length] = after;
}

/* The same for a frame. */
static size_t take_frame(person *p, char *in, size_t length)
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
	hear(p, head[0] & 15, in + begin, size);
	return begin + size;
}

static size_t take_all(person *p, char *in, size_t length)
{
	size_t done = 0, took = 1;
	while (took && done < length) {
		took = (p->upgraded ? take_frame : take_answer)(p, in + done, length - done);
		done += took;
	}
	return done;
}

/* Mostly whole messages come, and are read where they lie. */
static void receive(person *p)
{
	ssize_t n = recv(p->fd, room, READ, 0);
	if (n < 0 && errno == EAGAIN)
		return;
	if (n <= 0)
		fail("the server hung up: %s", n < 0 ? strerror(errno) : "end");
	if (p->in_length == 0) {
		size_t done = take_all(p, room, (size_t)n);
		keep(&p->in, &p->in_length, &p->in_room, room + done, (size_t)n - done);
		return;
	}
	keep(&p->in, &p->in_length, &p->in_room, room, (size_t)n);
	size_t done = take_all(p, p->in, p->in_length);
	p->in_length -= done;
	memmove(p->in, p->in + done, p->in_length);
}

void wire_wait(int ms)
{
	struct epoll_event events[EVENTS];
	int n = epoll_wait(poller, events, EVENTS, ms);
	for (int i = 0; i < n; i++) {
		person *p = events[i].data.ptr;
		if (events[i].events & EPOLLOUT)
			send_rest(p);
		if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
			receive(p);
	}
}

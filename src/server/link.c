/* link.c: see link.h.
 *
 * Frames are sealed into a buffer, which is written before the loop waits: so whatever one pass of
 * the loop says to a node is one write. No event is told while somebody sends: what goes wrong then
 * is found before the loop waits, too. */
#include "server/link.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include "text/memory.h"

enum {
	TICK = 1000,           /* ms between two looks at the connections */
	SILENCE = 8,           /* ticks after which one that says nothing is closed */
	HANDSHAKE = 4,         /* ticks in which it must have said who it is */
	MOST_STRANGERS = 64,   /* connections that have not: of more the oldest is closed */
	FULL = 512 << 10,      /* bytes that wait, from which a connection is full */
	MOST_BYTES = 64 << 20, /* bytes that wait, from which it is closed */
	PIECE = 64 << 10,
	HOST_SIZE = 72,
	ADDRESS_SIZE = 80
};

typedef struct node_link {
	uv_tcp_t tcp;
	uv_connect_t connecting;
	sv_links *links;
	sv_side side;
	int64_t node;  /* 0: somebody who has not said who he is */
	bool is_open;  /* its opening was told */
	bool is_dead;  /* it is to be closed */
	bool was_full; /* somebody waits for room */
	int silent;    /* ticks since something came */
	bool has_sent; /* something was sent since the last tick */
	sv_codec codec;
	uint8_t *out; /* what is to be written */
	size_t out_length, out_room;
	struct node_link *next;
} node_link;

/* A node that is to be reached. */
typedef struct place {
	int64_t id;
	char address[ADDRESS_SIZE];
	bool is_sought; /* its address is being looked up */
} place;

struct sv_links {
	uv_tcp_t listener;
	uv_timer_t timer;
	uv_prepare_t prepare;
	int handles; /* of this struct itself that are not closed */
	bool is_closing;
	int64_t own;
	uint8_t secret[SV_LINK_SECRET];
	sv_link_events events;
	node_link *list; /* the latest first */
	place *place;
	int places;
	sv_link_figures figures;
	char piece[PIECE];
};

/* ---- Addresses ------------------------------------------------------------------------------- */

/* Splits "HOST:PORT" or "[IPv6]:PORT". */
static bool split_address(const char *address, char host[HOST_SIZE], char port[8])
{
	const char *colon = strrchr(address, ':'), *from = address;
	size_t length = colon ? (size_t)(colon - address) : 0;
	if (length >= 2 && address[0] == '[' && colon[-1] == ']') {
		from++;
		length -= 2;
	} else if (memchr(address, ':', length)) {
		return false;
	}
	if (length == 0 || length >= HOST_SIZE || strlen(colon + 1) > 5 || !colon[1] ||
		strspn(colon + 1, "0123456789") != strlen(colon + 1) || strtol(colon + 1, NULL, 10) > 65535)
		return false;
	memcpy(host, from, length);
	host[length] = '\0';
	snprintf(port, 8, "%s", colon + 1);
	return true;
}

bool sv_is_node_address(const char *address)
{
	assert(address);
	char host[HOST_SIZE], port[8];
	return strlen(address) < ADDRESS_SIZE && split_address(address, host, port);
}

static int listen_at(const struct addrinfo *at)
{
	int fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
	if (bind(fd, at->ai_addr, at->ai_addrlen) == 0)
		return fd;
	int error = errno;
	close(fd);
	errno = error;
	return -1;
}

int sv_links_bind(const char *address, ap_error *error)
{
	assert(address && error);
	char host[HOST_SIZE], port[8];
	struct addrinfo how = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found = NULL;
	if (!split_address(address, host, port)) {
		ap_fail(error, 0, "'%s' is no address of a node, such as 10.0.0.2:7400", address);
		return -1;
	}
	int failed = getaddrinfo(host, port, &how, &found);
	int fd = failed || !found ? -1 : listen_at(found);
	if (fd < 0)
		ap_fail(error, 0, "cannot listen for other nodes on %s: %s", address,
			failed ? gai_strerror(failed) : strerror(errno));
	if (found)
		freeaddrinfo(found);
	return fd;
}

int sv_links_port(int socket)
{
	assert(socket >= 0);
	struct sockaddr_storage at;
	socklen_t size = sizeof at;
	if (getsockname(socket, (struct sockaddr *)&at, &size) != 0)
		return 0;
	return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
										  : ((struct sockaddr_in *)&at)->sin_port);
}

/* ---- Closing --------------------------------------------------------------------------------- */

static node_link *find(const sv_links *s, int64_t node, sv_side side)
{
	node_link *l = s->list;
	while (l && (l->node != node || l->side != side || l->is_dead))
		l = l->next;
	return l;
}

static void free_link(uv_handle_t *handle)
{
	node_link *l = handle->data;
	sv_codec_end(&l->codec);
	free(l->out);
	free(l);
}

/* Not to be called while somebody sends: it is told. */
static void close_link(node_link *l)
{
	sv_links *s = l->links;
	node_link **at = &s->list;
	if (uv_is_closing((uv_handle_t *)&l->tcp))
		return;
	while (*at != l)
		at = &(*at)->next;
	*at = l->next;
	l->is_dead = true;
	s->figures.open -= l->is_open;
	if (!l->node)
		s->figures.strangers++;
	uv_close((uv_handle_t *)&l->tcp, free_link);
	if (l->is_open && !s->is_closing)
		s->events.closed(s->events.self, l->node, l->side);
}

/* A handler may close others, so the search begins anew. */
static void close_dead_links(sv_links *s)
{
	for (node_link *l = s->list; l;) {
		if (l->is_dead) {
			close_link(l);
			l = s->list;
		} else {
			l = l->next;
		}
	}
}

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct writing {
	uv_write_t request;
	uint8_t *bytes;
} writing;

static size_t waiting(const node_link *l)
{
	return l->out_length + uv_stream_get_write_queue_size((const uv_stream_t *)&l->tcp);
}

static void on_written(uv_write_t *request, int status)
{
	writing *w = request->data;
	node_link *l = request->handle->data;
	free(w->bytes);
	free(w);
	if (status < 0)
		l->is_dead = true;
	if (l->is_dead || !l->was_full || waiting(l) >= FULL / 2)
		return;
	l->was_full = false;
	l->links->events.has_room(l->links->events.self, l->node, l->side);
}

static uint8_t *make_room(node_link *l, size_t more)
{
	if (l->out_length + more > l->out_room) {
		l->out_room = l->out_length + more + l->out_length / 2;
		l->out = ap_reallocate(l->out, l->out_room, 1);
	}
	l->out_length += more;
	return l->out + l->out_length - more;
}

/* Hands all that is to be written to the loop. */
static void flush(node_link *l)
{
	if (l->out_length == 0 || l->is_dead)
		return;
	writing *w = ap_allocate(1, sizeof *w);
	uv_buf_t buffer = uv_buf_init((char *)l->out, (unsigned)l->out_length);
	l->links->figures.bytes_out += (int64_t)l->out_length;
	*w = (writing){.bytes = l->out};
	w->request.data = w;
	l->out = NULL;
	l->out_length = l->out_room = 0;
	if (uv_write(&w->request, (uv_stream_t *)&l->tcp, &buffer, 1, on_written) == 0)
		return;
	free(w->bytes);
	free(w);
	l->is_dead = true;
}

static void write_plain(void *self, const uint8_t *bytes, size_t length)
{
	memcpy(make_room(self, length), bytes, length);
}

static void send_frame(node_link *l, const uint8_t *frame, size_t length)
{
	sv_codec_seal(&l->codec, frame, length, make_room(l, length + SV_FRAME_MORE));
	l->has_sent = true;
	l->links->figures.sent += length > 0;
	if (waiting(l) > MOST_BYTES)
		l->is_dead = true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* A connection that is silent for a while may be lost without a word, so that its node opens
 * another. */
static void on_opened(void *self)
{
	node_link *l = self;
	sv_links *s = l->links;
	if (l->side == SV_ANSWERING) {
		node_link *before = find(s, l->codec.other, SV_ANSWERING);
		if (before)
			close_link(before);
	}
	l->node = l->codec.other;
	l->is_open = true;
	s->figures.open++;
	if (l->side == SV_ASKING)
		s->events.refused(s->events.self, l->node, false);
	s->events.opened(s->events.self, l->node, l->side);
}

static bool knows(void *self, int64_t node)
{
	const sv_links *s = ((node_link *)self)->links;
	for (int i = 0; i < s->places; i++)
		if (s->place[i].id == node)
			return true;
	return false;
}

/* An empty frame only says that the node lives. */
static bool on_received(void *self, const uint8_t *frame, size_t length)
{
	node_link *l = self;
	sv_links *s = l->links;
	if (length == 0)
		return true;
	s->figures.received++;
	return !l->is_dead && s->events.received(s->events.self, l->node, l->side, frame, length);
}

static void get_room(uv_handle_t *handle, size_t wanted, uv_buf_t *out)
{
	node_link *l = handle->data;
	(void)wanted;
	*out = uv_buf_init(l->links->piece, sizeof l->links->piece);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
	node_link *l = stream->data;
	sv_codec_events events = {l, write_plain, knows, on_opened, on_received};
	if (l->is_dead)
		return;
	l->silent = l->is_open && count > 0 ? 0 : l->silent;
	if (count < 0 && !l->is_open && l->side == SV_ASKING) /* somebody else has the address now */
		l->links->events.refused(l->links->events.self, l->node, true);
	if (count < 0 ||
		!sv_codec_read(&l->codec, (const uint8_t *)buffer->base, (size_t)count, &events))
		l->is_dead = true;
	if (l->is_dead)
		close_link(l);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static node_link *add_link(sv_links *s, sv_side side, int64_t node)
{
	node_link *l = ap_allocate(1, sizeof *l);
	*l = (node_link){.links = s, .side = side, .node = node, .next = s->list};
	uv_tcp_init(s->timer.loop, &l->tcp);
	l->tcp.data = l->connecting.data = l;
	sv_codec_start(&l->codec, s->secret, s->own, node);
	s->list = l;
	return l;
}

/* Those who do not say who they are cannot keep others out: the one that came first goes. */
static void close_oldest_stranger(sv_links *s)
{
	node_link *oldest = NULL;
	int count = 0;
	for (node_link *l = s->list; l; l = l->next)
		if (l->side == SV_ANSWERING && !l->is_open) {
			oldest = l;
			count++;
		}
	if (count > MOST_STRANGERS)
		close_link(oldest);
}

static void on_connection(uv_stream_t *listener, int status)
{
	sv_links *s = listener->data;
	if (status < 0)
		return;
	node_link *l = add_link(s, SV_ANSWERING, 0);
	if (uv_accept(listener, (uv_stream_t *)&l->tcp) != 0 ||
		uv_read_start((uv_stream_t *)&l->tcp, get_room, on_read) != 0) {
		close_link(l);
		return;
	}
	uv_tcp_nodelay(&l->tcp, 1);
	close_oldest_stranger(s);
}

static void on_connected(uv_connect_t *request, int status)
{
	node_link *l = request->data;
	sv_links *s = l->links;
	if (l->is_dead)
		return;
	if (status == UV_ECONNREFUSED)
		s->events.refused(s->events.self, l->node, true);
	if (status != 0 || uv_read_start((uv_stream_t *)&l->tcp, get_room, on_read) != 0) {
		close_link(l);
		return;
	}
	uv_tcp_nodelay(&l->tcp, 1);
	write_plain(l, sv_codec_hello(&l->codec), SV_LINK_HELLO);
}

static place *find_place(const sv_links *s, int64_t node)
{
	for (int i = 0; i < s->places; i++)
		if (s->place[i].id == node)
			return &s->place[i];
	return NULL;
}

static void connect_to(sv_links *s, int64_t node, const struct sockaddr *address)
{
	node_link *l = add_link(s, SV_ASKING, node);
	if (uv_tcp_connect(&l->connecting, &l->tcp, address, on_connected) != 0)
		close_link(l);
}

/* Looking an address up. The links may be closed meanwhile. */
typedef struct search {
	uv_getaddrinfo_t request;
	sv_links *links; /* NULL: they are closed */
	int64_t node;
	struct search *next;
} search;

static search *searches; /* those that are under way */

static void on_found(uv_getaddrinfo_t *request, int status, struct addrinfo *found)
{
	search *f = request->data, **at = &searches;
	while (*at != f)
		at = &(*at)->next;
	*at = f->next;
	place *p = f->links ? find_place(f->links, f->node) : NULL;
	if (p) {
		p->is_sought = false;
		if (status == 0 && !find(f->links, f->node, SV_ASKING))
			connect_to(f->links, f->node, found->ai_addr);
	}
	uv_freeaddrinfo(found);
	free(f);
}

static void seek(sv_links *s, place *p)
{
	char host[HOST_SIZE], port[8];
	struct addrinfo how = {.ai_socktype = SOCK_STREAM};
	if (p->is_sought || find(s, p->id, SV_ASKING) || !split_address(p->address, host, port))
		return;
	search *f = ap_allocate(1, sizeof *f);
	*f = (search){.links = s, .node = p->id};
	f->request.data = f;
	if (uv_getaddrinfo(s->timer.loop, &f->request, on_found, host, port, &how) != 0) {
		free(f);
		return;
	}
	p->is_sought = true;
	f->next = searches;
	searches = f;
}

/* ---- Which nodes there are ------------------------------------------------------------------- */

static void close_unknown(sv_links *s)
{
	for (node_link *l = s->list; l; l = l->next)
		if (l->node && !find_place(s, l->node))
			l->is_dead = true;
	close_dead_links(s);
}

void sv_links_set_nodes(sv_links *s, const sv_link_node *nodes, int count)
{
	assert(s && (nodes || count == 0));
	place *list = count ? ap_allocate((size_t)count, sizeof *list) : NULL;
	for (int i = 0; i < count; i++) {
		const place *before = find_place(s, nodes[i].id);
		list[i] = (place){.id = nodes[i].id, .is_sought = before && before->is_sought};
		snprintf(list[i].address, sizeof list[i].address, "%s", nodes[i].address);
	}
	free(s->place);
	s->place = list;
	s->places = count;
	close_unknown(s);
	for (int i = 0; i < s->places; i++)
		if (s->place[i].id != s->own)
			seek(s, &s->place[i]);
}

void sv_links_rename(sv_links *s, int64_t own)
{
	assert(s && own > 0);
	sv_links_set_nodes(s, NULL, 0);
	while (s->list)
		close_link(s->list);
	s->own = own;
}

/* ---- Time ------------------------------------------------------------------------------------ */

/* Ticks are counted, not time: a process that was stopped for a while has not looked meanwhile what
 * others have said. */
static void on_tick(uv_timer_t *timer)
{
	sv_links *s = timer->data;
	for (node_link *l = s->list; l; l = l->next) {
		l->silent++;
		if (l->silent > (l->is_open ? SILENCE : HANDSHAKE)) {
			l->is_dead = true;
			s->figures.timeouts++;
		} else if (l->is_open && !l->has_sent) {
			send_frame(l, NULL, 0);
		}
		l->has_sent = false;
	}
	close_dead_links(s);
	for (int i = 0; i < s->places; i++)
		if (s->place[i].id != s->own)
			seek(s, &s->place[i]);
}

static void before_wait(uv_prepare_t *prepare)
{
	sv_links *s = prepare->data;
	for (node_link *l = s->list; l; l = l->next)
		flush(l);
	close_dead_links(s);
}

/* ---- For those who send ---------------------------------------------------------------------- */

static node_link *find_open(void *self, int64_t node, sv_side side)
{
	node_link *l = find(self, node, side);
	return l && l->is_open ? l : NULL;
}

static bool is_open(void *self, int64_t node, sv_side side)
{
	return find_open(self, node, side) != NULL;
}

static void send_to_node(
	void *self, int64_t node, sv_side side, const uint8_t *frame, size_t length)
{
	node_link *l = find_open(self, node, side);
	if (l)
		send_frame(l, frame, length);
}

static bool is_full(void *self, int64_t node, sv_side side)
{
	node_link *l = find_open(self, node, side);
	if (l && waiting(l) >= FULL)
		l->was_full = true;
	return l && l->was_full;
}

static void cut(void *self, int64_t node, sv_side side)
{
	node_link *l = find(self, node, side);
	if (l)
		l->is_dead = true;
}

sv_transport sv_links_transport(sv_links *s)
{
	assert(s);
	return (sv_transport){s, is_open, send_to_node, is_full, cut};
}

void sv_links_figures(const sv_links *s, sv_link_figures *out)
{
	assert(s && out);
	*out = s->figures;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static void free_links(uv_handle_t *handle)
{
	sv_links *s = handle->data;
	if (--s->handles > 0)
		return;
	sodium_memzero(s->secret, sizeof s->secret);
	free(s->place);
	free(s);
}

sv_links *sv_links_open(void *loop, int socket, const uint8_t secret[SV_LINK_SECRET], int64_t own,
	const sv_link_events *events)
{
	assert(loop && socket >= 0 && secret && own > 0 && events);
	sv_links *s = ap_allocate(1, sizeof *s);
	s->own = own;
	s->events = *events;
	memcpy(s->secret, secret, sizeof s->secret);
	uv_tcp_init(loop, &s->listener);
	uv_timer_init(loop, &s->timer);
	uv_prepare_init(loop, &s->prepare);
	s->listener.data = s->timer.data = s->prepare.data = s;
	s->handles = 3;
	if (uv_tcp_open(&s->listener, socket) != 0 ||
		uv_listen((uv_stream_t *)&s->listener, MOST_STRANGERS, on_connection) != 0) {
		sv_links_close(s);
		return NULL;
	}
	uv_timer_start(&s->timer, on_tick, TICK, TICK);
	uv_prepare_start(&s->prepare, before_wait);
	return s;
}

void sv_links_close(sv_links *s)
{
	assert(s);
	s->is_closing = true;
	while (s->list)
		close_link(s->list);
	for (search *f = searches; f; f = f->next)
		if (f->links == s)
			f->links = NULL;
	uv_close((uv_handle_t *)&s->listener, free_links);
	uv_close((uv_handle_t *)&s->timer, free_links);
	uv_close((uv_handle_t *)&s->prepare, free_links);
}

/* fuzz_front.c: sends anything that can come over the network, in pieces and over several
 * connections at once. It checks that the server answers with well-formed HTTP and WebSocket
 * frames, that nothing changes without a session, that the server closes a connection when the
 * other side has closed it, and that it still answers at the end. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "fuzz/maker.h"
#include "fuzz/oracle.h"
#include "fuzz/requests.h"
#include "fuzz/sample.h"
#include "server/front_internal.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CONNECTIONS = 4, MOST_STEPS = 60, RECEIVED = 1 << 18, MOST_PASSES = 2000, FILES = 256 };

/* The client's side of a connection. */
typedef struct connection {
	int fd;                      /* -1 if it is not connected */
	bool ignores_input;          /* the client does not read what the server sends */
	bool sent_all;               /* the client has ended its side */
	bool upgraded;               /* it is a WebSocket */
	char received[RECEIVED + 1]; /* what the server has sent, and a zero byte */
	size_t length;               /* the number of bytes received */
	size_t checked;              /* how many of them have been checked */
} connection;

static struct {
	fake_world fake;
	sv_world world;
	sv_limits limits;
	sv_front_options options;
	sv_front *front;
	char token[SV_TOKEN_SIZE], host[64], key[SV_KEY_SIZE];
	request_facts facts;
	sv_client ann;    /* for make_message(): the client that has the session */
	int number;       /* the number of the next message */
	bool clock_moved; /* the clock was moved, which can change tables, too */
	struct sockaddr_in address;
} fixture;

static connection connections[CONNECTIONS + 1]; /* the last one is for check_server_answers() */

/* ---- Connections ----------------------------------------------------------------------------- */

/* Closes a connection; if not `politely`, with a reset, after which the kernel does not remember
 * the connection for a minute. */
static void disconnect(connection *c, bool politely)
{
	struct linger with_reset = {1, 0};
	if (c->fd < 0)
		return;
	if (!politely)
		setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &with_reset, sizeof with_reset);
	close(c->fd);
	c->fd = -1;
}

/* Connects a socket. A signal of the fuzzer may interrupt connect(), which is then called again. */
static bool connect_socket(int fd)
{
	const struct sockaddr *to = (struct sockaddr *)&fixture.address;
	int done;
	do
		done = connect(fd, to, sizeof fixture.address);
	while (done != 0 && (errno == EINTR || errno == EALREADY));
	return done == 0 || errno == EISCONN;
}

static void open_connection(connection *c)
{
	if (c->fd >= 0)
		return;
	c->fd = socket(AF_INET, SOCK_STREAM, 0);
	MUST(c->fd >= 0);
	MUST(connect_socket(c->fd));
	c->ignores_input = c->sent_all = c->upgraded = false;
	c->length = c->checked = 0;
	c->received[0] = '\0';
}

/* ---- Answers of the server ------------------------------------------------------------------- */

/* Returns the end of the head of an answer; NULL if it has not been received. */
static const char *end_of_head(const connection *c)
{
	return c->checked < c->length ? strstr(c->received + c->checked, "\r\n\r\n") : NULL;
}

static void check_message(const char *text, size_t length)
{
	json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	MUST(json_is_object(message) && json_is_string(json_object_get(message, "type")));
	json_decref(message);
}

/* Checks a frame: it must be a whole message without a mask, of a kind that the server sends.
 * Returns false if the end of the frame has not been received. */
static bool check_frame(connection *c)
{
	const unsigned char *at = (const unsigned char *)c->received + c->checked;
	size_t left = c->length - c->checked, head = 2, length;
	if (left < 2)
		return false;
	MUST((at[0] & 0xf0) == 0x80 && !(at[1] & 0x80));
	length = at[1];
	if (length >= 126)
		head += length == 126 ? 2 : 8;
	if (left < head)
		return false;
	for (size_t i = 2, n = length < 126 ? 0 : head; i < n; i++)
		length = (i == 2 ? 0 : length << 8) | at[i];
	MUST(length < RECEIVED);
	if (left < head + length)
		return false;
	int kind = at[0] & 15;
	MUST(kind == 1 || kind == 8 || kind == 9 || kind == 10);
	if (kind == 1)
		check_message((const char *)at + head, length);
	c->checked += head + length;
	return true;
}

/* Returns the value of Content-Length in a head; NULL if there is none. */
static const char *content_length(const char *at, const char *end)
{
	static const char name[] = "\ncontent-length: ";
	for (; at < end; at++)
		if (strncasecmp(at, name, sizeof name - 1) == 0)
			return at + sizeof name - 1;
	return NULL;
}

/* Checks the head of an answer, and skips the body. Returns false if the end of the head has not
 * been received. */
static bool check_head(connection *c)
{
	const char *at = c->received + c->checked, *end = end_of_head(c);
	int status = 0;
	if (!end)
		return false;
	MUST(sscanf(at, "HTTP/1.%*1[01] %3d ", &status) == 1);
	MUST(status == 101 || status == 200 || status == 304 || (status >= 400 && status <= 505));
	c->upgraded = status == 101;
	c->checked = (size_t)(end + 4 - c->received);
	const char *length = content_length(at, end);
	c->checked += length ? strtoul(length, NULL, 10) : 0;
	return true;
}

/* Receives what the server has sent, and checks it. */
static void receive(connection *c)
{
	ssize_t n = 1;
	while (c->fd >= 0 && !c->ignores_input && c->length < RECEIVED && n > 0) {
		n = recv(c->fd, c->received + c->length, RECEIVED - c->length, MSG_DONTWAIT);
		if (n > 0)
			c->length += (size_t)n;
		c->received[c->length] = '\0';
	}
	while (c->checked < c->length && (c->upgraded ? check_frame(c) : check_head(c)))
		;
}

/* Lets the server do its work. */
static void run_server(int times)
{
	for (int i = 0; i < times; i++)
		sv_front_run_once(fixture.front);
	for (int i = 0; i < CONNECTIONS; i++)
		receive(&connections[i]);
}

/* ---- The server ------------------------------------------------------------------------------ */

static void open_front(void)
{
	ap_error error = {0};
	sv_front_options *o = &fixture.options;
	fixture.front = sv_front_open(o, &error);
	MUST(fixture.front);
	const char *port = strrchr(sv_front_url(fixture.front), ':');
	fixture.address =
		(struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port + 1))};
	inet_pton(AF_INET, "127.0.0.1", &fixture.address.sin_addr);
	snprintf(fixture.host, sizeof fixture.host, "127.0.0.1%s", port);
}

static void open_server(unsigned kind)
{
	ap_error error = {0};
	sv_session ann;
	sv_front_options *o = &fixture.options;
	memset(&fixture, 0, sizeof fixture);
	fixture.world = fake_world_of(&fixture.fake, 3);
	fixture.limits = sv_default_limits;
	fixture.limits.bot_workers = 0;
	fixture.limits.waiting_bytes = kind & 1 ? 20000 : 4 << 20;
	fixture.limits.message_burst = kind & 2 ? 5 : 1000;
	*o =
		(sv_front_options){.world = &fixture.world, .limits = &fixture.limits, .bind = "127.0.0.1"};
	o->store = sv_store_open("sqlite::memory:", &error);
	MUST(o->store);
	add_sample_tables(o->store, (int)(kind / 4 % (unsigned)ap_game_count()), 0, false);
	o->hub = sv_hub_open(o->store, &fixture.world, &fixture.limits, &error);
	o->people = sv_people_open(o->store, &fixture.world, &fixture.limits, &error);
	MUST(o->hub && o->people);
	MUST(sv_people_add_guest(o->people, "Ann", &ann, fixture.token) == SV_PEOPLE_OK);
	MUST(sv_store_commit(o->store) && ann.person == ANN);
	snprintf(fixture.key, sizeof fixture.key, "%s", o->hub->tables->key);
	fixture.ann.person = ANN;
	fixture.facts = (request_facts){fixture.token, fixture.key, fixture.host, false};
	open_front();
	run_server(2); /* bots act */
}

static void close_server(void)
{
	sv_front_close(fixture.front);
	sv_people_close(fixture.options.people);
	sv_hub_close(fixture.options.hub);
	sv_store_close(fixture.options.store);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Sends bytes at once or in two or three pieces. */
static void send_bytes(bytes *in, connection *c, const char *text, size_t length)
{
	unsigned cuts = take(in) % 4;
	while (length > 0 && c->fd >= 0 && !c->sent_all) {
		size_t piece = cuts > 1 ? 1 + take_two(in) % length : length;
		cuts -= cuts > 0;
		ssize_t n = send(c->fd, text, piece, MSG_DONTWAIT | MSG_NOSIGNAL);
		if (n <= 0)
			break;
		text += n;
		length -= (size_t)n;
		run_server(2);
	}
}

/* Sends bytes of the input. */
static void send_anything(bytes *in, connection *c)
{
	const uint8_t *block;
	size_t length = take_block(in, take(in), &block);
	send_bytes(in, c, (const char *)block, length);
}

static void send_request(bytes *in, connection *c, bool upgrade)
{
	static char text[REQUEST_ROOM];
	size_t length =
		upgrade ? make_upgrade(in, &fixture.facts, text) : make_request(in, &fixture.facts, text);
	send_bytes(in, c, text, length);
}

/* Sends a frame with a message of make_message(), or with bytes of the input. */
static void send_message(bytes *in, connection *c, bool made)
{
	static char text[REQUEST_ROOM], message[MAKER_ROOM];
	const uint8_t *block;
	size_t length;
	if (made) {
		length = make_message(in, fixture.options.hub, &fixture.ann, fixture.number++, message);
		length = make_frame(in, message, length, text);
	} else {
		length = take_block(in, take(in), &block);
		length = make_frame(in, block, length, text);
	}
	send_bytes(in, c, text, length);
}

/* Opens a WebSocket and sends hello. */
static void open_websocket(connection *c)
{
	static const uint8_t nothing[1] = {0};
	static const char hello[] = "{\"type\":\"hello\",\"version\":1}";
	static char text[REQUEST_ROOM];
	bytes none = {nothing, nothing}; /* only zeros: everything is well formed */
	disconnect(c, false);
	open_connection(c);
	send_bytes(&none, c, text, make_upgrade(&none, &fixture.facts, text));
	send_bytes(&none, c, text, make_frame(&none, hello, sizeof hello - 1, text));
	run_server(1);
}

static void pass_time(unsigned how)
{
	static const int64_t steps[] = {10, 1000, 30000, 160000, 3600000, 90LL * 24 * 3600000, -5000};
	fixture.clock_moved = true;
	fixture.fake.now += steps[how % (sizeof steps / sizeof steps[0])];
	run_server(2);
}

static void step(bytes *in)
{
	unsigned what = take(in);
	connection *c = &connections[what % CONNECTIONS];
	what /= CONNECTIONS; /* 0 .. 63 */
	open_connection(c);
	if (what < 24)
		send_message(in, c, what < 18);
	else if (what < 36)
		send_request(in, c, false);
	else if (what < 40)
		send_request(in, c, true);
	else if (what < 48)
		open_websocket(c);
	else if (what < 52)
		send_anything(in, c);
	else if (what < 55)
		pass_time(take(in));
	else if (what < 58)
		disconnect(c, what == 55);
	else if (what < 61)
		c->sent_all = shutdown(c->fd, SHUT_WR) == 0;
	else
		c->ignores_input = !c->ignores_input;
	run_server(1);
}

/* ---- After the last step --------------------------------------------------------------------- */

/* Closes all connections, and checks that the server closes them, too. */
static void check_server_disconnects(void)
{
	const struct timespec millisecond = {0, 1000000};
	for (int i = 0; i < CONNECTIONS; i++)
		disconnect(&connections[i], false);
	for (int i = 0; i < MOST_PASSES && fixture.front->connections > 0; i++) {
		if (i > 20)
			nanosleep(&millisecond, NULL);
		sv_front_run_once(fixture.front);
	}
	MUST(fixture.front->connections == 0 && !fixture.front->sockets);
	MUST(fixture.front->exchanges == 0 && !fixture.options.hub->clients);
}

static void check_server_answers(void)
{
	static const char request[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
	connection *c = &connections[CONNECTIONS];
	open_connection(c);
	MUST(send(c->fd, request, sizeof request - 1, MSG_NOSIGNAL) == (ssize_t)sizeof request - 1);
	for (int i = 0; i < MOST_PASSES && !strstr(c->received, "\r\n\r\nok\n"); i++) {
		sv_front_run_once(fixture.front);
		receive(c);
	}
	MUST(c->length > 15 && memcmp(c->received, "HTTP/1.1 200 OK\r\n", 17) == 0);
	disconnect(c, false);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct rlimit files = {FILES, FILES}; /* the library allocates memory for each possible file */
	(void)argc;
	(void)argv;
	setrlimit(RLIMIT_NOFILE, &files);
	prepare_samples();
	for (int i = 0; i <= CONNECTIONS; i++)
		connections[i].fd = -1;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bytes in = {data, data + size};
	open_server(take(&in));
	uint64_t before = fingerprint(fixture.options.hub);
	for (int i = 0; i < MOST_STEPS && in.at < in.end; i++)
		step(&in);
	run_server(3);
	check_server_disconnects();
	check_server_answers();
	if (!fixture.clock_moved && !fixture.facts.token_used)
		MUST(fingerprint(fixture.options.hub) == before &&
			fixture.options.hub->figures.messages == 0);
	close_server();
	return 0;
}

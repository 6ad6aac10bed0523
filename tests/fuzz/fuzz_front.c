/* fuzz_front.c: anything that can come over the network, in pieces, over several connections at
 * once. Whatever it was, what comes back is HTTP or WebSocket as it should be, nothing happens
 * without a session, every connection ends when its other side does, and the server still answers.
 */
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

enum { LINKS = 4, MOST_STEPS = 60, HEARD = 1 << 18, MOST_PASSES = 2000, FILES = 256 };

typedef struct link {
	int fd; /* -1: none */
	bool deaf, shut;
	char heard[HEARD + 1]; /* with a zero after it */
	size_t length;
	size_t read; /* of it has been looked at */
	bool upgraded;
} link_end;

static struct {
	fake_world outside;
	sv_world world;
	sv_limits limits;
	sv_front_options options;
	sv_front *front;
	char token[SV_TOKEN_SIZE], host[64], key[SV_KEY_SIZE];
	known known;
	sv_client ann; /* as the maker of messages wants her */
	int number;
	bool alone; /* nothing happens but by what comes over the network */
	struct sockaddr_in address;
} house;

static link_end links[LINKS + 1]; /* and one to ask whether all is well */

/* ---- Connections ----------------------------------------------------------------------------- */

/* Closed without a farewell that the kernel would remember for a minute. */
static void hang_up(link_end *l, bool politely)
{
	struct linger at_once = {1, 0};
	if (l->fd < 0)
		return;
	if (!politely)
		setsockopt(l->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
	close(l->fd);
	l->fd = -1;
}

/* The fuzzer's own alarm may ring meanwhile: then it goes on by itself. */
static bool is_connected(int fd)
{
	const struct sockaddr *to = (struct sockaddr *)&house.address;
	int done;
	do
		done = connect(fd, to, sizeof house.address);
	while (done != 0 && (errno == EINTR || errno == EALREADY));
	return done == 0 || errno == EISCONN;
}

static void connect_link(link_end *l)
{
	if (l->fd >= 0)
		return;
	l->fd = socket(AF_INET, SOCK_STREAM, 0);
	MUST(l->fd >= 0);
	MUST(is_connected(l->fd));
	l->deaf = l->shut = l->upgraded = false;
	l->length = l->read = 0;
	l->heard[0] = '\0';
}

/* ---- What comes back ------------------------------------------------------------------------- */

static const char *end_of_head(const link_end *l)
{
	return l->read < l->length ? strstr(l->heard + l->read, "\r\n\r\n") : NULL;
}

static void check_text(const char *text, size_t length)
{
	json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	MUST(json_is_object(message) && json_is_string(json_object_get(message, "type")));
	json_decref(message);
}

/* Whole, unmasked, of a kind we send. False: its end has not come. */
static bool check_frame(link_end *l)
{
	const unsigned char *at = (const unsigned char *)l->heard + l->read;
	size_t left = l->length - l->read, head = 2, length;
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
	MUST(length < HEARD);
	if (left < head + length)
		return false;
	int kind = at[0] & 15;
	MUST(kind == 1 || kind == 8 || kind == 9 || kind == 10);
	if (kind == 1)
		check_text((const char *)at + head, length);
	l->read += head + length;
	return true;
}

/* The value of the head's Content-Length; NULL: it has none. */
static const char *length_in(const char *at, const char *end)
{
	static const char name[] = "\ncontent-length: ";
	for (; at < end; at++)
		if (strncasecmp(at, name, sizeof name - 1) == 0)
			return at + sizeof name - 1;
	return NULL;
}

/* The head of an answer: a status there is. An answer's body is passed over. */
static bool check_head(link_end *l)
{
	const char *at = l->heard + l->read, *end = end_of_head(l);
	int status = 0;
	if (!end)
		return false;
	MUST(sscanf(at, "HTTP/1.%*1[01] %3d ", &status) == 1);
	MUST(status == 101 || status == 200 || status == 304 || (status >= 400 && status <= 505));
	l->upgraded = status == 101;
	l->read = (size_t)(end + 4 - l->heard);
	const char *length = length_in(at, end);
	l->read += length ? strtoul(length, NULL, 10) : 0;
	return true;
}

static void listen_to(link_end *l)
{
	ssize_t n = 1;
	while (l->fd >= 0 && !l->deaf && l->length < HEARD && n > 0) {
		n = recv(l->fd, l->heard + l->length, HEARD - l->length, MSG_DONTWAIT);
		if (n > 0)
			l->length += (size_t)n;
		l->heard[l->length] = '\0';
	}
	while (l->read < l->length && (l->upgraded ? check_frame(l) : check_head(l)))
		;
}

static void pass(int times)
{
	for (int i = 0; i < times; i++)
		sv_front_run_once(house.front);
	for (int i = 0; i < LINKS; i++)
		listen_to(&links[i]);
}

/* ---- The house ------------------------------------------------------------------------------- */

static void open_front(void)
{
	ap_error error = {0};
	sv_front_options *o = &house.options;
	house.front = sv_front_open(o, &error);
	MUST(house.front);
	const char *port = strrchr(sv_front_url(house.front), ':');
	house.address =
		(struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port + 1))};
	inet_pton(AF_INET, "127.0.0.1", &house.address.sin_addr);
	snprintf(house.host, sizeof house.host, "127.0.0.1%s", port);
}

static void open_house(unsigned kind)
{
	ap_error error = {0};
	sv_session ann;
	sv_front_options *o = &house.options;
	memset(&house, 0, sizeof house);
	house.world = fake_world_of(&house.outside, 3);
	house.limits = sv_default_limits;
	house.limits.bot_workers = 0;
	house.limits.waiting_bytes = kind & 1 ? 20000 : 4 << 20;
	house.limits.message_burst = kind & 2 ? 5 : 1000;
	*o = (sv_front_options){.world = &house.world, .limits = &house.limits, .bind = "127.0.0.1"};
	o->store = sv_store_open("sqlite::memory:", &error);
	MUST(o->store);
	furnish(o->store, (int)(kind / 4 % (unsigned)ap_game_count()), 0, false);
	o->hub = sv_hub_open(o->store, &house.world, &house.limits, &error);
	o->people = sv_people_open(o->store, &house.world, &house.limits, &error);
	MUST(o->hub && o->people);
	MUST(sv_people_add_guest(o->people, "Ann", &ann, house.token) == SV_PEOPLE_OK);
	MUST(sv_store_commit(o->store) && ann.person == ANN);
	snprintf(house.key, sizeof house.key, "%s", o->hub->tables->key);
	house.ann.person = ANN;
	house.alone = true;
	house.known = (known){house.token, house.key, house.host, false};
	open_front();
	pass(2); /* bots do what they have to do */
}

static void close_house(void)
{
	sv_front_close(house.front);
	sv_people_close(house.options.people);
	sv_hub_close(house.options.hub);
	sv_store_close(house.options.store);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* At once, or in two or three pieces that arrive one after another. */
static void send_bytes(bytes *in, link_end *l, const char *text, size_t length)
{
	unsigned cuts = take(in) % 4;
	while (length > 0 && l->fd >= 0 && !l->shut) {
		size_t piece = cuts > 1 ? 1 + take_two(in) % length : length;
		cuts -= cuts > 0;
		ssize_t n = send(l->fd, text, piece, MSG_DONTWAIT | MSG_NOSIGNAL);
		if (n <= 0)
			break;
		text += n;
		length -= (size_t)n;
		pass(2);
	}
}

static void send_anything(bytes *in, link_end *l)
{
	const uint8_t *run;
	size_t length = take_run(in, take(in), &run);
	send_bytes(in, l, (const char *)run, length);
}

static void send_request(bytes *in, link_end *l, bool upgrade)
{
	static char text[REQUEST_ROOM];
	size_t length =
		upgrade ? make_upgrade(in, &house.known, text) : make_request(in, &house.known, text);
	send_bytes(in, l, text, length);
}

static void send_message(bytes *in, link_end *l, bool sense)
{
	static char text[REQUEST_ROOM], message[MAKER_ROOM];
	const uint8_t *run;
	size_t length;
	if (sense) {
		length = make_message(in, house.options.hub, &house.ann, house.number++, message);
		length = make_frame(in, message, length, text);
	} else {
		length = take_run(in, take(in), &run);
		length = make_frame(in, run, length, text);
	}
	send_bytes(in, l, text, length);
}

/* A WebSocket that has said hello, as quickly as can be. */
static void arrive(link_end *l)
{
	static const uint8_t plain[16] = {0};
	static const char hello[] = "{\"type\":\"hello\",\"version\":1}";
	static char text[REQUEST_ROOM];
	bytes none = {plain, plain};
	hang_up(l, false);
	connect_link(l);
	send_bytes(&none, l, text, make_upgrade(&none, &house.known, text));
	send_bytes(&none, l, text, make_frame(&none, hello, sizeof hello - 1, text));
	pass(1);
}

static void pass_time(unsigned how)
{
	static const int64_t steps[] = {10, 1000, 30000, 160000, 3600000, 90LL * 24 * 3600000, -5000};
	house.alone = false; /* the clock acts, too */
	house.outside.now += steps[how % (sizeof steps / sizeof steps[0])];
	pass(2);
}

static void step(bytes *in)
{
	unsigned what = take(in);
	link_end *l = &links[what % LINKS];
	what /= LINKS; /* 0 .. 63 */
	connect_link(l);
	if (what < 24)
		send_message(in, l, what < 18);
	else if (what < 36)
		send_request(in, l, false);
	else if (what < 40)
		send_request(in, l, true);
	else if (what < 48)
		arrive(l);
	else if (what < 52)
		send_anything(in, l);
	else if (what < 55)
		pass_time(take(in));
	else if (what < 58)
		hang_up(l, what == 55);
	else if (what < 61)
		l->shut = shutdown(l->fd, SHUT_WR) == 0;
	else
		l->deaf = !l->deaf;
	pass(1);
}

/* ---- Afterwards ------------------------------------------------------------------------------ */

/* Nobody hangs about whose other side is gone. */
static void everybody_leaves(void)
{
	const struct timespec a_moment = {0, 1000000};
	for (int i = 0; i < LINKS; i++)
		hang_up(&links[i], false);
	for (int i = 0; i < MOST_PASSES && house.front->connections > 0; i++) {
		if (i > 20)
			nanosleep(&a_moment, NULL);
		sv_front_run_once(house.front);
	}
	MUST(house.front->connections == 0 && !house.front->sockets);
	MUST(house.front->exchanges == 0 && !house.options.hub->clients);
}

static void still_answers(void)
{
	static const char ask[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
	link_end *l = &links[LINKS];
	connect_link(l);
	MUST(send(l->fd, ask, sizeof ask - 1, MSG_NOSIGNAL) == (ssize_t)sizeof ask - 1);
	for (int i = 0; i < MOST_PASSES && !strstr(l->heard, "\r\n\r\nok\n"); i++) {
		sv_front_run_once(house.front);
		listen_to(l);
	}
	MUST(l->length > 15 && memcmp(l->heard, "HTTP/1.1 200 OK\r\n", 17) == 0);
	hang_up(l, false);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct rlimit files = {FILES, FILES}; /* the library makes room for as many as there may be */
	(void)argc;
	(void)argv;
	setrlimit(RLIMIT_NOFILE, &files);
	prepare_samples();
	for (int i = 0; i <= LINKS; i++)
		links[i].fd = -1;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	bytes in = {data, data + size};
	open_house(take(&in));
	uint64_t before = fingerprint(house.options.hub);
	for (int i = 0; i < MOST_STEPS && in.at < in.end; i++)
		step(&in);
	pass(3);
	everybody_leaves();
	still_answers();
	if (house.alone && !house.known.told)
		MUST(fingerprint(house.options.hub) == before && house.options.hub->figures.messages == 0);
	close_house();
	return 0;
}

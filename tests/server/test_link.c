/* test_link.c: the connections between nodes: frames come whole and in order; strangers learn
 * nothing, cost little and keep nobody out. The test replaces uv_timer_start(), so that a second
 * takes ten milliseconds. */
#define _GNU_SOURCE /* for memmem() */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include "server/link.h"
#include "text/memory.h"

int __real_uv_timer_start(uv_timer_t *timer, uv_timer_cb ring, uint64_t wait, uint64_t again);
int __wrap_uv_timer_start(uv_timer_t *timer, uv_timer_cb ring, uint64_t wait, uint64_t again);

int __wrap_uv_timer_start(uv_timer_t *timer, uv_timer_cb ring, uint64_t wait, uint64_t again)
{
	return __real_uv_timer_start(timer, ring, wait / 100, again / 100);
}

static const uint8_t secret[SV_LINK_SECRET] = "the secret of this database....";

/* ---- The codec alone ------------------------------------------------------------------------- */

enum { STREAM = 1 << 16 };

/* One end: what it says, and what it has heard. */
typedef struct end {
	sv_codec codec;
	uint8_t said[STREAM];
	size_t length;
	bool is_open;
	int frames;
	uint8_t last[4096];
	size_t last_length;
} end;

static void say(void *self, const uint8_t *bytes, size_t length)
{
	end *e = self;
	assert_true(e->length + length <= STREAM);
	memcpy(e->said + e->length, bytes, length);
	e->length += length;
}

static bool knows_below_ten(void *self, int64_t node)
{
	(void)self;
	return node < 10;
}

static void open_end(void *self)
{
	((end *)self)->is_open = true;
}

static bool hear(void *self, const uint8_t *frame, size_t length)
{
	end *e = self;
	e->frames++;
	e->last_length = length;
	if (length <= sizeof e->last)
		memcpy(e->last, frame, length);
	return length == 0 || frame[0] != 'X';
}

static sv_codec_events events_of(end *e)
{
	return (sv_codec_events){e, say, knows_below_ten, open_end, hear};
}

static void start(end *e, const uint8_t key[SV_LINK_SECRET], int64_t own, int64_t other)
{
	memset(e, 0, sizeof *e);
	sv_codec_start(&e->codec, key, own, other);
	if (other)
		say(e, sv_codec_hello(&e->codec), SV_LINK_HELLO);
}

/* Gives one end what the other has said, `piece` bytes at a time. */
static bool give(end *to, end *from, size_t piece)
{
	sv_codec_events events = events_of(to);
	bool good = true;
	for (size_t at = 0; at < from->length; at += piece) {
		size_t length = from->length - at < piece ? from->length - at : piece;
		good = sv_codec_read(&to->codec, from->said + at, length, &events) && good;
	}
	from->length = 0;
	return good;
}

static void seal(end *e, const void *frame, size_t length)
{
	sv_codec_seal(&e->codec, frame, length, e->said + e->length);
	e->length += length + SV_FRAME_MORE;
}

static void finish(end *a, end *b)
{
	sv_codec_end(&a->codec);
	sv_codec_end(&b->codec);
}

static bool shake_hands(end *a, end *b, size_t piece)
{
	return give(b, a, piece) && give(a, b, piece) && give(b, a, piece) && a->is_open && b->is_open;
}

static void frames_come_whole_in_pieces_of_any_size(void **unused)
{
	(void)unused;
	static end a, b;
	for (size_t piece = 1; piece < 200; piece += 13) {
		start(&a, secret, 1, 2);
		start(&b, secret, 2, 0);
		assert_true(shake_hands(&a, &b, piece));
		assert_int_equal(b.codec.other, 1);
		for (size_t length = 0; length < 3000; length += 97) {
			uint8_t frame[3000];
			memset(frame, (int)length, sizeof frame);
			end *from = length % 2 ? &a : &b, *to = length % 2 ? &b : &a;
			seal(from, frame, length);
			assert_true(give(to, from, piece));
			assert_int_equal(to->last_length, length);
			assert_memory_equal(to->last, frame, length);
		}
		assert_int_equal(a.frames + b.frames, 31);
		finish(&a, &b);
	}
}

static void what_is_said_cannot_be_read_or_guessed(void **unused)
{
	(void)unused;
	static end a, b;
	start(&a, secret, 1, 2);
	start(&b, secret, 2, 0);
	assert_true(shake_hands(&a, &b, STREAM));
	static const char frame[] = "a whisper of Ann";
	seal(&a, frame, sizeof frame);
	assert_null(memmem(a.said, a.length, frame, 8));
	uint8_t first[64];
	memcpy(first, a.said, sizeof first);
	assert_true(give(&b, &a, STREAM));
	seal(&a, frame, sizeof frame);
	assert_memory_not_equal(first + 4, a.said + 4, sizeof frame); /* nothing is said twice alike */
	finish(&a, &b);
}

/* Whoever lacks the secret, wants another node or is not known gets no byte of an answer. */
static void strangers_get_no_answer(void **unused)
{
	(void)unused;
	static end a, b;
	const uint8_t other[SV_LINK_SECRET] = "the secret of another database.";
	static const struct {
		int64_t own, wants;
	} bad[] = {{1, 3}, {12, 2}, {11, 2}};
	start(&a, other, 1, 2);
	start(&b, secret, 2, 0);
	assert_false(give(&b, &a, STREAM));
	assert_int_equal(b.length, 0);
	finish(&a, &b);
	for (int i = 0; i < 3; i++) {
		start(&a, secret, bad[i].own, bad[i].wants);
		start(&b, secret, 2, 0);
		assert_false(give(&b, &a, STREAM));
		assert_int_equal(b.length, 0);
		finish(&a, &b);
	}
	start(&a, secret, 2, 3); /* what it has said itself comes back */
	start(&b, secret, 2, 0);
	assert_false(give(&b, &a, STREAM));
	finish(&a, &b);
	start(&a, secret, 1, 2);
	memset(a.said, 'G', 300);
	a.length = 300;
	start(&b, secret, 2, 0);
	assert_false(give(&b, &a, STREAM));
	assert_int_equal(b.length, 0);
	finish(&a, &b);
}

static void a_changed_byte_ends_the_handshake(void **unused)
{
	(void)unused;
	static end a, b;
	for (int at = 0; at < SV_LINK_HELLO; at++) {
		start(&a, secret, 1, 2);
		start(&b, secret, 2, 0);
		a.said[at] ^= 1;
		assert_false(give(&b, &a, STREAM));
		assert_int_equal(b.length, 0);
		finish(&a, &b);
	}
	for (int at = 0; at < SV_LINK_ANSWER; at++) {
		start(&a, secret, 1, 2);
		start(&b, secret, 2, 0);
		give(&b, &a, STREAM);
		b.said[at] ^= 1;
		assert_false(give(&a, &b, STREAM));
		assert_false(a.is_open);
		finish(&a, &b);
	}
	for (int at = 0; at < SV_LINK_PROOF + SV_FRAME_MORE; at++) {
		start(&a, secret, 1, 2);
		start(&b, secret, 2, 0);
		give(&b, &a, STREAM);
		give(&a, &b, STREAM);
		a.said[at] ^= 1;
		give(&b, &a, STREAM);
		assert_false(b.is_open);
		finish(&a, &b);
	}
}

/* Somebody has recorded all that a node said, and says it again. */
static void what_was_said_once_opens_nothing_again(void **unused)
{
	(void)unused;
	static end a, b;
	static uint8_t recorded[STREAM];
	size_t length = 0;
	start(&a, secret, 1, 2);
	start(&b, secret, 2, 0);
	memcpy(recorded, a.said, a.length);
	length = a.length;
	give(&b, &a, STREAM);
	give(&a, &b, STREAM);
	seal(&a, "order", 5);
	memcpy(recorded + length, a.said, a.length);
	length += a.length;
	assert_true(give(&b, &a, STREAM));
	assert_int_equal(b.frames, 1);
	finish(&a, &b);
	start(&a, secret, 1, 2);
	start(&b, secret, 2, 0);
	memcpy(a.said, recorded, length);
	a.length = length;
	assert_false(give(&b, &a, STREAM));
	assert_false(b.is_open);
	assert_int_equal(b.frames, 0);
	finish(&a, &b);
}

static void frames_cannot_be_dropped_doubled_or_swapped(void **unused)
{
	(void)unused;
	static end a, b;
	for (int way = 0; way < 3; way++) {
		start(&a, secret, 1, 2);
		start(&b, secret, 2, 0);
		assert_true(shake_hands(&a, &b, STREAM));
		enum { SIZE = 5 + SV_FRAME_MORE };
		uint8_t both[2 * SIZE];
		seal(&a, "first", 5);
		seal(&a, "other", 5);
		memcpy(both, a.said, sizeof both);
		memcpy(a.said, way == 1 ? both : both + SIZE, SIZE);
		memcpy(a.said + SIZE, both, SIZE);
		a.length = way == 0 ? SIZE : 2 * SIZE;
		assert_false(give(&b, &a, STREAM));
		assert_true(b.frames <= 1);
		finish(&a, &b);
	}
}

/* A length alone makes nobody keep room for it. */
static void lengths_are_bounded(void **unused)
{
	(void)unused;
	static end a, b;
	static const uint8_t long_frame[] = {0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0},
						 short_frame[] = {0, 0, 0, 3, 1, 2, 3},
						 unproved[SV_LINK_PROOF + 4] = {[SV_LINK_PROOF + 2] = 1};
	start(&a, secret, 1, 2);
	start(&b, secret, 2, 0);
	assert_true(shake_hands(&a, &b, STREAM));
	say(&a, long_frame, sizeof long_frame);
	assert_false(give(&b, &a, STREAM));
	assert_true(b.codec.room < 1000);
	finish(&a, &b);
	start(&a, secret, 1, 2);
	start(&b, secret, 2, 0);
	assert_true(shake_hands(&a, &b, STREAM));
	say(&a, short_frame, sizeof short_frame);
	assert_false(give(&b, &a, STREAM));
	finish(&a, &b);
	start(&a, secret, 1, 2); /* before it has proved who it is: 256 bytes */
	start(&b, secret, 2, 0);
	give(&b, &a, STREAM);
	say(&a, unproved, sizeof unproved);
	assert_false(give(&b, &a, STREAM));
	assert_true(b.codec.room < 256);
	finish(&a, &b);
}

static void a_frame_that_breaks_the_rules_ends_it(void **unused)
{
	(void)unused;
	static end a, b;
	start(&a, secret, 1, 2);
	start(&b, secret, 2, 0);
	assert_true(shake_hands(&a, &b, STREAM));
	seal(&a, "X", 1);
	seal(&a, "more", 4);
	assert_false(give(&b, &a, STREAM));
	assert_int_equal(b.frames, 1);
	finish(&a, &b);
}

/* ---- Connections ----------------------------------------------------------------------------- */

typedef struct node {
	int64_t id;
	sv_links *links;
	int port;
	char address[40];
	int opened[SV_SIDES], closed[SV_SIDES], frames, room, refused, reached;
	uint64_t next; /* the number that the next frame should have */
	bool is_wrong;
} node;

static uv_loop_t loop;

static void on_opened(void *self, int64_t from, sv_side side)
{
	(void)from;
	((node *)self)->opened[side]++;
}

static bool on_received(void *self, int64_t from, sv_side side, const uint8_t *frame, size_t length)
{
	node *n = self;
	uint64_t number = 0;
	(void)from, (void)side;
	if (length < sizeof number)
		return false;
	memcpy(&number, frame, sizeof number);
	n->is_wrong = n->is_wrong || number != n->next++;
	for (size_t i = sizeof number; i < length; i++)
		n->is_wrong = n->is_wrong || frame[i] != (uint8_t)(number + i);
	n->frames++;
	return true;
}

static void on_room(void *self, int64_t from, sv_side side)
{
	(void)from, (void)side;
	((node *)self)->room++;
}

static void on_closed(void *self, int64_t from, sv_side side)
{
	(void)from;
	((node *)self)->closed[side]++;
}

static void on_refused(void *self, int64_t from, bool refused)
{
	(void)from;
	((node *)self)->refused += refused;
	((node *)self)->reached += !refused;
}

static void open_node(node *n, int64_t id)
{
	ap_error error;
	memset(n, 0, sizeof *n);
	int fd = sv_links_bind("127.0.0.1:0", &error);
	assert_true(fd >= 0);
	n->id = id;
	n->port = sv_links_port(fd);
	snprintf(n->address, sizeof n->address, "127.0.0.1:%d", n->port);
	sv_link_events events = {n, on_opened, on_received, on_room, on_closed, on_refused};
	n->links = sv_links_open(&loop, fd, secret, id, &events);
	assert_non_null(n->links);
}

static void introduce(node *a, node *b)
{
	sv_link_node list[] = {{a->id, a->address}, {b->id, b->address}};
	sv_links_set_nodes(a->links, list, 2);
	sv_links_set_nodes(b->links, list, 2);
}

static void turn(void)
{
	usleep(1000);
	uv_run(&loop, UV_RUN_NOWAIT);
}

#define AWAIT(condition)                                                                           \
	do {                                                                                           \
		for (int turns = 0; !(condition) && turns < 60000; turns++)                                \
			turn();                                                                                \
		assert_true(condition);                                                                    \
	} while (0)

static int set_up(void **unused)
{
	(void)unused;
	return uv_loop_init(&loop);
}

static int tear_down(void **unused)
{
	(void)unused;
	while (uv_run(&loop, UV_RUN_NOWAIT) != 0)
		;
	return uv_loop_close(&loop);
}

static bool both_open(const node *a, const node *b)
{
	return a->opened[SV_ASKING] && a->opened[SV_ANSWERING] && b->opened[SV_ASKING] &&
		b->opened[SV_ANSWERING];
}

static void send_numbered(node *from, const node *to, uint64_t number, size_t length)
{
	static uint8_t frame[SV_MOST_FRAME];
	sv_transport t = sv_links_transport(from->links);
	memcpy(frame, &number, sizeof number);
	for (size_t i = sizeof number; i < length; i++)
		frame[i] = (uint8_t)(number + i);
	t.send(t.self, to->id, SV_ASKING, frame, length);
}

static void two_nodes_reach_each_other(void **unused)
{
	(void)unused;
	node a, b;
	open_node(&a, 1);
	open_node(&b, 2);
	introduce(&a, &b);
	AWAIT(both_open(&a, &b));
	for (uint64_t i = 0; i < 300; i++)
		send_numbered(&a, &b, i, i % 100 == 99 ? SV_MOST_FRAME : 8 + (size_t)i * 7);
	AWAIT(b.frames == 300);
	assert_false(b.is_wrong);
	assert_int_equal(a.reached, 1);
	sv_links_close(b.links);
	AWAIT(a.closed[SV_ASKING] == 1 && a.closed[SV_ANSWERING] == 1);
	AWAIT(a.refused > 2); /* it tries again and again */
	sv_links_close(a.links);
}

static void a_node_that_is_not_known_any_more_is_cut_off(void **unused)
{
	(void)unused;
	node a, b;
	open_node(&a, 1);
	open_node(&b, 2);
	introduce(&a, &b);
	AWAIT(both_open(&a, &b));
	sv_links_set_nodes(a.links, &(sv_link_node){1, a.address}, 1);
	assert_int_equal(a.closed[SV_ASKING] + a.closed[SV_ANSWERING], 2);
	AWAIT(b.closed[SV_ASKING] >= 1 && b.closed[SV_ANSWERING] == 1);
	introduce(&a, &b);
	AWAIT(a.opened[SV_ASKING] == 2 && a.opened[SV_ANSWERING] == 2);
	sv_links_rename(a.links, 3); /* it was put out, and has joined again */
	a.id = 3;
	introduce(&a, &b);
	AWAIT(b.opened[SV_ASKING] >= 3 && b.opened[SV_ANSWERING] >= 3);
	sv_links_close(a.links);
	sv_links_close(b.links);
}

/* Another node listens where that one was: it is not there any more. */
static void a_node_whose_address_another_has_is_gone(void **unused)
{
	(void)unused;
	node a, b;
	open_node(&a, 1);
	open_node(&b, 3);
	sv_link_node seen[] = {{1, a.address}, {2, b.address}}, other[] = {{1, a.address}};
	sv_links_set_nodes(b.links, other, 1);
	sv_links_set_nodes(a.links, seen, 2);
	AWAIT(a.refused > 1);
	assert_int_equal(a.opened[SV_ASKING], 0);
	assert_int_equal(a.reached, 0);
	sv_links_close(a.links);
	sv_links_close(b.links);
}

static int connect_to(int port)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	return fd;
}

/* True if the other side has closed, without a byte. */
static bool is_closed(int fd)
{
	char byte;
	ssize_t n = recv(fd, &byte, 1, 0);
	assert_true(n <= 0);
	return n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

static void strangers_keep_nobody_out(void **unused)
{
	(void)unused;
	enum { STRANGERS = 200 };
	int fd[STRANGERS];
	node a, b;
	sv_link_figures figures;
	open_node(&a, 1);
	open_node(&b, 2);
	for (int i = 0; i < STRANGERS; i++) {
		fd[i] = connect_to(b.port);
		if (i % 3 == 1)
			assert_int_equal(write(fd[i], "GET / HTTP/1.1\r\n", 16), 16);
		uv_run(&loop, UV_RUN_NOWAIT);
	}
	AWAIT(is_closed(fd[0])); /* the first have to make room */
	introduce(&a, &b);
	AWAIT(both_open(&a, &b));
	for (int i = 0; i < STRANGERS; i++) { /* all others are silent for too long */
		AWAIT(is_closed(fd[i]));
		close(fd[i]);
	}
	sv_links_figures(b.links, &figures);
	assert_int_equal(figures.strangers, STRANGERS);
	assert_true(figures.timeouts > 0 && figures.timeouts <= 64);
	assert_int_equal(b.closed[SV_ANSWERING], 0);
	int rubbish = connect_to(b.port);
	char bytes[SV_LINK_HELLO];
	memset(bytes, '?', sizeof bytes);
	assert_int_equal(write(rubbish, bytes, sizeof bytes), sizeof bytes);
	AWAIT(is_closed(rubbish));
	close(rubbish);
	sv_links_close(a.links);
	sv_links_close(b.links);
}

/* A node by hand, which says what a test wants. */
typedef struct hand {
	int fd;
	end end;
} hand;

static void read_by_hand(hand *h)
{
	uint8_t bytes[4096];
	sv_codec_events events = events_of(&h->end);
	ssize_t n = recv(h->fd, bytes, sizeof bytes, 0);
	if (n > 0)
		assert_true(sv_codec_read(&h->end.codec, bytes, (size_t)n, &events));
	if (h->end.length > 0)
		assert_int_equal(write(h->fd, h->end.said, h->end.length), (ssize_t)h->end.length);
	h->end.length = 0;
}

static void shake_by_hand(hand *h, const node *with)
{
	h->fd = connect_to(with->port);
	start(&h->end, secret, 1, with->id);
	for (int turns = 0; !h->end.is_open && turns < 60000; turns++) {
		read_by_hand(h);
		turn();
	}
	assert_true(h->end.is_open);
	read_by_hand(h);
	AWAIT(with->opened[SV_ANSWERING] > 0);
}

static void a_node_that_falls_silent_is_closed(void **unused)
{
	(void)unused;
	static hand h;
	node b;
	open_node(&b, 2);
	sv_links_set_nodes(b.links, &(sv_link_node){1, "127.0.0.1:1"}, 1);
	shake_by_hand(&h, &b);
	for (int i = 0; i < 40; i++) { /* as long as it says anything it stays */
		seal(&h.end, NULL, 0);
		usleep(10 * 1000);
		read_by_hand(&h);
		turn();
	}
	assert_int_equal(b.closed[SV_ANSWERING], 0);
	AWAIT(b.closed[SV_ANSWERING] == 1);
	assert_true(b.refused > 0);
	close(h.fd);
	sv_codec_end(&h.end.codec);
	sv_links_close(b.links);
}

/* Its sender is told to wait, and goes on as soon as it reads. One who never reads is closed. */
static void a_node_that_does_not_read_is_waited_for(void **unused)
{
	(void)unused;
	static hand h;
	static uint8_t frame[100000];
	node b;
	open_node(&b, 2);
	sv_links_set_nodes(b.links, &(sv_link_node){1, "127.0.0.1:1"}, 1);
	shake_by_hand(&h, &b);
	sv_transport t = sv_links_transport(b.links);
	for (int i = 0; i < 1000 && !t.is_full(t.self, 1, SV_ANSWERING); i++) {
		t.send(t.self, 1, SV_ANSWERING, frame, sizeof frame);
		turn();
		seal(&h.end, NULL, 0);
		assert_int_equal(write(h.fd, h.end.said, h.end.length), (ssize_t)h.end.length);
		h.end.length = 0;
	}
	assert_true(t.is_full(t.self, 1, SV_ANSWERING));
	assert_int_equal(b.room, 0);
	for (int turns = 0; b.room == 0 && turns < 60000; turns++) {
		read_by_hand(&h);
		seal(&h.end, NULL, 0);
		turn();
	}
	assert_int_equal(b.room, 1);
	assert_false(t.is_full(t.self, 1, SV_ANSWERING));
	for (int i = 0; i < 1000 && t.is_open(t.self, 1, SV_ANSWERING); i++) {
		t.send(t.self, 1, SV_ANSWERING, frame, sizeof frame);
		assert_int_equal(b.closed[SV_ANSWERING], 0); /* not while it is sent something */
	}
	AWAIT(b.closed[SV_ANSWERING] == 1);
	close(h.fd);
	sv_codec_end(&h.end.codec);
	sv_links_close(b.links);
}

static void addresses_are_checked(void **unused)
{
	(void)unused;
	static const char *const good[] = {"127.0.0.1:7400", "[::1]:7400", "node-2:1", "localhost:0"},
							 *const bad[] = {"", ":", ":7400", "127.0.0.1", "::1:7400",
								 "node:", "node:port", "node:70000", "[]:1"};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		assert_true(sv_is_node_address(good[i]));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_false(sv_is_node_address(bad[i]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_come_whole_in_pieces_of_any_size),
		cmocka_unit_test(what_is_said_cannot_be_read_or_guessed),
		cmocka_unit_test(strangers_get_no_answer),
		cmocka_unit_test(a_changed_byte_ends_the_handshake),
		cmocka_unit_test(what_was_said_once_opens_nothing_again),
		cmocka_unit_test(frames_cannot_be_dropped_doubled_or_swapped),
		cmocka_unit_test(lengths_are_bounded),
		cmocka_unit_test(a_frame_that_breaks_the_rules_ends_it),
		cmocka_unit_test_setup_teardown(two_nodes_reach_each_other, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_node_that_is_not_known_any_more_is_cut_off, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_node_whose_address_another_has_is_gone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(strangers_keep_nobody_out, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_node_that_falls_silent_is_closed, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_node_that_does_not_read_is_waited_for, set_up, tear_down),
		cmocka_unit_test(addresses_are_checked),
	};
	if (sodium_init() < 0)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}

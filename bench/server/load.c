/* load.c: the main part of the load client; see load.h. bench/server/run starts it and the server.
 *
 *   load SERVER PORT[,PORT].. TABLES EACH GAME...     SERVER is "apparat" or "boardgame.io"
 *
 * Of several ports, which are nodes that share a store, each connection has the next one.
 * Everybody sits at EACH tables, and sees all of them over one connection. It connects four people
 * for each such group of tables, opens all tables and prints {"ready": ..}. Then it reads
 * lines "RATE SECONDS" and answers each with a line of JSON. RATE is the number of moves that are
 * sent each second, at random times, by the people who have waited longest; if it is 0, everybody
 * answers at once. Latency is measured from the time at which a move was due, not from the time at
 * which it was sent, so that a slow server does not lower the measured latency. */
#include "load.h"

#include <assert.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "text/memory.h"

enum {
	MAX_PENDING = 64,    /* connections or tables that are in preparation at once */
	PATIENCE = 60,       /* seconds that a server may take for anything */
	SECOND = 1000 * 1000 /* in microseconds */
};

static const protocol *spoken;
static table *tables;
static connection *links;
static int table_count, link_count, tables_each, connections, open_tables;
static uint64_t seed = 0x9e3779b97f4a7c15;

/* The queue of people who will answer: a ring. */
static person **queue;
static int queue_capacity, queue_first, queue_length;

static struct {
	int64_t end;
	int32_t *latency; /* in microseconds, of each move acknowledged before the end */
	int acknowledged, capacity;
	int sent, refused, games, unanswered;
} phase;

void fail(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	fputs("load: ", stderr);
	vfprintf(stderr, format, list);
	fputc('\n', stderr);
	va_end(list);
	exit(1);
}

int64_t now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * SECOND + t.tv_nsec / 1000;
}

uint32_t random_below(uint32_t below)
{
	seed ^= seed << 13; /* xorshift */
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return below ? (uint32_t)(seed >> 32) % below : 0;
}

table *table_of(const connection *c, int number)
{
	assert(c);
	if (number < c->first->number || number >= c->first->number + c->tables)
		fail("%d is no table of this connection", number);
	return &tables[number];
}

/* ---- What the protocols report --------------------------------------------------------------- */

void count_connection(void)
{
	connections++;
}

void count_open_table(void)
{
	open_tables++;
}

void count_end_of_game(void)
{
	phase.games++;
	open_tables--;
}

void queue_person(person *p)
{
	assert(p && p->table);
	if (p->queued)
		return;
	p->queued = true;
	queue[(queue_first + queue_length++) % queue_capacity] = p;
}

void move_acknowledged(person *p)
{
	assert(p && p->awaits_reply);
	int64_t now = now_us();
	p->awaits_reply = false;
	phase.unanswered--;
	if (now >= phase.end)
		return;
	if (phase.acknowledged == phase.capacity) {
		phase.capacity = phase.capacity ? 2 * phase.capacity : 1 << 16;
		phase.latency = ap_reallocate(phase.latency, (size_t)phase.capacity, sizeof *phase.latency);
	}
	phase.latency[phase.acknowledged++] = (int32_t)(now - p->due);
}

void move_refused(person *p)
{
	assert(p && p->awaits_reply);
	p->awaits_reply = false;
	phase.unanswered--;
	phase.refused++;
}

/* ---- Connecting people and opening tables ---------------------------------------------------- */

static void wait_for(const int *counter, int least)
{
	int64_t until = now_us() + (int64_t)PATIENCE * SECOND;
	while (*counter < least) {
		wire_wait(100);
		if (now_us() > until)
			fail("the server took too long: %d of %d", *counter, least);
	}
}

static void connect_all(void)
{
	for (int i = 0; i < link_count; i++) {
		wire_connect(&links[i]);
		wait_for(&connections, i + 2 - MAX_PENDING);
	}
	wait_for(&connections, link_count);
}

static void open_all(void)
{
	for (int i = 0; i < table_count; i++) {
		spoken->open_table(&tables[i]);
		wait_for(&open_tables, i + 2 - MAX_PENDING);
	}
	wait_for(&open_tables, table_count);
}

static void make_tables(char **games, int count)
{
	queue_capacity = table_count * SEATS;
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): a queue of pointers */
	queue = ap_allocate((size_t)queue_capacity, sizeof *queue);
	tables = ap_allocate((size_t)table_count, sizeof *tables);
	link_count = (table_count + tables_each - 1) / tables_each * SEATS;
	links = ap_allocate((size_t)link_count, sizeof *links);
	for (int i = 0; i < table_count; i++) {
		tables[i].number = i;
		tables[i].game = games[i % count];
		for (int seat = 0; seat < SEATS; seat++) {
			connection *c = &links[i / tables_each * SEATS + seat];
			tables[i].person[seat] = (person){.table = &tables[i], .connection = c, .seat = seat};
			c->seat = seat;
			c->first = c->tables ? c->first : &tables[i];
			c->tables++;
		}
	}
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* Takes the first person from the queue who is still asked; returns NULL if there is none. */
static person *take_next_person(void)
{
	while (queue_length > 0) {
		person *p = queue[queue_first];
		queue_first = (queue_first + 1) % queue_capacity;
		queue_length--;
		p->queued = false;
		if (p->asked && !p->awaits_reply)
			return p;
	}
	return NULL;
}

static void send_move(person *p, int64_t due)
{
	p->awaits_reply = true;
	p->due = due;
	phase.sent++;
	phase.unanswered++;
	spoken->send_move(p);
}

/* Returns a random time until the next move, so that `rate` moves are due each second. */
static int64_t random_interval(int rate)
{
	double u = (random_below(1u << 30) + 1.0) / (1u << 30);
	return (int64_t)(-log(u) * SECOND / rate);
}

static void play(int rate, int seconds)
{
	person *p;
	int64_t due = now_us();
	phase.acknowledged = phase.sent = phase.refused = phase.games = 0;
	phase.end = due + (int64_t)seconds * SECOND;
	for (int64_t now = due; now < phase.end; now = now_us()) {
		while ((rate == 0 || due <= now) && (p = take_next_person())) {
			send_move(p, rate == 0 ? now : due);
			due += rate == 0 ? 0 : random_interval(rate);
		}
		wire_wait(1);
	}
	int64_t until = now_us() + (int64_t)PATIENCE * SECOND;
	while ((phase.unanswered > 0 || open_tables < table_count) && now_us() < until)
		wire_wait(10);
	if (phase.unanswered > 0)
		fail("%d moves were never answered", phase.unanswered);
}

static int compare_numbers(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
	return (x > y) - (x < y);
}

/* Returns the latency in milliseconds that this share of all moves did not exceed. */
static double percentile(double share)
{
	int n = phase.acknowledged;
	return n ? phase.latency[(int)(share * (n - 1))] / 1000.0 : 0;
}

/* Returns the seconds of processor time that this process has used. */
static double cpu_seconds(void)
{
	struct rusage r;
	getrusage(RUSAGE_SELF, &r);
	return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
		(double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / SECOND;
}

static void report(int rate, int seconds, double used_cpu)
{
	if (phase.acknowledged)
		qsort(phase.latency, (size_t)phase.acknowledged, sizeof *phase.latency, compare_numbers);
	printf("{\"rate\": %d, \"seconds\": %d, \"moves_per_second\": %.1f, \"sent\": %d, "
		   "\"refused\": %d, \"games_over\": %d, \"p50_ms\": %.2f, \"p90_ms\": %.2f, "
		   "\"p99_ms\": %.2f, \"p999_ms\": %.2f, \"max_ms\": %.2f, \"client_cpu\": %.3f}\n",
		rate, seconds, (double)phase.acknowledged / seconds, phase.sent, phase.refused, phase.games,
		percentile(0.5), percentile(0.9), percentile(0.99), percentile(0.999), percentile(1),
		used_cpu);
	fflush(stdout);
}

/* Reads what the next phase is to be, and what the server says meanwhile. Returns false if there is
 * none. */
static bool next_phase(int *rate, int *seconds)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	while (poll(&input, 1, 0) == 0)
		wire_wait(10);
	return scanf("%d %d", rate, seconds) == 2;
}

int main(int argc, char **argv)
{
	struct rlimit files;
	int rate, seconds;
	if (argc < 6 || atoi(argv[3]) < 1 || atoi(argv[4]) < 1)
		fail("usage: load apparat|boardgame.io PORT[,PORT].. TABLES EACH GAME...");
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	spoken = strcmp(argv[1], "apparat") == 0 ? &apparat_protocol : &peer_protocol;
	table_count = atoi(argv[3]);
	tables_each = atoi(argv[4]);
	wire_open(argv[2], spoken);
	make_tables(argv + 5, argc - 5);
	connect_all();
	open_all();
	printf("{\"ready\": true, \"tables\": %d, \"connections\": %d}\n", open_tables, connections);
	fflush(stdout);
	while (next_phase(&rate, &seconds)) {
		double before = cpu_seconds();
		play(rate, seconds);
		report(rate, seconds, cpu_seconds() - before);
	}
	return 0;
}

/* load.c: the load client's own part: see load.h. bench/server/run starts it, and the server.
 *
 *   load SERVER PORT TABLES GAME...     SERVER: apparat, boardgame.io
 *
 * It connects four people to each table, opens all tables and prints {"ready": ..}. Then it reads
 * lines "RATE SECONDS" and answers each with a line of JSON. RATE moves are sent a second, at
 * random times whoever stands in line; 0: everybody answers at once. Latency is from when a move
 * was due to its acknowledgement, so a server that is slow is not asked more kindly. */
#include "load.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum {
	COMING = 64, /* connections, or tables, that are opened at once */
	PATIENCE = 60,
	SECOND = 1000 * 1000
};

static const speech *speaks;
static table *tables;
static int table_count, here, opened;
static uint64_t seed = 0x9e3779b97f4a7c15;

/* Who stands in line to answer, a ring. */
static person **line;
static int line_room, line_first, line_count;

static struct {
	int64_t begin, end;
	int32_t *latency; /* microseconds, of those acknowledged before the end */
	int acknowledged, room;
	int sent, refused, games, underway;
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

uint32_t chance(uint32_t below)
{
	seed ^= seed << 13; /* xorshift */
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return below ? (uint32_t)(seed >> 32) % below : 0;
}

/* ---- What the speech tells us ---------------------------------------------------------------- */

void is_here(person *p)
{
	(void)p;
	here++;
}

void table_opened(table *t)
{
	(void)t;
	opened++;
}

void table_over(void)
{
	phase.games++;
	opened--;
}

void is_asked(person *p)
{
	if (p->in_line)
		return;
	p->in_line = true;
	line[(line_first + line_count++) % line_room] = p;
}

void was_answered(person *p)
{
	int64_t now = now_us();
	p->busy = false;
	phase.underway--;
	if (now >= phase.end)
		return;
	if (phase.acknowledged == phase.room) {
		phase.room = phase.room ? 2 * phase.room : 1 << 16;
		phase.latency = realloc(phase.latency, (size_t)phase.room * sizeof *phase.latency);
		if (!phase.latency)
			fail("out of memory");
	}
	phase.latency[phase.acknowledged++] = (int32_t)(now - p->since);
}

void was_refused(person *p)
{
	p->busy = false;
	phase.underway--;
	phase.refused++;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void wait_for(const int *what, int least)
{
	int64_t until = now_us() + (int64_t)PATIENCE * SECOND;
	while (*what < least) {
		wire_wait(100);
		if (now_us() > until)
			fail("the server took too long: %d of %d", *what, least);
	}
}

static void connect_all(void)
{
	for (int i = 0; i < table_count * SEATS; i++) {
		wire_connect(&tables[i / SEATS].person[i % SEATS]);
		wait_for(&here, i + 2 - COMING);
	}
	wait_for(&here, table_count * SEATS);
}

static void open_all(void)
{
	for (int i = 0; i < table_count; i++) {
		speaks->open_table(&tables[i]);
		wait_for(&opened, i + 2 - COMING);
	}
	wait_for(&opened, table_count);
}

static void seat_all(char **games, int count)
{
	line_room = table_count * SEATS;
	line = calloc((size_t)line_room, sizeof(person *));
	tables = calloc((size_t)table_count, sizeof *tables);
	if (!line || !tables)
		fail("out of memory");
	for (int i = 0; i < table_count; i++) {
		tables[i].number = i;
		tables[i].game = games[i % count];
		for (int seat = 0; seat < SEATS; seat++) {
			tables[i].person[seat].table = &tables[i];
			tables[i].person[seat].seat = seat;
		}
	}
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* The first in line who is still asked. */
static person *next_in_line(void)
{
	while (line_count > 0) {
		person *p = line[line_first];
		line_first = (line_first + 1) % line_room;
		line_count--;
		p->in_line = false;
		if (p->asked && !p->busy)
			return p;
	}
	return NULL;
}

static void send_one(person *p, int64_t since)
{
	p->busy = true;
	p->since = since;
	phase.sent++;
	phase.underway++;
	speaks->act(p);
}

/* Until the next move after one at random times, so many a second. */
static int64_t gap(int rate)
{
	double u = (chance(1u << 30) + 1.0) / (1u << 30);
	return (int64_t)(-log(u) * SECOND / rate);
}

static void play(int rate, int seconds)
{
	person *p;
	int64_t due = now_us();
	phase.acknowledged = phase.sent = phase.refused = phase.games = 0;
	phase.begin = due;
	phase.end = due + (int64_t)seconds * SECOND;
	for (int64_t now = due; now < phase.end; now = now_us()) {
		while ((rate == 0 || due <= now) && (p = next_in_line())) {
			send_one(p, rate == 0 ? now : due);
			due += rate == 0 ? 0 : gap(rate);
		}
		wire_wait(1);
	}
	int64_t until = now_us() + (int64_t)PATIENCE * SECOND;
	while ((phase.underway > 0 || opened < table_count) && now_us() < until)
		wire_wait(10);
	if (phase.underway > 0)
		fail("%d moves were never answered", phase.underway);
}

static int by_size(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
	return (x > y) - (x < y);
}

static double percentile(double share)
{
	int n = phase.acknowledged;
	return n ? phase.latency[(int)(share * (n - 1))] / 1000.0 : 0;
}

static double cpu(void)
{
	struct rusage r;
	getrusage(RUSAGE_SELF, &r);
	return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
		(double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / SECOND;
}

static void report(int rate, int seconds, double worked)
{
	if (phase.acknowledged)
		qsort(phase.latency, (size_t)phase.acknowledged, sizeof *phase.latency, by_size);
	printf("{\"rate\": %d, \"seconds\": %d, \"moves_per_second\": %.1f, \"sent\": %d, "
		   "\"refused\": %d, \"games_over\": %d, \"p50_ms\": %.2f, \"p90_ms\": %.2f, "
		   "\"p99_ms\": %.2f, \"p999_ms\": %.2f, \"max_ms\": %.2f, \"client_cpu\": %.3f}\n",
		rate, seconds, (double)phase.acknowledged / seconds, phase.sent, phase.refused, phase.games,
		percentile(0.5), percentile(0.9), percentile(0.99), percentile(0.999), percentile(1),
		worked);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct rlimit files;
	int rate, seconds;
	if (argc < 5)
		fail("usage: load apparat|boardgame.io PORT TABLES GAME...");
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	speaks = strcmp(argv[1], "apparat") == 0 ? &people_speech : &peer_speech;
	table_count = atoi(argv[3]);
	wire_open(atoi(argv[2]), speaks);
	seat_all(argv + 4, argc - 4);
	connect_all();
	open_all();
	printf("{\"ready\": true, \"tables\": %d, \"connections\": %d}\n", opened, here);
	fflush(stdout);
	while (scanf("%d %d", &rate, &seconds) == 2) {
		double before = cpu();
		play(rate, seconds);
		report(rate, seconds, cpu() - before);
	}
	return 0;
}

/* pages.c: what can be read besides files: records, the health and the figures of the server. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/http.h"
#include "server/peers.h"
#include "text/memory.h"

/* ---- Records --------------------------------------------------------------------------------- */

/* Reads the key from "/records/KEY.apr" or, of a record with what every seat saw,
 * "/records/KEY.whole.apr". */
static bool read_key(const char *path, char key[SV_KEY_SIZE], bool *whole)
{
	static const char prefix[] = "/records/", suffix[] = ".apr", whole_suffix[] = ".whole.apr";
	const char *from = path + sizeof prefix - 1;
	size_t length = strspn(from, "abcdefghijklmnopqrstuvwxyz0123456789");
	*whole = strcmp(from + length, whole_suffix) == 0;
	if (length == 0 || length >= SV_KEY_SIZE || (!*whole && strcmp(from + length, suffix) != 0))
		return false;
	memcpy(key, from, length);
	key[length] = '\0';
	return true;
}

void sv_get_record(sv_exchange *x)
{
	assert(x && !x->answered);
	char key[SV_KEY_SIZE], token[SV_TOKEN_SIZE];
	sv_session session;
	size_t length;
	bool whole;
	if (!sv_read_session(x->wsi, &session, token)) {
		sv_respond_error(x, 401, "no-session", "log in first, or say who you are as a guest");
		return;
	}
	char *text = read_key(x->path, key, &whole)
		? sv_hub_record(x->front->hub, key, session.person, whole, &length)
		: NULL;
	if (!text) {
		sv_respond_error(x, 404, "not-found", "there is no such record, or not for you");
		return;
	}
	sv_answer a = {.status = 200,
		.content_type = "text/plain; charset=utf-8",
		.body = text,
		.length = length,
		.owned = true};
	snprintf(a.extra_headers, sizeof a.extra_headers,
		"Content-Disposition: attachment; filename=\"%s.apr\"\r\n", key);
	sv_respond(x, &a);
}

/* ---- Health ---------------------------------------------------------------------------------- */

void sv_get_health(sv_exchange *x)
{
	assert(x && !x->answered);
	sv_answer a = {
		.status = 200, .content_type = "text/plain; charset=utf-8", .body = "ok\n", .length = 3};
	if (sv_store_last_table(x->front->store) < 0)
		sv_respond_error(x, 503, "storage", "the store does not answer");
	else
		sv_respond(x, &a);
}

/* ---- Figures --------------------------------------------------------------------------------- */

static double cpu_seconds(void)
{
	struct rusage used;
	getrusage(RUSAGE_SELF, &used);
	return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
		(double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* Returns 0 on systems without /proc. */
static long long resident_bytes(void)
{
	long long all, resident = 0;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file)
		return 0;
	if (fscanf(file, "%lld %lld", &all, &resident) != 2)
		resident = 0;
	fclose(file);
	return resident * sysconf(_SC_PAGESIZE);
}

/* The text of /metrics. */
enum { METRICS_SIZE = 16 << 10 };

typedef struct page {
	char *text;
	size_t length;
} page;

static void figure(page *p, const char *name, const char *kind, const char *help, double value)
{
	int n = snprintf(p->text + p->length, METRICS_SIZE - p->length,
		"# HELP %s %s\n# TYPE %s %s\n%s %.15g\n", name, help, name, kind, name, value);
	assert(n > 0 && (size_t)n < METRICS_SIZE - p->length);
	p->length += (size_t)n;
}

static void write_notice_figures(page *p, const sv_front *front)
{
	sv_notice_figures f;
	if (!front->notices)
		return;
	sv_notices_figures(front->notices, &f);
	figure(p, "apparat_notices_waiting", "gauge", "Notices not delivered yet.", f.waiting);
	figure(
		p, "apparat_notices_delivered_total", "counter", "Notices delivered.", (double)f.delivered);
	figure(p, "apparat_notices_dropped_total", "counter", "Notices given up.", (double)f.dropped);
	figure(p, "apparat_notices_restarts_total", "counter", "Couriers that were replaced.",
		(double)f.restarts);
}

static void write_figures(page *p, sv_front *front)
{
	sv_figures f;
	sv_hub_figures(front->hub, &f);
	figure(p, "apparat_clients", "gauge", "WebSockets that are open.", f.clients);
	figure(p, "apparat_connections", "gauge", "Connections of any kind.", front->connections);
	figure(p, "apparat_tables", "gauge", "Tables in memory.", f.tables);
	figure(p, "apparat_tables_running", "gauge", "Tables at which a game is on.", f.running);
	figure(p, "apparat_tables_unread", "gauge", "Running tables not yet read since the start.",
		f.unread);
	figure(p, "apparat_replayed_lines_total", "counter", "Lines replayed to read tables.",
		(double)f.replayed);
	figure(p, "apparat_requests_total", "counter", "Requests answered over HTTP.",
		(double)front->requests);
	figure(p, "apparat_messages_total", "counter", "Messages from clients.", (double)f.messages);
	figure(p, "apparat_refused_total", "counter", "Messages refused.", (double)f.refused);
	figure(p, "apparat_lines_total", "counter", "Lines of games stored.", (double)f.lines);
	figure(p, "apparat_commits_total", "counter", "Commits of the store.", (double)f.commits);
	figure(p, "apparat_bot_moves_total", "counter", "Moves of bots.", (double)f.bot_moves);
	figure(p, "apparat_bot_overruns_total", "counter", "Bots that thought for too long.",
		(double)f.bot_overruns);
	write_notice_figures(p, front);
	figure(p, "process_cpu_seconds_total", "counter", "Time of the processor.", cpu_seconds());
	figure(p, "process_resident_memory_bytes", "gauge", "Memory in use.", (double)resident_bytes());
}

/* For this machine only: the counters tell when something is stored, which a player must not know
 * of another. */
void sv_get_metrics(sv_exchange *x)
{
	assert(x && !x->answered);
	if (!sv_peer_is_local(x->wsi)) {
		sv_respond_error(x, 404, "not-found", "there is nothing here");
		return;
	}
	page p = {ap_allocate(METRICS_SIZE, 1), 0};
	write_figures(&p, x->front);
	sv_answer a = {.status = 200,
		.content_type = "text/plain; version=0.0.4; charset=utf-8",
		.body = p.text,
		.length = p.length,
		.owned = true};
	sv_respond(x, &a);
}

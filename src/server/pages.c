/* pages.c: what there is to read besides files: records, and how the server is. */
#include "server/front_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- Records --------------------------------------------------------------------------------- */

/* "/records/KEY.apr" */
static bool read_key(const char *path, char key[SV_KEY])
{
	static const char before[] = "/records/", after[] = ".apr";
	const char *from = path + sizeof before - 1;
	size_t length = strspn(from, "abcdefghijklmnopqrstuvwxyz0123456789");
	if (length == 0 || length >= SV_KEY || strcmp(from + length, after) != 0)
		return false;
	memcpy(key, from, length);
	key[length] = '\0';
	return true;
}

void sv_get_record(sv_exchange *x)
{
	char key[SV_KEY], token[SV_TOKEN];
	sv_session session;
	size_t length;
	if (!sv_session_of(x->wsi, &session, token)) {
		sv_respond_error(x, 401, "no-session", "log in first, or say who you are as a guest");
		return;
	}
	char *text =
		read_key(x->path, key) ? sv_hub_record(x->front->hub, key, session.person, &length) : NULL;
	if (!text) {
		sv_respond_error(x, 404, "not-found", "there is no such record, or not for you");
		return;
	}
	sv_answer a = {.status = 200,
		.type = "text/plain; charset=utf-8",
		.body = text,
		.length = length,
		.owned = true};
	snprintf(
		a.more, sizeof a.more, "Content-Disposition: attachment; filename=\"%s.apr\"\r\n", key);
	sv_respond(x, &a);
}

/* ---- Health ---------------------------------------------------------------------------------- */

void sv_get_health(sv_exchange *x)
{
	sv_answer a = {.status = 200, .type = "text/plain; charset=utf-8", .body = "ok\n", .length = 3};
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

/* 0 where there is no /proc. */
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

static void figure(FILE *out, const char *name, const char *kind, const char *help, double value)
{
	fprintf(out, "# HELP %s %s\n# TYPE %s %s\n%s %.15g\n", name, help, name, kind, name, value);
}

static void write_notice_figures(FILE *out, const sv_front *front)
{
	sv_notice_figures f;
	if (!front->notices)
		return;
	sv_notices_figures(front->notices, &f);
	figure(out, "apparat_notices_waiting", "gauge", "Notices not delivered yet.", f.waiting);
	figure(out, "apparat_notices_delivered_total", "counter", "Notices delivered.",
		(double)f.delivered);
	figure(out, "apparat_notices_dropped_total", "counter", "Notices given up.", (double)f.dropped);
	figure(out, "apparat_notices_restarts_total", "counter", "Couriers that were replaced.",
		(double)f.restarts);
}

static void write_figures(FILE *out, sv_front *front)
{
	sv_figures f;
	sv_hub_figures(front->hub, &f);
	figure(out, "apparat_clients", "gauge", "WebSockets that are open.", f.clients);
	figure(out, "apparat_connections", "gauge", "Connections of any kind.", front->connections);
	figure(out, "apparat_tables", "gauge", "Tables in memory.", f.tables);
	figure(out, "apparat_tables_running", "gauge", "Tables at which a game is on.", f.running);
	figure(out, "apparat_tables_unread", "gauge", "Running tables not yet read since the start.",
		f.unread);
	figure(out, "apparat_replayed_lines_total", "counter", "Lines replayed to read tables.",
		(double)f.replayed);
	figure(out, "apparat_requests_total", "counter", "Requests answered over HTTP.",
		(double)front->requests);
	figure(out, "apparat_messages_total", "counter", "Messages from clients.", (double)f.messages);
	figure(out, "apparat_refused_total", "counter", "Messages refused.", (double)f.refused);
	figure(out, "apparat_lines_total", "counter", "Lines of games stored.", (double)f.lines);
	figure(out, "apparat_commits_total", "counter", "Commits of the store.", (double)f.commits);
	figure(out, "apparat_bot_moves_total", "counter", "Moves of bots.", (double)f.bot_moves);
	figure(out, "apparat_bot_overruns_total", "counter", "Bots that thought for too long.",
		(double)f.bot_overruns);
	write_notice_figures(out, front);
	figure(out, "process_cpu_seconds_total", "counter", "Time of the processor.", cpu_seconds());
	figure(
		out, "process_resident_memory_bytes", "gauge", "Memory in use.", (double)resident_bytes());
}

/* What is counted tells the moment something is stored: no player may know that of another. */
void sv_get_metrics(sv_exchange *x)
{
	char *text = NULL;
	size_t length = 0;
	if (!sv_peer_is_local(x->wsi)) {
		sv_respond_error(x, 404, "not-found", "there is nothing here");
		return;
	}
	FILE *out = open_memstream(&text, &length);
	if (out)
		write_figures(out, x->front);
	if (!out || fclose(out) != 0) {
		free(text);
		sv_respond_error(x, 503, "busy", "the server has no room, try again later");
		return;
	}
	sv_answer a = {.status = 200,
		.type = "text/plain; version=0.0.4; charset=utf-8",
		.body = text,
		.length = length,
		.owned = true};
	sv_respond(x, &a);
}

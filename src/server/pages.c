/* pages.c: what can be read besides files: records, replays for pages of other sites, the health
 * and the figures of the server. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "apparat/version.h"
#include "core/json_writer.h"
#include "server/front_nodes.h"
#include "server/http.h"
#include "server/peers.h"
#include "text/memory.h"

/* ---- Records --------------------------------------------------------------------------------- */

/* Reads the key of a table after the prefix of a path. Returns what follows it; NULL if there is no
 * key. */
static const char *read_key(const char *path, const char *prefix, char key[SV_KEY_SIZE])
{
	const char *from = path + strlen(prefix);
	size_t length = strspn(from, "abcdefghijklmnopqrstuvwxyz0123456789");
	if (length == 0 || length >= SV_KEY_SIZE)
		return NULL;
	memcpy(key, from, length);
	key[length] = '\0';
	return from + length;
}

/* Finds the record of "/records/KEY.apr" or, with what every seat saw, "/records/KEY.whole.apr".
 * Games that are over are for everybody who knows the key; no session is looked for then. */
static char *find_record(sv_exchange *x, char key[SV_KEY_SIZE], bool *has_session, size_t *length)
{
	char token[SV_TOKEN_SIZE];
	sv_session session = {0};
	const char *suffix = read_key(x->path, "/records/", key);
	bool whole = suffix && strcmp(suffix, ".whole.apr") == 0;
	bool good = whole || (suffix && strcmp(suffix, ".apr") == 0);
	char *text = good ? sv_hub_record(x->front->hub, key, 0, whole, length) : NULL;
	*has_session = !text && sv_read_session(x->wsi, &session, token);
	return *has_session && good ? sv_hub_record(x->front->hub, key, session.person, whole, length)
								: text;
}

void sv_get_record(sv_exchange *x)
{
	assert(x && !x->answered);
	char key[SV_KEY_SIZE];
	size_t length = 0;
	bool has_session;
	if (!sv_peer_may(x, SV_DOWNLOAD))
		return;
	char *text = find_record(x, key, &has_session, &length);
	if (!text) {
		if (has_session)
			sv_respond_error(x, 404, "not-found", "there is no such record, or not for you");
		else
			sv_respond_error(x, 401, "no-session", "log in first, or say who you are as a guest");
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

/* "/embed/KEY" is the replay of a game that is over, the only page that other sites may frame. It
 * reads no session and sets no cookie. */
void sv_get_embedded(sv_exchange *x)
{
	assert(x && !x->answered);
	char key[SV_KEY_SIZE];
	const char *rest = read_key(x->path, "/embed/", key);
	if (rest && !*rest && sv_hub_is_over(x->front->hub, key))
		sv_respond_page(x, true);
	else
		sv_respond_error(x, 404, "not-found", "there is no such game, or it is not over");
}

/* ---- Who this server is ---------------------------------------------------------------------- */

/* The key with which its records are signed, for whoever checks them. */
void sv_get_identity(sv_exchange *x)
{
	assert(x && !x->answered);
	static char text[256];
	char key[SV_HEX_SIZE];
	sv_hub_key(x->front->hub, key);
	ap_json j = ap_json_into(text, sizeof text);
	ap_json_open(&j, '{');
	ap_json_key(&j, "program");
	ap_json_string(&j, "apparat");
	ap_json_key(&j, "version");
	ap_json_string(&j, AP_VERSION_STRING);
	ap_json_key(&j, "protocol");
	ap_json_int(&j, 1);
	ap_json_key(&j, "record_key");
	ap_json_string(&j, key);
	ap_json_close(&j, '}');
	sv_answer a = {.status = 200, .body = text, .length = ap_json_done(&j)};
	sv_respond(x, &a);
}

/* ---- Health ---------------------------------------------------------------------------------- */

/* Writes something, so that a full disk or a lost one is noticed; but not more often than once a
 * second, whoever asks. */
static bool can_write(sv_front *front)
{
	enum { SECOND = 1000 };
	int64_t now = sv_real_world.elapsed(NULL);
	if (sv_hub_is_troubled(front->hub))
		return false;
	if (front->health_at && now - front->health_at < SECOND)
		return front->is_healthy;
	front->health_at = now;
	sv_hub_flush(front->hub); /* a failure is to concern this write alone */
	front->is_healthy = !sv_hub_is_troubled(front->hub) &&
		sv_store_put_time_served(front->store, sv_front_now(front)) &&
		sv_store_commit(front->store);
	if (!front->is_healthy && sv_store_has_uncommitted(front->store))
		sv_store_roll_back(front->store);
	return front->is_healthy;
}

void sv_get_health(sv_exchange *x)
{
	assert(x && !x->answered);
	sv_answer a = {
		.status = 200, .content_type = "text/plain; charset=utf-8", .body = "ok\n", .length = 3};
	if (can_write(x->front))
		sv_respond(x, &a);
	else
		sv_respond_error(x, 503, "storage", "nothing can be stored now");
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
	char line[128] = "", *resident = line;
	FILE *file = fopen("/proc/self/statm", "r");
	if (!file)
		return 0;
	bool good = fgets(line, sizeof line, file) != NULL;
	fclose(file);
	if (strtoll(line, &resident, 10) <= 0 || !good) /* all pages stand before those in memory */
		return 0;
	return strtoll(resident, NULL, 10) * sysconf(_SC_PAGESIZE);
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

static void write_node_figures(page *p, const sv_front *front)
{
	sv_node_figures f;
	if (!sv_front_node_figures(front, &f))
		return;
	figure(p, "apparat_nodes", "gauge", "Nodes that live, this one included.", f.nodes);
	figure(p, "apparat_links", "gauge", "Connections to other nodes.", f.links.open);
	figure(p, "apparat_link_bytes_total", "counter", "Bytes sent to other nodes.",
		(double)f.links.bytes_out);
	figure(p, "apparat_link_strangers_total", "counter",
		"Connections for nodes from those who were none.", (double)f.links.strangers);
	figure(p, "apparat_mirrors", "gauge", "Clients of other nodes that want something here.",
		f.relay.mirrors);
	figure(p, "apparat_relayed_total", "counter", "Messages passed on to other nodes.",
		(double)f.relay.passed_on);
	figure(p, "apparat_relayed_waiting", "gauge", "Messages that wait for a leader of their table.",
		f.relay.waiting);
	figure(p, "apparat_relay_given_up_total", "counter",
		"Messages refused because no leader of their table was found.", (double)f.relay.given_up);
	figure(p, "apparat_sent_back_total", "counter",
		"Clients that had to connect again because a link broke.", (double)f.relay.sent_back);
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
	figure(p, "apparat_failed_commits_total", "counter", "Commits that failed.",
		(double)f.failed_commits);
	figure(p, "apparat_store_works", "gauge", "1 if the store can be written.",
		!sv_hub_is_troubled(front->hub));
	figure(p, "apparat_store_waits_total", "counter",
		"Times that another process had locked the database.",
		(double)sv_store_waits(front->store));
	figure(p, "apparat_damaged_tables_total", "counter", "Tables that could not be read.",
		(double)f.damaged);
	figure(p, "apparat_refused_requests_total", "counter",
		"Requests over HTTP answered with a status from 400 on.", (double)front->refused_requests);
	if (front->service) {
		figure(p, "apparat_stalls_total", "counter", "Times that nobody was served for a second.",
			(double)front->service->stalls);
		figure(p, "apparat_stalled_seconds_total", "counter",
			"Time in which nobody was served, which clocks at tables got back.",
			(double)front->service->stalled_ms / 1000);
	}
	figure(p, "apparat_bot_moves_total", "counter", "Moves of bots.", (double)f.bot_moves);
	figure(p, "apparat_bot_overruns_total", "counter", "Bots that thought for too long.",
		(double)f.bot_overruns);
	sv_meters *meters = sv_hub_meters(front->hub);
	figure(p, "apparat_tables_open", "gauge", "Tables whose games are not over.",
		(double)sv_amount_of(meters, NULL, SV_TABLES));
	figure(p, "apparat_waiting_bytes", "gauge", "Bytes that clients have not read yet.",
		(double)sv_amount_of(meters, NULL, SV_WAITING_BYTES));
	figure(p, "apparat_incoming_bytes", "gauge", "Bytes of messages that are not whole yet.",
		(double)sv_amount_of(meters, NULL, SV_INCOMING_BYTES));
	write_notice_figures(p, front);
	write_node_figures(p, front);
	if (front->replica) {
		figure(p, "apparat_replica_works", "gauge", "1 if the replica can be read.",
			!sv_store_is_away(front->replica));
		figure(p, "apparat_replica_reads_total", "counter", "Reads from the replica.",
			(double)f.replica_reads);
	}
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

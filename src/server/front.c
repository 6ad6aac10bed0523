/* front.c: opens the sockets and runs the loop. Each time the loop runs, it handles what the
 * sockets brought and what is due, commits all of that at once, and then sends the answers. */
#include "server/front.h"

#include <assert.h>
#include <arpa/inet.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/account.h"
#include "server/admin_socket.h"
#include "server/front_internal.h"
#include "server/front_nodes.h"
#include "server/http.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/peers.h"
#include "server/retention.h"
#include "server/sockets.h"
#include "server/supervisor.h"
#include "text/memory.h"

enum {
	MAX_FILES = 16384,     /* files that may be open at once */
	OTHER_FILES = 128,     /* files of these that are no connections */
	RECEIVE_SIZE = 256,    /* bytes of a message that are received at a time */
	SEND_SIZE = 1 << 20,   /* bytes that the library writes at a time; its default is little */
	TICK_AFTER_INPUT = 20, /* ms after a message: the hub's next time may have changed */
	LEAST_INTERVAL = 5,    /* ms between two ticks at least */
	STOP_TIME = 3 * 1000,  /* ms for connections to end when the server stops */
	HEARTBEAT = 500,       /* ms for which the loop waits at most while somebody is connected: if
							  it is stopped meanwhile, not more than that is taken from anybody */
	SECOND = 1000,
	HOUR = 3600 * SECOND
};

static struct lws_protocols protocols[] = {
	{"http", sv_on_http, sizeof(sv_exchange), 0, 0, NULL, SEND_SIZE},
	{SV_SUBPROTOCOL, sv_on_socket, 0 /* see fill_creation_info() */, RECEIVE_SIZE, 0, NULL,
		SEND_SIZE},
	{NULL, NULL, 0, 0, 0, NULL, 0},
};

/* The library keeps its own pings in a list that it searches at each sign of life. The server sends
 * pings itself instead: see sv_sockets_check(). */
static const lws_retry_bo_t no_pings = {0};

/* ---- Opening --------------------------------------------------------------------------------- */

/* The first error that the library logs while it starts. */
static char library_error[160];

static void keep_first_error(int level, const char *line)
{
	(void)level;
	const char *text = strstr(line, ": "); /* after the time of the line */
	text = text ? text + 2 : line;
	if (library_error[0] == '\0')
		snprintf(library_error, sizeof library_error, "%.*s", (int)strcspn(text, "\n"), text);
}

/* The library allocates a table for as many files as the process may open, even if that is a
 * million. */
static int limit_files(void)
{
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return 1024;
	rlim_t max_files =
		files.rlim_max == RLIM_INFINITY || files.rlim_max > MAX_FILES ? MAX_FILES : files.rlim_max;
	files.rlim_cur = max_files;
	setrlimit(RLIMIT_NOFILE, &files);
	return (int)max_files;
}

static bool is_ipv6(const char *address)
{
	return strchr(address, ':') != NULL;
}

/* The library would bind an IPv4 address with the IPv6 wildcard. */
static void choose_address(struct lws_context_creation_info *info, const sv_front_options *o)
{
	bool every = strcmp(o->bind, "0.0.0.0") == 0 || strcmp(o->bind, "::") == 0;
	info->port = o->port;
	info->iface = every ? NULL : o->bind;
	if (!is_ipv6(o->bind))
		info->options |= LWS_SERVER_OPTION_DISABLE_IPV6;
}

static void choose_tls(struct lws_context_creation_info *info, const sv_front_options *o)
{
	if (!o->certificate)
		return;
	info->ssl_cert_filepath = o->certificate;
	info->ssl_private_key_filepath = o->key;
	info->alpn = "http/1.1"; /* not HTTP/2: see http.c */
	info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
}

/* The virtual host is created after the context: if it failed while the context is created, the
 * library would leak memory. */
static void fill_creation_info(
	struct lws_context_creation_info *info, sv_front *front, const sv_front_options *o)
{
	protocols[1].per_session_data_size = sv_socket_size;
	info->protocols = protocols;
	info->user = front;
	info->options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8 |
		LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND;
	info->retry_and_idle_policy = &no_pings;
	info->keepalive_timeout = 15;
	info->timeout_secs = 20;
	sv_loop_configure(front->loop, info);
	choose_address(info, o);
	choose_tls(info, o);
}

/* Binds the address once, because the library would give no reason that a person understands. */
static bool try_address(const sv_front_options *o, ap_error *error)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)o->port)};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)o->port)};
	bool is_v6 = is_ipv6(o->bind);
	if (inet_pton(is_v6 ? AF_INET6 : AF_INET, o->bind,
			is_v6 ? (void *)&v6.sin6_addr : (void *)&v4.sin_addr) != 1)
		return ap_fail(error, 0, "'%s' is no address in digits, such as 127.0.0.1 or ::1", o->bind);
	int fd = socket(is_v6 ? AF_INET6 : AF_INET, SOCK_STREAM, 0);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
	bool good = fd >= 0 &&
		bind(fd, is_v6 ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4,
			is_v6 ? sizeof v6 : sizeof v4) == 0;
	if (!good)
		ap_fail(error, 0, "cannot listen on %s port %d: %s", o->bind, o->port, strerror(errno));
	if (fd >= 0)
		close(fd);
	return good;
}

static bool listen_at(sv_front *front, const sv_front_options *o, ap_error *error)
{
	struct lws_context_creation_info info = {0};
	struct lws_vhost *vhost = NULL;
	fill_creation_info(&info, front, o);
	library_error[0] = '\0';
	lws_set_log_level(LLL_ERR, keep_first_error);
	front->context = lws_create_context(&info);
	if (front->context)
		vhost = lws_create_vhost(front->context, &info);
	lws_set_log_level(0, NULL); /* from here on strangers could fill the log */
	if (!vhost)
		return ap_fail(error, 0, "cannot serve%s%s: %s",
			o->certificate ? " with the certificate " : "", o->certificate ? o->certificate : "",
			library_error[0] ? library_error : "the library gives no reason");
	snprintf(front->url, sizeof front->url, is_ipv6(o->bind) ? "%s://[%s]:%d" : "%s://%s:%d",
		front->tls ? "https" : "http", o->bind, lws_get_vhost_listen_port(vhost));
	return true;
}

/* What waits for a commit comes and goes with each pass: the pages for it are kept between passes,
 * and given back with malloc_trim() from time to time. */
static void keep_freed_pages(void)
{
	enum { KEPT = 1 << 20, LARGE = 16 << 20 };
	mallopt(M_TRIM_THRESHOLD, KEPT);
	mallopt(M_MMAP_THRESHOLD, LARGE); /* what is larger than that is given back at once */
}

static bool open_admin_socket(sv_front *front, const sv_front_options *o, ap_error *error)
{
	if (o->admin_socket)
		front->admin = sv_admin_socket_open(front, o->admin_socket, error);
	return front->admin || !o->admin_socket;
}

sv_front *sv_front_open(const sv_front_options *o, ap_error *error)
{
	assert(o && error);
	assert(o->hub && o->people && o->store && o->world && o->limits && o->bind);
	if (!try_address(o, error))
		return NULL;
	keep_freed_pages();
	sv_front *front = ap_allocate(1, sizeof *front);
	front->hub = o->hub;
	front->people = o->people;
	front->store = o->store;
	front->replica = o->replica;
	front->world = *o->world;
	front->service = o->service;
	front->limits = *o->limits;
	front->tls = o->certificate != NULL;
	front->certificate = o->certificate;
	front->key = o->key;
	front->watchdog = sv_watchdog_interval();
	front->notices = o->notices;
	memcpy(front->retention.keep, o->keep, sizeof front->retention.keep);
	sv_read_banned_addresses(&front->banned, front->store, sv_front_wall_now(front));
	front->max_connections = limit_files() - OTHER_FILES;
	front->loop = sv_loop_open();
	front->hasher = sv_hasher_open(sv_http_hash_ready);
	front->examiner = sv_examiner_open(sv_http_examined);
	if (!front->hasher)
		ap_fail(error, 0, "no process to hash passwords could be started: %s", strerror(errno));
	else if (!front->loop)
		ap_fail(error, 0, "the event loop could not be made");
	if (front->hasher && front->loop && sv_trust_proxy(front, o->trusted_proxy, error) &&
		sv_front_join(front, o->node_socket, error) && open_admin_socket(front, o, error) &&
		listen_at(front, o, error))
		return front;
	sv_front_close(front);
	return NULL;
}

void sv_front_close(sv_front *front)
{
	assert(front);
	if (front->admin)
		sv_admin_socket_close(front->admin);
	sv_front_leave(front);
	if (front->loop)
		sv_loop_close(front->loop, front->context);
	if (front->hasher)
		sv_hasher_close(front->hasher);
	sv_examiner_close(front->examiner);
	sv_free_banned_addresses(&front->banned);
	free(front);
}

const char *sv_front_url(const sv_front *front)
{
	assert(front);
	return front->url;
}

/* ---- The loop -------------------------------------------------------------------------------- */

void sv_front_wake(sv_front *front)
{
	lws_cancel_service(front->context);
}

void sv_front_stop(sv_front *front)
{
	atomic_store(&front->stop_requested, true);
	sv_front_wake(front);
}

void sv_front_reload(sv_front *front)
{
	atomic_store(&front->reload_requested, true);
	sv_front_wake(front);
}

static void start_stopping(sv_front *front, int64_t now)
{
	sv_tell_supervisor("STOPPING=1");
	front->stop_at = now + STOP_TIME;
	sv_sockets_close_all(front, SV_CLOSE_RESTART);
}

static bool has_stopped(const sv_front *front)
{
	if (!front->stop_at)
		return false;
	return (!front->sockets && front->exchanges == 0) || sv_front_now(front) >= front->stop_at;
}

static int64_t sooner(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t check_interval(const sv_front *front)
{
	int64_t time = front->limits.idle / 8;
	return time < SECOND / 10 ? SECOND / 10 : sooner(time, 10 * SECOND);
}

static void do_timed_work(sv_front *front)
{
	int64_t now = sv_front_now(front);
	front->tick_at =
		sooner(front->tick_at, now + (front->hub_has_input ? TICK_AFTER_INPUT : 60 * SECOND));
	front->check_at = sooner(front->check_at, now + check_interval(front));
	front->hub_has_input = false;
	if (sv_nodes_have_news(front->hub))
		front->tick_at = now;
	if (sv_hub_check_clock(front->hub))
		front->tick_at = sooner(front->tick_at, now + LEAST_INTERVAL);
	if (now >= front->tick_at) {
		int64_t next = sv_hub_tick(front->hub);
		front->tick_at = next < now + LEAST_INTERVAL ? now + LEAST_INTERVAL : next;
	}
	bool hashes = sv_hasher_tick(front->hasher, now), examines = sv_examiner_tick(front->examiner);
	front->look_at = hashes || examines ? now + LEAST_INTERVAL : INT64_MAX;
	if (front->notices && now >= sv_notices_due(front->notices))
		sv_notices_tick(front->notices);
	if (now >= front->check_at) {
		sv_sockets_check(front);
		sv_meters_forget(sv_hub_meters(front->hub), now);
		sv_hub_try_replica(front->hub);
		malloc_trim(0); /* thousands of queues that were full for a moment leave pages behind */
		front->check_at = now + check_interval(front);
	}
	front->nodes_at = sv_front_nodes_tick(front);
	bool is_steward = sv_is_steward(front->hub);
	if (now >= front->hourly_at) {
		if (is_steward) {
			sv_people_delete_expired(front->people);
			sv_store_delete_expired(front->store, sv_front_wall_now(front));
		}
		front->hourly_at = now + HOUR;
	}
	if (atomic_exchange(&front->reload_requested, false))
		sv_reload_certificate(front);
	front->recover_at = sv_recovery_tick(front);
	if (now >= front->retention_at)
		front->retention_at = is_steward ? sv_retention_tick(front) : now + HOUR;
	if (atomic_load(&front->stop_requested) && !front->stop_at)
		start_stopping(front, now);
}

static void try_store_again(sv_front *front)
{
	int64_t now = sv_real_world.elapsed(NULL); /* the clock of the server stands still now */
	if (!sv_hub_is_troubled(front->hub) || now < front->try_at)
		return;
	front->try_at = now + HEARTBEAT;
	sv_hub_try_again(front->hub);
}

static void commit_and_send(sv_front *front)
{
	try_store_again(front);
	if (front->service && !sv_hub_is_troubled(front->hub))
		sv_service_clock_keep(front->service, front->store, sv_hub_is_playing(front->hub));
	sv_write_for_cover(front);
	sv_hub_flush_soon(front->hub);
}

/* Returns the ms until something is due. */
static int64_t time_to_wait(const sv_front *front)
{
	int64_t now = sv_front_now(front), next = sooner(front->tick_at, front->check_at);
	if (front->stop_at)
		next = sooner(next, front->stop_at);
	next = sooner(sooner(next, front->look_at), sooner(front->recover_at, front->retention_at));
	next = sooner(next, front->nodes_at);
	if (front->notices)
		next = sooner(next, sv_notices_due(front->notices));
	next = sooner(
		next, now + (front->sockets || sv_hub_is_troubled(front->hub) ? HEARTBEAT : 10 * SECOND));
	if (front->sockets && front->service)
		next = sooner(next, front->cover_at);
	if (front->watchdog)
		next = sooner(next, now + front->watchdog / 2);
	return next > now ? next - now + 1 : 1;
}

static void report_set_clock(int64_t by)
{
	sv_log(SV_LOG_WARNING, "clock-set", NULL,
		"the clock of the day was set %s by %lld s; games do not run by it, and nobody loses time",
		by > 0 ? "forward" : "back", (long long)(((by > 0 ? by : -by) + SECOND / 2) / SECOND));
}

/* Time in which the loop did not run, or in which nothing could be decided, is given back: see
 * service_clock.h. A server that stops does not wait for better times. */
static void begin_pass(sv_front *front, int64_t wait)
{
	if (!front->service)
		return;
	sv_service_clock_hold(front->service, sv_hub_is_troubled(front->hub) && !front->stop_at);
	int64_t lost = sv_service_clock_pass(front->service, wait);
	int64_t set_by = sv_service_clock_day_set(front->service);
	if (set_by != 0)
		report_set_clock(set_by);
	if (lost >= SV_STALL)
		sv_log(SV_LOG_WARNING, "stall", NULL,
			"nobody was served for %lld ms, which all clocks at tables get back", (long long)lost);
}

/* Says that the loop runs. */
static void show_life(sv_front *front)
{
	int64_t now = sv_real_world.elapsed(NULL);
	if (!front->watchdog || now < front->alive_at)
		return;
	front->alive_at = now + front->watchdog;
	sv_tell_supervisor("WATCHDOG=1");
}

static void run_once(sv_front *front, int64_t wait)
{
	begin_pass(front, wait);
	show_life(front);
	sv_loop_watch(front->loop, sv_store_socket(front->store));
	sv_loop_run_once(front->loop, wait);
	do_timed_work(front);
	commit_and_send(front);
	front->pass++;
}

void sv_front_run_once(sv_front *front)
{
	assert(front);
	run_once(front, 0);
}

void sv_front_run(sv_front *front)
{
	assert(front);
	while (!has_stopped(front))
		run_once(front, time_to_wait(front));
}

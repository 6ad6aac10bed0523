/* front.c: the loop. Each time round: what the sockets brought, what the time has come for, one
 * commit for all of it, and then the answers. */
#include "server/front_internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	FILES = 16384, /* open at once; the library's tables are as long */
	OTHER_FILES = 128,
	PIECE = 512,       /* bytes of a message a socket keeps room for; longer ones come in pieces */
	AT_ONCE = 1 << 20, /* bytes of a message the library writes; else no more than PIECE */
	SOON = 20,         /* ms: what came in may have shortened the hub's time */
	A_MOMENT = 5,      /* ms: the least between two ticks */
	GRACE = 3 * 1000,  /* ms for everybody to go when we stop */
	SECOND = 1000,
	HOUR = 3600 * SECOND
};

static struct lws_protocols protocols[] = {
	{"http", sv_on_http, sizeof(sv_exchange), 0, 0, NULL, 0},
	{SV_SUBPROTOCOL, sv_on_socket, 0 /* sv_socket_size */, PIECE, 0, NULL, AT_ONCE},
	{NULL, NULL, 0, 0, 0, NULL, 0},
};

/* The library's own pings would stand in a list that is searched from its beginning at every sign
 * of life; we sweep instead. */
static const lws_retry_bo_t no_pings = {0};

/* ---- Opening --------------------------------------------------------------------------------- */

/* The first thing the library complains of while it starts. */
static char complaint[160];

static void keep_complaint(int level, const char *line)
{
	(void)level;
	const char *text = strstr(line, ": "); /* after the time */
	text = text ? text + 2 : line;
	if (complaint[0] == '\0')
		snprintf(complaint, sizeof complaint, "%.*s", (int)strcspn(text, "\n"), text);
}

/* The library makes room for as many files as the process may open, be it a million. */
static int limit_files(void)
{
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return 1024;
	rlim_t most =
		files.rlim_max == RLIM_INFINITY || files.rlim_max > FILES ? FILES : files.rlim_max;
	files.rlim_cur = most;
	setrlimit(RLIMIT_NOFILE, &files);
	return (int)most;
}

static bool is_ipv6(const char *address)
{
	return strchr(address, ':') != NULL;
}

/* Of an address in IPv4 the library would bind the wildcard of IPv6. */
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
	info->alpn = "http/1.1"; /* see http.c */
	info->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
}

/* The virtual host is made apart from the context: when it fails inside, the library leaks. */
static void fill_in(
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
	sv_loop_use(front->loop, info);
	choose_address(info, o);
	choose_tls(info, o);
}

/* The library tells no reason that a person would understand: so we try it first. */
static bool try_address(const sv_front_options *o, ap_error *error)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)o->port)};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)o->port)};
	bool six = is_ipv6(o->bind);
	if (inet_pton(six ? AF_INET6 : AF_INET, o->bind,
			six ? (void *)&v6.sin6_addr : (void *)&v4.sin_addr) != 1)
		return ap_fail(error, 0, "'%s' is no address in digits, such as 127.0.0.1 or ::1", o->bind);
	int fd = socket(six ? AF_INET6 : AF_INET, SOCK_STREAM, 0);
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
	bool good = fd >= 0 &&
		bind(fd, six ? (struct sockaddr *)&v6 : (struct sockaddr *)&v4,
			six ? sizeof v6 : sizeof v4) == 0;
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
	fill_in(&info, front, o);
	complaint[0] = '\0';
	lws_set_log_level(LLL_ERR, keep_complaint);
	front->context = lws_create_context(&info);
	if (front->context)
		vhost = lws_create_vhost(front->context, &info);
	lws_set_log_level(0, NULL); /* from here on strangers would write our log */
	if (!vhost)
		return ap_fail(error, 0, "cannot serve%s%s: %s",
			o->certificate ? " with the certificate " : "", o->certificate ? o->certificate : "",
			complaint[0] ? complaint : "the library gives no reason");
	snprintf(front->url, sizeof front->url, is_ipv6(o->bind) ? "%s://[%s]:%d" : "%s://%s:%d",
		front->tls ? "https" : "http", o->bind, lws_get_vhost_listen_port(vhost));
	return true;
}

sv_front *sv_front_open(const sv_front_options *o, ap_error *error)
{
	if (!try_address(o, error))
		return NULL;
	sv_front *front = calloc(1, sizeof *front);
	if (!front) {
		ap_fail(error, 0, "not enough memory");
		return NULL;
	}
	front->hub = o->hub;
	front->people = o->people;
	front->store = o->store;
	front->world = *o->world;
	front->limits = *o->limits;
	front->tls = o->certificate != NULL;
	front->notices = o->notices;
	front->most_connections = limit_files() - OTHER_FILES;
	front->loop = sv_loop_open();
	front->hasher = sv_hasher_open(sv_http_go_on);
	if (!front->hasher)
		ap_fail(error, 0, "no process to hash passwords could be started: %s", strerror(errno));
	if (front->hasher && front->loop && sv_trust_proxy(front, o->trusted_proxy, error) &&
		listen_at(front, o, error))
		return front;
	sv_front_close(front);
	return NULL;
}

void sv_front_close(sv_front *front)
{
	if (front->loop)
		sv_loop_close(front->loop, front->context);
	if (front->hasher)
		sv_hasher_close(front->hasher);
	sv_peers_tidy(front, true);
	free(front);
}

const char *sv_front_url(const sv_front *front)
{
	return front->url;
}

/* ---- The loop -------------------------------------------------------------------------------- */

void sv_front_wake(sv_front *front)
{
	lws_cancel_service(front->context);
}

void sv_front_stop(sv_front *front)
{
	atomic_store(&front->stop, true);
	sv_front_wake(front);
}

static void begin_to_stop(sv_front *front, int64_t now)
{
	front->stop_at = now + GRACE;
	sv_sockets_leave(front, SV_CLOSE_RESTART);
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

static int64_t sweep_time(const sv_front *front)
{
	int64_t time = front->limits.idle / 8;
	return time < SECOND / 10 ? SECOND / 10 : sooner(time, 10 * SECOND);
}

/* A clock that was set back must not put anything off. */
static void pass_time(sv_front *front)
{
	int64_t now = sv_front_now(front);
	front->tick_at = sooner(front->tick_at, now + (front->heard ? SOON : 60 * SECOND));
	front->sweep_at = sooner(front->sweep_at, now + sweep_time(front));
	front->heard = false;
	if (now >= front->tick_at) {
		int64_t next = sv_hub_tick(front->hub);
		front->tick_at = next < now + A_MOMENT ? now + A_MOMENT : next;
	}
	front->look_at = sv_hasher_tick(front->hasher, now) ? now + A_MOMENT : INT64_MAX;
	if (front->notices && now >= sv_notices_due(front->notices))
		sv_notices_tick(front->notices);
	if (now >= front->sweep_at) {
		sv_sockets_sweep(front);
		sv_peers_tidy(front, false);
		front->sweep_at = now + sweep_time(front);
	}
	if (now >= front->hour_at) {
		sv_people_sweep(front->people);
		front->hour_at = now + HOUR;
	}
	if (atomic_load(&front->stop) && !front->stop_at)
		begin_to_stop(front, now);
}

/* What the people wrote (a session's last use) waits for nobody, but not for ever either. */
static void make_durable(sv_front *front)
{
	sv_hub_flush(front->hub);
	sv_sockets_write(front);
	if (sv_store_waiting(front->store) && !sv_store_commit(front->store))
		sv_store_forget(front->store);
}

/* Until the clock has something to do. */
static int64_t time_to_wait(const sv_front *front)
{
	int64_t now = sv_front_now(front), next = sooner(front->tick_at, front->sweep_at);
	if (front->stop_at)
		next = sooner(next, front->stop_at);
	next = sooner(next, front->look_at);
	if (front->notices)
		next = sooner(next, sv_notices_due(front->notices));
	return next > now ? next - now + 1 : 1;
}

static void go_round(sv_front *front, int64_t wait)
{
	sv_loop_go_round(front->loop, wait);
	pass_time(front);
	make_durable(front);
	front->pass++;
}

void sv_front_pass(sv_front *front)
{
	go_round(front, 0);
}

void sv_front_run(sv_front *front)
{
	while (!has_stopped(front))
		go_round(front, time_to_wait(front));
}

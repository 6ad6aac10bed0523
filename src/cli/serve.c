/* serve.c: the command `apparat serve`, the server. */
#include "cli/command.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complete.h"
#include "cli/database.h"
#include "cli/serve_config.h"
#include "cli/serve_notices.h"
#include "cli/setup.h"
#include "server/front.h"
#include "server/link.h"
#include "server/log.h"
#include "server/nodes.h"
#include "server/static_files.h"
#include "server/store_lock.h"
#include "server/store_nodes.h"
#include "server/supervisor.h"

static const char usage[] = AP_TEXT(
	"apparat serve [OPTION]...\n"
	"\n"
	"Lets people play over the network, with HTTP and WebSocket, until it gets SIGTERM or SIGINT.\n"
	"Prints \"listening on URL\" when it is ready. Join with apparat join URL.\n"
	"\n"
	"  --config FILE       read options from this file, too: a line each, such as port = 8080\n"
	"  --port P            listen on this port; 0: any free one (default: 8080)\n"
	"  --bind ADDRESS      listen on this address in digits; 0.0.0.0 or :: for all\n"
	"                      (default: 127.0.0.1, this machine alone)\n"
	"  --db URL            where the games are kept: sqlite:PATH or postgresql:..\n" AP_CLI_DATABASE_HELP
	"  --node HOST:PORT    share a database of PostgreSQL with other servers, which reach this one here\n"
	"  --node-bind ADDRESS:PORT\n"
	"                      where it listens for them, if not there\n"
	"  --replica URL       read records and long lists there: a standby\n"
	"  --tls-cert FILE     serve HTTPS with this certificate, in PEM\n"
	"  --tls-key FILE      the key of the certificate, in PEM\n"
	"  --trusted-proxy ADDRESS\n"
	"                      a proxy here tells in X-Forwarded-For who its clients are\n"
	"  --public-url URL    where people find this server, for the links in notices\n"
	"  --smtp URL          send notices by mail, too: smtp://HOST:PORT or smtps://HOST:PORT\n"
	"  --smtp-login FILE   name and password there, a line each; or in the environment, as\n"
	"                      APPARAT_SMTP_USER and APPARAT_SMTP_PASSWORD\n"
	"  --mail-from ADDRESS whom that mail is from\n"
	"  --notices-private   webhooks and push services may be here and in private networks\n"
	"  --admin-socket PATH where apparat admin reaches it (default: the path of the database and .admin)\n"
	"  --keep WHAT=DAYS    delete what is older; may be repeated. WHAT is games (that have ended), talk,\n"
	"                      guests (who were not seen), reports or log (of administration);\n"
	"                      by default all is kept\n"
	"  --limit NAME=VALUE  change a limit; may be repeated. Times are in ms.\n"
	"\n"
	"Limits of what there is at a time, for one person, for one address and in all:\n"
	"  connections_a_person connections_an_address connections_in_all\n"
	"  tables_a_person tables_an_address tables_in_all (games that are not over)\n"
	"  open_seats_a_person open_seats_an_address open_seats_in_all (at tables one has made)\n"
	"  bots_a_person bots_an_address bots_in_all (there)\n"
	"  seats_a_person (tables at which one sits)\n"
	"  waiting_bytes waiting_bytes_a_person waiting_bytes_an_address waiting_bytes_in_all\n"
	"    (sent, but not read; the first: of one client)\n"
	"  incoming_bytes_an_address incoming_bytes_in_all (of messages that are not whole yet)\n"
	"  watches_a_person watches_an_address watches_in_all (tables watched)\n"
	"Limits of what is done in a minute:\n"
	"  requests_an_address requests_in_all (connections that are begun)\n"
	"  names_an_address names_in_all (names that are asked for)\n"
	"  passwords_a_minute (of an address) passwords_in_all\n"
	"  records_a_minute (of an address) records_in_all (sent)\n"
	"  downloads_an_address downloads_in_all (records that are fetched)\n"
	"  talk_a_minute (of a person) talk_an_address talk_in_all\n"
	"  lists_a_person lists_an_address lists_in_all\n"
	"  looks_a_person looks_an_address looks_in_all (requests to watch a table)\n"
	"  changes_a_person changes_an_address changes_in_all (tables made, seats taken and left)\n"
	"  wishes_a_person wishes_an_address wishes_in_all (what else is wanted at a table)\n"
	"  acts_a_person acts_an_address acts_in_all (decisions)\n"
	"  replays_a_person replays_an_address replays_in_all (moves played again)\n"
	"In an hour: guests_an_address guests_in_all reports_an_address\n"
	"What counts as one address of IPv6, and as one network, which may do network_factor\n"
	"times as much: ipv6_prefix ipv6_network_prefix network_factor\n"
	"Other limits:\n"
	"  message_bytes messages_a_second message_burst (of a client) name_length talk_length\n"
	"  empty_table waiting_table (then it is deleted if nobody looks) unused_guest\n"
	"  idle session countdown live_move slow_move bot_delay shown_most live_delay slow_delay\n"
	"  opening slow_opening (of numbers for the dice) notice_delay notice_retry\n"
	"  bot_workers bot_time\n");

/* ---- Limits ---------------------------------------------------------------------------------- */

#define WHOLE(name, least, most)                                                                   \
	{                                                                                              \
#name, least, most, offsetof(sv_limits, name), false                                       \
	}
#define TIME(name)                                                                                 \
	{                                                                                              \
#name, 1, 366LL * 24 * 3600 * 1000, offsetof(sv_limits, name), true                        \
	}
#define SHORT_TIME(name)                                                                           \
	{                                                                                              \
#name, 0, 60 * 1000, offsetof(sv_limits, name), true                                       \
	}

typedef struct limit {
	const char *name;
	int64_t least, most;
	size_t offset; /* of the field in sv_limits */
	bool is_wide;  /* the field is an int64_t; otherwise it is an int */
} limit;

#define COUNT(name) WHOLE(name, 1, 100000000)
#define TWO_COUNTS(what) COUNT(what##_an_address), COUNT(what##_in_all)
#define THREE_COUNTS(what) COUNT(what##_a_person), TWO_COUNTS(what)
#define BYTES(name) WHOLE(name, 1024, 1 << 30)

static const limit limits[] = {WHOLE(message_bytes, 64, 1 << 20),
	WHOLE(messages_a_second, 1, 100000), WHOLE(message_burst, 1, 100000),
	WHOLE(ipv6_prefix, 1, 128), WHOLE(ipv6_network_prefix, 1, 128), WHOLE(network_factor, 1, 65536),
	THREE_COUNTS(connections), THREE_COUNTS(tables), THREE_COUNTS(open_seats), THREE_COUNTS(bots),
	COUNT(seats_a_person), BYTES(waiting_bytes), BYTES(waiting_bytes_a_person),
	BYTES(waiting_bytes_an_address), BYTES(waiting_bytes_in_all), BYTES(incoming_bytes_an_address),
	BYTES(incoming_bytes_in_all), TWO_COUNTS(requests), TWO_COUNTS(guests), TWO_COUNTS(names),
	COUNT(passwords_a_minute), COUNT(passwords_in_all), COUNT(records_a_minute),
	COUNT(records_in_all), TWO_COUNTS(downloads), COUNT(talk_a_minute), TWO_COUNTS(talk),
	THREE_COUNTS(lists), THREE_COUNTS(looks), THREE_COUNTS(changes), THREE_COUNTS(wishes),
	THREE_COUNTS(acts), THREE_COUNTS(replays), THREE_COUNTS(watches), COUNT(reports_an_address),
	WHOLE(name_length, 1, 24), WHOLE(talk_length, 1, 10000), TIME(idle), TIME(session),
	TIME(empty_table), TIME(waiting_table), TIME(unused_guest), TIME(countdown), TIME(live_move),
	TIME(slow_move), SHORT_TIME(bot_delay), SHORT_TIME(shown_most), TIME(opening),
	TIME(slow_opening), TIME(live_delay), TIME(slow_delay), TIME(notice_delay), TIME(notice_retry),
	WHOLE(bot_workers, 0, 64), TIME(bot_time), {NULL, 0, 0, 0, false}};

static const char *limit_at(const void *from, int n)
{
	(void)from;
	return limits[n].name;
}

static void suggest_limits(const ap_cli_typed *typed)
{
	char name[64];
	for (const limit *l = limits; l->name; l++) {
		snprintf(name, sizeof name, "%s=", l->name);
		ap_cli_offer(typed, name);
	}
}

static const limit *limit_named(const char *word, size_t length)
{
	for (const limit *l = limits; l->name; l++)
		if (strlen(l->name) == length && strncmp(l->name, word, length) == 0)
			return l;
	return NULL;
}

static int set_limit(const char *command, const char *word, sv_limits *out)
{
	char name[64], hint[AP_CLI_HINT];
	size_t length = strcspn(word, "=");
	const limit *l = limit_named(word, length);
	uint64_t value = 0;
	ap_cli_copy_part(word, length, name, sizeof name);
	if (!l)
		return ap_cli_misuse(command, "unknown limit '%s': %s", name,
			ap_cli_hint(limit_at, NULL, name, hint, sizeof hint));
	if (word[length] != '=' || !ap_cli_read_number(word + length + 1, (uint64_t)l->most, &value) ||
		value < (uint64_t)l->least)
		return ap_cli_misuse(command,
			"--limit %s must be a number from %lld to %lld, as in %s=%lld", name,
			(long long)l->least, (long long)l->most, name, (long long)l->least);
	if (l->is_wide)
		memcpy((char *)out + l->offset, &(int64_t){(int64_t)value}, sizeof(int64_t));
	else
		memcpy((char *)out + l->offset, &(int){(int)value}, sizeof(int));
	return AP_CLI_CONTINUE;
}

/* ---- How long things are kept ---------------------------------------------------------------- */

static const char *kept_at(const void *from, int n)
{
	(void)from;
	return n < SV_KEPT_KINDS ? sv_kept_word((sv_kept)n) : NULL;
}

static void suggest_kept(const ap_cli_typed *typed)
{
	char name[64];
	for (int kind = 0; kind < SV_KEPT_KINDS; kind++) {
		snprintf(name, sizeof name, "%s=", sv_kept_word((sv_kept)kind));
		ap_cli_offer(typed, name);
	}
}

static int set_kept(const char *command, const char *word, int64_t keep[SV_KEPT_KINDS])
{
	enum { MOST_DAYS = 36500 };
	char name[64], hint[AP_CLI_HINT];
	size_t length = strcspn(word, "=");
	uint64_t days = 0;
	int kind = 0;
	ap_cli_copy_part(word, length, name, sizeof name);
	while (kind < SV_KEPT_KINDS && strcmp(sv_kept_word((sv_kept)kind), name) != 0)
		kind++;
	if (kind == SV_KEPT_KINDS)
		return ap_cli_misuse(command, "--keep does not know '%s': %s", name,
			ap_cli_hint(kept_at, NULL, name, hint, sizeof hint));
	if (word[length] != '=' || !ap_cli_read_number(word + length + 1, MOST_DAYS, &days) || !days)
		return ap_cli_misuse(command,
			"--keep %s must be a number of days from 1 to %d, as in %s=365", name, MOST_DAYS, name);
	keep[kind] = (int64_t)days * 24 * 3600 * 1000;
	return AP_CLI_CONTINUE;
}

/* ---- Serving --------------------------------------------------------------------------------- */

static sv_front *running_front; /* for the signal handler */

static void on_signal(int number)
{
	(void)number;
	sv_front_stop(running_front);
}

static void on_hang_up(int number)
{
	(void)number;
	sv_front_reload(running_front);
}

/* The first signal lets the server finish what it is doing; a second one ends it at once. */
static void install_signal_handlers(void)
{
	struct sigaction stop = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
	struct sigaction reload = {.sa_handler = on_hang_up};
	sigaction(SIGTERM, &stop, NULL);
	sigaction(SIGINT, &stop, NULL);
	sigaction(SIGHUP, &reload, NULL);
}

/* These tell of what a call reports as well. */
static void ignore_signals(void)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigaction(SIGPIPE, &ignore, NULL);
	sigaction(SIGXFSZ, &ignore, NULL); /* a file that may not grow is like a full disk */
}

/* sv_store_start_threads() starts threads. It is called after all processes have been
 * started, because a process with several threads should not fork. */
static void run_front(sv_front *front, sv_store *store, const sv_store_lock *lock)
{
	running_front = front;
	sv_store_lock_note(lock, sv_front_url(front));
	if (!sv_static_files[0].path)
		sv_log(SV_LOG_WARNING, "no-pages", NULL,
			"this program was built without the browser's pages; people can only join from terminals");
	sv_store_start_threads(store);
	install_signal_handlers();
	printf("listening on %s\n", sv_front_url(front));
	fflush(stdout);
	sv_tell_supervisor("READY=1");
	sv_front_run(front);
}

/* Opens the parts of the server. If one fails, it returns false and fills `error`. Parts that were
 * opened are closed by close_all(). */
static bool open_all(sv_front_options *o, sv_notices_options *notices, ap_error *error)
{
	notices->store = o->store;
	notices->world = o->world;
	notices->limits = o->limits;
	o->people = sv_people_open(o->store, o->world, o->limits, error); /* which takes a moment */
	if (o->people) /* from then on a node has to show that it lives */
		o->hub = o->node ? sv_hub_open_node(o->store, o->world, o->limits, o->node, error)
						 : sv_hub_open(o->store, o->world, o->limits, error);
	o->notices = o->hub ? sv_notices_open(notices, error) : NULL;
	if (!o->notices)
		return false;
	if (o->replica)
		sv_hub_use_replica(o->hub, o->replica);
	sv_hub_on_notice(o->hub, sv_notices_queue, o->notices);
	return true;
}

static void close_all(sv_front_options *o)
{
	if (o->notices)
		sv_notices_close(o->notices);
	if (o->people)
		sv_people_close(o->people);
	if (o->hub)
		sv_hub_close(o->hub);
}

static int serve(sv_front_options *o, sv_notices_options *notices, const sv_store_lock *lock,
	const char *command)
{
	ap_error error;
	int status = AP_FAILED;
	sv_front *front = open_all(o, notices, &error) ? sv_front_open(o, &error) : NULL;
	if (front) {
		ap_cli_speak(AP_ENGLISH); /* what clients are told is English: see docs/protocol.md */
		run_front(front, o->store, lock);
		ap_cli_speak_as_environment();
		sv_front_close(front);
		sv_service_clock_keep_now(o->service, o->store);
		status =
			(o->node ? sv_nodes_leave(o->hub) : sv_hub_settle(o->hub)) && sv_store_commit(o->store)
			? AP_DONE
			: ap_cli_failure(
				  command, "the games could not be left whole: %s", sv_store_error(o->store));
	} else {
		ap_cli_failure(command, "%s", error.message);
	}
	close_all(o);
	return status;
}

typedef struct damages {
	int count;
	char first[240];
} damages;

static void note_damage(void *to, const char *text)
{
	damages *found = to;
	if (found->count++ == 0)
		snprintf(found->first, sizeof found->first, "%s", text);
}

/* What is not damaged goes on: a table that cannot be read is named when it is needed. */
static void check_store(sv_store *store)
{
	damages found = {0};
	sv_store_check(store, note_damage, &found);
	if (found.count > 0)
		sv_log(SV_LOG_ERROR, "damaged-database", NULL,
			"the check found damage in %d places, first: %s; stop the server, keep the file, and "
			"restore a backup; until then what is not damaged goes on",
			found.count, found.first);
	if (!sv_store_keep_room(store))
		sv_log(SV_LOG_WARNING, "no-reserve", NULL,
			"there is no room on the disk for the reserve of the database");
}

static int serve_store(sv_front_options *o, sv_notices_options *notices, const sv_store_lock *lock,
	const char *command)
{
	ap_error error;
	sv_service_clock clock;
	if (!sv_service_clock_open(&clock, &sv_real_world, o->store, &error))
		return ap_cli_failure(command, "%s", error.message);
	sv_world world = sv_service_world(&clock);
	o->world = &world;
	o->service = &clock;
	check_store(o->store);
	return serve(o, notices, lock, command);
}

/* What the command line and the configuration file say. */
typedef struct request {
	const char *url, *config, *node_bind, *replica;
	long port;
	ap_cli_words limits, kept;
	serve_notices notices;
	sv_limits chosen;
	sv_front_options front;
} request;

/* Opens the replica, if there is to be one. */
static bool open_replica(request *r, ap_error *error)
{
	if (r->replica)
		r->front.replica = sv_store_open_replica(r->replica, error);
	return r->front.replica || !r->replica;
}

static int open_and_serve(request *r, const char *url, const char *command)
{
	ap_error error;
	sv_store_lock lock;
	sv_front_options *o = &r->front;
	if (!sv_lock_store(&lock, url, &error))
		return ap_cli_failure(command, "%s", error.message);
	int status = AP_FAILED;
	ignore_signals();
	o->store = sv_store_open(url, &error);
	if (o->store &&
		(o->node ? sv_store_share(o->store, &error) : sv_store_claim(o->store, &error)) &&
		open_replica(r, &error))
		status = serve_store(o, &r->notices.options, &lock, command);
	else
		ap_cli_failure(command, "%s", error.message);
	sv_store_close(o->replica);
	sv_store_close(o->store);
	sv_unlock_store(&lock);
	return status;
}

static int check_node(const request *r, const char *url, const char *command)
{
	static const char scheme[] = "postgresql:";
	const char *node = r->front.node;
	if (r->node_bind && !node)
		return ap_cli_misuse(
			command, "--node-bind goes with --node: where do others reach this one?");
	if (!node)
		return AP_CLI_CONTINUE;
	if (!sv_is_node_address(node) || (r->node_bind && !sv_is_node_address(r->node_bind)))
		return ap_cli_misuse(
			command, "--node and --node-bind are a host and a port: 10.0.0.2:7000");
	if (strncmp(url, scheme, sizeof scheme - 1) != 0)
		return ap_cli_misuse(
			command, "only a database of PostgreSQL can be shared: --db postgresql:..");
	return AP_CLI_CONTINUE;
}

/* Listens for other nodes first: they are told the port, which may be any free one. */
static int open_node_and_serve(request *r, const char *url, const char *command)
{
	ap_error error;
	char address[SV_NODE_ADDRESS_SIZE];
	sv_front_options *o = &r->front;
	o->node_socket = sv_links_bind(r->node_bind ? r->node_bind : o->node, &error);
	if (o->node_socket < 0)
		return ap_cli_failure(command, "%s", error.message);
	const char *port = strrchr(o->node, ':') + 1;
	if (strtol(port, NULL, 10) == 0) {
		snprintf(address, sizeof address, "%.*s%d", (int)(port - o->node), o->node,
			sv_links_port(o->node_socket));
		o->node = address;
	}
	return open_and_serve(r, url, command);
}

/* Checks what was read, and serves. */
static int check_and_serve(request *r, const char *command)
{
	int status = AP_CLI_CONTINUE;
	char default_url[AP_CLI_DATABASE], admin_socket[AP_CLI_DATABASE + 8];
	for (int i = 0; status == AP_CLI_CONTINUE && i < r->kept.count; i++)
		status = set_kept(command, r->kept.item[i], r->front.keep);
	for (int i = 0; status == AP_CLI_CONTINUE && i < r->limits.count; i++)
		status = set_limit(command, r->limits.item[i], &r->chosen);
	if (status == AP_CLI_CONTINUE)
		status = serve_check_notices(&r->notices, command);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (!r->front.certificate != !r->front.key)
		return ap_cli_misuse(command, "--tls-cert and --tls-key go together: give both or neither");
	r->front.port = (int)r->port;
	if (!r->url && !ap_cli_default_database(default_url))
		return ap_cli_misuse(command,
			"where are the games to be kept? Give --db sqlite:PATH or postgresql://HOST/NAME");
	if (!r->url && !ap_cli_make_database_folder(default_url))
		return ap_cli_failure(
			command, "cannot make the folder of %s: %s", default_url, strerror(errno));
	const char *url = r->url ? r->url : default_url;
	status = check_node(r, url, command);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (!r->front.admin_socket && ap_cli_admin_socket(url, admin_socket, sizeof admin_socket))
		r->front.admin_socket = admin_socket;
	if (!r->front.node)
		return open_and_serve(r, url, command);
	return open_node_and_serve(r, url, command);
}

int ap_cmd_serve(int argc, char **argv)
{
	request r = {.port = 8080, .chosen = sv_default_limits, .front = {.bind = "127.0.0.1"}};
	sv_front_options *o = &r.front;
	sv_notices_options *n = &r.notices.options;
	serve_config config;
	const ap_cli_option options[] = {
		{"config", AP_CLI_TEXT, &r.config, AP_TEXT("a file with options"), 0, 0,
			ap_cli_suggest_files},
		{"port", AP_CLI_NUMBER, &r.port, NULL, 0, 65535, NULL},
		{"bind", AP_CLI_TEXT, &o->bind, AP_TEXT("an address such as 127.0.0.1"), 0, 0, NULL},
		{"db", AP_CLI_TEXT, &r.url, AP_TEXT("where the games are kept, such as sqlite:apparat.db"),
			0, 0, NULL},
		{"node", AP_CLI_TEXT, &o->node, AP_TEXT("a host and a port, such as 10.0.0.2:7000"), 0, 0,
			NULL},
		{"node-bind", AP_CLI_TEXT, &r.node_bind, AP_TEXT("an address and a port"), 0, 0, NULL},
		{"replica", AP_CLI_TEXT, &r.replica, AP_TEXT("a standby of the database"), 0, 0, NULL},
		{"tls-cert", AP_CLI_TEXT, &o->certificate, AP_TEXT("a file with a certificate"), 0, 0,
			ap_cli_suggest_files},
		{"tls-key", AP_CLI_TEXT, &o->key, AP_TEXT("a file with a key"), 0, 0, ap_cli_suggest_files},
		{"trusted-proxy", AP_CLI_TEXT, &o->trusted_proxy, AP_TEXT("an address such as 127.0.0.1"),
			0, 0, NULL},
		{"public-url", AP_CLI_TEXT, &n->public_url, AP_TEXT("a URL"), 0, 0, NULL},
		{"smtp", AP_CLI_TEXT, &n->smtp, AP_TEXT("a URL such as smtp://localhost:25"), 0, 0, NULL},
		{"smtp-login", AP_CLI_TEXT, &r.notices.login, AP_TEXT("a file with a name and a password"),
			0, 0, ap_cli_suggest_files},
		{"mail-from", AP_CLI_TEXT, &n->from, AP_TEXT("an address of mail"), 0, 0, NULL},
		{"notices-private", AP_CLI_FLAG, &n->allow_private, NULL, 0, 0, NULL},
		{"admin-socket", AP_CLI_TEXT, &o->admin_socket, AP_TEXT("a path"), 0, 0,
			ap_cli_suggest_files},
		{"keep", AP_CLI_WORDS, &r.kept, AP_TEXT("what is kept for how many days, such as talk=30"),
			0, 0, suggest_kept},
		{"limit", AP_CLI_WORDS, &r.limits, AP_TEXT("a limit, such as tables_a_person=20"), 0, 0,
			suggest_limits},
		{0},
	};
	ap_cli_arguments a = {.usage = usage, .options = options};
	o->limits = &r.chosen;
	int status = serve_read_config(&config, options, argc, argv);
	if (status == AP_CLI_CONTINUE)
		status = ap_cli_read_arguments(&a, config.argc, config.argv);
	if (status == AP_CLI_CONTINUE)
		status = check_and_serve(&r, argv[0]);
	serve_free_config(&config);
	return status;
}

/* serve.c: the command `apparat serve`, the server. */
#include "cli/command.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/complete.h"
#include "cli/database.h"
#include "cli/serve_notices.h"
#include "server/front.h"

static const char usage[] =
	"apparat serve [OPTION]...\n"
	"\n"
	"Lets people play over the network, with HTTP and WebSocket, until it gets SIGTERM or SIGINT.\n"
	"Prints \"listening on URL\" when it is ready. Join with apparat join URL.\n"
	"\n"
	"  --port P            listen on this port; 0: any free one (default: 8080)\n"
	"  --bind ADDRESS      listen on this address in digits; 0.0.0.0 or :: for all\n"
	"                      (default: 127.0.0.1, which only this machine can reach)\n"
	"  --db URL            where the games are kept: sqlite:PATH\n" AP_CLI_DATABASE_HELP
	"  --tls-cert FILE     serve HTTPS with this certificate, in PEM\n"
	"  --tls-key FILE      the key of the certificate, in PEM\n"
	"  --trusted-proxy ADDRESS\n"
	"                      a proxy here tells in X-Forwarded-For who its clients are\n"
	"  --public-url URL    where people find this server, for the links in notices\n"
	"  --smtp URL          send notices by mail, too: smtp://HOST:PORT or smtps://HOST:PORT\n"
	"  --smtp-login FILE   name and password there, a line each; or in the environment, as\n"
	"                      APPARAT_SMTP_USER and APPARAT_SMTP_PASSWORD\n"
	"  --mail-from ADDRESS whom that mail is from\n"
	"  --notices-private   webhooks may be on this machine and in private networks, too\n"
	"  --limit NAME=VALUE  change a limit; may be repeated. Times are in milliseconds. There are\n"
	"                      message_bytes messages_a_second message_burst connections_an_address\n"
	"                      passwords_a_minute tables_a_person name_length talk_length\n"
	"                      talk_a_minute waiting_bytes idle session countdown live_move slow_move\n"
	"                      live_delay slow_delay notice_delay notice_retry bot_workers bot_time\n";

/* ---- Limits ---------------------------------------------------------------------------------- */

#define WHOLE(name, least, most)                                                                   \
	{                                                                                              \
#name, least, most, offsetof(sv_limits, name), false                                       \
	}
#define TIME(name)                                                                                 \
	{                                                                                              \
#name, 1, 366LL * 24 * 3600 * 1000, offsetof(sv_limits, name), true                        \
	}

typedef struct limit {
	const char *name;
	int64_t least, most;
	size_t offset; /* of the field in sv_limits */
	bool is_wide;  /* the field is an int64_t; otherwise it is an int */
} limit;

static const limit limits[] = {WHOLE(message_bytes, 64, 1 << 20),
	WHOLE(messages_a_second, 1, 100000), WHOLE(message_burst, 1, 100000),
	WHOLE(connections_an_address, 1, 100000), WHOLE(passwords_a_minute, 1, 100000),
	WHOLE(tables_a_person, 1, 100000), WHOLE(name_length, 1, 24), WHOLE(talk_length, 1, 10000),
	WHOLE(talk_a_minute, 1, 100000), WHOLE(waiting_bytes, 1024, 1 << 30), TIME(idle), TIME(session),
	TIME(countdown), TIME(live_move), TIME(slow_move), TIME(live_delay), TIME(slow_delay),
	TIME(notice_delay), TIME(notice_retry), WHOLE(bot_workers, 0, 64), TIME(bot_time),
	{NULL, 0, 0, 0, false}};

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

/* ---- Serving --------------------------------------------------------------------------------- */

static sv_front *running_front; /* for the signal handler */

static void on_signal(int number)
{
	(void)number;
	sv_front_stop(running_front);
}

/* The first signal lets the server finish what it is doing; a second one ends it at once. */
static void install_signal_handlers(void)
{
	struct sigaction stop = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	sigaction(SIGTERM, &stop, NULL);
	sigaction(SIGINT, &stop, NULL);
	sigaction(SIGPIPE, &ignore, NULL);
}

/* sv_store_start_checkpoint_thread() starts a thread. It is called after all processes have been
 * started, because a process with several threads should not fork. */
static void run_front(sv_front *front, sv_store *store)
{
	running_front = front;
	sv_store_start_checkpoint_thread(store);
	install_signal_handlers();
	printf("listening on %s\n", sv_front_url(front));
	fflush(stdout);
	sv_front_run(front);
}

/* Opens the parts of the server. If one fails, it returns false and fills `error`. Parts that were
 * opened are closed by close_all(). */
static bool open_all(sv_front_options *o, sv_notices_options *notices, ap_error *error)
{
	notices->store = o->store;
	notices->world = o->world;
	notices->limits = o->limits;
	o->hub = sv_hub_open(o->store, o->world, o->limits, error);
	o->people = o->hub ? sv_people_open(o->store, o->world, o->limits, error) : NULL;
	o->notices = o->people ? sv_notices_open(notices, error) : NULL;
	if (!o->notices)
		return false;
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

static int serve(sv_front_options *o, sv_notices_options *notices, const char *command)
{
	ap_error error;
	int status = AP_FAILED;
	sv_front *front = open_all(o, notices, &error) ? sv_front_open(o, &error) : NULL;
	if (front) {
		run_front(front, o->store);
		sv_front_close(front);
		status = sv_hub_settle(o->hub)
			? AP_DONE
			: ap_cli_failure(
				  command, "the games could not be left whole: %s", sv_store_error(o->store));
	} else {
		ap_cli_failure(command, "%s", error.message);
	}
	close_all(o);
	return status;
}

static int open_and_serve(
	sv_front_options *o, sv_notices_options *notices, const char *url, const char *command)
{
	ap_error error;
	o->store = sv_store_open(url, &error);
	if (!o->store)
		return ap_cli_failure(command, "%s", error.message);
	int status = serve(o, notices, command);
	sv_store_close(o->store);
	return status;
}

int ap_cmd_serve(int argc, char **argv)
{
	const char *command = argv[0], *url = NULL;
	serve_notices notices = {0};
	char default_url[AP_CLI_DATABASE];
	long port = 8080;
	ap_cli_words words = {0};
	sv_limits chosen = sv_default_limits;
	sv_front_options o = {.world = &sv_real_world, .limits = &chosen, .bind = "127.0.0.1"};
	const ap_cli_option options[] = {
		{"port", AP_CLI_NUMBER, &port, NULL, 0, 65535, NULL},
		{"bind", AP_CLI_TEXT, &o.bind, "an address such as 127.0.0.1", 0, 0, NULL},
		{"db", AP_CLI_TEXT, &url, "where the games are kept, such as sqlite:apparat.db", 0, 0,
			NULL},
		{"tls-cert", AP_CLI_TEXT, &o.certificate, "a file with a certificate", 0, 0,
			ap_cli_suggest_files},
		{"tls-key", AP_CLI_TEXT, &o.key, "a file with a key", 0, 0, ap_cli_suggest_files},
		{"trusted-proxy", AP_CLI_TEXT, &o.trusted_proxy, "an address such as 127.0.0.1", 0, 0,
			NULL},
		{"public-url", AP_CLI_TEXT, &notices.options.public_url, "a URL", 0, 0, NULL},
		{"smtp", AP_CLI_TEXT, &notices.options.smtp, "a URL such as smtp://localhost:25", 0, 0,
			NULL},
		{"smtp-login", AP_CLI_TEXT, &notices.login, "a file with a name and a password", 0, 0,
			ap_cli_suggest_files},
		{"mail-from", AP_CLI_TEXT, &notices.options.from, "an address of mail", 0, 0, NULL},
		{"notices-private", AP_CLI_FLAG, &notices.options.allow_private, NULL, 0, 0, NULL},
		{"limit", AP_CLI_WORDS, &words, "a limit, such as tables_a_person=20", 0, 0,
			suggest_limits},
		{0},
	};
	ap_cli_arguments a = {.usage = usage, .options = options};
	int status = ap_cli_read_arguments(&a, argc, argv);
	for (int i = 0; status == AP_CLI_CONTINUE && i < words.count; i++)
		status = set_limit(command, words.item[i], &chosen);
	if (status == AP_CLI_CONTINUE)
		status = serve_check_notices(&notices, command);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (!o.certificate != !o.key)
		return ap_cli_misuse(command, "--tls-cert and --tls-key go together: give both or neither");
	o.port = (int)port;
	if (!url && !ap_cli_default_database(default_url))
		return ap_cli_misuse(command, "where are the games to be kept? Give --db sqlite:PATH");
	if (!url && !ap_cli_make_database_folder(default_url))
		return ap_cli_failure(
			command, "cannot make the folder of %s: %s", default_url, strerror(errno));
	return open_and_serve(&o, &notices.options, url ? url : default_url, command);
}

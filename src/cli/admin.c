/* admin.c: the command `apparat admin`, which asks a running server over its local socket. */
#include "cli/command.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cli/admin_print.h"
#include "cli/complete.h"
#include "cli/database.h"
#include "server/admin_socket.h"
#include "text/memory.h"

static const char usage[] = AP_TEXT(
	"apparat admin [OPTION]... COMMAND [ARGUMENT]...\n"
	"\n"
	"Administrates a server while it serves, over its local socket, as the server's user or as root.\n"
	"Every command that changes something is logged. WHO is the number of a person or the name of an\n"
	"account, TABLE the key of a table, which is part of its address.\n"
	"\n"
	"  status                          what serves, and how many play\n"
	"  people list | show WHO          who there is\n"
	"  people ban WHO | unban WHO      end all sessions of somebody, and let nobody log in; bots play\n"
	"                                  for him (--days, --address, --reason)\n"
	"  people silence WHO | unsilence WHO\n"
	"                                  keep somebody from talking (--days, --reason)\n"
	"  people sessions WHO             the sessions of somebody\n"
	"  people end-sessions WHO [SESSION]\n"
	"                                  end one of them, or all\n"
	"  people reset WHO                a link with which somebody sets a new password, once\n"
	"  people export WHO               all that is kept of somebody, as JSON\n"
	"  people delete WHO               delete all that is kept of somebody\n"
	"  bans list | lift BAN            who, and which addresses, are banned or silenced\n"
	"  tables list | show TABLE        the tables (--status, --hidden)\n"
	"  tables close TABLE              end a table whose game is not over, for good\n"
	"  tables hand-over TABLE SEAT [WHO]\n"
	"                                  give a seat to somebody else, or to a bot (--bot)\n"
	"  tables delete TABLE             delete a table that is over or closed\n"
	"  talk list TABLE                 what was said at a table (--hidden)\n"
	"  talk delete TABLE LINE          delete a line, for everybody\n"
	"  reports list | show REPORT | delete REPORT\n"
	"                                  what people have reported; show prints a scenario, which apparat\n"
	"                                  script runs (--hidden)\n"
	"  announce [TEXT]                 show words to everybody (--minutes); without TEXT: no more\n"
	"  prune                           delete what is older than so many days (--games, --talk, --guests,\n"
	"                                  --reports, --log, --dry-run)\n"
	"  log                             who has done what\n"
	"\n"
	"  --db URL            the database of the server: sqlite:PATH\n" AP_CLI_DATABASE_HELP
	"  --socket PATH       the socket of the server (default: the path of its database and .admin)\n"
	"  --json              print the answer as one line of JSON\n"
	"  --search TEXT       list people whose name contains this\n"
	"  --status STATUS     list tables that are lobby, running, over or cancelled\n"
	"  --most N            list so many at most (default: 50)\n"
	"  --before N          list those before this number\n"
	"  --days N            for how long (default: for ever)\n"
	"  --address BLOCK     ban these addresses, too, such as 192.0.2.0/24 or 2001:db8::/64\n"
	"  --reason TEXT       why, for the log\n"
	"  --bot LEVEL         a bot of this level gets the seat\n"
	"  --minutes N         for how long something is announced (default: 60)\n"
	"  --hidden            show what is hidden, even of a game that is not over; that is logged, and\n"
	"                      everybody at the table is told\n"
	"  --games DAYS        prune games that ended, and tables that were closed, so long ago\n"
	"  --talk DAYS         prune talk\n"
	"  --guests DAYS       prune guests who were not seen and have no session any more\n"
	"  --reports DAYS      prune reports\n"
	"  --log DAYS          prune the log of acts\n"
	"  --dry-run           only count what would be pruned\n");

/* ---- The commands ---------------------------------------------------------------------------- */

/* Operands and options that a command takes, by the names of the fields in which they are sent. A
 * question mark: it may be left out. A number sign: it is a number. */
typedef struct admin_command {
	const char *words, *operands, *options;
} admin_command;

static const admin_command commands[] = {
	{"status", "", ""},
	{"people list", "", "search most before"},
	{"people show", "who", ""},
	{"people ban", "who", "days address reason"},
	{"people unban", "who", ""},
	{"people silence", "who", "days reason"},
	{"people unsilence", "who", ""},
	{"people sessions", "who", ""},
	{"people end-sessions", "who ?session", ""},
	{"people reset", "who", ""},
	{"people export", "who", ""},
	{"people delete", "who", ""},
	{"bans list", "", ""},
	{"bans lift", "#ban", ""},
	{"tables list", "", "status most before"},
	{"tables show", "table", "hidden"},
	{"tables close", "table", ""},
	{"tables hand-over", "table seat ?who", "bot"},
	{"tables delete", "table", ""},
	{"talk list", "table", "hidden"},
	{"talk delete", "table #line", ""},
	{"reports list", "", ""},
	{"reports show", "#report", "hidden"},
	{"reports delete", "#report", ""},
	{"announce", "?text", "minutes"},
	{"prune", "", "games talk guests reports log dry_run"},
	{"log", "", "most before"},
	{NULL, NULL, NULL},
};

static const char *command_at(const void *from, int n)
{
	(void)from;
	return commands[n].words;
}

/* Suggests the first words of all commands, each once: those of an area stand together. */
static void suggest_areas(const ap_cli_typed *typed)
{
	char word[32], before[32] = "";
	for (const admin_command *c = commands; c->words; c++) {
		ap_cli_copy_part(c->words, strcspn(c->words, " "), word, sizeof word);
		if (strcmp(word, before) != 0)
			ap_cli_offer(typed, word);
		memcpy(before, word, sizeof before);
	}
}

static void suggest_verbs(const ap_cli_typed *typed)
{
	static const char *const verbs[] = {"ban", "close", "delete", "end-sessions", "export",
		"hand-over", "lift", "list", "reset", "sessions", "show", "silence", "unban", "unsilence"};
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		ap_cli_offer(typed, verbs[i]);
}

/* Finds the command that the operands begin with, and how many of them it takes. */
static const admin_command *find_command(char **operand, int operands, int *used)
{
	char two[64];
	for (*used = operands < 2 ? operands : 2; *used > 0; --*used) {
		snprintf(two, sizeof two, *used == 2 ? "%.30s %.30s" : "%.60s", operand[0], operand[1]);
		for (const admin_command *c = commands; c->words; c++)
			if (strcmp(c->words, two) == 0)
				return c;
	}
	return NULL;
}

/* True if this word is in a list with blanks. */
static bool is_listed(const char *list, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = list; (at = strstr(at, word)); at += length)
		if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
			return true;
	return false;
}

/* ---- The request ----------------------------------------------------------------------------- */

typedef struct admin_options {
	const char *url, *socket, *search, *status, *address, *reason, *bot;
	long most, before, days, minutes, games, talk, guests, reports, log; /* -1: not given */
	bool json, hidden, dry_run;
} admin_options;

static int report_operand(const char *command, const admin_command *c, const char *name)
{
	return ap_cli_misuse(
		command, "%s: %s is missing; apparat admin --help has all commands", c->words, name);
}

/* Puts the operands into the request. */
static int add_operands(
	const char *command, const admin_command *c, char **operand, int count, json_t *to)
{
	char list[64], *rest = list;
	int used = 0;
	snprintf(list, sizeof list, "%s", c->operands);
	for (char *name; (name = strtok_r(rest, " ", &rest));) {
		bool optional = *name == '?', number = *name == '#';
		uint64_t value;
		name += optional || number;
		if (used == count && optional)
			continue;
		if (used == count)
			return report_operand(command, c, name);
		const char *word = operand[used++];
		if (number && !ap_cli_read_number(word, INT64_MAX, &value))
			return ap_cli_misuse(command, "'%s' is no number of a %s", word, name);
		json_object_set_new(to, name, number ? json_integer((json_int_t)value) : json_string(word));
	}
	if (used < count)
		return ap_cli_misuse(command, "%s: '%s' is one too many", c->words, operand[used]);
	return AP_CLI_CONTINUE;
}

/* Puts the options into the request; refuses those that do not go with the command. */
static int add_options(
	const char *command, const admin_command *c, const admin_options *o, json_t *to)
{
	const struct {
		const char *name, *text;
		long number;
		bool flag;
	} given[] = {{"search", o->search, -1, false}, {"status", o->status, -1, false},
		{"address", o->address, -1, false}, {"reason", o->reason, -1, false},
		{"bot", o->bot, -1, false}, {"most", NULL, o->most, false},
		{"before", NULL, o->before, false}, {"days", NULL, o->days, false},
		{"minutes", NULL, o->minutes, false}, {"games", NULL, o->games, false},
		{"talk", NULL, o->talk, false}, {"guests", NULL, o->guests, false},
		{"reports", NULL, o->reports, false}, {"log", NULL, o->log, false},
		{"hidden", NULL, -1, o->hidden}, {"dry_run", NULL, -1, o->dry_run}};
	for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
		if (!given[i].text && given[i].number < 0 && !given[i].flag)
			continue;
		if (!is_listed(c->options, given[i].name))
			return ap_cli_misuse(command, "--%s does not go with %s",
				strcmp(given[i].name, "dry_run") == 0 ? "dry-run" : given[i].name, c->words);
		json_object_set_new(to, given[i].name,
			given[i].text       ? json_string(given[i].text)
				: given[i].flag ? json_true()
								: json_integer(given[i].number));
	}
	return AP_CLI_CONTINUE;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static int connect_to_server(const char *command, const char *path)
{
	int fd = sv_admin_connect(path);
	if (fd >= 0)
		return fd;
	if (errno == ENOENT || errno == ECONNREFUSED)
		ap_cli_failure(
			command, "no server listens at %s: is it running, with this database?", path);
	else if (errno == EACCES || errno == EPERM)
		ap_cli_failure(command, "%s: only the user of the server and root may do this", path);
	else
		ap_cli_failure(command, "%s: %s", path, strerror(errno));
	return -1;
}

static bool send_all(int fd, const char *text, size_t length)
{
	while (length > 0) {
		ssize_t sent = send(fd, text, length, MSG_NOSIGNAL);
		if (sent < 0 && errno != EINTR)
			return false;
		text += sent > 0 ? sent : 0;
		length -= sent > 0 ? (size_t)sent : 0;
	}
	return true;
}

/* Sends a request and returns the answer; NULL if none comes. */
static json_t *ask(int fd, const json_t *request)
{
	char *text = json_dumps(request, JSON_COMPACT), *answer = NULL, piece[4096];
	size_t length = 0;
	ssize_t got = 0;
	bool sent = send_all(fd, text, strlen(text)) && send_all(fd, "\n", 1);
	free(text);
	while (sent && (length == 0 || answer[length - 1] != '\n') &&
		(got = recv(fd, piece, sizeof piece, 0)) > 0) {
		answer = ap_reallocate(answer, length + (size_t)got, 1);
		memcpy(answer + length, piece, (size_t)got);
		length += (size_t)got;
	}
	json_t *value = answer ? json_loadb(answer, length, 0, NULL) : NULL;
	free(answer);
	return value;
}

/* The server deletes a little at a time. Waits until nothing is left. */
static void wait_for_pruning(int fd, json_t *request)
{
	static const struct timespec moment = {.tv_nsec = 100 * 1000 * 1000};
	bool more = true;
	json_object_set_new(request, "dry_run", json_true());
	while (more) {
		const char *key;
		json_t *value, *answer;
		nanosleep(&moment, NULL);
		answer = ask(fd, request);
		more = false;
		json_object_foreach(answer, key, value) more = more || json_integer_value(value) > 0;
		json_decref(answer);
	}
}

static void print_answer(const admin_command *c, const admin_options *o, const json_t *answer)
{
	bool is_export = strcmp(c->words, "people export") == 0;
	if (o->json || is_export) {
		json_dumpf(answer, stdout, o->json ? JSON_COMPACT : JSON_INDENT(2));
		putchar('\n');
	} else if (strcmp(c->words, "reports show") == 0) {
		admin_print_report(answer);
	} else if (json_object_size(answer) == 0) {
		puts(ap_translated(AP_TEXT("Done.")));
	} else {
		admin_print(answer);
	}
}

static int ask_and_print(const char *command, const admin_command *c, const admin_options *o,
	json_t *request, const char *path)
{
	int fd = connect_to_server(command, path), status = AP_DONE;
	if (fd < 0)
		return AP_FAILED;
	json_t *answer = ask(fd, request);
	const json_t *error = json_object_get(answer, "error");
	if (!answer) {
		status = ap_cli_failure(command,
			"the server has closed the connection: only its own user and root may do this");
	} else if (error) {
		const char *code = json_string_value(json_object_get(error, "code"));
		const char *text = json_string_value(json_object_get(error, "text"));
		status = ap_cli_failure(command, "%s", text ? text : "");
		if (code && strcmp(code, "bad-request") == 0)
			status = AP_MISUSED;
	} else {
		if (strcmp(c->words, "prune") == 0 && !o->dry_run)
			wait_for_pruning(fd, request);
		print_answer(c, o, answer);
	}
	json_decref(answer);
	close(fd);
	return status;
}

static int find_socket(const char *command, const admin_options *o, char path[SV_SOCKET_PATH])
{
	char url[AP_CLI_DATABASE];
	if (o->socket) {
		snprintf(path, SV_SOCKET_PATH, "%s", o->socket);
		return AP_CLI_CONTINUE;
	}
	if (!o->url && !ap_cli_default_database(url))
		return ap_cli_misuse(command, "which server? Give --db sqlite:PATH or --socket PATH");
	if (!ap_cli_admin_socket(o->url ? o->url : url, path, SV_SOCKET_PATH))
		return ap_cli_misuse(command, "\"%.*s\" has no socket beside it: give --socket PATH",
			(int)strcspn(o->url, ":"), o->url);
	return AP_CLI_CONTINUE;
}

static int run(const char *command, const admin_options *o, char **operand, int operands)
{
	int used;
	char path[SV_SOCKET_PATH], hint[AP_CLI_HINT], words[128];
	const admin_command *c = find_command(operand, operands, &used);
	if (!c) {
		snprintf(words, sizeof words, operands > 1 ? "%.60s %.60s" : "%.60s", operand[0],
			operands > 1 ? operand[1] : "");
		const char *nearest = ap_cli_nearest(command_at, NULL, words);
		if (nearest)
			snprintf(hint, sizeof hint, ap_translated(AP_TEXT("did you mean '%s'?")), nearest);
		else
			snprintf(hint, sizeof hint, "%s", ap_translated(AP_TEXT("try apparat admin --help")));
		return ap_cli_misuse(command, "unknown command '%s': %s", words, hint);
	}
	json_t *request = json_pack("{ss}", "command", c->words);
	if (ap_cli_spoken() != AP_ENGLISH)
		json_object_set_new(request, "language", json_string(ap_language_code(ap_cli_spoken())));
	int status = add_operands(command, c, operand + used, operands - used, request);
	if (status == AP_CLI_CONTINUE)
		status = add_options(command, c, o, request);
	if (status == AP_CLI_CONTINUE)
		status = find_socket(command, o, path);
	if (status == AP_CLI_CONTINUE)
		status = ask_and_print(command, c, o, request, path);
	json_decref(request);
	return status;
}

int ap_cmd_admin(int argc, char **argv)
{
	enum { MOST_ROWS = 1000, MOST_DAYS = 36500, MOST_MINUTES = 43200 };
	admin_options o = {.most = -1,
		.before = -1,
		.days = -1,
		.minutes = -1,
		.games = -1,
		.talk = -1,
		.guests = -1,
		.reports = -1,
		.log = -1};
	const ap_cli_option options[] = {
		{"db", AP_CLI_TEXT, &o.url, AP_TEXT("a database, such as sqlite:apparat.db"), 0, 0, NULL},
		{"socket", AP_CLI_TEXT, &o.socket, AP_TEXT("the path of a socket"), 0, 0,
			ap_cli_suggest_files},
		{"json", AP_CLI_FLAG, &o.json, NULL, 0, 0, NULL},
		{"search", AP_CLI_TEXT, &o.search, AP_TEXT("a part of a name"), 0, 0, NULL},
		{"status", AP_CLI_TEXT, &o.status, AP_TEXT("lobby, running, over or cancelled"), 0, 0,
			NULL},
		{"most", AP_CLI_NUMBER, &o.most, NULL, 1, MOST_ROWS, NULL},
		{"before", AP_CLI_NUMBER, &o.before, NULL, 1, 1L << 53, NULL},
		{"days", AP_CLI_NUMBER, &o.days, NULL, 1, MOST_DAYS, NULL},
		{"address", AP_CLI_TEXT, &o.address, AP_TEXT("a block of addresses, such as 192.0.2.0/24"),
			0, 0, NULL},
		{"reason", AP_CLI_TEXT, &o.reason, AP_TEXT("a text"), 0, 0, NULL},
		{"bot", AP_CLI_TEXT, &o.bot, AP_TEXT("the level of a bot"), 0, 0, NULL},
		{"minutes", AP_CLI_NUMBER, &o.minutes, NULL, 1, MOST_MINUTES, NULL},
		{"hidden", AP_CLI_FLAG, &o.hidden, NULL, 0, 0, NULL},
		{"games", AP_CLI_NUMBER, &o.games, NULL, 0, MOST_DAYS, NULL},
		{"talk", AP_CLI_NUMBER, &o.talk, NULL, 0, MOST_DAYS, NULL},
		{"guests", AP_CLI_NUMBER, &o.guests, NULL, 0, MOST_DAYS, NULL},
		{"reports", AP_CLI_NUMBER, &o.reports, NULL, 0, MOST_DAYS, NULL},
		{"log", AP_CLI_NUMBER, &o.log, NULL, 0, MOST_DAYS, NULL},
		{"dry-run", AP_CLI_FLAG, &o.dry_run, NULL, 0, 0, NULL},
		{0},
	};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 1,
		.most = 5,
		.missing = "COMMAND",
		.suggest = {suggest_areas, suggest_verbs}};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	return run(argv[0], &o, a.operand, a.operands);
}

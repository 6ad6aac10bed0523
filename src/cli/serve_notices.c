/* serve_notices.c: see serve_notices.h. Passwords never stand on a command line, where everybody on
 * the machine can read them. */
#include "cli/serve_notices.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "server/notices_internal.h"

enum { LONGEST = 200 };

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Nothing that could end a line or a string. */
static bool is_plain(const char *url)
{
	for (const char *at = url; *at; at++)
		if (*at <= ' ' || *at > '~' || strchr("\"\\<>", *at))
			return false;
	return strlen(url) <= LONGEST;
}

/* A line without its end; false: there is none, or it is too long. */
static bool read_line(FILE *file, char *out, int size)
{
	if (!fgets(out, size, file))
		return false;
	size_t length = strcspn(out, "\r\n");
	bool whole = out[length] || feof(file);
	out[length] = '\0';
	return whole && length > 0;
}

static int read_login(serve_notices *n, const char *command)
{
	FILE *file = fopen(n->login, "r");
	if (!file)
		return ap_cli_failure(command, "cannot read %s: %s", n->login, strerror(errno));
	bool good = read_line(file, n->user, sizeof n->user) &&
		read_line(file, n->password, sizeof n->password);
	fclose(file);
	if (!good)
		return ap_cli_failure(command,
			"%s must have a name in its first line and a password in its second", n->login);
	n->options.user = n->user;
	n->options.password = n->password;
	return AP_CLI_GO_ON;
}

/* The courier and the bots have no use for it in their environment. */
static void take_environment(serve_notices *n)
{
	const char *user = getenv("APPARAT_SMTP_USER"), *password = getenv("APPARAT_SMTP_PASSWORD");
	if (!user || !password)
		return;
	snprintf(n->user, sizeof n->user, "%s", user);
	snprintf(n->password, sizeof n->password, "%s", password);
	unsetenv("APPARAT_SMTP_PASSWORD");
	n->options.user = n->user;
	n->options.password = n->password;
}

static int check_smtp(serve_notices *n, const char *command)
{
	const sv_notices_options *o = &n->options;
	if (!o->smtp && (o->from || n->login))
		return ap_cli_misuse(command, "--mail-from and --smtp-login need --smtp");
	if (!o->smtp)
		return AP_CLI_GO_ON;
	if ((!begins(o->smtp, "smtp://") && !begins(o->smtp, "smtps://")) || !is_plain(o->smtp))
		return ap_cli_misuse(command, "--smtp must be smtp://HOST:PORT or smtps://HOST:PORT");
	if (strchr(o->smtp, '@'))
		return ap_cli_misuse(command,
			"no name or password in --smtp: give them with --smtp-login or in the environment");
	if (!o->from || !sv_is_good_mail(o->from))
		return ap_cli_misuse(
			command, "--smtp needs --mail-from with a plain address, such as games@example.org");
	if (n->login)
		return read_login(n, command);
	take_environment(n);
	return AP_CLI_GO_ON;
}

int serve_check_notices(serve_notices *n, const char *command)
{
	const char *url = n->options.public_url;
	if (url &&
		((!begins(url, "http://") && !begins(url, "https://")) || !is_plain(url) ||
			url[strlen(url) - 1] == '/'))
		return ap_cli_misuse(command,
			"--public-url must be a URL such as https://play.example.org, without a slash at its "
			"end");
	return check_smtp(n, command);
}

/* serve_notices.c: see serve_notices.h. The password is never an argument of the command, because
 * everybody on the machine can read those. */
#include "cli/serve_notices.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "server/notices_internal.h"

enum { LONGEST_URL = 200 };

static bool begins_with(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

/* Returns whether a URL contains nothing that could end a line or a string. */
static bool is_plain_url(const char *url)
{
	for (const char *at = url; *at; at++)
		if (*at <= ' ' || *at > '~' || strchr("\"\\<>", *at))
			return false;
	return strlen(url) <= LONGEST_URL;
}

/* Reads a line without its end. False if there is none, or if it is empty or too long. */
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
	return AP_CLI_CONTINUE;
}

/* Takes user and password from the environment. The password is removed from it, so that the
 * processes of the server do not inherit it. */
static void take_login_from_environment(serve_notices *n)
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
		return AP_CLI_CONTINUE;
	if ((!begins_with(o->smtp, "smtp://") && !begins_with(o->smtp, "smtps://")) ||
		!is_plain_url(o->smtp))
		return ap_cli_misuse(command, "--smtp must be smtp://HOST:PORT or smtps://HOST:PORT");
	if (strchr(o->smtp, '@'))
		return ap_cli_misuse(command,
			"no name or password in --smtp: give them with --smtp-login or in the environment");
	if (!o->from || !sv_is_good_mail(o->from))
		return ap_cli_misuse(
			command, "--smtp needs --mail-from with a plain address, such as games@example.org");
	if (n->login)
		return read_login(n, command);
	take_login_from_environment(n);
	return AP_CLI_CONTINUE;
}

int serve_check_notices(serve_notices *n, const char *command)
{
	assert(n && command);
	const char *url = n->options.public_url;
	if (url &&
		((!begins_with(url, "http://") && !begins_with(url, "https://")) || !is_plain_url(url) ||
			url[strlen(url) - 1] == '/'))
		return ap_cli_misuse(command,
			"--public-url must be a URL such as https://play.example.org, without a slash at its "
			"end");
	return check_smtp(n, command);
}

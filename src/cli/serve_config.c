/* serve_config.c: see serve_config.h. */
#include "cli/serve_config.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complete.h"
#include "text/memory.h"

#define BLANKS " \t\r\n"

/* Returns the file that the arguments name; NULL if there is none. The last one counts. */
static const char *find_path(int argc, char **argv)
{
	static const char option[] = "--config";
	const char *path = NULL;
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (strcmp(argv[i], option) == 0 && i + 1 < argc)
			path = argv[i + 1];
		else if (strncmp(argv[i], "--config=", sizeof option) == 0)
			path = argv[i] + sizeof option;
	}
	return path;
}

static int fail_at(const char *path, int line, const char *format, const char *word)
{
	ap_error error = {0};
	ap_fail(&error, line, format, word);
	return ap_cli_bad_file(path, &error);
}

static void add_word(serve_config *c, const char *name, const char *value)
{
	size_t size = strlen(name) + strlen(value) + 4;
	char *word = ap_allocate(size, 1);
	snprintf(word, size, "--%s%s%s", name, *value ? "=" : "", value);
	c->words = ap_reallocate(c->words, (size_t)c->count + 1, sizeof *c->words);
	c->words[c->count++] = word;
}

/* Cuts the blanks at both ends of a text. */
static char *trimmed(char *text)
{
	text += strspn(text, BLANKS);
	size_t length = strlen(text);
	while (length > 0 && strchr(BLANKS, text[length - 1]))
		length--;
	text[length] = '\0';
	return text;
}

/* Divides "name = value", "name value" or "name". */
static char *cut_name(char *line)
{
	char *value = line + strcspn(line, BLANKS "=");
	if (!*value)
		return value;
	bool has_sign = *value == '=';
	*value++ = '\0';
	value = trimmed(value);
	if (!has_sign && *value == '=')
		value = trimmed(value + 1);
	return value;
}

static int read_line(
	serve_config *c, const ap_cli_option *options, const char *path, int number, char *line)
{
	char *name = trimmed(line);
	if (!*name || *name == '#')
		return AP_CLI_CONTINUE;
	const char *value = cut_name(name);
	const ap_cli_option *o = ap_cli_find_option(options, name);
	if (!o || strchr(name, '=') || strcmp(name, "config") == 0)
		return fail_at(
			path, number, AP_TEXT("'%s' is no option: apparat serve --help has them"), name);
	if (o->kind == AP_CLI_FLAG && *value)
		return fail_at(
			path, number, AP_TEXT("'%s' takes no value: leave it out, or the line"), name);
	if (o->kind != AP_CLI_FLAG && !*value)
		return fail_at(path, number, AP_TEXT("'%s' needs a value"), name);
	add_word(c, name, value);
	return AP_CLI_CONTINUE;
}

static int read_file(serve_config *c, const ap_cli_option *options, const char *path, FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	int status = AP_CLI_CONTINUE;
	for (int n = 1; status == AP_CLI_CONTINUE && getline(&line, &room, file) >= 0; n++)
		status = read_line(c, options, path, n, line);
	free(line);
	if (status == AP_CLI_CONTINUE && ferror(file))
		return fail_at(path, 0, AP_TEXT("cannot be read: %s"), strerror(errno));
	return status;
}

static void join_arguments(serve_config *c, int argc, char **argv)
{
	c->argc = argc + c->count;
	c->argv = ap_allocate((size_t)c->argc + 1, sizeof *c->argv);
	c->argv[0] = argv[0];
	for (int i = 0; i < c->count; i++)
		c->argv[1 + i] = c->words[i];
	for (int i = 1; i < argc; i++)
		c->argv[c->count + i] = argv[i];
}

int serve_read_config(serve_config *c, const ap_cli_option *options, int argc, char **argv)
{
	assert(c && options && argc >= 1 && argv);
	const char *path = ap_cli_is_completing() ? NULL : find_path(argc, argv);
	*c = (serve_config){0};
	if (path) {
		FILE *file = fopen(path, "r");
		if (!file)
			return ap_cli_failure(argv[0], "cannot read %s: %s", path, strerror(errno));
		int status = read_file(c, options, path, file);
		fclose(file);
		if (status != AP_CLI_CONTINUE)
			return status;
	}
	join_arguments(c, argc, argv);
	return AP_CLI_CONTINUE;
}

void serve_free_config(serve_config *c)
{
	assert(c);
	for (int i = 0; i < c->count; i++)
		free(c->words[i]);
	free(c->words);
	free(c->argv);
	*c = (serve_config){0};
}

/* admin_print.c: see admin_print.h.
 *
 * Much of it was written by strangers, so nothing that could control a terminal is printed. */
#include "cli/admin_print.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "text/error.h"
#include "text/memory.h"

enum { MOST_COLUMNS = 16, CELL = 64 };

#define FAR_OFF (50LL * 365 * 24 * 3600 * 1000) /* an end that is later is none, in ms */

/* ---- Words ----------------------------------------------------------------------------------- */

/* The names of fields that a server answers with. They are words, too, and printed in the language
 * of the program. What commands take (games, seats, levels, the status of a table) is printed as it
 * is typed. */
static const char *const names[] = {AP_TEXT("about"), AP_TEXT("absent"), AP_TEXT("account"),
	AP_TEXT("act"), AP_TEXT("address"), AP_TEXT("against"), AP_TEXT("at"), AP_TEXT("auto_ms"),
	AP_TEXT("away"), AP_TEXT("away_agrees"), AP_TEXT("ban"), AP_TEXT("banned"), AP_TEXT("bans"),
	AP_TEXT("bot_ms"), AP_TEXT("clients"), AP_TEXT("command"), AP_TEXT("commitment"),
	AP_TEXT("countdown_ms"), AP_TEXT("created"), AP_TEXT("current"), AP_TEXT("details"),
	AP_TEXT("ended"), AP_TEXT("expires"), AP_TEXT("fast"), AP_TEXT("from"), AP_TEXT("game"),
	AP_TEXT("games"), AP_TEXT("guests"), AP_TEXT("hold_ms"), AP_TEXT("id"), AP_TEXT("kind"),
	AP_TEXT("level"), AP_TEXT("line"), AP_TEXT("link"), AP_TEXT("log"), AP_TEXT("looked"),
	AP_TEXT("mail"), AP_TEXT("move_ms"), AP_TEXT("name"), AP_TEXT("options"), AP_TEXT("owner"),
	AP_TEXT("pace"), AP_TEXT("people"), AP_TEXT("person"), AP_TEXT("players"),
	AP_TEXT("poker_face"), AP_TEXT("position"), AP_TEXT("public"), AP_TEXT("reason"),
	AP_TEXT("rematch"), AP_TEXT("report"), AP_TEXT("reports"), AP_TEXT("resigned"),
	AP_TEXT("rule_changes"), AP_TEXT("rules"), AP_TEXT("running"), AP_TEXT("said"), AP_TEXT("seat"),
	AP_TEXT("seats"), AP_TEXT("seen"), AP_TEXT("session"), AP_TEXT("sessions"), AP_TEXT("shown"),
	AP_TEXT("silenced"), AP_TEXT("status"), AP_TEXT("table"), AP_TEXT("tables"),
	AP_TEXT("takes_time"), AP_TEXT("talk"), AP_TEXT("tempo"), AP_TEXT("text"), AP_TEXT("unsigned"),
	AP_TEXT("until"), AP_TEXT("updated"), AP_TEXT("url"), AP_TEXT("used"), AP_TEXT("version"),
	AP_TEXT("whispered"), AP_TEXT("who"), AP_TEXT("agent"), AP_TEXT("won")};

static const char *word_of(const char *key)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(key, names[i]) == 0)
			return ap_translated(names[i]);
	return key;
}

/* ---- Values ---------------------------------------------------------------------------------- */

static bool is_time(const char *key)
{
	static const char *const keys[] = {
		"at", "created", "seen", "until", "used", "expires", "updated", "looked"};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (strcmp(key, keys[i]) == 0)
			return true;
	return false;
}

static void write_time(json_int_t at, char *out, size_t size)
{
	struct tm parts;
	time_t seconds = (time_t)(at / 1000);
	snprintf(out, size, "-");
	if (at > ((json_int_t)time(NULL) * 1000) + FAR_OFF)
		snprintf(out, size, "%s", ap_translated(AP_TEXT("for ever")));
	else if (at > 0 && gmtime_r(&seconds, &parts))
		strftime(out, size, "%Y-%m-%d %H:%M UTC", &parts);
}

/* Returns a value as text on one line, which the caller frees. */
static char *text_of(const char *key, const json_t *value)
{
	char room[64];
	const json_t *name = json_object_get(value, "name"), *id = json_object_get(value, "person");
	if (json_is_string(value))
		return ap_copy_text(json_string_value(value));
	if (json_is_string(name) && id && json_object_size(value) == 2) {
		snprintf(room, sizeof room, "%.40s (%lld)", json_string_value(name),
			(long long)json_integer_value(id));
		return ap_copy_text(room);
	}
	if (json_is_integer(value) && is_time(key))
		write_time(json_integer_value(value), room, sizeof room);
	else if (json_is_integer(value))
		snprintf(room, sizeof room, "%lld", (long long)json_integer_value(value));
	else if (json_is_boolean(value))
		snprintf(room, sizeof room, "%s",
			ap_translated(json_is_true(value) ? AP_TEXT("yes") : AP_TEXT("no")));
	else if (json_is_null(value) || !value)
		snprintf(room, sizeof room, "-");
	else
		return json_dumps(value, JSON_COMPACT);
	return ap_copy_text(room);
}

/* Replaces what could end a line or control a terminal. */
static void make_plain(char *text)
{
	for (unsigned char *c = (unsigned char *)text; *c; c++)
		if (*c < ' ' || *c == 0x7f)
			*c = *c == '\n' ? ' ' : '?';
		else if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
			c[1] = 0xbf;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static int width_of(const char *text)
{
	int width = 0;
	for (; *text; text++)
		width += ((unsigned char)*text & 0xc0) != 0x80;
	return width;
}

/* Cuts a text that is too long for a cell, between characters. */
static void cut(char *text)
{
	int width = 0;
	for (char *at = text; *at; at++)
		if (((unsigned char)*at & 0xc0) != 0x80 && ++width > CELL) {
			snprintf(at, 4, "..."); /* there is room: more than one character follows */
			return;
		}
}

static char *cell(const json_t *row, const char *key)
{
	char *text = text_of(key, json_object_get(row, key));
	size_t length = strlen(text);
	text = ap_reallocate(text, length + 4, 1); /* for cut() */
	make_plain(text);
	cut(text);
	return text;
}

/* Finds the columns of a list: the fields of its rows, in their order. */
static int find_columns(const json_t *rows, const char *columns[MOST_COLUMNS])
{
	int count = 0;
	size_t i;
	const json_t *row;
	json_array_foreach(rows, i, row)
	{
		const char *key;
		const json_t *value;
		json_object_foreach((json_t *)row, key, value)
		{
			int n = 0;
			(void)value;
			while (n < count && strcmp(columns[n], key) != 0)
				n++;
			if (n == count && count < MOST_COLUMNS)
				columns[count++] = key;
		}
	}
	return count;
}

static void print_row(const json_t *row, const char *const *columns, const int *widths, int count)
{
	for (int n = 0; n < count; n++) {
		char *text = row ? cell(row, columns[n]) : ap_copy_text(word_of(columns[n]));
		bool last = n == count - 1;
		printf("%s%*s%s", text, last ? 0 : widths[n] - width_of(text), "", last ? "\n" : "  ");
		free(text);
	}
}

static void print_table(const json_t *rows)
{
	const char *columns[MOST_COLUMNS];
	int widths[MOST_COLUMNS], count = find_columns(rows, columns);
	size_t i;
	const json_t *row;
	for (int n = 0; n < count; n++) {
		widths[n] = width_of(word_of(columns[n]));
		json_array_foreach(rows, i, row)
		{
			char *text = cell(row, columns[n]);
			int width = width_of(text);
			widths[n] = width > widths[n] ? width : widths[n];
			free(text);
		}
	}
	print_row(NULL, columns, widths, count);
	json_array_foreach(rows, i, row) print_row(row, columns, widths, count);
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void print_field(const char *key, const json_t *value)
{
	if (json_is_array(value) && json_is_object(json_array_get(value, 0))) {
		printf("%s:\n", word_of(key));
		print_table(value);
		return;
	}
	char *text = text_of(key, value);
	if (strcmp(key, "position") != 0)
		make_plain(text);
	printf(strcmp(key, "position") == 0 ? "%s:\n%s" : "%s: %s\n", word_of(key),
		json_is_array(value) && json_array_size(value) == 0 ? "-" : text);
	free(text);
}

void admin_print(const json_t *answer)
{
	assert(answer);
	const char *key;
	const json_t *value;
	json_object_foreach((json_t *)answer, key, value)
	{
		if (json_object_size(answer) == 1 && json_is_array(value)) {
			if (json_array_size(value) == 0)
				puts(ap_translated(AP_TEXT("There are none.")));
			else
				print_table(value);
		} else {
			print_field(key, value);
		}
	}
}

/* Prints every line of a text as a comment. */
static void print_comment(const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		char *line = ap_copy_text(text);
		line[length] = '\0';
		make_plain(line);
		printf("# %s\n", line);
		free(line);
		text += length;
		text += *text == '\n';
	}
}

void admin_print_report(const json_t *report)
{
	assert(report);
	static const char *const heads[] = {
		"report", "at", "kind", "game", "rules", "table", "from", "against"};
	const char *text = json_string_value(json_object_get(report, "text"));
	const char *said = json_string_value(json_object_get(report, "said"));
	const char *shown = json_string_value(json_object_get(report, "shown"));
	const char *position = json_string_value(json_object_get(report, "position"));
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		const json_t *value = json_object_get(report, heads[i]);
		char *word = value ? text_of(heads[i], value) : ap_copy_text("");
		make_plain(word);
		if (value)
			printf("# %s: %s\n", word_of(heads[i]), word);
		free(word);
	}
	puts("#");
	print_comment(text ? text : "");
	if (said) {
		puts(ap_translated(AP_TEXT("#\n# What was said:")));
		print_comment(said);
	}
	if (shown && *shown) {
		puts(ap_translated(AP_TEXT("#\n# What was shown:")));
		print_comment(shown);
	}
	if (!shown)
		puts(ap_translated(AP_TEXT(
			"#\n# The game is not over: what was shown and the position are left out. With --hidden they\n"
			"# are shown, which is logged, and everybody at the table is told.")));
	if (position)
		printf("\n%s", position);
}

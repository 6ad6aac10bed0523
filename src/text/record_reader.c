/* record_reader.c: the lines of a record that is read. */
#include "text/record_reader.h"

#include <stdlib.h>
#include <string.h>

enum {
	LINE = AP_RECORD_LINE,
	MOST_LINES = 1 << 19,
	LONGEST_JSON = 4 << 20 /* of a line that is JSON */
};

/* Lines that hold JSON may be long: what viewers saw, and the state in which other rules began. */
static bool is_json(const char *line, size_t length)
{
	static const char state[] = "state {";
	return length > 0 &&
		(line[0] == '{' ||
			(length >= sizeof state - 1 && memcmp(line, state, sizeof state - 1) == 0));
}

static void add_to_digest(ap_record_reader *r)
{
	if (r->line_length > 0 && r->line_start[0] == '{')
		return;
	crypto_generichash_update(&r->digest, (const unsigned char *)r->line_start, r->line_length);
	crypto_generichash_update(&r->digest, (const unsigned char *)"\n", 1);
}

bool ap_reader_next_line(ap_record_reader *r)
{
	r->error->message[0] = '\0';
	if (r->line > 0)
		add_to_digest(r);
	if (r->at >= r->end)
		return false;
	const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
	size_t length = (size_t)((stop ? stop : r->end) - r->at);
	bool json = is_json(r->at, length);
	r->line++;
	r->line_start = r->at;
	r->line_length = length;
	if (length >= (json ? LONGEST_JSON : LINE) || memchr(r->at, '\0', length))
		return ap_fail(r->error, r->line, "expected a line of text, at most %d bytes",
			(json ? LONGEST_JSON : LINE) - 1);
	if (r->line > MOST_LINES)
		return ap_fail(r->error, r->line, "expected at most %d lines", MOST_LINES);
	size_t copied = length < LINE ? length : LINE - 1;
	memcpy(r->text, r->at, copied);
	r->text[copied] = '\0';
	r->at += length + (stop != NULL);
	return true;
}

const char *ap_reader_rest_after(const ap_record_reader *r, const char *word)
{
	size_t length = strlen(word);
	bool starts = strncmp(r->text, word, length) == 0 && r->text[length] == ' ';
	return starts ? r->text + length + 1 : NULL;
}

bool ap_reader_expected(ap_record_reader *r, const char *what)
{
	if (r->error->message[0])
		return false;
	return ap_fail(r->error, r->line, "expected %s", ap_translated(what));
}

bool ap_reader_need_line(ap_record_reader *r, const char *what)
{
	return ap_reader_next_line(r) || ap_reader_expected(r, what);
}

bool ap_reader_number(const char *text, long most, long *value)
{
	char *end;
	if (!text || text[0] < '0' || text[0] > '9' || (text[0] == '0' && text[1]))
		return false;
	*value = strtol(text, &end, 10);
	return *end == '\0' && *value <= most;
}

/* bent.c: the JSON of a state in which some values were changed comes from outside. It is either
 * refused, with a text that says why, or it is a state like any other: JSON brings it back exactly,
 * views of it are sound, and it can be played. To its end the fuzzers play (fuzz/fuzz_json.c).
 */
#include "properties/laws.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/state_json.h"

enum {
	TEXT_SIZE = 1 << 17,
	MOST_VALUES = 1 << 13,
	NEAR = 12 /* values that stand near each other mostly are of one kind */
};

/* A value in the text: a number, a name, true, false or null. */
typedef struct value {
	int at, length;
} value;

typedef struct values {
	value of[MOST_VALUES];
	int count;
} values;

/* Finds the values of a JSON text. The names of an object's parts are none: a colon follows them.
 */
static void find_values(const char *text, values *found)
{
	found->count = 0;
	for (int at = 0; text[at] && found->count < MOST_VALUES;) {
		int end = at + 1;
		if (text[at] == '"')
			end += (int)strcspn(text + end, "\"") + 1;
		else if (isalnum((unsigned char)text[at]) || text[at] == '-')
			end += (int)strcspn(text + end, ",]}");
		if ((end > at + 1 || isalnum((unsigned char)text[at])) && text[end] != ':')
			found->of[found->count++] = (value){at, end - at};
		at = end;
	}
}

/* Writes what might stand instead of a value: one more or one less, nothing, or what stands near it
 * or anywhere, so that a thing is in two places or what was asked does not fit. */
static void write_instead(
	run *r, const char *text, const values *all, int n, char *out, size_t size)
{
	value here = all->of[n];
	bool number = isdigit((unsigned char)text[here.at]);
	int other = n + (int)pick(r, 2 * NEAR + 1) - NEAR;
	if (other < 0 || other >= all->count || pick(r, 4) == 0)
		other = (int)pick(r, all->count);
	if (number && pick(r, 2))
		snprintf(out, size, "%ld", strtol(text + here.at, NULL, 10) + (pick(r, 2) ? 1 : -1));
	else if (pick(r, 8) == 0)
		snprintf(out, size, "null");
	else
		snprintf(out, size, "%.*s", all->of[other].length, text + all->of[other].at);
}

/* Writes the text with one to three values changed. Often one of the first, which say what is
 * asked. */
static void bend(run *r, const char *text, char *out, size_t size)
{
	static values all;
	static char before[TEXT_SIZE];
	enum { FIRST = 60 };
	snprintf(before, sizeof before, "%s", text);
	for (int changes = 1 + (int)pick(r, 3); changes > 0; changes--) {
		char instead[256];
		find_values(before, &all);
		int n = (int)pick(r, pick(r, 3) == 0 && all.count > FIRST ? FIRST : all.count);
		write_instead(r, before, &all, n, instead, sizeof instead);
		value here = all.of[n];
		snprintf(out, size, "%.*s%s%s", here.at, before, instead, before + here.at + here.length);
		snprintf(before, sizeof before, "%s", out);
	}
}

static void bent_state_law(run *r, const void *state)
{
	static char text[TEXT_SIZE];
	ap_error error;
	void *back = r->copy[4], *view = r->copy[5];
	size_t length = ap_write_state(r->game, state, text, sizeof text);
	LAW(r, "bent-reads", length < sizeof text, "%zu bytes", length);
	LAW(r, "bent-reads", ap_read_state(r->game, back, text, length, &error), "%s: %s",
		error.message, text);
	LAW(r, "bent-exact", same(r, back, state), "a state comes back changed: %s", text);
	int viewer = (int)pick(
		r, ap_players(state) + 1); /* of the changed state, which may have other players */
	viewer = viewer == ap_players(state) ? AP_OBSERVER : viewer;
	ap_view(r->game, state, viewer, view);
	const char *fault = ap_unsound(r->game, view);
	LAW(r, "bent-view-sound", !fault, "the view of %d: %s: %s", viewer, fault, text);
	goes_on_law(r, back);
}

void bent_laws(run *r, long bends)
{
	static char text[TEXT_SIZE], bent[TEXT_SIZE];
	ap_write_state(r->game, r->state, text, sizeof text);
	for (long i = 0; i < bends; i++) {
		ap_error error = {0};
		bend(r, text, bent, sizeof bent);
		if (ap_read_state(r->game, r->copy[3], bent, strlen(bent), &error))
			bent_state_law(r, r->copy[3]);
		else
			LAW(r, "bent-says-why", error.message[0], "nothing says why it is refused: %s", bent);
	}
}

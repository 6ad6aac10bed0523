/* notation.c: actions as text and back: "SEAT VERB ARGUMENT ARGUMENT". */
#include "core/notation.h"

#include <inttypes.h>
#include <stdio.h>

const ap_names ap_plain_number = {.kind = "number", .count = AP_UNKNOWN};
const ap_names ap_plain_action = {.kind = "action"};
const ap_names ap_plain_event = {.kind = "event"};

int ap_index_of(const ap_names *names, const char *word, size_t length)
{
	assert(names && (names->name || names->count == 0) && word);
	assert(!memchr(word, '\0', length)); /* or a name might be read beyond its end */
	for (int i = 0; i < names->count; i++)
		if (strncmp(names->name[i], word, length) == 0 && names->name[i][length] == '\0')
			return i;
	return -1;
}

static bool argument_sound(const ap_names *names, unsigned value)
{
	if (!names)
		return value == 0;
	return value < (unsigned)names->count;
}

bool ap_action_sound(const ap_game *game, ap_action a)
{
	assert(game);
	if (ap_verb_of(a) >= game->verb_count)
		return false;
	const ap_verb *verb = &game->verbs[ap_verb_of(a)];
	return argument_sound(verb->x, ap_x(a)) && argument_sound(verb->y, ap_y(a));
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* A buffer and the length of what was written so far. Lists of legal actions are written very
 * often, and printf would be too slow. */
typedef struct line {
	char *out;
	size_t size, length;
} line;

static void put(line *l, const char *text, size_t length)
{
	size_t room = l->length < l->size ? l->size - l->length : 0;
	if (room > 0)
		memcpy(l->out + l->length, text, length < room ? length : room);
	l->length += length;
}

static void put_word(line *l, const char *word)
{
	put(l, word, strlen(word));
}

static void put_number(line *l, unsigned value)
{
	char digits[10];
	size_t n = sizeof digits;
	do
		digits[--n] = (char)('0' + value % 10);
	while ((value /= 10) > 0);
	put(l, digits + n, sizeof digits - n);
}

/* Writes a space and the argument, or nothing if the verb has no such argument. */
static void put_argument(line *l, const ap_names *names, unsigned value)
{
	if (!names)
		return;
	put(l, " ", 1);
	if (value != AP_UNKNOWN && names == &ap_plain_number)
		put_number(l, value);
	else
		put_word(l, value < (unsigned)names->count ? names->name[value] : "?");
}

static void put_bare_action(line *l, const ap_game *game, ap_action a)
{
	assert(ap_verb_of(a) < game->verb_count);
	const ap_verb *verb = &game->verbs[ap_verb_of(a)];
	put_word(l, verb->name);
	put_argument(l, verb->x, ap_x(a));
	put_argument(l, verb->y, ap_y(a));
}

/* Puts the zero byte; returns the length of the whole text. */
static size_t finish(line *l)
{
	if (l->size > 0)
		l->out[l->length < l->size ? l->length : l->size - 1] = '\0';
	return l->length;
}

size_t ap_write_action(const ap_game *game, int seat, ap_action a, char *out, size_t size)
{
	assert(game && (out || size == 0));
	line l = {out, size, 0};
	put_word(&l, ap_seat_name(game, seat));
	put(&l, " ", 1);
	put_bare_action(&l, game, a);
	return finish(&l);
}

const char *ap_write_bare_action(const ap_game *game, ap_action action, char out[AP_MAX_NOTATION])
{
	assert(game && out);
	line l = {out, AP_MAX_NOTATION, 0};
	put_bare_action(&l, game, action);
	finish(&l);
	assert(l.length < AP_MAX_NOTATION);
	return out;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Finds the next word and returns its length; 0 at the end. A single space separates words. */
static size_t next_word(const char **text, const char **word)
{
	if (**text == ' ')
		(*text)++;
	*word = *text;
	*text += strcspn(*text, " ");
	return (size_t)(*text - *word);
}

static bool read_number(const char *word, size_t length, unsigned *value)
{
	*value = 0;
	if (length == 0 || length > 4 || (word[0] == '0' && length > 1))
		return false;
	for (size_t i = 0; i < length; i++) {
		if (word[i] < '0' || word[i] > '9')
			return false;
		*value = *value * 10 + (unsigned)(word[i] - '0');
	}
	return *value < AP_UNKNOWN;
}

static bool read_argument(const ap_names *names, const char **text, unsigned *value)
{
	const char *word;
	*value = 0;
	if (!names)
		return true;
	size_t length = next_word(text, &word);
	if (length == 1 && *word == '?') {
		*value = AP_UNKNOWN;
		return true;
	}
	if (names == &ap_plain_number)
		return read_number(word, length, value);
	int index = ap_index_of(names, word, length);
	*value = (unsigned)index;
	return length > 0 && index >= 0;
}

bool ap_read_action(const ap_game *game, const char *text, int *seat, ap_action *action)
{
	assert(game && text && seat && action);
	const char *word;
	if (*text == ' ')
		return false; /* next_word() would skip it */
	size_t length = next_word(&text, &word);
	if (length == strlen("chance") && strncmp(word, "chance", length) == 0)
		*seat = AP_CHANCE;
	else
		*seat = ap_index_of(game->seats, word, length);
	if (*seat < 0)
		return false;
	length = next_word(&text, &word);
	for (unsigned v = 0; v < game->verb_count; v++) {
		const ap_verb *verb = &game->verbs[v];
		if (strlen(verb->name) != length || strncmp(verb->name, word, length) != 0)
			continue;
		unsigned x, y;
		if (!read_argument(verb->x, &text, &x) || !read_argument(verb->y, &text, &y))
			return false;
		*action = ap_act(v, x, y);
		return *text == '\0';
	}
	return false;
}

/* ---- Lines of records ------------------------------------------------------------------------ */

void ap_write_record_action(const ap_game *game, const void *state, int seat, ap_action action,
	char out[AP_MAX_RECORD_LINE])
{
	assert(game && state && out);
	char text[AP_MAX_NOTATION];
	ap_action legal[AP_MAX_LEGAL];
	ap_write_action(game, seat, action, text, sizeof text);
	int count = seat == AP_CHANCE ? ap_legal(game, state, AP_CHANCE, legal) : 0, n = 0;
	while (n < count && legal[n] != action)
		n++;
	if (seat == AP_CHANCE)
		snprintf(out, AP_MAX_RECORD_LINE, "%s %d/%d", text, n + 1, count);
	else
		snprintf(out, AP_MAX_RECORD_LINE, "%s", text);
}

int ap_write_record_end(const ap_game *game, const void *state, char *out, size_t size)
{
	assert(game && state && out);
	ap_outcome outcome;
	bool over = ap_outcome_of(game, state, &outcome);
	return snprintf(out, size, "%s %016" PRIx64,
		over ? ap_reason_name(game, outcome.reason) : "open", ap_hash(game, state));
}

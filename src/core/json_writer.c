/* json_writer.c: see json_writer.h. */
#include "core/json_writer.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void put(ap_json *j, const char *text, size_t length)
{
	if (j->length < j->size) {
		size_t room = j->size - j->length;
		memcpy(j->out + j->length, text, length < room ? length : room);
	}
	j->length += length;
}

static void put_byte(ap_json *j, char byte)
{
	if (j->length < j->size)
		j->out[j->length] = byte;
	j->length++;
}

static void separate(ap_json *j)
{
	if (j->comma)
		put_byte(j, ',');
	j->comma = true;
}

ap_json ap_json_into(char *out, size_t size)
{
	assert(out || size == 0);
	return (ap_json){.out = out, .size = size};
}

size_t ap_json_done(ap_json *j)
{
	if (j->size > 0)
		j->out[j->length < j->size ? j->length : j->size - 1] = '\0';
	return j->length;
}

void ap_json_open(ap_json *j, char bracket)
{
	assert(bracket == '{' || bracket == '[');
	separate(j);
	put_byte(j, bracket);
	j->comma = false;
}

void ap_json_close(ap_json *j, char bracket)
{
	assert(bracket == '}' || bracket == ']');
	put_byte(j, bracket);
	j->comma = true;
}

static bool is_plain(unsigned char c)
{
	return c >= 0x20 && c != '"' && c != '\\';
}

static void put_escaped(ap_json *j, unsigned char c)
{
	char escape[8];
	if (c == '\n')
		put(j, "\\n", 2);
	else if (c < 0x20)
		put(j, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", c));
	else
		put(j, (const char[]){'\\', (char)c}, 2);
}

/* True if none of eight characters needs an escape. It may be false although none does. */
static bool are_plain(uint64_t eight)
{
	const uint64_t each = UINT64_C(0x0101010101010101), high = each * 0x80;
	uint64_t quotes = eight ^ each * '"', slashes = eight ^ each * '\\';
	uint64_t control = (eight - each * 0x20) & ~eight;
	return ((control | ((quotes - each) & ~quotes) | ((slashes - each) & ~slashes)) & high) == 0;
}

/* Copies a text, and returns whether it needs no escapes. It may return false although none is
 * needed. Most texts are short: so their ends are copied in words, too, some bytes of them twice.
 */
static bool copy_plain(char *to, const char *text, size_t length)
{
	enum { WORD = sizeof(uint64_t), HALF = sizeof(uint32_t) };
	uint64_t word;
	bool plain = true;
	if (length >= WORD) {
		for (size_t i = 0; i < length; i += WORD) {
			size_t at = i + WORD <= length ? i : length - WORD;
			memcpy(&word, text + at, WORD);
			memcpy(to + at, &word, WORD);
			plain = plain && are_plain(word);
		}
	} else if (length >= HALF) {
		uint32_t first, last;
		memcpy(&first, text, HALF);
		memcpy(&last, text + length - HALF, HALF);
		memcpy(to, &first, HALF);
		memcpy(to + length - HALF, &last, HALF);
		plain = are_plain(first | (uint64_t)last << 8 * HALF);
	} else {
		for (size_t i = 0; i < length; i++) {
			to[i] = text[i];
			plain = plain && is_plain((unsigned char)text[i]);
		}
	}
	return plain;
}

/* The text may need escapes, or more room than there is. */
static void put_text_slowly(ap_json *j, const char *text, size_t length)
{
	put_byte(j, '"');
	for (size_t i = 0; i < length;) {
		size_t plain = i;
		while (plain < length && is_plain((unsigned char)text[plain]))
			plain++;
		put(j, text + i, plain - i);
		if (plain < length)
			put_escaped(j, (unsigned char)text[plain++]);
		i = plain;
	}
	put_byte(j, '"');
}

/* Nearly all texts need no escape, and are copied in one go. */
static inline void put_text(ap_json *j, const char *text, size_t length)
{
	enum { QUOTES = 2 };
	bool fits = j->length < j->size && j->size - j->length >= length + QUOTES;
	char *to = fits ? j->out + j->length : NULL;
	if (!to || !copy_plain(to + 1, text, length)) {
		put_text_slowly(j, text, length);
		return;
	}
	to[0] = to[length + 1] = '"';
	j->length += length + QUOTES;
}

void ap_json_text(ap_json *j, const char *text, size_t length)
{
	assert(text || length == 0);
	separate(j);
	put_text(j, text, length);
}

void ap_json_key_text(ap_json *j, const char *key, size_t length)
{
	assert(key);
	separate(j);
	put_text(j, key, length);
	put_byte(j, ':');
	j->comma = false;
}

void ap_json_number(ap_json *j, const char *digits)
{
	assert(digits && *digits);
	separate(j);
	put(j, digits, strlen(digits));
}

void ap_json_int(ap_json *j, int64_t value)
{
	char digits[24], *end = digits + sizeof digits, *at = end;
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
	do
		*--at = (char)('0' + rest % 10);
	while ((rest /= 10) > 0);
	if (value < 0)
		*--at = '-';
	separate(j);
	put(j, at, (size_t)(end - at));
}

void ap_json_raw(ap_json *j, const char *json)
{
	separate(j);
	put(j, json, strlen(json));
}

void ap_json_bool(ap_json *j, bool value)
{
	separate(j);
	put(j, value ? "true" : "false", value ? 4 : 5);
}

void ap_json_null(ap_json *j)
{
	separate(j);
	put(j, "null", 4);
}

void ap_json_object_key(ap_json_object *object, const char *key)
{
	assert(object->j && object->name);
	if (!object->is_open) {
		ap_json_key(object->j, object->name);
		ap_json_open(object->j, '{');
	}
	object->is_open = true;
	ap_json_key(object->j, key);
}

void ap_json_object_end(ap_json_object *object)
{
	if (object->is_open)
		ap_json_close(object->j, '}');
	object->is_open = false;
}

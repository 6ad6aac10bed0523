/* columns.c: see columns.h. */
#include "learn/columns.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/memory.h"

enum { NAME_ROOM = 256 };

void ln_add_column(
	ln_columns *columns, ap_column_kind kind, int low, int high, int list, const char *format, ...)
{
	char name[NAME_ROOM];
	va_list words;
	assert(high >= low && high - low <= 255);
	va_start(words, format);
	vsnprintf(name, sizeof name, format, words);
	va_end(words);
	if (columns->count == columns->room) {
		columns->room = columns->room ? 2 * columns->room : 256;
		columns->item = ap_reallocate(columns->item, (size_t)columns->room, sizeof *columns->item);
	}
	columns->item[columns->count++] = (ap_column){ap_copy_text(name), kind, low, high, list};
}

void ln_free_columns(ln_columns *columns)
{
	for (int i = 0; i < columns->count; i++)
		free((char *)columns->item[i].name);
	free(columns->item);
}

void ln_add_number(ln_columns *columns, int low, int high, const char *name)
{
	if (ln_is_wide(low, high)) {
		assert(high - low <= 0xffff);
		ln_add_column(columns, AP_NUMBER_COLUMN, 0, (high - low) >> 8, -1, "%s.high", name);
		ln_add_column(columns, AP_NUMBER_COLUMN, 0, 255, -1, "%s.low", name);
	} else
		ln_add_column(columns, high - low == 1 ? AP_FLAG_COLUMN : AP_NUMBER_COLUMN, low,
			high == low ? low + 1 : high, -1, "%s", name);
}

static int digits_of(int count)
{
	int digits = 0;
	for (; count; count >>= 1)
		digits++;
	return digits;
}

int ln_name_width(const ln_list *list)
{
	return ln_has_digits(list) ? digits_of(list->count) : list->count;
}

void ln_add_name(ln_columns *columns, const ln_lists *lists, const ln_list *list, const char *name)
{
	if (!ln_has_digits(list)) {
		ln_add_set(columns, lists, list, name);
		return;
	}
	for (int digit = 0; digit < digits_of(list->count); digit++)
		ln_add_column(columns, AP_FLAG_COLUMN, 0, 1, -1, "%s.digit-%d", name, 1 << digit);
}

void ln_add_set(ln_columns *columns, const ln_lists *lists, const ln_list *list, const char *name)
{
	char member[LN_NAME_ROOM];
	for (int n = 0; n < list->count; n++)
		ln_add_column(columns, AP_FLAG_COLUMN, 0, 1, -1, "%s.%s", name,
			ln_relative_name(lists, list, n, member));
}

/* Eight flags from the eight bits of a byte, the lowest bit first. */
static inline uint64_t spread(unsigned byte)
{
	uint64_t bits = (byte & 0x7f) * (uint64_t)0x02040810204081 & 0x0101010101010101u;
	return bits | (uint64_t)(byte >> 7) << 56;
}

/* Writes the members of a set whose names stand at their own numbers, eight at a time. */
static void put_plain_set(uint8_t *out, int count, const unsigned char *set)
{
	for (; count >= 8; count -= 8, out += 8, set++) {
		uint64_t flags = spread(*set);
		memcpy(out, &flags, sizeof flags);
	}
	for (int n = 0; n < count; n++)
		out[n] = *set >> n & 1;
}

void ln_put_set(
	uint8_t *out, const ln_list *list, int rotation, const unsigned char *set, int bytes)
{
	if (!list->place) {
		put_plain_set(out, list->count, set);
		return;
	}
	for (int b = 0; b < bytes; b++)
		for (unsigned bits = set[b]; bits; bits &= bits - 1) {
			int n = 8 * b + __builtin_ctz(bits);
			if (n < list->count)
				out[list->place[rotation][n]] = 1;
		}
}

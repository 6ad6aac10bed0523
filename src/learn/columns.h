/* columns.h: the columns of a layout while it is made, and where their values come from.
 *
 * Most values are one number. A name from a short list is a flag for each name; one from a long
 * list is the binary digits of its number, because a flag for each of hundreds of names would make
 * a row that is almost empty. A number with a wide range is two columns, for its high and its low
 * byte. */
#ifndef APPARAT_LEARN_COLUMNS_H
#define APPARAT_LEARN_COLUMNS_H

#include "learn/lists.h"

typedef struct ln_columns {
	ap_column *item;
	int count, room;
} ln_columns;

/* Adds a column; the name is a format. */
void ln_add_column(ln_columns *columns, ap_column_kind kind, int low, int high, int list,
	const char *format, ...) __attribute__((format(printf, 6, 7)));
void ln_free_columns(ln_columns *columns);

/* ---- Numbers --------------------------------------------------------------------------------- */

static inline bool ln_is_wide(int low, int high)
{
	return high - low > 255;
}
/* Adds the one or two columns of a number. */
void ln_add_number(ln_columns *columns, int low, int high, const char *name);
/* Writes them. A number out of range becomes the nearest one. */
static inline void ln_put_number(uint8_t *out, int low, int high, int64_t value)
{
	value = value < low ? 0 : value > high ? high - low : value - low;
	if (ln_is_wide(low, high)) {
		out[0] = (uint8_t)(value >> 8);
		out[1] = (uint8_t)value;
	} else
		out[0] = (uint8_t)value;
}

/* ---- Names ----------------------------------------------------------------------------------- */

enum { LN_MOST_FLAGS = 64 }; /* longer lists have digits */

static inline bool ln_has_digits(const ln_list *list)
{
	return list->count > LN_MOST_FLAGS;
}
/* Returns how many columns a name of this list has. */
int ln_name_width(const ln_list *list);
/* Adds them. */
void ln_add_name(ln_columns *columns, const ln_lists *lists, const ln_list *list, const char *name);
/* Writes the number `place` + 1 in binary digits. */
static inline void ln_put_digits(uint8_t *out, unsigned place)
{
	for (unsigned digits = place + 1; digits; digits >>= 1)
		*out++ = (uint8_t)(digits & 1);
}
/* Writes a name, which must be in the list. The columns must be 0. */
static inline void ln_put_name(uint8_t *out, const ln_list *list, int rotation, int name)
{
	int place = ln_place(list, rotation, name);
	if (ln_has_digits(list))
		ln_put_digits(out, (unsigned)place);
	else
		out[place] = 1;
}

/* Adds a flag for each name of a list. */
void ln_add_set(ln_columns *columns, const ln_lists *lists, const ln_list *list, const char *name);
/* Writes the members of a set of `bytes` bytes. The columns must be 0. */
void ln_put_set(
	uint8_t *out, const ln_list *list, int rotation, const unsigned char *set, int bytes);

#endif

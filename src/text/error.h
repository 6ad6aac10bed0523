/* error.h: what is wrong with input, in one line for a person: where it is, what was found and what
 * was expected. Functions that read files and texts fill an ap_error, which is public. */
#ifndef APPARAT_TEXT_ERROR_H
#define APPARAT_TEXT_ERROR_H

#include "apparat/records.h"
#include "apparat/text.h"

/* Marks a text that is translated where it is printed. */
#define AP_TEXT(text) text

/* Lets the program say its errors in another language: `translate` returns the translation of an
 * English text, with the same conversions, or the text itself. NULL: all is said in English. */
void ap_translate_errors(
	const char *(*translate)(ap_language language, const char *english), ap_language language);
/* Returns the translation of an English text: into the language of the program, or into another. */
const char *ap_translated(const char *english) __attribute__((format_arg(1)));
const char *ap_translated_into(ap_language language, const char *english)
	__attribute__((format_arg(2)));

/* Fills `error`, with the translation of the format, and returns 0, so that a
 * function that returns bool can `return ap_fail(...)`. */
int ap_fail(ap_error *error, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The largest file that is read, but for records: see AP_MAX_RECORD. */
enum { AP_MAX_FILE = 4 << 20 };

/* Reads a whole file, of at most `limit` bytes, and returns it with a zero byte at its end; the
 * caller frees it. Returns NULL, and fills `error`, if that fails. */
char *ap_read_file(const char *path, long limit, long *length, ap_error *error);

#endif

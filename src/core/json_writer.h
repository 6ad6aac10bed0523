/* json_writer.h: writes JSON into a buffer that the caller provides.
 *
 * If the buffer is too small, the end of the text is left out; ap_json_done() returns the length of
 * the whole text, so that the caller can try again with a larger buffer. The writer puts the
 * commas; the caller must close what he opens, and write a key before each value of an object. */
#ifndef APPARAT_CORE_JSON_WRITER_H
#define APPARAT_CORE_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct ap_json {
	char *out;
	size_t size;   /* of the buffer */
	size_t length; /* of the text so far, whether it fits or not */
	bool comma;    /* the next value needs a comma before it */
} ap_json;

/* ---- Begin and end --------------------------------------------------------------------------- */

/* Returns a writer for this buffer. `out` may be NULL if `size` is 0. */
ap_json ap_json_into(char *out, size_t size);
/* Puts a zero byte at the end of the text and returns the length of the whole text. */
size_t ap_json_done(ap_json *j);

/* ---- Values ---------------------------------------------------------------------------------- */

/* Open and close an object ('{', '}') or a list ('[', ']'). */
void ap_json_open(ap_json *j, char bracket);
void ap_json_close(ap_json *j, char bracket);

/* Writes a key, or a string, of this length, which may contain zero bytes. */
void ap_json_key_text(ap_json *j, const char *key, size_t length);
void ap_json_text(ap_json *j, const char *text, size_t length);

/* The same with the length of the text: that of a literal is known when this is compiled. */
static inline void ap_json_key(ap_json *j, const char *key)
{
	ap_json_key_text(j, key, strlen(key));
}
static inline void ap_json_string(ap_json *j, const char *text)
{
	ap_json_text(j, text, strlen(text));
}

void ap_json_int(ap_json *j, int64_t value);
/* Writes a number that the caller has formatted himself, such as a fraction. */
void ap_json_number(ap_json *j, const char *digits);
/* Writes a text that is JSON already: a value, or keys with their values. */
void ap_json_raw(ap_json *j, const char *json);
void ap_json_bool(ap_json *j, bool value);
void ap_json_null(ap_json *j);

/* ---- Objects that are left out while they are empty ------------------------------------------ */

/* An object that is written under its name as soon as it gets its first key. */
typedef struct ap_json_object {
	ap_json *j;
	const char *name;
	bool is_open;
} ap_json_object;

/* Writes a key of the object; the caller then writes the value. */
void ap_json_object_key(ap_json_object *object, const char *key);
/* Closes the object if anything was written. */
void ap_json_object_end(ap_json_object *object);

#endif

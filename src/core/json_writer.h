/* json_writer.h: JSON straight into a caller's buffer. Too small a buffer loses the end, never
 * more than its size; `length` says how much the whole text needs. */
#ifndef APPARAT_CORE_JSON_WRITER_H
#define APPARAT_CORE_JSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ap_json {
	char *out;
	size_t size, length;
	bool comma; /* the next value follows another */
} ap_json;

ap_json ap_json_into(char *out, size_t size);
size_t ap_json_done(ap_json *j); /* ends with a zero byte, returns the length */

void ap_json_open(ap_json *j, char bracket); /* '{' or '[' */
void ap_json_close(ap_json *j, char bracket);
void ap_json_key(ap_json *j, const char *key);
void ap_json_string(ap_json *j, const char *text);
void ap_json_text(ap_json *j, const char *text, size_t length);
void ap_json_int(ap_json *j, int64_t value);
void ap_json_number(ap_json *j, const char *digits); /* as they are: fractions, wide integers */
void ap_json_bool(ap_json *j, bool value);
void ap_json_null(ap_json *j);

#endif

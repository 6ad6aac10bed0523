/* messages.h: what the program says when something is wrong: one line on stderr, with what would
 * be right. */
#ifndef APPARAT_CLI_MESSAGES_H
#define APPARAT_CLI_MESSAGES_H

#include <stddef.h>

#include "text/error.h"

/* Exit statuses. */
enum { AP_DONE = 0, AP_FAILED = 1, AP_MISUSED = 2 };

/* "apparat COMMAND: ...". Returns AP_MISUSED, so that a command can `return ap_cli_misuse(...)`. */
int ap_cli_misuse(const char *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* The same for what went wrong with good usage. Returns AP_FAILED. */
int ap_cli_failure(const char *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* "FILE:LINE: ...". Returns AP_FAILED. */
int ap_cli_bad_file(const char *path, const ap_error *error);

/* The n-th of the words there are to choose from; NULL past the end. */
typedef const char *ap_cli_nth(const void *from, int n);

/* "a, b or c". Returns `out`. */
const char *ap_cli_choices(ap_cli_nth *nth, const void *from, char *out, size_t size);
/* The choice that a mistyped word is nearest to; NULL if it is near none. */
const char *ap_cli_nearest(ap_cli_nth *nth, const void *from, const char *word);
/* "did you mean 'a'?" or else "expected a, b or c". Returns `out`. */
const char *ap_cli_hint(
	ap_cli_nth *nth, const void *from, const char *word, char *out, size_t size);

/* The first `length` bytes of `word`, cut to the room there is. Returns `out`. */
const char *ap_cli_part(const char *word, size_t length, char *out, size_t size);

enum { AP_CLI_HINT = 400 }; /* room for a hint */

#endif

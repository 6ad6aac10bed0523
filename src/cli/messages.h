/* messages.h: error messages of the program: one line on stderr that says what is wrong and what
 * would be right. */
#ifndef APPARAT_CLI_MESSAGES_H
#define APPARAT_CLI_MESSAGES_H

#include <stddef.h>

#include "apparat/text.h"
#include "text/error.h"

/* Exit statuses. */
enum { AP_DONE = 0, AP_FAILED = 1, AP_MISUSED = 2 };

/* Says usage texts and errors in this language from now on. The English texts stand in the code;
 * lang/program.fr.po has the French ones. */
void ap_cli_speak(ap_language language);
ap_language ap_cli_spoken(void);

/* ---- Errors ---------------------------------------------------------------------------------- */

/* Prints "apparat COMMAND: ..." (without the command if it is NULL) and returns AP_MISUSED, so that
 * a command can `return ap_cli_misuse(...)`. For wrong arguments. */
int ap_cli_misuse(const char *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Does the same and returns AP_FAILED. For anything else that goes wrong. */
int ap_cli_failure(const char *command, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* Prints "FILE:LINE: ..." and returns AP_FAILED. */
int ap_cli_bad_file(const char *path, const ap_error *error);

/* ---- Hints ----------------------------------------------------------------------------------- */

/* Room for a hint. */
enum { AP_CLI_HINT = 400 };

/* Returns the n-th word that can be chosen, counted from 0; NULL past the last one. */
typedef const char *ap_cli_choice_at(const void *from, int n);

/* Returns the choice that is most similar to a mistyped word; NULL if none is similar. */
const char *ap_cli_nearest(ap_cli_choice_at *choice_at, const void *from, const char *word);
/* Writes "did you mean 'a'?", or if no choice is similar "expected a, b or c". Returns `out`. */
const char *ap_cli_hint(
	ap_cli_choice_at *choice_at, const void *from, const char *word, char *out, size_t size);

/* Copies the first `length` bytes of `word`, or as many as fit, and returns `out`. */
const char *ap_cli_copy_part(const char *word, size_t length, char *out, size_t size);

#endif

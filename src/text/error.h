/* error.h: one clear line about bad input: where, what was wrong, what was expected. */
#ifndef APPARAT_TEXT_ERROR_H
#define APPARAT_TEXT_ERROR_H

typedef struct ap_error {
	int line; /* 0: the whole file */
	char message[320];
} ap_error;

/* Fills `error` and returns false, so that a reader can `return ap_fail(...)`. */
int ap_fail(ap_error *error, int line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reads a whole file, at most `limit` bytes, with a zero byte after it. NULL: see `error`. The
 * caller frees it. */
char *ap_read_file(const char *path, long limit, long *length, ap_error *error);

enum { AP_MAX_FILE = 4 << 20 };

#endif

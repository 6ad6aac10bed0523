/* late.h: libraries that are loaded when they are first needed. Most servers need neither libcurl
 * nor libpq in the process of the loop, and what these bring along is some thirty libraries. */
#ifndef APPARAT_SERVER_LATE_H
#define APPARAT_SERVER_LATE_H

#include "text/error.h"

/* Loads a library of this ABI, such as "curl" and 4, and finds its functions: `functions` points to
 * as many pointers as there are names. */
bool sv_load_library(const char *name, int abi, const char *const *names, int count,
	void *functions, ap_error *error);

#endif

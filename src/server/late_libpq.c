/* late_libpq.c: see late_libpq.h. */
#include "server/late_libpq.h"

#include <assert.h>

#include "server/late.h"

enum { ABI = 5 };

sv_libpq_functions sv_libpq;

#define NAME(name) #name,
static const char *const names[] = {SV_LIBPQ_FUNCTIONS(NAME)};

bool sv_load_libpq(ap_error *error)
{
	static_assert(sizeof sv_libpq == sizeof names, "one name for each function");
	assert(error);
	return sv_load_library("pq", ABI, names, (int)(sizeof names / sizeof *names), &sv_libpq, error);
}

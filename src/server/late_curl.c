/* late_curl.c: see late_curl.h. */
#include "server/late_curl.h"

#include <assert.h>

#include "server/late.h"
#include "server/log.h"

enum { ABI = 4 };

#define NAME(name) "curl_" #name,
static const char *const names[] = {SV_CURL_FUNCTIONS(NAME)};

const sv_curl *sv_load_curl(void)
{
	static sv_curl curl;
	static bool is_loaded;
	static_assert(sizeof curl == sizeof names, "one name for each function");
	ap_error error;
	if (!is_loaded)
		is_loaded =
			sv_load_library("curl", ABI, names, (int)(sizeof names / sizeof *names), &curl, &error);
	if (!is_loaded)
		sv_log(SV_LOG_ERROR, "library", NULL, "%s", error.message);
	return is_loaded ? &curl : NULL;
}

/* late_curl.h: libcurl: see late.h. The courier sends with it, and others read URLs as it does. */
#ifndef APPARAT_SERVER_LATE_CURL_H
#define APPARAT_SERVER_LATE_CURL_H

#include <curl/curl.h>

/* clang-format off */
#define SV_CURL_FUNCTIONS(X) \
	X(easy_cleanup) X(easy_getinfo) X(easy_init) X(easy_setopt) X(free) X(global_init) \
	X(multi_add_handle) X(multi_info_read) X(multi_init) X(multi_perform) X(multi_poll) \
	X(multi_remove_handle) X(slist_append) X(slist_free_all) X(url) X(url_cleanup) \
	X(url_get) X(url_set)
/* clang-format on */

#define SV_CURL_MEMBER(name) __typeof__(curl_##name) *name;
typedef struct sv_curl {
	SV_CURL_FUNCTIONS(SV_CURL_MEMBER)
} sv_curl;

/* Returns NULL if the library cannot be loaded, and says so in the log. */
const sv_curl *sv_load_curl(void);

#endif

/* static_files.c: serves the files that are part of the program. They are found by their exact
 * paths, so that no path can lead outside. */
#include "server/static_files.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/http.h"

static const char placeholder[] =
	"<!doctype html>\n"
	"<html lang=\"en\">\n"
	"<meta charset=\"utf-8\">\n"
	"<meta name=\"viewport\" content=\"width=device-width\">\n"
	"<title>Apparat</title>\n"
	"<h1>Apparat</h1>\n"
	"<p>This server plays political board games by their full rules, live or over days, with people "
	"and bots.</p>\n"
	"<p>It was built without a client for browsers. Join from a terminal:</p>\n"
	"<pre>apparat join URL</pre>\n"
	"<p>where URL is the address of this page.</p>\n"
	"</html>\n";

/* True for paths of which the client reads the rest itself: all of them are the same page. */
static bool is_page(const char *path)
{
	static const char *const pages[] = {
		"t", "new", "tables", "me", "rules", "learn", "replay", "play", "licences", "recover"};
	for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
		size_t length = strlen(pages[i]);
		if (strncmp(path + 1, pages[i], length) == 0 &&
			(path[1 + length] == '\0' || path[1 + length] == '/'))
			return true;
	}
	return path[1] == '\0';
}

static const sv_static_file *find_file(const char *path)
{
	if (is_page(path))
		path = "/index.html";
	for (const sv_static_file *f = sv_static_files; f->path; f++)
		if (strcmp(f->path, path) == 0)
			return f;
	return NULL;
}

static bool is_cached(const sv_exchange *x, const sv_static_file *f)
{
	char tags[256];
	return sv_read_header(x->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags) &&
		strstr(tags, f->etag);
}

/* "gzip;q=0" would mean no, but no browser sends it. */
static bool accepts_gzip(const sv_exchange *x)
{
	char ways[128];
	return sv_read_header(x->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, ways, sizeof ways) &&
		strstr(ways, "gzip");
}

static void send_file(sv_exchange *x, const sv_static_file *f, bool framed)
{
	bool cached = is_cached(x, f), gzipped = f->gzipped && accepts_gzip(x);
	sv_answer a = {.status = cached ? 304 : 200,
		.framed = framed,
		.content_type = f->content_type,
		.cache_control = f->immutable ? "public, max-age=31536000, immutable" : "no-cache"};
	if (!cached) {
		a.body = (const char *)(gzipped ? f->gzipped : f->bytes);
		a.length = gzipped ? f->gzipped_size : f->size;
	}
	snprintf(a.extra_headers, sizeof a.extra_headers, "ETag: W/\"%s\"\r\n%s%s", f->etag,
		f->gzipped ? "Vary: Accept-Encoding\r\n" : "",
		gzipped && !cached ? "Content-Encoding: gzip\r\n" : "");
	sv_respond(x, &a);
}

void sv_respond_page(sv_exchange *x, bool framed)
{
	assert(x && !x->answered);
	const sv_static_file *f = find_file("/");
	sv_answer a = {.status = 200,
		.framed = framed,
		.content_type = "text/html; charset=utf-8",
		.cache_control = "no-cache",
		.body = placeholder,
		.length = sizeof placeholder - 1};
	if (f)
		send_file(x, f, framed);
	else
		sv_respond(x, &a);
}

void sv_get_static(sv_exchange *x)
{
	assert(x && !x->answered);
	const sv_static_file *f = find_file(x->path);
	if (is_page(x->path))
		sv_respond_page(x, false);
	else if (f)
		send_file(x, f, false);
	else
		sv_respond_error(x, 404, "not-found", "there is nothing here");
}

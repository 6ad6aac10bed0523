/* static_files.c: files that are part of the program, by their exact names and no others: there is
 * no folder to climb out of. */
#include "server/static_files.h"

#include <stdio.h>
#include <string.h>

#include "server/front_internal.h"

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

/* Pages of the client: it reads the rest of the path itself. */
static bool is_page(const char *path)
{
	static const char *const pages[] = {"t", "new", "tables", "me", "rules", "learn", "replay"};
	for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
		size_t length = strlen(pages[i]);
		if (strncmp(path + 1, pages[i], length) == 0 &&
			(path[1 + length] == '\0' || path[1 + length] == '/'))
			return true;
	}
	return path[1] == '\0';
}

static const sv_file *find(const char *path)
{
	if (is_page(path))
		path = "/index.html";
	for (const sv_file *f = sv_files; f->path; f++)
		if (strcmp(f->path, path) == 0)
			return f;
	return NULL;
}

static bool is_known(const sv_exchange *x, const sv_file *f)
{
	char tags[256];
	return sv_header(x->wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags) &&
		strstr(tags, f->tag);
}

/* "gzip;q=0" says no; nobody says it, and who does can unpack it all the same. */
static bool unpacks(const sv_exchange *x)
{
	char ways[128];
	return sv_header(x->wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, ways, sizeof ways) &&
		strstr(ways, "gzip");
}

static void send_file(sv_exchange *x, const sv_file *f)
{
	bool known = is_known(x, f), packed = f->packed && unpacks(x);
	sv_answer a = {.status = known ? 304 : 200,
		.type = f->type,
		.cache = f->lasting ? "public, max-age=31536000, immutable" : "no-cache"};
	if (!known) {
		a.body = (const char *)(packed ? f->packed : f->bytes);
		a.length = packed ? f->packed_size : f->size;
	}
	snprintf(a.more, sizeof a.more, "ETag: W/\"%s\"\r\n%s%s", f->tag,
		f->packed ? "Vary: Accept-Encoding\r\n" : "",
		packed && !known ? "Content-Encoding: gzip\r\n" : "");
	sv_respond(x, &a);
}

void sv_get_static(sv_exchange *x)
{
	const sv_file *f = find(x->path);
	sv_answer a = {.status = 200,
		.type = "text/html; charset=utf-8",
		.cache = "no-cache",
		.body = placeholder,
		.length = sizeof placeholder - 1};
	if (f)
		send_file(x, f);
	else if (is_page(x->path))
		sv_respond(x, &a);
	else
		sv_respond_error(x, 404, "not-found", "there is nothing here");
}

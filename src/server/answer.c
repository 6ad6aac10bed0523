/* answer.c: the head of each HTTP answer, with the headers that protect its page in a browser. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/json_writer.h"
#include "server/http.h"

/* A page loads nothing but files of this server, and tells other sites none of its addresses, since
 * these contain invitations. The client runs the engine as WebAssembly. */
#define POLICY                                                                                     \
	"X-Content-Type-Options: nosniff\r\n"                                                          \
	"Referrer-Policy: no-referrer\r\n"                                                             \
	"Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "          \
	"img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "

/* A page cannot be put into a frame, where another site could cover its buttons. */
static const char security_headers[] = POLICY "frame-ancestors 'none'\r\n"
											  "X-Frame-Options: DENY\r\n"
											  "Cross-Origin-Opener-Policy: same-origin\r\n"
											  "Cross-Origin-Resource-Policy: same-origin\r\n";

/* A page that other sites may frame: nothing can be done there, and nobody is signed in. */
static const char framed_headers[] = POLICY "frame-ancestors *\r\n"
											"Cross-Origin-Resource-Policy: cross-origin\r\n";

static const char tls_header[] = "Strict-Transport-Security: max-age=31536000\r\n";

static const char *status_text(int status)
{
	static const struct {
		int status;
		const char *text;
	} list[] = {
		{200, "OK"},
		{201, "Created"},
		{304, "Not Modified"},
		{400, "Bad Request"},
		{401, "Unauthorized"},
		{403, "Forbidden"},
		{404, "Not Found"},
		{405, "Method Not Allowed"},
		{409, "Conflict"},
		{411, "Length Required"},
		{413, "Content Too Large"},
		{415, "Unsupported Media Type"},
		{429, "Too Many Requests"},
		{500, "Internal Server Error"},
		{503, "Service Unavailable"},
	};
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
		if (list[i].status == status)
			return list[i].text;
	return "Answer";
}

sv_answer sv_make_error_answer(
	int status, const char *code, const char *text, char room[SV_ERROR_SIZE])
{
	assert(code && text);
	ap_json j = ap_json_into(room, SV_ERROR_SIZE);
	ap_json_open(&j, '{');
	ap_json_key(&j, "code");
	ap_json_string(&j, code);
	ap_json_key(&j, "text");
	ap_json_string(&j, text);
	ap_json_close(&j, '}');
	size_t length = ap_json_done(&j);
	return (sv_answer){.status = status, .body = room, .length = length};
}

static void write_date(const sv_front *front, char *out, size_t size)
{
	struct tm parts;
	time_t now = (time_t)(sv_front_now(front) / 1000);
	gmtime_r(&now, &parts);
	strftime(out, size, "%a, %d %b %Y %H:%M:%S GMT", &parts); /* the C locale: English names */
}

size_t sv_write_answer_head(sv_front *front, const sv_answer *a)
{
	assert(front && a && a->status > 0);
	char date[64], *out = (char *)front->scratch + LWS_PRE;
	write_date(front, date, sizeof date);
	int n = snprintf(out, SV_MAX_HEAD, "HTTP/1.1 %d %s\r\nDate: %s\r\nCache-Control: %s\r\n",
		a->status, status_text(a->status), date, a->cache_control ? a->cache_control : "no-store");
	if (a->status != 304)
		n += snprintf(out + n, SV_MAX_HEAD - (size_t)n,
			"Content-Type: %s\r\nContent-Length: %zu\r\n",
			a->content_type ? a->content_type : "application/json", a->length);
	n += snprintf(out + n, SV_MAX_HEAD - (size_t)n, "%s%sConnection: close\r\n%s\r\n",
		a->framed ? framed_headers : security_headers, front->tls ? tls_header : "",
		a->extra_headers);
	return n < SV_MAX_HEAD ? (size_t)n : 0;
}

void sv_send_answer_at_once(struct lws *wsi, const sv_answer *a)
{
	assert(wsi && a && a->body);
	sv_front *front = sv_front_of(wsi);
	unsigned char *out = front->scratch + LWS_PRE;
	size_t length = sv_write_answer_head(front, a);
	if (length == 0 || length + a->length > SV_CHUNK_SIZE)
		return;
	memcpy(out + length, a->body, a->length);
	front->requests++;
	lws_write(wsi, out, length + a->length, LWS_WRITE_HTTP_HEADERS);
}

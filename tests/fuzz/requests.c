/* requests.c: see requests.h. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "fuzz/requests.h"

typedef struct writer {
	bytes *in;
	request_facts *facts;
	char *out;
	size_t length;
} writer;

/* Adds text; cuts it off at the end of the room. */
static void add(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(writer *w, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = vsnprintf(w->out + w->length, REQUEST_ROOM - w->length, format, list);
	va_end(list);
	w->length += (size_t)n;
	if (w->length >= REQUEST_ROOM)
		w->length = REQUEST_ROOM - 1;
}

/* Returns a number from 0 to n - 1. */
static unsigned below(writer *w, unsigned n)
{
	return take(w->in) % n;
}

static const char *one_of(writer *w, const char *const *words)
{
	unsigned n = 0;
	while (words[n])
		n++;
	return words[below(w, n)];
}

#define ONE_OF(w, ...) one_of(w, (const char *const[]){__VA_ARGS__, NULL})

/* ---- Headers --------------------------------------------------------------------------------- */

static void write_cookie(writer *w)
{
	static const char wrong[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
	unsigned how = below(w, 8);
	w->facts->token_used = w->facts->token_used || how < 5;
	if (how < 4)
		add(w, "Cookie: apparat=%s\r\n", w->facts->token);
	else if (how == 4)
		add(w, "Cookie: a=b; apparat=%s; c=d\r\n", w->facts->token);
	else
		add(w, "Cookie: %s\r\n", how == 5 ? wrong : ONE_OF(w, "", "apparat", "apparat=;", "=;;="));
}

static void write_origin(writer *w)
{
	if (below(w, 4) < 3)
		add(w, "Origin: http://%s\r\n", w->facts->host);
	else
		add(w, "Origin: %s\r\n", ONE_OF(w, "null", "http://evil.example", "://", "", "x"));
}

static void write_length(writer *w, size_t length)
{
	if (below(w, 16) < 14)
		add(w, "Content-Length: %zu\r\n", length);
	else
		add(w, "Content-Length: %s\r\n",
			ONE_OF(w, "0", "1", "-1", "4097", "99999999999999999999", "1, 1", "0x10", ""));
}

static void write_odd_header(writer *w)
{
	add(w, "%s\r\n",
		ONE_OF(w, "Transfer-Encoding: chunked", "Connection: close", "Connection: keep-alive",
			"Upgrade: websocket", "Upgrade: h2c", "Expect: 100-continue", "If-None-Match: \"x\"",
			"Accept-Encoding: gzip", "X-Forwarded-Proto: https", "X-Forwarded-For: 1.2.3.4, ::1",
			"X: \x80\xff", ": no name", "No colon", " folded", "Range: bytes=0-1",
			"Content-Type: text/plain", "Authorization: Basic eDp5", "Host: other"));
}

static void write_odd_headers(writer *w)
{
	for (unsigned n = below(w, 8); n > 5; n--)
		write_odd_header(w);
	if (below(w, 64) == 63)
		for (unsigned n = 16 * take(w->in); n > 0; n--)
			add(w, "X-Much: much\r\n");
}

/* ---- Requests -------------------------------------------------------------------------------- */

static void write_path(writer *w)
{
	unsigned how = below(w, 32);
	if (how < 2)
		add(w, "/records/%s.apr", w->facts->key);
	else if (how < 22)
		add(w, "%s",
			ONE_OF(w, "/api/guest", "/healthz", "/metrics", "/api/me", "/", "/api/logout",
				"/api/delete", "/api/password", "/api/login", "/api/register", "/index.html", "/ws",
				"/records/x.apr", "/api/settings"));
	else
		add(w, "%s",
			ONE_OF(w, "/../../etc/passwd", "/%2e%2e/", "/records/../x.apr", "/%00", "//", "*",
				"http://x/", "/?a=b&c", "/api/guest?x=%zz", "", "/healthz/../metrics", "/%"));
}

static const char *body_of(writer *w)
{
	return ONE_OF(w, "{\"name\":\"Eve\"}", "{}", "",
		"{\"name\":\"Eve\",\"password\":\"correct horse\"}",
		"{\"password\":\"correct horse\",\"new_password\":\"battery staple\"}", "{\"name\":7}",
		"{\"name\":\"\\u0000\"}", "[[[[[[[[[[[[[[[[", "{\"name\":\"\xff\"}",
		"{\"name\":\"a\",\"name\":\"b\"}", "null");
}

size_t make_request(bytes *in, request_facts *facts, char out[REQUEST_ROOM])
{
	writer w = {in, facts, out, 0};
	bool post = below(&w, 2);
	const char *method = post ? "POST" : "GET";
	if (below(&w, 16) == 15)
		method = ONE_OF(&w, "HEAD", "PUT", "DELETE", "OPTIONS", "CONNECT", "BREW", "get", "");
	add(&w, "%s ", method);
	write_path(&w);
	add(&w, " %s\r\n",
		below(&w, 32) == 31 ? ONE_OF(&w, "HTTP/1.0", "HTTP/2", "", "x") : "HTTP/1.1");
	add(&w, "Host: %s\r\n", facts->host);
	if (below(&w, 2))
		write_cookie(&w);
	if (below(&w, 4) == 3)
		write_origin(&w);
	const char *body = post ? body_of(&w) : "";
	if (post) {
		if (below(&w, 16) < 15)
			add(&w, "Content-Type: application/json\r\n");
		write_length(&w, strlen(body));
	}
	write_odd_headers(&w);
	add(&w, "\r\n%s", body);
	return w.length;
}

/* ---- WebSockets ------------------------------------------------------------------------------ */

size_t make_upgrade(bytes *in, request_facts *facts, char out[REQUEST_ROOM])
{
	writer w = {in, facts, out, 0};
	add(&w, "GET %s HTTP/1.1\r\nHost: %s\r\n", below(&w, 32) == 31 ? "/other" : "/ws", facts->host);
	add(&w, "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: %s\r\n",
		below(&w, 32) == 31 ? ONE_OF(&w, "", "x") : "dGhlIHNhbXBsZSBub25jZQ==");
	add(&w, "Sec-WebSocket-Version: %s\r\n",
		below(&w, 32) == 31 ? ONE_OF(&w, "12", "", "99999") : "13");
	add(&w, "Sec-WebSocket-Protocol: %s\r\n",
		below(&w, 16) == 15 ? ONE_OF(&w, "http", "", "x, apparat.1", "apparat.2") : "apparat.1");
	if (below(&w, 16) == 15) {
		write_cookie(&w);
	} else {
		facts->token_used = true;
		add(&w, "Cookie: apparat=%s\r\n", facts->token);
	}
	if (below(&w, 8) == 7)
		write_origin(&w);
	if (below(&w, 16) == 15)
		add(&w, "Sec-WebSocket-Extensions: %s\r\n", ONE_OF(&w, "permessage-deflate", "x; y=z", ""));
	write_odd_headers(&w);
	add(&w, "\r\n");
	return w.length;
}

/* Writes the length of a frame, which is rarely wrong. Returns the number of bytes. */
static size_t write_frame_length(bytes *in, char *out, size_t length)
{
	unsigned how = take(in);
	uint64_t announced = how < 248 ? length
		: how < 252                ? length + 1 + how % 4
								   : (uint64_t)1 << (how % 4 * 20 + 3);
	unsigned char mask = 0x80;
	if (announced < 126) {
		out[0] = (char)(mask | announced);
		return 1;
	}
	int size = announced < 65536 ? 2 : 8;
	out[0] = (char)(mask | (size == 2 ? 126 : 127));
	for (int i = 0; i < size; i++)
		out[1 + i] = (char)(announced >> 8 * (size - 1 - i));
	return (size_t)size + 1;
}

size_t make_frame(bytes *in, const void *payload, size_t length, char out[REQUEST_ROOM])
{
	static const unsigned char heads[] = {
		0x01, 0x00, 0x80, 0x82, 0x88, 0x89, 0x8a, 0x83, 0xc1, 0x91};
	unsigned how = take(in);
	unsigned char head = how < 224 ? 0x81 : heads[how % sizeof heads];
	if (length > REQUEST_ROOM - 16)
		length = REQUEST_ROOM - 16;
	out[0] = (char)head;
	size_t at = 1 + write_frame_length(in, out + 1, length);
	char mask[4] = {0x11, 0x22, 0x33, (char)how};
	memcpy(out + at, mask, sizeof mask);
	if (how == 223) /* a client must not send a frame without a mask */
		out[1] &= 0x7f;
	at += sizeof mask;
	for (size_t i = 0; i < length; i++)
		out[at + i] = (char)(((const char *)payload)[i] ^ mask[i % 4]);
	return at + length;
}

/* address.c: see address.h. */
#include "join/address.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cli/arguments.h"

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

bool join_read_key(const char *text, char out[JOIN_KEY])
{
	assert(text);
	size_t length = strspn(text, letters);
	if (length == 0 || text[length] || length >= JOIN_KEY)
		return false;
	memcpy(out, text, length + 1);
	return true;
}

/* Copies `length` bytes. Returns false if that is none, or too many for `out`. */
static bool copy_part(const char *from, size_t length, char *out, size_t size)
{
	if (length == 0 || length >= size)
		return false;
	memcpy(out, from, length);
	out[length] = '\0';
	return true;
}

/* Reads "host", "host:8080" or "[::1]:8080". Returns NULL, or what is wrong. */
static const char *read_host(const char *text, size_t length, join_address *out)
{
	char whole[JOIN_HOST + 8];
	uint64_t port = out->tls ? 443 : 80;
	if (!copy_part(text, length, whole, sizeof whole))
		return AP_TEXT("the name of the server is missing");
	char *host = whole, *end = strchr(whole, ':');
	if (whole[0] == '[') {
		host = whole + 1;
		end = strchr(host, ']');
		if (!end)
			return AP_TEXT("an address in brackets has no end");
		*end++ = '\0';
		end = *end ? end : NULL;
	}
	if (end && *end != ':')
		return AP_TEXT("after the name of the server comes a colon and a port");
	if (end && (!ap_cli_read_number(end + 1, 65535, &port) || port == 0))
		return AP_TEXT("the port must be a number from 1 to 65535");
	if (end)
		*end = '\0';
	if (!copy_part(host, strlen(host), out->host, sizeof out->host) || strpbrk(host, " \t@\\\""))
		return AP_TEXT("this is no name of a server");
	out->port = (int)port;
	return NULL;
}

/* Reads "/t/TABLE?invite=KEY". Returns NULL, or what is wrong. */
static const char *read_path(const char *path, join_address *out)
{
	static const char word[] = "invite=";
	char key[JOIN_KEY];
	if (!*path || strcmp(path, "/") == 0)
		return NULL;
	if (strncmp(path, "/t/", 3) != 0)
		return AP_TEXT("after the server comes nothing, or /t/ and the key of a table");
	path += 3;
	size_t length = strcspn(path, "?");
	if (!copy_part(path, length, key, sizeof key) || !join_read_key(key, out->table))
		return AP_TEXT("the key of the table must be letters and digits");
	path += length;
	if (*path &&
		(strncmp(path + 1, word, sizeof word - 1) != 0 ||
			!join_read_key(path + sizeof word, out->invite)))
		return AP_TEXT("after the table comes nothing, or ?invite= and a key");
	return NULL;
}

const char *join_read_address(const char *url, join_address *out)
{
	assert(url && out);
	*out = (join_address){0};
	const char *rest = strstr(url, "://");
	out->tls = strncasecmp(url, "https://", 8) == 0;
	if (!rest || (!out->tls && strncasecmp(url, "http://", 7) != 0))
		return AP_TEXT("expected http://HOST:PORT or https://HOST:PORT");
	rest += 3;
	size_t length = strcspn(rest, "/?#");
	const char *wrong = read_host(rest, length, out);
	return wrong ? wrong : read_path(rest + length, out);
}

const char *join_write_address(const join_address *a, char out[JOIN_URL])
{
	assert(a->host[0]);
	bool is_ipv6 = strchr(a->host, ':') != NULL;
	snprintf(out, JOIN_URL, "%s://%s%s%s:%d", a->tls ? "https" : "http", is_ipv6 ? "[" : "",
		a->host, is_ipv6 ? "]" : "", a->port);
	return out;
}

/* notices_settings.c: how a person wants to be notified: part of the settings in the row of the
 * person. */
#include "server/notices_internal.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/late_curl.h"

/* ---- In the row of a person ------------------------------------------------------------------ */

static void copy_string(const json_t *from, const char *key, char *out, size_t size)
{
	const char *text = json_string_value(json_object_get(from, key));
	snprintf(out, size, "%s", text ? text : "");
}

void sv_read_notice_settings(const sv_person_row *row, sv_notice_settings *out)
{
	assert(row && out);
	json_t *settings = json_loads(row->settings, 0, NULL);
	const json_t *notices = json_object_get(settings, "notices");
	const char *language = json_string_value(json_object_get(settings, "language"));
	*out = (sv_notice_settings){.language = AP_ENGLISH};
	if (language)
		ap_language_named(language, &out->language);
	copy_string(notices, "webhook", out->webhook, sizeof out->webhook);
	copy_string(notices, "secret", out->secret, sizeof out->secret);
	copy_string(notices, "mail", out->mail, sizeof out->mail);
	copy_string(notices, "code", out->code, sizeof out->code);
	out->tries = (int)json_integer_value(json_object_get(notices, "tries"));
	out->code_until = json_integer_value(json_object_get(notices, "until"));
	json_decref(settings);
}

static void set_string(json_t *object, const char *key, const char *value)
{
	if (*value)
		json_object_set_new(object, key, json_string(value));
}

bool sv_write_notice_settings(sv_person_row *row, const sv_notice_settings *s)
{
	assert(row && s);
	json_t *settings = json_loads(row->settings, 0, NULL), *notices = json_object();
	if (!settings)
		settings = json_object();
	set_string(notices, "webhook", s->webhook);
	set_string(notices, "secret", s->secret);
	set_string(notices, "mail", s->mail);
	set_string(notices, "code", s->code);
	if (*s->code) {
		json_object_set_new(notices, "tries", json_integer(s->tries));
		json_object_set_new(notices, "until", json_integer(s->code_until));
	}
	json_object_set_new(settings, "language", json_string(ap_language_code(s->language)));
	json_object_set_new(settings, "notices", notices);
	char *text = json_dumps(settings, JSON_COMPACT);
	bool fits = strlen(text) < sizeof row->settings;
	if (fits)
		snprintf(row->settings, sizeof row->settings, "%s", text);
	free(text);
	json_decref(settings);
	return fits;
}

/* ---- What may be set ------------------------------------------------------------------------- */

/* The ports of the web, and those that need no privilege: a mail server cannot be reached. */
static bool is_good_port(const char *port)
{
	long n = strtol(port, NULL, 10);
	return n == 80 || n == 443 || (n >= 1024 && n <= 65535);
}

static bool has_part(const sv_curl *curl, CURLU *url, CURLUPart part)
{
	char *text = NULL;
	bool has = curl->url_get(url, part, &text, 0) == CURLUE_OK;
	curl->free(text);
	return has;
}

static bool has_good_parts(const sv_curl *curl, CURLU *url)
{
	char *scheme = NULL, *port = NULL;
	bool is_good = curl->url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
		(strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0) &&
		curl->url_get(url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK &&
		is_good_port(port) && !has_part(curl, url, CURLUPART_USER) &&
		!has_part(curl, url, CURLUPART_PASSWORD) && !has_part(curl, url, CURLUPART_FRAGMENT);
	curl->free(scheme);
	curl->free(port);
	return is_good;
}

/* The URL is parsed by libcurl, which will use it. `size` is the room for it. */
static bool is_good_url(const char *url, size_t size)
{
	if (strlen(url) >= size)
		return false;
	for (const char *at = url; *at; at++)
		if (*at <= ' ' || *at > '~' || strchr("\"\\<>`{}|^", *at))
			return false;
	const sv_curl *curl = sv_load_curl();
	if (!curl)
		return false;
	CURLU *parsed = curl->url();
	bool is_good = parsed && curl->url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK &&
		has_good_parts(curl, parsed);
	curl->url_cleanup(parsed);
	return is_good;
}

bool sv_is_good_webhook(const char *url)
{
	assert(url);
	return is_good_url(url, SV_URL_SIZE);
}

bool sv_is_good_endpoint(const char *url, bool allow_private)
{
	assert(url);
	return (allow_private || strncmp(url, "https://", 8) == 0) &&
		is_good_url(url, SV_ENDPOINT_SIZE);
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* Accepts plain addresses only: without quotes, comments or names, and without line ends. */
bool sv_is_good_mail(const char *address)
{
	assert(address);
	size_t local = strspn(address, LETTERS ".!#$%&'*+/=?^_{|}~-");
	const char *domain = address + local + 1;
	if (strlen(address) >= SV_MAIL_SIZE || local < 1 || local > 64 || address[local] != '@' ||
		address[0] == '.' || address[0] == '-' || address[local - 1] == '.')
		return false;
	return *domain && strspn(domain, LETTERS ".-") == strlen(domain) && !strstr(address, "..") &&
		!strchr(".-", domain[0]) && !strchr(".-", domain[strlen(domain) - 1]);
}

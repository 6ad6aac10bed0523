/* notices_settings.c: how a person wants to be told, in the settings the store keeps of him. */
#include "server/notices_internal.h"

#include <curl/curl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- In the store ---------------------------------------------------------------------------- */

static void copy_string(const json_t *from, const char *key, char *out, size_t size)
{
	const char *text = json_string_value(json_object_get(from, key));
	snprintf(out, size, "%s", text ? text : "");
}

void sv_read_wanted(const sv_person_row *row, sv_wanted *out)
{
	json_t *settings = json_loads(row->settings, 0, NULL);
	const json_t *notices = json_object_get(settings, "notices");
	const char *language = json_string_value(json_object_get(settings, "language"));
	*out = (sv_wanted){.language = AP_ENGLISH};
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

bool sv_write_wanted(sv_person_row *row, const sv_wanted *w)
{
	json_t *settings = json_loads(row->settings, 0, NULL), *notices = json_object();
	if (!settings)
		settings = json_object();
	set_string(notices, "webhook", w->webhook);
	set_string(notices, "secret", w->secret);
	set_string(notices, "mail", w->mail);
	set_string(notices, "code", w->code);
	if (*w->code) {
		json_object_set_new(notices, "tries", json_integer(w->tries));
		json_object_set_new(notices, "until", json_integer(w->code_until));
	}
	json_object_set_new(settings, "language", json_string(ap_language_code(w->language)));
	json_object_set_new(settings, "notices", notices);
	char *text = json_dumps(settings, JSON_COMPACT);
	bool fits = text && strlen(text) < sizeof row->settings;
	if (fits)
		snprintf(row->settings, sizeof row->settings, "%s", text);
	free(text);
	json_decref(settings);
	return fits;
}

/* ---- What may be set ------------------------------------------------------------------------- */

/* The ports of the web, and those that need no privilege: no mail server is talked to by this. */
static bool good_port(const char *port)
{
	long n = strtol(port, NULL, 10);
	return n == 80 || n == 443 || (n >= 1024 && n <= 65535);
}

static bool has_part(CURLU *url, CURLUPart part)
{
	char *text = NULL;
	bool has = curl_url_get(url, part, &text, 0) == CURLUE_OK;
	curl_free(text);
	return has;
}

static bool good_parts(CURLU *url)
{
	char *scheme = NULL, *port = NULL;
	bool good = curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
		(strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0) &&
		curl_url_get(url, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK &&
		good_port(port) && !has_part(url, CURLUPART_USER) && !has_part(url, CURLUPART_PASSWORD) &&
		!has_part(url, CURLUPART_FRAGMENT);
	curl_free(scheme);
	curl_free(port);
	return good;
}

/* Read by the very library that will use it. */
bool sv_good_webhook(const char *url)
{
	if (strlen(url) >= SV_URL)
		return false;
	for (const char *at = url; *at; at++)
		if (*at <= ' ' || *at > '~' || strchr("\"\\<>`{}|^", *at))
			return false;
	CURLU *parsed = curl_url();
	bool good =
		parsed && curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK && good_parts(parsed);
	curl_url_cleanup(parsed);
	return good;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/* The plain form only: no quotes, no comments, no names around it, nothing that ends a line. */
bool sv_good_mail(const char *address)
{
	size_t local = strspn(address, LETTERS ".!#$%&'*+/=?^_{|}~-");
	const char *domain = address + local + 1;
	if (strlen(address) >= SV_MAIL || local < 1 || local > 64 || address[local] != '@' ||
		address[0] == '.' || address[0] == '-' || address[local - 1] == '.')
		return false;
	return *domain && strspn(domain, LETTERS ".-") == strlen(domain) && !strstr(address, "..") &&
		!strchr(".-", domain[0]) && !strchr(".-", domain[strlen(domain) - 1]);
}

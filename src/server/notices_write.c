/* notices_write.c: notices as they are sent: JSON for a webhook or a browser, or mail.
 *
 * They contain nothing that another player wrote, neither names nor talk. */
#include "server/notices_internal.h"

#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/game.h"
#include "core/json_writer.h"
#include "text/phrases.h"

static const char *const kinds[SV_NOTICE_KINDS] = {"asked", "began", "over", "rematch"};

static const char *sentence_for(const sv_notice *n, ap_language language)
{
	static const char *const keys[SV_NOTICE_KINDS] = {
		"notice.asked", "notice.began", "notice.over", "notice.rematch"};
	return ap_word(language, keys[n->kind]);
}

static const char *title_of(const ap_game *game, ap_language language)
{
	char key[64];
	snprintf(key, sizeof key, "%s.title", ap_game_name(game));
	return ap_word(language, key);
}

static void write_link(const char *public_url, const char *table, char *out, size_t size)
{
	*out = '\0';
	if (public_url)
		snprintf(out, size, "%s/t/%s", public_url, table);
}

/* ---- Webhooks -------------------------------------------------------------------------------- */

static void write_string(ap_json *j, const char *key, const char *value)
{
	ap_json_key(j, key);
	ap_json_string(j, value);
}

static void write_number(ap_json *j, const char *key, int64_t value)
{
	ap_json_key(j, key);
	ap_json_int(j, value);
}

size_t sv_write_webhook_body(
	const sv_notice *n, const char *public_url, ap_language language, int64_t now, char *out)
{
	assert(n && n->kind < SV_NOTICE_KINDS && out);
	char link[512];
	bool asked = n->kind == SV_NOTICE_ASKED;
	ap_json j = ap_json_into(out, SV_PARCEL_SIZE);
	write_link(public_url, n->table, link, sizeof link);
	ap_json_open(&j, '{');
	write_string(&j, "kind", kinds[n->kind]);
	write_number(&j, "at", now);
	write_string(&j, "table", n->table);
	if (*link)
		write_string(&j, "link", link);
	write_string(&j, "game", ap_game_name(n->game));
	write_string(&j, "title", title_of(n->game, language));
	write_string(&j, "seat", ap_seat_name(n->game, n->seat));
	if (asked) {
		write_number(&j, "question", n->question);
		write_string(&j, "step", ap_step_name(n->game, n->step));
		ap_json_key(&j, "deadline");
		if (n->deadline)
			ap_json_int(&j, n->deadline);
		else
			ap_json_null(&j);
	}
	if (*n->rematch)
		write_string(&j, "rematch", n->rematch);
	write_string(&j, "language", ap_language_code(language));
	write_string(
		&j, "text", asked ? ap_prompt(n->game, language, n->step) : sentence_for(n, language));
	ap_json_close(&j, '}');
	size_t length = ap_json_done(&j);
	return length < SV_PARCEL_SIZE ? length : 0;
}

void sv_sign_webhook(
	const char *secret, int64_t now, const char *body, size_t length, char out[SV_SIGNATURE_SIZE])
{
	assert(secret && body);
	crypto_auth_hmacsha256_state state;
	unsigned char mac[crypto_auth_hmacsha256_BYTES];
	char time[24], hex[2 * sizeof mac + 1];
	int digits = snprintf(time, sizeof time, "%lld", (long long)(now / 1000));
	crypto_auth_hmacsha256_init(&state, (const unsigned char *)secret, strlen(secret));
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)time, (size_t)digits);
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)".", 1);
	crypto_auth_hmacsha256_update(&state, (const unsigned char *)body, length);
	crypto_auth_hmacsha256_final(&state, mac);
	sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
	snprintf(out, SV_SIGNATURE_SIZE, "t=%s,v1=%s", time, hex);
}

/* ---- Mail ------------------------------------------------------------------------------------ */

typedef struct mail_text {
	char *out;     /* has SV_PARCEL_SIZE bytes */
	size_t length; /* may be greater than that: then the text does not fit */
} mail_text;

static void append(mail_text *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(mail_text *p, const char *format, ...)
{
	va_list list;
	size_t room = p->length < SV_PARCEL_SIZE ? SV_PARCEL_SIZE - p->length : 0;
	va_start(list, format);
	int n = vsnprintf(room ? p->out + p->length : NULL, room, format, list);
	va_end(list);
	p->length += n > 0 ? (size_t)n : 0;
}

/* Base64 has short lines, and no characters with a meaning in SMTP. */
static void append_base64(mail_text *p, const char *text, size_t length)
{
	enum { LINE_BYTES = 57 };
	char line[LINE_BYTES * 4 / 3 + 2];
	for (size_t at = 0; at < length; at += LINE_BYTES) {
		size_t piece = length - at < LINE_BYTES ? length - at : LINE_BYTES;
		sodium_bin2base64(line, sizeof line, (const unsigned char *)text + at, piece,
			sodium_base64_VARIANT_ORIGINAL);
		append(p, "%s\r\n", line);
	}
}

/* An encoded word has at most 75 characters: a longer subject is written as several, cut between
 * characters. */
static void append_subject(mail_text *p, const char *subject)
{
	char word[64];
	append(p, "Subject:");
	while (*subject) {
		size_t piece = strnlen(subject, 42);
		while (piece > 1 && ((unsigned char)subject[piece] & 0xc0) == 0x80)
			piece--;
		sodium_bin2base64(word, sizeof word, (const unsigned char *)subject, piece,
			sodium_base64_VARIANT_ORIGINAL);
		append(p, " =?UTF-8?B?%s?=\r\n", word);
		subject += piece;
	}
}

static void append_date(mail_text *p, const char *format, int64_t ms)
{
	struct tm parts;
	char text[64];
	time_t at = (time_t)(ms / 1000);
	gmtime_r(&at, &parts);
	strftime(text, sizeof text, format, &parts); /* the C locale: English names */
	append(p, "%s", text);
}

/* The addresses were checked by sv_is_good_mail(): they contain no line ends. */
static size_t write_mail(const sv_notices_options *o, const char *to, const char *subject,
	const char *unique, const mail_text *text, char *out)
{
	mail_text p = {out, 0};
	append(&p, "Date: ");
	append_date(&p, "%a, %d %b %Y %H:%M:%S +0000", o->world->now(o->world->self));
	append(&p, "\r\nFrom: Apparat <%s>\r\nTo: <%s>\r\n", o->from, to);
	append_subject(&p, subject);
	append(&p, "Message-ID: <%s%s>\r\n", unique, strchr(o->from, '@'));
	append(&p,
		"Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
		"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n");
	if (text->length < SV_PARCEL_SIZE)
		append_base64(&p, text->out, text->length);
	return text->length < SV_PARCEL_SIZE && p.length < SV_PARCEL_SIZE ? p.length : 0;
}

size_t sv_write_notice_mail(const sv_notice *n, const sv_notices_options *o,
	const sv_notice_settings *settings, const char *unique, char *out)
{
	assert(n && n->kind < SV_NOTICE_KINDS && o && o->from && settings && unique && out);
	char room[SV_PARCEL_SIZE], subject[256], link[512];
	mail_text text = {room, 0};
	const char *sentence = sentence_for(n, settings->language);
	snprintf(subject, sizeof subject, "%s: %s", title_of(n->game, settings->language), sentence);
	append(&text, "%s\r\n", sentence);
	if (n->kind == SV_NOTICE_ASKED) {
		append(&text, "\r\n%s\r\n", ap_prompt(n->game, settings->language, n->step));
		if (n->deadline) {
			append(&text, "\r\n%s ", ap_word(settings->language, "notice.until"));
			append_date(&text, "%Y-%m-%d %H:%M UTC\r\n", n->deadline);
		}
	}
	write_link(o->public_url, n->table, link, sizeof link);
	if (*link)
		append(&text, "\r\n%s\r\n", link);
	append(&text, "\r\n-- \r\n%s\r\n", ap_word(settings->language, "notice.why"));
	return write_mail(o, settings->mail, subject, unique, &text, out);
}

size_t sv_write_code_mail(
	const sv_notices_options *o, const sv_notice_settings *settings, const char *unique, char *out)
{
	assert(o && o->from && settings && unique && out);
	char room[SV_PARCEL_SIZE];
	mail_text text = {room, 0};
	append(&text, "%s\r\n\r\n    %s\r\n\r\n%s\r\n", ap_word(settings->language, "notice.code"),
		settings->code, ap_word(settings->language, "notice.ignore"));
	if (o->public_url)
		append(&text, "\r\n%s\r\n", o->public_url);
	return write_mail(
		o, settings->mail, ap_word(settings->language, "notice.confirm"), unique, &text, out);
}

size_t sv_write_link_mail(const sv_notices_options *o, const sv_notice_settings *settings,
	const char *link, const char *unique, char *out)
{
	assert(o && o->from && settings && link && unique && out);
	char room[SV_PARCEL_SIZE];
	mail_text text = {room, 0};
	append(&text, "%s\r\n\r\n    %s\r\n\r\n%s\r\n", ap_word(settings->language, "notice.link"),
		link, ap_word(settings->language, "notice.link.ignore"));
	return write_mail(
		o, settings->mail, ap_word(settings->language, "notice.recover"), unique, &text, out);
}

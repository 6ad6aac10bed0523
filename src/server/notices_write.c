/* notices_write.c: notices as they are sent: JSON for a webhook, and mail.
 *
 * Nothing in them was written by another player: no name, no talk. */
#include "server/notices_internal.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/game.h"
#include "core/json_writer.h"
#include "text/phrases.h"

static const char *const kinds[SV_NOTICE_KINDS] = {"asked", "began", "over", "rematch"};

static const char *sentence_of(const sv_notice *n, ap_language language)
{
	static const char *const keys[SV_NOTICE_KINDS] = {
		"notice.asked", "notice.began", "notice.over", "notice.rematch"};
	return ap_word(language, keys[n->kind]);
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

size_t sv_write_webhook(
	const sv_notice *n, const char *public_url, ap_language language, int64_t now, char *out)
{
	char link[512];
	bool asked = n->kind == SV_NOTICE_ASKED;
	ap_json j = ap_json_into(out, SV_PARCEL);
	write_link(public_url, n->table, link, sizeof link);
	ap_json_open(&j, '{');
	write_string(&j, "kind", kinds[n->kind]);
	write_number(&j, "at", now);
	write_string(&j, "table", n->table);
	if (*link)
		write_string(&j, "link", link);
	write_string(&j, "game", ap_game_name(n->game));
	write_string(&j, "seat", ap_seat_name(n->game, n->seat));
	if (asked) {
		write_number(&j, "question", n->question);
		write_string(&j, "step", ap_step_name(n->game, n->step));
		write_number(&j, "deadline", n->deadline);
	}
	if (*n->rematch)
		write_string(&j, "rematch", n->rematch);
	write_string(&j, "language", ap_language_code(language));
	write_string(
		&j, "text", asked ? ap_prompt(n->game, language, n->step) : sentence_of(n, language));
	ap_json_close(&j, '}');
	size_t length = ap_json_done(&j);
	return length < SV_PARCEL ? length : 0;
}

void sv_sign(
	const char *secret, int64_t now, const char *body, size_t length, char out[SV_SIGNATURE])
{
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
	snprintf(out, SV_SIGNATURE, "t=%s,v1=%s", time, hex);
}

/* ---- Mail ------------------------------------------------------------------------------------ */

typedef struct paper {
	char *out;
	size_t length;
} paper;

static void put(paper *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(paper *p, const char *format, ...)
{
	va_list list;
	size_t room = p->length < SV_PARCEL ? SV_PARCEL - p->length : 0;
	va_start(list, format);
	int n = vsnprintf(room ? p->out + p->length : NULL, room, format, list);
	va_end(list);
	p->length += n > 0 ? (size_t)n : 0;
}

/* Lines of a length every server takes, and no letter that could mean anything to one. */
static void put_base64(paper *p, const char *text, size_t length)
{
	enum { A_LINE = 57 };
	char line[A_LINE * 4 / 3 + 2];
	for (size_t at = 0; at < length; at += A_LINE) {
		size_t piece = length - at < A_LINE ? length - at : A_LINE;
		sodium_bin2base64(line, sizeof line, (const unsigned char *)text + at, piece,
			sodium_base64_VARIANT_ORIGINAL);
		put(p, "%s\r\n", line);
	}
}

/* An encoded word has at most 75 characters: a longer subject is several, cut between letters. */
static void put_subject(paper *p, const char *subject)
{
	char word[64];
	put(p, "Subject:");
	while (*subject) {
		size_t piece = strnlen(subject, 42);
		while (piece > 1 && ((unsigned char)subject[piece] & 0xc0) == 0x80)
			piece--;
		sodium_bin2base64(word, sizeof word, (const unsigned char *)subject, piece,
			sodium_base64_VARIANT_ORIGINAL);
		put(p, " =?UTF-8?B?%s?=\r\n", word);
		subject += piece;
	}
}

static void put_date(paper *p, const char *format, int64_t ms)
{
	struct tm parts;
	char text[64];
	time_t at = (time_t)(ms / 1000);
	gmtime_r(&at, &parts);
	strftime(text, sizeof text, format, &parts); /* the program keeps the C locale */
	put(p, "%s", text);
}

/* Addresses were checked (sv_good_mail): no line can end in them. */
static size_t put_mail(const sv_notices_options *o, const char *to, const char *subject,
	const char *unique, const paper *text, char *out)
{
	paper p = {out, 0};
	put(&p, "Date: ");
	put_date(&p, "%a, %d %b %Y %H:%M:%S +0000", o->world->now(o->world->self));
	put(&p, "\r\nFrom: Apparat <%s>\r\nTo: <%s>\r\n", o->from, to);
	put_subject(&p, subject);
	put(&p, "Message-ID: <%s%s>\r\n", unique, strchr(o->from, '@'));
	put(&p,
		"Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
		"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n");
	if (text->length < SV_PARCEL)
		put_base64(&p, text->out, text->length);
	return text->length < SV_PARCEL && p.length < SV_PARCEL ? p.length : 0;
}

size_t sv_write_mail(const sv_notice *n, const sv_notices_options *o, const sv_wanted *w,
	const char *unique, char *out)
{
	char room[SV_PARCEL], title[64], subject[256], link[512];
	paper text = {room, 0};
	const char *sentence = sentence_of(n, w->language);
	snprintf(title, sizeof title, "%s.title", ap_game_name(n->game));
	snprintf(subject, sizeof subject, "%s: %s", ap_word(w->language, title), sentence);
	put(&text, "%s\r\n", sentence);
	if (n->kind == SV_NOTICE_ASKED) {
		put(&text, "\r\n%s\r\n\r\n%s ", ap_prompt(n->game, w->language, n->step),
			ap_word(w->language, "notice.until"));
		put_date(&text, "%Y-%m-%d %H:%M UTC\r\n", n->deadline);
	}
	write_link(o->public_url, n->table, link, sizeof link);
	if (*link)
		put(&text, "\r\n%s\r\n", link);
	put(&text, "\r\n-- \r\n%s\r\n", ap_word(w->language, "notice.why"));
	return put_mail(o, w->mail, subject, unique, &text, out);
}

size_t sv_write_code(const sv_notices_options *o, const sv_wanted *w, const char *unique, char *out)
{
	char room[SV_PARCEL];
	paper text = {room, 0};
	put(&text, "%s\r\n\r\n    %s\r\n\r\n%s\r\n", ap_word(w->language, "notice.code"), w->code,
		ap_word(w->language, "notice.ignore"));
	if (o->public_url)
		put(&text, "\r\n%s\r\n", o->public_url);
	return put_mail(o, w->mail, ap_word(w->language, "notice.confirm"), unique, &text, out);
}

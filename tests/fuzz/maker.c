/* maker.c: see maker.h. A message has a type and fields. For each field there is a function that
 * writes a value that makes sense at the table now, and rarely one that does not. */
#include "fuzz/maker.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct maker {
	bytes *in;
	const sv_hub *hub;
	const sv_client *client;
	const sv_table *table; /* the table of the message; NULL if it names one that does not exist */
	int seat;              /* the seat of the client at the table, or rarely another seat */
	char *out;
	size_t length;
} maker;

/* Adds text to the message; cuts it off at the end of the room. */
static void add(maker *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(maker *m, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	int n = vsnprintf(m->out + m->length, MAKER_ROOM - m->length, format, list);
	va_end(list);
	m->length += (size_t)n;
	if (m->length >= MAKER_ROOM)
		m->length = MAKER_ROOM - 1;
}

/* Returns a number from 0 to n - 1. */
static unsigned below(maker *m, unsigned n)
{
	return n ? take(m->in) % n : 0;
}

static const char *one_of(maker *m, const char *const *words)
{
	unsigned n = 0;
	while (words[n])
		n++;
	return words[below(m, n)];
}

#define ONE_OF(m, ...) one_of(m, (const char *const[]){__VA_ARGS__, NULL})

/* ---- What is at the table -------------------------------------------------------------------- */

/* Returns one of the tables, or NULL. */
static const sv_table *some_table(maker *m)
{
	unsigned count = 0, which;
	for (const sv_table *t = m->hub->tables; t; t = t->next)
		count++;
	which = below(m, count + 1);
	const sv_table *t = m->hub->tables;
	while (t && which-- > 0)
		t = t->next;
	return t;
}

static const ap_game *game_of(const maker *m)
{
	return m->table ? m->table->game : ap_game_at(0);
}

/* Takes the seat of the client, and rarely another one. */
static void choose_seat(maker *m)
{
	m->seat = m->table ? sv_seat_of(m->table, m->client->person) : AP_OBSERVER;
	if (m->table && (m->seat == AP_OBSERVER || below(m, 16) == 15))
		m->seat = (int)below(m, m->table->setup.players);
}

/* Lists the legal actions of the seat and returns their number. */
static int legal_now(const maker *m, ap_action legal[AP_MAX_LEGAL])
{
	if (!m->table || !m->table->history || m->seat == AP_OBSERVER)
		return 0;
	return ap_legal(m->table->game, &m->table->history->state, m->seat, legal);
}

static void write_action(maker *m)
{
	ap_action legal[AP_MAX_LEGAL];
	char text[256];
	int n = legal_now(m, legal);
	if (n == 0 || below(m, 16) == 15) {
		add(m, "\"%s\"",
			ONE_OF(m, "pass", "go-on", "dance", "", "write satin 10", "pass pass",
				"a very long action that is longer than any that there could ever be in a game"));
		return;
	}
	ap_write_action(game_of(m), m->seat, legal[take_two(m->in) % (unsigned)n], text, sizeof text);
	const char *words = strchr(text, ' ');
	add(m, "\"%s\"", words ? words + 1 : text);
}

static void write_question(maker *m)
{
	int now = m->table && m->table->history ? ap_question(&m->table->history->state) : 0;
	unsigned how = below(m, 32);
	if (how < 28)
		add(m, "%d", now);
	else if (how < 30)
		add(m, "%d", now + (how == 28 ? 1 : -1));
	else
		add(m, "%s", how == 30 ? "4294967296" : "-9223372036854775808");
}

static void write_table(maker *m)
{
	if (m->table)
		add(m, "\"%s\"", m->table->key);
	else
		add(m, "\"%s\"", ONE_OF(m, "aaaaaaaaaaaaaaaaaaaaaaaaaa", "", "x", "'; --", "\\u0001"));
}

static void write_invite(maker *m)
{
	if (m->table && below(m, 4) < 3)
		add(m, "\"%s\"", m->table->invite);
	else
		add(m, "\"%s\"", ONE_OF(m, "", "aaaaaaaaaaaaaaaaaaaaaaaaaa"));
}

static void write_seat(maker *m)
{
	unsigned seat = below(m, AP_MAX_SEATS + 2);
	add(m, "\"%s\"", seat < AP_MAX_SEATS ? ap_seat_name(game_of(m), (int)seat) : "observer");
}

static void write_to(maker *m)
{
	unsigned count = below(m, 4);
	add(m, "[");
	for (unsigned i = 0; i < count; i++) {
		add(m, i ? "," : "");
		write_seat(m);
	}
	add(m, "]");
}

static void write_orders(maker *m)
{
	unsigned count = below(m, 10), steps = 0;
	while (ap_step_name(game_of(m), (int)steps))
		steps++;
	add(m, "[");
	for (unsigned i = 0; i < count; i++) {
		add(m, "%s{\"step\":\"%s\",\"action\":", i ? "," : "",
			ap_step_name(game_of(m), (int)below(m, steps)));
		write_action(m);
		add(m, "%s}", ONE_OF(m, "", ",\"once\":true", ",\"once\":false"));
	}
	add(m, "]");
}

/* ---- New tables ------------------------------------------------------------------------------ */

static void write_game(maker *m)
{
	unsigned which = below(m, (unsigned)ap_game_count() + 1);
	add(m, "\"%s\"",
		which < (unsigned)ap_game_count() ? ap_game_name(ap_game_at((int)which)) : "chess");
}

static void write_seats(maker *m)
{
	unsigned count = below(m, 8);
	add(m, "[");
	for (unsigned i = 0; i < count; i++)
		add(m, "%s%s", i ? "," : "",
			ONE_OF(m, "\"me\"", "\"open\"", "{\"bot\":\"random\"}", "{\"bot\":\"greedy\"}",
				"{\"bot\":\"genius\"}", "{}", "null"));
	add(m, "]");
}

static void write_options(maker *m)
{
	const ap_game *game = ap_game_at((int)below(m, (unsigned)ap_game_count()));
	const char *name = ap_option_name(game, (int)below(m, 3));
	if (!name) {
		add(m, "{}");
		return;
	}
	const char *value = ap_option_value(game, 0, (int)below(m, 3));
	add(m, "{\"%s\":\"%s\"}", name, value ? value : "never");
}

static void write_time(maker *m)
{
	add(m, "%s", ONE_OF(m, "1000", "5000", "2592000000", "999", "-1", "9223372036854775807"));
}

/* ---- Other fields ---------------------------------------------------------------------------- */

static void write_players(maker *m)
{
	add(m, "%d", (int)below(m, 9) - 1);
}

static void write_flag(maker *m)
{
	add(m, "%s", ONE_OF(m, "true", "false"));
}

static void write_text(maker *m)
{
	add(m, "\"%s\"",
		ONE_OF(m, "hello", "", "\\u001b[2J", "a\\nb", "\xc3\xa4\xe2\x82\xac", "\\\"\\\\",
			"\xc2\x85", "\\ud83d\\ude00", "hundred.hundred.hundred.hundred.hundred.hundred."));
}

static void write_number(maker *m)
{
	add(m, "%s", ONE_OF(m, "1", "0", "2", "1000000", "-1", "9223372036854775807"));
}

static void write_level(maker *m)
{
	add(m, "\"%s\"", ONE_OF(m, "random", "greedy", "genius", ""));
}

static void write_word(maker *m)
{
	add(m, "\"%s\"",
		ONE_OF(m, "live", "slow", "none", "relaxed", "lobby", "running", "over", "cancelled", ""));
}

/* A nonce is sixty-four times the same digit, 0 or 1; write_pledge() writes the pledge for one of
 * these two. */
static void write_nonce(maker *m)
{
	char hex[AP_FAIR_HEX + 1];
	memset(hex, '0' + (int)below(m, 2), AP_FAIR_HEX);
	add(m, "\"%.*s\"", below(m, 16) == 15 ? 63 : AP_FAIR_HEX, hex);
}

static void write_pledge(maker *m)
{
	unsigned char nonce[AP_FAIR_BYTES], pledge[AP_FAIR_BYTES];
	char hex[AP_FAIR_HEX + 1];
	memset(nonce, below(m, 2) ? 0x11 : 0x00, sizeof nonce);
	ap_fair_commit_nonce(m->seat < AP_MAX_SEATS ? m->seat : 0, nonce, pledge);
	ap_fair_write_hex(pledge, hex);
	add(m, "\"%s\"", hex);
}

static const struct {
	const char *name;
	void (*write)(maker *);
} fields[] = {{"table", write_table}, {"invite", write_invite}, {"question", write_question},
	{"action", write_action}, {"seat", write_seat}, {"to", write_to}, {"orders", write_orders},
	{"game", write_game}, {"players", write_players}, {"seats", write_seats},
	{"options", write_options}, {"public", write_flag}, {"fast", write_flag}, {"watch", write_flag},
	{"agree", write_flag}, {"muted", write_flag}, {"ask_all", write_flag}, {"on", write_flag},
	{"pace", write_word}, {"status", write_word}, {"move_ms", write_time},
	{"countdown_ms", write_time}, {"tempo", write_word}, {"hold_ms", write_time},
	{"bot_ms", write_time}, {"since", write_number}, {"before", write_number},
	{"shown", write_text}, {"version", write_number}, {"text", write_text}, {"level", write_level},
	{"nonce", write_nonce}, {"pledge", write_pledge}};

/* The types of messages with the names of their fields; a field with a '?' may be left out. The
 * types that play a game occur several times, so that they are chosen more often. */
static const struct {
	const char *type, *fields;
} message_types[] = {
	{"act", "table question action"},
	{"act", "table question action"},
	{"act", "table invite? question action"},
	{"watch", "table invite? watch? since?"},
	{"watch", "table invite?"},
	{"hello", "version"},
	{"ping", ""},
	{"games", ""},
	{"lobby", "game? status? watch?"},
	{"create",
		"game players options? seats? public? pace? fast? tempo? move_ms? countdown_ms? hold_ms? bot_ms?"},
	{"join", "table invite? seat?"},
	{"leave", "table"},
	{"cancel", "table"},
	{"start", "table"},
	{"rematch", "table"},
	{"nonce", "table pledge? nonce?"},
	{"unseal", "table question"},
	{"hold", "table question"},
	{"release", "table question"},
	{"pause", "table"},
	{"pause_answer", "table agree"},
	{"resume", "table"},
	{"undo", "table"},
	{"undo_answer", "table agree"},
	{"log", "table invite? before?"},
	{"resign", "table"},
	{"replace", "table seat"},
	{"replace_answer", "table agree"},
	{"report", "table invite? text shown?"},
	{"say", "table invite? text to?"},
	{"mute", "table seat muted"},
	{"wishes", "table ask_all? orders?"},
	{"take_time", "table on"},
	{"hand_over", "table level"},
	{"take_back", "table"},
	{"dance", "table?"},
};

static void write_field(maker *m, const char *name, size_t length)
{
	add(m, ",\"%.*s\":", (int)length, name);
	if (below(m, 64) == 63) {
		add(m, "%s",
			ONE_OF(m, "null", "7", "\"x\"", "[]", "{}", "true", "1.5", "[[[[[[[[[]]]]]]]]]"));
		return;
	}
	for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
		if (strlen(fields[i].name) == length && strncmp(fields[i].name, name, length) == 0)
			fields[i].write(m);
}

static void write_fields(maker *m, const char *list)
{
	while (*list) {
		size_t length = strcspn(list, "? ");
		bool optional = list[length] == '?';
		if (below(m, optional ? 2 : 64) != (optional ? 0 : 63))
			write_field(m, list, length);
		list += length + (optional ? 1 : 0);
		list += *list == ' ';
	}
}

static void write_id(maker *m, int number)
{
	unsigned how = below(m, 32);
	if (how < 26)
		add(m, ",\"id\":\"m%d\"", number);
	else if (how < 30) /* an id that may have been used before */
		add(m, ",\"id\":\"m%d\"", number - 1 - (int)below(m, 8));
	else
		add(m, "%s",
			ONE_OF(m, "", ",\"id\":\"\"", ",\"id\":7",
				",\"id\":\"0123456789012345678901234567890123456789\"", ",\"type\":\"ping\""));
}

/* Rarely changes some bytes or cuts off the end. */
static void damage(maker *m)
{
	unsigned how = take(m->in);
	if (how < 240)
		return;
	if (how < 244) {
		m->length = take_two(m->in) % (m->length + 1);
		return;
	}
	for (unsigned i = 0; i < how - 243 && m->length > 0; i++) {
		size_t at = take_two(m->in) % m->length;
		m->out[at] = (char)take(m->in);
	}
}

size_t make_message(
	bytes *in, const sv_hub *hub, const sv_client *client, int number, char out[MAKER_ROOM])
{
	maker m = {.in = in, .hub = hub, .client = client, .out = out};
	unsigned type = below(&m, sizeof message_types / sizeof message_types[0]);
	m.table = some_table(&m);
	choose_seat(&m);
	add(&m, "{\"type\":\"%s\"", message_types[type].type);
	write_fields(&m, message_types[type].fields);
	write_id(&m, number);
	add(&m, "%s}", below(&m, 64) == 63 ? ",\"extra\":1" : "");
	damage(&m);
	return m.length;
}

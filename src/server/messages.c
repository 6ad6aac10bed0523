/* messages.c: messages in: checks whether each is valid and not sent too fast, and calls its
 * handler. It also has the handlers for playing, for watching and for the first messages of a
 * connection. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/play.h"
#include "server/requests.h"

enum {
	PROTOCOL_VERSION = 1,
	MAX_DEPTH = 8 /* of nested objects and arrays in a message */
};

/* ---- Reading and answering requests ---------------------------------------------------------- */

const char *sv_request_text(const sv_request *r, const char *key)
{
	assert(r && key);
	return json_string_value(json_object_get(r->body, key));
}

static bool has_type(const json_t *value, char kind)
{
	switch (kind) {
	case 's':
		return json_is_string(value);
	case 'i':
		return json_is_integer(value);
	case 'b':
		return json_is_boolean(value);
	case 'o':
		return json_is_object(value);
	default:
		return json_is_array(value);
	}
}

bool sv_has_fields(const json_t *body, const char *fields)
{
	assert(fields);
	size_t found_fields = 0;
	if (!json_is_object(body))
		return false;
	for (const char *at = fields; *at;) {
		char name[24];
		size_t length = strcspn(at + 2, " ");
		snprintf(name, sizeof name, "%.*s", (int)length, at + 2);
		const json_t *value = json_object_get(body, name);
		if (value ? !has_type(value, at[0]) : at[1] == ':')
			return false;
		found_fields += value != NULL;
		at += 2 + length;
		at += *at == ' ';
	}
	return json_object_size(body) == found_fields;
}

/* Public tables may be seen by everybody, others by those who know the invitation. */
static bool may_see(const sv_table *t, const sv_request *r)
{
	const char *invite = sv_request_text(r, "invite");
	return t->is_public || t->owner == r->client->person ||
		sv_seat_of(t, r->client->person) != AP_OBSERVER || sv_is_watching(r->client, t) ||
		(invite && strcmp(invite, t->invite) == 0);
}

/* A table that the person may not see is refused like one that does not exist. */
sv_table *sv_request_table(const sv_request *r)
{
	assert(sv_is_request(r));
	const char *key = sv_request_text(r, "table");
	sv_table *t = key ? sv_find_table(r->client->hub, key) : NULL;
	if (t && may_see(t, r))
		return t;
	sv_refuse(r->client, r->id, "no-such-table", "there is no such table");
	return NULL;
}

sv_table *sv_request_seat(const sv_request *r, int *seat)
{
	assert(sv_is_request(r));
	assert(seat);
	sv_table *t = sv_request_table(r);
	*seat = t ? sv_seat_of(t, r->client->person) : AP_OBSERVER;
	if (!t || *seat != AP_OBSERVER)
		return t;
	sv_refuse(r->client, r->id, "not-seated", "you do not sit at this table");
	return NULL;
}

void sv_answer_done(const sv_request *r, const sv_table *t)
{
	assert(sv_is_request(r));
	assert(t);
	ap_json j = sv_begin_message(r->client->hub, "done", r->id);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	sv_queue_message(r->client, &j);
}

/* ---- Playing and watching -------------------------------------------------------------------- */

static bool read_action(const sv_request *r, const sv_table *t, int seat, ap_action *a)
{
	char line[SV_ACTION_SIZE];
	int who;
	const char *text = sv_request_text(r, "action");
	if (strlen(text) + 32 > sizeof line)
		return false;
	snprintf(line, sizeof line, "%s %s", ap_seat_name(t->game, seat), text);
	return ap_read_action(t->game, line, &who, a) && who == seat;
}

/* Reads what the person in the seat decides: an action, or, if the request has none, that his
 * sealed answer is taken back. Returns false if the action is none of the game. */
static bool read_decision(const sv_request *r, const sv_table *t, int seat, sv_line *out)
{
	bool is_action = sv_request_text(r, "action") != NULL;
	*out = (sv_line){.kind = is_action ? AP_LINE_ACTION : AP_LINE_UNSEAL,
		.seat = (uint8_t)seat,
		.person = r->client->person};
	snprintf(out->message_id, sizeof out->message_id, "%s", r->id);
	return !is_action || read_action(r, t, seat, &out->value);
}

/* True if the same message was answered before: then it is answered again, but not applied again.
 * The id alone is not enough: two windows of one person may both count from one. */
static bool answered_before(const sv_table *t, const sv_line *decision, json_int_t question)
{
	int seat = decision->seat;
	int count = t->answered_count[seat] < SV_ANSWERED_MESSAGES ? t->answered_count[seat]
															   : SV_ANSWERED_MESSAGES;
	if (!t->history || !*decision->message_id)
		return false;
	for (const sv_answered_message *m = t->answered[seat]; m < &t->answered[seat][count]; m++)
		if (strcmp(m->id, decision->message_id) == 0 && m->question == question &&
			m->line.kind == decision->kind && m->line.value == decision->value)
			return true;
	return false;
}

/* Answers or refuses the request if there is nothing to decide by it. The checks come in the order
 * seat, game running, question still open; whether the seat is asked and the action is legal is
 * checked by the rules. */
static sv_table *request_decision(const sv_request *r, sv_line *decision)
{
	int seat;
	json_int_t question = json_integer_value(json_object_get(r->body, "question"));
	sv_table *t = sv_request_seat(r, &seat);
	if (!t)
		return NULL;
	bool is_readable = read_decision(r, t, seat, decision);
	if (!sv_load_history(t)) {
		sv_refuse(r->client, r->id, "storage", "the game cannot be read");
	} else if (is_readable && answered_before(t, decision, question)) {
		sv_answer_done(r, t);
	} else if (t->status != SV_RUNNING) {
		sv_refuse(r->client, r->id, "not-running", "this game is not being played");
	} else if (question != ap_question(&t->history->state)) {
		sv_refuse(r->client, r->id, "stale", "this question is not open any more");
	} else if (!is_readable) {
		sv_refuse(r->client, r->id, "bad-action", "this is no action of the game");
	} else {
		return t;
	}
	return NULL;
}

static void on_decision(const sv_request *r)
{
	sv_line decision;
	sv_table *t = request_decision(r, &decision);
	if (!t)
		return;
	ap_result result = sv_decide(t, &decision);
	if (result.code == AP_OK)
		sv_answer_done(r, t); /* the client has got the change before */
	else
		sv_refuse_by_rule(r->client, r->id, t, result);
}

static void on_watch(const sv_request *r)
{
	sv_table *t = sv_request_table(r);
	if (!t)
		return;
	if (!json_is_false(json_object_get(r->body, "watch"))) {
		sv_watch(r->client, t, r->id, json_integer_value(json_object_get(r->body, "since")));
		return;
	}
	for (sv_watcher *w = r->client->watchers, *next; w; w = next) {
		next = w->next_of_client;
		if (w->table == t)
			sv_unwatch(w);
	}
	sv_answer_done(r, t);
}

/* ---- The first messages ---------------------------------------------------------------------- */

static void write_limits(ap_json *j, const sv_limits *l)
{
	const struct {
		const char *name;
		int value;
	} list[] = {{"message_bytes", l->message_bytes}, {"messages_a_second", l->messages_a_second},
		{"message_burst", l->message_burst}, {"tables_a_person", l->tables_a_person},
		{"talk_length", l->talk_length}, {"talk_a_minute", l->talk_a_minute}};
	ap_json_key(j, "limits");
	ap_json_open(j, '{');
	for (int i = 0; i < AP_COUNT(list); i++) {
		ap_json_key(j, list[i].name);
		ap_json_int(j, list[i].value);
	}
	ap_json_close(j, '}');
}

static void on_hello(const sv_request *r)
{
	sv_client *c = r->client;
	if (json_integer_value(json_object_get(r->body, "version")) != PROTOCOL_VERSION) {
		sv_refuse(c, r->id, "version", "this server speaks version 1");
		return;
	}
	c->greeted = true;
	ap_json j = sv_begin_message(c->hub, "welcome", r->id);
	ap_json_key(&j, "version");
	ap_json_int(&j, PROTOCOL_VERSION);
	ap_json_key(&j, "name");
	ap_json_string(&j, c->name);
	ap_json_key(&j, "now");
	ap_json_int(&j, sv_now(c->hub));
	write_limits(&j, &c->hub->limits);
	sv_queue_message(c, &j);
}

static void on_ping(const sv_request *r)
{
	ap_json j = sv_begin_message(r->client->hub, "pong", r->id);
	ap_json_key(&j, "now");
	ap_json_int(&j, sv_now(r->client->hub));
	sv_queue_message(r->client, &j);
}

/* ---- Which handler --------------------------------------------------------------------------- */

#define MESSAGE "s:type s?id"
#define TABLE MESSAGE " s:table s?invite"

/* A hello of another protocol version may have any fields, since its sender is told which version
 * this server has. */
static const struct {
	const char *type;
	void (*handle)(const sv_request *);
	const char *fields;
} handlers[] = {
	{"hello", on_hello, NULL},
	{"ping", on_ping, MESSAGE},
	{"games", sv_on_games, MESSAGE},
	{"lobby", sv_on_lobby, MESSAGE " s?game s?status b?watch"},
	{"past", sv_on_past, MESSAGE},
	{"create", sv_on_create,
		MESSAGE
		" s:game i:players o?options a?seats b?public s?pace b?fast i?move_ms i?countdown_ms"},
	{"join", sv_on_join, TABLE " s?seat"},
	{"leave", sv_on_leave, TABLE},
	{"cancel", sv_on_cancel, TABLE},
	{"start", sv_on_start, TABLE},
	{"rematch", sv_on_rematch, TABLE},
	{"nonce", sv_on_nonce, TABLE " s?pledge s?nonce"},
	{"watch", on_watch, TABLE " b?watch i?since"},
	{"act", on_decision, TABLE " i:question s:action"},
	{"unseal", on_decision, TABLE " i:question"},
	{"undo", sv_on_undo, TABLE},
	{"undo_answer", sv_on_undo_answer, TABLE " b:agree"},
	{"say", sv_on_say, TABLE " s:text a?to"},
	{"mute", sv_on_mute, TABLE " s:seat b:muted"},
	{"wishes", sv_on_wishes, TABLE " b?ask_all a?orders"},
	{"hand_over", sv_on_hand_over, TABLE " s:level"},
	{"take_back", sv_on_take_back, TABLE},
};

static void handle(const sv_request *r)
{
	const char *type = sv_request_text(r, "type");
	for (int i = 0; type && i < AP_COUNT(handlers); i++) {
		if (strcmp(handlers[i].type, type) != 0)
			continue;
		if (!r->client->greeted && handlers[i].handle != on_hello)
			sv_refuse(r->client, r->id, "hello-first", "say hello first");
		else if (handlers[i].fields && !sv_has_fields(r->body, handlers[i].fields))
			sv_refuse(r->client, r->id, "bad-message",
				"a field is missing, unknown or of another kind: see docs/protocol.md");
		else
			handlers[i].handle(r);
		return;
	}
	sv_refuse(r->client, r->id, "bad-message", "there is no such type of message");
}

/* True if the client has sent more messages than the limits allow (a token bucket). */
static bool is_too_fast(sv_client *c)
{
	const sv_limits *l = &c->hub->limits;
	int64_t now = sv_now(c->hub);
	c->message_tokens += (double)(now - c->message_tokens_at) * l->messages_a_second / 1000;
	c->message_tokens_at = now;
	if (c->message_tokens > l->message_burst)
		c->message_tokens = l->message_burst;
	if (c->message_tokens < 1)
		return true;
	c->message_tokens -= 1;
	return false;
}

/* jansson would read much deeper messages than any valid one. */
static bool is_too_deep(const char *text, size_t length)
{
	int depth = 0;
	for (size_t i = 0; i < length; i++) {
		depth += text[i] == '[' || text[i] == '{';
		depth -= text[i] == ']' || text[i] == '}';
		if (depth > MAX_DEPTH)
			return true;
	}
	return false;
}

bool sv_client_message(sv_client *client, const char *text, size_t length)
{
	assert(client && (text || length == 0));
	sv_request r = {client, "", NULL};
	client->hub->figures.messages++;
	if (length > (size_t)client->hub->limits.message_bytes) {
		sv_refuse(client, NULL, "too-long", "this message is too long");
		return false;
	}
	if (is_too_fast(client)) {
		sv_refuse(client, NULL, "too-fast", "too many messages, slow down");
		return !client->overflowed;
	}
	if (!is_too_deep(text, length))
		r.body = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	const char *id = sv_request_text(&r, "id");
	if (id && strlen(id) < SV_MESSAGE_ID_SIZE)
		r.id = id;
	if (!json_is_object(r.body) || (json_object_get(r.body, "id") && !*r.id))
		sv_refuse(client, r.id, "bad-message", "this is no message: see docs/protocol.md");
	else
		handle(&r);
	json_decref(r.body);
	return !client->overflowed;
}

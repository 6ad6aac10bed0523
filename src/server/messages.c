/* messages.c: messages in: checks whether each is valid and not sent too fast, and calls its
 * handler. It also has the handlers for playing, for watching and for the first messages of a
 * connection. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/admin_hub.h"
#include "server/answered.h"
#include "server/play.h"
#include "server/relay.h"
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
		size_t length = strcspn(at + 2, " ");
		const json_t *value = json_object_getn(body, at + 2, length);
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

sv_table *sv_request_player(const sv_request *r, int *seat)
{
	assert(sv_is_request(r));
	assert(seat);
	sv_table *t = sv_request_seat(r, seat);
	if (!t || !t->seat[*seat].resigned)
		return t;
	sv_refuse(r->client, r->id, "resigned", "you have left this seat for good");
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

/* The id alone is not enough: two windows of one person may both count from one. */
static bool is_same(const sv_answered_message *m, const sv_line *decision, json_int_t question)
{
	return strcmp(m->id, decision->message_id) == 0 && m->question == question &&
		m->line.kind == decision->kind && m->line.seat == decision->seat &&
		m->line.value == decision->value;
}

/* True if the same message was answered before: then it is answered again, but not applied again.
 */
static bool answered_before(const sv_table *t, const sv_line *decision, json_int_t question)
{
	size_t at = 0;
	sv_answered_message m;
	while (*decision->message_id && sv_next_answered(&t->answered[decision->seat], &at, &m))
		if (is_same(&m, decision, question))
			return true;
	return false;
}

/* True if the same message was refused before. */
static bool refused_before(const sv_table *t, const sv_line *decision, json_int_t question)
{
	const sv_refused_message *list = t->hub->refused;
	for (int i = 0; *decision->message_id && i < SV_REFUSED_MESSAGES; i++)
		if (list[i].table == t->id && is_same(&list[i].message, decision, question))
			return true;
	return false;
}

/* A copy of the message, which comes late by another way, is not to be applied when it has become
 * legal or the game goes on. With another question it would be stale. */
static void note_refused(const sv_table *t, const sv_line *decision, json_int_t question)
{
	sv_hub *hub = t->hub;
	if (!*decision->message_id)
		return;
	sv_refused_message *r = &hub->refused[hub->refusals++ % SV_REFUSED_MESSAGES];
	*r = (sv_refused_message){.table = t->id};
	r->message.question = (int)question;
	r->message.line =
		(ap_line){.kind = decision->kind, .seat = decision->seat, .value = decision->value};
	memcpy(r->message.id, decision->message_id, sizeof r->message.id);
}

/* Answers or refuses the request if there is nothing to decide by it. The checks come in the order
 * seat, game running, question still open; whether the seat is asked and the action is legal is
 * checked by the rules. */
static sv_table *request_decision(const sv_request *r, sv_line *decision)
{
	int seat;
	json_int_t question = json_integer_value(json_object_get(r->body, "question"));
	sv_table *t = sv_request_player(r, &seat);
	if (!t)
		return NULL;
	bool is_readable = read_decision(r, t, seat, decision);
	if (!sv_load_history(t)) {
		sv_refuse(r->client, r->id, "storage", "the game cannot be read");
	} else if (is_readable && answered_before(t, decision, question)) {
		sv_answer_done(r, t);
	} else if (refused_before(t, decision, question)) {
		sv_refuse(r->client, r->id, "stale", "this message was refused before");
	} else if (t->status != SV_RUNNING) {
		note_refused(t, decision, question);
		sv_refuse(r->client, r->id, "not-running", "this game is not being played");
	} else if (sv_refuse_paused(r, t)) {
		note_refused(t, decision, question);
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
	if (result.code == AP_OK) {
		sv_answer_done(r, t); /* the client has got the change before */
		return;
	}
	note_refused(t, &decision, ap_question(&t->history->state));
	sv_refuse_by_rule(r->client, r->id, t, result);
}

/* Refuses the request, and returns true, if its person, its address or all watch too many tables.
 */
static bool refuse_to_watch(const sv_request *r)
{
	const char *limit = sv_amount_refused(r->client->hub->meters, r->client->who, SV_WATCHES, 1);
	if (limit)
		sv_refuse_limit(r->client, r->id, "too-many-tables", limit,
			"there are too many tables that you watch: stop watching one first");
	return limit != NULL;
}

static void on_watch(const sv_request *r)
{
	sv_table *t = sv_request_table(r);
	if (!t)
		return;
	if (!json_is_false(json_object_get(r->body, "watch"))) {
		if (sv_is_watching(r->client, t) || !refuse_to_watch(r))
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
	sv_announcement announcement;
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
	ap_json_int(&j, sv_wall_now(c->hub));
	write_limits(&j, &c->hub->limits);
	sv_queue_message(c, &j);
	if (c->hub->is_troubled)
		sv_tell_trouble(c);
	if (sv_store_find_announcement(c->hub->store, sv_wall_now(c->hub), &announcement))
		sv_queue_announcement(c, &announcement);
}

/* A pong does not wait for the commit of this pass, unless the client itself waits for something:
 * otherwise its time would tell that somebody else has decided something, perhaps in secret. */
static void on_ping(const sv_request *r)
{
	if (r->client->relayed && sv_relay_ping(r))
		return;
	ap_json j = sv_begin_message(r->client->hub, "pong", r->id);
	ap_json_key(&j, "now");
	ap_json_int(&j, sv_wall_now(r->client->hub));
	sv_send_or_queue(r->client, &j);
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
	sv_deed deed; /* as what it is counted; SV_DEEDS: as a message only */
} handlers[] = {
	{"hello", on_hello, NULL, SV_DEEDS},
	{"ping", on_ping, MESSAGE, SV_DEEDS},
	{"games", sv_on_games, MESSAGE, SV_LIST},
	{"lobby", sv_on_lobby, MESSAGE " s?game s?status s?name b?free s?from b?watch", SV_LIST},
	{"past", sv_on_past, MESSAGE, SV_LIST},
	{"create", sv_on_create,
		MESSAGE
		" s:game i:players o?options a?seats b?public s?pace b?fast b?poker_face b?away_agrees s?tempo i?move_ms i?countdown_ms "
		"i?hold_ms i?bot_ms",
		SV_CHANGE},
	{"join", sv_on_join, TABLE " s?seat", SV_CHANGE},
	{"leave", sv_on_leave, TABLE, SV_CHANGE},
	{"cancel", sv_on_cancel, TABLE, SV_CHANGE},
	{"remove", sv_on_remove, TABLE " s:seat", SV_CHANGE},
	{"start", sv_on_start, TABLE, SV_CHANGE},
	{"rematch", sv_on_rematch, TABLE, SV_CHANGE},
	{"nonce", sv_on_nonce, TABLE " s?pledge s?nonce s?deposit", SV_WISH},
	{"dice", sv_on_dice, TABLE " i:from", SV_DEEDS},
	{"watch", on_watch, TABLE " b?watch i?since", SV_LOOK},
	{"act", on_decision, TABLE " i:question s:action", SV_ACT},
	{"unseal", on_decision, TABLE " i:question", SV_ACT},
	{"log", sv_on_log, TABLE " i?before", SV_LIST},
	{"hold", sv_on_hold, TABLE " i:question", SV_WISH},
	{"release", sv_on_release, TABLE " i:question", SV_WISH},
	{"pause", sv_on_pause, TABLE, SV_WISH},
	{"pause_answer", sv_on_pause_answer, TABLE " b:agree", SV_WISH},
	{"resume", sv_on_resume, TABLE, SV_WISH},
	{"undo", sv_on_undo, TABLE, SV_WISH},
	{"undo_answer", sv_on_undo_answer, TABLE " b:agree", SV_WISH},
	{"say", sv_on_say, TABLE " s:text a?to", SV_TALK},
	{"mute", sv_on_mute, TABLE " s:seat b:muted", SV_WISH},
	{"report", sv_on_report, TABLE " s:text s?shown s?seat i?talk", SV_REPORT},
	{"wishes", sv_on_wishes, TABLE " b?ask_all a?orders", SV_WISH},
	{"take_time", sv_on_take_time, TABLE " b:on", SV_WISH},
	{"hand_over", sv_on_hand_over, TABLE " s:level", SV_WISH},
	{"take_back", sv_on_take_back, TABLE, SV_WISH},
	{"resign", sv_on_resign, TABLE, SV_WISH},
	{"replace", sv_on_replace, TABLE " s:seat", SV_WISH},
	{"replace_answer", sv_on_replace_answer, TABLE " b:agree", SV_WISH},
};

static bool only_reads(const char *type)
{
	static const char *const reading[] = {
		"hello", "ping", "games", "lobby", "past", "watch", "log", "dice"};
	for (int i = 0; i < AP_COUNT(reading); i++)
		if (strcmp(reading[i], type) == 0)
			return true;
	return false;
}

/* Refuses the request, and returns true, if its person, its address or all together do this too
 * often. */
static bool refuse_too_often(const sv_request *r, sv_deed deed)
{
	char text[96];
	sv_hub *hub = r->client->hub;
	const char *limit = deed == SV_DEEDS || r->is_counted
		? NULL
		: sv_count_deed(hub->meters, r->client->who, deed, sv_now(hub));
	if (!limit)
		return false;
	snprintf(text, sizeof text, "too often: wait a little (%s)", limit);
	sv_refuse_limit(r->client, r->id, "too-fast", limit, text);
	return true;
}

/* True if nothing of this kind can be done now, because the store cannot be written or is away. */
static bool must_wait(const sv_hub *hub, int handler)
{
	if (hub->is_cut_off)
		return handlers[handler].handle != on_hello && handlers[handler].handle != on_ping;
	return hub->is_troubled && !only_reads(handlers[handler].type);
}

/* True if the request is about a table that another node leads, to which it was passed on. */
static bool is_passed_on(const sv_request *r, int handler)
{
	const char *fields = handlers[handler].fields;
	return r->client->hub->relay && !r->is_kept && fields &&
		strncmp(fields, TABLE, strlen(TABLE)) == 0 &&
		sv_relay_request(r, sv_request_text(r, "table"));
}

static void handle(const sv_request *r)
{
	const char *type = sv_request_text(r, "type");
	for (int i = 0; type && i < AP_COUNT(handlers); i++) {
		if (strcmp(handlers[i].type, type) != 0)
			continue;
		if (!r->client->greeted && handlers[i].handle != on_hello)
			sv_refuse(r->client, r->id, "hello-first", "say hello first");
		else if (must_wait(r->client->hub, i))
			sv_refuse(r->client, r->id, "storage",
				"nothing can be stored now: games stand still, and go on by themselves");
		else if (handlers[i].fields && !sv_has_fields(r->body, handlers[i].fields))
			sv_refuse(r->client, r->id, "bad-message",
				"a field is missing, unknown or of another kind: see docs/protocol.md");
		else if (!refuse_too_often(r, handlers[i].deed) && !is_passed_on(r, i))
			handlers[i].handle(r);
		return;
	}
	sv_refuse(r->client, r->id, "bad-message", "there is no such type of message");
}

/* True if the client has sent more messages than the limits allow (a token bucket). Those that are
 * refused count, too: whoever goes on like that is closed. */
static bool is_too_fast(sv_client *c)
{
	const sv_limits *l = &c->hub->limits;
	int64_t now = sv_now(c->hub);
	c->message_tokens += (double)(now - c->message_tokens_at) * l->messages_a_second / 1000;
	c->message_tokens_at = now;
	if (c->message_tokens > l->message_burst)
		c->message_tokens = l->message_burst;
	c->message_tokens -= 1;
	return c->message_tokens < 0;
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

/* Reads the message, and handles it. */
static void read_and_handle(sv_request *r)
{
	if (!is_too_deep(r->text, r->length))
		r->body = json_loadb(r->text, r->length, JSON_REJECT_DUPLICATES, NULL);
	const char *id = sv_request_text(r, "id");
	if (id && strlen(id) < SV_MESSAGE_ID_SIZE)
		r->id = id;
	if (!json_is_object(r->body) || (json_object_get(r->body, "id") && !*r->id))
		sv_refuse(r->client, r->id, "bad-message", "this is no message: see docs/protocol.md");
	else
		handle(r);
	json_decref(r->body);
}

/* What a mirror asks for was counted by the node to which its client is connected. */
bool sv_client_message(sv_client *client, const char *text, size_t length)
{
	assert(client && (text || length == 0));
	sv_request r = {client, "", NULL, text, length, client->mirror != NULL, false};
	client->hub->figures.messages++;
	if (length > (size_t)client->hub->limits.message_bytes) {
		sv_refuse(client, NULL, "too-long", "this message is too long");
		return false;
	}
	if (!r.is_counted && is_too_fast(client)) {
		sv_refuse_limit(client, NULL, "too-fast", "messages_a_second",
			"too many messages, slow down (messages_a_second)");
		return !client->overflowed && client->message_tokens >= -client->hub->limits.message_burst;
	}
	read_and_handle(&r);
	return !client->overflowed;
}

void sv_handle_kept_message(sv_client *client, const char *text, size_t length)
{
	assert(client && text);
	sv_request r = {client, "", NULL, text, length, true, true};
	read_and_handle(&r);
}

/* messages.c: messages in: what is no message, what comes too fast, and who answers the rest. */
#include "server/hub_internal.h"

#include <string.h>

#include "text/phrases.h"

enum { PROTOCOL = 1, MOST_DEPTH = 8 };

/* ---- What a request says --------------------------------------------------------------------- */

const char *sv_text_of(const sv_request *r, const char *key)
{
	return json_string_value(json_object_get(r->body, key));
}

static bool is_kind(const json_t *value, char kind)
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

bool sv_fits(const json_t *body, const char *fields)
{
	size_t known = 0;
	if (!json_is_object(body))
		return false;
	for (const char *at = fields; *at;) {
		char name[24];
		size_t length = strcspn(at + 2, " ");
		snprintf(name, sizeof name, "%.*s", (int)length, at + 2);
		const json_t *value = json_object_get(body, name);
		if (value ? !is_kind(value, at[0]) : at[1] == ':')
			return false;
		known += value != NULL;
		at += 2 + length;
		at += *at == ' ';
	}
	return json_object_size(body) == known;
}

/* May this person know of the table? Open ones everybody; others by their invitation. */
static bool may_see(const sv_table *t, const sv_request *r)
{
	const char *invite = sv_text_of(r, "invite");
	return t->open || t->owner == r->client->person ||
		sv_seat_of(t, r->client->person) != AP_OBSERVER || sv_watches(r->client, t) ||
		(invite && strcmp(invite, t->invite) == 0);
}

/* A table one may not see and one that does not exist are the same. */
sv_table *sv_table_of(const sv_request *r)
{
	const char *key = sv_text_of(r, "table");
	sv_table *t = key ? sv_find_table(r->client->hub, key) : NULL;
	if (t && may_see(t, r))
		return t;
	sv_refuse(r->client, r->id, "no-such-table", "there is no such table");
	return NULL;
}

sv_table *sv_seated_at(const sv_request *r, int *seat)
{
	sv_table *t = sv_table_of(r);
	*seat = t ? sv_seat_of(t, r->client->person) : AP_OBSERVER;
	if (!t || *seat != AP_OBSERVER)
		return t;
	sv_refuse(r->client, r->id, "not-seated", "you do not sit at this table");
	return NULL;
}

void sv_done(const sv_request *r, const sv_table *t)
{
	ap_json j = sv_begin(r->client->hub, "done", r->id);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	sv_queue(r->client, &j);
}

/* ---- Playing --------------------------------------------------------------------------------- */

static bool read_action(const sv_request *r, const sv_table *t, int seat, ap_action *a)
{
	char line[SV_ACTION];
	int who;
	const char *text = sv_text_of(r, "action");
	if (!text || strlen(text) + 32 > sizeof line)
		return false;
	snprintf(line, sizeof line, "%s %s", ap_seat_name(t->game, seat), text);
	return ap_read_action(t->game, line, &who, a) && who == seat;
}

static json_int_t question_of(const sv_request *r)
{
	return json_integer_value(json_object_get(r->body, "question"));
}

/* A message that was answered before is answered again, not done again. Its id alone does not tell:
 * two windows of one person may both count from one. */
static bool answered_before(const sv_request *r, const sv_table *t, int seat, ap_line_kind kind)
{
	ap_action a = 0;
	int count = t->recents[seat] < SV_RECENT ? t->recents[seat] : SV_RECENT;
	if (!t->history || !*r->id || (kind == AP_LINE_ACTION && !read_action(r, t, seat, &a)))
		return false;
	for (const sv_recent *was = t->recent[seat]; was < &t->recent[seat][count]; was++)
		if (strcmp(was->id, r->id) == 0 && was->question == question_of(r) &&
			was->line.kind == kind && was->line.value == a)
			return true;
	return false;
}

/* Session, seat, alive, question still open: in this order. Actor and legality are the rules'. */
static sv_table *answers_open_question(const sv_request *r, int *seat, ap_line_kind kind)
{
	sv_table *t = sv_seated_at(r, seat);
	if (!t)
		return NULL;
	if (!sv_load_history(t)) {
		sv_refuse(r->client, r->id, "storage", "the game cannot be read");
	} else if (answered_before(r, t, *seat, kind)) {
		sv_done(r, t);
	} else if (t->status != SV_RUNNING) {
		sv_refuse(r->client, r->id, "not-running", "this game is not being played");
	} else if (question_of(r) != ap_question(&t->history->state)) {
		sv_refuse(r->client, r->id, "stale", "this question is not open any more");
	} else {
		return t;
	}
	return NULL;
}

void sv_on_act(const sv_request *r)
{
	int seat;
	ap_action a;
	sv_table *t = answers_open_question(r, &seat, AP_LINE_ACTION);
	if (!t)
		return;
	if (!read_action(r, t, seat, &a)) {
		sv_refuse(r->client, r->id, "bad-action", "this is no action of the game");
		return;
	}
	ap_result result = sv_do(t, seat, a, r->client->person, r->id);
	if (result.code != AP_OK) {
		sv_refuse_rule(r->client, r->id, t, result);
		return;
	}
	sv_go_on(t); /* first: who hears that it is done knows what came of it */
	sv_done(r, t);
}

void sv_on_unseal(const sv_request *r)
{
	int seat;
	sv_table *t = answers_open_question(r, &seat, AP_LINE_UNSEAL);
	if (!t)
		return;
	ap_result result = sv_unseal(t, seat, r->client->person, r->id);
	if (result.code != AP_OK) {
		sv_refuse_rule(r->client, r->id, t, result);
		return;
	}
	sv_go_on(t); /* first: who hears that it is done knows what came of it */
	sv_done(r, t);
}

void sv_on_watch(const sv_request *r)
{
	sv_table *t = sv_table_of(r);
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
	sv_done(r, t);
}

/* ---- Hello ----------------------------------------------------------------------------------- */

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
	if (json_integer_value(json_object_get(r->body, "version")) != PROTOCOL) {
		sv_refuse(c, r->id, "version", "this server speaks version 1");
		return;
	}
	c->greeted = true;
	ap_json j = sv_begin(c->hub, "welcome", r->id);
	ap_json_key(&j, "version");
	ap_json_int(&j, PROTOCOL);
	ap_json_key(&j, "name");
	ap_json_string(&j, c->name);
	ap_json_key(&j, "now");
	ap_json_int(&j, sv_now(c->hub));
	write_limits(&j, &c->hub->limits);
	sv_queue(c, &j);
}

static void on_ping(const sv_request *r)
{
	ap_json j = sv_begin(r->client->hub, "pong", r->id);
	ap_json_key(&j, "now");
	ap_json_int(&j, sv_now(r->client->hub));
	sv_queue(r->client, &j);
}

/* ---- Who answers ----------------------------------------------------------------------------- */

#define MESSAGE "s:type s?id"
#define TABLE MESSAGE " s:table s?invite"

/* A hello of another version may have any fields: its sender is told which one is spoken here. */
static const struct {
	const char *type;
	void (*answer)(const sv_request *);
	const char *fields;
} answers[] = {
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
	{"watch", sv_on_watch, TABLE " b?watch i?since"},
	{"act", sv_on_act, TABLE " i:question s:action"},
	{"unseal", sv_on_unseal, TABLE " i:question"},
	{"undo", sv_on_undo, TABLE},
	{"undo_answer", sv_on_undo_answer, TABLE " b:agree"},
	{"say", sv_on_say, TABLE " s:text a?to"},
	{"mute", sv_on_mute, TABLE " s:seat b:muted"},
	{"wishes", sv_on_wishes, TABLE " b?ask_all a?orders"},
	{"hand_over", sv_on_hand_over, TABLE " s:level"},
	{"take_back", sv_on_take_back, TABLE},
};

static void answer(const sv_request *r)
{
	const char *type = sv_text_of(r, "type");
	for (int i = 0; type && i < AP_COUNT(answers); i++) {
		if (strcmp(answers[i].type, type) != 0)
			continue;
		if (!r->client->greeted && answers[i].answer != on_hello)
			sv_refuse(r->client, r->id, "hello-first", "say hello first");
		else if (answers[i].fields && !sv_fits(r->body, answers[i].fields))
			sv_refuse(r->client, r->id, "bad-message",
				"a field is missing, unknown or of another kind: see docs/protocol.md");
		else
			answers[i].answer(r);
		return;
	}
	sv_refuse(r->client, r->id, "bad-message", "there is no such type of message");
}

/* So many a second, and a few at once. */
static bool too_fast(sv_client *c)
{
	const sv_limits *l = &c->hub->limits;
	int64_t now = sv_now(c->hub);
	c->tokens += (double)(now - c->tokens_at) * l->messages_a_second / 1000;
	c->tokens_at = now;
	if (c->tokens > l->message_burst)
		c->tokens = l->message_burst;
	if (c->tokens < 1)
		return true;
	c->tokens -= 1;
	return false;
}

/* Nothing we understand is deeper than this; jansson would follow much further. */
static bool too_deep(const char *text, size_t length)
{
	int depth = 0;
	for (size_t i = 0; i < length; i++) {
		depth += text[i] == '[' || text[i] == '{';
		depth -= text[i] == ']' || text[i] == '}';
		if (depth > MOST_DEPTH)
			return true;
	}
	return false;
}

bool sv_client_message(sv_client *client, const char *text, size_t length)
{
	sv_request r = {client, "", NULL};
	client->hub->figures.messages++;
	if (length > (size_t)client->hub->limits.message_bytes) {
		sv_refuse(client, NULL, "too-long", "this message is too long");
		return false;
	}
	if (too_fast(client)) {
		sv_refuse(client, NULL, "too-fast", "too many messages, slow down");
		return !client->lost;
	}
	if (!too_deep(text, length))
		r.body = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	const char *id = sv_text_of(&r, "id");
	if (id && strlen(id) < SV_CLIENT)
		r.id = id;
	if (!json_is_object(r.body) || (json_object_get(r.body, "id") && !*r.id))
		sv_refuse(client, r.id, "bad-message", "this is no message: see docs/protocol.md");
	else
		answer(&r);
	json_decref(r.body);
	return !client->lost;
}

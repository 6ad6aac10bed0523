/* at_table.c: see at_table.h. */
#include "server/at_table.h"

sv_table *start_table(fixture *h, const char *game, int players, int people, const char *extra)
{
	static const char *const names[] = {"Ann", "Ben", "Cat"};
	char seats[256] = "\"me\"", key[SV_KEY_SIZE], invite[SV_KEY_SIZE];
	for (int i = 1; i < players; i++) {
		size_t at = strlen(seats);
		snprintf(
			seats + at, sizeof seats - at, ",%s", i < people ? "\"open\"" : "{\"bot\":\"random\"}");
	}
	for (int i = 0; i < people; i++)
		connect_client(h, names[i], i + 1);
	json_t *made = send_request(h, &h->client[0],
		"{\"type\":\"create\",\"id\":\"c\",\"game\":\"%s\",\"players\":%d,\"seats\":[%s]%s}", game,
		players, seats, extra);
	assert_string_equal(text_in(made, "type"), "created");
	snprintf(key, sizeof key, "%s", text_in(made, "table"));
	snprintf(invite, sizeof invite, "%s", text_in(made, "invite"));
	for (int i = 0; i < people; i++) {
		test_client *g = &h->client[i];
		snprintf(g->table, sizeof g->table, "%s", key);
		if (i > 0)
			send_request(
				h, g, "{\"type\":\"join\",\"table\":\"%s\",\"invite\":\"%s\"}", key, invite);
		send_request(h, g, "{\"type\":\"watch\",\"table\":\"%s\"}", key);
	}
	send_request(h, &h->client[0], "{\"type\":\"start\",\"table\":\"%s\"}", key);
	sv_table *t = sv_find_table(h->hub, key);
	assert_int_equal(t->status, SV_RUNNING);
	return t;
}

const char *say(fixture *h, int who, const char *type, const char *more)
{
	test_client *g = &h->client[who];
	json_t *answer = send_request(
		h, g, "{\"type\":\"%s\",\"id\":\"s\",\"table\":\"%s\"%s}", type, g->table, more);
	assert_non_null(answer);
	return text_in(answer, "code");
}

const char *say_of_question(fixture *h, int who, const char *type, int question)
{
	char more[64];
	snprintf(more, sizeof more, ",\"question\":%d", question);
	return say(h, who, type, more);
}

const char *act(fixture *h, int who, const sv_table *t, const char *action)
{
	char more[128];
	snprintf(more, sizeof more, ",\"question\":%d,\"action\":\"%s\"", t->question, action);
	return say(h, who, "act", more);
}

const json_t *shown(const test_client *g, const char *field)
{
	for (int i = g->count - 1; i >= 0; i--) {
		const char *type = text_in(g->received[i], "type");
		if (strcmp(type, "table") == 0 || strcmp(type, "change") == 0)
			return json_object_get(g->received[i], field);
	}
	return NULL;
}

int64_t shown_deadline(const test_client *g)
{
	const json_t *deadline = shown(g, "deadline");
	return json_is_null(deadline) ? 0 : json_integer_value(deadline);
}

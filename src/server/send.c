/* send.c: messages out. They are queued for their client until what they tell is durable. */
#include "server/hub_internal.h"

#include <assert.h>
#include <string.h>

#include "text/memory.h"
#include "text/phrases.h"

ap_json sv_begin_message(sv_hub *hub, const char *type, const char *id)
{
	assert(hub && type);
	ap_json j = ap_json_into(hub->scratch, sizeof hub->scratch);
	ap_json_open(&j, '{');
	ap_json_key(&j, "type");
	ap_json_string(&j, type);
	if (id && *id) {
		ap_json_key(&j, "id");
		ap_json_string(&j, id);
	}
	return j;
}

static void enter_send_list(sv_client *client)
{
	client->hub->needs_flush = true;
	if (client->in_send_list)
		return;
	client->in_send_list = true;
	client->next_to_send = client->hub->to_send;
	client->hub->to_send = client;
}

/* A client for which too much waits, because it does not read, is closed. */
void sv_queue_message(sv_client *client, ap_json *j)
{
	assert(client && j);
	sv_hub *hub = client->hub;
	ap_json_close(j, '}');
	size_t length = ap_json_done(j);
	enter_send_list(client);
	if (client->overflowed || length >= sizeof hub->scratch ||
		client->waiting_bytes + length > (size_t)hub->limits.waiting_bytes) {
		client->overflowed = true;
		return;
	}
	sv_queued_message *m = ap_allocate(1, sizeof *m + length);
	m->length = length;
	memcpy(m->text, hub->scratch, length);
	*client->messages_end = m;
	client->messages_end = &m->next;
	client->waiting_bytes += length;
}

void sv_refuse(sv_client *client, const char *id, const char *code, const char *text)
{
	assert(client && code && text);
	ap_json j = sv_begin_message(client->hub, "refused", id);
	ap_json_key(&j, "code");
	ap_json_string(&j, code);
	ap_json_key(&j, "text");
	ap_json_string(&j, text);
	client->hub->figures.refused++;
	sv_queue_message(client, &j);
}

void sv_refuse_by_rule(sv_client *client, const char *id, const sv_table *t, ap_result result)
{
	assert(client && t && result.code != AP_OK);
	static const char *const codes[] = {[AP_OK] = "ok",
		[AP_GAME_OVER] = "game-over",
		[AP_NOT_ASKED] = "not-asked",
		[AP_FORBIDDEN] = "forbidden",
		[AP_NOT_SEALED] = "not-sealed"};
	char text[512];
	ap_say_refusal(t->game, AP_ENGLISH, result, text, sizeof text);
	ap_json j = sv_begin_message(client->hub, "refused", id);
	ap_json_key(&j, "code");
	ap_json_string(&j, codes[result.code]);
	ap_json_key(&j, "clause");
	ap_json_string(&j, ap_clause_id(t->game, result.clause));
	ap_json_key(&j, "text");
	ap_json_string(&j, text);
	client->hub->figures.refused++;
	sv_queue_message(client, &j);
}

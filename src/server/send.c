/* send.c: messages out. They wait with their client until what they tell is durable. */
#include "server/hub_internal.h"

#include <stdlib.h>
#include <string.h>

#include "text/phrases.h"

ap_json sv_begin(sv_hub *hub, const char *type, const char *id)
{
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

static void enter_line(sv_client *client)
{
	client->hub->dirty = true;
	if (client->in_line)
		return;
	client->in_line = true;
	client->next_in_line = client->hub->line;
	client->hub->line = client;
}

/* A client that does not read is let go rather than kept in memory. */
void sv_queue(sv_client *client, ap_json *j)
{
	sv_hub *hub = client->hub;
	ap_json_close(j, '}');
	size_t length = ap_json_done(j);
	sv_message *m = NULL;
	if (!client->lost && length < sizeof hub->scratch &&
		client->waiting + length <= (size_t)hub->limits.waiting_bytes)
		m = malloc(sizeof *m + length);
	if (!m) {
		client->lost = true; /* and told so at the flush */
		enter_line(client);
		return;
	}
	m->next = NULL;
	m->length = length;
	memcpy(m->text, hub->scratch, length);
	*client->last = m;
	client->last = &m->next;
	client->waiting += length;
	enter_line(client);
}

void sv_refuse(sv_client *client, const char *id, const char *code, const char *text)
{
	ap_json j = sv_begin(client->hub, "refused", id);
	ap_json_key(&j, "code");
	ap_json_string(&j, code);
	ap_json_key(&j, "text");
	ap_json_string(&j, text);
	client->hub->figures.refused++;
	sv_queue(client, &j);
}

/* The rules themselves say no: the clause is cited. */
void sv_refuse_rule(sv_client *client, const char *id, const sv_table *t, ap_result result)
{
	static const char *const codes[] = {[AP_OK] = "ok",
		[AP_GAME_OVER] = "game-over",
		[AP_NOT_ASKED] = "not-asked",
		[AP_FORBIDDEN] = "forbidden",
		[AP_NOT_SEALED] = "not-sealed"};
	char text[512];
	ap_say_refusal(t->game, AP_ENGLISH, result, text, sizeof text);
	ap_json j = sv_begin(client->hub, "refused", id);
	ap_json_key(&j, "code");
	ap_json_string(&j, codes[result.code]);
	ap_json_key(&j, "clause");
	ap_json_string(&j, ap_clause_id(t->game, result.clause));
	ap_json_key(&j, "text");
	ap_json_string(&j, text);
	client->hub->figures.refused++;
	sv_queue(client, &j);
}

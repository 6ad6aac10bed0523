/* relay_commands.c: commands of administration that the leader of their table carries out. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/relay_internal.h"
#include "text/memory.h"

enum { PATIENCE = 10 * 1000, MOST_COMMAND = 64 << 10 };

/* A command that another node carries out. */
struct sv_asked_command {
	uint64_t number;
	int64_t node, asked_at;
	sv_relay_answer *answer;
	void *to; /* NULL: nobody wants the answer any more */
	sv_asked_command *next;
};

bool sv_relay_command(sv_relay *relay, const char *key, const char *who, const char *line,
	size_t length, sv_relay_answer *answer, void *to)
{
	assert(relay && key && who && line && answer && to);
	int64_t node;
	if (length > MOST_COMMAND || sv_find_leader(relay->hub, key, &node) != SV_LED_ELSEWHERE ||
		!relay->transport.is_open(relay->transport.self, node, SV_ASKING))
		return false;
	sv_asked_command *asked = ap_allocate(1, sizeof *asked);
	*asked = (sv_asked_command){
		relay->next_number++, node, sv_now(relay->hub), answer, to, relay->commands};
	relay->commands = asked;
	sv_frame *f = sv_frame_begin(relay, SV_FRAME_COMMAND, asked->number);
	sv_frame_add(f, who, strlen(who) + 1);
	sv_frame_add(f, line, length);
	sv_frame_send(relay, node, SV_ASKING);
	return true;
}

void sv_relay_drop_commands(sv_relay *relay, const void *to)
{
	assert(relay && to);
	for (sv_asked_command *asked = relay->commands; asked; asked = asked->next)
		if (asked->to == to)
			asked->to = NULL;
}

static void finish(sv_asked_command **at, const char *answer, size_t length)
{
	sv_asked_command *asked = *at;
	*at = asked->next;
	if (asked->to)
		asked->answer(asked->to, answer, length);
	free(asked);
}

static sv_asked_command **find_command(sv_relay *relay, int64_t node, uint64_t number)
{
	sv_asked_command **at = &relay->commands;
	while (*at && ((*at)->node != node || (*at)->number != number))
		at = &(*at)->next;
	return at;
}

bool sv_take_command_answer(sv_relay *relay, int64_t node, uint64_t number, const sv_reading *r)
{
	assert(relay && r);
	sv_asked_command **at = find_command(relay, node, number);
	if (*at)
		finish(at, (const char *)r->at, r->left);
	return true;
}

void sv_fail_commands(sv_relay *relay, int64_t node)
{
	assert(relay);
	for (sv_asked_command **at = &relay->commands; *at;)
		if (node == 0 || (*at)->node == node)
			finish(at, NULL, 0);
		else
			at = &(*at)->next;
}

void sv_fail_old_commands(sv_relay *relay, int64_t now)
{
	assert(relay);
	for (sv_asked_command **at = &relay->commands; *at;)
		if (now - (*at)->asked_at > PATIENCE)
			finish(at, NULL, 0);
		else
			at = &(*at)->next;
}

/* ---- Those of other nodes -------------------------------------------------------------------- */

bool sv_take_command(sv_relay *relay, int64_t node, uint64_t number, sv_reading *r)
{
	assert(relay && r);
	const char *who = (const char *)r->at, *end = memchr(r->at, '\0', r->left);
	if (!end)
		return false;
	size_t used = (size_t)(end + 1 - who);
	char *answer = relay->owner.administrate(relay->owner.self, who, end + 1, r->left - used);
	size_t length = strlen(answer);
	static const char too_long[] =
		"{\"error\":{\"code\":\"too-long\",\"text\":\"the answer is too long to be passed on\"}}";
	if (length > SV_MOST_FRAME / 2)
		sv_frame_send_with(
			relay, node, SV_ANSWERING, SV_FRAME_ANSWER, number, too_long, sizeof too_long - 1);
	else
		sv_frame_send_with(relay, node, SV_ANSWERING, SV_FRAME_ANSWER, number, answer, length);
	free(answer);
	return true;
}

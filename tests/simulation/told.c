/* told.c: who may be told what: each event that the rules have told, as the text that is sent of
 * it, and the viewers who may know it. The judge plays the record again and notes them; whatever
 * else somebody is sent as an event was not meant for him. */
#include <stdlib.h>
#include <string.h>

#include "core/telling.h"
#include "simulation/simulation.h"
#include "text/memory.h"

struct told {
	uint64_t hash; /* of the text; 0: none */
	ap_seats seen_by;
};

enum { ROOM = 1 << 13 };

static told *find_told(const play *g, uint64_t hash)
{
	size_t at = hash % ROOM;
	while (g->told[at].hash && g->told[at].hash != hash)
		at = (at + 1) % ROOM;
	return &g->told[at];
}

void note_told(sim *s, play *g, const ap_events *events)
{
	char text[1024];
	if (!g->told)
		g->told = ap_allocate(ROOM, sizeof *g->told);
	for (int i = 0; i < events->count; i++) {
		ap_json j = ap_json_into(text, sizeof text);
		ap_write_event(&j, g->game, &events->list[i]);
		uint64_t hash = hash_bytes(1, text, ap_json_done(&j)) | 1;
		told *t = find_told(g, hash);
		if (!t->hash && ++g->told_count == ROOM)
			fail_sim(s, "simulation: too many events");
		t->hash = hash;
		t->seen_by |= events->list[i].seen_by;
	}
}

void forget_told(play *g)
{
	free(g->told);
	g->told = NULL;
	g->told_count = 0;
}

/* Returns the end of the JSON object that begins here. */
static const char *end_of_object(const char *at)
{
	int depth = 0;
	bool in_string = false;
	for (; *at; at++) {
		if (*at == '\\' && in_string && at[1])
			at++;
		else if (*at == '"')
			in_string = !in_string;
		else if (!in_string && (*at == '{' || *at == '}') && (depth += *at == '{' ? 1 : -1) == 0)
			return at + 1;
	}
	return at;
}

const char *events_in(const char *message)
{
	static const char name[] = ",\"events\":[";
	const char *at = strstr(message, name);
	return at ? at + sizeof name - 1 : "";
}

void judge_events(sim *s, const person *p, const char *message)
{
	const play *g = &s->play[p->play];
	const char *at = events_in(message);
	while (*at == '{' && g->told) {
		const char *end = end_of_object(at);
		const told *t = find_told(g, hash_bytes(1, at, (size_t)(end - at)) | 1);
		if (!(t->seen_by & AP_SEAT(p->seat)))
			fail_sim(s,
				"views: person %d was told what he may not know, or what did not happen: %.*s",
				p->number, (int)(end - at), at);
		s->tallies->events++;
		at = end + (*end == ',');
	}
}

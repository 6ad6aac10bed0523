/* retention.c: see retention.h. */
#include "server/retention.h"

#include <assert.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin_hub.h"

enum {
	PAUSE = 50,          /* ms between two steps */
	HOUR = 3600000,      /* ms between two rounds */
	LINES_AT_ONCE = 200, /* lines of talk, reports or acts that are deleted in a step */
	TABLES_AT_ONCE = 4
};

static int delete_tables(sv_front *front, int64_t before)
{
	char key[SV_KEY_SIZE];
	sv_table_row row;
	int count = 0;
	while (count < TABLES_AT_ONCE && sv_store_find_old_table(front->store, before, key) &&
		sv_store_find_table(front->store, key, &row) && sv_delete_ended_table(front->hub, &row))
		count++;
	return count;
}

/* A guest without a session can never come back: nobody has the key any more. */
static int delete_guest(sv_front *front, int64_t before)
{
	int64_t person;
	if (!sv_store_find_old_guest(front->store, before, sv_front_now(front), &person) ||
		!sv_store_delete_person(front->store, person) || !sv_hub_forget_person(front->hub, person))
		return 0;
	if (front->notices)
		sv_notices_drop_person(front->notices, person);
	front->hub->needs_flush = true;
	return 1;
}

/* Deletes some of what is older than `before`. Returns how many. */
static int delete_some(sv_front *front, sv_kept kind, int64_t before)
{
	if (kind == SV_KEPT_GAMES)
		return delete_tables(front, before);
	if (kind == SV_KEPT_GUESTS)
		return delete_guest(front, before);
	int count = sv_store_delete_old(front->store, kind, before, LINES_AT_ONCE);
	front->hub->needs_flush = front->hub->needs_flush || count > 0;
	return count > 0 ? count : 0;
}

/* What a round has deleted goes into the log of acts, as a line. */
static void log_round(sv_front *front)
{
	char details[256] = "{";
	size_t length = 1;
	for (int kind = 0; kind < SV_KEPT_KINDS; kind++)
		if (front->retention.deleted[kind])
			length += (size_t)snprintf(details + length, sizeof details - length, "%s\"%s\":%lld",
				length > 1 ? "," : "", sv_kept_word((sv_kept)kind),
				(long long)front->retention.deleted[kind]);
	memset(front->retention.deleted, 0, sizeof front->retention.deleted);
	if (length == 1)
		return;
	snprintf(details + length, sizeof details - length, "}");
	sv_store_add_act(front->store,
		&(sv_act){.at = sv_front_wall_now(front),
			.who = "retention",
			.act = "deleted",
			.about = "",
			.details = details});
	front->hub->needs_flush = true;
}

int64_t sv_retention_tick(sv_front *front)
{
	assert(front);
	int64_t now = sv_front_wall_now(front);
	bool more = false;
	for (int kind = 0; kind < SV_KEPT_KINDS; kind++) {
		int64_t keep = front->retention.keep[kind], before = front->retention.asked[kind];
		if (keep && now - keep > before)
			before = now - keep;
		int count = before ? delete_some(front, (sv_kept)kind, before) : 0;
		front->retention.deleted[kind] += count;
		if (count == 0)
			front->retention.asked[kind] = 0;
		more = more || count > 0;
	}
	if (!sv_hub_flush(front->hub))
		more = false; /* the store fails: it is tried again with the next round */
	if (!more)
		log_round(front);
	return sv_front_now(front) + (more ? PAUSE : HOUR);
}

void sv_prune(sv_front *front, sv_kept kind, int64_t before)
{
	assert(front && kind < SV_KEPT_KINDS);
	front->retention.asked[kind] = before;
	front->retention_at = 0;
}

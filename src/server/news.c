/* news.c: what nodes tell each other through the database: see nodes.h.
 *
 * Ids of news are given before a commit, so that one that is less than others can come after them.
 * Therefore the last so many are remembered, and what is not among them is new. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/kept_games.h"
#include "server/nodes_internal.h"

enum {
	AT_ONCE = 256,        /* news that are read at a time; the rest is read with the next beat */
	PRUNED = 60 * 1000,   /* ms between two deletions of news; each lives so long at least */
	LISTENED_BEFORE = 512 /* ids before the greatest that may still come when a node joins */
};

typedef struct heard {
	int64_t id, about;
	char kind[SV_NEWS_KIND_SIZE];
} heard;

typedef struct reading {
	sv_nodes *nodes;
	heard item[AT_ONCE];
	int count;
} reading;

bool sv_tell_nodes(sv_hub *hub, const char *kind, int64_t about)
{
	assert(hub && kind && strlen(kind) < SV_NEWS_KIND_SIZE);
	if (!hub->nodes)
		return true;
	hub->needs_flush = true;
	return sv_store_add_news(hub->store, kind, about);
}

/* ---- What was heard -------------------------------------------------------------------------- */

static uint64_t *word_of(sv_nodes *n, int64_t id)
{
	return &n->heard[(uint64_t)id % SV_NEWS_WINDOW / 64];
}

static bool was_heard(sv_nodes *n, int64_t id)
{
	return id <= n->news_low + SV_NEWS_WINDOW && (*word_of(n, id) >> (uint64_t)id % 64) & 1;
}

/* Ids that fall out of the window count as heard. */
static void note_heard(sv_nodes *n, int64_t id)
{
	for (; n->news_low + SV_NEWS_WINDOW < id; n->news_low++) {
		int64_t out = n->news_low + 1;
		*word_of(n, out) &= ~(UINT64_C(1) << (uint64_t)out % 64);
		if (id - n->news_low > 2 * SV_NEWS_WINDOW) { /* nothing is left of the window */
			memset(n->heard, 0, sizeof n->heard);
			n->news_low = id - SV_NEWS_WINDOW;
			break;
		}
	}
	*word_of(n, id) |= UINT64_C(1) << (uint64_t)id % 64;
}

static bool read_item(void *to, int64_t id, const char *kind, int64_t about)
{
	reading *r = to;
	if (was_heard(r->nodes, id))
		return true;
	heard *item = &r->item[r->count++];
	*item = (heard){.id = id, .about = about};
	snprintf(item->kind, sizeof item->kind, "%s", kind);
	return r->count < AT_ONCE;
}

/* What the hub itself has to know. */
static void handle(sv_hub *hub, const heard *item)
{
	sv_nodes *n = hub->nodes;
	if (strcmp(item->kind, SV_NEWS_ORPHANS) == 0) {
		n->has_orphans = true;
		sv_look_for_unkept(hub);
	} else if (strcmp(item->kind, SV_NEWS_WANTED) == 0) {
		sv_lead_wanted(hub, item->about);
	} else if (strcmp(item->kind, SV_NEWS_PERSON) == 0) {
		sv_forget_at_led_tables(hub, item->about);
	}
	for (int i = 0; i < n->listeners; i++)
		if (n->listener[i].on_news)
			n->listener[i].on_news(n->listener[i].to, item->kind, item->about);
}

void sv_hear_news(sv_hub *hub)
{
	assert(hub && hub->nodes);
	sv_nodes *n = hub->nodes;
	reading r = {.nodes = n};
	sv_store_each_news(hub->store, n->news_low, read_item, &r);
	for (int i = 0; i < r.count; i++)
		note_heard(n, r.item[i].id);
	for (int i = 0; i < r.count; i++)
		handle(hub, &r.item[i]);
}

/* What was told shortly before is heard again: that harms nobody. */
bool sv_begin_news(sv_hub *hub)
{
	assert(hub && hub->nodes);
	sv_nodes *n = hub->nodes;
	int64_t last = sv_store_last_news(hub->store);
	memset(n->heard, 0, sizeof n->heard);
	n->news_low = last > LISTENED_BEFORE ? last - LISTENED_BEFORE : 0;
	n->prune = n->pruned_at = 0;
	return last >= 0;
}

void sv_prune_news(sv_hub *hub, int64_t now)
{
	assert(hub && hub->nodes);
	sv_nodes *n = hub->nodes;
	if (n->pruned_at && now - n->pruned_at < PRUNED)
		return;
	if (n->prune > 0)
		sv_store_drop_news(hub->store, n->prune);
	sv_store_keep_shared_clock(hub->store, now);
	n->prune = sv_store_last_news(hub->store);
	n->pruned_at = now;
}

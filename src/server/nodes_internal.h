/* nodes_internal.h: what a hub knows of nodes, for the files of nodes. nodes.h is for all others.
 */
#ifndef APPARAT_SERVER_NODES_INTERNAL_H
#define APPARAT_SERVER_NODES_INTERNAL_H

#include "server/hub_internal.h"
#include "server/nodes.h"
#include "server/store_nodes.h"

enum {
	SV_BEAT = 1000,        /* ms between two signs of life */
	SV_NEWS_WINDOW = 1024, /* ids in which news may come out of their order */
	SV_MOST_LISTENERS = 8,
	SV_NEWS_KIND_SIZE = 24,
	SV_REPORTED_TABLES = 64 /* tables that cannot be led, of which the log says so once */
};

/* What is seen of another node. */
typedef struct sv_sign {
	int64_t beat;
	int64_t beat_at;    /* when it was seen to grow, by the clock of this node */
	int64_t refused_at; /* since when it refuses connections; 0: it does not */
	bool is_there;      /* it was in the list that was read last */
} sv_sign;

struct sv_nodes {
	int64_t own; /* 0: this node has to join again */
	char address[SV_NODE_ADDRESS_SIZE];
	sv_node *other; /* that live */
	sv_sign *sign;  /* of each of them */
	int others, room;
	bool is_steward;
	int64_t beat_at;   /* when the next sign of life is due */
	bool has_orphans;  /* there may be running games that nobody leads */
	int64_t adopt_at;  /* when to look for them in any case */
	int64_t after;     /* the last one of this round */
	int64_t wanted_at; /* when others were last asked to lead a table */
	int64_t reported[SV_REPORTED_TABLES];
	int reports;
	/* News up to `news_low` was heard, or is too old. */
	int64_t news_low;
	uint64_t heard[SV_NEWS_WINDOW / 64]; /* bits of later ones, by their ids */
	int64_t pruned_at, prune;            /* when news was last deleted, and what will be next */
	sv_node_listener listener[SV_MOST_LISTENERS];
	int listeners;
};

/* ---- news.c ---------------------------------------------------------------------------------- */

/* Hears all news from now on. Returns false if the store fails. */
bool sv_begin_news(sv_hub *hub);

/* Reads what is new, and tells the listeners. */
void sv_hear_news(sv_hub *hub);

/* Deletes old news now and then; for the steward. */
void sv_prune_news(sv_hub *hub, int64_t now);

/* ---- leaders.c ------------------------------------------------------------------------------- */

/* Leads running games that nobody leads, some at a time. Returns true if there may be more. */
bool sv_adopt_tables(sv_hub *hub, int64_t now);

/* Another node wants the table with this id to be led. */
void sv_lead_wanted(sv_hub *hub, int64_t table);

#endif

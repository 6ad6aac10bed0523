/* supply_chain.c: explains supply, TC-SU-1: by which net a unit is fed, from which source, and
 * where its chain is broken. All of it is public, and known only while supply is not stale. */
#include "chapters.h"

/* The way from the space of a unit to the nearest source of its net. */
typedef struct chain {
	int net;    /* TC_NET_COUNT: the unit needs no chain */
	int source; /* TC_SPACES: the net has none that feeds anybody */
	int gap;    /* the last space before the part of the net that is fed; TC_SPACES: none */
	int behind; /* the space of the net behind the gap */
} chain;

/* A search by links from one space: the spaces in the order in which they were reached, and the
 * space before each. */
typedef struct search {
	uint64_t seen[TC_SET_WORDS];
	uint16_t queue[TC_SPACES], before[TC_SPACES];
	int count;
} search;

static void begin_search(search *f, int space)
{
	memset(f->seen, 0, sizeof f->seen);
	tc_include(f->seen, space);
	f->queue[0] = f->before[0] = (uint16_t)space;
	f->count = 1;
}

/* Adds the neighbours of the place `n` of the queue, or only those in `within`. */
static void go_on(search *f, int n, const uint64_t *within)
{
	int here = f->queue[n];
	for (int i = tc_link_from[here]; i < tc_link_from[here + 1]; i++) {
		int there = tc_link_to[i];
		if (tc_in(f->seen, there) || (within && !tc_in(within, there)))
			continue;
		tc_include(f->seen, there);
		f->before[f->count] = (uint16_t)here;
		f->queue[f->count++] = (uint16_t)there;
	}
}

/* Returns the source of the net that is nearest to a space that it feeds. */
static int source_for(const tc_state *s, int net, int side, int space)
{
	search f;
	begin_search(&f, space);
	for (int n = 0; n < f.count; n++) {
		if (tc_is_source(s, net, side, f.queue[n]))
			return f.queue[n];
		go_on(&f, n, s->fed[net]);
	}
	return TC_SPACES;
}

/* Finds the space nearest to that of a unit which its net feeds, and the one before it. */
static void find_gap(const tc_state *s, int space, chain *c)
{
	search f;
	begin_search(&f, space);
	for (int n = 0; n < f.count; n++) {
		if (tc_in(s->fed[c->net], f.queue[n])) {
			c->behind = f.queue[n];
			c->gap = f.before[n];
			return;
		}
		go_on(&f, n, NULL);
	}
}

static chain chain_of(const tc_state *s, int unit)
{
	chain c = {TC_NET_COUNT, TC_SPACES, TC_SPACES, TC_SPACES};
	int space = s->unit_at[unit];
	if (s->stale || space >= TC_SPACES)
		return c;
	c.net = tc_net_at(s, unit, space);
	if (c.net == TC_NET_COUNT)
		return c;
	c.behind = space;
	if (!tc_in(s->fed[c.net], space)) {
		c.behind = TC_SPACES;
		find_gap(s, space, &c);
	}
	if (c.behind < TC_SPACES)
		c.source = source_for(s, c.net, tc_user(s, unit), c.behind);
	return c;
}

int tc_figure_unit_net(const void *view, int key)
{
	int net = chain_of(view, key).net;
	return net == TC_NET_COUNT ? AP_NONE : net;
}

int tc_figure_unit_source(const void *view, int key)
{
	int source = chain_of(view, key).source;
	return source < TC_SPACES ? source : AP_NONE;
}

int tc_figure_unit_gap(const void *view, int key)
{
	int gap = chain_of(view, key).gap;
	return gap < TC_SPACES ? gap : AP_NONE;
}

static int cause_of(const tc_state *s, const chain *c, int side)
{
	int gap = c->gap;
	if (gap >= TC_SPACES)
		return TC_GAP_CAUSE_NO_SOURCE;
	if (!s->border_open && tc_border_link(tc_link_between(gap, c->behind)))
		return TC_GAP_CAUSE_BORDER;
	if (s->owner[gap] == side)
		return TC_GAP_CAUSE_PARTISANS;
	return s->owner[gap] == tc_other(side) ? TC_GAP_CAUSE_ENEMY : TC_GAP_CAUSE_FOREIGN;
}

int tc_figure_gap_cause(const void *view, int key)
{
	chain c = chain_of(view, key);
	bool broken = c.net != TC_NET_COUNT && (c.gap < TC_SPACES || c.source >= TC_SPACES);
	return broken ? cause_of(view, &c, tc_user(view, key)) : AP_NONE;
}

/* ---- The nets -------------------------------------------------------------------------------- */

/* Returns how a net feeds a space: 2 in full, 1 by a limited link; AP_NONE if it does not. */
static int feeding(const tc_state *s, int net, int space)
{
	if (s->stale || !tc_in(s->fed[net], space))
		return AP_NONE;
	return tc_in(s->full[net], space) ? 2 : 1;
}

int tc_figure_fed_red(const void *view, int key)
{
	return feeding(view, TC_NET_RED, key);
}

int tc_figure_fed_white(const void *view, int key)
{
	return feeding(view, TC_NET_WHITE, key);
}

int tc_figure_fed_red_finns(const void *view, int key)
{
	return feeding(view, TC_NET_RED_FINNS, key);
}

int tc_figure_fed_white_finns(const void *view, int key)
{
	return feeding(view, TC_NET_WHITE_FINNS, key);
}

int tc_figure_fed_britain(const void *view, int key)
{
	return feeding(view, TC_NET_BRITAIN, key);
}

int tc_figure_fed_france(const void *view, int key)
{
	return feeding(view, TC_NET_FRANCE, key);
}

int tc_figure_fed_powers(const void *view, int key)
{
	return feeding(view, TC_NET_POWERS, key);
}

int tc_figure_fed_poland(const void *view, int key)
{
	return feeding(view, TC_NET_POLAND, key);
}

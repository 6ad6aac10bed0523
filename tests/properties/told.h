/* told.h: compares what two lists of events tell a viewer. */
#ifndef APPARAT_TESTS_TOLD_H
#define APPARAT_TESTS_TOLD_H

#include <string.h>

#include "core/game.h"

/* Moves `at` to the next event that the viewer may see; false if there is none. */
static inline bool next_seen(const ap_events *events, int viewer, int *at)
{
	while (*at < events->count && !(events->list[*at].seen_by & AP_SEAT(viewer)))
		++*at;
	return *at < events->count;
}

/* Returns whether both lists tell the viewer the same. */
static inline bool same_events(const ap_events *a, const ap_events *b, int viewer)
{
	for (int i = 0, k = 0;; i++, k++) {
		bool more_a = next_seen(a, viewer, &i), more_b = next_seen(b, viewer, &k);
		if (!more_a || !more_b)
			return more_a == more_b;
		const ap_event *e = &a->list[i], *f = &b->list[k];
		if (e->kind != f->kind || e->clause != f->clause ||
			memcmp(e->arg, f->arg, sizeof e->arg) != 0)
			return false;
	}
}

#endif

/* views.c: views of the state, and full states that fit a view. */
#include "properties/laws.h"

/* Who is asked, and what, is the same for every viewer. */
static void question_laws(const run *r, const void *seen, int viewer, const char *law)
{
	LAW(r, law, ap_actors(seen) == ap_actors(r->state), "actors for viewer %d", viewer);
	LAW(r, law, ap_step_of(seen) == ap_step_of(r->state), "step for viewer %d", viewer);
	LAW(r, law, ap_question(seen) == ap_question(r->state), "question for viewer %d", viewer);
	LAW(r, law, ap_players(seen) == ap_players(r->state), "players for viewer %d", viewer);
}

static void outcome_laws(const run *r, const void *view, int viewer)
{
	ap_outcome full, seen;
	if (!ap_outcome_of(r->game, r->state, &full))
		return;
	LAW(r, "view-outcome", ap_outcome_of(r->game, view, &seen), "viewer %d sees no end", viewer);
	LAW(r, "view-outcome", memcmp(&full, &seen, sizeof full) == 0, "viewer %d sees another end",
		viewer);
}

static void legal_view_laws(const run *r, const void *view, int viewer)
{
	ap_action full[AP_MAX_LEGAL], seen[AP_MAX_LEGAL];
	int n = ap_legal(r->game, r->state, viewer, full), m = ap_legal(r->game, view, viewer, seen);
	LAW(r, "legal-of-view", n == m && memcmp(full, seen, (size_t)n * sizeof *full) == 0,
		"seat %d has %d actions, and %d on its view", viewer, n, m);
}

static void filled_laws(run *r, const void *view, int viewer)
{
	void *filled = r->copy[3], *again = r->copy[4];
	ap_determinize(r->game, view, &r->rng, filled);
	const char *wrong = ap_unsound(r->game, filled);
	LAW(r, "filled-sound", !wrong, "viewer %d: %s", viewer, wrong);
	LAW(r, "filled-full", ap_viewer(filled) == AP_EVERYTHING, "viewer %d", viewer);
	question_laws(r, filled, viewer, "filled-question");
	ap_view(r->game, filled, viewer, again);
	LAW(r, "filled-fits-view", same(r, again, view), "viewer %d sees another state", viewer);
	if (ap_actors(r->state))
		resampling_laws(r, viewer, filled);
}

void view_laws(run *r)
{
	for (int n = 0, viewer; (viewer = viewer_at(r, n)) != AP_NOBODY; n++) {
		void *view = r->copy[2], *again = r->copy[3];
		ap_view(r->game, r->state, viewer, view);
		const char *wrong = ap_unsound(r->game, view);
		LAW(r, "view-sound", !wrong, "viewer %d: %s", viewer, wrong);
		LAW(r, "view-viewer", ap_viewer(view) == viewer, "viewer %d: %d", viewer, ap_viewer(view));
		ap_view(r->game, view, viewer, again);
		LAW(r, "view-of-view", same(r, view, again), "viewer %d", viewer);
		ap_view(r->game, again, viewer, again);
		LAW(r, "view-in-place", same(r, view, again), "viewer %d", viewer);
		question_laws(r, view, viewer, "view-question");
		legal_view_laws(r, view, viewer);
		outcome_laws(r, view, viewer);
		filled_laws(r, view, viewer);
	}
}

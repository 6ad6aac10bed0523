/* round_trips.c: states are written as JSON and read again, and actions in notation; copies of a
 * state play on alike. */
#include "properties/laws.h"

#include <stdlib.h>

#include "text/scenario.h"
#include "text/state_json.h"

enum {
	TEXT_SIZE = 1 << 17,
	STEPS_ALONG = 2 /* how many actions copies are played on */
};

/* ---- JSON ------------------------------------------------------------------------------------ */

static void json_laws(const run *r)
{
	static char text[TEXT_SIZE];
	ap_error error;
	void *back = r->copy[2];
	size_t length = ap_write_state(r->game, r->state, text, sizeof text);
	LAW(r, "json-fits", length < sizeof text && strlen(text) == length, "%zu bytes", length);
	memset(back, 0xa5, r->size);
	LAW(r, "json-reads", ap_read_state(r->game, back, text, length, &error), "%s", error.message);
	LAW(r, "json-exact", same(r, back, r->state), "a state comes back changed");
}

static const ap_game *game_of_law;

static const ap_game *find_game_of_law(const char *name)
{
	return strcmp(name, ap_game_name(game_of_law)) == 0 ? game_of_law : NULL;
}

/* A position that is written as a scenario begins with exactly that position. */
static void scenario_law(const run *r)
{
	static ap_scenario_report report;
	ap_error error;
	char *text = ap_scenario_of(r->game, r->state);
	game_of_law = r->game;
	memset(&report, 0, sizeof report);
	ap_scenario_text scenario = {text, strlen(text)}, none = {NULL, 0};
	bool good = ap_scenario_run(scenario, none, find_game_of_law, NULL, &report, &error);
	free(text);
	LAW(r, "scenario-runs", good, "line %d: %s", error.line, error.message);
	LAW(r, "scenario-exact", same(r, &report.last, r->state), "a position comes back changed");
}

/* The JSON of a view can be read as a view, but not as a state. */
static void json_view_law(run *r)
{
	static char text[TEXT_SIZE];
	ap_error error;
	int viewer = viewer_at(r, (int)pick(r, r->setup.players + 1));
	void *view = r->copy[2], *back = r->copy[3];
	ap_view(r->game, r->state, viewer, view);
	size_t length = ap_write_state(r->game, view, text, sizeof text);
	memset(back, 0xa5, r->size);
	LAW(r, "json-view-reads", ap_read_view(r->game, back, text, length, &error), "viewer %d: %s",
		viewer, error.message);
	LAW(r, "json-view-exact", same(r, back, view), "the view of viewer %d comes back changed",
		viewer);
	LAW(r, "json-of-view", !ap_read_state(r->game, view, text, length, &error),
		"that of viewer %d is read as a state", viewer);
	LAW(r, "json-of-view", strstr(error.message, "\"viewer\""), "viewer %d: %s", viewer,
		error.message);
}

/* ---- Notation -------------------------------------------------------------------------------- */

static void notation_law(const run *r, int seat, ap_action a)
{
	char text[128];
	int seat_back;
	ap_action back;
	size_t length = ap_write_action(r->game, seat, a, text, sizeof text);
	LAW(r, "notation-fits", length < sizeof text && strlen(text) == length, "%zu bytes", length);
	LAW(r, "notation-reads", ap_read_action(r->game, text, &seat_back, &back), "\"%s\"", text);
	LAW(r, "notation-exact", seat_back == seat && back == a, "\"%s\" reads as %#x of seat %d", text,
		back, seat_back);
}

/* Returns whether an argument is shown unchanged, as unknown, or as another copy of its thing. */
static bool is_kept_or_hidden(const ap_names *names, unsigned was, unsigned is)
{
	if (is == was || is == AP_UNKNOWN)
		return true;
	return names && names->label && is < (unsigned)names->count &&
		strcmp(names->label[was], names->label[is]) == 0;
}

/* Returns whether an action is shown as "seal". Where a sealed answer takes several actions, others
 * see only that. */
static bool is_seal(const run *r, ap_action shown)
{
	return ap_step_sealed(r->game, ap_step_of(r->state)) &&
		strcmp(ap_verb_name(r->game, (int)ap_verb_of(shown)), "seal") == 0;
}

static void mask_law(const run *r, int seat, ap_action a, int viewer, ap_action *last)
{
	ap_action shown = ap_masked(r->game, r->state, seat, a, viewer);
	const ap_verb *verb = &r->game->verbs[ap_verb_of(a)];
	bool arguments_alone = ap_verb_of(shown) == ap_verb_of(a) &&
		is_kept_or_hidden(verb->x, ap_x(a), ap_x(shown)) &&
		is_kept_or_hidden(verb->y, ap_y(a), ap_y(shown));
	LAW(r, "mask-hides-arguments", arguments_alone || is_seal(r, shown),
		"%#x of seat %d is %#x to viewer %d", a, seat, shown, viewer);
	LAW(r, "mask-own", viewer != seat || shown == a, "seat %d does not see its own %#x", seat, a);
	if (shown == a || shown == *last)
		return;
	*last = shown;
	notation_law(r, seat, shown);
	LAW(r, "mask-of-mask", ap_masked(r->game, r->state, seat, shown, viewer) == shown,
		"%#x of seat %d to viewer %d", shown, seat, viewer);
}

static void notation_laws(const run *r, int seat)
{
	ap_action legal[AP_MAX_LEGAL], last = 0;
	int n = ap_legal(r->game, r->state, seat, legal);
	for (int i = 0; i < n; i++)
		notation_law(r, seat, legal[i]);
	for (int v = 0; viewer_at(r, v) != AP_NOBODY; v++)
		for (int i = 0; i < n; i++)
			mask_law(r, seat, legal[i], viewer_at(r, v), &last);
	LAW(r, "mask-everything",
		ap_masked(r->game, r->state, seat, legal[0], AP_EVERYTHING) == legal[0],
		"%#x is hidden from nobody", legal[0]);
}

/* ---- Copies ---------------------------------------------------------------------------------- */

static bool step_along(const run *r, void *state, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	if (ap_actors(state) == 0)
		return false;
	int seat = ap_first_seat(ap_actors(state)), n = ap_legal(r->game, state, seat, legal);
	ap_play(r->game, state, seat, legal[ap_below(rng, (uint32_t)n)], NULL);
	return true;
}

/* Two copies of a state play on alike: nothing outside the state matters. */
static void copy_law(run *r)
{
	void *one = copy_of(r, 2, r->state), *other = copy_of(r, 3, r->state);
	ap_rng rng = r->rng, same_rng = r->rng;
	for (int i = 0; i < STEPS_ALONG && step_along(r, one, &rng); i++)
		;
	for (int i = 0; i < STEPS_ALONG && step_along(r, other, &same_rng); i++)
		;
	LAW(r, "copy-plays-on", same(r, one, other), "a copy plays on otherwise");
	if (pick(r, 8) != 0)
		return;
	bool over = ap_actors(r->state) == 0,
		 moved = ap_hash(r->game, one) != ap_hash(r->game, r->state);
	LAW(r, "hash-tells-apart", over || moved, "two actions leave the hash as it was");
}

void round_trip_laws(run *r)
{
	json_laws(r);
	if (pick(r, 4) == 0)
		scenario_law(r);
	if (pick(r, 8) == 0)
		json_view_law(r);
	for (ap_seats actors = ap_actors(r->state); actors; actors &= (ap_seats)(actors - 1))
		notation_laws(r, ap_first_seat(actors));
	copy_law(r);
}

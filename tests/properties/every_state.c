/* every_state.c: the laws that are cheap enough for every state. */
#include "properties/laws.h"

#include <stdio.h>

#include "core/fields.h"

coverage met;

/* ---- Legal lists ----------------------------------------------------------------------------- */

static void legal_laws(const run *r, int seat, bool asked)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(r->game, r->state, seat, legal);
	LAW(r, "legal-when-asked", (n > 0) == asked, "seat %d is %s and has %d actions", seat,
		asked ? "asked" : "not asked", n);
	LAW(r, "legal-few", n <= AP_MAX_LEGAL, "seat %d has %d actions", seat, n);
	for (int i = 0; i < n; i++) {
		LAW(r, "legal-sound", ap_action_sound(r->game, legal[i]), "%#x is no action", legal[i]);
		LAW(r, "legal-sorted", i == 0 || legal[i - 1] < legal[i], "%#x after %#x", legal[i],
			i ? legal[i - 1] : 0);
	}
}

/* ---- Empty chairs: seats beyond the players -------------------------------------------------- */

/* The part of an empty chair is always as in a blank state. */
static void empty_chair_law(
	const run *r, const ap_any *blank, const char *name, size_t offset, size_t bytes)
{
	size_t from = offset + bytes * r->setup.players;
	size_t length = bytes * (size_t)(r->game->seats->count - r->setup.players);
	LAW(r, "empty-chairs", memcmp((char *)r->state + from, blank->bytes + from, length) == 0,
		"%s of an empty chair has changed", name);
}

static void empty_chair_laws(const run *r)
{
	static ap_any blank;
	static ap_setup blank_of;
	if (memcmp(&blank_of, &r->setup, sizeof blank_of) != 0) {
		blank_of = r->setup;
		ap_blank(r->game, &blank_of, &blank);
	}
	for (int i = 0; i < r->game->field_count; i++) {
		const ap_field *f = &r->game->fields[i];
		if (f->keys == r->game->seats)
			empty_chair_law(r, &blank, f->name, f->offset, f->bytes);
	}
	for (int i = 0; i < r->game->grid_count; i++) {
		const ap_grid *g = &r->game->grids[i]; /* all bits of its bytes are compared */
		if (g->rows == r->game->seats)
			empty_chair_law(r, &blank, g->name, g->offset, (size_t)g->columns->count);
	}
}

void state_laws(const run *r)
{
	const char *wrong = ap_unsound(r->game, r->state);
	LAW(r, "sound", !wrong, "%s", wrong);
	ap_outcome outcome;
	ap_seats actors = ap_actors(r->state), seats = (ap_seats)((1 << r->setup.players) - 1);
	bool over = ap_outcome_of(r->game, r->state, &outcome);
	LAW(r, "actors-until-over", (actors == 0) == over, "actors %#x, over %d", actors, over);
	LAW(r, "actors-at-the-table", (actors & ~(seats | AP_SEAT(AP_CHANCE))) == 0, "actors %#x",
		actors);
	LAW(r, "chance-acts-alone", actors == AP_SEAT(AP_CHANCE) || !(actors & AP_SEAT(AP_CHANCE)),
		"actors %#x", actors);
	for (int seat = 0; seat <= AP_OBSERVER; seat++)
		legal_laws(r, seat, actors >> seat & 1);
	LAW(r, "bounded", r->actions <= ap_bound(r->game, &r->setup), "the bound is %d",
		ap_bound(r->game, &r->setup));
	empty_chair_laws(r);
	if (!over)
		met.step[ap_step_of(r->state)] = true;
	if (((const ap_head *)r->state)->depth > met.depth)
		met.depth = ((const ap_head *)r->state)->depth;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static void argument_laws(const run *r, const ap_event_kind *kind, const ap_event *e)
{
	for (int i = 0; i < AP_EVENT_ARGS; i++) {
		const ap_names *names = kind->arg[i];
		bool number = names == &ap_plain_number;
		bool fits =
			!names ? e->arg[i] == 0 : number || (e->arg[i] >= 0 && e->arg[i] < names->count);
		LAW(r, "event-arguments", fits, "argument %d of %s is %d", i, kind->name, e->arg[i]);
	}
}

static void event_laws(const run *r, const ap_events *events)
{
	LAW(r, "events-kept", events->lost == 0, "%d were lost", events->lost);
	for (int i = 0; i < events->count; i++) {
		const ap_event *e = &events->list[i];
		LAW(r, "event-kind", ap_event_name(r->game, e->kind), "there is no kind %d", e->kind);
		LAW(r, "event-clause", e->clause > 0 && e->clause < ap_clause_count(r->game),
			"%s cites clause %d", ap_event_name(r->game, e->kind), e->clause);
		LAW(r, "event-seen", e->seen_by != 0, "%s is seen by nobody",
			ap_event_name(r->game, e->kind));
		argument_laws(r, &r->game->events[e->kind], e);
		met.kind[e->kind] = met.clause[e->clause] = true;
	}
}

void start_laws(const run *r, const ap_events *events)
{
	event_laws(r, events);
	LAW(r, "starts-full", ap_viewer(r->state) == AP_EVERYTHING, "viewer %d", ap_viewer(r->state));
	ap_setup setup;
	ap_setup_of(r->state, &setup);
	LAW(r, "starts-as-agreed", memcmp(&setup, &r->setup, sizeof setup) == 0, "the set-up differs");
}

/* The number of a sealed question stays the same until all have answered; the next question has a
 * greater number. */
void after_action_laws(const run *r, const void *before, int seat, const ap_events *events)
{
	event_laws(r, events);
	LAW(r, "stays-full", ap_viewer(r->state) == AP_EVERYTHING, "viewer %d", ap_viewer(r->state));
	ap_seats actors = ap_actors(before), now = ap_actors(r->state);
	int question = ap_question(before), next = ap_question(r->state);
	if (now == 0)
		return;
	LAW(r, "question-grows", next >= question, "question %d after %d", next, question);
	if (next > question)
		return;
	LAW(r, "question-sealed", ap_step_sealed(r->game, ap_step_of(before)),
		"step %s is not sealed and its question stays", ap_step_name(r->game, ap_step_of(before)));
	LAW(r, "question-same-step", ap_step_of(before) == ap_step_of(r->state), "question %d", next);
	LAW(r, "sealed-actors", (now | AP_SEAT(seat)) == actors, "actors %#x after %#x", now, actors);
	LAW(r, "sealed-silence", events->count == 0, "a sealed answer tells %s",
		ap_event_name(r->game, events->list[0].kind));
}

static bool was_drawn(const run *r, const ap_names *names, int value)
{
	for (int i = 0; i < r->drawn_count && i < AP_COUNT(r->drawn); i++)
		if (r->game->verbs[ap_verb_of(r->drawn[i])].x == names && (int)ap_x(r->drawn[i]) == value)
			return true;
	return r->drawn_count > AP_COUNT(r->drawn);
}

/* What an event shows as drawn by chance was drawn since an event told of such a draw before, and
 * all see it: people's programs compare what they are shown with the dice that are opened. */
void drawn_law(run *r, int seat, ap_action a, const ap_events *events)
{
	bool tells = false;
	if (seat == AP_CHANCE && r->game->verbs[ap_verb_of(a)].open)
		r->drawn[r->drawn_count++ % AP_COUNT(r->drawn)] = a;
	for (int i = 0; i < events->count; i++) {
		const ap_event *event = &events->list[i];
		const ap_event_kind *kind = &r->game->events[event->kind];
		int argument = kind->drawn_argument - 1;
		if (argument < 0)
			continue;
		tells = true;
		LAW(r, "shown-draw", was_drawn(r, kind->arg[argument], event->arg[argument]),
			"%s shows %d, which was not drawn", kind->name, event->arg[argument]);
		LAW(r, "draw-seen-by-all", event->seen_by == AP_ALL_VIEWERS, "%s", kind->name);
	}
	if (tells)
		r->drawn_count = 0;
}

/* ---- The end --------------------------------------------------------------------------------- */

void end_laws(const run *r)
{
	ap_outcome o;
	int count[3] = {0}, best = INT16_MIN;
	ap_outcome_of(r->game, r->state, &o);
	LAW(r, "outcome-reason", ap_reason_name(r->game, o.reason), "reason %d", o.reason);
	met.reason[o.reason] = true;
	for (int seat = 0; seat < r->setup.players; seat++) {
		LAW(r, "outcome-result", o.result[seat] <= AP_WON, "seat %d: %d", seat, o.result[seat]);
		count[o.result[seat]]++;
		best = o.score[seat] > best ? o.score[seat] : best;
	}
	bool all_lost = count[AP_LOST] == r->setup.players;
	bool one_won = count[AP_WON] == 1 && count[AP_SHARED] == 0;
	bool several = count[AP_WON] == 0 && count[AP_SHARED] > 1;
	LAW(r, "outcome-consistent", all_lost || one_won || several, "%d lost, %d shared, %d won",
		count[AP_LOST], count[AP_SHARED], count[AP_WON]);
	for (int seat = 0; seat < AP_MAX_SEATS && !all_lost; seat++) {
		bool high = seat < r->setup.players && o.score[seat] == best;
		LAW(r, "outcome-score", high == (o.result[seat] != AP_LOST), "seat %d scores %d of %d",
			seat, o.score[seat], best);
	}
	for (int seat = r->setup.players; seat < AP_MAX_SEATS; seat++)
		LAW(r, "outcome-empty-chairs", o.score[seat] == 0 && o.result[seat] == 0, "seat %d", seat);
}

/* ---- Coverage -------------------------------------------------------------------------------- */

static bool report_missing(const char *what, const char *name)
{
	fprintf(stderr, "never met: %s %s\n", what, name);
	return false;
}

bool all_met(const ap_game *game)
{
	bool all = true;
	for (int i = 0; i < game->step_count; i++)
		if (game->steps[i].legal && !met.step[i])
			all = report_missing("step", ap_step_name(game, i));
	for (int i = 0; i < game->event_count; i++)
		if (!met.kind[i])
			all = report_missing("event", ap_event_name(game, i));
	for (int i = 1; i < game->clause_count; i++)
		if (!met.clause[i])
			all = report_missing("clause", ap_clause_id(game, i));
	for (int i = 0; i < game->reasons->count; i++)
		if (!met.reason[i])
			all = report_missing("reason", ap_reason_name(game, i));
	return all;
}

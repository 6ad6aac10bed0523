/* play.c: the course of a game: see play.h. */
#include "server/play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/hub_notices.h"
#include "server/lists.h"
#include "server/watch.h"

/* ---- Applying a decision --------------------------------------------------------------------- */

/* What one call does to a game: a decision, and whatever the server decides by itself until a
 * person must answer. What was applied, but not told yet, is kept here and nowhere else. */
typedef struct course {
	sv_table *table;
	bool time_is_up;  /* the clock answers the open question for everybody who is asked */
	bool closes;      /* a sealed question is being answered for all who are asked */
	bool has_untold;  /* decisions were applied of which the watchers were not told yet */
	ap_events events; /* the events of these decisions */
} course;

/* Adds the decision that was just applied to the store, as the last line of the history. */
static void store_line(sv_table *t, const sv_line *decision)
{
	sv_line line = *decision;
	line.at = sv_now(t->hub);
	sv_store_add_line(t->hub->store, t->id, sv_line_count(t) - 1, &line);
	t->hub->figures.lines++;
	t->hub->needs_flush = true;
}

/* The seats that are asked are remembered, because nobody may see who has answered a sealed
 * question. */
void sv_set_question(sv_table *t)
{
	assert(t && t->history);
	const void *state = &t->history->state;
	t->question = ap_question(state);
	t->asked = ap_actors(state);
}

/* Starts the clock of a new question, and drops what was scheduled for the one before. */
static void start_question(sv_table *t)
{
	sv_set_question(t);
	t->asked_at = sv_now(t->hub);
	for (int seat = 0; seat < t->setup.players; seat++) {
		t->seat[seat].auto_answer_at = 0;
		t->seat[seat].bot_thinks = false;
		t->seat[seat].noticed = 0;
	}
}

static void tell(course *c)
{
	sv_send_change(c->table, &c->events);
	c->events.count = 0;
	c->has_untold = false;
}

/* Tells the watchers of a decision that was applied, or keeps it until they may be told. If chance
 * decides next, it does so at once, and a person sees a throw and its result as one change. If a
 * sealed question is being closed, the changes are sent together at the end: if they were sent one
 * by one, the last person would learn that all others had answered. */
static void tell_or_keep(course *c, const ap_events *events)
{
	if (c->events.count + events->count > AP_MAX_EVENTS)
		tell(c);
	memcpy(&c->events.list[c->events.count], events->list,
		(size_t)events->count * sizeof events->list[0]);
	c->events.count += events->count;
	c->has_untold = true;
	if (!c->closes && ap_actors(&c->table->history->state) != AP_SEAT(AP_CHANCE))
		tell(c);
}

/* Applies a decision, stores it, and tells the watchers of it. If the rules refuse it, nothing
 * happens. */
static ap_result apply_decision(course *c, const sv_line *decision)
{
	sv_table *t = c->table;
	ap_events events;
	ap_result result = sv_apply_line(t, decision, &events);
	if (result.code != AP_OK)
		return result;
	store_line(t, decision);
	if (decision->kind == AP_LINE_UNSEAL) /* the person wants to answer this question */
		t->seat[decision->seat].auto_answer_at = INT64_MAX;
	if (t->question != ap_question(&t->history->state)) {
		start_question(t);
		c->time_is_up = c->closes = false;
	}
	sv_save_snapshot(t, SV_AFTER_LINE);
	tell_or_keep(c, &events);
	return result;
}

/* ---- Going on -------------------------------------------------------------------------------- */

/* Chooses what the server decides next. Returns false if it waits for somebody, or the game is
 * over. */
static bool choose_next(course *c, int64_t now, sv_line *next)
{
	sv_table *t = c->table;
	ap_seats actors = ap_actors(&t->history->state);
	if (actors == 0)
		return false;
	if (actors == AP_SEAT(AP_CHANCE)) {
		*next = sv_action_line(AP_CHANCE, ap_fair_outcome(&t->dice_key, t->history));
		return true;
	}
	if (c->time_is_up)
		return sv_choose_for_absent(t, next);
	if (sv_choose_for_bots(t, next))
		return true;
	sv_schedule_automatic_answers(t);
	c->closes = c->closes || sv_closes_at_once(t, now);
	return sv_choose_due_answer(t, now, next);
}

/* The store may have the end of a game, but call it running: so this does not depend on who decided
 * last. */
static void finish_if_over(sv_table *t)
{
	if (ap_actors(&t->history->state) != 0 || t->status == SV_OVER)
		return;
	ap_outcome outcome = {0};
	ap_outcome_of(t->game, &t->history->state, &outcome);
	for (int seat = 0; seat < t->setup.players; seat++)
		t->winners |= outcome.result[seat] != AP_LOST ? AP_SEAT(seat) : 0;
	t->status = SV_OVER;
	t->hub->has_unkept = true;
	t->undo.open = false;
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
	sv_notify_absent(t, SV_NOTICE_OVER, 0);
}

/* Lets chance, bots, automatic answers and the clock decide until a person must answer. */
static void go_on(course *c)
{
	sv_line next;
	int64_t now = sv_now(c->table->hub);
	while (choose_next(c, now, &next) && apply_decision(c, &next).code == AP_OK)
		;
	if (c->has_untold) /* answers that were due did not close the question after all */
		tell(c);
	finish_if_over(c->table);
	sv_update_due(c->table);
	sv_send_turn_changes(c->table);
}

/* ---- What others call ------------------------------------------------------------------------ */

ap_result sv_decide(sv_table *t, const sv_line *decision)
{
	assert(t && t->history && decision);
	assert(decision->seat == AP_CHANCE || decision->seat < t->setup.players);
	course c = {.table = t};
	ap_result result = apply_decision(&c, decision);
	if (result.code != AP_OK)
		return result;
	if (decision->kind == AP_LINE_UNDO)
		sv_send_table(t); /* with the log as it is now */
	go_on(&c);
	return result;
}

void sv_continue_game(sv_table *t)
{
	assert(t);
	course c = {.table = t};
	if (t->status == SV_RUNNING && sv_load_history(t))
		go_on(&c);
}

void sv_close_question(sv_table *t)
{
	assert(t && t->history && t->status == SV_RUNNING);
	course c = {.table = t, .time_is_up = true, .closes = sv_is_sealed(t)};
	go_on(&c);
}

void sv_start_game(sv_table *t)
{
	assert(t && t->status == SV_LOBBY);
	course c = {.table = t};
	t->status = SV_RUNNING;
	sv_set_rules(t);
	t->first_rules = t->rules;
	if (!sv_start_history(t))
		abort(); /* cannot happen: the dice are complete */
	start_question(t);
	sv_save_table(t);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_PERSON)
			sv_store_add_player(t->hub->store, t->seat[seat].person, t->id);
	sv_send_lobby_change(t);
	sv_send_table(t); /* the watchers get their first view */
	sv_notify_absent(t, SV_NOTICE_BEGAN, 0);
	go_on(&c);
}

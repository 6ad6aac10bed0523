/* play.c: the course of a game: see play.h. */
#include "server/play.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/hub_notices.h"
#include "server/kept_games.h"
#include "server/lists.h"
#include "server/pace.h"
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
	sv_told told;     /* what the watchers know */
	bool is_within;   /* another course of this table goes on, which has this */
} course;

/* Only what is read before it is written is set: a course has room for a state and many events. */
static void begin_course(course *c, sv_table *t)
{
	c->table = t;
	c->time_is_up = c->closes = c->has_untold = false;
	c->events.count = c->events.lost = 0;
	c->is_within = t->told != NULL;
	if (c->is_within)
		return;
	sv_note_told(t, &c->told);
	t->told = &c->told;
}

static void end_course(course *c)
{
	if (!c->is_within)
		c->table->told = NULL;
}

/* Adds the decision that was just applied to the store, as the last line of the history. */
static void store_line(sv_table *t, const sv_line *decision)
{
	sv_line line = *decision;
	line.at = sv_wall_now(t->hub);
	line.served = sv_stored_time(t, sv_now(t->hub));
	sv_store_add_line(t->hub->store, t->id, sv_line_count(t) - 1, &line);
	t->hub->figures.lines++;
	t->hub->needs_flush = true;
}

/* The seats that are asked are remembered, because nobody may see who has answered a sealed
 * question. */
void sv_set_question(sv_table *t, int64_t asked_at)
{
	assert(t && t->history);
	const void *state = &t->history->state;
	t->asked_at = asked_at;
	t->seen_at = t->shown_until > asked_at ? t->shown_until : asked_at;
	t->question = ap_question(state);
	t->asked = ap_actors(state);
}

/* Starts the clock of a new question, and drops what was scheduled for the one before. */
static void start_question(sv_table *t)
{
	bool clock_changed = t->holders || t->clock_from || t->pause.since;
	sv_set_question(t, sv_now(t->hub));
	t->wall_ahead = sv_wall_now(t->hub) - t->asked_at;
	t->holders = 0;
	t->clock_from = t->clock_set = 0;
	if (t->pause.since) { /* an undo to which somebody need not agree any more */
		t->pause.since = sv_now(t->hub);
		t->pause.elapsed = 0;
	}
	if (clock_changed)
		sv_save_table_quietly(t);
	for (int seat = 0; seat < t->setup.players; seat++) {
		t->seat[seat].auto_answer_at = 0;
		t->seat[seat].bot_thinks = t->seat[seat].bot_has_chosen = false;
		t->seat[seat].bot_at = 0;
		t->seat[seat].noticed = 0;
	}
	sv_end_orders(t);
}

static void tell(course *c)
{
	sv_send_change(c->table, &c->events);
	sv_note_told(c->table, c->table->told);
	c->events.count = 0;
	c->has_untold = false;
}

/* True if chance decides next and nothing was kept that people need time to see: there is nothing
 * to tell apart from what chance brings. Only events that all may see count, so that the number of
 * changes tells nothing. */
static bool waits_for_chance(const course *c)
{
	const sv_table *t = c->table;
	if (ap_actors(&t->history->state) != AP_SEAT(AP_CHANCE))
		return false;
	for (int i = 0; i < c->events.count; i++)
		if (c->events.list[i].seen_by == AP_ALL_VIEWERS &&
			ap_event_shown(t->game, c->events.list[i].kind) > 0)
			return false;
	return true;
}

/* Tells the watchers of a decision that was applied, or keeps it until they may be told. Chance
 * decides at once, but each of its draws is a change of its own, so that a board can show one after
 * the other; only draws that nobody needs time to see are told together. If a sealed question is
 * being closed, the changes are sent together at the end: if they were sent one by one, the last
 * person would learn that all others had answered. */
static void tell_or_keep(course *c, const ap_events *events)
{
	if (c->events.count + events->count > AP_MAX_EVENTS)
		tell(c);
	memcpy(&c->events.list[c->events.count], events->list,
		(size_t)events->count * sizeof events->list[0]);
	c->events.count += events->count;
	c->has_untold = true;
	if (!c->closes && !waits_for_chance(c))
		tell(c);
}

/* Applies a decision, stores it, and tells the watchers of it. If the rules refuse it, nothing
 * happens. */
static ap_result apply_decision(course *c, const sv_line *decision)
{
	sv_table *t = c->table;
	ap_events events;
	bool was_sealed = sv_is_sealed(t);
	sv_pace pace = sv_pace_of(t, c->time_is_up ? AP_NOBODY : decision->seat);
	sv_decision undoable = sv_foresee_undo(t, decision);
	ap_result result = sv_apply_line(t, decision, &events);
	if (result.code != AP_OK)
		return result;
	sv_note_decision(t, decision, &undoable);
	if (!c->time_is_up && !was_sealed && decision->seat < t->setup.players)
		sv_note_answer(t, decision->seat);
	sv_note_pace(t, &pace);
	store_line(t, decision);
	sv_note_shown(t, &events, sv_now(t->hub));
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
	if (t->pause.since)
		return false;
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
	sv_note_unkept(t);
	t->undo.open = false;
	t->pause = (sv_pause){0};
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
	sv_notify_absent(t, SV_NOTICE_OVER, 0);
}

/* Lets chance, bots, automatic answers and the clock decide until a person must answer. */
static void go_on(course *c)
{
	sv_line next;
	const sv_hub *hub = c->table->hub; /* what is due at once may be asked later than this began */
	while (choose_next(c, sv_now(hub), &next) && apply_decision(c, &next).code == AP_OK)
		;
	if (c->has_untold) /* answers that were due did not close the question after all */
		tell(c);
	finish_if_over(c->table);
	sv_update_absence(c->table);
	sv_update_due(c->table);
	sv_send_turn_changes(c->table);
}

/* ---- What others call ------------------------------------------------------------------------ */

ap_result sv_decide(sv_table *t, const sv_line *decision)
{
	assert(t && t->history && decision);
	assert(decision->seat == AP_CHANCE || decision->seat < t->setup.players);
	course c;
	sv_update_absence(t); /* first, so that the order tells nothing of who decides */
	begin_course(&c, t);
	ap_result result = apply_decision(&c, decision);
	if (result.code == AP_OK && decision->kind == AP_LINE_UNDO)
		sv_send_table(t); /* with the log as it is now */
	if (result.code == AP_OK)
		go_on(&c);
	end_course(&c);
	return result;
}

void sv_continue_game(sv_table *t)
{
	assert(t);
	course c;
	if (t->status != SV_RUNNING || !sv_load_history(t))
		return;
	begin_course(&c, t);
	go_on(&c);
	end_course(&c);
}

void sv_close_question(sv_table *t)
{
	assert(t && t->history && t->status == SV_RUNNING);
	course c;
	begin_course(&c, t);
	c.time_is_up = true;
	c.closes = sv_is_sealed(t);
	go_on(&c);
	end_course(&c);
}

void sv_start_game(sv_table *t)
{
	assert(t && t->status == SV_LOBBY);
	course c;
	t->status = SV_RUNNING;
	sv_set_rules(t);
	t->first_rules = t->rules;
	t->removed_count = 0; /* nobody sits down any more */
	t->began_at = sv_now(t->hub);
	if (!sv_start_history(t, t->began_at))
		abort(); /* cannot happen: the dice are complete */
	start_question(t);
	sv_save_table(t);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_PERSON)
			sv_store_add_player(t->hub->store, t->seat[seat].person, t->id);
	sv_send_lobby_change(t);
	sv_send_table(t); /* the watchers get their first view */
	sv_notify_absent(t, SV_NOTICE_BEGAN, 0);
	begin_course(&c, t);
	go_on(&c);
	end_course(&c);
}

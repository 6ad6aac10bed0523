/* choices.h: what the server decides at a table by itself. The functions of this header choose;
 * only play.c applies what was chosen. The game must be in memory and running. For play.c,
 * bot_seats.c, automatic_answers.c and clock.c only. */
#ifndef APPARAT_SERVER_CHOICES_H
#define APPARAT_SERVER_CHOICES_H

#include "server/table.h"

/* Returns the decision of the seat, or of AP_CHANCE, to do this. */
static inline sv_line sv_action_line(int seat, ap_action a)
{
	return (sv_line){.kind = AP_LINE_ACTION, .seat = (uint8_t)seat, .value = a};
}

static inline bool sv_is_asked(const sv_table *t, int seat)
{
	return (ap_actors(&t->history->state) & AP_SEAT(seat)) != 0;
}

static inline bool sv_is_sealed(const sv_table *t)
{
	return ap_step_sealed(t->game, ap_step_of(&t->history->state));
}

static inline bool sv_is_reaction(const sv_table *t)
{
	return ap_step_reaction(t->game, ap_step_of(&t->history->state));
}

/* Returns the number of people who play and are not represented by a bot. */
static inline int sv_count_people(const sv_table *t)
{
	int people = 0;
	for (int seat = 0; seat < t->setup.players; seat++)
		people += t->seat[seat].kind == SV_SEAT_PERSON && !t->seat[seat].away;
	return people;
}

/* Returns the number of people at the table who can come back: they have not resigned, nor are they
 * deleted. */
static inline int sv_count_players(const sv_table *t)
{
	int people = 0;
	for (int seat = 0; seat < t->setup.players; seat++)
		people += t->seat[seat].kind == SV_SEAT_PERSON && t->seat[seat].person != 0 &&
			!t->seat[seat].resigned;
	return people;
}

/* ---- bot_seats.c ----------------------------------------------------------------------------- */

/* True if a bot answers for the seat. */
bool sv_acts_as_bot(const sv_table *t, int seat);

/* Lets a bot choose at once. Any seat that is asked may be given. */
ap_action sv_choose_as_bot(sv_table *t, int seat);

/* True if the bots wait: only bots play here, and nobody looks. */
bool sv_rests(const sv_table *t);

/* Chooses for a bot that is asked. Returns false if there is none, or if all of them take their
 * time or think in other processes; those who do not think yet begin to. */
bool sv_choose_for_bots(sv_table *t, sv_line *out);

/* ---- automatic_answers.c --------------------------------------------------------------------- */

/* Schedules answers for the people who need not be asked. */
void sv_schedule_automatic_answers(sv_table *t);

/* True if the question is sealed and automatic answers are due for all who have not answered. */
bool sv_closes_at_once(const sv_table *t, int64_t now);

/* Chooses the automatic answer of the seat. A standing order that was given for once is deleted.
 * Returns false if there is no such answer. */
bool sv_choose_automatic_answer(sv_table *t, int seat, sv_line *out);
/* Deletes the standing orders that end with the question that has just been asked. */
void sv_end_orders(sv_table *t);

/* Chooses an automatic answer that is due. Returns false if there is none. */
bool sv_choose_due_answer(sv_table *t, int64_t now, sv_line *out);

/* ---- clock.c --------------------------------------------------------------------------------- */

/* Returns when the clock of the question started: when the public events before it could have been
 * seen, or when the server was started since, because nobody could answer before. */
int64_t sv_clock_start(const sv_table *t);

/* Chooses for somebody who is asked and whose time is up. Returns false if nobody is asked. */
bool sv_choose_for_absent(sv_table *t, sv_line *out);

/* Sets when the clock has something to do here, if nobody acts before. */
void sv_update_due(sv_table *t);

#endif

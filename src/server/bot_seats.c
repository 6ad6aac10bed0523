/* bot_seats.c: bots at a table: in seats of their own, and in the seats of people who are away. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "server/choices.h"
#include "server/hub_internal.h"
#include "server/play.h"

bool sv_acts_as_bot(const sv_table *t, int seat)
{
	assert(t && seat >= 0 && seat < t->setup.players);
	return t->seat[seat].kind == SV_SEAT_BOT || t->seat[seat].away;
}

ap_action sv_choose_as_bot(sv_table *t, int seat)
{
	assert(t && t->history && sv_is_asked(t, seat));
	ap_any view;
	ap_rng rng;
	uint64_t seed[2];
	const ap_bot *bot = ap_bot_named(t->game, t->seat[seat].level);
	sv_random(t->hub, seed, sizeof seed);
	ap_seed(&rng, seed[0], seed[1]);
	ap_view(t->game, &t->history->state, seat, &view);
	if (!bot)
		bot = ap_bot_named(t->game, "random");
	t->hub->figures.bot_moves++;
	return bot->choose(t->game, &view, seat, &rng);
}

/* Asks a bot in another process; its answer comes with a later tick. */
static void ask_bot(sv_table *t, int seat)
{
	static sv_bot_job job;
	memset(&job, 0, sizeof job);
	job.table = t->id;
	job.question = ap_question(&t->history->state);
	job.seat = seat;
	snprintf(job.game, sizeof job.game, "%s", ap_game_name(t->game));
	snprintf(job.level, sizeof job.level, "%s", t->seat[seat].level);
	sv_random(t->hub, job.seed, sizeof job.seed);
	ap_view(t->game, &t->history->state, seat, &job.view);
	job.is_for_nobody = sv_count_people(t) == 0;
	job.used = t->bot_used;
	sv_bot_pool_submit(t->hub->pool, &job);
	t->seat[seat].bot_thinks = true;
}

static bool is_legal(const sv_table *t, int seat, ap_action a)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(t->game, &t->history->state, seat, legal);
	for (int i = 0; i < n; i++)
		if (legal[i] == a)
			return true;
	return false;
}

static ap_action choose_at_random(const sv_table *t, int seat)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(t->game, &t->history->state, seat, legal);
	uint32_t chance;
	sv_random(t->hub, &chance, sizeof chance);
	return legal[chance % (uint32_t)n];
}

/* Returns when a bot answers the open question. At live tables bots take their time, so that people
 * can follow: after what there is to see, half the table's time to one and a half. In a reaction
 * they are twice as fast, because most of the time they have nothing to say; there they must be
 * done well before the countdown ends. The time depends on nothing but the table, the step and
 * chance. */
static int64_t answer_time(const sv_table *t)
{
	uint32_t chance;
	int64_t around = t->bot_delay;
	if (t->slow || around == 0)
		return sv_now(t->hub);
	if (sv_is_reaction(t))
		around = around < t->countdown / 2 ? around / 2 : t->countdown / 4;
	sv_random(t->hub, &chance, sizeof chance);
	return sv_clock_start(t) + around / 2 + (int64_t)(chance % (uint32_t)(around + 1));
}

bool sv_rests(const sv_table *t)
{
	assert(t);
	return !t->watchers && sv_count_players(t) == 0;
}

bool sv_choose_for_bots(sv_table *t, sv_line *out)
{
	assert(t && t->history && out);
	if (sv_rests(t))
		return false;
	for (int seat = 0; seat < t->setup.players; seat++) {
		if (!sv_is_asked(t, seat) || !sv_acts_as_bot(t, seat))
			continue;
		sv_seat *s = &t->seat[seat];
		if (!s->bot_at)
			s->bot_at = answer_time(t);
		if (t->hub->pool && !s->bot_thinks && !s->bot_has_chosen)
			ask_bot(t, seat);
		/* The time is read after `bot_at`: a bot that need not wait never waits for a tick. */
		if (s->bot_at > sv_now(t->hub) || (t->hub->pool && !s->bot_has_chosen))
			continue;
		ap_action choice = t->hub->pool ? s->bot_choice : sv_choose_as_bot(t, seat);
		s->bot_has_chosen = false;
		*out = sv_action_line(seat, is_legal(t, seat, choice) ? choice : choose_at_random(t, seat));
		return true;
	}
	return false;
}

static bool is_expected(const sv_table *t, const sv_bot_answer *v)
{
	return t->status == SV_RUNNING && t->history && t->seat[v->seat].bot_thinks &&
		sv_acts_as_bot(t, v->seat) && ap_question(&t->history->state) == v->question &&
		sv_is_asked(t, v->seat);
}

/* A bot that fails, or chooses what is not legal, is replaced by a random action. */
void sv_bot_answered(void *hub, const sv_bot_answer *v)
{
	assert(hub && v);
	sv_table *t = sv_table_in_memory(hub, v->table);
	if (t)
		t->bot_used = v->used;
	if (!t || v->seat >= t->setup.players || !is_expected(t, v))
		return;
	sv_seat *s = &t->seat[v->seat];
	s->bot_thinks = false;
	s->bot_has_chosen = true;
	s->bot_choice = v->failed ? choose_at_random(t, v->seat) : v->action;
	t->hub->figures.bot_moves++;
	t->hub->figures.bot_overruns += v->failed;
	sv_continue_game(t);
}

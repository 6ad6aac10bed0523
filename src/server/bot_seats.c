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
	sv_bot_pool_submit(t->hub->pool, &job);
	t->seat[seat].bot_thinks = true;
}

bool sv_choose_for_bots(sv_table *t, sv_line *out)
{
	assert(t && t->history && out);
	for (int seat = 0; seat < t->setup.players; seat++) {
		if (!sv_is_asked(t, seat) || !sv_acts_as_bot(t, seat))
			continue;
		if (!t->hub->pool) {
			*out = sv_action_line(seat, sv_choose_as_bot(t, seat));
			return true;
		}
		if (!t->seat[seat].bot_thinks)
			ask_bot(t, seat);
	}
	return false;
}

static bool is_expected(const sv_table *t, const sv_bot_answer *v)
{
	return t->status == SV_RUNNING && t->history && t->seat[v->seat].bot_thinks &&
		sv_acts_as_bot(t, v->seat) && ap_question(&t->history->state) == v->question &&
		sv_is_asked(t, v->seat);
}

static void decide_at_random(sv_table *t, int seat)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(t->game, &t->history->state, seat, legal);
	uint32_t chance;
	sv_random(t->hub, &chance, sizeof chance);
	sv_line decision = sv_action_line(seat, legal[chance % (uint32_t)n]);
	sv_decide(t, &decision);
}

/* A bot that fails, or chooses what is not legal, is replaced by a random action. */
void sv_bot_answered(void *hub, const sv_bot_answer *v)
{
	assert(hub && v);
	sv_table *t = ((sv_hub *)hub)->tables;
	while (t && t->id != v->table)
		t = t->next;
	if (!t || v->seat >= t->setup.players || !is_expected(t, v))
		return;
	sv_line decision = sv_action_line(v->seat, v->action);
	t->seat[v->seat].bot_thinks = false;
	t->hub->figures.bot_moves++;
	t->hub->figures.bot_overruns += v->failed;
	if (v->failed || sv_decide(t, &decision).code != AP_OK)
		decide_at_random(t, v->seat);
}

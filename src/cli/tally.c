/* tally.c: see tally.h. */
#include "cli/tally.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cli/output.h"

const ap_bot *ap_simulated_bot(const ap_simulation *s, int players, long n, int seat)
{
	assert(s && players > 0 && players <= AP_MAX_SEATS && n >= 0 && seat >= 0 && seat < players);
	return s->bot[s->rotate ? (seat + n % players) % players : seat];
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Returns the first place of a bot in the list of bots, under which it is counted. */
static int first_place_of(const ap_simulation *s, const ap_bot *bot)
{
	int place = 0;
	while (s->bot[place] != bot) {
		place++;
		assert(place < AP_MAX_SEATS);
	}
	return place;
}

static bool bots_differ(const ap_simulation *s)
{
	for (int i = 1; i < s->players.most; i++)
		if (s->bot[i] != s->bot[0])
			return true;
	return false;
}

/* Counts the game for the bots. A bot that plays several seats wins a game only once. */
static void count_bots(
	ap_tally *t, const ap_simulation *s, int players, long n, const ap_outcome *o)
{
	unsigned won = 0, shared = 0;
	for (int seat = 0; seat < players; seat++) {
		unsigned place = 1u << first_place_of(s, ap_simulated_bot(s, players, n, seat));
		won |= o->result[seat] != AP_LOST ? place : 0;
		shared |= o->result[seat] == AP_SHARED ? place : 0;
	}
	for (int i = 0; i < AP_MAX_SEATS; i++) {
		t->bot_wins[i] += won >> i & 1;
		t->bot_shared[i] += shared >> i & 1;
	}
}

void ap_tally_game(ap_tally *t, const ap_simulation *s, long n, const void *state, long steps)
{
	assert(t && s && state);
	ap_outcome o;
	int players = ap_players(state);
	bool won = false;
	t->games++;
	t->steps += steps;
	if (!ap_outcome_of(s->game, state, &o)) {
		t->unfinished++;
		return;
	}
	t->ends[o.reason]++;
	for (int seat = 0; seat < players; seat++) {
		t->wins[seat] += o.result[seat] != AP_LOST;
		t->shared[seat] += o.result[seat] == AP_SHARED;
		won |= o.result[seat] != AP_LOST;
	}
	t->won += won;
	count_bots(t, s, players, n, &o);
}

static void add_counts(long *sum, const long *counts, int n)
{
	for (int i = 0; i < n; i++)
		sum[i] += counts[i];
}

void ap_tally_add(ap_tally *sum, const ap_tally *t)
{
	assert(sum && t);
	sum->games += t->games;
	sum->steps += t->steps;
	sum->unfinished += t->unfinished;
	sum->won += t->won;
	sum->seconds += t->seconds;
	add_counts(sum->ends, t->ends, UINT8_MAX + 1);
	add_counts(sum->wins, t->wins, AP_MAX_SEATS);
	add_counts(sum->shared, t->shared, AP_MAX_SEATS);
	add_counts(sum->bot_wins, t->bot_wins, AP_MAX_SEATS);
	add_counts(sum->bot_shared, t->bot_shared, AP_MAX_SEATS);
}

static long speed(const ap_tally *t)
{
	return t->seconds > 0 ? (long)((double)t->steps / t->seconds) : 0;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void write_count(ap_json *j, const char *key, long count)
{
	ap_json_key(j, key);
	ap_json_int(j, count);
}

static void write_seats(
	ap_json *j, const char *key, const ap_simulation *s, const long *counts, int players)
{
	ap_json_key(j, key);
	ap_json_open(j, '{');
	for (int seat = 0; seat < players; seat++)
		write_count(j, ap_seat_name(s->game, seat), counts[seat]);
	ap_json_close(j, '}');
}

static void write_bots(ap_json *j, const char *key, const ap_simulation *s, const long *counts)
{
	ap_json_key(j, key);
	ap_json_open(j, '{');
	for (int i = 0; i < s->players.most; i++)
		if (first_place_of(s, s->bot[i]) == i)
			write_count(j, s->bot[i]->level, counts[i]);
	ap_json_close(j, '}');
}

static void write_ends(ap_json *j, const ap_simulation *s, const ap_tally *t)
{
	ap_json_key(j, "ends");
	ap_json_open(j, '{');
	for (int i = 0; ap_reason_name(s->game, i); i++)
		write_count(j, ap_reason_name(s->game, i), t->ends[i]);
	ap_json_close(j, '}');
}

static void write_tally(ap_json *j, const ap_simulation *s, const ap_tally *t, int players)
{
	write_count(j, "games", t->games);
	write_count(j, "steps", t->steps);
	ap_json_key(j, "seconds");
	ap_cli_json_number(j, "%.6f", t->seconds);
	write_count(j, "steps_per_second", speed(t));
	write_count(j, "unfinished", t->unfinished);
	write_ends(j, s, t);
	write_count(j, "won", t->won);
	write_seats(j, "wins", s, t->wins, players);
	write_seats(j, "shared", s, t->shared, players);
	if (bots_differ(s)) {
		write_bots(j, "wins_by_bot", s, t->bot_wins);
		write_bots(j, "shared_by_bot", s, t->bot_shared);
	}
}

static void write_settings(ap_json *j, const ap_simulation *s)
{
	ap_json_key(j, "options");
	ap_json_open(j, '{');
	for (int i = 0; ap_option_name(s->game, i); i++) {
		ap_json_key(j, ap_option_name(s->game, i));
		ap_json_string(j, ap_option_value(s->game, i, s->setup.option[i]));
	}
	ap_json_close(j, '}');
	ap_json_key(j, "bots");
	ap_json_open(j, '[');
	for (int i = 0; i < s->players.most; i++)
		ap_json_string(j, s->bot[i]->level);
	ap_json_close(j, ']');
	ap_json_key(j, "rotate");
	ap_json_bool(j, s->rotate);
	ap_json_key(j, "seed");
	ap_cli_json_number(j, "%" PRIu64, s->seed);
}

typedef struct report {
	const ap_simulation *simulation;
	const ap_tally *tallies, *sum;
} report;

static void write_by_players(ap_json *j, const report *r)
{
	const ap_cli_range *players = &r->simulation->players;
	ap_json_key(j, "by_players");
	ap_json_open(j, '[');
	for (int p = players->least; p <= players->most; p++) {
		ap_json_open(j, '{');
		write_count(j, "players", p);
		write_tally(j, r->simulation, &r->tallies[p], p);
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

static void write_report(ap_json *j, const void *what)
{
	const report *r = what;
	const ap_cli_range *players = &r->simulation->players;
	char range[24];
	snprintf(range, sizeof range, "%d..%d", players->least, players->most);
	ap_json_open(j, '{');
	ap_json_key(j, "game");
	ap_json_string(j, ap_game_name(r->simulation->game));
	ap_json_key(j, "players");
	if (players->least == players->most)
		ap_json_int(j, players->least);
	else
		ap_json_string(j, range);
	write_tally(j, r->simulation, r->sum, players->most);
	write_settings(j, r->simulation);
	if (players->least < players->most)
		write_by_players(j, r);
	ap_json_close(j, '}');
}

/* ---- Text ------------------------------------------------------------------------------------ */

static void print_count(const char *name, long count, long shared)
{
	printf("  %s %ld", name, count);
	if (shared > 0)
		printf(" (%ld shared)", shared);
}

static void print_tally(const ap_simulation *s, const ap_tally *t, const char *players, int seats)
{
	printf("%s, %s players: %ld games, %ld steps in %.2f s of a processor, %ld steps/s\n",
		ap_game_name(s->game), players, t->games, t->steps, t->seconds, speed(t));
	printf("  ends  ");
	for (int i = 0; ap_reason_name(s->game, i); i++)
		print_count(ap_reason_name(s->game, i), t->ends[i], 0);
	print_count("unfinished", t->unfinished, 0);
	printf("\n  wins  ");
	for (int seat = 0; seat < seats; seat++)
		print_count(ap_seat_name(s->game, seat), t->wins[seat], t->shared[seat]);
	if (bots_differ(s)) {
		printf("\n  bots  ");
		for (int i = 0; i < s->players.most; i++)
			if (first_place_of(s, s->bot[i]) == i)
				print_count(s->bot[i]->level, t->bot_wins[i], t->bot_shared[i]);
		printf("  of %ld with a winner", t->won);
	}
	putchar('\n');
}

void ap_tally_print(const ap_simulation *s, const ap_tally *tallies)
{
	assert(s && tallies);
	ap_tally sum = {0};
	char players[32];
	for (int p = s->players.least; p <= s->players.most; p++)
		ap_tally_add(&sum, &tallies[p]);
	if (s->json) {
		ap_cli_print_json(write_report, &(report){s, tallies, &sum});
		return;
	}
	for (int p = s->players.least; p <= s->players.most; p++) {
		snprintf(players, sizeof players, "%d", p);
		print_tally(s, &tallies[p], players, p);
	}
	if (s->players.least < s->players.most) {
		snprintf(players, sizeof players, "%d to %d", s->players.least, s->players.most);
		print_tally(s, &sum, players, s->players.most);
	}
}

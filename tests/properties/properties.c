/* properties.c: plays random games and checks the laws of laws.h on their states: the cheap laws on
 * every state, the others on one state in K (--every K), of which N changed ones are tried, too
 * (--bends N); with --goes-on those that are sound are played a little. */
#include "properties/laws.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/memory.h"

enum { BYTES_EACH = 4 }; /* states with other bytes, for each that is bent as JSON */

typedef struct settings {
	const ap_game *game;
	long players, games, every, seed, bends;
	bool cover, goes_on;
} settings;

void broken(const run *r, const char *law, const char *format, ...)
{
	va_list list;
	printf("broken law: %s (%s, %d players, seed %llu, game %ld, action %d): ", law,
		ap_game_name(r->game), r->setup.players, (unsigned long long)r->seed, r->number,
		r->actions);
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	putchar('\n');
	exit(1);
}

int pick_seat(run *r, ap_seats seats)
{
	for (int skip = (int)pick(r, __builtin_popcount(seats)); skip > 0; skip--)
		seats &= (ap_seats)(seats - 1);
	return ap_first_seat(seats);
}

/* Sets each option to one value after another, from game to game. An option with many values mostly
 * has its default. */
static void choose_options(run *r)
{
	enum { FEW = 4, RARELY = 25 };
	for (int i = 0; ap_option_name(r->game, i); i++) {
		int values = 0;
		while (ap_option_value(r->game, i, values))
			values++;
		int turn = values <= FEW ? r->number : r->number % RARELY ? 0 : r->number / RARELY;
		r->setup.option[i] = (uint8_t)(turn % values);
	}
}

/* Lets a random seat of those that are asked act, so that sealed answers come in every order. */
static void act(run *r, ap_rng *dice)
{
	static ap_events events;
	ap_action legal[AP_MAX_LEGAL];
	void *before = copy_of(r, 0, r->state), *played = copy_of(r, 1, r->state);
	ap_seats actors = ap_actors(r->state);
	int seat = ap_first_seat(actors);
	for (int skip = (int)ap_below(dice, (uint32_t)__builtin_popcount(actors)); skip > 0; skip--)
		seat = ap_first_seat(actors &= (ap_seats)(actors - 1));
	int n = ap_legal(r->game, r->state, seat, legal);
	ap_action a = legal[ap_below(dice, (uint32_t)n)];
	events.count = events.lost = 0;
	ap_result result = ap_apply(r->game, r->state, seat, a, &events);
	r->actions++;
	LAW(r, "legal-applies", result.code == AP_OK && result.clause == 0,
		"seat %d is refused its legal action %#x under %s", seat, a,
		ap_clause_id(r->game, result.clause));
	ap_play(r->game, played, seat, a, NULL);
	LAW(r, "play-is-apply", same(r, r->state, played), "action %#x of seat %d differs", a, seat);
	bool open = ap_question(before) == ap_question(r->state) && ap_actors(r->state);
	r->answered = (ap_seats)(open ? r->answered | AP_SEAT(seat) : 0);
	after_action_laws(r, before, seat, &events);
	drawn_law(r, seat, a, &events);
}

static void expensive_laws(run *r)
{
	refusal_laws(r);
	view_laws(r);
	round_trip_laws(r);
	sealed_laws(r);
	situation_laws(r);
}

static void play_game(run *r, const settings *s)
{
	static ap_events events;
	ap_rng dice;
	ap_seed(&dice, r->seed, (uint64_t)r->number);
	ap_seed(&r->rng, r->seed, ~(uint64_t)r->number);
	choose_options(r);
	if (!ap_setup_sound(r->game, &r->setup)) /* some options need a certain number of players */
		memset(r->setup.option, 0, sizeof r->setup.option);
	r->actions = 0;
	r->answered = 0;
	r->drawn_count = 0;
	events.count = events.lost = 0;
	ap_start(r->game, &r->setup, r->state, &events);
	start_laws(r, &events);
	for (;;) {
		state_laws(r);
		if (pick(r, (int)s->every) == 0) {
			expensive_laws(r);
			bent_laws(r, s->bends);
			bytes_laws(r, s->bends * BYTES_EACH);
		}
		if (ap_actors(r->state) == 0)
			break;
		act(r, &dice);
	}
	end_laws(r);
	if (pick(r, (int)s->every) == 0)
		record_laws(r);
}

static void play_games(const settings *s, int players)
{
	run r = {.game = s->game,
		.seed = (uint64_t)s->seed,
		.size = ap_state_size(s->game),
		.goes_on = s->goes_on};
	r.setup.players = (uint8_t)players;
	r.state = ap_allocate(1, r.size);
	for (int i = 0; i < AP_COUNT(r.copy); i++)
		r.copy[i] = ap_allocate(1, r.size);
	for (r.number = 0; r.number < s->games; r.number++)
		play_game(&r, s);
	for (int i = 0; i < AP_COUNT(r.copy); i++)
		free(r.copy[i]);
	free(r.state);
}

static bool read_number(const char *text, long *value)
{
	char *end;
	errno = 0;
	*value = text ? strtol(text, &end, 10) : -1;
	return text && *text && *end == '\0' && errno == 0 && *value >= 0;
}

static bool read_setting(settings *s, const char *name, const char *value)
{
	if (strcmp(name, "--players") == 0)
		return read_number(value, &s->players);
	if (strcmp(name, "--games") == 0)
		return read_number(value, &s->games);
	if (strcmp(name, "--every") == 0)
		return read_number(value, &s->every) && s->every > 0;
	if (strcmp(name, "--bends") == 0)
		return read_number(value, &s->bends);
	if (strcmp(name, "--seed") == 0)
		return read_number(value, &s->seed);
	return false;
}

static bool read_settings(settings *s, int argc, char **argv)
{
	*s = (settings){.games = 200, .every = 1, .seed = 1};
	if (argc < 2 || !(s->game = ap_game_named(argv[1])))
		return false;
	for (int i = 2; i < argc; i++) {
		if (strcmp(argv[i], "--cover") == 0)
			s->cover = true;
		else if (strcmp(argv[i], "--goes-on") == 0)
			s->goes_on = true;
		else if (i + 1 >= argc || !read_setting(s, argv[i], argv[i + 1]))
			return false;
		else
			i++;
	}
	return s->players == 0 ||
		(s->players >= ap_min_players(s->game) && s->players <= ap_max_players(s->game));
}

/* positions EVERY BENDS MORE SHARED FILE..., or positions-go-on ...: see check_positions(). */
static bool read_positions(int argc, char **argv)
{
	looks how = {.goes_on = argc > 1 && strcmp(argv[1], "positions-go-on") == 0};
	if (argc < 7 || (!how.goes_on && strcmp(argv[1], "positions") != 0) ||
		!read_number(argv[2], &how.every) || !read_number(argv[3], &how.bends) ||
		!read_number(argv[4], &how.more) || how.every < 1)
		return false;
	check_positions(&how, argv[5], argv + 6, argc - 6);
	return true;
}

int main(int argc, char **argv)
{
	settings s;
	if (read_positions(argc, argv))
		return 0;
	if (!read_settings(&s, argc, argv)) {
		fputs(
			"usage: properties GAME [--players N] [--games N] [--every K] [--bends N] [--seed S] [--cover] [--goes-on]\n",
			stderr);
		return 2;
	}
	for (int p = ap_min_players(s.game); p <= ap_max_players(s.game); p++)
		if (s.players == 0 || s.players == p)
			play_games(&s, p);
	return s.cover && !all_met(s.game) ? 1 : 0;
}

/* speed.c: measures how many decisions a second many games at once bring, with observations and
 * memory. Choosing is not counted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apparat/vector.h"
#include "text/memory.h"

typedef struct settings {
	const char *game;
	int players, games, threads, parts, longest;
	double seconds;
} settings;

/* By CLOCK_MONOTONIC, or by CLOCK_PROCESS_CPUTIME_ID: the time of all threads, on which other
 * programs have less influence. */
static double seconds_of(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void choose(const ap_vector_buffers *b, int games, ap_rng *rng, int32_t *choice)
{
	for (int i = 0; i < games; i++)
		choice[i] = (int32_t)ap_below(rng, (uint32_t)b->count[i]);
}

typedef struct speed {
	double wall, processor; /* decisions a second of each */
} speed;

static speed measure(ap_vector *v, const settings *s, const ap_vector_buffers *b, int32_t *choice)
{
	ap_rng rng;
	double wall = 0, processor = 0;
	uint64_t before = ap_vector_decisions(v);
	ap_seed(&rng, 7, 7);
	while (wall < s->seconds) {
		choose(b, s->games, &rng, choice);
		double began = seconds_of(CLOCK_MONOTONIC), used = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
		ap_vector_step(v, choice);
		wall += seconds_of(CLOCK_MONOTONIC) - began;
		processor += seconds_of(CLOCK_PROCESS_CPUTIME_ID) - used;
	}
	double decisions = (double)(ap_vector_decisions(v) - before);
	return (speed){decisions / wall, decisions / processor};
}

static void run(const settings *s, const ap_game *game)
{
	ap_layout *layout = ap_layout_new(game, s->players, (unsigned)s->parts);
	size_t games = (size_t)s->games, width = (size_t)ap_layout_width(layout);
	ap_vector_spec spec = {.layout = layout, .games = s->games, .threads = s->threads, .seed = 1};
	spec.setup.players = (uint8_t)s->players;
	spec.longest = s->longest;
	size_t row = (size_t)(s->longest ? s->longest : AP_MAX_LEGAL);
	ap_vector_buffers b = {.observation = ap_allocate(games, width),
		.legal = ap_allocate(games * row, sizeof *b.legal),
		.count = ap_allocate(games, sizeof *b.count),
		.seat = ap_allocate(games, 1),
		.done = ap_allocate(games, 1),
		.reward = ap_allocate(games * AP_MAX_SEATS, sizeof *b.reward)};
	int32_t *choice = ap_allocate(games, sizeof *choice);
	ap_vector *v = ap_vector_new(&spec, &b);
	ap_vector_reset(v);
	speed best = {0, 0};
	for (int i = 0; i < 3; i++) {
		speed found = measure(v, s, &b, choice);
		best.wall = found.wall > best.wall ? found.wall : best.wall;
		best.processor = found.processor > best.processor ? found.processor : best.processor;
	}
	printf(
		"%-18s %d players %5zu columns %6d indices %6zu bytes of memory %9.0f decisions/s, %9.0f on "
		"each core, %.2f actions each\n",
		s->game, s->players, width, ap_index_count(layout), ap_memory_size(layout), best.wall,
		best.processor, (double)ap_vector_actions(v) / (double)ap_vector_decisions(v));
	ap_vector_free(v);
	ap_layout_free(layout);
	free(b.observation);
	free(b.legal);
	free(b.count);
	free(b.seat);
	free(b.done);
	free(b.reward);
	free(choice);
}

static int number(int argc, char **argv, const char *name, int otherwise)
{
	for (int i = 1; i + 1 < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return atoi(argv[i + 1]);
	return otherwise;
}

int main(int argc, char **argv)
{
	settings s = {.players = number(argc, argv, "--players", 0),
		.games = number(argc, argv, "--games", 1024),
		.threads = number(argc, argv, "--threads", 2),
		.parts = number(argc, argv, "--parts", AP_USUAL_COLUMNS),
		.longest = number(argc, argv, "--longest", 0),
		.seconds = number(argc, argv, "--seconds", 1)};
	const char *wanted = argc > 1 && argv[1][0] != '-' ? argv[1] : NULL;
	int players = s.players;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		s.game = ap_game_name(game);
		s.players = players            ? players
			: ap_min_players(game) > 3 ? ap_min_players(game)
			: ap_max_players(game) < 3 ? ap_max_players(game)
									   : 3;
		if (!wanted || strcmp(wanted, s.game) == 0)
			run(&s, game);
	}
	return 0;
}

/* bench.c: the command `apparat bench`, which measures the speed of each game and computes a
 * signature of its behaviour. */
#include "cli/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/complete.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "cli/all_setups.h"
#include "text/memory.h"

static const char usage[] = AP_TEXT(
	"apparat bench [--games GAME [--option K=V]...] [--json]\n"
	"\n"
	"Measures each game: steps a second of random playouts on one core (the best of three runs, in\n"
	"time of the processor), the time to copy a state and the mean length of a list of legal\n"
	"actions. The signature is a hash of the last states of a hundred fixed games: it changes only\n"
	"when behaviour does.\n"
	"\n"
	"  --games GAME  measure only this game\n"
	"  --option K=V  only with this option of the game, see apparat games; may be repeated; the\n"
	"                signature is then one of these games alone\n"
	"  --json        one JSON object instead of a table, see apparat-bench(1)\n");

typedef struct measure {
	const ap_game *game;
	const ap_setup *like; /* the options that are fixed, see all_setups.h */
	double steps_per_second, clone_ns, legal_mean;
	uint64_t signature;
} measure;

/* ---- Behaviour ------------------------------------------------------------------------------- */

enum { SIGNED_GAMES = 100 };

/* Plays a game at random until it is over. Returns the number of steps, and adds the number of
 * legal actions at each step to `choices`. */
static long play_counting(const ap_game *game, void *state, ap_rng *rng, long *choices)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_seats actors;
	long steps = 0;
	for (; (actors = ap_actors(state)) != 0; steps++) {
		int seat = ap_first_seat(actors);
		int n = ap_legal(game, state, seat, legal);
		*choices += n;
		ap_play(game, state, seat, legal[ap_below(rng, (uint32_t)n)], NULL);
	}
	return steps;
}

static void compute_signature(measure *m)
{
	long steps = 0, choices = 0;
	int setups = ap_setup_count(m->game, m->like);
	m->signature = 0xcbf29ce484222325u; /* FNV-1a over the hashes of the states */
	for (int i = 0; i < SIGNED_GAMES; i++) {
		ap_any state;
		ap_rng rng;
		ap_setup setup = ap_setup_at(m->game, m->like, i % setups);
		ap_seed(&rng, 1, (uint64_t)i);
		ap_start(m->game, &setup, &state, NULL);
		steps += play_counting(m->game, &state, &rng, &choices);
		m->signature = (m->signature ^ ap_hash(m->game, &state)) * 0x100000001b3u;
	}
	m->legal_mean = (double)choices / (double)steps;
}

/* ---- Speed ----------------------------------------------------------------------------------- */

enum {
	RUNS = 3,
	GAMES_PER_LOOK = 8 /* how often the clock is read; reading it takes time, too */
};
static const double run_seconds = 0.7;

/* Returns the processor time that this process has used, in seconds. Other programs do not affect
 * it as much as the time of day. */
static double processor_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The set-ups are listed before the clock starts: to find one takes as long as some steps. */
static double playout_speed(const ap_game *game, const ap_setup *setups, int count)
{
	double start = processor_seconds(), spent = 0;
	long steps = 0;
	for (int i = 0; spent < run_seconds; i++) {
		ap_any state;
		ap_rng rng;
		const ap_setup *setup = &setups[i % count];
		ap_seed(&rng, 2, (uint64_t)i);
		ap_start(game, setup, &state, NULL);
		steps += ap_playout(game, &state, &rng, ap_bound(game, setup));
		if (i % GAMES_PER_LOOK == 0)
			spent = processor_seconds() - start;
	}
	return (double)steps / (processor_seconds() - start);
}

/* Returns the nanoseconds that a copy of a state takes, within an array of a few states. */
static double clone_time(const ap_game *game, const ap_setup *like)
{
	enum { STATES = 16, COPIES = 2000000 };
	static ap_any states[STATES];
	size_t size = ap_state_size(game);
	ap_setup setup = ap_setup_at(game, like, 0);
	ap_start(game, &setup, &states[0], NULL);
	double start = processor_seconds();
	for (int i = 0; i < COPIES; i++) {
		memcpy(&states[(i + 1) % STATES], &states[i % STATES], size);
		__asm__ volatile("" ::: "memory"); /* the compiler must not leave a copy out */
	}
	return (processor_seconds() - start) * 1e9 / COPIES;
}

static void measure_game(measure *m, ap_progress *progress)
{
	int count = ap_setup_count(m->game, m->like);
	ap_setup *setups = ap_allocate((size_t)count, sizeof *setups);
	for (int i = 0; i < count; i++)
		setups[i] = ap_setup_at(m->game, m->like, i);
	compute_signature(m);
	m->clone_ns = clone_time(m->game, m->like);
	for (int i = 0; i < RUNS; i++) {
		ap_progress_at(progress, i, RUNS);
		double speed = playout_speed(m->game, setups, count);
		if (speed > m->steps_per_second)
			m->steps_per_second = speed;
	}
	free(setups);
}

/* ---- Output ---------------------------------------------------------------------------------- */

enum { MOST_GAMES = 16 };

typedef struct measures {
	measure item[MOST_GAMES];
	int count;
} measures;

static void write_measure(ap_json *j, const measure *m)
{
	char signature[20];
	snprintf(signature, sizeof signature, "%016" PRIx64, m->signature);
	ap_json_open(j, '{');
	ap_json_key(j, "game");
	ap_json_string(j, ap_game_name(m->game));
	ap_json_key(j, "steps_per_second");
	ap_json_int(j, (int64_t)m->steps_per_second);
	ap_json_key(j, "state_bytes");
	ap_json_int(j, (int64_t)ap_state_size(m->game));
	ap_json_key(j, "clone_ns");
	ap_cli_json_number(j, "%.2f", m->clone_ns);
	ap_json_key(j, "legal_mean");
	ap_cli_json_number(j, "%.3f", m->legal_mean);
	ap_json_key(j, "signature");
	ap_json_string(j, signature);
	ap_json_close(j, '}');
}

static void write_measures(ap_json *j, const void *what)
{
	const measures *all = what;
	ap_json_open(j, '{');
	ap_json_key(j, "games");
	ap_json_open(j, '[');
	for (int i = 0; i < all->count; i++)
		write_measure(j, &all->item[i]);
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

static void print_measures(const measures *all)
{
	printf("%-18s %12s %12s %9s %11s  %s\n", "game", "steps/s", "state bytes", "clone ns",
		"legal mean", "signature");
	for (int i = 0; i < all->count; i++) {
		const measure *m = &all->item[i];
		printf("%-18s %12.0f %12zu %9.1f %11.2f  %016" PRIx64 "\n", ap_game_name(m->game),
			m->steps_per_second, ap_state_size(m->game), m->clone_ns, m->legal_mean, m->signature);
	}
}

/* Measures all games; or one, with the options that `like` fixes. */
static void bench(const ap_game *only, const ap_setup *like, bool json)
{
	measures all = {0};
	ap_progress progress;
	ap_progress_start(&progress, "runs");
	for (int i = 0; i < ap_game_count() && all.count < MOST_GAMES; i++) {
		if (only && ap_game_at(i) != only)
			continue;
		measure *m = &all.item[all.count++];
		m->game = ap_game_at(i);
		m->like = like;
		measure_game(m, &progress);
	}
	ap_progress_end(&progress);
	if (json)
		ap_cli_print_json(write_measures, &all);
	else
		print_measures(&all);
}

/* Measures one game with these options. */
static int bench_one(const char *command, const char *name, const ap_cli_words *words, bool json)
{
	const ap_game *game = ap_cli_game(command, name);
	ap_setup like;
	memset(&like, AP_ANY_VALUE, sizeof like);
	if (!game || !ap_cli_options(command, game, words, &like))
		return AP_MISUSED;
	if (ap_setup_count(game, &like) == 0)
		return ap_cli_misuse(command, "these options of %s do not go together", name);
	bench(game, &like, json);
	return AP_DONE;
}

int ap_cmd_bench(int argc, char **argv)
{
	bool json = false;
	const char *name = NULL;
	ap_cli_words words = {0};
	const ap_cli_option options[] = {
		{"games", AP_CLI_TEXT, &name, AP_TEXT("the name of a game"), 0, 0, ap_cli_suggest_games},
		{"option", AP_CLI_WORDS, &words, AP_TEXT("an option and its value such as name=value"), 0,
			0, ap_cli_suggest_game_options},
		{"json", AP_CLI_FLAG, &json, NULL, 0, 0, NULL},
		{0},
	};
	ap_cli_arguments a = {.usage = usage, .options = options};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (name)
		return bench_one(argv[0], name, &words, json);
	if (words.count > 0)
		return ap_cli_misuse(argv[0], "--option is for one game; add --games GAME");
	bench(NULL, NULL, json);
	return AP_DONE;
}

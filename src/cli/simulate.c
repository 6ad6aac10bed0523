/* simulate.c: the command `apparat simulate`, which lets bots play many games. */
#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/complete.h"
#include "cli/progress.h"
#include "cli/tally.h"
#include "text/record.h"

static const char usage[] = AP_TEXT(
	"apparat simulate GAME [OPTION]...\n"
	"\n"
	"Lets bots play and counts how the games end.\n"
	"\n"
	"  --players N      how many play; A..B deals the games out over A to B players\n"
	"                   (default: the fewest the game allows)\n"
	"  --option K=V     an option of the game, see apparat games; may be repeated\n"
	"  --bots A,B,..    who sits at the first seat, the second, ..; repeated for the other seats\n"
	"                   (default: random)\n"
	"  --rotate         the bots move up by one seat from game to game\n"
	"  --games N        how many games (default: 1000)\n"
	"  --seed S         the games are the same for the same seed (default: 1)\n"
	"  --record DIR     write each game to DIR/GAME-PLAYERS-SEED-NUMBER.apr\n"
	"  --fair           the recorded games have fair dice, which apparat verify checks\n"
	"  --jobs N         how many games are played at a time (default: one for each core)\n"
	"  --json           one JSON object instead of a table, see apparat-simulate(1)\n"
	"\n"
	"Ctrl-C begins no further game, and counts those that were played.\n");

/* ---- One game -------------------------------------------------------------------------------- */

/* The game that is being played. Chance and the bots have generators of their own, so that a bot
 * cannot foresee the dice. */
typedef struct match {
	const ap_simulation *simulation;
	long number;  /* the number of the game among all games */
	long ordinal; /* its number among the games with as many players */
	ap_setup setup;
	ap_rng dice_rng, bot_rng;
	ap_record *record; /* NULL: no record is written */
	ap_fair_key key;   /* the key of the record's fair dice, if it has them */
	ap_any state;
} match;

static bool is_random(const ap_bot *bot)
{
	return strcmp(bot->level, "random") == 0;
}

static bool all_random(const ap_simulation *s)
{
	for (int i = 0; i < s->players.most; i++)
		if (!is_random(s->bot[i]))
			return false;
	return true;
}

/* Random bots use the generator of chance, so that their games are those of ap_playout(). */
static ap_action choose(match *m, int seat)
{
	const ap_simulation *s = m->simulation;
	const ap_bot *bot = NULL;
	if (s->fair && seat == AP_CHANCE)
		return ap_fair_outcome(&m->key, &m->record->history);
	if (seat != AP_CHANCE)
		bot = ap_simulated_bot(s, m->setup.players, m->ordinal, seat);
	if (!bot || is_random(bot)) {
		ap_action legal[AP_MAX_LEGAL];
		int n = ap_legal(s->game, &m->state, seat, legal);
		return legal[ap_below(&m->dice_rng, (uint32_t)n)];
	}
	ap_any view;
	ap_view(s->game, &m->state, seat, &view);
	return bot->choose(s->game, &view, seat, &m->bot_rng);
}

static ap_result act(match *m, int seat, ap_action action)
{
	const ap_game *game = m->simulation->game;
	if (!m->record)
		return ap_apply(game, &m->state, seat, action, NULL);
	ap_result result = ap_history_apply(&m->record->history, seat, action, NULL);
	memcpy(&m->state, &m->record->history.state, ap_state_size(game));
	return result;
}

/* Plays until the game is over or has reached its bound. Returns the number of steps; -1 if a bot
 * chose an illegal action, which was reported. */
static long play_to_end(match *m, int bound)
{
	ap_seats actors;
	long steps = 0;
	for (; steps < bound && (actors = ap_actors(&m->state)) != 0; steps++) {
		int seat = ap_first_seat(actors);
		ap_result result = act(m, seat, choose(m, seat));
		if (result.code != AP_OK) {
			const ap_game *game = m->simulation->game;
			ap_cli_failure("simulate", "the bot of %s breaks %s in game %ld of seed %llu",
				ap_seat_name(game, seat), ap_clause_id(game, result.clause), m->number,
				(unsigned long long)m->simulation->seed);
			return -1;
		}
	}
	return steps;
}

static bool write_record(match *m)
{
	const ap_simulation *s = m->simulation;
	char path[4096];
	int length = snprintf(path, sizeof path, "%s/%s-%d-%" PRIu64 "-%ld.apr", s->record,
		ap_game_name(s->game), m->setup.players, s->seed, m->number);
	FILE *out = length < (int)sizeof path ? fopen(path, "w") : NULL;
	bool written = out && ap_record_write(m->record, AP_EVERYTHING, out);
	if (out && fclose(out) != 0)
		written = false;
	if (!written)
		ap_cli_failure("simulate", "cannot write %s: %s", path, strerror(errno));
	return written;
}

/* Secret and nonces come from the seed, so that the same seed gives the same games. (At a real
 * table they come from the operating system.) */
static void prepare_fair_dice(match *m)
{
	unsigned char bytes[1 + AP_MAX_SEATS][AP_FAIR_BYTES];
	ap_rng rng;
	ap_seed(&rng, m->simulation->seed, ~(uint64_t)m->number);
	for (int i = 0; i < (int)sizeof bytes; i++)
		bytes[i / AP_FAIR_BYTES][i % AP_FAIR_BYTES] = (unsigned char)ap_below(&rng, 256);
	ap_fair_do_all_steps(&m->record->fair, m->setup.players, bytes[0], bytes + 1);
	ap_fair_key_of(&m->record->fair, &m->key);
}

static long play_recorded(match *m, int bound)
{
	const ap_simulation *s = m->simulation;
	ap_record record = {0};
	ap_history_start(&record.history, s->game, &m->setup, NULL);
	for (int seat = 0; seat < m->setup.players; seat++)
		snprintf(record.who[seat], AP_WHO_SIZE, "bot %s",
			ap_simulated_bot(s, m->setup.players, m->ordinal, seat)->level);
	snprintf(record.dice, AP_WHO_SIZE, "seed %" PRIu64 " stream %ld", s->seed, m->number);
	m->record = &record;
	if (s->fair)
		prepare_fair_dice(m);
	long steps = play_to_end(m, bound);
	if (steps >= 0 && !write_record(m))
		steps = -1;
	ap_record_free(&record);
	m->record = NULL;
	return steps;
}

/* Returns the seconds that a processor has worked for this thread. */
static double processor_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Plays and counts a game. False if something failed and was reported. */
static bool play_game(match *m, ap_tally *tally, bool only_random_bots)
{
	const ap_simulation *s = m->simulation;
	int bound = ap_bound(s->game, &m->setup);
	double start = processor_seconds();
	long steps;
	bool is_playout = only_random_bots && !s->record;
	ap_seed(&m->dice_rng, s->seed, (uint64_t)m->number);
	ap_seed(&m->bot_rng, ~s->seed, (uint64_t)m->number);
	ap_start(s->game, &m->setup, &m->state, NULL);
	if (s->record)
		steps = play_recorded(m, bound);
	else if (is_playout)
		steps = ap_playout(s->game, &m->state, &m->dice_rng, bound);
	else
		steps = play_to_end(m, bound);
	tally->seconds += processor_seconds() - start;
	if (steps < 0 && !is_playout)
		return false;
	ap_tally_game(tally, s, m->ordinal, &m->state, steps < 0 ? bound : steps);
	return true;
}

/* ---- All games ------------------------------------------------------------------------------- */

enum { MOST_JOBS = 64 };

/* What the threads share. The games are begun in the order of their numbers, and each is the same
 * whichever thread plays it: the sum of all counts does not depend on the number of threads. */
typedef struct crew {
	const ap_simulation *simulation;
	bool only_random_bots;
	pthread_mutex_t lock; /* for everything below */
	pthread_cond_t idle;  /* a thread has ended */
	long next, played;    /* the next game that nobody has begun, and how many are played */
	int working;          /* the number of threads that have not ended */
	bool failed;          /* something went wrong and was reported: no further game is begun */
	ap_tally tallies[AP_MAX_SEATS + 1];
} crew;

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

/* Returns the number of the next game; -1 if no more is to be begun. */
static long take_game(crew *c)
{
	pthread_mutex_lock(&c->lock);
	bool more = c->next < c->simulation->games && !c->failed && !interrupted;
	long number = more ? c->next++ : -1;
	pthread_mutex_unlock(&c->lock);
	return number;
}

static void note_game(crew *c, bool good)
{
	pthread_mutex_lock(&c->lock);
	c->played += good;
	c->failed |= !good;
	pthread_mutex_unlock(&c->lock);
}

/* Plays games until there are no more, and adds its counts to those of the crew. */
static void *play_games(void *context)
{
	crew *c = context;
	const ap_simulation *s = c->simulation;
	ap_tally tallies[AP_MAX_SEATS + 1] = {0};
	match m = {.simulation = s, .setup = s->setup};
	int counts = s->players.most - s->players.least + 1;
	while ((m.number = take_game(c)) >= 0) {
		m.ordinal = m.number / counts;
		m.setup.players = (uint8_t)(s->players.least + m.number % counts);
		note_game(c, play_game(&m, &tallies[m.setup.players], c->only_random_bots));
	}
	pthread_mutex_lock(&c->lock);
	for (int p = s->players.least; p <= s->players.most; p++)
		ap_tally_add(&c->tallies[p], &tallies[p]);
	c->working--;
	pthread_cond_signal(&c->idle);
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

/* Waits until all threads have ended, and shows how far they are. */
static void watch_games(crew *c)
{
	ap_progress progress;
	ap_progress_start(&progress, "games");
	pthread_mutex_lock(&c->lock);
	while (c->working > 0) {
		struct timespec until;
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 100 * 1000 * 1000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		ap_progress_at(&progress, c->played, c->simulation->games);
		pthread_cond_timedwait(&c->idle, &c->lock, &until);
	}
	pthread_mutex_unlock(&c->lock);
	ap_progress_end(&progress);
}

/* Counts the games that are played when Ctrl-C is pressed. A second one ends the program. */
static void catch_interrupts(void)
{
	struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
}

/* Starts the threads and returns how many there are. */
static int start_crew(crew *c, pthread_t *thread, long jobs)
{
	long most = c->simulation->games < jobs ? c->simulation->games : jobs;
	int started = 0;
	c->working = (int)most;
	while (started < most && pthread_create(&thread[started], NULL, play_games, c) == 0)
		started++;
	pthread_mutex_lock(&c->lock);
	c->working -= (int)most - started;
	pthread_mutex_unlock(&c->lock);
	return started;
}

static int simulate(const char *command, const ap_simulation *s, long jobs)
{
	static crew c = {.lock = PTHREAD_MUTEX_INITIALIZER, .idle = PTHREAD_COND_INITIALIZER};
	pthread_t thread[MOST_JOBS];
	c.simulation = s;
	c.only_random_bots = all_random(s);
	catch_interrupts();
	int threads = start_crew(&c, thread, jobs);
	if (threads == 0)
		return ap_cli_failure(command, "the system gives no thread to play in");
	watch_games(&c);
	for (int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	if (c.failed)
		return AP_FAILED;
	ap_tally_print(s, c.tallies);
	if (c.played == s->games)
		return AP_DONE;
	ap_cli_failure(command, "interrupted after %ld of %ld games", c.played, s->games);
	return 128 + SIGINT;
}

/* Returns how many games are played at a time if nobody says. */
static long default_jobs(void)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	return cores < 1 ? 1 : cores > MOST_JOBS ? MOST_JOBS : cores;
}

/* ---- The command line ------------------------------------------------------------------------ */

/* Reads a list such as "greedy,random", and repeats it until every seat has a bot. */
static bool read_bots(const char *command, const char *text, ap_simulation *s)
{
	int count = 0;
	for (const char *at = text; at; count++) {
		char level[32];
		size_t length = strcspn(at, ",");
		if (count == s->players.most) {
			ap_cli_misuse(command, "--bots '%s' names more than %d players", text, count);
			return false;
		}
		ap_cli_copy_part(at, length, level, sizeof level);
		s->bot[count] = ap_cli_bot(command, s->game, level);
		if (!s->bot[count])
			return false;
		at = at[length] ? at + length + 1 : NULL;
	}
	for (int i = count; i < AP_MAX_SEATS; i++)
		s->bot[i] = s->bot[i % count];
	return true;
}

static bool make_folder(const char *command, const char *path)
{
	struct stat about;
	if (mkdir(path, 0777) == 0 || (stat(path, &about) == 0 && S_ISDIR(about.st_mode)))
		return true;
	ap_cli_failure(
		command, "--record %s is no folder and cannot be made one: %s", path, strerror(errno));
	return false;
}

/* The options that can be read only when the game is known. */
typedef struct game_words {
	const char *players, *bots;
	ap_cli_words options;
} game_words;

static int run_simulation(
	const char *command, const char *name, const game_words *words, ap_simulation *s, long jobs)
{
	s->game = ap_cli_game(command, name);
	if (!s->game || !ap_cli_options(command, s->game, &words->options, &s->setup) ||
		!ap_cli_players(command, s->game, words->players, &s->setup, &s->players) ||
		!read_bots(command, words->bots, s))
		return AP_MISUSED;
	if (s->fair && !s->record)
		return ap_cli_misuse(
			command, "--fair is for games that --record writes down; add --record DIR");
	if (s->record && !make_folder(command, s->record))
		return AP_FAILED;
	return simulate(command, s, jobs);
}

int ap_cmd_simulate(int argc, char **argv)
{
	game_words words = {.bots = "random"};
	ap_simulation s = {.games = 1000, .seed = 1};
	long jobs = default_jobs();
	const ap_cli_option options[] = {
		{"players", AP_CLI_TEXT, &words.players,
			AP_TEXT("a number of players such as 4, or a range"), 0, 0, ap_cli_suggest_players},
		{"option", AP_CLI_WORDS, &words.options,
			AP_TEXT("an option and its value such as name=value"), 0, 0,
			ap_cli_suggest_game_options},
		{"bots", AP_CLI_TEXT, &words.bots, AP_TEXT("a list of bots such as greedy,random"), 0, 0,
			ap_cli_suggest_levels},
		{"rotate", AP_CLI_FLAG, &s.rotate, NULL, 0, 0, NULL},
		{"games", AP_CLI_NUMBER, &s.games, NULL, 1, 1000000000, NULL},
		{"seed", AP_CLI_SEED, &s.seed, NULL, 0, 0, NULL},
		{"record", AP_CLI_TEXT, &s.record, AP_TEXT("a folder"), 0, 0, ap_cli_suggest_folders},
		{"fair", AP_CLI_FLAG, &s.fair, NULL, 0, 0, NULL},
		{"jobs", AP_CLI_NUMBER, &jobs, NULL, 1, MOST_JOBS, NULL},
		{"json", AP_CLI_FLAG, &s.json, NULL, 0, 0, NULL},
		{0},
	};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 1,
		.most = 1,
		.missing = "GAME",
		.suggest = {ap_cli_suggest_games}};
	int status = ap_cli_read_arguments(&a, argc, argv);
	return status == AP_CLI_CONTINUE ? run_simulation(argv[0], a.operand[0], &words, &s, jobs)
									 : status;
}

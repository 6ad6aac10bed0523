/* simulation.c: plays seeds of the simulation; see simulation.h.
 *
 *   simulation --seeds FROM..TO [--plant NAME] [--hashes] [--log]
 *
 * Prints each seed that shows a defect, and what does not hold; then what has happened in all, and
 * a hash of everything: the same seeds have the same hash, so one that fails can be played again.
 * With
 * --plant something is made to go wrong that the judge must find; with --log what the servers say
 * is printed. */
#include "simulation/simulation.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/log.h"
#include "text/memory.h"

static const char *const plants[PLANTS] = {
	"none", "lie", "misroute", "leak", "whisper", "loss", "haste", "zombie"};

static sim now_played;
static bool logs, hashes;

/* ---- What the linker puts in place of functions ---------------------------------------------- */

void __wrap_sv_log(sv_level level, const char *event, const char *table, const char *format, ...);
int __wrap_nanosleep(const struct timespec *wanted, struct timespec *left);

void __wrap_sv_log(sv_level level, const char *event, const char *table, const char *format, ...)
{
	va_list list;
	(void)table;
	note_sim(&now_played, event, (int)level, 0);
	if (!logs)
		return;
	fprintf(stderr, "%10" PRId64 " %s: ", now_played.now, event);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
}

/* The store waits for a lock: nobody else runs meanwhile. */
int __wrap_nanosleep(const struct timespec *wanted, struct timespec *left)
{
	(void)left;
	now_played.now += wanted->tv_nsec / 1000000 + 1;
	return 0;
}

/* ---- The command ----------------------------------------------------------------------------- */

static char last_words[80]; /* what is said if the program is ended by a signal */

static void on_signal(int number)
{
	signal(number, SIG_DFL);
	if (write(STDERR_FILENO, last_words, strlen(last_words)) < 0)
		_exit(1);
	raise(number);
}

static int misuse(const char *what)
{
	fprintf(stderr,
		"simulation: %s\nsimulation --seeds FROM..TO [--plant NAME] [--hashes] [--log]\n", what);
	return 2;
}

static plant plant_named(const char *name)
{
	int i = 0;
	while (i < PLANTS && strcmp(plants[i], name) != 0)
		i++;
	return (plant)i;
}

static void print_tallies(const tallies *t, uint64_t hash, double seconds)
{
	printf("%" PRId64 " seeds in %.1f s of processor time (%.0f a second)\n", t->seeds, seconds,
		(double)t->seeds / seconds);
	printf("%" PRId64 " decisions, %" PRId64 " acknowledged, %" PRId64 " lines, %" PRId64
		   " by the clock, %" PRId64 " games over, %" PRId64 " views compared, %" PRId64
		   " events told\n",
		t->decisions, t->acknowledged, t->lines, t->by_the_clock, t->over, t->views, t->events);
	printf("%" PRId64 " crashes, %" PRId64 " of them without power; %" PRId64
		   " clean stops, %" PRId64 " operations of the disk failed, %" PRId64
		   " commits failed, %" PRId64 " lines lost by disks that lied\n",
		t->restarts, t->power_cuts, t->clean_stops, t->failed_operations, t->failed_commits,
		t->lost_by_lies);
	printf("%" PRId64 " connections cut, %" PRId64 " messages lost, %" PRId64 " doubled, %" PRId64
		   " sent again; %" PRId64 " stalls, %" PRId64 " clocks set\n",
		t->cuts, t->lost, t->doubled, t->repeated, t->stalls, t->clock_sets);
	printf("%" PRId64 " servers killed, %" PRId64 " stopped for a while, %" PRId64
		   " put out though they lived, %" PRId64 " frames between servers\n",
		t->kills, t->stops, t->put_out, t->frames);
	printf("hash %016" PRIx64 "\n", hash);
}

static int play_seeds(uint64_t from, uint64_t to, plant planted)
{
	tallies t = {0};
	uint64_t hash = 0;
	int found = 0;
	clock_t began = clock();
	for (uint64_t seed = from; seed <= to; seed++) {
		snprintf(last_words, sizeof last_words,
			"seed %" PRIu64 ": the program was ended by a signal\n", seed);
		if (!play_seed(&now_played, seed, planted, &t)) {
			printf("seed %" PRIu64 ": %s\n", seed, now_played.verdict);
			found++;
		}
		if (hashes)
			printf("seed %" PRIu64 ": hash %016" PRIx64 "\n", seed, now_played.hash);
		hash = hash_bytes(hash, &now_played.hash, sizeof now_played.hash);
	}
	print_tallies(&t, hash, (double)(clock() - began) / CLOCKS_PER_SEC);
	return found > 0;
}

int main(int argc, char **argv)
{
	uint64_t from = 0, to = 0;
	plant planted = NO_PLANT;
	bool seeds = false;
	for (int i = 1; i < argc; i++) {
		char end;
		if (strcmp(argv[i], "--seeds") == 0 && i + 1 < argc)
			seeds = sscanf(argv[++i], "%" SCNu64 "..%" SCNu64 "%c", &from, &to, &end) == 2;
		else if (strcmp(argv[i], "--plant") == 0 && i + 1 < argc)
			planted = plant_named(argv[++i]);
		else if (strcmp(argv[i], "--log") == 0)
			logs = true;
		else if (strcmp(argv[i], "--hashes") == 0)
			hashes = true;
		else
			return misuse("what is that?");
	}
	if (!seeds || from > to || planted == PLANTS)
		return misuse(planted == PLANTS ? "no such plant" : "which seeds?");
	char folder[] = "/tmp/apparat-simulation-XXXXXX", path[64];
	if (!mkdtemp(folder))
		return misuse(strerror(errno));
	ap_use_memory_policy();
	signal(SIGSEGV, on_signal);
	signal(SIGABRT, on_signal);
	prepare_sims(folder);
	int status = play_seeds(from, to, planted);
	finish_sims();
	snprintf(path, sizeof path, "%s/store", folder); /* the file that a store makes itself, empty */
	unlink(path);
	rmdir(folder);
	return status;
}

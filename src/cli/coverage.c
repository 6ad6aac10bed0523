/* coverage.c: see coverage.h. */
#include "cli/coverage.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apparat/text.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/progress.h"
#include "cli/records.h"
#include "cli/all_setups.h"
#include "core/game.h"

/* ---- Scenarios ------------------------------------------------------------------------------- */

enum { PATH = 4096 };

static bool is_folder(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Writes the folder that contains the program; false if it cannot be found. */
static bool program_folder(char path[PATH])
{
	ssize_t length = readlink("/proc/self/exe", path, PATH - 1);
	if (length < 0) /* not every system has /proc */
		length = snprintf(path, PATH, "%s", ap_program);
	if (length <= 0 || length >= PATH)
		return false;
	path[length] = '\0';
	char *slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	return slash != NULL;
}

static bool find_scenario_folder(const ap_game *game, char path[PATH])
{
	char folder[PATH];
	snprintf(path, PATH, "games/%s/scenarios", ap_game_name(game));
	if (is_folder(path))
		return true;
	if (!program_folder(folder))
		return false;
	int length = snprintf(path, PATH, "%s/../games/%s/scenarios", folder, ap_game_name(game));
	return length < PATH && is_folder(path);
}

static int is_scenario(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');
	return end && strcmp(end, ".aps") == 0;
}

static bool cover_file(ap_coverage *c, const char *folder, const char *name)
{
	char path[PATH];
	ap_scenario_report report;
	if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH)
		return ap_cli_bad_file(name, &(ap_error){.message = "has too long a path"}) == AP_DONE;
	if (!ap_cli_run_scenarios(path, NULL, &report))
		return false;
	if (report.scenarios == 0) /* set-ups that the other files share */
		return true;
	if (report.game != c->game) {
		ap_error error;
		ap_fail(&error, 0, "is about %s, expected %s", ap_game_name(report.game),
			ap_game_name(c->game));
		ap_cli_bad_file(path, &error);
		return false;
	}
	c->files++;
	c->scenarios += report.scenarios;
	for (int i = 0; i < AP_MAX_CLAUSES; i++)
		c->tested[i] |= report.fired[i];
	return true;
}

static bool cover_folder(ap_coverage *c, const char *command, const char *folder)
{
	struct dirent **entry;
	int count = scandir(folder, &entry, is_scenario, alphasort);
	if (count < 0) {
		ap_cli_failure(command, "cannot read the folder %s: %s", folder, strerror(errno));
		return false;
	}
	bool good = true;
	for (int i = 0; i < count; i++) {
		good = good && cover_file(c, folder, entry[i]->d_name);
		free(entry[i]);
	}
	free(entry);
	if (good && count == 0)
		ap_cli_failure(command, "there are no scenarios (*.aps) in %s", folder);
	return good && count > 0;
}

bool ap_cover_scenarios(ap_coverage *c, const char *command, const char *folder)
{
	assert(c && c->game && command);
	char found[PATH];
	if (!folder && !find_scenario_folder(c->game, found)) {
		ap_cli_failure(command, "there is no folder games/%s/scenarios here: say --scenarios DIR",
			ap_game_name(c->game));
		return false;
	}
	return cover_folder(c, command, folder ? folder : found);
}

/* ---- Random play ----------------------------------------------------------------------------- */

/* Returns a random argument for an attempt: often one of a legal action, so that the cards a seat
 * holds are used often enough, and otherwise any name of the list. */
static unsigned random_argument(
	const ap_game *game, const ap_names *names, const ap_list *legal, ap_rng *rng)
{
	if (!names)
		return 0;
	ap_action some = legal->item[ap_below(rng, (uint32_t)legal->count)];
	const ap_verb *verb = &game->verbs[ap_verb_of(some)];
	if (ap_below(rng, 2) == 0 && verb->x == names)
		return ap_x(some);
	if (ap_below(rng, 2) == 0 && verb->y == names)
		return ap_y(some);
	/* Numbers that are legal are small. */
	int count = names == &ap_plain_number ? 24 : names->count;
	return ap_below(rng, (uint32_t)count);
}

/* Attempts a random action of a seat that is asked, on a copy of the state, and notes the clause
 * that forbids it. */
static void attempt(ap_coverage *c, const void *state, int seat, const ap_list *legal, ap_rng *rng)
{
	ap_any copy;
	unsigned verb = ap_below(rng, c->game->verb_count);
	unsigned x = random_argument(c->game, c->game->verbs[verb].x, legal, rng);
	unsigned y = random_argument(c->game, c->game->verbs[verb].y, legal, rng);
	memcpy(&copy, state, ap_state_size(c->game));
	ap_result result = ap_apply(c->game, &copy, seat, ap_act(verb, x, y), NULL);
	if (result.code == AP_FORBIDDEN)
		c->fired[result.clause] = true;
}

/* Returns a random seat of a set. */
static int random_seat(ap_seats set, ap_rng *rng)
{
	uint32_t skip = ap_below(rng, (uint32_t)__builtin_popcount(set));
	for (; skip > 0; skip--)
		set &= (ap_seats)(set - 1);
	return ap_first_seat(set);
}

/* Notes the clauses that events cite, and empties the buffer. */
static void note_events(ap_coverage *c, ap_events *events)
{
	for (int i = 0; i < events->count; i++)
		c->fired[events->list[i].clause] = true;
	events->count = 0;
}

static void cover_game(ap_coverage *c, const ap_setup *setup, ap_rng *rng)
{
	const ap_game *game = c->game;
	ap_any state;
	ap_events events = {0};
	ap_action legal[AP_MAX_LEGAL];
	ap_seats actors;
	int left = ap_bound(game, setup);
	ap_start(game, setup, &state, &events);
	for (; (actors = ap_actors(&state)) != 0 && left > 0; left--) {
		note_events(c, &events);
		int seat = random_seat(actors, rng);
		ap_list list = {legal, ap_legal(game, &state, seat, legal)};
		attempt(c, &state, seat, &list, rng);
		ap_action action = legal[ap_below(rng, (uint32_t)list.count)];
		ap_play(game, &state, seat, action, &events);
	}
	note_events(c, &events);
}

bool ap_is_unfired(const ap_coverage *c, int clause)
{
	assert(c && c->game && clause < ap_clause_count(c->game));
	return !c->fired[clause] && !ap_clause(c->game, AP_ENGLISH, clause)->out_of_reach;
}

static bool any_unfired(const ap_coverage *c)
{
	for (int i = 1; i < ap_clause_count(c->game); i++)
		if (ap_is_unfired(c, i))
			return true;
	return false;
}

void ap_cover_random_play(ap_coverage *c, long most)
{
	assert(c && c->game && ap_clause_count(c->game) <= AP_MAX_CLAUSES);
	ap_progress progress;
	int setups = ap_setup_count(c->game, NULL);
	ap_progress_start(&progress, "games");
	for (c->games = 0; c->games < most && any_unfired(c); c->games++) {
		ap_rng rng;
		ap_setup setup = ap_setup_at(c->game, NULL, (int)(c->games % setups));
		ap_seed(&rng, 1, (uint64_t)c->games);
		cover_game(c, &setup, &rng);
		ap_progress_at(&progress, c->games, most);
	}
	ap_progress_end(&progress);
}

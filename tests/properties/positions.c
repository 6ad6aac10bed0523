/* positions.c: checks the laws on the positions of scenarios, which are those that random games
 * seldom or never meet: rare cards, rare questions, the last turn. */
#include "properties/laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "text/error.h"
#include "text/scenario.h"

enum { MOST_TEXT = 1 << 20, EACH = 1000, MOST_STACKS = 4096, BYTES_EACH = 20 };

typedef struct positions {
	run run;
	ap_any state, copy[AP_COUNT(((run *)0)->copy)];
	const looks *how;
	uint64_t seed;             /* that of the file */
	uint64_t met[MOST_STACKS]; /* fingerprints of the steps of all stacks so far */
	int met_count;
} positions;

/* Returns whether no position had these steps in its stack before. */
static bool is_new(positions *p, const void *state)
{
	const ap_head *h = state;
	uint64_t steps = h->over + 1u;
	for (int i = 0; i < h->depth; i++)
		steps = steps * UINT64_C(0x9e3779b97f4a7c15) + h->stack[i].step + 1u;
	for (int i = 0; i < p->met_count; i++)
		if (p->met[i] == steps)
			return false;
	if (p->met_count < MOST_STACKS)
		p->met[p->met_count++] = steps;
	return true;
}

/* What is tried of a position is a matter of its own place: other files change nothing of it. */
static void look(void *context, const ap_game *game, const void *state)
{
	positions *p = context;
	run *r = &p->run;
	r->game = game;
	r->size = ap_state_size(game);
	r->number++;
	ap_seed(&r->rng, p->seed, (uint64_t)(r->number % EACH));
	ap_setup_of(state, &r->setup);
	memcpy(&p->state, state, r->size);
	state_laws(r);
	bool chosen = pick(r, (int)p->how->every) == 0, new = is_new(p, state);
	if (!chosen && !new)
		return;
	refusal_laws(r);
	view_laws(r);
	round_trip_laws(r);
	situation_laws(r);
	bent_laws(r, p->how->bends);
	bytes_laws(r, p->how->bends * BYTES_EACH);
	if (new) {
		r->goes_on = false;
		bytes_laws(r, p->how->more);
		r->goes_on = p->how->goes_on;
	}
}

/* Returns a number that depends on the name of a file, wherever it lies. */
static uint64_t seed_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	uint64_t seed = UINT64_C(0xcbf29ce484222325);
	for (const char *at = slash ? slash + 1 : path; *at; at++)
		seed = (seed ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
	return seed;
}

static void look_at_file(positions *p, const char *path, const char *setups)
{
	static ap_scenario_report report;
	ap_error error;
	ap_event_stream stream = {.look = look, .context = p};
	long length;
	char *text = ap_read_file(path, MOST_TEXT, &length, &error);
	ap_scenario_text shared = {setups, setups ? strlen(setups) : 0};
	p->seed = seed_of(path);
	if (!text ||
		!ap_scenario_run((ap_scenario_text){text, (size_t)length}, shared, ap_game_named, &stream,
			&report, &error)) {
		printf("%s:%d: %s\n", path, error.line, error.message);
		exit(1);
	}
	free(text);
}

/* The same file can have several paths. */
static bool is_same_file(const char *one, const char *other)
{
	struct stat a, b;
	return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
		a.st_ino == b.st_ino;
}

/* `shared` is a file of set-ups that the scenarios share. What broken() calls the number of the
 * game is that of the file, times 1000, and that of the state in it. */
void check_positions(const looks *how, const char *shared, char *const files[], int count)
{
	static positions p;
	ap_error error;
	long length;
	char *setups = ap_read_file(shared, MOST_TEXT, &length, &error);
	p.how = how;
	p.run.goes_on = how->goes_on;
	p.run.state = &p.state;
	for (int i = 0; i < AP_COUNT(p.copy); i++)
		p.run.copy[i] = &p.copy[i];
	for (int i = 0; i < count; i++) {
		p.run.number = i * EACH;
		look_at_file(&p, files[i], is_same_file(files[i], shared) ? NULL : setups);
	}
	free(setups);
}

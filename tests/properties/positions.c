/* positions.c: checks the laws on the positions of scenarios, which are those that random games
 * seldom or never meet: rare cards, rare questions, the last turn. */
#include "properties/laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "text/error.h"
#include "text/scenario.h"

enum { MOST_TEXT = 1 << 20, EACH = 1000, MOST_STACKS = 4096, BYTES_EACH = 20 };

/* Checks the laws of one state in `every`, and `bends` changed states of it. */
typedef struct positions {
	run run;
	ap_any state, copy[AP_COUNT(((run *)0)->copy)];
	long every, bends;
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

static void look(void *context, const ap_game *game, const void *state)
{
	positions *p = context;
	run *r = &p->run;
	r->game = game;
	r->size = ap_state_size(game);
	r->number++;
	ap_setup_of(state, &r->setup);
	memcpy(&p->state, state, r->size);
	state_laws(r);
	if (!is_new(p, state) && pick(r, (int)p->every) > 0)
		return;
	refusal_laws(r);
	view_laws(r);
	round_trip_laws(r);
	situation_laws(r);
	bent_laws(r, p->bends);
	bytes_laws(r, p->bends * BYTES_EACH);
}

static void look_at_file(positions *p, const char *path, const char *setups)
{
	static ap_scenario_report report;
	ap_error error;
	ap_event_stream stream = {.look = look, .context = p};
	long length;
	char *text = ap_read_file(path, MOST_TEXT, &length, &error);
	ap_scenario_text shared = {setups, setups ? strlen(setups) : 0};
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
void check_positions(
	long every, long bends, bool goes_on, const char *shared, char *const files[], int count)
{
	static positions p;
	ap_error error;
	long length;
	char *setups = ap_read_file(shared, MOST_TEXT, &length, &error);
	p.every = every;
	p.bends = bends;
	p.run.goes_on = goes_on;
	p.run.state = &p.state;
	for (int i = 0; i < AP_COUNT(p.copy); i++)
		p.run.copy[i] = &p.copy[i];
	ap_seed(&p.run.rng, 1, 1);
	for (int i = 0; i < count; i++) {
		p.run.number = i * EACH;
		look_at_file(&p, files[i], is_same_file(files[i], shared) ? NULL : setups);
	}
	free(setups);
}

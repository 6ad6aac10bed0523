/* scenario_write.c: writes a position as a scenario, so that it can be looked at and played on from
 * elsewhere: see docs/scenarios.md. */
#include "text/scenario.h"

#include <stdio.h>
#include <stdlib.h>

#include "text/memory.h"

static void write_start(FILE *out, const ap_game *game, const void *state)
{
	ap_setup setup;
	ap_setup_of(state, &setup);
	fprintf(out, "start %s players=%d", ap_game_name(game), setup.players);
	for (int i = 0; ap_option_name(game, i); i++)
		fprintf(out, " %s=%s", ap_option_name(game, i), ap_option_value(game, i, setup.option[i]));
	fputc('\n', out);
}

/* The first line of a `set` is short, however long the others are: a scenario has no long lines
 * but within braces. */
static void write_state(FILE *out, const ap_game *game, const void *state)
{
	size_t length = ap_write_state(game, state, NULL, 0);
	char *json = ap_allocate(length + 1, 1);
	ap_write_state(game, state, json, length + 1);
	fprintf(out, "set {\n%s\n", json + 1);
	free(json);
}

static void write_question(FILE *out, const ap_game *game, const void *state)
{
	ap_seats actors = ap_actors(state);
	if (actors == 0) {
		ap_outcome outcome = {0};
		ap_outcome_of(game, state, &outcome);
		fprintf(out, "expect over = %s\n", ap_reason_name(game, outcome.reason));
		return;
	}
	fprintf(out, "expect step = %s\nexpect actors =", ap_step_name(game, ap_step_of(state)));
	for (int seat = 0; seat <= AP_CHANCE; seat++)
		if (actors & AP_SEAT(seat))
			fprintf(out, " %s", ap_seat_name(game, seat));
	fputc('\n', out);
}

char *ap_scenario_of(const ap_game *game, const void *state)
{
	assert(game && state);
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	if (!out)
		return NULL;
	write_start(out, game, state);
	write_state(out, game, state);
	write_question(out, game, state);
	return fclose(out) == 0 ? text : NULL;
}

/* laws.c: plays random games and checks the laws of learn.h on some of their states.
 *
 * usage: learn-laws GAME GAMES EVERY [SEED]: with the fewest and the most players GAMES games each,
 * and the laws on one state in EVERY. */
#include "learn/laws.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/memory.h"

void broken(const run *r, const char *law, const char *format, ...)
{
	va_list list;
	printf("broken law: %s (%s, %d players, game %ld, action %d): ", law, ap_game_name(r->game),
		r->setup.players, r->number, r->actions);
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
	putchar('\n');
	exit(1);
}

/* ---- Observations ---------------------------------------------------------------------------- */

static void range_laws(run *r, int viewer)
{
	ap_column c;
	for (int i = 0; ap_column_at(r->layout, i, &c); i++) {
		LAW(r, "range", r->row[i] <= c.high - c.low, "seat %d: %s is %d, and at most %d", viewer,
			c.name, r->row[i] + c.low, c.high);
		float wanted = (float)r->row[i] / (float)(c.high - c.low);
		LAW(r, "floats",
			r->floats[i] >= 0 && r->floats[i] <= 1 && r->floats[i] - wanted < 1e-6f &&
				wanted - r->floats[i] < 1e-6f,
			"seat %d: %s is %f instead of %f", viewer, c.name, (double)r->floats[i],
			(double)wanted);
	}
}

/* What is hidden from the viewer is filled in anew: nothing changes for him. */
static void hidden_laws(run *r, int viewer)
{
	ap_any filled;
	int width = ap_layout_width(r->layout);
	ap_determinize(r->game, &r->view, &r->rng, &filled);
	ap_view(r->game, &filled, viewer, &filled);
	ap_observe(r->layout, &filled, r->memory[viewer], r->other);
	for (int i = 0; i < width; i++) {
		ap_column c;
		ap_column_at(r->layout, i, &c);
		LAW(r, "hidden", r->row[i] == r->other[i], "seat %d: %s depends on what is hidden", viewer,
			c.name);
	}
	LAW(r, "record", memcmp(r->memory[viewer], r->shadow[viewer], ap_memory_size(r->layout)) == 0,
		"seat %d remembers what it has not seen", viewer);
}

/* A layout for fewer players has the same numbers under the same names. */
static void binding_laws(run *r, int viewer)
{
	ap_observe(r->smaller, &r->view, NULL, r->small_row);
	ap_observe(r->layout, &r->view, NULL, r->other);
	ap_column c;
	for (int i = 0; ap_column_at(r->smaller, i, &c); i++)
		LAW(r, "binding", r->small_row[i] == r->other[r->bound[i]], "seat %d: %s", viewer, c.name);
}

static void seat_laws(run *r, int viewer)
{
	ap_view(r->game, &r->state, viewer, &r->view);
	ap_observe(r->layout, &r->view, r->memory[viewer], r->row);
	ap_observe_floats(r->layout, &r->view, r->memory[viewer], r->floats);
	range_laws(r, viewer);
	hidden_laws(r, viewer);
	binding_laws(r, viewer);
	change_laws(r, viewer);
	if (ap_actors(&r->state) & AP_SEAT(viewer))
		action_laws(r, viewer);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* The shadow of a memory is told other things wherever the seat may not look. */
static void witness(run *r, const ap_events *events)
{
	static ap_events told;
	for (int seat = 0; seat < r->setup.players; seat++) {
		ap_memory_witness(r->layout, r->memory[seat], &r->state, events);
		told.count = told.lost = 0;
		for (int i = 0; i < events->count; i++) {
			ap_event e = events->list[i];
			bool seen = e.seen_by & AP_SEAT(seat);
			if (!seen && ap_below(&r->rng, 2))
				continue;
			for (int k = 0; k < AP_EVENT_ARGS && !seen; k++)
				e.arg[k] = (int16_t)ap_below(&r->rng, 3);
			told.list[told.count++] = e;
		}
		ap_view(r->game, &r->state, seat, &r->view);
		ap_memory_witness(r->layout, r->shadow[seat], &r->view, &told);
	}
}

static void begin_memories(run *r)
{
	for (int seat = 0; seat < r->setup.players; seat++) {
		ap_memory_begin(r->layout, r->memory[seat], r->setup.players, seat);
		ap_memory_begin(r->layout, r->shadow[seat], r->setup.players, seat);
	}
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void choose_options(run *r)
{
	for (int i = 0; ap_option_name(r->game, i); i++) {
		int values = 0;
		while (ap_option_value(r->game, i, values))
			values++;
		r->setup.option[i] = (uint8_t)ap_below(&r->rng, (uint32_t)values);
	}
	if (!ap_setup_sound(r->game, &r->setup))
		memset(r->setup.option, 0, sizeof r->setup.option);
}

static void play_game(run *r, int every)
{
	static ap_events events;
	ap_action legal[AP_MAX_LEGAL];
	ap_seats actors;
	choose_options(r);
	begin_memories(r);
	events.count = events.lost = 0;
	ap_start(r->game, &r->setup, &r->state, &events);
	witness(r, &events);
	for (r->actions = 0; (actors = ap_actors(&r->state)) != 0; r->actions++) {
		if (ap_below(&r->rng, (uint32_t)every) == 0)
			for (int seat = 0; seat < r->setup.players; seat++)
				seat_laws(r, seat);
		int seat = ap_first_seat(actors), n = ap_legal(r->game, &r->state, seat, legal);
		events.count = events.lost = 0;
		ap_play(r->game, &r->state, seat, legal[ap_below(&r->rng, (uint32_t)n)], &events);
		witness(r, &events);
	}
	for (int seat = 0; seat < r->setup.players; seat++)
		seat_laws(r, seat);
}

static void bind(run *r)
{
	ap_column c, in_layout;
	for (int i = 0; ap_column_at(r->smaller, i, &c); i++) {
		LAW(r, "bound", ap_bind_columns(r->layout, &c.name, 1, &r->bound[i]) == 1, "%s", c.name);
		ap_column_at(r->layout, r->bound[i], &in_layout);
		LAW(r, "bound", c.kind == in_layout.kind && c.low == in_layout.low, "%s", c.name);
	}
	const char *gone = "there.is.no.such.column";
	LAW(r, "bound", ap_bind_columns(r->layout, &gone, 1, &r->bound[0]) == 0 && r->bound[0] == -1,
		"a column that is not there");
	ap_column_at(r->smaller, 0, &c);
	ap_bind_columns(r->layout, &c.name, 1, &r->bound[0]);
}

static void play_games(const ap_game *game, int players, long games, int every, uint64_t seed)
{
	static run r;
	r = (run){.game = game, .size = ap_state_size(game)};
	ap_seed(&r.rng, seed, (uint64_t)players);
	ap_layout *layout = ap_layout_new(game, 0, AP_USUAL_COLUMNS | AP_FIGURE_COLUMNS);
	ap_layout *plain = ap_layout_new(game, 0, AP_STATE_COLUMNS);
	ap_layout *smaller = ap_layout_new(game, players, AP_USUAL_COLUMNS);
	size_t width = (size_t)ap_layout_width(layout);
	r.layout = layout, r.plain = plain, r.smaller = smaller;
	r.setup.players = (uint8_t)players;
	r.row = ap_allocate(width, 1), r.other = ap_allocate(width, 1);
	r.small_row = ap_allocate(width, 1), r.floats = ap_allocate(width, sizeof *r.floats);
	r.bound = ap_allocate(width, sizeof *r.bound);
	r.json = ap_allocate(JSON_ROOM, 1), r.other_json = ap_allocate(JSON_ROOM, 1);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		r.memory[seat] = ap_allocate(1, ap_memory_size(layout));
		r.shadow[seat] = ap_allocate(1, ap_memory_size(layout));
	}
	bind(&r);
	for (r.number = 0; r.number < games; r.number++)
		play_game(&r, every);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		free(r.memory[seat]);
		free(r.shadow[seat]);
	}
	free(r.row), free(r.other), free(r.small_row), free(r.floats), free(r.bound);
	free(r.json), free(r.other_json);
	ap_layout_free(layout);
	ap_layout_free(plain);
	ap_layout_free(smaller);
}

int main(int argc, char **argv)
{
	const ap_game *game = argc >= 4 ? ap_game_named(argv[1]) : NULL;
	if (!game) {
		fputs("usage: learn-laws GAME GAMES EVERY [SEED]\n", stderr);
		return 2;
	}
	uint64_t seed = argc > 4 ? (uint64_t)atol(argv[4]) : 1;
	int least = ap_min_players(game), most = ap_max_players(game);
	play_games(game, least, atol(argv[2]), atoi(argv[3]), seed);
	if (most > least)
		play_games(game, most, atol(argv[2]), atoi(argv[3]), seed);
	return 0;
}

/* told.c: plays random games and prints one line a game: a digest of all that the engine told. Two
 * builds that are given the same numbers print the same lines, or one of them plays otherwise: see
 * compare.py. With a sanitised build, assertions and invariants look on.
 *
 *     told GAME SEED FIRST COUNT [all]
 *
 * plays games number FIRST and following; with `all` it prints every step of them. At each step go
 * into the digest: who is asked, the list of what is legal, answers to arbitrary actions of
 * arbitrary seats, and the events of the action that is taken. At one step in some, chosen at
 * random, it looks closely: at the state, the view of somebody, how it can be filled in, what he is
 * told of the situation, what is foreseen, figures, and which changed states would be sound. */
#include <stdio.h>
#include <stdlib.h>

#include "core/fields.h"
#include "core/grids.h"
#include "core/locals.h"

enum { ODD_ACTIONS = 4, LOOK_EVERY = 6, KEYS_EACH = 3, FORESEEN = 3, CHANGED_STATES = 16 };

typedef struct play {
	const ap_game *game;
	ap_any state, changed;
	ap_events events;
	ap_rng choices, odd; /* odd actions do not change which are chosen */
	uint64_t digest;
	bool all;
} play;

static void add(play *p, uint64_t number)
{
	p->digest = (p->digest ^ number) * 0x100000001b3u;
}

static void add_events(play *p)
{
	add(p, (uint64_t)p->events.count << 32 | (uint32_t)p->events.lost);
	for (int i = 0; i < p->events.count; i++) {
		const ap_event *e = &p->events.list[i];
		add(p, (uint64_t)e->kind << 32 | (uint64_t)e->clause << 16 | e->seen_by);
		for (int k = 0; k < AP_EVENT_ARGS; k++)
			add(p, (uint16_t)e->arg[k]);
	}
	p->events.count = p->events.lost = 0;
}

/* An argument that is possible, as far as the notation goes; now and then one more. */
static unsigned odd_argument(play *p, const ap_names *names)
{
	enum { NUMBERS = 64 };
	if (!names)
		return ap_below(&p->odd, 16) == 0;
	return ap_below(&p->odd, names == &ap_plain_number ? NUMBERS : (uint32_t)names->count + 1);
}

/* An action that is mostly forbidden, made from two that are not. Numbers are drawn one by one,
 * because compilers choose the order of the arguments of a call. */
static ap_action odd_action(play *p, ap_action legal, ap_action other)
{
	unsigned verb = ap_verb_of(legal), x = ap_x(legal), y = ap_y(legal);
	switch (ap_below(&p->odd, 5)) {
	case 0:
		x = odd_argument(p, p->game->verbs[verb].x);
		break;
	case 1:
		y = odd_argument(p, p->game->verbs[verb].y);
		break;
	case 2:
		verb = ap_below(&p->odd, p->game->verb_count + 1u);
		if (verb < p->game->verb_count) {
			x = odd_argument(p, p->game->verbs[verb].x);
			y = odd_argument(p, p->game->verbs[verb].y);
		}
		break;
	case 3:
		verb = ap_verb_of(other);
		break;
	default:
		y = ap_y(other);
	}
	return ap_act(verb, x, y);
}

/* Tries an odd action, mostly of the seat that is asked, with a copy of the state, so that the game
 * goes on as before. */
static void add_odd_action(play *p, int seat, const ap_action *legal, int count)
{
	ap_any copy = p->state;
	ap_action one = legal[ap_below(&p->odd, (uint32_t)count)];
	ap_action a = odd_action(p, one, legal[ap_below(&p->odd, (uint32_t)count)]);
	if (ap_below(&p->odd, 8) == 0)
		seat = (int)ap_below(&p->odd, 10) - 1;
	ap_result result = ap_apply(p->game, &copy, seat, a, &p->events);
	add(p, (uint64_t)result.code << 16 | result.clause);
	add(p, memcmp(&copy, &p->state, ap_state_size(p->game)) != 0);
	add_events(p);
}

/* ---- A close look ---------------------------------------------------------------------------- */

static void add_facts(play *p, const ap_facts *facts)
{
	add(p, (uint64_t)facts->count << 32 | (uint32_t)facts->lost);
	for (int i = 0; i < facts->count; i++) {
		const ap_fact *f = &facts->list[i];
		add(p, (uint64_t)f->kind << 32 | (uint64_t)f->clause << 16 | f->frame);
		for (int k = 0; k < AP_EVENT_ARGS; k++)
			add(p, (uint32_t)f->arg[k]);
	}
}

/* Each figure, for some of its names. */
static void add_figures(play *p, const void *view)
{
	ap_figure_info info;
	for (int i = 0; ap_figure_about(p->game, i, &info); i++) {
		int keys = info.keys < 0                         ? 1
			: p->game->figures[i].keys == p->game->seats ? ap_players(view)
														 : p->game->figures[i].keys->count;
		for (int n = keys < KEYS_EACH ? keys : KEYS_EACH; n > 0; n--)
			add(p, (uint32_t)ap_figure(p->game, view, i, (int)ap_below(&p->odd, (uint32_t)keys)));
	}
}

/* A view is sound, and so is what it is filled in to, of which the view is the same. */
static void add_filled(play *p, const void *view)
{
	ap_any again;
	ap_rng rng;
	ap_seed(&rng, ap_below(&p->odd, 1u << 30), 0);
	ap_determinize(p->game, view, &rng, &p->changed);
	ap_view(p->game, &p->changed, ap_viewer(view), &again);
	add(p, ap_unsound(p->game, view) == NULL);
	add(p, ap_unsound(p->game, &p->changed) == NULL);
	add(p, memcmp(&again, view, ap_state_size(p->game)) == 0);
}

/* What somebody may know: a seat, or who only looks on. */
static void add_view(play *p)
{
	ap_any view;
	ap_facts facts = {0};
	int32_t standing[AP_MAX_SEATS];
	int players = ap_players(&p->state), viewer = (int)ap_below(&p->odd, (uint32_t)players + 1);
	ap_view(p->game, &p->state, viewer == players ? AP_OBSERVER : viewer, &view);
	add(p, ap_hash(p->game, &view));
	add_filled(p, &view);
	ap_situation(p->game, &view, &facts);
	add_facts(p, &facts);
	add_figures(p, &view);
	ap_standing(p->game, &view, standing);
	for (int seat = 0; seat < players; seat++)
		add(p, (uint32_t)standing[seat]);
}

/* What a seat that is asked is told of its answers, and how much the question concerns it. */
static void add_answers(play *p, int seat, const ap_action *legal, int count)
{
	ap_action pass = 0;
	for (int i = 0; i < FORESEEN; i++) {
		ap_facts facts = {0};
		ap_foresee(p->game, &p->state, seat, legal[ap_below(&p->odd, (uint32_t)count)], &facts);
		add_facts(p, &facts);
	}
	ap_occasion occasion = ap_occasion_of(p->game, &p->state, seat);
	add(p, (uint64_t)occasion.announcement << 32 | occasion.phase);
	add(p, (uint64_t)occasion.spoken << 32 | occasion.concern);
	add(p, ap_worth_asking(p->game, &p->state, seat));
	add(p, ap_pass(p->game, &p->state, seat, &pass));
	add(p, pass);
}

/* ---- Changed states -------------------------------------------------------------------------- */

/* Another number: often the next, seldom out of range. */
static int64_t other_number(play *p, int64_t value, int64_t least, int64_t most)
{
	switch (ap_below(&p->odd, 8)) {
	case 0:
		return most + 1;
	case 1:
	case 2:
		return value < most ? value + 1 : least;
	case 3:
	case 4:
		return value > least ? value - 1 : most;
	default:
		return least + ap_below(&p->odd, (uint32_t)(most - least) + 1);
	}
}

/* The functions below change something, and return whether it stays in range. */
static bool change_field(play *p, void *state)
{
	const ap_field *f = &p->game->fields[ap_below(&p->odd, p->game->field_count)];
	uint32_t count = (uint32_t)ap_field_count(p->game, f, ap_players(state));
	int index = (int)ap_below(&p->odd, count), other = (int)ap_below(&p->odd, count);
	if (f->kind == AP_SETS) {
		if (ap_below(&p->odd, 4) == 0)
			ap_field_clear(f, state, index);
		ap_field_add(f, state, index, (int)ap_below(&p->odd, (uint32_t)f->values->count));
		return true;
	}
	int64_t now = (int64_t)ap_field_get(f, state, index);
	int64_t most = f->kind == AP_NUMBERS ? f->most : f->values->count - 1;
	bool copied = f->kind == AP_NAMES && ap_below(&p->odd, 2);
	int64_t value = copied ? (int64_t)ap_field_get(f, state, other) : other_number(p, now, 0, most);
	ap_field_set(f, state, index, (uint64_t)value);
	return copied || value <= most;
}

static bool change_grid(play *p, void *state)
{
	const ap_grid *g = &p->game->grids[ap_below(&p->odd, p->game->grid_count)];
	int row = (int)ap_below(&p->odd, (uint32_t)ap_grid_rows(p->game, g, ap_players(state)));
	int column = (int)ap_below(&p->odd, (uint32_t)g->columns->count);
	int64_t now = ap_grid_get(g, state, row, column), value = other_number(p, now, 0, g->most);
	if (value < 1 << g->bits)
		ap_grid_set(g, state, row, column, (int)value);
	return value <= g->most || value >= 1 << g->bits;
}

static bool change_local(play *p, ap_frame *frame)
{
	const ap_frame_kind *kind = p->game->steps[frame->step].frame;
	if (!kind || kind->count == 0)
		return true;
	const ap_local *l = &kind->locals[ap_below(&p->odd, (uint32_t)kind->count)];
	int element = (int)ap_below(&p->odd, (uint32_t)ap_local_count(l));
	int64_t now = ap_local_get(l, frame, element), value = AP_NO_LOCAL;
	bool is_name = l->kind == AP_LOCAL_NAME;
	int64_t least = is_name ? 0 : l->low, most = is_name ? l->values->count - 1 : l->high;
	if (l->kind == AP_LOCAL_ACTION)
		return true;
	if (l->kind == AP_LOCAL_SET)
		value = now ^ (int64_t)1 << ap_below(&p->odd, (uint32_t)l->values->count);
	else if (!l->optional || ap_below(&p->odd, 4) > 0)
		value = other_number(p, now, least, most);
	ap_local_set(l, frame, element, value);
	return l->kind == AP_LOCAL_SET || value <= most;
}

/* Another step, or others who are asked. */
static bool change_question(play *p, ap_frame *frame)
{
	unsigned step = ap_below(&p->odd, p->game->step_count);
	bool same = p->game->steps[step].frame == p->game->steps[frame->step].frame;
	if (ap_below(&p->odd, 3) == 0) {
		frame->asked ^= AP_SEAT(ap_below(&p->odd, AP_CHANCE + 1));
		return true;
	}
	frame->step = (uint16_t)step;
	return same;
}

/* Changes one value of a state, as it might come from outside. */
static bool change(play *p, void *state)
{
	ap_head *h = state;
	ap_frame *frame = &h->stack[ap_below(&p->odd, h->depth)];
	switch (ap_below(&p->odd, 8)) {
	case 0:
		return change_question(p, frame);
	case 1:
	case 2:
	case 3:
		return change_local(p, frame);
	case 4:
		return p->game->grid_count == 0 || change_grid(p, state);
	default:
		return change_field(p, state);
	}
}

/* What follows from the rest of the state is as if it were found anew. */
static void add_mended(play *p)
{
	memcpy(&p->changed, &p->state, ap_state_size(p->game));
	p->game->mend(&p->changed);
	add(p, memcmp(&p->changed, &p->state, ap_state_size(p->game)) == 0);
}

/* Is a changed state sound all the same? What follows from it can be computed only if all its
 * values are possible, as reading it would make sure. */
static void add_changed_state(play *p)
{
	memcpy(&p->changed, &p->state, ap_state_size(p->game));
	bool in_range = change(p, &p->changed);
	add(p, ap_unsound(p->game, &p->changed) == NULL);
	if (!in_range)
		return;
	p->game->mend(&p->changed);
	add(p, ap_unsound(p->game, &p->changed) == NULL);
}

/* ---- Playing --------------------------------------------------------------------------------- */

static void look(play *p, int seat, const ap_action *legal, int count)
{
	add(p, ap_hash(p->game, &p->state));
	add_mended(p);
	add_view(p);
	if (seat != AP_CHANCE)
		add_answers(p, seat, legal, count);
	for (int i = 0; i < CHANGED_STATES; i++)
		add_changed_state(p);
}

static void step(play *p)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_seats actors = ap_actors(&p->state);
	for (int skip = (int)ap_below(&p->choices, (uint32_t)__builtin_popcount(actors)); skip > 0;
		 skip--)
		actors &= (ap_seats)(actors - 1);
	int seat = ap_first_seat(actors), count = ap_legal(p->game, &p->state, seat, legal);
	add(p, (uint64_t)actors << 32 | (uint32_t)count);
	for (int i = 0; i < count; i++)
		add(p, legal[i]);
	if (ap_below(&p->odd, LOOK_EVERY) == 0)
		look(p, seat, legal, count);
	for (int i = 0; i < ODD_ACTIONS; i++)
		add_odd_action(p, seat, legal, count);
	ap_action chosen = legal[ap_below(&p->choices, (uint32_t)count)];
	ap_result result = ap_apply(p->game, &p->state, seat, chosen, &p->events);
	add(p, (uint64_t)result.code << 16 | result.clause);
	add_events(p);
	if (p->all) {
		char text[256];
		ap_write_action(p->game, seat, chosen, text, sizeof text);
		printf("%s: %016llx\n", text, (unsigned long long)p->digest);
	}
}

/* Each option has one value after another, from game to game, if they fit together. */
static ap_setup setup_of(const ap_game *game, int number)
{
	int least = ap_min_players(game), spread = ap_max_players(game) - least + 1;
	ap_setup plain = {(uint8_t)(least + number % spread), {0}}, setup = plain;
	int turn = number / spread;
	for (int i = 0; ap_option_name(game, i); i++) {
		int values = 0;
		while (ap_option_value(game, i, values))
			values++;
		setup.option[i] = (uint8_t)(turn % values);
		turn = turn / values + number;
	}
	return ap_setup_sound(game, &setup) ? setup : plain;
}

static void play_game(play *p, uint64_t seed, int number)
{
	ap_setup setup = setup_of(p->game, number);
	ap_seed(&p->choices, seed, (uint64_t)number);
	ap_seed(&p->odd, seed, ~(uint64_t)number);
	p->digest = 0xcbf29ce484222325u;
	p->events.count = p->events.lost = 0;
	ap_start(p->game, &setup, &p->state, &p->events);
	add_events(p);
	int steps = 0;
	for (; ap_actors(&p->state); steps++)
		step(p);
	ap_outcome outcome = {0};
	ap_outcome_of(p->game, &p->state, &outcome);
	add(p, outcome.reason);
	for (int seat = 0; seat < setup.players; seat++)
		add(p, (uint64_t)outcome.result[seat] << 32 | (uint16_t)outcome.score[seat]);
	add(p, ap_hash(p->game, &p->state));
	printf("%s %d: %d actions, %016llx\n", ap_game_name(p->game), number, steps,
		(unsigned long long)p->digest);
}

int main(int argc, char **argv)
{
	static play p;
	if (argc < 5 || !(p.game = ap_game_named(argv[1]))) {
		fputs("usage: told GAME SEED FIRST COUNT [all]\n", stderr);
		return 2;
	}
	p.all = argc > 5;
	int first = atoi(argv[3]);
	for (int number = first; number < first + atoi(argv[4]); number++)
		play_game(&p, strtoull(argv[2], NULL, 10), number);
	return 0;
}

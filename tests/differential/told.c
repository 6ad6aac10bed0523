/* told.c: plays random games and prints one line a game: a digest of all that the engine told. Two
 * builds that are given the same numbers print the same lines, or one of them plays otherwise: see
 * compare.py. With a sanitised build, assertions and invariants look on.
 *
 *     told GAME SEED FIRST COUNT [all]
 *
 * plays games number FIRST and following; with `all` it prints every step of them. At each step go
 * into the digest: the state, the view of a seat, who is asked, the list of what is legal, answers
 * to arbitrary actions of arbitrary seats, and the events of the action that is taken. */
#include <stdio.h>
#include <stdlib.h>

#include "core/game.h"

enum { ODD_ACTIONS = 3 };

typedef struct play {
	const ap_game *game;
	ap_any state;
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

/* An action that is mostly nonsense, from a copy of the state, so that the game goes on as before.
 */
static void add_odd_action(play *p, ap_action legal)
{
	ap_any copy = p->state;
	ap_action a = legal;
	int seat = (int)ap_below(&p->odd, 10) - 1;
	switch (ap_below(&p->odd, 4)) {
	case 0:
		a = ap_act(ap_verb_of(legal), ap_below(&p->odd, 0x1000), ap_y(legal));
		break;
	case 1:
		a = ap_act(ap_verb_of(legal), ap_x(legal), ap_below(&p->odd, 64));
		break;
	case 2: { /* in this order: compilers choose theirs for the arguments of a call */
		unsigned verb = ap_below(&p->odd, 40), x = ap_below(&p->odd, 64);
		a = ap_act(verb, x, ap_below(&p->odd, 64));
		break;
	}
	default:
		break; /* what is legal for one seat, said by another */
	}
	ap_result result = ap_apply(p->game, &copy, seat, a, &p->events);
	add(p, (uint64_t)result.code << 16 | result.clause);
	add(p, ap_hash(p->game, &copy));
	add_events(p);
}

static void add_view(play *p)
{
	ap_any view;
	int viewer = (int)ap_below(&p->odd, (uint32_t)ap_players(&p->state));
	ap_view(p->game, &p->state, viewer, &view);
	add(p, ap_hash(p->game, &view));
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
	add_view(p);
	for (int i = 0; i < ODD_ACTIONS; i++)
		add_odd_action(p, legal[ap_below(&p->odd, (uint32_t)count)]);
	ap_action chosen = legal[ap_below(&p->choices, (uint32_t)count)];
	ap_result result = ap_apply(p->game, &p->state, seat, chosen, &p->events);
	add(p, (uint64_t)result.code << 16 | result.clause);
	add_events(p);
	add(p, ap_hash(p->game, &p->state));
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

/* fair_game.h: plays random games with fair dice, in which moves are undone and sealed answers are
 * taken back, for tests. */
#ifndef APPARAT_TESTS_FAIR_GAME_H
#define APPARAT_TESTS_FAIR_GAME_H

#include "text/record.h"

typedef struct fair_game {
	ap_record record;
	ap_rng rng;
	ap_fair_key key;
	int undos, unseals; /* how many may still happen, so that the game comes to an end */
	int wrong;          /* the number of an outcome that shall contradict the dice; -1: none */
	int wrong_line;     /* the index of that outcome among the lines; -1: there is none */
} fair_game;

/* Begins a game; g->wrong may be set afterwards. */
static inline void fair_begin(fair_game *g, const ap_game *game, int players, unsigned seed)
{
	unsigned char bytes[1 + AP_MAX_SEATS][AP_FAIR_BYTES];
	ap_setup setup = {.players = (uint8_t)players};
	memset(g, 0, sizeof *g);
	ap_seed(&g->rng, seed, 0);
	for (int i = 0; i < (int)sizeof bytes; i++)
		bytes[i / AP_FAIR_BYTES][i % AP_FAIR_BYTES] = (unsigned char)ap_below(&g->rng, 256);
	ap_fair_do_all_steps(&g->record.fair, players, bytes[0], bytes + 1);
	ap_fair_key_of(&g->record.fair, &g->key);
	ap_history_start(&g->record.history, game, &setup, NULL);
	g->undos = 12;
	g->unseals = 12;
	g->wrong = g->wrong_line = -1;
}

/* Returns a random action of a seat, or what the dice say. */
static inline ap_action fair_choice(fair_game *g, int seat)
{
	const ap_history *h = &g->record.history;
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(h->game, &h->state, seat, legal);
	if (seat != AP_CHANCE)
		return legal[ap_below(&g->rng, (uint32_t)n)];
	ap_action right = ap_fair_outcome(&g->key, h);
	if (h->outcomes != g->wrong || n == 1)
		return right;
	g->wrong_line = h->lines;
	return legal[0] == right ? legal[1] : legal[0];
}

/* Now and then lets a seat take its sealed answer back, or undoes the last moves. */
static inline void fair_take_back(fair_game *g)
{
	ap_history *h = &g->record.history;
	int seat = (int)ap_below(&g->rng, g->record.fair.players);
	if (g->unseals > 0 && ap_below(&g->rng, 3) == 0)
		g->unseals -= ap_history_unseal(h, seat).code == AP_OK;
	if (g->undos > 0 && ap_below(&g->rng, 12) == 0) {
		int most = h->moves < 15 ? h->moves : 15;
		ap_history_undo(h, h->moves - (int)ap_below(&g->rng, (uint32_t)most + 1));
		g->undos--;
	}
}

/* Plays until the record has this many lines, or until the game is over. */
static inline void fair_play(fair_game *g, int lines)
{
	ap_history *h = &g->record.history;
	ap_seats actors;
	while (h->lines < lines && (actors = ap_actors(&h->state)) != 0) {
		int seat = ap_first_seat(actors);
		/* If several seats are asked, it is not always the first that answers. */
		if ((actors & (actors - 1)) && ap_below(&g->rng, 2))
			seat = ap_first_seat(actors & (ap_seats)(actors - 1));
		ap_history_apply(h, seat, fair_choice(g, seat), NULL);
		if (h->lines < lines && ap_actors(&h->state))
			fair_take_back(g);
	}
}

#endif

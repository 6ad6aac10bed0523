/* report_lists.c: plays many games of every scenario between bots and prints for each step the
 * longest list of actions that a player has to choose from, and the game in which it came. Nothing
 * passes or fails here: test_lists.c demands that no list is too long.
 *
 *     report_lists LEVEL GAMES [SEED]
 *
 * LEVEL is that of the bots of both sides. The options of the games take turns. */
#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "engine/chapters.h"

enum { STEPS = 256 };

typedef struct longest {
	int count, turn, card; /* card: whose event is carried out; TC_NONE without one */
	long game;
} longest;

static longest found[STEPS];

static ap_setup setup_of(long number)
{
	ap_setup setup = {.players = 2};
	setup.option[TC_OPTION_SCENARIO] = (uint8_t)(number % (TC_SCENARIO_1919 + 1));
	setup.option[TC_OPTION_SIDES] = TC_SIDES_FIXED;
	setup.option[TC_OPTION_POLITICS] = number / 3 % 2 ? TC_POLITICS_RANDOM : TC_POLITICS_FULL;
	if (setup.option[TC_OPTION_SCENARIO] == TC_SCENARIO_CAMPAIGN)
		setup.option[TC_OPTION_MUSTER] = number / 6 % 2 ? TC_MUSTER_CHANCE : TC_MUSTER_FIXED;
	setup.option[TC_OPTION_OPENING] = number / 6 % 2 ? TC_OPENING_NONE : TC_OPENING_CARDS;
	setup.option[TC_OPTION_OBJECTIVES] =
		number / 12 % 2 ? TC_OBJECTIVES_SECRET : TC_OBJECTIVES_OPEN;
	return setup;
}

static int card_of_event(const tc_state *s)
{
	if (s->head.depth == 0)
		return TC_NONE;
	const tc_event_frame *f = tc_event_peek(s);
	return ap_step_of(s) == TC_STEP_EVENT_PUT || ap_step_of(s) == TC_STEP_EVENT_TARGET ? f->card
																					   : TC_NONE;
}

static void note(const tc_state *s, long number, int count)
{
	longest *l = &found[ap_step_of(s) % STEPS];
	if (count > l->count)
		*l = (longest){count, s->turn, card_of_event(s), number};
}

static void play(const ap_bot *bot, uint64_t seed, long number)
{
	static tc_state game, view;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = setup_of(number);
	ap_rng dice, thought;
	ap_seed(&dice, seed, (uint64_t)(2 * number));
	ap_seed(&thought, seed, (uint64_t)(2 * number + 1));
	ap_start(&triumph_of_chaos, &setup, &game, NULL);
	for (ap_seats actors; (actors = ap_actors(&game)) != 0;) {
		int seat = ap_first_seat(actors), n = ap_legal(&triumph_of_chaos, &game, seat, legal);
		ap_action a = legal[ap_below(&dice, (uint32_t)n)];
		note(&game, number, n);
		if (seat != AP_CHANCE) {
			ap_view(&triumph_of_chaos, &game, seat, &view);
			a = bot->choose(&triumph_of_chaos, &view, seat, &thought);
		}
		ap_play(&triumph_of_chaos, &game, seat, a, NULL);
	}
}

int main(int count, char **words)
{
	const ap_bot *bot = count > 2 ? ap_bot_named(&triumph_of_chaos, words[1]) : NULL;
	if (!bot) {
		fprintf(stderr, "usage: report_lists LEVEL GAMES [SEED]\n");
		return 2;
	}
	uint64_t seed = count > 3 ? strtoull(words[3], NULL, 10) : 1;
	for (long number = 0; number < atol(words[2]); number++)
		play(bot, seed, number);
	for (int step = 0; step < STEPS; step++)
		if (found[step].count > 0)
			printf("%4d  %-20s game %ld, turn %d%s%s\n", found[step].count,
				ap_step_name(&triumph_of_chaos, step), found[step].game, found[step].turn,
				found[step].card == TC_NONE ? "" : ", ",
				found[step].card == TC_NONE ? "" : tc_card_names[found[step].card]);
	return 0;
}

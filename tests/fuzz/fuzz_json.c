/* fuzz_json.c: a state from outside is either refused or can be played to the end.
 *
 * Input that begins with a brace is read as JSON. Any other input is a list of bytes to change in
 * the state of a random game: so the fuzzer soon finds sound but unusual states, which it would
 * hardly find as JSON. */
#include <stdlib.h>

#include "text/state_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void round_trip(const ap_game *game, const void *state)
{
	static char text[1 << 17];
	ap_any again;
	ap_error error;
	size_t length = ap_write_state(game, state, text, sizeof text);
	if (length >= sizeof text || !ap_read_state(game, &again, text, length, &error))
		__builtin_trap();
	if (memcmp(&again, state, ap_state_size(game)) != 0)
		__builtin_trap();
}

/* Plays a sound state to the end at random. */
static void play_on(const ap_game *game, void *state, unsigned seed)
{
	ap_rng rng;
	ap_setup setup;
	ap_seed(&rng, seed, 0);
	ap_setup_of(state, &setup);
	ap_settle(game, state, NULL); /* JSON can only hold a state in which somebody is asked */
	round_trip(game, state);
	/* The bound is for games from their start; an unusual state may lead to a longer one. */
	int64_t limit = 4 * (int64_t)ap_bound(game, &setup);
	if (ap_playout(game, state, &rng, limit < INT32_MAX ? (int)limit : INT32_MAX) < 0)
		__builtin_trap();
}

static void try_json(const ap_game *game, const uint8_t *data, size_t size)
{
	ap_error error = {0};
	ap_any state;
	if (ap_read_state(game, &state, (const char *)data, size, &error))
		play_on(game, &state, data[size / 2]);
	else if (error.message[0] == '\0')
		__builtin_trap();
	ap_read_view(game, &state, (const char *)data, size,
		&error); /* a client reads what a server sends, which may be anything */
}

static void play_some_steps(const ap_game *game, void *state, int steps, unsigned seed)
{
	ap_rng rng;
	ap_action legal[AP_MAX_LEGAL];
	ap_seed(&rng, seed, 1);
	for (int i = 0; i < steps && ap_actors(state); i++) {
		int seat = ap_first_seat(ap_actors(state)), n = ap_legal(game, state, seat, legal);
		ap_play(game, state, seat, legal[ap_below(&rng, (uint32_t)n)], NULL);
	}
}

/* Returns a set-up whose number of players and first option are given by a byte. */
static ap_setup setup_from(const ap_game *game, unsigned byte)
{
	unsigned spread = (unsigned)(ap_max_players(game) - ap_min_players(game) + 1), values = 0;
	ap_setup setup = {(uint8_t)((unsigned)ap_min_players(game) + byte % spread), {0}};
	while (ap_option_value(game, 0, (int)values))
		values++;
	setup.option[0] = (uint8_t)(values ? byte / spread % values : 0);
	if (!ap_setup_sound(game, &setup))
		setup.option[0] = 0;
	return setup;
}

/* The input is: the set-up, the number of steps, a seed, the game, then changes to the state: the
 * place (two bytes) and the new byte. */
static void try_changes(const uint8_t *data, size_t size)
{
	enum { STEPS_EACH = 4 };
	const ap_game *game = ap_game_at(data[3] % ap_game_count());
	ap_setup setup = setup_from(game, data[0]);
	ap_any state;
	ap_start(game, &setup, &state, NULL);
	play_some_steps(game, &state, STEPS_EACH * data[1], data[2]);
	for (size_t i = 4; i + 3 <= size; i += 3)
		state.bytes[(data[i] | data[i + 1] << 8) % ap_state_size(game)] = data[i + 2];
	ap_head *head = (ap_head *)&state;
	head->viewer = AP_EVERYTHING;
	if (head->players == setup.players && head->depth >= 1 && head->depth <= AP_MAX_DEPTH) {
		game->mend(&state);
		if (!ap_unsound(game, &state))
			play_on(game, &state, data[3]);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 0 && data[0] == '{')
		for (int i = 0; i < ap_game_count(); i++)
			try_json(ap_game_at(i), data, size);
	else if (size >= 4)
		try_changes(data, size);
	return 0;
}

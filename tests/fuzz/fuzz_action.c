/* fuzz_action.c: tries arbitrary numbers as actions of arbitrary seats, with legal actions between
 * them. A refusal changes nothing and cites a clause; an action that is written in notation and
 * read again is the same. */
#include "core/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t number_at(const uint8_t *data)
{
	uint32_t value;
	memcpy(&value, data, sizeof value);
	return value;
}

static void check_notation(const ap_game *game, int seat, ap_action action)
{
	char text[256];
	int seat_again;
	ap_action again;
	bool exists = (seat >= 0 && seat < ap_max_players(game)) || seat == AP_CHANCE;
	if (!ap_action_sound(game, action) || !exists)
		return;
	ap_write_action(game, seat, action, text, sizeof text);
	if (!ap_read_action(game, text, &seat_again, &again) || seat_again != seat || again != action)
		__builtin_trap();
}

static void try_action(const ap_game *game, void *state, int seat, ap_action action)
{
	ap_any before;
	memcpy(&before, state, ap_state_size(game));
	check_notation(game, seat, action);
	ap_result result = ap_apply(game, state, seat, action, NULL);
	if (result.code == AP_OK)
		return;
	if (result.clause == 0 || memcmp(&before, state, ap_state_size(game)) != 0)
		__builtin_trap();
}

/* Plays a legal action, so that the tries are made at all steps of a game. */
static void play_legal(const ap_game *game, void *state, unsigned choice)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_seats actors = ap_actors(state);
	if (!actors)
		return;
	int seat = ap_first_seat(actors), n = ap_legal(game, state, seat, legal);
	if (n == 0)
		__builtin_trap();
	ap_play(game, state, seat, legal[choice % (unsigned)n], NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2)
		return 0;
	const ap_game *game = ap_game_at(data[0] % ap_game_count());
	int spread = ap_max_players(game) - ap_min_players(game) + 1, values = 0;
	while (ap_option_value(game, 0, values))
		values++;
	ap_setup setup = {(uint8_t)(ap_min_players(game) + data[1] % spread), {0}};
	setup.option[0] = (uint8_t)(values ? data[1] / spread % values : 0);
	ap_any state;
	if (!ap_setup_sound(game, &setup))
		setup.option[0] = 0;
	ap_start(game, &setup, &state, NULL);
	for (size_t i = 2; i + 6 <= size; i += 6) {
		for (int k = 0; k < data[i] % 16; k++)
			play_legal(game, &state, data[i + 1] + (unsigned)k * 7);
		try_action(game, &state, (int8_t)data[i + 1] % 9, number_at(data + i + 2));
	}
	return 0;
}

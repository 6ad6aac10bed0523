/* test_fingerprint.c: tests that each named value of a state adds to its fingerprint what
 * docs/records.md says, on the values by which two states differ. tests/cli/test_records.py does
 * the same for whole states. */
#include "unit/unit.h"

#include <stdio.h>

static uint64_t hash_of_line(const char *line)
{
	uint64_t z = 0xcbf29ce484222325u; /* FNV-1a */
	for (const char *c = line; *c; c++)
		z = (z ^ (unsigned char)*c) * 0x100000001b3u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static uint64_t hash_of_asked(const ap_game *game, int seat)
{
	char line[80];
	snprintf(line, sizeof line, "stack.0.asked.%s=1", ap_seat_name(game, seat));
	return hash_of_line(line);
}

static void all_who_are_asked_count(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		ap_setup setup = {.players = (uint8_t)ap_min_players(game)};
		ap_any state;
		ap_blank(game, &setup, &state);
		uint64_t nobody = ap_hash(game, &state);
		for (int seat = 0; seat <= AP_CHANCE; seat++) {
			if (seat >= setup.players && seat != AP_CHANCE)
				continue;
			ap_top(&state)->asked = AP_SEAT(seat);
			assert_true(ap_hash(game, &state) == nobody + hash_of_asked(game, seat));
		}
		ap_top(&state)->asked = AP_SEAT(0) | AP_SEAT(1);
		assert_true(
			ap_hash(game, &state) == nobody + hash_of_asked(game, 0) + hash_of_asked(game, 1));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(all_who_are_asked_count)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* unit.h: what the unit tests share. */
#ifndef APPARAT_TESTS_UNIT_H
#define APPARAT_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/game.h"

/* Applies an action in notation and returns the result. */
static inline ap_result attempt(const ap_game *game, void *state, const char *line)
{
	int seat;
	ap_action a;
	if (!ap_read_action(game, line, &seat, &a))
		fail_msg("\"%s\" is no action", line);
	return ap_apply(game, state, seat, a, NULL);
}

/* Applies actions in notation, which must be legal; the list ends with NULL. */
static inline void play_lines(const ap_game *game, void *state, const char *const *line)
{
	for (; *line; line++) {
		ap_result result = attempt(game, state, *line);
		if (result.code != AP_OK)
			fail_msg("\"%s\" is refused by %s", *line, ap_clause_id(game, result.clause));
	}
}
#define PLAY(game, state, ...) play_lines(game, state, (const char *const[]){__VA_ARGS__, NULL})

/* Checks that an attempt was refused with this code, citing this clause. */
static inline void assert_refused(
	const ap_game *game, ap_result result, ap_code code, const char *clause)
{
	assert_int_equal(result.code, code);
	assert_string_equal(ap_clause_id(game, result.clause), clause);
}

#endif

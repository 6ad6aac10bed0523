/* laws.h: what the files of this test share. If a law does not hold, the program prints one line
 * and ends with status 1. */
#ifndef APPARAT_TESTS_LEARN_LAWS_H
#define APPARAT_TESTS_LEARN_LAWS_H

#include "apparat/learn.h"
#include "core/game.h"

typedef struct run {
	const ap_game *game;
	ap_setup setup;
	long number; /* of the game */
	int actions;
	size_t size;              /* of a state */
	const ap_layout *layout;  /* with all parts */
	const ap_layout *plain;   /* of the state alone */
	const ap_layout *smaller; /* for just the players of this table */
	ap_any state, view;
	uint8_t *row, *other, *small_row;
	float *floats;
	int32_t *bound; /* the columns of `smaller` in `layout` */
	char *json, *other_json;
	void *memory[AP_MAX_SEATS], *shadow[AP_MAX_SEATS];
	ap_rng rng;
} run;

_Noreturn void broken(const run *r, const char *law, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#define LAW(r, law, holds, ...)                                                                    \
	do {                                                                                           \
		if (!(holds))                                                                              \
			broken(r, law, __VA_ARGS__);                                                           \
	} while (0)

enum { JSON_ROOM = 1 << 18 };

/* A view in which one value was changed is told apart if its JSON tells it apart (changes.c). */
void change_laws(run *r, int viewer);
/* Equal actions are really equal (merging.c). */
void action_laws(run *r, int seat);

#endif

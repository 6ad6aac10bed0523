/* phrases.h: events, facts, actions, prompts and refusals as sentences. All end with a zero byte
 * and return the length the whole text needs, as snprintf does.
 *
 * A template holds {0}, {1}, ... for its arguments and {1|point|points} for a word that follows
 * the number of argument 1. */
#ifndef APPARAT_TEXT_PHRASES_H
#define APPARAT_TEXT_PHRASES_H

#include "core/game.h"
#include "text/catalogue.h"

/* The text under GAME.part.name: ap_game_word(g, l, "step", "choice"). The key if there is none. */
const char *ap_game_word(
	const ap_game *game, ap_language language, const char *part, const char *name);

/* The word for the n-th of a list of names: "Zakharov". */
const char *ap_name_word(const ap_game *game, ap_language language, const ap_names *names, int n);
const char *ap_seat_word(const ap_game *game, ap_language language, int seat);

size_t ap_say_event(
	const ap_game *game, ap_language language, const ap_event *event, char *out, size_t size);
size_t ap_say_action(
	const ap_game *game, ap_language language, ap_action action, char *out, size_t size);
/* What is going on: "Kiev has the turn." */
size_t ap_say_fact(
	const ap_game *game, ap_language language, const ap_fact *fact, char *out, size_t size);
/* "The first card on a leader is not of his own group (RE-AC-3)." */
size_t ap_say_refusal(
	const ap_game *game, ap_language language, ap_result result, char *out, size_t size);
/* What the step asks of whoever is asked: "Your choice ...". */
const char *ap_prompt(const ap_game *game, ap_language language, int step);

#endif

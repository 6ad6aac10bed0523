/* phrases.h: events, facts, actions, questions and refusals as sentences in a person's language.
 *
 * The sentences are templates in the catalogue. A template holds {0}, {1}, ... for its arguments,
 * and {1|point|points} for a word that is singular or plural by the number in argument 1.
 *
 * Like snprintf, the functions that write a sentence never write more than `size` bytes, put a zero
 * byte at the end and return the length of the whole sentence. A name whose index is out of range
 * is written as "?". */
#ifndef APPARAT_TEXT_PHRASES_H
#define APPARAT_TEXT_PHRASES_H

#include "core/game.h"
#include "text/catalogue.h"

/* ---- Words ----------------------------------------------------------------------------------- */

/* Returns the text under the key GAME.part.name, for example GAME.step.NAME; `name` itself if the
 * catalogue does not have it. */
const char *ap_game_word(
	const ap_game *game, ap_language language, const char *part, const char *name);

/* Returns the word for the n-th name of a list, which must have labels; "?" if there is none. */
const char *ap_name_word(const ap_game *game, ap_language language, const ap_names *names, int n);

/* Returns the word for a seat, for chance or for the observer; "?" if there is no such seat. */
const char *ap_seat_word(const ap_game *game, ap_language language, int seat);

/* Returns what a step asks of the seat that has to answer. */
const char *ap_prompt(const ap_game *game, ap_language language, int step);

/* ---- Sentences ------------------------------------------------------------------------------- */

size_t ap_say_event(
	const ap_game *game, ap_language language, const ap_event *event, char *out, size_t size);
size_t ap_say_action(
	const ap_game *game, ap_language language, ap_action action, char *out, size_t size);
/* The note of a name, such as what a card does; "" if the catalogue has none. Its placeholders are
 * the sizes of the figures that the name has in this view, in the order in which they are declared.
 */
size_t ap_say_note(const ap_game *game, ap_language language, const void *view,
	const ap_names *names, int n, char *out, size_t size);
size_t ap_say_fact(
	const ap_game *game, ap_language language, const ap_fact *fact, char *out, size_t size);
/* Writes why an attempt was refused, with the title and the id of the clause. */
size_t ap_say_refusal(
	const ap_game *game, ap_language language, ap_result result, char *out, size_t size);

#endif

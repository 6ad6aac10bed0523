/* phrases.h: words for those who know a game's lists of names. The public header apparat/text.h has
 * the sentences.
 *
 * The sentences are templates in the catalogue. A template holds {0}, {1}, ... for its arguments,
 * {1|point|points} for a word that is singular or plural by the number in argument 1, and
 * {2?, +# for the office} for words that are left out if argument 2 is 0. The placeholders of a
 * note are the sizes of the figures that the name has, in the order in which they are declared. */
#ifndef APPARAT_TEXT_PHRASES_H
#define APPARAT_TEXT_PHRASES_H

#include "core/game.h"
#include "text/catalogue.h"

/* Returns the word for the n-th name of a list, which must have labels; "?" if there is none. */
const char *ap_name_word(const ap_game *game, ap_language language, const ap_names *names, int n);

#endif

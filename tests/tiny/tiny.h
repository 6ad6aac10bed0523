/* tiny.h: a game of a quarter of an hour, for tests only. It uses what Red Empire does not: sealed
 * bids turned up in two steps, knowledge that follows a piece, reactions inside reactions. */
#ifndef APPARAT_TESTS_TINY_H
#define APPARAT_TESTS_TINY_H

#include "core/game.h"

extern const ap_game tiny;

/* The games there are, and this one. */
const ap_game *tiny_or_named(const char *name);

/* What an action turns up for `viewer` that neither his view nor the action as he sees it told him:
 * nothing, something that he sees on the table after it, or something that is gone at once and only
 * told. Judged in the state before it, by the rules as written and not as programmed. */
typedef enum tiny_news { NOTHING_NEW, SHOWN, ONLY_TOLD } tiny_news;
tiny_news tiny_turned_up(const void *state, int seat, ap_action a, int viewer);

#endif

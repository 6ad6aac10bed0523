/* bots.h: players that are programs. A bot sees only a view, and chooses one of the actions that
 * the rules allow.
 *
 *     const ap_bot *bot = ap_strongest_bot(game);
 *     ap_view(game, &state, seat, &view);
 *     ap_apply(game, &state, seat, ap_bot_action(bot, game, &view, seat, &rng), NULL);
 *
 * Every game has the level "random", which chooses each legal action with the same probability;
 * most games have stronger levels, too. */
#ifndef APPARAT_BOTS_H
#define APPARAT_BOTS_H

#include <apparat/apparat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A level of bots of one game. */
typedef struct ap_bot ap_bot;

/* Returns the bot of a level for this game; NULL if there is none. */
AP_API const ap_bot *ap_bot_named(const ap_game *game, const char *level);
/* Returns the n-th bot of this game, from weak to strong, counted from 0; NULL past the last. */
AP_API const ap_bot *ap_bot_at(const ap_game *game, int n);
/* Returns the strongest bot of this game. It plays where nobody has chosen a level. */
AP_API const ap_bot *ap_strongest_bot(const ap_game *game);

/* Returns the name of a bot's level, such as "random" or "greedy". */
AP_API const char *ap_bot_level(const ap_bot *bot);
/* Returns the legal action that a bot chooses for `seat`, which must be asked and be the viewer of
 * `view`. The same view and the same generator give the same action. */
AP_API ap_action ap_bot_action(
	const ap_bot *bot, const ap_game *game, const void *view, int seat, ap_rng *rng);

#ifdef __cplusplus
}
#endif
#endif

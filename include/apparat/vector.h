/* vector.h: many games at once, for programs that learn to play. Threads play them; the caller only
 * decides.
 *
 *     ap_vector *vector = ap_vector_new(&spec, &buffers);
 *     ap_vector_reset(vector);
 *     for (;;) {
 *         // row i of buffers.observation is what seat buffers.seat[i] of game i sees
 *         // choice[i] is a place in row i of buffers.legal, from 0 to buffers.count[i] - 1
 *         ap_vector_step(vector, choice);
 *     }
 *
 * In each step every game goes on to the next decision that is the caller's: chance, bots and
 * answers to which there is no alternative are played at once. A game that is over begins anew in
 * the same step. What happens in a game depends on the seed, its number and the choices in it, and
 * not on the number of threads or of other games. */
#ifndef APPARAT_VECTOR_H
#define APPARAT_VECTOR_H

#include <apparat/bots.h>
#include <apparat/learn.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ap_vector ap_vector;

typedef struct ap_vector_spec {
	const ap_layout *layout; /* must outlive the games */
	ap_setup setup;          /* of all games; ap_vector_table() can give a game another one */
	int games;               /* how many are played at the same time, at least 1 */
	int threads;             /* how many threads play them, the caller's included; at least 1 */
	uint64_t seed;
	int longest; /* the room of a row of `legal`, from 2 to AP_MAX_LEGAL; 0: AP_MAX_LEGAL. What does
					not fit is left out, and counted by ap_vector_lost(). */
	int limit;   /* a game with more actions than this is cut; 0: games are never cut */
} ap_vector_spec;

/* The end of a game in this step. */
enum { AP_GOES_ON, AP_ENDED, AP_CUT };

/* Where the games are told, row by row. The caller provides the buffers, which must outlive the
 * games. Those that may be NULL are not written then. */
typedef struct ap_vector_buffers {
	uint8_t *observation; /* [games][width]: see ap_observe(); may be NULL */
	float *floats;        /* [games][width]: see ap_observe_floats(); may be NULL */
	int32_t *legal;       /* [games][longest]: the indices to choose from */
	int32_t *count;       /* [games]: how many there are, at least 2 */
	uint8_t *mask;        /* [games][ap_index_count()]: the same as a mask; may be NULL */
	uint8_t *seat;        /* [games]: who decides */
	int32_t *decision; /* [games]: how many decisions this seat has had in this game before; may be
						  NULL */
	uint8_t *done;     /* [games]: whether a game ended in this step, before the decision that the
						  other buffers tell */
	float *reward;     /* [games][AP_MAX_SEATS]: if it did, the share of the victory that each seat
						  has: 1, less if it is shared, or 0; otherwise 0 */
	ap_outcome
		*outcome; /* [games]: if it ended and was not cut, how; otherwise zero; may be NULL */
} ap_vector_buffers;

/* Makes the games; none is begun. Returns NULL if the set-up is not sound, has more players than
 * the layout, or if threads cannot be started. */
AP_API ap_vector *ap_vector_new(const ap_vector_spec *spec, const ap_vector_buffers *buffers);
/* Ends the threads and frees everything. Takes NULL. */
AP_API void ap_vector_free(ap_vector *vector);

/* Says who plays in a game, from the next time on that it begins: its set-up (NULL: as before), and
 * for each seat the bot that decides for it, or NULL if the caller decides. At least one seat must
 * be the caller's, so that the game can come to a decision. Returns false, and changes nothing, if
 * that is not so or the set-up does not fit. Not to be called during a step. */
AP_API bool ap_vector_table(
	ap_vector *vector, int game, const ap_setup *setup, const ap_bot *const bots[AP_MAX_SEATS]);

/* Begins all games, with the generators as they were at first, and fills the buffers. */
AP_API void ap_vector_reset(ap_vector *vector);
/* Plays choice[i] in each game i, and goes on to the next decisions. Returns false, and does
 * nothing, if a choice is out of range. ap_vector_reset() must have been called. */
AP_API bool ap_vector_step(ap_vector *vector, const int32_t *choice);

/* Asks a bot what it would choose in each game, in the place of whoever decides there: writes the
 * place in `legal`, or -1 if that did not fit into it. Nothing is played. Bots that are asked have
 * a generator of their own in each game, so what happens in a game does not depend on it. */
AP_API void ap_vector_advice(ap_vector *vector, const ap_bot *bot, int32_t *choice);

/* Keeps all games as they are now: states, memories, generators, who sits where, sums. Writes
 * ap_vector_size() bytes, which are good for the same version of the library on the same kind of
 * machine. ap_vector_reset() must have been called. */
AP_API size_t ap_vector_size(const ap_vector *vector);
AP_API void ap_vector_save(const ap_vector *vector, void *out);
/* Goes on from what was kept: the buffers tell of the open decisions again. Returns false, and does
 * nothing, if it is not from such games: of another game or layout, other rules or data, or another
 * number of games. The number of threads may differ. */
AP_API bool ap_vector_restore(ap_vector *vector, const void *saved);

/* Sums since the games were made: decisions that were the caller's, actions of all, games that have
 * ended, and indices that did not fit into `legal`. */
AP_API uint64_t ap_vector_decisions(const ap_vector *vector);
AP_API uint64_t ap_vector_actions(const ap_vector *vector);
AP_API uint64_t ap_vector_games(const ap_vector *vector);
AP_API uint64_t ap_vector_lost(const ap_vector *vector);

/* Writes a copy of the present state of a game, ap_state_size() bytes. */
AP_API void ap_vector_state(const ap_vector *vector, int game, void *out);

#ifdef __cplusplus
}
#endif
#endif

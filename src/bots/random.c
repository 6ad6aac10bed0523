/* random.c: see random.h. */
#include "bots/random.h"

#include <assert.h>

ap_action ap_random_choose(const ap_game *game, const void *view, int seat, ap_rng *rng)
{
	assert(game && view && rng);
	ap_action legal[AP_MAX_LEGAL];
	int count = ap_legal(game, view, seat, legal);
	assert(count > 0); /* the seat must be asked */
	return legal[ap_below(rng, (uint32_t)count)];
}

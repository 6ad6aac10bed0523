/* cover.c: while people answer in secret, the server also writes at random times. The loop answers
 * nobody while it writes: whoever sends ping after ping, over as many connections as he may have,
 * notices that it does. So that this does not say that somebody has answered, there are such writes
 * when nobody has, too. */
#include <assert.h>

#include "server/front_internal.h"

/* Writes come like the clicks of a counter of radiation, two in a second: an answer that is
 * expected within two seconds is one among five writes or so. */
enum { STEP = 25, ONE_OF = 20 };

static int64_t time_until_next(sv_front *front)
{
	int64_t time = 0;
	unsigned char dice[2];
	do {
		front->world.random(front->world.self, dice, sizeof dice);
		time += STEP;
	} while (dice[0] % ONE_OF != 0);
	return time - dice[1] % STEP;
}

void sv_write_for_cover(sv_front *front)
{
	assert(front);
	int64_t now = sv_front_now(front);
	if (!front->service || now < front->cover_at)
		return;
	if (front->cover_at != 0 && front->sockets && !sv_hub_is_troubled(front->hub) &&
		sv_hub_has_secret_question(front->hub))
		sv_service_clock_keep_now(front->service, front->store);
	front->cover_at = now + time_until_next(front);
}

/* chance.h: draws of the random generator as inline functions, for loops that draw at each step. */
#ifndef APPARAT_CORE_CHANCE_H
#define APPARAT_CORE_CHANCE_H

#include "core/game.h"

static inline uint64_t ap_rotated(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static inline uint32_t ap_next_number(ap_rng *rng)
{
	uint64_t a = rng->s[0], b = rng->s[1];
	uint64_t result = ap_rotated(a + b, 17) + a;
	b ^= a;
	rng->s[0] = ap_rotated(a, 49) ^ b ^ b << 21;
	rng->s[1] = ap_rotated(b, 28);
	return (uint32_t)(result >> 32);
}

/* What ap_below() returns. */
static inline uint32_t ap_draw_below(ap_rng *rng, uint32_t n)
{
	uint64_t product = (uint64_t)ap_next_number(rng) * n;
	if ((uint32_t)product < n) { /* reject the few numbers that would favour some results */
		uint32_t threshold = -n % n;
		while ((uint32_t)product < threshold)
			product = (uint64_t)ap_next_number(rng) * n;
	}
	return (uint32_t)(product >> 32);
}

#endif

/* chance.c: the random generator for playouts: xoroshiro128++, seeded by splitmix64. */
#include "core/game.h"

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = (*x += 0x9e3779b97f4a7c15u);
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

void ap_seed(ap_rng *rng, uint64_t seed, uint64_t stream)
{
	assert(rng);
	uint64_t x = seed;
	uint64_t y = splitmix(&x) ^ stream;
	rng->s[0] = splitmix(&y);
	rng->s[1] = splitmix(&y);
	if ((rng->s[0] | rng->s[1]) == 0)
		rng->s[0] = 1; /* with all bits zero the generator would only return zeros */
}

static uint64_t rotate(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

static uint32_t next_number(ap_rng *rng)
{
	uint64_t a = rng->s[0], b = rng->s[1];
	uint64_t result = rotate(a + b, 17) + a;
	b ^= a;
	rng->s[0] = rotate(a, 49) ^ b ^ b << 21;
	rng->s[1] = rotate(b, 28);
	return (uint32_t)(result >> 32);
}

uint32_t ap_below(ap_rng *rng, uint32_t n)
{
	assert(rng && n > 0);
	uint64_t product = (uint64_t)next_number(rng) * n;
	if ((uint32_t)product < n) { /* reject the few numbers that would favour some results */
		uint32_t threshold = -n % n;
		while ((uint32_t)product < threshold)
			product = (uint64_t)next_number(rng) * n;
	}
	return (uint32_t)(product >> 32);
}

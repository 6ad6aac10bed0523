/* chance.c: the random generator for playouts: xoroshiro128++, seeded by splitmix64. */
#include "core/chance.h"

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

uint32_t ap_below(ap_rng *rng, uint32_t n)
{
	assert(rng && n > 0);
	return ap_draw_below(rng, n);
}

/* quick_clock.c: a clock that goes on by a second whenever somebody looks. With it `apparat bench`,
 * which also computes the signature of a game, measures next to nothing and is done at once. */
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time)
{
	static long seconds;
	(void)clock;
	time->tv_sec = ++seconds;
	time->tv_nsec = 0;
	return 0;
}

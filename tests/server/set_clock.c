/* set_clock.c: a library that is loaded before that of C, and lets a program see another hour of
 * the day. CLOCK_AHEAD in the environment names a file whose first eight bytes are the milliseconds
 * by which it is ahead; they may change at any time. All other clocks stay as they are. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

static const int64_t *ahead; /* the file in memory; NULL until it is open */

__attribute__((constructor)) static void open_file(void)
{
	const char *path = getenv("CLOCK_AHEAD");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *memory = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED)
		abort(); /* the test would prove nothing */
	close(fd);
	ahead = memory;
}

EXPORTED int clock_gettime(clockid_t which, struct timespec *t)
{
	int status = (int)syscall(SYS_clock_gettime, which, t);
	if (status != 0 || which != CLOCK_REALTIME || !ahead)
		return status;
	int64_t ms = __atomic_load_n(ahead, __ATOMIC_RELAXED) + t->tv_nsec / 1000000;
	int64_t seconds = ms >= 0 ? ms / 1000 : -((999 - ms) / 1000); /* rounded down */
	t->tv_sec += (time_t)seconds;
	t->tv_nsec = (long)(ms - seconds * 1000) * 1000000 + t->tv_nsec % 1000000;
	return 0;
}

EXPORTED int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
	struct timespec now;
	(void)zone;
	clock_gettime(CLOCK_REALTIME, &now);
	*t = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
	return 0;
}

EXPORTED time_t time(time_t *out)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	if (out)
		*out = now.tv_sec;
	return now.tv_sec;
}

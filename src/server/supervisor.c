/* supervisor.c: see supervisor.h, and sd_notify(3). */
#include "server/supervisor.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

void sv_tell_supervisor(const char *state)
{
	assert(state);
	const char *name = getenv("NOTIFY_SOCKET");
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	size_t length = name ? strlen(name) : 0;
	if (length < 2 || length >= sizeof to.sun_path || (name[0] != '/' && name[0] != '@'))
		return;
	memcpy(to.sun_path, name, length);
	if (to.sun_path[0] == '@') /* a socket without a file */
		to.sun_path[0] = '\0';
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	sendto(fd, state, strlen(state), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&to,
		(socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
	close(fd);
}

/* The variable is for the process that it names. Half of the time is soon enough. */
int64_t sv_watchdog_interval(void)
{
	const char *time = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
	if (!time || (process && strtol(process, NULL, 10) != (long)getpid()))
		return 0;
	int64_t ms = strtoll(time, NULL, 10) / 1000 / 2;
	return ms > 0 ? ms : 0;
}

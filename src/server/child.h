/* child.h: a child process of the server that works at the other end of a socket pair. It may crash
 * or hang: the server's loop never waits for it. */
#ifndef APPARAT_SERVER_CHILD_H
#define APPARAT_SERVER_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct sv_child {
	pid_t pid;
	int socket; /* transfers whole packets; -1: the process is not running */
} sv_child;

/* What the child does. It returns when its socket is closed. The child has none of the server's
 * files and sockets; `with` is the argument that was given to sv_child_start(). */
typedef void sv_child_work(int socket, const void *with);

/* Starts a child; `name` is what ps shows. Returns false if it cannot be started. */
bool sv_child_start(sv_child *child, const char *name, sv_child_work *work, const void *with);

/* Kills the child, if it is running, and closes its socket. */
void sv_child_kill(sv_child *child);

#endif

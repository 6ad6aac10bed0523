/* child.h: a process of the server's own that works at the other end of a socket pair. It may
 * crash or hang; the loop never waits for it. */
#ifndef APPARAT_SERVER_CHILD_H
#define APPARAT_SERVER_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct sv_child {
	pid_t pid;
	int socket; /* packets; -1: there is none */
} sv_child;

/* Works until its socket is closed. Nothing of the server is left to it but `with`. */
typedef void sv_work(int socket, const void *with);

/* `name` is what ps shows. False: it could not be made. */
bool sv_child_start(sv_child *child, const char *name, sv_work *work, const void *with);
void sv_child_end(sv_child *child); /* at once */

#endif

/* child.c: see child.h. */
#include "server/child.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/* Closes the server's files and sockets, and resets its signal handlers. */
static void leave_server(int socket, const char *name)
{
	static const int handled[] = {SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	long files = sysconf(_SC_OPEN_MAX);
	for (int fd = 3; fd < files; fd++)
		if (fd != socket)
			close(fd);
	for (int i = 0; i < (int)(sizeof handled / sizeof handled[0]); i++)
		signal(handled[i], SIG_DFL);
	signal(SIGINT, SIG_IGN); /* Ctrl-C in the terminal: the server ends its children itself */
	signal(SIGPIPE, SIG_IGN);
#ifdef __linux__
	prctl(PR_SET_NAME, name);
#else
	(void)name;
#endif
}

bool sv_child_start(sv_child *child, const char *name, sv_child_work *work, const void *with)
{
	int ends[2];
	assert(child && name && work);
	*child = (sv_child){-1, -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
		return false;
	child->pid = fork();
	if (child->pid == 0) {
		leave_server(ends[1], name);
		work(ends[1], with);
		_exit(0);
	}
	close(ends[1]);
	child->socket = ends[0];
	if (child->pid > 0)
		return true;
	sv_child_kill(child);
	return false;
}

void sv_child_kill(sv_child *child)
{
	assert(child);
	if (child->socket >= 0)
		close(child->socket);
	if (child->pid > 0) {
		kill(child->pid, SIGKILL);
		while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	*child = (sv_child){-1, -1};
}

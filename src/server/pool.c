/* pool.c: see pool.h. A worker is a child at the other end of a socket pair: a job goes in, a
 * verdict comes out. */
#include "server/pool.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct worker {
	pid_t pid;
	int socket;
	bool busy;
	int64_t since;
	sv_verdict about; /* the question it has */
} worker;

typedef struct waiting {
	struct waiting *next;
	sv_job job;
} waiting;

struct sv_pool {
	int workers;
	int64_t patience;
	waiting *first, **last;
	worker worker[];
};

/* ---- The child ------------------------------------------------------------------------------- */

static ap_action choose(const sv_job *job)
{
	ap_rng rng;
	const ap_game *game = ap_game_named(job->game);
	const ap_bot *bot = ap_bot_named(game, job->level);
	ap_seed(&rng, job->seed[0], job->seed[1]);
	if (!bot)
		bot = ap_bot_named(game, "random");
	return bot->choose(game, &job->view, job->seat, &rng);
}

/* Nothing of the server is left to the child: no socket, no file, no handler. */
static _Noreturn void think_for_ever(int socket)
{
	static sv_job job;
	long files = sysconf(_SC_OPEN_MAX);
	for (int fd = 3; fd < files; fd++)
		if (fd != socket)
			close(fd);
	static const int handled[] = {SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	for (int i = 0; i < (int)(sizeof handled / sizeof handled[0]); i++)
		signal(handled[i], SIG_DFL);
	signal(SIGINT, SIG_IGN); /* the terminal's: the server will say when */
	while (recv(socket, &job, sizeof job, 0) == (ssize_t)sizeof job) {
		sv_verdict v = {.table = job.table, .question = job.question, .seat = job.seat};
		v.action = choose(&job);
		if (send(socket, &v, sizeof v, MSG_NOSIGNAL) != (ssize_t)sizeof v)
			break;
	}
	_exit(0);
}

/* ---- Workers --------------------------------------------------------------------------------- */

static bool hire(worker *w)
{
	int ends[2];
	*w = (worker){.pid = -1, .socket = -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
		return false;
	w->pid = fork();
	if (w->pid == 0)
		think_for_ever(ends[1]);
	close(ends[1]);
	w->socket = ends[0];
	return w->pid > 0;
}

static void dismiss(worker *w)
{
	if (w->socket >= 0)
		close(w->socket);
	if (w->pid > 0) {
		kill(w->pid, SIGKILL);
		while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	*w = (worker){.pid = -1, .socket = -1};
}

sv_pool *sv_pool_open(int workers, int64_t patience)
{
	sv_pool *pool = calloc(1, sizeof *pool + (size_t)workers * sizeof pool->worker[0]);
	if (!pool)
		return NULL;
	pool->patience = patience;
	pool->last = &pool->first;
	for (; pool->workers < workers; pool->workers++)
		if (!hire(&pool->worker[pool->workers])) {
			dismiss(&pool->worker[pool->workers]);
			sv_pool_close(pool);
			return NULL;
		}
	return pool;
}

void sv_pool_close(sv_pool *pool)
{
	for (int i = 0; i < pool->workers; i++)
		dismiss(&pool->worker[i]);
	while (pool->first) {
		waiting *w = pool->first;
		pool->first = w->next;
		free(w);
	}
	free(pool);
}

/* ---- Questions and verdicts ------------------------------------------------------------------ */

bool sv_pool_ask(sv_pool *pool, const sv_job *job)
{
	waiting *w = malloc(sizeof *w);
	if (!w)
		return false;
	w->next = NULL;
	w->job = *job;
	*pool->last = w;
	pool->last = &w->next;
	return true;
}

static void give(sv_pool *pool, worker *w, int64_t now)
{
	waiting *next = pool->first;
	pool->first = next->next;
	if (!pool->first)
		pool->last = &pool->first;
	w->about = (sv_verdict){
		.table = next->job.table, .question = next->job.question, .seat = next->job.seat};
	w->busy = true;
	w->since = now;
	/* If it cannot be sent the child is gone: that is noticed when nothing comes back. */
	(void)!send(w->socket, &next->job, sizeof next->job, MSG_NOSIGNAL | MSG_DONTWAIT);
	free(next);
}

/* True: there is a verdict; a worker that failed has been replaced. */
static bool look(sv_pool *pool, worker *w, int64_t now, sv_verdict *v)
{
	ssize_t got = recv(w->socket, v, sizeof *v, MSG_DONTWAIT);
	if (got == (ssize_t)sizeof *v)
		return true;
	bool waits = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
	if (waits && now - w->since <= pool->patience)
		return false;
	*v = w->about;
	v->failed = true;
	dismiss(w);
	hire(w);
	return true;
}

bool sv_pool_tick(sv_pool *pool, int64_t now, sv_on_verdict *on_verdict, void *to)
{
	bool thinks = false;
	for (int i = 0; i < pool->workers; i++) {
		worker *w = &pool->worker[i];
		sv_verdict v;
		if (w->busy && look(pool, w, now, &v)) {
			w->busy = false;
			on_verdict(to, &v);
		}
	}
	for (int i = 0; i < pool->workers; i++) {
		worker *w = &pool->worker[i];
		if (w->socket < 0)
			hire(w);
		if (!w->busy && pool->first && w->socket >= 0)
			give(pool, w, now);
		thinks = thinks || w->busy;
	}
	return thinks || pool->first;
}

/* bot_pool.c: see bot_pool.h. A worker is a child process at the other end of a socket pair: it
 * reads a job and writes an answer. */
#include "server/bot_pool.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "text/memory.h"

enum { FOR_NOBODY = 20 }; /* ms between two jobs of tables with bots alone */

typedef struct worker {
	pid_t pid;
	int socket;
	bool busy;
	int64_t busy_since;
	bool is_for_nobody;     /* nobody waits for its job but bots */
	sv_bot_answer expected; /* the answer to its job, but for the action */
} worker;

typedef struct waiting_job {
	struct waiting_job *next;
	int64_t turn; /* the least goes first */
	sv_bot_job job;
} waiting_job;

struct sv_bot_pool {
	int workers;
	int64_t bot_time;
	int64_t for_nobody_at;      /* when the next job may be begun that nobody waits for */
	int64_t turn;               /* of the job that was given last: see sv_bot_pool_submit() */
	waiting_job *first, **last; /* the jobs that no worker has yet */
	worker worker[];
};

/* ---- In the child process -------------------------------------------------------------------- */

static ap_action choose(const sv_bot_job *job)
{
	ap_rng rng;
	const ap_game *game = ap_game_named(job->game);
	const ap_bot *bot = ap_bot_named(game, job->level);
	ap_seed(&rng, job->seed[0], job->seed[1]);
	if (!bot)
		bot = ap_bot_named(game, "random");
	return bot->choose(game, &job->view, job->seat, &rng);
}

/* Closes the server's files and sockets, resets its signal handlers, and answers jobs until the
 * socket is closed. */
static _Noreturn void run_worker(int socket)
{
	static sv_bot_job job;
	long files = sysconf(_SC_OPEN_MAX);
	for (int fd = 3; fd < files; fd++)
		if (fd != socket)
			close(fd);
	static const int handled[] = {SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	for (int i = 0; i < (int)(sizeof handled / sizeof handled[0]); i++)
		signal(handled[i], SIG_DFL);
	signal(SIGINT, SIG_IGN); /* Ctrl-C in the terminal: the server ends its children itself */
	while (recv(socket, &job, sizeof job, 0) == (ssize_t)sizeof job) {
		sv_bot_answer v = {.table = job.table, .question = job.question, .seat = job.seat};
		v.action = choose(&job);
		if (send(socket, &v, sizeof v, MSG_NOSIGNAL) != (ssize_t)sizeof v)
			break;
	}
	_exit(0);
}

/* ---- Workers --------------------------------------------------------------------------------- */

static bool start_worker(worker *w)
{
	int ends[2];
	*w = (worker){.pid = -1, .socket = -1};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
		return false;
	w->pid = fork();
	if (w->pid == 0)
		run_worker(ends[1]);
	close(ends[1]);
	w->socket = ends[0];
	return w->pid > 0;
}

static void stop_worker(worker *w)
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

sv_bot_pool *sv_bot_pool_open(int workers, int64_t bot_time)
{
	assert(workers > 0);
	sv_bot_pool *pool = ap_allocate(1, sizeof *pool + (size_t)workers * sizeof pool->worker[0]);
	pool->bot_time = bot_time;
	pool->last = &pool->first;
	for (; pool->workers < workers; pool->workers++)
		if (!start_worker(&pool->worker[pool->workers])) {
			stop_worker(&pool->worker[pool->workers]);
			sv_bot_pool_close(pool);
			return NULL;
		}
	return pool;
}

void sv_bot_pool_close(sv_bot_pool *pool)
{
	assert(pool);
	for (int i = 0; i < pool->workers; i++)
		stop_worker(&pool->worker[i]);
	while (pool->first) {
		waiting_job *w = pool->first;
		pool->first = w->next;
		free(w);
	}
	free(pool);
}

/* ---- Jobs and answers ------------------------------------------------------------------------ */

/* Each table has used some of the bots' time, counted from where those that wait now are. The job
 * of the table that has used the least goes first. */
void sv_bot_pool_submit(sv_bot_pool *pool, const sv_bot_job *job)
{
	assert(pool && job);
	waiting_job *w = ap_allocate(1, sizeof *w);
	w->job = *job;
	w->turn = job->used > pool->turn ? job->used : pool->turn;
	*pool->last = w;
	pool->last = &w->next;
}

/* One process is kept free for tables at which people play. Each answer is a commit, and there are
 * only so many of these for bots alone, however fast they are. */
static bool may_work_for_nobody(const sv_bot_pool *pool, int64_t now)
{
	int busy = 0;
	if (now < pool->for_nobody_at && now > pool->for_nobody_at - FOR_NOBODY)
		return false;
	for (int i = 0; i < pool->workers; i++)
		busy += pool->worker[i].busy && pool->worker[i].is_for_nobody;
	return pool->workers == 1 || busy < pool->workers - 1;
}

static bool goes_before(const waiting_job *a, const waiting_job *b)
{
	if (a->job.is_for_nobody != b->job.is_for_nobody)
		return b->job.is_for_nobody;
	return a->turn < b->turn;
}

/* Takes the job that goes first out of the queue. Returns NULL if none may be begun. */
static waiting_job *take_first(sv_bot_pool *pool, int64_t now)
{
	waiting_job **best = NULL;
	bool for_nobody = may_work_for_nobody(pool, now);
	for (waiting_job **at = &pool->first; *at; at = &(*at)->next)
		if ((for_nobody || !(*at)->job.is_for_nobody) && (!best || goes_before(*at, *best)))
			best = at;
	if (!best)
		return NULL;
	waiting_job *job = *best;
	if (pool->last == &job->next)
		pool->last = best;
	*best = job->next;
	return job;
}

static void give_job(sv_bot_pool *pool, worker *w, int64_t now)
{
	waiting_job *next = take_first(pool, now);
	if (!next)
		return;
	if (next->job.is_for_nobody)
		pool->for_nobody_at = now + FOR_NOBODY;
	pool->turn = next->turn > pool->turn ? next->turn : pool->turn;
	w->expected = (sv_bot_answer){.table = next->job.table,
		.question = next->job.question,
		.seat = next->job.seat,
		.used = next->turn};
	w->is_for_nobody = next->job.is_for_nobody;
	w->busy = true;
	w->busy_since = now;
	/* If this fails the worker is gone, which take_answer() will notice. */
	(void)!send(w->socket, &next->job, sizeof next->job, MSG_NOSIGNAL | MSG_DONTWAIT);
	free(next);
}

/* Returns true if there is an answer. A worker that has failed is replaced, and the answer says
 * so. */
static bool take_answer(sv_bot_pool *pool, worker *w, int64_t now, sv_bot_answer *v)
{
	ssize_t got = recv(w->socket, v, sizeof *v, MSG_DONTWAIT);
	if (got == (ssize_t)sizeof *v)
		return true;
	bool waits = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
	if (waits && now - w->busy_since <= pool->bot_time)
		return false;
	*v = w->expected;
	v->failed = true;
	worker before = *w;
	stop_worker(w);
	start_worker(w);
	w->busy_since = before.busy_since;
	w->expected = before.expected;
	return true;
}

bool sv_bot_pool_tick(sv_bot_pool *pool, int64_t now, sv_on_bot_answer *on_answer, void *to)
{
	assert(pool && on_answer);
	bool thinks = false;
	for (int i = 0; i < pool->workers; i++) {
		worker *w = &pool->worker[i];
		sv_bot_answer v;
		if (w->busy && take_answer(pool, w, now, &v)) {
			int64_t took = now - w->busy_since;
			w->busy = false;
			v.used = w->expected.used + (took > 1 ? took : 1);
			on_answer(to, &v);
		}
	}
	for (int i = 0; i < pool->workers; i++) {
		worker *w = &pool->worker[i];
		if (w->socket < 0)
			start_worker(w);
		if (!w->busy && pool->first && w->socket >= 0)
			give_job(pool, w, now);
		thinks = thinks || w->busy;
	}
	return thinks || pool->first;
}

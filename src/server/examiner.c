/* examiner.c: see examiner.h. */
#include "server/examiner.h"

#include <assert.h>
#include <stdlib.h>

#include "core/game.h"
#include "server/worker.h"
#include "text/memory.h"

struct sv_examiner {
	sv_on_examined *on_examined;
	sv_worker *worker;
	bool is_busy; /* there is a text, or what was found in one was not handed over */
	char *text;
	size_t length;
	sv_examined *found;
	void *owner; /* NULL: nobody waits any more */
};

/* ---- The thread ------------------------------------------------------------------------------ */

static sv_examined *examine(const char *text, size_t length)
{
	sv_examined *found = ap_allocate(1, sizeof *found);
	found->record = ap_allocate(1, sizeof *found->record);
	ap_fair_digest(text, length, found->digest);
	if (!ap_record_read(found->record, text, length, ap_game_named, &found->error)) {
		free(found->record);
		found->record = NULL;
	}
	return found;
}

static void do_job(void *of)
{
	sv_examiner *e = of;
	e->found = examine(e->text, e->length);
	free(e->text);
}

/* ---- Its callers ----------------------------------------------------------------------------- */

sv_examiner *sv_examiner_open(sv_on_examined *on_examined)
{
	assert(on_examined);
	sv_examiner *e = ap_allocate(1, sizeof *e);
	e->on_examined = on_examined;
	e->worker = sv_worker_open(do_job, NULL, e);
	return e;
}

void sv_examiner_close(sv_examiner *e)
{
	assert(e);
	sv_worker_close(e->worker);
	if (e->is_busy)
		sv_free_examined(e->found);
	free(e);
}

bool sv_examiner_submit(sv_examiner *e, char *text, size_t length, void *owner)
{
	assert(e && text && owner);
	if (e->is_busy || !sv_worker_start(e->worker))
		return false;
	e->text = text;
	e->length = length;
	e->owner = owner;
	e->is_busy = true;
	return sv_worker_call(e->worker);
}

void sv_examiner_cancel(sv_examiner *e, const void *owner)
{
	assert(e && owner);
	if (e->owner == owner)
		e->owner = NULL;
}

bool sv_examiner_tick(sv_examiner *e)
{
	assert(e);
	if (!e->is_busy || !sv_worker_is_idle(e->worker))
		return e->is_busy;
	sv_examined *found = e->found;
	void *owner = e->owner;
	e->found = NULL;
	e->owner = NULL;
	e->is_busy = false;
	if (owner)
		e->on_examined(owner, found);
	else
		sv_free_examined(found);
	return false;
}

void sv_free_examined(sv_examined *found)
{
	if (!found)
		return;
	if (found->record)
		ap_record_free(found->record);
	free(found->record);
	free(found);
}

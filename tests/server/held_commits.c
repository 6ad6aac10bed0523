/* held_commits.c: see held_commits.h. */
#include "server/held_commits.h"

#include <assert.h>
#include <stddef.h>

#include "server/store_driver.h"

static sv_store *held_store;
static const sv_driver *real;
static sv_driver holding;
static bool is_held, may_end, is_to_fail;

/* The transaction that is held is open already. */
static bool begin(sv_store *s)
{
	return is_held || real->begin(s);
}

static sv_commit_state start_commit(sv_store *s)
{
	(void)s;
	assert(!is_held);
	is_held = true;
	may_end = is_to_fail = false;
	return SV_COMMITTING;
}

static sv_commit_state poll_commit(sv_store *s, bool wait)
{
	assert(is_held);
	if (!may_end && !wait)
		return SV_COMMITTING;
	is_held = false;
	if (is_to_fail) {
		sv_store_set_error(s, "the commit failed: the test said so");
		return SV_COMMIT_FAILED;
	}
	sv_commit_state state = real->start_commit(s);
	if (state == SV_COMMITTED && s->in_transaction) /* what is written next is the rest of it */
		return real->begin(s) ? SV_COMMITTED : SV_COMMIT_FAILED;
	return state;
}

void hold_commits(sv_store *s)
{
	assert(s && !held_store);
	held_store = s;
	real = s->driver;
	holding = *real;
	holding.begin = begin;
	holding.start_commit = start_commit;
	holding.poll_commit = poll_commit;
	s->driver = &holding;
	is_held = false;
}

void let_commit_be_done(void)
{
	assert(is_held);
	may_end = true;
}

void let_commit_fail(void)
{
	assert(is_held);
	may_end = is_to_fail = true;
}

bool commit_is_held(void)
{
	return is_held;
}

void release_commits(void)
{
	assert(held_store && !is_held);
	held_store->driver = real;
	held_store = NULL;
}

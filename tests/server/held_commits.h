/* held_commits.h: a store whose commits take as long as a test wants, and fail if it says so. It is
 * any store whose commits complete at once; what is held is one transaction of that, with what is
 * written while it is held: so a failure drops both, and nothing that is written meanwhile may fail
 * by itself. */
#ifndef APPARAT_TESTS_SERVER_HELD_COMMITS_H
#define APPARAT_TESTS_SERVER_HELD_COMMITS_H

#include <stdbool.h>

#include "server/store.h"

/* From now on no commit of this store completes by itself. One store at a time can be held. */
void hold_commits(sv_store *store);

/* The commit that is held will be done, or will have failed, when it is looked at again. For
 * whoever waits for it, it is done at once. */
void let_commit_be_done(void);
void let_commit_fail(void);

/* True while a commit is held. */
bool commit_is_held(void);

/* Commits complete by themselves again. */
void release_commits(void);

#endif

/* people.h: who somebody is: guests, who have only a name; accounts, which have a name and a
 * password; and their sessions.
 *
 * What these functions write becomes durable with sv_store_commit(). The caller must not give a
 * token or an answer to anybody before that. If a function returns SV_STORAGE, the reason is in
 * sv_store_error(), and the commit fails as well (see store.h).
 *
 * `out` and `token` are set only if SV_PEOPLE_OK is returned.
 *
 * To check or to set a password takes 50 to 100 ms and 32 MiB of memory (to change one: twice). The
 * caller limits how often an address may do that; sv_people_use_tasks() lets another process do the
 * work. All other functions are quick. Of a password only its argon2id hash is stored, of a token
 * only its BLAKE2b hash.
 *
 * All functions must be called by the thread of the store. */
#ifndef APPARAT_SERVER_PEOPLE_H
#define APPARAT_SERVER_PEOPLE_H

#include "server/store.h"
#include "server/world.h"

enum {
	SV_TOKEN_SIZE = 44,     /* 43 characters of base64url and a zero: fits a cookie */
	SV_PASSWORD_LEAST = 8,  /* the least number of characters of a password */
	SV_PASSWORD_BYTES = 256 /* the greatest number of bytes of a password */
};

typedef enum sv_people_code {
	SV_PEOPLE_OK,
	SV_BAD_NAME,           /* see sv_is_good_name() */
	SV_NAME_TAKEN,         /* an account has this name, or one that looks like it */
	SV_WEAK_PASSWORD,      /* it has fewer than SV_PASSWORD_LEAST characters */
	SV_BAD_PASSWORD,       /* it is not UTF-8, or has more than SV_PASSWORD_BYTES bytes */
	SV_WRONG_PASSWORD,     /* or there is no such account: the two are not told apart */
	SV_NOT_AN_ACCOUNT,     /* the person is a guest and has no password */
	SV_ALREADY_AN_ACCOUNT, /* the person is no guest who could become an account */
	SV_NO_SESSION,         /* the token is malformed or unknown, or the session has expired */
	SV_NO_SUCH_PERSON,
	SV_BANNED,     /* the person may not come for now */
	SV_BAD_LINK,   /* a link that sets a password is unknown, or was used, or is too old */
	SV_STORAGE,    /* the store failed */
	SV_BUSY,       /* the hash of a password could not be computed; nothing was done */
	SV_NOT_HASHED, /* a hash is needed first: see sv_people_use_tasks(); nothing was done */
	SV_PEOPLE_CODES
} sv_people_code;

/* Returns the code's name in the protocol: "ok", "bad-name", "name-taken", ... */
const char *sv_people_code_name(sv_people_code code);

typedef struct sv_session {
	int64_t person;
	char name[SV_NAME_SIZE];
	bool account;                 /* false: a guest */
	uint8_t hash[SV_SECRET_SIZE]; /* the hash of its token, which identifies the session */
} sv_session;

typedef struct sv_people sv_people;

/* Copies world and limits, not the store. Returns NULL and sets `error` on failure. */
sv_people *sv_people_open(
	sv_store *store, const sv_world *world, const sv_limits *limits, ap_error *error);
void sv_people_close(sv_people *people);

/* ---- Hashing elsewhere ----------------------------------------------------------------------- */

/* A password to be hashed, or to be compared with a hash. */
typedef struct sv_hash_task {
	bool makes_hash; /* true: `hash` is the result; false: `hash` is given, `matches` the result */
	bool done;
	bool failed;  /* there was not enough memory, or the process that worked on it is gone */
	bool matches; /* the password is the one of the hash */
	char password[SV_PASSWORD_BYTES + 1];
	char hash[sizeof((sv_person_row *)0)->password];
} sv_hash_task;

/* A change of password needs two tasks, and more if the password changes in the meantime. */
enum { SV_MAX_HASH_TASKS = 4 };

/* The tasks of one request. */
typedef struct sv_hash_tasks {
	int count;
	sv_hash_task task[SV_MAX_HASH_TASKS];
} sv_hash_tasks;

/* Does the task: the slow part. It needs nothing else, so that any process can do it. */
void sv_run_hash_task(sv_hash_task *task);

/* From now on results are taken from `tasks`. A function that needs one that is missing adds a task
 * and returns SV_NOT_HASHED; the caller has the task done and calls the function again. NULL: the
 * functions hash by themselves. */
void sv_people_use_tasks(sv_people *people, sv_hash_tasks *tasks);

/* ---- Guests and accounts --------------------------------------------------------------------- */

/* A good name has 1 to `most` characters of valid UTF-8 and fits SV_NAME_SIZE. It has no control
 * characters, none that are invisible, and no spaces but single plain ones between others. It need
 * not be normalised. */
bool sv_is_good_name(const char *name, int most);

/* Adds a guest. Guests may share a name with each other, but none has that of an account, or one
 * that looks like it. */
sv_people_code sv_people_add_guest(
	sv_people *people, const char *name, sv_session *out, char token[SV_TOKEN_SIZE]);

/* Adds an account, or turns the guest with the id `guest` into one (0: there is none). Such a guest
 * keeps his seats; his earlier sessions end. */
sv_people_code sv_people_register(sv_people *people, int64_t guest, const char *name,
	const char *password, sv_session *out, char token[SV_TOKEN_SIZE]);

/* Opens a session. Neither the result nor the time it takes tells whether the name exists. */
sv_people_code sv_people_log_in(sv_people *people, const char *name, const char *password,
	sv_session *out, char token[SV_TOKEN_SIZE]);

/* Changes the password of an account. All its sessions end, and a new one is opened. */
sv_people_code sv_people_change_password(sv_people *people, int64_t id, const char *password,
	const char *new_password, sv_session *out, char token[SV_TOKEN_SIZE]);

/* Sets the password of the account for which this link was made, once. All its sessions end, and a
 * new one is opened. */
sv_people_code sv_people_recover(sv_people *people, const char *link, const char *new_password,
	sv_session *out, char token[SV_TOKEN_SIZE]);

/* Deletes the person (see sv_store_delete_person()). The password of a guest is ignored. */
sv_people_code sv_people_delete(sv_people *people, int64_t id, const char *password);

/* ---- Sessions -------------------------------------------------------------------------------- */

/* Sessions that are opened from now on begin with this (see sv_describe_agent()). */
void sv_people_use_agent(sv_people *people, const char *agent);

/* Finds the session of a token. Its use extends it; that is written once a minute at most. */
sv_people_code sv_people_find_session(sv_people *people, const char *token, sv_session *out);

/* Extends the session of a connection that is still open. */
sv_people_code sv_people_extend_session(sv_people *people, const uint8_t hash[SV_SECRET_SIZE]);

/* Ends the session of a token; succeeds as well if there is none. */
sv_people_code sv_people_log_out(sv_people *people, const char *token);

/* Deletes expired sessions. To be called now and then. */
sv_people_code sv_people_delete_expired(sv_people *people);

#endif

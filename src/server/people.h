/* people.h: who somebody is: guests by a name alone, accounts by name and password, sessions.
 *
 * Everything written waits in the store for sv_store_commit(), with whatever else is gathered: no
 * token may be given out, no answer sent, before. Whoever is told "storage" finds the reason in
 * sv_store_error(); after a failed write the commit fails as well (see store.h).
 *
 * `out` and `token` mean something only when all went well.
 *
 * What checks or sets a password takes 50 to 100 ms and 32 MiB, once (a change of password:
 * twice); the caller limits how often an address may ask for that, and need not wait for it: see
 * sv_people_use(). All else is quick. No password and no token is kept: of the one an argon2id
 * hash, of the other a BLAKE2b hash.
 *
 * One thread only, that of the store. */
#ifndef APPARAT_SERVER_PEOPLE_H
#define APPARAT_SERVER_PEOPLE_H

#include "server/store.h"
#include "server/world.h"

enum {
	SV_TOKEN = 44,          /* 43 letters of base64url, with the zero: fit for a cookie */
	SV_PASSWORD_LEAST = 8,  /* characters */
	SV_PASSWORD_BYTES = 256 /* at most */
};

typedef enum sv_people_code {
	SV_PEOPLE_OK,
	SV_BAD_NAME,           /* see sv_good_name() */
	SV_NAME_TAKEN,         /* an account has it */
	SV_WEAK_PASSWORD,      /* fewer than SV_PASSWORD_LEAST characters */
	SV_BAD_PASSWORD,       /* not UTF-8, or more than SV_PASSWORD_BYTES */
	SV_WRONG_PASSWORD,     /* or no such account: nobody is told which */
	SV_NOT_AN_ACCOUNT,     /* a guest has no password */
	SV_ALREADY_AN_ACCOUNT, /* and cannot become one */
	SV_NO_SESSION,         /* a token that is none, or has expired */
	SV_NO_SUCH_PERSON,
	SV_STORAGE,    /* the store failed */
	SV_NO_MEMORY,  /* for a password's hash; nothing was done */
	SV_NOT_HASHED, /* see sv_people_use(); nothing was done */
	SV_PEOPLE_CODES
} sv_people_code;

/* The code's word in the protocol: "ok", "bad-name", "name-taken", ... */
const char *sv_people_word(sv_people_code code);

/* Somebody, as a session of his shows him. */
typedef struct sv_session {
	int64_t person;
	char name[SV_NAME];
	bool account;
	uint8_t hash[SV_SECRET]; /* of its token: tells his sessions apart */
} sv_session;

typedef struct sv_people sv_people;

/* NULL: see `error`. The store does not belong to it; world and limits are copied. */
sv_people *sv_people_open(
	sv_store *store, const sv_world *world, const sv_limits *limits, ap_error *error);
void sv_people_close(sv_people *people);

/* A password and a hash: either it is checked, or its hash is made. */
typedef struct sv_proof {
	bool make;                /* or check */
	bool done, failed, right; /* failed: no memory */
	char password[SV_PASSWORD_BYTES + 1];
	char hash[sizeof((sv_person_row *)0)->password];
} sv_proof;

enum { SV_PROOFS = 4 }; /* a change of password needs two; what it checks can change meanwhile */
typedef struct sv_proofs {
	int count;
	sv_proof proof[SV_PROOFS];
} sv_proofs;

void sv_prove(sv_proof *proof); /* the slow part; needs nothing else, so any process will do */

/* From now on hashes are taken from `proofs`. Whatever needs one that is not there adds it, undone,
 * and returns SV_NOT_HASHED: prove it and ask for the same again. NULL: they are made on the spot.
 */
void sv_people_use(sv_people *people, sv_proofs *proofs);

/* 1 to `most` characters of valid UTF-8 that fit SV_NAME; none that controls or cannot be seen; the
 * only space is the plain one, single and inside. It need not be normalised. */
bool sv_good_name(const char *name, int most);

/* Somebody new who has only a name. Guests may share one, but none may have an account's. */
sv_people_code sv_people_guest(
	sv_people *people, const char *name, sv_session *out, char token[SV_TOKEN]);

/* A new account. `guest`: he becomes the account, and keeps his seats; his old sessions end. 0:
 * somebody new. */
sv_people_code sv_people_register(sv_people *people, int64_t guest, const char *name,
	const char *password, sv_session *out, char token[SV_TOKEN]);

/* The same answer after about the same time, be the name unknown or the password wrong. */
sv_people_code sv_people_log_in(sv_people *people, const char *name, const char *password,
	sv_session *out, char token[SV_TOKEN]);

/* Whose session it is. Its use keeps it alive: it ends `session` after the last one, to the minute,
 * for the store is not written more often than that. */
sv_people_code sv_people_who(sv_people *people, const char *token, sv_session *out);

/* The same for a connection that has lasted: `hash` is its session's. */
sv_people_code sv_people_stays(sv_people *people, const uint8_t hash[SV_SECRET]);

/* A session that is over is logged out already. */
sv_people_code sv_people_log_out(sv_people *people, const char *token);

/* All his sessions end, and he has a new one. */
sv_people_code sv_people_change_password(sv_people *people, int64_t id, const char *password,
	const char *fresh, sv_session *out, char token[SV_TOKEN]);

/* Everything the store has of him (see sv_store_delete_person()). An account must show its
 * password; a guest has none, and his is not looked at. */
sv_people_code sv_people_delete(sv_people *people, int64_t id, const char *password);

/* Sessions that have expired are only in the way: now and then. */
sv_people_code sv_people_sweep(sv_people *people);

#endif

/* people.c: see people.h. */
#include "server/people.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_admin.h"
#include "server/store_nodes.h"
#include "text/memory.h"

/* The cost of a password's hash: 50 to 100 ms. The memory is half of what libsodium calls
 * interactive, because the whole server with a thousand tables is to fit 64 MB; it is more than the
 * least that OWASP recommends (19 MiB, two passes). */
enum { HASH_PASSES = 3, HASH_MEMORY = 32 << 20 };

enum { MINUTE = 60 * 1000 };

static_assert(
	sizeof((sv_person_row *)0)->password == crypto_pwhash_STRBYTES, "a hash fits its column");

struct sv_people {
	sv_store *store;
	sv_world world;
	sv_limits limits;
	sv_hash_tasks *tasks;               /* NULL: hashes are computed at once */
	char agent[SV_AGENT_SIZE];          /* with what sessions begin now; "": unknown */
	char decoy[crypto_pwhash_STRBYTES]; /* the hash that is compared if there is no account */
};

const char *sv_people_code_name(sv_people_code code)
{
	assert(code < SV_PEOPLE_CODES);
	static const char *const words[SV_PEOPLE_CODES] = {
		[SV_PEOPLE_OK] = "ok",
		[SV_BAD_NAME] = "bad-name",
		[SV_NAME_TAKEN] = "name-taken",
		[SV_WEAK_PASSWORD] = "weak-password",
		[SV_BAD_PASSWORD] = "bad-password",
		[SV_WRONG_PASSWORD] = "wrong-password",
		[SV_NOT_AN_ACCOUNT] = "not-an-account",
		[SV_ALREADY_AN_ACCOUNT] = "already-an-account",
		[SV_NO_SESSION] = "no-session",
		[SV_NO_SUCH_PERSON] = "no-such-person",
		[SV_BANNED] = "banned",
		[SV_BAD_LINK] = "bad-link",
		[SV_STORAGE] = "storage",
		[SV_BUSY] = "busy",
		[SV_NOT_HASHED] = "not-hashed",
	};
	return words[code];
}

/* Returns the hour of the day, for what people read. */
static int64_t now_of(const sv_people *p)
{
	return p->world.now(p->world.self);
}

/* Returns the time by which sessions are measured. */
static int64_t elapsed_of(const sv_people *p)
{
	return p->world.elapsed(p->world.self);
}

/* Returns the code for a row that was not found: there is none, or the store failed. */
static sv_people_code not_found(const sv_people *p, sv_people_code code_if_none)
{
	return sv_store_error(p->store)[0] ? SV_STORAGE : code_if_none;
}

/* ---- Names and passwords --------------------------------------------------------------------- */

/* Returns the next character of a text in UTF-8, and moves `text` behind it; -1 if it is no valid
 * UTF-8. Only shortest forms are valid, and no surrogates. */
static long next_character(const unsigned char **text)
{
	static const long least[] = {0, 0x80, 0x800, 0x10000};
	const unsigned char *t = *text;
	int more = t[0] < 0x80 ? 0
		: t[0] >> 5 == 6   ? 1
		: t[0] >> 4 == 14  ? 2
		: t[0] >> 3 == 30  ? 3
						   : -1;
	if (more < 0)
		return -1;
	long c = more ? t[0] & (0x3F >> more) : t[0];
	for (int i = 1; i <= more; i++) {
		if (t[i] >> 6 != 2)
			return -1; /* this stops at the zero at the end, too */
		c = c << 6 | (t[i] & 0x3F);
	}
	*text = t + more + 1;
	return c < least[more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) ? -1 : c;
}

/* Control characters, spaces other than the plain one, and invisible characters: names with these
 * could look like other names. */
static bool is_forbidden(long c)
{
	static const struct {
		long first, last;
	} forbidden[] = {{0, 0x1F}, {0x7F, 0xA0}, {0xAD, 0xAD}, {0x61C, 0x61C}, {0x115F, 0x1160},
		{0x1680, 0x1680}, {0x180E, 0x180E}, {0x2000, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202F},
		{0x205F, 0x206F}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xE000, 0xF8FF},
		{0xFDD0, 0xFDEF}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFF},
		{0xE0000, 0x10FFFF}};
	for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
		if (c >= forbidden[i].first && c <= forbidden[i].last)
			return true;
	return false;
}

/* Characters that change the one before them: without one they would be invisible. */
static bool is_joiner(long c)
{
	return c == 0x200C || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F);
}

bool sv_is_good_name(const char *name, int most)
{
	assert(name);
	const unsigned char *at = (const unsigned char *)name;
	int length = 0;
	long before = ' '; /* so that it cannot begin with a space */
	if (strlen(name) >= SV_NAME_SIZE)
		return false;
	for (; *at; length++) {
		long c = next_character(&at);
		if (c < 0 || is_forbidden(c) || (before == ' ' && (c == ' ' || is_joiner(c))))
			return false;
		before = c;
	}
	return length >= 1 && length <= most && before != ' ';
}

static sv_people_code check_password(const char *password)
{
	const unsigned char *at = (const unsigned char *)password;
	int length = 0;
	if (strlen(password) > SV_PASSWORD_BYTES)
		return SV_BAD_PASSWORD;
	for (; *at; length++)
		if (next_character(&at) < 0)
			return SV_BAD_PASSWORD;
	return length < SV_PASSWORD_LEAST ? SV_WEAK_PASSWORD : SV_PEOPLE_OK;
}

void sv_run_hash_task(sv_hash_task *task)
{
	assert(task && !task->done);
	size_t length = strlen(task->password);
	task->done = true;
	if (task->makes_hash)
		task->failed =
			crypto_pwhash_str(task->hash, task->password, length, HASH_PASSES, HASH_MEMORY) != 0;
	else
		task->matches = crypto_pwhash_str_verify(task->hash, task->password, length) == 0;
}

/* Makes a task to hash the password or, if `hash` is not NULL, to compare it. A password that is
 * too long matches no hash, but is compared for the same time. */
static sv_hash_task make_task(const char *hash, const char *password)
{
	sv_hash_task task = {.makes_hash = !hash};
	if (strlen(password) <= SV_PASSWORD_BYTES)
		snprintf(task.password, sizeof task.password, "%s", password);
	if (hash)
		snprintf(task.hash, sizeof task.hash, "%s", hash);
	return task;
}

/* Does the task, or takes its result from those that were done elsewhere, or adds it to these. */
static sv_people_code run_or_find_task(sv_people *p, sv_hash_task *task)
{
	sv_hash_tasks *tasks = p->tasks;
	if (!tasks) {
		sv_run_hash_task(task);
		return task->failed ? SV_BUSY : SV_PEOPLE_OK;
	}
	for (int i = 0; i < tasks->count; i++) {
		const sv_hash_task *other = &tasks->task[i];
		if (!other->done || other->makes_hash != task->makes_hash ||
			strcmp(other->password, task->password) != 0 ||
			(!other->makes_hash && strcmp(other->hash, task->hash) != 0))
			continue;
		*task = *other;
		return task->failed ? SV_BUSY : SV_PEOPLE_OK;
	}
	if (tasks->count == SV_MAX_HASH_TASKS)
		return SV_BUSY;
	tasks->task[tasks->count++] = *task;
	return SV_NOT_HASHED;
}

void sv_people_use_tasks(sv_people *p, sv_hash_tasks *tasks)
{
	assert(p);
	p->tasks = tasks;
}

static sv_people_code hash_password(sv_people *p, const char *password, sv_person_row *row)
{
	sv_hash_task task = make_task(NULL, password);
	sv_people_code code = run_or_find_task(p, &task);
	if (!code)
		memcpy(row->password, task.hash, sizeof row->password);
	sodium_memzero(&task, sizeof task);
	return code;
}

static sv_people_code compare_hash(sv_people *p, const char *hash, const char *password)
{
	sv_hash_task task = make_task(hash, password);
	sv_people_code code = run_or_find_task(p, &task);
	if (!code && !task.matches)
		code = SV_WRONG_PASSWORD;
	sodium_memzero(&task, sizeof task);
	return code;
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static bool hash_token(const char *token, uint8_t hash[SV_SECRET_SIZE])
{
	uint8_t secret[SV_SECRET_SIZE];
	size_t size = 0;
	bool is_good = strlen(token) == SV_TOKEN_SIZE - 1 &&
		sodium_base642bin(secret, sizeof secret, token, SV_TOKEN_SIZE - 1, NULL, &size, NULL,
			sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
		size == sizeof secret;
	if (is_good)
		crypto_generichash(hash, SV_SECRET_SIZE, secret, sizeof secret, NULL, 0);
	sodium_memzero(secret, sizeof secret);
	return is_good;
}

static void draw_token(const sv_people *p, char token[SV_TOKEN_SIZE])
{
	uint8_t secret[SV_SECRET_SIZE];
	p->world.random(p->world.self, secret, sizeof secret);
	sodium_bin2base64(
		token, SV_TOKEN_SIZE, secret, sizeof secret, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(secret, sizeof secret);
}

static void fill_session(const sv_person_row *row, sv_session *out)
{
	out->person = row->id;
	out->account = row->password[0] != '\0';
	memcpy(out->name, row->name, sizeof out->name);
}

static sv_people_code open_session(
	sv_people *p, const sv_person_row *row, sv_session *out, char token[SV_TOKEN_SIZE])
{
	draw_token(p, token);
	if (hash_token(token, out->hash) &&
		sv_store_put_session(p->store, out->hash, row->id, elapsed_of(p) + p->limits.session) &&
		sv_store_describe_session(p->store, out->hash, now_of(p), p->agent)) {
		fill_session(row, out);
		return SV_PEOPLE_OK;
	}
	sodium_memzero(token, SV_TOKEN_SIZE);
	return SV_STORAGE;
}

void sv_people_use_agent(sv_people *p, const char *agent)
{
	assert(p && agent);
	snprintf(p->agent, sizeof p->agent, "%s", agent);
}

/* Writes the new end of the session only now and then: otherwise every message would be a write. */
static sv_people_code extend_session(
	sv_people *p, const uint8_t hash[SV_SECRET_SIZE], sv_person_row *row, int64_t expires)
{
	int64_t new_end = elapsed_of(p) + p->limits.session;
	int64_t step = p->limits.session / 32 < MINUTE ? p->limits.session / 32 : MINUTE;
	if (new_end - expires < step)
		return SV_PEOPLE_OK;
	row->seen = now_of(p);
	return sv_store_change_person(p->store, row) && sv_store_extend_session(p->store, hash, new_end)
		? SV_PEOPLE_OK
		: SV_STORAGE;
}

sv_people_code sv_people_find_session(sv_people *p, const char *token, sv_session *out)
{
	assert(p && token && out);
	int64_t id, expires;
	sv_person_row row;
	if (!hash_token(token, out->hash))
		return SV_NO_SESSION;
	if (!sv_store_find_session(p->store, out->hash, elapsed_of(p), &id, &expires) ||
		!sv_store_find_person(p->store, id, &row))
		return not_found(p, SV_NO_SESSION);
	fill_session(&row, out);
	return extend_session(p, out->hash, &row, expires);
}

sv_people_code sv_people_extend_session(sv_people *p, const uint8_t hash[SV_SECRET_SIZE])
{
	assert(p && hash);
	int64_t id, expires;
	sv_person_row row;
	if (!sv_store_find_session(p->store, hash, elapsed_of(p), &id, &expires) ||
		!sv_store_find_person(p->store, id, &row))
		return not_found(p, SV_NO_SESSION);
	return extend_session(p, hash, &row, expires);
}

sv_people_code sv_people_log_out(sv_people *p, const char *token)
{
	assert(p && token);
	uint8_t hash[SV_SECRET_SIZE];
	if (!hash_token(token, hash))
		return SV_PEOPLE_OK;
	return sv_store_delete_session(p->store, hash) ? SV_PEOPLE_OK : SV_STORAGE;
}

sv_people_code sv_people_delete_expired(sv_people *p)
{
	assert(p);
	return sv_store_delete_sessions_before(p->store, elapsed_of(p)) ? SV_PEOPLE_OK : SV_STORAGE;
}

/* ---- Guests and accounts --------------------------------------------------------------------- */

static sv_people_code check_name(sv_people *p, const char *name)
{
	sv_person_row other;
	if (!sv_is_good_name(name, p->limits.name_length))
		return SV_BAD_NAME;
	if (sv_store_find_account(p->store, name, &other) ||
		(!*sv_store_error(p->store) && sv_store_find_alike(p->store, name, &other)))
		return SV_NAME_TAKEN;
	return not_found(p, SV_PEOPLE_OK);
}

static sv_people_code init_person(sv_people *p, sv_person_row *row)
{
	bool is_shared = sv_store_is_shared(p->store);
	int64_t id = is_shared ? sv_store_next_person(p->store) : sv_store_last_person(p->store) + 1;
	*row = (sv_person_row){.id = id, .created = now_of(p), .settings = "{}"};
	return id <= 0 ? SV_STORAGE : SV_PEOPLE_OK;
}

static void set_name(sv_person_row *row, const char *name)
{
	snprintf(row->name, sizeof row->name, "%s", name);
}

/* Has the store keep the person, as one that is new or one that it has, and opens a session. */
static sv_people_code keep_and_open_session(
	sv_people *p, sv_person_row *row, bool is_new, sv_session *out, char token[SV_TOKEN_SIZE])
{
	row->seen = now_of(p);
	if (!(is_new ? sv_store_put_person : sv_store_change_person)(p->store, row))
		return SV_STORAGE;
	return open_session(p, row, out, token);
}

sv_people_code sv_people_add_guest(
	sv_people *p, const char *name, sv_session *out, char token[SV_TOKEN_SIZE])
{
	assert(p && name && out && token);
	sv_person_row row;
	sv_people_code code = check_name(p, name);
	if (!code)
		code = init_person(p, &row);
	if (code)
		return code;
	set_name(&row, name);
	return keep_and_open_session(p, &row, true, out, token);
}

static sv_people_code find_guest(sv_people *p, int64_t id, sv_person_row *row)
{
	if (!sv_store_find_person(p->store, id, row))
		return not_found(p, SV_NO_SUCH_PERSON);
	return row->password[0] ? SV_ALREADY_AN_ACCOUNT : SV_PEOPLE_OK;
}

/* Where nodes share the store, two of them must not give the same name at a time: the commit of one
 * would fail, with all that others have decided there. */
static sv_people_code lock_name(sv_people *p, const char *name)
{
	if (!sv_store_is_shared(p->store))
		return SV_PEOPLE_OK;
	if (!sv_is_good_name(name, p->limits.name_length))
		return SV_BAD_NAME;
	int locked = sv_store_lock_name(p->store, name);
	return locked < 0 ? SV_STORAGE : locked ? SV_PEOPLE_OK : SV_BUSY;
}

/* Everything that can be refused is checked before the hash is computed and anything is written. */
sv_people_code sv_people_register(sv_people *p, int64_t guest, const char *name,
	const char *password, sv_session *out, char token[SV_TOKEN_SIZE])
{
	assert(p && guest >= 0 && name && password && out && token);
	sv_person_row row;
	sv_people_code code = lock_name(p, name);
	if (!code)
		code = check_name(p, name);
	if (!code)
		code = check_password(password);
	if (!code)
		code = guest ? find_guest(p, guest, &row) : init_person(p, &row);
	if (!code)
		code = hash_password(p, password, &row);
	if (code)
		return code;
	/* The token of the guest must not be a token of the account. */
	if (guest && !sv_store_delete_sessions_of(p->store, guest))
		return SV_STORAGE;
	set_name(&row, name);
	return keep_and_open_session(p, &row, !guest, out, token);
}

sv_people_code sv_people_log_in(sv_people *p, const char *name, const char *password,
	sv_session *out, char token[SV_TOKEN_SIZE])
{
	assert(p && name && password && out && token);
	sv_person_row row;
	bool known = sv_store_find_account(p->store, name, &row);
	if (!known && not_found(p, SV_PEOPLE_OK))
		return SV_STORAGE;
	sv_people_code code = compare_hash(p, known ? row.password : p->decoy, password);
	if (code)
		return code;
	if (known && sv_store_is_restrained(p->store, SV_BAN, row.id, now_of(p)))
		return SV_BANNED;
	return known ? keep_and_open_session(p, &row, false, out, token) : SV_WRONG_PASSWORD;
}

static sv_people_code find_account(
	sv_people *p, int64_t id, const char *password, sv_person_row *row)
{
	if (!sv_store_find_person(p->store, id, row))
		return not_found(p, SV_NO_SUCH_PERSON);
	if (!row->password[0])
		return SV_NOT_AN_ACCOUNT;
	return compare_hash(p, row->password, password);
}

sv_people_code sv_people_change_password(sv_people *p, int64_t id, const char *password,
	const char *new_password, sv_session *out, char token[SV_TOKEN_SIZE])
{
	assert(p && password && new_password && out && token);
	sv_person_row row;
	sv_people_code code = check_password(new_password);
	if (!code)
		code = find_account(p, id, password, &row);
	if (!code)
		code = hash_password(p, new_password, &row);
	if (code)
		return code;
	if (!sv_store_change_person(p->store, &row) || !sv_store_delete_sessions_of(p->store, id))
		return SV_STORAGE;
	return open_session(p, &row, out, token);
}

/* Finds the account for which the link was made. */
static sv_people_code find_by_link(sv_people *p, const char *link, sv_person_row *row)
{
	uint8_t hash[SV_SECRET_SIZE];
	int64_t id;
	if (!hash_token(link, hash))
		return SV_BAD_LINK;
	if (!sv_store_find_recovery(p->store, hash, now_of(p), &id) ||
		!sv_store_find_person(p->store, id, row))
		return not_found(p, SV_BAD_LINK);
	if (sv_store_is_restrained(p->store, SV_BAN, id, now_of(p)))
		return SV_BANNED;
	return row->password[0] ? SV_PEOPLE_OK : SV_BAD_LINK;
}

sv_people_code sv_people_recover(sv_people *p, const char *link, const char *new_password,
	sv_session *out, char token[SV_TOKEN_SIZE])
{
	assert(p && link && new_password && out && token);
	sv_person_row row;
	sv_people_code code = check_password(new_password);
	if (!code)
		code = find_by_link(p, link, &row);
	if (!code)
		code = hash_password(p, new_password, &row);
	if (code)
		return code;
	if (!sv_store_delete_recoveries_of(p->store, row.id) ||
		!sv_store_delete_sessions_of(p->store, row.id))
		return SV_STORAGE;
	return keep_and_open_session(p, &row, false, out, token);
}

sv_people_code sv_people_delete(sv_people *p, int64_t id, const char *password)
{
	assert(p && password);
	sv_person_row row;
	sv_people_code code = find_account(p, id, password, &row);
	if (code && code != SV_NOT_AN_ACCOUNT)
		return code;
	return sv_store_delete_person(p->store, id) ? SV_PEOPLE_OK : SV_STORAGE;
}

/* ---- Opening --------------------------------------------------------------------------------- */

sv_people *sv_people_open(
	sv_store *store, const sv_world *world, const sv_limits *limits, ap_error *error)
{
	assert(store && world && limits && error);
	sv_people *p = ap_allocate(1, sizeof *p);
	sv_person_row nobody;
	if (sodium_init() < 0 || hash_password(p, "nobody's", &nobody) != SV_PEOPLE_OK) {
		ap_fail(error, 0, "not enough memory for the hash of a password");
		free(p);
		return NULL;
	}
	memcpy(p->decoy, nobody.password, sizeof p->decoy);
	p->store = store;
	p->world = *world;
	p->limits = *limits;
	return p;
}

void sv_people_close(sv_people *p)
{
	assert(p);
	free(p);
}

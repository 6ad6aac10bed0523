/* people.c: see people.h. */
#include "server/people.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 50 to 100 ms here. Half the memory that libsodium calls interactive, for the whole server with a
 * thousand tables is to live in 64 MB; it is more than OWASP's least (19 MiB, two passes). */
enum { PASSES = 3, MEMORY = 32 << 20 };

enum { MINUTE = 60 * 1000 };

static_assert(
	sizeof((sv_person_row *)0)->password == crypto_pwhash_STRBYTES, "a hash fits its column");

struct sv_people {
	sv_store *store;
	sv_world world;
	sv_limits limits;
	sv_proofs *proofs;                  /* NULL: hashes are made on the spot */
	char decoy[crypto_pwhash_STRBYTES]; /* is checked when there is no account to check */
};

const char *sv_people_word(sv_people_code code)
{
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
		[SV_STORAGE] = "storage",
		[SV_NO_MEMORY] = "no-memory",
		[SV_NOT_HASHED] = "not-hashed",
	};
	return words[code];
}

static int64_t now_of(const sv_people *p)
{
	return p->world.now(p->world.self);
}

/* A look-up found nothing: there is none, or the store failed. */
static sv_people_code missing(const sv_people *p, sv_people_code none)
{
	return sv_store_error(p->store)[0] ? SV_STORAGE : none;
}

/* ---- Names and passwords --------------------------------------------------------------------- */

/* The character at *text, which moves on; -1: it is no UTF-8. Shortest forms only, no surrogates.
 */
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
			return -1; /* the zero at the end, too: nothing is read behind it */
		c = c << 6 | (t[i] & 0x3F);
	}
	*text = t + more + 1;
	return c < least[more] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) ? -1 : c;
}

/* What controls, what is a space but looks like none of ours, what nobody sees: names made of these
 * pass for other names. */
static bool is_odd(long c)
{
	static const struct {
		long first, last;
	} odd[] = {{0, 0x1F}, {0x7F, 0xA0}, {0xAD, 0xAD}, {0x61C, 0x61C}, {0x115F, 0x1160},
		{0x1680, 0x1680}, {0x180E, 0x180E}, {0x2000, 0x200B}, {0x200E, 0x200F}, {0x2028, 0x202F},
		{0x205F, 0x206F}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xE000, 0xF8FF},
		{0xFDD0, 0xFDEF}, {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFF},
		{0xE0000, 0x10FFFF}};
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
		if (c >= odd[i].first && c <= odd[i].last)
			return true;
	return false;
}

/* What changes the character before it: without one it would be a name nobody sees. */
static bool is_joiner(long c)
{
	return c == 0x200C || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F);
}

bool sv_good_name(const char *name, int most)
{
	const unsigned char *at = (const unsigned char *)name;
	int length = 0;
	long before = ' '; /* none may begin with a space */
	if (strlen(name) >= SV_NAME)
		return false;
	for (; *at; length++) {
		long c = next_character(&at);
		if (c < 0 || is_odd(c) || (before == ' ' && (c == ' ' || is_joiner(c))))
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

/* The salt is libsodium's own and not the world's: a test need not know it. */
void sv_prove(sv_proof *proof)
{
	size_t length = strlen(proof->password);
	proof->done = true;
	if (proof->make)
		proof->failed =
			crypto_pwhash_str(proof->hash, proof->password, length, PASSES, MEMORY) != 0;
	else
		proof->right = crypto_pwhash_str_verify(proof->hash, proof->password, length) == 0;
}

/* A password that is too long is nobody's; it takes as long as any other. `hash` NULL: make one. */
static sv_proof proof_of(const char *hash, const char *password)
{
	sv_proof proof = {.make = !hash};
	if (strlen(password) <= SV_PASSWORD_BYTES)
		snprintf(proof.password, sizeof proof.password, "%s", password);
	if (hash)
		snprintf(proof.hash, sizeof proof.hash, "%s", hash);
	return proof;
}

static sv_people_code prove(sv_people *p, sv_proof *proof)
{
	sv_proofs *known = p->proofs;
	if (!known) {
		sv_prove(proof);
		return proof->failed ? SV_NO_MEMORY : SV_PEOPLE_OK;
	}
	for (int i = 0; i < known->count; i++) {
		const sv_proof *k = &known->proof[i];
		if (!k->done || k->make != proof->make || strcmp(k->password, proof->password) != 0 ||
			(!k->make && strcmp(k->hash, proof->hash) != 0))
			continue;
		*proof = *k;
		return proof->failed ? SV_NO_MEMORY : SV_PEOPLE_OK;
	}
	if (known->count == SV_PROOFS)
		return SV_NO_MEMORY;
	known->proof[known->count++] = *proof;
	return SV_NOT_HASHED;
}

void sv_people_use(sv_people *p, sv_proofs *proofs)
{
	p->proofs = proofs;
}

static sv_people_code hash_password(sv_people *p, const char *password, sv_person_row *row)
{
	sv_proof proof = proof_of(NULL, password);
	sv_people_code code = prove(p, &proof);
	if (!code)
		memcpy(row->password, proof.hash, sizeof row->password);
	sodium_memzero(&proof, sizeof proof);
	return code;
}

static sv_people_code check_hash(sv_people *p, const char *hash, const char *password)
{
	sv_proof proof = proof_of(hash, password);
	sv_people_code code = prove(p, &proof);
	if (!code && !proof.right)
		code = SV_WRONG_PASSWORD;
	sodium_memzero(&proof, sizeof proof);
	return code;
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static bool hash_token(const char *token, uint8_t hash[SV_SECRET])
{
	uint8_t secret[SV_SECRET];
	size_t size = 0;
	bool good = strlen(token) == SV_TOKEN - 1 &&
		sodium_base642bin(secret, sizeof secret, token, SV_TOKEN - 1, NULL, &size, NULL,
			sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
		size == sizeof secret;
	if (good)
		crypto_generichash(hash, SV_SECRET, secret, sizeof secret, NULL, 0);
	sodium_memzero(secret, sizeof secret);
	return good;
}

static void draw_token(const sv_people *p, char token[SV_TOKEN])
{
	uint8_t secret[SV_SECRET];
	p->world.random(p->world.self, secret, sizeof secret);
	sodium_bin2base64(
		token, SV_TOKEN, secret, sizeof secret, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	sodium_memzero(secret, sizeof secret);
}

static void show(const sv_person_row *row, sv_session *out)
{
	out->person = row->id;
	out->account = row->password[0] != '\0';
	memcpy(out->name, row->name, sizeof out->name);
}

static sv_people_code open_session(
	sv_people *p, const sv_person_row *row, sv_session *out, char token[SV_TOKEN])
{
	draw_token(p, token);
	if (hash_token(token, out->hash) &&
		sv_store_put_session(p->store, out->hash, row->id, now_of(p) + p->limits.session)) {
		show(row, out);
		return SV_PEOPLE_OK;
	}
	sodium_memzero(token, SV_TOKEN);
	return SV_STORAGE;
}

/* Not at every use: that would be a write for every message of everybody. */
static sv_people_code keep_alive(
	sv_people *p, const uint8_t hash[SV_SECRET], sv_person_row *row, int64_t expires)
{
	int64_t now = now_of(p), fresh = now + p->limits.session;
	int64_t step = p->limits.session / 32 < MINUTE ? p->limits.session / 32 : MINUTE;
	if (fresh - expires < step)
		return SV_PEOPLE_OK;
	row->seen = now;
	return sv_store_put_person(p->store, row) &&
			sv_store_put_session(p->store, hash, row->id, fresh)
		? SV_PEOPLE_OK
		: SV_STORAGE;
}

sv_people_code sv_people_who(sv_people *p, const char *token, sv_session *out)
{
	int64_t id, expires;
	sv_person_row row;
	if (!hash_token(token, out->hash))
		return SV_NO_SESSION;
	if (!sv_store_session(p->store, out->hash, now_of(p), &id, &expires) ||
		!sv_store_person(p->store, id, &row))
		return missing(p, SV_NO_SESSION);
	show(&row, out);
	return keep_alive(p, out->hash, &row, expires);
}

sv_people_code sv_people_stays(sv_people *p, const uint8_t hash[SV_SECRET])
{
	int64_t id, expires;
	sv_person_row row;
	if (!sv_store_session(p->store, hash, now_of(p), &id, &expires) ||
		!sv_store_person(p->store, id, &row))
		return missing(p, SV_NO_SESSION);
	return keep_alive(p, hash, &row, expires);
}

sv_people_code sv_people_log_out(sv_people *p, const char *token)
{
	uint8_t hash[SV_SECRET];
	if (!hash_token(token, hash))
		return SV_PEOPLE_OK;
	return sv_store_delete_session(p->store, hash) ? SV_PEOPLE_OK : SV_STORAGE;
}

sv_people_code sv_people_sweep(sv_people *p)
{
	return sv_store_delete_sessions_before(p->store, now_of(p)) ? SV_PEOPLE_OK : SV_STORAGE;
}

/* ---- Guests and accounts --------------------------------------------------------------------- */

static sv_people_code check_name(sv_people *p, const char *name)
{
	sv_person_row other;
	if (!sv_good_name(name, p->limits.name_length))
		return SV_BAD_NAME;
	if (sv_store_person_named(p->store, name, &other))
		return SV_NAME_TAKEN;
	return missing(p, SV_PEOPLE_OK);
}

static sv_people_code begin_person(sv_people *p, sv_person_row *row)
{
	int64_t last = sv_store_last_person(p->store);
	*row = (sv_person_row){.id = last + 1, .created = now_of(p), .settings = "{}"};
	return last < 0 ? SV_STORAGE : SV_PEOPLE_OK;
}

static void set_name(sv_person_row *row, const char *good)
{
	snprintf(row->name, sizeof row->name, "%s", good);
}

/* Keeps the person, and opens a session. */
static sv_people_code settle(
	sv_people *p, sv_person_row *row, sv_session *out, char token[SV_TOKEN])
{
	row->seen = now_of(p);
	if (!sv_store_put_person(p->store, row))
		return SV_STORAGE;
	return open_session(p, row, out, token);
}

sv_people_code sv_people_guest(
	sv_people *p, const char *name, sv_session *out, char token[SV_TOKEN])
{
	sv_person_row row;
	sv_people_code code = check_name(p, name);
	if (!code)
		code = begin_person(p, &row);
	if (code)
		return code;
	set_name(&row, name);
	return settle(p, &row, out, token);
}

static sv_people_code find_guest(sv_people *p, int64_t id, sv_person_row *row)
{
	if (!sv_store_person(p->store, id, row))
		return missing(p, SV_NO_SUCH_PERSON);
	return row->password[0] ? SV_ALREADY_AN_ACCOUNT : SV_PEOPLE_OK;
}

/* All that can be refused is refused before the hash is made and before anything is written. */
sv_people_code sv_people_register(sv_people *p, int64_t guest, const char *name,
	const char *password, sv_session *out, char token[SV_TOKEN])
{
	sv_person_row row;
	sv_people_code code = check_name(p, name);
	if (!code)
		code = check_password(password);
	if (!code)
		code = guest ? find_guest(p, guest, &row) : begin_person(p, &row);
	if (!code)
		code = hash_password(p, password, &row);
	if (code)
		return code;
	/* Whoever had the guest's token must not have the account's. */
	if (guest && !sv_store_delete_sessions_of(p->store, guest))
		return SV_STORAGE;
	set_name(&row, name);
	return settle(p, &row, out, token);
}

sv_people_code sv_people_log_in(
	sv_people *p, const char *name, const char *password, sv_session *out, char token[SV_TOKEN])
{
	sv_person_row row;
	bool known = sv_store_person_named(p->store, name, &row);
	if (!known && missing(p, SV_PEOPLE_OK))
		return SV_STORAGE;
	sv_people_code code = check_hash(p, known ? row.password : p->decoy, password);
	if (code)
		return code;
	return known ? settle(p, &row, out, token) : SV_WRONG_PASSWORD;
}

static sv_people_code find_account(
	sv_people *p, int64_t id, const char *password, sv_person_row *row)
{
	if (!sv_store_person(p->store, id, row))
		return missing(p, SV_NO_SUCH_PERSON);
	if (!row->password[0])
		return SV_NOT_AN_ACCOUNT;
	return check_hash(p, row->password, password);
}

sv_people_code sv_people_change_password(sv_people *p, int64_t id, const char *password,
	const char *fresh, sv_session *out, char token[SV_TOKEN])
{
	sv_person_row row;
	sv_people_code code = check_password(fresh);
	if (!code)
		code = find_account(p, id, password, &row);
	if (!code)
		code = hash_password(p, fresh, &row);
	if (code)
		return code;
	if (!sv_store_put_person(p->store, &row) || !sv_store_delete_sessions_of(p->store, id))
		return SV_STORAGE;
	return open_session(p, &row, out, token);
}

sv_people_code sv_people_delete(sv_people *p, int64_t id, const char *password)
{
	sv_person_row row;
	sv_people_code code = find_account(p, id, password, &row);
	if (code && code != SV_NOT_AN_ACCOUNT)
		return code;
	return sv_store_delete_person(p->store, id) ? SV_PEOPLE_OK : SV_STORAGE;
}

/* ---- The whole ------------------------------------------------------------------------------- */

sv_people *sv_people_open(
	sv_store *store, const sv_world *world, const sv_limits *limits, ap_error *error)
{
	sv_people *p = sodium_init() >= 0 ? calloc(1, sizeof *p) : NULL;
	sv_person_row nobody;
	if (!p || hash_password(p, "nobody's", &nobody) != SV_PEOPLE_OK) {
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
	free(p);
}

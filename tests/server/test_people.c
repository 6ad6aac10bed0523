/* test_people.c: guests, accounts, passwords and sessions, with a fixed clock. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "server/people.h"
#include "server/store_admin.h"

enum { HOUR = 60 * 60 * 1000 };

static sv_store *store;
static sv_people *people;
static sv_limits limits;
static int64_t clock_now;
static uint8_t random_byte; /* random bytes are a counter */
static sv_session out;
static char token[SV_TOKEN_SIZE];

/* These replace functions of libsodium: they count, and can fail as if there were no memory. */
static int hash_count;
static bool hashing_fails;

int crypto_pwhash_str(char to[crypto_pwhash_STRBYTES], const char *const password,
	unsigned long long length, unsigned long long passes, size_t memory)
{
	hash_count++;
	return hashing_fails ? -1 : crypto_pwhash_argon2id_str(to, password, length, passes, memory);
}

int crypto_pwhash_str_verify(
	const char hash[crypto_pwhash_STRBYTES], const char *const password, unsigned long long length)
{
	hash_count++;
	return crypto_pwhash_argon2id_str_verify(hash, password, length);
}

static int64_t fixed_now(void *self)
{
	(void)self;
	return clock_now;
}

static void counting_random(void *self, void *to, size_t size)
{
	(void)self;
	memset(to, ++random_byte, size);
}

static const sv_world still = {fixed_now, fixed_now, counting_random, NULL};

static int set_up(void **unused)
{
	ap_error error;
	(void)unused;
	clock_now = 1700000000000;
	hashing_fails = false;
	random_byte = 0;
	limits = (sv_limits){.name_length = 24, .session = HOUR};
	store = sv_store_open("sqlite::memory:", &error);
	assert_non_null(store);
	people = sv_people_open(store, &still, &limits, &error);
	assert_non_null(people);
	return 0;
}

static int tear_down(void **unused)
{
	(void)unused;
	sv_people_close(people);
	sv_store_close(store);
	return 0;
}

static void assert_code(sv_people_code code, sv_people_code should)
{
	assert_string_equal(sv_people_code_name(code), sv_people_code_name(should));
}
#define assert_ok(code) assert_code(code, SV_PEOPLE_OK)

static int64_t add_guest(const char *name)
{
	assert_ok(sv_people_add_guest(people, name, &out, token));
	return out.person;
}

static int64_t add_account(const char *name, const char *password)
{
	assert_ok(sv_people_register(people, 0, name, password, &out, token));
	return out.person;
}

static sv_people_code find_session(const char *of)
{
	return sv_people_find_session(people, of, &out);
}

static sv_people_code log_in(const char *name, const char *password)
{
	return sv_people_log_in(people, name, password, &out, token);
}

/* The store fails from here on, as it would after any failed write. */
static void break_store(void)
{
	sv_line line = {.at = 0};
	assert_false(sv_store_add_line(store, 999, 0, &line));
}

/* ---- Codes ----------------------------------------------------------------------------------- */

static void every_code_has_its_name(void **unused)
{
	(void)unused;
	static const char *const words[SV_PEOPLE_CODES] = {"ok", "bad-name", "name-taken",
		"weak-password", "bad-password", "wrong-password", "not-an-account", "already-an-account",
		"no-session", "no-such-person", "banned", "bad-link", "storage", "busy", "not-hashed"};
	for (int code = 0; code < SV_PEOPLE_CODES; code++)
		assert_string_equal(sv_people_code_name((sv_people_code)code), words[code]);
}

/* ---- Guests and accounts --------------------------------------------------------------------- */

/* test_names.c tests which names are bad. */
static void bad_names_are_refused(void **unused)
{
	(void)unused;
	static const char *const names[] = {"", " a", "\xFF", "abcdefghijklmnopqrstuvwxy"};
	for (int i = 0; i < 4; i++) {
		assert_code(sv_people_add_guest(people, names[i], &out, token), SV_BAD_NAME);
		assert_code(
			sv_people_register(people, 0, names[i], "long enough", &out, token), SV_BAD_NAME);
	}
	assert_false(sv_store_has_uncommitted(store));
	char longest[24 * 4 + 1] = "";
	for (int i = 0; i < 24; i++)
		memcpy(longest + 4 * i, "\xF0\x9F\x98\x80", 5);
	add_guest(longest);
	assert_string_equal(out.name, longest);
}

static void a_guest_needs_only_a_name(void **unused)
{
	(void)unused;
	sv_person_row row;
	assert_int_equal(add_guest("Rosa"), 1);
	assert_string_equal(out.name, "Rosa");
	assert_false(out.account);
	assert_true(sv_store_find_person(store, 1, &row));
	assert_string_equal(row.password, "");
	assert_string_equal(row.settings, "{}");
	assert_int_equal(row.created, clock_now);
	assert_int_equal(row.seen, clock_now);
	assert_int_equal(add_guest("Rosa"), 2); /* another guest of the same name */
	assert_code(log_in("Rosa", ""), SV_WRONG_PASSWORD);
	assert_true(sv_store_commit(store));
}

static void an_account_can_log_in(void **unused)
{
	(void)unused;
	sv_person_row row;
	assert_int_equal(add_account("Rosa", "correct horse"), 1);
	assert_true(out.account);
	assert_ok(find_session(token));
	assert_int_equal(out.person, 1);
	assert_true(out.account);
	assert_true(sv_store_find_person(store, 1, &row));
	assert_memory_equal(row.password, "$argon2id$v=19$m=32768,t=3,p=1$", 31);
	clock_now += 5;
	assert_ok(log_in("ROSA", "correct horse"));
	assert_int_equal(out.person, 1);
	assert_string_equal(out.name, "Rosa");
	assert_true(sv_store_find_person(store, 1, &row));
	assert_int_equal(row.seen, clock_now);
	assert_int_equal(row.created, clock_now - 5);
}

static void an_accounts_name_is_taken(void **unused)
{
	(void)unused;
	add_account("Rosa", "correct horse");
	assert_true(sv_store_commit(store));
	assert_code(sv_people_add_guest(people, "rosa", &out, token), SV_NAME_TAKEN);
	assert_code(sv_people_register(people, 0, "ROSA", "another one", &out, token), SV_NAME_TAKEN);
	assert_int_equal(sv_store_last_person(store), 1);
	assert_false(sv_store_has_uncommitted(store));
	add_guest("Rosa L");
}

static void weak_and_bad_passwords_are_refused(void **unused)
{
	(void)unused;
	char endless[SV_PASSWORD_BYTES + 2];
	static const char *const weak[] = {"", "1234567", "ééééééé"};
	for (int i = 0; i < 3; i++)
		assert_code(sv_people_register(people, 0, "Rosa", weak[i], &out, token), SV_WEAK_PASSWORD);
	assert_code(
		sv_people_register(people, 0, "Rosa", "\xFFlong enough", &out, token), SV_BAD_PASSWORD);
	memset(endless, 'p', sizeof endless);
	endless[SV_PASSWORD_BYTES + 1] = '\0';
	assert_code(sv_people_register(people, 0, "Rosa", endless, &out, token), SV_BAD_PASSWORD);
	assert_false(sv_store_has_uncommitted(store));
	endless[SV_PASSWORD_BYTES] = '\0';
	add_account("Rosa", endless);
	assert_ok(log_in("Rosa", endless));
	endless[SV_PASSWORD_BYTES - 1] = '\0';
	assert_code(log_in("Rosa", endless), SV_WRONG_PASSWORD); /* every byte counts */
	add_account("Édith", "éééééééé");
}

static void a_guest_becomes_an_account(void **unused)
{
	(void)unused;
	char old[SV_TOKEN_SIZE];
	int64_t id = add_guest("Rosa");
	memcpy(old, token, SV_TOKEN_SIZE);
	clock_now += 1000;
	assert_code(sv_people_register(people, id + 1, "Rosa", "correct horse", &out, token),
		SV_NO_SUCH_PERSON);
	assert_ok(sv_people_register(people, id, "Rosa L", "correct horse", &out, token));
	assert_int_equal(out.person, id);
	assert_string_equal(out.name, "Rosa L");
	/* The owner of the old token may not be the person with the password. */
	assert_code(find_session(old), SV_NO_SESSION);
	assert_ok(find_session(token));
	assert_true(out.account);
	assert_int_equal(out.person, id);
	assert_code(
		sv_people_register(people, id, "Leo", "correct horse", &out, token), SV_ALREADY_AN_ACCOUNT);
	assert_ok(log_in("rosa l", "correct horse"));
	sv_person_row row;
	assert_true(sv_store_find_person(store, id, &row));
	assert_int_equal(row.created, clock_now - 1000);
}

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double shortest_log_in(const char *name, const char *password)
{
	double shortest = 1e9;
	for (int i = 0; i < 3; i++) {
		double begin = seconds();
		assert_code(log_in(name, password), SV_WRONG_PASSWORD);
		double took = seconds() - begin;
		shortest = took < shortest ? took : shortest;
	}
	return shortest;
}

/* Without the decoy an unknown name would be answered a thousand times faster. */
static void unknown_names_and_wrong_passwords_look_alike(void **unused)
{
	(void)unused;
	add_account("Rosa", "correct horse");
	add_guest("Guest");
	double wrong = shortest_log_in("Rosa", "correct house");
	char endless[2 * SV_NAME_SIZE + 1];
	memset(endless, 'n', sizeof endless - 1);
	endless[sizeof endless - 1] = '\0';
	const char *const unknown[] = {"Nobody", "Guest", "", "\xFF", endless};
	for (int i = 0; i < 5; i++) {
		double took = shortest_log_in(unknown[i], "correct horse");
		assert_true(took > wrong / 4 && took < wrong * 4);
	}
	print_message("a password takes %.0f ms\n", wrong * 1e3);
	/* The decoy is the password of nobody. */
	assert_code(log_in("Nobody", "nobody's"), SV_WRONG_PASSWORD);
	assert_code(log_in("Rosa", ""), SV_WRONG_PASSWORD);
}

static void assert_hashed(int times, sv_people_code code)
{
	(void)code;
	assert_int_equal(hash_count, times);
	hash_count = 0;
}

/* A hash takes as long as a hundred moves. */
static void no_more_hashes_than_needed_are_computed(void **unused)
{
	(void)unused;
	char rosas[SV_TOKEN_SIZE];
	add_account("Rosa", "correct horse");
	hash_count = 0;
	assert_hashed(0, sv_people_add_guest(people, "Leo", &out, token));
	assert_hashed(0, find_session(token));
	assert_hashed(0, sv_people_register(people, 0, "Rosa", "correct horse", &out, token));
	assert_hashed(0, sv_people_register(people, 0, "Karl", "short", &out, token));
	assert_hashed(0, sv_people_register(people, 99, "Karl", "correct horse", &out, token));
	assert_hashed(1, sv_people_register(people, 0, "Karl", "correct horse", &out, token));
	assert_hashed(1, log_in("Nobody", "correct horse"));
	assert_hashed(1, log_in("Rosa", "wrong horse"));
	assert_hashed(1, log_in("Rosa", "correct horse"));
	memcpy(rosas, token, SV_TOKEN_SIZE);
	int64_t id = out.person;
	assert_hashed(0, sv_people_change_password(people, id, "", "short", &out, token));
	assert_hashed(1, sv_people_change_password(people, id, "wrong", "battery staple", &out, token));
	assert_hashed(
		2, sv_people_change_password(people, id, "correct horse", "battery staple", &out, token));
	assert_hashed(0, sv_people_log_out(people, rosas));
	assert_hashed(1, sv_people_delete(people, id, "battery staple"));
}

static void a_hash_that_cannot_be_computed_changes_nothing(void **unused)
{
	(void)unused;
	ap_error error = {0};
	int64_t id = add_account("Rosa", "correct horse");
	assert_true(sv_store_commit(store));
	hashing_fails = true;
	assert_null(sv_people_open(store, &still, &limits, &error));
	assert_string_equal(error.message, "not enough memory for the hash of a password");
	assert_code(sv_people_register(people, 0, "Leo", "correct horse", &out, token), SV_BUSY);
	assert_code(
		sv_people_change_password(people, id, "correct horse", "battery staple", &out, token),
		SV_BUSY);
	assert_false(sv_store_has_uncommitted(store)); /* nothing was written */
	assert_ok(log_in("Rosa", "correct horse"));
}

static void a_change_of_password_ends_other_sessions(void **unused)
{
	(void)unused;
	char first[SV_TOKEN_SIZE], second[SV_TOKEN_SIZE], leos[SV_TOKEN_SIZE];
	add_account("Leo", "correct horse");
	memcpy(leos, token, SV_TOKEN_SIZE);
	int64_t id = add_account("Rosa", "correct horse");
	memcpy(first, token, SV_TOKEN_SIZE);
	assert_ok(log_in("Rosa", "correct horse"));
	memcpy(second, token, SV_TOKEN_SIZE);
	assert_code(sv_people_change_password(people, id, "wrong horse", "battery staple", &out, token),
		SV_WRONG_PASSWORD);
	assert_code(sv_people_change_password(people, id, "correct horse", "short", &out, token),
		SV_WEAK_PASSWORD);
	assert_ok(find_session(first));
	assert_ok(
		sv_people_change_password(people, id, "correct horse", "battery staple", &out, token));
	assert_int_equal(out.person, id);
	assert_code(find_session(first), SV_NO_SESSION);
	assert_code(find_session(second), SV_NO_SESSION);
	assert_ok(find_session(token));
	assert_ok(find_session(leos));
	assert_code(log_in("Rosa", "correct horse"), SV_WRONG_PASSWORD);
	assert_ok(log_in("Rosa", "battery staple"));
	assert_code(
		sv_people_change_password(people, add_guest("Guest"), "", "battery staple", &out, token),
		SV_NOT_AN_ACCOUNT);
	assert_code(sv_people_change_password(people, 99, "", "battery staple", &out, token),
		SV_NO_SUCH_PERSON);
}

static void a_deleted_person_is_gone(void **unused)
{
	(void)unused;
	sv_person_row row;
	int64_t id = add_account("Rosa", "correct horse");
	assert_code(sv_people_delete(people, id, "wrong horse"), SV_WRONG_PASSWORD);
	assert_ok(find_session(token));
	assert_ok(sv_people_delete(people, id, "correct horse"));
	assert_code(find_session(token), SV_NO_SESSION);
	assert_code(log_in("Rosa", "correct horse"), SV_WRONG_PASSWORD);
	assert_false(sv_store_find_person(store, id, &row));
	assert_code(sv_people_delete(people, id, "correct horse"), SV_NO_SUCH_PERSON);
	assert_true(add_guest("Rosa") > id); /* the name is free again, the id is not */
	assert_ok(sv_people_delete(people, out.person, ""));
	assert_code(find_session(token), SV_NO_SESSION);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static void only_the_hash_of_a_token_is_stored(void **unused)
{
	(void)unused;
	int64_t person, expires;
	uint8_t secret[SV_SECRET_SIZE], hash[SV_SECRET_SIZE];
	add_guest("Rosa");
	assert_int_equal(strlen(token), 43);
	assert_int_equal(
		strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"), 43);
	memset(secret, 1, sizeof secret);
	assert_false(sv_store_find_session(store, secret, clock_now, &person, &expires));
	crypto_generichash(hash, sizeof hash, secret, sizeof secret, NULL, 0);
	assert_memory_equal(out.hash, hash, sizeof hash);
	assert_true(sv_store_find_session(store, hash, clock_now, &person, &expires));
	assert_int_equal(expires, clock_now + HOUR);
	add_guest("Leo");
	assert_memory_not_equal(out.hash, hash, sizeof hash);
}

static void malformed_tokens_have_no_session(void **unused)
{
	(void)unused;
	char bad[SV_TOKEN_SIZE + 2];
	add_guest("Rosa");
	assert_ok(find_session(token));
	for (int at = 0; at < SV_TOKEN_SIZE - 1; at++)
		for (const char *c = "AB+/= \n\x80"; *c; c++) {
			memcpy(bad, token, SV_TOKEN_SIZE);
			bad[at] = *c;
			if (strcmp(bad, token) != 0)
				assert_code(find_session(bad), SV_NO_SESSION);
		}
	snprintf(bad, sizeof bad, "%sA", token);
	assert_code(find_session(bad), SV_NO_SESSION);
	snprintf(bad, sizeof bad, "%.42s", token);
	assert_code(find_session(bad), SV_NO_SESSION);
	assert_code(find_session(""), SV_NO_SESSION);
	assert_code(find_session("' OR 1=1 --"), SV_NO_SESSION);
}

static void use_extends_a_session(void **unused)
{
	(void)unused;
	add_guest("Rosa");
	for (int i = 0; i < 5; i++) {
		clock_now += HOUR - 1;
		assert_ok(find_session(token));
	}
	clock_now += HOUR;
	assert_code(find_session(token), SV_NO_SESSION);
	clock_now -= 1; /* the last moment at which it was valid */
	assert_ok(find_session(token));
}

/* Using a session must not be a write for each message. */
static void use_is_not_always_written(void **unused)
{
	(void)unused;
	sv_person_row row;
	int64_t id = add_guest("Rosa"), began = clock_now;
	assert_true(sv_store_commit(store));
	clock_now += 59 * 1000;
	assert_ok(find_session(token));
	assert_false(sv_store_has_uncommitted(store));
	clock_now += 1000;
	assert_ok(find_session(token));
	assert_true(sv_store_has_uncommitted(store));
	assert_true(sv_store_find_person(store, id, &row));
	assert_int_equal(row.seen, began + 60 * 1000);
}

static void logging_out_ends_one_session(void **unused)
{
	(void)unused;
	char other[SV_TOKEN_SIZE];
	add_account("Rosa", "correct horse");
	memcpy(other, token, SV_TOKEN_SIZE);
	assert_ok(log_in("Rosa", "correct horse"));
	assert_ok(sv_people_log_out(people, token));
	assert_code(find_session(token), SV_NO_SESSION);
	assert_ok(find_session(other));
	assert_ok(sv_people_log_out(people, token));
	assert_ok(sv_people_log_out(people, "no token"));
}

static void expired_sessions_are_deleted(void **unused)
{
	(void)unused;
	int64_t person, expires;
	sv_session early;
	add_guest("Rosa");
	early = out;
	clock_now += HOUR / 2;
	add_guest("Leo");
	clock_now += HOUR / 2;
	/* It is stored, but nobody can use it any more. */
	assert_true(sv_store_find_session(store, early.hash, 0, &person, &expires));
	assert_ok(sv_people_delete_expired(people));
	assert_false(sv_store_find_session(store, early.hash, 0, &person, &expires));
	assert_ok(find_session(token));
}

/* ---- The store fails ------------------------------------------------------------------------- */

static void a_failing_store_is_reported(void **unused)
{
	(void)unused;
	char rosas[SV_TOKEN_SIZE];
	int64_t leo = add_guest("Leo"), rosa = add_account("Rosa", "correct horse");
	memcpy(rosas, token, SV_TOKEN_SIZE);
	assert_true(sv_store_commit(store));
	break_store();
	assert_code(sv_people_add_guest(people, "Karl", &out, token), SV_STORAGE);
	assert_code(sv_people_register(people, 0, "Karl", "correct horse", &out, token), SV_STORAGE);
	assert_code(sv_people_register(people, leo, "Karl", "correct horse", &out, token), SV_STORAGE);
	assert_code(log_in("Rosa", "correct horse"), SV_STORAGE);
	assert_code(
		sv_people_change_password(people, rosa, "correct horse", "battery staple", &out, token),
		SV_STORAGE);
	assert_code(sv_people_delete(people, rosa, "correct horse"), SV_STORAGE);
	assert_code(sv_people_log_out(people, rosas), SV_STORAGE);
	assert_code(sv_people_delete_expired(people), SV_STORAGE);
	assert_ok(find_session(rosas)); /* reading still works */
	clock_now += 2 * 60 * 1000;
	assert_code(find_session(rosas), SV_STORAGE);
	assert_code(log_in("Rosa", "wrong horse"), SV_WRONG_PASSWORD);
	sv_store_roll_back(store);
	assert_ok(find_session(rosas));
	assert_ok(log_in("Rosa", "correct horse"));
	assert_int_equal(sv_store_last_person(store), rosa);
	assert_true(sv_store_commit(store));
}

/* If a person cannot be looked up because of an error, nobody is told that the person is
 * unknown. */
static void an_unreadable_store_is_not_an_unknown_person(void **unused)
{
	(void)unused;
	char url[64] = "sqlite:/tmp/apparat-people-XXXXXX", *path = strchr(url, '/');
	ap_error error;
	int64_t id = add_guest("Rosa");
	close(mkstemp(path));
	sv_store *damaged = sv_store_open(url, &error);
	sv_people *lost = sv_people_open(damaged, &still, &limits, &error);
	sqlite3 *other;
	assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
	assert_int_equal(
		sqlite3_exec(other, "DROP TABLE sessions; DROP TABLE people", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(other);
	assert_code(sv_people_find_session(lost, token, &out), SV_STORAGE);
	assert_code(sv_people_log_in(lost, "Rosa", "correct horse", &out, token), SV_STORAGE);
	assert_code(sv_people_add_guest(lost, "Rosa", &out, token), SV_STORAGE);
	assert_code(sv_people_delete(lost, id, ""), SV_STORAGE);
	sv_people_close(lost);
	sv_store_close(damaged);
	unlink(path); /* closing the last connection has removed the log */
}

/* A link that sets a password can be used once, by whoever is not banned, and ends all sessions. */
static void a_link_sets_a_password_once(void **unused)
{
	(void)unused;
	uint8_t secret[SV_SECRET_SIZE] = {7}, hash[SV_SECRET_SIZE];
	char link[SV_TOKEN_SIZE], before[SV_TOKEN_SIZE];
	sodium_bin2base64(
		link, sizeof link, secret, sizeof secret, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	crypto_generichash(hash, sizeof hash, secret, sizeof secret, NULL, 0);
	assert_code(sv_people_register(people, 0, "Ann", "correct horse", &out, before), SV_PEOPLE_OK);
	int64_t ann = out.person;
	assert_true(sv_store_put_recovery(store, hash, ann, clock_now + 1000));
	assert_code(sv_people_recover(people, link, "short", &out, token), SV_WEAK_PASSWORD);
	assert_code(sv_people_recover(people, "nonsense", "battery staple", &out, token), SV_BAD_LINK);
	clock_now += 1000;
	assert_code(sv_people_recover(people, link, "battery staple", &out, token), SV_BAD_LINK);
	clock_now -= 1;
	assert_code(sv_people_recover(people, link, "battery staple", &out, token), SV_PEOPLE_OK);
	assert_int_equal(out.person, ann);
	assert_code(find_session(before), SV_NO_SESSION);
	assert_code(find_session(token), SV_PEOPLE_OK);
	assert_code(sv_people_recover(people, link, "battery staple", &out, token), SV_BAD_LINK);
	assert_code(sv_people_log_in(people, "Ann", "correct horse", &out, token), SV_WRONG_PASSWORD);
	sv_restraint ban = {.kind = SV_BAN, .person = ann, .until = clock_now + 1000, .reason = ""};
	assert_true(sv_store_add_restraint(store, &ban));
	assert_code(sv_people_log_in(people, "Ann", "battery staple", &out, token), SV_BANNED);
	assert_code(sv_people_log_in(people, "Ann", "wrong", &out, token), SV_WRONG_PASSWORD);
	clock_now += 1000; /* a ban ends by itself */
	assert_code(sv_people_log_in(people, "Ann", "battery staple", &out, token), SV_PEOPLE_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_code_has_its_name),
		TEST(a_link_sets_a_password_once),
		TEST(bad_names_are_refused),
		TEST(a_guest_needs_only_a_name),
		TEST(an_account_can_log_in),
		TEST(an_accounts_name_is_taken),
		TEST(weak_and_bad_passwords_are_refused),
		TEST(a_guest_becomes_an_account),
		TEST(unknown_names_and_wrong_passwords_look_alike),
		TEST(no_more_hashes_than_needed_are_computed),
		TEST(a_hash_that_cannot_be_computed_changes_nothing),
		TEST(a_change_of_password_ends_other_sessions),
		TEST(a_deleted_person_is_gone),
		TEST(only_the_hash_of_a_token_is_stored),
		TEST(malformed_tokens_have_no_session),
		TEST(use_extends_a_session),
		TEST(use_is_not_always_written),
		TEST(logging_out_ends_one_session),
		TEST(expired_sessions_are_deleted),
		TEST(a_failing_store_is_reported),
		TEST(an_unreadable_store_is_not_an_unknown_person),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

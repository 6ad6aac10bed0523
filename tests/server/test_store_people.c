/* test_store_people.c: people, sessions and talk in the store, and what remains of a deleted
 * person. */
#include "server/store_test.h"

static void copy_cut(char *out, size_t size, const char *text)
{
	size_t length = strlen(text) < size ? strlen(text) : size - 1;
	memcpy(out, text, length);
	out[length] = '\0';
}

static sv_person_row person(int64_t id, const char *name, const char *password)
{
	sv_person_row row = {.id = id, .created = 100 + id, .seen = 200 + id, .settings = "{}"};
	copy_cut(row.name, sizeof row.name, name);
	copy_cut(row.password, sizeof row.password, password);
	return row;
}

static bool put_person(int64_t id, const char *name, const char *password)
{
	sv_person_row row = person(id, name, password);
	return sv_store_put_person(store, &row);
}

static void assert_person(const sv_person_row *is, const sv_person_row *should)
{
	assert_int_equal(is->id, should->id);
	assert_string_equal(is->name, should->name);
	assert_string_equal(is->password, should->password);
	assert_int_equal(is->created, should->created);
	assert_int_equal(is->seen, should->seen);
	assert_string_equal(is->settings, should->settings);
}

/* ---- People ---------------------------------------------------------------------------------- */

static void a_person_can_be_read_again(void **unused)
{
	(void)unused;
	sv_person_row found, row = person(4, "Клара", "$argon2id$...");
	assert_none(sv_store_find_person(store, 4, &found));
	assert_kept(sv_store_put_person(store, &row) && sv_store_find_person(store, 4, &found));
	assert_person(&found, &row);
	memset(row.name, 'n', sizeof row.name - 1);
	memset(row.password, 'p', sizeof row.password - 1);
	memset(row.settings, 's', sizeof row.settings - 1);
	row.created = INT64_MIN;
	row.seen = INT64_MAX;
	assert_kept(sv_store_put_person(store, &row) && sv_store_commit(store));
	reopen();
	assert_kept(sv_store_find_person(store, 4, &found));
	assert_person(&found, &row);
	assert_kept(sv_store_find_account(store, row.name, &found));
	assert_none(sv_store_find_person(store, 3, &found));
}

static void accounts_are_found_by_name(void **unused)
{
	(void)unused;
	sv_person_row found;
	assert_kept(put_person(1, "Rosa [Z", "x") && put_person(2, "Édith", "x"));
	assert_kept(sv_store_find_account(store, "rOSA [z", &found));
	assert_int_equal(found.id, 1);
	assert_string_equal(found.name, "Rosa [Z");
	/* Only letters are compared without case. */
	assert_none(sv_store_find_account(store, "rosa {z", &found));
	assert_kept(sv_store_find_account(store, "ÉDITH", &found));
	assert_int_equal(found.id, 2);
	assert_none(sv_store_find_account(store, "édith", &found)); /* and only those of ASCII */
	assert_none(sv_store_find_account(store, "", &found));
	assert_none(sv_store_find_account(store, "Rosa", &found));
}

/* A name that is too long must not be cut down to that of somebody else. */
static void a_name_that_is_too_long_is_not_found(void **unused)
{
	(void)unused;
	sv_person_row found;
	char name[SV_NAME_SIZE + 1];
	memset(name, 'n', SV_NAME_SIZE);
	name[SV_NAME_SIZE] = '\0';
	assert_kept(put_person(1, name, "x")); /* person() cuts it */
	assert_none(sv_store_find_account(store, name, &found));
	name[SV_NAME_SIZE - 1] = '\0';
	assert_kept(sv_store_find_account(store, name, &found));
}

static void guests_may_share_a_name(void **unused)
{
	(void)unused;
	sv_person_row found;
	assert_kept(put_person(1, "Rosa", "") && put_person(2, "Rosa", "") && put_person(3, "Leo", ""));
	assert_none(sv_store_find_account(store, "Rosa", &found));
	assert_kept(put_person(2, "Rosa", "x")); /* one becomes an account */
	assert_kept(sv_store_find_account(store, "rosa", &found));
	assert_int_equal(found.id, 2);
	assert_kept(sv_store_commit(store));
	assert_transaction_fails(put_person(3, "ROSA", "y"), "UNIQUE constraint");
	assert_kept(sv_store_find_person(store, 3, &found));
	assert_string_equal(found.name, "Leo");
}

static void impossible_people_are_rejected(void **unused)
{
	(void)unused;
	sv_person_row row = person(1, "Rosa", "");
	memset(row.name, 'n', sizeof row.name);
	assert_transaction_fails(sv_store_put_person(store, &row), "do not end");
	row = person(1, "Rosa", "");
	memset(row.password, 'p', sizeof row.password);
	assert_transaction_fails(sv_store_put_person(store, &row), "do not end");
	row = person(1, "Rosa", "");
	memset(row.settings, 's', sizeof row.settings);
	assert_transaction_fails(sv_store_put_person(store, &row), "do not end");
	assert_transaction_fails(put_person(0, "Nobody", ""), "CHECK constraint");
	assert_int_equal(sv_store_last_person(store), 0);
}

/* Lines still contain the id: it must not become that of somebody else. */
static void an_id_is_never_given_again(void **unused)
{
	(void)unused;
	assert_int_equal(sv_store_last_person(store), 0);
	assert_kept(put_person(1, "Rosa", "") && put_person(2, "Leo", ""));
	assert_int_equal(sv_store_last_person(store), 2);
	assert_kept(sv_store_delete_person(store, 2) && sv_store_commit(store));
	reopen();
	assert_int_equal(sv_store_last_person(store), 2);
	assert_kept(put_person(7, "Karl", ""));
	assert_int_equal(sv_store_last_person(store), 7);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

static const uint8_t one[SV_SECRET_SIZE] = {1}, two[SV_SECRET_SIZE] = {2},
					 three[SV_SECRET_SIZE] = {[31] = 3};

static void assert_session(const uint8_t *hash, int64_t now, int64_t person_id, int64_t expires)
{
	int64_t found = 0, ends = 0;
	assert_kept(sv_store_find_session(store, hash, now, &found, &ends));
	assert_int_equal(found, person_id);
	assert_int_equal(ends, expires);
}

static void assert_no_session(const uint8_t *hash, int64_t now)
{
	int64_t found, ends;
	assert_none(sv_store_find_session(store, hash, now, &found, &ends));
}

static void sessions_expire(void **unused)
{
	(void)unused;
	assert_kept(put_person(1, "Rosa", "") && put_person(2, "Leo", ""));
	assert_kept(sv_store_put_session(store, one, 1, 1000));
	assert_kept(sv_store_put_session(store, two, 2, 2000));
	assert_session(one, 0, 1, 1000);
	assert_session(one, 999, 1, 1000);
	assert_no_session(one, 1000);
	assert_no_session(three, 0);
	assert_kept(sv_store_extend_session(store, one, 3000));
	assert_session(one, 2999, 1, 3000);
	assert_kept(sv_store_delete_sessions_before(store, 2000) && sv_store_commit(store));
	reopen();
	assert_no_session(two, 0);
	assert_session(one, 0, 1, 3000);
	assert_kept(sv_store_delete_sessions_before(store, 2999));
	assert_session(one, 0, 1, 3000);
}

static void sessions_are_deleted(void **unused)
{
	(void)unused;
	assert_kept(put_person(1, "Rosa", "") && put_person(2, "Leo", ""));
	assert_kept(sv_store_put_session(store, one, 1, 1000));
	assert_kept(sv_store_put_session(store, two, 1, 1000));
	assert_kept(sv_store_put_session(store, three, 2, 1000));
	assert_kept(sv_store_delete_session(store, one));
	assert_kept(sv_store_delete_session(store, one)); /* it is deleted already */
	assert_no_session(one, 0);
	assert_session(two, 0, 1, 1000);
	assert_kept(sv_store_delete_sessions_of(store, 1));
	assert_no_session(two, 0);
	assert_session(three, 0, 2, 1000);
	assert_kept(sv_store_commit(store));
	assert_kept(sv_store_put_session(store, one, 9, 1000)); /* of nobody */
	assert_no_session(one, 0);
	assert_kept(sv_store_extend_session(store, one, 2000));
	assert_no_session(one, 0);
}

/* ---- Talk ------------------------------------------------------------------------------------ */

static bool add_talk(int64_t table, int n, int64_t who, const char *words)
{
	sv_talk talk = {.at = 10 + n, .person = who, .seen_by = 0x81FF, .from = 15, .text = words};
	return sv_store_add_talk(store, table, n, &talk);
}

typedef struct talk_reader {
	int next, enough;
	const char *const *text;
	const int64_t *person;
} talk_reader;

static bool check_talk(void *to, int n, const sv_talk *talk)
{
	talk_reader *h = to;
	assert_int_equal(n, h->next);
	assert_int_equal(talk->at, 10 + n);
	assert_int_equal(talk->person, h->person[n]);
	assert_int_equal(talk->seen_by, 0x81FF);
	assert_int_equal(talk->from, 15);
	assert_string_equal(talk->text, h->text[n]);
	h->next++;
	return h->next != h->enough;
}

static const char *const words[] = {"Bonjour à tous.", "", "no"};

static void assert_talk(const int64_t *people)
{
	for (int from = 0; from < 4; from++) {
		talk_reader h = {.next = from, .text = words, .person = people};
		assert_kept(sv_store_each_talk(store, 1, from, check_talk, &h));
		assert_int_equal(h.next, 3);
	}
}

static void talk_can_be_read_again(void **unused)
{
	(void)unused;
	static const int64_t people[] = {1, 2, 1};
	assert_kept(put_table(store, 1, SV_RUNNING) && put_table(store, 2, SV_RUNNING));
	assert_int_equal(sv_store_next_talk(store, 1), 0);
	for (int n = 0; n < 3; n++)
		assert_kept(add_talk(1, n, people[n], words[n]));
	assert_int_equal(sv_store_next_talk(store, 1), 3);
	assert_int_equal(sv_store_next_talk(store, 2), 0);
	assert_kept(sv_store_commit(store));
	reopen();
	assert_talk(people);
	talk_reader h = {.enough = 2, .text = words, .person = people};
	assert_none(sv_store_each_talk(store, 1, 0, check_talk, &h));
	assert_int_equal(h.next, 2);
	assert_transaction_fails(add_talk(1, 2, 1, "again"), "UNIQUE constraint");
	assert_transaction_fails(add_talk(3, 0, 1, "where?"), "FOREIGN KEY constraint");
	assert_transaction_fails(add_talk(1, -1, 1, "early"), "CHECK constraint");
	assert_transaction_fails(add_talk(1, 3, 1, NULL), "null");
	assert_talk(people);
}

/* ---- Secrets of the server, Web Push --------------------------------------------------------- */

static void a_secret_is_added_once(void **unused)
{
	(void)unused;
	char found[4];
	assert_none(sv_store_find_secret(store, "push", found, 4));
	assert_kept(sv_store_add_secret(store, "push", "abcd", 4) && sv_store_commit(store));
	assert_transaction_fails(sv_store_add_secret(store, "push", "efgh", 4), "UNIQUE constraint");
	reopen();
	assert_kept(sv_store_find_secret(store, "push", found, 4));
	assert_memory_equal(found, "abcd", 4);
	assert_false(sv_store_find_secret(store, "push", found, 3));
	assert_error("it has another size");
}

static bool put_push(int64_t who, const char *endpoint, int64_t at)
{
	sv_push_row row = {.endpoint = endpoint};
	memset(row.receiver.point, (int)at, sizeof row.receiver.point);
	memset(row.receiver.auth, (int)at + 1, sizeof row.receiver.auth);
	return sv_store_put_push(store, who, &row, at);
}

/* Writes the endpoints one after the other, and checks their keys. */
static bool add_endpoint(void *to, const sv_push_row *row)
{
	strcat(to, row->endpoint);
	assert_int_equal(row->receiver.auth[15], row->receiver.point[64] + 1);
	return true;
}

static void assert_pushes(int64_t who, const char *endpoints)
{
	char found[100] = "";
	assert_kept(sv_store_each_push(store, who, add_endpoint, found));
	assert_string_equal(found, endpoints);
}

static void an_endpoint_belongs_to_who_subscribed_last(void **unused)
{
	(void)unused;
	assert_kept(put_person(1, "Rosa", "x") && put_person(2, "Leo", ""));
	assert_kept(put_push(1, "a", 5) && put_push(1, "b", 4) && put_push(2, "c", 3));
	assert_kept(sv_store_commit(store));
	reopen();
	assert_pushes(1, "ab"); /* b came later, though the clock had gone back */
	assert_pushes(2, "c");
	assert_kept(put_push(2, "a", 9));
	assert_pushes(1, "b");
	assert_pushes(2, "ca");
	assert_kept(sv_store_delete_push(store, 1, "a")); /* it is no longer hers */
	assert_pushes(2, "ca");
	assert_kept(sv_store_delete_push(store, 2, "a"));
	assert_pushes(2, "c");
	assert_kept(put_push(1, "d", 1) && sv_store_delete_push(store, 1, NULL));
	assert_pushes(1, "");
	assert_kept(put_push(1, "b", 1) && sv_store_commit(store));
	assert_kept(sv_store_delete_person(store, 1) && sv_store_commit(store));
	assert_pushes(1, "");
	assert_pushes(2, "c");
	assert_kept(put_push(1, "b", 1) && sv_store_commit(store)); /* of nobody */
	assert_pushes(1, "");
}

/* ---- Deletion -------------------------------------------------------------------------------- */

static void a_deleted_person_leaves_lines_and_nameless_talk(void **unused)
{
	(void)unused;
	sv_person_row found;
	assert_kept(put_table(store, 1, SV_RUNNING) && put_line(store, 1, 0)); /* by person 7 */
	assert_kept(put_person(7, "Rosa", "x") && put_person(2, "Leo", "y"));
	assert_kept(sv_store_put_session(store, one, 7, 1000));
	assert_kept(sv_store_put_session(store, two, 2, 1000));
	assert_kept(
		add_talk(1, 0, 7, words[0]) && add_talk(1, 1, 2, words[1]) && add_talk(1, 2, 7, words[2]));
	assert_kept(sv_store_commit(store));
	assert_kept(sv_store_delete_person(store, 7) && sv_store_commit(store));
	reopen();
	assert_none(sv_store_find_person(store, 7, &found));
	assert_none(sv_store_find_account(store, "Rosa", &found));
	assert_no_session(one, 0);
	assert_talk((const int64_t[]){0, 2, 0});
	assert_int_equal(lines_of(store, 1), 1);
	assert_kept(sv_store_find_person(store, 2, &found));
	assert_session(two, 0, 2, 1000);
	assert_kept(sv_store_delete_person(store, 7)); /* deleted already */
	assert_kept(put_person(8, "rosa", "z"));       /* the name is free */
	assert_kept(add_talk(1, 3, 7, "still connected") && sv_store_commit(store));
}

#ifndef STORE_IS_POSTGRESQL
/* The name must not even be in free pages: nobody who gets the file may find it. */
static void deleted_data_is_overwritten_in_the_file(void **unused)
{
	(void)unused;
	static char bytes[1 << 20];
	assert_kept(put_person(1, "Rosa-of-the-free-pages", "x") && sv_store_commit(store));
	assert_kept(sv_store_delete_person(store, 1) && sv_store_commit(store));
	reopen(); /* closing has copied the log */
	FILE *file = fopen(path_of("store"), "rb");
	assert_non_null(file);
	size_t size = fread(bytes, 1, sizeof bytes, file);
	fclose(file);
	assert_in_range(size, 4096, sizeof bytes - 1);
	for (size_t i = 0; i + 8 < size; i++)
		assert_false(memcmp(bytes + i, "ree-page", 8) == 0);
}
#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_person_can_be_read_again),
		TEST(accounts_are_found_by_name),
		TEST(a_name_that_is_too_long_is_not_found),
		TEST(guests_may_share_a_name),
		TEST(impossible_people_are_rejected),
		TEST(an_id_is_never_given_again),
		TEST(sessions_expire),
		TEST(sessions_are_deleted),
		TEST(talk_can_be_read_again),
		TEST(a_secret_is_added_once),
		TEST(an_endpoint_belongs_to_who_subscribed_last),
		TEST(a_deleted_person_leaves_lines_and_nameless_talk),
#ifndef STORE_IS_POSTGRESQL
		TEST(deleted_data_is_overwritten_in_the_file),
#endif
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

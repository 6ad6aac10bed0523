/* test_store_faults.c: the store when something goes wrong: bad files, full disks, killed
 * processes; and copies made while it is written. */
#include "server/store_test.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "server/disk_reserve.h"
#include "server/store_lock.h"

/* What a database older than version 6 does not have. */
#define OLDER_THAN_6                                                                               \
	"DROP INDEX tables_by_node; DROP INDEX orphans; DROP TABLE node_rules; DROP TABLE news;"       \
	"ALTER TABLE tables DROP COLUMN rules; ALTER TABLE tables DROP COLUMN node;"                   \
	"ALTER TABLE tables DROP COLUMN left_at; ALTER TABLE tables DROP COLUMN ahead;"                \
	"ALTER TABLE service DROP COLUMN shared; DROP TABLE nodes;"

/* What a database older than version 5 does not have. */
#define OLDER_THAN_5                                                                               \
	OLDER_THAN_6                                                                                   \
	"DROP INDEX tables_by_owner; DROP INDEX tables_listed; DROP INDEX tables_listed_by_game;"      \
	"DROP INDEX tables_with_room; DROP INDEX tables_with_room_by_game; DROP INDEX tables_by_end;"  \
	"DROP INDEX IF EXISTS sitters_by_table; DROP TABLE seats; DROP TABLE names;"                   \
	"DROP INDEX people_by_look; DROP INDEX people_by_folded_look; DROP INDEX guests_by_time;"      \
	"ALTER TABLE tables DROP COLUMN owner; ALTER TABLE tables DROP COLUMN game;"                   \
	"ALTER TABLE tables DROP COLUMN public; ALTER TABLE tables DROP COLUMN open_seats;"            \
	"ALTER TABLE tables DROP COLUMN bots; ALTER TABLE tables DROP COLUMN expires;"                 \
	"ALTER TABLE people DROP COLUMN look; ALTER TABLE people DROP COLUMN folded_look;"             \
	"ALTER TABLE people DROP COLUMN used;"                                                         \
	"ALTER TABLE lines DROP COLUMN served; DROP TABLE service;"                                    \
	"DROP TABLE restraints; DROP TABLE recoveries; DROP TABLE acts; DROP TABLE announcements;"     \
	"DROP INDEX talk_by_time; DROP INDEX ended_tables_by_time; DROP INDEX all_guests_by_time;"     \
	"ALTER TABLE sessions DROP COLUMN created; ALTER TABLE sessions DROP COLUMN agent;"            \
	"ALTER TABLE reports DROP COLUMN kind; ALTER TABLE reports DROP COLUMN against;"               \
	"ALTER TABLE reports DROP COLUMN said;"

/* What a database older than version 3 does not have. */
#define OLDER_THAN_3                                                                               \
	OLDER_THAN_5                                                                                   \
	"DROP TABLE bases; DROP TABLE games; DROP TABLE reports; DROP TABLE secrets;"                  \
	"DROP TABLE pushes;"

enum { SCHEMA = 6 }; /* the version of the schema that this program writes */

/* ---- Access to the database ------------------------------------------------------------------ */

static sqlite3 *last_db; /* the connection that was opened last */

static int remember_db(sqlite3 *db, char **message, const void *api)
{
	(void)message;
	(void)api;
	last_db = db;
	return SQLITE_OK;
}

static void do_sql(sqlite3 *db, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

static int ask_sql(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *st;
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &st, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(st), SQLITE_ROW);
	int found = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return found;
}

/* Makes a database as another program would. */
static void make_database(const char *name, const char *sql)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path_of(name), &db), SQLITE_OK);
	do_sql(db, sql);
	sqlite3_close(db);
}

static const char *url_of(const char *name)
{
	static char url[600];
	snprintf(url, sizeof url, "sqlite:%s", path_of(name));
	return url;
}

static void write_file(const char *name, const char *bytes, size_t size)
{
	FILE *file = fopen(path_of(name), "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, size, file), size);
	assert_int_equal(fclose(file), 0);
}

static void the_database_has_the_documented_settings(void **unused)
{
	(void)unused;
	reopen();
	assert_int_equal(ask_sql(last_db, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
	assert_int_equal(ask_sql(last_db, "PRAGMA synchronous"), 2);
	assert_int_equal(ask_sql(last_db, "PRAGMA foreign_keys"), 1);
	assert_int_equal(ask_sql(last_db, "PRAGMA user_version"), SCHEMA);
}

/* ---- Files that are no store ----------------------------------------------------------------- */

static void bad_urls_are_rejected(void **unused)
{
	(void)unused;
	assert_cannot_open("", "is no store");
	assert_cannot_open("sql", "is no store");
	assert_cannot_open("sqlite:", "is no store");
	assert_cannot_open("postgres://host/db", "is no store");
	assert_cannot_open("sqlite:/nowhere/at/all", "cannot be made: No such file");
	assert_cannot_open("sqlite:/tmp", "/tmp cannot be opened");
}

/* Root may write everything, so another user must try. */
static void a_read_only_file_is_rejected(void **unused)
{
	(void)unused;
	assert_int_equal(chmod(path_of("store"), 0444), 0);
	assert_int_equal(chmod(folder, 0755), 0);
	pid_t child = fork();
	if (child == 0) {
		ap_error error = {0};
		if (geteuid() == 0 && seteuid(65534) != 0)
			_exit(2);
		sv_store *s = sv_store_open(url_of("store"), &error);
		_exit(s == NULL && strstr(error.message, "cannot be written") ? 0 : 1);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void files_of_other_programs_are_rejected(void **unused)
{
	(void)unused;
	char junk[5000];
	memset(junk, 'j', sizeof junk);
	write_file("junk", junk, sizeof junk);
	assert_cannot_open(url_of("junk"), "file is not a database");
	make_database("other", "CREATE TABLE lines (x); PRAGMA application_id = 77");
	assert_cannot_open(url_of("other"), "another program");
	make_database("versioned", "CREATE TABLE x (y); PRAGMA user_version = 1");
	assert_cannot_open(url_of("versioned"), "another program");
}

static void a_newer_database_is_rejected(void **unused)
{
	(void)unused;
	assert_kept(put_table(store, 1, SV_LOBBY) && sv_store_commit(store));
	make_database("store", "PRAGMA user_version = 99");
	assert_cannot_open(url_of("store"), "is of version 99, this program knows versions up to 6");
	make_database("store", "PRAGMA user_version = 6"); /* the database was not changed */
	reopen();
	assert_int_equal(sv_store_last_table(store), 1);
}

static void version_0_is_migrated(void **unused)
{
	(void)unused;
	static const char *const old[] = {"empty", "old"};
	write_file("empty", "", 0);
	make_database("old", "CREATE TABLE notes (x); INSERT INTO notes VALUES (42)");
	for (int i = 0; i < 2; i++) {
		sv_store *s = open_at(old[i]);
		assert_int_equal(ask_sql(last_db, "PRAGMA user_version"), SCHEMA);
		assert_true(put_table(s, 1, SV_RUNNING) && put_line(s, 1, 0) && sv_store_commit(s));
		sv_store_close(s);
		s = open_at(old[i]); /* it is not migrated again */
		assert_int_equal(lines_of(s, 1), 1);
		if (i == 1)
			assert_int_equal(ask_sql(last_db, "SELECT x FROM notes"), 42);
		sv_store_close(s);
	}
}

static bool count_table(void *to, const sv_table_row *row)
{
	*(int *)to += row->id == 7;
	return true;
}

/* Version 2 has a table of players: it is filled from the metas of version 1. */
static void version_1_is_migrated(void **unused)
{
	int found = 0;
	sv_table_row row = {.id = 7,
		.key = "k",
		.status = SV_OVER,
		.meta = "{\"private\":[{\"person\":0},{\"person\":41}]}"};
	(void)unused;
	assert_kept(sv_store_put_table(store, &row) && sv_store_commit(store));
	make_database("store", OLDER_THAN_3 "DROP TABLE sitters; PRAGMA user_version = 1");
	reopen();
	assert_true(sv_store_each_table_of(store, 41, SV_OVER, 10, count_table, &found));
	assert_int_equal(found, 1);
	assert_true(sv_store_each_table_of(store, 40, SV_OVER, 10, count_table, &found));
	assert_true(sv_store_each_table_of(store, 41, SV_RUNNING, 10, count_table, &found));
	assert_int_equal(found, 1);
}

/* Whoever opens an older database can still give the migration up: nothing of it is durable before
 * the first commit. */
static void a_migration_is_durable_with_the_first_commit(void **unused)
{
	(void)unused;
	assert_kept(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
	make_database("store", OLDER_THAN_3 "PRAGMA user_version = 2");
	for (int i = 0; i < 2; i++) {
		reopen();
		assert_int_equal(ask_sql(last_db, "PRAGMA user_version"), SCHEMA);
		assert_int_equal(sv_store_last_table(store), 1);
		sqlite3 *other;
		assert_int_equal(sqlite3_open(path_of("store"), &other), SQLITE_OK);
		assert_int_equal(ask_sql(other, "PRAGMA user_version"), 2);
		sqlite3_close(other);
	}
	assert_kept(sv_store_commit(store));
	reopen();
	assert_int_equal(ask_sql(last_db, "PRAGMA user_version"), SCHEMA);
	assert_false(sv_store_has_uncommitted(store));
}

static void a_migration_that_fails_changes_nothing(void **unused)
{
	(void)unused;
	make_database("old", "CREATE TABLE talk (x); INSERT INTO talk VALUES (42)");
	assert_cannot_open(url_of("old"), "from version 0 to 6: table talk already exists");
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path_of("old"), &db), SQLITE_OK);
	assert_int_equal(ask_sql(db, "PRAGMA user_version"), 0);
	assert_int_equal(ask_sql(db, "SELECT count(*) FROM sqlite_master"), 1);
	assert_int_equal(ask_sql(db, "SELECT x FROM talk"), 42);
	sqlite3_close(db);
}

static void fill(int lines)
{
	assert_kept(put_table(store, 1, SV_RUNNING));
	for (int seq = 0; seq < lines; seq++)
		assert_kept(put_line(store, 1, seq));
	assert_kept(sv_store_commit(store));
	reopen(); /* moves the log into the file */
}

static bool count_any(void *to, int seq, const sv_line *line)
{
	(void)seq;
	(void)line;
	++*(int *)to;
	return true;
}

/* Closes the store and returns its file; the second half of it contains lines. */
static int open_with_lines(off_t *half)
{
	struct stat is;
	fill(8000);
	sv_store_close(store);
	store = NULL;
	assert_int_equal(stat(path_of("store"), &is), 0);
	*half = is.st_size / 4096 / 2 * 4096;
	return open(path_of("store"), O_WRONLY);
}

static void damaged_lines_are_reported(void **unused)
{
	(void)unused;
	char junk[4096];
	int lines = 0;
	off_t half;
	int fd = open_with_lines(&half);
	memset(junk, 0x5A, sizeof junk);
	for (off_t at = half; at < 2 * half; at += 4096)
		assert_int_equal(pwrite(fd, junk, sizeof junk, at), sizeof junk);
	close(fd);
	store = open_at("store");
	assert_false(sv_store_each_line(store, 1, 0, count_any, &lines));
	assert_error("the lines cannot be read: database disk image is malformed");
	assert_int_equal(sv_store_last_table(store), 1); /* what is not damaged can be read */
}

static void count_damage(void *to, const char *text)
{
	assert_true(strlen(text) > 0);
	++*(int *)to;
}

/* Whoever runs the server learns of damage when it starts, not when somebody needs the page. */
static void damage_is_found_by_the_check(void **unused)
{
	(void)unused;
	char junk[4096];
	int found = 0;
	off_t half;
	sv_store_check(store, count_damage, &found);
	assert_int_equal(found, 0);
	int fd = open_with_lines(&half);
	memset(junk, 0x5A, sizeof junk);
	assert_int_equal(pwrite(fd, junk, sizeof junk, half), sizeof junk);
	close(fd);
	store = open_at("store");
	sv_store_check(store, count_damage, &found);
	assert_in_range(found, 1, 20);
}

static void a_truncated_file_is_rejected(void **unused)
{
	(void)unused;
	off_t half;
	int fd = open_with_lines(&half);
	assert_int_equal(ftruncate(fd, half), 0);
	close(fd);
	assert_cannot_open(url_of("store"), "database disk image is malformed");
}

static void a_missing_table_is_reported(void **unused)
{
	(void)unused;
	make_database("store", "DROP TABLE snapshots");
	assert_cannot_open(url_of("store"), "is damaged: no such table: snapshots");
}

/* ---- Writing that fails ---------------------------------------------------------------------- */

static void a_full_disk_makes_the_commit_fail(void **unused)
{
	(void)unused;
	int seq = 10;
	fill(10);
	do_sql(last_db, "PRAGMA max_page_count = 1"); /* it cannot grow any more */
	while (seq < 4000 && put_line(store, 1, seq))
		seq++;
	assert_in_range(seq, 11, 3999);
	assert_error("a line cannot be added: database or disk is full");
	assert_false(sv_store_commit(store));
	assert_error("full");
	sv_store_roll_back(store);
	assert_int_equal(lines_of(store, 1), 10);
	do_sql(last_db, "PRAGMA max_page_count = 1000000");
	for (seq = 10; seq < 4000; seq++)
		assert_kept(put_line(store, 1, seq));
	assert_kept(sv_store_commit(store));
	reopen();
	assert_int_equal(lines_of(store, 1), 4000);
}

/* With threads it is the commit that tells, and everything that was written since fails with it. */
static void a_full_disk_makes_the_commit_of_threads_fail(void **unused)
{
	(void)unused;
	fill(10);
	sqlite3 *db = last_db;
	sv_store_start_threads(store);
	assert_int_equal(lines_of(store, 1), 10); /* from here on the thread does nothing */
	do_sql(db, "PRAGMA max_page_count = 1");
	for (int seq = 10; seq < 4000; seq++)
		assert_kept(put_line(store, 1, seq));
	sv_store_begin_commit(store);
	assert_kept(put_line(store, 2, 0));
	assert_int_equal(sv_store_end_commit(store, true), SV_COMMIT_FAILED);
	assert_error("a line cannot be added: database or disk is full");
	assert_false(put_line(store, 2, 1));
	sv_store_roll_back(store);
	assert_int_equal(lines_of(store, 1), 10);
	do_sql(db, "PRAGMA max_page_count = 1000000");
	assert_kept(put_line(store, 1, 10) && sv_store_commit(store));
	reopen();
	assert_int_equal(lines_of(store, 1), 11);
	assert_int_equal(lines_of(store, 2), 0);
}

static void limit_files_to(rlim_t size)
{
	static struct rlimit before;
	if (before.rlim_max == 0)
		assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	struct rlimit limit = {size ? size : before.rlim_cur, before.rlim_max};
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* All writes succeed, and only the log cannot be written: the commit itself fails. */
static void a_commit_that_fails_keeps_nothing(void **unused)
{
	(void)unused;
	fill(10);
	for (int seq = 10; seq < 500; seq++)
		assert_kept(put_line(store, 1, seq));
	limit_files_to(4096);
	bool kept = sv_store_commit(store);
	limit_files_to(0);
	assert_false(kept);
	assert_error("the commit failed: ");
	assert_true(sv_store_has_uncommitted(store));
	assert_false(put_line(store, 1, 500));
	sv_store_roll_back(store);
	assert_int_equal(lines_of(store, 1), 10);
	assert_kept(put_line(store, 1, 10) && sv_store_commit(store));
	reopen();
	assert_int_equal(lines_of(store, 1), 11);
}

static void a_locked_database_is_reported(void **unused)
{
	(void)unused;
	fill(1);
	sqlite3_busy_timeout(last_db, 1); /* two seconds would be too long for a test */
	sv_store *other = open_at("store");
	assert_true(put_line(other, 1, 1));
	assert_false(put_line(store, 1, 1));
	assert_error("the store cannot be written: database is locked");
	assert_true(sv_store_commit(other));
	sv_store_close(other);
	assert_false(sv_store_commit(store)); /* the line was not written, so nothing is committed */
	sv_store_roll_back(store);
	assert_int_equal(lines_of(store, 1), 2);
}

/* ---- One server, and room on the disk -------------------------------------------------------- */

/* A lock is of a process: so another one tries. It is told where the first one serves. */
static void one_server_has_a_database(void **unused)
{
	(void)unused;
	sv_store_lock lock;
	ap_error error = {0};
	assert_true(sv_lock_store(&lock, "sqlite::memory:", &error));
	assert_true(sv_lock_store(&lock, url_of("store"), &error));
	sv_store_lock_note(&lock, "http://127.0.0.1:8080");
	for (int round = 0; round < 2; round++) {
		pid_t child = fork();
		if (child == 0) {
			sv_store_lock second;
			ap_error why = {0};
			bool locked = sv_lock_store(&second, url_of("store"), &why);
			_exit(locked ? 2
					: strstr(why.message, "served already") &&
						strstr(why.message, "open http://127.0.0.1:8080")
					? 1
					: 0);
		}
		int status;
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 1 + round);
		sv_unlock_store(&lock);
	}
	unlink(path_of("store-lock"));
}

static void room_is_kept_back_on_the_disk(void **unused)
{
	(void)unused;
	struct stat is;
	fill(500);
	assert_true(sv_store_keep_room(store) && sv_store_has_room(store));
	assert_int_equal(stat(path_of("store-reserve"), &is), 0);
	assert_true((long long)is.st_blocks * 512 >= SV_RESERVE);
	assert_kept(put_line(store, 1, 500) && sv_store_commit(store));
	sv_store_make_room(store);
	assert_int_not_equal(stat(path_of("store-reserve"), &is), 0);
	assert_int_equal(stat(path_of("store-wal"), &is), 0);
	assert_int_equal(is.st_size, 0); /* the log is in the database */
	limit_files_to(8192);
	bool kept = sv_store_keep_room(store), taken = sv_store_take_room_back(store);
	limit_files_to(0);
	assert_false(kept || taken);
	assert_int_not_equal(stat(path_of("store-reserve"), &is), 0);
	assert_true(sv_store_take_room_back(store));
	assert_int_equal(stat(path_of("store-reserve"), &is), 0);
	unlink(path_of("store-reserve"));
	assert_int_equal(lines_of(store, 1), 501);
}

/* Where there never was room for the reserve nothing is given up, and nothing waited for. */
static void what_was_never_kept_is_not_waited_for(void **unused)
{
	(void)unused;
	fill(10);
	limit_files_to(8192);
	bool kept = sv_store_keep_room(store);
	sv_store_make_room(store);
	bool taken = sv_store_take_room_back(store);
	limit_files_to(0);
	assert_true(!kept && taken);
	assert_int_equal(lines_of(store, 1), 10);
}

/* ---- Killed ---------------------------------------------------------------------------------- */

enum { GROUP = 7 };

/* Commits groups of lines and reports each, until it is killed. */
static void write_until_killed(const char *name, int tell)
{
	ap_error error;
	sv_store *s = sv_store_open(url_of(name), &error);
	if (!s)
		_exit(1);
	for (int seq = 0;; seq += GROUP) {
		for (int i = 0; i < GROUP; i++)
			if (!put_line(s, 1, seq + i))
				_exit(1);
		if (!sv_store_commit(s) || write(tell, "c", 1) != 1)
			_exit(1);
	}
}

static pid_t start_writer(const char *name, int *heard)
{
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		close(ends[0]);
		write_until_killed(name, ends[1]);
	}
	close(ends[1]);
	*heard = ends[0];
	return child;
}

static void stop_writer(pid_t child)
{
	int status;
	assert_int_equal(kill(child, SIGKILL), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status)); /* it was still running */
}

static int count_commits(int from, int most)
{
	char byte;
	int commits = 0;
	while (commits < most && read(from, &byte, 1) == 1)
		commits++;
	return commits;
}

/* Everything that was reported is there exactly once and in whole groups; at most one more group,
 * which was committed but not reported. (This says nothing about a failing power supply: that is
 * what synchronous=FULL is for.) */
static void a_killed_writer_loses_nothing_committed(void **unused)
{
	(void)unused;
	for (int round = 0; round < 20; round++) {
		int from;
		char name[32];
		snprintf(name, sizeof name, "killed-%d", round);
		sv_store *s = open_at(name);
		assert_true(put_table(s, 1, SV_RUNNING) && sv_store_commit(s));
		sv_store_close(s);
		pid_t child = start_writer(name, &from);
		int told = count_commits(from, 1 + round);
		assert_int_equal(told, 1 + round);
		struct timespec moment = {.tv_nsec = 130000 * round};
		nanosleep(&moment, NULL);
		stop_writer(child);
		told += count_commits(from, INT32_MAX);
		close(from);
		s = open_at(name);
		int lines = lines_of(s, 1);
		assert_int_equal(lines % GROUP, 0);
		assert_in_range(lines / GROUP, told, told + 1);
		assert_true(put_line(s, 1, lines) && sv_store_commit(s));
		sv_store_close(s);
	}
}

/* ---- Copies ---------------------------------------------------------------------------------- */

static void assert_copy(const char *name, int lines)
{
	struct stat is;
	assert_int_equal(stat(path_of(name), &is), 0);
	assert_int_equal(is.st_mode & 0777, 0600);
	sv_store *copy = open_at(name);
	assert_int_equal(
		ask_sql(last_db, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
	assert_int_equal(lines_of(copy, 1), lines);
	sv_store_close(copy);
}

static ap_error copy_error; /* why the last copy failed */

/* Copies the store to a new file. */
static bool copy_to(const char *path)
{
	copy_error = (ap_error){0};
	return sv_store_copy(url_of("store"), path, &copy_error);
}

static void assert_copied(bool copied)
{
	if (!copied)
		fail_msg("%s", copy_error.message);
}

static void assert_copy_error(const char *reason)
{
	if (!strstr(copy_error.message, reason))
		fail_msg("\"%s\" does not say \"%s\"", copy_error.message, reason);
}

static int version_of(const char *name)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path_of(name), &db), SQLITE_OK);
	int version = ask_sql(db, "PRAGMA user_version");
	sqlite3_close(db);
	return version;
}

static void a_copy_has_what_is_committed(void **unused)
{
	(void)unused;
	fill(100);
	assert_kept(put_line(store, 1, 100));
	assert_copied(copy_to(path_of("copy")));
	assert_copy("copy", 100);
	assert_kept(sv_store_commit(store)); /* the transaction was not disturbed */
	assert_copied(copy_to(path_of("later")));
	assert_copy("later", 101);
}

static void a_copy_overwrites_nothing(void **unused)
{
	(void)unused;
	char bytes[8] = {0};
	write_file("dear", "letters", 7);
	assert_false(copy_to(path_of("dear")));
	assert_copy_error("dear: File exists");
	FILE *file = fopen(path_of("dear"), "rb");
	assert_int_equal(fread(bytes, 1, sizeof bytes, file), 7);
	fclose(file);
	assert_string_equal(bytes, "letters");
	assert_false(copy_to(path_of("store"))); /* its own file */
	assert_false(copy_to("/nowhere/at/all"));
	assert_copy_error("No such file");
	assert_kept(put_table(store, 1, SV_LOBBY) && sv_store_commit(store));
}

static void a_copy_that_fails_leaves_no_file(void **unused)
{
	(void)unused;
	fill(4000);
	limit_files_to(8192);
	bool copied = copy_to(path_of("copy"));
	limit_files_to(0);
	assert_false(copied);
	assert_copy_error("store ");
	assert_int_not_equal(access(path_of("copy"), F_OK), 0);
	assert_copied(copy_to(path_of("copy")));
	assert_copy("copy", 4000);
}

/* What is copied is only read: an older file is not brought up to date, another program's and
 * what is no database at all are refused. */
static void only_our_files_are_copied(void **unused)
{
	(void)unused;
	ap_error error = {0};
	fill(10);
	sv_store_close(store);
	store = NULL;
	make_database("store", "PRAGMA user_version = 1");
	assert_true(copy_to(path_of("copy")));
	assert_int_equal(version_of("copy"), 1);
	assert_int_equal(version_of("store"), 1);
	make_database("store", "PRAGMA application_id = 7");
	assert_false(sv_store_copy(url_of("store"), path_of("other"), &error));
	assert_non_null(strstr(error.message, "is no database of this program"));
	write_file("letters", "letters", 7);
	assert_false(sv_store_copy(url_of("letters"), path_of("other"), &error));
	assert_non_null(strstr(error.message, "is no database of this program"));
	assert_false(sv_store_copy("sqlite::memory:", path_of("other"), &error));
	assert_false(sv_store_copy("postgres:x", path_of("other"), &error));
	assert_int_not_equal(access(path_of("other"), F_OK), 0);
	assert_false(sv_store_copy(url_of("none"), path_of("other"), &error));
	assert_int_not_equal(access(path_of("none"), F_OK), 0);
}

/* Somebody may read the file, but neither write it nor make SQLite's files beside it. */
static void who_may_only_read_can_copy(void **unused)
{
	(void)unused;
	fill(10);
	sv_store_close(store);
	store = NULL;
	assert_int_equal(chmod(path_of("store"), 0444), 0);
	assert_int_equal(chmod(folder, 0555), 0);
	char copy[128];
	snprintf(copy, sizeof copy, "%s-copy", folder);
	pid_t child = fork();
	if (child == 0) {
		if (geteuid() == 0 && seteuid(65534) != 0)
			_exit(2);
		_exit(copy_to(copy) ? 0 : 1);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	chmod(folder, 0700);
	unlink(copy);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

/* Another process writes meanwhile; each copy has whole groups, and never fewer than the one
 * before. */
static void copies_made_while_writing_are_consistent(void **unused)
{
	(void)unused;
	int from, before = 0;
	assert_kept(put_table(store, 1, SV_RUNNING) && sv_store_commit(store));
	pid_t child = start_writer("store", &from);
	for (int i = 0; i < 10; i++) {
		char name[32];
		snprintf(name, sizeof name, "copy-%d", i);
		int told = count_commits(from, 5);
		assert_int_equal(told, 5);
		assert_copied(copy_to(path_of(name)));
		sv_store *copy = open_at(name);
		int lines = lines_of(copy, 1);
		sv_store_close(copy);
		assert_int_equal(lines % GROUP, 0);
		assert_true(lines >= before && lines >= GROUP * 5 * (i + 1));
		before = lines;
	}
	stop_writer(child);
	close(from);
}

static int remember_all_dbs(void **unused)
{
	(void)unused;
	return sqlite3_auto_extension((void (*)(void))remember_db);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* Version 5 has what lists and limits need: it is filled from what is there. */
static void version_4_is_migrated(void **unused)
{
	(void)unused;
	int found = 0;
	sv_table_amounts amounts;
	sv_person_row alike, ann = {.id = 3, .name = "Ilya", .password = "hash", .settings = "{}"},
						 guest = {.id = 4, .name = "Bob", .settings = "{}"};
	sv_table_row
		waits = {.id = 7,
			.key = "k",
			.status = SV_LOBBY,
			.updated = 5,
			.meta =
				"{\"game\":\"tiny\",\"owner\":3,\"public\":true,\"seats\":[{\"kind\":\"person\","
				"\"name\":\"Ilya\"},{\"kind\":\"open\"},{\"kind\":\"bot\"}],"
				"\"private\":[{\"person\":3},{\"person\":0},{\"person\":0}]}"},
		damaged = {.id = 8, .key = "d", .status = SV_RUNNING, .meta = "{"};
	assert_kept(sv_store_put_person(store, &ann) && sv_store_put_person(store, &guest));
	assert_kept(sv_store_put_table(store, &waits) && sv_store_put_table(store, &damaged));
	assert_kept(sv_store_commit(store));
	make_database("store", OLDER_THAN_5 "PRAGMA user_version = 4");
	reopen();
	assert_true(sv_store_find_alike(store, "llya", &alike));
	assert_int_equal(alike.id, 3);
	assert_false(sv_store_find_alike(store, "Bob", &alike)); /* guests may share a name */
	assert_true(sv_store_amounts_of(store, 3, &amounts));
	assert_int_equal(amounts.tables, 1);
	assert_int_equal(amounts.open_seats, 1);
	assert_int_equal(amounts.bots, 1);
	assert_int_equal(sv_store_count_seats(store, 3), 1);
	sv_list_filter filter = {.game = "tiny",
		.name = "il",
		.with_room = true,
		.before = INT64_MAX,
		.before_id = INT64_MAX};
	assert_true(sv_store_each_listed(store, &filter, 10, count_table, &found));
	assert_int_equal(found, 1);
	assert_true(sv_store_find_expired(store, 5 + 14LL * 24 * 3600 * 1000, true, &waits));
	assert_int_equal(waits.id, 7);
	assert_int_equal(sv_store_unused_guests(store, INT64_MAX, 1, &(int64_t){0}), 0); /* who knows */
}

/* Version 6 has what servers that share a store need; its tables have no leader yet. */
static void version_5_is_migrated(void **unused)
{
	(void)unused;
	sv_table_row row = {.id = 7, .key = "k", .status = SV_RUNNING, .meta = "{}", .rules = 3};
	assert_kept(sv_store_put_table(store, &row) && sv_store_put_time_served(store, 5000));
	assert_kept(sv_store_commit(store));
	make_database("store", OLDER_THAN_6 "PRAGMA user_version = 5");
	reopen();
	assert_kept(sv_store_commit(store));
	assert_int_equal(ask_sql(last_db, "PRAGMA user_version"), SCHEMA);
	assert_int_equal(ask_sql(last_db, "SELECT rules + ahead FROM tables"), 0);
	assert_int_equal(
		ask_sql(last_db, "SELECT node IS NULL AND left_at IS NULL FROM tables WHERE id = 7"), 1);
	assert_int_equal(ask_sql(last_db, "SELECT served - shared FROM service"), 5000);
	assert_true(sv_store_find_table(store, "k", &row));
	assert_int_equal(row.node, 0);
	assert_int_equal(row.ahead, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_database_has_the_documented_settings),
		TEST(bad_urls_are_rejected),
		TEST(a_read_only_file_is_rejected),
		TEST(files_of_other_programs_are_rejected),
		TEST(a_newer_database_is_rejected),
		TEST(version_0_is_migrated),
		TEST(version_1_is_migrated),
		TEST(version_4_is_migrated),
		TEST(version_5_is_migrated),
		TEST(a_migration_is_durable_with_the_first_commit),
		TEST(a_migration_that_fails_changes_nothing),
		TEST(damaged_lines_are_reported),
		TEST(damage_is_found_by_the_check),
		TEST(a_truncated_file_is_rejected),
		TEST(one_server_has_a_database),
		TEST(room_is_kept_back_on_the_disk),
		TEST(what_was_never_kept_is_not_waited_for),
		TEST(a_missing_table_is_reported),
		TEST(a_full_disk_makes_the_commit_fail),
		TEST(a_full_disk_makes_the_commit_of_threads_fail),
		TEST(a_commit_that_fails_keeps_nothing),
		TEST(a_locked_database_is_reported),
		TEST(a_killed_writer_loses_nothing_committed),
		TEST(a_copy_has_what_is_committed),
		TEST(a_copy_overwrites_nothing),
		TEST(a_copy_that_fails_leaves_no_file),
		TEST(only_our_files_are_copied),
		TEST(who_may_only_read_can_copy),
		TEST(copies_made_while_writing_are_consistent),
	};
	return cmocka_run_group_tests(tests, remember_all_dbs, NULL);
}

/* test_dice.c: nobody can choose the dice of a table, not even who opens his nonce last. */
#include "server/own_dice.h"

static bool same_dice(const house *h, const char *promised)
{
	return strcmp(status(h), "lobby") == 0 && strcmp(commitment(h), promised) == 0;
}

/* The server's secret is fixed before any nonce is open. */
static void nothing_opens_before_the_commitment(house *h)
{
	assert_refused(open_nonce(h, 0), "not-now"); /* without a pledge */
	assert_done(pledge(h, 0));
	assert_refused(pledge(h, 0), "not-now");
	assert_done(pledge(h, 1));
	assert_refused(open_nonce(h, 0), "not-now");
	assert_refused(open_nonce(h, 1), "not-now");
	assert_true(same_dice(h, ""));
}

/* All that whoever made the table can try when the other nonce is open already. */
static void owner_tries(house *h, const char *promised)
{
	char hex[AP_FAIR_HEX + 2];
	write_nonce(5, hex);
	assert_refused(about_dice(h, 0, "nonce", hex), "not-now"); /* another one */
	assert_true(same_dice(h, promised));
	write_pledge(5, 0, hex);
	assert_refused(about_dice(h, 0, "pledge", hex), "not-now");
	write_nonce(1, hex);
	assert_refused(about_dice(h, 0, "nonce", hex), "not-now"); /* the other one's */
	write_nonce(0, hex);
	strcat(hex, "0");
	assert_refused(about_dice(h, 0, "nonce", hex), "bad-message");
	hex[AP_FAIR_HEX - 1] = '\0';
	assert_refused(about_dice(h, 0, "nonce", hex), "bad-message");
	assert_refused(request(h, 0, "start"), "not-now");
	assert_refused(open_nonce(h, 1), "not-now");
	assert_true(same_dice(h, promised));
}

/* Until he opens what he has pledged there is no game, not even after a restart; then the key is
 * the one that was fixed before. */
static void owner_opens_last(void **unused)
{
	(void)unused;
	static house h;
	disk_store disk;
	char promised[AP_FAIR_HEX + 1], key[SV_KEY_SIZE];
	new_disk_store(&disk);
	open_house(&h, disk.url);
	come_in(&h, 2, NULL);
	set_table(&h, ap_game_at(0));
	nothing_opens_before_the_commitment(&h);
	assert_done(request(&h, 0, "start"));
	snprintf(promised, sizeof promised, "%s", commitment(&h));
	assert_int_equal(strlen(promised), AP_FAIR_HEX);
	assert_done(open_nonce(&h, 1));
	owner_tries(&h, promised);
	snprintf(key, sizeof key, "%s", h.guest[0].table);
	reopen_house(&h, disk.url);
	come_in(&h, 2, key);
	owner_tries(&h, promised);
	assert_done(open_nonce(&h, 0));
	assert_string_equal(status(&h), "running");
	assert_string_equal(commitment(&h), promised);
	assert_refused(request(&h, 0, "leave"), "not-now");
	close_house(&h);
	drop_disk_store(&disk);
}

/* All pledge anew, to another secret. */
static void who_leaves_takes_the_dice(void **unused)
{
	(void)unused;
	static house h;
	char promised[AP_FAIR_HEX + 1];
	open_house(&h, "sqlite::memory:");
	come_in(&h, 2, NULL);
	set_table(&h, ap_game_at(0));
	assert_done(pledge(&h, 0));
	assert_done(pledge(&h, 1));
	assert_done(request(&h, 0, "start"));
	assert_done(open_nonce(&h, 1));
	snprintf(promised, sizeof promised, "%s", commitment(&h));
	assert_done(request(&h, 0, "leave"));
	assert_true(same_dice(&h, ""));
	assert_done(request(&h, 0, "join"));
	assert_refused(open_nonce(&h, 0), "not-now");
	assert_refused(open_nonce(&h, 1), "not-now");
	begin(&h);
	assert_int_equal(strlen(commitment(&h)), AP_FAIR_HEX);
	assert_string_not_equal(commitment(&h), promised);
	close_house(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(owner_opens_last), cmocka_unit_test(who_leaves_takes_the_dice)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

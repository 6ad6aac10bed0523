/* test_dice.c: nobody can choose the dice of a table, not even the person who opens the last
 * nonce. */
#include "server/own_dice.h"

static bool dice_are_still(const fixture *h, const char *promised)
{
	return strcmp(status(h), "lobby") == 0 && strcmp(commitment(h), promised) == 0;
}

/* The secret of the server is fixed before any nonce is opened. */
static void no_nonce_opens_before_the_commitment(fixture *h)
{
	assert_refused(send_nonce(h, 0), "not-now"); /* there is no pledge */
	assert_done(send_pledge(h, 0));
	assert_refused(send_pledge(h, 0), "not-now");
	assert_done(send_pledge(h, 1));
	assert_refused(send_nonce(h, 0), "not-now");
	assert_refused(send_nonce(h, 1), "not-now");
	assert_true(dice_are_still(h, ""));
}

/* Tries everything that the owner could do when the other nonce is open already. */
static void owner_cannot_change_the_dice(fixture *h, const char *promised)
{
	char hex[AP_FAIR_HEX + 2];
	write_nonce(5, hex);
	assert_refused(send_dice(h, 0, "nonce", hex), "not-now"); /* not the pledged one */
	assert_true(dice_are_still(h, promised));
	write_pledge(5, 0, hex);
	assert_refused(send_dice(h, 0, "pledge", hex), "not-now");
	write_nonce(1, hex);
	assert_refused(send_dice(h, 0, "nonce", hex), "not-now"); /* the nonce of the other person */
	write_nonce(0, hex);
	strcat(hex, "0");
	assert_refused(send_dice(h, 0, "nonce", hex), "bad-message");
	hex[AP_FAIR_HEX - 1] = '\0';
	assert_refused(send_dice(h, 0, "nonce", hex), "bad-message");
	assert_refused(send_plain(h, 0, "start"), "not-now");
	assert_refused(send_nonce(h, 1), "not-now");
	assert_true(dice_are_still(h, promised));
}

/* Without the pledged nonce of the owner there is no game, not even after a restart; with it the
 * dice are those that were fixed before. */
static void an_owner_who_opens_last_cannot_choose_the_dice(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	char promised[AP_FAIR_HEX + 1], key[SV_KEY_SIZE];
	new_disk_store(&disk);
	open_fixture(&h, disk.url);
	connect_people(&h, 2, NULL);
	create_table(&h, ap_game_at(0));
	no_nonce_opens_before_the_commitment(&h);
	assert_done(send_plain(&h, 0, "start"));
	snprintf(promised, sizeof promised, "%s", commitment(&h));
	assert_int_equal(strlen(promised), AP_FAIR_HEX);
	assert_done(send_nonce(&h, 1));
	owner_cannot_change_the_dice(&h, promised);
	snprintf(key, sizeof key, "%s", h.client[0].table);
	reopen_fixture(&h, disk.url);
	connect_people(&h, 2, key);
	owner_cannot_change_the_dice(&h, promised);
	assert_done(send_nonce(&h, 0));
	assert_string_equal(status(&h), "running");
	assert_string_equal(commitment(&h), promised);
	assert_refused(send_plain(&h, 0, "leave"), "not-now");
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* All must pledge again, to another secret. */
static void leaving_a_seat_starts_the_dice_again(void **unused)
{
	(void)unused;
	static fixture h;
	char promised[AP_FAIR_HEX + 1];
	open_fixture(&h, "sqlite::memory:");
	connect_people(&h, 2, NULL);
	create_table(&h, ap_game_at(0));
	assert_done(send_pledge(&h, 0));
	assert_done(send_pledge(&h, 1));
	assert_done(send_plain(&h, 0, "start"));
	assert_done(send_nonce(&h, 1));
	snprintf(promised, sizeof promised, "%s", commitment(&h));
	assert_done(send_plain(&h, 0, "leave"));
	assert_true(dice_are_still(&h, ""));
	assert_done(send_plain(&h, 0, "join"));
	assert_refused(send_nonce(&h, 0), "not-now");
	assert_refused(send_nonce(&h, 1), "not-now");
	start_game(&h);
	assert_int_equal(strlen(commitment(&h)), AP_FAIR_HEX);
	assert_string_not_equal(commitment(&h), promised);
	close_fixture(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_owner_who_opens_last_cannot_choose_the_dice),
		cmocka_unit_test(leaving_a_seat_starts_the_dice_again)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

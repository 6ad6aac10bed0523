/* test_limits.c: meters count deeds and amounts for a person, an address, a network and everybody;
 * whoever is refused takes nothing from others, and nothing is left of what is over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "server/limits.h"

enum { NOW = 1000000, MINUTE = 60 * 1000 };

static sv_meter *address(sv_meters *m, const char *text)
{
	unsigned char bytes[SV_ADDRESS_SIZE] = {[10] = 0xff, [11] = 0xff};
	if (inet_pton(AF_INET6, text, bytes) != 1)
		assert_int_equal(inet_pton(AF_INET, text, bytes + 12), 1);
	return sv_meter_of_address(m, bytes);
}

/* Does something until it is refused. Returns how often it was allowed. */
static int do_until_refused(
	sv_meters *m, sv_who who, sv_deed deed, int64_t now, const char *expected_limit)
{
	int count = 0;
	const char *limit;
	while (!(limit = sv_count_deed(m, who, deed, now)))
		count++;
	assert_string_equal(limit, expected_limit);
	return count;
}

static void deeds_are_limited_for_person_address_and_all(void **state)
{
	(void)state;
	sv_limits limits = sv_default_limits;
	limits.lists_a_person = 3;
	limits.lists_an_address = 5;
	limits.lists_in_all = 7;
	sv_meters *m = sv_meters_open(&limits);
	sv_meter *here = address(m, "192.0.2.1"), *there = address(m, "192.0.2.2");
	sv_who ann = {sv_meter_of_person(m, 1), here}, ben = {sv_meter_of_person(m, 2), here},
		   cat = {sv_meter_of_person(m, 3), there};
	assert_int_equal(do_until_refused(m, ann, SV_LIST, NOW, "lists_a_person"), 3);
	assert_int_equal(do_until_refused(m, ben, SV_LIST, NOW, "lists_an_address"), 2);
	assert_int_equal(do_until_refused(m, cat, SV_LIST, NOW, "lists_in_all"), 2);
	/* After a third of the minute Ann has one again. */
	assert_int_equal(do_until_refused(m, ann, SV_LIST, NOW + MINUTE / 3, "lists_a_person"), 1);
	/* If the clock is set back nobody is locked out for long. */
	assert_int_equal(do_until_refused(m, ben, SV_LIST, NOW - 60 * MINUTE, "lists_a_person"), 3);
	sv_meters_close(m);
}

/* What is counted by hundreds fits, or is refused as a whole; what is more than anybody may do is
 * allowed to whoever has done nothing else. */
static void many_deeds_are_counted_at_once(void **state)
{
	(void)state;
	sv_limits limits = sv_default_limits;
	limits.replays_a_person = 1000;
	limits.replays_an_address = 1500;
	limits.replays_in_all = 6000;
	sv_meters *m = sv_meters_open(&limits);
	sv_meter *here = address(m, "192.0.2.1");
	sv_who ann = {sv_meter_of_person(m, 1), here}, ben = {sv_meter_of_person(m, 2), here},
		   cat = {sv_meter_of_person(m, 3), address(m, "192.0.2.2")};
	assert_null(sv_count_deeds(m, ann, SV_REPLAY, 700, NOW));
	assert_string_equal(sv_count_deeds(m, ann, SV_REPLAY, 301, NOW), "replays_a_person");
	assert_null(sv_count_deeds(m, ann, SV_REPLAY, 300, NOW));
	assert_null(sv_count_deeds(m, ann, SV_REPLAY, 0, NOW));
	assert_string_equal(sv_count_deeds(m, ben, SV_REPLAY, 501, NOW), "replays_an_address");
	assert_null(sv_count_deeds(m, ben, SV_REPLAY, 500, NOW));
	assert_null(sv_count_deeds(m, cat, SV_REPLAY, 4000, NOW));
	assert_string_equal(sv_count_deeds(m, cat, SV_REPLAY, 1, NOW), "replays_a_person");
	assert_string_equal(
		sv_count_deeds(m, cat, SV_REPLAY, 1000, NOW + MINUTE / 2), "replays_a_person");
	assert_null(sv_count_deeds(m, cat, SV_REPLAY, 500, NOW + MINUTE / 2));
	sv_meters_close(m);
}

/* Whoever is refused has not used up what all have together. */
static void refusals_cost_others_nothing(void **state)
{
	(void)state;
	sv_limits limits = sv_default_limits;
	limits.guests_an_address = 2;
	limits.guests_in_all = 5;
	sv_meters *m = sv_meters_open(&limits);
	sv_who hostile = {.address = address(m, "192.0.2.1")},
		   other = {.address = address(m, "192.0.2.2")};
	for (int i = 0; i < 1000; i++)
		sv_count_deed(m, hostile, SV_GUEST, NOW);
	assert_int_equal(do_until_refused(m, other, SV_GUEST, NOW, "guests_an_address"), 2);
	sv_who third = {.address = address(m, "192.0.2.3")};
	assert_int_equal(do_until_refused(m, third, SV_GUEST, NOW, "guests_in_all"), 1);
	assert_null(sv_count_deed(m, hostile, SV_GUEST, NOW + 60 * MINUTE)); /* an hour later */
	sv_meters_close(m);
}

static void networks_of_ipv6_are_one_address(void **state)
{
	(void)state;
	sv_limits limits = sv_default_limits;
	limits.names_an_address = 2;
	limits.network_factor = 3;
	sv_meters *m = sv_meters_open(&limits);
	sv_meter *a = address(m, "2001:db8:1:1::1"), *b = address(m, "2001:db8:1:1:ffff::2"),
			 *c = address(m, "2001:db8:1:2::1"), *d = address(m, "2001:db8:2:1::1");
	assert_ptr_equal(a, b);
	assert_ptr_not_equal(a, c);
	assert_ptr_not_equal(address(m, "192.0.2.1"), address(m, "192.0.2.2"));
	assert_int_equal(
		do_until_refused(m, (sv_who){.address = a}, SV_NAME, NOW, "names_an_address"), 2);
	/* All addresses of a /48 together have three times as many: five have been left over. */
	int in_network = 2;
	for (int i = 0x10; i < 0x20; i++) {
		char text[40];
		snprintf(text, sizeof text, "2001:db8:1:%x::1", i);
		in_network += do_until_refused(
			m, (sv_who){.address = address(m, text)}, SV_NAME, NOW, "names_an_address");
	}
	assert_int_equal(in_network, 6);
	assert_int_equal(
		do_until_refused(m, (sv_who){.address = c}, SV_NAME, NOW, "names_an_address"), 0);
	assert_int_equal(
		do_until_refused(m, (sv_who){.address = d}, SV_NAME, NOW, "names_an_address"), 2);
	sv_meters_close(m);

	limits.ipv6_prefix = 56;
	m = sv_meters_open(&limits);
	assert_ptr_equal(address(m, "2001:db8:1:100::"), address(m, "2001:db8:1:1ff::"));
	assert_ptr_not_equal(address(m, "2001:db8:1:100::"), address(m, "2001:db8:1:200::"));
	sv_meters_close(m);
}

static void amounts_are_given_back(void **state)
{
	(void)state;
	sv_limits limits = sv_default_limits;
	limits.waiting_bytes_a_person = 100;
	limits.waiting_bytes_an_address = 150;
	sv_meters *m = sv_meters_open(&limits);
	sv_meter *here = address(m, "192.0.2.1");
	sv_who ann = {sv_meter_of_person(m, 1), here}, ben = {sv_meter_of_person(m, 2), here};
	assert_null(sv_amount_refused(m, ann, SV_WAITING_BYTES, 100));
	assert_string_equal(sv_amount_refused(m, ann, SV_WAITING_BYTES, 101), "waiting_bytes_a_person");
	sv_add_amount(m, ann, SV_WAITING_BYTES, 100);
	assert_string_equal(
		sv_amount_refused(m, ben, SV_WAITING_BYTES, 60), "waiting_bytes_an_address");
	const sv_meter *full = sv_full_meter(m, ben, SV_WAITING_BYTES, 60);
	assert_true(sv_meter_counts(full, ann));
	assert_false(sv_meter_counts(full, (sv_who){0}));
	sv_add_amount(m, ann, SV_WAITING_BYTES, -100);
	assert_null(sv_amount_refused(m, ben, SV_WAITING_BYTES, 60));
	assert_int_equal(sv_amount_of(m, NULL, SV_WAITING_BYTES), 0);
	sv_meters_close(m);
}

static sv_table_amounts gone(void *to, int64_t table)
{
	(void)to;
	return table == 1 ? (sv_table_amounts){1, 2, 0} : (sv_table_amounts){0};
}

static void tables_count_for_the_address_that_made_them(void **state)
{
	(void)state;
	sv_limits limits = sv_default_limits;
	limits.tables_an_address = 2;
	sv_meters *m = sv_meters_open(&limits);
	sv_meter *here = address(m, "192.0.2.1");
	sv_table_amounts none = {0}, made = {1, 3, 2}, fewer = {1, 1, 2};
	for (int table = 1; table <= 2; table++) {
		sv_note_maker(m, table, here);
		sv_count_table(m, table, &none, &made);
	}
	sv_count_table(m, 3, &none, &made); /* of which nobody knows who made it */
	assert_int_equal(sv_amount_of(m, here, SV_TABLES), 2);
	assert_int_equal(sv_amount_of(m, here, SV_OPEN_SEATS), 6);
	assert_int_equal(sv_amount_of(m, NULL, SV_TABLES), 3);
	assert_string_equal(
		sv_amount_refused(m, (sv_who){.address = here}, SV_TABLES, 1), "tables_an_address");
	sv_count_table(m, 1, &made, &fewer);
	assert_int_equal(sv_amount_of(m, here, SV_OPEN_SEATS), 4);
	/* After a failure of the store: table 2 was never kept, table 1 is as it was before. */
	sv_set_total(m, SV_TABLES, 2);
	sv_set_total(m, SV_OPEN_SEATS, 5);
	sv_set_total(m, SV_BOTS, 2);
	sv_recount_tables(m, gone, NULL);
	assert_int_equal(sv_amount_of(m, here, SV_TABLES), 1);
	assert_int_equal(sv_amount_of(m, here, SV_OPEN_SEATS), 2);
	assert_int_equal(sv_amount_of(m, here, SV_BOTS), 0);
	assert_int_equal(sv_amount_of(m, NULL, SV_TABLES), 2);
	assert_int_equal(sv_amount_of(m, NULL, SV_OPEN_SEATS), 5);
	sv_meters_close(m);
}

/* A million addresses do not fill the memory: those that have nothing left to count are forgotten,
 * and beyond a number of them new ones have no meter of their own. */
static void meters_are_forgotten(void **state)
{
	(void)state;
	sv_limits limits = sv_default_limits;
	limits.lists_in_all = 1000000;
	sv_meters *m = sv_meters_open(&limits);
	unsigned char bytes[SV_ADDRESS_SIZE] = {[10] = 0xff, [11] = 0xff};
	int without = 0;
	for (uint32_t i = 0; i < 100000; i++) {
		memcpy(bytes + 12, &i, sizeof i);
		sv_meter *meter = sv_meter_of_address(m, bytes);
		sv_who who = {.address = meter};
		sv_count_deed(m, who, SV_LIST, NOW);
		without += meter == NULL;
		sv_meter_release(meter);
	}
	assert_int_equal(without, 100000 - 65536);
	sv_meters_forget(m, NOW + 1);
	assert_null(sv_meter_of_address(m, bytes)); /* they still count */
	sv_meters_forget(m, NOW + MINUTE + 1);
	sv_meter *meter = sv_meter_of_address(m, bytes);
	assert_non_null(meter);
	sv_meters_forget(m, NOW + 100 * MINUTE); /* it is held */
	assert_ptr_equal(sv_meter_of_address(m, bytes), meter);
	sv_meters_close(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deeds_are_limited_for_person_address_and_all),
		cmocka_unit_test(many_deeds_are_counted_at_once),
		cmocka_unit_test(refusals_cost_others_nothing),
		cmocka_unit_test(networks_of_ipv6_are_one_address),
		cmocka_unit_test(amounts_are_given_back),
		cmocka_unit_test(tables_count_for_the_address_that_made_them),
		cmocka_unit_test(meters_are_forgotten),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

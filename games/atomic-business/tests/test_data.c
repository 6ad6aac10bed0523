/* test_data.c: the tables agree with the rulebook, and the numbers in the code agree with the
 * tables. */
#include "unit/unit.h"

#include "engine/chapters.h"

static int secrets_of(int family)
{
	int count = 0;
	for (int card = 0; card < AB_SECRETS; card++)
		count += ab_secrets[card].family == family;
	return count;
}

static void twenty_seven_secrets(void **unused)
{
	(void)unused;
	assert_int_equal(AB_SECRETS, 27);
	assert_int_equal(secrets_of(AB_FAMILY_PRESSURE), 8);
	assert_int_equal(secrets_of(AB_FAMILY_MOVEMENT), 8);
	assert_int_equal(secrets_of(AB_FAMILY_BRIEFCASE), 6);
	assert_int_equal(secrets_of(AB_FAMILY_SPECIAL), 5);
}

static void copies(void **unused)
{
	(void)unused;
	int found[AB_EFFECT_COUNT] = {0};
	for (int card = 0; card < AB_SECRETS; card++)
		found[ab_secrets[card].effect]++;
	for (int effect = 0; effect < AB_EFFECT_COUNT; effect++)
		assert_int_equal(ab_copies[effect], found[effect]);
}

/* The code finds the family of a card by the order of the effects. */
static void families_in_order(void **unused)
{
	(void)unused;
	for (int card = 0; card < AB_SECRETS; card++) {
		int effect = ab_secrets[card].effect;
		assert_int_equal(ab_secrets[card].family, ab_family_of(effect));
		assert_true(card == 0 || ab_secrets[card - 1].effect <= effect);
	}
}

static void pieces(void **unused)
{
	(void)unused;
	int nuclear = 0;
	for (int i = 0; i < AB_CASES; i++)
		nuclear += ab_cases[i].nuclear;
	assert_int_equal(AB_CASES, 36);
	assert_int_equal(nuclear, 12);
	assert_int_equal(AB_POWERS, 6);
	assert_int_equal(AB_DIPLOMATS, 30);
	assert_int_equal(AB_SPACE_PALACE - AB_SPACE_AIRPORT + 1, 12);
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		assert_int_equal(ab_diplomats[pawn].number, pawn % AB_DIPLOMATS_EACH + 1);
}

/* The nuclear and tourist briefcases for 2 to 6 players, from the rulebook's table. */
static void cases_by_players(void **unused)
{
	(void)unused;
	static const int table[][2] = {{4, 8}, {6, 12}, {8, 16}, {10, 20}, {12, 24}};
	for (int players = 2; players <= 6; players++) {
		ap_any state;
		ap_setup setup = {.players = (uint8_t)players};
		ap_start(&atomic_business, &setup, &state, NULL);
		assert_int_equal(ab_cases_left((ab_state *)&state, AB_KIND_NUCLEAR), table[players - 2][0]);
		assert_int_equal(ab_cases_left((ab_state *)&state, AB_KIND_TOURIST), table[players - 2][1]);
	}
}

static void four_diplomats_need_five_players(void **unused)
{
	(void)unused;
	for (int players = 2; players <= 6; players++) {
		ap_setup setup = {.players = (uint8_t)players, .option = {1}};
		assert_int_equal(ap_setup_sound(&atomic_business, &setup), players >= 5);
	}
}

static void small_state(void **unused)
{
	(void)unused;
	assert_true(ap_state_size(&atomic_business) <= 1024);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(twenty_seven_secrets),
		cmocka_unit_test(copies),
		cmocka_unit_test(families_in_order),
		cmocka_unit_test(pieces),
		cmocka_unit_test(cases_by_players),
		cmocka_unit_test(four_diplomats_need_five_players),
		cmocka_unit_test(small_state),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

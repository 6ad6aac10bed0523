/* test_data.c: tests that the tables hold the numbers of the rules, and that the Health roll and
 * the purge number follow the tables. */
#include "unit/unit.h"

#include <stdio.h>

#include "engine/chapters.h"

enum { YOUNGEST = 50, OLDEST = 95, THIRD_CROSS = 3 };

/* ---- Politicians ----------------------------------------------------------------------------- */

/* Printed ages must differ for KR-6.5; the letters are in the order from the oldest to the
 * youngest. */
static void twenty_six_politicians(void **unused)
{
	(void)unused;
	assert_int_equal(KR_POLITICIANS, 26);
	for (int p = 0; p < KR_POLITICIANS; p++) {
		assert_true(kr_politicians[p].strength != kr_politicians[p].weakness);
		if (p > 0)
			assert_true(kr_politicians[p].age < kr_politicians[p - 1].age);
	}
	assert_int_equal(kr_politicians[KR_NESTOR].age, 80);
	assert_int_equal(kr_politicians[KR_POLITICIAN_SHOOTEMDEDSKY].age, 69);
	assert_int_equal(kr_politicians[KR_POLITICIAN_MISCHIF].age,
		68); /* the source repeats 69, but printed ages differ */
	assert_int_equal(kr_politicians[KR_POLITICIAN_WASOLIN].age, 50);
}

/* The word for a post is the same whether it is a strength, a weakness or on a card. */
static void posts_have_one_order(void **unused)
{
	(void)unused;
	assert_int_equal(KR_STRENGTH_COUNT, KR_POSTS - KR_PLACE_KGB);
	assert_int_equal(KR_WEAKNESS_COUNT, KR_POSTS - KR_PLACE_KGB);
	for (int i = 0; i < KR_POSTS - KR_PLACE_KGB; i++) {
		assert_string_equal(kr_strength_names[i], kr_weakness_names[i]);
		assert_string_equal(kr_strength_names[i], kr_post_names[KR_POST_CHIEF + KR_PLACE_KGB + i]);
	}
	assert_int_equal(
		kr_politicians[KR_POLITICIAN_TALKSALOTT].strength + KR_PLACE_KGB, KR_PLACE_IDEOLOGY);
	assert_int_equal(
		kr_politicians[KR_POLITICIAN_TALKSALOTT].weakness + KR_PLACE_KGB, KR_PLACE_ECONOMY);
	assert_int_equal(kr_politicians[KR_POLITICIAN_PUTSCHNIK].strength + KR_PLACE_KGB, KR_PLACE_KGB);
	assert_int_equal(
		kr_politicians[KR_POLITICIAN_PUTSCHNIK].weakness + KR_PLACE_KGB, KR_PLACE_FOREIGN);
}

/* ---- Intrigue cards -------------------------------------------------------------------------- */

static void assert_card(int number, int card, int effect, int post, int amount)
{
	assert_int_equal(card, number - 1);
	assert_int_equal(kr_intrigues[card].effect, effect);
	assert_int_equal(kr_intrigues[card].post, post);
	assert_int_equal(kr_intrigues[card].amount, amount);
}

static void thirty_four_cards(void **unused)
{
	(void)unused;
	static const int count[KR_EFFECT_COUNT] = {[KR_EFFECT_FEVER] = 2,
		[KR_EFFECT_PROTECTION] = KR_PROTECTION_COUNT,
		[KR_EFFECT_OUTING] = 2,
		[KR_EFFECT_VISIT] = 2,
		[KR_EFFECT_IMPOSED] = 7,
		[KR_EFFECT_FALL] = 2};
	int found[KR_EFFECT_COUNT] = {0};
	assert_int_equal(KR_INTRIGUES, 34);
	for (int card = 0; card < KR_INTRIGUES; card++)
		found[kr_intrigues[card].effect]++;
	for (int effect = 0; effect < KR_EFFECT_COUNT; effect++)
		assert_int_equal(found[effect], count[effect] ? count[effect] : 1);
}

/* Each card has the number that the rules and clauses use. */
static void cards_have_their_numbers(void **unused)
{
	(void)unused;
	assert_card(1, KR_INTRIGUE_LIGHT_FEVER, KR_EFFECT_FEVER, KR_POST_NONE, 1);
	assert_card(2, KR_INTRIGUE_HIGH_FEVER, KR_EFFECT_FEVER, KR_POST_NONE, 2);
	assert_card(3, KR_INTRIGUE_OIL_FIELD, KR_EFFECT_PROTECTION, KR_POST_ECONOMY, 3);
	assert_card(4, KR_INTRIGUE_ASSASSINATION, KR_EFFECT_ASSASSINATION, KR_POST_NONE, 12);
	assert_card(7, KR_INTRIGUE_CHECK_UP, KR_EFFECT_VISIT, KR_POST_NONE, 13);
	assert_card(8, KR_INTRIGUE_SECOND_OPINION, KR_EFFECT_VISIT, KR_POST_NONE, 14);
	assert_card(10, KR_INTRIGUE_MISDIAGNOSIS, KR_EFFECT_MISDIAGNOSIS, KR_POST_NONE, 2);
	assert_card(11, KR_INTRIGUE_SPECIALIST, KR_EFFECT_SPECIALIST, KR_POST_NONE, 3);
	assert_card(13, KR_INTRIGUE_BEE_HORMONES, KR_EFFECT_HORMONES, KR_POST_NONE, 5);
	assert_card(14, KR_INTRIGUE_HAIL, KR_EFFECT_IMPOSED, KR_POST_ECONOMY, 3);
	assert_card(16, KR_INTRIGUE_WHEAT_DEAL, KR_EFFECT_FALL, KR_POST_FOREIGN, 0);
	assert_card(17, KR_INTRIGUE_REVELATIONS, KR_EFFECT_REVELATIONS, KR_POST_NONE, 0);
	assert_card(18, KR_INTRIGUE_DEFECTOR, KR_EFFECT_IMPOSED, KR_POST_KGB, 3);
	assert_card(22, KR_INTRIGUE_PRAVDA, KR_EFFECT_PRAVDA, KR_POST_IDEOLOGY, 0);
	assert_card(24, KR_INTRIGUE_GLASNOST, KR_EFFECT_GLASNOST, KR_POST_CHIEF, 10);
	assert_card(25, KR_INTRIGUE_AFGHAN_DEFEATS, KR_EFFECT_FALL, KR_POST_DEFENSE, 0);
	assert_card(31, KR_INTRIGUE_BOYCOTT, KR_EFFECT_IMPOSED, KR_POST_SPORT, 3);
	assert_card(34, KR_INTRIGUE_VACCINATION, KR_EFFECT_VACCINATION, KR_POST_NONE, 0);
	for (int card = 0; card < KR_INTRIGUES; card++) {
		char id[32];
		snprintf(id, sizeof id, "KR-IC-%d", card + 1);
		assert_string_equal(ap_clause_id(&kremlin, kr_card_clause(card)), id);
	}
}

/* ---- The Health Table ------------------------------------------------------------------------ */

/* Rows follow each other from 50 to 95 without a gap: the name of a row is its first age. */
static void rows_are_contiguous(void **unused)
{
	(void)unused;
	int row = 0;
	for (int table = 0; table < KR_TABLE_COUNT; table++) {
		int next = YOUNGEST;
		for (; row < KR_ROLLS && kr_rolls[row].table == table; row++) {
			const char *first = strchr(kr_roll_names[row], '-') + 1;
			assert_int_equal((first[0] - '0') * 10 + first[1] - '0', next);
			assert_true(kr_rolls[row].until >= next);
			next = kr_rolls[row].until + 1;
		}
		assert_int_equal(next, OLDEST + 1);
	}
	assert_int_equal(row, KR_ROLLS);
}

/* An older politician never has better thresholds, and the thresholds of a row are in order. */
static void thresholds_are_monotone(void **unused)
{
	(void)unused;
	for (int row = 0; row < KR_ROLLS; row++) {
		const kr_roll *r = &kr_rolls[row];
		assert_true(r->dies <= r->two && r->two <= r->one && r->one <= r->same);
		assert_true(r->same <= KR_FACES);
		assert_true(
			r->table == KR_TABLE_WORK || r->dies == 0); /* Nobody dies at once in the Sanatorium. */
		if (row == 0 || r[-1].table != r->table)
			continue;
		assert_true(r->dies >= r[-1].dies && r->two >= r[-1].two);
		assert_true(r->one >= r[-1].one && r->same >= r[-1].same);
	}
}

typedef struct spot {
	int age;
	bool cure;
	int dies, two, one, same; /* the highest roll of each column */
} spot;

static void assert_spot(const spot *at)
{
	for (int roll = 1; roll <= KR_FACES; roll++) {
		int change = roll <= at->dies ? THIRD_CROSS
			: roll <= at->two         ? 2
			: roll <= at->one         ? 1
			: roll <= at->same        ? 0
									  : -1;
		assert_int_equal(kr_health_change(at->age, at->cure, roll), change);
	}
}

/* Each row has the thresholds of the published table. */
static void health_rolls(void **unused)
{
	(void)unused;
	static const spot spots[] = {{50, false, 0, 1, 4, 13}, {51, false, 0, 1, 4, 14},
		{54, false, 0, 2, 5, 15}, {55, false, 0, 2, 5, 15}, {56, false, 0, 3, 5, 15},
		{63, false, 0, 3, 7, 17}, {64, false, 0, 3, 7, 18}, {68, false, 0, 3, 9, 18},
		{69, false, 1, 3, 9, 18}, {74, false, 1, 4, 11, 19}, {75, false, 1, 4, 11, 20},
		{82, false, 1, 5, 13, 20}, {83, false, 2, 5, 13, 20}, {84, false, 2, 6, 13, 20},
		{88, false, 3, 6, 14, 20}, {89, false, 3, 7, 15, 20}, {94, false, 4, 8, 16, 20},
		{95, false, 4, 9, 17, 20}, {50, true, 0, 0, 2, 6}, {54, true, 0, 0, 2, 6},
		{55, true, 0, 0, 2, 7}, {61, true, 0, 0, 2, 8}, {62, true, 0, 1, 2, 8},
		{66, true, 0, 1, 3, 9}, {72, true, 0, 1, 3, 11}, {73, true, 0, 2, 3, 11},
		{78, true, 0, 2, 4, 12}, {81, true, 0, 3, 4, 13}, {85, true, 0, 3, 5, 13},
		{90, true, 0, 3, 6, 15}, {93, true, 0, 4, 8, 18}, {95, true, 0, 4, 9, 19}};
	for (int i = 0; i < AP_COUNT(spots); i++)
		assert_spot(&spots[i]);
	/* The table ends at 95. Who has grown older before the phase ends does no better. */
	for (int age = YOUNGEST + 1; age <= OLDEST + 5; age++)
		for (int roll = 1; roll <= KR_FACES; roll++) {
			assert_true(
				kr_health_change(age, false, roll) >= kr_health_change(age - 1, false, roll));
			assert_true(kr_health_change(age, true, roll) >= kr_health_change(age - 1, true, roll));
			assert_true(kr_health_change(age, true, roll) <= kr_health_change(age, false, roll));
		}
}

/* ---- Numbers of the rules -------------------------------------------------------------------- */

static void purge_numbers(void **unused)
{
	(void)unused;
	static const int number[] = {[KR_PLACE_CHIEF] = 18,
		[KR_PLACE_KGB] = 14,
		[KR_PLACE_FOREIGN] = 14,
		[KR_PLACE_DEFENSE] = 14,
		[KR_PLACE_CANDIDATES] = 6};
	for (int place = KR_PLACE_CHIEF; place <= KR_PLACE_CANDIDATES; place++)
		assert_int_equal(kr_purge_number(place), number[place] ? number[place] : 10);
}

static void counts(void **unused)
{
	(void)unused;
	int sum = 0;
	for (int number = 1; number <= KR_NUMBERS; number++)
		sum += number;
	assert_int_equal(sum, KR_ALL_POINTS);
	assert_int_equal(KR_FACTIONS, AP_MAX_SEATS);
	assert_int_equal(KR_CANDIDATE_PLACES, 5);
	assert_int_equal(KR_WAVES_TO_WIN, 3);
	assert_int_equal(KR_LAST_YEAR, 11);
	assert_int_equal(KR_RETIREMENT_AGE, OLDEST + 1);
	assert_int_equal(KR_ENOUGH_LIVING, KR_POSTS);
}

/* KR-AD-9: without cards nobody is protected, so there is no leave to refuse. */
static void options_go_together(void **unused)
{
	(void)unused;
	for (int rules = KR_RULES_BASIC; rules <= KR_RULES_SWISS; rules++)
		for (int intrigue = KR_INTRIGUE_RULES; intrigue <= KR_INTRIGUE_NO; intrigue++)
			for (int leave = KR_LEAVE_CYCLE; leave <= KR_LEAVE_ORDER; leave++) {
				ap_setup setup = {.players = 3};
				setup.option[KR_OPTION_RULES] = (uint8_t)rules;
				setup.option[KR_OPTION_INTRIGUE] = (uint8_t)intrigue;
				setup.option[KR_OPTION_LEAVE] = (uint8_t)leave;
				bool cards = intrigue == KR_INTRIGUE_YES ||
					(intrigue == KR_INTRIGUE_RULES && rules == KR_RULES_ADVANCED);
				assert_int_equal(
					ap_setup_sound(&kremlin, &setup), cards || leave == KR_LEAVE_CYCLE);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(twenty_six_politicians),
		cmocka_unit_test(posts_have_one_order),
		cmocka_unit_test(thirty_four_cards),
		cmocka_unit_test(cards_have_their_numbers),
		cmocka_unit_test(rows_are_contiguous),
		cmocka_unit_test(thresholds_are_monotone),
		cmocka_unit_test(health_rolls),
		cmocka_unit_test(purge_numbers),
		cmocka_unit_test(counts),
		cmocka_unit_test(options_go_together),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

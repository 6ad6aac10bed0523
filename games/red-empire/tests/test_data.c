/* test_data.c: tests that the tables have the cards and leaders of the game, and that the sets of
 * cards and leaders which the rules use agree with the tables. */
#include "unit/unit.h"

#include "engine/chapters.h"

static int cards_of(int kind, int group, int value)
{
	int count = 0;
	for (int i = 0; i < RE_CARDS; i++)
		count += re_cards[i].kind == kind && (group < 0 || re_cards[i].group == group) &&
			(value < 0 || re_cards[i].value == value);
	return count;
}

static void seventy_nine_cards(void **unused)
{
	(void)unused;
	static const int count[RE_KIND_COUNT] = {[RE_KIND_ACTION] = 48,
		[RE_KIND_CRISIS] = 6,
		[RE_KIND_DISREPUTE] = 3,
		[RE_KIND_NEW_LEADER] = 6,
		[RE_KIND_AILING] = 3,
		[RE_KIND_TREATY] = 2,
		[RE_KIND_EXPOSES] = 1,
		[RE_KIND_SCANDAL] = 4,
		[RE_KIND_HERO] = 3,
		[RE_KIND_JUNKET] = 3};
	int all = 0;
	for (int kind = 0; kind < RE_KIND_COUNT; kind++) {
		assert_int_equal(cards_of(kind, -1, -1), count[kind]);
		all += count[kind];
	}
	assert_int_equal(all, 79);
	assert_int_equal(RE_CARDS, 79);
}

static void action_cards(void **unused)
{
	(void)unused;
	static const int groups[] = {RE_GROUP_PARTY, RE_GROUP_KGB, RE_GROUP_MILITARY};
	static const int each[5] = {0, 4, 5, 4, 1}, government[5] = {0, 1, 2, 2, 1};
	for (int value = 0; value <= 4; value++) {
		for (int g = 0; g < 3; g++)
			assert_int_equal(cards_of(RE_KIND_ACTION, groups[g], value), each[value]);
		assert_int_equal(cards_of(RE_KIND_ACTION, RE_GROUP_GOVERNMENT, value), government[value]);
	}
	assert_int_equal(cards_of(RE_KIND_ACTION, RE_GROUP_PARTY, -1), 14);
	assert_int_equal(cards_of(RE_KIND_ACTION, RE_GROUP_GOVERNMENT, -1), 6);
}

static void crises(void **unused)
{
	(void)unused;
	static const int value[RE_CRISIS_CARD_COUNT] = {4, 5, 6, 6, 7, 8};
	int sum = 0;
	for (int i = 0; i < RE_CRISIS_CARD_COUNT; i++) {
		assert_int_equal(re_cards[RE_CARD_CRISIS_HARVEST + i].kind, RE_KIND_CRISIS);
		assert_int_equal(re_cards[RE_CARD_CRISIS_HARVEST + i].value, value[i]);
		sum += value[i];
	}
	assert_int_equal(sum, 36);
	assert_int_equal(RE_COLLAPSE_AT, 18);
}

static void amounts_of_other_cards(void **unused)
{
	(void)unused;
	assert_int_equal(cards_of(RE_KIND_DISREPUTE, RE_GROUP_PARTY, 2), 1);
	assert_int_equal(cards_of(RE_KIND_DISREPUTE, RE_GROUP_KGB, 2), 1);
	assert_int_equal(cards_of(RE_KIND_DISREPUTE, RE_GROUP_MILITARY, 2), 1);
	assert_int_equal(cards_of(RE_KIND_SCANDAL, -1, RE_STAIN), 4);
	assert_int_equal(cards_of(RE_KIND_HERO, -1, RE_HERO_BONUS), 3);
	assert_int_equal(RE_STAIN, 2);
	assert_int_equal(RE_HERO_BONUS, 2);
}

static void assert_set(re_set set, int kind)
{
	for (int card = 0; card < 128; card++)
		assert_int_equal(
			set.word[card >> 6] >> (card & 63) & 1, card < RE_CARDS && re_cards[card].kind == kind);
}

static void sets_are_the_table(void **unused)
{
	(void)unused;
	re_set mandates = {{0, 0}};
	for (int kind = 0; kind < RE_KIND_COUNT; kind++) {
		assert_set(re_cards_of_kind[kind], kind);
		bool mandate =
			kind == RE_KIND_DISREPUTE || kind == RE_KIND_NEW_LEADER || kind == RE_KIND_AILING;
		for (int w = 0; mandate && w < 2; w++)
			mandates.word[w] |= re_cards_of_kind[kind].word[w];
	}
	assert_memory_equal(&mandates, &re_mandates, sizeof mandates);
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		for (int card = 0; card < 64; card++)
			assert_int_equal(re_action_cards_of[group] >> card & 1,
				re_cards[card].kind == RE_KIND_ACTION && re_cards[card].group == group);
}

/* The leaders may be in any order: they are found by their names. */
static void twenty_six_leaders(void **unused)
{
	(void)unused;
	static const struct {
		const char *name;
		int group, stature;
	} known[] = {{"khruykin", RE_GROUP_KGB, 6}, {"lobachevski", RE_GROUP_KGB, 6},
		{"golovanov", RE_GROUP_KGB, 7}, {"meretskov", RE_GROUP_KGB, 7},
		{"kazakov", RE_GROUP_KGB, 8}, {"shtemenko", RE_GROUP_KGB, 8},
		{"vishnevsky", RE_GROUP_KGB, 9}, {"bakharov", RE_GROUP_MILITARY, 6},
		{"fedyuninsky", RE_GROUP_MILITARY, 6}, {"tolbukhin", RE_GROUP_MILITARY, 7},
		{"ivanov", RE_GROUP_MILITARY, 7}, {"antonov", RE_GROUP_MILITARY, 8},
		{"samsonov", RE_GROUP_MILITARY, 8}, {"kravchenko", RE_GROUP_MILITARY, 9},
		{"poskrebyshev", RE_GROUP_PARTY, 5}, {"agayev", RE_GROUP_PARTY, 5},
		{"ofrosimov", RE_GROUP_PARTY, 5}, {"yershakov", RE_GROUP_PARTY, 6},
		{"polosukhin", RE_GROUP_PARTY, 6}, {"igishev", RE_GROUP_PARTY, 6},
		{"leonov", RE_GROUP_PARTY, 6}, {"lukin", RE_GROUP_PARTY, 7},
		{"zakharov", RE_GROUP_PARTY, 7}, {"moskalenko", RE_GROUP_PARTY, 8},
		{"bogdanov", RE_GROUP_PARTY, 8}, {"romanenko", RE_GROUP_PARTY, 9}};
	assert_int_equal(RE_LEADERS, 26);
	assert_int_equal(AP_COUNT(known), 26);
	for (int i = 0; i < RE_LEADERS; i++) {
		int at = 0;
		while (at < AP_COUNT(known) && strcmp(re_leader_names[i], known[at].name) != 0)
			at++;
		assert_true(at < AP_COUNT(known));
		assert_int_equal(re_leaders[i].group, known[at].group);
		assert_int_equal(re_leaders[i].stature, known[at].stature);
		assert_int_equal(re_leaders_of[known[at].group] >> i & 1, 1);
	}
	int all = 0;
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		all += __builtin_popcount(re_leaders_of[group]);
	assert_int_equal(all, 26);
}

/* RE-SU-1, RE-SU-2 */
static void leaders_and_cards_dealt(void **unused)
{
	(void)unused;
	static const int leaders[] = {[3] = 5, [4] = 4, [5] = 3, [6] = 3};
	for (int players = 3; players <= 6; players++) {
		ap_setup setup = {.players = (uint8_t)players};
		ap_action legal[AP_MAX_LEGAL];
		re_state s;
		ap_start(&red_empire, &setup, &s, NULL);
		while (ap_actors(&s) == AP_SEAT(AP_CHANCE) && ap_step_of(&s) <= RE_STEP_DEAL_CARDS) {
			ap_legal(&red_empire, &s, AP_CHANCE, legal);
			ap_play(&red_empire, &s, AP_CHANCE, legal[0], NULL);
		}
		for (int seat = 0; seat < players; seat++) {
			assert_int_equal(__builtin_popcount(s.faction[seat]), leaders[players]);
			assert_int_equal(re_count(s.hand[seat]), 5);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(seventy_nine_cards),
		cmocka_unit_test(action_cards),
		cmocka_unit_test(crises),
		cmocka_unit_test(amounts_of_other_cards),
		cmocka_unit_test(sets_are_the_table),
		cmocka_unit_test(twenty_six_leaders),
		cmocka_unit_test(leaders_and_cards_dealt),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

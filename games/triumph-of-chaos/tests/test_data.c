/* test_data.c: tests that the tables made of the data files of Triumph of Chaos hold what the tests
 * in Python demand of the files: totals, references, sets of bits, the graph of the map. */
#include "unit/unit.h"

#include "triumph_of_chaos_tables.h"

static int space_of(int number)
{
	for (int i = 0; i < TC_SPACES; i++)
		if (tc_spaces[i].number == number)
			return i;
	fail_msg("no space %d", number);
	return TC_SPACES;
}

static void totals(void **unused)
{
	(void)unused;
	assert_int_equal(TC_SPACES, 260);
	assert_int_equal(TC_LINKS, 537);
	assert_int_equal(TC_UNITS, 306);
	assert_int_equal(TC_LEADERS, 40);
	assert_int_equal(TC_CARDS, 108);
	assert_int_equal(TC_POLITICAL_CARDS, 66);
	assert_int_equal(TC_FACTIONS, 18);
	assert_int_equal(TC_TURNS, 16);
	assert_int_equal(TC_CHITS, 8);
}

/* ---- The map --------------------------------------------------------------------------------- */

static int other_end(int link, int space)
{
	assert_true(tc_links[link].a == space || tc_links[link].b == space);
	return tc_links[link].a == space ? tc_links[link].b : tc_links[link].a;
}

static int count_link(int space, int link)
{
	int count = 0;
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
		count += tc_link_of[i] == link;
	return count;
}

/* Every link is found once from either end, and nothing else is found. */
static void graph_is_symmetric(void **unused)
{
	(void)unused;
	assert_int_equal(tc_link_from[0], 0);
	assert_int_equal(tc_link_from[TC_SPACES], 2 * TC_LINKS);
	for (int space = 0; space < TC_SPACES; space++)
		for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++)
			assert_int_not_equal(other_end(tc_link_of[i], space), space);
	for (int link = 0; link < TC_LINKS; link++) {
		assert_int_equal(count_link(tc_links[link].a, link), 1);
		assert_int_equal(count_link(tc_links[link].b, link), 1);
	}
}

/* Legal lists are sorted because these are. */
static void neighbours_are_sorted(void **unused)
{
	(void)unused;
	for (int space = 0; space < TC_SPACES; space++)
		for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++) {
			assert_int_equal(tc_link_to[i], other_end(tc_link_of[i], space));
			if (i > tc_link_from[space])
				assert_true(tc_link_to[i - 1] < tc_link_to[i]);
		}
}

static void regions_stand_together(void **unused)
{
	(void)unused;
	assert_int_equal(tc_region_spaces[0], 0);
	assert_int_equal(tc_region_spaces[TC_REGIONS], TC_SPACES);
	for (int region = 0; region < TC_REGIONS; region++)
		for (int i = tc_region_spaces[region]; i < tc_region_spaces[region + 1]; i++)
			assert_int_equal(tc_spaces[i].region, region);
}

static void graph_is_connected(void **unused)
{
	(void)unused;
	uint8_t seen[TC_SPACES] = {0};
	uint16_t queue[TC_SPACES] = {TC_SPACE_MOSKVA};
	int found = 1;
	seen[TC_SPACE_MOSKVA] = 1;
	for (int next = 0; next < found; next++)
		for (int i = tc_link_from[queue[next]]; i < tc_link_from[queue[next] + 1]; i++) {
			int other = other_end(tc_link_of[i], queue[next]);
			if (!seen[other])
				queue[found++] = (uint16_t)other;
			seen[other] = 1;
		}
	assert_int_equal(found, TC_SPACES);
}

/* 5.11: WHITE holds 7 Victory Cities at start and RED 9. */
static void cities_at_start(void **unused)
{
	(void)unused;
	int held[TC_CONTROL_COUNT] = {0};
	for (int i = 0; i < TC_SPACES; i++)
		held[tc_spaces[i].control] += tc_spaces[i].city;
	assert_int_equal(held[TC_CONTROL_RED], 9);
	assert_int_equal(held[TC_CONTROL_WHITE], 7);
	assert_int_equal(tc_settings[TC_SETTING_CAMPAIGN].red_cities, 9);
}

/* 8.318: where France is fed, as bits. */
static void supply_is_a_set(void **unused)
{
	(void)unused;
	static const int ports[] = {408, 401, 404, 305, 308, 215, 301};
	int fed = 0;
	for (int i = 0; i < TC_SPACES; i++)
		fed += tc_spaces[i].supply >> TC_SUPPLY_FRANCE & 1;
	assert_int_equal(fed, (int)(sizeof ports / sizeof *ports));
	for (size_t i = 0; i < sizeof ports / sizeof *ports; i++)
		assert_true(tc_spaces[space_of(ports[i])].supply >> TC_SUPPLY_FRANCE & 1);
	assert_int_equal(tc_spaces[TC_SPACE_LODZ].supply, 0);
}

/* ---- Forces ---------------------------------------------------------------------------------- */

/* 5.121: on the map RED has 14 armies and 19 corps, WHITE 10 and 13, the Central Powers 6 and 9. */
static void campaign_totals(void **unused)
{
	(void)unused;
	int own[TC_HOME_COUNT][TC_SIZE_COUNT] = {{0}}, powers[TC_SIZE_COUNT] = {0};
	for (int i = 0; i < TC_UNITS; i++) {
		const tc_unit *unit = &tc_units[i];
		assert_int_equal(unit->place == TC_PLACE_MAP, unit->space < TC_SPACES);
		if (unit->place != TC_PLACE_MAP)
			continue;
		own[unit->side][unit->size]++;
		powers[unit->size] += unit->faction == TC_FACTION_CENTRAL_POWERS;
	}
	assert_int_equal(own[TC_HOME_RED][TC_SIZE_ARMY], 14);
	assert_int_equal(own[TC_HOME_RED][TC_SIZE_CORPS], 19);
	assert_int_equal(own[TC_HOME_WHITE][TC_SIZE_ARMY], 10);
	assert_int_equal(own[TC_HOME_WHITE][TC_SIZE_CORPS], 13);
	assert_int_equal(powers[TC_SIZE_ARMY], 6);
	assert_int_equal(powers[TC_SIZE_CORPS], 9);
}

/* Nothing referred to is the number of rows; a twin points back. */
static void nothing_is_the_count(void **unused)
{
	(void)unused;
	assert_int_equal(tc_units[TC_UNIT_RED_ARMY_1].faction, TC_FACTIONS);
	assert_int_equal(tc_units[TC_UNIT_RED_ARMY_1].twin, TC_UNITS);
	assert_int_equal(tc_units[TC_UNIT_WHITE_SR_ARMY].twin, TC_UNIT_RED_SR_ARMY);
	assert_int_equal(tc_units[TC_UNIT_RED_SR_ARMY].twin, TC_UNIT_WHITE_SR_ARMY);
	assert_int_equal(tc_leaders[TC_LEADER_WHITE_DENIKIN].space, space_of(322));
	assert_int_equal(tc_leaders[TC_LEADER_MA_MAKHNO].space, TC_SPACES);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

/* 20.3: the net influence of every faction over the deck. */
static void net_influence(void **unused)
{
	(void)unused;
	for (int faction = 0; faction < TC_FACTIONS; faction++) {
		int net = 0;
		for (int card = 0; card < TC_POLITICAL_CARDS; card++)
			net += tc_political_cards[card].influence[faction];
		assert_int_equal(net, tc_factions[faction].net_influence);
	}
	assert_int_equal(tc_factions[TC_FACTION_TURKISTAN].net_influence, -10);
}

/* Rows of a card stand together, so that an event is a run of them. */
static void effects_stand_together(void **unused)
{
	(void)unused;
	for (int i = 1; i < TC_EFFECTS; i++) {
		int step = tc_effects[i].card - tc_effects[i - 1].card;
		assert_true(step == 0 || step == 1);
		if (step == 0)
			assert_true(tc_effects[i].clause >= tc_effects[i - 1].clause);
	}
	assert_int_equal(tc_effects[0].card, 0);
	assert_int_equal(tc_effects[TC_EFFECTS - 1].card, TC_CARDS - 1);
	for (int i = 1; i < TC_REQUIREMENTS; i++)
		assert_true(tc_requirements[i].card >= tc_requirements[i - 1].card);
}

/* A list keeps its order and its length. */
static void lists_keep_their_order(void **unused)
{
	(void)unused;
	const tc_effect *recruits = &tc_effects[TC_EFFECT_R1_1A];
	assert_int_equal(recruits->units_count, 2);
	assert_int_equal(recruits->units[0], TC_UNIT_RED_ARMY_13);
	assert_int_equal(recruits->units[1], TC_UNIT_RED_ARMY_16);
	assert_int_equal(recruits->choice, TC_CHOICE_R1_RECRUITS);
	assert_int_equal(tc_effects[TC_EFFECT_W1_1].units_count, 0);
}

/* 17: the fire of both sides, as written in the tables. */
static void fire_of_the_example(void **unused)
{
	(void)unused;
	assert_int_equal(tc_fires[TC_FIRE_ARMY_5].losses[4 - 1], 4);
	assert_int_equal(tc_fires[TC_FIRE_ARMY_9].losses[6 - 1], 6);
	assert_int_equal(tc_fires[TC_FIRE_ARMY_9].high, 11);
}

/* 8.41: 7 stands for a Power that leaves without a die. */
static void withdrawals(void **unused)
{
	(void)unused;
	assert_int_equal(tc_turns[TC_TURN_TURN_4].withdrawals[TC_FACTION_CENTRAL_POWERS], 6);
	assert_int_equal(tc_turns[TC_TURN_TURN_5].withdrawals[TC_FACTION_CENTRAL_POWERS], 7);
	assert_int_equal(tc_turns[TC_TURN_TURN_4].withdrawals[TC_FACTION_USA], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(totals),
		cmocka_unit_test(graph_is_symmetric),
		cmocka_unit_test(neighbours_are_sorted),
		cmocka_unit_test(regions_stand_together),
		cmocka_unit_test(graph_is_connected),
		cmocka_unit_test(cities_at_start),
		cmocka_unit_test(supply_is_a_set),
		cmocka_unit_test(campaign_totals),
		cmocka_unit_test(nothing_is_the_count),
		cmocka_unit_test(net_influence),
		cmocka_unit_test(effects_stand_together),
		cmocka_unit_test(lists_keep_their_order),
		cmocka_unit_test(fire_of_the_example),
		cmocka_unit_test(withdrawals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

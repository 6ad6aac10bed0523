/* test_tiny.c: the tiny game follows its own rules. The property tests rely on it. */
#include "unit/unit.h"

#include "tiny/state.h"

enum { ANN, BOB };
enum { OAK, IRON };
enum { RUBY = 4 };
enum { ANCHORS, BARRELS, CROWNS };

static const ap_setup two = {.players = 2};
static tiny_state s;

/* Starts a game in which Ann holds raid-a and veto-a, and Bob veto-b and raid-b. */
static void deal(void)
{
	ap_start(&tiny, &two, &s, NULL);
	PLAY(&tiny, &s, "chance draw raid-a", "chance draw veto-a", "chance draw veto-b",
		"chance draw raid-b");
	assert_int_equal(ap_step_of(&s), BIDS);
}

static void ann_leads(void)
{
	deal();
	PLAY(&tiny, &s, "bob bid 1", "ann bid 2", "bob suit anchors", "ann suit crowns");
	assert_int_equal(ap_step_of(&s), CHOICE);
	assert_int_equal(ap_actors(&s), AP_SEAT(ANN));
}

/* Returns the face of a thing as a viewer sees it. */
static int seen(int thing, int viewer)
{
	tiny_state view;
	ap_view(&tiny, &s, viewer, &view);
	return view.face[thing];
}

/* TG-2 */
static void draws_are_private(void **unused)
{
	(void)unused;
	deal();
	assert_int_equal(seen(SLOT, ANN), 0);
	assert_int_equal(seen(SLOT, BOB), HIDDEN);
	assert_int_equal(seen(SLOT, AP_OBSERVER), HIDDEN);
	assert_int_equal(s.known_to[SLOT], 1 << ANN);
}

/* TG-3, TG-4, TG-13 */
static void bids_are_turned_up_in_two_steps(void **unused)
{
	(void)unused;
	deal();
	PLAY(&tiny, &s, "ann bid 2", "ann suit crowns", "bob bid 1");
	assert_int_equal(seen(AMOUNT + ANN, ANN), 2);
	assert_int_equal(seen(AMOUNT + ANN, BOB), HIDDEN);
	assert_int_equal(seen(SUIT + ANN, BOB), HIDDEN);
	PLAY(&tiny, &s, "bob suit anchors");
	assert_int_equal(seen(AMOUNT + ANN, BOB), 2);
	assert_int_equal(seen(AMOUNT + ANN, AP_OBSERVER), 2);
	assert_int_equal(seen(SUIT + ANN, BOB), HIDDEN);
	assert_int_equal(s.coins[ANN], 1);
	assert_int_equal(s.coins[BOB], 3);
	PLAY(&tiny, &s, "ann pass");
	assert_int_equal(seen(SUIT + ANN, BOB), HIDDEN);
	PLAY(&tiny, &s, "chance trump crowns");
	assert_int_equal(s.face[SUIT + ANN], NOTHING);
	assert_int_equal(s.points[ANN], 1);
	assert_int_equal(s.points[BOB], 0);
}

/* TG-5 */
static void the_first_of_equals_leads(void **unused)
{
	(void)unused;
	deal();
	PLAY(&tiny, &s, "ann bid 2", "ann suit crowns", "bob bid 2", "bob suit crowns");
	assert_int_equal(ap_actors(&s), AP_SEAT(ANN));
}

/* TG-3: the whole answer is taken back, whether it was complete or not. */
static void bids_are_taken_back(void **unused)
{
	(void)unused;
	deal();
	PLAY(&tiny, &s, "bob bid 3");
	tiny_state before = s;
	PLAY(&tiny, &s, "ann bid 2");
	assert_int_equal(ap_unseal(&tiny, &s, ANN).code, AP_OK);
	assert_memory_equal(&s, &before, sizeof s);
	PLAY(&tiny, &s, "ann bid 1", "ann suit crowns");
	assert_int_equal(ap_actors(&s), AP_SEAT(BOB));
	assert_int_equal(ap_unseal(&tiny, &s, ANN).code, AP_OK);
	assert_memory_equal(&s, &before, sizeof s);
}

/* TG-7, TG-8 */
static void knowledge_follows_the_box(void **unused)
{
	(void)unused;
	ann_leads();
	PLAY(&tiny, &s, "ann look iron");
	assert_int_equal(s.face[BOX + IRON], NOTHING); /* chance fills it when somebody looks */
	PLAY(&tiny, &s, "chance fill ruby", "chance trump barrels");
	assert_int_equal(s.holder[IRON], BOB);
	assert_int_equal(seen(BOX + IRON, ANN), RUBY);
	assert_int_equal(seen(BOX + IRON, BOB), HIDDEN);
	PLAY(&tiny, &s, "ann bid 1", "ann suit crowns", "bob bid 0", "bob suit crowns",
		"ann swap oak iron");
	assert_int_equal(s.holder[IRON], ANN);
	assert_int_equal(s.holder[OAK], BOB);
	assert_int_equal(seen(BOX + IRON, ANN), RUBY);
	assert_int_equal(seen(BOX + IRON, BOB), HIDDEN);
	assert_int_equal(seen(BOX + IRON, AP_OBSERVER), HIDDEN);
	assert_int_equal(s.known_to[BOX + IRON], 1 << ANN);
	assert_int_equal(s.known_to[BOX + OAK], 0);
}

/* TG-10, TG-11: Bob vetoes the raid, Ann vetoes the veto, Bob lets it pass. */
static void a_veto_is_vetoed(void **unused)
{
	(void)unused;
	ann_leads();
	PLAY(&tiny, &s, "ann raid bob raid-a");
	assert_int_equal(ap_actors(&s), AP_SEAT(BOB));
	assert_int_equal(s.head.depth, 3);
	PLAY(&tiny, &s, "bob answer veto-b");
	assert_int_equal(ap_actors(&s), AP_SEAT(ANN));
	assert_int_equal(s.head.depth, 4);
	PLAY(&tiny, &s, "ann answer veto-a");
	assert_int_equal(ap_actors(&s), AP_SEAT(BOB));
	assert_int_equal(s.head.depth, 5);
	PLAY(&tiny, &s, "bob answer pass");
	assert_int_equal(ap_step_of(&s), RAID);
	assert_int_equal(ap_actors(&s), AP_SEAT(AP_CHANCE));
}

static void a_veto_that_stands_cancels(void **unused)
{
	(void)unused;
	ann_leads();
	PLAY(&tiny, &s, "ann raid bob raid-a", "bob answer veto-b", "ann answer pass");
	assert_int_equal(ap_step_of(&s), TRUMP);
	assert_int_equal(s.head.depth, 1);
	assert_int_equal(s.discard, 1 << 0 | 1 << 4);
}

/* TG-12 */
static void a_raid_takes_and_sees(void **unused)
{
	(void)unused;
	ann_leads();
	PLAY(&tiny, &s, "ann raid bob raid-a", "bob answer pass", "chance die 4");
	assert_int_equal(s.coins[ANN], 2);
	assert_int_equal(s.coins[BOB], 2);
	assert_int_equal(seen(SLOT + HAND * BOB, ANN), 4);
	assert_int_equal(seen(SLOT + HAND * BOB, AP_OBSERVER), HIDDEN);
	ann_leads();
	PLAY(&tiny, &s, "ann raid bob raid-a", "bob answer pass", "chance die 3");
	assert_int_equal(s.coins[BOB], 3);
	assert_int_equal(seen(SLOT + HAND * BOB, ANN), HIDDEN);
}

static void refusals_name_the_rule(void **unused)
{
	(void)unused;
	static const struct {
		const char *line, *clause;
	} leader[] = {{"ann bid 1", "TG-6"}, {"ann look brass", "TG-7"}, {"ann swap iron oak", "TG-8"},
		{"ann swap oak oak", "TG-8"}, {"ann raid ann raid-a", "TG-9"},
		{"ann raid bob raid-b", "TG-9"}, {"ann raid bob veto-a", "TG-9"},
		{"ann raid cat raid-a", "TG-9"}};
	deal();
	assert_refused(&tiny, attempt(&tiny, &s, "ann bid 4"), AP_FORBIDDEN, "TG-3");
	assert_refused(&tiny, attempt(&tiny, &s, "ann suit crowns"), AP_FORBIDDEN, "TG-3");
	ann_leads();
	for (int i = 0; i < AP_COUNT(leader); i++)
		assert_refused(&tiny, attempt(&tiny, &s, leader[i].line), AP_FORBIDDEN, leader[i].clause);
	PLAY(&tiny, &s, "ann raid bob raid-a");
	assert_refused(&tiny, attempt(&tiny, &s, "bob answer veto-a"), AP_FORBIDDEN, "TG-10");
	PLAY(&tiny, &s, "bob answer pass");
	assert_refused(&tiny, attempt(&tiny, &s, "chance die 0"), AP_FORBIDDEN, "TG-12");
	assert_refused(&tiny, attempt(&tiny, &s, "chance die 7"), AP_FORBIDDEN, "TG-12");
}

/* TG-14, TG-15: the outcome fits the scores, which are computed again here. */
static void the_end(void **unused)
{
	(void)unused;
	ap_rng rng;
	ap_outcome o;
	int endings[REASONS] = {0};
	for (unsigned game = 0; game < 300; game++) {
		int score[SEATS] = {0}, best = 0;
		ap_seed(&rng, 9, game);
		ap_start(&tiny, &two, &s, NULL);
		assert_true(ap_playout(&tiny, &s, &rng, ap_bound(&tiny, &two)) > 0);
		assert_true(ap_outcome_of(&tiny, &s, &o));
		for (int i = 0; i < 2; i++) {
			score[i] += s.coins[i] + s.points[i];
			score[s.holder[i]] += s.face[BOX + i];
		}
		best = score[ANN] > score[BOB] ? score[ANN] : score[BOB];
		bool shared = score[ANN] == score[BOB];
		assert_int_equal(o.reason, shared ? SHARED_VICTORY : VICTORY);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(o.score[i], score[i]);
			assert_int_equal(o.result[i], score[i] < best ? AP_LOST : shared ? AP_SHARED : AP_WON);
		}
		endings[o.reason]++;
	}
	assert_true(endings[VICTORY] > 0 && endings[SHARED_VICTORY] > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws_are_private),
		cmocka_unit_test(bids_are_turned_up_in_two_steps),
		cmocka_unit_test(the_first_of_equals_leads),
		cmocka_unit_test(bids_are_taken_back),
		cmocka_unit_test(knowledge_follows_the_box),
		cmocka_unit_test(a_veto_is_vetoed),
		cmocka_unit_test(a_veto_that_stands_cancels),
		cmocka_unit_test(a_raid_takes_and_sees),
		cmocka_unit_test(refusals_name_the_rule),
		cmocka_unit_test(the_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

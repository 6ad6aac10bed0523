/* test_tiny.c: what scenarios cannot test in Tiny: what each viewer sees, how actions look to
 * others, that answers are taken back completely, the scores, and what the engine foresees. */
#include "unit/unit.h"

#include "engine/chapters.h"

enum { ANN, BOB, CAT };

static const ap_setup two = {.players = 2}, three = {.players = 3};
static tg_state s;

static unsigned card(int n)
{
	return 1u << n;
}

/* Ann gets raid-a and veto-a, Bob raid-b and veto-b, and Cat, if she plays, veto-c and veto-d. */
static void deal(const ap_setup *setup)
{
	ap_start(&tiny, setup, &s, NULL);
	PLAY(&tiny, &s, "chance draw raid-a", "chance draw veto-a", "chance draw veto-b",
		"chance draw raid-b");
	if (setup->players == 3)
		PLAY(&tiny, &s, "chance draw veto-c", "chance draw veto-d");
	assert_int_equal(ap_step_of(&s), TG_STEP_BIDS);
}

static void ann_leads(const ap_setup *setup)
{
	deal(setup);
	if (setup->players == 3)
		PLAY(&tiny, &s, "cat bid 0", "cat suit barrels");
	PLAY(&tiny, &s, "bob bid 1", "ann bid 2", "bob suit anchors", "ann suit crowns");
	assert_int_equal(ap_actors(&s), AP_SEAT(ANN));
}

static const tg_state *view_of(int viewer)
{
	static tg_state view;
	ap_view(&tiny, &s, viewer, &view);
	return &view;
}

/* ---- What is hidden -------------------------------------------------------------------------- */

/* Others do not see the cards in a hand, TG-2. */
static void hands_are_private(void **unused)
{
	(void)unused;
	deal(&two);
	assert_int_equal(view_of(ANN)->hand[ANN], card(TG_CARD_RAID_A) | card(TG_CARD_VETO_A));
	assert_int_equal(view_of(BOB)->hand[ANN], 0);
	assert_int_equal(view_of(AP_OBSERVER)->hand[ANN], 0);
	assert_int_equal(view_of(BOB)->hand_size[ANN], 2);
}

/* Returns whether Bob's view has not changed, apart from the seats that are asked. */
static bool looks_the_same_to_bob(const tg_state *before)
{
	tg_state now = *view_of(BOB);
	now.head.stack[now.head.depth - 1].asked = ap_peek(before)->asked;
	return memcmp(&now, before, sizeof now) == 0;
}

/* The view of another seat shows nothing of a round that is open, TG-3 and TG-10. */
static void open_rounds_are_secret(void **unused)
{
	(void)unused;
	deal(&three);
	tg_state before = *view_of(BOB);
	PLAY(&tiny, &s, "ann bid 2");
	assert_int_equal(view_of(ANN)->amount[ANN], 2);
	assert_true(looks_the_same_to_bob(&before));
	PLAY(&tiny, &s, "ann suit crowns");
	assert_int_equal(view_of(ANN)->suit[ANN], TG_SUIT_CROWNS);
	assert_true(looks_the_same_to_bob(&before));
	ann_leads(&three);
	PLAY(&tiny, &s, "ann raid bob raid-a");
	before = *view_of(BOB);
	PLAY(&tiny, &s, "cat veto veto-c");
	assert_int_equal(view_of(CAT)->veto[CAT], TG_CARD_VETO_C);
	assert_true(looks_the_same_to_bob(&before));
	PLAY(&tiny, &s, "cat pass");
	assert_true(looks_the_same_to_bob(&before));
}

/* The amounts are turned up first, then the suits one after another, TG-4 and TG-13. */
static void bids_are_turned_up_in_two_steps(void **unused)
{
	(void)unused;
	ann_leads(&two);
	assert_int_equal(view_of(BOB)->amount[ANN], 2);
	assert_int_equal(view_of(AP_OBSERVER)->amount[BOB], 1);
	assert_int_equal(view_of(BOB)->suit[ANN], AP_UNSEEN);
	assert_int_equal(view_of(ANN)->suit[ANN], TG_SUIT_CROWNS);
	PLAY(&tiny, &s, "ann pass", "chance trump crowns");
	assert_int_equal(view_of(BOB)->suit[ANN], AP_UNSEEN);
	PLAY(&tiny, &s, "chance turn-up crowns");
	assert_int_equal(view_of(BOB)->suit[ANN], TG_SUIT_CROWNS);
	assert_int_equal(view_of(AP_OBSERVER)->suit[BOB], AP_UNSEEN);
	PLAY(&tiny, &s, "chance turn-up anchors");
	assert_int_equal(s.suit[ANN], TG_NONE);
	assert_int_equal(s.points[ANN], 1);
	assert_int_equal(s.points[BOB], 0);
}

/* A seat that has looked into a box still knows its treasure after a swap, TG-7 and TG-8. */
static void knowledge_follows_the_box(void **unused)
{
	(void)unused;
	enum { OAK = TG_BOX_OAK, IRON = TG_BOX_IRON };
	ann_leads(&two);
	PLAY(&tiny, &s, "ann look iron");
	assert_int_equal(s.content[IRON], TG_NONE); /* the treasure is drawn when somebody looks */
	PLAY(&tiny, &s, "chance fill ruby");
	assert_int_equal(s.holder[IRON], BOB);
	assert_int_equal(view_of(ANN)->content[IRON], TG_TREASURE_RUBY);
	assert_int_equal(view_of(BOB)->content[IRON], AP_UNSEEN);
	PLAY(&tiny, &s, "chance trump barrels", "chance turn-up crowns", "chance turn-up anchors",
		"ann bid 1", "ann suit crowns", "bob bid 0", "bob suit crowns", "ann swap oak iron");
	assert_int_equal(s.holder[IRON], ANN);
	assert_int_equal(s.holder[OAK], BOB);
	assert_int_equal(view_of(ANN)->content[IRON], TG_TREASURE_RUBY);
	assert_int_equal(view_of(BOB)->content[IRON], AP_UNSEEN);
	assert_int_equal(view_of(AP_OBSERVER)->content[IRON], AP_UNSEEN);
	assert_int_equal(s.known_to[IRON], 1 << ANN);
	assert_int_equal(s.known_to[OAK], 0);
}

/* Only the raider and the raided player know the card that is shown, TG-12. */
static void a_shown_card_is_known_to_two(void **unused)
{
	(void)unused;
	ann_leads(&three);
	PLAY(&tiny, &s, "ann raid bob raid-a", "bob pass", "cat pass", "chance die 4",
		"chance show veto-b");
	assert_int_equal(view_of(ANN)->hand[BOB], card(TG_CARD_VETO_B));
	assert_int_equal(view_of(CAT)->hand[BOB], 0);
	assert_int_equal(view_of(BOB)->seen[ANN], card(TG_CARD_VETO_B));
	assert_int_equal(view_of(CAT)->seen[ANN], 0);
	assert_int_equal(view_of(AP_OBSERVER)->seen[ANN], 0);
	assert_int_equal(view_of(CAT)->looked_into[ANN], 1 << BOB);
}

/* ---- Actions as others see them -------------------------------------------------------------- */

static void assert_seen(const char *line, int viewer, const char *seen)
{
	char text[80];
	int seat;
	ap_action a;
	assert_true(ap_read_action(&tiny, line, &seat, &a));
	ap_write_action(&tiny, seat, ap_masked(&tiny, &s, seat, a, viewer), text, sizeof text);
	assert_string_equal(text, seen);
}

static void actions_are_masked(void **unused)
{
	(void)unused;
	ap_start(&tiny, &three, &s, NULL);
	assert_seen("chance draw raid-a", ANN, "chance draw raid-a");
	assert_seen("chance draw raid-a", BOB, "chance draw ?");
	deal(&three);
	assert_seen("ann bid 2", BOB, "ann seal");
	assert_seen("ann bid 2", ANN, "ann bid 2");
	assert_seen("ann suit crowns", BOB, "ann suit ?");
	ann_leads(&three);
	PLAY(&tiny, &s, "ann raid bob raid-a");
	assert_seen("bob veto veto-b", CAT, "bob seal");
	assert_seen("bob pass", CAT, "bob pass");
	PLAY(&tiny, &s, "bob pass", "cat pass", "chance die 4");
	assert_seen("chance show veto-b", ANN, "chance show veto-b");
	assert_seen("chance show veto-b", BOB, "chance show veto-b");
	assert_seen("chance show veto-b", CAT, "chance show ?");
	ann_leads(&three);
	PLAY(&tiny, &s, "ann look iron");
	assert_seen("chance fill ruby", ANN, "chance fill ruby");
	assert_seen("chance fill ruby", BOB, "chance fill ?");
}

/* ---- Taking back ----------------------------------------------------------------------------- */

/* The whole answer is taken back, even if it is not complete, and no byte of it is left, TG-3
 * and TG-10. */
static void answers_are_taken_back(void **unused)
{
	(void)unused;
	deal(&two);
	PLAY(&tiny, &s, "bob bid 3");
	tg_state before = s;
	PLAY(&tiny, &s, "ann bid 2");
	assert_int_equal(ap_unseal(&tiny, &s, ANN).code, AP_OK);
	assert_memory_equal(&s, &before, sizeof s);
	PLAY(&tiny, &s, "ann bid 1", "ann suit crowns");
	assert_int_equal(ap_unseal(&tiny, &s, ANN).code, AP_OK);
	assert_memory_equal(&s, &before, sizeof s);
	ann_leads(&three);
	PLAY(&tiny, &s, "ann raid bob raid-a");
	before = s;
	PLAY(&tiny, &s, "bob veto veto-b", "bob pass");
	assert_int_equal(ap_unseal(&tiny, &s, BOB).code, AP_OK);
	assert_memory_equal(&s, &before, sizeof s);
	assert_int_equal(ap_unseal(&tiny, &s, BOB).code, AP_NOT_SEALED);
	assert_int_equal(ap_unseal(&tiny, &s, ANN).code, AP_NOT_SEALED);
}

/* ---- The situation --------------------------------------------------------------------------- */

/* Returns the frame of the first fact of a kind; -1 if there is none. */
static int frame_of(int kind)
{
	ap_facts facts;
	ap_situation(&tiny, view_of(AP_OBSERVER), &facts);
	for (int i = 0; i < facts.count; i++)
		if (facts.list[i].kind == kind)
			return facts.list[i].frame;
	return -1;
}

/* There can be a reaction within a reaction. The facts say which announcements are cancelled,
 * TG-11. */
static void vetoes_lie_on_top_of_one_another(void **unused)
{
	(void)unused;
	ann_leads(&two);
	PLAY(&tiny, &s, "ann raid bob raid-a");
	assert_int_equal(s.head.depth, 3);
	assert_int_equal(frame_of(TG_FACT_ODDS), 1);
	PLAY(&tiny, &s, "bob veto veto-b", "bob pass");
	assert_int_equal(s.head.depth, 4);
	assert_int_equal(frame_of(TG_FACT_VETO), 2);
	assert_int_equal(frame_of(TG_FACT_CANCELLED), 1);
	assert_int_equal(frame_of(TG_FACT_ODDS), -1);
	PLAY(&tiny, &s, "ann veto veto-a", "ann pass");
	assert_int_equal(s.head.depth, 5);
	assert_int_equal(frame_of(TG_FACT_CANCELLED), 2);
	assert_int_equal(frame_of(TG_FACT_ODDS), 1);
	PLAY(&tiny, &s, "bob pass");
	assert_int_equal(s.head.depth, 2);
	assert_int_equal(ap_step_of(&s), TG_STEP_RAID);
}

/* A raid succeeds with a die of four or more, TG-12. */
static void odds_of_a_raid(void **unused)
{
	(void)unused;
	ap_facts facts;
	ap_odds odds;
	ann_leads(&two);
	ap_foresee(&tiny, view_of(ANN), ANN, ap_act(TG_VERB_RAID, BOB, TG_CARD_RAID_A), &facts);
	assert_int_equal(facts.count, 2);
	assert_true(ap_odds_of(&facts.list[1], &odds));
	assert_int_equal(odds.event, TG_EVENT_RAID_SUCCEEDS);
	assert_int_equal(odds.first, 4);
	assert_int_equal(odds.last, 6);
	assert_int_equal(odds.of, 6);
}

/* A treasure that is not known is not counted, and the figure is then absent, TG-14. */
static void scores_by_what_is_known(void **unused)
{
	(void)unused;
	ann_leads(&two);
	PLAY(&tiny, &s, "ann look oak", "chance fill gold");
	assert_int_equal(tg_standing(view_of(ANN), ANN), 1 + 3);
	assert_int_equal(tg_figure_score(view_of(ANN), ANN), 1 + 3);
	assert_int_equal(tg_standing(view_of(BOB), ANN), 1);
	assert_int_equal(tg_figure_score(view_of(BOB), ANN), AP_NONE);
	assert_int_equal(tg_figure_score(&s, BOB), AP_NONE);
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Counts the scores again, independently of the engine, TG-14 and TG-15. */
static void the_end(void **unused)
{
	(void)unused;
	ap_rng rng;
	ap_outcome o;
	int endings[TG_REASON_COUNT] = {0};
	for (unsigned game = 0; game < 300; game++) {
		int score[AP_MAX_SEATS] = {0};
		ap_seed(&rng, 9, game);
		ap_start(&tiny, &two, &s, NULL);
		assert_true(ap_playout(&tiny, &s, &rng, ap_bound(&tiny, &two)) > 0);
		assert_true(ap_outcome_of(&tiny, &s, &o));
		for (int i = 0; i < 2; i++) {
			score[i] += s.coins[i] + s.points[i];
			score[s.holder[i]] += s.content[i];
		}
		int best = score[ANN] > score[BOB] ? score[ANN] : score[BOB];
		bool shared = score[ANN] == score[BOB];
		assert_int_equal(o.reason, shared ? TG_REASON_SHARED_VICTORY : TG_REASON_VICTORY);
		for (int i = 0; i < 2; i++) {
			assert_int_equal(o.score[i], score[i]);
			assert_int_equal(o.result[i], score[i] < best ? AP_LOST : shared ? AP_SHARED : AP_WON);
		}
		endings[o.reason]++;
	}
	assert_true(endings[TG_REASON_VICTORY] > 0 && endings[TG_REASON_SHARED_VICTORY] > 0);
}

/* ---- Telling --------------------------------------------------------------------------------- */

static int amounts_asked_for;

static int amount(void)
{
	amounts_asked_for++;
	return 2;
}

static void what_nobody_hears_is_not_computed(void **unused)
{
	(void)unused;
	static ap_events events;
	ap_events *listener = NULL;
	tg_tell_amount(listener, TG_4, TG_SEAT(ANN), amount());
	assert_int_equal(amounts_asked_for, 0);
	listener = &events;
	tg_tell_amount(listener, TG_4, TG_SEAT(ANN), amount());
	assert_int_equal(amounts_asked_for, 1);
	assert_int_equal(events.count, 1);
	assert_int_equal(events.list[0].arg[1], 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hands_are_private),
		cmocka_unit_test(open_rounds_are_secret),
		cmocka_unit_test(bids_are_turned_up_in_two_steps),
		cmocka_unit_test(knowledge_follows_the_box),
		cmocka_unit_test(a_shown_card_is_known_to_two),
		cmocka_unit_test(actions_are_masked),
		cmocka_unit_test(answers_are_taken_back),
		cmocka_unit_test(vetoes_lie_on_top_of_one_another),
		cmocka_unit_test(odds_of_a_raid),
		cmocka_unit_test(scores_by_what_is_known),
		cmocka_unit_test(the_end),
		cmocka_unit_test(what_nobody_hears_is_not_computed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

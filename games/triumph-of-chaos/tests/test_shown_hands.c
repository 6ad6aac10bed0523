/* test_shown_hands.c: tests that a hand which an event has shown is known to the side that looked
 * at it and to nobody else, in every position of random campaigns (TC-WC-35, TC-RC-35). */
#include "unit/unit.h"

#include "engine/chapters.h"
#include "engine/frames.h"

enum { GAMES = 60 };

/* How often a card of the enemy's hand was shown, and how often that was kept from somebody. */
static int shown, kept;

/* Returns whether the seat is the one to which cards of that side were shown. */
static bool looks_at(const tc_state *s, int seat, int side)
{
	return seat < TC_SEAT_COUNT && s->side_of[seat] == tc_other(side);
}

static void check_card(const tc_state *s, const tc_state *view, int viewer, int card)
{
	int side = tc_card_side(card);
	bool seen = s->card_known[card] & TC_CARD_KNOWN_SEEN, own = viewer == s->seat_of[side];
	if (s->card_at[card] != TC_CARD_PLACE_HAND)
		return;
	if (own || (seen && looks_at(s, viewer, side) && !tc_in_politics(s))) {
		assert_int_equal(view->card_at[card], TC_CARD_PLACE_HAND);
		shown += !own;
		return;
	}
	assert_int_equal(view->card_at[card], AP_UNSEEN);
	assert_int_equal(
		!!(view->card_known[card] & TC_CARD_KNOWN_SEEN), seen && looks_at(s, viewer, side));
	kept += seen && !looks_at(s, viewer, side);
}

/* A card that was shown and is still held is held in every state that fits the view. */
static void check_filling(const tc_state *s, const tc_state *view, int viewer, ap_rng *rng)
{
	static tc_state full;
	ap_determinize(&triumph_of_chaos, view, rng, &full);
	for (int card = 0; card < TC_CARDS; card++)
		if ((s->card_known[card] & TC_CARD_KNOWN_SEEN) && looks_at(s, viewer, tc_card_side(card)))
			assert_int_not_equal(full.card_at[card], TC_CARD_PLACE_DECK);
}

static void check_position(const tc_state *s, ap_rng *rng)
{
	static const int viewers[] = {TC_SEAT_FIRST, TC_SEAT_SECOND, AP_OBSERVER};
	static tc_state view;
	bool any = false;
	for (int card = 0; card < TC_CARDS; card++)
		any |= (s->card_known[card] & TC_CARD_KNOWN_SEEN) != 0;
	for (int i = 0; any && i < AP_COUNT(viewers); i++) {
		ap_view(&triumph_of_chaos, s, viewers[i], &view);
		for (int card = 0; card < TC_CARDS; card++)
			check_card(s, &view, viewers[i], card);
		check_filling(s, &view, viewers[i], rng);
	}
}

/* Returns the number of the action to play: the event of an Intelligence Coup if it can be. */
static int choose(const ap_action *legal, int count, ap_rng *rng)
{
	for (int i = 0; i < count; i++)
		if (ap_verb_of(legal[i]) == TC_VERB_PLAY && ap_y(legal[i]) == TC_USE_EVENT &&
			(ap_x(legal[i]) == TC_CARD_W35 || ap_x(legal[i]) == TC_CARD_R35))
			return i;
	return (int)ap_below(rng, (uint32_t)count);
}

static void shown_to_one_side(void **unused)
{
	static tc_state s;
	ap_action legal[AP_MAX_LEGAL];
	ap_setup setup = {.players = 2};
	ap_rng rng;
	(void)unused;
	setup.option[TC_OPTION_SCENARIO] = TC_SCENARIO_CAMPAIGN;
	ap_seed(&rng, 35, 0);
	for (int game = 0; game < GAMES; game++) {
		ap_start(&triumph_of_chaos, &setup, &s, NULL);
		for (ap_seats actors; (actors = ap_actors(&s)) != 0;) {
			int seat = ap_first_seat(actors);
			int count = ap_legal(&triumph_of_chaos, &s, seat, legal);
			ap_play(&triumph_of_chaos, &s, seat, legal[choose(legal, count, &rng)], NULL);
			check_position(&s, &rng);
		}
	}
	assert_true(shown > 100 && kept > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(shown_to_one_side)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

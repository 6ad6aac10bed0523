/* test_unsound.c: tests that states which the rules cannot lead to are refused, whoever sends them:
 * a state or more for each thing that can be wrong. */
#include "unit/position.h"

#include "engine/chapters.h"

/* Moscow has the turn and chooses. Something of each kind lies on the table. */
static const char choosing[] =
	"start red-empire players=3 at choice turn=moscow\n"
	"set {\n"
	"  'leaders': {'moscow': ['khruykin', 'zakharov'], 'leningrad': ['bakharov', 'leonov'],\n"
	"    'kiev': ['ivanov', 'lukin']},\n"
	"  'hands': {'moscow': ['party-1a', 'kgb-1a'], 'leningrad': ['party-2a']},\n"
	"  'president': 'zakharov', 'purge': {'lukin': ['kgb-2a']}, 'pile': ['crisis-harvest'],\n"
	"  'hero_on': {'hero-a': 'ivanov'}, 'ailing_on': {'ailing-a': 'bakharov'},\n"
	"  'disrepute_by': {'disrepute-kgb': 'kiev'}, 'junket_by': {'junket-a': 'leningrad'},\n"
	"  'scandal_by': {'scandal-a': 'moscow'}, 'scandal_on': {'scandal-a': 'kiev'}\n"
	"}\n";

/* Each faction has a leader, and nothing else has happened. */
#define WITH_LEADERS                                                                               \
	"set {'leaders': {'moscow': ['khruykin', 'zakharov'], 'leningrad': ['bakharov', 'leonov'],\n"  \
	"  'kiev': ['ivanov', 'lukin']}}\n"
#define WITH_PRESIDENT WITH_LEADERS "set {'president': 'zakharov'}\n"

static re_state position(const char *scenario)
{
	re_state s;
	set_up(scenario, &s);
	return s;
}

static void refused(const re_state *s, const char *wrong)
{
	assert_unsound(&red_empire, s, wrong);
}

/* ---- Leaders --------------------------------------------------------------------------------- */

static void a_leader_is_in_one_place(void **unused)
{
	(void)unused;
	static const char wrong[] = "a leader is in two places";
	re_state s = position(choosing);
	s.won_leaders[RE_FACTION_MOSCOW] = re_leader_bit(RE_LEADER_KHRUYKIN);
	refused(&s, wrong);
	s = position(choosing);
	s.faction[RE_FACTION_KIEV] |= re_leader_bit(RE_LEADER_KHRUYKIN);
	refused(&s, wrong);
	s = position(choosing);
	s.won_leaders[RE_FACTION_KIEV] = re_leader_bit(RE_LEADER_BAKHAROV);
	refused(&s, wrong);
	s = position(choosing);
	s.lost_leaders = re_leader_bit(RE_LEADER_IVANOV);
	refused(&s, wrong);
	s = position(choosing);
	s.lost_leaders = 1u << RE_LEADERS;
	refused(&s, "there is no such leader");
}

static void a_card_lies_on_a_leader_in_play(void **unused)
{
	(void)unused;
	static const char wrong[] = "a Hero or Ailing card lies on nobody, or twice on one";
	re_state s = position(choosing);
	s.hero_on[0] = RE_LEADER_ROMANENKO;
	refused(&s, wrong);
	s.hero_on[0] = RE_LEADERS;
	refused(&s, wrong);
	s = position(choosing);
	s.hero_on[1] = s.hero_on[0];
	refused(&s, wrong);
	s = position(choosing);
	s.ailing_on[0] = RE_LEADER_ROMANENKO;
	refused(&s, wrong);
	s = position(choosing);
	s.ailing_on[2] = s.ailing_on[0];
	refused(&s, wrong);
}

static void the_president_is_of_the_party(void **unused)
{
	(void)unused;
	static const char wrong[] = "the President is no Party leader in play";
	re_state s = position(choosing);
	s.president = RE_LEADER_KHRUYKIN;
	refused(&s, wrong);
	s.president = RE_LEADER_ROMANENKO;
	refused(&s, wrong);
	s.president = RE_LEADERS;
	refused(&s, wrong);
}

static void lay(re_state *s, int leader, int card)
{
	s->purge[leader] |= (uint64_t)1 << card;
}

static void purges_follow_the_rules(void **unused)
{
	(void)unused;
	re_state s = position(choosing);
	lay(&s, RE_LEADER_ROMANENKO, RE_CARD_KGB_1B);
	refused(&s, "purge cards lie on a leader who is not in play");
	s = position(choosing);
	lay(&s, RE_LEADER_LUKIN, RE_CARD_CRISIS_MINERS);
	refused(&s, "only action cards purge");
	s = position(choosing);
	lay(&s, RE_LEADER_LUKIN, RE_CARD_KGB_1B);
	refused(&s, "two purge cards of a type lie on a leader");
	/* Lukin's stature is 7, less 2 by the Scandal: 2 and 3 are enough, 2 and 2 are not. */
	s = position(choosing);
	lay(&s, RE_LEADER_LUKIN, RE_CARD_PARTY_3A);
	refused(&s, "a leader stands who should fall");
	s = position(choosing);
	lay(&s, RE_LEADER_LUKIN, RE_CARD_PARTY_2B);
	refused(&s, "a card is in two places"); /* it is still in the deck */
}

/* ---- Seats and effects ----------------------------------------------------------------------- */

static void an_empty_chair_has_nothing(void **unused)
{
	(void)unused;
	static const char wrong[] = "an empty chair has something";
	re_state s = position(choosing);
	re_add(&s.hand[RE_FACTION_MINSK], RE_CARD_PARTY_3A);
	refused(&s, wrong);
	s = position(choosing);
	re_add(&s.won[RE_FACTION_TASHKENT], RE_CARD_PARTY_3A);
	refused(&s, wrong);
	s = position(choosing);
	s.faction[RE_FACTION_MINSK] = re_leader_bit(RE_LEADER_ROMANENKO);
	refused(&s, wrong);
	s = position(choosing);
	s.won_leaders[RE_FACTION_MINSK] = re_leader_bit(RE_LEADER_ROMANENKO);
	refused(&s, wrong);
	s = position(choosing);
	s.hand_size[RE_FACTION_MINSK] = 1;
	refused(&s, wrong);
	s = position(choosing);
	s.fresh[RE_FACTION_MINSK] = 1;
	refused(&s, wrong);
	s = position(choosing);
	s.unused[sizeof s.unused - 1] = 1;
	refused(&s, "unused bytes are not zero");
}

static void effects_belong_to_factions(void **unused)
{
	(void)unused;
	static const char wrong[] = "an effect belongs to nobody at the table";
	re_state s = position(choosing);
	s.disrepute_by[1] = RE_FACTION_MINSK;
	refused(&s, wrong);
	s = position(choosing);
	s.scandal_by[0] = RE_FACTION_MINSK;
	refused(&s, wrong);
	s = position(choosing);
	s.scandal_on[0] = RE_FACTION_MINSK;
	refused(&s, wrong);
	s = position(choosing);
	s.junket_by[0] = RE_FACTION_MINSK;
	refused(&s, wrong);
}

static void a_disrepute_spares_factions(void **unused)
{
	(void)unused;
	static const char wrong[] = "a Disrepute spares nobody at the table";
	enum { PARTY, KGB };
	re_state s = position(choosing);
	s.spared[KGB] = AP_SEAT(RE_FACTION_MINSK);
	refused(&s, wrong);
	s = position(choosing);
	s.spared[PARTY] = AP_SEAT(RE_FACTION_KIEV); /* that card is not on the table */
	refused(&s, wrong);
	s = position(choosing);
	s.spared[KGB] = AP_SEAT(RE_FACTION_LENINGRAD);
	assert_null(ap_unsound(&red_empire, &s));
}

static void scandals_and_journeys(void **unused)
{
	(void)unused;
	re_state s = position(choosing);
	s.scandal_on[0] = RE_NONE;
	refused(&s, "a Scandal has an author and a victim");
	s = position(choosing);
	s.scandal_on[1] = RE_FACTION_KIEV;
	refused(&s, "a Scandal has an author and a victim");
	s = position(choosing);
	s.scandal_on[0] = s.scandal_by[0];
	refused(&s, "a Scandal is on its author");
	s = position(choosing);
	s.junket_by[2] = s.junket_by[0];
	refused(&s, "a faction is abroad twice");
	s = position(choosing);
	s.pile |= 1u << RE_CRISIS_CARD_COUNT;
	refused(&s, "there is no such crisis");
}

static void whoever_has_the_turn_is_at_home(void **unused)
{
	(void)unused;
	re_state s = position(choosing);
	s.junket_by[0] = RE_FACTION_MOSCOW;
	ap_top(&s)->asked = 0;
	for (int step = RE_STEP_AILING_ROLLS; step <= RE_STEP_CHOICE; step++) {
		re_goto(&s, step);
		refused(&s, "a faction that has the turn is abroad");
	}
	re_goto(&s, RE_STEP_TURN_START); /* he is about to come home */
	assert_null(ap_unsound(&red_empire, &s));
	re_goto(&s, RE_STEP_TURN_END); /* he has just left */
	assert_null(ap_unsound(&red_empire, &s));
}

/* ---- Cards ----------------------------------------------------------------------------------- */

static void a_card_is_in_one_place(void **unused)
{
	(void)unused;
	re_state s = position(choosing);
	re_add(&s.discard, RE_CARD_KGB_2A); /* it lies on Lukin */
	refused(&s, "a card is in two places");
	s = position(choosing);
	re_remove(&s.unseen, RE_CARD_TREATY_A);
	refused(&s, "a card is nowhere");
	s.unseen.word[1] |= (uint64_t)1
		<< (RE_CARDS - 64); /* as many cards, but one that does not exist */
	refused(&s, "a card is nowhere");
	s = position(choosing);
	re_add(&s.hand[RE_FACTION_KIEV], RE_CARD_PARTY_1A); /* Moscow has it */
	s.hand_size[RE_FACTION_KIEV]++;
	refused(&s, "a card is in a hand and elsewhere");
	s = position(choosing);
	re_add(&s.hand[RE_FACTION_KIEV], RE_CARD_KGB_2A); /* it lies on Lukin */
	s.hand_size[RE_FACTION_KIEV]++;
	refused(&s, "a card is in a hand and elsewhere");
}

static void hands_are_as_large_as_they_say(void **unused)
{
	(void)unused;
	re_state s = position(choosing);
	s.hand_size[RE_FACTION_KIEV] = RE_HAND + 1;
	refused(&s, "a hand has more than five cards");
	s = position(choosing);
	s.fresh[RE_FACTION_LENINGRAD] = 2;
	refused(&s, "more fresh cards than cards in a hand");
	s = position(choosing);
	s.hand_size[RE_FACTION_LENINGRAD]++;
	refused(&s, "hand_size does not count the hand");
	s = position(choosing);
	re_add(&s.hand[RE_FACTION_LENINGRAD], RE_CARD_CRISIS_MINERS);
	s.hand_size[RE_FACTION_LENINGRAD]++;
	refused(&s, "a crisis or mandate is held by one who said he had none");
}

static void a_view_shows_ones_own_hand_alone(void **unused)
{
	(void)unused;
	re_state s = position(choosing), view;
	ap_view(&red_empire, &s, RE_FACTION_LENINGRAD, &view);
	re_state other = view;
	re_add(&other.hand[RE_FACTION_MOSCOW], RE_CARD_PARTY_1A);
	refused(&other, "a view shows another hand");
	other = view;
	for (int card = 0; card < RE_CARDS; card++)
		if (re_has(&other.unseen, card) && re_count(other.unseen) > 2) {
			re_remove(&other.unseen, card);
			re_add(&other.discard, card);
		}
	refused(&other, "a card is in a hand and elsewhere");
	re_add(&other.unseen, RE_CARD_PARTY_2A); /* the card that Leningrad holds */
	re_remove(&other.discard, RE_CARD_PARTY_2A);
	if (re_count(other.unseen) == 3) {
		re_remove(&other.unseen, RE_CARD_JUNKET_C);
		re_add(&other.discard, RE_CARD_JUNKET_C);
	}
	refused(&other, "hands are larger than what is left");
}

/* RE-TU-4, RE-TU-5 */
static void crises_and_mandates_come_first(void **unused)
{
	(void)unused;
	re_state s = position(choosing);
	re_turn_frame_of(&s.head.stack[0])->played = 1;
	refused(&s, "more cards were played than a hand has");
	s = position("start red-empire players=3 at mandate-cards turn=moscow\n" WITH_PRESIDENT
				 "set {'hands': {'moscow': ['party-1a', 'kgb-1a', 'new-leader-a']}}\n");
	re_turn_frame_of(&s.head.stack[0])->played = RE_HAND - 3;
	assert_null(ap_unsound(&red_empire, &s));
	re_turn_frame_of(&s.head.stack[0])->played++;
	refused(&s, "more cards were played than a hand has");
	re_turn_frame_of(&s.head.stack[0])->played = 0;
	re_remove(&s.hand[RE_FACTION_MOSCOW], RE_CARD_NEW_LEADER_A);
	re_add(&s.hand[RE_FACTION_MOSCOW], RE_CARD_CRISIS_MINERS);
	refused(&s, "a crisis is held after the crises");
	s = position(choosing);
	s.fresh[RE_FACTION_MOSCOW] = 1;
	refused(&s, "a mandate could be held after the mandates");
}

/* ---- The stack ------------------------------------------------------------------------------- */

static const char unfit[] = "the step does not fit the table";
static const char wrong_call[] = "a called step does not fit the table";
static const char wrong_seat[] = "the wrong seat is asked";

static void the_turn_is_at_the_bottom(void **unused)
{
	(void)unused;
	re_state s = position("start red-empire players=3\n");
	s.lost_leaders = re_leader_bit(RE_LEADER_LUKIN);
	refused(&s, unfit);
	s = position("start red-empire players=3\n");
	s.won_leaders[RE_FACTION_KIEV] = re_leader_bit(RE_LEADER_LUKIN);
	refused(&s, unfit);
	s = position("start red-empire players=3\n");
	s.faction[RE_FACTION_KIEV] = 0x3f; /* one more than five */
	refused(&s, unfit);
	s = position("start red-empire players=3\n");
	s.faction[RE_FACTION_MOSCOW] = 0x3f;
	refused(&s, unfit);
	s = position("start red-empire players=3\n");
	re_remove(&s.unseen, RE_CARD_PARTY_1A);
	re_add(&s.discard, RE_CARD_PARTY_1A);
	refused(&s, unfit);
	s = position("start red-empire players=3\n");
	s.faction[RE_FACTION_KIEV] = re_leader_bit(RE_LEADER_LUKIN);
	s.president = RE_LEADER_LUKIN;
	refused(&s, unfit);
}

static void cards_are_dealt_before_the_president_is_found(void **unused)
{
	(void)unused;
	re_state s = position("start red-empire players=3 at deal-cards turn=moscow\n" WITH_LEADERS);
	assert_int_equal(ap_actors(&s), AP_SEAT(AP_CHANCE));
	s.president = RE_LEADER_ZAKHAROV;
	refused(&s, unfit);
	s = position("start red-empire players=3 at deal-cards turn=moscow\n" WITH_LEADERS);
	re_remove(&s.unseen, RE_CARD_PARTY_1A);
	re_add(&s.discard, RE_CARD_PARTY_1A);
	refused(&s, unfit);
	s = position("start red-empire players=3 at deal-cards turn=moscow\n" WITH_LEADERS);
	for (int seat = 0; seat < 3; seat++)
		s.faction[seat] &= ~((re_leader_set)-1 << RE_LEADER_POSKREBYSHEV); /* no Party leader */
	refused(&s, unfit);
}

/* Makes the step `base` of Moscow's turn call another one. */
static re_state called_by(int base, int step)
{
	re_state s = position(choosing);
	s.head.stack[0].step = (uint16_t)base;
	s.head.stack[0].asked = 0;
	re_call(&s, step);
	return s;
}

static void only_some_steps_call_others(void **unused)
{
	(void)unused;
	static const uint8_t called[] = {RE_STEP_CONTRIBUTIONS, RE_STEP_TREATY_PLEA, RE_STEP_NEW_LEADER,
		RE_STEP_AFFLICT, RE_STEP_EXPOSE};
	static const uint8_t caller[] = {RE_STEP_CRISIS_CARDS, RE_STEP_CRISIS_CARDS,
		RE_STEP_MANDATE_CARDS, RE_STEP_MANDATE_CARDS, RE_STEP_TURN_END};
	for (int i = 0; i < AP_COUNT(called); i++)
		for (int base = RE_STEP_TURN_START; base <= RE_STEP_TURN_END; base++) {
			re_state s = called_by(base, called[i]);
			if (base != caller[i])
				refused(&s, wrong_call);
		}
	re_state s = called_by(RE_STEP_TURN_START, RE_STEP_OFFICE);
	s.president = RE_NONE;
	refused(&s, wrong_call);
	s = called_by(RE_STEP_TURN_END, RE_STEP_REFILL);
	refused(&s, wrong_call);
	s = called_by(RE_STEP_TURN_END, RE_STEP_OFFICE);
	s.president = RE_NONE;
	assert_null(ap_unsound(&red_empire, &s));
	re_call(&s, RE_STEP_OFFICE);
	refused(&s, "the turn is not at the bottom of the stack");
	s = position(choosing);
	s.head.stack[0] = (ap_frame){.step = RE_STEP_OFFICE};
	refused(&s, "the turn is not at the bottom of the stack");
}

static void only_the_vacant_office_is_given(void **unused)
{
	(void)unused;
	re_state s = called_by(RE_STEP_TURN_END, RE_STEP_OFFICE);
	refused(&s, wrong_call);
	s = called_by(RE_STEP_TURN_END, RE_STEP_OFFICE_PICK);
	s.president = RE_NONE;
	refused(&s, wrong_call);
	re_office_top(&s)->who = RE_FACTION_KIEV;
	assert_null(ap_unsound(&red_empire, &s));
	ap_top(&s)->asked = AP_SEAT(RE_FACTION_MOSCOW);
	refused(&s, wrong_seat);
	s.faction[RE_FACTION_KIEV] = re_leader_bit(RE_LEADER_IVANOV);
	s.purge[RE_LEADER_LUKIN] = 0;
	refused(&s, wrong_call);
}

static void the_lot_is_between_party_leaders(void **unused)
{
	(void)unused;
	re_state s = called_by(RE_STEP_TURN_END, RE_STEP_OFFICE_LOT);
	s.president = RE_NONE;
	refused(&s, wrong_call);
	re_office_top(&s)->tied = AP_SEAT(RE_FACTION_MOSCOW) | AP_SEAT(RE_FACTION_KIEV);
	assert_null(ap_unsound(&red_empire, &s));
	s.faction[RE_FACTION_KIEV] = re_leader_bit(RE_LEADER_IVANOV);
	s.purge[RE_LEADER_LUKIN] = 0;
	refused(&s, wrong_call);
}

/* The crisis has been put to Leningrad, which is asked. */
static re_state in_a_crisis(void)
{
	re_state s = called_by(RE_STEP_CRISIS_CARDS, RE_STEP_CONTRIBUTIONS);
	re_remove(&s.unseen, RE_CARD_CRISIS_MINERS);
	re_crisis_top(&s)->crisis = RE_CARD_CRISIS_MINERS;
	re_crisis_top(&s)->asked_so_far = 1;
	ap_top(&s)->asked = AP_SEAT(RE_FACTION_LENINGRAD);
	assert_null(ap_unsound(&red_empire, &s));
	return s;
}

static void factions_answer_a_crisis_in_turn(void **unused)
{
	(void)unused;
	re_state s = in_a_crisis();
	re_crisis_top(&s)->asked_so_far = 0;
	refused(&s, wrong_call);
	re_crisis_top(&s)->asked_so_far = 4;
	refused(&s, wrong_call);
	s = in_a_crisis();
	re_crisis_top(&s)->crisis = RE_CARD_PARTY_3A;
	refused(&s, wrong_call);
	s = in_a_crisis();
	ap_top(&s)->asked = AP_SEAT(RE_FACTION_MOSCOW);
	refused(&s, wrong_seat);
	re_add(&s.unseen, RE_CARD_CRISIS_MINERS);
	ap_top(&s)->asked = AP_SEAT(RE_FACTION_LENINGRAD);
	refused(&s, "a card is in two places");
}

static void only_who_was_asked_has_given(void **unused)
{
	(void)unused;
	re_state s = in_a_crisis();
	re_crisis_top(&s)->given[RE_FACTION_LENINGRAD] = RE_CARD_MILITARY_1A; /* still asked */
	refused(&s, wrong_call);
	s = in_a_crisis();
	re_crisis_top(&s)->given[RE_FACTION_KIEV] = RE_CARD_MILITARY_1A; /* not asked yet */
	refused(&s, wrong_call);
	s = in_a_crisis();
	re_crisis_top(&s)->asked_so_far = 2;
	ap_top(&s)->asked = AP_SEAT(RE_FACTION_KIEV);
	re_crisis_top(&s)->given[RE_FACTION_LENINGRAD] = RE_CARD_TREATY_A;
	refused(&s, wrong_call);
	re_crisis_top(&s)->given[RE_FACTION_LENINGRAD] = RE_CARD_MILITARY_1A;
	refused(&s, "a card is in two places"); /* it is still in the deck */
	re_remove(&s.unseen, RE_CARD_MILITARY_1A);
	assert_null(ap_unsound(&red_empire, &s));
}

static void a_treaty_is_asked_of_a_president(void **unused)
{
	(void)unused;
	re_state s = called_by(RE_STEP_CRISIS_CARDS, RE_STEP_TREATY_PLEA);
	ap_top(&s)->asked = AP_SEAT(RE_FACTION_MOSCOW);
	assert_null(ap_unsound(&red_empire, &s));
	ap_top(&s)->asked = AP_SEAT(RE_FACTION_KIEV);
	refused(&s, wrong_seat);
	ap_top(&s)->asked = AP_SEAT(RE_FACTION_MOSCOW);
	re_crisis_top(&s)->asked_so_far = 3;
	re_crisis_top(&s)->given[RE_FACTION_KIEV] = RE_CARD_MILITARY_1A; /* the crisis is over */
	refused(&s, wrong_call);
	s = called_by(RE_STEP_CRISIS_CARDS, RE_STEP_TREATY_PLEA);
	s.president = RE_NONE;
	refused(&s, wrong_call);
}

static void mandates_find_somebody(void **unused)
{
	(void)unused;
	re_state s = called_by(RE_STEP_MANDATE_CARDS, RE_STEP_NEW_LEADER);
	ap_top(&s)->asked = AP_SEAT(AP_CHANCE);
	assert_null(ap_unsound(&red_empire, &s));
	s.lost_leaders = re_leader_deck(&s);
	refused(&s, wrong_call);
	s = called_by(RE_STEP_MANDATE_CARDS, RE_STEP_AFFLICT);
	re_illness_top(&s)->card = RE_CARD_NEW_LEADER_A;
	refused(&s, wrong_call);
	re_illness_top(&s)->card = RE_CARD_AILING_B;
	re_remove(&s.unseen, RE_CARD_AILING_B);
	assert_null(ap_unsound(&red_empire, &s));
	s.ailing_on[0] = RE_LEADER_KHRUYKIN;
	s.ailing_on[2] = RE_LEADER_ZAKHAROV; /* all of Moscow's leaders are ill already */
	refused(&s, wrong_call);
}

/* The KGB of Leningrad looks at Lukin, who is Kiev's. */
static re_state exposing(void)
{
	re_state s = called_by(RE_STEP_TURN_END, RE_STEP_EXPOSE);
	re_exposure_top(&s)->exposer = RE_FACTION_LENINGRAD;
	re_exposure_top(&s)->seats_done = 1;
	re_exposure_top(&s)->next_leader = RE_LEADER_LUKIN;
	ap_top(&s)->asked = AP_SEAT(AP_CHANCE);
	assert_null(ap_unsound(&red_empire, &s));
	return s;
}

static void the_kgb_looks_at_the_party(void **unused)
{
	(void)unused;
	re_state s = exposing();
	re_exposure_top(&s)->next_leader = RE_LEADER_IVANOV; /* a general */
	refused(&s, wrong_call);
	re_exposure_top(&s)->next_leader = RE_LEADER_LEONOV; /* not of the faction that comes next */
	refused(&s, wrong_call);
	re_exposure_top(&s)->next_leader = RE_LEADERS;
	refused(&s, wrong_call);
	s = exposing();
	re_exposure_top(&s)->seats_done = 2;
	re_exposure_top(&s)->next_leader = RE_LEADER_ZAKHAROV; /* the President */
	refused(&s, wrong_call);
	re_exposure_top(&s)->seats_done = 3;
	refused(&s, wrong_call);
	ap_top(&s)->asked = 0;
	assert_null(ap_unsound(&red_empire, &s));
	re_exposure_top(&s)->seats_done = 4;
	refused(&s, wrong_call);
}

static void the_first_turn_needs_a_president(void **unused)
{
	(void)unused;
	re_state s = position(choosing);
	s.head.stack[0] = (ap_frame){.step = RE_STEP_FIRST_TURN};
	assert_null(ap_unsound(&red_empire, &s));
	s.president = RE_NONE;
	refused(&s, unfit);
	re_call(&s, RE_STEP_OFFICE);
	assert_null(ap_unsound(&red_empire, &s));
	s.faction[RE_FACTION_MOSCOW] = re_leader_bit(RE_LEADER_KHRUYKIN);
	s.faction[RE_FACTION_LENINGRAD] = re_leader_bit(RE_LEADER_BAKHAROV);
	s.faction[RE_FACTION_KIEV] = re_leader_bit(RE_LEADER_IVANOV);
	s.purge[RE_LEADER_LUKIN] = 0;
	refused(&s, unfit);
}

static void chance_is_asked_for_something(void **unused)
{
	(void)unused;
	re_state s = position(choosing);
	re_turn_frame *turn = re_turn_frame_of(&s.head.stack[0]);
	turn->step = RE_STEP_AILING_ROLLS;
	turn->turn = RE_FACTION_LENINGRAD; /* Bakharov is ill */
	s.junket_by[0] = RE_FACTION_KIEV;  /* and Leningrad is at home */
	turn->asked = AP_SEAT(AP_CHANCE);
	assert_null(ap_unsound(&red_empire, &s));
	turn->rolled = 1;
	refused(&s, unfit);
	turn->rolled = RE_AILING_CARD_COUNT;
	refused(&s, unfit);
	turn->rolled = 0;
	turn->turn = RE_FACTION_MOSCOW;
	refused(&s, unfit);
	turn->rolled = 1;
	turn->step = RE_STEP_TURN_START;
	turn->asked = 0;
	refused(&s, unfit); /* the rolls come later in the turn */
	turn->rolled = 0;
	turn->asked = AP_SEAT(AP_CHANCE);
	turn->step = RE_STEP_REFILL;
	assert_null(ap_unsound(&red_empire, &s));
	s.hand_size[RE_FACTION_MOSCOW] = RE_HAND;
	refused(&s, unfit);
	s = position(choosing);
	turn->step = RE_STEP_REFILL;
	turn->asked = AP_SEAT(AP_CHANCE);
	for (int card = 0; card < RE_CARDS; card++)
		if (re_has(&s.unseen, card) && !re_has(&s.hand[RE_FACTION_MOSCOW], card) &&
			!re_has(&s.hand[RE_FACTION_LENINGRAD], card)) {
			re_remove(&s.unseen, card); /* the deck is empty */
			re_add(&s.discard, card);
		}
	refused(&s, unfit);
}

static void the_wrong_faction_is_not_asked(void **unused)
{
	(void)unused;
	re_state s = position(choosing);
	s.head.stack[0].asked = AP_SEAT(RE_FACTION_LENINGRAD);
	refused(&s, wrong_seat);
	s.head.stack[0].asked = AP_SEAT(RE_FACTION_MOSCOW) | AP_SEAT(RE_FACTION_LENINGRAD);
	refused(&s, wrong_seat);
	s.head.stack[0].asked = AP_SEAT(RE_FACTION_KIEV); /* whose hand is empty */
	re_turn_frame_of(&s.head.stack[0])->turn = RE_FACTION_KIEV;
	refused(&s, wrong_seat);
	s = called_by(RE_STEP_TURN_END, RE_STEP_OFFICE);
	s.president = RE_NONE;
	ap_top(&s)->asked = AP_SEAT(RE_FACTION_MOSCOW); /* this step asks nobody */
	refused(&s, wrong_seat);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_leader_is_in_one_place),
		cmocka_unit_test(a_card_lies_on_a_leader_in_play),
		cmocka_unit_test(the_president_is_of_the_party),
		cmocka_unit_test(purges_follow_the_rules),
		cmocka_unit_test(an_empty_chair_has_nothing),
		cmocka_unit_test(effects_belong_to_factions),
		cmocka_unit_test(a_disrepute_spares_factions),
		cmocka_unit_test(scandals_and_journeys),
		cmocka_unit_test(whoever_has_the_turn_is_at_home),
		cmocka_unit_test(a_card_is_in_one_place),
		cmocka_unit_test(hands_are_as_large_as_they_say),
		cmocka_unit_test(a_view_shows_ones_own_hand_alone),
		cmocka_unit_test(crises_and_mandates_come_first),
		cmocka_unit_test(the_turn_is_at_the_bottom),
		cmocka_unit_test(cards_are_dealt_before_the_president_is_found),
		cmocka_unit_test(only_some_steps_call_others),
		cmocka_unit_test(only_the_vacant_office_is_given),
		cmocka_unit_test(the_lot_is_between_party_leaders),
		cmocka_unit_test(factions_answer_a_crisis_in_turn),
		cmocka_unit_test(only_who_was_asked_has_given),
		cmocka_unit_test(a_treaty_is_asked_of_a_president),
		cmocka_unit_test(mandates_find_somebody),
		cmocka_unit_test(the_kgb_looks_at_the_party),
		cmocka_unit_test(the_first_turn_needs_a_president),
		cmocka_unit_test(chance_is_asked_for_something),
		cmocka_unit_test(the_wrong_faction_is_not_asked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

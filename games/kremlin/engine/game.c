/* game.c: the game Kremlin as the core sees it: the parts of its state that JSON shows, an empty
 * table, and the greatest length of a game. */
#include "chapters.h"

#include <stddef.h>

/* ---- The fields in JSON ---------------------------------------------------------------------- */

#define AT(member) (uint16_t) offsetof(kr_state, member)
#define SET(name, member)                                                                          \
	{                                                                                              \
		name, AP_SETS, AT(member), sizeof(kr_politician_set), NULL, &kr_politician_list, 0, NULL   \
	}

static bool card_known(const void *state, int card)
{
	return ((const kr_state *)state)->card[card] != AP_UNSEEN;
}

static bool sheet_known(const void *state, int seat, int p)
{
	return ap_sees(state, seat) || (((const kr_state *)state)->bared[seat] & kr_bit(p));
}

static bool own_known(const void *state, int seat, int p)
{
	(void)p;
	return ap_sees(state, seat);
}

static const ap_field fields[] = {
	{"year", AP_NUMBERS, AT(year), 1, NULL, NULL, KR_LAST_YEAR, NULL},
	{"phase", AP_NUMBERS, AT(phase), 1, NULL, NULL, KR_LAST_PHASE, NULL},
	{"place", AP_NAMES, AT(place), 1, &kr_politician_list, &kr_place_list, 0, NULL},
	{"stress", AP_NUMBERS, AT(stress), 1, &kr_politician_list, NULL, KR_MOST_STRESS, NULL},
	SET("sick", sick),
	SET("ill", ill),
	SET("cure", cure),
	SET("suspect", suspect),
	{"waved", AP_NAMES, AT(waved), 1, &kr_year_list, &kr_politician_list, 0, NULL},
	{"waved_for", AP_NAMES, AT(waved_for), 1, &kr_year_list, &kr_faction_list, 0, NULL},
	{"winners", AP_SETS, AT(winners), 1, NULL, &kr_faction_list, 0, NULL},
	SET("moved", moved),
	{"order", AP_NAMES, AT(order), 1, &kr_office_list, &kr_politician_list, 0, NULL},
	SET("unsettled", unsettled),
	{"master", AP_NAMES, AT(master), 1, &kr_politician_list, &kr_faction_list, 0, NULL},
	{"bared", AP_SETS, AT(bared), sizeof(kr_politician_set), &kr_faction_list, &kr_politician_list,
		0, NULL},
	{"card", AP_NAMES, AT(card), 1, &kr_intrigue_list, &kr_card_place_list, 0, card_known},
	{"card_known", AP_SETS, AT(card_known), 1, &kr_intrigue_list, &kr_faction_list, 0, NULL},
	{"hand_size", AP_NUMBERS, AT(hand_size), 1, &kr_faction_list, NULL, KR_INTRIGUES, NULL},
	{"intent", AP_NAMES, AT(intent), 1, &kr_faction_list, &kr_intrigue_list, 0, ap_sees},
	{"gift", AP_NAMES, AT(gift), 1, &kr_faction_list, &kr_intrigue_list, 0, ap_sees},
	{"gift_to", AP_NAMES, AT(gift_to), 1, &kr_faction_list, &kr_faction_list, 0, ap_sees},
	{"gave", AP_SETS, AT(gave), 1, NULL, &kr_faction_list, 0, NULL},
	{"fever", AP_NUMBERS, AT(fever), 1, NULL, NULL, KR_MOST_FEVER, NULL},
	SET("vaccinated", vaccinated),
	SET("outing", outing),
	{"visits", AP_NAMES, AT(visiting), 1, &kr_visit_list, &kr_politician_list, 0, NULL},
	{"no_visits", AP_NUMBERS, AT(no_visits), 1, NULL, NULL, 1, NULL},
	{"specialist", AP_NAMES, AT(specialist), 1, NULL, &kr_politician_list, 0, NULL},
	{"guarded", AP_NAMES, AT(guarded), 1, &kr_protection_list, &kr_politician_list, 0, NULL},
	{"imposed", AP_NAMES, AT(imposed), 1, NULL, &kr_intrigue_list, 0, NULL},
	{"stage", AP_NAMES, AT(stage), 1, NULL, &kr_stage_list, 0, NULL},
	{"blackmail", AP_NAMES, AT(blackmail), 1, &kr_blackmail_list, &kr_politician_list, 0, NULL},
	{"blackmail_holder", AP_NAMES, AT(blackmail_holder), 1, NULL, &kr_faction_list, 0, NULL},
	{"chief_blackmail", AP_NAMES, AT(chief_blackmail), 1, &kr_chief_blackmail_list,
		&kr_faction_list, 0, NULL},
	{"chief_blackmail_men", AP_NAMES, AT(chief_blackmail_men), 1, &kr_chief_blackmail_man_list,
		&kr_politician_list, 0, NULL},
	{"kept", AP_NUMBERS, AT(kept), 1, NULL, NULL, 1, NULL},
	{"demanded", AP_NAMES, AT(demanded), 1, NULL, &kr_politician_list, 0, NULL},
	{"pravda", AP_NAMES, AT(pravda), 1, NULL, &kr_politician_list, 0, NULL},
	{"pravda_for", AP_NAMES, AT(pravda_for), 1, NULL, &kr_faction_list, 0, NULL},
};

static const ap_grid grids[] = {
	{"written", AT(sheet), 0, 4, &kr_faction_list, &kr_politician_list, KR_NUMBERS, sheet_known},
	{"shown", AT(sheet), 4, 4, &kr_faction_list, &kr_politician_list, KR_NUMBERS, NULL},
	{"declared", AT(declared), 0, 8, &kr_faction_list, &kr_politician_list, KR_MOST_DECLARED, NULL},
	{"since", AT(mark), 4, 4, &kr_faction_list, &kr_politician_list, AP_MAX_SEATS, NULL},
	{"pending", AT(mark), 0, 4, &kr_faction_list, &kr_politician_list, KR_NUMBERS, own_known},
};

/* ---- The game -------------------------------------------------------------------------------- */

void kr_blank(void *state)
{
	kr_state *s = state;
	memset(s->place, KR_PLACE_PEOPLE, sizeof s->place);
	memset(s->holder, KR_NONE, sizeof s->holder);
	memset(s->order, KR_NONE, sizeof s->order);
	memset(s->card, KR_CARD_PLACE_DECK, sizeof s->card);
	memset(s->master, KR_NONE, sizeof s->master);
	memset(s->intent, KR_NONE, sizeof s->intent);
	memset(s->gift, KR_NONE, sizeof s->gift);
	memset(s->gift_to, KR_NONE, sizeof s->gift_to);
	memset(s->waved, KR_NONE, sizeof s->waved);
	memset(s->waved_for, KR_NONE, sizeof s->waved_for);
	memset(s->guarded, KR_NONE, sizeof s->guarded);
	memset(s->visiting, KR_NONE, sizeof s->visiting);
	memset(s->blackmail, KR_NONE, sizeof s->blackmail);
	memset(s->chief_blackmail, KR_NONE, sizeof s->chief_blackmail);
	memset(s->chief_blackmail_men, KR_NONE, sizeof s->chief_blackmail_men);
	memset(s->left, KR_ALL_POINTS, s->head.players);
	s->blackmail_holder = s->pravda = s->pravda_for = KR_NONE;
	s->imposed = s->specialist = s->demanded = KR_NONE;
	s->place[KR_NESTOR] = KR_PLACE_CHIEF; /* KR-SU-1 */
	s->holder[KR_PLACE_CHIEF] = KR_NESTOR;
	s->sick = kr_bit(KR_NESTOR);
	s->year = 1;
	s->phase = KR_PHASE_CURE;
}

/* Every action that costs years brings a politician nearer to 96: there are 26 politicians, with
 * 46 years each at most, and the years that card 13 gives back. Apart from these actions a year
 * asks fewer than 150 questions. Each may be asked again when control changes, at most once for
 * each of the 55 points of a seat. All listen to each announcement, in as many rounds as there
 * are points and cards. */
int kr_bound(const ap_setup *setup)
{
	int p = setup->players;
	int announcements = 26 * 60 + KR_LAST_YEAR * 150 + KR_ALL_POINTS * p + 60 * p;
	return 60 + 16 * p + announcements * (4 + 2 * p) + (KR_ALL_POINTS + 60) * p * (p + 4);
}

const ap_game kremlin = {
	KR_DECLARED,
	.state_size = sizeof(kr_state),
	.fields = fields,
	.field_count = AP_COUNT(fields),
	.grids = grids,
	.grid_count = AP_COUNT(grids),
	.hardly_matters = kr_hardly_matters,
	.occasion = kr_occasion,
	.foresee = kr_foresee,
	.setup_sound = kr_setup_sound,
};

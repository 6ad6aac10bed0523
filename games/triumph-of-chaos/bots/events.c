/* events.c: the worth of the events of the cards, and of replacement steps. */
#include "greedy.h"

enum {
	NO_CHANCE = 20,  /* percent of a penalty that count while there is still time to avoid it */
	LAST_MOMENT = 6, /* how many times a penalty counts when there is none */
	HEALING = 9,     /* a step that brings a reduced army to full strength */
	RAISING = 14,    /* each of the two steps that rebuild an army */
	REST = 3,        /* any other step */
	INFIGHTING = 10, /* an In-Fighting of the enemy, for each turn to come */
	PASSIVITY = 8,   /* passive factions, for each round left and army that stands still */
	PREPARES = 3,    /* an event that matters in a later year only */
	ACTIVATION = 4   /* a card in the Action Phase, for each point of its value, at least */
};

/* The worth of an event by the number of its card: the units and other things that it always
 * brings. Penalties and what depends on the board are added to it. */
static const uint8_t plain_worth[2][16] = {
	[TC_SIDE_RED] = {[1] = 110, [2] = 70, [3] = 70, [4] = 25, [6] = 10, [11] = 40, [12] = 10},
	[TC_SIDE_WHITE] = {[1] = 45,
		[2] = 60,
		[3] = 75,
		[4] = 25,
		[6] = 10,
		[10] = 10,
		[11] = 10,
		[12] = 10,
		[14] = PREPARES}};

int tc_bot_rounds_left(const tc_state *s)
{
	return greater(1, tc_this_turn(s)->rounds - s->round + 1);
}

/* ---- Steps ----------------------------------------------------------------------------------- */

typedef struct wants {
	int raise, heal, rest;
} wants;

/* Counts the steps that my own units need, or those of the factions that I use. */
static wants steps_wanted(const outlook *o, bool factions)
{
	const tc_state *s = o->s;
	wants w = {0, 0, 0};
	for (int u = 0; u < TC_UNITS; u++) {
		bool faction = tc_faction_of(s, u) < TC_FACTIONS;
		if (tc_user(s, u) != o->me || faction != factions)
			continue;
		bool army = tc_is_army(u),
			 here = s->unit_at[u] < TC_SPACES || s->unit_where[u] == TC_LOCATION_RESERVE;
		w.raise += army && s->unit_where[u] == TC_LOCATION_DEAD ? 2 : 0;
		w.heal += army && here && tc_reduced(s, u);
		w.rest += !army && (s->unit_where[u] == TC_LOCATION_DEAD || (here && tc_reduced(s, u)));
	}
	return w;
}

/* The worth of `count` steps, if the `booked` ones are spent first and the best comes first. */
static int worth_of_steps(const outlook *o, wants w, int booked, int count)
{
	int worth = 0;
	if (tc_last_turn(o->s))
		return 0;
	for (int i = 0; i < booked + count; i++) {
		int step = w.raise > 0 ? RAISING : w.heal > 0 ? HEALING : w.rest > 0 ? REST : 0;
		if (w.raise > 0)
			w.raise--;
		else if (w.heal > 0)
			w.heal--;
		else
			w.rest--;
		worth += i >= booked ? step : 0;
	}
	return worth;
}

int tc_bot_steps_worth(const outlook *o, int count)
{
	return worth_of_steps(o, steps_wanted(o, false), o->s->steps[o->me], count);
}

static int faction_steps(const outlook *o, int count)
{
	return worth_of_steps(o, steps_wanted(o, true), o->s->faction_steps[o->me], count);
}

/* ---- Politics -------------------------------------------------------------------------------- */

/* The worth of so much influence of mine on each of these factions. */
static int worth_of_ip(const outlook *o, const uint8_t factions[], int count, int ip)
{
	int worth = 0;
	for (int i = 0; i < count && !tc_last_turn(o->s); i++)
		worth += tc_bot_influence_worth(o, factions[i], ip);
	return worth;
}

/* The worth of the permission to bring these factions under the control of a side. */
static int worth_of_doors(const outlook *o, const uint8_t factions[], int count, int side)
{
	int worth = 0;
	for (int i = 0; i < count; i++)
		worth += tc_bot_permission_worth(o, factions[i], side);
	return worth;
}

static const uint8_t balts[] = {
	TC_FACTION_ESTONIA, TC_FACTION_LATVIA, TC_FACTION_LITHUANIA, TC_FACTION_FINLAND};
static const uint8_t council[] = {TC_FACTION_BELARUS, TC_FACTION_WEST_UKRAINE};
static const uint8_t afraid[] = {TC_FACTION_BRITAIN, TC_FACTION_FRANCE};

static int teutons_worth(const outlook *o)
{
	return worth_of_ip(o, balts, 3, 2) + worth_of_ip(o, afraid, AP_COUNT(afraid), 1);
}

/* TC-WC-13: the event helps RED alone, unless no Political Phase is left in which it could. */
static int goltz_worth(const outlook *o)
{
	bool late = tc_last_turn(o->s) || tc_played(o->s, TC_CARD_R13);
	return late ? PREPARES : -1;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static int penal_cards(const outlook *o)
{
	int count = 0;
	for (int card = 0; card < TC_CARDS; card++)
		count += tc_card_side(card) == o->me && o->s->card_at[card] == TC_CARD_PLACE_HAND &&
			tc_penalty_of(o->s, card) > 0;
	return count;
}

static int due_penalty(const outlook *o, int card)
{
	return tc_penalty_of(o->s, card) * VP;
}

static int idle_armies(const outlook *o)
{
	int count = 0;
	for (int u = 0; u < TC_UNITS; u++)
		count += tc_faction_of(o->s, u) < TC_FACTIONS && tc_is_army(u) &&
			o->s->unit_at[u] < TC_SPACES && tc_user(o->s, u) == o->foe;
	return count;
}

/* TC-WC-1: the army of the Socialist Revolutionaries changes sides every other time, and its space
 * is lost with it. */
static int mutiny_worth(const outlook *o)
{
	int at = o->s->unit_at[TC_UNIT_WHITE_SR_ARMY];
	return at < TC_SPACES ? -o->city[at] / 2 - 10 : 0;
}

static int legion_worth(const outlook *o)
{
	bool ours = tc_controller(o->s, TC_FACTION_CZECH_LEGION) == TC_SIDE_WHITE;
	return ours ? 35 : 60 + tc_bot_influence_worth(o, TC_FACTION_CZECH_LEGION, 9);
}

static int special_worth(const outlook *o, int card)
{
	switch (card) {
	case TC_CARD_W1:
		return mutiny_worth(o);
	case TC_CARD_W5:
	case TC_CARD_R5:
		return faction_steps(o, 2);
	case TC_CARD_W7:
	case TC_CARD_R7:
		return tc_bot_steps_worth(o, 4) * 5 / 4;
	case TC_CARD_W9:
		return legion_worth(o);
	case TC_CARD_W10:
	case TC_CARD_R12:
		return INFIGHTING * (o->counts - 1);
	case TC_CARD_W13:
		return goltz_worth(o);
	case TC_CARD_W15:
		return worth_of_doors(o, council, AP_COUNT(council), TC_SIDE_WHITE);
	case TC_CARD_R9:
		return PASSIVITY * tc_bot_rounds_left(o->s) * idle_armies(o) / 2;
	case TC_CARD_R10:
		return worth_of_doors(o, balts, AP_COUNT(balts), TC_SIDE_RED);
	case TC_CARD_R13:
		return teutons_worth(o);
	case TC_CARD_R15:
		return worth_of_doors(o, council, AP_COUNT(council), TC_SIDE_WHITE) +
			worth_of_ip(o, council, AP_COUNT(council), 1);
	default:
		return 0;
	}
}

int tc_bot_event_worth(const outlook *o, int card)
{
	const tc_state *s = o->s;
	int penalty = due_penalty(o, card), rounds = tc_bot_rounds_left(s);
	int number = tc_cards[card].number;
	int worth = (number < 16 ? plain_worth[o->me][number] : 0) + special_worth(o, card);
	if (o->counts < 2)
		worth = worth * lesser(rounds, 4) / 4;
	if (tc_last_turn(s) && rounds <= penal_cards(o))
		return worth + penalty * LAST_MOMENT;
	return worth + penalty * NO_CHANCE / 100;
}

int tc_bot_card_worth(const outlook *o, int card)
{
	int worth = ACTIVATION * tc_cards[card].value, penalty = due_penalty(o, card);
	if (tc_cards[card].kind == TC_KIND_INITIATIVE)
		return 30;
	if (penalty)
		return penalty * 2;
	return greater(worth, tc_bot_event_worth(o, card) * 2 / 3);
}

int tc_bot_worth_of_keeping(const outlook *o, int card)
{
	int number = tc_cards[card].number;
	if (due_penalty(o, card))
		return due_penalty(o, card) * (tc_last_turn(o->s) ? LAST_MOMENT : 1);
	if (tc_cards[card].kind == TC_KIND_INITIATIVE)
		return 12;
	return tc_played(o->s, card) || number > 15 ? 0 : plain_worth[o->me][number] / 3;
}

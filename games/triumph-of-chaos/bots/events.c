/* events.c: the worth of replacement steps, of playing an event now, and of keeping a card. */
#include "greedy.h"

enum {
	NO_CHANCE = 20,  /* percent of a penalty that count while there is still time to avoid it */
	LAST_MOMENT = 6, /* how many times a penalty counts when there is none */
	HEALING = 9,     /* a step that brings a reduced army to full strength */
	RAISING = 14,    /* each of the two steps that rebuild an army */
	REST = 3,        /* any other step */
	IN_1919 = 2,     /* times: losses are heavy there */
	ACTIVATION = 4   /* a card in the Action Phase, for each point of its value, at least */
};

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
	int steps = worth_of_steps(o, steps_wanted(o, false), o->s->steps[o->me], count);
	return steps * o->weight * (tc_tournament(o->s) ? IN_1919 : 1);
}

int tc_bot_faction_steps_worth(const outlook *o, int count)
{
	return worth_of_steps(o, steps_wanted(o, true), o->s->faction_steps[o->me], count) * o->weight;
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

int tc_bot_event_worth(const outlook *o, int card)
{
	const tc_state *s = o->s;
	int penalty = due_penalty(o, card), rounds = tc_bot_rounds_left(s);
	int worth = tc_bot_deeds_worth(o, card);
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
	if (due_penalty(o, card))
		return due_penalty(o, card) * (tc_last_turn(o->s) ? LAST_MOMENT : 1);
	if (tc_cards[card].kind == TC_KIND_INITIATIVE)
		return 12;
	return tc_cards[card].starred ? greater(0, tc_bot_deeds_worth(o, card)) / 3 : 0;
}

/* outlook.h: what a bot of Red Empire can tell from its view before it decides.
 *
 * Worths are thousandths of a victory point, chances thousandths of certainty: integers, so that
 * every build plays the same. What an opponent wins counts against me by his weight, which is
 * greatest for the one who leads. */
#ifndef APPARAT_RED_EMPIRE_BOTS_OUTLOOK_H
#define APPARAT_RED_EMPIRE_BOTS_OUTLOOK_H

#include "engine/chapters.h"

enum {
	POINT = 1000,
	SURE = 1000,
	MOST_VALUE = 4, /* of an action card */
};

typedef struct outlook {
	const re_state *s;
	int me, president;        /* seats */
	int deck;                 /* cards left in it */
	int draws;                /* from it before my next turn */
	bool last;                /* RE-EN-1: after this I shall have no other choice */
	int crises;               /* still to come */
	int office;               /* what it is worth to hold it now */
	int weight[AP_MAX_SEATS]; /* what a point of theirs costs me */
	int hidden;               /* cards I cannot see: the deck and the other hands */
	re_set unseen;            /* which they are */
	int actions[RE_GROUP_COUNT][MOST_VALUE + 1]; /* of these, actions of at least that value */
} outlook;

static inline int part(int worth, int chance)
{
	return worth * chance / SURE;
}

static inline int least(int a, int b)
{
	return a < b ? a : b;
}

/* What it means to me that this seat gains so much. */
int re_stake(const outlook *o, int seat, int gain);

int re_value_of(uint64_t actions);
/* RE-PR-6: who gets the office when these are gone. */
int re_heir_without(const re_state *s, re_leader_set gone);
/* Groups as bits: those whose action cards this seat may play while at home. */
unsigned re_colours_of(const outlook *o, int seat);
/* RE-AC-3, RE-AC-4: groups that may still be laid on a leader who has these cards on him. */
unsigned re_colours_open(int leader, uint64_t laid);
int re_hidden_of(const outlook *o, int kind);
/* Hidden action cards of these groups worth at least so much. */
int re_hidden_actions(const outlook *o, unsigned colours, int at_least);
/* The chance that among so many cards I cannot see there is one of `good`. */
int re_chance_of(const outlook *o, int good, int cards);

outlook re_look(const re_state *s, int me);

#endif

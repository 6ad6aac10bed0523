/* outlook.h: what a bot of Red Empire computes from its view before it judges actions. In the
 * comments of the bot, "I" is the bot.
 *
 * Worths are in thousandths of a victory point, and chances in thousandths. They are integers, so
 * that every build plays the same. What an opponent wins is a loss for me, multiplied by his
 * weight, which is greatest for the opponent who leads. */
#ifndef APPARAT_RED_EMPIRE_BOTS_OUTLOOK_H
#define APPARAT_RED_EMPIRE_BOTS_OUTLOOK_H

#include "engine/chapters.h"

enum {
	RE_POINT = 1000,   /* the worth of a victory point */
	RE_SURE = 1000,    /* the chance of what is certain */
	RE_MOST_VALUE = 4, /* the greatest value of an Action Card */
};

typedef struct outlook {
	const re_state *s;
	int me;                   /* my seat */
	int president;            /* the seat that has the President; RE_NONE if there is none */
	int deck;                 /* the number of cards in the deck */
	int draws;                /* the number of cards that are drawn before my next turn */
	bool last;                /* RE-EN-1: this is my last choice in the game */
	int crises;               /* the number of crises that can still come */
	int office;               /* the worth of the presidency for its holder */
	int weight[AP_MAX_SEATS]; /* how much the gains of a seat count against me */
	int hidden;               /* the number of cards in the deck and in the other hands */
	re_set unseen;            /* these cards */
	/* The number of these that are Action Cards of a group with at least a value. */
	int actions[RE_GROUP_COUNT][RE_MOST_VALUE + 1];
} outlook;

/* Returns the expected worth of something that happens with this chance. */
static inline int re_expected(int worth, int chance)
{
	return worth * chance / RE_SURE;
}

static inline int re_lesser(int a, int b)
{
	return a < b ? a : b;
}

/* Returns the worth for me of a gain of this seat; 0 if `seat` is RE_NONE. */
int re_worth_to_me(const outlook *o, int seat, int gain);

/* Returns the sum of the values of Action Cards. */
int re_total_value(uint64_t actions);
/* RE-PR-6: returns the seat that would get the presidency if these leaders were gone; RE_NONE if
 * nobody could. */
int re_heir_without(const re_state *s, re_leader_set gone);
/* Returns the groups, as bits, whose Action Cards a seat may play while it is not abroad. */
unsigned re_playable_groups(const outlook *o, int seat);
/* RE-AC-3, RE-AC-4: returns the groups, as bits, whose cards may still be laid on a leader on whom
 * these cards lie. */
unsigned re_open_groups(int leader, uint64_t laid);
/* Returns the number of hidden cards of a kind. */
int re_hidden_of_kind(const outlook *o, int kind);
/* Returns the number of hidden Action Cards of these groups with at least this value. */
int re_hidden_actions(const outlook *o, unsigned groups, int at_least);
/* Returns the chance that at least one of `good` cards is among this number of hidden cards. */
int re_chance_of_any(const outlook *o, int good, int cards);

/* Returns the outlook of the bot that has the seat `me`. */
outlook re_outlook_of(const re_state *s, int me);

#endif

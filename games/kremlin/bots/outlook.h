/* outlook.h: what a bot of Kremlin can tell from its view before it decides.
 *
 * Worths are thousandths of a first wave, chances thousandths of certainty: integers, so that every
 * build plays the same. What a rival wins counts against me by his weight, which grows with his
 * waves. Nobody knows what others have written: a politician is mine by the chance that nobody can
 * declare more on him than I could. */
#ifndef APPARAT_KREMLIN_BOTS_OUTLOOK_H
#define APPARAT_KREMLIN_BOTS_OUTLOOK_H

#include "engine/chapters.h"

enum { SURE = 1000, WAVE = 1000 };

typedef struct outlook {
	const kr_state *s;             /* the bot's view */
	int me;                        /* its seat */
	int weight[AP_MAX_SEATS];      /* what a thousand of theirs cost me */
	int anybody;                   /* the same of a rival I cannot name */
	int frailty;                   /* the chance that the chief's chair falls vacant soon */
	int mine[KR_POLITICIANS];      /* the chance that I have the last word on him */
	uint8_t owner[KR_POLITICIANS]; /* who controls him, what I am about to declare included */
} outlook;

static inline int part(int worth, int chance)
{
	return worth * chance / SURE;
}
static inline int greater(int a, int b)
{
	return a > b ? a : b;
}
static inline int lesser(int a, int b)
{
	return a < b ? a : b;
}

/* The board as this seat sees it. */
outlook kr_look(const kr_state *s, int me);

/* ---- Influence ------------------------------------------------------------------------------- */

int kr_my_total(const outlook *o, int p); /* declared, with what I am about to declare */
/* What I could declare beyond that; 0 where the viewer does not know it. */
int kr_my_reserve(const outlook *o, int p);
int kr_their_total(const outlook *o, int p); /* the most that another faction has declared */

/* ---- Politicians ----------------------------------------------------------------------------- */

/* What it would mean to me that he holds that place, at that age and with so many red crosses. */
int kr_worth_as(const outlook *o, int p, int place, int age, int crosses);
/* The same as he is, in that place. */
int kr_worth_in(const outlook *o, int p, int place);
int kr_worth(const outlook *o, int p);
/* What so many years more would cost me. */
int kr_cost_of_years(const outlook *o, int p, int years);
/* What he is worth after his next Health roll, with so much added to the die. */
int kr_worth_after_roll(const outlook *o, int p, bool in_cure, int added);
int kr_worth_rolled(const outlook *o, int p, bool in_cure, int die);
/* What this politician's next wave means to me if that seat controls him; in the Swiss version it
 * is his own, whoever does. */
int kr_worth_of_wave(const outlook *o, int p, int seat);
int kr_wave_chance(const kr_state *s, int p);

/* ---- What is to be expected ------------------------------------------------------------------ */

int kr_die_chance(int needs);                       /* that a die reaches it */
int kr_purge_chance(const kr_state *s, int victim); /* 0 where he cannot be purged any more */
/* What a vacant chair would be worth to me. */
int kr_worth_of_succession(const outlook *o);

/* A vote of the Politburo that is going on, or that I imagine. */
typedef struct ballot {
	bool trial;          /* or a nomination */
	int subject, caller; /* the accused and the accuser, the nominee and the nominator */
} ballot;

/* The votes for or against the subject that are to be expected from this post on. */
int kr_expected_ayes(const outlook *o, ballot b, int from);
int kr_expected_nays(const outlook *o, ballot b, int from);
/* The chance that such a man, tried now, is found guilty. */
int kr_guilty_chance(const outlook *o, int accused, int accuser);

#endif

/* outlook.h: how a bot of Kremlin values its view before it decides. "I" and "me" are the bot,
 * "he" is a politician.
 *
 * Worths are in thousandths of a first wave, chances in thousandths. They are integers, so that
 * every build plays the same. What a rival wins counts against me by his weight, which grows with
 * his waves. I do not know what others have written: a politician is mine with the chance that no
 * rival can declare more on him than I can. */
#ifndef APPARAT_KREMLIN_BOTS_OUTLOOK_H
#define APPARAT_KREMLIN_BOTS_OUTLOOK_H

#include "engine/chapters.h"

enum { SURE = 1000, WAVE = 1000 };

typedef struct outlook {
	const kr_state *s;             /* the bot's view */
	int me;                        /* its seat */
	int weight[AP_MAX_SEATS];      /* what a worth of 1000 for that seat costs me */
	int anybody;                   /* the same for a rival who is not known yet */
	int frailty;                   /* the chance that the chief's chair falls vacant soon */
	int mine[KR_POLITICIANS];      /* the chance that I can outbid all others on him */
	uint8_t owner[KR_POLITICIANS]; /* his controller, counting what I am about to declare */
} outlook;

/* Returns the part of a worth that a chance leaves. */
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

/* Returns the board as this seat sees it. */
outlook kr_look(const kr_state *s, int me);

/* ---- Influence ------------------------------------------------------------------------------- */

/* Returns my declared points, with those that I am about to declare. */
int kr_my_total(const outlook *o, int p);
/* Returns what I could declare beyond that; 0 if the viewer does not know it. */
int kr_my_reserve(const outlook *o, int p);
/* Returns the most points that another faction has declared. */
int kr_their_total(const outlook *o, int p);

/* ---- Politicians ----------------------------------------------------------------------------- */

/* Returns what it would be worth to me that he holds this place, at this age and with so many
 * red crosses. */
int kr_worth_as(const outlook *o, int p, int place, int age, int crosses);
/* Returns what it would be worth to me that he holds this place, as he is now. */
int kr_worth_in(const outlook *o, int p, int place);
/* Returns what he is worth to me as he is now, in his present place. */
int kr_worth(const outlook *o, int p);
/* Returns what it would cost me if he aged by so many years. */
int kr_cost_of_years(const outlook *o, int p, int years);
/* Returns what he is worth after his next Health roll, with `added` added to the die. */
int kr_worth_after_roll(const outlook *o, int p, bool in_cure, int added);
/* Returns what he is worth after a Health roll that has fallen with this die. */
int kr_worth_rolled(const outlook *o, int p, bool in_cure, int die);
/* Returns what this politician's next wave is worth to me if `seat` controls him. In the Swiss
 * version the wave belongs to the politician, whoever controls him. */
int kr_worth_of_wave(const outlook *o, int p, int seat);
/* Returns the chance that he waves as Party Chief. */
int kr_wave_chance(const kr_state *s, int p);

/* ---- Expectations ---------------------------------------------------------------------------- */

/* Returns the chance that a die reaches `needs`. */
int kr_die_chance(int needs);
/* Returns the chance that a purge succeeds; 0 if the victim cannot be purged any more. */
int kr_purge_chance(const kr_state *s, int victim);
/* Returns what a vacant chief's chair would be worth to me. */
int kr_worth_of_succession(const outlook *o);

/* A vote of the Politburo that takes place, or that I imagine. */
typedef struct ballot {
	bool trial;          /* true at a trial, false at a nomination */
	int subject, caller; /* the accused and the accuser, or the nominee and the nominator */
} ballot;

/* Returns how many votes for the subject are to be expected from the post `from` on. */
int kr_expected_ayes(const outlook *o, ballot b, int from);
/* Returns how many votes against the subject are to be expected from the post `from` on. */
int kr_expected_nays(const outlook *o, ballot b, int from);
/* Returns the chance that the accused, if he is tried now, is found guilty. */
int kr_guilty_chance(const outlook *o, int accused, int accuser);

#endif

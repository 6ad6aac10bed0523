/* outlook.h: what a bot of Atomic Business can conclude from its view.
 *
 * An outlook is the street with chances in place of what is hidden. It is small enough to be
 * copied and changed, so that a decision can compare the worths of the streets to which it could
 * lead. Chances are in ten-thousandths and worths in millionths of a won game; both are
 * integers, so that every build plays the same. */
#ifndef APPARAT_ATOMIC_BUSINESS_BOTS_OUTLOOK_H
#define APPARAT_ATOMIC_BUSINESS_BOTS_OUTLOOK_H

#include "engine/chapters.h"

enum {
	SURE = 10000,
	WON = 1000000,
	EMPTY = -1, /* in place of a chance, if he has no briefcase */
};

typedef struct outlook {
	const ab_state *s;
	int me, players;
	int next;      /* the seat whose turn begins next */
	int moving;    /* the seat that is moving its diplomats, or AB_NONE */
	int points;    /* points of movement that this seat has left */
	int reserve;   /* how many briefcases are in the reserve */
	int hope;      /* the chance that a briefcase of which I know nothing is nuclear */
	int ballot_by; /* nobody flies home until the next turn of this seat, or AB_NONE */
	int plates_of; /* the seat that pays no surcharge in its turn, or AB_NONE */
	uint8_t place[AB_DIPLOMATS];
	int16_t nuclear[AB_DIPLOMATS]; /* the chance that he carries a nuclear briefcase, or EMPTY */
	uint8_t known_to[AB_DIPLOMATS];
	uint8_t barred[AB_DIPLOMATS];
} outlook;

/* Returns the part of a worth that corresponds to a chance. */
static inline int part(int worth, int chance)
{
	return (int)((int64_t)worth * chance / SURE);
}

/* Returns the outlook of a seat, from its view. */
outlook ab_look(const ab_state *s, int me);

/* Returns what this street is worth to me. */
int ab_worth(const outlook *o);
/* Returns the prospects of a seat, by a measure that is the same for all seats. */
int ab_prospect(const outlook *o, int seat);

/* Returns how many diplomats of a seat are in a space. */
int ab_count_in(const outlook *o, int seat, int space);
/* Returns how many diplomats a seat could bring to a space in a turn. */
int ab_within_reach(const outlook *o, int seat, int space);

/* Takes the briefcase away from a pawn. */
void ab_unload(outlook *o, int pawn);
/* Lets a pawn stop in a space. */
void ab_arrive(outlook *o, int pawn, int space);

/* Returns what the street is worth to me once these seats have opened this briefcase. */
int ab_worth_opened(const outlook *o, int bearer, ap_seats attackers);
/* Returns the chance that a pressure which this seat announces succeeds; `help` is what its card
 * adds. */
int ab_chance_to_open(const outlook *o, int bearer, int seat, int help);
/* Returns what the street is worth to me if I may press this bearer; ab_worth() if I should not
 * press. */
int ab_worth_of_pressing(const outlook *o, int bearer);
/* Returns whether my diplomats alone outnumber the power of a bearer where he stands. */
bool ab_outnumber_alone(const outlook *o, int bearer);
/* Returns whether he carries a briefcase in a space where I may press him. */
bool ab_mine_to_press(const outlook *o, int bearer);

#endif

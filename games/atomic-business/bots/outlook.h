/* outlook.h: what a bot of Atomic Business can tell from its view.
 *
 * An outlook is the street with chances in place of what is hidden, small enough to be copied and
 * changed: every decision compares the worths of streets it could lead to. Chances are ten
 * thousandths, worths millionths of a won game: integers, so that every build plays the same. */
#ifndef APPARAT_ATOMIC_BUSINESS_BOTS_OUTLOOK_H
#define APPARAT_ATOMIC_BUSINESS_BOTS_OUTLOOK_H

#include "engine/chapters.h"

enum {
	SURE = 10000,
	WON = 1000000,
	EMPTY = -1, /* instead of a chance: he has no briefcase */
};

typedef struct outlook {
	const ab_state *s;
	int me, players;
	int next;      /* whose turn begins next */
	int moving;    /* the seat that is moving its diplomats, or AB_NONE */
	int points;    /* of movement that this seat has left */
	int reserve;   /* how many briefcases it has */
	int hope;      /* the chance that a briefcase is nuclear of which I know nothing */
	int ballot_by; /* the seat until whose turn nobody flies home, or AB_NONE */
	int plates_of; /* the seat that pays no surcharge in its turn, or AB_NONE */
	uint8_t place[AB_DIPLOMATS];
	int16_t nuclear[AB_DIPLOMATS]; /* the chance that he carries a nuclear briefcase, or EMPTY */
	uint8_t known_to[AB_DIPLOMATS];
	uint8_t barred[AB_DIPLOMATS];
} outlook;

static inline int part(int worth, int chance)
{
	return (int)((int64_t)worth * chance / SURE);
}

outlook ab_look(const ab_state *s, int me);

/* What this street is worth to me. */
int ab_worth(const outlook *o);
/* What a seat may hope for, by a measure that is the same for all seats. */
int ab_prospect(const outlook *o, int seat);

int ab_count_in(const outlook *o, int seat, int space);
/* How many diplomats a seat could bring to a space in a turn. */
int ab_within_reach(const outlook *o, int seat, int space);

void ab_unload(outlook *o, int pawn);
void ab_arrive(outlook *o, int pawn, int space);

/* What the street is worth once these seats have opened that briefcase. */
int ab_worth_opened(const outlook *o, int bearer, ap_seats attackers);
/* The chance that a pressure succeeds which this seat announces; `help` is what its card adds. */
int ab_chance_to_open(const outlook *o, int bearer, int seat, int help);
/* What it is worth to me to press a bearer; ab_worth() if it is better not to. */
int ab_worth_of_pressing(const outlook *o, int bearer);
/* Does he carry a briefcase in a space where I may press him? */
bool ab_mine_to_press(const outlook *o, int bearer);

#endif

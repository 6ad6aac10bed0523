/* outlook.h: what a bot of Atomic Business can tell from its view.
 *
 * An outlook is the street with chances in place of what is hidden, small enough to be copied and
 * changed: every decision compares the worths of streets it could lead to. Chances are ten
 * thousandths, worths millionths of a won game: integers, so that every build plays the same. */
#ifndef APPARAT_ATOMIC_BUSINESS_BOTS_OUTLOOK_H
#define APPARAT_ATOMIC_BUSINESS_BOTS_OUTLOOK_H

#include "engine/state.h"

enum {
	SURE = 10000,
	WON = 1000000,
	EMPTY = -1, /* no briefcase: instead of a chance */
};

typedef struct outlook {
	const ab_state *s;
	int me, players;
	int next;      /* whose turn begins next */
	int moving;    /* who is on the move, or NONE */
	int points;    /* he has left */
	int reserve;   /* briefcases in it */
	int hope;      /* the chance that a briefcase I know nothing of is nuclear */
	int ballot_by; /* a seat, or NONE */
	int plates_of; /* who pays no surcharge in his turn, or NONE */
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
/* What this seat may hope for, by any measure the seats share. */
int ab_prospect(const outlook *o, int seat);

int ab_count_in(const outlook *o, int seat, int space);
/* How many diplomats this seat could bring there in a turn. */
int ab_within_reach(const outlook *o, int seat, int space);

void ab_unload(outlook *o, int pawn);
void ab_arrive(outlook *o, int pawn, int space);

/* What the street is worth once these seats have opened that briefcase. */
int ab_worth_opened(const outlook *o, int bearer, ap_seats attackers);
/* The chance that a pressure begun by this seat succeeds; he may reckon with so much from his card.
 */
int ab_chance_to_open(const outlook *o, int bearer, int seat, int help);
/* What pressing him is worth to me; ab_worth() if I do better without. */
int ab_worth_of_pressing(const outlook *o, int bearer);
/* Is he carrying something where I may press him? */
bool ab_mine_to_press(const outlook *o, int bearer);

#endif

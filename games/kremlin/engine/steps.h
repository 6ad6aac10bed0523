/* steps.h: the steps of Kremlin, and what their frames keep. */
#ifndef APPARAT_KREMLIN_STEPS_H
#define APPARAT_KREMLIN_STEPS_H

/* Steps of the base frame, then those that are called. */
enum {
	DEAL,
	DEAL_CARDS,
	WRITE,
	OPENING,
	CURE,
	CURE_STAND,
	PURGE_OPEN,
	PURGE,
	PURGE_STAND,
	PURGE_ROLL,
	PURGE_RESULT,
	SPY,
	SPY_STAND,
	HEALTH_OPEN,
	HEALTH,
	HEALTH_RESULT,
	NOMINATE,
	NOMINATED,
	BALLOT,
	BALLOT_STAND,
	ELEVENTH,
	REPLACEMENT,
	DEMAND,
	DEMAND_STAND,
	DEMAND_LEAVE,
	SHIFT,
	SHIFT_STAND,
	SHIFT_LEAVE,
	PROMOTE,
	PROMOTE_STAND,
	PROMOTE_LEAVE,
	FEWER,
	REHABILITATE,
	REHABILITATE_STAND,
	PARADE,
	PARADE_STAND,
	PARADE_ROLL,
	PHASE_END,
	YEAR_END,
	INFLUENCE,
	INFLUENCE_DRAW,
	ENDING,
	LISTEN,
	LISTEN_CARDS,
	TIES,
	TIES_LOT,
	TRIAL,
	TRIAL_STAND,
	CARD,
	CARD_DIE,
	CARD_CHOICE,
	CARD_LOT,
	ACCUSE,
	CHARGE_DIE,
	REVEAL_NAME,
	UNMASK,
	FORCED,
	CARD_END,
	STEPS
};

/* Locals. Most steps: who acts (a politician, or the post of a cursor), what he has announced (an
 * action, packed), who controlled him then, and one more. */
enum { ACTING = 0, SAID = 1, BY = 2, MORE = 3 };
enum { SUBJECT = 0, VOTES = 1, CURSOR = 3 }; /* of a trial or a ballot; BY as above */
enum { ABOUT = 0, ANNOUNCED = 1 };           /* of LISTEN: a politician + 1; cards, two a local */
enum { TIED = 0 };                           /* of TIES: the politician + 1 */
enum { PLAYED = 0, PLAYER = 1, TARGET = 2, ROLL = 3 }; /* of a card */

#endif

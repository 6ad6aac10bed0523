/* unsound.h: positions of Atomic Business with which the tests of unsound states begin. */
#ifndef APPARAT_ATOMIC_BUSINESS_UNSOUND_H
#define APPARAT_ATOMIC_BUSINESS_UNSOUND_H

#include "unit/position.h"

#include "engine/chapters.h"

/* Cointerre's bearer stands at the Market beside three others. */
#define STREET                                                                                     \
	"'place': {'francie-1': 'market', 'francie-2': 'market', 'madintchina-1': 'market',\n"         \
	"  'cointerre-1': 'market'},\n"                                                                \
	"'load': {'cointerre-1': 'nuclear'}, 'known_to': {'cointerre-1': ['cointerre']}"

/* Francie has the turn and moves; its first diplomat is on his way. Cointerre has a card. */
#define MOVING                                                                                     \
	"start atomic-business players=3 at movement turn=francie\n"                                   \
	"set {" STREET ", 'mover': 'francie-1', 'points': 4, 'hands': {'cointerre': 'immunity'}}\n"
/* Francie has pressed the bearer, and the others are asked. */
#define ALLYING MOVING "do francie press cointerre-1\n"
/* At a table of four Madintchina's diplomat has stopped at the Market in its own turn, and both
 * Francie and Roussie may press. */
#define ASKING                                                                                     \
	"start atomic-business players=4 at movement turn=madintchina\n"                               \
	"set {" STREET ", 'points': 1}\n"                                                              \
	"set {'place': {'madintchina-1': 'grand-hotel', 'roussie-1': 'market'}}\n"                     \
	"do madintchina move madintchina-1 palace\ndo madintchina end\n"
/* Francie has moved, and all with a card are called. Cointerre comes next. */
#define CALLING                                                                                    \
	"start atomic-business players=3 at cards-after turn=francie\n"                                \
	"set {'place': {'francie-1': 'market'},\n"                                                     \
	"  'hands': {'francie': 'motorcade', 'cointerre': 'gaffe'}}\n"

enum {
	FRANCIE = AB_POWER_FRANCIE,
	COINTERRE = AB_POWER_COINTERRE,
	MADINTCHINA = AB_POWER_MADINTCHINA,
	NOBODYS_SEAT = 3
};
enum {
	BEARER = AB_DIPLOMAT_COINTERRE_1,
	BYSTANDER = AB_DIPLOMAT_FRANCIE_1,
	NO_PAWN = AB_DIPLOMAT_ROUSSIE_1 /* of a power that does not play */
};

static inline ab_state position(const char *scenario)
{
	ab_state s;
	set_up(scenario, &s);
	assert_null(ap_unsound(&atomic_business, &s));
	return s;
}

static inline void refused(const ab_state *s, const char *wrong)
{
	assert_unsound(&atomic_business, s, wrong);
}

static inline void accepted(const ab_state *s)
{
	const char *wrong = ap_unsound(&atomic_business, s);
	if (wrong)
		fail_msg("%s", wrong);
}

#endif

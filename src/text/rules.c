/* rules.c: the texts of each game's clauses, generated from docs/rules. */
#include "text/rules.h"

#include "atomic_business_clauses.h"
#include "games/atomic_business/atomic_business.h"
#include "games/kremlin/kremlin.h"
#include "games/red_empire/red_empire.h"
#include "games/triumph_of_chaos/triumph_of_chaos.h"
#include "kremlin_clauses.h"
#include "red_empire_clauses.h"
#include "triumph_of_chaos_clauses.h"

extern const ap_clause_text re_clause_texts[AP_LANGUAGES][RE_CLAUSES];
extern const ap_clause_text ab_clause_texts[AP_LANGUAGES][AB_CLAUSES];
extern const ap_clause_text kr_clause_texts[AP_LANGUAGES][KR_CLAUSES];
extern const ap_clause_text tc_clause_texts[AP_LANGUAGES][TC_CLAUSES];

const ap_clause_text *ap_clause(const ap_game *game, ap_language language, int clause)
{
	if (clause <= 0 || clause >= ap_clause_count(game))
		return NULL;
	if (game == &red_empire)
		return &re_clause_texts[language][clause];
	if (game == &atomic_business)
		return &ab_clause_texts[language][clause];
	if (game == &kremlin)
		return &kr_clause_texts[language][clause];
	if (game == &triumph_of_chaos)
		return &tc_clause_texts[language][clause];
	return NULL;
}

/* rules.c: the texts of each game's clauses, generated from its rules. */
#include "text/rules.h"

/* Generated, in the order of the games. */
extern const ap_clause_text *const ap_registered_texts[][AP_LANGUAGES];

const ap_clause_text *ap_clause(const ap_game *game, ap_language language, int clause)
{
	int index = ap_game_index(game);
	if (index < 0 || clause <= 0 || clause >= ap_clause_count(game))
		return NULL;
	return &ap_registered_texts[index][language][clause];
}

/* rules.c: the texts of each game's clauses and the tables beside them, generated from its rules.
 */
#include "apparat/text.h"

#include <assert.h>

/* Generated: the texts of each game, in the order of the games. */
extern const ap_clause_text *const ap_registered_texts[][AP_LANGUAGES];

const ap_clause_text *ap_clause(const ap_game *game, ap_language language, int clause)
{
	assert(game && (int)language >= 0 && language < AP_LANGUAGES);
	int index = ap_game_index(game);
	if (index < 0 || clause <= 0 || clause >= ap_clause_count(game))
		return NULL;
	return &ap_registered_texts[index][language][clause];
}

/* Generated: the tables of each game, in the order of the games; each list ends with an empty one.
 */
extern const ap_rules_table *const *const ap_registered_tables[];

const ap_rules_table *ap_rules_table_at(const ap_game *game, ap_language language, int n)
{
	assert(game && (int)language >= 0 && language < AP_LANGUAGES);
	int index = ap_game_index(game);
	if (index < 0 || n < 0)
		return NULL;
	const ap_rules_table *table = ap_registered_tables[index][language];
	while (table->name && n > 0) {
		table++;
		n--;
	}
	return table->name ? table : NULL;
}

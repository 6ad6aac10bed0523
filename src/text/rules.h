/* rules.h: the text of the clauses, from docs/rules. */
#ifndef APPARAT_TEXT_RULES_H
#define APPARAT_TEXT_RULES_H

#include "apparat/apparat.h"
#include "text/catalogue.h"

typedef struct ap_clause_text {
	const char *title, *body;
	const char *out_of_reach; /* why random play never meets it; NULL: it does */
} ap_clause_text;

/* NULL if the game has no such clause. */
const ap_clause_text *ap_clause(const ap_game *game, ap_language language, int clause);

#endif

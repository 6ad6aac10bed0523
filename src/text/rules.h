/* rules.h: the texts of the clauses, from the files games/GAME/rules/LANGUAGE.md. */
#ifndef APPARAT_TEXT_RULES_H
#define APPARAT_TEXT_RULES_H

#include "apparat/apparat.h"
#include "text/catalogue.h"

typedef struct ap_clause_text {
	const char *title, *body;
	const char *out_of_reach; /* why random play never cites the clause; NULL: it does */
} ap_clause_text;

/* Returns the text of a clause; NULL if the game is not built in or has no such clause. */
const ap_clause_text *ap_clause(const ap_game *game, ap_language language, int clause);

#endif

/* scenario_internal.h: what scenario.c and expectations.c share. */
#ifndef APPARAT_TEXT_SCENARIO_INTERNAL_H
#define APPARAT_TEXT_SCENARIO_INTERNAL_H

#include "text/scenario.h"

/* A named piece of JSON, for `use NAME`. */
typedef struct ap_script_setup {
	char name[48];
	const char *json;
	size_t length;
} ap_script_setup;

enum { AP_MOST_SETUPS = 64 };

typedef struct ap_script {
	const char *at, *end; /* what is still to be read */
	const char *here;     /* where the current line began */
	int line;
	ap_find_game *find;
	const ap_game *game; /* NULL before the first start */
	bool settled;
	ap_any state;
	ap_events last; /* of the last action */
	int matched;    /* the event of `last` that was expected last */
	ap_script_setup setup[AP_MOST_SETUPS];
	int setups;
	ap_scenario_report *report;
	ap_error *error;
} ap_script;

/* Cuts the first word off. */
char *ap_script_word(char **text);
bool ap_script_action(ap_script *s, const char *text, int *seat, ap_action *action);
bool ap_script_listed(const ap_script *s, int seat, ap_action action); /* in the legal list */
bool ap_script_expect(ap_script *s, char *rest);

#endif

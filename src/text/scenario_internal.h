/* scenario_internal.h: what scenario.c and expectations.c share. */
#ifndef APPARAT_TEXT_SCENARIO_INTERNAL_H
#define APPARAT_TEXT_SCENARIO_INTERNAL_H

#include "text/scenario.h"

/* A named piece of JSON, for the statement `use NAME`. */
typedef struct ap_script_setup {
	char name[48];
	const char *json;
	size_t length;
} ap_script_setup;

enum { AP_MOST_SETUPS = 64 };

/* A text of scenarios that is being run. */
typedef struct ap_script {
	const char *at, *end;   /* the part of the text that is not read yet */
	const char *line_start; /* of the current line, without its indentation */
	int line;               /* the number of the current line */
	ap_find_game *find;
	const ap_game *game; /* NULL before the first `start` */
	bool settled;        /* the rules have run to a question since the last `start` or `set` */
	ap_any state;
	ap_events events; /* of the last action */
	int matched;      /* the index in `events` of the last event that was expected; -1: none */
	ap_script_setup setup[AP_MOST_SETUPS];
	int setups;
	ap_event_stream *stream; /* where what happens is written; NULL: nowhere */
	ap_scenario_report *report;
	ap_error *error;
} ap_script;

/* An event or a fact that an `expect` statement describes. */
typedef struct ap_wanted {
	int kind;
	int clause; /* 0: any clause */
	int seat; /* a seat, or the observer, that knows of it; AP_EVERYTHING: it does not matter who */
	int args; /* the number of arguments that are given */
	int32_t arg[AP_EVENT_ARGS]; /* AP_ANY_VALUE: any value */
} ap_wanted;

enum { AP_ANY_VALUE = INT32_MIN };

/* Takes the first word off a text: ends it with a zero byte, moves `text` to the next word, and
 * returns it. */
char *ap_script_word(char **text);
/* Reads an action in notation; false, with an error, if it is none. */
bool ap_script_action(ap_script *s, const char *text, int *seat, ap_action *action);
/* Returns whether an action is in the list of legal actions. */
bool ap_script_is_listed(const ap_script *s, int seat, ap_action action);
/* Checks an `expect` statement; `rest` is the line after that word. False, with an error, if it
 * does not hold. */
bool ap_script_expect(ap_script *s, char *rest);

/* ---- expected_facts.c ------------------------------------------------------------------------ */

/* Reads "NAME ARGUMENT.. [because CLAUSE] [for SEAT]": an event or a fact of these kinds. */
bool ap_script_wanted(
	ap_script *s, const ap_event_kind *kinds, int count, char *rest, ap_wanted *wanted);
/* Check the situation, what an action would bring about, and figures; false, with an error, if what
 * is expected does not hold. */
bool ap_script_expect_fact(ap_script *s, char *rest, bool wanted);
bool ap_script_expect_foreseen(ap_script *s, char *rest);
bool ap_script_expect_figure(ap_script *s, char *rest);

#endif

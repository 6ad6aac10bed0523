/* expected_facts.c: the `expect` statements about events and facts, and those about the situation,
 * what an action would bring about, and figures: see docs/scenarios.md. */
#include <stdlib.h>

#include "text/scenario_internal.h"

/* ---- What is described ----------------------------------------------------------------------- */

static int kind_named(const ap_event_kind *kinds, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return i;
	return -1;
}

static bool read_number(const char *word, int32_t *value)
{
	char *end;
	*value = (int32_t)strtol(word, &end, 10);
	return *word && *end == '\0';
}

/* Reads a value of a list, a number if the list is that of plain numbers, or the name of an event.
 */
static bool read_value(const ap_game *game, const ap_names *names, const char *word, int32_t *value)
{
	if (names == &ap_plain_number)
		return read_number(word, value);
	*value = names == &ap_plain_event ? kind_named(game->events, game->event_count, word)
									  : ap_index_of(names, word, strlen(word));
	return *value >= 0;
}

static bool read_argument(
	const ap_game *game, const ap_event_kind *kind, const char *word, ap_wanted *wanted)
{
	const ap_names *names = wanted->args < AP_EVENT_ARGS ? kind->arg[wanted->args] : NULL;
	int32_t value = AP_ANY_VALUE;
	bool missing = names && kind->optional >> wanted->args & 1 && strcmp(word, "none") == 0;
	if (missing)
		value = AP_NONE;
	else if (!names || (strcmp(word, "_") != 0 && !read_value(game, names, word, &value)))
		return false;
	wanted->arg[wanted->args++] = value;
	return true;
}

bool ap_script_wanted(
	ap_script *s, const ap_event_kind *kinds, int count, char *rest, ap_wanted *wanted)
{
	assert(s && s->game && kinds && rest && wanted);
	bool is_event = kinds == s->game->events;
	char *name = ap_script_word(&rest);
	*wanted = (ap_wanted){.kind = kind_named(kinds, count, name), .seat = AP_EVERYTHING};
	if (wanted->kind < 0)
		return is_event ? ap_fail(s->error, s->line, "\"%s\": expected the name of an event", name)
						: ap_fail(s->error, s->line, "\"%s\": expected the name of a fact", name);
	while (*rest) {
		char *word = ap_script_word(&rest);
		if (strcmp(word, "because") == 0) {
			char *id = ap_script_word(&rest);
			wanted->clause = ap_clause_named(s->game, id);
			if (wanted->clause == 0)
				return ap_fail(s->error, s->line, "\"%s\": expected a clause of the game", id);
		} else if (strcmp(word, "for") == 0) {
			char *seat = ap_script_word(&rest);
			wanted->seat = ap_seat_named(s->game, seat);
			if (wanted->seat > AP_OBSERVER)
				return ap_fail(s->error, s->line, "\"%s\": expected a seat or observer", seat);
		} else if (!read_argument(s->game, &kinds[wanted->kind], word, wanted)) {
			return ap_fail(
				s->error, s->line, "\"%s\": expected no such argument of \"%s\"", word, name);
		}
	}
	return true;
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static bool fact_fits(const ap_fact *fact, const ap_wanted *wanted)
{
	if (fact->kind != wanted->kind || (wanted->clause && fact->clause != wanted->clause))
		return false;
	for (int i = 0; i < wanted->args; i++)
		if (wanted->arg[i] != AP_ANY_VALUE && fact->arg[i] != wanted->arg[i])
			return false;
	return true;
}

static bool is_among(const ap_facts *facts, const ap_wanted *wanted)
{
	for (int i = 0; i < facts->count; i++)
		if (fact_fits(&facts->list[i], wanted))
			return true;
	return false;
}

/* Makes the state as a viewer knows it: somebody at the table, the observer, or AP_EVERYTHING. */
static bool look_as(ap_script *s, int viewer, ap_any *view)
{
	if (viewer == AP_EVERYTHING)
		memcpy(view, &s->state, ap_state_size(s->game));
	else if (viewer == AP_OBSERVER || viewer < ap_players(&s->state))
		ap_view(s->game, &s->state, viewer, view);
	else
		return ap_fail(s->error, s->line, "expected a seat at the table, or observer");
	return true;
}

bool ap_script_expect_fact(ap_script *s, char *rest, bool expected)
{
	assert(s && s->game && rest);
	ap_wanted wanted;
	ap_facts facts;
	ap_any view;
	if (!ap_script_wanted(s, s->game->facts, s->game->fact_count, rest, &wanted) ||
		!look_as(s, wanted.seat, &view))
		return false;
	ap_situation(s->game, &view, &facts);
	if (is_among(&facts, &wanted) == expected)
		return true;
	const char *name = ap_fact_name(s->game, wanted.kind);
	return expected ? ap_fail(s->error, s->line, "there is no such fact \"%s\"", name)
					: ap_fail(s->error, s->line, "there is such a fact \"%s\"", name);
}

/* "expect foreseen SEAT ACTION: NAME ARGUMENT.. [because CLAUSE]" */
bool ap_script_expect_foreseen(ap_script *s, char *rest)
{
	assert(s && s->game && rest);
	ap_wanted wanted;
	ap_facts facts;
	ap_action action;
	int seat;
	char *colon = strstr(rest, ": ");
	if (!colon)
		return ap_fail(s->error, s->line, "expected foreseen SEAT ACTION: FACT");
	*colon = '\0';
	if (!ap_script_action(s, rest, &seat, &action))
		return false;
	if (!ap_script_is_listed(s, seat, action))
		return ap_fail(s->error, s->line, "\"%s\" is not legal", rest);
	if (!ap_script_wanted(s, s->game->facts, s->game->fact_count, colon + 2, &wanted))
		return false;
	ap_foresee(s->game, &s->state, seat, action, &facts);
	return is_among(&facts, &wanted) ||
		ap_fail(s->error, s->line, "no such fact \"%s\" is foreseen",
			ap_fact_name(s->game, wanted.kind));
}

/* ---- Figures --------------------------------------------------------------------------------- */

/* Reads "NAME [KEY] =" and moves on to what stands behind. */
static bool read_figure(ap_script *s, char **rest, const ap_figure_row **figure, int *key)
{
	char *name = ap_script_word(rest), *word = ap_script_word(rest);
	int number = ap_figure_named(s->game, name);
	if (number < 0)
		return ap_fail(s->error, s->line, "\"%s\": expected the name of a figure", name);
	*figure = &s->game->figures[number];
	*key = 0;
	if ((*figure)->keys) {
		*key = ap_index_of((*figure)->keys, word, strlen(word));
		if (*key < 0)
			return ap_fail(
				s->error, s->line, "\"%s\": expected a key of figure \"%s\"", word, name);
		word = ap_script_word(rest);
	}
	return strcmp(word, "=") == 0 ||
		ap_fail(s->error, s->line, "expected figure NAME [KEY] = VALUE");
}

/* "expect figure NAME [KEY] = VALUE [for SEAT]" */
bool ap_script_expect_figure(ap_script *s, char *rest)
{
	assert(s && s->game && rest);
	const ap_figure_row *figure = s->game->figures;
	ap_any view;
	int key = 0, viewer = AP_EVERYTHING;
	int32_t value = AP_NONE;
	if (!read_figure(s, &rest, &figure, &key))
		return false;
	char *word = ap_script_word(&rest);
	const ap_names *names = figure->values ? figure->values : &ap_plain_number;
	if (strcmp(word, "none") != 0 && !read_value(s->game, names, word, &value))
		return ap_fail(
			s->error, s->line, "\"%s\": expected a value of figure \"%s\"", word, figure->name);
	if (strcmp(ap_script_word(&rest), "for") == 0)
		viewer = ap_seat_named(s->game, ap_script_word(&rest));
	if (!look_as(s, viewer, &view))
		return false;
	int found = ap_figure(s->game, &view, (int)(figure - s->game->figures), key);
	return found == value ||
		ap_fail(s->error, s->line, "%s is %d, not %d", figure->name, found, value);
}

/* expectations.c: the `expect` statements of scenarios: see docs/scenarios.md. */
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>

#include "core/grids.h"
#include "text/memory.h"
#include "text/record_reader.h"
#include "text/scenario_internal.h"

enum { STATE_SIZE = 1 << 17 }; /* room for a state as JSON */

/* ---- Actors, the end, legal actions ---------------------------------------------------------- */

static bool expect_actors(ap_script *s, char *rest)
{
	ap_seats wanted = 0, actors = ap_actors(&s->state);
	while (*rest) {
		char *word = ap_script_word(&rest);
		int seat = ap_seat_named(s->game, word);
		if (seat <= AP_CHANCE)
			wanted |= AP_SEAT(seat);
		else if (strcmp(word, "none") != 0)
			return ap_fail(s->error, s->line, "\"%s\": expected seats, chance or none", word);
	}
	if (actors == wanted)
		return true;
	char found[128] = "none";
	size_t length = 0;
	for (int seat = 0; seat <= AP_CHANCE; seat++)
		if (actors & AP_SEAT(seat))
			length += (size_t)snprintf(found + length, sizeof found - length, "%s%s",
				length ? " " : "", ap_seat_name(s->game, seat));
	return ap_fail(s->error, s->line, "the actors are: %s", found);
}

static bool expect_over(ap_script *s, const char *wanted)
{
	ap_outcome outcome;
	bool over = ap_outcome_of(s->game, &s->state, &outcome);
	const char *found = over ? ap_reason_name(s->game, outcome.reason) : "no";
	return strcmp(found, wanted) == 0 || ap_fail(s->error, s->line, "over is %s", found);
}

static bool expect_step(ap_script *s, const char *wanted)
{
	bool over = ap_actors(&s->state) == 0;
	const char *found = over ? "none" : ap_step_name(s->game, ap_step_of(&s->state));
	return strcmp(found, wanted) == 0 || ap_fail(s->error, s->line, "the step is %s", found);
}

static bool expect_result(ap_script *s, bool wants_score, char *rest)
{
	static const char *const words[] = {
		[AP_LOST] = "lost", [AP_SHARED] = "shared", [AP_WON] = "won"};
	ap_outcome outcome;
	char found[16], *seat_word = ap_script_word(&rest);
	int seat = ap_seat_named(s->game, seat_word);
	if (seat >= ap_players(&s->state) || *ap_script_word(&rest) != '=')
		return ap_fail(
			s->error, s->line, "expected score SEAT = N or result SEAT = won|shared|lost");
	if (!ap_outcome_of(s->game, &s->state, &outcome))
		return ap_fail(s->error, s->line, "the game is not over");
	assert(outcome.result[seat] < AP_COUNT(words));
	if (wants_score)
		snprintf(found, sizeof found, "%d", outcome.score[seat]);
	else
		snprintf(found, sizeof found, "%s", words[outcome.result[seat]]);
	return strcmp(found, rest) == 0 || ap_fail(s->error, s->line, "%s has %s", seat_word, found);
}

bool ap_script_is_listed(const ap_script *s, int seat, ap_action action)
{
	assert(s && s->game);
	ap_action list[AP_MAX_LEGAL];
	int n = ap_legal(s->game, &s->state, seat, list);
	for (int i = 0; i < n; i++)
		if (list[i] == action)
			return true;
	return false;
}

static bool expect_legal(ap_script *s, bool wanted, const char *text)
{
	ap_action action;
	int seat;
	if (!ap_script_action(s, text, &seat, &action))
		return false;
	bool found = ap_script_is_listed(s, seat, action);
	return found == wanted ||
		(found ? ap_fail(s->error, s->line, "\"%s\" is legal", text)
			   : ap_fail(s->error, s->line, "\"%s\" is not legal", text));
}

/* ---- Events ---------------------------------------------------------------------------------- */

static bool event_fits(const ap_event *event, const ap_wanted *wanted)
{
	bool seen = wanted->seat == AP_EVERYTHING || (event->seen_by & AP_SEAT(wanted->seat));
	if (event->kind != wanted->kind || !seen || (wanted->clause && event->clause != wanted->clause))
		return false;
	for (int i = 0; i < wanted->args; i++)
		if (wanted->arg[i] != AP_ANY_VALUE && event->arg[i] != wanted->arg[i])
			return false;
	return true;
}

static bool read_event(ap_script *s, char *rest, ap_wanted *wanted)
{
	return ap_script_wanted(s, s->game->events, s->game->event_count, rest, wanted);
}

/* Returns the index of the first such event from `from` on; -1 if there is none. */
static int find_event(const ap_script *s, int from, const ap_wanted *wanted)
{
	for (int i = from; i < s->events.count; i++)
		if (event_fits(&s->events.list[i], wanted))
			return i;
	return -1;
}

static bool expect_event(ap_script *s, int from, char *rest)
{
	ap_wanted wanted;
	if (!read_event(s, rest, &wanted))
		return false;
	int found = find_event(s, from, &wanted);
	if (found < 0)
		return from > 0
			? ap_fail(s->error, s->line, "there is no such event \"%s\" after the one before",
				  ap_event_name(s->game, wanted.kind))
			: ap_fail(s->error, s->line, "there is no such event \"%s\"",
				  ap_event_name(s->game, wanted.kind));
	s->matched = found;
	return true;
}

static bool expect_no_event(ap_script *s, char *rest)
{
	ap_wanted wanted;
	if (!read_event(s, rest, &wanted))
		return false;
	return find_event(s, 0, &wanted) < 0 ||
		ap_fail(s->error, s->line, "there is such an event \"%s\"",
			ap_event_name(s->game, wanted.kind));
}

/* ---- Parts of the state ---------------------------------------------------------------------- */

/* Returns the value at a path such as "hands.SEAT" or "stack.0.step"; NULL if there is none. The
 * path is cut into its parts. */
static json_t *value_at(json_t *value, char *path)
{
	while (value && *path) {
		size_t length = strcspn(path, ".");
		bool more = path[length] == '.';
		path[length] = '\0';
		long index = -1; /* no element has it */
		if (json_is_array(value) && !ap_reader_number(path, INT_MAX, &index))
			return NULL;
		value = json_is_array(value) ? json_array_get(value, (size_t)index)
									 : json_object_get(value, path);
		path += length + more;
	}
	return value;
}

/* Returns the first part of a path and its length, and moves the path to the next part. */
static const char *next_part(const char **path, size_t *length)
{
	const char *part = *path;
	*length = strcspn(part, ".");
	*path += *length + (part[*length] == '.');
	return part;
}

static const ap_grid *grid_named(const ap_game *game, const char *name, size_t length)
{
	for (int i = 0; i < game->grid_count; i++)
		if (strncmp(game->grids[i].name, name, length) == 0 && !game->grids[i].name[length])
			return &game->grids[i];
	return NULL;
}

/* Returns whether a path GRID.ROW.COLUMN names a number of this table. JSON leaves out zeros. */
static bool is_in_grid(const ap_script *s, const char *path)
{
	size_t length;
	const char *part = next_part(&path, &length);
	const ap_grid *grid = grid_named(s->game, part, length);
	if (!grid)
		return false;
	part = next_part(&path, &length);
	int row = ap_index_of(grid->rows, part, length);
	return row >= 0 && row < ap_grid_rows(s->game, grid, ap_players(&s->state)) &&
		ap_index_of(grid->columns, path, strlen(path)) >= 0;
}

/* Returns the part of a state, to which the caller then has a reference; NULL if there is none. */
static json_t *find_part(const ap_script *s, json_t *state, char *path)
{
	bool is_number = is_in_grid(s, path); /* must be asked before value_at() cuts the path */
	json_t *found = json_incref(value_at(state, path));
	return found || !is_number ? found : json_integer(0);
}

static bool compare_part(ap_script *s, const json_t *found, const char *name, const char *wanted)
{
	json_error_t wrong;
	if (!found)
		return ap_fail(s->error, s->line, "the state has no part \"%s\"", name);
	json_t *value = json_loads(wanted, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &wrong);
	if (!value)
		return ap_fail(s->error, s->line, "\"%s\" is not JSON: %s", wanted, wrong.text);
	bool same = json_equal(found, value);
	json_decref(value);
	if (same)
		return true;
	char *text = json_dumps(found, JSON_ENCODE_ANY | JSON_COMPACT);
	ap_fail(s->error, s->line, "%s is %.200s", name, text ? text : "?");
	free(text);
	return false;
}

static bool expect_part(ap_script *s, char *path, const char *wanted)
{
	char *text = ap_allocate(STATE_SIZE, 1), name[128];
	json_t *state = NULL;
	if (ap_write_state(s->game, &s->state, text, STATE_SIZE) < STATE_SIZE)
		state = json_loads(text, 0, NULL);
	free(text);
	if (!state)
		return ap_fail(s->error, s->line, "the state cannot be written");
	snprintf(name, sizeof name, "%s", path);
	json_t *found = find_part(s, state, path);
	bool same = compare_part(s, found, name, wanted);
	json_decref(found);
	json_decref(state);
	return same;
}

bool ap_script_expect(ap_script *s, char *rest)
{
	assert(s && s->game && rest);
	char *word = ap_script_word(&rest);
	if (strcmp(word, "event") == 0)
		return expect_event(s, 0, rest);
	if (strcmp(word, "then") == 0 && strcmp(ap_script_word(&rest), "event") == 0)
		return expect_event(s, s->matched + 1, rest);
	if (strcmp(word, "fact") == 0)
		return ap_script_expect_fact(s, rest, true);
	if (strcmp(word, "foreseen") == 0)
		return ap_script_expect_foreseen(s, rest);
	if (strcmp(word, "figure") == 0)
		return ap_script_expect_figure(s, rest);
	if (strcmp(word, "no") == 0) {
		const char *what = ap_script_word(&rest);
		if (strcmp(what, "event") == 0)
			return expect_no_event(s, rest);
		if (strcmp(what, "fact") == 0)
			return ap_script_expect_fact(s, rest, false);
	}
	if (strcmp(word, "legal") == 0 || strcmp(word, "illegal") == 0)
		return expect_legal(s, word[0] == 'l', rest);
	if (strcmp(word, "score") == 0 || strcmp(word, "result") == 0)
		return expect_result(s, word[0] == 's', rest);
	if (strcmp(ap_script_word(&rest), "=") != 0)
		return ap_fail(s->error, s->line, "expected PATH = VALUE");
	if (strcmp(word, "actors") == 0)
		return expect_actors(s, rest);
	if (strcmp(word, "over") == 0)
		return expect_over(s, rest);
	if (strcmp(word, "step") == 0)
		return expect_step(s, rest);
	return expect_part(s, word, rest);
}

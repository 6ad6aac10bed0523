/* event_json.c: see event_json.h. */
#include "text/event_json.h"

#include <assert.h>
#include <string.h>

static const char *string_in(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

/* Returns the kind of event with this name; -1 if there is none. */
static int event_kind(const ap_game *game, const char *word)
{
	for (int kind = 0; ap_event_name(game, kind); kind++)
		if (strcmp(ap_event_name(game, kind), word) == 0)
			return kind;
	return -1;
}

static bool read_number(const json_t *value, int16_t *out)
{
	json_int_t number = json_integer_value(value);
	*out = (int16_t)number;
	return json_is_integer(value) && number >= INT16_MIN && number <= INT16_MAX;
}

/* Reads the n-th argument of an event. */
static bool read_argument(const ap_event_kind *kind, int n, const json_t *value, int16_t *out)
{
	const ap_names *names = kind->arg[n];
	const char *word = json_string_value(value);
	if (json_is_null(value) && (kind->optional & AP_SEAT(n))) {
		*out = AP_NONE;
		return true;
	}
	if (names == &ap_plain_number)
		return read_number(value, out);
	*out = (int16_t)(word && names->name ? ap_index_of(names, word, strlen(word)) : -1);
	return *out >= 0;
}

bool ap_read_event(const ap_game *game, const json_t *from, ap_event *out)
{
	assert(game && out);
	const json_t *args = json_object_get(from, "args");
	int kind = event_kind(game, string_in(from, "event"));
	*out = (ap_event){.seen_by = AP_ALL_VIEWERS};
	if (kind < 0)
		return false;
	out->kind = (uint16_t)kind;
	out->clause = (uint16_t)ap_clause_named(game, string_in(from, "clause"));
	for (int i = 0; i < AP_EVENT_ARGS && game->events[kind].arg[i]; i++)
		if (!read_argument(&game->events[kind], i, json_array_get(args, (size_t)i), &out->arg[i]))
			return false;
	return out->clause > 0;
}

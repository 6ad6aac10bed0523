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

static bool read_argument(const ap_names *names, const json_t *value, int16_t *out)
{
	const char *word = json_string_value(value);
	int n = word && names->name ? ap_index_of(names, word, strlen(word)) : -1;
	if (names == &ap_plain_number) {
		*out = (int16_t)json_integer_value(value);
		return json_is_integer(value);
	}
	*out = (int16_t)n;
	return n >= 0;
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
		if (!read_argument(
				game->events[kind].arg[i], json_array_get(args, (size_t)i), &out->arg[i]))
			return false;
	return out->clause > 0;
}

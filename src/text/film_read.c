/* film_read.c: shows films: see film.h. */
#include "text/film.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

/* A part of the record's text. */
typedef struct span {
	const char *at; /* NULL: none */
	size_t length;
} span;

typedef struct moment {
	span move;   /* the line of the move */
	span told;   /* the JSON after it, which has the events */
	span shown;  /* the JSON with the views: the same, unless other rules begin at this moment */
	bool begins; /* it has whole views, not changes */
} moment;

struct ap_film {
	moment *moment;
	int moves, room;
};

/* ---- Finding the moments --------------------------------------------------------------------- */

static void set_moment(ap_film *film, int at, span move)
{
	if (at >= film->room) {
		int room = film->room ? 2 * film->room : 256;
		film->moment = ap_reallocate(film->moment, (size_t)room, sizeof *film->moment);
		film->room = room;
	}
	film->moves = at;
	film->moment[at] = (moment){.move = move};
}

static bool begins_with(span line, const char *word)
{
	size_t length = strlen(word);
	return line.length >= length && memcmp(line.at, word, length) == 0;
}

static span next_line(const char **at, const char *end)
{
	const char *stop = memchr(*at, '\n', (size_t)(end - *at));
	span line = {*at, (size_t)((stop ? stop : end) - *at)};
	*at += line.length + (stop != NULL);
	return line;
}

/* Reads the number at this place of a line. */
static int read_number(span line, size_t from)
{
	int number = 0;
	for (size_t i = from; i < line.length && number < 1 << 24; i++)
		number = 10 * number + (line.at[i] - '0');
	return number;
}

/* Reads a line after the header; false if it cannot be there. */
static bool read_line(ap_film *film, span line, bool *begins)
{
	moment *now = &film->moment[film->moves];
	if (begins_with(line, "{")) {
		*now = (moment){now->move, now->told.at ? now->told : line, line, *begins};
		*begins = false;
	} else if (begins_with(line, "undo ")) {
		int to = read_number(line, strlen("undo "));
		if (to < 0 || to > film->moves)
			return false;
		film->moves = to;
	} else if (begins_with(line, "state ")) {
		*begins = true; /* from here on other rules were played */
	} else if (!begins_with(line, "rules ") && !begins_with(line, "end ") &&
		!begins_with(line, "signed ")) {
		set_moment(film, film->moves + 1, line);
	}
	return true;
}

ap_film *ap_film_open(const char *text, size_t length, ap_error *error)
{
	assert((text || length == 0) && error);
	ap_film *film = ap_allocate(1, sizeof *film);
	const char *at = text, *end = text + length;
	bool begins = true;
	set_moment(film, 0, (span){0});
	while (at < end && next_line(&at, end).length > 0)
		; /* the header ends with an empty line */
	while (at < end)
		if (!read_line(film, next_line(&at, end), &begins)) {
			ap_fail(error, 0, "an undo goes too far back");
			ap_film_close(film);
			return NULL;
		}
	return film;
}

void ap_film_close(ap_film *film)
{
	if (film)
		free(film->moment);
	free(film);
}

int ap_film_moves(const ap_film *film)
{
	assert(film);
	return film->moves;
}

const char *ap_film_move(const ap_film *film, int at, size_t *length)
{
	assert(film && at >= 0 && at <= film->moves && length);
	*length = film->moment[at].move.length;
	return film->moment[at].move.at;
}

/* ---- Showing a moment ------------------------------------------------------------------------ */

static bool has_views(const json_t *scene)
{
	size_t i;
	const json_t *told, *views = json_object_get(scene, "views");
	json_array_foreach(views, i, told)
	{
		if (!json_is_array(json_object_get(told, "to")))
			return false;
	}
	return json_is_array(views);
}

static bool has_events(const json_t *scene)
{
	size_t i;
	const json_t *told, *events = json_object_get(scene, "events");
	json_array_foreach(events, i, told)
	{
		if (!json_is_object(json_object_get(told, "event")))
			return false;
	}
	return json_is_array(events);
}

/* Returns NULL if the line does not have the form of a moment. */
static json_t *parse_scene(span line)
{
	json_t *scene = line.at ? json_loadb(line.at, line.length, JSON_REJECT_DUPLICATES, NULL) : NULL;
	if (has_views(scene) && has_events(scene))
		return scene;
	json_decref(scene);
	return NULL;
}

bool ap_film_is_moment(const char *line, size_t length)
{
	assert(line || length == 0);
	json_t *scene = parse_scene((span){line, length});
	bool good = scene != NULL;
	json_decref(scene);
	return good;
}

/* Reports that a film does not have a moment; returns false. */
static bool report_missing(int at, ap_error *error)
{
	return ap_fail(error, 0, "what was seen after %d moves is not kept, or damaged", at);
}

static bool lists(const json_t *names, const char *name)
{
	size_t i;
	const json_t *element;
	json_array_foreach(names, i, element)
	{
		if (json_is_string(element) && strcmp(json_string_value(element), name) == 0)
			return true;
	}
	return false;
}

/* Objects are merged key by key; all other values are replaced. */
static void merge(json_t *into, json_t *change)
{
	const char *key;
	json_t *value;
	json_object_foreach(change, key, value)
	{
		json_t *old = json_object_get(into, key);
		if (json_is_object(old) && json_is_object(value))
			merge(old, value);
		else
			json_object_set(into, key, value);
	}
}

/* Changes what the viewer saw before a moment to what he saw then. */
static void show_scene(json_t *seen, json_t *scene, const char *viewer)
{
	size_t i;
	json_t *told;
	json_array_foreach(json_object_get(scene, "views"), i, told)
	{
		if (lists(json_object_get(told, "to"), viewer)) {
			json_object_del(told, "to");
			merge(seen, told);
		}
	}
}

/* Returns the last moment that has whole views; -1 if there is none. */
static int find_beginning(const ap_film *film, int at)
{
	while (at >= 0 && !film->moment[at].begins)
		at--;
	return at;
}

json_t *ap_film_view(const ap_film *film, int at, const char *viewer, ap_error *error)
{
	assert(film && at >= 0 && at <= film->moves && viewer && error);
	json_t *seen = json_object();
	int first = find_beginning(film, at);
	bool good = first >= 0 || report_missing(at, error);
	for (int i = first; good && i <= at; i++) {
		json_t *scene = parse_scene(film->moment[i].shown);
		good = scene || report_missing(i, error);
		if (good)
			show_scene(seen, scene, viewer);
		json_decref(scene);
	}
	if (good && json_object_get(seen, "view"))
		return seen;
	if (good)
		ap_fail(error, 0, "nobody watched as %s", viewer);
	json_decref(seen);
	return NULL;
}

/* For one who sees everything: what everybody was told, and what only some were told; not what the
 * others were told in its place. */
static bool may_know(const json_t *event, const char *viewer)
{
	const json_t *seen_by = json_object_get(event, "seen_by");
	if (!seen_by)
		return true;
	return strcmp(viewer, "everything") == 0 ? !lists(seen_by, "observer") : lists(seen_by, viewer);
}

json_t *ap_film_events(const ap_film *film, int at, const char *viewer, ap_error *error)
{
	assert(film && at >= 0 && at <= film->moves && viewer && error);
	size_t i;
	json_t *event, *scene = parse_scene(film->moment[at].told);
	if (!scene) {
		report_missing(at, error);
		return NULL;
	}
	json_t *known = json_array();
	json_array_foreach(json_object_get(scene, "events"), i, event)
	{
		if (may_know(event, viewer))
			json_array_append(known, json_object_get(event, "event"));
	}
	json_decref(scene);
	return known;
}

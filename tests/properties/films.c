/* films.c: a whole record of a game can be checked, and shows every viewer what he saw. */
#include "properties/laws.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/telling.h"
#include "text/film.h"
#include "text/record.h"
#include "text/state_json.h"

enum { MOMENTS = 3, JSON_ROOM = 1 << 18 };

/* Returns the whole record as text, which the caller frees. */
static char *whole_text(const run *r, const ap_record *record, size_t *length)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, length);
	LAW(r, "film-writes", out && ap_record_write_whole(record, out), "it is not written");
	fclose(out);
	return text;
}

static void checked_law(const run *r, const ap_record *record, const char *text, size_t length)
{
	ap_record_report report;
	ap_error error;
	LAW(r, "film-verifies", ap_record_examine(text, length, ap_game_named, &report, &error),
		"line %d: %s", error.line, error.message);
	LAW(r, "film-verifies", report.is_whole && report.views_checked && report.parts == 1,
		"the views are not checked");
	LAW(r, "film-verifies",
		report.moves == record->history.moves && report.outcomes == record->history.outcomes,
		"%d moves and %d outcomes, not %d, %d", report.moves, report.outcomes,
		record->history.moves, record->history.outcomes);
}

/* Reads what a film shows as a state or view into r->copy[1]. */
static void read_view(const run *r, const json_t *seen, int viewer)
{
	ap_error error;
	char *text = json_dumps(json_object_get(seen, "view"), JSON_COMPACT);
	bool read = text &&
		(viewer == AP_EVERYTHING ? ap_read_state(r->game, r->copy[1], text, strlen(text), &error)
								 : ap_read_view(r->game, r->copy[1], text, strlen(text), &error));
	LAW(r, "film-view", read, "viewer %d: %s", viewer, text ? error.message : "no view");
	free(text);
}

typedef void write_part(ap_json *j, const ap_game *game, const void *view);

static void write_figures(ap_json *j, const ap_game *game, const void *view)
{
	ap_write_figures(j, game, NULL, view);
}

/* A part of what a film shows is what this function writes of the view. */
static void part_law(
	const run *r, const json_t *seen, const char *key, write_part *write, const void *view)
{
	static char room[JSON_ROOM];
	ap_json j = ap_json_into(room, sizeof room);
	write(&j, r->game, view);
	size_t length = ap_json_done(&j);
	LAW(r, "film-situation", length < sizeof room, "%s has %zu bytes", key, length);
	json_t *expected = json_loadb(room, length, JSON_DECODE_ANY, NULL);
	LAW(r, "film-situation", expected && json_equal(json_object_get(seen, key), expected),
		"viewer %d has other %s", ap_viewer(view), key);
	json_decref(expected);
}

static void viewer_laws(
	const run *r, const ap_film *film, int at, const void *state, int viewer, const char *name)
{
	ap_error error;
	void *view = copy_of(r, 2, state);
	if (viewer != AP_EVERYTHING)
		ap_view(r->game, state, viewer, view);
	json_t *seen = ap_film_view(film, at, name, &error);
	LAW(r, "film-view", seen, "%s after %d moves: %s", name, at, error.message);
	read_view(r, seen, viewer);
	LAW(r, "film-view", same(r, r->copy[1], view), "%s sees something else after %d moves", name,
		at);
	part_law(r, seen, "figures", write_figures, view);
	part_law(r, seen, "situation", ap_write_situation, view);
	part_law(r, seen, "open", ap_write_open_question, view);
	json_decref(seen);
}

static void moment_laws(const run *r, const ap_film *film, const ap_history *h, int at)
{
	ap_history_at(h, at, r->copy[3]);
	for (int n = 0; viewer_at(r, n) != AP_NOBODY; n++)
		viewer_laws(
			r, film, at, r->copy[3], viewer_at(r, n), ap_seat_name(r->game, viewer_at(r, n)));
	viewer_laws(r, film, at, r->copy[3], AP_EVERYTHING, "everything");
}

void film_laws(run *r, const ap_record *record)
{
	ap_error error;
	size_t length;
	const ap_history *h = &record->history;
	char *text = whole_text(r, record, &length);
	checked_law(r, record, text, length);
	ap_film *film = ap_film_open(text, length, &error);
	LAW(r, "film-opens", film && ap_film_moves(film) == h->moves, "%s",
		film ? "it has other moves" : error.message);
	for (int i = 0; i < MOMENTS; i++)
		moment_laws(r, film, h, (int)pick(r, h->moves + 1));
	moment_laws(r, film, h, h->moves);
	ap_film_close(film);
	free(text);
}

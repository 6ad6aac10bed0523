/* film.c: makes films: see film.h. */
#include "text/film.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/telling.h"
#include "text/event_stream.h"
#include "text/memory.h"

enum {
	VIEWERS = AP_MAX_SEATS + 2, /* the seats, an observer, and one who sees everything */
	FIRST_ROOM = 64 << 10
};

/* What one viewer was shown last. */
typedef struct shown {
	ap_any view;
	char *situation, *open; /* as JSON; NULL before the first moment */
} shown;

struct ap_film_maker {
	const ap_game *game;
	int players;
	bool begun;
	shown shown[VIEWERS];
	char *told[VIEWERS]; /* what has changed for each viewer at this moment; NULL: nothing */
	char *known;         /* the figures that everybody knows, as far as they have changed */
	char *text;          /* room for JSON */
	size_t room;
};

/* ---- Viewers --------------------------------------------------------------------------------- */

static int viewer_count(const ap_film_maker *film)
{
	return film->players + 2;
}

static int viewer_at(const ap_film_maker *film, int n)
{
	return n < film->players ? n : n == film->players ? AP_OBSERVER : AP_EVERYTHING;
}

static const char *viewer_name(const ap_film_maker *film, int n)
{
	int viewer = viewer_at(film, n);
	return viewer == AP_EVERYTHING ? "everything" : ap_seat_name(film->game, viewer);
}

ap_film_maker *ap_film_begin(const ap_game *game, int players)
{
	assert(game && players > 0 && players <= AP_MAX_SEATS);
	ap_film_maker *film = ap_allocate(1, sizeof *film);
	film->game = game;
	film->players = players;
	film->room = FIRST_ROOM;
	film->text = ap_allocate(film->room, 1);
	return film;
}

void ap_film_end(ap_film_maker *film)
{
	assert(film);
	for (int n = 0; n < VIEWERS; n++) {
		free(film->shown[n].situation);
		free(film->shown[n].open);
		free(film->told[n]);
	}
	free(film->known);
	free(film->text);
	free(film);
}

/* ---- JSON into memory that grows ------------------------------------------------------------- */

typedef void write_part(ap_film_maker *film, ap_json *j, int n, const void *argument);

/* Writes a part of a moment; returns the text, which is valid until the next call. */
static const char *write_text(
	ap_film_maker *film, write_part *write, int n, const void *argument, size_t *length)
{
	for (;;) {
		ap_json j = ap_json_into(film->text, film->room);
		write(film, &j, n, argument);
		*length = ap_json_done(&j);
		if (*length < film->room)
			return film->text;
		film->room = *length + FIRST_ROOM;
		free(film->text);
		film->text = ap_allocate(film->room, 1);
	}
}

static char *copy_text(const char *text, size_t length)
{
	char *copy = ap_allocate(length + 1, 1);
	memcpy(copy, text, length);
	return copy;
}

/* ---- What one viewer sees -------------------------------------------------------------------- */

static void write_view(ap_film_maker *film, ap_json *j, int n, const void *view)
{
	const void *before = film->begun ? &film->shown[n].view : NULL;
	size_t room = j->size - j->length;
	j->length += before ? ap_write_change(film->game, before, view, j->out, room)
						: ap_write_state(film->game, view, j->out, room);
}

static void write_known_figures(ap_film_maker *film, ap_json *j, int n, const void *view)
{
	ap_write_known_figures(j, film->game, film->begun ? &film->shown[n].view : NULL, view);
}

static void write_figures(ap_film_maker *film, ap_json *j, int n, const void *view)
{
	ap_json_open(j, '{');
	if (film->known[0])
		ap_json_raw(j, film->known);
	ap_write_own_figures(j, film->game, film->begun ? &film->shown[n].view : NULL, view);
	ap_json_close(j, '}');
}

static void write_situation(ap_film_maker *film, ap_json *j, int n, const void *view)
{
	(void)n;
	ap_write_situation(j, film->game, view);
}

static void write_open(ap_film_maker *film, ap_json *j, int n, const void *view)
{
	(void)n;
	ap_write_open_question(j, film->game, view);
}

/* The parts that a viewer is told, as texts of their own; NULL: it has not changed. */
typedef struct parts {
	char *view, *figures, *situation, *open;
} parts;

static char *write_change(ap_film_maker *film, write_part *write, int n, const void *view)
{
	size_t length;
	const char *text = write_text(film, write, n, view, &length);
	return strcmp(text, "{}") == 0 && film->begun ? NULL : copy_text(text, length);
}

/* Writes what replaces `last` as a whole; NULL if it is the same. */
static char *write_again(
	ap_film_maker *film, write_part *write, int n, const void *view, char **last)
{
	size_t length;
	const char *text = write_text(film, write, n, view, &length);
	if (*last && strcmp(*last, text) == 0)
		return NULL;
	free(*last);
	*last = copy_text(text, length);
	return copy_text(text, length);
}

static void write_parts(ap_film_maker *film, ap_json *j, int n, const void *argument)
{
	(void)film;
	(void)n;
	const parts *p = argument;
	const char *const keys[] = {"view", "figures", "situation", "open"};
	const char *const values[] = {p->view, p->figures, p->situation, p->open};
	for (int i = 0; i < AP_COUNT(keys); i++)
		if (values[i]) {
			ap_json_key(j, keys[i]);
			ap_json_raw(j, values[i]);
		}
}

/* Writes the figures that everybody knows, which are those of an observer's view. */
static void find_known_figures(ap_film_maker *film, const void *state)
{
	ap_any seen;
	size_t length;
	ap_view(film->game, state, AP_OBSERVER, &seen);
	const char *text = write_text(film, write_known_figures, film->players, &seen, &length);
	free(film->known);
	film->known = copy_text(text, length);
}

/* Sets told[n] to what the viewer sees now and did not see before. */
static void tell_viewer(ap_film_maker *film, int n, const void *state)
{
	ap_any view;
	size_t length;
	shown *s = &film->shown[n];
	if (viewer_at(film, n) == AP_EVERYTHING)
		memcpy(&view, state, ap_state_size(film->game));
	else
		ap_view(film->game, state, viewer_at(film, n), &view);
	parts p = {.view = write_change(film, write_view, n, &view),
		.figures = write_change(film, write_figures, n, &view),
		.situation = write_again(film, write_situation, n, &view, &s->situation),
		.open = write_again(film, write_open, n, &view, &s->open)};
	const char *text = write_text(film, write_parts, n, &p, &length);
	free(film->told[n]);
	film->told[n] = length ? copy_text(text, length) : NULL;
	memcpy(&s->view, &view, ap_state_size(film->game));
	free(p.view);
	free(p.figures);
	free(p.situation);
	free(p.open);
}

/* ---- A moment -------------------------------------------------------------------------------- */

/* Returns whether an earlier viewer is told the same. */
static bool is_repeated(const ap_film_maker *film, int n)
{
	for (int i = 0; i < n; i++)
		if (film->told[i] && strcmp(film->told[i], film->told[n]) == 0)
			return true;
	return false;
}

/* Writes what some viewers are told, and who they are: many are told the same. */
static void write_told(ap_film_maker *film, ap_json *j, int n)
{
	ap_json_open(j, '{');
	ap_json_key(j, "to");
	ap_json_open(j, '[');
	for (int i = n; i < viewer_count(film); i++)
		if (film->told[i] && strcmp(film->told[i], film->told[n]) == 0)
			ap_json_string(j, viewer_name(film, i));
	ap_json_close(j, ']');
	ap_json_raw(j, film->told[n]);
	ap_json_close(j, '}');
}

static void write_events(const ap_film_maker *film, ap_json *j, const ap_events *events)
{
	ap_json_key(j, "events");
	ap_json_open(j, '[');
	for (int i = 0; i < events->count; i++) {
		ap_json_open(j, '{');
		ap_write_seen_by(j, film->game, film->players, &events->list[i]);
		ap_json_key(j, "event");
		ap_write_event(j, film->game, &events->list[i]);
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

typedef struct moment {
	const void *state;
	const ap_events *events;
} moment;

static void write_moment(ap_film_maker *film, ap_json *j, int unused, const void *argument)
{
	(void)unused;
	const moment *m = argument;
	ap_json_open(j, '{');
	ap_json_key(j, "views");
	ap_json_open(j, '[');
	for (int n = 0; n < viewer_count(film); n++)
		if (film->told[n] && !is_repeated(film, n))
			write_told(film, j, n);
	ap_json_close(j, ']');
	write_events(film, j, m->events);
	if (ap_actors(m->state) == 0) {
		ap_json_key(j, "outcome");
		ap_write_outcome(j, film->game, m->state);
	}
	ap_json_close(j, '}');
}

void ap_film_write_moment(
	ap_film_maker *film, const void *state, const ap_events *events, FILE *out)
{
	assert(film && state && events && out);
	size_t length;
	find_known_figures(film, state);
	for (int n = 0; n < viewer_count(film); n++)
		tell_viewer(film, n, state);
	film->begun = true;
	const char *text = write_text(film, write_moment, 0, &(moment){state, events}, &length);
	fprintf(out, "%.*s\n", (int)length, text);
}

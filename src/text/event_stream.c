/* event_stream.c: see event_stream.h. */
#include "text/event_stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/telling.h"
#include "text/memory.h"

/* ---- Who is told what ------------------------------------------------------------------------ */

static ap_seats all_seats(int players)
{
	return (ap_seats)(AP_SEAT(players) - 1);
}

bool ap_event_is_told(const ap_event *event, int viewer, int players)
{
	assert(event);
	if (viewer != AP_EVERYTHING)
		return event->seen_by & AP_SEAT(viewer);
	bool is_public = (event->seen_by & all_seats(players)) == all_seats(players);
	return is_public || !(event->seen_by & AP_SEAT(AP_OBSERVER));
}

void ap_write_seen_by(ap_json *j, const ap_game *game, int players, const ap_event *event)
{
	assert(j && game && event);
	ap_seats all = all_seats(players) | AP_SEAT(AP_OBSERVER);
	if ((event->seen_by & all) == all)
		return;
	ap_json_key(j, "seen_by");
	ap_json_open(j, '[');
	for (int seat = 0; seat <= AP_OBSERVER; seat++)
		if (event->seen_by & all & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(game, seat));
	ap_json_close(j, ']');
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* What a line has. */
typedef struct line {
	const ap_game *game;
	int players, number, seat;
	const ap_action *action;
	const void *state;
	const ap_events *events;
} line;

static void write_events(ap_json *j, const line *l)
{
	ap_json_key(j, "events");
	ap_json_open(j, '[');
	for (int i = 0; i < l->events->count; i++) {
		const ap_event *event = &l->events->list[i];
		if (!ap_event_is_told(event, AP_EVERYTHING, l->players))
			continue;
		ap_json_open(j, '{');
		ap_write_seen_by(j, l->game, l->players, event);
		ap_json_key(j, "event");
		ap_write_event(j, l->game, event);
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

static void write_state(ap_json *j, const line *l)
{
	ap_json_key(j, "state");
	size_t size = ap_write_state(l->game, l->state, NULL, 0) + 1;
	char *text = ap_allocate(size, 1);
	ap_write_state(l->game, l->state, text, size);
	ap_json_raw(j, text);
	free(text);
}

static void write_move(ap_json *j, const line *l)
{
	char text[256];
	ap_json_key(j, "move");
	snprintf(text, sizeof text, "%d", l->number);
	ap_json_number(j, text);
	ap_json_key(j, "seat");
	ap_json_string(j, ap_seat_name(l->game, l->seat));
	ap_json_key(j, "action");
	if (l->action) {
		ap_write_action(l->game, l->seat, *l->action, text, sizeof text);
		ap_json_string(j, strchr(text, ' ') + 1); /* without the seat */
	} else {
		ap_json_string(j, "unseal");
	}
}

static void write_line(ap_json *j, const line *l)
{
	ap_json_open(j, '{');
	if (l->number > 0)
		write_move(j, l);
	if (l->state)
		write_state(j, l);
	if (l->events) {
		write_events(j, l);
	} else {
		ap_json_key(j, "end");
		ap_write_outcome(j, l->game, l->state);
	}
	ap_json_close(j, '}');
}

static void print_line(const ap_event_stream *s, const line *l)
{
	ap_json measured = ap_json_into(NULL, 0);
	write_line(&measured, l);
	size_t size = ap_json_done(&measured) + 1;
	char *text = ap_allocate(size, 1);
	ap_json j = ap_json_into(text, size);
	write_line(&j, l);
	ap_json_done(&j);
	fprintf(s->out, "%s\n", text);
	free(text);
}

void ap_stream_state(
	ap_event_stream *s, const ap_game *game, const void *state, const ap_events *events)
{
	assert(s && s->out && game && state && events);
	s->moves = 0;
	print_line(
		s, &(line){.game = game, .players = ap_players(state), .state = state, .events = events});
}

void ap_stream_move(ap_event_stream *s, const ap_game *game, int players, int seat,
	const ap_action *action, const ap_events *events)
{
	assert(s && s->out && game && events);
	print_line(s,
		&(line){.game = game,
			.players = players,
			.number = ++s->moves,
			.seat = seat,
			.action = action,
			.events = events});
}

void ap_stream_end(ap_event_stream *s, const ap_game *game, const void *state)
{
	assert(s && s->out && game && state);
	print_line(s, &(line){.game = game, .players = ap_players(state), .state = state});
}

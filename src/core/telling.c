/* telling.c: see telling.h. */
#include "core/telling.h"

static void write_string(ap_json *j, const char *key, const char *text)
{
	ap_json_key(j, key);
	ap_json_string(j, text);
}

void ap_write_event(ap_json *j, const ap_game *game, const ap_event *event)
{
	assert(j && game && event && event->kind < game->event_count);
	const ap_event_kind *kind = &game->events[event->kind];
	ap_json_open(j, '{');
	write_string(j, "event", kind->name);
	write_string(j, "clause", ap_clause_id(game, event->clause));
	ap_json_key(j, "args");
	ap_json_open(j, '[');
	for (int i = 0; i < AP_EVENT_ARGS && kind->arg[i]; i++) {
		const ap_names *names = kind->arg[i];
		int value = event->arg[i];
		if (names == &ap_plain_number)
			ap_json_int(j, value);
		else if (value >= 0 && value < names->count)
			ap_json_string(j, names->name[value]);
		else
			ap_json_null(j); /* an optional argument that is missing */
	}
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

static void write_step(ap_json *j, const ap_game *game, const void *view)
{
	int step = ap_step_of(view);
	ap_json_key(j, "question");
	ap_json_int(j, ap_question(view));
	write_string(j, "step", ap_step_name(game, step));
	write_string(j, "clause", ap_clause_id(game, ap_step_clause(game, step)));
}

void ap_write_open_question(ap_json *j, const ap_game *game, const void *view)
{
	assert(j && game && view);
	if (ap_actors(view) == 0) {
		ap_json_null(j);
		return;
	}
	ap_json_open(j, '{');
	ap_write_open_fields(j, game, view);
	ap_json_close(j, '}');
}

void ap_write_open_fields(ap_json *j, const ap_game *game, const void *view)
{
	assert(j && game && view);
	ap_seats actors = ap_actors(view);
	write_step(j, game, view);
	ap_json_key(j, "sealed");
	ap_json_bool(j, ap_step_sealed(game, ap_step_of(view)));
	ap_json_key(j, "asked");
	ap_json_open(j, '[');
	for (int seat = 0; seat <= AP_CHANCE; seat++)
		if (actors & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(game, seat));
	ap_json_close(j, ']');
}

void ap_write_seat_question(
	ap_json *j, const ap_game *game, const void *view, int seat, bool automatic)
{
	assert(j && game && view);
	ap_action legal[AP_MAX_LEGAL], pass;
	char text[AP_MAX_NOTATION];
	int n = seat < ap_players(view) ? ap_legal(game, view, seat, legal) : 0;
	if (n == 0) {
		ap_json_null(j);
		return;
	}
	ap_json_open(j, '{');
	write_step(j, game, view);
	ap_json_key(j, "auto");
	ap_json_bool(j, automatic);
	ap_json_key(j, "pass");
	if (ap_pass(game, view, seat, &pass))
		ap_json_string(j, ap_write_bare_action(game, pass, text));
	else
		ap_json_null(j);
	ap_json_key(j, "legal");
	ap_json_open(j, '[');
	for (int i = 0; i < n; i++)
		ap_json_string(j, ap_write_bare_action(game, legal[i], text));
	ap_json_close(j, ']');
	ap_json_key(j, "foreseen");
	ap_write_foreseen(j, game, view, seat, legal, n);
	ap_json_close(j, '}');
}

static void write_result(ap_json *j, const ap_game *game, const ap_outcome *outcome, int seat)
{
	static const char *const results[] = {
		[AP_LOST] = "lost", [AP_SHARED] = "shared", [AP_WON] = "won"};
	assert(outcome->result[seat] < AP_COUNT(results));
	ap_json_open(j, '{');
	write_string(j, "seat", ap_seat_name(game, seat));
	write_string(j, "result", results[outcome->result[seat]]);
	ap_json_key(j, "score");
	ap_json_int(j, outcome->score[seat]);
	ap_json_close(j, '}');
}

void ap_write_outcome(ap_json *j, const ap_game *game, const void *state)
{
	assert(j && game && state);
	ap_outcome outcome;
	if (!ap_outcome_of(game, state, &outcome)) {
		ap_json_null(j);
		return;
	}
	ap_json_open(j, '{');
	write_string(j, "reason", ap_reason_name(game, outcome.reason));
	ap_json_key(j, "seats");
	ap_json_open(j, '[');
	for (int seat = 0; seat < ap_players(state); seat++)
		write_result(j, game, &outcome, seat);
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

/* snapshots.c: see snapshots.h. */
#include "server/snapshots.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/telling.h"
#include "server/answered.h"
#include "server/game_log.h"
#include "server/hub_internal.h"
#include "server/play.h"
#include "text/event_json.h"
#include "text/memory.h"
#include "text/state_json.h"

/* The text begins with a line that is the checksum of the rest. */
enum { SUM_BYTES = crypto_generichash_BYTES_MIN, SUM_LINE = 2 * SUM_BYTES + 1 };

static int smaller(int count, int most)
{
	return count < most ? count : most;
}

static void write_sum(char *out, const char *text, size_t length)
{
	unsigned char sum[SUM_BYTES];
	char hex[2 * SUM_BYTES + 1];
	crypto_generichash(sum, sizeof sum, (const unsigned char *)text, length, NULL, 0);
	sodium_bin2hex(hex, sizeof hex, sum, sizeof sum);
	memcpy(out, hex, sizeof hex - 1);
	out[SUM_LINE - 1] = '\n';
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void write_number(ap_json *j, const char *key, int64_t value)
{
	ap_json_key(j, key);
	ap_json_int(j, value);
}

static void write_seats(ap_json *j, const ap_game *game, ap_seats seats)
{
	ap_json_open(j, '[');
	for (int seat = 0; seat <= AP_OBSERVER; seat++)
		if (seats & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(game, seat));
	ap_json_close(j, ']');
}

static void write_rules(ap_json *j, const ap_game *game)
{
	char data[24];
	snprintf(data, sizeof data, "%016" PRIx64, ap_data_hash(game));
	write_number(j, "rules", ap_rules_version(game));
	ap_json_key(j, "data");
	ap_json_string(j, data);
}

/* Writes a line: its kind, its seat and, in notation, its action. */
static void write_line(ap_json *j, const ap_game *game, const ap_line *line)
{
	char text[AP_MAX_NOTATION];
	static const char *const kinds[] = {"action", "unseal", "undo"};
	ap_json_key(j, "kind");
	ap_json_string(j, kinds[line->kind]);
	ap_json_key(j, "seat");
	ap_json_string(j, ap_seat_name(game, line->seat));
	if (line->kind == AP_LINE_ACTION) {
		ap_json_key(j, "action");
		ap_json_string(j, ap_write_bare_action(game, line->value, text));
	} else if (line->kind == AP_LINE_UNDO) {
		write_number(j, "moves", line->value);
	}
}

static void write_last_line(ap_json *j, const ap_history *h)
{
	if (h->lines == 0)
		return;
	ap_json_key(j, "last");
	ap_json_open(j, '{');
	write_line(j, h->game, &h->line[h->lines - 1]);
	ap_json_close(j, '}');
}

static void write_log(ap_json *j, const sv_table *t)
{
	int count = smaller(t->logged_events, SV_LOGGED_EVENTS);
	write_number(j, "logged", t->logged_events);
	ap_json_key(j, "seen");
	ap_json_open(j, '{');
	for (int viewer = 0; viewer <= AP_OBSERVER; viewer++)
		if (viewer < t->setup.players || viewer == AP_OBSERVER)
			write_number(j, ap_seat_name(t->game, viewer), t->seen_events[viewer]);
	ap_json_close(j, '}');
	ap_json_key(j, "log");
	ap_json_open(j, '[');
	for (int i = 0; i < count; i++) {
		const ap_event *event = &t->log[(t->logged_events - count + i) % SV_LOGGED_EVENTS];
		ap_json_open(j, '{');
		ap_json_key(j, "seen_by");
		write_seats(j, t->game, event->seen_by);
		ap_json_key(j, "event");
		ap_write_event(j, t->game, event);
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

static void write_answered_of(ap_json *j, const sv_table *t, int seat)
{
	size_t at = 0;
	sv_answered_message m;
	while (sv_next_answered(&t->answered[seat], &at, &m)) {
		ap_json_open(j, '{');
		ap_json_key(j, "id");
		ap_json_string(j, m.id);
		write_number(j, "question", m.question);
		write_line(j, t->game, &m.line);
		ap_json_close(j, '}');
	}
}

static void write_answered(ap_json *j, const sv_table *t)
{
	ap_json_key(j, "answered");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++) {
		ap_json_open(j, '{');
		write_number(j, "count", t->answered[seat].ever);
		ap_json_key(j, "messages");
		ap_json_open(j, '[');
		write_answered_of(j, t, seat);
		ap_json_close(j, ']');
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

/* Writes how long the seat took, the oldest first: step and ms. */
static void write_paces_of(ap_json *j, const sv_table *t, int seat)
{
	int count = smaller(t->paces[seat], SV_PACES);
	ap_json_open(j, '[');
	for (int i = 0; i < count; i++) {
		const sv_pace *pace = &t->pace[seat][(t->paces[seat] - count + i) % SV_PACES];
		ap_json_open(j, '[');
		ap_json_string(j, ap_step_name(t->game, pace->step));
		ap_json_int(j, pace->ms);
		ap_json_close(j, ']');
	}
	ap_json_close(j, ']');
}

static void write_paces(ap_json *j, const sv_table *t)
{
	ap_json_key(j, "paces");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		write_paces_of(j, t, seat);
	ap_json_close(j, ']');
}

static void write_state(ap_json *j, const sv_table *t)
{
	ap_json_key(j, "state");
	size_t room = j->length < j->size ? j->size - j->length : 0;
	j->length +=
		ap_write_state(t->game, &t->history->state, room ? j->out + j->length : NULL, room);
	j->comma = true;
}

static void write_all(ap_json *j, const sv_table *t)
{
	const ap_history *h = t->history;
	ap_json_open(j, '{');
	write_rules(j, t->game);
	write_number(j, "earlier_lines", h->earlier.lines);
	write_number(j, "earlier_moves", h->earlier.moves);
	write_number(j, "earlier_outcomes", h->earlier.outcomes);
	write_number(j, "lines", h->lines);
	write_number(j, "moves", h->moves);
	write_number(j, "outcomes", h->outcomes);
	write_last_line(j, h);
	write_number(j, "asked_at", sv_stored_time(t, t->asked_at));
	write_number(j, "seen_at", sv_stored_time(t, t->seen_at));
	write_number(j, "shown_until", sv_stored_time(t, t->shown_until));
	ap_json_key(j, "asked");
	write_seats(j, t->game, t->asked);
	write_state(j, t);
	write_log(j, t);
	write_answered(j, t);
	write_paces(j, t);
	ap_json_close(j, '}');
}

char *sv_write_snapshot(const sv_table *t, size_t *size)
{
	assert(t && t->history && size);
	enum { USUAL = 24 << 10 };
	size_t room = USUAL, length = USUAL;
	char *text = NULL;
	while (length >= room) { /* once; again if it is longer than usual */
		room = length + 1;
		text = ap_reallocate(text, SUM_LINE + room, 1);
		ap_json j = ap_json_into(text + SUM_LINE, room);
		write_all(&j, t);
		length = ap_json_done(&j);
	}
	write_sum(text, text + SUM_LINE, length);
	*size = SUM_LINE + length;
	return text;
}

/* ---- Reading --------------------------------------------------------------------------------- */

static const char *string_in(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

static int number_in(const json_t *object, const char *key)
{
	return (int)json_integer_value(json_object_get(object, key));
}

static ap_seats seats_in(const ap_game *game, const json_t *names)
{
	size_t i;
	ap_seats seats = 0;
	const json_t *name;
	json_array_foreach(names, i, name)
	{
		int seat = json_is_string(name) ? ap_seat_named(game, json_string_value(name)) : AP_NOBODY;
		seats |= seat <= AP_OBSERVER ? AP_SEAT(seat) : 0;
	}
	return seats;
}

/* False if this program has no such action. */
static bool read_line(const ap_game *game, const json_t *from, ap_line *out)
{
	char text[AP_MAX_NOTATION + 64];
	int seat;
	const char *kind = string_in(from, "kind");
	*out = (ap_line){.seat = (uint8_t)ap_seat_named(game, string_in(from, "seat"))};
	if (strcmp(kind, "unseal") == 0) {
		out->kind = AP_LINE_UNSEAL;
		return true;
	}
	if (strcmp(kind, "undo") == 0) {
		out->kind = AP_LINE_UNDO;
		out->value = (uint32_t)number_in(from, "moves");
		return true;
	}
	snprintf(text, sizeof text, "%s %s", string_in(from, "seat"), string_in(from, "action"));
	out->kind = AP_LINE_ACTION;
	return ap_read_action(game, text, &seat, &out->value);
}

static void read_numbers(sv_loaded_snapshot *s)
{
	const json_t *from = s->json;
	s->rules =
		(ap_rules_id){number_in(from, "rules"), strtoull(string_in(from, "data"), NULL, 16), true};
	s->earlier = (ap_earlier){number_in(from, "earlier_lines"), number_in(from, "earlier_moves"),
		number_in(from, "earlier_outcomes")};
	s->lines = number_in(from, "lines");
	s->moves = number_in(from, "moves");
	s->outcomes = number_in(from, "outcomes");
}

static bool read_state(const sv_table *t, sv_loaded_snapshot *s, bool older, ap_error *error)
{
	char *text = json_dumps(json_object_get(s->json, "state"), JSON_COMPACT);
	bool good = text &&
		(older ? ap_read_older_state(t->game, &s->state, text, strlen(text), error)
			   : ap_read_state(t->game, &s->state, text, strlen(text), error));
	free(text);
	return good && ap_players(&s->state) == t->setup.players;
}

static bool has_right_sum(const sv_snapshot *from)
{
	char line[SUM_LINE];
	if (from->size < SUM_LINE)
		return false;
	write_sum(line, (const char *)from->bytes + SUM_LINE, from->size - SUM_LINE);
	return memcmp(line, from->bytes, SUM_LINE) == 0;
}

sv_loaded_snapshot *sv_read_snapshot(
	const sv_table *t, const sv_snapshot *from, bool older, ap_error *error)
{
	assert(t && t->game && from && error);
	ap_fail(error, 0, "the snapshot is damaged");
	if (!has_right_sum(from))
		return NULL;
	sv_loaded_snapshot *s = ap_allocate(1, sizeof *s);
	s->json = json_loadb((const char *)from->bytes + SUM_LINE, from->size - SUM_LINE, 0, NULL);
	read_numbers(s);
	bool known = ap_rules_are_known(t->game, &s->rules);
	if ((older || known) && read_state(t, s, older, error) &&
		(older || s->lines == 0 || read_line(t->game, json_object_get(s->json, "last"), &s->last)))
		return s;
	sv_free_snapshot(s);
	return NULL;
}

int sv_lines_in_snapshot(const sv_snapshot *from, const ap_rules_id *rules)
{
	assert(from && rules);
	if (!has_right_sum(from))
		return -1;
	sv_loaded_snapshot *s = ap_allocate(1, sizeof *s);
	s->json = json_loadb((const char *)from->bytes + SUM_LINE, from->size - SUM_LINE, 0, NULL);
	read_numbers(s);
	int lines = ap_rules_are_same(&s->rules, rules) ? s->earlier.lines + s->lines : -1;
	sv_free_snapshot(s);
	return lines;
}

void sv_free_snapshot(sv_loaded_snapshot *s)
{
	if (s)
		json_decref(s->json);
	free(s);
}

/* ---- Taking it over -------------------------------------------------------------------------- */

static void read_log(sv_table *t, const json_t *from)
{
	size_t i;
	const json_t *entry, *log = json_object_get(from, "log");
	int logged = number_in(from, "logged"), first = logged - (int)json_array_size(log);
	sv_begin_log_at(t, first > 0 ? first : 0);
	json_array_foreach(log, i, entry)
	{
		ap_event event;
		if (!ap_read_event(t->game, json_object_get(entry, "event"), &event))
			continue; /* an event of other rules */
		event.seen_by = seats_in(t->game, json_object_get(entry, "seen_by"));
		sv_add_to_log(t, &event);
		t->logged_events++;
	}
	const json_t *seen = json_object_get(from, "seen");
	if (!seen && t->history->lines > 0)
		sv_count_events(t); /* an older program did not */
	for (int viewer = 0; seen && viewer <= AP_OBSERVER; viewer++)
		t->seen_events[viewer] = number_in(seen, ap_seat_name(t->game, viewer));
}

static void read_answered_of(sv_table *t, int seat, const json_t *from)
{
	size_t i;
	const json_t *entry, *messages = json_object_get(from, "messages");
	int first = number_in(from, "count") - (int)json_array_size(messages);
	t->answered[seat].ever = first > 0 ? first : 0;
	json_array_foreach(messages, i, entry)
	{
		sv_answered_message m = {.question = number_in(entry, "question")};
		if (!read_line(t->game, entry, &m.line))
			continue; /* an action of other rules */
		snprintf(m.id, sizeof m.id, "%s", string_in(entry, "id"));
		sv_add_answered(&t->answered[seat], &m);
	}
}

static void read_paces_of(sv_table *t, int seat, const json_t *list)
{
	size_t i;
	const json_t *entry;
	t->paces[seat] = 0;
	json_array_foreach(list, i, entry)
	{
		const char *name = json_string_value(json_array_get(entry, 0));
		int step = 0;
		while (
			name && ap_step_name(t->game, step) && strcmp(ap_step_name(t->game, step), name) != 0)
			step++;
		if (!name || !ap_step_name(t->game, step))
			continue; /* a step of other rules */
		sv_add_pace(t,
			&(sv_pace){.ms = (int32_t)json_integer_value(json_array_get(entry, 1)),
				.step = (uint16_t)step,
				.seat = (uint8_t)seat});
	}
}

static int64_t time_in(const sv_table *t, const sv_loaded_snapshot *s, const char *key)
{
	return sv_time_of_stored(t, json_integer_value(json_object_get(s->json, key)));
}

bool sv_apply_snapshot(sv_table *t, const sv_loaded_snapshot *s)
{
	assert(t && t->history && s);
	const json_t *answered = json_object_get(s->json, "answered");
	read_log(t, s->json);
	for (int seat = 0; seat < t->setup.players; seat++)
		read_answered_of(t, seat, json_array_get(answered, (size_t)seat));
	t->question = ap_question(&t->history->state);
	t->asked = seats_in(t->game, json_object_get(s->json, "asked"));
	t->asked_at = time_in(t, s, "asked_at");
	t->seen_at = time_in(t, s, "seen_at");
	if (t->seen_at < t->asked_at) /* an older snapshot does not have it */
		t->seen_at = t->asked_at;
	t->shown_until = time_in(t, s, "shown_until");
	t->snapshot_lines = s->lines;
	for (int seat = 0; seat < t->setup.players; seat++)
		read_paces_of(t, seat, json_array_get(json_object_get(s->json, "paces"), (size_t)seat));
	return true;
}

bool sv_begin_with_snapshot(sv_table *t, const sv_loaded_snapshot *s)
{
	assert(t && s);
	if (!sv_allocate_history(t))
		return false;
	ap_history_start_at(t->history, t->game, &s->state, &s->earlier);
	sv_apply_snapshot(t, s);
	sv_keep_earlier_log(t);
	t->snapshot_lines = 0;
	return true;
}

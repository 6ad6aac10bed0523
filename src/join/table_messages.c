/* table_messages.c: takes over what the server's messages say about the table that the client looks
 * at. The JSON of views and events is read back into the engine's own form. */
#include "join/join.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <strings.h>

#include "terminal/words.h"
#include "text/event_json.h"
#include "text/memory.h"
#include "text/phrases.h"
#include "text/state_json.h"

const char *join_string(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

/* ---- Seats ----------------------------------------------------------------------------------- */

static void read_seat(join *j, int seat, const json_t *from)
{
	table *t = &j->session.table;
	const char *kind = join_string(from, "kind"), *level = join_string(from, "level");
	t->bot[seat] = strcmp(kind, "bot") == 0 ? ap_bot_named(t->game, level) : NULL;
	if (strcmp(kind, "person") == 0)
		snprintf(t->record.who[seat], AP_WHO_SIZE, "%s%s", join_string(from, "name"),
			json_is_true(json_object_get(from, "away")) ? " (bot)" : "");
	else
		snprintf(t->record.who[seat], AP_WHO_SIZE, "%s", strcmp(kind, "bot") == 0 ? level : "-");
}

static void read_seats(join *j)
{
	const json_t *seats = json_object_get(j->table_info, "seats");
	for (int seat = 0; seat < table_players(&j->session.table); seat++)
		read_seat(j, seat, json_array_get(seats, (size_t)seat));
	int own_seat = ap_seat_named(j->session.table.game, join_string(j->table_info, "you"));
	j->viewer = own_seat < table_players(&j->session.table) ? own_seat : AP_OBSERVER;
	j->session.at_keyboard = j->viewer;
	j->session.table.people = 1; /* the others are at keyboards of their own */
}

static int count_open(const json_t *summary)
{
	size_t i;
	int open = 0;
	const json_t *seat;
	json_array_foreach(json_object_get(summary, "seats"), i, seat)
	{
		open += strcmp(join_string(seat, "kind"), "open") == 0;
	}
	return open;
}

bool join_table_is_full(const json_t *summary)
{
	return count_open(summary) == 0;
}

bool join_has_free_seat(const json_t *summary)
{
	return count_open(summary) > 0 && strcmp(join_string(summary, "status"), "lobby") == 0;
}

static bool begins_with(const char *text, const char *word)
{
	return *word && strncasecmp(text, word, strlen(word)) == 0;
}

int join_find_seat(const join *j, const char *word)
{
	assert(word && j->session.table.game);
	const table *t = &j->session.table;
	int exact = ap_seat_named(t->game, word);
	if (exact < table_players(t))
		return exact;
	for (int seat = 0; seat < table_players(t); seat++)
		if (begins_with(ap_seat_word(t->game, j->session.language, seat), word) ||
			begins_with(ap_seat_name(t->game, seat), word) ||
			begins_with(t->record.who[seat], word))
			return seat;
	return AP_NOBODY;
}

/* ---- Events ---------------------------------------------------------------------------------- */

/* The log counts questions in the place of moves: the client does not know the moves. */
static void log_event(table *t, const ap_event *event, int question)
{
	if (t->log_length == t->log_capacity) {
		t->log_capacity = t->log_capacity ? 2 * t->log_capacity : 256;
		t->log = ap_reallocate(t->log, (size_t)t->log_capacity, sizeof *t->log);
	}
	t->log[t->log_length++] = (table_event){*event, question};
}

/* Returns how many of these events, from the first on, are the last of the log already. A "table"
 * message has the last events of the game, whatever the client knows. */
static int count_known(const table *t, const ap_event *list, int count)
{
	for (int known = count < t->log_length ? count : t->log_length; known > 0; known--) {
		const table_event *last = t->log + t->log_length - known;
		int same = 0;
		while (same < known && memcmp(&last[same].event, &list[same], sizeof *list) == 0)
			same++;
		if (same == known)
			return known;
	}
	return 0;
}

/* Adds events to the log. `repeated` is true if some of them may be in it already. Returns them
 * all; the caller frees them. */
static ap_event *read_events(join *j, const json_t *from, bool repeated, int *count)
{
	table *t = &j->session.table;
	size_t i, most = json_array_size(from);
	int question = ap_question(table_state(t));
	ap_event *list = ap_allocate(most + 1, sizeof *list);
	const json_t *event;
	*count = 0;
	json_array_foreach(from, i, event)
	{
		*count += ap_read_event(t->game, event, &list[*count]);
	}
	for (int n = repeated ? count_known(t, list, *count) : 0; n < *count; n++)
		log_event(t, &list[n], question);
	return list;
}

/* Removes the events after this question from the log. The number of the question only becomes
 * smaller if moves are taken back. */
static void remove_undone_events(join *j, int question)
{
	table *t = &j->session.table;
	while (t->log_length > 0 && t->log[t->log_length - 1].moves > question)
		t->log_length--;
	for (int viewer = 0; viewer <= AP_OBSERVER; viewer++)
		if (j->session.events_seen[viewer] > t->log_length)
			j->session.events_seen[viewer] = t->log_length;
}

/* ---- The view -------------------------------------------------------------------------------- */

static void set_view_error(join *j, const char *text)
{
	free(j->view_error);
	j->view_error = text ? ap_copy_text(text) : NULL;
}

/* Reads view_json into the session. */
static void read_view(join *j)
{
	ap_history *h = &j->session.table.record.history;
	ap_error error;
	char *text = json_dumps(j->view_json, JSON_COMPACT);
	if (!text) /* the server has sent neither an object nor an array */
		return;
	j->has_view = ap_read_view(h->game, &h->state, text, strlen(text), &error);
	set_view_error(j, j->has_view ? NULL : error.message);
	free(text);
	if (!j->has_view)
		return;
	h->moves = ap_question(&h->state);
	remove_undone_events(j, h->moves);
}

/* Reads what we are asked. The menu is kept if the question is still the same. */
static void read_question(join *j)
{
	const json_t *ask = json_object_get(j->table_info, "ask");
	int before = j->question;
	j->question =
		json_is_object(ask) ? (int)json_integer_value(json_object_get(ask, "question")) : -1;
	j->answered_automatically = json_is_true(json_object_get(ask, "auto"));
	if (j->question != before)
		j->menu_question = -1;
}

/* ---- Messages -------------------------------------------------------------------------------- */

void join_clear_table(join *j)
{
	json_decref(j->table_info);
	json_decref(j->view_json);
	j->table_info = j->view_json = NULL;
	set_view_error(j, NULL);
	free(j->session.table.log);
	j->session.table = (table){0};
	memset(j->session.events_seen, 0, sizeof j->session.events_seen);
	j->table_key[0] = j->invite_key[0] = '\0';
	j->has_view = j->answered_automatically = false;
	j->question = j->menu_question = -1;
	j->talk_count = j->talks_printed = 0;
	j->rule_changes_told = 0;
	j->look_told = 0;
	j->last_talk_at = 0;
	j->events_drawn = 0;
	j->print_result = true;
	j->just_created = false;
}

/* Reads game and number of players. Returns false if this program does not have the game. */
static bool read_game(join *j)
{
	ap_history *h = &j->session.table.record.history;
	h->game = j->session.table.game = ap_game_named(join_string(j->table_info, "game"));
	json_int_t players = json_integer_value(json_object_get(j->table_info, "players"));
	if (!h->game || players < ap_min_players(h->game) || players > ap_max_players(h->game)) {
		set_view_error(j, "this program does not know the game");
		return false;
	}
	h->setup.players = (uint8_t)players;
	return true;
}

/* Says once that the server was updated and the game goes on by other rules. */
static void tell_rule_change(join *j)
{
	const json_t *changes = json_object_get(j->table_info, "rule_changes");
	size_t count = json_array_size(changes);
	if (count <= j->rule_changes_told)
		return;
	char moves[16], from[16], to[16], text[TEXT_LINE];
	const json_t *last = json_array_get(changes, count - 1);
	snprintf(moves, sizeof moves, "%d", (int)json_integer_value(json_object_get(last, "moves")));
	snprintf(from, sizeof from, "%d", (int)json_integer_value(json_object_get(last, "from")));
	snprintf(to, sizeof to, "%d", (int)json_integer_value(json_object_get(last, "to")));
	j->rule_changes_told = count;
	session_add_message(&j->session,
		play_say(
			text, sizeof text, j->session.language, "table.rules-changed", moves, from, to, NULL));
}

/* Says once that whoever runs the server has looked at what is hidden. */
static void tell_look(join *j)
{
	char at[32] = "", text[TEXT_LINE];
	struct tm parts;
	int64_t looked = json_integer_value(json_object_get(j->table_info, "looked"));
	time_t seconds = (time_t)(looked / 1000);
	if (looked <= j->look_told)
		return;
	j->look_told = looked;
	if (gmtime_r(&seconds, &parts))
		strftime(at, sizeof at, "%Y-%m-%d %H:%M UTC", &parts);
	session_add_message(
		&j->session, play_say(text, sizeof text, j->session.language, "table.looked", at, NULL));
}

void join_receive_table(join *j, json_t *message)
{
	if (strcmp(join_string(message, "table"), j->table_key) != 0)
		return;
	json_decref(j->table_info);
	j->table_info = json_incref(message);
	j->needs_drawing = j->print_seats = j->table_is_current = true;
	if (!read_game(j))
		return;
	if (*join_string(message, "invite") && strlen(join_string(message, "invite")) < JOIN_KEY)
		snprintf(j->invite_key, sizeof j->invite_key, "%s", join_string(message, "invite"));
	json_t *view = json_object_get(message, "view");
	if (view) {
		json_decref(j->view_json);
		j->view_json = json_incref(view);
		read_view(j);
	}
	read_seats(j);
	tell_rule_change(j);
	tell_look(j);
	int count = 0;
	ap_event *events =
		j->has_view ? read_events(j, json_object_get(message, "events"), true, &count) : NULL;
	read_question(j);
	join_see_dice(j, events, count);
	free(events);
}

void join_receive_change(join *j, json_t *message)
{
	static const char *const parts[] = {"ask", "open", "deadline"};
	if (strcmp(join_string(message, "table"), j->table_key) != 0 || !j->view_json)
		return;
	json_object_update_recursive(j->view_json, json_object_get(message, "view"));
	read_view(j);
	int count = 0;
	ap_event *events =
		j->has_view ? read_events(j, json_object_get(message, "events"), false, &count) : NULL;
	for (int i = 0; i < AP_COUNT(parts); i++)
		json_object_set(j->table_info, parts[i], json_object_get(message, parts[i]));
	read_question(j);
	join_see_outcomes(j, events, count, json_object_get(message, "outcomes"));
	free(events);
	j->needs_drawing = true;
}

/* ---- Chat ------------------------------------------------------------------------------------ */

static void write_seat_names(const join *j, const json_t *seats, char *out, size_t size)
{
	size_t i;
	const json_t *word;
	out[0] = '\0';
	json_array_foreach(seats, i, word)
	{
		int seat = json_is_string(word) && j->session.table.game
			? ap_seat_named(j->session.table.game, json_string_value(word))
			: AP_NOBODY;
		if (seat < AP_MAX_SEATS)
			text_add(out, size, "%s%s", i > 0 ? ", " : "",
				ap_seat_word(j->session.table.game, j->session.language, seat));
	}
}

void join_receive_talk(join *j, const json_t *from)
{
	join_talk *talk = &j->talk[j->talk_count % JOIN_TALKS];
	int64_t at = json_integer_value(json_object_get(from, "at"));
	if (at <= j->last_talk_at)
		return; /* it is known from before the connection was lost */
	j->last_talk_at = at;
	snprintf(talk->who, sizeof talk->who, "%s", join_string(from, "name"));
	snprintf(talk->text, sizeof talk->text, "%s", join_string(from, "text"));
	write_seat_names(j, json_object_get(from, "to"), talk->to, sizeof talk->to);
	for (char *c = talk->text; *c; c++)
		if (*c == '\n')
			*c = ' ';
	text_clean(talk->who);
	text_clean(talk->text);
	j->talk_count++;
	j->needs_drawing = true;
}

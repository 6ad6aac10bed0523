/* read.c: what the server's messages say of the table one looks at: the view back into a
 * state's bytes, words back into events, names beside the seats. */
#include "join/join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
	table *t = &j->s.table;
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
	const json_t *seats = json_object_get(j->about, "seats");
	for (int seat = 0; seat < table_players(&j->s.table); seat++)
		read_seat(j, seat, json_array_get(seats, (size_t)seat));
	int you = ap_seat_named(j->s.table.game, join_string(j->about, "you"));
	j->viewer = you < table_players(&j->s.table) ? you : AP_OBSERVER;
	j->s.at_keyboard = j->viewer;
	j->s.table.people = 1; /* at this keyboard */
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

bool join_is_full(const json_t *summary)
{
	return count_open(summary) == 0;
}

bool join_has_free(const json_t *summary)
{
	return count_open(summary) > 0 && strcmp(join_string(summary, "status"), "lobby") == 0;
}

static bool begins(const char *text, const char *word)
{
	return *word && strncasecmp(text, word, strlen(word)) == 0;
}

int join_seat_named(const join *j, const char *word)
{
	const table *t = &j->s.table;
	int exact = ap_seat_named(t->game, word);
	if (exact < table_players(t))
		return exact;
	for (int seat = 0; seat < table_players(t); seat++)
		if (begins(ap_seat_word(t->game, j->s.language, seat), word) ||
			begins(ap_seat_name(t->game, seat), word) || begins(t->record.who[seat], word))
			return seat;
	return AP_NOBODY;
}

/* ---- Events ---------------------------------------------------------------------------------- */

static int kind_named(const ap_game *game, const char *word)
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

static bool read_event(const ap_game *game, const json_t *from, ap_event *out)
{
	const json_t *args = json_object_get(from, "args");
	int kind = kind_named(game, join_string(from, "event"));
	*out = (ap_event){.seen_by = AP_ALL_VIEWERS};
	if (kind < 0)
		return false;
	out->kind = (uint16_t)kind;
	out->clause = (uint16_t)ap_clause_named(game, join_string(from, "clause"));
	for (int i = 0; i < AP_EVENT_ARGS && game->events[kind].arg[i]; i++)
		if (!read_argument(
				game->events[kind].arg[i], json_array_get(args, (size_t)i), &out->arg[i]))
			return false;
	return out->clause > 0;
}

static void log_event(table *t, const ap_event *event, int question)
{
	if (t->events == t->event_room) {
		t->event_room = t->event_room ? 2 * t->event_room : 256;
		t->log = realloc(t->log, (size_t)t->event_room * sizeof *t->log);
		if (!t->log)
			abort();
	}
	t->log[t->events++] = (table_event){*event, question};
}

/* How many of these events are the last of the log already: whoever looks anew is told what he may
 * have missed, and more. */
static int known_already(const table *t, const ap_event *list, int count)
{
	for (int known = count < t->events ? count : t->events; known > 0; known--) {
		const table_event *last = t->log + t->events - known;
		int same = 0;
		while (same < known && memcmp(&last[same].event, &list[same], sizeof *list) == 0)
			same++;
		if (same == known)
			return known;
	}
	return 0;
}

static void read_events(join *j, const json_t *from, bool again)
{
	table *t = &j->s.table;
	size_t i, most = json_array_size(from);
	int count = 0, question = ap_question(table_state(t));
	ap_event *list = malloc((most + 1) * sizeof *list);
	const json_t *event;
	if (!list)
		abort();
	json_array_foreach(from, i, event)
	{
		count += read_event(t->game, event, &list[count]);
	}
	for (int n = again ? known_already(t, list, count) : 0; n < count; n++)
		log_event(t, &list[n], question);
	free(list);
}

/* Questions only count down when something is taken back: what followed it has not happened. */
static void forget_undone(join *j, int question)
{
	table *t = &j->s.table;
	while (t->events > 0 && t->log[t->events - 1].move > question)
		t->events--;
	for (int viewer = 0; viewer <= AP_OBSERVER; viewer++)
		if (j->s.seen[viewer] > t->events)
			j->s.seen[viewer] = t->events;
}

/* ---- The view -------------------------------------------------------------------------------- */

static void set_wrong(join *j, const char *text)
{
	free(j->wrong);
	j->wrong = text ? strdup(text) : NULL;
}

static void read_view(join *j)
{
	ap_history *h = &j->s.table.record.history;
	ap_error error;
	char *text = json_dumps(j->view, JSON_COMPACT);
	if (!text)
		return;
	j->seen = ap_read_view(h->game, &h->state, text, strlen(text), &error);
	set_wrong(j, j->seen ? NULL : error.message);
	free(text);
	if (!j->seen)
		return;
	h->moves = ap_question(&h->state);
	forget_undone(j, h->moves);
}

/* What we are asked; a menu that is open stays open while the question is the same. */
static void read_question(join *j)
{
	const json_t *ask = json_object_get(j->about, "ask");
	int before = j->asked;
	j->asked = json_is_object(ask) ? (int)json_integer_value(json_object_get(ask, "question")) : -1;
	j->automatic = json_is_true(json_object_get(ask, "auto"));
	if (j->asked != before)
		j->menu_question = -1;
}

/* ---- Messages -------------------------------------------------------------------------------- */

void join_forget_table(join *j)
{
	json_decref(j->about);
	json_decref(j->view);
	j->about = j->view = NULL;
	set_wrong(j, NULL);
	free(j->s.table.log);
	j->s.table = (table){0};
	memset(j->s.seen, 0, sizeof j->s.seen);
	j->table[0] = j->invite[0] = '\0';
	j->seen = j->automatic = false;
	j->asked = j->menu_question = -1;
	j->talks = j->talks_shown = 0;
	j->talked_at = 0;
	j->drawn_events = 0;
	j->fresh_end = true;
	j->made = false;
}

static bool read_game(join *j)
{
	ap_history *h = &j->s.table.record.history;
	h->game = j->s.table.game = ap_game_named(join_string(j->about, "game"));
	json_int_t players = json_integer_value(json_object_get(j->about, "players"));
	if (!h->game || players < ap_min_players(h->game) || players > ap_max_players(h->game)) {
		set_wrong(j, "this program does not know the game");
		return false;
	}
	h->setup.players = (uint8_t)players;
	return true;
}

void join_take_table(join *j, json_t *message)
{
	if (strcmp(join_string(message, "table"), j->table) != 0)
		return;
	json_decref(j->about);
	j->about = json_incref(message);
	j->changed = j->fresh_seats = j->told = true;
	if (!read_game(j))
		return;
	if (*join_string(message, "invite") && strlen(join_string(message, "invite")) < JOIN_KEY)
		snprintf(j->invite, sizeof j->invite, "%s", join_string(message, "invite"));
	json_t *view = json_object_get(message, "view");
	if (view) {
		json_decref(j->view);
		j->view = json_incref(view);
		read_view(j);
	}
	read_seats(j);
	if (j->seen)
		read_events(j, json_object_get(message, "events"), true);
	read_question(j);
}

void join_take_change(join *j, json_t *message)
{
	static const char *const parts[] = {"ask", "open", "deadline"};
	if (strcmp(join_string(message, "table"), j->table) != 0 || !j->view)
		return;
	json_object_update_recursive(j->view, json_object_get(message, "view"));
	read_view(j);
	if (j->seen)
		read_events(j, json_object_get(message, "events"), false);
	for (int i = 0; i < AP_COUNT(parts); i++)
		json_object_set(j->about, parts[i], json_object_get(message, parts[i]));
	read_question(j);
	j->changed = true;
}

/* ---- Talk ------------------------------------------------------------------------------------ */

static void add_names(const join *j, const json_t *seats, char *out, size_t size)
{
	size_t i;
	const json_t *word;
	out[0] = '\0';
	json_array_foreach(seats, i, word)
	{
		int seat = json_is_string(word) && j->s.table.game
			? ap_seat_named(j->s.table.game, json_string_value(word))
			: AP_NOBODY;
		if (seat < AP_MAX_SEATS)
			text_add(out, size, "%s%s", i > 0 ? ", " : "",
				ap_seat_word(j->s.table.game, j->s.language, seat));
	}
}

void join_take_talk(join *j, const json_t *from)
{
	join_talk *talk = &j->talk[j->talks % JOIN_TALKS];
	int64_t at = json_integer_value(json_object_get(from, "at"));
	if (at <= j->talked_at)
		return; /* it came before the connection was lost */
	j->talked_at = at;
	snprintf(talk->who, sizeof talk->who, "%s", join_string(from, "name"));
	snprintf(talk->text, sizeof talk->text, "%s", join_string(from, "text"));
	add_names(j, json_object_get(from, "to"), talk->to, sizeof talk->to);
	for (char *c = talk->text; *c; c++)
		if (*c == '\n')
			*c = ' ';
	text_clean(talk->who);
	text_clean(talk->text);
	j->talks++;
	j->changed = true;
}

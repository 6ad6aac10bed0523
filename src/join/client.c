/* client.c: sends requests to the server and takes its messages. A request that was not answered
 * when the connection was lost is sent again with the same id, if that is safe: the server knows by
 * the id whether it has done it already. */
#include "join/join.h"

#include <assert.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "terminal/text.h"
#include "terminal/words.h"
#include "text/memory.h"
#include "text/phrases.h"

enum {
	PROTOCOL_VERSION = 1,
	DRAW_EVERY = 80 /* ms between two drawings at least: bots may act far more often */
};

/* ---- Sending --------------------------------------------------------------------------------- */

void join_send(join *j, json_t *message)
{
	char *text = json_dumps(message, JSON_COMPACT);
	link_send(&j->link, text);
	free(text);
	json_decref(message);
}

json_t *join_message(const join *j, const char *type)
{
	assert(type);
	json_t *message = json_pack("{ss}", "type", type);
	if (j->table_key[0])
		json_object_set_new(message, "table", json_string(j->table_key));
	if (j->table_key[0] && j->invite_key[0])
		json_object_set_new(message, "invite", json_string(j->invite_key));
	return message;
}

/* ---- Messages of the server ------------------------------------------------------------------ */

/* Returns the time of day in milliseconds. */
static int64_t time_of_day(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The server tells what its clock shows: at the beginning, and when it was set. */
static void set_clock(join *j, const json_t *message)
{
	j->server_clock_ahead = json_integer_value(json_object_get(message, "now")) - time_of_day();
}

/* The connection is open and the server knows us. What was not answered before it was lost is sent
 * again. The table is watched again before anything of it is shown: watch_again() in table.c. */
static void on_welcome(join *j, const json_t *message)
{
	set_clock(j, message);
	j->link.failed_attempts = 0;
	if (j->in_lobby)
		join_send(j, json_pack("{ss}", "type", "lobby"));
	if (j->repeatable_request)
		link_send(&j->link, j->repeatable_request);
	j->needs_drawing = j->draw_at_once = true;
}

/* Takes over the summary of a table. The lobby does not show games that are over. */
static void receive_summary(join *j, json_t *summary)
{
	const char *status = join_string(summary, "status");
	bool over = strcmp(status, "over") == 0 || strcmp(status, "cancelled") == 0;
	if (over)
		json_object_del(j->lobby_tables, join_string(summary, "table"));
	else
		json_object_set(j->lobby_tables, join_string(summary, "table"), summary);
	j->needs_drawing = j->needs_drawing || (j->in_lobby && j->session.terminal.full_screen);
}

static void receive_lobby(join *j, const json_t *list)
{
	size_t i;
	json_t *summary;
	json_object_clear(j->lobby_tables);
	json_array_foreach(list, i, summary)
	{
		receive_summary(j, summary);
	}
}

static void receive_talks(join *j, const json_t *list)
{
	size_t i;
	const json_t *talk;
	json_array_foreach(list, i, talk)
	{
		join_receive_talk(j, talk);
	}
}

/* Sets the session's message to the words of a refusal. */
static void show_refusal(join *j, const json_t *refusal)
{
	static const char *const codes[] = {[AP_GAME_OVER] = "game-over",
		[AP_NOT_ASKED] = "not-asked",
		[AP_FORBIDDEN] = "forbidden",
		[AP_NOT_SEALED] = "not-sealed"};
	const ap_game *game = j->session.table.game;
	int clause = game ? ap_clause_named(game, join_string(refusal, "clause")) : 0;
	for (int code = AP_GAME_OVER; clause > 0 && code < AP_COUNT(codes); code++)
		if (strcmp(codes[code], join_string(refusal, "code")) == 0) {
			ap_result result = {(ap_code)code, (uint16_t)clause};
			ap_say_refusal(
				game, j->session.language, result, j->session.message, sizeof j->session.message);
			return;
		}
	session_set_message(&j->session, "cli.join.refused", join_string(refusal, "text"));
}

/* Takes a refusal that answers no request: messages came too fast, or the server could not store a
 * move. In the second case what the client knows of the table may be wrong: it watches it again. */
static void receive_refusal(join *j, const json_t *message)
{
	show_refusal(j, message);
	if (strcmp(join_string(message, "code"), "storage") == 0 && j->table_key[0])
		join_send(j, join_message(j, "watch"));
	if (strcmp(join_string(message, "code"), "storage") == 0 && j->repeatable_request)
		link_send(&j->link, j->repeatable_request); /* it was not stored */
	j->needs_drawing = true;
}

/* Shows what whoever runs the server says to everybody. */
static void receive_announcement(join *j, const json_t *message)
{
	char *text = ap_copy_text(join_string(message, "text"));
	text_clean(text);
	if (*text)
		session_set_message(&j->session, "cli.join.announcement", text);
	free(text);
	j->needs_drawing = true;
}

/* Keeps the message if it is the answer that the client waits for. Returns whether it is. */
static bool take_answer(join *j, json_t *message)
{
	if (!j->request_id[0] || strcmp(join_string(message, "id"), j->request_id) != 0)
		return false;
	json_decref(j->answer);
	j->answer = json_incref(message);
	j->draw_at_once = true;
	return true;
}

static void receive_message(join *j, json_t *message)
{
	const char *type = join_string(message, "type");
	bool is_answer = take_answer(j, message);
	if (strcmp(type, "welcome") == 0)
		on_welcome(j, message);
	else if (strcmp(type, "clock") == 0)
		set_clock(j, message);
	else if (strcmp(type, "lobby") == 0)
		receive_lobby(j, json_object_get(message, "tables"));
	else if (strcmp(type, "lobby_change") == 0)
		receive_summary(j, message);
	else if (strcmp(type, "table") == 0)
		join_receive_table(j, message);
	else if (strcmp(type, "change") == 0)
		join_receive_change(j, message);
	else if (strcmp(type, "dice") == 0)
		join_receive_dice(j, message);
	else if (strcmp(type, "talk") == 0 && strcmp(join_string(message, "table"), j->table_key) == 0)
		join_receive_talk(j, message);
	else if (strcmp(type, "talks") == 0 && strcmp(join_string(message, "table"), j->table_key) == 0)
		receive_talks(j, json_object_get(message, "talks"));
	else if (strcmp(type, "announcement") == 0)
		receive_announcement(j, message);
	else if (strcmp(type, "refused") == 0 && !is_answer)
		receive_refusal(j, message);
}

static void on_message(void *self, const char *text, size_t length)
{
	json_t *message = json_loadb(text, length, 0, NULL);
	if (json_is_object(message))
		receive_message(self, message);
	json_decref(message);
}

static void on_connected(void *self)
{
	join *j = self;
	j->table_is_current = false;
	join_forget_sent_dice(j);
	join_send(j, json_pack("{sssi}", "type", "hello", "version", PROTOCOL_VERSION));
}

/* ---- The background of the terminal ---------------------------------------------------------- */

/* See terminal_background. */
static int watch(void *self, int *fd, bool *writes)
{
	join *j = self;
	int wait = link_watch(&j->link, fd, writes);
	int64_t rest = j->drawn_at + DRAW_EVERY - link_now();
	if (j->needs_drawing && rest < wait)
		wait = rest > 0 ? (int)rest : 0;
	return wait;
}

/* See terminal_background. It returns true only once for each change, because not every caller
 * draws the table then: one that shows a page would be told again and again to draw. */
static bool serve(void *self)
{
	join *j = self;
	link_state before = j->link.state;
	link_serve(&j->link);
	if (j->link.state != before)
		j->needs_drawing = j->draw_at_once = true;
	bool draw = j->draw_at_once || (j->needs_drawing && link_now() >= j->drawn_at + DRAW_EVERY);
	j->draw_at_once = false;
	j->needs_drawing = j->needs_drawing && !draw;
	return draw;
}

void join_mark_drawn(join *j)
{
	j->needs_drawing = false;
	j->drawn_at = link_now();
}

bool join_wait_while(join *j, link_state state)
{
	while (j->link.state == state)
		if (terminal_wait_for_background(&j->session.terminal) == INPUT_STOPPED)
			return false;
	return true;
}

/* ---- Requests -------------------------------------------------------------------------------- */

/* Returns whether the request can be sent twice. The server does an action only once for each id; a
 * table that is made twice would be two tables. */
static bool may_be_repeated(const json_t *message)
{
	const char *type = join_string(message, "type");
	return strcmp(type, "act") == 0 || strcmp(type, "unseal") == 0;
}

static void send_request(join *j, json_t *message)
{
	json_decref(j->answer);
	j->answer = NULL;
	snprintf(j->request_id, sizeof j->request_id, "%s-%d", j->run_id, ++j->request_count);
	json_object_set_new(message, "id", json_string(j->request_id));
	if (may_be_repeated(message))
		j->repeatable_request = json_dumps(message, JSON_COMPACT);
	join_send(j, message);
}

static bool await_answer(join *j)
{
	while (!j->answer && j->link.state != LINK_BROKEN &&
		(j->link.state == LINK_UP || j->repeatable_request))
		if (terminal_wait_for_background(&j->session.terminal) == INPUT_STOPPED)
			break;
	j->request_id[0] = '\0';
	free(j->repeatable_request);
	j->repeatable_request = NULL;
	j->needs_drawing = true; /* nothing was drawn while the client waited */
	return j->answer != NULL;
}

json_t *join_request(join *j, json_t *message)
{
	assert(message && !j->request_id[0]);
	send_request(j, message);
	if (!await_answer(j)) {
		session_set_message(&j->session, "cli.join.unanswered", "");
		return NULL;
	}
	if (strcmp(join_string(j->answer, "type"), "refused") != 0)
		return j->answer;
	show_refusal(j, j->answer);
	return NULL;
}

bool join_perform(join *j, json_t *message)
{
	return join_request(j, message) != NULL;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

bool join_fail(join *j, int status, const char *format, ...)
{
	assert(format);
	va_list values;
	va_start(values, format);
	vsnprintf(j->failure, sizeof j->failure, format, values);
	va_end(values);
	j->status = status;
	return false;
}

bool join_open(join *j)
{
	assert(!j->lobby_tables); /* it is called once */
	j->lobby_tables = json_object();
	j->question = j->menu_question = -1;
	j->viewer = AP_OBSERVER;
	if (sodium_init() < 0 || !link_open(&j->link, &j->address))
		return join_fail(j, AP_FAILED, "there is no memory");
	snprintf(j->run_id, sizeof j->run_id, "%08x", (unsigned)randombytes_random());
	j->link.self = j;
	j->link.on_message = on_message;
	j->link.on_connected = on_connected;
	j->session.terminal.background = (terminal_background){j, watch, serve};
	return true;
}

void join_close(join *j)
{
	j->session.terminal.background = (terminal_background){0};
	link_close(&j->link);
	join_clear_table(j);
	ap_witness_free(&j->witness);
	json_decref(j->lobby_tables);
	json_decref(j->answer);
	free(j->repeatable_request);
	j->lobby_tables = j->answer = NULL;
	j->repeatable_request = NULL;
}

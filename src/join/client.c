/* client.c: asking the server and hearing it; what was asked when the connection was lost is
 * asked again with the same id where that is safe, so that nothing is done twice. */
#include "join/join.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { VERSION = 1, DRAW_EVERY = 80 /* ms: bots are fast, eyes are not */ };

/* ---- Sending --------------------------------------------------------------------------------- */

static void send_message(join *j, json_t *message)
{
	char *text = json_dumps(message, JSON_COMPACT);
	if (text)
		link_send(&j->link, text);
	free(text);
	json_decref(message);
}

json_t *join_message(const join *j, const char *type)
{
	json_t *message = json_pack("{ss}", "type", type);
	if (j->table[0])
		json_object_set_new(message, "table", json_string(j->table));
	if (j->table[0] && j->invite[0])
		json_object_set_new(message, "invite", json_string(j->invite));
	return message;
}

/* ---- Hearing --------------------------------------------------------------------------------- */

static int64_t clock_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The connection stands, and we are known: we ask again what was not answered. What was on its way
 * to a table has been answered, or is answered now. The table itself is looked at again before
 * anything of it is shown: see join_table.c. */
static void on_welcome(join *j, const json_t *message)
{
	j->ahead = json_integer_value(json_object_get(message, "now")) - clock_now();
	j->link.tries = 0;
	if (j->in_lobby)
		send_message(j, json_pack("{ss}", "type", "lobby"));
	if (j->request)
		link_send(&j->link, j->request);
	j->changed = j->woken = true;
}

/* Games that are over are no tables to go to. */
static void put_table(join *j, json_t *summary)
{
	const char *status = join_string(summary, "status");
	bool over = strcmp(status, "over") == 0 || strcmp(status, "cancelled") == 0;
	if (over)
		json_object_del(j->tables, join_string(summary, "table"));
	else
		json_object_set(j->tables, join_string(summary, "table"), summary);
	j->changed = j->changed || (j->in_lobby && j->s.terminal.full_screen);
}

static void put_tables(join *j, const json_t *list)
{
	size_t i;
	json_t *summary;
	json_object_clear(j->tables);
	json_array_foreach(list, i, summary)
	{
		put_table(j, summary);
	}
}

static void hear_talks(join *j, const json_t *list)
{
	size_t i;
	const json_t *talk;
	json_array_foreach(list, i, talk)
	{
		join_take_talk(j, talk);
	}
}

static void say_refusal(join *j, const json_t *refusal)
{
	static const char *const codes[] = {[AP_GAME_OVER] = "game-over",
		[AP_NOT_ASKED] = "not-asked",
		[AP_FORBIDDEN] = "forbidden",
		[AP_NOT_SEALED] = "not-sealed"};
	const ap_game *game = j->s.table.game;
	int clause = game ? ap_clause_named(game, join_string(refusal, "clause")) : 0;
	for (int code = AP_GAME_OVER; clause > 0 && code < AP_COUNT(codes); code++)
		if (strcmp(codes[code], join_string(refusal, "code")) == 0) {
			ap_result result = {(ap_code)code, (uint16_t)clause};
			ap_say_refusal(game, j->s.language, result, j->s.message, sizeof j->s.message);
			return;
		}
	session_set_message(&j->s, "cli.join.refused", join_string(refusal, "text"));
}

/* Refusals of nothing in particular: we were too fast, or the store failed and we must look again.
 */
static void hear_refusal(join *j, const json_t *message)
{
	say_refusal(j, message);
	if (strcmp(join_string(message, "code"), "storage") == 0 && j->table[0])
		send_message(j, join_message(j, "watch"));
	j->changed = true;
}

static bool is_answer(join *j, json_t *message)
{
	if (!j->id[0] || strcmp(join_string(message, "id"), j->id) != 0)
		return false;
	json_decref(j->answer);
	j->answer = json_incref(message);
	j->woken = true;
	return true;
}

static void hear_message(join *j, json_t *message)
{
	const char *type = join_string(message, "type");
	bool answer = is_answer(j, message);
	if (strcmp(type, "welcome") == 0)
		on_welcome(j, message);
	else if (strcmp(type, "lobby") == 0)
		put_tables(j, json_object_get(message, "tables"));
	else if (strcmp(type, "lobby_change") == 0)
		put_table(j, message);
	else if (strcmp(type, "table") == 0)
		join_take_table(j, message);
	else if (strcmp(type, "change") == 0)
		join_take_change(j, message);
	else if (strcmp(type, "talk") == 0 && strcmp(join_string(message, "table"), j->table) == 0)
		join_take_talk(j, message);
	else if (strcmp(type, "talks") == 0 && strcmp(join_string(message, "table"), j->table) == 0)
		hear_talks(j, json_object_get(message, "talks"));
	else if (strcmp(type, "refused") == 0 && !answer)
		hear_refusal(j, message);
}

static void hear(void *self, const char *text, size_t length)
{
	json_t *message = json_loadb(text, length, 0, NULL);
	if (json_is_object(message))
		hear_message(self, message);
	json_decref(message);
}

static void risen(void *self)
{
	join *j = self;
	j->told = false;
	send_message(j, json_pack("{sssi}", "type", "hello", "version", VERSION));
}

/* ---- While a line is awaited ----------------------------------------------------------------- */

static int watch(void *self, int *fd, bool *writes)
{
	join *j = self;
	int wait = link_watch(&j->link, fd, writes);
	int64_t rest = j->drawn_at + DRAW_EVERY - link_now();
	if (j->changed && rest < wait)
		wait = rest > 0 ? (int)rest : 0;
	return wait;
}

/* True: draw again. This is said once for what has changed: who shows a page, or asks something
 * small, does not draw the table, and must not be called for ever. */
static bool serve(void *self)
{
	join *j = self;
	link_state before = j->link.state;
	link_serve(&j->link);
	if (j->link.state != before)
		j->changed = j->woken = true;
	bool draw = j->woken || (j->changed && link_now() >= j->drawn_at + DRAW_EVERY);
	j->woken = false;
	j->changed = j->changed && !draw;
	return draw;
}

void join_drawn(join *j)
{
	j->changed = false;
	j->drawn_at = link_now();
}

bool join_wait(join *j, link_state during)
{
	while (j->link.state == during)
		if (terminal_wait_for_background(&j->s.terminal) == INPUT_STOPPED)
			return false;
	return true;
}

/* ---- Asking ---------------------------------------------------------------------------------- */

/* An answer to a question is known by its id. A table made twice would be two tables. */
static bool may_be_repeated(const json_t *message)
{
	const char *type = join_string(message, "type");
	return strcmp(type, "act") == 0 || strcmp(type, "unseal") == 0;
}

static void put_question(join *j, json_t *message)
{
	json_decref(j->answer);
	j->answer = NULL;
	snprintf(j->id, sizeof j->id, "%s-%d", j->name, ++j->requests);
	json_object_set_new(message, "id", json_string(j->id));
	if (may_be_repeated(message))
		j->request = json_dumps(message, JSON_COMPACT);
	send_message(j, message);
}

static bool await_answer(join *j)
{
	while (!j->answer && j->link.state != LINK_BROKEN && (j->link.state == LINK_UP || j->request))
		if (terminal_wait_for_background(&j->s.terminal) == INPUT_STOPPED)
			break;
	j->id[0] = '\0';
	free(j->request);
	j->request = NULL;
	j->changed = true; /* what came meanwhile was not drawn */
	return j->answer != NULL;
}

json_t *join_ask(join *j, json_t *message)
{
	put_question(j, message);
	if (!await_answer(j)) {
		session_set_message(&j->s, "cli.join.unanswered", "");
		return NULL;
	}
	if (strcmp(join_string(j->answer, "type"), "refused") != 0)
		return j->answer;
	say_refusal(j, j->answer);
	return NULL;
}

bool join_do(join *j, json_t *message)
{
	return join_ask(j, message) != NULL;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

bool join_fail(join *j, int status, const char *format, ...)
{
	va_list values;
	va_start(values, format);
	vsnprintf(j->failure, sizeof j->failure, format, values);
	va_end(values);
	j->status = status;
	return false;
}

bool join_open(join *j)
{
	j->tables = json_object();
	j->asked = j->menu_question = -1;
	j->viewer = AP_OBSERVER;
	if (sodium_init() < 0 || !j->tables || !link_open(&j->link, &j->to))
		return join_fail(j, AP_FAILED, "there is no memory");
	snprintf(j->name, sizeof j->name, "%08x", (unsigned)randombytes_random());
	j->link.self = j;
	j->link.hear = hear;
	j->link.risen = risen;
	j->s.terminal.background = (terminal_background){j, watch, serve};
	return true;
}

void join_close(join *j)
{
	j->s.terminal.background = (terminal_background){0};
	link_close(&j->link);
	join_forget_table(j);
	json_decref(j->tables);
	json_decref(j->answer);
	free(j->request);
	j->tables = j->answer = NULL;
	j->request = NULL;
}

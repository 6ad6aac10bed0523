/* wishes.c: requests about who answers for a seat: what its person wants to be asked, standing
 * orders, clocks that wait for the person, and a bot that acts for him. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "server/choices.h"
#include "server/lists.h"
#include "server/play.h"
#include "server/requests.h"

static int step_named(const ap_game *game, const char *word)
{
	for (int i = 0; word && ap_step_name(game, i); i++)
		if (strcmp(ap_step_name(game, i), word) == 0)
			return i;
	return -1;
}

static bool read_order(const sv_table *t, int seat, const json_t *from, sv_order *order)
{
	char line[SV_ACTION_SIZE];
	int who;
	const char *text = json_string_value(json_object_get(from, "action"));
	int step = step_named(t->game, json_string_value(json_object_get(from, "step")));
	const char *end = json_string_value(json_object_get(from, "until"));
	sv_until until = end && end[0] ? sv_until_named(end) : SV_UNTIL_CANCELLED;
	if (!sv_has_fields(from, "s:step s:action b?once s?until") || step < 0 ||
		strlen(text) + 32 > sizeof line || until == SV_UNTIL_COUNT || (end && !end[0]))
		return false;
	snprintf(line, sizeof line, "%s %s", ap_seat_name(t->game, seat), text);
	*order = (sv_order){.step = (uint16_t)step,
		.once = json_is_true(json_object_get(from, "once")),
		.until = until};
	return ap_read_action(t->game, line, &who, &order->action);
}

/* An order that ends by itself remembers the question at which it was given. One that was there
 * before is still the same order. */
static bool note_occasion(const sv_table *t, int seat, sv_order *order)
{
	ap_any view;
	if (order->until == SV_UNTIL_CANCELLED)
		return true;
	for (int i = 0; i < t->seat[seat].orders; i++) {
		const sv_order *old = &t->order[seat][i];
		if (old->step == order->step && old->action == order->action &&
			old->until == order->until) {
			order->given = old->given;
			return true;
		}
	}
	if (!t->history)
		return false;
	ap_view(t->game, &t->history->state, seat, &view);
	order->given = ap_occasion_of(t->game, &view, seat);
	return true;
}

/* The orders of the request replace all earlier ones. */
void sv_on_wishes(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_order orders[SV_MAX_ORDERS];
	sv_table *t = sv_request_player(r, &seat);
	json_t *list = json_object_get(r->body, "orders"), *ask = json_object_get(r->body, "ask_all");
	size_t count = json_array_size(list);
	if (!t)
		return;
	bool is_good = count <= SV_MAX_ORDERS;
	for (size_t i = 0; is_good && i < count; i++)
		is_good = read_order(t, seat, json_array_get(list, i), &orders[i]) &&
			note_occasion(t, seat, &orders[i]);
	if (!is_good) {
		sv_refuse(
			r->client, r->id, "bad-message", "an order is a step and an action, eight at most");
		return;
	}
	sv_seat *s = &t->seat[seat];
	if (list) {
		if (count > 0)
			memcpy(sv_orders_of(t, seat), orders, count * sizeof *orders);
		s->orders = (int)count;
	}
	if (ask)
		s->ask_all = json_is_true(ask);
	s->auto_answer_at = 0;
	sv_save_table_quietly(t);
	sv_answer_done(r, t);
	sv_send_table_to_seat(t, seat);
	sv_continue_game(t);
}

/* Unlike the wishes this is known to all, because all see the clocks. */
void sv_on_take_time(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	if (!t)
		return;
	if (t->status != SV_LOBBY && t->status != SV_RUNNING) {
		sv_refuse(r->client, r->id, "not-now", "this game is over");
		return;
	}
	bool on = json_is_true(json_object_get(r->body, "on"));
	sv_answer_done(r, t);
	if (on == t->seat[seat].takes_time)
		return;
	t->seat[seat].takes_time = on;
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
	sv_continue_game(t);
}

void sv_on_hand_over(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	const char *level = sv_request_text(r, "level");
	if (!t)
		return;
	if (!level || !ap_bot_named(t->game, level)) {
		sv_refuse(r->client, r->id, "bad-message", "there is no bot of this level");
		return;
	}
	snprintf(t->seat[seat].level, sizeof t->seat[seat].level, "%s", level);
	t->seat[seat].away = true;
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_answer_done(r, t);
	sv_remove_from_votes(t, seat);
	sv_send_table(t);
	sv_continue_game(t);
}

void sv_on_take_back(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	if (!t)
		return;
	bool was_away = t->seat[seat].away;
	t->seat[seat].away = false;
	t->seat[seat].timeouts = 0;
	t->seat[seat].bot_thinks = false; /* the answer of the bot will be ignored */
	t->seat[seat].bot_has_chosen = false;
	if (was_away && sv_count_people(t) == 2)
		sv_restart_clock(t); /* until now there was none */
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_answer_done(r, t);
	sv_send_table(t);
	sv_continue_game(t);
}

/* A bot of the strongest level plays the seat to the end. The person goes on watching. */
void sv_on_resign(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	if (!t)
		return;
	if (t->status != SV_RUNNING) {
		sv_refuse(r->client, r->id, "not-running", "this game is not being played");
		return;
	}
	sv_seat *s = &t->seat[seat];
	s->resigned = s->away = true;
	s->orders = 0;
	snprintf(s->level, sizeof s->level, "%s", ap_strongest_bot(t->game)->level);
	if (t->undo.open && t->undo.by == seat)
		t->undo = (sv_undo){0};
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_answer_done(r, t);
	sv_remove_from_votes(t, seat);
	sv_send_table(t);
	sv_continue_game(t);
}

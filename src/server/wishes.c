/* wishes.c: requests about who answers for a seat: what its person wants to be asked, standing
 * orders, and a bot that acts for the person. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
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
	if (!sv_has_fields(from, "s:step s:action b?once") || step < 0 ||
		strlen(text) + 32 > sizeof line)
		return false;
	snprintf(line, sizeof line, "%s %s", ap_seat_name(t->game, seat), text);
	*order =
		(sv_order){.step = (uint16_t)step, .once = json_is_true(json_object_get(from, "once"))};
	return ap_read_action(t->game, line, &who, &order->action);
}

/* The orders of the request replace all earlier ones. */
void sv_on_wishes(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_order orders[SV_MAX_ORDERS];
	sv_table *t = sv_request_seat(r, &seat);
	json_t *list = json_object_get(r->body, "orders"), *ask = json_object_get(r->body, "ask_all");
	size_t count = json_array_size(list);
	if (!t)
		return;
	bool is_good = count <= SV_MAX_ORDERS;
	for (size_t i = 0; is_good && i < count; i++)
		is_good = read_order(t, seat, json_array_get(list, i), &orders[i]);
	if (!is_good) {
		sv_refuse(
			r->client, r->id, "bad-message", "an order is a step and an action, eight at most");
		return;
	}
	sv_seat *s = &t->seat[seat];
	if (list) {
		memcpy(s->order, orders, count * sizeof *orders);
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

void sv_on_hand_over(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_seat(r, &seat);
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
	sv_remove_from_undo(t, seat);
	sv_send_table(t);
	sv_continue_game(t);
}

void sv_on_take_back(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_seat(r, &seat);
	if (!t)
		return;
	t->seat[seat].away = false;
	t->seat[seat].bot_thinks = false; /* the answer of the bot will be ignored */
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_answer_done(r, t);
	sv_send_table(t);
	sv_continue_game(t);
}

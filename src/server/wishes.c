/* wishes.c: what a seat wants to be asked, standing orders, and a bot that stands in. */
#include "server/hub_internal.h"

#include <string.h>

static int step_named(const ap_game *game, const char *word)
{
	for (int i = 0; word && ap_step_name(game, i); i++)
		if (strcmp(ap_step_name(game, i), word) == 0)
			return i;
	return -1;
}

static bool read_order(const sv_table *t, int seat, const json_t *from, sv_order *order)
{
	char line[SV_ACTION];
	int who;
	const char *text = json_string_value(json_object_get(from, "action"));
	int step = step_named(t->game, json_string_value(json_object_get(from, "step")));
	if (!sv_fits(from, "s:step s:action b?once") || step < 0 || strlen(text) + 32 > sizeof line)
		return false;
	snprintf(line, sizeof line, "%s %s", ap_seat_name(t->game, seat), text);
	*order =
		(sv_order){.step = (uint16_t)step, .once = json_is_true(json_object_get(from, "once"))};
	return ap_read_action(t->game, line, &who, &order->action);
}

/* {"ask_all": bool, "orders": [{"step", "action", "once"}]}: all of them, in place of the old. */
void sv_on_wishes(const sv_request *r)
{
	int seat;
	sv_order orders[SV_ORDERS];
	sv_table *t = sv_seated_at(r, &seat);
	json_t *list = json_object_get(r->body, "orders"), *ask = json_object_get(r->body, "ask_all");
	size_t count = json_array_size(list);
	if (!t)
		return;
	bool good = count <= SV_ORDERS;
	for (size_t i = 0; good && i < count; i++)
		good = read_order(t, seat, json_array_get(list, i), &orders[i]);
	if (!good) {
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
	s->auto_at = 0;
	sv_save_quietly(t);
	sv_done(r, t);
	sv_show_seat(t, seat);
	if (t->status == SV_RUNNING && sv_load_history(t))
		sv_go_on(t);
}

void sv_on_hand_over(const sv_request *r)
{
	int seat;
	sv_table *t = sv_seated_at(r, &seat);
	const char *level = sv_text_of(r, "level");
	if (!t)
		return;
	if (!level || !ap_bot_named(t->game, level)) {
		sv_refuse(r->client, r->id, "bad-message", "there is no bot of this level");
		return;
	}
	snprintf(t->seat[seat].level, sizeof t->seat[seat].level, "%s", level);
	t->seat[seat].away = true;
	sv_save_table(t);
	sv_lobby_changed(t);
	sv_done(r, t);
	sv_undo_without(t, seat);
	sv_show_table(t);
	if (t->status == SV_RUNNING && sv_load_history(t))
		sv_go_on(t);
}

void sv_on_take_back(const sv_request *r)
{
	int seat;
	sv_table *t = sv_seated_at(r, &seat);
	if (!t)
		return;
	t->seat[seat].away = false;
	t->seat[seat].thinking = false; /* or the next bot would never be asked */
	sv_save_table(t);
	sv_lobby_changed(t);
	sv_done(r, t);
	sv_show_table(t);
	if (t->status == SV_RUNNING && sv_load_history(t))
		sv_go_on(t);
}

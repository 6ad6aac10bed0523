/* table.c: a table and its row in the store: all of it but the lines of its game is JSON, the
 * "meta". */
#include "server/table.h"

#include <assert.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apparat/version.h"
#include "core/notation.h"
#include "server/dice.h"
#include "server/expiry.h"
#include "server/hub_internal.h"
#include "server/pace.h"
#include "server/lists.h"
#include "server/tempo.h"
#include "server/watch.h"
#include "text/memory.h"

/* ---- Writing the meta ------------------------------------------------------------------------ */

static void write_number(ap_json *j, const char *key, int64_t value)
{
	ap_json_key(j, key);
	ap_json_int(j, value);
}

static void write_string(ap_json *j, const char *key, const char *value)
{
	ap_json_key(j, key);
	ap_json_string(j, value);
}

static void write_flag(ap_json *j, const char *key, bool value)
{
	ap_json_key(j, key);
	ap_json_bool(j, value);
}

static void write_hex(ap_json *j, const char *key, const unsigned char bytes[AP_FAIR_BYTES])
{
	char hex[AP_FAIR_HEX + 1];
	ap_fair_write_hex(bytes, hex);
	write_string(j, key, hex);
}

static const char *const seat_kinds[] = {"open", "person", "bot"};

/* Writes what everybody may know of a seat. */
static void write_seat(ap_json *j, const sv_table *t, int seat)
{
	const sv_seat *s = &t->seat[seat];
	ap_json_open(j, '{');
	write_string(j, "seat", ap_seat_name(t->game, seat));
	write_string(j, "kind", seat_kinds[s->kind]);
	if (s->kind == SV_SEAT_PERSON)
		write_string(j, "name", s->name);
	if (s->kind == SV_SEAT_BOT || s->away)
		write_string(j, "level", s->level);
	if (s->away)
		write_flag(j, "away", true);
	if (s->resigned)
		write_flag(j, "resigned", true);
	if (s->takes_time)
		write_flag(j, "takes_time", true);
	if ((t->absent & AP_SEAT(seat)) && !s->away && t->status == SV_RUNNING)
		write_flag(j, "absent", true);
	ap_json_close(j, '}');
}

static void write_options(ap_json *j, const sv_table *t)
{
	ap_json_key(j, "options");
	ap_json_open(j, '{');
	for (int i = 0; ap_option_name(t->game, i); i++)
		write_string(
			j, ap_option_name(t->game, i), ap_option_value(t->game, i, t->setup.option[i]));
	ap_json_close(j, '}');
}

static void write_rule_changes(ap_json *j, const sv_table *t)
{
	ap_json_key(j, "rule_changes");
	ap_json_open(j, '[');
	for (int i = 0; i < t->changes; i++) {
		ap_json_open(j, '{');
		write_number(j, "moves", t->change[i].moves);
		write_number(j, "from", t->change[i].from);
		write_number(j, "to", t->change[i].to);
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

void sv_write_table_summary(ap_json *j, const sv_table *t)
{
	assert(j && t);
	static const char *const statuses[] = {"lobby", "running", "over", "cancelled"};
	write_string(j, "table", t->key);
	write_string(j, "status", statuses[t->status]);
	write_string(j, "game", ap_game_name(t->game));
	write_number(j, "players", t->setup.players);
	write_options(j, t);
	ap_json_key(j, "seats");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		write_seat(j, t, seat);
	ap_json_close(j, ']');
	write_flag(j, "public", t->is_public);
	write_string(j, "pace", t->slow ? "slow" : "live");
	write_string(j, "tempo", sv_tempo_at(&t->hub->limits, t->tempo).name);
	ap_json_key(j, "move_ms");
	if (t->move_time)
		ap_json_int(j, t->move_time);
	else
		ap_json_null(j);
	write_number(j, "countdown_ms", t->countdown);
	write_number(j, "hold_ms", t->hold_time);
	write_number(j, "bot_ms", t->bot_delay);
	write_flag(j, "fast", t->fast);
	write_flag(j, "poker_face", t->poker_face);
	write_flag(j, "away_agrees", t->away_agrees);
	ap_json_key(j, "auto_ms");
	if (sv_longest_wait(t))
		ap_json_int(j, sv_longest_wait(t));
	else
		ap_json_null(j);
	write_number(j, "updated", t->updated);
	if (t->fair.published)
		write_hex(j, "commitment", t->fair.commitment);
	if (t->sent[0])
		write_flag(j, "unsigned", true);
	if (t->rematch[0])
		write_string(j, "rematch", t->rematch);
	if (t->changes > 0)
		write_rule_changes(j, t);
	if (t->inspected)
		write_number(j, "looked", t->inspected);
	if (t->status != SV_OVER)
		return;
	ap_json_key(j, "won");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->winners & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_close(j, ']');
}

static const char *const until_words[SV_UNTIL_COUNT] = {"", "announcement", "phase", "concerned"};

const char *sv_until_word(sv_until until)
{
	assert(until < SV_UNTIL_COUNT);
	return until_words[until];
}

sv_until sv_until_named(const char *word)
{
	int until = 0;
	while (until < SV_UNTIL_COUNT && strcmp(until_words[until], word) != 0)
		until++;
	return (sv_until)until;
}

static void write_order(ap_json *j, const ap_game *game, const sv_order *order)
{
	char text[AP_MAX_NOTATION];
	ap_json_open(j, '{');
	write_string(j, "step", ap_step_name(game, order->step));
	write_string(j, "action", ap_write_bare_action(game, order->action, text));
	write_flag(j, "once", order->once);
	if (order->until != SV_UNTIL_CANCELLED) {
		write_string(j, "until", sv_until_word(order->until));
		write_number(j, "announcement", order->given.announcement);
		write_number(j, "phase", order->given.phase);
		write_number(j, "spoken", order->given.spoken);
	}
	ap_json_close(j, '}');
}

/* Writes what only the store may know of a seat. */
static void write_private_seat(ap_json *j, const sv_table *t, int seat)
{
	const sv_seat *s = &t->seat[seat];
	ap_json_open(j, '{');
	write_number(j, "person", s->person);
	write_string(j, "level", s->level); /* the clock may need it even if the person is not away */
	write_flag(j, "ask_all", s->ask_all);
	write_number(j, "muted", s->muted);
	write_number(j, "noticed", s->noticed);
	write_number(j, "timeouts", s->timeouts);
	if (t->fair.pledged & AP_SEAT(seat))
		write_hex(j, "pledge", t->fair.pledge[seat]);
	if (t->fair.pledged & AP_SEAT(seat))
		write_string(j, "whose", ap_fair_whose_word((ap_fair_whose)t->fair.whose[seat]));
	if (t->fair.whose[seat] == AP_FAIR_DEPOSITED && !(t->fair.opened & AP_SEAT(seat)))
		write_hex(j, "deposit", t->fair.nonce[seat]);
	if (t->fair.opened & AP_SEAT(seat))
		write_hex(j, "nonce", t->fair.nonce[seat]);
	ap_json_key(j, "orders");
	ap_json_open(j, '[');
	for (int i = 0; i < s->orders; i++)
		write_order(j, t->game, &t->order[seat][i]);
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

static void write_rules(ap_json *j, const char *key, const ap_rules_id *rules)
{
	char data[24];
	snprintf(data, sizeof data, "%016" PRIx64, rules->data);
	ap_json_key(j, key);
	ap_json_open(j, '{');
	write_number(j, "version", rules->version);
	if (rules->data_known)
		write_string(j, "data", data);
	ap_json_close(j, '}');
}

/* Writes what has happened to the clock of the open question: it goes on after a restart. */
static void write_clock(ap_json *j, const sv_table *t)
{
	ap_json_key(j, "clock");
	ap_json_open(j, '{');
	ap_json_key(j, "held_by");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->holders & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_close(j, ']');
	write_number(j, "began", sv_stored_time(t, t->began_at));
	write_number(j, "from", sv_stored_time(t, t->clock_from));
	write_number(j, "set", sv_stored_time(t, t->clock_set));
	write_number(j, "paused", sv_stored_time(t, t->pause.since));
	write_number(j, "elapsed", t->pause.elapsed);
	ap_json_close(j, '}');
}

static void write_aborted(ap_json *j, const sv_table *t)
{
	ap_json_key(j, "aborted");
	ap_json_open(j, '[');
	for (int i = 0; i < t->aborted_count; i++) {
		const ap_fair_aborted *a = &t->aborted[i];
		ap_json_open(j, '{');
		write_hex(j, "commitment", a->commitment);
		write_hex(j, "secret", a->secret);
		ap_json_key(j, "withheld");
		ap_json_open(j, '[');
		for (int seat = 0; seat < t->setup.players; seat++)
			if (a->withheld & AP_SEAT(seat))
				ap_json_string(j, ap_seat_name(t->game, seat));
		ap_json_close(j, ']');
		ap_json_close(j, '}');
	}
	ap_json_close(j, ']');
}

static void write_meta(ap_json *j, const sv_table *t)
{
	ap_json_open(j, '{');
	sv_write_table_summary(j, t);
	write_rules(j, "rules", &t->rules);
	write_rules(j, "first_rules", &t->first_rules);
	write_string(j, "release", t->release);
	write_string(j, "invite", t->invite);
	if (t->sent[0])
		write_string(j, "sent", t->sent);
	write_number(j, "owner", t->owner);
	if (t->removed_count > 0) {
		ap_json_key(j, "removed");
		ap_json_open(j, '[');
		for (int i = 0; i < t->removed_count; i++)
			ap_json_int(j, t->removed[i]);
		ap_json_close(j, ']');
	}
	write_number(j, "created", t->created);
	write_clock(j, t);
	if (t->fair.secret_known)
		write_hex(j, "secret", t->fair.secret);
	if (t->fair.players)
		write_number(j, "dice_version", t->fair.version);
	if (t->opens_by)
		write_number(j, "opens_by", sv_stored_time(t, t->opens_by));
	if (t->aborted_count > 0)
		write_aborted(j, t);
	ap_json_key(j, "private");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		write_private_seat(j, t, seat);
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

static sv_table_amounts amounts_of(const sv_table *t)
{
	sv_table_amounts a = {.tables = t->status == SV_LOBBY || t->status == SV_RUNNING};
	for (int seat = 0; seat < t->setup.players; seat++) {
		a.open_seats += t->seat[seat].kind == SV_SEAT_FREE;
		a.bots += t->seat[seat].kind == SV_SEAT_BOT;
	}
	return a.tables ? a : (sv_table_amounts){0};
}

/* Stores who sits at the table, for the lists. */
static void save_seats(const sv_table *t)
{
	int64_t people[AP_MAX_SEATS] = {0};
	const char *names[AP_MAX_SEATS] = {0};
	bool is_over = t->status != SV_LOBBY && t->status != SV_RUNNING;
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_PERSON) {
			people[seat] = t->seat[seat].person;
			names[seat] = t->is_public ? t->seat[seat].name : "";
		}
	sv_store_put_seats(t->hub->store, t->id, people, names, is_over ? 0 : t->setup.players);
}

void sv_save_table(sv_table *t)
{
	assert(t);
	t->updated = sv_wall_now(t->hub);
	t->expires = sv_expiry_of(t, sv_now(t->hub));
	sv_save_table_quietly(t);
	save_seats(t);
}

void sv_save_table_quietly(sv_table *t)
{
	assert(t && t->game);
	sv_hub *hub = t->hub;
	ap_json j = ap_json_into(hub->scratch, sizeof hub->scratch);
	write_meta(&j, t);
	ap_json_done(&j);
	sv_table_amounts amounts = amounts_of(t);
	sv_table_row row = {.id = t->id,
		.status = t->status,
		.updated = t->updated,
		.meta = hub->scratch,
		.expires = t->expires,
		.owner = t->owner,
		.game = ap_game_name(t->game),
		.is_public = t->is_public,
		.open_seats = amounts.open_seats,
		.bots = amounts.bots,
		.rules = t->rules.version};
	sv_count_table(hub->meters, t->id, &t->counted, &amounts);
	t->counted = amounts;
	memcpy(row.key, t->key, sizeof row.key);
	sv_store_put_table(hub->store, &row);
	hub->needs_flush = true;
}

/* ---- Reading the meta ------------------------------------------------------------------------ */

/* This program wrote the meta, so fields are missing only if the store is damaged. */
static const char *string_in(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

static int64_t number_in(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static bool flag_in(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

static bool bytes_in(const json_t *object, const char *key, uint8_t out[SV_SECRET_SIZE])
{
	const char *hex = string_in(object, key);
	return strlen(hex) == AP_FAIR_HEX && ap_fair_read_hex(hex, out);
}

/* False if this program has no such step or action. */
static bool read_order(const ap_game *game, int seat, const json_t *from, sv_order *out)
{
	char text[SV_ACTION_SIZE];
	const char *step = string_in(from, "step");
	int who;
	*out = (sv_order){
		.once = flag_in(from, "once"), .until = sv_until_named(string_in(from, "until"))};
	out->given.announcement = (uint32_t)json_integer_value(json_object_get(from, "announcement"));
	out->given.phase = (uint32_t)json_integer_value(json_object_get(from, "phase"));
	out->given.spoken = (uint32_t)json_integer_value(json_object_get(from, "spoken"));
	if (out->until == SV_UNTIL_COUNT)
		return false;
	while (ap_step_name(game, out->step) && strcmp(ap_step_name(game, out->step), step) != 0)
		out->step++;
	snprintf(text, sizeof text, "%s %s", ap_seat_name(game, seat), string_in(from, "action"));
	return ap_step_name(game, out->step) && ap_read_action(game, text, &who, &out->action);
}

/* Release 0.1.0 wrote numbers instead of names: three for each order. They mean something only
 * under its rules. */
static void read_old_orders(sv_table *t, int seat, const json_t *list)
{
	sv_seat *s = &t->seat[seat];
	for (size_t at = 0; at + 2 < json_array_size(list) && s->orders < SV_MAX_ORDERS; at += 3)
		sv_orders_of(t, seat)[s->orders++] =
			(sv_order){.step = (uint16_t)json_integer_value(json_array_get(list, at)),
				.action = (ap_action)json_integer_value(json_array_get(list, at + 1)),
				.once = json_integer_value(json_array_get(list, at + 2)) != 0};
}

static void read_orders(sv_table *t, int seat, const json_t *list)
{
	size_t i;
	const json_t *order;
	sv_seat *s = &t->seat[seat];
	if (json_is_integer(json_array_get(list, 0)) && ap_rules_are_known(t->game, &t->rules))
		read_old_orders(t, seat, list);
	json_array_foreach(list, i, order)
	{
		if (json_is_object(order) && s->orders < SV_MAX_ORDERS)
			s->orders += read_order(t->game, seat, order, &sv_orders_of(t, seat)[s->orders]);
	}
}

static void read_seat(sv_table *t, int seat, const json_t *known, const json_t *hidden)
{
	sv_seat *s = &t->seat[seat];
	const char *kind = string_in(known, "kind");
	s->kind = strcmp(kind, "person") == 0 ? SV_SEAT_PERSON
		: strcmp(kind, "bot") == 0        ? SV_SEAT_BOT
										  : SV_SEAT_FREE;
	snprintf(s->name, sizeof s->name, "%s", string_in(known, "name"));
	const char *level = string_in(json_object_get(hidden, "level") ? hidden : known, "level");
	snprintf(s->level, sizeof s->level, "%s", level);
	s->away = flag_in(known, "away");
	s->resigned = flag_in(known, "resigned");
	s->takes_time = flag_in(known, "takes_time");
	s->timeouts = (int)number_in(hidden, "timeouts");
	s->person = number_in(hidden, "person");
	s->ask_all = flag_in(hidden, "ask_all");
	s->muted = (ap_seats)number_in(hidden, "muted");
	s->noticed = (int)number_in(hidden, "noticed");
	if (bytes_in(hidden, "pledge", t->fair.pledge[seat]))
		t->fair.pledged |= AP_SEAT(seat);
	if (bytes_in(hidden, "nonce", t->fair.nonce[seat]))
		t->fair.opened |= AP_SEAT(seat);
	else
		bytes_in(hidden, "deposit", t->fair.nonce[seat]);
	/* Older metas have a flag for what was pledged by clients. */
	ap_fair_whose whose = ap_fair_whose_named(string_in(hidden, "whose"));
	t->fair.whose[seat] = (uint8_t)(whose < AP_FAIR_WHOSE_COUNT ? whose
			: flag_in(hidden, "own_nonce")                      ? AP_FAIR_OWN
																: AP_FAIR_SERVER);
	read_orders(t, seat, json_object_get(hidden, "orders"));
}

/* Older metas do not have the rules: all games were played by version 1 then. */
static ap_rules_id rules_in(const json_t *meta, const char *key)
{
	const json_t *rules = json_object_get(meta, key);
	const char *data = string_in(rules, "data");
	return (ap_rules_id){
		rules ? (int)number_in(rules, "version") : 1, strtoull(data, NULL, 16), *data != '\0'};
}

static void read_rules(sv_table *t, const json_t *meta)
{
	size_t i;
	const json_t *change;
	t->rules = rules_in(meta, "rules");
	t->first_rules = rules_in(meta, "first_rules");
	snprintf(t->release, sizeof t->release, "%s", string_in(meta, "release"));
	json_array_foreach(json_object_get(meta, "rule_changes"), i, change)
	{
		sv_add_rule_change(t,
			(sv_rule_change){(int)number_in(change, "moves"), (int)number_in(change, "from"),
				(int)number_in(change, "to")});
	}
}

void sv_set_rules(sv_table *t)
{
	assert(t && t->game);
	t->rules = ap_rules_here(t->game);
	snprintf(t->release, sizeof t->release, "%s", AP_VERSION_STRING);
}

/* Of a game that was played by other rules some options may not be known; only its people and its
 * result are used. */
static bool read_options(sv_table *t, const json_t *options)
{
	for (int i = 0; ap_option_name(t->game, i); i++) {
		const char *word = string_in(options, ap_option_name(t->game, i));
		int v = 0;
		while (ap_option_value(t->game, i, v) && strcmp(ap_option_value(t->game, i, v), word) != 0)
			v++;
		t->setup.option[i] = ap_option_value(t->game, i, v) ? (uint8_t)v : 0;
	}
	return ap_setup_sound(t->game, &t->setup) || !ap_rules_are_known(t->game, &t->rules);
}

static ap_seats seats_in(const sv_table *t, const json_t *names)
{
	ap_seats seats = 0;
	for (int seat = 0; seat < t->setup.players; seat++)
		for (size_t i = 0; i < json_array_size(names); i++) {
			const char *name = json_string_value(json_array_get(names, i));
			if (name && strcmp(name, ap_seat_name(t->game, seat)) == 0)
				seats |= AP_SEAT(seat);
		}
	return seats;
}

/* Metas before the tempos have no preset, no time for holding rounds and none for bots. */
static void read_tempo(sv_table *t, const json_t *meta)
{
	int tempo = sv_tempo_named(string_in(meta, "tempo"));
	t->tempo = tempo >= 0 ? tempo : sv_default_tempo(t->slow);
	sv_tempo preset = sv_tempo_at(&t->hub->limits, t->tempo);
	const json_t *hold = json_object_get(meta, "hold_ms"), *bot = json_object_get(meta, "bot_ms");
	t->move_time = number_in(meta, "move_ms");
	t->countdown = number_in(meta, "countdown_ms");
	t->hold_time = hold ? json_integer_value(hold) : preset.hold_time;
	t->bot_delay = bot ? json_integer_value(bot) : preset.bot_delay;
}

static int64_t time_in(const sv_table *t, const json_t *object, const char *key)
{
	return sv_time_of_stored(t, number_in(object, key));
}

static void read_clock(sv_table *t, const json_t *meta)
{
	const json_t *clock = json_object_get(meta, "clock");
	t->holders = seats_in(t, json_object_get(clock, "held_by"));
	t->began_at = time_in(t, clock, "began");
	if (!t->began_at) /* an older program did not keep it */
		t->began_at = t->updated;
	t->clock_from = time_in(t, clock, "from");
	t->clock_set = time_in(t, clock, "set");
	t->pause.since = time_in(t, clock, "paused");
	t->pause.elapsed = number_in(clock, "elapsed");
}

static void read_removed(sv_table *t, const json_t *list)
{
	for (size_t i = 0; i < json_array_size(list) && t->removed_count < SV_MAX_REMOVED; i++)
		sv_add_removed(t, json_integer_value(json_array_get(list, i)));
}

/* Metas before the dice of version 2 have none: what was published then is of version 1. */
static void read_dice(sv_table *t, const json_t *meta)
{
	size_t i;
	const json_t *one, *aborted = json_object_get(meta, "aborted");
	int64_t version = number_in(meta, "dice_version");
	t->opens_by = time_in(t, meta, "opens_by");
	t->fair.players = t->sent[0] ? 0 : t->setup.players;
	t->fair.published = bytes_in(meta, "commitment", t->fair.commitment);
	t->fair.secret_known = bytes_in(meta, "secret", t->fair.secret);
	t->fair.version = (uint8_t)(version ? version : t->fair.published ? 1 : AP_FAIR_VERSION);
	if (json_array_size(aborted) > 0)
		t->aborted = ap_allocate(AP_FAIR_MOST_ABORTED, sizeof *t->aborted);
	json_array_foreach(aborted, i, one)
	{
		if (t->aborted_count == AP_FAIR_MOST_ABORTED)
			break;
		ap_fair_aborted *a = &t->aborted[t->aborted_count++];
		bytes_in(one, "commitment", a->commitment);
		a->secret_known = bytes_in(one, "secret", a->secret);
		a->withheld = seats_in(t, json_object_get(one, "withheld"));
	}
}

static bool read_fields(sv_table *t, const json_t *meta)
{
	ap_setup setup = {.players = (uint8_t)number_in(meta, "players")};
	t->game = ap_game_named(string_in(meta, "game"));
	if (!t->game || setup.players < 1 || setup.players > AP_MAX_SEATS)
		return false;
	sv_set_setup(t, &setup);
	if (t->status == SV_LOBBY)
		sv_set_rules(t); /* it begins by the rules of this program */
	else
		read_rules(t, meta);
	if (!read_options(t, json_object_get(meta, "options")))
		return false;
	t->is_public = flag_in(meta, "public");
	t->slow = strcmp(string_in(meta, "pace"), "slow") == 0;
	t->fast = flag_in(meta, "fast");
	t->poker_face = flag_in(meta, "poker_face");
	t->away_agrees = flag_in(meta, "away_agrees");
	read_tempo(t, meta);
	read_clock(t, meta);
	t->owner = number_in(meta, "owner");
	t->created = number_in(meta, "created");
	read_removed(t, json_object_get(meta, "removed"));
	snprintf(t->invite, sizeof t->invite, "%s", string_in(meta, "invite"));
	snprintf(t->rematch, sizeof t->rematch, "%s", string_in(meta, "rematch"));
	t->winners = seats_in(t, json_object_get(meta, "won"));
	t->inspected = number_in(meta, "looked");
	snprintf(t->sent, sizeof t->sent, "%s", string_in(meta, "sent"));
	read_dice(t, meta);
	for (int seat = 0; seat < t->setup.players; seat++)
		read_seat(t, seat, json_array_get(json_object_get(meta, "seats"), (size_t)seat),
			json_array_get(json_object_get(meta, "private"), (size_t)seat));
	return true;
}

sv_table *sv_read_table(sv_hub *hub, const sv_table_row *row)
{
	assert(hub && row && row->meta);
	sv_table *t = ap_allocate(1, sizeof *t);
	json_t *meta = json_loads(row->meta, 0, NULL);
	bool is_whole = meta != NULL;
	if (is_whole) {
		t->hub = hub;
		t->id = row->id;
		memcpy(t->key, row->key, sizeof t->key);
		t->status = row->status;
		t->updated = row->updated;
		t->wall_ahead = sv_wall_now(hub) - sv_now(hub);
		t->expires = row->expires;
		t->ahead = row->ahead;
		t->next_talk = -1;
		is_whole = read_fields(t, meta);
	}
	json_decref(meta);
	if (is_whole) {
		sv_start_dice_clock(t);
		t->counted = amounts_of(t);
		return t;
	}
	free(t->aborted);
	sv_free_parts(t);
	free(t);
	return NULL;
}

void sv_free_table(sv_table *t)
{
	assert(t);
	while (t->watchers)
		sv_unwatch(t->watchers);
	sv_free_history(t);
	sv_forget_list_table(t);
	ap_fair_wipe(&t->fair);
	ap_fair_wipe_key(&t->dice_key);
	free(t->aborted);
	sv_free_parts(t);
	free(t);
}

int sv_seat_of(const sv_table *t, int64_t person)
{
	assert(t);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_PERSON && t->seat[seat].person == person)
			return seat;
	return AP_OBSERVER;
}

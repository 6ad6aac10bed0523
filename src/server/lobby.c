/* lobby.c: requests about tables before their games: create, join, leave, cancel, start and
 * rematch. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "server/dice.h"
#include "server/hub_notices.h"
#include "server/lists.h"
#include "server/nodes.h"
#include "server/play.h"
#include "server/requests.h"
#include "server/tempo.h"

/* A time for moves or reactions that a client may choose, in ms. */
#define LEAST_TIME 1000LL
#define MOST_TIME (30LL * 24 * 3600 * 1000)

/* For how long a client may let rounds be held and bots think, in ms. */
enum { MOST_HOLD = 10 * 60 * 1000, MOST_BOT = 60 * 1000 };

static void save_and_send(sv_table *t)
{
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
}

/* ---- Making a table -------------------------------------------------------------------------- */

/* Refuses the request if the table would be one too many, or have too many open seats or bots. */
static bool refuse_seats(const sv_request *r, const char *const *level, int own_seat, int players)
{
	sv_table_amounts more = {.tables = 1};
	for (int seat = 0; seat < players; seat++) {
		more.bots += level[seat] != NULL;
		more.open_seats += !level[seat] && seat != own_seat;
	}
	return sv_refuse_table(r, &more) || (own_seat >= 0 && sv_refuse_seat(r));
}

static bool read_options(const sv_request *r, const ap_game *game, ap_setup *setup)
{
	const char *key;
	json_t *value, *options = json_object_get(r->body, "options");
	json_object_foreach(options, key, value)
	{
		const char *word = json_string_value(value);
		int i = 0, v = 0;
		while (ap_option_name(game, i) && strcmp(ap_option_name(game, i), key) != 0)
			i++;
		while (
			word && ap_option_value(game, i, v) && strcmp(ap_option_value(game, i, v), word) != 0)
			v++;
		if (!word || !ap_option_name(game, i) || !ap_option_value(game, i, v))
			return false;
		setup->option[i] = (uint8_t)v;
	}
	return ap_setup_sound(game, setup);
}

static void take_seat(sv_table *t, int seat, const sv_client *c)
{
	sv_seat *s = &t->seat[seat];
	*s = (sv_seat){.kind = SV_SEAT_PERSON, .person = c->person, .gone_at = sv_now(c->hub)};
	sv_store_mark_used(c->hub->store, c->person);
	snprintf(s->name, sizeof s->name, "%s", c->name);
	snprintf(s->level, sizeof s->level, "%s", ap_strongest_bot(t->game)->level);
}

static void seat_bot(sv_table *t, int seat, const char *level)
{
	sv_seat *s = &t->seat[seat];
	*s = (sv_seat){.kind = SV_SEAT_BOT};
	snprintf(s->level, sizeof s->level, "%s", level);
}

/* Reads the seats: each is "me", "open" or {"bot": LEVEL}; missing ones are open. `own_seat` is set
 * to the seat of the client; -1 if there is none. */
static bool read_seats(
	const sv_request *r, const ap_game *game, const char **level, int *own_seat, int players)
{
	json_t *seats = json_object_get(r->body, "seats");
	*own_seat = -1;
	for (int i = 0; i < players; i++) {
		json_t *seat = json_array_get(seats, (size_t)i);
		const char *word = json_string_value(seat);
		level[i] = json_string_value(json_object_get(seat, "bot"));
		if (seat && !word && (!sv_has_fields(seat, "s:bot") || !ap_bot_named(game, level[i])))
			return false;
		if (word && strcmp(word, "me") == 0 && *own_seat < 0)
			*own_seat = i;
		else if (word && strcmp(word, "open") != 0)
			return false;
	}
	return json_array_size(seats) <= (size_t)players;
}

static bool is_good_time(const json_t *value)
{
	json_int_t time = json_integer_value(value);
	return !value || (time >= LEAST_TIME && time <= MOST_TIME);
}

static bool is_good_short_time(const json_t *value, json_int_t most)
{
	json_int_t time = json_integer_value(value);
	return !value || (time >= 0 && time <= most);
}

static bool is_good_pace(const sv_request *r)
{
	const char *pace = sv_request_text(r, "pace"), *tempo = sv_request_text(r, "tempo");
	return (!pace || strcmp(pace, "live") == 0 || strcmp(pace, "slow") == 0) &&
		(!tempo || sv_tempo_named(tempo) >= 0) &&
		is_good_time(json_object_get(r->body, "move_ms")) &&
		is_good_time(json_object_get(r->body, "countdown_ms")) &&
		is_good_short_time(json_object_get(r->body, "hold_ms"), MOST_HOLD) &&
		is_good_short_time(json_object_get(r->body, "bot_ms"), MOST_BOT);
}

static int64_t time_or_default(const sv_request *r, const char *key, int64_t default_time)
{
	const json_t *value = json_object_get(r->body, key);
	return value ? json_integer_value(value) : default_time;
}

static void read_pace(const sv_request *r, sv_table *t)
{
	const char *pace = sv_request_text(r, "pace"), *name = sv_request_text(r, "tempo");
	bool slow = pace && strcmp(pace, "slow") == 0;
	t->tempo = name ? sv_tempo_named(name) : sv_default_tempo(slow);
	sv_tempo tempo = sv_tempo_at(&t->hub->limits, t->tempo);
	t->slow = pace ? slow : tempo.slow;
	t->is_public = json_is_true(json_object_get(r->body, "public"));
	t->fast = json_is_true(json_object_get(r->body, "fast"));
	t->poker_face = json_is_true(json_object_get(r->body, "poker_face"));
	t->away_agrees = json_is_true(json_object_get(r->body, "away_agrees"));
	t->move_time = time_or_default(r, "move_ms", tempo.move_time);
	t->countdown = time_or_default(r, "countdown_ms", tempo.countdown);
	t->hold_time = time_or_default(r, "hold_ms", tempo.hold_time);
	t->bot_delay = time_or_default(r, "bot_ms", tempo.bot_delay);
}

static void answer_created(const sv_request *r, const sv_table *t)
{
	ap_json j = sv_begin_message(t->hub, "created", r->id);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	ap_json_key(&j, "invite");
	ap_json_string(&j, t->invite);
	sv_queue_message(r->client, &j);
}

/* Refuses to create a table, and cites the rule where one says so. */
static void refuse_setup(const sv_request *r, const ap_game *game, const ap_setup *setup)
{
	char text[128];
	const char *rule = ap_setup_refused_by(game, setup);
	snprintf(text, sizeof text, "the game is not played with these players and options%s%s%s",
		rule[0] ? " (" : "", rule, rule[0] ? ")" : "");
	sv_refuse_citing(r->client, r->id, "bad-table", rule, text);
}

void sv_on_create(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_client *c = r->client;
	const char *name = sv_request_text(r, "game"), *level[AP_MAX_SEATS];
	const ap_game *game = name ? ap_game_named(name) : NULL;
	ap_setup setup = {0};
	int own_seat;
	json_int_t players = json_integer_value(json_object_get(r->body, "players"));
	if (!game) {
		sv_refuse(c, r->id, "bad-table", "there is no such game");
		return;
	}
	setup.players = players > 0 && players <= AP_MAX_SEATS ? (uint8_t)players : 0;
	if (!read_options(r, game, &setup)) {
		refuse_setup(r, game, &setup);
		return;
	}
	if (!read_seats(r, game, level, &own_seat, setup.players)) {
		sv_refuse(c, r->id, "bad-table", "a seat is \"me\" once, \"open\" or {\"bot\": LEVEL}");
		return;
	}
	if (!is_good_pace(r)) {
		sv_refuse(c, r->id, "bad-table",
			"a tempo is relaxed, brisk, daily or none, a pace live or slow, a time from a second to 30 "
			"days, hold_ms at most ten minutes, bot_ms at most one");
		return;
	}
	if (refuse_seats(r, level, own_seat, setup.players))
		return;
	sv_table *t = sv_new_table(c->hub);
	sv_note_maker(c->hub->meters, t->id, c->who.address);
	t->game = game;
	sv_set_setup(t, &setup);
	sv_set_rules(t);
	t->owner = c->person;
	read_pace(r, t);
	ap_fair_start(&t->fair, setup.players);
	for (int seat = 0; seat < setup.players; seat++)
		if (level[seat])
			seat_bot(t, seat, level[seat]);
	if (own_seat >= 0)
		take_seat(t, own_seat, c);
	sv_store_mark_used(c->hub->store, c->person);
	answer_created(r, t);
	save_and_send(t);
}

/* ---- Joining and leaving --------------------------------------------------------------------- */

/* Returns the free seat that the request names, or any free one; -1 if there is none. */
static int find_free_seat(const sv_request *r, const sv_table *t)
{
	const char *word = sv_request_text(r, "seat");
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_FREE &&
			(!word || strcmp(word, ap_seat_name(t->game, seat)) == 0))
			return seat;
	return -1;
}

void sv_on_join(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_table *t = sv_request_table(r);
	if (!t)
		return;
	const char *invite = sv_request_text(r, "invite");
	int seat = find_free_seat(r, t);
	if (t->status != SV_LOBBY)
		sv_refuse(r->client, r->id, "not-now", "the game has begun");
	else if (sv_seat_of(t, r->client->person) != AP_OBSERVER)
		sv_refuse(r->client, r->id, "seated", "you sit there already");
	else if (!t->is_public && t->owner != r->client->person &&
		(!invite || strcmp(invite, t->invite) != 0))
		sv_refuse(r->client, r->id, "not-invited", "this table needs its invitation");
	else if (sv_is_removed(t, r->client->person))
		sv_refuse(r->client, r->id, "removed", "whoever made this table has removed you from it");
	else if (seat < 0)
		sv_refuse(r->client, r->id, "taken", "there is no such free seat");
	else if (!sv_refuse_seat(r)) {
		take_seat(t, seat, r->client);
		sv_answer_done(r, t);
		save_and_send(t);
	}
}

void sv_leave_seat(sv_table *t, int seat)
{
	assert(t && t->status == SV_LOBBY && seat >= 0 && seat < t->setup.players);
	t->seat[seat] = (sv_seat){0};
	sv_leave_dice(t, seat);
}

void sv_on_leave(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_seat(r, &seat);
	if (!t)
		return;
	if (t->status != SV_LOBBY) {
		sv_refuse(r->client, r->id, "not-now", "the game has begun: hand your seat over instead");
		return;
	}
	sv_leave_seat(t, seat);
	sv_answer_done(r, t);
	save_and_send(t);
}

void sv_on_cancel(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_table *t = sv_request_table(r);
	if (!t)
		return;
	if (t->owner != r->client->person) {
		sv_refuse(r->client, r->id, "not-yours", "only who made the table cancels it");
	} else if (t->status != SV_LOBBY) {
		sv_refuse(r->client, r->id, "not-now", "the game has begun");
	} else {
		t->status = SV_CANCELLED;
		sv_answer_done(r, t);
		save_and_send(t);
		sv_remove_table(t);
	}
}

/* ---- The start of the game ------------------------------------------------------------------- */

void sv_on_start(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_table *t = sv_request_table(r);
	if (!t)
		return;
	bool full = true;
	for (int seat = 0; seat < t->setup.players; seat++)
		full = full && t->seat[seat].kind != SV_SEAT_FREE;
	if (t->owner != r->client->person)
		sv_refuse(r->client, r->id, "not-yours", "only who made the table starts it");
	else if (t->status != SV_LOBBY || t->fair.published)
		sv_refuse(r->client, r->id, "not-now", "the game has begun");
	else if (!full)
		sv_refuse(r->client, r->id, "not-now", "a seat is still free");
	else if (!sv_draw_dice(t))
		sv_refuse(r->client, r->id, "not-now",
			"too many starts of this game came to nothing: make a new table");
	else {
		sv_answer_done(r, t);
		if (ap_fair_all_open(&t->fair))
			sv_start_game(t);
		save_and_send(t); /* clients that pledged a nonce have to open it now */
	}
}

static sv_table *copy_table(const sv_table *old, int64_t owner)
{
	sv_table *t = sv_new_table(old->hub);
	t->game = old->game;
	sv_set_setup(t, &old->setup);
	sv_set_rules(t);
	t->owner = owner;
	t->is_public = old->is_public;
	t->slow = old->slow;
	t->fast = old->fast;
	t->poker_face = old->poker_face;
	t->away_agrees = old->away_agrees;
	t->tempo = old->tempo;
	t->move_time = old->move_time;
	t->countdown = old->countdown;
	t->hold_time = old->hold_time;
	t->bot_delay = old->bot_delay;
	ap_fair_start(&t->fair, t->setup.players);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (old->seat[seat].kind == SV_SEAT_BOT)
			seat_bot(t, seat, old->seat[seat].level);
	return t;
}

static bool refuse_rematch(const sv_request *r, const sv_table *old)
{
	sv_table_amounts more = {.tables = 1};
	for (int seat = 0; seat < old->setup.players; seat++)
		more.bots += old->seat[seat].kind == SV_SEAT_BOT;
	more.open_seats = old->setup.players - more.bots - 1;
	return sv_refuse_table(r, &more);
}

/* True if another node leads the table, or nobody can yet. */
static bool is_elsewhere(sv_hub *hub, const char *key)
{
	int64_t node;
	sv_leading leading = sv_find_leader(hub, key, &node);
	return leading == SV_LED_ELSEWHERE || leading == SV_NOT_LED;
}

/* Makes a table for another game with the same seats, or takes the seat there if somebody else has
 * made it. */
void sv_on_rematch(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *old = sv_request_seat(r, &seat);
	if (!old)
		return;
	if (old->status != SV_OVER) {
		sv_refuse(r->client, r->id, "not-now", "the game is not over");
		return;
	}
	if (!ap_setup_sound(old->game, &old->setup)) { /* it was played by other rules */
		sv_refuse(r->client, r->id, "not-now", "the game cannot be played like this any more");
		return;
	}
	sv_table *t = old->rematch[0] ? sv_find_table(old->hub, old->rematch) : NULL;
	bool is_seated = t && sv_seat_of(t, r->client->person) != AP_OBSERVER;
	if (!t && old->rematch[0] && is_elsewhere(old->hub, old->rematch)) {
		sv_refuse(r->client, r->id, "not-now", "the next game has a table already: join it there");
		return;
	}
	if (!t && refuse_rematch(r, old))
		return;
	if (t && sv_is_removed(t, r->client->person)) {
		sv_refuse(r->client, r->id, "removed", "whoever made this table has removed you from it");
		return;
	}
	if (t && !is_seated && (t->status != SV_LOBBY || t->seat[seat].kind != SV_SEAT_FREE)) {
		sv_refuse(r->client, r->id, "taken", "the other game has begun, or your seat is taken");
		return;
	}
	if (!t) {
		t = copy_table(old, r->client->person);
		sv_note_maker(t->hub->meters, t->id, r->client->who.address);
		take_seat(t, seat, r->client);
		memcpy(old->rematch, t->key, sizeof old->rematch);
		save_and_send(old);
		sv_notify_absent(old, SV_NOTICE_REMATCH, r->client->person);
	} else if (!is_seated) {
		take_seat(t, seat, r->client);
	}
	answer_created(r, t);
	save_and_send(t);
}

/* lobby.c: requests about tables before their games: create, join, leave, cancel, start, rematch
 * and the nonces of the fair dice. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "server/hub_notices.h"
#include "server/lists.h"
#include "server/play.h"
#include "server/requests.h"

/* A time for moves or reactions that a client may choose, in ms. */
#define LEAST_TIME 1000LL
#define MOST_TIME (30LL * 24 * 3600 * 1000)

static void save_and_send(sv_table *t)
{
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
}

/* ---- Making a table -------------------------------------------------------------------------- */

static int count_tables_of(const sv_hub *hub, int64_t person)
{
	int count = 0;
	for (const sv_table *t = hub->tables; t; t = t->next)
		count += t->owner == person && t->status != SV_OVER;
	return count;
}

/* Refuses the request if its person owns too many tables already. */
static bool refuse_too_many(const sv_request *r)
{
	const sv_client *c = r->client;
	if (count_tables_of(c->hub, c->person) < c->hub->limits.tables_a_person)
		return false;
	sv_refuse(r->client, r->id, "too-many-tables",
		"you have too many tables: finish or cancel one first");
	return true;
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
	*s = (sv_seat){.kind = SV_SEAT_PERSON, .person = c->person};
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

static bool is_good_pace(const sv_request *r)
{
	const char *pace = sv_request_text(r, "pace");
	return (!pace || strcmp(pace, "live") == 0 || strcmp(pace, "slow") == 0) &&
		is_good_time(json_object_get(r->body, "move_ms")) &&
		is_good_time(json_object_get(r->body, "countdown_ms"));
}

static int64_t time_or_default(const sv_request *r, const char *key, int64_t default_time)
{
	const json_t *value = json_object_get(r->body, key);
	return value ? json_integer_value(value) : default_time;
}

static void read_pace(const sv_request *r, sv_table *t)
{
	const char *pace = sv_request_text(r, "pace");
	const sv_limits *l = &t->hub->limits;
	t->slow = pace && strcmp(pace, "slow") == 0;
	t->is_public = json_is_true(json_object_get(r->body, "public"));
	t->fast = json_is_true(json_object_get(r->body, "fast"));
	t->move_time = time_or_default(r, "move_ms", t->slow ? l->slow_move : l->live_move);
	t->countdown = time_or_default(r, "countdown_ms", l->countdown);
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
		sv_refuse(c, r->id, "bad-table", "a pace is live or slow, a time from a second to 30 days");
		return;
	}
	if (refuse_too_many(r))
		return;
	sv_table *t = sv_new_table(c->hub);
	t->game = game;
	t->setup = setup;
	sv_set_rules(t);
	t->owner = c->person;
	read_pace(r, t);
	ap_fair_start(&t->fair, setup.players);
	for (int seat = 0; seat < setup.players; seat++)
		if (level[seat])
			seat_bot(t, seat, level[seat]);
	if (own_seat >= 0)
		take_seat(t, own_seat, c);
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
	else if (seat < 0)
		sv_refuse(r->client, r->id, "taken", "there is no such free seat");
	else {
		take_seat(t, seat, r->client);
		sv_answer_done(r, t);
		save_and_send(t);
	}
}

static void restart_dice(sv_table *t)
{
	ap_fair_start(&t->fair, t->setup.players);
	for (int seat = 0; seat < t->setup.players; seat++)
		t->seat[seat].own_nonce = false;
}

void sv_leave_seat(sv_table *t, int seat)
{
	assert(t && t->status == SV_LOBBY && seat >= 0 && seat < t->setup.players);
	t->seat[seat] = (sv_seat){0};
	t->fair.pledged &= (ap_seats)~AP_SEAT(seat);
	if (t->fair.published) /* the dice were to depend on this seat */
		restart_dice(t);
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

/* ---- Fair dice and the start of the game ----------------------------------------------------- */

/* A client may pledge a nonce of its own, and open it later; for all other seats the server draws
 * one. */
void sv_on_nonce(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	unsigned char bytes[AP_FAIR_BYTES];
	sv_table *t = sv_request_seat(r, &seat);
	const char *pledge = sv_request_text(r, "pledge"), *nonce = sv_request_text(r, "nonce");
	const char *hex = pledge ? pledge : nonce;
	if (!t)
		return;
	if (!hex || strlen(hex) != AP_FAIR_HEX || !ap_fair_read_hex(hex, bytes) || (pledge && nonce)) {
		sv_refuse(r->client, r->id, "bad-message", "a pledge or a nonce of 64 hexadecimal digits");
		return;
	}
	if (t->status != SV_LOBBY ||
		(pledge ? ap_fair_pledge(&t->fair, seat, bytes)
				: ap_fair_open_nonce(&t->fair, seat, bytes))) {
		sv_refuse(r->client, r->id, "not-now", "this is not the time, or it breaks the pledge");
		return;
	}
	t->seat[seat].own_nonce = true;
	sv_answer_done(r, t);
	save_and_send(t);
	if (ap_fair_all_open(&t->fair))
		sv_start_game(t);
}

/* Pledges nonces for the seats that have none, then commits the secret, and then opens the nonces
 * that the server has drawn. */
static void draw_dice(sv_table *t)
{
	unsigned char nonce[AP_MAX_SEATS][AP_FAIR_BYTES], secret[AP_FAIR_BYTES], pledge[AP_FAIR_BYTES];
	for (int seat = 0; seat < t->setup.players; seat++) {
		if (t->fair.pledged & AP_SEAT(seat))
			continue;
		sv_random(t->hub, nonce[seat], AP_FAIR_BYTES);
		ap_fair_commit_nonce(seat, nonce[seat], pledge);
		ap_fair_pledge(&t->fair, seat, pledge);
	}
	sv_random(t->hub, secret, sizeof secret);
	ap_fair_commit_secret(secret, pledge);
	ap_fair_publish(&t->fair, pledge);
	ap_fair_open_secret(&t->fair, secret);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (!t->seat[seat].own_nonce)
			ap_fair_open_nonce(&t->fair, seat, nonce[seat]);
}

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
	else {
		draw_dice(t);
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
	t->setup = old->setup;
	sv_set_rules(t);
	t->owner = owner;
	t->is_public = old->is_public;
	t->slow = old->slow;
	t->fast = old->fast;
	t->move_time = old->move_time;
	t->countdown = old->countdown;
	ap_fair_start(&t->fair, t->setup.players);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (old->seat[seat].kind == SV_SEAT_BOT)
			seat_bot(t, seat, old->seat[seat].level);
	return t;
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
	if (!t && refuse_too_many(r))
		return;
	if (t && !is_seated && (t->status != SV_LOBBY || t->seat[seat].kind != SV_SEAT_FREE)) {
		sv_refuse(r->client, r->id, "taken", "the other game has begun, or your seat is taken");
		return;
	}
	if (!t) {
		t = copy_table(old, r->client->person);
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

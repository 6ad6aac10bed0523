/* lobby.c: making a table, sitting down, getting up, beginning. */
#include "server/hub_internal.h"

#include <string.h>

#define LEAST_TIME 1000LL
#define MOST_TIME (30LL * 24 * 3600 * 1000)

static void changed(sv_table *t)
{
	sv_save_table(t);
	sv_lobby_changed(t);
	sv_show_table(t);
}

/* ---- Making a table -------------------------------------------------------------------------- */

static int tables_of(const sv_hub *hub, int64_t person)
{
	int count = 0;
	for (const sv_table *t = hub->tables; t; t = t->next)
		count += t->owner == person && t->status != SV_OVER;
	return count;
}

static bool has_too_many(const sv_request *r)
{
	const sv_client *c = r->client;
	if (tables_of(c->hub, c->person) < c->hub->limits.tables_a_person)
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

static void sit(sv_table *t, int seat, const sv_client *c)
{
	sv_seat *s = &t->seat[seat];
	*s = (sv_seat){.kind = SV_PERSON, .person = c->person};
	snprintf(s->name, sizeof s->name, "%s", c->name);
	snprintf(s->level, sizeof s->level, "%s", ap_strongest_bot(t->game)->level);
}

static void seat_bot(sv_table *t, int seat, const char *level)
{
	sv_seat *s = &t->seat[seat];
	*s = (sv_seat){.kind = SV_BOT};
	snprintf(s->level, sizeof s->level, "%s", level);
}

/* "me", "open", or {"bot": LEVEL} for each seat; missing ones are open. */
static bool read_seats(
	const sv_request *r, const ap_game *game, const char **level, int *mine, int players)
{
	json_t *seats = json_object_get(r->body, "seats");
	*mine = -1;
	for (int i = 0; i < players; i++) {
		json_t *seat = json_array_get(seats, (size_t)i);
		const char *word = json_string_value(seat);
		level[i] = json_string_value(json_object_get(seat, "bot"));
		if (seat && !word && (!sv_fits(seat, "s:bot") || !ap_bot_named(game, level[i])))
			return false;
		if (word && strcmp(word, "me") == 0 && *mine < 0)
			*mine = i;
		else if (word && strcmp(word, "open") != 0)
			return false;
	}
	return json_array_size(seats) <= (size_t)players;
}

static bool good_time(const json_t *value)
{
	json_int_t time = json_integer_value(value);
	return !value || (time >= LEAST_TIME && time <= MOST_TIME);
}

static bool good_pace(const sv_request *r)
{
	const char *pace = sv_text_of(r, "pace");
	return (!pace || strcmp(pace, "live") == 0 || strcmp(pace, "slow") == 0) &&
		good_time(json_object_get(r->body, "move_ms")) &&
		good_time(json_object_get(r->body, "countdown_ms"));
}

static int64_t time_of(const sv_request *r, const char *key, int64_t usual)
{
	const json_t *value = json_object_get(r->body, key);
	return value ? json_integer_value(value) : usual;
}

static void read_pace(const sv_request *r, sv_table *t)
{
	const char *pace = sv_text_of(r, "pace");
	const sv_limits *l = &t->hub->limits;
	t->slow = pace && strcmp(pace, "slow") == 0;
	t->open = json_is_true(json_object_get(r->body, "public"));
	t->fast = json_is_true(json_object_get(r->body, "fast"));
	t->move_time = time_of(r, "move_ms", t->slow ? l->slow_move : l->live_move);
	t->countdown = time_of(r, "countdown_ms", l->countdown);
}

static void answer_created(const sv_request *r, const sv_table *t)
{
	ap_json j = sv_begin(t->hub, "created", r->id);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	ap_json_key(&j, "invite");
	ap_json_string(&j, t->invite);
	sv_queue(r->client, &j);
}

void sv_on_create(const sv_request *r)
{
	sv_client *c = r->client;
	const char *name = sv_text_of(r, "game"), *level[AP_MAX_SEATS];
	const ap_game *game = name ? ap_game_named(name) : NULL;
	ap_setup setup = {0};
	int mine;
	json_int_t players = json_integer_value(json_object_get(r->body, "players"));
	if (!game) {
		sv_refuse(c, r->id, "bad-table", "there is no such game");
		return;
	}
	setup.players = players > 0 && players <= AP_MAX_SEATS ? (uint8_t)players : 0;
	if (!read_options(r, game, &setup)) {
		sv_refuse(c, r->id, "bad-table", "the game is not played with these players and options");
		return;
	}
	if (!read_seats(r, game, level, &mine, setup.players)) {
		sv_refuse(c, r->id, "bad-table", "a seat is \"me\" once, \"open\" or {\"bot\": LEVEL}");
		return;
	}
	if (!good_pace(r)) {
		sv_refuse(c, r->id, "bad-table", "a pace is live or slow, a time from a second to 30 days");
		return;
	}
	if (has_too_many(r))
		return;
	sv_table *t = sv_new_table(c->hub);
	t->game = game;
	t->setup = setup;
	t->owner = c->person;
	read_pace(r, t);
	ap_fair_start(&t->fair, setup.players);
	for (int seat = 0; seat < setup.players; seat++)
		if (level[seat])
			seat_bot(t, seat, level[seat]);
	if (mine >= 0)
		sit(t, mine, c);
	answer_created(r, t);
	changed(t);
}

/* ---- Sitting down and getting up ------------------------------------------------------------- */

static int wished_seat(const sv_request *r, const sv_table *t)
{
	const char *word = sv_text_of(r, "seat");
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_NOBODY &&
			(!word || strcmp(word, ap_seat_name(t->game, seat)) == 0))
			return seat;
	return -1;
}

void sv_on_join(const sv_request *r)
{
	sv_table *t = sv_table_of(r);
	if (!t)
		return;
	const char *invite = sv_text_of(r, "invite");
	int seat = wished_seat(r, t);
	if (t->status != SV_LOBBY)
		sv_refuse(r->client, r->id, "not-now", "the game has begun");
	else if (sv_seat_of(t, r->client->person) != AP_OBSERVER)
		sv_refuse(r->client, r->id, "seated", "you sit there already");
	else if (!t->open && t->owner != r->client->person &&
		(!invite || strcmp(invite, t->invite) != 0))
		sv_refuse(r->client, r->id, "not-invited", "this table needs its invitation");
	else if (seat < 0)
		sv_refuse(r->client, r->id, "taken", "there is no such free seat");
	else {
		sit(t, seat, r->client);
		sv_done(r, t);
		changed(t);
	}
}

static void new_dice(sv_table *t)
{
	ap_fair_start(&t->fair, t->setup.players);
	for (int seat = 0; seat < t->setup.players; seat++)
		t->seat[seat].own_nonce = false;
}

void sv_get_up(sv_table *t, int seat)
{
	t->seat[seat] = (sv_seat){0};
	t->fair.pledged &= (ap_seats)~AP_SEAT(seat);
	if (t->fair.published) /* without him the dice cannot be what they were to be */
		new_dice(t);
}

void sv_on_leave(const sv_request *r)
{
	int seat;
	sv_table *t = sv_seated_at(r, &seat);
	if (!t)
		return;
	if (t->status != SV_LOBBY) {
		sv_refuse(r->client, r->id, "not-now", "the game has begun: hand your seat over instead");
		return;
	}
	sv_get_up(t, seat);
	sv_done(r, t);
	changed(t);
}

/* Whoever made it gives it up before its game has begun. */
void sv_on_cancel(const sv_request *r)
{
	sv_table *t = sv_table_of(r);
	if (!t)
		return;
	if (t->owner != r->client->person) {
		sv_refuse(r->client, r->id, "not-yours", "only who made the table cancels it");
	} else if (t->status != SV_LOBBY) {
		sv_refuse(r->client, r->id, "not-now", "the game has begun");
	} else {
		t->status = SV_CANCELLED;
		sv_done(r, t);
		changed(t);
		sv_forget_table(t);
	}
}

/* ---- Fair dice and the beginning ------------------------------------------------------------- */

/* A person's program may pledge a nonce of its own; for all others the server draws one. */
void sv_on_nonce(const sv_request *r)
{
	int seat;
	unsigned char bytes[AP_FAIR_BYTES];
	sv_table *t = sv_seated_at(r, &seat);
	const char *pledge = sv_text_of(r, "pledge"), *nonce = sv_text_of(r, "nonce");
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
	sv_done(r, t);
	changed(t);
	if (ap_fair_all_open(&t->fair))
		sv_start_game(t);
}

/* Pledges for all who have none, then the secret's commitment, then the nonces. */
static void roll_up_sleeves(sv_table *t)
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
	sv_table *t = sv_table_of(r);
	if (!t)
		return;
	bool full = true;
	for (int seat = 0; seat < t->setup.players; seat++)
		full = full && t->seat[seat].kind != SV_NOBODY;
	if (t->owner != r->client->person)
		sv_refuse(r->client, r->id, "not-yours", "only who made the table starts it");
	else if (t->status != SV_LOBBY || t->fair.published)
		sv_refuse(r->client, r->id, "not-now", "the game has begun");
	else if (!full)
		sv_refuse(r->client, r->id, "not-now", "a seat is still free");
	else {
		roll_up_sleeves(t);
		sv_done(r, t);
		if (ap_fair_all_open(&t->fair))
			sv_start_game(t);
		changed(t); /* who pledged his own nonce is to open it now */
	}
}

/* The same people, the same seats, a new game. */
void sv_on_rematch(const sv_request *r)
{
	int seat;
	sv_table *old = sv_seated_at(r, &seat);
	if (!old)
		return;
	if (old->status != SV_OVER) {
		sv_refuse(r->client, r->id, "not-now", "the game is not over");
		return;
	}
	sv_table *t = old->rematch[0] ? sv_find_table(old->hub, old->rematch) : NULL;
	bool sits = t && sv_seat_of(t, r->client->person) != AP_OBSERVER;
	if (!t && has_too_many(r))
		return;
	if (t && !sits && (t->status != SV_LOBBY || t->seat[seat].kind != SV_NOBODY)) {
		sv_refuse(r->client, r->id, "taken", "the other game has begun, or your seat is taken");
		return;
	}
	if (!t) {
		t = sv_new_table(old->hub);
		t->game = old->game;
		t->setup = old->setup;
		t->owner = r->client->person;
		t->open = old->open;
		t->slow = old->slow;
		t->fast = old->fast;
		t->move_time = old->move_time;
		t->countdown = old->countdown;
		ap_fair_start(&t->fair, t->setup.players);
		for (int i = 0; i < t->setup.players; i++)
			if (old->seat[i].kind == SV_BOT)
				seat_bot(t, i, old->seat[i].level);
		sit(t, seat, r->client);
		memcpy(old->rematch, t->key, sizeof old->rematch);
		changed(old);
		sv_tell_all(old, SV_NOTICE_REMATCH, r->client->person);
	} else if (!sits) {
		sit(t, seat, r->client);
	}
	answer_created(r, t);
	changed(t);
}

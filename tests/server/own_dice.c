/* own_dice.c: see own_dice.h. */
#include "server/own_dice.h"

/* ---- Pledges and nonces ---------------------------------------------------------------------- */

void write_nonce(int who, char hex[AP_FAIR_HEX + 1])
{
	unsigned char nonce[AP_FAIR_BYTES];
	memset(nonce, 0xa0 + who, sizeof nonce);
	ap_fair_write_hex(nonce, hex);
}

void write_pledge(int who, int seat, char hex[AP_FAIR_HEX + 1])
{
	unsigned char nonce[AP_FAIR_BYTES], pledge[AP_FAIR_BYTES];
	memset(nonce, 0xa0 + who, sizeof nonce);
	ap_fair_commit_nonce(seat, nonce, pledge);
	ap_fair_write_hex(pledge, hex);
}

json_t *send_dice(fixture *h, int who, const char *field, const char *hex)
{
	test_client *g = &h->client[who];
	return send_request(h, g, "{\"type\":\"nonce\",\"id\":\"n\",\"table\":\"%s\",\"%s\":\"%s\"}",
		g->table, field, hex);
}

json_t *send_pledge(fixture *h, int who)
{
	char hex[AP_FAIR_HEX + 1];
	write_pledge(who, who, hex);
	return send_dice(h, who, "pledge", hex);
}

json_t *send_nonce(fixture *h, int who)
{
	char hex[AP_FAIR_HEX + 1];
	write_nonce(who, hex);
	return send_dice(h, who, "nonce", hex);
}

json_t *send_plain(fixture *h, int who, const char *type)
{
	test_client *g = &h->client[who];
	return send_request(h, g, "{\"type\":\"%s\",\"id\":\"r\",\"table\":\"%s\"}", type, g->table);
}

/* ---- A table of people and a bot ------------------------------------------------------------- */

void connect_people(fixture *h, int people, const char *key)
{
	static const char *const names[] = {"Ann", "Ben", "Cem", "Dora", "Ede"};
	for (int i = 0; i < people; i++) {
		test_client *g = connect_client(h, names[i], i + 1);
		if (!key)
			continue;
		snprintf(g->table, sizeof g->table, "%s", key);
		send_plain(h, i, "watch");
	}
}

void create_table(fixture *h, const ap_game *game)
{
	char seats[256] = "\"me\"";
	bool bot = h->clients < ap_max_players(game);
	for (int i = 1; i < h->clients; i++)
		strcat(seats, ",\"open\"");
	if (bot)
		strcat(seats, ",{\"bot\":\"random\"}");
	json_t *made = send_request(h, &h->client[0],
		"{\"type\":\"create\",\"id\":\"c\",\"game\":\"%s\",\"players\":%d,\"public\":true,"
		"\"seats\":[%s]}",
		ap_game_name(game), h->clients + bot, seats);
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", text_in(made, "table"));
	for (int i = 0; i < h->clients; i++) {
		snprintf(h->client[i].table, SV_KEY_SIZE, "%s", key);
		if (i > 0)
			assert_done(send_plain(h, i, "join"));
		send_plain(h, i, "watch");
	}
}

const char *status(const fixture *h)
{
	return text_in(h->client[1].summary, "status");
}

const char *commitment(const fixture *h)
{
	return text_in(h->client[1].summary, "commitment");
}

void start_game(fixture *h)
{
	for (int i = 0; i < h->clients; i++)
		assert_done(send_pledge(h, i));
	assert_done(send_plain(h, 0, "start"));
	for (int i = h->clients - 1; i >= 0; i--) {
		assert_string_equal(status(h), "lobby");
		assert_done(send_nonce(h, i));
	}
	assert_string_equal(status(h), "running");
}

/* ---- Playing ----------------------------------------------------------------------------------
 */

void drop_received(fixture *h)
{
	for (int i = 0; i < h->clients; i++)
		while (h->client[i].count > 0)
			json_decref(h->client[i].received[--h->client[i].count]);
}

json_t *answer(fixture *h, test_client *g, ap_rng *rng)
{
	static int id;
	json_t *legal = json_object_get(g->ask, "legal");
	size_t which = ap_below(rng, (uint32_t)json_array_size(legal));
	return send_request(h, g,
		"{\"type\":\"act\",\"id\":\"%d\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}", ++id,
		g->table, (int)json_integer_value(json_object_get(g->ask, "question")),
		json_string_value(json_array_get(legal, which)));
}

/* own_dice.c: see own_dice.h. */
#include "server/own_dice.h"

/* ---- Dice of one's own ----------------------------------------------------------------------- */

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

json_t *about_dice(house *h, int who, const char *field, const char *hex)
{
	guest *g = &h->guest[who];
	return say(h, g, "{\"type\":\"nonce\",\"id\":\"n\",\"table\":\"%s\",\"%s\":\"%s\"}", g->table,
		field, hex);
}

json_t *pledge(house *h, int who)
{
	char hex[AP_FAIR_HEX + 1];
	write_pledge(who, who, hex);
	return about_dice(h, who, "pledge", hex);
}

json_t *open_nonce(house *h, int who)
{
	char hex[AP_FAIR_HEX + 1];
	write_nonce(who, hex);
	return about_dice(h, who, "nonce", hex);
}

json_t *request(house *h, int who, const char *type)
{
	guest *g = &h->guest[who];
	return say(h, g, "{\"type\":\"%s\",\"id\":\"r\",\"table\":\"%s\"}", type, g->table);
}

/* ---- A table of people and a bot ------------------------------------------------------------- */

void come_in(house *h, int people, const char *key)
{
	static const char *const names[] = {"Ann", "Ben", "Cem", "Dora", "Ede"};
	for (int i = 0; i < people; i++) {
		guest *g = enter(h, names[i], i + 1);
		if (!key)
			continue;
		snprintf(g->table, sizeof g->table, "%s", key);
		request(h, i, "watch");
	}
}

void set_table(house *h, const ap_game *game)
{
	char seats[256] = "\"me\"";
	bool bot = h->guests < ap_max_players(game);
	for (int i = 1; i < h->guests; i++)
		strcat(seats, ",\"open\"");
	if (bot)
		strcat(seats, ",{\"bot\":\"random\"}");
	json_t *made = say(h, &h->guest[0],
		"{\"type\":\"create\",\"id\":\"c\",\"game\":\"%s\",\"players\":%d,\"public\":true,"
		"\"seats\":[%s]}",
		ap_game_name(game), h->guests + bot, seats);
	char key[SV_KEY_SIZE];
	snprintf(key, sizeof key, "%s", word(made, "table"));
	for (int i = 0; i < h->guests; i++) {
		snprintf(h->guest[i].table, SV_KEY_SIZE, "%s", key);
		if (i > 0)
			assert_done(request(h, i, "join"));
		request(h, i, "watch");
	}
}

const char *status(const house *h)
{
	return word(h->guest[1].summary, "status");
}

const char *commitment(const house *h)
{
	return word(h->guest[1].summary, "commitment");
}

void begin(house *h)
{
	for (int i = 0; i < h->guests; i++)
		assert_done(pledge(h, i));
	assert_done(request(h, 0, "start"));
	for (int i = h->guests - 1; i >= 0; i--) {
		assert_string_equal(status(h), "lobby");
		assert_done(open_nonce(h, i));
	}
	assert_string_equal(status(h), "running");
}

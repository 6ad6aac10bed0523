/* game_list.c: see game_list.h. */
#include "bots/game_list.h"

#include <assert.h>

#include "bots/bots.h"

static void write_options(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "options");
	ap_json_open(j, '{');
	for (int i = 0; ap_option_name(game, i); i++) {
		ap_json_key(j, ap_option_name(game, i));
		ap_json_open(j, '[');
		for (int v = 0; ap_option_value(game, i, v); v++)
			ap_json_string(j, ap_option_value(game, i, v));
		ap_json_close(j, ']');
	}
	ap_json_close(j, '}');
}

static void write_seats(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "seats");
	ap_json_open(j, '[');
	for (int seat = 0; seat < ap_max_players(game); seat++)
		ap_json_string(j, ap_seat_name(game, seat));
	ap_json_close(j, ']');
}

static void write_bots(ap_json *j, const ap_game *game)
{
	ap_json_key(j, "bots");
	ap_json_open(j, '[');
	for (int n = 0; ap_bot_at(game, n); n++)
		ap_json_string(j, ap_bot_at(game, n)->level);
	ap_json_close(j, ']');
}

static void write_game(ap_json *j, const ap_game *game)
{
	ap_json_open(j, '{');
	ap_json_key(j, "game");
	ap_json_string(j, ap_game_name(game));
	ap_json_key(j, "min_players");
	ap_json_int(j, ap_min_players(game));
	ap_json_key(j, "max_players");
	ap_json_int(j, ap_max_players(game));
	write_seats(j, game);
	write_options(j, game);
	write_bots(j, game);
	ap_json_key(j, "rules");
	ap_json_int(j, ap_rules_version(game));
	ap_json_key(j, "state_bytes");
	ap_json_int(j, (int64_t)ap_state_size(game));
	ap_json_close(j, '}');
}

void ap_write_games(ap_json *j)
{
	assert(j);
	ap_json_open(j, '[');
	for (int i = 0; i < ap_game_count(); i++)
		write_game(j, ap_game_at(i));
	ap_json_close(j, ']');
}

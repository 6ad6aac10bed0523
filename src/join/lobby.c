/* lobby.c: the tables of the server as a numbered list, and making a new table. */
#include "join/join.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/words.h"
#include "cli/setup.h"
#include "text/phrases.h"

enum { MOST_SHOWN = 60 }; /* tables in the list */

/* ---- Reading --------------------------------------------------------------------------------- */

terminal_input join_read_line(join *j, const char *prompt, char line[JOIN_LINE])
{
	assert(prompt);
	terminal_input read = session_read_line(&j->session, prompt, line, JOIN_LINE);
	if (read == INPUT_REDRAW && !j->session.terminal.full_screen && prompt[0])
		putchar('\n');
	return read;
}

/* Reads the answer to a question of the program. Returns false if there is none: at the end of the
 * input or after a signal. */
static bool ask(join *j, const char *prompt, char line[JOIN_LINE])
{
	terminal_input read;
	do
		read = join_read_line(j, prompt, line);
	while (read == INPUT_REDRAW);
	return read == INPUT_LINE;
}

/* ---- A new table ----------------------------------------------------------------------------- */

/* Returns a seat as the protocol has it; NULL if the word is none. */
static json_t *make_seat(const char *word, const ap_game *game)
{
	if (strcmp(word, "you") == 0 || strcmp(word, "me") == 0)
		return json_string("me");
	if (strcmp(word, "open") == 0)
		return json_string("open");
	return ap_bot_named(game, word) ? json_pack("{ss}", "bot", word) : NULL;
}

/* Reads "you,open,greedy". Returns NULL after printing what is wrong. */
static json_t *read_seats(const char *command, const char *words, const ap_game *game, int players)
{
	json_t *seats = json_array();
	char word[32];
	for (int seat = 0; seat < players; seat++) {
		size_t length = strcspn(words, ",");
		ap_cli_copy_part(words, length, word, sizeof word);
		json_t *seat_json = make_seat(word, game);
		if (!seat_json) {
			ap_cli_misuse(
				command, "--seats has you, open or a level of bots for each seat, not '%s'", word);
			json_decref(seats);
			return NULL;
		}
		json_array_append_new(seats, seat_json);
		words += length + (words[length] == ',');
	}
	return seats;
}

static int count_words(const char *words)
{
	int count = 1;
	for (; *words; words++)
		count += *words == ',';
	return count;
}

static json_t *make_options(const ap_game *game, const ap_setup *setup)
{
	json_t *options = json_object();
	for (int i = 0; ap_option_name(game, i); i++)
		json_object_set_new(options, ap_option_name(game, i),
			json_string(ap_option_value(game, i, setup->option[i])));
	return options;
}

json_t *join_new_table_message(const char *command, const join_table_options *options)
{
	assert(options->game);
	char count[12] = "", usual[] = "you";
	ap_setup setup;
	const ap_game *game = ap_cli_game(command, options->game);
	if (options->seats)
		snprintf(count, sizeof count, "%d", count_words(options->seats));
	const char *players = options->players ? options->players : options->seats ? count : NULL;
	if (!game || !ap_cli_setup(command, game, players, &options->game_options, &setup))
		return NULL;
	if (options->seats && count_words(options->seats) != setup.players) {
		ap_cli_misuse(command, "--seats names %s, but %d play", count, setup.players);
		return NULL;
	}
	json_t *seats = read_seats(
		command, options->seats ? options->seats : usual, game, options->seats ? setup.players : 1);
	if (!seats)
		return NULL;
	return json_pack("{sssssisososssb}", "type", "create", "game", ap_game_name(game), "players",
		setup.players, "options", make_options(game, &setup), "seats", seats, "pace",
		options->slow ? "slow" : "live", "public", options->open);
}

join_next join_create_table(join *j, json_t *new_table)
{
	const json_t *created = join_request(j, new_table);
	char key[JOIN_KEY], invite[JOIN_KEY];
	if (!created || !join_read_key(join_string(created, "table"), key) ||
		!join_read_key(join_string(created, "invite"), invite))
		return JOIN_STAY;
	join_clear_table(j);
	memcpy(j->table_key, key, sizeof key);
	memcpy(j->invite_key, invite, sizeof invite);
	j->just_created = true;
	return JOIN_GO_TO_TABLE;
}

/* ---- Asking for a new table ------------------------------------------------------------------ */

/* Returns the number that is typed; -1 if it is out of bounds or no number. */
static int ask_number(join *j, const char *prompt, int least, int most)
{
	char line[JOIN_LINE];
	uint64_t number;
	if (!ask(j, prompt, line) || !ap_cli_read_number(line, (uint64_t)most, &number))
		return -1;
	return (int)number >= least ? (int)number : -1;
}

static const ap_game *ask_game(join *j)
{
	page p = page_for(&j->session.terminal);
	char line[TEXT_LINE];
	page_rule(&p, session_word(&j->session, "cli.join.new"));
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		snprintf(line, sizeof line, S_BOLD "%2d" S_PLAIN " %s " S_DIM "%d-%d" S_PLAIN, i + 1,
			ap_game_title(game, j->session.language), ap_min_players(game), ap_max_players(game));
		page_add(&p, line);
	}
	terminal_clear(&j->session.terminal);
	page_print(&p, &j->session.terminal, 0, p.lines);
	page_free(&p);
	int n = ask_number(j, session_word(&j->session, "cli.join.which-game"), 1, ap_game_count());
	return n > 0 ? ap_game_at(n - 1) : NULL;
}

static int ask_within(join *j, const char *key, int least, int most)
{
	char prompt[TEXT_LINE], low[12], high[12];
	snprintf(low, sizeof low, "%d", least);
	snprintf(high, sizeof high, "%d", most);
	return ask_number(
		j, play_say(prompt, sizeof prompt, j->session.language, key, low, high, NULL), least, most);
}

/* Reads the level of the bots, greedy by default. Returns false if there is no such level. */
static bool ask_level(join *j, const ap_game *game, char level[JOIN_LINE])
{
	char levels[200] = "", prompt[TEXT_LINE];
	for (int i = 0; ap_bot_at(game, i); i++)
		text_add(levels, sizeof levels, "%s%s", i ? ", " : "", ap_bot_at(game, i)->level);
	play_say(prompt, sizeof prompt, j->session.language, "cli.join.which-level", levels, NULL);
	if (!ask(j, prompt, level))
		return false;
	if (!level[0])
		snprintf(level, JOIN_LINE, "%s", ap_strongest_bot(game)->level);
	return ap_bot_named(game, level) != NULL;
}

/* Asks for the game, the number of players and of bots, and who may see the table, and makes it.
 * The bots take the last seats. */
static join_next ask_for_table(join *j)
{
	char line[JOIN_LINE], seats[256] = "you";
	const ap_game *game = ask_game(j);
	int players =
		game ? ask_within(j, "cli.join.how-many", ap_min_players(game), ap_max_players(game)) : -1;
	int bots = players > 0 ? ask_within(j, "cli.join.how-many-bots", 0, players - 1) : -1;
	bool complete = bots >= 0 && (bots == 0 || ask_level(j, game, line));
	for (int seat = 1; complete && seat < players; seat++)
		text_add(seats, sizeof seats, ",%s", seat >= players - bots ? line : "open");
	join_table_options options = {.seats = seats};
	if (complete && bots < players - 1) {
		complete = ask(j, session_word(&j->session, "cli.join.public"), line);
		options.open = line[0] == 'y' || line[0] == 'o';
	}
	if (!complete) {
		session_set_message(&j->session, "cli.join.no-table", "");
		return JOIN_STAY;
	}
	options.game = ap_game_name(game);
	return join_create_table(j, join_new_table_message(j->command, &options));
}

/* ---- The list -------------------------------------------------------------------------------- */

static void add_seats(const join *j, const json_t *summary, char *out, size_t size)
{
	size_t i;
	const json_t *seat;
	json_array_foreach(json_object_get(summary, "seats"), i, seat)
	{
		const char *kind = join_string(seat, "kind"), *name = join_string(seat, "name");
		char clean[64];
		snprintf(clean, sizeof clean, "%s",
			strcmp(kind, "person") == 0    ? name
				: strcmp(kind, "bot") == 0 ? join_string(seat, "level")
										   : session_word(&j->session, "cli.join.free"));
		text_clean(clean);
		text_add(out, size, "%s%s", i ? ", " : "", clean);
	}
}

static void add_table(const join *j, page *p, int n, const json_t *summary)
{
	char line[TEXT_LINE];
	const ap_game *game = ap_game_named(join_string(summary, "game"));
	bool waits = strcmp(join_string(summary, "status"), "lobby") == 0;
	snprintf(line, sizeof line, S_BOLD "%2d" S_PLAIN " %s: ", n,
		game ? ap_game_title(game, j->session.language) : "?");
	add_seats(j, summary, line, sizeof line);
	text_add(line, sizeof line, " " S_DIM "%s" S_PLAIN,
		session_word(&j->session, waits ? "cli.join.waits" : "cli.join.runs"));
	page_add(p, line);
}

/* Draws the list. Returns the number of tables in it, and writes their keys. */
static int draw_lobby(join *j, char keys[MOST_SHOWN][JOIN_KEY])
{
	page p = page_for(&j->session.terminal);
	char line[TEXT_LINE], url[JOIN_URL];
	const char *key;
	json_t *summary;
	int count = 0,
		most = j->session.terminal.full_screen ? j->session.terminal.rows - 5 : MOST_SHOWN;
	play_say(line, sizeof line, j->session.language, "cli.join.tables",
		join_write_address(&j->address, url), NULL);
	page_rule(&p, line);
	json_object_foreach(j->lobby_tables, key, summary)
	{
		if (count < most && count < MOST_SHOWN && join_read_key(key, keys[count]))
			add_table(j, &p, ++count, summary);
	}
	snprintf(line, sizeof line, S_BOLD "%2d" S_PLAIN " %s", count + 1,
		session_word(&j->session, "cli.join.new"));
	page_add(&p, line);
	terminal_clear(&j->session.terminal);
	page_print(&p, &j->session.terminal, 0, p.lines);
	page_free(&p);
	screen_print_message(&j->session);
	join_mark_drawn(j);
	return count;
}

/* Goes to the table with the number that was typed; the number after the last makes a new one. */
static join_next choose(join *j, const char *line, char keys[MOST_SHOWN][JOIN_KEY], int count)
{
	uint64_t n;
	if (!ap_cli_read_number(line, (uint64_t)count + 1, &n) || n == 0) {
		session_set_message(&j->session, "cli.no-such", line);
		return JOIN_STAY;
	}
	if (n == (uint64_t)count + 1)
		return ask_for_table(j);
	join_clear_table(j);
	memcpy(j->table_key, keys[n - 1], JOIN_KEY);
	return JOIN_GO_TO_TABLE;
}

/* Shows the list until the person leaves it. Where pages follow each other it is printed again only
 * after a line was typed. */
static join_next show_lobby(join *j)
{
	char line[JOIN_LINE], keys[MOST_SHOWN][JOIN_KEY];
	int count = 0;
	join_next next = JOIN_STAY;
	for (bool draw = true; next == JOIN_STAY;) {
		if (j->link.state == LINK_BROKEN)
			return JOIN_QUIT;
		if (draw || j->session.terminal.full_screen)
			count = draw_lobby(j, keys);
		terminal_input read = join_read_line(j, session_word(&j->session, "cli.join.choose"), line);
		draw = read == INPUT_LINE;
		if (read == INPUT_REDRAW)
			join_mark_drawn(j);
		else if (read != INPUT_LINE || strcmp(line, "q") == 0)
			next = JOIN_QUIT;
		else if (line[0] && !join_run_command(j, line, &next))
			next = choose(j, line, keys, count);
	}
	return next;
}

join_next join_run_lobby(join *j)
{
	join_clear_table(j);
	j->in_lobby = true;
	join_perform(j, json_pack("{ss}", "type", "lobby"));
	join_next next = show_lobby(j);
	j->in_lobby = false;
	if (next != JOIN_QUIT)
		join_perform(j, json_pack("{sssb}", "type", "lobby", "watch", 0));
	return next;
}

/* lobby.c: the tables there are, as a numbered list, and making a new one. */
#include "join/join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/words.h"
#include "cli/setup.h"
#include "text/phrases.h"

enum { SHOWN = 60 };

/* ---- Reading --------------------------------------------------------------------------------- */

/* Where nobody types, what is piped in answers questions and nothing else: see join_table.c. */
terminal_line join_read(join *j, const char *prompt, char line[JOIN_LINE])
{
	terminal_line read = session_read(&j->s, prompt, line, JOIN_LINE);
	if (read == LINE_RESIZED && !j->s.terminal.live && prompt[0])
		putchar('\n');
	return read;
}

/* An answer to a small question; false: we are to stop. */
static bool ask(join *j, const char *prompt, char line[JOIN_LINE])
{
	terminal_line read;
	do
		read = join_read(j, prompt, line);
	while (read == LINE_RESIZED);
	return read == LINE_READ;
}

/* ---- A new table ----------------------------------------------------------------------------- */

static json_t *seat_of(const char *word, const ap_game *game)
{
	if (strcmp(word, "you") == 0 || strcmp(word, "me") == 0)
		return json_string("me");
	if (strcmp(word, "open") == 0)
		return json_string("open");
	return ap_bot_named(game, word) ? json_pack("{ss}", "bot", word) : NULL;
}

/* "you,open,greedy" */
static json_t *read_seats(const char *command, const char *words, const ap_game *game, int players)
{
	json_t *seats = json_array();
	char word[32];
	for (int seat = 0; seat < players; seat++) {
		size_t length = strcspn(words, ",");
		ap_cli_copy_part(words, length, word, sizeof word);
		json_t *one = seat_of(word, game);
		if (!one) {
			ap_cli_misuse(
				command, "--seats has you, open or a level of bots for each seat, not '%s'", word);
			json_decref(seats);
			return NULL;
		}
		json_array_append_new(seats, one);
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

static json_t *options_of(const ap_game *game, const ap_setup *setup)
{
	json_t *options = json_object();
	for (int i = 0; ap_option_name(game, i); i++)
		json_object_set_new(options, ap_option_name(game, i),
			json_string(ap_option_value(game, i, setup->option[i])));
	return options;
}

json_t *join_new_table(const char *command, const join_wishes *w)
{
	char count[12] = "", usual[] = "you";
	ap_setup setup;
	const ap_game *game = ap_cli_game(command, w->game);
	if (w->seats)
		snprintf(count, sizeof count, "%d", count_words(w->seats));
	const char *players = w->players ? w->players : w->seats ? count : NULL;
	if (!game || !ap_cli_setup(command, game, players, &w->options, &setup))
		return NULL;
	if (w->seats && count_words(w->seats) != setup.players) {
		ap_cli_misuse(command, "--seats names %s, but %d play", count, setup.players);
		return NULL;
	}
	json_t *seats =
		read_seats(command, w->seats ? w->seats : usual, game, w->seats ? setup.players : 1);
	if (!seats)
		return NULL;
	return json_pack("{sssssisososssb}", "type", "create", "game", ap_game_name(game), "players",
		setup.players, "options", options_of(game, &setup), "seats", seats, "pace",
		w->slow ? "slow" : "live", "public", w->open);
}

join_go join_create(join *j, json_t *new_table)
{
	const json_t *made = join_ask(j, new_table);
	char key[JOIN_KEY], invite[JOIN_KEY];
	if (!made || !join_read_key(join_string(made, "table"), key) ||
		!join_read_key(join_string(made, "invite"), invite))
		return JOIN_ON;
	join_forget_table(j);
	memcpy(j->table, key, sizeof key);
	memcpy(j->invite, invite, sizeof invite);
	j->made = true;
	return JOIN_TABLE;
}

/* ---- A new table, asked for ------------------------------------------------------------------ */

static const char *title_of(const ap_game *game, ap_language language, char *out, size_t size)
{
	snprintf(out, size, "%s.title", ap_game_name(game));
	const char *title = ap_word(language, out);
	snprintf(out, size, "%s", title ? title : ap_game_name(game));
	return out;
}

/* A number within bounds; -1: another thing was typed, or nothing. */
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
	page p = page_for(&j->s.terminal);
	char line[TEXT_LINE], title[80];
	page_rule(&p, session_word(&j->s, "cli.join.new"));
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		title_of(game, j->s.language, title, sizeof title);
		snprintf(line, sizeof line, S_BOLD "%2d" S_PLAIN " %s " S_DIM "%d-%d" S_PLAIN, i + 1, title,
			ap_min_players(game), ap_max_players(game));
		page_add(&p, line);
	}
	terminal_clear(&j->s.terminal);
	page_print(&p, &j->s.terminal, 0, p.lines);
	page_free(&p);
	int n = ask_number(j, session_word(&j->s, "cli.join.which-game"), 1, ap_game_count());
	return n > 0 ? ap_game_at(n - 1) : NULL;
}

static int ask_within(join *j, const char *key, int least, int most)
{
	char prompt[TEXT_LINE], low[12], high[12];
	snprintf(low, sizeof low, "%d", least);
	snprintf(high, sizeof high, "%d", most);
	return ask_number(
		j, play_say(prompt, sizeof prompt, j->s.language, key, low, high, NULL), least, most);
}

static bool ask_level(join *j, const ap_game *game, char line[JOIN_LINE])
{
	char levels[200] = "", prompt[TEXT_LINE];
	for (int i = 0; ap_bot_at(game, i); i++)
		text_add(levels, sizeof levels, "%s%s", i ? ", " : "", ap_bot_at(game, i)->level);
	play_say(prompt, sizeof prompt, j->s.language, "cli.join.which-level", levels, NULL);
	if (!ask(j, prompt, line))
		return false;
	if (!line[0])
		snprintf(line, JOIN_LINE, "%s", "greedy");
	return ap_bot_named(game, line) != NULL;
}

/* Game, players, bots, who may see it: a list of seats as --seats would have it. */
static join_go ask_for_table(join *j)
{
	char line[JOIN_LINE], seats[256] = "you";
	const ap_game *game = ask_game(j);
	int players =
		game ? ask_within(j, "cli.join.how-many", ap_min_players(game), ap_max_players(game)) : -1;
	int bots = players > 0 ? ask_within(j, "cli.join.how-many-bots", 0, players - 1) : -1;
	bool good = bots >= 0 && (bots == 0 || ask_level(j, game, line));
	for (int seat = 1; good && seat < players; seat++)
		text_add(seats, sizeof seats, ",%s", seat >= players - bots ? line : "open");
	join_wishes w = {.seats = seats};
	if (good && bots < players - 1) {
		good = ask(j, session_word(&j->s, "cli.join.public"), line);
		w.open = line[0] == 'y' || line[0] == 'o';
	}
	if (!good) {
		session_message(&j->s, "cli.join.no-table", "");
		return JOIN_ON;
	}
	w.game = ap_game_name(game);
	return join_create(j, join_new_table(j->command, &w));
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
										   : session_word(&j->s, "cli.join.free"));
		text_clean(clean);
		text_add(out, size, "%s%s", i ? ", " : "", clean);
	}
}

static void add_table(const join *j, page *p, int n, const json_t *summary)
{
	char line[TEXT_LINE], title[80];
	const ap_game *game = ap_game_named(join_string(summary, "game"));
	bool waits = strcmp(join_string(summary, "status"), "lobby") == 0;
	snprintf(line, sizeof line, S_BOLD "%2d" S_PLAIN " %s: ", n,
		game ? title_of(game, j->s.language, title, sizeof title) : "?");
	add_seats(j, summary, line, sizeof line);
	text_add(line, sizeof line, " " S_DIM "%s" S_PLAIN,
		session_word(&j->s, waits ? "cli.join.waits" : "cli.join.runs"));
	page_add(p, line);
}

/* Returns how many tables it shows; `keys` are theirs. */
static int draw_lobby(join *j, char keys[SHOWN][JOIN_KEY])
{
	page p = page_for(&j->s.terminal);
	char line[TEXT_LINE], url[JOIN_URL];
	const char *key;
	json_t *summary;
	int count = 0, most = j->s.terminal.live ? j->s.terminal.rows - 5 : SHOWN;
	play_say(
		line, sizeof line, j->s.language, "cli.join.tables", join_write_address(&j->to, url), NULL);
	page_rule(&p, line);
	json_object_foreach(j->tables, key, summary)
	{
		if (count < most && count < SHOWN && join_read_key(key, keys[count]))
			add_table(j, &p, ++count, summary);
	}
	snprintf(line, sizeof line, S_BOLD "%2d" S_PLAIN " %s", count + 1,
		session_word(&j->s, "cli.join.new"));
	page_add(&p, line);
	terminal_clear(&j->s.terminal);
	page_print(&p, &j->s.terminal, 0, p.lines);
	page_free(&p);
	screen_message(&j->s);
	join_drawn(j);
	return count;
}

/* Somebody's table, or a new one. */
static join_go choose(join *j, const char *line, char keys[SHOWN][JOIN_KEY], int count)
{
	uint64_t n;
	if (!ap_cli_read_number(line, (uint64_t)count + 1, &n) || n == 0) {
		session_message(&j->s, "cli.no-such", line);
		return JOIN_ON;
	}
	if (n == (uint64_t)count + 1)
		return ask_for_table(j);
	join_forget_table(j);
	memcpy(j->table, keys[n - 1], JOIN_KEY);
	return JOIN_TABLE;
}

/* Where nothing scrolls away the list is shown again only when somebody presses Enter. */
static join_go lobby(join *j)
{
	char line[JOIN_LINE], keys[SHOWN][JOIN_KEY];
	int count = 0;
	join_go go = JOIN_ON;
	for (bool draw = true; go == JOIN_ON;) {
		if (j->link.state == LINK_BROKEN)
			return JOIN_LEFT;
		if (draw || j->s.terminal.live)
			count = draw_lobby(j, keys);
		terminal_line read = join_read(j, session_word(&j->s, "cli.join.choose"), line);
		draw = read == LINE_READ;
		if (read == LINE_RESIZED)
			join_drawn(j);
		else if (read != LINE_READ || strcmp(line, "q") == 0)
			go = JOIN_LEFT;
		else if (line[0] && !join_command(j, line, &go))
			go = choose(j, line, keys, count);
	}
	return go;
}

join_go join_lobby(join *j)
{
	join_forget_table(j);
	j->in_lobby = true;
	join_do(j, json_pack("{ss}", "type", "lobby"));
	join_go go = lobby(j);
	j->in_lobby = false;
	if (go != JOIN_LEFT)
		join_do(j, json_pack("{sssb}", "type", "lobby", "watch", 0));
	return go;
}

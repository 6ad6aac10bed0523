/* words.c: prints a dictionary for libFuzzer: the words of records, scenarios and JSON, and the
 * names that the notation and the states of the games use. */
#include <stdio.h>

#include "core/game.h"

static void print_word(const char *before, const char *word, const char *after)
{
	printf("\"%s%s%s\"\n", before, word, after);
}

static void print_quoted(const char *word)
{
	printf("\"\\\"%s\\\"\"\n", word);
}

static void print_options(const ap_game *game)
{
	for (int i = 0; ap_option_name(game, i); i++) {
		print_quoted(ap_option_name(game, i));
		for (int v = 0; ap_option_value(game, i, v); v++)
			printf("\"option %s %s\"\n", ap_option_name(game, i), ap_option_value(game, i, v));
	}
}

static void print_game(const ap_game *game)
{
	print_word("game ", ap_game_name(game), "");
	printf("\"start %s players=%d\"\n", ap_game_name(game), ap_min_players(game));
	print_options(game);
	for (int seat = 0; seat < ap_max_players(game); seat++)
		print_word("", ap_seat_name(game, seat), "");
	for (int i = 0; ap_verb_name(game, i); i++)
		print_word("", ap_verb_name(game, i), " ");
	for (int i = 0; ap_step_name(game, i); i++)
		print_word("at ", ap_step_name(game, i), "");
	for (int i = 0; i < game->field_count; i++)
		print_quoted(game->fields[i].name);
	for (int i = 0; i < game->grid_count; i++)
		print_quoted(game->grids[i].name);
	for (int i = 0; game->names[i]; i++)
		print_word("", game->names[i]->name[0], "");
	print_word("because ", ap_clause_id(game, 1), "");
}

int main(void)
{
	static const char *const words[] = {"apparat record 1", "apparat record 2", "rules 1",
		"players 3", "chance ", "undo ", " unseal", "end ", "dice fair 1", "dice fair 2",
		"aborted ", " withheld ", "signed ", " own ", "commitment ", "secret ", "nonce ",
		" opened ", "set {", "expect ", "deny ", "do "};
	static const char *const keys[] = {"stack", "step", "asked", "over", "question", "viewer"};
	for (int i = 0; i < AP_COUNT(words); i++)
		print_word("", words[i], "");
	for (int i = 0; i < AP_COUNT(keys); i++)
		print_quoted(keys[i]);
	for (int i = 0; i < ap_game_count(); i++)
		print_game(ap_game_at(i));
	return 0;
}

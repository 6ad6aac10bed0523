/* complete.c: see complete.h. */
#include "cli/complete.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apparat/bots.h"
#include "apparat/text.h"

/* ---- Printing -------------------------------------------------------------------------------- */

void ap_cli_offer(const ap_cli_typed *typed, const char *word)
{
	assert(typed && word);
	int before = (int)(typed->word - typed->argument);
	if (strncmp(word, typed->word, strlen(typed->word)) == 0)
		printf("%.*s%s\n", before, typed->argument, word);
}

void ap_cli_offer_all(const ap_cli_typed *typed, ap_cli_choice_at *choice_at, const void *from)
{
	for (int n = 0; choice_at(from, n); n++)
		ap_cli_offer(typed, choice_at(from, n));
}

ap_cli_typed ap_cli_last_in_list(const ap_cli_typed *typed)
{
	ap_cli_typed last = *typed;
	const char *comma = strrchr(typed->word, ',');
	if (comma)
		last.word = comma + 1;
	return last;
}

/* ---- Suggestions ----------------------------------------------------------------------------- */

void ap_cli_suggest_files(const ap_cli_typed *typed)
{
	(void)typed;
	puts(":files");
}

void ap_cli_suggest_records(const ap_cli_typed *typed)
{
	(void)typed;
	puts(":files .apr");
}

void ap_cli_suggest_scenarios(const ap_cli_typed *typed)
{
	(void)typed;
	puts(":files .aps");
}

void ap_cli_suggest_folders(const ap_cli_typed *typed)
{
	(void)typed;
	puts(":folders");
}

void ap_cli_suggest_languages(const ap_cli_typed *typed)
{
	for (int i = 0; i < AP_LANGUAGES; i++)
		ap_cli_offer(typed, ap_language_code((ap_language)i));
}

void ap_cli_suggest_games(const ap_cli_typed *typed)
{
	for (int i = 0; i < ap_game_count(); i++)
		ap_cli_offer(typed, ap_game_name(ap_game_at(i)));
}

void ap_cli_suggest_game_options(const ap_cli_typed *typed)
{
	const ap_game *game = typed->game;
	char both[128];
	for (int i = 0; game && ap_option_name(game, i); i++)
		for (int v = 0; ap_option_value(game, i, v); v++) {
			const char *name = ap_option_name(game, i), *value = ap_option_value(game, i, v);
			snprintf(both, sizeof both, "%s=%s", name, value);
			ap_cli_offer(typed, both);
		}
}

void ap_cli_suggest_players(const ap_cli_typed *typed)
{
	const ap_game *game = typed->game;
	char number[12];
	for (int n = game ? ap_min_players(game) : 1; game && n <= ap_max_players(game); n++) {
		snprintf(number, sizeof number, "%d", n);
		ap_cli_offer(typed, number);
	}
}

void ap_cli_suggest_levels(const ap_cli_typed *typed)
{
	ap_cli_typed last = ap_cli_last_in_list(typed);
	for (int n = 0; typed->game && ap_bot_at(typed->game, n); n++)
		ap_cli_offer(&last, ap_bot_level(ap_bot_at(typed->game, n)));
}

void ap_cli_suggest_seats(const ap_cli_typed *typed)
{
	const ap_game *game = typed->game;
	for (int seat = 0; game && seat < ap_max_players(game); seat++)
		ap_cli_offer(typed, ap_seat_name(game, seat));
	if (game)
		ap_cli_offer(typed, ap_seat_name(game, AP_OBSERVER));
}

void ap_cli_suggest_clauses(const ap_cli_typed *typed)
{
	for (int clause = 1; typed->game && clause < ap_clause_count(typed->game); clause++)
		ap_cli_offer(typed, ap_clause_id(typed->game, clause));
	const ap_rules_table *table;
	for (int n = 0; typed->game && (table = ap_rules_table_at(typed->game, AP_ENGLISH, n)); n++)
		ap_cli_offer(typed, table->name);
}

/* ---- Reading what is typed ------------------------------------------------------------------- */

static bool completing;

void ap_cli_begin_completion(void)
{
	completing = true;
}

bool ap_cli_is_completing(void)
{
	return completing;
}

/* Returns the game of a record, by the second line of the file; NULL if that is no record. */
static const ap_game *game_of_record(const char *path)
{
	char line[256] = "", name[128] = "";
	FILE *in = fopen(path, "r");
	if (in && fgets(line, sizeof line, in) && fgets(line, sizeof line, in))
		sscanf(line, "game %127s", name);
	if (in)
		fclose(in);
	return ap_game_named(name);
}

/* Remembers the game that a complete argument names, if it is one that does. */
static void note_argument(ap_cli_typed *typed, ap_cli_suggest *suggest, const char *value)
{
	const ap_game *game = NULL;
	if (suggest == ap_cli_suggest_games)
		game = ap_game_named(value);
	else if (suggest == ap_cli_suggest_records)
		game = game_of_record(value);
	if (game)
		typed->game = game;
}

static ap_cli_suggest *operand_suggestion(const ap_cli_arguments *a, int operands)
{
	int kinds = (int)(sizeof a->suggest / sizeof a->suggest[0]);
	return operands < a->most ? a->suggest[operands < kinds ? operands : kinds - 1] : NULL;
}

static void offer_options(const ap_cli_arguments *a, const ap_cli_typed *typed)
{
	char name[64];
	for (const ap_cli_option *o = a->options; o->name; o++) {
		snprintf(name, sizeof name, "--%s", o->name);
		ap_cli_offer(typed, name);
	}
	ap_cli_offer(typed, "--help");
}

/* The place of the last argument: the value of an option, or the operand with a number. */
typedef struct place {
	const ap_cli_option *option; /* NULL: no value of an option */
	int operands;                /* the number of operands before it */
	bool operands_only;          /* after "--" */
} place;

/* Finds the place by what is typed before it. */
static place find_place(const ap_cli_arguments *a, int argc, char **argv, ap_cli_typed *typed)
{
	place p = {NULL, 0, false};
	for (int i = 1; i + 1 < argc; i++) {
		const char *word = argv[i], *value;
		const ap_cli_option *o = NULL;
		if (p.option) {
			note_argument(typed, p.option->suggest, word);
			p.option = NULL;
		} else if (!p.operands_only && strcmp(word, "--") == 0) {
			p.operands_only = true;
		} else if (!p.operands_only && strncmp(word, "--", 2) == 0) {
			o = ap_cli_find_option(a->options, word + 2);
			value = strchr(word, '=');
			if (o && value)
				note_argument(typed, o->suggest, value + 1);
			else if (o && o->kind != AP_CLI_FLAG)
				p.option = o;
		} else {
			note_argument(typed, operand_suggestion(a, p.operands++), word);
		}
	}
	return p;
}

int ap_cli_complete(const ap_cli_arguments *a, int argc, char **argv)
{
	assert(a && argc >= 1 && argv);
	const char *last = argc > 1 ? argv[argc - 1] : "";
	ap_cli_typed typed = {last, last, NULL};
	place p = find_place(a, argc, argv, &typed);
	ap_cli_suggest *suggest = operand_suggestion(a, p.operands);
	const char *value = strchr(last, '=');
	if (!p.option && !p.operands_only && strncmp(last, "--", 2) == 0 && value) {
		p.option = ap_cli_find_option(a->options, last + 2);
		typed.word = value + 1;
	}
	if (p.option)
		suggest = p.option->suggest;
	else if (!p.operands_only && (last[0] == '-' || !suggest))
		suggest = NULL;
	if (suggest)
		suggest(&typed);
	else if (!p.option && !p.operands_only)
		offer_options(a, &typed);
	return AP_DONE;
}

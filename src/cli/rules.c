/* rules.c: the command `apparat rules`, which prints the clauses of a game or their coverage. */
#include "cli/command.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "apparat/text.h"
#include "cli/complete.h"
#include "cli/coverage.h"
#include "cli/output.h"
#include "cli/setup.h"

static const char usage[] = AP_TEXT(
	"apparat rules GAME [CLAUSE | TABLE] [--all] [--provenance] [--lang en|fr] [--json]\n"
	"       apparat rules GAME --coverage [--games N] [--scenarios DIR] [--json]\n"
	"\n"
	"Lists the clauses and tables of a game's rules, or tells one of them: a clause with the tables\n"
	"that belong to it, or a table, such as its cards. With --coverage runs the game's scenarios and\n"
	"random games and lists the clauses that no scenario tests and those that random play never\n"
	"meets, unless the rules explain why; the status is 1 if there are any.\n"
	"\n"
	"  --all            tell all clauses and tables\n"
	"  --provenance     tell where each clause comes from, too\n"
	"  --lang CODE      the language of the rules, en or fr\n"
	"  --json           the same as one JSON object, see apparat-rules(1)\n"
	"  --coverage       measure the coverage\n"
	"  --games N        the most random games (default: 100000); play ends when all clauses are met\n"
	"  --scenarios DIR  the folder of the scenarios (default: games/GAME/scenarios)\n");

/* ---- Clauses --------------------------------------------------------------------------------- */

enum { MOST_COLUMNS = 16 }; /* of a table */

/* What is printed. */
typedef struct book {
	const ap_game *game;
	ap_language language;
	int clause;                  /* 0: all clauses */
	const ap_rules_table *table; /* NULL: clauses */
	bool all, provenance;
} book;

static const char *clause_at(const void *game, int n)
{
	return n + 1 < ap_clause_count(game) ? ap_clause_id(game, n + 1) : NULL;
}

static int find_clause(const char *command, const ap_game *game, const char *id)
{
	int clause = ap_clause_named(game, id);
	if (clause != 0)
		return clause;
	const char *nearest = ap_cli_nearest(clause_at, game, id);
	if (nearest)
		ap_cli_misuse(command, "unknown clause '%s' of %s: did you mean '%s'?", id,
			ap_game_name(game), nearest);
	else
		ap_cli_misuse(command, "unknown clause '%s' of %s: apparat rules %s lists them", id,
			ap_game_name(game), ap_game_name(game));
	return 0;
}

static const ap_rules_table *find_table(const book *b, const char *name)
{
	const ap_rules_table *table;
	for (int n = 0; (table = ap_rules_table_at(b->game, b->language, n)); n++)
		if (strcmp(table->name, name) == 0)
			return table;
	return NULL;
}

static void write_row(ap_json *j, const ap_rules_table *table, int row)
{
	ap_json_open(j, '[');
	for (int i = 0; i < table->columns; i++)
		ap_json_string(j, table->cells[row * table->columns + i]);
	ap_json_close(j, ']');
}

static void write_table(ap_json *j, const book *b, const ap_rules_table *table)
{
	ap_json_open(j, '{');
	ap_json_key(j, "name");
	ap_json_string(j, table->name);
	ap_json_key(j, "clause");
	ap_json_string(j, ap_clause_id(b->game, table->clause));
	ap_json_key(j, "title");
	ap_json_string(j, table->title);
	ap_json_key(j, "about");
	ap_json_string(j, table->about);
	ap_json_key(j, "headings");
	write_row(j, table, 0);
	ap_json_key(j, "rows");
	ap_json_open(j, '[');
	for (int row = 1; row <= table->rows; row++)
		write_row(j, table, row);
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

static void write_text_or_null(ap_json *j, const char *key, const char *text)
{
	ap_json_key(j, key);
	if (text)
		ap_json_string(j, text);
	else
		ap_json_null(j);
}

static void write_clause(ap_json *j, const book *b, int clause)
{
	const ap_clause_text *text = ap_clause(b->game, b->language, clause);
	ap_json_open(j, '{');
	ap_json_key(j, "id");
	ap_json_string(j, ap_clause_id(b->game, clause));
	ap_json_key(j, "title");
	ap_json_string(j, text->title);
	ap_json_key(j, "body");
	ap_json_string(j, text->body);
	write_text_or_null(j, "provenance", text->provenance);
	write_text_or_null(j, "out_of_reach", text->out_of_reach);
	ap_json_close(j, '}');
}

static void write_book(ap_json *j, const void *what)
{
	const book *b = what;
	const ap_rules_table *table;
	if (b->table) {
		write_table(j, b, b->table);
		return;
	}
	if (b->clause != 0) {
		write_clause(j, b, b->clause);
		return;
	}
	ap_json_open(j, '{');
	ap_json_key(j, "game");
	ap_json_string(j, ap_game_name(b->game));
	ap_json_key(j, "language");
	ap_json_string(j, ap_language_code(b->language));
	ap_json_key(j, "rules");
	ap_json_int(j, ap_rules_version(b->game));
	ap_json_key(j, "clauses");
	ap_json_open(j, '[');
	for (int i = 1; i < ap_clause_count(b->game); i++)
		write_clause(j, b, i);
	ap_json_close(j, ']');
	ap_json_key(j, "tables");
	ap_json_open(j, '[');
	for (int n = 0; (table = ap_rules_table_at(b->game, b->language, n)); n++)
		write_table(j, b, table);
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

/* Returns how many characters of a line a text fills. */
static int width_of(const char *text)
{
	int width = 0;
	for (; *text; text++)
		width += (*text & 0xc0) != 0x80; /* every byte but the later ones of a character */
	return width;
}

static int column_width(const ap_rules_table *table, int column)
{
	int widest = 0;
	for (int row = 0; row <= table->rows; row++) {
		int width = width_of(table->cells[row * table->columns + column]);
		widest = width > widest ? width : widest;
	}
	return widest;
}

static void print_row(const ap_rules_table *table, int row, const int *widths)
{
	for (int i = 0; i < table->columns; i++) {
		const char *cell = table->cells[row * table->columns + i];
		bool last = i + 1 == table->columns;
		printf("%s%*s", cell, last ? 0 : widths[i] - width_of(cell) + 2, "");
	}
	printf("\n");
}

static void print_table(const ap_rules_table *table)
{
	int widths[MOST_COLUMNS];
	assert(table->columns <= MOST_COLUMNS);
	for (int i = 0; i < table->columns; i++)
		widths[i] = column_width(table, i);
	printf("%s\n\n", table->title);
	if (table->about[0])
		printf("%s\n\n", table->about);
	for (int row = 0; row <= table->rows; row++)
		print_row(table, row, widths);
}

static const char *in(const book *b, const char *english, const char *french)
{
	return b->language == AP_FRENCH ? french : english;
}

/* Prints a clause, and the tables that belong to it. */
static void print_clause(const book *b, int clause)
{
	const ap_clause_text *text = ap_clause(b->game, b->language, clause);
	const ap_rules_table *table;
	printf("%s %s\n\n%s\n", ap_clause_id(b->game, clause), text->title, text->body);
	if (b->provenance && text->provenance)
		printf("\n%s: %s\n", in(b, "Provenance", "Provenance "), text->provenance);
	if (b->provenance && text->out_of_reach)
		printf("\n%s: %s\n", in(b, "Out of chance's reach", "Hors de portée du hasard "),
			text->out_of_reach);
	for (int n = 0; (table = ap_rules_table_at(b->game, b->language, n)); n++)
		if (table->clause == clause) {
			printf("\n");
			print_table(table);
		}
}

static void print_list(const book *b)
{
	const ap_rules_table *table;
	for (int i = 1; i < ap_clause_count(b->game); i++)
		printf("%-9s %s\n", ap_clause_id(b->game, i), ap_clause(b->game, b->language, i)->title);
	for (int n = 0; (table = ap_rules_table_at(b->game, b->language, n)); n++)
		printf("%s%-9s %s\n", n == 0 ? "\n" : "", table->name, table->title);
}

static void print_all(const book *b)
{
	for (int i = 1; i < ap_clause_count(b->game); i++) {
		if (i > 1)
			printf("\n");
		print_clause(b, i);
	}
}

static int print_book(const book *b, bool json)
{
	if (json)
		ap_cli_print_json(write_book, b);
	else if (b->table)
		print_table(b->table);
	else if (b->clause != 0)
		print_clause(b, b->clause);
	else if (b->all)
		print_all(b);
	else
		print_list(b);
	return AP_DONE;
}

/* ---- Coverage -------------------------------------------------------------------------------- */

/* Returns why random play never cites a clause; NULL if the rules do not explain it. */
static const char *explanation_of(const ap_coverage *c, int clause)
{
	return ap_clause(c->game, AP_ENGLISH, clause)->out_of_reach;
}

static bool is_untested(const ap_coverage *c, int clause)
{
	return !c->tested[clause];
}

typedef bool clause_test(const ap_coverage *c, int clause);

static int count_clauses(const ap_coverage *c, clause_test *is)
{
	int n = 0;
	for (int i = 1; i < ap_clause_count(c->game); i++)
		n += is(c, i);
	return n;
}

static void write_list(ap_json *j, const char *key, const ap_coverage *c, clause_test *is)
{
	ap_json_key(j, key);
	ap_json_open(j, '[');
	for (int i = 1; i < ap_clause_count(c->game); i++)
		if (is(c, i))
			ap_json_string(j, ap_clause_id(c->game, i));
	ap_json_close(j, ']');
}

static void write_coverage(ap_json *j, const void *what)
{
	const ap_coverage *c = what;
	ap_json_open(j, '{');
	ap_json_key(j, "clauses");
	ap_json_int(j, ap_clause_count(c->game) - 1);
	write_list(j, "untested", c, is_untested);
	write_list(j, "unfired", c, ap_is_unfired);
	ap_json_key(j, "explained");
	ap_json_open(j, '{');
	for (int i = 1; i < ap_clause_count(c->game); i++)
		if (explanation_of(c, i)) {
			ap_json_key(j, ap_clause_id(c->game, i));
			ap_json_string(j, explanation_of(c, i));
		}
	ap_json_close(j, '}');
	ap_json_close(j, '}');
}

static void print_clauses(const char *title, const ap_coverage *c, clause_test *is)
{
	printf("%s %d\n", title, count_clauses(c, is));
	for (int i = 1; i < ap_clause_count(c->game); i++)
		if (is(c, i))
			printf(
				"  %-9s %s\n", ap_clause_id(c->game, i), ap_clause(c->game, AP_ENGLISH, i)->title);
}

static void print_coverage(const ap_coverage *c)
{
	printf("%s: %d clauses, %d scenarios in %d files, %ld random games\n", ap_game_name(c->game),
		ap_clause_count(c->game) - 1, c->scenarios, c->files, c->games);
	print_clauses("without a scenario:", c, is_untested);
	print_clauses("never met by chance:", c, ap_is_unfired);
	for (int i = 1; i < ap_clause_count(c->game); i++)
		if (explanation_of(c, i))
			printf("explained: %s %s\n", ap_clause_id(c->game, i), explanation_of(c, i));
}

static int cover(const char *command, ap_coverage *c, const char *folder, long most, bool json)
{
	if (!ap_cover_scenarios(c, command, folder))
		return AP_FAILED;
	ap_cover_random_play(c, most);
	if (json)
		ap_cli_print_json(write_coverage, c);
	else
		print_coverage(c);
	return count_clauses(c, is_untested) + count_clauses(c, ap_is_unfired) > 0 ? AP_FAILED
																			   : AP_DONE;
}

/* ---- The command line ------------------------------------------------------------------------ */

typedef struct rules_settings {
	const char *lang, *scenarios;
	long games; /* 0: not given */
	bool coverage, json, all, provenance;
} rules_settings;

static int run_rules(
	const char *command, const char *name, const char *clause, const rules_settings *settings)
{
	book b = {.game = ap_cli_game(command, name),
		.all = settings->all,
		.provenance = settings->provenance};
	if (!b.game || !ap_cli_language(command, settings->lang, &b.language))
		return AP_MISUSED;
	if (settings->coverage && clause)
		return ap_cli_misuse(command, "--coverage is of the whole game: leave '%s' out", clause);
	if (settings->coverage && (settings->all || settings->provenance))
		return ap_cli_misuse(
			command, "--%s does not go with --coverage", settings->all ? "all" : "provenance");
	if (!settings->coverage && (settings->games || settings->scenarios))
		return ap_cli_misuse(
			command, "--%s goes with --coverage", settings->games ? "games" : "scenarios");
	if (settings->coverage) {
		ap_coverage c = {.game = b.game};
		long most = settings->games ? settings->games : 100000;
		return cover(command, &c, settings->scenarios, most, settings->json);
	}
	if (settings->all && clause)
		return ap_cli_misuse(command, "--all tells all clauses: leave '%s' out", clause);
	if (clause)
		b.table = find_table(&b, clause);
	if (clause && !b.table && (b.clause = find_clause(command, b.game, clause)) == 0)
		return AP_MISUSED;
	return print_book(&b, settings->json);
}

int ap_cmd_rules(int argc, char **argv)
{
	rules_settings settings = {0};
	const ap_cli_option options[] = {
		{"lang", AP_CLI_TEXT, &settings.lang, AP_TEXT("a language, en or fr"), 0, 0,
			ap_cli_suggest_languages},
		{"all", AP_CLI_FLAG, &settings.all, NULL, 0, 0, NULL},
		{"provenance", AP_CLI_FLAG, &settings.provenance, NULL, 0, 0, NULL},
		{"coverage", AP_CLI_FLAG, &settings.coverage, NULL, 0, 0, NULL},
		{"games", AP_CLI_NUMBER, &settings.games, NULL, 1, 1000000000, NULL},
		{"scenarios", AP_CLI_TEXT, &settings.scenarios, AP_TEXT("a folder of scenarios"), 0, 0,
			ap_cli_suggest_folders},
		{"json", AP_CLI_FLAG, &settings.json, NULL, 0, 0, NULL},
		{0},
	};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 1,
		.most = 2,
		.missing = "GAME",
		.suggest = {ap_cli_suggest_games, ap_cli_suggest_clauses}};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	return run_rules(argv[0], a.operand[0], a.operands > 1 ? a.operand[1] : NULL, &settings);
}

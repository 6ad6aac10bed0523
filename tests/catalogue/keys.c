/* keys.c: prints every key of the catalogue that the games need, and with a "?" before it every key
 * that they may have: labels of the generic boards, which show plain names without them. */
#include <stdio.h>

#include "core/game.h"

/* Prints each label once: copies of a card have the same label. */
static void print_labels(const ap_game *game, const ap_names *names)
{
	for (int i = 0; i < names->count; i++)
		if (i == 0 || strcmp(names->label[i], names->label[i - 1]) != 0)
			printf("%s.%s.%s\n", ap_game_name(game), names->kind, names->label[i]);
}

static void print_options(const ap_game *game)
{
	for (int i = 0; ap_option_name(game, i); i++) {
		printf("%s.option.%s\n", ap_game_name(game), ap_option_name(game, i));
		for (int v = 0; ap_option_value(game, i, v); v++)
			printf("%s.option.%s.%s\n", ap_game_name(game), ap_option_name(game, i),
				ap_option_value(game, i, v));
	}
}

/* Returns whether a field, grid or figure of the game has a value for each name of this kind. */
static bool has_values(const ap_game *game, const char *kind)
{
	for (int i = 0; i < game->field_count; i++)
		if (game->fields[i].keys && strcmp(game->fields[i].keys->kind, kind) == 0)
			return true;
	for (int i = 0; i < game->grid_count; i++)
		if (strcmp(game->grids[i].rows->kind, kind) == 0)
			return true;
	for (int i = 0; i < game->figure_count; i++)
		if (game->figures[i].keys && strcmp(game->figures[i].keys->kind, kind) == 0)
			return true;
	return false;
}

/* Prints the keys of the labels that generic boards show: those of fields and grids, of the lists
 * that have a section of their own, and of attributes. */
static void print_board_labels(const ap_game *game)
{
	const char *name = ap_game_name(game);
	for (int i = 0; i < game->field_count; i++)
		printf("%s.field.%s\n", name, game->fields[i].name);
	for (int i = 0; i < game->grid_count; i++)
		printf("%s.field.%s\n", name, game->grids[i].name);
	for (int i = 0; game->names[i]; i++) {
		const ap_names *names = game->names[i];
		if (names != game->seats && has_values(game, names->kind))
			printf("%s.list.%s\n", name, names->kind);
		for (int n = 0; n < names->attribute_count; n++)
			printf("%s.attribute.%s\n", name, names->attributes[n].name);
	}
}

static void print_keys(const ap_game *game)
{
	const char *name = ap_game_name(game);
	printf("%s.title\n%s.summary\n", name, name);
	for (int i = 0; game->names[i]; i++)
		print_labels(game, game->names[i]);
	for (int i = 0; ap_step_name(game, i); i++)
		printf("%s.step.%s\n", name, ap_step_name(game, i));
	for (int i = 0; ap_verb_name(game, i); i++)
		printf("%s.verb.%s\n", name, ap_verb_name(game, i));
	for (int i = 0; ap_event_name(game, i); i++)
		printf("%s.event.%s\n", name, ap_event_name(game, i));
	for (int i = 0; i < game->event_count; i++)
		if (game->events[i].in_odds)
			printf("%s.odds.%s\n", name, ap_event_name(game, i));
	for (int i = AP_FACT_ODDS + 1; ap_fact_name(game, i); i++)
		printf("%s.fact.%s\n", name, ap_fact_name(game, i));
	ap_figure_info figure;
	for (int i = 0; ap_figure_about(game, i, &figure); i++)
		printf("%s.figure.%s\n", name, figure.name);
	if (game->standing)
		printf("%s.standing\n", name);
	print_options(game);
	print_board_labels(game);
}

int main(void)
{
	for (int i = 0; i < ap_game_count(); i++)
		print_keys(ap_game_at(i));
	return 0;
}

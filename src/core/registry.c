/* registry.c: the games that are built in, and the names and numbers of each. */
#include "core/game.h"

/* Generated from the manifests of the games, in the order of their names. */
extern const ap_game *const ap_registered_games[];
extern const int ap_registered_count;

int ap_game_count(void)
{
	return ap_registered_count;
}

const ap_game *ap_game_at(int index)
{
	assert(index >= 0 && index < ap_registered_count);
	return ap_registered_games[index];
}

const ap_game *ap_game_named(const char *name)
{
	assert(name);
	for (int i = 0; i < ap_registered_count; i++)
		if (strcmp(ap_registered_games[i]->name, name) == 0)
			return ap_registered_games[i];
	return NULL;
}

int ap_game_index(const ap_game *game)
{
	for (int i = 0; i < ap_registered_count; i++)
		if (ap_registered_games[i] == game)
			return i;
	return -1;
}

const char *ap_game_name(const ap_game *game)
{
	assert(game);
	return game->name;
}

int ap_min_players(const ap_game *game)
{
	assert(game);
	return game->min_players;
}

int ap_max_players(const ap_game *game)
{
	assert(game);
	return game->max_players;
}

int ap_rules_version(const ap_game *game)
{
	assert(game);
	return game->rules_version;
}

uint64_t ap_data_hash(const ap_game *game)
{
	assert(game);
	return game->data_hash;
}

size_t ap_state_size(const ap_game *game)
{
	assert(game && game->state_size <= AP_MAX_STATE);
	return game->state_size;
}

int ap_bound(const ap_game *game, const ap_setup *setup)
{
	assert(game && setup);
	return game->bound(setup);
}

const char *ap_seat_name(const ap_game *game, int seat)
{
	assert(game);
	if (seat == AP_CHANCE)
		return "chance";
	if (seat == AP_OBSERVER)
		return "observer";
	return seat >= 0 && seat < game->seats->count ? game->seats->name[seat] : "nobody";
}

int ap_seat_named(const ap_game *game, const char *name)
{
	assert(game && name);
	if (strcmp(name, "chance") == 0)
		return AP_CHANCE;
	if (strcmp(name, "observer") == 0)
		return AP_OBSERVER;
	int seat = ap_index_of(game->seats, name, strlen(name));
	return seat < 0 ? AP_NOBODY : seat;
}

const char *ap_option_name(const ap_game *game, int option)
{
	assert(game);
	return option >= 0 && option < game->option_count ? game->options[option].name : NULL;
}

const char *ap_option_value(const ap_game *game, int option, int value)
{
	if (!ap_option_name(game, option) || value < 0)
		return NULL;
	const char *const *values = game->options[option].values;
	for (; *values; values++, value--)
		if (value == 0)
			return *values;
	return NULL;
}

const char *ap_reason_name(const ap_game *game, int reason)
{
	assert(game);
	return reason >= 0 && reason < game->reasons->count ? game->reasons->name[reason] : NULL;
}

int ap_clause_count(const ap_game *game)
{
	assert(game);
	return game->clause_count;
}

const char *ap_clause_id(const ap_game *game, int clause)
{
	assert(game);
	return clause > 0 && clause < game->clause_count ? game->clause_ids[clause] : "";
}

int ap_clause_named(const ap_game *game, const char *id)
{
	assert(game && id);
	for (int i = 1; i < game->clause_count; i++)
		if (strcmp(game->clause_ids[i], id) == 0)
			return i;
	return 0;
}

const char *ap_step_name(const ap_game *game, int step)
{
	assert(game);
	return step >= 0 && step < game->step_count ? game->steps[step].name : NULL;
}

int ap_step_clause(const ap_game *game, int step)
{
	assert(game && step >= 0 && step < game->step_count);
	return game->steps[step].clause;
}

bool ap_step_sealed(const ap_game *game, int step)
{
	assert(game && step >= 0 && step < game->step_count);
	return game->steps[step].close != NULL;
}

bool ap_step_reaction(const ap_game *game, int step)
{
	assert(game && step >= 0 && step < game->step_count);
	return game->steps[step].reaction;
}

bool ap_step_open(const ap_game *game, int step)
{
	assert(game && step >= 0 && step < game->step_count);
	return game->steps[step].open;
}

const char *ap_event_name(const ap_game *game, int kind)
{
	assert(game);
	return kind >= 0 && kind < game->event_count ? game->events[kind].name : NULL;
}

int ap_event_shown(const ap_game *game, int kind)
{
	assert(game && kind >= 0 && kind < game->event_count);
	return game->events[kind].shown;
}

const char *ap_verb_name(const ap_game *game, int verb)
{
	assert(game);
	return verb >= 0 && verb < game->verb_count ? game->verbs[verb].name : NULL;
}

/* situation.c: facts, figures, the standing of the seats, and the action that does nothing. */
#include "core/lists.h"

/* ---- Facts ----------------------------------------------------------------------------------- */

void ap_state_fact(
	ap_facts *facts, int frame, int kind, int clause, const int32_t arg[AP_EVENT_ARGS])
{
	assert(facts && arg && frame >= 0 && frame < AP_MAX_DEPTH);
	assert(kind >= 0 && kind <= UINT16_MAX && clause > 0 && clause <= UINT16_MAX);
	if (facts->count == AP_MAX_FACTS) {
		facts->lost++;
		return;
	}
	ap_fact *f = &facts->list[facts->count++];
	memset(f, 0, sizeof *f); /* callers compare facts as bytes, padding included */
	f->kind = (uint16_t)kind;
	f->clause = (uint16_t)clause;
	f->frame = (uint8_t)frame;
	memcpy(f->arg, arg, sizeof f->arg);
}

void ap_situation(const ap_game *game, const void *view, ap_facts *out)
{
	assert(game && view && out);
	out->count = out->lost = 0;
	if (game->situation && !((const ap_head *)view)->over)
		game->situation(view, out);
}

void ap_foresee(const ap_game *game, const void *view, int seat, ap_action action, ap_facts *out)
{
	assert(game && view && out && seat >= 0 && seat <= AP_CHANCE);
	assert(ap_actors(view) & AP_SEAT(seat));
	out->count = out->lost = 0;
	if (game->foresee)
		game->foresee(view, seat, action, out);
}

const char *ap_fact_name(const ap_game *game, int kind)
{
	assert(game);
	return kind >= 0 && kind < game->fact_count ? game->facts[kind].name : NULL;
}

/* Returns the name of the n-th argument of a kind, and says what its values are. */
static const char *argument_of(const ap_game *game, const ap_event_kind *kind, int n, int *list)
{
	assert(list);
	if (n < 0 || n >= AP_EVENT_ARGS || !kind->arg[n])
		return NULL;
	const ap_names *names = kind->arg[n];
	*list = names == &ap_plain_number ? AP_NUMBER_ARGUMENT
		: names == &ap_plain_action   ? AP_ACTION_ARGUMENT
		: names == &ap_plain_event    ? AP_EVENT_ARGUMENT
									  : ap_list_index(game, names);
	return kind->called[n];
}

const char *ap_fact_argument(const ap_game *game, int kind, int n, int *list)
{
	return ap_fact_name(game, kind) ? argument_of(game, &game->facts[kind], n, list) : NULL;
}

const char *ap_event_argument(const ap_game *game, int kind, int n, int *list)
{
	return ap_event_name(game, kind) ? argument_of(game, &game->events[kind], n, list) : NULL;
}

bool ap_odds_of(const ap_fact *fact, ap_odds *out)
{
	assert(fact && out);
	if (fact->kind != AP_FACT_ODDS)
		return false;
	*out = (ap_odds){fact->arg[0], fact->arg[1], fact->arg[2], fact->arg[3], fact->arg[4]};
	return true;
}

/* ---- Figures --------------------------------------------------------------------------------- */

bool ap_figure_about(const ap_game *game, int figure, ap_figure_info *out)
{
	assert(game && out);
	if (figure < 0 || figure >= game->figure_count)
		return false;
	const ap_figure_row *f = &game->figures[figure];
	*out = (ap_figure_info){
		f->name, f->clause, ap_list_index(game, f->keys), ap_list_index(game, f->values)};
	return true;
}

int ap_figure_named(const ap_game *game, const char *name)
{
	assert(game && name);
	for (int i = 0; i < game->figure_count; i++)
		if (strcmp(game->figures[i].name, name) == 0)
			return i;
	return -1;
}

int ap_figure(const ap_game *game, const void *view, int figure, int key)
{
	assert(game && view && figure >= 0 && figure < game->figure_count);
	const ap_figure_row *f = &game->figures[figure];
	assert(key >= 0);
	/* The list of ap_figure_about() may go on where that of the figure ends, and has all seats. */
	int count = !f->keys ? 1 : f->keys == game->seats ? ap_players(view) : f->keys->count;
	return key < count ? f->get(view, key) : AP_NONE;
}

/* ---- Standing, and the action that does nothing ---------------------------------------------- */

void ap_standing(const ap_game *game, const void *view, int32_t out[AP_MAX_SEATS])
{
	assert(game && view && out);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		out[seat] = game->standing && seat < ap_players(view) ? game->standing(view, seat) : 0;
}

const char *ap_standing_name(const ap_game *game)
{
	assert(game);
	return game->standing_name ? game->standing_name : "points";
}

bool ap_pass(const ap_game *game, const void *view, int seat, ap_action *out)
{
	assert(game && view && out);
	ap_action legal[AP_MAX_LEGAL];
	int count = seat == AP_CHANCE ? 0 : ap_legal(game, view, seat, legal);
	for (int i = 0; i < count; i++)
		if (game->verbs[ap_verb_of(legal[i])].nothing) {
			*out = legal[i];
			return true;
		}
	return false;
}

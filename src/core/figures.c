/* figures.c: figures and facts as JSON: see telling.h. */
#include "core/telling.h"

/* ---- Figures --------------------------------------------------------------------------------- */

static int key_count(const ap_game *game, const ap_figure_row *figure, const void *view)
{
	if (!figure->keys)
		return 1;
	return figure->keys == game->seats ? ap_players(view) : figure->keys->count;
}

static void write_value(ap_json *j, const ap_names *values, int value)
{
	if (value == AP_NONE || (values && (value < 0 || value >= values->count)))
		ap_json_null(j);
	else if (values)
		ap_json_string(j, values->name[value]);
	else
		ap_json_int(j, value);
}

/* Writes all values, or if `before` is not NULL those that have changed. */
static void write_figure(ap_json *j, const ap_game *game, const ap_figure_row *figure,
	const void *before, const void *now)
{
	int count = key_count(game, figure, now);
	ap_json_object object = {j, figure->name, false};
	for (int key = 0; key < count; key++) {
		int value = figure->get(now, key);
		if (before && figure->get(before, key) == value)
			continue;
		if (figure->keys)
			ap_json_object_key(&object, figure->keys->name[key]);
		else
			ap_json_key(j, figure->name);
		write_value(j, figure->values, value);
	}
	ap_json_object_end(&object);
}

static void write_standing(ap_json *j, const ap_game *game, const void *before, const void *now)
{
	int32_t was[AP_MAX_SEATS], is[AP_MAX_SEATS];
	ap_json_object object = {j, "standing", false};
	ap_standing(game, now, is);
	if (before)
		ap_standing(game, before, was);
	for (int seat = 0; seat < ap_players(now); seat++)
		if (!before || was[seat] != is[seat]) {
			ap_json_object_key(&object, ap_seat_name(game, seat));
			ap_json_int(j, is[seat]);
		}
	ap_json_object_end(&object);
}

static bool may_differ(const ap_game *game, const void *before, const void *now)
{
	assert(!before || ap_viewer(before) == ap_viewer(now));
	return !before || memcmp(before, now, ap_state_size(game)) != 0;
}

static void write_those(
	ap_json *j, const ap_game *game, const void *before, const void *now, bool hidden)
{
	for (int i = 0; i < game->figure_count; i++)
		if (game->figures[i].is_hidden == hidden)
			write_figure(j, game, &game->figures[i], before, now);
}

void ap_write_known_figures(ap_json *j, const ap_game *game, const void *before, const void *now)
{
	assert(j && game && now);
	if (may_differ(game, before, now))
		write_those(j, game, before, now, false);
}

void ap_write_own_figures(ap_json *j, const ap_game *game, const void *before, const void *now)
{
	assert(j && game && now);
	if (!may_differ(game, before, now))
		return;
	write_those(j, game, before, now, true);
	write_standing(j, game, before, now);
}

void ap_write_figures(ap_json *j, const ap_game *game, const void *before, const void *now)
{
	ap_json_open(j, '{');
	ap_write_known_figures(j, game, before, now);
	ap_write_own_figures(j, game, before, now);
	ap_json_close(j, '}');
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static void write_argument(ap_json *j, const ap_game *game, const ap_names *names, int32_t value)
{
	char text[AP_MAX_NOTATION];
	if (value == AP_NONE)
		ap_json_null(j);
	else if (names == &ap_plain_number)
		ap_json_int(j, value);
	else if (names == &ap_plain_event)
		ap_json_string(j, ap_event_name(game, value));
	else if (names == &ap_plain_action)
		ap_json_string(j, ap_write_bare_action(game, (ap_action)value, text));
	else
		write_value(j, names, value);
}

static void write_fact(ap_json *j, const ap_game *game, const ap_fact *fact)
{
	assert(fact->kind < game->fact_count);
	const ap_event_kind *kind = &game->facts[fact->kind];
	ap_json_open(j, '{');
	ap_json_key(j, "fact");
	ap_json_string(j, kind->name);
	ap_json_key(j, "clause");
	ap_json_string(j, ap_clause_id(game, fact->clause));
	ap_json_key(j, "frame");
	ap_json_int(j, fact->frame);
	for (int i = 0; i < AP_EVENT_ARGS && kind->arg[i]; i++) {
		ap_json_key(j, kind->called[i]);
		write_argument(j, game, kind->arg[i], fact->arg[i]);
	}
	ap_json_close(j, '}');
}

void ap_write_facts(ap_json *j, const ap_game *game, const ap_facts *facts)
{
	assert(j && game && facts && facts->count >= 0 && facts->count <= AP_MAX_FACTS);
	ap_json_open(j, '[');
	for (int i = 0; i < facts->count; i++)
		write_fact(j, game, &facts->list[i]);
	ap_json_close(j, ']');
}

void ap_write_situation(ap_json *j, const ap_game *game, const void *view)
{
	ap_facts facts;
	ap_situation(game, view, &facts);
	ap_write_facts(j, game, &facts);
}

void ap_write_foreseen(
	ap_json *j, const ap_game *game, const void *view, int seat, const ap_action *legal, int count)
{
	assert(j && game && view && legal && count >= 0 && count <= AP_MAX_LEGAL);
	ap_facts facts;
	char text[AP_MAX_NOTATION];
	ap_json_open(j, '{');
	for (int i = 0; i < count && game->foresee; i++) {
		ap_foresee(game, view, seat, legal[i], &facts);
		if (facts.count == 0)
			continue;
		ap_json_key(j, ap_write_bare_action(game, legal[i], text));
		ap_write_facts(j, game, &facts);
	}
	ap_json_close(j, '}');
}

/* figures.c: figures and facts as JSON: what a server tells its clients beside a view, and what the
 * engine tells the page in a browser. See telling.h. */
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

/* An object that is opened when something stands in it. */
typedef struct part {
	ap_json *j;
	const char *name;
	bool open;
} part;

static void write_key(part *p, const char *key)
{
	if (!p->open) {
		ap_json_key(p->j, p->name);
		ap_json_open(p->j, '{');
	}
	p->open = true;
	ap_json_key(p->j, key);
}

static void close_part(const part *p)
{
	if (p->open)
		ap_json_close(p->j, '}');
}

/* Without `before` all of it, else what is different now. */
static void write_figure(ap_json *j, const ap_game *game, const ap_figure_row *figure,
	const void *before, const void *now)
{
	int count = key_count(game, figure, now);
	part object = {j, figure->name, false};
	for (int key = 0; key < count; key++) {
		int value = figure->get(now, key);
		if (before && figure->get(before, key) == value)
			continue;
		if (figure->keys)
			write_key(&object, figure->keys->name[key]);
		else
			ap_json_key(j, figure->name);
		write_value(j, figure->values, value);
	}
	close_part(&object);
}

static void write_standing(ap_json *j, const ap_game *game, const void *before, const void *now)
{
	int32_t was[AP_MAX_SEATS], is[AP_MAX_SEATS];
	part object = {j, "standing", false};
	ap_standing(game, now, is);
	if (before)
		ap_standing(game, before, was);
	for (int seat = 0; seat < ap_players(now); seat++)
		if (!before || was[seat] != is[seat]) {
			write_key(&object, ap_seat_name(game, seat));
			ap_json_int(j, is[seat]);
		}
	close_part(&object);
}

void ap_write_figures(ap_json *j, const ap_game *game, const void *before, const void *now)
{
	ap_json_open(j, '{');
	for (int i = 0; i < game->figure_count; i++)
		write_figure(j, game, &game->figures[i], before, now);
	write_standing(j, game, before, now);
	ap_json_close(j, '}');
}

/* ---- Facts ----------------------------------------------------------------------------------- */

static void write_argument(ap_json *j, const ap_game *game, const ap_names *names, int32_t value)
{
	char text[AP_NOTATION];
	if (value == AP_NONE) {
		ap_json_null(j);
	} else if (names == &ap_plain_number) {
		ap_json_int(j, value);
	} else if (names == &ap_plain_event) {
		ap_json_string(j, ap_event_name(game, value));
	} else if (names == &ap_plain_action) {
		ap_write_action(game, AP_CHANCE, (ap_action)value, text, sizeof text);
		ap_json_string(j, text + strlen(ap_seat_name(game, AP_CHANCE)) + 1);
	} else {
		write_value(j, names, value);
	}
}

static void write_fact(ap_json *j, const ap_game *game, const ap_fact *fact)
{
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

/* Only actions of which something can be told beforehand. */
void ap_write_foreseen(
	ap_json *j, const ap_game *game, const void *view, int seat, const ap_action *legal, int count)
{
	ap_facts facts;
	char text[AP_NOTATION];
	size_t name = strlen(ap_seat_name(game, seat)) + 1;
	ap_json_open(j, '{');
	for (int i = 0; i < count && game->foresee; i++) {
		ap_foresee(game, view, seat, legal[i], &facts);
		if (facts.count == 0)
			continue;
		ap_write_action(game, seat, legal[i], text, sizeof text);
		ap_json_key(j, text + name);
		ap_write_facts(j, game, &facts);
	}
	ap_json_close(j, '}');
}

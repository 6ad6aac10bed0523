/* phrases.c: see phrases.h. */
#include "text/phrases.h"

#include <stdio.h>
#include <stdlib.h>

#include "text/template.h"

enum {
	ARGUMENTS = AP_EVENT_ARGS, /* every template gets this many arguments; unused ones are empty */
	KEY_SIZE = 128,
	ACTION_SIZE = 200 /* room for an action inside a sentence */
};

#define NO_ARGUMENTS                                                                               \
	{                                                                                              \
		{"", 0}, {"", 0}, {"", 0}, {"", 0}, {"", 0},                                               \
		{                                                                                          \
			"", 0                                                                                  \
		}                                                                                          \
	}

/* ---- Words ----------------------------------------------------------------------------------- */

/* Returns the text under a key; `otherwise` if the catalogue does not have it. */
static const char *word_or(ap_language language, const char *key, const char *otherwise)
{
	const char *word = ap_word(language, key);
	return word ? word : otherwise;
}

const char *ap_game_word(
	const ap_game *game, ap_language language, const char *part, const char *name)
{
	assert(game && part && name);
	char key[KEY_SIZE];
	snprintf(key, sizeof key, "%s.%s.%s", ap_game_name(game), part, name);
	return word_or(language, key, name);
}

const char *ap_game_title(const ap_game *game, ap_language language)
{
	assert(game);
	char key[KEY_SIZE];
	snprintf(key, sizeof key, "%s.title", ap_game_name(game));
	return word_or(language, key, ap_game_name(game));
}

const char *ap_name_word(const ap_game *game, ap_language language, const ap_names *names, int n)
{
	assert(game && names);
	if (n < 0 || n >= names->count)
		return "?";
	assert(names->label);
	return ap_game_word(game, language, names->kind, names->label[n]);
}

const char *ap_list_word(const ap_game *game, ap_language language, int list, int n)
{
	assert(game);
	bool exists = list >= 0 && list < ap_list_count(game);
	return exists ? ap_name_word(game, language, game->names[list], n) : "?";
}

const char *ap_seat_word(const ap_game *game, ap_language language, int seat)
{
	assert(game);
	if (seat == AP_CHANCE)
		return word_or(language, "seat.chance", ap_seat_name(game, seat));
	if (seat == AP_OBSERVER)
		return word_or(language, "seat.observer", ap_seat_name(game, seat));
	return ap_name_word(game, language, game->seats, seat);
}

const char *ap_prompt(const ap_game *game, ap_language language, int step)
{
	assert(game && step >= 0 && step < game->step_count);
	return ap_game_word(game, language, "step", ap_step_name(game, step));
}

/* ---- Sentences ------------------------------------------------------------------------------- */

typedef char digits[16];

/* `room` holds the digits of a number. */
static ap_template_argument name_argument(
	const ap_game *game, ap_language language, const ap_names *names, int value, digits room)
{
	ap_template_argument a = {"", value};
	if (names == &ap_plain_number && value == AP_UNKNOWN) {
		a.word = "?";
	} else if (names == &ap_plain_number) {
		/* with a minus sign, as printers have it */
		snprintf(room, sizeof(digits), value < 0 ? "−%d" : "%d", abs(value));
		a.word = room;
	} else if (names) {
		a.word = ap_name_word(game, language, names, value);
	}
	return a;
}

size_t ap_say_event(
	const ap_game *game, ap_language language, const ap_event *event, char *out, size_t size)
{
	assert(game && event && event->kind < game->event_count && (out || size == 0));
	const ap_event_kind *kind = &game->events[event->kind];
	ap_template_argument args[ARGUMENTS];
	digits room[ARGUMENTS];
	for (int i = 0; i < ARGUMENTS; i++)
		args[i] = name_argument(game, language, kind->arg[i], event->arg[i], room[i]);
	const char *template = ap_game_word(game, language, "event", kind->name);
	return ap_fill_template(template, language, args, ARGUMENTS, out, size);
}

/* Fills the arguments with the sizes of the figures that this name has. */
static void figure_arguments(const ap_game *game, const void *view, const ap_names *names, int n,
	ap_template_argument args[ARGUMENTS], digits room[ARGUMENTS])
{
	int count = 0;
	for (int i = 0; i < game->figure_count && count < ARGUMENTS; i++) {
		const ap_figure_row *figure = &game->figures[i];
		if (figure->keys != names || figure->values)
			continue;
		int value = ap_figure(game, view, i, n);
		if (value == AP_NONE)
			continue;
		args[count] = (ap_template_argument){room[count], abs(value)};
		snprintf(room[count++], sizeof(digits), "%d", abs(value));
	}
}

size_t ap_say_note(const ap_game *game, ap_language language, const void *view, int list, int n,
	char *out, size_t size)
{
	assert(game && view && n >= 0 && n < ap_list_size(game, list) && (out || size == 0));
	const ap_names *names = game->names[list];
	char key[KEY_SIZE];
	ap_template_argument args[ARGUMENTS] = NO_ARGUMENTS;
	digits room[ARGUMENTS];
	snprintf(key, sizeof key, "%s.%s.%s.note", ap_game_name(game), names->kind, names->label[n]);
	figure_arguments(game, view, names, n, args, room);
	return ap_fill_template(word_or(language, key, ""), language, args, ARGUMENTS, out, size);
}

size_t ap_say_action(
	const ap_game *game, ap_language language, ap_action action, char *out, size_t size)
{
	assert(game && ap_verb_of(action) < game->verb_count && (out || size == 0));
	const ap_verb *verb = &game->verbs[ap_verb_of(action)];
	ap_template_argument args[ARGUMENTS] = NO_ARGUMENTS;
	digits x, y;
	args[0] = name_argument(game, language, verb->x, (int)ap_x(action), x);
	args[1] = name_argument(game, language, verb->y, (int)ap_y(action), y);
	const char *template = ap_game_word(game, language, "verb", verb->name);
	return ap_fill_template(template, language, args, ARGUMENTS, out, size);
}

/* Returns the event that odds tell of, in few words: "2 points". `out` may hold them. */
static const char *odds_word(
	const ap_game *game, ap_language language, const ap_odds *odds, char *out, size_t size)
{
	digits value;
	ap_template_argument args[ARGUMENTS] = NO_ARGUMENTS;
	if (odds->event == AP_NONE)
		return word_or(language, "fact.odds.nothing", "?");
	assert(odds->event >= 0 && odds->event < game->event_count);
	const ap_event_kind *kind = &game->events[odds->event];
	if (odds->value != AP_NONE && kind->odds_argument)
		args[0] =
			name_argument(game, language, kind->arg[kind->odds_argument - 1], odds->value, value);
	ap_fill_template(
		ap_game_word(game, language, "odds", kind->name), language, args, ARGUMENTS, out, size);
	return out;
}

/* `room` holds the digits of a number, or the words of an action. */
static ap_template_argument fact_argument(const ap_game *game, ap_language language,
	const ap_names *names, int32_t value, char room[ACTION_SIZE])
{
	if (names && value == AP_NONE)
		return (ap_template_argument){"–", 0};
	if (names != &ap_plain_action)
		return name_argument(game, language, names, value, room);
	ap_say_action(game, language, (ap_action)value, room, ACTION_SIZE);
	return (ap_template_argument){room, 0};
}

size_t ap_say_fact(
	const ap_game *game, ap_language language, const ap_fact *fact, char *out, size_t size)
{
	assert(game && fact && fact->kind < game->fact_count && (out || size == 0));
	const ap_event_kind *kind = &game->facts[fact->kind];
	ap_template_argument args[ARGUMENTS];
	char room[ARGUMENTS][ACTION_SIZE];
	ap_odds odds;
	const char *template = ap_game_word(game, language, "fact", kind->name);
	for (int i = 0; i < ARGUMENTS; i++)
		args[i] = fact_argument(game, language, kind->arg[i], fact->arg[i], room[i]);
	if (ap_odds_of(fact, &odds)) {
		const char *key = odds.first == odds.last ? "fact.odds.one" : "fact.odds";
		template = word_or(language, key, key);
		args[0].word = odds_word(game, language, &odds, room[0], sizeof room[0]);
	}
	return ap_fill_template(template, language, args, ARGUMENTS, out, size);
}

size_t ap_say_refusal(
	const ap_game *game, ap_language language, ap_result result, char *out, size_t size)
{
	static const char *const keys[] = {
		[AP_OK] = "",
		[AP_GAME_OVER] = "refusal.over",
		[AP_NOT_ASKED] = "refusal.not-asked",
		[AP_FORBIDDEN] = "refusal.forbidden",
		[AP_NOT_SEALED] = "refusal.not-sealed",
	};
	assert(game && (int)result.code >= 0 && (int)result.code < AP_COUNT(keys));
	const ap_clause_text *clause = ap_clause(game, language, result.clause);
	ap_template_argument args[] = {
		{clause ? clause->title : "", 0}, {ap_clause_id(game, result.clause), 0}};
	const char *template = word_or(language, keys[result.code], "{0} ({1})");
	return ap_fill_template(template, language, args, AP_COUNT(args), out, size);
}

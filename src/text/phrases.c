/* phrases.c: fills the templates of the catalogue. */
#include "text/phrases.h"

#include <stdio.h>
#include <stdlib.h>

#include "text/rules.h"

enum { MOST_ARGS = AP_EVENT_ARGS, KEY = 128 };

const char *ap_game_word(
	const ap_game *game, ap_language language, const char *part, const char *name)
{
	char key[KEY];
	snprintf(key, sizeof key, "%s.%s.%s", ap_game_name(game), part, name);
	const char *word = ap_word(language, key);
	return word ? word : name;
}

const char *ap_name_word(const ap_game *game, ap_language language, const ap_names *names, int n)
{
	if (n < 0 || n >= names->count)
		return "?";
	return ap_game_word(game, language, names->kind, names->label[n]);
}

const char *ap_seat_word(const ap_game *game, ap_language language, int seat)
{
	const char *word = NULL;
	if (seat == AP_CHANCE)
		word = ap_word(language, "seat.chance");
	else if (seat == AP_OBSERVER)
		word = ap_word(language, "seat.observer");
	else
		return ap_name_word(game, language, game->seats, seat);
	return word ? word : ap_seat_name(game, seat);
}

/* ---- Templates ----------------------------------------------------------------------------- */

typedef struct writer {
	char *out;
	size_t size, length;
} writer;

static void put(writer *w, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++, w->length++)
		if (w->length + 1 < w->size)
			w->out[w->length] = text[i];
}

static size_t finish(writer *w)
{
	if (w->size > 0)
		w->out[w->length < w->size ? w->length : w->size - 1] = '\0';
	return w->length;
}

typedef struct argument {
	const char *word;
	long number;
} argument;

/* English counts one, French none and one, as singular. */
static bool is_singular(ap_language language, long n)
{
	return n == 1 || (language == AP_FRENCH && n == 0);
}

/* What stands between braces: "0", or "1|point|points". */
static void put_hole(
	writer *w, ap_language language, const char *hole, size_t length, const argument *args)
{
	int n = hole[0] - '0';
	if (length == 0 || n < 0 || n >= MOST_ARGS)
		return;
	const char *one = memchr(hole, '|', length);
	if (!one) {
		put(w, args[n].word, strlen(args[n].word));
		return;
	}
	one++;
	const char *end = hole + length, *many = memchr(one, '|', (size_t)(end - one));
	if (!many)
		put(w, one, (size_t)(end - one));
	else if (is_singular(language, args[n].number))
		put(w, one, (size_t)(many - one));
	else
		put(w, many + 1, (size_t)(end - many - 1));
}

static size_t fill(
	const char *template, ap_language language, const argument *args, char *out, size_t size)
{
	writer w = {out, size, 0};
	while (*template) {
		size_t plain = strcspn(template, "{");
		put(&w, template, plain);
		template += plain;
		const char *close = *template ? strchr(template, '}') : NULL;
		if (!close)
			break;
		put_hole(&w, language, template + 1, (size_t)(close - template - 1), args);
		template = close + 1;
	}
	return finish(&w);
}

/* ---- Sentences ----------------------------------------------------------------------------- */

typedef char digits[12];

static argument name_argument(
	const ap_game *game, ap_language language, const ap_names *names, int value, digits room)
{
	argument a = {"", value};
	if (names == &ap_plain_number && value == AP_UNKNOWN) {
		a.word = "?";
	} else if (names == &ap_plain_number) {
		snprintf(room, sizeof(digits), "%d", value);
		a.word = room;
	} else if (names) {
		a.word = ap_name_word(game, language, names, value);
	}
	return a;
}

size_t ap_say_event(
	const ap_game *game, ap_language language, const ap_event *event, char *out, size_t size)
{
	const ap_event_kind *kind = &game->events[event->kind];
	argument args[MOST_ARGS];
	digits room[MOST_ARGS];
	for (int i = 0; i < MOST_ARGS; i++)
		args[i] = name_argument(game, language, kind->arg[i], event->arg[i], room[i]);
	return fill(ap_game_word(game, language, "event", kind->name), language, args, out, size);
}

size_t ap_say_action(
	const ap_game *game, ap_language language, ap_action action, char *out, size_t size)
{
	const ap_verb *verb = &game->verbs[ap_verb_of(action)];
	argument args[MOST_ARGS] = {{"", 0}, {"", 0}, {"", 0}, {"", 0}, {"", 0}};
	digits x, y;
	args[0] = name_argument(game, language, verb->x, (int)ap_x(action), x);
	args[1] = name_argument(game, language, verb->y, (int)ap_y(action), y);
	return fill(ap_game_word(game, language, "verb", verb->name), language, args, out, size);
}

/* "Siberia", "2 crosses": what odds tell of, in few words. */
static const char *odds_word(
	const ap_game *game, ap_language language, const ap_fact *fact, char *out, size_t size)
{
	digits value;
	argument args[MOST_ARGS] = {{"", 0}, {"", 0}, {"", 0}, {"", 0}, {"", 0}};
	if (fact->arg[0] == AP_NONE)
		return ap_word(language, "fact.odds.nothing");
	const ap_event_kind *kind = &game->events[fact->arg[0]];
	if (fact->arg[1] != AP_NONE && kind->odds_argument)
		args[0] =
			name_argument(game, language, kind->arg[kind->odds_argument - 1], fact->arg[1], value);
	fill(ap_game_word(game, language, "odds", kind->name), language, args, out, size);
	return out;
}

static argument fact_argument(const ap_game *game, ap_language language, const ap_names *names,
	int32_t value, digits room, char *long_room, size_t size)
{
	if (names && value == AP_NONE)
		return (argument){"–", 0};
	if (names == &ap_plain_action) {
		ap_say_action(game, language, (ap_action)value, long_room, size);
		return (argument){long_room, 0};
	}
	return name_argument(game, language, names, value, room);
}

size_t ap_say_fact(
	const ap_game *game, ap_language language, const ap_fact *fact, char *out, size_t size)
{
	const ap_event_kind *kind = &game->facts[fact->kind];
	argument args[MOST_ARGS];
	digits room[MOST_ARGS];
	char words[200];
	for (int i = 0; i < MOST_ARGS; i++)
		args[i] =
			fact_argument(game, language, kind->arg[i], fact->arg[i], room[i], words, sizeof words);
	if (fact->kind != AP_FACT_ODDS)
		return fill(ap_game_word(game, language, "fact", kind->name), language, args, out, size);
	args[0].word = odds_word(game, language, fact, words, sizeof words);
	bool one = fact->arg[2] == fact->arg[3];
	return fill(ap_word(language, one ? "fact.odds.one" : "fact.odds"), language, args, out, size);
}

size_t ap_say_refusal(
	const ap_game *game, ap_language language, ap_result result, char *out, size_t size)
{
	static const char *const key[] = {
		[AP_OK] = "",
		[AP_GAME_OVER] = "refusal.over",
		[AP_NOT_ASKED] = "refusal.not-asked",
		[AP_FORBIDDEN] = "refusal.forbidden",
		[AP_NOT_SEALED] = "refusal.not-sealed",
	};
	const ap_clause_text *clause = ap_clause(game, language, result.clause);
	argument args[MOST_ARGS] = {{clause ? clause->title : "", 0},
		{ap_clause_id(game, result.clause), 0}, {"", 0}, {"", 0}, {"", 0}};
	const char *template = ap_word(language, key[result.code]);
	return fill(template ? template : "{0} ({1})", language, args, out, size);
}

const char *ap_prompt(const ap_game *game, ap_language language, int step)
{
	return ap_game_word(game, language, "step", ap_step_name(game, step));
}

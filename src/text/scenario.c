/* scenario.c: runs scenarios (docs/scenarios.md); expectations.c has the `expect` statements. */
#include "text/scenario_internal.h"

#include <stdlib.h>

#include "core/json_writer.h"
#include "text/phrases.h"
#include "text/state_json.h"

enum { LINE = 512, FRAME_SIZE = 1024 /* room for a frame as JSON */ };

/* ---- Lines and words ------------------------------------------------------------------------- */

/* Reads the next line that is neither empty nor a comment, without the blanks around it. False at
 * the end, and, with an error, if the line is malformed. */
static bool next_line(ap_script *s, char text[LINE])
{
	s->error->message[0] = '\0';
	while (s->at < s->end) {
		const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
		const char *from = s->at, *to = stop ? stop : s->end;
		s->at = to + (stop != NULL);
		s->line++;
		while (from < to && (*from == ' ' || *from == '\t'))
			from++;
		while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
			to--;
		if (from == to || *from == '#')
			continue;
		size_t length = (size_t)(to - from);
		if (length >= LINE || memchr(from, '\0', length))
			return ap_fail(
				s->error, s->line, "expected a line of text, at most %d bytes", LINE - 1);
		memcpy(text, from, length);
		text[length] = '\0';
		s->line_start = from;
		return true;
	}
	return false;
}

char *ap_script_word(char **text)
{
	assert(text && *text);
	while (**text == ' ')
		(*text)++;
	char *word = *text;
	*text += strcspn(*text, " ");
	if (**text)
		*(*text)++ = '\0';
	while (**text == ' ')
		(*text)++;
	return word;
}

static void forget_events(ap_script *s)
{
	s->events.count = 0;
	s->matched = -1;
}

static void note_cited_clauses(ap_script *s)
{
	for (int i = 0; i < s->events.count; i++)
		s->report->fired[s->events.list[i].clause] = true;
}

/* After `start`, `use` and `set`, lets the game compute once what follows from all of them, and
 * runs the rules to the first question. False, with an error, if the state is unsound. */
/* A state is reached, by an action of a seat or, without one, because the rules went on. */
static void tell_state(ap_script *s, int seat, const ap_action *action)
{
	if (!s->stream)
		return;
	if (s->stream->look)
		s->stream->look(s->stream->context, s->game, &s->state);
	else if (action)
		ap_stream_move(s->stream, s->game, ap_players(&s->state), seat, action, &s->events);
	else
		ap_stream_state(s->stream, s->game, &s->state, &s->events);
}

static bool settle(ap_script *s)
{
	if (s->settled)
		return true;
	s->game->mend(&s->state);
	const char *wrong = ap_unsound(s->game, &s->state);
	if (wrong)
		return ap_fail(s->error, s->line, "the state is unsound: %s", wrong);
	forget_events(s);
	ap_settle(s->game, &s->state, &s->events);
	note_cited_clauses(s);
	s->settled = true;
	tell_state(s, AP_NOBODY, NULL);
	return true;
}

/* The scenario before this point is over. */
static void write_end(const ap_script *s)
{
	if (s->stream && !s->stream->look && s->game && s->settled)
		ap_stream_end(s->stream, s->game, &s->state);
}

/* ---- start and set --------------------------------------------------------------------------- */

static bool read_setting(ap_script *s, char *word, ap_setup *setup)
{
	char *value = strchr(word, '=');
	if (!value)
		return ap_fail(s->error, s->line, "\"%s\": expected name=value", word);
	*value++ = '\0';
	if (strcmp(word, "players") == 0) {
		setup->players =
			(uint8_t)(value[0] >= '0' && value[0] <= '9' && !value[1] ? value[0] - '0' : 0);
		return true;
	}
	for (int i = 0; ap_option_name(s->game, i); i++)
		for (int v = 0; ap_option_value(s->game, i, v); v++)
			if (!strcmp(word, ap_option_name(s->game, i)) &&
				!strcmp(value, ap_option_value(s->game, i, v))) {
				setup->option[i] = (uint8_t)v;
				return true;
			}
	return ap_fail(s->error, s->line,
		"\"%s=%s\": expected an option of the game and one of its values", word, value);
}

/* Reads "STEP LOCAL=VALUE..", which follows `at`: the only frame is at that step, with these
 * locals. It is translated to the JSON that `set` would take. */
static bool read_place(ap_script *s, char *rest)
{
	char json[FRAME_SIZE];
	char *step = ap_script_word(&rest);
	ap_json j = ap_json_into(json, sizeof json);
	ap_json_open(&j, '{');
	ap_json_key(&j, "stack");
	ap_json_open(&j, '[');
	ap_json_open(&j, '{');
	ap_json_key(&j, "step");
	ap_json_string(&j, step);
	while (*rest) {
		char *name = ap_script_word(&rest), *value = strchr(name, '=');
		if (!value)
			return ap_fail(s->error, s->line, "\"%s\": expected local=value", name);
		*value++ = '\0';
		ap_json_key(&j, name);
		if (*value && strspn(value, "-0123456789") == strlen(value))
			ap_json_number(&j, value);
		else
			ap_json_string(&j, value);
	}
	ap_json_close(&j, '}');
	ap_json_close(&j, ']');
	ap_json_close(&j, '}');
	size_t length = ap_json_done(&j);
	if (length >= sizeof json)
		return ap_fail(s->error, s->line, "this line is too long");
	return ap_patch_state(s->game, &s->state, json, length, s->line, s->error);
}

static bool do_start(ap_script *s, char *rest)
{
	ap_setup setup = {0};
	if (s->game && !settle(s)) /* the scenario before may have ended with `set` */
		return false;
	write_end(s);
	char *word = ap_script_word(&rest);
	const ap_game *game = s->find(word);
	if (!game)
		return ap_fail(s->error, s->line, "\"%s\": expected a game that is known", word);
	if (s->report->game && s->report->game != game)
		return ap_fail(s->error, s->line, "expected scenarios of one game in a file");
	assert(ap_clause_count(game) <= AP_MAX_CLAUSES);
	s->game = s->report->game = game;
	s->report->scenarios++;
	setup.players = (uint8_t)ap_min_players(game);
	bool at = false;
	while (*rest && !at) {
		word = ap_script_word(&rest);
		at = strcmp(word, "at") == 0;
		if (!at && !read_setting(s, word, &setup))
			return false;
	}
	if (ap_setup_refused_by(game, &setup)[0])
		return ap_fail(s->error, s->line, "%s refuses these options with players=%d",
			ap_setup_refused_by(game, &setup), setup.players);
	if (!ap_setup_sound(game, &setup))
		return ap_fail(s->error, s->line, "expected players=%d to players=%d", ap_min_players(game),
			ap_max_players(game));
	ap_blank(game, &setup, &s->state);
	s->settled = false;
	return !at || read_place(s, rest);
}

/* Returns the number of bytes from a brace to the one that closes it, skipping strings; 0 if it is
 * not closed. */
static size_t json_length(const char *from, const char *end)
{
	int depth = 0;
	bool in_string = false;
	for (const char *c = from; c < end; c++) {
		if (in_string) {
			if (*c == '\\')
				c++;
			else if (*c == '"')
				in_string = false;
		} else if (*c == '"') {
			in_string = true;
		} else if (*c == '{' || *c == '[') {
			depth++;
		} else if ((*c == '}' || *c == ']') && --depth == 0) {
			return (size_t)(c + 1 - from);
		}
	}
	return 0;
}

/* Finds the object that begins on this line. The next line that is read is the one after its last
 * brace. */
static bool take_json(ap_script *s, const char **json, size_t *length)
{
	const char *from = s->line_start;
	int line = s->line;
	while (from < s->at && *from != '{')
		from++;
	*length = from < s->at ? json_length(from, s->end) : 0;
	if (*length == 0)
		return ap_fail(s->error, line, "expected a JSON object with all its braces");
	while (s->at < from + *length) {
		const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
		s->at = stop ? stop + 1 : s->end;
		s->line++;
	}
	*json = from;
	return true;
}

/* Whether the state is sound is checked by settle(): several `set` statements may be needed. */
static bool do_set(ap_script *s)
{
	const char *json;
	size_t length;
	int line = s->line;
	if (!take_json(s, &json, &length))
		return false;
	s->settled = false;
	return ap_patch_state(s->game, &s->state, json, length, line, s->error);
}

static const ap_script_setup *setup_named(const ap_script *s, const char *name)
{
	for (int i = 0; i < s->setups; i++)
		if (strcmp(s->setup[i].name, name) == 0)
			return &s->setup[i];
	return NULL;
}

/* Stores a named set-up: "setup NAME {...}". */
static bool do_setup(ap_script *s, char *rest)
{
	ap_script_setup *setup = &s->setup[s->setups];
	char *name = ap_script_word(&rest);
	if (name[0] < 'a' || name[0] > 'z' || strlen(name) >= sizeof setup->name)
		return ap_fail(s->error, s->line, "\"%.60s\": expected a name for the set-up", name);
	if (setup_named(s, name))
		return ap_fail(s->error, s->line, "\"%s\": there is a set-up of that name already", name);
	if (s->setups == AP_MOST_SETUPS)
		return ap_fail(s->error, s->line, "expected at most %d set-ups", AP_MOST_SETUPS);
	snprintf(setup->name, sizeof setup->name, "%s", name);
	if (!take_json(s, &setup->json, &setup->length))
		return false;
	s->setups++;
	s->report->setups++;
	return true;
}

/* Sets the parts of named set-ups: "use NAME NAME..". */
static bool do_use(ap_script *s, char *rest)
{
	if (!*rest)
		return ap_fail(s->error, s->line, "expected use NAME");
	while (*rest) {
		char *name = ap_script_word(&rest);
		const ap_script_setup *setup = setup_named(s, name);
		if (!setup)
			return ap_fail(s->error, s->line, "\"%.60s\": expected a set-up that is known", name);
		if (!ap_patch_state(s->game, &s->state, setup->json, setup->length, s->line, s->error)) {
			ap_error wrong = *s->error;
			return ap_fail(s->error, s->line, "set-up %s: %.200s", name, wrong.message);
		}
	}
	s->settled = false;
	return true;
}

/* ---- Actions --------------------------------------------------------------------------------- */

bool ap_script_action(ap_script *s, const char *text, int *seat, ap_action *action)
{
	assert(s && s->game && text && seat && action);
	if (ap_read_action(s->game, text, seat, action))
		return true;
	return ap_fail(s->error, s->line, "\"%s\": expected SEAT VERB and its arguments", text);
}

static bool refused(ap_script *s, const char *text, ap_result result)
{
	char why[200];
	ap_say_refusal(s->game, AP_ENGLISH, result, why, sizeof why);
	return ap_fail(s->error, s->line, "\"%s\" is refused: %s", text, why);
}

static bool do_action(ap_script *s, const char *text)
{
	int seat;
	ap_action action;
	if (!ap_script_action(s, text, &seat, &action))
		return false;
	forget_events(s);
	bool listed = ap_script_is_listed(s, seat, action);
	ap_result result = ap_apply(s->game, &s->state, seat, action, &s->events);
	note_cited_clauses(s);
	if (result.code != AP_OK)
		return refused(s, text, result);
	tell_state(s, seat, &action);
	return listed ||
		ap_fail(s->error, s->line, "\"%s\" is allowed, but not in the legal list", text);
}

static bool do_chance(ap_script *s, const char *verb, const char *rest)
{
	char text[LINE + 32];
	snprintf(text, sizeof text, "chance %s %s", verb, rest);
	return do_action(s, text);
}

static bool do_deny(ap_script *s, char *rest)
{
	ap_any before;
	int seat;
	ap_action action;
	size_t size = ap_state_size(s->game);
	char *because = strstr(rest, " because ");
	if (!because)
		return ap_fail(s->error, s->line, "expected deny SEAT ACTION because CLAUSE");
	*because = '\0';
	int clause = ap_clause_named(s->game, because + strlen(" because "));
	if (clause == 0)
		return ap_fail(s->error, s->line, "\"%s\": expected a clause of the game",
			because + strlen(" because "));
	if (!ap_script_action(s, rest, &seat, &action))
		return false;
	memcpy(&before, &s->state, size);
	ap_result result = ap_apply(s->game, &s->state, seat, action, NULL);
	if (result.code == AP_OK)
		return ap_fail(s->error, s->line, "\"%s\" is allowed, expected %s to forbid it", rest,
			ap_clause_id(s->game, clause));
	s->report->fired[result.clause] = true;
	if (ap_script_is_listed(s, seat, action))
		return ap_fail(s->error, s->line, "\"%s\" is refused, but in the legal list", rest);
	if (memcmp(&before, &s->state, size) != 0)
		return ap_fail(s->error, s->line, "the refusal changed the state");
	return result.clause == clause ||
		ap_fail(s->error, s->line, "\"%s\" is refused by %s, expected %s", rest,
			ap_clause_id(s->game, result.clause), ap_clause_id(s->game, clause));
}

static bool do_unseal(ap_script *s, const char *rest)
{
	static const ap_events nothing;
	int seat = ap_seat_named(s->game, rest);
	ap_result result = ap_unseal(s->game, &s->state, seat);
	if (result.code != AP_OK)
		return refused(s, rest, result);
	if (s->stream && !s->stream->look)
		ap_stream_move(s->stream, s->game, ap_players(&s->state), seat, NULL, &nothing);
	return true;
}

/* ---- All statements -------------------------------------------------------------------------- */

static bool run_line(ap_script *s, char *text)
{
	char *rest = text, *word = ap_script_word(&rest);
	if (strcmp(word, "start") == 0)
		return do_start(s, rest);
	if (strcmp(word, "setup") == 0)
		return do_setup(s, rest);
	if (!s->game)
		return ap_fail(s->error, s->line, "expected start GAME first");
	if (strcmp(word, "set") == 0)
		return do_set(s);
	if (strcmp(word, "use") == 0)
		return do_use(s, rest);
	if (!settle(s))
		return false;
	if (strcmp(word, "do") == 0)
		return do_action(s, rest);
	if (strcmp(word, "die") == 0 || strcmp(word, "draw") == 0)
		return do_chance(s, word, rest);
	if (strcmp(word, "deny") == 0)
		return do_deny(s, rest);
	if (strcmp(word, "unseal") == 0)
		return do_unseal(s, rest);
	if (strcmp(word, "expect") == 0)
		return ap_script_expect(s, rest);
	return ap_fail(s->error, s->line,
		"\"%.60s\": expected start, set, use, setup, do, die, draw, deny, unseal or expect", word);
}

/* Begins to read a text. */
static void begin_text(ap_script *s, ap_scenario_text text)
{
	s->at = s->end = text.text ? text.text : "";
	s->end += text.text ? text.length : 0;
	s->line = 0;
}

/* Reads the text of set-ups that several files share. It may contain nothing else. */
static bool read_setups(ap_script *s, ap_scenario_text setups)
{
	char line[LINE];
	begin_text(s, setups);
	while (next_line(s, line)) {
		char *rest = line;
		if (strcmp(ap_script_word(&rest), "setup") != 0)
			return ap_fail(s->error, s->line, "expected setup NAME {...} in a file of set-ups");
		if (!do_setup(s, rest))
			return false;
	}
	return s->error->message[0] == '\0';
}

bool ap_scenario_run(ap_scenario_text scenarios, ap_scenario_text setups, ap_find_game *find,
	ap_event_stream *stream, ap_scenario_report *report, ap_error *error)
{
	assert(find && report && error);
	char line[LINE];
	ap_script s = {.find = find, .stream = stream, .report = report, .error = error};
	memset(report, 0, sizeof *report);
	error->message[0] = '\0';
	if (!read_setups(&s, setups))
		return false;
	begin_text(&s, scenarios);
	report->setups = 0;
	while (next_line(&s, line))
		if (!run_line(&s, line))
			return false;
	if (error->message[0])
		return false;
	if (s.game && !settle(&s))
		return false;
	write_end(&s);
	report->last = s.state;
	return report->scenarios + report->setups > 0 ||
		ap_fail(error, 0, "expected at least one scenario (start GAME)");
}

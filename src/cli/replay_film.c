/* replay_film.c: see replay_film.h. */
#include "cli/replay_film.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/event_json.h"
#include "text/film.h"

enum { SENTENCE_SIZE = 1024 };

static const char *string_in(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	return text ? text : "";
}

/* Prints an event in words; if this program does not have such an event, as the record has it. */
static void print_event(const replay_request *q, int action, const json_t *from)
{
	ap_event event;
	char sentence[SENTENCE_SIZE];
	printf("%5d  ", action);
	if (ap_read_event(q->game, from, &event)) {
		ap_say_event(q->game, q->language, &event, sentence, sizeof sentence);
		printf("%s (%s)\n", sentence, string_in(from, "clause"));
		return;
	}
	char *args = json_dumps(json_object_get(from, "args"), JSON_ENCODE_ANY | JSON_COMPACT);
	printf("%s %s (%s)\n", string_in(from, "event"), args ? args : "", string_in(from, "clause"));
	free(args);
}

static bool print_log(
	const replay_request *q, const ap_film *film, const char *viewer, ap_error *error)
{
	for (int at = 0; at <= q->at; at++) {
		size_t i;
		const json_t *event;
		json_t *events = ap_film_events(film, at, viewer, error);
		if (!events)
			return false;
		json_array_foreach(events, i, event)
		{
			print_event(q, at, event);
		}
		json_decref(events);
	}
	return true;
}

static bool print_view(
	const replay_request *q, const ap_film *film, const char *viewer, ap_error *error)
{
	json_t *seen = ap_film_view(film, q->at, viewer, error);
	char *text = seen ? json_dumps(json_object_get(seen, "view"), JSON_COMPACT) : NULL;
	bool good = text != NULL;
	if (good)
		puts(text);
	free(text);
	json_decref(seen);
	return good;
}

int ap_cli_replay_film(const replay_request *q)
{
	ap_error error = {0};
	const char *viewer = q->seat ? q->seat : "everything";
	ap_film *film = ap_film_open(q->text, q->length, &error);
	json_t *first = film ? ap_film_view(film, q->at, viewer, &error) : NULL;
	bool good = first != NULL; /* so that a viewer that never was is an error */
	json_decref(first);
	if (good && q->whole)
		fwrite(q->text, 1, q->length, stdout);
	else if (good && q->json)
		good = print_view(q, film, viewer, &error);
	else if (good)
		good = print_log(q, film, viewer, &error);
	ap_film_close(film);
	return good ? AP_DONE : ap_cli_bad_file(q->path, &error);
}

int ap_cli_list_actions(const replay_request *q, const ap_record_report *report)
{
	if (q->json || q->seat || q->whole)
		return ap_cli_failure(q->command,
			"%s was played by rules %d, this program has rules %d: its actions can be listed, "
			"nothing else",
			q->path, report->rules.version, ap_rules_version(report->game));
	ap_error error;
	ap_film *film = ap_film_open(q->text, q->length, &error);
	if (!film)
		return ap_cli_bad_file(q->path, &error);
	for (int at = 1; at <= q->at; at++) {
		size_t length;
		const char *move = ap_film_move(film, at, &length);
		printf("%5d  %.*s\n", at, (int)length, move);
	}
	ap_film_close(film);
	return AP_DONE;
}

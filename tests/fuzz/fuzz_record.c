/* fuzz_record.c: a record that can be read can be written and read again, and leads to the same
 * state. A record that is right, by whichever rules, can be watched. */
#include <stdlib.h>

#include "text/film.h"
#include "text/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_written_record(const ap_record *first)
{
	char *text = NULL;
	size_t length = 0;
	ap_error error;
	ap_record second;
	FILE *out = open_memstream(&text, &length);
	bool written = ap_record_write(first, AP_EVERYTHING, out);
	fclose(out);
	if (!written || !ap_record_read(&second, text, length, ap_game_named, &error))
		__builtin_trap();
	const ap_game *game = first->history.game;
	if (ap_hash(game, &first->history.state) != ap_hash(game, &second.history.state))
		__builtin_trap();
	ap_record_free(&second);
	free(text);
}

static void watch(const char *text, size_t length, const ap_record_report *report)
{
	ap_error error;
	ap_film *film = ap_film_open(text, length, &error);
	if (!film || ap_film_moves(film) != report->moves)
		__builtin_trap();
	for (int at = 0; at <= report->moves && report->is_whole; at++) {
		json_t *events = ap_film_events(film, at, "observer", &error);
		if (!events)
			__builtin_trap();
		json_decref(events);
	}
	json_decref(ap_film_view(film, report->moves, "everything", &error));
	ap_film_close(film);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ap_error error = {0};
	ap_record record;
	ap_record_report report;
	if (ap_record_examine((const char *)data, size, ap_game_named, &report, &error))
		watch((const char *)data, size, &report);
	else if (error.message[0] == '\0')
		__builtin_trap();
	error.message[0] = '\0';
	if (ap_record_read(&record, (const char *)data, size, ap_game_named, &error)) {
		check_written_record(&record);
		ap_record_free(&record);
	} else if (error.message[0] == '\0') {
		__builtin_trap();
	}
	return 0;
}

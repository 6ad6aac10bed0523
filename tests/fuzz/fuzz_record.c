/* fuzz_record.c: a record that can be read can be written and read again, and leads to the same
 * state. */
#include <stdlib.h>

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ap_error error = {0};
	ap_record record;
	if (ap_record_read(&record, (const char *)data, size, ap_game_named, &error)) {
		check_written_record(&record);
		ap_record_free(&record);
	} else if (error.message[0] == '\0') {
		__builtin_trap();
	}
	return 0;
}

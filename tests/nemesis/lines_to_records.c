/* lines_to_records.c: writes the lines of a server's database as records, with the rules alone and
 * nothing of the server: lines_to_records FOLDER. From its standard input it reads tables:
 *
 *     table KEY GAME PLAYERS [OPTION VALUE]..
 *     KIND SEAT VALUE
 *     ..
 *     end
 *
 * KIND is 0 for an action, 1 for an answer that is taken back, 2 for an undo. It writes the record
 * to FOLDER/KEY.apr; if a line cannot be played, it prints KEY, the number of the line and why, and
 * writes the record up to there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <apparat/records.h>

static void fail(const char *why, const char *what)
{
	fprintf(stderr, "lines_to_records: %s: %s\n", why, what);
	exit(2);
}

static void set_option(const ap_game *game, ap_setup *setup, const char *name, const char *value)
{
	for (int o = 0; ap_option_name(game, o); o++)
		for (int v = 0; ap_option_value(game, o, v); v++)
			if (strcmp(ap_option_name(game, o), name) == 0 &&
				strcmp(ap_option_value(game, o, v), value) == 0) {
				setup->option[o] = (uint8_t)v;
				return;
			}
	fail("no such option", name);
}

/* Reads the first line of a table, without the word "table", and starts its game. */
static ap_record_file *start(char *line, char key[64])
{
	char *words[64];
	int count = 0;
	for (char *word = strtok(line, " \n"); word && count < 64; word = strtok(NULL, " \n"))
		words[count++] = word;
	const ap_game *game = count >= 3 ? ap_game_named(words[1]) : NULL;
	if (!game)
		fail("no table", line);
	ap_setup setup = {.players = (uint8_t)atoi(words[2])};
	snprintf(key, 64, "%s", words[0]);
	for (int i = 3; i + 1 < count; i += 2)
		set_option(game, &setup, words[i], words[i + 1]);
	if (!ap_setup_sound(game, &setup))
		fail("nobody can play so", key);
	return ap_record_file_start(game, &setup, NULL);
}

/* Returns NULL if the line could be played, or why not. */
static const char *play(ap_record_file *file, int kind, int seat, uint32_t value)
{
	if (kind == 2)
		return ap_record_file_undo(file, (int)value) ? NULL : "there are not so many moves";
	ap_result result = kind == 1 ? ap_record_file_unseal(file, seat)
								 : ap_record_file_apply(file, seat, value, NULL);
	static const char *const why[] = {NULL, "the game is over", "that seat is not asked",
		"the rules forbid it", "there is nothing to take back"};
	return why[result.code];
}

static void write_table(const char *folder, char *first)
{
	char key[64], line[256], path[1024];
	ap_record_file *file = start(first, key);
	bool good = true;
	for (int number = 0; fgets(line, sizeof line, stdin) && strcmp(line, "end\n") != 0; number++) {
		int kind, seat;
		unsigned value;
		if (sscanf(line, "%d %d %u", &kind, &seat, &value) != 3 || kind < 0 || kind > 2)
			fail("no line", line);
		const char *why = good ? play(file, kind, seat, value) : NULL;
		if (why)
			printf("%s %d %s\n", key, number, why);
		good = good && !why;
	}
	ap_error error;
	snprintf(path, sizeof path, "%s/%s.apr", folder, key);
	if (!ap_record_file_write(file, AP_EVERYTHING, path, &error))
		fail(path, error.message);
	ap_record_file_free(file);
}

int main(int argc, char **argv)
{
	char line[4096];
	if (argc != 2)
		fail("usage", "lines_to_records FOLDER");
	while (fgets(line, sizeof line, stdin)) {
		if (strncmp(line, "table ", 6) != 0)
			fail("no table", line);
		write_table(argv[1], line + 6);
	}
	return 0;
}

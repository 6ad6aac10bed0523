/* positions.c: a program that writes the positions with which lessons begin when the client is
 * built.
 *
 * Usage: positions FOLDER [FILE]... Each file has a scenario (docs/scenarios.md), NAME.aps in the
 * folder lessons/ of a game. The state in which it ends is written to GAME.position.NAME.json in
 * FOLDER: its bytes in base64. States are flat and have the same layout in every build of the same
 * sources, so the engine in the browser takes them as they are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/scenario.h"

static void stop(const char *path, int line, const char *message)
{
	fprintf(stderr, "%s:%d: %s\n", path, line, message);
	exit(1);
}

/* Writes bytes in base64. */
static void write_base64(FILE *file, const unsigned char *bytes, size_t count)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	for (size_t i = 0; i < count; i += 3) {
		size_t left = count - i;
		unsigned group = (unsigned)bytes[i] << 16;
		group |= left > 1 ? (unsigned)bytes[i + 1] << 8 : 0;
		group |= left > 2 ? bytes[i + 2] : 0;
		fputc(digits[group >> 18], file);
		fputc(digits[group >> 12 & 63], file);
		fputc(left > 1 ? digits[group >> 6 & 63] : '=', file);
		fputc(left > 2 ? digits[group & 63] : '=', file);
	}
}

/* Writes the position that a file describes. A file that fails stops the build. */
static void write_position(const char *folder, const char *path)
{
	static ap_scenario_report report;
	char out[4096];
	ap_error error;
	long length;
	char *text = ap_read_file(path, AP_MAX_FILE, &length, &error);
	if (!text)
		stop(path, error.line, error.message);
	ap_scenario_text scenario = {text, (size_t)length}, none = {NULL, 0};
	if (!ap_scenario_run(scenario, none, ap_game_named, NULL, &report, &error))
		stop(path, error.line, error.message);
	if (report.scenarios != 1)
		stop(path, 1, "expected one scenario, which ends where the lesson begins");
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	snprintf(out, sizeof out, "%s/%s.position.%.*s.json", folder, ap_game_name(report.game),
		(int)strcspn(name, "."), name);
	FILE *file = fopen(out, "w");
	if (!file)
		stop(out, 0, "cannot be written");
	fputc('"', file);
	write_base64(file, (const unsigned char *)&report.last, ap_state_size(report.game));
	fputs("\"\n", file);
	if (fclose(file) != 0)
		stop(out, 0, "cannot be written");
	free(text);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: positions FOLDER [FILE]...\n");
		return 2;
	}
	for (int i = 2; i < argc; i++)
		write_position(argv[1], argv[i]);
	return 0;
}

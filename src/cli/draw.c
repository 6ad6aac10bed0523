/* draw.c: the command `apparat draw`, which draws the table of a game as a picture. */
#include "drawing/drawing.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/complete.h"
#include "cli/records.h"
#include "cli/setup.h"
#include "text/state_json.h"

static const char usage[] = AP_TEXT(
	"apparat draw GAME [RECORD] [--state FILE] [option]...\n"
	"\n"
	"Draws the table of a game as SVG: as it stands at the end of a record, in a state that\n"
	"apparat replay --json has written, or at the start. Games with a map have a drawing.\n"
	"\n"
	"  --state FILE         a state, or a seat's view of one, as JSON\n"
	"  --at N               of a record: after N actions\n"
	"  --option NAME=VALUE  of the start, as in apparat games\n"
	"  --seat SEAT          what a seat, or observer, may know; without it everything\n"
	"  --lang CODE          the language, en or fr\n"
	"  -o, --output FILE    write to FILE instead of the standard output\n");

typedef struct draw_settings {
	const char *state, *seat, *lang, *output;
	ap_cli_words options;
	long at;
	ap_language language;
} draw_settings;

/* ---- The state ------------------------------------------------------------------------------- */

/* Each of these writes the state that is drawn, and returns an exit status. */
static int state_from_record(const char *command, const ap_game *game, const char *path,
	const draw_settings *settings, void *state)
{
	ap_record record;
	if (!ap_cli_read_record(path, &record))
		return AP_FAILED;
	const ap_history *h = &record.history;
	int status = AP_DONE, before = h->earlier.moves, all = before + h->moves;
	long at = settings->at < 0 ? all : settings->at;
	if (h->game != game)
		status = ap_cli_misuse(command, "%s is a record of %s, not of %s", path,
			ap_game_name(h->game), ap_game_name(game));
	else if (at > all)
		status = ap_cli_misuse(
			command, "--at must be a number from 0 to %d for %s, not %ld", all, path, at);
	else if (at < before)
		status = ap_cli_failure(
			command, "%s cannot be drawn before other rules began, after %d actions", path, before);
	else
		ap_history_at(h, (int)at - before, state);
	ap_record_free(&record);
	return status;
}

static int state_from_json(const ap_game *game, const char *path, void *state)
{
	ap_error error;
	long length;
	char *text = ap_read_file(path, AP_MAX_FILE, &length, &error);
	bool good = text && ap_read_state(game, state, text, (size_t)length, &error);
	ap_error first = error;
	if (text && !good) /* it may be a view */
		good = ap_read_view(game, state, text, (size_t)length, &error);
	free(text);
	return good ? AP_DONE : ap_cli_bad_file(path, &first);
}

static int find_state(const char *command, const ap_game *game, const ap_cli_arguments *a,
	const draw_settings *settings, void *state)
{
	ap_setup setup;
	if (a->operands > 1 && settings->state)
		return ap_cli_misuse(command, "a record and --state: one of them is enough");
	if (settings->at >= 0 && a->operands < 2)
		return ap_cli_misuse(command, "--at is for a record, and there is none");
	if (settings->options.count > 0 && (a->operands > 1 || settings->state))
		return ap_cli_misuse(command, "--option is for the start; %s has its own",
			settings->state ? settings->state : a->operand[1]);
	if (settings->state)
		return state_from_json(game, settings->state, state);
	if (a->operands > 1)
		return state_from_record(command, game, a->operand[1], settings, state);
	if (!ap_cli_setup(command, game, NULL, &settings->options, &setup))
		return AP_MISUSED;
	ap_start(game, &setup, state, NULL);
	return AP_DONE;
}

/* Turns the state into the view of the seat that was named. Of a view only its own viewer can be
 * named. */
static int apply_viewer(
	const char *command, const ap_game *game, const draw_settings *settings, void *state)
{
	int viewer, before = ap_viewer(state);
	const ap_head *head = state;
	if (!ap_cli_viewer(command, game, head->players, settings->seat, &viewer))
		return AP_MISUSED;
	if (viewer == AP_EVERYTHING || viewer == before)
		return AP_DONE;
	if (before != AP_EVERYTHING)
		return ap_cli_misuse(command, "%s shows what %s knows: --seat %s cannot be drawn from it",
			settings->state, ap_seat_name(game, before), settings->seat);
	ap_any full;
	memcpy(&full, state, ap_state_size(game));
	ap_view(game, &full, viewer, state);
	return AP_DONE;
}

/* ---- The picture ----------------------------------------------------------------------------- */

static int write_picture(
	const char *command, const drawing_of *painter, drawing *d, const char *path)
{
	d->out = path ? fopen(path, "w") : stdout;
	if (!d->out)
		return ap_cli_failure(command, "cannot write %s: %s", path, strerror(errno));
	painter->draw(d);
	if (!path)
		return AP_DONE; /* main() checks the standard output */
	bool written = !ferror(d->out);
	written = fclose(d->out) == 0 && written;
	return written ? AP_DONE
				   : ap_cli_failure(command, "cannot write %s: %s", path, strerror(errno));
}

/* Replaces -o by --output: all other options are long. */
static void expand_short_option(int argc, char **argv)
{
	static char output[] = "--output";
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "-o") == 0)
			argv[i] = output;
}

static int draw(const char *command, const ap_cli_arguments *a, draw_settings *settings)
{
	ap_any state;
	const ap_game *game = ap_cli_game(command, a->operand[0]);
	if (!game || !ap_cli_language(command, settings->lang, &settings->language))
		return AP_MISUSED;
	const drawing_of *painter = drawing_of_game(game);
	if (!painter)
		return ap_cli_misuse(command, "there is no drawing of %s", ap_game_name(game));
	int status = find_state(command, game, a, settings, &state);
	if (status == AP_DONE)
		status = apply_viewer(command, game, settings, &state);
	drawing d = {NULL, settings->language, &state};
	return status == AP_DONE ? write_picture(command, painter, &d, settings->output) : status;
}

int ap_cmd_draw(int argc, char **argv)
{
	draw_settings settings = {.at = -1};
	const ap_cli_option options[] = {
		{"state", AP_CLI_TEXT, &settings.state, AP_TEXT("a file with a state"), 0, 0,
			ap_cli_suggest_files},
		{"at", AP_CLI_NUMBER, &settings.at, NULL, 0, INT_MAX, NULL},
		{"option", AP_CLI_WORDS, &settings.options,
			AP_TEXT("an option of the game, such as scenario=campaign"), 0, 0,
			ap_cli_suggest_game_options},
		{"seat", AP_CLI_TEXT, &settings.seat, AP_TEXT("the name of a seat, or observer"), 0, 0,
			ap_cli_suggest_seats},
		{"lang", AP_CLI_TEXT, &settings.lang, AP_TEXT("a language, en or fr"), 0, 0,
			ap_cli_suggest_languages},
		{"output", AP_CLI_TEXT, &settings.output, AP_TEXT("a file to write to"), 0, 0,
			ap_cli_suggest_files},
		{0},
	};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 1,
		.most = 2,
		.missing = "GAME",
		.suggest = {ap_cli_suggest_games, ap_cli_suggest_records}};
	expand_short_option(argc, argv);
	int status = ap_cli_read_arguments(&a, argc, argv);
	return status == AP_CLI_CONTINUE ? draw(argv[0], &a, &settings) : status;
}
